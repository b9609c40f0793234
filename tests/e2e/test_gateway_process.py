# SPDX-License-Identifier: MIT
"""The gateway as a process: one a user, how it ends, what is left, agents over mcp.sock, and the view from inside a sandbox."""

import json
import os
import signal
import socket
import subprocess
import sys
import time

import harness
from gateway_fixtures import Gateway, GatewayTest

# Tries what a command could try to speak for the user, and prints what it got.
PROBE = """
import os, socket, sys
port, folder = int(sys.argv[1]), sys.argv[2]
def tcp():
    s = socket.create_connection(("127.0.0.1", port), 5)
    s.sendall(b"GET /v1/status HTTP/1.1\\r\\nHost: 127.0.0.1:%d\\r\\n\\r\\n" % port)
    return s.recv(100).split(b"\\r\\n")[0].decode()
def http():
    s = socket.socket(socket.AF_UNIX)
    s.connect(folder + "/gateway.sock")
    s.sendall(b"GET /v1/status HTTP/1.0\\r\\n\\r\\n")
    return s.recv(100).split(b"\\r\\n")[0].decode()
def mcp():
    s = socket.socket(socket.AF_UNIX)
    s.connect(folder + "/mcp.sock")
    return "closed" if s.recv(1) == b"" else "open"
def token():
    return open(folder + "/token").read().strip()
for what in (tcp, http, mcp, token):
    try:
        print(what.__name__, what())
    except OSError as error:
        print(what.__name__, "no:", error.__class__.__name__)
"""


class Inside(GatewayTest):
    def probe(self, place):
        # The folder goes by a file: the filter refuses paths outside the project.
        self.write_loop("probe.py", PROBE.replace("sys.argv[2]", repr(place)))
        run = self.run_command(f"python3 probe.py {self.gateway.port}")
        self.assertEqual(run["end"], "ran", run)
        return dict(line.split(" ", 1) for line in run["stdout"].splitlines()), run

    def test_in_the_sandbox_a_command_reaches_neither_port_nor_socket_nor_token(self):
        gateway = self.start(sandbox=True)
        got, run = self.probe(gateway.folder)
        self.assertTrue(run["sandbox"])
        self.assertEqual(set(got), {"tcp", "http", "mcp", "token"}, run)
        for what, answer in got.items():
            self.assertTrue(answer.startswith("no:"), (what, answer))

    def test_without_it_the_sockets_refuse_what_the_gateway_started(self):
        gateway = self.start()
        got, _ = self.probe(gateway.folder)
        # The probe works: it is the sandbox that holds it.
        self.assertEqual(got["tcp"], "HTTP/1.1 401 Unauthorized")
        self.assertEqual(got["token"], gateway.token)
        self.assertIn(" 403 ", got["http"])
        self.assertEqual(got["mcp"], "closed")
        self.assertIn("is one that this gateway started", gateway.log())


class Process(GatewayTest):
    def marked_sleep(self):
        return f"sleep 97.{os.getpid()}{time.monotonic_ns() % 1000000}"

    def begin_marked(self):
        command = self.marked_sleep()
        run = self.begin_run(command)
        word = command.split()[1].encode()
        harness.wait_until(lambda: harness.processes_with(word), "the command")
        return run, word

    def test_one_runs_for_a_user(self):
        gateway = self.start()
        answer = self.cordon("gateway")
        self.assert_status(answer, 1)
        self.assertIn(f"process {gateway.process.pid}".encode(), answer.stderr)
        self.assertEqual(gateway.good("GET", "/v1/status")["pid"], gateway.process.pid)
        status = self.cordon("status")
        self.assert_status(status, 0)
        self.assertIn(str(gateway.port).encode(), status.stdout)
        document = json.loads(self.cordon("status", "--json").stdout)
        self.assertEqual(document["port"], gateway.port)

    def test_its_files_are_private_and_go_with_it(self):
        gateway = self.start()
        names = sorted(os.listdir(gateway.folder))
        self.assertEqual(names, ["gateway.json", "gateway.lock", "gateway.sock", "mcp.sock", "token"])
        for name in names:
            self.assertEqual(os.lstat(os.path.join(gateway.folder, name)).st_mode & 0o777, 0o600, name)
        self.assertGreaterEqual(len(gateway.token), 43)
        self.assertEqual(gateway.stop(), 0)
        self.assertEqual(os.listdir(gateway.folder), ["gateway.lock"])

    def test_each_signal_stops_it_and_all_that_runs(self):
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            gateway = self.start(sandbox=True)
            _, word = self.begin_marked()
            self.assertEqual(gateway.stop(number), 0)
            self.assertEqual(harness.processes_with(word), [])
        with open(os.path.join(self.top, "state", "cordon", "audit.jsonl"), encoding="utf-8") as file:
            lines = [json.loads(line) for line in file]
        self.assertEqual([line["what"] for line in lines if line["event"] == "gateway"], ["start", "stop"] * 3)

    def test_killed_it_leaves_no_process_and_the_next_one_starts(self):
        for sandbox in ("on", "off"):
            gateway = self.start()
            gateway.good("PATCH", "/v1/settings", {"sandbox": sandbox})
            words = [self.begin_marked()[1] for _ in range(3)]
            gateway.process.kill()
            gateway.process.wait(timeout=harness.HANG)
            for word in words:
                harness.wait_until(lambda w=word: not harness.processes_with(w), "the command to be gone")
            gateway = self.start()
            self.assertEqual(gateway.good("GET", "/v1/runs")["runs"], [])
            self.assertEqual(len(gateway.good("GET", "/v1/bubbles")["bubbles"]), 3)
            self.assertEqual(gateway.stop(), 0)

    def test_without_a_free_descriptor_agents_are_turned_away(self):
        low = [sys.executable, "-c", "import os, resource, sys; resource.setrlimit(resource.RLIMIT_NOFILE, (40, 40)); "
               "os.execv(sys.argv[1], sys.argv[1:])", harness.CORDON, "gateway"]
        self.gateway = gateway = Gateway(self, command=low)
        held = [socket.socket(socket.AF_UNIX) for _ in range(60)]
        for connection in held:
            self.addCleanup(connection.close)
            connection.connect(gateway.socket)
        fds = f"/proc/{gateway.process.pid}/fd"
        harness.wait_until(lambda: len(os.listdir(fds)) == 40, "all descriptors to be taken")
        with socket.socket(socket.AF_UNIX) as agent:
            agent.settimeout(harness.HANG)
            agent.connect(os.path.join(gateway.folder, "mcp.sock"))
            self.assertEqual(agent.recv(100), b"")
        harness.wait_until(lambda: "no descriptor is left" in gateway.log(), "the refusal to be logged")

    def test_a_service_manager_is_told(self):
        path = os.path.join(self.top, "notify")
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager:
            manager.bind(path)
            manager.settimeout(harness.HANG)
            gateway = Gateway(self, environment=self.environment(NOTIFY_SOCKET=path))
            self.assertEqual(manager.recv(100), b"READY=1")
            self.assertEqual(gateway.stop(), 0)
            self.assertEqual(manager.recv(100), b"STOPPING=1")

    def test_a_folder_that_others_can_use_is_refused(self):
        os.chmod(os.path.join(self.top, "run"), 0o755)
        answer = self.cordon("gateway")
        self.assert_status(answer, 1)
        self.assertIn(b"chmod 700", answer.stderr)

    def test_a_port_can_be_chosen_and_may_be_taken(self):
        with socket.socket() as taken:
            taken.bind(("127.0.0.1", 0))
            taken.listen()
            port = taken.getsockname()[1]
            answer = self.cordon("gateway", f"--port={port}")
            self.assert_status(answer, 1)
            self.assertIn(str(port).encode(), answer.stderr)
        self.assertEqual(self.start(f"--port={port}").port, port)
        for words in (["--port=65536"], ["--port=x"], ["--port", ""]):
            self.assert_status(self.cordon("gateway", *words), 2)


class Mcp(GatewayTest):
    def client(self, role="coder", **options):
        process = subprocess.Popen(
            [harness.CORDON, "mcp", f"--role={role}", f"--project={self.project}", f"--loop={self.loop}",
             "--name=Test"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            env=options.get("env", self.environment()), cwd=self.loop)
        self.addCleanup(process.kill)
        self.addCleanup(process.stdout.close)
        self.addCleanup(process.stderr.close)
        return process

    def request(self, process, number, method, **params):
        line = json.dumps({"jsonrpc": "2.0", "id": number, "method": method, "params": params})
        process.stdin.write(line.encode() + b"\n")
        process.stdin.flush()
        while True:
            text = process.stdout.readline()
            self.assertTrue(text, process.stderr.read() if not text else "")
            answer = json.loads(text)
            if answer.get("id") == number:
                return answer

    def begin(self, process):
        answer = self.request(process, 1, "initialize", protocolVersion="2025-06-18", capabilities={},
                              clientInfo={"name": "test", "version": "1"})
        self.assertIn("result", answer)
        process.stdin.write(b'{"jsonrpc":"2.0","method":"notifications/initialized"}\n')
        names = [tool["name"] for tool in self.request(process, 2, "tools/list")["result"]["tools"]]
        return names

    def call(self, process, command, number=3):
        return self.request(process, number, "tools/call", name="run_command",
                            arguments={"command": command})["result"]

    def end(self, process):
        process.stdin.close()
        return process.wait(timeout=harness.HANG)

    def test_through_the_gateway(self):
        gateway = self.start()
        process = self.client()
        self.assertIn("run_command", self.begin(process))
        self.assertIn("hello", self.call(process, "echo hello")["content"][0]["text"])
        runs = gateway.good("GET", "/v1/runs")["runs"]
        self.assertEqual([(run["source"], run["bubble"]) for run in runs], [("mcp", "Test")])
        self.assertEqual(gateway.good("GET", "/v1/status")["session"]["agents"], 1)
        self.assertEqual(self.end(process), 0)
        harness.wait_until(lambda: "agent gone: Test" in gateway.log(), "the agent to go")
        self.assertIn("agent here: Test, coder in", gateway.log())

    def test_a_gateway_that_ends_ends_the_client(self):
        gateway = self.start()
        process = self.client()
        self.begin(process)
        gateway.stop()
        self.assertEqual(process.wait(timeout=harness.HANG), 1)
        process.stdin.close()

    def test_alone_where_no_gateway_runs(self):
        self.write_loop("one")
        process = self.client(env=self.environment(XDG_RUNTIME_DIR=None))
        self.assertIn("run_command", self.begin(process))
        self.assertIn("hello", self.call(process, "echo hello")["content"][0]["text"])
        denied = self.call(process, "rm one", 4)
        self.assertIn("nobody is there", json.dumps(denied))
        self.assertTrue(self.exists("one"))
        self.assertEqual(self.end(process), 0)
        self.assertEqual(os.listdir(os.path.join(self.top, "run")), [])

    def test_roles_that_are_none_and_folders_outside_are_refused(self):
        for has_gateway in (False, True):
            if has_gateway:
                self.start()
            for words in (["--role=none"], ["--role=coder", "--loop=/", f"--project={self.project}"]):
                answer = self.cordon("mcp", *words)
                self.assert_status(answer, 1)
                self.assertIn(b"cordon-gateway: ", answer.stderr)
                self.assertEqual(answer.stdout, b"")
        self.assert_status(self.cordon("mcp"), 2)
        self.assert_status(self.cordon("mcp", "--role="), 2)

    def test_the_socket_wants_a_hello(self):
        gateway = self.start()
        path = os.path.join(gateway.folder, "mcp.sock")
        good = {"cordon": "mcp/1", "project": self.project, "loop": self.loop, "role": "coder"}
        for line, word in ((b"{}\n", "cordon"), (b"x\n", ""), (b"a" * 40000, "too long"),
                           (json.dumps({**good, "role": "none"}).encode() + b"\n", "none"),
                           (json.dumps({**good, "tools": []}).encode() + b"\n", "tools"),
                           (json.dumps(good).encode() + b"\n{}\n", "wait")):
            with socket.socket(socket.AF_UNIX) as client:
                client.settimeout(harness.HANG)
                client.connect(path)
                client.sendall(line)
                answer = json.loads(client.makefile().readline())
                self.assertIn(word, answer["error"])
        with socket.socket(socket.AF_UNIX) as client:
            client.settimeout(harness.HANG)
            client.connect(path)
            client.sendall(json.dumps(good).encode() + b"\n")
            self.assertEqual(client.makefile().readline(), '{"ok":true}\n')

    def test_over_http_with_the_token_of_a_bubble(self):
        gateway = self.start()
        headers = {**self.bearer(self.make_token("researcher")), "Accept": "application/json, text/event-stream"}
        body = {"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {}}
        answer = gateway.ask("POST", "/mcp", body, headers=headers, tcp=True)
        self.assertEqual(answer.status, 200)
        names = [tool["name"] for tool in answer.json()["result"]["tools"]]
        self.assertIn("read_file", names)
        self.assertNotIn("run_command", names)
        self.assertEqual(gateway.ask("GET", "/mcp", headers=headers, tcp=True).status, 405)


if __name__ == "__main__":
    harness.main()

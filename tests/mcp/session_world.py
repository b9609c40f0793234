# SPDX-License-Identifier: MIT
"""Where the session takes place: folders, a gateway, the user who answers, and what has to be in the audit log."""

import json
import os
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "e2e"))
import harness  # noqa: E402
from gateway_fixtures import Events, Gateway  # noqa: E402

BUBBLES = {
    # id: loop, role
    "coder": ("a", "coder"), "reviewer": ("a", "reviewer"), "researcher": ("a", "researcher"),
    "visitor": ("c", "coder"),
}


def check(condition, *facts):
    if not condition:
        raise AssertionError("\n".join(str(fact) for fact in facts) or "a check failed")


def check_says(text, *parts):
    """What the model is told has all of this in it."""
    for part in parts:
        check(part.lower() in text.lower(), f"{part!r} is not in what the model is told:", text)


class Ledger:
    """What was done, as lines that the audit log must have: of each command its own in their order, and all others in theirs."""

    def __init__(self):
        self.commands = {}
        self.others = []

    def command(self, agent, job, command, decision, by, *, rule, verdict, sandbox, answered_by=None, exit_code=None):
        check(job not in self.commands, f"{job} came twice")
        lines = [{"event": "decision", "job": job, "command": command, "decision": decision, "by": by,
                  "answered_by": answered_by, "verdict": verdict, "rule": rule, "sandbox": sandbox,
                  "bubble": agent.bubble, "board": agent.board, "client": agent.client, "source": "mcp"}]
        if decision == "run":
            lines.append({"event": "end", "job": job, "board": agent.board, "end": "ran",
                          "exit": {"kind": "exited", "code": exit_code, "limit": None, "not_found": False, "cancelled": False}})
        self.commands[job] = lines
        return lines

    def file(self, agent, tool, path, decision, by, **more):
        self.other("file", tool=tool, bubble=agent.bubble, board=agent.board, client=agent.client, path=path,
                   decision=decision, by=by, **more)

    def other(self, event, **members):
        self.others.append({"event": event, **members})


class World:
    """Two boards in one project: on the first a loop, a sibling, and a loop inside the first; on the second one more loop."""

    def __init__(self, top):
        self.top = top
        self.project = os.path.join(top, "project")
        self.loop = os.path.join(self.project, "loops", "a")
        self.sibling = os.path.join(self.project, "loops", "b")
        self.nested = os.path.join(self.loop, "nested")
        self.elsewhere = os.path.join(self.project, "loops", "c")
        for folder in (self.sibling, self.nested, self.elsewhere):
            os.makedirs(folder)
        os.mkdir(os.path.join(top, "run"), 0o700)
        self.ledger = Ledger()
        self.gateway = None
        self.window = None
        self.sandbox = False
        self._make_project()

    def environment(self, **changes):
        environment = dict(os.environ)
        environment.update(
            CORDON_RUNTIME_DIR=os.path.join(self.top, "run"), XDG_CONFIG_HOME=os.path.join(self.top, "config"),
            XDG_STATE_HOME=os.path.join(self.top, "state"), XDG_CACHE_HOME=os.path.join(self.top, "cache"), **changes)
        return environment

    def _make_project(self):
        self.write("hello.txt", "hello\nworld\n")
        self.write("main.c", '#include <stdio.h>\nint main(void) { puts("built"); return 0; }\n')
        self.write("Makefile", "main: main.c\n\tcc -o main main.c\n\t./main\n")
        self.write("package.json", '{"name": "x", "version": "1.0.0", "scripts": {"test": "node test.js"}}\n')
        self.write("test.js", "console.log('1 test passed');\n")
        self.write(".env", "API_KEY=secret-value\n")
        for words in (["init", "-q"], ["config", "user.name", "T"], ["config", "user.email", "t@example.org"],
                      ["add", "loops/a/hello.txt"], ["commit", "-qm", "begin"]):
            subprocess.run(["git", *words], cwd=self.project, check=True, env={**os.environ, "HOME": self.top})

    def write(self, name, text="x\n", folder=None):
        with open(os.path.join(folder or self.loop, name), "w", encoding="utf-8") as file:
            file.write(text)

    def read(self, name):
        with open(os.path.join(self.loop, name), encoding="utf-8") as file:
            return file.read()

    def exists(self, name, folder=None):
        return os.path.lexists(os.path.join(folder or self.loop, name))

    # --- the gateway ---

    def start(self, **environment):
        self.gateway = Gateway(self, environment=self.environment(**environment))
        self.ledger.other("gateway", what="start")

    def stop(self):
        self.close_window()
        check(self.gateway.stop() == 0, self.gateway.log())
        self.ledger.other("gateway", what="stop")
        self.gateway = None

    def restart(self, **environment):
        self.stop()
        self.start(**environment)

    def changed(self, action, key, **more):
        """Each change of the settings is in the log."""
        self.ledger.other("settings", by="api", action=action, key=key, **more)

    def add(self, kind, **members):
        self.gateway.good("POST", f"/v1/{kind}", members)
        self.changed("add", f"{kind}.{members['id']}", before=None)

    def set(self, **values):
        before = self.gateway.good("GET", "/v1/settings")["values"]
        values = {name.replace("_", "-"): value for name, value in values.items()}
        self.gateway.good("PATCH", "/v1/settings", values)
        for key, value in values.items():
            if before[key] != value:
                self.changed("set", key, before=before[key], value=value)
        self.sandbox = values.get("sandbox", "on" if self.sandbox else "off") == "on"

    def full_auto(self, is_on):
        self.gateway.good("PATCH", "/v1/boards/b", {"full_auto": is_on})
        before, value = ("off", "on") if is_on else ("on", "off")
        self.changed("set", "boards.b.full-auto", before=before, value=value)

    def make_token(self, bubble):
        token = self.gateway.good("POST", f"/v1/bubbles/{bubble}/token")["token"]
        self.changed("set", f"bubbles.{bubble}.token", value="set")
        return token

    def add_bubbles(self):
        for board in ("b", "other"):
            self.add("boards", id=board, name=board, project=self.project)
        for loop, board, folder in (("a", "b", self.loop), ("b", "b", self.sibling),
                                    ("nested", "b", self.nested), ("c", "other", self.elsewhere)):
            self.add("loops", id=loop, board=board, folder=folder)
        for bubble, (loop, role) in BUBBLES.items():
            self.add("bubbles", id=bubble, name=bubble, loop=loop, role=role)

    # --- the user ---

    def open_window(self):
        self.window = Events(self.gateway, "?window=1")
        self.window.next("hello")

    def close_window(self):
        if self.window is not None:
            self.window.close()
            self.window = None
            harness.wait_until(lambda: self.gateway.good("GET", "/v1/status")["session"]["windows"] == 0, "the window to go")

    def approval(self, command):
        """What the user is shown of this command."""
        event = self.window.next("approval", lambda data: data.get("lines") == [command])
        return json.loads(event["data"])

    def answer(self, approval, word):
        self.gateway.good("POST", "/v1/approvals/" + approval["id"], {"answer": word, "digest": approval["digest"]})

    def waiting(self):
        return [approval["id"] for approval in self.gateway.good("GET", "/v1/approvals")["approvals"]]

    def forget_grants(self):
        self.gateway.good("DELETE", "/v1/boards/b/grants")
        self.ledger.other("revoke", board="b", kind="*")

    # --- what agents do, with what has to come of it ---

    def expect_ran(self, agent, command, result, by="filter", *, rule="none", verdict="allow", code=0, answered_by=None):
        data = result.data
        check((data.get("state"), data.get("outcome"), data.get("exit_code")) == ("ended", "ran", code), command, result)
        check(data["approval"] == by and data["sandboxed"] == self.sandbox, command, result)
        check(result.is_error == (code != 0), command, result)
        self.ledger.command(agent, data["job_id"], command, "run", by, rule=rule, verdict=verdict,
                            sandbox=self.sandbox, answered_by=answered_by, exit_code=code)
        return result

    def expect_denied(self, agent, command, result, by, rule, verdict, says=(), answered_by=None):
        data = result.data
        check(result.is_error and (data.get("state"), data.get("outcome"), data.get("rule")) == ("ended", "denied", rule),
              command, result)
        check("exit_code" not in data, command, result)
        check_says(result.text, f"rule {rule}", *says)
        self.ledger.command(agent, data["job_id"], command, "denied", by, rule=rule, verdict=verdict,
                            sandbox=self.sandbox, answered_by=answered_by)
        return result

    def runs(self, agent, command, *says, by="filter", rule="none", verdict="allow", code=0, **arguments):
        result = agent.call("run_command", command=command, **arguments)
        self.expect_ran(agent, command, result, by, rule=rule, verdict=verdict, code=code)
        check_says(result.text, *says)
        return result

    def is_denied(self, agent, command, rule, *says, by="filter", verdict="deny"):
        return self.expect_denied(agent, command, agent.call("run_command", command=command), by, rule, verdict, says)

    def is_asked(self, agent, command, rule, word, *, code=0, **beside):
        """The user is asked, and gives this answer."""
        pending = agent.begin("run_command", command=command, beside=beside)
        approval = self.approval(command)
        check(approval["rule"] == rule, approval)
        check(self.waiting() == [approval["id"]], "nothing but the user's answer ends the waiting")
        self.answer(approval, word)
        if word == "deny":
            return self.expect_denied(agent, command, pending.result(), "user", rule, "ask", ("the user denied",), "api")
        return self.expect_ran(agent, command, pending.result(), word, rule=rule, verdict="ask", code=code, answered_by="api")

    def uses_file(self, agent, tool, *, denied=False, fails=False, **arguments):
        result = agent.call(tool, **arguments)
        check(result.is_error == (denied or fails), tool, arguments, result)
        self.ledger.file(agent, tool, arguments.get("path"), "denied" if denied else "run", "role")
        return result

    def is_refused_file(self, agent, tool, rule, **arguments):
        """The role has the tool, and the file is none for it."""
        result = self.uses_file(agent, tool, fails=True, **arguments)
        self.ledger.file(agent, tool, arguments["path"], "denied", "files", rule=rule)
        return result

# SPDX-License-Identifier: MIT
"""The steps of the session.  A story takes the world and a way to connect agents, and raises where something is wrong."""

import json
import os
import re
import signal

from session_agent import ProtocolError
from session_world import check, check_says, harness

# Writes a line, then goes on when it may.
SLOW = """
import os, sys, time
print("first", flush=True)
while not os.path.exists("go"):
    time.sleep(0.05)
print("last", flush=True)
"""
# Tries to write where only others may, with a name that none of them has.
WRITER = """
import sys
for folder in sys.argv[1:] or [%s]:
    try:
        open(folder + "/written", "w").close()
        print(folder, "WRITTEN")
    except OSError as error:
        print(folder, error.strerror)
open("%s/written", "w").close()
"""
# Tries what a command could try to answer its own question.
REACHER = """
import os, socket
def tcp(address):
    socket.create_connection(address, 5).close()
def unix(path):
    socket.socket(socket.AF_UNIX).connect(path)
for name, attempt in (("port", lambda: tcp(("127.0.0.1", PORT))), ("web", lambda: tcp(("192.0.2.1", 80))),
                      ("name", lambda: socket.getaddrinfo("registry.npmjs.org", 443)),
                      ("gateway", lambda: unix(FOLDER + "/gateway.sock")), ("agents", lambda: unix(FOLDER + "/mcp.sock")),
                      ("token", lambda: open(FOLDER + "/token").read())):
    try:
        attempt()
        print(name, "REACHED")
    except OSError as error:
        print(name, "no")
"""
TOOLS = {
    "coder": ["run_command", "wait_command", "command_output", "cancel_command", "read_file", "list_directory",
              "search_files", "write_file", "edit_file"],
    "reviewer": ["run_command", "wait_command", "command_output", "cancel_command", "read_file", "list_directory",
                 "search_files"],
    "researcher": ["read_file", "list_directory", "search_files"],
}
DENIED = (
    ("shell", "bash -c 'touch denied'"),
    ("remote", "ssh host.example touch denied"),
    ("outside-project", "cp hello.txt /etc/denied"),
    ("secret", "cat .env"),
    ("web", "curl -o denied https://example.com/x"),
    ("endless", "npx vite dev"),
    ("git-destructive", "git reset --hard"),
)
count = 0


def step(sentence):
    global count
    count += 1
    print(f"  {sentence}", flush=True)


def play(title, stories, world, agents):
    print(f"{title}:", flush=True)
    for story in stories:
        story(world, agents)


# --- the three answers ------------------------------------------------------------------------------

def allowed(world, agents):
    with agents() as coder:
        check_says(coder.instructions, "cordon approve", world.loop)
        step("a Coder sees his tools, and runs what is allowed: git, npm, make")
        check(coder.tools() == TOOLS["coder"], coder.tools())
        world.runs(coder, "git status --short", "main.c")
        world.runs(coder, "npm test", "1 test passed")
        if world.exists("main"):
            os.unlink(os.path.join(world.loop, "main"))
        world.runs(coder, "make", "built")
        world.runs(coder, "ls nothing", "exit", code=2)


def asked(world, agents):
    world.open_window()
    for name in ("one", "two", "three", "four"):
        world.write(name)
    world.write("five", folder=world.elsewhere)
    with agents() as coder, agents("visitor") as visitor:
        step("git commit, rm and python -c are asked; allowed once, they run")
        world.is_asked(coder, "git commit --allow-empty -m done", "git-change", "once")
        world.is_asked(coder, "rm one", "delete", "once")
        check(not world.exists("one"))
        world.is_asked(coder, "python3 -c 'print(6 * 7)'", "inline-code", "once")
        step("denied, it does not run, and the model is told to leave it")
        world.is_asked(coder, "rm two", "delete", "deny")
        check(world.exists("two"))
        step("allowed for the session, the next of its kind is not asked")
        world.is_asked(coder, "rm two", "delete", "session")
        world.runs(coder, "rm three", by="session", rule="delete", verdict="ask")
        check(not world.exists("three"))
        step("another kind still is, and so is another board")
        world.is_asked(coder, "git commit --allow-empty -m more", "git-change", "deny")
        world.is_asked(visitor, "rm five", "delete", "deny")
        check(world.exists("five", world.elsewhere))
        world.forget_grants()
        step("what the client sends is no answer, also not what looks like one")
        world.is_asked(coder, "rm four", "delete", "deny", requestState="approved", inputResponses={
            "approval": {"action": "accept", "content": {"answer": "once", "decision": "session"}}})
        check(world.exists("four"))
        world.close_window()
        step("with nobody there it is denied at once, and the model is told what opens a window")
        world.is_denied(coder, "rm four", "delete", "cordon approve", "nobody is there", by="nobody", verdict="ask")
        check(world.exists("four"))
    step("the client was never asked to approve anything")
    check((coder.elicited, visitor.elicited) == (0, 0))


def denied(world, agents):
    with agents() as coder:
        for rule, command in DENIED:
            step(f"{command}: denied by {rule}, with the reason and what to do instead")
            world.is_denied(coder, command, rule, "denied", "instead:")
        check(not world.exists("denied"))
        with agents("reviewer") as reviewer:
            step("the same holds for a Reviewer")
            world.is_denied(reviewer, DENIED[0][1], "shell", "instead:")


# --- roles and files --------------------------------------------------------------------------------

def files(world, agents):
    with agents() as coder:
        step("a Coder writes, reads, edits, lists and searches below his folder")
        world.uses_file(coder, "write_file", path="notes/new.txt", content="alpha\nbeta\n")
        check(world.read("notes/new.txt") == "alpha\nbeta\n")
        check_says(world.uses_file(coder, "read_file", path="notes/new.txt").text, "alpha\nbeta")
        world.uses_file(coder, "edit_file", path="notes/new.txt", old_text="beta", new_text="gamma")
        check(world.read("notes/new.txt") == "alpha\ngamma\n")
        check_says(world.uses_file(coder, "list_directory", path="notes").text, "new.txt")
        check_says(world.uses_file(coder, "search_files", pattern="gamma", path="notes").text, "new.txt", "gamma")
        step("secrets and paths out of the loop are refused")
        for rule, tool, path, arguments in (
                ("secret", "read_file", ".env", {}), ("secret", "write_file", ".env", {"content": "x"}),
                ("outside", "read_file", "/etc/passwd", {}),
                ("outside", "write_file", "../b/new.txt", {"content": "x"}),
                ("outside", "write_file", world.sibling + "/new.txt", {"content": "x"}),
                ("protected", "write_file", "nested/new.txt", {"content": "x"}),
                ("outside", "edit_file", "../../.git/config", {"old_text": "a", "new_text": "b"})):
            refused = world.is_refused_file(coder, tool, rule, path=path, **arguments)
            check("secret-value" not in refused.text and "root:" not in refused.text, refused)
        check(not world.exists("new.txt", world.sibling) and not world.exists("new.txt", world.nested))
        check("secret-value" in world.read(".env"))
        check_says(world.uses_file(coder, "search_files", pattern="secret-value").text, "")
        check("API_KEY" not in world.uses_file(coder, "search_files", pattern="secret-value").text)


def roles(world, agents):
    with agents("reviewer") as reviewer, agents("researcher") as researcher:
        step("a Reviewer runs commands and reads, and writes no file")
        check(reviewer.tools() == TOOLS["reviewer"], reviewer.tools())
        world.runs(reviewer, "cat hello.txt", "world")
        check_says(world.uses_file(reviewer, "read_file", path="hello.txt").text, "world")
        for tool, arguments in (("write_file", {"content": "x"}), ("edit_file", {"old_text": "hello", "new_text": "x"})):
            refused = world.uses_file(reviewer, tool, denied=True, path="hello.txt", **arguments)
            check_says(refused.text, "rule role")
        step("a Researcher reads, and does neither")
        check(researcher.tools() == TOOLS["researcher"], researcher.tools())
        check_says(world.uses_file(researcher, "read_file", path="hello.txt").text, "world")
        check_says(world.uses_file(researcher, "write_file", denied=True, path="hello.txt", content="x").text, "rule role")
        command = "touch researched"
        result = researcher.call("run_command", command=command)
        world.expect_denied(researcher, command, result, "role", "role", "deny", ("researcher",))
        check(not world.exists("researched") and world.read("hello.txt") == "hello\nworld\n")
        for tool in ("wait_command", "command_output", "cancel_command"):
            check_says(researcher.call(tool, job_id="j1").text, "rule role")
            world.ledger.file(researcher, "run_command", None, "denied", "role")
        step("a tool that nobody has is an error of the protocol")
        try:
            reviewer.call("fly")
            check(False, "it was called")
        except ProtocolError as error:
            check(error.code == -32602, error)


# --- output as it comes ------------------------------------------------------------------------------

def clear_go(world):
    if world.exists("go"):
        os.unlink(os.path.join(world.loop, "go"))
    world.write("slow.py", SLOW)


def streaming(world, agents):
    clear_go(world)
    with agents() as coder:
        step("progress comes while a command runs, with the last line that it wrote")
        command = "python3 slow.py streamed"
        pending = coder.begin("run_command", progress=True, command=command)
        harness.wait_until(lambda: any("running" in one["message"] and "first" in one["message"] for one in pending.progress),
                           "progress")
        world.write("go")
        check_says(world.expect_ran(coder, command, pending.result()).text, "first\nlast")
        values = [one["progress"] for one in pending.progress]
        check(values == sorted(set(values)), values)
        step("who waits for less gets a job: wait_command, command_output with offsets")
        clear_go(world)
        command = "python3 slow.py job"
        begun = coder.call("run_command", command=command, wait_ms=0)
        job = begun.data["job_id"]
        check(begun.data["state"] in ("judging", "queued", "running") and not begun.is_error, begun)
        check_says(begun.text, "wait_command", job)
        harness.wait_until(lambda: "first" in coder.call("command_output", job_id=job).data["output"], "output")
        world.write("go")
        world.expect_ran(coder, command, coder.call("wait_command", job_id=job))
        rest = coder.call("command_output", job_id=job, offset=len("first\n")).data
        check((rest["output"], rest["more"], rest["next_offset"]) == ("last\n", False, len("first\nlast\n")), rest)
        with agents("reviewer") as reviewer:
            step("a job is its agent's own")
            check(reviewer.call("command_output", job_id=job).is_error)
            check(reviewer.call("cancel_command", job_id=job).is_error)
        step("output is cut in the middle, and the cut is counted")
        result = world.runs(coder, "seq 100000", "100000")
        data = result.data
        total = sum(len(str(number)) + 1 for number in range(1, 100001))
        check(data["stdout"].startswith("1\n2\n") and data["stdout"].endswith("99999\n100000\n"), result)
        check(data["stdout_cut_bytes"] > 0 and len(result.text) < 40 * 1024, data["stdout_cut_bytes"])
        for text, cut in ((data["stdout"], data["stdout_cut_bytes"]), (result.text, None)):
            mark = re.search(r"\n\[\D*(\d+) bytes cut\D*\]\n", text)
            check(mark is not None and cut in (None, int(mark.group(1))), text)
            check(len(text) - len(mark.group(0)) + int(mark.group(1)) == total, mark.group(0), len(text), total)


def cancelling(world, agents):
    clear_go(world)
    with agents() as coder:
        step("cancel_command stops it")
        # Another session may run at the same time.
        word = f"cancelled-{os.getpid()}"
        command = f"python3 slow.py {word}"
        job = coder.call("run_command", command=command, wait_ms=0).data["job_id"]
        harness.wait_until(lambda: "first" in coder.call("command_output", job_id=job).data["output"], "output")
        stopped = coder.call("cancel_command", job_id=job)
        check(stopped.data["state"] == "ended" and not stopped.is_error, stopped)
        check_says(stopped.text, "cancelled")
        check(not harness.processes_with(word.encode()), "the command still runs")
        was_cancelled(world, coder, job, command)
        step("a client that aborts its call stops the command")
        # Another session may run at the same time.
        word = f"aborted-{os.getpid()}"
        command = f"python3 slow.py {word}"
        pending = coder.begin("run_command", progress=True, command=command)
        harness.wait_until(lambda: any("first" in one["message"] for one in pending.progress), "progress")
        pending.abort()
        try:
            pending.wait()
            check(False, "the aborted call has an answer")
        except ProtocolError:
            pass
        harness.wait_until(lambda: not harness.processes_with(word.encode()), "the command to be gone")
        was_cancelled(world, coder, job_of(world, command), command)


def job_of(world, command):
    """The one that was not heard of yet."""
    runs = world.gateway.good("GET", "/v1/runs?max=1000")["runs"]
    (job,) = {run["id"] for run in runs if run["command"] == command} - set(world.ledger.commands)
    return job


def was_cancelled(world, agent, job, command):
    run = world.gateway.good("GET", f"/v1/runs/{job}?wait_ms=100000")
    check(run["state"] == "ended" and run["exit"]["cancelled"], run)
    lines = world.ledger.command(agent, job, command, "run", "filter", rule="none", verdict="allow", sandbox=world.sandbox)
    lines[1]["exit"].update(kind="signaled", code=signal.SIGTERM, cancelled=True)


# --- what the sandbox holds ---------------------------------------------------------------------------

def held(world, agents):
    others = {"sibling": world.sibling, "nested sibling": world.nested, "project": world.project}
    with agents() as coder:
        world.uses_file(coder, "write_file", path="writer.py",
                        content=WRITER % (", ".join(map(repr, others.values())), world.sibling))
        step("a script that writes in a sibling's folder, a nested one and the project is held, and the folder is named")
        result = world.runs(coder, "python3 writer.py", "the sandbox", "read-only", "loops/b", code=1)
        check("WRITTEN" not in result.text, result)
        for name, folder in others.items():
            check(not world.exists("written", folder), name)
        for name, command in (("sibling", "touch ../b/written"), ("nested sibling", "touch nested/written"),
                              ("project", "touch ../../written")):
            step(f"the filter says it beforehand of a plain command: {name}")
            result = coder.call("run_command", command=command)
            check(result.is_error and not world.exists("written", others[name]), result)
            named = {"sibling": "loops/b", "nested sibling": "nested", "project": "project"}[name]
            check_says(result.text, named)
            if result.data["outcome"] == "denied":
                world.expect_denied(coder, command, result, "filter", result.data["rule"], "deny", ("instead:",))
            else:
                world.expect_ran(coder, command, result, code=result.data["exit_code"])


def unreachable(world, agents):
    gateway = world.gateway
    text = REACHER.replace("PORT", str(gateway.port)).replace("FOLDER", repr(gateway.folder))
    world.open_window()
    with agents() as coder:
        step("network, and the gateway's port, sockets and token are out of reach for a script that the agent wrote")
        world.uses_file(coder, "write_file", path="reach.py", content=text)
        result = world.runs(coder, "python3 reach.py", "port no", "token no")
        check("REACHED" not in result.text and result.text.count(" no\n") >= 6, result)
        step("and for a one-liner that was allowed once")
        command = f'python3 -c "import socket; socket.create_connection((\'127.0.0.1\', {gateway.port}), 5)"'
        result = coder.begin("run_command", command=command)
        approval = world.window.next("approval", lambda data: "create_connection" in "".join(data.get("lines", [])))
        world.answer(json.loads(approval["data"]), "once")
        world.expect_ran(coder, command, result.result(), "once", rule="inline-code", verdict="ask", code=1, answered_by="api")
    world.close_window()


# --- once for each transport ---------------------------------------------------------------------------

def nobody_in_time(world, agents):
    world.set(approval_timeout="5")
    world.open_window()
    world.write("late")
    with agents() as coder:
        step("nobody answers within the five seconds of the setting: denied, and the model is told so")
        command = "rm late"
        pending = coder.begin("run_command", progress=True, command=command)
        approval = world.approval(command)
        check(0 < approval["left_ms"] <= 5000, approval)
        result = world.expect_denied(coder, command, pending.result(), "timeout", "delete", "ask", ("nobody answered in time",))
        check(world.exists("late"), result)
        check(any("waiting for the user's answer" in one["message"] for one in pending.progress), pending.progress)
        step("an answer that comes too late is none")
        late = world.gateway.ask("POST", "/v1/approvals/" + approval["id"], {"answer": "once", "digest": approval["digest"]})
        check(late.status in (404, 409) and world.exists("late"), late.status)
    world.set(approval_timeout="300")
    world.close_window()


def full_auto(world, agents):
    world.open_window()
    for name in ("one", "two", "three"):
        world.write(name)
    with agents() as coder, agents("visitor") as visitor:
        step("Full Auto that is switched on lets run what waits, on its board only")
        command = "rm one"
        pending = coder.begin("run_command", command=command)
        world.approval(command)
        other = visitor.begin("run_command", command="git commit --allow-empty -m other")
        waiting = world.approval("git commit --allow-empty -m other")
        world.full_auto(True)
        world.expect_ran(coder, command, pending.result(), "full-auto", rule="delete", verdict="ask", answered_by="settings")
        check(world.waiting() == [waiting["id"]])
        world.answer(waiting, "deny")
        world.expect_denied(visitor, "git commit --allow-empty -m other", other.result(), "user", "git-change", "ask", (), "api")
        step("it does not ask any more, and denies what it denied before")
        world.runs(coder, "rm two", by="full-auto", rule="delete", verdict="ask")
        world.is_denied(coder, DENIED[0][1], "shell", "instead:")
        step("a grant for the session, beside it")
        world.full_auto(False)
        world.is_asked(coder, "rm three", "delete", "session")
    for name in ("one", "two"):
        world.write(name)
    world.full_auto(True)
    world.restart()
    with agents() as coder:
        step("after a restart of the gateway Full Auto is still on, without any window")
        world.runs(coder, "rm one", by="full-auto", rule="delete", verdict="ask")
        step("the grant for the session is gone")
        world.full_auto(False)
        world.open_window()
        world.is_asked(coder, "rm two", "delete", "deny")
        check(world.exists("two"))
    world.close_window()


def not_ready(world, agents):
    folder = os.path.join(world.top, "bin")
    if not os.path.isdir(folder):
        os.mkdir(folder)
        for name in ("sh", "touch", "env"):
            os.symlink(os.path.realpath(f"/usr/bin/{name}"), os.path.join(folder, name))
    world.restart(PATH=folder)
    with agents() as coder:
        step("without bubblewrap a command is refused, and the step that helps is named")
        refused(world, coder, "touch ran", "bubblewrap", "install")
        step("the file tools keep on working")
        check_says(world.uses_file(coder, "read_file", path="hello.txt").text, "world")
    world.restart()
    world.set(backend="nonexistent")
    with agents() as coder:
        step("so it is with a backend that does not exist")
        refused(world, coder, "touch ran", "nonexistent")
    world.set(backend="auto")
    with agents() as coder:
        step("and with the backend it runs again")
        world.runs(coder, "touch ran")
        os.unlink(os.path.join(world.loop, "ran"))


def refused(world, agent, command, *says):
    result = agent.call("run_command", command=command)
    check(result.is_error and result.data["outcome"] == "failed", result)
    check(not world.exists("ran"), "it ran")
    check_says(result.text, "was not run", *says)
    lines = world.ledger.command(agent, result.data["job_id"], command, "run", "filter", rule="none", verdict="allow",
                                 sandbox=True)
    lines[1].update(end="failed", exit=None)


# --- without a gateway ----------------------------------------------------------------------------------

def alone(world, agents):
    with agents() as coder, agents("researcher") as researcher:
        step("cordon mcp serves alone: allowed runs in the sandbox, asked is denied since nobody can be asked, denied is denied")
        check(coder.tools() == TOOLS["coder"] and researcher.tools() == TOOLS["researcher"])
        world.runs(coder, "npm test", "1 test passed")
        world.write("kept")
        world.is_denied(coder, "rm kept", "delete", "cordon gateway", by="nobody", verdict="ask")
        check(world.exists("kept"))
        for rule, command in DENIED:
            world.is_denied(coder, command, rule, "instead:")
        check_says(world.uses_file(coder, "read_file", path="hello.txt").text, "world")
        world.is_refused_file(coder, "read_file", "secret", path=".env")
        check_says(world.uses_file(researcher, "write_file", denied=True, path="hello.txt", content="x").text, "rule role")
    check((coder.elicited, researcher.elicited) == (0, 0))


EVERYWHERE = (allowed, asked, denied, files, streaming, cancelling)
IN_THE_SANDBOX = (held, unreachable, roles)
ONCE = (nobody_in_time, full_auto, not_ready)
ALONE = (alone,)

# SPDX-License-Identifier: MIT
"""An agent of the session: the official client in a process of its own, told by lines what to call."""

import itertools
import json
import queue
import subprocess
import threading

# Far above what anything here takes: it only ends a test that hangs.
HANG = 120


class Result:
    """What a tool gave: the text that the model sees, and the data beside it."""

    def __init__(self, answer):
        self.answer = answer
        self.is_error = answer.get("isError", False)
        self.text = "\n".join(block["text"] for block in answer.get("content", []))
        self.data = answer.get("structuredContent", {})

    def __repr__(self):
        return json.dumps(self.answer)


class ProtocolError(Exception):
    def __init__(self, error):
        super().__init__(error["message"])
        self.code = error["code"]


class Pending:
    """A call that is under way."""

    def __init__(self, agent, number):
        self.agent = agent
        self.number = number
        self.answers = queue.Queue()
        self.progress = []

    def wait(self):
        answer = self.answers.get(timeout=HANG)
        if "error" in answer:
            raise ProtocolError(answer["error"])
        return answer["result"]

    def result(self):
        return Result(self.wait())

    def abort(self):
        self.agent.send("abort", call=self.number).wait()


# What session.mjs says of itself.
CLIENT = "cordon-session 1.0.0"


class Agent:
    """options: of session.mjs.  Ends with the block; then `elicited` says how often it was asked to approve."""

    def __init__(self, node, folder, title, bubble, board, options):
        self.title, self.bubble, self.board = title, bubble, board
        # Over HTTP it is said with the handshake of old only, and there is no session that would remember it.
        self.client = None if "url" in options and options["mode"] == "legacy" else CLIENT
        self.numbers = itertools.count(1)
        self.pending = {}
        self.lock = threading.Lock()
        self.elicited = None
        self.first = queue.Queue()
        self.process = subprocess.Popen(
            [node, "session.mjs", json.dumps(options)], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE, text=True, cwd=folder)
        self.errors = []
        threading.Thread(target=self._read_errors, daemon=True).start()
        threading.Thread(target=self._read, daemon=True).start()
        hello = self.first.get(timeout=HANG)
        if "connected" not in hello:
            raise AssertionError(f"{title} could not connect: {hello} {self.errors}")
        self.revision = hello["connected"]["revision"]
        self.instructions = hello["connected"]["instructions"]

    def _read_errors(self):
        self.errors.extend(self.process.stderr)

    def _read(self):
        for line in self.process.stdout:
            answer = json.loads(line)
            if "id" not in answer:
                self.first.put(answer)
                continue
            with self.lock:
                pending = self.pending[answer["id"]]
            if "progress" in answer:
                pending.progress.append(answer["progress"])
            else:
                pending.answers.put(answer)
        self.first.put({"failed": "it ended"})
        with self.lock:
            for pending in self.pending.values():
                pending.answers.put({"error": {"code": None, "message": f"{self.title} ended: {self.errors}"}})

    def send(self, deed, **more):
        pending = Pending(self, next(self.numbers))
        with self.lock:
            self.pending[pending.number] = pending
        self.process.stdin.write(json.dumps({"id": pending.number, "do": deed, **more}) + "\n")
        self.process.stdin.flush()
        return pending

    def tools(self):
        return [tool["name"] for tool in self.send("list").wait()]

    def begin(self, tool, *, beside=None, progress=False, **arguments):
        """Calls a tool.  beside: members of the request that are none of the tool's arguments."""
        return self.send("call", params={"name": tool, "arguments": arguments, **(beside or {})},
                         options={"progress": progress})

    def call(self, tool, **arguments):
        return self.begin(tool, **arguments).result()

    def close(self):
        if self.process.poll() is None:
            self.elicited = self.send("close").wait()["elicited"]
        self.process.wait(timeout=HANG)
        self.process.stdin.close()

    def __enter__(self):
        return self

    def __exit__(self, kind, *_):
        if kind is None:
            self.close()
        else:
            self.process.kill()
            self.process.wait(timeout=HANG)

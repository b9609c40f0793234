# SPDX-License-Identifier: MIT
"""A real gateway for a test: started, spoken to over its sockets, and ended."""

import http.client
import json
import os
import queue
import signal
import socket
import subprocess
import threading

import harness
from harness import ProjectTest

SCHEMA = None


def openapi():
    global SCHEMA
    if SCHEMA is None:
        with open(os.path.join(harness.SOURCE, "docs", "openapi.json"), encoding="utf-8") as file:
            SCHEMA = json.load(file)
    return SCHEMA


class UnixConnection(http.client.HTTPConnection):
    def __init__(self, path):
        super().__init__("localhost", timeout=harness.HANG)
        self.path = path

    def connect(self):
        self.sock = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self.sock.settimeout(self.timeout)
        self.sock.connect(self.path)


class Answer:
    def __init__(self, response, body):
        self.status = response.status
        self.headers = response.headers
        self.body = body

    def json(self):
        return json.loads(self.body)

    def code(self):
        return self.json()["error"]["code"]


def find_operation(method, path):
    """The operation of the description that a request belongs to, or None."""
    parts = path.split("?")[0].split("/")
    for pattern, operations in openapi()["paths"].items():
        wanted = pattern.split("/")
        if len(wanted) == len(parts) and all(
                w == p or w.startswith("{") for w, p in zip(wanted, parts)):
            return operations.get(method.lower())
    return None


FILES = {"cordon.job/1": "job", "cordon.approval/1": "approval"}


def check_documents(value):
    """Whatever names a schema of ours keeps it."""
    if isinstance(value, list):
        for element in value:
            check_documents(element)
    elif isinstance(value, dict):
        if isinstance(value.get("schema"), str) and value["schema"] in FILES:
            name = FILES[value["schema"]]
            harness.validate(value, harness.load_schema(name), place=name)
        for member in value.values():
            check_documents(member)


def check_against_description(method, path, answer):
    """What the gateway says is what docs/openapi.json says."""
    operation = find_operation(method, path)
    if operation is None or answer.status in (404, 405):
        return
    response = operation["responses"].get(str(answer.status))
    assert response is not None, f"{method} {path}: {answer.status} is not described"
    if "$ref" in response:
        response = openapi()["components"]["responses"][response["$ref"].rsplit("/", 1)[1]]
    content = response.get("content", {}).get("application/json")
    if content is None:
        assert answer.body == b"", f"{method} {path}: a body that is not described"
        return
    harness.validate(answer.json(), content["schema"], openapi(), f"{method} {path}")
    check_documents(answer.json())


class Events:
    """A stream of events, read in a thread."""

    def __init__(self, gateway, query="", headers=None):
        self.connection = UnixConnection(gateway.socket)
        self.connection.request("GET", "/v1/events" + query, headers=headers or {})
        self.response = self.connection.getresponse()
        self.status = self.response.status
        self.queue = queue.Queue()
        self.last_id = None
        self.seen = []
        self.thread = threading.Thread(target=self._read, daemon=True)
        if self.status == 200:
            self.thread.start()

    def _read(self):
        event = {}
        try:
            for raw in self.response:
                line = raw.decode().rstrip("\n")
                if line == "":
                    if "event" in event:
                        self.queue.put(event)
                    event = {}
                elif not line.startswith(":"):
                    name, _, value = line.partition(": ")
                    event[name] = value
        except (OSError, ValueError, AttributeError, http.client.HTTPException):
            pass
        self.queue.put(None)

    def next(self, name=None, where=lambda data: True):
        """The next event with that name whose data fits."""
        while True:
            event = self.queue.get(timeout=harness.HANG)
            if event is None:
                raise AssertionError(f"the stream ended before {name}; seen: {self.seen}")
            self.seen.append(event)
            self.last_id = event.get("id", self.last_id)
            check_documents(json.loads(event["data"]))
            if name in (None, event["event"]) and where(json.loads(event["data"])):
                return event

    def wait_for_end(self):
        while self.queue.get(timeout=harness.HANG) is not None:
            pass

    def close(self):
        try:
            self.connection.sock.shutdown(socket.SHUT_RDWR)
        except (OSError, AttributeError):
            pass
        self.connection.close()


class Gateway:
    def __init__(self, test, *options, environment=None, command=None):
        self.folder = os.path.join(test.top, "run")
        self.socket = os.path.join(self.folder, "gateway.sock")
        self.log_path = os.path.join(test.top, "gateway.log")
        with open(self.log_path, "ab") as log:
            self.process = subprocess.Popen(
                command or [harness.CORDON, "gateway", *options], stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL, stderr=log, env=environment or test.environment(),
                cwd=test.top)
        harness.wait_until(self._is_up, "the gateway")
        with open(os.path.join(self.folder, "gateway.json"), encoding="utf-8") as file:
            self.info = json.load(file)
        self.port = self.info["port"]
        with open(os.path.join(self.folder, "token"), encoding="ascii") as file:
            self.token = file.read().strip()

    def _is_up(self):
        if self.process.poll() is not None:
            raise AssertionError(f"the gateway ended: {self.log()}")
        try:
            with open(os.path.join(self.folder, "gateway.json"), encoding="utf-8") as file:
                return json.load(file)["pid"] == self.process.pid
        except OSError:
            return False

    def log(self):
        with open(self.log_path, encoding="utf-8", errors="replace") as file:
            return file.read()

    def ask(self, method, path, body=None, headers=None, tcp=False):
        connection = (http.client.HTTPConnection("127.0.0.1", self.port, timeout=harness.HANG)
                      if tcp else UnixConnection(self.socket))
        headers = dict(headers or {})
        data = None
        if body is not None or method in ("POST", "PATCH"):
            data = body if isinstance(body, bytes) else json.dumps(body or {}).encode()
            headers.setdefault("Content-Type", "application/json")
        try:
            connection.request(method, path, body=data, headers=headers)
            response = connection.getresponse()
            answer = Answer(response, response.read())
        finally:
            connection.close()
        check_against_description(method, path, answer)
        return answer

    def good(self, method, path, body=None, **options):
        answer = self.ask(method, path, body, **options)
        assert answer.status < 300, (method, path, answer.status, answer.body)
        return answer.json() if answer.body else None

    def stop(self, number=signal.SIGTERM):
        if self.process.poll() is None:
            self.process.send_signal(number)
        return self.process.wait(timeout=harness.HANG)


class GatewayTest(ProjectTest):
    """A gateway with a board, a loop and a bubble of each role."""

    def setUp(self):
        super().setUp()
        os.mkdir(os.path.join(self.top, "run"), 0o700)
        self.gateway = None

    def tearDown(self):
        if self.gateway is not None:
            status = self.gateway.stop()
            self.assertEqual(status, 0, self.gateway.log())
        super().tearDown()

    def environment(self, **changes):
        return super().environment(
            CORDON_RUNTIME_DIR=os.path.join(self.top, "run"),
            XDG_CONFIG_HOME=os.path.join(self.top, "config"),
            XDG_STATE_HOME=os.path.join(self.top, "state"), **changes)

    def start(self, *options, sandbox=False):
        self.gateway = Gateway(self, *options)
        if not self.gateway.good("GET", "/v1/boards")["boards"]:
            self.add_bubbles()
            if sandbox:
                self.gateway.good("PATCH", "/v1/settings", {"sandbox": "on"})
        return self.gateway

    def add_bubbles(self):
        ask = self.gateway.good
        ask("POST", "/v1/boards", {"id": "b", "name": "Board", "project": self.project})
        ask("POST", "/v1/loops", {"id": "a", "board": "b", "folder": self.loop})
        ask("POST", "/v1/loops", {"id": "other", "board": "b", "folder": self.sibling})
        for role in ("coder", "reviewer", "researcher"):
            ask("POST", "/v1/bubbles", {"id": role, "name": role.title(), "loop": "a", "role": role})

    def begin_run(self, command, bubble="coder", **more):
        return self.gateway.good("POST", "/v1/runs", {"bubble": bubble, "command": command, **more})

    def wait_run(self, run):
        return self.gateway.good("GET", f"/v1/runs/{run['id']}?wait_ms=100000")

    def run_command(self, command, bubble="coder", **more):
        return self.begin_run(command, bubble, wait_ms=100000, **more)

    def make_token(self, bubble="coder"):
        return self.gateway.good("POST", f"/v1/bubbles/{bubble}/token")["token"]

    def bearer(self, token):
        return {"Authorization": "Bearer " + token}

    def audit(self, **fields):
        query = "&".join(f"{name}={value}" for name, value in fields.items())
        return self.gateway.good("GET", f"/v1/audit?last=1000&{query}")["lines"]

    def write_loop(self, name, text="x\n"):
        with open(os.path.join(self.loop, name), "w", encoding="utf-8") as file:
            file.write(text)

    def exists(self, name):
        return os.path.exists(os.path.join(self.loop, name))

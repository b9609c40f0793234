# SPDX-License-Identifier: MIT
"""What the load tests need: a client that keeps its connection, listeners by the hundred, and the gateway's own figures."""

import glob
import http.client
import json
import os
import re
import selectors
import socket
import threading

import harness
from gateway_fixtures import GatewayTest, UnixConnection

# The promised numbers; CORDON_LOAD_PERCENT=10 makes a quick run of them.
PERCENT = int(os.environ.get("CORDON_LOAD_PERCENT", "100"))


def scaled(number):
    return max(number * PERCENT // 100, 2)


def tell(*words):
    print("  figure:", *words, flush=True)


def keep_figures(what, before, full, after):
    """For bench/gateway: one line of JSON a test."""
    path = os.environ.get("CORDON_LOAD_FIGURES")
    if path:
        with open(path, "a", encoding="utf-8") as file:
            file.write(json.dumps({"what": what, "before": before, "full": full, "after": after}) + "\n")


class Client:
    """Many requests over one connection."""

    def __init__(self, path):
        self.path = path
        self.connection = UnixConnection(path)

    def ask(self, method, path, body=None):
        data = None if body is None else json.dumps(body).encode()
        headers = {} if body is None else {"Content-Type": "application/json"}
        for is_last in (False, True):
            try:
                self.connection.request(method, path, body=data, headers=headers)
                response = self.connection.getresponse()
                return response.status, json.loads(response.read() or b"null")
            except (OSError, http.client.HTTPException):
                # One that was idle for long may have ended; nothing was taken of this request then.
                self.connection.close()
                self.connection = UnixConnection(self.path)
                if is_last:
                    raise
        raise AssertionError("not reached")

    def good(self, method, path, body=None):
        status, answer = self.ask(method, path, body)
        assert status < 300, (method, path, status, answer)
        return answer

    def close(self):
        self.connection.close()


class Listener:
    """One stream of events: the numbers that it saw, and, when told to, the events themselves."""

    def __init__(self, crowd, query="", last_id=None, keep=False):
        self.crowd = crowd
        self.keep = keep
        self.query = query
        self.numbers = []
        self.events = []
        self.resets = 0
        self.reconnects = 0
        self.is_open = False
        self.connect(last_id)

    def connect(self, last_id=None):
        self.rest = b""
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.connect(self.crowd.path)
        head = f"GET /v1/events{self.query} HTTP/1.1\r\nHost: localhost\r\n"
        if last_id is not None:
            head += f"Last-Event-ID: {last_id}\r\n"
        self.socket.sendall(head.encode() + b"\r\n")
        self.socket.setblocking(False)
        self.is_open = True
        self.crowd.selector.register(self.socket, selectors.EVENT_READ, self)

    def last_id(self):
        return f"{self.crowd.epoch}-{self.numbers[-1]}" if self.numbers else None

    def disconnect(self):
        if self.is_open:
            self.crowd.selector.unregister(self.socket)
            self.socket.close()
            self.is_open = False

    def reconnect(self):
        self.disconnect()
        self.reconnects += 1
        try:
            self.connect(self.last_id())
        except OSError:
            # The gateway is gone.
            self.socket.close()

    def take(self):
        try:
            data = self.socket.recv(1 << 18)
        except BlockingIOError:
            return
        except ConnectionError:
            data = b""
        if not data:
            # As every client of such streams does it.
            self.reconnect()
            return
        data = self.rest + data
        whole, _, self.rest = data.rpartition(b"\n\n")
        whole += b"\n\n" if whole else b""
        self.look_at(whole)

    def look_at(self, data):
        if not data:
            return
        # A chunk begins anywhere, within an event too.
        data = re.sub(rb"\r\n[0-9a-fA-F]+\r\n", b"", data)
        if self.crowd.epoch is None:
            found = re.search(rb"(?m)^id: ([^-\n]+)-", data)
            self.crowd.epoch = found[1].decode() if found else None
        for event in data.split(b"\n\n"):
            number = re.search(rb"(?m)^id: [^-\n]+-(\d+)\n", event + b"\n")
            name = re.search(rb"(?m)^event: (.*)", event)
            if name is None:
                continue
            if name[1] == b"reset":
                self.resets += 1
            elif number is not None and name[1] != b"hello":
                self.numbers.append(int(number[1]))
                if self.keep:
                    text = event.rpartition(b"data: ")[2]
                    self.events.append((name[1].decode(), json.loads(text)))
            elif number is not None and not self.numbers:
                self.begin = int(number[1])


class Crowd:
    """Listeners that one thread reads for."""

    def __init__(self, gateway):
        self.path = gateway.socket
        self.epoch = None
        self.selector = selectors.DefaultSelector()
        self.listeners = []
        self.lock = threading.Lock()
        self.is_over = False
        self.thread = threading.Thread(target=self._read, daemon=True)
        self.thread.start()

    def _read(self):
        while not self.is_over:
            for key, _ in self.selector.select(0.1):
                with self.lock:
                    if key.data.is_open and key.fileobj is key.data.socket:
                        key.data.take()

    def add(self, count, **options):
        with self.lock:
            added = [Listener(self, **options) for _ in range(count)]
        self.listeners += added
        return added

    def reconnect(self, listeners):
        for listener in listeners:
            with self.lock:
                listener.reconnect()

    def remove(self, listener):
        with self.lock:
            listener.disconnect()

    def close(self):
        self.is_over = True
        self.thread.join()
        for listener in self.listeners:
            listener.disconnect()
        self.selector.close()


class LoadTest(GatewayTest):
    def start(self, *options, sandbox=False):
        gateway = super().start(*options, sandbox=sandbox)
        # A loaded machine takes its time, and time is not what is tested here.
        gateway.good("PATCH", "/v1/settings", {"time-limit": "3600", "approval-timeout": "3600"})
        self.client = Client(gateway.socket)
        self.addCleanup(self.client.close)
        return gateway

    def crowd(self):
        crowd = Crowd(self.gateway)
        self.addCleanup(crowd.close)
        return crowd

    def counts(self):
        return self.client.good("GET", "/v1/status")["session"]["jobs"]

    def wait_counts(self, **wanted):
        def fits():
            counts = self.counts()
            return all(counts[name] == number for name, number in wanted.items())
        try:
            harness.wait_until(fits, f"{wanted}")
        except AssertionError as error:
            raise AssertionError(f"{error}: {self.counts()}") from None

    def post(self, command):
        return self.client.good("POST", "/v1/runs", {"bubble": "coder", "command": command})["id"]

    def figures(self):
        """Of the gateway's process: KiB, and numbers."""
        pid = self.gateway.process.pid
        found = {}
        with open(f"/proc/{pid}/status", encoding="ascii") as file:
            for line in file:
                name, _, value = line.partition(":")
                if name in ("VmRSS", "VmHWM", "Threads"):
                    found[name] = int(value.split()[0])
        found["fds"] = len(os.listdir(f"/proc/{pid}/fd"))
        return found

    def audit_lines(self):
        """All that was recorded, oldest first, each line read as JSON."""
        lines = []
        folder = os.path.join(self.top, "state", "cordon")
        names = sorted(glob.glob(os.path.join(folder, "audit.*jsonl*")), key=os.path.getmtime)
        for name in names:
            with open(name, encoding="utf-8") as file:
                lines += [json.loads(line) for line in file]
        return lines


def count_with(mark):
    """Processes one of whose words ends with the mark; zombies have no words."""
    count = 0
    for entry in os.listdir("/proc"):
        if not entry.isdigit():
            continue
        try:
            with open(f"/proc/{entry}/cmdline", "rb") as file:
                words = file.read()
        except OSError:
            continue
        if mark in words and int(entry) != os.getpid():
            count += 1
    return count

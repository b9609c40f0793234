# SPDX-License-Identifier: MIT
"""The HTTP server of the gateway, met by good clients, by bad ones, and by both at once.  Through
tests/support/http_echo.c, over raw sockets: an HTTP client would not send most of this."""

import contextlib
import json
import os
import re
import resource
import select
import signal
import socket
import stat
import struct
import subprocess
import tempfile
import time
import unittest

PROGRAM = os.environ["HTTP_ECHO"]
# Far above what anything here takes: it only ends a test that hangs.
HANG = 60
# The sanitizers keep up to 256 MiB of freed memory for a while.
KEPT = 300 if "ASAN_OPTIONS" in os.environ else 0
MIB = 1024 * 1024
TOKEN = b"Authorization: Bearer secret\r\n"
JSON = b"Content-Type: application/json\r\n"
CHUNKED = b"Transfer-Encoding: chunked\r\n"
# Of every answer, whoever wrote it.
SECURITY = {
    "content-security-policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
                               "font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; "
                               "frame-ancestors 'none'; require-trusted-types-for 'script'",
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "cache-control": "no-store",
    "x-frame-options": "DENY",
}


def raise_limit():
    """As many descriptors as may be, for us and for the server."""
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    return hard


class Answer:
    """One answer from the begin of some bytes; `rest` is what comes behind it."""

    def __init__(self, data):
        head, _, rest = data.partition(b"\r\n\r\n")
        lines = head.decode("latin-1").split("\r\n")
        match = re.fullmatch(r"HTTP/1\.1 (\d{3}) .*", lines[0])
        assert match, data[:200]
        self.status = int(match.group(1))
        self.headers = {}
        for line in lines[1:]:
            name, _, value = line.partition(": ")
            assert name.lower() not in self.headers, f"{name} is there twice"
            self.headers[name.lower()] = value
        size = int(self.headers.get("content-length", "0"))
        if "transfer-encoding" in self.headers:
            self.body, self.rest = unchunk(rest)
        else:
            self.body, self.rest = rest[:size], rest[size:]
            assert len(self.body) == size, (size, data[:200])

    def json(self):
        return json.loads(self.body)


def unchunk(data):
    body = b""
    while True:
        line, found, rest = data.partition(b"\r\n")
        assert found, "the answer ends inside of a chunk"
        size = int(line, 16)
        body += rest[:size]
        assert rest[size:size + 2] == b"\r\n", "a chunk does not end where it says"
        data = rest[size + 2:]
        if size == 0:
            return body, data


class Server:
    """A running server; options as its command line names them, without dashes."""

    def __init__(self, test, **options):
        words = [PROGRAM]
        for name, value in options.items():
            words += ["--" + name.replace("_", "-"), str(value)]
        self.process = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.test = test
        test.addCleanup(self.stop)
        self.port = int(self.process.stdout.readline())
        self.host = b"Host: 127.0.0.1:%d\r\n" % self.port

    def stop(self):
        if self.process.returncode is not None:
            return
        self.process.send_signal(signal.SIGTERM)
        status = self.process.wait(HANG)
        self.process.stdin.close()
        self.process.stdout.close()
        self.test.assertEqual(status, 0, "the server ended badly")

    def memory(self):
        with open(f"/proc/{self.process.pid}/status", encoding="ascii") as file:
            return 1024 * int(re.search(r"VmRSS:\s+(\d+) kB", file.read()).group(1))

    def descriptors(self):
        return len(os.listdir(f"/proc/{self.process.pid}/fd"))

    def connect(self):
        client = socket.create_connection(("127.0.0.1", self.port), timeout=HANG)
        self.test.addCleanup(client.close)
        return client

    def head(self, target=b"/", method=b"GET", extra=b""):
        return b"%s %s HTTP/1.1\r\n%s%s%s\r\n" % (method, target, self.host, TOKEN, extra)

    def ask(self, data):
        """Sends bytes on a new connection, and gives all that comes until it is closed."""
        with contextlib.closing(self.connect()) as client:
            with contextlib.suppress(BrokenPipeError, ConnectionResetError):
                client.sendall(data)
            return read_all(client)

    def get(self, target=b"/good", extra=b""):
        return Answer(self.ask(self.head(target, extra=b"Connection: close\r\n" + extra)))

    def counters(self):
        values = self.get(b"/counters").json()
        values.update(json.loads(values.pop("server")))
        return values

    def wait_for(self, **wanted):
        """Until the counters say so."""
        end = time.monotonic() + HANG
        while True:
            values = self.counters()
            if all(values[name] == value for name, value in wanted.items()):
                return
            self.test.assertLess(time.monotonic(), end, f"{values} never became {wanted}")
            time.sleep(0.02)


def read_all(client):
    data = b""
    with contextlib.suppress(ConnectionResetError):
        while True:
            part = client.recv(65536)
            if not part:
                break
            data += part
    return data


def read_until(client, end):
    data = b""
    while not data.endswith(end):
        part = client.recv(65536)
        assert part, f"closed after {data[-200:]}"
        data += part
    return data


def reset(client):
    """Ends a connection as a crash would."""
    client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    client.close()


def hostile(server):
    """Name, bytes, and the status that refuses them; None: closed without a word is fine too."""
    host = server.host
    port = server.port

    def head(target=b"/", method=b"GET", host=host, extra=b"", version=b"HTTP/1.1", token=TOKEN):
        return b"%s %s %s\r\n%s%s%s\r\n" % (method, target, version, host, token, extra)

    def post(extra, body=b"", kind=JSON, version=b"HTTP/1.1"):
        return head(method=b"POST", extra=kind + extra, version=version) + body

    smuggled = head(b"/smuggled")
    yield "foreign host", head(host=b"Host: evil.example\r\n"), 403
    yield "host without port", head(host=b"Host: 127.0.0.1\r\n"), 403
    yield "host of another port", head(host=b"Host: 127.0.0.1:1\r\n"), 403
    yield "host that begins as ours", head(host=b"Host: 127.0.0.1:%d.evil\r\n" % port), 403
    yield "host that ends as ours", head(host=b"Host: evil-localhost:%d\r\n" % port), 403
    yield "host in capitals", head(host=b"Host: LOCALHOST:%d\r\n" % port), 403
    yield "host with user", head(host=b"Host: a@127.0.0.1:%d\r\n" % port), 403
    yield "other name of loopback", head(host=b"Host: [::1]:%d\r\n" % port), 403
    yield "no host", head(host=b""), 400
    yield "empty host", head(host=b"Host:\r\n"), 403
    yield "two hosts", head(host=host + b"Host: evil\r\n"), 400
    yield "the same host twice", head(host=host + host), 400
    yield "NUL behind the host", head(host=host[:-2] + b"\0evil\r\n"), 400
    yield "foreign origin", head(extra=b"Origin: http://evil.example\r\n"), 403
    yield "null origin", head(extra=b"Origin: null\r\n"), 403
    yield "empty origin", head(extra=b"Origin:\r\n"), 403
    yield "https origin", head(extra=b"Origin: https://127.0.0.1:%d\r\n" % port), 403
    yield "origin of another port", head(extra=b"Origin: http://127.0.0.1:1\r\n"), 403
    yield "origin that begins as ours", head(extra=b"Origin: http://localhost:%d.evil\r\n" % port), 403
    yield "two origins", head(extra=b"Origin: http://127.0.0.1:%d\r\n" % port * 2), 400
    yield "cross-site", head(extra=b"Sec-Fetch-Site: cross-site\r\n"), 403
    yield "same-site", head(extra=b"Sec-Fetch-Site: same-site\r\n"), 403
    yield "no token", head(token=b""), 401
    yield "wrong token", head(token=b"Authorization: Bearer wrong\r\n"), 401
    yield "two tokens", head(token=TOKEN * 2), 400
    for path in (b"/..", b"/../x", b"/a/%2e%2e/b", b"/a/%2E%2E", b"/.", b"/a/./b", b"/%2e", b"/a%2fb", b"/..%2f..",
                 b"//", b"//evil/x", b"/a//b", b"/a/", b"/a\\b", b"/..\\x", b"/a%5cb", b"/%00", b"/a%00b", b"/%0a",
                 b"/%7f", b"/%c2%85", b"/%ff", b"/%c0%af", b"/%ed%a0%80", b"/%", b"/%4", b"/%zz", b"/\xc3\xa9", b"/a#b",
                 b"/x?a=1&a=2", b"/x?a=%00", b"/x?a=%ff", b"/x?a=%", b"http://127.0.0.1:%d/" % port, b"http://evil/",
                 b"a", b"*", b"evil:80", b"?"):
        yield "target " + repr(path), head(path), 400
    yield "NUL in the target", head(b"/a\0b"), 400
    yield "long target", head(b"/" + b"a" * 5000), 414
    yield "target without end", b"GET /" + b"a" * 100000, 414
    yield "long query", head(b"/?q=" + b"a" * 5000), 414
    yield "HEAD", head(method=b"HEAD"), 405
    yield "OPTIONS", head(method=b"OPTIONS"), 405
    yield "TRACE", head(method=b"TRACE"), 405
    yield "CONNECT", head(b"evil:443", method=b"CONNECT"), 405
    yield "unknown method", head(method=b"BREW"), 405
    yield "small letters", head(method=b"get"), 405
    yield "method that is no token", head(method=b"G(T"), 400
    yield "two lengths", post(b"Content-Length: 2\r\nContent-Length: 3\r\n", b"{} "), 400
    yield "the same length twice", post(b"Content-Length: 2\r\n" * 2, b"{}"), 400
    for length in (b"+2", b"-2", b"2, 2", b"0x2", b"2 2", b"", b"2.0", b"99999999999999999999999", b"1e1"):
        yield "length " + repr(length), post(b"Content-Length: %s\r\n" % length, b"{}"), 400
    yield "length and chunks", post(b"Content-Length: 4\r\n" + CHUNKED, b"0\r\n\r\n" + smuggled), 400
    yield "chunks and length", post(CHUNKED + b"Content-Length: 4\r\n", b"0\r\n\r\n" + smuggled), 400
    yield "chunks twice", post(CHUNKED * 2, b"0\r\n\r\n" + smuggled), 400
    for coding in (b"xchunked", b"gzip, chunked", b"chunked, chunked", b"identity", b"chunked;a", b"\x0bchunked", b""):
        yield "coding " + repr(coding), post(b"Transfer-Encoding: %s\r\n" % coding, b"0\r\n\r\n" + smuggled), 400
    yield "chunks in HTTP/1.0", post(CHUNKED, b"0\r\n\r\n" + smuggled, version=b"HTTP/1.0"), 400
    yield "blank before the colon", head(extra=b"Content-Length : 5\r\n"), 400
    yield "blank before the host's colon", head(extra=b"Host : evil\r\n"), 400
    yield "folded line", head(extra=b"X-Test: a\r\n Host: evil\r\n"), 400
    yield "folded with a tab", head(extra=b"X-Test: a\r\n\tb\r\n"), 400
    yield "folded first line", head(host=b" Host: evil\r\n" + host), 400
    yield "bare LF everywhere", head().replace(b"\r", b""), 400
    yield "bare LF in the headers", head(extra=b"X-Test: a\nHost: evil\r\n"), 400
    yield "bare LF at the end", head()[:-2] + b"\n", 400
    yield "bare CR", head(extra=b"X-Test: a\rHost: evil\r\n"), 400
    yield "NUL in a header", head(extra=b"X-Test: a\0b\r\n"), 400
    yield "control in a header", head(extra=b"X-Test: a\x01b\r\n"), 400
    yield "NUL in a name", head(extra=b"X\0Y: a\r\n"), 400
    yield "no colon", head(extra=b"nothing\r\n"), 400
    yield "no name", head(extra=b": a\r\n"), 400
    yield "line before", b"\r\n" + head(), 400
    yield "two blanks", b"GET  / HTTP/1.1\r\n%s\r\n" % host, 400
    yield "tabs", b"GET\t/\tHTTP/1.1\r\n%s\r\n" % host, 400
    yield "blank in the target", head(b"/a b"), 400
    yield "HTTP/0.9", b"GET /\r\n\r\n", 400
    yield "HTTP/1.2", head(version=b"HTTP/1.2"), 505
    yield "HTTP/2.0", head(version=b"HTTP/2.0"), 505
    yield "http/1.1", head(version=b"http/1.1"), 400
    yield "preface of HTTP/2", b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 505
    yield "TLS hello", bytes.fromhex("16030100a5010000a10303") + bytes(160), 400
    yield "SSH hello", b"SSH-2.0-OpenSSH_9.2\r\n", 400
    yield "noise", bytes(range(256)) * 64, 400
    yield "header of 70 kB", head(extra=b"X-Test: " + b"a" * 70000 + b"\r\n"), 431
    yield "10,000 headers", head(extra=b"X: a\r\n" * 10000), 431
    yield "65 headers", head(extra=b"X: a\r\n" * 65), 431
    yield "odd expectation", head(extra=b"Expect: 200-ok\r\n"), 417
    yield "GET with a body", head(extra=JSON + b"Content-Length: 2\r\n") + b"{}", 400
    yield "no type", post(b"Content-Length: 2\r\n", b"{}", kind=b""), 415
    yield "form", post(b"Content-Length: 2\r\n", b"{}", kind=b"Content-Type: text/plain\r\n"), 415
    yield "type that begins as ours", post(b"Content-Length: 2\r\n", b"{}", kind=b"Content-Type: application/jsonx\r\n"), 415
    yield "two types", post(b"Content-Length: 2\r\n", b"{}", kind=JSON * 2), 400
    yield "POST without body or type", head(method=b"POST"), 415
    yield "1 GB declared", post(b"Content-Length: 1073741824\r\n"), 413
    yield "1 GB declared, without token", head(method=b"POST", token=b"", extra=JSON + b"Content-Length: 1073741824\r\n"), 401


# What the library reads itself, behind our look at the head: it may answer in its own words.
BAD_CHUNKS = (b"0x2\r\n{}\r\n0\r\n\r\n", b"-2\r\n{}\r\n0\r\n\r\n", b"fffffffffffffffff\r\n{}\r\n", b"2\r\n{}X\r\n0\r\n\r\n",
              b"zz\r\n", b"ffffffffffffffff\r\n{}\r\n", b"\r\n\r\n", b"2 2\r\n{}\r\n0\r\n\r\n")


class HttpTest(unittest.TestCase):
    maxDiff = None

    def check_security(self, answer, name=""):
        for header, value in SECURITY.items():
            self.assertEqual(answer.headers.get(header), value, (name, header))
        for header in ("server", "access-control-allow-origin", "x-powered-by"):
            self.assertNotIn(header, answer.headers, name)

    def check_memory(self, server, before, mib):
        self.assertLess(server.memory() - before, (mib + KEPT) * MIB)

    def check_good(self, server):
        """Somebody well-behaved is served."""
        answer = server.get(b"/good?q=1")
        self.assertEqual((answer.status, answer.json()["q"]), (200, "1"))


class Good(HttpTest):
    def test_what_was_asked_arrives(self):
        server = Server(self)
        data = server.ask(server.head(b"/a%20b/%c3%a9?q=x+y%26%20z&r", b"POST",
                                      JSON + b"X-Test:  t \r\nContent-Length: 7\r\nConnection: close\r\n") + b'{"a":1}')
        answer = Answer(data)
        self.assertEqual(answer.json(), {"method": "POST", "path": "/a b/é", "q": "x y& z", "x": "t", "size": 7,
                                         "body": '{"a":1}', "unix": False, "pid": 0})
        self.assertEqual(answer.headers["retry-after"], "7")
        self.assertEqual(answer.headers["content-type"], "application/json")
        self.check_security(answer)
        self.assertEqual(answer.rest, b"")

    def test_all_methods_and_forms(self):
        server = Server(self)
        for method in (b"GET", b"POST", b"PATCH", b"PUT", b"DELETE"):
            extra = b"" if method in (b"GET", b"DELETE") else JSON + b"Content-Length: 0\r\n"
            answer = Answer(server.ask(server.head(b"/", method, extra + b"Connection: close\r\n")))
            self.assertEqual((answer.status, answer.json()["method"]), (200, method.decode()))
        for extra in (b"Origin: http://127.0.0.1:%d\r\n" % server.port, b"Origin: http://localhost:%d\r\n" % server.port,
                      b"Sec-Fetch-Site: same-origin\r\n", b"Sec-Fetch-Site: none\r\n", b"X-Test: " + b"a" * 15000 + b"\r\n",
                      b"X: a\r\n" * 60):
            self.assertEqual(server.get(extra=extra).status, 200, extra[:40])
        server.host = b"Host: localhost:%d\r\n" % server.port
        self.assertEqual(server.get(b"/" + b"a" * 4000).status, 200)
        self.assertEqual(Answer(server.ask(b"GET / HTTP/1.0\r\n%s%s\r\n" % (server.host, TOKEN))).status, 200)

    def test_chunked_body(self):
        server = Server(self)
        head = server.head(b"/", b"POST", JSON + CHUNKED + b"Connection: close\r\n")
        answer = Answer(server.ask(head + b"1\r\n{\r\n1\r\n}\r\n0\r\n\r\n"))
        self.assertEqual((answer.status, answer.json()["body"]), (200, "{}"))

    def test_limits_of_bodies(self):
        server = Server(self)
        for path, limit in ((b"/x", MIB), (b"/mcp", 4 * MIB)):
            for size, status in ((limit, 200), (limit + 1, 413)):
                extra = JSON + b"Content-Length: %d\r\nConnection: close\r\n" % size
                answer = Answer(server.ask(server.head(path, b"POST", extra) + b" " * size))
                self.assertEqual(answer.status, status, (path, size))
                self.check_security(answer)
                if status == 200:
                    self.assertEqual(answer.json()["size"], size)
        head = b"POST /public HTTP/1.1\r\n%s%sContent-Length: %d\r\n\r\n"
        self.assertEqual(Answer(server.ask(head % (server.host, JSON, 65536) + b" " * 65536)).status, 200)
        self.assertEqual(Answer(server.ask(head % (server.host, JSON, 65537) + b" " * 65537)).status, 413)

    def test_expect_is_answered_before_the_body(self):
        server = Server(self)
        with contextlib.closing(server.connect()) as client:
            client.sendall(server.head(b"/", b"POST", JSON + b"Content-Length: 2\r\nExpect: 100-continue\r\n"))
            self.assertEqual(read_until(client, b"\r\n\r\n"), b"HTTP/1.1 100 Continue\r\n\r\n")
            client.sendall(b"{}")
            self.assertIn(b'"size":2', read_until(client, b"}"))

    def test_connections_are_kept_for_who_has_a_token(self):
        server = Server(self)
        with contextlib.closing(server.connect()) as client:
            for i in range(100):
                client.sendall(server.head(b"/%d" % i))
                self.assertIn(b'"path":"/%d"' % i, read_until(client, b"}"))
        answer = Answer(server.ask(b"GET /public HTTP/1.1\r\n%s\r\n" % server.host))
        self.assertEqual((answer.status, answer.headers["connection"], answer.rest), (200, "close", b""))

    def test_pipelined_requests_are_answered_in_order(self):
        server = Server(self)
        heads = b"".join(server.head(b"/%d" % i) for i in range(20))
        heads += server.head(b"/slow?ms=50") + server.head(b"/last", extra=b"Connection: close\r\n")
        data = server.ask(heads)
        for i in range(20):
            answer = Answer(data)
            self.assertEqual(answer.json()["path"], f"/{i}")
            data = answer.rest
        answer = Answer(data)
        self.assertEqual(answer.body, b"at last")
        answer = Answer(answer.rest)
        self.assertEqual((answer.json()["path"], answer.rest), ("/last", b""))

    def test_a_stranger_gets_one_answer_a_connection(self):
        server = Server(self)
        answer = Answer(server.ask((b"GET /public HTTP/1.1\r\n%s\r\n" % server.host) * 3))
        self.assertEqual((answer.status, answer.rest), (200, b""))
        self.assertEqual(server.counters()["handled"], 2)

    def test_large_answers_arrive_whole(self):
        server = Server(self)
        answer = server.get(b"/big?n=20000000")
        self.assertEqual(answer.body, b"b" * 20000000)

    def test_streams_arrive_event_by_event(self):
        server = Server(self)
        with contextlib.closing(server.connect()) as client:
            client.sendall(server.head(b"/listen"))
            self.assertIn(b"text/event-stream", read_until(client, b"\r\n\r\n"))
            server.ask(server.head(b"/broadcast?n=1", b"POST", JSON + b"Content-Length: 0\r\nConnection: close\r\n"))
            self.assertEqual(read_until(client, b"0\r\n\r\n"), b"9\r\ndata: 0\n\n\r\n0\r\n\r\n")
            # The connection goes on after it.
            client.sendall(server.head(b"/after"))
            self.assertIn(b'"path":"/after"', read_until(client, b"}"))
        answer = server.get(b"/stream?n=100000")
        self.check_security(answer)
        self.assertEqual(answer.body, b"".join(b"data: %d\n\n" % i for i in range(100000)))


class Hostile(HttpTest):
    def test_every_hostile_request_is_refused_in_our_words(self):
        server = Server(self)
        handled = server.counters()["handled"]
        for name, data, status in hostile(server):
            with self.subTest(name):
                answer = Answer(server.ask(data))
                self.assertEqual(answer.status, status, answer.body)
                self.check_security(answer, name)
                self.assertEqual(answer.headers["connection"], "close")
                self.assertEqual(answer.rest, b"")
                self.assertTrue(answer.json()["error"]["message"])
                self.assertEqual("www-authenticate" in answer.headers, status == 401)
                self.assertEqual("allow" in answer.headers, status == 405)
        self.assertEqual(server.counters()["handled"], handled + 1)
        self.check_good(server)

    def test_hostile_requests_that_follow_a_good_one(self):
        """Of one who has shown a token the library reads the next heads itself.  Some of what is not to the letter it reads
        all the same, but nothing that could be taken for another request, host, page or body."""
        lenient = {"NUL behind the host", "NUL in the target", "NUL in a header", "folded with a tab", "bare LF everywhere",
                   "bare LF at the end", "no name", "line before"}
        server = Server(self, header_ms=500, idle_ms=500)
        for name, data, _ in hostile(server):
            with self.subTest(name):
                handled = server.counters()["handled"]
                answer = Answer(server.ask(server.head(b"/first") + data))
                self.assertEqual((answer.status, answer.json()["path"]), (200, "/first"))
                self.assertNotIn(b"smuggled", answer.rest)
                self.assertNotIn(b"evil", answer.rest)
                self.assertLessEqual(server.counters()["handled"], handled + 2 + (name in lenient))
        self.check_good(server)

    def test_bodies_that_are_no_chunks(self):
        server = Server(self, body_ms=500)
        handled = server.counters()["handled"]
        for body in BAD_CHUNKS:
            with self.subTest(body):
                data = server.ask(server.head(b"/", b"POST", JSON + CHUNKED) + body + server.head(b"/smuggled"))
                self.assertIn(data[9:12], (b"400", b"408", b"413"))
        self.assertEqual(server.counters()["handled"], handled + 1)
        self.check_good(server)

    def test_cut_anywhere(self):
        """A head that comes in two parts is the same; one that never ends is nothing."""
        server = Server(self, header_ms=500)
        head = server.head(b"/cut", extra=b"Connection: close\r\n")
        for at in range(1, len(head)):
            with contextlib.closing(server.connect()) as client:
                client.sendall(head[:at])
                time.sleep(0.001)
                client.sendall(head[at:])
                self.assertEqual(Answer(read_all(client)).status, 200, at)
        handled = server.counters()["handled"]
        for at in range(0, len(head), 7):
            with contextlib.closing(server.connect()) as client:
                client.sendall(head[:at])
                client.shutdown(socket.SHUT_WR)
                self.assertEqual(read_all(client), b"")
        self.assertEqual(server.counters()["handled"], handled + 1)

    def test_endless_bodies_are_stopped_at_the_limit(self):
        server = Server(self)
        before = server.memory()
        for extra, chunk in ((CHUNKED, b"10000\r\n" + b"a" * 65536 + b"\r\n"),
                             (b"Content-Length: 1073741824\r\n", b"a" * 65536)):
            with contextlib.closing(server.connect()) as client:
                client.sendall(server.head(b"/", b"POST", JSON + extra))
                sent = 0
                with contextlib.suppress(BrokenPipeError, ConnectionResetError):
                    while sent < 1024 * MIB:
                        client.sendall(chunk)
                        sent += len(chunk)
                self.assertLess(sent, 64 * MIB)
                self.assertEqual(Answer(read_all(client)).status, 413)
        self.check_memory(server, before, 32)
        self.check_good(server)


class Slow(HttpTest):
    """Deadlines are for the whole, so a byte now and then does not move them."""

    def drip(self, server, client, data):
        """One byte after the other, until the server has enough or the data is over; others are served meanwhile."""
        for i in range(len(data)):
            if i == 5:
                self.check_good(server)
            try:
                client.sendall(data[i:i + 1])
            except (BrokenPipeError, ConnectionResetError):
                return i
            if select.select([client], [], [], 0.02)[0]:
                return i
        self.fail("the server waited for all of it")

    def test_heads_and_bodies_that_never_come_to_an_end(self):
        server = Server(self, header_ms=700, body_ms=700)
        endless = b"GET / HTTP/1.1\r\n" + server.host + TOKEN + b"X-Test: " + b"a" * 15000
        body = server.head(b"/", b"POST", JSON + b"Content-Length: 15000\r\n")
        for first, rest in ((b"", endless), (body, b"a" * 15000), (server.head(), endless)):
            with contextlib.closing(server.connect()) as client:
                client.sendall(first)
                if first == server.head():
                    read_until(client, b"}")
                self.drip(server, client, rest)
                data = read_all(client)
                if data:
                    answer = Answer(data)
                    self.assertEqual(answer.status, 408)
                    self.check_security(answer)
        self.check_good(server)

    def test_silence(self):
        server = Server(self, header_ms=300, idle_ms=300, body_ms=300)
        for first in (b"", b"GET", server.head(), server.head(b"/", b"POST", JSON + b"Content-Length: 3\r\n") + b"{"):
            with contextlib.closing(server.connect()) as client:
                client.sendall(first)
                read_all(client)
        server.wait_for(connections=1)

    def test_a_body_one_byte_at_a_time_is_fine_in_time(self):
        server = Server(self)
        with contextlib.closing(server.connect()) as client:
            client.sendall(server.head(b"/", b"POST", JSON + b"Content-Length: 50\r\n"))
            for _ in range(50):
                client.sendall(b" ")
                time.sleep(0.002)
            self.assertIn(b'"size":50', read_until(client, b"}"))

    def test_slow_readers_of_streams(self):
        server = Server(self, stall_ms=700)
        before = server.memory()
        with contextlib.closing(server.connect()) as client:
            client.sendall(server.head(b"/flood"))
            server.wait_for(closed=1, streams=0)
            self.assertLess(server.counters()["flooded"], 64 * MIB)
        # Below the bound of the queue, but it never drains.
        client = socket.socket()
        client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        client.connect(("127.0.0.1", server.port))
        with contextlib.closing(client):
            client.sendall(server.head(b"/stream?n=200000"))
            end = time.monotonic() + HANG
            while server.counters()["closed"] < 2:
                self.assertLess(time.monotonic(), end)
                client.recv(1)
        self.check_memory(server, before, 32)
        self.check_good(server)

    def test_slow_readers_of_answers(self):
        server = Server(self, stall_ms=200)
        with contextlib.closing(server.connect()) as client:
            client.sendall(server.head(b"/big?n=16000000"))
            server.wait_for(connections=1)
            self.assertLess(len(read_all(client)), 16000000)
        self.check_good(server)


class Gone(HttpTest):
    def leave(self, how, client):
        if how == "close":
            client.close()
        elif how == "reset":
            reset(client)
        else:
            client.shutdown(socket.SHUT_WR)

    def test_a_client_that_goes_is_noticed_at_once(self):
        server = Server(self)
        for count, how in enumerate(("close", "reset", "shutdown"), 1):
            with self.subTest(how):
                waiting, listening = server.connect(), server.connect()
                waiting.sendall(server.head(b"/slow?ms=600000"))
                listening.sendall(server.head(b"/listen"))
                server.wait_for(listeners=1, streams=1, authorized=3)
                self.leave(how, waiting)
                self.leave(how, listening)
                server.wait_for(gone=count, closed=count, listeners=0, streams=0)
                server.wait_for(connections=1)

    def test_streams_that_break_off_keep_no_descriptor_while_another_connection_lives(self):
        server = Server(self)
        with contextlib.closing(server.connect()) as lasting:
            lasting.sendall(server.head())
            self.assertTrue(lasting.recv(65536))
            before = server.descriptors()
            for _ in range(3):
                listeners = [server.connect() for _ in range(10)]
                for listener in listeners:
                    listener.sendall(server.head(b"/listen"))
                server.wait_for(streams=10)
                for listener in listeners:
                    listener.close()
                server.wait_for(streams=0)
            end = time.monotonic() + HANG
            while server.descriptors() > before:
                self.assertLess(time.monotonic(), end, f"{server.descriptors()} descriptors never became {before}")
                time.sleep(0.02)

    def test_clients_that_go_in_the_middle(self):
        server = Server(self)
        for data in (b"", b"GET / HT", server.head()[:-2], server.head(), server.head(b"/", b"POST", JSON + b"Content-Length: 9\r\n") + b"{",
                     server.head(b"/big?n=30000000"), server.head(b"/flood"), server.head(b"/stream?n=100000"),
                     server.head(b"/slow?ms=5")):
            for how in ("close", "reset", "shutdown"):
                client = server.connect()
                client.sendall(data)
                self.leave(how, client)
                if how == "shutdown":
                    reset(client)
        server.wait_for(connections=1, streams=0)
        self.check_good(server)

    def test_gone_before_the_request_is_read(self):
        """What is pipelined behind a request that waits is not done for somebody who left."""
        server = Server(self)
        client = server.connect()
        client.sendall(server.head(b"/slow?ms=600000") + server.head(b"/second"))
        client.close()
        server.wait_for(gone=1)
        server.wait_for(connections=1)

    def test_the_end_of_the_server(self):
        server = Server(self)
        clients = []
        for target in (b"/listen", b"/slow?ms=600000", b"/flood", b"/x"):
            client = server.connect()
            client.sendall(server.head(target))
            clients.append(client)
        clients.append(server.connect())
        server.wait_for(listeners=1)
        server.stop()
        for client in clients:
            read_all(client)


class Many(HttpTest):
    def test_ten_thousand_in_turn(self):
        server = Server(self)
        before = server.memory()
        for i in range(10000):
            client = socket.create_connection(("127.0.0.1", server.port), timeout=HANG)
            if i % 10 == 0:
                client.sendall(server.head(extra=b"Connection: close\r\n"))
                self.assertEqual(Answer(read_all(client)).status, 200)
            elif i % 10 == 1:
                client.sendall(b"GET / HT")
            elif i % 10 == 2:
                client.sendall(b"\x16\x03\x01")
            reset(client)
        server.wait_for(connections=1)
        self.check_memory(server, before, 16)

    def test_as_many_as_can_be_at_once(self):
        server = Server(self)
        before = server.memory()
        stream = server.connect()
        stream.sendall(server.head(b"/listen"))
        server.wait_for(streams=1)
        clients = []
        for i in range(min(raise_limit() - 200, 10000)):
            client = socket.create_connection(("127.0.0.1", server.port), timeout=HANG)
            if i % 2:
                with contextlib.suppress(BrokenPipeError, ConnectionResetError):
                    client.sendall(b"GET / HTTP/1.1\r\n")
            clients.append(client)
            if i % 500 == 0:
                values = server.counters()
                self.assertLessEqual(values["connections"], 512)
                self.assertLessEqual(values["connections"] - values["authorized"], 256)
        self.check_good(server)
        self.check_memory(server, before, 64)
        # The one with a token was not pushed out.
        server.ask(server.head(b"/broadcast?n=1", b"POST", JSON + b"Content-Length: 0\r\nConnection: close\r\n"))
        self.assertIn(b"data: 0", read_until(stream, b"0\r\n\r\n"))
        for client in clients + [stream]:
            client.close()
        server.wait_for(connections=1)

    def test_without_a_free_descriptor(self):
        """Newcomers are turned away, who is there is served, and it goes on when there is room again."""
        server = Server(self)
        good = server.connect()
        good.sendall(server.head(b"/0"))
        read_until(good, b"}")
        resource.prlimit(server.process.pid, resource.RLIMIT_NOFILE, (40, 40))
        clients = [server.connect() for _ in range(200)]
        for client in clients:
            with contextlib.suppress(BrokenPipeError, ConnectionResetError):
                client.sendall(server.head())
        for i in range(1, 20):
            good.sendall(server.head(b"/%d" % i))
            self.assertIn(b'"path":"/%d"' % i, read_until(good, b"}"))
        for client in clients:
            client.close()
        end = time.monotonic() + HANG
        while not server.ask(server.head(extra=b"Connection: close\r\n")).startswith(b"HTTP/1.1 200"):
            self.assertLess(time.monotonic(), end)

    def test_places_are_for_who_has_a_token(self):
        server = Server(self, max=6)
        streams = []
        for _ in range(6):
            client = server.connect()
            client.sendall(server.head(b"/listen"))
            read_until(client, b"\r\n\r\n")
            streams.append(client)
        answer = Answer(server.ask(server.head()))
        self.assertEqual(answer.status, 503)
        self.check_security(answer)
        streams.pop().close()
        end = time.monotonic() + HANG
        while Answer(server.ask(server.head(extra=b"Connection: close\r\n"))).status != 200:
            self.assertLess(time.monotonic(), end)
        for client in streams:
            client.setblocking(False)
            self.assertRaises(BlockingIOError, client.recv, 1)

    def test_idle_connections_and_streams_cost_little(self):
        server = Server(self, max=1024)
        before = server.memory()
        for i in range(700):
            client = server.connect()
            client.sendall(server.head(b"/listen" if i % 7 < 2 else b"/x"))
            read_until(client, b"\r\n\r\n" if i % 7 < 2 else b"}")
        server.wait_for(connections=701, streams=200)
        self.check_memory(server, before, 96)
        self.check_good(server)

    def test_two_hundred_listeners_get_every_event(self):
        server = Server(self)
        poll = select.epoll()
        self.addCleanup(poll.close)
        clients, got = {}, {}
        for _ in range(200):
            client = server.connect()
            client.sendall(server.head(b"/listen"))
            clients[client.fileno()] = client
            got[client.fileno()] = b""
            poll.register(client, select.EPOLLIN)
        server.wait_for(listeners=200)
        server.ask(server.head(b"/broadcast?n=1000", b"POST", JSON + b"Content-Length: 0\r\nConnection: close\r\n"))
        waiting = set(clients)
        while waiting:
            for fd, _ in poll.poll(HANG):
                part = clients[fd].recv(65536)
                self.assertTrue(part, "a stream was cut")
                got[fd] += part
                if got[fd].endswith(b"0\r\n\r\n") and got[fd][-7:-5] == b"\r\n":
                    poll.unregister(fd)
                    waiting.remove(fd)
        wanted = b"".join(b"data: %d\n\n" % i for i in range(1000))
        for data in got.values():
            self.assertEqual(Answer(data).body, wanted)
        self.assertEqual(server.counters()["closed"], 0)


class UnixSocket(HttpTest):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory(prefix="cordon-http-")
        self.addCleanup(self.folder.cleanup)
        self.path = os.path.join(self.folder.name, "s")

    def ask(self, data):
        with socket.socket(socket.AF_UNIX) as client:
            client.settimeout(HANG)
            client.connect(self.path)
            client.sendall(data)
            return Answer(read_all(client))

    def fails(self, why):
        done = subprocess.run([PROGRAM, "--unix", self.path], stdin=subprocess.DEVNULL, capture_output=True, timeout=HANG,
                              check=False)
        self.assertEqual(done.returncode, 1)
        self.assertIn(why, done.stderr.decode())

    def test_our_user_needs_no_token(self):
        Server(self, unix=self.path)
        self.assertEqual(stat.S_IMODE(os.lstat(self.path).st_mode), 0o600)
        for host in (b"", b"Host: anything\r\n"):
            answer = self.ask(b"GET /u HTTP/1.0\r\n%s\r\n" % host)
            self.assertEqual((answer.status, answer.json()["unix"], answer.json()["pid"]), (200, True, os.getpid()))
        answer = self.ask(b"GET /u HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
        self.assertEqual(answer.status, 200)
        self.check_security(answer)
        self.assertEqual(self.ask(b"GET /u HTTP/1.1\r\nHost: x\r\nHost: y\r\n\r\n").status, 400)
        self.assertEqual(self.ask(b"GET /u HTTP/1.1\r\nHost: x\r\nOrigin: null\r\n\r\n").status, 403)

    def test_the_socket_goes_with_the_server_and_a_stale_one_is_replaced(self):
        server = Server(self, unix=self.path)
        server.stop()
        self.assertFalse(os.path.lexists(self.path))
        stale = socket.socket(socket.AF_UNIX)
        stale.bind(self.path)
        stale.close()
        Server(self, unix=self.path)
        self.assertEqual(self.ask(b"GET /u HTTP/1.0\r\n\r\n").status, 200)

    def test_places_that_are_refused(self):
        with open(self.path, "w", encoding="ascii") as file:
            file.write("mine")
        self.fails("not a socket of yours")
        with open(self.path, encoding="ascii") as file:
            self.assertEqual(file.read(), "mine")
        os.unlink(self.path)
        os.symlink("/dev/null", self.path)
        self.fails("not a socket of yours")
        os.unlink(self.path)
        os.chmod(self.folder.name, 0o750)
        self.fails("chmod 700")
        os.chmod(self.folder.name, 0o700)
        Server(self, unix=self.path)
        self.fails("already answers there")
        self.assertEqual(self.ask(b"GET /u HTTP/1.0\r\n\r\n").status, 200)


if __name__ == "__main__":
    raise_limit()
    unittest.main()

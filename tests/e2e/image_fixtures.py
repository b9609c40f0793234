# SPDX-License-Identifier: MIT
"""What the tests of `cordon image` stand on: the engine's API, a real registry, registries that misbehave, a
proxy that is slow.  All on loopback, and all of it is gone afterwards."""

import base64
import hashlib
import http.client
import http.server
import io
import json
import os
import shutil
import socket
import subprocess
import sys
import tarfile
import threading
import time
import urllib.parse

import harness

sys.path.insert(0, os.path.join(harness.SOURCE, "tests", "support"))
import engine  # noqa: E402

MANIFEST = "application/vnd.docker.distribution.manifest.v2+json"
LIST = "application/vnd.docker.distribution.manifest.list.v2+json"
CONFIG = "application/vnd.docker.container.image.v1+json"
LAYER = "application/vnd.docker.image.rootfs.diff.tar.gzip"


def digest_of(data):
    return "sha256:" + hashlib.sha256(data).hexdigest()


# --- the engine -----------------------------------------------------------------------------------

class Engine(engine.Engine):
    def make(self, repository, tag, contents):
        """An image from nothing, without a network: a layer for each file of contents (name -> bytes)."""
        names = list(contents)
        self.load(repository, "base", tar_of({names[0]: contents[names[0]]}))
        if len(names) > 1:
            steps = "".join(f"COPY {name} /{name}\n" for name in names[1:])
            context = {name: contents[name] for name in names[1:]}
            context["Dockerfile"] = f"FROM {repository}:base\n{steps}".encode()
            query = urllib.parse.urlencode({"t": f"{repository}:{tag}", "rm": "true",
                                            "pull": "false"})
            self.stream("POST", "/build?" + query, tar_of(context),
                        {"Content-Type": "application/x-tar"})
        else:
            query = urllib.parse.urlencode({"repo": repository, "tag": tag})
            self.call("POST", f"/images/{repository}:base/tag?{query}")

    def push(self, repository, tag, auth=None):
        text = base64.urlsafe_b64encode(json.dumps(auth or {}).encode()).decode()
        self.stream("POST", f"/images/{repository}/push?tag={tag}",
                    headers={"X-Registry-Auth": text})


def tar_of(contents):
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w") as archive:
        for name, data in contents.items():
            entry = tarfile.TarInfo(name)
            entry.size = len(data)
            entry.mode = 0o755
            archive.addfile(entry, io.BytesIO(data))
    return buffer.getvalue()


def need_engine():
    """The engine of DOCKER_HOST or of the usual socket.  Ends the program when there is none."""
    found, reason = engine.find()
    return Engine(found.path) if found else refuse(reason)


def need_program(name):
    path = shutil.which(name)
    return path if path else refuse(f"{name} is not installed")


def refuse(reason):
    if harness.must_work("docker"):
        raise SystemExit(f"CORDON_MUST_WORK=docker, and {reason}")
    harness.skip_program(reason)


# --- a registry -----------------------------------------------------------------------------------

def free_port():
    with socket.create_server(("127.0.0.1", 0)) as server:
        return server.getsockname()[1]


class Registry:
    """docker-registry in a folder of its own.  htpasswd: text of such a file, or None."""

    def __init__(self, folder, htpasswd=None):
        os.makedirs(folder)
        self.port = free_port()
        self.host = f"127.0.0.1:{self.port}"
        lines = ["version: 0.1", "log: {level: error}",
                 f"storage: {{filesystem: {{rootdirectory: {folder}/data}}}}",
                 f"http: {{addr: '{self.host}'}}"]
        if htpasswd is not None:
            path = os.path.join(folder, "htpasswd")
            with open(path, "w", encoding="utf-8") as file:
                file.write(htpasswd)
            lines.append(f"auth: {{htpasswd: {{realm: test, path: {path}}}}}")
        config = os.path.join(folder, "config.yml")
        with open(config, "w", encoding="utf-8") as file:
            file.write("\n".join(lines) + "\n")
        with open(os.path.join(folder, "log"), "wb") as log:
            self.process = subprocess.Popen(["docker-registry", "serve", config], stdout=log,
                                            stderr=log)
        harness.wait_until(self.is_up, "the registry")

    def is_up(self):
        try:
            with socket.create_connection(("127.0.0.1", self.port), timeout=1):
                return True
        except OSError:
            return False

    def stop(self):
        self.process.terminate()
        self.process.wait(timeout=harness.HANG)

    def request(self, method, path, body=None, headers=None):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=harness.HANG)
        try:
            connection.request(method, path, body=body, headers=headers or {})
            answer = connection.getresponse()
            return answer, answer.read()
        finally:
            connection.close()

    def put_blob(self, repository, data):
        answer, _ = self.request("POST", f"/v2/{repository}/blobs/uploads/")
        place = urllib.parse.urlsplit(answer.headers["Location"])
        answer, text = self.request(
            "PUT", f"{place.path}?{place.query}&digest={digest_of(data)}", data,
            {"Content-Type": "application/octet-stream"})
        assert answer.status == 201, text
        return {"digest": digest_of(data), "size": len(data)}

    def put_manifest(self, repository, reference, document, media_type):
        data = json.dumps(document).encode()
        answer, text = self.request("PUT", f"/v2/{repository}/manifests/{reference}", data,
                                    {"Content-Type": media_type})
        assert answer.status == 201, text
        return {"digest": digest_of(data), "size": len(data), "mediaType": media_type}

    def manifest(self, repository, reference):
        answer, data = self.request("GET", f"/v2/{repository}/manifests/{reference}",
                                    headers={"Accept": MANIFEST})
        assert answer.status == 200, data
        return json.loads(data), digest_of(data)

    def put_image(self, repository, tag, operating_system, architecture):
        """A small image by hand, for a platform that the engine need not have."""
        layer = self.put_blob(repository, os.urandom(1000))
        config = self.put_blob(repository, json.dumps({
            "os": operating_system, "architecture": architecture, "config": {},
            "rootfs": {"type": "layers", "diff_ids": ["sha256:" + "1" * 64]}}).encode())
        return self.put_manifest(repository, tag, {
            "schemaVersion": 2, "mediaType": MANIFEST, "config": {**config, "mediaType": CONFIG},
            "layers": [{**layer, "mediaType": LAYER}]}, MANIFEST)


# --- registries that misbehave --------------------------------------------------------------------

class Stub:
    """A registry that gives every request to a function: answer(path, headers) -> (status, headers, body),
    where body is bytes or an iterator of bytes."""

    def __init__(self, answer):
        stub = self
        self.seen = []

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self):
                stub.seen.append((self.path, dict(self.headers)))
                if self.path == "/v2/":
                    status, headers, body = 200, {}, b"{}"
                else:
                    status, headers, body = answer(self.path, self.headers)
                self.send_response(status)
                for name, value in headers.items():
                    self.send_header(name, value)
                if isinstance(body, bytes):
                    self.send_header("Content-Length", str(len(body)))
                    self.end_headers()
                    self.wfile.write(body)
                    return
                self.send_header("Connection", "close")
                self.end_headers()
                self.close_connection = True
                try:
                    for piece in body:
                        self.wfile.write(piece)
                except OSError:
                    pass

            def log_message(self, *words):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        self.host = f"127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def stop(self):
        self.server.shutdown()
        self.server.server_close()


class Proxy:
    """Passes connections on to a port; what comes back is counted, and slowed down while rate (bytes a
    second) is not None."""

    def __init__(self, port):
        self.target = port
        self.rate = None
        self.bytes = 0
        self.server = socket.create_server(("127.0.0.1", 0))
        self.host = f"127.0.0.1:{self.server.getsockname()[1]}"
        self.sockets = []
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        while True:
            try:
                client, _ = self.server.accept()
                upstream = socket.create_connection(("127.0.0.1", self.target))
            except OSError:
                return
            self.sockets += [client, upstream]
            for pair in ((client, upstream, False), (upstream, client, True)):
                threading.Thread(target=self.pump, args=pair, daemon=True).start()

    def pump(self, source, sink, counted):
        try:
            while data := source.recv(16384):
                if counted and self.rate:
                    time.sleep(len(data) / self.rate)
                sink.sendall(data)
                if counted:
                    self.bytes += len(data)
        except OSError:
            pass
        for end in (source, sink):
            try:
                end.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass

    def stop(self):
        self.server.close()
        for end in self.sockets:
            try:
                # Closing alone would not wake up who reads from it.
                end.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass
            end.close()

# SPDX-License-Identifier: MIT
"""A real container engine for tests: finding it, its API, and small images that are made without a network."""
import http.client
import io
import json
import os
import re
import shutil
import socket
import subprocess
import tarfile
import urllib.parse

HANG = 120  # far above what anything here takes: it only ends a test that hangs


class UnixConnection(http.client.HTTPConnection):
    def __init__(self, path):
        super().__init__("localhost", timeout=HANG)
        self.path = path

    def connect(self):
        self.sock = socket.socket(socket.AF_UNIX)
        self.sock.settimeout(self.timeout)
        self.sock.connect(self.path)


class Engine:
    """The engine's API; raises when an answer is none of the expected."""

    def __init__(self, path):
        self.path = path

    def call(self, method, url, body=None, headers=None, expect=(200, 201, 204)):
        connection = UnixConnection(self.path)
        try:
            connection.request(method, url, body=body, headers=headers or {})
            answer = connection.getresponse()
            data = answer.read()
        finally:
            connection.close()
        if answer.status not in expect:
            raise AssertionError(f"{method} {url}: {answer.status} {data!r}")
        return answer.status, data

    def json(self, url):
        return json.loads(self.call("GET", url)[1])

    def stream(self, method, url, body=None, headers=None):
        data = self.call(method, url, body, headers)[1]
        for line in data.splitlines():
            if line.strip():
                message = json.loads(line)
                if "error" in message:
                    raise AssertionError(f"{url}: {message}")

    def inspect(self, name):
        status, data = self.call("GET", f"/images/{name}/json", expect=(200, 404))
        return json.loads(data) if status == 200 else None

    def remove(self, name):
        self.call("DELETE", f"/images/{name}?force=true", expect=(200, 404, 409))

    def image_ids(self):
        return {entry["Id"] for entry in self.json("/images/json?all=true")}

    def containers(self, repository):
        """Names of all containers of this image, running or not: other tests may run beside."""
        image = self.inspect(f"{repository}:1")["Id"]
        return [name for entry in self.json("/containers/json?all=true") for name in entry["Names"]
                if entry["ImageID"] == image]

    def load(self, repository, tag, archive, changes=()):
        """An image of one layer; changes: lines of a Dockerfile."""
        query = urllib.parse.urlencode([("fromSrc", "-"), ("repo", repository), ("tag", tag),
                                        *(("changes", change) for change in changes)])
        self.stream("POST", "/images/create?" + query, archive, {"Content-Type": "application/x-tar"})


def find():
    """The engine of DOCKER_HOST or of the usual socket, or (None, why there is none)."""
    host = os.environ.get("DOCKER_HOST", "") or "unix:///var/run/docker.sock"
    if not host.startswith("unix://"):
        return None, f"DOCKER_HOST={host} is no socket"
    engine = Engine(host.removeprefix("unix://"))
    try:
        engine.call("GET", "/_ping")
    except (OSError, AssertionError, http.client.HTTPException) as error:
        return None, f"no engine answers at {engine.path}: {error}"
    return engine, ""


def libraries_of(program):
    """What the program needs to start, as ldd says it."""
    done = subprocess.run(["ldd", program], capture_output=True, text=True, check=False)
    return sorted(set(re.findall(r"(/\S+) \(0x", done.stdout)))


def small_system(programs=()):
    """A tar with busybox, its commands, and the libraries of the given programs of this machine."""
    busybox = shutil.which("busybox")
    if busybox is None:
        return None
    names = subprocess.run([busybox, "--list"], capture_output=True, text=True, check=True).stdout
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w") as archive:
        for folder in ("bin", "usr", "usr/bin", "tmp", "proc", "dev", "sys", "run", "etc", "var", "root", "home"):
            entry = tarfile.TarInfo(folder)
            entry.type, entry.mode = tarfile.DIRTYPE, 0o755
            archive.addfile(entry)
        archive.add(busybox, "bin/busybox")
        for name in names.split():
            if name != "busybox":
                entry = tarfile.TarInfo(f"bin/{name}")
                entry.type, entry.linkname = tarfile.SYMTYPE, "busybox"
                archive.addfile(entry)
        for library in sorted({lib for program in (busybox, *programs) for lib in libraries_of(program)}):
            archive.add(os.path.realpath(library), library.lstrip("/"))
        text = b"root:x:0:0:root:/root:/bin/sh\nnobody:x:65534:65534:nobody:/:/bin/false\n"
        entry = tarfile.TarInfo("etc/passwd")
        entry.size = len(text)
        archive.addfile(entry, io.BytesIO(text))
    return buffer.getvalue()

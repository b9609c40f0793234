# SPDX-License-Identifier: MIT
"""What `cordon doctor` says of a container engine that is not ready, against stand-in engines: every way of not being
ready has its own code and its own step, nothing is ever called ready, and nothing runs."""

import contextlib
import hashlib
import http.server
import json
import os
import shutil
import socket
import socketserver
import subprocess
import threading
import time

import harness
from harness import ProjectTest

IMAGE = "docker.io/cordon-test/none:1"
# The probe's own patience with an engine that says nothing, and time for a busy machine.
PATIENCE = 40
UNSET_HOST = ["unset", "DOCKER_HOST"]
UNSET_CONTEXT = ["unset", "DOCKER_CONTEXT"]
USE_DEFAULT = ["docker", "context", "use", "default"]
CHECK_AGAIN = ["cordon", "doctor", "--fresh"]
PULL = ["cordon", "image", "pull", IMAGE]


def machine():
    """The processor, as engines name it and as images are marked."""
    name = os.uname().machine
    return name, {"x86_64": "amd64", "aarch64": "arm64", "armv7l": "arm", "i686": "386"}.get(name, name)


def on_debian():
    with contextlib.suppress(OSError), open("/etc/os-release", encoding="utf-8") as file:
        return "ID=debian" in file.read().split("\n")
    return False


def as_admin(*words):
    """The command of a step, as the administrator's: root pastes it as it is where there is no sudo."""
    if any(os.access(os.path.join(folder, name), os.X_OK) for name in ("sudo", "doas")
           for folder in (*os.environ["PATH"].split(":"), "/usr/bin", "/usr/local/bin")):
        return ["sudo", *words]
    return list(words) if os.geteuid() == 0 else ["su", "-c", " ".join(words)]


# --- stand-in engines -----------------------------------------------------------------------------

def as_json(value, status=200, **headers):
    return status, {"Content-Type": "application/json", **headers}, json.dumps(value).encode()


def ping_of(status=200, **headers):
    """headers: with _ for -; None takes one away."""
    all_headers = {"Api-Version": "1.47", "Ostype": "linux", "Server": "Docker/27.0 (linux)"}
    all_headers.update({name.replace("_", "-"): value for name, value in headers.items()})
    return status, {name: value for name, value in all_headers.items() if value is not None}, b"OK"


def answers(**changes):
    """Of an engine that has nothing wrong but what is changed: the end of the path -> an answer, a function that
    answers by itself, or None for an engine that says nothing."""
    kernel_name, image_name = machine()
    table = {
        "ping": ping_of(),
        "version": as_json({"ApiVersion": "1.47", "MinAPIVersion": "1.24"}),
        "info": as_json({"ServerVersion": "27.0.1", "OperatingSystem": "Stand-in", "OSType": "linux",
                         "Architecture": kernel_name, "MemoryLimit": True, "PidsLimit": True, "CgroupVersion": "2",
                         "SecurityOptions": ["name=seccomp,profile=builtin"]}),
        "image": as_json({"Id": "sha256:" + "1" * 64, "Architecture": image_name, "Os": "linux"}),
        "create": as_json({"message": "no containers here"}, 500),
        "other": as_json({"message": "page not found"}, 404),
    }
    table.update(changes)
    return table


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def which(self):
        path = self.path.partition("?")[0]
        for name, end in (("ping", "/_ping"), ("version", "/version"), ("info", "/info"),
                          ("create", "/containers/create")):
            if path.endswith(end):
                return name
        return "image" if "/images/" in path else "other"

    def answer(self):
        name = self.which()
        self.server.asked.append(f"{self.command} {self.path}")
        length = int(self.headers.get("Content-Length") or 0)
        self.rfile.read(length)
        answer = self.server.table[name]
        if answer is None:
            self.server.over.wait(harness.HANG)
            return
        if callable(answer):
            answer(self)
            return
        status, headers, body = answer
        self.send_response_only(status)
        for key, value in headers.items():
            self.send_header(key, value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    do_GET = do_POST = do_DELETE = do_HEAD = answer

    def handle(self):
        # Whoever asks may leave in the middle.
        with contextlib.suppress(OSError):
            super().handle()

    def log_message(self, *_):
        pass


class Server(socketserver.ThreadingMixIn, socketserver.UnixStreamServer):
    daemon_threads = True
    block_on_close = False

    def __init__(self, path, table, handler):
        self.table = table
        self.asked = []
        self.over = threading.Event()
        super().__init__(path, handler)


class Raw(socketserver.StreamRequestHandler):
    """Speaks whatever the function of the table does."""

    def handle(self):
        with contextlib.suppress(OSError):
            self.server.table(self)


def endless(first):
    """first, and then more and more."""
    def speak(handler):
        handler.wfile.write(first)
        while not handler.server.over.is_set():
            handler.wfile.write(b"x" * 65536)
    return speak


def drip(first):
    """first, and then a byte now and then, for ever."""
    def speak(handler):
        handler.wfile.write(first)
        while not handler.server.over.wait(0.1):
            handler.wfile.write(b"x")
            handler.wfile.flush()
    return speak


HEAD = b"HTTP/1.1 200 OK\r\nApi-Version: 1.47\r\nOstype: linux\r\n"


class ReadyTest(ProjectTest):
    def setUp(self):
        super().setUp()
        self.home = os.path.join(self.top, "home")
        self.runtime = os.path.join(self.top, "runtime")
        self.socket = os.path.join(self.top, "engine.sock")
        self.marker = os.path.join(self.loop, "ran")
        for folder in (self.home, self.runtime):
            os.mkdir(folder, 0o700)

    def tearDown(self):
        self.assertFalse(os.path.exists(self.marker), "a command ran")

    def environment(self, **changes):
        """Nothing of this machine's own engine; the stand-in's socket, unless said otherwise."""
        own = {"DOCKER_HOST": f"unix://{self.socket}", "DOCKER_CONTEXT": None, "DOCKER_CONFIG": None,
               "HOME": self.home, "XDG_RUNTIME_DIR": self.runtime, "XDG_CACHE_HOME": self.cache,
               "CORDON_DOCKER_IMAGE": IMAGE}
        own.update(changes)
        return super().environment(**own)

    def serve(self, table, handler=Handler, path=None):
        path = path or self.socket
        server = Server(path, table, handler)
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
        thread.start()

        def stop():
            server.over.set()
            server.shutdown()
            server.server_close()
            thread.join()
            os.unlink(path)
        self.addCleanup(stop)
        return server

    def doctor(self, program=(), **changes):
        env = self.environment(**changes)
        start = time.monotonic()
        done = subprocess.run([*program, harness.CORDON, "doctor", "--json", "--fresh"], env=env, cwd=self.loop,
                              stdin=subprocess.DEVNULL, capture_output=True, check=False, timeout=harness.HANG)
        self.assertLess(time.monotonic() - start, PATIENCE, "the doctor took too long")
        report = harness.read_report(done.stdout, "readiness")
        entry = next(entry for entry in report["backends"] if entry["id"] == "docker")
        self.assertNotIn(entry["state"], ("ready", "degraded"), entry)
        self.assertEqual(entry["guarantees"], [], entry)
        return entry

    def expect(self, code, command, program=(), subject=None, **changes):
        """command: the one step, None for none, or a function that says whether this is it."""
        entry = self.doctor(program, **changes)
        self.assertEqual(entry["code"], code, entry)
        self.assertTrue(entry["title_of_step"] and entry["detail"], entry)
        if callable(command):
            self.assertTrue(command(entry["command"]), entry)
        else:
            self.assertEqual(entry["command"], command, entry)
            self.assertEqual(entry["shell"] is None, command is None, entry)
        if subject is not None:
            self.assertEqual(entry["subject"], subject, entry)
        return entry

    def expect_answers(self, code, command, **changes):
        server = self.serve(answers(**changes))
        return self.expect(code, command), server

    def expect_nothing_runs(self, *parts, **changes):
        env = self.environment(**changes)
        answer = self.run_in("touch", self.marker, flags=["--backend=docker"], env=env)
        self.assert_status(answer, 125)
        self.assertEqual(answer.stdout, b"")
        text = answer.stderr.decode()
        self.assertIn("nothing ran", text)
        for part in parts:
            self.assertIn(part, text)
        report, status = self.run_json("touch", self.marker, flags=["--backend", "docker"], env=env)
        self.assertEqual((status, report["status"], report["error"]["code"]), (125, 125, "not-ready"))


class Endpoint(ReadyTest):
    """Where the engine is said to be."""

    def no_system_socket(self):
        for path in ("/var/run/docker.sock", "/run/podman/podman.sock"):
            if os.path.lexists(path):
                self.skipTest(f"{path} is there: this machine has an engine of its own")

    def test_nothing_is_installed(self):
        self.no_system_socket()
        folder = os.path.join(self.top, "bin")
        os.mkdir(folder)
        for name in ("sh", "env"):
            os.symlink(os.path.realpath(f"/usr/bin/{name}"), os.path.join(folder, name))
        environment = {"DOCKER_HOST": None, "PATH": folder}
        entry = self.expect("docker.not-installed",
                            lambda words: words is None or any("docker" in word for word in words), **environment)
        self.assertEqual(entry["state"], "needs-setup")
        if on_debian():
            self.assertEqual(entry["command"], as_admin("apt-get", "install", "-y", "docker.io"))
            self.assertIn("admin", entry["needs"])
        self.expect_nothing_runs(entry["shell"] or "", **environment)

    def test_the_program_alone_is_no_engine(self):
        """False friend: docker is there, its engine is not."""
        self.no_system_socket()
        folder = os.path.join(self.top, "bin")
        os.mkdir(folder)
        program = os.path.join(folder, "docker")
        with open(program, "w", encoding="utf-8") as file:
            file.write(f"#!/bin/sh\ntouch '{self.marker}'\n")
        os.chmod(program, 0o755)
        entry = self.expect("docker.down", lambda words: words is None or "docker" in " ".join(words),
                            DOCKER_HOST=None, PATH=folder, subject="/var/run/docker.sock")
        if on_debian() and entry["command"] is not None:
            self.assertIn(entry["command"], (as_admin("service", "docker", "start"),
                                             as_admin("systemctl", "enable", "--now", "docker")))

    def test_no_socket_where_the_variable_says(self):
        for host in (f"unix://{self.socket}", f"unix://{self.top}/not/there/engine.sock",
                     f"unix:///{'n' * 120}/engine.sock"):
            with self.subTest(host=host):
                path = host.removeprefix("unix://")
                self.expect("docker.rootless-down", UNSET_HOST, DOCKER_HOST=host, subject=f"DOCKER_HOST={path}")
        self.expect_nothing_runs("unset DOCKER_HOST")

    def test_the_system_s_socket_is_down(self):
        self.no_system_socket()
        self.expect("docker.down", lambda words: words is None or "docker" in " ".join(words),
                    DOCKER_HOST="unix:///var/run/docker.sock")

    def test_the_user_s_own_engine_is_down(self):
        folder = os.path.join(self.top, "run", "user", "1000")
        os.makedirs(folder)
        listener = socket.socket(socket.AF_UNIX)
        listener.bind(os.path.join(folder, "docker.sock"))
        listener.close()
        self.no_system_socket()
        self.expect("docker.rootless-down",
                    lambda words: words is None or words[:2] == ["systemctl", "--user"],
                    DOCKER_HOST=None, XDG_RUNTIME_DIR=folder, subject=f"{folder}/docker.sock")

    def test_a_stale_socket(self):
        listener = socket.socket(socket.AF_UNIX)
        listener.bind(self.socket)
        listener.close()
        self.expect("docker.rootless-down", UNSET_HOST)
        self.expect_nothing_runs()

    def test_a_stale_socket_of_docker_desktop(self):
        self.no_system_socket()
        folder = os.path.join(self.home, ".docker", "desktop")
        os.makedirs(folder)
        listener = socket.socket(socket.AF_UNIX)
        listener.bind(os.path.join(folder, "docker.sock"))
        listener.close()
        self.expect("docker.desktop-stopped", ["systemctl", "--user", "start", "docker-desktop"], DOCKER_HOST=None)

    def test_a_file_or_a_folder_in_its_place(self):
        os.mkdir(self.socket)
        self.expect("docker.not-a-socket", None)
        os.rmdir(self.socket)
        with open(self.socket, "w", encoding="utf-8"):
            pass
        self.expect("docker.not-a-socket", None)
        self.expect_nothing_runs()
        os.unlink(self.socket)
        os.mkfifo(self.socket)
        self.expect("docker.not-a-socket", None)

    def test_a_link_that_leads_nowhere(self):
        os.symlink("nowhere", self.socket)
        self.expect("docker.rootless-down", UNSET_HOST)

    def as_nobody(self):
        """The words that run what follows as nobody; its folders are then nobody's."""
        if os.geteuid() != 0:
            self.skipTest("only root can become somebody else")
        setpriv = shutil.which("setpriv")
        if setpriv is None:
            self.skipTest("setpriv is not installed")
        words = [setpriv, "--reuid=65534", "--regid=65534", "--clear-groups", "--"]
        os.chmod(self.top, 0o755)
        for folder in (self.home, self.runtime, self.cache):
            os.chown(folder, 65534, 65534)
        done = subprocess.run([*words, harness.CORDON, "--version"], capture_output=True, check=False)
        if done.returncode != 0:
            self.skipTest("nobody may not run the programs of this build")
        return words

    def test_a_socket_that_lets_nobody_in(self):
        nobody = self.as_nobody()
        self.serve(answers())
        os.chmod(self.socket, 0o600)
        # The step of the system's socket, a group, would not help here.
        self.expect("docker.permission", None, nobody)
        os.chmod(self.socket, 0o666)
        self.assertNotEqual(self.doctor(nobody)["code"], "docker.permission")

    def test_a_folder_on_the_way_that_lets_nobody_in(self):
        nobody = self.as_nobody()
        folder = os.path.join(self.top, "closed")
        os.mkdir(folder, 0o700)
        path = os.path.join(folder, "engine.sock")
        self.serve(answers(), path=path)
        self.expect("docker.permission", None, nobody, DOCKER_HOST=f"unix://{path}")

    def test_an_engine_elsewhere(self):
        for host in ("tcp://192.0.2.1:2375", "ssh://user@engine.example", "https://engine.example:2376",
                     "npipe:////./pipe/docker_engine", "tcp://127.0.0.1:2375"):
            with self.subTest(host=host):
                self.expect("docker.remote", UNSET_HOST, DOCKER_HOST=host, subject=f"DOCKER_HOST={host}")
        self.expect_nothing_runs("unset DOCKER_HOST", DOCKER_HOST="tcp://192.0.2.1:2375")

    def test_a_variable_that_names_no_engine(self):
        for host in ("bogus", "unix://", "unix://relative.sock", self.socket, "UNIX://" + self.socket, ":", " ",
                     "unix:/" + self.socket.lstrip("/")):
            with self.subTest(host=host):
                self.expect("docker.host-bad", UNSET_HOST, DOCKER_HOST=host)
        self.expect_nothing_runs(DOCKER_HOST="bogus")

    def test_a_variable_that_is_far_too_long_still_counts(self):
        """What cannot be used must not turn into "not set": the usual engine would be taken."""
        self.expect("docker.host-bad", UNSET_HOST, DOCKER_HOST="bogus" + "s" * 3000)
        self.expect("docker.context-missing", UNSET_CONTEXT, DOCKER_HOST=None, DOCKER_CONTEXT="n" * 3000)

    def test_a_context_that_does_not_exist(self):
        self.expect("docker.context-missing", UNSET_CONTEXT, DOCKER_HOST=None, DOCKER_CONTEXT="gone",
                    subject="DOCKER_CONTEXT=gone")
        self.configure({"currentContext": "desktop-linux"})
        self.expect("docker.context-missing", USE_DEFAULT, DOCKER_HOST=None, subject="currentContext=desktop-linux")
        self.expect_nothing_runs("docker context use default", DOCKER_HOST=None)

    def configure(self, config, context=None, meta=None):
        folder = os.path.join(self.home, ".docker")
        os.makedirs(folder, exist_ok=True)
        text = config if isinstance(config, str) else json.dumps(config)
        with open(os.path.join(folder, "config.json"), "w", encoding="utf-8") as file:
            file.write(text)
        if context is None:
            return None
        place = os.path.join(folder, "contexts", "meta", hashlib.sha256(context.encode()).hexdigest())
        os.makedirs(place, exist_ok=True)
        path = os.path.join(place, "meta.json")
        with open(path, "w", encoding="utf-8") as file:
            file.write(meta if isinstance(meta, str) else json.dumps(meta))
        return path

    def test_a_configuration_that_is_broken(self):
        path = os.path.join(self.home, ".docker", "config.json")
        for text in ("", "{", "[]", "null", '{"currentContext": 7}', '{"currentContext": ["a"]}'):
            with self.subTest(text=text):
                self.configure(text)
                self.expect("docker.config-broken", ["mv", "-i", path, path + ".broken"], DOCKER_HOST=None,
                            subject=path)
        self.expect_nothing_runs(DOCKER_HOST=None)

    def test_a_context_that_is_broken(self):
        for meta in ("{", "[]", {}, {"Endpoints": {}}, {"Endpoints": {"docker": {}}},
                     {"Endpoints": {"docker": {"Host": 1}}}):
            with self.subTest(meta=meta):
                path = self.configure({"currentContext": "mine"}, "mine", meta)
                self.expect("docker.config-broken", ["mv", "-i", path, path + ".broken"], DOCKER_HOST=None)

    def test_a_context_of_an_engine_elsewhere(self):
        for host, code in (("tcp://192.0.2.1:2375", "docker.remote"), ("bogus", "docker.host-bad"),
                           (f"unix://{self.socket}", "docker.rootless-down")):
            with self.subTest(host=host):
                self.configure({"currentContext": "mine"}, "mine", {"Endpoints": {"docker": {"Host": host}}})
                self.expect(code, USE_DEFAULT, DOCKER_HOST=None)
                self.expect(code, UNSET_CONTEXT, DOCKER_HOST=None, DOCKER_CONTEXT="mine")


class Engine(ReadyTest):
    """What answers there."""

    def test_it_accepts_and_never_answers(self):
        def speak(handler):
            handler.server.over.wait(harness.HANG)
        self.serve(speak, Raw)
        self.expect("docker.hung", CHECK_AGAIN)
        self.expect_nothing_runs("cordon doctor --fresh")

    def test_it_listens_and_never_accepts(self):
        with socket.socket(socket.AF_UNIX) as listener:
            listener.bind(self.socket)
            listener.listen(0)
            self.expect("docker.hung", CHECK_AGAIN)

    def test_it_answers_a_byte_at_a_time(self):
        for first in (b"HTTP/1.1 200 OK\r\nX: ", HEAD + b"\r\n", HEAD + b"Content-Length: 100000\r\n\r\n"):
            with self.subTest(first=first):
                self.socket = os.path.join(self.top, f"{len(first)}.sock")
                self.serve(drip(first), Raw)
                self.expect("docker.hung", CHECK_AGAIN)

    def test_it_hangs_behind_the_first_answer(self):
        for name in ("info", "image"):
            with self.subTest(name=name):
                self.socket = os.path.join(self.top, f"{name}.sock")
                self.expect_answers("docker.hung", CHECK_AGAIN, **{name: None})

    def test_it_is_starting(self):
        for name in ("ping", "info", "image"):
            for status in (500, 503):
                with self.subTest(name=name, status=status):
                    self.socket = os.path.join(self.top, f"{name}{status}.sock")
                    broken = as_json({"message": "starting"}, status, **{"Api-Version": "1.47"})
                    self.expect_answers("docker.starting", CHECK_AGAIN, **{name: broken})
        self.expect_nothing_runs("cordon doctor --fresh")

    def test_it_is_no_engine(self):
        # With the variable that named it, the step is about that; without, about who listens.
        self.serve(answers(ping=(404, {}, b"not found")))
        self.expect("docker.not-an-engine", UNSET_HOST)
        self.expect_nothing_runs("unset DOCKER_HOST")

    def test_who_listens_is_asked_when_no_variable_named_it(self):
        for path in ("/var/run/docker.sock",):
            if os.path.lexists(path):
                self.skipTest(f"{path} is there: this machine has an engine of its own")
        self.serve(answers(ping=(404, {}, b"")), path=os.path.join(self.runtime, "docker.sock"))
        self.expect("docker.not-an-engine", lambda words: words[-4:] == ["ss", "-l", "-x", "-p"], DOCKER_HOST=None)

    def test_what_it_says_is_no_http(self):
        texts = (b"SSH-2.0-OpenSSH_9.2\r\n", b"\0\1\2\xff" * 64, b"HTTP/1.1 banana\r\n\r\n", b"",
                 b"HTTP/1.1 200 OK\r\n\r\nOK", b"HTTP/1.1 200 OK\r\nApi-Version:\r\nContent-Length: 2\r\n\r\nOK",
                 b"HTTP/1.1 301 Moved\r\nLocation: http://192.0.2.1/_ping\r\nContent-Length: 0\r\n\r\n",
                 b"HTTP/1.1 401 No\r\nApi-Version: 1.47\r\nContent-Length: 0\r\n\r\n")
        for number, text in enumerate(texts):
            with self.subTest(text=text):
                def speak(handler, text=text):
                    handler.request.settimeout(0.5)
                    handler.request.recv(4096)
                    handler.wfile.write(text)
                self.socket = os.path.join(self.top, f"{number}.sock")
                self.serve(speak, Raw)
                self.expect("docker.not-an-engine", UNSET_HOST)

    def test_its_answer_has_no_end(self):
        for number, first in enumerate((HEAD + b"\r\n", HEAD + b"X: ", b"HTTP/1.1 200 ")):
            with self.subTest(first=first):
                self.socket = os.path.join(self.top, f"{number}.sock")
                self.serve(endless(first), Raw)
                self.expect("docker.not-an-engine", UNSET_HOST)

    def test_a_later_answer_has_no_end(self):
        for name in ("version", "info", "image"):
            with self.subTest(name=name):
                self.socket = os.path.join(self.top, f"{name}.sock")
                self.serve(answers(**{name: endless(HEAD + b"\r\n")}))
                self.doctor()

    def test_what_it_says_of_itself_is_nonsense(self):
        for number, body in enumerate((b"", b"OK", b"[]", b"null", b"{}", b"{\"Architecture\": 1}", b"\xff\xfe")):
            with self.subTest(body=body):
                self.socket = os.path.join(self.top, f"{number}.sock")
                self.serve(answers(info=(200, {}, body)))
                self.expect("docker.not-an-engine", UNSET_HOST)

    def test_it_does_not_say_what_it_is(self):
        self.expect_answers("docker.not-an-engine", UNSET_HOST, info=as_json({"message": "page not found"}, 404))

    def test_it_is_podman(self):
        server = self.serve(answers(ping=ping_of(Server="Libpod/5.2.0 (linux)", Libpod_Api_Version="5.2.0")))
        self.expect("docker.podman", UNSET_HOST)
        self.expect_nothing_runs("unset DOCKER_HOST")
        self.assertFalse([line for line in server.asked if "create" in line], server.asked)

    def test_it_runs_windows_containers(self):
        self.expect_answers("docker.windows-containers", ["docker", "desktop", "engine", "use", "linux"],
                            ping=ping_of(Ostype="windows"))

    def test_it_is_too_old(self):
        for number, api in enumerate(("1.40", "1.24", "1.5", "0.9")):
            with self.subTest(api=api):
                self.socket = os.path.join(self.top, f"{number}.sock")
                entry, _ = self.expect_answers("docker.too-old", lambda words: words is None or "docker" in words[-1],
                                               ping=ping_of(Api_Version=api))
                if on_debian():
                    self.assertEqual(entry["command"],
                                     as_admin("apt-get", "install", "--only-upgrade", "-y", "docker.io"))

    def test_it_is_too_new(self):
        for number, api in enumerate(("1.42", "1.99", "2.0")):
            with self.subTest(api=api):
                self.socket = os.path.join(self.top, f"{number}.sock")
                self.expect_answers("docker.too-new", None,
                                    version=as_json({"ApiVersion": "2.5", "MinAPIVersion": api}))

    def test_its_version_is_nonsense(self):
        for number, api in enumerate(("one", "1", "1.", "1.41.2", "1.-1", "-1.50", "99999999999.1")):
            with self.subTest(api=api):
                self.socket = os.path.join(self.top, f"{number}.sock")
                self.expect_answers("docker.not-an-engine", UNSET_HOST, ping=ping_of(Api_Version=api))


class Image(ReadyTest):
    def test_it_is_missing(self):
        entry, server = self.expect_answers("image.missing", PULL,
                                            image=as_json({"message": f"No such image: {IMAGE}"}, 404))
        self.assertEqual(entry["subject"], IMAGE)
        self.assertIn("network", entry["needs"])
        self.expect_nothing_runs("cordon image pull " + IMAGE)
        self.assertFalse([line for line in server.asked if line.startswith("POST")], "nothing is ever pulled unasked")

    def test_it_is_for_another_machine(self):
        other = "arm64" if machine()[1] != "arm64" else "amd64"
        for name, system in ((other, "linux"), (machine()[1], "windows"), ("", "linux"), (machine()[1], "")):
            with self.subTest(name=name, system=system):
                self.socket = os.path.join(self.top, f"{name}{system}.sock")
                self.expect_answers("image.wrong-platform", PULL,
                                    image=as_json({"Id": "sha256:" + "1" * 64, "Architecture": name, "Os": system}))

    def test_its_name_is_none(self):
        server = self.serve(answers())
        for name in ("NOT A NAME", "--privileged", "../../info", "../containers/x", "a?b", "a;reboot", "$(reboot)", "'"):
            with self.subTest(name=name):
                self.expect("image.bad-name", ["unset", "CORDON_DOCKER_IMAGE"], CORDON_DOCKER_IMAGE=name)
        self.assertFalse([line for line in server.asked if "images" in line], "it becomes a part of no address")

    def test_the_engine_takes_its_name_for_none(self):
        self.expect_answers("image.bad-name", ["unset", "CORDON_DOCKER_IMAGE"],
                            image=as_json({"message": "invalid reference format"}, 400))

    def test_it_has_no_id(self):
        """Without an id nothing says which image a container would get."""
        kernel_id = as_json({"Architecture": machine()[1], "Os": "linux"})
        self.serve(answers(image=kernel_id))
        self.expect("docker.not-an-engine", UNSET_HOST)


class Container(ReadyTest):
    """All is there, and a container does not start."""

    # What the engine says, the code, and the step; the subject of the image's codes is the image.
    SAID = (
        ("Mounts denied: \nThe path /p is not shared from the host", "docker.mount-denied", None),
        ("invalid mount config for type \"bind\": bind source path does not exist: /p", "docker.mount-missing", None),
        (f"No such image: {IMAGE}", "image.missing", PULL),
        ("write /var/lib/x: no space left on device", "docker.disk-full", ["docker", "system", "df"]),
        ("OCI runtime create failed: exec /x: exec format error: unknown", "image.wrong-platform", PULL),
        ("OCI runtime create failed: unable to apply cgroup configuration: x", "docker.cgroup", None),
        ("failed to create task for container: failed to create shim task: OCI runtime create failed: runc create "
         "failed: unable to apply caps: operation not permitted", "docker.runtime", None),
        ("the answer was truncated", "docker.unknown", None),
        ("", "docker.unknown", None),
    )

    def test_the_engine_s_words_are_told_apart(self):
        for number, (text, code, command) in enumerate(self.SAID):
            with self.subTest(text=text):
                self.socket = os.path.join(self.top, f"{number}.sock")
                entry, _ = self.expect_answers(code, command, create=as_json({"message": text}, 500))
                said = IMAGE if code.startswith("image.") else text.replace("\n", " ")
                self.assertTrue(entry["subject"].startswith(said), entry)

    def test_what_it_answers_is_no_container(self):
        for number, body in enumerate((b"", b"{}", b"[]", b"{\"Id\": \"../../x\"}", b"{\"Id\": \"\"}",
                                       b"{\"Id\": 7}", b"<html>")):
            with self.subTest(body=body):
                self.socket = os.path.join(self.top, f"{number}.sock")
                self.serve(answers(create=(201, {}, body)))
                self.expect("docker.unknown", None)

    def test_it_gives_no_streams(self):
        self.serve(answers(create=as_json({"Id": "a" * 64}, 201)))
        self.expect("docker.unknown", None)

    def test_it_hangs(self):
        self.serve(answers(create=None))
        self.expect("docker.timeout", CHECK_AGAIN)

    def test_nothing_runs(self):
        self.serve(answers())
        self.expect_nothing_runs()


class Evil(ReadyTest):
    def test_what_an_engine_says_reaches_no_terminal_as_it_is(self):
        text = "\x1b[31mred\x07\r\nsecond line‮ "
        self.serve(answers(create=as_json({"message": "OCI runtime: " + text}, 500),
                           info=as_json({"ServerVersion": text, "Architecture": machine()[0], "OSType": "linux"})))
        answer = self.cordon("doctor", "--fresh", env=self.environment())
        self.assert_status(answer, answer.returncode)
        for byte in (b"\x1b", b"\x07", b"\r", "‮".encode()):
            self.assertNotIn(byte, answer.stdout + answer.stderr)

    def test_it_cannot_name_a_step(self):
        """What it says is shown, and never in a command to copy."""
        for number, text in enumerate(("; reboot", "$(reboot)", "no space left `reboot`", "cgroup\nreboot")):
            with self.subTest(text=text):
                self.socket = os.path.join(self.top, f"{number}.sock")
                self.serve(answers(create=as_json({"message": text}, 500)))
                self.assertNotIn("reboot", self.doctor()["shell"] or "")

    def test_the_next_probe_sees_the_change(self):
        self.expect("docker.rootless-down", UNSET_HOST)
        server = self.serve(answers(image=as_json({"message": "no"}, 404)))
        done = self.cordon("doctor", "--json", env=self.environment())
        entry = next(entry for entry in json.loads(done.stdout)["backends"] if entry["id"] == "docker")
        self.assertEqual(entry["code"], "image.missing", entry)
        self.assertTrue(server.asked)


if __name__ == "__main__":
    harness.main(needs_sandbox=False)

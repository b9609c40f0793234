# SPDX-License-Identifier: MIT
"""cordon image: the size before the pull, the question, the pull and what can go wrong with it, against a real
engine and a real registry on loopback."""

import base64
import http.server
import json
import os
import re
import shutil
import signal
import socket
import socketserver
import subprocess
import tempfile
import threading
import time
import unittest

import harness
import image_fixtures as fixtures
from harness import ProjectTest
from test_terminal import Terminal

# user:hunter2
HTPASSWD = "user:$2b$05$abcdefghijklmnopqrstuuoXuKqgZXLiJqzfmMXDDhSFPIvxV7t8.\n"
USER = {"username": "user", "password": "hunter2"}

NAME = f"cordon-e2e-{os.getpid()}"
ENGINE = None
REGISTRY = None
TOP = None


def setUpModule():
    """One registry with one image of three layers and one that shares two of them."""
    global REGISTRY, TOP
    TOP = tempfile.mkdtemp(prefix="cordon-image-")
    unittest.addModuleCleanup(shutil.rmtree, TOP, ignore_errors=True)
    REGISTRY = fixtures.Registry(os.path.join(TOP, "registry"))
    unittest.addModuleCleanup(REGISTRY.stop)
    with open(shutil.which("busybox"), "rb") as file:
        contents = {"busybox": file.read(), "one": os.urandom(1_500_000), "two": os.urandom(4_000_000)}
    repository = f"{REGISTRY.host}/{NAME}"
    try:
        ENGINE.make(repository, "1", contents)
        ENGINE.push(repository, "1")
    finally:
        remove_all(REGISTRY.host)


def remove_all(*hosts):
    """Every name that this test gave, and what they named."""
    for entry in json.loads(ENGINE.call("GET", "/images/json")[1]):
        names = (entry["RepoTags"] or []) + (entry["RepoDigests"] or [])
        for name in names:
            if name.startswith(tuple(f"{host}/{NAME}" for host in hosts)):
                ENGINE.remove(name.replace(":<none>", ""))


class ImageTest(ProjectTest):
    def setUp(self):
        super().setUp()
        self.registry = REGISTRY
        self.config = os.path.join(self.top, "docker")
        os.mkdir(self.config)
        self.addCleanup(remove_all, REGISTRY.host)

    def environment(self, **changes):
        changes.setdefault("DOCKER_HOST", f"unix://{ENGINE.path}")
        changes.setdefault("DOCKER_CONFIG", self.config)
        changes.setdefault("CORDON_DOCKER_IMAGE", None)
        changes.setdefault("DOCKER_CONTEXT", None)
        return super().environment(**changes)

    def reference(self, tag="1", host=None):
        return f"{host or REGISTRY.host}/{NAME}:{tag}"

    def image(self, *words, **options):
        return self.cordon("image", *words, **options)

    def image_json(self, *words, **options):
        """The objects that were printed, each of them as the schema says, and the exit status."""
        answer = self.image(*words, "--json", **options)
        schema = harness.load_schema("image")
        objects = [json.loads(line) for line in answer.stdout.splitlines()]
        for one in objects:
            harness.validate(one, schema)
        self.assertTrue(objects, answer)
        return objects, answer.returncode

    def size(self, *words, **options):
        objects, status = self.image_json("size", *words, **options)
        self.assertEqual(status, 0, objects)
        self.assertEqual(len(objects), 1)
        return objects[0]

    def assert_fails(self, code, *words, status=125, said=(), what="size", **options):
        objects, returned = self.image_json(what, *words, **options)
        self.assertEqual(objects[-1]["schema"], "cordon.image-error/1", objects)
        error = objects[-1]["error"]
        self.assertEqual(error["code"], code, error)
        self.assertEqual(returned, status)
        self.assertEqual(objects[-1]["status"], status)
        self.assertTrue(error["message"].rstrip().endswith("."), error)
        for word in said:
            self.assertIn(word, error["message"])
        return error["message"]


class Size(ImageTest):
    def test_size_is_that_of_the_manifest_to_the_byte(self):
        manifest, digest = REGISTRY.manifest(NAME, "1")
        expected = manifest["config"]["size"] + sum(layer["size"] for layer in manifest["layers"])
        size = self.size(self.reference())
        self.assertEqual(size["total_bytes"], expected)
        self.assertEqual(size["download_bytes"], expected)
        self.assertEqual(size["digest"], digest)
        self.assertEqual(size["layers"], 3)
        self.assertEqual(size["registry"], REGISTRY.host)
        self.assertEqual(size["reference"], self.reference())
        self.assertGreaterEqual(size["disk_max_bytes"], 2 * expected)
        self.assertFalse(size["present"])
        answer = self.image("size", self.reference())
        self.assert_status(answer, 0)
        for word in (digest, REGISTRY.host, f"{expected} bytes", "linux/", "about"):
            self.assertIn(word, answer.stdout.decode())
        self.assertIsNone(ENGINE.inspect(self.reference()))

    def test_free_space_is_that_of_the_engines_disk(self):
        size = self.size(self.reference())
        if size["free_bytes"] is None:
            self.skipTest("the engine's disk is not one of this system")
        found = os.statvfs(size["root_folder"])
        self.assertLess(abs(found.f_bavail * found.f_frsize - size["free_bytes"]), 2**30)

    def test_the_name_comes_from_the_variable_when_none_is_given(self):
        size = self.size(env=self.environment(CORDON_DOCKER_IMAGE=self.reference()))
        self.assertEqual(size["reference"], self.reference())

    def test_without_any_name_it_is_the_recommended_image(self):
        objects, status = self.image_json("status")
        with open(os.path.join(harness.SOURCE, "drivers", "docker", "image_default.h"),
                  encoding="utf-8") as file:
            name = re.search(r'DEFAULT +"([^"]+)"', file.read()).group(1)
        self.assertEqual(objects[0]["reference"], name)
        self.assertEqual(status, 0 if objects[0]["usable"] else 1)

    def test_an_index_leads_to_the_engines_platform(self):
        version = json.loads(ENGINE.call("GET", "/version")[1])
        manifest, digest = REGISTRY.manifest(NAME, "1")
        data = json.dumps(manifest).encode()
        own = {"digest": digest, "mediaType": fixtures.MANIFEST,
               "size": len(REGISTRY.request("GET", f"/v2/{NAME}/manifests/1", headers={
                   "Accept": fixtures.MANIFEST})[1])}
        self.assertGreater(len(data), 0)
        other = REGISTRY.put_image(NAME, "other", version["Os"], "s390x")
        platform = {"os": version["Os"], "architecture": version["Arch"]}
        REGISTRY.put_manifest(NAME, "index", {
            "schemaVersion": 2, "mediaType": fixtures.LIST, "manifests": [
                {**other, "platform": {"os": "unknown", "architecture": "unknown"}},
                {**other, "platform": {"os": version["Os"], "architecture": "s390x"}},
                {**own, "platform": platform}]}, fixtures.LIST)
        size = self.size(self.reference("index"))
        self.assertEqual(size["digest"], digest)
        self.assertEqual(size["platform"], f"{version['Os']}/{version['Arch']}")

    def test_layers_of_an_image_that_was_pulled_are_not_counted_again(self):
        self.assert_status(self.image("pull", "--yes", self.reference()), 0)
        # The same, and a layer on top that is elsewhere.
        manifest, _ = REGISTRY.manifest(NAME, "1")
        config = json.loads(REGISTRY.request(
            "GET", f"/v2/{NAME}/blobs/{manifest['config']['digest']}")[1])
        config["rootfs"]["diff_ids"].append("sha256:" + "2" * 64)
        extra = REGISTRY.put_blob(NAME, os.urandom(5000))
        new = REGISTRY.put_blob(NAME, json.dumps(config).encode())
        manifest["layers"].append({**extra, "mediaType": fixtures.LAYER})
        manifest["config"] = {**new, "mediaType": fixtures.CONFIG}
        REGISTRY.put_manifest(NAME, "more", manifest, fixtures.MANIFEST)
        size = self.size(self.reference("more"))
        self.assertEqual(size["download_bytes"], extra["size"] + new["size"])
        self.assertGreater(size["total_bytes"], 5_000_000)


class Pull(ImageTest):
    def test_without_a_yes_nothing_is_pulled(self):
        answer = self.image("pull", self.reference())
        self.assert_status(answer, 126)
        text = answer.stderr.decode()
        for word in (REGISTRY.host, "sha256:", "linux/", "bytes", "about", "--yes"):
            self.assertIn(word, text)
        self.assertIsNone(ENGINE.inspect(self.reference()))
        self.assert_fails("not-confirmed", self.reference(), what="pull", status=126)
        # A pipe that says yes is nobody at a terminal.
        self.assert_status(self.image("pull", self.reference(), input=b"yes\n"), 126)
        self.assertIsNone(ENGINE.inspect(self.reference()))

    def test_yes_pulls_exactly_what_was_sized(self):
        digest = self.size(self.reference())["digest"]
        answer = self.image("pull", "--yes", self.reference())
        self.assert_status(answer, 0)
        self.assertIn(digest, answer.stderr.decode())
        self.assertIn("100%", answer.stderr.decode())
        image = ENGINE.inspect(self.reference())
        self.assertIn(f"{REGISTRY.host}/{NAME}@{digest}", image["RepoDigests"])
        # And it is here: nothing is left to fetch.
        size = self.size(self.reference())
        self.assertEqual((size["download_bytes"], size["present"], size["up_to_date"]),
                         (0, True, True))
        self.assertIn("0 bytes", self.image("size", self.reference()).stdout.decode())
        objects, status = self.image_json("status", self.reference())
        self.assertEqual(status, 0)
        self.assertEqual((objects[0]["id"], objects[0]["digest"]), (image["Id"], digest))
        # Without a question either.
        again = self.image("pull", self.reference())
        self.assert_status(again, 0)
        self.assertIn(b"nothing to do", again.stderr)

    def test_progress_only_goes_forward_and_ends_at_the_size(self):
        objects, status = self.image_json("pull", "--yes", self.reference())
        self.assertEqual(status, 0)
        schemas = [one["schema"] for one in objects]
        self.assertEqual(schemas[0], "cordon.image-size/1")
        self.assertEqual(schemas[-1], "cordon.image-pulled/1")
        steps = [one for one in objects if one["schema"] == "cordon.image-progress/1"]
        self.assertGreater(len(steps), 0)
        done = [step["done_bytes"] for step in steps]
        self.assertEqual(done, sorted(done))
        self.assertEqual(done[-1], objects[0]["download_bytes"])
        self.assertEqual(steps[-1]["layers_done"], 3)

    def test_what_is_pulled_is_the_digest_and_not_what_the_tag_has_become(self):
        size = self.size(self.reference())
        reference = f"{REGISTRY.host}/{NAME}@{size['digest']}"
        self.assertEqual(self.size(reference)["total_bytes"], size["total_bytes"])
        self.assert_status(self.image("pull", "--yes", reference), 0)
        self.assertIsNotNone(ENGINE.inspect(reference))
        # The image is here, the name is not.
        again = self.size(self.reference())
        self.assertEqual((again["download_bytes"], again["up_to_date"]), (0, False))

    def test_on_a_terminal_only_a_typed_yes_pulls(self):
        for keys, status in ((b"y\n", 126), (b"\n", 126), (b"no\n", 126), (b"\x04", 126),
                             (b"yes\n", 0)):
            terminal = Terminal(["image", "pull", self.reference()], self.loop,
                                self.environment(TERM="xterm-256color"))
            terminal.read_until(lambda shown: b"yes or no" in shown)
            self.assertIn(b"sha256:", terminal.shown)
            terminal.type(keys)
            self.assertEqual(terminal.finish()[0], status, terminal.shown)
            self.assertEqual(ENGINE.inspect(self.reference()) is not None, status == 0)
        self.assertRegex(terminal.shown, rb"\r\x1b\[K\[#+\.*\] +[0-9]+%")


class Cancel(ImageTest):
    def setUp(self):
        super().setUp()
        self.proxy = fixtures.Proxy(REGISTRY.port)
        self.addCleanup(remove_all, self.proxy.host)
        self.addCleanup(self.proxy.stop)

    def begin(self, reference, rate):
        """A pull that has begun to fetch."""
        self.proxy.rate = rate
        process = subprocess.Popen(
            [harness.CORDON, "image", "pull", "--yes", "--json", reference], cwd=self.loop,
            env=self.environment(), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE)
        self.addCleanup(process.stderr.close)
        self.addCleanup(process.stdout.close)
        self.addCleanup(process.wait)
        self.addCleanup(process.kill)
        for line in process.stdout:
            step = json.loads(line)
            if step["schema"] == "cordon.image-progress/1" and step["done_bytes"] > 500_000:
                return process
        raise AssertionError(f"it ended: {process.stderr.read()!r}")

    def assert_quiet(self):
        """The engine fetches nothing any more."""
        harness.wait_until(self.is_quiet, "the end of the download")

    def is_quiet(self):
        before = self.proxy.bytes
        time.sleep(1)
        return self.proxy.bytes == before

    def test_cancel_in_the_middle_and_start_again(self):
        reference = self.reference(host=self.proxy.host)
        for number in (signal.SIGINT, signal.SIGTERM):
            process = self.begin(reference, 300_000)
            process.send_signal(number)
            rest = process.stdout.read()
            self.assertEqual(process.wait(harness.HANG), 128 + number)
            last = json.loads(rest.splitlines()[-1])
            self.assertEqual(last["error"]["code"], "cancelled")
            self.assertIn("starts again", last["error"]["message"])
            self.assert_quiet()
            self.assertIsNone(ENGINE.inspect(reference))
        self.assertEqual(harness.processes_with(b"image-pull"), [])
        self.proxy.rate = None
        self.assert_status(self.image("pull", "--yes", reference), 0)
        self.assertIsNotNone(ENGINE.inspect(reference))

    def test_cancel_while_a_registry_says_nothing(self):
        """It accepts, and that is all."""
        with socket.create_server(("127.0.0.1", 0)) as server:
            process = subprocess.Popen(
                [harness.CORDON, "image", "size", f"127.0.0.1:{server.getsockname()[1]}/a/b:1"],
                cwd=self.loop, env=self.environment(), stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
            self.addCleanup(process.kill)
            connection, _ = server.accept()
            process.send_signal(signal.SIGINT)
            said = process.communicate(timeout=harness.HANG)[1]
            connection.close()
        self.assertEqual(process.returncode, 128 + signal.SIGINT)
        self.assertIn(b"nothing was pulled", said)

    def test_when_cordon_is_killed_the_pull_ends_too(self):
        reference = self.reference(host=self.proxy.host)
        process = self.begin(reference, 300_000)
        process.kill()
        process.wait(harness.HANG)
        harness.wait_until(lambda: not harness.processes_with(b"image-pull"), "the driver's end")
        self.assert_quiet()
        self.assertIsNone(ENGINE.inspect(reference))


class Refusals(ImageTest):
    def stub(self, answer):
        stub = fixtures.Stub(answer)
        self.addCleanup(stub.stop)
        return stub

    def test_not_found(self):
        self.assert_fails("not-found", self.reference("no-such-tag"), said=["Check the name"])
        self.assert_fails("not-found", f"{REGISTRY.host}/{NAME}-none:1")
        self.assert_fails("not-found", self.reference("no-such-tag"), "--yes", what="pull")

    def test_not_a_name(self):
        for name in ("UPPER", "a b", "a:b:c", "-", "", "a@sha256:12", "a/../b", "x" * 300, "x" * 9000):
            self.assert_fails("reference", "--", name, status=2)

    def test_denied_without_credentials_and_with_wrong_ones(self):
        registry = fixtures.Registry(os.path.join(self.top, "closed"), HTPASSWD)
        self.addCleanup(registry.stop)
        reference = f"{registry.host}/{NAME}:1"
        self.assert_fails("denied", reference, said=["docker login"])
        self.write_auth(registry.host, "user:wrong")
        self.assert_fails("denied", reference, said=["credentials are not enough"])

    def write_auth(self, host, text):
        with open(os.path.join(self.config, "config.json"), "w", encoding="utf-8") as file:
            json.dump({"auths": {host: {"auth": base64.b64encode(text.encode()).decode()}}}, file)

    def test_credentials_of_config_json_open_a_closed_registry(self):
        registry = fixtures.Registry(os.path.join(self.top, "closed"), HTPASSWD)
        self.addCleanup(registry.stop)
        self.addCleanup(remove_all, registry.host)
        repository = f"{registry.host}/{NAME}"
        ENGINE.make(repository, "1", {"file": os.urandom(10000)})
        ENGINE.push(repository, "1", {**USER, "serveraddress": registry.host})
        remove_all(registry.host)
        self.write_auth(registry.host, "user:hunter2")
        size = self.size(f"{repository}:1")
        self.assertTrue(size["authenticated"])
        self.assertGreater(size["download_bytes"], 10000)
        self.assert_status(self.image("pull", "--yes", f"{repository}:1"), 0)
        self.assertIsNotNone(ENGINE.inspect(f"{repository}:1"))

    def test_a_credential_helper_is_asked_as_docker_asks_it(self):
        registry = fixtures.Registry(os.path.join(self.top, "closed"), HTPASSWD)
        self.addCleanup(registry.stop)
        folder = os.path.join(self.top, "bin")
        os.mkdir(folder)
        helper = os.path.join(folder, "docker-credential-e2e")
        with open(helper, "w", encoding="utf-8") as file:
            file.write('#!/bin/sh\n[ "$1" = get ] || exit 1\nread -r host\n'
                       f'[ "$host" = "{registry.host}" ] || exit 1\n'
                       'echo \'{"ServerURL": "x", "Username": "user", "Secret": "hunter2"}\'\n')
        os.chmod(helper, 0o755)
        with open(os.path.join(self.config, "config.json"), "w", encoding="utf-8") as file:
            json.dump({"credHelpers": {registry.host: "e2e"}}, file)
        path = folder + ":" + os.environ["PATH"]
        # Let in, and told that there is no such image.
        self.assert_fails("not-found", f"{registry.host}/{NAME}:1", env=self.environment(PATH=path))
        self.assert_fails("denied", f"{registry.host}/{NAME}:1", said=["docker-credential-e2e"],
                          env=self.environment(PATH="/usr/bin:/bin"))

    def test_wrong_platform(self):
        other = REGISTRY.put_image(NAME, "riscv", "linux", "riscv64")
        self.assert_fails("platform", self.reference("riscv"), said=["linux/riscv64"])
        REGISTRY.put_manifest(NAME, "only-riscv", {
            "schemaVersion": 2, "mediaType": fixtures.LIST, "manifests": [
                {**other, "platform": {"os": "linux", "architecture": "riscv64"}}]}, fixtures.LIST)
        self.assert_fails("platform", self.reference("only-riscv"), said=["linux/riscv64"])
        self.assert_fails("platform", self.reference("only-riscv"), "--yes", what="pull")

    def test_rate_limit_with_its_numbers(self):
        stub = self.stub(lambda path, headers: (429, {
            "ratelimit-limit": "100;w=21600", "ratelimit-remaining": "0;w=21600",
            "retry-after": "30"}, b'{"errors": [{"code": "TOOMANYREQUESTS", "message": "slow"}]}'))
        self.assert_fails("rate-limit", f"{stub.host}/a/b:1",
                          said=["100 in 6 hours", "0 in 6 hours", "30 seconds", "docker login"])

    def test_old_format(self):
        body = json.dumps({"schemaVersion": 1, "name": "a/b", "fsLayers": []}).encode()
        stub = self.stub(lambda path, headers: (200, {
            "Content-Type": "application/vnd.docker.distribution.manifest.v1+prettyjws"}, body))
        self.assert_fails("schema", f"{stub.host}/a/b:1", said=["schema 1"])

    def test_answers_that_are_no_manifests(self):
        big = b'{"layers": "' + b"x" * (4 * 1024 * 1024) + b'"}'

        def endless():
            while True:
                yield b" " * 65536

        for body in (b"{", b"", b"[]", b"null", b"<html>", b"{}", b'{"layers": [], "manifests": []}',
                     b'{"layers": [{"size": -1, "digest": "sha256:1"}], "config": {}}',
                     b'{"a": 1, "a": 2, "layers": []}', b"\xff\xfe", big):
            stub = self.stub(lambda path, headers, body=body: (200, {}, body))
            self.assert_fails("registry", f"{stub.host}/a/b:1")
        stub = self.stub(lambda path, headers: (200, {}, endless()))
        self.assert_fails("registry", f"{stub.host}/a/b:1", said=["too long"])
        stub = self.stub(lambda path, headers: (500, {}, b"\x1b]0;owned\x07"))
        self.assert_fails("registry", f"{stub.host}/a/b:1", said=["500"])

    def test_a_manifest_that_is_not_what_its_digest_says(self):
        manifest, digest = REGISTRY.manifest(NAME, "1")
        forged = json.dumps({**manifest, "forged": True}).encode()
        stub = self.stub(lambda path, headers: (200, {"Content-Type": fixtures.MANIFEST}, forged))
        self.assert_fails("registry", f"{stub.host}/{NAME}@{digest}", said=["digest"])
        stub = self.stub(lambda path, headers: (200, {
            "Content-Type": fixtures.MANIFEST, "Docker-Content-Digest": digest}, forged))
        self.assert_fails("registry", f"{stub.host}/{NAME}:1", said=["digest"])

    def test_a_registry_of_tokens(self):
        answer, body = REGISTRY.request("GET", f"/v2/{NAME}/manifests/1",
                                        headers={"Accept": fixtures.MANIFEST})

        def serve(path, headers):
            if path.startswith("/token"):
                return 200, {}, b'{"access_token": "t0ken"}'
            if headers.get("Authorization") != "Bearer t0ken":
                return 401, {"WWW-Authenticate": f'Bearer realm="http://{stub.host}/token",service="s'
                                                 ' x",scope="repository:evil:push"'}, b"{}"
            if "/manifests/" in path:
                return 200, {"Content-Type": answer.headers["Content-Type"]}, body
            return 404, {}, b""

        stub = self.stub(serve)
        self.assertGreater(self.size(f"{stub.host}/{NAME}:1")["download_bytes"], 5_000_000)
        asked = [path for path, _ in stub.seen if path.startswith("/token")]
        self.assertEqual(asked, [f"/token?service=s%20x&scope=repository%3A{NAME}%3Apull"])

    def test_credentials_go_to_no_other_host(self):
        other = self.stub(lambda path, headers: (200, {}, b'{"token": "t"}'))
        stub = self.stub(lambda path, headers: (
            401, {"WWW-Authenticate": f'Bearer realm="http://{other.host}/token",service="s"'}, b"{}"))
        self.write_auth(stub.host, "user:hunter2")
        self.assert_fails("denied", f"{stub.host}/a/b:1", said=["another host"])
        for server in (stub, other):
            for path, headers in server.seen:
                self.assertNotIn("Basic", headers.get("Authorization", ""), path)
        # Nor along a redirection.
        target = self.stub(lambda path, headers: (404, {}, b"{}"))
        moved = self.stub(lambda path, headers: (
            (307, {"Location": f"http://{target.host}{path}"}, b"")
            if "Authorization" in headers else
            (401, {"WWW-Authenticate": 'Basic realm="x"'}, b"{}")))
        self.write_auth(moved.host, "user:hunter2")
        self.assert_fails("not-found", f"{moved.host}/a/b:1")
        self.assertEqual(len(target.seen), 1)
        self.assertNotIn("Authorization", target.seen[0][1])

    def test_a_realm_that_is_not_https_is_not_asked(self):
        for realm in ("http://192.0.2.1/token", "ftp://127.0.0.1/", "token", ""):
            stub = self.stub(lambda path, headers, realm=realm: (
                401, {"WWW-Authenticate": f'Bearer realm="{realm}"'}, b"{}"))
            self.assert_fails("registry", f"{stub.host}/a/b:1", said=["not https"])

    def test_redirections_that_never_end(self):
        stub = self.stub(lambda path, headers: (307, {"Location": path}, b""))
        self.assert_fails("registry", f"{stub.host}/a/b:1", said=["from one address to another"])

    def test_offline(self):
        self.assert_fails("offline", f"127.0.0.1:{fixtures.free_port()}/a/b:1", said=["network"])
        self.assert_fails("offline", "registry.invalid/a/b:1", said=["network"])

    def test_no_engine(self):
        path = os.path.join(self.top, "none.sock")
        for host, word in ((f"unix://{path}", path), ("tcp://192.0.2.1:2375", "another machine"),
                           ("bogus", "DOCKER_HOST")):
            for what in ("status", "size"):
                self.assert_fails("engine", self.reference(), what=what, said=[word],
                                  env=self.environment(DOCKER_HOST=host))

    def test_an_engine_that_accepts_and_says_nothing(self):
        path = os.path.join(self.top, "mute.sock")
        server = socket.socket(socket.AF_UNIX)
        self.addCleanup(server.close)
        server.bind(path)
        server.listen()
        self.assert_fails("engine", self.reference(), what="status", said=["does not answer"],
                          env=self.environment(DOCKER_HOST=f"unix://{path}"))

    def test_an_engine_that_fails_in_its_stream(self):
        """A relay that says what engines say when their disk is full."""
        relay = EngineRelay(os.path.join(self.top, "relay.sock"), ENGINE.path)
        self.addCleanup(relay.stop)
        environment = self.environment(DOCKER_HOST=f"unix://{relay.path}")
        for said, code in (
            ("write /var/lib/docker/tmp/x: no space left on device", "no-space"),
            ("toomanyrequests: You have reached your pull rate limit", "rate-limit"),
            ("pull access denied for x, repository does not exist", "denied"),
            ("manifest unknown: manifest unknown", "not-found"),
            ("dial tcp: lookup x: no such host", "offline"),
            ("x509: certificate signed by unknown authority", "tls"),
            ("image with reference x was found but does not match the specified platform", "platform"),
            ("something else", "engine"),
        ):
            line = json.dumps({"errorDetail": {"message": said}, "error": said}).encode() + b"\r\n"
            relay.stream = b'{"status":"Pulling from x","id":"1"}\r\n' + line
            self.assert_fails(code, self.reference(), "--yes", what="pull", env=environment, said=[said])
        relay.stream = b'{"status":"all is well"}\n'
        self.assert_fails("engine", self.reference(), "--yes", what="pull", env=environment,
                          said=["says that it pulled"])
        relay.stream = b'{"status":"half'
        self.assert_fails("engine", self.reference(), "--yes", what="pull", env=environment,
                          said=["broke off"])
        relay.stream = b"<html>"
        self.assert_fails("engine", self.reference(), "--yes", what="pull", env=environment)


class EngineRelay:
    """The real engine, except that a pull answers what the test wants."""

    def __init__(self, path, target):
        relay = self
        self.path = path
        self.stream = b""

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                status, data = fixtures.Engine(target).call("GET", self.path, expect=range(600))
                self.reply(status, data)

            def do_POST(self):
                self.reply(200, relay.stream)

            def reply(self, status, data):
                self.send_response(status)
                self.send_header("Content-Length", str(len(data)))
                self.end_headers()
                self.wfile.write(data)

            def address_string(self):
                return "test"

            def log_message(self, *words):
                pass

        class Server(socketserver.ThreadingMixIn, socketserver.UnixStreamServer):
            daemon_threads = True

        self.server = Server(path, Handler)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def stop(self):
        self.server.shutdown()
        self.server.server_close()


class Words(ImageTest):
    def test_what_cannot_be_meant_is_refused_in_one_line(self):
        for words in ((), ("pul",), ("size", "a", "b"), ("status", "--yes"), ("size", "--yes"),
                      ("pull", "--force")):
            answer = self.image(*words)
            self.assert_status(answer, 2)
            self.assertEqual(answer.stderr.count(b"\n"), 1, answer)
        self.assertIn(b"`cordon image pull`", self.image("pul").stderr)

    def test_words_of_a_registry_cannot_steer_a_terminal(self):
        stub = fixtures.Stub(lambda path, headers: (
            404, {}, b'{"errors": [{"message": "\\u001b]0;owned\\u0007"}]}'))
        self.addCleanup(stub.stop)
        answer = self.image("size", f"{stub.host}/a/b:1")
        self.assert_status(answer, 125)
        self.assertNotIn(b"\x1b", answer.stderr)


if __name__ == "__main__":
    ENGINE = fixtures.need_engine()
    fixtures.need_program("docker-registry")
    fixtures.need_program("busybox")
    harness.main(needs_sandbox=False)

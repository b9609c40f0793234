# SPDX-License-Identifier: MIT
"""The docker backend on a real engine: commands in containers, ends of every kind, and no container left."""

import os
import random
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time

import harness
from harness import ProjectTest

sys.path.insert(0, os.path.join(harness.SOURCE, "tests", "support"))
import engine as engines  # noqa: E402

IMAGE = "cordon-test/docker"


def need_engine():
    engine, why = engines.find()
    archive = engines.small_system() if engine else None
    if engine and archive is None:
        why = "busybox, of which the image is made, is not installed"
    if engine is None or archive is None:
        if harness.must_work("docker"):
            raise SystemExit(f"CORDON_MUST_WORK=docker, and {why}")
        harness.skip_program(why)
    # A variable that the image brings must not reach the command.
    engine.load(IMAGE, "1", archive, changes=["ENV FROM_IMAGE=1", "ENTRYPOINT [\"/bin/false\"]"])
    return engine


class DockerTest(ProjectTest):
    def setUp(self):
        super().setUp()
        self.mark = str(random.randrange(10**7, 10**8))

    def environment(self, **changes):
        changes.setdefault("CORDON_DOCKER_IMAGE", f"{IMAGE}:1")
        changes.setdefault("XDG_CACHE_HOME", self.cache)
        return super().environment(**changes)

    def run_in(self, *command, flags=(), **options):
        return super().run_in(*command, flags=("--backend=docker", *flags), **options)

    def start(self, *command, flags=()):
        return subprocess.Popen([self.program, "run", "--backend=docker", *flags, "--", *command],
                                cwd=self.loop, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                stderr=subprocess.PIPE, env=self.environment())

    def running(self):
        return harness.processes_with(self.mark.encode())

    def assert_nothing_left(self):
        harness.wait_until(lambda: not ENGINE.containers(IMAGE), "the end of all containers")
        harness.wait_until(lambda: not self.running(), "the end of all processes")


class Running(DockerTest):
    def tearDown(self):
        self.assert_nothing_left()

    def test_output_and_exit_status_are_the_command_s(self):
        answer = self.run_in("sh", "-c", "echo out; echo err >&2; exit 3")
        self.assert_status(answer, 3)
        self.assertEqual((answer.stdout, answer.stderr), (b"out\n", b"err\n"))

    def test_every_end_is_told_apart(self):
        for command, status, kind in ((["sh", "-c", "kill -9 $$"], 137, "signaled"),
                                      (["sh", "-c", "exit 137"], 137, "exited"),
                                      (["sh", "-c", "exit 125"], 125, "exited"),
                                      (["sh", "-c", "exit 255"], 255, "exited"),
                                      (["no-such-program", "x"], 127, "setup"),
                                      (["/etc/passwd", "x"], 126, "setup")):
            with self.subTest(command=command):
                report, code = self.run_json(*command, flags=["--backend=docker"])
                self.assertEqual((code, report["exit"]["kind"]), (status, kind), report)

    def test_the_host_can_read_what_it_is(self):
        report, status = self.run_json("true", flags=["--backend=docker"])
        self.assertEqual((status, report["backend"]), (0, "docker"))

    def test_input_is_passed_on_whole(self):
        data = random.randbytes(300_000)
        answer = self.run_in("cat", input=data)
        self.assert_status(answer, 0)
        self.assertEqual(answer.stdout, data)

    def test_input_that_nobody_reads_holds_nothing_up(self):
        self.assert_status(self.run_in("true", input=b"x" * 3_000_000), 0)

    def test_much_output_comes_whole(self):
        answer = self.run_in("sh", "-c", "head -c 20000000 /dev/zero; head -c 3000000 /dev/zero >&2")
        self.assert_status(answer, 0)
        self.assertEqual((len(answer.stdout), len(answer.stderr)), (20_000_000, 3_000_000))

    def test_words_of_any_bytes_reach_the_command(self):
        word = bytes(range(1, 256))
        answer = self.run_in("printf", "%s", word)
        self.assert_status(answer, 0)
        self.assertEqual(answer.stdout, word)

    def test_what_looks_like_a_report_is_output(self):
        answer = self.run_in("sh", "-c", "echo exited 9 >&2; echo setup x 0 y >&2; exit 4")
        self.assert_status(answer, 4)
        self.assertEqual(answer.stderr, b"exited 9\nsetup x 0 y\n")

    def test_the_environment_is_the_launch_s_alone(self):
        answer = self.run_in("env", env=self.environment(MY_TOKEN="secret", PLAIN="value"))
        lines = answer.stdout.decode().splitlines()
        self.assertIn("PLAIN=value", lines)
        self.assertFalse([line for line in lines if line.startswith(("FROM_IMAGE=", "MY_TOKEN="))], lines)

    def test_folders_are_held(self):
        with open(os.path.join(self.project, ".env"), "w", encoding="utf-8") as file:
            file.write("PASSWORD=x\n")
        answer = self.run_in("sh", "-c", "echo a > new; touch ../../outside; touch ../b/x; cat ../../.env; "
                             "touch /bin/x; cat ../../README")
        text = answer.stderr.decode()
        self.assertEqual(text.count("Read-only file system"), 3, text)
        self.assertIn("Permission denied", text)
        self.assertEqual(answer.stdout, b"read me\n")
        self.assertTrue(os.path.exists(os.path.join(self.loop, "new")))
        self.assertEqual(os.stat(os.path.join(self.loop, "new")).st_uid, os.geteuid())

    def test_there_is_no_network(self):
        answer = self.run_in("sh", "-c", "ls /sys/class/net")
        self.assertEqual(answer.stdout, b"lo\n")
        with socket.create_server(("127.0.0.1", 0)) as server:
            port = str(server.getsockname()[1])
            self.assertNotEqual(self.run_in("nc", "-w", "1", "127.0.0.1", port).returncode, 0)

    def test_the_engine_s_socket_is_not_inside(self):
        answer = self.run_in("sh", "-c", "ls /var/run/docker.sock /run/docker.sock; find / -type s 2>/dev/null")
        self.assertEqual(answer.stdout, b"")

    def test_the_memory_limit_ends_the_command(self):
        report, status = self.run_json("sh", "-c", "head -c 200000000 /dev/zero | tail",
                                       flags=["--backend=docker", "--limit=memory=64M"])
        self.assertEqual((status, report["exit"]["kind"], report["exit"]["limit"]), (137, "limit", "memory"),
                         report)

    def test_the_limit_of_processes_is_an_error_that_programs_understand(self):
        answer = self.run_in("sh", "-c", "i=0; while [ $i -lt 60 ]; do sleep 3 & i=$((i+1)); done; echo all",
                             flags=["--limit=processes=20"])
        self.assertNotEqual(answer.returncode, 0)
        self.assertNotIn(b"all", answer.stdout)

    def test_a_full_scratch_folder_is_the_command_s_own_error(self):
        answer = self.run_in("sh", "-c", "dd if=/dev/zero of=/tmp/x bs=1M count=20; echo status $?",
                             flags=["--limit=scratch=4M"])
        self.assert_status(answer, 0)
        self.assertIn(b"No space left", answer.stderr)
        self.assertEqual(answer.stdout, b"status 1\n")

    def test_a_name_that_is_not_utf_8_is_refused(self):
        folder = os.path.join(self.project.encode(), b"loops", b"\xff\xfe")
        os.mkdir(folder)
        answer = self.run_in("true", cwd=folder, flags=[b"--loop=" + folder])
        self.assert_status(answer, 125)
        self.assertIn(b"UTF-8", answer.stderr)


class Ends(DockerTest):
    def tearDown(self):
        self.assert_nothing_left()

    def test_time_ends_all(self):
        began = time.monotonic()
        answer = self.run_in("sh", "-c", f"(setsid sleep {self.mark} &) ; sleep {self.mark}",
                             flags=["--timeout=2"])
        self.assert_status(answer, 124)
        self.assertLess(time.monotonic() - began, 60)

    def test_a_command_may_tidy_up_when_its_time_is_up(self):
        answer = self.run_in("sh", "-c", "trap 'echo tidy; exit 0' TERM; while :; do sleep 0.1; done",
                             flags=["--timeout=2"])
        self.assert_status(answer, 124)
        self.assertEqual(answer.stdout, b"tidy\n")

    def test_no_container_outlives_whoever_is_killed(self):
        for victim in ("cordon", "cordon-supervisor", "cordon-docker"):
            with self.subTest(victim=victim):
                process = self.start("sh", "-c", f"setsid sleep {self.mark} & echo go; sleep {self.mark}")
                self.assertEqual(process.stdout.readline(), b"go\n")
                self.assertEqual(len(ENGINE.containers(IMAGE)), 1)
                for number in self.family(process.pid, victim):
                    os.kill(number, signal.SIGKILL)
                self.assert_nothing_left()
                process.communicate(timeout=harness.HANG)
                if victim != "cordon":
                    self.assertEqual(process.returncode, 125)

    @staticmethod
    def family(pid, name):
        """That process, or the process of that name that it started."""
        if name == "cordon":
            return [pid]
        found, todo = [], [pid]
        while todo:
            children = subprocess.run(["ps", "-o", "pid=,comm=", "--ppid", str(todo.pop())],
                                      capture_output=True, text=True, check=False).stdout
            for line in children.splitlines():
                number, comm = line.split(None, 1)
                todo.append(int(number))
                if comm == name[:15]:
                    found.append(int(number))
        return found

    def test_an_interrupt_ends_it_soon(self):
        process = self.start("sh", "-c", f"echo go; sleep {self.mark}")
        self.assertEqual(process.stdout.readline(), b"go\n")
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=harness.HANG)
        self.assertNotEqual(process.returncode, 0)

    def test_an_image_that_went_meanwhile_is_a_failure_of_the_engine(self):
        # Another image than the one of the other tests: the engine knows them by their content.
        ENGINE.load(f"{IMAGE}-gone", "1", engines.small_system(), changes=[f"ENV X={self.mark}"])
        environment = self.environment(CORDON_DOCKER_IMAGE=f"{IMAGE}-gone:1")
        self.assert_status(self.run_in("true", env=environment), 0)
        ENGINE.remove(f"{IMAGE}-gone:1")
        # What was found out is still remembered.
        answer = self.run_in("touch", "ran", env=environment)
        self.assert_status(answer, 125)
        self.assertRegex(answer.stderr.decode(), "(?i)no such image")
        self.assertFalse(os.path.exists(os.path.join(self.loop, "ran")))


class EngineStops(DockerTest):
    """An engine of the test's own, which may be stopped."""

    def setUp(self):
        super().setUp()
        if os.geteuid() != 0 or shutil.which("dockerd") is None:
            self.skipTest("only root starts an engine, and dockerd has to be installed")
        self.place = tempfile.mkdtemp(prefix="cordon-engine-", dir="/var/lib")
        self.addCleanup(shutil.rmtree, self.place, ignore_errors=True)
        self.socket = os.path.join(self.place, "docker.sock")
        self.log = open(os.path.join(self.place, "log"), "wb")
        self.addCleanup(self.log.close)
        self.daemon = subprocess.Popen(
            ["dockerd", "-H", f"unix://{self.socket}", "--data-root", f"{self.place}/data", "--exec-root",
             f"{self.place}/exec", "--pidfile", f"{self.place}/pid", "--bridge", "none", "--iptables=false"],
            stdin=subprocess.DEVNULL, stdout=self.log, stderr=self.log)
        self.addCleanup(self.end_daemon)
        self.engine = engines.Engine(self.socket)
        harness.wait_until(self.answers, "an engine of the test's own")
        self.engine.load(IMAGE, "1", engines.small_system())

    def answers(self):
        try:
            self.engine.call("GET", "/_ping")
            return True
        except (OSError, AssertionError):
            self.assertIsNone(self.daemon.poll(), "dockerd ended")
            return False

    def end_daemon(self):
        if self.daemon.poll() is None:
            self.daemon.terminate()
            try:
                self.daemon.wait(60)
            except subprocess.TimeoutExpired:
                self.daemon.kill()
                self.daemon.wait()

    def environment(self, **changes):
        return super().environment(DOCKER_HOST=f"unix://{self.socket}", **changes)

    def test_a_command_whose_engine_stops_is_lost_and_never_a_success(self):
        process = self.start("sh", "-c", f"echo go; sleep {self.mark}")
        self.assertEqual(process.stdout.readline(), b"go\n", process.stderr)
        self.daemon.terminate()
        out, err = process.communicate(timeout=harness.HANG)
        self.assertNotEqual(process.returncode, 0, (out, err))
        self.daemon.wait(60)
        harness.wait_until(lambda: not self.running(), "the end of what ran")
        answer = self.run_in("touch", "ran")
        self.assert_status(answer, 125)
        self.assertFalse(os.path.exists(os.path.join(self.loop, "ran")))

    def test_a_command_whose_engine_is_killed_is_lost(self):
        process = self.start("sh", "-c", f"echo go; sleep {self.mark}")
        self.assertEqual(process.stdout.readline(), b"go\n")
        self.daemon.kill()
        process.communicate(timeout=harness.HANG)
        self.assertEqual(process.returncode, 125)
        self.daemon.wait()
        # Its shim closes the container's input, and cordon-init ends all.
        harness.wait_until(lambda: not self.running(), "the end of what ran")
        self.end_rest()

    def end_rest(self):
        """What a killed engine leaves: its containerd and shims, which have its folder in their command line."""
        for name in os.listdir("/proc"):
            if not name.isdigit():
                continue
            try:
                with open(f"/proc/{name}/cmdline", "rb") as file:
                    if self.place.encode() in file.read():
                        os.kill(int(name), signal.SIGKILL)
            except OSError:
                continue


if __name__ == "__main__":
    ENGINE = need_engine()
    try:
        harness.main(needs_sandbox=False)
    finally:
        ENGINE.remove(f"{IMAGE}:1")

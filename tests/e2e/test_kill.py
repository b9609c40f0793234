# SPDX-License-Identifier: MIT
"""Nothing survives: ends of the command, signals to cordon, its sudden death; counted from outside."""

import os
import random
import signal
import subprocess

import harness
from harness import ProjectTest

# Ways to leave the family; %s is the marked command line.
ESCAPES = {
    "background": "%s & ",
    "setsid": "setsid %s & ",
    "double fork": "(setsid sh -c '%s & exit' &); ",
    "nohup": "nohup %s >/dev/null 2>&1 & ",
    "deaf": "(trap '' TERM HUP INT; setsid sh -c \"trap '' TERM HUP INT; %s; %s\" &); ",
    "many": "for i in 1 2 3 4 5 6 7 8 9 10; do (setsid %s &) done; ",
}
EVERYTHING = "".join(ESCAPES.values())


class Kill(ProjectTest):
    def setUp(self):
        super().setUp()
        # A duration that no other process sleeps.
        self.mark = str(random.randrange(10**7, 10**8))
        self.addCleanup(self.end_survivors)

    def end_survivors(self):
        for process in harness.processes_with(self.mark.encode()):
            try:
                os.kill(process, signal.SIGKILL)
            except ProcessLookupError:
                pass

    def line(self, escapes, end):
        return escapes.replace("%s", f"sleep {self.mark}") + end

    def survivors(self):
        return harness.processes_with(self.mark.encode())

    def start(self, *command, flags=()):
        return subprocess.Popen([harness.CORDON, "run", *flags, "--", *command], cwd=self.loop,
                                stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                stderr=subprocess.PIPE)

    def test_the_search_finds_what_runs(self):
        with subprocess.Popen(["sleep", self.mark]) as process:
            harness.wait_until(self.survivors, "the search to find a process")
            process.kill()
        self.assertEqual(self.survivors(), [])

    def test_nothing_survives_the_end_of_a_command(self):
        for sandbox in ("on", "off"):
            for name, escape in ESCAPES.items():
                with self.subTest(sandbox=sandbox, escape=name):
                    answer = self.run_in("sh", "-c", self.line(escape, "echo end"),
                                         flags=[f"--sandbox={sandbox}"])
                    self.assert_status(answer, 0)
                    self.assertEqual(self.survivors(), [])

    def test_survivors_that_were_killed_are_counted(self):
        report, status = self.run_json(
            "sh", "-c", self.line("(setsid %s &); (setsid %s &); ", "sleep 0.3; echo end"),
            flags=["--sandbox=off"])
        self.assertEqual(status, 0)
        self.assertEqual(report["killed"], 2)
        self.assertEqual(self.survivors(), [])

    def test_the_end_is_not_kept_up_by_a_grandchild_with_the_pipe(self):
        for sandbox in ("on", "off"):
            answer = self.run_in("sh", "-c", self.line("(setsid %s &); ", "echo end"),
                                 flags=[f"--sandbox={sandbox}", "--timeout=100"])
            self.assert_status(answer, 0)
            self.assertEqual(answer.stdout, b"end\n")

    def test_nothing_survives_the_time_limit(self):
        for sandbox in ("on", "off"):
            answer = self.run_in("sh", "-c", self.line(EVERYTHING, "wait"),
                                 flags=[f"--sandbox={sandbox}", "--timeout=1"])
            self.assert_status(answer, 124)
            self.assertEqual(self.survivors(), [])

    def test_a_deaf_command_is_killed_after_the_time_limit(self):
        for sandbox in ("on", "off"):
            answer = self.run_in("sh", "-c", self.line("trap '' TERM; ", "echo deaf; while :; do sleep 0.1; done"),
                                 flags=[f"--sandbox={sandbox}", "--timeout=0.5"])
            self.assert_status(answer, 124)

    def test_a_command_may_clean_up_after_the_time_limit(self):
        for sandbox in ("on", "off"):
            answer = self.run_in("sh", "-c", "trap 'echo cleaned; exit 0' TERM; echo ready; "
                                 "while :; do sleep 0.05; done",
                                 flags=[f"--sandbox={sandbox}", "--timeout=1"])
            self.assert_status(answer, 124)
            self.assertEqual(answer.stdout, b"ready\ncleaned\n")

    def test_a_signal_to_cordon_ends_everything(self):
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            for sandbox in ("on", "off"):
                with self.subTest(signal=number, sandbox=sandbox):
                    with self.start("sh", "-c", self.line(EVERYTHING, "echo ready; wait"),
                                    flags=[f"--sandbox={sandbox}"]) as process:
                        self.assertEqual(process.stdout.readline(), b"ready\n")
                        process.send_signal(number)
                        process.communicate(timeout=harness.HANG)
                    self.assertEqual(process.returncode, 128 + number)
                    self.assertEqual(self.survivors(), [])

    def test_a_second_signal_does_not_wait_for_a_deaf_command(self):
        with self.start("sh", "-c", "trap '' TERM; echo ready; while :; do sleep 0.05; done",
                        ) as process:
            process.stdout.readline()
            process.send_signal(signal.SIGINT)
            process.send_signal(signal.SIGTERM)
            process.communicate(timeout=harness.HANG)
        self.assertIn(process.returncode, (128 + signal.SIGINT, 128 + signal.SIGTERM))

    def test_a_signal_in_json_is_reported(self):
        with self.start("sh", "-c", "echo ready; sleep 600", flags=["--json"]) as process:
            harness.wait_until(lambda: harness.processes_with(b"600"), "the command")
            process.send_signal(signal.SIGTERM)
            out, _ = process.communicate(timeout=harness.HANG)
        self.assertEqual(process.returncode, 128 + signal.SIGTERM)
        report = harness.read_report(out, "run")
        self.assertTrue(report["exit"]["cancelled"])
        self.assertEqual(report["status"], 128 + signal.SIGTERM)

    def test_an_ignored_signal_stays_ignored(self):
        with subprocess.Popen(
                ["sh", "-c", 'trap "" HUP; exec "$@"', "sh", harness.CORDON, "run", "--",
                 "sh", "-c", "echo ready; read line; echo end"],
                cwd=self.loop, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
            self.assertEqual(process.stdout.readline(), b"ready\n")
            process.send_signal(signal.SIGHUP)
            out, _ = process.communicate(b"\n", timeout=harness.HANG)
        self.assertEqual((process.returncode, out), (0, b"end\n"))

    def test_the_death_of_cordon_ends_everything(self):
        for sandbox in ("on", "off"):
            with self.subTest(sandbox=sandbox):
                with self.start("sh", "-c", self.line(EVERYTHING, "echo ready; wait"),
                                flags=[f"--sandbox={sandbox}"]) as process:
                    self.assertEqual(process.stdout.readline(), b"ready\n")
                    self.assertNotEqual(self.survivors(), [])
                    process.kill()
                    process.wait(timeout=harness.HANG)
                    harness.wait_until(lambda: not self.survivors(), "the end of all processes")

    def test_the_tree_is_as_before(self):
        before = self.tree()
        self.run_in("sh", "-c", self.line(EVERYTHING, "wait"), flags=["--timeout=0.5"])
        with self.start("sh", "-c", "echo ready; sleep 600") as process:
            process.stdout.readline()
            process.kill()
        self.assertEqual(self.tree(), before)

    def tree(self):
        found = {}
        for folder, _, files in os.walk(self.project):
            for path in [folder, *(os.path.join(folder, name) for name in files)]:
                status = os.lstat(path)
                found[path] = (status.st_ino, status.st_mode, status.st_mtime_ns)
        return found

    def test_two_at_a_time_do_not_touch_each_other(self):
        with self.start("sh", "-c", "echo ready; read x; echo first", flags=["--timeout=100"]):
            pass  # its input is empty: it ends by itself
        with subprocess.Popen(
                [harness.CORDON, "run", "--", "sh", "-c", "echo ready; read x; echo alive"],
                cwd=self.loop, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as first:
            first.stdout.readline()
            self.assert_status(self.run_in("sh", "-c", self.line(EVERYTHING, "exit 5")), 5)
            out, _ = first.communicate(b"\n", timeout=harness.HANG)
        self.assertEqual((first.returncode, out), (0, b"alive\n"))


if __name__ == "__main__":
    harness.main()

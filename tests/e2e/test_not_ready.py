# SPDX-License-Identifier: MIT
"""A sandbox that is not ready: nothing runs, and the one step is shown as a command to copy."""

import os
import re
import subprocess

import harness
from harness import ProjectTest


class NotReady(ProjectTest):
    """PATH has what the command needs, and no bubblewrap."""

    def setUp(self):
        super().setUp()
        self.bin = os.path.join(self.top, "bin")
        os.mkdir(self.bin)
        for name in ("sh", "touch", "env"):
            os.symlink(os.path.realpath(f"/usr/bin/{name}"), os.path.join(self.bin, name))
        self.marker = os.path.join(self.loop, "ran")
        self.without = self.environment(PATH=self.bin, XDG_CACHE_HOME=self.cache)

    def tearDown(self):
        self.assertFalse(os.path.exists(self.marker), "the command ran")

    def test_run_refuses_and_shows_the_step(self):
        for words in (["touch", self.marker], [f"touch {self.marker}"]):
            answer = self.run_in(*words, env=self.without)
            self.assert_status(answer, 125)
            self.assertEqual(answer.stdout, b"")
            text = answer.stderr.decode()
            self.assertTrue(text.startswith("cordon: nothing ran"), text)
            self.assertIn(f"    project: {self.project}\n", text)
            self.assertRegex(text, r"(?m)^bwrap .*: needs-setup$")
            # On a line of its own, indented, ready to be copied: no prompt sign.
            self.assertRegex(text, r"(?m)^        (sudo )?[a-z-]+ .*bubblewrap.*$")

    def test_the_step_is_that_of_the_doctor(self):
        doctor = harness.read_report(self.cordon("doctor", "--json", env=self.without).stdout,
                                     "readiness")
        entry = next(entry for entry in doctor["backends"] if entry["id"] == "bwrap")
        self.assertEqual(entry["state"], "needs-setup")
        self.assertIsNotNone(entry["title_of_step"])
        self.assertIn("bubblewrap", entry["command"])
        answer = self.run_in("touch", self.marker, env=self.without)
        self.assertIn(f"\n        {entry['shell']}\n", answer.stderr.decode())

    def test_run_json_has_the_readiness_of_each(self):
        report, status = self.run_json("touch", self.marker, env=self.without)
        self.assertEqual((status, report["status"]), (125, 125))
        self.assertEqual(report["error"]["code"], "not-ready")
        schema = harness.load_schema("readiness")
        for entry in report["error"]["backends"]:
            harness.validate(entry, schema["$defs"]["readiness"], schema)
        self.assertIn("bwrap", [entry["id"] for entry in report["error"]["backends"]])

    def test_plan_refuses_too(self):
        answer = self.cordon("plan", "--", "touch", self.marker, env=self.without)
        self.assert_status(answer, 125)
        self.assertIn(b"bubblewrap", answer.stderr)

    def test_doctor_says_1(self):
        answer = self.cordon("doctor", env=self.without)
        self.assert_status(answer, 1)
        self.assertEqual(answer.stderr, b"")
        self.assertIn(b"needs-setup", answer.stdout)

    def test_backends_lists_it_all_the_same(self):
        answer = self.cordon("backends", env=self.without)
        self.assert_status(answer, 0)
        self.assertRegex(answer.stdout.decode(), r"(?m)^bwrap +.* usable ")

    def test_a_backend_that_does_not_exist_is_named(self):
        answer = self.run_in("touch", self.marker, flags=["--backend=nonesuch"])
        self.assert_status(answer, 125)
        self.assertIn(b"nonesuch", answer.stderr)
        report, status = self.run_json("touch", self.marker, flags=["--backend", "nonesuch"])
        self.assertEqual(status, 125)
        self.assertIn("nonesuch", report["error"]["message"])

    def test_a_bubblewrap_that_cannot_work_is_not_ready(self):
        path = os.path.join(self.bin, "bwrap")
        for text in ("#!/bin/sh\nexit 1\n", "#!/bin/sh\necho bwrap: broken >&2; exit 1\n",
                     "#!/bin/sh\nexit 0\n", "no program at all\n"):
            with self.subTest(text=text):
                with open(path, "w", encoding="utf-8") as file:
                    file.write(text)
                os.chmod(path, 0o755)
                answer = self.run_in("touch", self.marker, env=self.without)
                self.assert_status(answer, 125)
                self.assertTrue(answer.stderr.startswith(b"cordon: nothing ran"), answer.stderr)

    def test_becoming_ready_is_noticed_without_fresh(self):
        self.assert_status(self.cordon("doctor", env=self.without), 1)
        with_it = dict(self.without, PATH=os.environ["PATH"])
        answer = self.cordon("doctor", env=with_it)
        if answer.returncode != 0 and not harness.must_work("bwrap"):
            self.skipTest("no sandbox is ready here")
        self.assert_status(answer, 0)
        self.assert_status(self.cordon("doctor", env=self.without), 1)

    def test_without_a_sandbox_nothing_of_this_matters(self):
        answer = self.run_in("true && echo yes", flags=["--sandbox=off"], env=self.without)
        self.assert_status(answer, 0)
        self.assertEqual(answer.stdout, b"yes\n")

    def test_no_colours_in_a_pipe(self):
        for words in (["doctor"], ["backends"], ["run", "true", "x"], ["help"]):
            answer = self.cordon(*words, env=dict(self.without, TERM="xterm-256color"))
            self.assertIsNone(re.search(rb"[\x00-\x08\x0b-\x1f\x7f]", answer.stdout + answer.stderr))


class Quiet(ProjectTest):
    def test_a_home_that_cannot_be_written_is_no_obstacle(self):
        home = os.path.join(self.top, "home")
        os.mkdir(home, 0o500)
        answer = subprocess.run(
            [harness.CORDON, "doctor"], capture_output=True, check=False, timeout=harness.HANG,
            env=self.environment(HOME=home, XDG_CACHE_HOME=os.path.join(home, "cache")))
        self.assertIn(answer.returncode, (0, 1), answer)
        self.assertEqual(answer.stderr, b"")


if __name__ == "__main__":
    harness.main(needs_sandbox=False)

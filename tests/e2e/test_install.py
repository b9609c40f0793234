# SPDX-License-Identifier: MIT
"""An installed tree works wherever it is put, and uses nothing of the build."""

import json
import os
import shutil
import subprocess

import harness
from harness import ProjectTest


class Installed(ProjectTest):
    def setUp(self):
        super().setUp()
        if shutil.which("cmake") is None:
            self.skipTest("cmake is not installed")
        self.first = os.path.join(self.top, "first place")
        subprocess.run(["cmake", "--install", harness.BUILD, "--prefix", self.first],
                       check=True, capture_output=True, timeout=harness.HANG)
        self.moved = os.path.join(self.top, "moved", "to here")
        os.makedirs(os.path.dirname(self.moved))
        os.rename(self.first, self.moved)

    def installed(self, *words, **options):
        return subprocess.run([os.path.join(self.moved, "bin", "cordon"), *words], cwd=self.loop,
                              capture_output=True, check=False, timeout=harness.HANG,
                              stdin=subprocess.DEVNULL, **options)

    def test_runs_from_where_it_was_moved_to(self):
        answer = self.installed("run", "--", "echo x > made && echo yes")
        self.assert_status(answer, 0)
        self.assertEqual(answer.stdout, b"yes\n")
        answer = self.installed("run", "--sandbox=off", "--", "echo", "yes")
        self.assert_status(answer, 0)

    def test_its_backends_are_its_own(self):
        document = harness.read_report(self.installed("backends", "--json").stdout, "backends")
        usable = [entry for entry in document["backends"] if entry["state"] == "usable"]
        self.assertTrue(usable)
        for entry in usable:
            self.assertTrue(entry["manifest"].startswith(self.moved + "/"), entry)
            self.assertTrue(entry["library"].startswith(self.moved + "/"), entry)

    def test_a_plan_names_nothing_of_the_build(self):
        # The plan has the environment of the command in it, and ours names the build.
        environment = {name: value for name, value in os.environ.items()
                       if harness.BUILD not in value}
        answer = self.installed("plan", "--json", "--", "true", "x", env=environment)
        self.assert_status(answer, 0)
        self.assertNotIn(harness.BUILD, json.dumps(json.loads(answer.stdout)))

    def test_runs_through_a_link_on_path(self):
        link = os.path.join(self.top, "cordon")
        os.symlink(os.path.join(self.moved, "bin", "cordon"), link)
        answer = subprocess.run([link, "run", "--", "echo", "yes"], cwd=self.loop, check=False,
                                capture_output=True, timeout=harness.HANG, stdin=subprocess.DEVNULL)
        self.assertEqual((answer.returncode, answer.stdout), (0, b"yes\n"), answer)

    def test_a_tree_that_others_can_change_is_not_used(self):
        folder = os.path.dirname(self.backend_library())
        os.chmod(folder, 0o777)
        answer = self.installed("run", "--", "touch", "ran")
        self.assert_status(answer, 125)
        self.assertFalse(os.path.exists(os.path.join(self.loop, "ran")))
        document = harness.read_report(self.installed("backends", "--json").stdout, "backends")
        self.assertEqual({entry["state"] for entry in document["backends"]}, {"rejected"})

    def test_what_lies_over_hidden_files_cannot_be_read(self):
        info = os.stat(os.path.join(self.moved, "libexec", "cordon", "unreadable"))
        self.assertEqual((info.st_size, info.st_mode & 0o7777), (0, 0))

    def backend_library(self):
        document = json.loads(self.installed("backends", "--json").stdout)
        return document["backends"][0]["library"]

    def test_manual_pages_and_completions_are_there(self):
        for command in ("cordon", "cordon-run", "cordon-plan", "cordon-check", "cordon-doctor",
                        "cordon-backends", "cordon-image", "cordon-settings", "cordon-audit",
                        "cordon-gateway", "cordon-mcp", "cordon-status", "cordon-approve"):
            path = os.path.join(self.moved, "share", "man", "man1", f"{command}.1")
            self.assertTrue(os.path.isfile(path), path)
            if shutil.which("man") is not None:
                answer = subprocess.run(
                    ["man", "-l", "--warnings", "-E", "UTF-8", path], check=True,
                    capture_output=True, timeout=harness.HANG,
                    env=self.environment(MANPAGER="cat", LC_ALL="C.UTF-8", MANWIDTH="80"))
                self.assertEqual(answer.stderr, b"")
                self.assertIn(command.replace("-", " ").split()[0].encode(), answer.stdout)
        for path in ("bash-completion/completions/cordon", "zsh/site-functions/_cordon",
                     "fish/vendor_completions.d/cordon.fish"):
            self.assertTrue(os.path.isfile(os.path.join(self.moved, "share", path)), path)


if __name__ == "__main__":
    harness.main()

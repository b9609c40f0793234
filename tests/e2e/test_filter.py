# SPDX-License-Identifier: MIT
"""The command filter as a user meets it: cordon check, and what it does to cordon run and plan."""

import json
import os
import pty
import signal
import subprocess

import harness
from harness import ProjectTest
from test_terminal import Terminal

ALLOW, ASK, DENY = 0, 10, 11
FOLDERS = ["--project=/home/u/proj", "--loop=/home/u/proj/loops/a", "--home=/home/u"]


class Check(ProjectTest):
    def check(self, *words, flags=(), **options):
        return self.cordon("check", *FOLDERS, *flags, "--", *words, **options)

    def verdict(self, *words, flags=()):
        answer = self.check(*words, flags=["--json", *flags])
        return harness.read_report(answer.stdout, "verdict"), answer.returncode

    def test_the_status_is_the_verdict(self):
        for line, status in (("ls src", ALLOW), ("rm old.txt", ASK), ("bash -c id", DENY),
                             ("cat 'unfinished", DENY)):
            answer = self.check(line)
            self.assert_status(answer, status)
            self.assertEqual(answer.stderr, b"")
            _, json_status = self.verdict(line)
            self.assertEqual(json_status, status)

    def test_people_get_the_reason_and_what_to_do_instead(self):
        answer = self.check("bash -c id").stdout.decode().splitlines()
        self.assertEqual(answer[0], "deny (shell)")
        self.assertIn("    part: bash -c id", answer)
        self.assertTrue(any(line.startswith("    instead: ") for line in answer), answer)
        self.assertEqual(self.check("ls").stdout, b"allow\n")

    def test_json_has_everything(self):
        verdict, _ = self.verdict("rm a && python3 -c 1 | cat")
        self.assertEqual((verdict["verdict"], verdict["rule"]), ("ask", "delete"))
        self.assertEqual((verdict["part"], verdict["kind"]), ("rm a", "rm + python3 -c"))
        self.assertEqual(verdict["argv"], ["/bin/sh", "-c", verdict["script"]])
        verdict, _ = self.verdict("npm test")
        self.assertEqual((verdict["argv"], verdict["time_limit"]), (["npm", "test"], 600))
        self.assertNotIn("script", verdict)
        verdict, _ = self.verdict("ssh host")
        self.assertNotIn("argv", verdict)

    def test_several_words_are_no_command_line(self):
        self.assert_status(self.check("echo", "a; bash", "$(id)"), ALLOW)
        self.assert_status(self.check("bash", "x"), DENY)

    def test_full_auto_allows_what_would_be_asked(self):
        verdict, status = self.verdict("rm a", flags=["--full-auto"])
        self.assertEqual((status, verdict["verdict"], verdict["rule"]), (ALLOW, "allow", "delete"))
        self.assertEqual(self.verdict("rm a; bash", flags=["--full-auto"])[1], DENY)

    def test_without_a_sandbox_the_project_is_out_of_bounds(self):
        self.assertEqual(self.verdict("cat ../b/x")[1], ALLOW)
        verdict, status = self.verdict("cat ../b/x", flags=["--sandbox=off"])
        self.assertEqual((status, verdict["rule"]), (DENY, "outside-loop"))

    def test_windows(self):
        flags = ["--platform=windows", r"--project=C:\Users\u\proj",
                 r"--loop=C:\Users\u\proj\loops\a", r"--home=C:\Users\u"]
        for shell, line, status in (
                ("cmd", r"type ..\..\package.json", ALLOW), ("cmd", "c^md /c dir", DENY),
                ("ps", "Get-ChildItem src", ALLOW), ("ps", "iex $x", DENY)):
            answer = self.cordon("check", *flags, f"--shell={shell}", "--", line)
            self.assert_status(answer, status)
        self.assert_status(self.cordon("check", *flags, "--", "c^md /c dir"), DENY)
        self.assert_status(self.cordon("check", *flags[:1], "--", "dir"), 2)

    def test_the_folders_of_now_are_the_default(self):
        self.assert_status(self.cordon("check", "cat ../../README"), ALLOW)
        self.assert_status(self.cordon("check", "cat ../../../x"), DENY)
        os.symlink("/etc", os.path.join(self.loop, "out"))
        self.assert_status(self.cordon("check", "cat out/passwd"), DENY)

    def test_an_explanation_ends_like_the_verdict(self):
        answer = self.check("cd src && rm x | cat", flags=["--explain"])
        self.assert_status(answer, ASK)
        text = answer.stdout.decode()
        for part in ("tree\n", "  rm x\n      ask (delete): ", "runs by /bin/sh\n", "'rm' 'x' | 'cat'"):
            self.assertIn(part, text)

    def test_mistakes(self):
        for words in (["--batch", "--", "x"], ["--explain", "--json", "x"], ["--explain", "a", "b"],
                      ["--shell=cmd", "x"], ["--platform=bsd", "x"], [], ["--project=/p", "--loop=/q", "x"]):
            answer = self.cordon("check", *words)
            self.assert_status(answer, 2)
            self.assertEqual((answer.stdout, answer.stderr.count(b"\n")), (b"", 1), answer)


class Batch(ProjectTest):
    def batch(self, text, *flags):
        answer = self.cordon("check", "--batch", *FOLDERS, *flags, input=text)
        answers = [json.loads(line) for line in answer.stdout.splitlines()]
        for one in answers:
            harness.validate(one, harness.load_schema("verdict"))
        return answers, answer.returncode

    def test_answers_come_in_order(self):
        lines = ["ls", "rm a", "bash"] * 500
        text = "".join(json.dumps({"command": line}) + "\n" for line in lines)
        answers, status = self.batch(text.encode())
        self.assertEqual(status, 0)
        self.assertEqual([answer["verdict"] for answer in answers], ["allow", "ask", "deny"] * 500)

    def test_lines_have_a_folder_and_words(self):
        answers, status = self.batch(
            b'{"command":"cat ../x","cwd":"/home/u/proj"}\n{"command":"cat ../x","cwd":null}\n'
            b'{"command":["echo","a; bash"]}\r\n{"command":"ls","anything":{"else":1}}')
        self.assertEqual(status, 0)
        self.assertEqual([answer["verdict"] for answer in answers],
                         ["deny", "allow", "allow", "allow"])

    def test_a_bad_line_is_answered_and_the_others_too(self):
        answers, status = self.batch(b'{"command":"ls"}\nls\n\n{"command":7}\n\xff\n'
                                     b'{"command":"' + b"x" * 2_000_000 + b'"}\n{"command":"bash"}\n')
        self.assertEqual(status, 2)
        self.assertEqual([next(iter(answer)) for answer in answers],
                         ["verdict", "error", "error", "error", "error", "error", "verdict"])
        self.assertEqual((answers[0]["verdict"], answers[-1]["verdict"]), ("allow", "deny"))

    def test_nothing_is_no_mistake(self):
        self.assertEqual(self.batch(b""), ([], 0))

    def test_whoever_waits_gets_the_answer(self):
        with subprocess.Popen([harness.CORDON, "check", "--batch", *FOLDERS], cwd=self.loop,
                              stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
            for line, verdict in (("ls", "allow"), ("bash", "deny"), ("rm a", "ask")):
                process.stdin.write(json.dumps({"command": line}).encode() + b"\n")
                process.stdin.flush()
                self.assertEqual(json.loads(process.stdout.readline())["verdict"], verdict)
            process.stdin.close()
        self.assertEqual(process.returncode, 0)

    def test_a_reader_that_leaves_ends_it(self):
        with subprocess.Popen([harness.CORDON, "check", "--batch", *FOLDERS], cwd=self.loop,
                              stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
            process.stdout.close()
            try:
                for _ in range(1000):
                    process.stdin.write(b'{"command":"ls"}\n' * 100)
            except BrokenPipeError:
                pass
            try:
                process.stdin.close()
            except BrokenPipeError:
                pass
        self.assertEqual(process.returncode, 128 + signal.SIGPIPE)


class Run(ProjectTest):
    def setUp(self):
        super().setUp()
        self.file = os.path.join(self.loop, "file")
        with open(self.file, "w", encoding="utf-8") as file:
            file.write("text\n")

    def planned(self, *words):
        answer = self.cordon("plan", "--json", "--", *words)
        self.assert_status(answer, 0)
        return harness.read_report(answer.stdout, "plan")["argv"]

    def test_what_is_denied_does_not_run(self):
        for words in (["bash -c 'rm file'"], ["bash", "-c", "rm file"], ["rm file; ssh host"],
                      ["rm file 'unfinished"], ["rm /etc/passwd"]):
            for flags in ([], ["--yes"], ["--sandbox=off"]):
                answer = self.run_in(*words, flags=flags)
                self.assert_status(answer, 126)
                self.assertEqual(answer.stdout, b"")
                self.assertRegex(answer.stderr.decode(), r"^cordon: denied \([a-z-]+\): .+\n")
            self.assert_status(self.cordon("plan", "--", *words), 126)
        self.assertTrue(os.path.exists(self.file))

    def test_a_denial_says_why_and_what_to_do(self):
        lines = self.run_in("bash -c id").stderr.decode().splitlines()
        self.assertEqual(len(lines), 2, lines)
        self.assertTrue(lines[0].startswith("cordon: denied (shell): "), lines)
        self.assertTrue(lines[1].startswith("cordon: instead: "), lines)

    def test_a_denial_in_json(self):
        for command in ("run", "plan"):
            answer = self.cordon(command, "--json", "--", "bash -c id")
            self.assert_status(answer, 126)
            self.assertEqual(answer.stderr, b"")
            report = harness.read_report(answer.stdout, "run")
            self.assertEqual((report["error"]["code"], report["status"]), ("denied", 126))
            self.assertEqual(report["verdict"]["rule"], "shell")

    def test_without_a_terminal_nobody_can_be_asked(self):
        answer = self.run_in("rm file")
        self.assert_status(answer, 126)
        self.assertIn("--yes", answer.stderr.decode())
        report, status = self.run_json("rm file")
        self.assertEqual((status, report["error"]["code"], report["verdict"]["verdict"]),
                         (126, "denied", "ask"))
        self.assertTrue(os.path.exists(self.file))

    def test_yes_answers_what_is_asked(self):
        report, status = self.run_json("rm file", flags=["--yes"])
        self.assertEqual((status, report["approval"]), (0, "option"))
        self.assertEqual((report["verdict"]["verdict"], report["verdict"]["rule"]), ("ask", "delete"))
        self.assertFalse(os.path.exists(self.file))
        report, status = self.run_json("true", flags=["--yes"])
        self.assertEqual((status, report["approval"], report["verdict"]["rule"]), (0, None, "none"))

    def test_a_plan_notes_what_would_be_asked(self):
        answer = self.cordon("plan", "--", "rm file")
        self.assert_status(answer, 0)
        self.assertIn(b"note: run would ask (delete)", answer.stderr)
        self.assertTrue(os.path.exists(self.file))

    def test_what_runs_is_what_was_read(self):
        self.assertEqual(self.planned("echo  'a'\"b\"\\ c")[-2:], ["echo", "ab c"])
        self.assertEqual(self.planned("echo a|cat")[-3:-1], ["/bin/sh", "-c"])
        self.assertEqual(self.planned("echo a|cat")[-1].strip(), "'echo' 'a' | 'cat'")
        self.assertEqual(self.planned("echo", "a|cat")[-2:], ["echo", "a|cat"])

    def test_command_lines(self):
        for sandbox in ("on", "off"):
            flags = [f"--sandbox={sandbox}"]
            answer = self.run_in("echo one; echo two | tr a-z A-Z", flags=flags)
            self.assert_status(answer, 0)
            self.assertEqual(answer.stdout, b"one\nTWO\n")
            self.assert_status(self.run_in("exit 7", flags=flags), 7)
            self.assert_status(self.run_in("true", flags=flags), 0)
            self.assert_status(self.run_in("false", flags=flags), 1)
            self.assert_status(self.run_in("no-such-program-here", flags=flags), 127)
            answer = self.run_in("for i in 1 2; do echo \"$i\" >> out; done && cat out; rm -f out",
                                 flags=[*flags, "--yes"])
            self.assertEqual(answer.stdout, b"1\n2\n", answer.stderr)

    def test_without_a_sandbox_the_filter_keeps_to_the_loop(self):
        self.assertEqual(self.run_in("cat ../../README").stdout, b"read me\n")
        answer = self.run_in("cat ../../README", flags=["--sandbox=off"])
        self.assert_status(answer, 126)
        self.assertIn(b"outside-loop", answer.stderr)

    def test_the_time_limit_is_that_of_the_command(self):
        with open(os.path.join(self.loop, "Makefile"), "w", encoding="utf-8") as file:
            file.write("all:\n\t@echo made\n")
        for words, flags, limit in ((["true"], [], 120), (["make"], [], 600), (["make | cat"], [], 600),
                                    (["make"], ["--timeout=7"], 7)):
            report, status = self.run_json(*words, flags=flags)
            self.assertEqual((status, report["time_limit_ms"]), (0, limit * 1000), words)

    def git(self, *words):
        answer = subprocess.run(["git", *words], cwd=self.project, capture_output=True, check=True,
                                env=self.environment(GIT_CONFIG_GLOBAL=os.devnull))
        return answer.stdout.decode()

    def test_an_approved_git_change_is_kept(self):
        self.git("init", "-q", "-b", "main")
        self.git("config", "user.name", "t")
        self.git("config", "user.email", "t@example.org")
        self.git("commit", "-q", "--allow-empty", "-m", "first")
        self.assert_status(self.run_in("git add file"), 0)
        self.assertEqual(self.git("diff", "--cached", "--name-only"), "loops/a/file\n")
        message = "git commit -qm \"$(cat <<'EOF'\nsecond\n\nbody\nEOF\n)\" && git log -1 --format=%s"
        self.assert_status(self.run_in(message), 126)
        answer = self.run_in(message, flags=["--yes"])
        self.assertEqual((answer.returncode, answer.stdout), (0, b"second\n"), answer.stderr)
        self.assertEqual(self.git("log", "-1", "--format=%B"), "second\n\nbody\n\n")
        # Beside another program the repository stays as it is: what was approved is git's change alone.
        answer = self.run_in("git tag v1 && sort file", flags=["--yes"])
        self.assertNotEqual(answer.returncode, 0)
        self.assertEqual(self.git("tag"), "")

    def test_a_project_behind_a_link(self):
        link = os.path.join(self.top, "link")
        os.symlink(self.project, link)
        answer = self.run_in("cat file ../../README", flags=[f"--project={link}"],
                             cwd=os.path.join(link, "loops", "a"))
        self.assert_status(answer, 0)
        self.assertEqual(answer.stdout, b"text\nread me\n")

    def test_a_link_out_of_the_project_is_denied(self):
        os.symlink("/etc", os.path.join(self.loop, "out"))
        self.assert_status(self.run_in("cat out/hostname"), 126)


class Question(ProjectTest):
    def setUp(self):
        super().setUp()
        self.file = os.path.join(self.loop, "file")
        with open(self.file, "w", encoding="utf-8") as file:
            file.write("text\n")

    def ask(self, *words, flags=(), keys=b"", stdout=None):
        terminal = Terminal(["run", *flags, "--", *words], self.loop,
                            self.environment(TERM="xterm-256color"), stdout)
        terminal.read_until(lambda shown: b"deny it (d)? " in shown)
        terminal.type(keys)
        status, shown = terminal.finish()
        return status, shown.decode()

    def test_once_runs_it(self):
        for keys in (b"o\n", b"once\n", b" O \n"):
            with open(self.file, "w", encoding="utf-8"):
                pass
            status, _ = self.ask("rm file", keys=keys)
            self.assertEqual(status, 0)
            self.assertFalse(os.path.exists(self.file))

    def test_deny_and_the_end_of_the_input_do_not(self):
        for keys in (b"d\n", b"deny\n", b"\x04", b"x\ny\nyes\n", b"\n\n\n"):
            status, shown = self.ask("rm file", keys=keys)
            self.assertEqual(status, 126, shown)
            self.assertIn("denied by you (delete)", shown)
        self.assertTrue(os.path.exists(self.file))

    def test_a_word_that_is_no_answer_is_asked_again(self):
        status, shown = self.ask("rm file", keys=b"what\no\n")
        self.assertEqual(status, 0)
        self.assertEqual(shown.count("deny it (d)? "), 2)

    def test_control_c_is_no_approval(self):
        status, _ = self.ask("rm file", keys=b"\x03")
        self.assertNotEqual(status, 0)
        self.assertTrue(os.path.exists(self.file))

    def test_it_shows_what_would_run(self):
        _, shown = self.ask("cat file|python3 -c 'print(1)'", keys=b"d\n")
        for part in ("script:  'cat' 'file' | 'python3' '-c' 'print(1)'", f"folder:  {self.loop}",
                     "part:    python3 -c 'print(1)'", "rule:    inline-code", "reason:  "):
            self.assertIn(part, shown)

    def test_it_cannot_steer_the_terminal(self):
        _, shown = self.ask("python3", "-c", "print('\u202e\x1b]0;owned\x07\n')", keys=b"d\n")
        self.assertIn(r"\u202e\x1b]0;owned\x07\n", shown)
        self.assertNotIn("\x1b]", shown)
        self.assertNotIn("\u202e", shown)

    def test_json_asks_too_and_reports_who_allowed_it(self):
        path = os.path.join(self.top, "out")
        with open(path, "wb") as out:
            status, _ = self.ask("rm file", flags=["--json"], keys=b"o\n", stdout=out)
        self.assertEqual(status, 0)
        with open(path, "rb") as out:
            report = harness.read_report(out.read(), "run")
        self.assertEqual(report["approval"], "user")

    def test_the_answer_is_not_the_commands_input(self):
        status, shown = self.ask("python3 -c 'import sys; print(repr(sys.stdin.read()))'",
                                 keys=b"o\nmore\n")
        self.assertEqual(status, 0)
        self.assertIn("''", shown)

    def test_without_both_streams_nobody_is_asked(self):
        master, slave = pty.openpty()
        for streams in ({"stdin": slave, "stderr": subprocess.PIPE},
                        {"stdin": subprocess.DEVNULL, "stderr": slave}):
            answer = subprocess.run([harness.CORDON, "run", "--", "rm file"], cwd=self.loop,
                                    stdout=subprocess.PIPE, check=False, timeout=harness.HANG,
                                    **streams)
            self.assertEqual(answer.returncode, 126)
        os.close(master)
        os.close(slave)
        self.assertTrue(os.path.exists(self.file))


if __name__ == "__main__":
    harness.main()

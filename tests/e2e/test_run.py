# SPDX-License-Identifier: MIT
"""cordon run without the command filter: exit statuses, words and folders as they are, input, streaming, reports, limits."""

import json
import os
import signal
import stat
import subprocess
import threading

import harness
from harness import ProjectTest

# Bytes that are no UTF-8, every quote, blanks, a newline, a glob, an option.
ODD_WORDS = [b"a b", b"", b"'", b'"', b"`id`", b"$HOME", b"new\nline", b"\xff\xfe", b"*", b"-x",
             b"\\", b"tab\t", "é漢".encode(), b"--json"]


class Statuses(ProjectTest):
    def test_the_commands_own(self):
        for code in (0, 1, 2, 77, 124, 125, 126, 127, 128, 200, 255):
            self.assert_status(self.run_in("sh", "-c", f"exit {code}"), code)

    def test_a_signal_is_128_and_its_number(self):
        for number in (signal.SIGTERM, signal.SIGKILL, signal.SIGSEGV, signal.SIGABRT):
            with self.subTest(signal=number):
                answer = self.run_in("sh", "-c", f"kill -{int(number)} $$")
                self.assert_status(answer, 128 + number)
                report, status = self.run_json("sh", "-c", f"kill -{int(number)} $$")
                self.assertEqual(status, 128 + number)
                self.assertEqual(report["exit"]["kind"], "signaled")
                self.assertEqual(report["exit"]["code"], number)

    def test_not_found_is_127_and_said(self):
        for command in ("no-such-program-here", "./no-such-file", "/no/such/file"):
            answer = self.run_in(command, "x")
            self.assert_status(answer, 127)
            self.assertIn(command, answer.stderr.decode())
            report, status = self.run_json(command, "x")
            self.assertEqual((status, report["status"]), (127, 127))
            self.assertEqual(report["exit"]["kind"], "setup")
            self.assertTrue(report["exit"]["not_found"])

    def test_not_executable_is_126_and_said(self):
        path = os.path.join(self.loop, "plain")
        with open(path, "w", encoding="utf-8") as file:
            file.write("text\n")
        os.chmod(path, 0o644)
        for command in ("./plain", self.loop):
            answer = self.run_in(command, "x")
            self.assert_status(answer, 126)
            self.assertIn(b"cordon: ", answer.stderr)

    def test_a_time_limit_is_124_and_said(self):
        answer = self.run_in("sleep", "600", flags=["--timeout=0.3"])
        self.assert_status(answer, 124)
        self.assertEqual(answer.stderr.decode(),
                         "cordon: stopped after 0.3 s (time limit; --timeout changes it)\n")
        report, status = self.run_json("sh", "-c", "echo before; sleep 600",
                                       flags=["--timeout", "0.5"])
        self.assertEqual((status, report["exit"]["kind"], report["exit"]["limit"]),
                         (124, "limit", "time"))
        self.assertEqual(report["stdout"], "before\n")
        self.assertEqual(report["time_limit_ms"], 500)

    def test_output_before_the_time_limit_is_there(self):
        answer = self.run_in("sh", "-c", "echo out; echo err >&2; sleep 600",
                             flags=["--timeout=0.5"])
        self.assertEqual(answer.stdout, b"out\n")
        self.assertTrue(answer.stderr.startswith(b"err\n"), answer.stderr)

    def test_a_folder_that_does_not_exist_is_125(self):
        marker = os.path.join(self.loop, "ran")
        for flags in (["--project=/no/such"], ["--loop=/no/such"], ["--sibling=/no/such\nfolder"]):
            answer = self.run_in("touch", marker, flags=flags)
            if answer.returncode == 0 and "sibling" in flags[0]:
                continue  # a folder that is not there needs no protection
            self.assert_status(answer, 125)
            self.assertTrue(answer.stderr.startswith(b"cordon: nothing ran"), answer.stderr)
            self.assertFalse(os.path.exists(marker))

    def test_a_loop_outside_of_the_project_is_refused(self):
        outside = os.path.join(self.top, "outside")
        os.mkdir(outside)
        answer = self.run_in("touch", "ran", flags=[f"--loop={outside}"])
        self.assert_status(answer, 125)
        self.assertFalse(os.path.exists(os.path.join(outside, "ran")))

    def test_a_current_folder_that_is_gone_is_said(self):
        gone = os.path.join(self.top, "gone")
        os.mkdir(gone)
        answer = subprocess.run(
            ["sh", "-c", 'rmdir "$PWD"; exec "$@"', "sh", harness.CORDON, "run", "--", "true", "x"],
            cwd=gone, capture_output=True, check=False, timeout=harness.HANG)
        self.assertEqual(answer.returncode, 125, answer)
        self.assertIn(b"current folder", answer.stderr)


class Words(ProjectTest):
    def print_words(self):
        path = os.path.join(self.loop, "words")
        with open(path, "w", encoding="utf-8") as file:
            file.write('#!/bin/sh\nfor word do printf "%s\\0" "$word"; done\n')
        os.chmod(path, 0o755)

    def test_every_byte_of_an_argument_arrives(self):
        self.print_words()
        for sandbox in ("on", "off"):
            answer = self.run_in(b"./words", *ODD_WORDS, flags=["--sandbox", sandbox])
            self.assert_status(answer, 0)
            self.assertEqual(answer.stdout.split(b"\0")[:-1], ODD_WORDS)

    def test_a_report_of_odd_words_is_valid(self):
        self.print_words()
        report, status = self.run_json(b"./words", b"\xff", b"\xe2\x80\xae", b"\x1b[2J\x00"[:-1])
        self.assertEqual(status, 0)
        self.assertEqual(report["command"], ["./words", "\ufffd", "\u202e", "\x1b[2J"])

    def test_one_word_is_a_command_line(self):
        answer = self.run_in("echo one; echo two | tr a-z A-Z")
        self.assert_status(answer, 0)
        self.assertEqual(answer.stdout, b"one\nTWO\n")
        self.assert_status(self.run_in("exit 7"), 7)
        self.assert_status(self.run_in("true"), 0)
        self.assert_status(self.run_in("false"), 1)
        self.assert_status(self.run_in("no-such-program-here"), 127)

    def test_options_end_at_the_first_word(self):
        answer = self.cordon("run", "echo", "--json", "--", "x")
        self.assert_status(answer, 0)
        self.assertEqual(answer.stdout, b"--json -- x\n")

    def test_odd_folder_names(self):
        for name in (b"with blank", b"new\nline", b"quote'\"", b"\xff\xfe", "漢é".encode(),
                     b"-dash", b"a:b", b"%s%n", b"back\\slash"):
            with self.subTest(name=name):
                folder = os.path.join(os.fsencode(self.project), name)
                os.makedirs(os.path.join(folder, b"in"))
                answer = self.cordon("run", b"--loop=" + folder, "--", "sh", "-c",
                                     "echo x > made && pwd", cwd=os.path.join(folder))
                self.assert_status(answer, 0)
                self.assertEqual(answer.stdout, folder + b"\n")
                self.assertTrue(os.path.exists(os.path.join(folder, b"made")))


class Folders(ProjectTest):
    def test_the_loop_is_writable_and_the_project_is_not(self):
        answer = self.run_in("sh", "-c", "echo x > mine && cat ../../README")
        self.assert_status(answer, 0)
        self.assertEqual(answer.stdout, b"read me\n")
        for path in (f"{self.project}/new", f"{self.sibling}/new", f"{self.project}/README"):
            answer = self.run_in("sh", "-c", f"echo x > '{path}'")
            self.assertNotEqual(answer.returncode, 0)
        self.assertEqual(sorted(os.listdir(self.project)), [".git", "README", "loops"])
        self.assertEqual(os.listdir(self.sibling), [])

    def test_defaults_are_the_work_tree_and_the_current_folder(self):
        inner = os.path.join(self.loop, "deep", "er")
        os.makedirs(inner)
        answer = self.run_in("sh", "-c", "pwd; touch here; touch ../up 2>/dev/null || echo no",
                             cwd=inner)
        self.assertEqual(answer.stdout.decode(), f"{inner}\nno\n")
        self.assertTrue(os.path.exists(os.path.join(inner, "here")))

    def test_a_git_file_marks_a_work_tree_too(self):
        tree = os.path.join(self.project, "linked")
        os.makedirs(os.path.join(tree, "sub"))
        with open(os.path.join(tree, ".git"), "w", encoding="utf-8") as file:
            file.write("gitdir: ../.git\n")
        plan = self.cordon("plan", "--json", "--", "true", "x", cwd=os.path.join(tree, "sub"))
        self.assert_status(plan, 0)
        self.assertIn(tree, plan.stdout.decode())
        self.assertNotIn(self.sibling, plan.stdout.decode())

    def test_without_a_work_tree_the_current_folder_is_the_project(self):
        plain = os.path.join(self.top, "plain")
        os.mkdir(plain)
        self.assert_status(self.run_in("touch", "made", cwd=plain), 0)
        self.assertEqual(os.listdir(plain), ["made"])

    def test_outside_of_the_loop_the_command_starts_in_the_loop(self):
        answer = self.run_in("pwd", "-P", flags=[f"--project={self.project}",
                                                 f"--loop={self.loop}"], cwd="/")
        self.assert_status(answer, 0)
        self.assertEqual(answer.stdout.decode(), self.loop + "\n")

    def test_inside_of_the_loop_the_command_starts_in_the_current_folder(self):
        inner = os.path.join(self.loop, "src")
        os.mkdir(inner)
        answer = self.run_in("pwd", "-P", flags=[f"--loop={self.loop}"], cwd=inner)
        self.assertEqual(answer.stdout.decode(), inner + "\n")

    def test_outside_of_the_project_the_project_is_the_loop(self):
        answer = self.run_in("sh", "-c", "pwd; touch made", flags=[f"--project={self.project}"],
                             cwd=self.top)
        self.assertEqual(answer.stdout.decode(), self.project + "\n")
        self.assertTrue(os.path.exists(os.path.join(self.project, "made")))

    def test_relative_folders_and_links_to_folders(self):
        link = os.path.join(self.top, "link")
        os.symlink(self.project, link)
        answer = self.run_in("pwd", "-P", flags=["--project=../..", "--loop=."])
        self.assertEqual(answer.stdout.decode(), self.loop + "\n")
        answer = self.run_in("touch", "made", flags=[f"--project={link}"],
                             cwd=os.path.join(link, "loops", "a"))
        self.assert_status(answer, 0)
        self.assertTrue(os.path.exists(os.path.join(self.loop, "made")))

    def test_siblings_inside_the_loop_are_read_only(self):
        inner = os.path.join(self.loop, "other")
        os.mkdir(inner)
        answer = self.run_in("sh", "-c", "touch mine; touch other/new 2>/dev/null; ls other",
                             flags=[f"--sibling={inner}", "--sibling", self.sibling])
        self.assert_status(answer, 0)
        self.assertEqual(answer.stdout, b"")
        self.assertEqual(os.listdir(inner), [])

    def test_the_application_folder_is_read_only(self):
        app = os.path.join(self.loop, "app")
        os.mkdir(app)
        answer = self.run_in("touch", "app/new", flags=[f"--app-dir={app}"])
        self.assertNotEqual(answer.returncode, 0)
        self.assertEqual(os.listdir(app), [])

    def test_a_failure_by_the_sandbox_is_explained_in_one_line(self):
        answer = self.run_in("sh", "-c", f"echo x > {self.project}/README")
        lines = [line for line in answer.stderr.decode().splitlines()
                 if line.startswith("cordon: ")]
        self.assertEqual(len(lines), 1, answer.stderr)
        self.assertIn("read-only", lines[0])
        report, _ = self.run_json("sh", "-c", f"echo x > {self.project}/README")
        self.assertIn("read-only", report["why"])

    def test_a_failure_of_the_command_itself_is_not_explained(self):
        answer = self.run_in("sh", "-c", "echo broken >&2; exit 3")
        self.assertEqual(answer.stderr, b"broken\n")


class OwnFolders(ProjectTest):
    """A project that holds the user's settings and the audit log."""

    def test_what_the_user_decided_is_read_only_where_the_project_holds_it(self):
        folders = {name: os.path.join(self.loop, name) for name in ("config", "state")}
        environment = self.environment(XDG_CONFIG_HOME=folders["config"],
                                       XDG_STATE_HOME=folders["state"])
        for folder in folders.values():
            os.makedirs(os.path.join(folder, "cordon"), mode=0o700)
        settings = os.path.join(folders["config"], "cordon", "settings.json")
        with open(settings, "w", encoding="utf-8") as file:
            file.write('{"schema": "cordon.settings/1"}')
        for line in (f"echo x >> {settings}", f"mv {os.path.dirname(settings)} gone",
                     f"rm -rf {folders['state']}/cordon", f"touch {folders['state']}/cordon/more"):
            answer = self.run_in("sh", "-c", line, env=environment)
            self.assertNotEqual(answer.returncode, 0, line)
            self.assertNotEqual(answer.returncode, 125, answer)
        with open(settings, encoding="utf-8") as file:
            self.assertEqual(file.read(), '{"schema": "cordon.settings/1"}')
        self.assert_status(self.run_in("touch", "beside", env=environment), 0)


class Input(ProjectTest):
    def test_is_passed_on(self):
        data = bytes(range(256)) * 5000
        answer = self.run_in("cat", "-", input=data)
        self.assert_status(answer, 0)
        self.assertEqual(answer.stdout, data)

    def test_from_a_file(self):
        with open(os.path.join(self.project, "README"), "rb") as file:
            answer = self.run_in("cat", "-", stdin=file)
        self.assertEqual(answer.stdout, b"read me\n")

    def test_nothing_is_an_end_of_file(self):
        self.assertEqual(self.run_in("wc", "-c").stdout, b"0\n")
        for closed in ("<&-", "</dev/null"):
            answer = subprocess.run(
                ["sh", "-c", f'exec "$@" {closed}', "sh", harness.CORDON, "run", "--", "wc", "-c"],
                cwd=self.loop, capture_output=True, check=False, timeout=harness.HANG)
            self.assertEqual((answer.returncode, answer.stdout), (0, b"0\n"), answer)

    def test_a_pipe_that_nobody_closes_does_not_keep_the_command(self):
        read_end, write_end = os.pipe()
        try:
            answer = self.run_in("echo", "done", stdin=read_end)
        finally:
            os.close(read_end)
            os.close(write_end)
        self.assert_status(answer, 0)
        self.assertEqual(answer.stdout, b"done\n")

    def test_a_command_that_reads_nothing_of_much_input_ends(self):
        answer = self.run_in("true", "x", input=b"x" * 4_000_000)
        self.assert_status(answer, 0)

    def test_the_input_of_cordon_is_not_the_commands_own(self):
        # A command that got the descriptor itself could seek or write in a file of ours.
        path = os.path.join(self.top, "input")
        with open(path, "wb+") as file:
            file.write(b"data\n")
            file.flush()
            file.seek(0)
            answer = self.run_in("sh", "-c", "stat -L -c %F /proc/self/fd/0; echo x >&0", stdin=file)
        self.assertNotIn(b"regular", answer.stdout)
        with open(path, "rb") as file:
            self.assertEqual(file.read(), b"data\n")


class Streaming(ProjectTest):
    def start(self, *command, flags=(), **options):
        return subprocess.Popen([harness.CORDON, "run", *flags, "--", *command], cwd=self.loop,
                                stdout=subprocess.PIPE, stderr=subprocess.PIPE, **options)

    def test_output_comes_before_the_end(self):
        # The command waits for an answer that we give only after its first line has come.
        with self.start("sh", "-c", "echo first; read word; echo got $word",
                        stdin=subprocess.PIPE) as process:
            self.assertEqual(process.stdout.readline(), b"first\n")
            self.assertIsNone(process.poll())
            out, _ = process.communicate(b"it\n", timeout=harness.HANG)
        self.assertEqual(out, b"got it\n")
        self.assertEqual(process.returncode, 0)

    def test_streams_stay_apart(self):
        answer = self.run_in("sh", "-c", "echo out; echo err >&2")
        self.assertEqual((answer.stdout, answer.stderr), (b"out\n", b"err\n"))

    def test_much_output_is_complete(self):
        answer = self.run_in("sh", "-c", "seq 1 300000; seq 1 300000 >&2")
        expected = "".join(f"{number}\n" for number in range(1, 300001)).encode()
        self.assertEqual(answer.stdout, expected)
        self.assertEqual(answer.stderr, expected)

    def test_output_of_a_pipe_is_passed_on_byte_by_byte(self):
        data = b"\x1b]0;title\x07\x00\xff\r\n\x1b[31m"
        answer = self.run_in("cat", "-", input=data)
        self.assertEqual(answer.stdout, data)

    def test_a_reader_that_leaves_ends_the_command_as_in_a_pipeline(self):
        with self.start("sh", "-c", "while :; do echo y; done", stdin=subprocess.DEVNULL,
                        flags=["--timeout=100"]) as process:
            process.stdout.readline()
            process.stdout.close()
            self.assertEqual(process.wait(timeout=harness.HANG), 128 + signal.SIGPIPE)
            self.assertEqual(process.stderr.read(), b"")

    def test_a_reader_that_stands_still_does_not_break_the_time_limit(self):
        with self.start("yes", "x", flags=["--timeout=1"], stdin=subprocess.DEVNULL) as process:
            process.stdout.read(1)
            self.assertEqual(process.wait(timeout=harness.HANG), 124)

    def test_a_reader_that_stands_still_does_not_block_a_signal(self):
        with self.start("yes", "x", stdin=subprocess.DEVNULL) as process:
            process.stdout.read(1)
            process.send_signal(signal.SIGTERM)
            self.assertEqual(process.wait(timeout=harness.HANG), 128 + signal.SIGTERM)

    def test_a_full_disk_is_reported(self):
        with open("/dev/full", "wb") as full:
            process = subprocess.run([harness.CORDON, "run", "--", "echo", "x"], cwd=self.loop,
                                     stdout=full, stderr=subprocess.PIPE, check=False,
                                     stdin=subprocess.DEVNULL, timeout=harness.HANG)
        self.assertEqual(process.returncode, 125)
        self.assertIn(b"No space left", process.stderr)

    def test_a_stdout_that_does_not_block_is_written_completely(self):
        read_end, write_end = os.pipe()
        os.set_blocking(write_end, False)
        parts = []

        def read_all():
            with os.fdopen(read_end, "rb") as pipe:
                parts.append(pipe.read())

        reader = threading.Thread(target=read_all)
        reader.start()
        answer = subprocess.run([harness.CORDON, "run", "--", "seq", "100000"], cwd=self.loop,
                                stdin=subprocess.DEVNULL, stdout=write_end, check=False,
                                timeout=harness.HANG)
        os.close(write_end)
        reader.join()
        self.assertEqual(answer.returncode, 0)
        self.assertEqual(parts[0].count(b"\n"), 100000)


class Reports(ProjectTest):
    def test_of_a_success(self):
        report, status = self.run_json("sh", "-c", "echo out; echo err >&2")
        self.assertEqual(status, 0)
        self.assertEqual(report["command"], ["sh", "-c", "echo out; echo err >&2"])
        self.assertEqual((report["stdout"], report["stderr"]), ("out\n", "err\n"))
        self.assertEqual(report["exit"],
                         {"kind": "exited", "code": 0, "limit": None, "not_found": False,
                          "cancelled": False})
        self.assertTrue(report["sandbox"])
        self.assertNotEqual(report["backend"], "none")
        self.assertEqual(report["verdict"]["verdict"], "allow")
        self.assertIsNone(report["approval"])
        self.assertEqual(report["notices"], [])

    def test_without_a_sandbox_says_so(self):
        report, status = self.run_json("echo", "x", flags=["--sandbox=off"])
        self.assertEqual(status, 0)
        self.assertEqual((report["sandbox"], report["backend"]), (False, "none"))
        self.assertEqual(len(report["notices"]), 1)

    def test_is_one_line_on_stdout_and_nothing_else(self):
        answer = self.run_in("sh", "-c", "echo out; echo err >&2; exit 3", flags=["--json"])
        self.assertEqual(answer.returncode, 3)
        self.assertEqual(answer.stdout.count(b"\n"), 1)
        self.assertEqual(answer.stderr, b"")

    def test_much_output_is_cut_and_counted(self):
        report, status = self.run_json("sh", "-c", "head -c 5000000 /dev/zero | tr '\\0' x; echo end")
        self.assertEqual(status, 0)
        size = report["stdout_size"]
        self.assertEqual(size["total_bytes"], 5000004)
        self.assertGreater(size["cut_bytes"], 3000000)
        self.assertTrue(report["stdout"].endswith("xend\n"))
        self.assertIn(f"[{size['cut_bytes']} bytes cut]", report["stdout"])

    def test_doctor_and_backends(self):
        answer = self.cordon("doctor", "--json")
        self.assert_status(answer, 0)
        doctor = harness.read_report(answer.stdout, "readiness")
        fresh = harness.read_report(self.cordon("doctor", "--json", "--fresh").stdout, "readiness")
        self.assertEqual([entry["state"] for entry in doctor["backends"]],
                         [entry["state"] for entry in fresh["backends"]])
        backends = harness.read_report(self.cordon("backends", "--json").stdout, "backends")
        ready = {entry["id"] for entry in doctor["backends"]
                 if entry["state"] in ("ready", "degraded")}
        usable = {entry["id"] for entry in backends["backends"] if entry["state"] == "usable"}
        self.assertTrue(ready and ready <= usable, (ready, usable))

    def test_doctor_and_backends_for_people(self):
        self.assertRegex(self.cordon("doctor").stdout.decode(), r"(?m)^bwrap .*: (ready|degraded)$")
        lines = self.cordon("backends").stdout.decode().splitlines()
        self.assertRegex(lines[0], r"^ID +NAME +STATE +VERSION +FROM +REASON$")
        self.assertTrue(all(line == line.rstrip() for line in lines))
        column = lines[0].index("STATE")
        for line in lines[1:]:
            self.assertRegex(line[column:], r"^(usable|shadowed|masked|foreign|rejected)\b")

    def test_a_plan_starts_nothing_and_is_the_same_twice(self):
        words = ("--", "touch", "ran")
        first = self.cordon("plan", "--json", *words)
        self.assert_status(first, 0)
        plan = harness.read_report(first.stdout, "plan")
        self.assertEqual(plan["argv"][-2:], ["touch", "ran"])
        self.assertEqual(first.stdout, self.cordon("plan", "--json", *words).stdout)
        text = self.cordon("plan", *words)
        self.assert_status(text, 0)
        self.assertIn("touch", text.stdout.decode())
        self.assertEqual(os.listdir(self.loop), [])


class Limits(ProjectTest):
    def test_open_files(self):
        answer = self.run_in("sh", "-c", "ulimit -n", flags=["--limit=open-files=77"])
        self.assertEqual(answer.stdout, b"77\n")

    def test_scratch(self):
        answer = self.run_in("sh", "-c", "head -c 3000000 /dev/zero > /tmp/big",
                             flags=["--limit=scratch=1M"])
        self.assertNotEqual(answer.returncode, 0)
        answer = self.run_in("sh", "-c", "head -c 3000000 /dev/zero > /tmp/big",
                             flags=["--limit=scratch=8M"])
        self.assert_status(answer, 0)

    def test_processes(self):
        # Each keeps living until all have been started, or one could not be.
        line = "i=0; while [ $i -lt 60 ]; do sleep 100 & i=$((i + 1)); done; echo all"
        answer = self.run_in("sh", "-c", line, flags=["--limit=processes=20"])
        self.assertNotEqual((answer.returncode, answer.stdout), (0, b"all\n"))
        answer = self.run_in("sh", "-c", line, flags=["--limit=processes=200"])
        self.assertEqual((answer.returncode, answer.stdout), (0, b"all\n"), answer)

    def test_memory(self):
        line = "a = bytearray(400 * 1024 * 1024); print(len(a))"
        answer = self.run_in("/usr/bin/python3", "-c", line, flags=["--limit=memory=100M"])
        self.assertNotEqual((answer.returncode, answer.stdout), (0, b"419430400\n"))
        answer = self.run_in("/usr/bin/python3", "-c", line, flags=["--limit=memory=1G"])
        self.assertEqual((answer.returncode, answer.stdout), (0, b"419430400\n"), answer)


class Covers(ProjectTest):
    def test_a_secret_that_is_saved_anew_ends_the_command_and_is_named(self):
        secret = os.path.join(self.loop, ".env")
        marker = os.path.join(self.loop, "up")

        def save():
            harness.wait_until(lambda: os.path.exists(marker), "the command")
            os.unlink(marker)
            with open(secret + ".tmp", "w", encoding="utf-8") as file:
                file.write("TOKEN=new\n")
            os.rename(secret + ".tmp", secret)

        for json_wanted in (False, True):
            with open(secret, "w", encoding="utf-8") as file:
                file.write("TOKEN=old\n")
            thread = threading.Thread(target=save)
            thread.start()
            words = ("sh", "-c", "touch up; sleep 600")
            said = f"{secret} was replaced on the host while the command ran"
            if json_wanted:
                report, status = self.run_json(*words)
                self.assertEqual((status, report["exit"]["kind"], report["exit"]["limit"]),
                                 (137, "limit", "view"))
                self.assertIn(said, report["message"])
            else:
                answer = self.run_in(*words)
                self.assert_status(answer, 137)
                self.assertIn(f"cordon: stopped: {said}", answer.stderr.decode())
            thread.join()


class Environment(ProjectTest):
    def test_secrets_are_left_out_and_the_rest_is_there(self):
        names = ["MY_API_KEY", "a_secret", "GITHUB_TOKEN", "DbPassword", "AWS_CREDENTIALS",
                 "PRIVATE_x"]
        environment = self.environment(HARMLESS="yes", **{name: "hunter2" for name in names})
        for sandbox in ("on", "off"):
            answer = self.run_in("env", "-0", flags=[f"--sandbox={sandbox}"], env=environment)
            self.assert_status(answer, 0)
            found = dict(line.split(b"=", 1) for line in answer.stdout.split(b"\0") if line)
            self.assertEqual(found.get(b"HARMLESS"), b"yes")
            self.assertNotIn(b"hunter2", answer.stdout)
            self.assertEqual(found.get(b"CI"), b"1")

    def test_the_cache_is_not_in_the_tree(self):
        before = sorted(os.listdir(self.loop))
        self.assert_status(self.run_in("true", "x"), 0)
        self.assertEqual(sorted(os.listdir(self.loop)), before)

    def test_the_mask_and_the_mode_of_files_are_the_users(self):
        answer = subprocess.run(
            ["sh", "-c", 'umask 027; exec "$@"', "sh", harness.CORDON, "run", "--", "touch", "made"],
            cwd=self.loop, check=False, capture_output=True, timeout=harness.HANG,
            stdin=subprocess.DEVNULL)
        self.assertEqual(answer.returncode, 0, answer)
        status = os.stat(os.path.join(self.loop, "made"))
        self.assertEqual(stat.S_IMODE(status.st_mode), 0o640)
        self.assertEqual(status.st_uid, os.getuid())


if __name__ == "__main__":
    harness.main()

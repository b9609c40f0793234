# SPDX-License-Identifier: MIT
"""The command line itself: help, versions, mistakes, and that every option is documented."""

import os
import re
import shutil
import subprocess

import harness
from harness import ProjectTest

COMMANDS = ["run", "plan", "check", "doctor", "backends", "image", "settings", "audit",
            "gateway", "mcp", "status", "approve"]
OPTION = re.compile(r"--[a-z][a-z-]+")


def read(*parts):
    with open(os.path.join(harness.SOURCE, *parts), encoding="utf-8") as file:
        return file.read()


class Usage(ProjectTest):
    def assert_one_line(self, answer, status, *words):
        self.assert_status(answer, status)
        self.assertEqual(answer.stdout, b"")
        text = answer.stderr.decode()
        self.assertEqual(text.count("\n"), 1, text)
        self.assertTrue(text.startswith("cordon: "), text)
        for word in words:
            self.assertIn(word, text)

    def test_help_lists_every_command(self):
        for words in (["help"], ["--help"]):
            answer = self.cordon(*words)
            self.assert_status(answer, 0)
            for command in COMMANDS:
                self.assertRegex(answer.stdout.decode(), rf"(?m)^ +{command} +[A-Z]")

    def test_without_a_command_the_help_is_an_error(self):
        answer = self.cordon()
        self.assert_status(answer, 2)
        self.assertEqual(answer.stdout, b"")
        self.assertIn(b"usage: cordon", answer.stderr)

    def test_version_is_that_of_the_build(self):
        answer = self.cordon("--version")
        self.assert_status(answer, 0)
        version = re.search(r"project\(cordon VERSION ([0-9.]+)", read("CMakeLists.txt")).group(1)
        self.assertEqual(answer.stdout.decode(), f"cordon {version}\n")

    def test_help_of_a_command_is_the_same_by_both_ways(self):
        for command in COMMANDS:
            by_word = self.cordon("help", command)
            by_option = self.cordon(command, "--help")
            self.assert_status(by_word, 0)
            self.assert_status(by_option, 0)
            self.assertEqual(by_word.stdout, by_option.stdout)
            self.assertTrue(by_word.stdout.startswith(f"usage: cordon {command} ".encode()))

    def test_an_unknown_command_is_named_with_the_nearest(self):
        self.assert_one_line(self.cordon("rnu"), 2, "rnu", "`cordon run`")
        self.assert_one_line(self.cordon("docter"), 2, "`cordon doctor`")
        self.assert_one_line(self.cordon("frobnicate"), 2, "frobnicate", "cordon help")
        self.assert_one_line(self.cordon("help", "backend"), 2, "`cordon backends`")

    def test_an_unknown_option_is_named_with_the_nearest(self):
        self.assert_one_line(self.cordon("doctor", "--jsno"), 2, "--jsno", "--json")
        self.assert_one_line(self.cordon("backends", "--frehs"), 2, "--frehs")
        self.assert_one_line(self.cordon("run", "--projct=x", "true"), 125, "--project")
        self.assert_one_line(self.cordon("plan", "--projct=x", "true"), 2, "--project")
        self.assert_one_line(self.cordon("--verison"), 2, "--version")

    def test_a_wrong_value_is_refused_in_one_line(self):
        for flags, word in (
            (["--timeout=0"], "--timeout"), (["--timeout=-1"], "--timeout"),
            (["--timeout=1e3"], "--timeout"), (["--timeout=0.0001"], "--timeout"),
            (["--timeout=99999999999999999999"], "--timeout"), (["--timeout="], "--timeout"),
            (["--sandbox=maybe"], "--sandbox"), (["--limit=memory"], "--limit"),
            (["--limit=memory=0"], "--limit"), (["--limit=memory=2X"], "--limit"),
            (["--limit=memory=99999999999T"], "--limit"), (["--limit=speed=9"], "speed"),
            (["--limit=processes=5K"], "--limit"), (["--project="], "--project"),
            (["--backend="], "--backend"), (["--json=yes"], "--json"), (["--loop"], "--loop"),
        ):
            with self.subTest(flags=flags):
                words = flags if flags == ["--loop"] else [*flags, "--", "true"]
                self.assert_one_line(self.cordon("run", *words), 125, word)

    def test_a_missing_or_empty_command_is_refused(self):
        self.assert_one_line(self.cordon("run"), 125, "no command")
        self.assert_one_line(self.cordon("run", "--"), 125, "no command")
        self.assert_one_line(self.cordon("run", "--", ""), 125, "empty")
        self.assert_one_line(self.cordon("run", "--", " \n\t"), 125, "empty")

    def test_words_where_only_options_belong_are_refused(self):
        self.assert_one_line(self.cordon("doctor", "bwrap"), 2, "bwrap")
        self.assert_one_line(self.cordon("backends", "--", "x"), 2, "x")

    def test_a_mistake_with_json_is_an_object(self):
        for words in (["--projct=x", "--json", "--", "true"], ["--json"], ["--json", "--", ""]):
            answer = self.cordon("run", *words)
            self.assert_status(answer, 125)
            report = harness.read_report(answer.stdout, "run")
            self.assertEqual(report["schema"], "cordon.error/1")
            self.assertEqual(report["error"]["code"], "usage")
            self.assertEqual(report["status"], 125)

    def test_what_is_repeated_in_a_message_cannot_steer_a_terminal(self):
        answer = self.cordon("doctor", "--\x1b]0;owned\x07\u202e\n")
        self.assert_one_line(answer, 2, "\\x1b", "\\u202e", "\\n")
        answer = self.cordon(b"r\xff\x9b")
        self.assert_one_line(answer, 2, "\\xff", "\\x9b")

    def test_a_full_disk_is_reported(self):
        with open("/dev/full", "wb") as full:
            answer = subprocess.run([harness.CORDON, "--help"], stdout=full, check=False,
                                    stderr=subprocess.PIPE, timeout=harness.HANG)
        self.assertEqual(answer.returncode, 125)
        self.assertIn(b"No space left", answer.stderr)


class Documentation(ProjectTest):
    """Every option of the help is in the manual page and in each completion, and the reverse."""

    def options_of_help(self, command):
        text = self.cordon("help", command).stdout.decode()
        # Only the table: the last paragraph may mention options in passing.
        return set(re.findall(r"(?m)^  (--[a-z-]+)", text))

    def test_manual_pages(self):
        for command in COMMANDS:
            page = read("man", f"cordon-{command}.1").replace("\\-", "-")
            words = re.findall(r"(?m)^\.It Fl .*$", page)
            documented = {
                "--" + name.strip()
                for word in words for name in re.findall(r"Fl -([a-z-]+)", word)
            }
            self.assertEqual(documented, self.options_of_help(command), command)

    def test_manual_page_of_run_names_all_options_in_its_synopsis(self):
        synopsis = read("man", "cordon-run.1").split(".Sh DESCRIPTION")[0]
        named = {"--" + name for name in re.findall(r"Fl -([a-z-]+)", synopsis)}
        self.assertEqual(named | {"--help"}, self.options_of_help("run"))

    def test_main_manual_page_names_every_command(self):
        page = read("man", "cordon.1")
        self.assertEqual(set(re.findall(r"(?m)^\.It Cm (\w+)", page)), {*COMMANDS, "help"})

    def test_bash_completion_offers_exactly_the_options(self):
        script = os.path.join(harness.SOURCE, "completions", "cordon.bash")
        for command in COMMANDS:
            answer = subprocess.run(
                ["bash", "-c", 'source "$1"; COMP_WORDS=(cordon "$2" --); COMP_CWORD=2; _cordon; '
                 'printf "%s\\n" "${COMPREPLY[@]}"', "bash", script, command],
                capture_output=True, check=True, timeout=harness.HANG)
            self.assertEqual(set(answer.stdout.decode().split()), self.options_of_help(command))

    def test_bash_completion_knows_values_and_commands(self):
        script = os.path.join(harness.SOURCE, "completions", "cordon.bash")
        for words, expected in (
            (["cordon", "r"], {"run"}),
            (["cordon", "run", "--sandbox", "=", "o"], {"on", "off"}),
            (["cordon", "run", "--sandbox", "of"], {"off"}),
            (["cordon", "run", "--limit", "mem"], {"memory="}),
            (["cordon", "check", "--platform", "=", "w"], {"windows"}),
            (["cordon", "help", "doc"], {"doctor"}),
            (["cordon", "image", "s"], {"status", "size"}),
            (["cordon", "settings", "re"], {"reset"}),
            (["cordon", "settings", "set", "limits.m"], {"limits.memory"}),
            (["cordon", "settings", "set", "sandbox", "o"], {"on", "off"}),
        ):
            answer = subprocess.run(
                ["bash", "-c", 'source "$1"; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); '
                 '_cordon; printf "%s\\n" "${COMPREPLY[@]}"', "bash", script, *words],
                capture_output=True, check=True, timeout=harness.HANG)
            self.assertEqual(set(answer.stdout.decode().split()), expected, words)

    def test_zsh_completion_has_exactly_the_options(self):
        text = read("completions", "_cordon")
        launch = text.split("_cordon_launch()")[1].split("\n}")[0]
        self.assertEqual(set(OPTION.findall(launch)), self.options_of_help("run"))
        self.assertEqual(self.options_of_help("run"), self.options_of_help("plan"))
        for command in COMMANDS[2:]:
            case = re.search(rf"(?s)\n        {command}\)(.*?);;", text).group(1)
            self.assertEqual(set(OPTION.findall(case)), self.options_of_help(command))

    def test_fish_completion_has_exactly_the_options(self):
        text = read("completions", "cordon.fish")
        for command, condition in (("run", "$launch"), ("check", "from check"),
                                   ("doctor", "from doctor"), ("backends", "from backends"),
                                   ("image", "from image"), ("settings", "from settings"),
                                   ("audit", "from audit"), ("gateway", "from gateway"),
                                   ("mcp", "from mcp"), ("status", "from status"),
                                   ("approve", "from approve")):
            lines = [line for line in text.splitlines()
                     if line.startswith("complete") and condition in line]
            names = {"--" + name for line in lines for name in re.findall(r" -l ([a-z-]+)", line)}
            self.assertEqual(names, self.options_of_help(command))

    def test_completions_can_be_read_by_their_shells(self):
        for shell, name in (("bash", "cordon.bash"), ("zsh", "_cordon"), ("fish", "cordon.fish")):
            if shutil.which(shell) is None:
                continue
            subprocess.run([shell, "-n", os.path.join(harness.SOURCE, "completions", name)],
                           check=True, timeout=harness.HANG)


if __name__ == "__main__":
    harness.main(needs_sandbox=False)

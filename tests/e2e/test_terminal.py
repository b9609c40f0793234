# SPDX-License-Identifier: MIT
"""cordon on a terminal: colours, the status line, keys, and no way to steer the terminal."""

import os
import pty
import re
import select
import signal
import struct
import subprocess
import fcntl
import termios
import time

import harness
from harness import ProjectTest

# What a command might send to a terminal that answers, types, or remembers.
INJECTIONS = {
    "title": b"\x1b]0;owned\x07",
    "title, long end": b"\x1b]2;owned\x1b\\",
    "clipboard": b"\x1b]52;c;b3duZWQ=\x07",
    "link": b"\x1b]8;;file:///etc/passwd\x1b\\text\x1b]8;;\x1b\\",
    "report of the title": b"\x1b[21t",
    "report of the place": b"\x1b[6n",
    "report of the terminal": b"\x1b[c",
    "answerback": b"\x05",
    "device control": b"\x1bP$q\"p\x1b\\",
    "eight-bit OSC": b"\xc2\x9d0;owned\x07",
    "eight-bit CSI": b"\xc2\x9b6n",
    "raw eight-bit CSI": b"\x9b6n",
    "key definition": b"\x1b[0;65;\"rm\";13p",
    "other screen": b"\x1b[?1049h",
    "mouse": b"\x1b[?1000h",
    "paste mode": b"\x1b[?2004h",
    "reset": b"\x1bc",
    "application program command": b"\x1b_owned\x1b\\",
    "cut in two": None,
}


class Terminal:
    """cordon with a terminal of its own."""

    def __init__(self, words, cwd, environment, stdout=None):
        self.master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        self.shown = b""

        def take_terminal():
            os.setsid()
            fcntl.ioctl(0, termios.TIOCSCTTY, 0)

        self.process = subprocess.Popen(
            [harness.CORDON, *words], cwd=cwd, env=environment, stdin=slave,
            stdout=stdout if stdout is not None else slave, stderr=slave,
            preexec_fn=take_terminal)
        os.close(slave)

    def read_until(self, condition):
        end = time.monotonic() + harness.HANG
        while not condition(self.shown):
            if time.monotonic() > end:
                raise AssertionError(f"waited in vain; shown so far: {self.shown!r}")
            ready, _, _ = select.select([self.master], [], [], 0.2)
            if not ready:
                continue
            try:
                data = os.read(self.master, 65536)
            except OSError:
                data = b""
            if not data:
                return False
            self.shown += data
        return True

    def type(self, keys):
        os.write(self.master, keys)

    def finish(self):
        """The status and all that was shown."""
        self.read_until(lambda shown: False)
        status = self.process.wait(timeout=harness.HANG)
        os.close(self.master)
        return status, self.shown


class OnATerminal(ProjectTest):
    def open(self, *words, stdout=None, **changes):
        changes.setdefault("TERM", "xterm-256color")
        return Terminal(words, self.loop, self.environment(**changes), stdout)

    def test_colours_are_for_terminals_that_want_them(self):
        status, shown = self.open("doctor").finish()
        self.assertEqual(status, 0)
        self.assertIn(b"\x1b[32mready\x1b[m", shown)
        for changes in ({"NO_COLOR": "1"}, {"TERM": "dumb"}, {"TERM": None}):
            status, shown = self.open("doctor", **changes).finish()
            self.assertEqual(status, 0)
            self.assertNotIn(b"\x1b", shown)

    def test_text_and_colours_of_the_command_pass(self):
        status, shown = self.open("run", "--", "printf", r"\033[31mred\033[0m plain\tand h\303\251\n").finish()
        self.assertEqual(status, 0)
        self.assertIn(b"\x1b[31mred", shown)
        self.assertIn(b"plain\tand h\xc3\xa9\r\n", shown)

    def test_no_injection(self):
        for name, sequence in INJECTIONS.items():
            for redirect in ("", " >&2"):
                with self.subTest(injection=name, redirect=redirect):
                    path = os.path.join(self.loop, "bytes")
                    if sequence is None:
                        sequence = b"\x1b]0;owned\x07"
                        command = (f"head -c 2 bytes{redirect}; sleep 0.2; "
                                   f"tail -c +3 bytes{redirect}; echo end")
                    else:
                        command = f"cat bytes{redirect}; echo end"
                    with open(path, "wb") as file:
                        file.write(b"before" + sequence + b"after\n" if "cut" not in name
                                   else sequence + b"after\n")
                    terminal = self.open("run", "--", "sh", "-c", command)
                    status, shown = terminal.finish()
                    self.assertEqual(status, 0)
                    self.assertIn(b"after", shown)
                    # Colours and the end of the line are all that may be left.
                    rest = re.sub(rb"\x1b\[[0-9;:]*m|\r\n", b"", shown)
                    self.assertIsNone(re.search(rb"[\x00-\x1f\x7f]|\xc2[\x80-\x9f]|(?<![\xc2-\xf4])\x9b",
                                                rest), shown)

    def test_the_terminal_is_out_of_reach(self):
        status, shown = self.open(
            "run", "--", "sh", "-c",
            "test -t 0 && echo in; test -t 1 && echo out; test -t 2 && echo err; "
            "(echo typed > /dev/tty) 2>/dev/null && echo tty; echo end").finish()
        self.assertEqual(status, 0)
        self.assertEqual(shown, b"end\r\n")

    def test_input_of_a_terminal_is_not_the_commands(self):
        terminal = self.open("run", "--", "sh", "-c", "cat; echo end")
        terminal.type(b"secret\n")
        _, shown = terminal.finish()
        self.assertNotIn(b"secret\r\nsecret", shown)
        self.assertIn(b"end", shown)

    def test_control_c_ends_the_command(self):
        terminal = self.open("run", "--", "sh", "-c", "echo ready; sleep 600")
        terminal.read_until(lambda shown: b"ready" in shown)
        terminal.type(b"\x03")
        status, _ = terminal.finish()
        self.assertEqual(status, 128 + signal.SIGINT)

    def test_a_silent_command_gets_a_status_line_that_goes_away(self):
        # The command goes on when we say so, by a file.
        go = os.path.join(self.loop, "go")
        terminal = self.open("run", "--timeout=100", "--", "sh", "-c",
                             "while [ ! -e go ]; do sleep 0.1; done; echo end")
        self.assertTrue(terminal.read_until(
            lambda shown: shown.count(b"\r\x1b[Kcordon: running ") >= 2))
        with open(go, "wb"):
            pass
        status, shown = terminal.finish()
        self.assertEqual(status, 0)
        self.assertRegex(shown, rb"^(\r\x1b\[Kcordon: running \d+ s of at most 100 s)+\r\x1b\[Kend\r\n$")

    def test_no_status_line_behind_half_a_line(self):
        terminal = self.open("run", "--", "sh", "-c",
                             "printf 'half a line'; i=0; while [ $i -lt 55 ]; do sleep 0.1; "
                             "i=$((i + 1)); done; echo")
        status, shown = terminal.finish()
        self.assertEqual((status, shown), (0, b"half a line\r\n"))

    def test_no_status_line_without_a_smart_terminal(self):
        status, shown = self.open("run", "--", "sleep", "5", TERM="dumb").finish()
        self.assertEqual((status, shown), (0, b""))

    def test_json_on_a_terminal_is_one_line(self):
        status, shown = self.open("run", "--json", "--", "echo", "x").finish()
        self.assertEqual(status, 0)
        self.assertEqual(shown.count(b"\n"), 1)

    def test_a_plan_on_a_terminal_cannot_steer_it(self):
        status, shown = self.open("plan", "--", "echo", "\x1b]0;owned\x07").finish()
        self.assertEqual(status, 0)
        self.assertNotIn(b"\x1b]0", shown)

    def test_stdout_in_a_file_stays_as_it_is(self):
        path = os.path.join(self.top, "out")
        with open(path, "wb") as file:
            status, _ = self.open("run", "--", "printf", r"\033]0;title\007", stdout=file).finish()
        self.assertEqual(status, 0)
        with open(path, "rb") as file:
            self.assertEqual(file.read(), b"\x1b]0;title\x07")


if __name__ == "__main__":
    harness.main()

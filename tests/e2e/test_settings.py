# SPDX-License-Identifier: MIT
"""Settings and the audit log as a user meets them, and what is left of them when programs are killed."""

import fcntl
import glob
import json
import os
import random
import re
import select
import signal
import stat
import subprocess
import time

import harness
from harness import ProjectTest

WRITER = os.environ["SETTINGS_WRITER"]
# Rounds of the kill test; each kills two writers.
ROUNDS = 550
KEYS = ["sandbox", "backend", "docker.image", "hosts", "time-limit", "long-time-limit",
        "approval-timeout", "limits.processes", "limits.memory", "limits.open-files",
        "limits.scratch"]


def read(path):
    with open(path, "rb") as file:
        return file.read()


class UserTest(ProjectTest):
    """A user with folders of his own for settings and state."""

    def setUp(self):
        super().setUp()
        self.config = os.path.join(self.top, "config")
        self.state = os.path.join(self.top, "state")
        self.file = os.path.join(self.config, "cordon", "settings.json")
        self.log = os.path.join(self.state, "cordon", "audit.jsonl")

    def environment(self, **changes):
        changes.setdefault("XDG_CONFIG_HOME", self.config)
        changes.setdefault("XDG_STATE_HOME", self.state)
        return super().environment(**changes)

    def write_file(self, data, path=None):
        path = path or self.file
        os.makedirs(os.path.dirname(path), mode=0o700, exist_ok=True)
        with open(path, "wb") as file:
            file.write(data)

    def settings(self, *words, status=0):
        answer = self.cordon("settings", *words)
        self.assert_status(answer, status)
        return answer

    def settings_json(self, *words, form=None, status=0):
        document = json.loads(self.settings(*words, "--json", status=status).stdout)
        schema = harness.load_schema("settings")
        harness.validate(document, schema["$defs"][form] if form else schema, schema)
        return document

    def log_lines(self):
        schema = harness.load_schema("audit")
        lines = [json.loads(line) for line in read(self.log).splitlines()]
        for line in lines:
            harness.validate(line, schema)
        return lines


class Settings(UserTest):
    def test_all_are_listed_with_their_values_and_nothing_is_made(self):
        text = self.settings().stdout.decode()
        for key in KEYS:
            self.assertRegex(text, rf"(?m)^{re.escape(key)} +\S+ +[a-z]")
        self.assertIn(self.file, text)
        self.assertEqual(self.settings_json(), json.loads(self.settings("--json").stdout))
        self.assertFalse(os.path.exists(self.config))

    def test_one_is_changed_and_goes_back_to_its_default(self):
        self.assertEqual(self.settings("get", "sandbox").stdout, b"off\n")
        self.assertEqual(self.settings("set", "sandbox", "on").stdout, b"sandbox: on (was: off)\n")
        self.assertEqual(self.settings("get", "sandbox").stdout, b"on\n")
        self.assertEqual(self.settings_json("set", "limits.memory", "2G", form="setting"),
                         {"schema": "cordon.setting/1", "key": "limits.memory",
                          "value": "2147483648", "default": "default"})
        self.assertEqual(self.settings_json()["limits"]["memory_bytes"], 2147483648)
        self.settings("set", "limits.memory")
        self.assertEqual(self.settings_json("get", "limits.memory", form="setting")["value"],
                         "default")
        self.assertTrue(self.settings_json()["sandbox"])
        info = os.stat(self.file)
        self.assertEqual(stat.S_IMODE(info.st_mode), 0o600)
        self.assertEqual(stat.S_IMODE(os.stat(os.path.dirname(self.file)).st_mode), 0o700)

    def test_the_file_is_what_the_schema_says(self):
        for key, value in (("hosts", "git.example.org,*.example.net"), ("backend", "bwrap"),
                           ("docker.image", "node:22"), ("time-limit", "7"),
                           ("limits.processes", "unlimited"), ("limits.open-files", "99")):
            self.settings("set", key, value)
            self.assertEqual(self.settings("get", key).stdout.decode(), value + "\n")
        document = json.loads(read(self.file))
        harness.validate(document, harness.load_schema("settings"))
        self.assertEqual(document, self.settings_json())

    def test_every_default_can_be_set(self):
        before = self.settings_json()
        for key in KEYS:
            self.settings("set", key)
        self.assertEqual(self.settings_json(), before)

    def test_changes_are_in_the_audit_log(self):
        self.settings("set", "sandbox", "on")
        self.settings("set", "sandbox")
        self.settings("set", "sandbox", "maybe", status=2)
        self.settings("reset")
        lines = self.log_lines()
        self.assertEqual([(line["action"], line["key"], line["before"]) for line in lines],
                         [("set", "sandbox", "off"), ("set", "sandbox", "on"),
                          ("reset", None, None)])
        self.assertEqual({(line["event"], line["by"], line["source"]) for line in lines},
                         {("settings", "user", "cli")})

    def test_a_log_that_cannot_be_written_is_said_and_the_change_counts(self):
        self.write_file(b"", self.state)
        answer = self.settings("set", "time-limit", "7")
        self.assertIn(b"not in the audit log", answer.stderr)
        self.assertEqual(self.settings("get", "time-limit").stdout, b"7\n")

    def test_mistakes_are_usage_and_one_line(self):
        for words, word in (
            (["get"], "name a setting"), (["set"], "name a setting"), (["gt", "x"], "get"),
            (["frobnicate"], "get, set and reset"), (["get", "sandbx"], "sandbox"),
            (["set", "sandbox", "maybe"], "on or off"), (["set", "time-limit", "0"], "86400"),
            (["get", "sandbox", "x"], "one word too many"), (["reset", "x"], "one word too many"),
            (["set", "a", "b", "c"], "one word too many"), (["set", "hosts", "*.com"], "host"),
            (["set", "backend", "\x1b[2J"], "auto"), (["get", "\x1b[2J\u202e"], "\ufffd[2J\ufffd"),
        ):
            with self.subTest(words=words):
                answer = self.settings(*words, status=2)
                self.assertEqual(answer.stdout, b"")
                self.assertEqual(answer.stderr.count(b"\n"), 1)
                self.assertIn(word, answer.stderr.decode())
                self.assertNotIn(b"\x1b", answer.stderr)
                report = json.loads(self.settings("--json", *words, status=2).stdout)
                harness.validate(report, harness.load_schema("run"))
                self.assertEqual(report["error"]["code"], "usage")
        self.assertFalse(os.path.exists(self.file))

    def test_a_damaged_file_is_refused_and_stays_until_it_is_reset(self):
        damaged = b'{"schema": "cordon.settings/1", "boards": [{"id": "b"}]}'
        self.write_file(damaged)
        for words in ([], ["get", "sandbox"], ["set", "sandbox", "on"]):
            answer = self.settings(*words, status=125)
            text = answer.stderr.decode()
            self.assertIn(self.file, text)
            self.assertIn("boards[0].name: missing", text)
            self.assertIn("cordon settings reset", text)
            report = json.loads(self.settings(*words, "--json", status=125).stdout)
            harness.validate(report, harness.load_schema("run"))
            self.assertEqual(report["error"]["code"], "parse")
        self.assertEqual(read(self.file), damaged)
        answer = self.settings_json("reset", form="reset")
        self.assertEqual(read(answer["kept"]), damaged)
        self.assertEqual(self.settings("get", "sandbox").stdout, b"off\n")

    def test_a_file_that_others_can_write_is_refused(self):
        self.settings("set", "sandbox", "on")
        os.chmod(self.file, 0o666)
        answer = self.settings("get", "sandbox", status=125)
        self.assertIn(b"writable by everybody", answer.stderr)
        report = json.loads(self.settings("--json", status=125).stdout)
        self.assertEqual(report["error"]["code"], "trust")

    def test_a_lock_that_is_held_is_waited_for(self):
        self.settings("set", "sandbox", "on")
        with open(self.file + ".lock", "rb") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            with subprocess.Popen([harness.CORDON, "settings", "set", "sandbox", "off"],
                                  env=self.environment(), stdout=subprocess.PIPE) as change:
                time.sleep(0.2)
                self.assertIsNone(change.poll())
                # Reading needs no lock.
                self.assertEqual(self.settings("get", "sandbox").stdout, b"on\n")
                fcntl.flock(lock, fcntl.LOCK_UN)
                self.assertEqual(change.wait(harness.HANG), 0)
        self.assertEqual(self.settings("get", "sandbox").stdout, b"off\n")


class Audit(UserTest):
    LINES = [
        {"time": "2026-11-30T10:00:00.000Z", "event": "decision", "job": "j1", "board": "a",
         "command": "npm test", "decision": "allow", "by": "filter", "rule": "none"},
        {"time": "2026-11-30T10:00:01.000Z", "event": "end", "job": "j1", "board": "a",
         "command": ["npm", "a b"], "exit": 0},
        {"time": "2026-11-30T10:00:02.000Z", "event": "decision", "job": "j2", "board": "b",
         "command": "rm \x1b]0;x\x07\u202e\n -r", "decision": "deny", "by": "user",
         "rule": "delete"},
    ]

    def write_log(self):
        self.write_file(b"".join(json.dumps(line).encode() + b"\n" for line in self.LINES),
                        self.log)
        os.chmod(self.log, 0o600)

    def audit(self, *words, status=0):
        answer = self.cordon("audit", *words)
        self.assert_status(answer, status)
        return answer

    def json_lines(self, *words):
        return [json.loads(line) for line in self.audit("--json", *words).stdout.splitlines()]

    def test_an_empty_log_says_so(self):
        self.assertIn(b"nothing", self.audit().stdout)
        self.assertEqual(self.audit("--json").stdout, b"")

    def test_lines_are_a_table(self):
        self.write_log()
        rows = self.audit().stdout.decode().splitlines()
        self.assertEqual(rows[0].split(), ["TIME", "DECISION", "BY", "RULE", "COMMAND"])
        self.assertEqual(rows[1].split(),
                         ["2026-11-30T10:00:00.000Z", "allow", "filter", "none", "npm", "test"])
        self.assertEqual(rows[2].split(), ["2026-11-30T10:00:01.000Z", "end", "npm", "'a", "b'"])
        self.assertIn("rm \\x1b]0;x\\x07\\u202e\\n -r", rows[3])
        self.assertEqual(len(rows), 4)

    def test_lines_are_chosen_and_printed_as_they_are(self):
        self.write_log()
        self.assertEqual(self.json_lines(), self.LINES)
        self.assertEqual(self.json_lines("--last", "1"), self.LINES[2:])
        self.assertEqual(self.json_lines("--board=a"), self.LINES[:2])
        self.assertEqual(self.json_lines("--board=a", "--job=j2"), [])
        self.assertEqual(self.json_lines("--job", "j2"), self.LINES[2:])
        self.assertEqual(self.audit("--json").stdout, read(self.log))

    def test_damaged_lines_are_counted(self):
        self.write_log()
        with open(self.log, "ab") as log:
            log.write(b"half of a li\n")
        answer = self.audit("--json")
        self.assertEqual(len(answer.stdout.splitlines()), 3)
        self.assertIn(b"1 damaged", answer.stderr)

    def test_mistakes_are_usage(self):
        for words, word in ((["--last=0"], "--last"), (["--last=x"], "--last"),
                            (["--last=10001"], "10000"), (["x"], "only options"),
                            (["--lst=5"], "--last")):
            answer = self.audit(*words, status=2)
            self.assertEqual(answer.stderr.count(b"\n"), 1)
            self.assertIn(word, answer.stderr.decode())

    def test_a_log_that_cannot_be_read_is_an_error(self):
        os.makedirs(self.log)
        self.assertIn(self.log.encode(), self.audit(status=125).stderr)
        report = json.loads(self.audit("--json", status=125).stdout)
        harness.validate(report, harness.load_schema("run"))


class Writer:
    """A server that starts writers, and what they confirmed."""

    def __init__(self, name, settings, log):
        self.name = name
        self.server = subprocess.Popen([WRITER, settings, log, name], stdin=subprocess.PIPE,
                                       stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        os.set_blocking(self.server.stdout.fileno(), False)
        self.confirmed = {"change": [], "line": []}
        self.rest = b""
        self.kills = 0
        self.writing = None

    def start(self):
        self.server.stdin.write(b".")
        self.server.stdin.flush()
        self.writing = os.pidfd_open(int(self.server.stderr.readline()))

    def kill(self):
        signal.pidfd_send_signal(self.writing, signal.SIGKILL)

    def collect(self):
        """When the writer is dead: what it confirmed."""
        assert select.select([self.writing], [], [], harness.HANG)[0], "it does not die"
        os.close(self.writing)
        self.kills += 1
        self.take()

    def take(self):
        while chunk := self.server.stdout.read():
            self.rest += chunk
        *lines, self.rest = self.rest.split(b"\n")
        for line in lines:
            what, place = line.decode().split(" ")
            self.confirmed[what].append(self.place(place))

    def wait_for_line(self):
        """Until it has confirmed a change and a line of this round."""
        before = len(self.confirmed["line"])
        while len(self.confirmed["line"]) == before:
            ready = select.select([self.server.stdout, self.writing], [], [], harness.HANG)[0]
            assert ready, "it does nothing"
            # It never ends by itself, but when something failed.
            assert self.writing not in ready, self.server.stderr.readline().decode()
            self.take()

    def place(self, text):
        """(round, number) of an id that this writer made."""
        name, number_of_round, number = text.split("-")
        assert name == self.name
        return int(number_of_round), int(number)

    def end(self):
        self.server.stdin.close()
        errors = self.server.stderr.read()
        status = self.server.wait(harness.HANG)
        self.server.stdout.close()
        self.server.stderr.close()
        assert (status, errors) == (0, b""), (status, errors)


class Kill(UserTest):
    """No change that was confirmed is lost, and nothing else is left behind, wherever a writer is killed."""

    def setUp(self):
        super().setUp()
        self.schema = harness.load_schema("settings")
        self.is_there = False
        self.writers = [Writer(name, self.file, self.log) for name in ("one", "two")]

    def tearDown(self):
        for writer in self.writers:
            if writer.server.poll() is None:
                writer.server.kill()
                writer.server.wait(harness.HANG)

    def whole_settings(self):
        """What the file holds; it is whole at any moment."""
        try:
            data = read(self.file)
        except FileNotFoundError:
            self.assertFalse(self.is_there, "the file is gone")
            return {"boards": []}
        self.is_there = True
        return json.loads(data)

    def check_settings(self):
        document = self.whole_settings()
        if os.path.exists(self.file):
            harness.validate(document, self.schema)
        for writer in self.writers:
            kept = [writer.place(board["id"]) for board in document["boards"]
                    if board["id"].startswith(writer.name + "-")]
            self.assertEqual(kept, sorted(set(kept)))
            self.assertLessEqual(len(kept), 20)
            # The writers drop the oldest above 20; all behind the first that is there has to be there.
            first = kept[0] if len(kept) == 20 else (0, 0)
            lost = [place for place in writer.confirmed["change"]
                    if place >= first and place not in kept]
            self.assertEqual(lost, [])
            if writer.confirmed["change"]:
                self.assertGreaterEqual(kept[-1], writer.confirmed["change"][-1])

    def all_lines(self):
        data = b""
        for number in ("8", "7", "6", "5", "4", "3", "2", "1", None):
            path = self.log if number is None else f"{self.log}.{number}"
            if os.path.exists(path):
                data += read(path)
        return data.splitlines()

    def check_log(self):
        """Gives the number of lines that are not whole."""
        found = {writer.name: [] for writer in self.writers}
        damaged = 0
        for line in self.all_lines():
            try:
                place = json.loads(line)["n"]
            except ValueError:
                damaged += 1
                continue
            found[place.split("-")[0]].append(place)
        for writer in self.writers:
            places = [writer.place(place) for place in found[writer.name]]
            self.assertEqual(places, sorted(set(places)))
            full = os.path.exists(f"{self.log}.8")
            first = (places[0] if places else (ROUNDS, 0)) if full else (0, 0)
            places = set(places)
            lost = [place for place in writer.confirmed["line"]
                    if place >= first and place not in places]
            self.assertEqual(lost, [])
        return damaged

    def check_debris(self):
        self.assertLessEqual(set(os.listdir(os.path.dirname(self.file))),
                             {"settings.json", "settings.json.lock", ".settings.json.new"})
        names = {"audit.jsonl", *(f"audit.jsonl.{number}" for number in range(1, 9))}
        self.assertLessEqual(set(os.listdir(os.path.dirname(self.log))), names)

    def one_round(self, wait, begun):
        """begun: both have confirmed something; else they may be killed before they did anything."""
        for writer in self.writers:
            writer.start()
        for writer in self.writers if begun else ():
            writer.wait_for_line()
        end = time.monotonic() + wait
        while time.monotonic() < end:
            self.whole_settings()
            time.sleep(wait / 4)
        for writer in self.writers:
            writer.kill()
        for writer in self.writers:
            writer.collect()

    def test_writers_are_killed_at_any_moment(self):
        chance = random.Random(os.environ.get("CORDON_SEED", "cordon"))
        damaged = 0
        for number in range(ROUNDS):
            self.one_round(chance.uniform(0.0005, 0.01), number % 2 == 0)
            self.check_settings()
            damaged = self.check_log()
            self.check_debris()
        for writer in self.writers:
            writer.end()
        kills = sum(writer.kills for writer in self.writers)
        changes, lines = (sum(len(writer.confirmed[what]) for writer in self.writers)
                          for what in ("change", "line"))
        rotated = len(glob.glob(self.log + ".*"))
        print(f"{kills} kills, {changes} changes and {lines} lines confirmed, none lost; "
              f"{damaged} lines cut; {rotated} old files")
        self.assertGreaterEqual(kills, 1000)
        # A test in which nothing was confirmed, or no file put aside, would prove nothing.
        self.assertGreaterEqual(min(changes, lines), ROUNDS)
        self.assertGreater(rotated, 0)
        self.assertLessEqual(damaged, kills)
        self.settings("set", "sandbox", "on")
        self.assertTrue(self.settings_json()["sandbox"])


if __name__ == "__main__":
    harness.main(needs_sandbox=False)

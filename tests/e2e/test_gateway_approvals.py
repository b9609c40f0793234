# SPDX-License-Identifier: MIT
"""Approvals through the gateway: windows, answers, and what happens without them."""

import json
import os
import pty
import subprocess
import threading

import harness
from gateway_fixtures import Events, GatewayTest


class Approvals(GatewayTest):
    def setUp(self):
        super().setUp()
        for name in ("one", "two", "three"):
            self.write_loop(name)

    def window(self):
        events = Events(self.gateway, "?window=1")
        self.addCleanup(events.close)
        events.next("hello")
        return events

    def asked(self, command="rm one", events=None):
        """A run that waits, and its approval."""
        events = events or self.window()
        run = self.begin_run(command)
        event = events.next("approval", lambda data: data["id"] == run["id"])
        approval = json.loads(event["data"])
        self.assertEqual(self.gateway.good("GET", "/v1/approvals/" + run["id"])["digest"],
                         approval["digest"])
        return run, approval

    def answer(self, approval, word, changes=None):
        return self.gateway.ask("POST", "/v1/approvals/" + approval["id"],
                                {"answer": word, "digest": approval["digest"], **(changes or {})})

    def test_allow_once_is_for_this_command_only(self):
        self.start()
        run, approval = self.asked()
        self.assertEqual((approval["rule"], approval["lines"]), ("delete", ["rm one"]))
        self.assertEqual(self.answer(approval, "once").status, 200)
        ended = self.wait_run(run)
        self.assertEqual((ended["end"], ended["approval"], self.exists("one")), ("ran", "once", False))
        second, approval = self.asked("rm two")
        self.assertEqual(self.answer(approval, "deny").status, 200)
        ended = self.wait_run(second)
        self.assertEqual((ended["end"], ended["denied_by"]), ("denied", "user"))
        self.assertTrue(self.exists("two"))
        decisions = self.audit(event="decision")
        self.assertEqual([line["answered_by"] for line in decisions], ["api", "api"])

    def test_allow_for_the_session_covers_the_kind_until_it_is_taken_back(self):
        gateway = self.start()
        events = self.window()
        run, approval = self.asked(events=events)
        self.assertEqual(self.answer(approval, "session").status, 200)
        self.wait_run(run)
        self.assertEqual(gateway.good("GET", "/v1/boards/b/grants")["kinds"], ["rm"])
        ended = self.run_command("rm two")
        self.assertEqual((ended["end"], ended["approval"]), ("ran", "session"))
        check = gateway.good("POST", "/v1/check", {"bubble": "coder", "command": "rm three"})
        self.assertEqual((check["outcome"], check["approval"]), ("run", "session"))
        gateway.good("DELETE", "/v1/boards/b/grants?kind=rm")
        self.assertEqual(gateway.ask("DELETE", "/v1/boards/b/grants?kind=rm").status, 404)
        run, approval = self.asked("rm three", events)
        self.answer(approval, "deny")
        self.assertEqual(self.wait_run(run)["denied_by"], "user")
        self.assertEqual(gateway.stop(), 0)
        gateway = self.start()
        self.assertEqual(gateway.good("GET", "/v1/boards/b/grants")["kinds"], [])

    def test_without_a_window_it_is_denied_at_once(self):
        gateway = self.start()
        listening = Events(gateway)
        self.addCleanup(listening.close)
        listening.next("hello")
        ended = self.run_command("rm one")
        self.assertEqual((ended["denied_by"], self.exists("one")), ("nobody", True))
        self.assertIn("cordon approve", ended["message"])

    def test_when_the_last_window_goes_what_waits_is_denied(self):
        gateway = self.start()
        first, second = self.window(), self.window()
        run, _ = self.asked(events=first)
        first.close()
        harness.wait_until(lambda: gateway.good("GET", "/v1/status")["session"]["windows"] == 1, "one window")
        self.assertEqual(gateway.good("GET", "/v1/runs/" + run["id"])["state"], "asking")
        second.close()
        ended = self.wait_run(run)
        self.assertEqual((ended["denied_by"], self.exists("one")), ("nobody", True))

    def test_nobody_answers_in_time(self):
        gateway = self.start()
        gateway.good("PATCH", "/v1/settings", {"approval-timeout": "5"})
        run, approval = self.asked()
        ended = self.wait_run(run)
        self.assertEqual((ended["denied_by"], self.exists("one")), ("timeout", True))
        answer = self.answer(approval, "once")
        self.assertEqual((answer.status, answer.code()), (409, "stale"))
        self.assertEqual(gateway.ask("GET", "/v1/approvals/" + run["id"]).status, 404)

    def test_full_auto_lets_run_what_waits_and_what_comes(self):
        gateway = self.start()
        run, _ = self.asked()
        gateway.good("PATCH", "/v1/boards/b", {"full_auto": True})
        ended = self.wait_run(run)
        self.assertEqual((ended["approval"], self.exists("one")), ("full-auto", False))
        self.assertEqual(self.run_command("rm two")["approval"], "full-auto")
        self.assertEqual(self.run_command("ssh host")["denied_by"], "filter")

    def test_an_answer_is_bound_to_what_was_shown(self):
        gateway = self.start()
        run, approval = self.asked()
        for changes, status in (({"digest": "0" * 64}, 409), ({"answer": "always"}, 400),
                                ({"digest": None}, 400), ({"more": 1}, 400)):
            self.assertEqual(self.answer(approval, "once", changes).status, status, changes)
        self.assertEqual(gateway.ask("POST", "/v1/approvals/none", {"answer": "once", "digest": "0"}).status, 404)
        self.assertEqual(gateway.good("GET", "/v1/runs/" + run["id"])["state"], "asking")
        self.assertEqual(self.answer(approval, "once").status, 200)
        self.assertEqual(self.answer(approval, "once").status, 200)
        self.assertEqual(self.answer(approval, "deny").status, 409)

    def test_of_two_windows_that_race_one_wins(self):
        self.start()
        events = self.window()
        for _ in range(10):
            self.write_loop("raced")
            run, approval = self.asked("rm raced", events)
            statuses = {}
            threads = [threading.Thread(target=lambda a=a: statuses.update({a: self.answer(approval, a).status}))
                       for a in ("once", "deny")]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
            self.assertEqual(sorted(statuses.values()), [200, 409])
            ended = self.wait_run(run)
            self.assertEqual(ended["end"], "ran" if statuses["once"] == 200 else "denied")
            self.assertEqual(self.exists("raced"), statuses["once"] != 200)

    def test_a_sandbox_that_is_switched_on_ends_what_waits_for_a_run_without_it(self):
        gateway = self.start()
        events = self.window()
        run, approval = self.asked(events=events)
        self.assertFalse(approval["sandbox"])
        gateway.good("PATCH", "/v1/settings", {"sandbox": "on"})
        ended = self.wait_run(run)
        self.assertEqual((ended["end"], self.exists("one")), ("failed", True))
        self.assertIn("switched on", ended["message"])
        events.next("approval", lambda data: data["id"] == run["id"] and data["state"] == "over")
        self.assertEqual(self.answer(approval, "once").status, 409)

    def test_bubbles_that_share_a_name_do_not_share_their_runs(self):
        gateway = self.start()
        gateway.good("POST", "/v1/bubbles", {"id": "twin", "name": "Coder", "loop": "a", "role": "coder"})
        run = self.run_command("echo secret-of-the-first")
        twin = self.bearer(self.make_token("twin"))
        self.assertEqual(gateway.ask("GET", "/v1/runs/" + run["id"], headers=twin, tcp=True).status, 404)
        self.assertEqual(gateway.ask("GET", "/v1/runs", headers=twin, tcp=True).json()["runs"], [])

    def test_stopping_denies_what_waits(self):
        self.start()
        run, _ = self.asked()
        self.assertEqual(self.gateway.stop(), 0)
        self.assertTrue(self.exists("one"))
        with open(os.path.join(self.top, "state", "cordon", "audit.jsonl"), encoding="utf-8") as file:
            lines = [json.loads(line) for line in file]
        decision = [line for line in lines if line.get("job") == run["id"]]
        self.assertEqual([line["decision"] for line in decision], ["denied"])


class CommandLine(Approvals):
    """`cordon approve`, with and without a terminal."""

    def test_the_list_and_answers_by_id(self):
        self.start()
        self.assertIn(b"Nothing waits", self.cordon("approve", "--list").stdout)
        run, _ = self.asked()
        answer = self.cordon("approve", "--list")
        self.assertIn(run["id"].encode(), answer.stdout)
        self.assertIn(b"rm one", answer.stdout)
        listed = json.loads(self.cordon("approve", "--list", "--json").stdout)
        self.assertEqual([one["id"] for one in listed["approvals"]], [run["id"]])
        self.assert_status(self.cordon("approve", run["id"], "--once"), 0)
        self.wait_run(run)
        self.assertFalse(self.exists("one"))
        self.assert_status(self.cordon("approve", run["id"], "--once"), 3)
        self.assert_status(self.cordon("approve", "none", "--deny"), 3)
        self.assert_status(self.cordon("approve", "../x", "--deny"), 2)

    def test_mistakes(self):
        for words in (["--once"], ["x"], ["x", "--once", "--deny"], ["--list", "x"], ["--json"], ["a", "b"]):
            self.assert_status(self.cordon("approve", *words), 2)
        self.assert_status(self.cordon("approve", "--list"), 1)
        self.assert_status(self.cordon("status"), 1)
        self.start()
        answer = self.cordon("approve")
        self.assert_status(answer, 2)
        self.assertIn(b"terminal", answer.stderr)

    def test_at_a_terminal_it_is_a_window_that_asks(self):
        gateway = self.start()
        master, slave = pty.openpty()
        self.addCleanup(os.close, master)
        process = subprocess.Popen([harness.CORDON, "approve"], stdin=slave, stdout=slave, stderr=slave,
                                   env=self.environment(), start_new_session=True)
        os.close(slave)
        harness.wait_until(lambda: gateway.good("GET", "/v1/status")["session"]["windows"] == 1, "the window")
        first = self.begin_run("rm one")
        self.read_until(master, b"deny it (d)")
        os.write(master, b"yes\n")
        self.read_until(master, b"deny it (d)")
        os.write(master, b"once\n")
        self.assertEqual(self.wait_run(first)["approval"], "once")
        second = self.begin_run("rm two")
        self.read_until(master, b"deny it (d)")
        os.write(master, b"d\n")
        self.assertEqual(self.wait_run(second)["denied_by"], "user")
        third = self.begin_run("rm three")
        self.read_until(master, b"deny it (d)")
        os.write(master, b"q\n")
        self.assertEqual(process.wait(timeout=harness.HANG), 0)
        self.assertEqual(self.wait_run(third)["denied_by"], "nobody")

    def test_what_was_typed_before_a_question_is_no_answer_to_it(self):
        gateway = self.start()
        master, slave = pty.openpty()
        self.addCleanup(os.close, master)
        process = subprocess.Popen([harness.CORDON, "approve"], stdin=slave, stdout=slave, stderr=slave,
                                   env=self.environment(), start_new_session=True)
        os.close(slave)
        harness.wait_until(lambda: gateway.good("GET", "/v1/status")["session"]["windows"] == 1, "the window")
        first, second = self.begin_run("rm one"), None
        self.read_until(master, b"deny it (d)")
        second = self.begin_run("rm two")
        harness.wait_until(lambda: len(gateway.good("GET", "/v1/approvals")["approvals"]) == 2, "both to wait")
        os.write(master, b"once\nonce\n")
        self.assertEqual(self.wait_run(first)["approval"], "once")
        self.read_until(master, b"deny it (d)")
        os.write(master, b"d\n")
        self.assertEqual(self.wait_run(second)["denied_by"], "user")
        self.assertTrue(self.exists("two"))
        os.write(master, b"q\n")
        self.assertEqual(process.wait(timeout=harness.HANG), 0)

    def read_until(self, fd, word):
        text = b""
        while word not in text:
            text += os.read(fd, 4096)
        return text


# The tests of Approvals are those of the class, not of what adds to it.
for name in [name for name in dir(Approvals) if name.startswith("test_")]:
    setattr(CommandLine, name, None)


if __name__ == "__main__":
    harness.main(needs_sandbox=False)

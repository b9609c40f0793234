# SPDX-License-Identifier: MIT
"""The gateway under load: many commands, approvals, listeners and bad clients at once, without loss and with bounded memory; and
what is left when it is killed.  It prints its figures; no time is asserted."""

import fcntl
import os
import signal
import socket
import time

import harness
from load_fixtures import LoadTest, count_with, keep_figures, scaled, tell

RUNNING = scaled(500)
SANDBOXED = scaled(100)
APPROVALS = scaled(5000)
LISTENERS = scaled(200)
# Whoever sees more has found a leak: about three times what was measured.  The sanitizers keep what was freed.
KEPT_KIB = 1024 * 1024 if "ASAN_OPTIONS" in os.environ else 0
MAX_RSS_KIB = 128 * 1024 + KEPT_KIB
LEFT_RSS_KIB = 32 * 1024 + KEPT_KIB


class Load(LoadTest):
    def mark(self):
        return f"{os.getpid()}{time.monotonic_ns() % 10**9}"

    def settle(self, before, slack_fds=4, slack_threads=6):
        """Waits until descriptors and threads are what they were."""
        def is_settled():
            now = self.figures()
            return (now["fds"] <= before["fds"] + slack_fds
                    and now["Threads"] <= before["Threads"] + slack_threads)
        try:
            harness.wait_until(is_settled, f"descriptors and threads to go back to {before}")
        except AssertionError as error:
            raise AssertionError(f"{error}: {self.figures()}, {self.client.good('GET', '/v1/status')['http']}") from None
        return self.figures()

    # --- commands ---

    def run_many(self, count, mark):
        """Half of them wait for the gate, half for being cancelled."""
        gate = open(os.path.join(self.loop, "gate-" + mark), "w", encoding="ascii")
        self.addCleanup(gate.close)
        fcntl.flock(gate, fcntl.LOCK_EX)
        finishing, cancelled = {}, []
        for index in range(count):
            if index % 2 == 0:
                self.write_loop(f"n-{index}-{mark}", f"{index}\n")
                finishing[self.post(f"flock -s gate-{mark} cat n-{index}-{mark}")] = index
            else:
                cancelled.append(self.post(f"sleep 599.{mark}"))
        return gate, finishing, cancelled

    def end_many(self, gate, finishing, cancelled):
        for run in cancelled:
            self.client.good("POST", f"/v1/runs/{run}/cancel", {})
        gate.close()
        self.wait_counts(running=0, queued=0)
        for run, index in finishing.items():
            ended = self.client.good("GET", f"/v1/runs/{run}?wait_ms=100000")
            self.assertEqual((ended["end"], ended["status"], ended["stdout"]), ("ran", 0, f"{index}\n"), ended)
        for run in cancelled:
            ended = self.client.good("GET", f"/v1/runs/{run}?wait_ms=100000")
            # One that had not begun was not run at all.
            self.assertTrue(ended["end"] == "cancelled" or ended["exit"]["cancelled"], ended)

    def check_many(self, count, extra):
        before = self.figures()
        begin = time.monotonic()
        mark = self.mark()
        gate, finishing, cancelled = self.run_many(count, mark)
        self.wait_counts(running=count, queued=0)
        harness.wait_until(lambda: count_with(mark.encode()) >= count, "all to run")
        full = self.figures()
        tell(f"{count} commands run at once: {time.monotonic() - begin:.1f} s to start, gateway", full,
             f"a command {(full['VmRSS'] - before['VmRSS']) / count:.0f} KiB")
        for _ in range(extra):
            cancelled.append(self.post(f"sleep 599.{mark}"))
        if extra:
            self.wait_counts(running=count, queued=extra)
        begin = time.monotonic()
        self.end_many(gate, finishing, cancelled)
        self.assertEqual(count_with(mark.encode()), 0)
        after = self.settle(before)
        self.assertLess(full["VmHWM"], MAX_RSS_KIB)
        self.assertLess(after["VmRSS"], before["VmRSS"] + LEFT_RSS_KIB)
        ends = [line for line in self.audit_lines() if line["event"] == "end"]
        self.assertEqual(len({line["job"] for line in ends}), len(ends))
        tell(f"... {time.monotonic() - begin:.1f} s to end, and after it", after)
        where = "" if count == RUNNING else " in the sandbox"
        keep_figures(f"{count} commands run{where}", before, full, after)

    def test_many_commands_without_the_sandbox(self):
        self.start()
        self.check_many(RUNNING, 3 if RUNNING == 500 else 0)

    def test_many_commands_in_the_sandbox(self):
        harness.need_sandbox()
        self.start(sandbox=True)
        self.check_many(SANDBOXED, 0)

    # --- approvals ---

    def queue_approvals(self, count):
        """Run -> number of its file."""
        runs = {}
        for index in range(count):
            runs[self.post(f"rm -f x{index}")] = index
        self.wait_counts(judging=0, asking=count)
        return runs

    def test_many_approvals(self):
        self.start()
        crowd = self.crowd()
        window = crowd.add(1, query="?window=1", keep=True)[0]
        harness.wait_until(lambda: self.client.good("GET", "/v1/status")["session"]["windows"] == 1, "the window")
        before = self.figures()
        begin = time.monotonic()
        for index in range(APPROVALS):
            self.write_loop(f"x{index}")
        runs = self.queue_approvals(APPROVALS)
        full = self.figures()
        tell(f"{APPROVALS} approvals wait: {time.monotonic() - begin:.1f} s to queue, gateway", full,
             f"an approval {(full['VmRSS'] - before['VmRSS']) / APPROVALS:.1f} KiB")
        self.assertLess(full["VmHWM"], MAX_RSS_KIB)
        if APPROVALS == 5000:
            status, answer = self.client.ask("POST", "/v1/runs", {"bubble": "coder", "command": "rm -f x0"})
            self.assertEqual((status, answer["error"]["code"]), (503, "full"))
            self.assertEqual(self.counts()["asking"], APPROVALS)
        begin = time.monotonic()
        listed = self.client.good("GET", "/v1/approvals")["approvals"]
        tell(f"... listed in {time.monotonic() - begin:.2f} s")
        self.assertEqual([one["id"] for one in listed], list(runs))
        self.answer_all(runs, listed, window)
        after = self.settle(before)
        self.assertLess(after["VmRSS"], before["VmRSS"] + LEFT_RSS_KIB)
        tell("... after it", after)
        keep_figures(f"{APPROVALS} commands wait for an answer", before, full, after)

    def answer_all(self, runs, listed, window):
        """A tenth once; the last twentieth by one grant; the rest denied."""
        begin = time.monotonic()
        granted = len(listed) // 20
        wanted = {}
        for position, one in enumerate(listed[:-granted]):
            word = "once" if position % 10 == 0 else "deny"
            wanted[one["id"]] = word
            self.client.good("POST", f"/v1/approvals/{one['id']}", {"answer": word, "digest": one["digest"]})
        first = listed[-granted]
        self.client.good("POST", f"/v1/approvals/{first['id']}", {"answer": "session", "digest": first["digest"]})
        for one in listed[-granted:]:
            wanted[one["id"]] = "session"
        self.wait_counts(asking=0, queued=0, running=0, judging=0)
        tell(f"... answered and run in {time.monotonic() - begin:.1f} s")
        for run, index in runs.items():
            self.assertEqual(self.exists(f"x{index}"), wanted[run] == "deny", run)
        self.check_decisions(wanted)
        self.check_ends(wanted, window)

    def check_decisions(self, wanted):
        decisions = {}
        for line in self.audit_lines():
            if line["event"] == "decision":
                self.assertNotIn(line["job"], decisions)
                decisions[line["job"]] = line
        self.assertEqual(set(decisions), set(wanted))
        for run, word in wanted.items():
            self.assertEqual(decisions[run]["decision"], "denied" if word == "deny" else "run")

    def check_ends(self, wanted, window):
        def ends():
            return [data for name, data in list(window.events) if name == "job" and data["state"] == "ended"]
        harness.wait_until(lambda: len(ends()) >= len(wanted), "the last events")
        self.assertEqual(window.resets, 0)
        ended = {data["id"]: data for data in ends()}
        self.assertEqual(len(ended), len(ends()))
        for run, word in wanted.items():
            if word == "deny":
                self.assertEqual((ended[run]["end"], ended[run]["denied_by"]), ("denied", "user"))
            else:
                self.assertEqual((ended[run]["end"], ended[run]["approval"]), ("ran", word))

    # --- listeners ---

    def check_same(self, listeners, reference):
        """All saw what the reference saw, each once and in order."""
        last = reference.numbers[-1]
        harness.wait_until(lambda: all(one.numbers and one.numbers[-1] >= last for one in listeners),
                           "the listeners to have read")
        whole = list(range(reference.numbers[0], last + 1))
        for one in [*listeners, reference]:
            self.assertEqual(one.resets, 0)
            self.assertEqual(one.numbers, whole)

    def test_many_listeners(self):
        self.start()
        before = self.figures()
        crowd = self.crowd()
        reference = crowd.add(1, query="?window=1", keep=True)[0]
        listeners = crowd.add(LISTENERS - 1)
        harness.wait_until(lambda: self.client.good("GET", "/v1/status")["listeners"] == LISTENERS, "the listeners")
        begin = time.monotonic()
        first = scaled(300)
        for index in range(first):
            self.post("true" if index % 4 == 0 else f"rm -f y{index}")
        crowd.reconnect(listeners[::2])
        waiting = first - (first + 3) // 4
        self.wait_counts(judging=0, queued=0, running=0, asking=waiting)
        crowd.reconnect(listeners[1::2])
        # The last window goes: all that waits is denied in one go.
        crowd.remove(reference)
        self.wait_counts(asking=0)
        with crowd.lock:
            reference.connect(reference.last_id())
        self.post("true")
        self.wait_counts(judging=0, queued=0, running=0)
        jobs = first + 1
        def ended():
            return [data["id"] for name, data in list(reference.events) if name == "job" and data["state"] == "ended"]
        harness.wait_until(lambda: len(ended()) >= jobs, "the last end")
        self.assertEqual(len(set(ended())), jobs)
        self.check_same(listeners, reference)
        full = self.figures()
        tell(f"{LISTENERS} listeners saw {len(reference.numbers)} events each in {time.monotonic() - begin:.1f} s, gateway", full,
             f"{sum(one.reconnects for one in listeners)} came back")
        self.assertLess(full["VmHWM"], MAX_RSS_KIB)
        crowd.close()
        after = self.settle(before)
        self.assertLess(after["VmRSS"], before["VmRSS"] + LEFT_RSS_KIB)
        keep_figures(f"{LISTENERS} listeners of events, each of which sees all", before, full, after)

    def wait_for_ends(self, runs):
        """Requests that are answered when their runs have ended."""
        clients = []
        for run in runs:
            clients += self.open_clients(
                1, f"GET /v1/runs/{run}?wait_ms=600000 HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
            clients[-1].settimeout(harness.HANG)
        return clients

    def test_a_burst_is_lost_to_nobody(self):
        """All that waits is denied at once, while nobody reads: more events than a listener or a connection may hold."""
        self.start()
        crowd = self.crowd()
        window = crowd.add(1, query="?window=1")[0]
        harness.wait_until(lambda: self.client.good("GET", "/v1/status")["session"]["windows"] == 1, "the window")
        late, away = crowd.add(2, keep=True)
        runs = [self.post(f"rm -f z{index}") for index in range(APPROVALS)]
        count = len(runs)
        self.wait_counts(judging=0, asking=count)
        harness.wait_until(lambda: min(len(late.numbers), len(away.numbers)) >= 3 * count, "the questions")
        waiting = self.wait_for_ends(runs[-LISTENERS:])
        self.counts()
        crowd.remove(away)
        with crowd.lock:
            window.disconnect()
            begin = time.monotonic()
            self.wait_counts(asking=0)
        tell(f"{count} that wait are denied at once in {time.monotonic() - begin:.1f} s")
        for one in waiting:
            self.assertIn(b'"denied"', one.recv(65536))
        def ended():
            return [data["id"] for name, data in list(late.events) if name == "job" and data["state"] == "ended"]
        harness.wait_until(lambda: len(ended()) >= count or late.resets, "the ends")
        self.assertEqual(sorted(ended()), sorted(runs))
        self.check_same([], late)
        # One that was away the whole time gets it too.
        crowd.reconnect([away])
        self.check_same([away], late)

    # --- bad clients ---

    def open_clients(self, count, text, tcp=False):
        clients = []
        for _ in range(count):
            if tcp:
                one = socket.create_connection(("127.0.0.1", self.gateway.port), harness.HANG)
            else:
                one = socket.socket(socket.AF_UNIX)
                one.connect(self.gateway.socket)
            self.addCleanup(one.close)
            one.sendall(text)
            clients.append(one)
        return clients

    def test_bad_clients_harm_nobody(self):
        self.start()
        before = self.figures()
        crowd = self.crowd()
        good = crowd.add(1, keep=True)[0]
        self.counts()
        never = self.open_clients(scaled(100), b"GET /v1/events HTTP/1.1\r\nHost: localhost\r\n\r\n")
        half = self.open_clients(scaled(100), b"GET /v1/status HTTP/1.1\r\nHost: loc")
        half += self.open_clients(scaled(300), b"GET /v1/status HTTP/1.1\r\nHo", tcp=True)
        idle = self.open_clients(scaled(100), b"") + self.open_clients(scaled(100), b"", tcp=True)
        count = scaled(1200)
        for index in range(count):
            self.post(f"rm -f v{index}")
            if index % 100 == 0:
                self.assertEqual(self.gateway.ask("GET", "/v1/status").status, 200)
        self.wait_counts(judging=0, asking=0)
        harness.wait_until(lambda: len(good.numbers) >= 2 * count, "the events")
        self.assertEqual(good.numbers, list(range(good.numbers[0], good.numbers[0] + len(good.numbers))))
        self.assertEqual((good.resets, good.reconnects), (0, 0))
        full = self.figures()
        tell(f"{len(never)} listeners that never read, {len(half)} half requests, {len(idle)} idle: gateway", full)
        self.assertLess(full["VmHWM"], MAX_RSS_KIB)
        for one in never + half + idle:
            one.close()
        crowd.close()
        after = self.settle(before)
        self.assertLess(after["VmRSS"], before["VmRSS"] + LEFT_RSS_KIB)
        keep_figures(f"{len(never)} listeners that never read, {len(half)} half requests, {len(idle)} idle connections",
                     before, full, after)

    # --- rounds ---

    def play_round(self):
        crowd = self.crowd()
        window = crowd.add(1, query="?window=1")[0]
        listeners = crowd.add(scaled(50))
        harness.wait_until(lambda: self.client.good("GET", "/v1/status")["listeners"] == len(listeners) + 1, "them")
        gate, finishing, cancelled = self.run_many(scaled(100), self.mark())
        self.wait_counts(running=scaled(100))
        for index in range(scaled(1000)):
            self.post(f"rm -f u{index}")
        self.wait_counts(judging=0, asking=scaled(1000))
        crowd.remove(window)
        self.wait_counts(asking=0)
        self.end_many(gate, finishing, cancelled)
        crowd.close()

    def test_nothing_is_lost_over_rounds(self):
        self.start()
        start = self.figures()
        seen = []
        for number in range(6):
            self.play_round()
            seen.append(self.settle(start))
            tell(f"round {number + 1}", seen[-1])
        # The first three fill what is kept on purpose: the newest runs, the newest events.
        for now in seen[3:]:
            self.assertLess(now["VmRSS"], seen[2]["VmRSS"] + LEFT_RSS_KIB // 4)

    # --- ends ---

    def check_next_start(self, mark, runs):
        harness.wait_until(lambda: count_with(mark.encode()) == 0, "the processes to be gone")
        gateway = self.start()
        self.assertEqual(gateway.good("GET", "/v1/runs")["runs"], [])
        self.assertEqual(gateway.good("GET", "/v1/approvals")["approvals"], [])
        self.assertEqual(self.counts()["running"], 0)
        self.assertEqual(len(gateway.good("GET", "/v1/bubbles")["bubbles"]), 3)
        lines = self.audit_lines()
        decisions = [line["job"] for line in lines if line["event"] == "decision"]
        self.assertEqual(len(set(decisions)), len(decisions))
        self.assertTrue(set(runs) <= set(decisions))
        return lines

    def begin_both(self, mark):
        crowd = self.crowd()
        crowd.add(1, query="?window=1")
        harness.wait_until(lambda: self.client.good("GET", "/v1/status")["session"]["windows"] == 1, "the window")
        runs = [self.post(f"sleep 599.{mark}") for _ in range(scaled(100))]
        self.wait_counts(running=len(runs))
        harness.wait_until(lambda: count_with(mark.encode()) >= len(runs), "all to run")
        asking = [self.post(f"rm -f t{index}") for index in range(scaled(200))]
        self.write_loop("t0")
        self.wait_counts(judging=0, asking=len(asking))
        return runs, asking, crowd

    def test_killed_it_leaves_nothing_and_the_next_is_consistent(self):
        self.start()
        mark = self.mark()
        runs, _, crowd = self.begin_both(mark)
        crowd.is_over = True
        begin = time.monotonic()
        self.gateway.process.kill()
        self.gateway.process.wait(timeout=harness.HANG)
        harness.wait_until(lambda: count_with(mark.encode()) == 0, "the processes to be gone")
        tell(f"killed with {len(runs)} commands: nothing left after {time.monotonic() - begin:.1f} s")
        self.check_next_start(mark, runs)
        self.assertTrue(self.exists("t0"))
        self.assertEqual(self.run_command("echo again")["stdout"], "again\n")

    def test_stopped_it_denies_and_stops_all(self):
        self.start()
        mark = self.mark()
        runs, asking, crowd = self.begin_both(mark)
        crowd.is_over = True
        begin = time.monotonic()
        self.assertEqual(self.gateway.stop(signal.SIGTERM), 0, self.gateway.log())
        tell(f"stopped with {len(runs)} commands and {len(asking)} approvals: {time.monotonic() - begin:.1f} s")
        self.assertEqual(count_with(mark.encode()), 0)
        lines = self.check_next_start(mark, runs + asking)
        self.assertTrue(self.exists("t0"))
        ends = [line["job"] for line in lines if line["event"] == "end"]
        self.assertEqual(sorted(ends), sorted(runs))
        denied = {line["job"] for line in lines if line["event"] == "decision" and line["decision"] == "denied"}
        self.assertEqual(denied, set(asking))


if __name__ == "__main__":
    harness.main(needs_sandbox=False)

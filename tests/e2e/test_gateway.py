# SPDX-License-Identifier: MIT
"""The gateway's API: every route, every refusal, and who may ask what."""

import json
import os
import re

import harness
from gateway_fixtures import Events, GatewayTest, openapi

HEADER = os.path.join("gateway", "api", "routes.h")
ROW = re.compile(r'ROW\("([A-Z]+)",\s*"([^"]+)",\s*ACCESS_([A-Z]+),')


def routes_of_code():
    with open(os.path.join(harness.SOURCE, HEADER), encoding="utf-8") as file:
        return {(method, path): access.lower() for method, path, access in ROW.findall(file.read())}


class Description(GatewayTest):
    def test_it_and_the_code_have_the_same_routes(self):
        described = {(method.upper(), path): operation["x-access"]
                     for path, operations in openapi()["paths"].items()
                     for method, operation in operations.items()}
        self.assertEqual(described, routes_of_code())
        self.assertGreater(len(described), 40)

    def test_it_is_served(self):
        self.assertEqual(self.start().good("GET", "/v1/openapi.json"), openapi())

    def test_every_reference_leads_somewhere(self):
        for place in re.findall(r'"\$ref": "#/([^"]+)"', json.dumps(openapi())):
            node = openapi()
            for part in place.split("/"):
                node = node[part]


class Who(GatewayTest):
    def every_route(self):
        for (method, pattern), access in routes_of_code().items():
            if (method, pattern) not in (("GET", "/v1/events"), ("POST", "/mcp")):
                yield method, pattern.replace("{id}", "nothing"), access

    def test_over_tcp_nothing_is_said_without_a_token(self):
        gateway = self.start()
        for method, path, access in self.every_route():
            answer = gateway.ask(method, path, tcp=True)
            wanted = (400, 403) if access == "open" else (401,)
            self.assertIn(answer.status, wanted, (method, path, answer.body))
        self.assertEqual(gateway.ask("GET", "/v1/nothing", tcp=True).status, 401)
        self.assertEqual(gateway.ask("GET", "/v1/events", tcp=True).status, 401)
        self.assertEqual(gateway.ask("POST", "/mcp", tcp=True).status, 401)

    def test_the_token_of_the_gateway_opens_all_but_the_unix_routes(self):
        gateway = self.start()
        headers = self.bearer(gateway.token)
        self.assertEqual(gateway.good("GET", "/v1/status", headers=headers, tcp=True)["port"],
                         gateway.port)
        for method, path, access in self.every_route():
            answer = gateway.ask(method, path, headers=headers, tcp=True)
            self.assertEqual(answer.status in (401, 403),
                             access in ("unix",) and answer.status == 403, (method, path, answer.body))
        self.assertEqual(gateway.ask("POST", "/mcp", headers=headers, tcp=True).status, 403)

    def test_the_token_of_a_bubble_opens_its_own_corner(self):
        gateway = self.start()
        headers = self.bearer(self.make_token())
        for tcp in (True, False):
            for method, path, access in self.every_route():
                answer = gateway.ask(method, path, headers=headers, tcp=tcp)
                if access in ("user", "unix"):
                    self.assertEqual(answer.status, 403, (method, path))
                elif access == "agent":
                    self.assertIn(answer.status, (200, 400, 403, 404), (method, path))
        self.assertEqual(gateway.ask("GET", "/v1/events", headers=headers).status, 403)

    def test_a_bubble_runs_and_sees_its_own_commands_only(self):
        gateway = self.start()
        own, other = self.bearer(self.make_token()), self.bearer(self.make_token("reviewer"))
        run = gateway.good("POST", "/v1/runs", {"command": "echo mine", "wait_ms": 100000},
                           headers=own, tcp=True)
        self.assertEqual(run["stdout"], "mine\n")
        path = "/v1/runs/" + run["id"]
        for method, suffix in (("GET", ""), ("GET", "/output"), ("POST", "/cancel")):
            self.assertLess(gateway.ask(method, path + suffix, headers=own, tcp=True).status, 300)
            self.assertEqual(gateway.ask(method, path + suffix, headers=other, tcp=True).status, 404)
        self.assertEqual(len(gateway.good("GET", "/v1/runs", headers=own)["runs"]), 1)
        self.assertEqual(gateway.good("GET", "/v1/runs", headers=other)["runs"], [])
        for path, body in (("/v1/runs", {"bubble": "reviewer", "command": "true"}),
                           ("/v1/check", {"bubble": "reviewer", "command": "true"}),
                           ("/v1/check", {"loop": "a", "command": "true"})):
            self.assertEqual(gateway.ask("POST", path, body, headers=own).status, 403, body)
        check = {"bubble": "coder", "command": "true"}
        self.assertEqual(gateway.good("POST", "/v1/check", check, headers=own)["outcome"], "run")

    def test_two_bubbles_that_look_alike_are_two(self):
        gateway = self.start()
        gateway.good("POST", "/v1/bubbles", {"id": "twin", "name": "Coder", "loop": "a", "role": "coder"})
        run = self.run_command("echo mine")
        twin = self.bearer(self.make_token("twin"))
        self.assertEqual(gateway.ask("GET", "/v1/runs/" + run["id"], headers=twin).status, 404)
        self.assertEqual(gateway.good("GET", "/v1/runs", headers=twin)["runs"], [])

    def test_a_token_that_was_taken_away_is_none(self):
        gateway = self.start()
        first = self.make_token()
        second = self.make_token()
        self.assertNotEqual(first, second)
        self.assertEqual(gateway.ask("GET", "/v1/runs", headers=self.bearer(first)).status, 401)
        self.assertEqual(gateway.ask("GET", "/v1/runs", headers=self.bearer(second)).status, 200)
        with open(os.path.join(self.top, "config", "cordon", "settings.json"), encoding="utf-8") as file:
            self.assertNotIn(second, file.read())
        gateway.good("DELETE", "/v1/bubbles/coder/token")
        self.assertEqual(gateway.ask("GET", "/v1/runs", headers=self.bearer(second)).status, 401)

    def test_those_who_guess_are_not_listened_to(self):
        gateway = self.start()
        wrong = self.bearer("cgt_" + "A" * 43)
        statuses = [gateway.ask("GET", "/v1/status", headers=wrong).status for _ in range(30)]
        self.assertEqual(statuses[:20], [401] * 20)
        self.assertEqual(statuses[20:], [429] * 10)
        answer = gateway.ask("GET", "/v1/status", headers=wrong)
        self.assertIn(int(answer.headers["Retry-After"]), range(1, 61))
        self.assertEqual(gateway.ask("GET", "/v1/status", headers=wrong, tcp=True).status, 429)
        # The user is not kept out by that.
        right = self.bearer(gateway.token)
        self.assertEqual(gateway.ask("GET", "/v1/status", headers=right, tcp=True).status, 200)
        self.assertIn("a wrong token for GET /v1/status", gateway.log())
        self.assertNotIn("AAAA", gateway.log())

    def test_a_page_gets_in_by_a_code_that_is_good_once(self):
        gateway = self.start()
        code = gateway.good("POST", "/v1/panel/codes")
        self.assertEqual(code["port"], gateway.port)
        session = gateway.good("POST", "/v1/panel/session", {"code": code["code"]}, tcp=True)
        answer = gateway.ask("POST", "/v1/panel/session", {"code": code["code"]}, tcp=True)
        self.assertEqual((answer.status, answer.code()), (403, "code"))
        headers = self.bearer(session["token"])
        sessions = gateway.good("GET", "/v1/panel/sessions", headers=headers, tcp=True)["sessions"]
        self.assertEqual([(one["id"], one["own"]) for one in sessions], [(session["id"], True)])
        self.assertEqual(gateway.ask("POST", "/v1/panel/codes", headers=headers, tcp=True).status, 403)
        events = Events(gateway, headers=headers)
        self.addCleanup(events.close)
        events.next("hello")
        gateway.good("DELETE", "/v1/panel/sessions/" + session["id"])
        events.wait_for_end()
        self.assertEqual(gateway.ask("GET", "/v1/status", headers=headers, tcp=True).status, 401)

    def test_a_new_gateway_has_a_new_token(self):
        old = self.start().token
        self.assertEqual(self.gateway.stop(), 0)
        gateway = self.start()
        self.assertNotEqual(gateway.token, old)
        self.assertEqual(gateway.ask("GET", "/v1/status", headers=self.bearer(old), tcp=True).status, 401)
        self.assertEqual(len(gateway.good("GET", "/v1/bubbles")["bubbles"]), 3)


class Settings(GatewayTest):
    def test_are_read_and_changed_by_key(self):
        gateway = self.start()
        values = gateway.good("GET", "/v1/settings")["values"]
        self.assertEqual((values["sandbox"], values["time-limit"]), ("off", "120"))
        values = gateway.good("PATCH", "/v1/settings", {"sandbox": "on", "time-limit": "60"})["values"]
        self.assertEqual((values["sandbox"], values["time-limit"]), ("on", "60"))
        for body, word in (({"sandbox": "maybe"}, "sandbox"), ({"sandbx": "on"}, "sandbx"),
                           ({"sandbox": True}, "sandbox"), ({"time-limit": "0"}, "time-limit")):
            answer = gateway.ask("PATCH", "/v1/settings", body)
            self.assertEqual((answer.status, answer.code()), (400, "invalid"), body)
            self.assertIn(word, answer.json()["error"]["message"])
        self.assertEqual(gateway.good("GET", "/v1/settings")["values"], values)
        self.assertEqual([(line["action"], line["key"], line["before"], line["value"], line["by"])
                          for line in self.audit(event="settings") if "error" not in line][-2:],
                         [("set", "sandbox", "off", "on", "api"), ("set", "time-limit", "120", "60", "api")])

    def test_bodies_are_read_strictly(self):
        gateway = self.start()
        for body in (b"[]", b"{", b'{"sandbox":"on","sandbox":"on"}', b'"on"', b"{}x"):
            self.assertEqual(gateway.ask("PATCH", "/v1/settings", body).status, 400, body)

    def test_boards_loops_roles_and_bubbles(self):
        gateway = self.start()
        board = gateway.good("POST", "/v1/boards", {"name": "My \u00e9 Board!", "project": "/p"})
        self.assertEqual(board["id"], "my-board")
        again = gateway.good("POST", "/v1/boards", {"name": "My Board", "project": "/p"})
        self.assertEqual(again["id"], "my-board-2")
        changed = gateway.good("PATCH", "/v1/boards/my-board", {"full_auto": True})
        self.assertEqual((changed["full_auto"], changed["name"]), (True, board["name"]))
        self.assertEqual(gateway.good("PATCH", "/v1/boards/my-board", {"name": "New"})["full_auto"], True)
        loop = gateway.good("POST", "/v1/loops", {"board": "my-board", "folder": "/p/Loop A"})
        self.assertEqual(loop["id"], "loop-a")
        role = gateway.good("POST", "/v1/roles", {"id": "mine", "tools": ["read_file"]})
        self.assertEqual((role["tools"], role["built_in"]), (["read_file"], False))
        bubble = gateway.good("POST", "/v1/bubbles", {"name": "One", "loop": "loop-a", "role": "mine"})
        self.assertEqual((bubble["id"], bubble["has_token"]), ("one", False))
        names = {entry["id"] for entry in gateway.good("GET", "/v1/roles")["roles"]}
        self.assertEqual(names, {"coder", "reviewer", "researcher", "mine"})
        self.assertEqual(gateway.ask("DELETE", "/v1/roles/mine").status, 400)
        gateway.good("DELETE", "/v1/boards/my-board")
        self.assertNotIn("loop-a", [one["id"] for one in gateway.good("GET", "/v1/loops")["loops"]])
        self.assertNotIn("one", [one["id"] for one in gateway.good("GET", "/v1/bubbles")["bubbles"]])
        gateway.good("DELETE", "/v1/roles/mine")

    def test_what_does_not_fit_is_refused_with_the_reason(self):
        gateway = self.start()
        for method, path, body, status, code in (
            ("POST", "/v1/boards", {"name": "x", "project": "relative"}, 400, "invalid"),
            ("POST", "/v1/boards", {"name": "x"}, 400, "invalid"),
            ("POST", "/v1/boards", {"id": "b", "name": "x", "project": "/p"}, 409, "conflict"),
            ("POST", "/v1/boards", {"id": "No Id", "name": "x", "project": "/p"}, 400, "invalid"),
            ("PATCH", "/v1/boards/none", {"name": "x"}, 404, "not-found"),
            ("DELETE", "/v1/boards/none", None, 404, "not-found"),
            ("POST", "/v1/loops", {"board": "none", "folder": "/p"}, 400, "invalid"),
            ("POST", "/v1/loops", {"board": "b", "folder": "/elsewhere"}, 400, "invalid"),
            ("DELETE", "/v1/loops/none", None, 404, "not-found"),
            ("POST", "/v1/roles", {"id": "coder", "tools": []}, 409, "conflict"),
            ("POST", "/v1/roles", {"id": "x", "tools": ["fly"]}, 400, "invalid"),
            ("DELETE", "/v1/roles/coder", None, 409, "conflict"),
            ("DELETE", "/v1/roles/none", None, 404, "not-found"),
            ("POST", "/v1/bubbles", {"name": "x", "loop": "none", "role": "coder"}, 400, "invalid"),
            ("POST", "/v1/bubbles", {"name": "x", "loop": "a", "role": "none"}, 400, "invalid"),
            ("POST", "/v1/bubbles", {"id": "coder", "name": "x", "loop": "a", "role": "coder"}, 409, "conflict"),
            ("DELETE", "/v1/bubbles/none", None, 404, "not-found"),
            ("POST", "/v1/bubbles/none/token", None, 404, "not-found"),
            ("DELETE", "/v1/boards/b/grants", None, 404, "not-found"),
            ("DELETE", "/v1/panel/sessions/p9", None, 404, "not-found"),
            ("POST", "/v1/image/cancel", None, 409, "not-pulling"),
            ("POST", "/v1/image/pull", {"digest": "sha256:" + "0" * 64}, 409, "not-sized"),
            ("POST", "/v1/image/pull", {}, 400, "invalid"),
            ("POST", "/v1/settings/reset", None, 409, "conflict"),
            ("GET", "/v1/audit?last=x", None, 400, "invalid"),
            ("GET", "/v1/runs?max=1001", None, 400, "invalid"),
            ("GET", "/v1/nothing", None, 404, "no-path"),
            ("PUT", "/v1/boards", None, 405, "method"),
        ):
            answer = gateway.ask(method, path, body, headers={"Content-Type": "application/json"})
            self.assertEqual((answer.status, answer.code()), (status, code), (method, path, answer.body))
            self.assertGreater(len(answer.json()["error"]["message"]), 10)

    def test_that_are_damaged_stop_commands_until_they_are_put_right(self):
        gateway = self.start()
        path = gateway.good("GET", "/v1/settings")["path"]
        with open(path, "r+", encoding="utf-8") as file:
            text = file.read().replace('"boards"', '"bords"')
            file.seek(0)
            file.write(text)
            file.truncate()
        answer = gateway.ask("GET", "/v1/settings")
        self.assertEqual((answer.status, answer.code()), (409, "settings"))
        self.assertIn("bords", answer.json()["error"]["message"])
        self.assertIn("bords", gateway.good("GET", "/v1/status")["settings"]["error"])
        answer = gateway.ask("POST", "/v1/runs", {"bubble": "coder", "command": "touch ran", "wait_ms": 100000})
        self.assertEqual((answer.status, answer.code()), (409, "settings"))
        self.assertFalse(self.exists("ran"))
        self.assertEqual(gateway.ask("PATCH", "/v1/settings", {"sandbox": "on"}).status, 409)
        status = self.cordon("status")
        self.assertIn(b"commands are refused", status.stdout)
        kept = gateway.good("POST", "/v1/settings/reset")["kept"]
        with open(kept, encoding="utf-8") as file:
            self.assertEqual(file.read(), text)
        self.assertEqual(gateway.good("GET", "/v1/boards")["boards"], [])
        self.assertEqual(len(self.audit(event="settings-reset")), 1)


class Runs(GatewayTest):
    def test_a_command_runs_and_says_what_it_wrote(self):
        gateway = self.start()
        run = self.run_command("echo out; echo err >&2; ls nothing")
        self.assertEqual((run["state"], run["stdout"]), ("ended", "out\n"))
        self.assertTrue(run["stderr"].startswith("err\n"))
        self.assertNotEqual(run["exit"]["code"], 0)
        output = gateway.good("GET", f"/v1/runs/{run['id']}/output")
        self.assertIn("out\n", output["text"])
        self.assertFalse(output["more"])
        rest = gateway.good("GET", f"/v1/runs/{run['id']}/output?offset={output['next']}")
        self.assertEqual((rest["text"], rest["next"]), ("", output["next"]))
        self.assertEqual({line["event"] for line in self.audit(job=run["id"])}, {"decision", "end"})

    def test_words_and_folder_and_client(self):
        os.mkdir(os.path.join(self.loop, "sub"))
        gateway = self.start()
        run = gateway.good("POST", "/v1/runs", {
            "bubble": "coder", "argv": ["printf", "%s|", "a b", "$HOME"], "cwd": "sub",
            "client": "Test 1", "wait_ms": 100000})
        self.assertEqual((run["stdout"], run["client"]), ("a b|$HOME|", "Test 1"))
        self.assertEqual(run["cwd"], os.path.join(self.loop, "sub"))

    def test_roles_and_rules_deny(self):
        self.start()
        run = self.run_command("touch x", bubble="researcher")
        self.assertEqual((run["end"], run["denied_by"], self.exists("x")), ("denied", "role", False))
        run = self.run_command("ssh host")
        self.assertEqual((run["denied_by"], run["verdict"]["rule"]), ("filter", "remote"))
        run = self.run_command(f"touch {self.sibling}/x")
        self.assertEqual(run["verdict"]["rule"], "outside-loop")

    def test_orders_that_are_none(self):
        gateway = self.start()
        for body, status in (
            ({"command": "true"}, 400), ({"bubble": "coder"}, 400), ({"bubble": "none", "command": "true"}, 404),
            ({"bubble": "coder", "command": "true", "argv": ["true"]}, 400),
            ({"bubble": "coder", "argv": "true"}, 400), ({"bubble": "coder", "command": 7}, 400),
            ({"bubble": "coder", "command": "true", "wait_ms": 600001}, 400),
            ({"bubble": "coder", "command": "true", "time_limit_s": 0}, 400),
            ({"bubble": "coder", "command": "true", "sandbox": False}, 400),
        ):
            self.assertEqual(gateway.ask("POST", "/v1/runs", body).status, status, body)
        self.assertEqual(gateway.ask("GET", "/v1/runs/none").status, 404)
        self.assertEqual(gateway.good("GET", "/v1/runs")["runs"], [])

    def test_a_run_can_be_followed_and_cancelled(self):
        gateway = self.start()
        events = Events(gateway)
        self.addCleanup(events.close)
        run = self.begin_run("echo first; sleep 97.5; echo never")
        events.next("output", lambda data: data["id"] == run["id"])
        response = self.follow(run)
        self.assertEqual(response.read(6), b"first\n")
        waiting = gateway.good("GET", f"/v1/runs/{run['id']}?wait_ms=1")
        self.assertEqual(waiting["state"], "running")
        self.assertEqual(gateway.ask("POST", f"/v1/runs/{run['id']}/cancel").status, 202)
        self.assertEqual(response.read(), b"")
        ended = self.wait_run(run)
        self.assertEqual((ended["state"], ended["exit"]["cancelled"]), ("ended", True))
        events.next("job", lambda data: data["id"] == run["id"] and data["state"] == "ended")

    def follow(self, run):
        from gateway_fixtures import UnixConnection
        connection = UnixConnection(self.gateway.socket)
        self.addCleanup(connection.close)
        connection.request("GET", f"/v1/runs/{run['id']}/output?follow=1")
        return connection.getresponse()

    def test_a_lot_of_output_is_followed_to_its_end(self):
        self.write_loop("lines.py", "for n in range(20000):\n    print(n)\n")
        self.start()
        run = self.begin_run("python3 lines.py")
        text = self.follow(run).read().decode()
        self.assertTrue(text.endswith("19998\n19999\n"), text[-100:])

    def test_a_time_limit_can_be_shortened(self):
        self.start()
        run = self.run_command("sleep 96.5", time_limit_s=1)
        self.assertEqual(run["exit"]["kind"], "limit")

    def test_check_says_what_a_run_would_come_to(self):
        gateway = self.start()
        for body, outcome, rule in (
            ({"bubble": "coder", "command": "echo x > made"}, "run", "none"),
            ({"bubble": "coder", "command": "git commit -m x"}, "ask", "git-change"),
            ({"bubble": "coder", "command": "ssh host"}, "deny", "remote"),
            ({"bubble": "researcher", "command": "true"}, "deny", "role"),
            ({"loop": "other", "command": "git push"}, "ask", "git-change"),
            ({"project": self.project, "argv": ["rm", "README"]}, "ask", "delete"),
        ):
            answer = gateway.good("POST", "/v1/check", body)
            self.assertEqual((answer["outcome"], answer["verdict"]["rule"]), (outcome, rule), body)
            if rule != "role":
                harness.validate(answer["verdict"], harness.load_schema("verdict"))
        self.assertFalse(self.exists("made"))
        self.assertEqual(self.audit(event="decision"), [])
        gateway.good("PATCH", "/v1/boards/b", {"full_auto": True})
        answer = gateway.good("POST", "/v1/check", {"bubble": "coder", "command": "git commit -m x"})
        self.assertEqual((answer["outcome"], answer["approval"]), ("run", "full-auto"))
        for body, status in (({"command": "true"}, 400), ({"loop": "a", "bubble": "coder", "command": "true"}, 400),
                             ({"loop": "a"}, 400), ({"loop": "none", "command": "true"}, 404),
                             ({"bubble": "none", "command": "true"}, 404)):
            self.assertEqual(gateway.ask("POST", "/v1/check", body).status, status, body)

    def test_backends_are_told(self):
        gateway = self.start()
        harness.validate(gateway.good("GET", "/v1/backends"), harness.load_schema("readiness"))
        fresh = gateway.good("POST", "/v1/backends/check")
        harness.validate(fresh, harness.load_schema("readiness"))
        self.assertIn("bwrap", [backend["id"] for backend in fresh["backends"]])


class Stream(GatewayTest):
    def test_who_comes_back_misses_nothing(self):
        gateway = self.start()
        events = Events(gateway)
        events.next("hello")
        gateway.good("PATCH", "/v1/boards/b", {"name": "First"})
        events.next("settings")
        last = events.last_id
        events.close()
        run = self.run_command("true")
        again = Events(gateway, headers={"Last-Event-ID": last})
        self.addCleanup(again.close)
        states = []
        while "ended" not in states:
            states.append(json.loads(again.next("job")["data"])["state"])
        self.assertNotIn("reset", [event["event"] for event in again.seen])
        by_query = Events(gateway, f"?last_id={last}")
        self.addCleanup(by_query.close)
        self.assertEqual(json.loads(by_query.next()["data"])["id"], run["id"])

    def test_an_id_of_another_gateway_means_to_begin_anew(self):
        gateway = self.start()
        for last in ("x-1", "7", "-", "x" * 300):
            events = Events(gateway, headers={"Last-Event-ID": last})
            self.assertEqual(events.next()["event"], "reset")
            self.assertIsNotNone(events.last_id)
            events.close()

    def test_there_is_room_for_so_many(self):
        gateway = self.start()
        streams = [Events(gateway) for _ in range(257)]
        self.assertEqual({stream.status for stream in streams[:256]}, {200})
        self.assertEqual(streams[256].status, 503)
        for stream in streams:
            stream.close()
        harness.wait_until(lambda: gateway.good("GET", "/v1/status")["listeners"] == 0, "listeners to go")


if __name__ == "__main__":
    harness.main(needs_sandbox=False)

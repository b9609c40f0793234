# SPDX-License-Identifier: MIT
"""The audit log tells what the session did, line by line."""

import json
import subprocess

from session_world import check, harness

LAST = 10000


def read_by_command_line(world):
    answer = subprocess.run([harness.CORDON, "audit", "--json", "--last", str(LAST)], capture_output=True, check=True,
                            env=world.environment(), timeout=harness.HANG)
    return [json.loads(line) for line in answer.stdout.splitlines()]


def find_differences(wanted, line):
    """Members that the line must have, and has not so."""
    return {name: (value, line.get(name)) for name, value in wanted.items() if line.get(name) != value}


def compare(title, wanted, lines):
    for index, line in enumerate(lines):
        check(index < len(wanted), f"{title}: a line too many", line)
        different = find_differences(wanted[index], line)
        check(not different, f"{title}, line {index + 1}: (wanted, found) {different}", line)
    check(len(wanted) == len(lines), f"{title}: missing", wanted[len(lines):])


def check_audit(world):
    lines = read_by_command_line(world)
    if world.gateway is not None:
        check(lines == world.gateway.good("GET", f"/v1/audit?last={LAST}")["lines"], "the API tells something else")
    schema = harness.load_schema("audit")
    for number, line in enumerate(lines):
        harness.validate(line, schema, place=f"line {number + 1}")
        check(set(line) <= set(schema["properties"]), "not described:", set(line) - set(schema["properties"]))
    jobs = {}
    for line in lines:
        if line.get("job") is not None:
            jobs.setdefault(line["job"], []).append(line)
    compare("others", world.ledger.others, [line for line in lines if line.get("job") is None])
    check(set(jobs) == set(world.ledger.commands), "commands in the log only, and missing there:",
          set(jobs) ^ set(world.ledger.commands))
    for job, wanted in world.ledger.commands.items():
        compare(job, wanted, jobs[job])
    print(f"the audit log: {len(lines)} lines, {len(jobs)} commands, all as it was")

#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs the filter's cases through `cordon check --batch` and prints each verdict that is not the expected one.

usage: run_cases.py --cordon PROGRAM [--full-auto] [--rules] FILE.tsv...

A line of a file is: verdict TAB rule TAB context TAB command (a JSON string) TAB why.  Context: "-";
"symlink: X -> Y" or "file: P" or "file: P = TEXT" for what lies in the loop's folder; in files for Windows (whose
name has "windows" in it) cmd, ps or any: the language of the line; any means that both have to agree.

--full-auto: every ask has to become allow, and every deny has to stay.  --rules: says too where the verdict is right
and the rule is another one than expected; that is no miss.
"""

import argparse
import collections
import json
import os
import re
import subprocess
import sys
import tempfile

HOME, WINDOWS_HOME = "/home/u", "C:\\Users\\u"
# The rules of a column of the files.
RULES = {
    "d1": {"shell"}, "d2": {"remote", "kill", "permissions"},
    "d3": {"git-destructive", "git-interactive", "publish"},
    "d4": {"outside-project", "outside-loop", "secret"}, "d5": {"web"}, "d6": {"endless"},
    "un": {"unreadable"}, "a1": {"git-change"}, "a2": {"delete"}, "a3": {"inline-code"},
    "ok": {"none"},
}

Case = collections.namedtuple("Case", "place verdict rule context command why")


def read_cases(path):
    cases = []
    with open(path, encoding="utf-8") as file:
        for number, line in enumerate(file, 1):
            if not line.strip() or line.startswith("#"):
                continue
            fields = line.rstrip("\n").split("\t")
            if len(fields) != 5:
                sys.exit(f"{path}:{number}: {len(fields)} fields, not 5")
            verdict, rule, context, command, why = fields
            place = f"{os.path.basename(path)}:{number}"
            cases.append(Case(place, verdict, rule, context, json.loads(command), why))
    return cases


def judge(options, words, requests):
    """The answers to requests, in their order."""
    flags = ["--full-auto"] if options.full_auto else []
    text = "".join(json.dumps(request) + "\n" for request in requests)
    done = subprocess.run([options.cordon, "check", "--batch", *flags, *words], input=text,
                          capture_output=True, text=True, check=False)
    answers = done.stdout.splitlines()
    if len(answers) != len(requests) or done.returncode not in (0, 2):
        sys.exit(f"{options.cordon} ended with {done.returncode}, {len(answers)} answers to "
                 f"{len(requests)} lines\n{done.stderr}")
    return [json.loads(answer) for answer in answers]


def folders(home):
    return [f"--project={home}/proj", f"--loop={home}/proj/loops/a", f"--home={home}"]


def make_world(loop, context):
    os.makedirs(loop)
    link = re.fullmatch(r"symlink: (\S+) -> (\S+)", context)
    file = re.fullmatch(r"file: (\S+)(?: = (.*))?", context)
    if link:
        os.symlink(link[2], os.path.join(loop, link[1]))
    elif file:
        path = os.path.join(loop, file[1])
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as stream:
            stream.write((file[2] or "text") + "\n")
    else:
        sys.exit(f"unknown context: {context}")


def judge_in_world(options, case):
    """A case that needs something on the disk, in a tree of the same form elsewhere."""
    with tempfile.TemporaryDirectory(prefix="cordon-cases-") as top:
        home = os.path.realpath(top) + HOME
        make_world(home + "/proj/loops/a", case.context)
        command = case.command.replace(HOME, home)
        return judge(options, folders(home), [{"command": command}])[0]


def judge_posix(options, cases):
    plain = [case for case in cases if case.context == "-"]
    answers = dict(zip((case.place for case in plain),
                       judge(options, folders(HOME), [{"command": case.command} for case in plain])))
    for case in cases:
        if case.context == "-":
            yield case, answers[case.place]
        else:
            yield case, judge_in_world(options, case)


def judge_windows(options, cases):
    words = ["--platform=windows", f"--project={WINDOWS_HOME}\\proj",
             f"--loop={WINDOWS_HOME}\\proj\\loops\\a", f"--home={WINDOWS_HOME}"]
    lines = [(case, shell) for case in cases
             for shell in (("cmd", "ps") if case.context == "any" else (case.context,))]
    requests = [{"command": case.command, "shell": shell} for case, shell in lines]
    for (case, shell), answer in zip(lines, judge(options, words, requests)):
        yield case._replace(place=f"{case.place} ({shell})"), answer


def check_file(options, path):
    cases = read_cases(path)
    windows = "windows" in os.path.basename(path)
    misses = collections.Counter()
    count = 0
    for case, answer in (judge_windows if windows else judge_posix)(options, cases):
        count += 1
        expected = "allow" if options.full_auto and case.verdict == "ask" else case.verdict
        got = answer.get("verdict", "error")
        if got != expected:
            misses[f"{expected}->{got}"] += 1
            print(f"MISS {case.place}: expected {expected} ({case.rule}), got {got} "
                  f"({answer.get('rule')})\n     {case.command!r}\n     {case.why}\n"
                  f"     {answer.get('reason') or answer.get('error') or ''}")
        elif options.rules and answer["rule"] not in RULES.get(case.rule, {answer["rule"]}):
            print(f"rule {case.place}: expected {case.rule}, got {answer['rule']}: {case.command!r}")
    total = sum(misses.values())
    print(f"{os.path.basename(path)}: {count} lines, {total} misses"
          + "".join(f", {number} {kind}" for kind, number in sorted(misses.items())))
    return total


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--cordon", required=True)
    parser.add_argument("--full-auto", action="store_true")
    parser.add_argument("--rules", action="store_true")
    parser.add_argument("files", nargs="+", metavar="FILE.tsv")
    options = parser.parse_args()
    misses = sum([check_file(options, path) for path in options.files])
    return 1 if misses else 0


if __name__ == "__main__":
    sys.exit(main())

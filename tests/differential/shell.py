#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The reader and printer of command lines against real shells.

For every line that the reader takes: the line itself in bash, in dash too if no construct of bash is in it, and the
canonical script in both must print the same, write the same files and end with the same status.  Lines that the reader
refuses are not run; --valid N looks with bash -n how many of the first N refused lines bash would have taken.

    tests/differential/shell.py --driver build/dev/tests/read-argv --lines 1000000 [--seed N] [--line LINE]

Run it as a user who may write nowhere else; as root it changes to nobody.  One process; give each its own seed to use more."""
import argparse
import json
import os
import re
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time

import shell_lines

PRELUDE = r"""
umask 077
x='a b' y= v=5 w='s/*' z=ab.c
unset u
p() {
    o='<'
    for i; do
        case $i in
        */dev/fd/*) o="$o${i%%/dev/fd/*}($(cat "/dev/fd/${i##*/dev/fd/}"))" ;;
        *) o="$o[$i]" ;;
        esac
    done
    printf '%s>\n' "$o"
}
r() {
    p "$@"
    i=
    while IFS= read -r i || [ -n "$i" ]; do printf '{%s}\n' "$i"; done
}
f() { p "$@"; return 3; }
TIMEFORMAT=
if [ -n "$BASH_VERSION" ]; then eval 'function time { "$@"; }'; else eval 'time() { "$@"; }'; fi
once() {
    c=x$c
    case $c:$n in (xxxxx* | *:1) n=; return 1 ;; (*) n=1; return 0 ;; esac
}
finish_line() {
    e=
    [ ! -s ../err ] || e=e
    set -- * .[!.]* ..?*
    for i; do
        case $i in (s | '.[!.]*' | '..?*') continue ;; esac
        printf 'file %s:' "$i"
        cat "$i"
        rm -rf -- "$i"
    done
    printf '\001%s %s\002' "$s" "$e"
}
"""

SETPRIV = shutil.which("setpriv")
CASE = "( eval \" \"%s\ns=$?; wait; exit $s ) <%s 2>../err; s=$?; %sfinish_line\n"
# Nothing waits for what stands in a process substitution.
PAUSE = "sleep 0.03; "


def quoted(text):
    return "'" + text.replace("'", "'\\''") + "'"


def limit():
    """A loop that does not end fills no disk."""
    resource.setrlimit(resource.RLIMIT_FSIZE, (1 << 20, 1 << 20))


class Place:
    """A folder to run in, with something for patterns to match."""

    def __init__(self, top, name):
        self.top = os.path.join(top, name)
        self.cwd = os.path.join(self.top, "cwd")
        os.makedirs(os.path.join(self.cwd, "s"))
        for index, file in enumerate(("a.c", "b.c", "c.d")):
            path = os.path.join(self.cwd, "s", file)
            with open(path, "w") as out:
                out.write("1 %s\n2\n" % file)
            os.utime(path, (index * 100 + 1000, index * 100 + 1000))
        with open(os.path.join(self.top, "in"), "w") as out:
            out.write("in1\nin2\n")
        open(os.path.join(self.top, "err"), "w").close()
        if os.getuid() == 0:
            for folder in (self.top, self.cwd):
                os.chown(folder, 65534, 65534)
            os.chown(os.path.join(self.top, "err"), 65534, 65534)
        os.chmod(os.path.join(self.cwd, "s"), 0o555)


class Shell:
    def __init__(self, name, place, path, home):
        self.name, self.place, self.verbose = name, place, "VERBOSE" in os.environ
        self.environment = {"PATH": path, "HOME": home, "LC_ALL": "C.UTF-8"}

    def batch(self, texts, seconds, source, is_slow):
        script = PRELUDE + "".join(CASE % (quoted(text), source, PAUSE if "<(" in text or is_slow else "") for text in texts)
        with open(os.path.join(self.place.top, "script"), "w") as out:
            out.write(script)
        command = ["/bin/" + self.name, "../script"]
        if os.getuid() == 0:
            command = [SETPRIV, "--reuid", "65534", "--regid", "65534", "--clear-groups"] + command
        parts = self.execute(command, seconds).split(b"\002")
        return [part.split(b"\001") for part in parts[:-1]]

    def execute(self, command, seconds):
        """What it prints in that time.  Nothing that it started lives on."""
        with open(os.path.join(self.place.top, "out"), "w+b") as out:
            process = subprocess.Popen(command, cwd=self.place.cwd, env=self.environment, stdin=subprocess.DEVNULL, stdout=out,
                                       stderr=subprocess.DEVNULL, start_new_session=True, preexec_fn=limit)
            try:
                process.wait(seconds)
            except subprocess.TimeoutExpired:
                pass
            try:
                os.killpg(process.pid, signal.SIGKILL)
            except ProcessLookupError:
                pass
            process.wait()
            out.seek(0)
            return out.read()

    def run(self, texts, source="../in", is_slow=False):
        """For each text (output, status, has errors), or None where it took too long or ended the shell."""
        results = []
        while len(results) < len(texts):
            rest = texts[len(results):]
            done = self.batch(rest, 2 + len(rest) * 0.05, source, is_slow)
            results += [(r[0], *r[1].decode().split(" ")) if len(r) == 2 else None for r in done]
            if len(done) > len(rest):
                print("more results than lines in %s: %r" % (self.name, rest[-1]))
                del results[len(texts):]
            if len(done) < len(rest):
                if self.verbose:
                    print("no end in %s: %r after %r" % (self.name, rest[len(done)], rest[len(done) - 1]))
                self.tidy()
                results.append(None)
        return results

    def tidy(self):
        for name in os.listdir(self.place.cwd):
            if name != "s":
                path = os.path.join(self.place.cwd, name)
                shutil.rmtree(path) if os.path.isdir(path) and not os.path.islink(path) else os.unlink(path)


class Driver:
    def __init__(self, path, home):
        self.path, self.home = path, home

    def judge(self, lines):
        done = subprocess.run([self.path], input="".join(line + "\0" for line in lines).encode("utf-8", "surrogateescape"),
                              stdout=subprocess.PIPE, env={"HOME": self.home, "G_DEBUG": "fatal-criticals"}, check=False)
        answers = done.stdout.decode().split("\n")[:-1]
        if done.returncode != 0 or len(answers) != len(lines):
            sys.exit("the driver ended with %d at %r" % (done.returncode, lines[len(answers)]))
        return [json.loads(answer) for answer in answers]


PLACE = re.compile(rb"\.\./script:[^\w]*(line[^\w]*)?\d+:")


def comparable(result, line):
    """Commands in the background, and both sides of a pipe, print in any order; where an error was is of no matter."""
    output = PLACE.sub(b"", result[0])
    return (sorted(output.split(b"\n")) if "&" in line or "|" in line else output), result[1]


def has_background(answer):
    return re.search(r"^ *& ", answer["tree"], re.M) or " & " in answer["tree"] or " &)" in answer["tree"]


class Check:
    def __init__(self, arguments, top):
        self.driver = Driver(arguments.driver, arguments.home)
        tools = os.path.join(top, "bin")
        os.mkdir(tools)
        for tool in ("cat", "rm", "sleep"):
            os.symlink(shutil.which(tool), os.path.join(tools, tool))
        self.shells = {name: Shell(shell, Place(top, name), tools, arguments.home)
                       for name, shell in (("bash", "bash"), ("dash", "dash"), ("bash-script", "bash"), ("dash-script", "dash"))}
        os.chmod(top, 0o755)
        self.count = {"lines": 0, "read": 0, "unsaid": 0, "bash only": 0, "no result": 0, "unsteady": 0, "disagreements": 0,
                      "differing errors": 0, "background input": 0, "process ids": 0, "ambiguous redirects": 0, "functions": 0, "bugs of bash": 0,
                      "bugs of dash": 0}
        self.constructs = {}
        self.errors = []
        self.refused = []

    def report(self, what, line, answer, *results):
        self.count["disagreements"] += 1
        print("DISAGREEMENT (%s)\n  line   %r\n  script %r" % (what, line, answer.get("script")))
        for result in results:
            print("  %.500r" % (result,))
        print("  %.500r" % (self.errors,))
        sys.stdout.flush()

    def sort(self, lines):
        """The lines to be run, with what the driver says of them."""
        kept = []
        for line, answer in zip(lines, self.driver.judge(lines)):
            self.count["lines"] += 1
            if "refused" in answer:
                self.constructs[answer["refused"]] = self.constructs.get(answer["refused"], 0) + 1
                if len(self.refused) < 200000:
                    self.refused.append((line, answer["refused"]))
                continue
            self.count["read"] += 1
            if "unsaid" in answer:
                self.count["unsaid"] += 1
                continue
            self.count["bash only"] += answer["bash"]
            # Numbers of processes and names of folders differ from run to run.
            if "${$}" in answer["script"] or "${!" in answer["script"] or "'cd' '-'" in answer["script"]:
                self.count["process ids"] += 1
                continue
            if not answer["round"]:
                self.report("not read back equal: %s" % answer.get("again"), line, answer)
                continue
            kept.append((line, answer))
        return kept

    def differ(self, line, answer, results):
        """What is wrong with the results, or None."""
        bash, dash, bash_script, dash_script = (r and comparable(r, line) for r in results)
        if bash != bash_script:
            return "bash and its script"
        if not answer["bash"] and dash != dash_script:
            return "dash and its script"
        if bash_script == dash_script or None in (bash_script, dash_script):
            return None
        # Whether there was an error is not seen where errors are closed.
        if "2>&-" in answer["script"] and any(r and r[1] == "2" for r in results):
            self.count["differing errors"] += 1
            return None
        # What a shell does after an error (a file that is not there, a command) is its own affair.
        if any(r and (r[2] or b"../script:" in r[0]) for r in results[2:]):
            self.count["differing errors"] += 1
            return None
        # Bash takes input away from background commands in some places only.
        if has_background(answer):
            self.count["background input"] += 1
            return None
        if bash_script[0] == dash_script[0] and "0" not in (bash_script[1], dash_script[1]) or \
                re.search(r"'cd'|'exit' [^ ]*[$]", answer["script"]):
            self.count["differing errors"] += 1
            return None
        return "the script in bash and dash"

    def again(self, line, answer):
        """Each one alone, and without input if there is a race for it."""
        self.errors = []
        names = [("bash", line), ("dash", line), ("bash-script", answer["script"]), ("dash-script", answer["script"])]
        source = "/dev/null" if has_background(answer) or "|" in line else "../in"
        results = []
        for name, text in names:
            results += self.shells[name].run([text], source, True)
            with open(os.path.join(self.shells[name].place.top, "err"), "rb") as file:
                self.errors.append(file.read())
        return results

    def is_known(self, line, answer, results):
        """Differences that are meant."""
        errors = self.errors[0]
        # Bash splits the target of a redirection, which POSIX does not.
        if b"ambiguous redirect" in errors or results[0] and b"ambiguous redirect" in results[0][0]:
            self.count["ambiguous redirects"] += 1
            return True
        # After a redirection that failed bash does not start the process substitutions behind it.
        # A substitution that nobody waits for writes when it likes.
        if "<(" in answer["tree"] and re.search("[0-9]>", answer["script"]):
            self.count["unsteady"] += 1
            return True
        if errors and "<(" in answer["tree"] or any(b"Permission denied" in e or b"No such file" in e for e in self.errors):
            self.count["differing errors"] += 1
            return True
        # A mistake says nothing where the standard error is a file that is read; a special builtin ends dash with it.
        if re.search(r"(^|[^0-9])2<", answer["script"]) and any(r and r[1] == "2" for r in results):
            self.count["differing errors"] += 1
            return True
        # A loop without an end that ran into a limit, or not yet.
        if any(r is None or r[1] == "153" for r in results):
            self.count["no result"] += 1
            return True
        # What is no number is a name to [[ ]] and a mistake to [.
        if any(b"integer expression" in e or b"Illegal number" in e for e in self.errors):
            self.count["differing errors"] += 1
            return True
        # Bash loses what a builtin writes through <> in a substitution.
        if "1<>" in answer["script"]:
            self.count["bugs of bash"] += 1
            return True
        # dash loses a byte of a line that begins as the delimiter and goes on with a byte above 127; the script avoids it.
        if "<<" in line.replace("\\\n", "") and not line.isascii() and None not in results and \
                re.sub(rb"[\x80-\xff]", b"", results[1][0]) == re.sub(rb"[\x80-\xff]", b"", results[3][0]):
            self.count["bugs of dash"] += 1
            return True
        # dash loses the redirections of a subshell that is alone in a group with redirections; the script works around it.
        if re.search(r"^( *)(?:&& |[|][|] )?group .*[<>].*\n\1  (  )*(group\n *)*subshell .*[<>]", answer["tree"], re.M):
            self.count["bugs of dash"] += 1
            return True
        if re.search(r"[$<][(].* & ", answer["script"]):
            self.count["unsteady"] += 1
            return True
        # Two processes write one file.
        targets = re.findall("[0-9]>+ *('[^']*')", answer["script"])
        if len(set(targets)) < len(targets) and re.search("[|&]", answer["script"]):
            self.count["unsteady"] += 1
            return True
        # Does the glob see the file that the substitution or the command beside it makes?
        if re.search("[$][(]|[|&]", answer["script"]) and ">" in answer["script"] and \
                re.search(r"[*?]|\[[^]' ]+\]", answer["script"]):
            self.count["unsteady"] += 1
            return True
        # What does not read its input may end what writes to it before that has written its files.
        outputs = {(r[0].split(b"file ")[0], r[1]) for r in results if r and r[1] != "2"}
        if "|" in line and len(outputs) == 1:
            self.count["unsteady"] += 1
            return True
        # A function of ours that remembers something; the lowering knows of none.
        if "once" in answer["tree"] and "<(" in answer["tree"]:
            self.count["functions"] += 1
            return True
        return False

    def compare(self, line, answer, results):
        what = self.differ(line, answer, results)
        for _ in range(6):
            if what is None:
                return
            # Two processes that write one file are never sure of the order.
            self.count["unsteady"] += 1
            results = [min(pair, key=lambda r: r is None) for pair in zip(self.again(line, answer), results)] \
                if None in results else self.again(line, answer)
            if self.is_known(line, answer, results):
                return
            what = self.differ(line, answer, results)
        if what is not None:
            self.report(what, line, answer, *results)

    def batch(self, lines):
        kept = self.sort(lines)
        texts = [line for line, _ in kept]
        scripts = [answer["script"] for _, answer in kept]
        plain = [i for i, (_, answer) in enumerate(kept) if not answer["bash"]]
        dash = dict(zip(plain, self.shells["dash"].run([texts[i] for i in plain])))
        results = zip(kept, self.shells["bash"].run(texts), self.shells["bash-script"].run(scripts),
                      self.shells["dash-script"].run(scripts))
        for i, ((line, answer), bash, bash_script, dash_script) in enumerate(results):
            self.compare(line, answer, (bash, dash.get(i), bash_script, dash_script))

    def valid(self, count):
        """How many of the refused lines bash takes: the price of strictness."""
        taken = {}
        for line, construct in self.refused[:count]:
            done = subprocess.run(["bash", "-n", "-c", line], stderr=subprocess.DEVNULL, check=False)
            if done.returncode == 0:
                taken.setdefault(construct, []).append(line)
        for construct, lines in sorted(taken.items(), key=lambda item: -len(item[1])):
            print("%6d %-50s %r" % (len(lines), construct, min(lines, key=len)))


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--driver", required=True)
    parser.add_argument("--lines", type=int, default=10000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--batch", type=int, default=400)
    parser.add_argument("--home", default="/home/u v")
    parser.add_argument("--line", action="append", help="only this line")
    parser.add_argument("--valid", type=int, default=0)
    parser.add_argument("--stop", type=int, default=20, help="after so many disagreements")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="cordon-shell-") as top:
        check = Check(arguments, top)
        started = time.monotonic()
        if arguments.line:
            check.batch(arguments.line)
        else:
            source = shell_lines.Lines(arguments.seed)
            while check.count["lines"] < arguments.lines and check.count["disagreements"] < arguments.stop:
                check.batch([source.line() for _ in range(min(arguments.batch, arguments.lines - check.count["lines"]))])
        print(", ".join("%s %d" % item for item in check.count.items()), "in %.0f s" % (time.monotonic() - started))
        if arguments.valid:
            check.valid(arguments.valid)
    return 1 if check.count["disagreements"] else 0


if __name__ == "__main__":
    sys.exit(main())

# SPDX-License-Identifier: MIT
"""What the tests of the command line share: a throw-away project, running cordon in it, looking for
processes that are left, and a validator for our JSON schemas.

The environment says what is tested: CORDON (the program), CORDON_UNJUDGED (the same without its
command filter), CORDON_SOURCE and CORDON_BUILD (folders).
"""

import atexit
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
import unittest

CORDON = os.environ["CORDON"]
UNJUDGED = os.environ["CORDON_UNJUDGED"]
SOURCE = os.environ["CORDON_SOURCE"]
BUILD = os.environ["CORDON_BUILD"]
# Neither the user's settings nor his audit log are a test's.
OWN_FOLDERS = tempfile.mkdtemp(prefix="cordon-own-")
atexit.register(shutil.rmtree, OWN_FOLDERS, ignore_errors=True)
for variable in ("XDG_CONFIG_HOME", "XDG_STATE_HOME"):
    os.environ[variable] = os.path.join(OWN_FOLDERS, variable.lower())
# Far above what anything here takes: it only ends a test that hangs.
HANG = 120


def must_work(name):
    return name in os.environ.get("CORDON_MUST_WORK", "").split(",")


def skip_program(reason):
    print(f"SKIP: {reason}")
    sys.exit(77)


def need_sandbox():
    """Ends the program with 77 when no sandbox is ready, unless it must work here."""
    answer = subprocess.run([CORDON, "doctor"], capture_output=True, timeout=HANG, check=False)
    if answer.returncode == 0:
        return
    text = (answer.stdout + answer.stderr).decode(errors="replace")
    if must_work("bwrap"):
        print(text)
        sys.exit("CORDON_MUST_WORK=bwrap, and no sandbox is ready")
    skip_program("no sandbox is ready:\n" + text)


class ProjectTest(unittest.TestCase):
    """A project with two loop folders; the current folder of cordon is the first."""

    program = CORDON

    def setUp(self):
        self.top = os.path.realpath(tempfile.mkdtemp(prefix="cordon-e2e-"))
        self.addCleanup(shutil.rmtree, self.top, ignore_errors=True)
        self.project = os.path.join(self.top, "project")
        self.loop = os.path.join(self.project, "loops", "a")
        self.sibling = os.path.join(self.project, "loops", "b")
        self.cache = os.path.join(self.top, "cache")
        for folder in (self.loop, self.sibling, self.cache):
            os.makedirs(folder)
        # What marks the project: a work tree needs no more than the folder to be found.
        os.mkdir(os.path.join(self.project, ".git"))
        with open(os.path.join(self.project, "README"), "w", encoding="utf-8") as file:
            file.write("read me\n")

    def environment(self, **changes):
        environment = dict(os.environ)
        environment.pop("NO_COLOR", None)
        for name, value in changes.items():
            if value is None:
                environment.pop(name, None)
            else:
                environment[name] = value
        return environment

    def cordon(self, *words, **options):
        """Runs cordon with these words; gives subprocess.CompletedProcess with bytes."""
        options.setdefault("cwd", self.loop)
        options.setdefault("timeout", HANG)
        options.setdefault("env", self.environment())
        if "input" not in options:
            options.setdefault("stdin", subprocess.DEVNULL)
        return subprocess.run([self.program, *words], capture_output=True, check=False, **options)

    def run_in(self, *command, flags=(), **options):
        return self.cordon("run", *flags, "--", *command, **options)

    def run_json(self, *command, flags=(), **options):
        """The report, validated, and the exit status."""
        answer = self.run_in(*command, flags=("--json", *flags), **options)
        return read_report(answer.stdout, "run"), answer.returncode

    def assert_status(self, answer, status):
        self.assertEqual(answer.returncode, status,
                         f"\nstdout: {answer.stdout!r}\nstderr: {answer.stderr!r}")


def read_report(output, schema_name):
    document = json.loads(output)
    validate(document, load_schema(schema_name))
    return document


# --- processes ------------------------------------------------------------------------------------

def processes_with(word):
    """Numbers of the living processes that have this word (bytes) in their command line."""
    found = []
    for entry in os.listdir("/proc"):
        if not entry.isdigit() or int(entry) == os.getpid():
            continue
        try:
            with open(f"/proc/{entry}/cmdline", "rb") as file:
                words = file.read().split(b"\0")
        except OSError:
            continue
        if word in words:
            found.append(int(entry))
    return found


def wait_until(condition, what):
    """Waits for a condition that has to come; a hang is the only failure."""
    end = time.monotonic() + HANG
    while not condition():
        if time.monotonic() > end:
            raise AssertionError(f"waited in vain for {what}")
        time.sleep(0.02)


# --- JSON schemas ---------------------------------------------------------------------------------

TYPES = {
    "object": dict, "array": list, "string": str, "boolean": bool, "null": type(None),
    "integer": int,
}
KEYWORDS = {
    "$schema", "$defs", "$ref", "$id", "title", "description", "type", "enum", "const", "required",
    "properties", "additionalProperties", "items", "oneOf", "minimum", "maximum", "pattern",
}


def load_schema(name):
    with open(os.path.join(SOURCE, "docs", f"{name}.schema.json"), encoding="utf-8") as file:
        return json.load(file)


def has_type(value, name):
    if name == "integer" and isinstance(value, bool):
        return False
    return isinstance(value, TYPES[name])


def validate(value, schema, root=None, place="$"):
    """Raises AssertionError with the place.  A keyword that is not known here is an error too."""
    root = root or schema
    unknown = set(schema) - KEYWORDS
    assert not unknown, f"{place}: the validator does not know {unknown}"
    if "$ref" in schema:
        file, _, path = schema["$ref"].partition("#/")
        # Ours name each other by the file.
        base = load_schema(file.removesuffix(".schema.json")) if file else root
        target = base
        for part in path.split("/"):
            target = target[part]
        validate(value, target, base, place)
    if "oneOf" in schema:
        errors = []
        for choice in schema["oneOf"]:
            try:
                validate(value, choice, root, place)
            except AssertionError as error:
                errors.append(str(error))
        assert len(schema["oneOf"]) - len(errors) == 1, f"{place}: fits no form, or two: {errors}"
    if "type" in schema:
        names = schema["type"] if isinstance(schema["type"], list) else [schema["type"]]
        assert any(has_type(value, name) for name in names), f"{place}: {value!r} is not {names}"
    if "enum" in schema:
        assert value in schema["enum"], f"{place}: {value!r} is not one of {schema['enum']}"
    if "const" in schema:
        assert value == schema["const"], f"{place}: {value!r} is not {schema['const']!r}"
    if isinstance(value, int):
        assert value >= schema.get("minimum", value), f"{place}: {value} is too small"
        assert value <= schema.get("maximum", value), f"{place}: {value} is too large"
    if isinstance(value, dict):
        properties = schema.get("properties", {})
        for name in schema.get("required", []):
            assert name in value, f"{place}: {name} is missing"
        for name, member in value.items():
            if name in properties:
                validate(member, properties[name], root, f"{place}.{name}")
            else:
                assert schema.get("additionalProperties", True), f"{place}: {name} is not described"
    if isinstance(value, list) and "items" in schema:
        for index, element in enumerate(value):
            validate(element, schema["items"], root, f"{place}[{index}]")


def main(needs_sandbox=True):
    if needs_sandbox:
        need_sandbox()
    program = unittest.main(module="__main__", exit=False, verbosity=2)
    if not program.result.wasSuccessful() or program.result.testsRun == 0:
        sys.exit(1)

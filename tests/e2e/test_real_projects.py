# SPDX-License-Identifier: MIT
"""Daily work: real projects build and test inside the sandbox as they do outside.

The two C projects come from the source packages of the machine's own package archive, fetched once
into the build folder; where that is not possible their tests skip with the reason.
"""

import glob
import os
import re
import shutil
import stat
import subprocess
import tarfile
import unittest

import harness
from harness import ProjectTest

SOURCES = os.path.join(harness.BUILD, "e2e-sources")


def apt(*words, **options):
    return subprocess.run(["apt-get", *words], capture_output=True, text=True, check=False,
                          timeout=300, stdin=subprocess.DEVNULL, **options)


def write_source_list(folder):
    """The configured archives as source archives, with lists of their own, outside of /etc."""
    targets = apt("indextargets", "--format", "$(SITE)|$(RELEASE)|$(COMPONENT)|$(SIGNED_BY)",
                  "Created-By: Packages")
    lines = set()
    for line in targets.stdout.splitlines():
        site, release, component, key = line.split("|")
        if component == "main":
            option = f"[signed-by={key}] " if key.startswith("/") else ""
            lines.add(f"deb-src {option}{site} {release} {component}\n")
    for name in ("lists/partial", "cache/archives/partial"):
        os.makedirs(os.path.join(folder, name), exist_ok=True)
    with open(os.path.join(folder, "sources.list"), "w", encoding="utf-8") as file:
        file.writelines(sorted(lines))
    return bool(lines)


def fetch(package):
    """Path of the upstream archive of a source package; raises SkipTest with the reason."""
    found = glob.glob(os.path.join(SOURCES, f"{package}_*.orig.tar.*[z2]"))
    if found:
        return found[0]
    if shutil.which("apt-get") is None:
        raise unittest.SkipTest("there is no apt-get to fetch sources with")
    os.makedirs(SOURCES, exist_ok=True)
    if not write_source_list(SOURCES):
        raise unittest.SkipTest("no package archive is configured")
    options = ["-q", "-o", f"Dir::Etc::sourcelist={SOURCES}/sources.list",
               "-o", "Dir::Etc::sourceparts=-", "-o", f"Dir::State::lists={SOURCES}/lists",
               "-o", f"Dir::Cache={SOURCES}/cache", "-o", "APT::Sandbox::User=root",
               "-o", "Acquire::Languages=none"]
    update = apt(*options, "update")
    source = apt(*options, "source", "--download-only", package, cwd=SOURCES)
    shutil.rmtree(os.path.join(SOURCES, "lists"), ignore_errors=True)
    found = glob.glob(os.path.join(SOURCES, f"{package}_*.orig.tar.*[z2]"))
    if not found:
        raise unittest.SkipTest(f"the source of {package} cannot be fetched: "
                                f"{(update.stderr + source.stderr).strip()[-300:]}")
    return found[0]


def need_programs(*names):
    for name in names:
        if shutil.which(name) is None:
            raise unittest.SkipTest(f"{name} is not installed")


class RealProject(ProjectTest):
    """Each test has a tree "outside" and an equal one "inside"."""

    def unpack(self, archive):
        for place in ("outside", "inside"):
            with tarfile.open(archive) as tar:
                # Only what a source tree needs: no device, no path that leaves the folder.
                members = [member for member in tar.getmembers()
                           if (member.isfile() or member.isdir() or member.issym())
                           and not member.name.startswith("/") and ".." not in member.name.split("/")]
                for member in members:
                    # As root the archive's owners would be kept.
                    member.uid, member.gid = os.getuid(), os.getgid()
                    member.uname = member.gname = ""
                tar.extractall(os.path.join(self.top, place), members)
        return [os.path.join(self.top, place, os.listdir(os.path.join(self.top, place))[0])
                for place in ("outside", "inside")]

    def make_trees(self, files):
        for place in ("outside", "inside"):
            for name, text in files.items():
                path = os.path.join(self.top, place, "tree", name)
                os.makedirs(os.path.dirname(path), exist_ok=True)
                with open(path, "w", encoding="utf-8") as file:
                    file.write(text)
        return [os.path.join(self.top, place, "tree") for place in ("outside", "inside")]

    def outside(self, tree, *command):
        if len(command) == 1:
            command = ["sh", "-c", command[0]]
        return subprocess.run(command, cwd=tree, capture_output=True, check=False, timeout=500,
                              stdin=subprocess.DEVNULL, env=self.environment(CI="1"))

    def inside(self, tree, *command, **options):
        return self.cordon("run", "--yes", "--timeout=500", f"--project={tree}", "--", *command,
                           cwd=tree, timeout=560, **options)

    def assert_same(self, trees, *command, only=None):
        """The same status, and the same output or the same lines of it that match `only`."""
        outside = self.outside(trees[0], *command)
        inside = self.inside(trees[1], *command)
        self.assertEqual(inside.returncode, outside.returncode,
                         f"{command}\n{inside.stdout[-2000:]!r}\n{inside.stderr[-2000:]!r}")
        texts = [answer.stdout.decode(errors="replace") for answer in (outside, inside)]
        if only is not None:
            texts = [sorted(re.findall(only, text)) for text in texts]
            self.assertTrue(texts[0], f"{command}: nothing to compare")
        else:
            texts = [text.replace(tree, "TREE") for text, tree in zip(texts, trees)]
        self.assertEqual(texts[1], texts[0])
        return inside

    def assert_same_files(self, trees):
        # CMake names some files after a hash of the tree's own path.
        names = [sorted(re.sub(r"[0-9a-f]{32}", "HASH",
                               os.path.relpath(os.path.join(folder, name), tree))
                        for folder, _, files in os.walk(tree) for name in files)
                 for tree in trees]
        self.assertEqual(names[1], names[0])


class C(RealProject):
    def test_with_cmake(self):
        need_programs("cmake", "cc", "make")
        trees = self.unpack(fetch("cjson"))
        self.assert_same(trees, "cmake", "-S", ".", "-B", "build",
                         "-DENABLE_CJSON_TEST=ON", only=r"Configuring done")
        self.assert_same(trees, "cmake", "--build", "build", "-j2", only=r"Built target \w+")
        answer = self.assert_same(trees, "ctest", "--test-dir", "build",
                                  only=r"(?m)^.*Test +#\d+: \w+ \.+ +\w+")
        self.assertIn(b"100% tests passed", answer.stdout)
        self.assert_same_files(trees)

    def test_with_configure_and_make(self):
        need_programs("make", "cc", "sh")
        trees = self.unpack(fetch("zlib"))
        self.assert_same(trees, "./configure", only=r"(?m)^Checking for .*$")
        # A command line, as an agent writes it.
        self.assert_same(trees, "make -j2 >/dev/null && make test",
                         only=r"zlib .*test OK.*")
        self.assert_same_files(trees)


class Scripts(RealProject):
    def test_node_with_npm(self):
        need_programs("node", "npm")
        trees = self.make_trees({
            "package.json": '{"name": "it", "version": "1.0.0", "private": true,'
                            ' "scripts": {"test": "node --test"},'
                            ' "dependencies": {"adder": "file:./adder"}}\n',
            "adder/package.json": '{"name": "adder", "version": "1.0.0", "main": "index.js"}\n',
            "adder/index.js": "module.exports = (a, b) => a + b;\n",
            "it.test.js": "const test = require('node:test');\n"
                          "const assert = require('node:assert');\n"
                          "test('adds', () => assert.strictEqual(require('adder')(1, 2), 3));\n",
        })
        for tree in trees:
            answer = self.outside(tree, "npm", "install", "--offline", "--no-audit", "--no-fund")
            self.assertEqual(answer.returncode, 0, answer)
        answer = self.assert_same(trees, "npm", "test", only=r"# (?:tests|pass|fail) \d+|ℹ (?:tests|pass|fail) \d+")
        self.assert_status(answer, 0)
        # The same command with a failing test fails on both sides.
        for tree in trees:
            with open(os.path.join(tree, "adder", "index.js"), "w", encoding="utf-8") as file:
                file.write("module.exports = (a, b) => a - b;\n")
        answer = self.assert_same(trees, "npm", "test", only=r"# (?:tests|pass|fail) \d+|ℹ (?:tests|pass|fail) \d+")
        self.assertNotEqual(answer.returncode, 0)

    def test_node_installs_modules_inside(self):
        need_programs("node", "npm")
        trees = self.make_trees({
            "package.json": '{"name": "it", "version": "1.0.0", "private": true,'
                            ' "dependencies": {"adder": "file:./adder"}}\n',
            "adder/package.json": '{"name": "adder", "version": "1.0.0", "main": "index.js"}\n',
            "adder/index.js": "module.exports = (a, b) => a + b;\n",
        })
        for place, tree in zip((self.outside, self.inside), trees):
            answer = place(tree, "npm", "install", "--offline", "--no-audit", "--no-fund")
            self.assertEqual(answer.returncode, 0, answer)
        self.assert_same(trees, "node", "-p", "require('adder')(1, 2)")
        self.assert_same_files(trees)

    def test_python_unittest(self):
        need_programs("python3")
        trees = self.make_trees({
            "adder/__init__.py": "def add(a, b):\n    return a + b\n",
            "tests/__init__.py": "",
            "tests/test_adder.py": "import tempfile, unittest, multiprocessing\n"
                                   "from adder import add\n"
                                   "class Adder(unittest.TestCase):\n"
                                   "    def test_adds(self):\n"
                                   "        self.assertEqual(add(1, 2), 3)\n"
                                   "    def test_processes(self):\n"
                                   "        with multiprocessing.Pool(2) as pool:\n"
                                   "            self.assertEqual(pool.map(abs, [-1, 2]), [1, 2])\n"
                                   "    def test_files(self):\n"
                                   "        with tempfile.NamedTemporaryFile() as file:\n"
                                   "            file.write(b'x')\n",
        })
        inside = self.inside(trees[1], "python3", "-m", "unittest", "-v")
        outside = self.outside(trees[0], "python3", "-m", "unittest", "-v")
        self.assert_status(inside, 0)
        pattern = rb"(?m)^test_\w+ .*\.\.\. \w+$"
        self.assertEqual(re.findall(pattern, inside.stderr), re.findall(pattern, outside.stderr))
        self.assertEqual(len(re.findall(pattern, inside.stderr)), 3)

    def test_git_reads(self):
        need_programs("git")
        trees = self.make_trees({"file": "one\n", "other/file": "two\n"})
        identity = ["-c", "user.name=Somebody", "-c", "user.email=somebody@example.org"]
        when = {"GIT_AUTHOR_DATE": "2020-01-01T00:00:00Z", "GIT_COMMITTER_DATE": "2020-01-01T00:00:00Z"}
        for tree in trees:
            for words in (["init", "-q", "-b", "main"], ["add", "."], ["commit", "-q", "-m", "first"]):
                subprocess.run(["git", *identity, *words], cwd=tree, check=True, capture_output=True,
                               env=self.environment(**when), timeout=harness.HANG)
            with open(os.path.join(tree, "file"), "a", encoding="utf-8") as file:
                file.write("changed\n")
            with open(os.path.join(tree, "new"), "w", encoding="utf-8") as file:
                file.write("new\n")
        for words in (["status"], ["status", "--short"], ["log", "-p"], ["diff"], ["branch", "-a"],
                      ["show", "HEAD:file"], ["blame", "other/file"]):
            answer = self.assert_same(trees, "git", *words)
            self.assert_status(answer, 0)
            self.assertEqual(answer.stderr, b"", words)

    def test_git_reads_in_a_linked_work_tree(self):
        need_programs("git")
        main = os.path.join(self.top, "main")
        trees = [os.path.join(self.top, place, "tree") for place in ("outside", "inside")]
        os.mkdir(main)
        git = ["git", "-c", "user.name=Somebody", "-c", "user.email=somebody@example.org"]
        for words in (["init", "-q", "-b", "main"], ["commit", "-q", "--allow-empty", "-m", "first"],
                      ["worktree", "add", "-q", "-b", "one", trees[0]],
                      ["worktree", "add", "-q", "-b", "two", trees[1]]):
            subprocess.run([*git, *words], cwd=main, check=True, capture_output=True,
                           timeout=harness.HANG)
        for tree in trees:
            with open(os.path.join(tree, "new"), "w", encoding="utf-8") as file:
                file.write("new\n")
        for words in (["status", "--short"], ["log"], ["rev-parse", "HEAD"]):
            answer = self.assert_same(trees, "git", *words)
            self.assert_status(answer, 0)
        # The repository that the work tree belongs to can be read and not be written.
        hook = os.path.join(main, ".git", "hooks", "post-checkout")
        self.program = harness.UNJUDGED
        answer = self.inside(trees[1], "sh", "-c", f"echo x > {hook}")
        self.assertNotEqual(answer.returncode, 0)
        self.assertFalse(os.path.exists(hook))


class Surroundings(ProjectTest):
    program = harness.UNJUDGED

    def test_home_and_temporary_folders_work(self):
        answer = self.run_in("sh", "-ec", 'echo x > "$HOME/x"; echo x > /tmp/x; echo x > "$TMPDIR/x"; '
                             'f=$(mktemp); echo x > "$f"; d=$(mktemp -d); echo x > "$d/x"; '
                             'echo x > /dev/null; cat "$HOME/x" /tmp/x "$f" "$d/x"')
        self.assert_status(answer, 0)
        self.assertEqual(answer.stdout, b"x\n" * 4)

    def test_the_files_of_the_home_are_not_there(self):
        home = os.path.expanduser("~")
        if os.path.commonpath([home, harness.SOURCE]) == home or home == "/":
            self.skipTest("the home folder holds the tree under test")
        outside = set(os.listdir(home))
        answer = self.run_in("sh", "-c", 'ls -A "$HOME"')
        self.assert_status(answer, 0)
        shared = outside & set(answer.stdout.decode().split("\n"))
        # Toolchains only.
        self.assertFalse(shared & {".ssh", ".gnupg", ".aws", ".config", ".bash_history", ".netrc"})

    def test_what_programs_read_about_the_machine(self):
        answer = self.run_in("sh", "-ec", "head -c 9 /proc/cpuinfo; grep -c MemTotal /proc/meminfo; "
                             "getconf _NPROCESSORS_ONLN; cat /etc/os-release | grep -c ^ID=; "
                             "id -u; date -u +%Z; test -r /usr/lib/locale || true; readlink /proc/self")
        self.assert_status(answer, 0)
        self.assertTrue(answer.stdout.startswith(b"processor"))

    def made_up_home(self, files):
        """A home with toolchains, below a folder that is not hidden for another reason."""
        home = os.path.join(self.top, "home")
        for name, text in files.items():
            path = os.path.join(home, name)
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, "w", encoding="utf-8") as file:
                file.write(text)
            os.chmod(path, stat.S_IMODE(os.stat(path).st_mode) | 0o111)
        return home

    def test_a_toolchain_below_home_works(self):
        layouts = {
            "pyenv": (".pyenv/shims", {
                ".pyenv/shims/tool": '#!/bin/sh\nexec "$HOME_OF_TOOL/.pyenv/versions/3/bin/tool"\n',
                ".pyenv/versions/3/bin/tool": '#!/bin/sh\ncat "$(dirname "$0")/../lib/data"\n',
                ".pyenv/versions/3/lib/data": "it works\n"}),
            "nvm": (".nvm/versions/node/v20/bin", {
                ".nvm/versions/node/v20/bin/tool": '#!/bin/sh\ncat "$(dirname "$0")/../lib/data"\n',
                ".nvm/versions/node/v20/lib/data": "it works\n"}),
            "cargo": (".cargo/bin", {
                ".cargo/bin/tool": '#!/bin/sh\nexec "$HOME_OF_TOOL/.rustup/toolchains/stable/bin/tool"\n',
                ".rustup/toolchains/stable/bin/tool": '#!/bin/sh\ncat "$(dirname "$0")/../lib/data"\n',
                ".rustup/toolchains/stable/lib/data": "it works\n"}),
        }
        for name, (folder, files) in layouts.items():
            with self.subTest(layout=name):
                home = self.made_up_home(files)
                environment = self.environment(
                    HOME=home, HOME_OF_TOOL=home, XDG_CACHE_HOME=self.cache,
                    PATH=os.path.join(home, folder) + ":" + os.environ["PATH"])
                answer = self.run_in("tool", "x", env=environment)
                self.assert_status(answer, 0)
                self.assertEqual(answer.stdout, b"it works\n")

    def test_the_real_toolchains_below_home_work(self):
        home = os.path.expanduser("~")
        tried = 0
        for name in ("python3", "node", "cargo", "rustc", "go", "ruby"):
            path = shutil.which(name)
            if path is None or not path.startswith(home + "/"):
                continue
            tried += 1
            flag = "version" if name == "go" else "--version"
            outside = subprocess.run([name, flag], capture_output=True, check=False,
                                     timeout=harness.HANG, cwd=self.loop)
            inside = self.run_in(name, flag)
            self.assertEqual((inside.returncode, inside.stdout), (outside.returncode, outside.stdout),
                             (name, inside))
        if tried == 0:
            self.skipTest("no toolchain below the home folder")

    def test_caches_of_tools_persist_between_commands_of_a_loop(self):
        for variable in ("npm_config_cache", "PIP_CACHE_DIR", "GOCACHE"):
            answer = self.run_in("sh", "-ec", f'mkdir -p "${variable}"; echo kept > "${variable}/x"')
            self.assert_status(answer, 0)
            answer = self.run_in("sh", "-ec", f'cat "${variable}/x"')
            self.assertEqual(answer.stdout, b"kept\n", variable)


if __name__ == "__main__":
    harness.main()

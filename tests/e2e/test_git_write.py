# SPDX-License-Identifier: MIT
"""A git change that the user approved: git works as outside, and nothing that git executes later can be left
behind.  Through tests/e2e/git_run.c, as no command line asks for it by itself."""

import hashlib
import os
import shutil
import stat
import subprocess
import tempfile
import time
import unittest

import harness

GIT_RUN = os.environ["GIT_RUN"]
# What git reads programs and places from, and what else a command has no business in.
GUARDED = ("config", "config.worktree", "hooks", "info", "description", "branches", "commondir",
           "gitdir", "modules", "objects/info")


def fingerprint(path):
    """Every name below path with what it is and holds."""
    found = {}
    for folder, folders, files in os.walk(path):
        for name in folders + files:
            full = os.path.join(folder, name)
            status = os.lstat(full)
            if stat.S_ISLNK(status.st_mode):
                what = os.readlink(full)
            elif stat.S_ISREG(status.st_mode):
                with open(full, "rb") as file:
                    what = hashlib.sha256(file.read()).hexdigest()
            else:
                what = ""
            found[os.path.relpath(full, path)] = (stat.S_IFMT(status.st_mode), what)
    return found


class GitTest(unittest.TestCase):
    """One layout; subclasses say where the loop and the repository are."""

    def setUp(self):
        self.top = os.path.realpath(tempfile.mkdtemp(prefix="cordon-git-"))
        self.addCleanup(shutil.rmtree, self.top, ignore_errors=True)
        self.home = os.path.join(self.top, "home")
        self.project = os.path.join(self.top, "project")
        os.makedirs(os.path.join(self.home, ".cache"))
        os.makedirs(self.project)
        self.worktree = None
        self.lay_out()
        self.cwd = self.loop

    def lay_out(self):
        self.repository = os.path.join(self.project, ".git")
        self.make_repository(self.project)
        self.loop = self.project

    def make_repository(self, folder):
        self.git("init", "-q", "-b", "main", cwd=folder)
        self.git("config", "user.name", "U", cwd=folder)
        self.git("config", "user.email", "u@example.org", cwd=folder)
        self.write(os.path.join(folder, "a/b/first"), "one\n")
        self.git("add", ".", cwd=folder)
        self.git("commit", "-q", "-m", "first", cwd=folder)

    def environment(self):
        environment = {"PATH": os.environ["PATH"], "HOME": self.home, "LANG": "C.UTF-8",
                       "GIT_EDITOR": "true", "GIT_CONFIG_NOSYSTEM": "1"}
        for name in os.environ:
            if name.startswith(("CORDON", "ASAN", "UBSAN", "LSAN", "TSAN")):
                environment[name] = os.environ[name]
        return environment

    def git(self, *words, cwd=None, check=True):
        """On the host."""
        done = subprocess.run(["git", *words], cwd=cwd or self.loop, capture_output=True, text=True,
                              check=False, timeout=harness.HANG, env=self.environment())
        if check and done.returncode != 0:
            self.fail(f"git {words}: {done.stdout}{done.stderr}")
        return done.stdout.strip()

    @staticmethod
    def write(path, text, mode="w"):
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, mode, encoding="utf-8") as file:
            file.write(text)

    def run_inside(self, *words, flag=True, env=None):
        return subprocess.run([GIT_RUN, self.project, self.loop, self.cwd, "1" if flag else "0",
                               *words], capture_output=True, text=True, check=False,
                              timeout=harness.HANG, env={**self.environment(), **(env or {})})

    def inside(self, *words, status=0):
        done = self.run_inside(*words)
        self.assertEqual(done.returncode, status, f"{words}: {done.stdout}{done.stderr}")
        return done

    def script(self, text, status=0):
        return self.inside("sh", "-c", text, status=status)

    def guarded(self):
        found = {}
        for name in GUARDED:
            path = os.path.join(self.repository, name)
            found[name] = os.path.lexists(path), fingerprint(path)
            if os.path.isfile(path):
                with open(path, "rb") as file:
                    found[name] += (file.read(),)
        for name, what in fingerprint(self.repository).items():
            parts = name.split(os.sep)
            if parts[0] == "worktrees" and (len(parts) < 3 or parts[1] != self.worktree or
                                            parts[2] in ("commondir", "gitdir")):
                found[name] = what
        return found

    def check_host(self):
        """What has to be so after any command."""
        for name, (kind, _) in fingerprint(self.repository).items():
            self.assertIn(kind, (stat.S_IFREG, stat.S_IFDIR), name)
            self.assertFalse(name.endswith((".lock", ".new")) or "tmp_obj" in name, name)
        self.assertEqual(os.listdir(os.path.join(self.home, ".cache/cordon/repositories")), [])
        self.assertEqual(self.git("fsck", "--no-dangling"), "")


class Project(GitTest):
    """The loop is the project."""

    def test_daily_work(self):
        before = self.guarded()
        self.write(os.path.join(self.loop, "second"), "two\n")
        for words in (("add", "second"), ("commit", "-m", "second"), ("tag", "v1"),
                      ("branch", "side"), ("stash",)):
            done = self.run_inside("git", *words, flag=False)
            if words != ("stash",):
                self.assertNotEqual(done.returncode, 0, words)
        self.inside("git", "add", "second")
        self.inside("git", "commit", "-m", "second")
        self.assertEqual(self.git("log", "-1", "--format=%s"), "second")
        self.assertEqual(self.git("status", "--porcelain", "--", "."), "")
        self.inside("git", "tag", "v1")
        self.inside("git", "tag", "-a", "-m", "two", "v2")
        self.inside("git", "branch", "side/one")
        self.inside("git", "branch", "-m", "side/one", "side")
        self.inside("git", "branch", "-m", "side", "side/two")
        self.assertEqual(self.git("rev-parse", "side/two"), self.git("rev-parse", "HEAD"))

        self.write(os.path.join(self.loop, "second"), "changed\n")
        self.inside("git", "stash")
        self.assertEqual(self.git("status", "--porcelain", "--", "."), "")
        self.inside("git", "stash", "pop")
        self.assertEqual(self.git("status", "--porcelain", "--", "."), " M second".strip() if self.loop == self.project or self.worktree else
                         "M loops/a/second")
        self.inside("git", "commit", "-q", "-am", "third")

        self.inside("git", "checkout", "-q", "side/two")
        self.write(os.path.join(self.loop, "other"), "x\n")
        self.inside("git", "add", "other")
        self.inside("git", "commit", "-q", "-m", "other")
        self.inside("git", "checkout", "-q", "main" if self.worktree is None else "work")
        self.inside("git", "merge", "--no-edit", "side/two")
        self.assertEqual(len(self.git("log", "-1", "--format=%p").split()), 2)
        self.inside("git", "reset", "-q", "--hard", "HEAD^")
        self.inside("git", "rebase", "side/two")
        self.assertEqual(self.git("log", "-2", "--format=%s"), "third\nother")
        self.inside("git", "branch", "-d", "side/two")

        self.inside("git", "gc")
        if self.worktree is None:
            self.assertFalse(os.path.exists(os.path.join(self.repository, "refs/tags/v1")))
        self.assertEqual(self.git("tag"), "v1\nv2")
        self.inside("git", "tag", "-d", "v1")
        self.assertEqual(self.git("tag"), "v2")
        self.assertEqual(self.git("status", "--porcelain", "--", "."), "")
        self.assertEqual(self.guarded(), before)
        self.check_host()

    def test_conflict_is_kept_and_goes_on(self):
        self.write(os.path.join(self.loop, "f"), "base\n")
        self.git("add", "f")
        self.git("commit", "-qm", "base")
        self.git("branch", "side")
        self.write(os.path.join(self.loop, "f"), "main\n")
        self.git("commit", "-qam", "on main")
        self.git("checkout", "-q", "side")
        self.write(os.path.join(self.loop, "f"), "side\n")
        self.git("commit", "-qam", "on side")
        main = "main" if self.worktree is None else "work"
        for command, after in ((("merge", main), ("commit", "-qm", "merged")),
                               (("rebase", main), ("rebase", "--continue")),
                               (("cherry-pick", main), ("cherry-pick", "--continue"))):
            start = self.git("rev-parse", "HEAD")
            self.inside("git", *command, status=1)
            self.assertEqual(self.git("diff", "--name-only", "--diff-filter=U", "--relative"), "f")
            self.write(os.path.join(self.loop, "f"), f"resolved {command[0]}\n")
            self.inside("git", "add", "f")
            self.inside("git", *after)
            self.assertEqual(self.git("status", "--porcelain", "--", "."), "")
            self.assertNotEqual(self.git("rev-parse", "HEAD"), start)
            self.git("checkout", "-q", "-B", "side", start)
        self.check_host()

    def test_hooks_of_the_user_run_inside(self):
        hook = os.path.join(self.repository, "hooks/pre-commit")
        self.write(hook, "#!/bin/sh\necho hook-ran; touch /etc/x 2>/dev/null && exit 1\nexit 0\n")
        os.chmod(hook, 0o755)
        done = self.inside("git", "commit", "--allow-empty", "-m", "with hook")
        self.assertIn("hook-ran", done.stdout + done.stderr)
        self.check_host()

    def test_escapes(self):
        """Nothing of this is seen on the host."""
        before = self.guarded()
        own = f"worktrees/{self.worktree}" if self.worktree else "."
        done = self.script(f"""
            cd {self.repository}
            w() {{ mkdir -p "$(dirname "$1")" 2>/dev/null; echo "[core] fsmonitor=touch /tmp/x" > "$1"; }}
            for f in config config.worktree hooks/post-commit hooks/new/x commondir gitdir \\
                info/attributes info/exclude info/grafts objects/info/alternates modules/x/config \\
                objects/info/http-alternates description \\
                worktrees/x/config.worktree worktrees/x/commondir worktrees/x/gitdir \\
                branches/x remotes/x rr-cache/x/postimage lfs/x fsmonitor--daemon.ipc unknown/x \\
                {own}/config.worktree {own}/commondir.new {own}/x; do w $f; done 2>/dev/null
            echo '[alias] x = !id' > config.lock; mv config.lock config
            git config core.fsmonitor 'touch /tmp/x'
            git config --worktree core.fsmonitor 'touch /tmp/x'
            ln -s /etc/passwd link; ln config hard; ln {self.loop}/f hard2
            ln /run/repository/objects/*/* hard3
            mv hooks hooks.old; mkdir hooks; echo x > hooks/pre-commit
            mkfifo fifo
            mv ../.git ../.gone; rmdir ../.git
            rm -rf /run/repository/objects/*
            true""".replace("\n            ", "\n"))
        self.assertIn("Not kept", done.stderr)
        self.assertEqual(self.guarded(), before)
        self.assertTrue(os.path.isdir(self.repository) and not os.path.islink(self.repository))
        for name in ("link", "hard", "hard2", "hard3", "fifo", "unknown", "lfs", "rr-cache",
                     "hooks.old", "config.lock", "fsmonitor--daemon.ipc"):
            self.assertFalse(os.path.lexists(os.path.join(self.repository, name)), name)
        self.check_host()

    def test_config_cannot_be_changed(self):
        before = self.guarded()
        done = self.inside("git", "config", "core.hooksPath", "/tmp/x")
        self.assertIn("Not kept of what the command wrote into the repository: config.", done.stderr)
        self.assertEqual(self.guarded(), before)

    def test_links_are_not_followed_and_not_kept(self):
        victim = os.path.join(self.top, "victim")
        self.write(victim, "mine\n")
        for name in ("logs/HEAD", "refs/heads/evil", "refs/evil", "COMMIT_EDITMSG", "MERGE_MSG"):
            self.script(f"cd $(git rev-parse --git-dir) && mkdir -p logs && rm -rf {name}; "
                        f"ln -s {victim} {name}; git commit -q --allow-empty -m x || true")
            self.check_host()
        self.git("commit", "-q", "--allow-empty", "-m", "by the user")
        with open(victim, encoding="utf-8") as file:
            self.assertEqual(file.read(), "mine\n")

    def refused(self, script, part):
        before = fingerprint(self.repository)
        done = self.script(script, status=125)
        self.assertIn("not kept", done.stderr)
        self.assertIn(part, done.stderr)
        after = fingerprint(self.repository)
        for name in set(before) ^ set(after):
            self.assertTrue(name.startswith("objects/"), name)
        self.assertEqual({name: after[name] for name in before}, before)
        self.check_host()

    def test_what_must_not_be_kept(self):
        state = "cd $(git rev-parse --git-dir) && mkdir -p rebase-merge sequencer rebase-apply && "
        head = "$(git rev-parse HEAD)"
        for script, part in (
                (f"echo 'pick {head}' > rebase-merge/git-rebase-todo; "
                 "echo ' exec touch /tmp/x' >> rebase-merge/git-rebase-todo", "starts a program"),
                ("echo 'x touch /tmp/x' > rebase-merge/git-rebase-todo", "starts a program"),
                ("echo 'x touch /tmp/x' > sequencer/todo", "starts a program"),
                ("echo \"GIT_AUTHOR_NAME='a'; touch /tmp/x\" > rebase-merge/author-script",
                 "not what git writes"),
                ("echo ../../x > rebase-merge/strategy", "names a path"),
                ("printf '[options]\\nstrategy = ../x\\n' > sequencer/opts", "names a path"),
                ("echo 'ref: ../../x' > HEAD", "neither an object"),
                ("rm HEAD", "is gone"),
                ("echo text > ORIG_HEAD", "names of objects")):
            with self.subTest(script=script):
                self.refused(state + script, part)
        common = "cd $(git rev-parse --git-common-dir) && "
        for script, part in (
                ("echo text > refs/heads/x", "neither an object"),
                ("git update-ref refs/replace/$(git rev-parse HEAD) $(git rev-parse HEAD)",
                 "replaces an object"),
                ("printf 'x y\\n' > packed-refs", "no list of refs"),
                ("mkdir -p objects/aa; echo x > objects/aa/" + "b" * 38, "not the object"),
                ("h=$(echo x | git hash-object -w --stdin); d=$(echo $h | cut -c1-2); "
                 "mkdir -p objects/aa; mv objects/$d/* objects/aa/" + "b" * 38, "not the object"),
                ("git commit -q --allow-empty -m x; git repack -adq", "packed"),
                ("rm -rf objects", "objects")):
            with self.subTest(script=script):
                self.refused(common + script, part)

    def test_no_repository_of_the_commands_becomes_a_submodule(self):
        """git status on the host would go into it and start what its config names."""
        sub = os.path.join(self.loop, "sub")
        make = ("git init -q sub; cd sub; git config core.fsmonitor 'touch /tmp/cordon-gitlink; false'; "
                "git -c core.fsmonitor= -c user.name=a -c user.email=a@b commit -q --allow-empty -m x; "
                "cd ..; ")
        for script in ("git -c core.fsmonitor= add sub",
                       "h=$(git -C sub rev-parse HEAD); t=$(printf '160000 commit '$h'\\tsub\\n' | "
                       "git mktree --missing); git update-ref refs/heads/x $(git commit-tree -m x $t)"):
            with self.subTest(script=script):
                shutil.rmtree(sub, ignore_errors=True)
                self.refused(make + script, "submodule")
                self.git("status")
                self.assertFalse(os.path.exists("/tmp/cordon-gitlink"))

    def test_an_index_cannot_name_what_git_executes(self):
        for path in ("xgit/hooks/post-checkout", "../../x", "a/../../x"):
            with self.subTest(path=path):
                # git itself refuses such a path, so that the bytes are changed in its index.
                evil = path.replace("xgit", ".git")
                fine = path if "xgit" in path else path.replace("..", "zz")
                self.refused(
                    f"h=$(echo x | git hash-object -w --stdin); git update-index --add --cacheinfo "
                    f"100755,$h,{fine} && python3 - <<'END'\n"
                    "import hashlib, subprocess\n"
                    "p = subprocess.check_output(['git', 'rev-parse', '--git-dir'], text=True)\n"
                    "p = p.strip() + '/index'\n"
                    "prefix = subprocess.check_output(['git', 'rev-parse', '--show-prefix']).strip()\n"
                    f"d = open(p, 'rb').read()[:-20].replace(b'{fine}', b'{evil}')\n"
                    "open(p, 'wb').write(d + hashlib.sha1(d).digest())\nEND",
                    "to which git must not write")

    def test_existing_objects_stay(self):
        before = fingerprint(os.path.join(self.repository, "objects"))
        self.script("cd $(git rev-parse --git-common-dir)/objects; for f in ??/*; do rm -f $f; done; "
                    "for f in /run/repository/objects/??/*; do echo x > $f; rm -f $f; done 2>/dev/null; "
                    "true")
        self.assertEqual(fingerprint(os.path.join(self.repository, "objects")), before)

    def test_the_user_is_faster(self):
        """A change of the host during the command wins, and nothing of the command's is kept."""
        flag = os.path.join(self.loop, "go")
        before = self.git("rev-parse", "HEAD")
        done = subprocess.Popen(
            [GIT_RUN, self.project, self.loop, self.cwd, "1", "sh", "-c",
             "git commit -q --allow-empty -m inside; touch go; sleep 2"],
            env=self.environment(), stderr=subprocess.PIPE, text=True)
        for _ in range(200):
            if os.path.exists(flag):
                break
            time.sleep(0.05)
        self.git("commit", "-q", "--allow-empty", "-m", "outside")
        error = done.communicate(timeout=harness.HANG)[1]
        self.assertEqual(done.returncode, 125, error)
        self.assertIn("meanwhile", error)
        self.assertEqual(self.git("log", "-1", "--format=%s"), "outside")
        self.assertEqual(self.git("rev-parse", "HEAD^"), before)
        os.unlink(flag)
        self.check_host()

    def test_a_lock_of_the_user_is_respected(self):
        lock = os.path.join(self.git("rev-parse", "--absolute-git-dir"), "HEAD.lock")
        self.write(lock, "")
        self.inside("git", "commit", "--allow-empty", "-m", "x")  # changes the branch, not HEAD
        done = self.run_inside("git", "checkout", "-q", "-b", "new")
        self.assertEqual(done.returncode, 125)
        self.assertIn("HEAD.lock", done.stderr)
        self.assertTrue(os.path.exists(lock))
        os.unlink(lock)
        self.assertNotIn("new", self.git("branch"))
        self.check_host()

    def test_what_is_stopped_is_not_kept(self):
        before = fingerprint(self.repository)
        done = self.run_inside("sh", "-c", "git commit -q --allow-empty -m x; sleep 60",
                               env={"GIT_RUN_LIMIT_MS": "3000"})
        self.assertEqual(done.returncode, 124, done.stderr)
        self.assertIn("not kept", done.stderr)
        self.assertEqual(fingerprint(self.repository), before)
        self.check_host()

    def test_killed_leaves_the_repository_and_the_next_tidies_up(self):
        before = fingerprint(self.repository)
        process = subprocess.Popen(
            [GIT_RUN, self.project, self.loop, self.cwd, "1", "sh", "-c",
             "git commit -q --allow-empty -m x; touch go; sleep 60"],
            env=self.environment(), stderr=subprocess.DEVNULL)
        for _ in range(200):
            if os.path.exists(os.path.join(self.loop, "go")):
                break
            time.sleep(0.05)
        process.kill()
        process.wait()
        self.assertEqual(fingerprint(self.repository), before)
        self.assertEqual(len(os.listdir(os.path.join(self.home, ".cache/cordon/repositories"))), 1)
        time.sleep(0.5)
        os.unlink(os.path.join(self.loop, "go"))
        self.inside("git", "status")
        self.check_host()

    def test_off_is_off(self):
        before = fingerprint(self.repository)
        done = self.run_inside("sh", "-c", "git commit --allow-empty -m x; ls /run", flag=False)
        self.assertNotIn("repository", done.stdout)
        self.assertEqual(fingerprint(self.repository), before)
        self.assertFalse(os.path.exists(os.path.join(self.home, ".cache/cordon/repositories")))


class SubFolder(Project):
    """The loop is a folder of the work tree."""

    def lay_out(self):
        super().lay_out()
        self.loop = os.path.join(self.project, "loops", "a")
        os.makedirs(self.loop)

    def test_files_outside_the_loop_stay(self):
        self.git("branch", "side")
        self.write(os.path.join(self.project, "a/b/first"), "changed\n")
        self.git("commit", "-qam", "changed", cwd=self.project)
        done = self.inside("git", "checkout", "side")  # git goes on after this error
        self.assertIn("Read-only file system", done.stderr)
        with open(os.path.join(self.project, "a/b/first"), encoding="utf-8") as file:
            self.assertEqual(file.read(), "changed\n")
        self.check_host()


class LinkedInside(Project):
    """The loop is a linked work tree of the project's repository."""

    def lay_out(self):
        super().lay_out()
        self.worktree = "a"
        self.loop = os.path.join(self.project, "loops", "a")
        self.git("worktree", "add", "-q", "-b", "work", self.loop, cwd=self.project)
        self.git("worktree", "add", "-q", "-b", "work2", os.path.join(self.project, "loops", "b"),
                 cwd=self.project)

    def test_the_other_work_trees_stay(self):
        def others():
            return {name: what for name, what in fingerprint(self.repository).items()
                    if name in ("HEAD", "index", "ORIG_HEAD", "logs/HEAD") or
                    name.startswith("worktrees/b/")}
        before = others()
        self.script(f"""cd {self.repository}; echo x > index; echo {'0' * 40} > HEAD
            echo x > logs/HEAD; echo x > ORIG_HEAD; echo x > worktrees/b/HEAD
            echo x > worktrees/b/index; rm -rf worktrees/b; true""")
        self.assertEqual(others(), before)
        self.inside("git", "worktree", "prune")
        self.assertEqual(others(), before)


class LinkedOutside(LinkedInside):
    """The project is a linked work tree whose repository lies elsewhere."""

    def lay_out(self):
        other = os.path.join(self.home, "other")
        os.makedirs(other)
        self.make_repository(other)
        self.repository = os.path.join(other, ".git")
        os.rmdir(self.project)
        self.git("worktree", "add", "-q", "-b", "work", self.project, cwd=other)
        self.git("worktree", "add", "-q", "-b", "work2", os.path.join(self.top, "b"), cwd=other)
        self.worktree = "project"
        self.loop = self.project


class Odd(GitTest):
    """Repositories that are not handed out, and what a command planted before."""

    def test_planted_pointers_make_nothing_writable(self):
        victim = os.path.join(self.top, "victim")
        os.makedirs(victim)
        self.make_repository(victim)
        loop = os.path.join(self.project, "loop")
        os.makedirs(os.path.join(loop, "fake"))
        self.loop = self.cwd = loop
        self.write(os.path.join(loop, ".git"), f"gitdir: {victim}/.git\n")
        before = fingerprint(victim)
        done = self.run_inside("git", "commit", "--allow-empty", "-m", "x")
        self.assertNotEqual(done.returncode, 0)
        self.assertIn("stays read-only", done.stderr)
        self.assertEqual(fingerprint(victim), before)
        # A repository of the command's own that leads elsewhere.
        os.unlink(os.path.join(loop, ".git"))
        self.git("init", "-q", cwd=loop)
        for name, text in (("commondir", f"{victim}/.git\n"), ("reftable", None)):
            path = os.path.join(loop, ".git", name)
            if text:
                self.write(path, text)
            else:
                os.mkdir(path)
            done = self.run_inside("git", "commit", "--allow-empty", "-m", "x")
            self.assertIn("stays read-only", done.stderr)
            (os.unlink if text else os.rmdir)(path)
        for name in ("objects", "refs", "logs"):
            path = os.path.join(loop, ".git", name)
            shutil.rmtree(path, ignore_errors=True)
            os.symlink(os.path.join(victim, ".git", name), path)
            done = self.run_inside("git", "commit", "--allow-empty", "-m", "x")
            self.assertIn("stays read-only", done.stderr, name)
            os.unlink(path)
            os.mkdir(path)
        self.assertEqual(fingerprint(victim), before)

    def test_no_repository_is_no_obstacle(self):
        shutil.rmtree(self.repository)
        done = self.inside("true")
        self.assertNotIn("NOTICE", done.stderr)

    def test_submodules_are_read(self):
        library = os.path.join(self.top, "library")
        os.makedirs(library)
        self.make_repository(library)
        self.git("-c", "protocol.file.allow=always", "submodule", "add", "-q", library, "sub")
        self.git("commit", "-qm", "sub")
        before = fingerprint(os.path.join(self.repository, "modules"))
        self.write(os.path.join(self.loop, "new"), "x")
        self.inside("git", "add", "new")
        self.inside("git", "commit", "-m", "new")
        self.assertEqual(fingerprint(os.path.join(self.repository, "modules")), before)
        self.cwd = os.path.join(self.loop, "sub")
        self.inside("git", "-c", "user.name=u", "-c", "user.email=u@e", "commit", "--allow-empty",
                    "-m", "in sub")
        self.assertEqual(self.git("log", "-1", "--format=%s", cwd=self.cwd), "in sub")
        self.check_host()

    def test_alternates_with_a_relative_path(self):
        source = os.path.join(self.project, "source")
        os.makedirs(source)
        self.make_repository(source)
        self.loop = self.cwd = os.path.join(self.project, "clone")
        self.git("clone", "-q", "--shared", source, self.loop, cwd=self.project)
        self.repository = os.path.join(self.loop, ".git")
        self.write(os.path.join(self.repository, "objects/info/alternates"),
                   "../../../source/.git/objects\n")
        self.git("config", "user.name", "U")
        self.git("config", "user.email", "u@example.org")
        self.inside("git", "commit", "--allow-empty", "-m", "on top")
        self.assertEqual(self.git("log", "--format=%s"), "on top\nfirst")
        self.check_host()


if __name__ == "__main__":
    harness.need_sandbox()
    unittest.main()

#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The escape suite: makes a throw-away world, runs every probe in it under a launcher, and says
which promises held.

A probe is an attempt from inside (probe_*.c); the verdict is drawn here, from what the probe says
and from the host's files, processes and signals before and after.

  escape.py --programs DIR --launcher none|cordon|PATH [--cordon PATH] [--as-user UID]
            [--backend NAME] [--world DIR] [--only GLOB]... [--jobs N] [--verify-bad] [--list]

PATH is any program that takes the options of `cordon run`.  One line a probe, then a summary; exit
0 all held, 1 something broken, 2 usage or the suite itself, 77 nothing could be tried.
"""
import argparse
import fnmatch
import os
import queue
import re
import select
import shutil
import signal
import socket
import stat
import subprocess
import sys
import tempfile
import threading
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "support"))
import engine  # noqa: E402

RACE_RUNS = 100
RUN_LIMIT_S = 20
SECRETS = {
    "API_KEY": "", "GITHUB_TOKEN": "", "AWS_SECRET_ACCESS_KEY": "", "DB_PASSWORD": "",
    "MY_CREDENTIAL": "", "GOOGLE_APPLICATION_CREDENTIALS_JSON": "", "PRIVATE_X": "", "api_key": "",
    "my_secret_value": "", "Npm_Config__authToken": "", "GitPassword": "", "MONKEYPATCH_URL": "",
}
HOME_FILES = [
    ".ssh/id_ed25519", ".ssh/config", ".aws/credentials", ".netrc", ".bash_history",
    ".zsh_history", ".git-credentials", ".npmrc", ".pypirc", ".docker/config.json",
    ".kube/config", ".gnupg/secring.gpg", ".config/gh/hosts.yml", ".config/gcloud/creds",
    ".local/share/keyrings/login", ".cargo/credentials", ".vault-token",
    ".password-store/bank.gpg", ".mozilla/cookies.sqlite", "letters/private.txt",
    "work/next/src/main.c", ".bashrc", ".python_history",
]
PROJECT_SECRETS = [
    ".env", ".env.local", "server.pem", "nested/dir/id_rsa", "nested/dir/.env.production",
    "nested/tls.key", "keys/store.p12", "keys/release.jks", ".npmrc", "loops/b/.env",
    "loops/a/c/.env", "loops/a/.env", "loops/a/conf/id_ed25519", "a/b/c/d/e/.env",
    "infra/prod.tfvars", "credentials.json", "site.crt", ".aws/credentials", ".git-credentials",
]


def write(path, text):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8") as f:
        f.write(text)


def read_bytes(path):
    try:
        with open(path, "rb") as f:
            return f.read(1 << 20)
    except OSError:
        return b""


def remove(path):
    if os.path.islink(path) or (os.path.exists(path) and not os.path.isdir(path)):
        os.unlink(path)
    elif os.path.isdir(path):
        shutil.rmtree(path)


def marked_processes(mark):
    """Numbers of the host's processes that have MARK in their command line, zombies left out."""
    found = []
    needle = mark.encode()
    for name in os.listdir("/proc"):
        if name.isdigit() and needle in read_bytes(f"/proc/{name}/cmdline"):
            found.append(int(name))
    return found


def wait_until(condition, seconds):
    end = time.monotonic() + seconds
    while True:
        if condition():
            return True
        if time.monotonic() > end:
            return False
        time.sleep(0.01)


class Probe:
    def __init__(self, name, guarantee, scene, needs):
        self.name, self.guarantee, self.scene, self.needs = name, guarantee, scene, needs

    @property
    def control(self):
        return self.guarantee == "control"


class Launcher:
    def __init__(self, kind, cordon, backend):
        self.kind = kind
        self.head = {"none": [], "cordon": [cordon, "run", "--backend", backend]}.get(kind, [kind])

    def argv(self, world, command, loop, siblings, limit=None, json_out=False, memory=None):
        if self.kind == "none":
            return (["timeout", "-k", "1", str(limit)] if limit else []) + command
        argv = self.head + ["--project", world.project, "--loop", loop, "--app-dir", world.app]
        for sibling in siblings:
            argv += ["--sibling", sibling]
        if limit:
            argv += ["--timeout", str(limit)]
        if memory:
            argv += ["--limit", f"memory={memory}"]
        if json_out:
            argv += ["--json"]
        return argv + ["--"] + command


class Host:
    """Listeners of the host.  The ones with a path are made anew with the world."""

    def __init__(self, token):
        self.token = token
        self.lock = threading.Lock()
        self.fixed, self.by_path, self.fifos = [], [], []
        self.facts = {}
        self.wake_r, self.wake_w = os.pipe()
        self.ended = False
        self._listen("tcp4", socket.AF_INET, socket.SOCK_STREAM, "127.0.0.1")
        self._listen("tcp6", socket.AF_INET6, socket.SOCK_STREAM, "::1")
        self._listen("udp4", socket.AF_INET, socket.SOCK_DGRAM, "127.0.0.1")
        self._listen("udp6", socket.AF_INET6, socket.SOCK_DGRAM, "::1")
        own = self._own_address()
        if own:
            self.facts["hostip"] = own
            self._listen("hostip", socket.AF_INET, socket.SOCK_STREAM, own)
        self.facts["abstract"] = f"cordon-escape-{token}"
        for kind, name in ((socket.SOCK_STREAM, "stream"), (socket.SOCK_DGRAM, "dgram"),
                           (socket.SOCK_SEQPACKET, "seqpacket")):
            s = socket.socket(socket.AF_UNIX, kind)
            s.bind(f"\0cordon-escape-{token}-{name}")
            if kind != socket.SOCK_DGRAM:
                s.listen(16)
            self.fixed.append(s)
        with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as s:
            s.bind(("127.0.0.1", 0))
            self.facts["port.listen"] = str(s.getsockname()[1])
        self.thread = threading.Thread(target=self._serve, daemon=True)
        self.thread.start()

    @staticmethod
    def _own_address():
        """The address that the host would use; no packet is sent."""
        try:
            with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as s:
                s.connect(("192.0.2.1", 9))
                return s.getsockname()[0]
        except OSError:
            return None

    def _listen(self, name, family, kind, address):
        try:
            s = socket.socket(family, kind)
            s.bind((address, 0))
            if kind == socket.SOCK_STREAM:
                s.listen(16)
        except OSError:
            return
        self.facts[f"port.{name}"] = str(s.getsockname()[1])
        self.fixed.append(s)

    def open_paths(self, places):
        """PLACES: name -> folder.  Makes a stream socket, a datagram socket and a FIFO in each."""
        facts = {}
        with self.lock:
            for name, folder in places.items():
                for kind, word in ((socket.SOCK_STREAM, "stream"), (socket.SOCK_DGRAM, "dgram")):
                    path = f"{folder}/host.{word}"
                    s = socket.socket(socket.AF_UNIX, kind)
                    fd = os.open(folder, os.O_PATH)
                    s.bind(f"/proc/self/fd/{fd}/host.{word}")
                    os.close(fd)
                    if kind == socket.SOCK_STREAM:
                        s.listen(16)
                    self.by_path.append(s)
                    facts[f"unix.{word}.{name}"] = path
                path = f"{folder}/host.fifo"
                os.mkfifo(path, 0o600)
                self.fifos.append(os.open(path, os.O_RDWR | os.O_NONBLOCK | os.O_CLOEXEC))
                facts[f"fifo.{name}"] = path
        os.write(self.wake_w, b"x")
        return facts

    def close_paths(self):
        with self.lock:
            for s in self.by_path:
                s.close()
            for fd in self.fifos:
                os.close(fd)
            self.by_path, self.fifos = [], []

    def _serve(self):
        greeting = f"HELLO-{self.token}\n".encode()
        while not self.ended:
            with self.lock:
                sockets = [s for s in self.fixed + self.by_path if s.fileno() >= 0]
            try:
                ready, _, _ = select.select(sockets + [self.wake_r], [], [], 0.5)
            except (OSError, ValueError):
                continue
            for s in ready:
                try:
                    if s == self.wake_r:
                        os.read(self.wake_r, 64)
                    elif s.type == socket.SOCK_DGRAM:
                        _, peer = s.recvfrom(4096, socket.MSG_DONTWAIT)
                        if peer:
                            s.sendto(greeting, socket.MSG_DONTWAIT, peer)
                    else:
                        s.setblocking(False)
                        c, _ = s.accept()
                        c.sendall(greeting)
                        c.close()
                except (OSError, ValueError):
                    continue

    def close(self):
        self.ended = True
        os.write(self.wake_w, b"x")
        self.thread.join()
        self.close_paths()
        for s in self.fixed:
            s.close()
        os.close(self.wake_r)
        os.close(self.wake_w)


class World:
    """Home, project, loops, application and host processes, all throw-away."""

    def __init__(self, base, number, programs, set_uid):
        self.base, self.number = f"{base}/w{number}", number
        self.token = f"{os.getpid():x}{number:x}{int(time.time() * 1000) & 0xffffff:06x}"
        self.programs, self.set_uid = programs, set_uid
        self.home = f"{self.base}/home"
        self.project = f"{self.home}/work/p"
        self.own = f"{self.project}/loops/a"
        self.app = f"{self.base}/app"
        self.outside = f"{self.base}/outside"
        self.scratch = f"{self.base}/tmp"
        self.log = f"{self.base}/host/signals"
        self.extra = {k: f"{v}/cordon-escape-{self.token}" for k, v in {
            "tmp": "/tmp", "var-tmp": "/var/tmp", "dev-shm": "/dev/shm"}.items()}
        if os.getuid() == 0:
            self.extra.update({k: f"{v}/cordon-escape-{self.token}" for k, v in {
                "etc": "/etc", "usr": "/usr/lib", "var": "/var/lib", "run": "/run"}.items()})
        os.makedirs(f"{self.base}/host", exist_ok=True)
        for name in ("cache", "state", "config", "data", "run"):
            os.makedirs(f"{self.base}/xdg/{name}", mode=0o700)
        for name in ("escape-probe", "escape-host"):
            shutil.copy(f"{programs}/{name}", f"{self.base}/host/{name}")
        self.helper = f"{self.base}/host/escape-host"
        self.host = Host(self.token)
        self.master, self.slave = os.openpty()
        self.canary = None
        self.canary_facts = {}
        self.clean = None
        self.runs = 0
        self._template()
        self.start_canary()
        self.build()

    def environment(self):
        env = {
            "PATH": "/usr/local/bin:/usr/bin:/bin:/usr/local/sbin:/usr/sbin:/sbin",
            "HOME": self.home, "LANG": "C.UTF-8", "TERM": "dumb", "TMPDIR": self.scratch,
            "USER": "escape", "LOGNAME": "escape",
        }
        for name in ("cache", "state", "config", "data"):
            env[f"XDG_{name.upper()}_HOME"] = f"{self.base}/xdg/{name}"
        env["XDG_RUNTIME_DIR"] = f"{self.base}/xdg/run"
        for name in ("DOCKER_HOST", "CORDON_DOCKER_IMAGE"):
            if name in os.environ:
                env[name] = os.environ[name]
        for name in SECRETS:
            env[name] = f"SECRETVAL-{self.token}-{name}"
        return env

    def start_canary(self):
        key = 0x0c000000 | (int(self.token[-5:], 16) & 0xfffff)
        self.canary = subprocess.Popen([self.helper, "canary", self.log, self.token, str(key)],
                                       stdout=subprocess.PIPE, stdin=subprocess.DEVNULL,
                                       env=self.environment(), text=True)
        self.canary_facts = {}
        for line in self.canary.stdout:
            key_text, value = line.strip().split("=", 1)
            if key_text == "end":
                break
            self.canary_facts[key_text] = value

    def _template(self):
        """One repository without hooks, copied to each place that needs one."""
        self.git = f"{self.base}/host/git"
        try:
            subprocess.run(["git", "init", "-q", "--template=", self.git], check=True,
                           stdout=subprocess.DEVNULL, env=self.environment())
        except (OSError, subprocess.CalledProcessError):
            # Without git the files are what counts.
            write(f"{self.git}/.git/HEAD", "ref: refs/heads/main\n")
            write(f"{self.git}/.git/config", "[core]\n\trepositoryformatversion = 0\n")
            os.makedirs(f"{self.git}/.git/objects/info")
            os.makedirs(f"{self.git}/.git/refs/heads")
        for name in ("pre-commit", "pre-push"):
            write(f"{self.git}/.git/hooks/{name}", "#!/bin/sh\nexit 0\n")
        write(f"{self.git}/.git/info/exclude", "*.o\n")
        os.makedirs(f"{self.git}/.git/objects/info", exist_ok=True)

    def place(self, folder):
        """What every place of the file probes has."""
        write(f"{folder}/victim", "keep this line as it is, all of it and for ever\n")
        write(f"{folder}/dir/inner", "keep\n")
        os.makedirs(f"{folder}/empty", exist_ok=True)

    def build(self):
        self.host.close_paths()
        self.rescue_set_uid()
        for name in os.listdir(self.base):
            if name not in ("host", "xdg"):
                remove(f"{self.base}/{name}")
        for folder in self.extra.values():
            for path in (folder, folder + ".gone"):
                if os.path.lexists(path):
                    remove(path)
        p, own, canary = self.project, self.own, f"CANARY-{self.token}\n"
        targets = {
            "project": f"{p}/src", "project-top": p, "loops": f"{p}/loops",
            "sibling-inside": f"{own}/c", "sibling-deep": f"{own}/deep/e",
            "sibling-outside": f"{p}/loops/b", "app": self.app, "home": self.home,
            "next-project": f"{self.home}/work/next", "outside": self.outside, **self.extra,
        }
        for folder in targets.values():
            self.place(folder)
        os.makedirs(self.scratch)
        for name in HOME_FILES:
            write(f"{self.home}/{name}", canary)
        for name in PROJECT_SECRETS:
            write(f"{p}/{name}", f"_authToken={canary}" if name == ".npmrc" else canary)
        write(f"{p}/.env.example", "API_KEY=put yours here\n")
        write(f"{p}/src/env.ts", "export const mode = process.env.MODE;\n")
        write(f"{self.outside}/stdin.txt", "keep this input\n")
        for folder in (p, own, f"{own}/vendor/lib"):
            shutil.copytree(f"{self.git}/.git", f"{folder}/.git")
        write(f"{own}/.vscode/tasks.json", "{}\n")
        write(f"{own}/.envrc", "export A=1\n")
        write(f"{own}/notes.txt", "notes\n")
        write(f"{own}/deep/notes.txt", "notes\n")
        os.makedirs(f"{p}/late")
        os.makedirs(f"{own}/links")
        for name in ("project", "project-top", "sibling-inside", "sibling-deep",
                     "sibling-outside", "app", "home", "outside"):
            os.symlink(targets[name], f"{own}/links/{name}")
        facts = {
            "token": self.token, "project": p, "own": own, "app": self.app, "home": self.home,
            "outside": self.outside, "mountpoint": "/", "key": f"cordon-escape-{self.token}",
            "pts": os.ttyname(self.slave),
            "pid.max": read_bytes("/proc/sys/kernel/pid_max").decode().strip(), **self.host.facts, **self.canary_facts,
        }
        for name, folder in targets.items():
            facts[f"t.{name}"] = folder
        # Loops that are no folders, and names for the races.
        os.symlink(self.outside, f"{p}/loops/link-out")
        os.symlink("b", f"{p}/loops/link-sibling")
        os.symlink("../src", f"{p}/loops/link-project")
        os.makedirs(f"{self.outside}/x")
        os.symlink(self.outside, f"{p}/loops/via")
        os.symlink("../b", f"{own}/link-inside")
        os.makedirs(f"{self.outside}/rp/n")
        os.makedirs(f"{p}/loops/r")
        os.symlink(self.outside, f"{p}/loops/r.link")
        os.makedirs(f"{p}/loops/rp/n")
        os.symlink(f"{self.outside}/rp", f"{p}/loops/rp.link")
        os.makedirs(f"{own}/rs")
        os.symlink(self.outside, f"{own}/rs.link")
        facts.update({
            "link.out": f"{p}/loops/link-out", "link.sibling": f"{p}/loops/link-sibling",
            "link.project": f"{p}/loops/link-project", "link.parent": f"{p}/loops/via/x",
            "link.inside": f"{own}/link-inside",
            "dots.outside": f"{own}/../../../../../outside",
            "race.own": f"{p}/loops/r", "race.nested": f"{p}/loops/rp/n",
            "race.sibling": f"{own}/rs",
        })
        if os.getuid() == 0:
            facts["r.other"] = f"{self.base}/other-user/private"
            write(facts["r.other"], canary)
            os.chown(facts["r.other"], 4243, 4243)
            os.chmod(facts["r.other"], 0o600)
        os.makedirs(f"{p}/bin")
        self.probe = f"{p}/bin/escape-probe"
        shutil.copy(f"{self.base}/host/escape-probe", self.probe)
        if self.set_uid and os.path.exists(f"{self.base}/host/set-uid-probe"):
            os.rename(f"{self.base}/host/set-uid-probe", f"{p}/bin/set-uid-probe")
            facts["suid"] = f"{p}/bin/set-uid-probe"
        places = {
            "project": f"{p}/src", "own": own, "sibling-inside": f"{own}/c",
            "sibling-outside": f"{p}/loops/b", "app": self.app, "home": self.home,
            "outside": self.outside, "tmp": self.extra["tmp"],
        }
        if "run" in self.extra:
            places["run"] = self.extra["run"]
        facts.update(self.host.open_paths(places))
        self.facts = facts
        self.facts_file = f"{p}/facts"
        write(self.facts_file, "".join(f"{k}={v}\n" for k, v in facts.items()))
        self.clean = self.snapshot()

    def rescue_set_uid(self):
        """The set-uid program was planted by root and cannot be made again: take it aside."""
        if not self.set_uid:
            return
        aside = f"{self.base}/host/set-uid-probe"
        for folder, _, names in os.walk(self.base):
            if "set-uid-probe" in names and folder != f"{self.base}/host":
                os.rename(f"{folder}/set-uid-probe", aside)

    def entry(self, path, loose):
        st = os.lstat(path)
        if loose:
            return (st.st_ino, stat.S_IFMT(st.st_mode))
        content = b""
        if stat.S_ISREG(st.st_mode) and st.st_size <= 65536:
            content = read_bytes(path)
        elif stat.S_ISLNK(st.st_mode):
            content = os.readlink(path)
        return (st.st_ino, st.st_mode, st.st_uid, st.st_gid, st.st_nlink, st.st_size,
                st.st_mtime_ns, st.st_ctime_ns, content)

    def walk(self, path, result, free=()):
        try:
            result[path] = self.entry(path, path in free)
            if not stat.S_ISDIR(os.lstat(path).st_mode):
                return
            if path in free:
                return
            for name in os.listdir(path):
                self.walk(f"{path}/{name}", result, free)
        except OSError as e:
            result[path] = ("gone", e.errno)

    def snapshot(self, everything=False):
        """All that must stay.  The own folder is free, but for other loops' folders in it and for
        what the user's tools execute; with EVERYTHING it counts too."""
        result = {}
        own = self.own
        free = () if everything else (own,)
        for top in [self.home, self.app, self.outside, self.scratch, *self.extra.values()]:
            self.walk(top, result, free)
        for name in sorted(os.listdir(self.base)):
            if name not in ("host", "xdg"):
                result[f"{self.base}/{name} (name)"] = True
        for folder in self.extra.values():
            result[f"{folder}.gone"] = os.path.lexists(f"{folder}.gone")
        if not everything:
            for name in ("c", "deep/e", ".git", ".vscode/tasks.json", ".envrc",
                         "vendor/lib/.git", "rs"):
                self.walk(f"{own}/{name}", result)
            for name in ("deep", "vendor", "vendor/lib", ".vscode"):
                try:
                    result[f"{own}/{name} (name)"] = self.entry(f"{own}/{name}", True)
                except OSError as e:
                    result[f"{own}/{name} (name)"] = ("gone", e.errno)
        return result

    def changed(self, before, after):
        for path in sorted(set(before) | set(after)):
            if before.get(path) != after.get(path):
                kind = ("new" if path not in before else "gone" if path not in after
                        or after[path][:1] == ("gone",) else "changed")
                return f"{kind}: {path.replace(self.base, '')}"
        return None

    def planted(self):
        """Set-uid files and device nodes in the own folder."""
        for folder, _, names in os.walk(self.own):
            for name in names:
                try:
                    mode = os.lstat(f"{folder}/{name}").st_mode
                except OSError:
                    continue
                if stat.S_ISREG(mode) and mode & 0o6000:
                    return f"{name} has mode {mode & 0o7777:o}"
                if stat.S_ISCHR(mode) or stat.S_ISBLK(mode):
                    return f"{name} is a device"
        return None

    def sweep(self, changed):
        """Removes what probes left in the own folder; a new world when more than that changed."""
        if self.canary.poll() is not None:
            self.start_canary()
            changed = True
        try:
            for name in os.listdir(self.own):
                if name.startswith(("escape-", "ok-")):
                    remove(f"{self.own}/{name}")
        except OSError:
            changed = True
        if changed:
            self.build()

    def close(self):
        self.host.close()
        self.canary.terminate()
        try:
            self.canary.wait(5)
        except subprocess.TimeoutExpired:
            self.canary.kill()
        self.canary.stdout.close()
        os.close(self.master)
        os.close(self.slave)
        for folder in self.extra.values():
            for path in (folder, folder + ".gone"):
                if os.path.lexists(path):
                    remove(path)
        shutil.rmtree(self.base, ignore_errors=True)


class Run:
    """One start of the launcher; output goes to files, which no survivor can hold up."""

    def __init__(self, world, argv, cwd, stdin=None, stdout=None, pass_fds=(), terminal=None):
        self.out = tempfile.TemporaryFile()
        self.err = tempfile.TemporaryFile()
        fds = ({"stdin": terminal, "stdout": terminal, "stderr": terminal}
               if terminal is not None else
               {"stdin": stdin if stdin is not None else subprocess.DEVNULL,
                "stdout": stdout if stdout is not None else self.out,
                "stderr": stdout if stdout is not None else self.err})
        try:
            self.process = subprocess.Popen(argv, cwd=cwd, env=world.environment(),
                                            pass_fds=pass_fds, start_new_session=True, **fds)
        except (FileNotFoundError, NotADirectoryError, PermissionError) as e:
            self.process = None
            self.code = 127
            self.err.write(str(e).encode())

    def wait(self, seconds=RUN_LIMIT_S):
        """The exit code as a shell gives it; None when the time is over."""
        if self.process is None:
            return self.code
        try:
            code = self.process.wait(seconds)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
            return None
        return code if code >= 0 else 128 - code

    def text(self, which="out"):
        f = getattr(self, which)
        f.seek(0)
        return f.read().decode("utf-8", "replace")

    def close(self):
        self.out.close()
        self.err.close()


VERDICT = re.compile(r"@probe (HELD|BROKEN|TRIED|SKIP|OK|FAIL) ([^\r\n]*)")


DECOYS = ("i=0; while [ $i -lt {count} ]; do mkdir -p decoys/$i; : > decoys/$i/.env; "
          "i=$((i+1)); done")
# What the first of two commands does in its loop.
PREPARE = {
    "few-decoys": DECOYS.format(count=270),
    "decoys": DECOYS.format(count=700),
    "no-read": "chmod 300 hide/pkg",
    "no-enter": "chmod 600 hide/pkg",
    "closed": "chmod 000 hide",
    "bulk": "mkdir -p node_modules; mv hide node_modules/",
    "git": "mkdir -p q/.git; mv hide q/.git/",
    "deep": "p=d; i=0; while [ $i -lt 140 ]; do p=$p/d; i=$((i+1)); done; mkdir -p $p; mv hide $p/",
}


class Runner:
    def __init__(self, world, launcher, probes):
        self.world, self.launcher, self.probes = world, launcher, probes

    # What a scene adds to the usual start.

    def command(self, probe, mark):
        return [self.world.probe, self.world.facts_file, probe.name, mark]

    def siblings(self, *more):
        own = self.world.own
        return [f"{own}/c", f"{own}/deep/e", f"{self.world.project}/loops/b", *more]

    def start(self, probe, mark, launcher, loop=None, siblings=None, limit=None, wrap=(),
              json_out=False, memory=None, **keys):
        loop = loop or self.world.own
        argv = launcher.argv(self.world, self.command(probe, mark), loop,
                             self.siblings() if siblings is None else siblings, limit, json_out,
                             memory)
        if wrap:
            argv = [self.world.helper, "wrap", *wrap, "--", *argv]
        cwd = loop if launcher.kind == "none" or os.path.isdir(loop) else self.world.own
        return Run(self.world, argv, cwd, **keys)

    def end_marked(self, mark):
        for pid in marked_processes(mark):
            try:
                os.kill(pid, signal.SIGKILL)
            except OSError:
                pass
        wait_until(lambda: not marked_processes(mark), 3)

    def verdict_of(self, probe, text, code, error, refusal_holds=False):
        found = VERDICT.findall(text)
        if found:
            return found[-1]
        lines = [line for line in error.splitlines() if line.strip()]
        why = f"exit {code}: {lines[0][:160] if lines else 'no word'}"
        if refusal_holds and code not in (None, 0):
            return ("HELD", f"refused, {why}")
        return ("ERROR", f"no verdict from inside, {why}")

    # Scenes.  Each gives (verdict, reason) as far as it can be told without the host's files.

    def usual(self, probe, mark, launcher, refusal_holds=False, **keys):
        run = self.start(probe, mark, launcher, **keys)
        code = run.wait()
        result = self.verdict_of(probe, run.text(), code, run.text("err"), refusal_holds)
        run.close()
        return result

    def scene_wrapper(self, probe, mark, launcher, _):
        return self.usual(probe, mark, launcher,
                          wrap=("--hold", f"--note=SECRETVAL-{self.world.token}"))

    def scene_group(self, probe, mark, launcher, _):
        return self.usual(probe, mark, launcher, wrap=("--group-canary", self.world.log))

    def scene_keyring(self, probe, mark, launcher, _):
        return self.usual(probe, mark, launcher, wrap=("--keyring", self.world.facts["key"]))

    def scene_late(self, probe, mark, launcher, _):
        w = self.world
        return self.usual(probe, mark, launcher, wrap=(
            "--late", f"{w.project}/late", f"{w.own}/escape-ready", f"{w.project}/late/marker"))

    def scene_alone(self, probe, mark, launcher, _):
        return self.usual(probe, mark, launcher)

    def scene_pty(self, probe, mark, launcher, _):
        master, slave = os.openpty()
        run = self.start(probe, mark, launcher, wrap=("--ctty",), terminal=slave)
        os.close(slave)
        data = b""
        end = time.monotonic() + RUN_LIMIT_S
        while time.monotonic() < end:
            ready, _, _ = select.select([master], [], [], 0.05)
            if ready:
                try:
                    chunk = os.read(master, 4096)
                except OSError:
                    break
                if not chunk:
                    break
                data += chunk
            elif run.process is None or run.process.poll() is not None:
                break
        code = run.wait(2)
        os.close(master)
        text = data.decode("utf-8", "replace")
        result = self.verdict_of(probe, text, code, text)
        run.close()
        return result

    def scene_fds(self, probe, mark, launcher, _):
        w = self.world
        a, b = socket.socketpair()
        fds = [os.open(f"{w.outside}/victim", os.O_RDWR), os.open(w.home, os.O_RDONLY),
               a.fileno()]
        high = os.open(f"{w.outside}/victim", os.O_RDWR)
        high_fd = os.dup2(high, 900 + self.world.number)
        try:
            return self.usual(probe, mark, launcher, pass_fds=(*fds, high_fd))
        finally:
            for fd in (*fds[:2], high, high_fd):
                os.close(fd)
            a.close()
            b.close()

    def scene_stdin_file(self, probe, mark, launcher, _):
        with open(f"{self.world.outside}/stdin.txt", "rb") as f:
            return self.usual(probe, mark, launcher, stdin=f)

    def scene_stdout_log(self, probe, mark, launcher, _):
        path = f"{self.world.base}/host/log-{mark}"
        earlier = f"CANARY-{self.world.token} an earlier line\n"
        write(path, earlier)
        with open(path, "ab") as f:
            run = self.start(probe, mark, launcher, stdout=f)
            code = run.wait()
        text = read_bytes(path).decode("utf-8", "replace")
        os.unlink(path)
        result = self.verdict_of(probe, text, code, text)
        run.close()
        if not text.startswith(earlier):
            return ("BROKEN", "earlier lines of the log are gone")
        return result

    def scene_listen(self, probe, mark, launcher, _):
        done = threading.Event()

        def knock():
            port = int(self.world.facts["port.listen"])
            while not done.is_set():
                for family, address in (
                        (socket.AF_INET, ("127.0.0.1", port)),
                        (socket.AF_UNIX, f"\0{self.world.facts['abstract']}-inside")):
                    try:
                        with socket.socket(family, socket.SOCK_STREAM) as s:
                            s.connect(address)
                    except OSError:
                        pass
                done.wait(0.05)

        thread = threading.Thread(target=knock)
        thread.start()
        try:
            return self.usual(probe, mark, launcher)
        finally:
            done.set()
            thread.join()

    def scene_survive(self, probe, mark, launcher, how):
        ready = f"{self.world.own}/escape-ready"
        limit = 1 if how == "limit" else None
        run = self.start(probe, mark, launcher, limit=limit)
        if how and how != "limit":
            if not wait_until(lambda: os.path.exists(ready) or run.process.poll() is not None, 5):
                self.end_marked(mark)
                return ("ERROR", "the probe did not get ready")
            if run.process.poll() is not None:
                result = self.verdict_of(probe, run.text(), run.wait(), run.text("err"))
                run.close()
                return ("ERROR", f"ended early: {result[1]}")
            run.process.send_signal(getattr(signal, f"SIG{how}"))
        end = time.monotonic() + 12
        while run.process.poll() is None and time.monotonic() < end:
            time.sleep(0.01)
        text, error, code = run.text(), run.text("err"), run.process.poll()
        gone = wait_until(lambda: not marked_processes(mark), 2)
        left = len(marked_processes(mark))
        self.end_marked(mark)
        run.wait()
        run.close()
        if not gone:
            return ("BROKEN", f"{left} processes live on")
        if how == "limit" and not os.path.exists(ready):
            return ("ERROR", f"the probe did not get ready: {error[:120]}")
        if not how:
            return self.verdict_of(probe, text, code, error)
        return ("TRIED", f"nothing lives on, exit {code}")

    def scene_prompt(self, probe, mark, launcher, _):
        begin = time.monotonic()
        run = self.start(probe, mark, launcher)
        code = run.wait(10)
        took = time.monotonic() - begin
        result = self.verdict_of(probe, run.text(), code, run.text("err"))
        run.close()
        self.end_marked(mark)
        if took > 5:
            return ("FAIL", f"the launcher waited {took:.1f} s for a child that holds the output")
        return result

    def scene_memory(self, probe, mark, launcher, _):
        """The probe fills 1 GiB where 256 MiB are allowed."""
        run = self.start(probe, mark, launcher, memory="256M")
        code = run.wait()
        error = run.text("err")
        verdict = self.verdict_of(probe, run.text(), code, error)
        run.close()
        if code == 128 + signal.SIGKILL and "limit on memory" in error:
            return ("HELD", error.strip())
        return verdict

    def scene_flood(self, probe, mark, launcher, _):
        run = self.start(probe, mark, launcher, json_out=True)
        most = 0
        while run.process.poll() is None:
            for pid in marked_processes(mark):
                if read_bytes(f"/proc/{pid}/comm").strip() != b"escape-probe":
                    m = re.search(rb"VmHWM:\s+(\d+)", read_bytes(f"/proc/{pid}/status"))
                    most = max(most, int(m.group(1)) if m else 0)
            time.sleep(0.02)
        code = run.wait()
        size = os.fstat(run.out.fileno()).st_size
        run.close()
        if most > 256 * 1024 or size > 32 << 20:
            return ("BROKEN", f"{most >> 10} MiB of memory, {size >> 20} MiB of JSON")
        if code != 0:
            return ("ERROR", f"exit {code}")
        return ("HELD", f"{most >> 10} MiB of memory, {size >> 10} KiB of JSON")

    def refused(self, result, launcher):
        """Cordon promises more than to do no harm: such a launch is refused."""
        if launcher.kind == "cordon" and not result[1].startswith("refused"):
            return ("BROKEN", f"not refused, {result[1]}")
        return result

    def scene_loop(self, probe, mark, launcher, fact):
        return self.refused(self.usual(probe, mark, launcher, refusal_holds=True,
                                       loop=self.world.facts[fact]), launcher)

    def scene_whole(self, probe, mark, launcher, _):
        return self.usual(probe, mark, launcher, loop=self.world.project,
                          siblings=[self.world.own, *self.siblings()])

    def scene_sibling(self, probe, mark, launcher, fact):
        path = self.world.facts[fact]
        before = self.world.entry(path, False)
        result = self.usual(probe, mark, launcher, refusal_holds=True,
                            siblings=self.siblings(path))
        try:
            same = self.world.entry(path, False) == before
        except OSError:
            same = False
        if not same:
            self.world.clean = {}
            return ("BROKEN", "the sibling's name leads elsewhere now")
        return self.refused(result, launcher)

    def scene_race(self, probe, mark, launcher, how):
        w = self.world
        fact = {"loop": "race.own", "parent": "race.nested", "sibling": "race.sibling"}[how]
        folder = {"loop": w.facts["race.own"], "parent": f"{w.project}/loops/rp",
                  "sibling": w.facts["race.sibling"]}[how]
        loop = w.own if how == "sibling" else w.facts[fact]
        more = self.siblings(folder) if how == "sibling" else self.siblings()
        victims = {"loop": [w.outside], "parent": [f"{w.outside}/rp/n"],
                   "sibling": [folder, folder + ".link"]}[how]
        swapper = subprocess.Popen([w.helper, "swap", folder, folder + ".link"],
                                   stdin=subprocess.DEVNULL)
        ran = refused = 0
        try:
            for _ in range(RACE_RUNS):
                argv = launcher.argv(w, self.command(probe, mark), loop, more)
                run = Run(w, argv, w.own if launcher.kind != "none" else loop)
                code = run.wait()
                inside = VERDICT.search(run.text())
                run.close()
                ran += 1 if inside else 0
                refused += 0 if inside else 1
                if code is None:
                    return ("ERROR", "a launch hung")
                if how == "sibling":
                    broken = any(os.path.exists(f"{v}/escape-new") and not os.path.islink(v)
                                 for v in victims)
                else:
                    broken = os.path.exists(f"{victims[0]}/escape-new")
                if broken:
                    return ("BROKEN", f"run {ran + refused} wrote into another folder")
        finally:
            swapper.terminate()
            swapper.wait()
            w.clean = {}
        # The swapped names are as before, but their times are not: a new world comes after.
        return ("HELD", f"{ran} ran, {refused} were refused")

    def scene_twice(self, probe, mark, launcher, how):
        """An earlier command of the same loop prepares what the next launch is to overlook."""
        w = self.world
        w.build()
        write(f"{w.own}/hide/pkg/.env", f"CANARY-{w.token}\n")
        write(f"{w.own}/hide/pkg/.vscode/tasks.json", "{}\n")
        prepare = PREPARE[how]
        try:
            argv = launcher.argv(w, ["/bin/sh", "-c", prepare], w.own, self.siblings())
            first = Run(w, argv, w.own)
            code = first.wait()
            error = first.text("err")
            first.close()
            if code is None or code == 125:
                return ("ERROR", f"the preparing command did not run: {error[:120]}")
            return self.usual(probe, mark, launcher, refusal_holds=True)
        finally:
            for folder in (f"{w.own}/hide", f"{w.own}/hide/pkg"):
                if os.path.isdir(folder):
                    os.chmod(folder, 0o755)
            w.clean = {}

    def scene_debris(self, probe, mark, launcher, how):
        bare = how.startswith("bare")
        how = how[4:].strip("-") if bare else how
        w = self.world
        w.build()
        loop = f"{w.project}/loops/b" if bare else w.own
        siblings = [w.own, f"{w.own}/c", f"{w.own}/deep/e"] if bare else self.siblings()
        before = w.snapshot(everything=True)
        run = self.start(probe, mark, launcher, loop=loop, siblings=siblings,
                         limit=1 if how == "limit" else None)
        if how in ("TERM", "KILL"):
            wait_until(lambda: "@ready" in run.text() or run.process.poll() is not None, 3)
            run.process.send_signal(getattr(signal, f"SIG{how}"))
        code = run.wait(10)
        text, error = run.text(), run.text("err")
        run.close()
        wait_until(lambda: not marked_processes(mark), 3)
        self.end_marked(mark)
        diff = w.changed(before, w.snapshot(everything=True))
        if diff:
            return ("BROKEN", diff)
        if how == "" and not VERDICT.search(text):
            return self.verdict_of(probe, text, code, error)
        if "@ready" not in text:
            return ("ERROR", f"the probe did not get ready: {error[:120]}")
        return ("HELD", f"the host's folders are as before, exit {code}")

    # One probe.

    def count_signals(self):
        """How much the canary wrote, once it took all that earlier attempts sent: one of ours comes last."""
        def size():
            return os.path.getsize(w.log) if os.path.exists(w.log) else 0

        w = self.world
        before = size()
        if w.canary.poll() is None:
            w.canary.send_signal(signal.SIGURG)  # of a process that has ended it says nothing
            wait_until(lambda: size() > before or w.canary.poll() is not None, 5)
        return size()

    def attempt(self, probe, launcher):
        w = self.world
        w.runs += 1
        mark = f"mark-{w.token}-{w.runs}."
        signals = self.count_signals()
        scene, _, argument = probe.scene.replace("=", "-", 1).partition("-")
        if probe.scene == "-":
            verdict, why = self.usual(probe, mark, launcher)
        elif probe.scene in ("stdin-file", "stdout-log"):
            verdict, why = getattr(self, "scene_" + probe.scene.replace("-", "_"))(
                probe, mark, launcher, "")
        else:
            verdict, why = getattr(self, f"scene_{scene}")(probe, mark, launcher, argument)
        diff = "swapped" if not w.clean else w.changed(w.clean, w.snapshot())
        if probe.control:
            w.sweep(diff)
            return verdict, why
        if verdict in ("HELD", "TRIED", "ERROR"):
            if os.path.exists(w.log) and os.path.getsize(w.log) > signals:
                verdict, why = "BROKEN", "the signal came to a process of the host"
            elif w.planted():
                verdict, why = "BROKEN", w.planted()
            elif w.clean and diff:
                verdict, why = "BROKEN", diff
        if verdict == "TRIED":
            verdict = "HELD"
        w.sweep(diff)
        return verdict, why

    def run(self, probe, verify_bad):
        root = os.getuid() == 0
        if "root" in probe.needs and not root:
            return "SKIP", "only root can do it without a sandbox"
        if "user" in probe.needs and root:
            return "SKIP", "means nothing for root"
        if "cordon" in probe.needs and self.launcher.kind != "cordon":
            return "SKIP", "a promise of cordon's own interface"
        if "no-baseline" in probe.needs and self.launcher.kind == "none":
            return "SKIP", "not tried without a sandbox"
        if self.launcher.kind == "none" or "kernel" not in probe.needs:
            verdict, why = self.attempt(probe, self.launcher)
            if verify_bad and verdict == "HELD" and "kernel" in probe.needs:
                return "SKIP", f"the host does not allow it: {why}"
            return verdict, why
        verdict, why = self.attempt(probe, Launcher("none", None, None))
        if verdict != "BROKEN":
            return "SKIP", f"the host does not allow it: {why}"
        return self.attempt(probe, self.launcher)


def contract(world, launcher, wanted):
    """What `cordon run` promises about exit codes and words; (name, verdict, reason)."""
    def want_it(name):
        return any(fnmatch.fnmatch(name, g) for g in wanted)

    probe = world.probe

    def go(command, limit=None):
        run = Run(world, launcher.argv(world, command, world.own, [], limit), world.own)
        code = run.wait()
        text, error = run.text(), run.text("err")
        run.close()
        return code, text, error

    for name, command, limit, want in (
            ("ok-exit-code", [probe, "--exit", "7"], None, 7),
            ("ok-exit-signal", [probe, "--signal", "11"], None, 139),
            ("ok-exit-not-found", [f"{world.project}/bin/no-such-program", "x"], None, 127),
            ("ok-exit-time-limit", [probe, world.facts_file, "debris-term"], 1, 124)):
        if not want_it(name):
            continue
        code, _, error = go(command, limit)
        yield name, "OK" if code == want else "FAIL", f"exit {code}, wanted {want} {error[:80]!r}"
    if not want_it("ok-words"):
        return
    words = ["a b", "c'd", "", "$HOME", "x;y", "*", "--", "-n"]
    _, text, error = go([probe, "--echo", *words])
    same = text == "".join(f"[{x}]\n" for x in words)
    yield "ok-words", "OK" if same else "FAIL", f"{text!r} {error[:80]!r}"


def bwrap_works():
    """None, or why no sandbox can be made here."""
    try:
        done = subprocess.run(["bwrap", "--unshare-all", "--ro-bind", "/", "/", "true"],
                              stdin=subprocess.DEVNULL, capture_output=True, text=True,
                              timeout=20, check=False)
    except (OSError, subprocess.TimeoutExpired) as e:
        return f"bwrap cannot be started: {e}"
    if done.returncode != 0:
        return f"bwrap: {done.stderr.strip() or done.returncode}"
    return None


IMAGE = "cordon-test/escape"


def load_image(args):
    """Gives the engine an image for the probes; None, or why there is no engine."""
    found, why = engine.find()
    if found is None:
        return why
    archive = engine.small_system([f"{args.programs}/escape-probe"])
    if archive is None:
        return "busybox, of which the image is made, is not installed"
    found.load(IMAGE, "1", archive)
    os.environ["CORDON_DOCKER_IMAGE"] = f"{IMAGE}:1"
    # The world's home has a config.json for docker that is none.
    os.environ["DOCKER_HOST"] = f"unix://{found.path}"
    return None


def suite(args, base, set_uid):
    if not os.access(base, os.R_OK | os.X_OK):
        print(f"escape: SKIPPED: uid {os.getuid()} cannot reach {base}")
        return 77
    probes = []
    text = subprocess.run([f"{args.programs}/escape-probe", "--list"], check=True,
                          stdout=subprocess.PIPE, text=True).stdout
    for line in text.splitlines():
        name, guarantee, scene, needs = line.split("\t")
        probes.append(Probe(name, guarantee, scene, needs.split()))
    if len({p.name for p in probes}) != len(probes):
        print("escape: two probes have the same name", file=sys.stderr)
        return 2
    if args.only:
        probes = [p for p in probes if any(fnmatch.fnmatch(p.name, g) for g in args.only)]
    if args.list:
        for p in probes:
            print(f"{p.name} {p.guarantee} {' '.join(p.needs)}".rstrip())
        return 0
    launcher = Launcher(args.launcher, args.cordon, args.backend)
    program = {"none": "/", "cordon": args.cordon or ""}.get(args.launcher, args.launcher)
    if not os.access(program, os.X_OK):
        print(f"escape: uid {os.getuid()} cannot execute {program}", file=sys.stderr)
        return 2
    if args.launcher != "none":
        why = args.no_engine if args.backend == "docker" else bwrap_works()
        if why:
            must = args.backend in os.environ.get("CORDON_MUST_WORK", "").split(",")
            print(f"escape: {'FAILED' if must else 'SKIPPED'}: {why}")
            return 1 if must else 77

    counts = {}
    failed = []
    lock = threading.Lock()

    def tell(name, guarantee, verdict, why):
        with lock:
            counts[verdict] = counts.get(verdict, 0) + 1
            bad = ((verdict not in ("BROKEN", "SKIP", "OK")) if args.verify_bad
                   else verdict in ("BROKEN", "ERROR", "FAIL"))
            if bad:
                failed.append(name)
            print(f"{verdict} {name} {guarantee} {why}", flush=True)

    # What takes long goes first; what loads the machine comes last, by itself.
    alone = [p for p in probes if p.scene in ("alone", "memory", "flood")]
    shared = sorted((p for p in probes if p not in alone),
                    key=lambda p: not p.scene.startswith(("race", "survive", "listen", "debris")))
    work = queue.Queue()
    for p in shared:
        work.put(p)
    worlds = [World(base, i, args.programs, set_uid) for i in range(args.jobs)]
    errors = []

    def worker(world):
        runner = Runner(world, launcher, probes)
        while not errors:
            try:
                probe = work.get_nowait()
            except queue.Empty:
                return
            try:
                tell(probe.name, probe.guarantee, *runner.run(probe, args.verify_bad))
            except Exception as e:  # the suite's own failure ends it, with its place
                errors.append((probe.name, e))
                raise

    begin = time.monotonic()
    threads = [threading.Thread(target=worker, args=(w,)) for w in worlds]
    done = False
    try:
        for t in threads:
            t.start()
        for t in threads:
            t.join()
        runner = Runner(worlds[0], launcher, probes)
        for probe in alone:
            if not errors:
                tell(probe.name, probe.guarantee, *runner.run(probe, args.verify_bad))
        if args.launcher == "cordon" and not errors:
            for name, verdict, why in contract(worlds[0], launcher, args.only or ["*"]):
                tell(name, "control", verdict, why)
        done = True
    finally:
        if not done:
            errors.append(("the middle", "stopped"))
            for t in threads:
                if t.is_alive():
                    t.join()
        for w in worlds:
            w.close()
    if errors:
        print(f"escape: the suite failed in {errors[0][0]}: {errors[0][1]!r}", file=sys.stderr)
        return 2
    n = counts.get
    print(f"uid {os.getuid()}, launcher {os.path.basename(args.launcher)}: {n('HELD', 0)} held, "
          f"{n('BROKEN', 0)} broken, {n('SKIP', 0)} skipped, {n('ERROR', 0)} errors; controls "
          f"{n('OK', 0)} ok, {n('FAIL', 0)} failed; {time.monotonic() - begin:.1f} s")
    if failed:
        print(f"failed: {' '.join(sorted(failed))}")
    if not counts:
        print("escape: no probe has such a name", file=sys.stderr)
        return 2
    return 1 if failed else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--programs", required=True, help="folder of escape-probe, escape-host")
    parser.add_argument("--launcher", default="cordon", help="none, cordon, or a program")
    parser.add_argument("--cordon", help="path of cordon")
    parser.add_argument("--backend", default="bwrap", help="of cordon")
    parser.add_argument("--as-user", type=int, metavar="UID", help="as this uid (needs root)")
    parser.add_argument("--world", default="/tmp", help="folder below which the world is made")
    parser.add_argument("--only", action="append", metavar="GLOB")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--verify-bad", action="store_true",
                        help="every probe must be BROKEN (with launcher none)")
    args = parser.parse_args()
    args.programs = os.path.abspath(args.programs)
    if args.cordon:
        args.cordon = os.path.abspath(args.cordon)
    if args.launcher not in ("none", "cordon"):
        args.launcher = os.path.abspath(args.launcher)
    if args.verify_bad and args.launcher != "none":
        parser.error("--verify-bad needs --launcher none")
    if args.as_user and os.getuid() != 0:
        parser.error("--as-user needs root")
    sys.stdout.reconfigure(line_buffering=True)
    os.umask(0o022)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(2))

    base = tempfile.mkdtemp(prefix="cordon-escape.", dir=os.path.realpath(args.world))
    os.chmod(base, 0o755)
    try:
        # The build tree may be unreadable for the other user.
        os.mkdir(f"{base}/programs", 0o755)
        for name in ("escape-probe", "escape-host"):
            shutil.copy(f"{args.programs}/{name}", f"{base}/programs/{name}")
            os.chmod(f"{base}/programs/{name}", 0o755)
        args.programs = f"{base}/programs"
        groups = []
        args.no_engine = load_image(args) if args.backend == "docker" else None
        if args.backend == "docker" and args.no_engine is None:
            # Who may use the engine is in the group of its socket.
            groups = [os.stat(engine.find()[0].path).st_gid]
        if not args.as_user:
            return suite(args, base, False)
        os.chown(base, args.as_user, args.as_user)
        for i in range(args.jobs):
            for folder in (f"{base}/w{i}", f"{base}/w{i}/host"):
                os.mkdir(folder)
                os.chown(folder, args.as_user, args.as_user)
            planted = f"{base}/w{i}/host/set-uid-probe"
            shutil.copy(f"{args.programs}/escape-host", planted)
            os.chmod(planted, 0o4755)
        # A fork, not a new program: the interpreter's own files may be unreadable for that user.
        pid = os.fork()
        if pid == 0:
            code = 2
            try:
                os.setgroups(groups)
                os.setresgid(args.as_user, args.as_user, args.as_user)
                os.setresuid(args.as_user, args.as_user, args.as_user)
                code = suite(args, base, True)
            except BaseException as e:  # the child must not run the parent's clean-up
                if not isinstance(e, SystemExit):
                    sys.excepthook(type(e), e, e.__traceback__)
            finally:
                sys.stdout.flush()
                sys.stderr.flush()
                os._exit(code)
        try:
            _, status = os.waitpid(pid, 0)
        except SystemExit:
            os.kill(pid, signal.SIGTERM)
            _, status = os.waitpid(pid, 0)
        return os.waitstatus_to_exitcode(status)
    finally:
        shutil.rmtree(base, ignore_errors=True)
        if args.backend == "docker" and engine.find()[0] is not None:
            engine.find()[0].remove(f"{IMAGE}:1")


if __name__ == "__main__":
    sys.exit(main())

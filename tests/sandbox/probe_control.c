/* SPDX-License-Identifier: MIT */
/*
 * probe_control.c: what must work inside.  A sandbox in which nothing works holds every promise,
 * so the suite fails when one of these does.
 */
#define _GNU_SOURCE /* memfd_create, posix_openpt */
#include "probe.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <netinet/in.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static const char *in_own(const struct world *w, const char *name)
{
    return text_keep("%s/%s", world_get(w, "own"), name);
}

static struct result must(long rc, const char *what)
{
    return rc >= 0 ? OK("%s", what) : FAIL("%s: %s", what, strerror(errno));
}

static struct result own_files(const struct world *w, const char *arg)
{
    (void)arg;
    const char *a = in_own(w, "ok-a");
    const char *b = in_own(w, "ok-b");
    char text[64];
    if (file_write(a, "one") != 0) {
        return FAIL("create: %s", strerror(errno));
    }
    if (rename(a, b) != 0) {
        return FAIL("rename: %s", strerror(errno));
    }
    if (file_read(b, text, sizeof text) != 3) {
        return FAIL("read back: %s", strerror(errno));
    }
    if (truncate(b, 1) != 0 || chmod(b, 0755) != 0) {
        return FAIL("truncate or chmod: %s", strerror(errno));
    }
    if (symlink("ok-b", a) != 0 || link(b, in_own(w, "ok-c")) != 0) {
        return FAIL("links: %s", strerror(errno));
    }
    if (unlink(a) != 0 || unlink(b) != 0 || unlink(in_own(w, "ok-c")) != 0) {
        return FAIL("unlink: %s", strerror(errno));
    }
    return OK("create, rename, read, truncate, chmod, link, delete");
}

static struct result own_folders(const struct world *w, const char *arg)
{
    (void)arg;
    const char *top = in_own(w, "ok-top");
    if (mkdir(top, 0755) != 0 || mkdir(text_keep("%s/sub", top), 0755) != 0 ||
        file_write(text_keep("%s/sub/f", top), "x") != 0) {
        return FAIL("make: %s", strerror(errno));
    }
    if (rename(top, in_own(w, "ok-moved")) != 0) {
        return FAIL("rename: %s", strerror(errno));
    }
    const char *const argv[] = {"rm", "-r", in_own(w, "ok-moved"), NULL};
    char text[256];
    return program_run(argv, text, sizeof text) == 0 ? OK("make, rename, rm -r")
                                                     : FAIL("rm -r: %s", text);
}

static struct result own_existing(const struct world *w, const char *arg)
{
    return must(file_write(in_own(w, arg), "changed by the agent\n"), arg);
}

static struct result own_mapped(const struct world *w, const char *arg)
{
    (void)arg;
    const char *path = in_own(w, "ok-map");
    int fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0644);
    if (fd < 0 || ftruncate(fd, 4096) != 0) {
        return FAIL("create: %s", strerror(errno));
    }
    char *p = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    if (p == MAP_FAILED) {
        return FAIL("mmap: %s", strerror(errno));
    }
    *p = 'x';
    unlink(path);
    return OK("shared mapping");
}

static struct result own_script(const struct world *w, const char *arg)
{
    (void)arg;
    const char *path = in_own(w, "ok-script");
    if (file_write(path, "#!/bin/sh\necho it runs\n") != 0 || chmod(path, 0755) != 0) {
        return FAIL("write: %s", strerror(errno));
    }
    char text[64];
    const char *const argv[] = {path, NULL};
    int rc = program_run(argv, text, sizeof text);
    unlink(path);
    return rc == 0 && strcmp(text, "it runs\n") == 0 ? OK("a script of the own folder runs")
                                                     : FAIL("exit %d: %s", rc, text);
}

static struct result read_file_of(const struct world *w, const char *arg)
{
    char text[256];
    const char *path = text_keep("%s/victim", world_get(w, arg));
    return file_read(path, text, sizeof text) > 0 ? OK("%s", path)
                                                  : FAIL("%s: %s", path, strerror(errno));
}

static struct result read_harmless(const struct world *w, const char *arg)
{
    char text[256];
    const char *path = text_keep("%s/%s", world_get(w, "project"), arg);
    return file_read(path, text, sizeof text) > 0 ? OK("%s", path)
                                                  : FAIL("%s: %s", path, strerror(errno));
}

static struct result scratch(const struct world *w, const char *arg)
{
    (void)w;
    const char *folder = arg[0] == '$' ? getenv(arg + 1) : arg;
    if (folder == NULL) {
        return FAIL("%s is not set", arg);
    }
    const char *path = text_keep("%s/ok-%d", folder, (int)getpid());
    if (file_write(path, "x") != 0) {
        return FAIL("%s: %s", path, strerror(errno));
    }
    return must(unlink(path), path);
}

/* TMPDIR need not be set, but what it names must work. */
static struct result temporary(const struct world *w, const char *arg)
{
    (void)arg;
    return scratch(w, getenv("TMPDIR") != NULL ? "$TMPDIR" : "/tmp");
}

static struct result current_folder(const struct world *w, const char *arg)
{
    (void)arg;
    char text[4096];
    if (getcwd(text, sizeof text) == NULL) {
        return FAIL("getcwd: %s", strerror(errno));
    }
    return strcmp(text, world_get(w, "own")) == 0 ? OK("the loop's folder") : FAIL("%s", text);
}

/* A program that may be missing on the host: no proof either way. */
static struct result program(const char *const argv[], const char *expect)
{
    char text[4096];
    int rc = program_run(argv, text, sizeof text);
    if (rc == 127) {
        return SKIP("%s is not installed", argv[0]);
    }
    return rc == 0 && strstr(text, expect) != NULL ? OK("%s", argv[0])
                                                   : FAIL("%s: exit %d: %.150s", argv[0], rc, text);
}

static struct result git_status(const struct world *w, const char *arg)
{
    const char *const argv[] = {"git", "-C", world_get(w, arg), "status", NULL};
    return program(argv, "branch");
}

static struct result python(const struct world *w, const char *arg)
{
    (void)w;
    (void)arg;
    const char *const argv[] = {"python3", "-c",
                                "import subprocess,sys,threading\n"
                                "t=threading.Thread(target=print,args=('thread',));"
                                "t.start();t.join()\n"
                                "print(subprocess.check_output(['echo','child']).decode())",
                                NULL};
    return program(argv, "child");
}

static struct result python_pool(const struct world *w, const char *arg)
{
    (void)w;
    (void)arg;
    const char *const argv[] = {"python3", "-c",
                                "from concurrent.futures import ProcessPoolExecutor as P\n"
                                "with P(2) as p: print('sum', sum(p.map(abs, [-1, -2, 3])))",
                                NULL};
    return program(argv, "sum 6");
}

static struct result compiler(const struct world *w, const char *arg)
{
    (void)arg;
    const char *source = in_own(w, "ok.c");
    const char *binary = in_own(w, "ok-binary");
    file_write(source, "#include <stdio.h>\nint main(void) { puts(\"compiled\"); return 0; }\n");
    const char *const build[] = {"gcc", "-o", binary, source, NULL};
    struct result r = program(build, "");
    unlink(source);
    if (r.verdict != VERDICT_OK) {
        return r;
    }
    const char *const run[] = {binary, NULL};
    r = program(run, "compiled");
    unlink(binary);
    return r;
}

static struct result shell(const struct world *w, const char *arg)
{
    (void)w;
    (void)arg;
    const char *const argv[] = {"sh", "-c", "echo a | tr a b | cat; wait", NULL};
    return program(argv, "b");
}

static struct result read_system(const struct world *w, const char *arg)
{
    (void)w;
    char text[256];
    return file_read(arg, text, sizeof text) > 0 ? OK("%s", arg)
                                                 : FAIL("%s: %s", arg, strerror(errno));
}

static struct result write_device(const struct world *w, const char *arg)
{
    (void)w;
    return must(open(arg, O_RDWR | O_CLOEXEC), arg);
}

static struct result pseudo_terminal(const struct world *w, const char *arg)
{
    (void)w;
    (void)arg;
    int master = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);
    if (master < 0 || grantpt(master) != 0 || unlockpt(master) != 0) {
        return FAIL("posix_openpt: %s", strerror(errno));
    }
    char name[64];
    if (ptsname_r(master, name, sizeof name) != 0) {
        return FAIL("ptsname: %s", strerror(errno));
    }
    return must(open(name, O_RDWR | O_NOCTTY | O_CLOEXEC), name);
}

static struct result localhost(const struct world *w, const char *arg)
{
    (void)w;
    (void)arg;
    struct sockaddr_in addr = {.sin_family = AF_INET};
    addr.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof addr;
    int server = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (server < 0 || bind(server, (const struct sockaddr *)&addr, size) != 0 ||
        listen(server, 1) != 0 || getsockname(server, (struct sockaddr *)&addr, &size) != 0) {
        return FAIL("listen: %s", strerror(errno));
    }
    int client = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (connect(client, (const struct sockaddr *)&addr, size) != 0) {
        return FAIL("connect: %s", strerror(errno));
    }
    int accepted = accept(server, NULL, NULL);
    return must(accepted < 0 ? -1 : write(accepted, "x", 1), "own listener on 127.0.0.1");
}

static struct result localhost_name(const struct world *w, const char *arg)
{
    (void)w;
    (void)arg;
    struct addrinfo *list = NULL;
    int rc = getaddrinfo("localhost", "80", NULL, &list);
    if (rc != 0) {
        return FAIL("localhost: %s", gai_strerror(rc));
    }
    freeaddrinfo(list);
    return OK("localhost has an address");
}

static struct result socket_pair(const struct world *w, const char *arg)
{
    (void)w;
    (void)arg;
    int ends[2];
    return must(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends), "socketpair");
}

static struct result shared_memory(const struct world *w, const char *arg)
{
    (void)w;
    (void)arg;
    const char *name = text_keep("/cordon-ok-%d", (int)getpid());
    int fd = shm_open(name, O_RDWR | O_CREAT | O_EXCL, 0600);
    if (fd < 0) {
        return FAIL("shm_open: %s", strerror(errno));
    }
    return must(shm_unlink(name), "shm_open and shm_unlink");
}

static struct result memory_file(const struct world *w, const char *arg)
{
    (void)w;
    (void)arg;
    return must(memfd_create("ok", MFD_CLOEXEC), "memfd_create");
}

static struct result stop_child(const struct world *w, const char *arg)
{
    (void)w;
    (void)arg;
    pid_t pid = fork();
    if (pid == 0) {
        pause();
        _exit(0);
    }
    int status = 0;
    if (pid < 0 || kill(pid, SIGTERM) != 0 || waitpid(pid, &status, 0) != pid) {
        return FAIL("fork, kill, wait: %s", strerror(errno));
    }
    return WIFSIGNALED(status) ? OK("a child is started and stopped") : FAIL("status %d", status);
}

static struct result many_children(const struct world *w, const char *arg)
{
    (void)w;
    (void)arg;
    pid_t pids[200];
    for (int i = 0; i < 200; i++) {
        pids[i] = fork();
        if (pids[i] == 0) {
            pause();
            _exit(0);
        }
        if (pids[i] < 0) {
            return FAIL("child %d: %s", i, strerror(errno));
        }
    }
    for (int i = 0; i < 200; i++) {
        kill(pids[i], SIGKILL);
        waitpid(pids[i], NULL, 0);
    }
    return OK("200 children at once");
}

static struct result many_files(const struct world *w, const char *arg)
{
    (void)w;
    (void)arg;
    for (int i = 0; i < 900; i++) {
        if (open("/dev/null", O_RDONLY | O_CLOEXEC) < 0) {
            return FAIL("file %d: %s", i, strerror(errno));
        }
    }
    return OK("900 open files");
}

static struct result much_memory(const struct world *w, const char *arg)
{
    (void)w;
    (void)arg;
    size_t size = 512U << 20;
    char *p = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    return p == MAP_FAILED ? FAIL("512 MiB: %s", strerror(errno)) : OK("512 MiB");
}

/* A child that keeps the output open must not keep the launcher waiting. */
static struct result held_output(const struct world *w, const char *arg)
{
    (void)w;
    (void)arg;
    if (fork() == 0) {
        signal(SIGTERM, SIG_IGN);
        sleep(30);
        _exit(0);
    }
    return OK("left a child that holds the output");
}

static struct result variable(const struct world *w, const char *arg)
{
    (void)w;
    const char *value = getenv(arg);
    return value != NULL && value[0] != '\0' ? OK("%s is set", arg) : FAIL("%s is not set", arg);
}

static struct result empty_input(const struct world *w, const char *arg)
{
    (void)w;
    (void)arg;
    char c;
    ssize_t n = read(0, &c, 1);
    return n == 0 ? OK("the input is empty") : FAIL("read %zd bytes", n);
}

void probes_control(void)
{
    static const struct {
        const char *name;
        unsigned needs;
        const char *scene;
        probe_fn fn;
        const char *arg;
    } table[] = {
        {"own-files", 0, NULL, own_files, NULL},
        {"own-folders", 0, NULL, own_folders, NULL},
        {"own-existing", 0, NULL, own_existing, "notes.txt"},
        {"own-existing-deep", 0, NULL, own_existing, "deep/notes.txt"},
        {"own-mapped", 0, NULL, own_mapped, NULL},
        {"own-script", 0, NULL, own_script, NULL},
        {"own-cwd", 0, NULL, current_folder, NULL},
        {"read-project", 0, NULL, read_file_of, "t.project"},
        {"read-sibling-inside", 0, NULL, read_file_of, "t.sibling-inside"},
        {"read-sibling-deep", 0, NULL, read_file_of, "t.sibling-deep"},
        {"read-sibling-outside", 0, NULL, read_file_of, "t.sibling-outside"},
        {"read-app", 0, NULL, read_file_of, "t.app"},
        {"read-env-example", 0, NULL, read_harmless, ".env.example"},
        {"read-env-ts", 0, NULL, read_harmless, "src/env.ts"},
        {"tmp", 0, NULL, scratch, "/tmp"},
        {"home", 0, NULL, scratch, "$HOME"},
        {"tmpdir", 0, NULL, temporary, NULL},
        {"git-status", 0, NULL, git_status, "own"},
        {"git-status-project", 0, NULL, git_status, "project"},
        {"python", 0, NULL, python, NULL},
        {"python-pool", 0, NULL, python_pool, NULL},
        {"gcc", 0, NULL, compiler, NULL},
        {"shell", 0, NULL, shell, NULL},
        {"cpuinfo", 0, NULL, read_system, "/proc/cpuinfo"},
        {"meminfo", 0, NULL, read_system, "/proc/meminfo"},
        {"proc-self", 0, NULL, read_system, "/proc/self/status"},
        {"hosts", 0, NULL, read_system, "/etc/hosts"},
        {"passwd", 0, NULL, read_system, "/etc/passwd"},
        {"urandom", 0, NULL, read_system, "/dev/urandom"},
        {"dev-null", 0, NULL, write_device, "/dev/null"},
        {"dev-zero", 0, NULL, write_device, "/dev/zero"},
        {"pty", 0, NULL, pseudo_terminal, NULL},
        {"localhost", 0, NULL, localhost, NULL},
        {"localhost-name", 0, NULL, localhost_name, NULL},
        {"socketpair", 0, NULL, socket_pair, NULL},
        {"shm", 0, NULL, shared_memory, NULL},
        {"memfd", 0, NULL, memory_file, NULL},
        {"stop-child", 0, NULL, stop_child, NULL},
        {"many-children", 0, NULL, many_children, NULL},
        {"many-files", 0, NULL, many_files, NULL},
        {"much-memory", 0, NULL, much_memory, NULL},
        {"held-output", NEED_NO_BASELINE, "prompt", held_output, NULL},
        {"path", 0, NULL, variable, "PATH"},
        {"ci", NEED_CORDON, NULL, variable, "CI"},
        {"empty-input", NEED_CORDON, NULL, empty_input, NULL},
    };
    for (size_t i = 0; i < sizeof(table) / sizeof(table[0]); i++) {
        const struct probe row = {text_keep("ok-%s", table[i].name),
                                  "control",
                                  table[i].needs,
                                  table[i].scene,
                                  table[i].fn,
                                  table[i].arg};
        probes_add(&row, 1);
    }
}

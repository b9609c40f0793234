/* SPDX-License-Identifier: MIT */
/* Was it the sandbox?  Messages of real tools, and their false friends. */
#include <criterion/criterion.h>
#include <string.h>

#include "model/explain.h"

static void mount(CordonLaunch *launch, guint32 role, guint32 access, guint32 kind,
                  const char *path)
{
    g_ptr_array_add(launch->mounts, cordon_mount_new(role, access, kind, path, path));
}

static CordonLaunch *sample(void)
{
    CordonLaunch *launch = cordon_launch_new();

    launch->cwd = g_strdup("/p/loops/a");
    launch->processes = 64;
    mount(launch, CORDON_ROLE_SYSTEM, CORDON_ACCESS_READ, CORDON_KIND_FOLDER, "/usr");
    mount(launch, CORDON_ROLE_HOME, CORDON_ACCESS_WRITE, CORDON_KIND_FRESH, "/home/u");
    mount(launch, CORDON_ROLE_TOOL, CORDON_ACCESS_READ, CORDON_KIND_FOLDER, "/home/u/.cargo");
    mount(launch, CORDON_ROLE_PROJECT, CORDON_ACCESS_READ, CORDON_KIND_FOLDER, "/p");
    mount(launch, CORDON_ROLE_LOOP, CORDON_ACCESS_WRITE, CORDON_KIND_FOLDER, "/p/loops/a");
    mount(launch, CORDON_ROLE_PROTECTED, CORDON_ACCESS_READ, CORDON_KIND_FOLDER, "/p/loops/a/.git");
    mount(launch, CORDON_ROLE_PIN, CORDON_ACCESS_WRITE, CORDON_KIND_FOLDER, "/p/loops/a/deep");
    mount(launch, CORDON_ROLE_SIBLING, CORDON_ACCESS_READ, CORDON_KIND_FOLDER, "/p/loops/a/deep/b");
    mount(launch, CORDON_ROLE_SECRET, CORDON_ACCESS_HIDDEN, CORDON_KIND_FILE, "/p/.env");
    mount(launch, CORDON_ROLE_SECRET, CORDON_ACCESS_HIDDEN, CORDON_KIND_FOLDER, "/p/secrets");
    return launch;
}

#define READ_ONLY(path) "the sandbox keeps " path " read-only; write in loops/a"
#define NO_NETWORK      "the sandbox has no network; work with what is on this machine already"
#define LOCALHOST                                                                                  \
    "the sandbox has a localhost of its own, where servers of this machine are not; start what "   \
    "you need in the same command"
#define PROCESSES                                                                                  \
    "the sandbox allows 64 processes and threads at one time, and the command may have reached "   \
    "that; start fewer"
#define GIT(path)                                                                                  \
    "the sandbox keeps the repository read-only (" path "), so this git command cannot change "    \
    "it; files can be written in loops/a"
#define HIDDEN_FOLDER(path)                                                                        \
    "the sandbox hides " path ", because its name is that of secrets, or it cannot be searched; "  \
    "go on without it"
#define HIDDEN(path)                                                                               \
    "the sandbox hides " path ", because its name is that of a secret or of a socket; go on "      \
    "without it"

Test(explain, real_messages_are_told_from_their_false_friends)
{
    static const struct {
        const char *text, *sentence;
    } CASES[] = {
        {"mkdir: cannot create directory '/p/src/x': Read-only file system", READ_ONLY("/p/src/x")},
        {"mkdir: cannot create directory ‘/p/src/x’: Read-only file system", READ_ONLY("/p/src/x")},
        {"touch: cannot touch '../../x': Read-only file system", READ_ONLY("/p/x")},
        {"/bin/sh: 1: cannot create /p/src/x: Read-only file system", READ_ONLY("/p/src/x")},
        {"bash: /p/x: Read-only file system", READ_ONLY("/p/x")},
        {"tee: ../b/x: Read-only file system", READ_ONLY("/p/loops/b/x")},
        {"OSError: [Errno 30] Read-only file system: '/p/src/x'", READ_ONLY("/p/src/x")},
        {"Error: EROFS: read-only file system, open '/p/src/x'", READ_ONLY("/p/src/x")},
        {"open /p/src/x: read-only file system", READ_ONLY("/p/src/x")},
        {"error: failed to write `/p/Cargo.lock`: Read-only file system (os error 30)",
         READ_ONLY("/p/Cargo.lock")},
        {"FileNotFoundError: [Errno 2] No such file or directory: 'nope'", NULL},
        {"ModuleNotFoundError: No module named 'nosuchmod'", NULL},
        {"java.io.FileNotFoundException: x", NULL},
        {"npm error code ENOTFOUND", NO_NETWORK},
        {"Error: getaddrinfo ENOTFOUND example.org", NO_NETWORK},
        {"connect ECONNREFUSED 127.0.0.1:5432", LOCALHOST},
        {"psql: error: connection to server at \"localhost\" (127.0.0.1), port 5432 failed: "
         "Connection refused",
         LOCALHOST},
        {"connect to 10.0.0.1: Connection refused", NULL},
        {"Cannot connect to the Docker daemon at unix:///var/run/docker.sock. Is the docker daemon "
         "running?",
         "the sandbox lets no command reach the Docker daemon of this machine"},
        {"/bin/sh: 1: Cannot fork", PROCESSES},
        {"BlockingIOError: [Errno 11] Resource temporarily unavailable", NULL},
        {"fork: retry: Resource temporarily unavailable", PROCESSES},
        {"java.io.FileNotFoundException: /p/out.txt (Read-only file system)",
         READ_ONLY("/p/out.txt")},
        {"mv: cannot move 'x' to '/p/loops/a/deep/b/x': Read-only file system",
         READ_ONLY("/p/loops/a/deep/b/x")},
        {"cp: cannot create regular file '/usr/lib/x': Read-only file system",
         READ_ONLY("/usr/lib/x")},
        {"touch: cannot touch '/x': Read-only file system", READ_ONLY("/x")},
        {"fatal: Unable to create '/p/loops/a/.git/index.lock': Read-only file system",
         GIT("/p/loops/a/.git/index.lock")},
        {"touch: cannot touch '/p/x': Read-only file system\nmake: *** [all] Error 1\n",
         READ_ONLY("/p/x")},
        {"touch: cannot touch '/p/x': Read-only file system\n"
         "touch: cannot touch '/p/y': Read-only file system\n",
         READ_ONLY("/p/y")},
        /* in the loop, in the fresh home: not ours */
        {"touch: cannot touch '/p/loops/a/x': Read-only file system", NULL},
        {"touch: cannot touch 'x': Read-only file system", NULL},
        {"touch: cannot touch '/home/u/x': Read-only file system", NULL},
        {"Read-only file system", NULL},
        {"the docs say: a read-only file system is fine", NULL},

        {"curl: (6) Could not resolve host: example.org", NO_NETWORK},
        {"npm ERR! code EAI_AGAIN", NO_NETWORK},
        {"npm ERR! network getaddrinfo ENOTFOUND replicate.npmjs.org", NO_NETWORK},
        {"connect: Network is unreachable", NO_NETWORK},
        {"socket.gaierror: [Errno -3] Temporary failure in name resolution", NO_NETWORK},
        {"Error: connect ENETUNREACH 1.1.1.1:443", NO_NETWORK},
        {"java.net.UnknownHostException: repo.maven.apache.org", NO_NETWORK},
        {"As a reminder, you're using offline mode (--offline) but --offline was specified",
         NO_NETWORK},
        {"undefined reference to `getaddrinfo'", NULL},
        {"warning: implicit declaration of function 'getaddrinfo'", NULL},
        {"HTTP 404 Not Found", NULL},

        {"cat: /p/.env: Permission denied", HIDDEN("/p/.env")},
        {"cat: ../../.env: Permission denied", HIDDEN("/p/.env")},
        {"Error: EACCES: permission denied, open '/p/.env'", HIDDEN("/p/.env")},
        {"ls: cannot open directory '/p/secrets/x': Permission denied",
         HIDDEN_FOLDER("/p/secrets")},
        {"cat: /p/.envx: Permission denied", NULL},
        {"cat: /p/other: Permission denied", NULL},
        {"Permission denied", NULL},
        {"Permission denied (publickey).", NULL},
        {"bash: ./run.sh: Permission denied", NULL},

        {"cat: /home/u/.bashrc: No such file or directory",
         "the sandbox keeps the home folder /home/u out of view, so /home/u/.bashrc is not there"},
        {"cat: /home/u/.cargo/x: No such file or directory", NULL},
        {"cat: /home/v/.bashrc: No such file or directory", NULL},
        {"cat: x: No such file or directory", NULL},
        {"/home/u/p/x.c:1:10: fatal error: y.h: No such file or directory", NULL},

        {"mv: cannot move '/p/loops/a/deep' to '/p/loops/a/x': Device or resource busy", NULL},
        {"rm: cannot remove '/p/loops/a/deep': Device or resource busy",
         "the sandbox holds /p/loops/a/deep in its place, because it is or holds something "
         "read-only or hidden; leave it where it is"},
        {"rm: cannot remove '/p/loops/a/x': Device or resource busy", NULL},

        {"socket: Address family not supported by protocol",
         "the sandbox lets no command open Unix sockets or other special sockets; use files or "
         "pipes"},
        /* A name that a terminal would obey is shown and not sent. */
        {"tee: /p/x\033]0;y\007: Read-only file system", READ_ONLY("$'/p/x\\033]0;y\\007'")},
        {"cat: /p/secrets/\033[2J: Permission denied", HIDDEN_FOLDER("/p/secrets")},
        {"cat: /home/u/\342\200\256x: No such file or directory",
         "the sandbox keeps the home folder /home/u out of view, so $'/home/u/\\342\\200\\256x' is "
         "not "
         "there"},
        {"", NULL},
        {"\n\n", NULL},
        {"'", NULL},
        {": Read-only file system", NULL},
        {"\xff\xfe: Read-only file system", NULL},
    };
    g_autoptr(CordonLaunch) launch = sample();

    for (gsize i = 0; i < G_N_ELEMENTS(CASES); i++) {
        g_autofree char *sentence =
            cordon_explain_failure(launch, "/p/loops/a", CASES[i].text, strlen(CASES[i].text));

        if (CASES[i].sentence == NULL)
            cr_expect_null(sentence, "%s -> %s", CASES[i].text, sentence);
        else
            cr_expect(g_strcmp0(sentence, CASES[i].sentence) == 0, "%s -> %s", CASES[i].text,
                      sentence != NULL ? sentence : "(nothing)");
    }
}

Test(explain, a_loop_that_is_the_project_is_named_whole)
{
    g_autoptr(CordonLaunch) launch = cordon_launch_new();
    const char *text = "touch: cannot touch '/usr/x': Read-only file system";
    g_autofree char *sentence = NULL;

    launch->cwd = g_strdup("/p");
    mount(launch, CORDON_ROLE_SYSTEM, CORDON_ACCESS_READ, CORDON_KIND_FOLDER, "/usr");
    mount(launch, CORDON_ROLE_LOOP, CORDON_ACCESS_WRITE, CORDON_KIND_FOLDER, "/p");
    sentence = cordon_explain_failure(launch, "/p", text, strlen(text));
    cr_expect_str_eq(sentence, "the sandbox keeps /usr/x read-only; write in /p");
}

Test(explain, output_of_any_size_and_kind_is_bounded)
{
    g_autoptr(CordonLaunch) launch = sample();
    gsize size = 4 * 1024 * 1024;
    g_autofree char *noise = g_malloc(size);
    g_autofree char *sentence = NULL;

    for (gsize i = 0; i < size; i++)
        noise[i] = (char)(i * 7919 % 251);
    sentence = cordon_explain_failure(launch, "/p/loops/a", noise, size);
    cr_expect_null(sentence);
}

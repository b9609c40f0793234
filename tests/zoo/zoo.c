/* SPDX-License-Identifier: MIT */
/* The zoo: one backend, built many times.  Without a definition it is honest.  A breed is made by
 * definitions (CMakeLists.txt):
 *
 *   its shape    ZOO_NO_SYMBOL, ZOO_V2_ONLY, ZOO_SIZE=n, ZOO_SHORTER, ZOO_LONGER, ZOO_NULL_PROBE,
 *                ZOO_NULL_ID, ZOO_WRONG_ID
 *   a deed       ZOO_DEED=crash (see below), done in ZOO_IN_CONSTRUCTOR, ZOO_IN_OPEN, ZOO_IN_PROBE,
 *                ZOO_IN_HINT, ZOO_IN_WRAP or ZOO_IN_CLOSE
 *   a blocker    ZOO_BLOCKED: its probe pushes a finding that blocks
 *   what it pushes or returns in a wrong way: the remaining ones */
#define _GNU_SOURCE /* usleep(), setenv() */
#include <fcntl.h>
#include <locale.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cordon/backend.h>
#include <cordon/guarantees.h>

#define UNUSED __attribute__((unused))

#define FOREVER_US (1000u * 1000)

static const struct cordon_host *host;

/* --- deeds --- */

static void crash(void) UNUSED;
static void crash(void)
{
    (void)raise(SIGSEGV);
}

static void hang(void) UNUSED;
static void hang(void)
{
    for (;;)
        usleep(FOREVER_US);
}

static void exit_quietly(void) UNUSED;
static void exit_quietly(void)
{
    exit(0);
}

static void print(void) UNUSED;
static void print(void)
{
    (void)puts("a word from the zoo");
}

static void print_error(void) UNUSED;
static void print_error(void)
{
    (void)fputs("a complaint from the zoo\n", stderr);
}

static void close_host(void) UNUSED;
static void close_host(void)
{
    (void)close(3);
}

static void close_output(void) UNUSED;
static void close_output(void)
{
    (void)close(1);
}

static void close_all(void) UNUSED;
static void close_all(void)
{
    for (int fd = 0; fd < 1024; fd++)
        (void)close(fd);
}

static void leak_descriptor(void) UNUSED;
static void leak_descriptor(void)
{
    (void)!open("/dev/null", O_RDONLY);
}

static void change_folder(void) UNUSED;
static void change_folder(void)
{
    (void)!chdir("/usr");
}

static void change_umask(void) UNUSED;
static void change_umask(void)
{
    (void)umask(0);
}

static void change_environment(void) UNUSED;
static void change_environment(void)
{
    (void)setenv("ZOO", "was here", 1);
}

static void change_signal(void) UNUSED;
static void change_signal(void)
{
    (void)signal(SIGTERM, SIG_IGN);
}

static void change_locale(void) UNUSED;
static void change_locale(void)
{
    (void)setlocale(LC_ALL, "C.UTF-8");
}

static void *sleep_for_ever(void *nothing) UNUSED;
static void *sleep_for_ever(void *nothing)
{
    for (;;)
        usleep(FOREVER_US);
    return nothing;
}

static void leave_thread(void) UNUSED;
static void leave_thread(void)
{
    pthread_t thread;

    (void)pthread_create(&thread, NULL, sleep_for_ever, NULL);
}

static void leave_child(void) UNUSED;
static void leave_child(void)
{
    if (fork() == 0)
        hang();
}

/* A daemon: of no process group and no session of ours. */
static void leave_daemon(void) UNUSED;
static void leave_daemon(void)
{
    if (fork() == 0) {
        (void)setsid();
        if (fork() == 0)
            hang();
        _exit(0);
    }
}

/* A crash must not let a child live on either. */
static void leave_daemon_and_crash(void) UNUSED;
static void leave_daemon_and_crash(void)
{
    leave_daemon();
    usleep(50 * 1000);
    crash();
}

static void kill_parent(void) UNUSED;
static void kill_parent(void)
{
    (void)kill(getppid(), SIGKILL);
    hang();
}

static void log_much(void) UNUSED;
static void log_much(void)
{
    for (int i = 0; i < 100000; i++)
        host->log(host, CORDON_LOG_WARNING, "a line for \xff developers");
}

#ifdef ZOO_DEED
#define DO_DEED() ZOO_DEED()
#else
#define DO_DEED() (void)0
#endif

/* --- the backend --- */

#ifdef ZOO_IN_CONSTRUCTOR
static void __attribute__((constructor)) construct(void)
{
    DO_DEED();
}
#endif

static int32_t zoo_open(const struct cordon_host *given, void **ret_self)
{
    host = given;
#ifdef ZOO_IN_OPEN
    DO_DEED();
#endif
#ifdef ZOO_OPEN_FAILS
    return CORDON_E_UNAVAILABLE;
#endif
    *ret_self = NULL;
    return CORDON_OK;
}

static void zoo_close(void *self)
{
    (void)self;
#ifdef ZOO_IN_CLOSE
    DO_DEED();
#endif
}

static int32_t put_finding(struct cordon_call *call, uint32_t severity, const char *code,
                           const char *subject)
{
    const struct cordon_finding finding = {
        .struct_size = sizeof finding,
        .severity = severity,
        .code = code,
        .subject = subject,
    };

    return host->put_finding(call, &finding);
}

static int32_t put_offer(struct cordon_call *call, const char *guarantee)
{
    const struct cordon_offer offer = {
        .struct_size = sizeof offer,
        .strength = CORDON_STRENGTH_ENFORCED,
        .guarantee = guarantee,
        .limits = "It is only a zoo.",
    };

    return host->put_offer(call, &offer);
}

static int32_t zoo_probe(void *self, struct cordon_call *call, uint32_t depth)
{
    int32_t status = CORDON_OK;

    (void)self;
    (void)depth;
#ifdef ZOO_IN_PROBE
    DO_DEED();
#endif
#ifdef ZOO_PROBE_STATUS
    return ZOO_PROBE_STATUS;
#endif
#ifdef ZOO_POLITE_TIMEOUT
    struct pollfd late = {.fd = (int)host->cancel_fd(call), .events = POLLIN};
    (void)poll(&late, 1, -1);
    return host->fail(call, CORDON_E_TIMEOUT, "the zoo is closed");
#endif
#ifdef ZOO_MANY_FINDINGS
    for (int i = 0; i < 1000000; i++)
        (void)put_finding(call, CORDON_SEVERITY_INFO, "zoo.program", "one more");
#endif
#ifdef ZOO_UNLISTED_CODE
    (void)put_finding(call, CORDON_SEVERITY_INFO, "zoo.unlisted", NULL);
#endif
#ifdef ZOO_INVALID_UTF8
    (void)put_finding(call, CORDON_SEVERITY_INFO, "zoo.program", "/usr/\xff\xfe");
#endif
#ifdef ZOO_UNDECLARED_OFFER
    (void)put_offer(call, CORDON_G_PID_NAMESPACE);
#endif
#ifdef ZOO_WRAP_FUNCTION_IN_PROBE
    (void)host->put_arg(call, "/bin/true");
#endif
#ifdef ZOO_BLOCKED
    status = put_finding(call, CORDON_SEVERITY_BLOCKS, "zoo.blocked", "the gate");
    if (status == CORDON_OK)
        status = put_finding(call, CORDON_SEVERITY_INFO, "evidence.stderr",
                             "gate: \x1b[31mstuck\nsecond line");
#endif
    if (status == CORDON_OK)
        status = put_finding(call, CORDON_SEVERITY_INFO, "zoo.program", "/usr/bin/env");
    if (status == CORDON_OK)
        status = put_offer(call, CORDON_G_NET_NONE);
    if (status == CORDON_OK)
        status = put_offer(call, CORDON_G_KILL_TREE);
    return status;
}

static int32_t zoo_hint(void *self, struct cordon_call *call, const char *code)
{
    static const char *const command[] = {"sudo", "open", "the gate", NULL};
    const struct cordon_hint hint = {
        .struct_size = sizeof hint,
        .flags = CORDON_HINT_NEEDS_ADMIN,
#if defined ZOO_NEWLINE_TITLE
        .title = "Open the gate\nand go in",
#elif defined ZOO_LONG_TITLE
        .title = "Open the gate, which is the one to the left when you come in by the other one, "
                 "and go in",
#else
        .title = "Open the gate",
#endif
#if defined ZOO_HIDDEN_TEXT
        .detail = "A \xe2\x80\xae"
                  "detail that reads backwards.",
#else
        .detail = "It is shut.",
#endif
        .command = command,
        .platform = "linux",
#if defined ZOO_SCRIPT_URL
        .url = "javascript:alert(1)",
#endif
    };

    (void)self;
    (void)code;
#ifdef ZOO_IN_HINT
    DO_DEED();
#endif
#ifdef ZOO_NO_HINT
    return CORDON_OK;
#endif
#ifdef ZOO_TWO_HINTS
    (void)host->put_hint(call, &hint);
#endif
    return host->put_hint(call, &hint);
}

static int32_t acknowledge(struct cordon_call *call, const struct cordon_launch *launch)
{
    int32_t status = CORDON_OK;

    for (size_t i = 0; status == CORDON_OK && launch->guarantees[i] != NULL; i++) {
#ifdef ZOO_NEVER_ACKNOWLEDGES
        if (strcmp(launch->guarantees[i], CORDON_G_NET_NONE) == 0)
            continue;
#endif
        status = host->put_enforced(call, launch->guarantees[i]);
    }
#ifdef ZOO_ACKNOWLEDGES_UNASKED
    if (status == CORDON_OK)
        status = host->put_enforced(call, CORDON_G_KILL_TREE);
#endif
#ifdef ZOO_ACKNOWLEDGES_UNDECLARED
    (void)host->put_enforced(call, CORDON_G_PID_NAMESPACE);
#endif
    return status;
}

static int32_t zoo_wrap(void *self, struct cordon_call *call, const struct cordon_launch *launch)
{
    const char *program = host->fact(call, "probed.zoo.program");
    int32_t status = CORDON_OK, number = -1;

    (void)self;
#ifdef ZOO_IN_WRAP
    DO_DEED();
#endif
#ifdef ZOO_WRAP_STATUS
    return ZOO_WRAP_STATUS;
#endif
#ifdef ZOO_RELATIVE_PROGRAM
    program = "env";
#endif
#ifdef ZOO_MANY_ARGUMENTS
    for (int i = 0; i < 1000000; i++)
        (void)host->put_arg(call, "/usr/bin/env");
#endif
#ifdef ZOO_FOREIGN_PATH
    (void)host->put_path(call, "/etc/shadow", &number);
#endif
#ifdef ZOO_PLANS_NOTHING
    return acknowledge(call, launch);
#endif
    if (program == NULL)
        return host->fail(call, CORDON_E_INVALID, "the probe found no program");
    status = host->put_arg(call, program);
    for (size_t i = 0; status == CORDON_OK && launch->argv[i] != NULL; i++)
        status = host->put_arg(call, launch->argv[i]);
    if (status == CORDON_OK)
        status = host->put_env(call, "ZOO", "open");
    for (size_t i = 0; status == CORDON_OK && launch->mounts[i] != NULL; i++)
        if (launch->mounts[i]->inode != 0)
            status = host->put_path(call, launch->mounts[i]->host_path, &number);
    if (status == CORDON_OK)
        status = host->put_data(call, "zoo\0data", 8, &number);
    if (status == CORDON_OK)
        status = host->put_status(call, "cordon.status/1", &number);
    if (status == CORDON_OK) {
        const char *const teardown[] = {"/bin/rm", "-f", launch->instance, NULL};
        status = host->put_teardown(call, teardown);
    }
    if (status == CORDON_OK)
        status = acknowledge(call, launch);
#ifdef ZOO_IGNORES_FAILURE
    status = CORDON_OK;
#endif
    return status;
}

/* --- its table --- */

#ifdef ZOO_LONGER
/* As a later minor would have it. */
struct later_backend {
    struct cordon_backend now;
    int32_t (*later)(void *self);
};
extern CORDON_BACKEND_EXPORT const struct later_backend zoo_later __asm__(CORDON_BACKEND_SYMBOL);
#define TABLE_TYPE struct later_backend
#define TABLE_NAME zoo_later
#define TABLE_BEGIN                                                                                \
    {                                                                                              \
        .now = {
#define TABLE_END                                                                                  \
    }                                                                                              \
    }
#elif defined ZOO_SHORTER
/* Without the last member of 1.0: no such version was ever. */
struct shorter_backend {
    uint32_t struct_size, abi_minor;
    uint64_t flags;
    const char *id, *version;
    int32_t (*open)(const struct cordon_host *host, void **ret_self);
    void (*close)(void *self);
    int32_t (*probe)(void *self, struct cordon_call *call, uint32_t depth);
    int32_t (*readiness_hint)(void *self, struct cordon_call *call, const char *code);
    int32_t (*wrap)(void *self, struct cordon_call *call, const struct cordon_launch *launch);
};
extern CORDON_BACKEND_EXPORT const struct shorter_backend
    zoo_shorter __asm__(CORDON_BACKEND_SYMBOL);
#define TABLE_TYPE  struct shorter_backend
#define TABLE_NAME  zoo_shorter
#define TABLE_BEGIN {
#define TABLE_END   }
#else
#ifdef ZOO_NO_SYMBOL
#define TABLE_NAME some_other_symbol
#elif defined ZOO_V2_ONLY
#define TABLE_NAME cordon_backend_v2
#else
#define TABLE_NAME cordon_backend_v1
#endif
extern CORDON_BACKEND_EXPORT const struct cordon_backend TABLE_NAME;
#define TABLE_TYPE  struct cordon_backend
#define TABLE_BEGIN {
#define TABLE_END   }
#endif

#ifndef ZOO_SIZE
#define ZOO_SIZE sizeof(TABLE_TYPE)
#endif

const TABLE_TYPE TABLE_NAME = TABLE_BEGIN.struct_size = ZOO_SIZE, .abi_minor = CORDON_ABI_MINOR,
#if defined ZOO_WRONG_ID
                 .id = "somebody-else",
#elif !defined ZOO_NULL_ID
                 .id = ZOO_ID,
#endif
                 .version = "1.0", .open = zoo_open, .close = zoo_close,
#ifndef ZOO_NULL_PROBE
                 .probe = zoo_probe,
#endif
                 .readiness_hint = zoo_hint, .wrap = zoo_wrap, TABLE_END;

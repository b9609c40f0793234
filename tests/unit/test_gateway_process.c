/* SPDX-License-Identifier: MIT */
/* Ancestors, log lines, the service manager, and work in threads. */
#define _GNU_SOURCE
#include <criterion/criterion.h>
#include <glib/gstdio.h>
#include <stddef.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include "ancestry.h"
#include "log.h"
#include "notify.h"
#include "pool.h"

Test(gateway_ancestry, reads_the_parent_behind_any_name)
{
    static const struct {
        const char *stat;
        pid_t parent;
    } rows[] = {
        {"12 (sh) S 7 12 12 0", 7},
        {"12 (a b) c) R 9 1", 9},
        {"12 () 1 2 3) S 5 6", 5},
        {"12 (x) S 0 0", 0},
        {"", 0},
        {"12 (x", 0},
        {"12 (x)", 0},
        {"12 (x) ", 0},
        {"12 (x) S", 0},
        {"12 (x) S ", 0},
        {"12 (x) S -3 1", 0},
        {"12 (x) S 99999999999 1", 0},
    };

    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++)
        cr_expect_eq(ancestry_read_parent(rows[i].stat), rows[i].parent, "%s", rows[i].stat);
}

Test(gateway_ancestry, of_this_process)
{
    cr_expect(ancestry_descends(getpid(), getpid()));
    cr_expect(ancestry_descends(getpid(), getppid()));
    cr_expect_not(ancestry_descends(getppid(), getpid()));
    cr_expect_not(ancestry_descends(1, getpid()));
}

Test(gateway_ancestry, over_two_generations)
{
    int ends[2];
    pid_t grandchild = 0;

    cr_assert_eq(pipe(ends), 0);
    pid_t child = fork();
    if (child == 0) {
        pid_t made = fork();
        if (made == 0) {
            pause();
            _exit(0);
        }
        if (write(ends[1], &made, sizeof made) != sizeof made)
            _exit(1);
        waitpid(made, NULL, 0);
        _exit(0);
    }
    cr_assert_eq(read(ends[0], &grandchild, sizeof grandchild), (ssize_t)sizeof grandchild);
    cr_expect(ancestry_descends(grandchild, getpid()));
    cr_expect(ancestry_descends(grandchild, child));
    cr_expect_not(ancestry_descends(child, grandchild));
    kill(grandchild, SIGKILL);
    waitpid(child, NULL, 0);
    /* Nobody there any more: it cannot be told, so it counts. */
    cr_expect(ancestry_descends(grandchild, getpid()));
}

Test(gateway_log, a_line_cannot_steer_a_terminal)
{
    static const struct {
        const char *text, *escaped;
    } rows[] = {
        {"plain \xc3\xa9", "plain \xc3\xa9"},
        {"a\nb\rc\t", "a\\nb\\x0dc\\x09"},
        {"\x1b[31m", "\\x1b[31m"},
        {"\xc2\x9b", "\\u009b"},
        {"\xe2\x80\xae", "\\u202e"},
        {"\xff\xfe", "\\xff\\xfe"},
        {"\xe2\x80", "\\xe2\\x80"},
    };

    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autofree char *escaped = log_escape(rows[i].text, LOG_MAX_BYTES);
        cr_expect_str_eq(escaped, rows[i].escaped);
    }
}

Test(gateway_log, a_line_has_an_end)
{
    g_autofree char *text = g_strnfill(10 * LOG_MAX_BYTES, 'x');
    g_autofree char *escaped = log_escape(text, LOG_MAX_BYTES);

    cr_expect_eq(strlen(escaped), LOG_MAX_BYTES + 3);
    cr_expect(g_str_has_suffix(escaped, "x..."));
}

static void expect_notice(const char *variable, const char *name, gsize name_size)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    char got[64] = "";
    int fd = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);

    memcpy(address.sun_path, name, name_size);
    cr_assert_eq(bind(fd, (struct sockaddr *)&address,
                      (socklen_t)(offsetof(struct sockaddr_un, sun_path) + name_size)),
                 0);
    g_setenv("NOTIFY_SOCKET", variable, TRUE);
    notify_manager("READY=1");
    cr_expect_eq(recv(fd, got, sizeof got - 1, MSG_DONTWAIT), 7);
    cr_expect_str_eq(got, "READY=1");
    close(fd);
}

Test(gateway_notify, tells_a_manager_by_path_and_by_abstract_name)
{
    g_autofree char *folder = g_dir_make_tmp("cordon-notify-XXXXXX", NULL);
    g_autofree char *path = g_build_filename(folder, "s", NULL);
    g_autofree char *abstract = g_strdup_printf("@cordon-notify-%ld", (long)getpid());
    g_autofree char *name = g_strdup(abstract);

    expect_notice(path, path, strlen(path));
    name[0] = '\0';
    expect_notice(abstract, name, strlen(abstract));
    g_unlink(path);
    g_rmdir(folder);
}

Test(gateway_notify, is_silent_where_nobody_listens)
{
    g_autofree char *too_long = g_strnfill(200, '/');

    g_unsetenv("NOTIFY_SOCKET");
    notify_manager("READY=1");
    g_setenv("NOTIFY_SOCKET", "/nothing/there", TRUE);
    notify_manager("READY=1");
    g_setenv("NOTIFY_SOCKET", too_long, TRUE);
    notify_manager("READY=1");
}

typedef struct {
    gint *worked; /* atomic */
    guint *told;
    GThread *loop;
} Work;

static void work(gpointer data)
{
    const Work *one = data;

    cr_assert_neq(g_thread_self(), one->loop);
    g_atomic_int_inc(one->worked);
}

static void tell(gpointer data)
{
    const Work *one = data;

    cr_assert_eq(g_thread_self(), one->loop);
    ++*one->told;
}

Test(gateway_pool, works_elsewhere_and_tells_in_the_loop)
{
    Pool *pool = pool_new(NULL);
    gint worked = 0;
    guint told = 0;
    Work one = {&worked, &told, g_thread_self()};

    for (guint i = 0; i < 20; i++)
        cr_assert(pool_run(pool, work, tell, &one));
    while (told < 20)
        g_main_context_iteration(NULL, TRUE);
    cr_expect_eq(g_atomic_int_get(&worked), 20);
    pool_free(pool);
}

Test(gateway_pool, tells_all_at_its_end_and_is_bounded)
{
    Pool *pool = pool_new(NULL);
    gint worked = 0;
    guint told = 0;
    Work one = {&worked, &told, g_thread_self()};

    for (guint i = 0; i < POOL_MAX_WAITING; i++)
        cr_assert(pool_run(pool, work, tell, &one));
    cr_expect_not(pool_run(pool, work, tell, &one));
    pool_free(pool);
    cr_expect_eq(told, POOL_MAX_WAITING);
    while (g_main_context_iteration(NULL, FALSE))
        ;
    cr_expect_eq(told, POOL_MAX_WAITING);
}

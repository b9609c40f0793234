/* SPDX-License-Identifier: MIT */
/* bwrap_plan(): order, care, refusals, acknowledgements.  Nothing is started.
 * CORDON_UPDATE_GOLDEN=1 writes the plans in tests/golden/bwrap anew: read the difference. */
/* asprintf and strdup are not in C17. */
#define _GNU_SOURCE
#include "bwrap_plan.h"
#include "bwrap_world.h"

#include <criterion/criterion.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct world world;
static struct plan *plan;

static void setup(void)
{
    world_on_paper(&world);
}

static void teardown(void)
{
    if (plan != NULL)
        plan_free(plan);
    plan = NULL;
    world_end(&world);
}

TestSuite(bwrap_wrap, .init = setup, .fini = teardown);

static void make_plan(void)
{
    if (plan != NULL)
        plan_free(plan);
    plan = plan_new(&world.program, world.init, &world.launch);
}

static void make_good_plan(void)
{
    make_plan();
    cr_assert_eq(plan->status, CORDON_OK, "%s", plan->message);
}

static void expect_refusal(int32_t status, const char *part)
{
    make_plan();
    cr_expect_eq(plan->status, status, "%d: %s", plan->status, plan->message);
    cr_expect_not_null(strstr(plan->message, part), "\"%s\" does not say \"%s\"", plan->message,
                       part);
}

/* Where the first of consecutive arguments is; the test fails when they are not there. */
static long place(const char *first, ...)
{
    const char *words[8] = {first};
    va_list args;
    va_start(args, first);
    for (size_t i = 0; i < 7 && words[i] != NULL; i++)
        words[i + 1] = va_arg(args, const char *);
    va_end(args);
    long at = plan_find_all(plan, words);
    cr_assert_geq(at, 0, "not there: %s %s", first, words[1] != NULL ? words[1] : "");
    return at;
}
#define PLACE(...) place(__VA_ARGS__, (char *)NULL)

static bool is_there(const char *word)
{
    return plan_find(plan, 0, word) >= 0;
}

/* The place of a mount on guest: the word before its last one. */
static long mount_of(const char *guest)
{
    static const char *const options[] = {"--bind", "--ro-bind", "--bind-fd", "--ro-bind-fd",
                                          "--ro-bind-data"};
    long end = plan_find(plan, 0, "--");
    long found = -1;
    for (long i = 0; i + 2 < end; i++) {
        for (size_t j = 0; j < sizeof options / sizeof options[0]; j++) {
            if (strcmp(plan->argv[i], options[j]) == 0 && strcmp(plan->argv[i + 2], guest) == 0)
                found = i;
        }
        if (strcmp(plan->argv[i], "--tmpfs") == 0 && strcmp(plan->argv[i + 1], guest) == 0)
            found = i;
    }
    cr_assert_geq(found, 0, "%s is not mounted", guest);
    return found;
}

/* --- order ------------------------------------------------------------------------------- */

Test(bwrap_wrap, mounts_come_in_the_order_that_holds)
{
    static const char *const order[] = {
        "/usr",
        "/etc/passwd",
        "/dev/shm",
        "/tmp",
        "/var/tmp",
        "/run",
        "/srv/w/home",
        "/srv/w/home/tools",
        "/srv/w/p",
        "/srv/w/p/loops/a",
        "/srv/w/p/loops/a/deep",
        "/srv/w/p/loops/a/deep/e",
        "/srv/w/app",
        "/srv/w/p/loops/a/.git",
        "/srv/w/p/.env",
        "/srv/w/cache",
        BWRAP_INIT_GUEST,
    };
    make_good_plan();
    for (size_t i = 1; i < sizeof order / sizeof order[0]; i++)
        cr_expect_lt(mount_of(order[i - 1]), mount_of(order[i]), "%s before %s", order[i - 1],
                     order[i]);
}

Test(bwrap_wrap, pins_come_before_the_covers_below_them)
{
    make_good_plan();
    cr_expect_lt(mount_of("/srv/w/p/loops/a/deep"), mount_of("/srv/w/p/loops/a/deep/e"));
    cr_expect_str_eq(plan->argv[mount_of("/srv/w/p/loops/a/deep")], "--bind-fd");
}

Test(bwrap_wrap, proc_is_covered_right_after_it_is_mounted)
{
    make_good_plan();
    long proc = PLACE("--proc", "/proc");
    cr_expect_lt(proc, PLACE("--ro-bind-try", "/proc/sys", "/proc/sys"));
    cr_expect_lt(proc, PLACE("--ro-bind", "/dev/null", "/proc/keys"));
    cr_expect_lt(proc, PLACE("--ro-bind", "/dev/null", "/proc/kcore"));
    cr_expect_lt(PLACE("--ro-bind-try", "/proc/sys", "/proc/sys"), mount_of("/srv/w/p"));
}

Test(bwrap_wrap, proc_needs_few_covers_for_an_ordinary_user)
{
    world.program.unprivileged = true;
    make_good_plan();
    PLACE("--ro-bind", "/dev/null", "/proc/keys");
    cr_expect_not(is_there("/proc/sys"));
    cr_expect_not(is_there("/proc/kcore"));
}

Test(bwrap_wrap, proc_covers_only_what_the_kernel_has)
{
    world.program.covers = "keys,kmsg";
    make_good_plan();
    cr_expect(is_there("/proc/keys") && is_there("/proc/kmsg"));
    cr_expect_not(is_there("/proc/key-users") || is_there("/proc/kcore"));
    world.program.covers = NULL;
    make_good_plan();
    cr_expect(is_there("/proc/keys") && is_there("/proc/key-users"));
    cr_expect_not(is_there("/proc/kcore"));
}

Test(bwrap_wrap, remounts_come_last)
{
    make_good_plan();
    long run =
        PLACE("--remount-ro", "/run", "--remount-ro", "/dev", "--remount-ro", "/", "--chdir");
    cr_expect_lt(mount_of(BWRAP_INIT_GUEST), run);
    cr_expect_eq(run + 8, PLACE("--", BWRAP_INIT_GUEST));
}

Test(bwrap_wrap, a_fresh_folder_to_read_is_closed_after_what_lies_in_it)
{
    world_find(&world, "home")->access = CORDON_ACCESS_READ;
    make_good_plan();
    cr_expect_lt(mount_of("/srv/w/home/tools"), PLACE("--remount-ro", "/srv/w/home"));
}

Test(bwrap_wrap, system_entries_inside_fresh_folders_come_after_them)
{
    world_on_paper(&world);
    world.count = 0;
    world_add(&world, CORDON_ROLE_SYSTEM, CORDON_KIND_FOLDER, CORDON_ACCESS_READ, "/usr");
    world_add(&world, CORDON_ROLE_SYSTEM, CORDON_KIND_FOLDER, CORDON_ACCESS_READ, "/run/sys");
    world_add(&world, CORDON_ROLE_SYSTEM, CORDON_KIND_FOLDER, CORDON_ACCESS_READ, "/opt");
    make_good_plan();
    cr_expect_lt(mount_of("/usr"), mount_of("/run"));
    cr_expect_lt(mount_of("/run"), mount_of("/run/sys"));
    cr_expect_lt(mount_of("/run/sys"), mount_of("/opt"));
}

/* --- care -------------------------------------------------------------------------------- */

Test(bwrap_wrap, holds_the_flags_that_each_promise_needs)
{
    static const char *const flags[] = {
        "--unshare-user", "--unshare-pid",    "--unshare-net",     "--unshare-ipc", "--unshare-uts",
        "--new-session",  "--disable-userns", "--die-with-parent", "--as-pid-1",
    };
    make_good_plan();
    for (size_t i = 0; i < sizeof flags / sizeof flags[0]; i++) {
        long at = plan_find(plan, 0, flags[i]);
        cr_expect(at > 0 && at < plan_find(plan, 0, "--"), "%s", flags[i]);
    }
    PLACE("--cap-drop", "ALL");
    PLACE("--hostname", "localhost");
    PLACE("--seccomp", "3");
    cr_expect_str_eq(plan->argv[0], "/usr/bin/bwrap");
    cr_expect(plan->fds[0].kind == PLAN_FD_DATA && plan->fds[0].size > 800);
}

Test(bwrap_wrap, uses_every_descriptor_once)
{
    static const char *const users[] = {"--seccomp", "--bind-fd", "--ro-bind-fd", "--ro-bind-data",
                                        "--status"};
    unsigned uses[PLAN_FDS_MOST] = {0};

    make_good_plan();
    for (size_t i = 0; i + 1 < plan->argc; i++) {
        for (size_t j = 0; j < sizeof users / sizeof users[0]; j++) {
            if (strcmp(plan->argv[i], users[j]) == 0)
                uses[atoi(plan->argv[i + 1])]++;
        }
    }
    for (size_t i = 0; i < plan->fd_count; i++)
        cr_expect_eq(uses[i + 3], 1, "descriptor %zu is used %u times", i + 3, uses[i + 3]);
}

Test(bwrap_wrap, binds_what_is_held_by_descriptor_and_checks_it)
{
    make_good_plan();
    long at = mount_of("/srv/w/p/loops/a/c");
    cr_expect_str_eq(plan->argv[at], "--ro-bind-fd");
    int number = atoi(plan->argv[at + 1]);
    cr_expect_eq(plan->fds[number - 3].kind, PLAN_FD_PATH);
    cr_expect_str_eq(plan->fds[number - 3].text, "/srv/w/p/loops/a/c");

    char check[128];
    const struct cordon_mount *mount = world_find(&world, "p/loops/a/c");
    snprintf(check, sizeof check, "ro:2049:%" PRIu64 ":/srv/w/p/loops/a/c", mount->inode);
    PLACE("--check", check);
}

Test(bwrap_wrap, binds_by_path_and_still_checks_where_descriptors_are_not_known)
{
    world.program.options = 0;
    make_good_plan();
    PLACE("--ro-bind", "/srv/w/p", "/srv/w/p");
    PLACE("--bind", "/srv/w/p/loops/a", "/srv/w/p/loops/a");
    size_t checks = 0;
    for (long at = -1; (at = plan_find(plan, (size_t)(at + 1), "--check")) >= 0;)
        checks++;
    cr_expect_eq(checks, 13);
}

Test(bwrap_wrap, the_oldest_bubblewrap_gets_only_options_that_it_knows)
{
    static const char *const newer[] = {"--perms",   "--size",       "--disable-userns",
                                        "--bind-fd", "--ro-bind-fd", "--chmod",
                                        "--argv0",   "--clearenv"};
    world.program.options = 0;
    make_good_plan();
    for (size_t i = 0; i < sizeof newer / sizeof newer[0]; i++)
        cr_expect_not(is_there(newer[i]), "%s", newer[i]);
    /* Still unreadable: the mount allows no devices. */
    PLACE("--ro-bind", "/dev/null", "/srv/w/p/.env");
    PLACE("--tmpfs", "/srv/w/p/secrets", "--remount-ro", "/srv/w/p/secrets");
    cr_expect(plan_enforces(plan, CORDON_G_SECRETS_HIDDEN));
}

Test(bwrap_wrap, hides_files_folders_and_special_files)
{
    make_good_plan();
    long at = mount_of("/srv/w/p/.env");
    cr_expect_str_eq(plan->argv[at], "--ro-bind-data");
    cr_expect_str_eq(plan->argv[at - 1], "000");
    cr_expect_str_eq(plan->argv[at - 2], "--perms");
    cr_expect_eq(plan->fds[atoi(plan->argv[at + 1]) - 3].size, 0);
    PLACE("--perms", "000", "--tmpfs", "/srv/w/p/secrets", "--remount-ro", "/srv/w/p/secrets");
    PLACE("--ro-bind", "/dev/null", "/srv/w/p/pipe");
}

Test(bwrap_wrap, bounds_what_lives_in_memory)
{
    make_good_plan();
    PLACE("--perms", "1777", "--size", "268435456", "--tmpfs", "/tmp");
    PLACE("--size", "268435456", "--tmpfs", "/srv/w/home");
    world.limits.scratch_bytes = UINT64_MAX;
    make_good_plan();
    cr_expect_not(is_there("--size"));
    world.launch.limits = NULL; /* nothing said is the tightest */
    make_good_plan();
    PLACE("--size", "4096", "--tmpfs", "/tmp");
}

Test(bwrap_wrap, checks_only_what_the_finished_view_shows)
{
    /* The loop is the project itself: it is writable, whatever the entry before it said. */
    struct cordon_mount *loop = world_find(&world, "p/loops/a");
    loop->guest_path = loop->host_path = "/srv/w/p";
    make_good_plan();
    for (size_t i = 0; i < plan->argc; i++)
        cr_expect(strncmp(plan->argv[i], "ro:", 3) != 0 ||
                      strcmp(strrchr(plan->argv[i], ':'), ":/srv/w/p") != 0,
                  "%s", plan->argv[i]);
}

Test(bwrap_wrap, writable_folders_are_named_once)
{
    make_good_plan();
    PLACE("--write", "/srv/w/p/loops/a");
    PLACE("--write", "/srv/w/cache");
    PLACE("--fresh", "/srv/w/home");
    static const char *const pin[] = {"--write", "/srv/w/p/loops/a/deep", NULL};
    cr_expect_lt(plan_find_all(plan, pin), 0, "a pin lies below the loop");
}

Test(bwrap_wrap, hostile_words_arrive_intact)
{
    static const char *const words[] = {
        "--",    "--bind", "",         "a b",     "line\nbreak",
        "$(id)", "'\"\\",  "\xff\xfe", "--check", "rw:0:0:/",
    };
    for (size_t i = 0; i < 10; i++)
        world.argv[i] = words[i];
    world.argv[10] = NULL;
    make_good_plan();
    for (size_t i = 0; i < 10; i++)
        cr_expect_str_eq(plan->argv[plan->argc - 10 + i], words[i]);
    cr_expect_str_eq(plan->argv[plan->argc - 11], "--");
}

Test(bwrap_wrap, hostile_paths_arrive_intact)
{
    static const char path[] = "/srv/w/p/loops/a/--bind \n:rw:1:2:/x$(id)";
    struct cordon_mount *sibling = world_find(&world, "p/loops/a/c");
    sibling->guest_path = sibling->host_path = path;
    make_good_plan();
    mount_of(path);
    char check[256];
    snprintf(check, sizeof check, "ro:2049:%" PRIu64 ":%s", sibling->inode, path);
    PLACE("--check", check);
}

Test(bwrap_wrap, the_environment_is_exactly_the_launch_s)
{
    world.env[0] = "PATH=/usr/bin";
    world.env[1] = "EMPTY=";
    world.env[2] = "ODD=a=b\n$x";
    world.env[3] = NULL;
    make_good_plan();
    cr_assert_eq(plan->envc, 3);
    cr_expect_str_eq(plan->env[1], "EMPTY=");
    cr_expect_str_eq(plan->env[2], "ODD=a=b\n$x");
    cr_expect_not(is_there("--setenv") || is_there("--unsetenv"));
}

Test(bwrap_wrap, the_launcher_loads_no_code_for_the_command)
{
    world.env[0] = "LD_PRELOAD=/srv/w/p/loops/a/evil.so";
    world.env[1] = "LD_LIBRARY_PATH=/srv/w/p/loops/a";
    world.env[2] = "GLIBC_TUNABLES=glibc.malloc.check=1";
    world.env[3] = "LDFLAGS=-g";
    world.env[4] = NULL;
    make_good_plan();
    cr_assert_eq(plan->envc, 1, "bubblewrap itself runs outside of the sandbox");
    cr_expect_str_eq(plan->env[0], "LDFLAGS=-g");
    cr_expect_gt(PLACE("--env", "LD_PRELOAD=/srv/w/p/loops/a/evil.so"),
                 PLACE("--", BWRAP_INIT_GUEST));
    PLACE("--env", "GLIBC_TUNABLES=glibc.malloc.check=1");
}

Test(bwrap_wrap, is_the_same_each_time)
{
    make_good_plan();
    char *first = plan_text(plan);
    make_good_plan();
    char *second = plan_text(plan);
    cr_expect_str_eq(first, second);
    free(first);
    free(second);
}

/* --- limits and guarantees ---------------------------------------------------------------- */

Test(bwrap_wrap, limits_are_held_when_they_are_asked_for)
{
    world.limits.processes = 64;
    world.limits.memory_bytes = 1 << 20;
    world.limits.open_files = 256;
    make_good_plan();
    cr_expect_not(is_there("--limit-processes") || plan_enforces(plan, CORDON_G_LIMIT_PIDS));
    world_ask(&world, CORDON_G_LIMIT_PIDS);
    world_ask(&world, CORDON_G_LIMIT_MEMORY);
    world_ask(&world, CORDON_G_LIMIT_OPEN_FILES);
    make_good_plan();
    PLACE("--limit-processes", "64");
    PLACE("--limit-memory", "1048576");
    PLACE("--limit-open-files", "256");
    cr_expect(plan_enforces(plan, CORDON_G_LIMIT_PIDS));
    cr_expect(plan_enforces(plan, CORDON_G_LIMIT_MEMORY));
    cr_expect(plan_enforces(plan, CORDON_G_LIMIT_OPEN_FILES));
}

Test(bwrap_wrap, a_limit_of_nothing_is_refused)
{
    world_ask(&world, CORDON_G_LIMIT_PIDS);
    world.limits.processes = 0;
    expect_refusal(CORDON_E_INVALID, "limit of 0");
    world.launch.limits = NULL;
    expect_refusal(CORDON_E_INVALID, "limit of 0");
}

Test(bwrap_wrap, acknowledges_what_it_keeps_and_nothing_else)
{
    world_ask(&world, "org.example.unheard-of/1");
    world_ask(&world, "net.none/2");
    make_good_plan();
    static const char *const kept[] = {
        CORDON_G_PROJECT_READ_ONLY, CORDON_G_SIBLINGS_READ_ONLY,  CORDON_G_APP_READ_ONLY,
        CORDON_G_OUTSIDE_READ_ONLY, CORDON_G_HOME_HIDDEN,         CORDON_G_SECRETS_HIDDEN,
        CORDON_G_NET_NONE,          CORDON_G_PROTECTED_READ_ONLY, CORDON_G_IPC_NONE,
        CORDON_G_PID_NAMESPACE,     CORDON_G_KILL_TREE,           CORDON_G_NO_NEW_PRIVILEGES,
        CORDON_G_SYSCALL_FILTERED,  CORDON_G_TTY_NO_INJECTION,    CORDON_G_FD_STDIO_ONLY,
        CORDON_G_ENV_CLEAN,
    };
    cr_expect_eq(plan->enforced_count, sizeof kept / sizeof kept[0]);
    for (size_t i = 0; i < sizeof kept / sizeof kept[0]; i++)
        cr_expect(plan_enforces(plan, kept[i]), "%s", kept[i]);
}

Test(bwrap_wrap, late_mounts_need_the_host_s_help)
{
    world.program.late_mounts_private = true;
    make_good_plan();
    cr_expect(plan_enforces(plan, CORDON_G_LATE_MOUNTS_HIDDEN));
}

Test(bwrap_wrap, user_0_could_change_the_machine_s_devices)
{
    world.program.devices_read_only = false;
    make_good_plan();
    cr_expect_not(plan_enforces(plan, CORDON_G_OUTSIDE_READ_ONLY));
    world.program.unprivileged = true;
    make_good_plan();
    cr_expect(plan_enforces(plan, CORDON_G_OUTSIDE_READ_ONLY));
}

static const struct {
    const char *path;
    uint32_t access;
    const char *lost;
} writable[] = {
    {"p", CORDON_ACCESS_WRITE, CORDON_G_PROJECT_READ_ONLY},
    {"p", CORDON_ACCESS_WRITE, CORDON_G_OUTSIDE_READ_ONLY},
    {"p/loops/a/c", CORDON_ACCESS_WRITE, CORDON_G_SIBLINGS_READ_ONLY},
    {"app", CORDON_ACCESS_WRITE, CORDON_G_APP_READ_ONLY},
    {"p/loops/a/.git", CORDON_ACCESS_WRITE, CORDON_G_PROTECTED_READ_ONLY},
    {"p/.env", CORDON_ACCESS_READ, CORDON_G_SECRETS_HIDDEN},
    {"home/tools", CORDON_ACCESS_WRITE, CORDON_G_OUTSIDE_READ_ONLY},
    {"/usr", CORDON_ACCESS_WRITE, CORDON_G_OUTSIDE_READ_ONLY},
};

Test(bwrap_wrap, an_entry_that_allows_too_much_loses_its_guarantee)
{
    for (size_t i = 0; i < sizeof writable / sizeof writable[0]; i++) {
        world_on_paper(&world);
        world_find(&world, writable[i].path)->access = writable[i].access;
        make_good_plan();
        cr_expect_not(plan_enforces(plan, writable[i].lost), "%s: %s", writable[i].path,
                      writable[i].lost);
        cr_expect(plan_enforces(plan, CORDON_G_NET_NONE));
    }
}

static const struct {
    const char *path;
    const char *lost;
} unheld[] = {
    {"p", CORDON_G_PROJECT_READ_ONLY},         {"p/loops/a", CORDON_G_PROJECT_READ_ONLY},
    {"p/loops/a", CORDON_G_OUTSIDE_READ_ONLY}, {"cache", CORDON_G_OUTSIDE_READ_ONLY},
    {"app", CORDON_G_APP_READ_ONLY},
};

Test(bwrap_wrap, a_folder_that_could_be_swapped_loses_its_guarantee)
{
    for (size_t i = 0; i < sizeof unheld / sizeof unheld[0]; i++) {
        world_on_paper(&world);
        struct cordon_mount *mount = world_find(&world, unheld[i].path);
        mount->device = mount->inode = 0;
        make_good_plan();
        cr_expect_not(plan_enforces(plan, unheld[i].lost), "%s: %s", unheld[i].path,
                      unheld[i].lost);
    }
}

Test(bwrap_wrap, a_home_that_is_the_user_s_own_is_not_hidden)
{
    world_find(&world, "home")->kind = CORDON_KIND_FOLDER;
    world_find(&world, "home")->host_path = "/srv/w/home";
    make_good_plan();
    cr_expect_not(plan_enforces(plan, CORDON_G_HOME_HIDDEN));
}

/* --- refusals ----------------------------------------------------------------------------- */

Test(bwrap_wrap, a_network_is_refused)
{
    world.launch.network = CORDON_NET_HOST;
    expect_refusal(CORDON_E_UNENFORCED, "network");
    world.launch.network = CORDON_NET_PROXY;
    expect_refusal(CORDON_E_UNENFORCED, "network");
}

Test(bwrap_wrap, paths_that_are_not_plain_are_refused)
{
    static const char *const paths[] = {
        "", "/", "p", "./p", "/p/", "//p", "/p//q", "/p/../q", "/p/.", "/..", "/p/./q",
    };
    for (size_t i = 0; i < sizeof paths / sizeof paths[0]; i++) {
        world_on_paper(&world);
        world_find(&world, "app")->guest_path = paths[i];
        expect_refusal(CORDON_E_INVALID, "not a plain absolute path");
        world_on_paper(&world);
        world_find(&world, "app")->host_path = paths[i];
        expect_refusal(CORDON_E_INVALID, "host's path");
    }
    world_on_paper(&world);
    world_find(&world, "app")->guest_path = NULL;
    expect_refusal(CORDON_E_INVALID, "(empty)");
    world_on_paper(&world);
    world.launch.cwd = "loops/a";
    expect_refusal(CORDON_E_INVALID, "working directory");
    world_on_paper(&world);
    world.program.path = "bwrap";
    expect_refusal(CORDON_E_INVALID, "whole path");
}

Test(bwrap_wrap, the_sandbox_s_own_folders_cannot_be_replaced)
{
    static const char *const paths[] = {
        "/proc", "/proc/sys", "/dev", "/dev/sda", "/run", "/run/cordon", "/run/cordon/init"};
    for (size_t i = 0; i < sizeof paths / sizeof paths[0]; i++) {
        world_find(&world, "app")->guest_path = paths[i];
        expect_refusal(CORDON_E_INVALID, "sandbox's own");
        world_on_paper(&world);
    }
}

Test(bwrap_wrap, no_mount_point_is_made_where_the_command_can_write)
{
    struct cordon_mount *sibling = world_find(&world, "p/loops/a/c");
    sibling->device = sibling->inode = 0;
    expect_refusal(CORDON_E_UNENFORCED, "/srv/w/p/loops/a/c: would have to be created");

    /* Held, but it is another object that lies there. */
    world_on_paper(&world);
    world_find(&world, "p/loops/a/c")->host_path = "/srv/w/elsewhere";
    expect_refusal(CORDON_E_UNENFORCED, "would have to be created");

    world_on_paper(&world);
    world_add(&world, CORDON_ROLE_CACHE, CORDON_KIND_FRESH, CORDON_ACCESS_WRITE,
              "p/loops/a/scratch");
    expect_refusal(CORDON_E_UNENFORCED, "would have to be created");

    world_on_paper(&world);
    world_add(&world, CORDON_ROLE_TOOL, CORDON_KIND_LINK, CORDON_ACCESS_READ, "p/loops/a/link");
    expect_refusal(CORDON_E_UNENFORCED, "would have to be created");
}

Test(bwrap_wrap, a_cover_is_never_uncovered)
{
    struct cordon_mount *late =
        world_add(&world, CORDON_ROLE_LOOP, CORDON_KIND_FOLDER, CORDON_ACCESS_WRITE, "p/loops/a");
    late->device = 1;
    expect_refusal(CORDON_E_INVALID, "would be uncovered");

    world_on_paper(&world);
    late = world_add(&world, CORDON_ROLE_TOOL, CORDON_KIND_FILE, CORDON_ACCESS_READ, "p/.env");
    late->device = 1;
    expect_refusal(CORDON_E_INVALID, "/srv/w/p/.env: would be uncovered");

    world_on_paper(&world);
    late = world_add(&world, CORDON_ROLE_APP, CORDON_KIND_FOLDER, CORDON_ACCESS_READ, "p");
    late->device = 1;
    expect_refusal(CORDON_E_INVALID, "would be uncovered");
}

/* The copy of a repository over the repository itself. */
static struct cordon_mount *add_copy(void)
{
    struct cordon_mount *copy = world_add(&world, CORDON_ROLE_REPOSITORY, CORDON_KIND_FOLDER,
                                          CORDON_ACCESS_WRITE, "p/loops/a/.git");
    copy->host_path = "/srv/w/copies/1/tree";
    copy->device = copy->inode = 77;
    return copy;
}

Test(bwrap_wrap, a_copy_of_a_repository_lies_over_it_and_covers_lie_in_the_copy)
{
    add_copy();
    world_add(&world, CORDON_ROLE_PROTECTED, CORDON_KIND_FOLDER, CORDON_ACCESS_READ,
              "p/loops/a/.git/hooks");
    make_good_plan();
}

Test(bwrap_wrap, a_copy_that_is_no_copy_is_refused)
{
    static const char *const paths[] = {"/srv/w/p/loops/a/.git", "/srv/w/p/loops/a/.git/x",
                                        "/srv/w/p/sub", "/srv/w", "/srv/w/p/loops/a/c"};

    for (size_t i = 0; i < sizeof paths / sizeof paths[0]; i++) {
        add_copy()->host_path = paths[i];
        expect_refusal(CORDON_E_INVALID, "would be uncovered");
        world_on_paper(&world);
    }
    struct cordon_mount *copy = add_copy();
    copy->device = copy->inode = 0;
    expect_refusal(CORDON_E_INVALID, "would be uncovered");
}

Test(bwrap_wrap, nothing_leads_through_a_link)
{
    world_add(&world, CORDON_ROLE_TOOL, CORDON_KIND_FILE, CORDON_ACCESS_READ, "/bin/tool");
    expect_refusal(CORDON_E_INVALID, "through the symbolic link /bin");
}

Test(bwrap_wrap, special_files_are_hidden_or_refused)
{
    world_find(&world, "p/pipe")->access = CORDON_ACCESS_READ;
    expect_refusal(CORDON_E_INVALID, "can only be hidden");
}

Test(bwrap_wrap, an_environment_that_is_none_is_refused)
{
    static const char *const entries[] = {"NOVALUE", "=x", ""};
    for (size_t i = 0; i < sizeof entries / sizeof entries[0]; i++) {
        world.env[1] = entries[i];
        expect_refusal(CORDON_E_INVALID, "NAME=VALUE");
    }
}

Test(bwrap_wrap, no_command_is_refused)
{
    world.argv[0] = NULL;
    expect_refusal(CORDON_E_INVALID, "no command");
    world.launch.argv = NULL;
    expect_refusal(CORDON_E_INVALID, "no command");
}

Test(bwrap_wrap, more_arguments_than_bubblewrap_takes_are_refused)
{
    static const char *many[9001];
    for (size_t i = 0; i < 9000; i++)
        many[i] = "x";
    world.launch.argv = many;
    expect_refusal(CORDON_E_UNENFORCED, "9000 arguments");
}

static int32_t refuse_all(void *context, const char *arg)
{
    (void)context;
    (void)arg;
    return CORDON_E_NOMEM;
}

static int32_t take_env_of_none(void *context, const char *name, const char *value)
{
    (void)context;
    (void)name;
    (void)value;
    return CORDON_OK;
}

Test(bwrap_wrap, a_failing_host_is_passed_on)
{
    const struct kit_sink sink = {.arg = refuse_all, .env = take_env_of_none};
    cr_expect_eq(bwrap_plan(&world.program, world.init, &world.launch, &sink), CORDON_E_NOMEM);
}

/* --- whole plans --------------------------------------------------------------------------- */

static void expect_golden(const char *name)
{
    char path[512];
    snprintf(path, sizeof path, "%s/%s.txt", CORDON_TEST_GOLDEN, name);
    make_good_plan();
    char *text = plan_text(plan);
    if (getenv("CORDON_UPDATE_GOLDEN") != NULL) {
        FILE *file = fopen(path, "w");
        cr_assert_not_null(file, "%s", path);
        fputs(text, file);
        fclose(file);
    }
    FILE *file = fopen(path, "r");
    cr_assert_not_null(file, "%s: run with CORDON_UPDATE_GOLDEN=1 first", path);
    char *golden = calloc(1, 1 << 16);
    size_t size = fread(golden, 1, (1 << 16) - 1, file);
    fclose(file);
    cr_expect_lt(size, (1 << 16) - 1);
    cr_expect_str_eq(text, golden, "%s differs", path);
    free(golden);
    free(text);
}

Test(bwrap_wrap, golden_root_with_every_option)
{
    expect_golden("root");
}

Test(bwrap_wrap, golden_user_with_limits)
{
    world.program.unprivileged = true;
    world.limits.processes = 512;
    world.limits.memory_bytes = UINT64_C(4) << 30;
    world.limits.open_files = 4096;
    world_ask(&world, CORDON_G_LIMIT_PIDS);
    world_ask(&world, CORDON_G_LIMIT_MEMORY);
    world_ask(&world, CORDON_G_LIMIT_OPEN_FILES);
    expect_golden("user-limits");
}

Test(bwrap_wrap, golden_oldest)
{
    world.program.options = 0;
    world.program.unprivileged = true;
    expect_golden("oldest");
}

/* SPDX-License-Identifier: MIT */
/* cordon-init and the planned command line through real bubblewrap: as whoever runs the tests, and
 * as root also as an ordinary user.  Skipped, saying so, where no sandbox can start. */
/* asprintf, setresuid and O_PATH are not in C17. */
#define _GNU_SOURCE
#include "bwrap_plan.h"
#include "bwrap_world.h"

#include <criterion/criterion.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

/* A user that no account has. */
enum { ORDINARY = 61234 };

static uid_t users[2];
static size_t user_count;

static struct world world;
static struct plan_run run;

static void start(void)
{
    struct plan *plan = plan_new(&world.program, world.init, &world.launch);
    cr_assert_eq(plan->status, CORDON_OK, "%s", plan->message);
    cr_assert(plan_start(plan, world.uid, &run));
    plan_free(plan);
}

static void start_and_finish(void)
{
    start();
    plan_finish(&run);
}

static void use_user(uid_t uid)
{
    world_end(&world);
    world_on_disk(&world, uid, NULL);
}

static void setup(void)
{
    users[0] = 0;
    users[1] = ORDINARY;
    user_count = geteuid() == 0 ? 2 : 1;
    if (access("/usr/bin/bwrap", X_OK) != 0)
        cr_skip_test("there is no /usr/bin/bwrap");
    use_user(0);
    world_command(&world, "true", NULL);
    start_and_finish();
    if (strstr(run.output, "bwrap:") != NULL)
        cr_skip_test("bubblewrap cannot start here: %s", run.output);
}

static void teardown(void)
{
    world_end(&world);
}

TestSuite(bwrap_init, .init = setup, .fini = teardown);

#define FOR_EACH_USER(i) for (size_t i = 0; i < user_count && (use_user(users[i]), true); i++)

static void expect_status(const char *status)
{
    cr_expect_str_eq(run.status, status, "uid %u: status \"%s\", output \"%s\"", world.uid,
                     run.status, run.output);
}

static void expect_exit(int code)
{
    cr_expect(WIFEXITED(run.wait_status) && WEXITSTATUS(run.wait_status) == code,
              "uid %u: wait status %#x, not exit %d", world.uid, run.wait_status, code);
}

static void shell(const char *script)
{
    world_command(&world, "sh", "-c", script, NULL);
}

/* --- ends --------------------------------------------------------------------------------- */

Test(bwrap_init, reports_how_the_command_ended)
{
    FOR_EACH_USER(i)
    {
        shell("exit 7");
        start_and_finish();
        expect_status("ready\nstarted\nexited 7\n");
        expect_exit(7);
        shell("kill -SEGV $$");
        start_and_finish();
        expect_status("ready\nstarted\nsignaled 11\n");
        expect_exit(128 + SIGSEGV);
    }
}

Test(bwrap_init, tells_missing_from_not_executable)
{
    world_command(&world, "no-such-command", NULL);
    start_and_finish();
    expect_status("ready\nexec 2\n");
    expect_exit(127);
    world_command(&world, "/no/such", NULL);
    start_and_finish();
    expect_status("ready\nexec 2\n");
    world_command(&world, "/etc/passwd", NULL);
    start_and_finish();
    expect_status("ready\nexec 13\n");
    expect_exit(126);
    world_command(&world, "/usr", NULL);
    start_and_finish();
    expect_status("ready\nexec 13\n");
}

Test(bwrap_init, nothing_checks_and_ends_well)
{
    world_command(&world, BWRAP_INIT_GUEST, "--nothing", NULL);
    start_and_finish();
    expect_status("ready\nstarted\nexited 0\n");
}

Test(bwrap_init, stop_reaches_all_and_lets_them_clean_up)
{
    FOR_EACH_USER(i)
    {
        shell("trap 'echo caught; exit 3' TERM; (trap 'echo child; exit' TERM; echo up; "
              "while :; do sleep 0.01; done) & echo up; while :; do sleep 0.01; done");
        start();
        cr_assert(plan_wait_status(&run, "started\n"));
        cr_assert(plan_wait_output(&run, "up\nup\n"));
        cr_assert_eq(write(run.status_fd, "st", 2), 2);
        cr_assert_eq(write(run.status_fd, "op\n", 3), 3);
        plan_finish(&run);
        expect_status("ready\nstarted\nexited 3\n");
        cr_expect_not_null(strstr(run.output, "caught"));
    }
}

Test(bwrap_init, what_it_does_not_know_is_passed_over)
{
    shell("echo up; sleep 0.2; exit 5");
    start();
    cr_assert(plan_wait_output(&run, "up"));
    cr_assert_eq(write(run.status_fd, "halt\nstopp\nxstop\n", 17), 17);
    plan_finish(&run);
    expect_status("ready\nstarted\nexited 5\n");
}

/* A process that survives would keep the output open: plan_finish() would not come back before its
 * sleep is over. */
Test(bwrap_init, nothing_survives_the_command)
{
    FOR_EACH_USER(i)
    {
        shell(
            "setsid sh -c 'trap \"\" TERM HUP; sleep 1000' & (sleep 1000 &) ; sleep 0.05; exit 0");
        start_and_finish();
        expect_status("ready\nstarted\nexited 0\n");
    }
}

Test(bwrap_init, nothing_survives_the_host)
{
    FOR_EACH_USER(i)
    {
        shell("setsid sleep 1000 & echo up; sleep 1000");
        start();
        cr_assert(plan_wait_output(&run, "up"));
        close(run.status_fd);
        run.status_fd = -1;
        plan_finish(&run);
        expect_exit(125);
    }
}

Test(bwrap_init, nothing_survives_the_launcher)
{
    FOR_EACH_USER(i)
    {
        shell("setsid sleep 1000 & echo up; sleep 1000");
        start();
        cr_assert(plan_wait_output(&run, "up"));
        cr_assert_eq(kill(run.pid, SIGKILL), 0);
        plan_finish(&run);
        /* It may be killed before it says that the command started: which then has written already. */
        cr_expect(strcmp(run.status, "ready\n") == 0 || strcmp(run.status, "ready\nstarted\n") == 0,
                  "uid %u: status \"%s\"", world.uid, run.status);
    }
}

/* --- the view ----------------------------------------------------------------------------- */

static void in_world(char *path, size_t size, const char *name)
{
    snprintf(path, size, "%s/%s", world.base, name);
}

/* A launch with options of bubblewrap changed by hand, as a race would have changed the world. */
static void start_changed(void (*change)(struct plan *plan))
{
    struct plan *plan = plan_new(&world.program, world.init, &world.launch);
    cr_assert_eq(plan->status, CORDON_OK, "%s", plan->message);
    change(plan);
    cr_assert(plan_start(plan, world.uid, &run));
    plan_finish(&run);
    plan_free(plan);
}

static void expect_view(const char *part)
{
    cr_expect(strncmp(run.status, "setup view ", 11) == 0 && strstr(run.status, part) != NULL,
              "status \"%s\" does not say \"%s\"; output \"%s\"", run.status, part, run.output);
    cr_expect_null(strstr(run.output, "ran"), "the command ran");
    expect_exit(125);
}

static void replace(struct plan *plan, const char *option, const char *guest, const char *instead)
{
    for (size_t i = 0; i + 2 < plan->argc; i++) {
        if (strcmp(plan->argv[i], option) == 0 && strcmp(plan->argv[i + 2], guest) == 0) {
            free(plan->argv[i]);
            plan->argv[i] = strdup(instead);
            return;
        }
    }
    cr_assert_fail("%s %s is not in the plan", option, guest);
}

static void make_writable(struct plan *plan)
{
    char path[300];
    in_world(path, sizeof path, "p/loops/a/c");
    replace(plan, "--ro-bind-fd", path, "--bind-fd");
}

static void make_read_only(struct plan *plan)
{
    char path[300];
    in_world(path, sizeof path, "p/loops/a/deep");
    replace(plan, "--bind-fd", path, "--ro-bind-fd");
}

Test(bwrap_init, a_folder_with_the_wrong_mode_stops_the_launch)
{
    FOR_EACH_USER(i)
    {
        shell("echo ran");
        start_changed(make_writable);
        expect_view("p/loops/a/c: is writable and should be read-only");
        start_changed(make_read_only);
        expect_view("p/loops/a/deep: is read-only and should be writable");
    }
}

static void leave_out_pin(struct plan *plan)
{
    char path[300];
    in_world(path, sizeof path, "p/loops/a/c");
    for (size_t i = 0; i + 2 < plan->argc; i++) {
        if (strcmp(plan->argv[i], "--ro-bind-fd") == 0 && strcmp(plan->argv[i + 2], path) == 0) {
            free(plan->argv[i + 2]);
            plan->argv[i + 2] = strdup("/tmp/elsewhere");
            return;
        }
    }
    cr_assert_fail("not in the plan");
}

Test(bwrap_init, a_cover_that_is_missing_stops_the_launch)
{
    shell("echo ran");
    start_changed(leave_out_pin);
    expect_view("p/loops/a/c: is not a mount point");
}

static void leave_out_secret(struct plan *plan)
{
    char path[300];
    in_world(path, sizeof path, "p/.env");
    for (size_t i = 0; i + 2 < plan->argc; i++) {
        if (strcmp(plan->argv[i], "--ro-bind-data") == 0 && strcmp(plan->argv[i + 2], path) == 0) {
            free(plan->argv[i + 2]);
            plan->argv[i + 2] = strdup("/tmp/elsewhere");
            return;
        }
    }
    cr_assert_fail("not in the plan");
}

Test(bwrap_init, a_secret_in_view_stops_the_launch)
{
    shell("echo ran");
    start_changed(leave_out_secret);
    expect_view("p/.env: should be hidden and is not");
}

Test(bwrap_init, another_object_stops_the_launch)
{
    FOR_EACH_USER(i)
    {
        /* Bound by path, as an older bubblewrap does, and swapped in between. */
        world.program.options = BWRAP_HAS_PERMS;
        world_find(&world, "p/loops/a/c")->inode++;
        shell("echo ran");
        start_and_finish();
        expect_view("p/loops/a/c: is not the object that was checked before the start");
    }
}

Test(bwrap_init, a_folder_swapped_for_a_link_stops_the_launch)
{
    char loop[300], aside[300], outside[300];

    FOR_EACH_USER(i)
    {
        world.program.options = BWRAP_HAS_PERMS;
        in_world(loop, sizeof loop, "p/loops/a/deep");
        in_world(aside, sizeof aside, "p/loops/a/deep.aside");
        in_world(outside, sizeof outside, "home");
        cr_assert_eq(rename(loop, aside), 0);
        cr_assert_eq(symlink(outside, loop), 0);
        shell("echo ran");
        start_and_finish();
        cr_expect_null(strstr(run.output, "ran"));
        cr_expect_null(strstr(run.status, "ready"), "%s", run.status);
    }
}

static void link_in_view(struct plan *plan)
{
    for (size_t i = 0; i + 1 < plan->argc; i++) {
        if (strcmp(plan->argv[i], "--write") == 0) { /* before the first of these, one more check */
            free(plan->argv[i]);
            free(plan->argv[i + 1]);
            plan->argv[i] = strdup("--check");
            plan->argv[i + 1] = strdup("ro:0:0:/bin/sh");
            return;
        }
    }
}

Test(bwrap_init, a_link_on_the_way_stops_the_launch)
{
    struct stat info;
    if (lstat("/bin", &info) != 0 || !S_ISLNK(info.st_mode))
        cr_skip_test("/bin is a folder here");
    shell("echo ran");
    start_changed(link_in_view);
    expect_view("/bin/sh: bin is a symbolic link");
}

/* What the user's own programs do while a command runs. */
static void save_by_rename(const char *path)
{
    char beside[400];
    snprintf(beside, sizeof beside, "%s.tmp", path);
    FILE *file = fopen(beside, "w");
    cr_assert_not_null(file);
    fputs("SECRET=2\n", file);
    fclose(file);
    cr_assert_eq(rename(beside, path), 0, "%s: %s", path, strerror(errno));
}

static void keep_a_backup(const char *path)
{
    char beside[400];
    snprintf(beside, sizeof beside, "%s~", path);
    cr_assert_eq(rename(path, beside), 0, "%s: %s", path, strerror(errno));
    FILE *file = fopen(path, "w");
    cr_assert_not_null(file);
    fclose(file);
}

static void take_away(const char *path)
{
    cr_assert_eq(remove(path), 0, "%s: %s", path, strerror(errno));
}

static void swap_folder(const char *path)
{
    char beside[400];
    snprintf(beside, sizeof beside, "%s.bak", path);
    cr_assert_eq(rename(path, beside), 0, "%s: %s", path, strerror(errno));
    cr_assert_eq(mkdir(path, 0777), 0);
}

Test(bwrap_init, a_cover_that_falls_off_ends_the_command)
{
    static const struct {
        const char *path;
        void (*change)(const char *path);
    } changes[] = {
        {"p/.env", save_by_rename},      {"p/.env", keep_a_backup},
        {"p/.env", take_away},           {"p/loops/a/.env", save_by_rename},
        {"p/loops/a/.env", take_away},   {"p/loops/a/.git", swap_folder},
        {"p/loops/a/.git", take_away},   {"p/loops/a/deep/e", swap_folder},
        {"p/loops/a/deep", swap_folder}, {"p/secrets", swap_folder},
        {"p/pipe", save_by_rename},      {"p/pipe", take_away},
    };
    char path[300], expected[400];

    FOR_EACH_USER(i)
    {
        for (size_t j = 0; j < sizeof changes / sizeof changes[0]; j++) {
            use_user(users[i]);
            in_world(path, sizeof path, changes[j].path);
            snprintf(expected, sizeof expected, "ready\nstarted\nlimit view %s\nsignaled 9\n",
                     path);
            shell("echo up; sleep 1000");
            start();
            cr_assert(plan_wait_output(&run, "up\n"));
            changes[j].change(path);
            plan_finish(&run);
            expect_status(expected);
            expect_exit(128 + SIGKILL);
        }
    }
}

/* Even the table of mounts changes, as the project's name is in it. */
Test(bwrap_init, other_work_of_the_host_disturbs_nothing)
{
    char path[300], aside[300];

    FOR_EACH_USER(i)
    {
        shell("echo up; while [ ! -e go ]; do sleep 0.05; done; sleep 0.2; echo x > x && exit 4");
        start();
        cr_assert(plan_wait_output(&run, "up\n"));
        in_world(path, sizeof path, "p/ordinary");
        save_by_rename(path);
        keep_a_backup(path);
        in_world(path, sizeof path, "p/loops/a/ordinary");
        save_by_rename(path);
        take_away(path);
        in_world(path, sizeof path, "p");
        in_world(aside, sizeof aside, "q");
        cr_assert_eq(rename(path, aside), 0);
        cr_assert_eq(rename(aside, path), 0);
        in_world(path, sizeof path, "cache");
        in_world(aside, sizeof aside, "cache2");
        cr_assert_eq(rename(path, aside), 0);
        in_world(path, sizeof path, "p/loops/a/go");
        save_by_rename(path);
        plan_finish(&run);
        expect_status("ready\nstarted\nexited 4\n");
    }
}

/* --- what the command can do -------------------------------------------------------------- */

Test(bwrap_init, the_folders_are_held)
{
    FOR_EACH_USER(i)
    {
        shell(
            "t() { \"$@\" 2>/dev/null && echo \"broken: $*\"; }\n"
            "t touch ../../x; t touch c/x; t touch deep/e/x; t mv deep deep2; t mv c c2\n"
            "t mkdir .git/hooks; t mv .git .git2; t touch ../../../app/x; t cat ../../.env\n"
            "t cat .env; t ls ../../secrets; t rm -rf ../../secrets; t touch /x; t touch /dev/x\n"
            "t touch /usr/x; t chmod 755 ../../secrets; t cat ../../pipe; t cat /proc/keys\n"
            "t ls /proc/1/cwd/; t cat /proc/1/environ; t cat /proc/1/fd/0; t ls /root\n"
            "touch x && mkdir d && mv x d/y && mv d deep/ && rm -r deep/d && touch ../../../cache/x"
            " && echo y > ../../../home/x && mktemp > x && echo z > /dev/shm/z && echo > /dev/null"
            " && echo works");
        start_and_finish();
        cr_expect_str_eq(run.output, "works\n", "uid %u: %s", world.uid, run.output);
        expect_status("ready\nstarted\nexited 0\n");
    }
}

/* /proc/sys is the file system's one door to the kernel that user 0 finds open. */
Test(bwrap_init, the_kernel_s_settings_are_held)
{
    FOR_EACH_USER(i)
    {
        shell("for f in /proc/sys/kernel/core_pattern /proc/sys/vm/drop_caches "
              "/proc/sysrq-trigger /proc/irq/default_smp_affinity; do "
              "(exec 3>$f) 2>/dev/null && echo \"open: $f\"; done; echo done");
        start_and_finish();
        cr_expect_str_eq(run.output, "done\n", "uid %u: %s", world.uid, run.output);
    }
}

Test(bwrap_init, the_command_holds_only_its_streams)
{
    FOR_EACH_USER(i)
    {
        world_command(&world, "ls", "/proc/self/fd", NULL);
        start_and_finish();
        /* 3 is ls's own. */
        cr_expect_str_eq(run.output, "0\n1\n2\n3\n");
    }
}

Test(bwrap_init, signals_are_at_their_defaults)
{
    world_command(&world, "grep", "-E", "Sig(Blk|Ign)|CapEff|NoNewPrivs", "/proc/self/status",
                  NULL);
    struct sigaction ignore = {.sa_handler = SIG_IGN};
    sigaction(SIGPIPE, &ignore, NULL); /* inherited by bubblewrap */
    start_and_finish();
    cr_expect_str_eq(run.output, "SigBlk:\t0000000000000000\nSigIgn:\t0000000000000000\n"
                                 "CapEff:\t0000000000000000\nNoNewPrivs:\t1\n");
}

Test(bwrap_init, variables_for_the_linker_reach_the_command_only)
{
    world.env[2] = "LD_LIBRARY_PATH=/nowhere";
    world_command(&world, "printenv", "LD_LIBRARY_PATH", NULL);
    start_and_finish();
    cr_expect_str_eq(run.output, "/nowhere\n");
}

/* A FIFO that no mask covers: a read-only mount does not keep anybody from writing into it.  The
 * world lies in the build folder: inside of the fresh and writable /tmp Landlock cannot tell. */
Test(bwrap_init, a_pipe_in_the_project_cannot_be_written)
{
    char path[300], folder[200];

    if (syscall(SYS_landlock_create_ruleset, NULL, 0, 1) < 2)
        cr_skip_test("this kernel has no Landlock");
    if (getcwd(folder, sizeof folder) == NULL || strncmp(folder, "/tmp", 4) == 0)
        cr_skip_test("the build folder lies in /tmp");
    world_end(&world);
    world_on_disk(&world, 0, folder);
    in_world(path, sizeof path, "p/late");
    cr_assert_eq(mkfifo(path, 0666), 0);
    int reader = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    shell("echo x > ../../late || echo refused");
    start_and_finish();
    char byte;
    ssize_t got = read(reader, &byte, 1);
    close(reader);
    cr_expect_leq(got, 0, "a byte arrived");
    cr_expect_not_null(strstr(run.output, "refused"), "%s", run.output);
    expect_status("ready\nstarted\nexited 0\n");
}

/* --- limits ------------------------------------------------------------------------------- */

/* fork() fails, which programs understand; so it is for user 0 too, whom the kernel does not count. */
Test(bwrap_init, too_many_processes_cannot_be_started)
{
    FOR_EACH_USER(i)
    {
        world_ask(&world, CORDON_G_LIMIT_PIDS);
        world.limits.processes = 40;
        shell("n=0; while [ $n -lt 60 ]; do sleep 5 & n=$((n+1)); echo $n; done; echo all");
        start_and_finish();
        cr_expect_not_null(strstr(run.output, "38\n"), "uid %u: %s", world.uid, run.output);
        cr_expect_null(strstr(run.output, "42\n"), "uid %u: %s", world.uid, run.output);
        expect_status("ready\nstarted\nexited 2\n");
    }
}

Test(bwrap_init, processes_that_ended_make_room_again)
{
    FOR_EACH_USER(i)
    {
        world_ask(&world, CORDON_G_LIMIT_PIDS);
        world.limits.processes = 10;
        /* bash and not sh: where forks are held a signal can take one back before it was received, and only a shell
         * that restarts system calls does not notice (core/init/hold.c). */
        shell("exec bash -c 'n=0; while [ $n -lt 50 ]; do sleep 0 & sleep 0 & wait; n=$((n+1)); "
              "done; echo all'");
        start_and_finish();
        cr_expect_str_eq(run.output, "all\n", "uid %u: %s", world.uid, run.output);
    }
}

/* As before Linux 5.5: nothing can hold the forks of user 0. */
static void refuse_listeners(struct plan *plan)
{
    const struct sock_filter code[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_seccomp, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | ENOSYS),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    };
    free(plan->fds[0].text);
    plan->fds[0].text = malloc(sizeof code);
    memcpy(plan->fds[0].text, code, sizeof code);
    plan->fds[0].size = sizeof code;
}

Test(bwrap_init, the_watcher_ends_what_nothing_else_holds)
{
    if (geteuid() != 0)
        cr_skip_test("the kernel holds the limit against an ordinary user");
    world_ask(&world, CORDON_G_LIMIT_PIDS);
    world.limits.processes = 40;
    shell("n=0; while [ $n -lt 200 ]; do sleep 1000 & n=$((n+1)); done; wait");
    start_changed(refuse_listeners);
    expect_status("ready\nstarted\nlimit processes\nsignaled 9\n");
    expect_exit(128 + SIGKILL);
}

Test(bwrap_init, too_much_memory_ends_the_command)
{
    static const char *const hogs[] = {
        /* its own */
        "x=x; while :; do x=$x$x; done",
        /* a file in memory */
        "while :; do head -c 1000000 /dev/zero >> /dev/shm/x; done",
        "while :; do head -c 1000000 /dev/zero >> ../../../home/x; done",
    };
    FOR_EACH_USER(i)
    {
        for (size_t j = 0; j < sizeof hogs / sizeof hogs[0]; j++) {
            use_user(users[i]);
            world_ask(&world, CORDON_G_LIMIT_MEMORY);
            world.limits.memory_bytes = 64 << 20;
            world.limits.scratch_bytes = 1 << 30;
            shell(hogs[j]);
            start_and_finish();
            expect_status("ready\nstarted\nlimit memory\nsignaled 9\n");
        }
    }
}

Test(bwrap_init, ordinary_work_stays_below_its_limits)
{
    FOR_EACH_USER(i)
    {
        world_ask(&world, CORDON_G_LIMIT_MEMORY);
        world_ask(&world, CORDON_G_LIMIT_PIDS);
        world_ask(&world, CORDON_G_LIMIT_OPEN_FILES);
        world.limits.memory_bytes = 256 << 20;
        world.limits.processes = 20;
        world.limits.open_files = 64;
        /* Many processes one after the other, longer than the first looks take. */
        shell("n=0; while [ $n -lt 200 ]; do /bin/true; n=$((n+1)); done; ulimit -n; ulimit -c");
        start_and_finish();
        cr_expect_str_eq(run.output, "64\n0\n");
        expect_status("ready\nstarted\nexited 0\n");
    }
}

/* --- arguments: on the host, nothing is started -------------------------------------------- */

static int run_alone(const char *const *words, char *output, size_t size)
{
    char *argv[8] = {NULL};
    int pipes[2];
    cr_assert_eq(pipe2(pipes, O_CLOEXEC), 0);
    pid_t pid = fork();
    if (pid == 0) {
        dup2(pipes[1], 2);
        for (size_t i = 0; words[i] != NULL; i++)
            argv[i] = strdup(words[i]);
        execv(argv[0], argv);
        _exit(99);
    }
    close(pipes[1]);
    size_t length = 0;
    ssize_t got;
    while ((got = read(pipes[0], output + length, size - 1 - length)) > 0)
        length += (size_t)got;
    output[length] = '\0';
    close(pipes[0]);
    int status;
    cr_assert_eq(waitpid(pid, &status, 0), pid);
    return WEXITSTATUS(status);
}

Test(bwrap_init, refuses_to_be_anything_but_process_1)
{
    char output[512];
    const char *argv[] = {world.init, "--", "true", NULL};
    cr_expect_eq(run_alone(argv, output, sizeof output), 125);
    cr_expect_not_null(strstr(output, "not process 1"), "%s", output);
}

Test(bwrap_init, refuses_arguments_that_it_does_not_know)
{
    static const char *const bad[][3] = {
        {"--unheard-of", "x", "not an option"},
        {"--status", "1", "above 2"},
        {"--status", "900", "above 2"},
        {"--status", "x", "not a number"},
        {"--limit-memory", "-1", "not a number"},
        {"--limit-memory", "18446744073709551616", "not a number"},
        {"--check", "ro:1:2", "MODE:DEV:INO:PATH"},
        {"--check", "xx:1:2:/usr", "MODE:DEV:INO:PATH"},
        {"--check", "ro:1:x:/usr", "MODE:DEV:INO:PATH"},
        {"--check", "ro:1:2:usr", "MODE:DEV:INO:PATH"},
        {"--check", "ro:0:0:/usr/../etc", "plain absolute path"},
        {"--check", "ro:0:0:/", "plain absolute path"},
        {"--env", "NOVALUE", "NAME=VALUE"},
    };
    char output[512];

    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        const char *option = bad[i][0], *value = bad[i][1];
        const char *argv[] = {world.init, option, value, "--nothing", NULL};
        cr_expect_eq(run_alone(argv, output, sizeof output), 125, "%s %s", option, value);
        cr_expect_not_null(strstr(output, bad[i][2]), "%s %s: %s", option, value, output);
    }
    const char *neither[] = {world.init, NULL};
    cr_expect_eq(run_alone(neither, output, sizeof output), 125);
    const char *both[] = {world.init, "--nothing", "--", "true", NULL};
    cr_expect_eq(run_alone(both, output, sizeof output), 125);
    const char *without[] = {world.init, "--check", NULL};
    cr_expect_eq(run_alone(without, output, sizeof output), 125);
    cr_expect_not_null(strstr(output, "has no value"), "%s", output);
}

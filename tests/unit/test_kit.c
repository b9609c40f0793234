/* SPDX-License-Identifier: MIT */
/* plugins/kit: programs that hang, crash, flood or are not there; small files; bounded texts. */
#define _GNU_SOURCE /* pipe2 */
#include <criterion/criterion.h>
#include <errno.h>
#include <fcntl.h>
#include <kit.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static char output[4096];

static struct kit_result run_for(const char *script, int64_t timeout_ms)
{
    const char *const argv[] = {"sh", "-c", script, NULL};
    const char *const envp[] = {"PATH=/usr/bin:/bin", "GREETING=hello", NULL};
    const struct kit_run run = {.program = "/bin/sh",
                                .argv = argv,
                                .envp = envp,
                                .timeout_ms = timeout_ms,
                                .cancel_fd = -1,
                                .output = output,
                                .output_size = sizeof(output)};
    struct kit_result result;
    kit_run(&run, &result);
    return result;
}

/* No child of ours is left, not even a dead one. */
static bool all_reaped(void)
{
    return waitpid(-1, NULL, WNOHANG) < 0 && errno == ECHILD;
}

static bool is_gone(const char *pid)
{
    /* An orphan that was killed may stay a zombie until the reaper of this machine looks. */
    char path[64];
    char text[512];
    (void)snprintf(path, sizeof(path), "/proc/%d/stat", atoi(pid));
    for (int i = 0; i < 500; i++) {
        if (kit_file_read(path, text, sizeof(text)) < 0 || strstr(text, ") Z ") != NULL ||
            strstr(text, ") X ") != NULL)
            return true;
        usleep(10000);
    }
    return false;
}

Test(kit_run, gives_exit_status_and_both_streams_in_order)
{
    struct kit_result result = run_for("echo one; echo two >&2; echo $GREETING; exit 7", 20000);
    cr_assert_eq(result.end, KIT_END_EXITED);
    cr_assert_eq(result.code, 7);
    cr_assert_str_eq(output, "one\ntwo\nhello\n");
    cr_assert_eq(result.output_bytes, strlen(output));
    cr_assert_eq(result.cut_bytes, 0);
    cr_assert(all_reaped());
}

Test(kit_run, has_no_input)
{
    struct kit_result result = run_for("cat; echo end", 20000);
    cr_assert_eq(result.end, KIT_END_EXITED);
    cr_assert_str_eq(output, "end\n");
}

Test(kit_run, ends_a_program_that_hangs)
{
    struct kit_result result =
        run_for("trap '' TERM INT HUP; echo $$; while :; do sleep 1; done", 400);
    cr_assert_eq(result.end, KIT_END_TIMEOUT);
    cr_assert(is_gone(output));
    cr_assert(all_reaped());
}

Test(kit_run, ends_when_cancelled)
{
    int fds[2];
    cr_assert_eq(pipe(fds), 0);
    cr_assert_eq(write(fds[1], "x", 1), 1);
    const char *const argv[] = {"sleep", "1000", NULL};
    const char *const envp[] = {NULL};
    const struct kit_run run = {.program = "/bin/sleep",
                                .argv = argv,
                                .envp = envp,
                                .timeout_ms = -1,
                                .cancel_fd = fds[0],
                                .output = output,
                                .output_size = sizeof(output)};
    struct kit_result result;
    kit_run(&run, &result);
    cr_assert_eq(result.end, KIT_END_CANCELLED);
    cr_assert(all_reaped());
}

Test(kit_run, names_the_signal_of_a_crash)
{
    struct kit_result result = run_for("kill -SEGV $$", 20000);
    cr_assert_eq(result.end, KIT_END_SIGNALED);
    cr_assert_eq(result.code, SIGSEGV);
    cr_assert(all_reaped());
}

Test(kit_run, keeps_the_head_of_a_flood_and_counts_the_rest)
{
    struct kit_result result = run_for("head -c 3000000 /dev/zero | tr '\\0' x", 60000);
    cr_assert_eq(result.end, KIT_END_EXITED);
    cr_assert_eq(result.output_bytes, sizeof(output) - 1);
    cr_assert_eq(result.output_bytes + result.cut_bytes, 3000000);
    cr_assert_eq(strlen(output), sizeof(output) - 1);
}

Test(kit_run, ends_a_flood_that_never_ends)
{
    struct kit_result result = run_for("while :; do echo flood; done", 300);
    cr_assert_eq(result.end, KIT_END_TIMEOUT);
    cr_assert(result.cut_bytes > 0);
    cr_assert(all_reaped());
}

Test(kit_run, does_not_wait_for_a_grandchild_that_holds_the_output)
{
    /* Without a deadline: if it waited, this test would never end. */
    struct kit_result result = run_for("sleep 1000 & echo $!; exit 3", -1);
    cr_assert_eq(result.end, KIT_END_EXITED);
    cr_assert_eq(result.code, 3);
    cr_assert(is_gone(output));
    cr_assert(all_reaped());
}

Test(kit_run, does_not_wait_for_a_grandchild_in_another_session)
{
    struct kit_result result = run_for("setsid sleep 1000 & echo $!; sleep 0.2; exit 0", -1);
    cr_assert_eq(result.end, KIT_END_EXITED);
    kill(atoi(output), SIGKILL);
}

static int start(const char *program)
{
    const char *const argv[] = {program, NULL};
    const char *const envp[] = {NULL};
    const struct kit_run run = {.program = program,
                                .argv = argv,
                                .envp = envp,
                                .timeout_ms = 20000,
                                .cancel_fd = -1,
                                .output = output,
                                .output_size = sizeof(output)};
    struct kit_result result;
    kit_run(&run, &result);
    cr_assert_eq(result.end, KIT_END_NOT_STARTED);
    cr_assert(all_reaped());
    return result.code;
}

Test(kit_run, says_why_a_program_was_not_started)
{
    char path[] = "/tmp/cordon-test-XXXXXX";
    int fd = mkstemp(path);
    cr_assert_eq(write(fd,
                       "\x7f"
                       "ELF garbage",
                       12),
                 12);
    close(fd);
    cr_assert_eq(start("/nonexistent/program"), ENOENT);
    cr_assert_eq(start(path), EACCES);
    cr_assert_eq(chmod(path, 0755), 0);
    cr_assert_eq(start(path), ENOEXEC);
    unlink(path);
}

Test(kit_run, passes_the_given_descriptors_at_their_numbers_and_no_others)
{
    int low[2];
    int high[2];
    cr_assert_eq(pipe(low), 0);
    cr_assert_eq(pipe(high), 0);
    cr_assert_eq(write(low[1], "low\n", 4), 4);
    cr_assert_eq(write(high[1], "high\n", 5), 5);
    close(low[1]);
    close(high[1]);
    int leak = open("/dev/null", O_RDONLY); /* not close-on-exec, on purpose */
    cr_assert(leak >= 0);
    /* Crosswise: each number is the other one's source. */
    const struct kit_fd fds[] = {{.fd = low[0], .number = high[0]},
                                 {.fd = high[0], .number = low[0]}};
    char script[256];
    (void)snprintf(script, sizeof(script),
                   /* No pipeline: for a moment its ends would be descriptors of the shell too. */
                   "cat /proc/self/fd/%d; cat /proc/self/fd/%d; ls -v /proc/$$/fd", high[0],
                   low[0]);
    const char *const argv[] = {"sh", "-c", script, NULL};
    const char *const envp[] = {"PATH=/usr/bin:/bin", NULL};
    const struct kit_run run = {.program = "/bin/sh",
                                .argv = argv,
                                .envp = envp,
                                .fds = fds,
                                .fd_count = 2,
                                .timeout_ms = 20000,
                                .cancel_fd = -1,
                                .output = output,
                                .output_size = sizeof(output)};
    struct kit_result result;
    kit_run(&run, &result);
    int first = low[0] < high[0] ? low[0] : high[0];
    int second = low[0] < high[0] ? high[0] : low[0];
    char expected[128];
    (void)snprintf(expected, sizeof(expected), "low\nhigh\n0\n1\n2\n%d\n%d\n", first, second);
    cr_assert_str_eq(output, expected);
}

Test(kit_run, starts_with_default_signals)
{
    signal(SIGINT, SIG_IGN);
    sigset_t all;
    sigfillset(&all);
    sigprocmask(SIG_BLOCK, &all, NULL);
    (void)run_for("grep -E 'SigBlk|SigIgn' /proc/self/status", 20000);
    cr_assert_str_eq(output, "SigBlk:\t0000000000000000\nSigIgn:\t0000000000000000\n");
}

static char folder[64];

static void make_folder(void)
{
    (void)snprintf(folder, sizeof(folder), "/tmp/cordon-test-XXXXXX");
    cr_assert_not_null(mkdtemp(folder));
}

static void make_file(const char *name, const char *text, mode_t mode)
{
    char path[256];
    (void)snprintf(path, sizeof(path), "%s/%s", folder, name);
    FILE *file = fopen(path, "we");
    cr_assert_not_null(file);
    fputs(text, file);
    fclose(file);
    cr_assert_eq(chmod(path, mode), 0);
}

static const char *in_folder(const char *name)
{
    static char path[256];
    (void)snprintf(path, sizeof(path), "%s/%s", folder, name);
    return path;
}

static void remove_folder(void)
{
    char command[128];
    (void)snprintf(command, sizeof(command), "rm -rf %s", folder);
    cr_assert_eq(system(command), 0);
}

Test(kit_program_find, takes_the_first_that_can_be_executed, .init = make_folder,
     .fini = remove_folder)
{
    char first[128];
    char second[128];
    char path[256] = "untouched";
    (void)snprintf(first, sizeof(first), "%s/a", folder);
    (void)snprintf(second, sizeof(second), "%s/b", folder);
    mkdir(first, 0755);
    mkdir(second, 0755);
    char folders[512];
    (void)snprintf(folders, sizeof(folders), "relative::%s:%s/", first, second);

    cr_assert_eq(kit_program_find(folders, "tool", NULL, path, sizeof(path)), KIT_MISSING);
    cr_assert_str_eq(path, "untouched");
    cr_assert_eq(kit_program_find(NULL, "tool", NULL, path, sizeof(path)), KIT_MISSING);
    make_file("a/tool", "", 0644);
    cr_assert_eq(kit_program_find(folders, "tool", NULL, path, sizeof(path)), KIT_NOT_EXECUTABLE);
    cr_assert_str_eq(path, in_folder("a/tool"));
    make_file("b/tool", "", 0755);
    cr_assert_eq(kit_program_find(folders, "tool", NULL, path, sizeof(path)), KIT_FOUND);
    cr_assert_str_eq(path, in_folder("b/tool"));
    mkdir(in_folder("a/other"), 0755);
    cr_assert_eq(kit_program_find(folders, "other", NULL, path, sizeof(path)), KIT_MISSING);
    /* A folder that a command can write is passed over, also where a link leads there. */
    cr_assert_eq(kit_program_find(folders, "tool", second, path, sizeof(path)), KIT_NOT_EXECUTABLE);
    cr_assert_eq(symlink("../b/tool", in_folder("a/linked")), 0);
    cr_assert_eq(kit_program_find(folders, "linked", NULL, path, sizeof(path)), KIT_FOUND);
    cr_assert_eq(kit_program_find(folders, "linked", second, path, sizeof(path)), KIT_MISSING);
}

Test(kit_file, reads_the_start_of_a_file_and_never_waits, .init = make_folder,
     .fini = remove_folder)
{
    char text[8];
    make_file("long", "0123456789", 0644);
    cr_assert_eq(kit_file_read(in_folder("long"), text, sizeof(text)), 7);
    cr_assert_str_eq(text, "0123456");
    cr_assert_eq(kit_file_read(in_folder("none"), text, sizeof(text)), -ENOENT);
    cr_assert_eq(mkfifo(in_folder("fifo"), 0644), 0);
    cr_assert_eq(kit_file_read(in_folder("fifo"), text, sizeof(text)), -EINVAL);
    cr_assert_eq(kit_file_read(folder, text, sizeof(text)), -EINVAL);
}

Test(kit_file, reads_a_number_or_says_that_it_is_none, .init = make_folder, .fini = remove_folder)
{
    int64_t number = 5;
    make_file("number", "15000\n", 0644);
    make_file("words", "many\n", 0644);
    make_file("empty", "", 0644);
    make_file("huge", "99999999999999999999999\n", 0644);
    cr_assert_eq(kit_file_read_number(in_folder("words"), &number), -EINVAL);
    cr_assert_eq(kit_file_read_number(in_folder("empty"), &number), -EINVAL);
    cr_assert_eq(kit_file_read_number(in_folder("huge"), &number), -EINVAL);
    cr_assert_eq(kit_file_read_number(in_folder("none"), &number), -ENOENT);
    cr_assert_eq(number, 5);
    cr_assert_eq(kit_file_read_number(in_folder("number"), &number), 0);
    cr_assert_eq(number, 15000);
}

Test(kit_text, says_when_something_did_not_fit)
{
    char data[8];
    struct kit_text text;
    kit_text_init(&text, data, sizeof(data));
    kit_text_add(&text, "abc");
    kit_text_addf(&text, "%d", 1234);
    cr_assert_str_eq(data, "abc1234");
    cr_assert_not(text.cut);
    kit_text_addf(&text, "%s", "");
    cr_assert_not(text.cut);
    kit_text_addf(&text, "%d", 5);
    cr_assert(text.cut);
    cr_assert_str_eq(data, "abc1234");
    cr_assert_eq(text.length, 7);
    cr_assert_not(kit_text_copy(data, sizeof(data), "12345678"));
    cr_assert_str_eq(data, "1234567");
}

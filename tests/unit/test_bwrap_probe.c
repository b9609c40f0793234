/* SPDX-License-Identifier: MIT */
/* plugins/bwrap/probe.c: the whole probe, against made-up machines with a made-up bubblewrap, and
 * against the real one. */
#define _GNU_SOURCE /* mkdtemp */
#include "fake_host.h"

#include <bwrap.h>
#include <codes.h>
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>

/* --- A made-up machine ------------------------------------------------------------------------------- */

static char root[64];
static struct cordon_call *call;

static const char *in_root(const char *path)
{
    static char full[512];
    (void)snprintf(full, sizeof(full), "%s/%s", root, path);
    return full;
}

/* Makes the folders on the way, too. */
static void make_file(const char *path, const char *text, mode_t mode)
{
    char full[512];
    (void)snprintf(full, sizeof(full), "%s", in_root(path));
    for (char *at = full + strlen(root) + 1; *at != '\0'; at++) {
        if (*at == '/') {
            *at = '\0';
            (void)mkdir(full, 0755);
            *at = '/';
        }
    }
    FILE *file = fopen(full, "we");
    cr_assert_not_null(file, "%s", full);
    fputs(text, file);
    fclose(file);
    cr_assert_eq(chmod(full, mode), 0);
}

#define HELP                                                                                       \
    "case \"$1\" in\n"                                                                             \
    "--help) echo '    --bind-fd FD DEST'; echo '    --perms OCTAL'; exit 0;;\n"                   \
    "--version) echo bubblewrap 0.8.0; exit 0;;\n"                                                 \
    "esac\n"

/* A bubblewrap that knows two of the newer options and then does what script says. */
static void make_bwrap(const char *script)
{
    char text[4096];
    (void)snprintf(text, sizeof(text), "#!/bin/sh\n" HELP "%s\n", script);
    make_file("bin/bwrap", text, 0755);
}

/* One that fails with that message. */
static void make_failing(const char *message)
{
    char script[2048];
    (void)snprintf(script, sizeof(script), "cat >&2 <<'END'\n%s\nEND\nexit 1", message);
    make_bwrap(script);
}

/* One whose sandbox works, as far as the report from inside goes. */
static void make_working(void)
{
    make_bwrap("while [ $# -gt 0 ]; do [ \"$1\" = --status ] && fd=$2; shift; done\n"
               "eval \"printf 'ready\\nstarted\\nexited 0\\n' >&$fd\"");
}

static void set_up(void)
{
    char path[128];
    (void)snprintf(root, sizeof(root), "/tmp/cordon-test-XXXXXX");
    cr_assert_not_null(mkdtemp(root));
    make_file("etc/os-release", "ID=debian\n", 0644);
    make_file("proc/self/status", "CapAmb:\t0000000000000000\nNoNewPrivs:\t0\nSeccomp:\t0\n", 0644);
    make_file("proc/self/uid_map", "         0          0 4294967295\n", 0644);
    make_file("proc/self/mountinfo", "1 0 8:1 / / rw - ext4 /dev/sda1 rw\n", 0644);
    make_file("proc/self/ns/user", "", 0644);
    make_file("proc/sys/user/max_user_namespaces", "63000\n", 0644);
    (void)mkdir(in_root("bin"), 0755);

    call = fake_call_new();
    fake_call_set_fact(call, "os", "linux");
    fake_call_set_fact(call, "distro", "debian");
    fake_call_set_fact(call, "kernel", "6.1.0-18-amd64");
    fake_call_set_fact(call, "uid", "1000");
    fake_call_set_fact(call, "root", root);
    fake_call_set_fact(call, "helper.init", "/usr/libexec/cordon/cordon-init");
    (void)snprintf(path, sizeof(path), "/nonexistent:%s/bin", root);
    fake_call_set_fact(call, "path", path);
}

static void tear_down(void)
{
    char command[128];
    fake_call_free(call);
    (void)snprintf(command, sizeof(command), "rm -rf %s", root);
    cr_assert_eq(system(command), 0);
}

static const char *probe(void)
{
    cr_assert_eq(bwrap_probe(fake_host(), call, CORDON_PROBE_FULL), CORDON_OK, "%s",
                 fake_call_message(call));
    cr_assert_leq(fake_call_blockers(call), 1);
    if (fake_call_blockers(call) > 0)
        cr_assert_eq(fake_call_offers(call), 0, "what is blocked offers nothing");
    return fake_call_blocker(call);
}

TestSuite(bwrap_probe, .init = set_up, .fini = tear_down);

/* --- The program ------------------------------------------------------------------------------------- */

Test(bwrap_probe, misses_bubblewrap)
{
    cr_assert_str_eq(probe(), "bwrap.missing");
}

Test(bwrap_probe, sees_that_it_is_not_executable)
{
    make_file("bin/bwrap", "#!/bin/sh\n", 0644);
    cr_assert_str_eq(probe(), "bwrap.not-executable");
    cr_assert_str_eq(fake_call_finding(call, "bwrap.not-executable"), in_root("bin/bwrap"));
}

Test(bwrap_probe, sees_that_it_is_no_program)
{
    make_file("bin/bwrap", "garbage", 0755);
    cr_assert_str_eq(probe(), "bwrap.broken");
}

Test(bwrap_probe, sees_that_its_interpreter_is_missing)
{
    make_file("bin/bwrap", "#!/nonexistent/sh\n", 0755);
    cr_assert_str_eq(probe(), "bwrap.broken");
}

Test(bwrap_probe, ends_one_that_hangs_within_the_deadline)
{
    fake_call_set_remaining(call, 1000);
    make_bwrap("trap '' TERM; while :; do sleep 1; done");
    cr_assert_str_eq(probe(), "bwrap.timeout");
    cr_assert_str_eq(fake_call_finding(call, "probe.result"), "timeout");
}

Test(bwrap_probe, ends_one_that_hangs_when_asked_for_help)
{
    fake_call_set_remaining(call, 1000);
    make_file("bin/bwrap", "#!/bin/sh\nsleep 1000\n", 0755);
    cr_assert_str_eq(probe(), "bwrap.timeout");
}

Test(bwrap_probe, ends_when_cancelled)
{
    int fds[2];
    cr_assert_eq(pipe(fds), 0);
    cr_assert_eq(write(fds[1], "x", 1), 1);
    fake_call_set_cancel_fd(call, fds[0]);
    make_bwrap("sleep 1000");
    cr_assert_eq(bwrap_probe(fake_host(), call, CORDON_PROBE_FULL), CORDON_E_CANCELLED);
    cr_assert(fake_call_message(call)[0] != '\0');
    cr_assert_eq(fake_call_offers(call), 0);
}

Test(bwrap_probe, misses_its_own_helper)
{
    fake_call_set_fact(call, "helper.init", NULL);
    make_working();
    cr_assert_str_eq(probe(), "helper.missing");
}

/* --- Messages, with the files that explain them --------------------------------------------------------- */

static const char adduser[] =
    "bwrap: No permissions to create new namespace, likely because the kernel does not allow "
    "non-privileged user namespaces. See <https://deb.li/bubblewrap>.";

Test(bwrap_probe, blames_the_sysctl_only_where_it_is_off)
{
    make_failing(adduser);
    make_file("proc/sys/kernel/unprivileged_userns_clone", "0\n", 0644);
    cr_assert_str_eq(probe(), "userns.sysctl");
    cr_assert_str_eq(fake_call_finding(call, "probe.output"), adduser);
    cr_assert_str_eq(fake_call_finding(call, "probe.result"), "exit 1");
    cr_assert(strstr(fake_call_finding(call, "probe.command"), "--unshare-net") != NULL);
}

Test(bwrap_probe, blames_the_container_where_the_sysctl_is_on)
{
    make_failing(adduser);
    make_file("proc/sys/kernel/unprivileged_userns_clone", "1\n", 0644);
    make_file("proc/self/status", "CapAmb:\t0\nNoNewPrivs:\t0\nSeccomp:\t2\n", 0644);
    make_file(".dockerenv", "", 0644);
    cr_assert_str_eq(probe(), "container.seccomp");
    cr_assert_str_eq(fake_call_finding(call, "container.seccomp"), "docker");
}

Test(bwrap_probe, blames_the_chroot_where_the_root_is_no_mount)
{
    make_failing(adduser);
    make_file("proc/self/mountinfo", "1 0 8:1 / /boot rw - ext4 /dev/sda1 rw\n", 0644);
    cr_assert_str_eq(probe(), "chroot.parent");
}

Test(bwrap_probe, blames_the_flatpak_around_it)
{
    make_failing(adduser);
    make_file(".flatpak-info", "[Application]\nname=com.example.Editor\n", 0644);
    cr_assert_str_eq(probe(), "flatpak.parent");
    cr_assert_str_eq(fake_call_finding(call, "flatpak.parent"), "com.example.Editor");
}

Test(bwrap_probe, reads_the_limit_behind_no_space)
{
    make_failing("bwrap: Creating new namespace failed: No space left on device");
    make_file("proc/sys/user/max_user_namespaces", "0\n", 0644);
    cr_assert_str_eq(probe(), "userns.max");
}

Test(bwrap_probe, reads_the_limit_of_another_kind_behind_no_space)
{
    make_failing("bwrap: Creating new namespace failed: nesting depth or "
                 "/proc/sys/user/max_*_namespaces exceeded (ENOSPC)");
    make_file("proc/sys/user/max_net_namespaces", "0\n", 0644);
    cr_assert_str_eq(probe(), "namespaces.zero");
    cr_assert_str_eq(fake_call_finding(call, "namespaces.zero"), "user.max_net_namespaces");
}

Test(bwrap_probe, knows_that_it_is_nested)
{
    make_failing("bwrap: Creating new namespace failed: No space left on device");
    make_file("proc/self/uid_map", "      1000       1000          1\n", 0644);
    cr_assert_str_eq(probe(), "nested.no-userns");
}

static void make_ubuntu(void)
{
    make_failing("bwrap: loopback: Failed RTM_NEWADDR: Operation not permitted");
    make_file("proc/sys/kernel/apparmor_restrict_unprivileged_userns", "1\n", 0644);
}

/* A header of a profile for the made-up bubblewrap. */
static void make_profile(const char *name)
{
    char path[256];
    char text[256];
    (void)snprintf(path, sizeof(path), "etc/apparmor.d/%s", name);
    (void)snprintf(text, sizeof(text),
                   "abi <abi/4.0>,\nprofile %s %s/bin/bwrap flags=(complain) {\n}\n", name, root);
    make_file(path, text, 0644);
}

Test(bwrap_probe, sees_that_apparmor_exempts_another_path)
{
    make_ubuntu();
    cr_assert_str_eq(probe(), "userns.apparmor-path");
}

Test(bwrap_probe, sees_a_profile_that_is_not_loaded)
{
    make_ubuntu();
    make_profile("bwrap-userns-restrict");
    cr_assert_str_eq(probe(), "userns.apparmor-profile");
}

Test(bwrap_probe, sees_two_profiles_and_names_the_foreign_one)
{
    make_ubuntu();
    make_profile("bwrap-userns-restrict");
    make_profile("vendor");
    cr_assert_str_eq(probe(), "userns.apparmor-conflict");
    cr_assert_str_eq(fake_call_finding(call, "userns.apparmor-conflict"), "/etc/apparmor.d/vendor");
}

Test(bwrap_probe, knows_wsl_1_by_its_kernel)
{
    make_failing("bwrap: Creating new namespace failed, likely because the kernel does not support "
                 "user namespaces.");
    fake_call_set_fact(call, "kernel", "4.4.0-19041-Microsoft");
    cr_assert_str_eq(probe(), "wsl.version-1");
}

Test(bwrap_probe, does_not_take_wsl_2_for_wsl_1)
{
    make_failing("bwrap: Creating new namespace failed, likely because the kernel does not support "
                 "user namespaces.");
    fake_call_set_fact(call, "kernel", "5.15.153.1-microsoft-standard-WSL2");
    cr_assert_str_eq(probe(), "kernel.no-userns");
}

Test(bwrap_probe, names_what_covers_proc)
{
    make_failing("bwrap: Can't mount proc on /newroot/proc: Operation not permitted");
    make_file("proc/self/mountinfo",
              "1 0 8:1 / / rw - ext4 /dev/sda1 rw\n"
              "2 1 0:5 / /proc rw - proc proc rw\n"
              "3 2 0:6 / /proc/sys/fs/binfmt_misc rw - autofs systemd-1 rw\n"
              "4 2 0:7 /cpuinfo /proc/cpuinfo rw - fuse.lxcfs lxcfs rw\n",
              0644);
    cr_assert_str_eq(probe(), "proc.masked");
    cr_assert_str_eq(fake_call_finding(call, "proc.masked"), "/proc/cpuinfo");
}

Test(bwrap_probe, blames_the_security_module_of_the_container)
{
    make_failing("bwrap: Failed to make / slave: Permission denied");
    fake_call_set_fact(call, "container", "docker");
    make_file("proc/self/attr/current", "docker-default (enforce)\n", 0644);
    cr_assert_str_eq(probe(), "container.apparmor");
    cr_assert_str_eq(fake_call_finding(call, "container.apparmor"), "docker-default (enforce)");
}

Test(bwrap_probe, takes_a_missing_option_for_an_old_program)
{
    make_failing("bwrap: Unknown option --seccomp");
    cr_assert_str_eq(probe(), "bwrap.too-old");
}

Test(bwrap_probe, keeps_the_words_that_nobody_knows)
{
    make_failing("bwrap: the moon is in the wrong house");
    cr_assert_str_eq(probe(), "bwrap.unknown");
    cr_assert_str_eq(fake_call_finding(call, "bwrap.unknown"),
                     "bwrap: the moon is in the wrong house");
}

Test(bwrap_probe, reports_what_the_helper_refused)
{
    make_bwrap("while [ $# -gt 0 ]; do [ \"$1\" = --status ] && fd=$2; shift; done\n"
               "eval \"printf 'setup view 2 /usr: is another folder\\n' >&$fd\"; exit 125");
    cr_assert_str_eq(probe(), "sandbox.setup");
    cr_assert_str_eq(fake_call_finding(call, "sandbox.setup"),
                     "setup view 2 /usr: is another folder");
}

Test(bwrap_probe, does_not_believe_an_exit_status_alone)
{
    make_bwrap("exit 0");
    cr_assert_str_eq(probe(), "bwrap.unknown");
}

/* --- It works ------------------------------------------------------------------------------------------- */

Test(bwrap_probe, offers_what_the_run_has_proven)
{
    make_working();
    cr_assert_str_eq(probe(), "");
    cr_assert_str_eq(fake_call_finding(call, "bwrap.program"), in_root("bin/bwrap"));
    cr_assert_str_eq(fake_call_finding(call, "bwrap.options"), "bind-fd,perms");
    cr_assert_str_eq(fake_call_finding(call, "bwrap.version"), "0.8.0");
    cr_assert_str_eq(fake_call_offer(call, CORDON_G_NET_NONE), "");
    /* The options that this one lacks are said. */
    cr_assert(strlen(fake_call_offer(call, CORDON_G_NO_NEW_PRIVILEGES)) > 0);
    cr_assert(strlen(fake_call_offer(call, CORDON_G_LIMIT_MEMORY)) > 0);
    cr_assert_str_eq(fake_call_offer(call, CORDON_G_SECRETS_HIDDEN), "");
    cr_assert_null(fake_call_offer(call, CORDON_G_LATE_MOUNTS_HIDDEN));
    cr_assert_null(fake_call_finding(call, "probe.output"));
}

Test(bwrap_probe, offers_user_0_nothing_outside_where_device_nodes_can_be_changed)
{
    make_working();
    fake_call_set_fact(call, "uid", "0");
    cr_assert_str_eq(probe(), "");
    cr_expect_null(fake_call_offer(call, CORDON_G_OUTSIDE_READ_ONLY));
    cr_expect_not_null(fake_call_offer(call, CORDON_G_NET_NONE));
}

Test(bwrap_probe, offers_user_0_the_outside_where_device_nodes_are_read_only)
{
    make_working();
    fake_call_set_fact(call, "uid", "0");
    fake_call_set_fact(call, "device-nodes", "read-only");
    cr_assert_str_eq(probe(), "");
    cr_expect_not_null(fake_call_offer(call, CORDON_G_OUTSIDE_READ_ONLY));
}

Test(bwrap_probe, offers_hidden_late_mounts_where_the_host_hides_them)
{
    make_working();
    fake_call_set_fact(call, "late-mounts", "private");
    cr_assert_str_eq(probe(), "");
    cr_assert_not_null(fake_call_offer(call, CORDON_G_LATE_MOUNTS_HIDDEN));
}

Test(bwrap_probe, says_that_a_set_uid_program_is_worse)
{
    make_working();
    cr_assert_eq(chmod(in_root("bin/bwrap"), 04755), 0);
    cr_assert_str_eq(probe(), "");
    cr_assert_str_eq(fake_call_finding(call, "bwrap.setuid-old"), in_root("bin/bwrap"));
}

Test(bwrap_probe, offers_nothing_without_a_run)
{
    make_working();
    cr_assert_eq(bwrap_probe(fake_host(), call, CORDON_PROBE_QUICK), CORDON_OK);
    cr_assert_str_eq(fake_call_blocker(call), "");
    cr_assert_eq(fake_call_offers(call), 0);
    cr_assert_str_eq(fake_call_finding(call, "bwrap.options"), "bind-fd,perms");
}

Test(bwrap_probe, passes_on_that_the_host_could_not_take_it)
{
    make_working();
    unsigned n = 1;
    for (;; n++) {
        fake_call_forget(call);
        fake_call_fail_at(call, n);
        int32_t status = bwrap_probe(fake_host(), call, CORDON_PROBE_FULL);
        fake_call_fail_at(call, 0);
        if (status == CORDON_OK)
            break;
        cr_assert_eq(status, CORDON_E_NOMEM);
        cr_assert_lt(n, 100);
    }
    cr_assert_gt(n, 10);
}

/* --- The real one ------------------------------------------------------------------------------------------ */

Test(bwrap_real, works_on_this_machine, .init = set_up, .fini = tear_down)
{
    const char *must = getenv("CORDON_MUST_WORK");
    char uid[32];
    (void)snprintf(uid, sizeof(uid), "%u", (unsigned)geteuid());
    fake_call_set_fact(call, "uid", uid);
    fake_call_set_fact(call, "root", "");
    fake_call_set_fact(call, "path", "/usr/local/bin:/usr/bin:/bin");
    fake_call_set_fact(call, "helper.init", TEST_INIT);
    fake_call_set_fact(call, "device-nodes", "read-only");
    fake_call_set_remaining(call, 60000);
    const char *blocker = probe();
    if (blocker[0] != '\0' && (must == NULL || strstr(must, "bwrap") == NULL))
        cr_skip_test("bubblewrap is not ready here: %s: %s", blocker,
                     fake_call_finding(call, blocker));
    cr_assert_str_eq(blocker, "", "%s: %s", blocker, fake_call_finding(call, blocker));
    cr_assert_not_null(fake_call_finding(call, "bwrap.version"));
    static const char *const kept[] = {
        CORDON_G_PROJECT_READ_ONLY, CORDON_G_OUTSIDE_READ_ONLY, CORDON_G_NET_NONE,
        CORDON_G_PID_NAMESPACE,     CORDON_G_KILL_TREE,         CORDON_G_SYSCALL_FILTERED,
        CORDON_G_NO_NEW_PRIVILEGES, CORDON_G_LIMIT_PIDS,
    };
    for (size_t i = 0; i < sizeof(kept) / sizeof(kept[0]); i++)
        cr_expect(fake_call_offer(call, kept[i]) != NULL, "%s", kept[i]);
}

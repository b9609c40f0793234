/* SPDX-License-Identifier: MIT */
/* plugins/bwrap/explain.c: every known way in which bubblewrap fails, and what each must not be
 * taken for. */
#include <criterion/criterion.h>
#include <errno.h>
#include <evidence.h>
#include <signal.h>
#include <string.h>

/* --- Situations --------------------------------------------------------------------------------- */

/* A plain machine: the failure is not explained by anything around us. */
static void plain(struct bwrap_evidence *e)
{
    memset(e, 0, sizeof(*e));
    e->search = KIT_FOUND;
    e->has_helper = true;
    strcpy(e->program, "/usr/bin/bwrap");
    strcpy(e->real_path, "/usr/bin/bwrap");
    e->help = (struct bwrap_try){.made = true, .end = KIT_END_EXITED};
    struct bwrap_machine *m = &e->machine;
    m->userns_clone = m->apparmor_restrict = -1;
    for (size_t i = 0; i < BWRAP_NS_COUNT; i++)
        m->max_namespaces[i] = 63000;
    m->has_proc = m->has_user_namespaces = m->root_is_mount = true;
    m->kernel_major = 6;
    m->kernel_minor = 1;
    strcpy(m->distro, "debian");
}

static void sysctl_off(struct bwrap_evidence *e)
{
    e->machine.userns_clone = 0;
}

static void docker(struct bwrap_evidence *e)
{
    strcpy(e->machine.container, "docker");
    e->machine.seccomp = 2;
    /* In a container every sysctl says yes. */
    e->machine.userns_clone = 1;
}

static void docker_no_filter(struct bwrap_evidence *e)
{
    strcpy(e->machine.container, "docker");
    strcpy(e->machine.proc_cover, "/proc/acpi");
}

static void docker_apparmor(struct bwrap_evidence *e)
{
    docker(e);
    strcpy(e->machine.label, "docker-default (enforce)");
}

static void docker_on_ubuntu(struct bwrap_evidence *e)
{
    docker(e);
    e->machine.apparmor_restrict = 1;
}

static void docker_limited(struct bwrap_evidence *e)
{
    docker(e);
    e->machine.sysctl_read_only = true;
    e->machine.userns_clone = 0;
    e->machine.max_namespaces[BWRAP_NS_USER] = 0;
}

/* The marker of a container alone proves nothing. */
static void marked_max_user_zero(struct bwrap_evidence *e)
{
    strcpy(e->machine.container, "docker");
    e->machine.max_namespaces[BWRAP_NS_USER] = 0;
}

static void namespace_max_user_zero(struct bwrap_evidence *e)
{
    e->machine.in_user_namespace = true;
    e->machine.max_namespaces[BWRAP_NS_USER] = 0;
}

static void nested_max_user_zero(struct bwrap_evidence *e)
{
    namespace_max_user_zero(e);
    e->machine.no_new_privs = 1;
}

static void in_namespace(struct bwrap_evidence *e)
{
    e->machine.in_user_namespace = true;
}

static void chrooted(struct bwrap_evidence *e)
{
    e->machine.root_is_mount = false;
}

static void no_proc(struct bwrap_evidence *e)
{
    e->machine.has_proc = false;
}

static void sandboxed(struct bwrap_evidence *e)
{
    e->machine.no_new_privs = 1;
}

static void nested(struct bwrap_evidence *e)
{
    e->machine.no_new_privs = 1;
    e->machine.in_user_namespace = true;
}

static void max_user_zero(struct bwrap_evidence *e)
{
    e->machine.max_namespaces[BWRAP_NS_USER] = 0;
}

static void max_user_one(struct bwrap_evidence *e)
{
    e->machine.max_namespaces[BWRAP_NS_USER] = 1;
}

static void max_net_zero(struct bwrap_evidence *e)
{
    e->machine.max_namespaces[BWRAP_NS_NET] = 0;
}

static void ubuntu(struct bwrap_evidence *e)
{
    e->machine.apparmor_restrict = 1;
    strcpy(e->machine.distro, "ubuntu");
}

static void marked_ubuntu(struct bwrap_evidence *e)
{
    ubuntu(e);
    strcpy(e->machine.container, "docker");
}

static void ubuntu_profile(struct bwrap_evidence *e)
{
    ubuntu(e);
    e->machine.profile_count = 1;
    strcpy(e->machine.profile, "/etc/apparmor.d/bwrap-userns-restrict");
}

static void ubuntu_conflict(struct bwrap_evidence *e)
{
    ubuntu(e);
    e->machine.profile_count = 2;
    strcpy(e->machine.profile, "/etc/apparmor.d/bwrap");
}

static void ubuntu_nix(struct bwrap_evidence *e)
{
    ubuntu(e);
    strcpy(e->program, "/home/u/.nix-profile/bin/bwrap");
    strcpy(e->real_path, "/nix/store/x-bubblewrap/bin/bwrap");
}

static void flatpak(struct bwrap_evidence *e)
{
    strcpy(e->machine.flatpak, "com.example.Editor");
    e->machine.in_user_namespace = true;
    e->machine.seccomp = 2;
}

static void snap(struct bwrap_evidence *e)
{
    strcpy(e->machine.label, "snap.code.code (enforce)");
    e->machine.seccomp = 2;
}

static void snap_classic(struct bwrap_evidence *e)
{
    strcpy(e->machine.label, "snap.code.code (complain)");
}

static void wsl1(struct bwrap_evidence *e)
{
    e->machine.wsl1 = true;
    strcpy(e->machine.wsl_distro, "Ubuntu");
}

static void no_kernel_userns(struct bwrap_evidence *e)
{
    e->machine.has_user_namespaces = false;
}

static void old_kernel(struct bwrap_evidence *e)
{
    e->machine.kernel_major = 5;
    e->machine.kernel_minor = 4;
}

static void chromeos(struct bwrap_evidence *e)
{
    strcpy(e->machine.distro, "chromeos");
}

static void crostini(struct bwrap_evidence *e)
{
    strcpy(e->machine.container, "lxc");
    e->machine.in_user_namespace = true;
    strcpy(e->machine.proc_cover, "/proc/cpuinfo");
}

static void lxcfs(struct bwrap_evidence *e)
{
    strcpy(e->machine.proc_cover, "/proc/cpuinfo");
}

static void setuid(struct bwrap_evidence *e)
{
    e->setuid = true;
}

static void file_caps(struct bwrap_evidence *e)
{
    e->file_caps = true;
}

static void ambient(struct bwrap_evidence *e)
{
    e->machine.ambient_caps = true;
}

/* --- Messages of bubblewrap ------------------------------------------------------------------------ */

#define NS   "bwrap: Creating new namespace failed"
#define EP   ": Operation not permitted"
#define EA   ": Permission denied"
#define FULL NS ": nesting depth or /proc/sys/user/max_*_namespaces exceeded (ENOSPC)"
#define DISK NS ": No space left on device"
#define WHY                                                                                        \
    ", likely because the kernel does not allow non-privileged user namespaces. See "              \
    "<https://deb.li/bubblewrap> or <file:///usr/share/doc/bubblewrap/README.Debian.gz>."

struct message {
    const char *line;
    void (*situation)(struct bwrap_evidence *evidence); /* NULL: a plain machine */
    const char *code;
};

static const struct message messages[] = {
    /* EPERM: three spellings, and the advice in them is wrong in a container and in a chroot. */
    {"bwrap: No permissions to create new namespace" WHY, sysctl_off, "userns.sysctl"},
    {"bwrap: No permissions to creating new namespace" WHY, sysctl_off, "userns.sysctl"},
    {"bwrap: No permissions to create a new namespace" WHY, sysctl_off, "userns.sysctl"},
    {NS EP, sysctl_off, "userns.sysctl"},
    {"bwrap: No permissions to create new namespace" WHY, docker, "container.seccomp"},
    {"bwrap: No permissions to create a new namespace" WHY, docker, "container.seccomp"},
    {NS EP, docker, "container.seccomp"},
    {NS EP, docker_no_filter, "container.caps"},
    {"bwrap: No permissions to create new namespace" WHY, chrooted, "chroot.parent"},
    {"bwrap: No permissions to create new namespace" WHY, flatpak, "flatpak.parent"},
    {"bwrap: No permissions to create new namespace" WHY, snap, "snap.parent"},
    {"bwrap: No permissions to create new namespace" WHY, snap_classic, "bwrap.unknown"},
    {"bwrap: No permissions to create new namespace" WHY, sandboxed, "nested.sandbox"},
    {"bwrap: No permissions to create new namespace" WHY, NULL, "bwrap.unknown"},

    /* ENOSPC: two spellings, and never a full disk. */
    {FULL, max_user_zero, "userns.max"},
    {DISK, max_user_zero, "userns.max"},
    {FULL, max_user_one, "userns.max"},
    {"bwrap: unshare user ns: No space left on device", max_user_one, "userns.max"},
    {FULL, max_net_zero, "namespaces.zero"},
    {DISK, max_net_zero, "namespaces.zero"},
    {FULL, NULL, "namespaces.limit"},
    {FULL, nested, "nested.no-userns"},
    {FULL, nested_max_user_zero, "nested.no-userns"},
    {FULL, in_namespace, "nested.no-userns"},
    {FULL, namespace_max_user_zero, "userns.max"},
    {FULL, marked_max_user_zero, "userns.max"},
    {FULL, docker_limited, "container.sysctl"},
    {NS EP, docker_limited, "container.sysctl"},
    {"bwrap: unshare user ns: No space left on device", nested, "nested.no-userns"},
    {FULL, flatpak, "flatpak.parent"},
    {"bwrap: Can't create file at /x: No space left on device", max_user_zero, "bwrap.profile"},

    /* Limits of this process. */
    {NS ": Resource temporarily unavailable", NULL, "process.limit"},
    {"bwrap: eventfd(): Too many open files", NULL, "process.fd-limit"},
    {"bwrap: eventfd(): No file descriptors available", NULL, "process.fd-limit"},

    /* The kernel. */
    {NS ", likely because the kernel does not support user namespaces.  bwrap must be installed "
        "setuid on such systems.",
     NULL, "kernel.no-userns"},
    {NS ", likely because the kernel does not support user namespaces.", wsl1, "wsl.version-1"},
    {NS ": Invalid argument", wsl1, "wsl.version-1"},
    {NS ": Function not implemented", docker, "container.seccomp"},
    {NS ": Function not implemented", no_kernel_userns, "kernel.no-userns"},
    {NS ": Function not implemented", NULL, "bwrap.unknown"},
    {"bwrap: openat2: Function not implemented", old_kernel, "kernel.too-old"},
    {"bwrap: openat2: Function not implemented", NULL, "bwrap.unknown"},

    /* AppArmor's restriction: one cause, two symptoms, and four states of the profile. */
    {"bwrap: loopback: Failed RTM_NEWADDR" EP, ubuntu, "userns.apparmor"},
    {"bwrap: setting up uid map" EA, ubuntu, "userns.apparmor"},
    {"bwrap: loopback: Failed RTM_NEWADDR" EP, ubuntu_profile, "userns.apparmor-profile"},
    {"bwrap: loopback: Failed RTM_NEWADDR" EP, ubuntu_conflict, "userns.apparmor-conflict"},
    {"bwrap: setting up uid map" EA, ubuntu_conflict, "userns.apparmor-conflict"},
    {"bwrap: loopback: Failed RTM_NEWADDR" EP, ubuntu_nix, "userns.apparmor-path"},
    {"bwrap: setting up uid map" EA, ubuntu_nix, "userns.apparmor-path"},
    {NS EA, ubuntu_nix, "userns.apparmor-path"},
    {NS EA, ubuntu, "userns.apparmor"},
    {"bwrap: loopback: Failed RTM_NEWADDR" EP, docker_on_ubuntu, "container.apparmor"},
    {"bwrap: loopback: Failed RTM_NEWADDR" EP, marked_ubuntu, "userns.apparmor"},
    {NS EA, NULL, "userns.lsm-denied"},
    {NS EA, docker_apparmor, "container.apparmor"},
    {"bwrap: setting up uid map" EA, docker_apparmor, "container.apparmor"},
    {"bwrap: setting up uid map" EA, docker_on_ubuntu, "container.apparmor"},
    {"bwrap: setting up uid map" EA, NULL, "bwrap.unknown"},
    {"bwrap: loopback: Failed RTM_NEWADDR" EP, docker, "container.seccomp"},
    {"bwrap: loopback: Failed RTM_NEWADDR" EP, sandboxed, "nested.sandbox"},
    {"bwrap: loopback: Failed RTM_NEWADDR" EP, NULL, "bwrap.unknown"},
    {"bwrap: loopback: Failed to look up lo: No such file or directory", sandboxed,
     "nested.sandbox"},

    /* Containers, chroots, other sandboxes. */
    {"bwrap: Failed to make / slave" EA, docker_apparmor, "container.apparmor"},
    {"bwrap: Can't mount proc on /newroot/proc" EA, docker_apparmor, "container.apparmor"},
    {"bwrap: Can't mount proc on /newroot/proc" EP, docker_no_filter, "container.proc-masked"},
    {"bwrap: Can't mount proc on /proc" EP, docker_no_filter, "container.proc-masked"},
    {"bwrap: Can't mount proc on /newroot/proc" EP, crostini, "container.proc-masked"},
    {"bwrap: Can't mount proc on /newroot/proc" EP, lxcfs, "proc.masked"},
    {"bwrap: Can't mount proc on /proc" EP, nested, "nested.sandbox"},
    {"bwrap: Can't mount proc on /proc" EP, NULL, "bwrap.unknown"},
    {"bwrap: pivot_root" EP, docker, "container.seccomp"},
    {"bwrap: pivot_root" EP, sandboxed, "nested.sandbox"},
    {"bwrap: unmount old root" EP, sandboxed, "nested.sandbox"},
    {"bwrap: unshare user ns" EP, sandboxed, "nested.sandbox"},
    {"bwrap: Failed to make / slave" EP, sandboxed, "nested.sandbox"},
    {"bwrap: Failed to make / slave: Function not implemented", sandboxed, "nested.sandbox"},
    {"bwrap: Failed to make / slave" EP, docker, "container.seccomp"},
    {"bwrap: Failed to make / slave" EP, NULL, "bwrap.unknown"},
    {"bwrap: Failed to make / slave: Invalid argument", chrooted, "chroot.parent"},
    {"bwrap: Failed to make / slave: Invalid argument", NULL, "bwrap.unknown"},
    {"bwrap: setting up uid map: Read-only file system", nested, "nested.proc-read-only"},
    {"bwrap: Failed to mount tmpfs" EP, chromeos, "chromeos.dev-mode"},
    {"bwrap: Failed to mount tmpfs" EP, docker, "container.seccomp"},
    {"bwrap: Can't read /proc/sys/kernel/overflowuid: No such file or directory", no_proc,
     "proc.missing"},
    {"bwrap: Can't open /proc", no_proc, "proc.missing"},

    /* The program. */
    {"bwrap: setuid use of bubblewrap is not supported", setuid, "bwrap.setuid-refused"},
    {"bwrap: setuid use of bubblewrap is not supported in this build", setuid,
     "bwrap.setuid-refused"},
    {"bwrap: Unexpected setuid user 1, should be 0", setuid, "bwrap.setuid-refused"},
    {"bwrap: --size is not permitted in setuid mode", setuid, "bwrap.setuid-refused"},
    {"bwrap: --cap-add in setuid mode can be used only by root", setuid, "bwrap.setuid-refused"},
    {"bwrap: cannot open /proc/sys/user/max_user_namespaces" EA, setuid, "bwrap.setuid-refused"},
    {"bwrap: cannot open /proc/sys/user/max_user_namespaces" EA, NULL, "bwrap.unknown"},
    {"bwrap: Unexpected capabilities but not setuid, old file caps config?", file_caps,
     "bwrap.file-caps"},
    {"bwrap: Unexpected capabilities but not setuid, old file caps config?", ambient,
     "process.ambient-caps"},
    {"bwrap: Unknown option --perms", NULL, "bwrap.too-old"},
    {"bwrap: Unknown option --", NULL, "bwrap.too-old"},
    {"bwrap: Unknown option --disable-userns", docker, "bwrap.too-old"},
    {"/usr/bin/bwrap: error while loading shared libraries: libcap.so.2: cannot open shared object "
     "file: No such file or directory",
     NULL, "bwrap.broken"},
    {"Error loading shared library libcap.so.2: No such file or directory (needed by "
     "/usr/bin/bwrap)",
     NULL, "bwrap.broken"},

    /* Ours, never the user's. */
    {"bwrap: Can't find source path /nope: No such file or directory", NULL, "bwrap.profile"},
    {"bwrap: Can't find source path /nope" EA, docker, "bwrap.profile"},
    {"bwrap: Can't mkdir /run/containerd: Read-only file system", NULL, "bwrap.profile"},
    {"bwrap: Can't create file at /x" EA, ubuntu, "bwrap.profile"},
    {"bwrap: Can't chdir to /x: No such file or directory", NULL, "bwrap.profile"},
    {"bwrap: Can't write data to file /mnt/b: Bad file descriptor", NULL, "bwrap.profile"},
    {"bwrap: --ro-bind does not take an empty path argument", NULL, "bwrap.profile"},
    {"bwrap: execvp /run/cordon/init" EA, NULL, "bwrap.profile"},
    {"bwrap: execvp /run/cordon/init: No such file or directory", NULL, "bwrap.profile"},

    {"bwrap: something that nobody has seen", NULL, "bwrap.unknown"},
    {"", NULL, "bwrap.unknown"},
};

static struct bwrap_diagnosis explain_line(const struct message *message)
{
    static struct bwrap_evidence evidence;
    struct bwrap_diagnosis diagnosis;
    plain(&evidence);
    evidence.run = (struct bwrap_try){.made = true, .end = KIT_END_EXITED, .code = 1};
    bwrap_line_pick(message->line, evidence.run.line, sizeof(evidence.run.line));
    if (message->situation != NULL)
        message->situation(&evidence);
    bwrap_explain(&evidence, &diagnosis);
    return diagnosis;
}

Test(bwrap_explain, tells_every_message_from_its_false_friends)
{
    for (size_t i = 0; i < sizeof(messages) / sizeof(messages[0]); i++) {
        struct bwrap_diagnosis diagnosis = explain_line(&messages[i]);
        cr_assert(diagnosis.blocked);
        cr_expect_str_eq(bwrap_codes[diagnosis.code].text, messages[i].code, "row %zu: %s: %s", i,
                         messages[i].line, bwrap_codes[diagnosis.code].text);
    }
}

Test(bwrap_explain, keeps_the_raw_line_of_what_it_does_not_know)
{
    const struct message unknown = {"bwrap: something new\tand odd", NULL, ""};
    cr_assert_str_eq(explain_line(&unknown).subject, "bwrap: something new?and odd");
    const struct message silent = {"", NULL, ""};
    cr_assert_str_eq(explain_line(&silent).subject, "exit 1 without a message");
}

Test(bwrap_explain, names_what_the_step_needs)
{
    const struct message zero = {FULL, max_net_zero, ""};
    cr_assert_str_eq(explain_line(&zero).subject, "user.max_net_namespaces");
    const struct message conflict = {"bwrap: setting up uid map" EA, ubuntu_conflict, ""};
    cr_assert_str_eq(explain_line(&conflict).subject, "/etc/apparmor.d/bwrap");
    const struct message option = {"bwrap: Unknown option --perms", NULL, ""};
    cr_assert_str_eq(explain_line(&option).subject, "bwrap: Unknown option --perms");
    const struct message masked = {"bwrap: Can't mount proc on /proc" EP, lxcfs, ""};
    cr_assert_str_eq(explain_line(&masked).subject, "/proc/cpuinfo");
    const struct message wsl = {NS ": Invalid argument", wsl1, ""};
    cr_assert_str_eq(explain_line(&wsl).subject, "Ubuntu");
}

/* --- Ends without a message -------------------------------------------------------------------------- */

static const struct {
    enum kit_end end;
    int code;
    const char *expected;
} ends[] = {
    {KIT_END_NOT_STARTED, ENOENT, "bwrap.broken"},
    {KIT_END_NOT_STARTED, ENOEXEC, "bwrap.broken"},
    {KIT_END_NOT_STARTED, EACCES, "bwrap.not-executable"},
    {KIT_END_NOT_STARTED, EAGAIN, "process.limit"},
    {KIT_END_NOT_STARTED, EMFILE, "process.fd-limit"},
    {KIT_END_NOT_STARTED, ETXTBSY, "bwrap.unknown"},
    {KIT_END_SIGNALED, SIGSEGV, "bwrap.broken"},
    {KIT_END_SIGNALED, SIGILL, "bwrap.broken"},
    {KIT_END_SIGNALED, SIGKILL, "bwrap.unknown"},
    {KIT_END_TIMEOUT, 0, "bwrap.timeout"},
};

Test(bwrap_explain, knows_ends_without_a_message)
{
    static struct bwrap_evidence evidence;
    for (size_t i = 0; i < sizeof(ends) / sizeof(ends[0]); i++) {
        struct bwrap_diagnosis diagnosis;
        plain(&evidence);
        evidence.help = (struct bwrap_try){.made = true, .end = ends[i].end, .code = ends[i].code};
        bwrap_explain(&evidence, &diagnosis);
        cr_assert(diagnosis.blocked);
        cr_expect_str_eq(bwrap_codes[diagnosis.code].text, ends[i].expected, "row %zu", i);
        cr_expect(diagnosis.subject[0] != '\0');
    }
}

static const char *code_of(const struct bwrap_evidence *evidence)
{
    struct bwrap_diagnosis diagnosis;
    bwrap_explain(evidence, &diagnosis);
    return diagnosis.blocked ? bwrap_codes[diagnosis.code].text : "";
}

Test(bwrap_explain, says_one_thing_at_a_time_the_program_first)
{
    static struct bwrap_evidence evidence;
    plain(&evidence);
    ubuntu_conflict(&evidence);
    evidence.has_helper = false;
    evidence.run = (struct bwrap_try){.made = true,
                                      .end = KIT_END_EXITED,
                                      .code = 1,
                                      .line = "bwrap: setting up uid map: Permission denied"};
    evidence.search = KIT_MISSING;
    cr_assert_str_eq(code_of(&evidence), "bwrap.missing");
    evidence.search = KIT_NOEXEC;
    cr_assert_str_eq(code_of(&evidence), "bwrap.noexec");
    evidence.search = KIT_NOT_EXECUTABLE;
    cr_assert_str_eq(code_of(&evidence), "bwrap.not-executable");
    evidence.search = KIT_FOUND;
    evidence.help.end = KIT_END_TIMEOUT;
    cr_assert_str_eq(code_of(&evidence), "bwrap.timeout");
    evidence.help.end = KIT_END_EXITED;
    cr_assert_str_eq(code_of(&evidence), "helper.missing");
    evidence.has_helper = true;
    cr_assert_str_eq(code_of(&evidence), "userns.apparmor-conflict");
    evidence.search = KIT_MISSING;
    flatpak(&evidence);
    cr_assert_str_eq(code_of(&evidence), "flatpak.parent");
}

Test(bwrap_explain, believes_a_run_only_with_the_report_from_inside)
{
    static struct bwrap_evidence evidence;
    plain(&evidence);
    cr_assert_str_eq(code_of(&evidence), ""); /* not run: nothing known against it */
    cr_assert_not(bwrap_run_worked(&evidence));
    evidence.run = (struct bwrap_try){.made = true, .end = KIT_END_EXITED};
    cr_assert_str_eq(code_of(&evidence), "bwrap.unknown");
    bwrap_report_parse("ready\n", &evidence.report);
    cr_assert_not(bwrap_run_worked(&evidence));
    bwrap_report_parse("ready\nstarted\nexited 3\n", &evidence.report);
    cr_assert_not(bwrap_run_worked(&evidence));
    bwrap_report_parse("ready\nexited 0\n", &evidence.report);
    cr_assert_not(bwrap_run_worked(&evidence));
    bwrap_report_parse("ready\nstarted\nexited 0\n", &evidence.report);
    cr_assert(bwrap_run_worked(&evidence));
    cr_assert_str_eq(code_of(&evidence), "");
    evidence.run.code = 1;
    cr_assert_not(bwrap_run_worked(&evidence));
    evidence.run.code = 0;
    bwrap_report_parse("setup view 2 /p: is another folder\n", &evidence.report);
    cr_assert_not(bwrap_run_worked(&evidence));
    cr_assert_str_eq(code_of(&evidence), "sandbox.setup");
    /* The sysctl says that it cannot work, and it does: only the run counts. */
    bwrap_report_parse("ready\nstarted\nexited 0\n", &evidence.report);
    ubuntu(&evidence);
    sysctl_off(&evidence);
    cr_assert_str_eq(code_of(&evidence), "");
}

Test(bwrap_report, reads_whole_lines_only)
{
    struct bwrap_report report;
    bwrap_report_parse("ready\nstarted\nlater 1\nexited 3", &report);
    cr_assert(report.ready && report.started && !report.exited);
    bwrap_report_parse("ready\nstarted\nexited 3\n", &report);
    cr_assert(report.exited);
    cr_assert_eq(report.code, 3);
    bwrap_report_parse("setup view 13 /p\a\n", &report);
    cr_assert(report.setup && !report.ready);
    cr_assert_str_eq(report.text, "setup view 13 /p?");
    bwrap_report_parse("", &report);
    cr_assert_not(report.ready);
}

Test(bwrap_report, believes_nothing_out_of_order_or_misspelled)
{
    static const char *const rows[] = {
        "exited 0\nready\nstarted\n",
        "started\nready\nexited 0\n",
        "ready\nready\nstarted\nexited 0\n",
        "ready\nstarted\nexited 4294967296\n",
        "ready\nstarted\nexited 00\n",
        "ready\nstarted\nexited 0x\n",
        "ready\nstarted\nexited 256\n",
        "ready\nstarted\nexited\n",
        "ready\nstarted\nexited -0\n",
        "ready\nstarted\nsignaled 9\nexited 0\n",
        "limit memory\nready\nstarted\nexited 0\n",
    };
    struct bwrap_report report;
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        bwrap_report_parse(rows[i], &report);
        cr_expect_not(report.exited, "row %zu", i);
    }
    /* The first end counts. */
    bwrap_report_parse("ready\nstarted\nexited 3\nexited 0\nsetup x 1\n", &report);
    cr_expect(report.exited && report.code == 3 && !report.setup);
}

Test(bwrap_line, is_the_one_that_names_the_fault)
{
    char line[64];
    bwrap_line_pick("\nnoise\nbwrap: Warning: x\nbwrap: the fault\nbwrap: more\n", line, 64);
    cr_assert_str_eq(line, "bwrap: the fault");
    bwrap_line_pick("\n\nonly this\nand that", line, 64);
    cr_assert_str_eq(line, "only this");
    bwrap_line_pick("bwrap: \xc3\xa9\x1b[0m", line, 64);
    cr_assert_str_eq(line, "bwrap: ???[0m");
    bwrap_line_pick("bwrap: 0123456789", line, 10);
    cr_assert_str_eq(line, "bwrap: 01");
    bwrap_line_pick("", line, 64);
    cr_assert_str_eq(line, "");
}

Test(bwrap_profile, attaches_by_its_header_and_not_by_a_rule)
{
    const char *usr = "/usr/bin/bwrap";
    cr_assert(bwrap_profile_attaches("abi <abi/4.0>,\nprofile bwrap /usr/bin/bwrap "
                                     "flags=(attach_disconnected) {\n}\n",
                                     usr));
    cr_assert(bwrap_profile_attaches("  profile x \"/usr/bin/bwrap\" {", usr));
    cr_assert(bwrap_profile_attaches("/usr/bin/bwrap flags=(unconfined) {\n}", usr));
    cr_assert(bwrap_profile_attaches("profile /usr/bin/bwrap {", usr));
    cr_assert(bwrap_profile_attaches("profile /usr/bin/bwrap flags=(unconfined) {", usr));
    cr_assert_not(bwrap_profile_attaches("profile unpriv_bwrap flags=(complain) {\n"
                                         "  /usr/bin/bwrap Px,\n  # /usr/bin/bwrap {\n}",
                                         usr));
    cr_assert_not(bwrap_profile_attaches("profile other /usr/bin/bwrapper {", usr));
    cr_assert_not(bwrap_profile_attaches("profile other /opt/usr/bin/bwrap {", usr));
    cr_assert_not(bwrap_profile_attaches("", usr));
}

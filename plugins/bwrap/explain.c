/* SPDX-License-Identifier: MIT */
/* Why did bubblewrap fail?  Its message is matched by short stems and the errno text: whole
 * sentences differ between versions and distributions, and its own advice is often wrong.  What
 * the machine's files say decides between causes that share a message. */
#define _GNU_SOURCE /* strncasecmp */
#include "evidence.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

/* --- The message ------------------------------------------------------------------------------ */

/* Where bubblewrap was when it failed, in the order of its start. */
enum stage {
    STAGE_UNKNOWN,
    STAGE_LOADER,
    STAGE_OPTION,
    STAGE_SETUID,
    STAGE_CAPS,
    STAGE_PROC_READ,
    STAGE_NAMESPACE,
    STAGE_LOOPBACK,
    STAGE_MAP,
    STAGE_MOUNT,
    STAGE_PROC_MOUNT,
    STAGE_TMPFS,
    STAGE_PIVOT,
    STAGE_USERNS_LIMIT,
    STAGE_SECCOMP,
    STAGE_OURS,
};

static const struct {
    const char *stem;
    enum stage stage;
} stems[] = {
    {"error while loading shared libraries", STAGE_LOADER},
    {"Error loading shared library", STAGE_LOADER}, /* musl */
    {"Error relocating", STAGE_LOADER},             /* musl */
    {"Unknown option", STAGE_OPTION},
    {"setuid use of bubblewrap is not supported", STAGE_SETUID},
    {"Unexpected setuid user", STAGE_SETUID},
    {"setuid mode", STAGE_SETUID},
    {"Unexpected capabilities", STAGE_CAPS},
    {"Can't read /proc/sys/kernel/overflow", STAGE_PROC_READ},
    {"Can't open /proc", STAGE_PROC_READ},
    {"max_user_namespaces:", STAGE_USERNS_LIMIT},
    {"No permissions to creat", STAGE_NAMESPACE},
    {"Creating new namespace failed", STAGE_NAMESPACE},
    {"unshare user ns", STAGE_NAMESPACE},
    {"eventfd()", STAGE_NAMESPACE},
    {"loopback:", STAGE_LOOPBACK},
    {"setting up uid map", STAGE_MAP},
    {"setting up gid map", STAGE_MAP},
    {"error writing to setgroups", STAGE_MAP},
    {"Can't mount proc", STAGE_PROC_MOUNT},
    {"Failed to mount tmpfs", STAGE_TMPFS},
    {"Can't mount tmpfs", STAGE_TMPFS},
    {"Failed to make / slave", STAGE_MOUNT},
    {"Can't mount devpts", STAGE_MOUNT},
    {"Can't remount", STAGE_MOUNT},
    {"pivot_root", STAGE_PIVOT},
    {"unmount old root", STAGE_PIVOT},
    {"prctl(PR_SET_SECCOMP)", STAGE_SECCOMP},
    {"Can't find source path", STAGE_OURS},
    {"Can't mkdir", STAGE_OURS},
    {"Can't create file", STAGE_OURS},
    {"Can't make symlink", STAGE_OURS},
    {"Can't create symlink", STAGE_OURS},
    {"Can't bind mount", STAGE_OURS},
    {"Can't chdir", STAGE_OURS},
    {"Can't write data to file", STAGE_OURS},
    {"does not take an empty path", STAGE_OURS},
    {"execvp", STAGE_OURS},
};

static const struct {
    const char *text;
    int error;
} errors[] = {
    {"Operation not permitted", EPERM},
    {"Permission denied", EACCES},
    {"(ENOSPC)", ENOSPC},
    {"No space left on device", ENOSPC},
    {"Resource temporarily unavailable", EAGAIN},
    {"Invalid argument", EINVAL},
    {"does not support user namespaces", EINVAL},
    {"Read-only file system", EROFS},
    {"Function not implemented", ENOSYS},
    {"No such file or directory", ENOENT},
    {"Too many open files", EMFILE},
    {"No file descriptors available", EMFILE}, /* musl */
};

static enum stage stage_of(const char *line)
{
    for (size_t i = 0; i < sizeof(stems) / sizeof(stems[0]); i++)
        if (strstr(line, stems[i].stem) != NULL)
            return stems[i].stage;
    return STAGE_UNKNOWN;
}

/* 0 when the line names none. */
static int error_of(const char *line)
{
    for (size_t i = 0; i < sizeof(errors) / sizeof(errors[0]); i++)
        if (strstr(line, errors[i].text) != NULL)
            return errors[i].error;
    /* This message for EPERM ends with advice in place of the errno. */
    return strstr(line, "No permissions to creat") != NULL ? EPERM : 0;
}

void bwrap_line_pick(const char *output, char *ret_line, size_t size)
{
    const char *first = NULL;
    const char *best = NULL;
    for (const char *at = output; *at != '\0' && best == NULL;) {
        size_t length = strcspn(at, "\n");
        if (length > 0 && first == NULL)
            first = at;
        /* A warning of the program is not what it failed of. */
        if (strncmp(at, "bwrap: ", 7) == 0 && strncasecmp(at + 7, "warning", 7) != 0)
            best = at;
        at += length;
        at += *at == '\n';
    }
    if (best == NULL)
        best = first != NULL ? first : "";
    size_t length = strcspn(best, "\n");
    if (length >= size)
        length = size - 1;
    for (size_t i = 0; i < length; i++)
        ret_line[i] = '?';
    for (size_t i = 0; i < length; i++)
        if (best[i] >= ' ' && best[i] <= '~')
            ret_line[i] = best[i];
    ret_line[length] = '\0';
}

/* --- The report from inside ----------------------------------------------------------------------- */

/* The longest line of "cordon.status/1", its newline included. */
#define REPORT_LINE_MAX 1024

static bool is_line_of(const char *line, const char *word)
{
    size_t length = strlen(word);
    return strncmp(line, word, length) == 0 && (line[length] == ' ' || line[length] == '\0');
}

/* A decimal number up to 255, spelled as the protocol spells it; else -1. */
static int exit_code_of(const char *text)
{
    int code = 0;
    if (text[0] == '\0' || strlen(text) > 3 || (text[0] == '0' && text[1] != '\0'))
        return -1;
    for (; *text != '\0'; text++) {
        if (*text < '0' || *text > '9')
            return -1;
        code = code * 10 + (*text - '0');
    }
    return code <= 255 ? code : -1;
}

/* False: nothing more is read, because the end was reported, or what cannot be in this place. */
static bool take_report_line(struct bwrap_report *report, const char *line)
{
    if (is_line_of(line, "ready")) {
        if (report->ready)
            return false;
        report->ready = true;
    } else if (is_line_of(line, "started")) {
        if (!report->ready || report->started)
            return false;
        report->started = true;
    } else if (is_line_of(line, "limit")) {
        return report->started;
    } else if (is_line_of(line, "exited")) {
        int code = line[6] == ' ' ? exit_code_of(line + 7) : -1;
        report->exited = report->started && code >= 0;
        report->code = report->exited ? code : 0;
        return false;
    } else if (is_line_of(line, "signaled")) {
        return false;
    } else if (is_line_of(line, "setup") || is_line_of(line, "exec")) {
        report->setup = !report->started;
        if (report->setup)
            bwrap_line_pick(line, report->text, sizeof(report->text));
        return false;
    }
    return true; /* a later version may say more */
}

void bwrap_report_parse(const char *lines, struct bwrap_report *ret_report)
{
    struct bwrap_report report = {0};
    for (;;) {
        size_t length = strcspn(lines, "\n");
        if (lines[length] == '\0' || length >= REPORT_LINE_MAX)
            break; /* half a line says nothing */
        char line[BWRAP_LINE_MAX];
        size_t kept = length < sizeof(line) ? length : sizeof(line) - 1;
        memcpy(line, lines, kept);
        line[kept] = '\0';
        lines += length + 1;
        if (!take_report_line(&report, line))
            break;
    }
    *ret_report = report;
}

bool bwrap_run_worked(const struct bwrap_evidence *evidence)
{
    const struct bwrap_try *run = &evidence->run;
    const struct bwrap_report *report = &evidence->report;
    return run->made && run->end == KIT_END_EXITED && run->code == 0 && report->ready &&
           report->exited && report->code == 0 && !report->setup;
}

/* --- The causes ------------------------------------------------------------------------------------- */

struct cause {
    enum bwrap_code code;
    const char *subject; /* NULL: the line of the message */
};

static struct cause because(enum bwrap_code code, const char *subject)
{
    return (struct cause){.code = code, .subject = subject};
}

static bool in_container(const struct bwrap_machine *machine)
{
    return machine->container[0] != '\0';
}

static bool is_confined(const struct bwrap_machine *machine)
{
    return strstr(machine->label, "(enforce)") != NULL;
}

/* The marker of a container is also there on machines that were made from an image of one. */
static bool is_held_by_container(const struct bwrap_machine *machine)
{
    return in_container(machine) && (machine->seccomp > 0 || is_confined(machine) ||
                                     machine->in_user_namespace || machine->sysctl_read_only);
}

/* A variable of a snap is inherited by what its terminal starts; the label is not. */
static bool in_snap(const struct bwrap_machine *machine)
{
    return strncmp(machine->label, "snap.", 5) == 0 && is_confined(machine);
}

static bool is_restricted(const struct bwrap_machine *machine)
{
    return machine->no_new_privs > 0 || machine->seccomp > 0;
}

/* A call that the kernel permits was refused: who stands around us? */
static struct cause refused_by_outer(const struct bwrap_machine *machine)
{
    if (machine->flatpak[0] != '\0')
        return because(BWRAP_CODE_FLATPAK, machine->flatpak);
    if (in_snap(machine))
        return because(BWRAP_CODE_SNAP, machine->label);
    if (in_container(machine))
        return because(machine->seccomp > 0 ? BWRAP_CODE_CONTAINER_SECCOMP
                                            : BWRAP_CODE_CONTAINER_CAPS,
                       machine->container);
    if (is_restricted(machine) || machine->in_user_namespace)
        return because(BWRAP_CODE_NESTED_SANDBOX, NULL);
    return because(BWRAP_CODE_UNKNOWN, NULL);
}

/* The same for EACCES, which is how security modules refuse. */
static struct cause refused_by_module(const struct bwrap_machine *machine)
{
    if (machine->flatpak[0] != '\0')
        return because(BWRAP_CODE_FLATPAK, machine->flatpak);
    if (in_snap(machine))
        return because(BWRAP_CODE_SNAP, machine->label);
    if (in_container(machine))
        return because(BWRAP_CODE_CONTAINER_APPARMOR,
                       machine->label[0] != '\0' ? machine->label : machine->container);
    if (is_confined(machine))
        return because(BWRAP_CODE_NESTED_SANDBOX, machine->label);
    return because(BWRAP_CODE_UNKNOWN, NULL);
}

/* AppArmor lets the namespace be made and takes the capabilities away afterwards, so the symptom
 * depends on what bubblewrap does next. */
static struct cause apparmor_cause(const struct bwrap_evidence *evidence)
{
    const struct bwrap_machine *machine = &evidence->machine;
    if (machine->profile_count > 1)
        return because(BWRAP_CODE_USERNS_APPARMOR_CONFLICT, machine->profile);
    if (machine->profile_count == 1)
        return because(BWRAP_CODE_USERNS_APPARMOR_PROFILE, machine->profile);
    if (strcmp(evidence->real_path, "/usr/bin/bwrap") != 0)
        return because(BWRAP_CODE_USERNS_APPARMOR_PATH, evidence->program);
    return because(BWRAP_CODE_USERNS_APPARMOR, "kernel.apparmor_restrict_unprivileged_userns");
}

/* In a container that cannot write them, settings of the kernel are the business of its host. */
static struct cause sysctl_cause(const struct bwrap_machine *machine, enum bwrap_code code,
                                 const char *name)
{
    if (in_container(machine) && machine->sysctl_read_only)
        code = BWRAP_CODE_CONTAINER_SYSCTL;
    return because(code, name);
}

static struct cause no_space_cause(const struct bwrap_machine *machine)
{
    if (machine->flatpak[0] != '\0')
        return because(BWRAP_CODE_FLATPAK, machine->flatpak);
    /* Inside a sandbox the limits are low by design, and not ours to raise. */
    if (machine->in_user_namespace && machine->no_new_privs > 0)
        return because(BWRAP_CODE_NESTED_NO_USERNS, NULL);
    int64_t user = machine->max_namespaces[BWRAP_NS_USER];
    if (user == 0 || user == 1) /* a sandbox takes two */
        return sysctl_cause(machine, BWRAP_CODE_USERNS_MAX, "user.max_user_namespaces");
    for (size_t i = 0; i < BWRAP_NS_COUNT; i++)
        if (machine->max_namespaces[i] == 0)
            return sysctl_cause(machine, BWRAP_CODE_NAMESPACES_ZERO, bwrap_namespace_names[i]);
    /* Nothing here is at its limit, so it is a namespace further out. */
    if (machine->in_user_namespace)
        return because(BWRAP_CODE_NESTED_NO_USERNS, NULL);
    return because(BWRAP_CODE_NAMESPACES_LIMIT, NULL);
}

static struct cause namespace_cause(const struct bwrap_evidence *evidence, int error)
{
    const struct bwrap_machine *machine = &evidence->machine;
    switch (error) {
    case EPERM:
        if (machine->userns_clone == 0 && machine->flatpak[0] == '\0')
            return sysctl_cause(machine, BWRAP_CODE_USERNS_SYSCTL,
                                "kernel.unprivileged_userns_clone");
        if (!machine->root_is_mount)
            return because(BWRAP_CODE_CHROOT, NULL);
        return refused_by_outer(machine);
    case EACCES:
        if (in_container(machine) || in_snap(machine) || machine->flatpak[0] != '\0')
            return refused_by_module(machine);
        if (machine->apparmor_restrict > 0)
            return apparmor_cause(evidence);
        return because(BWRAP_CODE_USERNS_LSM,
                       machine->label[0] != '\0' ? machine->label : evidence->program);
    case ENOSPC:
        return no_space_cause(machine);
    case EAGAIN:
        return because(BWRAP_CODE_PROCESS_LIMIT, NULL);
    case EMFILE:
        return because(BWRAP_CODE_FD_LIMIT, NULL);
    case EINVAL:
        return machine->wsl1 ? because(BWRAP_CODE_WSL1, machine->wsl_distro)
                             : because(BWRAP_CODE_KERNEL_NO_USERNS, NULL);
    case ENOSYS: {
        struct cause cause = refused_by_outer(machine);
        if (cause.code == BWRAP_CODE_UNKNOWN && !machine->has_user_namespaces)
            return because(BWRAP_CODE_KERNEL_NO_USERNS, NULL);
        return cause;
    }
    default:
        return because(BWRAP_CODE_UNKNOWN, NULL);
    }
}

static struct cause mount_cause(const struct bwrap_evidence *evidence, enum stage stage, int error)
{
    const struct bwrap_machine *machine = &evidence->machine;
    if (error == EACCES)
        return refused_by_module(machine);
    if (error == EINVAL && !machine->root_is_mount)
        return because(BWRAP_CODE_CHROOT, NULL);
    if (error != EPERM && error != ENOSYS)
        return because(BWRAP_CODE_UNKNOWN, NULL);
    struct cause outer = refused_by_outer(machine);
    if (stage == STAGE_PROC_MOUNT && error == EPERM) {
        /* The kernel shows a fresh /proc only where the present one hides nothing. */
        if (outer.code == BWRAP_CODE_CONTAINER_SECCOMP || outer.code == BWRAP_CODE_CONTAINER_CAPS)
            return because(BWRAP_CODE_CONTAINER_PROC_MASKED, machine->proc_cover[0] != '\0'
                                                                 ? machine->proc_cover
                                                                 : machine->container);
        if (machine->proc_cover[0] != '\0' && !machine->in_user_namespace &&
            (outer.code == BWRAP_CODE_UNKNOWN || outer.code == BWRAP_CODE_NESTED_SANDBOX))
            return because(BWRAP_CODE_PROC_MASKED, machine->proc_cover);
    }
    if (stage == STAGE_TMPFS && strcmp(machine->distro, "chromeos") == 0)
        return because(BWRAP_CODE_CHROMEOS, NULL);
    return outer;
}

static bool is_kernel_before(const struct bwrap_machine *machine, unsigned major, unsigned minor)
{
    return machine->kernel_major != 0 &&
           (machine->kernel_major < major ||
            (machine->kernel_major == major && machine->kernel_minor < minor));
}

static struct cause message_cause(const struct bwrap_evidence *evidence, const char *line)
{
    const struct bwrap_machine *machine = &evidence->machine;
    enum stage stage = stage_of(line);
    int error = error_of(line);
    switch (stage) {
    case STAGE_LOADER:
        return because(BWRAP_CODE_BROKEN, NULL);
    case STAGE_OPTION:
        return because(BWRAP_CODE_TOO_OLD, NULL);
    case STAGE_SETUID:
        return because(BWRAP_CODE_SETUID_REFUSED, evidence->program);
    case STAGE_CAPS:
        if (!evidence->file_caps && machine->ambient_caps)
            return because(BWRAP_CODE_AMBIENT_CAPS, NULL);
        return because(BWRAP_CODE_FILE_CAPS, evidence->program);
    case STAGE_PROC_READ:
        if (error == ENOENT || !machine->has_proc)
            return because(BWRAP_CODE_PROC_MISSING, "/proc");
        return error == EMFILE ? because(BWRAP_CODE_FD_LIMIT, NULL)
                               : because(BWRAP_CODE_UNKNOWN, NULL);
    case STAGE_USERNS_LIMIT:
        if (evidence->setuid)
            return because(BWRAP_CODE_SETUID_REFUSED, evidence->program);
        if (error == EROFS && in_container(machine))
            return because(BWRAP_CODE_CONTAINER_PROC_MASKED, machine->container);
        return error == EROFS ? because(BWRAP_CODE_NESTED_PROC, NULL)
                              : because(BWRAP_CODE_UNKNOWN, NULL);
    case STAGE_NAMESPACE:
        return namespace_cause(evidence, error);
    case STAGE_LOOPBACK:
        if (machine->apparmor_restrict > 0 && error == EPERM)
            return is_held_by_container(machine) ? refused_by_module(machine)
                                                 : apparmor_cause(evidence);
        return error == EPERM || error == ENOENT || error == ENOSYS
                   ? refused_by_outer(machine)
                   : because(BWRAP_CODE_UNKNOWN, NULL);
    case STAGE_MAP:
        if (error == EROFS)
            return because(BWRAP_CODE_NESTED_PROC, NULL);
        if (error == EACCES && machine->apparmor_restrict > 0 && !is_held_by_container(machine))
            return apparmor_cause(evidence);
        if (error == EACCES)
            return refused_by_module(machine);
        return error == EPERM ? refused_by_outer(machine) : because(BWRAP_CODE_UNKNOWN, NULL);
    case STAGE_MOUNT:
    case STAGE_PROC_MOUNT:
    case STAGE_TMPFS:
    case STAGE_PIVOT:
        return mount_cause(evidence, stage, error);
    case STAGE_SECCOMP:
        return is_restricted(machine) ? refused_by_outer(machine)
                                      : because(BWRAP_CODE_UNKNOWN, NULL);
    case STAGE_OURS:
        return because(BWRAP_CODE_PROFILE, NULL);
    case STAGE_UNKNOWN:
        break;
    }
    /* Newer builds need openat2 (Linux 5.6) and say no more than that it is not there. */
    if (error == ENOSYS && is_kernel_before(machine, 5, 6))
        return because(BWRAP_CODE_KERNEL_TOO_OLD, NULL);
    if (error == EMFILE)
        return because(BWRAP_CODE_FD_LIMIT, NULL);
    return because(BWRAP_CODE_UNKNOWN, NULL);
}

static struct cause start_cause(const struct bwrap_evidence *evidence, int error)
{
    switch (error) {
    case ENOENT: /* it was found, so what is missing is its loader or interpreter */
    case ENOEXEC:
        return because(BWRAP_CODE_BROKEN, evidence->program);
    case EACCES:
        return because(BWRAP_CODE_NOT_EXECUTABLE, evidence->program);
    case EAGAIN:
        return because(BWRAP_CODE_PROCESS_LIMIT, NULL);
    case EMFILE:
    case ENFILE:
        return because(BWRAP_CODE_FD_LIMIT, NULL);
    default:
        return because(BWRAP_CODE_UNKNOWN, NULL);
    }
}

static struct cause try_cause(const struct bwrap_evidence *evidence, const struct bwrap_try *tried)
{
    switch (tried->end) {
    case KIT_END_NOT_STARTED:
        return start_cause(evidence, tried->code);
    case KIT_END_TIMEOUT:
    case KIT_END_CANCELLED:
        return because(BWRAP_CODE_TIMEOUT, evidence->program);
    case KIT_END_SIGNALED:
        if (tried->code == SIGSEGV || tried->code == SIGILL || tried->code == SIGBUS)
            return because(BWRAP_CODE_BROKEN, evidence->program);
        if (tried->code == SIGSYS)
            return refused_by_outer(&evidence->machine);
        return because(BWRAP_CODE_UNKNOWN, NULL);
    case KIT_END_EXITED:
        break;
    }
    if (evidence->report.setup)
        return because(BWRAP_CODE_SETUP, evidence->report.text);
    return message_cause(evidence, tried->line);
}

/* The subject when the message has no line of its own. */
static void describe(const struct bwrap_try *tried, char *ret_text, size_t size)
{
    struct kit_text text;
    kit_text_init(&text, ret_text, size);
    switch (tried->end) {
    case KIT_END_NOT_STARTED:
        kit_text_addf(&text, "cannot be started: errno %d", tried->code);
        break;
    case KIT_END_EXITED:
        kit_text_addf(&text, "exit %d without a message", tried->code);
        break;
    case KIT_END_SIGNALED:
        kit_text_addf(&text, "ended by signal %d", tried->code);
        break;
    case KIT_END_TIMEOUT:
    case KIT_END_CANCELLED:
        kit_text_add(&text, "no end within the deadline");
        break;
    }
}

void bwrap_explain(const struct bwrap_evidence *evidence, struct bwrap_diagnosis *ret_diagnosis)
{
    const struct bwrap_machine *machine = &evidence->machine;
    const struct bwrap_try *tried = NULL;
    struct cause cause = {0};
    *ret_diagnosis = (struct bwrap_diagnosis){0};

    if (evidence->search == KIT_MISSING) {
        /* The PATH inside a Flatpak is that of its runtime, not that of the system. */
        cause = machine->flatpak[0] != '\0' ? because(BWRAP_CODE_FLATPAK, machine->flatpak)
                                            : because(BWRAP_CODE_MISSING, "bwrap");
    } else if (evidence->search == KIT_NOT_EXECUTABLE) {
        cause = because(BWRAP_CODE_NOT_EXECUTABLE, evidence->program);
    } else if (evidence->search == KIT_NOEXEC) {
        cause = because(BWRAP_CODE_NOEXEC, evidence->program);
    } else if (evidence->help.made &&
               (evidence->help.end != KIT_END_EXITED || evidence->help.code != 0)) {
        tried = &evidence->help;
        cause = try_cause(evidence, tried);
    } else if (!evidence->has_helper) {
        cause = because(BWRAP_CODE_HELPER_MISSING, "cordon-init");
    } else if (evidence->no_filter) {
        cause = because(BWRAP_CODE_FILTER_UNSUPPORTED, "libseccomp");
    } else if (evidence->run.made && !bwrap_run_worked(evidence)) {
        tried = &evidence->run;
        cause = try_cause(evidence, tried);
    } else {
        return;
    }

    ret_diagnosis->blocked = true;
    ret_diagnosis->code = cause.code;
    size_t size = sizeof(ret_diagnosis->subject);
    if (cause.subject != NULL)
        (void)kit_text_copy(ret_diagnosis->subject, size, cause.subject);
    else if (tried != NULL && tried->line[0] != '\0')
        (void)kit_text_copy(ret_diagnosis->subject, size, tried->line);
    else if (tried != NULL)
        describe(tried, ret_diagnosis->subject, size);
}

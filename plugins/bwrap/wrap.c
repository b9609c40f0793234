/* SPDX-License-Identifier: MIT */
/* launch -> bubblewrap command line.  Pure: what is known about the machine comes in with the
 * launch and the program, nothing is looked up.
 *
 * The order is the point; a later mount covers an earlier one:
 *   the system · fresh /proc with its covers, /dev, /tmp, /var/tmp, /run · the launch's other
 *   entries in their order · cordon-init · read-only again: fresh folders, /run, /dev, /
 * so the root of the view is empty but for what is named: even a read-only socket can be connected
 * to, so nothing of the host is there by default. */
#include "bwrap.h"
#include "covers.h"
#include "filter.h"
#include "plan.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The folder of BWRAP_INIT_GUEST. */
#define INIT_FOLDER "/run/cordon"

enum {
    /* bubblewrap's own limit, which counts the command's words too. */
    ARGUMENTS_MOST = 9000,
    /* The time to set up grows with the square: 500 cost 0.3 s, 1,000 2.4 s. */
    MOUNTS_MOST = 1000,
    PAGE_BYTES = 4096,
};

struct plan {
    const struct bwrap_program *program;
    struct kit_plan base;
    size_t arguments;
};

/* One argument. */
static void put(struct plan *plan, const char *argument)
{
    if (kit_plan_failed(&plan->base))
        return;
    if (++plan->arguments > ARGUMENTS_MOST) {
        kit_plan_refuse(
            &plan->base, CORDON_E_UNENFORCED,
            "bubblewrap takes at most %d arguments and this launch has more; let the command "
            "read its list from a file",
            ARGUMENTS_MOST);
        return;
    }
    kit_plan_put(&plan->base, argument);
}

/* Arguments, up to a NULL. */
static void put_all(struct plan *plan, ...)
{
    const char *argument;
    va_list args;

    va_start(args, plan);
    while ((argument = va_arg(args, const char *)) != NULL)
        put(plan, argument);
    va_end(args);
}

static void put_number(struct plan *plan, uint64_t number)
{
    char text[24];
    snprintf(text, sizeof text, "%" PRIu64, number);
    put(plan, text);
}

static bool has(const struct plan *plan, uint32_t option)
{
    return (plan->program->options & option) != 0;
}

/* The fresh folders that every view has. */
static bool is_in_fresh(const char *path)
{
    static const char *const fresh[] = {"/proc", "/dev", "/tmp", "/var/tmp", "/run"};

    for (size_t i = 0; i < sizeof fresh / sizeof fresh[0]; i++) {
        if (kit_path_is_at_or_below(path, fresh[i]))
            return true;
    }
    return false;
}

/* --- what is put ------------------------------------------------------------------------- */

static void put_filter(struct plan *plan)
{
    void *filter;
    size_t size;
    int32_t number;

    int32_t status = kit_filter(&filter, &size);
    if (status != CORDON_OK) {
        kit_plan_refuse(&plan->base, status,
                        "the system call filter cannot be made for this architecture");
        return;
    }
    plan->base.status = plan->base.sink->data(plan->base.sink->context, filter, size, &number);
    free(filter);
    put(plan, "--seccomp");
    if (!kit_plan_failed(&plan->base))
        put_number(plan, (uint64_t)number);
}

static void put_namespaces(struct plan *plan)
{
    put_all(plan, "--unshare-user", "--unshare-pid", "--unshare-net", "--unshare-ipc",
            "--unshare-uts", "--unshare-cgroup-try", NULL);
    if (has(plan, BWRAP_HAS_DISABLE_USERNS))
        put(plan, "--disable-userns");
    put_all(plan, "--die-with-parent", "--new-session", "--as-pid-1", "--cap-drop", "ALL",
            /* The one name that every hosts file has: programs look their own name up. */
            "--hostname", "localhost", NULL);
}

/* As user 0 of the host the modes of these files are no obstacle, whatever namespace it is, and
 * bubblewrap's own covers ask the folder's mode and skip /proc/sys.  For others the modes hold, and
 * only what anybody may read of the user's keys is left.
 *
 * What can be written is bound read-only over itself, which also works where the kernel lacks it.
 * What must not be read gets the null device, whose mount allows no devices: EACCES. */
static void put_proc(struct plan *plan)
{
    static const char *const writable[] = {
        "/proc/sys",           "/proc/irq",  "/proc/bus",           "/proc/fs",
        "/proc/acpi",          "/proc/scsi", "/proc/asound",        "/proc/tty/driver",
        "/proc/dynamic_debug", "/proc/mtrr", "/proc/sysrq-trigger", "/proc/latency_stats",
    };

    put_all(plan, "--proc", "/proc", NULL);
    for (size_t i = 0; i < bwrap_cover_count; i++) {
        const struct bwrap_cover *cover = &bwrap_covers[i];
        if ((cover->for_everybody || !plan->program->unprivileged) &&
            bwrap_cover_is_there(plan->program->covers, cover))
            put_all(plan, "--ro-bind", "/dev/null", cover->path, NULL);
    }
    if (plan->program->unprivileged)
        return;
    for (size_t i = 0; i < sizeof writable / sizeof writable[0]; i++)
        put_all(plan, "--ro-bind-try", writable[i], writable[i], NULL);
}

static uint64_t scratch_bytes(const struct plan *plan)
{
    const struct cordon_limits *limits = plan->base.launch->limits;
    return limits != NULL ? limits->scratch_bytes : 0;
}

/* mode: octal digits, or NULL for 0755. */
static void put_tmpfs(struct plan *plan, const char *guest, const char *mode)
{
    uint64_t size = scratch_bytes(plan);

    if (mode != NULL && has(plan, BWRAP_HAS_PERMS))
        put_all(plan, "--perms", mode, NULL);
    if (size != UINT64_MAX && has(plan, BWRAP_HAS_SIZE)) {
        put(plan, "--size");
        /* bubblewrap takes 0 for a mistake; the kernel rounds up to a page anyway. */
        put_number(plan, size > PAGE_BYTES ? size : PAGE_BYTES);
    }
    put_all(plan, "--tmpfs", guest, NULL);
}

static void put_fresh_folders(struct plan *plan)
{
    put_proc(plan);
    put_all(plan, "--dev", "/dev", NULL);
    put_tmpfs(plan, "/dev/shm", "1777");
    put_tmpfs(plan, "/tmp", "1777");
    put_tmpfs(plan, "/var/tmp", "1777");
    put_tmpfs(plan, "/run", NULL);
}

static void put_bind(struct plan *plan, const struct cordon_mount *mount)
{
    bool writable = mount->access == CORDON_ACCESS_WRITE;
    int32_t number = -1;

    if (!kit_mount_is_held(mount) || !has(plan, BWRAP_HAS_BIND_FD)) {
        put_all(plan, writable ? "--bind" : "--ro-bind", mount->host_path, mount->guest_path, NULL);
        return;
    }
    if (kit_plan_failed(&plan->base))
        return;
    plan->base.status = plan->base.sink->path(plan->base.sink->context, mount->host_path, &number);
    put(plan, writable ? "--bind-fd" : "--ro-bind-fd");
    if (!kit_plan_failed(&plan->base))
        put_number(plan, (uint64_t)number);
    put(plan, mount->guest_path);
}

static void put_hidden_file(struct plan *plan, const char *guest)
{
    int32_t number = -1;

    if (kit_plan_failed(&plan->base))
        return;
    if (!has(plan, BWRAP_HAS_PERMS)) {
        /* bubblewrap's mounts allow no devices, so this too answers EACCES. */
        put_all(plan, "--ro-bind", "/dev/null", guest, NULL);
        return;
    }
    /* One each: newer versions refuse a descriptor that was used before. */
    plan->base.status = plan->base.sink->data(plan->base.sink->context, "", 0, &number);
    put_all(plan, "--perms", "000", "--ro-bind-data", NULL);
    if (!kit_plan_failed(&plan->base))
        put_number(plan, (uint64_t)number);
    put(plan, guest);
}

static void put_hidden_folder(struct plan *plan, const char *guest)
{
    if (has(plan, BWRAP_HAS_PERMS))
        put_all(plan, "--perms", "000", NULL);
    put_all(plan, "--tmpfs", guest, "--remount-ro", guest, NULL);
}

static void put_entry(struct plan *plan, const struct cordon_mount *mount)
{
    bool hidden = mount->access == CORDON_ACCESS_HIDDEN;

    switch (mount->kind) {
    case CORDON_KIND_FOLDER:
        if (hidden)
            put_hidden_folder(plan, mount->guest_path);
        else
            put_bind(plan, mount);
        break;
    case CORDON_KIND_FILE:
        if (hidden)
            put_hidden_file(plan, mount->guest_path);
        else
            put_bind(plan, mount);
        break;
    case CORDON_KIND_LINK:
        put_all(plan, "--symlink", mount->host_path, mount->guest_path, NULL);
        break;
    case CORDON_KIND_SPECIAL:
        put_all(plan, "--ro-bind", "/dev/null", mount->guest_path, NULL);
        break;
    case CORDON_KIND_FRESH:
        if (hidden)
            put_hidden_folder(plan, mount->guest_path);
        else
            put_tmpfs(plan, mount->guest_path, NULL);
        break;
    default:
        break; /* check_entry() knows no others */
    }
}

/* System entries come first, so that none of them can lie over a fresh folder; those that lie
 * inside one, and everything from there on, come after. */
static void put_entries(struct plan *plan)
{
    size_t index = 0;

    while (index < plan->base.mounts.count &&
           kit_mounts_at(&plan->base.mounts, index)->role == CORDON_ROLE_SYSTEM &&
           !is_in_fresh(kit_mounts_at(&plan->base.mounts, index)->guest_path))
        put_entry(plan, kit_mounts_at(&plan->base.mounts, index++));
    put_fresh_folders(plan);
    while (index < plan->base.mounts.count)
        put_entry(plan, kit_mounts_at(&plan->base.mounts, index++));
}

static void put_read_only(struct plan *plan)
{
    for (size_t i = 0; i < plan->base.mounts.count; i++) {
        const struct cordon_mount *mount = kit_mounts_at(&plan->base.mounts, i);
        if (mount->kind == CORDON_KIND_FRESH && mount->access == CORDON_ACCESS_READ &&
            !kit_mounts_covered_later(&plan->base.mounts, i))
            put_all(plan, "--remount-ro", mount->guest_path, NULL);
    }
    put_all(plan, "--remount-ro", "/run", "--remount-ro", "/dev", "--remount-ro", "/", NULL);
}

/* --- what cordon-init gets ---------------------------------------------------------------- */

static void put_check(struct plan *plan, const struct cordon_mount *mount)
{
    const char *mode = mount->access == CORDON_ACCESS_WRITE  ? "rw"
                       : mount->access == CORDON_ACCESS_READ ? "ro"
                                                             : "hidden";
    char text[KIT_PATH_MAX + 64];

    snprintf(text, sizeof text, "%s:%" PRIu64 ":%" PRIu64 ":%s", mode, mount->device, mount->inode,
             mount->guest_path);
    put_all(plan, "--check", text, NULL);
}

static void put_checks(struct plan *plan)
{
    for (size_t i = 0; i < plan->base.mounts.count; i++) {
        const struct cordon_mount *mount = kit_mounts_at(&plan->base.mounts, i);
        if (mount->kind == CORDON_KIND_LINK || mount->kind == CORDON_KIND_FRESH)
            continue;
        if ((kit_mount_is_held(mount) || kit_mount_is_promised(mount)) &&
            !kit_mounts_covered_later(&plan->base.mounts, i))
            put_check(plan, mount);
    }
}

static void put_writable(struct plan *plan)
{
    put_all(plan, "--write", "/proc", "--write", "/dev", NULL);
    put_all(plan, "--fresh", "/dev/shm", "--fresh", "/tmp", "--fresh", "/var/tmp", NULL);
    for (size_t i = 0; i < plan->base.mounts.count; i++) {
        const struct cordon_mount *mount = kit_mounts_at(&plan->base.mounts, i);
        if (mount->access != CORDON_ACCESS_WRITE || kit_mounts_covered_later(&plan->base.mounts, i))
            continue;
        if (mount->kind == CORDON_KIND_FRESH)
            put_all(plan, "--fresh", mount->guest_path, NULL);
        else if (kit_mount_is_writable_of_host(mount) &&
                 !kit_mounts_below_writable(&plan->base.mounts, i))
            put_all(plan, "--write", mount->guest_path, NULL);
    }
}

/* What one limit needs, and the acknowledgement that goes with it. */
static void put_limit(struct plan *plan, const char *guarantee, const char *option, uint64_t value)
{
    if (!kit_plan_is_asked(&plan->base, guarantee))
        return;
    if (value == 0) {
        kit_plan_refuse(&plan->base, CORDON_E_INVALID,
                        "%s is asked for with a limit of 0: no command can run", guarantee);
        return;
    }
    if (value != UINT64_MAX) {
        put(plan, option);
        put_number(plan, value);
    }
}

static void put_limits(struct plan *plan)
{
    static const struct cordon_limits none = {.struct_size = sizeof none};
    const struct cordon_limits *limits = plan->base.launch->limits;

    if (limits == NULL)
        limits = &none;
    put_limit(plan, CORDON_G_LIMIT_PIDS, "--limit-processes", limits->processes);
    put_limit(plan, CORDON_G_LIMIT_MEMORY, "--limit-memory", limits->memory_bytes);
    put_limit(plan, CORDON_G_LIMIT_OPEN_FILES, "--limit-open-files", limits->open_files);
}

/* Variables that the dynamic linker or the C library of bubblewrap itself, which starts outside
 * of the sandbox, would act on: LD_PRELOAD of the command must not load code there. */
static bool is_for_command_only(const char *variable)
{
    static const char *const names[] = {"GLIBC_TUNABLES=", "GCONV_PATH=", "LOCPATH=", "NLSPATH="};

    if (strncmp(variable, "LD_", 3) == 0)
        return true;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        if (strncmp(variable, names[i], strlen(names[i])) == 0)
            return true;
    }
    return false;
}

/* bubblewrap starts with the command's environment, so there is nothing else to see in /proc.  It
 * adds PWD itself. */
static void put_environment(struct plan *plan)
{
    char name[256];
    const char *const *variable = plan->base.launch->envp;

    for (; variable != NULL && *variable != NULL && !kit_plan_failed(&plan->base); variable++) {
        size_t length = strcspn(*variable, "=");
        if ((*variable)[length] != '=' || length == 0 || length >= sizeof name) {
            kit_plan_refuse(&plan->base, CORDON_E_INVALID,
                            "an environment entry is not NAME=VALUE with a name of 1 to %zu bytes",
                            sizeof name - 1);
            return;
        }
        if (is_for_command_only(*variable))
            continue;
        memcpy(name, *variable, length);
        name[length] = '\0';
        plan->base.status =
            plan->base.sink->env(plan->base.sink->context, name, *variable + length + 1);
    }
}

static void put_init(struct plan *plan)
{
    const char *const *word;
    int32_t number = -1;

    put_all(plan, "--", BWRAP_INIT_GUEST, "--status", NULL);
    if (kit_plan_failed(&plan->base))
        return;
    plan->base.status =
        plan->base.sink->status(plan->base.sink->context, "cordon.status/1", &number);
    if (!kit_plan_failed(&plan->base))
        put_number(plan, (uint64_t)number);
    put_checks(plan);
    put_writable(plan);
    put_limits(plan);
    for (word = plan->base.launch->envp; word != NULL && *word != NULL; word++) {
        if (is_for_command_only(*word))
            put_all(plan, "--env", *word, NULL);
    }
    put(plan, "--");
    for (word = plan->base.launch->argv; *word != NULL; word++)
        put(plan, *word);
}

/* --- what is kept ------------------------------------------------------------------------- */

static void acknowledge_all(struct plan *plan)
{
    static const char *const always[] = {
        CORDON_G_NET_NONE,          /* a network namespace with nothing in it */
        CORDON_G_IPC_NONE,          /* no AF_UNIX, masks, Landlock for FIFOs, namespaces */
        CORDON_G_PID_NAMESPACE,     /* --unshare-pid, fresh /proc */
        CORDON_G_KILL_TREE,         /* the namespace ends with its process 1 */
        CORDON_G_NO_NEW_PRIVILEGES, /* capabilities dropped; namespaces refused by the filter too */
        CORDON_G_SYSCALL_FILTERED,
        CORDON_G_TTY_NO_INJECTION, /* a session of its own, TIOCSTI refused */
        CORDON_G_FD_STDIO_ONLY,    /* cordon-init closes the others */
        CORDON_G_ENV_CLEAN,        /* bubblewrap and init know the same variables */
    };
    static const char *const limits[] = {CORDON_G_LIMIT_PIDS, CORDON_G_LIMIT_MEMORY,
                                         CORDON_G_LIMIT_OPEN_FILES};
    static const char *const folders[] = {
        CORDON_G_PROJECT_READ_ONLY,   CORDON_G_SIBLINGS_READ_ONLY, CORDON_G_APP_READ_ONLY,
        CORDON_G_PROTECTED_READ_ONLY, CORDON_G_SECRETS_HIDDEN,     CORDON_G_OUTSIDE_READ_ONLY,
        CORDON_G_HOME_HIDDEN,
    };
    /* Elsewhere user 0 could change the modes of the machine's device nodes. */
    bool devices_kept = plan->program->unprivileged || plan->program->devices_read_only;

    for (size_t i = 0; i < sizeof folders / sizeof folders[0]; i++) {
        bool is_outside = strcmp(folders[i], CORDON_G_OUTSIDE_READ_ONLY) == 0;
        kit_plan_acknowledge(&plan->base, folders[i],
                             (!is_outside || devices_kept) &&
                                 kit_mounts_keep(&plan->base.mounts, folders[i]));
    }
    kit_plan_acknowledge(&plan->base, CORDON_G_LATE_MOUNTS_HIDDEN,
                         plan->program->late_mounts_private);
    for (size_t i = 0; i < sizeof always / sizeof always[0]; i++)
        kit_plan_acknowledge(&plan->base, always[i], true);
    for (size_t i = 0; i < sizeof limits / sizeof limits[0]; i++)
        kit_plan_acknowledge(&plan->base, limits[i], kit_plan_is_asked(&plan->base, limits[i]));
}

static void check_launch(struct plan *plan, const char *init_path)
{
    static const char *const own[] = {"/proc", "/dev", INIT_FOLDER, NULL};
    const struct cordon_launch *launch = plan->base.launch;
    char message[KIT_MOUNTS_MESSAGE];

    if (!kit_path_is_plain(plan->program->path) || !kit_path_is_plain(init_path)) {
        kit_plan_refuse(&plan->base, CORDON_E_INVALID,
                        "bubblewrap or cordon-init is not known by its whole path");
        return;
    }
    if (launch->network != CORDON_NET_NONE) {
        kit_plan_refuse(
            &plan->base, CORDON_E_UNENFORCED,
            "this backend gives no network at all; a launch with a network needs another one");
        return;
    }
    if (launch->argv == NULL || launch->argv[0] == NULL) {
        kit_plan_refuse(&plan->base, CORDON_E_INVALID, "there is no command to start");
        return;
    }
    if (!kit_path_is_plain(launch->cwd) && (launch->cwd == NULL || strcmp(launch->cwd, "/") != 0)) {
        kit_plan_refuse(&plan->base, CORDON_E_INVALID,
                        "the working directory is not a plain absolute path: %s",
                        launch->cwd != NULL ? launch->cwd : "(none)");
        return;
    }
    if (plan->base.mounts.count > MOUNTS_MOST) {
        kit_plan_refuse(
            &plan->base, CORDON_E_UNENFORCED,
            "%zu entries of the file system are more than the %d that start in bearable time",
            plan->base.mounts.count, MOUNTS_MOST);
        return;
    }
    int32_t status = kit_mounts_check(&plan->base.mounts, own, message, sizeof message);
    if (status != CORDON_OK)
        kit_plan_refuse(&plan->base, status, "%s", message);
}

int32_t bwrap_plan(const struct bwrap_program *program, const char *init_path,
                   const struct cordon_launch *launch, const struct kit_sink *sink)
{
    struct plan plan = {.program = program, .base = kit_plan_of(launch, sink)};

    check_launch(&plan, init_path);
    if (kit_plan_failed(&plan.base))
        return plan.base.status;
    put_environment(&plan);
    put(&plan, program->path);
    if (!kit_plan_failed(&plan.base))
        put_filter(&plan);
    put_namespaces(&plan);
    put_entries(&plan);
    put_all(&plan, "--ro-bind", init_path, BWRAP_INIT_GUEST, NULL);
    put_read_only(&plan);
    put_all(&plan, "--chdir", launch->cwd, NULL);
    put_init(&plan);
    acknowledge_all(&plan);
    return plan.base.status;
}

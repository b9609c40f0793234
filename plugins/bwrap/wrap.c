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

#include <filter.h>
#include <init.h>
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
};

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
    uint64_t number = kit_plan_add_filter(&plan->base);

    kit_plan_put(&plan->base, "--seccomp");
    kit_plan_put_number(&plan->base, number);
}

static void put_namespaces(struct plan *plan)
{
    kit_plan_put_all(&plan->base, "--unshare-user", "--unshare-pid", "--unshare-net",
                     "--unshare-ipc", "--unshare-uts", "--unshare-cgroup-try", NULL);
    if (has(plan, BWRAP_HAS_DISABLE_USERNS))
        kit_plan_put(&plan->base, "--disable-userns");
    kit_plan_put_all(&plan->base, "--die-with-parent", "--new-session", "--as-pid-1", "--cap-drop",
                     "ALL",
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

    kit_plan_put_all(&plan->base, "--proc", "/proc", NULL);
    for (size_t i = 0; i < bwrap_cover_count; i++) {
        const struct bwrap_cover *cover = &bwrap_covers[i];
        if ((cover->for_everybody || !plan->program->unprivileged) &&
            bwrap_cover_is_there(plan->program->covers, cover))
            kit_plan_put_all(&plan->base, "--ro-bind", "/dev/null", cover->path, NULL);
    }
    if (plan->program->unprivileged)
        return;
    for (size_t i = 0; i < sizeof writable / sizeof writable[0]; i++)
        kit_plan_put_all(&plan->base, "--ro-bind-try", writable[i], writable[i], NULL);
}

/* mode: octal digits, or NULL for 0755. */
static void put_tmpfs(struct plan *plan, const char *guest, const char *mode)
{
    uint64_t size = plan->base.limits->scratch_bytes;

    if (mode != NULL && has(plan, BWRAP_HAS_PERMS))
        kit_plan_put_all(&plan->base, "--perms", mode, NULL);
    if (size != UINT64_MAX && has(plan, BWRAP_HAS_SIZE)) {
        kit_plan_put(&plan->base, "--size");
        /* bubblewrap takes 0 for a mistake; the kernel rounds up to a page anyway. */
        kit_plan_put_number(&plan->base, size > PAGE_BYTES ? size : PAGE_BYTES);
    }
    kit_plan_put_all(&plan->base, "--tmpfs", guest, NULL);
}

static void put_fresh_folders(struct plan *plan)
{
    put_proc(plan);
    kit_plan_put_all(&plan->base, "--dev", "/dev", NULL);
    put_tmpfs(plan, "/dev/shm", "1777");
    put_tmpfs(plan, "/tmp", "1777");
    put_tmpfs(plan, "/var/tmp", "1777");
    put_tmpfs(plan, "/run", NULL);
}

static void put_bind(struct plan *plan, const struct cordon_mount *mount)
{
    bool writable = mount->access == CORDON_ACCESS_WRITE;

    if (!kit_mount_is_held(mount) || !has(plan, BWRAP_HAS_BIND_FD)) {
        kit_plan_put_all(&plan->base, writable ? "--bind" : "--ro-bind", mount->host_path,
                         mount->guest_path, NULL);
        return;
    }
    uint64_t number = kit_plan_add_path(&plan->base, mount->host_path);
    kit_plan_put(&plan->base, writable ? "--bind-fd" : "--ro-bind-fd");
    kit_plan_put_number(&plan->base, number);
    kit_plan_put(&plan->base, mount->guest_path);
}

static void put_hidden_file(struct plan *plan, const char *guest)
{
    if (!has(plan, BWRAP_HAS_PERMS)) {
        /* bubblewrap's mounts allow no devices, so this too answers EACCES. */
        kit_plan_put_all(&plan->base, "--ro-bind", "/dev/null", guest, NULL);
        return;
    }
    /* One each: newer versions refuse a descriptor that was used before. */
    uint64_t number = kit_plan_add_data(&plan->base, "", 0);
    kit_plan_put_all(&plan->base, "--perms", "000", "--ro-bind-data", NULL);
    kit_plan_put_number(&plan->base, number);
    kit_plan_put(&plan->base, guest);
}

static void put_hidden_folder(struct plan *plan, const char *guest)
{
    if (has(plan, BWRAP_HAS_PERMS))
        kit_plan_put_all(&plan->base, "--perms", "000", NULL);
    kit_plan_put_all(&plan->base, "--tmpfs", guest, "--remount-ro", guest, NULL);
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
        kit_plan_put_all(&plan->base, "--symlink", mount->host_path, mount->guest_path, NULL);
        break;
    case CORDON_KIND_SPECIAL:
        kit_plan_put_all(&plan->base, "--ro-bind", "/dev/null", mount->guest_path, NULL);
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
            kit_plan_put_all(&plan->base, "--remount-ro", mount->guest_path, NULL);
    }
    kit_plan_put_all(&plan->base, "--remount-ro", "/run", "--remount-ro", "/dev", "--remount-ro",
                     "/", NULL);
}

/* --- what cordon-init gets ---------------------------------------------------------------- */

static void put_checks(struct plan *plan)
{
    for (size_t i = 0; i < plan->base.mounts.count; i++)
        kit_init_put_check(&plan->base, i, true);
}

static void put_writable(struct plan *plan)
{
    kit_plan_put_all(&plan->base, "--write", "/proc", "--write", "/dev", NULL);
    kit_plan_put_all(&plan->base, "--fresh", "/dev/shm", "--fresh", "/tmp", "--fresh", "/var/tmp",
                     NULL);
    for (size_t i = 0; i < plan->base.mounts.count; i++)
        kit_init_put_rights(&plan->base, i);
}

static void put_limit(struct plan *plan, const char *guarantee, const char *option, uint64_t value)
{
    if (!kit_plan_has_limit(&plan->base, guarantee, value))
        return;
    kit_plan_put(&plan->base, option);
    kit_plan_put_number(&plan->base, value);
}

static void put_limits(struct plan *plan)
{
    const struct cordon_limits *limits = plan->base.limits;

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

    kit_plan_put_all(&plan->base, "--", BWRAP_INIT_GUEST, "--status", NULL);
    kit_plan_put_number(&plan->base, kit_plan_add_status(&plan->base));
    put_checks(plan);
    put_writable(plan);
    put_limits(plan);
    for (word = plan->base.launch->envp; word != NULL && *word != NULL; word++) {
        if (is_for_command_only(*word))
            kit_plan_put_all(&plan->base, "--env", *word, NULL);
    }
    kit_plan_put(&plan->base, "--");
    for (word = plan->base.launch->argv; *word != NULL; word++)
        kit_plan_put(&plan->base, *word);
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
    /* Elsewhere user 0 could change the modes of the machine's device nodes. */
    bool devices_kept = plan->program->unprivileged || plan->program->devices_read_only;

    kit_plan_acknowledge_folders(&plan->base, devices_kept);
    kit_plan_acknowledge(&plan->base, CORDON_G_LATE_MOUNTS_HIDDEN,
                         plan->program->late_mounts_private);
    for (size_t i = 0; i < sizeof always / sizeof always[0]; i++)
        kit_plan_acknowledge(&plan->base, always[i], true);
    kit_plan_acknowledge_limits(&plan->base);
}

static void check_launch(struct plan *plan, const char *init_path)
{
    static const char *const own[] = {"/proc", "/dev", INIT_FOLDER, NULL};

    if (!kit_path_is_plain(plan->program->path) || !kit_path_is_plain(init_path)) {
        kit_plan_refuse(&plan->base, CORDON_E_INVALID,
                        "bubblewrap or cordon-init is not known by its whole path");
        return;
    }
    kit_plan_check(&plan->base, own, MOUNTS_MOST);
}

int32_t bwrap_plan(const struct bwrap_program *program, const char *init_path,
                   const struct cordon_launch *launch, const struct kit_sink *sink)
{
    struct plan plan = {.program = program, .base = kit_plan_of(launch, sink)};

    plan.base.arguments_most = ARGUMENTS_MOST;
    plan.base.program = "bubblewrap";
    check_launch(&plan, init_path);
    if (kit_plan_failed(&plan.base))
        return plan.base.status;
    put_environment(&plan);
    kit_plan_put(&plan.base, program->path);
    put_filter(&plan);
    put_namespaces(&plan);
    put_entries(&plan);
    kit_plan_put_all(&plan.base, "--ro-bind", init_path, BWRAP_INIT_GUEST, NULL);
    put_read_only(&plan);
    kit_plan_put_all(&plan.base, "--chdir", launch->cwd, NULL);
    put_init(&plan);
    acknowledge_all(&plan);
    return plan.base.status;
}

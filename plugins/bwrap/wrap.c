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

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The folder of BWRAP_INIT_GUEST. */
#define INIT_FOLDER "/run/cordon"

enum {
    PATH_MOST = 4096,
    MESSAGE_MOST = 512,
    /* bubblewrap's own limit, which counts the command's words too. */
    ARGUMENTS_MOST = 9000,
    /* The time to set up grows with the square: 500 cost 0.3 s, 1,000 2.4 s. */
    MOUNTS_MOST = 1000,
    PAGE_BYTES = 4096,
};

struct plan {
    const struct bwrap_program *program;
    const struct cordon_launch *launch;
    const struct bwrap_sink *sink;
    size_t mount_count;
    size_t arguments;
    int32_t status; /* the first failure; everything after it does nothing */
};

static bool failed(const struct plan *plan)
{
    return plan->status != CORDON_OK;
}

static void refuse(struct plan *plan, int32_t status, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
static void refuse(struct plan *plan, int32_t status, const char *format, ...)
{
    char message[MESSAGE_MOST];
    va_list args;

    if (failed(plan))
        return;
    va_start(args, format);
    vsnprintf(message, sizeof message, format, args);
    va_end(args);
    plan->status = plan->sink->fail(plan->sink->context, status, message);
    if (plan->status == CORDON_OK)
        plan->status = status;
}

/* One argument. */
static void put(struct plan *plan, const char *argument)
{
    if (failed(plan))
        return;
    if (++plan->arguments > ARGUMENTS_MOST) {
        refuse(plan, CORDON_E_UNENFORCED,
               "bubblewrap takes at most %d arguments and this launch has more; let the command "
               "read its list from a file",
               ARGUMENTS_MOST);
        return;
    }
    plan->status = plan->sink->arg(plan->sink->context, argument);
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

/* --- paths and entries ------------------------------------------------------------------- */

/* Absolute, no empty, "." or ".." part, no slash at the end. */
static bool path_is_plain(const char *path)
{
    if (path == NULL || path[0] != '/' || strlen(path) >= PATH_MOST)
        return false;
    while (*path == '/') {
        size_t length = strcspn(++path, "/");
        if (length == 0 || (length == 1 && path[0] == '.') ||
            (length == 2 && path[0] == '.' && path[1] == '.'))
            return false;
        path += length;
    }
    return true;
}

static bool path_is_below(const char *path, const char *folder)
{
    size_t length = strlen(folder);
    return strncmp(path, folder, length) == 0 && path[length] == '/';
}

static bool path_is_at_or_below(const char *path, const char *folder)
{
    return strcmp(path, folder) == 0 || path_is_below(path, folder);
}

static const struct cordon_mount *mount_at(const struct plan *plan, size_t index)
{
    return plan->launch->mounts[index];
}

static bool is_host_backed(const struct cordon_mount *mount)
{
    return (mount->kind == CORDON_KIND_FOLDER || mount->kind == CORDON_KIND_FILE) &&
           mount->access != CORDON_ACCESS_HIDDEN;
}

static bool is_writable_of_host(const struct cordon_mount *mount)
{
    return is_host_backed(mount) && mount->access == CORDON_ACCESS_WRITE;
}

static bool is_held(const struct cordon_mount *mount)
{
    return mount->device != 0 || mount->inode != 0;
}

/* Entries that stand for a promise about the project, the loop or the application. */
static bool is_promised(const struct cordon_mount *mount)
{
    switch (mount->role) {
    case CORDON_ROLE_PROJECT:
    case CORDON_ROLE_LOOP:
    case CORDON_ROLE_PIN:
    case CORDON_ROLE_SIBLING:
    case CORDON_ROLE_APP:
    case CORDON_ROLE_PROTECTED:
    case CORDON_ROLE_SECRET:
    case CORDON_ROLE_REPOSITORY:
        return true;
    default:
        return mount->kind == CORDON_KIND_SPECIAL;
    }
}

/* Does a later entry lie over this one, so that the finished view shows it instead? */
static bool is_covered_later(const struct plan *plan, size_t index)
{
    for (size_t i = index + 1; i < plan->mount_count; i++) {
        if (path_is_at_or_below(mount_at(plan, index)->guest_path, mount_at(plan, i)->guest_path))
            return true;
    }
    return false;
}

/* The fresh folders that every view has. */
static bool is_in_fresh(const char *path)
{
    static const char *const fresh[] = {"/proc", "/dev", "/tmp", "/var/tmp", "/run"};

    for (size_t i = 0; i < sizeof fresh / sizeof fresh[0]; i++) {
        if (path_is_at_or_below(path, fresh[i]))
            return true;
    }
    return false;
}

static void check_entry(struct plan *plan, const struct cordon_mount *mount)
{
    const char *guest = mount->guest_path;

    if (!path_is_plain(guest) || strcmp(guest, "/") == 0) {
        refuse(plan, CORDON_E_INVALID, "%s: not a plain absolute path for the sandbox",
               guest != NULL && guest[0] != '\0' ? guest : "(empty)");
        return;
    }
    if (path_is_at_or_below(guest, "/proc") || path_is_at_or_below(guest, "/dev") ||
        strcmp(guest, "/run") == 0 || path_is_at_or_below(guest, INIT_FOLDER)) {
        refuse(plan, CORDON_E_INVALID, "%s: is the sandbox's own and cannot be replaced", guest);
        return;
    }
    if (mount->access > CORDON_ACCESS_WRITE || mount->kind > CORDON_KIND_FRESH) {
        refuse(plan, CORDON_E_INVALID, "%s: unknown access or kind", guest);
        return;
    }
    if (mount->kind == CORDON_KIND_SPECIAL && mount->access != CORDON_ACCESS_HIDDEN) {
        refuse(plan, CORDON_E_INVALID, "%s: a socket or FIFO of the host can only be hidden",
               guest);
        return;
    }
    if (mount->kind == CORDON_KIND_LINK) {
        if (mount->host_path == NULL || mount->host_path[0] == '\0')
            refuse(plan, CORDON_E_INVALID, "%s: a symbolic link without a target", guest);
        return;
    }
    if (is_host_backed(mount) && !path_is_plain(mount->host_path))
        refuse(plan, CORDON_E_INVALID, "%s: the host's path is not plain and absolute: %s", guest,
               mount->host_path != NULL ? mount->host_path : "(none)");
}

/* A copy is no way to anything that another entry shows, whatever lies under it in the view. */
static bool is_copy(const struct plan *plan, size_t index)
{
    const struct cordon_mount *mount = mount_at(plan, index);

    if (mount->role != CORDON_ROLE_REPOSITORY || !is_held(mount) || mount->host_path == NULL)
        return false;
    for (size_t i = 0; i < plan->mount_count; i++) {
        const char *other = mount_at(plan, i)->host_path;
        if (i != index && other != NULL && other[0] == '/' &&
            (path_is_at_or_below(other, mount->host_path) ||
             (is_promised(mount_at(plan, i)) && path_is_at_or_below(mount->host_path, other))))
            return false;
    }
    return true;
}

/* What the entries before this one mean for it. */
static void check_against_earlier(struct plan *plan, size_t index)
{
    const struct cordon_mount *mount = mount_at(plan, index);
    const struct cordon_mount *below = NULL; /* what its mount point lies on */

    for (size_t i = 0; i < index; i++) {
        const struct cordon_mount *earlier = mount_at(plan, i);
        if (path_is_at_or_below(mount->guest_path, earlier->guest_path)) {
            if (earlier->kind == CORDON_KIND_LINK) {
                refuse(plan, CORDON_E_INVALID, "%s: leads through the symbolic link %s",
                       mount->guest_path, earlier->guest_path);
                return;
            }
            below = earlier;
        }
        /* An ancestor of the host's shows its own content again; the same path shows its own. */
        bool shows_more = is_host_backed(mount) && mount->access > earlier->access &&
                          path_is_at_or_below(earlier->guest_path, mount->guest_path) &&
                          !is_copy(plan, index);
        if (shows_more && is_promised(earlier) && earlier->role != CORDON_ROLE_PROJECT) {
            refuse(plan, CORDON_E_INVALID, "%s: would be uncovered by %s, which comes later",
                   earlier->guest_path, mount->guest_path);
            return;
        }
    }
    /* Nobody but this launch has the copy, and its command does not run yet. */
    if (below == NULL || !is_writable_of_host(below) || below->role == CORDON_ROLE_REPOSITORY ||
        strcmp(below->guest_path, mount->guest_path) == 0)
        return;

    /* bubblewrap makes a mount point that is missing: on the host, where the command can put a
     * symbolic link in its place meanwhile, and for good.  It is there for certain only when the
     * host holds the very object that lies there. */
    const char *rest = mount->guest_path + strlen(below->guest_path);
    size_t length = strlen(below->host_path);
    bool there = is_held(mount) && mount->host_path != NULL &&
                 strncmp(mount->host_path, below->host_path, length) == 0 &&
                 strcmp(mount->host_path + length, rest) == 0;
    if (!there)
        refuse(plan, CORDON_E_UNENFORCED,
               "%s: would have to be created inside %s, which the command can write; create it "
               "first or leave it out",
               mount->guest_path, below->guest_path);
}

/* --- what is put ------------------------------------------------------------------------- */

static void put_filter(struct plan *plan)
{
    void *filter;
    size_t size;
    int32_t number;

    int32_t status = bwrap_filter(&filter, &size);
    if (status != CORDON_OK) {
        refuse(plan, status, "the system call filter cannot be made for this architecture");
        return;
    }
    plan->status = plan->sink->data(plan->sink->context, filter, size, &number);
    free(filter);
    put(plan, "--seccomp");
    if (!failed(plan))
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
    const struct cordon_limits *limits = plan->launch->limits;
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

    if (!is_held(mount) || !has(plan, BWRAP_HAS_BIND_FD)) {
        put_all(plan, writable ? "--bind" : "--ro-bind", mount->host_path, mount->guest_path, NULL);
        return;
    }
    if (failed(plan))
        return;
    plan->status = plan->sink->path(plan->sink->context, mount->host_path, &number);
    put(plan, writable ? "--bind-fd" : "--ro-bind-fd");
    if (!failed(plan))
        put_number(plan, (uint64_t)number);
    put(plan, mount->guest_path);
}

static void put_hidden_file(struct plan *plan, const char *guest)
{
    int32_t number = -1;

    if (failed(plan))
        return;
    if (!has(plan, BWRAP_HAS_PERMS)) {
        /* bubblewrap's mounts allow no devices, so this too answers EACCES. */
        put_all(plan, "--ro-bind", "/dev/null", guest, NULL);
        return;
    }
    /* One each: newer versions refuse a descriptor that was used before. */
    plan->status = plan->sink->data(plan->sink->context, "", 0, &number);
    put_all(plan, "--perms", "000", "--ro-bind-data", NULL);
    if (!failed(plan))
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

    while (index < plan->mount_count && mount_at(plan, index)->role == CORDON_ROLE_SYSTEM &&
           !is_in_fresh(mount_at(plan, index)->guest_path))
        put_entry(plan, mount_at(plan, index++));
    put_fresh_folders(plan);
    while (index < plan->mount_count)
        put_entry(plan, mount_at(plan, index++));
}

static void put_read_only(struct plan *plan)
{
    for (size_t i = 0; i < plan->mount_count; i++) {
        const struct cordon_mount *mount = mount_at(plan, i);
        if (mount->kind == CORDON_KIND_FRESH && mount->access == CORDON_ACCESS_READ &&
            !is_covered_later(plan, i))
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
    char text[PATH_MOST + 64];

    snprintf(text, sizeof text, "%s:%" PRIu64 ":%" PRIu64 ":%s", mode, mount->device, mount->inode,
             mount->guest_path);
    put_all(plan, "--check", text, NULL);
}

static void put_checks(struct plan *plan)
{
    for (size_t i = 0; i < plan->mount_count; i++) {
        const struct cordon_mount *mount = mount_at(plan, i);
        if (mount->kind == CORDON_KIND_LINK || mount->kind == CORDON_KIND_FRESH)
            continue;
        if ((is_held(mount) || is_promised(mount)) && !is_covered_later(plan, i))
            put_check(plan, mount);
    }
}

/* A folder that an earlier writable entry holds needs no rule of its own: rules go downwards. */
static bool is_below_writable(const struct plan *plan, size_t index)
{
    for (size_t i = 0; i < index; i++) {
        const struct cordon_mount *earlier = mount_at(plan, i);
        if (earlier->access == CORDON_ACCESS_WRITE && earlier->kind != CORDON_KIND_LINK &&
            path_is_at_or_below(mount_at(plan, index)->guest_path, earlier->guest_path) &&
            !is_covered_later(plan, i))
            return true;
    }
    return false;
}

static void put_writable(struct plan *plan)
{
    put_all(plan, "--write", "/proc", "--write", "/dev", NULL);
    put_all(plan, "--fresh", "/dev/shm", "--fresh", "/tmp", "--fresh", "/var/tmp", NULL);
    for (size_t i = 0; i < plan->mount_count; i++) {
        const struct cordon_mount *mount = mount_at(plan, i);
        if (mount->access != CORDON_ACCESS_WRITE || is_covered_later(plan, i))
            continue;
        if (mount->kind == CORDON_KIND_FRESH)
            put_all(plan, "--fresh", mount->guest_path, NULL);
        else if (is_writable_of_host(mount) && !is_below_writable(plan, i))
            put_all(plan, "--write", mount->guest_path, NULL);
    }
}

static bool is_asked(const struct plan *plan, const char *guarantee)
{
    const char *const *asked = plan->launch->guarantees;

    for (; asked != NULL && *asked != NULL; asked++) {
        if (strcmp(*asked, guarantee) == 0)
            return true;
    }
    return false;
}

/* What one limit needs, and the acknowledgement that goes with it. */
static void put_limit(struct plan *plan, const char *guarantee, const char *option, uint64_t value)
{
    if (!is_asked(plan, guarantee))
        return;
    if (value == 0) {
        refuse(plan, CORDON_E_INVALID, "%s is asked for with a limit of 0: no command can run",
               guarantee);
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
    const struct cordon_limits *limits = plan->launch->limits;

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
    const char *const *variable = plan->launch->envp;

    for (; variable != NULL && *variable != NULL && !failed(plan); variable++) {
        size_t length = strcspn(*variable, "=");
        if ((*variable)[length] != '=' || length == 0 || length >= sizeof name) {
            refuse(plan, CORDON_E_INVALID,
                   "an environment entry is not NAME=VALUE with a name of 1 to %zu bytes",
                   sizeof name - 1);
            return;
        }
        if (is_for_command_only(*variable))
            continue;
        memcpy(name, *variable, length);
        name[length] = '\0';
        plan->status = plan->sink->env(plan->sink->context, name, *variable + length + 1);
    }
}

static void put_init(struct plan *plan)
{
    const char *const *word;
    int32_t number = -1;

    put_all(plan, "--", BWRAP_INIT_GUEST, "--status", NULL);
    if (failed(plan))
        return;
    plan->status = plan->sink->status(plan->sink->context, "cordon.status/1", &number);
    if (!failed(plan))
        put_number(plan, (uint64_t)number);
    put_checks(plan);
    put_writable(plan);
    put_limits(plan);
    for (word = plan->launch->envp; word != NULL && *word != NULL; word++) {
        if (is_for_command_only(*word))
            put_all(plan, "--env", *word, NULL);
    }
    put(plan, "--");
    for (word = plan->launch->argv; *word != NULL; word++)
        put(plan, *word);
}

/* --- what is kept ------------------------------------------------------------------------- */

/* Does every entry of the role allow at most this, and can none of them have been swapped? */
static bool role_keeps(const struct plan *plan, uint32_t role, uint32_t access)
{
    for (size_t i = 0; i < plan->mount_count; i++) {
        const struct cordon_mount *mount = mount_at(plan, i);
        if (mount->role != role || is_covered_later(plan, i))
            continue;
        if (mount->access > access)
            return false;
        if (is_host_backed(mount) && !is_held(mount))
            return false;
    }
    return true;
}

static bool is_loop_or_cache(uint32_t role)
{
    return role == CORDON_ROLE_LOOP || role == CORDON_ROLE_PIN || role == CORDON_ROLE_CACHE ||
           role == CORDON_ROLE_REPOSITORY;
}

static bool outside_is_kept(const struct plan *plan)
{
    if (!plan->program->unprivileged && !plan->program->devices_read_only)
        return false;
    for (size_t i = 0; i < plan->mount_count; i++) {
        const struct cordon_mount *mount = mount_at(plan, i);
        if (is_writable_of_host(mount) && !is_covered_later(plan, i) &&
            !is_loop_or_cache(mount->role))
            return false;
    }
    return role_keeps(plan, CORDON_ROLE_LOOP, CORDON_ACCESS_WRITE) &&
           role_keeps(plan, CORDON_ROLE_PIN, CORDON_ACCESS_WRITE) &&
           role_keeps(plan, CORDON_ROLE_CACHE, CORDON_ACCESS_WRITE) &&
           role_keeps(plan, CORDON_ROLE_REPOSITORY, CORDON_ACCESS_WRITE);
}

/* The home itself must not be there; a link in it says nothing. */
static bool home_is_kept(const struct plan *plan)
{
    for (size_t i = 0; i < plan->mount_count; i++) {
        const struct cordon_mount *mount = mount_at(plan, i);
        if (mount->role == CORDON_ROLE_HOME && is_host_backed(mount) && !is_covered_later(plan, i))
            return false;
    }
    return true;
}

static void acknowledge(struct plan *plan, const char *guarantee, bool kept)
{
    if (kept && !failed(plan))
        plan->status = plan->sink->enforced(plan->sink->context, guarantee);
}

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
    bool pinned = role_keeps(plan, CORDON_ROLE_PIN, CORDON_ACCESS_WRITE) &&
                  role_keeps(plan, CORDON_ROLE_LOOP, CORDON_ACCESS_WRITE);

    acknowledge(plan, CORDON_G_PROJECT_READ_ONLY,
                pinned && role_keeps(plan, CORDON_ROLE_PROJECT, CORDON_ACCESS_READ));
    acknowledge(plan, CORDON_G_SIBLINGS_READ_ONLY,
                pinned && role_keeps(plan, CORDON_ROLE_SIBLING, CORDON_ACCESS_READ));
    acknowledge(plan, CORDON_G_APP_READ_ONLY,
                pinned && role_keeps(plan, CORDON_ROLE_APP, CORDON_ACCESS_READ));
    acknowledge(plan, CORDON_G_PROTECTED_READ_ONLY,
                pinned && role_keeps(plan, CORDON_ROLE_PROTECTED, CORDON_ACCESS_READ));
    acknowledge(plan, CORDON_G_SECRETS_HIDDEN,
                pinned && role_keeps(plan, CORDON_ROLE_SECRET, CORDON_ACCESS_HIDDEN));
    acknowledge(plan, CORDON_G_OUTSIDE_READ_ONLY, outside_is_kept(plan));
    acknowledge(plan, CORDON_G_HOME_HIDDEN, home_is_kept(plan));
    acknowledge(plan, CORDON_G_LATE_MOUNTS_HIDDEN, plan->program->late_mounts_private);
    for (size_t i = 0; i < sizeof always / sizeof always[0]; i++)
        acknowledge(plan, always[i], true);
    for (size_t i = 0; i < sizeof limits / sizeof limits[0]; i++)
        acknowledge(plan, limits[i], is_asked(plan, limits[i]));
}

static void check_launch(struct plan *plan, const char *init_path)
{
    const struct cordon_launch *launch = plan->launch;

    if (!path_is_plain(plan->program->path) || !path_is_plain(init_path)) {
        refuse(plan, CORDON_E_INVALID, "bubblewrap or cordon-init is not known by its whole path");
        return;
    }
    if (launch->network != CORDON_NET_NONE) {
        refuse(plan, CORDON_E_UNENFORCED,
               "this backend gives no network at all; a launch with a network needs another one");
        return;
    }
    if (launch->argv == NULL || launch->argv[0] == NULL) {
        refuse(plan, CORDON_E_INVALID, "there is no command to start");
        return;
    }
    if (!path_is_plain(launch->cwd) && (launch->cwd == NULL || strcmp(launch->cwd, "/") != 0)) {
        refuse(plan, CORDON_E_INVALID, "the working directory is not a plain absolute path: %s",
               launch->cwd != NULL ? launch->cwd : "(none)");
        return;
    }
    while (launch->mounts != NULL && launch->mounts[plan->mount_count] != NULL)
        plan->mount_count++;
    if (plan->mount_count > MOUNTS_MOST) {
        refuse(plan, CORDON_E_UNENFORCED,
               "%zu entries of the file system are more than the %d that start in bearable time",
               plan->mount_count, MOUNTS_MOST);
        return;
    }
    for (size_t i = 0; i < plan->mount_count && !failed(plan); i++)
        check_entry(plan, mount_at(plan, i));
    for (size_t i = 0; i < plan->mount_count && !failed(plan); i++)
        check_against_earlier(plan, i);
}

int32_t bwrap_plan(const struct bwrap_program *program, const char *init_path,
                   const struct cordon_launch *launch, const struct bwrap_sink *sink)
{
    struct plan plan = {.program = program, .launch = launch, .sink = sink, .status = CORDON_OK};

    check_launch(&plan, init_path);
    if (failed(&plan))
        return plan.status;
    put_environment(&plan);
    put(&plan, program->path);
    if (!failed(&plan))
        put_filter(&plan);
    put_namespaces(&plan);
    put_entries(&plan);
    put_all(&plan, "--ro-bind", init_path, BWRAP_INIT_GUEST, NULL);
    put_read_only(&plan);
    put_all(&plan, "--chdir", launch->cwd, NULL);
    put_init(&plan);
    acknowledge_all(&plan);
    return plan.status;
}

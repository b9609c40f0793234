/* SPDX-License-Identifier: MIT */
/* The entries of a launch. */
#include "mounts.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

struct kit_mounts kit_mounts_of(const struct cordon_launch *launch)
{
    struct kit_mounts mounts = {.launch = launch};

    while (launch->mounts != NULL && launch->mounts[mounts.count] != NULL)
        mounts.count++;
    return mounts;
}

const struct cordon_mount *kit_mounts_at(const struct kit_mounts *mounts, size_t index)
{
    return mounts->launch->mounts[index];
}

/* --- paths and entries --------------------------------------------------------------------- */

bool kit_path_is_plain(const char *path)
{
    if (path == NULL || path[0] != '/' || strlen(path) >= KIT_PATH_MAX)
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

bool kit_path_is_below(const char *path, const char *folder)
{
    size_t length = strlen(folder);
    return strncmp(path, folder, length) == 0 && path[length] == '/';
}

bool kit_path_is_at_or_below(const char *path, const char *folder)
{
    return strcmp(path, folder) == 0 || kit_path_is_below(path, folder);
}

bool kit_mount_is_host_backed(const struct cordon_mount *mount)
{
    return (mount->kind == CORDON_KIND_FOLDER || mount->kind == CORDON_KIND_FILE) &&
           mount->access != CORDON_ACCESS_HIDDEN;
}

bool kit_mount_is_writable_of_host(const struct cordon_mount *mount)
{
    return kit_mount_is_host_backed(mount) && mount->access == CORDON_ACCESS_WRITE;
}

bool kit_mount_is_held(const struct cordon_mount *mount)
{
    return mount->device != 0 || mount->inode != 0;
}

bool kit_mount_is_promised(const struct cordon_mount *mount)
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

bool kit_mounts_covered_later(const struct kit_mounts *mounts, size_t index)
{
    for (size_t i = index + 1; i < mounts->count; i++) {
        if (kit_path_is_at_or_below(kit_mounts_at(mounts, index)->guest_path,
                                    kit_mounts_at(mounts, i)->guest_path))
            return true;
    }
    return false;
}

/* A folder that an earlier writable entry holds needs no rule of its own: rules go downwards. */
bool kit_mounts_below_writable(const struct kit_mounts *mounts, size_t index)
{
    for (size_t i = 0; i < index; i++) {
        const struct cordon_mount *earlier = kit_mounts_at(mounts, i);
        if (earlier->access == CORDON_ACCESS_WRITE && earlier->kind != CORDON_KIND_LINK &&
            kit_path_is_at_or_below(kit_mounts_at(mounts, index)->guest_path,
                                    earlier->guest_path) &&
            !kit_mounts_covered_later(mounts, i))
            return true;
    }
    return false;
}

/* --- may they be done? --------------------------------------------------------------------- */

struct check {
    const struct kit_mounts *mounts;
    const char *const *own;
    char *message;
    size_t size;
    int32_t status; /* the first failure */
};

static void refuse(struct check *check, int32_t status, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
static void refuse(struct check *check, int32_t status, const char *format, ...)
{
    va_list args;

    if (check->status != CORDON_OK)
        return;
    va_start(args, format);
    vsnprintf(check->message, check->size, format, args);
    va_end(args);
    check->status = status;
}

static bool is_own(const struct check *check, const char *guest)
{
    for (size_t i = 0; check->own[i] != NULL; i++) {
        if (kit_path_is_at_or_below(guest, check->own[i]))
            return true;
    }
    return strcmp(guest, "/run") == 0;
}

static void check_entry(struct check *check, const struct cordon_mount *mount)
{
    const char *guest = mount->guest_path;

    if (!kit_path_is_plain(guest) || strcmp(guest, "/") == 0) {
        refuse(check, CORDON_E_INVALID, "%s: not a plain absolute path for the sandbox",
               guest != NULL && guest[0] != '\0' ? guest : "(empty)");
        return;
    }
    if (is_own(check, guest)) {
        refuse(check, CORDON_E_INVALID, "%s: is the sandbox's own and cannot be replaced", guest);
        return;
    }
    if (mount->access > CORDON_ACCESS_WRITE || mount->kind > CORDON_KIND_FRESH) {
        refuse(check, CORDON_E_INVALID, "%s: unknown access or kind", guest);
        return;
    }
    if (mount->kind == CORDON_KIND_SPECIAL && mount->access != CORDON_ACCESS_HIDDEN) {
        refuse(check, CORDON_E_INVALID, "%s: a socket or FIFO of the host can only be hidden",
               guest);
        return;
    }
    if (mount->kind == CORDON_KIND_LINK) {
        if (mount->host_path == NULL || mount->host_path[0] == '\0')
            refuse(check, CORDON_E_INVALID, "%s: a symbolic link without a target", guest);
        return;
    }
    if (kit_mount_is_host_backed(mount) && !kit_path_is_plain(mount->host_path))
        refuse(check, CORDON_E_INVALID, "%s: the host's path is not plain and absolute: %s", guest,
               mount->host_path != NULL ? mount->host_path : "(none)");
}

/* A copy is no way to anything that another entry shows, whatever lies under it in the view. */
static bool is_copy(const struct kit_mounts *mounts, size_t index)
{
    const struct cordon_mount *mount = kit_mounts_at(mounts, index);

    if (mount->role != CORDON_ROLE_REPOSITORY || !kit_mount_is_held(mount) ||
        mount->host_path == NULL)
        return false;
    for (size_t i = 0; i < mounts->count; i++) {
        const char *other = kit_mounts_at(mounts, i)->host_path;
        if (i != index && other != NULL && other[0] == '/' &&
            (kit_path_is_at_or_below(other, mount->host_path) ||
             (kit_mount_is_promised(kit_mounts_at(mounts, i)) &&
              kit_path_is_at_or_below(mount->host_path, other))))
            return false;
    }
    return true;
}

/* A launcher makes a mount point that is missing: on the host, where the command can put a symbolic
 * link in its place meanwhile, and for good.  It is there for certain only when the host holds the
 * very object that lies there. */
static void check_mount_point(struct check *check, const struct cordon_mount *mount,
                              const struct cordon_mount *below)
{
    /* Nobody but this launch has the copy, and its command does not run yet. */
    if (below == NULL || !kit_mount_is_writable_of_host(below) ||
        below->role == CORDON_ROLE_REPOSITORY || strcmp(below->guest_path, mount->guest_path) == 0)
        return;
    const char *rest = mount->guest_path + strlen(below->guest_path);
    size_t length = strlen(below->host_path);
    bool there = kit_mount_is_held(mount) && mount->host_path != NULL &&
                 strncmp(mount->host_path, below->host_path, length) == 0 &&
                 strcmp(mount->host_path + length, rest) == 0;
    if (!there)
        refuse(check, CORDON_E_UNENFORCED,
               "%s: would have to be created inside %s, which the command can write; create it "
               "first or leave it out",
               mount->guest_path, below->guest_path);
}

/* What the entries before this one mean for it. */
static void check_against_earlier(struct check *check, size_t index)
{
    const struct kit_mounts *mounts = check->mounts;
    const struct cordon_mount *mount = kit_mounts_at(mounts, index);
    const struct cordon_mount *below = NULL; /* what its mount point lies on */

    for (size_t i = 0; i < index; i++) {
        const struct cordon_mount *earlier = kit_mounts_at(mounts, i);
        if (kit_path_is_at_or_below(mount->guest_path, earlier->guest_path)) {
            if (earlier->kind == CORDON_KIND_LINK) {
                refuse(check, CORDON_E_INVALID, "%s: leads through the symbolic link %s",
                       mount->guest_path, earlier->guest_path);
                return;
            }
            below = earlier;
        }
        /* An ancestor of the host's shows its own content again; the same path shows its own. */
        bool shows_more = kit_mount_is_host_backed(mount) && mount->access > earlier->access &&
                          kit_path_is_at_or_below(earlier->guest_path, mount->guest_path) &&
                          !is_copy(mounts, index);
        if (shows_more && kit_mount_is_promised(earlier) && earlier->role != CORDON_ROLE_PROJECT) {
            refuse(check, CORDON_E_INVALID, "%s: would be uncovered by %s, which comes later",
                   earlier->guest_path, mount->guest_path);
            return;
        }
    }
    check_mount_point(check, mount, below);
}

int32_t kit_mounts_check(const struct kit_mounts *mounts, const char *const *own, char *ret_message,
                         size_t size)
{
    struct check check = {
        .mounts = mounts, .own = own, .message = ret_message, .size = size, .status = CORDON_OK};

    for (size_t i = 0; i < mounts->count && check.status == CORDON_OK; i++)
        check_entry(&check, kit_mounts_at(mounts, i));
    for (size_t i = 0; i < mounts->count && check.status == CORDON_OK; i++)
        check_against_earlier(&check, i);
    return check.status;
}

/* --- what is kept --------------------------------------------------------------------------- */

bool kit_mounts_role_keeps(const struct kit_mounts *mounts, uint32_t role, uint32_t access)
{
    for (size_t i = 0; i < mounts->count; i++) {
        const struct cordon_mount *mount = kit_mounts_at(mounts, i);
        if (mount->role != role || kit_mounts_covered_later(mounts, i))
            continue;
        if (mount->access > access)
            return false;
        if (kit_mount_is_host_backed(mount) && !kit_mount_is_held(mount))
            return false;
    }
    return true;
}

static bool is_loop_or_cache(uint32_t role)
{
    return role == CORDON_ROLE_LOOP || role == CORDON_ROLE_PIN || role == CORDON_ROLE_CACHE ||
           role == CORDON_ROLE_REPOSITORY;
}

static bool outside_is_kept(const struct kit_mounts *mounts)
{
    for (size_t i = 0; i < mounts->count; i++) {
        const struct cordon_mount *mount = kit_mounts_at(mounts, i);
        if (kit_mount_is_writable_of_host(mount) && !kit_mounts_covered_later(mounts, i) &&
            !is_loop_or_cache(mount->role))
            return false;
    }
    return kit_mounts_role_keeps(mounts, CORDON_ROLE_LOOP, CORDON_ACCESS_WRITE) &&
           kit_mounts_role_keeps(mounts, CORDON_ROLE_PIN, CORDON_ACCESS_WRITE) &&
           kit_mounts_role_keeps(mounts, CORDON_ROLE_CACHE, CORDON_ACCESS_WRITE) &&
           kit_mounts_role_keeps(mounts, CORDON_ROLE_REPOSITORY, CORDON_ACCESS_WRITE);
}

/* The home itself must not be there; a link in it says nothing. */
static bool home_is_kept(const struct kit_mounts *mounts)
{
    for (size_t i = 0; i < mounts->count; i++) {
        const struct cordon_mount *mount = kit_mounts_at(mounts, i);
        if (mount->role == CORDON_ROLE_HOME && kit_mount_is_host_backed(mount) &&
            !kit_mounts_covered_later(mounts, i))
            return false;
    }
    return true;
}

bool kit_mounts_keep(const struct kit_mounts *mounts, const char *guarantee)
{
    static const struct {
        const char *guarantee;
        uint32_t role;
        uint32_t access;
    } rows[] = {
        {CORDON_G_PROJECT_READ_ONLY, CORDON_ROLE_PROJECT, CORDON_ACCESS_READ},
        {CORDON_G_SIBLINGS_READ_ONLY, CORDON_ROLE_SIBLING, CORDON_ACCESS_READ},
        {CORDON_G_APP_READ_ONLY, CORDON_ROLE_APP, CORDON_ACCESS_READ},
        {CORDON_G_PROTECTED_READ_ONLY, CORDON_ROLE_PROTECTED, CORDON_ACCESS_READ},
        {CORDON_G_SECRETS_HIDDEN, CORDON_ROLE_SECRET, CORDON_ACCESS_HIDDEN},
    };

    if (strcmp(guarantee, CORDON_G_OUTSIDE_READ_ONLY) == 0)
        return outside_is_kept(mounts);
    if (strcmp(guarantee, CORDON_G_HOME_HIDDEN) == 0)
        return home_is_kept(mounts);
    bool pinned = kit_mounts_role_keeps(mounts, CORDON_ROLE_PIN, CORDON_ACCESS_WRITE) &&
                  kit_mounts_role_keeps(mounts, CORDON_ROLE_LOOP, CORDON_ACCESS_WRITE);
    for (size_t i = 0; pinned && i < sizeof rows / sizeof rows[0]; i++) {
        if (strcmp(guarantee, rows[i].guarantee) == 0)
            return kit_mounts_role_keeps(mounts, rows[i].role, rows[i].access);
    }
    return false;
}

/* SPDX-License-Identifier: MIT */
/* The entries of a launch, read as a backend has to read them: which lie over which, which stand for a promise, and what a
 * plan that does them all keeps.  Pure. */
#ifndef KIT_MOUNTS_H
#define KIT_MOUNTS_H

#include <cordon/backend.h>
#include <cordon/guarantees.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define KIT_PATH_MAX 4096

/* The entries of one launch, counted. */
struct kit_mounts {
    const struct cordon_launch *launch;
    size_t count;
};
struct kit_mounts kit_mounts_of(const struct cordon_launch *launch);
const struct cordon_mount *kit_mounts_at(const struct kit_mounts *mounts, size_t index);

/* Absolute, no empty, "." or ".." part, no slash at the end, shorter than KIT_PATH_MAX. */
bool kit_path_is_plain(const char *path);
bool kit_path_is_below(const char *path, const char *folder);
bool kit_path_is_at_or_below(const char *path, const char *folder);

/* A folder or file of the host that the command sees. */
bool kit_mount_is_host_backed(const struct cordon_mount *mount);
bool kit_mount_is_writable_of_host(const struct cordon_mount *mount);
/* The host knows which object it is. */
bool kit_mount_is_held(const struct cordon_mount *mount);
/* Stands for a promise about the project, the loop or the application. */
bool kit_mount_is_promised(const struct cordon_mount *mount);

/* Does a later entry lie over this one, so that the finished view shows it instead? */
bool kit_mounts_covered_later(const struct kit_mounts *mounts, size_t index);
/* Does it lie below an earlier writable entry that is not covered? */
bool kit_mounts_below_writable(const struct kit_mounts *mounts, size_t index);

/* Are the entries such that a backend may do them in their order?  own: paths of the sandbox's own, at or below which
 * no entry may lie, ends with NULL.  Returns CORDON_OK, or
 *   CORDON_E_INVALID     paths that are not plain and absolute, entries that uncover an earlier one, a special file
 *                        that is not hidden
 *   CORDON_E_UNENFORCED  a mount point that would have to be created below a writable folder of the host
 * with the sentence in ret_message (at least KIT_MOUNTS_MESSAGE bytes). */
#define KIT_MOUNTS_MESSAGE 512
int32_t kit_mounts_check(const struct kit_mounts *mounts, const char *const *own, char *ret_message,
                         size_t size);

/* Does every entry of the role that is not covered allow at most this, and can none of them have been swapped? */
bool kit_mounts_role_keeps(const struct kit_mounts *mounts, uint32_t role, uint32_t access);
/* Which of the guarantees about folders does a plan keep that does every entry as it says?
 * CORDON_G_OUTSIDE_READ_ONLY: as far as the entries go. */
bool kit_mounts_keep(const struct kit_mounts *mounts, const char *guarantee);

#endif

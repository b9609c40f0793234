/* SPDX-License-Identifier: MIT */
/* Files of /proc that a command must not read: which are there depends on the kernel, and a cover
 * for one that is not there makes bubblewrap fail. */
#ifndef CORDON_BWRAP_COVERS_H
#define CORDON_BWRAP_COVERS_H

#include <stdbool.h>
#include <stddef.h>

struct bwrap_cover {
    const char *path;
    bool for_everybody; /* else only where the user is 0 of the host */
};
extern const struct bwrap_cover bwrap_covers[];
extern const size_t bwrap_cover_count;

/* covers: struct bwrap_program's.  Pure. */
bool bwrap_cover_is_there(const char *covers, const struct bwrap_cover *cover);

#endif

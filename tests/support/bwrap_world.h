/* SPDX-License-Identifier: MIT */
/* A launch with everything in it: a project with two loops, a nested sibling, a pin, a secret, a
 * FIFO, an application, a home and a cache.  On paper (for plans) or on disk (to run). */
#ifndef TESTS_BWRAP_WORLD_H
#define TESTS_BWRAP_WORLD_H

#include "bwrap.h"

#include <stdbool.h>
#include <sys/types.h>

enum { WORLD_MOUNTS_MOST = 64 };

struct world {
    char base[256]; /* everything lies below it */
    struct cordon_mount mounts[WORLD_MOUNTS_MOST];
    const struct cordon_mount *list[WORLD_MOUNTS_MOST + 1];
    size_t count;
    struct cordon_limits limits;
    const char *guarantees[32];
    const char *env[32];
    const char *argv[32];
    struct cordon_launch launch;
    struct bwrap_program program;
    char covers[256];
    char init[300];
    bool on_disk;
    uid_t uid; /* who runs it, 0: as we are */
};

/* Fixed paths and identities: the same plan everywhere. */
void world_on_paper(struct world *world);
/* A folder of its own below parent (NULL: /tmp) that belongs to uid, with a copy of cordon-init. */
void world_on_disk(struct world *world, uid_t uid, const char *parent);
/* Removes what is on disk and frees what was allocated.  One world at a time. */
void world_end(struct world *world);

/* Appends an entry; path relative to base, or absolute. */
struct cordon_mount *world_add(struct world *world, uint32_t role, uint32_t kind, uint32_t access,
                               const char *path);
/* The entry of that path (relative to base, or absolute), or NULL. */
struct cordon_mount *world_find(struct world *world, const char *path);
/* Sets the command; up to a NULL. */
void world_command(struct world *world, const char *word, ...);
/* Asks for a guarantee. */
void world_ask(struct world *world, const char *guarantee);

#endif

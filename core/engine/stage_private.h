/* SPDX-License-Identifier: MIT */
/* What making a stage and taking it over share. */
#ifndef CORDON_ENGINE_STAGE_PRIVATE_H
#define CORDON_ENGINE_STAGE_PRIVATE_H

#include "engine/stage.h"

struct CordonStage {
    char *common, *worktree; /* worktree: NULL for the main one */
    int common_fd;
    int base_fd, fd, tree_fd; /* BASE, BASE/NAME, BASE/NAME/tree */
    char *name, *tree;
    /* char * -> CordonGitFile *: as they were when they were copied. */
    GHashTable *kept, *lent;
    GPtrArray *covers;
};

#endif

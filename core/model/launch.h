/* SPDX-License-Identifier: MIT */
/* CordonLaunch: one launch as it is handed to a backend: the core's own copy of what
 * struct cordon_launch borrows.  Plain data. */
#ifndef CORDON_MODEL_LAUNCH_H
#define CORDON_MODEL_LAUNCH_H

#include <cordon/backend.h>
#include <glib.h>

#include "model/guarantee.h"
#include <cordon/json.h>

/* One mount; strings owned. */
typedef struct {
    guint32 access, kind, role; /* CORDON_ACCESS_*, CORDON_KIND_*, CORDON_ROLE_* */
    char *host_path;            /* NULL with CORDON_KIND_FRESH */
    char *guest_path;
    guint64 device, inode; /* 0: not held */
} CordonMount;

CordonMount *cordon_mount_new(guint32 role, guint32 access, guint32 kind, const char *host_path,
                              const char *guest_path);
CordonMount *cordon_mount_copy(const CordonMount *mount);
void cordon_mount_free(CordonMount *mount);
/* An empty array of CordonMount that owns its elements. */
GPtrArray *cordon_mounts_new(void);
/* The last mount that decides how guest_path (clean) is seen, or NULL when nothing names it. */
const CordonMount *cordon_mounts_find_cover(const GPtrArray *mounts, const char *guest_path);

typedef struct {
    char *instance;
    char **argv;
    char **env; /* NAME=VALUE, sorted */
    char *cwd;
    GPtrArray *mounts; /* of CordonMount, in order */
    CordonGuarantees *guarantees;
    guint64 processes, memory_bytes, open_files, scratch_bytes;
} CordonLaunch;

CordonLaunch *cordon_launch_new(void);
void cordon_launch_free(CordonLaunch *launch);

/* The launch in the shape of the plug-in interface; borrows everything from the launch.  Free the
 * view only (it is one block). */
typedef struct CordonLaunchView CordonLaunchView;
CordonLaunchView *cordon_launch_view_new(const CordonLaunch *launch);
const struct cordon_launch *cordon_launch_view_get(const CordonLaunchView *view);
void cordon_launch_view_free(CordonLaunchView *view);

/* Writes the members "mounts" and "limits" of docs/plan.schema.json into the open object. */
void cordon_launch_write_json(const CordonLaunch *launch, CordonJsonWriter *writer);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(CordonMount, cordon_mount_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC(CordonLaunch, cordon_launch_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC(CordonLaunchView, cordon_launch_view_free)

#endif

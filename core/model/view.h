/* SPDX-License-Identifier: MIT */
/* CordonView: what the machine looks like to one launch, as plain data: everything the mounts are
 * decided from.  engine/survey.c fills it from the machine, tests make one up. */
#ifndef CORDON_MODEL_VIEW_H
#define CORDON_MODEL_VIEW_H

#include <glib.h>

#include "model/launch.h"

/* A folder or file of the host that was walked without following links, and is held. */
typedef struct {
    char *path;
    guint64 device, inode;
    guint32 kind; /* CORDON_KIND_FOLDER, FILE or SPECIAL */
} CordonViewItem;

typedef struct {
    GPtrArray *system; /* of CordonMount: what of /usr, /etc, ... there is, links as LINK */
    char *home;        /* the user's home as a real path, or NULL */
    GPtrArray *tools;  /* of CordonViewItem, not held (device and inode 0): real paths of tool
                          folders and files outside the system */
    CordonViewItem *project;
    CordonViewItem *loop;
    GPtrArray *siblings; /* of CordonViewItem; the rest likewise */
    GPtrArray *apps;
    GPtrArray
        *between; /* every folder between the loop and something covered or hidden inside it */
    GPtrArray *protects;   /* existing, inside the loop */
    GPtrArray *secrets;    /* existing, inside the project, the siblings, the app folders, and
                              folders there that could not be searched; none is held */
    GPtrArray *specials;   /* sockets and FIFOs inside the project, the siblings, the app folders */
    GPtrArray *git_dirs;   /* folders outside the project that the git of the project needs to read
                             (the repository of a linked work tree) */
    CordonViewItem *cache; /* of the loop, writable; or NULL */
    /* All three or none: the repository that the command may change, the copy that lies in its place,
     * its folder of objects. */
    CordonViewItem *repository, *stage, *objects;
    GPtrArray *stage_covers; /* of CordonViewItem: what of the repository lies over the copy */
} CordonView;

CordonView *cordon_view_new(void);
void cordon_view_free(CordonView *view);
CordonViewItem *cordon_view_item_new(const char *path, guint32 kind, guint64 device, guint64 inode);
void cordon_view_item_free(CordonViewItem *item);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(CordonView, cordon_view_free)

#endif

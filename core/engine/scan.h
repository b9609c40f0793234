/* SPDX-License-Identifier: MIT */
/* One walk through a tree: what looks like a secret, what is a socket or FIFO, and, inside the loop,
 * what the user's own tools execute later. */
#ifndef CORDON_ENGINE_SCAN_H
#define CORDON_ENGINE_SCAN_H

#include <cordon/error.h>

#include "model/view.h"

/* For what lies outside the loop and for the loop's content, each on its own: what a command makes in
 * its folder leaves the search of the rest as it is. */
#define CORDON_SCAN_MAX_ENTRIES 1000000u /* about two seconds */
#define CORDON_SCAN_MAX_FOUND   512u     /* mounts are what costs */
#define CORDON_SCAN_MAX_BULK    20000u   /* entries of bulk folders inside the loop */
#define CORDON_SCAN_MAX_DEPTH   128u

/* What was seen on one side. */
typedef struct {
    guint entries;
    guint found; /* secrets, specials, protected names and links */
} CordonScanCount;

typedef struct {
    const char *loop;   /* real path, or NULL: protected names are looked for below it.  A walk that
                             starts above the loop passes it over: it has a walk of its own */
    guint max_entries;  /* 0: CORDON_SCAN_MAX_ENTRIES */
    guint max_bulk;     /* 0: CORDON_SCAN_MAX_BULK */
    GPtrArray *secrets; /* of CordonViewItem; where the findings go */
    GPtrArray *specials; /* the same */
    GPtrArray *protects; /* of char *: paths that exist, are no links, and lie below loop */
    GPtrArray *links;    /* of char *: protected names that are symbolic links, below loop */
    GPtrArray *closed; /* of char *: folders that cannot be searched; they are in secrets as well */
    CordonScanCount outside, inside;
    guint bulk;        /* entries of bulk folders */
    gboolean bulk_cut; /* bulk folders were passed over, since they hold too much */
} CordonScan;

/* Walks root (a descriptor of the folder path), never following a link.  Whatever cannot be searched
 * is an error or ends up hidden: a folder that cannot be listed now can be made readable by the
 * command.  CORDON_ERROR_POLICY: a bound was reached; the message says where and what to do. */
gboolean cordon_scan_tree(CordonScan *scan, int root, const char *path, GError **error);

#endif

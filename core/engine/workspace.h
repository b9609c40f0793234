/* SPDX-License-Identifier: MIT */
/* Where commands may have made what lies there, so that nothing from there decides what this process
 * does or starts: the projects of the launches that it planned, the folder in which it stands, and any
 * git work tree.  A folder that holds the home is none: it would rule everything out. */
#ifndef CORDON_ENGINE_WORKSPACE_H
#define CORDON_ENGINE_WORKSPACE_H

#include <glib.h>

/* folder: a path; links are followed.  Thread-safe; remembered for ever. */
void cordon_workspace_add(const char *folder);
/* Does path, links followed, lie in one of them?  A path that does not exist counts as it is written.
 * Thread-safe. */
gboolean cordon_workspace_holds(const char *path);
/* The folders of list, joined by ':', that lie in none.  Free with g_free(). */
char *cordon_workspace_filter(const char *list);

#endif

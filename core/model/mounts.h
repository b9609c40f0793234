/* SPDX-License-Identifier: MIT */
/* Policy -> mounts: which folder is seen how, in which order.  Pure and the same on every host. */
#ifndef CORDON_MODEL_MOUNTS_H
#define CORDON_MODEL_MOUNTS_H

#include <cordon/error.h>

#include "model/view.h"

/* The mounts of a launch in their final order (later covers earlier):
 * system · fresh home · tools · project · app folders and siblings that do not lie in the loop ·
 * loop · then, inside the loop, by depth: pins (folders on the way to anything covered or hidden),
 * siblings, app folders, protected · the copy of the repository and what lies over it · secrets and
 * special files · the loop's cache.
 * CORDON_ERROR_POLICY when the folders contradict each other: a loop outside the project, a
 * sibling that holds the loop, the same folder twice in two roles, a project that would bring the
 * home or the root into view. */
GPtrArray *cordon_mounts_build(const CordonView *view, GError **error);
/* The same refusals alone, as far as they need no search: of a view that has system, home, project,
 * loop, siblings, apps, maybe a cache. */
gboolean cordon_mounts_check_folders(const CordonView *view, GError **error);
/* May the command be given the repository of the view?  (A yes when it has none.)  CORDON_ERROR_POLICY. */
gboolean cordon_mounts_check_repository(const CordonView *view, GError **error);
/* Where the objects of a repository are seen that the command may change a copy of. */
#define CORDON_STAGE_OBJECTS "/run/repository/objects"

#endif

/* SPDX-License-Identifier: MIT */
/* How far a pull is, from the messages of the engine.  The sizes are those of the manifest: the engine tells
 * a layer's only when that layer begins, or never.  Nothing goes back: a layer that is fetched anew stays where
 * it was until it is further.  Pure. */
#ifndef CORDON_DOCKER_PULL_PROGRESS_H
#define CORDON_DOCKER_PULL_PROGRESS_H

#include <cordon/image.h>

#include "image_plan.h"
#include <cordon/json.h>

/* Between two reports. */
#define CORDON_PULL_REPORT_MS 200

typedef struct CordonPullProgress CordonPullProgress;

CordonPullProgress *cordon_pull_progress_new(const CordonImagePlan *plan);
void cordon_pull_progress_free(CordonPullProgress *progress);
/* One message of the engine, a JSON object.  What is not known in it is passed over. */
void cordon_pull_progress_take(CordonPullProgress *progress, const CordonJsonValue *message);
/* The engine's error, or NULL; borrowed. */
const char *cordon_pull_progress_error(const CordonPullProgress *progress);
void cordon_pull_progress_get(const CordonPullProgress *progress, CordonImageProgress *ret);
/* Whether something is new since the last time that this said TRUE, and that was long enough ago.  now_ms: of
 * any clock that does not go back. */
gboolean cordon_pull_progress_is_due(CordonPullProgress *progress, gint64 now_ms);

/* The code for what an engine says went wrong. */
CordonImageError cordon_pull_error_code(const char *message);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(CordonPullProgress, cordon_pull_progress_free)

#endif

/* SPDX-License-Identifier: MIT */
/* CordonSurvey: the machine as one launch finds it: the view that the mounts are decided from, and the
 * descriptors of what the view names. */
#ifndef CORDON_ENGINE_SURVEY_H
#define CORDON_ENGINE_SURVEY_H

#include <cordon/policy.h>

#include "engine/stage.h"
#include "model/environment.h"
#include "model/view.h"

typedef struct CordonSurvey CordonSurvey;

/* Resolves and holds the policy's folders, and looks at the machine.  environment: NAME=VALUE that the
 * command starts from (PATH, HOME, ... are read), or NULL.  cwd: where the command is to start, or
 * NULL.  Changes nothing on the machine but that it makes the loop's cache.
 * CORDON_ERROR_POLICY: a folder cannot be held the way it lies; the message says which and why.
 * Everything optional that is not to be had is left out, with a notice. */
CordonSurvey *cordon_survey_new(const CordonPolicy *policy, const char *const *environment,
                                const char *cwd, GError **error);
void cordon_survey_free(CordonSurvey *survey);

/* Borrowed from the survey. */
const CordonView *cordon_survey_get_view(const CordonSurvey *survey);
/* Guest path in which the command starts: cwd when it exists inside the project, else the loop. */
const char *cordon_survey_get_cwd(const CordonSurvey *survey);
/* Sentences for the user on what was left out; array of char *, maybe empty. */
const GPtrArray *cordon_survey_get_notices(const CordonSurvey *survey);
/* For the policy's limits. */
guint64 cordon_survey_get_memory_total(const CordonSurvey *survey);
/* What cordon_environment_build() needs for this launch; its members are borrowed. */
CordonEnvironmentOptions cordon_survey_get_environment_options(const CordonSurvey *survey);
/* The descriptor (CLOEXEC, O_PATH) of a path that is held: project, loop, siblings, app folders, pins,
 * protected files, the cache.  Owned by the survey; -1 for any other path. */
int cordon_survey_get_fd(const CordonSurvey *survey, const char *host_path);

/* The copy of the repository that the view has, or NULL. */
CordonStage *cordon_survey_get_stage(const CordonSurvey *survey);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(CordonSurvey, cordon_survey_free)

#endif

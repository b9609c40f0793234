/* SPDX-License-Identifier: MIT */
/* A plan that a backend makes for itself and runs: what probe() finds out with is the very line that production runs. */
#ifndef KIT_TRIAL_H
#define KIT_TRIAL_H

#include "kit.h"
#include "sink.h"

/* A launch that costs little and asks for every guarantee: no network, the entries given, an environment in which
 * messages are not translated, since they are matched.  Borrows what it is given. */
struct cordon_launch kit_trial_launch(const char *instance, const char *const *argv,
                                      const struct cordon_mount *const *mounts);

struct kit_trial; /* words, environment, descriptors, guarantees */

/* Empty; NULL without memory.  Freed with kit_trial_free(). */
struct kit_trial *kit_trial_new(void);
void kit_trial_free(struct kit_trial *trial);
/* Takes a plan, once. */
struct kit_sink kit_trial_sink(struct kit_trial *trial);
/* What the plan said when it failed; "" when it said nothing. */
const char *kit_trial_error(const struct kit_trial *trial);
bool kit_trial_is_complete(const struct kit_trial *trial);

/* Runs it once.  The first word is the program, an absolute path. */
void kit_trial_run(struct kit_trial *trial, int64_t timeout_ms, int cancel_fd, char *ret_output,
                   size_t output_size, struct kit_result *ret_result);
/* What has arrived on the status channel; never waits, for something in the sandbox may still hold the other end. */
void kit_trial_report(struct kit_trial *trial, char *ret_lines, size_t size);

/* The guarantees that the plan keeps; ends with NULL. */
const char *const *kit_trial_enforced(const struct kit_trial *trial);
/* The command as one line, for people; cut where it does not fit. */
void kit_trial_print(const struct kit_trial *trial, char *ret_text, size_t size);

#endif

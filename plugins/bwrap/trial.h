/* SPDX-License-Identifier: MIT */
/* The production command line, made by bwrap_plan() and run by the probe itself. */
#ifndef CORDON_BWRAP_TRIAL_H
#define CORDON_BWRAP_TRIAL_H

#include "bwrap.h"
#include "evidence.h"

struct bwrap_trial; /* a plan: words, environment, descriptors, guarantees */

/* Plans a small launch: fresh folders, the system read-only, no network, every guarantee asked
 * for.  Returns a status; on failure ret_error (at least 256 bytes)
 * says why.  Freed with bwrap_trial_free(). */
int32_t bwrap_trial_new(const struct bwrap_program *program, const char *init_path,
                        struct bwrap_trial **ret_trial, char *ret_error, size_t error_size);
void bwrap_trial_free(struct bwrap_trial *trial);

/* Runs it once. */
void bwrap_trial_run(struct bwrap_trial *trial, int64_t timeout_ms, int cancel_fd,
                     struct bwrap_try *ret_try, struct bwrap_report *ret_report);

/* The guarantees that the plan keeps; ends with NULL. */
const char *const *bwrap_trial_enforced(const struct bwrap_trial *trial);

/* The command as one line, for people; cut where it does not fit. */
void bwrap_trial_print(const struct bwrap_trial *trial, char *ret_text, size_t size);

#endif

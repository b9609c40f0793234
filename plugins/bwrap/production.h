/* SPDX-License-Identifier: MIT */
/* The production command line, made by bwrap_plan() and run by the probe itself. */
#ifndef CORDON_BWRAP_PRODUCTION_H
#define CORDON_BWRAP_PRODUCTION_H

#include <trial.h>

#include "bwrap.h"
#include "evidence.h"

/* Plans a small launch: fresh folders, the system read-only, no network, every guarantee asked
 * for.  Returns a status; on failure ret_error (at least 256 bytes)
 * says why.  Freed with kit_trial_free(). */
int32_t bwrap_production_new(const struct bwrap_program *program, const char *init_path,
                             struct kit_trial **ret_trial, char *ret_error, size_t error_size);

/* Runs it once. */
void bwrap_production_run(struct kit_trial *trial, int64_t timeout_ms, int cancel_fd,
                          struct bwrap_try *ret_try, struct bwrap_report *ret_report);

#endif

/* SPDX-License-Identifier: MIT */
/* Answers that wait for a run: until it has ended, or as long as it writes. */
#ifndef CORDON_GATEWAY_API_RUNS_DESK_H
#define CORDON_GATEWAY_API_RUNS_DESK_H

#include "api/call.h"

/* More are answered at once, with the state as it is. */
#define RUNS_MAX_WAITING   512u
#define RUNS_MAX_FOLLOWING 128u
#define RUNS_MAX_WAIT_MS   600000u

RunDesk *run_desk_new(Events *events);
void run_desk_free(RunDesk *desk);
/* Answers with the run, with its output when with_output, once it has ended or after wait_ms. */
void run_desk_answer(RunDesk *desk, ApiCall *call, CordonJob *job, guint wait_ms,
                     gboolean with_output);
/* Answers with the output from offset on, as it comes, until the run has ended. */
void run_desk_follow(RunDesk *desk, ApiCall *call, CordonJob *job, guint64 offset);

#endif

/* SPDX-License-Identifier: MIT */
/* `check --batch`: a stream of requests, answered line by line. */
#ifndef CORDON_CLI_CHECK_BATCH_H
#define CORDON_CLI_CHECK_BATCH_H

#include <cordon/filter.h>

/* Reads standard input to its end.  Whoever writes one line and waits gets its answer.  FALSE when a line was no
 * request, or the input could not be read. */
gboolean cli_check_batch(CordonFilter *filter);

#endif

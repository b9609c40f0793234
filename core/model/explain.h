/* SPDX-License-Identifier: MIT */
/* Was the sandbox the reason of a failure?  Pure. */
#ifndef CORDON_MODEL_EXPLAIN_H
#define CORDON_MODEL_EXPLAIN_H

#include "model/launch.h"

/* One sentence for the agent on what the sandbox held and what to do instead, or NULL.  Inferred from
 * the end of the command's error output (size bytes, any bytes), the last line that tells first, and
 * never from words alone where this launch can be asked: a path in a message about a read-only file
 * system must lie below a read-only mount, and so on.  loop: guest path of the loop's folder.  Free
 * with g_free(). */
char *cordon_explain_failure(const CordonLaunch *launch, const char *loop, const char *error_output,
                             gsize size);

#endif

/* SPDX-License-Identifier: MIT */
/* Runs a small program: bytes in, bytes out, a deadline, and no shell. */
#ifndef CORDON_DOCKER_HELPER_H
#define CORDON_DOCKER_HELPER_H

#include <cordon/error.h>

/* argv[0] is looked for on PATH.  input at most 4096 bytes.  FALSE when it cannot be started, takes longer or
 * prints more; *ret_status is its exit status, or -1 when a signal ended it.  Free *ret_output with g_free(). */
gboolean cordon_helper_run(const char *const *argv, const char *input, guint timeout_ms,
                           gsize max_bytes, char **ret_output, gsize *ret_size, int *ret_status,
                           GError **error);

#endif

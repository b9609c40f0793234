/* SPDX-License-Identifier: MIT */
/* Keeps the head and the tail of a stream within a fixed amount of memory, and counts what was cut
 * between them.  Pure. */
#ifndef CORDON_ENGINE_CAPTURE_H
#define CORDON_ENGINE_CAPTURE_H

#include <cordon/launch.h>

typedef struct CordonCapture CordonCapture;

/* keep_bytes: head and tail together; memory is taken as it is needed. */
CordonCapture *cordon_capture_new(gsize keep_bytes);
void cordon_capture_free(CordonCapture *capture);
void cordon_capture_add(CordonCapture *capture, const char *bytes, gsize size);
/* Borrowed from the capture, until the next call with it.  head and tail are never NULL. */
CordonKept cordon_capture_get(CordonCapture *capture);
/* A copy of the last bytes of what was kept, at most max_bytes; free with g_free(). */
char *cordon_capture_end(CordonCapture *capture, gsize max_bytes, gsize *ret_size);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(CordonCapture, cordon_capture_free)

#endif

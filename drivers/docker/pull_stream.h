/* SPDX-License-Identifier: MIT */
/* Cuts what an engine streams into its JSON objects, wherever reads begin and end.  Bounded.  Pure. */
#ifndef CORDON_DOCKER_PULL_STREAM_H
#define CORDON_DOCKER_PULL_STREAM_H

#include <cordon/error.h>

#define CORDON_PULL_OBJECT_MAX_BYTES (256u * 1024)

/* text: one whole object, not checked further. */
typedef gboolean (*CordonPullObjectFunc)(const char *text, gsize size, gpointer user_data,
                                         GError **error);

/* All zero is a fresh one. */
typedef struct {
    GString *object; /* the begin of one; NULL or empty: between two */
    guint depth;
    gboolean in_string, escaped;
} CordonPullStream;

/* FALSE with what the function set, or CORDON_ERROR_PARSE for what is no stream of objects. */
gboolean cordon_pull_stream_feed(CordonPullStream *stream, const char *bytes, gsize size,
                                 CordonPullObjectFunc take, gpointer user_data, GError **error);
/* Whether the stream may end here. */
gboolean cordon_pull_stream_is_between(const CordonPullStream *stream);
void cordon_pull_stream_clear(CordonPullStream *stream);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(CordonPullStream, cordon_pull_stream_clear)

#endif

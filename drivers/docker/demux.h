/* SPDX-License-Identifier: MIT */
/* The stream of a container without a terminal: frames of output and of errors, and among the errors the lines that
 * cordon-init puts there behind its key ("cordon.relay/1").  Pure. */
#ifndef CORDON_DOCKER_DEMUX_H
#define CORDON_DOCKER_DEMUX_H

#include <cordon/error.h>

typedef struct CordonDemux CordonDemux;

typedef struct {
    /* is_error: for descriptor 2. */
    void (*output)(gboolean is_error, const char *bytes, gsize size, gpointer user_data);
    /* One status line without key and '\n'. */
    void (*status)(const char *line, gpointer user_data);
} CordonDemuxSinks;

/* key: that no output can contain by chance; NULL: there are no status lines. */
CordonDemux *cordon_demux_new(const char *key, const CordonDemuxSinks *sinks, gpointer user_data);
void cordon_demux_free(CordonDemux *demux);
/* However the bytes are cut.  FALSE: this is no such stream. */
gboolean cordon_demux_feed(CordonDemux *demux, const char *bytes, gsize size, GError **error);
/* Gives out what was held back because it might have become a key. */
void cordon_demux_end(CordonDemux *demux);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(CordonDemux, cordon_demux_free)

#endif

/* SPDX-License-Identifier: MIT */
/* The command's output on its way to our own stdout and stderr, and the status line between. */
#ifndef CORDON_CLI_STREAM_H
#define CORDON_CLI_STREAM_H

#include <cordon/cordon.h>

typedef struct CliStream CliStream;

/* Set by a signal handler: a blocked write is given up. */
extern volatile int cli_stop_signal;

/* forward: pass output on (FALSE with --json). */
CliStream *cli_stream_new(gboolean forward);
/* The command starts now. */
void cli_stream_begin(CliStream *stream, guint time_limit_ms);
void cli_stream_free(CliStream *stream);
/* CordonOutputFunc and CordonTickFunc; user_data is the stream. */
gboolean cli_stream_output(CordonStream which, const char *bytes, gsize size, gpointer stream);
void cli_stream_tick(guint elapsed_ms, gpointer stream);
/* The command has ended: erases the status line, writes what the terminal filters held back.  0, or
 * the errno of the first write that failed, EPIPE excepted. */
int cli_stream_end(CliStream *stream);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(CliStream, cli_stream_free)

#endif

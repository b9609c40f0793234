/* SPDX-License-Identifier: MIT */
/* The one struct cordon_host: what every backend may call.
 *
 * Each put_* copies at once what it takes, and checks it first: the kind of call, struct_size, the
 * bounds of call.h, UTF-8, what cannot be seen, and that the manifest declares the code or the
 * guarantee.  What fails a check is CORDON_E_INVALID for the backend, noted in the call, and nothing
 * of it is kept.
 *
 * Finding codes that begin with "evidence." need no manifest: they are INFO, and their subject is
 * raw (evidence.argv, evidence.exit, evidence.errno, evidence.stderr), so it is made presentable
 * instead of being refused.
 *
 * The fact probed.CODE is the subject of the first finding with that code, "" when it has none. */
#ifndef CORDON_ENGINE_HOST_H
#define CORDON_ENGINE_HOST_H

#include <cordon/backend.h>
#include <glib.h>

/* Immutable, lives for ever. */
const struct cordon_host *cordon_host_get(void);

/* Gets what backends log, from any thread; message is clean text.  By default it goes to GLib's log
 * as a debug message of the domain "cordon-backend".  Set before the first backend is opened. */
typedef void (*CordonHostLogFunc)(guint32 level, const char *message);
void cordon_host_set_log(CordonHostLogFunc func);

/* For tests: the nth put_* or may_start() from now fails with CORDON_E_NOMEM; 0 is none.  Counts
 * down, so that what is left of it says whether it was reached. */
extern guint cordon_host_fail_at;

#endif

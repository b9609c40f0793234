/* SPDX-License-Identifier: MIT */
/* Reads "cordon.status/1" and "cordon.control/1" (base/protocol.h).  The other side may be hostile:
 * bounded memory, nothing believed out of order.  Pure. */
#ifndef CORDON_ENGINE_STATUS_H
#define CORDON_ENGINE_STATUS_H

#include <glib.h>

#include "base/protocol.h"

typedef enum {
    CORDON_STATUS_NONE, /* no verdict yet */
    CORDON_STATUS_EXITED,
    CORDON_STATUS_SIGNALED,
    CORDON_STATUS_SETUP, /* code: errno, or CORDON_STATUS_TEXT_ONLY */
    CORDON_STATUS_EXEC,  /* code: errno */
} CordonStatusVerdict;

/* No errno: the text says all. */
#define CORDON_STATUS_TEXT_ONLY (-1)

/* All zero is a fresh one.  After the first breach of the format nothing more is read: what was
 * known until then counts, and a missing verdict stays missing. */
typedef struct {
    gboolean ready;
    gboolean started;
    const char *limit; /* "processes", "memory", "view" (static) or NULL */
    char *limit_text;  /* what came behind it, as step below; NULL without a limit */
    CordonStatusVerdict verdict;
    gint code;
    char *step; /* with SETUP; valid UTF-8 without control characters */
    char *text;
    gboolean broken;
    /* The line that is not complete yet. */
    char line[CORDON_STATUS_LINE_MAX];
    gsize size;
} CordonStatus;

void cordon_status_feed(CordonStatus *status, const char *bytes, gsize size);
void cordon_status_clear(CordonStatus *status);

typedef enum {
    CORDON_CONTROL_UNKNOWN,
    CORDON_CONTROL_STARTED, /* a: process id */
    CORDON_CONTROL_DEADLINE,
    CORDON_CONTROL_EXITED,   /* a: code */
    CORDON_CONTROL_SIGNALED, /* a: signal */
    CORDON_CONTROL_SETUP,    /* step; a: errno */
    CORDON_CONTROL_EXEC,     /* a: errno */
    CORDON_CONTROL_DONE,     /* a: killed, b: left */
} CordonControlKind;

typedef struct {
    CordonControlKind kind;
    gint a, b;
    char step[32];
} CordonControlMessage;

CordonControlMessage cordon_control_parse(const char *packet, gsize size);

/* Text of others on one line of a message: valid UTF-8, control characters shown as '?'; free with
 * g_free(). */
char *cordon_status_plain(const char *bytes, gsize size);

#endif

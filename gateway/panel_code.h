/* SPDX-License-Identifier: MIT */
/* How a page gets in: `cordon panel` asks over the Unix socket for a code, opens the page with it, and the page gives
 * it back for a session token.  Times are monotonic microseconds; nothing here looks at a clock. */
#ifndef CORDON_GATEWAY_PANEL_CODE_H
#define CORDON_GATEWAY_PANEL_CODE_H

#include <cordon/json.h>

#define PANEL_CODE_LIFE    (60 * G_TIME_SPAN_SECOND)
#define PANEL_SESSION_IDLE (12 * G_TIME_SPAN_HOUR)
#define PANEL_MAX_CODES    16u
#define PANEL_MAX_SESSIONS 64u

typedef struct Panel Panel;

Panel *panel_new(void);
void panel_free(Panel *panel);

/* A code of 128 bits that is good once, for PANEL_CODE_LIFE; the oldest goes when there are too many.  Free with g_free(). */
char *panel_add_code(Panel *panel, gint64 now);
/* A session token of 256 bits for the code, which is used up; free with g_free().  *ret_id: what the session is called in
 * the list, borrowed.  NULL: there is no such code any more.  The session that was idle longest goes when there are too many. */
char *panel_redeem(Panel *panel, const char *code, gint64 now, const char **ret_id);
/* The id of the session with that token, borrowed, and it counts as used; NULL: there is none, or it was idle too long. */
const char *panel_find(Panel *panel, const char *token, gint64 now);
/* FALSE: there is none. */
gboolean panel_revoke(Panel *panel, const char *id);
/* Adds an array `name` of {"id", "age_s", "idle_s", "own"}; own: the id of who asks, or NULL. */
void panel_write(Panel *panel, CordonJsonWriter *writer, const char *name, const char *own,
                 gint64 now);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(Panel, panel_free)

#endif

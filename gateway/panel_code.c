/* SPDX-License-Identifier: MIT */
/* One-time codes and session tokens of pages. */
#define _GNU_SOURCE /* explicit_bzero() */
#include "panel_code.h"

#include <string.h>

#include "token.h"

#define CODE_BYTES    16u
#define SESSION_BYTES 32u

typedef struct {
    char *code;
    gint64 ends;
} Code;

typedef struct {
    char *id;
    char *token;
    gint64 begun, used;
} Session;

struct Panel {
    GPtrArray *codes;    /* of Code, oldest first */
    GPtrArray *sessions; /* of Session */
    guint next_id;
};

static void free_secret(char *secret)
{
    explicit_bzero(secret, strlen(secret));
    g_free(secret);
}

static void code_free(gpointer data)
{
    Code *code = data;

    free_secret(code->code);
    g_free(code);
}

static void session_free(gpointer data)
{
    Session *session = data;

    free_secret(session->token);
    g_free(session->id);
    g_free(session);
}

Panel *panel_new(void)
{
    Panel *panel = g_new0(Panel, 1);

    panel->codes = g_ptr_array_new_with_free_func(code_free);
    panel->sessions = g_ptr_array_new_with_free_func(session_free);
    panel->next_id = 1;
    return panel;
}

void panel_free(Panel *panel)
{
    g_ptr_array_unref(panel->codes);
    g_ptr_array_unref(panel->sessions);
    g_free(panel);
}

char *panel_add_code(Panel *panel, gint64 now)
{
    Code *code = g_new0(Code, 1);

    code->code = token_new(TOKEN_CODE, CODE_BYTES);
    code->ends = now + PANEL_CODE_LIFE;
    if (panel->codes->len >= PANEL_MAX_CODES)
        g_ptr_array_remove_index(panel->codes, 0);
    g_ptr_array_add(panel->codes, code);
    return g_strdup(code->code);
}

/* All are compared, so that the time says nothing of which one it was. */
static gboolean take_code(Panel *panel, const char *given, gint64 now)
{
    guint found = panel->codes->len;

    for (guint i = 0; i < panel->codes->len; i++) {
        const Code *code = g_ptr_array_index(panel->codes, i);
        if (token_equals(code->code, given))
            found = i;
    }
    if (found == panel->codes->len)
        return FALSE;
    const Code *code = g_ptr_array_index(panel->codes, found);
    gboolean is_fresh = now < code->ends;
    g_ptr_array_remove_index(panel->codes, found);
    return is_fresh;
}

static void drop_idlest(Panel *panel)
{
    guint idlest = 0;

    for (guint i = 1; i < panel->sessions->len; i++) {
        const Session *session = g_ptr_array_index(panel->sessions, i);
        const Session *other = g_ptr_array_index(panel->sessions, idlest);
        if (session->used < other->used)
            idlest = i;
    }
    g_ptr_array_remove_index(panel->sessions, idlest);
}

static void drop_ended(Panel *panel, gint64 now)
{
    for (guint i = panel->sessions->len; i-- > 0;) {
        const Session *session = g_ptr_array_index(panel->sessions, i);
        if (now - session->used >= PANEL_SESSION_IDLE)
            g_ptr_array_remove_index(panel->sessions, i);
    }
}

char *panel_redeem(Panel *panel, const char *code, gint64 now, const char **ret_id)
{
    if (!take_code(panel, code, now))
        return NULL;
    drop_ended(panel, now);
    if (panel->sessions->len >= PANEL_MAX_SESSIONS)
        drop_idlest(panel);
    Session *session = g_new0(Session, 1);
    session->id = g_strdup_printf("p%u", panel->next_id++);
    session->token = token_new(TOKEN_PANEL, SESSION_BYTES);
    session->begun = session->used = now;
    g_ptr_array_add(panel->sessions, session);
    *ret_id = session->id;
    return g_strdup(session->token);
}

const char *panel_find(Panel *panel, const char *token, gint64 now)
{
    Session *found = NULL;

    drop_ended(panel, now);
    for (guint i = 0; i < panel->sessions->len; i++) {
        Session *session = g_ptr_array_index(panel->sessions, i);
        if (token_equals(session->token, token))
            found = session;
    }
    if (found == NULL)
        return NULL;
    found->used = now;
    return found->id;
}

gboolean panel_revoke(Panel *panel, const char *id)
{
    for (guint i = 0; i < panel->sessions->len; i++) {
        const Session *session = g_ptr_array_index(panel->sessions, i);
        if (strcmp(session->id, id) == 0) {
            g_ptr_array_remove_index(panel->sessions, i);
            return TRUE;
        }
    }
    return FALSE;
}

void panel_write(Panel *panel, CordonJsonWriter *writer, const char *name, const char *own,
                 gint64 now)
{
    drop_ended(panel, now);
    cordon_json_begin_array(writer, name);
    for (guint i = 0; i < panel->sessions->len; i++) {
        const Session *session = g_ptr_array_index(panel->sessions, i);
        cordon_json_begin_object(writer, NULL);
        cordon_json_add_string(writer, "id", session->id);
        cordon_json_add_int(writer, "age_s", (now - session->begun) / G_TIME_SPAN_SECOND);
        cordon_json_add_int(writer, "idle_s", (now - session->used) / G_TIME_SPAN_SECOND);
        cordon_json_add_bool(writer, "own", own != NULL && strcmp(own, session->id) == 0);
        cordon_json_end_object(writer);
    }
    cordon_json_end_array(writer);
}

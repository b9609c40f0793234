/* SPDX-License-Identifier: MIT */
/* "Allow always this session": kinds of commands that were granted to a board.  Gone with the session. */
#include <string.h>

#include "session/session.h"

static char *make_key(const char *board, const char *kind)
{
    return g_strconcat(board, "\n", kind, NULL);
}

gboolean cordon_grants_has(CordonSession *session, const char *board, const char *kind)
{
    g_autofree char *key = make_key(board, kind);

    return g_hash_table_contains(session->grants, key);
}

static void tell(CordonSession *session, const char *board)
{
    CordonJsonWriter *writer = cordon_json_writer_new(FALSE);

    cordon_json_begin_object(writer, NULL);
    cordon_json_add_string(writer, "board", board);
    cordon_json_end_object(writer);
    g_autofree char *data = cordon_json_writer_finish(writer);
    cordon_session_emit(session, CORDON_EVENT_GRANTS, board, data);
}

void cordon_grants_add(CordonSession *session, const char *board, const char *const *kinds)
{
    for (gsize i = 0; kinds != NULL && kinds[i] != NULL; i++)
        g_hash_table_add(session->grants, make_key(board, kinds[i]));
    tell(session, board);
}

static gint compare(gconstpointer a, gconstpointer b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

char **cordon_session_list_grants(CordonSession *session, const char *board)
{
    g_autoptr(GPtrArray) kinds = g_ptr_array_new();
    g_autofree char *begin = make_key(board, "");
    GHashTableIter iter;
    gpointer key;

    g_mutex_lock(&session->lock);
    g_hash_table_iter_init(&iter, session->grants);
    while (g_hash_table_iter_next(&iter, &key, NULL))
        if (g_str_has_prefix(key, begin))
            g_ptr_array_add(kinds, g_strdup((const char *)key + strlen(begin)));
    g_mutex_unlock(&session->lock);
    g_ptr_array_sort(kinds, compare);
    g_ptr_array_add(kinds, NULL);
    return (char **)g_ptr_array_free(g_steal_pointer(&kinds), FALSE);
}

typedef struct {
    char *begin, *key; /* key NULL: all that begin so */
} Revoked;

static gboolean is_revoked(gpointer key, gpointer value, gpointer data)
{
    const Revoked *revoked = data;

    (void)value;
    return revoked->key != NULL ? g_str_equal(key, revoked->key)
                                : g_str_has_prefix(key, revoked->begin);
}

gboolean cordon_session_revoke_grant(CordonSession *session, const char *board, const char *kind,
                                     const char *by)
{
    Revoked revoked = {make_key(board, ""), kind != NULL ? make_key(board, kind) : NULL};

    g_mutex_lock(&session->lock);
    guint count = g_hash_table_foreach_remove(session->grants, is_revoked, &revoked);
    if (count > 0)
        tell(session, board);
    g_mutex_unlock(&session->lock);
    if (count > 0)
        cordon_session_record(session, "revoke", NULL, "board", board, "kind",
                              kind != NULL ? kind : "*", "by", by, NULL);
    g_free(revoked.begin);
    g_free(revoked.key);
    return count > 0;
}

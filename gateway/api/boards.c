/* SPDX-License-Identifier: MIT */
/* /v1/boards, and the grants that a board has in this session. */
#include "api/change.h"
#include "api/handlers.h"

static void write_board(CordonJsonWriter *writer, const CordonBoard *board)
{
    cordon_json_begin_object(writer, NULL);
    cordon_json_add_string(writer, "id", board->id);
    cordon_json_add_string(writer, "name", board->name);
    cordon_json_add_string(writer, "project", board->project);
    cordon_json_add_bool(writer, "full_auto", board->full_auto);
    cordon_json_end_object(writer);
}

static char *board_json(ApiCall *call, const char *id, GError **error)
{
    g_autoptr(CordonSettings) settings = api_read_settings(call, error);

    if (settings == NULL)
        return NULL;
    const CordonBoard *board = cordon_settings_find_board(settings, id);
    if (board == NULL) {
        g_set_error(error, API_ERROR, API_ERROR_NOT_FOUND, "There is no board %s any more.", id);
        return NULL;
    }
    CordonJsonWriter *writer = cordon_json_writer_new(FALSE);
    write_board(writer, board);
    return cordon_json_writer_finish(writer);
}

void api_boards_list(ApiCall *call)
{
    g_autoptr(CordonSettings) settings = api_need_settings(call);

    if (settings == NULL)
        return;
    CordonJsonWriter *writer = cordon_json_writer_new(FALSE);
    cordon_json_begin_object(writer, NULL);
    cordon_json_begin_array(writer, "boards");
    for (guint i = 0; i < settings->boards->len; i++)
        write_board(writer, g_ptr_array_index(settings->boards, i));
    cordon_json_end_array(writer);
    cordon_json_end_object(writer);
    api_send(call, 200, cordon_json_writer_finish(writer));
}

typedef struct {
    char *id, *name, *project; /* or NULL */
    gboolean full_auto, full_auto_given;
} Board;

static void board_free(gpointer data)
{
    Board *board = data;

    g_free(board->id);
    g_free(board->name);
    g_free(board->project);
    g_free(board);
}

static gboolean is_board(const char *id, gpointer settings)
{
    return cordon_settings_find_board(settings, id) != NULL;
}

static gboolean add_board(ApiCall *call, CordonSettings *settings, gpointer data, GError **error)
{
    Board *board = data;

    (void)call;
    if (board->id == NULL)
        board->id = api_make_id(board->name, is_board, settings);
    if (board->id == NULL)
        board->id = api_make_id("board", is_board, settings);
    if (is_board(board->id, settings)) {
        g_set_error(error, API_ERROR, API_ERROR_CONFLICT, "There is a board %s already.",
                    board->id);
        return FALSE;
    }
    CordonBoard *added =
        cordon_settings_add_board(settings, board->id, board->name, board->project);
    added->full_auto = board->full_auto;
    return TRUE;
}

static char *add(ApiCall *call, gpointer data, GError **error)
{
    const Board *board = data;

    return api_change_settings(call, add_board, data, error) ? board_json(call, board->id, error)
                                                             : NULL;
}

void api_boards_add(ApiCall *call)
{
    static const char *const members[] = {"id", "name", "project", "full_auto", NULL};
    g_autoptr(GError) error = NULL;
    const char *id = NULL, *name = NULL, *project;
    gboolean full_auto = FALSE;
    const CordonJsonValue *body = api_read_body(call, members);

    if (body == NULL)
        return;
    if (!cordon_json_get_string(body, "id", FALSE, &id, &error) ||
        !cordon_json_get_string(body, "name", TRUE, &name, &error) ||
        !cordon_json_get_string(body, "project", TRUE, &project, &error) ||
        !cordon_json_get_bool(body, "full_auto", FALSE, &full_auto, &error)) {
        api_fail(call, 400, "invalid", "%s", error->message);
        return;
    }
    Board *board = g_new0(Board, 1);
    *board = (Board){g_strdup(id), g_strdup(name), g_strdup(project), full_auto, TRUE};
    call->status = 201;
    api_defer(call, add, board, board_free);
}

static gboolean fail_missing(const char *what, const char *id, GError **error)
{
    g_set_error(error, API_ERROR, API_ERROR_NOT_FOUND, "There is no %s %s.", what, id);
    return FALSE;
}

static gboolean patch_board(ApiCall *call, CordonSettings *settings, gpointer data, GError **error)
{
    const Board *change = data;
    CordonBoard *board = cordon_settings_find_board(settings, call->match.parts[0]);

    if (board == NULL)
        return fail_missing("board", call->match.parts[0], error);
    if (change->name != NULL) {
        g_free(board->name);
        board->name = g_strdup(change->name);
    }
    if (change->full_auto_given)
        board->full_auto = change->full_auto;
    return TRUE;
}

static char *patch(ApiCall *call, gpointer data, GError **error)
{
    return api_change_settings(call, patch_board, data, error)
               ? board_json(call, call->match.parts[0], error)
               : NULL;
}

void api_boards_patch(ApiCall *call)
{
    static const char *const members[] = {"name", "full_auto", NULL};
    g_autoptr(GError) error = NULL;
    const char *name = NULL;
    gboolean full_auto = FALSE;
    const CordonJsonValue *body = api_read_body(call, members);

    if (body == NULL)
        return;
    if (!cordon_json_get_string(body, "name", FALSE, &name, &error) ||
        !cordon_json_get_bool(body, "full_auto", FALSE, &full_auto, &error)) {
        api_fail(call, 400, "invalid", "%s", error->message);
        return;
    }
    Board *board = g_new0(Board, 1);
    *board = (Board){.name = g_strdup(name), .full_auto = full_auto};
    board->full_auto_given = cordon_json_find(body, "full_auto") != NULL &&
                             !cordon_json_is_null(cordon_json_find(body, "full_auto"));
    api_defer(call, patch, board, board_free);
}

static gboolean remove_board(ApiCall *call, CordonSettings *settings, gpointer data, GError **error)
{
    (void)data;
    return cordon_settings_remove_board(settings, call->match.parts[0]) ||
           fail_missing("board", call->match.parts[0], error);
}

static char *remove_work(ApiCall *call, gpointer data, GError **error)
{
    return api_change_settings(call, remove_board, data, error) ? g_strdup("") : NULL;
}

void api_boards_remove(ApiCall *call)
{
    api_defer(call, remove_work, NULL, NULL);
}

/* --- grants: also of boards that are of the session alone --- */

void api_grants_list(ApiCall *call)
{
    g_auto(GStrv) kinds = cordon_session_list_grants(call->session, call->match.parts[0]);
    CordonJsonWriter *writer = cordon_json_writer_new(FALSE);

    cordon_json_begin_object(writer, NULL);
    cordon_json_add_string(writer, "board", call->match.parts[0]);
    cordon_json_begin_array(writer, "kinds");
    for (guint i = 0; kinds != NULL && kinds[i] != NULL; i++)
        cordon_json_add_string(writer, NULL, kinds[i]);
    cordon_json_end_array(writer);
    cordon_json_end_object(writer);
    api_send(call, 200, cordon_json_writer_finish(writer));
}

static char *revoke(ApiCall *call, gpointer kind, GError **error)
{
    if (cordon_session_revoke_grant(call->session, call->match.parts[0], kind,
                                    who_name(call->who.kind)))
        return g_strdup("");
    g_set_error_literal(error, API_ERROR, API_ERROR_NOT_FOUND, "The board has no such grant.");
    return NULL;
}

void api_grants_revoke(ApiCall *call)
{
    api_defer(call, revoke, g_strdup(http_request_query(call->request, "kind")), g_free);
}

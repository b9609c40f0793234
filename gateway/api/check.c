/* SPDX-License-Identifier: MIT */
/* POST /v1/check: what would happen with a command.  It goes the way of a run as far as the verdict, and no further. */
#include <cordon/call.h>
#include <cordon/filter.h>
#include <string.h>

#include "api/change.h"
#include "api/handlers.h"

typedef struct {
    char *bubble, *loop, *project; /* one of them */
    char *command, *cwd;
    char **argv;
} Question;

/* Who would ask, out of the settings. */
typedef struct {
    CordonSettings *settings;
    const CordonBubble *bubble; /* or NULL */
    const CordonBoard *board;   /* or NULL */
    const char *project, *loop;
    GPtrArray *siblings; /* of char *, borrowed; NULL-terminated */
    char **grants;
    guint tools;
} Asker;

static void question_free(gpointer data)
{
    Question *question = data;

    g_free(question->bubble);
    g_free(question->loop);
    g_free(question->project);
    g_free(question->command);
    g_free(question->cwd);
    g_strfreev(question->argv);
    g_free(question);
}

static void asker_clear(Asker *asker)
{
    g_clear_pointer(&asker->settings, cordon_settings_free);
    g_clear_pointer(&asker->siblings, g_ptr_array_unref);
    g_clear_pointer(&asker->grants, g_strfreev);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Asker, asker_clear)

static gboolean fail_missing(const char *what, const char *id, GError **error)
{
    g_set_error(error, API_ERROR, API_ERROR_NOT_FOUND, "There is no %s %s.", what, id);
    return FALSE;
}

static gboolean find_loop(Asker *asker, const char *id, GError **error)
{
    const CordonLoop *loop = cordon_settings_find_loop(asker->settings, id);

    if (loop == NULL)
        return fail_missing("loop", id, error);
    asker->board = cordon_settings_find_board(asker->settings, loop->board);
    asker->project = asker->board->project;
    asker->loop = loop->folder;
    return TRUE;
}

static gboolean find_asker(Asker *asker, const Question *question, GError **error)
{
    if (question->bubble != NULL) {
        asker->bubble = cordon_settings_find_bubble(asker->settings, question->bubble);
        return asker->bubble != NULL
                   ? find_loop(asker, asker->bubble->loop, error) &&
                         (cordon_settings_find_role(asker->settings, asker->bubble->role,
                                                    &asker->tools) ||
                          fail_missing("role", asker->bubble->role, error))
                   : fail_missing("bubble", question->bubble, error);
    }
    if (question->loop != NULL)
        return find_loop(asker, question->loop, error);
    asker->project = asker->loop = question->project;
    return TRUE;
}

static void find_siblings(Asker *asker)
{
    for (guint i = 0; i < asker->settings->loops->len; i++) {
        const CordonLoop *loop = g_ptr_array_index(asker->settings->loops, i);
        const CordonBoard *board = cordon_settings_find_board(asker->settings, loop->board);
        if (strcmp(board->project, asker->project) == 0 && strcmp(loop->folder, asker->loop) != 0)
            g_ptr_array_add(asker->siblings, loop->folder);
    }
    g_ptr_array_add(asker->siblings, NULL);
}

static gboolean is_granted(const char *board, const char *kind, gpointer user_data)
{
    const Asker *asker = user_data;

    (void)board;
    return asker->grants != NULL && g_strv_contains((const char *const *)asker->grants, kind);
}

static CordonCall *judge(const Asker *asker, const Question *question, const CordonCallWorld *world)
{
    CordonCaller caller = {
        .struct_size = sizeof caller,
        .project = asker->project,
        .loop = asker->loop,
        .siblings = (const char *const *)asker->siblings->pdata,
        .role = asker->bubble != NULL ? asker->bubble->role : NULL,
        .tools = asker->tools,
        .board = asker->board != NULL ? asker->board->id : NULL,
        .bubble = asker->bubble != NULL ? asker->bubble->name : NULL,
        .source = "http",
        .full_auto = asker->board != NULL && asker->board->full_auto,
    };
    CordonCallRequest request = {
        .struct_size = sizeof request,
        .line = question->command,
        .line_size = question->command != NULL ? strlen(question->command) : 0,
        .argv = (const char *const *)question->argv,
        .cwd = question->cwd,
        .stdin_fd = -1,
    };
    CordonCall *call = cordon_call_new(world, &caller, &request);
    cordon_call_advance(call);
    return call;
}

/* What a run would come to next. */
static const char *outcome(const CordonCall *call)
{
    switch (cordon_call_get_state(call)) {
    case CORDON_CALL_ASKING:
        return "ask";
    case CORDON_CALL_READY:
        return "run";
    case CORDON_CALL_NEW:
    case CORDON_CALL_ENDED:
    default:
        return cordon_call_get_end(call) == CORDON_CALL_END_DENIED ? "deny" : "fail";
    }
}

static char *answer_json(const CordonCall *call)
{
    const CordonJudgement *judgement = cordon_call_get_judgement(call);
    CordonJsonWriter *writer = cordon_json_writer_new(FALSE);

    cordon_json_begin_object(writer, NULL);
    cordon_json_add_string(writer, "outcome", outcome(call));
    if (judgement != NULL) {
        g_autofree char *verdict = cordon_judgement_to_json(judgement);
        cordon_json_add_document(writer, "verdict", verdict);
    }
    cordon_json_add_string(writer, "denied_by", cordon_call_get_denied_by(call));
    cordon_json_add_string(writer, "approval", cordon_call_get_approval(call));
    cordon_json_add_string(writer, "message", cordon_call_get_message(call));
    cordon_json_add_string(writer, "cwd", cordon_call_get_cwd(call));
    cordon_json_add_bool(writer, "sandboxed", cordon_call_is_sandboxed(call));
    cordon_json_add_uint(writer, "time_limit_s", cordon_call_get_time_limit_ms(call) / 1000u);
    cordon_json_end_object(writer);
    return cordon_json_writer_finish(writer);
}

static char *check(ApiCall *call, gpointer data, GError **error)
{
    const Question *question = data;
    g_auto(Asker) asker = {.siblings = g_ptr_array_new()};

    asker.settings = api_read_settings(call, error);
    if (asker.settings == NULL || !find_asker(&asker, question, error))
        return NULL;
    find_siblings(&asker);
    if (asker.board != NULL)
        asker.grants = cordon_session_list_grants(call->session, asker.board->id);
    CordonCallWorld world = {
        .struct_size = sizeof world,
        .catalog = cordon_session_get_catalog(call->session),
        .settings = cordon_session_get_settings(call->session),
        .is_granted = is_granted,
        .user_data = &asker,
    };
    g_autoptr(CordonCall) judged = judge(&asker, question, &world);
    return answer_json(judged);
}

/* FALSE: answered. */
static gboolean read_question(ApiCall *call, const CordonJsonValue *body, Question *question)
{
    g_autoptr(GError) error = NULL;
    const char *bubble = NULL, *loop = NULL, *project = NULL, *command = NULL, *cwd = NULL;

    if (!cordon_json_get_string(body, "bubble", FALSE, &bubble, &error) ||
        !cordon_json_get_string(body, "loop", FALSE, &loop, &error) ||
        !cordon_json_get_string(body, "project", FALSE, &project, &error) ||
        !cordon_json_get_string(body, "command", FALSE, &command, &error) ||
        !cordon_json_get_strings(body, "argv", FALSE, G_MAXUINT16, &question->argv, &error) ||
        !cordon_json_get_string(body, "cwd", FALSE, &cwd, &error)) {
        api_fail(call, 400, "invalid", "%s", error->message);
        return FALSE;
    }
    question->bubble = g_strdup(bubble);
    question->loop = g_strdup(loop);
    question->project = g_strdup(project);
    question->command = g_strdup(command);
    question->cwd = g_strdup(cwd);
    if ((command == NULL) == (question->argv == NULL)) {
        api_fail(call, 400, "invalid", "One of command (a line) and argv (words) is needed.");
        return FALSE;
    }
    if ((bubble != NULL) + (loop != NULL) + (project != NULL) == 1)
        return TRUE;
    api_fail(call, 400, "invalid", "One of bubble, loop and project is needed.");
    return FALSE;
}

/* FALSE: answered. */
static gboolean may_check(ApiCall *call, const CordonJsonValue *body)
{
    g_autoptr(CordonAgent) agent = NULL;
    const char *bubble = cordon_json_string(cordon_json_find(body, "bubble"));

    if (call->who.kind != WHO_AGENT)
        return TRUE;
    if (bubble != NULL)
        agent = cordon_session_find_agent(call->session, bubble, NULL);
    if (agent != NULL && cordon_agent_is_same(agent, call->who.agent))
        return TRUE;
    api_fail(call, 403, "forbidden", "With the token of a bubble, bubble has to be that one.");
    return FALSE;
}

void api_check_post(ApiCall *call)
{
    static const char *const members[] = {"bubble", "loop", "project", "command",
                                          "argv",   "cwd",  NULL};
    const CordonJsonValue *body = api_read_body(call, members);

    if (body == NULL || !may_check(call, body))
        return;
    Question *question = g_new0(Question, 1);
    if (read_question(call, body, question))
        api_defer(call, check, question, question_free);
    else
        question_free(question);
}

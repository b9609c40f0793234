/* SPDX-License-Identifier: MIT */
/* /v1/approvals: what waits for an answer, and the answers. */
#include <string.h>

#include "api/handlers.h"

void api_approvals_list(ApiCall *call)
{
    g_autofree char *waiting = cordon_session_approvals_to_json(call->session, 0);

    api_send(call, 200, g_strdup_printf("{\"approvals\":%s}", waiting));
}

void api_approvals_get(ApiCall *call)
{
    char *approval = cordon_session_approval_to_json(call->session, call->match.parts[0]);

    if (approval != NULL)
        api_send(call, 200, approval);
    else
        api_fail(call, 404, "not-found", "Nothing waits under %s: it was answered, or is over.",
                 call->match.parts[0]);
}

typedef struct {
    CordonAnswer answer;
    char *digest;
} Answer;

static void answer_free(gpointer data)
{
    Answer *answer = data;

    g_free(answer->digest);
    g_free(answer);
}

static char *give(ApiCall *call, gpointer data, GError **error)
{
    const Answer *answer = data;

    if (!cordon_session_answer(call->session, call->match.parts[0], answer->digest, answer->answer,
                               who_name(call->who.kind), error))
        return NULL;
    CordonJsonWriter *writer = cordon_json_writer_new(FALSE);
    cordon_json_begin_object(writer, NULL);
    cordon_json_add_string(writer, "id", call->match.parts[0]);
    cordon_json_add_string(writer, "answer", cordon_answer_name(answer->answer));
    cordon_json_end_object(writer);
    return cordon_json_writer_finish(writer);
}

static gboolean read_answer(const char *word, CordonAnswer *ret)
{
    static const CordonAnswer answers[] = {CORDON_ANSWER_ONCE, CORDON_ANSWER_SESSION,
                                           CORDON_ANSWER_DENY};

    for (gsize i = 0; i < G_N_ELEMENTS(answers); i++) {
        if (strcmp(cordon_answer_name(answers[i]), word) == 0) {
            *ret = answers[i];
            return TRUE;
        }
    }
    return FALSE;
}

void api_approvals_answer(ApiCall *call)
{
    static const char *const members[] = {"answer", "digest", NULL};
    g_autoptr(GError) error = NULL;
    const char *word, *digest;
    CordonAnswer given;
    const CordonJsonValue *body = api_read_body(call, members);

    if (body == NULL)
        return;
    if (!cordon_json_get_string(body, "answer", TRUE, &word, &error) ||
        !cordon_json_get_string(body, "digest", TRUE, &digest, &error)) {
        api_fail(call, 400, "invalid", "%s", error->message);
        return;
    }
    if (!read_answer(word, &given)) {
        api_fail(call, 400, "invalid", "answer has to be once, session or deny.");
        return;
    }
    Answer *answer = g_new0(Answer, 1);
    *answer = (Answer){given, g_strdup(digest)};
    api_defer(call, give, answer, answer_free);
}

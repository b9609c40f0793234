/* SPDX-License-Identifier: MIT */
/* What an agent is told of a command that was denied, failed, was ended, or ran against the sandbox.  Pure. */
#include "session/call.h"

static void append_sentence(GString *text, const char *sentence)
{
    if (sentence == NULL || sentence[0] == '\0')
        return;
    if (text->len > 0)
        g_string_append_c(text, ' ');
    g_string_append(text, sentence);
}

#define NOBODY_HINT                                                                                \
    "Ask the user to leave `cordon approve` open in a terminal (or Cordon's panel), then try "     \
    "again."

static void append_rule(GString *text, const char *lead, const CordonJudgement *judgement)
{
    g_string_append_printf(text, "%s (rule %s)", lead, cordon_rule_name(judgement->rule));
    if (judgement->reason != NULL)
        g_string_append_printf(text, ": %s", judgement->reason);
    else
        g_string_append_c(text, '.');
}

static void explain_denial(const CordonCall *call, GString *text)
{
    const CordonJudgement *judgement = call->judgement;

    if (g_strcmp0(call->denied_by, "unrunnable") == 0) {
        append_sentence(text, judgement->run_error);
    } else if (g_strcmp0(call->denied_by, "user") == 0) {
        append_rule(text, "The user denied this command", judgement);
        append_sentence(
            text,
            "Do not try it again in other words; go on without it, or ask the user what to do.");
    } else if (g_strcmp0(call->denied_by, "nobody") == 0) {
        append_rule(text, "Denied, since nobody is there to be asked", judgement);
        append_sentence(text,
                        call->world.nobody_hint != NULL ? call->world.nobody_hint : NOBODY_HINT);
    } else if (g_strcmp0(call->denied_by, "timeout") == 0) {
        append_rule(text, "Denied, since nobody answered in time", judgement);
        append_sentence(text, "Try again when the user is there.");
    } else {
        append_rule(text, "Denied", judgement);
        if (judgement->hint != NULL) {
            append_sentence(text, "Instead:");
            append_sentence(text, judgement->hint);
        }
    }
}

static void explain_limit(const CordonCall *call, GString *text)
{
    const CordonResult *result = call->result;

    if (g_strcmp0(result->limit, "time") == 0)
        g_string_append_printf(
            text,
            "Stopped after %g s: the time limit of this command. Run less in one "
            "command; what never ends belongs in a terminal of the user.",
            call->time_limit_ms / 1000.0);
    else if (result->message != NULL)
        g_string_append_printf(text, "Stopped: %s", result->message);
    else
        g_string_append_printf(text, "Stopped: the limit on %s was reached.", result->limit);
}

static void explain_run(const CordonCall *call, GString *text)
{
    const CordonResult *result = call->result;

    if (result->kind == CORDON_EXIT_KIND_LIMIT)
        explain_limit(call, text);
    else
        append_sentence(text, result->message);
    if (result->cancelled)
        append_sentence(text, "The command was cancelled.");
    append_sentence(text, result->why);
}

char *cordon_call_explain(const CordonCall *call)
{
    g_autoptr(GString) text = g_string_new(NULL);

    switch (call->end) {
    case CORDON_CALL_END_RAN:
        explain_run(call, text);
        break;
    case CORDON_CALL_END_DENIED:
        explain_denial(call, text);
        break;
    case CORDON_CALL_END_FAILED:
        append_sentence(text, call->error->message);
        if (g_error_matches(call->error, CORDON_ERROR, CORDON_ERROR_NOT_READY))
            append_sentence(text,
                            "Tell the user: the step is his, and `cordon doctor` shows it to him.");
        break;
    case CORDON_CALL_END_CANCELLED:
        append_sentence(text, "The command was cancelled before it ran.");
        break;
    case CORDON_CALL_END_NONE:
    default:
        break;
    }
    return text->len > 0 ? g_string_free(g_steal_pointer(&text), FALSE) : NULL;
}

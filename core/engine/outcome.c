/* SPDX-License-Identifier: MIT */
/* How a run ended. */
#include "engine/outcome.h"

#include <errno.h>
#include <signal.h>
#include <string.h>

#include "model/plan.h"

#define CODE_FAILED         125
#define CODE_NOT_EXECUTABLE 126
#define CODE_NOT_FOUND      127

#define MAX_WORDS 512

static gboolean is_sandboxed(const CordonEvidence *evidence)
{
    return strcmp(evidence->backend, CORDON_BACKEND_NONE) != 0;
}

static void decide_setup(CordonOutcome *outcome, gint code, char *message)
{
    outcome->kind = CORDON_EXIT_KIND_SETUP;
    outcome->code = code;
    outcome->not_found = code == CODE_NOT_FOUND;
    outcome->message = message;
}

/* The command itself could not be executed. */
static void decide_exec(CordonOutcome *outcome, gint error)
{
    if (error == ENOENT || error == ENOTDIR)
        decide_setup(outcome, CODE_NOT_FOUND,
                     g_strdup("The command was not found, or the interpreter that its first line "
                              "names was not."));
    else
        decide_setup(outcome, CODE_NOT_EXECUTABLE,
                     g_strdup_printf("The command was found but cannot be executed: %s.",
                                     g_strerror(error)));
}

/* The last line that is not empty: launchers print the reason last.  NULL without one. */
static char *last_words(const CordonEvidence *evidence)
{
    g_autofree char *text = g_strndup(evidence->words ? evidence->words : "", evidence->words_size);
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);

    for (guint i = g_strv_length(lines); i > 0; i--) {
        const char *line = g_strstrip(lines[i - 1]);

        if (*line)
            return cordon_status_plain(line, MIN(strlen(line), MAX_WORDS));
    }
    return NULL;
}

static char *describe_end(const CordonEvidence *evidence)
{
    switch (evidence->end.kind) {
    case CORDON_CONTROL_EXITED:
        return g_strdup_printf("exit status %d", evidence->end.a);
    case CORDON_CONTROL_SIGNALED:
        return g_strdup_printf("signal %d", evidence->end.a);
    case CORDON_CONTROL_UNKNOWN:
    case CORDON_CONTROL_STARTED:
    case CORDON_CONTROL_DEADLINE:
    case CORDON_CONTROL_SETUP:
    case CORDON_CONTROL_EXEC:
    case CORDON_CONTROL_DONE:
        break;
    }
    return g_strdup("no word on how");
}

/* The launcher ended before it said that the sandbox is complete. */
static void decide_unready(const CordonEvidence *evidence, CordonOutcome *outcome)
{
    g_autofree char *end = describe_end(evidence), *words = last_words(evidence);

    decide_setup(outcome, CODE_FAILED,
                 words
                     ? g_strdup_printf("The sandbox \"%s\" failed before the command ran: %s  (If "
                                       "something in the loop's folder was changed at this moment, "
                                       "run the command again.)",
                                       evidence->backend, words)
                     : g_strdup_printf("The sandbox \"%s\" ended before the command ran (%s), and "
                                       "said nothing.  `cordon doctor --fresh` checks it.",
                                       evidence->backend, end));
}

static char *describe_setup(const CordonEvidence *evidence)
{
    const CordonStatus *status = evidence->status;

    if (status->code == CORDON_STATUS_TEXT_ONLY)
        return g_strdup_printf("The sandbox \"%s\" failed before the command ran, at the step "
                               "\"%s\": %s.",
                               evidence->backend, status->step, status->text);
    return g_strdup_printf(
        "The sandbox \"%s\" failed before the command ran, at the step "
        "\"%s\"%s%s: %s.",
        evidence->backend, status->step, *status->text ? " on " : "", status->text,
        status->code == 0 ? "it is not what was asked for" : g_strerror(status->code));
}

static void decide_from_status(const CordonEvidence *evidence, CordonOutcome *outcome)
{
    const CordonStatus *status = evidence->status;
    g_autofree char *end = NULL;

    switch (status->verdict) {
    case CORDON_STATUS_EXITED:
        outcome->kind = CORDON_EXIT_KIND_EXITED;
        outcome->code = status->code;
        return;
    case CORDON_STATUS_SIGNALED:
        outcome->kind = CORDON_EXIT_KIND_SIGNALED;
        outcome->code = status->code;
        return;
    case CORDON_STATUS_SETUP:
        decide_setup(outcome, CODE_FAILED, describe_setup(evidence));
        return;
    case CORDON_STATUS_EXEC:
        decide_exec(outcome, status->code);
        return;
    case CORDON_STATUS_NONE:
        break;
    }
    if (evidence->cancelled && !status->started) {
        decide_setup(outcome, CODE_FAILED, g_strdup("It was stopped before the command ran."));
    } else if (evidence->cancelled) {
        /* Whoever would have told was ended together with the command. */
        outcome->kind = CORDON_EXIT_KIND_SIGNALED;
        outcome->code = evidence->killed ? SIGKILL : SIGTERM;
    } else if (!status->ready) {
        decide_unready(evidence, outcome);
    } else {
        end = describe_end(evidence);
        outcome->kind = CORDON_EXIT_KIND_LOST;
        outcome->message = g_strdup_printf(
            "The sandbox \"%s\" ended (%s) without saying how the command ended; something from "
            "outside may have ended it, or the machine ran out of memory.",
            evidence->backend, end);
    }
}

static void decide_from_control(const CordonEvidence *evidence, CordonOutcome *outcome)
{
    if (evidence->end.kind == CORDON_CONTROL_EXITED) {
        outcome->kind = CORDON_EXIT_KIND_EXITED;
        outcome->code = evidence->end.a;
    } else if (evidence->end.kind == CORDON_CONTROL_SIGNALED) {
        outcome->kind = CORDON_EXIT_KIND_SIGNALED;
        outcome->code = evidence->end.a;
    } else {
        outcome->kind = CORDON_EXIT_KIND_LOST;
        outcome->message = g_strdup("The command could not be ended within the time that was "
                                    "allowed for it; it may still run.");
    }
}

static void decide_limit(const CordonStatus *status, CordonOutcome *outcome)
{
    outcome->kind = CORDON_EXIT_KIND_LIMIT;
    outcome->limit = status->limit;
    if (strcmp(status->limit, "view") == 0)
        outcome->message = g_strdup_printf(
            "%s was replaced on the host while the command ran, so that it was no longer covered; "
            "run the command again.",
            *status->limit_text ? status->limit_text : "A protected file or folder");
}

void cordon_outcome_decide(const CordonEvidence *evidence, CordonOutcome *ret)
{
    CordonOutcome outcome = {0};

    if (evidence->end.kind == CORDON_CONTROL_SETUP) {
        decide_setup(&outcome, CODE_FAILED,
                     g_strdup_printf("The command was not started: its supervisor failed at the "
                                     "step \"%s\": %s.",
                                     evidence->end.step, g_strerror(evidence->end.a)));
    } else if (evidence->end.kind == CORDON_CONTROL_EXEC && !is_sandboxed(evidence)) {
        decide_exec(&outcome, evidence->end.a);
    } else if (evidence->end.kind == CORDON_CONTROL_EXEC) {
        decide_setup(&outcome, CODE_FAILED,
                     g_strdup_printf("The command was not started: \"%s\", the launcher of the "
                                     "sandbox \"%s\", cannot be executed: %s.",
                                     evidence->program, evidence->backend,
                                     g_strerror(evidence->end.a)));
    } else if (evidence->timed_out) {
        outcome.kind = CORDON_EXIT_KIND_LIMIT;
        outcome.limit = "time";
    } else if (!evidence->done) {
        outcome.kind = CORDON_EXIT_KIND_LOST;
        outcome.message = g_strdup_printf(
            "The supervisor of the command ended before the command did; something from outside "
            "ended it, or the machine ran out of memory.%s",
            is_sandboxed(evidence) ? "" : "  Processes of the command may still run.");
    } else if (evidence->status && evidence->status->limit) {
        decide_limit(evidence->status, &outcome);
    } else if (evidence->status) {
        decide_from_status(evidence, &outcome);
    } else {
        decide_from_control(evidence, &outcome);
    }

    if (evidence->survivors > 0 && !outcome.message)
        outcome.message =
            g_strdup_printf("%u processes of the command could not be killed: they run as another "
                            "user, or wait for a device that does not answer.",
                            evidence->survivors);
    *ret = outcome;
}

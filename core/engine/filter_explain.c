/* SPDX-License-Identifier: MIT */
/* How a verdict came about, for people: the tree, what was found in each command, and what would run. */
#include "engine/filter.h"

#include <string.h>

#include "base/quote.h"

/* What was found while a line was judged: findings come before the call that they belong to. */
typedef struct {
    GArray *findings; /* of CordonFinding, of calls that are not over */
    GString *text;
} Log;

static void append_block(GString *text, const char *indent, const char *block)
{
    g_auto(GStrv) lines = g_strsplit(block, "\n", -1);

    for (guint i = 0; lines[i] != NULL; i++) {
        if (lines[i][0] != '\0' || lines[i + 1] != NULL)
            g_string_append_printf(text, "%s%s\n", indent, lines[i]);
    }
}

static void append_finding(GString *text, const CordonFinding *finding)
{
    CordonVerdict verdict = cordon_rule_verdict(finding->rule);

    g_string_append_printf(text, "      %s (%s): %s\n", cordon_verdict_name(verdict),
                           cordon_rule_name(finding->rule), finding->reason);
    if (finding->hint != NULL)
        g_string_append_printf(text, "        instead: %s\n", finding->hint);
}

static void note_finding(const CordonFinding *finding, gpointer user_data)
{
    Log *log = user_data;

    g_array_append_val(log->findings, *finding);
}

static gboolean belongs_to(const CordonFinding *finding, const CordonCall *call)
{
    return finding->call != NULL && finding->call->args == call->args;
}

/* Takes the findings of the call out of the log. */
static void note_call(const CordonCall *call, gpointer user_data)
{
    Log *log = user_data;
    CordonFinding shown = {.call = call};
    g_autofree char *part = cordon_finding_part(&shown);
    CordonFinding *findings = (CordonFinding *)(gpointer)log->findings->data;
    guint left = 0;

    g_string_append_printf(log->text, "  %s\n", part);
    for (guint i = 0; i < log->findings->len; i++) {
        if (belongs_to(&findings[i], call))
            append_finding(log->text, &findings[i]);
        else
            findings[left++] = findings[i];
    }
    if (left == log->findings->len)
        g_string_append(log->text, "      allow\n");
    g_array_set_size(log->findings, left);
}

/* What belongs to no command: redirections, the line itself. */
static void append_rest(const Log *log)
{
    for (guint i = 0; i < log->findings->len; i++) {
        const CordonFinding *finding = &g_array_index(log->findings, CordonFinding, i);
        g_autofree char *part = cordon_finding_part(finding);
        g_string_append_printf(log->text, "  %s\n", part[0] != '\0' ? part : "the line");
        append_finding(log->text, finding);
    }
}

static void append_answer(GString *text, const CordonJudgement *answer)
{
    g_string_append_printf(text, "\nverdict\n  %s (%s), %u s\n",
                           cordon_verdict_name(answer->verdict), cordon_rule_name(answer->rule),
                           answer->time_limit_s);
    if (answer->kind != NULL)
        g_string_append_printf(text, "  kind: %s\n", answer->kind);
    if (answer->script != NULL) {
        g_string_append(text, "\nruns by /bin/sh\n");
        append_block(text, "  ", answer->script);
    } else if (answer->argv != NULL) {
        g_autofree char *line = cordon_quote_argv(answer->argv);
        g_string_append_printf(text, "\nruns without a shell\n  %s\n", line);
    }
    if (answer->run_error != NULL)
        g_string_append_printf(text, "\ncannot run\n  %s\n", answer->run_error);
}

static CordonLanguage find_language(CordonFilter *filter, CordonLanguage language, const char *line,
                                    gsize size, const char *cwd)
{
    CordonJudged judged = {0};

    cordon_judged_read(&judged, filter, language, line, size, cwd);
    return judged.language;
}

char *cordon_filter_explain(CordonFilter *filter, CordonLanguage language, const char *line,
                            gsize size, const char *cwd)
{
    g_autoptr(GArray) findings = g_array_new(FALSE, FALSE, sizeof(CordonFinding));
    g_autoptr(GString) calls = g_string_new(NULL);
    Log log = {.findings = findings, .text = calls};
    CordonJudged judged = {.on_finding = note_finding, .on_call = note_call, .user_data = &log};
    GString *text = g_string_new("tree\n");

    language = find_language(filter, language, line, size, cwd);
    cordon_judged_read(&judged, filter, language, line, size, cwd);
    append_rest(&log);
    CordonJudgement answer = cordon_judged_answer(&judged);
    if (answer.verdict != CORDON_VERDICT_DENY)
        cordon_judged_add_argv(&judged, &answer);
    if (judged.tree != NULL) {
        g_autofree char *tree = cordon_shell_tree_describe(judged.tree);
        append_block(text, "  ", tree);
    } else {
        g_string_append(text, "  none\n");
    }
    g_string_append_printf(text, "\ncommands\n%s", calls->str);
    append_answer(text, &answer);
    return g_string_free(text, FALSE);
}

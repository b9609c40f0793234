/* SPDX-License-Identifier: MIT */
/* The judge: collects what is found in a line and keeps the strictest. */
#include <stdarg.h>
#include <string.h>

#include "base/quote.h"
#include "filter/private.h"

const CordonFilterSettings *cordon_judge_settings(const CordonJudge *judge)
{
    return judge->settings;
}

CordonArena *cordon_judge_arena(const CordonJudge *judge)
{
    return judge->arena;
}

gboolean cordon_judge_is_windows(const CordonJudge *judge)
{
    return judge->settings->platform == CORDON_PLATFORM_WINDOWS;
}

void cordon_judge_takes_long(CordonJudge *judge)
{
    judge->takes_long = TRUE;
}

void cordon_judge_set_kind(CordonJudge *judge, const CordonCall *call, const char *kind)
{
    judge->kind_args = call->args;
    judge->kind = kind;
}

/* Among refusals, that something could not be read says least. */
static guint weight(CordonRule rule)
{
    guint verdict = (guint)cordon_rule_verdict(rule);

    return verdict * 2 + (verdict == CORDON_VERDICT_DENY && rule != CORDON_RULE_UNREADABLE ? 1 : 0);
}

/* What the text of a script that npm runs is judged by: scripts are shell by nature. */
static gboolean counts_in_script(CordonRule rule)
{
    return rule != CORDON_RULE_SHELL && rule != CORDON_RULE_OUTSIDE_PROJECT &&
           rule != CORDON_RULE_OUTSIDE_LOOP && rule != CORDON_RULE_SECRET &&
           rule != CORDON_RULE_UNREADABLE;
}

/* "ng serve --help" prints and ends. */
static gboolean asks_for_help(const CordonCall *call)
{
    return call->count > 1 && cordon_arg_is(&call->args[call->count - 1], "--help");
}

static gboolean counts(const CordonCall *call, CordonRule rule)
{
    if (call == NULL)
        return TRUE;
    if (rule == CORDON_RULE_ENDLESS && (call->is_bounded || asks_for_help(call)))
        return FALSE;
    return !call->is_script || counts_in_script(rule);
}

static const char *format_reason(CordonJudge *judge, const CordonCall *call, CordonRule rule,
                                 const char *format, va_list values)
{
    if (format != NULL) {
        g_autofree char *text = g_strdup_vprintf(format, values);
        return cordon_arena_strdup(judge->arena, text);
    }
    const char *clause = cordon_rule_reason(rule);
    if (call != NULL && call->row != NULL && call->row->reason != NULL && call->row->rule == rule)
        clause = call->row->reason;
    return cordon_arena_concat(judge->arena, "`", call != NULL ? call->full_name : "The line", "` ",
                               clause, ".", NULL);
}

static const CordonCall *keep(CordonJudge *judge, const CordonCall *call)
{
    if (call == NULL)
        return NULL;
    CordonCall *kept = CORDON_ARENA_NEW(judge->arena, CordonCall);
    *kept = *call;
    return kept;
}

static const char *kind_of(const CordonJudge *judge, const CordonCall *call)
{
    if (call == NULL)
        return NULL;
    return judge->kind != NULL && judge->kind_args == call->args ? judge->kind : call->full_name;
}

void cordon_judge_find(CordonJudge *judge, const CordonCall *call, CordonRule rule,
                       const char *hint, const char *reason_format, ...)
{
    va_list values;
    gboolean is_worse = weight(rule) > weight(judge->worst.rule);

    if (!counts(call, rule))
        return;
    if (!is_worse && judge->on_finding == NULL)
        return;
    va_start(values, reason_format);
    CordonFinding finding = {
        .rule = rule,
        .reason = format_reason(judge, call, rule, reason_format, values),
        .hint = hint != NULL ? hint : cordon_rule_hint(rule),
        .kind = kind_of(judge, call),
        .call = keep(judge, call),
    };
    va_end(values);
    if (hint == NULL && call != NULL && call->row != NULL && call->row->hint != NULL &&
        call->row->rule == rule)
        finding.hint = call->row->hint;
    if (is_worse)
        judge->worst = finding;
    if (judge->on_finding != NULL)
        judge->on_finding(&finding, judge->user_data);
}

void cordon_judge_unknown(CordonJudge *judge, const CordonCall *call, const CordonArg *arg,
                          const char *what)
{
    if (arg->smells) {
        cordon_judge_find(judge, call, CORDON_RULE_SECRET, NULL,
                          "A variable whose name looks like a secret is used as %s.", what);
        return;
    }
    cordon_judge_find(
        judge, call, CORDON_RULE_UNREADABLE,
        cordon_judge_is_windows(judge)
            ? "Write the value itself."
            : "Write the value itself, or set the variable in the same line: f=a.txt; cat \"$f\".",
        "`%s` gets %s that is not known before it runs.",
        call != NULL && call->full_name[0] != '\0' ? call->full_name : "The line", what);
}

void cordon_judge_line(CordonJudge *judge, const CordonCall *call, const char *text)
{
    CordonShellError error = {0};
    CordonStdin input = {.kind = call->input,
                         .text = call->input_text,
                         .listed = call->listed,
                         .is_endless = judge->input_is_endless};

    if (call->depth >= CORDON_JUDGE_MAX_DEPTH) {
        cordon_judge_find(judge, call, CORDON_RULE_UNREADABLE, NULL,
                          "Too many commands in one another.");
        judge->is_over = TRUE;
        return;
    }
    const CordonShellTree *tree = cordon_shell_read(judge->arena, text, strlen(text), &error);
    if (tree == NULL) {
        cordon_judge_find(judge, call, CORDON_RULE_UNREADABLE, error.rewrite,
                          "The command in `%s` cannot be read: %s.", call->full_name,
                          error.construct);
        return;
    }
    gboolean was_inside = judge->is_inside_container;
    gboolean was_bounded = judge->is_bounded;
    judge->is_inside_container = call->is_inside_container;
    judge->is_bounded = call->is_bounded;
    cordon_judge_node(judge, call->scope, tree->root, input, call->depth + 1);
    judge->is_inside_container = was_inside;
    judge->is_bounded = was_bounded;
}

/* Findings of a script that count for the line that starts it. */
static void take_over(CordonJudge *judge, const CordonCall *call, const CordonJudge *inner)
{
    const CordonFinding *worst = &inner->worst;

    judge->calls = inner->calls;
    judge->takes_long = judge->takes_long || inner->takes_long;
    if (worst->rule == CORDON_RULE_NONE || !counts_in_script(worst->rule))
        return;
    cordon_judge_find(judge, call, worst->rule, worst->hint, "`%s` runs a script in which %s",
                      call->full_name, worst->reason);
}

/* Only findings that count in scripts compete, so that a harmless "export" does not hide what matters. */
typedef struct {
    CordonFinding worst;
} ScriptFindings;

static void collect_script_finding(const CordonFinding *finding, gpointer user_data)
{
    ScriptFindings *findings = user_data;

    if (counts_in_script(finding->rule) && weight(finding->rule) > weight(findings->worst.rule))
        findings->worst = *finding;
}

void cordon_judge_script(CordonJudge *judge, const CordonCall *call, const char *text)
{
    ScriptFindings findings = {0};
    CordonJudge inner = *judge;
    CordonShellError error = {0};
    CordonStdin nothing = {.kind = CORDON_INPUT_NONE};

    if (call->depth >= CORDON_JUDGE_MAX_DEPTH)
        return;
    inner.worst = (CordonFinding){0};
    inner.on_finding = collect_script_finding;
    inner.on_call = NULL;
    inner.is_script = TRUE;
    inner.user_data = &findings;
    const CordonShellTree *tree = cordon_shell_read(judge->arena, text, strlen(text), &error);
    if (tree == NULL)
        return;
    cordon_judge_node(&inner, call->scope, tree->root, nothing, call->depth + 1);
    inner.worst = findings.worst;
    take_over(judge, call, &inner);
}

void cordon_judge_start(CordonJudge *judge, const CordonFilterSettings *settings,
                        CordonArena *arena)
{
    *judge = (CordonJudge){.settings = settings, .arena = arena};
}

/* The folder in which the line runs is judged as well. */
static const CordonScope *first_scope(CordonJudge *judge, const char *cwd)
{
    const char *folder = cordon_path_join(judge->arena, "/", cwd, cordon_judge_is_windows(judge));
    const CordonScope *scope = cordon_scope_new(judge->arena, folder);

    if (!cordon_path_is_within(folder, judge->settings->project, cordon_judge_is_windows(judge)))
        cordon_judge_find(judge, NULL, CORDON_RULE_OUTSIDE_PROJECT,
                          "Run it in a folder of the project.",
                          "The command would run in %s, which is outside the project.", folder);
    return scope;
}

void cordon_judge_tree(CordonJudge *judge, const CordonShellTree *tree, const char *cwd)
{
    CordonStdin nothing = {.kind = CORDON_INPUT_NONE};

    cordon_judge_node(judge, first_scope(judge, cwd), tree->root, nothing, 0);
}

void cordon_judge_words(CordonJudge *judge, const char *const *argv, const char *cwd)
{
    CordonArgs args = {0};

    for (guint i = 0; argv[i] != NULL; i++)
        cordon_args_add(judge->arena, &args, cordon_arg_constant(argv[i]));
    CordonCall *call = CORDON_ARENA_NEW(judge->arena, CordonCall);
    call->args = args.args;
    call->count = args.count;
    call->scope = first_scope(judge, cwd);
    cordon_judge_call(judge, call);
}

void cordon_judge_unreadable(CordonJudge *judge, const CordonShellError *error)
{
    CordonRule rule = error->changes_shell ? CORDON_RULE_SHELL : CORDON_RULE_UNREADABLE;

    cordon_judge_find(judge, NULL, rule, error->rewrite,
                      "The line cannot be read for certain: %s, line %u, column %u.",
                      error->construct, error->line, error->column);
}

/* What stands for the word, or NULL when it is shown itself. */
static const char *arg_shown(const CordonArg *arg)
{
    if (arg->type == CORDON_ARG_UNKNOWN || arg->type == CORDON_ARG_TAME)
        return "...";
    if (arg->type == CORDON_ARG_STREAM)
        return "<(...)";
    return arg->type == CORDON_ARG_LISTED ? "FILE" : NULL;
}

char *cordon_finding_part(const CordonFinding *finding)
{
    GString *part = g_string_new(NULL);

    for (guint i = 0; finding->call != NULL && i < finding->call->count; i++) {
        const CordonArg *arg = &finding->call->args[i];
        const char *shown = arg_shown(arg);
        if (i > 0)
            g_string_append_c(part, ' ');
        if (shown != NULL && arg->type != CORDON_ARG_LISTED)
            g_string_append(part, arg->text);
        if (shown != NULL) {
            g_string_append(part, shown);
            continue;
        }
        g_autofree char *quoted =
            arg->type == CORDON_ARG_PATTERN ? g_strdup(arg->text) : cordon_quote_word(arg->text);
        g_string_append(part, quoted);
    }
    return g_string_free(part, FALSE);
}

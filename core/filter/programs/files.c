/* SPDX-License-Identifier: MIT */
/* Small programs for files and words whose operands the table cannot sort. */
#include <string.h>

#include "filter/programs/handlers.h"
#include "filter/programs/listed.h"

/* The longest time that any command has. */
#define MAX_SLEEP_S 600.0

static CordonParsed parse(CordonJudge *judge, const CordonCall *call)
{
    return cordon_call_parse(judge, call, call->row->options, call->row->flags);
}

static void judge_from(CordonJudge *judge, const CordonCall *call, const CordonParsed *parsed,
                       guint first, guint end, char kind)
{
    for (guint i = first; i < end && i < parsed->operand_count; i++)
        cordon_judge_value(judge, call, &parsed->operands[i], kind);
}

static void judge_here(CordonJudge *judge, const CordonCall *call)
{
    CordonArg here = cordon_arg_constant(".");

    cordon_judge_value(judge, call, &here, 'w');
}

/* echo and the like: every word is text, those that look like options, too.  A glob lists what is in a folder. */
void cordon_handle_words(CordonJudge *judge, const CordonCall *call)
{
    for (guint i = call->first; i < call->count; i++) {
        const CordonArg *word = &call->args[i];
        gboolean lists = word->type == CORDON_ARG_PATTERN && strchr(word->text, '/') != NULL;
        cordon_judge_value(judge, call, word, lists ? 'r' : 'e');
    }
}

/* printf: the format has to be known, as it says what the rest is. */
void cordon_handle_printf(CordonJudge *judge, const CordonCall *call)
{
    CordonCall words = *call;

    if (call->first < call->count && cordon_arg_begins(&call->args[call->first], "-v"))
        cordon_judge_find(judge, call, CORDON_RULE_SHELL, "Write NAME=VALUE.",
                          "`printf -v` changes a variable.");
    if (words.first < words.count && cordon_arg_is(&words.args[words.first], "--"))
        words.first++;
    if (words.first < words.count)
        cordon_judge_value(judge, call, &words.args[words.first++], 't');
    cordon_handle_words(judge, &words);
}

/* test, [ */

static gboolean is_file_test(const char *text)
{
    return text[0] == '-' && text[1] != '\0' && text[2] == '\0' &&
           strchr("bcdefghkprsuwxGLNOS", text[1]) != NULL;
}

static gboolean compares_files(const CordonArg *word)
{
    return cordon_arg_is(word, "-nt") || cordon_arg_is(word, "-ot") || cordon_arg_is(word, "-ef");
}

/* A path, if it is known: the question whether some file is there tells nothing. */
static void judge_tested(CordonJudge *judge, const CordonCall *call, const CordonArg *word)
{
    gboolean is_open = word->type == CORDON_ARG_UNKNOWN || word->type == CORDON_ARG_TAME;

    cordon_judge_value(judge, call, word, is_open ? 'e' : 'r');
}

void cordon_handle_test(CordonJudge *judge, const CordonCall *call)
{
    guint end = call->count;

    if (strcmp(call->name, "[") == 0 && end > call->first &&
        cordon_arg_is(&call->args[end - 1], "]"))
        end--;
    for (guint i = call->first; i < end; i++) {
        const CordonArg *word = &call->args[i];
        const char *text = cordon_arg_text(word);
        gboolean is_first = i == call->first;
        /* bash expands the subscript in "-v a[$(id)]". */
        if (text != NULL && strcmp(text, "-v") == 0 && i + 1 < end &&
            strchr(call->args[i + 1].text, '[') != NULL)
            cordon_judge_find(judge, call, CORDON_RULE_UNREADABLE, NULL,
                              "`%s -v` with a subscript runs what stands in it.", call->name);
        gboolean asks =
            text != NULL && (is_file_test(text) || (is_first && strcmp(text, "-a") == 0));
        if (asks && i + 1 < end) {
            judge_tested(judge, call, &call->args[++i]);
        } else if (i + 2 < end && compares_files(&call->args[i + 1])) {
            judge_tested(judge, call, word);
            judge_tested(judge, call, &call->args[i + 2]);
            i += 2;
        } else {
            cordon_judge_value(judge, call, word, 'e');
        }
    }
}

/* sleep: the durations are added. */
void cordon_handle_sleep(CordonJudge *judge, const CordonCall *call)
{
    static const char units[] = "smhd";
    static const gdouble seconds[] = {1, 60, 3600, 86400};
    gdouble sum = 0;

    for (guint i = call->first; i < call->count; i++) {
        const char *text = cordon_arg_text(&call->args[i]);
        char *end = NULL;
        if (text == NULL) {
            cordon_judge_value(judge, call, &call->args[i], 't');
            continue;
        }
        if (strcmp(text, "--") == 0)
            continue;
        gdouble number = g_ascii_strtod(text, &end);
        const char *unit = *end != '\0' ? strchr(units, *end) : units;
        sum += number * (unit != NULL ? seconds[unit - units] : 1);
    }
    if (!(sum < MAX_SLEEP_S))
        cordon_judge_find(judge, call, CORDON_RULE_ENDLESS, "Sleep for a shorter time.",
                          "`sleep` waits longer than any command may run.");
}

/* dd: name=value. */
void cordon_handle_dd(CordonJudge *judge, const CordonCall *call)
{
    gboolean is_counted = FALSE;
    gboolean is_endless = FALSE;

    for (guint i = call->first; i < call->count; i++) {
        const CordonArg *word = &call->args[i];
        gsize size = strcspn(word->text, "=");
        CordonArg value = cordon_arg_skip(word, size + 1);
        if (word->type == CORDON_ARG_LISTED ||
            (word->type == CORDON_ARG_UNKNOWN && word->text[size] != '=')) {
            cordon_judge_value(judge, call, word, 'r');
        } else if (cordon_arg_begins(word, "if=")) {
            cordon_judge_value(judge, call, &value, 'r');
            is_endless = cordon_arg_is(&value, "/dev/zero") ||
                         cordon_arg_is(&value, "/dev/urandom") ||
                         cordon_arg_is(&value, "/dev/random") || cordon_arg_is(&value, "/dev/full");
        } else if (cordon_arg_begins(word, "of=")) {
            cordon_judge_value(judge, call, &value, 'w');
        } else {
            is_counted = is_counted || cordon_arg_begins(word, "count=");
            cordon_judge_value(judge, call, word, 't');
        }
    }
    if (is_endless && !is_counted)
        cordon_judge_find(judge, call, CORDON_RULE_ENDLESS, "Give count=N.",
                          "`dd` from a device without end goes on for ever.");
}

/* ln */

/* The folder from which a symbolic link's target counts: the one that the link lies in. */
static const CordonScope *link_scope(CordonJudge *judge, const CordonCall *call,
                                     const CordonArg *link, gboolean is_folder)
{
    const char *text = cordon_arg_text(link);
    const char *slash = text != NULL ? strrchr(text, '/') : NULL;

    if (text == NULL || call->is_inside_container || (slash == NULL && !is_folder))
        return NULL;
    CordonArg folder = *link;
    if (!is_folder)
        folder.text =
            cordon_arena_strndup(cordon_judge_arena(judge), text, (gsize)(slash - text) + 1);
    return cordon_judge_enter(judge, call, &folder);
}

/* Both names of each link: what it leads to, and where it is made. */
void cordon_handle_ln(CordonJudge *judge, const CordonCall *call)
{
    CordonParsed parsed = parse(judge, call);
    const CordonArg *folder = cordon_parsed_find(&parsed, "-t");
    gboolean is_symbolic =
        cordon_parsed_find(&parsed, "-s") != NULL && cordon_parsed_find(&parsed, "-r") == NULL;
    gboolean has_name = folder == NULL && parsed.operand_count > 1;
    guint targets = parsed.operand_count - (has_name ? 1 : 0);
    CordonCall there = *call;

    if (has_name)
        cordon_judge_value(judge, call, &parsed.operands[targets], 'w');
    else if (folder == NULL)
        judge_here(judge, call);
    if (is_symbolic && (has_name || folder != NULL)) {
        const CordonArg *link = has_name ? &parsed.operands[targets] : folder;
        const CordonScope *scope = link_scope(judge, call, link, !has_name);
        there.scope = scope != NULL ? scope : call->scope;
    }
    judge_from(judge, &there, &parsed, 0, targets, 'r');
}

/* install: the last name is written, or, with -d, all of them. */
void cordon_handle_install(CordonJudge *judge, const CordonCall *call)
{
    CordonParsed parsed = parse(judge, call);
    gboolean makes_folders = cordon_parsed_find(&parsed, "-d") != NULL;
    gboolean has_folder = cordon_parsed_find(&parsed, "-t") != NULL;
    guint read = parsed.operand_count;

    if (makes_folders)
        read = 0;
    else if (!has_folder && read > 0)
        read--;
    judge_from(judge, call, &parsed, 0, read, 'r');
    judge_from(judge, call, &parsed, read, parsed.operand_count, 'w');
}

/* shuf -e: the operands are the lines. */
void cordon_handle_shuf(CordonJudge *judge, const CordonCall *call)
{
    CordonParsed parsed = parse(judge, call);

    if (cordon_parsed_find(&parsed, "-e") == NULL)
        judge_from(judge, call, &parsed, 0, parsed.operand_count, 'r');
}

/* split, csplit: without a prefix the parts go into the current folder. */
void cordon_handle_split(CordonJudge *judge, const CordonCall *call)
{
    CordonParsed parsed = parse(judge, call);
    const CordonArg *filter = cordon_parsed_find(&parsed, "--filter");

    if (filter != NULL)
        cordon_judge_fed_line(judge, call, filter);
    if (strcmp(call->name, "csplit") == 0 || strcmp(call->name, "gcsplit") == 0) {
        if (cordon_parsed_find(&parsed, "-f") == NULL)
            judge_here(judge, call);
    } else if (parsed.operand_count < 2 && filter == NULL) {
        judge_here(judge, call);
    }
}

/* file -C writes the compiled list into the current folder. */
void cordon_handle_file(CordonJudge *judge, const CordonCall *call)
{
    CordonParsed parsed = parse(judge, call);

    if (cordon_parsed_find(&parsed, "-C") != NULL)
        judge_here(judge, call);
}

/* tail: "-5f" and "+5f", as it was written before there was -n. */
void cordon_handle_tail(CordonJudge *judge, const CordonCall *call)
{
    for (guint i = call->first; i < call->count && !cordon_arg_is(&call->args[i], "--"); i++) {
        const char *text = cordon_arg_text(&call->args[i]);
        if (text == NULL || (text[0] != '-' && text[0] != '+') || !g_ascii_isdigit(text[1]))
            continue;
        text += 1 + strspn(text + 1, G_CSET_DIGITS);
        if (strchr(text, 'f') != NULL || strchr(text, 'F') != NULL)
            cordon_judge_find(judge, call, CORDON_RULE_ENDLESS, "Use tail -n.",
                              "`tail` follows the file for ever.");
    }
}

/* cat, sort: without a file they read what is typed, and nobody types. */
void cordon_handle_needs_input(CordonJudge *judge, const CordonCall *call)
{
    CordonParsed parsed = parse(judge, call);

    for (guint i = 0; i < parsed.operand_count; i++) {
        if (!cordon_arg_is(&parsed.operands[i], "-"))
            return;
    }
    if (call->input == CORDON_INPUT_NONE && cordon_parsed_find(&parsed, "--files0-from") == NULL)
        cordon_judge_find(judge, call, CORDON_RULE_ENDLESS,
                          "Name a file, or give the text with <<'EOF'.",
                          "`%s` waits for input that nobody types.", call->name);
}

/* inotifywait and the like end with -t, or with the first event, which may never come. */
void cordon_handle_waits(CordonJudge *judge, const CordonCall *call)
{
    CordonParsed parsed = parse(judge, call);
    const char *text = cordon_arg_text(cordon_parsed_find(&parsed, "-t"));

    if (text == NULL || g_ascii_strtod(text, NULL) <= 0 || g_ascii_strtod(text, NULL) > MAX_SLEEP_S)
        cordon_judge_find(judge, call, CORDON_RULE_ENDLESS, "Give a time limit with -t.",
                          "`%s` waits for changes that may never come.", call->name);
}

/* patch */

/* "+++ b/src/x<TAB>date": the name, without as many folders as -p takes away. */
static void judge_patched(CordonJudge *judge, const CordonCall *call, const char *name, guint strip)
{
    g_autofree char *path = g_strndup(name, strcspn(name, "\t\r\n"));
    const char *rest = g_strchomp(path);

    if (strcmp(rest, "/dev/null") == 0)
        return;
    for (; strip > 0 && strchr(rest, '/') != NULL; strip--)
        rest = strchr(rest, '/') + 1;
    CordonArg file = cordon_arg_constant(cordon_arena_strdup(cordon_judge_arena(judge), rest));
    cordon_judge_value(judge, call, &file, 'w');
}

/* Which files are changed stands in the patch. */
void cordon_handle_patch(CordonJudge *judge, const CordonCall *call)
{
    CordonParsed parsed = parse(judge, call);
    const char *strip = cordon_arg_text(cordon_parsed_find(&parsed, "-p"));

    if (parsed.operand_count > 0 || cordon_parsed_find(&parsed, "-o") != NULL)
        return;
    judge_here(judge, call);
    if (call->input != CORDON_INPUT_TEXT || call->input_text == NULL)
        return;
    g_auto(GStrv) lines = g_strsplit(call->input_text, "\n", -1);
    for (gsize i = 0; lines[i] != NULL; i++) {
        if (g_str_has_prefix(lines[i], "+++ ") || g_str_has_prefix(lines[i], "--- "))
            judge_patched(judge, call, lines[i] + 4,
                          strip != NULL ? (guint)g_ascii_strtoull(strip, NULL, 10) : 0);
    }
}

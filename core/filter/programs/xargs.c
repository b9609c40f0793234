/* SPDX-License-Identifier: MIT */
/* xargs and parallel: a command with words that come from a list. */
#include <string.h>

#include "filter/programs/handlers.h"
#include "filter/programs/listed.h"

/* Commands that are gone through one by one, and their words in all; a list with more is refused. */
#define MAX_TURNS 256u
#define MAX_WORDS 16384u

/* Stands in a line for a value that is not known. */
#define UNKNOWN_VALUE "\"$cordon_unknown_item\""

static CordonCall without_input(const CordonCall *call)
{
    CordonCall inner = *call;

    inner.input = CORDON_INPUT_NONE;
    inner.input_text = inner.listed = NULL;
    return inner;
}

static gboolean is_too_much(guint turns, guint words)
{
    return turns > MAX_TURNS || turns * words > MAX_WORDS;
}

static void too_many(CordonJudge *judge, const CordonCall *call)
{
    cordon_judge_find(judge, call, CORDON_RULE_UNREADABLE, "Use a shorter list.",
                      "`%s` is given too many words or combinations of words.", call->name);
}

/* xargs */

/* -I {}, -i, --replace, BSD: -J %. */
static const char *replaced_mark(const CordonParsed *parsed, gboolean *is_last)
{
    static const char *const names[] = {"-I", "-i", "-J"};

    *is_last = FALSE;
    for (gsize i = 0; i < G_N_ELEMENTS(names); i++) {
        const CordonArg *value = cordon_parsed_find(parsed, names[i]);
        if (value == NULL)
            continue;
        if (value->text[0] == '\0')
            return "{}";
        return cordon_arg_text(value);
    }
    *is_last = TRUE;
    return "";
}

static void judge_with(CordonJudge *judge, const CordonCall *inner, const CordonParsed *parsed,
                       const char *mark, const CordonArg *items, guint count)
{
    CordonArgList args = {0};

    for (guint i = 0; i < parsed->operand_count; i++) {
        CordonArg word = parsed->operands[i];
        if (mark[0] != '\0' && count > 0)
            (void)cordon_arg_put(judge, &word, mark, &items[0], &word);
        cordon_arg_list_add(judge, &args, word);
    }
    for (guint i = 0; i < count && mark[0] == '\0'; i++)
        cordon_arg_list_add(judge, &args, items[i]);
    cordon_judge_command(judge, inner, args.args, args.count);
}

/* The list is not what the input is when cut at blanks. */
static gboolean is_cut_otherwise(const CordonParsed *parsed)
{
    return cordon_parsed_find(parsed, "-a") != NULL || cordon_parsed_find(parsed, "-d") != NULL ||
           cordon_parsed_find(parsed, "-0") != NULL;
}

void cordon_handle_xargs(CordonJudge *judge, const CordonCall *call)
{
    CordonParsed parsed = cordon_call_parse(judge, call, call->row->options, call->row->flags);
    CordonCall inner = without_input(call);
    CordonArgList items = {0};
    gboolean is_last;
    const char *mark = replaced_mark(&parsed, &is_last);

    /* It sets that variable to a small number. */
    const CordonArg *slot = cordon_parsed_find(&parsed, "--process-slot-var");
    const CordonArg number = cordon_arg_constant("0");
    if (slot != NULL)
        cordon_judge_assignment(judge, call, slot->text, &number);
    if (parsed.operand_count == 0)
        return;
    if (mark == NULL) {
        cordon_judge_find(judge, call, CORDON_RULE_UNREADABLE, "Use xargs -I{}.",
                          "Which word `xargs` replaces is not known.");
        return;
    }
    if (call->listed == NULL && is_cut_otherwise(&parsed))
        cordon_arg_list_add(
            judge, &items,
            (CordonArg){.type = CORDON_ARG_UNKNOWN, .text = "", .may_split = is_last});
    else
        cordon_arg_list_add_input(judge, call, !is_last, &items);
    if (!is_last && items.count > 1 && is_too_much(items.count, parsed.operand_count)) {
        too_many(judge, call);
        return;
    }
    /* All at once is stricter than one by one, but for the replaced word. */
    if (is_last || items.count == 0) {
        judge_with(judge, &inner, &parsed, mark, items.args, items.count);
        return;
    }
    for (guint i = 0; i < items.count; i++)
        judge_with(judge, &inner, &parsed, mark, &items.args[i], 1);
}

/* parallel */

/* One ":::" list. */
typedef struct {
    CordonArgList values;
} Source;

typedef struct {
    CordonJudge *judge;
    const CordonCall *call;
    CordonCall inner; /* what its commands find */
    const CordonArg *words;
    guint count;
    Source *sources;
    guint source_count;
    const char *mark; /* "{}", or that of -I */
    guint turns;
} Parallel;

static gboolean is_separator(const CordonArg *word)
{
    const char *text = cordon_arg_text(word);

    if (text == NULL || strncmp(text, ":::", 3) != 0)
        return FALSE;
    return strcmp(text + 3, "") == 0 || strcmp(text + 3, ":") == 0 || strcmp(text + 3, "+") == 0 ||
           strcmp(text + 3, ":+") == 0;
}

/* The lists behind the command. */
static void take_sources(Parallel *parallel, const CordonArg *words, guint count)
{
    Source *source = NULL;
    gboolean is_file = FALSE;

    parallel->sources = CORDON_ARENA_ARRAY(cordon_judge_arena(parallel->judge), Source, count + 1);
    for (guint i = 0; i < count; i++) {
        if (is_separator(&words[i])) {
            source = &parallel->sources[parallel->source_count++];
            is_file = words[i].text[3] == ':';
        } else if (is_file) {
            CordonArg unknown = {.type = CORDON_ARG_UNKNOWN, .text = ""};
            cordon_judge_value(parallel->judge, parallel->call, &words[i], 'l');
            cordon_arg_list_add(parallel->judge, &source->values, unknown);
        } else if (source != NULL) {
            cordon_arg_list_add(parallel->judge, &source->values, words[i]);
        }
    }
}

/* The text of a word that parallel hands to its shell as it is; or NULL, which is_readable() refuses. */
static const char *word_text(const CordonArg *word)
{
    return word->type == CORDON_ARG_CONSTANT || word->type == CORDON_ARG_PATTERN ? word->text
                                                                                 : NULL;
}

/* "{.}", "{/}", "{//}", "{/.}" of a value that is known. */
static char *cut_value(const char *value, const char *how)
{
    const char *slash = strrchr(value, '/');
    gboolean wants_folder = strcmp(how, "//") == 0;

    if (wants_folder)
        return slash != NULL ? g_strndup(value, (gsize)(slash - value)) : g_strdup(".");
    if (how[0] == '/')
        value = slash != NULL ? slash + 1 : value;
    const char *dot = strrchr(value, '.');
    slash = strrchr(value, '/');
    gboolean cuts = g_str_has_suffix(how, ".") && dot != NULL && (slash == NULL || dot > slash);
    return cuts ? g_strndup(value, (gsize)(dot - value)) : g_strdup(value);
}

/* What a replacement string begins with at text, or 0: "{}", "{2}", "{2/.}", "{#}".  *source: 0 for the first or all,
 * *how: what is cut. */
static gsize replacement_size(const Parallel *parallel, const char *text, guint *source,
                              char how[4])
{
    gsize mark_size = strlen(parallel->mark);

    *source = 0;
    how[0] = '\0';
    if (mark_size > 0 && strncmp(text, parallel->mark, mark_size) == 0)
        return mark_size;
    if (text[0] != '{')
        return 0;
    gsize size = 1;
    if (text[size] == '#' || text[size] == '%') {
        g_strlcpy(how, "#", 4);
        return text[size + 1] == '}' ? 3 : 0;
    }
    for (; g_ascii_isdigit(text[size]); size++)
        *source = MIN(*source * 10 + (guint)(text[size] - '0'), 1000u);
    gsize length = strspn(text + size, "/.");
    if (length > 3 || text[size + length] != '}')
        return 0;
    memcpy(how, text + size, length);
    how[length] = '\0';
    return size + length + 1;
}

/* The value as it stands in the line: quoted, or as something unknown. */
static void append_value(GString *line, const CordonArg *value, const char *how)
{
    const char *text = cordon_arg_text(value);

    if (how[0] == '#') {
        g_string_append_c(line, '1');
        return;
    }
    if (text == NULL) {
        g_string_append(line, UNKNOWN_VALUE);
        return;
    }
    g_autofree char *cut = cut_value(text, how);
    g_autofree char *quoted = g_shell_quote(cut);
    g_string_append(line, quoted);
}

/* The command with one value out of each source. */
static char *fill_line(const Parallel *parallel, const CordonArg *values)
{
    GString *line = g_string_new(NULL);
    gboolean found = FALSE;

    for (guint i = 0; i < parallel->count; i++) {
        if (i > 0)
            g_string_append_c(line, ' ');
        for (const char *text = parallel->words[i].text; *text != '\0';) {
            guint source;
            char how[4];
            gsize size = replacement_size(parallel, text, &source, how);
            if (size == 0) {
                g_string_append_c(line, *text++);
                continue;
            }
            found = TRUE;
            text += size;
            guint from = source > 0 ? source - 1 : 0;
            guint to = source > 0 || how[0] == '#' ? from + 1 : parallel->source_count;
            for (guint j = from; j < to && j < parallel->source_count; j++) {
                if (j > from)
                    g_string_append_c(line, ' ');
                append_value(line, &values[j], how);
            }
        }
    }
    for (guint i = 0; i < parallel->source_count && !found; i++) {
        g_string_append_c(line, ' ');
        append_value(line, &values[i], "");
    }
    return g_string_free(line, FALSE);
}

static gboolean all_constant(const Parallel *parallel, const CordonArg *values)
{
    for (guint i = 0; i < parallel->source_count; i++) {
        if (values[i].type != CORDON_ARG_CONSTANT)
            return FALSE;
    }
    return TRUE;
}

/* The command as plain words, when the shell of parallel reads nothing else in them. */
static gboolean split_plainly(const Parallel *parallel, CordonArgList *list)
{
    for (guint i = 0; i < parallel->count; i++) {
        const char *text = parallel->words[i].text;
        if (strpbrk(text, ";&|<>$`\"'\\()*?[]~#\n!=") != NULL ||
            parallel->words[i].type != CORDON_ARG_CONSTANT)
            return FALSE;
        while (*text != '\0') {
            text += strspn(text, " \t");
            gsize length = strcspn(text, " \t");
            const char *word =
                cordon_arena_strndup(cordon_judge_arena(parallel->judge), text, length);
            if (length > 0)
                cordon_arg_list_add(parallel->judge, list, cordon_arg_constant(word));
            text += length;
        }
    }
    return TRUE;
}

/* Values that are paths nobody has spelled: the words themselves, with them in their places. */
static gboolean judge_plainly(Parallel *parallel, const CordonArg *values)
{
    static const char *const marks[] = {"{}",  "{.}",  "{/}",  "{//}",  "{/.}",
                                        "{1}", "{1.}", "{1/}", "{1//}", "{1/.}"};
    CordonArgList list = {0};
    gboolean found = FALSE;

    if (parallel->source_count != 1 || !split_plainly(parallel, &list))
        return FALSE;
    for (guint i = 0; i < list.count; i++) {
        for (gsize j = 0; j < G_N_ELEMENTS(marks); j++)
            found |=
                cordon_arg_put(parallel->judge, &list.args[i], marks[j], &values[0], &list.args[i]);
        found |= cordon_arg_put(parallel->judge, &list.args[i], parallel->mark, &values[0],
                                &list.args[i]);
    }
    if (!found)
        cordon_arg_list_add(parallel->judge, &list, values[0]);
    cordon_judge_command(parallel->judge, &parallel->inner, list.args, list.count);
    return TRUE;
}

static void judge_turn(Parallel *parallel, const CordonArg *values)
{
    if (!all_constant(parallel, values) && judge_plainly(parallel, values))
        return;
    g_autofree char *line = fill_line(parallel, values);
    cordon_judge_line(parallel->judge, &parallel->inner,
                      cordon_arena_strdup(cordon_judge_arena(parallel->judge), line));
}

/* Every combination of one value out of each source. */
static void judge_turns(Parallel *parallel)
{
    CordonArena *arena = cordon_judge_arena(parallel->judge);
    guint *at = CORDON_ARENA_ARRAY(arena, guint, parallel->source_count + 1);
    CordonArg *values = CORDON_ARENA_ARRAY(arena, CordonArg, parallel->source_count + 1);

    for (guint i = 0; i < parallel->source_count; i++) {
        if (parallel->sources[i].values.count == 0)
            return;
    }
    for (;;) {
        if (is_too_much(++parallel->turns, parallel->count)) {
            too_many(parallel->judge, parallel->call);
            return;
        }
        for (guint i = 0; i < parallel->source_count; i++)
            values[i] = parallel->sources[i].values.args[at[i]];
        judge_turn(parallel, values);
        guint i = 0;
        while (i < parallel->source_count && ++at[i] == parallel->sources[i].values.count)
            at[i++] = 0;
        if (i == parallel->source_count)
            return;
    }
}

/* Without a command each value is one. */
static void judge_values_as_lines(Parallel *parallel)
{
    for (guint i = 0; i < parallel->source_count; i++) {
        for (guint j = 0; j < parallel->sources[i].values.count; j++)
            cordon_judge_value(parallel->judge, &parallel->inner,
                               &parallel->sources[i].values.args[j], 'S');
    }
}

/* Words in which the shell of parallel would read what is not known here. */
static gboolean is_readable(Parallel *parallel)
{
    for (guint i = 0; i < parallel->count; i++) {
        const char *text = word_text(&parallel->words[i]);
        if (text == NULL || strstr(text, "{=") != NULL || strstr(text, "{+") != NULL) {
            cordon_judge_find(parallel->judge, parallel->call, CORDON_RULE_UNREADABLE, NULL,
                              "What `%s` makes of its command is not known.", parallel->call->name);
            return FALSE;
        }
    }
    return TRUE;
}

/* moreutils: each word behind "--" is a command line; and a command that is "{}" alone is its value. */
static void judge_lines(Parallel *parallel)
{
    const CordonCall *call = parallel->call;

    if (parallel->count == 1 && cordon_arg_is(&parallel->words[0], parallel->mark))
        judge_values_as_lines(parallel);
    for (guint i = call->first; i < call->count && &call->args[i] < parallel->words; i++) {
        if (!cordon_arg_is(&call->args[i], "--"))
            continue;
        for (guint j = 0; j < parallel->count; j++)
            cordon_judge_value(parallel->judge, &parallel->inner, &parallel->words[j], 'S');
        return;
    }
}

static void take_input(Parallel *parallel, const CordonParsed *parsed)
{
    Source *source = &parallel->sources[0];

    if (cordon_parsed_find(parsed, "-a") != NULL)
        cordon_arg_list_add(parallel->judge, &source->values,
                            (CordonArg){.type = CORDON_ARG_UNKNOWN, .text = ""});
    else
        cordon_arg_list_add_input(parallel->judge, parallel->call, TRUE, &source->values);
    parallel->source_count = source->values.count > 0 ? 1 : 0;
}

void cordon_handle_parallel(CordonJudge *judge, const CordonCall *call)
{
    CordonParsed parsed = cordon_call_parse(judge, call, call->row->options, call->row->flags);
    const CordonArg *mark = cordon_parsed_find(&parsed, "-I");
    gboolean takes_data = cordon_parsed_find(&parsed, "--pipe") != NULL ||
                          cordon_parsed_find(&parsed, "--semaphore") ||
                          strcmp(call->name, "sem") == 0;
    Parallel parallel = {
        .judge = judge, .call = call, .inner = without_input(call), .words = parsed.operands};

    parallel.mark = mark != NULL && cordon_arg_text(mark) != NULL ? mark->text : "{}";
    while (parallel.count < parsed.operand_count && !is_separator(&parsed.operands[parallel.count]))
        parallel.count++;
    take_sources(&parallel, parsed.operands + parallel.count,
                 parsed.operand_count - parallel.count);
    if (parallel.source_count == 0 && !takes_data)
        take_input(&parallel, &parsed);
    else if (takes_data)
        parallel.inner = *call;
    if (!is_readable(&parallel))
        return;
    if (parallel.count == 0) {
        judge_values_as_lines(&parallel);
        return;
    }
    judge_lines(&parallel);
    judge_turns(&parallel);
}

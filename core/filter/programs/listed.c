/* SPDX-License-Identifier: MIT */
/* Commands whose words come from a list, and what tests of names may match. */
#include "filter/programs/listed.h"

#include <string.h>

/* Choices of one pattern.  One with more is taken for one that matches a secret. */
#define MAX_CHOICES 64u
#define TOO_MANY    ".env"

void cordon_arg_list_add(CordonJudge *judge, CordonArgList *list, CordonArg arg)
{
    if (list->count == list->size) {
        guint size = MAX(8, list->size * 2);
        CordonArg *grown = CORDON_ARENA_ARRAY(cordon_judge_arena(judge), CordonArg, size);
        if (list->count > 0)
            memcpy(grown, list->args, sizeof(CordonArg) * list->count);
        list->args = grown;
        list->size = size;
    }
    list->args[list->count++] = arg;
}

static CordonArg unknown_behind(const char *begin)
{
    return (CordonArg){.type = CORDON_ARG_UNKNOWN, .text = begin};
}

CordonArg cordon_arg_listed(CordonJudge *judge, const char *folder, const char *glob)
{
    const char *between = folder[0] == '\0' || g_str_has_suffix(folder, "/") ? "" : "/";
    const char *text = cordon_arena_concat(cordon_judge_arena(judge), folder, between, glob, NULL);

    return (CordonArg){.type = CORDON_ARG_LISTED, .text = text};
}

/* "src", ".bak" -> "src/" + "*.bak": the suffix belongs to a name that nobody has seen. */
static CordonArg listed_with_suffix(CordonJudge *judge, const char *listed, const char *suffix)
{
    const char *slash = strrchr(listed, '/');
    const char *last = slash != NULL ? slash + 1 : listed;
    const char *glob = strpbrk(last, "*?[") != NULL ? "" : "*";

    if (glob[0] == '\0')
        return cordon_arg_listed(
            judge, "", cordon_arena_concat(cordon_judge_arena(judge), listed, suffix, NULL));
    return cordon_arg_listed(judge, listed,
                             cordon_arena_concat(cordon_judge_arena(judge), glob, suffix, NULL));
}

static CordonArg put_listed(CordonJudge *judge, const char *before, const CordonArg *item,
                            const char *after)
{
    CordonArena *arena = cordon_judge_arena(judge);
    CordonArg listed = *item;

    if (before[0] == '-' || strstr(after, "..") != NULL)
        return unknown_behind(before);
    if (before[0] != '\0')
        listed.text = cordon_arena_concat(arena, before, item->text, NULL);
    if (after[0] != '\0')
        listed.text = listed_with_suffix(judge, listed.text, after).text;
    return listed;
}

/* after: what follows the mark, in which further marks may stand. */
static CordonArg put_once(CordonJudge *judge, const CordonArg *word, const char *before,
                          const CordonArg *item, const char *after)
{
    CordonArena *arena = cordon_judge_arena(judge);
    CordonArg made = *item;

    made.smells = item->smells || word->smells;
    switch (item->type) {
    case CORDON_ARG_CONSTANT:
        made.type = word->type;
        made.text = cordon_arena_concat(arena, before, item->text, after, NULL);
        return made;
    case CORDON_ARG_LISTED:
        made = put_listed(judge, before, item, after);
        made.smells = item->smells || word->smells;
        return made;
    case CORDON_ARG_TAME:
        if (after[0] == '\0') {
            made.text = cordon_arena_concat(arena, before, item->text, NULL);
            return made;
        }
        break;
    case CORDON_ARG_PATTERN:
        made.text = cordon_arena_concat(arena, before, item->text, after, NULL);
        return made;
    case CORDON_ARG_STREAM:
    case CORDON_ARG_UNKNOWN:
    default:
        break;
    }
    made.type = CORDON_ARG_UNKNOWN;
    made.text = cordon_arena_concat(arena, before, item->text, NULL);
    made.may_split = item->may_split && before[0] == '\0' && after[0] == '\0';
    return made;
}

gboolean cordon_arg_put(CordonJudge *judge, const CordonArg *word, const char *mark,
                        const CordonArg *item, CordonArg *ret)
{
    gboolean is_text = word->type == CORDON_ARG_CONSTANT || word->type == CORDON_ARG_PATTERN;
    const char *found = is_text && mark[0] != '\0' ? strstr(word->text, mark) : NULL;
    CordonArena *arena = cordon_judge_arena(judge);
    CordonArg made = *word;

    *ret = *word;
    if (found == NULL)
        return FALSE;
    while (found != NULL) {
        const char *before = cordon_arena_strndup(arena, made.text, (gsize)(found - made.text));
        const char *after = found + strlen(mark);
        gsize skip = strlen(before) + strlen(item->text);
        /* Twice a name that nobody knows: nothing is known of the whole. */
        if (item->type != CORDON_ARG_CONSTANT && strstr(after, mark) != NULL) {
            *ret = unknown_behind(before);
            return TRUE;
        }
        made = put_once(judge, word, before, item, after);
        if (item->type != CORDON_ARG_CONSTANT)
            break;
        found = strstr(made.text + skip, mark);
    }
    *ret = made;
    return TRUE;
}

/* xargs takes quotes and backslashes away, so a text with them is not read here. */
static void add_words(CordonJudge *judge, CordonArgList *list, const char *text, const char *blanks)
{
    for (text += strspn(text, blanks); *text != '\0'; text += strspn(text, blanks)) {
        gsize length = strcspn(text, blanks);
        cordon_arg_list_add(
            judge, list,
            cordon_arg_constant(cordon_arena_strndup(cordon_judge_arena(judge), text, length)));
        text += length;
    }
}

void cordon_arg_list_add_input(CordonJudge *judge, const CordonCall *call, gboolean by_line,
                               CordonArgList *list)
{
    CordonArg unknown = {.type = CORDON_ARG_UNKNOWN, .text = "", .may_split = !by_line};

    switch (call->input) {
    case CORDON_INPUT_NONE:
        return;
    case CORDON_INPUT_PIPE:
        if (call->listed != NULL)
            unknown = (CordonArg){.type = CORDON_ARG_LISTED, .text = call->listed};
        break;
    case CORDON_INPUT_TEXT:
        if (call->input_text != NULL && strpbrk(call->input_text, "\"'\\") == NULL) {
            add_words(judge, list, call->input_text, by_line ? "\n" : " \t\n");
            return;
        }
        break;
    case CORDON_INPUT_FILE:
    default:
        break;
    }
    cordon_arg_list_add(judge, list, unknown);
}

void cordon_judge_fed_line(CordonJudge *judge, const CordonCall *call, const CordonArg *line)
{
    CordonCall fed = *call;

    fed.input = CORDON_INPUT_PIPE;
    fed.input_text = fed.listed = NULL;
    cordon_judge_value(judge, &fed, line, 'S');
}

/* Globs. */

static gboolean has_letter(const char *text)
{
    for (; *text != '\0'; text++) {
        if (g_ascii_isalnum(*text))
            return TRUE;
    }
    return FALSE;
}

static void add_glob(CordonJudge *judge, CordonArgList *list, const char *begin, const char *rest)
{
    char *glob = cordon_arena_concat(cordon_judge_arena(judge), begin, rest, NULL);

    /* Secret names count in any case of letters. */
    for (char *c = glob; *c != '\0'; c++)
        *c = g_ascii_tolower(*c);
    cordon_arg_list_add(judge, list, cordon_arg_constant(glob));
}

/* One glob of a name: '*', '?' and "[.]" at its begin match a dot, too, which the shell's do not. */
static void add_name_glob(CordonJudge *judge, CordonArgList *list, const char *glob,
                          gboolean with_hidden)
{
    const char *rest = glob + strspn(glob, "*");

    add_glob(judge, list, "", glob);
    if (!with_hidden)
        return;
    if (glob[0] == '*' && has_letter(rest))
        add_glob(judge, list, rest[0] == '.' ? "" : ".*", rest);
    if (glob[0] == '?' && has_letter(rest))
        add_glob(judge, list, ".", glob + 1);
    if (glob[0] == '[') {
        const char *end = strchr(glob + 2, ']');
        if (end != NULL && has_letter(end + 1))
            add_glob(judge, list, ".", end + 1);
    }
}

/* Each part of "a/.*env/b" that is a glob counts for itself, too: a folder may be secret. */
static void add_path_glob(CordonJudge *judge, CordonArgList *list, const char *glob,
                          gboolean with_hidden)
{
    CordonArena *arena = cordon_judge_arena(judge);

    while (g_str_has_prefix(glob, "**/") || g_str_has_prefix(glob, "*/") ||
           g_str_has_prefix(glob, "./") || glob[0] == '/')
        glob = strchr(glob, '/') + 1;
    const char *slash = strrchr(glob, '/');
    if (slash != NULL) {
        add_glob(judge, list, "", glob);
        for (const char *part = glob; part < slash; part += strcspn(part, "/") + 1) {
            gsize length = strcspn(part, "/");
            char *name = cordon_arena_strndup(arena, part, length);
            if (strpbrk(name, "*?[") != NULL && has_letter(name))
                add_name_glob(judge, list, name, with_hidden);
        }
        glob = slash + 1;
    }
    if (glob[0] != '\0')
        add_name_glob(judge, list, glob, with_hidden);
}

/* The end of the group that begins behind text, or NULL; *separator: the first ',' of its own, or NULL. */
static const char *end_of_braces(const char *text, const char **separator)
{
    guint depth = 0;

    *separator = NULL;
    for (; *text != '\0'; text++) {
        if (*text == '\\' && text[1] != '\0') {
            text++;
        } else if (*text == '{') {
            depth++;
        } else if (*text == '}') {
            if (depth == 0)
                return text;
            depth--;
        } else if (*text == ',' && depth == 0 && *separator == NULL) {
            *separator = text;
        }
    }
    return NULL;
}

static void expand_braces(CordonJudge *judge, CordonArgList *list, const char *glob,
                          gboolean with_hidden, guint *choices)
{
    CordonArena *arena = cordon_judge_arena(judge);
    const char *open = strchr(glob, '{');
    const char *comma = NULL;
    const char *close = open != NULL ? end_of_braces(open + 1, &comma) : NULL;

    if (++*choices > MAX_CHOICES) {
        add_glob(judge, list, "", TOO_MANY);
        return;
    }
    if (close == NULL) {
        add_path_glob(judge, list, glob, with_hidden);
        return;
    }
    const char *before = cordon_arena_strndup(arena, glob, (gsize)(open - glob));
    for (const char *part = open + 1; part <= close && *choices <= MAX_CHOICES;) {
        const char *end = end_of_braces(part, &comma);
        if (comma != NULL)
            end = comma;
        if (end == NULL)
            break;
        const char *choice = cordon_arena_strndup(arena, part, (gsize)(end - part));
        expand_braces(judge, list, cordon_arena_concat(arena, before, choice, close + 1, NULL),
                      with_hidden, choices);
        part = end + 1;
    }
}

void cordon_glob_list_add(CordonJudge *judge, CordonArgList *list, const char *glob,
                          gboolean with_hidden)
{
    guint choices = 0;

    expand_braces(judge, list, glob, with_hidden, &choices);
}

gboolean cordon_glob_leaves_secrets_out(const char *glob)
{
    while (glob[0] == '!' || glob[0] == '*' || glob[0] == '/')
        glob++;
    return g_str_has_prefix(glob, ".env");
}

/* Regular expressions. */

/* A regular expression on its way to a glob. */
typedef struct {
    CordonJudge *judge;
    CordonArgList *list;
    gboolean is_whole, with_hidden;
    guint choices;
} Regex;

static gsize escape_size(const char *text)
{
    return text[0] == '\\' && text[1] != '\0' ? 2 : 1;
}

/* "(", or "\(" of the older kinds. */
static gsize mark_size(const char *text, char mark)
{
    if (text[0] == mark)
        return 1;
    return text[0] == '\\' && text[1] == mark ? 2 : 0;
}

static gsize class_size(const char *text)
{
    gsize size = 1;

    if (text[size] == '^')
        size++;
    if (text[size] == ']')
        size++;
    size += strcspn(text + size, "]");
    return text[size] == ']' ? size + 1 : size;
}

/* The end of the group behind text, and the first "|" of its own. */
static const char *end_of_group(const char *text, const char **separator)
{
    guint depth = 0;

    *separator = NULL;
    while (*text != '\0') {
        if (mark_size(text, '(') > 0) {
            depth++;
        } else if (mark_size(text, ')') > 0) {
            if (depth == 0)
                return text;
            depth--;
        } else if (mark_size(text, '|') > 0 && depth == 0 && *separator == NULL) {
            *separator = text;
        }
        text += *text == '[' ? class_size(text) : escape_size(text);
    }
    return text;
}

/* A quantifier behind an atom, or 0: what it repeats becomes '*'. */
static gsize quantifier_size(const char *text)
{
    if (text[0] != '\0' && strchr("*+?", text[0]) != NULL)
        return 1;
    if (text[0] == '\\' && text[1] != '\0' && strchr("+?", text[1]) != NULL)
        return 2;
    gsize open = mark_size(text, '{');
    const char *close =
        open > 0 && (open == 2 || g_ascii_isdigit(text[1])) ? strchr(text, '}') : NULL;
    return close != NULL ? (gsize)(close - text) + 1 : 0;
}

/* One atom as a glob: ".", "\.", "[a-z]", "\w", "x". */
static void append_atom(GString *glob, const char *atom, gsize size)
{
    if (size == 2 && atom[0] == '\\')
        g_string_append_c(glob, g_ascii_isalnum(atom[1]) ? '*' : atom[1]);
    else if (atom[0] == '.')
        g_string_append_c(glob, '?');
    else
        g_string_append_len(glob, atom, (gssize)size);
}

/* An expression without groups and choices. */
static void add_plain_regex(Regex *regex, const char *text)
{
    g_autoptr(GString) glob = g_string_new(NULL);
    gboolean begins = regex->is_whole || text[0] == '^';
    gboolean ends = regex->is_whole || g_str_has_suffix(text, "$");

    if (!begins)
        g_string_append_c(glob, '*');
    while (*text != '\0') {
        gsize size = *text == '[' ? class_size(text) : escape_size(text);
        gsize repeat = quantifier_size(text + size);
        if (*text == '^' || *text == '$')
            repeat = 0;
        else if (repeat > 0)
            g_string_append_c(glob, '*');
        else
            append_atom(glob, text, size);
        text += size + repeat;
    }
    if (!ends)
        g_string_append_c(glob, '*');
    add_path_glob(regex->judge, regex->list, glob->str, regex->with_hidden);
}

static void expand_groups(Regex *regex, const char *text);

/* before + each choice of the group + after. */
static void expand_choices(Regex *regex, const char *before, const char *group, const char *end,
                           const char *after)
{
    CordonArena *arena = cordon_judge_arena(regex->judge);

    for (const char *part = group; part <= end && regex->choices <= MAX_CHOICES;) {
        const char *bar = NULL;
        const char *stop = end_of_group(part, &bar);
        if (bar != NULL && bar < end)
            stop = bar;
        stop = MIN(stop, end);
        const char *choice = cordon_arena_strndup(arena, part, (gsize)(stop - part));
        expand_groups(regex, cordon_arena_concat(arena, before, choice, after, NULL));
        if (stop == end)
            break;
        part = stop + mark_size(stop, '|');
    }
}

static void expand_groups(Regex *regex, const char *text)
{
    CordonArena *arena = cordon_judge_arena(regex->judge);
    const char *bar = NULL;
    const char *open = text;

    if (++regex->choices > MAX_CHOICES) {
        add_glob(regex->judge, regex->list, "", TOO_MANY);
        return;
    }
    const char *end = end_of_group(text, &bar);
    if (bar != NULL) {
        expand_choices(regex, "", text, end, end);
        return;
    }
    while (*open != '\0' && mark_size(open, '(') == 0)
        open += *open == '[' ? class_size(open) : escape_size(open);
    if (*open == '\0') {
        add_plain_regex(regex, text);
        return;
    }
    const char *group = open + mark_size(open, '(');
    if (g_str_has_prefix(group, "?:"))
        group += 2;
    end = end_of_group(group, &bar);
    const char *before = cordon_arena_strndup(arena, text, (gsize)(open - text));
    const char *after = end + mark_size(end, ')');
    gsize repeat = quantifier_size(after);
    if (repeat > 0)
        expand_groups(regex, cordon_arena_concat(arena, before, ".*", after + repeat, NULL));
    expand_choices(regex, before, group, end, after + repeat);
}

void cordon_regex_list_add(CordonJudge *judge, CordonArgList *list, const char *regex,
                           gboolean is_whole, gboolean with_hidden)
{
    Regex state = {.judge = judge, .list = list, .is_whole = is_whole, .with_hidden = with_hidden};

    expand_groups(&state, regex);
}

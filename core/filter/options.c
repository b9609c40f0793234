/* SPDX-License-Identifier: MIT */
/* The words of a command, sorted into options and operands by the row of its program. */
#include "filter/options.h"

#include <string.h>

/* The next item of a list of options, and the begin of the one behind it. */
static gboolean next_item(const char **cursor, CordonOptionSpec *ret)
{
    const char *text = *cursor + strspn(*cursor, " \n");

    if (*text == '\0')
        return FALSE;
    ret->names = text;
    ret->names_size = strcspn(text, " \n=:!+");
    ret->value = CORDON_OPTION_FLAG;
    ret->kind = 't';
    ret->rule = NULL;
    ret->rule_size = 0;
    ret->tag = '\0';
    text += ret->names_size;
    while (*text != '\0' && *text != ' ' && *text != '\n') {
        char mark = *text++;
        if (mark == '=' || mark == ':') {
            ret->value = mark == '=' ? CORDON_OPTION_VALUE : CORDON_OPTION_GLUED;
            ret->kind = *text;
            text += *text != '\0' ? 1 : 0;
        } else if (mark == '!') {
            ret->rule = text;
            ret->rule_size = strcspn(text, " \n+");
            text += ret->rule_size;
        } else if (mark == '+') {
            ret->tag = *text;
            text += *text != '\0' ? 1 : 0;
        }
    }
    *cursor = text;
    return TRUE;
}

gboolean cordon_option_spec_next(const char **cursor, CordonOptionSpec *ret)
{
    return *cursor != NULL && next_item(cursor, ret);
}

/* Walks through the names of an item. */
static const char *next_name(const CordonOptionSpec *spec, const char *name, gsize *size)
{
    /* Without a row there are no names. */
    if (spec->names_size == 0)
        return NULL;
    const char *end = spec->names + spec->names_size;
    name = name == NULL ? spec->names : name + *size + 1;
    if (name >= end)
        return NULL;
    const char *comma = memchr(name, ',', (gsize)(end - name));
    *size = (gsize)((comma != NULL ? comma : end) - name);
    return name;
}

typedef enum { MATCH_NONE, MATCH_PREFIX, MATCH_EXACT } Match;

static gboolean same(const char *a, const char *b, gsize size, gboolean folds)
{
    return folds ? g_ascii_strncasecmp(a, b, size) == 0 : strncmp(a, b, size) == 0;
}

/* word: size bytes with the dashes. */
static Match match(const CordonOptionSpec *spec, const char *word, gsize size, guint flags)
{
    gboolean folds = (flags & CORDON_PROGRAM_CASE_FOLDED) != 0;
    gboolean abbreviates =
        (flags & CORDON_PROGRAM_ABBREVIATES) != 0 && size > 2 && word[0] == '-' && word[1] == '-';
    gboolean abbreviates_single = folds && size > 1 && word[0] == '-';
    Match best = MATCH_NONE;
    gsize length = 0;

    for (const char *name = next_name(spec, NULL, &length); name != NULL;
         name = next_name(spec, name, &length)) {
        if (length == size && same(name, word, size, folds))
            return MATCH_EXACT;
        if ((abbreviates || abbreviates_single) && length > size && same(name, word, size, folds))
            best = MATCH_PREFIX;
    }
    return best;
}

/* An abbreviation may fit several options: the one that falls under a rule counts, then one that takes a value. */
static gboolean is_stricter(const CordonOptionSpec *a, const CordonOptionSpec *b)
{
    if ((a->rule != NULL) != (b->rule != NULL))
        return a->rule != NULL;
    return a->value == CORDON_OPTION_VALUE && b->value != CORDON_OPTION_VALUE;
}

static gboolean find(const char *options, const char *word, gsize size, guint flags,
                     CordonOptionSpec *ret)
{
    CordonOptionSpec spec;
    gboolean found = FALSE;

    while (cordon_option_spec_next(&options, &spec)) {
        Match how = match(&spec, word, size, flags);
        if (how == MATCH_EXACT) {
            *ret = spec;
            return TRUE;
        }
        if (how == MATCH_PREFIX && (!found || is_stricter(&spec, ret))) {
            *ret = spec;
            found = TRUE;
        }
    }
    return found;
}

/* What is being sorted. */
typedef struct {
    CordonArena *arena;
    const CordonArg *args;
    guint count, next;
    const char *options;
    guint flags;
    CordonSorted *sorted;
} Sorter;

static void add_option(Sorter *sorter, const CordonOptionSpec *spec, const CordonArg *value,
                       const CordonArg *word)
{
    CordonSorted *sorted = sorter->sorted;
    CordonSortedOption *option = &sorted->options[sorted->option_count++];

    option->spec = *spec;
    option->has_value = value != NULL;
    option->word = word;
    if (value != NULL)
        option->value = *value;
}

/* The next word as a value; an option at the end has none, which its program refuses. */
static const CordonArg *take_next(Sorter *sorter)
{
    return sorter->next < sorter->count ? &sorter->args[sorter->next++] : NULL;
}

/* MSBuild knows its switches in any case of letters. */
static guint flags_for(const Sorter *sorter, const char *text)
{
    gboolean folds = text[0] == '/' && (sorter->flags & CORDON_PROGRAM_SLASH_LISTED) != 0;

    return sorter->flags | (folds ? (guint)CORDON_PROGRAM_CASE_FOLDED : 0);
}

/* "-name", "--name" or "/name" with what is glued to it. */
static void sort_long(Sorter *sorter, const CordonArg *word, const char *end_of_name)
{
    gsize size = (gsize)(end_of_name - word->text);
    gboolean is_glued = *end_of_name != '\0';
    CordonOptionSpec spec = {
        .names = word->text, .names_size = size, .value = CORDON_OPTION_UNKNOWN, .kind = 'm'};
    CordonArg glued;

    (void)find(sorter->options, word->text, size, flags_for(sorter, word->text), &spec);
    if (is_glued) {
        glued = cordon_arg_skip(word, size + 1);
        add_option(sorter, &spec, &glued, word);
        return;
    }
    /* What is known of "--name$x" ends with the name, and the value may follow. */
    if (word->type != CORDON_ARG_CONSTANT && word->type != CORDON_ARG_PATTERN) {
        glued = cordon_arg_skip(word, size);
        add_option(sorter, &spec, &glued, word);
        return;
    }
    add_option(sorter, &spec, spec.value == CORDON_OPTION_VALUE ? take_next(sorter) : NULL, word);
}

/* "-abc", "-ofile", "-j4": letters one by one, until one takes the rest as its value. */
static void sort_cluster(Sorter *sorter, const CordonArg *word)
{
    gboolean known_all = TRUE;

    for (gsize i = 1; word->text[i] != '\0'; i++) {
        char letter[] = {'-', word->text[i], '\0'};
        CordonOptionSpec spec = {.value = CORDON_OPTION_FLAG, .kind = 't'};
        if (!find(sorter->options, letter, 2, sorter->flags & ~(guint)CORDON_PROGRAM_ABBREVIATES,
                  &spec)) {
            known_all = FALSE;
            continue;
        }
        gboolean at_end = word->text[i + 1] == '\0';
        CordonArg rest = cordon_arg_skip(word, i + 1);
        /* "-o=x": some programs take the sign as part of the value, some drop it; a path it is either way. */
        if (spec.value != CORDON_OPTION_FLAG && rest.text[0] == '=')
            rest = cordon_arg_skip(word, i + 2);
        if (spec.value == CORDON_OPTION_FLAG) {
            add_option(sorter, &spec, NULL, word);
            continue;
        }
        if (at_end && word->type == CORDON_ARG_CONSTANT)
            add_option(sorter, &spec, spec.value == CORDON_OPTION_VALUE ? take_next(sorter) : NULL,
                       word);
        else
            add_option(sorter, &spec, &rest, word);
        return;
    }
    if (!known_all && word->text[1] != '\0' && word->text[2] != '\0') {
        /* A letter that is not listed may have taken what follows it. */
        CordonOptionSpec spec = {
            .names = word->text, .names_size = 2, .value = CORDON_OPTION_UNKNOWN, .kind = 'm'};
        CordonArg rest = cordon_arg_skip(word, 2);
        add_option(sorter, &spec, &rest, word);
    }
}

static gboolean is_option(const Sorter *sorter, const CordonArg *word)
{
    const char *text = word->text;

    if (word->type == CORDON_ARG_LISTED || word->type == CORDON_ARG_STREAM)
        return FALSE;
    if ((sorter->flags & CORDON_PROGRAM_SLASH_OPTIONS) != 0 && text[0] == '/' && text[1] != '\0' &&
        ((sorter->flags & CORDON_PROGRAM_WINDOWS) != 0 || strpbrk(text + 1, "/\\") == NULL))
        return TRUE;
    if ((sorter->flags & CORDON_PROGRAM_SLASH_LISTED) != 0 && text[0] == '/' && text[1] != '\0') {
        CordonOptionSpec spec;
        return find(sorter->options, text, strcspn(text, ":="), flags_for(sorter, text), &spec);
    }
    return text[0] == '-' && text[1] != '\0';
}

static void sort_option(Sorter *sorter, const CordonArg *word)
{
    const char *text = word->text;
    gboolean is_long =
        text[1] == '-' || text[0] == '/' ||
        (sorter->flags & (CORDON_PROGRAM_LONG_SINGLE | CORDON_PROGRAM_CASE_FOLDED)) != 0;
    CordonOptionSpec spec;

    if ((sorter->flags & CORDON_PROGRAM_DIGITS) != 0 && g_ascii_isdigit(text[1]) && text[0] == '-')
        return;
    if (is_long) {
        const char *marks =
            (sorter->flags & CORDON_PROGRAM_CASE_FOLDED) != 0 || text[0] == '/' ? "=:" : "=";
        sort_long(sorter, word, text + strcspn(text, marks));
        return;
    }
    /* Programs that cluster may still have some options of one dash and a word: "-exec". */
    if (text[2] != '\0' && find(sorter->options, text, strcspn(text, "="), 0, &spec)) {
        sort_long(sorter, word, text + strcspn(text, "="));
        return;
    }
    sort_cluster(sorter, word);
}

void cordon_options_sort(CordonArena *arena, const CordonArg *args, guint count,
                         const char *options, guint flags, CordonSorted *ret)
{
    Sorter sorter = {.arena = arena,
                     .args = args,
                     .count = count,
                     .options = options,
                     .flags = flags,
                     .sorted = ret};
    gsize letters = 0;
    gboolean ended = FALSE;

    for (guint i = 0; i < count; i++)
        letters += args[i].text[0] == '-' && args[i].text[1] != '-' ? strlen(args[i].text) : 1;
    *ret = (CordonSorted){
        .options = CORDON_ARENA_ARRAY(arena, CordonSortedOption, letters + 1),
        .operands = CORDON_ARENA_ARRAY(arena, CordonArg, count + 1),
        .rest = count,
    };
    while (sorter.next < count) {
        const CordonArg *word = &args[sorter.next++];
        if (!ended && cordon_arg_is(word, "--")) {
            ended = TRUE;
            if ((flags & CORDON_PROGRAM_OPTIONS_FIRST) != 0) {
                ret->rest = sorter.next;
                break;
            }
            continue;
        }
        if (!ended && is_option(&sorter, word)) {
            sort_option(&sorter, word);
            continue;
        }
        if ((flags & CORDON_PROGRAM_OPTIONS_FIRST) != 0) {
            ret->rest = sorter.next - 1;
            break;
        }
        ret->operands[ret->operand_count++] = *word;
    }
}

gboolean cordon_option_is(const CordonSortedOption *option, const char *name)
{
    gsize length = 0;
    gsize size = strlen(name);

    for (const char *each = next_name(&option->spec, NULL, &length); each != NULL;
         each = next_name(&option->spec, each, &length)) {
        if (length == size && strncmp(each, name, size) == 0)
            return TRUE;
    }
    return FALSE;
}

/* The form that handlers see: the first spelling of each. */
CordonParsed cordon_call_parse(CordonJudge *judge, const CordonCall *call, const char *options,
                               guint flags)
{
    CordonArena *arena = cordon_judge_arena(judge);
    guint first = MIN(call->first, call->count);
    CordonSorted sorted;

    const CordonArg *words = first < call->count ? call->args + first : call->args;
    cordon_options_sort(arena, words, call->count - first, options, flags, &sorted);
    CordonOption *made = CORDON_ARENA_ARRAY(arena, CordonOption, sorted.option_count + 1);
    for (guint i = 0; i < sorted.option_count; i++) {
        const CordonSortedOption *option = &sorted.options[i];
        gsize size = strcspn(option->spec.names, ", =:!+\n");
        made[i].name =
            cordon_arena_strndup(arena, option->spec.names, MIN(size, option->spec.names_size));
        made[i].value = option->has_value ? &option->value : NULL;
    }
    CordonParsed parsed = {.options = made, .option_count = sorted.option_count};
    parsed.operands = sorted.operands;
    parsed.operand_count = sorted.operand_count;
    if ((flags & CORDON_PROGRAM_OPTIONS_FIRST) != 0) {
        parsed.operands = sorted.rest < call->count - first ? words + sorted.rest : words;
        parsed.operand_count = call->count - first - sorted.rest;
    }
    return parsed;
}

const CordonArg *cordon_parsed_find(const CordonParsed *parsed, const char *name)
{
    static const CordonArg nothing = {.type = CORDON_ARG_CONSTANT, .text = ""};

    for (guint i = 0; i < parsed->option_count; i++) {
        if (strcmp(parsed->options[i].name, name) == 0)
            return parsed->options[i].value != NULL ? parsed->options[i].value : &nothing;
    }
    return NULL;
}

/* SPDX-License-Identifier: MIT */
/* Words -> arguments: what the shell will make of a word, as far as that is known. */
#include "filter/private.h"
#include "shell/print.h"

#include <string.h>

/* One piece of a word that is being put together. */
typedef struct {
    const char *text;
    gboolean is_pattern;
} Piece;

/* The argument that is being put together, and those that are finished. */
typedef struct {
    CordonJudge *judge;
    const CordonScope *scope;
    CordonArgs *args;
    gboolean splits; /* unquoted values are cut at blanks and globbed */
    Piece *pieces;
    guint count, size;
    guint known;        /* pieces before the first one that is not known */
    CordonArgType type; /* CONSTANT until something less is known */
    gboolean is_there;  /* it exists even if it is empty */
    gboolean smells, may_split, is_number;
    gboolean is_flags, is_other; /* made of options of a compiler, of other values */
    const char *listed;          /* LISTED: folder */
} Builder;

static void add_piece(Builder *builder, const char *text, gboolean is_pattern)
{
    if (builder->count == builder->size) {
        guint size = MAX(8, builder->size * 2);
        Piece *grown = CORDON_ARENA_ARRAY(builder->judge->arena, Piece, size);
        if (builder->count > 0)
            memcpy(grown, builder->pieces, sizeof(Piece) * builder->count);
        builder->pieces = grown;
        builder->size = size;
    }
    builder->pieces[builder->count++] = (Piece){text, is_pattern};
    builder->is_there = TRUE;
}

static gboolean has_pattern(const Builder *builder)
{
    for (guint i = 0; i < builder->count; i++) {
        if (builder->pieces[i].is_pattern)
            return TRUE;
    }
    return FALSE;
}

static gboolean is_special(char c)
{
    return c == '*' || c == '?' || c == '[' || c == ']' || c == '\\';
}

/* The pieces joined; with escapes, what is literal gets a backslash before special characters. */
static char *join(const Builder *builder, guint count, gboolean escapes)
{
    gsize size = 1;

    for (guint i = 0; i < count; i++)
        size += strlen(builder->pieces[i].text) * (escapes ? 2 : 1);
    char *joined = cordon_arena_alloc(builder->judge->arena, size);
    char *end = joined;
    for (guint i = 0; i < count; i++) {
        for (const char *c = builder->pieces[i].text; *c != '\0'; c++) {
            if (escapes && !builder->pieces[i].is_pattern && is_special(*c))
                *end++ = '\\';
            *end++ = *c;
        }
    }
    return joined;
}

/* A path below "src/", when "src/" was written before a listed name. */
static const char *listed_text(const Builder *builder)
{
    const char *before = builder->count > 0 ? builder->pieces[0].text : "";
    const char *slash = strrchr(before, '/');

    if (slash == NULL)
        return builder->listed;
    const char *folder =
        cordon_arena_strndup(builder->judge->arena, before, (gsize)(slash - before) + 1);
    return builder->listed[0] == '\0'
               ? folder
               : cordon_arena_concat(builder->judge->arena, folder, builder->listed, NULL);
}

static CordonArg take(Builder *builder)
{
    CordonArg arg = {
        .type = builder->type, .smells = builder->smells, .may_split = builder->may_split};

    if (builder->type == CORDON_ARG_CONSTANT && has_pattern(builder))
        arg.type = CORDON_ARG_PATTERN;
    /* "/etc/x<(...)" is the name of no pipe. */
    if (builder->type == CORDON_ARG_STREAM && builder->count > 0)
        arg.type = CORDON_ARG_UNKNOWN;
    if (arg.type == CORDON_ARG_LISTED)
        arg.text = listed_text(builder);
    else if (arg.type == CORDON_ARG_STREAM)
        arg.text = builder->listed != NULL ? builder->listed : "";
    else if (builder->type == CORDON_ARG_CONSTANT && builder->count == 1 &&
             arg.type != CORDON_ARG_PATTERN)
        arg.text = builder->pieces[0].text;
    else
        arg.text = join(builder, arg.type == CORDON_ARG_UNKNOWN ? builder->known : builder->count,
                        arg.type == CORDON_ARG_PATTERN);
    for (guint i = 0; i < builder->known && arg.type == CORDON_ARG_TAME; i++)
        arg.known += strlen(builder->pieces[i].text);
    arg.is_number = arg.type == CORDON_ARG_TAME && builder->is_number;
    arg.is_flags = arg.type == CORDON_ARG_UNKNOWN && builder->is_flags && !builder->is_other &&
                   builder->count == 0;
    builder->count = builder->known = 0;
    builder->listed = NULL;
    builder->type = CORDON_ARG_CONSTANT;
    builder->is_there = builder->smells = builder->may_split = builder->is_number = FALSE;
    builder->is_flags = builder->is_other = FALSE;
    return arg;
}

static void finish(Builder *builder)
{
    if (builder->is_there)
        cordon_args_add(builder->judge->arena, builder->args, take(builder));
}

/* From here on less is known.  What is tame has a stand-in in the text, so that what follows it is seen. */
static void weaken(Builder *builder, CordonArgType type, gboolean is_number)
{
    static const guchar weakness[] = {
        [CORDON_ARG_CONSTANT] = 0, [CORDON_ARG_PATTERN] = 0, [CORDON_ARG_TAME] = 1,
        [CORDON_ARG_LISTED] = 2,   [CORDON_ARG_STREAM] = 3,  [CORDON_ARG_UNKNOWN] = 4,
    };
    gboolean was_number = builder->type == CORDON_ARG_CONSTANT || builder->is_number;

    builder->is_there = TRUE;
    if (builder->type == CORDON_ARG_CONSTANT)
        builder->known = builder->count;
    builder->is_number = was_number && is_number;
    if (weakness[type] > weakness[builder->type])
        builder->type = type;
}

static gboolean is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\n';
}

/* An unquoted value: cut at blanks, and its special characters are special. */
static void add_split(Builder *builder, const char *text)
{
    CordonArena *arena = builder->judge->arena;

    while (*text != '\0') {
        if (is_blank(*text)) {
            finish(builder);
            text += strspn(text, " \t\n");
            continue;
        }
        gsize length = strcspn(text, " \t\n");
        const char *field = cordon_arena_strndup(arena, text, length);
        add_piece(builder, field, strpbrk(field, "*?[\\") != NULL);
        text += length;
    }
}

static void add_known(Builder *builder, const char *text, gboolean is_quoted)
{
    if (is_quoted || !builder->splits) {
        add_piece(builder, text, FALSE);
        return;
    }
    add_split(builder, text);
}

/* A number, or another short word: a stand-in is what its text says. */
static void add_tame(Builder *builder, const char *text, gboolean is_number)
{
    weaken(builder, CORDON_ARG_TAME, is_number);
    add_piece(builder, text[0] != '\0' ? text : is_number ? "0" : "x", FALSE);
}

static void add_value(Builder *builder, const CordonArg *value, gboolean is_quoted)
{
    builder->smells = builder->smells || value->smells;
    /* In quotes it is one word, unless it only becomes a variable's value. */
    if (value->is_flags && (!is_quoted || !builder->splits))
        builder->is_flags = TRUE;
    else
        builder->is_other = TRUE;
    switch (value->type) {
    case CORDON_ARG_CONSTANT:
        add_known(builder, value->text, is_quoted);
        return;
    case CORDON_ARG_PATTERN:
        add_piece(builder, value->text, TRUE);
        return;
    case CORDON_ARG_LISTED:
        builder->listed = value->text;
        break;
    case CORDON_ARG_TAME:
        add_tame(builder, value->text, value->is_number);
        return;
    case CORDON_ARG_UNKNOWN:
        if (builder->type == CORDON_ARG_CONSTANT && value->text[0] != '\0')
            add_piece(builder, value->text, FALSE);
        break;
    case CORDON_ARG_STREAM:
    default:
        break;
    }
    weaken(builder, value->type, FALSE);
    if (!is_quoted && builder->splits)
        builder->may_split = TRUE;
}

static gboolean contains_folded(const char *text, const char *part)
{
    gsize length = strlen(part);

    for (; *text != '\0'; text++) {
        if (g_ascii_strncasecmp(text, part, length) == 0)
            return TRUE;
    }
    return FALSE;
}

gboolean cordon_variable_smells(const char *name)
{
    static const char *const parts[] = {"TOKEN", "SECRET", "KEY", "PASS", "CRED", "PRIVATE"};

    for (gsize i = 0; i < G_N_ELEMENTS(parts); i++) {
        if (contains_folded(name, parts[i]))
            return TRUE;
    }
    return FALSE;
}

static CordonArg unknown(const char *name)
{
    return (CordonArg){
        .type = CORDON_ARG_UNKNOWN, .text = "", .smells = cordon_variable_smells(name)};
}

CordonArg cordon_judge_variable(CordonJudge *judge, const CordonScope *scope, const char *name)
{
    const CordonFilterSettings *settings = judge->settings;
    const CordonArg *bound = cordon_scope_lookup(scope, name);

    if (bound != NULL)
        return *bound;
    if (strcmp(name, "HOME") == 0 && settings->home != NULL)
        return cordon_arg_constant(settings->home);
    if (strcmp(name, "USERPROFILE") == 0 && cordon_judge_is_windows(judge) &&
        settings->home != NULL)
        return cordon_arg_constant(settings->home);
    if ((strcmp(name, "USER") == 0 || strcmp(name, "LOGNAME") == 0) && settings->user != NULL)
        return cordon_arg_constant(settings->user);
    if (strcmp(name, "PWD") == 0 && scope->folder_count == 1)
        return cordon_arg_constant(scope->folders[0]);
    if (strcmp(name, "OLDPWD") == 0 && scope->previous != NULL)
        return cordon_arg_constant(scope->previous);
    if (strcmp(name, "TMPDIR") == 0 && settings->sandbox)
        return cordon_arg_constant(CORDON_SCRATCH);
    if (strcmp(name, "?") == 0 || strcmp(name, "#") == 0)
        return (CordonArg){.type = CORDON_ARG_TAME, .text = "", .is_number = TRUE};
    return unknown(name);
}

/* The folder part of a glob, for what is cut out of one of the names that match it. */
static const char *folder_of_pattern(CordonArena *arena, const char *pattern)
{
    const char *special = strpbrk(pattern, "*?[\\");
    const char *end = special != NULL ? special : pattern + strlen(pattern);

    while (end > pattern && end[-1] != '/')
        end--;
    return cordon_arena_strndup(arena, pattern, (gsize)(end - pattern));
}

/* What becomes of a value under ${x%p}, ${x/p/r} and the like. */
static CordonArg operated(Builder *builder, const CordonArg *value, const CordonShellPart *part)
{
    CordonArg result = {.type = CORDON_ARG_UNKNOWN, .text = "", .smells = value->smells};

    if (part->operation == CORDON_VARIABLE_LENGTH) {
        result.type = CORDON_ARG_TAME;
        result.is_number = TRUE;
        result.smells = FALSE;
        return result;
    }
    /* A piece of a listed path may still name any file in that folder, but none outside: no name is "..". */
    if (part->operation >= CORDON_VARIABLE_CUT_PREFIX &&
        part->operation <= CORDON_VARIABLE_CUT_SUFFIXES) {
        if (value->type == CORDON_ARG_PATTERN && cordon_text_names_secret(value->text, TRUE)) {
            result = *value;
        } else if (value->type == CORDON_ARG_PATTERN) {
            result.type = CORDON_ARG_LISTED;
            result.text = folder_of_pattern(builder->judge->arena, value->text);
        } else if (value->type == CORDON_ARG_LISTED || value->is_number) {
            result = *value;
        }
    }
    return result;
}

/* A suffix or the folders cut from a glob leave a glob, as long as what is cut is literal. */
static gboolean cut_pattern(Builder *builder, const CordonArg *value, const CordonShellPart *part,
                            CordonArg *ret)
{
    CordonArena *arena = builder->judge->arena;
    const char *cut = part->inner != NULL ? cordon_shell_word_literal(part->inner) : NULL;
    const char *slash = strrchr(value->text, '/');
    gsize length = strlen(value->text);

    *ret = *value;
    if (cut == NULL) {
        g_autofree char *shown = part->inner != NULL ? cordon_shell_print_word(part->inner) : NULL;
        gboolean is_base =
            part->operation == CORDON_VARIABLE_CUT_PREFIXES && g_strcmp0(shown, "*'/'") == 0;
        if (is_base && slash != NULL)
            ret->text = slash + 1;
        return is_base;
    }
    gsize size = strlen(cut);
    if (part->operation == CORDON_VARIABLE_CUT_SUFFIX ||
        part->operation == CORDON_VARIABLE_CUT_SUFFIXES) {
        if (!g_str_has_suffix(value->text, cut) || size >= length || strpbrk(cut, "*?[]\\") != NULL)
            return FALSE;
        ret->text = cordon_arena_strndup(arena, value->text, length - size);
        return TRUE;
    }
    if (!g_str_has_prefix(value->text, cut) || size >= length || strpbrk(cut, "*?[]\\") != NULL)
        return FALSE;
    ret->text += size;
    return TRUE;
}

static gboolean cut_constant(Builder *builder, const CordonArg *value, const CordonShellPart *part,
                             CordonArg *ret)
{
    const char *cut = part->inner != NULL ? cordon_shell_word_literal(part->inner) : NULL;
    gsize length = strlen(value->text);
    gboolean is_suffix = part->operation == CORDON_VARIABLE_CUT_SUFFIX ||
                         part->operation == CORDON_VARIABLE_CUT_SUFFIXES;
    gboolean is_prefix = part->operation == CORDON_VARIABLE_CUT_PREFIX ||
                         part->operation == CORDON_VARIABLE_CUT_PREFIXES;

    if (!is_suffix && !is_prefix)
        return FALSE;
    if (value->type == CORDON_ARG_PATTERN)
        return cut_pattern(builder, value, part, ret);
    if (value->type != CORDON_ARG_CONSTANT || cut == NULL)
        return FALSE;
    gsize size = strlen(cut);
    *ret = *value;
    if (is_suffix && g_str_has_suffix(value->text, cut))
        ret->text = cordon_arena_strndup(builder->judge->arena, value->text, length - size);
    else if (is_prefix && g_str_has_prefix(value->text, cut))
        ret->text += size;
    return TRUE;
}

/* The words of an operation are judged whether they are used or not. */
static CordonArg inner_value(Builder *builder, const CordonShellWord *inner)
{
    if (inner == NULL)
        return cordon_arg_constant("");
    return cordon_judge_expand_one(builder->judge, builder->scope, inner);
}

/* ${x=word}: what the line knows of the variable would no longer be right. */
static CordonArg assigned_default(Builder *builder, const CordonShellPart *part)
{
    if (cordon_scope_lookup(builder->scope, part->text) != NULL)
        cordon_judge_find(builder->judge, NULL, CORDON_RULE_UNREADABLE,
                          "Set the variable in one place.",
                          "${%s=...} may change a variable that the line sets itself.", part->text);
    return unknown(part->text);
}

/* ${x-word}: what the line set is set and, as a constant, known to be empty or not. */
static CordonArg default_value(const CordonShellPart *part, const CordonArg *value,
                               const CordonArg *inner)
{
    if (value->type != CORDON_ARG_CONSTANT)
        return (CordonArg){
            .type = CORDON_ARG_UNKNOWN, .text = "", .smells = value->smells || inner->smells};
    return part->if_empty && value->text[0] == '\0' ? *inner : *value;
}

static void add_variable(Builder *builder, const CordonShellPart *part)
{
    CordonArg value = cordon_judge_variable(builder->judge, builder->scope, part->text);
    CordonArg inner = inner_value(builder, part->inner);
    CordonArg cut;

    (void)inner_value(builder, part->replacement);
    if (part->operation == CORDON_VARIABLE_ASSIGN)
        value = assigned_default(builder, part);
    else if (part->operation == CORDON_VARIABLE_DEFAULT)
        value = default_value(part, &value, &inner);
    else if (part->operation != CORDON_VARIABLE_PLAIN)
        value = cut_constant(builder, &value, part, &cut) ? cut : operated(builder, &value, part);
    add_value(builder, &value, part->is_quoted);
}

/* $((...)): a name's value is evaluated as an expression of its own, so it must be a number for certain. */
static void add_arithmetic(Builder *builder, const CordonShellPart *part)
{
    for (guint i = 0; i < part->inner->count; i++) {
        const CordonShellPart *piece = &part->inner->parts[i];
        if (piece->type == CORDON_PART_LITERAL)
            continue;
        CordonArg value = piece->type == CORDON_PART_VARIABLE
                              ? cordon_judge_variable(builder->judge, builder->scope, piece->text)
                              : unknown("");
        gboolean is_number =
            value.is_number || (value.type == CORDON_ARG_CONSTANT && value.text[0] != '\0' &&
                                value.text[strspn(value.text, "0123456789")] == '\0');
        if (!is_number)
            cordon_judge_find(
                builder->judge, NULL, CORDON_RULE_UNREADABLE,
                "Use numbers, and variables that the line itself sets to numbers.",
                "The value of $%s in an arithmetic expression is not known to be a number.",
                piece->type == CORDON_PART_VARIABLE ? piece->text : "(...)");
    }
    add_tame(builder, "", TRUE);
}

static void add_tilde(Builder *builder, const CordonShellPart *part)
{
    CordonArg value = {.type = CORDON_ARG_UNKNOWN, .text = ""};

    if (part->text[0] == '\0' && builder->judge->settings->home != NULL)
        value = cordon_arg_constant(builder->judge->settings->home);
    else if (strcmp(part->text, "+") == 0)
        value = cordon_judge_variable(builder->judge, builder->scope, "PWD");
    else if (strcmp(part->text, "-") == 0)
        value = cordon_judge_variable(builder->judge, builder->scope, "OLDPWD");
    else
        /* The home of another user lies where no project is. */
        cordon_judge_find(builder->judge, NULL, CORDON_RULE_OUTSIDE_PROJECT, NULL,
                          "~%s is the home of another user.", part->text);
    add_value(builder, &value, TRUE);
}

static void add_process(Builder *builder, const CordonShellPart *part)
{
    CordonStdin input = {.kind = part->is_output ? CORDON_INPUT_PIPE : CORDON_INPUT_NONE};

    CordonOutcome outcome = cordon_judge_node(builder->judge, builder->scope, part->body, input, 0);
    weaken(builder, CORDON_ARG_STREAM, FALSE);
    if (!part->is_output)
        builder->listed = outcome.listed;
}

static void add_part(Builder *builder, const CordonShellPart *part)
{
    CordonArg value;

    switch (part->type) {
    case CORDON_PART_LITERAL:
        add_piece(builder, part->text, FALSE);
        break;
    case CORDON_PART_PATTERN:
        add_piece(builder, part->text, builder->splits);
        break;
    case CORDON_PART_TILDE:
        add_tilde(builder, part);
        break;
    case CORDON_PART_VARIABLE:
        add_variable(builder, part);
        break;
    case CORDON_PART_COMMAND:
        value = cordon_judge_output(builder->judge, builder->scope, part->body);
        add_value(builder, &value, part->is_quoted);
        break;
    case CORDON_PART_ARITHMETIC:
        add_arithmetic(builder, part);
        break;
    case CORDON_PART_PROCESS:
    default:
        add_process(builder, part);
        break;
    }
}

/* A value that is quoted and empty is a word all the same. */
static gboolean is_kept_when_empty(const CordonShellWord *word)
{
    if (word->count == 0)
        return TRUE;
    for (guint i = 0; i < word->count; i++) {
        if (word->parts[i].type == CORDON_PART_LITERAL || word->parts[i].is_quoted)
            return TRUE;
    }
    return FALSE;
}

static void build(Builder *builder, const CordonShellWord *word)
{
    builder->is_there = is_kept_when_empty(word);
    for (guint i = 0; i < word->count; i++)
        add_part(builder, &word->parts[i]);
}

void cordon_judge_expand(CordonJudge *judge, const CordonScope *scope, const CordonShellWord *word,
                         CordonArgs *args)
{
    const char *literal = cordon_shell_word_literal(word);

    if (literal != NULL) {
        cordon_args_add(judge->arena, args, cordon_arg_constant(literal));
        return;
    }
    Builder builder = {.judge = judge, .scope = scope, .args = args, .splits = TRUE};
    build(&builder, word);
    finish(&builder);
}

CordonArg cordon_judge_expand_one(CordonJudge *judge, const CordonScope *scope,
                                  const CordonShellWord *word)
{
    const char *literal = cordon_shell_word_literal(word);

    if (literal != NULL)
        return cordon_arg_constant(literal);
    CordonArgs args = {0};
    Builder builder = {.judge = judge, .scope = scope, .args = &args, .splits = FALSE};
    build(&builder, word);
    return take(&builder);
}

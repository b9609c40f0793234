/* SPDX-License-Identifier: MIT */
/* ${...}: what every shell knows of it, and two things that only bash does. */
#include "shell/reader.h"

#include <string.h>

static gboolean fail(CordonReader *reader, const char *construct)
{
    return cordon_scan_fail(reader, construct, NULL);
}

static gboolean close_brace(CordonReader *reader)
{
    if (cordon_scan_accept(reader, '}'))
        return TRUE;
    return cordon_scan_peek(reader) == '\0' ? fail(reader, "unterminated ${")
                                            : fail(reader, "${...} of an unknown kind");
}

static gboolean take_while(CordonReader *reader, gboolean (*belongs)(char), const char **ret_text)
{
    guint mark = reader->texts.count;

    for (char c = cordon_scan_peek(reader); belongs(c); c = cordon_scan_peek(reader)) {
        cordon_pile_append(reader->arena, &reader->texts, &c, 1);
        cordon_scan_advance(reader);
    }
    cordon_pile_append(reader->arena, &reader->texts, "", 1);
    *ret_text = cordon_pile_take(reader->arena, &reader->texts, mark);
    return TRUE;
}

static gboolean is_name_character(char c)
{
    return cordon_char_is_name(c);
}

static gboolean is_digit(char c)
{
    return g_ascii_isdigit(c);
}

/* A name or a number; specials have no operations. */
static gboolean read_name(CordonReader *reader, const char **ret_name)
{
    char c = cordon_scan_peek(reader);

    if (cordon_char_starts_name(c)) {
        take_while(reader, is_name_character, ret_name);
        return g_str_equal(*ret_name, "_") ? fail(reader, "$_") : TRUE;
    }
    if (!g_ascii_isdigit(c))
        return c == '\0' ? fail(reader, "unterminated ${")
                         : fail(reader, "${...} of an unknown kind");
    take_while(reader, is_digit, ret_name);
    return (**ret_name == '0' && (*ret_name)[1] != '\0') || strlen(*ret_name) > 4
               ? fail(reader, "positional parameter")
               : TRUE;
}

/* The word of an operation, up to the brace or slash, which is not taken. */
static gboolean read_inner(CordonReader *reader, guint use, const CordonQuoted *quoted,
                           gboolean has_slash, const CordonShellWord **ret_word)
{
    CordonShellWord *word = CORDON_ARENA_NEW(reader->arena, CordonShellWord);
    CordonBuilder builder;

    use |= CORDON_WORD_INNER | CORDON_WORD_NO_TILDE | (has_slash ? CORDON_WORD_SLASH : 0);
    *ret_word = word;
    if (quoted == NULL)
        return cordon_read_word(reader, use, word);
    cordon_builder_begin(reader, &builder, use);
    if (!cordon_read_quoted(reader, &builder,
                            has_slash ? CORDON_QUOTED_SLASH : CORDON_QUOTED_INNER))
        return FALSE;
    cordon_builder_end(reader, &builder, word);
    for (guint i = 0; i < word->count; i++)
        if (word->parts[i].type == CORDON_PART_VARIABLE &&
            strchr("@*", *word->parts[i].text) != NULL)
            return fail(reader, "$@ or $* beside other text");
    return TRUE;
}

static gboolean is_empty_literal(const CordonShellPart *part)
{
    return part->type == CORDON_PART_LITERAL && *part->text == '\0';
}

/* Empty quotes are nothing in a pattern, and where it stands in "..." they could not be written. */
static gboolean read_pattern(CordonReader *reader, const CordonQuoted *quoted, gboolean has_slash,
                             const CordonShellWord **ret_word)
{
    const CordonShellWord *word;

    if (!read_inner(reader, CORDON_WORD_GLOBS, quoted, has_slash, &word))
        return FALSE;
    CordonShellWord *pattern = CORDON_ARENA_NEW(reader->arena, CordonShellWord);
    CordonShellPart *parts =
        CORDON_ARENA_ARRAY(reader->arena, CordonShellPart, MAX(word->count, 1));
    *pattern = (CordonShellWord){.parts = parts, .offset = word->offset};
    for (guint i = 0; i < word->count; i++)
        if (!is_empty_literal(&word->parts[i]))
            parts[pattern->count++] = word->parts[i];
    cordon_pattern_note_match(reader, pattern);
    *ret_word = pattern;
    return TRUE;
}

static gboolean has_literal(const CordonShellWord *word)
{
    for (guint i = 0; i < word->count; i++)
        if (word->parts[i].type == CORDON_PART_LITERAL)
            return TRUE;
    return FALSE;
}

/* ${x:-''} is an empty word, ${x:-} none; the tree cannot tell. */
static gboolean check_empty(CordonReader *reader, const CordonShellPart *part, gsize start)
{
    for (guint i = 0; i < part->inner->count; i++)
        if (is_empty_literal(&part->inner->parts[i]))
            return fail(reader, "empty quotes in ${...}");
    return part->inner->count > 0 || reader->source.at == cordon_scan_settle(reader, start) ||
           fail(reader, "empty quotes in ${...}");
}

static gboolean read_value(CordonReader *reader, CordonShellPart *part, const CordonQuoted *quoted)
{
    gsize start = reader->source.at;

    if (!read_inner(reader, CORDON_WORD_NO_GLOBS, quoted, FALSE, &part->inner))
        return FALSE;
    if (quoted == NULL) {
        reader->has_split_literal |= has_literal(part->inner);
        if (!check_empty(reader, part, start))
            return FALSE;
    }
    if (part->operation == CORDON_VARIABLE_ASSIGN) {
        reader->sets_ifs |= g_str_equal(part->text, "IFS");
        cordon_pattern_note_value(reader, part->text, part->inner, FALSE);
    }
    return TRUE;
}

/* Bash does not expand the pattern when there is nothing to cut. */
static gboolean check_pattern(CordonReader *reader, const CordonShellWord *pattern)
{
    for (guint i = 0; i < pattern->count; i++) {
        const CordonShellPart *part = &pattern->parts[i];
        gboolean has_effect = part->type == CORDON_PART_COMMAND ||
                              part->operation == CORDON_VARIABLE_ASSIGN ||
                              part->operation == CORDON_VARIABLE_ERROR;
        if (has_effect || (part->inner != NULL && !check_pattern(reader, part->inner)))
            return fail(reader, "expansion with an effect in the pattern of ${...}");
    }
    return TRUE;
}

static gboolean read_cut(CordonReader *reader, CordonShellPart *part, const CordonQuoted *quoted,
                         char c)
{
    gboolean is_longest;

    cordon_scan_advance(reader);
    is_longest = cordon_scan_accept(reader, c);
    if (c == '#')
        part->operation = is_longest ? CORDON_VARIABLE_CUT_PREFIXES : CORDON_VARIABLE_CUT_PREFIX;
    else
        part->operation = is_longest ? CORDON_VARIABLE_CUT_SUFFIXES : CORDON_VARIABLE_CUT_SUFFIX;
    return read_pattern(reader, quoted, FALSE, &part->inner) && check_pattern(reader, part->inner);
}

static gboolean read_replacement(CordonReader *reader, CordonShellPart *part,
                                 const CordonQuoted *quoted)
{
    if (!cordon_scan_accept(reader, '/'))
        return TRUE;
    if (!read_inner(reader, 0, quoted, FALSE, &part->replacement))
        return FALSE;
    for (guint i = 0; i < part->replacement->count; i++) {
        const CordonShellPart *piece = &part->replacement->parts[i];
        if (piece->type == CORDON_PART_LITERAL && strchr(piece->text, '&') != NULL)
            return fail(reader, "& in ${.../...}");
    }
    return TRUE;
}

static gboolean read_replace(CordonReader *reader, CordonShellPart *part,
                             const CordonQuoted *quoted)
{
    char c;

    cordon_scan_advance(reader);
    reader->has_bash_only = TRUE;
    part->operation =
        cordon_scan_accept(reader, '/') ? CORDON_VARIABLE_REPLACE_ALL : CORDON_VARIABLE_REPLACE;
    c = cordon_scan_peek(reader);
    if (c == '#' || c == '%' || c == '/' || c == '}')
        return fail(reader, "anchored or empty pattern in ${.../...}");
    return read_pattern(reader, quoted, TRUE, &part->inner) &&
           read_replacement(reader, part, quoted);
}

static const CordonShellWord *literal_word(CordonReader *reader, const char *text)
{
    CordonShellWord *word = CORDON_ARENA_NEW(reader->arena, CordonShellWord);
    CordonShellPart *part = CORDON_ARENA_NEW(reader->arena, CordonShellPart);

    part->type = CORDON_PART_LITERAL;
    part->text = text;
    word->parts = part;
    word->count = 1;
    word->offset = cordon_scan_offset(reader, reader->source.at);
    return word;
}

static gboolean read_slice_number(CordonReader *reader, const CordonShellWord **ret_word)
{
    const char *digits;

    take_while(reader, is_digit, &digits);
    if (*digits == '\0' || strlen(digits) > 9 || (*digits == '0' && digits[1] != '\0'))
        return fail(reader, "${x:...} with something else than numbers");
    *ret_word = literal_word(reader, digits);
    return TRUE;
}

static gboolean read_slice(CordonReader *reader, CordonShellPart *part)
{
    reader->has_bash_only = TRUE;
    part->operation = CORDON_VARIABLE_SLICE;
    if (g_ascii_isdigit(*part->text))
        return fail(reader, "positional parameter");
    return read_slice_number(reader, &part->inner) &&
           (!cordon_scan_accept(reader, ':') || read_slice_number(reader, &part->replacement));
}

static gboolean read_default(CordonReader *reader, CordonShellPart *part,
                             const CordonQuoted *quoted, char c)
{
    static const CordonVariableOperation operations[] = {
        CORDON_VARIABLE_DEFAULT,
        CORDON_VARIABLE_ASSIGN,
        CORDON_VARIABLE_ERROR,
        CORDON_VARIABLE_ALTERNATE,
    };

    cordon_scan_advance(reader);
    part->operation = operations[strchr("-=?+", c) - "-=?+"];
    if (part->operation == CORDON_VARIABLE_ASSIGN && g_ascii_isdigit(*part->text))
        return fail(reader, "positional parameter");
    return read_value(reader, part, quoted);
}

static gboolean refuse_operation(CordonReader *reader, char c)
{
    static const struct {
        char c;
        const char *construct;
    } rows[] = {
        {'[', "array"}, {'^', "${x^}"}, {',', "${x,}"}, {'@', "${x@}"}, {'~', "${x~}"},
    };

    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++)
        if (rows[i].c == c)
            return fail(reader, rows[i].construct);
    return close_brace(reader);
}

static gboolean read_operation(CordonReader *reader, CordonShellPart *part,
                               const CordonQuoted *quoted)
{
    char c = cordon_scan_peek(reader);

    if (c == '}')
        return TRUE;
    if (c == ':') {
        cordon_scan_advance(reader);
        part->if_empty = TRUE;
        c = cordon_scan_peek(reader);
        if (c == '\0' || strchr("-=?+", c) == NULL) {
            part->if_empty = FALSE;
            return read_slice(reader, part);
        }
    }
    if (c != '\0' && strchr("-=?+", c) != NULL)
        return read_default(reader, part, quoted, c);
    if (c == '#' || c == '%')
        return read_cut(reader, part, quoted, c);
    return c == '/' ? read_replace(reader, part, quoted) : refuse_operation(reader, c);
}

static gboolean read_named(CordonReader *reader, CordonShellPart *part, const CordonQuoted *quoted)
{
    return read_name(reader, &part->text) && read_operation(reader, part, quoted) &&
           close_brace(reader);
}

/* ${#} ${#x} */
static gboolean read_length(CordonReader *reader, CordonShellPart *part)
{
    cordon_scan_advance(reader);
    part->text = "#";
    if (cordon_scan_accept(reader, '}'))
        return TRUE;
    part->operation = CORDON_VARIABLE_LENGTH;
    reader->counts_characters = TRUE;
    return read_name(reader, &part->text) && close_brace(reader);
}

static gboolean read_special(CordonReader *reader, CordonShellPart *part, char c)
{
    if (c == '!' && cordon_scan_next(reader) != '}')
        return fail(reader, "${!x}");
    reader->has_status |= c == '?';
    cordon_scan_advance(reader);
    part->text = cordon_arena_strndup(reader->arena, &c, 1);
    return close_brace(reader);
}

gboolean cordon_read_parameter(CordonReader *reader, CordonBuilder *builder,
                               const CordonQuoted *quoted)
{
    CordonShellPart part = {.type = CORDON_PART_VARIABLE, .is_quoted = quoted != NULL};
    char c = cordon_scan_peek(reader);
    gboolean is_read;

    cordon_builder_flush(reader, builder);
    if (!cordon_scan_enter(reader))
        return FALSE;
    if (c == '#')
        is_read = read_length(reader, &part);
    else if (c != '\0' && strchr("!@*?$", c) != NULL)
        is_read = read_special(reader, &part, c);
    else
        is_read = read_named(reader, &part, quoted);
    if (!is_read)
        return FALSE;
    cordon_scan_leave(reader);
    cordon_builder_piece(reader, builder)->part = part;
    return TRUE;
}

/* SPDX-License-Identifier: MIT */
/* Words outside quotes. */
#include "shell/reader.h"

#include <string.h>

/* Characters that may mean something outside quotes, depending on where they stand. */
static gboolean is_special(char c)
{
    switch (c) {
    case '\'':
    case '"':
    case '\\':
    case '$':
    case '`':
    case '*':
    case '?':
    case '[':
    case '{':
    case '}':
    case ',':
    case '~':
    case '/':
        return TRUE;
    default:
        return cordon_char_ends_word(c);
    }
}

gboolean cordon_word_is_next(CordonReader *reader)
{
    char c = cordon_scan_peek(reader);

    return !cordon_char_ends_word(c) || ((c == '<' || c == '>') && cordon_scan_next(reader) == '(');
}

static void read_run(CordonReader *reader, CordonBuilder *builder)
{
    CordonSource *source = &reader->source;
    gsize start = source->at++;

    while (!is_special(source->text[source->at]))
        source->at++;
    cordon_builder_add(reader, builder, source->text + start, source->at - start, TRUE);
}

static gboolean read_literal(CordonReader *reader, CordonBuilder *builder)
{
    char c = cordon_scan_peek(reader);

    cordon_builder_add(reader, builder, &c, 1, TRUE);
    cordon_scan_advance(reader);
    return TRUE;
}

static gboolean read_brace(CordonReader *reader, CordonBuilder *builder)
{
    static const struct {
        char c;
        CordonBrace brace;
        const char *text;
    } rows[] = {
        {'{', CORDON_BRACE_OPEN, "{"},
        {',', CORDON_BRACE_COMMA, ","},
        {'}', CORDON_BRACE_CLOSE, "}"},
    };
    char c = cordon_scan_peek(reader);

    if (c == '{' && (builder->use & CORDON_WORD_INNER))
        return cordon_scan_fail(reader, "brace in ${...}", NULL);
    if (!(builder->use & (CORDON_WORD_BRACES | CORDON_WORD_NO_BRACES)) ||
        (c != '{' && !builder->has_braces))
        return read_literal(reader, builder);
    cordon_builder_flush(reader, builder);
    builder->has_braces = TRUE;
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        if (rows[i].c != c)
            continue;
        CordonPiece *piece = cordon_builder_piece(reader, builder);
        piece->part.text = rows[i].text;
        piece->brace = rows[i].brace;
        piece->is_bare = TRUE;
    }
    builder->previous = c;
    cordon_scan_advance(reader);
    return TRUE;
}

static gboolean read_glob(CordonReader *reader, CordonBuilder *builder)
{
    char c = cordon_scan_peek(reader);

    if (builder->use & CORDON_WORD_NO_GLOBS)
        return cordon_scan_fail(reader, "pattern where a single file is expected", NULL);
    if (!(builder->use & CORDON_WORD_GLOBS))
        return read_literal(reader, builder);
    if (c == '[')
        return cordon_read_bracket(reader, builder);
    CordonPiece *piece = cordon_builder_piece(reader, builder);
    piece->part.type = CORDON_PART_PATTERN;
    piece->part.text = c == '*' ? "*" : "?";
    builder->previous = c;
    cordon_scan_advance(reader);
    return TRUE;
}

/* Does the word begin like an assignment?  Then bash expands a tilde behind the = although it is an argument. */
static gboolean starts_assigned(const CordonReader *reader, const CordonBuilder *builder)
{
    const char *text = reader->source.text;
    gsize at = cordon_scan_settle(reader, builder->start);

    if (!cordon_char_starts_name(text[at]))
        return FALSE;
    while (cordon_char_is_name(text[at]))
        at = cordon_scan_settle(reader, at + 1);
    if (text[at] == '+')
        at = cordon_scan_settle(reader, at + 1);
    return text[at] == '=';
}

/* Looked at once a word, so that reading stays linear. */
static gboolean looks_assigned(const CordonReader *reader, CordonBuilder *builder)
{
    if (!builder->was_looked_at)
        builder->looks_assigned = starts_assigned(reader, builder);
    builder->was_looked_at = TRUE;
    return builder->looks_assigned;
}

static gboolean ends_tilde(const CordonBuilder *builder, char c)
{
    return c == '/' || (cordon_char_ends_word(c) && c != '(') ||
           (c == ':' && (builder->use & CORDON_WORD_ASSIGNED));
}

/* ~ ~name ~+ ~-; anything else that shells read differently is refused. */
static gboolean read_tilde(CordonReader *reader, CordonBuilder *builder)
{
    guint mark;
    char c;

    cordon_builder_flush(reader, builder);
    mark = reader->texts.count;
    cordon_scan_advance(reader);
    c = cordon_scan_peek(reader);
    if (c == '+' || c == '-')
        reader->has_bash_only = TRUE;
    else if (g_ascii_isdigit(c))
        return cordon_scan_fail(reader, "tilde with a number", NULL);
    for (; !ends_tilde(builder, c); c = cordon_scan_peek(reader)) {
        gboolean is_sign = (c == '+' || c == '-') && reader->texts.count == mark;
        gboolean is_after_sign =
            reader->texts.count == mark + 1 && strchr("+-", reader->texts.items[mark]) != NULL;
        if ((!cordon_char_is_name(c) && !is_sign && c != '.' && c != '-') || is_after_sign)
            return cordon_scan_fail(reader, "tilde before something else than a name", NULL);
        cordon_pile_append(reader->arena, &reader->texts, &c, 1);
        cordon_scan_advance(reader);
    }
    cordon_pile_append(reader->arena, &reader->texts, "", 1);
    const char *text = cordon_pile_take(reader->arena, &reader->texts, mark);
    CordonPiece *piece = cordon_builder_piece(reader, builder);
    piece->part.type = CORDON_PART_TILDE;
    piece->part.text = text;
    return TRUE;
}

static gboolean is_at_start(const CordonReader *reader, const CordonBuilder *builder)
{
    return !builder->has_text && reader->pieces.count == builder->mark;
}

static gboolean meet_tilde(CordonReader *reader, CordonBuilder *builder)
{
    gboolean is_at_border = builder->previous == ':' || builder->previous == '=';

    if (builder->use & CORDON_WORD_NO_TILDE) {
        if (is_at_border || is_at_start(reader, builder))
            return cordon_scan_fail(reader, "tilde in ${...}", NULL);
        return read_literal(reader, builder);
    }
    if (is_at_start(reader, builder) ||
        ((builder->use & CORDON_WORD_ASSIGNED) && builder->previous == ':'))
        return read_tilde(reader, builder);
    if (builder->use & CORDON_WORD_ASSIGNED)
        return read_literal(reader, builder);
    /* Where bash does not split a word it takes it for the value of an assignment. */
    if (is_at_border && (!(builder->use & CORDON_WORD_BRACES) || looks_assigned(reader, builder)))
        return cordon_scan_fail(reader, "tilde behind = or :", "write the path out");
    return read_literal(reader, builder);
}

static gboolean read_special(CordonReader *reader, CordonBuilder *builder, char c)
{
    if ((builder->use & CORDON_WORD_SLASH) && strchr("'\"\\", c) != NULL)
        return cordon_scan_fail(reader, "quotes in ${.../...}", NULL);
    switch (c) {
    case '\'':
        return cordon_read_single_quoted(reader, builder);
    case '"':
        cordon_scan_advance(reader);
        return cordon_read_quoted(reader, builder, CORDON_QUOTED_DOUBLE);
    case '\\':
        return cordon_read_escape(reader, builder);
    case '$':
        return cordon_read_dollar(reader, builder, NULL);
    case '`':
        return cordon_read_backquotes(reader, builder, NULL);
    case '*':
    case '?':
    case '[':
        return read_glob(reader, builder);
    case '{':
    case '}':
    case ',':
        return read_brace(reader, builder);
    case '~':
        return meet_tilde(reader, builder);
    default:
        return read_literal(reader, builder);
    }
}

static gboolean is_inner_end(const CordonBuilder *builder, char c)
{
    return (c == '}' && (builder->use & CORDON_WORD_INNER)) ||
           (c == '/' && (builder->use & CORDON_WORD_SLASH));
}

/* At a character that ends a word, unless it begins a process substitution. */
static gboolean meet_end(CordonReader *reader, CordonBuilder *builder, gboolean *ret_goes_on)
{
    char c = cordon_scan_peek(reader);

    *ret_goes_on = FALSE;
    if (builder->use & CORDON_WORD_INNER)
        return c == '\0' ? cordon_scan_fail(reader, "unterminated ${", NULL)
                         : cordon_scan_fail(reader, "unquoted text in ${...} that is not one word",
                                            "put the whole ${...} in double quotes");
    if ((c == '<' || c == '>') && cordon_scan_next(reader) == '(') {
        *ret_goes_on = TRUE;
        return cordon_read_process(reader, builder);
    }
    if (c == '(' && builder->previous != '\0' && strchr("?*+@!", builder->previous) != NULL)
        return cordon_scan_fail(reader, "extended pattern", NULL);
    return TRUE;
}

static gboolean read_pieces(CordonReader *reader, CordonBuilder *builder)
{
    for (gboolean goes_on = TRUE; goes_on;) {
        char c = cordon_scan_peek(reader);
        gboolean is_read = TRUE;

        if (is_inner_end(builder, c))
            goes_on = FALSE;
        else if (cordon_char_ends_word(c))
            is_read = meet_end(reader, builder, &goes_on);
        else if (is_special(c))
            is_read = read_special(reader, builder, c);
        else
            read_run(reader, builder);
        if (!is_read)
            return FALSE;
    }
    cordon_builder_flush(reader, builder);
    return TRUE;
}

static gboolean is_all(const CordonShellPart *part)
{
    return part->type == CORDON_PART_VARIABLE && (*part->text == '@' || *part->text == '*');
}

/* Shells differ on $@ and $* that stand beside other text. */
static gboolean check_pieces(CordonReader *reader, const CordonBuilder *builder)
{
    guint count = reader->pieces.count - builder->mark;

    for (guint i = builder->mark; i < reader->pieces.count; i++) {
        const CordonPiece *piece = CORDON_PILE_ITEM(reader->pieces, CordonPiece, i);
        if (is_all(&piece->part) && (count > 1 || (builder->use & CORDON_WORD_INNER)))
            return cordon_scan_fail(reader, "$@ or $* beside other text", NULL);
    }
    /* Bash takes the quotes for the end of those around the backquotes. */
    return !builder->has_braces || reader->quotes_in_backquotes == builder->quotes_mark ||
           cordon_scan_fail(reader, "braces beside quotes in quoted backquotes", "write $( )");
}

/* A dollar sign that stands for itself keeps bash from splitting what is expanded beside it. */
static gboolean check_dollar(CordonReader *reader, const CordonBuilder *builder)
{
    if (!builder->has_dollar)
        return TRUE;
    for (guint i = builder->mark; i < reader->pieces.count; i++) {
        const CordonPiece *piece = CORDON_PILE_ITEM(reader->pieces, CordonPiece, i);
        gboolean is_expanded = piece->part.type == CORDON_PART_VARIABLE ||
                               piece->part.type == CORDON_PART_COMMAND ||
                               piece->part.type == CORDON_PART_ARITHMETIC;
        if (is_expanded && !piece->part.is_quoted)
            return cordon_scan_fail(reader, "dollar sign beside an expansion",
                                    "put it in single quotes");
    }
    return TRUE;
}

gboolean cordon_read_word(CordonReader *reader, guint use, CordonShellWord *word)
{
    CordonBuilder builder;

    cordon_builder_begin(reader, &builder, use);
    if (!read_pieces(reader, &builder) || !check_pieces(reader, &builder) ||
        !check_dollar(reader, &builder))
        return FALSE;
    if (builder.has_braces && !cordon_braces_check(reader, &builder))
        return FALSE;
    cordon_builder_end(reader, &builder, word);
    return TRUE;
}

static gboolean has_part(const CordonShellWord *word, CordonShellPartType type)
{
    for (guint i = 0; i < word->count; i++)
        if (word->parts[i].type == type)
            return TRUE;
    return FALSE;
}

/* Words that are patterns of file names. */
static gboolean check_patterns(CordonReader *reader, guint mark)
{
    for (guint i = mark; i < reader->words.count; i++) {
        const CordonShellWord *word = CORDON_PILE_ITEM(reader->words, CordonShellWord, i);
        cordon_pattern_note_bare(reader, word);
        if (word->count > 1 && cordon_pattern_matches_dots(reader, word))
            return cordon_scan_fail(reader, "pattern that matches . and ..", "write .[!.]*");
        if (has_part(word, CORDON_PART_PATTERN) && has_part(word, CORDON_PART_PROCESS))
            return cordon_scan_fail(reader, "process substitution in a pattern", NULL);
        if (cordon_shell_word_doubles_slash(word))
            return cordon_scan_fail(reader, "two slashes behind a pattern", "write one");
    }
    return TRUE;
}

/* Each word of a brace list runs the commands in it anew, and lists stand within the substitutions of others. */
static gboolean count_copies(CordonReader *reader, guint commands, guint words)
{
    if (commands > 0 && words > CORDON_SHELL_MAX_COMMANDS / commands)
        return cordon_scan_fail(reader, "too many commands", NULL);
    if (words > 1)
        reader->command_count += commands * (words - 1);
    return reader->command_count <= CORDON_SHELL_MAX_COMMANDS ||
           cordon_scan_fail(reader, "too many commands", NULL);
}

gboolean cordon_read_words(CordonReader *reader, guint use)
{
    CordonBuilder builder;
    CordonShellWord word;
    guint mark = reader->words.count;
    guint commands = reader->command_count;

    cordon_builder_begin(reader, &builder, use);
    if (!read_pieces(reader, &builder) || !check_pieces(reader, &builder) ||
        !check_dollar(reader, &builder))
        return FALSE;
    if (builder.has_braces)
        return cordon_braces_expand(reader, &builder) &&
               count_copies(reader, reader->command_count - commands, reader->words.count - mark) &&
               check_patterns(reader, mark);
    cordon_builder_end(reader, &builder, &word);
    cordon_pile_append(reader->arena, &reader->words, &word, 1);
    return check_patterns(reader, mark);
}

/* ${x#"#"} without its quotes would be ${x##}. */
static gboolean becomes_another(const CordonShellPart *part)
{
    const CordonShellWord *word = part->inner;
    const char *text = word != NULL && word->count > 0 && word->parts[0].type == CORDON_PART_LITERAL
                           ? word->parts[0].text
                           : "";

    return (part->operation == CORDON_VARIABLE_CUT_PREFIX && text[0] == '#') ||
           (part->operation == CORDON_VARIABLE_CUT_SUFFIX && text[0] == '%');
}

/* May it stand in "${x:-...}" as it is? */
static gboolean is_plain_inner(const CordonShellPart *part)
{
    const CordonShellWord *word = part->inner;
    /* Text that was quoted would become a pattern there. */
    const char *special =
        part->operation >= CORDON_VARIABLE_CUT_PREFIX ? "'\"\\$`{}~*?[" : "'\"\\$`{}~";

    if (part->replacement != NULL || becomes_another(part))
        return FALSE;
    for (guint i = 0; word != NULL && i < word->count; i++) {
        if (word->parts[i].type == CORDON_PART_LITERAL &&
            strpbrk(word->parts[i].text, special) != NULL)
            return FALSE;
        if (word->parts[i].inner != NULL)
            return FALSE;
    }
    return TRUE;
}

static const CordonShellWord *quoted_inner(CordonReader *reader, const CordonShellWord *word)
{
    if (word == NULL || word->count == 0)
        return word;
    CordonShellWord *copy = CORDON_ARENA_NEW(reader->arena, CordonShellWord);
    CordonShellPart *parts = CORDON_ARENA_ARRAY(reader->arena, CordonShellPart, word->count);
    for (guint i = 0; i < word->count; i++) {
        parts[i] = word->parts[i];
        parts[i].is_quoted =
            parts[i].type != CORDON_PART_LITERAL && parts[i].type != CORDON_PART_PATTERN;
    }
    *copy = *word;
    copy->parts = parts;
    return copy;
}

static gboolean quote_part(CordonReader *reader, CordonShellPart *part)
{
    if (is_all(part))
        return cordon_scan_fail(reader, "$@ or $* where one word is expected", NULL);
    if (part->is_quoted)
        return TRUE;
    switch ((int)part->type) {
    case CORDON_PART_VARIABLE:
        if (!is_plain_inner(part))
            return cordon_scan_fail(reader, "${...} outside double quotes",
                                    "put it in double quotes");
        part->inner = quoted_inner(reader, part->inner);
        part->is_quoted = TRUE;
        return TRUE;
    case CORDON_PART_COMMAND:
    case CORDON_PART_ARITHMETIC:
        part->is_quoted = TRUE;
        return TRUE;
    default:
        return TRUE;
    }
}

/* In ${x#$((1+(2)))} bash loses count of the parentheses, too. */
static gboolean is_deep(const CordonShellPart *part, const CordonShellPart *inner)
{
    gboolean is_cut = part->operation >= CORDON_VARIABLE_CUT_PREFIX &&
                      part->operation <= CORDON_VARIABLE_CUT_SUFFIXES;

    return inner->type == CORDON_PART_COMMAND || (is_cut && inner->type == CORDON_PART_ARITHMETIC);
}

gboolean cordon_word_has_deep_substitution(const CordonShellWord *word)
{
    for (guint i = 0; i < word->count; i++) {
        const CordonShellWord *inner = word->parts[i].inner;
        for (guint j = 0; inner != NULL && j < inner->count; j++)
            if (is_deep(&word->parts[i], &inner->parts[j]))
                return TRUE;
        if (inner != NULL && cordon_word_has_deep_substitution(inner))
            return TRUE;
    }
    return FALSE;
}

gboolean cordon_word_unsplit(CordonReader *reader, CordonShellWord *word)
{
    if (word->count == 0)
        return TRUE;
    CordonShellPart *parts = CORDON_ARENA_ARRAY(reader->arena, CordonShellPart, word->count);
    guint count = 0;
    for (guint i = 0; i < word->count; i++) {
        /* Empty quotes keep a word that would vanish; this one does not. */
        if (word->parts[i].type == CORDON_PART_LITERAL && word->parts[i].text[0] == '\0')
            continue;
        parts[count] = word->parts[i];
        if (!quote_part(reader, &parts[count++]))
            return FALSE;
    }
    word->parts = parts;
    word->count = count;
    return TRUE;
}

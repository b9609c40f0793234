/* SPDX-License-Identifier: MIT */
/* Redirections.  Those of bash that write two descriptors become two. */
#include "shell/reader.h"

#include <string.h>

/* Behind digits at at: does a redirection follow? */
static gboolean has_operator_at(const CordonReader *reader, gsize at)
{
    const char *text = reader->source.text;

    return text[at] == '<' || text[at] == '>';
}

/* Behind the digits from at on, if there are any. */
static gsize skip_digits(const CordonReader *reader, gsize at)
{
    at = cordon_scan_settle(reader, at);
    while (g_ascii_isdigit(reader->source.text[at]))
        at = cordon_scan_settle(reader, at + 1);
    return at;
}

static gboolean is_numbered(const CordonReader *reader)
{
    return has_operator_at(reader, skip_digits(reader, reader->source.at));
}

gboolean cordon_redirect_is_number(CordonReader *reader, gsize start)
{
    char c = cordon_scan_peek(reader);

    return (c == '<' || c == '>') && skip_digits(reader, start) == reader->source.at;
}

gboolean cordon_redirect_is_next(CordonReader *reader)
{
    char c = cordon_scan_peek(reader);

    if (c == '<' || c == '>')
        return cordon_scan_next(reader) != '(';
    if (c == '&')
        return cordon_scan_next(reader) == '>';
    return g_ascii_isdigit(c) && is_numbered(reader);
}

static void push(CordonReader *reader, CordonShellRedirect redirect)
{
    cordon_pile_append(reader->arena, &reader->redirects, &redirect, 1);
}

static gboolean read_number(CordonReader *reader, int *ret_fd)
{
    char c = cordon_scan_peek(reader);

    *ret_fd = -1;
    if (!g_ascii_isdigit(c))
        return TRUE;
    *ret_fd = c - '0';
    cordon_scan_advance(reader);
    if (g_ascii_isdigit(cordon_scan_peek(reader)))
        return cordon_scan_fail(reader, "descriptor above 9", NULL);
    if (cordon_scan_next(reader) == '(')
        return cordon_scan_fail(reader, "number before a process substitution", NULL);
    return TRUE;
}

/* {name}< is one word to bash, also as the target of another redirection. */
static gboolean is_descriptor_name(const CordonReader *reader, gsize start)
{
    const char *text = reader->source.text;
    gsize at = reader->source.at;

    return at > start + 1 && text[start] == '{' && text[at - 1] == '}' &&
           (text[at] == '<' || text[at] == '>');
}

static gboolean read_target(CordonReader *reader, guint use, CordonShellWord *word,
                            gboolean *ret_is_number)
{
    cordon_scan_skip_blanks(reader);
    if (!cordon_word_is_next(reader))
        return cordon_scan_fail(reader, "redirection without a target", NULL);
    gsize start = reader->source.at;
    if (!cordon_read_word(reader, use, word))
        return FALSE;
    if (is_descriptor_name(reader, start))
        return cordon_scan_fail(reader, "variable as a descriptor", NULL);
    *ret_is_number = cordon_redirect_is_number(reader, start);
    return TRUE;
}

/* How the name of a file is read. */
#define FILE_USE (CORDON_WORD_NO_GLOBS | CORDON_WORD_NO_BRACES | CORDON_WORD_PROCESS)

/* The target of everything but <& and >&. */
static gboolean read_text_target(CordonReader *reader, guint use, CordonShellWord *word)
{
    gboolean is_number;

    if (!read_target(reader, use, word, &is_number))
        return FALSE;
    if (use == FILE_USE)
        cordon_pattern_note_target(reader, word);
    if (!cordon_word_unsplit(reader, word))
        return FALSE;
    return !is_number || cordon_scan_fail(reader, "number before a redirection", NULL);
}

static gboolean read_file(CordonReader *reader, CordonShellRedirectType type, int fd)
{
    CordonShellWord *word = CORDON_ARENA_NEW(reader->arena, CordonShellWord);

    if (!read_text_target(reader, FILE_USE, word))
        return FALSE;
    push(reader, (CordonShellRedirect){.type = type, .fd = fd, .word = word});
    return TRUE;
}

/* &> &>> and >& with a name: bash only, but what they mean has a name in POSIX, too. */
static gboolean read_both(CordonReader *reader, CordonShellRedirectType type)
{
    reader->has_bash_only = TRUE;
    if (!read_file(reader, type, 1))
        return FALSE;
    push(reader, (CordonShellRedirect){.type = CORDON_REDIRECT_DUPLICATE, .fd = 2, .target = 1});
    return TRUE;
}

/* Bash expands the target of >& twice. */
static gboolean stays_itself(const char *name)
{
    for (; *name != '\0'; name++)
        if (!g_ascii_isalnum(*name) && strchr("_-./:@%+,=", *name) == NULL)
            return FALSE;
    return TRUE;
}

static gboolean push_both(CordonReader *reader, CordonShellWord *word)
{
    CordonShellWord *copy = CORDON_ARENA_NEW(reader->arena, CordonShellWord);

    if (!stays_itself(cordon_shell_word_literal(word)))
        return cordon_scan_fail(reader, ">& with a quoted name", "write &> or >file 2>&1");
    reader->has_bash_only = TRUE;
    *copy = *word;
    push(reader, (CordonShellRedirect){.type = CORDON_REDIRECT_WRITE, .fd = 1, .word = copy});
    push(reader, (CordonShellRedirect){.type = CORDON_REDIRECT_DUPLICATE, .fd = 2, .target = 1});
    return TRUE;
}

static gboolean is_all_digits(const char *text)
{
    return *text != '\0' && strspn(text, "0123456789") == strlen(text);
}

static gboolean read_duplicate(CordonReader *reader, int fd, gboolean is_output)
{
    CordonShellWord word;
    int target = -1;
    gboolean is_number;

    cordon_scan_skip_blanks(reader);
    gsize start = reader->source.at;
    if (!read_target(reader, FILE_USE, &word, &is_number))
        return FALSE;
    /* >&2>f: dash takes the 2 for the number of the second one. */
    reader->has_bash_only |= is_number;
    const char *literal = cordon_shell_word_literal(&word);
    if (literal == NULL)
        return cordon_scan_fail(reader, "descriptor that is not known", NULL);
    /* After >&- bash begins a word of its own with a quote. */
    gboolean is_plain = reader->source.at - start == strlen(literal);
    if (!is_plain && (literal[0] == '-' || is_all_digits(literal)))
        return cordon_scan_fail(reader, "descriptor with quotes", NULL);
    if (is_all_digits(literal)) {
        if (literal[1] != '\0')
            return cordon_scan_fail(reader, "descriptor above 9", NULL);
        target = literal[0] - '0';
    } else if (*literal == '-' || *literal == '\0') {
        if (!g_str_equal(literal, "-"))
            return cordon_scan_fail(reader, "descriptor that is moved", NULL);
    } else if (g_ascii_isdigit(*literal)) {
        return cordon_scan_fail(reader, "descriptor that is moved", NULL);
    } else {
        return is_output && fd < 0
                   ? push_both(reader, &word)
                   : cordon_scan_fail(reader, "descriptor that is not a number", NULL);
    }
    push(reader, (CordonShellRedirect){.type = CORDON_REDIRECT_DUPLICATE,
                                       .fd = fd >= 0 ? fd : is_output,
                                       .target = target});
    return TRUE;
}

static gboolean read_here_string(CordonReader *reader, int fd)
{
    CordonShellWord *word = CORDON_ARENA_NEW(reader->arena, CordonShellWord);
    CordonBuilder builder;
    CordonShellWord string;

    reader->has_bash_only = TRUE;
    if (!read_text_target(reader, 0, &string))
        return FALSE;
    if (cordon_word_has_deep_substitution(&string))
        return cordon_scan_fail(reader, "substitution in ${...} in a here-string", NULL);
    cordon_builder_begin(reader, &builder, 0);
    for (guint i = 0; i < string.count; i++)
        cordon_builder_piece(reader, &builder)->part = string.parts[i];
    cordon_builder_add(reader, &builder, "\n", 1, FALSE);
    cordon_builder_flush(reader, &builder);
    cordon_word_join(reader, CORDON_PILE_ITEM(reader->pieces, CordonPiece, builder.mark),
                     reader->pieces.count - builder.mark, word);
    reader->pieces.count = builder.mark;
    word->offset = string.offset;
    push(reader, (CordonShellRedirect){.type = CORDON_REDIRECT_TEXT, .fd = fd, .word = word});
    return TRUE;
}

static gboolean read_here(CordonReader *reader, int fd)
{
    reader->has_body = TRUE;
    if (cordon_scan_accept(reader, '<'))
        return read_here_string(reader, fd);
    CordonShellWord *word = CORDON_ARENA_NEW(reader->arena, CordonShellWord);
    gboolean strips_tabs = cordon_scan_accept(reader, '-');
    if (!cordon_read_heredoc(reader, strips_tabs, word))
        return FALSE;
    push(reader, (CordonShellRedirect){.type = CORDON_REDIRECT_TEXT, .fd = fd, .word = word});
    return TRUE;
}

static gboolean read_input(CordonReader *reader, int fd)
{
    int input = MAX(fd, 0);

    cordon_scan_accept(reader, '<');
    if (cordon_scan_accept(reader, '<'))
        return read_here(reader, input);
    if (cordon_scan_accept(reader, '&'))
        return read_duplicate(reader, fd, FALSE);
    if (cordon_scan_accept(reader, '>'))
        return read_file(reader, CORDON_REDIRECT_READ_WRITE, input);
    return read_file(reader, CORDON_REDIRECT_READ, input);
}

static gboolean read_output(CordonReader *reader, int fd)
{
    int output = fd >= 0 ? fd : 1;

    cordon_scan_accept(reader, '>');
    if (cordon_scan_accept(reader, '>'))
        return read_file(reader, CORDON_REDIRECT_APPEND, output);
    if (cordon_scan_accept(reader, '&'))
        return read_duplicate(reader, fd, TRUE);
    cordon_scan_accept(reader, '|');
    return read_file(reader, CORDON_REDIRECT_WRITE, output);
}

gboolean cordon_read_redirect(CordonReader *reader)
{
    int fd;

    if (cordon_scan_accept(reader, '&')) {
        cordon_scan_accept(reader, '>');
        return read_both(reader, cordon_scan_accept(reader, '>') ? CORDON_REDIRECT_APPEND
                                                                 : CORDON_REDIRECT_WRITE);
    }
    if (!read_number(reader, &fd))
        return FALSE;
    return cordon_scan_peek(reader) == '<' ? read_input(reader, fd) : read_output(reader, fd);
}

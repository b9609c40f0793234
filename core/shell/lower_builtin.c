/* SPDX-License-Identifier: MIT */
/* echo, printf and [ as bash means them: dash's echo expands backslashes and knows no -e, its [ knows no ==, and its
 * printf no \x.  Said by a printf that every shell understands. */
#include "shell/builtins.h"
#include "shell/lowering.h"

#include <string.h>

/* How echo was asked to write. */
typedef struct {
    gboolean expands;    /* -e */
    gboolean no_newline; /* -n, or \c */
} EchoUse;

/* The format that is put together, and the words that it takes. */
typedef struct {
    CordonLowering *lowering;
    GString *format;
    CordonShellWord *words; /* behind the format */
    guint count;
} Format;

static gboolean is_octal(char c)
{
    return c >= '0' && c <= '7';
}

static void add_byte(GString *format, guint byte)
{
    g_string_append_printf(format, "\\%03o", byte & 0xff);
}

/* Hexadecimal digits behind an escape; FALSE when there are none. */
static gboolean read_hex(const char **text, guint most, gunichar *ret)
{
    guint count = 0;

    *ret = 0;
    for (; count < most && g_ascii_isxdigit(**text); count++, (*text)++)
        *ret = *ret * 16 + (gunichar)g_ascii_xdigit_value(**text);
    return count > 0;
}

static void add_character(GString *format, gunichar c)
{
    char bytes[8];
    int size = g_unichar_to_utf8(c, bytes);

    for (int i = 0; i < size; i++)
        add_byte(format, (guchar)bytes[i]);
}

/* \x41, \e and the like as octal numbers.  *text is behind the backslash; FALSE: it is none of these. */
static gboolean add_bash_escape(GString *format, const char **text)
{
    char kind = **text;
    const char *digits = *text + 1;
    gunichar value;

    if (kind == 'e' || kind == 'E') {
        add_byte(format, 033);
        *text += 1;
        return TRUE;
    }
    if (kind == 'x' && read_hex(&digits, 2, &value))
        add_byte(format, value);
    else if (((kind == 'u' && read_hex(&digits, 4, &value)) ||
              (kind == 'U' && read_hex(&digits, 8, &value))) &&
             g_unichar_validate(value))
        add_character(format, value);
    else
        return FALSE;
    *text = digits;
    return TRUE;
}

static void add_plain(GString *format, const char *text)
{
    for (; *text != '\0'; text++) {
        if (*text == '\\' || *text == '%')
            g_string_append_c(format, *text);
        g_string_append_c(format, *text);
    }
}

/* What echo -e makes of a text.  FALSE: \c, which ends all output. */
static gboolean add_expanded(GString *format, const char *text)
{
    while (*text != '\0') {
        char c = *text++;
        if (c != '\\') {
            g_string_append(format, c == '%' ? "%%" : "");
            g_string_append_len(format, &c, c == '%' ? 0 : 1);
        } else if (*text == 'c') {
            return FALSE;
        } else if (*text == '0') {
            guint value = 0;
            text++;
            for (guint i = 0; i < 3 && is_octal(*text); i++)
                value = value * 8 + (guint)(*text++ - '0');
            add_byte(format, value);
        } else if (*text != '\0' && strchr("abfnrtv\\", *text) != NULL) {
            g_string_append_c(format, '\\');
            g_string_append_c(format, *text++);
        } else if (!add_bash_escape(format, &text)) {
            g_string_append(format, "\\\\");
        }
    }
    return TRUE;
}

/* One field for certain, whatever is in it. */
static gboolean stays_one(const CordonShellWord *word)
{
    for (guint i = 0; i < word->count; i++) {
        const CordonShellPart *part = &word->parts[i];
        if (part->type == CORDON_PART_PATTERN || part->type == CORDON_PART_PROCESS)
            return FALSE;
        if (part->type != CORDON_PART_LITERAL &&
            (!part->is_quoted || strcmp(part->text != NULL ? part->text : "", "@") == 0))
            return FALSE;
    }
    return TRUE;
}

static gboolean is_echo_option(const char *text)
{
    return text != NULL && text[0] == '-' && text[1] != '\0' &&
           text[1 + strspn(text + 1, "neE")] == '\0';
}

static guint read_echo_options(const CordonShellNode *node, EchoUse *use)
{
    guint next = 1;

    for (; next < node->word_count; next++) {
        const char *text = cordon_shell_word_literal(&node->words[next]);
        if (!is_echo_option(text))
            break;
        for (text++; *text != '\0'; text++) {
            if (*text == 'n')
                use->no_newline = TRUE;
            else
                use->expands = *text == 'e';
        }
    }
    return next;
}

/* Do shells agree on it?  Only words without a backslash, known as they are, and no option but -n. */
static gboolean is_plain_echo(const CordonShellNode *node)
{
    for (guint i = 1; i < node->word_count; i++) {
        const char *text = cordon_shell_word_literal(&node->words[i]);
        if (text == NULL || strchr(text, '\\') != NULL ||
            (is_echo_option(text) && strcmp(text, "-n") != 0))
            return FALSE;
    }
    return TRUE;
}

static void take_word(Format *format, const CordonShellWord *word, const char *conversion)
{
    g_string_append(format->format, conversion);
    format->words[format->count++] = *word;
}

/* FALSE: \c. */
static gboolean add_echo_word(Format *format, const CordonShellWord *word, const EchoUse *use)
{
    const char *text = cordon_shell_word_literal(word);

    if (text == NULL || (format->format->len == 0 && text[0] == '-'))
        take_word(format, word, use->expands ? "%b" : "%s");
    else if (use->expands)
        return add_expanded(format->format, text);
    else
        add_plain(format->format, text);
    return TRUE;
}

static void become_printf(Format *format, CordonShellNode *node)
{
    CordonLowering *lowering = format->lowering;
    CordonShellWord *words =
        CORDON_ARENA_ARRAY(lowering->arena, CordonShellWord, format->count + 2);
    const char *text =
        cordon_arena_strndup(lowering->arena, format->format->str, format->format->len);

    words[0] = *cordon_lower_literal(lowering, "printf");
    words[1] = *cordon_lower_literal(lowering, text);
    if (format->count > 0)
        memcpy(words + 2, format->words, format->count * sizeof(CordonShellWord));
    node->words = words;
    node->word_count = format->count + 2;
}

static void lower_echo(CordonLowering *lowering, CordonShellNode *node)
{
    g_autoptr(GString) text = g_string_new(NULL);
    Format format = {lowering, text,
                     CORDON_ARENA_ARRAY(lowering->arena, CordonShellWord, node->word_count), 0};
    EchoUse use = {0};
    guint first = read_echo_options(node, &use);

    for (guint i = 1; i < node->word_count; i++) {
        /* How many words it will be is not known: then the shell's own echo has to do. */
        if (!stays_one(&node->words[i]))
            return;
    }
    for (guint i = first; i < node->word_count; i++) {
        if (i > first)
            g_string_append_c(text, ' ');
        if (!add_echo_word(&format, &node->words[i], &use)) {
            use.no_newline = TRUE;
            break;
        }
    }
    if (!use.no_newline)
        g_string_append(text, "\\n");
    /* printf wants a format, and takes an empty one. */
    become_printf(&format, node);
}

/* FALSE: the format asks for what only bash has. */
static gboolean lower_printf(CordonLowering *lowering, CordonShellNode *node)
{
    const char *text = node->word_count > 1 ? cordon_shell_word_literal(&node->words[1]) : NULL;

    if (text == NULL)
        return TRUE;
    if (strstr(text, "%q") != NULL || strstr(text, "%(") != NULL)
        return FALSE;
    g_autoptr(GString) format = g_string_new(NULL);
    while (*text != '\0') {
        if (*text != '\\' || text[1] == '\0') {
            g_string_append_c(format, *text++);
            continue;
        }
        text++;
        if (!add_bash_escape(format, &text)) {
            g_string_append_c(format, '\\');
            g_string_append_c(format, *text++);
        }
    }
    CordonShellWord *words = CORDON_ARENA_ARRAY(lowering->arena, CordonShellWord, node->word_count);
    memcpy(words, node->words, node->word_count * sizeof(CordonShellWord));
    words[1] = *cordon_lower_literal(
        lowering, cordon_arena_strndup(lowering->arena, format->str, format->len));
    node->words = words;
    return TRUE;
}

/* "[ a == b ]" */
static void lower_bracket(CordonLowering *lowering, CordonShellNode *node)
{
    CordonShellWord *words = NULL;

    for (guint i = 2; i + 1 < node->word_count; i++) {
        if (!cordon_builtin_is_double_equals(node, i))
            continue;
        if (words == NULL) {
            words = CORDON_ARENA_ARRAY(lowering->arena, CordonShellWord, node->word_count);
            memcpy(words, node->words, node->word_count * sizeof(CordonShellWord));
        }
        words[i] = *cordon_lower_literal(lowering, "=");
    }
    if (words != NULL)
        node->words = words;
}

gboolean cordon_lower_builtin(CordonLowering *lowering, CordonShellNode *node)
{
    const char *name = node->word_count > 0 ? cordon_shell_word_literal(&node->words[0]) : NULL;

    if (name == NULL)
        return TRUE;
    if (strcmp(name, "echo") == 0 && !is_plain_echo(node))
        lower_echo(lowering, node);
    else if (strcmp(name, "printf") == 0 && !lower_printf(lowering, node))
        return cordon_lower_fail(lowering, "printf with %q or %(time)T") != NULL;
    else if (strcmp(name, "[") == 0 || strcmp(name, "test") == 0)
        lower_bracket(lowering, node);
    return TRUE;
}

/* SPDX-License-Identifier: MIT */
/* Reserved words: only where a command may begin, and only when no character of them is quoted. */
#include "shell/reader.h"

#include <string.h>

#define LONGEST 8u

static const struct {
    const char *name;
    CordonKeyword keyword;
} KEYWORDS[] = {
    {"if", CORDON_KEYWORD_IF},         {"then", CORDON_KEYWORD_THEN},
    {"elif", CORDON_KEYWORD_ELIF},     {"else", CORDON_KEYWORD_ELSE},
    {"fi", CORDON_KEYWORD_FI},         {"while", CORDON_KEYWORD_WHILE},
    {"until", CORDON_KEYWORD_UNTIL},   {"for", CORDON_KEYWORD_FOR},
    {"do", CORDON_KEYWORD_DO},         {"done", CORDON_KEYWORD_DONE},
    {"case", CORDON_KEYWORD_CASE},     {"esac", CORDON_KEYWORD_ESAC},
    {"in", CORDON_KEYWORD_IN},         {"{", CORDON_KEYWORD_OPEN_BRACE},
    {"}", CORDON_KEYWORD_CLOSE_BRACE}, {"!", CORDON_KEYWORD_NOT},
    {"[[", CORDON_KEYWORD_OPEN_TEST},  {"]]", CORDON_KEYWORD_CLOSE_TEST},
    {"time", CORDON_KEYWORD_TIME},     {"function", CORDON_KEYWORD_FUNCTION},
    {"select", CORDON_KEYWORD_SELECT}, {"coproc", CORDON_KEYWORD_COPROC},
};

static gboolean may_start_keyword(char c)
{
    return c != '\0' && strchr("itefwudc{}![]s", c) != NULL;
}

static CordonKeyword find(const char *name)
{
    for (gsize i = 0; i < G_N_ELEMENTS(KEYWORDS); i++)
        if (strcmp(KEYWORDS[i].name, name) == 0)
            return KEYWORDS[i].keyword;
    return CORDON_KEYWORD_NONE;
}

CordonKeyword cordon_keyword_peek(const CordonReader *reader, gsize *ret_end)
{
    const char *text = reader->source.text;
    gsize at = cordon_scan_settle(reader, reader->source.at);
    char name[LONGEST + 1];
    gsize size = 0;

    if (!may_start_keyword(text[at]))
        return CORDON_KEYWORD_NONE;
    while (!cordon_char_ends_word(text[at])) {
        if (size == LONGEST)
            return CORDON_KEYWORD_NONE;
        name[size++] = text[at];
        at = cordon_scan_settle(reader, at + 1);
    }
    name[size] = '\0';
    *ret_end = at;
    return find(name);
}

gboolean cordon_keyword_is_closing(CordonKeyword keyword)
{
    return keyword >= CORDON_KEYWORD_THEN && keyword <= CORDON_KEYWORD_IN;
}

gboolean cordon_keyword_accept(CordonReader *reader, CordonKeyword keyword)
{
    gsize end;

    if (cordon_keyword_peek(reader, &end) != keyword)
        return FALSE;
    reader->source.at = end;
    return TRUE;
}

gboolean cordon_keyword_expect(CordonReader *reader, CordonKeyword keyword, const char *construct)
{
    if (reader->may_be_keyword && cordon_keyword_accept(reader, keyword))
        return TRUE;
    /* The end of the text is the plainer reason, and the one that says what is missing. */
    if (cordon_scan_peek(reader) == '\0')
        return cordon_scan_fail(reader, construct, NULL);
    return cordon_read_unexpected(reader);
}

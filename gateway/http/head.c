/* SPDX-License-Identifier: MIT */
#include "http/head.h"

#include <string.h>

typedef struct {
    char *at, *end;
} Reader;

static gboolean is_token_byte(char byte)
{
    return g_ascii_isalnum(byte) || (byte != '\0' && strchr("!#$%&'*+-.^_`|~", byte) != NULL);
}

gboolean http_is_token(const char *text)
{
    if (*text == '\0')
        return FALSE;
    for (; *text != '\0'; text++) {
        if (!is_token_byte(*text))
            return FALSE;
    }
    return TRUE;
}

static gboolean is_plain_byte(char byte)
{
    return byte == '\t' || ((guchar)byte >= 0x20 && byte != 0x7f);
}

/* Takes a line that ends in CR LF, which becomes NUL.  What is there of an unfinished line has to be plain already. */
static guint take_line(Reader *reader, char **ret_line)
{
    char *line = reader->at;
    char *at = line;

    while (at < reader->end && is_plain_byte(*at))
        at++;
    if (at == reader->end)
        return HTTP_HEAD_PARTIAL;
    if (*at != '\r')
        return 400;
    if (at + 1 == reader->end)
        return HTTP_HEAD_PARTIAL;
    if (at[1] != '\n')
        return 400;
    *at = '\0';
    reader->at = at + 2;
    *ret_line = line;
    return HTTP_HEAD_WHOLE;
}

static guint check_version(const char *version)
{
    if (strcmp(version, "HTTP/1.1") == 0 || strcmp(version, "HTTP/1.0") == 0)
        return HTTP_HEAD_WHOLE;
    if (strlen(version) == 8 && strncmp(version, "HTTP/", 5) == 0 && g_ascii_isdigit(version[5]) &&
        version[6] == '.' && g_ascii_isdigit(version[7]))
        return 505;
    return 400;
}

/* "METHOD target HTTP/1.1", with exactly one space between. */
static guint split_request_line(char *line, HttpHead *head)
{
    char *target = strchr(line, ' ');
    char *version = target != NULL ? strchr(target + 1, ' ') : NULL;

    if (version == NULL)
        return 400;
    *target++ = '\0';
    *version++ = '\0';
    if (!http_is_token(line) || *target == '\0')
        return 400;
    if (strlen(target) > HTTP_TARGET_MAX_BYTES)
        return 414;
    *head = (HttpHead){.method = line, .target = target, .version = version};
    return check_version(version);
}

static guint split_header(char *line, HttpHeader *header)
{
    char *colon = strchr(line, ':');

    if (colon == NULL)
        return 400;
    *colon = '\0';
    /* No token: also a folded line, which begins with a blank, and a blank before the colon. */
    if (!http_is_token(line))
        return 400;
    char *value = colon + 1;
    while (*value == ' ' || *value == '\t')
        value++;
    for (char *end = value + strlen(value); end > value && (end[-1] == ' ' || end[-1] == '\t');)
        *--end = '\0';
    *header = (HttpHeader){.name = line, .value = value};
    return HTTP_HEAD_WHOLE;
}

static guint read_request_line(Reader *reader, HttpHead *head)
{
    char *line = NULL;

    /* Says no to other protocols at their first byte. */
    if (reader->at < reader->end && !is_token_byte(*reader->at))
        return 400;
    guint state = take_line(reader, &line);
    return state == HTTP_HEAD_WHOLE ? split_request_line(line, head) : state;
}

static guint read_headers(Reader *reader, HttpHeadText *text)
{
    for (gsize count = 0;; count++) {
        char *line = NULL;
        guint state = take_line(reader, &line);

        if (state != HTTP_HEAD_WHOLE)
            return state;
        if (*line == '\0') {
            text->head.n_headers = count;
            return HTTP_HEAD_WHOLE;
        }
        if (count == HTTP_HEAD_MAX_HEADERS)
            return 431;
        state = split_header(line, &text->headers[count]);
        if (state != HTTP_HEAD_WHOLE)
            return state;
    }
}

guint http_head_read(char *bytes, gsize size, HttpHeadText *ret, gsize *ret_size)
{
    Reader reader = {bytes, bytes + MIN(size, HTTP_HEAD_MAX_BYTES)};
    HttpHeadText text = {0};
    gboolean is_full = size >= HTTP_HEAD_MAX_BYTES;

    guint state = read_request_line(&reader, &text.head);
    if (state == HTTP_HEAD_PARTIAL && is_full)
        return 414;
    if (state != HTTP_HEAD_WHOLE)
        return state;
    state = read_headers(&reader, &text);
    if (state == HTTP_HEAD_PARTIAL && is_full)
        return 431;
    if (state != HTTP_HEAD_WHOLE)
        return state;
    *ret = text;
    ret->head.headers = ret->headers;
    *ret_size = (gsize)(reader.at - bytes);
    return HTTP_HEAD_WHOLE;
}

const char *http_head_find(const HttpHead *head, const char *name)
{
    for (gsize i = 0; i < head->n_headers; i++) {
        if (g_ascii_strcasecmp(head->headers[i].name, name) == 0)
            return head->headers[i].value;
    }
    return NULL;
}

guint http_head_count(const HttpHead *head, const char *name)
{
    guint count = 0;

    for (gsize i = 0; i < head->n_headers; i++)
        count += g_ascii_strcasecmp(head->headers[i].name, name) == 0 ? 1 : 0;
    return count;
}

/* SPDX-License-Identifier: MIT */
/* Readers of the two line protocols. */
#include "engine/status.h"

#include <string.h>

#define MAX_ERRNO  4095
#define MAX_SIGNAL 127

char *cordon_status_plain(const char *bytes, gsize size)
{
    g_autofree char *valid = g_utf8_make_valid(bytes, (gssize)size);
    GString *plain = g_string_sized_new(size);

    for (const char *at = valid; *at; at = g_utf8_next_char(at)) {
        gunichar c = g_utf8_get_char(at);

        if (g_unichar_isprint(c))
            g_string_append_unichar(plain, c);
        else
            g_string_append_c(plain, c == '\t' ? ' ' : '?');
    }
    return g_string_free(plain, FALSE);
}

/* A decimal number without sign or leading zeros, and nothing behind it. */
static gboolean parse_number(const char *text, gint max, gint *ret)
{
    gint value = 0;

    if (!g_ascii_isdigit(*text) || (*text == '0' && text[1] != '\0'))
        return FALSE;
    for (; *text; text++) {
        if (!g_ascii_isdigit(*text))
            return FALSE;
        if (value > (max - (*text - '0')) / 10)
            return FALSE;
        value = value * 10 + (*text - '0');
    }
    *ret = value;
    return TRUE;
}

static gboolean take_verdict(CordonStatus *status, CordonStatusVerdict verdict, const char *number,
                             gint max)
{
    gint code;

    if (!parse_number(number, max, &code))
        return FALSE;
    status->verdict = verdict;
    status->code = code;
    return TRUE;
}

static gboolean take_setup(CordonStatus *status, const char *rest)
{
    g_auto(GStrv) parts = g_strsplit(rest, " ", 3);

    if (g_strv_length(parts) < 2 || *parts[0] == '\0')
        return FALSE;
    if (strcmp(parts[1], "-") == 0) {
        status->verdict = CORDON_STATUS_SETUP;
        status->code = CORDON_STATUS_TEXT_ONLY;
    } else if (!take_verdict(status, CORDON_STATUS_SETUP, parts[1], MAX_ERRNO)) {
        return FALSE;
    }
    status->step = cordon_status_plain(parts[0], strlen(parts[0]));
    status->text = cordon_status_plain(parts[2] ? parts[2] : "", parts[2] ? strlen(parts[2]) : 0);
    return TRUE;
}

/* A limit of a later version is passed over. */
static void take_limit(CordonStatus *status, const char *rest)
{
    static const char *const limits[] = {"processes", "memory", "view"};
    g_auto(GStrv) parts = g_strsplit(rest, " ", 2);

    for (gsize i = 0; i < G_N_ELEMENTS(limits) && !status->limit; i++) {
        if (g_strcmp0(parts[0], limits[i]) != 0)
            continue;
        const char *text = parts[1] ? parts[1] : "";
        status->limit = limits[i];
        status->limit_text = cordon_status_plain(text, strlen(text));
    }
}

/* FALSE: the line breaks the format. */
static gboolean take_line(CordonStatus *status, const char *line)
{
    const char *rest = strchr(line, ' ');
    g_autofree char *word = rest ? g_strndup(line, (gsize)(rest - line)) : g_strdup(line);

    rest = rest ? rest + 1 : "";
    if (strcmp(word, "ready") == 0) {
        if (status->ready)
            return FALSE;
        status->ready = TRUE;
    } else if (strcmp(word, "started") == 0) {
        if (!status->ready || status->started)
            return FALSE;
        status->started = TRUE;
    } else if (strcmp(word, "limit") == 0) {
        if (!status->started)
            return FALSE;
        take_limit(status, rest);
    } else if (strcmp(word, "exited") == 0) {
        return status->started && take_verdict(status, CORDON_STATUS_EXITED, rest, 255);
    } else if (strcmp(word, "signaled") == 0) {
        return status->started && take_verdict(status, CORDON_STATUS_SIGNALED, rest, MAX_SIGNAL);
    } else if (strcmp(word, "setup") == 0) {
        return !status->started && take_setup(status, rest);
    } else if (strcmp(word, "exec") == 0) {
        return !status->started && take_verdict(status, CORDON_STATUS_EXEC, rest, MAX_ERRNO);
    }
    return TRUE; /* an unknown word is passed over */
}

void cordon_status_feed(CordonStatus *status, const char *bytes, gsize size)
{
    for (gsize i = 0; i < size; i++) {
        if (status->broken || status->verdict != CORDON_STATUS_NONE)
            return;
        if (bytes[i] == '\n') {
            status->line[status->size] = '\0';
            status->size = 0;
            status->broken = !take_line(status, status->line);
        } else if (bytes[i] == '\0' || status->size + 1 >= sizeof status->line) {
            /* The last byte is the line's end: CORDON_STATUS_LINE_MAX counts it. */
            status->broken = TRUE;
        } else {
            status->line[status->size++] = bytes[i];
        }
    }
}

void cordon_status_clear(CordonStatus *status)
{
    g_free(status->limit_text);
    g_free(status->step);
    g_free(status->text);
    memset(status, 0, sizeof *status);
}

CordonControlMessage cordon_control_parse(const char *packet, gsize size)
{
    static const struct {
        const char *word;
        CordonControlKind kind;
        gboolean step;
        guint numbers;
    } words[] = {
        {"started", CORDON_CONTROL_STARTED, FALSE, 1},
        {"deadline", CORDON_CONTROL_DEADLINE, FALSE, 0},
        {"exited", CORDON_CONTROL_EXITED, FALSE, 1},
        {"signaled", CORDON_CONTROL_SIGNALED, FALSE, 1},
        {"setup", CORDON_CONTROL_SETUP, TRUE, 1},
        {"exec", CORDON_CONTROL_EXEC, FALSE, 1},
        {"done", CORDON_CONTROL_DONE, FALSE, 2},
    };
    CordonControlMessage unknown = {.kind = CORDON_CONTROL_UNKNOWN};

    if (size >= CORDON_CONTROL_PACKET_MAX || memchr(packet, '\0', size))
        return unknown;
    g_autofree char *text = g_strndup(packet, size);
    g_auto(GStrv) parts = g_strsplit(text, " ", 8);
    for (gsize i = 0; i < G_N_ELEMENTS(words); i++) {
        CordonControlMessage message = {.kind = words[i].kind};
        guint at = words[i].step ? 2 : 1;

        if (g_strcmp0(parts[0], words[i].word) != 0)
            continue;
        if (g_strv_length(parts) != at + words[i].numbers)
            return unknown;
        if (words[i].step &&
            g_strlcpy(message.step, parts[1], sizeof message.step) >= sizeof message.step)
            return unknown;
        if (words[i].numbers > 0 && !parse_number(parts[at], G_MAXINT, &message.a))
            return unknown;
        if (words[i].numbers > 1 && !parse_number(parts[at + 1], G_MAXINT, &message.b))
            return unknown;
        return message;
    }
    return unknown;
}

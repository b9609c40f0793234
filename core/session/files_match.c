/* SPDX-License-Identifier: MIT */
/* Lines that match. */
#define _GNU_SOURCE /* memmem() */
#include "session/files_match.h"

#include <string.h>

#include "base/quote.h"
#include "engine/text.h"
#include "session/files_glob.h"

/* One pass over a text. */
typedef struct {
    const CordonFilesPattern *pattern;
    const CordonFilesWay *way;
    CordonFilesLineFunc func;
    gpointer user_data;
    gboolean is_cut;
} Pass;

static gboolean refuse_pattern(const CordonFilesWay *way, const char *pattern, const char *why,
                               GError **error)
{
    g_autofree char *start = g_strndup(pattern, 200);
    g_autofree char *shown = cordon_quote_word(start);

    cordon_files_refuse(error, CORDON_FILES_ERROR_PATTERN, way, "the pattern %s%s %s", shown,
                        strlen(pattern) > 200 ? "…" : "", why);
    return FALSE;
}

static gboolean check_pattern(const CordonFilesWay *way, const char *pattern, GError **error)
{
    if (pattern == NULL || pattern[0] == '\0')
        return refuse_pattern(way, "", "is empty. Give the text to look for.", error);
    if (strlen(pattern) > CORDON_FILES_MAX_PATTERN)
        return refuse_pattern(way, pattern, "is longer than 1,024 bytes. Give a shorter one.",
                              error);
    if (!g_utf8_validate(pattern, -1, NULL))
        return refuse_pattern(way, pattern, "is not UTF-8. Give one that is.", error);
    if (strpbrk(pattern, "\r\n") != NULL)
        return refuse_pattern(way, pattern,
                              "holds a line break, and lines are looked at one at a time. Look for "
                              "one line of it.",
                              error);
    return TRUE;
}

gboolean cordon_files_pattern_init(CordonFilesPattern *pattern, const CordonFilesWay *way,
                                   const CordonFileSearch *search, GError **error)
{
    g_autoptr(GError) cause = NULL;
    g_autofree char *escaped = NULL;

    if (!check_pattern(way, search->pattern, error))
        return FALSE;
    if (!search->is_regex && !search->ignore_case) {
        pattern->literal = search->pattern;
        pattern->literal_size = strlen(search->pattern);
        return TRUE;
    }
    escaped =
        search->is_regex ? g_strdup(search->pattern) : g_regex_escape_string(search->pattern, -1);
    pattern->regex = cordon_files_regex_new(escaped, search->ignore_case, &cause);
    if (pattern->regex != NULL)
        return TRUE;
    {
        g_autofree char *clean = cordon_text_clean(cause->message, 2000, FALSE);
        g_autofree char *why = g_strdup_printf(
            "is no regular expression: %s. Correct it, or look for literal text.", clean);

        return refuse_pattern(way, search->pattern, why, error);
    }
}

void cordon_files_pattern_clear(CordonFilesPattern *pattern)
{
    g_clear_pointer(&pattern->regex, g_regex_unref);
}

char *cordon_files_show_line(const char *line, gsize size, gsize match)
{
    gsize start = 0;
    gsize end = size;
    g_autofree char *part = NULL;

    if (size > CORDON_FILES_MAX_SHOWN) {
        /* A little before it, for context. */
        start = match > CORDON_FILES_MAX_SHOWN / 4 ? match - CORDON_FILES_MAX_SHOWN / 4 : 0;
        start = MIN(start, size - CORDON_FILES_MAX_SHOWN);
        end = start + CORDON_FILES_MAX_SHOWN;
        while (start < end && ((guchar)line[start] & 0xc0) == 0x80)
            start++;
        end = start + cordon_files_whole_characters(line + start, end - start);
    }
    part = g_strndup(line + start, end - start);
    {
        /* Each byte that is none becomes three. */
        g_autofree char *valid = g_utf8_make_valid(part, -1);
        gsize length = strlen(valid);

        if (length > CORDON_FILES_MAX_SHOWN)
            valid[cordon_files_whole_characters(valid, CORDON_FILES_MAX_SHOWN)] = '\0';
        return g_steal_pointer(&valid);
    }
}

/* FALSE: enough. */
static gboolean report(Pass *pass, guint line, const char *text, gsize size, gsize match)
{
    g_autofree char *shown =
        cordon_files_show_line(text, size > 0 && text[size - 1] == '\r' ? size - 1 : size, match);

    if (pass->func(line, shown, pass->user_data))
        return TRUE;
    pass->is_cut = TRUE;
    return FALSE;
}

static gboolean is_late(const CordonFilesPattern *pattern)
{
    return g_get_monotonic_time() >= pattern->end_us;
}

/* Over the whole text at once: lines are only counted up to where something is. */
static void match_literal(Pass *pass, const char *text, gsize size)
{
    const char *end = text + size;
    const char *start = text; /* of the line `line` */
    const char *p = text;
    guint line = 1;

    while ((p = memmem(p, (gsize)(end - p), pass->pattern->literal, pass->pattern->literal_size)) !=
           NULL) {
        const char *newline;

        while ((newline = memchr(start, '\n', (gsize)(p - start))) != NULL) {
            start = newline + 1;
            line++;
        }
        newline = memchr(p, '\n', (gsize)(end - p));
        if (!report(pass, line, start, (gsize)((newline != NULL ? newline : end) - start),
                    (gsize)(p - start)) ||
            newline == NULL)
            return;
        p = newline + 1;
    }
}

/* FALSE: error is set.  *ret_match: where in line, or -1. */
static gboolean match_line(const Pass *pass, const char *line, gsize size, gint *ret_match,
                           GError **error)
{
    g_autoptr(GMatchInfo) info = NULL;
    g_autoptr(GError) cause = NULL;
    gboolean found =
        g_regex_match_full(pass->pattern->regex, line, (gssize)size, 0, 0, &info, &cause);

    if (cause != NULL) {
        cordon_files_refuse(error, CORDON_FILES_ERROR_PATTERN, pass->way,
                            "the regular expression takes too many steps on some lines. Use one "
                            "without repetitions of repetitions, or look for literal text.");
        return FALSE;
    }
    *ret_match = -1;
    if (found && !g_match_info_fetch_pos(info, 0, ret_match, NULL))
        *ret_match = -1;
    return TRUE;
}

static gboolean match_lines(Pass *pass, const char *text, gsize size, GError **error)
{
    const char *end = text + size;
    guint line = 1;

    for (const char *p = text; p < end; line++) {
        const char *newline = memchr(p, '\n', (gsize)(end - p));
        gsize length = (gsize)((newline != NULL ? newline : end) - p);
        gsize seen = length > 0 && p[length - 1] == '\r' ? length - 1 : length;
        gint match;

        if (seen > CORDON_FILES_MAX_LINE)
            seen = cordon_files_whole_characters(p, CORDON_FILES_MAX_LINE);
        if (is_late(pass->pattern)) {
            pass->is_cut = TRUE;
            return TRUE;
        }
        if (!match_line(pass, p, seen, &match, error))
            return FALSE;
        if (match >= 0 && !report(pass, line, p, length, (gsize)match))
            return TRUE;
        p += length + 1;
    }
    return TRUE;
}

gboolean cordon_files_match_text(const CordonFilesPattern *pattern, const CordonFilesWay *way,
                                 const char *text, gsize size, CordonFilesLineFunc func,
                                 gpointer user_data, gboolean *ret_is_cut, GError **error)
{
    Pass pass = {pattern, way, func, user_data, FALSE};
    g_autofree char *valid = NULL;

    if (pattern->literal != NULL) {
        match_literal(&pass, text, size);
    } else {
        if (!g_utf8_validate_len(text, size, NULL)) {
            valid = g_utf8_make_valid(text, (gssize)size);
            text = valid;
            size = strlen(valid);
        }
        if (!match_lines(&pass, text, size, error))
            return FALSE;
    }
    *ret_is_cut = pass.is_cut;
    return TRUE;
}

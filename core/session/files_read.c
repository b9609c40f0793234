/* SPDX-License-Identifier: MIT */
/* Reading a window of a file's lines. */
#include "session/files_content.h"
#include "session/files_resolve.h"

#include <errno.h>
#include <string.h>

#include "base/fdio.h"

#define MAX_FILE   (64u * 1024 * 1024)
#define MAX_TEXT   (256u * 1024)
#define CHUNK_SIZE (64u * 1024)

/* Takes the bytes of a file as they come, and keeps the lines that are wanted. */
typedef struct {
    guint first, max;   /* lines */
    guint line;         /* that the next byte belongs to */
    gsize line_start;   /* where in text the line that is being read begins */
    gboolean long_line; /* the line at line_start does not fit alone: its rest is dropped */
    gboolean any;       /* the next byte is not the first of its line */
    gboolean done;      /* a byte came that belongs to no line of the window */
    guint next;         /* the line of that byte */
    GString *text;
} Window;

static gboolean is_full(const Window *window)
{
    return window->max > 0 && window->line - window->first >= window->max;
}

/* The line is longer than what is left: it begins the next window, unless it is alone in this one. */
static void run_over(Window *window)
{
    if (window->line_start > 0) {
        g_string_truncate(window->text, window->line_start);
        window->done = TRUE;
        window->next = window->line;
    } else {
        window->long_line = TRUE;
    }
}

/* One part of a line, with its newline if that is there. */
static void take_part(Window *window, const char *part, gsize size)
{
    if (window->line < window->first)
        return;
    if (is_full(window)) {
        window->done = TRUE;
        window->next = window->line;
        return;
    }
    if (window->long_line && window->line_start > 0) {
        /* After a line that was cut, nothing fits any more. */
        window->done = TRUE;
        window->next = window->line;
        return;
    }
    if (window->text->len + size > MAX_TEXT && !window->long_line) {
        if (window->line_start == 0)
            g_string_append_len(window->text, part, (gssize)(MAX_TEXT - window->text->len));
        run_over(window);
        return;
    }
    if (!window->long_line)
        g_string_append_len(window->text, part, (gssize)size);
}

static void take(Window *window, const char *bytes, gsize size)
{
    while (size > 0 && !window->done) {
        const char *newline = memchr(bytes, '\n', size);
        gsize part = newline != NULL ? (gsize)(newline - bytes) + 1 : size;

        take_part(window, bytes, part);
        window->any = newline == NULL;
        if (newline != NULL && !window->done) {
            window->line++;
            window->line_start = window->text->len;
        }
        bytes += part;
        size -= part;
    }
}

static gboolean fill(Window *window, const CordonFilesWay *way, int fd, GError **error)
{
    g_autofree char *chunk = g_malloc(CHUNK_SIZE);
    gsize total = 0;

    /* A file that grows meanwhile is read to the bound at most. */
    while (!window->done && total < MAX_FILE) {
        gssize got = cordon_files_read_some(fd, chunk, CHUNK_SIZE);

        if (got < 0)
            return cordon_files_refuse_errno(way, errno, error);
        /* What begins so is no text, whichever lines are wanted. */
        if (total == 0 && memchr(chunk, '\0', (gsize)got) != NULL)
            return cordon_files_check_text(way, chunk, (gsize)got, error);
        take(window, chunk, (gsize)got);
        total += (gsize)got;
        if ((gsize)got < CHUNK_SIZE)
            break;
    }
    return TRUE;
}

static CordonFileText *read_window(const CordonFilesWay *way, int fd, guint64 size, guint first,
                                   guint max, GError **error)
{
    g_autoptr(GString) text = g_string_new(NULL);
    Window window = {.first = MAX(first, 1), .max = max, .line = 1, .text = text};
    CordonFileText *ret;
    guint end;

    if (!fill(&window, way, fd, error))
        return NULL;
    if (window.long_line)
        g_string_truncate(text, cordon_files_whole_characters(text->str, text->len));
    if (!cordon_files_check_text(way, text->str, text->len, error))
        return NULL;
    end = window.done ? window.next : window.line + (window.any ? 1 : 0);
    ret = g_new0(CordonFileText, 1);
    ret->size = size;
    ret->first_line = window.first;
    ret->lines = end > window.first ? end - window.first : 0;
    ret->is_cut = window.done || window.long_line;
    ret->next_line = window.done ? window.next : 0;
    ret->text = g_string_free(g_steal_pointer(&text), FALSE);
    return ret;
}

CordonFileText *cordon_files_read(const CordonFiles *files, const char *path, guint first_line,
                                  guint max_lines, GError **error)
{
    g_auto(CordonFilesPlace) place = CORDON_FILES_PLACE_INIT;
    g_autoptr(CordonFilesWay) way =
        cordon_files_way_new(files->given, files->real, path, CORDON_FILES_USE_READ, error);
    CORDON_AUTO_FD int fd = -1;

    if (way == NULL || !cordon_files_resolve(files, way, &place, error))
        return NULL;
    if ((guint64)place.status.st_size > MAX_FILE) {
        cordon_files_refuse(error, CORDON_FILES_ERROR_TOO_BIG, way,
                            "it is larger than %u MiB. Use a command such as head or grep.",
                            MAX_FILE / 1024 / 1024);
        return NULL;
    }
    fd = cordon_files_reopen_file(place.fd);
    if (fd < 0) {
        cordon_files_refuse_errno(way, errno, error);
        return NULL;
    }
    if (!cordon_files_check_content(way, fd, place.path, error))
        return NULL;
    return read_window(way, fd, (guint64)place.status.st_size, first_line, max_lines, error);
}

void cordon_file_text_free(CordonFileText *text)
{
    if (text == NULL)
        return;
    g_free(text->text);
    g_free(text);
}

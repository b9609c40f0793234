/* SPDX-License-Identifier: MIT */
/* Replacing a piece of text in a file. */
#define _GNU_SOURCE /* memmem() */
#include "session/files_content.h"
#include "session/files_write.h"

#include <errno.h>
#include <string.h>

#include "base/fdio.h"

/* The lines of the first places, for the message. */
#define SHOWN_PLACES 5u

typedef struct {
    const char *old_text, *new_text;
    gsize old_size, new_size;
    gboolean all;
} Edit;

static guint line_at(const char *text, const char *at)
{
    guint line = 1;

    for (const char *p = text; (p = memchr(p, '\n', (gsize)(at - p))) != NULL; p++)
        line++;
    return line;
}

static void refuse_missing(const CordonFilesWay *way, const char *text, const Edit *edit,
                           GError **error)
{
    if (strstr(text, "\r\n") != NULL && strchr(edit->old_text, '\n') != NULL &&
        strstr(edit->old_text, "\r\n") == NULL)
        cordon_files_refuse(error, CORDON_FILES_ERROR_NO_MATCH, way,
                            "the text to replace is not in it. Its lines end with carriage return "
                            "and newline, those of the text to replace with newline alone: give "
                            "them as they are, or replace one line at a time.");
    else
        cordon_files_refuse(error, CORDON_FILES_ERROR_NO_MATCH, way,
                            "the text to replace is not in it, letter for letter. Read the file "
                            "and give the text with its spaces and line breaks as they are.");
}

/* How many places there are, and the lines of the first ones. */
static guint count_places(const char *text, gsize size, const Edit *edit, GString *lines)
{
    const char *end = text + size;
    const char *p = text;
    guint count = 0;

    while ((p = memmem(p, (gsize)(end - p), edit->old_text, edit->old_size)) != NULL) {
        if (count < SHOWN_PLACES)
            g_string_append_printf(lines, "%s%u", count > 0 ? ", " : "", line_at(text, p));
        count++;
        p += edit->old_size;
    }
    return count;
}

static gboolean check_places(const CordonFilesWay *way, const char *text, gsize size,
                             const Edit *edit, guint *ret_count, GError **error)
{
    g_autoptr(GString) lines = g_string_new(NULL);
    guint count = count_places(text, size, edit, lines);

    if (count == 0) {
        refuse_missing(way, text, edit, error);
        return FALSE;
    }
    if (count > 1 && !edit->all) {
        cordon_files_refuse(error, CORDON_FILES_ERROR_NO_MATCH, way,
                            "the text to replace is in it %u times (lines %s%s). Give more of the "
                            "text around it, so that it is there once, or replace all.",
                            count, lines->str, count > SHOWN_PLACES ? ", …" : "");
        return FALSE;
    }
    *ret_count = count;
    return TRUE;
}

static GString *replace(const char *text, gsize size, const Edit *edit)
{
    GString *result = g_string_sized_new(size + 1);
    const char *end = text + size;
    const char *p = text;
    const char *place;

    while ((place = memmem(p, (gsize)(end - p), edit->old_text, edit->old_size)) != NULL) {
        g_string_append_len(result, p, place - p);
        g_string_append_len(result, edit->new_text, (gssize)edit->new_size);
        p = place + edit->old_size;
    }
    g_string_append_len(result, p, end - p);
    return result;
}

static gboolean check_edit(const CordonFilesWay *way, const Edit *edit, GError **error)
{
    if (edit->old_size == 0) {
        cordon_files_refuse(error, CORDON_FILES_ERROR_NO_MATCH, way,
                            "the text to replace is empty. Give the text that is there now, or "
                            "write the whole file.");
        return FALSE;
    }
    if (strcmp(edit->old_text, edit->new_text) == 0) {
        cordon_files_refuse(error, CORDON_FILES_ERROR_NO_MATCH, way,
                            "the old text and the new are the same. Give the text that should be "
                            "there afterwards.");
        return FALSE;
    }
    /* Both whole characters: else the edit could leave half a one. */
    return cordon_files_check_size(way, edit->new_size, error) &&
           cordon_files_check_text(way, edit->old_text, edit->old_size, error) &&
           cordon_files_check_text(way, edit->new_text, edit->new_size, error);
}

/* The content of a file that is to be edited; *ret_before is its status.  NULL with the error set. */
static char *read_old(const CordonFilesWay *way, int folder, const char *name,
                      struct stat *ret_before, gsize *ret_size, GError **error)
{
    gboolean exists = FALSE;
    CORDON_AUTO_FD int fd = -1;
    g_autofree char *text = NULL;

    if (!cordon_files_look(way, folder, name, ret_before, &exists, error))
        return NULL;
    if (!exists) {
        cordon_files_refuse_errno(way, ENOENT, error);
        return NULL;
    }
    if (!cordon_files_check_writable(way, ret_before, error) ||
        !cordon_files_check_size(way, (guint64)ret_before->st_size, error))
        return NULL;
    fd = cordon_files_open_old(way, folder, name, ret_before, error);
    if (fd < 0)
        return NULL;
    text = cordon_files_read_whole(fd, CORDON_FILES_MAX_WRITE, ret_size);
    if (text == NULL) {
        cordon_files_refuse_errno(way, errno, error);
        return NULL;
    }
    return cordon_files_check_text(way, text, *ret_size, error) ? g_steal_pointer(&text) : NULL;
}

gboolean cordon_files_edit(const CordonFiles *files, const char *path, const char *old_text,
                           const char *new_text, gboolean replace_all, CordonFileChange *ret,
                           GError **error)
{
    const Edit edit = {old_text, new_text, strlen(old_text), strlen(new_text), replace_all};
    g_auto(CordonFilesPlace) folder = CORDON_FILES_PLACE_INIT;
    g_autoptr(CordonFilesWay) way =
        cordon_files_way_new(files->given, files->real, path, CORDON_FILES_USE_EDIT, error);
    g_autofree char *text = NULL;
    g_autoptr(GString) result = NULL;
    CordonFilesPut put = {.unchanged = TRUE};
    const char *name;
    struct stat before;
    gsize size = 0;
    guint count = 0;

    if (way == NULL || !check_edit(way, &edit, error) ||
        !cordon_files_resolve_parent(files, way, FALSE, &folder, error))
        return FALSE;
    name = way->names[way->n_names - 1];
    text = read_old(way, folder.fd, name, &before, &size, error);
    if (text == NULL || !check_places(way, text, size, &edit, &count, error) ||
        !cordon_files_check_size(
            way, (guint64)size - (guint64)count * edit.old_size + (guint64)count * edit.new_size,
            error))
        return FALSE;
    result = replace(text, size, &edit);
    put.before = &before;
    if (!cordon_files_put(files, way, folder.fd, name, &put, result->str, result->len, error))
        return FALSE;
    *ret = (CordonFileChange){
        .size = result->len,
        .replaced = count,
        .first_line = line_at(text, memmem(text, size, edit.old_text, edit.old_size)),
    };
    return TRUE;
}

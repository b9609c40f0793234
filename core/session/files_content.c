/* SPDX-License-Identifier: MIT */
/* Reading whole files, and what they hold. */
#include "session/files_content.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "base/fdio.h"
#include "model/names.h"

/* Settings files, in which secrets are looked for; a larger one is taken for one. */
#define LOOK_BYTES (1024u * 1024)

gssize cordon_files_read_some(int fd, char *buffer, gsize size)
{
    gsize done = 0;

    while (done < size) {
        ssize_t got = read(fd, buffer + done, size - done);

        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            return -1;
        if (got == 0)
            break;
        done += (gsize)got;
    }
    return (gssize)done;
}

char *cordon_files_read_whole(int fd, gsize max_bytes, gsize *ret_size)
{
    struct stat status;
    g_autofree char *bytes = NULL;
    gsize room;
    gssize got;

    if (fstat(fd, &status) != 0)
        return NULL;
    /* One more, to see that it grew. */
    room = MIN((gsize)MAX(status.st_size, 0), max_bytes) + 1;
    bytes = g_malloc(room + 1);
    got = cordon_files_read_some(fd, bytes, room);
    if (got < 0)
        return NULL;
    if ((gsize)got == room || (guint64)status.st_size > max_bytes) {
        errno = EFBIG;
        return NULL;
    }
    bytes[got] = '\0';
    *ret_size = (gsize)got;
    return g_steal_pointer(&bytes);
}

gboolean cordon_files_content_is_secret(int fd, const char *name)
{
    g_autofree char *text = NULL;
    gsize size = 0;
    off_t place;

    if (!cordon_name_needs_look(name))
        return FALSE;
    place = lseek(fd, 0, SEEK_CUR);
    text = cordon_files_read_whole(fd, LOOK_BYTES, &size);
    if (place < 0 || text == NULL || lseek(fd, place, SEEK_SET) < 0)
        return TRUE;
    return cordon_text_holds_secret(name, text, size);
}

gboolean cordon_files_check_content(const CordonFilesWay *way, int fd, const char *path,
                                    GError **error)
{
    g_autofree char *real = g_path_get_basename(path);
    const char *given = way->n_names > 0 ? way->names[way->n_names - 1] : "";

    if (!cordon_files_content_is_secret(fd, real) && !cordon_files_content_is_secret(fd, given))
        return TRUE;
    cordon_files_refuse(error, CORDON_FILES_ERROR_SECRET, way,
                        "it seems to hold a password or a token, and file tools neither read nor "
                        "change those. Work without it, or ask the user for what is needed of it.");
    return FALSE;
}

gboolean cordon_files_check_text(const CordonFilesWay *way, const char *text, gsize size,
                                 GError **error)
{
    if (g_utf8_validate_len(text, size, NULL))
        return TRUE;
    cordon_files_refuse(error, CORDON_FILES_ERROR_NOT_TEXT, way,
                        "it holds bytes that are no text (not UTF-8, or NUL). File tools handle "
                        "text only: use a command for other files.");
    return FALSE;
}

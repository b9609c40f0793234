/* SPDX-License-Identifier: MIT */
/* Holding a loop's folder, and the errors of the file tools. */
#define _GNU_SOURCE /* O_PATH, which no standard has */
#include "session/files_private.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>

#include "base/fdio.h"
#include "base/quote.h"
#include "engine/hold.h"
#include "model/policy.h"

G_DEFINE_QUARK(cordon - files - error - quark, cordon_files_error)

const char *cordon_files_error_name(CordonFilesError code)
{
    static const char *const NAMES[] = {
        [CORDON_FILES_ERROR_OUTSIDE] = "outside",     [CORDON_FILES_ERROR_SECRET] = "secret",
        [CORDON_FILES_ERROR_PROTECTED] = "protected", [CORDON_FILES_ERROR_NOT_FOUND] = "not-found",
        [CORDON_FILES_ERROR_KIND] = "kind",           [CORDON_FILES_ERROR_TOO_BIG] = "too-big",
        [CORDON_FILES_ERROR_NOT_TEXT] = "not-text",   [CORDON_FILES_ERROR_NO_MATCH] = "no-match",
        [CORDON_FILES_ERROR_CHANGED] = "changed",     [CORDON_FILES_ERROR_PATTERN] = "pattern",
        [CORDON_FILES_ERROR_SYSTEM] = "system",
    };

    return (gsize)code < G_N_ELEMENTS(NAMES) ? NAMES[code] : "system";
}

gsize cordon_files_whole_characters(const char *text, gsize size)
{
    const char *end = NULL;

    if (g_utf8_validate_len(text, size, &end) || size - (gsize)(end - text) >= 4)
        return size;
    /* The rest may be the begin of a character, or bytes that are none. */
    return g_utf8_get_char_validated(end, (gssize)(size - (gsize)(end - text))) == (gunichar)-2
               ? (gsize)(end - text)
               : size;
}

static gboolean refuse_open(CordonFilesError code, const char *what, const char *path,
                            const char *why, GError **error)
{
    g_autofree char *shown = cordon_quote_word(path);

    g_set_error(error, CORDON_FILES_ERROR, (gint)code, "%s %s cannot be opened for file tools: %s",
                what, shown, why);
    return FALSE;
}

/* The real path of a folder that may lie in the project, by the rules of the sandbox: the way to the project may go through the
 * user's own links, what lies in it is reached through none. */
static char *resolve_in(const char *path, const char *given, const char *real, GError **error)
{
    const char *const untrusted[] = {real, NULL};

    if (cordon_path_is_below(path, given) && strcmp(given, "/") != 0)
        return g_strconcat(strcmp(real, "/") == 0 ? "" : real, path + strlen(given), NULL);
    return cordon_path_resolve(path, untrusted, "The loop's folder", error);
}

static gboolean hold_root(CordonFiles *files, GError **error)
{
    struct stat status;

    files->root = cordon_path_open(files->real);
    if (files->root < 0 && errno == ENOENT)
        return refuse_open(CORDON_FILES_ERROR_NOT_FOUND, "The loop's folder", files->given,
                           "it does not exist. Make it, or choose another.", error);
    if (files->root < 0 && errno == ELOOP)
        return refuse_open(CORDON_FILES_ERROR_OUTSIDE, "The loop's folder", files->given,
                           "a symbolic link lies on the way to it inside the project, and could be "
                           "turned elsewhere. Name the folder itself.",
                           error);
    if (files->root < 0 || fstat(files->root, &status) != 0)
        return refuse_open(CORDON_FILES_ERROR_SYSTEM, "The loop's folder", files->given,
                           g_strerror(errno), error);
    if (!S_ISDIR(status.st_mode))
        return refuse_open(CORDON_FILES_ERROR_KIND, "The loop's folder", files->given,
                           "it is no folder. Choose one.", error);
    return TRUE;
}

static void add_sibling(CordonFiles *files, const char *path, const char *root)
{
    if (cordon_path_is_below(path, root) && strcmp(path, root) != 0)
        g_ptr_array_add(files->siblings, g_strdup(path + strlen(root) + (root[1] != '\0' ? 1 : 0)));
}

/* Those inside the loop, as they are named and as they are; one that is missing may be made later. */
static void add_siblings(CordonFiles *files, const char *const *siblings)
{
    for (gsize i = 0; siblings != NULL && siblings[i] != NULL; i++) {
        g_autofree char *clean = cordon_path_clean(siblings[i], "/");
        char *const resolved = realpath(clean, NULL);

        add_sibling(files, clean, files->given);
        add_sibling(files, clean, files->real);
        if (resolved != NULL)
            add_sibling(files, resolved, files->real);
        free(resolved);
    }
}

CordonFiles *cordon_files_open(const char *project, const char *loop, const char *const *siblings,
                               GError **error)
{
    static const char *const NONE[] = {NULL};
    g_autoptr(CordonFiles) files = g_new0(CordonFiles, 1);
    g_autoptr(GError) cause = NULL;
    g_autofree char *given = NULL;
    g_autofree char *real = NULL;

    files->root = -1;
    files->siblings = g_ptr_array_new_with_free_func(g_free);
    if (project[0] != '/' || loop[0] != '/') {
        refuse_open(CORDON_FILES_ERROR_OUTSIDE, "The loop's folder", loop,
                    "it and the project must be absolute paths.", error);
        return NULL;
    }
    given = cordon_path_clean(project, "/");
    files->given = cordon_path_clean(loop, "/");
    real = cordon_path_resolve(given, NONE, "The project", &cause);
    if (real != NULL)
        files->real = resolve_in(files->given, given, real, &cause);
    if (files->real == NULL) {
        refuse_open(CORDON_FILES_ERROR_NOT_FOUND, "The loop's folder", loop, cause->message, error);
        return NULL;
    }
    if (!cordon_path_is_below(files->real, real)) {
        refuse_open(CORDON_FILES_ERROR_OUTSIDE, "The loop's folder", loop,
                    "it is not inside the project. Choose one that is.", error);
        return NULL;
    }
    if (!hold_root(files, error))
        return NULL;
    add_siblings(files, siblings);
    return g_steal_pointer(&files);
}

void cordon_files_close(CordonFiles *files)
{
    if (files == NULL)
        return;
    cordon_fd_clear(&files->root);
    g_free(files->given);
    g_free(files->real);
    g_ptr_array_unref(files->siblings);
    g_free(files);
}

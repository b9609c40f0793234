/* SPDX-License-Identifier: MIT */
/* Where the user's own files of Cordon are. */
#define _GNU_SOURCE /* secure_getenv() */
#include "session/user_folder.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/fdio.h"
#include "engine/home.h"

char *cordon_user_file(const char *variable, const char *below_home, const char *name)
{
    const char *base = secure_getenv(variable);

    if (base != NULL && base[0] == '/')
        return g_build_filename(base, "cordon", name, NULL);
    g_autofree char *home = cordon_home_find(secure_getenv("HOME"));
    return home != NULL ? g_build_filename(home, below_home, "cordon", name, NULL) : NULL;
}

/* A new name is on the disk when its folder is.  Where a folder cannot be synced there is nothing more to do. */
static void sync_folder(const char *folder)
{
    CORDON_AUTO_FD int fd = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);

    if (fd >= 0)
        (void)fsync(fd);
}

static gboolean make_one(const char *folder, GError **error)
{
    g_autofree char *parent = g_path_get_dirname(folder);

    if (mkdir(folder, 0700) == 0) {
        sync_folder(parent);
        return TRUE;
    }
    int saved = errno;
    /* Another program was quicker. */
    if (g_file_test(folder, G_FILE_TEST_IS_DIR))
        return TRUE;
    g_set_error(error, CORDON_ERROR, CORDON_ERROR_SYSTEM, "The folder %s cannot be made: %s.",
                folder, g_strerror(saved));
    return FALSE;
}

gboolean cordon_user_folder_make(const char *folder, GError **error)
{
    if (g_file_test(folder, G_FILE_TEST_IS_DIR))
        return TRUE;
    for (const char *slash = strchr(folder + 1, '/'); slash != NULL;
         slash = strchr(slash + 1, '/')) {
        g_autofree char *above = g_strndup(folder, (gsize)(slash - folder));

        if (!g_file_test(above, G_FILE_TEST_IS_DIR) && !make_one(above, error))
            return FALSE;
    }
    return make_one(folder, error);
}

/* SPDX-License-Identifier: MIT */
/* Where the gateway of a user is. */
#define _GNU_SOURCE /* secure_getenv() */
#include "place.h"

#include <errno.h>
#include <pwd.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char *checked(char *folder, char **ret_error)
{
    if (strlen(folder) <= PLACE_MAX_FOLDER)
        return folder;
    *ret_error =
        g_strdup_printf("The folder of the gateway, %s, is too long for a socket in it: at "
                        "most %u bytes.  Set " PLACE_VARIABLE " to a shorter one.",
                        folder, PLACE_MAX_FOLDER);
    g_free(folder);
    return NULL;
}

char *place_choose(const PlaceFacts *facts, char **ret_error)
{
    if (facts->variable != NULL && facts->variable[0] != '\0') {
        if (facts->variable[0] == '/')
            return checked(g_canonicalize_filename(facts->variable, "/"), ret_error);
        *ret_error =
            g_strdup_printf(PLACE_VARIABLE " is %s, which is no absolute path.", facts->variable);
        return NULL;
    }
    if (facts->has_run_user)
        return g_strdup_printf("/run/user/%lu/cordon", (unsigned long)facts->uid);
    if (facts->home != NULL && facts->home[0] == '/')
        return checked(g_build_filename(facts->home, ".local/state/cordon/run", NULL), ret_error);
    *ret_error = g_strdup_printf(
        "There is no place for the gateway: /run/user/%lu is no folder of this user, and the user "
        "database has no home folder.  Set " PLACE_VARIABLE " to a folder of your own.",
        (unsigned long)facts->uid);
    return NULL;
}

static gboolean is_own_folder(const char *path, uid_t uid)
{
    struct stat info;

    return lstat(path, &info) == 0 && S_ISDIR(info.st_mode) && info.st_uid == uid &&
           (info.st_mode & 077) == 0;
}

char *place_find(char **ret_error)
{
    uid_t uid = geteuid();
    g_autofree char *run_user = g_strdup_printf("/run/user/%lu", (unsigned long)uid);
    const struct passwd *user = getpwuid(uid);
    PlaceFacts facts = {
        .variable = secure_getenv(PLACE_VARIABLE),
        .uid = uid,
        .has_run_user = is_own_folder(run_user, uid),
        .home = user != NULL ? user->pw_dir : NULL,
    };

    return place_choose(&facts, ret_error);
}

gboolean place_make(const char *folder, char **ret_error)
{
    if (g_mkdir_with_parents(folder, 0700) < 0) {
        *ret_error = g_strdup_printf("The folder of the gateway, %s, cannot be made: %s.", folder,
                                     g_strerror(errno));
        return FALSE;
    }
    if (is_own_folder(folder, geteuid()))
        return TRUE;
    *ret_error = g_strdup_printf("The folder of the gateway, %s, can be used by others than you.  "
                                 "It has to be a folder of yours with mode 0700: chmod 700 %s",
                                 folder, folder);
    return FALSE;
}

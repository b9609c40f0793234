/* SPDX-License-Identifier: MIT */
/* Where the user's home is. */
#define _GNU_SOURCE /* realpath() under -std=c17 */
#include "engine/home.h"

#include <pwd.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

static char *real_folder(const char *path)
{
    g_autofree char *real = path != NULL && path[0] == '/' ? realpath(path, NULL) : NULL;
    struct stat status;

    return real != NULL && stat(real, &status) == 0 && S_ISDIR(status.st_mode)
               ? g_steal_pointer(&real)
               : NULL;
}

char *cordon_home_find_own(void)
{
    char buffer[4096];
    struct passwd entry;
    struct passwd *found = NULL;

    if (getpwuid_r(geteuid(), &entry, buffer, sizeof(buffer), &found) != 0 || found == NULL)
        return NULL;
    return real_folder(found->pw_dir);
}

char *cordon_home_find(const char *value)
{
    char *home = real_folder(value);

    return home != NULL ? home : cordon_home_find_own();
}

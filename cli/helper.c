/* SPDX-License-Identifier: MIT */
/* Programs of Cordon that a command of cordon is. */
#define _GNU_SOURCE /* execv(), readlink() */
#include "helper.h"

#include <errno.h>
#include <limits.h>
#include <unistd.h>

#include "commands.h"
#include "output.h"

/* Beside this program, as the build has laid it out; the tree may have been moved. */
static char *find_helper(const char *name)
{
    char program[PATH_MAX];
    ssize_t size = readlink("/proc/self/exe", program, sizeof program - 1);

    if (size <= 0)
        return NULL;
    program[size] = '\0';
    g_autofree char *folder = g_path_get_dirname(program);
    g_autofree char *path = g_build_filename(folder, CORDON_BIN_TO_LIBEXEC, name, NULL);
    return g_canonicalize_filename(path, "/");
}

int cli_helper_exec(const char *name, GPtrArray *words)
{
    g_autofree char *path = find_helper(name);
    g_autoptr(GPtrArray) argv = g_ptr_array_new();

    if (path == NULL) {
        cli_say("this program cannot find its own place: %s", g_strerror(errno));
        return CLI_STATUS_CORDON;
    }
    g_ptr_array_add(argv, path);
    for (guint i = 0; i < words->len; i++)
        g_ptr_array_add(argv, g_ptr_array_index(words, i));
    g_ptr_array_add(argv, NULL);
    execv(path, (char **)argv->pdata);
    cli_say("%s, which belongs to Cordon, cannot be started: %s; install Cordon again", path,
            g_strerror(errno));
    return CLI_STATUS_CORDON;
}

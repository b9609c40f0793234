/* SPDX-License-Identifier: MIT */
/* Real trees below a temporary folder, for tests of what looks at the machine. */
#ifndef CORDON_TESTS_TREE_H
#define CORDON_TESTS_TREE_H

#include <criterion/criterion.h>
#include <fcntl.h>
#include <ftw.h>
#include <glib.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

static char *tree_root; /* real path */

static inline void tree_make_root(void)
{
    g_autofree char *made = g_dir_make_tmp("cordon-test-XXXXXX", NULL);

    cr_assert_not_null(made);
    tree_root = realpath(made, NULL);
    /* An ordinary user has to get through. */
    cr_assert_eq(chmod(tree_root, 0755), 0);
}

static inline int tree_remove_one(const char *path, const struct stat *status, int type,
                                  struct FTW *where)
{
    (void)status, (void)type, (void)where;
    return remove(path);
}

static inline void tree_remove_root(void)
{
    nftw(tree_root, tree_remove_one, 16, FTW_DEPTH | FTW_PHYS);
    free(tree_root);
}

/* Free with g_free(). */
static inline char *tree_path(const char *relative)
{
    return relative[0] == '/' ? g_strdup(relative) : g_build_filename(tree_root, relative, NULL);
}

static inline void tree_folder(const char *relative)
{
    g_autofree char *path = tree_path(relative);

    cr_assert_eq(g_mkdir_with_parents(path, 0755), 0, "%s", path);
}

static inline void tree_file(const char *relative, const char *text)
{
    g_autofree char *path = tree_path(relative);
    g_autofree char *folder = g_path_get_dirname(path);

    cr_assert_eq(g_mkdir_with_parents(folder, 0755), 0);
    cr_assert(g_file_set_contents(path, text, -1, NULL), "%s", path);
}

static inline void tree_link(const char *target, const char *relative)
{
    g_autofree char *path = tree_path(relative);
    g_autofree char *folder = g_path_get_dirname(path);

    cr_assert_eq(g_mkdir_with_parents(folder, 0755), 0);
    cr_assert_eq(symlink(target, path), 0, "%s", path);
}

static inline void tree_fifo(const char *relative)
{
    g_autofree char *path = tree_path(relative);

    cr_assert_eq(mkfifo(path, 0600), 0);
}

static inline void tree_socket(const char *relative)
{
    g_autofree char *path = tree_path(relative);
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);

    cr_assert_lt(strlen(path), sizeof(address.sun_path));
    strcpy(address.sun_path, path);
    cr_assert_eq(bind(fd, (struct sockaddr *)&address, sizeof(address)), 0);
    close(fd);
}

#endif

/* SPDX-License-Identifier: MIT */
/* Trusted files: the judge as a table, and the walk over real folders. */
#define _GNU_SOURCE /* fchmodat() and the like */
#include "base/trust.h"

#include <criterion/criterion.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/fdio.h"

enum { ROOT = 0, ME = 1000, OTHER = 1001, MY_GROUP = 1000, STAFF = 50 };

#define DIR(mode, uid, gid)                                                                        \
    {                                                                                              \
        S_IFDIR | (mode), (uid), (gid), FALSE                                                      \
    }
#define FILE(mode, uid, gid)                                                                       \
    {                                                                                              \
        S_IFREG | (mode), (uid), (gid), FALSE                                                      \
    }
#define NO_GROUP G_MAXUINT32

Test(trust, judges_every_component)
{
    static const struct {
        const char *what;
        CordonTrustStep steps[4];
        gsize count;
        guint32 private_gid;
        const char *why; /* NULL: trusted */
        gsize bad;
    } rows[] = {
        {"all root's",
         {DIR(0755, ROOT, 0), DIR(0755, ROOT, 0), FILE(0644, ROOT, 0)},
         3,
         NO_GROUP,
         NULL,
         0},
        {"the user's own",
         {DIR(0755, ROOT, 0), DIR(0700, ME, 1000), FILE(0600, ME, 1000)},
         3,
         NO_GROUP,
         NULL,
         0},
        {"another user's folder",
         {DIR(0755, ROOT, 0), DIR(0755, OTHER, 0), FILE(0644, ROOT, 0)},
         3,
         NO_GROUP,
         "belongs to another user",
         1},
        {"another user's file",
         {DIR(0755, ROOT, 0), DIR(0755, ROOT, 0), FILE(0644, OTHER, 0)},
         3,
         NO_GROUP,
         "belongs to another user",
         2},
        {"world-writable file",
         {DIR(0755, ROOT, 0), FILE(0646, ME, 1000)},
         2,
         NO_GROUP,
         "is writable by everybody",
         1},
        {"world-writable folder",
         {DIR(0755, ROOT, 0), DIR(0777, ME, 1000), FILE(0644, ME, 1000)},
         3,
         NO_GROUP,
         "is writable by everybody",
         1},
        {"world-writable folder, private group",
         {DIR(0755, ROOT, 0), DIR(0777, ME, MY_GROUP), FILE(0644, ME, 1000)},
         3,
         MY_GROUP,
         "is writable by everybody",
         1},
        {"group-writable folder",
         {DIR(0755, ROOT, 0), DIR(0775, ROOT, STAFF), FILE(0644, ROOT, 0)},
         3,
         NO_GROUP,
         "is writable by its group",
         1},
        {"group-writable by the private group",
         {DIR(0755, ROOT, 0), DIR(0775, ME, MY_GROUP), FILE(0664, ME, MY_GROUP)},
         3,
         MY_GROUP,
         NULL,
         0},
        {"group-writable by another group than the private one",
         {DIR(0755, ROOT, 0), DIR(0775, ME, STAFF), FILE(0664, ME, MY_GROUP)},
         3,
         MY_GROUP,
         "is writable by its group",
         1},
        {"private group, but with an access list",
         {DIR(0755, ROOT, 0), {S_IFDIR | 0775, ME, MY_GROUP, TRUE}, FILE(0644, ME, MY_GROUP)},
         3,
         MY_GROUP,
         "is writable by its group",
         1},
        {"sticky /tmp, then the user's",
         {DIR(0755, ROOT, 0), DIR(01777, ROOT, 0), DIR(0700, ME, 1000), FILE(0644, ME, 1000)},
         4,
         NO_GROUP,
         NULL,
         0},
        {"sticky /tmp, then root's",
         {DIR(0755, ROOT, 0), DIR(01777, ROOT, 0), DIR(0755, ROOT, 0), FILE(0644, ROOT, 0)},
         4,
         NO_GROUP,
         NULL,
         0},
        {"sticky /tmp, then another user's",
         {DIR(0755, ROOT, 0), DIR(01777, ROOT, 0), DIR(0755, OTHER, 0), FILE(0644, ME, 0)},
         4,
         NO_GROUP,
         "is writable by others, and what comes next belongs to another user",
         1},
        {"sticky folder of another user",
         {DIR(0755, ROOT, 0), DIR(01777, OTHER, 0), DIR(0755, ME, 0), FILE(0644, ME, 0)},
         4,
         NO_GROUP,
         "belongs to another user",
         1},
        {"sticky, group-writable folder",
         {DIR(0755, ROOT, 0), DIR(01775, ROOT, STAFF), FILE(0644, ME, 0)},
         3,
         NO_GROUP,
         NULL,
         0},
        {"the sticky bit of a file means nothing",
         {DIR(0755, ROOT, 0), FILE(01666, ME, 0)},
         2,
         NO_GROUP,
         "is writable by everybody",
         1},
        {"world-writable /",
         {DIR(0777, ROOT, 0), FILE(0644, ME, 0)},
         2,
         NO_GROUP,
         "is writable by everybody",
         0},
    };

    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        gsize bad = 99;
        const char *why = NULL;
        gboolean trusted =
            cordon_trust_judge(rows[i].steps, rows[i].count, ME, rows[i].private_gid, &bad, &why);
        cr_expect_eq(trusted, rows[i].why == NULL, "%s", rows[i].what);
        if (rows[i].why == NULL) {
            cr_expect_eq(bad, 99, "%s", rows[i].what);
        } else {
            cr_expect_str_eq(why, rows[i].why, "%s", rows[i].what);
            cr_expect_eq(bad, rows[i].bad, "%s", rows[i].what);
        }
    }
}

/* A folder below the sticky /tmp, with one file. */
static char *folder, *path;

static void set_up(void)
{
    folder = g_dir_make_tmp("cordon-trust-XXXXXX", NULL);
    path = g_build_filename(folder, "file", NULL);
    cr_assert(g_file_set_contents(path, "hello", 5, NULL));
    cr_assert_eq(chmod(path, 0644), 0);
}

static void tear_down(void)
{
    g_unlink(path);
    g_rmdir(folder);
    g_free(path);
    g_free(folder);
}

static int open_path(const char *which, guint64 max_bytes, GError **error)
{
    CordonFileIdentity identity;

    return cordon_trust_open(which, max_bytes, NULL, &identity, error);
}

Test(trust, opens_a_file_of_the_user_and_tells_its_identity, .init = set_up, .fini = tear_down)
{
    g_autoptr(GError) error = NULL;
    g_autofree char *real_path = NULL;
    g_autofree char *text = NULL;
    g_autofree char *name = g_path_get_basename(folder);
    g_autofree char *around = g_build_filename(folder, "..", name, "file", NULL);
    CordonFileIdentity identity = {0};
    struct stat status;
    gsize size = 0;

    CORDON_AUTO_FD int fd = cordon_trust_open(around, 5, &real_path, &identity, &error);
    cr_assert_geq(fd, 0, "%s", error != NULL ? error->message : "");
    cr_expect_str_eq(real_path, path);
    cr_assert_eq(stat(path, &status), 0);
    cr_expect_eq(identity.inode, status.st_ino);
    cr_expect_eq(identity.device, status.st_dev);
    cr_expect_eq(identity.size, 5);
    cr_expect_eq(identity.mtime_ns / 1000000000, status.st_mtim.tv_sec);
    cr_assert(cordon_fd_read_all(fd, 5, NULL, &text, &size, NULL));
    cr_expect_str_eq(text, "hello");
}

Test(trust, refuses_what_others_could_change, .init = set_up, .fini = tear_down)
{
    static const struct {
        mode_t folder_mode, file_mode;
        const char *message;
    } rows[] = {
        {0777, 0644, "is writable by everybody"},
        {0700, 0666, "is writable by everybody"},
        {0700, 0646, "is writable by everybody"},
    };

    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autoptr(GError) error = NULL;
        cr_assert_eq(chmod(folder, rows[i].folder_mode), 0);
        cr_assert_eq(chmod(path, rows[i].file_mode), 0);
        cr_expect_eq(open_path(path, 0, &error), -1);
        cr_expect(g_error_matches(error, CORDON_ERROR, CORDON_ERROR_TRUST));
        cr_expect_not_null(strstr(error->message, rows[i].message), "%s", error->message);
        cr_expect_not_null(strstr(error->message, folder), "%s", error->message);
    }
}

Test(trust, accepts_the_group_only_when_it_is_private, .init = set_up, .fini = tear_down)
{
    guint32 private_gid = cordon_trust_private_gid(geteuid());
    struct stat status;

    cr_assert_eq(chmod(path, 0664), 0);
    cr_assert_eq(stat(path, &status), 0);
    CORDON_AUTO_FD int fd = open_path(path, 0, NULL);
    cr_expect_eq(fd >= 0, status.st_gid == private_gid);
    cr_expect_eq(cordon_trust_private_gid(4000000000u), G_MAXUINT32, "an unknown user has none");
}

Test(trust, follows_links_to_a_trusted_file, .init = set_up, .fini = tear_down)
{
    g_autofree char *link = g_build_filename(folder, "link", NULL);

    cr_assert_eq(symlink(path, link), 0);
    CORDON_AUTO_FD int fd = open_path(link, 0, NULL);
    cr_expect_geq(fd, 0);
    g_unlink(link);
}

Test(trust, refuses_what_is_not_a_regular_file, .init = set_up, .fini = tear_down)
{
    g_autofree char *fifo = g_build_filename(folder, "fifo", NULL);
    const char *const paths[] = {folder, fifo, "/"};

    cr_assert_eq(mkfifo(fifo, 0600), 0);
    for (gsize i = 0; i < G_N_ELEMENTS(paths); i++) {
        g_autoptr(GError) error = NULL;
        cr_expect_eq(open_path(paths[i], 0, &error), -1);
        cr_expect_not_null(strstr(error->message, "not a regular file"), "%s", error->message);
    }
    g_unlink(fifo);
}

Test(trust, refuses_too_large_a_file, .init = set_up, .fini = tear_down)
{
    g_autoptr(GError) error = NULL;

    cr_expect_eq(open_path(path, 4, &error), -1);
    cr_expect(g_error_matches(error, CORDON_ERROR, CORDON_ERROR_TRUST));
    cr_expect_not_null(strstr(error->message, "more than the 4 allowed"), "%s", error->message);
}

Test(trust, a_folder_is_trusted_when_others_cannot_change_what_lies_there, .init = set_up,
     .fini = tear_down)
{
    static const struct {
        mode_t mode;
        const char *message; /* NULL: trusted */
    } rows[] = {
        {0755, NULL},
        {0700, NULL},
        {01777, NULL},
        {0777, "is writable by everybody"},
    };

    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autoptr(GError) error = NULL;

        cr_assert_eq(chmod(folder, rows[i].mode), 0);
        cr_expect_eq(cordon_trust_check_folder(folder, &error), rows[i].message == NULL);
        if (rows[i].message == NULL || error == NULL)
            continue;
        cr_expect(g_error_matches(error, CORDON_ERROR, CORDON_ERROR_TRUST));
        cr_expect_not_null(strstr(error->message, rows[i].message), "%s", error->message);
        cr_expect_not_null(strstr(error->message, folder), "%s", error->message);
    }
    g_autoptr(GError) error = NULL;
    cr_expect_not(cordon_trust_check_folder(path, &error));
    cr_expect(g_error_matches(error, CORDON_ERROR, CORDON_ERROR_TRUST));
    g_clear_error(&error);
    cr_expect_not(cordon_trust_check_folder("/nonexistent/folder", &error));
    cr_expect(g_error_matches(error, CORDON_ERROR, CORDON_ERROR_SYSTEM));
    cr_expect(cordon_trust_check_folder("/", NULL));
}

Test(trust, says_that_a_file_is_missing)
{
    g_autoptr(GError) error = NULL;

    cr_expect_eq(open_path("/nonexistent/file", 0, &error), -1);
    cr_expect(g_error_matches(error, CORDON_ERROR, CORDON_ERROR_SYSTEM));
    cr_expect_not_null(strstr(error->message, "/nonexistent/file"), "%s", error->message);
}

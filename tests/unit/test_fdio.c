/* SPDX-License-Identifier: MIT */
/* Descriptors: ownership, sealed data, bounded reads and writes, replacing a file. */
#define _GNU_SOURCE /* pipe2(), seals */
#include "base/fdio.h"

#include <criterion/criterion.h>
#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

static gboolean is_open(int fd)
{
    return fcntl(fd, F_GETFD) >= 0;
}

static int open_null(void)
{
    int fd = open("/dev/null", O_RDWR | O_CLOEXEC);

    cr_assert_geq(fd, 0);
    return fd;
}

Test(fdio, auto_descriptor_is_closed_at_the_end_of_its_block)
{
    int number;

    {
        CORDON_AUTO_FD int fd = open_null();
        number = fd;
        cr_expect(is_open(number));
    }
    cr_expect_not(is_open(number));
}

Test(fdio, steal_leaves_nothing_to_close)
{
    int kept;

    {
        CORDON_AUTO_FD int fd = open_null();
        kept = cordon_fd_steal(&fd);
        cr_expect_eq(fd, -1);
    }
    cr_expect(is_open(kept));
    errno = 4711;
    int number = kept;
    cordon_fd_clear(&kept);
    cr_expect_eq(errno, 4711);
    cr_expect_eq(kept, -1);
    cr_expect_not(is_open(number));
    cordon_fd_clear(&kept);
}

Test(fdio, data_is_sealed_and_starts_at_its_beginning)
{
    CORDON_AUTO_FD int fd = cordon_fd_new_data("test", "abc", 3, NULL);
    g_autofree char *text = NULL;
    gsize size = 0;

    cr_assert_geq(fd, 0);
    cr_expect(fcntl(fd, F_GETFD) & FD_CLOEXEC);
    cr_expect(cordon_fd_read_all(fd, 3, NULL, &text, &size, NULL));
    cr_expect_eq(size, 3);
    cr_expect_str_eq(text, "abc");
    cr_expect_eq(write(fd, "x", 1), -1);
    cr_expect_eq(ftruncate(fd, 0), -1);
    cr_expect_neq(fcntl(fd, F_GET_SEALS) & F_SEAL_SEAL, 0);
}

Test(fdio, read_all_keeps_every_byte_and_ends_with_nul)
{
    static const char bytes[] = {'a', '\0', '\xff', 'b'};
    CORDON_AUTO_FD int fd = cordon_fd_new_data("test", bytes, sizeof bytes, NULL);
    CORDON_AUTO_FD int empty = cordon_fd_new_data("test", "", 0, NULL);
    g_autofree char *text = NULL;
    g_autofree char *nothing = NULL;
    gsize size = 0;

    cr_expect(cordon_fd_read_all(fd, 100, NULL, &text, &size, NULL));
    cr_expect_eq(size, sizeof bytes);
    cr_expect_arr_eq(text, bytes, sizeof bytes);
    cr_expect_eq(text[size], '\0');
    cr_expect(cordon_fd_read_all(empty, 0, NULL, &nothing, &size, NULL));
    cr_expect_eq(size, 0);
    cr_expect_str_eq(nothing, "");
}

Test(fdio, read_all_refuses_one_byte_too_many)
{
    CORDON_AUTO_FD int fd = cordon_fd_new_data("test", "abcd", 4, NULL);
    g_autoptr(GError) error = NULL;
    char *text = NULL;
    gsize size = 99;

    cr_expect_not(cordon_fd_read_all(fd, 3, NULL, &text, &size, &error));
    cr_expect(g_error_matches(error, CORDON_ERROR, CORDON_ERROR_PARSE));
    cr_expect_null(text);
    cr_expect_eq(size, 99);
}

Test(fdio, read_all_ends_at_the_deadline_or_when_cancelled)
{
    int ends[2];
    char *text = NULL;
    gsize size = 0;

    cr_assert_eq(pipe2(ends, O_CLOEXEC), 0);
    g_autoptr(GError) late = NULL;
    g_autoptr(CordonDeadline) short_deadline = cordon_deadline_new(5);
    cr_expect_not(cordon_fd_read_all(ends[0], 10, short_deadline, &text, &size, &late));
    cr_expect(g_error_matches(late, CORDON_ERROR, CORDON_ERROR_TIMEOUT));

    g_autoptr(GError) cancelled = NULL;
    g_autoptr(CordonDeadline) deadline = cordon_deadline_new(G_MAXUINT);
    cordon_deadline_cancel(deadline);
    cr_expect_not(cordon_fd_read_all(ends[0], 10, deadline, &text, &size, &cancelled));
    cr_expect(g_error_matches(cancelled, CORDON_ERROR, CORDON_ERROR_CANCELLED));
    close(ends[0]);
    close(ends[1]);
}

Test(fdio, write_all_to_a_full_pipe_or_socket_ends_at_the_deadline)
{
    g_autofree char *large = g_malloc0(4 * 1024 * 1024);

    for (int kind = 0; kind < 2; kind++) {
        int ends[2];
        if (kind == 0)
            cr_assert_eq(pipe2(ends, O_CLOEXEC), 0);
        else
            cr_assert_eq(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends), 0);
        g_autoptr(GError) error = NULL;
        g_autoptr(CordonDeadline) deadline = cordon_deadline_new(20);
        cr_expect_not(cordon_fd_write_all(ends[1], large, 4 * 1024 * 1024, deadline, &error));
        cr_expect(g_error_matches(error, CORDON_ERROR, CORDON_ERROR_TIMEOUT));
        close(ends[0]);
        close(ends[1]);
    }
}

Test(fdio, write_all_without_a_reader_is_an_error_and_no_signal)
{
    for (int kind = 0; kind < 2; kind++) {
        int ends[2];
        if (kind == 0)
            cr_assert_eq(pipe2(ends, O_CLOEXEC), 0);
        else
            cr_assert_eq(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends), 0);
        close(ends[0]);
        g_autoptr(GError) error = NULL;
        cr_expect_not(cordon_fd_write_all(ends[1], "x", 1, NULL, &error));
        cr_expect(g_error_matches(error, CORDON_ERROR, CORDON_ERROR_SYSTEM));
        sigset_t pending;
        sigpending(&pending);
        cr_expect_eq(sigismember(&pending, SIGPIPE), 0);
        close(ends[1]);
    }
}

static gpointer read_everything(gpointer data)
{
    char *text = NULL;
    gsize size = 0;

    cr_assert(cordon_fd_read_all(GPOINTER_TO_INT(data), 8 << 20, NULL, &text, &size, NULL));
    g_free(text);
    return GSIZE_TO_POINTER(size);
}

Test(fdio, write_all_brings_everything_through_a_small_pipe)
{
    const gsize size = 3 * 1024 * 1024 + 7;
    g_autofree char *bytes = g_malloc0(size);
    int ends[2];

    cr_assert_eq(pipe2(ends, O_CLOEXEC), 0);
    GThread *reader = g_thread_new("reader", read_everything, GINT_TO_POINTER(ends[0]));
    cr_expect(cordon_fd_write_all(ends[1], bytes, size, NULL, NULL));
    close(ends[1]);
    cr_expect_eq(GPOINTER_TO_SIZE(g_thread_join(reader)), size);
    close(ends[0]);
}

Test(fdio, replace_writes_a_private_file_and_leaves_nothing_else)
{
    g_autofree char *folder = g_dir_make_tmp("cordon-fdio-XXXXXX", NULL);
    g_autofree char *path = g_build_filename(folder, "settings.json", NULL);
    g_autofree char *text = NULL;
    struct stat status;

    cr_assert(cordon_file_replace(path, "old", 3, NULL));
    cr_assert(cordon_file_replace(path, "newer", 5, NULL));
    cr_assert(g_file_get_contents(path, &text, NULL, NULL));
    cr_expect_str_eq(text, "newer");
    cr_assert_eq(stat(path, &status), 0);
    cr_expect_eq(status.st_mode & 07777, 0600);

    GDir *dir = g_dir_open(folder, 0, NULL);
    cr_expect_str_eq(g_dir_read_name(dir), "settings.json");
    cr_expect_null(g_dir_read_name(dir));
    g_dir_close(dir);
    g_unlink(path);
    g_rmdir(folder);
}

Test(fdio, replace_that_fails_keeps_the_old_and_says_which_file)
{
    g_autofree char *folder = g_dir_make_tmp("cordon-fdio-XXXXXX", NULL);
    g_autofree char *path = g_build_filename(folder, "taken", NULL);
    g_autoptr(GError) no_folder = NULL;
    g_autoptr(GError) is_folder = NULL;

    cr_expect_not(cordon_file_replace("/nonexistent/settings", "x", 1, &no_folder));
    cr_expect(g_error_matches(no_folder, CORDON_ERROR, CORDON_ERROR_SYSTEM));
    cr_expect_not_null(strstr(no_folder->message, "/nonexistent/settings"));

    cr_assert_eq(g_mkdir(path, 0700), 0);
    cr_expect_not(cordon_file_replace(path, "x", 1, &is_folder));
    cr_expect_not_null(strstr(is_folder->message, path));
    g_rmdir(path);
    cr_expect_eq(g_rmdir(folder), 0, "a temporary file was left behind");
}

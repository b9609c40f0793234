/* SPDX-License-Identifier: MIT */
/* The audit log: whole lines, of many programs, in bounded files, read from the end. */
#define _GNU_SOURCE
#include <cordon/audit.h>

#include <cordon/json.h>
#include <glib/gstdio.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>

#include "session/audit_private.h"
#include "tree.h"

static CordonAudit *audit;
static char *file;

static void make_audit(void)
{
    tree_make_root();
    file = tree_path("state/audit.jsonl");
    audit = cordon_audit_open(file, NULL);
    cr_assert_not_null(audit);
}

static void remove_audit(void)
{
    cordon_audit_free(audit);
    g_free(file);
    tree_remove_root();
}

TestSuite(audit, .init = make_audit, .fini = remove_audit);

static void append(CordonAudit *to, const char *members)
{
    g_autoptr(GError) error = NULL;

    cr_assert(cordon_audit_append(to, members, &error), "%s", error != NULL ? error->message : "");
}

static void append_number(CordonAudit *to, guint number)
{
    g_autofree char *members = g_strdup_printf("{\"n\":\"%u\"}", number);

    append(to, members);
}

static char *content_of(const char *relative)
{
    g_autofree char *path = tree_path(relative);
    char *text = NULL;

    return g_file_get_contents(path, &text, NULL, NULL) ? text : NULL;
}

static GPtrArray *read_lines(guint max, const char *const *fields, guint *ret_damaged)
{
    g_autoptr(GError) error = NULL;
    GPtrArray *lines = cordon_audit_read(audit, max, fields, ret_damaged, &error);

    cr_assert_not_null(lines, "%s", error != NULL ? error->message : "");
    return lines;
}

static guint number_of(const GPtrArray *lines, guint index)
{
    const char *line = g_ptr_array_index(lines, index);
    const char *found = strstr(line, "\"n\":\"");

    cr_assert_not_null(found, "%s", line);
    return (guint)g_ascii_strtoull(found + 5, NULL, 10);
}

static void expect_refusal(CordonError code, const char *word)
{
    g_autoptr(GError) error = NULL;

    cr_expect_not(cordon_audit_append(audit, "{\"n\":\"1\"}", &error));
    cr_assert_not_null(error);
    cr_expect(g_error_matches(error, CORDON_ERROR, (int)code), "%s", error->message);
    cr_expect_not_null(strstr(error->message, word), "%s", error->message);
    cr_expect_not_null(strstr(error->message, file), "%s", error->message);
}

/* --- lines -------------------------------------------------------------------------------------- */

Test(audit, a_line_is_the_time_and_the_members)
{
    append(audit, "{\"event\":\"decision\",\"count\":3}");
    append(audit, "{}");
    g_autofree char *text = content_of("state/audit.jsonl");
    cr_assert(g_regex_match_simple(
                  "^\\{\"time\":\"2\\d{3}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z\","
                  "\"event\":\"decision\",\"count\":3\\}\n\\{\"time\":\"[^\"]+Z\"\\}\n$",
                  text, 0, 0),
              "%s", text);
}

Test(audit, belongs_to_the_user_alone)
{
    g_autofree char *folder = tree_path("state");
    struct stat status;

    umask(0);
    append(audit, "{}");
    cr_assert_eq(stat(file, &status), 0);
    cr_expect_eq(status.st_mode & 07777, 0600);
    cr_assert_eq(stat(folder, &status), 0);
    cr_expect_eq(status.st_mode & 07777, 0700);
}

Test(audit, lies_in_the_users_folder_of_state)
{
    g_autofree char *expected = tree_path("xdg/cordon/audit.jsonl");
    g_autofree char *xdg = tree_path("xdg");
    g_autofree char *below_home = tree_path(".local/state/cordon/audit.jsonl");

    g_setenv("XDG_STATE_HOME", xdg, TRUE);
    g_autoptr(CordonAudit) by_xdg = cordon_audit_open(NULL, NULL);
    cr_expect_str_eq(cordon_audit_get_path(by_xdg), expected);
    g_unsetenv("XDG_STATE_HOME");
    g_setenv("HOME", tree_root, TRUE);
    g_autoptr(CordonAudit) by_home = cordon_audit_open(NULL, NULL);
    cr_expect_str_eq(cordon_audit_get_path(by_home), below_home);
}

Test(audit, what_is_no_object_on_one_line_is_refused)
{
    static const char *const wrong[] = {"", "{", "x", "[1]", "{\"a\":1},", "{\n}"};
    g_autofree char *large = g_strnfill(CORDON_AUDIT_MAX_LINE + 1, ' ');

    large[0] = '{';
    large[CORDON_AUDIT_MAX_LINE] = '}';
    for (gsize i = 0; i < G_N_ELEMENTS(wrong); i++) {
        g_autoptr(GError) error = NULL;
        cr_expect_not(cordon_audit_append(audit, wrong[i], &error));
        cr_expect(g_error_matches(error, CORDON_ERROR, CORDON_ERROR_INVALID));
    }
    cr_expect_not(cordon_audit_append(audit, large, NULL));
    cr_expect_not(g_file_test(file, G_FILE_TEST_EXISTS));
}

Test(audit, half_a_line_is_ended_first)
{
    guint damaged = 0;

    append_number(audit, 1);
    FILE *half = fopen(file, "a");
    fputs("{\"time\":\"20", half);
    fclose(half);
    append_number(audit, 2);
    append_number(audit, 3);
    g_autoptr(GPtrArray) lines = read_lines(10, NULL, &damaged);
    cr_expect_eq(lines->len, 3);
    cr_expect_eq(damaged, 1);
    cr_expect_eq(number_of(lines, 1), 2);
}

Test(audit, a_full_disk_is_an_error_and_nothing_was_written)
{
    struct rlimit limit = {.rlim_max = RLIM_INFINITY};
    g_autofree char *text = NULL;
    g_autofree char *after = NULL;

    append_number(audit, 1);
    text = content_of("state/audit.jsonl");
    signal(SIGXFSZ, SIG_IGN);
    /* Some of the line still fits. */
    for (guint room = 0; room < 40; room += 13) {
        limit.rlim_cur = strlen(text) + room;
        cr_assert_eq(setrlimit(RLIMIT_FSIZE, &limit), 0);
        expect_refusal(CORDON_ERROR_SYSTEM, "a line cannot be written");
        g_free(after);
        after = content_of("state/audit.jsonl");
        cr_expect_str_eq(after, text);
    }
}

Test(audit, a_file_that_proves_nothing_is_refused)
{
    g_autofree char *other = tree_path("other");

    append_number(audit, 1);
    cr_assert_eq(g_unlink(file), 0);
    tree_link(other, "state/audit.jsonl");
    expect_refusal(CORDON_ERROR_TRUST, "it is a link");
    cr_assert_eq(g_unlink(file), 0);
    tree_fifo("state/audit.jsonl");
    expect_refusal(CORDON_ERROR_TRUST, "not a regular file");
    cr_assert_eq(g_unlink(file), 0);
    tree_file("state/audit.jsonl", "");
    cr_assert_eq(chmod(file, 0622), 0);
    expect_refusal(CORDON_ERROR_TRUST, "others may write it");
    cr_assert_eq(g_unlink(file), 0);
    tree_folder("state/audit.jsonl");
    expect_refusal(CORDON_ERROR_SYSTEM, "Is a directory");
    cr_assert_eq(g_rmdir(file), 0);
    append_number(audit, 2);
}

Test(audit, a_folder_that_cannot_be_made_is_named)
{
    g_autofree char *path = tree_path("blocked/audit.jsonl");
    g_autoptr(GError) error = NULL;

    tree_file("blocked", "");
    cr_assert_null(cordon_audit_open(path, &error));
    cr_expect(g_error_matches(error, CORDON_ERROR, CORDON_ERROR_SYSTEM));
    cr_expect_not_null(strstr(error->message, "blocked"), "%s", error->message);
}

/* --- files -------------------------------------------------------------------------------------- */

static guint count_old(void)
{
    guint count = 0;

    for (guint i = 1; i < 20; i++) {
        g_autofree char *name = cordon_audit_file_name(audit, i);
        count += g_file_test(name, G_FILE_TEST_EXISTS) ? 1 : 0;
    }
    return count;
}

Test(audit, full_files_are_put_aside_and_the_oldest_go)
{
    audit->max_bytes = 500; /* some ten lines */
    for (guint i = 0; i < 300; i++)
        append_number(audit, i);
    cr_expect_eq(count_old(), 8);
    for (guint i = 0; i <= 8; i++) {
        g_autofree char *name = cordon_audit_file_name(audit, i);
        struct stat status;
        cr_assert_eq(stat(name, &status), 0);
        cr_expect_leq(status.st_size, 500);
        cr_expect_eq(status.st_mode & 07777, 0600);
    }
    guint damaged = 1;
    g_autoptr(GPtrArray) lines = read_lines(1000, NULL, &damaged);
    cr_expect_gt(lines->len, 60);
    cr_expect_lt(lines->len, 300);
    cr_expect_eq(damaged, 0);
    for (guint i = 0; i < lines->len; i++)
        cr_expect_eq(number_of(lines, i), 300 - lines->len + i);
}

Test(audit, a_gap_in_the_numbers_is_filled_and_nothing_is_lost_for_it)
{
    audit->max_bytes = 60; /* one line each */
    for (guint i = 0; i < 9; i++)
        append_number(audit, i);
    cr_expect_eq(count_old(), 8);
    g_autofree char *third = cordon_audit_file_name(audit, 3);
    cr_assert_eq(g_unlink(third), 0);
    append_number(audit, 9);
    g_autoptr(GPtrArray) lines = read_lines(100, NULL, NULL);
    cr_expect_eq(lines->len, 9);
    cr_expect_eq(number_of(lines, 0), 0, "the oldest had room");
    cr_expect_eq(number_of(lines, 8), 9);
}

Test(audit, two_programs_follow_each_others_files)
{
    g_autoptr(CordonAudit) other = cordon_audit_open(file, NULL);

    audit->max_bytes = other->max_bytes = 200;
    for (guint i = 0; i < 30; i++)
        append_number(i % 3 == 0 ? other : audit, i);
    g_autoptr(GPtrArray) lines = read_lines(100, NULL, NULL);
    cr_expect_eq(lines->len, 30);
    for (guint i = 0; i < lines->len; i++)
        cr_expect_eq(number_of(lines, i), i);
}

Test(audit, a_file_that_was_removed_is_made_anew)
{
    append_number(audit, 1);
    cr_assert_eq(g_unlink(file), 0);
    append_number(audit, 2);
    g_autoptr(GPtrArray) lines = read_lines(100, NULL, NULL);
    cr_expect_eq(lines->len, 1);
    cr_expect_eq(number_of(lines, 0), 2);
}

Test(audit, one_line_above_the_size_of_a_file_still_goes_in)
{
    audit->max_bytes = 10;
    append_number(audit, 1);
    append_number(audit, 2);
    cr_expect_eq(count_old(), 1);
}

enum { PROCESSES = 4, THREADS = 3, LINES = 60 };

static gpointer append_many(gpointer first)
{
    for (guint i = 0; i < LINES; i++)
        append_number(audit, GPOINTER_TO_UINT(first) + i);
    return NULL;
}

static void append_in_threads(guint process)
{
    GThread *threads[THREADS];

    for (guint i = 0; i < THREADS; i++)
        threads[i] =
            g_thread_new("writer", append_many, GUINT_TO_POINTER((process * THREADS + i) * LINES));
    for (guint i = 0; i < THREADS; i++)
        g_thread_join(threads[i]);
}

Test(audit, lines_of_many_programs_and_threads_are_whole_and_all_there)
{
    gboolean seen[PROCESSES * THREADS * LINES] = {FALSE};
    guint damaged = 1;

    /* All fit into the nine files, and there is much putting aside. */
    audit->max_bytes = 6000;
    for (guint process = 0; process < PROCESSES; process++) {
        if (fork() != 0)
            continue;
        append_in_threads(process);
        _exit(0);
    }
    for (guint process = 0; process < PROCESSES; process++) {
        int status = 1;
        cr_assert_gt(wait(&status), 0);
        cr_expect_eq(status, 0);
    }
    g_autoptr(GPtrArray) lines = read_lines(10000, NULL, &damaged);
    cr_expect_eq(damaged, 0);
    cr_expect_eq(lines->len, G_N_ELEMENTS(seen));
    cr_expect_gt(count_old(), 4);
    for (guint i = 0; i < lines->len; i++) {
        guint number = number_of(lines, i);
        cr_assert_lt(number, G_N_ELEMENTS(seen));
        cr_expect_not(seen[number], "%u is there twice", number);
        seen[number] = TRUE;
    }
    for (guint i = 1; i < lines->len; i++)
        cr_expect_leq(strncmp(lines->pdata[i - 1], lines->pdata[i], strlen("{\"time\":\"") + 24), 0,
                      "the times go back");
}

/* --- reading ------------------------------------------------------------------------------------ */

Test(audit, that_was_never_written_is_empty)
{
    guint damaged = 1;
    g_autoptr(GPtrArray) lines = read_lines(10, NULL, &damaged);

    cr_expect_eq(lines->len, 0);
    cr_expect_eq(damaged, 0);
    cr_expect_not(g_file_test(file, G_FILE_TEST_EXISTS));
}

Test(audit, the_newest_lines_come_oldest_first)
{
    for (guint i = 0; i < 20; i++)
        append_number(audit, i);
    g_autoptr(GPtrArray) lines = read_lines(5, NULL, NULL);
    cr_expect_eq(lines->len, 5);
    cr_expect_eq(number_of(lines, 0), 15);
    cr_expect_eq(number_of(lines, 4), 19);
    g_autoptr(GPtrArray) none = read_lines(0, NULL, NULL);
    cr_expect_eq(none->len, 0);
}

Test(audit, lines_are_found_by_their_fields)
{
    static const char *const board_a[] = {"board=a", NULL};
    static const char *const both[] = {"board=a", "job=j=2", NULL};
    static const char *const number[] = {"n=1", NULL};
    static const char *const inside[] = {"deep=a", NULL};
    static const struct {
        const char *const *fields;
        guint count;
    } rows[] = {{board_a, 3}, {both, 1}, {number, 0}, {inside, 0}, {NULL, 5}};

    append(audit, "{\"board\":\"a\",\"job\":\"j1\"}");
    append(audit, "{\"board\":\"a\",\"job\":\"j=2\"}");
    append(audit, "{\"board\":\"b\",\"job\":\"j=2\",\"n\":1}");
    append(audit, "{\"board\":\"\\u0061\"}");
    append(audit, "{\"board\":null,\"in\":{\"deep\":\"a\"}}");
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autoptr(GPtrArray) lines = read_lines(10, rows[i].fields, NULL);
        cr_expect_eq(lines->len, rows[i].count, "row %zu: %u", i, lines->len);
    }
    static const char *const wrong[] = {"board", NULL};
    g_autoptr(GError) error = NULL;
    cr_expect_null(cordon_audit_read(audit, 1, wrong, NULL, &error));
    cr_expect(g_error_matches(error, CORDON_ERROR, CORDON_ERROR_INVALID));
}

Test(audit, what_is_no_json_is_left_out_and_counted)
{
    guint damaged = 0;

    tree_file("state/audit.jsonl",
              "hello\n{\"n\":\"1\"}\n\n5\n{\"n\":\"2\",}\n{\"n\":\"3\"}\n\xff\n");
    g_autoptr(GPtrArray) lines = read_lines(10, NULL, &damaged);
    cr_expect_eq(lines->len, 2);
    cr_expect_eq(damaged, 4);
    cr_expect_str_eq(lines->pdata[1], "{\"n\":\"3\"}");
}

Test(audit, an_endless_line_is_passed_over)
{
    g_autoptr(GString) text = g_string_new("{\"n\":\"1\"}\n");
    guint damaged = 0;

    for (guint i = 0; i < 5u * 1024 * 1024; i++)
        g_string_append_c(text, 'x');
    g_string_append(text, "\n{\"n\":\"2\"}\n");
    tree_file("state/audit.jsonl", text->str);
    g_autoptr(GPtrArray) lines = read_lines(10, NULL, &damaged);
    cr_expect_eq(lines->len, 2);
    cr_expect_eq(damaged, 1);
    cr_expect_eq(number_of(lines, 0), 1);
    /* The same at the begin of the file. */
    tree_file("state/audit.jsonl", text->str + strlen("{\"n\":\"1\"}\n"));
    g_autoptr(GPtrArray) last = read_lines(10, NULL, &damaged);
    cr_expect_eq(last->len, 1);
    cr_expect_eq(damaged, 1);
}

Test(audit, lines_longer_than_a_read_are_whole)
{
    g_autofree char *filler = g_strnfill(900 * 1024, 'y');
    g_autofree char *members = g_strdup_printf("{\"n\":\"7\",\"text\":\"%s\"}", filler);
    guint damaged = 1;

    append_number(audit, 6);
    append(audit, members);
    append_number(audit, 8);
    g_autoptr(GPtrArray) lines = read_lines(10, NULL, &damaged);
    cr_expect_eq(lines->len, 3);
    cr_expect_eq(damaged, 0);
    cr_expect_gt(strlen(lines->pdata[1]), strlen(members));
}

Test(audit, at_most_four_mebibytes_are_given)
{
    g_autofree char *filler = g_strnfill(900 * 1024, 'y');
    gsize bytes = 0;

    for (guint i = 0; i < 7; i++) {
        g_autofree char *members = g_strdup_printf("{\"n\":\"%u\",\"text\":\"%s\"}", i, filler);
        append(audit, members);
    }
    g_autoptr(GPtrArray) lines = read_lines(100, NULL, NULL);
    for (guint i = 0; i < lines->len; i++)
        bytes += strlen(lines->pdata[i]);
    cr_expect_eq(lines->len, 4);
    cr_expect_leq(bytes, 4 * 1024 * 1024);
    cr_expect_eq(number_of(lines, 3), 6);
}

Test(audit, a_file_that_cannot_be_read_is_an_error)
{
    g_autoptr(GError) error = NULL;

    tree_link("elsewhere", "state/audit.jsonl");
    cr_expect_null(cordon_audit_read(audit, 1, NULL, NULL, &error));
    cr_expect(g_error_matches(error, CORDON_ERROR, CORDON_ERROR_SYSTEM));
    cr_expect_not_null(strstr(error->message, file), "%s", error->message);
}

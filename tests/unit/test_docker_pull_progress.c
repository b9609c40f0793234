/* SPDX-License-Identifier: MIT */
/* The engine's stream, and how far a pull is. */
#include "pull_progress.h"

#include <criterion/criterion.h>
#include <string.h>

#include "pull_stream.h"

#define ID1 "111111111111"
#define ID2 "222222222222"

static CordonPullProgress *new_progress(gboolean second_present)
{
    g_auto(CordonImagePlan)
        plan = {.layers = g_ptr_array_new_with_free_func((GDestroyNotify)cordon_blob_free)};

    g_ptr_array_add(plan.layers, cordon_blob_new("sha256:" ID1 "aaaa", 1000, FALSE));
    g_ptr_array_add(plan.layers, cordon_blob_new("sha256:" ID2 "bbbb", 500, second_present));
    plan.config.bytes = 50;
    return cordon_pull_progress_new(&plan);
}

static void say(CordonPullProgress *progress, const char *id, const char *status, gint64 current)
{
    g_autofree char *text = g_strdup_printf(
        "{\"id\":\"%s\",\"status\":\"%s\",\"progressDetail\":{\"current\":%" G_GINT64_FORMAT
        ",\"total\":9}}",
        id, status, current);
    g_autoptr(CordonJson) json = cordon_json_parse(text, strlen(text), 4096, NULL);

    cordon_pull_progress_take(progress, cordon_json_root(json));
}

static CordonImageProgress get(const CordonPullProgress *progress)
{
    CordonImageProgress now;

    cordon_pull_progress_get(progress, &now);
    return now;
}

Test(docker_pull_progress, counts_by_the_manifest_and_never_back)
{
    static const struct {
        const char *id, *status;
        gint64 current;
        guint64 done;
        guint layers_done;
        CordonImagePhase phase;
    } rows[] = {
        {"latest", "Pulling from x", 0, 0, 0, CORDON_IMAGE_PHASE_WAITING},
        {ID1, "Pulling fs layer", 0, 0, 0, CORDON_IMAGE_PHASE_DOWNLOADING},
        {ID1, "Downloading", 400, 400, 0, CORDON_IMAGE_PHASE_DOWNLOADING},
        {ID2, "Downloading", 100, 500, 0, CORDON_IMAGE_PHASE_DOWNLOADING},
        {ID1, "Retrying in 5 seconds", 0, 500, 0, CORDON_IMAGE_PHASE_DOWNLOADING},
        {ID1, "Downloading", 10, 500, 0, CORDON_IMAGE_PHASE_DOWNLOADING},
        {ID1, "Downloading", 99999, 1100, 0, CORDON_IMAGE_PHASE_DOWNLOADING},
        {"333333333333", "Downloading", 7, 1100, 0, CORDON_IMAGE_PHASE_DOWNLOADING},
        {ID1, "Extracting", 5, 1100, 0, CORDON_IMAGE_PHASE_DOWNLOADING},
        {ID1, "Pull complete", 0, 1100, 1, CORDON_IMAGE_PHASE_DOWNLOADING},
        {ID2, "Verifying Checksum", 0, 1550, 1, CORDON_IMAGE_PHASE_UNPACKING},
        {ID2, "Already exists", 0, 1550, 2, CORDON_IMAGE_PHASE_UNPACKING},
    };
    g_autoptr(CordonPullProgress) progress = new_progress(FALSE);

    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        say(progress, rows[i].id, rows[i].status, rows[i].current);
        CordonImageProgress now = get(progress);
        cr_expect_eq(now.done_bytes, rows[i].done, "row %zu: %lu", i,
                     (unsigned long)now.done_bytes);
        cr_expect_eq(now.layers_done, rows[i].layers_done, "row %zu", i);
        cr_expect_eq(now.phase, rows[i].phase, "row %zu", i);
        cr_expect_eq(now.total_bytes, 1550);
    }
    cr_expect_null(cordon_pull_progress_error(progress));
}

Test(docker_pull_progress, what_is_present_counts_nothing)
{
    g_autoptr(CordonPullProgress) progress = new_progress(TRUE);

    say(progress, ID2, "Already exists", 0);
    cr_expect_eq(get(progress).done_bytes, 0);
    say(progress, ID1, "Download complete", 0);
    cr_expect_eq(get(progress).done_bytes, 1050);
    cr_expect_eq(get(progress).total_bytes, 1050);
}

Test(docker_pull_progress, reports_at_most_five_times_a_second)
{
    g_autoptr(CordonPullProgress) progress = new_progress(FALSE);
    guint reports = 0;

    for (gint64 ms = 0; ms < 1000; ms++) {
        say(progress, ID1, "Downloading", ms);
        reports += cordon_pull_progress_is_due(progress, ms) ? 1 : 0;
    }
    cr_expect_eq(reports, 5);
    cr_expect(cordon_pull_progress_is_due(progress, 5000));
    cr_expect_not(cordon_pull_progress_is_due(progress, 9000), "nothing is new");
}

Test(docker_pull_progress, keeps_the_first_error_and_knows_its_kind)
{
    static const char text[] =
        "{\"errorDetail\":{\"message\":\"a: no space left on device\"},\"error\":\"x\"}";
    g_autoptr(CordonPullProgress) progress = new_progress(FALSE);
    g_autoptr(CordonJson) json = cordon_json_parse(text, strlen(text), 4096, NULL);

    cordon_pull_progress_take(progress, cordon_json_root(json));
    cr_assert_str_eq(cordon_pull_progress_error(progress), "a: no space left on device");
    cr_expect_eq(cordon_pull_error_code(cordon_pull_progress_error(progress)),
                 CORDON_IMAGE_ERROR_NO_SPACE);
    cr_expect_eq(cordon_pull_error_code("what"), CORDON_IMAGE_ERROR_ENGINE);
}

static gboolean collect(const char *text, gsize size, gpointer data, GError **error)
{
    (void)error;
    g_string_append_len(data, text, (gssize)size);
    g_string_append_c(data, '|');
    return TRUE;
}

Test(docker_pull_stream, cuts_objects_wherever_reads_end)
{
    static const char stream[] = "{\"a\":\"}{\\\"\"}\r\n{\"b\":{\"c\":1}}{\"d\":\"\\\\\"}\n";
    static const char expected[] = "{\"a\":\"}{\\\"\"}|{\"b\":{\"c\":1}}|{\"d\":\"\\\\\"}|";

    for (gsize piece = 1; piece <= strlen(stream); piece++) {
        g_auto(CordonPullStream) state = {0};
        g_autoptr(GString) found = g_string_new(NULL);
        for (gsize at = 0; at < strlen(stream); at += piece)
            cr_assert(cordon_pull_stream_feed(&state, stream + at, MIN(piece, strlen(stream) - at),
                                              collect, found, NULL));
        cr_expect_str_eq(found->str, expected);
        cr_expect(cordon_pull_stream_is_between(&state));
    }
}

Test(docker_pull_stream, refuses_what_is_no_stream_and_bounds_objects)
{
    g_auto(CordonPullStream) html = {0};
    g_auto(CordonPullStream) endless = {0};
    g_autoptr(GString) found = g_string_new(NULL);
    g_autoptr(GError) a = NULL;
    g_autoptr(GError) b = NULL;
    g_autofree char *much = g_strnfill(CORDON_PULL_OBJECT_MAX_BYTES, '{');

    cr_expect_not(cordon_pull_stream_feed(&html, "<html>", 6, collect, found, &a));
    cr_expect(cordon_pull_stream_feed(&endless, much, strlen(much), collect, found, NULL));
    cr_expect_not(cordon_pull_stream_is_between(&endless));
    cr_expect_not(cordon_pull_stream_feed(&endless, "{", 1, collect, found, &b));
}

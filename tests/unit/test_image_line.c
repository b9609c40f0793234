/* SPDX-License-Identifier: MIT */
/* What cordon-docker prints about images is believed as far as its format goes. */
#include "engine/image_line.h"

#include <criterion/criterion.h>
#include <string.h>

#define PROGRESS(done)                                                                             \
    "{\"event\":\"progress\",\"phase\":\"downloading\",\"done_bytes\":" done                       \
    ",\"total_bytes\":100,\"layers_done\":9,\"layers\":2}\n"

static void keep(const CordonImageProgress *progress, gpointer data)
{
    g_array_append_val((GArray *)data, *progress);
}

static gboolean feed(CordonImageLines *lines, const char *text, GError **error)
{
    return cordon_image_lines_feed(lines, text, strlen(text), error);
}

Test(image_line, progress_stays_inside_its_bounds)
{
    g_autoptr(GArray) seen = g_array_new(FALSE, FALSE, sizeof(CordonImageProgress));
    g_autoptr(CordonImageLines) lines = cordon_image_lines_new(keep, seen);
    static const guint64 expected[] = {10, 10, 100};

    cr_assert(feed(lines, PROGRESS("10") PROGRESS("5") PROGRESS("500"), NULL));
    cr_assert_eq(seen->len, 3);
    for (guint i = 0; i < 3; i++) {
        cr_expect_eq(g_array_index(seen, CordonImageProgress, i).done_bytes, expected[i]);
        cr_expect_eq(g_array_index(seen, CordonImageProgress, i).layers_done, 2);
    }
    cr_expect_not(cordon_image_lines_is_done(lines));
}

Test(image_line, an_error_keeps_its_code)
{
    for (guint code = 0; code <= CORDON_IMAGE_ERROR_CANCELLED; code++) {
        g_autoptr(CordonImageLines) lines = cordon_image_lines_new(NULL, NULL);
        g_auto(CordonImageAnswer) answer = {0};
        g_autoptr(GError) error = NULL;
        g_autofree char *line =
            g_strdup_printf("{\"event\":\"error\",\"code\":\"%s\",\"message\":\"m\"}\n",
                            cordon_image_error_name((CordonImageError)code));

        cr_assert(feed(lines, line, NULL));
        cr_assert(cordon_image_lines_is_done(lines));
        cr_expect_not(cordon_image_lines_finish(lines, "size", &answer, &error));
        cr_expect(g_error_matches(error, CORDON_IMAGE_ERROR, (gint)code));
    }
}

Test(image_line, refuses_what_is_no_such_line)
{
    static const char *const rows[] = {
        "\n",
        "x\n",
        "[]\n",
        "{}\n",
        "{\"event\":1}\n",
        "{\"event\":\"progress\"}\n",
        PROGRESS("-1"),
        "{\"event\":\"size\"}\n{\"event\":\"size\"}\n",
        "{\"event\":\"size\"} {}\n",
    };
    g_autofree char *endless = g_strnfill(CORDON_IMAGE_LINE_MAX_BYTES + 1, ' ');
    g_autoptr(CordonImageLines) unbounded = cordon_image_lines_new(NULL, NULL);
    g_autoptr(GError) too_long = NULL;

    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autoptr(CordonImageLines) lines = cordon_image_lines_new(NULL, NULL);
        g_autoptr(GError) error = NULL;
        cr_expect_not(feed(lines, rows[i], &error), "%s", rows[i]);
        cr_expect(g_error_matches(error, CORDON_ERROR, CORDON_ERROR_BACKEND));
    }
    cr_expect_not(feed(unbounded, endless, &too_long));
}

Test(image_line, an_answer_needs_all_its_members)
{
    g_autoptr(CordonImageLines) lines = cordon_image_lines_new(NULL, NULL);
    g_auto(CordonImageAnswer) answer = {0};
    g_autoptr(GError) error = NULL;

    cr_assert(feed(lines, "{\"event\":\"size\",\"reference\":\"x\"}\n", NULL));
    cr_assert(cordon_image_lines_finish(lines, "size", &answer, NULL));
    cr_expect_null(cordon_image_answer_to_size(&answer, &error));
    cr_expect(g_error_matches(error, CORDON_ERROR, CORDON_ERROR_BACKEND));
}

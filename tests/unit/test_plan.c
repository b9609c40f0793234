/* SPDX-License-Identifier: MIT */
/* Plans as data: their bounds, their text, and reading them back. */
#include <criterion/criterion.h>
#include <string.h>

#include "base/protocol.h"
#include "model/plan.h"

static CordonPlanData *sample(void)
{
    const char *const teardown[] = {"/bin/rm", "-f", "x y", NULL};
    CordonPlanData *plan = cordon_plan_data_new("bwrap");
    gint number = 0;

    cr_assert(cordon_plan_data_add_arg(plan, "/usr/bin/bwrap", NULL));
    cr_assert(cordon_plan_data_add_arg(plan, "--ro-bind", NULL));
    cr_assert(cordon_plan_data_add_arg(plan, "/a b", NULL));
    cr_assert(cordon_plan_data_add_arg(plan, "/a b", NULL));
    cr_assert(cordon_plan_data_add_arg(plan, "--", NULL));
    cr_assert(cordon_plan_data_add_arg(plan, "true", NULL));
    cr_assert(cordon_plan_data_add_env(plan, "PATH", "/bin", NULL));
    cr_assert(cordon_plan_data_add_env(plan, "MULTI", "a\nb=c", NULL));
    cr_assert(cordon_plan_data_add_data(plan, "a\0b", 3, &number, NULL));
    cr_assert_eq(number, 3);
    cr_assert(cordon_plan_data_add_path(plan, "/p", G_MAXUINT64, G_MAXUINT64 - 1, &number, NULL));
    cr_assert_eq(number, 4);
    cr_assert(cordon_plan_data_add_status(plan, CORDON_STATUS_FORMAT, &number, NULL));
    cr_assert_eq(number, 5);
    cr_assert(cordon_plan_data_add_teardown(plan, teardown, NULL));
    cr_assert(cordon_plan_data_add_enforced(plan, "net.none/1", NULL));
    return plan;
}

static char *write(const CordonPlanData *plan, gboolean with_data)
{
    CordonJsonWriter *writer = cordon_json_writer_new(FALSE);

    cordon_json_begin_object(writer, NULL);
    cordon_plan_data_write_json(plan, writer, with_data);
    cordon_json_end_object(writer);
    return cordon_json_writer_finish(writer);
}

static CordonPlanData *read(const char *text, GError **error)
{
    g_autoptr(CordonJson) json =
        cordon_json_parse(text, strlen(text), CORDON_JSON_MAX_BYTES, error);

    return json != NULL ? cordon_plan_data_read_json(cordon_json_root(json), error) : NULL;
}

Test(plan, a_plan_that_is_written_reads_back_the_same)
{
    g_autoptr(CordonPlanData) plan = sample();
    g_autoptr(CordonPlanData) again = NULL;
    g_autoptr(GError) error = NULL;
    g_autofree char *first = write(plan, TRUE);
    g_autofree char *second = NULL;
    const CordonPlanFd *fd;

    again = read(first, &error);
    cr_assert_not_null(again, "%s", error != NULL ? error->message : "");
    second = write(again, TRUE);
    cr_expect_str_eq(first, second);
    fd = g_ptr_array_index(again->fds, 0);
    cr_expect_eq(g_bytes_get_size(fd->data), 3);
    fd = g_ptr_array_index(again->fds, 1);
    cr_expect_eq(fd->device, G_MAXUINT64);
    cr_expect_eq(fd->inode, G_MAXUINT64 - 1);
    cr_expect_eq(again->total_bytes, plan->total_bytes);
}

Test(plan, bytes_that_are_not_utf8_read_back_the_same)
{
    g_autoptr(CordonPlanData) plan = cordon_plan_data_new("b");
    g_autoptr(CordonPlanData) again = NULL;
    g_autofree char *text = NULL;
    gint number;

    cr_assert(cordon_plan_data_add_arg(plan, "/bin/\xff", NULL));
    cr_assert(cordon_plan_data_add_arg(plan, "plain", NULL));
    cr_assert(cordon_plan_data_add_path(plan, "/p/\xe9", 1, 2, &number, NULL));
    text = write(plan, TRUE);
    again = read(text, NULL);
    cr_assert_not_null(again);
    cr_expect_str_eq(g_ptr_array_index(again->argv, 0), "/bin/\xff");
    cr_expect_str_eq(g_ptr_array_index(again->argv, 1), "plain");
    cr_expect_str_eq(((CordonPlanFd *)g_ptr_array_index(again->fds, 0))->path, "/p/\xe9");
}

Test(plan, to_print_a_plan_data_becomes_its_size_and_digest)
{
    g_autoptr(CordonPlanData) plan = sample();
    g_autofree char *text = write(plan, FALSE);

    cr_expect(strstr(text, "\"base64\"") == NULL);
    cr_expect(strstr(text, "\"sha256\"") != NULL);
    cr_expect(strstr(text, "\"size\":3") != NULL, "%s", text);
    cr_expect_null(read(text, NULL));
}

Test(plan, its_text_has_an_option_with_its_values_a_line)
{
    g_autoptr(CordonPlanData) plan = sample();
    g_autofree char *text = cordon_plan_data_to_text(plan);

    cr_expect(strstr(text, "\\\n  --ro-bind '/a b' '/a b' \\\n") != NULL, "%s", text);
    cr_expect(strstr(text, "# descriptor 3: 3 bytes of data\n") != NULL, "%s", text);
    cr_expect(strstr(text, "# descriptor 4: /p\n") != NULL, "%s", text);
}

Test(plan, arguments_have_bounds)
{
    g_autoptr(CordonPlanData) plan = cordon_plan_data_new("b");
    g_autofree char *large = g_strnfill(CORDON_PLAN_MAX_ARG_BYTES, 'a');
    g_autoptr(GError) error = NULL;

    cr_expect_not(cordon_plan_data_add_arg(plan, "bwrap", &error));
    cr_expect(g_error_matches(error, CORDON_ERROR, CORDON_ERROR_BACKEND));
    cr_expect_not(cordon_plan_data_add_arg(plan, NULL, NULL));
    cr_expect(cordon_plan_data_add_arg(plan, "/bwrap", NULL));
    cr_expect_not(cordon_plan_data_add_arg(plan, large, NULL));
    for (int i = 1; i < CORDON_PLAN_MAX_ARGS; i++)
        cr_assert(cordon_plan_data_add_arg(plan, "x", NULL));
    cr_expect_not(cordon_plan_data_add_arg(plan, "x", NULL));
    cr_expect_eq(plan->argv->len, CORDON_PLAN_MAX_ARGS);
}

Test(plan, the_whole_has_a_bound)
{
    g_autoptr(CordonPlanData) plan = cordon_plan_data_new("b");
    g_autofree char *large = g_malloc0(CORDON_PLAN_MAX_TOTAL_BYTES);
    gint number;

    cr_expect(
        cordon_plan_data_add_data(plan, large, CORDON_PLAN_MAX_TOTAL_BYTES - 10, &number, NULL));
    cr_expect_not(cordon_plan_data_add_data(plan, large, 11, &number, NULL));
    cr_expect(cordon_plan_data_add_data(plan, large, 10, &number, NULL));
    cr_expect_not(cordon_plan_data_add_arg(plan, "/x", NULL));
    cr_expect_eq(plan->fds->len, 2);
}

Test(plan, descriptors_have_a_bound)
{
    g_autoptr(CordonPlanData) plan = cordon_plan_data_new("b");
    gint number = 0;

    for (int i = 0; i < CORDON_PLAN_MAX_FDS; i++)
        cr_assert(cordon_plan_data_add_data(plan, "", 0, &number, NULL));
    cr_expect_eq(number, CORDON_PLAN_MAX_FDS + 2);
    cr_expect_not(cordon_plan_data_add_data(plan, "", 0, &number, NULL));
    cr_expect_not(cordon_plan_data_add_path(plan, "/p", 1, 1, &number, NULL));
    cr_expect_not(cordon_plan_data_add_status(plan, CORDON_STATUS_FORMAT, &number, NULL));
}

Test(plan, what_makes_no_sense_is_refused)
{
    g_autoptr(CordonPlanData) plan = cordon_plan_data_new("b");
    const char *const relative[] = {"rm", NULL};
    const char *const empty[] = {NULL};
    gint number = -7;

    cr_expect_not(cordon_plan_data_add_env(plan, "A=B", "x", NULL));
    cr_expect_not(cordon_plan_data_add_env(plan, "", "x", NULL));
    cr_expect_not(cordon_plan_data_add_env(plan, "A\nB", "x", NULL));
    cr_expect_not(cordon_plan_data_add_env(plan, "A", NULL, NULL));
    cr_expect(cordon_plan_data_add_env(plan, "A", "1", NULL));
    cr_expect(cordon_plan_data_add_env(plan, "AB", "1", NULL));
    cr_expect_not(cordon_plan_data_add_env(plan, "A", "2", NULL));
    cr_expect_not(cordon_plan_data_add_path(plan, "p", 1, 1, &number, NULL));
    cr_expect_not(cordon_plan_data_add_path(plan, "/p", 1, 0, &number, NULL));
    cr_expect_not(cordon_plan_data_add_status(plan, "other/1", &number, NULL));
    cr_expect_not(cordon_plan_data_add_status(plan, NULL, &number, NULL));
    cr_expect_not(cordon_plan_data_add_teardown(plan, relative, NULL));
    cr_expect_not(cordon_plan_data_add_teardown(plan, empty, NULL));
    cr_expect_not(cordon_plan_data_add_enforced(plan, "x", NULL));
    cr_expect_eq(number, -7);
    cr_expect(cordon_plan_data_add_status(plan, CORDON_STATUS_FORMAT, &number, NULL));
    cr_expect_not(cordon_plan_data_add_status(plan, CORDON_STATUS_FORMAT, &number, NULL));
}

Test(plan, a_refusal_shows_the_bytes_of_others_as_plain_text)
{
    g_autoptr(CordonPlanData) plan = cordon_plan_data_new("b\033[2J");
    g_autofree char *euros = g_strnfill(400, '\xe2');
    g_autoptr(GError) program = NULL;
    g_autoptr(GError) format = NULL;
    g_autoptr(GError) path = NULL;
    g_autofree char *rooted = NULL;
    const GError *const *errors[] = {(const GError *const *)&program,
                                     (const GError *const *)&format, (const GError *const *)&path};
    gint number;

    /* Each is cut within a character of three bytes. */
    for (gsize i = 0; euros[i] != '\0'; i++)
        euros[i] = "\xe2\x82\xac"[i % 3];
    cr_expect_not(cordon_plan_data_add_arg(plan, euros, &program));
    cr_expect_not(cordon_plan_data_add_status(plan, euros, &number, &format));
    rooted = g_strconcat("/", euros, NULL);
    cr_expect_not(cordon_plan_data_add_path(plan, rooted, 1, 0, &number, &path));
    for (gsize i = 0; i < G_N_ELEMENTS(errors); i++) {
        cr_expect(g_utf8_validate((*errors[i])->message, -1, NULL));
        cr_expect_null(strchr((*errors[i])->message, '\033'));
    }
}

Test(plan, a_damaged_plan_is_refused)
{
#define REST "\"env\":[],\"teardown\":[],\"enforced\":[]"
    static const char *const CASES[] = {
        "{}",
        "[]",
        "{\"backend\":\"b\",\"argv\":[\"x\"],\"fds\":[]," REST "}",
        "{\"backend\":\"b\",\"argv\":[1],\"fds\":[]," REST "}",
        "{\"backend\":\"b\",\"argv\":[\"/x\"]," REST "}",
        "{\"backend\":\"b\",\"argv\":[\"/x\"],\"fds\":[{}]," REST "}",
        ("{\"backend\":\"b\",\"argv\":[\"/x\"],\"fds\":[{\"kind\":\"data\",\"number\":4,"
         "\"base64\":\"\"}]," REST "}"),
        ("{\"backend\":\"b\",\"argv\":[\"/x\"],\"fds\":[{\"kind\":\"data\",\"number\":3,"
         "\"base64\":\"a?\"}]," REST "}"),
        ("{\"backend\":\"b\",\"argv\":[\"/x\"],\"fds\":[{\"kind\":\"path\",\"number\":3,"
         "\"path\":\"/p\",\"device\":\"-1\",\"inode\":\"1\"}]," REST "}"),
        "{\"backend\":\"b\",\"argv_base64\":[\"AA==\"],\"fds\":[]," REST "}",
        ("{\"backend\":\"b\",\"argv\":[\"/x\"],\"fds\":[],\"env\":[\"A\"],\"teardown\":[],"
         "\"enforced\":[]}"),
    };

    for (gsize i = 0; i < G_N_ELEMENTS(CASES); i++) {
        g_autoptr(GError) error = NULL;
        g_autoptr(CordonPlanData) plan = read(CASES[i], &error);

        cr_expect_null(plan, "%s", CASES[i]);
        cr_expect_not_null(error, "%s", CASES[i]);
    }
}

Test(plan, only_without_a_backend_a_program_is_searched)
{
    g_autoptr(CordonPlanData) backed = cordon_plan_data_new("bwrap");
    g_autoptr(CordonPlanData) bare = cordon_plan_data_new(CORDON_BACKEND_NONE);
    g_autoptr(GError) error = NULL;

    cr_assert_not(cordon_plan_data_add_arg(backed, "bwrap", &error));
    cr_assert_eq(error->code, CORDON_ERROR_BACKEND);
    cr_assert(cordon_plan_data_add_arg(bare, "npm", NULL));
}

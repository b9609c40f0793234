/* SPDX-License-Identifier: MIT */
/* Plans as JSON: what is read keeps the bounds, can be written and read again, and is shown to people
 * as plain text. */
#include <string.h>

#include "fuzz.h"
#include "model/plan.h"

static void write_whole(gconstpointer value, CordonJsonWriter *writer)
{
    cordon_plan_data_write_json(value, writer, TRUE);
}

static void write_shown(gconstpointer value, CordonJsonWriter *writer)
{
    cordon_plan_data_write_json(value, writer, FALSE);
}

static void check_bounds(const CordonPlanData *plan)
{
    guint statuses = 0;

    FUZZ_CHECK(plan->argv->len <= CORDON_PLAN_MAX_ARGS);
    FUZZ_CHECK(plan->total_bytes <= CORDON_PLAN_MAX_TOTAL_BYTES);
    FUZZ_CHECK(plan->fds->len <= CORDON_PLAN_MAX_FDS);
    FUZZ_CHECK(plan->teardown->len <= CORDON_PLAN_MAX_TEARDOWN);
    for (guint i = 0; i < plan->fds->len; i++) {
        const CordonPlanFd *fd = g_ptr_array_index(plan->fds, i);

        FUZZ_CHECK(fd->number == CORDON_PLAN_FIRST_FD + (gint)i);
        statuses += fd->kind == CORDON_PLAN_FD_STATUS;
        if (fd->kind == CORDON_PLAN_FD_PATH)
            FUZZ_CHECK(fd->path[0] == '/' && (fd->device != 0 || fd->inode != 0));
    }
    FUZZ_CHECK(statuses <= 1);
    if (plan->argv->len > 0 && strcmp(plan->backend, CORDON_BACKEND_NONE) != 0)
        FUZZ_CHECK(((const char *)g_ptr_array_index(plan->argv, 0))[0] == '/');
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(CordonJson) json = fuzz_parse((const char *)data, size);

    if (json == NULL)
        return 0;
    g_autoptr(CordonPlanData) plan = cordon_plan_data_read_json(cordon_json_root(json), &error);
    fuzz_check_error(plan != NULL, error);
    if (plan == NULL)
        return 0;
    check_bounds(plan);

    g_autofree char *text = fuzz_write(write_whole, plan);
    g_autoptr(CordonJson) written = fuzz_parse(text, strlen(text));
    FUZZ_CHECK(written != NULL);
    g_autoptr(CordonPlanData) again = cordon_plan_data_read_json(cordon_json_root(written), &error);
    fuzz_check_error(again != NULL, error);
    FUZZ_CHECK(again != NULL);
    g_autofree char *text_again = fuzz_write(write_whole, again);
    FUZZ_CHECK(strcmp(text, text_again) == 0);

    g_autofree char *shown = fuzz_write(write_shown, plan);
    g_autoptr(CordonJson) shown_json = fuzz_parse(shown, strlen(shown));
    FUZZ_CHECK(shown_json != NULL);
    g_autofree char *for_people = cordon_plan_data_to_text(plan);
    fuzz_check_plain(for_people, TRUE);
    return 0;
}

/* SPDX-License-Identifier: MIT */
/* git-run PROJECT LOOP CWD 0|1 COMMAND...: runs the command in the sandbox through the library, with the
 * repository writable or not.  No program of ours takes that as an option: it is set for a command that
 * a person approved. */
#include <cordon/cordon.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static gboolean write_out(CordonStream stream, const char *bytes, gsize size, gpointer data)
{
    (void)data;
    fwrite(bytes, 1, size, stream == CORDON_STREAM_STDOUT ? stdout : stderr);
    return TRUE;
}

int main(int argc, char **argv)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(CordonPolicy) policy = cordon_policy_new();
    g_autoptr(CordonCatalog) catalog = cordon_catalog_new(NULL, CORDON_CATALOG_DEFAULT, &error);
    const char *limit = g_getenv("GIT_RUN_LIMIT_MS");

    if (argc < 6 || catalog == NULL)
        return 2;
    const CordonCommand command = {
        .struct_size = sizeof command, .argv = (const char *const *)(argv + 5), .cwd = argv[3]};
    const CordonRunOptions options = {
        .struct_size = sizeof options,
        .stdin_fd = -1,
        .time_limit_ms = limit != NULL ? (guint)g_ascii_strtoull(limit, NULL, 10) : 60000,
        .grace_ms = 200,
        .output = write_out};
    cordon_policy_set_project(policy, argv[1]);
    cordon_policy_set_loop(policy, argv[2]);
    cordon_policy_set_repository_writable(policy, strcmp(argv[4], "1") == 0);

    g_autoptr(CordonPlan) plan = cordon_plan_new(catalog, policy, &command, NULL, &error);
    const GPtrArray *notices = plan != NULL ? cordon_plan_get_notices(plan) : NULL;
    for (guint i = 0; notices != NULL && i < notices->len; i++)
        fprintf(stderr, "NOTICE: %s\n", (const char *)g_ptr_array_index(notices, i));
    g_autoptr(CordonProcess) process =
        plan != NULL ? cordon_plan_run(plan, &options, &error) : NULL;
    if (process == NULL) {
        fprintf(stderr, "ERROR: %s\n", error->message);
        return 125;
    }
    const CordonResult *result = cordon_process_wait(process);
    if (result->message != NULL)
        fprintf(stderr, "MESSAGE: %s\n", result->message);
    fflush(NULL);
    int status = cordon_result_exit_status(result);
    return status;
}

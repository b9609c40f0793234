/* SPDX-License-Identifier: MIT */
/* What a worker sends back, {"report": {...}, "plan": {...}}: only what the plug-in itself might have
 * pushed gets through. */
#include <string.h>

#include <cordon/guarantees.h>

#include "engine/wire.h"
#include "fuzz.h"

static const char MANIFEST[] =
    "{\"manifest\": 1, \"id\": \"test\", \"name\": \"Test\", \"version\": \"1\", \"abi\": 1,"
    " \"library\": \"/x/test.so\", \"platforms\": [\"linux\"],"
    " \"guarantees\": [\"" CORDON_G_NET_NONE "\"], \"codes\": [\"a.blocked\", \"a.info\"]}";

static CordonLaunch *new_launch(void)
{
    CordonLaunch *launch = cordon_launch_new();
    CordonMount *mount =
        cordon_mount_new(CORDON_ROLE_LOOP, CORDON_ACCESS_WRITE, CORDON_KIND_FOLDER, "/p", "/p");

    mount->device = 1;
    mount->inode = 2;
    g_ptr_array_add(launch->mounts, mount);
    return launch;
}

static gboolean is_declared(const char *guarantee)
{
    return guarantee == NULL || strcmp(guarantee, CORDON_G_NET_NONE) == 0;
}

static void push_report(const CordonJsonValue *value, const CordonManifest *manifest,
                        const CordonFacts *facts)
{
    g_autoptr(CordonProbeReport) report = cordon_probe_report_new();
    g_autoptr(GError) error = NULL;
    CordonCall call = {
        .kind = CORDON_CALL_PROBE, .facts = facts, .manifest = manifest, .report = report};
    gboolean pushed = cordon_wire_push_report(value, &call, &error);

    fuzz_check_error(pushed, error);
    FUZZ_CHECK(!pushed || (call.violation == NULL && !call.refused));
    FUZZ_CHECK(report->findings->len <= CORDON_CALL_MAX_FINDINGS);
    FUZZ_CHECK(report->offers->len <= CORDON_CALL_MAX_OFFERS);
    for (guint i = 0; i < report->findings->len; i++) {
        const CordonFinding *finding = g_ptr_array_index(report->findings, i);

        FUZZ_CHECK(is_declared(finding->guarantee));
        FUZZ_CHECK(cordon_manifest_has_code(manifest, finding->code) ||
                   g_str_has_prefix(finding->code, "evidence."));
        if (finding->subject != NULL)
            fuzz_check_plain(finding->subject, FALSE);
    }
    for (guint i = 0; i < report->offers->len; i++) {
        const CordonOffer *offer = g_ptr_array_index(report->offers, i);

        FUZZ_CHECK(is_declared(offer->guarantee));
        if (offer->limits != NULL)
            fuzz_check_plain(offer->limits, FALSE);
    }
    for (guint i = 0; i < report->hints->len; i++) {
        const CordonHint *hint = g_ptr_array_index(report->hints, i);

        FUZZ_CHECK(cordon_manifest_has_code(manifest, hint->code));
        FUZZ_CHECK(strlen(hint->title) <= CORDON_CALL_MAX_TITLE_BYTES);
        fuzz_check_plain(hint->title, FALSE);
        if (hint->detail != NULL)
            fuzz_check_plain(hint->detail, TRUE);
        for (char **word = hint->command; word != NULL && *word != NULL; word++)
            fuzz_check_plain(*word, FALSE);
    }
    cordon_call_clear(&call);
}

static void push_plan(const CordonJsonValue *value, const CordonManifest *manifest,
                      const CordonFacts *facts)
{
    g_autoptr(CordonPlanData) plan = cordon_plan_data_new("test");
    g_autoptr(CordonProbeReport) probed = cordon_probe_report_new();
    g_autoptr(CordonLaunch) launch = new_launch();
    g_autoptr(GError) error = NULL;
    CordonCall call = {.kind = CORDON_CALL_WRAP,
                       .facts = facts,
                       .manifest = manifest,
                       .probed = probed,
                       .plan = plan,
                       .launch = launch};
    gboolean pushed = cordon_wire_push_plan(value, &call, &error);
    const char *const *enforced = cordon_guarantees_strv(plan->enforced);

    fuzz_check_error(pushed, error);
    FUZZ_CHECK(!pushed || (call.violation == NULL && !call.refused));
    for (gsize i = 0; enforced[i] != NULL; i++)
        FUZZ_CHECK(is_declared(enforced[i]));
    for (guint i = 0; i < plan->fds->len; i++) {
        const CordonPlanFd *fd = g_ptr_array_index(plan->fds, i);

        /* What must be found there comes from the launch and not from the worker. */
        if (fd->kind == CORDON_PLAN_FD_PATH)
            FUZZ_CHECK(strcmp(fd->path, "/p") == 0 && fd->device == 1 && fd->inode == 2);
    }
    cordon_call_clear(&call);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    g_autoptr(CordonManifest) manifest = cordon_manifest_parse(MANIFEST, strlen(MANIFEST), NULL);
    g_autoptr(CordonFacts) facts = cordon_facts_new();
    g_autoptr(CordonJson) json = fuzz_parse((const char *)data, size);

    if (json == NULL)
        return 0;
    const CordonJsonValue *report = cordon_json_find(cordon_json_root(json), "report");
    const CordonJsonValue *plan = cordon_json_find(cordon_json_root(json), "plan");
    if (report != NULL)
        push_report(report, manifest, facts);
    if (plan != NULL)
        push_plan(plan, manifest, facts);
    return 0;
}

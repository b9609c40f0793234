/* SPDX-License-Identifier: MIT */
/* Reports of a probe, as a worker sends them and the cache keeps them: what is read can be written and
 * read again, and becomes a readiness whose JSON is whole. */
#include <string.h>

#include <cordon/guarantees.h>

#include "fuzz.h"
#include "model/guarantee.h"
#include "model/readiness.h"

static void write_report(gconstpointer value, CordonJsonWriter *writer)
{
    cordon_probe_report_write_json(value, writer);
}

static gboolean is_subset(const char *const *ids, const CordonGuarantees *set)
{
    for (; *ids != NULL; ids++)
        if (!cordon_guarantees_contains(set, *ids))
            return FALSE;
    return TRUE;
}

static void judge(const CordonProbeReport *report)
{
    g_autoptr(CordonGuarantees) declared = cordon_guarantees_new_default();
    g_autoptr(CordonReadiness) readiness =
        cordon_readiness_judge("test", "Test", cordon_guarantees_strv(declared), report);
    g_autofree char *text = cordon_readiness_to_json(readiness);
    g_autoptr(CordonJson) json = fuzz_parse(text, strlen(text));

    FUZZ_CHECK(json != NULL);
    FUZZ_CHECK(is_subset(readiness->guarantees, declared));
    FUZZ_CHECK(is_subset(readiness->missing, declared));
    if (readiness->state == CORDON_READINESS_READY)
        FUZZ_CHECK(readiness->missing[0] == NULL && readiness->code == NULL);
    if (report->broken != NULL)
        FUZZ_CHECK(readiness->state == CORDON_READINESS_BROKEN && readiness->guarantees[0] == NULL);
    if (readiness->command_line != NULL)
        fuzz_check_plain(readiness->command_line, FALSE);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(CordonJson) json = fuzz_parse((const char *)data, size);

    if (json == NULL)
        return 0;
    g_autoptr(CordonProbeReport) report =
        cordon_probe_report_read_json(cordon_json_root(json), &error);
    fuzz_check_error(report != NULL, error);
    if (report == NULL)
        return 0;
    g_autofree char *text = fuzz_write(write_report, report);
    g_autoptr(CordonJson) written = fuzz_parse(text, strlen(text));
    FUZZ_CHECK(written != NULL);
    g_autoptr(CordonProbeReport) again =
        cordon_probe_report_read_json(cordon_json_root(written), &error);
    fuzz_check_error(again != NULL, error);
    FUZZ_CHECK(again != NULL);
    g_autofree char *text_again = fuzz_write(write_report, again);
    FUZZ_CHECK(strcmp(text, text_again) == 0);
    judge(report);
    return 0;
}

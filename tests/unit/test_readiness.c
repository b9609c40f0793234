/* SPDX-License-Identifier: MIT */
/* From a probe's report to a readiness. */
#include <criterion/criterion.h>
#include <string.h>

#include "model/readiness.h"

static const char *const DECLARED[] = {"fs.a/1", "net.none/1", NULL};

static void offer_all(CordonProbeReport *report)
{
    cordon_probe_report_add_offer(report, CORDON_STRENGTH_ENFORCED, "fs.a/1", "Not on Sundays.");
    cordon_probe_report_add_offer(report, CORDON_STRENGTH_ENFORCED, "net.none/1", NULL);
}

Test(readiness, everything_offered_is_ready)
{
    g_autoptr(CordonProbeReport) report = cordon_probe_report_new();
    g_autoptr(CordonReadiness) readiness = NULL;

    offer_all(report);
    cordon_probe_report_add_finding(report, CORDON_SEVERITY_INFO, "program", NULL, "/x");
    readiness = cordon_readiness_judge("b", "B", DECLARED, report);
    cr_expect_eq(readiness->state, CORDON_READINESS_READY);
    cr_expect_null(readiness->code);
    cr_expect_null(readiness->missing[0]);
    cr_expect_str_eq(readiness->guarantees[1], "net.none/1");
    cr_expect_str_eq(readiness->limits[0], "Not on Sundays.");
}

Test(readiness, what_is_not_enforced_or_was_not_declared_does_not_count)
{
    g_autoptr(CordonProbeReport) report = cordon_probe_report_new();
    g_autoptr(CordonReadiness) readiness = NULL;

    cordon_probe_report_add_offer(report, CORDON_STRENGTH_ADVISORY, "fs.a/1", NULL);
    cordon_probe_report_add_offer(report, CORDON_STRENGTH_ENFORCED, "net.none/1", NULL);
    cordon_probe_report_add_offer(report, CORDON_STRENGTH_ENFORCED, "not.declared/1", NULL);
    readiness = cordon_readiness_judge("b", "B", DECLARED, report);
    cr_expect_eq(readiness->state, CORDON_READINESS_DEGRADED);
    cr_expect_str_eq(readiness->guarantees[0], "net.none/1");
    cr_expect_null(readiness->guarantees[1]);
    cr_expect_str_eq(readiness->missing[0], "fs.a/1");
}

Test(readiness, a_finding_takes_a_guarantee_away)
{
    g_autoptr(CordonProbeReport) report = cordon_probe_report_new();
    g_autoptr(CordonReadiness) readiness = NULL;

    offer_all(report);
    cordon_probe_report_add_finding(report, CORDON_SEVERITY_DEGRADES, "slow", NULL, NULL);
    cordon_probe_report_add_finding(report, CORDON_SEVERITY_DEGRADES, "old", "net.none/1", "1.0");
    cordon_probe_report_add_hint(report, "old", 0, "Update", NULL, NULL, "linux", NULL);
    readiness = cordon_readiness_judge("b", "B", DECLARED, report);
    cr_expect_eq(readiness->state, CORDON_READINESS_DEGRADED);
    cr_expect_str_eq(readiness->code, "old");
    cr_expect_str_eq(readiness->subject, "1.0");
    cr_expect_str_eq(readiness->step_title, "Update");
    cr_expect_str_eq(readiness->missing[0], "net.none/1");
}

Test(readiness, the_first_blocker_and_its_one_step_are_shown)
{
    const char *const command[] = {"sudo", "apt-get", "install", "x y", NULL};
    g_autoptr(CordonProbeReport) report = cordon_probe_report_new();
    g_autoptr(CordonReadiness) readiness = NULL;
    g_autofree char *json = NULL;

    offer_all(report);
    cordon_probe_report_add_finding(report, CORDON_SEVERITY_BLOCKS, "first", NULL, "/s");
    cordon_probe_report_add_finding(report, CORDON_SEVERITY_BLOCKS, "second", NULL, NULL);
    cordon_probe_report_add_hint(report, "second", 0, "No", NULL, NULL, "linux", NULL);
    cordon_probe_report_add_hint(report, "first", CORDON_HINT_NEEDS_ADMIN | CORDON_HINT_SYSTEM_WIDE,
                                 "Install x", "why", command, "linux/debian", NULL);
    readiness = cordon_readiness_judge("b", "B", DECLARED, report);
    cr_expect_eq(readiness->state, CORDON_READINESS_NEEDS_SETUP);
    cr_expect_str_eq(readiness->code, "first");
    cr_expect_str_eq(readiness->command[3], "x y");
    cr_expect_str_eq(readiness->command_line, "sudo apt-get install 'x y'");
    cr_expect_eq(readiness->needs, CORDON_NEEDS_ADMIN);
    cr_expect(readiness->system_wide);
    cr_expect_null(readiness->guarantees[0]);
    json = cordon_readiness_to_json(readiness);
    cr_expect(strstr(json, "\"needs-setup\"") != NULL, "%s", json);
    cr_expect(strstr(json, "\"admin\"") != NULL);
}

Test(readiness, a_blocker_without_a_step_is_unsupported)
{
    g_autoptr(CordonProbeReport) report = cordon_probe_report_new();
    g_autoptr(CordonReadiness) readiness = NULL;

    cordon_probe_report_add_finding(report, CORDON_SEVERITY_BLOCKS, "kernel.old", NULL, "2.6");
    cordon_probe_report_add_hint(report, "kernel.old", 0, "The kernel is too old", NULL, NULL,
                                 "linux", NULL);
    readiness = cordon_readiness_judge("b", "B", DECLARED, report);
    cr_expect_eq(readiness->state, CORDON_READINESS_UNSUPPORTED);
    cr_expect_str_eq(readiness->step_title, "The kernel is too old");
}

Test(readiness, a_plug_in_that_crashed_is_broken_whatever_it_offered)
{
    g_autoptr(CordonProbeReport) report = cordon_probe_report_new();
    g_autoptr(CordonReadiness) readiness = NULL;

    offer_all(report);
    report->broken = g_strdup("crashed in probe: SIGSEGV");
    readiness = cordon_readiness_judge("b", NULL, DECLARED, report);
    cr_expect_eq(readiness->state, CORDON_READINESS_BROKEN);
    cr_expect_str_eq(readiness->detail, "crashed in probe: SIGSEGV");
    cr_expect_str_eq(readiness->name, "b");
    cr_expect_null(readiness->guarantees[0]);
}

static char *write(const CordonProbeReport *report)
{
    CordonJsonWriter *writer = cordon_json_writer_new(FALSE);

    cordon_json_begin_object(writer, NULL);
    cordon_probe_report_write_json(report, writer);
    cordon_json_end_object(writer);
    return cordon_json_writer_finish(writer);
}

static CordonProbeReport *read(const char *text, GError **error)
{
    g_autoptr(CordonJson) json =
        cordon_json_parse(text, strlen(text), CORDON_JSON_MAX_BYTES, error);

    return json != NULL ? cordon_probe_report_read_json(cordon_json_root(json), error) : NULL;
}

Test(readiness, a_report_that_is_written_reads_back_the_same)
{
    const char *const command[] = {"a", "b c", NULL};
    g_autoptr(CordonProbeReport) report = cordon_probe_report_new();
    g_autoptr(CordonProbeReport) again = NULL;
    g_autoptr(GError) error = NULL;
    g_autofree char *first = NULL;
    g_autofree char *second = NULL;

    offer_all(report);
    cordon_probe_report_add_finding(report, CORDON_SEVERITY_BLOCKS, "x", "net.none/1", "s\"\n");
    cordon_probe_report_add_hint(report, "x", 5, "T", "D", command, "linux", "https://e.org");
    report->raw = g_strdup("raw");
    report->took_ms = 12;
    report->checked_at = 1234567;
    first = write(report);
    again = read(first, &error);
    cr_assert_not_null(again, "%s", error != NULL ? error->message : "");
    second = write(again);
    cr_expect_str_eq(first, second);
}

Test(readiness, a_damaged_report_is_refused)
{
    static const char *const CASES[] = {
        "{}",
        "[]",
        "{\"findings\": []}",
        "{\"findings\":[{}],\"offers\":[],\"hints\":[],\"took_ms\":1,\"checked_at\":1}",
        ("{\"findings\":[{\"severity\":9,\"code\":\"x\"}],\"offers\":[],\"hints\":[],\"took_ms\":1,"
         "\"checked_at\":1}"),
        "{\"findings\":[1],\"offers\":[],\"hints\":[],\"took_ms\":1,\"checked_at\":1}",
        "{\"findings\":\"x\",\"offers\":[],\"hints\":[],\"took_ms\":-1,\"checked_at\":1}",
    };

    for (gsize i = 0; i < G_N_ELEMENTS(CASES); i++) {
        g_autoptr(GError) error = NULL;
        g_autoptr(CordonProbeReport) report = read(CASES[i], &error);

        cr_expect_null(report, "%s", CASES[i]);
        cr_expect(error != NULL && error->domain == CORDON_ERROR, "%s", CASES[i]);
    }
}

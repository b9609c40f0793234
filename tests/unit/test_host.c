/* SPDX-License-Identifier: MIT */
/* What the host takes from a backend and what it refuses, function by function. */
#include <criterion/criterion.h>
#include <poll.h>
#include <string.h>

#include <cordon/guarantees.h>

#include "engine/call.h"
#include "engine/host.h"

static const char MANIFEST[] =
    "{\"manifest\": 1, \"id\": \"test\", \"name\": \"Test\", \"version\": \"1\", \"abi\": 1,"
    " \"library\": \"/x/test.so\", \"platforms\": [\"linux\"], \"priority\": 50,"
    " \"guarantees\": [\"" CORDON_G_NET_NONE "\"], \"codes\": [\"a.blocked\", \"a.info\"]}";

static CordonManifest *manifest;
static CordonFacts *facts;
static CordonProbeReport *report;
static CordonPlanData *plan;
static CordonLaunch *launch;
static CordonCall call;
static const struct cordon_host *host;

static void begin(CordonCallKind kind)
{
    cordon_call_clear(&call);
    call = (CordonCall){
        .kind = kind,
        .facts = facts,
        .manifest = manifest,
        .report = report,
        .probed = kind == CORDON_CALL_PROBE ? NULL : report,
        .hint_code = "a.blocked",
        .plan = plan,
        .launch = launch,
    };
}

static void set_up(void)
{
    host = cordon_host_get();
    manifest = cordon_manifest_parse(MANIFEST, strlen(MANIFEST), NULL);
    cr_assert_not_null(manifest);
    facts = cordon_facts_new();
    cordon_facts_set(facts, "os", "linux");
    report = cordon_probe_report_new();
    plan = cordon_plan_data_new("test");
    launch = cordon_launch_new();
    begin(CORDON_CALL_PROBE);
}

static void tear_down(void)
{
    cordon_call_clear(&call);
    cordon_launch_free(launch);
    cordon_plan_data_free(plan);
    cordon_probe_report_free(report);
    cordon_facts_free(facts);
    cordon_manifest_free(manifest);
}

TestSuite(host, .init = set_up, .fini = tear_down);

/* A breach that is noted with these words. */
static void expect_breach(gint32 status, const char *words)
{
    cr_expect_eq(status, CORDON_E_INVALID);
    cr_expect(call.violation != NULL && strstr(call.violation, words) != NULL,
              "'%s' is not in '%s'", words, call.violation != NULL ? call.violation : "");
}

static struct cordon_finding finding(const char *code)
{
    return (struct cordon_finding){.struct_size = sizeof(struct cordon_finding), .code = code};
}

Test(host, table_is_complete)
{
    const char *bytes = (const char *)host;

    cr_expect_eq(host->struct_size, sizeof(struct cordon_host));
    for (gsize at = offsetof(struct cordon_host, log); at < sizeof *host; at += sizeof(void *)) {
        void *pointer;

        memcpy(&pointer, bytes + at, sizeof pointer);
        cr_expect_not_null(pointer, "offset %zu", at);
    }
}

Test(host, findings_that_break_the_contract_are_refused)
{
    char long_code[200];
    static const struct {
        struct cordon_finding finding;
        const char *words;
    } ROWS[] = {
        {{sizeof(struct cordon_finding), 0, NULL, NULL, NULL}, "NULL"},
        {{sizeof(struct cordon_finding), 0, "a.unlisted", NULL, NULL}, "'a.unlisted'"},
        {{sizeof(struct cordon_finding), 3, "a.info", NULL, NULL}, "severity 3"},
        {{sizeof(struct cordon_finding), 0, "a.info", CORDON_G_KILL_TREE, NULL}, "declare"},
        {{sizeof(struct cordon_finding), 0, "a.info", NULL, "a\x1b"}, "U+001B"},
        {{sizeof(struct cordon_finding), 0, "a.info", NULL, "a\nb"}, "newline"},
        {{sizeof(struct cordon_finding), 0, "a\xff", NULL, NULL}, "UTF-8"},
        {{sizeof(struct cordon_finding), 1, "evidence.exit", NULL, "1"}, "more than INFO"},
        {{sizeof(struct cordon_finding), 0, "evidence.", NULL, "1"}, "does not list"},
        {{sizeof(struct cordon_finding), 0, "evidence.A b", NULL, "1"}, "does not list"},
        {{0, 0, "a.info", NULL, NULL}, "struct_size of 0"},
        {{sizeof(struct cordon_finding) - 1, 0, "a.info", NULL, NULL}, "struct_size"},
        {{1u << 20, 0, "a.info", NULL, NULL}, "struct_size"},
    };

    for (gsize i = 0; i < G_N_ELEMENTS(ROWS); i++) {
        begin(CORDON_CALL_PROBE);
        expect_breach(host->put_finding(&call, &ROWS[i].finding), ROWS[i].words);
    }
    memset(long_code, 'a', sizeof long_code - 1);
    long_code[sizeof long_code - 1] = '\0';
    begin(CORDON_CALL_PROBE);
    struct cordon_finding too_long = finding(long_code);
    expect_breach(host->put_finding(&call, &too_long), "longer than");
    begin(CORDON_CALL_PROBE);
    expect_breach(host->put_finding(&call, NULL), "NULL");
    cr_expect_eq(report->findings->len, 0);
    cr_expect_eq(host->put_finding(NULL, &too_long), CORDON_E_INVALID);
}

Test(host, finding_is_copied_at_once_and_evidence_is_made_presentable)
{
    char code[] = "a.info", subject[] = "/usr/bin/x";
    struct cordon_finding info = finding(code), evidence = finding("evidence.stderr");

    info.subject = subject;
    evidence.subject = "x: \x1b[1mbad\xff\nsecond";
    cr_expect_eq(host->put_finding(&call, &info), CORDON_OK);
    cr_expect_eq(host->put_finding(&call, &evidence), CORDON_OK);
    memset(code, 'x', sizeof code - 1);
    memset(subject, 'x', sizeof subject - 1);

    const CordonFinding *first = g_ptr_array_index(report->findings, 0);
    const CordonFinding *second = g_ptr_array_index(report->findings, 1);
    cr_expect_str_eq(first->code, "a.info");
    cr_expect_str_eq(first->subject, "/usr/bin/x");
    cr_expect_str_eq(second->subject, "x: \xef\xbf\xbd[1mbad\xef\xbf\xbd\nsecond");
}

Test(host, only_so_many_findings_and_no_offer_twice)
{
    struct cordon_finding info = finding("a.info");
    const struct cordon_offer offer = {sizeof offer, CORDON_STRENGTH_ENFORCED, CORDON_G_NET_NONE,
                                       NULL};

    for (int i = 0; i < CORDON_CALL_MAX_FINDINGS; i++)
        cr_expect_eq(host->put_finding(&call, &info), CORDON_OK);
    expect_breach(host->put_finding(&call, &info), "more than 64");
    begin(CORDON_CALL_PROBE);
    cr_expect_eq(host->put_offer(&call, &offer), CORDON_OK);
    expect_breach(host->put_offer(&call, &offer), "twice");
}

Test(host, offers_that_break_the_contract_are_refused)
{
    static const struct {
        struct cordon_offer offer;
        const char *words;
    } ROWS[] = {
        {{sizeof(struct cordon_offer), 2, CORDON_G_KILL_TREE, NULL}, "declare"},
        {{sizeof(struct cordon_offer), 2, NULL, NULL}, "NULL"},
        {{sizeof(struct cordon_offer), 3, CORDON_G_NET_NONE, NULL}, "strength 3"},
        {{sizeof(struct cordon_offer), 2, CORDON_G_NET_NONE, "a\nb"}, "newline"},
        {{8, 2, CORDON_G_NET_NONE, NULL}, "struct_size"},
    };

    for (gsize i = 0; i < G_N_ELEMENTS(ROWS); i++) {
        begin(CORDON_CALL_PROBE);
        expect_breach(host->put_offer(&call, &ROWS[i].offer), ROWS[i].words);
    }
    cr_expect_eq(report->offers->len, 0);
}

Test(host, hints_that_break_the_contract_are_refused)
{
    static const char *const none[] = {NULL}, *const empty[] = {"", NULL};
    static const char *const newline[] = {"sudo", "a\nb", NULL};
    const char *many[CORDON_CALL_MAX_COMMAND_WORDS + 2] = {NULL};
    const struct {
        const char *title, *detail, *platform, *url;
        const char *const *command;
        const char *words;
    } rows[] = {
        {NULL, NULL, "linux", NULL, NULL, "NULL"},
        {"", NULL, "linux", NULL, NULL, "empty"},
        {"a\nb", NULL, "linux", NULL, NULL, "newline"},
        {"a\tb", NULL, "linux", NULL, NULL, "U+0009"},
        {"a", "\xff", "linux", NULL, NULL, "UTF-8"},
        {"a", NULL, NULL, NULL, NULL, "platform"},
        {"a", NULL, "linux", "file:///etc", NULL, "web address"},
        {"a", NULL, "linux", "https://x/\" onclick=\"", NULL, "web address"},
        {"a", NULL, "linux", NULL, none, "without a program"},
        {"a", NULL, "linux", NULL, empty, "without a program"},
        {"a", NULL, "linux", NULL, newline, "newline"},
        {"a", NULL, "linux", NULL, many, "more than 64 words"},
    };

    for (gsize i = 0; i <= CORDON_CALL_MAX_COMMAND_WORDS; i++)
        many[i] = "w";
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        const struct cordon_hint hint = {
            .struct_size = sizeof hint,
            .title = rows[i].title,
            .detail = rows[i].detail,
            .platform = rows[i].platform,
            .url = rows[i].url,
            .command = rows[i].command,
        };

        begin(CORDON_CALL_HINT);
        expect_breach(host->put_hint(&call, &hint), rows[i].words);
    }
    cr_expect_eq(report->hints->len, 0);
}

Test(host, hint_belongs_to_its_code_and_unknown_flags_are_passed_over)
{
    const struct cordon_hint hint = {
        .struct_size = sizeof hint,
        .flags = CORDON_HINT_NEEDS_ADMIN | (UINT32_C(1) << 31),
        .title = "Do it",
        .detail = "one\ntwo",
        .platform = "linux",
    };

    begin(CORDON_CALL_HINT);
    cr_expect_eq(host->put_hint(&call, &hint), CORDON_OK);
    const CordonHint *copy = g_ptr_array_index(report->hints, 0);
    cr_expect_str_eq(copy->code, "a.blocked");
    cr_expect_eq(copy->flags, CORDON_HINT_NEEDS_ADMIN);
    cr_expect_null(copy->command);
    expect_breach(host->put_hint(&call, &hint), "second hint");
}

Test(host, functions_belong_to_their_call)
{
    int32_t number = -1;
    struct cordon_finding info = finding("a.info");
    const char *const argv[] = {"/bin/rm", NULL};

    for (int kind = CORDON_CALL_OPEN; kind <= CORDON_CALL_SPAWN; kind++) {
        gboolean wrap = kind == CORDON_CALL_WRAP;

        begin((CordonCallKind)kind);
        cr_expect_eq(host->put_finding(&call, &info) == CORDON_OK, kind == CORDON_CALL_PROBE);
        begin((CordonCallKind)kind);
        cr_expect_eq(host->put_arg(&call, "/bin/true") == CORDON_OK, wrap);
        cr_expect_eq(host->put_env(&call, "A", "b") == CORDON_OK, wrap);
        cr_expect_eq(host->put_data(&call, "x", 1, &number) == CORDON_OK, wrap);
        cr_expect_eq(host->put_status(&call, "cordon.status/1", &number) == CORDON_OK, wrap);
        cr_expect_eq(host->put_teardown(&call, argv) == CORDON_OK, wrap);
        cr_expect_eq(host->put_enforced(&call, CORDON_G_NET_NONE) == CORDON_OK,
                     wrap || kind == CORDON_CALL_SPAWN);
        begin((CordonCallKind)kind);
        cr_expect_eq(host->may_start(&call) == CORDON_OK, kind == CORDON_CALL_SPAWN);
    }
}

Test(host, plan_gets_what_was_pushed_and_no_path_that_is_not_held)
{
    CordonMount *held =
        cordon_mount_new(CORDON_ROLE_LOOP, CORDON_ACCESS_WRITE, CORDON_KIND_FOLDER, "/p", "/p");
    CordonMount *loose = cordon_mount_new(CORDON_ROLE_SYSTEM, CORDON_ACCESS_READ,
                                          CORDON_KIND_FOLDER, "/usr", "/usr");
    int32_t number = -1;

    held->device = 7;
    held->inode = 9;
    g_ptr_array_add(launch->mounts, held);
    g_ptr_array_add(launch->mounts, loose);
    begin(CORDON_CALL_WRAP);
    cr_expect_eq(host->put_data(&call, "a\0b", 3, &number), CORDON_OK);
    cr_expect_eq(number, 3);
    cr_expect_eq(host->put_path(&call, "/p", &number), CORDON_OK);
    cr_expect_eq(number, 4);
    const CordonPlanFd *fd = g_ptr_array_index(plan->fds, 1);
    cr_expect(fd->device == 7 && fd->inode == 9);
    cr_expect_eq(host->put_status(&call, "other.status/1", &number), CORDON_E_UNSUPPORTED);
    cr_expect_null(call.violation, "an unknown format is no breach");

    expect_breach(host->put_path(&call, "/usr", &number), "does not hold");
    begin(CORDON_CALL_WRAP);
    expect_breach(host->put_path(&call, "/p/../etc", &number), "does not hold");
    begin(CORDON_CALL_WRAP);
    expect_breach(host->put_path(&call, "/p", NULL), "place for the number");
    begin(CORDON_CALL_WRAP);
    expect_breach(host->put_arg(&call, NULL), "put_arg");
    begin(CORDON_CALL_WRAP);
    expect_breach(host->put_env(&call, "A=B", "c"), "put_env");
    begin(CORDON_CALL_WRAP);
    expect_breach(host->put_data(&call, NULL, 1, &number), "put_data");
    begin(CORDON_CALL_WRAP);
    expect_breach(host->put_teardown(&call, NULL), "put_teardown");
    begin(CORDON_CALL_WRAP);
    expect_breach(host->put_enforced(&call, CORDON_G_KILL_TREE), "declare");
    cr_expect_eq(number, 4, "a refusal must not write the number");
}

Test(host, nothing_starts_before_every_guarantee_is_acknowledged)
{
    cordon_guarantees_add(launch->guarantees, CORDON_G_NET_NONE);
    begin(CORDON_CALL_SPAWN);
    cr_expect_eq(host->may_start(&call), CORDON_E_UNENFORCED);
    cr_expect_eq(host->put_enforced(&call, CORDON_G_NET_NONE), CORDON_OK);
    cr_expect_eq(host->may_start(&call), CORDON_OK);
    cordon_call_violate(&call, "did something");
    cr_expect_eq(host->may_start(&call), CORDON_E_UNENFORCED);
}

Test(host, facts_are_the_machine_and_the_probe)
{
    struct cordon_finding info = finding("a.info"), other = finding("a.info");

    info.subject = "/usr/bin/x";
    other.subject = "/opt/x";
    host->put_finding(&call, &info);
    host->put_finding(&call, &other);
    info = finding("a.blocked");
    host->put_finding(&call, &info);
    cr_expect_str_eq(host->fact(&call, "os"), "linux");
    cr_expect_null(host->fact(&call, "probed.a.info"), "a probe has no probe before it");

    begin(CORDON_CALL_WRAP);
    cr_expect_str_eq(host->fact(&call, "probed.a.info"), "/usr/bin/x", "the first counts");
    cr_expect_str_eq(host->fact(&call, "probed.a.blocked"), "");
    cr_expect_null(host->fact(&call, "probed.a.other"));
    cr_expect_null(host->fact(&call, "distro"));
    cr_expect_null(host->fact(&call, NULL));
    cr_expect_null(host->fact(NULL, "os"));
}

Test(host, fail_keeps_the_first_reason_and_wants_a_failure)
{
    cr_expect_eq(host->fail(&call, CORDON_E_SETUP, "no\nway"), CORDON_E_SETUP);
    cr_expect_eq(host->fail(&call, CORDON_E_NOMEM, "another"), CORDON_E_NOMEM);
    cr_expect_str_eq(call.failure, "no\xef\xbf\xbdway");
    expect_breach(host->fail(&call, CORDON_OK, "fine"), "status 0");
}

Test(host, deadline_of_the_call_is_seen)
{
    cr_expect_lt(host->remaining_ms(&call), 0);
    cr_expect_eq(host->cancel_fd(&call), -1);
    g_autoptr(CordonDeadline) deadline = cordon_deadline_new(G_MAXINT);
    call.deadline = deadline;
    cr_expect_gt(host->remaining_ms(&call), 0);
    struct pollfd late = {.fd = (int)host->cancel_fd(&call), .events = POLLIN};
    cr_expect_eq(poll(&late, 1, 0), 0);
    cordon_deadline_cancel(deadline);
    cr_expect_eq(poll(&late, 1, 1000), 1);
}

Test(host, nth_push_fails_and_is_noted)
{
    struct cordon_finding info = finding("a.info");

    for (guint n = 1; n <= 3; n++) {
        begin(CORDON_CALL_PROBE);
        cordon_host_fail_at = n;
        for (guint i = 1; i <= 3; i++) {
            gint32 status = host->put_finding(&call, &info);

            cr_expect_eq(status, i == n ? CORDON_E_NOMEM : CORDON_OK);
            cr_expect_eq(call.refused, i >= n);
        }
        cr_expect_eq(cordon_host_fail_at, 0);
    }
    cr_expect_null(call.violation);
}

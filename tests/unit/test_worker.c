/* SPDX-License-Identifier: MIT */
/* How the end of a worker is judged, and what it gets from its host. */
#include <cordon/image.h>
#include <criterion/criterion.h>
#include <signal.h>
#include <string.h>

#include "engine/wire.h"
#include "engine/worker.h"

#define EXITED(code)   ((code) << 8)
#define KILLED(number) (number)

#define FORGET     CORDON_WORKER_FORGET
#define REMEMBER   CORDON_WORKER_REMEMBER
#define QUARANTINE CORDON_WORKER_QUARANTINE

/* {call, inside, breach, unreadable, printed, late, deadline, ended, status, answered, left} */
static const struct {
    CordonWorkerEnd end;
    const char *reason; /* NULL: it ended as it should */
    CordonWorkerKeep keep;
} ENDS[] = {
    {{"close", FALSE, NULL, NULL, NULL, FALSE, 10000, TRUE, EXITED(0), TRUE, 0}, NULL, FORGET},
    {{"probe", TRUE, NULL, NULL, NULL, FALSE, 10000, TRUE, KILLED(SIGSEGV), FALSE, 0},
     "crashed in probe: SIGSEGV",
     QUARANTINE},
    {{"load", TRUE, NULL, NULL, "oh", FALSE, 10000, TRUE, KILLED(SIGABRT), FALSE, 0},
     "crashed while it was loaded: SIGABRT",
     QUARANTINE},
    {{"probe", FALSE, NULL, NULL, NULL, FALSE, 10000, TRUE, KILLED(SIGBUS), FALSE, 0},
     "crashed after probe: SIGBUS",
     QUARANTINE},
    {{NULL, FALSE, NULL, NULL, NULL, FALSE, 10000, TRUE, KILLED(SIGSEGV), FALSE, 0},
     "crashed before it was loaded: SIGSEGV",
     QUARANTINE},
    {{"probe", TRUE, NULL, NULL, NULL, FALSE, 10000, TRUE, KILLED(40), FALSE, 0},
     "crashed in probe: signal 40",
     QUARANTINE},
    {{"probe", TRUE, NULL, NULL, NULL, FALSE, 10000, TRUE, KILLED(SIGKILL), FALSE, 0},
     "was killed in probe: SIGKILL",
     REMEMBER},
    {{"probe", TRUE, NULL, NULL, NULL, FALSE, 10000, FALSE, 0, FALSE, 0},
     "its worker was killed in probe",
     REMEMBER},
    {{"probe", TRUE, NULL, NULL, NULL, TRUE, 10000, TRUE, KILLED(SIGKILL), FALSE, 0},
     "did not answer within 10 s (in probe)",
     QUARANTINE},
    {{"wrap", TRUE, NULL, NULL, NULL, TRUE, 1500, FALSE, 0, FALSE, 0},
     "did not answer within 1500 ms (in wrap)",
     QUARANTINE},
    {{"probe", TRUE, NULL, NULL, NULL, FALSE, 10000, TRUE, EXITED(0), FALSE, 0},
     "called exit(0) in probe",
     QUARANTINE},
    {{"open", TRUE, NULL, NULL, NULL, FALSE, 10000, TRUE, EXITED(3), FALSE, 0},
     "called exit(3) in open",
     QUARANTINE},
    {{"probe", TRUE, NULL, NULL, NULL, FALSE, 10000, TRUE, EXITED(CORDON_WORKER_EXIT_LOST), FALSE,
      0},
     "closed the host's descriptor in probe",
     QUARANTINE},
    {{"load", TRUE, NULL, NULL, NULL, FALSE, 10000, TRUE, EXITED(CORDON_WORKER_EXIT_LOST), FALSE,
      0},
     "closed the host's descriptor in its constructor",
     QUARANTINE},
    {{"probe", FALSE, "changed the umask", NULL, NULL, FALSE, 10000, TRUE, EXITED(0), FALSE, 0},
     "changed the umask in probe",
     QUARANTINE},
    {{"probe", FALSE, NULL, "not JSON", NULL, FALSE, 10000, TRUE, KILLED(SIGKILL), FALSE, 0},
     "sent what cannot be read (after probe): not JSON",
     QUARANTINE},
    {{"close", FALSE, NULL, NULL, NULL, FALSE, 10000, TRUE, EXITED(0), TRUE, 1},
     "left 1 process running",
     QUARANTINE},
    {{"close", FALSE, NULL, NULL, NULL, FALSE, 10000, TRUE, EXITED(0), TRUE, 2},
     "left 2 processes running",
     QUARANTINE},
    {{"close", FALSE, NULL, NULL, "hello", FALSE, 10000, TRUE, EXITED(0), TRUE, 0},
     "wrote to its standard output: hello",
     QUARANTINE},
};

Test(worker, every_end_has_its_reason)
{
    for (gsize i = 0; i < G_N_ELEMENTS(ENDS); i++) {
        CordonWorkerKeep keep = FORGET;
        g_autofree char *reason = cordon_worker_judge(&ENDS[i].end, &keep);

        cr_expect(g_strcmp0(reason, ENDS[i].reason) == 0, "row %zu: '%s'", i,
                  reason != NULL ? reason : "(fine)");
        if (ENDS[i].reason != NULL)
            cr_expect_eq(keep, ENDS[i].keep, "row %zu", i);
    }
}

Test(worker, environment_is_the_situation_without_secrets)
{
    static const char *const base[] = {
        "PATH=/usr/bin",      "HOME=/root", "LANG=de_DE.UTF-8", "LC_ALL=de_DE.UTF-8",
        "API_TOKEN=x",        "PATHX=1",    "LD_PRELOAD=/x.so", "DOCKER_HOST=unix:///x",
        "XDG_RUNTIME_DIR=/r", NULL};
    g_auto(GStrv) environment = cordon_worker_environment(base);
    g_autofree char *all = g_strjoinv("|", environment);

    cr_expect_str_eq(all, "DOCKER_HOST=unix:///x|HOME=/root|LANG=C|LC_ALL=C|PATH=/usr/bin|"
                          "XDG_RUNTIME_DIR=/r");
    g_auto(GStrv) bare = cordon_worker_environment(NULL);
    cr_expect_eq(g_strv_length(bare), 2);
}

Test(worker, the_users_image_goes_to_workers_unless_the_variable_names_one)
{
    static const char *const base[] = {"PATH=/usr/bin", NULL};

    g_unsetenv("CORDON_DOCKER_IMAGE");
    cordon_image_set_default("python:3.12");
    g_auto(GStrv) chosen = cordon_worker_environment(base);
    cr_expect(g_strv_contains((const char *const *)chosen, "CORDON_DOCKER_IMAGE=python:3.12"));
    g_setenv("CORDON_DOCKER_IMAGE", "node:22", TRUE);
    g_auto(GStrv) named = cordon_worker_environment(base);
    cr_expect_not(g_strv_contains((const char *const *)named, "CORDON_DOCKER_IMAGE=python:3.12"));
    g_unsetenv("CORDON_DOCKER_IMAGE");
    cordon_image_set_default(NULL);
    g_auto(GStrv) none = cordon_worker_environment(base);
    cr_expect_eq(g_strv_length(none), 3);
}

static CordonProbeReport *probe_nothing(CordonWorkerKeep *keep)
{
    static const char text[] =
        "{\"manifest\": 1, \"id\": \"test\", \"name\": \"Test\", \"version\": \"1\", \"abi\": 1,"
        " \"library\": \"/nowhere/test.so\", \"platforms\": [\"linux\"], \"priority\": 50,"
        " \"guarantees\": [], \"codes\": []}";
    g_autoptr(CordonManifest) manifest = cordon_manifest_parse(text, strlen(text), NULL);
    g_autoptr(CordonFacts) facts = cordon_facts_new();
    char path[] = "/nowhere/test.so";
    const CordonCatalogEntry entry = {.manifest = manifest, .library_path = path};

    cr_assert_not_null(manifest);
    return cordon_worker_finish_probe(
        cordon_worker_start_probe(&entry, 0, facts, CORDON_PROBE_DEADLINE_MS), keep);
}

Test(worker, library_that_is_not_there_is_a_reason_but_no_quarantine)
{
    CordonWorkerKeep keep = FORGET;
    g_autoptr(CordonProbeReport) report = probe_nothing(&keep);

    cr_expect(report->broken != NULL && strstr(report->broken, "/nowhere/test.so") != NULL, "%s",
              report->broken);
    cr_expect_eq(keep, REMEMBER);
}

Test(worker, host_that_ignores_its_children_still_gets_an_answer)
{
    CordonWorkerKeep keep = FORGET;

    signal(SIGCHLD, SIG_IGN);
    signal(SIGPIPE, SIG_IGN);
    g_autoptr(CordonProbeReport) report = probe_nothing(&keep);
    cr_expect(report->broken != NULL && strstr(report->broken, "/nowhere/test.so") != NULL, "%s",
              report->broken);
}

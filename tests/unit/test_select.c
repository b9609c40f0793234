/* SPDX-License-Identifier: MIT */
/* The choice of a backend. */
#include <criterion/criterion.h>
#include <string.h>

#include "model/readiness.h"
#include "model/select.h"

static const char *const BOTH[] = {"fs.a/1", "net.none/1", NULL};

static CordonReadiness *ready(const char *id, const char *lost)
{
    g_autoptr(CordonProbeReport) report = cordon_probe_report_new();

    for (gsize i = 0; BOTH[i] != NULL; i++) {
        if (lost == NULL || strcmp(lost, BOTH[i]) != 0)
            cordon_probe_report_add_offer(report, CORDON_STRENGTH_ENFORCED, BOTH[i], NULL);
    }
    return cordon_readiness_judge(id, id, BOTH, report);
}

static CordonReadiness *not_set_up(const char *id)
{
    const char *const command[] = {"install", "it now", NULL};
    g_autoptr(CordonProbeReport) report = cordon_probe_report_new();

    cordon_probe_report_add_finding(report, CORDON_SEVERITY_BLOCKS, "missing", NULL, NULL);
    cordon_probe_report_add_hint(report, "missing", CORDON_HINT_NEEDS_ADMIN, "Install it",
                                 "it is not here", command, "linux", NULL);
    return cordon_readiness_judge(id, id, BOTH, report);
}

static GPtrArray *list(void)
{
    return g_ptr_array_new_with_free_func((GDestroyNotify)(void (*)(void))cordon_readiness_unref);
}

Test(select, the_first_that_keeps_everything_is_taken)
{
    g_autoptr(CordonGuarantees) required = cordon_guarantees_new(BOTH);
    g_autoptr(GPtrArray) candidates = list();

    g_ptr_array_add(candidates, not_set_up("one"));
    g_ptr_array_add(candidates, ready("two", "net.none/1"));
    g_ptr_array_add(candidates, ready("three", NULL));
    g_ptr_array_add(candidates, ready("four", NULL));
    cr_expect_eq(cordon_select(candidates, NULL, required, NULL), 2);
    cr_expect_eq(cordon_select(candidates, "four", required, NULL), 3);
}

Test(select, one_that_lacks_a_guarantee_is_never_taken_even_when_it_is_named)
{
    g_autoptr(CordonGuarantees) required = cordon_guarantees_new(BOTH);
    g_autoptr(GPtrArray) candidates = list();
    g_autoptr(GError) error = NULL;

    g_ptr_array_add(candidates, ready("two", "net.none/1"));
    g_ptr_array_add(candidates, ready("three", NULL));
    cr_expect_eq(cordon_select(candidates, "two", required, &error), -1);
    cr_assert(g_error_matches(error, CORDON_ERROR, CORDON_ERROR_NOT_READY));
    cr_expect(strstr(error->message, "net.none/1") != NULL);
    cr_expect(strstr(error->message, "three") == NULL);
}

Test(select, a_refusal_holds_every_reason_and_the_command)
{
    g_autoptr(CordonGuarantees) required = cordon_guarantees_new(BOTH);
    g_autoptr(GPtrArray) candidates = list();
    g_autoptr(GError) error = NULL;

    g_ptr_array_add(candidates, not_set_up("one"));
    g_ptr_array_add(candidates, cordon_readiness_new_broken("two", NULL, "crashed: SIGSEGV"));
    cr_expect_eq(cordon_select(candidates, NULL, required, &error), -1);
    cr_expect(strstr(error->message, "install 'it now'") != NULL, "%s", error->message);
    cr_expect(strstr(error->message, "it is not here") != NULL);
    cr_expect(strstr(error->message, "crashed: SIGSEGV") != NULL);
}

Test(select, an_unknown_id_and_an_empty_list_are_refused)
{
    g_autoptr(CordonGuarantees) required = cordon_guarantees_new(BOTH);
    g_autoptr(GPtrArray) candidates = list();
    g_autoptr(GError) error = NULL;

    cr_expect_eq(cordon_select(candidates, NULL, required, NULL), -1);
    g_ptr_array_add(candidates, ready("three", NULL));
    cr_expect_eq(cordon_select(candidates, "x", required, &error), -1);
    cr_expect(strstr(error->message, "“x”") != NULL);
}

/* SPDX-License-Identifier: MIT */
/* The command filter as hosts call it: whatever the line, what is allowed can be run, or it is said why not; and the
 * script that runs reads as it was printed. */
#include <cordon/filter.h>
#include <string.h>

#include "fuzz.h"

static CordonFilter *filter_of(guint8 choice)
{
    gboolean is_windows = (choice & 3) == 2;
    const char *home = is_windows ? "C:\\Users\\u" : "/home/u";
    g_autofree char *project = g_strconcat(home, "/proj", NULL);
    g_autofree char *loop = g_strconcat(project, "/loops/a", NULL);
    CordonFilter *filter =
        cordon_filter_new((CordonPlatform)((choice & 3) % 3), project, loop, home, NULL);

    FUZZ_CHECK(filter != NULL);
    cordon_filter_set_sandbox(filter, (choice & 4) == 0);
    cordon_filter_set_full_auto(filter, (choice & 8) != 0);
    return filter;
}

static void check_run(const CordonJudgement *judgement)
{
    gboolean denied = judgement->verdict == CORDON_VERDICT_DENY;

    FUZZ_CHECK(denied == (judgement->argv == NULL && judgement->run_error == NULL));
    FUZZ_CHECK(judgement->argv == NULL || judgement->run_error == NULL);
    FUZZ_CHECK(judgement->argv == NULL || judgement->argv[0][0] != '\0');
    if (judgement->script != NULL)
        FUZZ_CHECK(strcmp(judgement->argv[0], "/bin/sh") == 0 &&
                   strcmp(judgement->argv[2], judgement->script) == 0 &&
                   judgement->argv[3] == NULL);
    /* The printer and the reader agree. */
    FUZZ_CHECK(judgement->reason == NULL || !g_str_has_prefix(judgement->reason, "Internal"));
}

static void check(const CordonJudgement *judgement, gboolean full_auto)
{
    FUZZ_CHECK((judgement->rule == CORDON_RULE_NONE) == (judgement->reason == NULL));
    FUZZ_CHECK((judgement->kind == NULL) == (judgement->kinds == NULL));
    FUZZ_CHECK((judgement->kind != NULL) ==
               (cordon_rule_verdict(judgement->rule) == CORDON_VERDICT_ASK));
    FUZZ_CHECK(
        judgement->verdict == cordon_rule_verdict(judgement->rule) ||
        (full_auto && judgement->verdict == CORDON_VERDICT_ALLOW && judgement->kind != NULL));
    FUZZ_CHECK(judgement->part == NULL || strchr(judgement->part, '\n') == NULL);
    check_run(judgement);
}

/* What runs says the same as what was judged; <(...) is spelled by other means. */
static void check_script(CordonFilter *filter, const CordonJudgement *judgement)
{
    g_autoptr(CordonJudgement) again = cordon_filter_judge(
        filter, CORDON_LANGUAGE_SHELL, judgement->script, strlen(judgement->script), NULL);

    FUZZ_CHECK(again->verdict == judgement->verdict && again->rule == judgement->rule);
    FUZZ_CHECK(g_strcmp0(again->kind, judgement->kind) == 0);
    FUZZ_CHECK(g_strcmp0(again->script, judgement->script) == 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    FuzzInput input = {data, data + size};
    guint8 choice = fuzz_take_byte(&input);
    g_autoptr(CordonFilter) filter = filter_of(choice);
    const char *text = (const char *)input.next;
    gsize left = (gsize)(input.end - input.next);
    g_autofree char *answer = NULL;

    g_autoptr(CordonJudgement) judgement =
        cordon_filter_judge(filter, CORDON_LANGUAGE_OWN, text, left, NULL);
    check(judgement, (choice & 8) != 0);
    if (judgement->script != NULL && strstr(judgement->script, "/dev/fd/") == NULL)
        check_script(filter, judgement);
    g_autofree char *explained =
        cordon_filter_explain(filter, CORDON_LANGUAGE_OWN, text, left, NULL);
    FUZZ_CHECK(explained != NULL);
    (void)cordon_filter_judge_request(filter, text, left, &answer);
    g_autoptr(CordonJson) json = fuzz_parse(answer, strlen(answer));
    FUZZ_CHECK(json != NULL && strchr(answer, '\n') == NULL);
    return 0;
}

/* SPDX-License-Identifier: MIT */
/* The command filter as hosts see it: settings, judgements, what would run, JSON.  The verdicts themselves are the
 * cases of tests/filter. */
#define _GNU_SOURCE /* what tree.h needs */
#include <cordon/filter.h>
#include <string.h>

#include "tree.h"
#include <cordon/json.h>

static CordonFilter *filter;

static void start(void)
{
    filter = cordon_filter_new(CORDON_PLATFORM_LINUX, "/home/u/proj/", "/home/u/./proj/loops/a",
                               "/home/u", NULL);
    cr_assert_not_null(filter);
}

static void stop(void)
{
    cordon_filter_free(filter);
}

TestSuite(filter, .init = start, .fini = stop);

static CordonJudgement *judge(const char *line)
{
    CordonJudgement *judgement =
        cordon_filter_judge(filter, CORDON_LANGUAGE_OWN, line, strlen(line), NULL);

    cr_assert_not_null(judgement);
    return judgement;
}

static void expect_argv(const CordonJudgement *judgement, const char *const *expected)
{
    cr_assert_not_null(judgement->argv);
    cr_assert(g_strv_equal(judgement->argv, expected), "%s", judgement->argv[0]);
}

#define ARGV(...) ((const char *const[]){__VA_ARGS__, NULL})

Test(filter, folders_have_to_be_absolute_and_in_one_another)
{
    static const struct {
        const char *project, *loop, *home;
        gboolean good;
    } rows[] = {
        {"/p", "/p", "/h", TRUE},   {"/p", "/p/l", NULL, TRUE},     {"p", "/p", "/h", FALSE},
        {"/p", "l", "/h", FALSE},   {"/p", "/p", "h", FALSE},       {"/p", "/q", "/h", FALSE},
        {"/p", "/pl", "/h", FALSE}, {"/p", "/p/../q", "/h", FALSE}, {NULL, "/p", "/h", FALSE},
        {"/p", NULL, "/h", FALSE},  {"/", "/anything", "/h", TRUE},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autoptr(GError) error = NULL;
        g_autoptr(CordonFilter) made = cordon_filter_new(CORDON_PLATFORM_LINUX, rows[i].project,
                                                         rows[i].loop, rows[i].home, &error);
        cr_assert_eq(made != NULL, rows[i].good, "row %zu", i);
        cr_assert_eq(error == NULL, rows[i].good, "row %zu", i);
    }
}

Test(filter, a_plain_command_runs_as_its_words)
{
    g_autoptr(CordonJudgement) judgement = judge("ls  -l 'a b' \"c\"\\ d");

    cr_assert_eq(judgement->verdict, CORDON_VERDICT_ALLOW);
    cr_assert_eq(judgement->rule, CORDON_RULE_NONE);
    cr_assert_null(judgement->reason);
    cr_assert_null(judgement->kind);
    cr_assert_null(judgement->script);
    cr_assert_eq(judgement->time_limit_s, 120);
    expect_argv(judgement, ARGV("ls", "-l", "a b", "c d"));
}

Test(filter, everything_else_runs_as_the_script_that_was_read)
{
    g_autoptr(CordonJudgement) judgement = judge("cd src&&ls ~/proj|head");

    cr_assert_eq(judgement->verdict, CORDON_VERDICT_ALLOW);
    cr_assert_not_null(judgement->script);
    expect_argv(judgement, ARGV("/bin/sh", "-c", judgement->script));
    cr_assert_not_null(strstr(judgement->script, "'/home/u/proj'"), "%s", judgement->script);
    cr_assert_null(strchr(judgement->script, '~'));
}

Test(filter, what_is_denied_has_nothing_to_run)
{
    g_autoptr(CordonJudgement) judgement = judge("ls; bash -c id");

    cr_assert_eq(judgement->verdict, CORDON_VERDICT_DENY);
    cr_assert_eq(judgement->rule, CORDON_RULE_SHELL);
    cr_assert_str_eq(judgement->part, "bash -c id");
    cr_assert_not_null(judgement->reason);
    cr_assert_not_null(judgement->hint);
    cr_assert_null(judgement->argv);
    cr_assert_null(judgement->kind);
}

Test(filter, what_cannot_be_read_is_denied)
{
    static const char *const lines[] = {"echo 'a",
                                        "ls )",
                                        "\xff",
                                        "",
                                        "a\x01"
                                        "b",
                                        "f() { ls; }"};

    for (gsize i = 0; i < G_N_ELEMENTS(lines); i++) {
        g_autoptr(CordonJudgement) judgement = judge(lines[i]);
        cr_assert_eq(judgement->verdict, CORDON_VERDICT_DENY, "%s", lines[i]);
        cr_assert_null(judgement->argv);
        cr_assert_not_null(judgement->reason);
        g_autofree char *json = cordon_judgement_to_json(judgement);
        cr_assert(g_utf8_validate(json, -1, NULL));
    }
    g_autoptr(CordonJudgement) zero =
        cordon_filter_judge(filter, CORDON_LANGUAGE_SHELL, "ls\0; id", 7, NULL);
    cr_assert_eq(zero->verdict, CORDON_VERDICT_DENY);
}

Test(filter, a_judgement_outlives_the_next_line_and_the_filter)
{
    g_autoptr(CordonFilter) other =
        cordon_filter_new(CORDON_PLATFORM_LINUX, "/p", "/p", "/h", NULL);
    g_autoptr(CordonJudgement) judgement =
        cordon_filter_judge(other, CORDON_LANGUAGE_SHELL, "rm a; ls", 8, NULL);
    g_autoptr(CordonJudgement) next =
        cordon_filter_judge(other, CORDON_LANGUAGE_SHELL, "cat /etc/passwd", 15, NULL);

    g_clear_pointer(&other, cordon_filter_free);
    cr_assert_str_eq(judgement->part, "rm a");
    cr_assert_str_eq(judgement->kinds[0], "rm");
    cr_assert_not_null(strstr(judgement->argv[2], "'ls'"));
    cr_assert_eq(next->verdict, CORDON_VERDICT_DENY);
}

Test(filter, a_grant_has_to_cover_all_that_would_be_asked)
{
    static const struct {
        const char *line, *kind;
    } rows[] = {
        {"rm a", "rm"},
        {"rm a && rm b", "rm"},
        {"python3 -c 1; rm a; python3 -c 2", "python3 -c + rm"},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autoptr(CordonJudgement) judgement = judge(rows[i].line);
        g_autofree char *joined = g_strjoinv(" + ", (char **)judgement->kinds);
        cr_assert_eq(judgement->verdict, CORDON_VERDICT_ASK);
        cr_assert_str_eq(judgement->kind, rows[i].kind);
        cr_assert_str_eq(joined, rows[i].kind);
    }
    g_autoptr(CordonJudgement) denied = judge("rm a; bash");
    cr_assert_null(denied->kind);
    cr_assert_null(denied->kinds);
}

Test(filter, full_auto_allows_what_would_be_asked_and_nothing_else)
{
    cordon_filter_set_full_auto(filter, TRUE);
    g_autoptr(CordonJudgement) asked = judge("rm a");
    cr_assert_eq(asked->verdict, CORDON_VERDICT_ALLOW);
    cr_assert_eq(asked->rule, CORDON_RULE_DELETE);
    cr_assert_str_eq(asked->kind, "rm");
    cr_assert_not_null(asked->reason);
    expect_argv(asked, ARGV("rm", "a"));
    g_autoptr(CordonJudgement) denied = judge("rm a; bash");
    cr_assert_eq(denied->verdict, CORDON_VERDICT_DENY);
    cordon_filter_set_full_auto(filter, FALSE);
    g_autoptr(CordonJudgement) again = judge("rm a");
    cr_assert_eq(again->verdict, CORDON_VERDICT_ASK);
}

Test(filter, without_a_sandbox_only_the_loop_is_readable)
{
    g_autoptr(CordonJudgement) with = judge("cat ../b/x");
    cordon_filter_set_sandbox(filter, FALSE);
    g_autoptr(CordonJudgement) without = judge("cat ../b/x");

    cr_assert_eq(with->verdict, CORDON_VERDICT_ALLOW);
    cr_assert_eq(without->rule, CORDON_RULE_OUTSIDE_LOOP);
}

Test(filter, words_are_judged_as_they_are)
{
    g_autoptr(CordonJudgement) shell = cordon_filter_judge_argv(filter, ARGV("bash", "x"), NULL);
    g_autoptr(CordonJudgement) odd =
        cordon_filter_judge_argv(filter, ARGV("echo", "a; bash", "$HOME", "'"), NULL);
    g_autoptr(CordonJudgement) nothing =
        cordon_filter_judge_argv(filter, (const char *const[]){NULL}, NULL);

    cr_assert_eq(shell->rule, CORDON_RULE_SHELL);
    cr_assert_eq(odd->verdict, CORDON_VERDICT_ALLOW);
    expect_argv(odd, ARGV("echo", "a; bash", "$HOME", "'"));
    cr_assert_eq(nothing->verdict, CORDON_VERDICT_DENY);
}

Test(filter, a_command_runs_in_its_folder)
{
    static const struct {
        const char *cwd, *line;
        CordonVerdict verdict;
    } rows[] = {
        {NULL, "cat ../../../x", CORDON_VERDICT_DENY},
        {"src/deep", "cat ../../../../x", CORDON_VERDICT_ALLOW},
        {"/home/u/proj", "cat x", CORDON_VERDICT_ALLOW},
        {"/home/u/proj", "cat ../x", CORDON_VERDICT_DENY},
        {"/etc", "true", CORDON_VERDICT_DENY},
        {"../../..", "true", CORDON_VERDICT_DENY},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autoptr(CordonJudgement) judgement = cordon_filter_judge(
            filter, CORDON_LANGUAGE_SHELL, rows[i].line, strlen(rows[i].line), rows[i].cwd);
        cr_assert_eq(judgement->verdict, rows[i].verdict, "row %zu", i);
    }
}

Test(filter, hosts_are_names_or_what_lies_below_a_name)
{
    static const char *const good[] = {"git.example.org", "*.example.org", "LOCALGIT", "10.0.0.1"};
    static const char *const bad[] = {"",        "*",       "*.com",   "a b",    "http://x.org",
                                      "x.org/y", "x.org:1", "*.*.org", "-a.org", "a..org",
                                      ".org",    "x.org.",  "a*.org"};

    for (gsize i = 0; i < G_N_ELEMENTS(good); i++)
        cr_assert(cordon_filter_add_host(filter, good[i], NULL), "%s", good[i]);
    for (gsize i = 0; i < G_N_ELEMENTS(bad); i++) {
        g_autoptr(GError) error = NULL;
        cr_assert_not(cordon_filter_add_host(filter, bad[i], &error), "%s", bad[i]);
        cr_assert_not_null(error);
    }
    g_autoptr(CordonJudgement) added = judge("curl https://deep.example.org/x");
    g_autoptr(CordonJudgement) other = judge("curl https://example.net/x");
    cr_assert_eq(added->verdict, CORDON_VERDICT_ALLOW);
    cr_assert_eq(other->rule, CORDON_RULE_WEB);
}

Test(filter, only_the_verdict_is_cheaper)
{
    cordon_filter_set_wants_argv(filter, FALSE);
    g_autoptr(CordonJudgement) judgement = judge("ls | head");
    cr_assert_eq(judgement->verdict, CORDON_VERDICT_ALLOW);
    cr_assert_null(judgement->argv);
    cr_assert_null(judgement->script);
    cr_assert_null(judgement->run_error);
}

static CordonFilter *windows_filter(void)
{
    return cordon_filter_new(CORDON_PLATFORM_WINDOWS, "C:\\Users\\u\\proj",
                             "c:\\users\\U\\proj\\loops\\a\\", "C:\\Users\\u", NULL);
}

Test(filter, windows_runs_one_plain_program)
{
    g_autoptr(CordonFilter) windows = windows_filter();
    static const struct {
        CordonLanguage language;
        const char *line;
        gboolean runs;
    } rows[] = {
        {CORDON_LANGUAGE_CMD, "git status", TRUE},
        {CORDON_LANGUAGE_POWERSHELL, "git status", TRUE},
        {CORDON_LANGUAGE_OWN, "git status", TRUE},
        {CORDON_LANGUAGE_CMD, "git status && git log", FALSE},
        {CORDON_LANGUAGE_CMD, "DIR src", FALSE},
        {CORDON_LANGUAGE_POWERSHELL, "Get-ChildItem src", FALSE},
        {CORDON_LANGUAGE_POWERSHELL, "gci src", FALSE},
    };

    cr_assert_not_null(windows);
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autoptr(CordonJudgement) judgement = cordon_filter_judge(
            windows, rows[i].language, rows[i].line, strlen(rows[i].line), NULL);
        cr_assert_eq(judgement->verdict, CORDON_VERDICT_ALLOW, "row %zu: %s", i, judgement->reason);
        cr_assert_eq(judgement->argv != NULL, rows[i].runs, "row %zu", i);
        cr_assert_eq(judgement->run_error == NULL, rows[i].runs, "row %zu", i);
    }
}

Test(filter, on_windows_the_stricter_of_both_languages_counts)
{
    g_autoptr(CordonFilter) windows = windows_filter();
    static const struct {
        const char *line;
        CordonVerdict verdict;
    } rows[] = {
        {"c^md /c dir", CORDON_VERDICT_DENY},
        {"$env:PATH = 'x'; npm ls", CORDON_VERDICT_DENY},
        {"g^it reset --hard", CORDON_VERDICT_DENY},
        {"echo \"x $(kill 5)\"", CORDON_VERDICT_DENY},
        {"del a.txt", CORDON_VERDICT_ASK},
        {"npm test", CORDON_VERDICT_ALLOW},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autoptr(CordonJudgement) judgement = cordon_filter_judge(
            windows, CORDON_LANGUAGE_OWN, rows[i].line, strlen(rows[i].line), NULL);
        cr_assert_eq(judgement->verdict, rows[i].verdict, "%s", rows[i].line);
    }
}

/* What is looked behind in one another must not double with each part. */
Test(filter, a_word_of_many_parts_takes_no_longer_than_others, .timeout = 300)
{
    static const char *const parts[] = {"a=b:", "=:", "@", "a:", "=", ".:/"};

    for (gsize i = 0; i < G_N_ELEMENTS(parts); i++) {
        g_autoptr(GString) line = g_string_new("foo x");
        while (line->len < 60000)
            g_string_append(line, parts[i]);
        g_string_append(line, "/x.env");
        g_autoptr(CordonJudgement) judgement = judge(line->str);
        cr_assert_eq(judgement->verdict, CORDON_VERDICT_DENY, "%s", parts[i]);
    }
    g_autoptr(CordonJudgement) address = judge("foo url=https://github.com/x");
    cr_assert_eq(address->verdict, CORDON_VERDICT_ALLOW);
}

/* --- JSON ----------------------------------------------------------------------------------- */

Test(filter, requests_are_answered_one_by_one)
{
    static const struct {
        const char *json, *answer; /* the begin of it */
    } rows[] = {
        {"{\"command\":\"ls\"}", "{\"verdict\":\"allow\",\"rule\":\"none\",\"reason\":null,"},
        {"{\"command\":\"cat x\",\"cwd\":\"/etc\"}",
         "{\"verdict\":\"deny\",\"rule\":\"outside-project\","},
        {"{\"command\":[\"bash\",\"-c\",\"id\"],\"id\":7}",
         "{\"verdict\":\"deny\",\"rule\":\"shell\","},
        {"{\"command\":\"ls\",\"cwd\":null,\"shell\":\"sh\"}", "{\"verdict\":\"allow\","},
        {"", "{\"error\":"},
        {"[]", "{\"error\":"},
        {"ls", "{\"error\":"},
        {"{}", "{\"error\":"},
        {"{\"command\":1}", "{\"error\":"},
        {"{\"command\":[1]}", "{\"error\":"},
        {"{\"command\":\"ls\",\"cwd\":1}", "{\"error\":"},
        {"{\"command\":\"ls\",\"shell\":\"cmd\"}", "{\"error\":"},
        {"{\"command\":\"ls\"} x", "{\"error\":"},
        {"{\"command\":\"ls\",\"command\":\"id\"}", "{\"error\":"},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autofree char *answer = NULL;
        gboolean good =
            cordon_filter_judge_request(filter, rows[i].json, strlen(rows[i].json), &answer);
        cr_assert_eq(good, !g_str_has_prefix(rows[i].answer, "{\"error\""), "%s", rows[i].json);
        cr_assert(g_str_has_prefix(answer, rows[i].answer), "%s: %s", rows[i].json, answer);
        cr_assert_null(strchr(answer, '\n'));
        g_autoptr(CordonJson) json = cordon_json_parse(answer, strlen(answer), 100000, NULL);
        cr_assert_not_null(json, "%s", answer);
    }
}

Test(filter, a_request_of_the_longest_line_is_read)
{
    g_autoptr(GString) json = g_string_new("{\"command\":\"echo ");

    for (guint i = 0; i < 60000; i++)
        g_string_append(json, "\\u0061");
    g_string_append(json, "\"}");
    g_autofree char *answer = NULL;
    cr_assert(cordon_filter_judge_request(filter, json->str, json->len, &answer));
    cr_assert(g_str_has_prefix(answer, "{\"verdict\":\"allow\""), "%.200s", answer);
}

Test(filter, an_explanation_shows_each_command_and_what_runs)
{
    static const char line[] = "cd src && rm x | cat; bash";
    g_autofree char *text =
        cordon_filter_explain(filter, CORDON_LANGUAGE_OWN, line, strlen(line), NULL);
    static const char *const parts[] = {"tree\n",
                                        "commands\n",
                                        "  rm x\n      ask (delete): ",
                                        "  cat\n",
                                        "  bash\n      deny (shell): ",
                                        "verdict\n  deny (shell), 120 s\n"};

    for (gsize i = 0; i < G_N_ELEMENTS(parts); i++)
        cr_assert_not_null(strstr(text, parts[i]), "%s is not in\n%s", parts[i], text);
    cr_assert_null(strstr(text, "runs by"));
    g_autofree char *allowed = cordon_filter_explain(filter, CORDON_LANGUAGE_OWN, "ls|wc", 5, NULL);
    cr_assert_not_null(strstr(allowed, "runs by /bin/sh\n  'ls' | 'wc'\n"), "%s", allowed);
    g_autofree char *unread = cordon_filter_explain(filter, CORDON_LANGUAGE_OWN, "ls '", 4, NULL);
    cr_assert_not_null(strstr(unread, "deny (unreadable)"), "%s", unread);
}

/* --- the disk ------------------------------------------------------------------------------- */

Test(filter, links_are_followed_on_the_real_disk)
{
    tree_make_root();
    tree_folder("real/proj/loops/a");
    tree_link("real", "link");
    tree_link("/etc", "real/proj/loops/a/out");
    tree_link("../../README", "real/proj/loops/a/in");
    g_autofree char *project = tree_path("link/proj");
    g_autofree char *loop = tree_path("link/proj/loops/a");
    g_autofree char *inside = g_strdup_printf("cat %s/real/proj/README", tree_root);
    g_autoptr(CordonFilter) real =
        cordon_filter_new(CORDON_PLATFORM_LINUX, project, loop, tree_root, NULL);
    const struct {
        const char *line;
        CordonVerdict verdict;
    } rows[] = {
        {"cat in", CORDON_VERDICT_ALLOW},        {inside, CORDON_VERDICT_ALLOW},
        {"cat out/passwd", CORDON_VERDICT_DENY}, {"ls out", CORDON_VERDICT_DENY},
        {"echo x > in", CORDON_VERDICT_DENY},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autoptr(CordonJudgement) judgement = cordon_filter_judge(
            real, CORDON_LANGUAGE_SHELL, rows[i].line, strlen(rows[i].line), NULL);
        cr_expect_eq(judgement->verdict, rows[i].verdict, "%s: %s", rows[i].line,
                     judgement->reason);
    }
    tree_remove_root();
}

/* SPDX-License-Identifier: MIT */
/* Verdicts: what holds for any line, whatever it says. */
#include <string.h>

#include "filter/private.h"
#include "fuzz.h"

/* A small disk: one link out, one secret, one file with scripts. */
static const char *real_path(gpointer user_data, CordonArena *arena, const char *path)
{
    (void)user_data;
    (void)arena;
    return strstr(path, "/out") != NULL ? "/etc" : path;
}

static const char *read_text(gpointer user_data, CordonArena *arena, const char *path, gsize max)
{
    (void)user_data;
    (void)max;
    if (!g_str_has_suffix(path, "/package.json"))
        return NULL;
    return cordon_arena_strdup(
        arena, "{\"scripts\":{\"a\":\"npm run b\",\"b\":\"npm run a\",\"dev\":\"vite\","
               "\"k\":\"kill 1\",\"start\":\"node x.js\"}}");
}

static void list(gpointer user_data, const char *folder, CordonNameFunc func, gpointer func_data)
{
    (void)user_data;
    (void)folder;
    if (func("a.ts", func_data))
        (void)func("b.key", func_data);
}

static const char *find_secret(gpointer user_data, CordonArena *arena, const char *folder)
{
    (void)user_data;
    return strstr(folder, "/s") != NULL ? cordon_arena_concat(arena, folder, "/.env", NULL) : NULL;
}

static const CordonWorld WORLD = {
    .real_path = real_path,
    .read_text = read_text,
    .list = list,
    .find_secret = find_secret,
};

static CordonFilterSettings settings_of(guint8 choice)
{
    gboolean is_windows = (choice & 3) == 2;

    return (CordonFilterSettings){
        .platform = (CordonPlatform)((choice & 3) % 3),
        .project = is_windows ? "C:/Users/u/proj" : "/home/u/proj",
        .loop = is_windows ? "C:/Users/u/proj/loops/a" : "/home/u/proj/loops/a",
        .home = is_windows ? "C:/Users/u" : "/home/u",
        .user = "u",
        .sandbox = (choice & 4) == 0,
        .world = (choice & 8) == 0 ? NULL : &WORLD,
    };
}

static CordonRule judge(const CordonFilterSettings *settings, guint8 choice, const char *text,
                        gsize size)
{
    g_autoptr(CordonArena) arena = cordon_arena_new();
    gboolean is_windows = settings->platform == CORDON_PLATFORM_WINDOWS;
    CordonDialect dialect = (choice & 16) == 0 ? CORDON_DIALECT_CMD : CORDON_DIALECT_POWERSHELL;
    CordonShellError error = {0};
    CordonJudge state;
    const CordonShellTree *tree =
        is_windows ? cordon_shell_read_windows(arena, dialect, text, size, &error)
                   : cordon_shell_read(arena, text, size, &error);

    cordon_judge_start(&state, settings, arena);
    if (tree != NULL)
        cordon_judge_tree(&state, tree, settings->loop);
    else
        cordon_judge_unreadable(&state, &error);
    CordonRule rule = state.worst.rule;
    FUZZ_CHECK((guint)rule < CORDON_N_RULES && rule != CORDON_RULE_ROLE);
    FUZZ_CHECK(tree != NULL || cordon_rule_verdict(rule) == CORDON_VERDICT_DENY);
    if (rule != CORDON_RULE_NONE) {
        g_autofree char *part = cordon_finding_part(&state.worst);
        FUZZ_CHECK(state.worst.reason != NULL && state.worst.reason[0] != '\0' && part != NULL);
    }
    return rule;
}

static CordonRule judge_pieces(const CordonFilterSettings *settings, guint8 choice,
                               const char *before, const char *text, gsize size, const char *behind)
{
    g_autoptr(GString) line = g_string_new(before);

    g_string_append_len(line, text, (gssize)size);
    g_string_append(line, behind);
    return judge(settings, choice, line->str, line->len);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    FuzzInput input = {data, data + size};
    guint8 choice = fuzz_take_byte(&input);
    CordonFilterSettings settings = settings_of(choice);
    gsize left = (gsize)(input.end - input.next);
    const char *text = (const char *)input.next;
    CordonRule rule = judge(&settings, choice, text, left);

    FUZZ_CHECK(judge(&settings, choice, text, left) == rule);
    /* The system's sandbox may only make more possible. */
    CordonFilterSettings without = settings;
    without.sandbox = FALSE;
    FUZZ_CHECK(cordon_rule_verdict(judge(&without, choice, text, left)) >=
                   cordon_rule_verdict(rule) ||
               !settings.sandbox);
    /* Nothing that stands around a refused command makes it less so. */
    const char *kill =
        settings.platform == CORDON_PLATFORM_WINDOWS ? "taskkill /F /IM x\n" : "kill 1\n";
    FUZZ_CHECK(cordon_rule_verdict(judge_pieces(&settings, choice, kill, text, left, "")) ==
               CORDON_VERDICT_DENY);
    if (cordon_rule_verdict(rule) != CORDON_VERDICT_DENY) {
        g_autofree char *behind = g_strconcat("\n", kill, NULL);
        FUZZ_CHECK(cordon_rule_verdict(judge_pieces(&settings, choice, "", text, left, behind)) ==
                   CORDON_VERDICT_DENY);
    }
    return 0;
}

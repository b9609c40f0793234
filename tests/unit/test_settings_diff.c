/* SPDX-License-Identifier: MIT */
/* What the audit log is told of a change of the settings. */
#include <criterion/criterion.h>

#include "session/settings_private.h"

#define TOKEN "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"
#define OTHER "1123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"

static gboolean write_line(const char *action, const char *key, const char *before,
                           const char *value, gpointer text)
{
    g_string_append_printf(text, "%s %s: %s -> %s\n", action, key, before != NULL ? before : "-",
                           value != NULL ? value : "-");
    return TRUE;
}

static void expect_lines(const CordonSettings *before, const CordonSettings *after,
                         const char *lines)
{
    g_autoptr(GString) text = g_string_new(NULL);

    cr_expect(cordon_settings_diff(before, after, write_line, text));
    cr_expect_str_eq(text->str, lines);
}

static CordonSettings *make(void)
{
    CordonSettings *settings = cordon_settings_new();

    cordon_settings_add_board(settings, "b", "Board", "/p");
    cordon_settings_add_loop(settings, "a", "b", "/p/a");
    cordon_settings_add_bubble(settings, "one", "One", "a", "coder");
    cordon_settings_add_role(settings, "mine", CORDON_TOOL_READ_FILE);
    return settings;
}

Test(settings_diff, the_same_settings_have_no_difference)
{
    g_autoptr(CordonSettings) settings = make();
    g_autoptr(CordonSettings) copy = cordon_settings_copy(settings);

    expect_lines(settings, copy, "");
}

Test(settings_diff, a_value_is_told_with_what_it_was)
{
    g_autoptr(CordonSettings) before = make();
    g_autoptr(CordonSettings) after = cordon_settings_copy(before);

    after->sandbox = TRUE;
    after->time_limit_s = 60;
    cordon_settings_find_board(after, "b")->full_auto = TRUE;
    expect_lines(before, after,
                 "set sandbox: off -> on\nset time-limit: 120 -> 60\n"
                 "set boards.b.full-auto: off -> on\n");
}

Test(settings_diff, what_is_new_and_what_is_gone_is_told_whole)
{
    g_autoptr(CordonSettings) whole = make();
    g_autoptr(CordonSettings) empty = cordon_settings_new();

    expect_lines(empty, whole,
                 "add roles.mine: - -> tools=read_file\n"
                 "add boards.b: - -> name=Board project=/p full-auto=off\n"
                 "add loops.a: - -> board=b folder=/p/a\n"
                 "add bubbles.one: - -> name=One loop=a role=coder token=none\n");
    expect_lines(whole, empty,
                 "remove roles.mine: tools=read_file -> -\n"
                 "remove boards.b: name=Board project=/p full-auto=off -> -\n"
                 "remove loops.a: board=b folder=/p/a -> -\n"
                 "remove bubbles.one: name=One loop=a role=coder token=none -> -\n");
}

Test(settings_diff, a_token_is_told_and_not_shown)
{
    g_autoptr(CordonSettings) none = make();
    g_autoptr(CordonSettings) first = cordon_settings_copy(none);
    g_autoptr(CordonSettings) second = cordon_settings_copy(none);

    cordon_settings_find_bubble(first, "one")->token_sha256 = g_strdup(TOKEN);
    cordon_settings_find_bubble(second, "one")->token_sha256 = g_strdup(OTHER);
    expect_lines(none, first, "set bubbles.one.token: none -> set\n");
    expect_lines(first, second, "set bubbles.one.token: set -> set\n");
    expect_lines(second, none, "set bubbles.one.token: set -> none\n");
}

static gboolean refuse(const char *action, const char *key, const char *before, const char *value,
                       gpointer count)
{
    (void)action;
    (void)key;
    (void)before;
    (void)value;
    ++*(guint *)count;
    return FALSE;
}

Test(settings_diff, it_ends_where_it_cannot_be_told)
{
    g_autoptr(CordonSettings) whole = make();
    g_autoptr(CordonSettings) empty = cordon_settings_new();
    guint count = 0;

    cr_expect_not(cordon_settings_diff(empty, whole, refuse, &count));
    cr_expect_eq(count, 1);
}

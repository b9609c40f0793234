/* SPDX-License-Identifier: MIT */
/* Tokens, one-time codes, and what happens to those who guess. */
#include "token.h"

#include <criterion/criterion.h>
#include <string.h>

#include "panel_code.h"
#include "throttle.h"

Test(gateway_token, is_random_and_fits_into_a_url)
{
    g_autoptr(GHashTable) seen = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);

    for (guint i = 0; i < 1000; i++) {
        char *token = token_new(TOKEN_GATEWAY, 32);
        cr_assert_eq(strlen(token), strlen(TOKEN_GATEWAY) + 43);
        cr_assert_eq(
            strspn(token, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"),
            strlen(token));
        cr_assert(g_str_has_prefix(token, TOKEN_GATEWAY));
        cr_assert(g_hash_table_add(seen, token));
    }
}

Test(gateway_token, is_compared_whole)
{
    cr_expect(token_equals("abc", "abc"));
    cr_expect(token_equals("", ""));
    cr_expect_not(token_equals("abc", "abd"));
    cr_expect_not(token_equals("abc", "ab"));
    cr_expect_not(token_equals("ab", "abc"));
    cr_expect_not(token_equals("\xff", "\x7f"));
}

Test(gateway_token, is_read_from_one_kind_of_header_only)
{
    g_autofree char *long_token = g_strnfill(300, 'a');
    g_autofree char *too_long = g_strconcat("Bearer ", long_token, NULL);

    cr_expect_str_eq(token_from_header("Bearer abc"), "abc");
    cr_expect_str_eq(token_from_header("bearer a-b_9"), "a-b_9");
    cr_expect_null(token_from_header(NULL));
    cr_expect_null(token_from_header(""));
    cr_expect_null(token_from_header("Bearer"));
    cr_expect_null(token_from_header("Bearer "));
    cr_expect_null(token_from_header("Basic abc"));
    cr_expect_null(token_from_header("Bearer a b"));
    cr_expect_null(token_from_header("Bearer a\xc3\xa9"));
    cr_expect_null(token_from_header(too_long));
}

Test(gateway_throttle, closes_after_so_many_in_a_minute)
{
    Throttle throttle = {.next = 0};
    gint64 now = 1000 * G_TIME_SPAN_SECOND;

    for (guint i = 0; i < THROTTLE_FAILURES; i++)
        cr_expect_not(throttle_add_failure(&throttle, now + i));
    cr_expect_eq(throttle_seconds_left(&throttle, now + 100), 0);
    cr_expect(throttle_add_failure(&throttle, now + 100));
    cr_expect_eq(throttle_seconds_left(&throttle, now + 100), 60);
    cr_expect_eq(throttle_seconds_left(&throttle, now + 100 + THROTTLE_PAUSE - 1), 1);
    cr_expect_eq(throttle_seconds_left(&throttle, now + 100 + THROTTLE_PAUSE), 0);
}

Test(gateway_throttle, lets_slow_mistakes_pass)
{
    Throttle throttle = {.next = 0};
    gint64 now = 1;

    for (guint i = 0; i < 10 * THROTTLE_FAILURES; i++) {
        cr_expect_not(throttle_add_failure(&throttle, now));
        now += THROTTLE_WINDOW / THROTTLE_FAILURES + 1;
    }
}

Test(gateway_throttle, begins_anew_after_the_pause)
{
    Throttle throttle = {.next = 0};
    gint64 now = 5;

    for (guint i = 0; i <= THROTTLE_FAILURES; i++)
        throttle_add_failure(&throttle, now);
    now += THROTTLE_PAUSE;
    for (guint i = 0; i < THROTTLE_FAILURES; i++)
        cr_expect_not(throttle_add_failure(&throttle, now));
    cr_expect(throttle_add_failure(&throttle, now));
}

Test(gateway_panel, a_code_is_good_once)
{
    g_autoptr(Panel) panel = panel_new();
    g_autofree char *code = panel_add_code(panel, 0);
    const char *id;
    g_autofree char *token = panel_redeem(panel, code, 1, &id);

    cr_assert_not_null(token);
    cr_expect_null(panel_redeem(panel, code, 1, &id));
    cr_expect_str_eq(panel_find(panel, token, 2), id);
    cr_expect_null(panel_find(panel, code, 2));
    cr_expect_null(panel_redeem(panel, token, 2, &id));
    cr_expect_null(panel_redeem(panel, "", 2, &id));
    cr_expect_geq(strlen(code) - strlen(TOKEN_CODE), 22);
    cr_expect_geq(strlen(token) - strlen(TOKEN_PANEL), 43);
}

Test(gateway_panel, a_code_is_good_for_a_minute)
{
    g_autoptr(Panel) panel = panel_new();
    g_autofree char *code = panel_add_code(panel, 0);
    g_autofree char *late = panel_add_code(panel, 0);
    const char *id;
    g_autofree char *token = panel_redeem(panel, code, PANEL_CODE_LIFE - 1, &id);

    cr_expect_not_null(token);
    cr_expect_null(panel_redeem(panel, late, PANEL_CODE_LIFE, &id));
}

Test(gateway_panel, the_oldest_code_goes_when_there_are_too_many)
{
    g_autoptr(Panel) panel = panel_new();
    g_autofree char *first = panel_add_code(panel, 0);
    const char *id;

    for (guint i = 0; i < PANEL_MAX_CODES; i++) {
        g_autofree char *code = panel_add_code(panel, 0);
        if (i == PANEL_MAX_CODES - 1) {
            g_autofree char *token = panel_redeem(panel, code, 1, &id);
            cr_expect_not_null(token);
        }
    }
    cr_expect_null(panel_redeem(panel, first, 1, &id));
}

static char *begin(Panel *panel, gint64 now, const char **ret_id)
{
    g_autofree char *code = panel_add_code(panel, now);

    return panel_redeem(panel, code, now, ret_id);
}

Test(gateway_panel, a_session_lives_as_long_as_it_is_used)
{
    g_autoptr(Panel) panel = panel_new();
    const char *id;
    g_autofree char *token = begin(panel, 0, &id);

    cr_expect_not_null(panel_find(panel, token, PANEL_SESSION_IDLE - 1));
    cr_expect_not_null(panel_find(panel, token, 2 * PANEL_SESSION_IDLE - 2));
    cr_expect_null(panel_find(panel, token, 3 * PANEL_SESSION_IDLE));
    cr_expect_null(panel_find(panel, token, 3 * PANEL_SESSION_IDLE));
}

Test(gateway_panel, a_session_can_be_ended)
{
    g_autoptr(Panel) panel = panel_new();
    const char *id, *other_id;
    g_autofree char *token = begin(panel, 0, &id);
    g_autofree char *other = begin(panel, 0, &other_id);
    g_autofree char *id_copy = g_strdup(id);

    cr_expect_str_neq(id, other_id);
    cr_expect(panel_revoke(panel, id_copy));
    cr_expect_not(panel_revoke(panel, id_copy));
    cr_expect_null(panel_find(panel, token, 1));
    cr_expect_not_null(panel_find(panel, other, 1));
}

Test(gateway_panel, the_idlest_session_goes_when_there_are_too_many)
{
    g_autoptr(Panel) panel = panel_new();
    const char *id;
    g_autofree char *used = begin(panel, 0, &id);
    g_autofree char *idle = begin(panel, 1, &id);

    panel_find(panel, used, 2);
    for (guint i = 2; i <= PANEL_MAX_SESSIONS; i++)
        g_free(begin(panel, 3, &id));
    cr_expect_not_null(panel_find(panel, used, 4));
    cr_expect_null(panel_find(panel, idle, 4));
}

Test(gateway_panel, the_list_tells_no_token)
{
    g_autoptr(Panel) panel = panel_new();
    const char *id;
    g_autofree char *token = begin(panel, 0, &id);
    CordonJsonWriter *writer = cordon_json_writer_new(FALSE);

    cordon_json_begin_object(writer, NULL);
    panel_write(panel, writer, "sessions", id, 3 * G_TIME_SPAN_SECOND);
    cordon_json_end_object(writer);
    g_autofree char *json = cordon_json_writer_finish(writer);
    cr_expect_null(strstr(json, token));
    cr_expect_str_eq(json,
                     "{\"sessions\":[{\"id\":\"p1\",\"age_s\":3,\"idle_s\":3,\"own\":true}]}");
}

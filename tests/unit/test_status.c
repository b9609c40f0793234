/* SPDX-License-Identifier: MIT */
/* The readers of the line protocols. */
#include <criterion/criterion.h>
#include <string.h>

#include "engine/status.h"

#define LONG_TEXT                                                                                  \
    "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx" \
    "xxx"                                                                                          \
    "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"

typedef struct {
    const char *text;
    gboolean ready, started, broken;
    CordonStatusVerdict verdict;
    gint code;
    const char *limit, *step, *object;
} Row;

static const Row rows[] = {
    {"", FALSE, FALSE, FALSE, CORDON_STATUS_NONE, 0, NULL, NULL, NULL},
    {"ready\n", TRUE, FALSE, FALSE, CORDON_STATUS_NONE, 0, NULL, NULL, NULL},
    {"ready\nstarted\nexited 0\n", TRUE, TRUE, FALSE, CORDON_STATUS_EXITED, 0, NULL, NULL, NULL},
    {"ready\nstarted\nexited 255\n", TRUE, TRUE, FALSE, CORDON_STATUS_EXITED, 255, NULL, NULL,
     NULL},
    {"ready\nstarted\nsignaled 9\n", TRUE, TRUE, FALSE, CORDON_STATUS_SIGNALED, 9, NULL, NULL,
     NULL},
    {"ready\nstarted\nlimit memory\nsignaled 9\n", TRUE, TRUE, FALSE, CORDON_STATUS_SIGNALED, 9,
     "memory", NULL, NULL},
    {"ready\nstarted\nlimit processes\n", TRUE, TRUE, FALSE, CORDON_STATUS_NONE, 0, "processes",
     NULL, NULL},
    {"ready\nstarted\nlimit memory and more\n", TRUE, TRUE, FALSE, CORDON_STATUS_NONE, 0, "memory",
     NULL, NULL},
    {"ready\nstarted\nlimit view /p/a b\nsignaled 9\n", TRUE, TRUE, FALSE, CORDON_STATUS_SIGNALED,
     9, "view", NULL, NULL},
    /* The first is the one that ended it. */
    {"ready\nstarted\nlimit view /p\nlimit memory\nlimit view /q\n", TRUE, TRUE, FALSE,
     CORDON_STATUS_NONE, 0, "view", NULL, NULL},
    {"ready\nstarted\nlimit viewer /p\n", TRUE, TRUE, FALSE, CORDON_STATUS_NONE, 0, NULL, NULL,
     NULL},
    {"ready\nstarted\nlimit moonlight\n", TRUE, TRUE, FALSE, CORDON_STATUS_NONE, 0, NULL, NULL,
     NULL},
    {"setup view 2 /p/a folder\n", FALSE, FALSE, FALSE, CORDON_STATUS_SETUP, 2, NULL, "view",
     "/p/a folder"},
    {"setup create - no such image\n", FALSE, FALSE, FALSE, CORDON_STATUS_SETUP,
     CORDON_STATUS_TEXT_ONLY, NULL, "create", "no such image"},
    {"setup create -1 x\n", FALSE, FALSE, TRUE, CORDON_STATUS_NONE, 0, NULL, NULL, NULL},
    {"setup view 0\n", FALSE, FALSE, FALSE, CORDON_STATUS_SETUP, 0, NULL, "view", ""},
    {"setup view 2 /p/\033[2J\n", FALSE, FALSE, FALSE, CORDON_STATUS_SETUP, 2, NULL, "view",
     "/p/?[2J"},
    {"setup view 2 /p/\377\n", FALSE, FALSE, FALSE, CORDON_STATUS_SETUP, 2, NULL, "view",
     "/p/\357\277\275"},
    {"ready\nexec 2\n", TRUE, FALSE, FALSE, CORDON_STATUS_EXEC, 2, NULL, NULL, NULL},
    {"exec 13\n", FALSE, FALSE, FALSE, CORDON_STATUS_EXEC, 13, NULL, NULL, NULL},
    /* Words of later versions. */
    {"hello world\nready\nmood good\nstarted\nexited 1\n", TRUE, TRUE, FALSE, CORDON_STATUS_EXITED,
     1, NULL, NULL, NULL},
    /* Only the first verdict counts, and nothing behind it. */
    {"ready\nstarted\nexited 1\nexited 0\nlimit memory\n", TRUE, TRUE, FALSE, CORDON_STATUS_EXITED,
     1, NULL, NULL, NULL},
    /* A line counts when it is complete. */
    {"ready\nstarted\nexited 1", TRUE, TRUE, FALSE, CORDON_STATUS_NONE, 0, NULL, NULL, NULL},
    /* Out of order. */
    {"started\n", FALSE, FALSE, TRUE, CORDON_STATUS_NONE, 0, NULL, NULL, NULL},
    {"exited 0\n", FALSE, FALSE, TRUE, CORDON_STATUS_NONE, 0, NULL, NULL, NULL},
    {"ready\nexited 0\n", TRUE, FALSE, TRUE, CORDON_STATUS_NONE, 0, NULL, NULL, NULL},
    {"ready\nready\n", TRUE, FALSE, TRUE, CORDON_STATUS_NONE, 0, NULL, NULL, NULL},
    {"ready\nlimit memory\n", TRUE, FALSE, TRUE, CORDON_STATUS_NONE, 0, NULL, NULL, NULL},
    {"ready\nstarted\nexec 2\n", TRUE, TRUE, TRUE, CORDON_STATUS_NONE, 0, NULL, NULL, NULL},
    {"ready\nstarted\nsetup a 1\n", TRUE, TRUE, TRUE, CORDON_STATUS_NONE, 0, NULL, NULL, NULL},
    /* Numbers that are none. */
    {"ready\nstarted\nexited\n", TRUE, TRUE, TRUE, CORDON_STATUS_NONE, 0, NULL, NULL, NULL},
    {"ready\nstarted\nexited -1\n", TRUE, TRUE, TRUE, CORDON_STATUS_NONE, 0, NULL, NULL, NULL},
    {"ready\nstarted\nexited +1\n", TRUE, TRUE, TRUE, CORDON_STATUS_NONE, 0, NULL, NULL, NULL},
    {"ready\nstarted\nexited 01\n", TRUE, TRUE, TRUE, CORDON_STATUS_NONE, 0, NULL, NULL, NULL},
    {"ready\nstarted\nexited 256\n", TRUE, TRUE, TRUE, CORDON_STATUS_NONE, 0, NULL, NULL, NULL},
    {"ready\nstarted\nexited 4294967296\n", TRUE, TRUE, TRUE, CORDON_STATUS_NONE, 0, NULL, NULL,
     NULL},
    {"ready\nstarted\nexited 1 \n", TRUE, TRUE, TRUE, CORDON_STATUS_NONE, 0, NULL, NULL, NULL},
    {"setup\n", FALSE, FALSE, TRUE, CORDON_STATUS_NONE, 0, NULL, NULL, NULL},
    {"setup  2 x\n", FALSE, FALSE, TRUE, CORDON_STATUS_NONE, 0, NULL, NULL, NULL},
    {"exec 5000\n", FALSE, FALSE, TRUE, CORDON_STATUS_NONE, 0, NULL, NULL, NULL},
};

Test(status, says_what_the_lines_say_however_they_are_cut)
{
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        const Row *row = &rows[i];
        gsize size = strlen(row->text);

        for (gsize chunk = 1; chunk <= size + 1; chunk++) {
            CordonStatus status = {0};

            for (gsize at = 0; at < size; at += chunk)
                cordon_status_feed(&status, row->text + at, MIN(chunk, size - at));
            cr_assert_eq(status.ready, row->ready, "%s", row->text);
            cr_assert_eq(status.started, row->started, "%s", row->text);
            cr_assert_eq(status.broken, row->broken, "%s", row->text);
            cr_assert_eq(status.verdict, row->verdict, "%s", row->text);
            cr_assert_eq(status.code, row->code, "%s", row->text);
            cr_assert(g_strcmp0(status.limit, row->limit) == 0, "%s", row->text);
            cr_assert(g_strcmp0(status.step, row->step) == 0, "%s", row->text);
            cr_assert(g_strcmp0(status.text, row->object) == 0, "%s: %s", row->text, status.text);
            cordon_status_clear(&status);
        }
    }
}

Test(status, refuses_lines_beyond_the_bound_and_nul)
{
    char line[CORDON_STATUS_LINE_MAX + 1];

    memset(line, 'x', sizeof line);
    line[CORDON_STATUS_LINE_MAX - 1] = '\n';
    CordonStatus longest = {0};
    cordon_status_feed(&longest, line, CORDON_STATUS_LINE_MAX);
    cr_assert(!longest.broken);

    line[CORDON_STATUS_LINE_MAX - 1] = 'x';
    line[CORDON_STATUS_LINE_MAX] = '\n';
    CordonStatus longer = {0};
    cordon_status_feed(&longer, line, sizeof line);
    cr_assert(longer.broken);

    CordonStatus nul = {0};
    cordon_status_feed(&nul, "rea\0dy\nready\n", 13);
    cr_assert(nul.broken);
    cr_assert(!nul.ready);
}

Test(status, keeps_its_order_under_mutation)
{
    g_autoptr(GRand) rand = g_rand_new_with_seed(20240607);

    for (guint round = 0; round < 20000; round++) {
        const Row *row = &rows[g_rand_int_range(rand, 0, G_N_ELEMENTS(rows))];
        const Row *other = &rows[g_rand_int_range(rand, 0, G_N_ELEMENTS(rows))];
        g_autofree char *text = g_strconcat(row->text, other->text, LONG_TEXT, "\n", NULL);
        gsize size = strlen(text);
        CordonStatus status = {0};

        for (gint32 change = g_rand_int_range(rand, 0, 4); change > 0; change--)
            text[g_rand_int_range(rand, 0, (gint32)size)] = (char)g_rand_int_range(rand, 0, 256);
        cordon_status_feed(&status, text, size);
        cr_assert(!status.started || status.ready);
        cr_assert(!status.limit || status.started);
        cr_assert(
            (status.verdict != CORDON_STATUS_EXITED && status.verdict != CORDON_STATUS_SIGNALED) ||
            status.started);
        cr_assert((status.verdict == CORDON_STATUS_SETUP) == (status.step != NULL));
        cr_assert(!status.step || (g_utf8_validate(status.step, -1, NULL) &&
                                   g_utf8_validate(status.text, -1, NULL)));
        cr_assert_leq(status.size, CORDON_STATUS_LINE_MAX);
        cordon_status_clear(&status);
    }
}

Test(status, control_packets_are_taken_whole_or_not_at_all)
{
    static const struct {
        const char *packet;
        CordonControlKind kind;
        gint a, b;
        const char *step;
    } packets[] = {
        {"started 42", CORDON_CONTROL_STARTED, 42, 0, ""},
        {"deadline", CORDON_CONTROL_DEADLINE, 0, 0, ""},
        {"exited 7", CORDON_CONTROL_EXITED, 7, 0, ""},
        {"signaled 9", CORDON_CONTROL_SIGNALED, 9, 0, ""},
        {"setup keyring 122", CORDON_CONTROL_SETUP, 122, 0, "keyring"},
        {"exec 2", CORDON_CONTROL_EXEC, 2, 0, ""},
        {"done 3 1", CORDON_CONTROL_DONE, 3, 1, ""},
        {"", CORDON_CONTROL_UNKNOWN, 0, 0, ""},
        {"done", CORDON_CONTROL_UNKNOWN, 0, 0, ""},
        {"done 3", CORDON_CONTROL_UNKNOWN, 0, 0, ""},
        {"done 3 1 4", CORDON_CONTROL_UNKNOWN, 0, 0, ""},
        {"exited x", CORDON_CONTROL_UNKNOWN, 0, 0, ""},
        {"exited 7\n", CORDON_CONTROL_UNKNOWN, 0, 0, ""},
        {"exited 99999999999", CORDON_CONTROL_UNKNOWN, 0, 0, ""},
        {"setup 2", CORDON_CONTROL_UNKNOWN, 0, 0, ""},
        {"setup a-name-that-is-longer-than-any-step-of-ours 2", CORDON_CONTROL_UNKNOWN, 0, 0, ""},
    };

    for (gsize i = 0; i < G_N_ELEMENTS(packets); i++) {
        CordonControlMessage message =
            cordon_control_parse(packets[i].packet, strlen(packets[i].packet));

        cr_assert_eq(message.kind, packets[i].kind, "%s", packets[i].packet);
        if (message.kind == CORDON_CONTROL_UNKNOWN)
            continue;
        cr_assert_eq(message.a, packets[i].a);
        cr_assert_eq(message.b, packets[i].b);
        cr_assert_str_eq(message.step, packets[i].step);
    }
}

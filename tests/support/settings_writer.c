/* SPDX-License-Identifier: MIT */
/* Changes settings and appends to the audit log as fast as it can until it is killed, and confirms each on stdout once it
 * returned: "change ID\n" and "line ID\n".  For the test that kills it at any moment.
 *
 * usage: settings-writer SETTINGS AUDIT NAME
 * A server of its own: a byte on stdin starts a writer with the next number, and its process number is the answer on
 * stderr; a writer that ended is waited for with the next byte. */
#define _GNU_SOURCE /* fork(), write() */
#include <cordon/audit.h>
#include <cordon/settings.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "session/audit_private.h"

/* So many are kept in the settings, the newest of each writer: the test must not end at their bound. */
#define KEPT_BOARDS 20u
/* Small, so that files are put aside all the time. */
#define FILE_BYTES 3000u

typedef struct {
    const char *name;
    guint round, number;
} Step;

static void confirm(const char *what, const Step *step)
{
    char line[128];
    int size =
        snprintf(line, sizeof line, "%s %s-%u-%u\n", what, step->name, step->round, step->number);

    if (write(STDOUT_FILENO, line, (size_t)size) != size)
        _exit(3);
}

/* The oldest of this writer. */
static void drop_one(CordonSettings *settings, const char *name)
{
    g_autofree char *prefix = g_strconcat(name, "-", NULL);
    const CordonBoard *oldest = NULL;
    guint count = 0;

    for (guint i = 0; i < settings->boards->len; i++) {
        const CordonBoard *board = g_ptr_array_index(settings->boards, i);

        if (!g_str_has_prefix(board->id, prefix))
            continue;
        count++;
        if (oldest == NULL)
            oldest = board;
    }
    if (count > KEPT_BOARDS)
        cordon_settings_remove_board(settings, oldest->id);
}

static gboolean add_board(CordonSettings *settings, gpointer user_data, GError **error)
{
    const Step *step = user_data;
    g_autofree char *id = g_strdup_printf("%s-%u-%u", step->name, step->round, step->number);

    (void)error;
    cordon_settings_add_board(settings, id, "Board", "/p");
    drop_one(settings, step->name);
    return TRUE;
}

static void fail(const GError *error)
{
    fprintf(stderr, "FAILED: %s\n", error->message);
    _exit(2);
}

static void write_for_ever(CordonSettingsStore *store, CordonAudit *audit, Step step)
{
    g_autoptr(GError) error = NULL;

    for (;; step.number++) {
        g_autofree char *members = g_strdup_printf("{\"event\":\"test\",\"n\":\"%s-%u-%u\"}",
                                                   step.name, step.round, step.number);

        if (!cordon_settings_store_change(store, add_board, &step, &error))
            fail(error);
        confirm("change", &step);
        if (!cordon_audit_append(audit, members, &error))
            fail(error);
        confirm("line", &step);
    }
}

int main(int argc, char **argv)
{
    char start;

    if (argc != 4)
        return 1;
    for (guint round = 0; read(STDIN_FILENO, &start, 1) == 1; round++) {
        while (waitpid(-1, NULL, WNOHANG) > 0)
            continue;
        pid_t child = fork();

        if (child == 0) {
            CordonAudit *audit = cordon_audit_open(argv[2], NULL);
            Step step = {.name = argv[3], .round = round};

            if (audit == NULL)
                _exit(2);
            audit->max_bytes = FILE_BYTES;
            write_for_ever(cordon_settings_store_new(argv[1]), audit, step);
        }
        fprintf(stderr, "%d\n", (int)child);
    }
    return 0;
}

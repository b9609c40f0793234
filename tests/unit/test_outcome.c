/* SPDX-License-Identifier: MIT */
/* How a run ended, from what was seen of it. */
#include <criterion/criterion.h>
#include <string.h>

#include "engine/outcome.h"

typedef struct {
    const char *name;
    const char *backend, *status; /* status NULL: no channel */
    CordonControlMessage end;
    gboolean done, timed_out, cancelled, killed;
    const char *words;
    CordonExitKind kind;
    gint code;
    const char *limit;
    const char *message; /* a part of it; NULL: none */
} Row;

#define ENDED(number)                                                                              \
    {                                                                                              \
        .kind = CORDON_CONTROL_EXITED, .a = number                                                 \
    }
#define SIGNALED(number)                                                                           \
    {                                                                                              \
        .kind = CORDON_CONTROL_SIGNALED, .a = number                                               \
    }

static const Row rows[] = {
    {.name = "exit", .end = ENDED(3), .done = TRUE, .kind = CORDON_EXIT_KIND_EXITED, .code = 3},
    {.name = "signal",
     .end = SIGNALED(11),
     .done = TRUE,
     .kind = CORDON_EXIT_KIND_SIGNALED,
     .code = 11},
    {.name = "not found",
     .end = {.kind = CORDON_CONTROL_EXEC, .a = 2},
     .kind = CORDON_EXIT_KIND_SETUP,
     .code = 127,
     .message = "not found"},
    {.name = "not executable",
     .end = {.kind = CORDON_CONTROL_EXEC, .a = 13},
     .kind = CORDON_EXIT_KIND_SETUP,
     .code = 126,
     .message = "cannot be executed: Permission denied"},
    {.name = "the launcher is missing",
     .backend = "bwrap",
     .status = "",
     .end = {.kind = CORDON_CONTROL_EXEC, .a = 2},
     .kind = CORDON_EXIT_KIND_SETUP,
     .code = 125,
     .message = "\"launch\", the launcher of the sandbox \"bwrap\""},
    {.name = "the supervisor fails",
     .end = {.kind = CORDON_CONTROL_SETUP, .a = 1, .step = "private-mounts"},
     .kind = CORDON_EXIT_KIND_SETUP,
     .code = 125,
     .message = "\"private-mounts\": Operation not permitted"},
    {.name = "the launcher's own exit 1",
     .backend = "bwrap",
     .status = "",
     .end = ENDED(1),
     .done = TRUE,
     .words = "bwrap: a warning\nbwrap: Can't bind \033[2Jx: No such file\n\n",
     .kind = CORDON_EXIT_KIND_SETUP,
     .code = 125,
     .message = "failed before the command ran: bwrap: Can't bind ?[2Jx: No such file"},
    {.name = "a silent launcher",
     .backend = "bwrap",
     .status = "",
     .end = ENDED(1),
     .done = TRUE,
     .kind = CORDON_EXIT_KIND_SETUP,
     .code = 125,
     .message = "(exit status 1)"},
    {.name = "a launcher's success without a word is none",
     .backend = "bwrap",
     .status = "",
     .end = ENDED(0),
     .done = TRUE,
     .kind = CORDON_EXIT_KIND_SETUP,
     .code = 125,
     .message = "(exit status 0)"},
    {.name = "the command's exit 1",
     .backend = "bwrap",
     .status = "ready\nstarted\nexited 1\n",
     .end = ENDED(1),
     .done = TRUE,
     .kind = CORDON_EXIT_KIND_EXITED,
     .code = 1},
    {.name = "the command's exit counts, not the launcher's",
     .backend = "bwrap",
     .status = "ready\nstarted\nexited 0\n",
     .end = ENDED(1),
     .done = TRUE,
     .kind = CORDON_EXIT_KIND_EXITED,
     .code = 0},
    {.name = "not found inside",
     .backend = "bwrap",
     .status = "ready\nexec 2\n",
     .end = ENDED(127),
     .done = TRUE,
     .kind = CORDON_EXIT_KIND_SETUP,
     .code = 127,
     .message = "not found"},
    {.name = "the view is wrong",
     .backend = "bwrap",
     .status = "setup view 2 /p/loops/a\n",
     .end = ENDED(125),
     .done = TRUE,
     .kind = CORDON_EXIT_KIND_SETUP,
     .code = 125,
     .message = "\"view\" on /p/loops/a: No such file"},
    {.name = "lost",
     .backend = "bwrap",
     .status = "ready\nstarted\n",
     .end = SIGNALED(9),
     .done = TRUE,
     .kind = CORDON_EXIT_KIND_LOST,
     .code = 0,
     .message = "(signal 9)"},
    {.name = "a broken stream is lost",
     .backend = "bwrap",
     .status = "ready\nstarted\nexited 300\n",
     .end = ENDED(0),
     .done = TRUE,
     .kind = CORDON_EXIT_KIND_LOST,
     .code = 0,
     .message = "without saying"},
    {.name = "memory",
     .backend = "bwrap",
     .status = "ready\nstarted\nlimit memory\nsignaled 9\n",
     .end = ENDED(137),
     .done = TRUE,
     .kind = CORDON_EXIT_KIND_LIMIT,
     .limit = "memory"},
    {.name = "a cover that fell off",
     .backend = "bwrap",
     .status = "ready\nstarted\nlimit view /p/a \033file\nsignaled 9\n",
     .end = ENDED(137),
     .done = TRUE,
     .kind = CORDON_EXIT_KIND_LIMIT,
     .limit = "view",
     .message = "/p/a ?file was replaced on the host while the command ran"},
    {.name = "a cover that fell off, without its name",
     .backend = "bwrap",
     .status = "ready\nstarted\nlimit view\nsignaled 9\n",
     .end = ENDED(137),
     .done = TRUE,
     .kind = CORDON_EXIT_KIND_LIMIT,
     .limit = "view",
     .message = "A protected file or folder was replaced"},
    {.name = "time",
     .end = SIGNALED(15),
     .done = TRUE,
     .timed_out = TRUE,
     .kind = CORDON_EXIT_KIND_LIMIT,
     .limit = "time"},
    {.name = "time, with a command that ended well on SIGTERM",
     .backend = "bwrap",
     .status = "ready\nstarted\nexited 0\n",
     .end = ENDED(0),
     .done = TRUE,
     .timed_out = TRUE,
     .kind = CORDON_EXIT_KIND_LIMIT,
     .limit = "time"},
    {.name = "the supervisor is gone",
     .kind = CORDON_EXIT_KIND_LOST,
     .message = "supervisor of the command ended"},
    {.name = "the supervisor is gone, and what the launcher said does not help",
     .backend = "bwrap",
     .status = "ready\nstarted\nexited 0\n",
     .kind = CORDON_EXIT_KIND_LOST,
     .message = "supervisor of the command ended"},
    {.name = "cancelled early",
     .backend = "bwrap",
     .status = "",
     .end = SIGNALED(15),
     .done = TRUE,
     .cancelled = TRUE,
     .kind = CORDON_EXIT_KIND_SETUP,
     .code = 125,
     .message = "stopped before the command ran"},
    {.name = "cancelled and killed",
     .backend = "bwrap",
     .status = "ready\nstarted\n",
     .end = SIGNALED(9),
     .done = TRUE,
     .cancelled = TRUE,
     .killed = TRUE,
     .kind = CORDON_EXIT_KIND_SIGNALED,
     .code = 9},
    {.name = "cancelled, with a command that says so",
     .backend = "bwrap",
     .status = "ready\nstarted\nexited 130\n",
     .end = ENDED(130),
     .done = TRUE,
     .cancelled = TRUE,
     .kind = CORDON_EXIT_KIND_EXITED,
     .code = 130},
};

Test(outcome, never_mixes_up_the_kinds)
{
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        const Row *row = &rows[i];
        CordonStatus status = {0};
        CordonOutcome outcome;
        CordonEvidence evidence = {
            .backend = row->backend ? row->backend : "none",
            .program = "launch",
            .status = row->status ? &status : NULL,
            .end = row->end,
            .done = row->done,
            .timed_out = row->timed_out,
            .cancelled = row->cancelled,
            .killed = row->killed,
            .words = row->words,
            .words_size = row->words ? strlen(row->words) : 0,
        };

        if (row->status)
            cordon_status_feed(&status, row->status, strlen(row->status));
        cordon_outcome_decide(&evidence, &outcome);
        cr_assert_eq(outcome.kind, row->kind, "%s: kind %d", row->name, outcome.kind);
        cr_assert_eq(outcome.code, row->code, "%s: code %d", row->name, outcome.code);
        cr_assert(g_strcmp0(outcome.limit, row->limit) == 0, "%s", row->name);
        cr_assert_eq(outcome.not_found, row->code == 127, "%s", row->name);
        if (row->message)
            cr_assert(outcome.message && strstr(outcome.message, row->message), "%s: %s", row->name,
                      outcome.message);
        else
            cr_assert_null(outcome.message, "%s: %s", row->name, outcome.message);
        g_free(outcome.message);
        cordon_status_clear(&status);
    }
}

Test(outcome, says_when_something_could_not_be_killed)
{
    CordonEvidence evidence = {
        .backend = "none",
        .program = "sudo",
        .end = ENDED(0),
        .done = TRUE,
        .survivors = 2,
    };
    CordonOutcome outcome;

    cordon_outcome_decide(&evidence, &outcome);
    cr_assert_eq(outcome.kind, CORDON_EXIT_KIND_EXITED);
    cr_assert(strstr(outcome.message, "2 processes of the command could not be killed"));
    g_free(outcome.message);
}

Test(outcome, exit_status_is_the_one_that_shells_use)
{
    static const struct {
        CordonResult result;
        int status;
    } results[] = {
        {{.kind = CORDON_EXIT_KIND_EXITED, .code = 7}, 7},
        {{.kind = CORDON_EXIT_KIND_SIGNALED, .code = 15}, 143},
        {{.kind = CORDON_EXIT_KIND_SETUP, .code = 125}, 125},
        {{.kind = CORDON_EXIT_KIND_SETUP, .code = 126}, 126},
        {{.kind = CORDON_EXIT_KIND_SETUP, .code = 127, .not_found = TRUE}, 127},
        {{.kind = CORDON_EXIT_KIND_LIMIT, .limit = "time"}, 124},
        {{.kind = CORDON_EXIT_KIND_LIMIT, .limit = "memory"}, 137},
        {{.kind = CORDON_EXIT_KIND_LIMIT, .limit = "view"}, 137},
        {{.kind = CORDON_EXIT_KIND_LOST}, 125},
    };

    for (gsize i = 0; i < G_N_ELEMENTS(results); i++)
        cr_assert_eq(cordon_result_exit_status(&results[i].result), results[i].status);
}

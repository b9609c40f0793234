/* SPDX-License-Identifier: MIT */
/* The question to the person at the terminal. */
#define _POSIX_C_SOURCE 200809L /* tcflush() */
#include "ask.h"

#include <stdio.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

#include "answer.h"
#include "output.h"

#define MAX_QUESTIONS 3

static void print_line(const char *lead, const char *text)
{
    g_autofree char *shown = cli_escape(text);

    fprintf(stderr, "    %-9s%s\n", lead, shown);
}

/* What would run, not what was written: line by line, each without what could steer the terminal. */
static void print_command(const CordonJudgement *judgement)
{
    if (judgement->script == NULL) {
        g_autofree char *line = cli_quote_argv(judgement->argv);
        print_line("command:", line);
        return;
    }
    g_auto(GStrv) lines = g_strsplit(judgement->script, "\n", -1);
    for (guint i = 0; lines[i] != NULL; i++) {
        if (lines[i][0] != '\0' || lines[i + 1] != NULL)
            print_line(i == 0 ? "script:" : "", lines[i]);
    }
}

static void print_question(const CordonJudgement *judgement, const char *cwd)
{
    cli_say("may this run?");
    print_command(judgement);
    print_line("folder:", cwd);
    if (judgement->part != NULL)
        print_line("part:", judgement->part);
    print_line("rule:", cordon_rule_name(judgement->rule));
    print_line("reason:", judgement->reason);
    if (judgement->hint != NULL)
        print_line("instead:", judgement->hint);
}

static gboolean is_answer(const char *answer, const char *letter, const char *word)
{
    return strcmp(answer, letter) == 0 || strcmp(answer, word) == 0;
}

CordonAnswer cli_ask(const CordonJudgement *judgement, const char *cwd)
{
    char answer[CLI_ANSWER_MAX_BYTES + 1];

    if (!cli_answer_is_possible())
        return CORDON_ANSWER_NOBODY;
    /* What was typed before this could be seen is no answer to it. */
    tcflush(STDIN_FILENO, TCIFLUSH);
    print_question(judgement, cwd);
    for (guint i = 0; i < MAX_QUESTIONS; i++) {
        fputs("allow it once (o), or deny it (d)? ", stderr);
        fflush(stderr);
        if (!cli_answer_read(answer)) {
            fputc('\n', stderr);
            return CORDON_ANSWER_DENY;
        }
        if (is_answer(answer, "o", "once"))
            return CORDON_ANSWER_ONCE;
        if (is_answer(answer, "d", "deny"))
            return CORDON_ANSWER_DENY;
    }
    return CORDON_ANSWER_DENY;
}

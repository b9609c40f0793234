/* SPDX-License-Identifier: MIT */
/* Handlers for rows whose rule has exceptions. */
#include <string.h>

#include "filter/programs/handlers.h"
#include "filter/words.h"

/* Programs whose names are common words.  Their rows have no rule, because a rule there would make any unknown program
 * with that word among its operands ("./app init") a wrapper of theirs. */
static const struct {
    const char *names; /* blanks between */
    CordonRule rule;
} WORDS[] = {
    {"age chamber op pass security step", CORDON_RULE_SECRET},
    {"arp bless eject hostname ifconfig ip iw iwconfig mount nft passwd route tc trust",
     CORDON_RULE_PERMISSIONS},
    {"at batch daemon dialog nq", CORDON_RULE_ENDLESS},
    {"bore expose lt mail talk tor wall write", CORDON_RULE_REMOTE},
    {"coreutils", CORDON_RULE_UNREADABLE},
    {"halt init initctl invoke-rc.d rc-service service shutdown skill sv", CORDON_RULE_KILL},
    {"locate", CORDON_RULE_OUTSIDE_PROJECT},
    {"cmd command.com login nu oil posh sash screen script", CORDON_RULE_SHELL},
};

static CordonRule rule_of(const CordonCall *call)
{
    if (call->row->rule != CORDON_RULE_NONE)
        return call->row->rule;
    for (gsize i = 0; i < G_N_ELEMENTS(WORDS); i++) {
        if (cordon_text_is_listed(WORDS[i].names, call->name))
            return WORDS[i].rule;
    }
    return CORDON_RULE_UNREADABLE;
}

void cordon_note_rule(CordonJudge *judge, const CordonCall *call)
{
    const CordonProgram *row = call->row;

    if (row->reason != NULL)
        cordon_judge_find(judge, call, rule_of(call), row->hint, "`%s` %s.", call->full_name,
                          row->reason);
    else
        cordon_judge_find(judge, call, rule_of(call), row->hint, NULL);
}

void cordon_handle_common_word(CordonJudge *judge, const CordonCall *call)
{
    cordon_note_rule(judge, call);
}

static gboolean is_listed(const char *options, const char *word, gsize size)
{
    while (options != NULL && *options != '\0') {
        gsize length = strcspn(options, " ,");
        if (length == size && strncmp(options, word, size) == 0)
            return TRUE;
        options += length;
        options += strspn(options, " ,");
    }
    return FALSE;
}

/* "-nvL": each letter is listed. */
static gboolean is_listed_cluster(const char *options, const char *word)
{
    if (word[0] != '-' || word[1] == '-' || word[1] == '\0')
        return FALSE;
    for (const char *letter = word + 1; *letter != '\0'; letter++) {
        char option[] = {'-', *letter, '\0'};
        if (!is_listed(options, option, 2))
            return FALSE;
    }
    return TRUE;
}

/* With operands "t*" in its row, words that are no options are harmless, too, behind a listed one. */
static gboolean only_listed(const CordonCall *call)
{
    const CordonProgram *row = call->row;
    gboolean takes_words = row->operands != NULL && row->operands[0] == 't';

    for (guint i = call->first; i < call->count; i++) {
        const char *word = cordon_arg_text(&call->args[i]);
        if (word == NULL)
            return FALSE;
        if (is_listed(row->options, word, strlen(word)) || is_listed_cluster(row->options, word))
            continue;
        if (!takes_words || i == call->first || word[0] == '-')
            return FALSE;
    }
    return TRUE;
}

void cordon_handle_unless_listed(CordonJudge *judge, const CordonCall *call)
{
    if (call->count <= call->first || !only_listed(call))
        cordon_note_rule(judge, call);
}

/* ko build --local, --push=false: into the own docker. */
void cordon_handle_unless_local(CordonJudge *judge, const CordonCall *call)
{
    for (guint i = call->first; i < call->count; i++) {
        if (cordon_arg_is(&call->args[i], "--local") || cordon_arg_is(&call->args[i], "-L") ||
            cordon_arg_is(&call->args[i], "--push=false"))
            return;
    }
    cordon_judge_find(judge, call, CORDON_RULE_PUBLISH, "Add --local.", NULL);
}

/* Workers of queues that stop when there is nothing to do, or at a time. */
void cordon_handle_worker(CordonJudge *judge, const CordonCall *call)
{
    static const char *const bounds[] = {"--once", "--stop-when-empty",
                                         "--time-limit=", "--max-time="};

    for (guint i = call->first; i < call->count; i++) {
        const char *word = cordon_arg_text(&call->args[i]);
        for (gsize j = 0; word != NULL && j < G_N_ELEMENTS(bounds); j++) {
            gsize length = strlen(bounds[j]);
            gboolean has_value = bounds[j][length - 1] == '=';
            if (has_value ? strncmp(word, bounds[j], length) == 0 && g_ascii_isdigit(word[length])
                          : strcmp(word, bounds[j]) == 0)
                return;
        }
    }
    cordon_note_rule(judge, call);
}

void cordon_handle_unless_bare(CordonJudge *judge, const CordonCall *call)
{
    if (!only_listed(call))
        cordon_note_rule(judge, call);
}

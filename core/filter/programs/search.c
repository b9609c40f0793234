/* SPDX-License-Identifier: MIT */
/* grep, rg and the like: which files of a tree they read. */
#include <string.h>

#include "filter/programs/handlers.h"
#include "filter/programs/listed.h"

/* --include, -g, --iglob: files that are picked by a glob, hidden ones, too. */
static void judge_glob(CordonJudge *judge, const CordonCall *call, const char *glob)
{
    CordonArgList globs = {0};

    cordon_glob_list_add(judge, &globs, glob, TRUE);
    for (guint i = 0; i < globs.count; i++) {
        CordonArg item = cordon_arg_listed(judge, ".", globs.args[i].text);
        cordon_judge_value(judge, call, &item, 'r');
    }
}

/* What the options say of the tree. */
typedef struct {
    gboolean reads_all; /* nothing is left out by itself */
    gboolean leaves_secrets_out;
    gboolean has_pattern; /* no operand is the pattern */
} Tree;

static Tree read_options(CordonJudge *judge, const CordonCall *call, const CordonParsed *parsed)
{
    Tree tree = {.reads_all = strcmp(call->name, "rgrep") == 0};

    for (guint i = 0; i < parsed->option_count; i++) {
        const CordonOption *option = &parsed->options[i];
        const char *name = option->name;
        const char *text = option->value != NULL ? cordon_arg_text(option->value) : NULL;
        gboolean picks = strcmp(name, "--include") == 0 || strcmp(name, "-g") == 0;
        if (strcmp(name, "--pager") == 0 && option->value != NULL)
            cordon_judge_fed_line(judge, call, option->value);
        else if (strcmp(name, "-r") == 0 || strcmp(name, "-u") == 0 ||
                 (strcmp(name, "-d") == 0 && g_strcmp0(text, "recurse") == 0))
            tree.reads_all = TRUE;
        else if (strcmp(name, "-e") == 0 || strcmp(name, "-f") == 0 || strcmp(name, "--files") == 0)
            tree.has_pattern = TRUE;
        else if (text != NULL && (strcmp(name, "--exclude") == 0 || (picks && text[0] == '!')))
            tree.leaves_secrets_out =
                tree.leaves_secrets_out || cordon_glob_leaves_secrets_out(text);
        else if (text != NULL && picks)
            judge_glob(judge, call, text);
    }
    return tree;
}

/* Behind a row whose operands are "T r*". */
void cordon_handle_search(CordonJudge *judge, const CordonCall *call)
{
    CordonParsed parsed = cordon_call_parse(judge, call, call->row->options, call->row->flags);
    Tree tree = read_options(judge, call, &parsed);
    CordonArg here = cordon_arg_constant(".");
    guint first = tree.has_pattern ? 0 : 1;

    if (!tree.reads_all || tree.leaves_secrets_out)
        return;
    for (guint i = first; i < parsed.operand_count; i++)
        cordon_judge_value(judge, call, &parsed.operands[i], 'y');
    if (parsed.operand_count == first)
        cordon_judge_value(judge, call, &here, 'y');
}

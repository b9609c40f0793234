/* SPDX-License-Identifier: MIT */
/* git: commands whose words decide whether they only read, change the repository, or throw something away. */
#include <string.h>

#include "filter/programs/git.h"
#include "filter/programs/handlers.h"
#include "filter/programs/interpreter.h"

static void ask(CordonJudge *judge, const CordonCall *call)
{
    cordon_judge_find(judge, call, CORDON_RULE_GIT_CHANGE, NULL, NULL);
}

static gboolean asks_for_help(const CordonCall *call)
{
    return call->count == call->first + 1 && (cordon_arg_is(&call->args[call->first], "-h") ||
                                              cordon_arg_is(&call->args[call->first], "--help"));
}

/* Operands behind "--"; they are pathspecs for certain. */
static guint count_behind_dashes(const CordonCall *call, const CordonParsed *parsed)
{
    for (guint i = call->first; i < call->count; i++) {
        if (cordon_arg_is(&call->args[i], "--"))
            return MIN(call->count - i - 1, parsed->operand_count);
    }
    return 0;
}

/* Commands that only read unless ... */
static const struct {
    const char *name;
    const char *changes; /* ... one of these options is given, or, */
    const char *reads;   /* without one of these, */
    guint operands;      /* as many operands */
} TWO_FACED[] = {
    {"git apply", "--apply", "--check --stat --numstat --summary", 0},
    {"git branch",
     "-d -D -m -M -c -C -f -t -u --unset-upstream --create-reflog --recurse-submodules",
     "-a -r -l --contains --no-contains --merged --no-merged --points-at --show-current", 1},
    {"git replace", "-d -f -g --convert-graft-file", "-l", 1},
    {"git symbolic-ref", "-d -m", "", 2},
    {"git tag", "-a -d -f -s -u -m -F",
     "-l -n -v --contains --no-contains --merged --no-merged --points-at", 1},
};

void cordon_handle_git_two_faced(CordonJudge *judge, const CordonCall *call)
{
    CordonParsed parsed = cordon_git_parse(judge, call);

    cordon_git_judge_globals(judge, call);
    for (gsize i = 0; i < G_N_ELEMENTS(TWO_FACED); i++) {
        if (strcmp(TWO_FACED[i].name, call->full_name) != 0)
            continue;
        gboolean reads = cordon_git_has(&parsed, TWO_FACED[i].reads);
        if (cordon_git_has(&parsed, TWO_FACED[i].changes) ||
            (!reads && parsed.operand_count >= TWO_FACED[i].operands && !asks_for_help(call)))
            ask(judge, call);
    }
}

/* Messages. */

/* --fixup=amend:X and reword:X open an editor, --fixup=X does not. */
static gboolean has_whole_fixup(const CordonParsed *parsed)
{
    const CordonArg *fixup = cordon_parsed_find(parsed, "--fixup");

    return fixup != NULL && !cordon_arg_begins(fixup, "amend:") &&
           !cordon_arg_begins(fixup, "reword:");
}

static void find_editor(CordonJudge *judge, const CordonCall *call)
{
    if (!asks_for_help(call))
        cordon_judge_find(judge, call, CORDON_RULE_GIT_INTERACTIVE, "Give the message: -m \"...\".",
                          "`%s` without a message opens an editor.", call->full_name);
}

void cordon_handle_git_commit(CordonJudge *judge, const CordonCall *call)
{
    CordonParsed parsed = cordon_git_parse(judge, call);

    cordon_handle_git_objects(judge, call);
    if (!cordon_git_has(&parsed, "-m -F -C --no-edit --dry-run --short --porcelain --long -z") &&
        !has_whole_fixup(&parsed))
        find_editor(judge, call);
}

void cordon_handle_git_tag(CordonJudge *judge, const CordonCall *call)
{
    CordonParsed parsed = cordon_git_parse(judge, call);

    cordon_handle_git_two_faced(judge, call);
    if (cordon_git_has(&parsed, "-a -s -u") && !cordon_git_has(&parsed, "-m -F -d -l -v"))
        find_editor(judge, call);
}

void cordon_handle_git_note(CordonJudge *judge, const CordonCall *call)
{
    CordonParsed parsed = cordon_git_parse(judge, call);

    cordon_git_judge_globals(judge, call);
    if (!cordon_git_has(&parsed, "-m -F -C"))
        find_editor(judge, call);
}

/* Files of the work tree. */

static gboolean spares_work_tree(const CordonParsed *parsed)
{
    return cordon_git_has(parsed, "--cached") ||
           (cordon_git_has(parsed, "-S") && !cordon_git_has(parsed, "-W"));
}

void cordon_handle_git_files(CordonJudge *judge, const CordonCall *call)
{
    CordonParsed parsed = cordon_git_parse(judge, call);

    cordon_git_judge_globals(judge, call);
    cordon_git_judge_words(judge, call, &parsed, 0,
                           spares_work_tree(&parsed) ? CORDON_PATH_READ : CORDON_PATH_WRITE);
}

/* A branch is never named so. */
static gboolean is_surely_path(const CordonArg *arg)
{
    return cordon_arg_is(arg, ".") || cordon_arg_begins(arg, "./") ||
           cordon_arg_begins(arg, "../") || cordon_arg_begins(arg, "/") ||
           cordon_arg_begins(arg, ":");
}

/* checkout [revision] [--] [path...]: the first word may be either. */
void cordon_handle_git_checkout(CordonJudge *judge, const CordonCall *call)
{
    CordonParsed parsed = cordon_git_parse(judge, call);
    guint paths = count_behind_dashes(call, &parsed);
    guint plain = parsed.operand_count - paths;

    cordon_git_judge_globals(judge, call);
    for (guint i = 0; i < parsed.operand_count; i++) {
        const CordonArg *operand = &parsed.operands[i];
        gboolean is_path = i >= plain || i > 0 || is_surely_path(operand);
        cordon_git_judge_word(judge, call, operand, is_path ? CORDON_PATH_WRITE : CORDON_PATH_READ);
    }
}

void cordon_handle_git_clean(CordonJudge *judge, const CordonCall *call)
{
    CordonParsed parsed = cordon_git_parse(judge, call);
    gboolean only_shows = cordon_git_has(&parsed, "-n") && !cordon_git_has(&parsed, "--no-dry-run");

    if (!only_shows && !asks_for_help(call))
        cordon_judge_find(judge, call, CORDON_RULE_GIT_DESTRUCTIVE,
                          "See with `git clean -n` what it would delete, and delete by name.",
                          "`git clean` deletes files that git does not keep.");
    cordon_git_judge_globals(judge, call);
    cordon_git_judge_words(judge, call, &parsed, 0, CORDON_PATH_READ);
}

/* --reset throws away what is in the index, and with -u what is in the files. */
void cordon_handle_git_read_tree(CordonJudge *judge, const CordonCall *call)
{
    CordonParsed parsed = cordon_git_parse(judge, call);

    cordon_git_judge_globals(judge, call);
    if (cordon_git_has(&parsed, "--reset") && cordon_git_has(&parsed, "-u"))
        cordon_judge_find(judge, call, CORDON_RULE_GIT_DESTRUCTIVE, NULL, NULL);
}

void cordon_handle_git_prune(CordonJudge *judge, const CordonCall *call)
{
    CordonParsed parsed = cordon_git_parse(judge, call);

    cordon_git_judge_globals(judge, call);
    if (!cordon_git_has(&parsed, "-n"))
        cordon_judge_find(judge, call, CORDON_RULE_GIT_DESTRUCTIVE, NULL, NULL);
}

/* Options that write to the files which are named. */
void cordon_handle_git_trailers(CordonJudge *judge, const CordonCall *call)
{
    CordonParsed parsed = cordon_git_parse(judge, call);
    gboolean writes = cordon_git_has(&parsed, "--in-place");

    cordon_git_judge_globals(judge, call);
    for (guint i = 0; i < parsed.operand_count; i++)
        cordon_judge_value(judge, call, &parsed.operands[i], writes ? 'w' : 'r');
}

/* merge-file writes to the first of its files, unless it prints. */
void cordon_handle_git_merge_file(CordonJudge *judge, const CordonCall *call)
{
    CordonParsed parsed = cordon_git_parse(judge, call);
    gboolean prints = cordon_git_has(&parsed, "-p --object-id");

    cordon_git_judge_globals(judge, call);
    for (guint i = 0; i < parsed.operand_count; i++)
        cordon_judge_value(judge, call, &parsed.operands[i], i == 0 && !prints ? 'w' : 'r');
}

/* Writes into the current folder unless told otherwise. */
void cordon_handle_git_format_patch(CordonJudge *judge, const CordonCall *call)
{
    CordonParsed parsed = cordon_git_parse(judge, call);
    CordonArg file = cordon_arg_constant("0001.patch");

    cordon_handle_git_objects(judge, call);
    if (!cordon_git_has(&parsed, "-o --stdout --output"))
        cordon_judge_value(judge, call, &file, 'w');
}

void cordon_handle_git_init(CordonJudge *judge, const CordonCall *call)
{
    CordonParsed parsed = cordon_git_parse(judge, call);
    CordonArg here = cordon_arg_constant(".");

    cordon_git_judge_globals(judge, call);
    if (parsed.operand_count == 0)
        cordon_judge_value(judge, call, &here, 'w');
}

/* Readers that have a second way of reading. */

void cordon_handle_git_diff(CordonJudge *judge, const CordonCall *call)
{
    CordonParsed parsed = cordon_git_parse(judge, call);

    if (!cordon_git_has(&parsed, "--no-index")) {
        cordon_handle_git_objects(judge, call);
        return;
    }
    cordon_git_judge_globals(judge, call);
    for (guint i = 0; i < parsed.operand_count; i++)
        cordon_judge_value(judge, call, &parsed.operands[i], 'y');
}

/* The files of the folder, not only those that git keeps, which are seldom secrets. */
void cordon_handle_git_grep(CordonJudge *judge, const CordonCall *call)
{
    CordonParsed parsed = cordon_git_parse(judge, call);
    gboolean reads_all = cordon_git_has(&parsed, "--no-index --untracked");
    CordonPathUse use = reads_all ? CORDON_PATH_READ_TREE : CORDON_PATH_READ;
    guint first = cordon_git_has(&parsed, "-e -f") ? 0 : 1;
    CordonArg here = cordon_arg_constant(".");

    cordon_git_judge_globals(judge, call);
    cordon_git_judge_words(judge, call, &parsed, first, use);
    if (reads_all && parsed.operand_count <= first)
        cordon_judge_path(judge, call, &here, use);
}

/* Names of objects come on standard input. */
static void judge_batch(CordonJudge *judge, const CordonCall *call)
{
    if (call->input == CORDON_INPUT_NONE)
        return;
    if (call->input != CORDON_INPUT_TEXT || call->input_text == NULL) {
        cordon_judge_find(judge, call, CORDON_RULE_UNREADABLE,
                          "Name the object: git cat-file -p REVISION:PATH.",
                          "`git cat-file` prints objects whose names come from elsewhere.");
        return;
    }
    for (const char *line = call->input_text; *line != '\0';) {
        gsize length = strcspn(line, " \t\n");
        CordonArg word =
            cordon_arg_constant(cordon_arena_strndup(cordon_judge_arena(judge), line, length));
        cordon_git_judge_word(judge, call, &word, CORDON_PATH_READ);
        line += length + strspn(line + length, " \t\n");
    }
}

void cordon_handle_git_cat_file(CordonJudge *judge, const CordonCall *call)
{
    CordonParsed parsed = cordon_git_parse(judge, call);

    cordon_handle_git_objects(judge, call);
    if (cordon_git_has(&parsed, "--batch --batch-command"))
        judge_batch(judge, call);
}

/* Groups. */

/* What comes behind the group's name is no command of it: words of the command that it stands for. */
static gboolean has_other_word(const CordonCall *call)
{
    return strcmp(call->full_name, call->row->name) != 0;
}

/* git reflog [show] [words] */
void cordon_handle_git_reflog(CordonJudge *judge, const CordonCall *call)
{
    cordon_git_judge_globals(judge, call);
    for (guint i = has_other_word(call) ? call->first - 1 : call->first; i < call->count; i++) {
        if (!cordon_arg_begins(&call->args[i], "-"))
            cordon_git_judge_word(judge, call, &call->args[i], CORDON_PATH_READ);
    }
}

/* git stash [push] [options] [-- paths]; bisect with own terms; rerere. */
void cordon_handle_git_change_group(CordonJudge *judge, const CordonCall *call)
{
    cordon_git_judge_globals(judge, call);
    cordon_judge_set_kind(judge, call, call->row->name);
    for (guint i = has_other_word(call) ? call->first - 1 : call->first; i < call->count; i++) {
        if (!cordon_arg_begins(&call->args[i], "-"))
            cordon_git_judge_word(judge, call, &call->args[i], CORDON_PATH_WRITE);
    }
    ask(judge, call);
    cordon_judge_set_kind(judge, call, NULL);
}

/* "git stash -- list" stashes the file "list". */
void cordon_handle_git_stash_read(CordonJudge *judge, const CordonCall *call)
{
    cordon_handle_git_objects(judge, call);
    if (call->first < 2 || !cordon_arg_is(&call->args[call->first - 2], "--"))
        return;
    cordon_judge_set_kind(judge, call, "git stash");
    ask(judge, call);
    cordon_judge_set_kind(judge, call, NULL);
}

/* What a shell gives a meaning to. */
#define SHELL_MARKS " \t\n;&|<>()$`\"'\\*?[]#~=%!{}"

/* git submodule foreach [--recursive] command: a single word is a command line. */
void cordon_handle_git_foreach(CordonJudge *judge, const CordonCall *call)
{
    CordonParsed parsed = cordon_call_parse(judge, call, "", CORDON_PROGRAM_OPTIONS_FIRST);
    CordonArg top = cordon_arg_constant(cordon_judge_settings(judge)->project);
    CordonCall inside = *call;
    const char *text = parsed.operand_count > 0 ? cordon_arg_text(&parsed.operands[0]) : NULL;

    cordon_git_judge_globals(judge, call);
    if (parsed.operand_count == 0)
        return;
    if (text == NULL) {
        cordon_judge_value(judge, call, &parsed.operands[0], 'S');
        return;
    }
    /* It runs in every module of the repository, wherever that is below the project. */
    if (cordon_judge_settings(judge)->sandbox) {
        const CordonScope *scope = cordon_judge_enter(judge, call, &top);
        inside.scope = scope != NULL ? scope : call->scope;
    }
    if (strpbrk(text, SHELL_MARKS) != NULL)
        cordon_judge_line(judge, &inside, text);
    else
        cordon_judge_command(judge, &inside, parsed.operands, parsed.operand_count);
}

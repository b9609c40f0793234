/* SPDX-License-Identifier: MIT */
/* From a line that may run to what is started: its words, or the canonical script for /bin/sh. */
#include "engine/filter.h"

#include <string.h>

#include "shell/print.h"

/* The words of a line that is one plain command, in the arena. */
static const char *const *plain_argv(CordonArena *arena, const CordonShellTree *tree)
{
    g_auto(GStrv) words = cordon_shell_tree_argv(tree);

    if (words == NULL)
        return NULL;
    guint count = g_strv_length(words);
    const char **argv = CORDON_ARENA_ARRAY(arena, const char *, count + 1);
    for (guint i = 0; i < count; i++)
        argv[i] = cordon_arena_strdup(arena, words[i]);
    return argv;
}

/* --- POSIX ---------------------------------------------------------------------------------- */

/* What is given to the shell must read as what was judged. */
static gboolean reads_back(CordonArena *arena, const CordonShellTree *tree, const char *script)
{
    CordonShellError error = {0};
    const CordonShellTree *again = cordon_shell_read_script(arena, script, strlen(script), &error);

    return again != NULL && cordon_shell_tree_equal(again, tree);
}

static void refuse_script(CordonJudgement *answer, gboolean is_too_long)
{
    answer->verdict = CORDON_VERDICT_DENY;
    answer->rule = CORDON_RULE_UNREADABLE;
    answer->reason = is_too_long ? "Written out, the line is longer than a program may be given."
                                 : "Internal: the script that would run is not read back the same.";
    answer->hint = is_too_long ? "Write it to a file of the loop's folder, or run it in parts."
                               : "Write it as several plain commands; and please report the line.";
    answer->kind = NULL;
    answer->kinds = NULL;
}

static void add_script(CordonArena *arena, const CordonShellTree *tree, CordonJudgement *answer)
{
    g_autofree char *script = cordon_shell_print(tree);

    if (!reads_back(arena, tree, script)) {
        refuse_script(answer, strlen(script) > CORDON_SHELL_MAX_SCRIPT_BYTES);
        return;
    }
    const char **argv = CORDON_ARENA_ARRAY(arena, const char *, 4);
    argv[0] = "/bin/sh";
    argv[1] = "-c";
    argv[2] = answer->script = cordon_arena_strdup(arena, script);
    answer->argv = argv;
}

static void add_lowered(const CordonJudged *judged, CordonJudgement *answer)
{
    CordonArena *arena = judged->filter->arena;
    CordonPrintFacts facts = {.home = judged->filter->home};
    const char *construct = NULL;
    const CordonShellTree *tree = cordon_shell_lower(arena, judged->tree, &facts, &construct);

    if (tree == NULL) {
        answer->run_error =
            cordon_arena_concat(arena, "The line may run, but /bin/sh cannot: it has no ",
                                construct != NULL ? construct : "way to say it",
                                "; write it as plain commands that every shell knows.", NULL);
        return;
    }
    /* Now that ~ is written out it may be a plain command after all. */
    answer->argv = plain_argv(arena, tree);
    if (answer->argv == NULL)
        add_script(arena, tree, answer);
}

/* --- Windows -------------------------------------------------------------------------------- */

/* Commands of cmd.exe itself, and names that PowerShell has for its own: there is no such program. */
static const char *const CMD_NAMES[] = {
    "assoc", "call",     "cd",     "chdir",  "cls",  "color",    "copy",   "date",  "del",
    "dir",   "echo",     "erase",  "exit",   "for",  "ftype",    "goto",   "if",    "md",
    "mkdir", "mklink",   "move",   "path",   "popd", "pause",    "prompt", "pushd", "rd",
    "rem",   "ren",      "rename", "rmdir",  "set",  "shift",    "start",  "time",  "title",
    "type",  "endlocal", "ver",    "verify", "vol",  "setlocal", NULL,
};
static const char *const POWERSHELL_NAMES[] = {
    "ac",    "cat",    "cd",   "chdir", "clc",   "clear", "cls",   "compare", "copy",    "cp",
    "cpi",   "cvpa",   "del",  "diff",  "dir",   "echo",  "erase", "fl",      "ft",      "gc",
    "gci",   "gcm",    "gi",   "gl",    "gm",    "gp",    "gps",   "group",   "gsv",     "gv",
    "iex",   "ii",     "irm",  "iwr",   "kill",  "ls",    "man",   "md",      "measure", "mi",
    "mkdir", "more",   "move", "mp",    "mv",    "ni",    "popd",  "ps",      "pushd",   "pwd",
    "rd",    "ren",    "ri",   "rm",    "rmdir", "rni",   "rp",    "rvpa",    "sajb",    "saps",
    "sc",    "select", "set",  "si",    "sl",    "sleep", "sls",   "sort",    "sp",      "spps",
    "start", "tee",    "type", "where", "write", "%",     "?",     "foreach", NULL,
};

/* "Get-ChildItem": a verb that PowerShell approves of, a dash, a noun. */
static gboolean is_cmdlet(const char *name)
{
    static const char *const verbs[] = {
        "add-",      "clear-",   "compare-", "convert-", "convertfrom-", "convertto-", "copy-",
        "expand-",   "export-",  "foreach-", "format-",  "get-",         "import-",    "invoke-",
        "join-",     "measure-", "move-",    "new-",     "out-",         "pop-",       "push-",
        "read-",     "remove-",  "rename-",  "resolve-", "select-",      "set-",       "sort-",
        "split-",    "start-",   "stop-",    "tee-",     "test-",        "where-",     "write-",
        "compress-", "wait-",    "update-",
    };

    for (gsize i = 0; i < G_N_ELEMENTS(verbs); i++) {
        if (g_str_has_prefix(name, verbs[i]))
            return TRUE;
    }
    return FALSE;
}

static gboolean is_of_the_shell(CordonLanguage language, const char *program)
{
    g_autofree char *name = g_ascii_strdown(program, -1);

    if (language == CORDON_LANGUAGE_CMD)
        return g_strv_contains(CMD_NAMES, name);
    return g_strv_contains(POWERSHELL_NAMES, name) || is_cmdlet(name);
}

static void add_windows(const CordonJudged *judged, CordonJudgement *answer)
{
    const char *const *argv = plain_argv(judged->filter->arena, judged->tree);

    if (argv == NULL)
        answer->run_error =
            "The line may run, but not without a shell: give one plain command, without "
            "variables, pipes and redirections.";
    else if (is_of_the_shell(judged->language, argv[0]))
        answer->run_error = cordon_arena_concat(
            judged->filter->arena, "The line may run, but ", argv[0],
            " is a command of the shell, and no program: use a program for it, or a file tool.",
            NULL);
    else
        answer->argv = argv;
}

void cordon_judged_add_argv(const CordonJudged *judged, CordonJudgement *answer)
{
    if (judged->language != CORDON_LANGUAGE_SHELL) {
        add_windows(judged, answer);
        return;
    }
    answer->argv = plain_argv(judged->filter->arena, judged->tree);
    if (answer->argv == NULL)
        add_lowered(judged, answer);
}

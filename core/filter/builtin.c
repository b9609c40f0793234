/* SPDX-License-Identifier: MIT */
/* What the shell does itself: the folder, variables, and commands that change the shell. */
#include <string.h>

#include "filter/private.h"
#include "filter/programs/windows.h"

typedef enum {
    BUILTIN_HARMLESS,
    BUILTIN_CHANGES, /* rule shell */
    BUILTIN_CD,
    BUILTIN_COMMAND, /* command, builtin: what follows is the command */
    BUILTIN_READ,
    BUILTIN_PERMISSIONS,
    BUILTIN_EXEC,
    BUILTIN_JOBS, /* jobs -x COMMAND starts it */
} BuiltinType;

/* One row a builtin of dash or bash that is no program; echo, printf, test, kill, ... are in the tables of programs. */
static const struct {
    const char *name;
    BuiltinType type;
    const char *reason, *hint;
} BUILTINS[] = {
    {".", BUILTIN_CHANGES, "reads commands from a file into the shell",
     "Run the program by its path (.venv/bin/python) or the script as ./script."},
    {":", BUILTIN_HARMLESS, NULL, NULL},
    {"alias", BUILTIN_CHANGES, "gives a command another meaning", "Write the command itself."},
    {"bg", BUILTIN_CHANGES, "steers jobs of an interactive shell", NULL},
    {"bind", BUILTIN_CHANGES, "changes the shell's keys", NULL},
    {"break", BUILTIN_HARMLESS, NULL, NULL},
    {"builtin", BUILTIN_COMMAND, NULL, NULL},
    {"caller", BUILTIN_HARMLESS, NULL, NULL},
    {"cd", BUILTIN_CD, NULL, NULL},
    {"chdir", BUILTIN_CD, NULL, NULL},
    {"command", BUILTIN_COMMAND, NULL, NULL},
    {"compgen", BUILTIN_CHANGES, "runs what completion would run", NULL},
    {"complete", BUILTIN_CHANGES, "changes completion", NULL},
    {"compopt", BUILTIN_CHANGES, "changes completion", NULL},
    {"continue", BUILTIN_HARMLESS, NULL, NULL},
    {"declare", BUILTIN_CHANGES, "changes variables of the shell",
     "Write A=b, or A=b in front of the command."},
    {"dirs", BUILTIN_HARMLESS, NULL, NULL},
    {"disown", BUILTIN_CHANGES, "lets a process outlive the command", "Leave it out."},
    {"enable", BUILTIN_CHANGES, "changes what the shell's commands are", NULL},
    {"eval", BUILTIN_CHANGES, "reads a text as a command", "Write the command itself."},
    {"exec", BUILTIN_EXEC, "replaces the shell", "Write the command without exec."},
    {"exit", BUILTIN_HARMLESS, NULL, NULL},
    {"export", BUILTIN_CHANGES, "changes the shell's environment",
     "Write the variable in front of the command: A=b command."},
    {"fc", BUILTIN_CHANGES, "runs commands of the history", NULL},
    {"fg", BUILTIN_CHANGES, "steers jobs of an interactive shell", NULL},
    {"getopts", BUILTIN_CHANGES, "changes variables of the shell", NULL},
    {"hash", BUILTIN_CHANGES, "changes where the shell finds programs", NULL},
    {"help", BUILTIN_HARMLESS, NULL, NULL},
    {"history", BUILTIN_CHANGES, "reads or changes the user's history", NULL},
    {"jobs", BUILTIN_JOBS, NULL, NULL},
    {"let", BUILTIN_CHANGES, "evaluates a text", "Write A=$((1 + 2))."},
    {"local", BUILTIN_CHANGES, "changes variables of the shell", "Write A=b."},
    {"logout", BUILTIN_HARMLESS, NULL, NULL},
    {"mapfile", BUILTIN_CHANGES, "fills an array of the shell",
     "Use while read -r line; do ...; done."},
    {"popd", BUILTIN_CHANGES, "changes the folder to one that is not written out",
     "Use cd FOLDER && ..."},
    {"pushd", BUILTIN_CHANGES, "changes the shell's stack of folders", "Use (cd FOLDER && ...)."},
    {"read", BUILTIN_READ, NULL, NULL},
    {"readarray", BUILTIN_CHANGES, "fills an array of the shell",
     "Use while read -r line; do ...; done."},
    {"readonly", BUILTIN_CHANGES, "changes variables of the shell", "Write A=b."},
    {"return", BUILTIN_HARMLESS, NULL, NULL},
    {"set", BUILTIN_CHANGES, "changes how the shell works",
     "Leave it out and join the commands with &&."},
    {"shift", BUILTIN_HARMLESS, NULL, NULL},
    {"shopt", BUILTIN_CHANGES, "changes how the shell works", "Leave it out."},
    {"source", BUILTIN_CHANGES, "reads commands from a file into the shell",
     "Run the program by its path (.venv/bin/python) or the script as ./script."},
    {"suspend", BUILTIN_CHANGES, "stops the shell", NULL},
    {"times", BUILTIN_HARMLESS, NULL, NULL},
    {"trap", BUILTIN_CHANGES, "makes the shell run something later",
     "Write the clean-up behind the command."},
    {"type", BUILTIN_HARMLESS, NULL, NULL},
    {"typeset", BUILTIN_CHANGES, "changes variables of the shell", "Write A=b."},
    {"ulimit", BUILTIN_CHANGES, "changes the shell's limits",
     "The sandbox has limits of its own; leave it out."},
    {"umask", BUILTIN_PERMISSIONS, "changes the permissions of new files", "Leave it out."},
    {"unalias", BUILTIN_CHANGES, "changes what commands mean", NULL},
    {"unset", BUILTIN_CHANGES, "changes the shell's environment", "Leave it out."},
    {"wait", BUILTIN_HARMLESS, NULL, NULL},
};

static gssize find_builtin(const char *name)
{
    gsize low = 0;
    gsize high = G_N_ELEMENTS(BUILTINS);

    while (low < high) {
        gsize middle = low + (high - low) / 2;
        int order = strcmp(name, BUILTINS[middle].name);
        if (order == 0)
            return (gssize)middle;
        if (order < 0)
            high = middle;
        else
            low = middle + 1;
    }
    return -1;
}

static void refuse(CordonJudge *judge, const CordonCall *call, CordonRule rule, gsize index)
{
    cordon_judge_find(judge, call, rule, BUILTINS[index].hint, "`%s` %s.", call->name,
                      BUILTINS[index].reason);
}

/* A folder as good as any that matches: no name that a glob gives is "..". */
static const char *stand_in(CordonArena *arena, const char *pattern)
{
    char *text = cordon_arena_strdup(arena, pattern);

    for (char *c = text; *c != '\0'; c++) {
        if (strchr("*?[]\\", *c) != NULL)
            *c = 'x';
    }
    return text;
}

/* The folders after cd operand; NULL and a finding when it may not. */
const CordonScope *cordon_judge_enter(CordonJudge *judge, const CordonCall *call,
                                      const CordonArg *folder)
{
    const char *text = cordon_arg_text(folder);
    const CordonScope *scope = call->scope;

    if (folder->type == CORDON_ARG_TAME && folder->is_number)
        text = folder->text;
    /* A folder out of a list or a glob: any of those below, which are as good as the folder they lie in. */
    if (folder->type == CORDON_ARG_LISTED || folder->type == CORDON_ARG_PATTERN) {
        cordon_judge_path(judge, call, folder, CORDON_PATH_FOLDER);
        text = stand_in(judge->arena, folder->text);
    }
    if (text == NULL) {
        cordon_judge_unknown(judge, call, folder, "a folder");
        return NULL;
    }
    CordonArg constant = cordon_arg_constant(text);
    cordon_judge_path(judge, call, &constant, CORDON_PATH_FOLDER);
    const char **folders = CORDON_ARENA_ARRAY(judge->arena, const char *, scope->folder_count);
    for (guint i = 0; i < scope->folder_count; i++)
        folders[i] =
            cordon_path_join(judge->arena, scope->folders[i], text, cordon_judge_is_windows(judge));
    return cordon_scope_with_folders(judge->arena, scope, folders, scope->folder_count);
}

/* Options that change nothing about where it leads. */
static gboolean is_cd_option(CordonJudge *judge, const CordonArg *arg)
{
    if (cordon_judge_is_windows(judge))
        return cordon_windows_is_cd_option(arg);
    return cordon_arg_is(arg, "-L") || cordon_arg_is(arg, "--");
}

static const CordonScope *judge_cd(CordonJudge *judge, const CordonCall *call)
{
    guint next = 1;

    while (next < call->count && is_cd_option(judge, &call->args[next]))
        next++;
    if (next >= call->count) {
        cordon_judge_find(judge, call, CORDON_RULE_OUTSIDE_PROJECT, "Name the folder.",
                          "`cd` alone goes to the home folder, which is outside the project.");
        return call->scope;
    }
    if (call->count - next > 1 || cordon_arg_begins(&call->args[next], "-") ||
        (cordon_judge_is_windows(judge) && !cordon_windows_is_folder(&call->args[next]))) {
        cordon_judge_find(judge, call, CORDON_RULE_UNREADABLE, "Write cd FOLDER.",
                          "Where this cd leads is not known for certain.");
        return call->scope;
    }
    if (cordon_arg_is(&call->args[next], ""))
        return call->scope;
    const CordonScope *entered = cordon_judge_enter(judge, call, &call->args[next]);
    return entered != NULL ? entered : call->scope;
}

/* command -v, -V: looks a command up. */
static gboolean looks_up(const CordonCall *call)
{
    return call->count > 1 && call->args[1].type == CORDON_ARG_CONSTANT &&
           call->args[1].text[0] == '-' && strpbrk(call->args[1].text, "vV") != NULL;
}

static void judge_wrapped(CordonJudge *judge, const CordonCall *call)
{
    guint next = 1;

    if (looks_up(call))
        return;
    while (next < call->count && cordon_arg_begins(&call->args[next], "-"))
        next++;
    if (next < call->count)
        cordon_judge_command(judge, call, call->args + next, call->count - next);
}

static gboolean is_name(const char *text)
{
    return (g_ascii_isalpha(text[0]) || text[0] == '_') &&
           text[strspn(text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_")] ==
               '\0';
}

/* What read puts into its variables: a listed path, or anything. */
static const CordonScope *judge_read(CordonJudge *judge, const CordonCall *call)
{
    CordonParsed parsed =
        cordon_call_parse(judge, call, "-p=t -d=t -n=t -N=t -t=t -u=t -i=t -a=t", 0);
    const CordonScope *scope = call->scope;

    for (guint i = 0; i < parsed.operand_count; i++) {
        const char *name = cordon_arg_text(&parsed.operands[i]);
        CordonArg value = {.type = CORDON_ARG_UNKNOWN, .text = ""};
        if (name == NULL || !is_name(name)) {
            cordon_judge_unknown(judge, call, &parsed.operands[i], "the name of a variable");
            continue;
        }
        /* Only a whole line is a path. */
        if (call->listed != NULL && parsed.operand_count == 1)
            value = (CordonArg){.type = CORDON_ARG_LISTED, .text = call->listed};
        value.smells = cordon_variable_smells(name);
        CordonArg nothing = cordon_arg_constant("\001");
        cordon_judge_assignment(judge, call, name, &nothing);
        scope = cordon_scope_bind(judge->arena, scope, name, value);
    }
    return scope;
}

/* In a script these are no fault, but the command that they are given may be: exec, eval, trap. */
static void look_into(CordonJudge *judge, const CordonCall *call)
{
    const char *text = call->count > 1 ? cordon_arg_text(&call->args[1]) : NULL;

    if (text == NULL)
        return;
    if (strcmp(call->name, "exec") == 0)
        cordon_judge_command(judge, call, call->args + 1, call->count - 1);
    else if (strcmp(call->name, "eval") == 0 || strcmp(call->name, "trap") == 0)
        cordon_judge_line(judge, call, text);
}

gboolean cordon_judge_builtin(CordonJudge *judge, const CordonCall *call, CordonOutcome *ret)
{
    gssize index = find_builtin(call->name);

    if (index < 0)
        return FALSE;
    *ret = (CordonOutcome){.success = call->scope, .failure = call->scope};
    switch (BUILTINS[index].type) {
    case BUILTIN_HARMLESS:
        break;
    case BUILTIN_CD:
        ret->success = judge_cd(judge, call);
        break;
    case BUILTIN_COMMAND:
        judge_wrapped(judge, call);
        break;
    case BUILTIN_JOBS:
        if (call->count > 2 && cordon_arg_begins(&call->args[1], "-x"))
            cordon_judge_command(judge, call, call->args + 2, call->count - 2);
        break;
    case BUILTIN_READ:
        ret->success = judge_read(judge, call);
        break;
    case BUILTIN_PERMISSIONS:
        if (call->count > 1)
            refuse(judge, call, CORDON_RULE_PERMISSIONS, (gsize)index);
        break;
    case BUILTIN_EXEC:
    case BUILTIN_CHANGES:
    default:
        refuse(judge, call, CORDON_RULE_SHELL, (gsize)index);
        if (judge->is_script)
            look_into(judge, call);
        break;
    }
    for (guint i = 1; i < call->count && BUILTINS[index].type == BUILTIN_HARMLESS; i++) {
        cordon_judge_value(judge, call, &call->args[i], 'e');
        /* "wait -p a[$(id)]": bash expands the subscript of a variable's name. */
        if (strcmp(call->name, "wait") == 0 && strchr(call->args[i].text, '[') != NULL)
            cordon_judge_unknown(judge, call, &call->args[i], "the name of a variable");
    }
    return TRUE;
}

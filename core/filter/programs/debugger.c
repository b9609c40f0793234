/* SPDX-License-Identifier: MIT */
/* gdb and lldb: without a batch of commands they wait for a person, and their commands can start anything. */
#include <string.h>

#include "filter/programs/handlers.h"
#include "filter/words.h"

typedef enum {
    DEBUG_FLAG,
    DEBUG_BATCH,
    DEBUG_ARGS,    /* what follows is the program with its words */
    DEBUG_COMMAND, /* the value is a command */
    DEBUG_FILE,    /* the value is a path */
    DEBUG_FOLDER,
    DEBUG_PROGRAM,
    DEBUG_TEXT,
    DEBUG_ATTACH, /* takes hold of a process */
    DEBUG_STOP,   /* prints and ends */
} DebugOption;

typedef struct {
    const char *names; /* without dashes, '|' between */
    DebugOption type;
} DebugRow;

/* What gdb --help lists; anything else, abbreviations among it, is not read. */
static const DebugRow GDB[] = {
    {"args", DEBUG_ARGS},
    {"batch|batch-silent", DEBUG_BATCH},
    {"b|baud|l|i|interpreter|ui|tty", DEBUG_TEXT},
    {"cd", DEBUG_FOLDER},
    {"command|x|init-command|ix|early-init-command|eix", DEBUG_FILE},
    {"core|c|symbols|s|se|directory|d|data-directory|D", DEBUG_FILE},
    {"eval-command|ex|init-eval-command|iex|early-init-eval-command|eiex", DEBUG_COMMAND},
    {"exec|e", DEBUG_PROGRAM},
    {"help|h|version|v|configuration", DEBUG_STOP},
    {"n|nx|nh|q|quiet|silent|readnow|readnever|r|return-child-result|w|windows|nw|nowindows|tui|"
     "write|fullname|f|dbx|"
     "statistics",
     DEBUG_FLAG},
    {"pid|p", DEBUG_ATTACH},
};

static const DebugRow LLDB[] = {
    {"arch|a|script-language|l", DEBUG_TEXT},
    {"attach-name|n|attach-pid|p|wait-for|w", DEBUG_ATTACH},
    {"batch|b", DEBUG_BATCH},
    {"core|c|source|s|source-before-file|S|source-on-crash|K", DEBUG_FILE},
    {"file|f", DEBUG_PROGRAM},
    {"help|h|version|v", DEBUG_STOP},
    {"no-lldbinit|x|local-lldbinit|X-local|no-use-colors|X|source-quietly|Q|python-path|P|debug|d|"
     "editor|e",
     DEBUG_FLAG},
    {"one-line|o|one-line-before-file|O|one-line-on-crash|k", DEBUG_COMMAND},
};

/* Commands that look, go on or stop; all of them only read, or steer the program that is debugged. */
static const char LOOKING[] = "advance b backtrace bt break breakpoint br c catch continue delete "
                              "detach disable disas disassemble display down "
                              "echo enable f finish frame fr handle hbreak help i ignore image "
                              "info kill l list n next nexti ni p print "
                              "po printf ptype q quit r register rbreak reverse-continue run "
                              "rwatch s select-frame sharedlibrary show si start "
                              "starti step stepi t tbreak thbreak thread undisplay until up v var "
                              "watch watchpoint whatis where x";
/* Settings that start nothing. */
static const char SETTINGS[] = "args backtrace breakpoint confirm debuginfod detach-on-fork "
                               "disable-randomization disassembly-flavor "
                               "follow-fork-mode height language listsize pagination print "
                               "scheduler-locking startup-with-shell style verbose width";
/* Commands that are a shell's, or start one. */
static const char STARTING[] = "make pipe platform sh she shel shell";

typedef struct {
    CordonJudge *judge;
    const CordonCall *call; /* a copy whose folder -cd changes */
    CordonCall *here;       /* the same */
    gboolean is_lldb, has_batch, quits, stops;
} Debug;

static void refuse_shell(Debug *debug, const char *text)
{
    cordon_judge_find(debug->judge, debug->call, CORDON_RULE_SHELL,
                      "Give commands that only look, such as run, bt, info.",
                      "`%s` is told to start a shell: %s.", debug->call->full_name, text);
}

static void ask_code(Debug *debug)
{
    const char *name = debug->is_lldb ? "lldb -o" : "gdb -ex";

    cordon_judge_set_kind(debug->judge, debug->call, name);
    cordon_judge_find(debug->judge, debug->call, CORDON_RULE_INLINE_CODE, NULL, NULL);
}

static void judge_text(Debug *debug, const char *text);

/* "thread apply all bt": the command stands behind numbers, "all" and flags. */
static void judge_applied(Debug *debug, const char *text)
{
    while (cordon_text_part_is_listed("all", text, strcspn(text, " ")) ||
           (text[0] != '\0' && strchr("-.0123456789", text[0]) != NULL)) {
        text += strcspn(text, " ");
        text += strspn(text, " ");
    }
    judge_text(debug, text);
}

static void judge_text(Debug *debug, const char *text)
{
    text += strspn(text, " \t");
    gsize size = strcspn(text, " \t/");
    const char *rest = text + size + strspn(text + size, " \t");

    if (text[0] == '!' || text[0] == '|' || cordon_text_part_is_listed(STARTING, text, size)) {
        refuse_shell(debug, text);
        return;
    }
    if (cordon_text_part_is_listed("q quit", text, size))
        debug->quits = TRUE;
    gboolean sets = cordon_text_part_is_listed("set", text, size);
    /* The words of run are read by a shell. */
    if ((sets || cordon_text_part_is_listed("r run start starti", text, size)) &&
        strpbrk(rest, "`$|&;<>()\n") != NULL) {
        refuse_shell(debug, text);
        return;
    }
    gboolean is_known = sets ? cordon_text_part_is_listed(SETTINGS, rest, strcspn(rest, " \t"))
                             : cordon_text_part_is_listed(LOOKING, text, size);
    if (cordon_text_part_is_listed("f fr frame thread", text, size) &&
        strncmp(rest, "apply ", 6) == 0)
        judge_applied(debug, rest + 6);
    /* A call in an expression runs in the program. */
    else if (text[0] != '\0' && text[0] != '#' && (!is_known || strpbrk(text, "(\n") != NULL))
        ask_code(debug);
}

static void judge_command_text(Debug *debug, const CordonArg *arg)
{
    const char *text = cordon_arg_text(arg);

    if (text != NULL)
        judge_text(debug, text);
    else
        cordon_judge_find(debug->judge, debug->call, CORDON_RULE_UNREADABLE, NULL,
                          "A command for `%s` is not known for certain.", debug->call->full_name);
}

/* The program that will be debugged, with its words. */
static void judge_program(Debug *debug, const CordonArg *args, guint count)
{
    if (count == 0)
        return;
    cordon_judge_value(debug->judge, debug->call, &args[0], 'r');
    cordon_judge_command(debug->judge, debug->call, args, count);
}

static void refuse_attaching(Debug *debug)
{
    cordon_judge_find(
        debug->judge, debug->call, CORDON_RULE_KILL, "Let it start the program itself.",
        "`%s` takes hold of a process that is already running.", debug->call->full_name);
}

static void enter(Debug *debug, const CordonArg *folder)
{
    const CordonScope *entered = cordon_judge_enter(debug->judge, debug->call, folder);

    if (entered != NULL)
        debug->here->scope = entered;
}

static void judge_option(Debug *debug, DebugOption type, const CordonArg *value)
{
    switch (type) {
    case DEBUG_COMMAND:
        judge_command_text(debug, value);
        break;
    case DEBUG_FILE:
        cordon_judge_value(debug->judge, debug->call, value, 'r');
        break;
    case DEBUG_FOLDER:
        enter(debug, value);
        break;
    case DEBUG_PROGRAM:
        judge_program(debug, value, 1);
        break;
    case DEBUG_ATTACH:
        refuse_attaching(debug);
        break;
    case DEBUG_TEXT:
    case DEBUG_FLAG:
    case DEBUG_BATCH:
    case DEBUG_ARGS:
    case DEBUG_STOP:
    default:
        break;
    }
}

static const DebugRow *find_option(const Debug *debug, const char *name, gsize size)
{
    const DebugRow *rows = debug->is_lldb ? LLDB : GDB;
    gsize count = debug->is_lldb ? G_N_ELEMENTS(LLDB) : G_N_ELEMENTS(GDB);

    for (gsize i = 0; i < count; i++) {
        for (const char *each = rows[i].names; each != NULL; each = strchr(each, '|')) {
            each += each[0] == '|' ? 1 : 0;
            if (strcspn(each, "|") == size && strncmp(each, name, size) == 0)
                return &rows[i];
        }
    }
    return NULL;
}

static gboolean takes_value(DebugOption type)
{
    return type == DEBUG_COMMAND || type == DEBUG_FILE || type == DEBUG_FOLDER ||
           type == DEBUG_PROGRAM || type == DEBUG_TEXT || type == DEBUG_ATTACH;
}

/* Reads one option and what belongs to it; gives the index behind it. */
static guint read_option(Debug *debug, guint index)
{
    const CordonCall *call = debug->call;
    const CordonArg *word = &call->args[index++];
    const char *name = word->text + (word->text[1] == '-' ? 2 : 1);
    gsize size = strcspn(name, "=");
    const DebugRow *row = word->type == CORDON_ARG_CONSTANT ? find_option(debug, name, size) : NULL;

    if (row == NULL) {
        cordon_judge_find(debug->judge, call, CORDON_RULE_UNREADABLE,
                          "Write the option out, one by one.",
                          "`%s` has an option that is not known: %s.", call->full_name, word->text);
        return index;
    }
    debug->has_batch = debug->has_batch || row->type == DEBUG_BATCH;
    debug->stops = debug->stops || row->type == DEBUG_STOP;
    if (row->type == DEBUG_ARGS) {
        judge_program(debug, call->args + index, call->count - index);
        return call->count;
    }
    if (!takes_value(row->type) || (name[size] != '=' && index == call->count)) {
        judge_option(debug, row->type == DEBUG_ATTACH ? DEBUG_ATTACH : DEBUG_FLAG, NULL);
        return index;
    }
    CordonArg glued = cordon_arg_skip(word, (gsize)(name + size + 1 - word->text));
    judge_option(debug, row->type, name[size] == '=' ? &glued : &call->args[index]);
    return name[size] == '=' ? index : index + 1;
}

/* gdb PROGRAM [CORE or process]; lldb PROGRAM [its words]. */
static guint read_operand(Debug *debug, guint index, guint *operands)
{
    const CordonCall *call = debug->call;
    const CordonArg *arg = &call->args[index];
    const char *text = cordon_arg_text(arg);

    (*operands)++;
    if (*operands == 1) {
        judge_program(debug, arg, 1);
    } else if (!debug->is_lldb) {
        if (text != NULL && text[0] != '\0' && text[strspn(text, G_CSET_DIGITS)] == '\0')
            refuse_attaching(debug);
        cordon_judge_value(debug->judge, call, arg, 'r');
    } else {
        cordon_judge_value(debug->judge, call, arg, 'm');
    }
    return index + 1;
}

void cordon_handle_debugger(CordonJudge *judge, const CordonCall *call)
{
    CordonCall here = *call;
    Debug debug = {.judge = judge,
                   .call = &here,
                   .here = &here,
                   .is_lldb = strncmp(call->name, "lldb", 4) == 0};
    guint operands = 0;

    for (guint i = call->first; i < call->count;) {
        const CordonArg *word = &call->args[i];
        if (cordon_arg_is(word, "--")) {
            judge_program(&debug, call->args + i + 1, call->count - i - 1);
            break;
        }
        gboolean is_option =
            word->type != CORDON_ARG_LISTED && word->text[0] == '-' && word->text[1] != '\0';
        i = is_option ? read_option(&debug, i) : read_operand(&debug, i, &operands);
    }
    if (!debug.has_batch && !debug.quits && !debug.stops)
        cordon_judge_find(judge, call, CORDON_RULE_ENDLESS,
                          "Add --batch and give its commands as options.",
                          "`%s` waits for commands.", call->full_name);
}

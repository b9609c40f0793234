/* SPDX-License-Identifier: MIT */
/* Small wrappers whose words the table cannot sort: the program stands behind a word that may be missing, or the
 * words are joined for a shell. */
#include <string.h>

#include "filter/programs/handlers.h"

/* What never ends by itself ends with such a time limit: that of package managers. */
#define MAX_BOUND_S 600.0

static gboolean is_number(const CordonArg *arg)
{
    const char *text = cordon_arg_text(arg);

    return text != NULL && text[0] != '\0' && text[strspn(text, G_CSET_DIGITS)] == '\0';
}

static void judge_rest(CordonJudge *judge, const CordonCall *call, const CordonParsed *parsed,
                       guint skip)
{
    if (parsed->operand_count > skip)
        cordon_judge_command(judge, call, parsed->operands + skip, parsed->operand_count - skip);
}

static CordonParsed parse_first(CordonJudge *judge, const CordonCall *call)
{
    return cordon_call_parse(judge, call, call->row->options,
                             call->row->flags | CORDON_PROGRAM_OPTIONS_FIRST);
}

/* timeout */

/* Seconds of "30", "1.5m", "2h"; 0: none, or not known. */
static gdouble duration(const CordonArg *arg)
{
    const char *text = cordon_arg_text(arg);
    gdouble unit = 1;

    if (text == NULL || !g_ascii_isdigit(text[0]))
        return 0;
    gsize size = strspn(text, G_CSET_DIGITS ".");
    if (strcmp(text + size, "m") == 0)
        unit = 60;
    else if (strcmp(text + size, "h") == 0)
        unit = 3600;
    else if (text[size] != '\0' && strcmp(text + size, "s") != 0)
        return 0;
    return g_ascii_strtod(text, NULL) * unit;
}

/* A signal that programs do not live on after, unless they mean to. */
static gboolean is_ending(const CordonArg *signal)
{
    static const char *const names[] = {"TERM", "KILL", "INT", "HUP", "QUIT", "ABRT",
                                        "15",   "9",    "2",   "1",   "3",    "6"};
    const char *text = cordon_arg_text(signal);

    if (text == NULL)
        return FALSE;
    if (g_ascii_strncasecmp(text, "SIG", 3) == 0)
        text += 3;
    for (gsize i = 0; i < G_N_ELEMENTS(names); i++) {
        if (g_ascii_strcasecmp(text, names[i]) == 0)
            return TRUE;
    }
    return FALSE;
}

void cordon_handle_timeout(CordonJudge *judge, const CordonCall *call)
{
    CordonParsed parsed = parse_first(judge, call);
    const CordonArg *signal = cordon_parsed_find(&parsed, "-s");
    const CordonArg *kill_after = cordon_parsed_find(&parsed, "-k");
    CordonCall bounded = *call;

    if (parsed.operand_count == 0)
        return;
    cordon_judge_value(judge, call, &parsed.operands[0], 't');
    gdouble limit = duration(&parsed.operands[0]);
    gdouble grace = kill_after != NULL ? duration(kill_after) : 0;
    gboolean ends = signal == NULL || is_ending(signal) || grace > 0;
    if (limit > 0 && ends && limit + grace <= MAX_BOUND_S)
        bounded.is_bounded = TRUE;
    judge_rest(judge, &bounded, &parsed, 1);
}

/* chrt [PRIORITY] PROGRAM: newer versions do without the number where the policy has none. */
void cordon_handle_chrt(CordonJudge *judge, const CordonCall *call)
{
    CordonParsed parsed = parse_first(judge, call);

    if (cordon_parsed_find(&parsed, "-p") != NULL || cordon_parsed_find(&parsed, "-m") != NULL)
        return;
    judge_rest(judge, call, &parsed,
               parsed.operand_count > 0 && is_number(&parsed.operands[0]) ? 1 : 0);
}

/* setarch [ARCH] [OPTIONS] [PROGRAM], and linux32, x86_64, ... without the first. */

static gboolean is_arch(const CordonArg *arg)
{
    static const char *const names[] = {
        "linux32", "linux64", "uname26",  "i386",    "i486",    "i586",    "i686",
        "athlon",  "x86_64",  "ppc",      "ppc32",   "ppc64",   "ppc64le", "ppcle",
        "s390",    "s390x",   "sparc",    "sparc64", "mips",    "mips64",  "ia64",
        "alpha",   "arm",     "armv7l",   "armv8l",  "armh",    "armeb",   "aarch64",
        "arm64",   "parisc",  "parisc64", "riscv32", "riscv64",
    };
    const char *text = cordon_arg_text(arg);

    /* $(uname -m) */
    if (arg->type == CORDON_ARG_TAME && arg->known == 0)
        return TRUE;
    for (gsize i = 0; text != NULL && i < G_N_ELEMENTS(names); i++) {
        if (strcmp(text, names[i]) == 0)
            return TRUE;
    }
    return FALSE;
}

void cordon_handle_setarch(CordonJudge *judge, const CordonCall *call)
{
    guint next = call->first;

    if (next < call->count && strcmp(call->name, "setarch") == 0 && is_arch(&call->args[next]))
        next++;
    while (next < call->count && cordon_arg_begins(&call->args[next], "-")) {
        const CordonArg *word = &call->args[next++];
        if (cordon_arg_is(word, "--"))
            break;
        if (cordon_arg_is(word, "--list") || cordon_arg_is(word, "--help") ||
            cordon_arg_is(word, "--version"))
            return;
    }
    if (next < call->count)
        cordon_judge_command(judge, call, call->args + next, call->count - next);
    else
        cordon_judge_find(judge, call, CORDON_RULE_SHELL, "Name the program that it shall run.",
                          "`%s` starts a shell when no program is named.", call->full_name);
}

/* flock FILE PROGRAM..., flock FILE -c LINE, flock DESCRIPTOR. */
void cordon_handle_flock(CordonJudge *judge, const CordonCall *call)
{
    CordonParsed parsed = parse_first(judge, call);

    if (parsed.operand_count == 0)
        return;
    if (!is_number(&parsed.operands[0]))
        cordon_judge_value(judge, call, &parsed.operands[0], 'w');
    if (parsed.operand_count == 1)
        return;
    const CordonArg *second = &parsed.operands[1];
    if (cordon_arg_is(second, "-c") || cordon_arg_is(second, "--command"))
        cordon_judge_find(judge, call, CORDON_RULE_SHELL,
                          "Name the program behind the file, without -c.",
                          "`%s -c` hands a text to a shell.", call->full_name);
    else
        judge_rest(judge, call, &parsed, 1);
}

/* strace -o '|program' and '!program' start a shell; the row judges the rest. */
void cordon_handle_strace(CordonJudge *judge, const CordonCall *call)
{
    CordonParsed parsed = parse_first(judge, call);

    for (guint i = 0; i < parsed.option_count; i++) {
        const CordonOption *option = &parsed.options[i];
        if (strcmp(option->name, "-o") == 0 && option->value != NULL &&
            (cordon_arg_begins(option->value, "|") || cordon_arg_begins(option->value, "!")))
            cordon_judge_find(judge, call, CORDON_RULE_SHELL, "Name a file behind -o.",
                              "`%s -o %s` hands its output to a shell command.", call->full_name,
                              option->value->text);
    }
}

/* watch joins its words for a shell; that it never ends is the row's rule. */
void cordon_handle_watch(CordonJudge *judge, const CordonCall *call)
{
    CordonParsed parsed = parse_first(judge, call);
    const char *line = "";

    if (cordon_parsed_find(&parsed, "-x") != NULL) {
        judge_rest(judge, call, &parsed, 0);
        return;
    }
    for (guint i = 0; i < parsed.operand_count; i++) {
        const char *text = cordon_arg_text(&parsed.operands[i]);
        if (text == NULL) {
            cordon_judge_find(judge, call, CORDON_RULE_UNREADABLE, NULL,
                              "What `%s` hands to a shell is not known for certain.",
                              call->full_name);
            return;
        }
        line = cordon_arena_concat(cordon_judge_arena(judge), line, i > 0 ? " " : "", text, NULL);
    }
    if (line[0] != '\0')
        cordon_judge_line(judge, call, line);
}

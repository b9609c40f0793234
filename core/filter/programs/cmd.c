/* SPDX-License-Identifier: MIT */
/* Commands of cmd.exe and programs of Windows whose rows cannot say all.  Sources: their own help (x /?) and the pages
 * "Windows commands" of Microsoft Learn. */
#include <string.h>

#include "filter/programs/handlers.h"
#include "filter/programs/windows.h"

/* Nothing waits longer than the longest command. */
#define MAX_WAIT_S 600.0

static void refuse(CordonJudge *judge, const CordonCall *call, CordonRule rule, const char *reason)
{
    cordon_judge_find(judge, call, rule, NULL, "`%s` %s.", call->full_name, reason);
}

static gboolean has_number(const CordonArg *arg, gdouble *ret)
{
    const char *text = cordon_arg_text(arg);
    char *end = NULL;

    if (text == NULL || text[0] == '\0')
        return FALSE;
    *ret = g_ascii_strtod(text, &end);
    return *end == '\0';
}

/* --- settings of the shell ---------------------------------------------------------------------- */

/* assoc, ftype: ".txt" shows, ".txt=x" changes. */
void cordon_handle_association(CordonJudge *judge, const CordonCall *call)
{
    for (guint i = call->first; i < call->count; i++) {
        if (strchr(call->args[i].text, '=') != NULL) {
            cordon_windows_note(judge, call, CORDON_RULE_PERMISSIONS);
            return;
        }
    }
}

/* set: alone, or with the begin of a name, it shows.  To PowerShell it is Set-Variable. */
void cordon_handle_set(CordonJudge *judge, const CordonCall *call)
{
    guint count = call->count - call->first;
    const char *word = count == 1 ? cordon_arg_text(&call->args[call->first]) : NULL;

    if (count > 0 &&
        (word == NULL || word[0] == '/' || word[0] == '-' || strchr(word, '=') != NULL))
        cordon_windows_note(judge, call, CORDON_RULE_SHELL);
}

/* path, prompt, subst, ...: alone they show. */
void cordon_handle_shell_unless_bare(CordonJudge *judge, const CordonCall *call)
{
    if (call->count > call->first)
        cordon_windows_note(judge, call, CORDON_RULE_SHELL);
}

void cordon_handle_outside_unless_bare(CordonJudge *judge, const CordonCall *call)
{
    if (call->count > call->first)
        cordon_windows_note(judge, call, CORDON_RULE_OUTSIDE_PROJECT);
}

/* date, time: a word that is no option sets the clock; "+%s" is that of Unix. */
void cordon_handle_clock(CordonJudge *judge, const CordonCall *call)
{
    CordonParsed parsed = cordon_windows_parse(judge, call);

    for (guint i = 0; i < parsed.operand_count; i++) {
        if (!cordon_arg_begins(&parsed.operands[i], "+"))
            refuse(judge, call, CORDON_RULE_PERMISSIONS, "sets the machine's clock");
    }
}

/* --- files -------------------------------------------------------------------------------------- */

/* attrib: "+h" and "-r" change. */
void cordon_handle_attrib(CordonJudge *judge, const CordonCall *call)
{
    for (guint i = call->first; i < call->count; i++) {
        const CordonArg *arg = &call->args[i];
        if (arg->text[0] == '+' || arg->text[0] == '-')
            cordon_windows_note(judge, call, CORDON_RULE_PERMISSIONS);
        else if (arg->text[0] != '/')
            cordon_windows_judge_value(judge, call, arg, 'r');
    }
}

/* icacls, cacls: with names of files alone they show. */
void cordon_handle_access_list(CordonJudge *judge, const CordonCall *call)
{
    CordonParsed parsed = cordon_windows_parse(judge, call);

    if (parsed.option_count > 0 || parsed.operand_count == 0)
        cordon_windows_note(judge, call, CORDON_RULE_PERMISSIONS);
    for (guint i = 0; i < parsed.operand_count && parsed.option_count == 0; i++)
        cordon_windows_judge_value(judge, call, &parsed.operands[i], 'r');
}

/* A target that is relative begins at the folder of the link. */
void cordon_windows_judge_link(CordonJudge *judge, const CordonCall *call, const CordonArg *link,
                               const CordonArg *target)
{
    CordonArena *arena = cordon_judge_arena(judge);
    const char *name = cordon_arg_text(link);
    const char *text = cordon_arg_text(target);

    cordon_windows_judge_value(judge, call, target, 'r');
    if (name == NULL || text == NULL || strchr(text, ':') != NULL || text[0] == '/' ||
        text[0] == '\\')
        return;
    gsize size = strlen(name);
    while (size > 0 && strchr("/\\", name[size - 1]) == NULL)
        size--;
    CordonArg joined = cordon_arg_constant(
        cordon_arena_concat(arena, cordon_arena_strndup(arena, name, size), text, NULL));
    cordon_windows_judge_value(judge, call, &joined, 'r');
}

void cordon_handle_mklink(CordonJudge *judge, const CordonCall *call)
{
    CordonParsed parsed = cordon_windows_parse(judge, call);

    if (parsed.operand_count == 2)
        cordon_windows_judge_link(judge, call, &parsed.operands[0], &parsed.operands[1]);
}

/* robocopy: /mov takes away from the source, /mir from the target. */
void cordon_handle_robocopy(CordonJudge *judge, const CordonCall *call)
{
    static const struct {
        const char *option;
        guint operand;
    } deleting[] = {{"/mir", 1}, {"/mov", 0}, {"/move", 0}, {"/purge", 1}};
    CordonParsed parsed = cordon_windows_parse(judge, call);

    for (gsize i = 0; i < G_N_ELEMENTS(deleting); i++) {
        if (cordon_parsed_find(&parsed, deleting[i].option) != NULL &&
            deleting[i].operand < parsed.operand_count)
            cordon_windows_judge_value(judge, call, &parsed.operands[deleting[i].operand], 'x');
    }
}

/* find: that of Windows takes a text and files; words with a dash are for that of Unix. */
void cordon_handle_windows_find(CordonJudge *judge, const CordonCall *call)
{
    const CordonProgram *other = cordon_program_find("find", FALSE);
    CordonCall inner = *call;

    for (guint i = call->first; i < call->count; i++) {
        if (!cordon_arg_begins(&call->args[i], "-") || other == NULL || other->handler == NULL)
            continue;
        inner.row = other;
        other->handler(judge, &inner);
        return;
    }
    CordonParsed parsed = cordon_windows_parse(judge, call);
    gboolean is_alone = parsed.operand_count == 1 && call->input == CORDON_INPUT_NONE;
    for (guint i = 0; i < parsed.operand_count; i++)
        cordon_windows_judge_value(judge, call, &parsed.operands[i],
                                   i == 0 && !is_alone ? 't' : 'r');
}

/* certutil: the verb says what its words are. */
void cordon_handle_certutil(CordonJudge *judge, const CordonCall *call)
{
    static const struct {
        const char *verb, *kinds;
    } verbs[] = {
        {"asn", "r"},       {"decode", "rw"},   {"decodehex", "rw"},
        {"dump", "r"},      {"encode", "rw"},   {"encodehex", "rw"},
        {"hashfile", "rt"}, {"urlcache", "uw"}, {"verifyctl", "uw"},
    };
    const char *kinds = NULL;

    for (guint i = call->first; i < call->count; i++) {
        const char *word = call->args[i].text;
        for (gsize j = 0; (word[0] == '-' || word[0] == '/') && j < G_N_ELEMENTS(verbs); j++) {
            if (cordon_windows_is(word + 1, verbs[j].verb))
                kinds = verbs[j].kinds;
        }
    }
    if (kinds == NULL) {
        cordon_windows_note(judge, call, CORDON_RULE_PERMISSIONS);
        return;
    }
    for (guint i = call->first; i < call->count && *kinds != '\0'; i++) {
        const CordonArg *arg = &call->args[i];
        if (arg->text[0] != '-' && arg->text[0] != '/')
            cordon_windows_judge_value(judge, call, arg, *kinds++);
    }
}

/* --- waiting ------------------------------------------------------------------------------------ */

/* timeout: seconds; a command behind the number is for that of Unix. */
void cordon_handle_windows_timeout(CordonJudge *judge, const CordonCall *call)
{
    CordonParsed parsed = cordon_windows_parse(judge, call);
    const CordonArg *limit = cordon_parsed_find(&parsed, "/t");
    gdouble seconds = 0;
    guint next = 0;

    if (limit == NULL && parsed.operand_count > 0)
        limit = &parsed.operands[next++];
    if (limit != NULL && (!has_number(limit, &seconds) || seconds < 0 || seconds > MAX_WAIT_S))
        refuse(judge, call, CORDON_RULE_ENDLESS, "waits longer than any command may run");
    if (parsed.operand_count > next)
        cordon_judge_command(judge, call, parsed.operands + next, parsed.operand_count - next);
}

/* netstat 5, typeperf: shown again and again. */
void cordon_handle_netstat(CordonJudge *judge, const CordonCall *call)
{
    CordonParsed parsed = cordon_windows_parse(judge, call);
    gdouble seconds;

    for (guint i = 0; i < parsed.operand_count; i++) {
        if (has_number(&parsed.operands[i], &seconds))
            refuse(judge, call, CORDON_RULE_ENDLESS, "with a number shows it again and again");
    }
}

/* --- programs that start others ----------------------------------------------------------------- */

/* py -3.11-64 -V:3.12 SCRIPT: python behind its version. */
void cordon_handle_py(CordonJudge *judge, const CordonCall *call)
{
    CordonArgList words = {0};
    guint next = call->first;

    cordon_arg_list_add(judge, &words, cordon_arg_constant("python"));
    for (; next < call->count; next++) {
        const char *text = cordon_arg_text(&call->args[next]);
        if (text == NULL || text[0] != '-')
            break;
        if (g_str_has_prefix(text, "-0") || cordon_windows_is(text, "--list") ||
            cordon_windows_is(text, "--list-paths"))
            return;
        if (!g_ascii_isdigit(text[1]) && !g_str_has_prefix(text, "-V:"))
            break;
    }
    for (; next < call->count; next++)
        cordon_arg_list_add(judge, &words, call->args[next]);
    cordon_judge_command(judge, call, words.args, words.count);
}

/* call :label jumps. */
void cordon_handle_call(CordonJudge *judge, const CordonCall *call)
{
    if (call->first < call->count && cordon_arg_begins(&call->args[call->first], ":"))
        refuse(judge, call, CORDON_RULE_UNREADABLE, "jumps to a label");
}

/* What start is given may be a program, a file, a folder or an address. */
static void judge_started(CordonJudge *judge, const CordonCall *call, const CordonScope *scope,
                          guint first)
{
    const CordonArg *words = call->args + first;
    const char *word = cordon_arg_text(&words[0]);

    if (word != NULL && word[0] == '\0')
        return;
    if (word != NULL && strpbrk(word, " \t") == NULL)
        cordon_windows_judge_value(judge, call, &words[0], 'm');
    if (word == NULL || strstr(word, "://") == NULL)
        cordon_judge_command_in(judge, call, scope, words, call->count - first);
}

static gboolean is_one_of(const char *word, const char *const *names, gsize count)
{
    for (gsize i = 0; i < count; i++) {
        if (cordon_windows_is(word, names[i]))
            return TRUE;
    }
    return FALSE;
}

/* The first word behind the switches of start; what /d names is entered. */
static guint skip_switches(CordonJudge *judge, const CordonCall *call, guint next,
                           const CordonScope **scope)
{
    static const char *const flags[] = {
        "/abovenormal", "/b",      "/belownormal", "/high",     "/i",      "/low", "/max",
        "/min",         "/normal", "/realtime",    "/separate", "/shared", "/wait"};
    static const char *const with_value[] = {"/affinity", "/machine", "/node"};

    for (; next < call->count; next++) {
        const CordonArg *arg = &call->args[next];
        if (is_one_of(arg->text, with_value, G_N_ELEMENTS(with_value))) {
            next++;
        } else if (g_ascii_strncasecmp(arg->text, "/d", 2) == 0) {
            CordonArg folder = cordon_arg_skip(arg, 2);
            if (folder.text[0] == '\0' && next + 1 < call->count)
                folder = call->args[++next];
            const CordonScope *entered = cordon_judge_enter(judge, call, &folder);
            *scope = entered != NULL ? entered : *scope;
        } else if (!is_one_of(arg->text, flags, G_N_ELEMENTS(flags))) {
            break;
        }
    }
    return next;
}

/* What cmd.exe does itself start runs in a shell that stays open. */
static gboolean is_internal(const char *word)
{
    static const char *const names[] = {
        "assoc",    "break", "call",  "cd",     "chdir", "cls",    "color",  "copy",
        "date",     "del",   "dir",   "echo",   "erase", "exit",   "for",    "ftype",
        "if",       "md",    "mkdir", "mklink", "move",  "path",   "pause",  "popd",
        "prompt",   "pushd", "rd",    "rem",    "ren",   "rename", "rmdir",  "set",
        "setlocal", "shift", "time",  "title",  "type",  "ver",    "verify", "vol",
    };

    return is_one_of(word, names, G_N_ELEMENTS(names));
}

/* A word in quotes is the title, and the quotes are not seen: one that nobody knows may be a title. */
static gboolean may_be_title(CordonJudge *judge, const CordonArg *arg)
{
    const char *word = cordon_arg_text(arg);

    if (word == NULL)
        return FALSE;
    if (word[0] == '\0' || strpbrk(word, " \t") != NULL)
        return TRUE;
    return strpbrk(word, "./\\:") == NULL &&
           cordon_program_find(word, cordon_judge_is_windows(judge)) == NULL;
}

/* The first word may be the title as well as the program. */
void cordon_handle_start(CordonJudge *judge, const CordonCall *call)
{
    const CordonScope *scope = call->scope;
    guint first = skip_switches(judge, call, call->first, &scope);
    guint second = skip_switches(judge, call, first + 1, &scope);

    for (guint i = first; i < call->count; i++) {
        if (cordon_is_start_process_parameter(&call->args[i])) {
            cordon_handle_start_process(judge, call);
            return;
        }
    }
    if (first >= call->count || is_internal(cordon_arg_text(&call->args[first])) ||
        (second >= call->count && may_be_title(judge, &call->args[first]))) {
        refuse(judge, call, CORDON_RULE_SHELL, "opens a shell when no program is named");
        return;
    }
    judge_started(judge, call, scope, first);
    if (second < call->count && !cordon_arg_begins(&call->args[second], "-"))
        judge_started(judge, call, scope, second);
}

/* runas: the last word is a command line. */
void cordon_handle_runas(CordonJudge *judge, const CordonCall *call)
{
    CordonParsed parsed = cordon_windows_parse(judge, call);

    cordon_windows_note(judge, call, CORDON_RULE_PRIVILEGE);
    for (guint i = 0; i < parsed.operand_count; i++)
        cordon_windows_judge_value(judge, call, &parsed.operands[i], 'p');
}

/* wmic ALIAS [where ...] VERB ...: the first row that is among the words counts. */
static CordonRule wmic_rule(const CordonParsed *parsed, const char **ret_word)
{
    static const struct {
        const char *word;
        CordonRule rule;
    } words[] = {
        {"create", CORDON_RULE_SHELL},         {"delete", CORDON_RULE_KILL},
        {"terminate", CORDON_RULE_KILL},       {"stopservice", CORDON_RULE_KILL},
        {"startservice", CORDON_RULE_ENDLESS}, {"call", CORDON_RULE_PERMISSIONS},
        {"set", CORDON_RULE_PERMISSIONS},
    };

    for (gsize i = 0; i < G_N_ELEMENTS(words); i++) {
        for (guint j = 0; j < parsed->operand_count; j++) {
            *ret_word = words[i].word;
            if (cordon_windows_is(cordon_arg_text(&parsed->operands[j]), words[i].word))
                return words[i].rule;
        }
    }
    return CORDON_RULE_NONE;
}

void cordon_handle_wmic(CordonJudge *judge, const CordonCall *call)
{
    /* A format that is no known one is a style sheet, which may hold code. */
    static const char *const formats[] = {"csv",    "hform", "htable", "list", "mof",
                                          "rawxml", "table", "value",  "xml"};
    CordonParsed parsed = cordon_windows_parse(judge, call);
    const CordonArg *format = cordon_parsed_find(&parsed, "/format");
    const char *word = NULL;
    CordonRule rule = wmic_rule(&parsed, &word);

    if (parsed.operand_count == 0)
        refuse(judge, call, CORDON_RULE_ENDLESS, "without a command waits for input");
    if (format != NULL && !is_one_of(cordon_arg_text(format), formats, G_N_ELEMENTS(formats)))
        refuse(judge, call, CORDON_RULE_SHELL, "runs what a style sheet says");
    if (rule != CORDON_RULE_NONE)
        cordon_judge_find(judge, call, rule, NULL,
                          "`wmic ... %s` changes what runs on the machine.", word);
}

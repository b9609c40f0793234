/* SPDX-License-Identifier: MIT */
/* Cmdlets of PowerShell whose rows cannot say all.  "a,b" comes as two words, so what follows the value of a parameter may
 * be a second value of it or an operand.  Source: the help of the cmdlets in PowerShell 7.4 and Windows PowerShell 5.1. */
#include <string.h>

#include "filter/programs/handlers.h"
#include "filter/programs/web.h"
#include "filter/programs/windows.h"

/* Nothing waits longer than the longest command. */
#define MAX_WAIT_S 600.0

static gboolean has(const CordonParsed *parsed, const char *name)
{
    return cordon_parsed_find(parsed, name) != NULL;
}

static gboolean has_path(const CordonParsed *parsed)
{
    return has(parsed, "-Path") || has(parsed, "-LiteralPath");
}

static gboolean is_parameter(const CordonArg *arg)
{
    return arg->text[0] == '-' && g_ascii_isalpha(arg->text[1]);
}

/* Is the word the parameter, maybe abbreviated, maybe with a value behind a colon? */
static gboolean is_named(const CordonArg *arg, const char *name)
{
    gsize size = strcspn(arg->text, ":");

    return is_parameter(arg) && size <= strlen(name) &&
           g_ascii_strncasecmp(arg->text, name, size) == 0;
}

/* Does the operand stand in the row of words that begins with the value of one of the parameters? */
static gboolean is_behind(const CordonCall *call, const CordonArg *operand,
                          const char *const *names)
{
    gboolean is_in = FALSE;

    for (guint i = call->first; i < call->count; i++) {
        const CordonArg *arg = &call->args[i];
        if (is_parameter(arg)) {
            is_in = FALSE;
            for (guint j = 0; names[j] != NULL; j++)
                is_in = is_in || is_named(arg, names[j]);
        } else if (arg->text == operand->text) {
            return is_in;
        }
    }
    return FALSE;
}

static const char *const PATH_NAMES[] = {"-Path", "-LiteralPath", "-PSPath", "-LP", NULL};

/* --- files -------------------------------------------------------------------------------------- */

static void judge_listed(CordonJudge *judge, const CordonCall *call, char kind)
{
    CordonArg listed = {.type = CORDON_ARG_LISTED, .text = call->listed};

    cordon_judge_value(judge, call, &listed, kind);
}

/* What names no file takes those that come through the pipe; the kind is that of the row's first operand. */
void cordon_handle_piped_files(CordonJudge *judge, const CordonCall *call)
{
    CordonParsed parsed = cordon_windows_parse(judge, call);

    if (parsed.operand_count > 0 || has_path(&parsed) || call->input == CORDON_INPUT_NONE)
        return;
    if (call->listed != NULL)
        judge_listed(judge, call, call->row->operands[0]);
    else
        cordon_judge_find(judge, call, CORDON_RULE_UNREADABLE, "Name the files.",
                          "`%s` takes what comes through the pipe for names of files.",
                          call->full_name);
}

/* Copy-Item, Move-Item: one operand behind a pipe is the target, which the row has judged. */
void cordon_handle_piped_sources(CordonJudge *judge, const CordonCall *call)
{
    CordonParsed parsed = cordon_windows_parse(judge, call);
    guint named = parsed.operand_count + (has(&parsed, "-Destination") ? 1 : 0);

    if (named > 1 || has_path(&parsed) || call->input == CORDON_INPUT_NONE)
        return;
    if (call->listed != NULL)
        judge_listed(judge, call, call->row->operands[0]);
    else
        cordon_judge_find(judge, call, CORDON_RULE_UNREADABLE, "Name the files.",
                          "`%s` takes what comes through the pipe for names of files.",
                          call->full_name);
}

/* Remove-Item: as above; and in one of both shells a lone "/s" is a folder. */
void cordon_handle_remove_item(CordonJudge *judge, const CordonCall *call)
{
    CordonParsed parsed = cordon_windows_parse(judge, call);
    gboolean asks = call->count == call->first + 1 && call->args[call->first].text[0] == '/' &&
                    call->args[call->first].text[1] == '?';

    cordon_handle_piped_files(judge, call);
    if (!asks && parsed.operand_count == 0 && !has_path(&parsed) &&
        call->input == CORDON_INPUT_NONE)
        cordon_judge_find(judge, call, CORDON_RULE_UNREADABLE, "Name the files.",
                          "`%s` names nothing.", call->full_name);
}

/* Set-Content [-Path] FILE... [-Value] TEXT...: which of its words are files. */
static gboolean is_content_file(const CordonCall *call, const CordonParsed *parsed, guint index)
{
    static const char *const value_names[] = {"-Value", NULL};
    const CordonArg *operand = &parsed->operands[index];

    if (has(parsed, "-Value")) {
        gboolean is_file_named =
            has_path(parsed) || !is_behind(call, &parsed->operands[0], value_names);
        return !is_file_named || !is_behind(call, operand, value_names);
    }
    if (call->input != CORDON_INPUT_NONE)
        return TRUE;
    return index + 1 < parsed->operand_count || (!has_path(parsed) && index == 0);
}

void cordon_handle_set_content(CordonJudge *judge, const CordonCall *call)
{
    CordonParsed parsed = cordon_windows_parse(judge, call);

    for (guint i = 0; i < parsed.operand_count; i++) {
        if (is_content_file(call, &parsed, i))
            cordon_windows_judge_value(judge, call, &parsed.operands[i], 'w');
    }
    if (parsed.operand_count == 0 && !has_path(&parsed))
        cordon_judge_find(judge, call, CORDON_RULE_UNREADABLE, "Name the file.",
                          "`%s` names no file.", call->full_name);
}

/* Select-String [-Pattern] TEXT... [-Path] FILE... */
static gboolean is_searched_file(const CordonCall *call, const CordonParsed *parsed, guint index)
{
    static const char *const pattern_names[] = {"-Pattern", NULL};
    const CordonArg *operand = &parsed->operands[index];

    if (has(parsed, "-Pattern"))
        return !has_path(parsed) || !is_behind(call, operand, pattern_names);
    if (!has_path(parsed))
        return index > 0;
    return is_behind(call, operand, PATH_NAMES) &&
           (index + 1 < parsed->operand_count ||
            !is_behind(call, &parsed->operands[0], PATH_NAMES));
}

void cordon_handle_select_string(CordonJudge *judge, const CordonCall *call)
{
    CordonParsed parsed = cordon_windows_parse(judge, call);

    for (guint i = 0; i < parsed.operand_count; i++) {
        if (is_searched_file(call, &parsed, i))
            cordon_windows_judge_value(judge, call, &parsed.operands[i], 'r');
    }
    if (call->listed != NULL && !has_path(&parsed))
        judge_listed(judge, call, 'r');
}

static gboolean is_link_type(const CordonArg *type)
{
    static const char *const names[] = {"SymbolicLink", "Junction", "HardLink"};
    const char *text = cordon_arg_text(type);

    for (gsize i = 0; i < G_N_ELEMENTS(names); i++) {
        if (cordon_windows_is(text, names[i]))
            return TRUE;
    }
    return text == NULL;
}

/* New-Item: the name is joined to the path, and a link begins at its own folder. */
void cordon_handle_new_item(CordonJudge *judge, const CordonCall *call)
{
    CordonArena *arena = cordon_judge_arena(judge);
    CordonParsed parsed = cordon_windows_parse(judge, call);
    const CordonArg *path = cordon_parsed_find(&parsed, "-Path");
    const CordonArg *name = cordon_parsed_find(&parsed, "-Name");
    const CordonArg *type = cordon_parsed_find(&parsed, "-ItemType");
    const CordonArg *target = cordon_parsed_find(&parsed, "-Value");

    if (path == NULL && parsed.operand_count > 0)
        path = &parsed.operands[0];
    const char *folder = cordon_arg_text(path);
    const char *text = cordon_arg_text(name);
    CordonArg joined = path != NULL ? *path : cordon_arg_constant("");
    if (text != NULL && folder != NULL)
        joined = cordon_arg_constant(cordon_arena_concat(arena, folder, "/", text, NULL));
    else if (text != NULL)
        joined = cordon_arg_constant(text);
    cordon_windows_judge_value(judge, call, &joined, 'w');
    if (type != NULL && target != NULL && is_link_type(type))
        cordon_windows_judge_link(judge, call, &joined, target);
}

/* Without a file it writes one into the user's documents. */
void cordon_handle_start_transcript(CordonJudge *judge, const CordonCall *call)
{
    CordonParsed parsed = cordon_windows_parse(judge, call);

    if (parsed.operand_count == 0 && !has_path(&parsed) && !has(&parsed, "-OutputDirectory"))
        cordon_judge_find(judge, call, CORDON_RULE_OUTSIDE_PROJECT, "Name the file.",
                          "`%s` writes into the user's documents.", call->full_name);
}

/* --- what is listed ----------------------------------------------------------------------------- */

static gboolean is_name_in(const char *name, const char *const *names, gsize count)
{
    for (gsize i = 0; i < count; i++) {
        if (cordon_windows_is(name, names[i]))
            return TRUE;
    }
    return FALSE;
}

static const char *with_slashes(CordonArena *arena, const char *text)
{
    char *made = cordon_arena_strdup(arena, text);

    for (char *c = made; *c != '\0'; c++)
        *c = *c == '\\' ? '/' : *c;
    return made;
}

/* The one folder that is listed; NULL: several, or not known. */
static const char *listed_folder(CordonJudge *judge, const CordonParsed *parsed)
{
    const CordonArg *path = cordon_parsed_find(parsed, "-Path");
    guint count = parsed->operand_count;

    if (path == NULL)
        path = cordon_parsed_find(parsed, "-LiteralPath");
    if (path == NULL && count > 0) {
        path = &parsed->operands[0];
        count--;
    }
    if (count > 0)
        return NULL;
    if (path == NULL)
        return "";
    const char *text = cordon_arg_text(path);
    return text != NULL ? with_slashes(cordon_judge_arena(judge), text) : NULL;
}

static const char *listing_of_children(CordonJudge *judge, const CordonCall *call)
{
    CordonArena *arena = cordon_judge_arena(judge);
    CordonParsed parsed = cordon_windows_parse(judge, call);
    const CordonArg *filter = cordon_parsed_find(&parsed, "-Filter");
    const char *folder = listed_folder(judge, &parsed);

    if (filter == NULL)
        filter = cordon_parsed_find(&parsed, "-Include");
    if (folder == NULL || filter == NULL || has(&parsed, "-Name"))
        return folder;
    gboolean is_glob = filter->type == CORDON_ARG_CONSTANT || filter->type == CORDON_ARG_PATTERN;
    if (!is_glob || strpbrk(filter->text, "*?[") == NULL || strpbrk(filter->text, "/\\") != NULL)
        return folder;
    gboolean needs_slash = folder[0] != '\0' && !g_str_has_suffix(folder, "/");
    return cordon_arena_concat(arena, folder, needs_slash ? "/" : "", filter->text, NULL);
}

/* Cmdlets that hand on some of what they get, as it is. */
static gboolean hands_on(CordonJudge *judge, const CordonCall *call)
{
    static const char *const any[] = {"?", "sort", "sort-object", "where", "where-object"};
    static const char *const some[] = {"select", "select-object"};

    if (is_name_in(call->name, any, G_N_ELEMENTS(any)))
        return TRUE;
    if (!is_name_in(call->name, some, G_N_ELEMENTS(some)))
        return FALSE;
    CordonParsed parsed = cordon_windows_parse(judge, call);
    const char *member = cordon_arg_text(cordon_parsed_find(&parsed, "-ExpandProperty"));
    return parsed.operand_count == 0 && !has(&parsed, "-Property") &&
           (!has(&parsed, "-ExpandProperty") || cordon_windows_is(member, "FullName"));
}

const char *cordon_windows_listing(CordonJudge *judge, const CordonCall *call)
{
    gboolean lists = call->row != NULL && (call->row->flags & CORDON_PROGRAM_WINDOWS) != 0 &&
                     (call->row->flags & CORDON_PROGRAM_LISTS_PATHS) != 0;

    if (lists)
        return listing_of_children(judge, call);
    if (call->row != NULL && call->listed != NULL && call->input == CORDON_INPUT_PIPE &&
        hands_on(judge, call))
        return call->listed;
    return NULL;
}

/* --- objects ------------------------------------------------------------------------------------ */

/* ForEach-Object NAME: the value of a member; a method of that name would be called. */
void cordon_handle_foreach_object(CordonJudge *judge, const CordonCall *call)
{
    static const char *const members[] = {
        "BaseName",      "CommandLine",   "Content",       "Count",
        "CreationTime",  "Definition",    "DirectoryName", "Extension",
        "Filename",      "FullName",      "Group",         "Id",
        "Key",           "LastWriteTime", "Length",        "Line",
        "LineNumber",    "LocalPort",     "Matches",       "Message",
        "Mode",          "Name",          "Path",          "ProcessName",
        "PSIsContainer", "Size",          "Source",        "State",
        "Status",        "StatusCode",    "ToLower",       "ToString",
        "ToUpper",       "Trim",          "TrimEnd",       "TrimStart",
        "Value",         "Values",        "Version",       "OwningProcess",
        "Keys",
    };
    CordonParsed parsed = cordon_windows_parse(judge, call);
    const CordonArg *member = cordon_parsed_find(&parsed, "-MemberName");

    if (member == NULL && parsed.operand_count > 0)
        member = &parsed.operands[0];
    if (member != NULL && !is_name_in(cordon_arg_text(member), members, G_N_ELEMENTS(members)))
        cordon_judge_find(judge, call, CORDON_RULE_UNREADABLE,
                          "Use Select-Object -ExpandProperty NAME.", "`%s` may call a method.",
                          call->full_name);
}

/* --- modules ------------------------------------------------------------------------------------ */

/* Import-Module: what a module defines may stand for any command, so only known ones. */
void cordon_handle_import_module(CordonJudge *judge, const CordonCall *call)
{
    static const char *const known[] = {"CimCmdlets",
                                        "InvokeBuild",
                                        "Microsoft.PowerShell.Archive",
                                        "Microsoft.PowerShell.Management",
                                        "Microsoft.PowerShell.Utility",
                                        "NetTCPIP",
                                        "Pester",
                                        "platyPS",
                                        "posh-git",
                                        "psake",
                                        "PSScriptAnalyzer",
                                        "ThreadJob"};
    CordonParsed parsed = cordon_windows_parse(judge, call);
    const CordonArg *name = cordon_parsed_find(&parsed, "-Name");
    gboolean is_known = name != NULL ? is_name_in(cordon_arg_text(name), known, G_N_ELEMENTS(known))
                                     : parsed.operand_count > 0;

    for (guint i = 0; i < parsed.operand_count; i++)
        is_known = is_known &&
                   is_name_in(cordon_arg_text(&parsed.operands[i]), known, G_N_ELEMENTS(known));
    if (!is_known)
        cordon_windows_note(judge, call, CORDON_RULE_SHELL);
}

/* --- waiting ------------------------------------------------------------------------------------ */

/* Seconds of "5", "2m"; FALSE: no number. */
static gboolean read_seconds(const CordonArg *arg, gdouble unit, gdouble *sum)
{
    static const char units[] = "smhd";
    static const gdouble seconds[] = {1, 60, 3600, 86400};
    const char *text = cordon_arg_text(arg);
    char *end = NULL;

    if (text == NULL || text[0] == '\0')
        return FALSE;
    gdouble number = g_ascii_strtod(text, &end);
    const char *found = *end != '\0' ? strchr(units, g_ascii_tolower(*end)) : units;
    if (found == NULL || (*end != '\0' && end[1] != '\0'))
        return FALSE;
    *sum += number * unit * seconds[found - units];
    return TRUE;
}

void cordon_handle_start_sleep(CordonJudge *judge, const CordonCall *call)
{
    CordonParsed parsed = cordon_windows_parse(judge, call);
    const CordonArg *seconds = cordon_parsed_find(&parsed, "-Seconds");
    const CordonArg *milliseconds = cordon_parsed_find(&parsed, "-Milliseconds");
    gboolean is_known = !has(&parsed, "-Duration");
    gdouble sum = 0;

    if (seconds != NULL)
        is_known = read_seconds(seconds, 1, &sum) && is_known;
    if (milliseconds != NULL)
        is_known = read_seconds(milliseconds, 0.001, &sum) && is_known;
    for (guint i = 0; i < parsed.operand_count; i++)
        is_known = read_seconds(&parsed.operands[i], 1, &sum) && is_known;
    if (!is_known || !(sum <= MAX_WAIT_S))
        cordon_judge_find(judge, call, CORDON_RULE_ENDLESS, "Sleep for a shorter time, in seconds.",
                          "`%s` waits longer than any command may run.", call->full_name);
}

/* --- programs ----------------------------------------------------------------------------------- */

/* What Start-Process is told to start. */
typedef struct {
    CordonJudge *judge;
    const CordonCall *call;
    const char *options; /* of its row */
    gboolean is_file_named;
    gboolean is_known;
    const CordonArg *program;
    CordonArgList words; /* behind the program */
} Started;

/* The values of -ArgumentList become one command line, which is split again at blanks. */
static void add_split(Started *started, const CordonArg *arg)
{
    const char *text = cordon_arg_text(arg);

    if (text == NULL || strpbrk(text, "\"'") != NULL) {
        started->is_known = FALSE;
        return;
    }
    for (text += strspn(text, " \t"); *text != '\0'; text += strspn(text, " \t")) {
        gsize size = strcspn(text, " \t");
        const char *word = cordon_arena_strndup(cordon_judge_arena(started->judge), text, size);
        cordon_arg_list_add(started->judge, &started->words, cordon_arg_constant(word));
        text += size;
    }
}

static void add_operand(Started *started, const CordonArg *arg)
{
    if (started->program == NULL && !started->is_file_named)
        started->program = arg;
    else
        add_split(started, arg);
}

/* One parameter, which stands at index; the index of its last word. */
static guint take_parameter(Started *started, guint index)
{
    const CordonCall *call = started->call;
    const CordonArg *arg = &call->args[index];
    gsize size = strcspn(arg->text, ":");
    gboolean takes_value = FALSE;
    CordonArg *value = CORDON_ARENA_NEW(cordon_judge_arena(started->judge), CordonArg);

    /* A value that was in quotes looks the same: only full names are parameters for certain. */
    if (!cordon_windows_has_parameter(started->options, arg->text, &takes_value)) {
        started->is_known = FALSE;
        return index;
    }
    if (!takes_value)
        return index;
    if (arg->text[size] == ':')
        *value = cordon_arg_skip(arg, size + 1);
    else if (index + 1 < call->count)
        *value = call->args[++index];
    else
        return index;
    if (is_named(arg, "-FilePath") || is_named(arg, "-Path"))
        started->program = value;
    else if (is_named(arg, "-ArgumentList") || is_named(arg, "-Args"))
        add_split(started, value);
    return index;
}

static void judge_started(Started *started, const CordonScope *scope)
{
    CordonJudge *judge = started->judge;
    CordonArgList all = {0};

    if (started->program == NULL)
        return;
    cordon_windows_judge_value(judge, started->call, started->program, 'm');
    cordon_arg_list_add(judge, &all, *started->program);
    for (guint i = 0; i < started->words.count; i++)
        cordon_arg_list_add(judge, &all, started->words.args[i]);
    if (strstr(started->program->text, "://") == NULL)
        cordon_judge_command_in(judge, started->call, scope, all.args, all.count);
}

static const CordonProgram *start_process_row(void)
{
    return cordon_program_find("start-process", TRUE);
}

gboolean cordon_is_start_process_parameter(const CordonArg *arg)
{
    gboolean takes_value;

    return is_parameter(arg) &&
           cordon_windows_has_parameter(start_process_row()->options, arg->text, &takes_value);
}

void cordon_handle_start_process(CordonJudge *judge, const CordonCall *call)
{
    CordonCall made = *call;
    made.row = start_process_row();
    CordonParsed parsed = cordon_windows_parse(judge, &made);
    const CordonArg *verb = cordon_parsed_find(&parsed, "-Verb");
    const CordonArg *folder = cordon_parsed_find(&parsed, "-WorkingDirectory");
    Started started = {judge, call, made.row->options, has(&parsed, "-FilePath"), TRUE, NULL, {0}};

    for (guint i = call->first; i < call->count; i++) {
        if (is_parameter(&call->args[i]))
            i = take_parameter(&started, i);
        else
            add_operand(&started, &call->args[i]);
    }
    judge_started(&started, folder != NULL ? cordon_judge_enter(judge, call, folder) : NULL);
    if (!started.is_known)
        cordon_judge_find(judge, call, CORDON_RULE_UNREADABLE, "Write the command itself.",
                          "What `%s` hands to the program is not known.", call->full_name);
    if (verb != NULL && !cordon_windows_is(cordon_arg_text(verb), "open"))
        cordon_judge_find(judge, call, CORDON_RULE_PRIVILEGE, NULL,
                          "`%s -Verb %s` asks for other rights.", call->full_name, verb->text);
    if (!has(&parsed, "-Wait"))
        cordon_judge_find(judge, call, CORDON_RULE_SHELL, "Write the command itself.",
                          "`%s` starts a program that outlives the command.", call->full_name);
}

/* --- web ---------------------------------------------------------------------------------------- */

void cordon_handle_web_request(CordonJudge *judge, const CordonCall *call)
{
    static const char *const sending[] = {"-Body", "-InFile", "-Form"};
    CordonParsed parsed = cordon_windows_parse(judge, call);
    const CordonArg *url = cordon_parsed_find(&parsed, "-Uri");
    const CordonArg *method = cordon_parsed_find(&parsed, "-Method");
    const CordonArg *custom = cordon_parsed_find(&parsed, "-CustomMethod");
    gboolean sends = (method != NULL && !cordon_web_only_reads(method) &&
                      !cordon_windows_is(method->text, "Default")) ||
                     (custom != NULL && !cordon_web_only_reads(custom));

    if (url == NULL && parsed.operand_count > 0)
        url = &parsed.operands[0];
    for (gsize i = 0; i < G_N_ELEMENTS(sending); i++)
        sends = sends || has(&parsed, sending[i]);
    if (sends && url != NULL)
        cordon_web_judge_sending(judge, call, &url, 1);
}

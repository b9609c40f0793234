/* SPDX-License-Identifier: MIT */
/* One command: which program it is, and its words by the program's row. */
#include <string.h>

#include "filter/options.h"
#include "filter/private.h"
#include "filter/programs/windows.h"

#define MAX_OPERAND_ITEMS 16u

/* Folders whose programs are those of the system. */
static const char *const SYSTEM_FOLDERS[] = {
    "/bin/",      "/usr/bin/",        "/usr/local/bin/",    "/sbin/",
    "/usr/sbin/", "/usr/local/sbin/", "/opt/homebrew/bin/",
};

/* Folders of a project whose programs are what their name says, and those that a project brings along. */
static const char *const TOOL_FOLDERS[] = {"node_modules/.bin/", ".venv/bin/",  "venv/bin/",
                                           "env/bin/",           "vendor/bin/", ".venv/Scripts/",
                                           "venv/Scripts/"};
static const char *const OWN_WRAPPERS[] = {"gradlew", "mvnw", "configure", "manage.py", "artisan"};
/* In a project's own bin folder these are what they are called, too. */
static const char *const OWN_BINARIES[] = {"rails", "rake", "console", "python",
                                           "pip",   "node", "php"};

static const char *base_name(const char *path)
{
    const char *slash = strrchr(path, '/');

    return slash != NULL ? slash + 1 : path;
}

static gboolean ends_with_folder(const char *path, const char *base, const char *folder)
{
    gsize length = strlen(folder);
    gsize before = (gsize)(base - path);

    if (before < length || strncmp(base - length, folder, length) != 0)
        return FALSE;
    return before == length || base[-(gssize)length - 1] == '/';
}

static gboolean is_of_system(const char *path)
{
    gsize size = (gsize)(base_name(path) - path);

    for (gsize i = 0; i < G_N_ELEMENTS(SYSTEM_FOLDERS); i++) {
        if (strlen(SYSTEM_FOLDERS[i]) == size && strncmp(path, SYSTEM_FOLDERS[i], size) == 0)
            return TRUE;
    }
    return FALSE;
}

static const char *name_of_path(const char *path)
{
    const char *base = base_name(path);

    if (is_of_system(path))
        return base;
    for (gsize i = 0; i < G_N_ELEMENTS(TOOL_FOLDERS); i++) {
        if (ends_with_folder(path, base, TOOL_FOLDERS[i]))
            return base;
    }
    for (gsize i = 0; i < G_N_ELEMENTS(OWN_BINARIES); i++) {
        if (ends_with_folder(path, base, "bin/") && g_str_has_prefix(base, OWN_BINARIES[i]) &&
            base[strlen(OWN_BINARIES[i]) + strspn(base + strlen(OWN_BINARIES[i]), "0123456789.")] ==
                '\0')
            return base;
    }
    for (gsize i = 0; i < G_N_ELEMENTS(OWN_WRAPPERS); i++) {
        if (strcmp(base, OWN_WRAPPERS[i]) == 0 && path[0] != '/')
            return base;
    }
    return NULL;
}

/* "GIT.EXE" -> "git"; separators become '/'. */
static char *windows_name(CordonArena *arena, const char *word)
{
    static const char *const ends[] = {".exe", ".cmd", ".bat", ".com", ".ps1"};
    char *name = cordon_arena_strdup(arena, word);

    for (char *c = name; *c != '\0'; c++)
        *c = *c == '\\' ? '/' : g_ascii_tolower(*c);
    for (gsize i = 0; i < G_N_ELEMENTS(ends) - 1; i++) {
        if (g_str_has_suffix(name, ends[i])) {
            name[strlen(name) - strlen(ends[i])] = '\0';
            break;
        }
    }
    return name;
}

/* A program of the system's own folders on Windows. */
static gboolean is_windows_system(const char *path)
{
    static const char *const folders[] = {"/windows/system32/", "/windows/syswow64/",
                                          "/program files/", "/program files (x86)/"};

    if (!g_ascii_isalpha(path[0]) || path[1] != ':' || strstr(path, "/..") != NULL)
        return FALSE;
    for (gsize i = 0; i < G_N_ELEMENTS(folders); i++) {
        if (g_str_has_prefix(path + 2, folders[i]))
            return TRUE;
    }
    return FALSE;
}

const char *cordon_judge_program_name(CordonJudge *judge, const CordonCall *call, const char *word)
{
    (void)call;
    if (cordon_judge_is_windows(judge)) {
        const char *name = windows_name(judge->arena, word);
        if (strcmp(name, "chdir") == 0 || strcmp(name, "sl") == 0 ||
            strcmp(name, "set-location") == 0)
            return "cd";
        if (strchr(name, '/') == NULL || is_windows_system(name))
            return base_name(name);
        return name_of_path(name);
    }
    return strchr(word, '/') == NULL ? word : name_of_path(word);
}

/* Named by a path that is none of the system's. */
static gboolean is_brought_along(CordonJudge *judge, const char *word)
{
    if (cordon_judge_is_windows(judge))
        return strpbrk(word, "/\\") != NULL && !is_windows_system(windows_name(judge->arena, word));
    return strchr(word, '/') != NULL && !is_of_system(word);
}

static gboolean is_ascii(const char *text, gsize size)
{
    for (gsize i = 0; i < size && text[i] != '\0'; i++) {
        if (!g_ascii_isprint(text[i]))
            return FALSE;
    }
    return TRUE;
}

/* Letters that look like others would be read wrongly by the person who is asked. */
static gboolean is_spelled_plainly(CordonJudge *judge, const CordonCall *call)
{
    for (guint i = 0; i < call->count; i++) {
        const char *text = call->args[i].text;
        gboolean is_name = i == 0 || text[0] == '-';
        gsize size = i == 0 ? strlen(text) : strcspn(text, "= ");
        if (!is_name || is_ascii(text, size))
            continue;
        /* "-mMESSAGE": the letter is the name. */
        if (i > 0 && text[1] != '-' && g_ascii_isprint(text[1]))
            continue;
        cordon_judge_find(judge, call, CORDON_RULE_UNREADABLE,
                          "Write names of programs and options in ASCII.",
                          "The name of a program or option has characters that look like others.");
        return FALSE;
    }
    return TRUE;
}

static CordonRule rule_by_name(const char *name, gsize size)
{
    for (guint rule = 0; rule < CORDON_N_RULES; rule++) {
        const char *known = cordon_rule_name((CordonRule)rule);
        if (strlen(known) == size && strncmp(known, name, size) == 0)
            return (CordonRule)rule;
    }
    return CORDON_RULE_UNREADABLE;
}

static const char *option_kind(CordonJudge *judge, const CordonCall *call,
                               const CordonSortedOption *option)
{
    gsize size = strcspn(option->spec.names, ",");

    size = MIN(size, option->spec.names_size);
    return cordon_arena_concat(judge->arena, call->full_name, " ",
                               cordon_arena_strndup(judge->arena, option->spec.names, size), NULL);
}

/* Global options that only say in which folder: what follows runs there. */
static void enter_folders(CordonJudge *judge, CordonCall *call, const CordonSorted *sorted)
{
    for (guint i = 0; i < sorted->option_count; i++) {
        const CordonSortedOption *option = &sorted->options[i];
        if (option->spec.kind != 'd' || !option->has_value || call->is_inside_container)
            continue;
        const CordonScope *entered = cordon_judge_enter(judge, call, &option->value);
        if (entered != NULL)
            call->scope = entered;
    }
}

/* A value of the row. */
static void judge_word(CordonJudge *judge, const CordonCall *call, const CordonArg *arg, char kind)
{
    gboolean is_windows = call->row != NULL && (call->row->flags & CORDON_PROGRAM_WINDOWS) != 0;

    if (is_windows)
        cordon_windows_judge_value(judge, call, arg, kind);
    else
        cordon_judge_value(judge, call, arg, kind);
}

static void judge_option(CordonJudge *judge, const CordonCall *call,
                         const CordonSortedOption *option)
{
    char kind = option->spec.kind;

    /* "--watchAll=false" switches off what the option would switch on. */
    if (option->spec.rule != NULL && option->has_value &&
        option->spec.value != CORDON_OPTION_VALUE && cordon_arg_is(&option->value, "false"))
        return;
    if (option->spec.rule != NULL || kind == 'c')
        cordon_judge_set_kind(judge, call, option_kind(judge, call, option));
    if (option->spec.rule != NULL) {
        CordonRule rule = rule_by_name(option->spec.rule, option->spec.rule_size);
        /* A row without a rule of its own has its hint for such options: "pip install --user". */
        const char *hint =
            rule == CORDON_RULE_OUTSIDE_PROJECT && call->row != NULL ? call->row->hint : NULL;
        cordon_judge_find(judge, call, rule, hint, "`%s %s` %s.", call->full_name,
                          option->word->text, cordon_rule_reason(rule));
    }
    if (option->has_value && kind != 'd')
        judge_word(judge, call, &option->value, kind);
    cordon_judge_set_kind(judge, call, NULL);
}

static void judge_options(CordonJudge *judge, CordonCall *call, const CordonSorted *sorted)
{
    enter_folders(judge, call, sorted);
    for (guint i = 0; i < sorted->option_count; i++)
        judge_option(judge, call, &sorted->options[i]);
}

static gboolean has_tag(const CordonSorted *sorted, char tag)
{
    for (guint i = 0; i < sorted->option_count; i++) {
        if (sorted->options[i].spec.tag == tag)
            return TRUE;
    }
    return FALSE;
}

/* One item of a row's operands. */
typedef struct {
    char kind;
    gboolean is_many;
} OperandItem;

/* Those that count, given the options that were seen. */
static guint read_operand_items(const char *operands, const CordonSorted *sorted,
                                OperandItem *items)
{
    guint count = 0;

    for (; *operands != '\0' && count < MAX_OPERAND_ITEMS; operands++) {
        char kind = *operands;
        if (!g_ascii_isalpha(kind))
            continue;
        /* F and S are kinds of their own. */
        gboolean is_optional = g_ascii_isupper(kind) && kind != 'F' && kind != 'S';
        if (is_optional && has_tag(sorted, kind))
            kind = '\0';
        if (is_optional)
            kind = g_ascii_tolower(kind);
        if (kind == 'r' && has_tag(sorted, 'R'))
            kind = 'y';
        gboolean is_many = operands[1] == '*' || kind == 'o' || kind == 'q';
        if (kind != '\0')
            items[count++] = (OperandItem){kind, is_many};
    }
    return count;
}

static gboolean is_command_item(const OperandItem *item)
{
    return item->kind == 'o' || item->kind == 'q';
}

static void judge_rest(CordonJudge *judge, const CordonCall *call, char kind, const CordonArg *args,
                       guint count)
{
    CordonCall outer = *call;

    if (count == 0)
        return;
    if (kind == 'q')
        outer.is_inside_container = TRUE;
    if (call->row != NULL && (call->row->flags & CORDON_PROGRAM_BOUNDS) != 0)
        outer.is_bounded = TRUE;
    cordon_judge_command(judge, &outer, args, count);
}

static void judge_operands(CordonJudge *judge, const CordonCall *call, const char *operands,
                           const CordonSorted *sorted, const CordonArg *args, guint count)
{
    OperandItem items[MAX_OPERAND_ITEMS];
    guint item_count = read_operand_items(operands, sorted, items);
    guint many = item_count;

    for (guint i = item_count; i > 0; i--) {
        if (items[i - 1].is_many)
            many = i - 1;
    }
    guint left = MIN(many, count);
    for (guint i = 0; i < left; i++)
        judge_word(judge, call, &args[i], items[i].kind);
    if (many == item_count) {
        for (guint i = left; i < count; i++)
            judge_word(judge, call, &args[i], 'm');
        return;
    }
    if (is_command_item(&items[many])) {
        judge_rest(judge, call, items[many].kind, args + left, count - left);
        return;
    }
    guint right = MIN(item_count - many - 1, count - left);
    for (guint i = left; i < count - right; i++)
        judge_word(judge, call, &args[i], items[many].kind);
    for (guint i = 0; i < right; i++)
        judge_word(judge, call, &args[count - right + i], items[item_count - right + i].kind);
}

/* Is there an option that gives it something to do? */
static gboolean has_task(const CordonSorted *sorted)
{
    for (guint i = 0; i < sorted->option_count; i++) {
        const CordonSortedOption *option = &sorted->options[i];
        if (option->spec.tag == 'E' ||
            (option->has_value && strchr("cSsp", option->spec.kind) != NULL))
            return TRUE;
    }
    return FALSE;
}

/* Without operands it reads what comes, or waits. */
static void judge_bare(CordonJudge *judge, const CordonCall *call, const CordonSorted *sorted,
                       const CordonArg *args, guint count)
{
    guint flags = call->row->flags;
    gboolean reads_stdin = (flags & CORDON_PROGRAM_READS_STDIN) != 0;

    if (reads_stdin && count > 0 && cordon_arg_is(&args[0], "-") && !has_task(sorted)) {
        cordon_judge_find(judge, call, CORDON_RULE_INLINE_CODE, NULL, NULL);
        return;
    }
    if ((flags & CORDON_PROGRAM_ENDS_WITH_PIPE) != 0 && call->output_is_pipe)
        return;
    if ((flags & CORDON_PROGRAM_ENDLESS_BARE) == 0 || count > 0 || has_task(sorted))
        return;
    if (call->input == CORDON_INPUT_NONE)
        cordon_judge_find(judge, call, CORDON_RULE_ENDLESS, NULL,
                          "`%s` without anything to do waits for ever.", call->full_name);
    else if (reads_stdin)
        cordon_judge_find(judge, call, CORDON_RULE_INLINE_CODE, NULL,
                          "`%s` runs code that it is given as input.", call->full_name);
}

static gboolean takes_command(const char *operands)
{
    return operands != NULL && strpbrk(operands, "oqOQ") != NULL;
}

static void judge_by_row(CordonJudge *judge, CordonCall *call)
{
    const CordonProgram *row = call->row;
    guint flags =
        row->flags | (takes_command(row->operands) ? (guint)CORDON_PROGRAM_OPTIONS_FIRST : 0);
    const CordonArg *words = call->args + call->first;
    guint count = call->count - call->first;
    CordonSorted sorted;

    if ((flags & CORDON_PROGRAM_WINDOWS) != 0)
        words = cordon_windows_words(judge, call, &count);
    cordon_options_sort(judge->arena, words, count, row->options, flags, &sorted);
    judge_options(judge, call, &sorted);
    const CordonArg *operands = sorted.operands;
    guint operand_count = sorted.operand_count;
    if ((flags & CORDON_PROGRAM_OPTIONS_FIRST) != 0) {
        operands = words + sorted.rest;
        operand_count = count - sorted.rest;
    }
    judge_operands(judge, call, row->operands != NULL ? row->operands : "m*", &sorted, operands,
                   operand_count);
    judge_bare(judge, call, &sorted, operands, operand_count);
}

/* "python3.12", "gcc-12": the row of the name without its version. */
static const CordonProgram *find_program(CordonJudge *judge, const char *name)
{
    gboolean is_windows = cordon_judge_is_windows(judge);
    const CordonProgram *row = cordon_program_find(name, is_windows);
    gsize size = strlen(name);

    while (size > 0 && strchr("0123456789.-", name[size - 1]) != NULL)
        size--;
    if (row != NULL || size < 2 || name[size] == '\0')
        return row;
    return cordon_program_find(cordon_arena_strndup(judge->arena, name, size), is_windows);
}

/* A word that would be refused as a command of its own.  is_last: nothing stands behind it, and then only the name of a
 * shell means a command for certain. */
static gboolean is_denied_program(CordonJudge *judge, const char *word, gboolean is_last)
{
    const char *name = base_name(word);
    const CordonProgram *row;

    if (cordon_judge_is_windows(judge))
        name = base_name(windows_name(judge->arena, word));
    row = find_program(judge, name);
    if (row == NULL || row->rule == CORDON_RULE_ENDLESS ||
        (is_last && row->rule != CORDON_RULE_SHELL))
        return FALSE;
    return cordon_rule_verdict(row->rule) == CORDON_VERDICT_DENY;
}

/* A program that nobody knows may start what it is given. */
static void judge_unlisted(CordonJudge *judge, CordonCall *call)
{
    const CordonArg *words = call->args + call->first;
    guint count = call->count - call->first;
    CordonSorted sorted;

    for (guint i = 0; i < count && call->row == NULL; i++) {
        const char *text = cordon_arg_text(&words[i]);
        /* "x completion bash" writes what the shell completes. */
        if (i > 0 && (cordon_arg_is(&words[i - 1], "completion") ||
                      cordon_arg_is(&words[i - 1], "completions") ||
                      cordon_arg_is(&words[i - 1], "--shell")))
            continue;
        if (text != NULL && is_denied_program(judge, text, i + 1 == count)) {
            cordon_judge_command(judge, call, words + i, count - i);
            break;
        }
    }
    cordon_options_sort(judge->arena, words, count, "--watch,--watchAll!endless", 0, &sorted);
    judge_options(judge, call, &sorted);
    for (guint i = 0; i < sorted.operand_count; i++)
        cordon_judge_value(judge, call, &sorted.operands[i], 'm');
}

/* Walks from "git" to "git push": the row with the most words.  FALSE: refused on the way. */
static gboolean find_row(CordonJudge *judge, CordonCall *call)
{
    const guint group = CORDON_PROGRAM_GROUP | CORDON_PROGRAM_STRICT_GROUP;
    gboolean is_windows = cordon_judge_is_windows(judge);

    call->row = find_program(judge, call->name);
    while (call->row != NULL && (call->row->flags & group) != 0) {
        const CordonProgram *row = call->row;
        CordonSorted sorted;
        cordon_options_sort(judge->arena, call->args + call->first, call->count - call->first,
                            row->options, row->flags | CORDON_PROGRAM_OPTIONS_FIRST, &sorted);
        judge_options(judge, call, &sorted);
        guint at = call->first + sorted.rest;
        if (at >= call->count) {
            call->first = call->count;
            return TRUE;
        }
        const char *word = cordon_arg_text(&call->args[at]);
        if (word == NULL) {
            cordon_judge_unknown(judge, call, &call->args[at], "the name of a subcommand");
            return FALSE;
        }
        const char *full = cordon_arena_concat(judge->arena, call->full_name, " ", word, NULL);
        const CordonProgram *found = cordon_program_find(full, is_windows);
        call->full_name = full;
        call->first = at + 1;
        if (found == NULL && (row->flags & CORDON_PROGRAM_STRICT_GROUP) != 0) {
            cordon_judge_find(judge, call, CORDON_RULE_UNREADABLE, NULL,
                              "`%s` is no subcommand that is known.", full);
            return FALSE;
        }
        if (found == NULL) {
            /* No subcommand but a file: "dotnet /a/b.dll". */
            if (strpbrk(word, "/\\") != NULL)
                cordon_judge_value(judge, call, &call->args[at], 'm');
            return TRUE;
        }
        call->row = found;
    }
    return TRUE;
}

/* "git --version", "bash --help": only says what it is. */
static gboolean asks_about_itself(const CordonCall *call)
{
    static const char *const always[] = {"--version", "--help", NULL};
    static const char *const mostly[] = {"-V",    "-v",      "-h",   "-version",
                                         "-help", "version", "help", NULL};
    const char *word = call->count == 2 ? cordon_arg_text(&call->args[1]) : NULL;

    if (word == NULL)
        return FALSE;
    if (g_strv_contains(always, word))
        return TRUE;
    return call->row != NULL && call->row->rule == CORDON_RULE_NONE &&
           (call->row->flags & CORDON_PROGRAM_ENDLESS_BARE) != 0 && g_strv_contains(mostly, word);
}

/* "sh -c TEXT" in a script is no fault, but what the text says may be. */
static void look_into_shell(CordonJudge *judge, const CordonCall *call)
{
    for (guint i = 1; i + 1 < call->count; i++) {
        const char *option = cordon_arg_text(&call->args[i]);
        const char *text = cordon_arg_text(&call->args[i + 1]);
        if (option != NULL && option[0] == '-' && g_str_has_suffix(option, "c") && text != NULL) {
            cordon_judge_line(judge, call, text);
            return;
        }
    }
}

static void judge_program(CordonJudge *judge, CordonCall *call)
{
    if (asks_about_itself(call))
        return;
    if (!find_row(judge, call))
        return;
    const CordonProgram *row = call->row;
    if (row == NULL) {
        judge_unlisted(judge, call);
        return;
    }
    if (asks_about_itself(call))
        return;
    if (judge->is_script && row->rule == CORDON_RULE_SHELL)
        look_into_shell(judge, call);
    if ((row->flags & CORDON_PROGRAM_LONG_TIME) != 0)
        cordon_judge_takes_long(judge);
    /* A handler that looks at the words itself knows when the rule does not apply. */
    gboolean is_ended = (row->flags & CORDON_PROGRAM_ENDS_WITH_PIPE) != 0 && call->output_is_pipe;
    if (row->rule != CORDON_RULE_NONE && (row->flags & CORDON_PROGRAM_HANDLER_ONLY) == 0 &&
        !is_ended)
        cordon_judge_find(judge, call, row->rule, row->hint, NULL);
    gboolean is_group = (row->flags & (CORDON_PROGRAM_GROUP | CORDON_PROGRAM_STRICT_GROUP)) != 0;
    if (is_group)
        judge_unlisted(judge, call);
    else if ((row->flags & CORDON_PROGRAM_HANDLER_ONLY) == 0)
        judge_by_row(judge, call);
    if (row->handler != NULL)
        row->handler(judge, call);
    if (is_ended && row->rule == CORDON_RULE_ENDLESS && !call->is_bounded)
        judge->endless_outputs++;
    cordon_judge_endless_data(judge, call);
}

/* A file that is named as the command: it has to be one of the project, and what it does is the project's matter. */
static void judge_project_program(CordonJudge *judge, CordonCall *call)
{
    call->name = base_name(call->args[0].text);
    call->full_name = call->args[0].text;
    cordon_judge_path(judge, call, &call->args[0], CORDON_PATH_READ);
    judge_unlisted(judge, call);
}

static gboolean is_within_limits(CordonJudge *judge, const CordonCall *call)
{
    if (++judge->calls <= CORDON_JUDGE_MAX_CALLS && call->depth <= CORDON_JUDGE_MAX_DEPTH)
        return TRUE;
    cordon_judge_find(judge, call, CORDON_RULE_UNREADABLE, "Run it in several smaller commands.",
                      "There are too many commands in the line, or too many in one another.");
    judge->is_over = TRUE;
    return FALSE;
}

CordonOutcome cordon_judge_call(CordonJudge *judge, CordonCall *call)
{
    CordonOutcome outcome = {.success = call->scope, .failure = call->scope};
    const CordonScope *scope = call->scope;
    const char *word = cordon_arg_text(&call->args[0]);

    call->is_inside_container = call->is_inside_container || judge->is_inside_container;
    call->is_bounded = call->is_bounded || judge->is_bounded;

    call->name = call->full_name = word != NULL ? word : "";
    call->first = 1;
    if (judge->is_over || !is_within_limits(judge, call))
        return outcome;
    /* "!!" runs something of the history where there is one. */
    if (word == NULL || word[0] == '\0' || word[0] == '!') {
        cordon_judge_unknown(judge, call, &call->args[0], "the name of a program");
        return outcome;
    }
    if (!is_spelled_plainly(judge, call) || !cordon_windows_may_start(judge, call))
        return outcome;
    const char *name = cordon_judge_program_name(judge, call, word);
    if (name == NULL) {
        judge_project_program(judge, call);
    } else {
        gboolean may_be_builtin =
            cordon_judge_is_windows(judge) ? strcmp(name, "cd") == 0 : name == word;
        call->name = call->full_name = name;
        /* One that a project brings along has to be the project's. */
        if (is_brought_along(judge, word))
            cordon_judge_path(judge, call, &call->args[0], CORDON_PATH_READ);
        if (!may_be_builtin || !cordon_judge_builtin(judge, call, &outcome))
            judge_program(judge, call);
    }
    if (judge->on_call != NULL)
        judge->on_call(call, judge->user_data);
    outcome.listed = cordon_call_listing(judge, call);
    call->scope = scope;
    return outcome;
}

gboolean cordon_call_sets(const CordonCall *call, const char *name)
{
    for (const CordonNames *set = call->variables; set != NULL; set = set->next) {
        if (strcmp(set->name, name) == 0)
            return TRUE;
    }
    return FALSE;
}

void cordon_call_set(CordonJudge *judge, CordonCall *call, const char *name)
{
    CordonNames *set = CORDON_ARENA_NEW(judge->arena, CordonNames);

    *set = (CordonNames){.name = name, .next = call->variables};
    call->variables = set;
}

void cordon_judge_command_in(CordonJudge *judge, const CordonCall *call, const CordonScope *scope,
                             const CordonArg *args, guint count)
{
    CordonCall inner = {
        .args = args,
        .count = count,
        .scope = scope != NULL ? scope : call->scope,
        .depth = call->depth + 1,
        .input = call->input,
        .input_text = call->input_text,
        .listed = call->listed,
        .output_is_pipe = call->output_is_pipe,
        .is_inside_container = call->is_inside_container,
        .is_script = call->is_script,
        .is_bounded = call->is_bounded,
        .variables = call->variables,
    };

    if (count > 0)
        cordon_judge_call(judge, &inner);
}

void cordon_judge_command(CordonJudge *judge, const CordonCall *call, const CordonArg *args,
                          guint count)
{
    cordon_judge_command_in(judge, call, NULL, args, count);
}

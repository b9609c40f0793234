/* SPDX-License-Identifier: MIT */
/* Words of cmd.exe and PowerShell.  The two share names (dir, del, copy, ...), so a row reads the words of both: a switch
 * with a slash only where it is listed, since to PowerShell "/x" is a path.  Sources: the help of the commands
 * (cmd /?), about_Wildcards and about_Providers of PowerShell 7.4. */
#include <fnmatch.h>
#include <string.h>

#include "filter/options.h"
#include "filter/programs/handlers.h"
#include "filter/programs/windows.h"

gboolean cordon_windows_is(const char *text, const char *name)
{
    return text != NULL && g_ascii_strcasecmp(text, name) == 0;
}

/* --- switches ----------------------------------------------------------------------------------- */

typedef struct {
    CordonJudge *judge;
    const char *options; /* of the row */
    gboolean folds;
    CordonArgList list;
} Words;

static gboolean same(const Words *words, const char *a, const char *b, gsize size)
{
    return words->folds ? g_ascii_strncasecmp(a, b, size) == 0 : strncmp(a, b, size) == 0;
}

/* Walks through the names of an item; *size: of the name before, and of this one. */
static const char *next_name(const CordonOptionSpec *spec, const char *name, gsize *size)
{
    const char *end = spec->names + spec->names_size;

    name = name == NULL ? spec->names : name + *size + 1;
    if (name >= end)
        return NULL;
    const char *comma = memchr(name, ',', (gsize)(end - name));
    *size = (gsize)((comma != NULL ? comma : end) - name);
    return name;
}

static gboolean find_listed(const Words *words, const char *text, gsize size, CordonOptionSpec *ret)
{
    const char *cursor = words->options;
    gsize length = 0;

    while (cordon_option_spec_next(&cursor, ret)) {
        for (const char *name = next_name(ret, NULL, &length); name != NULL;
             name = next_name(ret, name, &length)) {
            if (length == size && same(words, name, text, size))
                return TRUE;
        }
    }
    return FALSE;
}

static gboolean is_listed(const Words *words, const char *text, gsize size)
{
    CordonOptionSpec spec;

    return find_listed(words, text, size, &spec);
}

gboolean cordon_windows_has_parameter(const char *options, const char *text,
                                      gboolean *ret_takes_value)
{
    Words words = {.options = options, .folds = TRUE};
    CordonOptionSpec spec;

    if (!find_listed(&words, text, strcspn(text, ":"), &spec))
        return FALSE;
    *ret_takes_value = spec.value == CORDON_OPTION_VALUE;
    return TRUE;
}

/* The size of the longest name that takes a value and with which the text begins; 0: none. */
static gsize glued_name(const Words *words, const char *text)
{
    const char *cursor = words->options;
    CordonOptionSpec spec;
    gsize length = 0;
    gsize best = 0;

    while (cordon_option_spec_next(&cursor, &spec)) {
        if (spec.value == CORDON_OPTION_FLAG)
            continue;
        for (const char *name = next_name(&spec, NULL, &length); name != NULL;
             name = next_name(&spec, name, &length)) {
            if (length > best && strlen(text) > length && same(words, name, text, length))
                best = length;
        }
    }
    return best;
}

/* "/sni": each letter is a switch of its own. */
static gboolean is_cluster(const Words *words, const char *text, gsize size)
{
    for (gsize i = 1; i < size; i++) {
        const char letter[] = {'/', text[i], '\0'};
        if (!is_listed(words, letter, 2))
            return FALSE;
    }
    return size > 2;
}

static void add_text(Words *words, const CordonArg *arg, const char *begin, const char *end)
{
    CordonArg made = *arg;

    made.text = cordon_arena_concat(cordon_judge_arena(words->judge), begin, end, NULL);
    cordon_arg_list_add(words->judge, &words->list, made);
}

static void add_cluster(Words *words, const CordonArg *arg, gsize size)
{
    for (gsize i = 1; i < size; i++) {
        const char letter[] = {'/', arg->text[i], '\0'};
        add_text(words, arg, letter, i + 1 == size ? arg->text + size : "");
    }
}

static void add_word(Words *words, const CordonArg *arg)
{
    CordonArena *arena = cordon_judge_arena(words->judge);
    const char *text = arg->text;
    gsize size = strcspn(text, "=:");
    gboolean is_known = arg->type == CORDON_ARG_CONSTANT || arg->type == CORDON_ARG_PATTERN;

    if (!is_known || text[0] != '/' || text[1] == '\0' || is_listed(words, text, size)) {
        cordon_arg_list_add(words->judge, &words->list, *arg);
        return;
    }
    if (strcmp(text, "/?") == 0)
        return;
    gsize piece = 1 + strcspn(text + 1, "/=:");
    gsize glued = glued_name(words, text);
    if (text[piece] == '/' && is_listed(words, text, piece)) {
        CordonArg rest = cordon_arg_skip(arg, piece);
        add_text(words, arg, cordon_arena_strndup(arena, text, piece), "");
        add_word(words, &rest);
    } else if (glued > 0) {
        const char *name = cordon_arena_strndup(arena, text, glued);
        add_text(words, arg, cordon_arena_concat(arena, name, ":", NULL), text + glued);
    } else if (is_cluster(words, text, size)) {
        add_cluster(words, arg, size);
    } else {
        /* A pattern has its backslashes doubled. */
        add_text(words, arg, arg->type == CORDON_ARG_PATTERN ? "\\\\" : "\\", text + 1);
    }
}

const CordonArg *cordon_windows_words(CordonJudge *judge, const CordonCall *call, guint *ret_count)
{
    guint first = MIN(call->first, call->count);
    Words words = {
        .judge = judge,
        .options = call->row->options,
        .folds = (call->row->flags & CORDON_PROGRAM_CASE_FOLDED) != 0,
    };

    *ret_count = call->count - first;
    if ((call->row->flags & CORDON_PROGRAM_SLASH_OPTIONS) == 0)
        return call->args + first;
    for (guint i = first; i < call->count; i++)
        add_word(&words, &call->args[i]);
    *ret_count = words.list.count;
    return words.list.args;
}

CordonParsed cordon_windows_parse(CordonJudge *judge, const CordonCall *call)
{
    CordonCall made = *call;

    made.args = cordon_windows_words(judge, call, &made.count);
    made.first = 0;
    return cordon_call_parse(judge, &made, call->row->options, call->row->flags);
}

/* --- paths -------------------------------------------------------------------------------------- */

/* Drives of PowerShell whose content belongs to the shell itself. */
static gboolean is_shell_drive(const char *name, gsize size)
{
    static const char *const names[] = {"alias", "env", "environment", "function", "variable"};

    for (gsize i = 0; i < G_N_ELEMENTS(names); i++) {
        if (strlen(names[i]) == size && g_ascii_strncasecmp(name, names[i], size) == 0)
            return TRUE;
    }
    return FALSE;
}

/* Behind "FileSystem::", which names what is meant anyway. */
static const char *without_provider(const char *text)
{
    static const char *const names[] = {"FileSystem::", "Microsoft.PowerShell.Core\\FileSystem::",
                                        "Microsoft.PowerShell.Core/FileSystem::"};

    for (gsize i = 0; i < G_N_ELEMENTS(names); i++) {
        if (g_ascii_strncasecmp(text, names[i], strlen(names[i])) == 0)
            return text + strlen(names[i]);
    }
    return text;
}

static void refuse_drive(CordonJudge *judge, const CordonCall *call, const char *text, gsize size,
                         char kind)
{
    CordonRule rule = CORDON_RULE_OUTSIDE_PROJECT;

    if (is_shell_drive(text, size))
        rule = kind == 'w' || kind == 'x' ? CORDON_RULE_SHELL : CORDON_RULE_SECRET;
    cordon_judge_find(judge, call, rule, "Use a path of the project.",
                      "%s is no file: it is on the drive %.*s:.", text, (int)size, text);
}

/* "env:PATH", "HKLM:\x", "Registry::x": FALSE for "C:\x" and for the stream of a file in a folder. */
static gboolean has_drive_of_shell(const char *text, gsize *ret_size)
{
    gsize size = strcspn(text, ":/");
    gboolean is_path = memchr(text, '\\', size) != NULL;

    *ret_size = size;
    return text[size] == ':' && size > 1 && (!is_path || text[size + 1] == ':');
}

/* What a secret name is to older programs: up to six characters without the dot at the begin, '~', a number, and three
 * characters of the extension: "ENV~1" is ".env".  Other names of that form are revisions: HEAD~1. */
static gboolean is_short_secret(const char *name, gsize size)
{
    static const char *const stems[] = {"aws",    "azure",  "creden", "docker", "env",
                                        "git-cr", "gnupg",  "htpass", "id_ecd", "id_ed2",
                                        "kube",   "kubeco", "netrc",  "pgpass", "pypirc",
                                        "secret", "servic", "ssh",    "vault-"};
    static const char *const ends[] = {".kdb", ".tfs", ".tfv", ".var"};
    const char *tilde = memchr(name, '~', size);
    gsize digits = tilde != NULL ? strspn(tilde + 1, G_CSET_DIGITS) : 0;

    if (digits == 0 || tilde + 1 + digits > name + size)
        return FALSE;
    const char *end = tilde + 1 + digits;
    for (gsize i = 0; i < G_N_ELEMENTS(ends); i++) {
        if (end + 4 == name + size && g_ascii_strncasecmp(end, ends[i], 4) == 0)
            return TRUE;
    }
    for (gsize i = 0; i < G_N_ELEMENTS(stems); i++) {
        gsize length = strlen(stems[i]);
        if (name + length == tilde && g_ascii_strncasecmp(name, stems[i], length) == 0)
            return TRUE;
    }
    return FALSE;
}

static gboolean has_short_name(const char *path)
{
    while (*path != '\0') {
        gsize size = strcspn(path, "/\\:");
        if (is_short_secret(path, size))
            return TRUE;
        path += size;
        path += strspn(path, "/\\:");
    }
    return FALSE;
}

/* What a pattern matches besides what it would in a shell of Unix: '*' and '?' match a dot at the begin.  "*" and "*.*"
 * match such names, too, and do not mean them, and so does "*pass*". */
static gboolean means_hidden_secret(const char *component)
{
    static const char *const names[] = {".env",    ".netrc",    "_netrc",   ".pgpass",
                                        ".pypirc", ".htpasswd", ".dev.vars"};
    gsize count = g_str_has_suffix(component, "*") ? 1 : G_N_ELEMENTS(names);
    guint letters = 0;

    if (strpbrk(component, "*?[") == NULL)
        return FALSE;
    for (const char *c = component; *c != '\0'; c++) {
        if (g_ascii_isalnum(*c))
            letters++;
    }
    for (gsize i = 0; letters > 1 && i < count; i++) {
        if (fnmatch(component, names[i], FNM_NOESCAPE) == 0)
            return TRUE;
    }
    return FALSE;
}

static gboolean pattern_means_secret(CordonArena *arena, const char *pattern)
{
    while (*pattern != '\0') {
        gsize size = strcspn(pattern, "/");
        if (means_hidden_secret(cordon_arena_strndup(arena, pattern, size)))
            return TRUE;
        pattern += size;
        pattern += strspn(pattern, "/");
    }
    return FALSE;
}

/* One pattern, in lower case and with '/' between: where quotes stood makes no difference. */
static const char *plain_pattern(CordonArena *arena, const CordonArg *arg, const char *text)
{
    char *made = cordon_arena_strdup(arena, text);
    char *end = made;

    for (; *text != '\0'; text++) {
        gboolean is_escape = arg->type == CORDON_ARG_PATTERN && text[0] == '\\' &&
                             text[1] != '\0' && strchr("\\*?[]", text[1]) != NULL;
        if (is_escape)
            text++;
        *end++ = *text == '\\' ? '/' : g_ascii_tolower(*text);
    }
    *end = '\0';
    return made;
}

gboolean cordon_windows_plain_path(CordonJudge *judge, const CordonCall *call, CordonArg *path)
{
    CordonArena *arena = cordon_judge_arena(judge);

    if (path->type != CORDON_ARG_CONSTANT && path->type != CORDON_ARG_PATTERN)
        return TRUE;
    if (has_short_name(path->text)) {
        cordon_judge_find(judge, call, CORDON_RULE_SECRET, "Write the long name.",
                          "%s may be the short name of a file that looks like a secret.",
                          path->text);
        return FALSE;
    }
    if (path->type != CORDON_ARG_PATTERN && strpbrk(path->text, "*?[") == NULL)
        return TRUE;
    path->text = plain_pattern(arena, path, path->text);
    path->type = CORDON_ARG_PATTERN;
    if (pattern_means_secret(arena, path->text))
        cordon_judge_find(judge, call, CORDON_RULE_SECRET, NULL,
                          "%s may match a file that looks like a secret.", path->text);
    return TRUE;
}

/* FALSE: it was refused. */
static gboolean read_path(CordonJudge *judge, const CordonCall *call, CordonArg *path, char kind)
{
    const char *text = without_provider(path->text);
    gsize size = 0;

    path->text = text;
    if (kind == 'm' || !has_drive_of_shell(text, &size))
        return TRUE;
    if (size != 3 || g_ascii_strncasecmp(text, "nul", size) != 0)
        refuse_drive(judge, call, text, size, kind);
    return FALSE;
}

static gboolean is_address(const char *text)
{
    return strstr(text, "://") != NULL;
}

/* "OutDir=C:\x", "OutDir=..\x" */
static void judge_setting(CordonJudge *judge, const CordonCall *call, const CordonArg *arg)
{
    for (const char *at = strchr(arg->text, '='); at != NULL; at = strchr(at + 1, '=')) {
        CordonArg value = cordon_arg_skip(arg, (gsize)(at - arg->text) + 1);
        gboolean has_drive = g_ascii_isalpha(value.text[0]) && value.text[1] == ':';
        if (has_drive || strchr(value.text, '\\') != NULL)
            cordon_windows_judge_value(judge, call, &value, 'r');
    }
}

void cordon_windows_judge_value(CordonJudge *judge, const CordonCall *call, const CordonArg *arg,
                                char kind)
{
    CordonArg path = *arg;
    gboolean is_text = arg->type == CORDON_ARG_CONSTANT || arg->type == CORDON_ARG_PATTERN;

    if (!is_text || strchr("rywxdam", kind) == NULL || (kind == 'm' && is_address(arg->text)) ||
        read_path(judge, call, &path, kind))
        cordon_judge_value(judge, call, &path, kind);
    if (is_text && kind == 'm' && !is_address(arg->text))
        judge_setting(judge, call, arg);
}

/* --- the folder, and batch files ----------------------------------------------------------------- */

gboolean cordon_windows_is_cd_option(const CordonArg *arg)
{
    static const char *const names[] = {"/d",      "--",  "-Path",    "-LiteralPath",
                                        "-PSPath", "-LP", "-PassThru"};
    const char *text = cordon_arg_text(arg);

    for (gsize i = 0; i < G_N_ELEMENTS(names); i++) {
        if (cordon_windows_is(text, names[i]))
            return TRUE;
    }
    return FALSE;
}

gboolean cordon_windows_is_folder(const CordonArg *arg)
{
    const char *text = cordon_arg_text(arg);
    gsize size = 0;

    /* "+" goes forward in PowerShell's list of folders. */
    return text != NULL && strcmp(text, "+") != 0 && strpbrk(text, "*?[") == NULL &&
           !has_drive_of_shell(text, &size) && !has_short_name(text);
}

/* cmd.exe runs batch files, and reads their words again by other rules than programs do
 * (https://nvd.nist.gov/vuln/detail/CVE-2024-24576). */
gboolean cordon_windows_may_start(CordonJudge *judge, const CordonCall *call)
{
    const char *word = call->args[0].text;
    gsize size = strlen(word);

    if (!cordon_judge_is_windows(judge) || size < 5 ||
        (!cordon_windows_is(word + size - 4, ".cmd") &&
         !cordon_windows_is(word + size - 4, ".bat")))
        return TRUE;
    for (guint i = 1; i < call->count; i++) {
        if (strpbrk(call->args[i].text, "\"%!^&|<>\r\n") == NULL)
            continue;
        cordon_judge_find(judge, call, CORDON_RULE_UNREADABLE,
                          "Leave \" % ! ^ & | < > out of the words for a batch file.",
                          "`%s` is a batch file, and cmd.exe would read `%s` again.", word,
                          call->args[i].text);
        return FALSE;
    }
    return TRUE;
}

/* --- rules -------------------------------------------------------------------------------------- */

void cordon_windows_note(CordonJudge *judge, const CordonCall *call, CordonRule rule)
{
    const CordonProgram *row = call->row;

    if (row->reason != NULL)
        cordon_judge_find(judge, call, rule, row->hint, "`%s` %s.", call->full_name, row->reason);
    else
        cordon_judge_find(judge, call, rule, row->hint, NULL);
}

void cordon_handle_windows_endless(CordonJudge *judge, const CordonCall *call)
{
    cordon_windows_note(judge, call, CORDON_RULE_ENDLESS);
}

void cordon_handle_windows_kill(CordonJudge *judge, const CordonCall *call)
{
    cordon_windows_note(judge, call, CORDON_RULE_KILL);
}

void cordon_handle_windows_outside(CordonJudge *judge, const CordonCall *call)
{
    cordon_windows_note(judge, call, CORDON_RULE_OUTSIDE_PROJECT);
}

void cordon_handle_windows_permissions(CordonJudge *judge, const CordonCall *call)
{
    cordon_windows_note(judge, call, CORDON_RULE_PERMISSIONS);
}

void cordon_handle_windows_publish(CordonJudge *judge, const CordonCall *call)
{
    cordon_windows_note(judge, call, CORDON_RULE_PUBLISH);
}

void cordon_handle_windows_remote(CordonJudge *judge, const CordonCall *call)
{
    cordon_windows_note(judge, call, CORDON_RULE_REMOTE);
}

void cordon_handle_windows_secret(CordonJudge *judge, const CordonCall *call)
{
    cordon_windows_note(judge, call, CORDON_RULE_SECRET);
}

void cordon_handle_windows_shell(CordonJudge *judge, const CordonCall *call)
{
    cordon_windows_note(judge, call, CORDON_RULE_SHELL);
}

void cordon_handle_windows_unreadable(CordonJudge *judge, const CordonCall *call)
{
    cordon_windows_note(judge, call, CORDON_RULE_UNREADABLE);
}

void cordon_handle_windows_web(CordonJudge *judge, const CordonCall *call)
{
    cordon_windows_note(judge, call, CORDON_RULE_WEB);
}

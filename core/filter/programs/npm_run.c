/* SPDX-License-Identifier: MIT */
/* What a script of package.json will do: its text is judged with the words that it gets, and its name says something, too.
 *
 * Scripts call each other ("npm run a && npm run b").  Each such call comes back here by way of its own row, so that
 * the depth of calls bounds the walk. */
#include "filter/programs/npm_run.h"

#include <string.h>

#include "filter/programs/handlers.h"
#include "filter/programs/interpreter.h"
#include "filter/programs/script_name.h"

/* Eight scripts in one another, and what starts them. */
#define MAX_DEPTH 20u
/* What all the scripts of one line may cost. */
#define MAX_BYTES (32u * 1024 * 1024)

static const char ENDLESS_HINT[] =
    "It runs for ever and belongs in a terminal; build or test once instead.";

/* --- which packages --- */

static void add_package(CordonPackages *packages, const CordonPackage *package)
{
    for (guint i = 0; i < packages->count; i++) {
        if (strcmp(packages->packages[i]->folder, package->folder) == 0)
            return;
    }
    packages->packages[packages->count++] = package;
}

CordonPackages cordon_packages_here(const CordonJudge *judge, const CordonCall *call,
                                    const char *file)
{
    CordonArena *arena = cordon_judge_arena(judge);
    CordonPackages packages = {0};
    guint count = 0;
    const char *const *folders = cordon_scope_folders(call->scope, &count);

    packages.packages = CORDON_ARENA_ARRAY(arena, const CordonPackage *, count + 1);
    for (guint i = 0; i < count; i++) {
        const CordonPackage *package = cordon_package_find(judge, folders[i], file);
        if (package != NULL)
            add_package(&packages, package);
    }
    return packages;
}

/* Calls add for each member of the monorepos that the call may mean. */
static CordonPackages select_members(const CordonJudge *judge, const CordonCall *call,
                                     const char *name)
{
    CordonArena *arena = cordon_judge_arena(judge);
    CordonPackages roots = cordon_packages_here(judge, call, "package.json");
    CordonPackages packages = {.any_member = TRUE};
    guint size = roots.count * (CORDON_PACKAGE_MAX_MEMBERS + 1) + 1;

    packages.packages = CORDON_ARENA_ARRAY(arena, const CordonPackage *, size);
    for (guint i = 0; i < roots.count; i++) {
        guint count = 0;
        const CordonPackage *const *members =
            cordon_package_members(judge, roots.packages[i], &count);
        if (name == NULL)
            add_package(&packages, roots.packages[i]);
        for (guint j = 0; j < count; j++) {
            const char *last = strrchr(members[j]->folder, '/');
            const char *slash = members[j]->name != NULL ? strrchr(members[j]->name, '/') : NULL;
            gboolean is_meant = name == NULL || g_strcmp0(members[j]->name, name) == 0 ||
                                (slash != NULL && strcmp(slash + 1, name) == 0) ||
                                (last != NULL && g_str_has_suffix(name, last)) ||
                                (last != NULL && strcmp(last + 1, name) == 0);
            if (is_meant)
                add_package(&packages, members[j]);
        }
    }
    return packages;
}

CordonPackages cordon_packages_all(const CordonJudge *judge, const CordonCall *call)
{
    return select_members(judge, call, NULL);
}

CordonPackages cordon_packages_named(const CordonJudge *judge, const CordonCall *call,
                                     const char *name)
{
    /* Filters of pnpm and turbo say more than a name: then any member may be meant. */
    gboolean is_plain = strpbrk(name, "*!{[^") == NULL && strstr(name, "...") == NULL;

    return select_members(judge, call, is_plain ? name : NULL);
}

const CordonScope *cordon_packages_enter(CordonJudge *judge, const CordonCall *call,
                                         const CordonPackage *package)
{
    guint count = 0;
    const char *const *folders = cordon_scope_folders(call->scope, &count);
    CordonArg folder = cordon_arg_constant(package->folder);

    /* Scripts of a folder above run there without the line saying so: that is not its fault. */
    gsize length = strlen(package->folder);
    for (guint i = 0; i < count; i++) {
        gboolean is_above = strncmp(folders[i], package->folder, length) == 0;
        if (is_above && (folders[i][length] == '/' || folders[i][length] == '\0'))
            return call->scope;
    }
    return cordon_judge_enter(judge, call, &folder);
}

/* --- what it gets --- */

static gboolean is_plain_word(const char *text)
{
    for (; *text != '\0'; text++) {
        if (!g_ascii_isalnum(*text) && strchr("-_./:=@%+,", *text) == NULL)
            return FALSE;
    }
    return TRUE;
}

static void append_word(GString *line, const char *text)
{
    g_string_append_c(line, ' ');
    if (text[0] != '\0' && is_plain_word(text)) {
        g_string_append(line, text);
        return;
    }
    g_string_append_c(line, '\'');
    for (; *text != '\0'; text++)
        g_string_append(line, *text == '\'' ? "'\\''" : (char[]){*text, '\0'});
    g_string_append_c(line, '\'');
}

/* The script's text with the words behind it, as the managers put them together. */
static const char *with_extra(CordonArena *arena, const char *text, const CordonScriptRun *run)
{
    g_autoptr(GString) line = g_string_new(text);

    if (run->extra_count == 0)
        return text;
    for (guint i = 0; i < run->extra_count; i++) {
        const char *word = cordon_arg_text(&run->extra[i]);
        if (word != NULL && !(i == 0 && strcmp(word, "--") == 0))
            append_word(line, word);
    }
    return cordon_arena_strdup(arena, line->str);
}

static gboolean is_number(const CordonArg *arg)
{
    const char *text = cordon_arg_text(arg);

    return text != NULL && text[0] != '\0' && text[strspn(text, "0123456789%")] == '\0';
}

/* "--watch", "--watchAll=true": a mode of many tools that never ends. */
static gboolean is_watch_option(const char *text)
{
    static const char *const names[] = {"--watch",       "--watchAll", "--watch-all",
                                        "--inspect-brk", "--ui",       "--serve"};

    for (gsize i = 0; i < G_N_ELEMENTS(names); i++) {
        gsize length = strlen(names[i]);
        if (strncmp(text, names[i], length) != 0)
            continue;
        if (text[length] == '\0' || (text[length] == '=' && strcmp(text + length, "=false") != 0))
            return TRUE;
    }
    return FALSE;
}

static gboolean is_false(const CordonArg *arg)
{
    return cordon_arg_is(arg, "false") || cordon_arg_is(arg, "0");
}

static gboolean gets_watch_option(const CordonScriptRun *run, gboolean knows_text)
{
    for (guint i = 0; i < run->extra_count; i++) {
        const CordonArg *next = i + 1 < run->extra_count ? &run->extra[i + 1] : NULL;
        const char *text = run->extra[i].text;
        if (is_watch_option(text) && (next == NULL || !is_false(next)))
            return TRUE;
        /* -w is "watch" to most, and a number of workers to some. */
        if (!knows_text && strcmp(text, "-w") == 0 && (next == NULL || !is_number(next)))
            return TRUE;
    }
    return FALSE;
}

/* --- the texts --- */

static void find_endless(CordonJudge *judge, const CordonCall *call, const char *name)
{
    cordon_judge_find(judge, call, CORDON_RULE_ENDLESS, ENDLESS_HINT,
                      "The script \"%s\" never ends.", name);
}

static gboolean is_too_deep(CordonJudge *judge, const CordonCall *call)
{
    if (call->depth <= MAX_DEPTH && cordon_arena_used(cordon_judge_arena(judge)) <= MAX_BYTES)
        return FALSE;
    cordon_judge_find(judge, call, CORDON_RULE_ENDLESS, "Start the program itself.",
                      "The scripts of package.json call each other without end.");
    return TRUE;
}

/* The composer's way to name what a script does: "@php x", "@composer y", "@other", "Class::method". */
static const char *plain_text(CordonArena *arena, const char *text)
{
    g_autoptr(GString) line = g_string_new(NULL);

    if (strchr(text, '@') == NULL)
        return text;
    for (; *text != '\0'; text++) {
        gboolean at_begin = line->len == 0 || line->str[line->len - 1] == '\n';
        if (!at_begin || *text != '@')
            g_string_append_c(line, *text);
        else if (!g_str_has_prefix(text, "@php ") && !g_str_has_prefix(text, "@composer ") &&
                 !g_str_has_prefix(text, "@putenv "))
            g_string_append(line, "composer run-script ");
    }
    return cordon_arena_strdup(arena, line->str);
}

static void judge_text(CordonJudge *judge, const CordonCall *call, const CordonPackage *package,
                       const char *name, const char *text)
{
    CordonCall inner = *call;
    const CordonScope *scope = cordon_packages_enter(judge, call, package);

    if (scope == NULL)
        return;
    inner.scope = scope;
    cordon_judge_script(judge, &inner, plain_text(cordon_judge_arena(judge), text));
    if (cordon_script_class(name) == CORDON_SCRIPT_BY_TEXT && cordon_script_serves(text))
        find_endless(judge, call, name);
}

/* preX, X, postX.  FALSE: there is no X. */
static gboolean judge_in_package(CordonJudge *judge, const CordonCall *call,
                                 const CordonPackage *package, const CordonScriptRun *run)
{
    CordonArena *arena = cordon_judge_arena(judge);
    const char *text = cordon_package_script(package, run->name);
    const char *before =
        cordon_package_script(package, cordon_arena_concat(arena, "pre", run->name, NULL));
    const char *after =
        cordon_package_script(package, cordon_arena_concat(arena, "post", run->name, NULL));

    if (before != NULL && text != NULL)
        judge_text(judge, call, package, "", before);
    if (text != NULL)
        judge_text(judge, call, package, run->name, with_extra(arena, text, run));
    if (after != NULL && text != NULL)
        judge_text(judge, call, package, "", after);
    return text != NULL;
}

static void judge_name(CordonJudge *judge, const CordonCall *call, const char *name,
                       gboolean knows_text)
{
    CordonScriptClass class = cordon_script_class(name);

    if (class == CORDON_SCRIPT_ENDLESS || (class == CORDON_SCRIPT_BY_TEXT && !knows_text))
        find_endless(judge, call, name);
}

void cordon_judge_script_name(CordonJudge *judge, const CordonCall *call, const char *name)
{
    judge_name(judge, call, name, FALSE);
}

void cordon_judge_script_run(CordonJudge *judge, const CordonCall *call,
                             const CordonPackages *packages, const CordonScriptRun *run)
{
    gboolean knows_text = FALSE;

    if (is_too_deep(judge, call))
        return;
    for (guint i = 0; i < packages->count; i++) {
        if (!packages->packages[i]->is_readable)
            cordon_judge_find(judge, call, CORDON_RULE_UNREADABLE,
                              "Correct the file; each name may stand there once.",
                              "The scripts in %s cannot be read.", packages->packages[i]->folder);
        if (judge_in_package(judge, call, packages->packages[i], run))
            knows_text = TRUE;
    }
    judge_name(judge, call, run->name, knows_text);
    if (gets_watch_option(run, knows_text))
        cordon_judge_find(judge, call, CORDON_RULE_ENDLESS,
                          "Leave the option out: then it runs once.",
                          "`%s` is run in watch mode, which never ends.", call->full_name);
    if (!knows_text && run->or_program) {
        cordon_judge_unknown_server(judge, call, run->name, run->extra, run->extra_count);
        cordon_judge_as(judge, call, run->name, run->extra, run->extra_count);
    }
}

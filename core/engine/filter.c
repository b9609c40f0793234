/* SPDX-License-Identifier: MIT */
/* The command filter as hosts see it: settings from outside, and from a line to its judgement. */
#include "engine/filter.h"

#include <string.h>

#include "engine/home.h"
#include "engine/judgement.h"
#include "engine/world.h"
#include "filter/hosts.h"

#define TIME_LIMIT_S      120u
#define LONG_TIME_LIMIT_S 600u

CordonPlatform cordon_platform_own(void)
{
#if defined(G_OS_WIN32)
    return CORDON_PLATFORM_WINDOWS;
#elif defined(__APPLE__)
    return CORDON_PLATFORM_MACOS;
#else
    return CORDON_PLATFORM_LINUX;
#endif
}

/* --- settings ------------------------------------------------------------------------------- */

static gboolean is_windows(const CordonFilter *filter)
{
    return filter->settings.platform == CORDON_PLATFORM_WINDOWS;
}

/* Clean, with '/', and where it really is: what commands name is compared with that. */
static const char *real_folder(const CordonFilter *filter, const char *base, const char *path)
{
    const CordonWorld *world = filter->settings.world;
    const char *real = path;

    if (world != NULL && cordon_path_is_absolute(path, is_windows(filter)))
        real = world->real_path(world->user_data, filter->arena, path);
    return cordon_path_join(filter->arena, base, real, is_windows(filter));
}

static char *take_folder(const CordonFilter *filter, const char *path, const char *what,
                         GError **error)
{
    if (path != NULL && cordon_path_is_absolute(path, is_windows(filter)))
        return g_strdup(real_folder(filter, "/", path));
    g_set_error(error, CORDON_ERROR, CORDON_ERROR_INVALID,
                "Commands cannot be judged: the folder of %s is %s, which is not an absolute path.",
                what, path != NULL ? path : "not given");
    return NULL;
}

/* The one that commands get as HOME. */
static char *take_home(const CordonFilter *filter, const char *home, GError **error)
{
    g_autofree char *own = home == NULL ? cordon_home_find(g_getenv("HOME")) : NULL;

    if (home == NULL)
        home = own != NULL ? own : "/";
    return take_folder(filter, home, "the home", error);
}

static gboolean take_folders(CordonFilter *filter, const char *project, const char *loop,
                             const char *home, GError **error)
{
    filter->project = take_folder(filter, project, "the project", error);
    if (filter->project == NULL)
        return FALSE;
    filter->loop = take_folder(filter, loop, "the loop", error);
    if (filter->loop == NULL)
        return FALSE;
    filter->home = take_home(filter, home, error);
    if (filter->home == NULL)
        return FALSE;
    if (cordon_path_is_within(filter->loop, filter->project, is_windows(filter)))
        return TRUE;
    g_set_error(error, CORDON_ERROR, CORDON_ERROR_INVALID,
                "Commands cannot be judged: the loop's folder %s is not inside the project %s.",
                filter->loop, filter->project);
    return FALSE;
}

static void set_hosts(CordonFilter *filter)
{
    filter->settings.hosts = (const char *const *)filter->hosts->pdata;
}

CordonFilter *cordon_filter_new(CordonPlatform platform, const char *project, const char *loop,
                                const char *home, GError **error)
{
    g_autoptr(CordonFilter) filter = g_new0(CordonFilter, 1);

    filter->arena = cordon_arena_new();
    filter->hosts = g_ptr_array_new_with_free_func(g_free);
    g_ptr_array_add(filter->hosts, NULL);
    /* What $USER is in the command's own environment; the user database would cost more than a verdict. */
    filter->user = g_strdup(g_getenv("USER"));
    filter->wants_argv = TRUE;
    filter->settings.platform = platform;
    filter->settings.sandbox = TRUE;
    /* The disk of this machine has no paths of that one. */
    if ((platform == CORDON_PLATFORM_WINDOWS) == (cordon_platform_own() == CORDON_PLATFORM_WINDOWS))
        filter->settings.world = cordon_world_disk();
    if (!take_folders(filter, project, loop, home, error))
        return NULL;
    filter->settings.project = filter->project;
    filter->settings.loop = filter->loop;
    filter->settings.home = filter->home;
    filter->settings.user = filter->user;
    set_hosts(filter);
    return g_steal_pointer(&filter);
}

void cordon_filter_free(CordonFilter *filter)
{
    if (filter == NULL)
        return;
    g_free(filter->project);
    g_free(filter->loop);
    g_free(filter->home);
    g_free(filter->user);
    g_ptr_array_unref(filter->hosts);
    cordon_arena_free(filter->arena);
    g_free(filter);
}

void cordon_filter_set_sandbox(CordonFilter *filter, gboolean is_on)
{
    filter->settings.sandbox = is_on;
}

void cordon_filter_set_full_auto(CordonFilter *filter, gboolean is_on)
{
    filter->settings.full_auto = is_on;
}

void cordon_filter_set_wants_argv(CordonFilter *filter, gboolean is_on)
{
    filter->wants_argv = is_on;
}

gboolean cordon_filter_add_host(CordonFilter *filter, const char *host, GError **error)
{
    if (!cordon_host_is_acceptable(host)) {
        g_set_error(error, CORDON_ERROR, CORDON_ERROR_INVALID,
                    "The host %s cannot be added: it is a name such as git.example.org, or "
                    "*.example.org for all below it.",
                    host);
        return FALSE;
    }
    g_ptr_array_insert(filter->hosts, (gint)filter->hosts->len - 1, g_ascii_strdown(host, -1));
    set_hosts(filter);
    return TRUE;
}

/* --- judging -------------------------------------------------------------------------------- */

/* Of one command the longest name counts: "sudo ls" says more than "sudo". */
static gboolean covers(CordonKindItem *item, const char *kind, const CordonArg *args)
{
    if (strcmp(item->name, kind) == 0)
        return TRUE;
    if (args == NULL || item->args != args)
        return FALSE;
    if (g_str_has_prefix(kind, item->name))
        item->name = kind;
    return g_str_has_prefix(item->name, kind);
}

static void note_kind(CordonJudged *judged, const char *kind, const CordonArg *args)
{
    CordonKindItem **end = &judged->kinds;

    for (; *end != NULL; end = &(*end)->next) {
        if (covers(*end, kind, args))
            return;
    }
    *end = CORDON_ARENA_NEW(judged->filter->arena, CordonKindItem);
    (*end)->name = kind;
    (*end)->args = args;
}

static void note_finding(const CordonFinding *finding, gpointer user_data)
{
    CordonJudged *judged = user_data;

    /* What asks and has no name of its own is granted by its rule. */
    if (cordon_rule_verdict(finding->rule) == CORDON_VERDICT_ASK)
        note_kind(judged, finding->kind != NULL ? finding->kind : cordon_rule_name(finding->rule),
                  finding->call != NULL ? finding->call->args : NULL);
    if (finding->rule == CORDON_RULE_GIT_CHANGE)
        judged->changes_repository = TRUE;
    if (judged->on_finding != NULL)
        judged->on_finding(finding, judged->user_data);
}

/* What stands beside git in lines that commit something, and runs nothing that the agent wrote. */
static gboolean is_harmless_beside_git(const char *word)
{
    static const char *const names[] = {"cd",  "echo", "printf", "true",    ":",    "test", "[",
                                        "cat", "pwd",  "date",   "dirname", "head", "tail", NULL};

    return g_strv_contains(names, word);
}

static void note_repository(CordonJudged *judged, const CordonCall *call)
{
    const char *word = cordon_arg_text(&call->args[0]);

    if (word == NULL || (strcmp(word, "git") != 0 && !is_harmless_beside_git(word)))
        judged->has_other_program = TRUE;
    else if (strcmp(call->full_name, "git add") == 0)
        judged->changes_repository = TRUE;
}

static void note_call(const CordonCall *call, gpointer user_data)
{
    CordonJudged *judged = user_data;

    note_repository(judged, call);
    if (judged->on_call != NULL)
        judged->on_call(call, judged->user_data);
}

static void start(CordonJudged *judged, CordonFilter *filter)
{
    judged->filter = filter;
    cordon_judge_start(&judged->judge, &filter->settings, filter->arena);
    judged->judge.on_finding = note_finding;
    judged->judge.on_call = note_call;
    judged->judge.user_data = judged;
}

static const char *working_folder(const CordonFilter *filter, const char *cwd)
{
    return cwd != NULL ? real_folder(filter, filter->loop, cwd) : filter->loop;
}

static const CordonShellTree *read_line(const CordonFilter *filter, CordonLanguage language,
                                        const char *line, gsize size, CordonShellError *ret_error)
{
    switch (language) {
    case CORDON_LANGUAGE_CMD:
        return cordon_shell_read_windows(filter->arena, CORDON_DIALECT_CMD, line, size, ret_error);
    case CORDON_LANGUAGE_POWERSHELL:
        return cordon_shell_read_windows(filter->arena, CORDON_DIALECT_POWERSHELL, line, size,
                                         ret_error);
    case CORDON_LANGUAGE_SHELL:
    case CORDON_LANGUAGE_OWN:
    default:
        return cordon_shell_read(filter->arena, line, size, ret_error);
    }
}

/* A line that cannot be read is denied; its command may say better why.  That it would wait without operands
 * means nothing here: it has some. */
static void judge_unread(CordonJudged *judged, const CordonShellError *error, const char *folder)
{
    const char *const words[] = {error->command, NULL};
    CordonJudge alone;

    if (error->command != NULL) {
        cordon_judge_start(&alone, &judged->filter->settings, judged->filter->arena);
        cordon_judge_words(&alone, words, folder);
        if (cordon_rule_verdict(alone.worst.rule) == CORDON_VERDICT_DENY &&
            alone.worst.rule != CORDON_RULE_ENDLESS)
            judged->judge.worst = alone.worst;
    }
    cordon_judge_unreadable(&judged->judge, error);
}

static void judge_line(CordonJudged *judged, CordonFilter *filter, CordonLanguage language,
                       const char *line, gsize size, const char *folder)
{
    CordonShellError error = {0};

    start(judged, filter);
    judged->language = language;
    judged->tree = read_line(filter, language, line, size, &error);
    if (judged->tree != NULL)
        cordon_judge_tree(&judged->judge, judged->tree, folder);
    else
        judge_unread(judged, &error, folder);
}

/* Among refusals, that a line could not be read says least. */
static gboolean is_stricter(const CordonJudged *other, const CordonJudged *judged)
{
    CordonRule rule = judged->judge.worst.rule;
    CordonRule other_rule = other->judge.worst.rule;
    CordonVerdict verdict = cordon_rule_verdict(other_rule);

    if (verdict != cordon_rule_verdict(rule))
        return verdict > cordon_rule_verdict(rule);
    return rule == CORDON_RULE_UNREADABLE && other_rule != CORDON_RULE_UNREADABLE;
}

static void judge_either(CordonJudged *judged, CordonFilter *filter, const char *line, gsize size,
                         const char *folder)
{
    CordonJudged other = *judged;

    judge_line(judged, filter, CORDON_LANGUAGE_CMD, line, size, folder);
    judge_line(&other, filter, CORDON_LANGUAGE_POWERSHELL, line, size, folder);
    if (is_stricter(&other, judged))
        *judged = other;
}

void cordon_judged_read(CordonJudged *judged, CordonFilter *filter, CordonLanguage language,
                        const char *line, gsize size, const char *cwd)
{
    cordon_arena_reset(filter->arena);
    const char *folder = working_folder(filter, cwd);

    if (language != CORDON_LANGUAGE_OWN)
        judge_line(judged, filter, language, line, size, folder);
    else if (is_windows(filter))
        judge_either(judged, filter, line, size, folder);
    else
        judge_line(judged, filter, CORDON_LANGUAGE_SHELL, line, size, folder);
}

/* --- the answer ----------------------------------------------------------------------------- */

static void add_kinds(const CordonJudged *judged, CordonJudgement *answer)
{
    CordonArena *arena = judged->filter->arena;
    guint count = 0;

    for (const CordonKindItem *kind = judged->kinds; kind != NULL; kind = kind->next)
        count++;
    const char **kinds = CORDON_ARENA_ARRAY(arena, const char *, count + 1);
    count = 0;
    for (const CordonKindItem *kind = judged->kinds; kind != NULL; kind = kind->next) {
        kinds[count++] = kind->name;
        answer->kind = answer->kind != NULL
                           ? cordon_arena_concat(arena, answer->kind, " + ", kind->name, NULL)
                           : kind->name;
    }
    answer->kinds = kinds;
}

/* The command on one line; NULL when it is the whole line. */
static const char *part_of(CordonArena *arena, const CordonFinding *finding)
{
    g_autofree char *part = cordon_finding_part(finding);
    g_auto(GStrv) lines = g_strsplit(part, "\n", -1);
    g_autofree char *joined = g_strjoinv("\\n", lines);

    return joined[0] != '\0' ? cordon_arena_strdup(arena, joined) : NULL;
}

/* What the reader of a line says to write instead has no dot. */
static const char *sentence(CordonArena *arena, const char *text)
{
    gsize length = text != NULL ? strlen(text) : 0;

    if (length == 0 || strchr(".!?", text[length - 1]) != NULL)
        return text;
    return cordon_arena_concat(arena, text, ".", NULL);
}

CordonJudgement cordon_judged_answer(CordonJudged *judged)
{
    const CordonFinding *worst = &judged->judge.worst;
    CordonJudgement answer = {
        .verdict = cordon_rule_verdict(worst->rule),
        .rule = worst->rule,
        .time_limit_s = judged->judge.takes_long ? LONG_TIME_LIMIT_S : TIME_LIMIT_S,
    };

    answer.changes_repository = answer.verdict != CORDON_VERDICT_DENY &&
                                judged->changes_repository && !judged->has_other_program;
    if (worst->rule == CORDON_RULE_NONE)
        return answer;
    answer.reason = worst->reason;
    answer.hint = sentence(judged->filter->arena, worst->hint);
    answer.part = part_of(judged->filter->arena, worst);
    if (answer.verdict == CORDON_VERDICT_ASK)
        add_kinds(judged, &answer);
    if (answer.verdict == CORDON_VERDICT_ASK && judged->filter->settings.full_auto)
        answer.verdict = CORDON_VERDICT_ALLOW;
    return answer;
}

CordonJudgement *cordon_filter_judge(CordonFilter *filter, CordonLanguage language,
                                     const char *line, gsize size, const char *cwd)
{
    CordonJudged judged = {0};

    cordon_judged_read(&judged, filter, language, line, size, cwd);
    CordonJudgement answer = cordon_judged_answer(&judged);
    if (answer.verdict != CORDON_VERDICT_DENY && filter->wants_argv)
        cordon_judged_add_argv(&judged, &answer);
    return cordon_judgement_new(&answer);
}

CordonJudgement *cordon_filter_judge_argv(CordonFilter *filter, const char *const *argv,
                                          const char *cwd)
{
    CordonJudged judged = {0};

    cordon_arena_reset(filter->arena);
    start(&judged, filter);
    if (argv[0] != NULL)
        cordon_judge_words(&judged.judge, argv, working_folder(filter, cwd));
    else
        cordon_judge_find(&judged.judge, NULL, CORDON_RULE_UNREADABLE, "Name a program.",
                          "There is no command.");
    CordonJudgement answer = cordon_judged_answer(&judged);
    if (answer.verdict != CORDON_VERDICT_DENY && filter->wants_argv)
        answer.argv = argv;
    return cordon_judgement_new(&answer);
}

/* SPDX-License-Identifier: MIT */
/* git's settings: -c key=value, and the command `git config`.  Most of the several hundred keys can name a program, a
 * file or an address, so that only those that cannot are allowed. */
#include <fnmatch.h>
#include <string.h>

#include "filter/programs/git.h"
#include "filter/programs/handlers.h"
#include "filter/programs/interpreter.h"

/* What an allowed key may be set to: anything, or one of values with '|' between.  Keys are in lower case.
 * Source: facts/filter.md section 2, git-config(1). */
static const struct {
    const char *key;
    const char *values;
} SETTINGS[] = {
    {"advice.*", NULL},
    {"blame.blankboundary", NULL},
    {"blame.coloring", NULL},
    {"blame.date", NULL},
    {"blame.showemail", NULL},
    {"blame.showroot", NULL},
    {"branch.autosetupmerge", NULL},
    {"branch.autosetuprebase", NULL},
    {"branch.sort", NULL},
    {"color.*", NULL},
    {"column.*", NULL},
    {"commit.gpgsign", NULL},
    {"commit.verbose", NULL},
    {"core.abbrev", NULL},
    {"core.autocrlf", NULL},
    {"core.editor", "true|:|cat"},
    {"core.eol", NULL},
    {"core.filemode", NULL},
    {"core.fsmonitor", "false"},
    {"core.longpaths", NULL},
    {"core.pager", "cat|"},
    {"core.precomposeunicode", NULL},
    {"core.quotepath", NULL},
    {"core.safecrlf", NULL},
    {"core.whitespace", NULL},
    {"credential.helper", ""}, /* asks none */
    {"diff.algorithm", NULL},
    {"diff.colormoved", NULL},
    {"diff.colormovedws", NULL},
    {"diff.context", NULL},
    {"diff.external", ""},
    {"diff.indentheuristic", NULL},
    {"diff.interhunkcontext", NULL},
    {"diff.mnemonicprefix", NULL},
    {"diff.noprefix", NULL},
    {"diff.relative", NULL},
    {"diff.renamelimit", NULL},
    {"diff.renames", NULL},
    {"diff.statgraphwidth", NULL},
    {"diff.statnamewidth", NULL},
    {"diff.submodule", NULL},
    {"diff.suppressblankempty", NULL},
    {"diff.wserrorhighlight", NULL},
    {"fetch.parallel", NULL},
    {"fetch.prune", NULL},
    {"fetch.prunetags", NULL},
    {"format.pretty", NULL},
    {"gc.auto", NULL},
    {"gc.autodetach", NULL},
    {"grep.column", NULL},
    {"grep.extendedregexp", NULL},
    {"grep.fullname", NULL},
    {"grep.linenumber", NULL},
    {"grep.patterntype", NULL},
    {"init.defaultbranch", NULL},
    {"log.*", NULL},
    {"maintenance.auto", NULL},
    {"merge.conflictstyle", NULL},
    {"merge.ff", NULL},
    {"merge.log", NULL},
    {"merge.renamelimit", NULL},
    {"merge.renames", NULL},
    {"merge.stat", NULL},
    {"protocol.version", NULL},
    {"pull.ff", NULL},
    {"pull.rebase", "true|false|merges|"},
    {"push.autosetupremote", NULL},
    {"push.default", NULL},
    {"push.followtags", NULL},
    {"rebase.abbreviatecommands", NULL},
    {"rebase.autosquash", NULL},
    {"rebase.autostash", NULL},
    {"rebase.stat", NULL},
    {"rebase.updaterefs", NULL},
    {"rerere.autoupdate", NULL},
    {"rerere.enabled", NULL},
    {"sequence.editor", "true|:|cat"},
    {"status.*", NULL},
    {"tag.gpgsign", NULL},
    {"tag.sort", NULL},
    {"user.*", NULL},
    {"versionsort.*", NULL},
};

/* Keys that hold an address: it is judged first, since a foreign one says most. */
static const struct {
    const char *key;
    char kind;
} ADDRESSES[] = {
    {"http.proxy", 'h'},      {"https.proxy", 'h'},      {"http.*.proxy", 'h'},
    {"lfs.url", 'g'},         {"lfs.pushurl", 'g'},      {"remote.*.lfsurl", 'g'},
    {"remote.*.proxy", 'h'},  {"remote.*.pushurl", 'g'}, {"remote.*.url", 'g'},
    {"submodule.*.url", 'g'}, {"svn-remote.*.url", 'g'}, {"bundle.*.uri", 'u'},
};

/* What prints a password when it is read. */
static const char *const SECRET_PARTS[] = {"token",  "password",    "passwd",
                                           "secret", "extraheader", "cookie"};

static const char *fold(CordonArena *arena, const char *text, gsize size)
{
    char *copy = cordon_arena_strndup(arena, text, size);

    for (char *c = copy; *c != '\0'; c++)
        *c = g_ascii_tolower(*c);
    return copy;
}

static gboolean is_value_listed(const char *values, const char *value)
{
    gsize size = strlen(value);

    for (;;) {
        gsize length = strcspn(values, "|");
        if (length == size && strncmp(values, value, size) == 0)
            return TRUE;
        if (values[length] == '\0')
            return FALSE;
        values += length + 1;
    }
}

/* value: NULL when the key is only taken away, or stands for "true". */
static gboolean is_allowed(const char *key, const CordonArg *value)
{
    for (gsize i = 0; i < G_N_ELEMENTS(SETTINGS); i++) {
        if (fnmatch(SETTINGS[i].key, key, 0) != 0)
            continue;
        if (SETTINGS[i].values == NULL || value == NULL)
            return TRUE;
        const char *text = cordon_arg_text(value);
        return text != NULL && is_value_listed(SETTINGS[i].values, text);
    }
    return FALSE;
}

/* url.ADDRESS.insteadOf */
static void judge_rewrite(CordonJudge *judge, const CordonCall *call, const char *key)
{
    const char *dot = strrchr(key, '.');
    const char *begin = key + strlen("url.");

    if (strncmp(key, "url.", 4) != 0 || dot == NULL || dot <= begin)
        return;
    CordonArg address = cordon_arg_constant(
        cordon_arena_strndup(cordon_judge_arena(judge), begin, (gsize)(dot - begin)));
    cordon_judge_value(judge, call, &address, 'g');
}

static void refuse(CordonJudge *judge, const CordonCall *call, const char *key,
                   const CordonArg *value)
{
    for (gsize i = 0; i < G_N_ELEMENTS(ADDRESSES); i++) {
        if (value != NULL && fnmatch(ADDRESSES[i].key, key, 0) == 0)
            cordon_judge_value(judge, call, value, ADDRESSES[i].kind);
    }
    judge_rewrite(judge, call, key);
    cordon_judge_find(
        judge, call, CORDON_RULE_SHELL, "Leave the setting out, or ask the user to change it.",
        "The setting %s of git can change which programs it runs or where it reaches.", key);
}

static void find_unknown(CordonJudge *judge, const CordonCall *call, const CordonArg *arg)
{
    CordonRule rule = arg->smells ? CORDON_RULE_SECRET : CORDON_RULE_UNREADABLE;

    cordon_judge_find(judge, call, rule, "Write the setting out.",
                      "`%s` gets a setting that is not known before it runs.", call->full_name);
}

void cordon_git_judge_setting(CordonJudge *judge, const CordonCall *call, const CordonArg *setting)
{
    CordonArena *arena = cordon_judge_arena(judge);
    const char *equals = strchr(setting->text, '=');

    if (setting->type != CORDON_ARG_CONSTANT && (equals == NULL || setting->may_split)) {
        find_unknown(judge, call, setting);
        return;
    }
    gsize size = equals != NULL ? (gsize)(equals - setting->text) : strlen(setting->text);
    const char *key = fold(arena, setting->text, size);
    /* What an alias stands for counts where it is used. */
    if (strncmp(key, "alias.", 6) == 0)
        return;
    CordonArg value = cordon_arg_skip(setting, size + 1);
    if (!is_allowed(key, equals != NULL ? &value : NULL))
        refuse(judge, call, key, &value);
}

/* What the words of `git config` ask for. */
typedef enum { GET, SET, UNSET, SECTION, NOTHING } Action;

typedef struct {
    CordonParsed parsed;
    Action action;
    guint first; /* of the operands: the key */
} Request;

/* Since version 2.46 the action is a word; no key looks so, since keys have a dot. */
static gboolean find_word_action(Request *request)
{
    static const struct {
        const char *word;
        Action action;
    } words[] = {
        {"list", GET},
        {"get", GET},
        {"get-color", GET},
        {"get-colorbool", GET},
        {"set", SET},
        {"unset", UNSET},
        {"rename-section", SECTION},
        {"remove-section", SECTION},
        {"edit", NOTHING},
    };
    const CordonArg *word = request->parsed.operand_count > 0 ? &request->parsed.operands[0] : NULL;

    for (gsize i = 0; i < G_N_ELEMENTS(words); i++) {
        if (!cordon_arg_is(word, words[i].word))
            continue;
        request->action = words[i].action;
        request->first = 1;
        return TRUE;
    }
    return FALSE;
}

static void find_action(Request *request)
{
    static const struct {
        const char *options;
        Action action;
    } options[] = {
        {"--add --replace-all", SET},
        {"--unset --unset-all", UNSET},
        {"--rename-section --remove-section", SECTION},
        {"--get --get-all --get-regexp --get-urlmatch --get-color --get-colorbool --list", GET},
    };

    for (gsize i = 0; i < G_N_ELEMENTS(options); i++) {
        if (cordon_git_has(&request->parsed, options[i].options)) {
            request->action = options[i].action;
            return;
        }
    }
    if (!find_word_action(request))
        request->action = request->parsed.operand_count > 1 ? SET : GET;
}

static void judge_get(CordonJudge *judge, const CordonCall *call, const Request *request)
{
    const CordonParsed *parsed = &request->parsed;

    for (guint i = request->first; i < parsed->operand_count; i++) {
        const char *key = fold(cordon_judge_arena(judge), parsed->operands[i].text,
                               strlen(parsed->operands[i].text));
        for (gsize j = 0; j < G_N_ELEMENTS(SECRET_PARTS); j++) {
            if (strstr(key, SECRET_PARTS[j]) != NULL)
                cordon_judge_find(judge, call, CORDON_RULE_SECRET, NULL,
                                  "The setting %s holds a secret.", key);
        }
    }
    const CordonArg *blob = cordon_parsed_find(parsed, "--blob");
    if (blob != NULL)
        cordon_git_judge_word(judge, call, blob, CORDON_PATH_READ);
}

/* Words will follow when the alias is used: for a commit a message. */
static void judge_new_alias(CordonJudge *judge, const CordonCall *call, const CordonArg *value)
{
    const CordonArg rest = cordon_arg_constant("--no-edit");
    const char *text = cordon_arg_text(value);

    if (text == NULL)
        find_unknown(judge, call, value);
    else if (text[0] != '\0')
        cordon_git_judge_alias(judge, call, text, &rest, strncmp(text, "commit", 6) == 0 ? 1 : 0);
}

static void judge_key(CordonJudge *judge, const CordonCall *call, const char *key,
                      const CordonArg *value)
{
    gboolean is_alias = strncmp(key, "alias.", 6) == 0;

    if (is_alias && value != NULL)
        judge_new_alias(judge, call, value);
    else if (!is_alias && !is_allowed(key, value))
        refuse(judge, call, key, value);
}

static void judge_change(CordonJudge *judge, const CordonCall *call, const Request *request)
{
    CordonArena *arena = cordon_judge_arena(judge);
    const CordonParsed *parsed = &request->parsed;
    guint keys = request->action == SECTION ? 2 : 1;

    for (guint i = request->first; i < parsed->operand_count && i < request->first + keys; i++) {
        const CordonArg *operand = &parsed->operands[i];
        const char *text = cordon_arg_text(operand);
        if (text == NULL) {
            find_unknown(judge, call, operand);
            continue;
        }
        const char *key = fold(arena, text, strlen(text));
        if (request->action == SECTION)
            key = cordon_arena_concat(arena, key, ".x", NULL);
        gboolean has_value = request->action == SET && i + 1 < parsed->operand_count;
        judge_key(judge, call, key, has_value ? &parsed->operands[i + 1] : NULL);
    }
}

void cordon_handle_git_config(CordonJudge *judge, const CordonCall *call)
{
    Request request = {.parsed = cordon_git_parse(judge, call)};
    const CordonArg *file = cordon_parsed_find(&request.parsed, "-f");

    cordon_git_judge_globals(judge, call);
    find_action(&request);
    if (request.action == NOTHING) {
        cordon_judge_find(judge, call, CORDON_RULE_GIT_INTERACTIVE, NULL,
                          "`git config edit` opens an editor.");
        return;
    }
    if (request.action == GET) {
        judge_get(judge, call, &request);
        return;
    }
    if (cordon_git_has(&request.parsed, "--global --system"))
        cordon_judge_find(judge, call, CORDON_RULE_OUTSIDE_PROJECT, "Leave --global out.",
                          "`git config` would change the settings of all the user's projects.");
    if (file != NULL)
        cordon_judge_value(judge, call, file, 'w');
    judge_change(judge, call, &request);
    cordon_judge_find(judge, call, CORDON_RULE_GIT_CHANGE, NULL, NULL);
}

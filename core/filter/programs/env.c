/* SPDX-License-Identifier: MIT */
/* env: sets variables and the folder, then starts a program.  Also env -S, which splits a text into words. */
#include <string.h>

#include "filter/programs/handlers.h"

/* Options of env: coreutils 9, and what BSD shares with it.  Those of BSD alone (-L, -P, -U) are not read. */
typedef enum {
    ENV_FLAG,
    ENV_UNSET,
    ENV_FOLDER,
    ENV_SPLIT,
    ENV_NAME,   /* argv[0] of the program */
    ENV_SIGNAL, /* a value only when glued */
    ENV_STOP,   /* prints and ends */
} EnvOption;

static const struct {
    const char *name;
    char letter;
    EnvOption type;
} OPTIONS[] = {
    {"argv0", 'a', ENV_NAME},
    {"block-signal", '\0', ENV_SIGNAL},
    {"chdir", 'C', ENV_FOLDER},
    {"debug", 'v', ENV_FLAG},
    {"default-signal", '\0', ENV_SIGNAL},
    {"help", '\0', ENV_STOP},
    {"ignore-environment", 'i', ENV_FLAG},
    {"ignore-signal", '\0', ENV_SIGNAL},
    {"list-signal-handling", '\0', ENV_FLAG},
    {"null", '0', ENV_FLAG},
    {"split-string", 'S', ENV_SPLIT},
    {"unset", 'u', ENV_UNSET},
    {"version", '\0', ENV_STOP},
};

/* What is being read; words are taken from its begin. */
typedef struct {
    CordonJudge *judge;
    const CordonCall *call;
    const CordonArg *args;
    guint count;
    const CordonScope *scope; /* after -C, or NULL: that of the call */
    guint splits;
    gboolean is_over; /* something was found, or nothing will run */
} Env;

static void refuse(Env *env, const char *text, const char *hint)
{
    env->is_over = TRUE;
    cordon_judge_find(env->judge, env->call, CORDON_RULE_UNREADABLE, hint,
                      "What `%s` makes of `%s` is not read for certain.", env->call->full_name,
                      text);
}

static const CordonArg *take(Env *env)
{
    if (env->count == 0)
        return NULL;
    env->count--;
    return env->args++;
}

/* One word of env -S; what is not plain text or quoted text is not read.  NULL: such a word. */
static char *read_word(CordonArena *arena, const char **cursor)
{
    char *word = cordon_arena_alloc(arena, strlen(*cursor) + 1);
    const char *text = *cursor;
    gsize size = 0;
    char quote = '\0';

    for (; *text != '\0'; text++) {
        if (*text == '\\' || (*text == '$' && quote != '\''))
            return NULL;
        if (quote == '\0' && strchr(" \t\n\v\f\r", *text) != NULL)
            break;
        if (*text == quote)
            quote = '\0';
        else if (quote == '\0' && (*text == '\'' || *text == '"'))
            quote = *text;
        else
            word[size++] = *text;
    }
    *cursor = text;
    return quote == '\0' ? word : NULL;
}

/* Puts the words of the text before those that are left. */
static void split(Env *env, const CordonArg *arg)
{
    CordonArena *arena = cordon_judge_arena(env->judge);
    const char *text = cordon_arg_text(arg);
    guint count = 0;

    if (text == NULL || ++env->splits > CORDON_JUDGE_MAX_DEPTH) {
        refuse(env, arg->text, "Write the words themselves, without -S.");
        return;
    }
    CordonArg *args = CORDON_ARENA_ARRAY(arena, CordonArg, strlen(text) / 2 + 1 + env->count);
    for (text += strspn(text, " \t\n\v\f\r"); *text != '\0'; text += strspn(text, " \t\n\v\f\r")) {
        char *word = *text == '#' ? NULL : read_word(arena, &text);
        if (word == NULL) {
            refuse(env, arg->text, "Write the words themselves, without -S.");
            return;
        }
        args[count++] = cordon_arg_constant(word);
    }
    if (env->count > 0)
        memcpy(args + count, env->args, sizeof(CordonArg) * env->count);
    env->args = args;
    env->count += count;
}

/* Judges NAME=VALUE; TRUE when the word is one. */
static gboolean judge_variable(Env *env, const CordonArg *arg)
{
    const char *equals = strchr(arg->text, '=');

    if (equals == NULL || arg->type == CORDON_ARG_LISTED)
        return FALSE;
    gsize size = (gsize)(equals - arg->text);
    const char *name = cordon_arena_strndup(cordon_judge_arena(env->judge), arg->text, size);
    /* Of names that are none, bash takes "BASH_FUNC_ls%%=() {...}" as a function. */
    if (size == 0 || g_ascii_isdigit(name[0]) ||
        name[strspn(name, G_CSET_A_2_Z G_CSET_a_2_z G_CSET_DIGITS "_.-")] != '\0' ||
        arg->may_split) {
        refuse(env, arg->text, "Write NAME=VALUE with a plain name, and the value in quotes.");
        return TRUE;
    }
    CordonArg value = cordon_arg_skip(arg, size + 1);
    cordon_judge_assignment(env->judge, env->call, name, &value);
    return TRUE;
}

static void set_option(Env *env, EnvOption type, const CordonArg *value, const char *spelling)
{
    switch (type) {
    case ENV_FLAG:
    case ENV_SIGNAL:
        return;
    case ENV_STOP:
        env->is_over = TRUE;
        return;
    case ENV_UNSET:
    case ENV_NAME:
        if (cordon_arg_text(value) == NULL)
            refuse(env, spelling, NULL);
        return;
    case ENV_FOLDER: {
        CordonCall call = *env->call;
        if (env->scope != NULL)
            call.scope = env->scope;
        env->scope = cordon_judge_enter(env->judge, &call, value);
        env->is_over = env->scope == NULL;
        return;
    }
    case ENV_SPLIT:
        split(env, value);
        return;
    default:
        refuse(env, spelling, NULL);
        return;
    }
}

static gboolean needs_value(EnvOption type)
{
    return type == ENV_UNSET || type == ENV_FOLDER || type == ENV_SPLIT || type == ENV_NAME;
}

/* "--name", "--name=value"; names may be abbreviated as long as only one fits. */
static void read_long(Env *env, const CordonArg *word)
{
    const char *name = word->text + 2;
    gsize size = strcspn(name, "=");
    gsize found = G_N_ELEMENTS(OPTIONS);
    guint fits = 0;

    for (gsize i = 0; i < G_N_ELEMENTS(OPTIONS); i++) {
        if (strncmp(OPTIONS[i].name, name, size) != 0)
            continue;
        found = i;
        fits = OPTIONS[i].name[size] == '\0' ? 1 : fits + 1;
        if (OPTIONS[i].name[size] == '\0')
            break;
    }
    if (fits != 1 || (word->type != CORDON_ARG_CONSTANT && name[size] != '=')) {
        refuse(env, word->text, NULL);
        return;
    }
    CordonArg glued = cordon_arg_skip(word, size + 3);
    const CordonArg *value = name[size] == '=' ? &glued : NULL;
    if (value == NULL && needs_value(OPTIONS[found].type) && (value = take(env)) == NULL)
        return;
    set_option(env, OPTIONS[found].type, value, word->text);
}

/* "-iu NAME", "-Sbash". */
static void read_letters(Env *env, const CordonArg *word)
{
    for (const char *letter = word->text + 1; *letter != '\0' && !env->is_over; letter++) {
        gsize found = 0;
        while (found < G_N_ELEMENTS(OPTIONS) && OPTIONS[found].letter != *letter)
            found++;
        if (found == G_N_ELEMENTS(OPTIONS)) {
            refuse(env, word->text, NULL);
            return;
        }
        if (!needs_value(OPTIONS[found].type))
            continue;
        CordonArg glued = cordon_arg_skip(word, (gsize)(letter + 1 - word->text));
        gboolean is_glued = letter[1] != '\0' || word->type != CORDON_ARG_CONSTANT;
        const CordonArg *value = is_glued ? &glued : take(env);
        if (value != NULL)
            set_option(env, OPTIONS[found].type, value, word->text);
        return;
    }
    if (word->type != CORDON_ARG_CONSTANT)
        refuse(env, word->text, NULL);
}

static void read_options(Env *env)
{
    while (env->count > 0 && !env->is_over) {
        const CordonArg *word = env->args;
        /* A list or a pipe is no option, and a "-" alone is -i. */
        if (word->type == CORDON_ARG_LISTED || word->type == CORDON_ARG_STREAM ||
            word->text[0] != '-')
            return;
        take(env);
        if (cordon_arg_is(word, "--"))
            return;
        if (cordon_arg_is(word, "-"))
            continue;
        if (word->text[1] == '-')
            read_long(env, word);
        else
            read_letters(env, word);
    }
}

/* What env sets is set for the command that it starts. */
static void note_variable(CordonJudge *judge, CordonCall *inner, const CordonArg *word)
{
    gsize size = strcspn(word->text, "=");

    if (word->text[size] != '\0' && word->text[size + 1] != '\0')
        cordon_call_set(judge, inner,
                        cordon_arena_strndup(cordon_judge_arena(judge), word->text, size));
}

void cordon_handle_env(CordonJudge *judge, const CordonCall *call)
{
    Env env = {
        .judge = judge,
        .call = call,
        .args = call->args + call->first,
        .count = call->count - MIN(call->first, call->count),
    };

    read_options(&env);
    /* An option may take variables away: -i, -u. */
    CordonCall inner = *call;
    if (env.args != call->args + call->first)
        inner.variables = NULL;
    while (env.count > 0 && !env.is_over && judge_variable(&env, env.args))
        note_variable(judge, &inner, take(&env));
    if (env.count > 0 && !env.is_over)
        cordon_judge_command_in(judge, &inner, env.scope, env.args, env.count);
}

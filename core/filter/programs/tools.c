/* SPDX-License-Identifier: MIT */
/* Test runners that watch unless told otherwise, formatters that change their operands, and
 * runners of scripts. */
#include <string.h>

#include "filter/programs/glued.h"
#include "filter/programs/handlers.h"
#include "filter/programs/interpreter.h"
#include "filter/words.h"

static gboolean is_off(const CordonArg *value)
{
    return cordon_arg_is(value, "false") || cordon_arg_is(value, "0") || cordon_arg_is(value, "no");
}

/* Runners that are interactive on a terminal, and how they are told to run once.
 * Source: facts/filter.md section 5.4. */
static const struct {
    const char *name;
    const char *words;    /* the first operand is one of them: it ends */
    const char *once;     /* options: it ends, unless their value is "false" */
    const char *watching; /* options: it ends when their value is "false" */
    const char *hint;
} RUNNERS[] = {
    {"cypress", "run verify install version info cache", "--version --help -v -h", "",
     "Write `cypress run`."},
    {"karma start", "", "--single-run --help", "", "Write `karma start --single-run`."},
    {"ng test", "", "--no-watch --help", "--watch", "Write `ng test --watch=false`."},
    {"ng t", "", "--no-watch --help", "--watch", "Write `ng test --watch=false`."},
    {"react-scripts test", "", "--no-watch --help", "--watchAll --watch",
     "Write `react-scripts test --watchAll=false`."},
    {"craco test", "", "--no-watch --help", "--watchAll --watch",
     "Write `craco test --watchAll=false`."},
    {"react-app-rewired test", "", "--no-watch --help", "--watchAll --watch",
     "Write `react-app-rewired test --watchAll=false`."},
    {"vitest", "run list init typecheck complete",
     "--run --no-watch --version --help -v -h --clearCache --merge-reports", "--watch -w",
     "Write `vitest run`."},
};

/* The value of an option in either form, "--watch=false" or "--watch false"; an empty text when
 * it has none. */
static const CordonArg *value_at(const CordonCall *call, guint at, const char *name,
                                 CordonArg *ret_glued)
{
    static const CordonArg nothing = {.type = CORDON_ARG_CONSTANT, .text = ""};
    const CordonArg *word = &call->args[at];
    gsize length = strlen(name);

    if (strncmp(word->text, name, length) != 0 ||
        (word->text[length] != '\0' && word->text[length] != '='))
        return NULL;
    if (word->text[length] == '=') {
        *ret_glued = cordon_arg_skip(word, length + 1);
        return ret_glued;
    }
    return at + 1 < call->count ? &call->args[at + 1] : &nothing;
}

/* Is one of the options of the list there, with the value off or not off? */
static gboolean has_option(const CordonCall *call, const char *list, gboolean off)
{
    for (const char *name = list; *name != '\0'; name += strspn(name, " ")) {
        gsize length = strcspn(name, " ");
        char spelled[64];
        g_strlcpy(spelled, name, MIN(length + 1, sizeof spelled));
        name += length;
        for (guint i = call->first; i < call->count; i++) {
            CordonArg glued;
            const CordonArg *value = value_at(call, i, spelled, &glued);
            if (value != NULL && is_off(value) == off)
                return TRUE;
        }
    }
    return FALSE;
}

static const char *first_operand(const CordonCall *call)
{
    for (guint i = call->first; i < call->count; i++) {
        if (call->args[i].text[0] != '-')
            return call->args[i].text;
    }
    return "";
}

void cordon_handle_test_runner(CordonJudge *judge, const CordonCall *call)
{
    for (gsize i = 0; i < G_N_ELEMENTS(RUNNERS); i++) {
        if (strcmp(RUNNERS[i].name, call->full_name) != 0)
            continue;
        gboolean watches =
            RUNNERS[i].watching[0] != '\0' && has_option(call, RUNNERS[i].watching, FALSE);
        gboolean ends = cordon_text_is_listed(RUNNERS[i].words, first_operand(call)) ||
                        has_option(call, RUNNERS[i].once, FALSE) ||
                        has_option(call, RUNNERS[i].watching, TRUE);
        if (!ends || watches)
            cordon_judge_find(judge, call, CORDON_RULE_ENDLESS, RUNNERS[i].hint,
                              "`%s` watches the files or waits for a person, and never ends.",
                              call->full_name);
    }
}

/* Formatters and linters that can change their operands.  names: of programs, or '=' and one
 * with its subcommand; writes: options with which they do; keeps: options with which those that
 * do so by themselves do not. */
static const struct {
    const char *names, *writes, *keeps;
} FORMATTERS[] = {
    {"autoflake autopep8 yapf", "-i --in-place", NULL},
    {"biome", "--write --apply --apply-unsafe --fix --unsafe", NULL},
    {"black", NULL, "--check --diff --version"},
    {"buildifier gofumpt", "-w --write", NULL},
    {"clang-format", "-i", NULL},
    {"codespell", "-w --write-changes", NULL},
    {"djlint", "--reformat", NULL},
    {"=dprint fmt", NULL, "--diff"},
    {"eslint", "--fix", NULL},
    {"gofmt goimports gci", "-w", NULL},
    {"isort", NULL, "--check -c --check-only --diff --show-files"},
    {"ktlint", "-F --format", NULL},
    {"markdownlint markdownlint-cli2", "--fix -f", NULL},
    {"nixpkgs-fmt alejandra nixfmt", NULL, "--check -c"},
    {"ormolu fourmolu", "-i --mode=inplace", NULL},
    {"oxlint", "--fix --fix-suggestions --fix-dangerously", NULL},
    {"prettier", "--write -w", NULL},
    {"pyupgrade", NULL, NULL},
    {"rubocop",
     "-a -A --autocorrect --autocorrect-all --auto-correct --auto-correct-all -x --fix-layout",
     NULL},
    {"=ruff check", "--fix --fix-only --add-noqa", NULL},
    {"=ruff format", NULL, "--check --diff"},
    {"rustfmt", NULL, "--check"},
    {"shfmt", "-w --write", NULL},
    {"standard xo semistandard", "--fix", NULL},
    {"stylelint", "--fix", NULL},
    {"stylua taplo", NULL, "--check"},
    {"swiftformat", NULL, "--lint --dryrun"},
    {"tidy", "-m -modify --modify", NULL},
};

static gboolean has_any(const CordonCall *call, const char *list)
{
    for (guint i = call->first; i < call->count; i++) {
        const char *text = call->args[i].text;
        if (text[0] != '-')
            continue;
        gsize length = text[1] == '-' ? strcspn(text, "=") : strlen(text);
        char name[64];
        g_strlcpy(name, text, MIN(length + 1, sizeof name));
        if (cordon_text_is_listed(list, name))
            return TRUE;
    }
    return FALSE;
}

static gboolean changes_operands(const CordonCall *call)
{
    for (gsize i = 0; i < G_N_ELEMENTS(FORMATTERS); i++) {
        const char *names = FORMATTERS[i].names;
        gboolean is_it = names[0] == '=' ? strcmp(names + 1, call->full_name) == 0
                                         : cordon_text_is_listed(names, call->name);
        if (!is_it)
            continue;
        if (FORMATTERS[i].writes != NULL)
            return has_any(call, FORMATTERS[i].writes);
        return FORMATTERS[i].keeps == NULL || !has_any(call, FORMATTERS[i].keeps);
    }
    return FALSE;
}

void cordon_handle_formatter(CordonJudge *judge, const CordonCall *call)
{
    if (!changes_operands(call))
        return;
    CordonParsed parsed = cordon_call_parse(judge, call, call->row->options, call->row->flags);
    for (guint i = 0; i < parsed.operand_count; i++) {
        if (!cordon_arg_is(&parsed.operands[i], "-"))
            cordon_judge_value(judge, call, &parsed.operands[i], 'w');
    }
}

/* cross-env NAME=VALUE... COMMAND */
void cordon_handle_cross_env(CordonJudge *judge, const CordonCall *call)
{
    CordonArena *arena = cordon_judge_arena(judge);
    guint at = call->first;

    for (; at < call->count; at++) {
        const CordonArg *word = &call->args[at];
        const char *equals = strchr(word->text, '=');
        if (equals == NULL || word->text[0] == '-')
            break;
        gsize size = (gsize)(equals - word->text);
        CordonArg value = cordon_arg_skip(word, size + 1);
        cordon_judge_assignment(judge, call, cordon_arena_strndup(arena, word->text, size), &value);
    }
    if (at >= call->count)
        return;
    if (strcmp(call->name, "cross-env-shell") == 0)
        cordon_judge_value(judge, call, &call->args[at], 's');
    else
        cordon_judge_command(judge, call, call->args + at, call->count - at);
}

/* "npm:test", "pnpm:lint -- --fix": a script by its name. */
static gboolean judge_short_script(CordonJudge *judge, const CordonCall *call, const char *text)
{
    static const char *const managers[] = {"npm", "yarn", "pnpm", "bun", "node", "deno"};

    for (gsize i = 0; i < G_N_ELEMENTS(managers); i++) {
        gsize length = strlen(managers[i]);
        if (strncmp(text, managers[i], length) != 0 || text[length] != ':')
            continue;
        const char *manager = strcmp(managers[i], "node") == 0 ? "npm" : managers[i];
        const char *verb = strcmp(managers[i], "deno") == 0 ? " task " : " run ";
        CordonArg line = cordon_arg_constant(
            cordon_arena_concat(cordon_judge_arena(judge), manager, verb, text + length + 1, NULL));
        cordon_judge_value(judge, call, &line, 'S');
        return TRUE;
    }
    return FALSE;
}

/* concurrently "npm:build" "tsc -p ." */
void cordon_handle_concurrently(CordonJudge *judge, const CordonCall *call)
{
    CordonParsed parsed = cordon_call_parse(judge, call, call->row->options, call->row->flags);

    for (guint i = 0; i < parsed.operand_count; i++) {
        const char *text = cordon_arg_text(&parsed.operands[i]);
        if (text == NULL || !judge_short_script(judge, call, text))
            cordon_judge_value(judge, call, &parsed.operands[i], 'S');
    }
}

/* Is it the name of a script of package.json? */
static gboolean is_script_name(const char *text)
{
    return text[0] != '\0' &&
           text[strspn(text, G_CSET_A_2_Z G_CSET_a_2_z G_CSET_DIGITS ":_-.")] == '\0';
}

/* A script of package.json or, when there is none of that name, a program. */
static void judge_test(CordonJudge *judge, const CordonCall *call, const CordonArg *name)
{
    cordon_judge_as(judge, call, "npm run", name, 1);
    if (cordon_program_find(name->text, FALSE) != NULL)
        cordon_judge_value(judge, call, name, 'S');
}

/* start-server-and-test SERVER URL TEST: what stands before the test is ended after it. */
void cordon_handle_server_and_test(CordonJudge *judge, const CordonCall *call)
{
    CordonParsed parsed = cordon_call_parse(judge, call, call->row->options, call->row->flags);

    for (guint i = 0; i < parsed.operand_count; i++) {
        const CordonArg *operand = &parsed.operands[i];
        const char *text = cordon_arg_text(operand);
        CordonCall inner = *call;
        inner.is_bounded = call->is_bounded || i + 1 < parsed.operand_count;
        if (text != NULL &&
            (strstr(text, "://") != NULL || text[strspn(text, G_CSET_DIGITS)] == '\0'))
            cordon_judge_value(judge, call, operand, 'm');
        else if (text != NULL && is_script_name(text))
            judge_test(judge, &inner, operand);
        else
            cordon_judge_value(judge, &inner, operand, 'S');
    }
}

/* tex and its kin: what begins with a backslash is no file but code. */
void cordon_handle_tex(CordonJudge *judge, const CordonCall *call)
{
    CordonParsed parsed = cordon_call_parse(judge, call, call->row->options, call->row->flags);

    for (guint i = 0; i < parsed.operand_count; i++) {
        if (parsed.operands[i].text[0] == '\\')
            cordon_judge_code(judge, call, &parsed.operands[i], NULL);
        else
            cordon_judge_value(judge, call, &parsed.operands[i], 'r');
    }
}

/* Programs whose first operand may be a subcommand, or else a file: the row "NAME:WORD" says
 * what it is. */
void cordon_handle_word(CordonJudge *judge, const CordonCall *call)
{
    CordonParsed parsed = cordon_call_parse(judge, call, call->row->options, call->row->flags);
    const char *word = parsed.operand_count > 0 ? cordon_arg_text(&parsed.operands[0]) : NULL;

    /* tectonic -Z shell-escape */
    for (guint i = 0; i < parsed.option_count; i++) {
        const CordonOption *option = &parsed.options[i];
        if (strcmp(option->name, "-Z") == 0 && option->value != NULL &&
            cordon_arg_begins(option->value, "shell-escape"))
            cordon_judge_find(judge, call, CORDON_RULE_SHELL, NULL,
                              "`%s -Z shell-escape` starts what a document names.", call->name);
    }
    if (word == NULL)
        return;
    const CordonProgram *row = cordon_program_find(
        cordon_arena_concat(cordon_judge_arena(judge), call->name, ":", word, NULL), FALSE);
    if (row != NULL && row->rule != CORDON_RULE_NONE)
        cordon_judge_find(judge, call, row->rule, row->hint, "`%s %s` %s.", call->name, word,
                          row->reason != NULL ? row->reason : "never ends");
}

/* dotenv [OPTIONS] COMMAND starts it with more variables; some words are its own. */
void cordon_handle_dotenv(CordonJudge *judge, const CordonCall *call)
{
    CordonGluedWalk walk = {.args = call->args,
                            .count = call->count,
                            .next = call->first,
                            .options = call->row->options};
    CordonGluedWord word;

    while (cordon_glued_next(&walk, &word)) {
        const char *text = cordon_arg_text(word.word);
        if (word.is_option) {
            cordon_glued_judge(judge, call, &word, 'm');
            continue;
        }
        if (!walk.has_ended && text != NULL && strcmp(text, "run") == 0)
            continue;
        if (!walk.has_ended && text != NULL &&
            cordon_text_is_listed("decrypt get keypair list ls rotate set unset", text))
            cordon_judge_find(judge, call, CORDON_RULE_SECRET, NULL,
                              "`%s %s` shows or changes secrets.", call->name, text);
        else
            cordon_judge_command(judge, call, word.word, call->count - walk.next + 1);
        return;
    }
}

/* rails runner FILE, rails runner CODE, rails runner - */
void cordon_handle_rails_runner(CordonJudge *judge, const CordonCall *call)
{
    CordonParsed parsed = cordon_call_parse(judge, call, call->row->options, call->row->flags);

    if (parsed.operand_count == 0)
        return;
    const CordonArg *first = &parsed.operands[0];
    gboolean is_file = g_str_has_suffix(first->text, ".rb") && strpbrk(first->text, " ;(") == NULL;
    if (cordon_arg_is(first, "-"))
        cordon_judge_dash(judge, call);
    else if (is_file)
        cordon_judge_script_call(judge, call, parsed.operands, parsed.operand_count);
    else
        cordon_judge_code(judge, call, first, NULL);
}

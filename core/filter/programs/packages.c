/* SPDX-License-Identifier: MIT */
/* Smaller managers of packages: settings that hold secrets or leave the project, and words that make servers. */
#include <string.h>

#include "filter/programs/handlers.h"
#include "filter/programs/interpreter.h"
#include "filter/programs/npm_run.h"
#include "filter/programs/script_name.h"

static CordonParsed parse(CordonJudge *judge, const CordonCall *call)
{
    return cordon_call_parse(judge, call, call->row->options, call->row->flags);
}

/* The word behind the program that the group's rows do not list, or NULL. */
static const char *unlisted_subcommand(const CordonCall *call)
{
    const char *blank = strchr(call->full_name, ' ');

    return blank != NULL ? blank + 1 : NULL;
}

/* poetry config KEY VALUE: tokens, addresses, and the rest. */
void cordon_handle_poetry_config(CordonJudge *judge, const CordonCall *call)
{
    CordonParsed parsed = parse(judge, call);

    if (parsed.operand_count == 0)
        return;
    const char *key = parsed.operands[0].text;
    if (g_str_has_prefix(key, "pypi-token") || g_str_has_prefix(key, "http-basic") ||
        g_str_has_prefix(key, "certificates"))
        cordon_judge_find(judge, call, CORDON_RULE_SECRET, NULL,
                          "The setting \"%s\" holds credentials.", key);
    else if (parsed.operand_count > 1 && g_str_has_prefix(key, "repositories."))
        cordon_judge_value(judge, call, &parsed.operands[1], 'u');
    else if (parsed.operand_count > 1 && cordon_parsed_find(&parsed, "--local") == NULL)
        cordon_judge_find(judge, call, CORDON_RULE_OUTSIDE_PROJECT, "Add `--local`.",
                          "`%s` changes settings of the user.", call->full_name);
}

/* conda config --add channels X is written into the user's own file. */
void cordon_handle_conda_config(CordonJudge *judge, const CordonCall *call)
{
    static const char *const changes[] = {"--add", "--append", "--prepend",
                                          "--set", "--remove", "--remove-key"};

    for (guint i = call->first; i < call->count; i++) {
        for (gsize j = 0; j < G_N_ELEMENTS(changes); j++) {
            if (cordon_arg_is(&call->args[i], changes[j]))
                cordon_judge_find(judge, call, CORDON_RULE_OUTSIDE_PROJECT,
                                  "Give the option on the command line.",
                                  "`%s` changes settings of the user.", call->full_name);
        }
    }
}

/* cabal install, stack install: into the user's home unless a folder is named. */
void cordon_handle_install_into(CordonJudge *judge, const CordonCall *call)
{
    CordonParsed parsed = parse(judge, call);

    if (cordon_parsed_find(&parsed, "--installdir") == NULL &&
        cordon_parsed_find(&parsed, "--local-bin-path") == NULL)
        cordon_judge_find(judge, call, CORDON_RULE_OUTSIDE_PROJECT,
                          "Name a folder of the project to install into.",
                          "`%s` writes where all projects of the user look.", call->full_name);
}

/* "dotnet run -- serve", "cargo run --bin server": the words say that a program of the project is a server. */
void cordon_handle_server_words(CordonJudge *judge, const CordonCall *call)
{
    CordonParsed parsed = parse(judge, call);

    for (guint i = 0; i < parsed.operand_count && i < 3; i++) {
        const char *text = cordon_arg_text(&parsed.operands[i]);
        if (text == NULL || !cordon_word_serves(text))
            continue;
        cordon_judge_find(judge, call, CORDON_RULE_ENDLESS, "It belongs in a terminal.",
                          "`%s %s` is a server or watches for changes.", call->full_name, text);
        return;
    }
}

/* "-o:FOLDER", "--output:FOLDER", "/l:Logger,file.dll;logfile=x": a colon stands for the blank, and the values of MSBuild
 * are lists. */
void cordon_handle_dotnet(CordonJudge *judge, const CordonCall *call)
{
    for (guint i = call->first; i < call->count; i++) {
        const CordonArg *word = &call->args[i];
        const char *colon = strchr(word->text, ':');
        if ((word->text[0] != '-' && word->text[0] != '/') || colon == NULL)
            continue;
        CordonArg value = cordon_arg_skip(word, (gsize)(colon - word->text) + 1);
        cordon_judge_value(judge, call, &value, 'm');
        if (value.type != CORDON_ARG_CONSTANT)
            continue;
        for (const char *text = value.text; *text != '\0';) {
            gsize length = strcspn(text, ",;");
            CordonArg part =
                cordon_arg_constant(cordon_arena_strndup(cordon_judge_arena(judge), text, length));
            if (length > 0)
                cordon_judge_value(judge, call, &part, 'm');
            text += length + (text[length] != '\0' ? 1 : 0);
        }
    }
}

void cordon_handle_dotnet_run(CordonJudge *judge, const CordonCall *call)
{
    cordon_handle_dotnet(judge, call);
    cordon_handle_server_words(judge, call);
}

/* composer run-script NAME, and composer NAME. */
void cordon_handle_composer_script(CordonJudge *judge, const CordonCall *call)
{
    gboolean is_group = (call->row->flags & CORDON_PROGRAM_GROUP) != 0;
    CordonPackages packages = cordon_packages_here(judge, call, "composer.json");
    CordonScriptRun run = {0};

    if (is_group) {
        run.name = unlisted_subcommand(call);
        run.extra = call->args + call->first;
        run.extra_count = call->count - call->first;
    } else {
        CordonParsed parsed = parse(judge, call);
        if (parsed.operand_count == 0)
            return;
        run.name = cordon_arg_text(&parsed.operands[0]);
        run.extra = parsed.operands + 1;
        run.extra_count = parsed.operand_count - 1;
    }
    if (run.name != NULL)
        cordon_judge_script_run(judge, call, &packages, &run);
}

/* Options of apt's own configuration that start nothing and lead nowhere. */
static gboolean is_harmless_apt_option(const char *text)
{
    static const char *const known[] = {
        "acquire::retries",
        "acquire::http::timeout",
        "acquire::https::timeout",
        "acquire::check-valid-until",
        "acquire::languages",
        "apt::acquire::retries",
        "apt::get::",
        "apt::install-",
        "apt::color",
        "apt::architecture",
        "apt::sandbox::user",
        "debug::",
        "dpkg::use-pty",
        "dpkg::progress",
        "dpkglock::timeout",
        "dpkg::lock::timeout",
        "acquire::forceipv4",
        "acquire::forceipv6",
        "apt::default-release",
        "binary::apt::",
        "dpkg::options::=--force-conf",
        "dpkg::options::=\"--force-conf",
    };
    g_autofree char *small = g_ascii_strdown(text, -1);

    for (gsize i = 0; i < G_N_ELEMENTS(known); i++) {
        if (g_str_has_prefix(small, known[i]))
            return TRUE;
    }
    return FALSE;
}

/* -o can name commands that are run before and after, other folders, and proxies. */
void cordon_handle_apt(CordonJudge *judge, const CordonCall *call)
{
    CordonCall whole = *call;

    whole.first = MIN(1, call->count);
    CordonParsed parsed = parse(judge, &whole);
    for (guint i = 0; i < parsed.option_count; i++) {
        if (strcmp(parsed.options[i].name, "-o") != 0 || parsed.options[i].value == NULL)
            continue;
        const char *text = cordon_arg_text(parsed.options[i].value);
        if (text == NULL || !is_harmless_apt_option(text))
            cordon_judge_find(
                judge, call, CORDON_RULE_UNREADABLE, "Leave the option -o out.",
                "An option of apt can start programs, and this one is not known to be harmless.");
    }
}

/* Lanes of fastlane whose name says that they upload. */
void cordon_handle_fastlane(CordonJudge *judge, const CordonCall *call)
{
    static const char *const uploads[] = {"appstore",   "beta",
                                          "deliver",    "deploy",
                                          "distribute", "pilot",
                                          "publish",    "release",
                                          "supply",     "upload_to_app_store",
                                          "upload",     "upload_to_testflight"};

    for (guint i = call->first; i < call->count; i++) {
        for (gsize j = 0; j < G_N_ELEMENTS(uploads); j++) {
            if (cordon_arg_is(&call->args[i], uploads[j]))
                cordon_judge_find(judge, call, CORDON_RULE_PUBLISH, NULL, "`fastlane %s` uploads.",
                                  uploads[j]);
        }
    }
}

/* "swift x.swift", "swift -e CODE", and alone a prompt. */
void cordon_handle_swift_file(CordonJudge *judge, const CordonCall *call)
{
    for (guint i = 1; i < call->count; i++) {
        if (cordon_arg_is(&call->args[i], "-e"))
            cordon_judge_find(judge, call, CORDON_RULE_INLINE_CODE, NULL, NULL);
    }
    const char *file = unlisted_subcommand(call);
    if (file == NULL && call->input == CORDON_INPUT_NONE)
        cordon_judge_find(judge, call, CORDON_RULE_ENDLESS, NULL,
                          "`swift` without a file waits for input.");
    else if (file == NULL || strcmp(file, "-") == 0)
        cordon_judge_find(judge, call, CORDON_RULE_INLINE_CODE, NULL,
                          "`swift` runs code that it is given as input.");
    else
        cordon_judge_value(judge, call, &call->args[call->first - 1], 'r');
}

/* "dart x.dart" */
void cordon_handle_dart_file(CordonJudge *judge, const CordonCall *call)
{
    if (unlisted_subcommand(call) != NULL)
        cordon_judge_value(judge, call, &call->args[call->first - 1], 'r');
}

/* "rustup +nightly show": the toolchain stands first. */
void cordon_handle_rustup(CordonJudge *judge, const CordonCall *call)
{
    const char *word = unlisted_subcommand(call);

    if (word != NULL && word[0] == '+')
        cordon_judge_as(judge, call, call->name, call->args + call->first,
                        call->count - call->first);
}

/* A release is published unless it is a snapshot or that step is skipped; alone, older versions release, too. */
void cordon_handle_goreleaser(CordonJudge *judge, const CordonCall *call)
{
    CordonCall whole = *call;

    whole.first = MIN(1, call->count);
    CordonParsed parsed = parse(judge, &whole);
    const CordonArg *skip = cordon_parsed_find(&parsed, "--skip");
    gboolean skips =
        skip != NULL && cordon_arg_text(skip) != NULL && strstr(skip->text, "publish") != NULL;

    if (cordon_parsed_find(&parsed, "--snapshot") == NULL &&
        cordon_parsed_find(&parsed, "--skip-publish") == NULL && !skips)
        cordon_judge_find(judge, call, CORDON_RULE_PUBLISH, "Build with `--snapshot`.", NULL);
}

/* --- mix, rebar3 --- */

/* "mix do a, b", "rebar3 do a,b": tasks with commas or "+" between. */
void cordon_handle_mix_do(CordonJudge *judge, const CordonCall *call)
{
    CordonArena *arena = cordon_judge_arena(judge);
    CordonArg *words = CORDON_ARENA_ARRAY(arena, CordonArg, call->count + 1);
    guint used = 0;
    const char *blank = strchr(call->full_name, ' ');
    gboolean is_list = blank != NULL && (strcmp(blank, " do") == 0 || strcmp(blank, " as") == 0);
    guint first =
        call->first + (is_list && strcmp(blank, " as") == 0 && call->first < call->count ? 1 : 0);

    if (!is_list)
        return;
    for (guint i = first; i <= call->count; i++) {
        const char *text = i < call->count ? call->args[i].text : "+";
        gsize length = strlen(text);
        gboolean ends =
            i == call->count || strcmp(text, "+") == 0 || (length > 0 && text[length - 1] == ',');
        if (length > 0 && text[length - 1] == ',')
            words[used++] = cordon_arg_constant(cordon_arena_strndup(arena, text, length - 1));
        else if (i < call->count && strcmp(text, "+") != 0)
            words[used++] = call->args[i];
        if (ends && used > 0) {
            cordon_judge_as(judge, call, call->name, words, used);
            words = CORDON_ARENA_ARRAY(arena, CordonArg, call->count + 1);
            used = 0;
        }
    }
}

/* A task of the project. */
void cordon_handle_mix(CordonJudge *judge, const CordonCall *call)
{
    const char *task = unlisted_subcommand(call);

    if (task == NULL)
        return;
    if (g_str_has_suffix(task, ".server") || g_str_has_suffix(task, ".watch"))
        cordon_judge_script_name(judge, call, g_str_has_suffix(task, ".watch") ? "watch" : "serve");
}

/* SPDX-License-Identifier: MIT */
/* cargo: toolchains before the subcommand, settings that start programs, what installs and what serves. */
#include <string.h>

#include "filter/programs/handlers.h"
#include "filter/programs/interpreter.h"
#include "filter/programs/script_name.h"

/* Settings that change how a build is done and start nothing.  Source: the cargo book, "Configuration". */
static gboolean is_harmless_setting(const char *text)
{
    static const char *const known[] = {
        "build.incremental", "build.jobs",  "build.target=",     "future-incompat-report.",
        "http.timeout",      "net.offline", "net.retry",         "net.git-fetch-with-cli",
        "profile.",          "term.",       "http.multiplexing", "registries.crates-io.protocol",
    };

    for (gsize i = 0; i < G_N_ELEMENTS(known); i++) {
        if (g_str_has_prefix(text, known[i]))
            return TRUE;
    }
    return FALSE;
}

static void judge_settings(CordonJudge *judge, const CordonCall *call)
{
    CordonCall whole = *call;

    whole.first = MIN(1, call->count);
    CordonParsed parsed = cordon_call_parse(judge, &whole, call->row->options, call->row->flags);
    for (guint i = 0; i < parsed.option_count; i++) {
        const CordonArg *value = parsed.options[i].value;
        if (strcmp(parsed.options[i].name, "--config") != 0 || value == NULL)
            continue;
        const char *text = cordon_arg_text(value);
        if (text == NULL || !is_harmless_setting(text))
            cordon_judge_find(
                judge, call, CORDON_RULE_SHELL,
                "Write the setting into .cargo/config.toml of the project, or leave it out.",
                "A setting of cargo can name a linker, a wrapper or a runner, which is started.");
    }
}

/* All subcommands come here; of those without a row only "+toolchain" means something. */
void cordon_handle_cargo(CordonJudge *judge, const CordonCall *call)
{
    const char *blank = strchr(call->full_name, ' ');

    judge_settings(judge, call);
    if (blank != NULL && blank[1] == '+')
        cordon_judge_as(judge, call, call->name, call->args + call->first,
                        call->count - call->first);
}

/* Into ~/.cargo/bin unless --root or a variable says where; --list only lists. */
void cordon_handle_cargo_install(CordonJudge *judge, const CordonCall *call)
{
    CordonParsed parsed = cordon_call_parse(judge, call, call->row->options, call->row->flags);

    judge_settings(judge, call);
    if (cordon_parsed_find(&parsed, "--root") == NULL &&
        !cordon_call_sets(call, "CARGO_INSTALL_ROOT") && !cordon_call_sets(call, "CARGO_HOME") &&
        cordon_parsed_find(&parsed, "--list") == NULL)
        cordon_judge_find(judge, call, CORDON_RULE_OUTSIDE_PROJECT,
                          "Install it into the project: `--root .tools`.",
                          "`%s` writes where all projects of the user look.", call->full_name);
}

static void find_server(CordonJudge *judge, const CordonCall *call, const char *word)
{
    cordon_judge_find(judge, call, CORDON_RULE_ENDLESS, "It belongs in a terminal.",
                      "`%s` starts what seems to be a server (%s).", call->full_name, word);
}

void cordon_handle_cargo_run(CordonJudge *judge, const CordonCall *call)
{
    CordonParsed parsed = cordon_call_parse(judge, call, call->row->options, call->row->flags);
    gboolean names_target = FALSE;

    judge_settings(judge, call);
    for (guint i = 0; i < parsed.option_count; i++) {
        const CordonOption *option = &parsed.options[i];
        gboolean is_target = strcmp(option->name, "--bin") == 0 ||
                             strcmp(option->name, "--example") == 0 ||
                             strcmp(option->name, "-p") == 0;
        names_target = names_target || (is_target && option->value != NULL &&
                                        cordon_name_has_server(option->value->text));
    }
    if (names_target)
        find_server(judge, call, "by its name");
    else if (parsed.operand_count > 0 && cordon_word_serves(parsed.operands[0].text))
        find_server(judge, call, parsed.operands[0].text);
}

/* What stands behind "--" goes to rustc. */
void cordon_handle_cargo_rustc(CordonJudge *judge, const CordonCall *call)
{
    judge_settings(judge, call);
    for (guint i = call->first; i < call->count; i++) {
        if (cordon_arg_is(&call->args[i], "--")) {
            cordon_judge_as(judge, call, "rustc", call->args + i + 1, call->count - i - 1);
            return;
        }
    }
}

/* libFuzzer goes on until it finds something, unless it is bounded. */
void cordon_handle_cargo_fuzz(CordonJudge *judge, const CordonCall *call)
{
    for (guint i = call->first; i < call->count; i++) {
        if (cordon_arg_begins(&call->args[i], "-max_total_time=") ||
            cordon_arg_begins(&call->args[i], "-runs="))
            return;
    }
    cordon_judge_find(judge, call, CORDON_RULE_ENDLESS, "Add `-- -max_total_time=60`.",
                      "`%s` goes on until it finds something.", call->full_name);
}

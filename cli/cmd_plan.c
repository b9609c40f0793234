/* SPDX-License-Identifier: MIT */
/* cordon plan: shows what `cordon run` would start. */
#include "commands.h"
#include "launch.h"
#include "output.h"
#include "refuse.h"

static int run(char **words)
{
    g_auto(CliLaunch) launch = {0};
    g_autofree char *text = NULL;
    int status = cli_launch_open(&launch, words, CLI_STATUS_USAGE);

    if (launch.options.help) {
        cli_command_help(&cli_command_plan);
        return cli_finish(0);
    }
    if (status == 0)
        status = cli_launch_judge(&launch, NULL);
    if (status != 0)
        return status;
    const CordonPlan *plan = cordon_call_make_plan(launch.call);
    if (plan == NULL)
        return cli_refuse_call(&launch);
    if (launch.options.json) {
        text = cordon_plan_to_json(plan);
        puts(text);
        return cli_finish(0);
    }
    text = cordon_plan_to_text(plan);
    cli_print_text(text);
    return cli_finish(0);
}

const CliCommand cli_command_plan = {
    .name = "plan",
    .summary = "Shows what run would start, and starts nothing",
    .usage = "[OPTION]... [--] CMD [ARG]...",
    .more = "The options are those of `cordon run`; --timeout and --yes change nothing in a plan.  "
            "What the\n"
            "command filter denies has no plan; what it asks about is noted.",
    .options = cli_launch_options,
    .run = run,
};

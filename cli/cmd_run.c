/* SPDX-License-Identifier: MIT */
/* cordon run: runs a command and ends as it ended. */
#define _GNU_SOURCE /* sigaction() */
#include <errno.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

#include "commands.h"
#include "launch.h"
#include "output.h"
#include "refuse.h"
#include "stream.h"

/* Kept of each stream: enough of the end to explain a failure, or what --json shows. */
#define KEEP_STREAMED_BYTES (64u * 1024)
#define KEEP_JSON_BYTES     (1024u * 1024)

static const int stop_signals[] = {SIGINT, SIGTERM, SIGHUP};

/* The one call, for the signal handler; set before the signals are handled. */
static CordonCall *running;

static void on_stop_signal(int signal)
{
    cli_stop_signal = signal;
    cordon_call_cancel(running);
}

/* A signal that was ignored when we started stays ignored (nohup). */
static void handle_stop_signals(void)
{
    struct sigaction action = {.sa_handler = on_stop_signal};

    for (gsize i = 0; i < G_N_ELEMENTS(stop_signals); i++) {
        struct sigaction before;
        if (sigaction(stop_signals[i], NULL, &before) == 0 && before.sa_handler != SIG_IGN)
            sigaction(stop_signals[i], &action, NULL);
    }
}

/* Says on stderr what the command itself cannot have said. */
static void explain(const CliLaunch *launch, const CordonResult *result)
{
    const CordonJudgement *judgement = cordon_call_get_judgement(launch->call);
    gboolean is_script = judgement->script != NULL;

    switch (result->kind) {
    case CORDON_EXIT_KIND_LIMIT:
        if (g_strcmp0(result->limit, "time") == 0)
            cli_say("stopped after %g s (time limit; --timeout changes it)",
                    cordon_call_get_time_limit_ms(launch->call) / 1000.0);
        else if (result->message != NULL)
            cli_say("stopped: %s", result->message);
        else
            cli_say("stopped: the limit on %s was reached (--limit changes it)", result->limit);
        break;
    case CORDON_EXIT_KIND_SETUP:
    case CORDON_EXIT_KIND_LOST:
        cli_say("%s%s%s", is_script ? "" : judgement->argv[0], is_script ? "" : ": ",
                result->message != NULL ? result->message : "The command could not be run.");
        break;
    case CORDON_EXIT_KIND_EXITED:
    case CORDON_EXIT_KIND_SIGNALED:
    default:
        /* What of its work could not be kept. */
        if (result->message != NULL)
            cli_say("note: %s", result->message);
        break;
    }
    if (result->why != NULL)
        cli_say("%s", result->why);
}

/* As the report has it: who allowed what the filter asks about. */
static const char *find_approval(const CliLaunch *launch)
{
    if (cordon_call_get_judgement(launch->call)->verdict != CORDON_VERDICT_ASK)
        return NULL;
    return launch->options.yes ? "option" : "user";
}

static void print_json(const CliLaunch *launch, const CordonResult *result, int status)
{
    const CordonCall *call = launch->call;
    const CordonRunReport report = {
        .struct_size = sizeof report,
        .command = (const char *const *)launch->options.command,
        .judgement = cordon_call_get_judgement(call),
        .approval = find_approval(launch),
        .notices = cordon_call_get_notices(call),
        .status = status,
        .time_limit_ms = cordon_call_get_time_limit_ms(call),
    };
    g_autofree char *json = cordon_run_to_json(cordon_call_get_plan(call), result, &report);

    puts(json);
}

/* What was left out may be why it failed. */
static void say_notices(const CliLaunch *launch)
{
    const char *const *notices = cordon_call_get_notices(launch->call);

    /* That the sandbox was off was the user's own wish. */
    for (gsize i = launch->options.sandbox ? 0 : 1; notices[i] != NULL; i++)
        cli_say("note: %s", notices[i]);
}

static int finish(const CliLaunch *launch, const CordonResult *result, int write_error)
{
    int status = cordon_result_exit_status(result);

    if (cli_stop_signal != 0 && result->cancelled)
        status = CLI_STATUS_SIGNAL + cli_stop_signal;
    if (launch->options.json) {
        print_json(launch, result, status);
        return cli_finish(status);
    }
    explain(launch, result);
    if (status != 0)
        say_notices(launch);
    if (write_error != 0) {
        cli_say("the output of the command could not be written: %s", g_strerror(write_error));
        return CLI_STATUS_CORDON;
    }
    return status;
}

/* From a call that may run to its result; NULL when it did not run. */
static const CordonResult *run_call(const CliLaunch *launch)
{
    running = launch->call;
    handle_stop_signals();
    cordon_call_advance(launch->call);
    return cordon_call_get_result(launch->call);
}

static int run(char **words)
{
    g_auto(CliLaunch) launch = {0};
    g_autoptr(CliStream) stream = NULL;
    int status = cli_launch_open(&launch, words, CLI_STATUS_CORDON);

    if (launch.options.help) {
        cli_command_help(&cli_command_run);
        return cli_finish(0);
    }
    if (status != 0)
        return status;
    stream = cli_stream_new(!launch.options.json);
    const CliRun how = {
        .stdin_fd = isatty(STDIN_FILENO) == 1 ? -1 : STDIN_FILENO,
        .keep_bytes = launch.options.json ? KEEP_JSON_BYTES : KEEP_STREAMED_BYTES,
        .output = cli_stream_output,
        .tick = cli_stream_tick,
        .user_data = stream,
    };
    status = cli_launch_judge(&launch, &how);
    if (status != 0)
        return status;
    cli_stream_begin(stream, cordon_call_get_time_limit_ms(launch.call));
    const CordonResult *result = run_call(&launch);
    int write_error = cli_stream_end(stream);
    status = result != NULL ? finish(&launch, result, write_error) : cli_refuse_call(&launch);
    /* From here on a stop signal has nothing to stop. */
    for (gsize i = 0; i < G_N_ELEMENTS(stop_signals); i++)
        signal(stop_signals[i], SIG_IGN);
    return status;
}

const CliCommand cli_command_run = {
    .name = "run",
    .summary = "Reads a command, and runs it inside the sandbox",
    .usage = "[OPTION]... [--] CMD [ARG]...",
    .more =
        "One CMD is a command line, several words are a program and its arguments.  The command\n"
        "filter judges it first (see `cordon check`); what it asks about runs after a yes on the\n"
        "terminal, or with --yes.\n"
        "\n"
        "Exit status: the command's own; 124 time limit; 125 cordon failed or no sandbox is\n"
        "ready, and nothing ran; 126 denied, or not executable; 127 not found; 128+N ended by\n"
        "signal N; 137 another limit.",
    .options = cli_launch_options,
    .run = run,
};

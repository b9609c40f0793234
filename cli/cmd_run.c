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
#include "stream.h"

/* Between SIGTERM and SIGKILL. */
#define GRACE_MS 2000
/* Kept of each stream: enough of the end to explain a failure, or what --json shows. */
#define KEEP_STREAMED_BYTES (64u * 1024)
#define KEEP_JSON_BYTES     (1024u * 1024)

static const int stop_signals[] = {SIGINT, SIGTERM, SIGHUP};

/* The one process, for the signal handler; written while the signals are blocked. */
static CordonProcess *running;

static void on_stop_signal(int signal)
{
    cli_stop_signal = signal;
    if (running != NULL)
        cordon_process_stop(running);
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

static CordonProcess *start(CordonPlan *plan, const CordonRunOptions *options, GError **error)
{
    sigset_t stops;
    sigset_t before;
    CordonProcess *process;

    handle_stop_signals();
    process = cordon_plan_run(plan, options, error);
    sigemptyset(&stops);
    for (gsize i = 0; i < G_N_ELEMENTS(stop_signals); i++)
        sigaddset(&stops, stop_signals[i]);
    sigprocmask(SIG_BLOCK, &stops, &before);
    running = process;
    /* One that came while the process was being started found nothing to stop. */
    if (process != NULL && cli_stop_signal != 0)
        cordon_process_stop(process);
    sigprocmask(SIG_SETMASK, &before, NULL);
    return process;
}

/* What the plan left out, and that there was no sandbox. */
static GPtrArray *collect_notices(const CliLaunch *launch)
{
    const GPtrArray *notices = cordon_plan_get_notices(launch->plan);
    GPtrArray *collected = g_ptr_array_new_with_free_func(g_free);

    if (!launch->options.sandbox)
        g_ptr_array_add(collected, g_strdup("The sandbox was off: nothing held the folders."));
    for (guint i = 0; notices != NULL && i < notices->len; i++)
        g_ptr_array_add(collected, g_strdup(g_ptr_array_index(notices, i)));
    g_ptr_array_add(collected, NULL);
    return collected;
}

/* Says on stderr what the command itself cannot have said. */
static void explain(const CliLaunch *launch, const CordonResult *result)
{
    switch (result->kind) {
    case CORDON_EXIT_KIND_LIMIT:
        if (g_strcmp0(result->limit, "time") == 0)
            cli_say("stopped after %g s (time limit; --timeout changes it)",
                    launch->options.time_limit_ms / 1000.0);
        else if (result->message != NULL)
            cli_say("stopped: %s", result->message);
        else
            cli_say("stopped: the limit on %s was reached (--limit changes it)", result->limit);
        break;
    case CORDON_EXIT_KIND_SETUP:
    case CORDON_EXIT_KIND_LOST:
        cli_say("%s%s%s", launch->is_script ? "" : launch->argv[0], launch->is_script ? "" : ": ",
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

static void print_json(const CliLaunch *launch, const CordonResult *result, int status)
{
    g_autoptr(GPtrArray) notices = collect_notices(launch);
    CordonRunReport report = {
        .struct_size = sizeof report,
        .command = (const char *const *)launch->options.command,
        .judgement = launch->judgement,
        .approval = launch->approval,
        .notices = (const char *const *)notices->pdata,
        .status = status,
        .time_limit_ms = launch->options.time_limit_ms,
    };
    g_autofree char *json = cordon_run_to_json(launch->plan, result, &report);

    puts(json);
}

/* What was left out may be why it failed. */
static void say_notices(const CliLaunch *launch)
{
    const GPtrArray *notices = cordon_plan_get_notices(launch->plan);

    for (guint i = 0; notices != NULL && i < notices->len; i++)
        cli_say("note: %s", (const char *)g_ptr_array_index(notices, i));
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

static int run(char **words)
{
    g_auto(CliLaunch) launch = {0};
    g_autoptr(CordonProcess) process = NULL;
    g_autoptr(CliStream) stream = NULL;
    g_autoptr(GError) error = NULL;
    int status;

    launch.will_run = TRUE;
    status = cli_launch_read(&launch, words, CLI_STATUS_CORDON);

    if (launch.options.help) {
        cli_command_help(&cli_command_run);
        return cli_finish(0);
    }
    if (status != 0)
        return status;
    stream = cli_stream_new(!launch.options.json, launch.options.time_limit_ms);
    CordonRunOptions options = {
        .struct_size = sizeof options,
        .stdin_fd = isatty(STDIN_FILENO) == 1 ? -1 : STDIN_FILENO,
        .time_limit_ms = launch.options.time_limit_ms,
        .grace_ms = GRACE_MS,
        .keep_bytes = launch.options.json ? KEEP_JSON_BYTES : KEEP_STREAMED_BYTES,
        .output = cli_stream_output,
        .tick = cli_stream_tick,
        .user_data = stream,
    };
    process = start(launch.plan, &options, &error);
    if (process == NULL)
        return cli_launch_fail(&launch, error);
    const CordonResult *result = cordon_process_wait(process);
    int write_error = cli_stream_end(stream);
    status = finish(&launch, result, write_error);
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

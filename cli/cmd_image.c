/* SPDX-License-Identifier: MIT */
/* cordon image: the container image of the docker backend: whether it is here, what it would cost to fetch, and
 * fetching it after a yes. */
#define _GNU_SOURCE /* sigaction() */
#include <cordon/cordon.h>
#include <errno.h>
#include <signal.h>
#include <string.h>

#include "answer.h"
#include "bar.h"
#include "catalog.h"
#include "commands.h"
#include "output.h"

enum { OPTION_JSON = 1, OPTION_YES, OPTION_HELP };

static const CliOption options[] = {
    {OPTION_JSON, "json", NULL, "print JSON objects, one a line"},
    {OPTION_YES, "yes", NULL, "pull without asking"},
    {OPTION_HELP, "help", NULL, "show this help"},
    {0, NULL, NULL, NULL},
};

typedef struct {
    const char *what;      /* "status", "size", "pull" */
    const char *reference; /* or NULL */
    gboolean json, yes, help;
} Request;

/* --- the command line --------------------------------------------------------------------------- */

static char *take_word(Request *request, const char *word)
{
    static const char *const whats[] = {"status", "size", "pull", NULL};
    g_autofree char *shown = cli_escape(word);

    if (request->what != NULL && request->reference != NULL)
        return g_strdup_printf("%s: one image is expected", shown);
    if (request->what != NULL) {
        request->reference = word;
        return NULL;
    }
    for (gsize i = 0; whats[i] != NULL; i++)
        if (strcmp(whats[i], word) == 0)
            request->what = whats[i];
    if (request->what != NULL)
        return NULL;
    const char *nearest = cli_nearest(word, whats);
    return nearest != NULL
               ? g_strdup_printf("image %s: did you mean `cordon image %s`?", shown, nearest)
               : g_strdup_printf("image %s: there are status, size and pull", shown);
}

/* NULL, or a sentence on what is wrong. */
static char *read_request(Request *request, char **words)
{
    CliArgs args = {.options = options, .argv = words};
    const char *value;
    char *error = NULL;
    int id;

    for (;;) {
        while ((id = cli_args_next(&args, &value, &error)) > 0) {
            request->json = request->json || id == OPTION_JSON;
            request->yes = request->yes || id == OPTION_YES;
            request->help = request->help || id == OPTION_HELP;
        }
        if (id == CLI_ARGS_ERROR || words[args.next] == NULL)
            break;
        error = take_word(request, words[args.next++]);
        if (error != NULL)
            return error;
    }
    if (error != NULL || request->help)
        return error;
    if (request->what == NULL)
        return g_strdup("image: what about it?  There are status, size and pull");
    if (request->yes && strcmp(request->what, "pull") != 0)
        return g_strdup_printf("--yes is for pull; %s changes nothing", request->what);
    return NULL;
}

/* --- stopping ----------------------------------------------------------------------------------- */

static const int stop_signals[] = {SIGINT, SIGTERM, SIGHUP};
static CordonImageCancel *cancel;
static volatile sig_atomic_t stop_signal;

static void on_stop_signal(int signal)
{
    int saved = errno;

    stop_signal = signal;
    cordon_image_cancel_now(cancel);
    errno = saved;
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

/* While a person is asked there is nothing to tidy up. */
static void unhandle_stop_signals(void)
{
    for (gsize i = 0; i < G_N_ELEMENTS(stop_signals); i++) {
        struct sigaction before;
        if (sigaction(stop_signals[i], NULL, &before) == 0 && before.sa_handler == on_stop_signal)
            signal(stop_signals[i], SIG_DFL);
    }
}

/* --- output ------------------------------------------------------------------------------------- */

/* One JSON object, which it frees. */
static void print_line(char *json)
{
    puts(json);
    g_free(json);
}

/* --- ends --------------------------------------------------------------------------------------- */

static int end_with(const Request *request, const GError *error, const char *code, int status)
{
    if (!request->json) {
        cli_say("%s", error->message);
        return cli_finish(status);
    }
    print_line(cordon_image_error_to_json(error, code, status));
    return cli_finish(status);
}

/* pulling: something may have been fetched. */
static int fail(const Request *request, const GError *error, gboolean pulling)
{
    gboolean cancelled = g_error_matches(error, CORDON_IMAGE_ERROR, CORDON_IMAGE_ERROR_CANCELLED);
    int status = CLI_STATUS_CORDON;

    if (g_error_matches(error, CORDON_IMAGE_ERROR, CORDON_IMAGE_ERROR_REFERENCE))
        status = CLI_STATUS_USAGE;
    if (!cancelled || stop_signal == 0)
        return end_with(request, error, NULL, status);
    g_autoptr(GError) said = g_error_new_literal(
        CORDON_IMAGE_ERROR, CORDON_IMAGE_ERROR_CANCELLED,
        pulling
            ? "Cancelled; the image is not here.  `cordon image pull` starts again: layers that "
              "the engine kept of this pull are not fetched again."
            : "Cancelled; nothing was pulled.");
    return end_with(request, said, NULL, CLI_STATUS_SIGNAL + stop_signal);
}

/* --- what is shown ------------------------------------------------------------------------------ */

static void add_row(CliTable *table, const char *name, const char *value)
{
    cli_table_add(table, CLI_STYLE_DIM, name);
    cli_table_add(table, CLI_STYLE_PLAIN, value);
}

static void add_space(CliTable *table, const char *root_folder, gint64 free_bytes)
{
    if (free_bytes < 0) {
        add_row(table, "free space", "not known: the engine's disk is not one of this system");
        return;
    }
    g_autofree char *space = cli_format_bytes((guint64)free_bytes);
    g_autofree char *text = g_strdup_printf("%s in %s", space, root_folder);
    add_row(table, "free space", text);
}

static void print_status(const CordonImageStatus *status)
{
    g_autoptr(CliTable) table = cli_table_new(2);
    g_autofree char *disk = cli_format_bytes(status->disk_bytes);
    g_autofree char *engine = g_strdup_printf("%s, %s", status->engine, status->engine_platform);

    add_row(table, "image", status->reference);
    add_row(table, "state",
            !status->present ? "not here: `cordon image pull` fetches it after a yes"
            : status->usable ? "here"
                             : "here, but made for another platform than the engine's");
    if (status->present) {
        add_row(table, "id", status->id);
        add_row(table, "digest",
                status->digest != NULL ? status->digest : "none: it was made here");
        add_row(table, "platform", status->platform);
        add_row(table, "on disk", disk);
    }
    add_row(table, "engine", engine);
    add_space(table, status->root_folder, status->free_bytes);
    cli_table_print(table, stdout);
}

static void print_size(const CordonImageSize *size, FILE *stream)
{
    g_autoptr(CliTable) table = cli_table_new(2);
    g_autofree char *download = cli_format_bytes(size->download_bytes);
    g_autofree char *total = cli_format_bytes(size->total_bytes);
    g_autofree char *least = cli_format_bytes(size->disk_min_bytes);
    g_autofree char *most = cli_format_bytes(size->disk_max_bytes);
    g_autofree char *exact =
        g_strdup_printf("%s (%" G_GUINT64_FORMAT " bytes)", download, size->download_bytes);
    g_autofree char *part =
        g_strdup_printf("%s of %s, the rest is here (%" G_GUINT64_FORMAT " bytes)", download, total,
                        size->download_bytes);
    g_autofree char *disk = g_strdup_printf("about %s to %s", least, most);

    add_row(table, "image", size->reference);
    add_row(table, "registry", size->registry);
    add_row(table, "digest", size->digest);
    add_row(table, "platform", size->platform);
    if (size->present) {
        add_row(table, "download", "nothing, it is here (0 bytes)");
    } else {
        add_row(table, "download", size->download_bytes < size->total_bytes ? part : exact);
        add_row(table, "needs on disk", disk);
    }
    add_space(table, size->root_folder, size->free_bytes);
    cli_table_print(table, stream);
    if (size->free_bytes >= 0 && (guint64)size->free_bytes < size->disk_max_bytes)
        fputs("The disk may be too small for it.\n", stream);
}

/* --- the commands ------------------------------------------------------------------------------- */

static int run_status(const Request *request)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(CordonImageStatus) status =
        cordon_image_get_status(request->reference, cancel, &error);

    if (status == NULL)
        return fail(request, error, FALSE);
    if (request->json)
        print_line(cordon_image_status_to_json(status));
    else
        print_status(status);
    return cli_finish(status->usable ? 0 : CLI_STATUS_NOT_THERE);
}

static int run_size(const Request *request)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(CordonImageSize) size = cordon_image_get_size(request->reference, cancel, &error);

    if (size == NULL)
        return fail(request, error, FALSE);
    if (request->json)
        print_line(cordon_image_size_to_json(size));
    else
        print_size(size, stdout);
    return cli_finish(0);
}

/* NULL: it may be pulled; else why not. */
static const char *ask(const Request *request)
{
    char answer[CLI_ANSWER_MAX_BYTES + 1];

    if (request->yes)
        return NULL;
    if (!cli_answer_is_possible())
        return "Nothing was pulled: a pull has to be confirmed.  Use a terminal and answer yes, or "
               "--yes.";
    fputs("pull it (yes or no)? ", stderr);
    fflush(stderr);
    unhandle_stop_signals();
    gboolean typed = cli_answer_read(answer);
    handle_stop_signals();
    if (!typed)
        fputc('\n', stderr);
    return typed && strcmp(answer, "yes") == 0 ? NULL
                                               : "Nothing was pulled: the answer was not yes.";
}

static void print_progress(const CordonImageProgress *progress, gpointer user_data)
{
    (void)user_data;
    print_line(cordon_image_progress_to_json(progress));
    fflush(stdout);
}

static CordonImagePulled *pull(const Request *request, const CordonImageSize *size, GError **error)
{
    if (request->json)
        return cordon_image_pull(size, print_progress, NULL, cancel, error);
    g_autoptr(CliBar) bar = cli_bar_new();
    return cordon_image_pull(size, cli_bar_show, bar, cancel, error);
}

static int run_pull(const Request *request)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(CordonImageSize) size = cordon_image_get_size(request->reference, cancel, &error);

    if (size == NULL)
        return fail(request, error, FALSE);
    if (request->json) {
        print_line(cordon_image_size_to_json(size));
        fflush(stdout);
    }
    if (!request->json || !request->yes)
        print_size(size, stderr);
    if (size->up_to_date && !request->json) {
        cli_say("nothing to do: it is here, and the newest");
        return cli_finish(0);
    }
    const char *refusal = size->up_to_date ? NULL : ask(request);
    if (refusal != NULL) {
        g_autoptr(GError) said = g_error_new_literal(CORDON_ERROR, CORDON_ERROR_CANCELLED, refusal);
        return end_with(request, said, "not-confirmed", CLI_STATUS_DENIED);
    }
    g_autoptr(CordonImagePulled) pulled = pull(request, size, &error);
    if (pulled == NULL)
        return fail(request, error, TRUE);
    if (request->json) {
        print_line(cordon_image_pulled_to_json(pulled));
    } else {
        g_autofree char *disk = cli_format_bytes(pulled->disk_bytes);
        cli_say("%s is here: %s, %s on disk", pulled->reference, pulled->digest, disk);
    }
    return cli_finish(0);
}

static int run(char **words)
{
    static const struct {
        const char *what;
        int (*run)(const Request *request);
    } rows[] = {{"status", run_status}, {"size", run_size}, {"pull", run_pull}};
    Request request = {0};
    g_autofree char *wrong = read_request(&request, words);

    if (wrong == NULL && request.help) {
        cli_command_help(&cli_command_image);
        return cli_finish(0);
    }
    if (wrong != NULL) {
        cli_say("%s", wrong);
        return CLI_STATUS_USAGE;
    }
    cli_use_image_setting();
    cancel = cordon_image_cancel_new();
    if (cancel == NULL) {
        cli_say("no descriptors are left");
        return CLI_STATUS_CORDON;
    }
    handle_stop_signals();
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++)
        if (strcmp(rows[i].what, request.what) == 0)
            return rows[i].run(&request);
    return CLI_STATUS_USAGE;
}

const CliCommand cli_command_image = {
    .name = "image",
    .summary = "Shows, sizes or pulls the image of the docker backend",
    .usage = "status|size|pull [OPTION]... [IMAGE]",
    .more =
        "status says whether the engine has the image, size what a pull would download, and pull\n"
        "pulls it after showing the same and a typed yes, or --yes.  IMAGE is by default that of\n"
        "the variable CORDON_DOCKER_IMAGE, else of the setting docker.image, else the one that "
        "Cordon\n"
        "recommends.\n"
        "\n"
        "Exit status: 0; 1 the image is not here (status); 2 usage; 125 failed; 126 not\n"
        "confirmed; 128+N ended by signal N.",
    .options = options,
    .run = run,
};

/* SPDX-License-Identifier: MIT */
/* cordon settings: shows and changes what the user decided once. */
#include <cordon/cordon.h>
#include <string.h>

#include "commands.h"
#include "output.h"

enum { OPTION_JSON = 1, OPTION_HELP };

static const CliOption options[] = {
    {OPTION_JSON, "json", NULL, "print one JSON object"},
    {OPTION_HELP, "help", NULL, "show this help"},
    {0, NULL, NULL, NULL},
};

static const struct {
    const char *key, *meaning;
} meanings[] = {
    {"sandbox", "sandbox agent commands: on or off"},
    {"backend", "the sandbox to use, or auto"},
    {"docker.image", "the image of the docker backend, or default"},
    {"hosts", "hosts that commands may address beside the built-in ones"},
    {"time-limit", "seconds that a command has"},
    {"long-time-limit", "seconds of package managers, compilers and test runners"},
    {"approval-timeout", "seconds that a question waits for an answer"},
    {"limits.processes", "processes and threads of a command"},
    {"limits.memory", "bytes of memory of a command, with K, M, G or T"},
    {"limits.open-files", "open files of a process"},
    {"limits.scratch", "bytes of each temporary folder, with K, M, G or T"},
};

typedef struct {
    const char *what, *key, *value; /* NULL: not given; what NULL: list */
    gboolean json, help;
} Request;

/* --- the command line --------------------------------------------------------------------------- */

static char *take_word(Request *request, const char *word)
{
    static const char *const whats[] = {"get", "set", "reset", NULL};
    g_autofree char *shown = cli_escape(word);

    if (request->what == NULL) {
        if (g_strv_contains(whats, word)) {
            request->what = word;
            return NULL;
        }
        const char *nearest = cli_nearest(word, whats);
        return nearest != NULL
                   ? g_strdup_printf("settings %s: did you mean `cordon settings %s`?", shown,
                                     nearest)
                   : g_strdup_printf("settings %s: there are get, set and reset", shown);
    }
    if (request->key == NULL && strcmp(request->what, "reset") != 0)
        request->key = word;
    else if (request->value == NULL && strcmp(request->what, "set") == 0)
        request->value = word;
    else
        return g_strdup_printf("settings %s: %s is one word too many", request->what, shown);
    return NULL;
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
            request->help = request->help || id == OPTION_HELP;
        }
        if (id == CLI_ARGS_ERROR || words[args.next] == NULL)
            break;
        error = take_word(request, words[args.next++]);
        if (error != NULL)
            return error;
    }
    if (error != NULL || request->help || request->what == NULL ||
        strcmp(request->what, "reset") == 0 || request->key != NULL)
        return error;
    return g_strdup_printf("settings %s: name a setting; `cordon settings` lists them",
                           request->what);
}

/* --- ends --------------------------------------------------------------------------------------- */

/* code: a word of docs/run.schema.json, or NULL for that of the error. */
static int fail(const Request *request, const GError *error, const char *code, int status)
{
    if (!request->json) {
        cli_say("%s", error->message);
        return cli_finish(status);
    }
    g_autofree char *json = cordon_error_to_json(error, code, status, NULL);
    puts(json);
    return cli_finish(status);
}

/* The key or the value of the command line is wrong, or something is. */
static int fail_by_kind(const Request *request, const GError *error)
{
    gboolean usage = g_error_matches(error, CORDON_ERROR, CORDON_ERROR_INVALID);

    return fail(request, error, usage ? "usage" : NULL,
                usage ? CLI_STATUS_USAGE : CLI_STATUS_CORDON);
}

static int fail_usage(const Request *request, const char *message)
{
    g_autoptr(GError) error = g_error_new_literal(CORDON_ERROR, CORDON_ERROR_INVALID, message);

    return fail(request, error, "usage", CLI_STATUS_USAGE);
}

/* --- the audit log ------------------------------------------------------------------------------ */

/* A change that the log misses is still a change, so that is a warning.  NULL: not known, or nothing. */
static void record(const char *action, const char *key, const char *before, const char *value)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(CordonAudit) audit = cordon_audit_open(NULL, &error);
    CordonJsonWriter *writer = cordon_json_writer_new(FALSE);

    cordon_json_begin_object(writer, NULL);
    cordon_json_add_string(writer, "event", "settings");
    cordon_json_add_string(writer, "by", "user");
    cordon_json_add_string(writer, "source", "cli");
    cordon_json_add_string(writer, "action", action);
    cordon_json_add_string(writer, "key", key);
    cordon_json_add_string(writer, "before", before);
    cordon_json_add_string(writer, "value", value);
    cordon_json_end_object(writer);
    g_autofree char *members = cordon_json_writer_finish(writer);
    if (audit == NULL || !cordon_audit_append(audit, members, &error))
        cli_say("this change is not in the audit log.  %s", error->message);
}

/* --- the commands ------------------------------------------------------------------------------- */

static const char *meaning_of(const char *key)
{
    for (gsize i = 0; i < G_N_ELEMENTS(meanings); i++)
        if (strcmp(meanings[i].key, key) == 0)
            return meanings[i].meaning;
    return NULL;
}

static void print_list(const CordonSettings *settings, const char *path)
{
    g_autoptr(CordonSettings) defaults = cordon_settings_new();
    g_autoptr(CliTable) table = cli_table_new(3);
    g_autofree char *shown = cli_escape(path);

    for (const char *const *key = cordon_settings_keys(); *key != NULL; key++) {
        g_autofree char *value = cordon_settings_get(settings, *key, NULL);
        g_autofree char *usual = cordon_settings_get(defaults, *key, NULL);
        gboolean is_usual = strcmp(value, usual) == 0;

        cli_table_add(table, CLI_STYLE_STRONG, *key);
        cli_table_add(table, is_usual ? CLI_STYLE_PLAIN : CLI_STYLE_WARN,
                      value[0] != '\0' ? value : "none");
        cli_table_add(table, CLI_STYLE_DIM, meaning_of(*key));
    }
    cli_table_print(table, stdout);
    printf("\n%u boards, %u loops, %u bubbles and %u roles of their own.  File: %s\n",
           settings->boards->len, settings->loops->len, settings->bubbles->len,
           settings->roles->len, shown);
}

static int run_list(const Request *request, CordonSettingsStore *store)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(CordonSettings) settings = cordon_settings_store_read(store, &error);

    if (settings == NULL)
        return fail(request, error, NULL, CLI_STATUS_CORDON);
    if (request->json) {
        g_autofree char *json = cordon_settings_to_json(settings, FALSE);
        puts(json);
    } else {
        print_list(settings, cordon_settings_store_get_path(store));
    }
    return cli_finish(0);
}

static void print_setting(const char *key, const char *value, const char *usual)
{
    CordonJsonWriter *writer = cordon_json_writer_new(FALSE);

    cordon_json_begin_object(writer, NULL);
    cordon_json_add_string(writer, "schema", "cordon.setting/1");
    cordon_json_add_string(writer, "key", key);
    cordon_json_add_string(writer, "value", value);
    cordon_json_add_string(writer, "default", usual);
    cordon_json_end_object(writer);
    g_autofree char *json = cordon_json_writer_finish(writer);
    puts(json);
}

/* The default; NULL with the error set when there is no such key. */
static char *default_of(const char *key, GError **error)
{
    g_autoptr(CordonSettings) defaults = cordon_settings_new();

    return cordon_settings_get(defaults, key, error);
}

static int run_get(const Request *request, CordonSettingsStore *store)
{
    g_autoptr(GError) error = NULL;
    g_autofree char *usual = default_of(request->key, &error);

    if (usual == NULL)
        return fail_by_kind(request, error);
    g_autoptr(CordonSettings) settings = cordon_settings_store_read(store, &error);
    if (settings == NULL)
        return fail(request, error, NULL, CLI_STATUS_CORDON);
    g_autofree char *value = cordon_settings_get(settings, request->key, NULL);
    if (request->json)
        print_setting(request->key, value, usual);
    else
        puts(value);
    return cli_finish(0);
}

typedef struct {
    const char *key, *value;
    char *before, *after;
} Change;

static gboolean change_one(CordonSettings *settings, gpointer user_data, GError **error)
{
    Change *change = user_data;

    change->before = cordon_settings_get(settings, change->key, error);
    if (change->before == NULL || !cordon_settings_set(settings, change->key, change->value, error))
        return FALSE;
    change->after = cordon_settings_get(settings, change->key, error);
    return TRUE;
}

static void print_change(const Request *request, const Change *change, const char *usual)
{
    if (request->json)
        print_setting(request->key, change->after, usual);
    else
        printf("%s: %s (was: %s)\n", request->key,
               change->after[0] != '\0' ? change->after : "none",
               change->before[0] != '\0' ? change->before : "none");
}

static int run_set(const Request *request, CordonSettingsStore *store)
{
    g_autoptr(GError) error = NULL;
    g_autofree char *usual = default_of(request->key, &error);

    if (usual == NULL)
        return fail_by_kind(request, error);
    Change change = {.key = request->key, .value = request->value != NULL ? request->value : usual};
    gboolean done = cordon_settings_store_change(store, change_one, &change, &error);
    g_autofree char *before = change.before;
    g_autofree char *after = change.after;
    if (!done)
        return fail_by_kind(request, error);
    record("set", request->key, before, after);
    print_change(request, &change, usual);
    return cli_finish(0);
}

static void print_reset(const Request *request, const char *path, const char *kept)
{
    if (request->json) {
        CordonJsonWriter *writer = cordon_json_writer_new(FALSE);

        cordon_json_begin_object(writer, NULL);
        cordon_json_add_string(writer, "schema", "cordon.settings-reset/1");
        cordon_json_add_string(writer, "path", path);
        cordon_json_add_string(writer, "kept", kept);
        cordon_json_end_object(writer);
        g_autofree char *json = cordon_json_writer_finish(writer);
        puts(json);
        return;
    }
    g_autofree char *shown = cli_escape(path);
    printf("%s holds the defaults now", shown);
    if (kept != NULL) {
        g_autofree char *shown_kept = cli_escape(kept);
        printf("; the old file is %s", shown_kept);
    }
    puts(".");
}

static int run_reset(const Request *request, CordonSettingsStore *store)
{
    g_autoptr(GError) error = NULL;
    g_autofree char *kept = NULL;

    if (!cordon_settings_store_reset(store, &kept, &error))
        return fail(request, error, NULL, CLI_STATUS_CORDON);
    record("reset", NULL, NULL, kept);
    print_reset(request, cordon_settings_store_get_path(store), kept);
    return cli_finish(0);
}

static int run(char **words)
{
    Request request = {0};
    g_autofree char *wrong = read_request(&request, words);

    if (wrong != NULL)
        return fail_usage(&request, wrong);
    if (request.help) {
        cli_command_help(&cli_command_settings);
        return cli_finish(0);
    }
    g_autoptr(CordonSettingsStore) store = cordon_settings_store_new(NULL);
    if (request.what == NULL)
        return run_list(&request, store);
    if (strcmp(request.what, "get") == 0)
        return run_get(&request, store);
    return strcmp(request.what, "set") == 0 ? run_set(&request, store) : run_reset(&request, store);
}

const CliCommand cli_command_settings = {
    .name = "settings",
    .summary = "Shows and changes the settings",
    .usage = "[OPTION]... [get KEY | set KEY [VALUE] | reset]",
    .more = "Without a word it lists all.  set without VALUE goes back to the default.  reset is "
            "for a\n"
            "file that cannot be read: it keeps that under another name, and writes the defaults.\n"
            "\n"
            "Exit status: 0; 2 usage, or no such key or value; 125 the settings cannot be read or\n"
            "written.",
    .options = options,
    .run = run,
};

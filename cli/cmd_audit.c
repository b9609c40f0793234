/* SPDX-License-Identifier: MIT */
/* cordon audit: shows the newest lines of the audit log. */
#include <cordon/cordon.h>
#include <string.h>

#include "commands.h"
#include "output.h"

#define DEFAULT_LAST 20u
#define MAX_LAST     10000u
/* Of a command in the table; --json has it whole. */
#define MAX_SHOWN_CHARACTERS 200

enum { OPTION_LAST = 1, OPTION_BOARD, OPTION_JOB, OPTION_JSON, OPTION_HELP };

static const CliOption options[] = {
    {OPTION_LAST, "last", "N", "show the newest N lines (20)"},
    {OPTION_BOARD, "board", "ID", "only lines of this board"},
    {OPTION_JOB, "job", "ID", "only lines of this job"},
    {OPTION_JSON, "json", NULL, "print the lines as they are in the log"},
    {OPTION_HELP, "help", NULL, "show this help"},
    {0, NULL, NULL, NULL},
};

typedef struct {
    guint last;
    const char *board, *job; /* or NULL */
    gboolean json, help;
} Request;

/* --- the command line --------------------------------------------------------------------------- */

/* NULL, or a sentence on what is wrong. */
static char *take_option(Request *request, int id, const char *value)
{
    guint64 last = 0;

    switch (id) {
    case OPTION_LAST:
        if (!g_ascii_string_to_unsigned(value, 10, 1, MAX_LAST, &last, NULL)) {
            g_autofree char *shown = cli_escape(value);
            return g_strdup_printf("--last %s: a number from 1 to %u", shown, MAX_LAST);
        }
        request->last = (guint)last;
        break;
    case OPTION_BOARD:
        request->board = value;
        break;
    case OPTION_JOB:
        request->job = value;
        break;
    case OPTION_JSON:
        request->json = TRUE;
        break;
    default:
        request->help = TRUE;
        break;
    }
    return NULL;
}

static char *read_request(Request *request, char **words)
{
    CliArgs args = {.options = options, .argv = words};
    const char *value = NULL;
    char *error = NULL;
    int id;

    while ((id = cli_args_next(&args, &value, &error)) > 0) {
        error = take_option(request, id, value);
        if (error != NULL)
            return error;
    }
    if (id == CLI_ARGS_END && words[args.next] != NULL) {
        g_autofree char *shown = cli_escape(words[args.next]);
        error = g_strdup_printf("%s: only options are expected here", shown);
    }
    return error;
}

/* --- what is shown ------------------------------------------------------------------------------ */

static const char *member_of(const CordonJsonValue *line, const char *name)
{
    const CordonJsonValue *member = cordon_json_find(line, name);

    return member != NULL ? cordon_json_string(member) : NULL;
}

/* The first of the members that is a text, or NULL.  Names end with NULL. */
static const char *first_of(const CordonJsonValue *line, const char *const *names)
{
    const char *found = NULL;

    for (; *names != NULL && found == NULL; names++)
        found = member_of(line, *names);
    return found;
}

static char *cut(const char *text)
{
    if (g_utf8_strlen(text, -1) <= MAX_SHOWN_CHARACTERS)
        return g_strdup(text);
    g_autofree char *head = g_utf8_substring(text, 0, MAX_SHOWN_CHARACTERS);
    return g_strconcat(head, " ...", NULL);
}

/* What the line is about: a command, a file, a setting. */
static char *subject_of(const CordonJsonValue *line)
{
    static const char *const names[] = {"command", "path", "key", "what", "error", NULL};
    g_auto(GStrv) words = NULL;

    if (cordon_json_get_strings(line, "command", FALSE, G_MAXUINT, &words, NULL) && words != NULL) {
        g_autofree char *quoted = cli_quote_argv((const char *const *)words);
        return cut(quoted);
    }
    const char *text = first_of(line, names);
    const char *value = member_of(line, "key") != NULL ? member_of(line, "value") : NULL;
    if (value != NULL) {
        g_autofree char *setting = g_strconcat(text, " = ", value, NULL);
        return cut(setting);
    }
    return cut(text != NULL ? text : "");
}

static CliStyle decision_style(const char *decision)
{
    if (g_strcmp0(decision, "run") == 0)
        return CLI_STYLE_GOOD;
    return g_strcmp0(decision, "denied") == 0 || g_strcmp0(decision, "failed") == 0
               ? CLI_STYLE_BAD
               : CLI_STYLE_PLAIN;
}

static void add_row(CliTable *table, const char *text)
{
    static const char *const decisions[] = {"decision", "event", NULL};
    g_autoptr(CordonJson) json = cordon_json_parse(text, strlen(text), CORDON_JSON_MAX_BYTES, NULL);

    if (json == NULL)
        return;
    const CordonJsonValue *line = cordon_json_root(json);
    const char *decision = first_of(line, decisions);
    g_autofree char *subject = subject_of(line);
    cli_table_add(table, CLI_STYLE_DIM, member_of(line, "time"));
    cli_table_add(table, decision_style(decision), decision);
    cli_table_add(table, CLI_STYLE_PLAIN, member_of(line, "by"));
    cli_table_add(table, CLI_STYLE_PLAIN, member_of(line, "rule"));
    cli_table_add(table, CLI_STYLE_PLAIN, subject);
}

static void print_table(const GPtrArray *lines)
{
    static const char *const heads[] = {"TIME", "DECISION", "BY", "RULE", "COMMAND"};
    g_autoptr(CliTable) table = cli_table_new(G_N_ELEMENTS(heads));

    for (gsize i = 0; i < G_N_ELEMENTS(heads); i++)
        cli_table_add(table, CLI_STYLE_STRONG, heads[i]);
    for (guint i = 0; i < lines->len; i++)
        add_row(table, g_ptr_array_index(lines, i));
    cli_table_print(table, stdout);
}

static void print_lines(const GPtrArray *lines)
{
    for (guint i = 0; i < lines->len; i++) {
        cli_print_text(g_ptr_array_index(lines, i));
        fputc('\n', stdout);
    }
}

/* --- the command -------------------------------------------------------------------------------- */

/* Array of char *, or NULL with the error set. */
static GPtrArray *read_log(const Request *request, guint *ret_damaged, GError **error)
{
    g_autoptr(CordonAudit) audit = cordon_audit_open(NULL, error);
    g_autofree char *board = g_strconcat("board=", request->board, NULL);
    g_autofree char *job = g_strconcat("job=", request->job, NULL);
    const char *fields[3] = {NULL};
    guint count = 0;

    if (audit == NULL)
        return NULL;
    if (request->board != NULL)
        fields[count++] = board;
    if (request->job != NULL)
        fields[count++] = job;
    return cordon_audit_read(audit, request->last, fields, ret_damaged, error);
}

static int fail(const Request *request, const GError *error)
{
    if (!request->json) {
        cli_say("%s", error->message);
        return cli_finish(CLI_STATUS_CORDON);
    }
    g_autofree char *json = cordon_error_to_json(error, NULL, CLI_STATUS_CORDON, NULL);
    puts(json);
    return cli_finish(CLI_STATUS_CORDON);
}

static int run(char **words)
{
    Request request = {.last = DEFAULT_LAST};
    g_autofree char *wrong = read_request(&request, words);
    g_autoptr(GError) error = NULL;
    guint damaged = 0;

    if (wrong != NULL) {
        cli_say("%s", wrong);
        return CLI_STATUS_USAGE;
    }
    if (request.help) {
        cli_command_help(&cli_command_audit);
        return cli_finish(0);
    }
    g_autoptr(GPtrArray) lines = read_log(&request, &damaged, &error);
    if (lines == NULL)
        return fail(&request, error);
    if (request.json)
        print_lines(lines);
    else if (lines->len > 0)
        print_table(lines);
    else
        puts("There is nothing in the audit log that fits.");
    if (damaged > 0)
        cli_say("%u damaged lines of the audit log are left out", damaged);
    return cli_finish(0);
}

const CliCommand cli_command_audit = {
    .name = "audit",
    .summary = "Shows what agents asked for, what was decided, and how it ended",
    .usage = "[OPTION]...",
    .more = "The newest lines come last.  Exit status: 0; 2 usage; 125 the log cannot be read.",
    .options = options,
    .run = run,
};

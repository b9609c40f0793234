/* SPDX-License-Identifier: MIT */
/* Clients of databases: where they connect to, and commands of the client inside of the code. */
#include <string.h>

#include "filter/programs/handlers.h"
#include "filter/programs/interpreter.h"
#include "filter/words.h"

/* The host of "postgres://user:word@host:5432/db?x": the user is for the database, and hides
 * nothing from the host that stands behind the last '@'. */
static void judge_host_of_url(CordonJudge *judge, const CordonCall *call, const char *text)
{
    CordonArena *arena = cordon_judge_arena(judge);
    const char *start = strstr(text, "://") + 3;
    const char *authority = cordon_arena_strndup(arena, start, strcspn(start, "/?#"));
    const char *at = strrchr(authority, '@');

    authority = at != NULL ? at + 1 : authority;
    while (*authority != '\0') {
        const char *one = cordon_arena_strndup(arena, authority, strcspn(authority, ","));
        gsize length = one[0] == '[' ? strcspn(one, "]") + 1 : strcspn(one, ":");
        const char *host = cordon_arena_strndup(arena, one, length);
        if (host[0] != '\0' && !cordon_host_is_own_machine(host) &&
            !cordon_host_is_allowed(cordon_judge_settings(judge), host))
            cordon_judge_find(judge, call, CORDON_RULE_WEB, NULL,
                              "`%s` would connect to %s, which is not the own machine.", call->name,
                              host);
        authority += strlen(one);
        authority += *authority == ',' ? 1 : 0;
    }
}

/* "host=db.example dbname=x": the words of a connection. */
static void judge_connection_words(CordonJudge *judge, const CordonCall *call, const char *text)
{
    static const char *const names[] = {
        "host=", "hostaddr=", "service=", "passfile=", "sslkey=", "sslcert="};

    for (gsize i = 0; i < G_N_ELEMENTS(names); i++) {
        const char *found = strstr(text, names[i]);
        if (found == NULL || (found > text && found[-1] != ' '))
            continue;
        const char *value = found + strlen(names[i]);
        CordonArg arg = cordon_arg_constant(
            cordon_arena_strndup(cordon_judge_arena(judge), value, strcspn(value, " ")));
        if (arg.text[0] != '/')
            cordon_judge_value(judge, call, &arg, i < 2 ? 'h' : 'r');
    }
}

static void judge_connection(CordonJudge *judge, const CordonCall *call, const CordonArg *arg)
{
    const char *text = cordon_arg_text(arg);

    if (text == NULL)
        cordon_judge_value(judge, call, arg, 'm');
    else if (strstr(text, "://") != NULL)
        judge_host_of_url(judge, call, text);
    else
        judge_connection_words(judge, call, text);
}

/* sqlite takes the begin of a command for it: ".sh", ".sy"; and reads from and writes to programs: ".o |x". */
static gboolean has_dot_shell(const char *code)
{
    for (const char *line = code; *line != '\0'; line += *line == '\n' ? 1 : 0) {
        line += strspn(line, " \t");
        gsize size = strcspn(line, "\n");
        gsize word = line[0] == '.' ? strcspn(line + 1, " \t\n") : 0;
        if (word >= 2 && (g_ascii_strncasecmp("shell", line + 1, word) == 0 ||
                          g_ascii_strncasecmp("system", line + 1, word) == 0))
            return TRUE;
        line += size;
    }
    return FALSE;
}

/* Commands of the client that start a shell: "\! ls", "\copy t from program 'x'", "\o | x",
 * "system ls". */
static gboolean starts_shell(const char *code)
{
    static const char *const marks[] = {"\\!", ".shell", ".system", "shellcmd"};

    if (has_dot_shell(code))
        return TRUE;
    g_autofree char *lower = g_ascii_strdown(code, -1);

    for (gsize i = 0; i < G_N_ELEMENTS(marks); i++) {
        if (strstr(lower, marks[i]) != NULL)
            return TRUE;
    }
    for (const char *at = strchr(lower, '\\'); at != NULL; at = strchr(at + 1, '\\')) {
        gsize length = strcspn(at, "\n");
        const char *bar = memchr(at, '|', length);
        const char *program = strstr(at, "program");
        if ((bar != NULL && strchr("gowi", at[1]) != NULL && at[1] != '\0') ||
            (program != NULL && (gsize)(program - at) < length && strncmp(at, "\\copy", 5) == 0))
            return TRUE;
    }
    /* ".output |x", ".read |x", "pager x" */
    if (lower[0] == '.' && strchr(lower, '|') != NULL)
        return TRUE;
    if (g_str_has_prefix(lower, "pager ") || strstr(lower, "\\p ") != NULL)
        return TRUE;
    return (strstr(lower, "copy ") != NULL && strstr(lower, " program ") != NULL) ||
           g_str_has_prefix(lower, "system ") || strstr(lower, ";system ") != NULL ||
           strstr(lower, "; system ") != NULL;
}

/* Files that a client's own commands name: ".read x", "\i x", "source x". */
static void judge_files(CordonJudge *judge, const CordonCall *call, const char *code)
{
    static const struct {
        const char *command;
        char kind;
    } commands[] = {
        {".read ", 'r'},   {".import ", 'r'},   {".output ", 'w'},  {".once ", 'w'},
        {".backup ", 'w'}, {".save ", 'w'},     {".restore ", 'r'}, {".open ", 'w'},
        {".load ", 'r'},   {".log ", 'w'},      {".clone ", 'w'},   {".cd ", 'r'},
        {"\\i ", 'r'},     {"\\ir ", 'r'},      {"\\o ", 'w'},      {"source ", 'r'},
        {"tee ", 'w'},     {"\\include ", 'r'}, {"\\. ", 'r'},      {"\\T ", 'w'},
        {".rea ", 'r'},    {".outp ", 'w'},     {".out ", 'w'},     {".o ", 'w'},
    };

    for (gsize i = 0; i < G_N_ELEMENTS(commands); i++) {
        if (!g_str_has_prefix(code, commands[i].command))
            continue;
        const char *rest = code + strlen(commands[i].command);
        rest += strspn(rest, " '\"");
        CordonArg path = cordon_arg_constant(
            cordon_arena_strndup(cordon_judge_arena(judge), rest, strcspn(rest, " '\";\n")));
        if (path.text[0] != '\0' && path.text[0] != '-')
            cordon_judge_value(judge, call, &path, commands[i].kind);
    }
}

static void judge_sql(CordonJudge *judge, const CordonCall *call, const CordonArg *code)
{
    const char *text = cordon_arg_text(code);

    if (text == NULL) {
        cordon_judge_code(judge, call, code, NULL);
        return;
    }
    if (starts_shell(text))
        cordon_judge_find(judge, call, CORDON_RULE_SHELL, "Run the command by itself.",
                          "The code of `%s` starts a shell.", call->name);
    if (strstr(text, "\\watch") != NULL)
        cordon_judge_find(judge, call, CORDON_RULE_ENDLESS, NULL,
                          "`%s` repeats a statement for ever.", call->name);
    /* Each line, and what stands behind a ';', may be a command of the client. */
    for (const char *at = text; *at != '\0'; at += *at != '\0' ? 1 : 0) {
        at += strspn(at, " \t\n");
        judge_files(judge, call, at);
        at += strcspn(at, ";\n");
    }
}

/* The client waits for a person, unless it was given code, a file, or a question that it
 * answers. */
static void judge_waiting(CordonJudge *judge, const CordonCall *call, gboolean has_task)
{
    CordonArg input = cordon_arg_constant(call->input_text != NULL ? call->input_text : "");

    if (has_task)
        return;
    if (call->input == CORDON_INPUT_NONE) {
        cordon_judge_find(judge, call, CORDON_RULE_ENDLESS,
                          "Give the statement as an option, or a file of them.",
                          "`%s` without a statement waits for a person to type.", call->name);
        return;
    }
    if (call->input_text != NULL)
        judge_sql(judge, call, &input);
    cordon_judge_code_on_input(judge, call);
}

/* Options of code ("-c") and of what ends ("-f"), by their first spelling in the row. */
static const struct {
    const char *names, *code, *ends;
} CLIENTS[] = {
    {"psql", "-c", "-f -l -V"},
    {"mysql mariadb", "-e", "-V"},
    {"mysqlsh", "-e", "-f -V"},
    {"mongosh mongo", "--eval", "-f --version"},
    {"clickhouse clickhouse-client clickhouse-local", "-q", "--queries-file --version"},
    {"cqlsh", "-e", "-f --version"},
    {"sqlcmd", "-Q -q", "-i"},
    {"cockroach", "-e", "-f"},
    {"usql", "-c", "-f"},
    {"influx", "-execute", "-version"},
    {"trino presto", "--execute", "-f"},
};

/* psql -o '|COMMAND' */
static void judge_output(CordonJudge *judge, const CordonCall *call, const CordonArg *value)
{
    CordonArg line = cordon_arg_skip(value, 1);

    cordon_judge_value(judge, call, &line, 'S');
}

static gboolean is_mongo(const CordonCall *call)
{
    return g_str_has_prefix(call->name, "mongo");
}

/* psql, mysql and others: operands name the database; mongosh takes scripts, too. */
void cordon_handle_database(CordonJudge *judge, const CordonCall *call)
{
    CordonParsed parsed = cordon_call_parse(judge, call, call->row->options, call->row->flags);
    const char *code = "-e", *ends = "";
    gboolean has_task = FALSE;

    for (gsize i = 0; i < G_N_ELEMENTS(CLIENTS); i++) {
        if (cordon_text_is_listed(CLIENTS[i].names, call->name)) {
            code = CLIENTS[i].code;
            ends = CLIENTS[i].ends;
        }
    }
    for (guint i = 0; i < parsed.option_count; i++) {
        const CordonOption *option = &parsed.options[i];
        gboolean is_code = cordon_text_is_listed(code, option->name);
        gboolean is_input = option->value != NULL && cordon_arg_is_input(option->value);
        has_task = has_task || is_code || (cordon_text_is_listed(ends, option->name) && !is_input);
        if (is_code && option->value != NULL)
            judge_sql(judge, call, option->value);
        else if (option->value != NULL && strcmp(option->name, "-o") == 0 &&
                 cordon_arg_begins(option->value, "|"))
            judge_output(judge, call, option->value);
        else if (option->value != NULL && strcmp(option->name, "-d") == 0)
            judge_connection(judge, call, option->value);
    }
    for (guint i = 0; i < parsed.operand_count; i++) {
        gboolean is_script = is_mongo(call) && g_str_has_suffix(parsed.operands[i].text, ".js");
        has_task = has_task || is_script;
        if (is_script)
            cordon_judge_value(judge, call, &parsed.operands[i], 'r');
        else
            judge_connection(judge, call, &parsed.operands[i]);
    }
    judge_waiting(judge, call, has_task);
}

/* pg_dump, vacuumdb and the like: operands name a database, or where it lies, or a file. */
void cordon_handle_pg_tool(CordonJudge *judge, const CordonCall *call)
{
    CordonParsed parsed = cordon_call_parse(judge, call, call->row->options, call->row->flags);

    for (guint i = 0; i < parsed.option_count; i++) {
        const CordonOption *option = &parsed.options[i];
        if (option->value != NULL && cordon_text_is_listed("-d --maintenance-db", option->name))
            judge_connection(judge, call, option->value);
    }
    for (guint i = 0; i < parsed.operand_count; i++) {
        const CordonArg *operand = &parsed.operands[i];
        if (strstr(operand->text, "://") != NULL || strchr(operand->text, '=') != NULL)
            judge_connection(judge, call, operand);
        else
            cordon_judge_value(judge, call, operand, 'r');
    }
}

/* Nothing but words that read? */
static gboolean only_reads(const CordonParsed *parsed)
{
    static const char *const reads[] = {"select ",   "select*",    "explain ", "pragma table_info",
                                        ".tables",   ".schema",    ".dump",    ".indexes",
                                        ".indices",  ".databases", ".dbinfo",  ".mode ",
                                        ".headers ", ".fullschema"};
    static const char *const writes[] = {"insert", "update",  "delete",    "drop",
                                         "create", "alter",   "replace",   "attach",
                                         "vacuum", "reindex", "writefile", "load_extension"};

    for (guint i = 1; i < parsed->operand_count; i++) {
        g_autofree char *lower = g_ascii_strdown(parsed->operands[i].text, -1);
        gboolean reads_only = FALSE;
        for (gsize r = 0; r < G_N_ELEMENTS(reads); r++)
            reads_only = reads_only || g_str_has_prefix(lower + strspn(lower, " \t\n"), reads[r]);
        for (gsize w = 0; w < G_N_ELEMENTS(writes); w++)
            reads_only = reads_only && strstr(lower, writes[w]) == NULL;
        if (!reads_only)
            return FALSE;
    }
    return parsed->operand_count > 1;
}

/* sqlite3 FILE [SQL...] and duckdb */
void cordon_handle_sqlite(CordonJudge *judge, const CordonCall *call)
{
    CordonParsed parsed = cordon_call_parse(judge, call, call->row->options, call->row->flags);
    gboolean has_task = FALSE;

    for (guint i = 0; i < parsed.option_count; i++) {
        const CordonOption *option = &parsed.options[i];
        gboolean is_code = cordon_text_is_listed("-cmd -c -s", option->name);
        /* -cmd is run first; then it goes on with its input. */
        has_task = has_task || cordon_text_is_listed("-c -s -f -version -help -A", option->name);
        if (is_code && option->value != NULL)
            judge_sql(judge, call, option->value);
    }
    for (guint i = 0; i < parsed.operand_count; i++) {
        const CordonArg *operand = &parsed.operands[i];
        if (i == 0 && !cordon_arg_is(operand, ":memory:") && !cordon_arg_is(operand, "")) {
            CordonArg file =
                cordon_arg_begins(operand, "file:") ? cordon_arg_skip(operand, 5) : *operand;
            gboolean reads =
                cordon_parsed_find(&parsed, "-readonly") != NULL || only_reads(&parsed);
            cordon_judge_value(judge, call, &file, reads ? 'r' : 'w');
        } else if (i > 0) {
            has_task = TRUE;
            cordon_judge_code(judge, call, operand, NULL);
            judge_sql(judge, call, operand);
        }
    }
    judge_waiting(judge, call, has_task);
}

/* redis-cli COMMAND...: without one it waits, and some commands never end. */
void cordon_handle_redis(CordonJudge *judge, const CordonCall *call)
{
    static const char *const endless[] = {"monitor",    "subscribe", "psubscribe",
                                          "ssubscribe", "sync",      "psync"};
    static const char ends[] =
        "--eval --bigkeys --memkeys --hotkeys --scan --pipe --rdb --functions-rdb --cluster -v "
        "--intrinsic-latency --lru-test --ldb";
    CordonParsed parsed = cordon_call_parse(judge, call, call->row->options, call->row->flags);
    gboolean has_task = parsed.operand_count > 0;

    for (guint i = 0; i < parsed.option_count; i++) {
        const CordonOption *option = &parsed.options[i];
        has_task = has_task || cordon_text_is_listed(ends, option->name);
        if (strcmp(option->name, "-u") == 0 && option->value != NULL)
            judge_connection(judge, call, option->value);
    }
    for (gsize i = 0; parsed.operand_count > 0 && i < G_N_ELEMENTS(endless); i++) {
        if (g_ascii_strcasecmp(parsed.operands[0].text, endless[i]) == 0)
            cordon_judge_find(judge, call, CORDON_RULE_ENDLESS, NULL, "`%s %s` never ends.",
                              call->name, endless[i]);
    }
    if (parsed.operand_count > 0 && g_ascii_strcasecmp(parsed.operands[0].text, "shutdown") == 0)
        cordon_judge_find(judge, call, CORDON_RULE_KILL, NULL, "`%s shutdown` stops the server.",
                          call->name);
    const CordonArg *times = cordon_parsed_find(&parsed, "-r");
    if (times != NULL && times->text[0] == '-')
        cordon_judge_find(judge, call, CORDON_RULE_ENDLESS, "Give a number of times.",
                          "`%s -r %s` repeats for ever.", call->name, times->text);
    judge_waiting(judge, call, has_task);
}

/* The rule of the first operand, where the operand is a verb. */
static void judge_verb(CordonJudge *judge, const CordonCall *call, const char *kills,
                       const char *stays)
{
    CordonParsed parsed = cordon_call_parse(judge, call, call->row->options, call->row->flags);

    for (guint i = 0; i < parsed.operand_count; i++) {
        const char *text = cordon_arg_text(&parsed.operands[i]);
        if (text != NULL && cordon_text_is_listed(kills, text))
            cordon_judge_find(judge, call, CORDON_RULE_KILL, NULL, "`%s %s` stops processes.",
                              call->name, text);
        else if (text != NULL && cordon_text_is_listed(stays, text))
            cordon_judge_find(
                judge, call, CORDON_RULE_ENDLESS, "Ask the user to start it in the terminal.",
                "`%s %s` starts a server that outlives the command.", call->name, text);
    }
}

void cordon_handle_mysqladmin(CordonJudge *judge, const CordonCall *call)
{
    judge_verb(judge, call, "shutdown kill stop-slave stop-replica", "");
}

void cordon_handle_pg_ctl(CordonJudge *judge, const CordonCall *call)
{
    judge_verb(judge, call, "stop kill restart unregister", "start register");
}

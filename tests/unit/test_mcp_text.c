/* SPDX-License-Identifier: MIT */
/* What MCP decides without doing: lines and cuts of output, headers, ids of broken messages, how a job is described. */
#include "mcp/text.h"

#include <criterion/criterion.h>
#include <string.h>

#include "mcp/arguments.h"
#include "mcp/head.h"
#include "mcp/job_result.h"
#include "mcp/message.h"
#include "mcp/revision.h"
#include "mcp/tools.h"

Test(mcp_text, the_last_line_is_what_one_could_read)
{
    static const struct {
        const char *output, *line;
    } rows[] = {
        {"", NULL},
        {"\n\n \n", NULL},
        {"one\ntwo", "two"},
        {"one\ntwo\n\n", "two"},
        {"10%\r20%\r30%", "30%"},
        {"10%\r20%\r", "20%"},
        {"a\tb", "a b"},
        {"\x1b[1;31mred\x1b[0m", "red"},
        {"\x1b]0;title\x07said", "said"},
        {"\x1b]0;title\x1b\\said", "said"},
        {"\x1b(Bsaid\x1b", "said"},
        {"\x1b[", NULL},
        {"a\x01\x7f\x62", "ab"},
        {"a\xe2\x80\xae\xe2\x80\x8bz\xef\xbb\xbf", "az"},
        {"a\xc2\x9b\x62", "ab"},
        {"\xc3\xbc\xff\xe2\x82", "\xc3\xbc"},
        {"e\xcc\x81", "e\xcc\x81"},
    };

    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autofree char *line = mcp_last_line(rows[i].output, strlen(rows[i].output));
        cr_expect_eq(g_strcmp0(line, rows[i].line), 0, "row %zu: %s", i, line);
    }
}

Test(mcp_text, a_long_line_ends_at_a_character)
{
    g_autofree char *umlauts = g_strnfill(MCP_LINE_MAX_BYTES + 11, 'x');

    memcpy(umlauts + MCP_LINE_MAX_BYTES - 1, "\xc3\xbc", 2);
    g_autofree char *line = mcp_last_line(umlauts, strlen(umlauts));
    cr_expect_eq(strlen(line), MCP_LINE_MAX_BYTES - 1);
    cr_expect(g_utf8_validate(line, -1, NULL));
}

Test(mcp_text, a_cut_is_in_the_middle_and_counted)
{
    for (gsize max = 8; max < 40; max++) {
        g_autoptr(GString) cut = g_string_new(NULL);
        const char *text =
            "\xc3\xa4\xc3\xb6\xc3\xbc 0123456789 \xe2\x82\xac\xe2\x82\xac\xe2\x82\xac end";
        gsize bytes = mcp_append_cut(cut, text, max, 0);
        cr_expect(g_utf8_validate(cut->str, (gssize)cut->len, NULL), "%zu: %s", max, cut->str);
        if (bytes == 0) {
            cr_expect_str_eq(cut->str, text);
            cr_expect_geq(max, strlen(text));
            continue;
        }
        g_autofree char *mark = g_strdup_printf("\n[... %zu bytes cut ...]\n", bytes);
        const char *at = strstr(cut->str, mark);
        cr_assert_not_null(at, "%zu: %s", max, cut->str);
        gsize head = (gsize)(at - cut->str), tail = cut->len - head - strlen(mark);
        cr_expect_eq(head + bytes + tail, strlen(text));
        cr_expect_leq(head + tail, max);
        cr_expect_eq(strncmp(text, cut->str, head), 0);
        cr_expect_str_eq(at + strlen(mark), text + strlen(text) - tail);
    }
}

Test(mcp_text, what_was_cut_before_is_counted_once)
{
    const char *text = "head 0123456789\n[1000 bytes cut]\n0123456789 tail";
    g_autoptr(GString) cut = g_string_new(NULL);
    guint64 whole = strlen(text) - strlen("\n[1000 bytes cut]\n") + 1000;

    cr_expect_eq(mcp_append_cut(cut, text, 10, 1000), whole - 10);
    cr_expect_str_eq(cut->str, "head \n[... 1020 bytes cut ...]\n tail");
    g_string_truncate(cut, 0);
    cr_expect_eq(mcp_append_cut(cut, text, 100, 1000), 1000);
    cr_expect_str_eq(cut->str, text);
}

Test(mcp_text, an_accept_header_says_whether_a_stream_can_be_read)
{
    static const struct {
        const char *accept;
        McpAccepts accepts;
    } rows[] = {
        {NULL, MCP_ACCEPTS_JSON},
        {"*/*", MCP_ACCEPTS_JSON},
        {"application/json", MCP_ACCEPTS_JSON},
        {"application/*;q=0.5", MCP_ACCEPTS_JSON},
        {"application/json, text/event-stream", MCP_ACCEPTS_STREAM},
        {"Text/Event-Stream;q=0.9 , Application/JSON", MCP_ACCEPTS_STREAM},
        {"text/html", MCP_ACCEPTS_NONE},
        {"", MCP_ACCEPTS_NONE},
        {"application/jsonx, xtext/event-stream", MCP_ACCEPTS_NONE},
    };

    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++)
        cr_expect_eq(mcp_head_accepts(rows[i].accept), rows[i].accepts, "row %zu", i);
}

Test(mcp_text, broken_base64_in_a_header_is_no_name)
{
    static const struct {
        const char *value;
        gboolean good;
    } rows[] = {
        {"tool", TRUE},
        {"=?base64?dG9vbA==?=", TRUE},
        {"=?base64?dG9vbA?=", FALSE},
        {"=?base64?\?=", FALSE},
        {"=?base64?=", FALSE},
        {"=?BASE64?dG9vbA==?=", FALSE},
        {"=?base64?dG9v\nbA==?=", FALSE},
        {"TOOL", FALSE},
        {"", FALSE},
        {NULL, FALSE},
    };

    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        McpHead head = {"r", "m", rows[i].value};
        g_autofree char *fault = mcp_head_check(&head, "r", "m", "tool");
        cr_expect_eq(fault == NULL, rows[i].good, "row %zu: %s", i, fault);
    }
}

Test(mcp_text, an_id_is_found_in_what_the_strict_reader_refuses)
{
    static const struct {
        const char *message, *id;
    } rows[] = {
        {"{\"id\":1", "1"},
        {" {\"a\":{\"id\":2},\"id\":\"x\"", "\"x\""},
        {"{\"method\":\"id\",\"id\":5}", "5"},
        {"{\"a\":\"\\\"id\\\":9\",\"id\":5}", "5"},
        {"{\"id\":01}", NULL},
        {"{\"id\":1x}", NULL},
        {"{\"id\":\"a\\u0000\"}", NULL},
        {"{\"id\":\"\xff\"}", NULL},
        {"{\"id\":null}", NULL},
        {"{\"id\"", NULL},
        {"{\"id\":", NULL},
        {"{\"id\":\"", NULL},
        {"{\"a\":1}\"id\":1", NULL},
        {"[{\"id\":1}]", NULL},
        {"", NULL},
        {"}}{\"id\":1}", NULL},
        {"{]]\"id\":1}", NULL},
    };

    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autofree char *id = mcp_id_scan(rows[i].message, strlen(rows[i].message));
        cr_expect_eq(g_strcmp0(id, rows[i].id), 0, "row %zu: %s", i, id);
    }
}

Test(mcp_text, waiting_is_told_in_one_line)
{
    static const struct {
        CordonJobState state;
        gint64 left_ms, running_ms;
        const char *last_line, *line;
    } rows[] = {
        {CORDON_JOB_JUDGING, -1, -1, NULL, "reading the command"},
        {CORDON_JOB_ASKING, 280999, -1, NULL,
         "waiting for the user's answer (panel or `cordon approve`), 4:40 left"},
        {CORDON_JOB_ASKING, 0, -1, NULL,
         "waiting for the user's answer (panel or `cordon approve`), 0:00 left"},
        {CORDON_JOB_ASKING, -1, -1, NULL,
         "waiting for the user's answer (panel or `cordon approve`)"},
        {CORDON_JOB_QUEUED, -1, -1, NULL, "waiting for its turn: other commands are running"},
        {CORDON_JOB_RUNNING, -1, -1, NULL, "running 7 s"},
        {CORDON_JOB_RUNNING, -1, 12999, "tests 3/9", "running 12 s: tests 3/9"},
    };

    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autoptr(McpJobFacts) facts = mcp_job_facts_new();
        facts->state = rows[i].state;
        facts->approval_left_ms = rows[i].left_ms;
        facts->running_ms = rows[i].running_ms;
        g_autofree char *line = mcp_job_status_line(facts, 7, rows[i].last_line);
        cr_expect_str_eq(line, rows[i].line);
    }
}

Test(mcp_text, a_refusal_names_its_rule_and_what_to_do_once)
{
    static const struct {
        const char *text, *rule, *hint, *said;
    } rows[] = {
        {"No (rule web). Use npm.", "web", "Use npm.", "No (rule web). Use npm."},
        {"No.", "web", NULL, "No.\nRule: web."},
        {"No.", NULL, "Use npm.", "No.\nWhat to do instead: Use npm."},
        {"", NULL, NULL, "The command did not run."},
    };

    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autoptr(McpJobFacts) facts = mcp_job_facts_new();
        facts->state = CORDON_JOB_ENDED;
        facts->outcome = g_strdup("denied");
        facts->rule = g_strdup(rows[i].rule);
        facts->hint = g_strdup(rows[i].hint);
        g_autoptr(McpResult) result = mcp_job_result("j", facts, rows[i].text);
        cr_expect(result->is_error);
        cr_expect_str_eq(result->blocks->pdata[0], rows[i].said);
    }
}

/* Every member that a result may have is one of its schema, with that type: clients refuse the result else. */
Test(mcp_text, results_are_what_their_schema_says)
{
    g_autoptr(McpJobFacts) facts = mcp_job_facts_new();
    CordonJsonWriter *writer = cordon_json_writer_new(FALSE);

    facts->state = CORDON_JOB_ENDED;
    facts->outcome = g_strdup("ran");
    facts->how = g_strdup("exited");
    facts->exit_code = facts->signal = facts->time_limit_s = 1;
    facts->verdict = g_strdup("ask");
    facts->rule = g_strdup("r");
    facts->reason = g_strdup("r");
    facts->hint = g_strdup("h");
    facts->approval = g_strdup("once");
    facts->message = g_strdup("m");
    facts->out = g_strnfill(50000, 'o');
    facts->err = g_strnfill(50000, 'e');
    facts->out_cut_bytes = 10;
    g_autoptr(McpResult) result = mcp_job_result("j", facts, "text");
    cordon_json_begin_object(writer, NULL);
    mcp_job_add_schema(writer, "schema");
    cordon_json_end_object(writer);
    g_autofree char *text = cordon_json_writer_finish(writer);
    g_autoptr(CordonJson) schema = cordon_json_parse(text, strlen(text), 65536, NULL);
    g_autoptr(CordonJson) made =
        cordon_json_parse(result->structured, strlen(result->structured), 65536, NULL);
    const CordonJsonValue *root = cordon_json_root(made);
    const CordonJsonValue *properties =
        cordon_json_find(cordon_json_find(cordon_json_root(schema), "schema"), "properties");
    gint64 number = 0;
    gboolean flag;

    cr_expect_eq(cordon_json_size(root), cordon_json_size(properties));
    for (const CordonJsonValue *member = cordon_json_first(root); member != NULL;
         member = cordon_json_next(member)) {
        const char *name = cordon_json_name(member);
        const char *type =
            cordon_json_string(cordon_json_find(cordon_json_find(properties, name), "type"));
        cr_assert_not_null(type, "%s is not in the schema", name);
        const char *is = cordon_json_string(member) != NULL                             ? "string"
                         : cordon_json_get_bool(root, name, TRUE, &flag, NULL)          ? "boolean"
                         : cordon_json_get_int(root, name, TRUE, 0, 1e9, &number, NULL) ? "integer"
                                                                                        : "?";
        cr_expect_str_eq(is, type, "%s", name);
    }
    cr_expect(cordon_json_get_int(root, "stdout_cut_bytes", TRUE, 0, 1e9, &number, NULL));
    cr_expect_eq(number, 50000 - MCP_JOB_STDOUT_BYTES + 10);
}

Test(mcp_text, every_tool_is_found_by_its_name_and_fits_its_table)
{
    for (gsize i = 0; i < mcp_n_command_tools + mcp_n_file_tools; i++) {
        const McpTool *tool = i < mcp_n_command_tools ? &mcp_command_tools[i]
                                                      : &mcp_file_tools[i - mcp_n_command_tools];
        guint count = 0;
        cr_expect_eq(mcp_tool_find(tool->name), tool);
        while (tool->parameters[count].name != NULL)
            count++;
        cr_expect_leq(count, MCP_MAX_PARAMETERS, "%s", tool->name);
        cr_expect_lt(tool->path_index, MAX(count, 1));
        cr_expect_eq(tool->work != NULL, tool->deed == MCP_DO_FILES, "%s", tool->name);
        cr_expect_neq((guint)tool->needs, 0);
    }
    cr_expect_null(mcp_tool_find("bash"));
}

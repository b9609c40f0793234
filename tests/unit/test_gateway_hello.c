/* SPDX-License-Identifier: MIT */
/* The first line of an agent, and the command line that it comes from. */
#include "hello.h"

#include <criterion/criterion.h>
#include <getopt.h>
#include <string.h>

#include "options.h"

static Hello *parse(const char *line, GError **error)
{
    return hello_parse(line, strlen(line), error);
}

Test(gateway_hello, is_read_as_it_was_written)
{
    Hello hello = {(char *)"/p", (char *)"/p/a", (char *)"coder", (char *)"b", (char *)"n\"\n"};
    g_autofree char *line = hello_to_json(&hello);
    g_autoptr(Hello) read = parse(line, NULL);

    cr_expect_null(strchr(line, '\n'));
    cr_assert_not_null(read);
    cr_expect_str_eq(read->project, "/p");
    cr_expect_str_eq(read->loop, "/p/a");
    cr_expect_str_eq(read->role, "coder");
    cr_expect_str_eq(read->board, "b");
    cr_expect_str_eq(read->name, "n\"\n");
}

Test(gateway_hello, needs_neither_board_nor_name)
{
    g_autoptr(Hello) hello =
        parse("{\"cordon\":\"mcp/1\",\"project\":\"/p\",\"loop\":\"/p\",\"role\":\"coder\"}", NULL);

    cr_assert_not_null(hello);
    cr_expect_null(hello->board);
    cr_expect_null(hello->name);
}

Test(gateway_hello, is_refused_with_the_reason)
{
    static const struct {
        const char *line, *word;
    } rows[] = {
        {"", ""},
        {"[]", "object"},
        {"{}", "cordon"},
        {"{\"cordon\":\"mcp/2\",\"project\":\"/p\",\"loop\":\"/p\",\"role\":\"coder\"}", "version"},
        {"{\"cordon\":\"mcp/1\",\"project\":\"p\",\"loop\":\"/p\",\"role\":\"coder\"}", "project"},
        {"{\"cordon\":\"mcp/1\",\"project\":\"/p\",\"loop\":\"p\",\"role\":\"coder\"}", "loop"},
        {"{\"cordon\":\"mcp/1\",\"project\":\"/p\",\"loop\":\"/p\"}", "role"},
        {"{\"cordon\":\"mcp/1\",\"project\":\"/p\",\"loop\":\"/p\",\"role\":7}", "role"},
        {"{\"cordon\":\"mcp/1\",\"project\":\"/p\",\"loop\":\"/p\",\"role\":\"r\",\"tools\":1}",
         "tools"},
        {"{\"cordon\":\"mcp/1\",\"project\":\"/p\",\"project\":\"/q\",\"loop\":\"/"
         "p\",\"role\":\"r\"}",
         "project"},
    };

    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autoptr(GError) error = NULL;
        cr_assert_null(parse(rows[i].line, &error), "%s", rows[i].line);
        cr_expect_not_null(strstr(error->message, rows[i].word), "%s", error->message);
    }
}

Test(gateway_hello, answers_are_read_as_they_were_written)
{
    g_autofree char *yes = hello_answer(NULL);
    g_autofree char *no = hello_answer("Not today.");
    g_autoptr(GError) error = NULL, empty = NULL, broken = NULL, array = NULL;

    cr_expect_str_eq(yes, "{\"ok\":true}");
    cr_expect(hello_read_answer(yes, strlen(yes), NULL));
    cr_expect_not(hello_read_answer(no, strlen(no), &error));
    cr_expect_str_eq(error->message, "Not today.");
    cr_expect_not(hello_read_answer("{}", 2, &empty));
    cr_expect_not(hello_read_answer("x", 1, &broken));
    cr_expect_not(hello_read_answer("[]", 2, &array));
}

static char *read_words(Options *options, const char *const *words)
{
    char *argv[16] = {(char *)"cordon-gateway"};
    int argc = 1;

    for (; *words != NULL; words++)
        argv[argc++] = (char *)*words;
    optind = 0;
    return options_read(options, argc, argv);
}

Test(gateway_options, of_an_agent)
{
    const char *const words[] = {"--mcp",        "--project=/p/", "--loop", "/p/./a",
                                 "--role=coder", "--name=Claude", NULL};
    g_auto(Options) options = {.port = 0};
    g_autofree char *error = read_words(&options, words);

    cr_assert_null(error, "%s", error);
    cr_expect(options.is_mcp);
    cr_expect_str_eq(options.hello.project, "/p");
    cr_expect_str_eq(options.hello.loop, "/p/a");
    cr_expect_str_eq(options.hello.name, "Claude");
    cr_expect_null(options.hello.board);
}

Test(gateway_options, that_are_wrong_are_named)
{
    static const char *const rows[][3] = {
        {"--port=65536", NULL}, {"--port=x", NULL}, {"--port=-1", NULL},
        {"--prot=1", NULL},     {"--mcp", NULL},    {"--mcp", "--project=p", NULL},
        {"--app-dir=x", NULL},  {"word", NULL},
    };

    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_auto(Options) options = {.port = 0};
        g_autofree char *error = read_words(&options, rows[i]);
        cr_expect_not_null(error, "%s", rows[i][0]);
    }
}

/* SPDX-License-Identifier: MIT */
/* The command line's decisions: words to options, options to folders, words to a command. */
#define _GNU_SOURCE /* mkdtemp(), realpath() */
#include <criterion/criterion.h>
#include <glib/gstdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "args.h"
#include "check_options.h"
#include "options.h"
#include "output.h"

/* The reader takes words as main() gets them. */
#define WORDS(...) ((char **)(const char *[]){__VA_ARGS__, NULL})

Test(cli, finds_the_nearest_name_and_none_when_none_is_near)
{
    static const char *const names[] = {"project", "loop", "sibling", "json", "yes", NULL};
    static const struct {
        const char *word, *nearest;
    } rows[] = {
        {"project", "project"},
        {"projct", "project"},
        {"prjoect", "project"},
        {"jsno", "json"},
        {"lopo", "loop"},
        {"siblings", "sibling"},
        {"yse", "yes"},
        {"frobnicate", NULL},
        {"x", NULL},
        {"", NULL},
    };
    char endless[200];

    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        const char *nearest = cli_nearest(rows[i].word, names);
        cr_assert(g_strcmp0(nearest, rows[i].nearest) == 0, "%s: %s", rows[i].word,
                  nearest != NULL ? nearest : "none");
    }
    memset(endless, 'x', sizeof endless - 1);
    endless[sizeof endless - 1] = '\0';
    cr_assert_null(cli_nearest(endless, names));
}

Test(cli, reads_values_with_and_without_an_equals_sign)
{
    g_auto(CliLaunchOptions) options = {0};
    char *error =
        cli_launch_options_read(&options, WORDS("--project=/p", "--loop", "/p/l", "--sibling", "a",
                                                "--sibling=b", "--app-dir=", "--", "x"));
    cr_assert_str_eq(error, "--app-dir needs a folder, not an empty text");
    g_free(error);
    cli_launch_options_clear(&options);
    error = cli_launch_options_read(
        &options, WORDS("--project=/p", "--loop", "/p/l", "--sibling", "a", "--sibling=--b",
                        "--backend=", "--sandbox=off", "cmd", "--json"));
    g_free(error);
    cr_assert_str_eq(options.project, "/p");
    cr_assert_str_eq(options.loop, "/p/l");
    cr_assert_eq(options.siblings->len, 3); /* with the NULL */
    cr_assert_str_eq(g_ptr_array_index(options.siblings, 1), "--b");
    cr_assert_not(options.sandbox);
    cr_assert_not(options.json, "--json behind the command is the command's own");
    cr_assert_str_eq(options.command[0], "cmd");
}

Test(cli, defaults_are_the_tight_ones)
{
    g_auto(CliLaunchOptions) options = {0};
    cr_assert_null(cli_launch_options_read(&options, WORDS("x")));
    cr_assert(options.sandbox);
    cr_assert_not(options.yes);
    cr_assert_null(options.backend);
    cr_assert_eq(options.time_limit_ms, 0, "the filter says how long");
}

Test(cli, reads_time_limits_exactly)
{
    static const struct {
        const char *text;
        guint milliseconds; /* 0: refused */
    } rows[] = {
        {"1", 1000},
        {"0.5", 500},
        {"0.001", 1},
        {"1.", 1000},
        {"600", 600000},
        {"12.345", 12345},
        {"4294967.294", 4294967294u},
        {"4294967.295", 0},
        {"99999999999999999999999999", 0},
        {"0", 0},
        {"0.000", 0},
        {"0.0001", 0},
        {"", 0},
        {".5", 0},
        {"1.2.3", 0},
        {"-1", 0},
        {"+1", 0},
        {"1e3", 0},
        {"1 ", 0},
        {"none", 0},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_auto(CliLaunchOptions) options = {0};
        g_autofree char *error =
            cli_launch_options_read(&options, WORDS("--timeout", rows[i].text, "x"));
        cr_assert_eq(error == NULL, rows[i].milliseconds != 0, "%s", rows[i].text);
        if (error == NULL)
            cr_assert_eq(options.time_limit_ms, rows[i].milliseconds, "%s", rows[i].text);
    }
}

Test(cli, reads_limits_exactly)
{
    static const struct {
        const char *text;
        CordonLimit limit;
        guint64 value; /* 0: refused */
    } rows[] = {
        {"processes=5", CORDON_LIMIT_PROCESSES, 5},
        {"open-files=77", CORDON_LIMIT_OPEN_FILES, 77},
        {"memory=2G", CORDON_LIMIT_MEMORY_BYTES, (guint64)2 << 30},
        {"memory=2g", CORDON_LIMIT_MEMORY_BYTES, (guint64)2 << 30},
        {"scratch=1K", CORDON_LIMIT_SCRATCH_BYTES, 1024},
        {"memory=unlimited", CORDON_LIMIT_MEMORY_BYTES, CORDON_UNLIMITED},
        {"memory=18446744073709551614", CORDON_LIMIT_MEMORY_BYTES, G_MAXUINT64 - 1},
        {"memory=18446744073709551615", CORDON_LIMIT_MEMORY_BYTES, 0},
        {"memory=18446744073709551616", CORDON_LIMIT_MEMORY_BYTES, 0},
        {"memory=16777216T", CORDON_LIMIT_MEMORY_BYTES, 0},
        {"memory=0", CORDON_LIMIT_MEMORY_BYTES, 0},
        {"memory=-1", CORDON_LIMIT_MEMORY_BYTES, 0},
        {"memory=", CORDON_LIMIT_MEMORY_BYTES, 0},
        {"memory", CORDON_LIMIT_MEMORY_BYTES, 0},
        {"memory=1KK", CORDON_LIMIT_MEMORY_BYTES, 0},
        {"memory= 1", CORDON_LIMIT_MEMORY_BYTES, 0},
        {"processes=5K", CORDON_LIMIT_PROCESSES, 0},
        {"mem=5", CORDON_LIMIT_MEMORY_BYTES, 0},
        {"=5", CORDON_LIMIT_MEMORY_BYTES, 0},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_auto(CliLaunchOptions) options = {0};
        g_autofree char *error =
            cli_launch_options_read(&options, WORDS("--limit", rows[i].text, "x"));
        cr_assert_eq(error == NULL, rows[i].value != 0, "%s", rows[i].text);
        if (error != NULL)
            continue;
        for (guint j = 0; j < CORDON_N_LIMITS; j++)
            cr_assert_eq(options.limits[j], j == rows[i].limit ? rows[i].value : 0, "%s",
                         rows[i].text);
    }
}

Test(cli, sees_json_behind_a_mistake)
{
    g_auto(CliLaunchOptions) options = {0};
    g_autofree char *error =
        cli_launch_options_read(&options, WORDS("--nonesuch", "--json", "--", "x"));
    cr_assert_not_null(error);
    cr_assert(options.json);
}

Test(cli, check_reads_what_a_command_is_judged_against)
{
    CliCheckOptions options;
    cr_assert_null(cli_check_options_read(&options, WORDS("x", "--json")));
    cr_assert(options.sandbox);
    cr_assert_not(options.json, "--json behind the command is the command's own");
    cr_assert_not(options.full_auto);
    cr_assert_eq(options.platform, cordon_platform_own());
    cr_assert_eq(options.language, CORDON_LANGUAGE_OWN);
    cr_assert_null(cli_check_options_read(
        &options, WORDS("--project=C:\\p", "--loop", "C:\\p\\l", "--home=C:\\", "--sandbox=off",
                        "--platform=windows", "--shell", "ps", "--full-auto", "--batch")));
    cr_assert_str_eq(options.project, "C:\\p");
    cr_assert_str_eq(options.loop, "C:\\p\\l");
    cr_assert_str_eq(options.home, "C:\\");
    cr_assert_not(options.sandbox);
    cr_assert_eq(options.platform, CORDON_PLATFORM_WINDOWS);
    cr_assert_eq(options.language, CORDON_LANGUAGE_POWERSHELL);
    cr_assert(options.full_auto && options.batch);
}

Test(cli, check_refuses_what_contradicts_itself)
{
    static const char *const rows[][4] = {
        {"--sandbox=maybe", "x"},
        {"--platform=bsd", "x"},
        {"--shell=fish", "x"},
        {"--shell=cmd", "x"},
        {"--platform=linux", "--shell=ps", "x"},
        {"--project=", "x"},
        {"--nonesuch", "x"},
        {"--batch", "--", "x"},
        {"--batch", "--explain"},
        {"--json", "--explain", "x"},
        {"--explain", "x", "y"},
        {"--json"},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        CliCheckOptions options;
        const char *const words[] = {rows[i][0], rows[i][1], rows[i][2], rows[i][3], NULL};
        g_autofree char *error = cli_check_options_read(&options, (char **)words);
        cr_assert_not_null(error, "row %zu", i);
    }
}

/* project/.git, project/loops/a/deep, plain */
static char *make_tree(void)
{
    char template[] = "/tmp/cordon-cli-XXXXXX";
    char *made = mkdtemp(template);
    char *top = realpath(made, NULL);
    static const char *const folders[] = {"project/.git", "project/loops/a/deep", "plain"};

    cr_assert_not_null(top);
    for (gsize i = 0; i < G_N_ELEMENTS(folders); i++) {
        g_autofree char *folder = g_build_filename(top, folders[i], NULL);
        cr_assert_eq(g_mkdir_with_parents(folder, 0700), 0);
    }
    return top;
}

static void remove_tree(char *top)
{
    static const char *const folders[] = {"project/.git",
                                          "project/loops/a/deep",
                                          "project/loops/a",
                                          "project/loops",
                                          "project",
                                          "plain",
                                          ""};

    for (gsize i = 0; i < G_N_ELEMENTS(folders); i++) {
        g_autofree char *folder = g_build_filename(top, folders[i], NULL);
        cr_assert_eq(g_rmdir(folder), 0, "%s", folder);
    }
    free(top);
}

Test(cli, finds_the_folders)
{
    static const struct {
        const char *here, *project, *loop; /* given; NULL: not */
        const char *found_project, *found_loop, *cwd;
    } rows[] = {
        {"project", NULL, NULL, "project", "project", "project"},
        {"project/loops/a", NULL, NULL, "project", "project/loops/a", "project/loops/a"},
        {"plain", NULL, NULL, "plain", "plain", "plain"},
        {"plain", "project", NULL, "project", "project", "project"},
        {"project/loops/a/deep", "project", "project/loops/a", "project", "project/loops/a",
         "project/loops/a/deep"},
        {"project", NULL, "project/loops/a", "project", "project/loops/a", "project/loops/a"},
        {"project/loops", "project", NULL, "project", "project/loops", "project/loops"},
    };
    char *top = make_tree();

    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_auto(CliFolders) folders = {0};
        g_autofree char *given_project = NULL;
        g_autofree char *given_loop = NULL;
        g_autofree char *here = g_build_filename(top, rows[i].here, NULL);
        g_autofree char *project = g_build_filename(top, rows[i].found_project, NULL);
        g_autofree char *loop = g_build_filename(top, rows[i].found_loop, NULL);
        g_autofree char *cwd = g_build_filename(top, rows[i].cwd, NULL);
        if (rows[i].project != NULL)
            given_project = g_build_filename(top, rows[i].project, NULL);
        if (rows[i].loop != NULL)
            given_loop = g_build_filename(top, rows[i].loop, NULL);
        cli_folders_find(&folders, given_project, given_loop, here);
        cr_expect_str_eq(folders.project, project);
        cr_expect_str_eq(folders.loop, loop);
        cr_expect_str_eq(folders.cwd, cwd);
    }
    remove_tree(top);
}

Test(cli, a_name_that_begins_like_the_project_is_not_inside)
{
    g_auto(CliFolders) folders = {0};

    cli_folders_find(&folders, "/no/such/pro", NULL, "/no/such/project");
    cr_assert_str_eq(folders.loop, "/no/such/pro");
    cr_assert_str_eq(folders.cwd, "/no/such/pro");
}

Test(cli, writes_out_what_could_steer_a_terminal)
{
    static const struct {
        const char *text, *shown;
    } rows[] = {
        {"plain h\303\251", "plain h\303\251"},
        {"a\nb\tc\rd", "a\\nb\\tc\\rd"},
        {"\033[31m", "\\x1b[31m"},
        {"\177", "\\x7f"},
        {"\302\233", "\\u009b"},
        {"\342\200\256", "\\u202e"},
        {"\342\200\213", "\\u200b"},
        {"\342\200\250", "\\u2028"},
        {"\377x", "\\xffx"},
        {"\303", "\\xc3"},
        {"", ""},
    };
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autofree char *shown = cli_escape(rows[i].text);
        cr_assert_str_eq(shown, rows[i].shown);
    }
}

Test(cli, quotes_words_so_that_a_shell_reads_the_same)
{
    static const char *const argv[] = {"ls", "-la", "a b", "", "it's", "$x", NULL};
    g_autofree char *line = cli_quote_argv(argv);
    g_auto(GStrv) read = NULL;

    cr_assert(g_shell_parse_argv(line, NULL, &read, NULL));
    cr_assert(g_strv_equal((const char *const *)read, argv), "%s", line);
    cr_assert(g_str_has_prefix(line, "ls -la 'a b' "));
}

Test(cli, aligns_tables_by_display_width)
{
    g_autoptr(CliTable) table = cli_table_new(3);
    char *text = NULL;
    size_t size = 0;
    FILE *stream = open_memstream(&text, &size);
    static const char *const cells[] = {"ID", "NAME", "WHY", "x", "\346\274\242e\314\201",
                                        "",   "long", NULL,  "z"};

    for (gsize i = 0; i < G_N_ELEMENTS(cells); i++)
        cli_table_add(table, CLI_STYLE_GOOD, cells[i]);
    cli_table_print(table, stream);
    fclose(stream);
    cr_assert_str_eq(text, "ID    NAME  WHY\nx     \346\274\242e\314\201\nlong        z\n");
    free(text);
}

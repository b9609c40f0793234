/* SPDX-License-Identifier: MIT */
/* The command line of cordon-gateway. */
#define _GNU_SOURCE /* getopt_long() */
#include "options.h"

#include <getopt.h>
#include <stdio.h>
#include <string.h>

enum {
    OPTION_HELP = 1,
    OPTION_VERSION,
    OPTION_PORT,
    OPTION_APP_DIR,
    OPTION_MCP,
    OPTION_PROJECT,
    OPTION_LOOP,
    OPTION_ROLE,
    OPTION_BOARD,
    OPTION_NAME,
};

static const struct option table[] = {
    {"help", no_argument, NULL, OPTION_HELP},
    {"version", no_argument, NULL, OPTION_VERSION},
    {"port", required_argument, NULL, OPTION_PORT},
    {"app-dir", required_argument, NULL, OPTION_APP_DIR},
    {"mcp", no_argument, NULL, OPTION_MCP},
    {"project", required_argument, NULL, OPTION_PROJECT},
    {"loop", required_argument, NULL, OPTION_LOOP},
    {"role", required_argument, NULL, OPTION_ROLE},
    {"board", required_argument, NULL, OPTION_BOARD},
    {"name", required_argument, NULL, OPTION_NAME},
    {NULL, 0, NULL, 0},
};

void options_print_help(void)
{
    puts("usage: cordon-gateway [--port=N] [--app-dir=DIR]...\n"
         "       cordon-gateway --mcp --project=DIR --loop=DIR --role=ROLE [--board=ID] "
         "[--name=TEXT]\n"
         "\n"
         "`cordon gateway` and `cordon mcp` start this program; `man cordon-gateway` says more.");
}

static char *take_port(Options *options, const char *text)
{
    guint64 port;

    if (!g_ascii_string_to_unsigned(text, 10, 0, G_MAXUINT16, &port, NULL))
        return g_strdup_printf("--port=%s: a number from 0 (any free one) to 65535 is expected.",
                               text);
    options->port = (guint16)port;
    return NULL;
}

static char *take_folder(const char *name, const char *text, char **ret)
{
    if (text[0] != '/')
        return g_strdup_printf("--%s=%s: an absolute path is expected.", name, text);
    g_free(*ret);
    *ret = g_canonicalize_filename(text, "/");
    return NULL;
}

static void take_text(const char *text, char **ret)
{
    g_free(*ret);
    *ret = g_strdup(text);
}

static char *take(Options *options, int id, const char *value)
{
    char *folder = NULL, *error = NULL;

    switch (id) {
    case OPTION_HELP:
        options->help = TRUE;
        return NULL;
    case OPTION_VERSION:
        options->version = TRUE;
        return NULL;
    case OPTION_MCP:
        options->is_mcp = TRUE;
        return NULL;
    case OPTION_PORT:
        return take_port(options, value);
    case OPTION_APP_DIR:
        error = take_folder("app-dir", value, &folder);
        if (folder != NULL)
            g_ptr_array_add(options->app_folders, folder);
        return error;
    case OPTION_PROJECT:
        return take_folder("project", value, &options->hello.project);
    case OPTION_LOOP:
        return take_folder("loop", value, &options->hello.loop);
    case OPTION_ROLE:
        take_text(value, &options->hello.role);
        return NULL;
    case OPTION_BOARD:
        take_text(value, &options->hello.board);
        return NULL;
    case OPTION_NAME:
        take_text(value, &options->hello.name);
        return NULL;
    default:
        return g_strdup("The command line cannot be read; --help shows the options.");
    }
}

static char *check(const Options *options)
{
    gboolean is_whole = options->hello.project != NULL && options->hello.loop != NULL &&
                        options->hello.role != NULL;

    if (options->is_mcp && !is_whole)
        return g_strdup("--mcp needs --project, --loop and --role.");
    return NULL;
}

char *options_read(Options *options, int argc, char **argv)
{
    int id;

    *options = (Options){.app_folders = g_ptr_array_new_with_free_func(g_free)};
    opterr = 0;
    while ((id = getopt_long(argc, argv, "", table, NULL)) != -1) {
        char *error = take(options, id, optarg);
        if (error != NULL)
            return error;
    }
    g_ptr_array_add(options->app_folders, NULL);
    if (argv[optind] != NULL)
        return g_strdup_printf("%s: only options are expected.", argv[optind]);
    return options->help || options->version ? NULL : check(options);
}

void options_clear(Options *options)
{
    g_clear_pointer(&options->app_folders, g_ptr_array_unref);
    g_clear_pointer(&options->hello.project, g_free);
    g_clear_pointer(&options->hello.loop, g_free);
    g_clear_pointer(&options->hello.role, g_free);
    g_clear_pointer(&options->hello.board, g_free);
    g_clear_pointer(&options->hello.name, g_free);
}

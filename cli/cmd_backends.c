/* SPDX-License-Identifier: MIT */
/* cordon backends: lists the sandboxes that are installed, also those that cannot be loaded. */
#include <cordon/cordon.h>

#include "catalog.h"
#include "commands.h"
#include "output.h"

enum { OPTION_JSON = 1, OPTION_HELP };

static const CliOption options[] = {
    {OPTION_JSON, "json", NULL, "print one JSON object"},
    {OPTION_HELP, "help", NULL, "show this help"},
    {0, NULL, NULL, NULL},
};

static CliStyle state_style(CordonBackendState state)
{
    switch (state) {
    case CORDON_BACKEND_USABLE:
        return CLI_STYLE_GOOD;
    case CORDON_BACKEND_REJECTED:
        return CLI_STYLE_BAD;
    case CORDON_BACKEND_SHADOWED:
    case CORDON_BACKEND_MASKED:
    case CORDON_BACKEND_FOREIGN:
    default:
        return CLI_STYLE_DIM;
    }
}

static void print_text(const CordonCatalog *catalog)
{
    static const char *const heads[] = {"ID", "NAME", "STATE", "VERSION", "FROM", "REASON"};
    g_autoptr(CliTable) table = cli_table_new(G_N_ELEMENTS(heads));
    gsize size = cordon_catalog_get_size(catalog);

    if (size == 0) {
        puts("No backend is installed.");
        return;
    }
    for (gsize i = 0; i < G_N_ELEMENTS(heads); i++)
        cli_table_add(table, CLI_STYLE_STRONG, heads[i]);
    for (gsize i = 0; i < size; i++) {
        const CordonBackendInfo *info = cordon_catalog_get(catalog, i);
        cli_table_add(table, CLI_STYLE_PLAIN, info->id != NULL ? info->id : "?");
        cli_table_add(table, CLI_STYLE_PLAIN, info->name);
        cli_table_add(table, state_style(info->state), cordon_backend_state_name(info->state));
        cli_table_add(table, CLI_STYLE_PLAIN, info->version);
        cli_table_add(table, CLI_STYLE_PLAIN, info->manifest_path);
        cli_table_add(table, CLI_STYLE_PLAIN, info->reason);
    }
    cli_table_print(table, stdout);
}

static int run(char **words)
{
    guint given;
    int status;
    g_autoptr(CordonCatalog) catalog =
        cli_catalog_begin(&cli_command_backends, words, OPTION_HELP, &given, &status);

    if (catalog == NULL)
        return status;
    if ((given & 1u << OPTION_JSON) != 0) {
        g_autofree char *text = cordon_catalog_to_json(catalog);
        puts(text);
    } else {
        print_text(catalog);
    }
    return cli_finish(0);
}

const CliCommand cli_command_backends = {
    .name = "backends",
    .summary = "Lists the installed sandboxes, also those that cannot be loaded",
    .usage = "[OPTION]...",
    .more = "Exit status: 0; 2 usage; 125 cordon failed.",
    .options = options,
    .run = run,
};

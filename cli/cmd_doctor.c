/* SPDX-License-Identifier: MIT */
/* cordon doctor: says which sandboxes can be used here, and the one step for each that cannot. */
#include <cordon/cordon.h>

#include "catalog.h"
#include "commands.h"
#include "output.h"
#include "show.h"

enum { OPTION_JSON = 1, OPTION_FRESH, OPTION_HELP };

static const CliOption options[] = {
    {OPTION_JSON, "json", NULL, "print one JSON object"},
    {OPTION_FRESH, "fresh", NULL, "ask the machine again, whatever was found before"},
    {OPTION_HELP, "help", NULL, "show this help"},
    {0, NULL, NULL, NULL},
};

static guint count_usable(const GPtrArray *readiness)
{
    guint count = 0;

    for (guint i = 0; i < readiness->len; i++)
        count += cli_readiness_is_usable(g_ptr_array_index(readiness, i)) ? 1 : 0;
    return count;
}

static void print_text(const GPtrArray *readiness)
{
    guint usable = count_usable(readiness);

    for (guint i = 0; i < readiness->len; i++) {
        cli_show_readiness(g_ptr_array_index(readiness, i), stdout);
        fputc('\n', stdout);
    }
    if (readiness->len == 0)
        printf("No sandbox is installed for this system; `cordon backends` says where it was "
               "looked for.\n");
    else if (usable == 0)
        printf("No sandbox can be used yet: `cordon run` refuses to run commands.\n");
    else
        printf("%u of %u can be used.\n", usable, readiness->len);
}

static int run(char **words)
{
    guint given;
    int status;
    g_autoptr(CordonCatalog) catalog =
        cli_catalog_begin(&cli_command_doctor, words, OPTION_HELP, &given, &status);
    g_autoptr(GPtrArray) readiness = NULL;

    if (catalog == NULL)
        return status;
    readiness = cordon_catalog_probe(
        catalog, (given & 1u << OPTION_FRESH) != 0 ? CORDON_PROBE_AGAIN : CORDON_PROBE_CACHED_OK);
    if ((given & 1u << OPTION_JSON) != 0) {
        g_autofree char *text = cordon_readiness_list_to_json(readiness);
        puts(text);
    } else {
        print_text(readiness);
    }
    return cli_finish(count_usable(readiness) > 0 ? 0 : CLI_STATUS_NONE_READY);
}

const CliCommand cli_command_doctor = {
    .name = "doctor",
    .summary = "Says which sandboxes can be used, and the step for each that cannot",
    .usage = "[OPTION]...",
    .more = "Exit status: 0 at least one can be used; 1 none can; 2 usage; 125 cordon failed.",
    .options = options,
    .run = run,
};

/* SPDX-License-Identifier: MIT */
/* How the commands that show backends begin. */
#include "catalog.h"

#include <cordon/cordon.h>

#include "output.h"

void cli_use_image_setting(void)
{
    g_autoptr(CordonSettingsStore) store = cordon_settings_store_new(NULL);
    g_autoptr(CordonSettings) settings = cordon_settings_store_read(store, NULL);

    if (settings != NULL)
        cordon_image_set_default(settings->docker_image);
}

CordonCatalog *cli_catalog_begin(const CliCommand *command, char **words, guint help_id,
                                 guint *ret_given, int *ret_status)
{
    g_autoptr(GError) error = NULL;
    g_autofree char *wrong = cli_args_read_flags(command->options, words, ret_given);

    if ((*ret_given & 1u << help_id) != 0) {
        cli_command_help(command);
        *ret_status = cli_finish(0);
        return NULL;
    }
    if (wrong != NULL) {
        cli_say("%s", wrong);
        *ret_status = CLI_STATUS_USAGE;
        return NULL;
    }
    cli_use_image_setting();
    CordonCatalog *catalog = cordon_catalog_new(NULL, CLI_CATALOG_FLAGS, &error);
    if (catalog == NULL) {
        cli_say("%s", error->message);
        *ret_status = CLI_STATUS_CORDON;
    }
    return catalog;
}

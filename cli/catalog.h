/* SPDX-License-Identifier: MIT */
/* How the commands that show backends begin. */
#ifndef CORDON_CLI_CATALOG_H
#define CORDON_CLI_CATALOG_H

#include <cordon/catalog.h>

#include "commands.h"

/* Reads the words of a command that takes flags only, and opens the catalogue.  *ret_given: a bit
 * 1 << id for each flag.  NULL: the command ends with *ret_status, and all is said. */
CordonCatalog *cli_catalog_begin(const CliCommand *command, char **words, guint help_id,
                                 guint *ret_given, int *ret_status);

/* The image that the user chose is the one that is meant.  Settings that cannot be read change nothing: whoever runs commands refuses
 * them, and what only looks goes on. */
void cli_use_image_setting(void);

#endif

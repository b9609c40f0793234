/* SPDX-License-Identifier: MIT */
/* Shows how far a pull is: a bar on a terminal, else a line now and then; on stderr. */
#ifndef CORDON_CLI_BAR_H
#define CORDON_CLI_BAR_H

#include <cordon/image.h>

typedef struct CliBar CliBar;

CliBar *cli_bar_new(void);
/* user_data: the CliBar. */
void cli_bar_show(const CordonImageProgress *progress, gpointer user_data);
/* Ends the line of the bar, and frees. */
void cli_bar_free(CliBar *bar);

/* "12.3 MB"; free with g_free(). */
char *cli_format_bytes(guint64 bytes);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(CliBar, cli_bar_free)

#endif

/* SPDX-License-Identifier: MIT */
/* The command line of cordon-gateway. */
#ifndef CORDON_GATEWAY_OPTIONS_H
#define CORDON_GATEWAY_OPTIONS_H

#include "hello.h"

typedef struct {
    gboolean help, version;
    gboolean is_mcp;        /* serves one agent over standard input and output */
    guint16 port;           /* 0: any free one */
    GPtrArray *app_folders; /* of char *, NULL-terminated after options_read() */
    Hello hello;            /* with is_mcp */
} Options;

/* NULL, or a sentence on what is wrong (g_free()).  Clear in any case. */
char *options_read(Options *options, int argc, char **argv);
void options_clear(Options *options);
void options_print_help(void);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Options, options_clear)

#endif

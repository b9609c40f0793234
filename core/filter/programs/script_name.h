/* SPDX-License-Identifier: MIT */
/* What the name of a script, task or target says about it: "dev", "test:watch", "build". */
#ifndef CORDON_FILTER_SCRIPT_NAME_H
#define CORDON_FILTER_SCRIPT_NAME_H

#include <glib.h>

typedef enum {
    CORDON_SCRIPT_ENDS, /* nothing in its name says that it goes on */
    CORDON_SCRIPT_BY_TEXT, /* it may be a server: its text decides, and without a text it is taken for one */
    CORDON_SCRIPT_ENDLESS, /* whatever its text says */
} CordonScriptClass;

CordonScriptClass cordon_script_class(const char *name);
/* Does the text start a file or program whose name says that it serves?  For scripts named "start". */
gboolean cordon_script_serves(const char *text);
/* "serve", "server", "watch": words that make a program of the project a server. */
gboolean cordon_word_serves(const char *word);
/* Has a path or a name ("./cmd/server", "api-server.go") "server" among its parts? */
gboolean cordon_name_has_server(const char *name);

#endif

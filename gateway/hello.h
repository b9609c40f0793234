/* SPDX-License-Identifier: MIT */
/* The first line on mcp.sock: who is there.  {"cordon":"mcp/1","project":..,"loop":..,"role":..,"board":..?,"name":..?} is answered
 * by {"ok":true} or {"error":"SENTENCE"}.  Pure. */
#ifndef CORDON_GATEWAY_HELLO_H
#define CORDON_GATEWAY_HELLO_H

#include <cordon/json.h>

#define HELLO_PROTOCOL  "mcp/1"
#define HELLO_MAX_BYTES 32768u

typedef struct {
    char *project, *loop; /* absolute */
    char *role;
    char *board, *name; /* or NULL */
} Hello;

/* Strict: a member that is not known is an error, because an older gateway must not pass over what a newer client asks for. */
Hello *hello_parse(const char *line, gsize size, GError **error);
/* One line without its end; free with g_free(). */
char *hello_to_json(const Hello *hello);
char *hello_answer(const char *error_message); /* NULL: {"ok":true} */
/* TRUE when it says ok; FALSE with the sentence. */
gboolean hello_read_answer(const char *line, gsize size, GError **error);
void hello_free(Hello *hello);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(Hello, hello_free)

#endif

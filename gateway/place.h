/* SPDX-License-Identifier: MIT */
/* Where the gateway of a user is: its folder, and the names in it.
 *
 * Clients find it without a word from the environment, because programs that start `cordon mcp` hand down little more than
 * HOME and PATH: it follows from the user's id alone.  CORDON_RUNTIME_DIR, for tests and for a second gateway on purpose, goes
 * first. */
#ifndef CORDON_GATEWAY_PLACE_H
#define CORDON_GATEWAY_PLACE_H

#include <glib.h>
#include <sys/types.h>

#define PLACE_VARIABLE    "CORDON_RUNTIME_DIR"
#define PLACE_HTTP_SOCKET "gateway.sock"
#define PLACE_MCP_SOCKET  "mcp.sock"
#define PLACE_LOCK        "gateway.lock"
#define PLACE_INFO        "gateway.json"
#define PLACE_TOKEN       "token"
/* The longest name with its '/' and NUL has to fit into sun_path behind the folder. */
#define PLACE_MAX_FOLDER 90u

/* What is known of the machine. */
typedef struct {
    const char *variable; /* value of CORDON_RUNTIME_DIR, or NULL */
    uid_t uid;
    gboolean has_run_user; /* /run/user/UID is a folder of that user with mode 0700 */
    const char *home;      /* as the user database has it, or NULL */
} PlaceFacts;

/* Pure.  The folder, or NULL with a sentence in *ret_error; free both with g_free(). */
char *place_choose(const PlaceFacts *facts, char **ret_error);
/* Asks the machine; makes nothing. */
char *place_find(char **ret_error);
/* Makes the folder (0700) and those above it where they are missing; FALSE when it is not ours alone. */
gboolean place_make(const char *folder, char **ret_error);

#endif

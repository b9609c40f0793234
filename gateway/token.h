/* SPDX-License-Identifier: MIT */
/* Random words that let somebody in. */
#ifndef CORDON_GATEWAY_TOKEN_H
#define CORDON_GATEWAY_TOKEN_H

#include <glib.h>

/* Prefixes, so that a token that is found somewhere says what it opens. */
#define TOKEN_GATEWAY "cgt_"
#define TOKEN_PANEL   "cps_"
#define TOKEN_CODE    "cpc_"
#define TOKEN_BUBBLE  "cbt_" /* made by the core */

/* prefix and random_bytes of the system's randomness as base64url; free with g_free().  Ends the process when the
 * system has none: there is nothing weaker to go on with. */
char *token_new(const char *prefix, gsize random_bytes);
/* Takes as long for any two texts of the same length, wherever they differ. */
gboolean token_equals(const char *a, const char *b);
/* The token of "Bearer TOKEN", borrowed; NULL when the header (or NULL) is nothing of the kind. */
const char *token_from_header(const char *authorization);

#endif

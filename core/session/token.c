/* SPDX-License-Identifier: MIT */
/* Tokens of bubbles: random, shown once, kept as a hash. */
#include <cordon/session.h>
#include <string.h>

#include "session/random.h"

#define TOKEN_BYTES 32u

char *cordon_token_new(void)
{
    guchar bytes[TOKEN_BYTES];

    cordon_random_fill(bytes, sizeof bytes);
    g_autofree char *text = g_base64_encode(bytes, sizeof bytes);
    /* As URLs and headers take it. */
    g_strdelimit(text, "+", '-');
    g_strdelimit(text, "/", '_');
    text[strcspn(text, "=")] = '\0';
    return g_strconcat("cbt_", text, NULL);
}

char *cordon_token_hash(const char *token)
{
    return g_compute_checksum_for_string(G_CHECKSUM_SHA256, token, -1);
}

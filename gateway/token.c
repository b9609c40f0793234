/* SPDX-License-Identifier: MIT */
/* Random words that let somebody in. */
#define _GNU_SOURCE /* getrandom() */
#include "token.h"

#include <errno.h>
#include <string.h>
#include <sys/random.h>

#define MAX_RANDOM_BYTES 64u
#define MAX_TOKEN_BYTES  256u

static void fill_randomly(guchar *bytes, gsize size)
{
    gsize filled = 0;

    while (filled < size) {
        ssize_t got = getrandom(bytes + filled, size - filled, 0);
        if (got > 0)
            filled += (gsize)got;
        else if (errno != EINTR)
            g_error("the system has no random numbers: %s", g_strerror(errno));
    }
}

char *token_new(const char *prefix, gsize random_bytes)
{
    guchar bytes[MAX_RANDOM_BYTES];

    g_assert(random_bytes <= sizeof bytes);
    fill_randomly(bytes, random_bytes);
    g_autofree char *text = g_base64_encode(bytes, random_bytes);
    explicit_bzero(bytes, sizeof bytes);
    g_strdelimit(text, "+", '-');
    g_strdelimit(text, "/", '_');
    text[strcspn(text, "=")] = '\0';
    return g_strconcat(prefix, text, NULL);
}

gboolean token_equals(const char *a, const char *b)
{
    gsize size = strlen(a);
    volatile guchar difference = 0;

    if (size != strlen(b))
        return FALSE;
    for (gsize i = 0; i < size; i++)
        difference = (guchar)(difference | ((guchar)a[i] ^ (guchar)b[i]));
    return difference == 0;
}

const char *token_from_header(const char *authorization)
{
    static const char scheme[] = "Bearer ";

    if (authorization == NULL || g_ascii_strncasecmp(authorization, scheme, strlen(scheme)) != 0)
        return NULL;
    const char *token = authorization + strlen(scheme);
    gsize size = strlen(token);
    if (size == 0 || size > MAX_TOKEN_BYTES)
        return NULL;
    for (gsize i = 0; i < size; i++)
        if (!g_ascii_isalnum(token[i]) && token[i] != '-' && token[i] != '_')
            return NULL;
    return token;
}

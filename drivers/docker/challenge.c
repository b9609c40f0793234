/* SPDX-License-Identifier: MIT */
/* The WWW-Authenticate header. */
#include "challenge.h"

#include <string.h>

#define MAX_VALUE_BYTES 4096

static const char *skip_blanks(const char *text)
{
    return text + strspn(text, " \t,");
}

/* name="value" or name=value; NULL at the end, or at what is neither. */
static const char *take_parameter(const char *text, char **ret_name, char **ret_value)
{
    text = skip_blanks(text);
    gsize size = strcspn(text, "= \t,\"");
    if (size == 0 || text[size] != '=')
        return NULL;
    const char *value = text + size + 1;
    GString *taken = g_string_new(NULL);
    if (*value == '"') {
        for (value++; *value != '\0' && *value != '"'; value++) {
            if (*value == '\\' && value[1] != '\0')
                value++;
            g_string_append_c(taken, *value);
        }
        if (*value == '"')
            value++;
    } else {
        gsize length = strcspn(value, " \t,");
        g_string_append_len(taken, value, (gssize)length);
        value += length;
    }
    *ret_name = g_ascii_strdown(text, (gssize)size);
    *ret_value = g_string_free(taken, FALSE);
    return value;
}

/* Printable ASCII, since it goes into an address. */
static gboolean is_plain(const char *text)
{
    for (; *text != '\0'; text++)
        if (!g_ascii_isprint(*text))
            return FALSE;
    return TRUE;
}

static void keep(char **to, char **value)
{
    if (*to == NULL && strlen(*value) <= MAX_VALUE_BYTES && is_plain(*value))
        *to = g_steal_pointer(value);
}

void cordon_challenge_parse(const char *header, CordonChallenge *ret)
{
    *ret = (CordonChallenge){0};
    if (header == NULL)
        return;
    header = skip_blanks(header);
    gsize size = strcspn(header, " \t,");
    if (size == strlen("Basic") && g_ascii_strncasecmp(header, "Basic", size) == 0)
        ret->scheme = CORDON_CHALLENGE_BASIC;
    if (size != strlen("Bearer") || g_ascii_strncasecmp(header, "Bearer", size) != 0)
        return;
    const char *at = header + size;
    for (;;) {
        g_autofree char *name = NULL;
        g_autofree char *value = NULL;
        at = take_parameter(at, &name, &value);
        if (at == NULL)
            break;
        if (g_str_equal(name, "realm"))
            keep(&ret->realm, &value);
        else if (g_str_equal(name, "service"))
            keep(&ret->service, &value);
    }
    if (ret->realm != NULL)
        ret->scheme = CORDON_CHALLENGE_BEARER;
}

void cordon_challenge_clear(CordonChallenge *challenge)
{
    g_free(challenge->realm);
    g_free(challenge->service);
    *challenge = (CordonChallenge){0};
}

char *cordon_url_host(const char *url)
{
    static const struct {
        const char *scheme, *port;
    } schemes[] = {{"https://", ":443"}, {"http://", ":80"}};

    for (gsize i = 0; i < G_N_ELEMENTS(schemes); i++) {
        gsize length = strlen(schemes[i].scheme);
        if (g_ascii_strncasecmp(url, schemes[i].scheme, length) != 0)
            continue;
        g_autofree char *host =
            g_ascii_strdown(url + length, (gssize)strcspn(url + length, "/?#\\"));
        if (*host == '\0' || strpbrk(host, "@%") != NULL || !is_plain(host))
            return NULL;
        if (g_str_has_suffix(host, schemes[i].port))
            host[strlen(host) - strlen(schemes[i].port)] = '\0';
        return *host != '\0' ? g_steal_pointer(&host) : NULL;
    }
    return NULL;
}

gboolean cordon_host_is_loopback(const char *host)
{
    static const char *const names[] = {"127.0.0.1", "localhost", "[::1]"};

    for (gsize i = 0; i < G_N_ELEMENTS(names); i++) {
        gsize length = strlen(names[i]);
        if (g_str_has_prefix(host, names[i]) && (host[length] == '\0' || host[length] == ':'))
            return TRUE;
    }
    return FALSE;
}

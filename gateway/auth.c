/* SPDX-License-Identifier: MIT */
/* Who sent a request. */
#define _GNU_SOURCE /* explicit_bzero() */
#include "auth.h"

#include <string.h>
#include <unistd.h>

#include "ancestry.h"
#include "log.h"
#include "token.h"

#define TOKEN_BYTES 32u

void auth_init(Auth *auth, CordonSession *session)
{
    *auth = (Auth){.session = session};
    auth->token = token_new(TOKEN_GATEWAY, TOKEN_BYTES);
    auth->panel = panel_new();
}

void auth_clear(Auth *auth)
{
    if (auth->token != NULL)
        explicit_bzero(auth->token, strlen(auth->token));
    g_clear_pointer(&auth->token, g_free);
    g_clear_pointer(&auth->panel, panel_free);
}

static gboolean find_token(Auth *auth, const char *token, Who *ret)
{
    const char *session;

    if (token_equals(token, auth->token)) {
        ret->kind = WHO_TOKEN;
        return TRUE;
    }
    if (g_str_has_prefix(token, TOKEN_PANEL) &&
        (session = panel_find(auth->panel, token, g_get_monotonic_time())) != NULL) {
        ret->kind = WHO_PANEL;
        ret->panel_session = g_strdup(session);
        return TRUE;
    }
    if (g_str_has_prefix(token, TOKEN_BUBBLE) &&
        (ret->agent = cordon_session_find_agent_by_token(auth->session, token, NULL)) != NULL) {
        ret->kind = WHO_AGENT;
        return TRUE;
    }
    return FALSE;
}

AuthResult auth_identify(Auth *auth, const HttpRequest *request, Who *ret)
{
    const char *header = http_request_header(request, "Authorization");
    gboolean is_unix = http_request_peer(request) == HTTP_PEER_UNIX;

    *ret = (Who){.kind = WHO_NOBODY};
    if (is_unix && ancestry_descends(http_request_peer_pid(request), getpid())) {
        log_line("refused: process %ld on the Unix socket is one that this gateway started",
                 (long)http_request_peer_pid(request));
        return AUTH_DESCENDANT;
    }
    if (header == NULL) {
        ret->kind = is_unix ? WHO_UNIX : WHO_NOBODY;
        return AUTH_OK;
    }
    /* A right one counts also while wrong ones are not listened to: else anybody could keep the user out. */
    const char *token = token_from_header(header);
    if (token != NULL && find_token(auth, token, ret))
        return AUTH_OK;
    return auth_add_failure(auth, request, "token") ? AUTH_THROTTLED : AUTH_WRONG;
}

gboolean auth_add_failure(Auth *auth, const HttpRequest *request, const char *what)
{
    gint64 now = g_get_monotonic_time();

    if (throttle_seconds_left(&auth->throttle, now) > 0)
        return TRUE;
    log_line("refused: a wrong %s for %s %s", what, http_request_method(request),
             http_request_path(request));
    if (!throttle_add_failure(&auth->throttle, now))
        return FALSE;
    log_line("refused: %u wrong tokens in a minute; more are answered 429 for %u s",
             THROTTLE_FAILURES, auth_retry_after(auth));
    return TRUE;
}

guint auth_retry_after(const Auth *auth)
{
    return throttle_seconds_left(&auth->throttle, g_get_monotonic_time());
}

void who_clear(Who *who)
{
    g_clear_pointer(&who->panel_session, g_free);
    g_clear_pointer(&who->agent, cordon_agent_unref);
    who->kind = WHO_NOBODY;
}

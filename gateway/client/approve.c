/* SPDX-License-Identifier: MIT */
/* cordon approve: what waits, and the answers of the person at the terminal. */
#define _GNU_SOURCE /* pipe2() */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

#include "client/client.h"
#include "log.h"

#define MAX_ID_BYTES    128u
#define MAX_LINE_BYTES  64u
#define MAX_SHOWN_BYTES 65536u

/* --- showing --- */

static void print_field(FILE *to, const char *lead, const CordonJsonValue *approval,
                        const char *name)
{
    g_autofree char *text = client_text(approval, name);

    if (text[0] != '\0')
        fprintf(to, "    %-9s%s\n", lead, text);
}

/* As it will run. */
static void print_command(FILE *to, const CordonJsonValue *approval)
{
    const CordonJsonValue *lines = cordon_json_find(approval, "lines");
    const char *lead = "command:";

    if (lines == NULL || !cordon_json_is_array(lines))
        return;
    for (const CordonJsonValue *line = cordon_json_first(lines); line != NULL;
         line = cordon_json_next(line)) {
        const char *text = cordon_json_string(line);
        g_autofree char *shown = log_escape(text != NULL ? text : "?", MAX_SHOWN_BYTES);
        fprintf(to, "    %-9s%s\n", lead, shown);
        lead = "";
    }
}

static void print_approval(FILE *to, const CordonJsonValue *approval)
{
    g_autofree char *bubble = client_text(approval, "bubble");
    g_autofree char *role = client_text(approval, "role");
    g_autofree char *board = client_text(approval, "board");

    fprintf(to, "%s (%s) on board %s asks, %" G_GINT64_FORMAT " s left:\n",
            bubble[0] != '\0' ? bubble : "An agent", role, board,
            client_number(approval, "left_ms") / 1000);
    print_command(to, approval);
    print_field(to, "folder:", approval, "cwd");
    print_field(to, "part:", approval, "part");
    print_field(to, "rule:", approval, "rule");
    print_field(to, "reason:", approval, "reason");
    print_field(to, "instead:", approval, "hint");
    print_field(to, "session:", approval, "grant");
    print_field(to, "client:", approval, "client");
}

static int list(ClientHttp *http, gboolean as_json)
{
    int status;

    if (as_json) {
        g_autofree char *body = NULL;
        if (client_http_ask(http, "GET", "/v1/approvals", NULL, &body) == 200) {
            puts(body);
            return 0;
        }
    }
    g_autoptr(CordonJson) json = client_ask(http, "GET", "/v1/approvals", NULL, &status);
    if (json == NULL)
        return status;
    const CordonJsonValue *waiting = cordon_json_find(cordon_json_root(json), "approvals");
    if (waiting == NULL || cordon_json_size(waiting) == 0)
        puts("Nothing waits for an answer.");
    for (const CordonJsonValue *approval = cordon_json_first(waiting); approval != NULL;
         approval = cordon_json_next(approval)) {
        g_autofree char *id = client_text(approval, "id");
        printf("%s\n", id);
        print_approval(stdout, approval);
    }
    return 0;
}

/* --- answering --- */

static gboolean is_id(const char *id)
{
    gsize size = strlen(id);

    for (const char *c = id; *c != '\0'; c++)
        if (!g_ascii_isalnum(*c) && *c != '-' && *c != '_')
            return FALSE;
    return size > 0 && size <= MAX_ID_BYTES;
}

/* What is answered is what was read: its digest goes along. */
static int send_answer(ClientHttp *http, const CordonJsonValue *approval, const char *answer)
{
    const char *id = cordon_json_string(cordon_json_find(approval, "id"));
    const char *digest = cordon_json_string(cordon_json_find(approval, "digest"));
    CordonJsonWriter *writer = cordon_json_writer_new(FALSE);
    int status;

    cordon_json_begin_object(writer, NULL);
    cordon_json_add_string(writer, "answer", answer);
    cordon_json_add_string(writer, "digest", digest);
    cordon_json_end_object(writer);
    g_autofree char *body = cordon_json_writer_finish(writer);
    if (id == NULL || digest == NULL || !is_id(id)) {
        client_say("the gateway gave an approval that cannot be read");
        return CLIENT_FAILED;
    }
    g_autofree char *path = g_strconcat("/v1/approvals/", id, NULL);
    g_autoptr(CordonJson) json = client_ask(http, "POST", path, body, &status);
    return status;
}

static int answer_one(ClientHttp *http, const char *id, const char *answer)
{
    int status;

    if (!is_id(id)) {
        client_say("%s is no id of an approval; `cordon approve --list` shows them", id);
        return CLIENT_USAGE;
    }
    g_autofree char *path = g_strconcat("/v1/approvals/", id, NULL);
    g_autoptr(CordonJson) json = client_ask(http, "GET", path, NULL, &status);
    if (json == NULL)
        return status;
    print_approval(stdout, cordon_json_root(json));
    status = send_answer(http, cordon_json_root(json), answer);
    if (status == 0)
        printf("Answered: %s.\n", answer);
    return status;
}

/* --- asking, one after the other --- */

typedef enum { TYPED_LINE, TYPED_NOTHING, TYPED_END } Typed;

/* Waits for a line, or for news. */
static Typed wait_for_line(int news, char line[MAX_LINE_BYTES])
{
    struct pollfd waits[] = {{.fd = STDIN_FILENO, .events = POLLIN},
                             {.fd = news, .events = POLLIN}};
    ssize_t got;

    while (poll(waits, G_N_ELEMENTS(waits), -1) < 0)
        if (errno != EINTR)
            return TYPED_END;
    if (waits[1].revents != 0 && waits[0].revents == 0) {
        char bytes[256];
        return read(news, bytes, sizeof bytes) > 0 ? TYPED_NOTHING : TYPED_END;
    }
    got = read(STDIN_FILENO, line, MAX_LINE_BYTES - 1);
    if (got <= 0)
        return TYPED_END;
    line[got] = '\0';
    g_strstrip(line);
    return TYPED_LINE;
}

static const char *answer_of(const char *line)
{
    static const struct {
        const char *letter, *word, *answer;
    } rows[] = {{"o", "once", "once"}, {"s", "session", "session"}, {"d", "deny", "deny"}};

    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++)
        if (g_ascii_strcasecmp(line, rows[i].letter) == 0 ||
            g_ascii_strcasecmp(line, rows[i].word) == 0)
            return rows[i].answer;
    return NULL;
}

static gboolean still_waits(ClientHttp *http, const CordonJsonValue *approval)
{
    const char *id = cordon_json_string(cordon_json_find(approval, "id"));
    g_autofree char *path = g_strconcat("/v1/approvals/", id != NULL && is_id(id) ? id : "-", NULL);
    g_autofree char *body = NULL;

    return client_http_ask(http, "GET", path, NULL, &body) == 200;
}

/* FALSE: the person is done, or the gateway is. */
static gboolean ask(ClientHttp *http, const CordonJsonValue *approval, int news)
{
    gboolean may_grant = FALSE;
    char line[MAX_LINE_BYTES];

    cordon_json_get_bool(approval, "may_grant", FALSE, &may_grant, NULL);
    /* What was typed before this could be seen is no answer to it. */
    tcflush(STDIN_FILENO, TCIFLUSH);
    print_approval(stderr, approval);
    for (;;) {
        fprintf(stderr, "allow it once (o), %sdeny it (d), or leave (q)? ",
                may_grant ? "always this session (s), " : "");
        fflush(stderr);
        Typed typed;
        while ((typed = wait_for_line(news, line)) == TYPED_NOTHING) {
            if (!still_waits(http, approval)) {
                fputs("\nIt was answered elsewhere, or its time is over.\n", stderr);
                return TRUE;
            }
        }
        if (typed == TYPED_END || g_ascii_strcasecmp(line, "q") == 0) {
            fputc('\n', stderr);
            return FALSE;
        }
        const char *answer = answer_of(line);
        if (answer == NULL || (strcmp(answer, "session") == 0 && !may_grant))
            continue;
        return send_answer(http, approval, answer) != CLIENT_FAILED;
    }
}

/* The oldest that waits.  FALSE as above. */
static gboolean ask_next(ClientHttp *http, int news, gboolean *ret_asked)
{
    int status;
    g_autoptr(CordonJson) json = client_ask(http, "GET", "/v1/approvals", NULL, &status);

    *ret_asked = FALSE;
    if (json == NULL)
        return FALSE;
    const CordonJsonValue *waiting = cordon_json_find(cordon_json_root(json), "approvals");
    const CordonJsonValue *oldest = waiting != NULL ? cordon_json_first(waiting) : NULL;
    if (oldest == NULL)
        return TRUE;
    *ret_asked = TRUE;
    return ask(http, oldest, news);
}

static int ask_all(ClientHttp *http)
{
    int news[2];
    gboolean asked = TRUE, said = FALSE;
    char line[MAX_LINE_BYTES];
    int status;

    if (isatty(STDIN_FILENO) != 1 || isatty(STDERR_FILENO) != 1) {
        client_say("answers are typed at a terminal; --list and ID --once work without one");
        return CLIENT_USAGE;
    }
    g_autoptr(CordonJson) json = client_ask(http, "GET", "/v1/status", NULL, &status);
    if (json == NULL)
        return status;
    /* Not read for a while, news are lost, but never hold up the stream that makes this a window. */
    if (pipe2(news, O_CLOEXEC) < 0 || fcntl(news[1], F_SETFL, O_NONBLOCK) < 0 ||
        !client_http_watch(http, news[1])) {
        client_say("the gateway cannot be watched: %s", g_strerror(errno));
        return CLIENT_FAILED;
    }
    for (;;) {
        if (!ask_next(http, news[0], &asked))
            return 0;
        if (asked) {
            said = FALSE;
            continue;
        }
        if (!said)
            fputs("Nothing waits.  This window answers as long as it is open; q leaves.\n", stderr);
        said = TRUE;
        Typed typed = wait_for_line(news[0], line);
        if (typed == TYPED_END || (typed == TYPED_LINE && g_ascii_strcasecmp(line, "q") == 0))
            return 0;
    }
}

int client_approve(ClientHttp *http, char **words)
{
    if (words[0] == NULL)
        return ask_all(http);
    if (strcmp(words[0], "list") == 0)
        return list(http, words[1] != NULL && strcmp(words[1], "--json") == 0);
    if (answer_of(words[0]) != NULL && words[1] != NULL)
        return answer_one(http, words[1], answer_of(words[0]));
    client_say("approve: list, or once, session or deny with an id, is expected");
    return CLIENT_USAGE;
}

/* SPDX-License-Identifier: MIT */
/* Web clients: what is sent, to whom, and what is written under a name of the server's choice.
 *
 * Registries and GitHub accept data, too, so an allowed host is no reason to let data leave (facts/filter.md,
 * section 2, "Upload to an allowed host"). */
#include <string.h>

#include "filter/programs/handlers.h"
#include "filter/programs/web.h"

/* The host of "[scheme://]host[:port][/...]" when it is written plainly; "" else. */
static const char *plain_host(CordonArena *arena, const CordonArg *url)
{
    const char *text = url->text;
    const char *mark = strstr(text, "://");
    gboolean is_whole = url->type == CORDON_ARG_CONSTANT;

    if (url->type != CORDON_ARG_CONSTANT && url->type != CORDON_ARG_PATTERN &&
        url->type != CORDON_ARG_TAME)
        return "";
    if (mark != NULL && mark < strpbrk(text, "/?#"))
        text = mark + 3;
    gsize length = strcspn(text, "/?#");
    if (memchr(text, '@', length) != NULL || memchr(text, '\\', length) != NULL)
        return "";
    if (text[0] == '[') {
        const char *end = memchr(text, ']', length);
        return end != NULL ? cordon_arena_strndup(arena, text + 1, (gsize)(end - text) - 1) : "";
    }
    gsize size = strcspn(text, ":/?#");
    /* What is not known could go on with the name. */
    if (text[size] == '\0' && !is_whole)
        return "";
    char *host = cordon_arena_strndup(arena, text, size);
    for (char *c = host; *c != '\0'; c++)
        *c = g_ascii_tolower(*c);
    return host;
}

gboolean cordon_web_is_home(CordonJudge *judge, const CordonArg *url)
{
    return cordon_host_is_own_machine(plain_host(cordon_judge_arena(judge), url));
}

void cordon_web_judge_sending(CordonJudge *judge, const CordonCall *call,
                              const CordonArg *const *urls, guint count)
{
    for (guint i = 0; i < count; i++) {
        if (cordon_web_is_home(judge, urls[i]))
            continue;
        cordon_judge_find(judge, call, CORDON_RULE_WEB,
                          "Read with GET; what shall be sent, the user sends.",
                          "`%s` would send data to %s.", call->full_name, urls[i]->text);
        return;
    }
}

gboolean cordon_web_only_reads(const CordonArg *method)
{
    static const char *const reading[] = {"GET", "HEAD", "OPTIONS", "PROPFIND"};
    const char *text = cordon_arg_text(method);

    for (gsize i = 0; text != NULL && i < G_N_ELEMENTS(reading); i++) {
        if (g_ascii_strcasecmp(text, reading[i]) == 0)
            return TRUE;
    }
    return FALSE;
}

void cordon_web_judge_header(CordonJudge *judge, const CordonCall *call, const CordonArg *header)
{
    static const char name[] = "host";
    const char *text = header->text;

    if (header->type == CORDON_ARG_LISTED || g_ascii_strncasecmp(text, name, sizeof name - 1) != 0)
        return;
    gsize size = sizeof name - 1 + strspn(text + sizeof name - 1, " \t");
    if (text[size] != ':')
        return;
    size += 1 + strspn(text + size + 1, " \t");
    CordonArg host = cordon_arg_skip(header, size);
    cordon_judge_value(judge, call, &host, 'h');
}

void cordon_web_judge_saving(CordonJudge *judge, const CordonCall *call, const CordonArg *url,
                             const CordonArg *folder)
{
    CordonArena *arena = cordon_judge_arena(judge);
    const char *text = url->text;
    const char *mark = strstr(text, "://");

    if (url->type == CORDON_ARG_UNKNOWN || url->type == CORDON_ARG_LISTED ||
        url->type == CORDON_ARG_STREAM)
        return;
    text = mark != NULL ? mark + 3 : text;
    const char *path = cordon_arena_strndup(arena, text, strcspn(text, "?#"));
    const char *slash = strrchr(path, '/');
    const char *name = slash != NULL ? slash + 1 : "";
    if (name[0] == '\0' || url->type == CORDON_ARG_TAME)
        name = "index.html";
    CordonArg file = cordon_arg_constant(name);
    if (folder != NULL && cordon_arg_text(folder) != NULL && folder->text[0] != '\0')
        file.text = cordon_arena_concat(arena, folder->text, "/", name, NULL);
    cordon_judge_value(judge, call, &file, 'w');
}

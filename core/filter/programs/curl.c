/* SPDX-License-Identifier: MIT */
/* curl: what its row cannot say.  The row lists every option that takes a value; here are those whose value is more
 * than one thing, and what follows from all of them together. */
#include <string.h>

#include "filter/programs/handlers.h"
#include "filter/programs/web.h"

/* What the options say together. */
typedef struct {
    CordonJudge *judge;
    const CordonCall *call;
    const CordonParsed *parsed;
    const CordonArg **urls;
    guint url_count;
    gboolean sends_text; /* -d: with -G it is only a part of the address */
    gboolean sends_file; /* a file's content or a form: leaves the machine even with -G */
    gboolean has_get;
    gboolean keeps_names;  /* -O */
    gboolean takes_braces; /* no -g: {a,b} and [1-9] in addresses are lists */
    const CordonArg *folder;
} Curl;

static void judge_as(Curl *curl, const char *text, char kind)
{
    CordonArg arg = cordon_arg_constant(text);

    cordon_judge_value(curl->judge, curl->call, &arg, kind);
}

static void refuse(Curl *curl, const CordonArg *arg, const char *option)
{
    cordon_judge_find(
        curl->judge, curl->call, CORDON_RULE_UNREADABLE, "Write its value out plainly.",
        "What `%s %s %s` means is not read for certain.", curl->call->full_name, option, arg->text);
}

/* --data-urlencode and --url-query: "x", "=x", "name=x" are text, "@file" and "name@file" are read. */
static gboolean judge_encoded(Curl *curl, const CordonArg *value)
{
    gsize size = strcspn(value->text, "=@");

    if (value->text[size] != '@')
        return FALSE;
    CordonArg path = cordon_arg_skip(value, size + 1);
    cordon_judge_value(curl->judge, curl->call, &path, 'r');
    return TRUE;
}

/* -b: text with a sign is the cookie, else a file. */
static void judge_cookie(Curl *curl, const CordonArg *value)
{
    if (strchr(value->text, '=') == NULL)
        cordon_judge_value(curl->judge, curl->call, value, 'r');
}

/* -E: "certificate[:password]". */
static void judge_certificate(Curl *curl, const CordonArg *value)
{
    const char *text = cordon_arg_text(value);

    cordon_judge_value(curl->judge, curl->call, value, 'r');
    if (text != NULL && strchr(text, ':') != NULL)
        judge_as(curl,
                 cordon_arena_strndup(cordon_judge_arena(curl->judge), text, strcspn(text, ":")),
                 'r');
}

/* -w: "@file" is read, %output{file} is written. */
static void judge_format(Curl *curl, const CordonArg *value)
{
    static const char mark[] = "%output{";

    if (cordon_arg_begins(value, "@")) {
        CordonArg path = cordon_arg_skip(value, 1);
        cordon_judge_value(curl->judge, curl->call, &path, 'r');
        return;
    }
    for (const char *at = strstr(value->text, mark); at != NULL; at = strstr(at, mark)) {
        at += sizeof mark - 1;
        at += strspn(at, ">");
        judge_as(curl, cordon_arena_strndup(cordon_judge_arena(curl->judge), at, strcspn(at, "}")),
                 'w');
    }
}

/* Hosts with commas between. */
static void judge_hosts(Curl *curl, const char *text)
{
    while (*text != '\0') {
        gsize length = strcspn(text, ",");
        if (length > 0)
            judge_as(curl, cordon_arena_strndup(cordon_judge_arena(curl->judge), text, length),
                     'h');
        text += length;
        text += *text == ',' ? 1 : 0;
    }
}

/* One part of a list with colons; a part in brackets may hold some. */
static const char *behind_part(const char *text)
{
    if (text[0] == '[')
        text += strcspn(text, "]");
    text += strcspn(text, ":");
    return *text == ':' ? text + 1 : NULL;
}

/* --resolve [+]HOST:PORT:ADDRESS[,ADDRESS]: where connections really go; "-HOST:PORT" takes an entry back. */
static void judge_resolve(Curl *curl, const CordonArg *value)
{
    const char *text = cordon_arg_text(value);
    const char *port = text != NULL ? behind_part(text) : NULL;
    const char *address = port != NULL ? behind_part(port) : NULL;

    if (text == NULL)
        refuse(curl, value, "--resolve");
    else if (address != NULL)
        judge_hosts(curl, address);
}

/* --connect-to HOST:PORT:HOST:PORT: the second is where it goes; empty is the one that was asked for. */
static void judge_connect(Curl *curl, const CordonArg *value)
{
    const char *text = cordon_arg_text(value);
    const char *port = text != NULL ? behind_part(text) : NULL;
    const char *host = port != NULL ? behind_part(port) : NULL;

    if (host == NULL) {
        refuse(curl, value, "--connect-to");
        return;
    }
    const char *end = behind_part(host);
    gsize length = end != NULL ? (gsize)(end - host) - 1 : strlen(host);
    if (length > 0)
        judge_as(curl, cordon_arena_strndup(cordon_judge_arena(curl->judge), host, length), 'h');
}

/* -o: "#1" stands for what a list in the address gave. */
static void judge_output(Curl *curl, const CordonArg *value)
{
    const char *mark = strchr(value->text, '#');

    if (mark == NULL || !g_ascii_isdigit(mark[1]))
        return;
    for (guint i = 0; i < curl->url_count; i++) {
        if (curl->takes_braces && strchr(curl->urls[i]->text, '{') != NULL) {
            refuse(curl, value, "-o");
            return;
        }
    }
}

/* Judges each name that "{a,b}" in text makes, behind what is known of it; FALSE: too many. */
static gboolean judge_names(Curl *curl, const char *known, const char *text, guint *left)
{
    CordonArena *arena = cordon_judge_arena(curl->judge);
    const char *open = strchr(text, '{');
    const char *close = open != NULL ? strchr(open, '}') : NULL;

    if (*left == 0)
        return FALSE;
    if (close == NULL) {
        CordonArg name = {.type = CORDON_ARG_PATTERN,
                          .text = cordon_arena_concat(arena, known, text, NULL)};
        if (strchr(name.text, '*') == NULL)
            name.type = CORDON_ARG_CONSTANT;
        cordon_judge_value(curl->judge, curl->call, &name, 'r');
        (*left)--;
        return TRUE;
    }
    const char *before = cordon_arena_strndup(arena, text, (gsize)(open - text));
    for (const char *part = open + 1; part <= close;) {
        gsize size = strcspn(part, ",}");
        const char *one = cordon_arena_strndup(arena, part, size);
        if (!judge_names(curl, cordon_arena_concat(arena, known, before, one, NULL), close + 1,
                         left))
            return FALSE;
        part += size + 1;
    }
    return TRUE;
}

/* -T: "{a,b}" and "[1-9]" in the name are lists; a range may become anything here. */
static void judge_upload(Curl *curl, const CordonArg *value)
{
    const char *text = cordon_arg_text(value);
    guint left = 256;

    if (text == NULL || !curl->takes_braces || strpbrk(text, "{[") == NULL)
        return;
    g_autoptr(GString) glob = g_string_new(NULL);
    while (*text != '\0') {
        g_string_append_c(glob, *text == '[' ? '*' : *text);
        text += *text == '[' && strchr(text, ']') != NULL ? strcspn(text, "]") + 1 : 1;
    }
    if (!judge_names(curl, "", glob->str, &left))
        refuse(curl, value, "-T");
}

/* -z: a date, or a file whose time counts. */
static void judge_time(Curl *curl, const CordonArg *value)
{
    CordonArg rest = cordon_arg_skip(
        value, cordon_arg_begins(value, "-") || cordon_arg_begins(value, "+") ? 1 : 0);

    if (strchr(rest.text, ' ') == NULL)
        cordon_judge_value(curl->judge, curl->call, &rest, 'r');
}

static gboolean is_file(const CordonArg *value)
{
    return value->text[0] == '@' || value->type == CORDON_ARG_UNKNOWN;
}

/* -F: a part may bring headers out of a file, and paths may be quoted. */
static void judge_form(Curl *curl, const CordonArg *value)
{
    const char *text = value->text;

    if (strstr(text, "headers=@") != NULL || strstr(text, "headers=<") != NULL ||
        strstr(text, "=@\"") != NULL || strstr(text, "=<\"") != NULL || strstr(text, ",\"") != NULL)
        refuse(curl, value, "-F");
}

static void judge_data_option(Curl *curl, const char *name, const CordonArg *value)
{
    if (strcmp(name, "-T") == 0)
        judge_upload(curl, value);
    if (strcmp(name, "-d") == 0 || strcmp(name, "--data-binary") == 0 ||
        strcmp(name, "--json") == 0) {
        curl->sends_text = TRUE;
        curl->sends_file = curl->sends_file || is_file(value);
    } else if (strcmp(name, "--data-raw") == 0) {
        curl->sends_text = TRUE;
    } else if (strcmp(name, "--data-urlencode") == 0) {
        curl->sends_text = TRUE;
        curl->sends_file = judge_encoded(curl, value) || curl->sends_file;
    } else if (strcmp(name, "--url-query") == 0) {
        curl->sends_file = judge_encoded(curl, value) || curl->sends_file;
    } else if (strcmp(name, "-F") == 0) {
        judge_form(curl, value);
        curl->sends_file = TRUE;
    } else if (strcmp(name, "-T") == 0 || strcmp(name, "--form-string") == 0) {
        curl->sends_file = TRUE;
    } else if (strcmp(name, "-X") == 0 && !cordon_web_only_reads(value)) {
        curl->sends_file = TRUE;
    }
}

static void judge_option(Curl *curl, const char *name, const CordonArg *value)
{
    if (strcmp(name, "-H") == 0)
        cordon_web_judge_header(curl->judge, curl->call, value);
    else if (strcmp(name, "-b") == 0)
        judge_cookie(curl, value);
    else if (strcmp(name, "-w") == 0)
        judge_format(curl, value);
    else if (strcmp(name, "-E") == 0 || strcmp(name, "--proxy-cert") == 0)
        judge_certificate(curl, value);
    else if (strcmp(name, "--resolve") == 0)
        judge_resolve(curl, value);
    else if (strcmp(name, "--connect-to") == 0)
        judge_connect(curl, value);
    else if (strcmp(name, "--dns-servers") == 0)
        judge_hosts(curl, value->text);
    else if (strcmp(name, "-o") == 0)
        judge_output(curl, value);
    else if (strcmp(name, "-z") == 0)
        judge_time(curl, value);
    else
        judge_data_option(curl, name, value);
}

/* Options that change what others mean. */
static void collect(Curl *curl)
{
    const CordonParsed *parsed = curl->parsed;

    curl->urls = CORDON_ARENA_ARRAY(cordon_judge_arena(curl->judge), const CordonArg *,
                                    parsed->operand_count + parsed->option_count + 1);
    for (guint i = 0; i < parsed->operand_count; i++)
        curl->urls[curl->url_count++] = &parsed->operands[i];
    curl->takes_braces = TRUE;
    for (guint i = 0; i < parsed->option_count; i++) {
        const CordonOption *option = &parsed->options[i];
        if (strcmp(option->name, "--url") == 0 && option->value != NULL)
            curl->urls[curl->url_count++] = option->value;
        else if (strcmp(option->name, "--output-dir") == 0)
            curl->folder = option->value;
        else if (strcmp(option->name, "-G") == 0)
            curl->has_get = TRUE;
        else if (strcmp(option->name, "-O") == 0 || strcmp(option->name, "--remote-name-all") == 0)
            curl->keeps_names = TRUE;
        else if (strcmp(option->name, "-g") == 0)
            curl->takes_braces = FALSE;
    }
}

/* Older versions fold the case of long options, newer ones put variables into --expand-NAME. */
static void judge_spelling(Curl *curl)
{
    const CordonCall *call = curl->call;

    for (guint i = call->first; i < call->count; i++) {
        const CordonArg *word = &call->args[i];
        if (!cordon_arg_begins(word, "--"))
            continue;
        gsize size = strcspn(word->text, "=");
        gboolean is_folded = FALSE;
        for (gsize k = 0; k < size; k++)
            is_folded = is_folded || g_ascii_isupper(word->text[k]);
        if (is_folded || cordon_arg_begins(word, "--ex")) {
            /* --expect100-timeout is harmless. */
            if (is_folded || !cordon_arg_begins(word, "--expect"))
                refuse(curl, word, "");
        }
    }
}

void cordon_handle_curl(CordonJudge *judge, const CordonCall *call)
{
    CordonParsed parsed = cordon_call_parse(judge, call, call->row->options, call->row->flags);
    Curl curl = {.judge = judge, .call = call, .parsed = &parsed};

    judge_spelling(&curl);
    collect(&curl);
    for (guint i = 0; i < curl.url_count; i++) {
        /* "@file" names a file of addresses. */
        if (cordon_arg_begins(curl.urls[i], "@"))
            refuse(&curl, curl.urls[i], "--url");
    }
    for (guint i = 0; i < parsed.option_count; i++) {
        if (parsed.options[i].value != NULL)
            judge_option(&curl, parsed.options[i].name, parsed.options[i].value);
    }
    for (guint i = 0; i < curl.url_count && curl.keeps_names; i++)
        cordon_web_judge_saving(judge, call, curl.urls[i], curl.folder);
    if (curl.sends_file || (curl.sends_text && !curl.has_get))
        cordon_web_judge_sending(judge, call, curl.urls, curl.url_count);
}

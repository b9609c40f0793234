/* SPDX-License-Identifier: MIT */
/* Clients of the net besides curl: what their rows cannot say. */
#include <string.h>

#include "filter/programs/handlers.h"
#include "filter/programs/web.h"

static CordonParsed parse(CordonJudge *judge, const CordonCall *call)
{
    return cordon_call_parse(judge, call, call->row->options, call->row->flags);
}

static const CordonArg **pointers(CordonJudge *judge, const CordonArg *args, guint count)
{
    const CordonArg **list =
        CORDON_ARENA_ARRAY(cordon_judge_arena(judge), const CordonArg *, count + 1);

    for (guint i = 0; i < count; i++)
        list[i] = &args[i];
    return list;
}

static void judge_sending_all(CordonJudge *judge, const CordonCall *call,
                              const CordonParsed *parsed)
{
    cordon_web_judge_sending(judge, call, pointers(judge, parsed->operands, parsed->operand_count),
                             parsed->operand_count);
}

/* wget: without -O it writes under the address's name. */
void cordon_handle_wget(CordonJudge *judge, const CordonCall *call)
{
    CordonParsed parsed = parse(judge, call);
    const CordonArg *method = cordon_parsed_find(&parsed, "--method");
    gboolean sends = method != NULL && !cordon_web_only_reads(method);
    gboolean saves = TRUE;

    for (guint i = 0; i < parsed.option_count; i++) {
        const char *name = parsed.options[i].name;
        if (strcmp(name, "--header") == 0 && parsed.options[i].value != NULL)
            cordon_web_judge_header(judge, call, parsed.options[i].value);
        sends = sends || g_str_has_prefix(name, "--post-") || g_str_has_prefix(name, "--body-");
        saves = saves && strcmp(name, "-O") != 0 && strcmp(name, "--spider") != 0;
    }
    for (guint i = 0; i < parsed.operand_count && saves; i++)
        cordon_web_judge_saving(judge, call, &parsed.operands[i],
                                cordon_parsed_find(&parsed, "-P"));
    if (sends)
        judge_sending_all(judge, call, &parsed);
}

/* httpie and xh: [METHOD] URL [ITEM...] */

typedef enum { ITEM_NONE, ITEM_HEADER, ITEM_QUERY, ITEM_DATA, ITEM_FILE } ItemType;

/* The signs of items, longer ones before their begins. */
static const struct {
    const char *sign;
    ItemType type;
} ITEM_SIGNS[] = {
    {"==@", ITEM_FILE}, {":=@", ITEM_FILE}, {"=@", ITEM_FILE}, {":@", ITEM_FILE},
    {"==", ITEM_QUERY}, {":=", ITEM_DATA},  {"=", ITEM_DATA},  {":", ITEM_HEADER},
    {"@", ITEM_FILE},   {";", ITEM_HEADER},
};

/* Which sign comes first, and the index behind it. */
static ItemType read_item(const char *text, gsize *ret_end)
{
    for (gsize at = 0; text[at] != '\0' && text[at] != '\\'; at++) {
        for (gsize i = 0; i < G_N_ELEMENTS(ITEM_SIGNS); i++) {
            if (g_str_has_prefix(text + at, ITEM_SIGNS[i].sign)) {
                *ret_end = at + strlen(ITEM_SIGNS[i].sign);
                return ITEM_SIGNS[i].type;
            }
        }
    }
    *ret_end = strlen(text);
    return ITEM_NONE;
}

/* TRUE when it is sent. */
static gboolean judge_item(CordonJudge *judge, const CordonCall *call, const CordonArg *item)
{
    gsize end = 0;
    ItemType type = read_item(item->text, &end);
    CordonArg rest = cordon_arg_skip(item, end);

    if (type == ITEM_NONE) {
        cordon_judge_find(judge, call, CORDON_RULE_UNREADABLE,
                          "Write items as name=value, without backslashes.",
                          "`%s` is no item that is read for certain.", item->text);
        return TRUE;
    }
    if (type == ITEM_FILE && cordon_arg_text(&rest) != NULL)
        rest.text =
            cordon_arena_strndup(cordon_judge_arena(judge), rest.text, strcspn(rest.text, ";"));
    if (type == ITEM_HEADER)
        cordon_web_judge_header(judge, call, item);
    cordon_judge_value(judge, call, &rest, type == ITEM_FILE ? 'r' : 't');
    return type == ITEM_DATA || type == ITEM_FILE;
}

static gboolean is_method(const CordonArg *arg)
{
    const char *text = cordon_arg_text(arg);

    return text != NULL && text[0] != '\0' && text[strspn(text, G_CSET_A_2_Z G_CSET_a_2_z)] == '\0';
}

/* ":3000/x" and ":/x" are the own machine, "://host" is pasted. */
static CordonArg full_address(CordonJudge *judge, const CordonArg *url)
{
    CordonArg full = *url;

    if (cordon_arg_begins(url, "://"))
        return cordon_arg_skip(url, 3);
    if (cordon_arg_is(url, ":"))
        full.text = "localhost";
    else if (cordon_arg_begins(url, ":/"))
        full.text =
            cordon_arena_concat(cordon_judge_arena(judge), "localhost", url->text + 1, NULL);
    else if (cordon_arg_begins(url, ":"))
        full.text = cordon_arena_concat(cordon_judge_arena(judge), "localhost", url->text, NULL);
    return full;
}

void cordon_handle_httpie(CordonJudge *judge, const CordonCall *call)
{
    CordonParsed parsed = parse(judge, call);
    gboolean has_method = parsed.operand_count > 1 && is_method(&parsed.operands[0]);
    guint next = has_method ? 1 : 0;
    gboolean sends = has_method && !cordon_web_only_reads(&parsed.operands[0]);

    if (next >= parsed.operand_count)
        return;
    CordonArg url = full_address(judge, &parsed.operands[next]);
    const CordonArg *urls[] = {&url};
    cordon_judge_value(judge, call, &url, 'u');
    if (cordon_parsed_find(&parsed, "-d") != NULL && cordon_parsed_find(&parsed, "-o") == NULL)
        cordon_web_judge_saving(judge, call, &url, NULL);
    for (guint i = next + 1; i < parsed.operand_count; i++)
        sends = judge_item(judge, call, &parsed.operands[i]) || sends;
    /* What comes on standard input is the body. */
    if (call->input != CORDON_INPUT_NONE && cordon_parsed_find(&parsed, "-I") == NULL)
        sends = TRUE;
    sends = sends || cordon_parsed_find(&parsed, "--raw") != NULL;
    if (sends && cordon_parsed_find(&parsed, "--offline") == NULL)
        cordon_web_judge_sending(judge, call, urls, 1);
}

/* POST and the like of libwww-perl, and whatever only sends. */
void cordon_handle_sender(CordonJudge *judge, const CordonCall *call)
{
    CordonParsed parsed = parse(judge, call);

    judge_sending_all(judge, call, &parsed);
}

/* ab, wrk and the like: only the own machine may be loaded. */
void cordon_handle_load_test(CordonJudge *judge, const CordonCall *call)
{
    CordonParsed parsed = parse(judge, call);

    for (guint i = 0; i < parsed.operand_count; i++) {
        if (cordon_web_is_home(judge, &parsed.operands[i]))
            continue;
        cordon_judge_find(judge, call, CORDON_RULE_WEB, "Point it at a server on the own machine.",
                          "`%s` would load %s with requests.", call->full_name,
                          parsed.operands[i].text);
        return;
    }
}

void cordon_handle_siege(CordonJudge *judge, const CordonCall *call)
{
    cordon_handle_limited(judge, call);
    cordon_handle_load_test(judge, call);
}

/* lynx, w3m and links wait for keys unless they only print. */
void cordon_handle_text_browser(CordonJudge *judge, const CordonCall *call)
{
    static const char *const printing[] = {
        "-dump",      "-source", "-listonly", "-dump_source", "-dump_both", "-dump_extra",
        "-dump_head", "-head",   "-version",  "--version",    "-help",      "--help"};
    CordonParsed parsed = parse(judge, call);

    for (guint i = 0; i < parsed.option_count; i++) {
        for (gsize k = 0; k < G_N_ELEMENTS(printing); k++) {
            if (strcmp(parsed.options[i].name, printing[k]) == 0)
                return;
        }
    }
    cordon_judge_find(judge, call, CORDON_RULE_ENDLESS, "Add -dump.", "`%s` waits for keys.",
                      call->full_name);
}

/* nc -z HOST PORT only looks whether something listens; all else reaches out, or lets in. */
void cordon_handle_netcat(CordonJudge *judge, const CordonCall *call)
{
    static const char *const harmless[] = {"-z", "-v", "-w", "-i", "-n", "-4",
                                           "-6", "-t", "-u", "-q", "-G"};
    CordonParsed parsed = parse(judge, call);
    gboolean only_looks = cordon_parsed_find(&parsed, "-z") != NULL && parsed.operand_count > 0;

    for (guint i = 0; i < parsed.option_count; i++) {
        gboolean is_harmless = FALSE;
        for (gsize k = 0; k < G_N_ELEMENTS(harmless); k++)
            is_harmless = is_harmless || strcmp(parsed.options[i].name, harmless[k]) == 0;
        only_looks = only_looks && is_harmless;
    }
    if (!only_looks || !cordon_web_is_home(judge, &parsed.operands[0]))
        cordon_note_rule(judge, call);
}

/* dig and its like: a name that is asked for is sent to its servers. */
static gboolean is_record_type(const char *text)
{
    static const char *const types[] = {"A",     "AAAA",   "ANY",   "AXFR",  "CAA",   "CH",
                                        "CNAME", "DNSKEY", "DS",    "HS",    "HTTPS", "IN",
                                        "IXFR",  "MX",     "NAPTR", "NS",    "PTR",   "RRSIG",
                                        "SOA",   "SRV",    "SVCB",  "SSHFP", "TLSA",  "TXT"};

    for (gsize i = 0; i < G_N_ELEMENTS(types); i++) {
        if (g_ascii_strcasecmp(types[i], text) == 0)
            return TRUE;
    }
    return FALSE;
}

/* tcpdump -z PROGRAM is started with each file that is full; of tshark -z is a statistic. */
void cordon_handle_capture(CordonJudge *judge, const CordonCall *call)
{
    CordonParsed parsed = parse(judge, call);
    const CordonArg *program = cordon_parsed_find(&parsed, "-z");

    cordon_handle_limited(judge, call);
    if (program != NULL && strcmp(call->name, "tcpdump") == 0)
        cordon_judge_value(judge, call, program, 'p');
}

void cordon_handle_dns(CordonJudge *judge, const CordonCall *call)
{
    CordonParsed parsed = parse(judge, call);

    for (guint i = 0; i < parsed.operand_count; i++) {
        const CordonArg *arg = &parsed.operands[i];
        const char *text = cordon_arg_text(arg);
        if (text != NULL && (text[0] == '+' || is_record_type(text)))
            continue;
        CordonArg host = cordon_arg_skip(arg, cordon_arg_begins(arg, "@") ? 1 : 0);
        /* A dot at the end only says that the name is complete. */
        gsize length = text != NULL ? strlen(host.text) : 0;
        if (length > 1 && host.text[length - 1] == '.')
            host.text = cordon_arena_strndup(cordon_judge_arena(judge), host.text, length - 1);
        cordon_judge_value(judge, call, &host, 'h');
    }
}

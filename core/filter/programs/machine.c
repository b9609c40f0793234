/* SPDX-License-Identifier: MIT */
/* Programs that show the machine's set-up with few words and change it with more. */
#include <string.h>

#include "filter/programs/handlers.h"

static CordonParsed parse(CordonJudge *judge, const CordonCall *call)
{
    return cordon_call_parse(judge, call, call->row->options, call->row->flags);
}

static gboolean is_among(const CordonArg *arg, const char *const *words)
{
    const char *text = cordon_arg_text(arg);

    return text != NULL && g_strv_contains(words, text);
}

/* ip OBJECT [COMMAND]. */
void cordon_handle_ip(CordonJudge *judge, const CordonCall *call)
{
    static const char *const showing[] = {"show", "sho", "sh",  "list", "lst", "lis",
                                          "ls",   "li",  "get", "help", NULL};
    CordonParsed parsed = cordon_call_parse(judge, call, call->row->options,
                                            call->row->flags | CORDON_PROGRAM_OPTIONS_FIRST);

    if (parsed.operand_count == 0)
        return;
    /* Names may be abbreviated. */
    if (cordon_arg_begins(&parsed.operands[0], "mo"))
        cordon_judge_find(judge, call, CORDON_RULE_ENDLESS, NULL,
                          "`ip monitor` never ends by itself.");
    else if (parsed.operand_count > 1 && !is_among(&parsed.operands[1], showing))
        cordon_note_rule(judge, call);
}

/* ifconfig, iw and others: the name of an interface shows it, more words change it. */
void cordon_handle_interface(CordonJudge *judge, const CordonCall *call)
{
    CordonParsed parsed = parse(judge, call);

    if (parsed.operand_count > 1)
        cordon_note_rule(judge, call);
}

/* sysctl NAME shows, NAME=VALUE changes. */
void cordon_handle_sysctl(CordonJudge *judge, const CordonCall *call)
{
    CordonParsed parsed = parse(judge, call);

    for (guint i = 0; i < parsed.operand_count; i++) {
        const char *text = cordon_arg_text(&parsed.operands[i]);
        if (text == NULL || strchr(text, '=') != NULL) {
            cordon_judge_find(judge, call, CORDON_RULE_PERMISSIONS, NULL,
                              "`%s %s` changes the kernel's settings.", call->full_name,
                              parsed.operands[i].text);
            return;
        }
    }
}

/* service NAME ACTION; sv ACTION NAME. */
void cordon_handle_service(CordonJudge *judge, const CordonCall *call)
{
    static const char *const alone[] = {"--status-all", "--list", "-l", "list", "status", NULL};
    static const char *const actions[] = {"status", "describe", NULL};
    gboolean name_first = strcmp(call->name, "sv") != 0 && strcmp(call->name, "initctl") != 0;
    guint count = call->count - call->first;

    if (count == 0 || (count == 1 && is_among(&call->args[call->first], alone)))
        return;
    if (count > 1 && is_among(&call->args[call->first + (name_first ? 1 : 0)], actions))
        return;
    cordon_note_rule(judge, call);
}

/* date +FORMAT shows; MMDDhhmm sets the clock. */
void cordon_handle_date(CordonJudge *judge, const CordonCall *call)
{
    CordonParsed parsed = parse(judge, call);

    /* Of BSD's date: -j sets nothing. */
    if (cordon_parsed_find(&parsed, "-j") != NULL)
        return;
    for (guint i = 0; i < parsed.operand_count; i++) {
        if (!cordon_arg_begins(&parsed.operands[i], "+"))
            cordon_judge_find(judge, call, CORDON_RULE_PERMISSIONS, "Give a format: date +%F.",
                              "`%s %s` sets the clock.", call->full_name, parsed.operands[i].text);
    }
}

/* open FILE: the desktop starts what the file's name asks for, outside of any sandbox. */
void cordon_handle_open(CordonJudge *judge, const CordonCall *call)
{
    static const char *const ends[] = {".app",      ".command",  ".desktop",  ".jar",
                                       ".pkg",      ".scpt",     ".terminal", ".tool",
                                       ".workflow", ".AppImage", ".action"};
    CordonParsed parsed = parse(judge, call);

    for (guint i = 0; i < parsed.operand_count; i++) {
        for (gsize k = 0; k < G_N_ELEMENTS(ends); k++) {
            if (g_str_has_suffix(parsed.operands[i].text, ends[k]))
                cordon_judge_find(judge, call, CORDON_RULE_SHELL, "Run the program itself.",
                                  "`%s %s` starts a program on the desktop.", call->full_name,
                                  parsed.operands[i].text);
        }
    }
}

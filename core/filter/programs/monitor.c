/* SPDX-License-Identifier: MIT */
/* Programs that watch the machine: those that never end unless they are told when, and ps, which can show secrets. */
#include <string.h>

#include "filter/programs/handlers.h"
#include "filter/words.h"

/* Programs that go on until they are stopped, and the options (first spellings of their rows) with which they end. */
static const struct {
    const char *name;
    const char *limits;
} LIMITED[] = {
    /* clang-format off */
    {"adb", "-d -c -t -m -g -S"},
    {"arping", "-c -w"},
    {"dumpcap", "-c -a"},
    {"iotop", "-n"},
    {"kafka-console-consumer", "--max-messages --timeout-ms"},
    {"kafka-console-consumer.sh", "--max-messages --timeout-ms"},
    {"mtr", "-r -c"},
    {"nats", "--count --wait"},
    {"pdoc", "-o --html --pdf"},
    {"ping", "-c -w -o"},
    {"ping4", "-c -w"},
    {"ping6", "-c -w"},
    {"r2", "-q -Q -v -h"},
    {"radare2", "-q -Q -v -h"},
    {"rizin", "-q -Q -v -h"},
    {"rpk", "-n"},
    {"siege", "-r -t"},
    {"tcpdump", "-c -r -D"},
    {"top", "-n -l -O"},
    {"tshark", "-c -a -r -D"},
    /* clang-format on */
};

static const char *limits_of(const char *name)
{
    for (gsize i = 0; i < G_N_ELEMENTS(LIMITED); i++) {
        if (strcmp(LIMITED[i].name, name) == 0)
            return LIMITED[i].limits;
    }
    return "";
}

static void find_endless(CordonJudge *judge, const CordonCall *call)
{
    const char *reason = call->row->reason;

    cordon_judge_find(judge, call, CORDON_RULE_ENDLESS, call->row->hint, "`%s` %s.",
                      call->full_name, reason != NULL ? reason : "never ends by itself");
}

static CordonParsed parse(CordonJudge *judge, const CordonCall *call)
{
    return cordon_call_parse(judge, call, call->row->options, call->row->flags);
}

void cordon_handle_limited(CordonJudge *judge, const CordonCall *call)
{
    CordonParsed parsed = parse(judge, call);
    const char *limits = limits_of(call->name);

    for (guint i = 0; i < parsed.option_count; i++) {
        const char *name = parsed.options[i].name;
        if (cordon_text_is_listed(limits, name) ||
            cordon_text_is_listed("--help --version -V", name))
            return;
    }
    find_endless(judge, call);
}

/* "vmstat 1" goes on for ever, "vmstat 1 5" and "vmstat" do not. */
void cordon_handle_interval(CordonJudge *judge, const CordonCall *call)
{
    CordonParsed parsed = parse(judge, call);
    guint numbers = 0;

    for (guint i = 0; i < parsed.operand_count; i++) {
        const char *text = cordon_arg_text(&parsed.operands[i]);
        if (text != NULL && g_ascii_isdigit(text[0]) &&
            text[strspn(text, G_CSET_DIGITS ".")] == '\0')
            numbers++;
    }
    if (numbers == 1)
        find_endless(judge, call);
}

/* free -s 1 goes on for ever without -c. */
void cordon_handle_free(CordonJudge *judge, const CordonCall *call)
{
    CordonParsed parsed = parse(judge, call);

    if (cordon_parsed_find(&parsed, "-s") != NULL && cordon_parsed_find(&parsed, "-c") == NULL)
        find_endless(judge, call);
}

/* lsof +r repeats. */
void cordon_handle_lsof(CordonJudge *judge, const CordonCall *call)
{
    for (guint i = call->first; i < call->count; i++) {
        if (cordon_arg_begins(&call->args[i], "+r"))
            find_endless(judge, call);
    }
}

/* Options of ps without a dash: letters only, and an 'e' among them shows the environment of each process. */
static gboolean shows_environment(const char *text)
{
    return text[0] != '\0' && text[strspn(text, "aAcCdeEfFgHhjklLmMnNoOpqrsStTuUvVwxXZ")] == '\0' &&
           strchr(text, 'e') != NULL;
}

/* Letters behind which the next word is a value. */
static gboolean takes_next(const char *text)
{
    gsize size = strlen(text);

    return size > 0 && strchr("kNoOpqtU", text[size - 1]) != NULL;
}

void cordon_handle_ps(CordonJudge *judge, const CordonCall *call)
{
    CordonParsed parsed = parse(judge, call);
    gboolean is_value = FALSE;

    for (guint i = 0; i < parsed.operand_count; i++) {
        const char *text = cordon_arg_text(&parsed.operands[i]);
        if (text != NULL && !is_value && shows_environment(text))
            cordon_judge_find(judge, call, CORDON_RULE_SECRET, "Write ps aux or ps -ef.",
                              "`ps %s` shows the environment of processes, where secrets are kept.",
                              text);
        is_value = text != NULL && !is_value && takes_next(text);
    }
}

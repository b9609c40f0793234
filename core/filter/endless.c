/* SPDX-License-Identifier: MIT */
/* Data without end: "yes | cat", "gzip < /dev/zero".  What reads to the end of such data never ends itself, unless what
 * it hands on goes to a program that stops reading. */
#include <string.h>

#include "filter/private.h"

typedef enum {
    FILTER_NONE,
    FILTER_PASSES,  /* writes while it reads */
    FILTER_COLLECTS /* reads all of it first */
} Filter;

typedef struct {
    const char *name;
    Filter filter;
    const char *ends;    /* letters of options with which it stops early, or NULL */
    const char *options; /* where the row has none: those that take a value */
} FilterRow;

static const FilterRow FILTERS[] = {
    {"awk", FILTER_PASSES, NULL, "-e=t+T -f=t+T -F=t -v=t"},
    {"b2sum", FILTER_COLLECTS, NULL, NULL},
    {"base32", FILTER_PASSES, NULL, NULL},
    {"base64", FILTER_PASSES, NULL, NULL},
    {"bzip2", FILTER_PASSES, NULL, NULL},
    {"cat", FILTER_PASSES, NULL, NULL},
    {"cksum", FILTER_COLLECTS, NULL, NULL},
    {"column", FILTER_COLLECTS, NULL, NULL},
    {"cp", FILTER_COLLECTS, NULL, NULL},
    {"cut", FILTER_PASSES, NULL, NULL},
    {"dd", FILTER_PASSES, NULL, NULL},
    {"egrep", FILTER_PASSES, "mqlL", NULL},
    {"expand", FILTER_PASSES, NULL, NULL},
    {"fgrep", FILTER_PASSES, "mqlL", NULL},
    {"fmt", FILTER_PASSES, NULL, NULL},
    {"fold", FILTER_PASSES, NULL, NULL},
    {"gawk", FILTER_PASSES, NULL, "-e=t+T -f=t+T -F=t -v=t"},
    {"grep", FILTER_PASSES, "mqlL", NULL},
    {"gunzip", FILTER_PASSES, NULL, NULL},
    {"gzip", FILTER_PASSES, NULL, NULL},
    {"hd", FILTER_PASSES, "n", NULL},
    {"hexdump", FILTER_PASSES, "n", NULL},
    {"iconv", FILTER_PASSES, NULL, NULL},
    {"install", FILTER_COLLECTS, NULL, NULL},
    {"mawk", FILTER_PASSES, NULL, "-e=t+T -f=t+T -F=t -v=t"},
    {"md5sum", FILTER_COLLECTS, NULL, NULL},
    {"nawk", FILTER_PASSES, NULL, "-e=t+T -f=t+T -F=t -v=t"},
    {"nl", FILTER_PASSES, NULL, NULL},
    {"od", FILTER_PASSES, "N", NULL},
    {"paste", FILTER_PASSES, NULL, NULL},
    {"pigz", FILTER_PASSES, NULL, NULL},
    {"pv", FILTER_PASSES, "S", NULL},
    {"rev", FILTER_PASSES, NULL, NULL},
    {"rg", FILTER_PASSES, "mql", NULL},
    {"sed", FILTER_PASSES, NULL, "-e,--expression=t+T -f,--file=t+T -i:t -l=t"},
    {"sha1sum", FILTER_COLLECTS, NULL, NULL},
    {"sha224sum", FILTER_COLLECTS, NULL, NULL},
    {"sha256sum", FILTER_COLLECTS, NULL, NULL},
    {"sha384sum", FILTER_COLLECTS, NULL, NULL},
    {"sha512sum", FILTER_COLLECTS, NULL, NULL},
    {"shasum", FILTER_COLLECTS, NULL, NULL},
    {"shuf", FILTER_COLLECTS, "ei", NULL},
    {"sort", FILTER_COLLECTS, NULL, NULL},
    {"split", FILTER_COLLECTS, NULL, NULL},
    {"strings", FILTER_PASSES, NULL, NULL},
    {"sum", FILTER_COLLECTS, NULL, NULL},
    {"tac", FILTER_COLLECTS, NULL, NULL},
    {"tail", FILTER_COLLECTS, NULL, NULL},
    {"tee", FILTER_PASSES, NULL, NULL},
    {"tr", FILTER_PASSES, NULL, NULL},
    {"unexpand", FILTER_PASSES, NULL, NULL},
    {"uniq", FILTER_COLLECTS, NULL, NULL},
    {"wc", FILTER_COLLECTS, NULL, NULL},
    {"xargs", FILTER_PASSES, NULL, NULL},
    {"xxd", FILTER_PASSES, "l", NULL},
    {"xz", FILTER_PASSES, NULL, NULL},
    {"zstd", FILTER_PASSES, NULL, NULL},
};

gboolean cordon_text_is_endless_device(const char *text)
{
    static const char *const devices[] = {"/dev/zero", "/dev/urandom", "/dev/random", "/dev/full",
                                          NULL};

    return g_strv_contains(devices, text);
}

static const FilterRow *find_filter(const char *name)
{
    for (gsize i = 0; i < G_N_ELEMENTS(FILTERS); i++) {
        if (strcmp(FILTERS[i].name, name) == 0)
            return &FILTERS[i];
    }
    return NULL;
}

/* The first operand is a pattern or a script. */
static gboolean has_script(const CordonCall *call, const CordonParsed *parsed)
{
    static const char *const names[] = {"awk",  "egrep", "fgrep", "gawk", "grep",
                                        "mawk", "nawk",  "rg",    "sed",  NULL};

    return g_strv_contains(names, call->name) && cordon_parsed_find(parsed, "-e") == NULL &&
           cordon_parsed_find(parsed, "-f") == NULL;
}

/* Does an option or the script let it stop before the end? */
static gboolean stops_early(const CordonCall *call, const FilterRow *row)
{
    static const char *const words[] = {
        "--max-count",  "--quiet", "--silent", "--files-with-matches",
        "--read-bytes", "--len",   "--echo",   "--input-range",
        "--version",    "--help"};
    gboolean is_sed = strcmp(call->name, "sed") == 0;
    gboolean is_awk = g_str_has_suffix(call->name, "awk");

    for (guint i = call->first; i < call->count; i++) {
        const char *text = call->args[i].text;
        if ((is_sed && strpbrk(text, "qQ") != NULL) || (is_awk && strstr(text, "exit") != NULL) ||
            (is_awk && strstr(text, "BEGIN") != NULL))
            return TRUE;
        if (strcmp(call->name, "dd") == 0 && g_str_has_prefix(text, "count="))
            return TRUE;
        if (row->ends != NULL && text[0] == '-' && text[1] != '-' &&
            strpbrk(text + 1, row->ends) != NULL)
            return TRUE;
        for (gsize j = 0; j < G_N_ELEMENTS(words); j++) {
            if (g_str_has_prefix(text, words[j]))
                return TRUE;
        }
    }
    return FALSE;
}

/* Does it read what comes on its input, or a device that goes on for ever? */
static gboolean reads_endlessly(CordonJudge *judge, const CordonCall *call, const FilterRow *row)
{
    static const char *const inputs[] = {"dd", "tee", "tr", "xargs", NULL};
    static const char *const copies[] = {"cp", "install", NULL};
    guint flags = call->row->flags & ~(guint)CORDON_PROGRAM_OPTIONS_FIRST;
    CordonParsed parsed = cordon_call_parse(
        judge, call, row->options != NULL ? row->options : call->row->options, flags);
    guint first = has_script(call, &parsed) ? 1 : 0;
    gboolean reads_input = parsed.operand_count <= first && !g_strv_contains(copies, call->name);

    if (strcmp(call->name, "dd") == 0) {
        reads_input = TRUE;
        for (guint i = call->first; i < call->count; i++)
            reads_input = reads_input && !cordon_arg_begins(&call->args[i], "if=");
    } else if (g_strv_contains(inputs, call->name)) {
        reads_input = TRUE;
    } else {
        for (guint i = first; i < parsed.operand_count; i++) {
            const char *text = cordon_arg_text(&parsed.operands[i]);
            if (text != NULL && cordon_text_is_endless_device(text))
                return TRUE;
            reads_input = reads_input || (text != NULL && strcmp(text, "-") == 0);
        }
    }
    return reads_input && judge->input_is_endless && call->input != CORDON_INPUT_NONE &&
           call->input != CORDON_INPUT_TEXT;
}

/* head counts lines, which some devices have none of. */
static void judge_head(CordonJudge *judge, const CordonCall *call)
{
    gboolean reads_zeros = FALSE;

    if (strcmp(call->name, "head") != 0 || call->is_inside_container)
        return;
    for (guint i = call->first; i < call->count; i++) {
        const CordonArg *word = &call->args[i];
        if (cordon_arg_begins(word, "-c") || cordon_arg_begins(word, "--b"))
            return;
        reads_zeros =
            reads_zeros || cordon_arg_is(word, "/dev/zero") || cordon_arg_is(word, "/dev/full");
    }
    if (reads_zeros)
        cordon_judge_find(judge, call, CORDON_RULE_ENDLESS, "Give a number of bytes: head -c 16.",
                          "`head` waits for the end of a line that never comes.");
}

/* "seq inf", "jot 0": numbers without end. */
static gboolean counts_endlessly(const CordonCall *call)
{
    gboolean is_jot = strcmp(call->name, "jot") == 0;

    if (!is_jot && strcmp(call->name, "seq") != 0 && strcmp(call->name, "gseq") != 0)
        return FALSE;
    for (guint i = call->first; i < call->count; i++) {
        const char *text = cordon_arg_text(&call->args[i]);
        if (text == NULL)
            continue;
        if (is_jot && i == call->first && (strcmp(text, "0") == 0 || strcmp(text, "-") == 0))
            return TRUE;
        text += text[0] == '+' ? 1 : 0;
        if (g_ascii_strcasecmp(text, "inf") == 0 || g_ascii_strcasecmp(text, "infinity") == 0)
            return TRUE;
    }
    return FALSE;
}

void cordon_judge_endless_data(CordonJudge *judge, const CordonCall *call)
{
    const FilterRow *row = call->row != NULL ? find_filter(call->name) : NULL;

    judge_head(judge, call);
    if (counts_endlessly(call) && call->output_is_pipe)
        judge->endless_outputs += call->is_bounded ? 0 : 1;
    else if (counts_endlessly(call))
        cordon_judge_find(judge, call, CORDON_RULE_ENDLESS, "Give the last number.",
                          "`%s` counts for ever.", call->name);
    if (row == NULL || call->is_inside_container || !reads_endlessly(judge, call, row) ||
        stops_early(call, row))
        return;
    if (row->filter == FILTER_PASSES && call->output_is_pipe) {
        judge->endless_outputs += call->is_bounded ? 0 : 1;
        return;
    }
    cordon_judge_find(judge, call, CORDON_RULE_ENDLESS,
                      "Take a part of it: `head -n 5`, `head -c 16`.",
                      "`%s` reads data that never ends.", call->name);
}

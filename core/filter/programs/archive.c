/* SPDX-License-Identifier: MIT */
/* Archives besides tar: zip, 7z, rar, ar, cpio, and programs that compress a file in its place. */
#include <string.h>

#include "filter/programs/handlers.h"
#include "filter/programs/listed.h"

static void judge_here(CordonJudge *judge, const CordonCall *call, char kind)
{
    CordonArg here = cordon_arg_constant(".");

    cordon_judge_value(judge, call, &here, kind);
}

static void judge_all(CordonJudge *judge, const CordonCall *call, const CordonArg *args,
                      guint count, char kind)
{
    for (guint i = 0; i < count; i++)
        cordon_judge_value(judge, call, &args[i], kind);
}

/* Names of files that stand in the standard input. */
static void judge_input_list(CordonJudge *judge, const CordonCall *call, char kind)
{
    CordonArgList items = {0};

    cordon_arg_list_add_input(judge, call, TRUE, &items);
    judge_all(judge, call, items.args, items.count, kind);
}

/* A glob by which a program picks what it reads below the folder. */
static void judge_picked(CordonJudge *judge, const CordonCall *call, const char *glob)
{
    CordonArgList globs = {0};

    cordon_glob_list_add(judge, &globs, glob, TRUE);
    for (guint i = 0; i < globs.count; i++) {
        CordonArg item = cordon_arg_listed(judge, ".", globs.args[i].text);
        cordon_judge_value(judge, call, &item, 'r');
    }
}

static void find_absolute(CordonJudge *judge, const CordonCall *call, const char *option)
{
    if (call->is_inside_container)
        return;
    cordon_judge_find(judge, call, CORDON_RULE_OUTSIDE_LOOP, "Leave the option out.",
                      "With %s `%s` writes wherever the archive says.", option, call->name);
}

/* zip */

typedef struct {
    CordonJudge *judge;
    const CordonCall *call;
    const CordonArg *words;
    guint count, next;
    CordonArgList operands;
    gboolean recurses, picks, deletes, moves, reads_list, has_output, leaves_secrets_out;
} Zip;

static const CordonArg *take_zip(Zip *zip)
{
    return zip->next < zip->count ? &zip->words[zip->next++] : NULL;
}

/* The names behind -x and -i: up to "@" or the next option. */
static void take_zip_names(Zip *zip, const char *first, gboolean is_exclude)
{
    const char *name = first[0] != '\0' ? first : NULL;

    for (;;) {
        /* "@FILE": the names stand in a file. */
        if (name != NULL && name[0] == '@' && name[1] != '\0') {
            CordonArg file = cordon_arg_constant(name + 1);
            cordon_judge_value(zip->judge, zip->call, &file, 'r');
        }
        if (name != NULL && is_exclude)
            zip->leaves_secrets_out =
                zip->leaves_secrets_out || cordon_glob_leaves_secrets_out(name);
        else if (name != NULL)
            judge_picked(zip->judge, zip->call, name);
        const CordonArg *word = zip->next < zip->count ? &zip->words[zip->next] : NULL;
        if (word == NULL || cordon_arg_begins(word, "-"))
            return;
        zip->next++;
        if (cordon_arg_is(word, "@"))
            return;
        name = word->text;
    }
}

/* Source: zip 3.0, zip -h2.  The first name that fits counts, so those of two letters come first. */
static const struct {
    const char *name;
    char kind; /* 0: a flag */
} ZIP_OPTIONS[] = {
    {"TT", 'S'}, {"tt", 't'}, {"lf", 'w'}, {"ds", 't'}, {"FF", 0},  {"FS", 0},  {"FI", 0},
    {"DF", 0},   {"MM", 0},   {"RE", 0},   {"UN", 't'}, {"db", 0},  {"dc", 0},  {"dd", 0},
    {"dg", 0},   {"du", 0},   {"dv", 0},   {"fd", 0},   {"fz", 0},  {"ic", 0},  {"la", 0},
    {"li", 0},   {"nw", 0},   {"sb", 0},   {"sc", 0},   {"sd", 0},  {"sf", 0},  {"so", 0},
    {"sp", 0},   {"su", 0},   {"sU", 0},   {"sv", 0},   {"ws", 0},  {"b", 'w'}, {"t", 't'},
    {"n", 't'},  {"P", 't'},  {"O", 'w'},  {"s", 't'},  {"Z", 't'},
};

static const char *const ZIP_LONG[][2] = {
    {"--unzip-command", "S"},      {"--temp-path", "w"}, {"--output-file", "w"},
    {"--logfile-path", "w"},       {"--from-date", "t"}, {"--before-date", "t"},
    {"--password", "t"},           {"--suffixes", "t"},  {"--split-size", "t"},
    {"--compression-method", "t"},
};

static gsize zip_option_size(const char *text, char *kind)
{
    for (gsize i = 0; i < G_N_ELEMENTS(ZIP_OPTIONS); i++) {
        gsize size = strlen(ZIP_OPTIONS[i].name);
        if (strncmp(text, ZIP_OPTIONS[i].name, size) == 0) {
            *kind = ZIP_OPTIONS[i].kind;
            return size;
        }
    }
    *kind = '\0';
    return 1;
}

static void apply_zip_letter(Zip *zip, char letter)
{
    zip->recurses = zip->recurses || letter == 'r';
    zip->picks = zip->picks || letter == 'R';
    zip->deletes = zip->deletes || letter == 'd';
    zip->moves = zip->moves || letter == 'm';
    zip->reads_list = zip->reads_list || letter == '@';
}

static void judge_zip_value(Zip *zip, const CordonArg *word, gsize skip, char kind)
{
    CordonArg glued = cordon_arg_skip(word, skip);
    const CordonArg *value = word->text[skip] != '\0' ? &glued : take_zip(zip);

    if (value != NULL)
        cordon_judge_value(zip->judge, zip->call, value, kind);
}

static void judge_zip_letters(Zip *zip, const CordonArg *word)
{
    for (const char *text = word->text + 1; *text != '\0';) {
        char kind;
        gsize size = zip_option_size(text, &kind);
        gsize skip = (gsize)(text + size - word->text);
        if (size == 1 && (text[0] == 'x' || text[0] == 'i')) {
            take_zip_names(zip, text + 1, text[0] == 'x');
            return;
        }
        zip->has_output = zip->has_output || text[0] == 'O';
        if (kind != '\0') {
            judge_zip_value(zip, word, skip, kind);
            return;
        }
        if (size == 1)
            apply_zip_letter(zip, text[0]);
        text += size;
    }
}

static void judge_zip_long(Zip *zip, const CordonArg *word)
{
    static const char *const flags[][2] = {{"--recurse-paths", "r"},
                                           {"--recurse-patterns", "R"},
                                           {"--delete", "d"},
                                           {"--move", "m"},
                                           {"--names-stdin", "@"}};
    gsize size = strcspn(word->text, "=");

    if (strncmp(word->text, "--exclude", 9) == 0 || strncmp(word->text, "--include", 9) == 0) {
        take_zip_names(zip, word->text[size] == '=' ? word->text + size + 1 : "",
                       word->text[2] == 'e');
        return;
    }
    for (gsize i = 0; i < G_N_ELEMENTS(flags); i++) {
        if (size > 3 && strncmp(flags[i][0], word->text, size) == 0)
            apply_zip_letter(zip, flags[i][1][0]);
    }
    for (gsize i = 0; i < G_N_ELEMENTS(ZIP_LONG); i++) {
        if (size < 4 || strncmp(ZIP_LONG[i][0], word->text, size) != 0)
            continue;
        judge_zip_value(zip, word, word->text[size] == '=' ? size + 1 : size, ZIP_LONG[i][1][0]);
        return;
    }
}

static void judge_zip_operands(Zip *zip)
{
    char kind = zip->deletes ? 't' : zip->recurses && !zip->leaves_secrets_out ? 'y' : 'r';

    if (zip->operands.count == 0)
        return;
    cordon_judge_value(zip->judge, zip->call, &zip->operands.args[0], zip->has_output ? 'r' : 'w');
    for (guint i = 1; i < zip->operands.count; i++) {
        const CordonArg *operand = &zip->operands.args[i];
        if (zip->picks && operand->type == CORDON_ARG_CONSTANT)
            judge_picked(zip->judge, zip->call, operand->text);
        cordon_judge_value(zip->judge, zip->call, operand, kind);
        if (zip->moves)
            cordon_judge_value(zip->judge, zip->call, operand, 'x');
    }
    if (zip->reads_list)
        judge_input_list(zip->judge, zip->call, kind);
}

void cordon_handle_zip(CordonJudge *judge, const CordonCall *call)
{
    guint first = MIN(call->first, call->count);
    Zip zip = {
        .judge = judge, .call = call, .words = call->args + first, .count = call->count - first};
    const CordonArg *word;
    gboolean ended = FALSE;

    while ((word = take_zip(&zip)) != NULL) {
        if (!ended && cordon_arg_is(word, "--"))
            ended = TRUE;
        else if (!ended && cordon_arg_begins(word, "--"))
            judge_zip_long(&zip, word);
        else if (!ended && cordon_arg_begins(word, "-") && word->text[1] != '\0')
            judge_zip_letters(&zip, word);
        else
            cordon_arg_list_add(judge, &zip.operands, *word);
    }
    judge_zip_operands(&zip);
}

/* The members that are named, up to -x: what follows is left out. */
static void judge_unzipped(CordonJudge *judge, const CordonCall *call)
{
    guint end = call->first;

    while (end < call->count && !cordon_arg_is(&call->args[end], "-x"))
        end++;
    CordonCall named = *call;
    named.count = end;
    CordonParsed parsed = cordon_call_parse(judge, &named, call->row->options, call->row->flags);
    for (guint i = 1; i < parsed.operand_count; i++)
        cordon_judge_value(judge, call, &parsed.operands[i], 'r');
}

/* unzip: into the current folder, unless -d names another one or it only shows. */
void cordon_handle_unzip(CordonJudge *judge, const CordonCall *call)
{
    CordonParsed parsed = cordon_call_parse(judge, call, call->row->options, call->row->flags);
    static const char *const shows[] = {"-l", "-t", "-v", "-Z", "-p", "-c", "-z"};
    gboolean writes = cordon_parsed_find(&parsed, "-d") == NULL;

    for (gsize i = 0; i < G_N_ELEMENTS(shows); i++)
        writes = writes && cordon_parsed_find(&parsed, shows[i]) == NULL;
    for (guint i = call->first; i < call->count; i++) {
        if (cordon_arg_begins(&call->args[i], "-") && strchr(call->args[i].text, ':') != NULL)
            find_absolute(judge, call, "-:");
    }
    if (writes)
        judge_here(judge, call, 'w');
    judge_unzipped(judge, call);
}

/* 7z and rar: the first word says what to do, and options may stand anywhere. */

typedef struct {
    CordonJudge *judge;
    const CordonCall *call;
    CordonArgList operands; /* command, archive, files */
    gboolean has_folder, moves, is_absolute, leaves_secrets_out, reads_list;
} Packer;

static void judge_names_of_packer(Packer *packer, const CordonArg *value, gboolean is_exclude)
{
    const char *text = value->text;

    if (text[0] == 'r')
        text += text[1] == '-' || text[1] == '0' ? 2 : 1;
    if (text[0] == '@') {
        CordonArg list = cordon_arg_skip(value, (gsize)(text + 1 - value->text));
        cordon_judge_value(packer->judge, packer->call, &list, is_exclude ? 'r' : 'l');
        return;
    }
    if (text[0] == '!')
        text++;
    if (is_exclude)
        packer->leaves_secrets_out =
            packer->leaves_secrets_out || cordon_glob_leaves_secrets_out(text);
    else
        judge_picked(packer->judge, packer->call, text);
}

static void judge_7z_switch(Packer *packer, const CordonArg *word)
{
    const char *text = word->text + 1;
    CordonArg value = cordon_arg_skip(word, 2);

    if (strncmp(text, "sdel", 4) == 0) {
        packer->moves = TRUE;
    } else if (strncmp(text, "spf", 3) == 0) {
        packer->is_absolute = TRUE;
    } else if (strncmp(text, "sfx", 3) == 0) {
        value = cordon_arg_skip(word, 4);
        cordon_judge_value(packer->judge, packer->call, &value, 'r');
    } else if (text[0] == 'o' || text[0] == 'w') {
        packer->has_folder = packer->has_folder || text[0] == 'o';
        cordon_judge_value(packer->judge, packer->call, &value, 'w');
    } else if (text[0] == 'i' || text[0] == 'x') {
        judge_names_of_packer(packer, &value, text[0] == 'x');
    } else if (text[0] == 'u') {
        const char *mark = strchr(text, '!');
        value = cordon_arg_skip(word,
                                mark != NULL ? (gsize)(mark + 1 - word->text) : strlen(word->text));
        cordon_judge_value(packer->judge, packer->call, &value, 'w');
    } else if (strncmp(text, "so", 2) == 0) {
        packer->has_folder = TRUE;
    }
}

static void judge_rar_switch(Packer *packer, const CordonArg *word)
{
    const char *text = word->text + 1;
    CordonArg value = cordon_arg_skip(word, 2);

    if (strcmp(text, "df") == 0 || strcmp(text, "dr") == 0 || strcmp(text, "dw") == 0) {
        packer->moves = TRUE;
    } else if (strncmp(text, "ep3", 3) == 0) {
        packer->is_absolute = TRUE;
    } else if (strncmp(text, "op", 2) == 0) {
        packer->has_folder = TRUE;
        value = cordon_arg_skip(word, 3);
        cordon_judge_value(packer->judge, packer->call, &value, 'w');
    } else if (strncmp(text, "ilog", 4) == 0) {
        value = cordon_arg_skip(word, 5);
        cordon_judge_value(packer->judge, packer->call, &value, 'w');
    } else if (text[0] == 'w') {
        cordon_judge_value(packer->judge, packer->call, &value, 'w');
    } else if (text[0] == 'x') {
        judge_names_of_packer(packer, &value, TRUE);
    } else if (text[0] == 'n') {
        judge_names_of_packer(packer, &value, FALSE);
    }
}

static void sort_packer(Packer *packer, void (*judge_switch)(Packer *packer, const CordonArg *word))
{
    const CordonCall *call = packer->call;
    gboolean ended = FALSE;

    for (guint i = call->first; i < call->count; i++) {
        const CordonArg *word = &call->args[i];
        if (!ended && cordon_arg_is(word, "--"))
            ended = TRUE;
        else if (!ended && cordon_arg_begins(word, "-") && word->text[1] != '\0')
            judge_switch(packer, word);
        else
            cordon_arg_list_add(packer->judge, &packer->operands, *word);
    }
}

/* What the command's letter does with the archive and with the names behind it. */
static void judge_packer(Packer *packer, const char *packs, const char *changes,
                         const char *unpacks)
{
    CordonArgList *operands = &packer->operands;
    char letter = operands->count > 0 ? operands->args[0].text[0] : '\0';
    gboolean is_packing = letter != '\0' && strchr(packs, letter) != NULL;
    gboolean is_unpacking = letter != '\0' && strchr(unpacks, letter) != NULL;
    gboolean is_written = is_packing || (letter != '\0' && strchr(changes, letter) != NULL);
    char kind = is_packing && !packer->leaves_secrets_out ? 'y'
                : is_packing || is_unpacking              ? 'r'
                                                          : 't';

    for (guint i = 1; i < operands->count; i++) {
        const CordonArg *operand = &operands->args[i];
        if (i > 1 && operand->text[0] == '@') {
            CordonArg list = cordon_arg_skip(operand, 1);
            cordon_judge_value(packer->judge, packer->call, &list, 'l');
            continue;
        }
        gboolean is_folder = is_unpacking && i > 1 && g_str_has_suffix(operand->text, "/");
        packer->has_folder = packer->has_folder || is_folder;
        cordon_judge_value(packer->judge, packer->call, operand,
                           i == 1      ? (is_written ? 'w' : 'r')
                           : is_folder ? 'w'
                                       : kind);
        if (i > 1 && packer->moves && is_packing)
            cordon_judge_value(packer->judge, packer->call, operand, 'x');
    }
    if (is_unpacking && packer->is_absolute)
        find_absolute(packer->judge, packer->call, "this option");
    if (is_unpacking && !packer->has_folder)
        judge_here(packer->judge, packer->call, 'w');
}

void cordon_handle_7z(CordonJudge *judge, const CordonCall *call)
{
    Packer packer = {.judge = judge, .call = call};

    sort_packer(&packer, judge_7z_switch);
    judge_packer(&packer, "auh", "dr", "ex");
}

void cordon_handle_rar(CordonJudge *judge, const CordonCall *call)
{
    Packer packer = {.judge = judge, .call = call};

    sort_packer(&packer, judge_rar_switch);
    if (packer.operands.count > 0 && packer.operands.args[0].text[0] == 'm')
        packer.moves = TRUE;
    judge_packer(&packer, "aufm", "dcrsk", "ex");
}

/* ar: the first word is a command and its modifiers. */
void cordon_handle_ar(CordonJudge *judge, const CordonCall *call)
{
    CordonParsed parsed = cordon_call_parse(
        judge, call, "--plugin=p --target=t --output=w -X=t -M --record-libdeps=t", 0);
    guint next = 0;
    guint first = call->first;
    const char *letters = "";

    if (first < call->count && cordon_arg_begins(&call->args[first], "@")) {
        CordonArg list = cordon_arg_skip(&call->args[first], 1);
        cordon_judge_value(judge, call, &list, 'l');
    }
    while (first < call->count && cordon_arg_begins(&call->args[first], "--"))
        first++;
    if (first < call->count)
        letters = call->args[first].text;
    for (guint i = 0; i < parsed.option_count; i++) {
        char kind = strcmp(parsed.options[i].name, "--plugin") == 0   ? 'p'
                    : strcmp(parsed.options[i].name, "--output") == 0 ? 'w'
                                                                      : 't';
        if (parsed.options[i].value != NULL && parsed.options[i].name[1] == '-')
            cordon_judge_value(judge, call, parsed.options[i].value, kind);
    }
    if (cordon_parsed_find(&parsed, "-M") != NULL)
        cordon_judge_find(judge, call, CORDON_RULE_UNREADABLE, "Name the archive and its members.",
                          "What the script of `%s -M` does is not known.", call->name);
    next += letters[0] != '-' ? 1 : 0;
    next += strpbrk(letters, "abi") != NULL ? 1 : 0;
    next += strchr(letters, 'N') != NULL ? 1 : 0;
    gboolean is_read = strpbrk(letters, "ptx") != NULL && strpbrk(letters, "rqdm") == NULL;
    for (guint i = next; i < parsed.operand_count; i++) {
        gboolean adds = strpbrk(letters, "rq") != NULL;
        const CordonArg *operand = &parsed.operands[i];
        if (cordon_arg_begins(operand, "@")) {
            CordonArg list = cordon_arg_skip(operand, 1);
            cordon_judge_value(judge, call, &list, 'l');
            continue;
        }
        cordon_judge_value(judge, call, operand,
                           i == next ? (is_read ? 'r' : 'w')
                           : adds    ? 'r'
                                     : 't');
    }
    if (strchr(letters, 'x') != NULL && is_read && cordon_parsed_find(&parsed, "--output") == NULL)
        judge_here(judge, call, 'w');
}

/* cpio: names come from the standard input. */

static void judge_cpio_archive(CordonJudge *judge, const CordonCall *call, const CordonArg *archive,
                               gboolean is_written)
{
    if (strchr(archive->text, ':') != NULL)
        cordon_judge_find(judge, call, CORDON_RULE_REMOTE, NULL,
                          "`%s` reaches an archive on another machine.", call->name);
    else
        cordon_judge_value(judge, call, archive, is_written ? 'w' : 'r');
}

static void judge_cpio_option(CordonJudge *judge, CordonCall *here, const CordonOption *option,
                              gboolean packs)
{
    const char *name = option->name;

    if (strcmp(name, "--rsh-command") == 0)
        cordon_judge_find(judge, here, CORDON_RULE_REMOTE, NULL, NULL);
    if (option->value == NULL)
        return;
    if (strcmp(name, "-D") == 0 && !here->is_inside_container) {
        const CordonScope *scope = cordon_judge_enter(judge, here, option->value);
        here->scope = scope != NULL ? scope : here->scope;
    } else if (strcmp(name, "-F") == 0 || strcmp(name, "-O") == 0 || strcmp(name, "-I") == 0) {
        judge_cpio_archive(judge, here, option->value, name[1] == 'O' || (name[1] == 'F' && packs));
    } else if (strcmp(name, "-E") == 0) {
        cordon_judge_value(judge, here, option->value, 'r');
    } else if (strcmp(name, "--rmt-command") == 0) {
        cordon_judge_value(judge, here, option->value, 'p');
    }
}

void cordon_handle_cpio(CordonJudge *judge, const CordonCall *call)
{
    static const char options[] = "-o,--create -i,--extract -p,--pass-through -t,--list "
                                  "-F,--file=m -I=r -O=w -D,--directory=d "
                                  "-E,--pattern-file=r -H,--format=t -C,--io-size=t -M,--message=t "
                                  "-R,--owner=t --block-size=t "
                                  "--rsh-command=p --rmt-command=p --to-stdout";
    CordonParsed parsed = cordon_call_parse(judge, call, options, CORDON_PROGRAM_ABBREVIATES);
    gboolean packs = cordon_parsed_find(&parsed, "-o") != NULL;
    gboolean passes = cordon_parsed_find(&parsed, "-p") != NULL;
    gboolean shows = cordon_parsed_find(&parsed, "-t") != NULL ||
                     cordon_parsed_find(&parsed, "--to-stdout") != NULL;
    CordonCall here = *call;

    for (guint i = 0; i < parsed.option_count; i++)
        judge_cpio_option(judge, &here, &parsed.options[i], packs);
    if (packs || passes)
        judge_input_list(judge, &here, 'r');
    if (passes)
        judge_all(judge, &here, parsed.operands, parsed.operand_count, 'w');
    else if (!packs && !shows)
        judge_here(judge, &here, 'w');
}

/* gzip and the like: the file is replaced, unless the result goes elsewhere.  The row's options are first judged by the
 * row, with operands "e*". */
void cordon_handle_compressor(CordonJudge *judge, const CordonCall *call)
{
    static const char *const reads[] = {"-c", "-t", "-l", "-o"};
    CordonParsed parsed = cordon_call_parse(judge, call, call->row->options, call->row->flags);
    char kind = 'w';

    for (gsize i = 0; i < G_N_ELEMENTS(reads); i++) {
        if (cordon_parsed_find(&parsed, reads[i]) != NULL)
            kind = cordon_parsed_find(&parsed, "-r") != NULL ? 'y' : 'r';
    }
    judge_all(judge, call, parsed.operands, parsed.operand_count, kind);
}

/* pax -s ,OLD,NEW,: what a name becomes. */
void cordon_handle_pax(CordonJudge *judge, const CordonCall *call)
{
    CordonParsed parsed = cordon_call_parse(judge, call, call->row->options, call->row->flags);

    for (guint i = 0; i < parsed.option_count; i++) {
        const CordonArg *value = parsed.options[i].value;
        const char *text = value != NULL ? value->text : "";
        if (strcmp(parsed.options[i].name, "-s") != 0 || text[0] == '\0')
            continue;
        const char *start = strchr(text + 1, text[0]);
        const char *end = start != NULL ? strchr(start + 1, text[0]) : NULL;
        if (end == NULL || end == start + 1)
            continue;
        CordonArg path = cordon_arg_constant(
            cordon_arena_strndup(cordon_judge_arena(judge), start + 1, (gsize)(end - start) - 1));
        if (path.text[0] == '/' || strstr(path.text, "..") != NULL)
            cordon_judge_value(judge, call, &path, 'w');
    }
}

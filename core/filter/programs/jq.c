/* SPDX-License-Identifier: MIT */
/* jq, yq and mlr: the first operand is a program in a language of its own. */
#include <string.h>

#include "filter/programs/handlers.h"
#include "filter/programs/listed.h"

/* What one option takes. */
typedef struct {
    const char *name;
    const char *kinds; /* of its values, one word each; "" none */
} ProgramOption;

/* Sources: jq(1) 1.7; yq --help of mikefarah's 4.44 and of kislyuk's 3.4.  The first spells -s with a value and the
 * second without: it is taken as without, and what follows is then judged as a program and as a file. */
static const ProgramOption OPTIONS[] = {
    {"--arg", "te"},
    {"--argjson", "te"},
    {"--slurpfile", "tr"},
    {"--rawfile", "tr"},
    {"--argfile", "tr"},
    {"--indent", "t"},
    {"-L", "r"},
    {"--library-path", "r"},
    {"-o", "t"},
    {"--output-format", "t"},
    {"-p", "t"},
    {"--input-format", "t"},
    {"-I", "t"},
    {"--split-exp", "t"},
    {"--split-exp-file", "r"},
    {"--width", "t"},
    {"-w", "t"},
    {"--xml-root", "t"},
    {"--expression", "t"},
    {"--front-matter", "t"},
    {"--xml-item-depth", "t"},
    {"--csv-separator", "t"},
    {"--tsv-separator", "t"},
    {"--properties-separator", "t"},
    {"--lua-prefix", "t"},
    {"--lua-suffix", "t"},
    {"--xml-attribute-prefix", "t"},
    {"--xml-content-name", "t"},
};

typedef struct {
    CordonJudge *judge;
    const CordonCall *call;
    guint next;
    gboolean is_yq;     /* jq knows no values behind single letters but -L */
    gboolean from_file; /* the first operand names a file with the program */
    gboolean has_program;
    gboolean in_place;
    gboolean operands_are_text;
    CordonArgList operands;
} Reader;

static const CordonArg *take(Reader *reader)
{
    return reader->next < reader->call->count ? &reader->call->args[reader->next++] : NULL;
}

static void judge_file_text(CordonJudge *judge, const CordonCall *call, const char *text,
                            gsize size)
{
    CordonArg file =
        cordon_arg_constant(cordon_arena_strndup(cordon_judge_arena(judge), text, size));

    cordon_judge_value(judge, call, &file, 'r');
}

static gboolean is_name_letter(char c)
{
    return g_ascii_isalnum(c) || c == '_';
}

/* The next place where the name stands as a word of its own, or NULL. */
static const char *find_word(const char *text, const char *name)
{
    gsize size = strlen(name);

    for (const char *found = strstr(text, name); found != NULL; found = strstr(found + 1, name)) {
        gboolean begins =
            found == text || (!is_name_letter(found[-1]) && strchr("$.", found[-1]) == NULL);
        if (begins && !is_name_letter(found[size]))
            return found;
    }
    return NULL;
}

/* import "x" as y; include "x"; load("x"): files that the program reads. */
static void judge_reads(CordonJudge *judge, const CordonCall *call, const char *program,
                        const char *name, char open)
{
    for (const char *found = find_word(program, name); found != NULL;
         found = find_word(found + 1, name)) {
        const char *text = found + strlen(name);
        text += strspn(text, " \t\n");
        if (open != '\0' && *text != open)
            continue;
        text += open != '\0' ? 1 : 0;
        text += strspn(text, " \t\n");
        gsize size = *text == '"' ? strcspn(text + 1, "\"") : 0;
        if (*text == '"' && memchr(text + 1, '\\', size) == NULL)
            judge_file_text(judge, call, text + 1, size);
        else if (open != '\0')
            cordon_judge_find(judge, call, CORDON_RULE_UNREADABLE, "Name the file as an operand.",
                              "Which file `%s` in the program of `%s` reads is not known.", name,
                              call->name);
    }
}

/* import "x" as y {search: "FOLDER"}; the key may be in quotes, and a list of folders. */
static void judge_search(CordonJudge *judge, const CordonCall *call, const char *program)
{
    for (const char *found = strstr(program, "search"); found != NULL;
         found = strstr(found + 1, "search")) {
        const char *text = found + strlen("search");
        text += strspn(text, "\" \t\n");
        if (*text != ':')
            continue;
        const char *end = text + strcspn(text, "};");
        for (text = strchr(text, '"'); text != NULL && text < end; text = strchr(text, '"')) {
            gsize size = strcspn(text + 1, "\"");
            judge_file_text(judge, call, text + 1, size);
            text += size + (text[size + 1] == '"' ? 2 : 1);
        }
    }
}

static void judge_program(Reader *reader, const CordonArg *program)
{
    static const char *const loads[] = {"load",       "load_str",    "load_xml",
                                        "load_props", "load_base64", "loadstr"};
    const char *text = cordon_arg_text(program);

    if (text == NULL || (text[0] == '-' && text[1] == '\0')) {
        cordon_judge_value(reader->judge, reader->call, program, 't');
        return;
    }
    judge_reads(reader->judge, reader->call, text, "import", '\0');
    judge_reads(reader->judge, reader->call, text, "include", '\0');
    if (find_word(text, "import") != NULL || find_word(text, "include") != NULL)
        judge_search(reader->judge, reader->call, text);
    if (!reader->is_yq)
        return;
    for (gsize i = 0; i < G_N_ELEMENTS(loads); i++)
        judge_reads(reader->judge, reader->call, text, loads[i], '(');
    const char *system = find_word(text, "system");
    if (system != NULL && system[strlen("system") + strspn(system + strlen("system"), " ")] == '(')
        cordon_judge_find(reader->judge, reader->call, CORDON_RULE_SHELL, NULL,
                          "system() in `%s` starts a program.", reader->call->name);
}

static void take_values(Reader *reader, const char *kinds, const CordonArg *glued)
{
    for (; *kinds != '\0'; kinds++) {
        const CordonArg *value = glued != NULL ? glued : take(reader);
        glued = NULL;
        if (value != NULL)
            cordon_judge_value(reader->judge, reader->call, value, *kinds);
    }
}

static const char *kinds_of(const char *name, gsize size)
{
    for (gsize i = 0; i < G_N_ELEMENTS(OPTIONS); i++) {
        if (strlen(OPTIONS[i].name) == size && strncmp(OPTIONS[i].name, name, size) == 0)
            return OPTIONS[i].kinds;
    }
    return "";
}

/* yq -s '"FOLDER/" + .name': the files that it writes, as far as they stand there. */
static void judge_split(Reader *reader, const CordonArg *value)
{
    const char *text = value != NULL ? value->text : "";

    for (const char *open = strchr(text, '"'); open != NULL; open = strchr(text, '"')) {
        gsize size = strcspn(open + 1, "\"\\");
        CordonArg path = cordon_arg_constant(
            cordon_arena_strndup(cordon_judge_arena(reader->judge), open + 1, size));
        if (path.text[0] == '/' || strstr(path.text, "..") != NULL)
            cordon_judge_value(reader->judge, reader->call, &path, 'w');
        text = open + 1 + size;
        text += *text != '\0' ? 1 : 0;
    }
}

static void judge_long(Reader *reader, const CordonArg *word)
{
    gsize size = strcspn(word->text, "=");
    gboolean is_glued = word->text[size] == '=';
    CordonArg glued = cordon_arg_skip(word, size + 1);
    const char *kinds = kinds_of(word->text, size);

    if (strncmp(word->text, "--from-file", size) == 0 && size > 3) {
        reader->from_file = !reader->is_yq;
        if (is_glued || reader->is_yq) {
            take_values(reader, "r", is_glued ? &glued : NULL);
            reader->has_program = TRUE;
        }
        return;
    }
    if (strcmp(word->text, "--args") == 0 || strcmp(word->text, "--jsonargs") == 0)
        reader->operands_are_text = TRUE;
    if (strncmp(word->text, "--in-place", size) == 0 || strncmp(word->text, "--inplace", size) == 0)
        reader->in_place = reader->in_place || size > 4;
    if (reader->is_yq && strncmp(word->text, "--split-exp", size) == 0 && size > 4)
        judge_split(reader, is_glued                             ? &glued
                            : reader->next < reader->call->count ? &reader->call->args[reader->next]
                                                                 : NULL);
    if (strncmp(word->text, "--expression", MAX(size, 4)) == 0) {
        const CordonArg *program = is_glued ? &glued : take(reader);
        if (program != NULL)
            judge_program(reader, program);
        reader->has_program = TRUE;
        return;
    }
    if (kinds[0] != '\0')
        take_values(reader, kinds, is_glued ? &glued : NULL);
    else if (is_glued)
        cordon_judge_value(reader->judge, reader->call, &glued, 'm');
}

static void judge_letters(Reader *reader, const CordonArg *word)
{
    for (const char *letter = word->text + 1; *letter != '\0'; letter++) {
        char name[] = {'-', *letter, '\0'};
        const char *kinds = reader->is_yq || *letter == 'L' ? kinds_of(name, 2) : "";
        reader->in_place =
            reader->in_place || (*letter == 'i' && strcmp(reader->call->name, "jq") != 0);
        reader->from_file = reader->from_file || *letter == 'f';
        if (reader->is_yq && *letter == 's') {
            judge_split(reader, word);
            if (letter[1] == '\0' && reader->next < reader->call->count)
                judge_split(reader, &reader->call->args[reader->next]);
        }
        if (kinds[0] == '\0')
            continue;
        CordonArg glued =
            cordon_arg_skip(word, (gsize)(letter + 1 - word->text) + (letter[1] == '=' ? 1 : 0));
        take_values(reader, kinds, letter[1] != '\0' ? &glued : NULL);
        return;
    }
}

static void sort_words(Reader *reader)
{
    gboolean ended = FALSE;
    const CordonArg *word;

    while ((word = take(reader)) != NULL) {
        if (!ended && cordon_arg_is(word, "--"))
            ended = TRUE;
        else if (!ended && cordon_arg_begins(word, "--"))
            judge_long(reader, word);
        else if (!ended && cordon_arg_begins(word, "-") && word->text[1] != '\0')
            judge_letters(reader, word);
        else
            cordon_arg_list_add(reader->judge, &reader->operands, *word);
    }
}

static gboolean is_yq_command(const CordonArg *word)
{
    static const char *const names[] = {
        "e", "ea", "eval", "eval-all", "completion", "shell-completion", "help"};
    const char *text = cordon_arg_text(word);

    for (gsize i = 0; i < G_N_ELEMENTS(names) && text != NULL; i++) {
        if (strcmp(names[i], text) == 0)
            return TRUE;
    }
    return FALSE;
}

static void judge_operands(Reader *reader)
{
    const CordonArgList *operands = &reader->operands;
    guint first = reader->is_yq && operands->count > 0 && is_yq_command(&operands->args[0]) ? 1 : 0;
    guint files = first + (reader->has_program ? 0 : 1);

    for (guint i = first; i < operands->count; i++) {
        const CordonArg *operand = &operands->args[i];
        gboolean is_program = i < files;
        if (is_program && reader->from_file)
            cordon_judge_value(reader->judge, reader->call, operand, 'r');
        else if (is_program)
            judge_program(reader, operand);
        else if (reader->operands_are_text)
            cordon_judge_value(reader->judge, reader->call, operand, 'e');
        else
            cordon_judge_value(reader->judge, reader->call, operand, reader->in_place ? 'w' : 'r');
    }
    /* "yq file.yml": a single operand that is a file. */
    if (reader->is_yq && operands->count == first + 1 && !reader->has_program)
        cordon_judge_value(reader->judge, reader->call, &operands->args[first], 'm');
}

void cordon_handle_jq(CordonJudge *judge, const CordonCall *call)
{
    gboolean is_jq = strcmp(call->name, "jq") == 0 || strcmp(call->name, "gojq") == 0 ||
                     strcmp(call->name, "jaq") == 0;
    Reader reader = {.judge = judge, .call = call, .next = call->first, .is_yq = !is_jq};

    sort_words(&reader);
    judge_operands(&reader);
}

/* mlr: verbs of its own, whose words look like files; put and filter take a program. */
void cordon_handle_mlr(CordonJudge *judge, const CordonCall *call)
{
    static const char *const starters[] = {"system", "exec"};
    gboolean in_place = FALSE;

    for (guint i = call->first; i < call->count; i++) {
        const CordonArg *word = &call->args[i];
        const char *text = cordon_arg_text(word);
        if (text != NULL &&
            (strcmp(text, "--prepipe") == 0 || strcmp(text, "--prepipex") == 0 ||
             strcmp(text, "-s") == 0) &&
            i + 1 < call->count) {
            cordon_judge_value(judge, call, &call->args[++i], text[1] == '-' ? 'S' : 'r');
            continue;
        }
        in_place = in_place || cordon_arg_is(word, "-I");
        gboolean is_program = text != NULL && strpbrk(text, "$@;=(\"") != NULL;
        for (gsize j = 0; j < G_N_ELEMENTS(starters) && is_program; j++) {
            const char *found = find_word(text, starters[j]);
            if (found != NULL &&
                found[strlen(starters[j]) + strspn(found + strlen(starters[j]), " ")] == '(')
                cordon_judge_find(judge, call, CORDON_RULE_SHELL, NULL,
                                  "%s() in `mlr` starts a program.", starters[j]);
        }
        gboolean redirects = is_program &&
                             (find_word(text, "tee") || find_word(text, "emit") ||
                              find_word(text, "print") || find_word(text, "dump")) &&
                             strpbrk(text, ">|") != NULL && strstr(text, "> \"") != NULL;
        if (redirects || (is_program && strstr(text, "| \"") != NULL))
            cordon_judge_find(judge, call, CORDON_RULE_UNREADABLE,
                              "Redirect the output of mlr instead.",
                              "Where the program of `mlr` writes is not known.");
        cordon_judge_value(judge, call, word,
                           is_program                         ? 't'
                           : in_place && i + 1 == call->count ? 'w'
                                                              : 'm');
    }
}

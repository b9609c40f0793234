/* SPDX-License-Identifier: MIT */
/* Compilers, linkers and java: options whose values are glued to them, and what they pass on. */
#include <string.h>

#include "filter/programs/glued.h"
#include "filter/programs/handlers.h"
#include "filter/programs/interpreter.h"

/* Words that one option holds with commas between: "-Wl,-o,x". */
static guint split_commas(CordonArena *arena, const char *text, CordonArg *args, guint size)
{
    guint count = 0;

    while (count < size && *text != '\0') {
        gsize length = strcspn(text, ",");
        args[count++] = cordon_arg_constant(cordon_arena_strndup(arena, text, length));
        text += length + (text[length] == ',' ? 1 : 0);
    }
    return count;
}

/* Words for the linker, collected over the line. */
typedef struct {
    CordonArg *args;
    guint count, size;
} Words;

static void add_word(CordonJudge *judge, Words *words, CordonArg arg)
{
    if (words->count == words->size) {
        guint size = MAX(16, words->size * 2);
        CordonArg *grown = CORDON_ARENA_ARRAY(cordon_judge_arena(judge), CordonArg, size);
        if (words->count > 0)
            memcpy(grown, words->args, sizeof(CordonArg) * words->count);
        words->args = grown;
        words->size = size;
    }
    words->args[words->count++] = arg;
}

static void add_split(CordonJudge *judge, Words *words, const char *text)
{
    CordonArg parts[64];
    guint count = split_commas(cordon_judge_arena(judge), text, parts, G_N_ELEMENTS(parts));

    for (guint i = 0; i < count; i++)
        add_word(judge, words, parts[i]);
}

/* gcc -wrapper gdb,--args: a command that each step is started with. */
static void judge_wrapper(CordonJudge *judge, const CordonCall *call, const CordonArg *value)
{
    CordonArg parts[64];
    const char *text = cordon_arg_text(value);

    if (text == NULL) {
        cordon_judge_find(judge, call, CORDON_RULE_UNREADABLE, NULL,
                          "What -wrapper starts is not known.");
        return;
    }
    guint count = split_commas(cordon_judge_arena(judge), text, parts, G_N_ELEMENTS(parts));
    CordonArg *args = CORDON_ARENA_ARRAY(cordon_judge_arena(judge), CordonArg, MAX(count, 1));
    memcpy(args, parts, sizeof(CordonArg) * count);
    if (count > 0)
        cordon_judge_command(judge, call, args, count);
}

/* -fmodule-mapper='|PROGRAM ARGS', HOST:PORT, =SOCKET or FILE.  Source: gcc(1), "Module Mapper". */
static void judge_mapper(CordonJudge *judge, const CordonCall *call, const CordonArg *value)
{
    const char *text = cordon_arg_text(value);

    if (text != NULL && text[0] == '|') {
        /* "|@program" is looked for beside the compiler. */
        CordonArg program = cordon_arg_skip(value, text[1] == '@' ? 2 : 1);
        cordon_judge_value(judge, call, &program, 'p');
    } else if (text != NULL && strchr(text, ':') != NULL && strchr(text, '/') == NULL) {
        CordonArg host = cordon_arg_skip(value, text[0] == '=' ? 1 : 0);
        cordon_judge_value(judge, call, &host, 'h');
    } else {
        CordonArg file = cordon_arg_skip(value, strspn(value->text, "=<>"));
        cordon_judge_value(judge, call, &file, 'r');
    }
}

/* "@file" holds more words; they are the file's matter, as a script is. */
static void judge_source(CordonJudge *judge, const CordonCall *call, const CordonArg *operand)
{
    if (operand->text[0] == '@' && operand->text[1] != '\0') {
        CordonArg file = cordon_arg_skip(operand, 1);
        cordon_judge_value(judge, call, &file, 'r');
        return;
    }
    cordon_judge_value(judge, call, operand, 'a');
}

static gboolean is_listing(const char *text)
{
    return text[0] == '-' && text[1] == 'a' && text[2 + strspn(text + 2, "cdghilmns")] == '=';
}

/* "-fdump-tree-all=FILE", "-fopt-info-vec=FILE", "-fdiagnostics-add-output=sarif:file=FILE": what writes. */
static gboolean judge_side_output(CordonJudge *judge, const CordonCall *call,
                                  const CordonGluedWord *word)
{
    static const char *const keeps[] = {"-fplugin-arg", "-fdebug-prefix", "-fcoverage-prefix",
                                        "-fprofile-prefix", "-fcanon-prefix"};
    const char *text = word->word->text;
    const char *equals = strchr(text, '=');

    if (equals == NULL || (!is_listing(text) && (word->is_known || !g_str_has_prefix(text, "-f"))))
        return FALSE;
    for (gsize i = 0; i < G_N_ELEMENTS(keeps); i++) {
        if (g_str_has_prefix(text, keeps[i]))
            return FALSE;
    }
    const char *file = strstr(equals, ":file=");
    gboolean writes = is_listing(text) || g_str_has_prefix(text, "-fdump") ||
                      g_str_has_prefix(text, "-fopt-info") || file != NULL ||
                      strpbrk(equals, "/\\~") != NULL;
    if (!writes)
        return FALSE;
    CordonArg path =
        cordon_arg_skip(word->word, (gsize)((file != NULL ? file + 5 : equals) - text) + 1);
    if (file != NULL && path.type == CORDON_ARG_CONSTANT)
        path.text =
            cordon_arena_strndup(cordon_judge_arena(judge), path.text, strcspn(path.text, ","));
    cordon_judge_value(judge, call, &path, 'w');
    return TRUE;
}

/* -Wp,-MD,FILE: for the preprocessor, -MD has a value. */
static void judge_dependency(CordonJudge *judge, const CordonCall *call, const Words *words)
{
    for (guint i = 0; i + 1 < words->count; i++) {
        if (cordon_arg_is(&words->args[i], "-MD") || cordon_arg_is(&words->args[i], "-MMD"))
            cordon_judge_value(judge, call, &words->args[i + 1], 'w');
    }
}

static void judge_words(CordonJudge *judge, const CordonCall *call, const CordonArg *args,
                        guint count, const char *options, Words *linker)
{
    CordonGluedWalk walk = {.args = args, .count = count, .options = options};
    CordonGluedWord word;

    while (cordon_glued_next(&walk, &word)) {
        const char *text = word.word->text;
        gboolean is_passed =
            word.is_option && (g_str_has_prefix(text, "-Wp,") || g_str_has_prefix(text, "-Wa,"));
        if (word.is_option && linker != NULL && g_str_has_prefix(text, "-Wl,")) {
            add_split(judge, linker, text + 4);
        } else if (is_passed) {
            Words passed = {NULL, 0, 0};
            add_split(judge, &passed, text + 4);
            judge_dependency(judge, call, &passed);
            judge_words(judge, call, passed.args, passed.count, options, NULL);
        } else if (cordon_glued_is(&word, "-Xlinker") && linker != NULL) {
            if (word.has_value)
                add_word(judge, linker, word.value);
        } else if (cordon_glued_is(&word, "-fmodule-mapper")) {
            if (word.has_value)
                judge_mapper(judge, call, &word.value);
        } else if (cordon_glued_is(&word, "-Xassembler") && word.has_value &&
                   is_listing(word.value.text)) {
            CordonArg path = cordon_arg_skip(&word.value, strcspn(word.value.text, "=") + 1);
            cordon_judge_value(judge, call, &path, 'w');
        } else if (cordon_glued_is(&word, "-wrapper")) {
            if (word.has_value)
                judge_wrapper(judge, call, &word.value);
        } else if (word.is_option) {
            if (!judge_side_output(judge, call, &word))
                cordon_glued_judge(judge, call, &word, 'r');
        } else {
            judge_source(judge, call, word.word);
        }
    }
}

/* gcc, clang and those that are called alike, and linkers. */
void cordon_handle_compiler(CordonJudge *judge, const CordonCall *call)
{
    const CordonProgram *ld = cordon_program_find("ld", FALSE);
    Words words = {NULL, 0, 0};
    Words linker = {NULL, 0, 0};

    /* What pkg-config prints is options of installed libraries. */
    for (guint i = call->first; i < call->count; i++) {
        if (!call->args[i].is_flags)
            add_word(judge, &words, call->args[i]);
    }
    judge_words(judge, call, words.args, words.count, call->row->options, &linker);
    if (linker.count > 0 && ld != NULL)
        judge_words(judge, call, linker.args, linker.count, ld->options, NULL);
}

/* rustc -C link-args='-o x': words for the linker, which is mostly a compiler. */
static void judge_link_words(CordonJudge *judge, const CordonCall *call, const CordonArg *value)
{
    const CordonProgram *cc = cordon_program_find("cc", FALSE);
    const CordonProgram *ld = cordon_program_find("ld", FALSE);
    Words words = {NULL, 0, 0};
    Words linker = {NULL, 0, 0};

    g_auto(GStrv) parts = g_strsplit_set(value->text, " \t\n", -1);
    for (gsize i = 0; parts[i] != NULL; i++) {
        if (parts[i][0] != '\0')
            add_word(judge, &words,
                     cordon_arg_constant(cordon_arena_strdup(cordon_judge_arena(judge), parts[i])));
    }
    if (cc != NULL)
        judge_words(judge, call, words.args, words.count, cc->options, &linker);
    if (linker.count > 0 && ld != NULL)
        judge_words(judge, call, linker.args, linker.count, ld->options, NULL);
}

/* rustc -C KEY=VALUE */
static void judge_codegen(CordonJudge *judge, const CordonCall *call, const CordonArg *value)
{
    static const struct {
        const char *key;
        char kind;
    } keys[] = {
        {"incremental=", 'w'},      {"linker=", 'p'},      {"linker-flavor=", 't'},
        {"profile-generate=", 'w'}, {"profile-use=", 'r'}, {"link-arg=-o", 'w'},
        {"dlltool=", 'p'},          {"remark-dir=", 'w'},
    };

    if (cordon_arg_begins(value, "link-args=")) {
        CordonArg words = cordon_arg_skip(value, 10);
        judge_link_words(judge, call, &words);
    }
    for (gsize i = 0; i < G_N_ELEMENTS(keys); i++) {
        if (cordon_arg_begins(value, keys[i].key)) {
            CordonArg rest = cordon_arg_skip(value, strlen(keys[i].key));
            cordon_judge_value(judge, call, &rest, keys[i].kind);
            return;
        }
    }
    cordon_judge_value(judge, call, value, 't');
}

void cordon_handle_rustc(CordonJudge *judge, const CordonCall *call)
{
    CordonGluedWalk walk = {.args = call->args,
                            .count = call->count,
                            .next = call->first,
                            .options = call->row->options};
    CordonGluedWord word;

    while (cordon_glued_next(&walk, &word)) {
        if (cordon_glued_is(&word, "-C") && word.has_value)
            judge_codegen(judge, call, &word.value);
        else if (cordon_glued_is(&word, "--emit") && word.has_value) {
            /* KIND=FILE, with commas between */
            const char *text = word.value.text;
            for (const char *equals = strchr(text, '='); equals != NULL;
                 equals = strchr(equals + 1, '=')) {
                CordonArg path = cordon_arg_constant(cordon_arena_strndup(
                    cordon_judge_arena(judge), equals + 1, strcspn(equals + 1, ",")));
                cordon_judge_value(judge, call, &path, 'w');
            }
        } else if (cordon_glued_is(&word, "-Z") && word.has_value &&
                   strchr(word.value.text, '=') != NULL &&
                   strpbrk(word.value.text, "/\\~") != NULL) {
            CordonArg path = cordon_arg_skip(&word.value, strcspn(word.value.text, "=") + 1);
            cordon_judge_value(judge, call, &path, 'w');
        } else if (word.is_option)
            cordon_glued_judge(judge, call, &word, 'r');
        else
            judge_source(judge, call, word.word);
    }
}

/* A list of files and folders with ':' (or ';') between. */
static void judge_class_path(CordonJudge *judge, const CordonCall *call, const CordonArg *value)
{
    const char *marks = cordon_judge_is_windows(judge) ? ";" : ":";
    const char *text = cordon_arg_text(value);

    if (text == NULL) {
        cordon_judge_value(judge, call, value, 'r');
        return;
    }
    while (*text != '\0') {
        gsize length = strcspn(text, marks);
        CordonArg part =
            cordon_arg_constant(cordon_arena_strndup(cordon_judge_arena(judge), text, length));
        if (length > 0)
            cordon_judge_value(judge, call, &part, 'a');
        text += length + (text[length] != '\0' ? 1 : 0);
    }
}

static gboolean is_class_path(const CordonGluedWord *word)
{
    return cordon_glued_is(word, "--class-path") || cordon_glued_is(word, "--module-path") ||
           cordon_glued_is(word, "-processorpath") || cordon_glued_is(word, "-sourcepath");
}

/* java and javac.  What follows the class or -jar FILE belongs to the program. */
void cordon_handle_java(CordonJudge *judge, const CordonCall *call)
{
    gboolean compiles = (call->row->flags & CORDON_PROGRAM_OPTIONS_FIRST) == 0;

    cordon_handle_java_properties(judge, call);
    CordonGluedWalk walk = {.args = call->args,
                            .count = call->count,
                            .next = call->first,
                            .options = call->row->options};
    CordonGluedWord word;

    while (cordon_glued_next(&walk, &word)) {
        gboolean has_jar = cordon_glued_is(&word, "-jar") || cordon_glued_is(&word, "--module");
        if (is_class_path(&word) && word.has_value)
            judge_class_path(judge, call, &word.value);
        else if (word.is_option)
            cordon_glued_judge(judge, call, &word, 'r');
        else if (compiles || word.word->text[0] == '@' ||
                 g_str_has_suffix(word.word->text, ".java"))
            judge_source(judge, call, word.word);
        else
            cordon_judge_value(judge, call, word.word, 'm');
        if (!compiles && (has_jar || (!word.is_option && word.word->text[0] != '@'))) {
            cordon_judge_script_args(judge, call, call->args + walk.next, call->count - walk.next);
            return;
        }
    }
}

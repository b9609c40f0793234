/* SPDX-License-Identifier: MIT */
/* Compilers, linkers and java: options whose values are glued to them, and what they pass on. */
#include <string.h>

#include "filter/programs/handlers.h"
#include "filter/programs/glued.h"
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
            judge_words(judge, call, passed.args, passed.count, options, NULL);
        } else if (cordon_glued_is(&word, "-Xlinker") && linker != NULL) {
            if (word.has_value)
                add_word(judge, linker, word.value);
        } else if (cordon_glued_is(&word, "-wrapper")) {
            if (word.has_value)
                judge_wrapper(judge, call, &word.value);
        } else if (word.is_option) {
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
    Words linker = {NULL, 0, 0};

    judge_words(judge, call, call->args + call->first, call->count - call->first,
                call->row->options, &linker);
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
        else if (word.is_option)
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

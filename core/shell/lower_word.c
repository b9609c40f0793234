/* SPDX-License-Identifier: MIT */
/* Words lowered: home folders put in, bodies of substitutions lowered, what only bash can do refused. */
#include "shell/lowering.h"

#include <string.h>

static gboolean lower_part(CordonLowering *lowering, CordonShellPart *part);

static CordonShellPart literal_part(const char *text)
{
    return (CordonShellPart){.type = CORDON_PART_LITERAL, .text = text};
}

static CordonShellPart home_variable(void)
{
    return (CordonShellPart){.type = CORDON_PART_VARIABLE, .text = "HOME", .is_quoted = TRUE};
}

static gboolean lower_tilde(CordonLowering *lowering, CordonShellPart *part)
{
    if (*part->text != '\0')
        return cordon_lower_fail(lowering, "~ with a name") != NULL;
    if (lowering->home == NULL && !lowering->sets_home)
        return cordon_lower_fail(lowering, "~ without a home folder") != NULL;
    *part = lowering->sets_home ? home_variable() : literal_part(lowering->home);
    return TRUE;
}

/* Unquoted, a home folder with a blank in its name would become several words. */
static gboolean is_home(const CordonLowering *lowering, const CordonShellPart *part)
{
    if (lowering->home == NULL || lowering->sets_home || *lowering->home == '\0')
        return FALSE;
    return part->operation == CORDON_VARIABLE_PLAIN && strcmp(part->text, "HOME") == 0 &&
           (part->is_quoted || strpbrk(lowering->home, " \t\n*?[\\") == NULL);
}

static gboolean lower_inner(CordonLowering *lowering, const CordonShellWord **word)
{
    CordonShellPart *parts;

    if (*word == NULL || (*word)->count == 0)
        return TRUE;
    parts = CORDON_ARENA_ARRAY(lowering->arena, CordonShellPart, (*word)->count);
    for (guint i = 0; i < (*word)->count; i++) {
        parts[i] = (*word)->parts[i];
        /* A folder's name might not be able to stand in "${x:-...}". */
        gboolean stays = parts[i].type == CORDON_PART_VARIABLE && parts[i].inner == NULL;
        if (!stays && !lower_part(lowering, &parts[i]))
            return FALSE;
    }
    CordonShellWord *copy = CORDON_ARENA_NEW(lowering->arena, CordonShellWord);
    *copy = **word;
    copy->parts = parts;
    *word = copy;
    return TRUE;
}

static gboolean lower_variable(CordonLowering *lowering, CordonShellPart *part)
{
    switch (part->operation) {
    case CORDON_VARIABLE_REPLACE:
    case CORDON_VARIABLE_REPLACE_ALL:
        return cordon_lower_fail(lowering, "${.../...}") != NULL;
    case CORDON_VARIABLE_SLICE:
        return cordon_lower_fail(lowering, "${...:...}") != NULL;
    case CORDON_VARIABLE_PLAIN:
    case CORDON_VARIABLE_LENGTH:
    case CORDON_VARIABLE_DEFAULT:
    case CORDON_VARIABLE_ASSIGN:
    case CORDON_VARIABLE_ERROR:
    case CORDON_VARIABLE_ALTERNATE:
    case CORDON_VARIABLE_CUT_PREFIX:
    case CORDON_VARIABLE_CUT_PREFIXES:
    case CORDON_VARIABLE_CUT_SUFFIX:
    case CORDON_VARIABLE_CUT_SUFFIXES:
    default:
        break;
    }
    if (is_home(lowering, part)) {
        *part = literal_part(lowering->home);
        return TRUE;
    }
    return lower_inner(lowering, &part->inner);
}

static gboolean lower_part(CordonLowering *lowering, CordonShellPart *part)
{
    switch (part->type) {
    case CORDON_PART_TILDE:
        return lower_tilde(lowering, part);
    case CORDON_PART_VARIABLE:
        return lower_variable(lowering, part);
    case CORDON_PART_COMMAND:
    case CORDON_PART_PROCESS:
        part->body = cordon_lower_list(lowering, part->body, CORDON_PLACE_LAST);
        return part->body != NULL;
    case CORDON_PART_LITERAL:
    case CORDON_PART_PATTERN:
    case CORDON_PART_ARITHMETIC:
    default:
        return TRUE;
    }
}

const CordonShellWord *cordon_lower_join(CordonLowering *lowering, CordonShellPart *parts,
                                         guint count, guint offset)
{
    CordonShellWord *word = CORDON_ARENA_NEW(lowering->arena, CordonShellWord);
    guint last = 0;

    for (guint i = 1; i < count; i++) {
        if (parts[last].type == CORDON_PART_LITERAL && parts[i].type == CORDON_PART_LITERAL)
            parts[last].text =
                cordon_arena_concat(lowering->arena, parts[last].text, parts[i].text, NULL);
        else
            parts[++last] = parts[i];
    }
    word->parts = parts;
    word->offset = offset;
    word->count = count == 0 ? 0 : last + 1;
    if (word->count == 1 && parts[0].type == CORDON_PART_LITERAL && *parts[0].text == '\0')
        word->count = 0;
    return word;
}

const CordonShellWord *cordon_lower_word(CordonLowering *lowering, const CordonShellWord *word)
{
    if (cordon_shell_word_literal(word) != NULL)
        return word;
    CordonShellPart *parts = CORDON_ARENA_ARRAY(lowering->arena, CordonShellPart, word->count);
    for (guint i = 0; i < word->count; i++) {
        parts[i] = word->parts[i];
        if (!lower_part(lowering, &parts[i]))
            return NULL;
    }
    return cordon_lower_join(lowering, parts, word->count, word->offset);
}

gboolean cordon_lower_words(CordonLowering *lowering, const CordonShellWord *words, guint count,
                            const CordonShellWord **ret_words)
{
    CordonShellWord *copies;

    *ret_words = words;
    if (count == 0)
        return TRUE;
    copies = CORDON_ARENA_ARRAY(lowering->arena, CordonShellWord, count);
    for (guint i = 0; i < count; i++) {
        const CordonShellWord *word = cordon_lower_word(lowering, &words[i]);
        if (word == NULL)
            return FALSE;
        copies[i] = *word;
    }
    *ret_words = copies;
    return TRUE;
}

const CordonShellWord *cordon_lower_literal(CordonLowering *lowering, const char *text)
{
    CordonShellPart *part = CORDON_ARENA_NEW(lowering->arena, CordonShellPart);

    *part = literal_part(text);
    return cordon_lower_join(lowering, part, 1, 0);
}

const CordonShellWord *cordon_lower_appended(CordonLowering *lowering, const char *name,
                                             const CordonShellWord *value)
{
    CordonShellPart *parts = CORDON_ARENA_ARRAY(lowering->arena, CordonShellPart, value->count + 1);

    parts[0] = (CordonShellPart){.type = CORDON_PART_VARIABLE, .text = name, .is_quoted = TRUE};
    for (guint i = 0; i < value->count; i++) {
        parts[i + 1] = value->parts[i];
        if (parts[i + 1].type == CORDON_PART_VARIABLE && strchr("@*", *parts[i + 1].text) != NULL)
            return cordon_lower_fail(lowering, "$@ or $* behind +=");
    }
    return cordon_lower_join(lowering, parts, value->count + 1, value->offset);
}

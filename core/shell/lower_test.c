/* SPDX-License-Identifier: MIT */
/* [[ ... ]] said with [ and case. */
#include "shell/lowering.h"

#include <string.h>

static CordonShellNode *simple(CordonLowering *lowering, const CordonShellWord *const *words,
                               guint count)
{
    CordonShellNode *node = CORDON_ARENA_NEW(lowering->arena, CordonShellNode);
    CordonShellWord *copies = CORDON_ARENA_ARRAY(lowering->arena, CordonShellWord, count);

    for (guint i = 0; i < count; i++)
        copies[i] = *words[i];
    node->type = CORDON_NODE_SIMPLE;
    node->words = copies;
    node->word_count = count;
    return node;
}

static CordonShellNode *unary(CordonLowering *lowering, const char *name,
                              const CordonShellWord *operand)
{
    const CordonShellWord *words[] = {
        cordon_lower_literal(lowering, "["),
        cordon_lower_literal(lowering, name),
        operand,
        cordon_lower_literal(lowering, "]"),
    };

    return simple(lowering, words, G_N_ELEMENTS(words));
}

static CordonShellNode *binary(CordonLowering *lowering, const CordonShellWord *left,
                               const char *name, const CordonShellWord *right)
{
    const CordonShellWord *words[] = {
        cordon_lower_literal(lowering, "["), left, cordon_lower_literal(lowering, name), right,
        cordon_lower_literal(lowering, "]"),
    };

    return simple(lowering, words, G_N_ELEMENTS(words));
}

static CordonShellNode *group(CordonLowering *lowering, const CordonShellNode *node)
{
    return cordon_lower_wrap(lowering, CORDON_NODE_GROUP, node);
}

static CordonShellNode * not(CordonLowering * lowering, const CordonShellNode *node)
{
    CordonShellNode *pipeline = cordon_lower_wrap(lowering, CORDON_NODE_PIPELINE, node);

    pipeline->is_negated = TRUE;
    return pipeline;
}

/* Bash takes a file that is not there for older than any other; [ in dash does not. */
static CordonShellNode *newer(CordonLowering *lowering, const CordonShellWord *newer_file,
                              const CordonShellWord *older_file, CordonShellNode *compared)
{
    CordonShellNode *only_one =
        cordon_lower_pair(lowering, CORDON_NODE_AND_OR, unary(lowering, "-e", newer_file),
                          not(lowering, unary(lowering, "-e", older_file)), CORDON_OPERATOR_AND);

    return group(lowering, cordon_lower_pair(lowering, CORDON_NODE_AND_OR, compared,
                                             group(lowering, only_one), CORDON_OPERATOR_OR));
}

static gboolean is_pattern(const CordonShellWord *word)
{
    for (guint i = 0; i < word->count; i++)
        if (word->parts[i].type != CORDON_PART_LITERAL && !word->parts[i].is_quoted)
            return TRUE;
    return FALSE;
}

static void set_arm(CordonLowering *lowering, CordonShellArm *arm, const CordonShellWord *pattern,
                    const char *command)
{
    const CordonShellWord *words[] = {cordon_lower_literal(lowering, command)};

    arm->patterns = pattern;
    arm->count = 1;
    arm->body = cordon_lower_wrap(lowering, CORDON_NODE_LIST, simple(lowering, words, 1));
}

static CordonShellNode *match(CordonLowering *lowering, const CordonShellWord *left,
                              const CordonShellWord *pattern, gboolean is_equal)
{
    static const CordonShellPart any_part = {.type = CORDON_PART_PATTERN, .text = "*"};
    static const CordonShellWord any = {.parts = &any_part, .count = 1};
    CordonShellNode *node = CORDON_ARENA_NEW(lowering->arena, CordonShellNode);
    CordonShellArm *arms = CORDON_ARENA_ARRAY(lowering->arena, CordonShellArm, 2);

    if (cordon_lower_counts_bytes(left, pattern))
        return cordon_lower_fail(lowering, "pattern for a text beyond ASCII");
    set_arm(lowering, &arms[0], pattern, is_equal ? "true" : "false");
    set_arm(lowering, &arms[1], &any, is_equal ? "false" : "true");
    node->type = CORDON_NODE_CASE;
    node->words = left;
    node->word_count = 1;
    node->arms = arms;
    node->arm_count = 2;
    return node;
}

/* An operand of -eq and the like: to bash nothing is 0, [ takes it for a mistake. */
static const CordonShellWord *number(CordonLowering *lowering, const CordonShellWord *word)
{
    if (word->count != 1 || word->parts[0].type == CORDON_PART_LITERAL)
        return word;
    if (word->parts[0].type == CORDON_PART_COMMAND)
        return cordon_lower_fail(lowering, "output of a command as a number in [[ ]]");
    if (word->parts[0].type != CORDON_PART_VARIABLE ||
        word->parts[0].operation != CORDON_VARIABLE_PLAIN ||
        strchr("?#$!", *word->parts[0].text) != NULL)
        return word;
    CordonShellWord *copy = CORDON_ARENA_NEW(lowering->arena, CordonShellWord);
    CordonShellPart *part = CORDON_ARENA_NEW(lowering->arena, CordonShellPart);
    *part = word->parts[0];
    part->operation = CORDON_VARIABLE_DEFAULT;
    part->if_empty = TRUE;
    part->inner = cordon_lower_literal(lowering, "0");
    *copy = *word;
    copy->parts = part;
    return copy;
}

static CordonShellNode *compare_numbers(CordonLowering *lowering, const CordonShellTest *test,
                                        const CordonShellWord *left, const CordonShellWord *right)
{
    left = number(lowering, left);
    right = number(lowering, right);
    return left == NULL || right == NULL ? NULL : binary(lowering, left, test->name, right);
}

static CordonShellNode *lower_binary(CordonLowering *lowering, const CordonShellTest *test)
{
    const CordonShellWord *left = cordon_lower_word(lowering, test->left);
    const CordonShellWord *right = left != NULL ? cordon_lower_word(lowering, test->right) : NULL;

    if (right == NULL)
        return NULL;
    if (strcmp(test->name, "-nt") == 0)
        return newer(lowering, left, right, binary(lowering, left, test->name, right));
    if (strcmp(test->name, "-ot") == 0)
        return newer(lowering, right, left, binary(lowering, left, test->name, right));
    if (strcmp(test->name, "-ef") == 0)
        return binary(lowering, left, test->name, right);
    if (*test->name == '-')
        return compare_numbers(lowering, test, left, right);
    return is_pattern(right) ? match(lowering, left, right, *test->name == '=')
                             : binary(lowering, left, test->name, right);
}

static CordonShellNode *lower_both(CordonLowering *lowering, const CordonShellTest *test)
{
    CordonShellNode *a = cordon_lower_test(lowering, test->a);
    CordonShellNode *b = a != NULL ? cordon_lower_test(lowering, test->b) : NULL;

    if (b == NULL)
        return NULL;
    return group(lowering, cordon_lower_pair(lowering, CORDON_NODE_AND_OR, a, b,
                                             test->type == CORDON_TEST_AND ? CORDON_OPERATOR_AND
                                                                           : CORDON_OPERATOR_OR));
}

/* One word to [[ ]], as many as there are to [. */
static gboolean has_all_arguments(const CordonShellWord *word)
{
    for (guint i = 0; word != NULL && i < word->count; i++)
        if (word->parts[i].type == CORDON_PART_VARIABLE &&
            (*word->parts[i].text == '@' || *word->parts[i].text == '*'))
            return TRUE;
    return FALSE;
}

CordonShellNode *cordon_lower_test(CordonLowering *lowering, const CordonShellTest *test)
{
    const CordonShellWord *left;
    CordonShellNode *node;

    if (has_all_arguments(test->left) || has_all_arguments(test->right))
        return cordon_lower_fail(lowering, "$@ or $* in [[ ]]");

    switch (test->type) {
    case CORDON_TEST_UNARY:
        left = cordon_lower_word(lowering, test->left);
        return left != NULL ? unary(lowering, test->name, left) : NULL;
    case CORDON_TEST_BINARY:
        return lower_binary(lowering, test);
    case CORDON_TEST_NOT:
        node = cordon_lower_test(lowering, test->a);
        return node != NULL ? group(lowering, not(lowering, node)) : NULL;
    case CORDON_TEST_AND:
    case CORDON_TEST_OR:
    default:
        return lower_both(lowering, test);
    }
}

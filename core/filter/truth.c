/* SPDX-License-Identifier: MIT */
/* Conditions that always end the same. */
#include "filter/truth.h"

#include <string.h>

static CordonTruth truth(gboolean holds)
{
    return holds ? CORDON_TRUTH_TRUE : CORDON_TRUTH_FALSE;
}

static CordonTruth opposite(CordonTruth value)
{
    if (value == CORDON_TRUTH_UNKNOWN)
        return value;
    return truth(value == CORDON_TRUTH_FALSE);
}

/* Of two constant words. */
static CordonTruth compare(const char *left, const char *operator, const char * right)
{
    gint64 a = g_ascii_strtoll(left, NULL, 10);
    gint64 b = g_ascii_strtoll(right, NULL, 10);

    if (strcmp(operator, "=") == 0 || strcmp(operator, "==") == 0)
        return truth(strcmp(left, right) == 0);
    if (strcmp(operator, "!=") == 0)
        return truth(strcmp(left, right) != 0);
    if (strcmp(operator, "-eq") == 0)
        return truth(a == b);
    if (strcmp(operator, "-ne") == 0)
        return truth(a != b);
    if (strcmp(operator, "-lt") == 0)
        return truth(a < b);
    if (strcmp(operator, "-le") == 0)
        return truth(a <= b);
    if (strcmp(operator, "-gt") == 0)
        return truth(a > b);
    if (strcmp(operator, "-ge") == 0)
        return truth(a >= b);
    return CORDON_TRUTH_UNKNOWN;
}

/* The words of test or [, without the name and the closing bracket. */
static CordonTruth truth_of_words(const CordonShellWord *words, guint count)
{
    const char *texts[3] = {NULL, NULL, NULL};

    if (count == 0)
        return CORDON_TRUTH_FALSE;
    if (count > 3)
        return CORDON_TRUTH_UNKNOWN;
    for (guint i = 0; i < count; i++) {
        texts[i] = cordon_shell_word_literal(&words[i]);
        if (texts[i] == NULL)
            return CORDON_TRUTH_UNKNOWN;
    }
    if (count == 1)
        return truth(texts[0][0] != '\0');
    if (count == 2 && strcmp(texts[0], "!") == 0)
        return truth(texts[1][0] == '\0');
    if (count == 2 && strcmp(texts[0], "-n") == 0)
        return truth(texts[1][0] != '\0');
    if (count == 2 && strcmp(texts[0], "-z") == 0)
        return truth(texts[1][0] == '\0');
    return count == 3 ? compare(texts[0], texts[1], texts[2]) : CORDON_TRUTH_UNKNOWN;
}

static CordonTruth truth_of_command(const CordonShellNode *node)
{
    /* Those that do not fail, but for want of a reader or of arguments. */
    static const char *const successes[] = {"true", ":", "sleep", "echo", "printf", NULL};
    const char *word = node->word_count > 0 ? cordon_shell_word_literal(&node->words[0]) : NULL;

    if (word == NULL)
        return CORDON_TRUTH_UNKNOWN;
    if (g_strv_contains(successes, word))
        return CORDON_TRUTH_TRUE;
    if (strcmp(word, "false") == 0)
        return CORDON_TRUTH_FALSE;
    if (strcmp(word, "test") == 0)
        return truth_of_words(node->words + 1, node->word_count - 1);
    if (strcmp(word, "[") == 0 && node->word_count > 1)
        return truth_of_words(node->words + 1, node->word_count - 2);
    return CORDON_TRUTH_UNKNOWN;
}

static CordonTruth truth_of_test(const CordonShellTest *test)
{
    const char *left = test->left != NULL ? cordon_shell_word_literal(test->left) : NULL;
    const char *right = test->right != NULL ? cordon_shell_word_literal(test->right) : NULL;
    CordonTruth a = test->a != NULL ? truth_of_test(test->a) : CORDON_TRUTH_UNKNOWN;
    CordonTruth b = test->b != NULL ? truth_of_test(test->b) : CORDON_TRUTH_UNKNOWN;

    switch (test->type) {
    case CORDON_TEST_NOT:
        return opposite(a);
    case CORDON_TEST_AND:
        if (a == CORDON_TRUTH_FALSE || b == CORDON_TRUTH_FALSE)
            return CORDON_TRUTH_FALSE;
        return a == CORDON_TRUTH_TRUE ? b : CORDON_TRUTH_UNKNOWN;
    case CORDON_TEST_OR:
        if (a == CORDON_TRUTH_TRUE || b == CORDON_TRUTH_TRUE)
            return CORDON_TRUTH_TRUE;
        return a == CORDON_TRUTH_FALSE ? b : CORDON_TRUTH_UNKNOWN;
    case CORDON_TEST_UNARY:
        if (left == NULL || (strcmp(test->name, "-n") != 0 && strcmp(test->name, "-z") != 0))
            return CORDON_TRUTH_UNKNOWN;
        return truth((left[0] != '\0') == (test->name[1] == 'n'));
    case CORDON_TEST_BINARY:
    default:
        return left != NULL && right != NULL ? compare(left, test->name, right)
                                             : CORDON_TRUTH_UNKNOWN;
    }
}

/* a && b || c, from the left. */
static CordonTruth truth_of_chain(const CordonShellNode *node)
{
    CordonTruth value = cordon_truth_of(node->children[0]);

    for (guint i = 1; i < node->child_count; i++) {
        gboolean is_and = node->operators[i - 1] == CORDON_OPERATOR_AND;
        CordonTruth next = cordon_truth_of(node->children[i]);
        CordonTruth decides = is_and ? CORDON_TRUTH_FALSE : CORDON_TRUTH_TRUE;
        if (value == decides)
            continue;
        /* What is not known may decide already, or leave it to the next one. */
        value = value == CORDON_TRUTH_UNKNOWN && next != decides ? CORDON_TRUTH_UNKNOWN : next;
    }
    return value;
}

CordonTruth cordon_truth_of(const CordonShellNode *node)
{
    CordonTruth last = CORDON_TRUTH_UNKNOWN;

    switch (node->type) {
    case CORDON_NODE_SIMPLE:
        return truth_of_command(node);
    case CORDON_NODE_TEST:
        return truth_of_test(node->test);
    case CORDON_NODE_AND_OR:
        return truth_of_chain(node);
    case CORDON_NODE_PIPELINE:
    case CORDON_NODE_LIST:
    case CORDON_NODE_SUBSHELL:
    case CORDON_NODE_GROUP:
        if (node->child_count > 0)
            last = cordon_truth_of(node->children[node->child_count - 1]);
        return node->is_negated ? opposite(last) : last;
    case CORDON_NODE_IF:
    case CORDON_NODE_WHILE:
    case CORDON_NODE_UNTIL:
    case CORDON_NODE_FOR:
    case CORDON_NODE_CASE:
    default:
        return CORDON_TRUTH_UNKNOWN;
    }
}

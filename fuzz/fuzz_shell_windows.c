/* SPDX-License-Identifier: MIT */
/* Lines of cmd.exe and PowerShell: the first byte is the dialect, the rest the line. */
#include <string.h>

#include "fuzz.h"
#include "shell/read.h"

typedef struct {
    const char *line;
    gsize size;
    guint commands;
} Bounds;

static void check_text(const char *text)
{
    FUZZ_CHECK(text != NULL);
    FUZZ_CHECK(g_utf8_validate(text, -1, NULL));
}

/* Only what these dialects have; no text is lost between two literals. */
static void check_word(const Bounds *bounds, const CordonShellWord *word)
{
    FUZZ_CHECK(word->offset <= bounds->size);
    FUZZ_CHECK((word->count == 0) == (word->parts == NULL));
    for (guint i = 0; i < word->count; i++) {
        const CordonShellPart *part = &word->parts[i];

        check_text(part->text);
        FUZZ_CHECK(part->type <= CORDON_PART_VARIABLE);
        FUZZ_CHECK((part->type == CORDON_PART_TILDE) == (part->text[0] == '\0'));
        FUZZ_CHECK(part->operation == CORDON_VARIABLE_PLAIN);
        FUZZ_CHECK(i == 0 || part->type != CORDON_PART_LITERAL ||
                   word->parts[i - 1].type != CORDON_PART_LITERAL);
    }
}

static void check_redirect(const Bounds *bounds, const CordonShellRedirect *redirect)
{
    FUZZ_CHECK(redirect->fd >= 0 && redirect->fd <= 9);
    FUZZ_CHECK(redirect->type <= CORDON_REDIRECT_APPEND ||
               redirect->type == CORDON_REDIRECT_DUPLICATE);
    if (redirect->type == CORDON_REDIRECT_DUPLICATE) {
        FUZZ_CHECK(redirect->target >= 0 && redirect->target <= 9);
        FUZZ_CHECK(redirect->word == NULL);
    } else {
        check_word(bounds, redirect->word);
        FUZZ_CHECK(redirect->word->count > 0);
    }
}

static void check_simple(Bounds *bounds, const CordonShellNode *node)
{
    bounds->commands++;
    FUZZ_CHECK(node->word_count > 0 && node->word_count <= CORDON_SHELL_MAX_WORDS);
    FUZZ_CHECK(node->words[0].count > 0);
    FUZZ_CHECK(node->assignment_count == 0 && node->child_count == 0);
    for (guint i = 0; i < node->word_count; i++)
        check_word(bounds, &node->words[i]);
    for (guint i = 0; i < node->redirect_count; i++)
        check_redirect(bounds, &node->redirects[i]);
}

static void check_node(Bounds *bounds, const CordonShellNode *node)
{
    FUZZ_CHECK(node->offset <= node->end && node->end <= bounds->size);
    if (node->type == CORDON_NODE_SIMPLE) {
        check_simple(bounds, node);
        return;
    }
    FUZZ_CHECK(node->type == CORDON_NODE_LIST || node->type == CORDON_NODE_AND_OR ||
               node->type == CORDON_NODE_PIPELINE);
    FUZZ_CHECK(node->child_count > (node->type == CORDON_NODE_LIST ? 0 : 1));
    FUZZ_CHECK(node->word_count == 0 && node->redirect_count == 0);
    FUZZ_CHECK((node->operators != NULL) == (node->type == CORDON_NODE_AND_OR));
    FUZZ_CHECK((node->backgrounds != NULL) == (node->type == CORDON_NODE_LIST));
    for (guint i = 0; i < node->child_count; i++) {
        FUZZ_CHECK(node->children[i]->type < node->type || node->type == CORDON_NODE_LIST);
        check_node(bounds, node->children[i]);
    }
}

static void check_tree(const CordonShellTree *tree, const char *line, gsize size)
{
    Bounds bounds = {line, size, 0};

    FUZZ_CHECK(size <= CORDON_SHELL_MAX_BYTES);
    FUZZ_CHECK(g_utf8_validate_len(line, size, NULL));
    FUZZ_CHECK(tree->root->type == CORDON_NODE_LIST);
    check_node(&bounds, tree->root);
    FUZZ_CHECK(bounds.commands == tree->command_count);
    FUZZ_CHECK(bounds.commands <= CORDON_SHELL_MAX_COMMANDS);
}

static guint count_lines(const char *line, gsize size)
{
    guint count = 1;

    for (gsize i = 0; i < size; i++)
        count += line[i] == '\n';
    return count;
}

static void check_refusal(const CordonShellError *error, const char *line, gsize size)
{
    check_text(error->construct);
    FUZZ_CHECK(error->construct[0] != '\0');
    if (error->rewrite != NULL)
        check_text(error->rewrite);
    if (error->command != NULL)
        check_text(error->command);
    FUZZ_CHECK(error->line >= 1 && error->line <= count_lines(line, size));
    FUZZ_CHECK(error->column >= 1 && error->column <= size + 1);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    FuzzInput input = {data, data + size};
    CordonDialect dialect =
        fuzz_take_byte(&input) % 2 == 0 ? CORDON_DIALECT_CMD : CORDON_DIALECT_POWERSHELL;
    gsize left = (gsize)(input.end - input.next);
    /* Its own memory, without a NUL behind it, so that a step too far is seen. */
    g_autofree char *line = g_memdup2(input.next, left);
    g_autoptr(CordonArena) arena = cordon_arena_new();
    CordonShellError error = {0};
    const CordonShellTree *tree = cordon_shell_read_windows(arena, dialect, line, left, &error);

    FUZZ_CHECK((tree == NULL) == (error.construct != NULL));
    if (tree != NULL)
        check_tree(tree, line, left);
    else
        check_refusal(&error, line, left);
    return 0;
}

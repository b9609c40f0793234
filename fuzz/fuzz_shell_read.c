/* SPDX-License-Identifier: MIT */
/* Command lines: what is read is printed, and what is printed reads as the same. */
#include <string.h>

#include "fuzz.h"
#include "shell/print.h"
#include "shell/read.h"

/* Every part lies inside the line that it was read from. */
static void check_offsets(const CordonShellNode *node, gsize size)
{
    FUZZ_CHECK(node->offset <= node->end && node->end <= size);
    for (guint i = 0; i < node->child_count; i++)
        check_offsets(node->children[i], size);
    for (guint i = 0; i < node->arm_count; i++)
        check_offsets(node->arms[i].body, size);
}

static void check_canonical(CordonArena *arena, const CordonShellTree *tree)
{
    const CordonPrintFacts facts = {.home = "/home/u"};
    const char *construct = NULL;
    const CordonShellTree *lowered = cordon_shell_lower(arena, tree, &facts, &construct);
    CordonShellError error = {0};

    if (lowered == NULL) {
        FUZZ_CHECK(construct != NULL && construct[0] != '\0');
        return;
    }
    g_autofree char *script = cordon_shell_print(lowered);
    /* What was short enough to be read may be too long once it is printed; that is refused, too. */
    const CordonShellTree *again = cordon_shell_read_script(arena, script, strlen(script), &error);
    if (again == NULL) {
        FUZZ_CHECK(strlen(script) > CORDON_SHELL_MAX_SCRIPT_BYTES || error.construct != NULL);
        FUZZ_CHECK(strlen(script) > CORDON_SHELL_MAX_SCRIPT_BYTES ||
                   g_str_has_prefix(error.construct, "too "));
        return;
    }
    FUZZ_CHECK(cordon_shell_tree_equal(lowered, again));
    FUZZ_CHECK(!again->has_bash_only);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    g_autoptr(CordonArena) arena = cordon_arena_new();
    CordonShellError error = {0};
    const CordonShellTree *tree = cordon_shell_read(arena, (const char *)data, size, &error);

    if (tree == NULL) {
        FUZZ_CHECK(error.construct != NULL && error.construct[0] != '\0');
        FUZZ_CHECK(error.line >= 1 && error.column >= 1);
        return 0;
    }
    FUZZ_CHECK(size <= CORDON_SHELL_MAX_BYTES && tree->command_count <= CORDON_SHELL_MAX_COMMANDS);
    FUZZ_CHECK(tree->root->type == CORDON_NODE_LIST && tree->root->child_count > 0);
    FUZZ_CHECK(cordon_shell_tree_equal(tree, tree));
    check_offsets(tree->root, size);
    g_autofree char *description = cordon_shell_tree_describe(tree);
    g_autofree char *shown = cordon_shell_print_node(tree->root);
    g_auto(GStrv) argv = cordon_shell_tree_argv(tree);
    FUZZ_CHECK(description[0] != '\0' && shown != NULL);
    check_canonical(arena, tree);
    return 0;
}

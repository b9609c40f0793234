/* SPDX-License-Identifier: MIT */
/* A tree lowered: what only bash can say, said so that every POSIX shell understands it. */
#include "shell/bodies.h"
#include "shell/lowering.h"
#include "shell/printer.h"

#include <string.h>

static const CordonShellNode *lower_node(CordonLowering *lowering, const CordonShellNode *node,
                                         CordonPlace place);

gpointer cordon_lower_fail(CordonLowering *lowering, const char *construct)
{
    if (lowering->construct == NULL)
        lowering->construct = construct;
    return NULL;
}

static CordonShellNode *list_of(CordonLowering *lowering, const CordonShellNode *child)
{
    CordonShellNode *list = CORDON_ARENA_NEW(lowering->arena, CordonShellNode);
    const CordonShellNode **children =
        CORDON_ARENA_ARRAY(lowering->arena, const CordonShellNode *, 1);

    children[0] = child;
    list->type = CORDON_NODE_LIST;
    list->children = children;
    list->child_count = 1;
    list->backgrounds = CORDON_ARENA_NEW(lowering->arena, gboolean);
    return list;
}

CordonShellNode *cordon_lower_wrap(CordonLowering *lowering, CordonShellNodeType type,
                                   const CordonShellNode *child)
{
    CordonShellNode *list = child->type == CORDON_NODE_LIST ? NULL : list_of(lowering, child);

    if (type == CORDON_NODE_LIST)
        return list;
    CordonShellNode *node = CORDON_ARENA_NEW(lowering->arena, CordonShellNode);
    const CordonShellNode **children =
        CORDON_ARENA_ARRAY(lowering->arena, const CordonShellNode *, 1);
    children[0] = type == CORDON_NODE_PIPELINE || list == NULL ? child : list;
    node->type = type;
    node->children = children;
    node->child_count = 1;
    return node;
}

CordonShellNode *cordon_lower_pair(CordonLowering *lowering, CordonShellNodeType type,
                                   const CordonShellNode *a, const CordonShellNode *b,
                                   CordonShellOperator operator)
{
    CordonShellNode *node = CORDON_ARENA_NEW(lowering->arena, CordonShellNode);
    const CordonShellNode **children =
        CORDON_ARENA_ARRAY(lowering->arena, const CordonShellNode *, 2);

    children[0] = a;
    children[1] = b;
    node->type = type;
    node->children = children;
    node->child_count = 2;
    if (type == CORDON_NODE_AND_OR) {
        CordonShellOperator *operators = CORDON_ARENA_NEW(lowering->arena, CordonShellOperator);
        *operators = operator;
        node->operators = operators;
    }
    return node;
}

void cordon_lower_add_redirects(CordonLowering *lowering, CordonShellNode *node,
                                const CordonShellRedirect *redirects, guint count)
{
    guint total = node->redirect_count + count;

    if (count == 0)
        return;
    CordonShellRedirect *all = CORDON_ARENA_ARRAY(lowering->arena, CordonShellRedirect, total);
    if (node->redirect_count > 0)
        memcpy(all, node->redirects, node->redirect_count * sizeof(CordonShellRedirect));
    memcpy(all + node->redirect_count, redirects, count * sizeof(CordonShellRedirect));
    node->redirects = all;
    node->redirect_count = total;
}

/* The redirections of a subshell moved inside. */
static const CordonShellNode *closed_subshell(CordonLowering *lowering, const CordonShellNode *node)
{
    CordonShellNode *group = cordon_lower_wrap(lowering, CORDON_NODE_GROUP, node->children[0]);

    cordon_lower_add_redirects(lowering, group, node->redirects, node->redirect_count);
    return cordon_lower_wrap(lowering, CORDON_NODE_SUBSHELL, group);
}

/* dash 0.5.12 takes { (a) >b; } <c for (a) <c: redirections of a group replace those of a subshell that is all that is
 * in the group.  So that subshell has its own inside. */
void cordon_lower_shield(CordonLowering *lowering, CordonShellNode *group)
{
    const CordonShellNode *list = group->children[0];
    const CordonShellNode *child =
        list->child_count == 1 && !list->backgrounds[0] ? list->children[0] : NULL;

    if (child != NULL && child->type == CORDON_NODE_SUBSHELL && child->redirect_count > 0) {
        child = closed_subshell(lowering, child);
    } else if (child != NULL && child->type == CORDON_NODE_GROUP && child->redirect_count == 0) {
        CordonShellNode *copy = CORDON_ARENA_NEW(lowering->arena, CordonShellNode);
        *copy = *child;
        cordon_lower_shield(lowering, copy);
        child = copy;
    } else {
        return;
    }
    const CordonShellNode **children =
        CORDON_ARENA_ARRAY(lowering->arena, const CordonShellNode *, 1);
    children[0] = list_of(lowering, child);
    group->children = children;
}

static gboolean lower_redirects(CordonLowering *lowering, CordonShellNode *node)
{
    if (node->redirect_count == 0)
        return TRUE;
    CordonShellRedirect *redirects =
        CORDON_ARENA_ARRAY(lowering->arena, CordonShellRedirect, node->redirect_count);
    for (guint i = 0; i < node->redirect_count; i++) {
        redirects[i] = node->redirects[i];
        if (redirects[i].word == NULL)
            continue;
        redirects[i].word = cordon_lower_word(lowering, redirects[i].word);
        if (redirects[i].word == NULL)
            return FALSE;
        if (redirects[i].type == CORDON_REDIRECT_TEXT &&
            !cordon_print_has_delimiter(redirects[i].word)) {
            (void)cordon_lower_fail(lowering, "here-document that no delimiter fits");
            return FALSE;
        }
    }
    node->redirects = redirects;
    return TRUE;
}

static gboolean lower_assignments(CordonLowering *lowering, CordonShellNode *node)
{
    if (node->assignment_count == 0)
        return TRUE;
    CordonShellAssignment *assignments =
        CORDON_ARENA_ARRAY(lowering->arena, CordonShellAssignment, node->assignment_count);
    for (guint i = 0; i < node->assignment_count; i++) {
        CordonShellAssignment *assignment = &assignments[i];
        *assignment = node->assignments[i];
        assignment->value = cordon_lower_word(lowering, assignment->value);
        if (assignment->value != NULL && assignment->is_appended)
            assignment->value =
                cordon_lower_appended(lowering, assignment->name, assignment->value);
        if (assignment->value == NULL)
            return FALSE;
        assignment->is_appended = FALSE;
    }
    node->assignments = assignments;
    return TRUE;
}

/* Does what follows see what child i leaves in the shell? */
static CordonPlace place_of_child(const CordonShellNode *node, guint i, CordonPlace place)
{
    switch (node->type) {
    case CORDON_NODE_PIPELINE:
        /* Without a second command a pipeline runs in the shell itself. */
        return node->child_count > 1 ? CORDON_PLACE_LAST : place;
    case CORDON_NODE_SUBSHELL:
        return CORDON_PLACE_LAST;
    case CORDON_NODE_LIST:
        if (node->backgrounds[i])
            return CORDON_PLACE_LAST;
        return i + 1 == node->child_count ? place : CORDON_PLACE_FOLLOWED;
    case CORDON_NODE_AND_OR:
        return i + 1 == node->child_count ? place : CORDON_PLACE_FOLLOWED;
    case CORDON_NODE_IF:
        return i % 2 == 0 && i + 1 < node->child_count ? CORDON_PLACE_FOLLOWED : place;
    case CORDON_NODE_GROUP:
        return place;
    case CORDON_NODE_SIMPLE:
    case CORDON_NODE_WHILE:
    case CORDON_NODE_UNTIL:
    case CORDON_NODE_FOR:
    case CORDON_NODE_CASE:
    case CORDON_NODE_TEST:
    default:
        return CORDON_PLACE_FOLLOWED;
    }
}

static gboolean lower_children(CordonLowering *lowering, CordonShellNode *node, CordonPlace place)
{
    if (node->child_count == 0)
        return TRUE;
    const CordonShellNode **children =
        CORDON_ARENA_ARRAY(lowering->arena, const CordonShellNode *, node->child_count);
    for (guint i = 0; i < node->child_count; i++) {
        children[i] = lower_node(lowering, node->children[i], place_of_child(node, i, place));
        if (children[i] == NULL)
            return FALSE;
    }
    node->children = children;
    return TRUE;
}

gboolean cordon_lower_counts_bytes(const CordonShellWord *text, const CordonShellWord *pattern)
{
    gboolean is_wide = FALSE, counts = FALSE;

    for (guint i = 0; i < text->count; i++)
        is_wide |=
            text->parts[i].type == CORDON_PART_LITERAL && !g_str_is_ascii(text->parts[i].text);
    for (guint i = 0; i < pattern->count; i++)
        counts |= pattern->parts[i].type == CORDON_PART_PATTERN &&
                  strpbrk(pattern->parts[i].text, "?[") != NULL;
    return is_wide && counts;
}

static gboolean lower_arms(CordonLowering *lowering, CordonShellNode *node, CordonPlace place)
{
    if (node->arm_count == 0)
        return TRUE;
    CordonShellArm *arms = CORDON_ARENA_ARRAY(lowering->arena, CordonShellArm, node->arm_count);
    for (guint i = 0; i < node->arm_count; i++) {
        arms[i] = node->arms[i];
        if (!cordon_lower_words(lowering, arms[i].patterns, arms[i].count, &arms[i].patterns))
            return FALSE;
        for (guint j = 0; j < arms[i].count; j++)
            if (cordon_lower_counts_bytes(&node->words[0], &arms[i].patterns[j])) {
                (void)cordon_lower_fail(lowering, "pattern for a text beyond ASCII");
                return FALSE;
            }
        arms[i].body = cordon_lower_list(lowering, arms[i].body, place);
        if (arms[i].body == NULL)
            return FALSE;
    }
    node->arms = arms;
    return TRUE;
}

static const CordonShellNode *lower_test_node(CordonLowering *lowering, const CordonShellNode *node)
{
    CordonShellNode *lowered = cordon_lower_test(lowering, node->test);

    if (lowered == NULL)
        return NULL;
    /* [[ ]] expands its words after its redirections, [ before them. */
    if (lowered->type == CORDON_NODE_SIMPLE && node->redirect_count > 0)
        lowered = cordon_lower_wrap(lowering, CORDON_NODE_GROUP, lowered);
    cordon_lower_add_redirects(lowering, lowered, node->redirects, node->redirect_count);
    return lower_redirects(lowering, lowered) ? lowered : NULL;
}

static const CordonShellNode *lower_process(CordonLowering *lowering, const CordonShellNode *node,
                                            CordonShellNode *copy, CordonPlace place)
{
    if (place == CORDON_PLACE_FOLLOWED && cordon_lower_has_effect(node))
        return cordon_lower_fail(lowering,
                                 "process substitution for a command that sets variables");
    return cordon_lower_process(lowering, copy);
}

static const CordonShellNode *lower_node(CordonLowering *lowering, const CordonShellNode *node,
                                         CordonPlace place)
{
    CordonShellNode *copy;

    if (node->type == CORDON_NODE_TEST)
        return cordon_lower_has_process(node)
                   ? cordon_lower_fail(lowering, "process substitution for [[ ]]")
                   : lower_test_node(lowering, node);
    copy = CORDON_ARENA_NEW(lowering->arena, CordonShellNode);
    *copy = *node;
    if (!cordon_lower_words(lowering, node->words, node->word_count, &copy->words) ||
        !lower_assignments(lowering, copy) || !lower_redirects(lowering, copy) ||
        !lower_children(lowering, copy, place) || !lower_arms(lowering, copy, place))
        return NULL;
    /* The home folder was written into them. */
    for (guint i = 0; node->type != CORDON_NODE_CASE && i < copy->word_count; i++)
        if (cordon_shell_word_doubles_slash(&copy->words[i]))
            return cordon_lower_fail(lowering, "two slashes behind a pattern");
    if (copy->type == CORDON_NODE_SIMPLE && !cordon_lower_builtin(lowering, copy))
        return NULL;
    if (copy->type == CORDON_NODE_GROUP && copy->redirect_count > 0)
        cordon_lower_shield(lowering, copy);
    return cordon_lower_has_process(copy) ? lower_process(lowering, node, copy, place) : copy;
}

const CordonShellNode *cordon_lower_list(CordonLowering *lowering, const CordonShellNode *list,
                                         CordonPlace place)
{
    return lower_node(lowering, list, place);
}

const CordonShellTree *cordon_shell_lower(CordonArena *arena, const CordonShellTree *tree,
                                          const CordonPrintFacts *facts, const char **ret_construct)
{
    CordonLowering lowering = {.arena = arena, .home = facts != NULL ? facts->home : NULL};

    cordon_lower_survey(&lowering, tree->root);
    const CordonShellNode *root = cordon_lower_list(&lowering, tree->root, CORDON_PLACE_LAST);
    if (root != NULL && cordon_bodies_find_deep(root) != NULL)
        root = cordon_lower_fail(&lowering, "here-document deep in a command substitution");
    if (root == NULL) {
        *ret_construct = lowering.construct;
        return NULL;
    }
    CordonShellTree *lowered = CORDON_ARENA_NEW(arena, CordonShellTree);
    *lowered = *tree;
    lowered->root = root;
    lowered->has_bash_only = FALSE;
    return lowered;
}

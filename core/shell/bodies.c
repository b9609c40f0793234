/* SPDX-License-Identifier: MIT */
/* Here-documents deep in a substitution.
 *
 * Bash 5.2 reads $(...) into a tree, prints that tree and reads the print again.  Where a here-document belongs to a
 * command within a compound command, in the middle of a chain of && and ||, at the end of a chain or a pipeline that an
 * operator follows (&&, || or &), or before other commands (one semicolon behind it is lost), the print is wrong.  So it is
 * in the text of another here-document, whose reading joins lines that end with a backslash, also those of the inner one. */
#include "shell/bodies.h"

typedef struct {
    gboolean is_substituted;
    gboolean is_deep;     /* a here-document here would be printed wrongly */
    gboolean is_followed; /* by &&, || or & */
    gboolean is_in_text;  /* of another here-document */
} Place;

static const CordonShellNode *find_in_node(const CordonShellNode *node, Place place);

static const CordonShellNode *find_in_word(const CordonShellWord *word, gboolean is_in_text)
{
    for (guint i = 0; word != NULL && i < word->count; i++) {
        const CordonShellPart *part = &word->parts[i];
        const Place place = {
            .is_substituted = TRUE, .is_deep = is_in_text, .is_in_text = is_in_text};
        const CordonShellNode *found = part->body != NULL ? find_in_node(part->body, place) : NULL;
        if (found == NULL)
            found = find_in_word(part->inner, is_in_text);
        if (found == NULL)
            found = find_in_word(part->replacement, is_in_text);
        if (found != NULL)
            return found;
    }
    return NULL;
}

static const CordonShellNode *find_in_redirects(const CordonShellNode *node, Place place)
{
    gboolean is_bad = place.is_substituted && place.is_deep;

    for (guint i = 0; i < node->redirect_count; i++) {
        const CordonShellRedirect *redirect = &node->redirects[i];
        gboolean is_text = redirect->type == CORDON_REDIRECT_TEXT;
        if (is_bad && is_text)
            return node;
        const CordonShellNode *found = find_in_word(redirect->word, place.is_in_text || is_text);
        if (found != NULL)
            return found;
    }
    return NULL;
}

static const CordonShellNode *find_in_words(const CordonShellNode *node, gboolean is_in_text)
{
    const CordonShellNode *found = NULL;

    for (guint i = 0; found == NULL && i < node->word_count; i++)
        found = find_in_word(&node->words[i], is_in_text);
    for (guint i = 0; found == NULL && i < node->assignment_count; i++)
        found = find_in_word(node->assignments[i].value, is_in_text);
    return found;
}

static const CordonShellNode *find_in_test(const CordonShellTest *test, gboolean is_in_text)
{
    const CordonShellNode *found = NULL;

    if (test == NULL)
        return NULL;
    found = find_in_word(test->left, is_in_text);
    if (found == NULL)
        found = find_in_word(test->right, is_in_text);
    if (found == NULL)
        found = find_in_test(test->a, is_in_text);
    return found != NULL ? found : find_in_test(test->b, is_in_text);
}

static Place place_of_child(const CordonShellNode *node, guint i, Place place)
{
    Place child = place;
    gboolean is_last = i + 1 == node->child_count;

    child.is_followed = FALSE;
    switch ((int)node->type) {
    case CORDON_NODE_LIST:
        child.is_deep |= !is_last;
        child.is_followed = node->backgrounds[i];
        break;
    case CORDON_NODE_AND_OR:
        child.is_deep |= i > 0 && (!is_last || place.is_followed);
        child.is_followed = !is_last || place.is_followed;
        break;
    case CORDON_NODE_PIPELINE:
        child.is_deep |= i > 0 && is_last && place.is_followed;
        break;
    default:
        child.is_deep = TRUE;
        break;
    }
    return child;
}

static const CordonShellNode *find_in_arms(const CordonShellNode *node, Place place)
{
    const CordonShellNode *found = NULL;

    place.is_deep = TRUE;
    for (guint i = 0; found == NULL && i < node->arm_count; i++) {
        const CordonShellArm *arm = &node->arms[i];
        for (guint j = 0; found == NULL && j < arm->count; j++)
            found = find_in_word(&arm->patterns[j], place.is_in_text);
        if (found == NULL)
            found = find_in_node(arm->body, place);
    }
    return found;
}

static const CordonShellNode *find_in_node(const CordonShellNode *node, Place place)
{
    const CordonShellNode *found = find_in_redirects(node, place);

    if (found == NULL)
        found = find_in_words(node, place.is_in_text);
    if (found == NULL)
        found = find_in_test(node->test, place.is_in_text);
    for (guint i = 0; found == NULL && i < node->child_count; i++)
        found = find_in_node(node->children[i], place_of_child(node, i, place));
    return found != NULL ? found : find_in_arms(node, place);
}

const CordonShellNode *cordon_bodies_find_deep(const CordonShellNode *root)
{
    return find_in_node(root, (Place){.is_substituted = FALSE});
}

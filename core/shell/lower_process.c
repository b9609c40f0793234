/* SPDX-License-Identifier: MIT */
/* Process substitutions said with pipes.
 *
 *     cmd <(A) <(B)
 *
 * becomes
 *
 *     { { A; } 5<&- | { { B; } 0<&5 5<&- 3<&- | { cmd /dev/fd/3 /dev/fd/4; } 4<&0 0<&5 5<&-; } 3<&0; } 5<&0
 *
 * The standard input is kept as 5 for all of them.  The command is the last of its pipeline, so the exit status is its
 * own; and it runs in a process of its own, so it must be one that changes nothing in the shell, or the last one. */
#include "shell/lowering.h"

#include <string.h>

#define HIGHEST_FD 9

typedef struct {
    CordonLowering *lowering;
    int fds[HIGHEST_FD]; /* of the substitutions, in order */
    const CordonShellNode *bodies[HIGHEST_FD];
    guint count;
    int stdin_fd;
} Pipes;

static gboolean is_process(const CordonShellPart *part)
{
    return part->type == CORDON_PART_PROCESS;
}

static gboolean word_has_process(const CordonShellWord *word)
{
    for (guint i = 0; word != NULL && i < word->count; i++)
        if (is_process(&word->parts[i]))
            return TRUE;
    return FALSE;
}

gboolean cordon_lower_has_process(const CordonShellNode *node)
{
    for (guint i = 0; i < node->word_count; i++)
        if (word_has_process(&node->words[i]))
            return TRUE;
    for (guint i = 0; i < node->redirect_count; i++)
        if (word_has_process(node->redirects[i].word))
            return TRUE;
    return FALSE;
}

/* A descriptor that nothing in the line uses; -1: none is left. */
static int take_fd(Pipes *pipes)
{
    for (int fd = HIGHEST_FD; fd > 2; fd--) {
        if (pipes->lowering->used_fds & (1u << fd))
            continue;
        pipes->lowering->used_fds |= 1u << fd;
        return fd;
    }
    return -1;
}

static int add_pipe(Pipes *pipes, const CordonShellPart *part)
{
    int fd = pipes->count < HIGHEST_FD ? take_fd(pipes) : -1;

    if (part->is_output) {
        cordon_lower_fail(pipes->lowering, ">(...)");
        return -1;
    }
    if (fd < 0) {
        cordon_lower_fail(pipes->lowering, "too many process substitutions");
        return -1;
    }
    pipes->fds[pipes->count] = fd;
    pipes->bodies[pipes->count++] = part->body;
    return fd;
}

static const CordonShellWord *replace_in_word(Pipes *pipes, const CordonShellWord *word)
{
    CordonArena *arena = pipes->lowering->arena;
    CordonShellPart *parts = CORDON_ARENA_ARRAY(arena, CordonShellPart, word->count);

    for (guint i = 0; i < word->count; i++) {
        parts[i] = word->parts[i];
        if (!is_process(&parts[i]))
            continue;
        int fd = add_pipe(pipes, &word->parts[i]);
        if (fd < 0)
            return NULL;
        char digit[] = {(char)('0' + fd), '\0'};
        parts[i] = (CordonShellPart){.type = CORDON_PART_LITERAL,
                                     .text = cordon_arena_concat(arena, "/dev/fd/", digit, NULL)};
    }
    return cordon_lower_join(pipes->lowering, parts, word->count, word->offset);
}

static gboolean replace_in_words(Pipes *pipes, CordonShellNode *node)
{
    if (node->word_count == 0)
        return TRUE;
    CordonShellWord *words =
        CORDON_ARENA_ARRAY(pipes->lowering->arena, CordonShellWord, node->word_count);
    for (guint i = 0; i < node->word_count; i++) {
        words[i] = node->words[i];
        if (!word_has_process(&words[i]))
            continue;
        const CordonShellWord *word = replace_in_word(pipes, &words[i]);
        if (word == NULL)
            return FALSE;
        words[i] = *word;
    }
    node->words = words;
    return TRUE;
}

/* < <(A): the descriptor itself, there is no file to open. */
static gboolean replace_in_redirect(Pipes *pipes, CordonShellRedirect *redirect)
{
    if (redirect->word->count != 1 || redirect->type != CORDON_REDIRECT_READ)
        return cordon_lower_fail(pipes->lowering, "redirection to a process substitution") != NULL;
    int fd = add_pipe(pipes, &redirect->word->parts[0]);
    if (fd < 0)
        return FALSE;
    *redirect =
        (CordonShellRedirect){.type = CORDON_REDIRECT_DUPLICATE, .fd = redirect->fd, .target = fd};
    return TRUE;
}

static gboolean replace_in_redirects(Pipes *pipes, CordonShellNode *node)
{
    if (node->redirect_count == 0)
        return TRUE;
    CordonShellRedirect *redirects =
        CORDON_ARENA_ARRAY(pipes->lowering->arena, CordonShellRedirect, node->redirect_count);
    for (guint i = 0; i < node->redirect_count; i++) {
        redirects[i] = node->redirects[i];
        if (word_has_process(redirects[i].word) && !replace_in_redirect(pipes, &redirects[i]))
            return FALSE;
    }
    node->redirects = redirects;
    return TRUE;
}

static CordonShellRedirect duplicate(int fd, int target)
{
    return (CordonShellRedirect){.type = CORDON_REDIRECT_DUPLICATE, .fd = fd, .target = target};
}

static CordonShellNode *grouped(Pipes *pipes, const CordonShellNode *node)
{
    CordonShellNode *group = cordon_lower_wrap(pipes->lowering, CORDON_NODE_GROUP, node);

    cordon_lower_shield(pipes->lowering, group);
    return group;
}

/* The commands of substitution i, with the descriptors that they know. */
static CordonShellNode *writer(Pipes *pipes, guint i)
{
    CordonShellNode *node = grouped(pipes, pipes->bodies[i]);
    CordonShellRedirect redirects[HIGHEST_FD + 2];
    guint count = 0;

    if (i > 0)
        redirects[count++] = duplicate(0, pipes->stdin_fd);
    redirects[count++] = duplicate(pipes->stdin_fd, -1);
    for (guint j = 0; j < i; j++)
        redirects[count++] = duplicate(pipes->fds[j], -1);
    cordon_lower_add_redirects(pipes->lowering, node, redirects, count);
    return node;
}

/* From substitution i on. */
static CordonShellNode *pipeline(Pipes *pipes, guint i, const CordonShellNode *command)
{
    gboolean is_last = i + 1 == pipes->count;
    CordonShellNode *reader = grouped(pipes, is_last ? command : pipeline(pipes, i + 1, command));
    CordonShellRedirect redirects[] = {
        duplicate(pipes->fds[i], 0),
        duplicate(0, pipes->stdin_fd),
        duplicate(pipes->stdin_fd, -1),
    };

    cordon_lower_add_redirects(pipes->lowering, reader, redirects, is_last ? 3 : 1);
    return cordon_lower_pair(pipes->lowering, CORDON_NODE_PIPELINE, writer(pipes, i), reader,
                             CORDON_OPERATOR_AND);
}

const CordonShellNode *cordon_lower_process(CordonLowering *lowering, CordonShellNode *node)
{
    Pipes pipes = {.lowering = lowering};
    guint used_fds = lowering->used_fds;

    pipes.stdin_fd = take_fd(&pipes);
    if (pipes.stdin_fd < 0)
        return cordon_lower_fail(lowering, "too many process substitutions");
    if (!replace_in_words(&pipes, node) || !replace_in_redirects(&pipes, node))
        return NULL;
    CordonShellNode *whole = grouped(&pipes, pipeline(&pipes, 0, node));
    CordonShellRedirect kept = duplicate(pipes.stdin_fd, 0);
    cordon_lower_add_redirects(lowering, whole, &kept, 1);
    /* Another command of the line may use the same ones. */
    lowering->used_fds = used_fds;
    return whole;
}

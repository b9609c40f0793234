/* SPDX-License-Identifier: MIT */
/* An arena: blocks that double in size, each filled from its begin. */
#include "base/arena.h"

#include <stdalign.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#define FIRST_BLOCK_BYTES ((gsize)16 * 1024)
#define MAX_BLOCK_BYTES   ((gsize)1024 * 1024)
#define ALIGNMENT         alignof(max_align_t)

typedef struct Block Block;
struct Block {
    Block *previous;
    gsize size, used;
    alignas(max_align_t) char bytes[];
};

struct CordonArena {
    Block *block; /* the newest, and so the biggest */
    gsize used;
};

static Block *block_new(gsize size, Block *previous)
{
    Block *block = g_malloc(sizeof(Block) + size);

    block->previous = previous;
    block->size = size;
    block->used = 0;
    return block;
}

CordonArena *cordon_arena_new(void)
{
    CordonArena *arena = g_new0(CordonArena, 1);

    arena->block = block_new(FIRST_BLOCK_BYTES, NULL);
    return arena;
}

static void free_blocks(Block *block)
{
    while (block != NULL) {
        Block *previous = block->previous;
        g_free(block);
        block = previous;
    }
}

void cordon_arena_free(CordonArena *arena)
{
    if (arena == NULL)
        return;
    free_blocks(arena->block);
    g_free(arena);
}

void cordon_arena_reset(CordonArena *arena)
{
    free_blocks(g_steal_pointer(&arena->block->previous));
    arena->block->used = 0;
    arena->used = 0;
}

gpointer cordon_arena_alloc(CordonArena *arena, gsize size)
{
    if (size > G_MAXSIZE / 2)
        g_error("an arena was asked for %" G_GSIZE_FORMAT " bytes", size);
    gsize rounded = (size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;

    if (arena->block->size - arena->block->used < rounded) {
        gsize next = MIN(arena->block->size * 2, MAX_BLOCK_BYTES);
        arena->block = block_new(MAX(next, rounded), arena->block);
    }
    char *piece = arena->block->bytes + arena->block->used;
    arena->block->used += rounded;
    arena->used += rounded;
    return memset(piece, 0, rounded);
}

char *cordon_arena_strndup(CordonArena *arena, const char *text, gsize size)
{
    char *copy = cordon_arena_alloc(arena, size + 1);

    if (size > 0)
        memcpy(copy, text, size);
    return copy;
}

char *cordon_arena_strdup(CordonArena *arena, const char *text)
{
    return cordon_arena_strndup(arena, text, strlen(text));
}

char *cordon_arena_concat(CordonArena *arena, ...)
{
    va_list texts;
    gsize size = 1;
    const char *text;

    va_start(texts, arena);
    while ((text = va_arg(texts, const char *)) != NULL)
        size += strlen(text);
    va_end(texts);
    char *joined = cordon_arena_alloc(arena, size);
    char *end = joined;
    va_start(texts, arena);
    while ((text = va_arg(texts, const char *)) != NULL) {
        gsize length = strlen(text);
        memcpy(end, text, length);
        end += length;
    }
    va_end(texts);
    return joined;
}

gsize cordon_arena_used(const CordonArena *arena)
{
    return arena->used;
}

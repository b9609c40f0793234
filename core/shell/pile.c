/* SPDX-License-Identifier: MIT */
/* Piles: arrays that double in size, in an arena. */
#include "shell/pile.h"

#include <string.h>

#define FIRST_ITEMS 16u

static void make_room(CordonArena *arena, CordonPile *pile, guint count)
{
    guint capacity = MAX(pile->capacity * 2, FIRST_ITEMS);

    while (capacity - pile->count < count)
        capacity *= 2;
    char *items = cordon_arena_alloc(arena, capacity * pile->item_size);
    if (pile->count > 0)
        memcpy(items, pile->items, pile->count * pile->item_size);
    pile->items = items;
    pile->capacity = capacity;
}

gpointer cordon_pile_push(CordonArena *arena, CordonPile *pile)
{
    if (pile->count == pile->capacity)
        make_room(arena, pile, 1);
    return memset(pile->items + pile->count++ * pile->item_size, 0, pile->item_size);
}

void cordon_pile_append(CordonArena *arena, CordonPile *pile, gconstpointer items, guint count)
{
    if (count == 0)
        return;
    if (pile->capacity - pile->count < count)
        make_room(arena, pile, count);
    memcpy(pile->items + pile->count * pile->item_size, items, count * pile->item_size);
    pile->count += count;
}

gpointer cordon_pile_take(CordonArena *arena, CordonPile *pile, guint mark)
{
    guint count = pile->count - mark;

    if (count == 0)
        return NULL;
    gpointer items = cordon_arena_alloc(arena, count * pile->item_size);
    memcpy(items, pile->items + mark * pile->item_size, count * pile->item_size);
    pile->count = mark;
    return items;
}

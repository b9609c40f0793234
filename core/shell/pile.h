/* SPDX-License-Identifier: MIT */
/* Growing arrays for what is read in pieces: a nested construct piles its items on top of those of the construct
 * around it, and takes them off as one array when it is complete.  Memory comes from the arena.  Private to
 * core/shell. */
#ifndef CORDON_SHELL_PILE_H
#define CORDON_SHELL_PILE_H

#include "base/arena.h"

typedef struct {
    char *items;
    guint count, capacity;
    gsize item_size;
} CordonPile;

#define CORDON_PILE(type)                                                                          \
    {                                                                                              \
        NULL, 0, 0, sizeof(type)                                                                   \
    }

/* A new item, zero-filled; valid until the next one is added. */
gpointer cordon_pile_push(CordonArena *arena, CordonPile *pile);
/* Adds count items. */
void cordon_pile_append(CordonArena *arena, CordonPile *pile, gconstpointer items, guint count);
/* The items from mark on, copied to the arena and taken off; NULL when there are none. */
gpointer cordon_pile_take(CordonArena *arena, CordonPile *pile, guint mark);

#define CORDON_PILE_ITEM(pile, type, index) (&((type *)(gpointer)(pile).items)[index])

#endif

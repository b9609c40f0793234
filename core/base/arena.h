/* SPDX-License-Identifier: MIT */
/* Memory that is taken piece by piece and given back at once: for trees whose parts live and die together.
 * Not thread-safe; one arena belongs to one thread at a time. */
#ifndef CORDON_BASE_ARENA_H
#define CORDON_BASE_ARENA_H

#include <glib.h>

typedef struct CordonArena CordonArena;

CordonArena *cordon_arena_new(void);
void cordon_arena_free(CordonArena *arena);
/* Forgets all pieces and keeps the memory for the next ones. */
void cordon_arena_reset(CordonArena *arena);
/* Zero-filled, aligned for any type; never NULL.  Valid until the arena is reset or freed. */
gpointer cordon_arena_alloc(CordonArena *arena, gsize size);
/* A NUL-terminated copy of size bytes. */
char *cordon_arena_strndup(CordonArena *arena, const char *text, gsize size);
char *cordon_arena_strdup(CordonArena *arena, const char *text);
/* The texts, one behind the other; the list ends with NULL. */
char *cordon_arena_concat(CordonArena *arena, ...) G_GNUC_NULL_TERMINATED;
/* Bytes handed out since the last reset: what a bound is measured with. */
gsize cordon_arena_used(const CordonArena *arena);

#define CORDON_ARENA_NEW(arena, type) ((type *)cordon_arena_alloc((arena), sizeof(type)))
#define CORDON_ARENA_ARRAY(arena, type, count)                                                     \
    ((type *)cordon_arena_alloc((arena), sizeof(type) * (count)))

G_DEFINE_AUTOPTR_CLEANUP_FUNC(CordonArena, cordon_arena_free)

#endif

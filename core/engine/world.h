/* SPDX-License-Identifier: MIT */
/* The real disk, as the command filter asks for it. */
#ifndef CORDON_ENGINE_WORLD_H
#define CORDON_ENGINE_WORLD_H

#include "filter/world.h"

/* Entries that a search for secrets looks at; beyond them it gives up. */
#define CORDON_WORLD_MAX_ENTRIES 200000u

/* Static; thread-safe.  user_data of its functions is not used. */
const CordonWorld *cordon_world_disk(void);

#endif

/* SPDX-License-Identifier: MIT */
/* The system's random numbers, for what must not be guessed. */
#ifndef CORDON_SESSION_RANDOM_H
#define CORDON_SESSION_RANDOM_H

#include <glib.h>

/* Never fails: a system without random numbers ends the program. */
void cordon_random_fill(guchar *bytes, gsize size);

#endif

/* SPDX-License-Identifier: MIT */
/* What of the system a command sees: /usr and a short list of the rest. */
#ifndef CORDON_ENGINE_SYSTEM_H
#define CORDON_ENGINE_SYSTEM_H

#include <glib.h>

/* Appends CordonMounts (role SYSTEM, read) of what there is on this machine. */
void cordon_system_add_mounts(GPtrArray *mounts);

#endif

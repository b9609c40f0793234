/* SPDX-License-Identifier: MIT */
/* This machine's facts, as backends get them: those of base/facts.h and what the engine adds. */
#ifndef CORDON_ENGINE_MACHINE_H
#define CORDON_ENGINE_MACHINE_H

#include "base/facts.h"

/* Read once a process, immutable, for ever:
 *   helper.init    see backend.h
 *   late-mounts    "private" where a launch may be started in a mount namespace of its own
 *                  (CordonProcessSpec.private_mounts), so that later mounts of the host stay out of
 *                  it; else absent
 *   device-nodes   "read-only" where that namespace also keeps user 0 from changing the nodes in
 *                  /dev; else absent, also for other users, who cannot change them anyway */
const CordonFacts *cordon_machine_facts(void);

/* The same for a launch whose command can write below workspace (a real path; NULL: a look at the
 * machine without a launch): "workspace" is set, and "path" holds no folder of any workspace
 * (engine/workspace.h).  Free it. */
CordonFacts *cordon_machine_facts_for(const char *workspace);

#endif

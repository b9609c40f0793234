/* SPDX-License-Identifier: MIT */
/* Shows a readiness to a person: the state, and the one step that helps. */
#ifndef CORDON_CLI_SHOW_H
#define CORDON_CLI_SHOW_H

#include <cordon/cordon.h>
#include <stdio.h>

/* Several lines; the command of the step stands on a line of its own, ready to be copied. */
void cli_show_readiness(const CordonReadiness *readiness, FILE *stream);
gboolean cli_readiness_is_usable(const CordonReadiness *readiness);

#endif

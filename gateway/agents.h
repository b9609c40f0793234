/* SPDX-License-Identifier: MIT */
/* Agents as the gateway compares them. */
#ifndef CORDON_GATEWAY_AGENTS_H
#define CORDON_GATEWAY_AGENTS_H

#include <cordon/session.h>

/* Are both the same bubble, or the same agent without one? */
gboolean agents_are_same(const CordonAgent *one, const CordonAgent *other);

#endif

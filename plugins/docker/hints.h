/* SPDX-License-Identifier: MIT */
/* The one step that helps, for every finding code. */
#ifndef CORDON_DOCKER_HINTS_H
#define CORDON_DOCKER_HINTS_H

#include <cordon/backend.h>

/* Put before the subject of a finding that is about where the engine is (host-bad, remote, down,
 * podman, not-an-engine), or about the context, when the variable named it: the step then is about
 * the variable, which counts for more than any context. */
#define DOCKER_SUBJECT_HOST    "DOCKER_HOST="
#define DOCKER_SUBJECT_CONTEXT "DOCKER_CONTEXT="
/* The same when config.json names it: the step then selects another context. */
#define DOCKER_SUBJECT_CONFIG "currentContext="

/* Pushes the hint for a code of codes.def; CORDON_E_INVALID for any other.  Pure: what it says
 * depends on the code, on the machine's facts and on the subject of the finding:
 *
 *   docker.context-missing               [WHO]NAME
 *   docker.host-bad, docker.remote       [WHO]ADDRESS; host-bad without WHO is DOCKER_HOST's
 *   docker.config-broken                 the file
 *   docker.down, .hung, .not-a-socket,   [WHO][unix://]PATH of the socket
 *     .permission, .podman,
 *     .not-an-engine, .cgroup
 *   image.missing, .wrong-platform       the reference of the image
 *
 * WHO is one of the three above.  None of them has to be there.  Into a command goes only
 * what is a plain word. */
int32_t docker_hint(const struct cordon_host *host, struct cordon_call *call, const char *code);

#endif

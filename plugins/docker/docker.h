/* SPDX-License-Identifier: MIT */
/* What the files of this backend share.  plugin.c ties them together:
 *   facts.c    what cordon-docker found out, read          hints.c  code -> the one step that helps
 *   explain.c  those facts -> what is in the way           wrap.c   launch -> command line of cordon-docker
 *   probe.c    asks, tries a container, says findings and offers
 *
 * The plug-in itself talks to no engine: the program cordon-docker does, in a process of its own. */
#ifndef CORDON_DOCKER_H
#define CORDON_DOCKER_H

#include <cordon/backend.h>
#include <cordon/guarantees.h>
#include <sink.h>
#include <stdbool.h>

#include "codes.h"
#include "hints.h"

/* The engine that a launch uses: what probe() found, and what wrap() gets back as facts. */
struct docker_engine {
    const char *endpoint; /* "probed.docker.endpoint": the socket's path */
    const char *image;    /* "probed.docker.image": its id */
    const char *user;     /* "probed.docker.user": "UID:GID" inside the container */
    /* Words of "probed.docker.engine". */
    bool maps_users;       /* "userns": has to be switched off for this container */
    bool limits_memory;    /* "memory": it can keep that limit */
    bool limits_processes; /* "processes" */
    bool is_far;           /* "vm": its folders have other numbers than the host's */
};

/* The programs of the host that a launch needs; absolute paths. */
struct docker_helpers {
    const char *driver; /* cordon-docker */
    const char *init;   /* cordon-init */
};

/* Where the container has cordon-init. */
#define DOCKER_INIT_GUEST "/.cordon-init"

/* The whole command line for a launch.  Pure.  Refuses, with a sentence through sink->fail, what bwrap_plan() would
 * refuse for the same reasons (entries that lie over one another, a network, limits of 0).
 *
 * System entries are passed over: the image brings its own.  Paths that the engine's JSON cannot carry (bytes that are not
 * UTF-8) are refused. */
int32_t docker_plan(const struct docker_engine *engine, const struct docker_helpers *helpers,
                    const struct cordon_launch *launch, const struct kit_sink *sink);

int32_t docker_probe(const struct cordon_host *host, struct cordon_call *call, uint32_t depth);
int32_t docker_wrap(const struct cordon_host *host, struct cordon_call *call,
                    const struct cordon_launch *launch);

/* Reads the words of "probed.docker.engine". */
void docker_engine_parse(struct docker_engine *engine, const char *words);

#endif

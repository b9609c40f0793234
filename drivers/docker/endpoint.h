/* SPDX-License-Identifier: MIT */
/* Where the engine listens: found as docker's own command line finds it.
 *
 * DOCKER_HOST, then DOCKER_CONTEXT, then currentContext of config.json, then the usual sockets.  Only a
 * socket of this machine is used: an engine elsewhere has other folders. */
#ifndef CORDON_DOCKER_ENDPOINT_H
#define CORDON_DOCKER_ENDPOINT_H

#include <cordon/error.h>

typedef enum {
    CORDON_ENDPOINT_SOCKET,          /* path: a socket, or where one ought to be */
    CORDON_ENDPOINT_REMOTE,          /* text: "tcp://10.0.0.1:2375", "ssh://host" */
    CORDON_ENDPOINT_BAD_HOST,        /* text: DOCKER_HOST, which names no endpoint */
    CORDON_ENDPOINT_CONTEXT_MISSING, /* text: the context that there is none of */
    CORDON_ENDPOINT_CONFIG_BROKEN,   /* text: the file that cannot be read as what it ought to be */
} CordonEndpointType;

typedef enum {
    CORDON_ENDPOINT_FROM_HOST,    /* DOCKER_HOST */
    CORDON_ENDPOINT_FROM_CONTEXT, /* DOCKER_CONTEXT */
    CORDON_ENDPOINT_FROM_CONFIG,  /* currentContext of config.json */
    CORDON_ENDPOINT_FROM_DEFAULT,
} CordonEndpointSource;

typedef struct {
    CordonEndpointType type;
    CordonEndpointSource source;
    char *path;
    char *text;
    char *context; /* the name of the context, or NULL */
} CordonEndpoint;

/* What is looked at; tests make their own. */
typedef struct {
    const char *docker_host, *docker_context; /* the variables, or NULL; empty counts as NULL */
    const char *docker_config;                /* the folder that DOCKER_CONFIG names, or NULL */
    const char *home;                         /* or NULL */
    const char *runtime_dir;                  /* XDG_RUNTIME_DIR, or NULL */
    const char *root; /* put before the paths of the system: "" but in tests */
} CordonEndpointPlaces;

/* From the environment of this process. */
CordonEndpointPlaces cordon_endpoint_places(void);
/* Reads files, connects to nothing. */
void cordon_endpoint_find(const CordonEndpointPlaces *places, CordonEndpoint *ret);
void cordon_endpoint_clear(CordonEndpoint *endpoint);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(CordonEndpoint, cordon_endpoint_clear)

#endif

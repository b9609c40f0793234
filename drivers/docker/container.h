/* SPDX-License-Identifier: MIT */
/* The words of `cordon-docker run`, and the container that they describe.  Pure.
 *
 *   --endpoint SOCKET       the engine's socket
 *   --name NAME             of the container
 *   --image IMAGE           by name or by id; it is never pulled
 *   --user UID:GID
 *   --workdir DIR
 *   --status FD             "cordon.status/1"
 *   --env FD                the command's environment: NAME=VALUE, each ended by a NUL
 *   --filter FD             the system call filter that cordon-init gives the command
 *   --bind ro|rw HOST GUEST
 *   --tmpfs ro|rw MODE GUEST
 *   --hide file|folder GUEST
 *   --limit processes|memory|scratch N
 *   --host-users            where the engine maps user ids: not for this container
 *   -- INIT... -- ARGV...   cordon-init with its options, as it is found in the container, and the command
 */
#ifndef CORDON_DOCKER_CONTAINER_H
#define CORDON_DOCKER_CONTAINER_H

#include <cordon/error.h>

typedef enum {
    CORDON_CONTAINER_BIND,
    CORDON_CONTAINER_TMPFS,
    CORDON_CONTAINER_HIDDEN_FILE,
    CORDON_CONTAINER_HIDDEN_FOLDER,
} CordonContainerMountType;

typedef struct {
    CordonContainerMountType type;
    gboolean read_only;
    const char *mode;  /* TMPFS: octal digits */
    const char *host;  /* BIND */
    const char *guest; /* a plain absolute path */
} CordonContainerMount;

typedef struct {
    const char *endpoint, *name, *image, *user, *workdir;
    int status_fd, env_fd, filter_fd;               /* -1: none */
    GArray *mounts;                                 /* of CordonContainerMount */
    guint64 processes, memory_bytes, scratch_bytes; /* G_MAXUINT64: no limit */
    gboolean host_users;
    const char *const *argv; /* the command */
    char **init;             /* cordon-init with its options, or NULL; freed with the container */
} CordonContainer;

/* Borrows from argv, which is behind the word `run`. */
gboolean cordon_container_parse(const char *const *argv, CordonContainer *ret, GError **error);
void cordon_container_clear(CordonContainer *container);
/* The body of POST /containers/create.  The command and its environment are not in it: cordon-init gets them by the
 * container's input.  hidden_file: a file of the host that nobody may read; may be NULL when no entry is a hidden file.
 * Free with g_free(). */
char *cordon_container_json(const CordonContainer *container, const char *hidden_file);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(CordonContainer, cordon_container_clear)

#endif

/* SPDX-License-Identifier: MIT */
/* The container image that the docker backend runs commands in: is it here, what would it cost to fetch
 * it, and fetch it.
 *
 * All of it happens in cordon-docker, a process of its own; nothing of the network is in this library.
 * Nothing here asks a person: whoever calls cordon_image_pull() has shown the size and has a yes.
 *
 * Every function blocks until it is done and is thread-safe; call them in a thread of their own where a
 * loop has to go on.  Sizes are bytes. */
#ifndef CORDON_IMAGE_H
#define CORDON_IMAGE_H

#include <cordon/error.h>

G_BEGIN_DECLS

#define CORDON_IMAGE_ERROR (cordon_image_error_quark())

/* Messages are whole sentences that say what to do.  What goes wrong between this library and its
 * helper is CORDON_ERROR, as elsewhere. */
typedef enum {
    CORDON_IMAGE_ERROR_REFERENCE, /* the name is no name of an image */
    CORDON_IMAGE_ERROR_NOT_FOUND, /* the registry has no such image */
    CORDON_IMAGE_ERROR_DENIED, /* it wants other credentials, or has no such image and hides it */
    CORDON_IMAGE_ERROR_RATE_LIMIT, /* too many pulls; the message has the registry's numbers */
    CORDON_IMAGE_ERROR_OFFLINE,    /* no way to the registry: its name, the connection, a timeout */
    CORDON_IMAGE_ERROR_TLS,        /* the connection is not one that can be trusted */
    CORDON_IMAGE_ERROR_PLATFORM,   /* there is none for the engine's system and processor */
    CORDON_IMAGE_ERROR_SCHEMA,     /* the image is in a format from before 2016 */
    CORDON_IMAGE_ERROR_REGISTRY,   /* an answer that is not what its format says */
    CORDON_IMAGE_ERROR_ENGINE,     /* there is no engine to ask, or it failed */
    CORDON_IMAGE_ERROR_NO_SPACE,   /* the engine's disk is full */
    CORDON_IMAGE_ERROR_CANCELLED   /* by cordon_image_cancel_now() */
} CordonImageError;

CORDON_PUBLIC GQuark cordon_image_error_quark(void);
/* "not-found": the codes of docs/image.schema.json.  Static. */
CORDON_PUBLIC const char *cordon_image_error_name(CordonImageError code);

/* Ends calls that were given it; serves any number of them. */
typedef struct CordonImageCancel CordonImageCancel;

/* NULL only when the process is out of descriptors. */
CORDON_PUBLIC CordonImageCancel *cordon_image_cancel_new(void);
/* From any thread, also in a signal handler.  There is no way back. */
CORDON_PUBLIC void cordon_image_cancel_now(CordonImageCancel *cancel);
/* No call may use it any more. */
CORDON_PUBLIC void cordon_image_cancel_free(CordonImageCancel *cancel);

/* What the engine of this machine has under a name.  All strings belong to the status; NULL: not known. */
typedef struct {
    const char *reference; /* the whole name: "docker.io/library/node:22-bookworm" */
    gboolean present;
    gboolean usable;      /* present, and for the engine's own platform */
    const char *id;       /* of the image, when present */
    const char *digest;   /* of the manifest it was pulled by; NULL when it was made here */
    const char *platform; /* "linux/amd64", of the image */
    guint64 disk_bytes;   /* unpacked, shared layers included */
    const char *engine;   /* "Docker 20.10.24" */
    const char *engine_platform;
    const char *root_folder; /* where the engine keeps images */
    gint64 free_bytes;       /* there; -1: not known, as for an engine in a virtual machine */
} CordonImageStatus;

/* The image that is meant, here and by the docker backend, when none is named and the variable CORDON_DOCKER_IMAGE is not
 * set: the user's setting.  NULL: the one that Cordon recommends.  For the whole process; copied; thread-safe. */
CORDON_PUBLIC void cordon_image_set_default(const char *reference);

/* reference NULL: the variable CORDON_DOCKER_IMAGE, else that default.  Asks the engine
 * only.  cancel may be NULL, here and below.  NULL with CORDON_IMAGE_ERROR or CORDON_ERROR. */
CORDON_PUBLIC CordonImageStatus *cordon_image_get_status(const char *reference,
                                                         CordonImageCancel *cancel, GError **error);
CORDON_PUBLIC void cordon_image_status_free(CordonImageStatus *status);

/* What a pull would fetch, from the registry's own manifest.  All strings belong to the size. */
typedef struct {
    const char *reference;
    const char *registry; /* "docker.io" */
    /* Of the manifest for that platform: what was sized is what will be pulled. */
    const char *digest;
    const char *platform;
    guint64 total_bytes; /* layers and configuration, compressed as they travel */
    /* Of these, what the engine is not known to have; it may know more itself.  0: it has the image. */
    guint64 download_bytes;
    guint64 disk_min_bytes; /* about what the download takes on the disk: no registry says it */
    guint64 disk_max_bytes;
    guint layers;
    gboolean present;       /* the engine has this very image */
    gboolean up_to_date;    /* and under this name: there is nothing to do */
    gboolean authenticated; /* the registry wanted the user's credentials */
    const char *root_folder;
    gint64 free_bytes; /* as in CordonImageStatus */
} CordonImageSize;

/* Asks the engine what it is and has, and the registry for the manifest: at most two requests that it
 * counts as a pull.  Credentials of docker's config.json are used when the registry refuses without. */
CORDON_PUBLIC CordonImageSize *cordon_image_get_size(const char *reference,
                                                     CordonImageCancel *cancel, GError **error);
CORDON_PUBLIC void cordon_image_size_free(CordonImageSize *size);

typedef enum {
    CORDON_IMAGE_PHASE_WAITING,     /* the engine has not begun */
    CORDON_IMAGE_PHASE_DOWNLOADING, /* other layers may be unpacked meanwhile */
    CORDON_IMAGE_PHASE_UNPACKING,   /* all is there */
} CordonImagePhase;
/* "downloading": the phases of docs/image.schema.json.  Static. */
CORDON_PUBLIC const char *cordon_image_phase_name(CordonImagePhase phase);

typedef struct {
    CordonImagePhase phase;
    guint64 done_bytes;  /* of the download; never less than before */
    guint64 total_bytes; /* download_bytes of the size */
    guint layers_done;   /* unpacked */
    guint layers;
} CordonImageProgress;

/* At most five times a second, in the thread of cordon_image_pull().  progress is borrowed for the call. */
typedef void (*CordonImageProgressFunc)(const CordonImageProgress *progress, gpointer user_data);

typedef struct {
    const char *reference;
    const char *id;     /* of the image in the engine */
    const char *digest; /* that of the size */
    guint64 disk_bytes;
} CordonImagePulled;

/* Lets the engine pull exactly what was sized, and gives it the name that was asked for.  size: one that
 * cordon_image_get_size() gave; it knows more than its members say.  progress may be NULL.  After a failure, also a cancelled pull, the same call starts again; whether layers that were
 * finished are fetched again is up to the engine (docs/docker.md). */
CORDON_PUBLIC CordonImagePulled *cordon_image_pull(const CordonImageSize *size,
                                                   CordonImageProgressFunc progress,
                                                   gpointer user_data, CordonImageCancel *cancel,
                                                   GError **error);
CORDON_PUBLIC void cordon_image_pulled_free(CordonImagePulled *pulled);

/* docs/image.schema.json: one line of text without a newline, to be freed with g_free(). */
CORDON_PUBLIC char *cordon_image_status_to_json(const CordonImageStatus *status);
CORDON_PUBLIC char *cordon_image_size_to_json(const CordonImageSize *size);
CORDON_PUBLIC char *cordon_image_progress_to_json(const CordonImageProgress *progress);
CORDON_PUBLIC char *cordon_image_pulled_to_json(const CordonImagePulled *pulled);
/* code: a word of that schema, or NULL for that of the error.  exit_status: what the caller ends with. */
CORDON_PUBLIC char *cordon_image_error_to_json(const GError *error, const char *code,
                                               int exit_status);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(CordonImageCancel, cordon_image_cancel_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC(CordonImageStatus, cordon_image_status_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC(CordonImageSize, cordon_image_size_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC(CordonImagePulled, cordon_image_pulled_free)

G_END_DECLS

#endif

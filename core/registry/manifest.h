/* SPDX-License-Identifier: MIT */
/* The manifest of one backend: JSON beside the library, read before any of its code runs. */
#ifndef CORDON_REGISTRY_MANIFEST_H
#define CORDON_REGISTRY_MANIFEST_H

#include <cordon/error.h>

#define CORDON_MANIFEST_MAX_BYTES      (64u * 1024)
#define CORDON_MANIFEST_MAX_GUARANTEES 128u
#define CORDON_MANIFEST_MAX_CODES      256u

typedef struct {
    char *id;         /* [a-z][a-z0-9-]{0,31} */
    gboolean enabled; /* FALSE: only id is set; masks that id */
    char *name, *version;
    char *library;    /* as written: absolute, or relative to the manifest's folder */
    gint abi;         /* major */
    gint priority;    /* lower is preferred; 50 when it is not given */
    char **platforms; /* "linux", "macos", "windows" */
    char **guarantees;
    char **codes;   /* finding codes that probe() may use */
    char **unknown; /* keys that this version does not know, without x-*: for diagnostics */
} CordonManifest;

/* Pure.  Text for people holds no control characters; ids, codes and guarantees are of their
 * alphabets, and none is there twice. */
CordonManifest *cordon_manifest_parse(const char *bytes, gsize size, GError **error);
void cordon_manifest_free(CordonManifest *manifest);
gboolean cordon_manifest_has_code(const CordonManifest *manifest, const char *code);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(CordonManifest, cordon_manifest_free)

#endif

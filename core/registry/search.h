/* SPDX-License-Identifier: MIT */
/* Where manifests are looked for, in which order, and which of them counts. */
#ifndef CORDON_REGISTRY_SEARCH_H
#define CORDON_REGISTRY_SEARCH_H

#include <cordon/error.h>

#define CORDON_SEARCH_SYSTEM_FOLDER "/etc/cordon/backends.d"
/* Of one folder: manifests read, and names looked at to find them. */
#define CORDON_SEARCH_MAX_MANIFESTS 256u
#define CORDON_SEARCH_MAX_NAMES     16384u

typedef struct {
    char *path;
    char *problem; /* why it is not searched, or NULL */
    gboolean ships_with_core;
} CordonSearchFolder;

/* All that the order depends on; any member may be NULL. */
typedef struct {
    const char *const *given; /* ends with NULL; made absolute against the current folder */
    const char *backend_path; /* folders joined by ':' */
    const char *system;
    const char *shipped;
    const char *user_data; /* the folder below which data of the user is */
} CordonSearchPlaces;

/* The folders in the order of <cordon/catalog.h>, none of them twice.  Opens nothing.  Returns an
 * array of CordonSearchFolder that owns its elements. */
GPtrArray *cordon_search_order(const CordonSearchPlaces *places);

/* Names that end in ".json", sorted by bytes; a folder that does not exist has none.
 * *ret_more: there are more than CORDON_SEARCH_MAX_MANIFESTS, and the last ones are left out. */
char **cordon_search_list(const char *folder, gboolean *ret_more, GError **error);

typedef enum {
    CORDON_SEARCH_COUNTS,
    CORDON_SEARCH_SHADOWED, /* an earlier one with this id counts */
    CORDON_SEARCH_MASKED,   /* an earlier one switches this id off */
} CordonSearchOutcome;

/* One manifest, in the order of the search. */
typedef struct {
    const char *id;      /* NULL: could not be read */
    gboolean enabled;    /* FALSE: switches its id off for those behind it */
    gboolean acceptable; /* could be used if it counts; what could not hides nothing */
    /* filled in */
    CordonSearchOutcome outcome;
    gsize by; /* index of the earlier one */
} CordonSearchItem;

/* Pure. */
void cordon_search_settle(CordonSearchItem *items, gsize count);

#endif

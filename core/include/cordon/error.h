/* SPDX-License-Identifier: MIT */
/* Errors of libcordon.  A message is a whole sentence for a person: what was tried, on what, why it
 * failed and, where there is something to do, what to do next. */
#ifndef CORDON_ERROR_H
#define CORDON_ERROR_H

#include <glib.h>

G_BEGIN_DECLS

#define CORDON_PUBLIC __attribute__((visibility("default")))

#define CORDON_ERROR (cordon_error_quark())

typedef enum {
    CORDON_ERROR_INVALID, /* an argument breaks the contract of the function */
    CORDON_ERROR_SYSTEM,  /* the operating system refused something that ought to work */
    CORDON_ERROR_PARSE,   /* data from outside is not what its format says */
    CORDON_ERROR_TRUST,   /* a file that others could have changed */
    CORDON_ERROR_POLICY,  /* the folders cannot be held the way they lie: the message says which */
    CORDON_ERROR_NOT_READY,  /* no backend can keep what the policy asks for: see the readiness */
    CORDON_ERROR_UNENFORCED, /* a backend would not keep a guarantee for this very launch */
    CORDON_ERROR_BACKEND,    /* a backend failed or broke its contract */
    CORDON_ERROR_TIMEOUT,
    CORDON_ERROR_CANCELLED,
    CORDON_ERROR_INTERNAL /* a bug in Cordon */
} CordonError;

CORDON_PUBLIC GQuark cordon_error_quark(void);

G_END_DECLS

#endif

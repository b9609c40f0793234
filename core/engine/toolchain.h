/* SPDX-License-Identifier: MIT */
/* Tools outside the system that a command may read and run: folders on PATH, what goes with them,
 * and stores of packages that builds read without a network. */
#ifndef CORDON_ENGINE_TOOLCHAIN_H
#define CORDON_ENGINE_TOOLCHAIN_H

#include "model/view.h"

typedef struct {
    char *search_path;  /* PATH with real paths, so that it is true inside */
    char *go_modules;   /* see CordonEnvironmentOptions; or NULL */
    char *gradle_cache; /* or NULL */
} CordonToolchain;

/* Fills view->tools, and adds to view->secrets the credentials that lie in them.  view: system, home,
 * project and loop are filled.  environment: NAME=VALUE.  closed: NULL-terminated real paths that no
 * tool folder may be or hold (homes). */
CordonToolchain *cordon_toolchain_find(CordonView *view, const char *const *environment,
                                       const char *const *closed);
void cordon_toolchain_free(CordonToolchain *toolchain);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(CordonToolchain, cordon_toolchain_free)

#endif

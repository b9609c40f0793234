/* SPDX-License-Identifier: MIT */
/* The hosts that commands may address: package registries, GitHub and Docker Hub.  The own machine is not among them,
 * nor what the user adds.  Pure data. */
#ifndef CORDON_FILTER_HOSTS_H
#define CORDON_FILTER_HOSTS_H

#include <glib.h>

typedef struct {
    const char *name; /* lower case; "*.suffix": any host below suffix, but not suffix itself */
    const char *ecosystem; /* for people: "npm", "GitHub" */
} CordonHost;

/* The ecosystem of an allowed host, or NULL.  host: as it stands in a URL, without userinfo, port and brackets; any
 * case of letters, no dot at the end. */
const char *cordon_hosts_ecosystem(const char *host);
/* May a user add it?  A name as DNS has it, or "*.suffix" with a dot in the suffix. */
gboolean cordon_host_is_acceptable(const char *host);
/* All rows, those of one ecosystem side by side: for the generated page and for checks. */
const CordonHost *cordon_hosts_all(guint *ret_count);

#endif

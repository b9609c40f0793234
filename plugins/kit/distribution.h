/* SPDX-License-Identifier: MIT */
/* Which Linux distribution this is, and what installs packages on it: what the wording of a hint
 * depends on.  Pure: everything comes from facts. */
#ifndef KIT_DISTRIBUTION_H
#define KIT_DISTRIBUTION_H

#include <cordon/backend.h>

/* What installs packages: a backend has a row of steps for each. */
enum kit_packager {
    KIT_PACKAGER_UNKNOWN = 0,
    KIT_APT,
    KIT_DNF,
    KIT_OSTREE, /* rpm-ostree: the system is an image */
    KIT_PACMAN,
    KIT_STEAMOS, /* pacman, below a system that is read-only */
    KIT_ZYPPER,
    KIT_TRANSACTIONAL, /* transactional-update: what it installs is there after a restart */
    KIT_APK,
    KIT_XBPS,
    KIT_EMERGE,
    KIT_NIX,
    KIT_GUIX,
    KIT_OPKG,
    KIT_PACKAGER_COUNT
};

/* The texts are the host's or constants. */
struct kit_distribution {
    const char *id;      /* ID of os-release; "": not known */
    const char *version; /* VERSION_ID, or "" */
    /* For cordon_hint.platform: "linux/debian", of what it is like ("linux/ubuntu" for Zorin) when
     * it has no row of its own, else "linux". */
    const char *platform;
    /* UNKNOWN also for what keeps its system in an image with a tool of its own: the package
     * manager of what it is like would fail there. */
    enum kit_packager packager;
};

/* From the facts "distro", "distro.like", "distro.version" and "distro.variant". */
void kit_distribution_read(const struct cordon_host *host, struct cordon_call *call,
                           struct kit_distribution *ret_distribution);

#endif

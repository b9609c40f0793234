/* SPDX-License-Identifier: MIT */
/* Where the installed pieces are, found relative to the library itself, so that a tree can be moved
 * and a build tree works as it is. */
#ifndef CORDON_BASE_INSTALL_H
#define CORDON_BASE_INSTALL_H

#include <cordon/error.h>

/* Absolute path of a program in the library's libexec folder ("cordon-init"), an error when it is
 * not there; free with g_free(). */
char *cordon_install_helper(const char *name, GError **error);
/* Absolute path of the folder of manifests that came with the library, which need not exist; free
 * with g_free(). */
char *cordon_install_manifest_folder(GError **error);

#endif

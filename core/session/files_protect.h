/* SPDX-License-Identifier: MIT */
/* What inside a loop's folder is not the loop's to change, beyond what names say. */
#ifndef CORDON_SESSION_FILES_PROTECT_H
#define CORDON_SESSION_FILES_PROTECT_H

#include "session/files_private.h"

/* FALSE with CORDON_FILES_ERROR_PROTECTED: path (relative, without links) lies in another loop's folder, or in a repository
 * without a work tree, in which git would run programs. */
gboolean cordon_files_check_owner(const CordonFiles *files, const CordonFilesWay *way,
                                  const char *path, GError **error);

#endif

/* SPDX-License-Identifier: MIT */
/* The inside of CordonFiles, for the files of this folder that begin with files_. */
#ifndef CORDON_SESSION_FILES_PRIVATE_H
#define CORDON_SESSION_FILES_PRIVATE_H

#include <cordon/files.h>

#include "session/files_path.h"

struct CordonFiles {
    int root;            /* O_PATH, of the loop's folder */
    char *given, *real;  /* that folder as it was named, and without links; absolute and clean */
    GPtrArray *siblings; /* of char *: other loops' folders inside this one, relative to it */
    gboolean walks;      /* as on a system without openat2 */
};

/* Cut at size or before, so that no character is cut in two. */
gsize cordon_files_whole_characters(const char *text, gsize size);

#endif

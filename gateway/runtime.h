/* SPDX-License-Identifier: MIT */
/* What a running gateway leaves in its folder, for those who look for it. */
#ifndef CORDON_GATEWAY_RUNTIME_H
#define CORDON_GATEWAY_RUNTIME_H

#include <glib.h>

/* One gateway a folder: the descriptor that holds the lock as long as it is open, or -1 with a sentence that names the one that
 * has it. */
int runtime_lock(const char *folder, char **ret_error);
/* Replaces the file in one step, mode 0600. */
gboolean runtime_write(const char *folder, const char *name, const char *text, char **ret_error);
/* {"pid", "port", "version", "started", "url"} */
gboolean runtime_write_info(const char *folder, guint port, gint64 started, char **ret_error);
void runtime_remove(const char *folder, const char *name);

#endif

/* SPDX-License-Identifier: MIT */
/* Settings that a request changes. */
#ifndef CORDON_GATEWAY_API_CHANGE_H
#define CORDON_GATEWAY_API_CHANGE_H

#include "api/call.h"

/* In a thread of the pool: changes settings that were just read.  FALSE with error: nothing is to be changed. */
typedef gboolean (*ApiChange)(ApiCall *call, CordonSettings *settings, gpointer data,
                              GError **error);
/* In a thread of the pool.  What the settings do not allow is API_ERROR_INVALID; that the file cannot be read is CORDON_ERROR. */
gboolean api_change_settings(ApiCall *call, ApiChange change, gpointer data, GError **error);
/* Free with cordon_settings_free(); NULL: they cannot be read. */
CordonSettings *api_read_settings(ApiCall *call, GError **error);
/* The same in the loop; NULL: answered. */
CordonSettings *api_need_settings(ApiCall *call);

/* Pure.  An id made of a name ("My board" -> "my-board"), or NULL when it has nothing for one; is_taken says which are in use, and a
 * number is put behind those.  Free with g_free(). */
char *api_make_id(const char *name, gboolean (*is_taken)(const char *id, gpointer data),
                  gpointer data);

#endif

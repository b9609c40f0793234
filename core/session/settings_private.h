/* SPDX-License-Identifier: MIT */
/* What the files of the settings share: their bounds, and what is wrong with one value. */
#ifndef CORDON_SESSION_SETTINGS_PRIVATE_H
#define CORDON_SESSION_SETTINGS_PRIVATE_H

#include <cordon/settings.h>

#define CORDON_SETTINGS_SCHEMA       "cordon.settings/1"
#define CORDON_SETTINGS_MAX_BYTES    (4u * 1024 * 1024)
#define CORDON_SETTINGS_MAX_HOSTS    256u
#define CORDON_SETTINGS_MAX_ROLES    64u
#define CORDON_SETTINGS_MAX_ENTRIES  1000u /* boards, loops and bubbles: each */
#define CORDON_SETTINGS_MAX_ID       64u
#define CORDON_SETTINGS_MAX_NAME     200u
#define CORDON_SETTINGS_MAX_PATH     4096u
#define CORDON_SETTINGS_MAX_IMAGE    512u
#define CORDON_SETTINGS_MIN_TIME_S   1u
#define CORDON_SETTINGS_MAX_TIME_S   86400u
#define CORDON_SETTINGS_MIN_ANSWER_S 5u
#define CORDON_SETTINGS_MAX_LIMIT                                                                  \
    G_GUINT64_CONSTANT(9007199254740991) /* 2^53 - 1, as JSON has it */

/* The limits' names in the file, by CordonLimit: "processes", "memory_bytes", ...  Static. */
const char *cordon_settings_limit_member(guint limit);

/* roles.c */

/* FALSE: it is not a built-in one. */
gboolean cordon_role_find_builtin(const char *id, guint *ret_tools);

/* settings_diff.c */

/* action: "set", "add" or "remove".  key: that of a setting, as in cordon_settings_keys(), or an entry of a list or a member of one:
 * "boards.b", "boards.b.full-auto".  before and value: NULL is none; of a token they say only whether there is one.  FALSE ends
 * the telling. */
typedef gboolean (*CordonSettingsDiffFunc)(const char *action, const char *key, const char *before,
                                           const char *value, gpointer user_data);
/* Tells each difference: single settings, then what was removed, changed and added in lists.  FALSE: tell() gave that. */
gboolean cordon_settings_diff(const CordonSettings *before, const CordonSettings *after,
                              CordonSettingsDiffFunc tell, gpointer user_data);

/* settings_check.c: what is wrong with a value, as the end of a sentence ("is not an absolute path"), or NULL.  Free
 * with g_free().  A value that is NULL is wrong, too. */
char *cordon_settings_host_fault(const char *host);
char *cordon_settings_backend_fault(const char *backend);
char *cordon_settings_image_fault(const char *image);
/* Of a board or a bubble. */
char *cordon_settings_name_fault(const char *name);

#endif

/* SPDX-License-Identifier: MIT */
/* What the user decided once: settings, and the boards, loops, roles and bubbles of agents.
 *
 * One JSON file (docs/settings.schema.json), by default cordon/settings.json in the user's folder of
 * configuration.  Programs share it: each reads it anew when it was changed, and a change is one step, durable
 * when it is confirmed.  A file that cannot be read as a whole is an error that names the place; it is never
 * replaced, and nothing falls back to defaults: whoever runs commands then refuses them. */
#ifndef CORDON_SETTINGS_H
#define CORDON_SETTINGS_H

#include <cordon/error.h>
#include <cordon/policy.h>

G_BEGIN_DECLS

/* The tools that an agent may be given. */
typedef enum {
    CORDON_TOOL_RUN_COMMAND = 1 << 0,
    CORDON_TOOL_READ_FILE = 1 << 1,
    CORDON_TOOL_LIST_DIRECTORY = 1 << 2,
    CORDON_TOOL_SEARCH_FILES = 1 << 3,
    CORDON_TOOL_WRITE_FILE = 1 << 4,
    CORDON_TOOL_EDIT_FILE = 1 << 5,
} CordonTool;

#define CORDON_N_TOOLS 6u

/* "run_command".  Static; NULL for what is no tool. */
CORDON_PUBLIC const char *cordon_tool_name(CordonTool tool);
/* 0 when there is no such tool. */
CORDON_PUBLIC CordonTool cordon_tool_find(const char *name);

/* All members are owned by the settings.  Ids: 1 to 64 of a-z, 0-9, '-', '_'. */
typedef struct {
    char *id;
    guint tools; /* of CordonTool */
} CordonRole;

/* Loops that share Full Auto and session grants. */
typedef struct {
    char *id, *name;
    char *project; /* absolute */
    gboolean full_auto;
} CordonBoard;

typedef struct {
    char *id;
    char *board;  /* id */
    char *folder; /* absolute, inside the board's project or the project itself */
} CordonLoop;

/* An agent with a role in a loop. */
typedef struct {
    char *id, *name;
    char *loop;         /* id */
    char *role;         /* id of a built-in or custom role */
    char *token_sha256; /* 64 hexadecimal digits, or NULL: it cannot come over HTTP */
} CordonBubble;

#define CORDON_N_LIMITS 4u

/* A copy of what the file holds; plain data, yours to read and, in a change, to write. */
typedef struct {
    gboolean sandbox;         /* "Sandbox agent commands"; FALSE by default */
    char *backend;            /* an id, or "auto" */
    char *docker_image;       /* NULL: the one that Cordon recommends */
    GPtrArray *hosts;         /* of char *, beside the built-in ones: a name, or "*.suffix" */
    guint time_limit_s;       /* 120 */
    guint long_time_limit_s;  /* 600: package managers, compilers, test runners */
    guint approval_timeout_s; /* 300 */
    guint64 limits[CORDON_N_LIMITS]; /* by CordonLimit; 0: the default of the policy */
    GPtrArray *roles;                /* of CordonRole: custom ones only */
    GPtrArray *boards;               /* of CordonBoard */
    GPtrArray *loops;                /* of CordonLoop */
    GPtrArray *bubbles;              /* of CordonBubble */
} CordonSettings;

CORDON_PUBLIC CordonSettings *cordon_settings_new(void); /* the defaults */
CORDON_PUBLIC CordonSettings *cordon_settings_copy(const CordonSettings *settings);
CORDON_PUBLIC void cordon_settings_free(CordonSettings *settings);

/* Pure.  Strict: a member that is not known, a wrong type, a value out of its bounds, an id that is there twice
 * or that points nowhere is CORDON_ERROR_PARSE, with the place ("boards[2].project: not an absolute path"). */
CORDON_PUBLIC CordonSettings *cordon_settings_parse(const char *json, gsize size, GError **error);
/* The same rules, for settings that were changed in memory; CORDON_ERROR_INVALID.  A text that is missing breaks one. */
CORDON_PUBLIC gboolean cordon_settings_check(const CordonSettings *settings, GError **error);
/* docs/settings.schema.json; pretty: for a file that people read.  Free with g_free(). */
CORDON_PUBLIC char *cordon_settings_to_json(const CordonSettings *settings, gboolean pretty);

/* What `cordon settings` and the panel speak of: "sandbox", "backend", "docker.image", "hosts", "time-limit",
 * "long-time-limit", "approval-timeout", "limits.processes", "limits.memory", "limits.open-files",
 * "limits.scratch".  NULL-terminated, static. */
CORDON_PUBLIC const char *const *cordon_settings_keys(void);
/* The value as text: on, off, a number, words with a comma between; free with g_free().  NULL with
 * CORDON_ERROR_INVALID for a key that is not known; the message names the nearest one. */
CORDON_PUBLIC char *cordon_settings_get(const CordonSettings *settings, const char *key,
                                        GError **error);
/* From such text; bytes may end with K, M, G or T, limits be "unlimited", and limits and the image "default".  FALSE with
 * CORDON_ERROR_INVALID, and nothing changed. */
CORDON_PUBLIC gboolean cordon_settings_set(CordonSettings *settings, const char *key,
                                           const char *value, GError **error);

/* Borrowed, or NULL. */
CORDON_PUBLIC CordonBoard *cordon_settings_find_board(const CordonSettings *settings,
                                                      const char *id);
CORDON_PUBLIC CordonLoop *cordon_settings_find_loop(const CordonSettings *settings, const char *id);
CORDON_PUBLIC CordonBubble *cordon_settings_find_bubble(const CordonSettings *settings,
                                                        const char *id);
/* The tools of a built-in role ("coder", "reviewer", "researcher") or of a custom one.  FALSE: there is no such
 * role. */
CORDON_PUBLIC gboolean cordon_settings_find_role(const CordonSettings *settings, const char *id,
                                                 guint *ret_tools);
/* Add one; strings are copied.  They do not check: a change is checked as a whole. */
CORDON_PUBLIC CordonBoard *cordon_settings_add_board(CordonSettings *settings, const char *id,
                                                     const char *name, const char *project);
CORDON_PUBLIC CordonLoop *cordon_settings_add_loop(CordonSettings *settings, const char *id,
                                                   const char *board, const char *folder);
CORDON_PUBLIC CordonBubble *cordon_settings_add_bubble(CordonSettings *settings, const char *id,
                                                       const char *name, const char *loop,
                                                       const char *role);
CORDON_PUBLIC CordonRole *cordon_settings_add_role(CordonSettings *settings, const char *id,
                                                   guint tools);
/* Removes the one with that id and all that hangs on it (a board's loops, a loop's bubbles); a role that a bubble
 * has is not removed: that fails in the check.  FALSE: there is none. */
CORDON_PUBLIC gboolean cordon_settings_remove_board(CordonSettings *settings, const char *id);
CORDON_PUBLIC gboolean cordon_settings_remove_loop(CordonSettings *settings, const char *id);
CORDON_PUBLIC gboolean cordon_settings_remove_bubble(CordonSettings *settings, const char *id);
CORDON_PUBLIC gboolean cordon_settings_remove_role(CordonSettings *settings, const char *id);

/* The file.  Thread-safe. */
typedef struct CordonSettingsStore CordonSettingsStore;

/* path NULL: settings.json in $XDG_CONFIG_HOME/cordon, else ~/.config/cordon.  Touches nothing. */
CORDON_PUBLIC CordonSettingsStore *cordon_settings_store_new(const char *path);
CORDON_PUBLIC void cordon_settings_store_free(CordonSettingsStore *store);
CORDON_PUBLIC const char *cordon_settings_store_get_path(const CordonSettingsStore *store);
/* What the file holds now; the defaults when there is none.  Cheap when it was not changed since.  A file that
 * others may write, that is no regular file, or above 4 MiB is CORDON_ERROR_TRUST. */
CORDON_PUBLIC CordonSettings *cordon_settings_store_read(CordonSettingsStore *store,
                                                         GError **error);
/* Changes settings that were just read; FALSE with error: nothing is to be changed.  Must not use the store. */
typedef gboolean (*CordonSettingsChange)(CordonSettings *settings, gpointer user_data,
                                         GError **error);
/* Reads, changes, checks, writes; no other program changes the file meanwhile.  TRUE: it is on the disk, and stays
 * after a crash or loss of power.  FALSE: the file is what it was, byte by byte.  CORDON_ERROR_INVALID: the change breaks
 * a rule; CORDON_ERROR_TIMEOUT: another program has held the lock for ten seconds. */
CORDON_PUBLIC gboolean cordon_settings_store_change(CordonSettingsStore *store,
                                                    CordonSettingsChange change, gpointer user_data,
                                                    GError **error);
/* For a file that cannot be read: keeps it under another name beside the old one (*ret_kept, g_free(); NULL when there was
 * none), and writes the defaults. */
CORDON_PUBLIC gboolean cordon_settings_store_reset(CordonSettingsStore *store, char **ret_kept,
                                                   GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(CordonSettings, cordon_settings_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC(CordonSettingsStore, cordon_settings_store_free)

G_END_DECLS

#endif

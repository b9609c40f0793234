/* SPDX-License-Identifier: MIT */
/* What the tools need of a session: the functions of <cordon/session.h> and <cordon/files.h> under the same names and rules,
 * so that tests can put a world of their own in their place.  backend_session.c is the real one. */
#ifndef CORDON_GATEWAY_MCP_BACKEND_H
#define CORDON_GATEWAY_MCP_BACKEND_H

#include <cordon/files.h>
#include <cordon/session.h>

/* A job as the tools show it.  Strings are owned; what is not there (yet) is NULL, -1 or FALSE. */
typedef struct {
    CordonJobState state;
    char *outcome; /* of an ended one: "ran", "denied", "failed", "cancelled" */
    char *how;     /* with "ran": "exited", "signaled", "setup", "limit", "lost" */
    gint64 exit_code, signal;
    char *verdict, *rule, *reason, *hint; /* of the command filter */
    char *approval;                       /* what let it run */
    char *message;                        /* for the agent */
    gint64 time_limit_s;
    gint64 approval_left_ms; /* while it is asked */
    gint64 running_ms;       /* since it was started */
    gboolean sandboxed;
    char *out, *err; /* UTF-8 */
    guint64 out_cut_bytes, err_cut_bytes;
} McpJobFacts;

/* Zeroed but for the members that are -1. */
McpJobFacts *mcp_job_facts_new(void);
void mcp_job_facts_free(McpJobFacts *facts);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(McpJobFacts, mcp_job_facts_free)

/* Functions of files, and open_files, are called in any thread; all others in that of the server.  user_data is the first
 * argument of those whose twin takes a session. */
typedef struct {
    CordonAgent *(*agent_ref)(CordonAgent *agent);
    void (*agent_unref)(CordonAgent *agent);
    guint (*agent_tools)(CordonAgent *agent);
    const char *(*agent_project)(const CordonAgent *agent);
    const char *(*agent_loop)(const CordonAgent *agent);
    const char *(*agent_role)(const CordonAgent *agent);
    /* Are they the same bubble, or the same agent without one?  Jobs of others are out of reach. */
    gboolean (*agent_is_same)(const CordonAgent *one, const CordonAgent *other);

    CordonJob *(*start_job)(gpointer user_data, CordonAgent *agent, const CordonJobRequest *request,
                            GError **error);
    CordonJob *(*find_job)(gpointer user_data, const char *id);
    CordonJob *(*job_ref)(CordonJob *job);
    void (*job_unref)(CordonJob *job);
    const char *(*job_id)(const CordonJob *job);
    CordonAgent *(*job_agent)(const CordonJob *job);
    CordonJobState (*job_state)(CordonJob *job);
    void (*job_cancel)(CordonJob *job);
    McpJobFacts *(*job_facts)(gpointer user_data, CordonJob *job, gboolean with_output);
    char *(*job_to_text)(CordonJob *job, gsize max_bytes);
    gboolean (*job_read_output)(CordonJob *job, guint64 *offset, gsize max_bytes, GString *to,
                                guint64 *ret_skipped);

    CordonFiles *(*open_files)(CordonAgent *agent, CordonTool tool, const char *path,
                               const char *client, GError **error);
    /* Records that a tool was let in, but the files refused what it wanted. */
    void (*files_refused)(CordonAgent *agent, CordonTool tool, const char *path, const char *client,
                          const GError *error);
    void (*files_close)(CordonFiles *files);
    CordonFileText *(*files_read)(const CordonFiles *files, const char *path, guint first_line,
                                  guint max_lines, GError **error);
    void (*text_free)(CordonFileText *text);
    CordonFileList *(*files_list)(const CordonFiles *files, const char *path, guint depth,
                                  GError **error);
    void (*list_free)(CordonFileList *list);
    CordonFileMatches *(*files_search)(const CordonFiles *files, const CordonFileSearch *search,
                                       GError **error);
    void (*matches_free)(CordonFileMatches *matches);
    gboolean (*files_write)(const CordonFiles *files, const char *path, const char *text,
                            gsize size, CordonFileChange *ret, GError **error);
    gboolean (*files_edit)(const CordonFiles *files, const char *path, const char *old_text,
                           const char *new_text, gboolean replace_all, CordonFileChange *ret,
                           GError **error);

    gpointer user_data;
} McpBackend;

/* The session, which has to outlive what is made with it. */
McpBackend mcp_backend_for_session(CordonSession *session);

#endif

/* SPDX-License-Identifier: MIT */
/* A project with two loops, settings of its own, and a session in it; commands run without a sandbox. */
#ifndef CORDON_TESTS_SESSION_WORLD_H
#define CORDON_TESTS_SESSION_WORLD_H

#include <cordon/cordon.h>

/* Far above what anything here takes: it only ends a test that hangs. */
#define HANG_MS 60000u

typedef struct {
    char *top, *project, *loop, *settings, *audit;
    CordonSession *session;
    CordonAgent *coder;
    GPtrArray *events; /* of char *: "KIND ID DATA"; guarded by lock */
    GMutex lock;
} SessionWorld;

/* options: its paths, listener and user_data are set here; or NULL. */
SessionWorld *session_world_new(const CordonSessionOptions *options);
/* Ends the session first. */
void session_world_free(SessionWorld *world);
void session_world_write_settings(SessionWorld *world, const char *members);
CordonAgent *session_world_agent(SessionWorld *world, const char *role);
CordonJob *session_world_start(SessionWorld *world, CordonAgent *agent, const char *line);
/* Waits until the job is in that state. */
void session_world_await(CordonJob *job, CordonJobState state);
/* The digest that its approval shows; free with g_free(). */
char *session_world_digest(SessionWorld *world, CordonJob *job);
/* A string or number member of the job's JSON, "exit.code" for one below; "" for null.  Free with g_free(). */
char *session_world_get(CordonJob *job, const char *member);
/* How many lines of the audit log hold that text. */
guint session_world_count_audit(SessionWorld *world, const char *text);

#endif

/* SPDX-License-Identifier: MIT */
/* A made-up session for tests of MCP: agents, commands that are understood by their words, files that are kept in memory.
 *
 * Commands: "say TEXT" (with \n for line ends), "warn TEXT" (to stderr), "fail CODE", "kill SIGNAL", "deny", "broken" (Cordon could
 * not), "steps N" (a line each 100 ms), "hang", "ask" (waits for world_answer()), "queue" (waits for its turn), "flood BYTES".
 * Files: "slow" takes 300 ms to read, ".env" is a secret. */
#ifndef CORDON_TESTS_MCP_WORLD_H
#define CORDON_TESTS_MCP_WORLD_H

#include "mcp/server.h"

typedef struct World World;

/* Is told each event, in the thread of the default main context. */
typedef void (*WorldListener)(CordonEventKind kind, const char *id, gpointer user_data);

World *world_new(void);
/* After all agents, servers and their threads. */
void world_free(World *world);
void world_set_listener(World *world, WorldListener listener, gpointer user_data);
McpBackend world_backend(World *world);

/* tools: of CordonTool.  Free with world_agent_unref(). */
CordonAgent *world_agent_new(World *world, const char *role, guint tools);
void world_agent_set_tools(CordonAgent *agent, guint tools);
void world_agent_unref(CordonAgent *agent);

/* Each that is asked goes on, or is denied. */
void world_answer(World *world, gboolean allow);
/* "start steps 5\nstate-cancelled ...": what was done to jobs and files, a line each; free with g_free(). */
char *world_get_log(World *world);
/* How many jobs have not ended. */
guint world_count_running(World *world);

#endif

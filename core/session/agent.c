/* SPDX-License-Identifier: MIT */
/* Who asks: bubbles of the settings, and agents that came with a connection. */
#define _GNU_SOURCE /* realpath() */
#include <cordon/files.h>
#include <stdlib.h>
#include <string.h>

#include "model/policy.h"
#include "session/session.h"
#include "session/settings_private.h"

/* Without links, as far as it exists.  Free with g_free(). */
static char *resolve(const char *folder)
{
    char *real = realpath(folder, NULL);
    char *copy = g_strdup(real != NULL ? real : folder);

    free(real);
    return copy;
}

static gboolean is_same_folder(const char *one, const char *other)
{
    if (g_str_equal(one, other))
        return TRUE;
    g_autofree char *real = resolve(one);
    g_autofree char *other_real = resolve(other);
    return g_str_equal(real, other_real);
}

static CordonAgent *agent_new(CordonSession *session, const char *project, const char *loop,
                              const char *role, const char *board, const char *name)
{
    CordonAgent *agent = g_new0(CordonAgent, 1);

    agent->users = agent->references = 1;
    agent->session = session;
    agent->project = g_strdup(project);
    agent->loop = g_strdup(loop);
    agent->role = g_strdup(role);
    agent->board = g_strdup(board);
    agent->name = g_strdup(name);
    return agent;
}

CordonAgent *cordon_agent_remember(CordonAgent *agent)
{
    g_atomic_int_inc(&agent->references);
    return agent;
}

void cordon_agent_forget(CordonAgent *agent)
{
    if (!g_atomic_int_dec_and_test(&agent->references))
        return;
    g_free(agent->bubble);
    g_free(agent->project);
    g_free(agent->loop);
    g_free(agent->role);
    g_free(agent->board);
    g_free(agent->name);
    g_free(agent);
}

CordonAgent *cordon_agent_ref(CordonAgent *agent)
{
    g_atomic_int_inc(&agent->users);
    return agent;
}

void cordon_agent_unref(CordonAgent *agent)
{
    if (agent == NULL || !g_atomic_int_dec_and_test(&agent->users))
        return;
    if (agent->bubble == NULL) {
        g_mutex_lock(&agent->session->lock);
        g_ptr_array_remove_fast(agent->session->agents, agent);
        g_mutex_unlock(&agent->session->lock);
    }
    cordon_agent_forget(agent);
}

/* --- finding ------------------------------------------------------------------------------ */

static CordonAgent *not_found(GError **error, const char *what, const char *id)
{
    g_set_error(error, CORDON_SESSION_ERROR, CORDON_SESSION_ERROR_NOT_FOUND,
                "There is no %s \"%s\" in the settings.", what, id);
    return NULL;
}

static CordonAgent *agent_of_bubble(CordonSession *session, const CordonSettings *settings,
                                    const CordonBubble *bubble, GError **error)
{
    const CordonLoop *loop = cordon_settings_find_loop(settings, bubble->loop);
    const CordonBoard *board =
        loop != NULL ? cordon_settings_find_board(settings, loop->board) : NULL;

    if (board == NULL)
        return not_found(error, "loop or board of the bubble", bubble->id);
    CordonAgent *agent =
        agent_new(session, board->project, loop->folder, bubble->role, board->id, bubble->name);
    agent->bubble = g_strdup(bubble->id);
    return agent;
}

CordonAgent *cordon_session_find_agent(CordonSession *session, const char *id, GError **error)
{
    g_autoptr(CordonSettings) settings = cordon_settings_store_read(session->settings, error);

    if (settings == NULL)
        return NULL;
    const CordonBubble *bubble = cordon_settings_find_bubble(settings, id);
    return bubble != NULL ? agent_of_bubble(session, settings, bubble, error)
                          : not_found(error, "bubble", id);
}

/* In a time that does not depend on where they differ. */
static gboolean is_same_hash(const char *a, const char *b)
{
    guchar difference = 0;

    if (strlen(a) != strlen(b))
        return FALSE;
    for (gsize i = 0; a[i] != '\0'; i++)
        difference |= (guchar)(a[i] ^ b[i]);
    return difference == 0;
}

CordonAgent *cordon_session_find_agent_by_token(CordonSession *session, const char *token,
                                                GError **error)
{
    g_autoptr(CordonSettings) settings = cordon_settings_store_read(session->settings, error);
    g_autofree char *hash = cordon_token_hash(token);
    const CordonBubble *found = NULL;

    if (settings == NULL)
        return NULL;
    for (guint i = 0; i < settings->bubbles->len; i++) {
        const CordonBubble *bubble = g_ptr_array_index(settings->bubbles, i);
        if (bubble->token_sha256 != NULL && is_same_hash(bubble->token_sha256, hash))
            found = bubble;
    }
    if (found != NULL)
        return agent_of_bubble(session, settings, found, error);
    g_set_error_literal(error, CORDON_SESSION_ERROR, CORDON_SESSION_ERROR_NOT_FOUND,
                        "No bubble has this token.");
    return NULL;
}

/* --- agents that are in no settings --------------------------------------------------------- */

static char *board_of_project(const CordonSettings *settings, const char *project)
{
    for (guint i = 0; i < settings->boards->len; i++) {
        const CordonBoard *board = g_ptr_array_index(settings->boards, i);
        if (is_same_folder(board->project, project))
            return g_strdup(board->id);
    }
    g_autofree char *hash = g_compute_checksum_for_string(G_CHECKSUM_SHA256, project, -1);
    return g_strdup_printf("project-%.12s", hash);
}

/* FALSE with error: these cannot be an agent's. */
static gboolean check_agent(const CordonSettings *settings, const char *project, const char *loop,
                            const char *role, const char *board, GError **error)
{
    guint tools;

    if (!g_path_is_absolute(project) || !g_path_is_absolute(loop) ||
        !cordon_path_is_below(loop, project)) {
        g_set_error(error, CORDON_SESSION_ERROR, CORDON_SESSION_ERROR_INVALID,
                    "The loop's folder %s is not inside the project %s.", loop, project);
        return FALSE;
    }
    if (!g_file_test(loop, G_FILE_TEST_IS_DIR)) {
        g_set_error(error, CORDON_SESSION_ERROR, CORDON_SESSION_ERROR_INVALID,
                    "The loop's folder %s does not exist; make it first.", loop);
        return FALSE;
    }
    if (!cordon_settings_find_role(settings, role, &tools)) {
        g_set_error(error, CORDON_SESSION_ERROR, CORDON_SESSION_ERROR_NOT_FOUND,
                    "There is no role \"%s\"; coder, reviewer and researcher are built in.", role);
        return FALSE;
    }
    const CordonBoard *known = board != NULL ? cordon_settings_find_board(settings, board) : NULL;
    if (board == NULL || (known != NULL && is_same_folder(known->project, project)))
        return TRUE;
    g_set_error(error, CORDON_SESSION_ERROR, CORDON_SESSION_ERROR_NOT_FOUND,
                "There is no board \"%s\" with the project %s.", board, project);
    return FALSE;
}

/* As for a bubble: the user reads it where he decides. */
static gboolean check_name(const char *name, GError **error)
{
    g_autofree char *fault = name != NULL ? cordon_settings_name_fault(name) : NULL;

    if (fault == NULL)
        return TRUE;
    g_set_error(error, CORDON_SESSION_ERROR, CORDON_SESSION_ERROR_INVALID,
                "The name of the agent %s.", fault);
    return FALSE;
}

CordonAgent *cordon_session_add_agent(CordonSession *session, const char *project, const char *loop,
                                      const char *role, const char *board, const char *name,
                                      GError **error)
{
    g_autoptr(CordonSettings) settings = cordon_settings_store_read(session->settings, error);
    g_autofree char *clean_project = g_canonicalize_filename(project, "/");
    g_autofree char *clean_loop = g_canonicalize_filename(loop, "/");

    if (settings == NULL || !check_name(name, error) ||
        !check_agent(settings, clean_project, clean_loop, role, board, error))
        return NULL;
    g_autofree char *id =
        board != NULL ? g_strdup(board) : board_of_project(settings, clean_project);
    CordonAgent *agent = agent_new(session, clean_project, clean_loop, role, id, name);
    g_mutex_lock(&session->lock);
    g_ptr_array_add(session->agents, agent);
    g_mutex_unlock(&session->lock);
    return agent;
}

/* --- what it is now ------------------------------------------------------------------------- */

typedef struct {
    char *project, *loop; /* the agent's, without links: folders may be spelled in many ways */
    GPtrArray *siblings;  /* of char * */
} Surroundings;

/* A loop that holds this one is no sibling of it: it is the project around. */
static void add_sibling(const Surroundings *around, const char *folder)
{
    g_autofree char *real = resolve(folder);

    if (!cordon_path_is_below(real, around->project) || cordon_path_is_below(around->loop, real) ||
        !g_file_test(real, G_FILE_TEST_IS_DIR))
        return;
    for (guint i = 0; i < around->siblings->len; i++)
        if (g_str_equal(g_ptr_array_index(around->siblings, i), real))
            return;
    g_ptr_array_add(around->siblings, g_steal_pointer(&real));
}

/* Projects may lie in one another. */
static gboolean is_near(const Surroundings *around, const CordonBoard *board)
{
    g_autofree char *real = board != NULL ? resolve(board->project) : NULL;

    return real != NULL && (cordon_path_is_below(real, around->project) ||
                            cordon_path_is_below(around->project, real));
}

static void add_loops(const Surroundings *around, const CordonSettings *settings)
{
    g_autoptr(GHashTable) near = g_hash_table_new(g_str_hash, g_str_equal);

    for (guint i = 0; i < settings->boards->len; i++) {
        const CordonBoard *board = g_ptr_array_index(settings->boards, i);
        if (is_near(around, board))
            g_hash_table_add(near, board->id);
    }
    for (guint i = 0; i < settings->loops->len; i++) {
        const CordonLoop *loop = g_ptr_array_index(settings->loops, i);
        if (g_hash_table_contains(near, loop->board))
            add_sibling(around, loop->folder);
    }
}

static void add_agents(const Surroundings *around, CordonSession *session)
{
    g_autoptr(GPtrArray) others = g_ptr_array_new_with_free_func(g_free);

    g_mutex_lock(&session->lock);
    for (guint i = 0; i < session->agents->len; i++)
        g_ptr_array_add(
            others, g_strdup(((const CordonAgent *)g_ptr_array_index(session->agents, i))->loop));
    g_mutex_unlock(&session->lock);
    for (guint i = 0; i < others->len; i++)
        add_sibling(around, g_ptr_array_index(others, i));
}

static char **find_siblings(CordonAgent *agent, const CordonSettings *settings)
{
    g_autofree char *project = resolve(agent->project);
    g_autofree char *loop = resolve(agent->loop);
    const Surroundings around = {project, loop, g_ptr_array_new()};

    add_loops(&around, settings);
    add_agents(&around, agent->session);
    g_ptr_array_add(around.siblings, NULL);
    return (char **)g_ptr_array_free(around.siblings, FALSE);
}

const CordonBoard *cordon_agent_find_board(const CordonAgent *agent, const CordonSettings *settings)
{
    const CordonBoard *board = cordon_settings_find_board(settings, agent->board);

    return board != NULL && is_same_folder(board->project, agent->project) ? board : NULL;
}

gboolean cordon_agent_is_there(const CordonAgent *agent, const CordonSettings *settings)
{
    if (agent->bubble == NULL)
        return TRUE;
    const CordonBubble *bubble = cordon_settings_find_bubble(settings, agent->bubble);
    const CordonLoop *loop =
        bubble != NULL ? cordon_settings_find_loop(settings, bubble->loop) : NULL;
    return loop != NULL && g_str_equal(bubble->role, agent->role) &&
           g_str_equal(loop->folder, agent->loop) && g_str_equal(loop->board, agent->board) &&
           cordon_agent_find_board(agent, settings) != NULL;
}

gboolean cordon_agent_look_up(CordonAgent *agent, CordonAgentFacts *ret, char ***ret_siblings,
                              GError **error)
{
    g_autoptr(CordonSettings) settings =
        cordon_settings_store_read(agent->session->settings, error);

    if (settings == NULL)
        return FALSE;
    if (!cordon_agent_is_there(agent, settings))
        return not_found(error, "bubble", agent->bubble) != NULL;
    if (!cordon_settings_find_role(settings, agent->role, &ret->tools))
        return not_found(error, "role", agent->role) != NULL;
    const CordonBoard *board = cordon_agent_find_board(agent, settings);
    ret->full_auto = board != NULL && board->full_auto;
    if (ret_siblings != NULL)
        *ret_siblings = find_siblings(agent, settings);
    return TRUE;
}

guint cordon_agent_get_tools(CordonAgent *agent)
{
    CordonAgentFacts facts = {0};

    return cordon_agent_look_up(agent, &facts, NULL, NULL) ? facts.tools : 0;
}

/* --- its files ------------------------------------------------------------------------------ */

CordonFiles *cordon_agent_open_files(CordonAgent *agent, CordonTool tool, const char *path,
                                     const char *client, GError **error)
{
    CordonAgentFacts facts = {0};
    g_auto(GStrv) siblings = NULL;

    if (!cordon_agent_look_up(agent, &facts, &siblings, error))
        return NULL;
    gboolean may = (facts.tools & (guint)tool) != 0;
    gboolean is_recorded =
        cordon_session_record(agent->session, "file", error, "board", agent->board, "bubble",
                              agent->name, "role", agent->role, "client", client, "project",
                              agent->project, "loop", agent->loop, "tool", cordon_tool_name(tool),
                              "path", path, "decision", may ? "run" : "denied", "by", "role", NULL);
    CordonFiles *files = NULL;
    if (is_recorded && may)
        files =
            cordon_files_open(agent->project, agent->loop, (const char *const *)siblings, error);
    else if (is_recorded)
        g_set_error(error, CORDON_SESSION_ERROR, CORDON_SESSION_ERROR_ROLE,
                    "Denied (rule role): the role \"%s\" has no tool %s. Use the tools that this "
                    "role has, or ask the user for an agent that may do this.",
                    agent->role, cordon_tool_name(tool));
    return files;
}

gboolean cordon_agent_is_same(const CordonAgent *one, const CordonAgent *other)
{
    if (one == other)
        return TRUE;
    return one->bubble != NULL && g_strcmp0(one->bubble, other->bubble) == 0 &&
           g_str_equal(one->project, other->project) && g_str_equal(one->loop, other->loop) &&
           g_str_equal(one->board, other->board) && g_str_equal(one->role, other->role);
}

static gboolean is_refusal(const GError *error)
{
    return g_error_matches(error, CORDON_FILES_ERROR, CORDON_FILES_ERROR_OUTSIDE) ||
           g_error_matches(error, CORDON_FILES_ERROR, CORDON_FILES_ERROR_SECRET) ||
           g_error_matches(error, CORDON_FILES_ERROR, CORDON_FILES_ERROR_PROTECTED);
}

void cordon_agent_record_refusal(CordonAgent *agent, CordonTool tool, const char *path,
                                 const char *client, const GError *error)
{
    if (!is_refusal(error))
        return;
    /* It was refused in any case; a log that cannot be written is said by the next tool. */
    cordon_session_record(
        agent->session, "file", NULL, "board", agent->board, "bubble", agent->name, "role",
        agent->role, "client", client, "project", agent->project, "loop", agent->loop, "tool",
        cordon_tool_name(tool), "path", path, "decision", "denied", "by", "files", "rule",
        cordon_files_error_name((CordonFilesError)error->code), "error", error->message, NULL);
}

const char *cordon_agent_get_project(const CordonAgent *agent)
{
    return agent->project;
}

const char *cordon_agent_get_loop(const CordonAgent *agent)
{
    return agent->loop;
}

const char *cordon_agent_get_board(const CordonAgent *agent)
{
    return agent->board;
}

const char *cordon_agent_get_role(const CordonAgent *agent)
{
    return agent->role;
}

const char *cordon_agent_get_name(const CordonAgent *agent)
{
    return agent->name;
}

const char *cordon_agent_get_bubble(const CordonAgent *agent)
{
    return agent->bubble;
}

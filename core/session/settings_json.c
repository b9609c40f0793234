/* SPDX-License-Identifier: MIT */
/* CordonSettings as the text of docs/settings.schema.json: every member, in one order. */
#include <cordon/json.h>

#include "session/settings_private.h"

static const char *const LIMIT_MEMBERS[CORDON_N_LIMITS] = {
    [CORDON_LIMIT_PROCESSES] = "processes",
    [CORDON_LIMIT_MEMORY_BYTES] = "memory_bytes",
    [CORDON_LIMIT_OPEN_FILES] = "open_files",
    [CORDON_LIMIT_SCRATCH_BYTES] = "scratch_bytes",
};

const char *cordon_settings_limit_member(guint limit)
{
    return LIMIT_MEMBERS[limit];
}

static void write_limits(CordonJsonWriter *writer, const CordonSettings *settings)
{
    cordon_json_begin_object(writer, "limits");
    for (guint i = 0; i < CORDON_N_LIMITS; i++) {
        if (settings->limits[i] == 0)
            cordon_json_add_string(writer, LIMIT_MEMBERS[i], NULL);
        else if (settings->limits[i] == CORDON_UNLIMITED)
            cordon_json_add_string(writer, LIMIT_MEMBERS[i], "unlimited");
        else
            cordon_json_add_uint(writer, LIMIT_MEMBERS[i], settings->limits[i]);
    }
    cordon_json_end_object(writer);
}

static void write_role(CordonJsonWriter *writer, gconstpointer entry)
{
    const CordonRole *role = entry;

    cordon_json_add_string(writer, "id", role->id);
    cordon_json_begin_array(writer, "tools");
    for (guint i = 0; i < CORDON_N_TOOLS; i++)
        if ((role->tools & 1u << i) != 0)
            cordon_json_add_string(writer, NULL, cordon_tool_name((CordonTool)(1u << i)));
    cordon_json_end_array(writer);
}

static void write_board(CordonJsonWriter *writer, gconstpointer entry)
{
    const CordonBoard *board = entry;

    cordon_json_add_string(writer, "id", board->id);
    cordon_json_add_string(writer, "name", board->name);
    cordon_json_add_string(writer, "project", board->project);
    cordon_json_add_bool(writer, "full_auto", board->full_auto != FALSE);
}

static void write_loop(CordonJsonWriter *writer, gconstpointer entry)
{
    const CordonLoop *loop = entry;

    cordon_json_add_string(writer, "id", loop->id);
    cordon_json_add_string(writer, "board", loop->board);
    cordon_json_add_string(writer, "folder", loop->folder);
}

static void write_bubble(CordonJsonWriter *writer, gconstpointer entry)
{
    const CordonBubble *bubble = entry;

    cordon_json_add_string(writer, "id", bubble->id);
    cordon_json_add_string(writer, "name", bubble->name);
    cordon_json_add_string(writer, "loop", bubble->loop);
    cordon_json_add_string(writer, "role", bubble->role);
    cordon_json_add_string(writer, "token_sha256", bubble->token_sha256);
}

static void write_list(CordonJsonWriter *writer, const char *name, const GPtrArray *list,
                       void (*write)(CordonJsonWriter *writer, gconstpointer entry))
{
    cordon_json_begin_array(writer, name);
    for (guint i = 0; i < list->len; i++) {
        cordon_json_begin_object(writer, NULL);
        write(writer, g_ptr_array_index(list, i));
        cordon_json_end_object(writer);
    }
    cordon_json_end_array(writer);
}

char *cordon_settings_to_json(const CordonSettings *settings, gboolean pretty)
{
    CordonJsonWriter *writer = cordon_json_writer_new(pretty);

    cordon_json_begin_object(writer, NULL);
    cordon_json_add_string(writer, "schema", CORDON_SETTINGS_SCHEMA);
    cordon_json_add_bool(writer, "sandbox", settings->sandbox != FALSE);
    cordon_json_add_string(writer, "backend", settings->backend);
    cordon_json_add_string(writer, "docker_image", settings->docker_image);
    cordon_json_begin_array(writer, "hosts");
    for (guint i = 0; i < settings->hosts->len; i++)
        cordon_json_add_string(writer, NULL, g_ptr_array_index(settings->hosts, i));
    cordon_json_end_array(writer);
    cordon_json_add_uint(writer, "time_limit_s", settings->time_limit_s);
    cordon_json_add_uint(writer, "long_time_limit_s", settings->long_time_limit_s);
    cordon_json_add_uint(writer, "approval_timeout_s", settings->approval_timeout_s);
    write_limits(writer, settings);
    write_list(writer, "roles", settings->roles, write_role);
    write_list(writer, "boards", settings->boards, write_board);
    write_list(writer, "loops", settings->loops, write_loop);
    write_list(writer, "bubbles", settings->bubbles, write_bubble);
    cordon_json_end_object(writer);
    return cordon_json_writer_finish(writer);
}

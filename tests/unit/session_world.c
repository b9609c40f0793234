/* SPDX-License-Identifier: MIT */
#include "session_world.h"

#include <criterion/criterion.h>
#include <glib/gstdio.h>
#include <string.h>

static void listen(CordonEventKind kind, const char *id, const char *data, gpointer user_data)
{
    SessionWorld *world = user_data;

    g_mutex_lock(&world->lock);
    g_ptr_array_add(world->events, g_strdup_printf("%s %s %s", cordon_event_kind_name(kind), id,
                                                   data != NULL ? data : ""));
    g_mutex_unlock(&world->lock);
}

SessionWorld *session_world_new(const CordonSessionOptions *options)
{
    SessionWorld *world = g_new0(SessionWorld, 1);
    CordonSessionOptions own = options != NULL ? *options : (CordonSessionOptions){0};
    g_autoptr(GError) error = NULL;

    g_mutex_init(&world->lock);
    world->events = g_ptr_array_new_with_free_func(g_free);
    world->top = g_dir_make_tmp("cordon-session-XXXXXX", NULL);
    world->project = g_build_filename(world->top, "project", NULL);
    world->loop = g_build_filename(world->project, "loops", "a", NULL);
    world->settings = g_build_filename(world->top, "settings.json", NULL);
    world->audit = g_build_filename(world->top, "audit.jsonl", NULL);
    g_autofree char *other = g_build_filename(world->project, "loops", "b", NULL);
    cr_assert_eq(g_mkdir_with_parents(world->loop, 0700), 0);
    cr_assert_eq(g_mkdir_with_parents(other, 0700), 0);
    own.struct_size = sizeof own;
    own.settings_path = world->settings;
    own.audit_path = world->audit;
    own.listener = listen;
    own.user_data = world;
    world->session = cordon_session_new(&own, &error);
    cr_assert_not_null(world->session, "%s", error != NULL ? error->message : "");
    world->coder = session_world_agent(world, "coder");
    return world;
}

static void remove_tree(const char *path)
{
    g_autoptr(GDir) folder =
        g_file_test(path, G_FILE_TEST_IS_SYMLINK) ? NULL : g_dir_open(path, 0, NULL);
    const char *name;

    while (folder != NULL && (name = g_dir_read_name(folder)) != NULL) {
        g_autofree char *entry = g_build_filename(path, name, NULL);
        remove_tree(entry);
    }
    g_remove(path);
}

void session_world_free(SessionWorld *world)
{
    cordon_agent_unref(world->coder);
    cordon_session_free(world->session);
    remove_tree(world->top);
    g_ptr_array_unref(world->events);
    g_mutex_clear(&world->lock);
    g_free(world->top);
    g_free(world->project);
    g_free(world->loop);
    g_free(world->settings);
    g_free(world->audit);
    g_free(world);
}

void session_world_write_settings(SessionWorld *world, const char *members)
{
    g_autofree char *text = g_strdup_printf("{\"schema\": \"cordon.settings/1\"%s%s}",
                                            members[0] != '\0' ? ", " : "", members);

    cr_assert(g_file_set_contents_full(world->settings, text, -1, G_FILE_SET_CONTENTS_CONSISTENT,
                                       0600, NULL));
}

CordonAgent *session_world_agent(SessionWorld *world, const char *role)
{
    g_autoptr(GError) error = NULL;
    CordonAgent *agent = cordon_session_add_agent(world->session, world->project, world->loop, role,
                                                  NULL, "tester", &error);

    cr_assert_not_null(agent, "%s", error != NULL ? error->message : "");
    return agent;
}

CordonJob *session_world_start(SessionWorld *world, CordonAgent *agent, const char *line)
{
    const CordonJobRequest request = {.struct_size = sizeof request,
                                      .line = line,
                                      .line_size = strlen(line),
                                      .client = "test 1.0",
                                      .source = "http"};
    g_autoptr(GError) error = NULL;
    CordonJob *job = cordon_session_start_job(world->session, agent, &request, &error);

    cr_assert_not_null(job, "%s", error != NULL ? error->message : "");
    return job;
}

void session_world_await(CordonJob *job, CordonJobState state)
{
    gint64 end = g_get_monotonic_time() + (gint64)HANG_MS * 1000;

    while (cordon_job_get_state(job) != state) {
        cr_assert_lt(g_get_monotonic_time(), end, "never %s: %s", cordon_job_state_name(state),
                     cordon_job_to_json(job, TRUE));
        g_usleep(1000);
    }
}

char *session_world_digest(SessionWorld *world, CordonJob *job)
{
    g_autofree char *json = cordon_session_approval_to_json(world->session, cordon_job_get_id(job));
    const char *digest = NULL;

    cr_assert_not_null(json);
    g_autoptr(CordonJson) document = cordon_json_parse(json, strlen(json), 1 << 20, NULL);
    cr_assert_not_null(document);
    cr_assert(cordon_json_get_string(cordon_json_root(document), "digest", TRUE, &digest, NULL));
    return g_strdup(digest);
}

char *session_world_get(CordonJob *job, const char *member)
{
    g_autofree char *json = cordon_job_to_json(job, TRUE);
    g_autoptr(CordonJson) document = cordon_json_parse(json, strlen(json), 16 << 20, NULL);
    g_auto(GStrv) names = g_strsplit(member, ".", -1);
    const char *text = NULL;
    gint64 number = 0;
    gboolean is_on = FALSE;

    cr_assert_not_null(document, "%s", json);
    const CordonJsonValue *value = cordon_json_root(document);
    guint i = 0;
    for (; names[i + 1] != NULL && value != NULL; i++)
        value = cordon_json_find(value, names[i]);
    if (value == NULL || !cordon_json_is_object(value) ||
        cordon_json_find(value, names[i]) == NULL ||
        cordon_json_is_null(cordon_json_find(value, names[i])))
        return g_strdup("");
    if (cordon_json_get_string(value, names[i], TRUE, &text, NULL))
        return g_strdup(text);
    if (cordon_json_get_bool(value, names[i], TRUE, &is_on, NULL))
        return g_strdup(is_on ? "true" : "false");
    cr_assert(
        cordon_json_get_int(value, names[i], TRUE, G_MININT, G_MAXINT64 >> 12, &number, NULL));
    return g_strdup_printf("%" G_GINT64_FORMAT, number);
}

guint session_world_count_audit(SessionWorld *world, const char *text)
{
    g_autoptr(GPtrArray) lines =
        cordon_audit_read(cordon_session_get_audit(world->session), 10000, NULL, NULL, NULL);
    guint count = 0;

    cr_assert_not_null(lines);
    for (guint i = 0; i < lines->len; i++)
        count += strstr(g_ptr_array_index(lines, i), text) != NULL ? 1 : 0;
    return count;
}

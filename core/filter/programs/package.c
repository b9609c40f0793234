/* SPDX-License-Identifier: MIT */
/* package.json and composer.json, as far as the filter looks into them. */
#include "filter/programs/package.h"

#include <string.h>

#include <cordon/json.h>

/* Larger files are not read: then nothing is known of their scripts. */
#define MAX_BYTES (1024u * 1024)

static char *join_path(CordonArena *arena, const char *folder, const char *name)
{
    return cordon_arena_concat(arena, folder, g_str_has_suffix(folder, "/") ? "" : "/", name, NULL);
}

static const char *read_text(const CordonJudge *judge, const char *folder, const char *file)
{
    const CordonWorld *world = cordon_judge_settings(judge)->world;
    CordonArena *arena = cordon_judge_arena(judge);

    if (world == NULL || world->read_text == NULL)
        return NULL;
    return world->read_text(world->user_data, arena, join_path(arena, folder, file), MAX_BYTES + 1);
}

/* composer writes several commands as a list. */
static const char *script_text(CordonArena *arena, const CordonJsonValue *value)
{
    const char *text = cordon_json_string(value);

    if (text != NULL)
        return cordon_arena_strdup(arena, text);
    if (!cordon_json_is_array(value))
        return NULL;
    g_autoptr(GString) lines = g_string_new(NULL);
    for (const CordonJsonValue *line = cordon_json_first(value); line != NULL;
         line = cordon_json_next(line)) {
        const char *each = cordon_json_string(line);
        if (each != NULL)
            g_string_append_printf(lines, "%s\n", each);
    }
    return cordon_arena_strdup(arena, lines->str);
}

static void take_scripts(CordonArena *arena, const CordonJsonValue *scripts, CordonPackage *package)
{
    if (scripts == NULL || !cordon_json_is_object(scripts))
        return;
    CordonPackageScript *taken =
        CORDON_ARENA_ARRAY(arena, CordonPackageScript, cordon_json_size(scripts) + 1);
    package->scripts = taken;
    for (const CordonJsonValue *each = cordon_json_first(scripts); each != NULL;
         each = cordon_json_next(each)) {
        const char *text = script_text(arena, each);
        if (text == NULL)
            continue;
        taken[package->script_count].name = cordon_arena_strdup(arena, cordon_json_name(each));
        taken[package->script_count++].text = text;
    }
}

/* npm and yarn: a list, or {"packages": [...]}. */
static void take_patterns(CordonArena *arena, const CordonJsonValue *workspaces,
                          CordonPackage *package)
{
    if (workspaces != NULL && cordon_json_is_object(workspaces))
        workspaces = cordon_json_find(workspaces, "packages");
    if (workspaces == NULL || !cordon_json_is_array(workspaces))
        return;
    const char **taken = CORDON_ARENA_ARRAY(arena, const char *, cordon_json_size(workspaces) + 1);
    package->patterns = taken;
    for (const CordonJsonValue *each = cordon_json_first(workspaces); each != NULL;
         each = cordon_json_next(each)) {
        const char *text = cordon_json_string(each);
        if (text != NULL)
            taken[package->pattern_count++] = cordon_arena_strdup(arena, text);
    }
}

static const char *skip_byte_order_mark(const char *text)
{
    return g_str_has_prefix(text, "\xef\xbb\xbf") ? text + 3 : text;
}

const CordonPackage *cordon_package_read(const CordonJudge *judge, const char *folder,
                                         const char *file)
{
    CordonArena *arena = cordon_judge_arena(judge);
    const char *text = read_text(judge, folder, file);

    if (text == NULL)
        return NULL;
    text = skip_byte_order_mark(text);
    CordonPackage *package = CORDON_ARENA_NEW(arena, CordonPackage);
    package->folder = folder;
    g_autoptr(CordonJson) json = cordon_json_parse(text, strlen(text), MAX_BYTES, NULL);
    if (json == NULL || !cordon_json_is_object(cordon_json_root(json)))
        return package;
    const CordonJsonValue *root = cordon_json_root(json);
    const CordonJsonValue *name = cordon_json_find(root, "name");
    package->is_readable = TRUE;
    if (name != NULL && cordon_json_string(name) != NULL)
        package->name = cordon_arena_strdup(arena, cordon_json_string(name));
    take_scripts(arena, cordon_json_find(root, "scripts"), package);
    take_patterns(arena, cordon_json_find(root, "workspaces"), package);
    return package;
}

const CordonPackage *cordon_package_find(const CordonJudge *judge, const char *folder,
                                         const char *file)
{
    CordonArena *arena = cordon_judge_arena(judge);
    const char *project = cordon_judge_settings(judge)->project;

    for (;;) {
        const CordonPackage *package = cordon_package_read(judge, folder, file);
        const char *slash = strrchr(folder, '/');
        if (package != NULL || slash == NULL || slash == folder ||
            strlen(folder) <= strlen(project))
            return package;
        folder = cordon_arena_strndup(arena, folder, (gsize)(slash - folder));
    }
}

const char *cordon_package_script(const CordonPackage *package, const char *name)
{
    for (guint i = 0; i < package->script_count; i++) {
        if (strcmp(package->scripts[i].name, name) == 0)
            return package->scripts[i].text;
    }
    return NULL;
}

/* --- members of a monorepo --- */

typedef struct {
    const CordonJudge *judge;
    const char *folder;
    const CordonPackage **members;
    guint count;
} Collector;

static void add_member(Collector *collector, const char *folder)
{
    if (collector->count >= CORDON_PACKAGE_MAX_MEMBERS)
        return;
    const CordonPackage *member = cordon_package_read(collector->judge, folder, "package.json");
    if (member != NULL)
        collector->members[collector->count++] = member;
}

static gboolean add_name(const char *name, gpointer user_data)
{
    Collector *collector = user_data;

    if (name[0] != '.' && strcmp(name, "node_modules") != 0)
        add_member(collector,
                   join_path(cordon_judge_arena(collector->judge), collector->folder, name));
    return collector->count < CORDON_PACKAGE_MAX_MEMBERS;
}

/* "packages/x" with a star at its end, or a folder; stars elsewhere are not followed. */
static void add_pattern(Collector *collector, const char *root, const char *pattern)
{
    CordonArena *arena = cordon_judge_arena(collector->judge);
    const CordonWorld *world = cordon_judge_settings(collector->judge)->world;
    gsize length = strlen(pattern);

    if (g_str_has_prefix(pattern, "./"))
        pattern += 2;
    length = strlen(pattern);
    while (length > 0 && (pattern[length - 1] == '*' || pattern[length - 1] == '/'))
        length--;
    gboolean has_star = strchr(pattern + length, '*') != NULL;
    const char *folder = cordon_arena_strndup(arena, pattern, length);
    if (strpbrk(folder, "*?[{!") != NULL || strstr(folder, "..") != NULL || folder[0] == '/')
        return;
    folder = length > 0 ? join_path(arena, root, folder) : root;
    if (!has_star) {
        add_member(collector, folder);
        return;
    }
    collector->folder = folder;
    if (world->list != NULL)
        world->list(world->user_data, folder, add_name, collector);
}

/* pnpm-workspace.yaml: the lines "  - 'packages/x'" below "packages:"; those of other lists name no folder. */
static void add_pnpm_patterns(Collector *collector, const char *root)
{
    const char *text = read_text(collector->judge, root, "pnpm-workspace.yaml");
    CordonArena *arena = cordon_judge_arena(collector->judge);

    while (text != NULL && *text != '\0') {
        const char *line = text + strspn(text, " \t");
        gsize length = strcspn(line, "\r\n");
        text = line + length;
        text += strspn(text, "\r\n");
        if (length < 3 || line[0] != '-' || line[1] != ' ')
            continue;
        line += 1;
        line += strspn(line, " '\"");
        add_pattern(collector, root, cordon_arena_strndup(arena, line, strcspn(line, " '\"#\r\n")));
    }
}

const CordonPackage *const *cordon_package_members(const CordonJudge *judge,
                                                   const CordonPackage *root, guint *ret_count)
{
    static const char *const usual[] = {"packages/*", "apps/*", "libs/*"};
    CordonArena *arena = cordon_judge_arena(judge);
    Collector collector = {.judge = judge};

    collector.members =
        CORDON_ARENA_ARRAY(arena, const CordonPackage *, CORDON_PACKAGE_MAX_MEMBERS);
    for (guint i = 0; i < root->pattern_count; i++)
        add_pattern(&collector, root->folder, root->patterns[i]);
    add_pnpm_patterns(&collector, root->folder);
    for (gsize i = 0; collector.count == 0 && i < G_N_ELEMENTS(usual); i++)
        add_pattern(&collector, root->folder, usual[i]);
    *ret_count = collector.count;
    return collector.members;
}

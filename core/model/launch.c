/* SPDX-License-Identifier: MIT */
/* CordonLaunch, and its shape in the plug-in interface. */
#include "model/launch.h"

#include <string.h>

#include "model/policy.h"

CordonMount *cordon_mount_new(guint32 role, guint32 access, guint32 kind, const char *host_path,
                              const char *guest_path)
{
    CordonMount *mount = g_new0(CordonMount, 1);

    mount->role = role;
    mount->access = access;
    mount->kind = kind;
    mount->host_path = g_strdup(host_path);
    mount->guest_path = g_strdup(guest_path);
    return mount;
}

CordonMount *cordon_mount_copy(const CordonMount *mount)
{
    CordonMount *copy = cordon_mount_new(mount->role, mount->access, mount->kind, mount->host_path,
                                         mount->guest_path);

    copy->device = mount->device;
    copy->inode = mount->inode;
    return copy;
}

void cordon_mount_free(CordonMount *mount)
{
    if (mount == NULL)
        return;
    g_free(mount->host_path);
    g_free(mount->guest_path);
    g_free(mount);
}

static void mount_free(gpointer mount)
{
    cordon_mount_free(mount);
}

GPtrArray *cordon_mounts_new(void)
{
    return g_ptr_array_new_with_free_func(mount_free);
}

const CordonMount *cordon_mounts_find_cover(const GPtrArray *mounts, const char *guest_path)
{
    for (guint i = mounts->len; i > 0; i--) {
        const CordonMount *mount = g_ptr_array_index(mounts, i - 1);

        if (cordon_path_is_below(guest_path, mount->guest_path))
            return mount;
    }
    return NULL;
}

CordonLaunch *cordon_launch_new(void)
{
    CordonLaunch *launch = g_new0(CordonLaunch, 1);

    launch->mounts = cordon_mounts_new();
    launch->guarantees = cordon_guarantees_new(NULL);
    return launch;
}

void cordon_launch_free(CordonLaunch *launch)
{
    if (launch == NULL)
        return;
    g_free(launch->instance);
    g_strfreev(launch->argv);
    g_strfreev(launch->env);
    g_free(launch->cwd);
    if (launch->mounts != NULL)
        g_ptr_array_unref(launch->mounts);
    cordon_guarantees_free(launch->guarantees);
    g_free(launch);
}

/* Everything borrowed lies behind the head in the same block: the mounts, then the pointers. */
struct CordonLaunchView {
    struct cordon_launch launch;
    struct cordon_limits limits;
    struct cordon_mount mounts[];
};

CordonLaunchView *cordon_launch_view_new(const CordonLaunch *launch)
{
    static const char *const EMPTY[] = {NULL};
    gsize count = launch->mounts->len;
    gsize size = sizeof(CordonLaunchView) + count * sizeof(struct cordon_mount) +
                 (count + 1) * sizeof(struct cordon_mount *);
    CordonLaunchView *view = g_malloc0(size);
    const struct cordon_mount **pointers = (void *)(view->mounts + count);

    for (gsize i = 0; i < count; i++) {
        const CordonMount *mount = g_ptr_array_index(launch->mounts, i);

        view->mounts[i] = (struct cordon_mount){
            .struct_size = sizeof(struct cordon_mount),
            .access = mount->access,
            .host_path = mount->host_path,
            .guest_path = mount->guest_path,
            .kind = mount->kind,
            .role = mount->role,
            .device = mount->device,
            .inode = mount->inode,
        };
        pointers[i] = &view->mounts[i];
    }
    view->limits = (struct cordon_limits){
        .struct_size = sizeof(struct cordon_limits),
        .processes = launch->processes,
        .memory_bytes = launch->memory_bytes,
        .open_files = launch->open_files,
        .scratch_bytes = launch->scratch_bytes,
    };
    view->launch = (struct cordon_launch){
        .struct_size = sizeof(struct cordon_launch),
        .network = CORDON_NET_NONE,
        .instance = launch->instance,
        .argv = launch->argv != NULL ? (const char *const *)launch->argv : EMPTY,
        .envp = launch->env != NULL ? (const char *const *)launch->env : EMPTY,
        .cwd = launch->cwd,
        .mounts = pointers,
        .guarantees = cordon_guarantees_strv(launch->guarantees),
        .limits = &view->limits,
    };
    return view;
}

const struct cordon_launch *cordon_launch_view_get(const CordonLaunchView *view)
{
    return &view->launch;
}

void cordon_launch_view_free(CordonLaunchView *view)
{
    g_free(view);
}

/* --- for people ---------------------------------------------------------------------------- */

static const char *role_name(guint32 role)
{
    static const char *const names[] = {
        [CORDON_ROLE_UNKNOWN] = "unknown",
        [CORDON_ROLE_SYSTEM] = "system",
        [CORDON_ROLE_HOME] = "home",
        [CORDON_ROLE_TOOL] = "tool",
        [CORDON_ROLE_PROJECT] = "project",
        [CORDON_ROLE_LOOP] = "loop",
        [CORDON_ROLE_PIN] = "pin",
        [CORDON_ROLE_SIBLING] = "sibling",
        [CORDON_ROLE_APP] = "app",
        [CORDON_ROLE_PROTECTED] = "protected",
        [CORDON_ROLE_SECRET] = "secret",
        [CORDON_ROLE_CACHE] = "cache",
        [CORDON_ROLE_REPOSITORY] = "repository",
    };

    return names[role < G_N_ELEMENTS(names) ? role : CORDON_ROLE_UNKNOWN];
}

static const char *kind_name(guint32 kind)
{
    static const char *const names[] = {
        [CORDON_KIND_FOLDER] = "folder", [CORDON_KIND_FILE] = "file",
        [CORDON_KIND_LINK] = "link",     [CORDON_KIND_SPECIAL] = "special",
        [CORDON_KIND_FRESH] = "fresh",
    };

    return kind < G_N_ELEMENTS(names) ? names[kind] : "unknown";
}

static const char *access_name(guint32 access)
{
    static const char *const names[] = {
        [CORDON_ACCESS_HIDDEN] = "hidden",
        [CORDON_ACCESS_READ] = "read",
        [CORDON_ACCESS_WRITE] = "write",
    };

    return access < G_N_ELEMENTS(names) ? names[access] : "unknown";
}

static void write_limit(CordonJsonWriter *writer, const char *name, guint64 value)
{
    if (value == G_MAXUINT64)
        cordon_json_add_string(writer, name, NULL);
    else
        cordon_json_add_uint(writer, name, value);
}

void cordon_launch_write_json(const CordonLaunch *launch, CordonJsonWriter *writer)
{
    cordon_json_begin_array(writer, "mounts");
    for (guint i = 0; i < launch->mounts->len; i++) {
        const CordonMount *mount = g_ptr_array_index(launch->mounts, i);

        cordon_json_begin_object(writer, NULL);
        cordon_json_add_string(writer, "role", role_name(mount->role));
        cordon_json_add_string(writer, "kind", kind_name(mount->kind));
        cordon_json_add_string(writer, "access", access_name(mount->access));
        cordon_json_add_string(writer, "path", mount->guest_path);
        if (mount->host_path != NULL && strcmp(mount->host_path, mount->guest_path) != 0)
            cordon_json_add_string(writer, mount->kind == CORDON_KIND_LINK ? "target" : "host_path",
                                   mount->host_path);
        cordon_json_end_object(writer);
    }
    cordon_json_end_array(writer);
    cordon_json_begin_object(writer, "limits");
    write_limit(writer, "processes", launch->processes);
    write_limit(writer, "memory_bytes", launch->memory_bytes);
    write_limit(writer, "open_files", launch->open_files);
    write_limit(writer, "scratch_bytes", launch->scratch_bytes);
    cordon_json_end_object(writer);
}

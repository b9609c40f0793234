/* SPDX-License-Identifier: MIT */
/* launch -> command line of cordon-docker, with that of cordon-init in the container behind it.  Pure.
 *
 * The engine sorts mounts by depth, so a deeper one covers a shallower one; of entries at one path only the last is put. */
#include "docker.h"

#include <filter.h>
#include <init.h>
#include <stdlib.h>
#include <string.h>

enum {
    /* The engine makes each by a mount of its own. */
    MOUNTS_MOST = 500,
};

struct plan {
    const struct docker_engine *engine;
    const struct docker_helpers *helpers;
    struct kit_plan base;
};

/* --- what cannot be carried ------------------------------------------------------------------ */

/* The length of the character at text, or 0 when it is not UTF-8. */
static size_t character_size(const unsigned char *text)
{
    size_t size = text[0] < 0x80                       ? 1
                  : text[0] >= 0xc2 && text[0] <= 0xdf ? 2
                  : text[0] >= 0xe0 && text[0] <= 0xef ? 3
                  : text[0] >= 0xf0 && text[0] <= 0xf4 ? 4
                                                       : 0;

    for (size_t i = 1; i < size; i++) {
        if ((text[i] & 0xc0) != 0x80)
            return 0;
    }
    bool is_overlong = (text[0] == 0xe0 && text[1] < 0xa0) || (text[0] == 0xf0 && text[1] < 0x90);
    bool is_beyond = (text[0] == 0xed && text[1] > 0x9f) || (text[0] == 0xf4 && text[1] > 0x8f);
    return is_overlong || is_beyond ? 0 : size;
}

static bool is_utf8(const char *text)
{
    const unsigned char *at = (const unsigned char *)text;

    while (*at != '\0') {
        size_t size = character_size(at);
        if (size == 0)
            return false;
        at += size;
    }
    return true;
}

static void check_path(struct plan *plan, const char *path)
{
    if (path != NULL && !is_utf8(path))
        kit_plan_refuse(
            &plan->base, CORDON_E_UNENFORCED,
            "%s: a container engine takes paths in UTF-8 only; rename it, or use another backend",
            path);
}

/* --- entries --------------------------------------------------------------------------------- */

static const struct cordon_mount *entry(const struct plan *plan, size_t index)
{
    return kit_mounts_at(&plan->base.mounts, index);
}

/* The image brings its own system. */
static bool is_of_image(const struct cordon_mount *mount)
{
    return mount->role == CORDON_ROLE_SYSTEM;
}

/* What is covered does not show. */
static bool is_put(const struct plan *plan, size_t index)
{
    return !is_of_image(entry(plan, index)) && !kit_mounts_covered_later(&plan->base.mounts, index);
}

static bool is_file(const struct cordon_mount *mount)
{
    return mount->kind == CORDON_KIND_FILE || mount->kind == CORDON_KIND_SPECIAL;
}

static void put_entry(struct plan *plan, const struct cordon_mount *mount)
{
    bool writable = mount->access == CORDON_ACCESS_WRITE;

    if (mount->access == CORDON_ACCESS_HIDDEN)
        kit_plan_put_all(&plan->base, "--hide", is_file(mount) ? "file" : "folder",
                         mount->guest_path, NULL);
    else if (mount->kind == CORDON_KIND_FRESH)
        kit_plan_put_all(&plan->base, "--tmpfs", writable ? "rw" : "ro", "755", mount->guest_path,
                         NULL);
    else if (mount->kind == CORDON_KIND_LINK)
        kit_plan_refuse(&plan->base, CORDON_E_UNENFORCED,
                        "%s: this backend makes no symbolic links", mount->guest_path);
    else
        kit_plan_put_all(&plan->base, "--bind", writable ? "rw" : "ro", mount->host_path,
                         mount->guest_path, NULL);
}

/* Where every container has a folder in memory, unless an entry lies there: an engine mounts nothing twice at one path. */
static const struct {
    const char *path;
    const char *access, *mode;
} fresh[] = {{"/tmp", "rw", "1777"}, {"/var/tmp", "rw", "1777"}, {"/run", "ro", "755"}};

enum { FRESH_COUNT = sizeof fresh / sizeof fresh[0] };

static bool is_taken(const struct plan *plan, const char *path)
{
    for (size_t i = 0; i < plan->base.mounts.count; i++) {
        if (strcmp(entry(plan, i)->guest_path, path) == 0 && is_put(plan, i))
            return true;
    }
    return false;
}

static void put_entries(struct plan *plan)
{
    for (size_t i = 0; i < FRESH_COUNT; i++) {
        if (!is_taken(plan, fresh[i].path))
            kit_plan_put_all(&plan->base, "--tmpfs", fresh[i].access, fresh[i].mode, fresh[i].path,
                             NULL);
    }
    kit_plan_put_all(&plan->base, "--bind", "ro", plan->helpers->init, DOCKER_INIT_GUEST, NULL);
    for (size_t i = 0; i < plan->base.mounts.count; i++) {
        if (is_put(plan, i))
            put_entry(plan, entry(plan, i));
    }
}

/* --- limits ---------------------------------------------------------------------------------- */

/* The engine's limit is the kernel's own and holds for certain; cordon-init's counts what the first version of control
 * groups leaves out (sockets), says which limit ended the command, and is all where the engine has none. */
struct limit {
    const char *guarantee;
    const char *engine_name; /* of --limit; NULL: not the engine's */
    const char *init_option; /* NULL: not cordon-init's */
    uint64_t value;
};

enum { LIMIT_COUNT = 3 };

static void read_limits(const struct plan *plan, struct limit limits[LIMIT_COUNT])
{
    const struct cordon_limits *asked = plan->base.limits;
    bool counts = plan->engine->limits_processes;

    limits[0] = (struct limit){CORDON_G_LIMIT_PIDS, counts ? "processes" : NULL,
                               counts ? NULL : "--limit-processes", asked->processes};
    limits[1] = (struct limit){CORDON_G_LIMIT_MEMORY, plan->engine->limits_memory ? "memory" : NULL,
                               "--limit-memory", asked->memory_bytes};
    /* An engine fails where its own limit is lower; cordon-init takes the lower one. */
    limits[2] =
        (struct limit){CORDON_G_LIMIT_OPEN_FILES, NULL, "--limit-open-files", asked->open_files};
}

static void put_limits(struct plan *plan, bool for_engine)
{
    struct limit limits[LIMIT_COUNT];

    read_limits(plan, limits);
    for (size_t i = 0; i < LIMIT_COUNT; i++) {
        const struct limit *limit = &limits[i];
        const char *name = for_engine ? limit->engine_name : limit->init_option;
        if (!kit_plan_has_limit(&plan->base, limit->guarantee, limit->value) || name == NULL)
            continue;
        if (for_engine)
            kit_plan_put(&plan->base, "--limit");
        kit_plan_put(&plan->base, name);
        kit_plan_put_number(&plan->base, limit->value);
    }
    if (for_engine && plan->base.limits->scratch_bytes != UINT64_MAX) {
        kit_plan_put_all(&plan->base, "--limit", "scratch", NULL);
        kit_plan_put_number(&plan->base, plan->base.limits->scratch_bytes);
    }
}

/* --- what cordon-docker gets ----------------------------------------------------------------- */

static void put_fd(struct plan *plan, const char *option, uint64_t number)
{
    kit_plan_put(&plan->base, option);
    kit_plan_put_number(&plan->base, number);
}

/* The command's environment as NAME=VALUE, each ended by a NUL. */
struct environment {
    char *data;
    size_t size, room;
};

static bool add_bytes(struct environment *environment, const char *bytes, size_t size)
{
    if (environment->room - environment->size < size) {
        size_t room = 2 * (environment->size + size);
        char *data = realloc(environment->data, room);
        if (data == NULL)
            return false;
        environment->data = data;
        environment->room = room;
    }
    memcpy(environment->data + environment->size, bytes, size);
    environment->size += size;
    return true;
}

static bool has_folder(const char *path, const char *folder)
{
    size_t length = strlen(folder);

    for (; *path != '\0'; path += *path == ':') {
        size_t size = strcspn(path, ":");
        if (size == length && memcmp(path, folder, length) == 0)
            return true;
        path += size;
    }
    return false;
}

/* The host's search path names the folders of the host: where it needs no /bin, an image may have all there. */
static bool add_path(struct environment *environment, const char *entry)
{
    static const char *const usual[] = {
        "/usr/local/sbin", "/usr/local/bin", "/usr/sbin", "/usr/bin", "/sbin", "/bin",
    };
    const char *path = strchr(entry, '=') + 1;
    bool is_empty = *path == '\0';

    if (!add_bytes(environment, entry, strlen(entry)))
        return false;
    for (size_t i = 0; i < sizeof usual / sizeof usual[0]; i++) {
        if (has_folder(path, usual[i]))
            continue;
        if ((!is_empty && !add_bytes(environment, ":", 1)) ||
            !add_bytes(environment, usual[i], strlen(usual[i])))
            return false;
        is_empty = false;
    }
    return add_bytes(environment, "", 1);
}

static bool add_variable(struct environment *environment, const char *entry)
{
    if (strncmp(entry, "PATH=", strlen("PATH=")) == 0)
        return add_path(environment, entry);
    return add_bytes(environment, entry, strlen(entry) + 1);
}

/* A command line can be read by everybody on the machine, so the environment goes another way. */
static void put_environment(struct plan *plan)
{
    const char *const *entry = plan->base.launch->envp;
    struct environment environment = {NULL, 0, 0};

    for (; entry != NULL && *entry != NULL && !kit_plan_failed(&plan->base); entry++) {
        if (strchr(*entry, '=') == NULL || (*entry)[0] == '=')
            kit_plan_refuse(&plan->base, CORDON_E_INVALID,
                            "an environment entry is not NAME=VALUE");
        else if (!add_variable(&environment, *entry))
            kit_plan_refuse(&plan->base, CORDON_E_NOMEM, "out of memory");
    }
    put_fd(plan, "--env",
           kit_plan_add_data(&plan->base, environment.data != NULL ? environment.data : "",
                             environment.size));
    free(environment.data);
}

static void put_container(struct plan *plan)
{
    const struct docker_engine *engine = plan->engine;

    kit_plan_put_all(&plan->base, plan->helpers->driver, "run", "--endpoint", engine->endpoint,
                     "--name", plan->base.launch->instance, "--image", engine->image, "--user",
                     engine->user, "--workdir", plan->base.launch->cwd, NULL);
    if (engine->maps_users)
        kit_plan_put(&plan->base, "--host-users");
    put_fd(plan, "--status", kit_plan_add_status(&plan->base));
    put_environment(plan);
    put_fd(plan, "--filter", kit_plan_add_filter(&plan->base));
    put_limits(plan, true);
    put_entries(plan);
}

/* --- what cordon-init gets ------------------------------------------------------------------- */

static void put_checks(struct plan *plan)
{
    for (size_t i = 0; i < plan->base.mounts.count; i++) {
        if (!is_of_image(entry(plan, i)))
            kit_init_put_check(&plan->base, i, !plan->engine->is_far);
    }
}

static void put_writable(struct plan *plan)
{
    kit_plan_put_all(&plan->base, "--write", "/proc", "--write", "/dev", "--fresh", "/dev/shm",
                     NULL);
    for (size_t i = 0; i < FRESH_COUNT; i++) {
        if (strcmp(fresh[i].access, "rw") == 0 && !is_taken(plan, fresh[i].path))
            kit_plan_put_all(&plan->base, "--fresh", fresh[i].path, NULL);
    }
    for (size_t i = 0; i < plan->base.mounts.count; i++) {
        if (!is_of_image(entry(plan, i)))
            kit_init_put_rights(&plan->base, i);
    }
}

static void put_init(struct plan *plan)
{
    kit_plan_put_all(&plan->base, "--", DOCKER_INIT_GUEST, "--relay", NULL);
    put_checks(plan);
    put_writable(plan);
    put_limits(plan, false);
    kit_plan_put(&plan->base, "--");
    for (const char *const *word = plan->base.launch->argv; *word != NULL; word++)
        kit_plan_put(&plan->base, *word);
}

/* A cordon-docker that is killed takes the container with it; this is for an engine that was too busy to notice. */
static void put_teardown(struct plan *plan)
{
    const char *const argv[] = {plan->helpers->driver, "remove", plan->engine->endpoint,
                                plan->base.launch->instance, NULL};

    if (!kit_plan_failed(&plan->base))
        plan->base.status = plan->base.sink->teardown(plan->base.sink->context, argv);
}

/* --- what is kept ---------------------------------------------------------------------------- */

static void acknowledge_all(struct plan *plan)
{
    static const char *const always[] = {
        CORDON_G_LATE_MOUNTS_HIDDEN, /* private propagation */
        CORDON_G_NET_NONE,           /* a network namespace with nothing in it */
        CORDON_G_IPC_NONE,           /* no AF_UNIX, masks, Landlock for FIFOs, namespaces */
        CORDON_G_PID_NAMESPACE,
        CORDON_G_KILL_TREE, /* the namespace ends with cordon-init, and that with its client */
        CORDON_G_NO_NEW_PRIVILEGES,
        CORDON_G_SYSCALL_FILTERED, /* the engine's filter and ours */
        CORDON_G_TTY_NO_INJECTION, /* there is no terminal */
        CORDON_G_FD_STDIO_ONLY,
        CORDON_G_ENV_CLEAN, /* cordon-init gives the command its environment */
    };

    kit_plan_acknowledge_folders(&plan->base, true);
    for (size_t i = 0; i < sizeof always / sizeof always[0]; i++)
        kit_plan_acknowledge(&plan->base, always[i], true);
    kit_plan_acknowledge_limits(&plan->base);
}

static void check_launch(struct plan *plan)
{
    static const char *const own[] = {"/proc", "/dev", DOCKER_INIT_GUEST, NULL};

    kit_plan_check(&plan->base, own, MOUNTS_MOST);
    /* What was refused may not even be readable. */
    if (kit_plan_failed(&plan->base))
        return;
    check_path(plan, plan->base.launch->cwd);
    check_path(plan, plan->helpers->init);
    for (size_t i = 0; i < plan->base.mounts.count && !kit_plan_failed(&plan->base); i++) {
        if (!is_put(plan, i))
            continue;
        check_path(plan, entry(plan, i)->guest_path);
        check_path(plan, entry(plan, i)->host_path);
    }
}

int32_t docker_plan(const struct docker_engine *engine, const struct docker_helpers *helpers,
                    const struct cordon_launch *launch, const struct kit_sink *sink)
{
    struct plan plan = {.engine = engine, .helpers = helpers, .base = kit_plan_of(launch, sink)};

    check_launch(&plan);
    if (kit_plan_failed(&plan.base))
        return plan.base.status;
    /* Of this machine's own programs only what cannot do without: messages untranslated. */
    plan.base.status = sink->env(sink->context, "LC_ALL", "C");
    put_container(&plan);
    put_init(&plan);
    put_teardown(&plan);
    acknowledge_all(&plan);
    return plan.base.status;
}

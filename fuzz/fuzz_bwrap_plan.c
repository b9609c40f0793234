/* SPDX-License-Identifier: MIT */
/* Any launch for bubblewrap: the command line is read back as bubblewrap and cordon-init read it, and
 * holds nothing that the launch or the fixed list does not. */
#include <string.h>

#include <cordon/guarantees.h>

#include "bwrap/bwrap.h"
#include "bwrap/covers.h"
#include "fuzz.h"
#include "kit/filter.h"
#include "model/launch.h"

#define INIT_PATH "/usr/libexec/cordon/cordon-init"

/* In place of the real filter, which is the same for every launch and takes long to make. */
int32_t kit_filter(void **ret_data, size_t *ret_size)
{
    *ret_data = calloc(1, 8);
    *ret_size = 8;
    return *ret_data != NULL ? CORDON_OK : CORDON_E_NOMEM;
}

/* --- the sink ------------------------------------------------------------------------------ */

typedef struct {
    GPtrArray *argv;
    GPtrArray *env;  /* names */
    GPtrArray *fds;  /* of what each descriptor is: a path, or "" for data, or "status" */
    guint used[512]; /* how often each number stands in argv */
    guint fail_at;   /* the push that fails, 0: none */
    guint pushes;
    gboolean refused;
} Collected;

static int32_t take(Collected *collected, GPtrArray *array, const char *text)
{
    if (++collected->pushes == collected->fail_at)
        return CORDON_E_NOMEM;
    FUZZ_CHECK(!collected->refused);
    g_ptr_array_add(array, g_strdup(text));
    return CORDON_OK;
}

static int32_t take_arg(void *context, const char *arg)
{
    return take(context, ((Collected *)context)->argv, arg);
}

static int32_t take_env(void *context, const char *name, const char *value)
{
    FUZZ_CHECK(strchr(name, '=') == NULL && value != NULL && !g_str_has_prefix(name, "LD_"));
    return take(context, ((Collected *)context)->env, name);
}

static int32_t take_fd(Collected *collected, const char *text, int32_t *ret_number)
{
    int32_t status = take(collected, collected->fds, text);

    if (status == CORDON_OK)
        *ret_number = 2 + (int32_t)collected->fds->len;
    return status;
}

static int32_t take_data(void *context, const void *data, size_t size, int32_t *ret_number)
{
    FUZZ_CHECK(data != NULL || size == 0);
    return take_fd(context, "", ret_number);
}

static int32_t take_path(void *context, const char *path, int32_t *ret_number)
{
    return take_fd(context, path, ret_number);
}

static int32_t take_status(void *context, const char *format, int32_t *ret_number)
{
    FUZZ_CHECK(strcmp(format, "cordon.status/1") == 0);
    return take_fd(context, "status", ret_number);
}

static int32_t take_enforced(void *context, const char *guarantee)
{
    Collected *collected = context;

    FUZZ_CHECK(guarantee[0] != '\0');
    return ++collected->pushes == collected->fail_at ? CORDON_E_NOMEM : CORDON_OK;
}

static int32_t take_failure(void *context, int32_t status, const char *message)
{
    Collected *collected = context;

    FUZZ_CHECK(status < 0 && message[0] != '\0' && !collected->refused);
    collected->refused = TRUE;
    return status;
}

/* --- the launch ---------------------------------------------------------------------------- */

static void take_mounts(FuzzInput *input, CordonLaunch *launch)
{
    guint count = fuzz_take_byte(input) % 16;

    for (guint i = 0; i < count; i++) {
        guint8 byte = fuzz_take_byte(input);
        guint8 flags = fuzz_take_byte(input);
        guint32 access = byte % 4, kind = byte / 4 % 6, role = fuzz_take_byte(input) % 13;
        g_autofree char *guest = flags & 1 ? fuzz_take_line(input) : fuzz_take_path(input);
        g_autofree char *host = flags & 2   ? fuzz_take_line(input)
                                : flags & 4 ? fuzz_take_path(input)
                                            : g_strdup(guest);
        CordonMount *mount = cordon_mount_new(role, access, kind, flags & 8 ? NULL : host, guest);

        if (flags & 16) {
            mount->device = 1;
            mount->inode = g_str_hash(host);
        }
        g_ptr_array_add(launch->mounts, mount);
    }
}

static guint64 take_limit(FuzzInput *input)
{
    guint8 byte = fuzz_take_byte(input);

    return byte == 255 ? G_MAXUINT64 : byte;
}

static CordonLaunch *take_launch(FuzzInput *input)
{
    CordonLaunch *launch = cordon_launch_new();
    guint8 flags = fuzz_take_byte(input);

    if (flags & 1)
        cordon_guarantees_add(launch->guarantees, CORDON_G_LIMIT_PIDS);
    if (flags & 2)
        cordon_guarantees_add(launch->guarantees, CORDON_G_LIMIT_MEMORY);
    if (flags & 4)
        cordon_guarantees_add(launch->guarantees, CORDON_G_LIMIT_OPEN_FILES);
    launch->processes = take_limit(input);
    launch->memory_bytes = take_limit(input);
    launch->open_files = take_limit(input);
    launch->scratch_bytes = take_limit(input);
    launch->instance = g_strdup("i-1");
    launch->cwd = flags & 8 ? fuzz_take_line(input) : fuzz_take_path(input);
    take_mounts(input, launch);
    launch->env = fuzz_take_lines(input, 64);
    launch->argv = fuzz_take_lines(input, 64);
    return launch;
}

/* --- the command line ---------------------------------------------------------------------- */

static const struct {
    const char *name;
    guint values;
} OPTIONS[] = {
    {"--unshare-user", 0},
    {"--unshare-pid", 0},
    {"--unshare-net", 0},
    {"--unshare-ipc", 0},
    {"--unshare-uts", 0},
    {"--unshare-cgroup-try", 0},
    {"--disable-userns", 0},
    {"--die-with-parent", 0},
    {"--new-session", 0},
    {"--as-pid-1", 0},
    {"--cap-drop", 1},
    {"--hostname", 1},
    {"--proc", 1},
    {"--dev", 1},
    {"--tmpfs", 1},
    {"--perms", 1},
    {"--size", 1},
    {"--remount-ro", 1},
    {"--chdir", 1},
    {"--seccomp", 1},
    {"--bind", 2},
    {"--ro-bind", 2},
    {"--ro-bind-try", 2},
    {"--bind-fd", 2},
    {"--ro-bind-fd", 2},
    {"--ro-bind-data", 2},
    {"--symlink", 2},
    {"--status", 1},
    {"--check", 1},
    {"--write", 1},
    {"--fresh", 1},
    {"--limit-processes", 1},
    {"--limit-memory", 1},
    {"--limit-open-files", 1},
    {"--env", 1},
};

static guint count_values(const char *option)
{
    for (gsize i = 0; i < G_N_ELEMENTS(OPTIONS); i++)
        if (strcmp(OPTIONS[i].name, option) == 0)
            return OPTIONS[i].values;
    fprintf(stderr, "an option that is not known: %s\n", option);
    abort();
}

static const CordonMount *find_mount(const CordonLaunch *launch, guint32 kind_a, guint32 kind_b,
                                     guint32 access, const char *host, const char *guest)
{
    for (guint i = 0; i < launch->mounts->len; i++) {
        const CordonMount *mount = g_ptr_array_index(launch->mounts, i);

        if ((mount->kind == kind_a || mount->kind == kind_b) && mount->access == access &&
            g_strcmp0(mount->host_path, host) == 0 && strcmp(mount->guest_path, guest) == 0)
            return mount;
    }
    return NULL;
}

static gboolean has_guest(const CordonLaunch *launch, guint32 access, const char *guest)
{
    for (guint i = 0; i < launch->mounts->len; i++) {
        const CordonMount *mount = g_ptr_array_index(launch->mounts, i);

        if (mount->access == access && strcmp(mount->guest_path, guest) == 0)
            return TRUE;
    }
    return FALSE;
}

/* What the backend brings by itself. */
static gboolean is_fixed(const char *option, const char *host, const char *guest)
{
    if (strcmp(option, "--ro-bind-try") == 0)
        return strcmp(host, guest) == 0 && g_str_has_prefix(guest, "/proc/");
    if (strcmp(option, "--ro-bind") != 0)
        return FALSE;
    if (strcmp(host, INIT_PATH) == 0)
        return strcmp(guest, BWRAP_INIT_GUEST) == 0;
    for (gsize i = 0; i < bwrap_cover_count; i++)
        if (strcmp(host, "/dev/null") == 0 && strcmp(guest, bwrap_covers[i].path) == 0)
            return TRUE;
    return FALSE;
}

static const char *use_fd(Collected *collected, const char *number)
{
    guint64 value = 0;

    FUZZ_CHECK(g_ascii_string_to_unsigned(number, 10, 3, 2 + collected->fds->len, &value, NULL));
    FUZZ_CHECK(collected->used[value]++ == 0);
    return g_ptr_array_index(collected->fds, (guint)value - 3);
}

static void check_bind(const CordonLaunch *launch, const char *option, const char *host,
                       const char *guest)
{
    gboolean writable = g_str_has_prefix(option, "--bind");
    const CordonMount *mount =
        find_mount(launch, CORDON_KIND_FOLDER, CORDON_KIND_FILE,
                   writable ? CORDON_ACCESS_WRITE : CORDON_ACCESS_READ, host, guest);

    if (mount == NULL && strcmp(host, "/dev/null") == 0 && !writable)
        FUZZ_CHECK(is_fixed(option, host, guest) || has_guest(launch, CORDON_ACCESS_HIDDEN, guest));
    else
        FUZZ_CHECK(mount != NULL || is_fixed(option, host, guest));
}

static void check_option(Collected *collected, const CordonLaunch *launch, const char *option,
                         const char *first, const char *second)
{
    if (strcmp(option, "--bind-fd") == 0 || strcmp(option, "--ro-bind-fd") == 0) {
        const char *host = use_fd(collected, first);

        FUZZ_CHECK(host[0] == '/');
        check_bind(launch, option, host, second);
    } else if (strcmp(option, "--ro-bind-data") == 0) {
        FUZZ_CHECK(use_fd(collected, first)[0] == '\0');
        FUZZ_CHECK(has_guest(launch, CORDON_ACCESS_HIDDEN, second));
    } else if (strcmp(option, "--seccomp") == 0) {
        FUZZ_CHECK(use_fd(collected, first)[0] == '\0');
    } else if (strcmp(option, "--status") == 0) {
        FUZZ_CHECK(strcmp(use_fd(collected, first), "status") == 0);
    } else if (strcmp(option, "--symlink") == 0) {
        FUZZ_CHECK(find_mount(launch, CORDON_KIND_LINK, CORDON_KIND_LINK, CORDON_ACCESS_HIDDEN,
                              first, second) != NULL ||
                   find_mount(launch, CORDON_KIND_LINK, CORDON_KIND_LINK, CORDON_ACCESS_READ, first,
                              second) != NULL ||
                   find_mount(launch, CORDON_KIND_LINK, CORDON_KIND_LINK, CORDON_ACCESS_WRITE,
                              first, second) != NULL);
    } else if (g_str_has_prefix(option, "--bind") || g_str_has_prefix(option, "--ro-bind")) {
        check_bind(launch, option, first, second);
    } else if (strcmp(option, "--write") == 0) {
        FUZZ_CHECK(strcmp(first, "/proc") == 0 || strcmp(first, "/dev") == 0 ||
                   has_guest(launch, CORDON_ACCESS_WRITE, first));
    }
}

/* Reads options from *at up to "--", which is passed over. */
static void read_options(Collected *collected, const CordonLaunch *launch, guint *at)
{
    char *const *argv = (char *const *)collected->argv->pdata;
    guint count = collected->argv->len;

    for (;;) {
        FUZZ_CHECK(*at < count);
        const char *option = argv[(*at)++];
        if (strcmp(option, "--") == 0)
            return;
        guint values = count_values(option);
        FUZZ_CHECK(*at + values <= count);
        check_option(collected, launch, option, values > 0 ? argv[*at] : NULL,
                     values > 1 ? argv[*at + 1] : NULL);
        *at += values;
    }
}

static void check_plan(Collected *collected, const CordonLaunch *launch)
{
    guint at = 1;

    FUZZ_CHECK(strcmp(g_ptr_array_index(collected->argv, 0), "/usr/bin/bwrap") == 0);
    read_options(collected, launch, &at);
    FUZZ_CHECK(at < collected->argv->len);
    FUZZ_CHECK(strcmp(g_ptr_array_index(collected->argv, at), BWRAP_INIT_GUEST) == 0);
    at++;
    read_options(collected, launch, &at);
    /* The command's words, unchanged and nothing behind them. */
    for (gsize i = 0; launch->argv[i] != NULL; i++, at++) {
        FUZZ_CHECK(at < collected->argv->len);
        FUZZ_CHECK(strcmp(g_ptr_array_index(collected->argv, at), launch->argv[i]) == 0);
    }
    FUZZ_CHECK(at == collected->argv->len);
    for (guint i = 0; i < collected->fds->len; i++)
        FUZZ_CHECK(collected->used[i + 3] == 1);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    FuzzInput input = {data, data + size};
    guint8 options = fuzz_take_byte(&input);
    guint8 fail_at = fuzz_take_byte(&input);
    g_autoptr(CordonLaunch) launch = take_launch(&input);
    const struct bwrap_program program = {
        .path = "/usr/bin/bwrap",
        .options = options & 15u,
        .unprivileged = options & 16,
        .late_mounts_private = options & 32,
        .devices_read_only = options & 64,
        .covers = options & 128 ? "keys,kcore,timer_list" : NULL,
    };
    Collected collected = {
        .argv = g_ptr_array_new_with_free_func(g_free),
        .env = g_ptr_array_new_with_free_func(g_free),
        .fds = g_ptr_array_new_with_free_func(g_free),
        .fail_at = fail_at,
    };
    const struct kit_sink sink = {
        .context = &collected,
        .arg = take_arg,
        .env = take_env,
        .data = take_data,
        .path = take_path,
        .status = take_status,
        .enforced = take_enforced,
        .fail = take_failure,
    };
    CordonLaunchView *view = cordon_launch_view_new(launch);
    int32_t status = bwrap_plan(&program, INIT_PATH, cordon_launch_view_get(view), &sink);

    if (status == CORDON_OK) {
        FUZZ_CHECK(!collected.refused && (fail_at == 0 || collected.pushes < fail_at));
        check_plan(&collected, launch);
    } else {
        /* Said why, or a push failed, and then nothing more was pushed. */
        FUZZ_CHECK(collected.refused || collected.pushes == fail_at);
    }
    cordon_launch_view_free(view);
    g_ptr_array_unref(collected.argv);
    g_ptr_array_unref(collected.env);
    g_ptr_array_unref(collected.fds);
    return 0;
}

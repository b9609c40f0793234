/* SPDX-License-Identifier: MIT */
/* The words of `cordon-docker run`, and the container that they describe. */
#include "container.h"

#include <string.h>

#include <cordon/json.h>

/* Of a label on every container, so that people see whose it is. */
#define LABEL "org.cordon.launch"

/* Walks over the words. */
typedef struct {
    const char *const *at;
    CordonContainer *container;
    GError **error;
} Words;

static gboolean refuse(const Words *words, const char *option, const char *why)
{
    g_autofree char *text = g_utf8_make_valid(option, -1);

    g_set_error(words->error, CORDON_ERROR, CORDON_ERROR_INVALID, "cordon-docker run: %s: %s", text,
                why);
    return FALSE;
}

/* The next word, or NULL with the error set. */
static const char *next(Words *words, const char *option)
{
    if (*words->at == NULL) {
        refuse(words, option, "has too few values");
        return NULL;
    }
    return *words->at++;
}

static gboolean read_number(Words *words, const char *option, guint64 most, guint64 *ret)
{
    const char *text = next(words, option);

    if (text == NULL)
        return FALSE;
    return g_ascii_string_to_unsigned(text, 10, 0, most, ret, NULL) ||
           refuse(words, option, "not a number in range");
}

static gboolean read_fd(Words *words, const char *option, int *ret)
{
    guint64 number;

    if (!read_number(words, option, 65535, &number))
        return FALSE;
    *ret = (int)number;
    return *ret > 2 || refuse(words, option, "not a descriptor above 2");
}

/* ret: which of the two it is. */
static gboolean read_choice(Words *words, const char *option, const char *no, const char *yes,
                            gboolean *ret)
{
    const char *text = next(words, option);

    if (text == NULL)
        return FALSE;
    *ret = g_str_equal(text, yes);
    return *ret || g_str_equal(text, no) || refuse(words, option, "has an unknown value");
}

/* JSON carries nothing else: another path would be meant there. */
static gboolean is_utf8(const Words *words, const char *option, const char *text)
{
    return g_utf8_validate(text, -1, NULL) || refuse(words, option, "not UTF-8");
}

static gboolean read_path(Words *words, const char *option, const char **ret)
{
    *ret = next(words, option);
    return *ret != NULL && (**ret == '/' || refuse(words, option, "not an absolute path")) &&
           is_utf8(words, option, *ret);
}

/* At one path the engine mounts once. */
static gboolean add_mount(Words *words, const char *option, const CordonContainerMount *mount)
{
    GArray *mounts = words->container->mounts;

    for (guint i = 0; i < mounts->len; i++)
        if (g_str_equal(g_array_index(mounts, CordonContainerMount, i).guest, mount->guest))
            return refuse(words, option, "the second one at that path");
    g_array_append_vals(mounts, mount, 1);
    return TRUE;
}

static gboolean add_bind(Words *words, const char *option)
{
    CordonContainerMount mount = {.type = CORDON_CONTAINER_BIND};

    if (!read_choice(words, option, "rw", "ro", &mount.read_only) ||
        !read_path(words, option, &mount.host) || !read_path(words, option, &mount.guest))
        return FALSE;
    return add_mount(words, option, &mount);
}

static gboolean add_tmpfs(Words *words, const char *option)
{
    CordonContainerMount mount = {.type = CORDON_CONTAINER_TMPFS};

    if (!read_choice(words, option, "rw", "ro", &mount.read_only))
        return FALSE;
    mount.mode = next(words, option);
    if (mount.mode == NULL)
        return FALSE;
    if (strspn(mount.mode, "01234567") != strlen(mount.mode) || strlen(mount.mode) > 5 ||
        *mount.mode == '\0')
        return refuse(words, option, "not a mode");
    if (!read_path(words, option, &mount.guest))
        return FALSE;
    return add_mount(words, option, &mount);
}

static gboolean add_hidden(Words *words, const char *option)
{
    CordonContainerMount mount = {.read_only = TRUE, .mode = "000"};
    gboolean is_folder;

    if (!read_choice(words, option, "file", "folder", &is_folder) ||
        !read_path(words, option, &mount.guest))
        return FALSE;
    mount.type = is_folder ? CORDON_CONTAINER_HIDDEN_FOLDER : CORDON_CONTAINER_HIDDEN_FILE;
    return add_mount(words, option, &mount);
}

static gboolean read_limit(Words *words, const char *option)
{
    CordonContainer *container = words->container;
    const struct {
        const char *name;
        guint64 *value;
    } limits[] = {
        {"processes", &container->processes},
        {"memory", &container->memory_bytes},
        {"scratch", &container->scratch_bytes},
    };
    const char *name = next(words, option);

    for (gsize i = 0; name != NULL && i < G_N_ELEMENTS(limits); i++)
        if (g_str_equal(name, limits[i].name))
            return read_number(words, option, G_MAXUINT64, limits[i].value);
    return name != NULL && refuse(words, option, "an unknown limit");
}

static gboolean read_text(Words *words, const char *option, const char **ret)
{
    *ret = next(words, option);
    return *ret != NULL && (**ret != '\0' || refuse(words, option, "is empty")) &&
           is_utf8(words, option, *ret);
}

/* "1000:100": both become options of file systems. */
static gboolean read_user(Words *words, const char *option, const char **ret)
{
    static const char digits[] = "0123456789";

    if (!read_text(words, option, ret))
        return FALSE;
    gsize user = strspn(*ret, digits);
    gsize group = (*ret)[user] == ':' ? strspn(*ret + user + 1, digits) : 0;
    return (user > 0 && group > 0 && (*ret)[user + 1 + group] == '\0') ||
           refuse(words, option, "not two numbers, UID:GID");
}

static gboolean read_option(Words *words, const char *option)
{
    CordonContainer *container = words->container;
    const struct {
        const char *name;
        const char **value;
    } texts[] = {
        {"--name", &container->name},
        {"--image", &container->image},
    };

    for (gsize i = 0; i < G_N_ELEMENTS(texts); i++)
        if (g_str_equal(option, texts[i].name))
            return read_text(words, option, texts[i].value);
    if (g_str_equal(option, "--user"))
        return read_user(words, option, &container->user);
    if (g_str_equal(option, "--endpoint"))
        return read_path(words, option, &container->endpoint);
    if (g_str_equal(option, "--workdir"))
        return read_path(words, option, &container->workdir);
    if (g_str_equal(option, "--status"))
        return read_fd(words, option, &container->status_fd);
    if (g_str_equal(option, "--env"))
        return read_fd(words, option, &container->env_fd);
    if (g_str_equal(option, "--filter"))
        return read_fd(words, option, &container->filter_fd);
    if (g_str_equal(option, "--bind"))
        return add_bind(words, option);
    if (g_str_equal(option, "--tmpfs"))
        return add_tmpfs(words, option);
    if (g_str_equal(option, "--hide"))
        return add_hidden(words, option);
    if (g_str_equal(option, "--limit"))
        return read_limit(words, option);
    if (g_str_equal(option, "--host-users"))
        return container->host_users = TRUE;
    return refuse(words, option, "not an option");
}

static gboolean check_complete(const Words *words)
{
    const CordonContainer *container = words->container;
    const struct {
        const char *option, *value;
    } needed[] = {
        {"--endpoint", container->endpoint}, {"--name", container->name},
        {"--image", container->image},       {"--user", container->user},
        {"--workdir", container->workdir},
    };

    for (gsize i = 0; i < G_N_ELEMENTS(needed); i++)
        if (needed[i].value == NULL)
            return refuse(words, needed[i].option, "is missing");
    /* It becomes a part of an address. */
    if (container->name[strspn(container->name, "abcdefghijklmnopqrstuvwxyz0123456789-")] != '\0')
        return refuse(words, "--name", "not of small letters, digits and dashes");
    if (container->init == NULL || container->init[0] == NULL)
        return refuse(words, "--", "no cordon-init behind it");
    for (guint i = 0; container->init[i] != NULL; i++)
        if (!is_utf8(words, "--", container->init[i]))
            return FALSE;
    return (container->argv != NULL && container->argv[0] != NULL) ||
           refuse(words, "--", "no command behind it");
}

/* What stands behind the options. */
static void take_command(CordonContainer *container, const char *const *words)
{
    guint count = 0;

    while (words[count] != NULL && !g_str_equal(words[count], "--"))
        count++;
    container->init = g_new0(char *, count + 1);
    for (guint i = 0; i < count; i++)
        container->init[i] = g_strdup(words[i]);
    container->argv = words[count] != NULL ? words + count + 1 : NULL;
}

gboolean cordon_container_parse(const char *const *argv, CordonContainer *ret, GError **error)
{
    Words words = {.at = argv, .container = ret, .error = error};

    *ret = (CordonContainer){
        .status_fd = -1,
        .env_fd = -1,
        .filter_fd = -1,
        .mounts = g_array_new(FALSE, FALSE, sizeof(CordonContainerMount)),
        .processes = G_MAXUINT64,
        .memory_bytes = G_MAXUINT64,
        .scratch_bytes = G_MAXUINT64,
    };
    while (*words.at != NULL) {
        const char *option = *words.at++;
        if (g_str_equal(option, "--")) {
            take_command(ret, words.at);
            break;
        }
        if (!read_option(&words, option)) {
            cordon_container_clear(ret);
            return FALSE;
        }
    }
    if (check_complete(&words))
        return TRUE;
    cordon_container_clear(ret);
    return FALSE;
}

void cordon_container_clear(CordonContainer *container)
{
    g_clear_pointer(&container->mounts, g_array_unref);
    g_clear_pointer(&container->init, g_strfreev);
}

/* --- JSON ----------------------------------------------------------------------------------------- */

static void add_bind_mount(CordonJsonWriter *writer, const char *source,
                           const CordonContainerMount *mount)
{
    cordon_json_begin_object(writer, NULL);
    cordon_json_add_string(writer, "Type", "bind");
    cordon_json_add_string(writer, "Source", source);
    cordon_json_add_string(writer, "Target", mount->guest);
    cordon_json_add_bool(writer, "ReadOnly", mount->read_only);
    cordon_json_begin_object(writer, "BindOptions");
    /* Later mounts of the host do not arrive. */
    cordon_json_add_string(writer, "Propagation", "rprivate");
    cordon_json_end_object(writer);
    cordon_json_end_object(writer);
}

static gboolean is_bind(const CordonContainerMount *mount)
{
    return mount->type == CORDON_CONTAINER_BIND || mount->type == CORDON_CONTAINER_HIDDEN_FILE;
}

static void add_mounts(CordonJsonWriter *writer, const CordonContainer *container,
                       const char *hidden_file)
{
    cordon_json_begin_array(writer, "Mounts");
    for (guint i = 0; i < container->mounts->len; i++) {
        const CordonContainerMount *mount =
            &g_array_index(container->mounts, CordonContainerMount, i);
        if (is_bind(mount))
            add_bind_mount(writer, mount->host != NULL ? mount->host : hidden_file, mount);
    }
    cordon_json_end_array(writer);
}

/* To a file system in memory 0 is no limit. */
enum { SMALLEST = 4096 };

/* An owner is given so that whoever runs there owns what is his. */
static void add_tmpfs_mount(CordonJsonWriter *writer, const CordonContainer *container,
                            const CordonContainerMount *mount)
{
    g_autoptr(GString) options = g_string_new(NULL);
    gboolean is_hidden = mount->type == CORDON_CONTAINER_HIDDEN_FOLDER;

    g_string_append_printf(options, "%s,noatime,nosuid,nodev,mode=%s",
                           mount->read_only ? "ro" : "rw", mount->mode);
    if (!is_hidden) {
        /* What a build makes there it starts there. */
        g_string_append(options, ",exec");
        g_string_append_printf(options, ",uid=%.*s,gid=%s", (int)strcspn(container->user, ":"),
                               container->user, strchr(container->user, ':') + 1);
    }
    if (is_hidden)
        g_string_append(options, ",size=4096");
    else if (container->scratch_bytes != G_MAXUINT64)
        g_string_append_printf(options, ",size=%" G_GUINT64_FORMAT,
                               MAX(container->scratch_bytes, SMALLEST));
    cordon_json_add_string(writer, mount->guest, options->str);
}

static void add_tmpfs_mounts(CordonJsonWriter *writer, const CordonContainer *container)
{
    cordon_json_begin_object(writer, "Tmpfs");
    for (guint i = 0; i < container->mounts->len; i++) {
        const CordonContainerMount *mount =
            &g_array_index(container->mounts, CordonContainerMount, i);
        if (!is_bind(mount))
            add_tmpfs_mount(writer, container, mount);
    }
    cordon_json_end_object(writer);
}

/* The engine takes signed numbers, and 0 or -1 for no limit. */
static gint64 limit_of(guint64 value)
{
    const gint64 most = (G_GINT64_CONSTANT(1) << 53) - 1;
    return value > (guint64)most ? -1 : (gint64)value;
}

static void add_limits(CordonJsonWriter *writer, const CordonContainer *container)
{
    gint64 memory = limit_of(container->memory_bytes);
    gint64 processes = limit_of(container->processes);
    gint64 scratch = limit_of(container->scratch_bytes);

    if (memory >= 0) {
        cordon_json_add_int(writer, "Memory", memory);
        cordon_json_add_int(writer, "MemorySwap", memory); /* both together: no swap */
    }
    if (processes >= 0)
        cordon_json_add_int(writer, "PidsLimit", processes + 1); /* cordon-init is one */
    if (scratch >= 0)
        cordon_json_add_int(writer, "ShmSize", MAX(scratch, SMALLEST));
}

/* Of /proc and /sys: what an engine covers by itself, and more, which user 0 could read or write there. */
static const char *const MASKED[] = {
    "/proc/acpi",
    "/proc/asound",
    "/proc/kallsyms",
    "/proc/kcore",
    "/proc/key-users",
    "/proc/keys",

    "/proc/kpagecgroup",
    "/proc/kpagecount",
    "/proc/kpageflags",
    "/proc/latency_stats",
    "/proc/pagetypeinfo",
    "/proc/sched_debug",
    "/proc/scsi",
    "/proc/slabinfo",
    "/proc/timer_list",
    "/proc/timer_stats",
    "/proc/vmallocinfo",
    "/sys/devices/virtual/powercap",
    "/sys/firmware",
    "/sys/fs/selinux",
    "/sys/kernel/debug",
    "/sys/kernel/security",
    "/sys/kernel/tracing",
    "/sys/kernel/vmcoreinfo",
    NULL,
};
static const char *const READ_ONLY[] = {
    "/proc/bus", "/proc/dynamic_debug", "/proc/fs",         "/proc/irq", "/proc/mtrr",
    "/proc/sys", "/proc/sysrq-trigger", "/proc/tty/driver", NULL,
};

static void add_host_config(CordonJsonWriter *writer, const CordonContainer *container,
                            const char *hidden_file)
{
    static const char *const all[] = {"ALL", NULL};
    static const char *const security[] = {"no-new-privileges:true", NULL};

    cordon_json_begin_object(writer, "HostConfig");
    cordon_json_add_bool(writer, "AutoRemove", TRUE);
    cordon_json_add_bool(writer, "Init", FALSE); /* cordon-init reaps */
    cordon_json_add_bool(writer, "ReadonlyRootfs", TRUE);
    cordon_json_add_string(writer, "NetworkMode", "none");
    cordon_json_add_string(writer, "IpcMode", "private");
    cordon_json_add_string(writer, "CgroupnsMode", "private");
    if (container->host_users)
        cordon_json_add_string(writer, "UsernsMode", "host");
    cordon_json_add_strings(writer, "CapDrop", all);
    cordon_json_add_strings(writer, "MaskedPaths", MASKED);
    cordon_json_add_strings(writer, "ReadonlyPaths", READ_ONLY);
    cordon_json_add_strings(writer, "SecurityOpt", security);
    cordon_json_begin_object(writer, "LogConfig");
    cordon_json_add_string(writer, "Type", "none"); /* the output is the caller's alone */
    cordon_json_end_object(writer);
    add_limits(writer, container);
    add_mounts(writer, container, hidden_file);
    add_tmpfs_mounts(writer, container);
    cordon_json_end_object(writer);
}

char *cordon_container_json(const CordonContainer *container, const char *hidden_file)
{
    static const char *const streams[] = {"AttachStdin", "AttachStdout", "AttachStderr",
                                          "OpenStdin", "StdinOnce"};
    const char *const nothing[] = {NULL};
    CordonJsonWriter *writer = cordon_json_writer_new(FALSE);

    cordon_json_begin_object(writer, NULL);
    cordon_json_add_string(writer, "Image", container->image);
    /* What the image would start, or look at, is not asked for. */
    cordon_json_add_strings(writer, "Entrypoint", nothing);
    cordon_json_add_strings(writer, "Cmd", (const char *const *)container->init);
    cordon_json_add_string(writer, "User", container->user);
    cordon_json_add_string(writer, "WorkingDir", container->workdir);
    cordon_json_add_string(writer, "Hostname", "localhost");
    cordon_json_add_bool(writer, "Tty", FALSE);
    /* With StdinOnce the engine closes the input when the client dies: cordon-init then ends all. */
    for (gsize i = 0; i < G_N_ELEMENTS(streams); i++)
        cordon_json_add_bool(writer, streams[i], TRUE);
    cordon_json_begin_object(writer, "Healthcheck");
    cordon_json_begin_array(writer, "Test");
    cordon_json_add_string(writer, NULL, "NONE");
    cordon_json_end_array(writer);
    cordon_json_end_object(writer);
    cordon_json_begin_object(writer, "Labels");
    cordon_json_add_string(writer, LABEL, container->name);
    cordon_json_end_object(writer);
    add_host_config(writer, container, hidden_file);
    cordon_json_end_object(writer);
    return cordon_json_writer_finish(writer);
}

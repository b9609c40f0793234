/* SPDX-License-Identifier: MIT */
/* Facts about this machine; see facts.h. */
#define _GNU_SOURCE /* secure_getenv() */
#include "base/facts.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "base/fdio.h"

#define MAX_FILE_BYTES (64u * 1024)
#define DEFAULT_PATH   "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"

struct CordonFacts {
    GTree *values;
};

static int compare_keys(gconstpointer a, gconstpointer b, gpointer user_data)
{
    (void)user_data;
    return strcmp(a, b);
}

CordonFacts *cordon_facts_new(void)
{
    CordonFacts *facts = g_new0(CordonFacts, 1);

    facts->values = g_tree_new_full(compare_keys, NULL, g_free, g_free);
    return facts;
}

void cordon_facts_free(CordonFacts *facts)
{
    if (facts == NULL)
        return;
    g_tree_unref(facts->values);
    g_free(facts);
}

void cordon_facts_set(CordonFacts *facts, const char *key, const char *value)
{
    if (value == NULL)
        g_tree_remove(facts->values, key);
    else
        g_tree_replace(facts->values, g_strdup(key), g_strdup(value));
}

const char *cordon_facts_get(const CordonFacts *facts, const char *key)
{
    return g_tree_lookup(facts->values, key);
}

void cordon_facts_foreach(const CordonFacts *facts,
                          void (*func)(const char *key, const char *value, gpointer user_data),
                          gpointer user_data)
{
    for (GTreeNode *node = g_tree_node_first(facts->values); node != NULL;
         node = g_tree_node_next(node))
        func(g_tree_node_key(node), g_tree_node_value(node), user_data);
}

static void copy_one(const char *key, const char *value, gpointer user_data)
{
    cordon_facts_set(user_data, key, value);
}

CordonFacts *cordon_facts_copy(const CordonFacts *facts)
{
    CordonFacts *copy = cordon_facts_new();

    cordon_facts_foreach(facts, copy_one, copy);
    return copy;
}

/* The value of one assignment of os-release, whose format is a subset of shell: bare, or in single
 * or double quotes, with backslash escapes in the latter. */
static char *unquote(const char *text)
{
    char quote = '\0';
    g_autoptr(GString) value = g_string_new(NULL);

    if (*text == '"' || *text == '\'')
        quote = *text++;
    for (const char *p = text; *p != '\0' && *p != quote; p++) {
        if (*p == '\\' && quote != '\'' && p[1] != '\0')
            p++;
        g_string_append_c(value, *p);
    }
    if (!g_utf8_validate(value->str, (gssize)value->len, NULL))
        return NULL;
    return g_strdup(g_strstrip(value->str));
}

void cordon_facts_add_os_release(CordonFacts *facts, const char *text)
{
    static const struct {
        const char *name, *key;
    } wanted[] = {{"ID", "distro"}, {"ID_LIKE", "distro.like"}, {"VERSION_ID", "distro.version"}};
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);

    for (gsize i = 0; lines[i] != NULL; i++) {
        char *line = g_strstrip(lines[i]);
        char *equals = strchr(line, '=');
        if (*line == '#' || equals == NULL)
            continue;
        *equals = '\0';
        for (gsize j = 0; j < G_N_ELEMENTS(wanted); j++) {
            if (strcmp(line, wanted[j].name) != 0)
                continue;
            g_autofree char *value = unquote(equals + 1);
            gboolean usable = value != NULL && *value != '\0';
            cordon_facts_set(facts, wanted[j].key, usable ? value : NULL);
        }
    }
}

/* A file below root, or NULL.  These files are the machine's own description, readable by all;
 * what is missing or too large is a fact that is not known. */
static char *read_below(const char *root, const char *path, gsize *ret_size)
{
    g_autofree char *full = g_strconcat(root, path, NULL);
    CORDON_AUTO_FD int fd = open(full, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
    char *text = NULL;
    gsize size = 0;

    if (fd < 0 || !cordon_fd_read_all(fd, MAX_FILE_BYTES, NULL, &text, &size, NULL))
        return NULL;
    if (ret_size != NULL)
        *ret_size = size;
    return text;
}

static gboolean exists_below(const char *root, const char *path)
{
    g_autofree char *full = g_strconcat(root, path, NULL);

    return access(full, F_OK) == 0;
}

static void add_kernel(CordonFacts *facts, const char *root)
{
    struct utsname names;
    gboolean known = uname(&names) == 0;
    g_autofree char *release = read_below(root, "/proc/sys/kernel/osrelease", NULL);

    if (release == NULL && known && *root == '\0')
        release = g_strdup(names.release);
    if (release != NULL)
        cordon_facts_set(facts, "kernel", g_strstrip(release));
    if (known)
        cordon_facts_set(facts, "arch", names.machine);
}

/* WSL 1 says "4.4.0-19041-Microsoft", WSL 2 "5.15.90.1-microsoft-standard-WSL2"; a kernel that the
 * user built for WSL 2 has any name, but WSL registers its interpreter all the same. */
static void add_wsl(CordonFacts *facts, const char *root)
{
    const char *kernel = cordon_facts_get(facts, "kernel");

    if (kernel == NULL)
        return;
    if (strstr(kernel, "Microsoft") != NULL && strstr(kernel, "WSL2") == NULL)
        cordon_facts_set(facts, "wsl", "1");
    else if (strstr(kernel, "microsoft") != NULL || strstr(kernel, "WSL2") != NULL ||
             exists_below(root, "/proc/sys/fs/binfmt_misc/WSLInterop"))
        cordon_facts_set(facts, "wsl", "2");
}

static void add_distro(CordonFacts *facts, const char *root)
{
    g_autofree char *text = read_below(root, "/etc/os-release", NULL);

    if (text == NULL)
        text = read_below(root, "/usr/lib/os-release", NULL);
    if (text != NULL)
        cordon_facts_add_os_release(facts, text);

    const char *distro = cordon_facts_get(facts, "distro");
    if (exists_below(root, "/run/ostree-booted"))
        cordon_facts_set(facts, "distro.variant", "ostree");
    else if (exists_below(root, "/usr/sbin/transactional-update") ||
             g_strcmp0(distro, "opensuse-microos") == 0 || g_strcmp0(distro, "aeon") == 0)
        cordon_facts_set(facts, "distro.variant", "transactional");
}

/* The name of a container manager: a short word, else it is not shown to anybody. */
static gboolean set_container(CordonFacts *facts, const char *name)
{
    gsize size = strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789-");

    if (size == 0 || size > 32 || name[size] != '\0' || strcmp(name, "wsl") == 0)
        return FALSE;
    cordon_facts_set(facts, "container", name);
    return TRUE;
}

/* engine="podman-4.3.1" in the file that Podman and its kin leave. */
static void set_container_engine(CordonFacts *facts, const char *text)
{
    const char *engine = strstr(text, "engine=\"");

    if (engine != NULL) {
        engine += strlen("engine=\"");
        g_autofree char *name = g_strndup(engine, strcspn(engine, "-\"\n"));
        if (set_container(facts, name))
            return;
    }
    cordon_facts_set(facts, "container", "podman");
}

/* container=NAME in a block of NUL-separated variables. */
static gboolean set_container_from_environ(CordonFacts *facts, const char *block, gsize size)
{
    for (const char *p = block; p < block + size; p += strlen(p) + 1)
        if (g_str_has_prefix(p, "container=") && set_container(facts, p + strlen("container=")))
            return TRUE;
    return FALSE;
}

static gboolean set_container_from_cgroup(CordonFacts *facts, const char *text)
{
    static const struct {
        const char *part, *name;
    } parts[] = {{"/kubepods", "kubernetes"}, {"/docker/", "docker"}, {"/lxc/", "lxc"}};

    for (gsize i = 0; i < G_N_ELEMENTS(parts); i++)
        if (strstr(text, parts[i].part) != NULL)
            return set_container(facts, parts[i].name);
    return FALSE;
}

/* The surest sign first.  Every sign can be missing, so this only words explanations. */
static void add_container(CordonFacts *facts, const char *root)
{
    gsize size = 0;
    g_autofree char *containerenv = read_below(root, "/run/.containerenv", NULL);
    if (containerenv != NULL) {
        set_container_engine(facts, containerenv);
        return;
    }
    if (exists_below(root, "/.dockerenv")) {
        set_container(facts, "docker");
        return;
    }
    g_autofree char *by_systemd = read_below(root, "/run/systemd/container", NULL);
    if (by_systemd != NULL && set_container(facts, g_strstrip(by_systemd)))
        return;
    g_autofree char *environ_of_init = read_below(root, "/proc/1/environ", &size);
    if (environ_of_init != NULL && set_container_from_environ(facts, environ_of_init, size))
        return;
    if (*root == '\0' && secure_getenv("KUBERNETES_SERVICE_HOST") != NULL) {
        set_container(facts, "kubernetes");
        return;
    }
    g_autofree char *cgroup = read_below(root, "/proc/1/cgroup", NULL);
    if (cgroup != NULL)
        set_container_from_cgroup(facts, cgroup);
}

static void add_path(CordonFacts *facts)
{
    const char *path = secure_getenv("PATH");
    g_auto(GStrv) folders = g_strsplit(path != NULL ? path : DEFAULT_PATH, ":", -1);
    g_autoptr(GPtrArray) kept = g_ptr_array_new();

    for (gsize i = 0; folders[i] != NULL; i++)
        if (g_path_is_absolute(folders[i]) &&
            !g_ptr_array_find_with_equal_func(kept, folders[i], g_str_equal, NULL))
            g_ptr_array_add(kept, folders[i]);
    g_ptr_array_add(kept, NULL);

    g_autofree char *joined = g_strjoinv(":", (char **)kept->pdata);
    cordon_facts_set(facts, "path", joined);
}

/* Also where the user's shell, into which the step is pasted, will find it whatever PATH is here. */
static void add_sudo(CordonFacts *facts, const char *root)
{
    g_autofree char *list =
        g_strconcat(cordon_facts_get(facts, "path"), ":/usr/bin:/usr/local/bin", NULL);
    g_auto(GStrv) folders = g_strsplit(list, ":", -1);

    cordon_facts_set(facts, "sudo", "no");
    for (gsize i = 0; folders[i] != NULL; i++) {
        g_autofree char *sudo = g_strconcat(root, folders[i], "/sudo", NULL);
        g_autofree char *doas = g_strconcat(root, folders[i], "/doas", NULL);
        if (access(sudo, X_OK) == 0 || access(doas, X_OK) == 0) {
            cordon_facts_set(facts, "sudo", "yes");
            return;
        }
    }
}

void cordon_facts_add_machine(CordonFacts *facts, const char *root)
{
    g_autofree char *uid = g_strdup_printf("%u", (unsigned)geteuid());

    cordon_facts_set(facts, "os", "linux");
    cordon_facts_set(facts, "root", root);
    cordon_facts_set(facts, "uid", uid);
    add_kernel(facts, root);
    add_distro(facts, root);
    add_container(facts, root);
    add_wsl(facts, root);
    add_path(facts);
    add_sudo(facts, root);
}

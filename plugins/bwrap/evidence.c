/* SPDX-License-Identifier: MIT */
/* Reads what may explain a failure of bubblewrap: settings of the kernel, profiles of AppArmor,
 * the situation of this process.  Nothing here decides anything. */
#define _GNU_SOURCE /* strchrnul */
#include "evidence.h"

#include <dirent.h>
#include <errno.h>
#include <fact.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define STATUS_MAX   16384
#define MOUNTS_MAX   (256u * 1024)
#define PROFILE_MAX  (64u * 1024)
#define PROFILES_MAX 4096

const char *const bwrap_namespace_names[BWRAP_NS_COUNT] = {
    [BWRAP_NS_USER] = "user.max_user_namespaces",     [BWRAP_NS_PID] = "user.max_pid_namespaces",
    [BWRAP_NS_NET] = "user.max_net_namespaces",       [BWRAP_NS_MNT] = "user.max_mnt_namespaces",
    [BWRAP_NS_IPC] = "user.max_ipc_namespaces",       [BWRAP_NS_UTS] = "user.max_uts_namespaces",
    [BWRAP_NS_CGROUP] = "user.max_cgroup_namespaces",
};

/* The machine's files, below a folder that only tests change. */
struct files {
    const char *root;
    char path[BWRAP_PATH_MAX];
};

static const char *below(struct files *files, const char *path)
{
    struct kit_text text;
    kit_text_init(&text, files->path, sizeof(files->path));
    kit_text_add(&text, files->root);
    kit_text_add(&text, path);
    return text.cut ? "" : files->path;
}

static bool exists(struct files *files, const char *path)
{
    struct stat st;
    return lstat(below(files, path), &st) == 0;
}

static int64_t number_in(struct files *files, const char *path)
{
    int64_t number;
    return kit_file_read_number(below(files, path), &number) == 0 ? number : -1;
}

static int64_t sysctl_number(struct files *files, const char *name)
{
    char path[128];
    struct kit_text text;
    kit_text_init(&text, path, sizeof(path));
    kit_text_addf(&text, "/proc/sys/%s", name);
    for (char *at = path; *at != '\0'; at++)
        if (*at == '.')
            *at = '/';
    return number_in(files, path);
}

/* The rest of the line that starts with key, or NULL. */
static const char *after_key(const char *text, const char *key)
{
    size_t length = strlen(key);
    for (const char *line = text; *line != '\0';) {
        if (strncmp(line, key, length) == 0)
            return line + length;
        line = strchrnul(line, '\n');
        line += *line == '\n';
    }
    return NULL;
}

static void read_status(struct files *files, struct bwrap_machine *machine)
{
    char text[STATUS_MAX];
    machine->seccomp = machine->no_new_privs = -1;
    if (kit_file_read(below(files, "/proc/self/status"), text, sizeof(text)) < 0)
        return;
    const char *at = after_key(text, "Seccomp:");
    if (at != NULL)
        machine->seccomp = strtol(at, NULL, 10);
    at = after_key(text, "NoNewPrivs:");
    if (at != NULL)
        machine->no_new_privs = strtol(at, NULL, 10);
    at = after_key(text, "CapAmb:");
    if (at != NULL)
        machine->ambient_caps = strtoull(at, NULL, 16) != 0;
}

static void read_user_namespace(struct files *files, struct bwrap_machine *machine)
{
    machine->has_user_namespaces = exists(files, "/proc/self/ns/user");
    char text[256];
    if (kit_file_read(below(files, "/proc/self/uid_map"), text, sizeof(text)) <= 0)
        return;
    unsigned long long inside = 0;
    unsigned long long outside = 0;
    unsigned long long count = 0;
    /* The first namespace of a machine maps every number to itself. */
    machine->in_user_namespace = sscanf(text, "%llu %llu %llu", &inside, &outside, &count) != 3 ||
                                 inside != 0 || outside != 0 || count != 4294967295u;
}

/* The kernel keeps these free folders for mounts, so that a mount there hides nothing. */
static bool is_made_for_mounts(const char *path)
{
    return strcmp(path, "/proc/sys/fs/binfmt_misc") == 0 || strcmp(path, "/proc/fs/nfsd") == 0;
}

static void read_mounts(struct files *files, struct bwrap_machine *machine)
{
    machine->root_is_mount = true;
    char *text = malloc(MOUNTS_MAX);
    if (text == NULL)
        return;
    ssize_t length = kit_file_read(below(files, "/proc/self/mountinfo"), text, MOUNTS_MAX);
    bool root_seen = false;
    for (char *line = text; length > 0 && *line != '\0';) {
        char *end = strchrnul(line, '\n');
        char *next = *end == '\n' ? end + 1 : end;
        *end = '\0';
        char point[BWRAP_LINE_MAX];
        char options[8] = "";
        if (sscanf(line, "%*s %*s %*s %*s %511s %7s", point, options) >= 1) {
            if (strcmp(point, "/proc/sys") == 0)
                machine->sysctl_read_only = strncmp(options, "ro", 2) == 0;
            root_seen = root_seen || strcmp(point, "/") == 0;
            if (strncmp(point, "/proc/", 6) == 0 && machine->proc_cover[0] == '\0' &&
                !is_made_for_mounts(point))
                bwrap_line_pick(point, machine->proc_cover, sizeof(machine->proc_cover));
        }
        line = next;
    }
    /* A list that was cut may have lost its line. */
    if (length > 0 && (size_t)length < MOUNTS_MAX - 1)
        machine->root_is_mount = root_seen;
    free(text);
}

static void read_container(struct files *files, const char *container,
                           struct bwrap_machine *machine)
{
    size_t size = sizeof(machine->container);
    if (container != NULL && container[0] != '\0')
        (void)kit_text_copy(machine->container, size, container);
    else if (exists(files, "/.dockerenv"))
        (void)kit_text_copy(machine->container, size, "docker");
    else if (exists(files, "/run/.containerenv"))
        (void)kit_text_copy(machine->container, size, "podman");
    else if (getenv("KUBERNETES_SERVICE_HOST") != NULL && files->root[0] == '\0')
        (void)kit_text_copy(machine->container, size, "kubernetes");

    char text[4096];
    if (kit_file_read(below(files, "/.flatpak-info"), text, sizeof(text)) < 0)
        return;
    const char *name = after_key(text, "name=");
    bwrap_line_pick(name != NULL && *name != '\n' ? name : "flatpak", machine->flatpak,
                    sizeof(machine->flatpak));
}

/* --- AppArmor --------------------------------------------------------------------------------- */

static const char *skip_blanks(const char *at)
{
    return at + strspn(at, " \t");
}

/* A header is "[profile NAME] PATH ... {"; a rule about the same path ends with ','. */
static bool header_attaches(const char *line, size_t length, const char *program)
{
    if (memchr(line, '{', length) == NULL)
        return false;
    const char *end = line + length;
    const char *at = skip_blanks(line);
    if (strncmp(at, "profile", 7) == 0 && (at[7] == ' ' || at[7] == '\t')) {
        at = skip_blanks(at + 7);
        const char *name = at;
        at += strcspn(at, " \t\n");
        /* The name alone may be the path. */
        if (at >= end || *skip_blanks(at) == '{' || strncmp(skip_blanks(at), "flags", 5) == 0)
            at = name;
        else
            at = skip_blanks(at);
    }
    if (*at == '"')
        at++;
    size_t path = strlen(program);
    if ((size_t)(end - at) <= path || strncmp(at, program, path) != 0)
        return false;
    return strchr(" \t\"{", at[path]) != NULL;
}

bool bwrap_profile_attaches(const char *text, const char *program)
{
    while (*text != '\0') {
        size_t length = strcspn(text, "\n");
        if (header_attaches(text, length, program))
            return true;
        text += length;
        text += *text == '\n';
    }
    return false;
}

#define PROFILE_FOLDER   "/etc/apparmor.d"
#define DISTRIBUTION_OWN "bwrap-userns-restrict"

static void read_profiles(struct files *files, const char *program, struct bwrap_machine *machine)
{
    char folder[BWRAP_PATH_MAX];
    (void)kit_text_copy(folder, sizeof(folder), below(files, PROFILE_FOLDER));
    DIR *dir = opendir(folder);
    char *text = malloc(PROFILE_MAX);
    struct dirent *entry;
    char chosen[256] = "";
    for (unsigned seen = 0; dir != NULL && text != NULL && seen < PROFILES_MAX; seen++) {
        entry = readdir(dir); /* NOLINT(concurrency-mt-unsafe): the stream is our own */
        if (entry == NULL)
            break;
        char path[BWRAP_PATH_MAX];
        struct kit_text name;
        kit_text_init(&name, path, sizeof(path));
        kit_text_addf(&name, "%s/%s", folder, entry->d_name);
        if (entry->d_name[0] == '.' || name.cut || kit_file_read(path, text, PROFILE_MAX) <= 0)
            continue;
        if (!bwrap_profile_attaches(text, program))
            continue;
        machine->profile_count++;
        /* The folder's order is that of the disk; the answer must not depend on it. */
        bool own = strcmp(entry->d_name, DISTRIBUTION_OWN) == 0;
        bool chosen_own = strcmp(chosen, DISTRIBUTION_OWN) == 0;
        if (chosen[0] == '\0' || (chosen_own && !own) ||
            (chosen_own == own && strcmp(entry->d_name, chosen) < 0))
            (void)kit_text_copy(chosen, sizeof(chosen), entry->d_name);
    }
    free(text);
    if (dir != NULL)
        closedir(dir);
    if (chosen[0] != '\0') {
        struct kit_text profile;
        kit_text_init(&profile, machine->profile, sizeof(machine->profile));
        kit_text_addf(&profile, PROFILE_FOLDER "/%s", chosen);
    }
}

/* --- All of it ---------------------------------------------------------------------------------- */

void bwrap_machine_read(const struct cordon_host *host, struct cordon_call *call,
                        const char *program, struct bwrap_machine *ret_machine)
{
    struct bwrap_machine machine = {0};
    struct files files = {.root = kit_fact(host, call, "root")};

    machine.userns_clone = sysctl_number(&files, "kernel.unprivileged_userns_clone");
    machine.apparmor_restrict =
        sysctl_number(&files, "kernel.apparmor_restrict_unprivileged_userns");
    for (size_t i = 0; i < BWRAP_NS_COUNT; i++)
        machine.max_namespaces[i] = sysctl_number(&files, bwrap_namespace_names[i]);
    read_profiles(&files, program, &machine);

    char label[BWRAP_LINE_MAX];
    if (kit_file_read(below(&files, "/proc/self/attr/current"), label, sizeof(label)) > 0)
        bwrap_line_pick(label, machine.label, sizeof(machine.label));
    machine.has_proc = exists(&files, "/proc/self/status");
    read_status(&files, &machine);
    read_user_namespace(&files, &machine);
    read_mounts(&files, &machine);
    read_container(&files, host->fact(call, "container"), &machine);

    const char *kernel = kit_fact(host, call, "kernel");
    (void)sscanf(kernel, "%u.%u", &machine.kernel_major, &machine.kernel_minor);
    /* The older spelling: "4.4.0-19041-Microsoft"; WSL 2 writes it small. */
    machine.wsl1 =
        strcmp(kit_fact(host, call, "wsl"), "1") == 0 || strstr(kernel, "-Microsoft") != NULL;
    const char *name = getenv("WSL_DISTRO_NAME");
    if (machine.wsl1 && name != NULL)
        bwrap_line_pick(name, machine.wsl_distro, sizeof(machine.wsl_distro));
    (void)kit_text_copy(machine.distro, sizeof(machine.distro), kit_fact(host, call, "distro"));
    *ret_machine = machine;
}

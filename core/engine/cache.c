/* SPDX-License-Identifier: MIT */
/* What is remembered between processes about backends. */
#define _GNU_SOURCE /* environ, O_* */
#include "engine/cache.h"

#include <cordon/backend.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/fdio.h"
#include "engine/home.h"
#include "engine/wire.h"
#include "engine/worker.h"
#include "engine/workspace.h"
#include <cordon/json.h>

#define CACHE_VERSION   1
#define MAX_ENTRY_BYTES (1024u * 1024)

/* --- the folder --- */

/* Opens the folder name below parent; TRUE when only the user can write there. */
static int open_folder(int parent, const char *name, gboolean create)
{
    struct stat stat;

    if (create && mkdirat(parent, name, 0700) < 0 && errno != EEXIST)
        return -1;
    /* The user's cache folder itself may be a link to another disk; what is below it is ours. */
    int flags = O_RDONLY | O_DIRECTORY | O_CLOEXEC | (parent == AT_FDCWD ? 0 : O_NOFOLLOW);
    CORDON_AUTO_FD int fd = openat(parent, name, flags);
    if (fd < 0 || fstat(fd, &stat) < 0 || stat.st_uid != geteuid() ||
        (stat.st_mode & (S_IWGRP | S_IWOTH)) != 0)
        return -1;
    return cordon_fd_steal(&fd);
}

/* A command that can write where the cache lies could make up what the machine is said to be, or lead
 * what is written elsewhere. */
static gboolean is_in_workspace(int fd)
{
    g_autofree char *path = g_strdup_printf("/proc/self/fd/%d", fd);

    return cordon_workspace_holds(path);
}

/* ret_path: of the folder. */
static int open_cache(gboolean create, char **ret_path)
{
    const char *base = secure_getenv("XDG_CACHE_HOME");
    g_autofree char *home = cordon_home_find(secure_getenv("HOME"));
    g_autofree char *below_home = home != NULL ? g_build_filename(home, ".cache", NULL) : NULL;

    if (base == NULL || !g_path_is_absolute(base))
        base = below_home;
    if (base == NULL)
        return -1;
    /* Before anything is made there. */
    if (cordon_workspace_holds(base))
        return -1;
    if (create)
        (void)g_mkdir_with_parents(base, 0700);
    CORDON_AUTO_FD int base_fd = open_folder(AT_FDCWD, base, FALSE);
    CORDON_AUTO_FD int middle = base_fd < 0 ? -1 : open_folder(base_fd, "cordon", create);
    CORDON_AUTO_FD int fd = middle < 0 ? -1 : open_folder(middle, "readiness", create);
    if (fd < 0 || is_in_workspace(fd))
        return -1;
    *ret_path = g_build_filename(base, "cordon", "readiness", NULL);
    return cordon_fd_steal(&fd);
}

static char *read_file(const char *name)
{
    g_autofree char *folder = NULL;
    char *text = NULL;
    gsize size = 0;
    struct stat stat;

    CORDON_AUTO_FD int folder_fd = open_cache(FALSE, &folder);
    if (folder_fd < 0)
        return NULL;
    CORDON_AUTO_FD int fd = openat(folder_fd, name, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK);
    if (fd < 0 || fstat(fd, &stat) < 0 || !S_ISREG(stat.st_mode) || stat.st_uid != geteuid() ||
        (stat.st_mode & 077) != 0)
        return NULL;
    return cordon_fd_read_all(fd, MAX_ENTRY_BYTES, NULL, &text, &size, NULL) ? text : NULL;
}

static void write_file(const char *name, const char *text)
{
    g_autofree char *folder = NULL;
    CORDON_AUTO_FD int folder_fd = open_cache(TRUE, &folder);

    if (folder_fd < 0)
        return;
    g_autofree char *path = g_build_filename(folder, name, NULL);
    (void)cordon_file_replace(path, text, strlen(text), NULL);
}

/* --- keys --- */

static char *read_boot_id(void)
{
    char *boot = NULL;

    return g_file_get_contents("/proc/sys/kernel/random/boot_id", &boot, NULL, NULL) ? boot
                                                                                     : g_strdup("");
}

static char *digest(const char *const *texts)
{
    g_autoptr(GChecksum) checksum = g_checksum_new(G_CHECKSUM_SHA256);

    for (gsize i = 0; texts[i] != NULL; i++)
        g_checksum_update(checksum, (const guchar *)texts[i], (gssize)strlen(texts[i]) + 1);
    return g_strdup(g_checksum_get_string(checksum));
}

/* What a report says about the plug-in: as long as this stays. */
static char *key_of_file(const CordonCatalogEntry *entry)
{
    g_autofree char *manifest = cordon_wire_write_manifest(entry->manifest);
    g_autofree char *identity = g_strdup_printf(
        "%" G_GUINT64_FORMAT " %" G_GUINT64_FORMAT " %" G_GUINT64_FORMAT " %" G_GINT64_FORMAT " %d",
        entry->library.device, entry->library.inode, entry->library.size, entry->library.mtime_ns,
        CORDON_ABI_MINOR);
    const char *const texts[] = {entry->library_path, identity, manifest, NULL};

    return digest(texts);
}

/* What it says about the machine: as long as this stays too. */
static char *key_of_machine(const CordonFacts *facts)
{
    g_auto(GStrv) environment = cordon_worker_environment((const char *const *)environ);
    g_autofree char *visible = digest((const char *const *)environment);
    g_autofree char *boot = read_boot_id();
    const char *keys[] = {"uid",           "kernel",      "path",        "helper.init",
                          "helper.docker", "late-mounts", "device-nodes"};
    const char *texts[G_N_ELEMENTS(keys) + 3] = {visible, boot};
    for (gsize i = 0; i < G_N_ELEMENTS(keys); i++) {
        const char *value = cordon_facts_get(facts, keys[i]);

        texts[i + 2] = value != NULL ? value : "";
    }
    return digest(texts);
}

/* --- entries --- */

/* One entry, as read. */
typedef struct {
    CordonProbeReport *report;
    gboolean quarantine;
    const char *machine; /* borrowed from json */
    CordonJson *json;
} Entry;

static void clear_entry(Entry *entry)
{
    cordon_probe_report_free(entry->report);
    cordon_json_free(entry->json);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Entry, clear_entry)

static char *entry_name(const CordonCatalogEntry *backend)
{
    return g_strconcat(backend->manifest->id, ".json", NULL);
}

static gboolean read_report(const CordonCatalogEntry *backend, Entry *ret)
{
    const char *file = NULL;
    gint64 version = 0;

    if (backend->manifest == NULL)
        return FALSE;
    g_autofree char *name = entry_name(backend);
    g_autofree char *text = read_file(name);
    if (text == NULL)
        return FALSE;
    ret->json = cordon_json_parse(text, strlen(text), MAX_ENTRY_BYTES, NULL);
    const CordonJsonValue *root = ret->json != NULL ? cordon_json_root(ret->json) : NULL;
    if (root == NULL || !cordon_json_is_object(root) ||
        !cordon_json_get_int(root, "cordon_cache", TRUE, CACHE_VERSION, CACHE_VERSION, &version,
                             NULL) ||
        !cordon_json_get_string(root, "file", TRUE, &file, NULL) ||
        !cordon_json_get_string(root, "machine", TRUE, &ret->machine, NULL) ||
        !cordon_json_get_bool(root, "quarantine", TRUE, &ret->quarantine, NULL))
        return FALSE;
    g_autofree char *expected = key_of_file(backend);
    const CordonJsonValue *report = cordon_json_find(root, "report");
    if (strcmp(file, expected) != 0 || report == NULL || !cordon_json_is_object(report))
        return FALSE;
    ret->report = cordon_probe_report_read_json(report, NULL);
    return ret->report != NULL;
}

/* Bad news may be out of date the moment the user acted on it, so it is never taken from here. */
static gboolean is_good_news(const CordonProbeReport *report)
{
    for (guint i = 0; i < report->findings->len; i++) {
        const CordonFinding *finding = g_ptr_array_index(report->findings, i);

        if (finding->severity == CORDON_SEVERITY_BLOCKS)
            return FALSE;
    }
    return report->broken == NULL;
}

CordonProbeReport *cordon_cache_load(const CordonCatalogEntry *entry, const CordonFacts *facts)
{
    g_auto(Entry) found = {NULL, FALSE, NULL, NULL};

    if (!read_report(entry, &found))
        return NULL;
    if (!found.quarantine) {
        g_autofree char *machine = key_of_machine(facts);
        gint64 age = g_get_real_time() / G_USEC_PER_SEC - found.report->checked_at;

        if (age < 0 || age >= CORDON_CACHE_FRESH_S || strcmp(found.machine, machine) != 0 ||
            !is_good_news(found.report))
            return NULL;
    }
    found.report->cached = TRUE;
    return g_steal_pointer(&found.report);
}

CordonProbeReport *cordon_cache_load_last(const CordonCatalogEntry *entry)
{
    g_auto(Entry) found = {NULL, FALSE, NULL, NULL};

    return read_report(entry, &found) ? g_steal_pointer(&found.report) : NULL;
}

void cordon_cache_store(const CordonCatalogEntry *entry, const CordonFacts *facts,
                        const CordonProbeReport *report, gboolean quarantine)
{
    g_autofree char *file = key_of_file(entry);
    g_autofree char *machine = key_of_machine(facts);
    CordonJsonWriter *writer = cordon_json_writer_new(FALSE);
    cordon_json_begin_object(writer, NULL);
    cordon_json_add_int(writer, "cordon_cache", CACHE_VERSION);
    cordon_json_add_string(writer, "file", file);
    cordon_json_add_string(writer, "machine", machine);
    cordon_json_add_bool(writer, "quarantine", quarantine);
    cordon_json_begin_object(writer, "report");
    cordon_probe_report_write_json(report, writer);
    cordon_json_end_object(writer);
    cordon_json_end_object(writer);

    g_autofree char *text = cordon_json_writer_finish(writer);
    g_autofree char *name = entry_name(entry);
    write_file(name, text);
}

/* --- abilities --- */

/* Of this user since this boot. */
static char *ability_text(void)
{
    g_autofree char *boot = read_boot_id();

    return g_strdup_printf("%s %u\n", boot, geteuid());
}

gboolean cordon_cache_has_ability(const char *name)
{
    g_autofree char *found = read_file(name);
    g_autofree char *wanted = ability_text();

    return found != NULL && strcmp(found, wanted) == 0;
}

void cordon_cache_store_ability(const char *name)
{
    g_autofree char *text = ability_text();

    write_file(name, text);
}

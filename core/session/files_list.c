/* SPDX-License-Identifier: MIT */
/* Listing a folder, and folders in it to some depth. */
#define _POSIX_C_SOURCE 200809L /* openat(), O_CLOEXEC */
#include "session/files_content.h"
#include "session/files_folder.h"
#include "session/files_resolve.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <string.h>
#include <unistd.h>

#include "base/fdio.h"
#include "model/names.h"

#define MAX_DEPTH   8u
#define MAX_ENTRIES 5000u
#define MAX_NAMES   200000u /* read to find the first ones */

typedef struct {
    CordonFileList *list;
    guint depth;
    guint budget; /* names */
} Lister;

static void entry_free(gpointer data)
{
    CordonFileEntry *entry = data;

    g_free(entry->path);
    g_free(entry->target);
    g_free(entry);
}

/* Does a settings file hold a password? */
static gboolean holds_secret(int folder, const char *name)
{
    CORDON_AUTO_FD int fd = -1;
    struct stat status;

    if (!cordon_name_needs_look(name))
        return FALSE;
    fd = openat(folder, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
    return fd < 0 || fstat(fd, &status) != 0 || !S_ISREG(status.st_mode) ||
           cordon_files_content_is_secret(fd, name);
}

static void read_target(CordonFileEntry *entry, int folder, const char *name)
{
    char target[PATH_MAX];
    ssize_t size = readlinkat(folder, name, target, sizeof target - 1);
    g_autofree char *secret = NULL;

    if (size < 0)
        return;
    target[size] = '\0';
    entry->target = cordon_files_show_name(target);
    secret = cordon_files_find_secret(target);
    entry->is_secret = entry->is_secret || secret != NULL;
}

static CordonFileEntry *add(Lister *lister, int folder, const char *path,
                            const CordonFilesName *name)
{
    CordonFileEntry *entry = g_new0(CordonFileEntry, 1);
    g_autofree char *full =
        path[0] != '\0' ? g_strconcat(path, "/", name->name, NULL) : g_strdup(name->name);
    g_autofree char *parent = g_path_get_basename(path);
    struct stat status;

    entry->path = cordon_files_show_name(full);
    entry->kind = name->kind;
    entry->is_secret = cordon_files_name_is_secret(parent, name->name);
    if (name->kind == 'f' && fstatat(folder, name->name, &status, AT_SYMLINK_NOFOLLOW) == 0)
        entry->size = (guint64)status.st_size;
    if (name->kind == 'f' && !entry->is_secret)
        entry->is_secret = holds_secret(folder, name->name);
    if (name->kind == 'l')
        read_target(entry, folder, name->name);
    g_ptr_array_add(lister->list->entries, entry);
    return entry;
}

static gboolean list_folder(Lister *lister, int fd, const char *path, guint depth);

static void list_inner(Lister *lister, int fd, const char *path, const char *name, guint depth)
{
    CORDON_AUTO_FD int inner = cordon_files_enter(fd, name);
    g_autofree char *full = path[0] != '\0' ? g_strconcat(path, "/", name, NULL) : g_strdup(name);

    /* One that cannot be read stays as a name. */
    if (inner >= 0)
        (void)list_folder(lister, inner, full, depth);
}

/* FALSE with errno: fd cannot be read. */
static gboolean list_folder(Lister *lister, int fd, const char *path, guint depth)
{
    g_autoptr(GPtrArray) names = cordon_files_names(fd, FALSE, &lister->budget);

    if (names == NULL)
        return FALSE;
    if (lister->budget == 0)
        lister->list->is_cut = TRUE;
    for (guint i = 0; i < names->len; i++) {
        const CordonFilesName *name = g_ptr_array_index(names, i);
        const CordonFileEntry *entry;

        if (lister->list->entries->len >= MAX_ENTRIES) {
            lister->list->is_cut = TRUE;
            break;
        }
        entry = add(lister, fd, path, name);
        if (name->kind == 'd' && depth < lister->depth && !entry->is_secret &&
            !cordon_name_is_bulk_folder(name->name))
            list_inner(lister, fd, path, name->name, depth + 1);
    }
    return TRUE;
}

CordonFileList *cordon_files_list(const CordonFiles *files, const char *path, guint depth,
                                  GError **error)
{
    g_auto(CordonFilesPlace) place = CORDON_FILES_PLACE_INIT;
    g_autoptr(CordonFilesWay) way =
        cordon_files_way_new(files->given, files->real, path, CORDON_FILES_USE_LIST, error);
    g_autoptr(CordonFileList) list = NULL;
    CORDON_AUTO_FD int fd = -1;
    Lister lister = {.depth = CLAMP(depth, 1, MAX_DEPTH), .budget = MAX_NAMES};

    if (way == NULL || !cordon_files_resolve(files, way, &place, error))
        return NULL;
    list = g_new0(CordonFileList, 1);
    list->entries = g_ptr_array_new_with_free_func(entry_free);
    lister.list = list;
    fd = cordon_files_reopen_folder(place.fd);
    if (fd < 0 || !list_folder(&lister, fd, place.path, 1)) {
        cordon_files_refuse_errno(way, errno, error);
        return NULL;
    }
    return g_steal_pointer(&list);
}

void cordon_file_list_free(CordonFileList *list)
{
    if (list == NULL)
        return;
    g_ptr_array_unref(list->entries);
    g_free(list);
}

/* SPDX-License-Identifier: MIT */
/* The real disk, as the command filter asks for it: where links lead, what folders and files hold. */
#define _GNU_SOURCE /* O_PATH, syscall(), DT_DIR */
#include "engine/world.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#ifdef __linux__
#include <linux/openat2.h>
#include <sys/syscall.h>
#endif

#include "base/fdio.h"
#include "model/names.h"

/* As many as the kernel follows. */
#define MAX_LINKS 40u
#define MAX_DEPTH 128u
/* Where the content of a file decides whether it is a secret. */
#define LOOK_BYTES ((gsize)64 * 1024)

/* --- links ---------------------------------------------------------------------------------- */

/* One call for nearly every path: FALSE means that there may be a link in it.  What is missing cannot be
 * a link, so behind the first missing name there is none; only ".." could lead back from there. */
static gboolean has_no_link(const char *path)
{
#ifdef __linux__
    struct open_how how = {.flags = O_PATH | O_CLOEXEC, .resolve = RESOLVE_NO_SYMLINKS};
    long fd = syscall(SYS_openat2, AT_FDCWD, path, &how, sizeof how);

    if (fd >= 0) {
        close((int)fd);
        return TRUE;
    }
    return (errno == ENOENT || errno == ENOTDIR) && strstr(path, "/..") == NULL;
#else
    (void)path;
    return FALSE;
#endif
}

static void remove_last(GString *path)
{
    const char *slash = strrchr(path->str, '/');

    g_string_truncate(path, slash != NULL ? (gsize)(slash - path->str) : 0);
}

/* Where a path leads, name by name. */
typedef struct {
    CordonArena *arena;
    GString *real; /* without "/" at its end: "" is the root */
    const char *rest;
    guint links;
} Way;

/* The last name of real may be a link: then its text comes before the rest. */
static void follow(Way *way)
{
    char target[PATH_MAX];
    ssize_t size = readlink(way->real->str, target, sizeof target - 1);

    if (size <= 0 || ++way->links > MAX_LINKS)
        return;
    target[size] = '\0';
    way->rest = cordon_arena_concat(way->arena, target, "/", way->rest, NULL);
    if (target[0] == '/')
        g_string_truncate(way->real, 0);
    else
        remove_last(way->real);
}

static void step(Way *way)
{
    const char *name = way->rest + strspn(way->rest, "/");
    gsize length = strcspn(name, "/");

    way->rest = name + length;
    if (length == 0 || (length == 1 && name[0] == '.'))
        return;
    if (length == 2 && strncmp(name, "..", 2) == 0) {
        remove_last(way->real);
        return;
    }
    g_string_append_c(way->real, '/');
    g_string_append_len(way->real, name, (gssize)length);
    follow(way);
}

static const char *real_path(gpointer user_data, CordonArena *arena, const char *path)
{
    (void)user_data;
    if (has_no_link(path))
        return path;
    g_autoptr(GString) real = g_string_new(NULL);
    Way way = {.arena = arena, .real = real, .rest = path};

    while (way.rest[0] != '\0')
        step(&way);
    if (way.links == 0)
        return path;
    return cordon_arena_strdup(arena, real->len > 0 ? real->str : "/");
}

/* --- files and folders ---------------------------------------------------------------------- */

/* A regular file, or -1: a FIFO would wait, and a device might act. */
static int open_file(int folder, const char *path)
{
    CORDON_AUTO_FD int fd =
        openat(folder, path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
    struct stat status;

    if (fd < 0 || fstat(fd, &status) != 0 || !S_ISREG(status.st_mode))
        return -1;
    return cordon_fd_steal(&fd);
}

/* Up to size bytes; -1 when none can be read. */
static gssize read_some(int fd, char *bytes, gsize size)
{
    gsize got = 0;

    while (got < size) {
        ssize_t part = read(fd, bytes + got, size - got);
        if (part == 0 || (part < 0 && errno != EINTR))
            return part < 0 && got == 0 ? -1 : (gssize)got;
        got += part > 0 ? (gsize)part : 0;
    }
    return (gssize)got;
}

static const char *read_text(gpointer user_data, CordonArena *arena, const char *path, gsize max)
{
    CORDON_AUTO_FD int fd = open_file(AT_FDCWD, real_path(user_data, arena, path));
    struct stat status;

    if (fd < 0 || fstat(fd, &status) != 0)
        return NULL;
    /* Files of /proc and the like have no size. */
    gsize size = status.st_size > 0 ? MIN((gsize)status.st_size, max) : max;
    char *text = cordon_arena_alloc(arena, size + 1);
    return read_some(fd, text, size) >= 0 ? text : NULL;
}

static gboolean is_dots(const char *name)
{
    return strcmp(name, ".") == 0 || strcmp(name, "..") == 0;
}

static DIR *open_folder(int at, const char *path, int more_flags)
{
    CORDON_AUTO_FD int fd =
        openat(at, path, O_RDONLY | O_DIRECTORY | O_NONBLOCK | O_CLOEXEC | more_flags);
    DIR *folder = fd >= 0 ? fdopendir(fd) : NULL;

    if (folder != NULL)
        cordon_fd_steal(&fd);
    return folder;
}

static void list(gpointer user_data, const char *path, CordonNameFunc func, gpointer func_data)
{
    DIR *folder = open_folder(AT_FDCWD, path, 0);
    const struct dirent *entry;

    (void)user_data;
    if (folder == NULL)
        return;
    while ((entry = readdir(folder)) != NULL) {
        if (!is_dots(entry->d_name) && !func(entry->d_name, func_data))
            break;
    }
    closedir(folder);
}

/* --- secrets -------------------------------------------------------------------------------- */

typedef struct {
    GString *path; /* of what is looked at; when one is found, that of the secret */
    guint entries;
    gboolean is_cut; /* not everything could be looked at */
} Search;

/* A "secret" by its content; what cannot be read now is one, since a command may give itself the right. */
static gboolean content_is_secret(int folder, const char *name)
{
    CORDON_AUTO_FD int fd = open_file(folder, name);
    g_autofree char *text = g_malloc(LOOK_BYTES);
    gssize size = fd >= 0 ? read_some(fd, text, LOOK_BYTES) : -1;

    return size < 0 || size == (gssize)LOOK_BYTES ||
           cordon_text_holds_secret(name, text, (gsize)size);
}

static gboolean file_is_secret(int folder, const char *name)
{
    return cordon_name_is_secret_file(name) ||
           (cordon_name_needs_look(name) && content_is_secret(folder, name));
}

static unsigned char type_of(int folder, const struct dirent *entry)
{
    struct stat status;

    if (entry->d_type != DT_UNKNOWN)
        return entry->d_type;
    return fstatat(folder, entry->d_name, &status, AT_SYMLINK_NOFOLLOW) == 0
               ? (unsigned char)IFTODT(status.st_mode)
               : DT_UNKNOWN;
}

static gboolean search_folder(Search *search, DIR *folder, guint depth);

static gboolean search_inner(Search *search, int parent, const char *name, guint depth)
{
    const char *slash = strrchr(search->path->str, '/');

    /* path ends with name. */
    g_autofree char *above = g_strndup(search->path->str, (gsize)(slash - search->path->str));
    const char *above_name = strrchr(above, '/');
    if (cordon_name_is_secret_folder_in(above_name != NULL ? above_name + 1 : "", name))
        return TRUE;
    if (cordon_name_is_bulk_folder(name))
        return FALSE;
    DIR *folder = depth < MAX_DEPTH ? open_folder(parent, name, O_NOFOLLOW) : NULL;
    if (folder != NULL)
        return search_folder(search, folder, depth + 1);
    /* A folder that is closed is closed for the command as well. */
    search->is_cut = search->is_cut || depth >= MAX_DEPTH || errno == EMFILE || errno == ENFILE;
    return FALSE;
}

static gboolean search_entry(Search *search, int folder, const struct dirent *entry, guint depth)
{
    switch (type_of(folder, entry)) {
    case DT_DIR:
        return search_inner(search, folder, entry->d_name, depth);
    case DT_REG:
        return file_is_secret(folder, entry->d_name);
    case DT_LNK:
        /* It leads to the secret, wherever that is. */
        return cordon_name_is_secret_file(entry->d_name);
    default:
        return FALSE;
    }
}

/* TRUE: path is a secret.  Takes folder. */
static gboolean search_folder(Search *search, DIR *folder, guint depth)
{
    gsize length = search->path->len;
    gboolean found = FALSE;
    const struct dirent *entry;

    while (!found && !search->is_cut && (entry = readdir(folder)) != NULL) {
        if (is_dots(entry->d_name))
            continue;
        search->is_cut = ++search->entries > CORDON_WORLD_MAX_ENTRIES;
        g_string_append_printf(search->path, "/%s", entry->d_name);
        found = search_entry(search, dirfd(folder), entry, depth);
        if (!found)
            g_string_truncate(search->path, length);
    }
    closedir(folder);
    return found;
}

static const char *find_secret(gpointer user_data, CordonArena *arena, const char *path)
{
    DIR *folder = open_folder(AT_FDCWD, path, 0);

    (void)user_data;
    if (folder == NULL)
        return errno == EMFILE || errno == ENFILE ? path : NULL;
    g_autoptr(GString) text = g_string_new(strcmp(path, "/") == 0 ? "" : path);
    Search search = {.path = text};
    if (search_folder(&search, folder, 0))
        return cordon_arena_strdup(arena, text->str);
    return search.is_cut ? path : NULL;
}

const CordonWorld *cordon_world_disk(void)
{
    static const CordonWorld disk = {
        .real_path = real_path,
        .read_text = read_text,
        .list = list,
        .find_secret = find_secret,
    };

    return &disk;
}

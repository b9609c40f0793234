/* SPDX-License-Identifier: MIT */
/* One walk through a tree for secrets, sockets, FIFOs and protected names. */
#define _GNU_SOURCE /* struct dirent's d_type, DT_*, O_PATH */
#include "engine/scan.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/fdio.h"
#include "engine/gitdir.h"
#include "engine/hold.h"
#include "model/names.h"
#include "model/policy.h"

#define LOOK_BYTES (64u * 1024)

typedef struct {
    CordonScan *scan;
    const char *root;
    GString *path; /* of the folder that is being read */
    GError *error; /* set: the walk is over */
    char *heavy;   /* the folder right below root with the most entries so far; or NULL */
    guint heavy_entries;
} Walk;

typedef struct {
    gboolean in_loop;  /* the folder is the loop or lies below it */
    gboolean bulk;     /* it lies in a bulk folder: few names count, and there is a bound */
    gboolean vendored; /* in one that is searched for repositories beyond the bound */
    guint depth;
} Place;

static void walk_folder(Walk *walk, int fd, Place place);

static CordonScanCount *count_of(const Walk *walk, Place place)
{
    return place.in_loop ? &walk->scan->inside : &walk->scan->outside;
}

static gsize length_of_root(const char *root)
{
    return strcmp(root, "/") == 0 ? 0 : strlen(root);
}

/* Adds path of the findings below folder to the count of the folder below it that holds it. */
static void count_child(GHashTable *counts, const char *folder, const char *path)
{
    gsize length = length_of_root(folder);
    const char *slash;

    if (!cordon_path_is_below(path, folder) || path[length] == '\0')
        return;
    slash = strchr(path + length + 1, '/');
    if (slash != NULL) {
        char *child = g_strndup(path, (gsize)(slash - path));
        guint count = GPOINTER_TO_UINT(g_hash_table_lookup(counts, child));

        g_hash_table_replace(counts, child, GUINT_TO_POINTER(count + 1));
    }
}

/* The innermost folder that holds more than half of what was found below root. */
static char *find_crowd(const GPtrArray *paths, const char *root)
{
    char *crowd = g_strdup(root);

    for (;;) {
        g_autoptr(GHashTable) counts = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
        GHashTableIter iter;
        gpointer key;
        gpointer value;
        char *next = NULL;

        for (guint i = 0; i < paths->len; i++)
            count_child(counts, crowd, g_ptr_array_index(paths, i));
        g_hash_table_iter_init(&iter, counts);
        while (next == NULL && g_hash_table_iter_next(&iter, &key, &value)) {
            if (GPOINTER_TO_UINT(value) * 2 > paths->len)
                next = g_strdup(key);
        }
        if (next == NULL)
            return crowd;
        g_free(crowd);
        crowd = next;
    }
}

/* Borrowed paths of what was found below the root of this walk. */
static GPtrArray *list_found(const Walk *walk)
{
    const CordonScan *scan = walk->scan;
    const GPtrArray *const items[] = {scan->secrets, scan->specials};
    const GPtrArray *const texts[] = {scan->protects, scan->links};
    g_autoptr(GPtrArray) paths = g_ptr_array_new();

    for (gsize a = 0; a < G_N_ELEMENTS(items); a++) {
        for (guint i = 0; i < items[a]->len; i++) {
            char *path = ((CordonViewItem *)g_ptr_array_index(items[a], i))->path;

            if (cordon_path_is_below(path, walk->root))
                g_ptr_array_add(paths, path);
        }
    }
    for (gsize a = 0; a < G_N_ELEMENTS(texts); a++) {
        for (guint i = 0; i < texts[a]->len; i++) {
            if (cordon_path_is_below(g_ptr_array_index(texts[a], i), walk->root))
                g_ptr_array_add(paths, g_ptr_array_index(texts[a], i));
        }
    }
    return g_steal_pointer(&paths);
}

static void refuse_found(Walk *walk)
{
    g_autoptr(GPtrArray) paths = list_found(walk);
    g_autofree char *crowd = find_crowd(paths, walk->root);

    g_set_error(&walk->error, CORDON_ERROR, CORDON_ERROR_POLICY,
                "%s holds more than %u secrets, sockets, FIFOs and files that your tools execute "
                "(the first is %s; most lie in %s). So many cannot be covered, and none may stay "
                "open: remove what is not needed, gather secrets in one folder called “secrets”, "
                "which is hidden as a whole, or choose a folder with less in it.",
                walk->root, CORDON_SCAN_MAX_FOUND,
                paths->len > 0 ? (const char *)g_ptr_array_index(paths, 0) : walk->root, crowd);
}

static void refuse_entries(Walk *walk, guint max)
{
    const char *start = walk->path->str + length_of_root(walk->root);
    const char *end = *start == '/' ? strchr(start + 1, '/') : NULL;
    g_autofree char *here = end != NULL ? g_strndup(walk->path->str, (gsize)(end - walk->path->str))
                                        : g_strdup(walk->path->str);

    g_set_error(&walk->error, CORDON_ERROR, CORDON_ERROR_POLICY,
                "%s holds more than %u files and folders (the search ended in %s%s%s), so that it "
                "cannot be searched for secrets to the end: remove or move what does not belong to "
                "it, or choose a folder with less in it.",
                walk->root, max, here, walk->heavy != NULL ? "; before, most were in " : "",
                walk->heavy != NULL ? walk->heavy : "");
}

static void refuse_depth(Walk *walk, const char *name)
{
    /* The path is as long as it is deep. */
    g_autofree char *start =
        g_strndup(walk->path->str, walk->path->len < 120 ? walk->path->len : 120);
    g_autofree char *valid = g_utf8_make_valid(start, -1);

    g_set_error(&walk->error, CORDON_ERROR, CORDON_ERROR_POLICY,
                "Folders are nested more than %u deep in %s (%s…/%s), so that it cannot be "
                "searched for secrets to the end: remove or move that folder.",
                CORDON_SCAN_MAX_DEPTH, walk->root, valid, name);
}

/* FALSE when this one is too many: the walk is over. */
static gboolean may_add(Walk *walk, Place place)
{
    CordonScanCount *count = count_of(walk, place);

    if (walk->error != NULL)
        return FALSE;
    if (count->found >= CORDON_SCAN_MAX_FOUND) {
        refuse_found(walk);
        return FALSE;
    }
    count->found++;
    return TRUE;
}

static gboolean has_item(const GPtrArray *items, const char *path)
{
    for (guint i = 0; i < items->len; i++) {
        if (strcmp(((const CordonViewItem *)g_ptr_array_index(items, i))->path, path) == 0)
            return TRUE;
    }
    return FALSE;
}

static void add_item(Walk *walk, GPtrArray *items, int folder, const char *name, guint32 kind,
                     Place place)
{
    struct stat status;
    g_autofree char *path = g_strconcat(walk->path->str, "/", name, NULL);

    if (fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW) == 0 && !has_item(items, path) &&
        may_add(walk, place))
        g_ptr_array_add(items, cordon_view_item_new(path, kind, status.st_dev, status.st_ino));
}

static void add_text(Walk *walk, GPtrArray *texts, const char *name, Place place)
{
    if (may_add(walk, place))
        g_ptr_array_add(texts, g_strconcat(walk->path->str, "/", name, NULL));
}

/* A link with a secret's name leads to the secret: that is what has to be hidden, where it is in
 * view at all. */
static void add_link_target(Walk *walk, const char *name, Place place)
{
    g_autofree char *path = g_strconcat(walk->path->str, "/", name, NULL);
    g_autofree char *real = realpath(path, NULL);
    struct stat status;

    if (real == NULL || !cordon_path_is_below(real, walk->root) || lstat(real, &status) != 0 ||
        !S_ISREG(status.st_mode) || has_item(walk->scan->secrets, real) || !may_add(walk, place))
        return;
    g_ptr_array_add(walk->scan->secrets,
                    cordon_view_item_new(real, CORDON_KIND_FILE, status.st_dev, status.st_ino));
}

/* What cannot be read now, or not to its end, counts as secret: a command may give itself the right. */
static gboolean content_is_secret(Walk *walk, const char *name)
{
    g_autofree char *path = g_strconcat(walk->path->str, "/", name, NULL);
    gsize size = 0;
    g_autofree char *text = cordon_path_read(path, LOOK_BYTES, &size);

    if (text == NULL)
        return errno != ENOENT;
    return size == LOOK_BYTES || cordon_text_holds_secret(name, text, size);
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

static void look_for_protected(Walk *walk, const char *name, unsigned char type, Place place)
{
    CordonScan *scan = walk->scan;

    /* Packages bring settings of editors, which nobody opens there; but a repository is one. */
    if (!place.in_loop || !cordon_name_is_protected(name) ||
        (place.bulk && strcmp(name, ".git") != 0))
        return;
    if (type == DT_LNK)
        add_text(walk, scan->links, name, place);
    else if (type == DT_DIR || type == DT_REG)
        add_text(walk, scan->protects, name, place);
}

/* The loop's folder has a walk of its own, wherever it lies. */
static gboolean is_loop(const Walk *walk, const char *name)
{
    const char *loop = walk->scan->loop;
    gsize length = walk->path->len;

    return loop != NULL && strncmp(loop, walk->path->str, length) == 0 && loop[length] == '/' &&
           strcmp(loop + length + 1, name) == 0;
}

static void add_closed(Walk *walk, int folder, const char *name, Place place)
{
    guint before = walk->scan->secrets->len;

    add_item(walk, walk->scan->secrets, folder, name, CORDON_KIND_FOLDER, place);
    if (walk->scan->secrets->len > before)
        g_ptr_array_add(walk->scan->closed, g_strconcat(walk->path->str, "/", name, NULL));
}

/* Opens a folder to search it; -1 also when its entries could be listed, but not looked at.  Root is
 * held to the mode: its commands could not go where the covers are, and what is found on the way has to
 * be the same inside. */
static int open_folder(int folder, const char *name)
{
    CORDON_AUTO_FD int fd =
        openat(folder, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    struct stat status;

    if (fd < 0 || faccessat(fd, ".", R_OK | X_OK, AT_EACCESS) != 0 || fstat(fd, &status) != 0)
        return -1;
    if (geteuid() == 0 && !cordon_mode_allows(&status, R_OK | X_OK)) {
        errno = EACCES;
        return -1;
    }
    return cordon_fd_steal(&fd);
}

/* FALSE: the folder is passed over. */
static gboolean place_inside(Walk *walk, const char *name, Place *place)
{
    place->depth++;
    if (cordon_name_is_bulk_folder(name)) {
        /* Outside the loop nothing can be moved there; a repository is read-only as a whole. */
        if (!place->in_loop || cordon_name_is_protected(name))
            return FALSE;
        place->bulk = TRUE;
        place->vendored = strcmp(name, "vendor") == 0; /* where submodules are kept */
    }
    if (place->depth <= CORDON_SCAN_MAX_DEPTH)
        return TRUE;
    if (place->bulk)
        walk->scan->bulk_cut = TRUE;
    else
        refuse_depth(walk, name);
    return FALSE;
}

static void weigh(Walk *walk, guint entries)
{
    if (entries <= walk->heavy_entries)
        return;
    walk->heavy_entries = entries;
    g_free(walk->heavy);
    walk->heavy = g_strdup(walk->path->str);
}

static void enter(Walk *walk, int folder, const char *name, Place place)
{
    gsize length = walk->path->len;
    guint before = count_of(walk, place)->entries;
    Place inner = place;
    int fd;

    if (is_loop(walk, name) || !place_inside(walk, name, &inner))
        return;
    fd = open_folder(folder, name);
    if (fd < 0) {
        if (errno == EMFILE || errno == ENFILE || errno == ENOMEM)
            g_set_error(&walk->error, CORDON_ERROR, CORDON_ERROR_SYSTEM,
                        "%s/%s cannot be searched for secrets: %s.", walk->path->str, name,
                        g_strerror(errno));
        else if (errno != ENOENT && errno != ELOOP && errno != ENOTDIR)
            add_closed(walk, folder, name, place);
        return;
    }
    if (inner.in_loop && !inner.bulk && cordon_gitdir_is_bare(fd))
        add_text(walk, walk->scan->protects, name, place);
    g_string_append_c(walk->path, '/');
    g_string_append(walk->path, name);
    walk_folder(walk, fd, inner);
    if (place.depth == 0)
        weigh(walk, count_of(walk, place)->entries - before);
    g_string_truncate(walk->path, length);
}

static gboolean folder_is_secret(const Walk *walk, const char *name, Place place)
{
    const char *slash = strrchr(walk->path->str, '/');

    return place.bulk ? cordon_name_is_secret_in_bulk(name, TRUE)
                      : cordon_name_is_secret_folder_in(slash != NULL ? slash + 1 : "", name);
}

static gboolean file_is_secret(Walk *walk, const char *name, Place place)
{
    return (place.bulk ? cordon_name_is_secret_in_bulk(name, FALSE)
                       : cordon_name_is_secret_file(name)) ||
           (cordon_name_needs_look(name) && content_is_secret(walk, name));
}

static void look_at(Walk *walk, int folder, const struct dirent *entry, Place place)
{
    CordonScan *scan = walk->scan;
    const char *name = entry->d_name;
    unsigned char type = type_of(folder, entry);

    look_for_protected(walk, name, type, place);
    switch (type) {
    case DT_DIR:
        if (folder_is_secret(walk, name, place))
            add_item(walk, scan->secrets, folder, name, CORDON_KIND_FOLDER, place);
        else
            enter(walk, folder, name, place);
        break;
    case DT_REG:
        if (file_is_secret(walk, name, place))
            add_item(walk, scan->secrets, folder, name, CORDON_KIND_FILE, place);
        break;
    case DT_LNK:
        if (!place.bulk && cordon_name_is_secret_file(name))
            add_link_target(walk, name, place);
        break;
    case DT_SOCK:
    case DT_FIFO:
        add_item(walk, scan->specials, folder, name, CORDON_KIND_SPECIAL, place);
        break;
    default:
        break;
    }
}

/* FALSE: this entry and what follows in its folder is not looked at. */
static gboolean count_entry(Walk *walk, Place place)
{
    CordonScan *scan = walk->scan;
    CordonScanCount *count = count_of(walk, place);
    guint max = scan->max_entries != 0 ? scan->max_entries : CORDON_SCAN_MAX_ENTRIES;
    guint max_bulk = scan->max_bulk != 0 ? scan->max_bulk : CORDON_SCAN_MAX_BULK;

    if (place.bulk && scan->bulk < max_bulk) {
        scan->bulk++;
        return TRUE;
    }
    if (place.bulk) {
        scan->bulk_cut = TRUE;
        if (!place.vendored)
            return FALSE;
    }
    if (count->entries >= max) {
        refuse_entries(walk, max);
        return FALSE;
    }
    count->entries++;
    return TRUE;
}

/* Takes fd. */
static void walk_folder(Walk *walk, int fd, Place place)
{
    DIR *folder = fdopendir(fd);

    if (folder == NULL) {
        close(fd);
        g_set_error(&walk->error, CORDON_ERROR, CORDON_ERROR_SYSTEM,
                    "%s cannot be searched for secrets: %s.", walk->path->str, g_strerror(errno));
        return;
    }
    while (walk->error == NULL) {
        const struct dirent *entry;

        errno = 0;
        entry = readdir(folder);
        if (entry == NULL && errno != 0)
            g_set_error(&walk->error, CORDON_ERROR, CORDON_ERROR_SYSTEM,
                        "%s cannot be searched for secrets to the end: %s.", walk->path->str,
                        g_strerror(errno));
        if (entry == NULL)
            break;
        if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0)
            continue;
        if (!count_entry(walk, place))
            break;
        look_at(walk, dirfd(folder), entry, place);
    }
    closedir(folder);
}

gboolean cordon_scan_tree(CordonScan *scan, int root, const char *path, GError **error)
{
    /* Paths of what lies in "/" begin with one slash. */
    g_autoptr(GString) text = g_string_new(strcmp(path, "/") == 0 ? "" : path);
    Walk walk = {.scan = scan, .root = path, .path = text};
    Place place = {.in_loop = scan->loop != NULL && cordon_path_is_below(path, scan->loop)};
    /* The descriptor that is held is for paths only. */
    int fd = open_folder(root, ".");

    if (fd < 0) {
        g_set_error(error, CORDON_ERROR, CORDON_ERROR_POLICY,
                    "%s cannot be searched for secrets: %s; give yourself the right: chmod u+rx %s",
                    path, g_strerror(errno), path);
        return FALSE;
    }
    if (place.in_loop && cordon_gitdir_is_bare(fd)) {
        /* The loop itself is to be written: what git runs programs from is not. */
        static const char *const PARTS[] = {"config", "hooks"};

        for (gsize i = 0; i < G_N_ELEMENTS(PARTS); i++) {
            if (cordon_fd_has_kind(fd, PARTS[i], S_IFREG) ||
                cordon_fd_has_kind(fd, PARTS[i], S_IFDIR))
                add_text(&walk, scan->protects, PARTS[i], place);
        }
    }
    walk_folder(&walk, fd, place);
    g_free(walk.heavy);
    if (walk.error == NULL)
        return TRUE;
    g_propagate_error(error, walk.error);
    return FALSE;
}

/* SPDX-License-Identifier: MIT */
/* Searching the files below a folder. */
#define _POSIX_C_SOURCE 200809L /* openat(), O_CLOEXEC */
#include "session/files_content.h"
#include "session/files_folder.h"
#include "session/files_glob.h"
#include "session/files_match.h"
#include "session/files_resolve.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>

#include "base/fdio.h"
#include "model/names.h"

#define MAX_FILES       200000u
#define MAX_NAMES       1000000u
#define MAX_BYTES       (1024u * 1024 * 1024)
#define MAX_FILE        (16u * 1024 * 1024)
#define MAX_DEPTH       64u
#define MAX_TIME_US     (20 * G_USEC_PER_SEC)
#define DEFAULT_MATCHES 200u
#define MAX_MATCHES     1000u

typedef struct {
    const CordonFilesWay *way;
    CordonFilesPattern pattern;
    GRegex *glob; /* or NULL */
    gboolean glob_is_path;
    guint max_matches;
    guint budget; /* names */
    guint64 bytes;
    CordonFileMatches *ret;
    const char *path; /* of the file that is looked at */
} Search;

static void match_free(gpointer data)
{
    CordonFileMatch *match = data;

    g_free(match->path);
    g_free(match->text);
    g_free(match);
}

static gboolean add_match(guint line, const char *text, gpointer user_data)
{
    Search *search = user_data;
    CordonFileMatch *match;

    if (search->ret->matches->len >= search->max_matches)
        return FALSE;
    match = g_new0(CordonFileMatch, 1);
    match->path = cordon_files_show_name(search->path);
    match->line = line;
    match->text = g_strdup(text);
    g_ptr_array_add(search->ret->matches, match);
    return TRUE;
}

/* FALSE: error is set. */
static gboolean search_text(Search *search, const char *path, const char *text, gsize size,
                            GError **error)
{
    gboolean is_cut = FALSE;

    if (memchr(text, '\0', size) != NULL) {
        search->ret->skipped++;
        return TRUE;
    }
    search->path = path;
    search->ret->files++;
    search->bytes += size;
    if (!cordon_files_match_text(&search->pattern, search->way, text, size, add_match, search,
                                 &is_cut, error))
        return FALSE;
    search->ret->is_cut = search->ret->is_cut || is_cut;
    return TRUE;
}

/* fd: to read, or -1, which counts as not readable. */
static gboolean search_file(Search *search, int fd, const char *path, GError **error)
{
    g_autofree char *name = g_path_get_basename(path);
    g_autofree char *text = NULL;
    gsize size = 0;
    struct stat status;

    if (fd < 0 || fstat(fd, &status) != 0 || !S_ISREG(status.st_mode) ||
        cordon_files_content_is_secret(fd, name) ||
        (text = cordon_files_read_whole(fd, MAX_FILE, &size)) == NULL) {
        search->ret->skipped++;
        return TRUE;
    }
    return search_text(search, path, text, size, error);
}

/* FALSE: nothing more is looked at. */
static gboolean goes_on(Search *search)
{
    if (search->ret->files + search->ret->skipped >= MAX_FILES || search->bytes >= MAX_BYTES ||
        search->budget == 0 || g_get_monotonic_time() >= search->pattern.end_us)
        search->ret->is_cut = TRUE;
    return !search->ret->is_cut;
}

/* FALSE with the error set: the pattern gave up. */
static gboolean is_wanted(const Search *search, const char *path, const char *name,
                          gboolean *ret_is_wanted, GError **error)
{
    g_autofree char *text = cordon_files_show_name(search->glob_is_path ? path : name);
    g_autoptr(GError) cause = NULL;

    *ret_is_wanted =
        search->glob == NULL || g_regex_match_full(search->glob, text, -1, 0, 0, NULL, &cause);
    if (cause == NULL)
        return TRUE;
    cordon_files_refuse(error, CORDON_FILES_ERROR_PATTERN, search->way,
                        "the glob takes too many steps on some names. Use fewer stars.");
    return FALSE;
}

static gboolean search_folder(Search *search, int fd, const char *path, guint depth,
                              GError **error);

static gboolean search_name(Search *search, int folder, const char *parent,
                            const CordonFilesName *name, guint depth, GError **error)
{
    g_autofree char *path =
        parent[0] != '\0' ? g_strconcat(parent, "/", name->name, NULL) : g_strdup(name->name);
    g_autofree char *parent_name = g_path_get_basename(parent);
    CORDON_AUTO_FD int fd = -1;
    gboolean wanted = FALSE;

    if ((name->kind != 'd' && name->kind != 'f') ||
        (name->kind == 'd' && (cordon_name_is_bulk_folder(name->name) || depth >= MAX_DEPTH)))
        return TRUE;
    if (name->kind == 'f') {
        if (!is_wanted(search, path, name->name, &wanted, error))
            return FALSE;
        if (!wanted)
            return TRUE;
    }
    if (cordon_files_name_is_secret(parent_name, name->name)) {
        search->ret->skipped++;
        return TRUE;
    }
    if (name->kind == 'd') {
        fd = cordon_files_enter(folder, name->name);
        return fd < 0 || search_folder(search, fd, path, depth + 1, error);
    }
    fd = openat(folder, name->name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
    return search_file(search, fd, path, error);
}

static gboolean search_folder(Search *search, int fd, const char *path, guint depth, GError **error)
{
    g_autoptr(GPtrArray) names = cordon_files_names(fd, TRUE, &search->budget);

    for (guint i = 0; names != NULL && i < names->len && goes_on(search); i++) {
        if (!search_name(search, fd, path, g_ptr_array_index(names, i), depth, error))
            return FALSE;
    }
    return TRUE;
}

static gboolean set_glob(Search *search, const char *glob, GError **error)
{
    g_autoptr(GError) cause = NULL;

    if (glob == NULL || glob[0] == '\0')
        return TRUE;
    if (strlen(glob) <= CORDON_FILES_MAX_GLOB && g_utf8_validate(glob, -1, NULL))
        search->glob = cordon_files_glob_new(glob, &cause);
    search->glob_is_path = strchr(glob, '/') != NULL;
    if (search->glob != NULL)
        return TRUE;
    cordon_files_refuse(error, CORDON_FILES_ERROR_PATTERN, search->way,
                        "the glob for names is not understood (or longer than %u bytes). Use one "
                        "such as *.c or src/**/*.{js,ts}.",
                        CORDON_FILES_MAX_GLOB);
    return FALSE;
}

static gboolean run(Search *search, const CordonFilesPlace *place, GError **error)
{
    CORDON_AUTO_FD int fd = S_ISDIR(place->status.st_mode) ? cordon_files_reopen_folder(place->fd)
                                                           : cordon_files_reopen_file(place->fd);

    if (fd < 0)
        return cordon_files_refuse_errno(search->way, errno, error);
    if (S_ISDIR(place->status.st_mode))
        return search_folder(search, fd, place->path, 1, error);
    return cordon_files_check_content(search->way, fd, place->path, error) &&
           search_file(search, fd, place->path, error);
}

CordonFileMatches *cordon_files_search(const CordonFiles *files, const CordonFileSearch *search,
                                       GError **error)
{
    g_auto(CordonFilesPlace) place = CORDON_FILES_PLACE_INIT;
    g_autoptr(CordonFilesWay) way = cordon_files_way_new(files->given, files->real, search->path,
                                                         CORDON_FILES_USE_SEARCH, error);
    g_autoptr(CordonFileMatches) ret = NULL;
    Search state = {.way = way, .budget = MAX_NAMES};
    gboolean ok;

    if (way == NULL || !cordon_files_resolve(files, way, &place, error))
        return NULL;
    ret = g_new0(CordonFileMatches, 1);
    ret->matches = g_ptr_array_new_with_free_func(match_free);
    state.ret = ret;
    state.max_matches =
        search->max_matches == 0 ? DEFAULT_MATCHES : MIN(search->max_matches, MAX_MATCHES);
    state.pattern.end_us = g_get_monotonic_time() + MAX_TIME_US;
    ok = cordon_files_pattern_init(&state.pattern, way, search, error) &&
         set_glob(&state, search->glob, error) && run(&state, &place, error);
    cordon_files_pattern_clear(&state.pattern);
    g_clear_pointer(&state.glob, g_regex_unref);
    return ok ? g_steal_pointer(&ret) : NULL;
}

void cordon_file_matches_free(CordonFileMatches *matches)
{
    if (matches == NULL)
        return;
    g_ptr_array_unref(matches->matches);
    g_free(matches);
}

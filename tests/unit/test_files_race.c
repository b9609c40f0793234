/* SPDX-License-Identifier: MIT */
/* File tools while another program turns folders, files and links into each other under them: what they read is never
 * what lies outside or is a secret, and nothing is ever written there.  Each test also proves that there was a race: it saw
 * both sides of what was turned. */
#define _GNU_SOURCE
#include "files_world.h"

#include <pthread.h>

/* At least so many; until both sides were seen often enough, but at most so many. */
#define MIN_ROUNDS 5000u
#define MAX_ROUNDS 100000u
#define MIN_SEEN   20u

/* Each write waits for the disk twice: in memory there are more races in the same time. */
static void make_in_memory(void)
{
    static const char MEMORY[] = "/dev/shm";

    if (access(MEMORY, W_OK | X_OK) == 0)
        g_setenv("TMPDIR", MEMORY, TRUE);
    world_make();
}

TestSuite(files_race, .init = make_in_memory, .fini = tree_remove_root, .timeout = 300);

/* Exchanges two names again and again. */
typedef struct {
    char *first, *second;
    guint
        flags; /* RENAME_EXCHANGE, or 0: only second is there, and takes turns between the two names */
    gint stop, turns; /* atomic */
} Swapper;

static void *swap(void *data)
{
    Swapper *swapper = data;
    gboolean back = FALSE;

    while (g_atomic_int_get(&swapper->stop) == 0) {
        /* A gap now and then, so that whole calls fit in between on a machine with one processor too. */
        for (guint i = 0; i < 7; i++) {
            if (renameat2(AT_FDCWD, back ? swapper->first : swapper->second, AT_FDCWD,
                          back ? swapper->second : swapper->first,
                          swapper->flags != 0 ? swapper->flags : RENAME_NOREPLACE) == 0)
                g_atomic_int_inc(&swapper->turns);
            back = swapper->flags == 0 && !back;
        }
        g_usleep(1);
    }
    return NULL;
}

static pthread_t start(Swapper *swapper, const char *first, const char *second, guint flags)
{
    pthread_t thread;

    *swapper = (Swapper){.first = tree_path(first), .second = tree_path(second), .flags = flags};
    if (flags != 0)
        cr_assert_eq(renameat2(AT_FDCWD, swapper->first, AT_FDCWD, swapper->second, flags), 0,
                     "this file system cannot exchange names");
    cr_assert_eq(pthread_create(&thread, NULL, swap, swapper), 0);
    return thread;
}

static void stop(Swapper *swapper, pthread_t thread)
{
    g_atomic_int_set(&swapper->stop, 1);
    pthread_join(thread, NULL);
    g_free(swapper->first);
    g_free(swapper->second);
}

/* What one call gave. */
typedef enum { GOOD, REFUSED, OTHER, N_SEEN } Seen;
typedef Seen (*Call)(const CordonFiles *files, guint round);

/* Which error counts as the other side of the race. */
static gboolean is_refusal(const GError *error)
{
    return error->code == CORDON_FILES_ERROR_OUTSIDE || error->code == CORDON_FILES_ERROR_SECRET ||
           error->code == CORDON_FILES_ERROR_PROTECTED;
}

/* Anything else that may come of a race, but a secret. */
static Seen sort_error(const GError *error)
{
    cr_assert_eq(error->domain, CORDON_FILES_ERROR);
    return is_refusal(error) ? REFUSED : OTHER;
}

static void race_with(const char *first, const char *second, guint flags, Call call)
{
    static const gboolean WALKS[] = {FALSE, TRUE};

    for (gsize i = 0; i < G_N_ELEMENTS(WALKS); i++) {
        g_autoptr(CordonFiles) files = world_open(WALKS[i]);
        guint seen[N_SEEN] = {0};
        guint rounds = 0;
        Swapper swapper;
        pthread_t thread = start(&swapper, first, second, flags);
        guint turns;

        while (rounds < MIN_ROUNDS ||
               (rounds < MAX_ROUNDS && (seen[GOOD] < MIN_SEEN || seen[REFUSED] < MIN_SEEN)))
            seen[call(files, rounds++)]++;
        turns = (guint)g_atomic_int_get(&swapper.turns);
        stop(&swapper, thread);
        fprintf(stderr, "%s, %s: %u calls during %u turns: %u done, %u refused, %u other\n", first,
                WALKS[i] ? "name by name" : "openat2", rounds, turns, seen[GOOD], seen[REFUSED],
                seen[OTHER]);
        cr_expect_geq(seen[GOOD], MIN_SEEN, "%s: the good side was seen %u times", first,
                      seen[GOOD]);
        cr_expect_geq(seen[REFUSED], MIN_SEEN, "%s: the other side was seen %u times", first,
                      seen[REFUSED]);
        cr_expect_geq(turns, 100u);
    }
}

static void race(const char *first, const char *second, Call call)
{
    race_with(first, second, RENAME_EXCHANGE, call);
}

static Seen read_one(const CordonFiles *files, const char *path)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(CordonFileText) text = cordon_files_read(files, path, 1, 0, &error);

    if (text == NULL)
        return sort_error(error);
    cr_assert_str_eq(text->text, "inside", "%s was read: %s", path, text->text);
    return GOOD;
}

static Seen read_folder(const CordonFiles *files, guint round)
{
    (void)round;
    return read_one(files, "d/e/f");
}

static Seen read_back_and_forth(const CordonFiles *files, guint round)
{
    (void)round;
    return read_one(files, "d/e/../../d/e/f");
}

static Seen read_file(const CordonFiles *files, guint round)
{
    (void)round;
    return read_one(files, "g");
}

Test(files_race, a_folder_that_becomes_a_link_out_is_never_read_through)
{
    tree_file("project/loop/d/e/f", "inside");
    tree_file("outside/e/f", "OUTSIDE");
    tree_link("../../outside", "project/loop/swap");
    race("project/loop/d", "project/loop/swap", read_folder);
}

Test(files_race, nor_where_the_path_goes_up_again)
{
    tree_file("project/loop/d/e/f", "inside");
    tree_file("outside/e/f", "OUTSIDE");
    tree_file("d/e/f", "OUTSIDE");
    tree_link("../../outside", "project/loop/swap");
    race("project/loop/d", "project/loop/swap", read_back_and_forth);
}

Test(files_race, a_file_that_becomes_a_link_out_is_never_read_through)
{
    tree_file("project/loop/g", "inside");
    tree_link("../../outside/f", "project/loop/swap");
    race("project/loop/g", "project/loop/swap", read_file);
}

Test(files_race, a_file_that_becomes_a_link_to_a_secret_is_never_read_through)
{
    tree_file("project/loop/g", "inside");
    tree_file("project/loop/.env", "SECRET");
    tree_link(".env", "project/loop/swap");
    race("project/loop/g", "project/loop/swap", read_file);
}

Test(files_race, a_folder_that_becomes_a_link_to_secrets_is_never_read_through)
{
    tree_file("project/loop/d/e/f", "inside");
    tree_file("project/loop/secrets/e/f", "SECRET");
    tree_link("secrets", "project/loop/swap");
    race("project/loop/d", "project/loop/swap", read_folder);
}

/* --- lists and searches ------------------------------------------------------------------------------------------------- */

static Seen list_once(const CordonFiles *files, guint round)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(CordonFileList) list = cordon_files_list(files, "d", 3, &error);

    (void)round;
    if (list == NULL)
        return sort_error(error);
    for (guint i = 0; i < list->entries->len; i++) {
        const CordonFileEntry *entry = g_ptr_array_index(list->entries, i);

        cr_assert(strstr(entry->path, "stolen") == NULL, "%s was listed", entry->path);
    }
    return GOOD;
}

Test(files_race, a_folder_that_becomes_a_link_out_is_never_listed_through)
{
    tree_file("project/loop/d/e/f", "inside");
    tree_file("outside/stolen", "OUTSIDE");
    tree_link("../../outside", "project/loop/swap");
    race("project/loop/d", "project/loop/swap", list_once);
}

/* Good: the folder below was a folder; refused: it was a link, which is listed and not followed. */
static Seen list_above(const CordonFiles *files, guint round)
{
    g_autoptr(CordonFileList) list = cordon_files_list(files, "t", 3, NULL);
    gboolean folder = FALSE;
    gboolean is_link = FALSE;

    (void)round;
    cr_assert_not_null(list);
    for (guint i = 0; i < list->entries->len; i++) {
        const CordonFileEntry *entry = g_ptr_array_index(list->entries, i);

        cr_assert(strstr(entry->path, "stolen") == NULL, "%s was listed", entry->path);
        folder = folder || strcmp(entry->path, "t/d/e/f") == 0;
        is_link = is_link || (entry->kind == 'l' && strcmp(entry->path, "t/d") == 0);
    }
    return folder ? GOOD : is_link ? REFUSED : OTHER;
}

Test(files_race, nor_below_the_folder_that_is_listed)
{
    tree_file("project/loop/t/d/e/f", "inside");
    tree_file("outside/stolen", "OUTSIDE");
    tree_link("../../../outside", "project/loop/swap");
    race("project/loop/t/d", "project/loop/swap", list_above);
}

static Seen search_above(const CordonFiles *files, guint round)
{
    g_autoptr(GError) error = NULL;
    const CordonFileSearch search = {
        .struct_size = sizeof search, .pattern = "i", .path = "t", .ignore_case = round % 2 == 1};
    g_autoptr(CordonFileMatches) matches = cordon_files_search(files, &search, &error);

    cr_assert_not_null(matches, "%s", error != NULL ? error->message : "");
    for (guint i = 0; i < matches->matches->len; i++) {
        const CordonFileMatch *match = g_ptr_array_index(matches->matches, i);

        cr_assert_str_eq(match->text, "inside", "%s was found: %s", match->path, match->text);
    }
    return matches->matches->len > 0 ? GOOD : REFUSED;
}

Test(files_race, nor_searched)
{
    tree_file("project/loop/t/d/e/f", "inside");
    tree_file("outside/e/f", "OUTSIDE i");
    tree_link("../../../outside", "project/loop/swap");
    race("project/loop/t/d", "project/loop/swap", search_above);
}

/* --- writes and edits --------------------------------------------------------------------------------------------------- */

static Seen write_one(const CordonFiles *files, const char *path, guint round)
{
    g_autofree char *text = g_strdup_printf("%u", round);
    g_autoptr(GError) error = NULL;
    CordonFileChange change;

    return cordon_files_write(files, path, text, strlen(text), &change, &error) ? GOOD
                                                                                : sort_error(error);
}

static Seen write_folder(const CordonFiles *files, guint round)
{
    return write_one(files, "d/e/f", round);
}

/* A folder that is new each time, in the one that is turned. */
static Seen write_new_folders(const CordonFiles *files, guint round)
{
    g_autofree char *path = g_strdup_printf("d/n%u/x/f", round % 1000);

    return write_one(files, path, round);
}

/* A write may put its file in the place of the link itself, which is right, and the end of the race: then there is a link again. */
static void keep_one_link(void)
{
    static const char *const NAMES[] = {"project/loop/g", "project/loop/swap"};
    g_autofree char *spare = tree_path("project/spare");
    guint links = 0;
    guint last = 0;

    for (guint i = 0; i < G_N_ELEMENTS(NAMES); i++) {
        g_autofree char *path = tree_path(NAMES[i]);
        struct stat status;

        if (lstat(path, &status) == 0 && S_ISLNK(status.st_mode)) {
            links++;
            last = i;
        }
    }
    if (links == 1)
        return;
    if (links == 0)
        tree_link("../../outside/f", "project/spare");
    else
        tree_file("project/spare", "inside");
    g_autofree char *path = tree_path(NAMES[last]);
    cr_assert_eq(rename(spare, path), 0);
}

static Seen write_file(const CordonFiles *files, guint round)
{
    g_autoptr(GError) error = NULL;
    CordonFileChange change;
    gboolean ok = cordon_files_write(files, "g", "inside", 6, &change, &error);

    (void)round;
    keep_one_link();
    if (ok)
        return GOOD;
    /* The link itself is refused as what it is. */
    return error->code == CORDON_FILES_ERROR_KIND ? REFUSED : sort_error(error);
}

static Seen edit_folder(const CordonFiles *files, guint round)
{
    g_autoptr(GError) error = NULL;
    CordonFileChange change;

    return cordon_files_edit(files, "d/e/f", round % 2 == 0 ? "inside" : "INSIDE",
                             round % 2 == 0 ? "INSIDE" : "inside", FALSE, &change, &error)
               ? GOOD
               : sort_error(error);
}

/* The folder holds exactly the names, and f what it held. */
static void expect_untouched(const char *folder, const char *const *names, const char *file,
                             const char *content)
{
    g_autofree char *path = tree_path(folder);
    g_autoptr(GDir) dir = g_dir_open(path, 0, NULL);
    g_autofree char *text = world_get(file);
    const char *name;

    cr_assert_not_null(dir);
    while ((name = g_dir_read_name(dir)) != NULL)
        cr_expect(g_strv_contains(names, name), "%s/%s was made", folder, name);
    cr_expect(g_strcmp0(text, content) == 0, "%s became %s", file, text);
}

static void race_to_write(Call call, const char *target, const char *target_link, const char *file,
                          const char *content)
{
    g_autofree char *target_e = g_strconcat(target, "/e", NULL);
    static const char *const TOP[] = {"e", "f", NULL};
    static const char *const BELOW[] = {"f", NULL};

    tree_file("project/loop/d/e/f", "inside");
    tree_file(file, content);
    tree_link(target_link, "project/loop/swap");
    race("project/loop/d", "project/loop/swap", call);
    expect_untouched(target, TOP, file, content);
    expect_untouched(target_e, BELOW, file, content);
}

Test(files_race, a_folder_that_becomes_a_link_out_is_never_written_through)
{
    race_to_write(write_folder, "outside", "../../outside", "outside/e/f", "OUTSIDE");
}

Test(files_race, nor_are_folders_made_through_it)
{
    race_to_write(write_new_folders, "outside", "../../outside", "outside/e/f", "OUTSIDE");
}

Test(files_race, nor_is_a_file_edited_through_it)
{
    race_to_write(edit_folder, "outside", "../../outside", "outside/e/f", "inside");
}

Test(files_race, a_folder_that_becomes_a_link_to_anothers_is_never_written_through)
{
    race_to_write(write_folder, "project/loop/sibling", "sibling", "project/loop/sibling/e/f",
                  "sibling");
}

Test(files_race, nor_are_folders_made_in_anothers)
{
    race_to_write(write_new_folders, "project/loop/sibling", "sibling", "project/loop/sibling/e/f",
                  "sibling");
}

Test(files_race, a_file_that_becomes_a_link_out_is_never_written_through)
{
    tree_file("project/loop/g", "inside");
    tree_link("../../outside/f", "project/loop/swap");
    race("project/loop/g", "project/loop/swap", write_file);
    static const char *const NAMES[] = {"f", NULL};
    expect_untouched("outside", NAMES, "outside/f", "OUTSIDE");
}

/* What was made for m/x/f goes again, unless m is the link just now. */
static void remove_made(void)
{
    static const char *const PATHS[] = {"project/loop/m/x/f", "project/loop/m/x", "project/loop/m"};
    g_autofree char *m = tree_path("project/loop/m");
    struct stat status;

    if (lstat(m, &status) != 0 || !S_ISDIR(status.st_mode))
        return;
    for (guint i = 0; i < G_N_ELEMENTS(PATHS); i++) {
        g_autofree char *path = tree_path(PATHS[i]);

        (void)remove(path);
    }
}

static Seen write_below_missing(const CordonFiles *files, guint round)
{
    g_autofree char *text = g_strdup_printf("%u", round);
    g_autoptr(GError) error = NULL;
    CordonFileChange change;
    gboolean ok = cordon_files_write(files, "m/x/f", text, strlen(text), &change, &error);

    remove_made();
    return ok ? GOOD : sort_error(error);
}

Test(files_race, a_missing_folder_that_becomes_a_link_out_is_never_written_through)
{
    static const char *const NAMES[] = {"f", NULL};

    tree_link("../../outside", "project/loop/swap");
    race_with("project/loop/m", "project/loop/swap", 0, write_below_missing);
    expect_untouched("outside", NAMES, "outside/f", "OUTSIDE");
}

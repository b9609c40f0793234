/* SPDX-License-Identifier: MIT */
/* The file of the settings: shared, durable, never guessed at. */
#define _GNU_SOURCE /* flock() */
#include <cordon/settings.h>

#include <glib/gstdio.h>
#include <signal.h>
#include <sys/file.h>
#include <sys/inotify.h>
#include <sys/resource.h>

#include "tree.h"

static CordonSettingsStore *store;
static char *file; /* its path */

static void make_store(void)
{
    tree_make_root();
    file = tree_path("config/settings.json");
    store = cordon_settings_store_new(file);
}

static void remove_store(void)
{
    cordon_settings_store_free(store);
    g_free(file);
    tree_remove_root();
}

TestSuite(settings_store, .init = make_store, .fini = remove_store);

static gboolean set_time(CordonSettings *settings, gpointer value, GError **error)
{
    return cordon_settings_set(settings, "time-limit", value, error);
}

static void change_time(const char *value)
{
    g_autoptr(GError) error = NULL;

    cr_assert(cordon_settings_store_change(store, set_time, (gpointer)value, &error), "%s",
              error != NULL ? error->message : "");
}

static guint read_time(CordonSettingsStore *from)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(CordonSettings) settings = cordon_settings_store_read(from, &error);

    cr_assert_not_null(settings, "%s", error != NULL ? error->message : "");
    return settings->time_limit_s;
}

static char *content(void)
{
    char *text = NULL;

    cr_assert(g_file_get_contents(file, &text, NULL, NULL));
    return text;
}

static guint mode_of(const char *path)
{
    struct stat status;

    cr_assert_eq(stat(path, &status), 0, "%s", path);
    return status.st_mode & 07777;
}

static guint count_files(void)
{
    g_autofree char *folder = g_path_get_dirname(file);
    g_autoptr(GDir) dir = g_dir_open(folder, 0, NULL);
    guint count = 0;

    while (dir != NULL && g_dir_read_name(dir) != NULL)
        count++;
    return count;
}

/* Reading and changing are both refused with this code and these words; the file stays. */
static void expect_refusal(CordonError code, const char *word, const char *step)
{
    g_autoptr(GError) read = NULL, changed = NULL;

    cr_expect_null(cordon_settings_store_read(store, &read));
    cr_expect_not(cordon_settings_store_change(store, set_time, (gpointer) "9", &changed));
    cr_assert(read != NULL && changed != NULL);
    cr_expect(g_error_matches(read, CORDON_ERROR, (int)code), "%s", read->message);
    cr_expect(g_error_matches(changed, CORDON_ERROR, (int)code), "%s", changed->message);
    cr_expect_not_null(strstr(read->message, file), "%s", read->message);
    cr_expect_not_null(strstr(read->message, word), "%s", read->message);
    cr_expect_not_null(strstr(read->message, step), "%s", read->message);
}

/* --- where ------------------------------------------------------------------------------------- */

Test(settings_store, lies_in_the_users_folder_of_configuration)
{
    g_autofree char *folder = tree_path("xdg");
    g_autofree char *expected = tree_path("xdg/cordon/settings.json");
    g_autofree char *below_home = tree_path(".config/cordon/settings.json");

    g_setenv("XDG_CONFIG_HOME", folder, TRUE);
    g_autoptr(CordonSettingsStore) by_xdg = cordon_settings_store_new(NULL);
    cr_expect_str_eq(cordon_settings_store_get_path(by_xdg), expected);
    g_setenv("HOME", tree_root, TRUE);
    g_setenv("XDG_CONFIG_HOME", "relative", TRUE);
    g_autoptr(CordonSettingsStore) by_home = cordon_settings_store_new(NULL);
    cr_expect_str_eq(cordon_settings_store_get_path(by_home), below_home);
    cr_expect_eq(read_time(by_home), 120);
    cr_expect_not(g_file_test(folder, G_FILE_TEST_EXISTS));
}

/* --- reading ------------------------------------------------------------------------------------ */

Test(settings_store, without_a_file_has_the_defaults_and_makes_nothing)
{
    cr_expect_eq(read_time(store), 120);
    cr_expect_eq(count_files(), 0);
    g_autofree char *folder = tree_path("config");
    cr_expect_not(g_file_test(folder, G_FILE_TEST_EXISTS));
}

Test(settings_store, a_change_is_read_by_others_and_only_the_user_may_read_the_file)
{
    g_autoptr(CordonSettingsStore) other = cordon_settings_store_new(file);
    g_autofree char *folder = tree_path("config");

    cr_expect_eq(read_time(other), 120);
    umask(0);
    change_time("7");
    cr_expect_eq(read_time(other), 7);
    cr_expect_eq(read_time(store), 7);
    cr_expect_eq(mode_of(file), 0600);
    cr_expect_eq(mode_of(folder), 0700);
    change_time("8");
    cr_expect_eq(read_time(other), 8);
    cr_expect_eq(count_files(), 2, "the file and its lock");
}

Test(settings_store, a_change_in_place_of_the_same_size_is_seen_however_quick)
{
    change_time("100");
    for (guint i = 0; i < 300; i++) {
        g_autofree char *text = content();
        char *number = strstr(text, "\"time_limit_s\": 1") + strlen("\"time_limit_s\": 1");
        int fd = open(file, O_WRONLY | O_CLOEXEC);

        number[0] = (char)('0' + i % 10);
        number[1] = (char)('0' + i / 10 % 10);
        cr_assert_eq(pwrite(fd, text, strlen(text), 0), (ssize_t)strlen(text));
        close(fd);
        cr_assert_eq(read_time(store), 100 + i % 10 * 10 + i / 10 % 10);
    }
}

/* How often the file was opened since. */
static guint count_opens(int watch)
{
    char events[4096];
    ssize_t size = read(watch, events, sizeof events);
    guint count = 0;

    for (ssize_t at = 0; at < size; count++)
        at += (ssize_t)(sizeof(struct inotify_event) +
                        ((const struct inotify_event *)(const void *)(events + at))->len);
    return count;
}

Test(settings_store, a_file_that_was_not_changed_is_not_opened_again)
{
    change_time("7");
    g_usleep(150 * 1000); /* until no change could look like none */
    cr_expect_eq(read_time(store), 7);
    int watch = inotify_init1(IN_CLOEXEC | IN_NONBLOCK);
    if (watch < 0 || inotify_add_watch(watch, file, IN_OPEN) < 0)
        cr_skip("no inotify here");
    for (guint i = 0; i < 10; i++)
        cr_expect_eq(read_time(store), 7);
    cr_expect_eq(count_opens(watch), 0);
    g_autoptr(CordonSettingsStore) other = cordon_settings_store_new(file);
    cr_expect_eq(read_time(other), 7);
    cr_expect_gt(count_opens(watch), 0, "the watch sees nothing");
    close(watch);
    change_time("8");
    cr_expect_eq(read_time(store), 8);
    cr_assert_eq(g_unlink(file), 0);
    cr_expect_eq(read_time(store), 120);
}

Test(settings_store, what_is_read_may_be_written_to)
{
    change_time("7");
    g_usleep(150 * 1000);
    for (guint i = 0; i < 3; i++) {
        g_autoptr(CordonSettings) settings = cordon_settings_store_read(store, NULL);
        cr_expect_eq(settings->time_limit_s, 7);
        settings->time_limit_s = 8;
    }
}

/* --- what is refused ---------------------------------------------------------------------------- */

Test(settings_store, a_damaged_file_is_named_with_its_place_and_stays)
{
    static const char damaged[] = "{\n  \"schema\": \"cordon.settings/1\",\n  \"sandbox\": tru";

    tree_file("config/settings.json", damaged);
    expect_refusal(CORDON_ERROR_PARSE, "line 3, byte 14", "`cordon settings reset`");
    g_autofree char *text = content();
    cr_expect_str_eq(text, damaged);
    tree_file("config/settings.json", "");
    expect_refusal(CORDON_ERROR_PARSE, "the text is empty", "`cordon settings reset`");
}

Test(settings_store, a_file_that_others_may_write_is_refused)
{
    change_time("7");
    cr_assert_eq(chmod(file, 0666), 0);
    expect_refusal(CORDON_ERROR_TRUST, "writable by everybody", "chmod go-w");
    cr_assert_eq(chmod(file, 0644), 0);
    cr_expect_eq(read_time(store), 7);
}

Test(settings_store, a_folder_that_others_may_write_is_refused_even_when_empty)
{
    g_autofree char *folder = tree_path("config");

    tree_folder("config");
    cr_assert_eq(chmod(folder, 0777), 0);
    expect_refusal(CORDON_ERROR_TRUST, "writable by everybody", "chmod go-w");
    cr_expect_eq(count_files(), 1, "only the lock");
    cr_assert_eq(chmod(folder, 0700), 0);
    change_time("7");
    cr_assert_eq(chmod(folder, 0777), 0);
    g_autoptr(CordonSettingsStore) fresh = cordon_settings_store_new(file);
    cr_expect_null(cordon_settings_store_read(fresh, NULL));
    /* Nor may somebody have taken the whole folder away. */
    g_autofree char *deep_path = tree_path("config/a/b/settings.json");
    g_autoptr(CordonSettingsStore) deep = cordon_settings_store_new(deep_path);
    cr_expect_null(cordon_settings_store_read(deep, NULL));
    cr_assert_eq(chmod(folder, 01777), 0);
    cr_expect_eq(read_time(deep), 120);
}

Test(settings_store, what_is_no_regular_file_is_refused)
{
    tree_folder("config");
    tree_fifo("config/settings.json");
    expect_refusal(CORDON_ERROR_TRUST, "not a regular file", "reset");
    cr_assert_eq(g_unlink(file), 0);
    tree_folder("config/settings.json");
    expect_refusal(CORDON_ERROR_TRUST, "not a regular file", "reset");
    cr_assert_eq(g_rmdir(file), 0);
    tree_link("nowhere", "config/settings.json");
    expect_refusal(CORDON_ERROR_SYSTEM, "cannot be found", file);
}

Test(settings_store, too_large_a_file_is_refused)
{
    g_autofree char *large = g_strnfill(4 * 1024 * 1024 + 1, ' ');

    tree_file("config/settings.json", large);
    expect_refusal(CORDON_ERROR_TRUST, "4194305 bytes", "reset");
}

/* --- changing ----------------------------------------------------------------------------------- */

static gboolean break_rules(CordonSettings *settings, gpointer user_data, GError **error)
{
    (void)user_data, (void)error;
    cordon_settings_add_board(settings, "b", "B", "relative");
    return TRUE;
}

static gboolean give_up(CordonSettings *settings, gpointer user_data, GError **error)
{
    (void)user_data;
    settings->sandbox = TRUE;
    g_set_error_literal(error, CORDON_ERROR, CORDON_ERROR_CANCELLED, "changed my mind");
    return FALSE;
}

Test(settings_store, a_change_that_breaks_a_rule_or_gives_up_leaves_the_file)
{
    g_autoptr(GError) broken = NULL, given_up = NULL;

    change_time("7");
    g_autofree char *before = content();
    cr_expect_not(cordon_settings_store_change(store, break_rules, NULL, &broken));
    cr_expect(g_error_matches(broken, CORDON_ERROR, CORDON_ERROR_INVALID));
    cr_expect_not_null(strstr(broken->message, "boards[0].project: is not an absolute path"));
    cr_expect_not(cordon_settings_store_change(store, give_up, NULL, &given_up));
    cr_expect_str_eq(given_up->message, "changed my mind");
    g_autofree char *after = content();
    cr_expect_str_eq(after, before);
    cr_expect_eq(count_files(), 2);
}

Test(settings_store, a_link_stays_and_its_target_is_changed)
{
    g_autofree char *target = tree_path("dotfiles/cordon.json");

    tree_file("dotfiles/cordon.json", "{\"schema\": \"cordon.settings/1\", \"sandbox\": true}");
    tree_link(target, "config/settings.json");
    change_time("7");
    cr_expect(g_file_test(file, G_FILE_TEST_IS_SYMLINK));
    g_autoptr(CordonSettingsStore) direct = cordon_settings_store_new(target);
    g_autoptr(CordonSettings) settings = cordon_settings_store_read(direct, NULL);
    cr_assert_not_null(settings);
    cr_expect(settings->sandbox);
    cr_expect_eq(settings->time_limit_s, 7);
}

Test(settings_store, what_a_killed_writer_left_is_in_nobodys_way)
{
    g_autofree char *victim = tree_path("victim");

    tree_file("victim", "mine");
    tree_folder("config");
    tree_link(victim, "config/.settings.json.new");
    change_time("7");
    g_autofree char *text = NULL;
    cr_assert(g_file_get_contents(victim, &text, NULL, NULL));
    cr_expect_str_eq(text, "mine");
    tree_file("config/.settings.json.new", "half of some");
    change_time("8");
    cr_expect_eq(read_time(store), 8);
    cr_expect_eq(count_files(), 2);
}

Test(settings_store, a_disk_that_is_full_leaves_the_file)
{
    struct rlimit limit = {.rlim_cur = 100, .rlim_max = RLIM_INFINITY};
    g_autoptr(GError) error = NULL;

    change_time("7");
    g_autofree char *before = content();
    signal(SIGXFSZ, SIG_IGN);
    cr_assert_eq(setrlimit(RLIMIT_FSIZE, &limit), 0);
    cr_expect_not(cordon_settings_store_change(store, set_time, (gpointer) "8", &error));
    cr_expect(g_error_matches(error, CORDON_ERROR, CORDON_ERROR_SYSTEM));
    cr_expect_not_null(strstr(error->message, "stay as they are"), "%s", error->message);
    g_autofree char *after = content();
    cr_expect_str_eq(after, before);
    cr_expect_eq(count_files(), 2);
}

Test(settings_store, a_folder_that_cannot_be_made_is_named)
{
    g_autofree char *path = tree_path("blocked/config/settings.json");
    g_autoptr(CordonSettingsStore) blocked = cordon_settings_store_new(path);
    g_autoptr(GError) error = NULL;

    tree_file("blocked", "a file");
    cr_expect_not(cordon_settings_store_change(blocked, set_time, (gpointer) "8", &error));
    cr_expect_not_null(strstr(error->message, "blocked"), "%s", error->message);
    g_clear_error(&error);
    cr_expect_null(cordon_settings_store_read(blocked, &error));
    cr_expect_not_null(strstr(error->message, "Not a directory"), "%s", error->message);
    cr_expect(g_error_matches(error, CORDON_ERROR, CORDON_ERROR_SYSTEM));
}

static gboolean add_board(CordonSettings *settings, gpointer id, GError **error)
{
    (void)error;
    cordon_settings_add_board(settings, id, "Board", "/p");
    return TRUE;
}

static gpointer add_boards(gpointer name)
{
    for (guint i = 0; i < 15; i++) {
        g_autofree char *id = g_strdup_printf("%s%u", (const char *)name, i);
        cr_expect(cordon_settings_store_change(store, add_board, id, NULL));
    }
    return NULL;
}

Test(settings_store, changes_of_many_threads_are_all_kept)
{
    static const char *const names[] = {"a", "b", "c", "d"};
    GThread *threads[G_N_ELEMENTS(names)];

    for (gsize i = 0; i < G_N_ELEMENTS(names); i++)
        threads[i] = g_thread_new(names[i], add_boards, (gpointer)names[i]);
    for (gsize i = 0; i < G_N_ELEMENTS(names); i++)
        g_thread_join(threads[i]);
    g_autoptr(CordonSettings) settings = cordon_settings_store_read(store, NULL);
    cr_expect_eq(settings->boards->len, 60);
}

static gpointer hold_lock(gpointer lock)
{
    g_usleep(50 * 1000);
    change_time("7");
    flock(GPOINTER_TO_INT(lock), LOCK_UN);
    return NULL;
}

Test(settings_store, a_change_waits_for_the_lock_and_a_removed_lock_is_made_anew)
{
    g_autofree char *name = g_strconcat(file, ".lock", NULL);

    change_time("6");
    int lock = open(name, O_RDWR | O_CLOEXEC);
    cr_assert_eq(flock(lock, LOCK_EX), 0);
    cr_assert_eq(g_unlink(name), 0);
    /* It has no name any more, so it keeps nobody out. */
    GThread *thread = g_thread_new("holder", hold_lock, GINT_TO_POINTER(lock));
    g_thread_join(thread);
    cr_expect_eq(read_time(store), 7);
    close(lock);
    cr_expect_eq(mode_of(name), 0600);
}

/* --- starting anew ------------------------------------------------------------------------------ */

static void expect_kept(const char *text)
{
    g_autofree char *kept = NULL;
    g_autofree char *found = NULL;
    g_autoptr(GError) error = NULL;

    tree_file("config/settings.json", text);
    cr_assert(cordon_settings_store_reset(store, &kept, &error), "%s",
              error != NULL ? error->message : "");
    cr_assert_not_null(kept);
    cr_expect(g_str_has_prefix(kept, file) && strcmp(kept, file) != 0, "%s", kept);
    cr_assert(g_file_get_contents(kept, &found, NULL, NULL));
    cr_expect_str_eq(found, text);
    cr_expect_eq(read_time(store), 120);
    cr_expect_eq(mode_of(file), 0600);
}

Test(settings_store, reset_keeps_each_file_under_a_name_of_its_own)
{
    expect_kept("damaged");
    expect_kept("{\"schema\": \"cordon.settings/1\", \"time_limit_s\": 9}");
    expect_kept("");
    cr_expect_eq(count_files(), 5);
}

Test(settings_store, reset_without_a_file_writes_the_defaults)
{
    g_autofree char *kept = NULL;

    cr_expect(cordon_settings_store_reset(store, &kept, NULL));
    cr_expect_null(kept);
    cr_expect(g_file_test(file, G_FILE_TEST_IS_REGULAR));
    cr_expect(cordon_settings_store_reset(store, NULL, NULL));
    cr_expect_eq(read_time(store), 120);
}

Test(settings_store, reset_that_cannot_write_gives_the_file_its_name_back)
{
    g_autofree char *folder = tree_path("config");
    g_autoptr(GError) error = NULL;
    g_autofree char *kept = NULL;

    tree_file("config/settings.json", "damaged");
    cr_assert_eq(chmod(folder, 0777), 0);
    cr_expect_not(cordon_settings_store_reset(store, &kept, &error));
    cr_expect_null(kept);
    cr_expect(g_error_matches(error, CORDON_ERROR, CORDON_ERROR_TRUST), "%s", error->message);
    g_autofree char *text = content();
    cr_expect_str_eq(text, "damaged");
}

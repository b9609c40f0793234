/* SPDX-License-Identifier: MIT */
/* What is remembered of a probe, for how long, and what is not believed. */
#define _POSIX_C_SOURCE 200809L /* symlink() */
#include <criterion/criterion.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "engine/cache.h"

static char *folder, *file;
static CordonFacts *facts;
static CordonProbeReport *report;
static CordonCatalogEntry entry;

static CordonManifest *new_manifest(const char *codes)
{
    g_autofree char *text = g_strdup_printf(
        "{\"manifest\": 1, \"id\": \"test\", \"name\": \"Test\", \"version\": \"1\", \"abi\": 1,"
        " \"library\": \"/x/test.so\", \"platforms\": [\"linux\"], \"priority\": 50,"
        " \"guarantees\": [], \"codes\": [%s]}",
        codes);
    CordonManifest *manifest = cordon_manifest_parse(text, strlen(text), NULL);

    cr_assert_not_null(manifest);
    return manifest;
}

static void set_up(void)
{
    folder = g_dir_make_tmp("cordon-cache-XXXXXX", NULL);
    cr_assert_not_null(folder);
    file = g_build_filename(folder, "cordon", "readiness", "test.json", NULL);
    g_setenv("XDG_CACHE_HOME", folder, TRUE);
    facts = cordon_facts_new();
    cordon_facts_set(facts, "kernel", "6.1");
    cordon_facts_set(facts, "path", "/usr/bin");
    cordon_facts_set(facts, "uid", "1000");
    report = cordon_probe_report_new();
    report->checked_at = g_get_real_time() / G_USEC_PER_SEC;
    cordon_probe_report_add_finding(report, 0, "a.info", NULL, "/x");
    entry = (CordonCatalogEntry){
        .manifest = new_manifest("\"a.info\""),
        .library_path = g_strdup("/x/test.so"),
        .library = {1, 2, 3, 4},
    };
}

static void tear_down(void)
{
    g_autofree char *readiness = g_path_get_dirname(file);
    g_autofree char *cordon = g_path_get_dirname(readiness);

    g_chmod(readiness, 0700);
    g_unlink(file);
    g_rmdir(readiness);
    g_rmdir(cordon);
    g_rmdir(folder);
    g_free(folder);
    g_free(file);
    g_free(entry.library_path);
    cordon_manifest_free(entry.manifest);
    cordon_probe_report_free(report);
    cordon_facts_free(facts);
}

TestSuite(cache, .init = set_up, .fini = tear_down);

static gboolean is_known(void)
{
    g_autoptr(CordonProbeReport) found = cordon_cache_load(&entry, facts);

    cr_expect(found == NULL || found->cached);
    return found != NULL;
}

Test(cache, fresh_report_comes_back_whole)
{
    cr_expect_not(is_known());
    cordon_cache_store(&entry, facts, report, FALSE);
    g_autoptr(CordonProbeReport) found = cordon_cache_load(&entry, facts);
    cr_assert_not_null(found);
    cr_expect(found->cached);
    cr_expect_eq(found->checked_at, report->checked_at);
    cr_expect_str_eq(((const CordonFinding *)g_ptr_array_index(found->findings, 0))->subject, "/x");
}

Test(cache, only_the_user_can_read_it)
{
    g_autofree char *parent = g_path_get_dirname(file);
    struct stat stat_file, stat_folder;

    cordon_cache_store(&entry, facts, report, FALSE);
    cr_assert_eq(stat(file, &stat_file), 0);
    cr_assert_eq(stat(parent, &stat_folder), 0);
    cr_expect_eq(stat_file.st_mode & 07777, 0600);
    cr_expect_eq(stat_folder.st_mode & 07777, 0700);
}

Test(cache, report_ages_and_one_of_the_future_is_not_believed)
{
    report->checked_at -= CORDON_CACHE_FRESH_S + 1;
    cordon_cache_store(&entry, facts, report, FALSE);
    cr_expect_not(is_known());
    g_autoptr(CordonProbeReport) last = cordon_cache_load_last(&entry);
    cr_expect_not_null(last, "it is there to be compared with");
    report->checked_at += 2 * CORDON_CACHE_FRESH_S + 1000;
    cordon_cache_store(&entry, facts, report, FALSE);
    cr_expect_not(is_known());
}

Test(cache, another_machine_user_or_path_is_asked_again)
{
    static const char *const keys[] = {"kernel",      "path",        "uid",
                                       "helper.init", "late-mounts", "device-nodes"};

    cordon_cache_store(&entry, facts, report, FALSE);
    for (gsize i = 0; i < G_N_ELEMENTS(keys); i++) {
        g_autofree char *before = g_strdup(cordon_facts_get(facts, keys[i]));

        cordon_facts_set(facts, keys[i], "other");
        cr_expect_not(is_known(), "%s", keys[i]);
        cordon_facts_set(facts, keys[i], before);
    }
    cr_expect(is_known());
    g_setenv("DOCKER_HOST", "unix:///elsewhere", TRUE);
    cr_expect_not(is_known(), "a variable that a probe sees");
}

Test(cache, quarantine_stays_until_the_file_changes)
{
    report->broken = g_strdup("crashed in probe: SIGSEGV");
    report->checked_at = 1;
    cordon_cache_store(&entry, facts, report, TRUE);
    cordon_facts_set(facts, "kernel", "other");
    cr_expect(is_known());

    const CordonFileIdentity same = entry.library;
    entry.library.device++;
    cr_expect_not(is_known());
    entry.library = same;
    entry.library.inode++;
    cr_expect_not(is_known());
    entry.library = same;
    entry.library.size++;
    cr_expect_not(is_known());
    entry.library = same;
    entry.library.mtime_ns++;
    cr_expect_not(is_known());
    entry.library = same;
    cordon_manifest_free(entry.manifest);
    entry.manifest = new_manifest("\"a.info\", \"a.other\"");
    cr_expect_not(is_known(), "what it may say has changed");
}

Test(cache, what_others_could_have_written_is_not_read)
{
    g_autofree char *parent = g_path_get_dirname(file);
    g_autofree char *target = g_build_filename(folder, "target", NULL);

    cordon_cache_store(&entry, facts, report, FALSE);
    cr_assert_eq(g_chmod(file, 0620), 0);
    cr_expect_not(is_known());
    cr_assert_eq(g_chmod(file, 0600), 0);
    cr_expect(is_known());
    cr_assert_eq(g_chmod(parent, 0770), 0);
    cr_expect_not(is_known());
    cr_assert_eq(g_chmod(parent, 0700), 0);
    cr_assert_eq(g_rename(file, target), 0);
    cr_assert_eq(symlink(target, file), 0);
    cr_expect_not(is_known(), "a link is not followed");
    g_unlink(target);
}

Test(cache, damaged_entry_is_none)
{
    g_autofree char *text = NULL;
    gsize size = 0;

    cordon_cache_store(&entry, facts, report, FALSE);
    cr_assert(g_file_get_contents(file, &text, &size, NULL));
    for (gsize cut = 0; cut < size - 1; cut++) {
        cr_assert(g_file_set_contents(file, text, (gssize)cut, NULL));
        cr_assert_eq(g_chmod(file, 0600), 0);
        cr_assert_not(is_known(), "cut to %zu bytes", cut);
    }
    cordon_cache_store(&entry, facts, report, FALSE);
    cr_expect(is_known());
}

/* SPDX-License-Identifier: MIT */
/* Every breed of the zoo through the real catalogue, the worker and the engine: its readiness, the
 * reason, what is remembered of it, its plan; and that nothing of it is left. */
#define _GNU_SOURCE /* memmem() */
#include <criterion/criterion.h>
#include <errno.h>
#include <glib/gstdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#include <utime.h>

#include <cordon/guarantees.h>

#include "engine/backend.h"
#include "engine/cache.h"
#include "engine/host.h"
#include "engine/machine.h"
#include "engine/readiness.h"
#include "engine/worker.h"
#include "registry/catalog.h"

/* Long enough for a worker to come to the call that hangs, also on a busy machine. */
#define SHORT_DEADLINE_MS 3000

#define READY  CORDON_READINESS_READY
#define SETUP  CORDON_READINESS_NEEDS_SETUP
#define BROKEN CORDON_READINESS_BROKEN

enum { FORGIVEN, LOCKED };

/* One row a breed. */
static const struct {
    const char *breed;
    CordonReadinessState state;
    int locked;         /* is it in quarantine afterwards? */
    const char *reason; /* part of the detail, or NULL */
    const char *plan;   /* NULL: not asked; "": there is one; else part of the refusal */
    gboolean hangs;
} BREEDS[] = {
    {"honest", READY, FORGIVEN, NULL, "", FALSE},
    {"blocked", SETUP, FORGIVEN, "It is shut.", NULL, FALSE},
    {"longer", READY, FORGIVEN, NULL, "", FALSE},

    {"no-symbol", BROKEN, FORGIVEN, "does not export cordon_backend_v1", NULL, FALSE},
    {"v2-only", BROKEN, FORGIVEN, "does not export cordon_backend_v1", NULL, FALSE},
    {"size-zero", BROKEN, FORGIVEN, "struct_size below", NULL, FALSE},
    {"size-too-large", BROKEN, FORGIVEN, "struct_size larger", NULL, FALSE},
    {"shorter", BROKEN, FORGIVEN, "smaller than the smallest table", NULL, FALSE},
    {"null-probe", BROKEN, FORGIVEN, "lacks one of", NULL, FALSE},
    {"null-id", BROKEN, FORGIVEN, "no id", NULL, FALSE},
    {"wrong-id", BROKEN, FORGIVEN, "another id", NULL, FALSE},

    {"crash-in-constructor", BROKEN, LOCKED, "crashed while it was loaded: SIGSEGV", NULL, FALSE},
    {"crash-in-open", BROKEN, LOCKED, "crashed in open: SIGSEGV", NULL, FALSE},
    {"crash-in-probe", BROKEN, LOCKED, "crashed in probe: SIGSEGV", NULL, FALSE},
    {"crash-in-close", BROKEN, LOCKED, "crashed in close: SIGSEGV", NULL, FALSE},
    {"crash-in-hint", BROKEN, LOCKED, "crashed in readiness_hint: SIGSEGV", NULL, FALSE},
    {"crash-in-wrap", READY, FORGIVEN, NULL, "crashed in wrap: SIGSEGV", FALSE},
    {"hang-in-constructor", BROKEN, LOCKED, "(while it was loaded)", NULL, TRUE},
    {"hang-in-open", BROKEN, LOCKED, "(in open)", NULL, TRUE},
    {"hang-in-probe", BROKEN, LOCKED, "did not answer within 3 s (in probe)", NULL, TRUE},
    {"hang-in-close", BROKEN, LOCKED, "(in close)", NULL, TRUE},
    {"hang-in-hint", BROKEN, LOCKED, "(in readiness_hint)", NULL, TRUE},
    {"hang-in-wrap", READY, FORGIVEN, NULL, "did not answer within 3 s (in wrap)", TRUE},
    {"polite-timeout", BROKEN, FORGIVEN, "failed in probe: the zoo is closed", NULL, TRUE},
    {"exit-in-constructor", BROKEN, LOCKED, "called exit(0) while it was loaded", NULL, FALSE},
    {"exit-in-open", BROKEN, LOCKED, "called exit(0) in open", NULL, FALSE},
    {"exit-in-probe", BROKEN, LOCKED, "called exit(0) in probe", NULL, FALSE},
    {"exit-in-close", BROKEN, LOCKED, "called exit(0) in close", NULL, FALSE},
    {"exit-in-wrap", READY, FORGIVEN, NULL, "called exit(0) in wrap", FALSE},

    {"prints", BROKEN, LOCKED, "wrote to its standard output in probe", NULL, FALSE},
    {"prints-in-constructor", BROKEN, LOCKED, "standard output in its constructor", NULL, FALSE},
    {"prints-error", BROKEN, LOCKED, "wrote to its standard output in probe", NULL, FALSE},
    {"prints-in-wrap", READY, FORGIVEN, NULL, "wrote to its standard output in wrap", FALSE},
    {"closes-host", BROKEN, LOCKED, "closed the host's descriptor in probe", NULL, FALSE},
    {"closes-host-in-constructor", BROKEN, LOCKED,
     "closed the host's descriptor in its constructor", NULL, FALSE},
    {"closes-output", BROKEN, LOCKED, "closed descriptor 1", NULL, FALSE},
    {"closes-all", BROKEN, LOCKED, "closed the host's descriptor in probe", NULL, FALSE},
    {"leaks-descriptor", BROKEN, LOCKED, "open in close", NULL, FALSE},
    {"changes-folder", BROKEN, LOCKED, "changed the working directory in probe", NULL, FALSE},
    {"changes-umask", BROKEN, LOCKED, "changed the umask in probe", NULL, FALSE},
    {"changes-environment", BROKEN, LOCKED, "changed the environment in open", NULL, FALSE},
    {"changes-signal", BROKEN, LOCKED, "changed the action of signal 15 in probe", NULL, FALSE},
    {"changes-locale", BROKEN, LOCKED, "changed the locale in probe", NULL, FALSE},
    {"leaves-thread", BROKEN, LOCKED, "left a thread running", NULL, FALSE},
    {"leaves-child", BROKEN, LOCKED, "left 1 process running", NULL, FALSE},
    {"leaves-daemon", BROKEN, LOCKED, "left 1 process running", NULL, FALSE},
    {"leaves-daemon-and-crashes", BROKEN, LOCKED, "crashed in probe: SIGSEGV", NULL, FALSE},
    {"kills-parent", BROKEN, FORGIVEN, "its worker was killed in probe", NULL, FALSE},
    {"logs-much", READY, FORGIVEN, NULL, "", FALSE},

    {"open-fails", BROKEN, FORGIVEN, "it cannot on this machine now", NULL, FALSE},
    {"probe-unknown-status", BROKEN, LOCKED, "unknown status 42", NULL, FALSE},
    {"probe-fails", BROKEN, FORGIVEN, "failed in probe", NULL, FALSE},
    {"unlisted-code", BROKEN, LOCKED, "'zoo.unlisted', which its manifest does not list", NULL,
     FALSE},
    {"invalid-utf8", BROKEN, LOCKED, "is not UTF-8", NULL, FALSE},
    {"many-findings", BROKEN, LOCKED, "more than 64 findings", NULL, FALSE},
    {"undeclared-offer", BROKEN, LOCKED, "which its manifest does not declare", NULL, FALSE},
    {"wrap-function-in-probe", BROKEN, LOCKED, "called put_arg() outside wrap()", NULL, FALSE},
    {"no-hint", BROKEN, LOCKED, "success without a hint for 'zoo.blocked'", NULL, FALSE},
    {"two-hints", BROKEN, LOCKED, "a second hint for 'zoo.blocked'", NULL, FALSE},
    {"newline-title", BROKEN, LOCKED, "a title that has a newline in it", NULL, FALSE},
    {"long-title", BROKEN, LOCKED, "a title that is longer than 80 bytes", NULL, FALSE},
    {"hidden-text", BROKEN, LOCKED, "invisible character U+202E", NULL, FALSE},
    {"script-url", BROKEN, LOCKED, "no web address", NULL, FALSE},

    {"never-acknowledges", READY, FORGIVEN, NULL, "net.none/1", FALSE},
    {"acknowledges-unasked", READY, FORGIVEN, NULL, "", FALSE},
    {"acknowledges-undeclared", READY, FORGIVEN, NULL, "which its manifest does not declare",
     FALSE},
    {"many-arguments", READY, FORGIVEN, NULL, "more than 9000 arguments", FALSE},
    {"relative-program", READY, FORGIVEN, NULL, "not an absolute path", FALSE},
    {"foreign-path", READY, FORGIVEN, NULL, "'/etc/shadow', which this launch does not hold",
     FALSE},
    {"plans-nothing", READY, FORGIVEN, NULL, "planned to start nothing", FALSE},
    {"ignores-failure", READY, FORGIVEN, NULL, "", FALSE},
    {"wrap-unknown-status", READY, FORGIVEN, NULL, "unknown status -77", FALSE},
    {"wrap-fails", READY, FORGIVEN, NULL, "it cannot on this machine now", FALSE},
};

/* --- a folder of manifests, and a cache of our own --- */

static char *folder;
static char *cache;
static const CordonFacts *facts;

static void open_zoo(void)
{
    /* Below the build tree, which is trusted as the libraries in it are. */
    folder = g_strdup(CORDON_ZOO "/run-XXXXXX");
    cr_assert_not_null(g_mkdtemp(folder));
    /* Not below it: a cache in a work tree is not used. */
    cache = g_dir_make_tmp("cordon-zoo-XXXXXX", NULL);
    cr_assert_not_null(cache);
    g_setenv("XDG_CACHE_HOME", cache, TRUE);
    facts = cordon_machine_facts();
}

static void remove_tree(const char *path)
{
    GDir *dir = g_dir_open(path, 0, NULL);
    const char *name;

    while (dir != NULL && (name = g_dir_read_name(dir)) != NULL) {
        g_autofree char *child = g_build_filename(path, name, NULL);

        remove_tree(child);
    }
    if (dir != NULL)
        g_dir_close(dir);
    (void)g_remove(path);
}

static void close_zoo(void)
{
    remove_tree(folder);
    remove_tree(cache);
    g_free(folder);
    g_free(cache);
}

static void add_manifest(const char *breed, const char *library)
{
    g_autofree char *path = g_strdup_printf("%s/%s.json", folder, breed);
    g_autofree char *text = g_strdup_printf(
        "{\"manifest\": 1, \"id\": \"%s\", \"name\": \"Zoo\", \"version\": \"1.0\", \"abi\": 1,"
        " \"library\": \"%s\", \"platforms\": [\"linux\"], \"priority\": 50,"
        " \"guarantees\": [\"" CORDON_G_NET_NONE "\", \"" CORDON_G_KILL_TREE "\"],"
        " \"codes\": [\"zoo.blocked\", \"zoo.program\"]}",
        breed, library);

    cr_assert(g_file_set_contents(path, text, -1, NULL));
}

static void add_breed(const char *breed)
{
    g_autofree char *library = g_strdup_printf(CORDON_ZOO "/%s.so", breed);

    cr_assert(g_file_test(library, G_FILE_TEST_IS_REGULAR), "%s is not built", library);
    add_manifest(breed, library);
}

static CordonCatalog *open_catalog(void)
{
    const char *folders[] = {folder, NULL};
    CordonCatalog *catalog = cordon_catalog_new(folders, CORDON_CATALOG_DEFAULT, NULL);

    cr_assert_not_null(catalog);
    return catalog;
}

/* The one of that id. */
static GPtrArray *probe(const CordonCatalog *catalog, const char *breed, CordonProbeFlags flags)
{
    GPtrArray *probed = cordon_catalog_probe_entries(catalog, facts, breed, NULL, flags);

    cr_assert_eq(probed->len, 1, "%s: %u answers", breed, probed->len);
    return probed;
}

static CordonLaunch *new_launch(void)
{
    CordonLaunch *launch = cordon_launch_new();
    CordonMount *mount = cordon_mount_new(CORDON_ROLE_PROJECT, CORDON_ACCESS_READ,
                                          CORDON_KIND_FOLDER, "/srv/p\xff", "/srv/p\xff");

    mount->device = G_GUINT64_CONSTANT(18446744073709551615);
    mount->inode = 42;
    g_ptr_array_add(launch->mounts, mount);
    launch->instance = g_strdup("zoo-1");
    launch->argv = g_strsplit("echo|100%|caf\xe9", "|", -1);
    launch->env = g_strsplit("A=1", "|", -1);
    launch->cwd = g_strdup("/srv/p\xff");
    cordon_guarantees_add(launch->guarantees, CORDON_G_NET_NONE);
    return launch;
}

/* --- what is left --- */

/* Processes whose environment names our cache: workers, and whatever they left. */
static guint count_survivors(void)
{
    GDir *proc = g_dir_open("/proc", 0, NULL);
    const char *name;
    guint count = 0;

    while ((name = g_dir_read_name(proc)) != NULL) {
        g_autofree char *path = g_build_filename("/proc", name, "environ", NULL);
        g_autofree char *text = NULL;
        gsize size = 0;

        if (!g_ascii_isdigit(name[0]) || g_ascii_strtoll(name, NULL, 10) == getpid() ||
            !g_file_get_contents(path, &text, &size, NULL))
            continue;
        count += memmem(text, size, cache, strlen(cache)) != NULL;
    }
    g_dir_close(proc);
    return count;
}

static void expect_nothing_left(const char *breed)
{
    errno = 0;
    cr_expect(waitpid(-1, NULL, WNOHANG) < 0 && errno == ECHILD, "%s: a child is left", breed);
    cr_expect_eq(count_survivors(), 0, "%s: a process is left", breed);
}

static guint count_descriptors(void)
{
    GDir *fds = g_dir_open("/proc/self/fd", 0, NULL);
    guint count = 0;

    while (g_dir_read_name(fds) != NULL)
        count++;
    g_dir_close(fds);
    return count;
}

/* --- the tests --- */

static void expect_plan(const CordonProbed *probed, const char *breed, const char *expected)
{
    g_autoptr(CordonLaunch) launch = new_launch();
    g_autoptr(GError) error = NULL;
    g_autoptr(CordonPlanData) plan =
        cordon_worker_wrap(probed->entry, launch, facts, probed->report, &error);

    if (expected[0] == '\0') {
        cr_expect_not_null(plan, "%s: %s", breed, error != NULL ? error->message : "");
        return;
    }
    cr_expect_null(plan, "%s: a plan, but no refusal", breed);
    cr_expect(error != NULL && strstr(error->message, expected) != NULL, "%s: refused with '%s'",
              breed, error != NULL ? error->message : "");
}

static void expect_readiness(const CordonProbed *probed, gsize row)
{
    const CordonReadiness *readiness = probed->readiness;

    cr_expect_eq(readiness->state, BREEDS[row].state, "%s: %s (%s)", BREEDS[row].breed,
                 cordon_readiness_state_name(readiness->state),
                 readiness->detail != NULL ? readiness->detail : "");
    if (BREEDS[row].reason != NULL)
        cr_expect(readiness->detail != NULL &&
                      strstr(readiness->detail, BREEDS[row].reason) != NULL,
                  "%s: its reason is '%s'", BREEDS[row].breed,
                  readiness->detail != NULL ? readiness->detail : "");
}

/* What a later process sees once the report is no longer fresh. */
static void expect_lock(const CordonProbed *probed, gsize row)
{
    g_autoptr(CordonProbeReport) last = cordon_cache_load_last(probed->entry);
    g_autoptr(CordonFacts) other_machine = cordon_facts_copy(facts);

    cr_expect_not_null(last, "%s: nothing is remembered", BREEDS[row].breed);
    cordon_facts_set(other_machine, "kernel", "0.1");
    g_autoptr(CordonProbeReport) kept = cordon_cache_load(probed->entry, other_machine);
    cr_expect_eq(kept != NULL, BREEDS[row].locked == LOCKED, "%s: %s in quarantine",
                 BREEDS[row].breed, kept != NULL ? "is" : "is not");
}

Test(zoo, every_breed_gets_its_readiness_and_leaves_nothing, .init = open_zoo, .fini = close_zoo)
{
    for (gsize i = 0; i < G_N_ELEMENTS(BREEDS); i++)
        add_breed(BREEDS[i].breed);
    g_autoptr(CordonCatalog) catalog = open_catalog();
    guint descriptors = count_descriptors();

    for (gsize i = 0; i < G_N_ELEMENTS(BREEDS); i++) {
        guint started = cordon_worker_count();

        if (BREEDS[i].hangs)
            continue;
        g_autoptr(GPtrArray) probed = probe(catalog, BREEDS[i].breed, CORDON_PROBE_CACHED_OK);
        cr_expect_eq(cordon_worker_count(), started + 1);
        expect_readiness(g_ptr_array_index(probed, 0), i);
        expect_lock(g_ptr_array_index(probed, 0), i);
        if (BREEDS[i].plan != NULL)
            expect_plan(g_ptr_array_index(probed, 0), BREEDS[i].breed, BREEDS[i].plan);
        expect_nothing_left(BREEDS[i].breed);
    }
    cr_expect_eq(count_descriptors(), descriptors);
}

Test(zoo, every_breed_that_hangs_is_ended, .init = open_zoo, .fini = close_zoo)
{
    for (gsize i = 0; i < G_N_ELEMENTS(BREEDS); i++)
        if (BREEDS[i].hangs)
            add_breed(BREEDS[i].breed);
    g_autoptr(CordonCatalog) catalog = open_catalog();
    cordon_worker_test_deadline_ms = SHORT_DEADLINE_MS;
    /* All at once: the next loop finds each in the cache. */
    g_ptr_array_unref(
        cordon_catalog_probe_entries(catalog, facts, NULL, NULL, CORDON_PROBE_CACHED_OK));
    guint started = cordon_worker_count();

    for (gsize i = 0; i < G_N_ELEMENTS(BREEDS); i++) {
        if (!BREEDS[i].hangs)
            continue;
        g_autoptr(GPtrArray) probed = probe(catalog, BREEDS[i].breed, CORDON_PROBE_CACHED_OK);
        expect_readiness(g_ptr_array_index(probed, 0), i);
        expect_lock(g_ptr_array_index(probed, 0), i);
        /* Bad news that is not the plug-in's fault is asked for again. */
        started += BREEDS[i].state == BROKEN && BREEDS[i].locked == FORGIVEN;
        cr_expect_eq(cordon_worker_count(), started, "%s", BREEDS[i].breed);
        if (BREEDS[i].plan == NULL)
            continue;
        expect_plan(g_ptr_array_index(probed, 0), BREEDS[i].breed, BREEDS[i].plan);
        started++;
    }
    expect_nothing_left("hanging");
}

Test(zoo, some_breeds_side_by_side_do_not_disturb_each_other, .init = open_zoo, .fini = close_zoo)
{
    static const char *const SOME[] = {"honest",     "crash-in-probe", "hang-in-probe",
                                       "closes-all", "many-findings",  "leaves-daemon",
                                       "longer"};

    for (gsize i = 0; i < G_N_ELEMENTS(SOME); i++)
        add_breed(SOME[i]);
    add_manifest("lost", "/nowhere/lost.so");
    g_autoptr(CordonCatalog) catalog = open_catalog();
    cordon_worker_test_deadline_ms = SHORT_DEADLINE_MS;
    g_autoptr(GPtrArray) all = cordon_catalog_probe(catalog, CORDON_PROBE_CACHED_OK);
    guint found = 0;

    for (guint i = 0; i < all->len; i++) {
        const CordonReadiness *readiness = g_ptr_array_index(all, i);

        for (gsize j = 0; j < G_N_ELEMENTS(BREEDS); j++) {
            if (strcmp(BREEDS[j].breed, readiness->id) != 0)
                continue;
            found++;
            cr_expect_eq(readiness->state, BREEDS[j].state, "%s", readiness->id);
        }
        if (strcmp(readiness->id, "lost") == 0) {
            found++;
            cr_expect_eq(readiness->state, CORDON_READINESS_BROKEN);
            cr_expect(strstr(readiness->detail, "/nowhere/lost.so") != NULL, "%s",
                      readiness->detail);
        }
    }
    cr_expect_eq(found, G_N_ELEMENTS(SOME) + 1);
    expect_nothing_left("all");
}

Test(zoo, quarantine_starts_no_worker_until_the_file_changes, .init = open_zoo, .fini = close_zoo)
{
    g_autofree char *library = g_build_filename(folder, "crash.so", NULL);
    g_autofree char *bytes = NULL;
    gsize size = 0;

    cr_assert(g_file_get_contents(CORDON_ZOO "/crash-in-probe.so", &bytes, &size, NULL));
    cr_assert(g_file_set_contents(library, bytes, (gssize)size, NULL));
    add_manifest("crash-in-probe", library);

    g_autoptr(CordonCatalog) catalog = open_catalog();
    g_ptr_array_unref(probe(catalog, "crash-in-probe", CORDON_PROBE_CACHED_OK));
    guint started = cordon_worker_count();
    cr_expect_eq(started, 1);
    g_autoptr(GPtrArray) second = probe(catalog, "crash-in-probe", CORDON_PROBE_CACHED_OK);
    const CordonProbed *locked = g_ptr_array_index(second, 0);
    cr_expect_eq(cordon_worker_count(), started, "a worker was started for it");
    cr_expect(locked->readiness->cached);
    cr_expect_str_eq(locked->readiness->detail, "crashed in probe: SIGSEGV");

    /* The user may ask again all the same. */
    g_ptr_array_unref(probe(catalog, "crash-in-probe", CORDON_PROBE_AGAIN));
    cr_expect_eq(cordon_worker_count(), started + 1);

    cr_assert_eq(utime(library, &(struct utimbuf){1000000000, 1000000000}), 0);
    g_autoptr(CordonCatalog) later = open_catalog();
    g_ptr_array_unref(probe(later, "crash-in-probe", CORDON_PROBE_CACHED_OK));
    cr_expect_eq(cordon_worker_count(), started + 2, "the file changed, and nobody looked");
}

Test(zoo, fresh_report_starts_no_worker, .init = open_zoo, .fini = close_zoo)
{
    add_breed("honest");
    g_autoptr(CordonCatalog) catalog = open_catalog();
    g_autoptr(GPtrArray) first = probe(catalog, "honest", CORDON_PROBE_CACHED_OK);
    g_autoptr(GPtrArray) second = probe(catalog, "honest", CORDON_PROBE_CACHED_OK);
    const CordonProbed *a = g_ptr_array_index(first, 0), *b = g_ptr_array_index(second, 0);

    cr_expect_eq(cordon_worker_count(), 1);
    cr_expect(!a->readiness->cached && b->readiness->cached);
    cr_expect_eq(b->readiness->state, CORDON_READINESS_READY);
    g_ptr_array_unref(probe(catalog, "honest", CORDON_PROBE_AGAIN));
    cr_expect_eq(cordon_worker_count(), 2);
}

Test(zoo, step_that_did_not_help_shows_the_raw_error, .init = open_zoo, .fini = close_zoo)
{
    add_breed("blocked");
    g_autoptr(CordonCatalog) catalog = open_catalog();
    g_autoptr(GPtrArray) first = probe(catalog, "blocked", CORDON_PROBE_CACHED_OK);
    const CordonProbed *before = g_ptr_array_index(first, 0);
    cr_expect_str_eq(before->readiness->detail, "It is shut.");
    cr_expect_str_eq(before->readiness->command_line, "sudo open 'the gate'");

    for (int i = 0; i < 2; i++) {
        g_autoptr(GPtrArray) again = probe(catalog, "blocked", CORDON_PROBE_AGAIN);
        const CordonProbed *after = g_ptr_array_index(again, 0);

        cr_expect_str_eq(after->readiness->detail,
                         "It is shut. Still the same after another look. The error was: gate: "
                         "\xef\xbf\xbd[31mstuck");
    }
}

Test(zoo, plan_of_a_worker_is_the_plan_of_the_same_process, .init = open_zoo, .fini = close_zoo)
{
    add_breed("honest");
    g_autoptr(CordonCatalog) catalog = open_catalog();
    g_autoptr(GPtrArray) all = probe(catalog, "honest", CORDON_PROBE_CACHED_OK);
    const CordonProbed *probed = g_ptr_array_index(all, 0);
    g_autoptr(CordonLaunch) launch = new_launch();
    g_autoptr(GError) error = NULL;
    g_autoptr(CordonPlanData) there =
        cordon_worker_wrap(probed->entry, launch, facts, probed->report, &error);
    cr_assert_not_null(there, "%s", error->message);
    g_autoptr(CordonBackend) backend =
        cordon_backend_open(probed->entry->library_path, probed->entry->manifest, &error);
    cr_assert_not_null(backend, "%s", error->message);
    g_autoptr(CordonPlanData) here =
        cordon_backend_wrap(backend, launch, facts, probed->report, NULL, &error);
    cr_assert_not_null(here, "%s", error->message);

    CordonJsonWriter *writers[] = {cordon_json_writer_new(TRUE), cordon_json_writer_new(TRUE)};
    const CordonPlanData *plans[] = {here, there};
    char *texts[2];
    for (int i = 0; i < 2; i++) {
        cordon_json_begin_object(writers[i], NULL);
        cordon_plan_data_write_json(plans[i], writers[i], TRUE);
        cordon_json_end_object(writers[i]);
        texts[i] = cordon_json_writer_finish(writers[i]);
    }
    cr_expect_str_eq(texts[0], texts[1]);
    cr_expect_str_eq(g_ptr_array_index(there->argv, 3), "caf\xe9");
    g_free(texts[0]);
    g_free(texts[1]);
}

Test(zoo, every_push_that_fails_is_a_refusal, .init = open_zoo, .fini = close_zoo)
{
    static const char *const BOTH[] = {"honest", "ignores-failure"};

    for (gsize i = 0; i < G_N_ELEMENTS(BOTH); i++) {
        add_breed(BOTH[i]);
        g_autoptr(CordonCatalog) catalog = open_catalog();
        g_autoptr(GPtrArray) all = probe(catalog, BOTH[i], CORDON_PROBE_CACHED_OK);
        const CordonProbed *probed = g_ptr_array_index(all, 0);
        g_autoptr(CordonLaunch) launch = new_launch();
        g_autoptr(CordonBackend) backend =
            cordon_backend_open(probed->entry->library_path, probed->entry->manifest, NULL);
        guint failures = 0;

        cr_assert_not_null(backend);
        for (guint n = 1;; n++) {
            g_autoptr(GError) error = NULL;

            cordon_host_fail_at = n;
            g_autoptr(CordonPlanData) plan =
                cordon_backend_wrap(backend, launch, facts, probed->report, NULL, &error);
            if (cordon_host_fail_at > 0) {
                cr_expect_not_null(plan, "%s: %s", BOTH[i], error != NULL ? error->message : "");
                break;
            }
            cr_expect_null(plan, "%s: failure %u gave a plan", BOTH[i], n);
            cr_expect_not_null(error);
            failures++;
        }
        cordon_host_fail_at = 0;
        cr_expect_eq(failures, 10, "%s: %u", BOTH[i], failures);
    }
}

Test(zoo, every_push_of_a_probe_that_fails_is_an_error, .init = open_zoo, .fini = close_zoo)
{
    add_breed("blocked");
    g_autoptr(CordonCatalog) catalog = open_catalog();
    g_autoptr(GPtrArray) all = probe(catalog, "blocked", CORDON_PROBE_CACHED_OK);
    const CordonProbed *probed = g_ptr_array_index(all, 0);
    g_autoptr(CordonBackend) backend =
        cordon_backend_open(probed->entry->library_path, probed->entry->manifest, NULL);
    guint failures = 0;

    cr_assert_not_null(backend);
    for (guint n = 1;; n++) {
        g_autoptr(GError) error = NULL;
        g_autoptr(CordonProbeReport) report = cordon_probe_report_new();

        cordon_host_fail_at = n;
        gboolean fine =
            cordon_backend_probe(backend, CORDON_PROBE_FULL, facts, NULL, report, &error);
        if (cordon_host_fail_at > 0) {
            cr_expect(fine);
            break;
        }
        cr_expect(!fine, "failure %u was passed over", n);
        failures++;
    }
    cordon_host_fail_at = 0;
    cr_expect_eq(failures, 6, "%u", failures); /* three findings, two offers, a hint */
}

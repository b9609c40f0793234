/* SPDX-License-Identifier: MIT */
/* docker_plan(): what the engine gets, what cordon-init gets, refusals, acknowledgements.  Nothing is started.
 * CORDON_UPDATE_GOLDEN=1 writes the plans in tests/golden/docker anew: read the difference. */
/* asprintf, strdup and open_memstream are not in C17. */
#define _GNU_SOURCE
#include "bwrap_world.h"

#include <criterion/criterion.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "docker/docker.h"

enum { WORDS_MOST = 4000, FDS_MOST = 16, DATA_MOST = 1 << 16 };

/* --- a sink that writes down ------------------------------------------------------------------- */

struct list {
    char *words[WORDS_MOST + 1];
    size_t count;
};

static struct {
    struct list args, env, enforced, teardown;
    char *data[FDS_MOST]; /* number 3 + index; NULL: the status channel */
    size_t size[FDS_MOST];
    size_t fd_count;
    int32_t status;
    char message[1024];
} plan;

static struct world world;
static struct docker_engine engine;
static struct docker_helpers helpers;

static int32_t add(struct list *list, const char *word)
{
    if (list->count == WORDS_MOST)
        return CORDON_E_NOMEM;
    list->words[list->count++] = strdup(word);
    return CORDON_OK;
}

static int32_t take_arg(void *context, const char *word)
{
    (void)context;
    return add(&plan.args, word);
}

static int32_t take_env(void *context, const char *name, const char *value)
{
    char entry[512];

    (void)context;
    snprintf(entry, sizeof entry, "%s=%s", name, value);
    return add(&plan.env, entry);
}

static int32_t take_data(void *context, const void *data, size_t size, int32_t *ret_number)
{
    (void)context;
    if (plan.fd_count == FDS_MOST)
        return CORDON_E_NOMEM;
    plan.data[plan.fd_count] = calloc(1, size + 1);
    memcpy(plan.data[plan.fd_count], data, size);
    plan.size[plan.fd_count] = size;
    *ret_number = 3 + (int32_t)plan.fd_count++;
    return CORDON_OK;
}

static int32_t take_status(void *context, const char *format, int32_t *ret_number)
{
    (void)context;
    cr_expect_str_eq(format, "cordon.status/1");
    *ret_number = 3 + (int32_t)plan.fd_count++;
    return CORDON_OK;
}

static int32_t take_path(void *context, const char *path, int32_t *ret_number)
{
    (void)context;
    (void)ret_number;
    cr_expect(false, "%s: an engine takes no descriptors", path);
    return CORDON_E_INVALID;
}

static int32_t take_enforced(void *context, const char *guarantee)
{
    (void)context;
    return add(&plan.enforced, guarantee);
}

static int32_t take_teardown(void *context, const char *const *argv)
{
    int32_t status = CORDON_OK;

    (void)context;
    while (*argv != NULL && status == CORDON_OK)
        status = add(&plan.teardown, *argv++);
    return status;
}

static int32_t take_failure(void *context, int32_t status, const char *message)
{
    (void)context;
    snprintf(plan.message, sizeof plan.message, "%s", message);
    return status;
}

static void clear_list(struct list *list)
{
    while (list->count > 0)
        free(list->words[--list->count]);
}

static void clear_plan(void)
{
    clear_list(&plan.args);
    clear_list(&plan.env);
    clear_list(&plan.enforced);
    clear_list(&plan.teardown);
    for (size_t i = 0; i < FDS_MOST; i++)
        free(plan.data[i]);
    memset(&plan, 0, sizeof plan);
}

static void make_plan(void)
{
    static const struct kit_sink sink = {.arg = take_arg,
                                         .env = take_env,
                                         .data = take_data,
                                         .path = take_path,
                                         .status = take_status,
                                         .teardown = take_teardown,
                                         .enforced = take_enforced,
                                         .fail = take_failure};
    clear_plan();
    plan.status = docker_plan(&engine, &helpers, &world.launch, &sink);
}

static void on_paper(void)
{
    world_on_paper(&world);
    engine = (struct docker_engine){.endpoint = "/run/docker.sock",
                                    .image = "sha256:1234",
                                    .user = "1000:100",
                                    .limits_memory = true,
                                    .limits_processes = true};
    helpers = (struct docker_helpers){.driver = "/usr/libexec/cordon/cordon-docker",
                                      .init = "/usr/libexec/cordon/cordon-init"};
}

static void teardown(void)
{
    clear_plan();
    world_end(&world);
}

TestSuite(docker_wrap, .init = on_paper, .fini = teardown);

static void make_good_plan(void)
{
    make_plan();
    cr_assert_eq(plan.status, CORDON_OK, "%s", plan.message);
}

static void expect_refusal(int32_t status, const char *part)
{
    make_plan();
    cr_expect_eq(plan.status, status, "%d: %s", plan.status, plan.message);
    cr_expect_not_null(strstr(plan.message, part), "\"%s\" does not say \"%s\"", plan.message,
                       part);
    cr_expect_eq(plan.enforced.count, 0, "nothing is promised for what is refused");
    cr_expect_eq(plan.teardown.count, 0);
    on_paper();
}

/* Where consecutive words are, or -1; up to a NULL. */
static long find(const char *first, ...)
{
    const char *words[8] = {first};
    va_list args;

    va_start(args, first);
    for (size_t i = 1; i < 8 && words[i - 1] != NULL; i++)
        words[i] = va_arg(args, const char *);
    va_end(args);
    for (size_t i = 0; i < plan.args.count; i++) {
        size_t n = 0;
        while (words[n] != NULL && i + n < plan.args.count &&
               strcmp(plan.args.words[i + n], words[n]) == 0)
            n++;
        if (words[n] == NULL)
            return (long)i;
    }
    return -1;
}
#define FIND(...)      find(__VA_ARGS__, (char *)NULL)
#define EXPECT(...)    cr_expect_geq(FIND(__VA_ARGS__), 0, "not there: %s", #__VA_ARGS__)
#define EXPECT_NO(...) cr_expect_lt(FIND(__VA_ARGS__), 0, "there: %s", #__VA_ARGS__)

static bool enforces(const char *guarantee)
{
    for (size_t i = 0; i < plan.enforced.count; i++) {
        if (strcmp(plan.enforced.words[i], guarantee) == 0)
            return true;
    }
    return false;
}

/* The data behind an option; *ret_size without the NUL that ends it here. */
static const char *data_of(const char *option, size_t *ret_size)
{
    long at = FIND(option);
    cr_assert(at >= 0 && at + 1 < (long)plan.args.count, "%s", option);
    int number = atoi(plan.args.words[at + 1]);
    cr_assert(number >= 3 && number < 3 + (int)plan.fd_count);
    *ret_size = plan.size[number - 3];
    return plan.data[number - 3];
}

/* --- whole plans ------------------------------------------------------------------------------- */

static void print_data(FILE *out, size_t index)
{
    fprintf(out, "fd %zu ", index + 3);
    if (plan.data[index] == NULL) {
        fprintf(out, "status\n");
    } else if (memchr(plan.data[index], '=', plan.size[index]) == NULL || plan.size[index] > 500) {
        fprintf(out, "data (filter)\n"); /* it differs by architecture */
    } else {
        fprintf(out, "data ");
        for (size_t i = 0; i < plan.size[index]; i++)
            fputc(plan.data[index][i] == '\0' ? '|' : plan.data[index][i], out);
        fputc('\n', out);
    }
}

static void print_list(FILE *out, const char *prefix, const struct list *list)
{
    for (size_t i = 0; i < list->count; i++)
        fprintf(out, "%s%s\n", prefix, list->words[i]);
}

/* Freed with free(). */
static char *plan_text(void)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);

    print_list(out, "", &plan.args);
    print_list(out, "env ", &plan.env);
    for (size_t i = 0; i < plan.fd_count; i++)
        print_data(out, i);
    print_list(out, "teardown ", &plan.teardown);
    print_list(out, "enforced ", &plan.enforced);
    fclose(out);
    return text;
}

static void expect_golden(const char *name)
{
    char path[512];
    snprintf(path, sizeof path, "%s/%s.txt", CORDON_TEST_GOLDEN, name);
    make_good_plan();
    char *text = plan_text();
    if (getenv("CORDON_UPDATE_GOLDEN") != NULL) {
        FILE *file = fopen(path, "w");
        cr_assert_not_null(file, "%s", path);
        fputs(text, file);
        fclose(file);
    }
    FILE *file = fopen(path, "r");
    cr_assert_not_null(file, "%s: run with CORDON_UPDATE_GOLDEN=1 first", path);
    char *golden = calloc(1, DATA_MOST);
    size_t size = fread(golden, 1, DATA_MOST - 1, file);
    fclose(file);
    cr_expect_lt(size, DATA_MOST - 1);
    cr_expect_str_eq(text, golden, "%s differs", path);
    free(golden);
    free(text);
}

static void ask_for_limits(void)
{
    world.limits.processes = 512;
    world.limits.memory_bytes = UINT64_C(4) << 30;
    world.limits.open_files = 4096;
    world_ask(&world, CORDON_G_LIMIT_PIDS);
    world_ask(&world, CORDON_G_LIMIT_MEMORY);
    world_ask(&world, CORDON_G_LIMIT_OPEN_FILES);
}

Test(docker_wrap, golden_plain)
{
    expect_golden("plain");
}

Test(docker_wrap, golden_rootless_with_limits)
{
    engine.user = "0:0";
    ask_for_limits();
    expect_golden("rootless-limits");
}

Test(docker_wrap, golden_an_engine_that_is_far_and_can_little)
{
    engine.limits_memory = engine.limits_processes = false;
    engine.maps_users = engine.is_far = true;
    ask_for_limits();
    expect_golden("far");
}

Test(docker_wrap, is_the_same_each_time)
{
    make_good_plan();
    char *first = plan_text();
    make_good_plan();
    char *second = plan_text();
    cr_expect_str_eq(first, second);
    free(first);
    free(second);
}

/* --- entries ----------------------------------------------------------------------------------- */

Test(docker_wrap, entries_are_put_as_they_are_asked_for)
{
    make_good_plan();
    EXPECT("--bind", "ro", "/srv/w/p", "/srv/w/p");
    EXPECT("--bind", "rw", "/srv/w/p/loops/a", "/srv/w/p/loops/a");
    EXPECT("--bind", "ro", "/srv/w/app", "/srv/w/app");
    EXPECT("--tmpfs", "rw", "755", "/srv/w/home");
    EXPECT("--hide", "file", "/srv/w/p/.env");
    EXPECT("--hide", "folder", "/srv/w/p/secrets");
    EXPECT("--hide", "file", "/srv/w/p/pipe");
    EXPECT("--bind", "ro", helpers.init, DOCKER_INIT_GUEST);
}

Test(docker_wrap, a_fresh_folder_to_read_is_read_only)
{
    world_find(&world, "home")->access = CORDON_ACCESS_READ;
    make_good_plan();
    EXPECT("--tmpfs", "ro", "755", "/srv/w/home");
    EXPECT_NO("--fresh", "/srv/w/home");
}

Test(docker_wrap, the_system_is_the_image_s)
{
    make_good_plan();
    EXPECT_NO("/usr");
    EXPECT_NO("/bin");
    EXPECT_NO("/etc/passwd");
    /* Also when it could not be carried: it does not have to be. */
    world_add(&world, CORDON_ROLE_SYSTEM, CORDON_KIND_FOLDER, CORDON_ACCESS_READ, "/opt/\xff");
    make_good_plan();
}

Test(docker_wrap, what_is_covered_is_not_put)
{
    /* The loop is the project itself: it is writable, whatever the entry before it said. */
    struct cordon_mount *loop = world_find(&world, "p/loops/a");
    loop->guest_path = loop->host_path = "/srv/w/p";
    make_good_plan();
    EXPECT("--bind", "rw", "/srv/w/p", "/srv/w/p");
    EXPECT_NO("--bind", "ro", "/srv/w/p", "/srv/w/p");
    for (size_t i = 0; i < plan.args.count; i++)
        cr_expect(strncmp(plan.args.words[i], "ro:", 3) != 0 ||
                      strcmp(strrchr(plan.args.words[i], ':'), ":/srv/w/p") != 0,
                  "%s", plan.args.words[i]);
}

/* An engine refuses two mounts at one path. */
Test(docker_wrap, no_path_is_mounted_twice)
{
    static const char *const folders[] = {"/tmp", "/var/tmp"};
    for (size_t i = 0; i < 2; i++) {
        for (int kind = 0; kind < 3; kind++) {
            on_paper();
            struct cordon_mount *mount = world_add(
                &world, CORDON_ROLE_CACHE, kind == 0 ? CORDON_KIND_FRESH : CORDON_KIND_FOLDER,
                kind == 1 ? CORDON_ACCESS_HIDDEN : CORDON_ACCESS_WRITE, folders[i]);
            mount->device = mount->inode = kind == 0 ? 0 : 7;
            make_good_plan();
            int count = 0;
            for (long at = 0; at < FIND("--"); at++)
                count += strcmp(plan.args.words[at], folders[i]) == 0 &&
                         strcmp(plan.args.words[at + 1], folders[i]) != 0;
            if (kind == 1)
                EXPECT_NO("--fresh", folders[i]);
            cr_expect_eq(count, 1, "%s is mounted %d times", folders[i], count);
        }
    }
}

Test(docker_wrap, what_is_held_is_checked_from_inside)
{
    char check[128];

    make_good_plan();
    snprintf(check, sizeof check, "rw:2049:%" PRIu64 ":/srv/w/p/loops/a",
             world_find(&world, "p/loops/a")->inode);
    EXPECT("--check", check);
    snprintf(check, sizeof check, "hidden:2049:%" PRIu64 ":/srv/w/p/.env",
             world_find(&world, "p/.env")->inode);
    EXPECT("--check", check);
    engine.is_far = true;
    make_good_plan();
    EXPECT("--check", "rw:0:0:/srv/w/p/loops/a"); /* the numbers are another system's */
    EXPECT("--check", "hidden:0:0:/srv/w/p/.env");
}

Test(docker_wrap, what_is_writable_is_named_once)
{
    make_good_plan();
    EXPECT("--write", "/srv/w/p/loops/a");
    EXPECT("--write", "/srv/w/cache");
    EXPECT("--fresh", "/srv/w/home");
    EXPECT_NO("--write", "/srv/w/p/loops/a/deep");
    EXPECT_NO("--write", "/srv/w/p");
}

/* --- words and the environment ----------------------------------------------------------------- */

Test(docker_wrap, hostile_words_arrive_intact)
{
    static const char *const words[] = {"--",    "--bind", "",         "a b",     "line\nbreak",
                                        "$(id)", "'\"\\",  "\xff\xfe", "--check", "rw:0:0:/"};
    for (size_t i = 0; i < 10; i++)
        world.argv[i] = words[i];
    world.argv[10] = NULL;
    make_good_plan();
    for (size_t i = 0; i < 10; i++)
        cr_expect_str_eq(plan.args.words[plan.args.count - 10 + i], words[i]);
    cr_expect_str_eq(plan.args.words[plan.args.count - 11], "--");
    cr_expect_eq((long)plan.args.count - 11, FIND("--", "--", "--bind", "", "a b"));
}

Test(docker_wrap, hostile_paths_arrive_intact)
{
    static const char path[] = "/srv/w/p/loops/a/--bind \n:rw:1:2:/x$(id)\xc3\xa9";
    struct cordon_mount *sibling = world_find(&world, "p/loops/a/c");
    sibling->guest_path = sibling->host_path = path;
    make_good_plan();
    EXPECT("--bind", "ro", path, path);
}

static void expect_environment(const char *wanted, size_t wanted_size)
{
    size_t size;

    make_good_plan();
    const char *data = data_of("--env", &size);
    cr_expect(size == wanted_size && memcmp(data, wanted, size) == 0, "\"%s\", %zu bytes", data,
              size);
}

Test(docker_wrap, the_environment_goes_by_a_descriptor)
{
    static const char wanted[] = "SECRET=a=b\n$x\0EMPTY=\0";

    world.env[0] = "SECRET=a=b\n$x";
    world.env[1] = "EMPTY=";
    world.env[2] = NULL;
    expect_environment(wanted, sizeof wanted - 1);
    for (size_t i = 0; i < plan.args.count; i++)
        cr_expect_null(strstr(plan.args.words[i], "SECRET"), "everybody can read a command line");
    cr_assert_eq(plan.env.count, 1);
    cr_expect_str_eq(plan.env.words[0], "LC_ALL=C", "our own program's, and none of the command's");
    world.env[0] = NULL;
    expect_environment("", 0);
    world.launch.envp = NULL;
    expect_environment("", 0);
}

#define USUAL "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"

static const char *const paths[][2] = {
    {"PATH=", "PATH=" USUAL},
    {"PATH=/opt/x", "PATH=/opt/x:" USUAL},
    {"PATH=" USUAL, "PATH=" USUAL},
    {"PATH=/bin:/usr/bin", "PATH=/bin:/usr/bin:/usr/local/sbin:/usr/local/bin:/usr/sbin:/sbin"},
    {"PATH=/usr/bin/x", "PATH=/usr/bin/x:" USUAL},
    {"PATH=::", "PATH=:::" USUAL},
    {"PATHS=/x", "PATHS=/x"},
    {"path=/x", "path=/x"},
    {"MY_PATH=/x", "MY_PATH=/x"},
};

Test(docker_wrap, the_search_path_has_the_folders_of_the_image_too)
{
    for (size_t i = 0; i < sizeof paths / sizeof paths[0]; i++) {
        world.env[0] = paths[i][0];
        world.env[1] = NULL;
        expect_environment(paths[i][1], strlen(paths[i][1]) + 1);
    }
}

Test(docker_wrap, the_filter_goes_by_a_descriptor_of_its_own)
{
    size_t size;

    make_good_plan();
    cr_expect_not_null(data_of("--filter", &size));
    cr_expect(size > 500 && size % 8 == 0, "%zu", size);
    cr_expect_eq(plan.fd_count, 3);
    cr_expect_null(data_of("--status", &size));
}

Test(docker_wrap, the_container_is_removed_whatever_happens)
{
    make_good_plan();
    cr_assert_eq(plan.teardown.count, 4);
    cr_expect_str_eq(plan.teardown.words[0], helpers.driver);
    cr_expect_str_eq(plan.teardown.words[1], "remove");
    cr_expect_str_eq(plan.teardown.words[2], engine.endpoint);
    cr_expect_str_eq(plan.teardown.words[3], world.launch.instance);
}

Test(docker_wrap, user_ids_are_mapped_by_engines_that_were_told_to)
{
    make_good_plan();
    EXPECT_NO("--host-users");
    EXPECT("--user", "1000:100", "--workdir", "/srv/w/p/loops/a");
    engine.maps_users = true;
    make_good_plan();
    EXPECT("--host-users");
}

Test(docker_wrap, the_engine_s_words_are_read_word_by_word)
{
    struct docker_engine read = {.limits_memory = true};

    docker_engine_parse(&read, "linux userns memory processes vm");
    cr_expect(read.maps_users && read.limits_memory && read.limits_processes && read.is_far);
    docker_engine_parse(&read, "  linux  memory");
    cr_expect(read.limits_memory && !read.maps_users && !read.limits_processes && !read.is_far);
    docker_engine_parse(&read, "xmemory memoryx vms usernsprocesses");
    cr_expect_not(read.maps_users || read.limits_memory || read.limits_processes || read.is_far);
    docker_engine_parse(&read, "");
    cr_expect_not(read.limits_memory);
}

/* --- limits ------------------------------------------------------------------------------------ */

Test(docker_wrap, limits_are_held_when_they_are_asked_for)
{
    world.limits.processes = 64;
    make_good_plan();
    EXPECT_NO("processes");
    cr_expect_not(enforces(CORDON_G_LIMIT_PIDS));
    ask_for_limits();
    make_good_plan();
    EXPECT("--limit", "processes", "512");
    EXPECT("--limit", "memory", "4294967296");
    EXPECT("--limit-memory", "4294967296");
    EXPECT("--limit-open-files", "4096");
    EXPECT_NO("--limit-processes");
    cr_expect(enforces(CORDON_G_LIMIT_PIDS) && enforces(CORDON_G_LIMIT_MEMORY) &&
              enforces(CORDON_G_LIMIT_OPEN_FILES));
}

Test(docker_wrap, what_the_engine_cannot_limit_cordon_init_does)
{
    engine.limits_memory = engine.limits_processes = false;
    ask_for_limits();
    make_good_plan();
    EXPECT_NO("--limit", "processes");
    EXPECT_NO("--limit", "memory");
    EXPECT("--limit-processes", "512");
    EXPECT("--limit-memory", "4294967296");
    cr_expect(enforces(CORDON_G_LIMIT_PIDS) && enforces(CORDON_G_LIMIT_MEMORY));
}

Test(docker_wrap, what_lives_in_memory_is_bounded)
{
    make_good_plan();
    EXPECT("--limit", "scratch", "268435456");
    world.limits.scratch_bytes = UINT64_MAX;
    make_good_plan();
    EXPECT_NO("--limit", "scratch");
    world.launch.limits = NULL; /* nothing said is the tightest */
    make_good_plan();
    EXPECT("--limit", "scratch", "0");
}

Test(docker_wrap, a_limit_of_nothing_is_refused)
{
    static const char *const asked[] = {CORDON_G_LIMIT_PIDS, CORDON_G_LIMIT_MEMORY,
                                        CORDON_G_LIMIT_OPEN_FILES};
    for (size_t i = 0; i < 3; i++) {
        world_ask(&world, asked[i]);
        world.limits.processes = world.limits.memory_bytes = world.limits.open_files = 0;
        expect_refusal(CORDON_E_INVALID, "limit of 0");
        world_ask(&world, asked[i]);
        world.launch.limits = NULL;
        expect_refusal(CORDON_E_INVALID, asked[i]);
    }
}

/* --- what is kept ------------------------------------------------------------------------------ */

Test(docker_wrap, acknowledges_what_it_keeps_and_nothing_else)
{
    world_ask(&world, "org.example.unheard-of/1");
    world_ask(&world, "net.none/2");
    make_good_plan();
    static const char *const kept[] = {
        CORDON_G_PROJECT_READ_ONLY,  CORDON_G_SIBLINGS_READ_ONLY,  CORDON_G_APP_READ_ONLY,
        CORDON_G_OUTSIDE_READ_ONLY,  CORDON_G_HOME_HIDDEN,         CORDON_G_SECRETS_HIDDEN,
        CORDON_G_NET_NONE,           CORDON_G_PROTECTED_READ_ONLY, CORDON_G_IPC_NONE,
        CORDON_G_PID_NAMESPACE,      CORDON_G_KILL_TREE,           CORDON_G_NO_NEW_PRIVILEGES,
        CORDON_G_SYSCALL_FILTERED,   CORDON_G_TTY_NO_INJECTION,    CORDON_G_FD_STDIO_ONLY,
        CORDON_G_LATE_MOUNTS_HIDDEN, CORDON_G_ENV_CLEAN,
    };
    cr_expect_eq(plan.enforced.count, sizeof kept / sizeof kept[0]);
    for (size_t i = 0; i < sizeof kept / sizeof kept[0]; i++)
        cr_expect(enforces(kept[i]), "%s", kept[i]);
}

static const struct {
    const char *path;
    uint32_t access;
    const char *lost;
} writable[] = {
    {"p", CORDON_ACCESS_WRITE, CORDON_G_PROJECT_READ_ONLY},
    {"p", CORDON_ACCESS_WRITE, CORDON_G_OUTSIDE_READ_ONLY},
    {"p/loops/a/c", CORDON_ACCESS_WRITE, CORDON_G_SIBLINGS_READ_ONLY},
    {"app", CORDON_ACCESS_WRITE, CORDON_G_APP_READ_ONLY},
    {"p/loops/a/.git", CORDON_ACCESS_WRITE, CORDON_G_PROTECTED_READ_ONLY},
    {"p/.env", CORDON_ACCESS_READ, CORDON_G_SECRETS_HIDDEN},
    {"home/tools", CORDON_ACCESS_WRITE, CORDON_G_OUTSIDE_READ_ONLY},
};

Test(docker_wrap, an_entry_that_allows_too_much_loses_its_guarantee)
{
    for (size_t i = 0; i < sizeof writable / sizeof writable[0]; i++) {
        on_paper();
        world_find(&world, writable[i].path)->access = writable[i].access;
        make_good_plan();
        cr_expect_not(enforces(writable[i].lost), "%s: %s", writable[i].path, writable[i].lost);
        cr_expect(enforces(CORDON_G_NET_NONE));
    }
}

static const struct {
    const char *path;
    const char *lost;
} unheld[] = {
    {"p", CORDON_G_PROJECT_READ_ONLY},         {"p/loops/a", CORDON_G_PROJECT_READ_ONLY},
    {"p/loops/a", CORDON_G_OUTSIDE_READ_ONLY}, {"cache", CORDON_G_OUTSIDE_READ_ONLY},
    {"app", CORDON_G_APP_READ_ONLY},
};

Test(docker_wrap, a_folder_that_could_be_swapped_loses_its_guarantee)
{
    for (size_t i = 0; i < sizeof unheld / sizeof unheld[0]; i++) {
        on_paper();
        struct cordon_mount *mount = world_find(&world, unheld[i].path);
        mount->device = mount->inode = 0;
        make_good_plan();
        cr_expect_not(enforces(unheld[i].lost), "%s: %s", unheld[i].path, unheld[i].lost);
    }
}

Test(docker_wrap, a_home_that_is_the_user_s_own_is_not_hidden)
{
    world_find(&world, "home")->kind = CORDON_KIND_FOLDER;
    world_find(&world, "home")->host_path = "/srv/w/home";
    make_good_plan();
    cr_expect_not(enforces(CORDON_G_HOME_HIDDEN));
}

/* --- refusals ---------------------------------------------------------------------------------- */

Test(docker_wrap, a_network_is_refused)
{
    world.launch.network = CORDON_NET_HOST;
    expect_refusal(CORDON_E_UNENFORCED, "network");
    world.launch.network = CORDON_NET_PROXY;
    expect_refusal(CORDON_E_UNENFORCED, "network");
}

Test(docker_wrap, no_command_is_refused)
{
    world.argv[0] = NULL;
    expect_refusal(CORDON_E_INVALID, "no command");
    world.launch.argv = NULL;
    expect_refusal(CORDON_E_INVALID, "no command");
}

Test(docker_wrap, an_environment_that_is_none_is_refused)
{
    static const char *const entries[] = {"NOVALUE", "=x", ""};
    for (size_t i = 0; i < sizeof entries / sizeof entries[0]; i++) {
        world.env[1] = entries[i];
        expect_refusal(CORDON_E_INVALID, "NAME=VALUE");
    }
}

Test(docker_wrap, paths_that_are_not_plain_are_refused)
{
    static const char *const odd[] = {"", "/", "p", "./p", "/p/", "//p", "/p//q", "/p/../q", "/.."};
    for (size_t i = 0; i < sizeof odd / sizeof odd[0]; i++) {
        world_find(&world, "app")->guest_path = odd[i];
        expect_refusal(CORDON_E_INVALID, "not a plain absolute path");
        world_find(&world, "app")->host_path = odd[i];
        expect_refusal(CORDON_E_INVALID, "host's path");
    }
    world.launch.cwd = "loops/a";
    expect_refusal(CORDON_E_INVALID, "working directory");
    world.launch.cwd = NULL;
    expect_refusal(CORDON_E_INVALID, "working directory");
}

Test(docker_wrap, paths_that_json_cannot_carry_are_refused)
{
    static const char *const odd[] = {
        "/p/\xff",         "/p/\xc3",
        "/p/\xc0\xaf",     "/p/\xe0\x80\xaf",
        "/p/\xed\xa0\x80", "/p/\xf4\x90\x80\x80",
        "/p/\x80x",        "/p/\xf0\x80\x80\x80",
        "/p/\xe2\x82",
    };
    for (size_t i = 0; i < sizeof odd / sizeof odd[0]; i++) {
        world_find(&world, "app")->guest_path = odd[i];
        expect_refusal(CORDON_E_UNENFORCED, "UTF-8");
        world_find(&world, "app")->host_path = odd[i];
        expect_refusal(CORDON_E_UNENFORCED, "UTF-8");
        world.launch.cwd = odd[i];
        expect_refusal(CORDON_E_UNENFORCED, "UTF-8");
        helpers.init = odd[i];
        expect_refusal(CORDON_E_UNENFORCED, "UTF-8");
    }
    world_find(&world, "app")->guest_path = "/p/\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80";
    make_good_plan();
}

Test(docker_wrap, the_sandbox_s_own_folders_cannot_be_replaced)
{
    static const char *const own[] = {"/proc", "/proc/sys", "/dev", "/dev/sda", DOCKER_INIT_GUEST};
    for (size_t i = 0; i < sizeof own / sizeof own[0]; i++) {
        world_find(&world, "app")->guest_path = own[i];
        expect_refusal(CORDON_E_INVALID, "sandbox's own");
    }
}

Test(docker_wrap, links_are_refused)
{
    world_add(&world, CORDON_ROLE_TOOL, CORDON_KIND_LINK, CORDON_ACCESS_READ, "home/link");
    expect_refusal(CORDON_E_UNENFORCED, "/srv/w/home/link: this backend makes no symbolic links");
}

Test(docker_wrap, special_files_are_hidden_or_refused)
{
    world_find(&world, "p/pipe")->access = CORDON_ACCESS_READ;
    expect_refusal(CORDON_E_INVALID, "can only be hidden");
}

Test(docker_wrap, entries_over_one_another_are_refused)
{
    struct cordon_mount *late =
        world_add(&world, CORDON_ROLE_TOOL, CORDON_KIND_FILE, CORDON_ACCESS_READ, "p/.env");
    late->device = 1;
    expect_refusal(CORDON_E_INVALID, "/srv/w/p/.env: would be uncovered");
    late = world_add(&world, CORDON_ROLE_APP, CORDON_KIND_FOLDER, CORDON_ACCESS_READ, "p");
    late->device = 1;
    expect_refusal(CORDON_E_INVALID, "would be uncovered");
}

Test(docker_wrap, no_mount_point_is_made_where_the_command_can_write)
{
    struct cordon_mount *sibling = world_find(&world, "p/loops/a/c");
    sibling->device = sibling->inode = 0;
    expect_refusal(CORDON_E_UNENFORCED, "/srv/w/p/loops/a/c: would have to be created");
}

Test(docker_wrap, more_entries_than_start_in_time_are_refused)
{
    static const struct cordon_mount *many[502];
    for (size_t i = 0; i < 501; i++)
        many[i] = world.list[0];
    world.launch.mounts = many;
    expect_refusal(CORDON_E_UNENFORCED, "501 entries");
}

/* --- a host that fails ------------------------------------------------------------------------- */

static size_t calls_left;

static int32_t fail_later(void)
{
    return calls_left-- == 0 ? CORDON_E_NOMEM : CORDON_OK;
}

static int32_t failing_arg(void *context, const char *word)
{
    int32_t status = fail_later();
    return status != CORDON_OK ? status : take_arg(context, word);
}

static int32_t failing_data(void *context, const void *data, size_t size, int32_t *ret_number)
{
    int32_t status = fail_later();
    return status != CORDON_OK ? status : take_data(context, data, size, ret_number);
}

static int32_t failing_enforced(void *context, const char *guarantee)
{
    int32_t status = fail_later();
    return status != CORDON_OK ? status : take_enforced(context, guarantee);
}

Test(docker_wrap, a_failing_host_is_passed_on_and_nothing_follows)
{
    static const struct kit_sink sink = {.arg = failing_arg,
                                         .env = take_env,
                                         .data = failing_data,
                                         .path = take_path,
                                         .status = take_status,
                                         .teardown = take_teardown,
                                         .enforced = failing_enforced,
                                         .fail = take_failure};
    make_good_plan();
    size_t calls = plan.args.count + plan.fd_count - 1 + plan.enforced.count;
    for (size_t i = 0; i < calls; i++) {
        clear_plan();
        calls_left = i;
        cr_expect_eq(docker_plan(&engine, &helpers, &world.launch, &sink), CORDON_E_NOMEM, "%zu",
                     i);
        cr_expect_eq(calls_left, SIZE_MAX, "the host is not asked again after %zu", i);
    }
}

/* SPDX-License-Identifier: MIT */
/* mkdtemp, asprintf and nftw are not in C17. */
#define _GNU_SOURCE
#include "bwrap_world.h"

#include <fcntl.h>
#include <ftw.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Strings of the one world that a test has at a time. */
static char *owned[512];
static size_t owned_count;

static char *own_text(const char *format, ...) __attribute__((format(printf, 1, 2)));
static char *own_text(const char *format, ...)
{
    char *text = NULL;
    va_list args;

    va_start(args, format);
    if (owned_count == sizeof owned / sizeof owned[0] || vasprintf(&text, format, args) < 0)
        abort();
    va_end(args);
    owned[owned_count++] = text;
    return text;
}

static void forget_texts(void)
{
    while (owned_count > 0)
        free(owned[--owned_count]);
}

struct cordon_mount *world_add(struct world *world, uint32_t role, uint32_t kind, uint32_t access,
                               const char *path)
{
    struct cordon_mount *mount = &world->mounts[world->count];
    const char *whole =
        path[0] == '/' ? own_text("%s", path) : own_text("%s/%s", world->base, path);

    *mount = (struct cordon_mount){.struct_size = sizeof *mount,
                                   .access = access,
                                   .guest_path = whole,
                                   .kind = kind,
                                   .role = role};
    if (kind != CORDON_KIND_FRESH)
        mount->host_path = whole;
    world->list[world->count++] = mount;
    world->list[world->count] = NULL;
    return mount;
}

struct cordon_mount *world_find(struct world *world, const char *path)
{
    char whole[512];

    snprintf(whole, sizeof whole, "%s%s%s", path[0] == '/' ? "" : world->base,
             path[0] == '/' ? "" : "/", path);
    for (size_t i = world->count; i > 0; i--) {
        if (strcmp(world->mounts[i - 1].guest_path, whole) == 0)
            return &world->mounts[i - 1];
    }
    return NULL;
}

void world_command(struct world *world, const char *word, ...)
{
    size_t count = 0;
    va_list args;

    va_start(args, word);
    for (; word != NULL; word = va_arg(args, const char *))
        world->argv[count++] = word;
    va_end(args);
    world->argv[count] = NULL;
}

void world_ask(struct world *world, const char *guarantee)
{
    size_t count = 0;
    while (world->guarantees[count] != NULL)
        count++;
    world->guarantees[count] = guarantee;
}

static void add_tree(struct world *world)
{
    enum { FOLDER = CORDON_KIND_FOLDER, FILE_ = CORDON_KIND_FILE };
    enum { READ = CORDON_ACCESS_READ, WRITE = CORDON_ACCESS_WRITE };

    world_add(world, CORDON_ROLE_HOME, CORDON_KIND_FRESH, WRITE, "home");
    world_add(world, CORDON_ROLE_TOOL, FOLDER, READ, "home/tools");
    world_add(world, CORDON_ROLE_PROJECT, FOLDER, READ, "p");
    world_add(world, CORDON_ROLE_LOOP, FOLDER, WRITE, "p/loops/a");
    world_add(world, CORDON_ROLE_SIBLING, FOLDER, READ, "p/loops/a/c");
    world_add(world, CORDON_ROLE_PIN, FOLDER, WRITE, "p/loops/a/deep");
    world_add(world, CORDON_ROLE_SIBLING, FOLDER, READ, "p/loops/a/deep/e");
    world_add(world, CORDON_ROLE_APP, FOLDER, READ, "app");
    world_add(world, CORDON_ROLE_PROTECTED, FOLDER, READ, "p/loops/a/.git");
    world_add(world, CORDON_ROLE_SECRET, FILE_, CORDON_ACCESS_HIDDEN, "p/.env");
    world_add(world, CORDON_ROLE_SECRET, FILE_, CORDON_ACCESS_HIDDEN, "p/loops/a/.env");
    world_add(world, CORDON_ROLE_SECRET, FOLDER, CORDON_ACCESS_HIDDEN, "p/secrets");
    world_add(world, CORDON_ROLE_PROJECT, CORDON_KIND_SPECIAL, CORDON_ACCESS_HIDDEN, "p/pipe");
    world_add(world, CORDON_ROLE_CACHE, FOLDER, WRITE, "cache");
}

static void prepare(struct world *world)
{
    static const char *const all[] = {
        CORDON_G_PROJECT_READ_ONLY, CORDON_G_SIBLINGS_READ_ONLY,  CORDON_G_APP_READ_ONLY,
        CORDON_G_OUTSIDE_READ_ONLY, CORDON_G_HOME_HIDDEN,         CORDON_G_SECRETS_HIDDEN,
        CORDON_G_NET_NONE,          CORDON_G_PROTECTED_READ_ONLY, CORDON_G_KILL_TREE,
    };
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
        world->guarantees[i] = all[i];
    world->limits = (struct cordon_limits){.struct_size = sizeof world->limits,
                                           .processes = UINT64_MAX,
                                           .memory_bytes = UINT64_MAX,
                                           .open_files = UINT64_MAX,
                                           .scratch_bytes = UINT64_C(256) << 20};
    world->launch = (struct cordon_launch){.struct_size = sizeof world->launch,
                                           .network = CORDON_NET_NONE,
                                           .instance = "test-1",
                                           .argv = world->argv,
                                           .envp = world->env,
                                           .mounts = world->list,
                                           .guarantees = world->guarantees,
                                           .limits = &world->limits};
    world->program.devices_read_only = true;
    world->program.path = "/usr/bin/bwrap";
    world->program.options =
        BWRAP_HAS_DISABLE_USERNS | BWRAP_HAS_BIND_FD | BWRAP_HAS_PERMS | BWRAP_HAS_SIZE;
    world->env[0] = "PATH=/usr/local/bin:/usr/bin:/bin";
    world->env[1] = "LANG=C.UTF-8";
    world_command(world, "true", (char *)NULL);
}

void world_on_paper(struct world *world)
{
    forget_texts();
    memset(world, 0, sizeof *world);
    strcpy(world->base, "/srv/w");
    strcpy(world->init, "/usr/libexec/cordon/cordon-init");
    prepare(world);
    world->launch.cwd = own_text("%s/p/loops/a", world->base);
    world_add(world, CORDON_ROLE_SYSTEM, CORDON_KIND_FOLDER, CORDON_ACCESS_READ, "/usr");
    world_add(world, CORDON_ROLE_SYSTEM, CORDON_KIND_LINK, CORDON_ACCESS_READ, "/bin")->host_path =
        "usr/bin";
    world_add(world, CORDON_ROLE_SYSTEM, CORDON_KIND_FILE, CORDON_ACCESS_READ, "/etc/passwd");
    size_t system = world->count;
    world->program.covers = "keys,key-users,kcore,timer_list,kallsyms";
    add_tree(world);
    for (size_t i = system; i < world->count; i++) {
        if (world->mounts[i].kind == CORDON_KIND_FRESH)
            continue;
        world->mounts[i].device = 2049;
        world->mounts[i].inode = 1000 + i;
    }
}

static void make_parents(const struct world *world, char *path)
{
    for (char *at = path + strlen(world->base) + 1; (at = strchr(at, '/')) != NULL; *at++ = '/') {
        *at = '\0';
        mkdir(path, 0755);
    }
}

static void make_object(const struct world *world, struct cordon_mount *mount)
{
    struct stat info;
    char path[512];

    snprintf(path, sizeof path, "%s", mount->guest_path);
    make_parents(world, path);
    if (mount->kind == CORDON_KIND_FOLDER) {
        mkdir(path, 0755);
    } else if (mount->kind == CORDON_KIND_SPECIAL) {
        mkfifo(path, 0666);
    } else if (mount->kind == CORDON_KIND_FILE) {
        FILE *file = fopen(path, "w");
        if (file == NULL)
            abort();
        fputs("SECRET=1\n", file);
        fclose(file);
    }
    if (mount->kind == CORDON_KIND_FRESH)
        return;
    if (lstat(path, &info) != 0)
        abort();
    mount->device = info.st_dev;
    mount->inode = info.st_ino;
}

static void add_system(struct world *world)
{
    static const char *const paths[] = {
        "/usr",
        "/bin",
        "/sbin",
        "/lib",
        "/lib32",
        "/lib64",
        "/etc/passwd",
        "/etc/group",
        "/etc/hosts",
        "/etc/alternatives",
        "/etc/ssl/certs",
        "/etc/ssl/openssl.cnf",
        "/etc/ld.so.cache",
        "/etc/nsswitch.conf",
        "/etc/localtime",
    };
    struct stat info;

    for (size_t i = 0; i < sizeof paths / sizeof paths[0]; i++) {
        char target[256];
        if (lstat(paths[i], &info) != 0)
            continue;
        uint32_t kind = S_ISLNK(info.st_mode)   ? CORDON_KIND_LINK
                        : S_ISDIR(info.st_mode) ? CORDON_KIND_FOLDER
                                                : CORDON_KIND_FILE;
        struct cordon_mount *mount =
            world_add(world, CORDON_ROLE_SYSTEM, kind, CORDON_ACCESS_READ, paths[i]);
        if (kind != CORDON_KIND_LINK)
            continue;
        ssize_t length = readlink(paths[i], target, sizeof target - 1);
        if (length <= 0)
            abort();
        target[length] = '\0';
        mount->host_path = own_text("%s", target);
    }
}

static void copy_file(const char *from, const char *to)
{
    static char block[1 << 16];
    ssize_t size;

    int in = open(from, O_RDONLY | O_CLOEXEC);
    int out = open(to, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0755);
    if (in < 0 || out < 0)
        abort();
    while ((size = read(in, block, sizeof block)) > 0) {
        if (write(out, block, (size_t)size) != size)
            abort();
    }
    close(in);
    close(out);
}

static uid_t owner;

static int own(const char *path, const struct stat *info, int type, struct FTW *walk)
{
    (void)info;
    (void)type;
    (void)walk;
    return lchown(path, owner, owner);
}

void world_on_disk(struct world *world, uid_t uid, const char *parent)
{
    forget_texts();
    memset(world, 0, sizeof *world);
    snprintf(world->base, sizeof world->base, "%s/cordon-test-XXXXXX",
             parent != NULL ? parent : "/tmp");
    if (mkdtemp(world->base) == NULL || chmod(world->base, 0755) != 0)
        abort();
    prepare(world);
    world->uid = uid;
    world->on_disk = true;
    world->program.unprivileged = uid != 0 || geteuid() != 0;
    world->launch.cwd = own_text("%s/p/loops/a", world->base);
    add_system(world);
    bwrap_covers_find("", world->covers, sizeof world->covers);
    world->program.covers = world->covers;
    size_t system = world->count;
    add_tree(world);
    for (size_t i = system; i < world->count; i++)
        make_object(world, &world->mounts[i]);
    snprintf(world->init, sizeof world->init, "%s/cordon-init", world->base);
    const char *built = getenv("CORDON_INIT");
    copy_file(built != NULL ? built : CORDON_TEST_INIT, world->init);
    if (uid != 0) {
        owner = uid;
        nftw(world->base, own, 16, FTW_PHYS);
    }
}

static int remove_one(const char *path, const struct stat *info, int type, struct FTW *walk)
{
    (void)info;
    (void)type;
    (void)walk;
    return remove(path);
}

void world_end(struct world *world)
{
    if (world->on_disk)
        nftw(world->base, remove_one, 16, FTW_DEPTH | FTW_PHYS);
    world->on_disk = false;
    forget_texts();
}

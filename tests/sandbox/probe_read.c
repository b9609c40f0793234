/* SPDX-License-Identifier: MIT */
/* probe_read.c: secrets of the home, of the project, of the system and of other users. */
#define _GNU_SOURCE /* name_to_handle_at */
#include "probe.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/openat2.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

/* Every planted secret has this word and the world's token in it. */
static struct result judge(const struct world *w, const char *path, const char *text, ssize_t size)
{
    const char *canary = text_keep("CANARY-%s", world_get(w, "token"));
    if (size < 0) {
        return HELD("%s: %s", path, strerror(errno));
    }
    if (bytes_contain(text, (size_t)size, canary)) {
        return BROKEN("read %s", path);
    }
    return HELD("%s: %zd bytes without the secret", path, size);
}

static struct result read_path(const struct world *w, const char *path)
{
    char text[65536];
    ssize_t n = file_read(path, text, sizeof text);
    return judge(w, path, text, n);
}

static struct result read_home(const struct world *w, const char *arg)
{
    return read_path(w, text_keep("%s/%s", world_get(w, "home"), arg));
}

static struct result read_project(const struct world *w, const char *arg)
{
    return read_path(w, text_keep("%s/%s", world_get(w, "project"), arg));
}

/* In the own folder, whatever the mode of the folders around it was made before. */
static struct result read_prepared(const struct world *w, const char *arg)
{
    const char *own = world_get(w, "own");

    chmod(text_keep("%s/hide", own), 0755);
    chmod(text_keep("%s/hide/pkg", own), 0755);
    return read_path(w, text_keep("%s/%s", own, arg));
}

static struct result read_deep(const struct world *w, const char *arg)
{
    char text[4096];

    if (chdir(world_get(w, "own")) != 0) {
        return HELD("the own folder: %s", strerror(errno));
    }
    for (int i = 0; i <= 140; i++) {
        if (chdir("d") != 0) {
            return HELD("%d deep: %s", i, strerror(errno));
        }
    }
    return judge(w, arg, text, file_read(arg, text, sizeof text));
}

/* A search that was misled overlooks what is protected just as well. */
static struct result write_prepared(const struct world *w, const char *arg)
{
    const char *own = world_get(w, "own");

    chmod(text_keep("%s/hide", own), 0755);
    chmod(text_keep("%s/hide/pkg", own), 0755);
    return result_of_call(file_write(text_keep("%s/%s", own, arg), "{\"escaped\":1}\n"), arg);
}

static struct result read_fact(const struct world *w, const char *arg)
{
    const char *path = world_get(w, arg);
    return path[0] == '\0' ? SKIP("the world has no %s", arg) : read_path(w, path);
}

static struct result read_proc_root(const struct world *w, const char *arg)
{
    return read_path(w, text_keep("/proc/self/root%s/%s", world_get(w, "home"), arg));
}

static struct result read_ancestor_root(const struct world *w, const char *arg)
{
    pid_t pids[16];
    size_t count = ancestors_list(w, pids, 16);
    struct result r = HELD("no ancestor's root shows it");
    for (size_t i = 0; i < count && r.verdict == VERDICT_HELD; i++) {
        r = read_path(w, text_keep("/proc/%d/root%s/%s", (int)pids[i], world_get(w, "home"), arg));
    }
    return r;
}

static struct result read_ancestor_cwd(const struct world *w, const char *arg)
{
    (void)arg;
    pid_t pids[16];
    size_t count = ancestors_list(w, pids, 16);
    struct result r = HELD("no ancestor's folder leads to it");
    const char *home = world_get(w, "home");
    for (size_t i = 0; i < count && r.verdict == VERDICT_HELD; i++) {
        r = read_path(w, text_keep("/proc/%d/cwd/../../../../../../../../../../..%s/.netrc",
                                   (int)pids[i], home));
    }
    return r;
}

static struct result read_openat2(const struct world *w, const char *arg)
{
    const char *path = text_keep("%s/%s", world_get(w, "home"), arg);
    struct open_how how = {.flags = O_RDONLY | O_CLOEXEC};
    int fd = (int)syscall(SYS_openat2, AT_FDCWD, path, &how, sizeof how);
    if (fd < 0) {
        return HELD("%s: %s", path, strerror(errno));
    }
    char text[4096];
    return judge(w, path, text, read(fd, text, sizeof text));
}

static struct result read_own_link(const struct world *w, const char *arg)
{
    const char *link = text_keep("%s/escape-secret", world_get(w, "own"));
    if (symlink(text_keep("%s/%s", world_get(w, "project"), arg), link) != 0) {
        return SKIP("symlink: %s", strerror(errno));
    }
    return read_path(w, link);
}

/* A file handle knows its file by inode; root can open it past every cover. */
static struct result read_by_handle(const struct world *w, const char *arg)
{
    (void)arg;
    const char *path = text_keep("%s/.env", world_get(w, "project"));
    union {
        struct file_handle head;
        char room[sizeof(struct file_handle) + 128];
    } handle = {.head = {.handle_bytes = 128}};
    int mount_id = 0;
    if (name_to_handle_at(AT_FDCWD, path, &handle.head, &mount_id, 0) != 0) {
        return HELD("name_to_handle_at: %s", strerror(errno));
    }
    int top = open(world_get(w, "own"), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    int fd = open_by_handle_at(top, &handle.head, O_RDONLY | O_CLOEXEC);
    if (fd < 0) {
        return HELD("open_by_handle_at: %s", strerror(errno));
    }
    char text[4096];
    return judge(w, path, text, read(fd, text, sizeof text));
}

/* Names tell a lot too: which clouds, which clients, which games. */
static struct result list_home(const struct world *w, const char *arg)
{
    const char *path =
        arg == NULL ? world_get(w, "home") : text_keep("%s/%s", world_get(w, "home"), arg);
    DIR *dir = opendir(path);
    if (dir == NULL) {
        return HELD("%s: %s", path, strerror(errno));
    }
    for (const struct dirent *e = readdir(dir); e != NULL; e = readdir(dir)) {
        if (strcmp(e->d_name, ".ssh") == 0 || strcmp(e->d_name, "letters") == 0 ||
            strcmp(e->d_name, "next") == 0) {
            closedir(dir);
            return BROKEN("%s shows %s", path, e->d_name);
        }
    }
    closedir(dir);
    return HELD("%s shows nothing of the user's", path);
}

static struct result read_shadow(const struct world *w, const char *arg)
{
    (void)w;
    char text[65536];
    ssize_t n = file_read(arg, text, sizeof text);
    if (n < 0) {
        return HELD("%s: %s", arg, strerror(errno));
    }
    return n > 0 ? BROKEN("%s: %zd bytes", arg, n) : HELD("%s is empty", arg);
}

void probes_read(void)
{
    static const char *const home[] = {".ssh/id_ed25519",
                                       ".ssh/config",
                                       ".aws/credentials",
                                       ".netrc",
                                       ".bash_history",
                                       ".zsh_history",
                                       ".git-credentials",
                                       ".npmrc",
                                       ".pypirc",
                                       ".docker/config.json",
                                       ".kube/config",
                                       ".gnupg/secring.gpg",
                                       ".config/gh/hosts.yml",
                                       ".config/gcloud/creds",
                                       ".local/share/keyrings/login",
                                       ".cargo/credentials",
                                       ".vault-token",
                                       ".password-store/bank.gpg",
                                       ".mozilla/cookies.sqlite",
                                       "letters/private.txt",
                                       "work/next/src/main.c",
                                       ".bashrc",
                                       ".python_history"};
    for (size_t i = 0; i < sizeof(home) / sizeof(home[0]); i++) {
        const struct probe row = {
            text_keep("read-home-%s", home[i]), CORDON_G_HOME_HIDDEN, 0, NULL, read_home, home[i]};
        probes_add(&row, 1);
    }
    static const char *const secrets[] = {".env",
                                          ".env.local",
                                          "server.pem",
                                          "nested/dir/id_rsa",
                                          "nested/dir/.env.production",
                                          "nested/tls.key",
                                          "keys/store.p12",
                                          "keys/release.jks",
                                          ".npmrc",
                                          "loops/b/.env",
                                          "loops/a/c/.env",
                                          "loops/a/.env",
                                          "loops/a/conf/id_ed25519",
                                          "a/b/c/d/e/.env",
                                          "infra/prod.tfvars",
                                          "credentials.json",
                                          "site.crt",
                                          ".aws/credentials",
                                          ".git-credentials"};
    for (size_t i = 0; i < sizeof(secrets) / sizeof(secrets[0]); i++) {
        const struct probe row = {text_keep("read-project-%s", secrets[i]),
                                  CORDON_G_SECRETS_HIDDEN,
                                  0,
                                  NULL,
                                  read_project,
                                  secrets[i]};
        probes_add(&row, 1);
    }
    static const struct probe rows[] = {
        {"read-home-proc-root", CORDON_G_HOME_HIDDEN, 0, NULL, read_proc_root, ".netrc"},
        {"read-home-ancestor-root", CORDON_G_HOME_HIDDEN, 0, "wrapper", read_ancestor_root,
         ".netrc"},
        {"read-home-ancestor-cwd", CORDON_G_HOME_HIDDEN, 0, "wrapper", read_ancestor_cwd, NULL},
        {"read-home-openat2", CORDON_G_HOME_HIDDEN, NEED_KERNEL, NULL, read_openat2, ".netrc"},
        {"read-home-list", CORDON_G_HOME_HIDDEN, 0, NULL, list_home, NULL},
        {"read-home-list-work", CORDON_G_HOME_HIDDEN, 0, NULL, list_home, "work"},
        {"read-project-own-link", CORDON_G_SECRETS_HIDDEN, 0, NULL, read_own_link, ".env"},
        {"read-project-by-handle", CORDON_G_SECRETS_HIDDEN, NEED_ROOT | NEED_KERNEL, NULL,
         read_by_handle, NULL},
        {"read-other-user", CORDON_G_HOME_HIDDEN, NEED_ROOT, NULL, read_fact, "r.other"},
        {"read-shadow", CORDON_G_HOME_HIDDEN, NEED_ROOT, NULL, read_shadow, "/etc/shadow"},
        {"read-gshadow", CORDON_G_HOME_HIDDEN, NEED_ROOT | NEED_KERNEL, NULL, read_shadow,
         "/etc/gshadow"},
        {"twice-few-decoys-own", CORDON_G_SECRETS_HIDDEN, 0, "twice-few-decoys", read_prepared,
         "hide/pkg/.env"},
        {"twice-few-decoys-protected", CORDON_G_PROTECTED_READ_ONLY, 0, "twice-few-decoys",
         write_prepared, "hide/pkg/.vscode/tasks.json"},
        {"twice-decoys-own", CORDON_G_SECRETS_HIDDEN, 0, "twice-decoys", read_prepared,
         "hide/pkg/.env"},
        {"twice-decoys-protected", CORDON_G_PROTECTED_READ_ONLY, 0, "twice-decoys", write_prepared,
         "hide/pkg/.vscode/tasks.json"},
        {"twice-few-decoys-project", CORDON_G_SECRETS_HIDDEN, 0, "twice-few-decoys", read_project,
         "a/b/c/d/e/.env"},
        {"twice-decoys-project", CORDON_G_SECRETS_HIDDEN, 0, "twice-decoys", read_project,
         "a/b/c/d/e/.env"},
        {"twice-no-read", CORDON_G_SECRETS_HIDDEN, 0, "twice-no-read", read_prepared,
         "hide/pkg/.env"},
        {"twice-no-read-protected", CORDON_G_PROTECTED_READ_ONLY, 0, "twice-no-read",
         write_prepared, "hide/pkg/.vscode/tasks.json"},
        {"twice-no-enter", CORDON_G_SECRETS_HIDDEN, 0, "twice-no-enter", read_prepared,
         "hide/pkg/.env"},
        {"twice-no-enter-protected", CORDON_G_PROTECTED_READ_ONLY, 0, "twice-no-enter",
         write_prepared, "hide/pkg/.vscode/tasks.json"},
        {"twice-closed", CORDON_G_SECRETS_HIDDEN, 0, "twice-closed", read_prepared,
         "hide/pkg/.env"},
        {"twice-closed-protected", CORDON_G_PROTECTED_READ_ONLY, 0, "twice-closed", write_prepared,
         "hide/pkg/.vscode/tasks.json"},
        {"twice-moved-to-bulk", CORDON_G_SECRETS_HIDDEN, 0, "twice-bulk", read_prepared,
         "node_modules/hide/pkg/.env"},
        {"twice-moved-to-git", CORDON_G_SECRETS_HIDDEN, 0, "twice-git", read_prepared,
         "q/.git/hide/pkg/.env"},
        {"twice-moved-deep", CORDON_G_SECRETS_HIDDEN, 0, "twice-deep", read_deep, "hide/pkg/.env"},
    };
    PROBES_ADD(rows);
}

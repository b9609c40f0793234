/* SPDX-License-Identifier: MIT */
/*
 * probe_nest.c: other loops' folders inside the own folder, attacked by way of their parents, and
 * the own folder's own name.
 */
#define _GNU_SOURCE /* renameat2 */
#include "probe.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/fs.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char *in_own(const struct world *w, const char *name)
{
    return text_keep("%s/%s", world_get(w, "own"), name);
}

static struct result rename_in_own(const struct world *w, const char *arg)
{
    return result_tried(rename(in_own(w, arg), in_own(w, "escape-moved")), "rename");
}

/* The folder is carried away, and another takes its name: what the host finds there is ours. */
static struct result replace_in_own(const struct world *w, const char *arg)
{
    const char *path = in_own(w, arg);
    if (rename(path, in_own(w, "escape-moved")) != 0) {
        return result_tried(-1, "rename");
    }
    mkdir(path, 0755);
    mkdir(text_keep("%s/e", path), 0755);
    return result_tried(file_write(text_keep("%s/e/victim", path), "escaped"), "replace");
}

static struct result exchange_in_own(const struct world *w, const char *arg)
{
    const char *other = in_own(w, "escape-other");
    mkdir(other, 0755);
    return result_tried(renameat2(AT_FDCWD, in_own(w, arg), AT_FDCWD, other, RENAME_EXCHANGE),
                        "exchange");
}

/* A symlink changes places with the folder. */
static struct result exchange_link(const struct world *w, const char *arg)
{
    const char *other = in_own(w, "escape-other");
    if (symlink("escape-elsewhere", other) != 0) {
        return SKIP("symlink: %s", strerror(errno));
    }
    return result_tried(renameat2(AT_FDCWD, in_own(w, arg), AT_FDCWD, other, RENAME_EXCHANGE),
                        "exchange");
}

static struct result empty_and_remove(const struct world *w, const char *arg)
{
    const char *path = in_own(w, arg);
    unlink(text_keep("%s/victim", path));
    unlink(text_keep("%s/dir/inner", path));
    rmdir(text_keep("%s/dir", path));
    rmdir(text_keep("%s/empty", path));
    return result_tried(rmdir(path), "remove");
}

static struct result chmod_in_own(const struct world *w, const char *arg)
{
    return result_tried(chmod(in_own(w, arg), 0700), "chmod");
}

static struct result rename_own(const struct world *w, const char *arg)
{
    (void)arg;
    const char *own = world_get(w, "own");
    return result_tried(rename(own, text_keep("%s.gone", own)), "rename");
}

static struct result exchange_own_with_sibling(const struct world *w, const char *arg)
{
    (void)arg;
    return result_tried(renameat2(AT_FDCWD, world_get(w, "own"), AT_FDCWD,
                                  world_get(w, "t.sibling-outside"), RENAME_EXCHANGE),
                        "exchange");
}

void probes_nest(void)
{
    static const char *const siblings[] = {"c", "deep/e"};
    static const struct {
        const char *name;
        probe_fn fn;
    } ways[] = {{"rename", rename_in_own},
                {"exchange", exchange_in_own},
                {"exchange-link", exchange_link},
                {"remove", empty_and_remove},
                {"chmod", chmod_in_own}};
    for (size_t s = 0; s < 2; s++) {
        for (size_t i = 0; i < sizeof(ways) / sizeof(ways[0]); i++) {
            const struct probe row = {
                text_keep("nest-%s-%s", s == 0 ? "direct" : "deep", ways[i].name),
                CORDON_G_SIBLINGS_READ_ONLY,
                0,
                NULL,
                ways[i].fn,
                siblings[s]};
            probes_add(&row, 1);
        }
    }
    static const struct probe rows[] = {
        {"nest-ancestor-rename", CORDON_G_SIBLINGS_READ_ONLY, 0, NULL, rename_in_own, "deep"},
        {"nest-ancestor-replace", CORDON_G_SIBLINGS_READ_ONLY, 0, NULL, replace_in_own, "deep"},
        {"nest-ancestor-exchange", CORDON_G_SIBLINGS_READ_ONLY, 0, NULL, exchange_in_own, "deep"},
        {"nest-ancestor-exchange-link", CORDON_G_SIBLINGS_READ_ONLY, 0, NULL, exchange_link,
         "deep"},
        {"nest-own-rename", CORDON_G_PROJECT_READ_ONLY, 0, NULL, rename_own, NULL},
        {"nest-own-exchange", CORDON_G_SIBLINGS_READ_ONLY, 0, NULL, exchange_own_with_sibling,
         NULL},
    };
    PROBES_ADD(rows);
}

/* SPDX-License-Identifier: MIT */
/*
 * probe_launch.c: launches with folders that are links or that change while the sandbox starts,
 * and what a run leaves behind.
 *
 * What the launcher is told differs by scene, see the driver; the probe only writes where it was
 * put.  A launcher that refuses has held.
 */
#define _GNU_SOURCE /* usleep */
#include "probe.h"

#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

static struct result write_here(const struct world *w, const char *arg)
{
    int here = file_write("escape-new", "escaped");
    int named = file_write(text_keep("%s/escape-new", world_get(w, arg)), "escaped");
    return result_tried(here == 0 || named == 0 ? 0 : -1, "write in the loop's folder");
}

/* A sibling that is a link in the own folder: the link is the agent's to replace. */
static struct result replace_link(const struct world *w, const char *arg)
{
    const char *path = world_get(w, arg);
    if (unlink(path) != 0 && rmdir(path) != 0) {
        return result_tried(-1, "remove the link");
    }
    mkdir(path, 0755);
    return result_tried(file_write(text_keep("%s/escape-new", path), "escaped"), "replace");
}

/* In the sibling by both names that it has in turn. */
static struct result write_sibling(const struct world *w, const char *arg)
{
    return result_tried(file_write(text_keep("%s/escape-new", world_get(w, arg)), "escaped"),
                        "write");
}

/* The loop may be the whole project: scene `whole`.  Then the project is free to write, and what lies
 * in it and is not the loop's is what must hold. */

static struct result whole_write(const struct world *w, const char *arg)
{
    return result_tried(file_write(text_keep("%s/%s", world_get(w, "project"), arg), "escaped"),
                        arg);
}

static struct result whole_rename(const struct world *w, const char *arg)
{
    const char *path = text_keep("%s/%s", world_get(w, "project"), arg);
    return result_tried(rename(path, text_keep("%s.gone", path)), arg);
}

static struct result whole_read(const struct world *w, const char *arg)
{
    char text[256];
    ssize_t n = file_read(text_keep("%s/%s", world_get(w, "project"), arg), text, sizeof text);
    bool found = n > 0 && bytes_contain(text, (size_t)n, world_get(w, "token"));
    return found ? BROKEN("read %s", arg) : HELD("%s is hidden", arg);
}

static struct result whole_create(const struct world *w, const char *arg)
{
    const char *path = text_keep("%s/%s", world_get(w, "project"), arg);
    return file_write(path, "new") == 0 && unlink(path) == 0 ? OK("%s", path) : FAIL("%s", path);
}

static struct result rest(const struct world *w, const char *arg)
{
    (void)w;
    printf("@ready\n");
    fflush(stdout);
    if (arg != NULL) {
        sleep(30);
    }
    return result_make(VERDICT_TRIED, "did nothing");
}

void probes_launch(void)
{
    static const struct probe rows[] = {
        {"launch-loop-link-out", CORDON_G_OUTSIDE_READ_ONLY, 0, "loop=link.out", write_here,
         "link.out"},
        {"launch-loop-link-sibling", CORDON_G_SIBLINGS_READ_ONLY, 0, "loop=link.sibling",
         write_here, "link.sibling"},
        {"launch-loop-link-project", CORDON_G_PROJECT_READ_ONLY, 0, "loop=link.project", write_here,
         "link.project"},
        {"launch-loop-link-parent", CORDON_G_OUTSIDE_READ_ONLY, 0, "loop=link.parent", write_here,
         "link.parent"},
        {"launch-loop-outside", CORDON_G_OUTSIDE_READ_ONLY, 0, "loop=t.outside", write_here,
         "t.outside"},
        {"launch-loop-dots", CORDON_G_OUTSIDE_READ_ONLY, 0, "loop=dots.outside", write_here,
         "dots.outside"},
        {"launch-loop-is-app", CORDON_G_APP_READ_ONLY, 0, "loop=t.app", write_here, "t.app"},
        {"launch-sibling-link", CORDON_G_SIBLINGS_READ_ONLY, 0, "sibling=link.inside", replace_link,
         "link.inside"},
        {"whole-sibling-write", CORDON_G_SIBLINGS_READ_ONLY, 0, "whole", whole_write,
         "loops/b/victim"},
        {"whole-sibling-create", CORDON_G_SIBLINGS_READ_ONLY, 0, "whole", whole_write,
         "loops/b/escape-new"},
        {"whole-sibling-nested", CORDON_G_SIBLINGS_READ_ONLY, 0, "whole", whole_write,
         "loops/a/c/victim"},
        {"whole-sibling-deep", CORDON_G_SIBLINGS_READ_ONLY, 0, "whole", whole_write,
         "loops/a/deep/e/victim"},
        {"whole-sibling-rename", CORDON_G_SIBLINGS_READ_ONLY, 0, "whole", whole_rename, "loops/b"},
        {"whole-ancestor-rename", CORDON_G_SIBLINGS_READ_ONLY, 0, "whole", whole_rename, "loops"},
        {"whole-git-config", CORDON_G_PROTECTED_READ_ONLY, 0, "whole", whole_write, ".git/config"},
        {"whole-git-commondir", CORDON_G_PROTECTED_READ_ONLY, 0, "whole", whole_write,
         ".git/commondir"},
        {"whole-git-hook", CORDON_G_PROTECTED_READ_ONLY, 0, "whole", whole_write,
         ".git/hooks/post-merge"},
        {"whole-git-rename", CORDON_G_PROTECTED_READ_ONLY, 0, "whole", whole_rename, ".git"},
        {"whole-secret", CORDON_G_SECRETS_HIDDEN, 0, "whole", whole_read, ".env"},
        {"whole-secret-nested", CORDON_G_SECRETS_HIDDEN, 0, "whole", whole_read,
         "nested/dir/id_rsa"},
        {"whole-next-project", CORDON_G_OUTSIDE_READ_ONLY, 0, "whole", whole_write,
         "../next/victim"},
        {"ok-whole-create", "control", 0, "whole", whole_create, "ok-new"},
        {"ok-whole-create-nested", "control", 0, "whole", whole_create, "src/ok-new"},
        {"race-loop", CORDON_G_OUTSIDE_READ_ONLY, 0, "race-loop", write_here, "race.own"},
        {"race-loop-parent", CORDON_G_OUTSIDE_READ_ONLY, 0, "race-parent", write_here,
         "race.nested"},
        {"race-sibling", CORDON_G_SIBLINGS_READ_ONLY, 0, "race-sibling", write_sibling,
         "race.sibling"},
        {"debris-run", CORDON_G_OUTSIDE_READ_ONLY, NEED_NO_BASELINE, "debris", rest, NULL},
        {"debris-bare-run", CORDON_G_OUTSIDE_READ_ONLY, NEED_NO_BASELINE, "debris-bare", rest,
         NULL},
        {"debris-term", CORDON_G_OUTSIDE_READ_ONLY, NEED_NO_BASELINE, "debris-TERM", rest, "long"},
        {"debris-kill", CORDON_G_OUTSIDE_READ_ONLY, NEED_NO_BASELINE, "debris-KILL", rest, "long"},
        {"debris-bare-kill", CORDON_G_OUTSIDE_READ_ONLY, NEED_NO_BASELINE, "debris-bare-KILL", rest,
         "long"},
        {"debris-limit", CORDON_G_OUTSIDE_READ_ONLY, NEED_NO_BASELINE, "debris-limit", rest,
         "long"},
    };
    PROBES_ADD(rows);
}

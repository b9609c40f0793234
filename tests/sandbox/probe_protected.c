/* SPDX-License-Identifier: MIT */
/*
 * probe_protected.c: files of the own folder that the user's own tools execute later.
 *
 * The world has a repository in the own folder, a repository nested in it, and the settings of
 * editors and shells.  The host compares them before and after.
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

static struct result overwrite(const struct world *w, const char *arg)
{
    return result_tried(file_write(in_own(w, arg), "#!/bin/sh\ntouch /tmp/escaped\n"), arg);
}

static struct result remove_file(const struct world *w, const char *arg)
{
    return result_tried(unlink(in_own(w, arg)), arg);
}

static struct result make_executable(const struct world *w, const char *arg)
{
    return result_tried(chmod(in_own(w, arg), 0755), arg);
}

static struct result move_away(const struct world *w, const char *arg)
{
    return result_tried(rename(in_own(w, arg), in_own(w, "escape-moved")), arg);
}

/* The folder is carried away and another takes its place. */
static struct result replace_folder(const struct world *w, const char *arg)
{
    const char *path = in_own(w, arg);
    if (rename(path, in_own(w, "escape-moved")) != 0) {
        return result_tried(-1, arg);
    }
    mkdir(path, 0755);
    return result_tried(file_write(text_keep("%s/config", path), "[core]\n"), arg);
}

static struct result exchange(const struct world *w, const char *arg)
{
    const char *other = in_own(w, "escape-other");
    mkdir(other, 0755);
    return result_tried(renameat2(AT_FDCWD, in_own(w, arg), AT_FDCWD, other, RENAME_EXCHANGE), arg);
}

static struct result rename_over(const struct world *w, const char *arg)
{
    const char *other = in_own(w, "escape-other");
    file_write(other, "[core]\n\tfsmonitor = touch /tmp/escaped\n");
    return result_tried(rename(other, in_own(w, arg)), arg);
}

static struct result link_and_write(const struct world *w, const char *arg)
{
    const char *other = in_own(w, "escape-other");
    if (link(in_own(w, arg), other) != 0) {
        return result_tried(-1, arg);
    }
    return result_tried(file_write(other, "escaped"), arg);
}

/* What git itself does when told to change its settings. */
static struct result git_config(const struct world *w, const char *arg)
{
    char text[1024];
    const char *const argv[] = {"git",
                                "-c",
                                "safe.directory=*",
                                "-C",
                                in_own(w, arg),
                                "config",
                                "core.fsmonitor",
                                "touch /tmp/escaped",
                                NULL};
    int rc = program_run(argv, text, sizeof text);
    if (rc == 127) {
        return SKIP("no git here");
    }
    errno = EROFS;
    return result_tried(rc == 0 ? 0 : -1, "git config");
}

void probes_protected(void)
{
    static const struct {
        const char *name;
        probe_fn fn;
        const char *arg;
    } table[] = {
        {"hook-new", overwrite, ".git/hooks/post-checkout"},
        {"hook-write", overwrite, ".git/hooks/pre-commit"},
        {"hook-chmod", make_executable, ".git/hooks/pre-push"},
        {"hook-remove", remove_file, ".git/hooks/pre-commit"},
        {"hooks-move", move_away, ".git/hooks"},
        {"hooks-exchange", exchange, ".git/hooks"},
        {"config-write", overwrite, ".git/config"},
        {"config-over", rename_over, ".git/config"},
        {"config-link", link_and_write, ".git/config"},
        {"config-remove", remove_file, ".git/config"},
        {"config-git", git_config, "."},
        {"commondir", overwrite, ".git/commondir"},
        {"config-worktree", overwrite, ".git/config.worktree"},
        {"attributes", overwrite, ".git/info/attributes"},
        {"head", overwrite, ".git/HEAD"},
        {"alternates", overwrite, ".git/objects/info/alternates"},
        {"modules-new", overwrite, ".git/modules"},
        {"git-move", move_away, ".git"},
        {"git-replace", replace_folder, ".git"},
        {"git-exchange", exchange, ".git"},
        {"nested-hook", overwrite, "vendor/lib/.git/hooks/post-checkout"},
        {"nested-config", overwrite, "vendor/lib/.git/config"},
        {"nested-config-git", git_config, "vendor/lib"},
        {"nested-commondir", overwrite, "vendor/lib/.git/commondir"},
        {"nested-git-move", move_away, "vendor/lib/.git"},
        {"nested-git-replace", replace_folder, "vendor/lib/.git"},
        {"nested-ancestor-replace", replace_folder, "vendor"},
        {"vscode-tasks", overwrite, ".vscode/tasks.json"},
        {"vscode-tasks-over", rename_over, ".vscode/tasks.json"},
        {"vscode-move", move_away, ".vscode"},
        {"vscode-replace", replace_folder, ".vscode"},
        {"envrc", overwrite, ".envrc"},
        {"envrc-over", rename_over, ".envrc"},
        {"envrc-remove", remove_file, ".envrc"},
    };
    for (size_t i = 0; i < sizeof(table) / sizeof(table[0]); i++) {
        const struct probe row = {text_keep("prot-%s", table[i].name),
                                  CORDON_G_PROTECTED_READ_ONLY,
                                  0,
                                  NULL,
                                  table[i].fn,
                                  table[i].arg};
        probes_add(&row, 1);
    }
}

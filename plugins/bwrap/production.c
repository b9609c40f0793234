/* SPDX-License-Identifier: MIT */
/* The production command line, made by bwrap_plan() and run by the probe itself. */
#define _GNU_SOURCE /* readlink() */
#include "production.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define REPORT_MAX  8192
#define OUTPUT_SIZE 8192

/* --- The launch ------------------------------------------------------------------------------------- */

/* What a program needs to start: the system's folder and the ways to it.  The stores of NixOS and
 * Guix hold the libraries of our own helper there. */
static const char *const system_paths[] = {
    "/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/nix/store", "/gnu/store",
};

#define SYSTEM_COUNT (sizeof(system_paths) / sizeof(system_paths[0]))

struct system {
    struct cordon_mount mounts[SYSTEM_COUNT];
    const struct cordon_mount *list[SYSTEM_COUNT + 1];
    char targets[SYSTEM_COUNT][256];
};

static void system_read(struct system *system)
{
    size_t count = 0;
    for (size_t i = 0; i < SYSTEM_COUNT; i++) {
        struct stat st;
        const char *path = system_paths[i];
        if (lstat(path, &st) < 0)
            continue;
        struct cordon_mount *mount = &system->mounts[count];
        *mount = (struct cordon_mount){.struct_size = sizeof(*mount),
                                       .access = CORDON_ACCESS_READ,
                                       .guest_path = path,
                                       .role = CORDON_ROLE_SYSTEM};
        if (S_ISLNK(st.st_mode)) {
            char *target = system->targets[count];
            ssize_t length = readlink(path, target, sizeof(system->targets[count]) - 1);
            if (length < 0)
                continue;
            target[length] = '\0';
            mount->kind = CORDON_KIND_LINK;
            mount->host_path = target;
        } else if (S_ISDIR(st.st_mode)) {
            mount->kind = CORDON_KIND_FOLDER;
            mount->host_path = path;
            mount->device = st.st_dev;
            mount->inode = st.st_ino;
        } else {
            continue;
        }
        system->list[count++] = mount;
    }
    system->list[count] = NULL;
}

int32_t bwrap_production_new(const struct bwrap_program *program, const char *init_path,
                             struct kit_trial **ret_trial, char *ret_error, size_t error_size)
{
    struct kit_trial *trial = kit_trial_new();
    struct system *system = calloc(1, sizeof(*system));
    int32_t status = CORDON_E_NOMEM;
    if (trial == NULL || system == NULL)
        goto out;
    system_read(system);

    /* The command is the helper itself, which is inside anyhow: no system has to have a "true". */
    const char *const argv[] = {BWRAP_INIT_GUEST, "--nothing", NULL};
    const struct cordon_launch launch = kit_trial_launch("probe", argv, system->list);
    const struct kit_sink sink = kit_trial_sink(trial);
    status = bwrap_plan(program, init_path, &launch, &sink);
    if (status == CORDON_OK && !kit_trial_is_complete(trial))
        status = CORDON_E_INTERNAL;

out:
    free(system);
    if (status == CORDON_OK) {
        *ret_trial = trial;
        return CORDON_OK;
    }
    (void)kit_text_copy(ret_error, error_size,
                        trial != NULL && kit_trial_error(trial)[0] != '\0'
                            ? kit_trial_error(trial)
                            : "the probe's command line cannot be made");
    kit_trial_free(trial);
    return status;
}

/* --- The run ------------------------------------------------------------------------------------------ */

void bwrap_production_run(struct kit_trial *trial, int64_t timeout_ms, int cancel_fd,
                          struct bwrap_try *ret_try, struct bwrap_report *ret_report)
{
    char output[OUTPUT_SIZE];
    char lines[REPORT_MAX];
    struct kit_result result;

    kit_trial_run(trial, timeout_ms, cancel_fd, output, sizeof(output), &result);
    *ret_try = (struct bwrap_try){.made = true, .end = result.end, .code = result.code};
    bwrap_line_pick(output, ret_try->line, sizeof(ret_try->line));
    kit_trial_report(trial, lines, sizeof(lines));
    bwrap_report_parse(lines, ret_report);
}

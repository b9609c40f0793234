/* SPDX-License-Identifier: MIT */
/* This machine's facts, as backends get them. */
#define _GNU_SOURCE /* unshare() */
#include "engine/machine.h"

#include <errno.h>
#include <sched.h>
#include <sys/mount.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/install.h"
#include "engine/cache.h"
#include "engine/workspace.h"

/* Tries in a child what the supervisor does before it starts a plan.  fork(), in a host that may have
 * threads: the child makes system calls and nothing else. */
static gboolean try_private_mounts(void)
{
    int namespaces = geteuid() == 0 ? CLONE_NEWNS : CLONE_NEWUSER | CLONE_NEWNS;
    int status = 0;
    pid_t child = fork();

    if (child == 0)
        _exit(unshare(namespaces) < 0 || mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL) < 0);
    if (child < 0)
        return FALSE;
    while (waitpid(child, &status, 0) < 0) {
        if (errno != EINTR)
            return FALSE;
    }
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

/* A yes is remembered until the next boot, as trying costs a tenth of a launch.  Should it not be true
 * any more, the supervisor refuses the launch. */
static gboolean can_make_mounts_private(void)
{
    if (cordon_cache_has_ability("private-mounts"))
        return TRUE;
    if (!try_private_mounts())
        return FALSE;
    cordon_cache_store_ability("private-mounts");
    return TRUE;
}

static CordonFacts *read_facts(void)
{
    CordonFacts *facts = cordon_facts_new();
    g_autofree char *init = cordon_install_helper("cordon-init", NULL);
    g_autofree char *docker = cordon_install_helper("cordon-docker", NULL);

    cordon_facts_add_machine(facts, "");
    if (init != NULL)
        cordon_facts_set(facts, "helper.init", init);
    if (docker != NULL)
        cordon_facts_set(facts, "helper.docker", docker);
    if (can_make_mounts_private()) {
        cordon_facts_set(facts, "late-mounts", "private");
        if (geteuid() == 0)
            cordon_facts_set(facts, "device-nodes", "read-only");
    }
    return facts;
}

const CordonFacts *cordon_machine_facts(void)
{
    static gsize once;
    static CordonFacts *facts;

    if (g_once_init_enter(&once)) {
        facts = read_facts();
        g_once_init_leave(&once, 1);
    }
    return facts;
}

CordonFacts *cordon_machine_facts_for(const char *workspace)
{
    CordonFacts *facts = cordon_facts_copy(cordon_machine_facts());
    const char *list = cordon_facts_get(facts, "path");

    if (workspace != NULL) {
        cordon_workspace_add(workspace);
        cordon_facts_set(facts, "workspace", workspace);
    }
    if (list != NULL) {
        g_autofree char *outside = cordon_workspace_filter(list);

        cordon_facts_set(facts, "path", outside);
    }
    return facts;
}

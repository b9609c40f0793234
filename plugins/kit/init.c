/* SPDX-License-Identifier: MIT */
/* What cordon-init is told about the entries of a launch. */
#include "init.h"

#include <inttypes.h>
#include <stdio.h>

void kit_init_put_check(struct kit_plan *plan, size_t index, bool by_number)
{
    const struct cordon_mount *mount = kit_mounts_at(&plan->mounts, index);
    const char *mode = mount->access == CORDON_ACCESS_WRITE  ? "rw"
                       : mount->access == CORDON_ACCESS_READ ? "ro"
                                                             : "hidden";
    char text[KIT_PATH_MAX + 64];

    if (mount->kind == CORDON_KIND_LINK || mount->kind == CORDON_KIND_FRESH ||
        (!kit_mount_is_held(mount) && !kit_mount_is_promised(mount)) ||
        kit_mounts_covered_later(&plan->mounts, index))
        return;
    snprintf(text, sizeof text, "%s:%" PRIu64 ":%" PRIu64 ":%s", mode,
             by_number ? mount->device : 0, by_number ? mount->inode : 0, mount->guest_path);
    kit_plan_put_all(plan, "--check", text, NULL);
}

void kit_init_put_rights(struct kit_plan *plan, size_t index)
{
    const struct cordon_mount *mount = kit_mounts_at(&plan->mounts, index);

    if (mount->access != CORDON_ACCESS_WRITE || kit_mounts_covered_later(&plan->mounts, index))
        return;
    if (mount->kind == CORDON_KIND_FRESH)
        kit_plan_put_all(plan, "--fresh", mount->guest_path, NULL);
    else if (kit_mount_is_writable_of_host(mount) &&
             !kit_mounts_below_writable(&plan->mounts, index))
        kit_plan_put_all(plan, "--write", mount->guest_path, NULL);
}

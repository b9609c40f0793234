/* SPDX-License-Identifier: MIT */
/* Which files of /proc have to be covered on this machine. */
#include "covers.h"

#include "bwrap.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

const struct bwrap_cover bwrap_covers[] = {
    {"/proc/keys", true},        {"/proc/key-users", true},    {"/proc/kcore", false},
    {"/proc/timer_list", false}, {"/proc/kmsg", false},        {"/proc/kallsyms", false},
    {"/proc/kpagecount", false}, {"/proc/kpageflags", false},  {"/proc/kpagecgroup", false},
    {"/proc/slabinfo", false},   {"/proc/vmallocinfo", false}, {"/proc/pagetypeinfo", false},
    {"/proc/allocinfo", false},
};
const size_t bwrap_cover_count = sizeof bwrap_covers / sizeof bwrap_covers[0];

static const char *name_of(const struct bwrap_cover *cover)
{
    return cover->path + strlen("/proc/");
}

void bwrap_covers_find(const char *root, char *text, size_t size)
{
    char path[4096];
    size_t length = 0;

    text[0] = '\0';
    for (size_t i = 0; i < bwrap_cover_count; i++) {
        int path_length = snprintf(path, sizeof path, "%s%s", root, bwrap_covers[i].path);
        if (path_length < 0 || (size_t)path_length >= sizeof path || access(path, F_OK) != 0)
            continue;
        int added = snprintf(text + length, size - length, "%s%s", length > 0 ? "," : "",
                             name_of(&bwrap_covers[i]));
        if (added < 0 || (size_t)added >= size - length) {
            text[length] = '\0';
            return;
        }
        length += (size_t)added;
    }
}

bool bwrap_cover_is_there(const char *covers, const struct bwrap_cover *cover)
{
    const char *name = name_of(cover);
    size_t length = strlen(name);

    if (covers == NULL)
        return cover->for_everybody; /* kernels of distributions have these two */
    while (*covers != '\0') {
        size_t part = strcspn(covers, ",");
        if (part == length && memcmp(covers, name, length) == 0)
            return true;
        covers += part;
        covers += *covers == ',';
    }
    return false;
}

/* SPDX-License-Identifier: MIT */
/* The distributions. */
#include "distribution.h"

#include "fact.h"

#include <stdbool.h>
#include <string.h>

/* ID of os-release, or a word of ID_LIKE.  A trailing '*' stands for any rest. */
struct row {
    const char *id;
    enum kit_packager packager;
    const char *platform;
};

static const struct row rows[] = {
    {"debian", KIT_APT, "linux/debian"},
    {"ubuntu", KIT_APT, "linux/ubuntu"},
    {"linuxmint", KIT_APT, "linux/linuxmint"},
    {"pop", KIT_APT, "linux/pop"},
    {"raspbian", KIT_APT, "linux/raspbian"},
    {"kali", KIT_APT, "linux/kali"},
    {"fedora", KIT_DNF, "linux/fedora"},
    {"rhel", KIT_DNF, "linux/rhel"},
    {"centos", KIT_DNF, "linux/centos"},
    {"rocky", KIT_DNF, "linux/rocky"},
    {"almalinux", KIT_DNF, "linux/almalinux"},
    {"ol", KIT_DNF, "linux/ol"},
    {"amzn", KIT_DNF, "linux/amzn"},
    {"arch", KIT_PACMAN, "linux/arch"},
    {"manjaro", KIT_PACMAN, "linux/manjaro"},
    {"endeavouros", KIT_PACMAN, "linux/endeavouros"},
    {"cachyos", KIT_PACMAN, "linux/cachyos"},
    {"steamos", KIT_STEAMOS, "linux/steamos"},
    {"opensuse-microos", KIT_TRANSACTIONAL, "linux/opensuse"},
    {"opensuse*", KIT_ZYPPER, "linux/opensuse"},
    {"sles", KIT_ZYPPER, "linux/sles"},
    {"suse", KIT_ZYPPER, "linux/suse"},
    {"alpine", KIT_APK, "linux/alpine"},
    {"void", KIT_XBPS, "linux/void"},
    {"gentoo", KIT_EMERGE, "linux/gentoo"},
    {"nixos", KIT_NIX, "linux/nixos"},
    {"guix", KIT_GUIX, "linux/guix"},
    {"openwrt", KIT_OPKG, "linux/openwrt"},
};

static bool id_is(const char *id, const char *word, size_t length)
{
    size_t known = strlen(id);
    if (known > 0 && id[known - 1] == '*')
        return length >= known - 1 && memcmp(id, word, known - 1) == 0;
    return known == length && memcmp(id, word, length) == 0;
}

static const struct row *row_find(const char *word, size_t length)
{
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
        if (id_is(rows[i].id, word, length))
            return &rows[i];
    return NULL;
}

static bool is_unknown_image(const struct kit_distribution *distribution)
{
    const char *id = distribution->id;
    return strcmp(id, "vanilla") == 0 || strcmp(id, "vanillaos") == 0 ||
           strcmp(id, "chromeos") == 0 ||
           /* Amazon Linux 2 is no image, but has none of these tools. */
           (strcmp(id, "amzn") == 0 && strcmp(distribution->version, "2") == 0);
}

void kit_distribution_read(const struct cordon_host *host, struct cordon_call *call,
                           struct kit_distribution *ret_distribution)
{
    struct kit_distribution made = {.platform = "linux"};
    made.id = kit_fact(host, call, "distro");
    made.version = kit_fact(host, call, "distro.version");
    const char *like = kit_fact(host, call, "distro.like");
    const char *variant = kit_fact(host, call, "distro.variant");

    const struct row *found = row_find(made.id, strlen(made.id));
    while (found == NULL && *like != '\0') {
        size_t length = strcspn(like, " ");
        found = row_find(like, length);
        like += length;
        like += strspn(like, " ");
    }
    if (found != NULL)
        made.platform = found->platform;
    if (found != NULL && !is_unknown_image(&made)) {
        made.packager = found->packager;
        if (strcmp(variant, "ostree") == 0)
            made.packager = KIT_OSTREE;
        else if (strcmp(variant, "transactional") == 0)
            made.packager = KIT_TRANSACTIONAL;
    }
    *ret_distribution = made;
}

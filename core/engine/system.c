/* SPDX-License-Identifier: MIT */
/* What of the system a command sees. */
#define _GNU_SOURCE /* struct dirent's d_type, lstat() under -std=c17 */
#include "engine/system.h"

#include <dirent.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "engine/hold.h"
#include "model/launch.h"
#include "model/names.h"
#include "model/policy.h"

#define MAX_CONFIG_BYTES (256u * 1024)

/* Whole folders, and the links that merged systems have in their place.  Folders come before what
 * links into them. */
static const char *const ROOT[] = {
    "/usr",
    "/bin",
    "/sbin",
    "/lib",
    "/lib32",
    "/lib64",
    "/libx32",
    "/opt",
    "/nix/store", /* not all of /nix: the daemon's socket lies there */
    "/nix/var/nix/profiles",
    "/gnu/store",
    "/run/current-system",     /* NixOS: a link into the store */
    "/etc/alternatives",       /* Debian and Fedora: /usr/bin/cc and java lead through it */
    "/sys/devices/system/cpu", /* lscpu, and runtimes that count processors */
};

/* In /etc, one row a fact; a name that ends with '*' stands for all that begin so.  Never: shadow,
 * sudoers, ssh, machine-id, ld.so.preload, environment (people keep tokens in it), resolv.conf (there
 * is no network), and ssl and pki as a whole, which hold private keys.  Few files, since each costs a
 * mount: so also no profile and bashrc, with which a login shell would undo PATH. */
static const char *const ETC[] = {
    /* names of users and hosts */
    "passwd",
    "group",
    "hosts",
    "nsswitch.conf",
    "protocols",
    "services",
    /* the loader */
    "ld.so.cache",
    "ld.so.conf",
    "ld.so.conf.d",
    "ld-musl-*",
    /* what system this is, and where */
    "os-release",
    "lsb-release",
    "localtime",
    "timezone",
    "locale.conf",
    "mime.types",
    "terminfo",
    "manpath.config", /* man: Debian's name and the others' */
    "man_db.conf",
    "fonts",
    "xdg",
    "dpkg",
    /* certificates of authorities */
    "ssl/certs",
    "ssl/cert.pem",
    "ssl/openssl.cnf",
    "ca-certificates",
    "pki/ca-trust",
    "pki/tls/certs",
    "pki/tls/cert.pem",
    "pki/tls/openssl.cnf",
    "pki/java",
    "crypto-policies",
    /* settings of languages and tools */
    "java*",
    "maven",
    "gradle",
    "python*",
    "perl",
    "php",
    "R",
    "julia",
    "texmf",
    "dotnet",
    "mono",
    "fpc*.cfg",
    "gnucobol",
    "gitconfig",
    "gitattributes",
    "OpenCL",
    "glvnd",
    "vulkan",
    "ImageMagick-*",
    "openmpi*",
};

/* Those of the list that are left out when they hold credentials, by the name of the user's own. */
static const struct {
    const char *path, *like;
} LOOKS[] = {
    {"/etc/gitconfig", ".gitconfig"},
};

static gboolean holds_credentials(const char *path)
{
    for (gsize i = 0; i < G_N_ELEMENTS(LOOKS); i++) {
        gsize size = 0;
        g_autofree char *text = NULL;

        if (strcmp(path, LOOKS[i].path) != 0)
            continue;
        text = cordon_path_read(path, MAX_CONFIG_BYTES, &size);
        return text == NULL || size == MAX_CONFIG_BYTES ||
               cordon_text_holds_secret(LOOKS[i].like, text, size);
    }
    return FALSE;
}

static gboolean is_shown(const GPtrArray *mounts, const char *path)
{
    const CordonMount *cover = cordon_mounts_find_cover(mounts, path);

    return cover != NULL && cover->kind != CORDON_KIND_LINK;
}

static void add(GPtrArray *mounts, guint32 kind, const char *host, const char *guest)
{
    g_ptr_array_add(mounts,
                    cordon_mount_new(CORDON_ROLE_SYSTEM, CORDON_ACCESS_READ, kind, host, guest));
}

/* A link stays one when it leads to what is shown: with its own text, or, where that goes through
 * something that is not shown, to its end.  Else what it leads to is bound in its place. */
static void add_link(GPtrArray *mounts, const char *path)
{
    g_autofree char *text = g_file_read_link(path, NULL);
    g_autofree char *folder = g_path_get_dirname(path);
    g_autofree char *target = text != NULL ? cordon_path_clean(text, folder) : NULL;
    g_autofree char *real = realpath(path, NULL);
    struct stat status;

    if (real == NULL || target == NULL || stat(real, &status) != 0)
        return; /* leads nowhere */
    if (is_shown(mounts, target))
        add(mounts, CORDON_KIND_LINK, text, path);
    else if (is_shown(mounts, real))
        add(mounts, CORDON_KIND_LINK, real, path);
    else if (S_ISDIR(status.st_mode))
        add(mounts, CORDON_KIND_FOLDER, real, path);
    else if (S_ISREG(status.st_mode))
        add(mounts, CORDON_KIND_FILE, real, path);
}

static void add_path(GPtrArray *mounts, const char *path)
{
    struct stat status;

    if (lstat(path, &status) != 0 || is_shown(mounts, path) || holds_credentials(path))
        return;
    if (S_ISLNK(status.st_mode))
        add_link(mounts, path);
    else if (S_ISDIR(status.st_mode))
        add(mounts, CORDON_KIND_FOLDER, path, path);
    else if (S_ISREG(status.st_mode))
        add(mounts, CORDON_KIND_FILE, path, path);
}

static gint compare_names(gconstpointer a, gconstpointer b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* The names in /etc, sorted, so that the same machine gives the same list. */
static GPtrArray *list_etc(void)
{
    GPtrArray *names = g_ptr_array_new_with_free_func(g_free);
    DIR *folder = opendir("/etc");

    if (folder == NULL)
        return names;
    for (const struct dirent *entry = readdir(folder); entry != NULL; entry = readdir(folder))
        g_ptr_array_add(names, g_strdup(entry->d_name));
    closedir(folder);
    g_ptr_array_sort(names, compare_names);
    return names;
}

void cordon_system_add_mounts(GPtrArray *mounts)
{
    g_autoptr(GPtrArray) names = list_etc();

    for (gsize i = 0; i < G_N_ELEMENTS(ROOT); i++)
        add_path(mounts, ROOT[i]);
    for (gsize i = 0; i < G_N_ELEMENTS(ETC); i++) {
        const char *star = strchr(ETC[i], '*');
        gsize start = star != NULL ? (gsize)(star - ETC[i]) : 0;

        if (star == NULL) {
            g_autofree char *path = g_strconcat("/etc/", ETC[i], NULL);

            add_path(mounts, path);
            continue;
        }
        for (guint j = 0; j < names->len; j++) {
            const char *name = g_ptr_array_index(names, j);
            g_autofree char *path = g_strconcat("/etc/", name, NULL);

            if (strncmp(name, ETC[i], start) == 0 && g_str_has_suffix(name + start, star + 1))
                add_path(mounts, path);
        }
    }
}

/* SPDX-License-Identifier: MIT */
/* git's index and trees. */
#include "model/gitindex.h"

#include <string.h>

enum {
    HEADER = 12,  /* "DIRC", version, number of entries */
    MODE_AT = 24, /* in an entry */
    HASH_AT = 40,
    FLAG_EXTENDED = 0x4000,
    FLAG_STAGE = 0x3000,
    FLAG_LENGTH = 0x0fff,
    MODE_FILE = 0100644,
    MODE_PROGRAM = 0100755,
    MODE_LINK = 0120000,
    MODE_GITLINK = 0160000,
};

typedef struct {
    const char *data;
    gsize size, hash_size; /* size: without the checksum at the end */
    guint32 version, count;
    gsize at;
    GString *path; /* of the last entry */
    guint32 mode;
    guint16 flags;
} Index;

static guint32 number(const char *at)
{
    guint32 value;

    memcpy(&value, at, sizeof value);
    return GUINT32_FROM_BE(value);
}

static gboolean open_index(Index *index, const char *data, gsize size, gsize hash_size)
{
    *index = (Index){.data = data, .hash_size = hash_size};
    if (size < HEADER + hash_size || memcmp(data, "DIRC", 4) != 0)
        return FALSE;
    index->size = size - hash_size;
    index->version = number(data + 4);
    index->count = number(data + 8);
    index->at = HEADER;
    return index->version >= 2 && index->version <= 4;
}

/* The bytes of the last path that are not kept, as version 4 writes them. */
static gboolean read_strip(Index *index, gsize *ret_strip)
{
    gsize value = 0;
    guchar byte;

    for (guint i = 0; i < 5; i++) {
        if (index->at >= index->size)
            return FALSE;
        byte = (guchar)index->data[index->at++];
        value = (i == 0 ? 0 : (value + 1) << 7) | (byte & 0x7f);
        if ((byte & 0x80) == 0) {
            *ret_strip = value;
            return TRUE;
        }
    }
    return FALSE;
}

/* FALSE: it is not what git writes. */
static gboolean read_entry(Index *index)
{
    gsize start = index->at, length, kept = 0;
    const char *name, *end;

    if (index->size - index->at < HASH_AT + index->hash_size + 4)
        return FALSE;
    index->mode = number(index->data + start + MODE_AT);
    index->at += HASH_AT + index->hash_size;
    index->flags =
        (guint16)(((guchar)index->data[index->at] << 8) | (guchar)index->data[index->at + 1]);
    index->at += 2;
    if ((index->flags & FLAG_EXTENDED) != 0) {
        if (index->version == 2)
            return FALSE;
        index->at += 2;
    }
    if (index->version == 4) {
        gsize strip;

        if (!read_strip(index, &strip) || strip > index->path->len)
            return FALSE;
        kept = index->path->len - strip;
    }
    name = index->data + index->at;
    end = memchr(name, '\0', index->size - index->at);
    if (end == NULL)
        return FALSE;
    g_string_truncate(index->path, kept);
    g_string_append_len(index->path, name, end - name);
    length = index->path->len;
    /* git takes the length from here, not from the zero. */
    if ((index->flags & FLAG_LENGTH) != MIN(length, FLAG_LENGTH))
        return FALSE;
    index->at += (gsize)(end - name) + 1;
    if (index->version != 4) {
        gsize padded = start + ((index->at - 1 - start + 8) & ~(gsize)7);

        if (padded > index->size)
            return FALSE;
        index->at = padded;
    }
    return TRUE;
}

/* As git's verify_path(), for any file system. */
static gboolean path_is_good(const char *path, guint32 mode)
{
    gboolean last = FALSE;

    if (path[0] == '\0')
        return FALSE;
    while (!last) {
        gsize length = strcspn(path, "/");
        g_autofree char *part = g_strndup(path, length);

        last = path[length] == '\0';
        if (length == 0 || strcmp(part, ".") == 0 || strcmp(part, "..") == 0 ||
            g_ascii_strcasecmp(part, ".git") == 0 || g_ascii_strcasecmp(part, "git~1") == 0 ||
            (last && mode == MODE_LINK && g_ascii_strcasecmp(part, ".gitmodules") == 0))
            return FALSE;
        path += length + 1;
    }
    return TRUE;
}

/* Does a file of the index lie where this path has a folder? */
static gboolean lies_in_file(const char *path, GHashTable *files)
{
    for (const char *slash = strchr(path, '/'); slash != NULL; slash = strchr(slash + 1, '/')) {
        g_autofree char *above = g_strndup(path, (gsize)(slash - path));

        if (g_hash_table_contains(files, above))
            return TRUE;
    }
    return FALSE;
}

static char *judge_entry(const Index *index, GHashTable *gitlinks, GHashTable *files)
{
    const char *path = index->path->str;

    if (!path_is_good(path, index->mode))
        return g_strdup_printf("names the path “%s”, to which git must not write", path);
    if (index->mode == MODE_GITLINK && !g_hash_table_contains(gitlinks, path))
        return g_strdup_printf(
            "takes up the repository %s as a submodule, from whose config your git "
            "would start programs; do that outside when it is yours",
            path);
    if (index->mode != MODE_FILE && index->mode != MODE_PROGRAM && index->mode != MODE_LINK &&
        index->mode != MODE_GITLINK)
        return g_strdup_printf("holds an entry of an unknown kind (%s)", path);
    if ((index->flags & FLAG_STAGE) == 0) {
        if (lies_in_file(path, files))
            return g_strdup_printf("holds %s and a file that is its folder", path);
        g_hash_table_add(files, g_strdup(path));
    }
    return NULL;
}

/* Lower-case ones cannot be passed over: a split index, a sparse one. */
static char *judge_extensions(const Index *index)
{
    gsize at = index->at;

    while (at < index->size) {
        gsize size;

        if (index->size - at < 8)
            return g_strdup("is not what git writes");
        size = number(index->data + at + 4);
        if (!g_ascii_isupper(index->data[at]))
            return g_strdup_printf(
                "is of a kind (“%.4s”: split or sparse) that is not supported here",
                index->data + at);
        if (size > index->size - at - 8)
            return g_strdup("is not what git writes");
        at += 8 + size;
    }
    return NULL;
}

GHashTable *cordon_git_index_find_links(const char *data, gsize size, gsize hash_size)
{
    GHashTable *links = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    g_autoptr(GString) path = g_string_new(NULL);
    Index index;

    if (!open_index(&index, data, size, hash_size))
        return links;
    index.path = path;
    for (guint32 i = 0; i < index.count && read_entry(&index); i++) {
        if (index.mode == MODE_GITLINK)
            g_hash_table_add(links, g_strdup(path->str));
    }
    return links;
}

char *cordon_git_index_rebuild(const char *data, gsize size, gsize hash_size, GHashTable *gitlinks,
                               gsize *ret_size, char **ret_reason)
{
    g_autoptr(GHashTable) files = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    g_autoptr(GString) path = g_string_new(NULL);
    g_autoptr(GChecksum) sum =
        g_checksum_new(hash_size == 20 ? G_CHECKSUM_SHA1 : G_CHECKSUM_SHA256);
    gsize length = hash_size;
    char *reason = NULL, *text;
    Index index;

    if (!open_index(&index, data, size, hash_size)) {
        *ret_reason = g_strdup("is not what git writes");
        return NULL;
    }
    index.path = path;
    for (guint32 i = 0; i < index.count && reason == NULL; i++)
        reason = read_entry(&index) ? judge_entry(&index, gitlinks, files)
                                    : g_strdup("is not what git writes");
    if (reason == NULL)
        reason = judge_extensions(&index);
    if (reason != NULL) {
        *ret_reason = reason;
        return NULL;
    }
    text = g_malloc(index.at + hash_size);
    memcpy(text, data, index.at);
    g_checksum_update(sum, (const guchar *)data, (gssize)index.at);
    g_checksum_get_digest(sum, (guint8 *)text + index.at, &length);
    *ret_size = index.at + hash_size;
    return text;
}

static gboolean is_last_part(const char *name, GHashTable *paths)
{
    GHashTableIter iter;
    gpointer path;

    g_hash_table_iter_init(&iter, paths);
    while (g_hash_table_iter_next(&iter, &path, NULL)) {
        const char *slash = strrchr(path, '/');

        if (strcmp(slash != NULL ? slash + 1 : path, name) == 0)
            return TRUE;
    }
    return FALSE;
}

char *cordon_git_tree_find_link(const char *data, gsize size, gsize hash_size, GHashTable *gitlinks)
{
    gsize at = 0;

    while (at < size) {
        const char *end = memchr(data + at, '\0', size - at);
        const char *space = end != NULL ? memchr(data + at, ' ', (gsize)(end - data) - at) : NULL;
        guint64 mode = 0;

        if (space == NULL || (gsize)(data + size - end) < 1 + hash_size)
            return g_strdup("");
        for (const char *digit = data + at; digit < space; digit++) {
            if (*digit < '0' || *digit > '7' || mode > 0777777)
                return g_strdup("");
            mode = mode * 8 + (guint64)(*digit - '0');
        }
        /* git looks at the kind alone: 0170000 of the mode. */
        if ((mode & 0170000) != 0040000 && (mode & 0170000) != 0100000 &&
            (mode & 0170000) != MODE_LINK && !is_last_part(space + 1, gitlinks))
            return g_strdup(space + 1);
        at = (gsize)(end - data) + 1 + hash_size;
    }
    return NULL;
}

/* SPDX-License-Identifier: MIT */
/* The rules that settings keep, whether they come from a file or were changed in memory. */
#include <string.h>

#include "engine/text.h"
#include "filter/hosts.h"
#include "model/policy.h"
#include "session/settings_private.h"

#define MAX_BACKEND_ID 32u
#define TOKEN_DIGITS   64u
/* What an entry takes beside its texts, written for people, at most. */
#define ENTRY_BYTES 512u
/* The longest way to write a byte: an escape. */
#define ESCAPE_BYTES 6u

/* --- single values ------------------------------------------------------------------------------ */

char *cordon_settings_host_fault(const char *host)
{
    if (host == NULL)
        return g_strdup("is missing");
    if (cordon_host_is_acceptable(host))
        return NULL;
    return g_strdup("is not a name such as git.example.org, or *.example.org for all below it");
}

char *cordon_settings_backend_fault(const char *backend)
{
    gsize length = backend != NULL ? strlen(backend) : 0;

    if (length == 0)
        return g_strdup("is missing");
    if (length <= MAX_BACKEND_ID && g_ascii_islower(backend[0]) &&
        strspn(backend, "abcdefghijklmnopqrstuvwxyz0123456789-") == length)
        return NULL;
    return g_strdup_printf("is neither auto nor the id of a backend (a letter, then up to %u of "
                           "a-z, 0-9 and -)",
                           MAX_BACKEND_ID - 1);
}

char *cordon_settings_image_fault(const char *image)
{
    gsize length = image != NULL ? strlen(image) : 0;

    if (length == 0)
        return g_strdup("is empty");
    if (length > CORDON_SETTINGS_MAX_IMAGE)
        return g_strdup_printf("is longer than %u bytes", CORDON_SETTINGS_MAX_IMAGE);
    for (gsize i = 0; i < length; i++)
        if (!g_ascii_isalnum(image[i]) && strchr("./:@_-[]", image[i]) == NULL)
            return g_strdup("is not a name such as node:22 or ghcr.io/owner/name:tag");
    if (!g_ascii_isalnum(image[0]) && image[0] != '[')
        return g_strdup("does not begin with a letter or a digit");
    return NULL;
}

static char *id_fault(const char *id)
{
    gsize length = id != NULL ? strlen(id) : 0;

    if (length == 0)
        return g_strdup("is missing");
    if (length <= CORDON_SETTINGS_MAX_ID &&
        strspn(id, "abcdefghijklmnopqrstuvwxyz0123456789-_") == length)
        return NULL;
    return g_strdup_printf("is not 1 to %u of a-z, 0-9, - and _", CORDON_SETTINGS_MAX_ID);
}

char *cordon_settings_name_fault(const char *name)
{
    if (name == NULL)
        return g_strdup("is missing");
    if (name[strspn(name, " ")] == '\0')
        return g_strdup("is empty");
    return cordon_text_find_fault(name, CORDON_SETTINGS_MAX_NAME, FALSE);
}

static char *path_fault(const char *path)
{
    if (path == NULL)
        return g_strdup("is missing");
    if (strlen(path) > CORDON_SETTINGS_MAX_PATH)
        return g_strdup_printf("is longer than %u bytes", CORDON_SETTINGS_MAX_PATH);
    if (path[0] != '/')
        return g_strdup("is not an absolute path");
    if (!g_utf8_validate(path, -1, NULL))
        return g_strdup("is not UTF-8");
    g_autofree char *clean = cordon_path_clean(path, "/");
    if (strcmp(clean, path) != 0)
        return g_strdup("is not a clean path (no //, no . or .., no / at the end)");
    return NULL;
}

static char *token_fault(const char *token)
{
    if (strlen(token) == TOKEN_DIGITS && strspn(token, "0123456789abcdef") == TOKEN_DIGITS)
        return NULL;
    return g_strdup_printf("is not %u digits of 0-9 and a-f", TOKEN_DIGITS);
}

/* --- places ------------------------------------------------------------------------------------- */

/* fault: taken; NULL is none.  place: "boards[2].project", made when it is needed. */
static gboolean has_no_fault(char *fault, GError **error, const char *list, guint index,
                             const char *member)
{
    if (fault == NULL)
        return TRUE;
    g_set_error(error, CORDON_ERROR, CORDON_ERROR_INVALID, "%s[%u]%s%s: %s", list, index,
                member != NULL ? "." : "", member != NULL ? member : "", fault);
    g_free(fault);
    return FALSE;
}

static gboolean has_room(const GPtrArray *list, const char *name, guint max, GError **error)
{
    if (list->len <= max)
        return TRUE;
    g_set_error(error, CORDON_ERROR, CORDON_ERROR_INVALID,
                "%s: has %u entries, more than the %u allowed", name, list->len, max);
    return FALSE;
}

/* Notes a key; the fault when it is there already, under list[index]. */
static char *note_once(GHashTable *seen, const char *key, const char *list, guint index)
{
    gpointer before = NULL;

    if (g_hash_table_lookup_extended(seen, key, NULL, &before))
        return g_strdup_printf("is the same as that of %s[%u]", list, GPOINTER_TO_UINT(before));
    g_hash_table_insert(seen, g_strdup(key), GUINT_TO_POINTER(index));
    return NULL;
}

static GHashTable *new_seen(void)
{
    return g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
}

/* What an id points to, or NULL with the error set. */
static gpointer follow(GHashTable *by_id, const char *id, const char *what, const char *list,
                       guint index, GError **error)
{
    char *fault = id_fault(id);
    gpointer entry = fault == NULL ? g_hash_table_lookup(by_id, id) : NULL;

    if (fault == NULL && entry == NULL)
        fault = g_strdup_printf("there is no %s %s", what, id);
    return has_no_fault(fault, error, list, index, what) ? entry : NULL;
}

/* --- the parts ---------------------------------------------------------------------------------- */

static gboolean is_within(guint value, guint min, guint max, const char *name, GError **error)
{
    if (value >= min && value <= max)
        return TRUE;
    g_set_error(error, CORDON_ERROR, CORDON_ERROR_INVALID, "%s: is not between %u and %u", name,
                min, max);
    return FALSE;
}

static gboolean check_text(char *fault, const char *name, GError **error)
{
    if (fault == NULL)
        return TRUE;
    g_set_error(error, CORDON_ERROR, CORDON_ERROR_INVALID, "%s: %s", name, fault);
    g_free(fault);
    return FALSE;
}

static gboolean check_limits(const CordonSettings *settings, GError **error)
{
    for (guint i = 0; i < CORDON_N_LIMITS; i++) {
        if (settings->limits[i] <= CORDON_SETTINGS_MAX_LIMIT ||
            settings->limits[i] == CORDON_UNLIMITED)
            continue;
        g_set_error(error, CORDON_ERROR, CORDON_ERROR_INVALID, "limits.%s: is above 2^53 - 1",
                    cordon_settings_limit_member(i));
        return FALSE;
    }
    return TRUE;
}

static gboolean check_scalars(const CordonSettings *settings, GError **error)
{
    return check_text(cordon_settings_backend_fault(settings->backend), "backend", error) &&
           (settings->docker_image == NULL ||
            check_text(cordon_settings_image_fault(settings->docker_image), "docker_image",
                       error)) &&
           is_within(settings->time_limit_s, CORDON_SETTINGS_MIN_TIME_S, CORDON_SETTINGS_MAX_TIME_S,
                     "time_limit_s", error) &&
           is_within(settings->long_time_limit_s, CORDON_SETTINGS_MIN_TIME_S,
                     CORDON_SETTINGS_MAX_TIME_S, "long_time_limit_s", error) &&
           is_within(settings->approval_timeout_s, CORDON_SETTINGS_MIN_ANSWER_S,
                     CORDON_SETTINGS_MAX_TIME_S, "approval_timeout_s", error) &&
           check_limits(settings, error);
}

static gboolean check_hosts(const CordonSettings *settings, GError **error)
{
    g_autoptr(GHashTable) seen = new_seen();

    if (!has_room(settings->hosts, "hosts", CORDON_SETTINGS_MAX_HOSTS, error))
        return FALSE;
    for (guint i = 0; i < settings->hosts->len; i++) {
        const char *host = g_ptr_array_index(settings->hosts, i);

        if (!has_no_fault(cordon_settings_host_fault(host), error, "hosts", i, NULL))
            return FALSE;
        g_autofree char *folded = g_ascii_strdown(host, -1);
        if (!has_no_fault(note_once(seen, folded, "hosts", i), error, "hosts", i, NULL))
            return FALSE;
    }
    return TRUE;
}

static gboolean check_roles(const CordonSettings *settings, GError **error)
{
    g_autoptr(GHashTable) seen = new_seen();

    if (!has_room(settings->roles, "roles", CORDON_SETTINGS_MAX_ROLES, error))
        return FALSE;
    for (guint i = 0; i < settings->roles->len; i++) {
        const CordonRole *role = g_ptr_array_index(settings->roles, i);
        guint tools;

        if (!has_no_fault(id_fault(role->id), error, "roles", i, "id") ||
            !has_no_fault(note_once(seen, role->id, "roles", i), error, "roles", i, "id"))
            return FALSE;
        char *fault = cordon_role_find_builtin(role->id, &tools)
                          ? g_strdup("is that of a built-in role, which cannot be changed")
                          : NULL;
        if (!has_no_fault(fault, error, "roles", i, "id"))
            return FALSE;
        fault = role->tools >> CORDON_N_TOOLS != 0 ? g_strdup("hold one that is not known") : NULL;
        if (!has_no_fault(fault, error, "roles", i, "tools"))
            return FALSE;
    }
    return TRUE;
}

/* by_id: filled with the boards. */
static gboolean check_boards(const CordonSettings *settings, GHashTable *by_id, GError **error)
{
    g_autoptr(GHashTable) seen = new_seen();

    if (!has_room(settings->boards, "boards", CORDON_SETTINGS_MAX_ENTRIES, error))
        return FALSE;
    for (guint i = 0; i < settings->boards->len; i++) {
        CordonBoard *board = g_ptr_array_index(settings->boards, i);

        if (!has_no_fault(id_fault(board->id), error, "boards", i, "id") ||
            !has_no_fault(note_once(seen, board->id, "boards", i), error, "boards", i, "id") ||
            !has_no_fault(cordon_settings_name_fault(board->name), error, "boards", i, "name") ||
            !has_no_fault(path_fault(board->project), error, "boards", i, "project"))
            return FALSE;
        g_hash_table_insert(by_id, board->id, board);
    }
    return TRUE;
}

static gboolean check_loops(const CordonSettings *settings, GHashTable *boards, GHashTable *by_id,
                            GError **error)
{
    g_autoptr(GHashTable) seen = new_seen();

    if (!has_room(settings->loops, "loops", CORDON_SETTINGS_MAX_ENTRIES, error))
        return FALSE;
    for (guint i = 0; i < settings->loops->len; i++) {
        CordonLoop *loop = g_ptr_array_index(settings->loops, i);

        if (!has_no_fault(id_fault(loop->id), error, "loops", i, "id") ||
            !has_no_fault(note_once(seen, loop->id, "loops", i), error, "loops", i, "id"))
            return FALSE;
        const CordonBoard *board = follow(boards, loop->board, "board", "loops", i, error);
        if (board == NULL || !has_no_fault(path_fault(loop->folder), error, "loops", i, "folder"))
            return FALSE;
        char *fault = cordon_path_is_below(loop->folder, board->project)
                          ? NULL
                          : g_strdup("is not inside the project of its board");
        if (!has_no_fault(fault, error, "loops", i, "folder"))
            return FALSE;
        g_hash_table_insert(by_id, loop->id, loop);
    }
    return TRUE;
}

static char *role_fault(const CordonSettings *settings, const char *role)
{
    char *fault = id_fault(role);
    guint tools;

    if (fault == NULL && !cordon_settings_find_role(settings, role, &tools))
        fault = g_strdup_printf("there is no role %s", role);
    return fault;
}

static gboolean check_bubbles(const CordonSettings *settings, GHashTable *loops, GError **error)
{
    g_autoptr(GHashTable) seen = new_seen();
    g_autoptr(GHashTable) tokens = new_seen();

    if (!has_room(settings->bubbles, "bubbles", CORDON_SETTINGS_MAX_ENTRIES, error))
        return FALSE;
    for (guint i = 0; i < settings->bubbles->len; i++) {
        const CordonBubble *bubble = g_ptr_array_index(settings->bubbles, i);

        if (!has_no_fault(id_fault(bubble->id), error, "bubbles", i, "id") ||
            !has_no_fault(note_once(seen, bubble->id, "bubbles", i), error, "bubbles", i, "id") ||
            !has_no_fault(cordon_settings_name_fault(bubble->name), error, "bubbles", i, "name") ||
            follow(loops, bubble->loop, "loop", "bubbles", i, error) == NULL ||
            !has_no_fault(role_fault(settings, bubble->role), error, "bubbles", i, "role"))
            return FALSE;
        if (bubble->token_sha256 == NULL)
            continue;
        /* The same token for two would make it a guess who comes. */
        if (!has_no_fault(token_fault(bubble->token_sha256), error, "bubbles", i, "token_sha256") ||
            !has_no_fault(note_once(tokens, bubble->token_sha256, "bubbles", i), error, "bubbles",
                          i, "token_sha256"))
            return FALSE;
    }
    return TRUE;
}

/* --- the size ----------------------------------------------------------------------------------- */

static gsize length_of(const char *text)
{
    return text != NULL ? strlen(text) : 0;
}

/* At least the bytes that the file would have. */
static gsize bound_size(const CordonSettings *settings)
{
    gsize texts = length_of(settings->docker_image);
    guint entries = 1 + settings->hosts->len + settings->roles->len + settings->boards->len +
                    settings->loops->len + settings->bubbles->len;

    for (guint i = 0; i < settings->hosts->len; i++)
        texts += length_of(g_ptr_array_index(settings->hosts, i));
    for (guint i = 0; i < settings->boards->len; i++) {
        const CordonBoard *board = g_ptr_array_index(settings->boards, i);
        texts += length_of(board->name) + length_of(board->project);
    }
    for (guint i = 0; i < settings->loops->len; i++) {
        const CordonLoop *loop = g_ptr_array_index(settings->loops, i);
        texts += length_of(loop->folder);
    }
    for (guint i = 0; i < settings->bubbles->len; i++) {
        const CordonBubble *bubble = g_ptr_array_index(settings->bubbles, i);
        texts += length_of(bubble->name);
    }
    return entries * ENTRY_BYTES + texts * ESCAPE_BYTES;
}

static gboolean check_size(const CordonSettings *settings, GError **error)
{
    if (bound_size(settings) <= CORDON_SETTINGS_MAX_BYTES)
        return TRUE;
    g_autofree char *text = cordon_settings_to_json(settings, TRUE);
    gsize size = strlen(text);
    if (size <= CORDON_SETTINGS_MAX_BYTES)
        return TRUE;
    g_set_error(error, CORDON_ERROR, CORDON_ERROR_INVALID,
                "all together: would make a file of %" G_GSIZE_FORMAT
                " bytes, more than the %u allowed",
                size, CORDON_SETTINGS_MAX_BYTES);
    return FALSE;
}

gboolean cordon_settings_check(const CordonSettings *settings, GError **error)
{
    g_autoptr(GHashTable) boards = g_hash_table_new(g_str_hash, g_str_equal);
    g_autoptr(GHashTable) loops = g_hash_table_new(g_str_hash, g_str_equal);

    return check_scalars(settings, error) && check_hosts(settings, error) &&
           check_roles(settings, error) && check_boards(settings, boards, error) &&
           check_loops(settings, boards, loops, error) && check_bubbles(settings, loops, error) &&
           check_size(settings, error);
}

/* SPDX-License-Identifier: MIT */
/* The settings that are one value, by name and as text. */
#include <errno.h>
#include <string.h>

#include "engine/text.h"
#include "session/settings_private.h"

/* What says that a value was not chosen. */
#define DEFAULT_WORD   "default"
#define UNLIMITED_WORD "unlimited"
/* Of a word that an error repeats. */
#define MAX_SHOWN_BYTES 200u

typedef enum {
    VALUE_SWITCH,
    VALUE_BACKEND,
    VALUE_IMAGE,
    VALUE_HOSTS,
    VALUE_SECONDS,
    VALUE_COUNT, /* limits */
    VALUE_BYTES,
} ValueKind;

typedef struct {
    const char *name;
    ValueKind kind;
    gsize offset;   /* in CordonSettings */
    guint min, max; /* of seconds */
} Key;

#define LIMIT(index) (G_STRUCT_OFFSET(CordonSettings, limits) + (index) * sizeof(guint64))

static const Key KEYS[] = {
    {"sandbox", VALUE_SWITCH, G_STRUCT_OFFSET(CordonSettings, sandbox), 0, 0},
    {"backend", VALUE_BACKEND, G_STRUCT_OFFSET(CordonSettings, backend), 0, 0},
    {"docker.image", VALUE_IMAGE, G_STRUCT_OFFSET(CordonSettings, docker_image), 0, 0},
    {"hosts", VALUE_HOSTS, G_STRUCT_OFFSET(CordonSettings, hosts), 0, 0},
    {"time-limit", VALUE_SECONDS, G_STRUCT_OFFSET(CordonSettings, time_limit_s),
     CORDON_SETTINGS_MIN_TIME_S, CORDON_SETTINGS_MAX_TIME_S},
    {"long-time-limit", VALUE_SECONDS, G_STRUCT_OFFSET(CordonSettings, long_time_limit_s),
     CORDON_SETTINGS_MIN_TIME_S, CORDON_SETTINGS_MAX_TIME_S},
    {"approval-timeout", VALUE_SECONDS, G_STRUCT_OFFSET(CordonSettings, approval_timeout_s),
     CORDON_SETTINGS_MIN_ANSWER_S, CORDON_SETTINGS_MAX_TIME_S},
    {"limits.processes", VALUE_COUNT, LIMIT(CORDON_LIMIT_PROCESSES), 0, 0},
    {"limits.memory", VALUE_BYTES, LIMIT(CORDON_LIMIT_MEMORY_BYTES), 0, 0},
    {"limits.open-files", VALUE_COUNT, LIMIT(CORDON_LIMIT_OPEN_FILES), 0, 0},
    {"limits.scratch", VALUE_BYTES, LIMIT(CORDON_LIMIT_SCRATCH_BYTES), 0, 0},
};

const char *const *cordon_settings_keys(void)
{
    static const char *names[G_N_ELEMENTS(KEYS) + 1];
    static gsize ready;

    if (g_once_init_enter(&ready)) {
        for (gsize i = 0; i < G_N_ELEMENTS(KEYS); i++)
            names[i] = KEYS[i].name;
        g_once_init_leave(&ready, 1);
    }
    return names;
}

/* --- finding a key ------------------------------------------------------------------------------ */

/* How many letters two words have in common at their begin and at their end: enough to tell which was meant. */
static gsize likeness(const char *a, const char *b)
{
    gsize a_length = strlen(a);
    gsize b_length = strlen(b);
    gsize shorter = MIN(a_length, b_length);
    gsize head = 0;
    gsize tail = 0;

    while (head < shorter && a[head] == b[head])
        head++;
    while (tail < shorter - head && a[a_length - 1 - tail] == b[b_length - 1 - tail])
        tail++;
    return head + tail;
}

static const char *nearest_key(const char *word)
{
    const char *nearest = NULL;
    gsize most = 0;
    g_autofree char *folded = g_ascii_strdown(word, -1);

    g_strdelimit(folded, "_ ", '-');
    for (gsize i = 0; i < G_N_ELEMENTS(KEYS); i++) {
        gsize same = likeness(folded, KEYS[i].name);

        if (same > most) {
            most = same;
            nearest = KEYS[i].name;
        }
    }
    return most * 2 >= strlen(word) ? nearest : NULL;
}

static const Key *find_key(const char *name, GError **error)
{
    for (gsize i = 0; i < G_N_ELEMENTS(KEYS); i++)
        if (strcmp(KEYS[i].name, name) == 0)
            return &KEYS[i];
    g_autofree char *shown = cordon_text_clean(name, MAX_SHOWN_BYTES, FALSE);
    const char *nearest = strlen(name) <= MAX_SHOWN_BYTES ? nearest_key(name) : NULL;
    if (nearest != NULL)
        g_set_error(error, CORDON_ERROR, CORDON_ERROR_INVALID,
                    "There is no setting %s; did you mean %s?", shown, nearest);
    else
        g_set_error(error, CORDON_ERROR, CORDON_ERROR_INVALID,
                    "There is no setting %s; `cordon settings` lists them.", shown);
    return NULL;
}

/* --- values as text ----------------------------------------------------------------------------- */

static char *join_hosts(const GPtrArray *hosts)
{
    GString *text = g_string_new(NULL);

    for (guint i = 0; i < hosts->len; i++) {
        if (i > 0)
            g_string_append_c(text, ',');
        g_string_append(text, g_ptr_array_index(hosts, i));
    }
    return g_string_free(text, FALSE);
}

static char *limit_text(guint64 limit)
{
    if (limit == 0)
        return g_strdup(DEFAULT_WORD);
    if (limit == CORDON_UNLIMITED)
        return g_strdup(UNLIMITED_WORD);
    return g_strdup_printf("%" G_GUINT64_FORMAT, limit);
}

char *cordon_settings_get(const CordonSettings *settings, const char *key, GError **error)
{
    const Key *found = find_key(key, error);

    if (found == NULL)
        return NULL;
    gconstpointer value = G_STRUCT_MEMBER_P(settings, found->offset);
    switch (found->kind) {
    case VALUE_SWITCH:
        return g_strdup(*(const gboolean *)value ? "on" : "off");
    case VALUE_HOSTS:
        return join_hosts(*(GPtrArray *const *)value);
    case VALUE_SECONDS:
        return g_strdup_printf("%u", *(const guint *)value);
    case VALUE_COUNT:
    case VALUE_BYTES:
        return limit_text(*(const guint64 *)value);
    case VALUE_BACKEND:
    case VALUE_IMAGE:
    default: {
        const char *text = *(char *const *)value;
        return g_strdup(text != NULL ? text : DEFAULT_WORD);
    }
    }
}

/* --- values from text --------------------------------------------------------------------------- */

/* fault: taken. */
static gboolean refuse(const Key *key, const char *value, char *fault, GError **error)
{
    g_autofree char *shown = cordon_text_clean(value, MAX_SHOWN_BYTES, FALSE);

    g_set_error(error, CORDON_ERROR, CORDON_ERROR_INVALID, "The setting %s cannot be \"%s\": %s.",
                key->name, shown, fault);
    g_free(fault);
    return FALSE;
}

static gboolean set_switch(const Key *key, const char *value, gboolean *to, GError **error)
{
    gboolean is_on = strcmp(value, "on") == 0;

    if (!is_on && strcmp(value, "off") != 0)
        return refuse(key, value, g_strdup("it is on or off"), error);
    *to = is_on;
    return TRUE;
}

/* fault: of the value, taken; NULL is none.  nothing: the value becomes NULL. */
static gboolean set_text(const Key *key, const char *value, char *fault, gboolean nothing,
                         char **to, GError **error)
{
    if (fault != NULL) {
        char *whole = g_strconcat("it ", fault, NULL);
        g_free(fault);
        return refuse(key, value, whole, error);
    }
    g_free(*to);
    *to = nothing ? NULL : g_strdup(value);
    return TRUE;
}

/* Digits with a bound; FALSE when it is none. */
static gboolean read_number(const char *text, const char **ret_end, guint64 *ret)
{
    char *end = NULL;

    if (!g_ascii_isdigit(text[0]))
        return FALSE;
    errno = 0;
    *ret = g_ascii_strtoull(text, &end, 10);
    *ret_end = end;
    return errno == 0;
}

static gboolean set_seconds(const Key *key, const char *value, guint *to, GError **error)
{
    const char *end = NULL;
    guint64 number = 0;

    if (!read_number(value, &end, &number) || *end != '\0' || number < key->min ||
        number > key->max)
        return refuse(
            key, value,
            g_strdup_printf("it is a whole number of seconds from %u to %u", key->min, key->max),
            error);
    *to = (guint)number;
    return TRUE;
}

/* A number above 0; with bytes, K, M, G or T (powers of 1024) may follow. */
static gboolean read_limit(const char *value, gboolean bytes, guint64 *ret)
{
    static const char units[] = "KMGT";
    const char *end = NULL;
    guint64 number = 0;
    guint shift = 0;

    if (!read_number(value, &end, &number) || number == 0)
        return FALSE;
    const char *unit = bytes && *end != '\0' ? strchr(units, g_ascii_toupper(*end)) : NULL;
    if (unit != NULL) {
        shift = 10 * ((guint)(unit - units) + 1);
        end++;
    }
    if (*end != '\0' || number > CORDON_SETTINGS_MAX_LIMIT >> shift)
        return FALSE;
    *ret = number << shift;
    return TRUE;
}

static gboolean set_limit(const Key *key, const char *value, guint64 *to, GError **error)
{
    gboolean bytes = key->kind == VALUE_BYTES;
    guint64 number = 0;

    if (strcmp(value, UNLIMITED_WORD) == 0)
        number = CORDON_UNLIMITED;
    else if (strcmp(value, DEFAULT_WORD) != 0 && !read_limit(value, bytes, &number))
        return refuse(key, value,
                      g_strdup_printf("it is a number above 0%s, unlimited, or default",
                                      bytes ? " of bytes, which may end with K, M, G or T" : ""),
                      error);
    *to = number;
    return TRUE;
}

/* Words with commas or spaces between; the same host twice is one.  At most one more than is allowed. */
static GPtrArray *split_hosts(const char *value)
{
    g_auto(GStrv) words = g_strsplit_set(value, ", \t\n", -1);
    GPtrArray *hosts = g_ptr_array_new_with_free_func(g_free);

    for (guint i = 0; words[i] != NULL && hosts->len <= CORDON_SETTINGS_MAX_HOSTS; i++) {
        g_autofree char *host = g_ascii_strdown(words[i], -1);

        if (host[0] != '\0' && !g_ptr_array_find_with_equal_func(hosts, host, g_str_equal, NULL))
            g_ptr_array_add(hosts, g_steal_pointer(&host));
    }
    return hosts;
}

static gboolean set_hosts(const Key *key, const char *value, GPtrArray **to, GError **error)
{
    g_autoptr(GPtrArray) hosts = split_hosts(value);

    for (guint i = 0; i < hosts->len; i++) {
        const char *host = g_ptr_array_index(hosts, i);
        g_autofree char *fault = cordon_settings_host_fault(host);

        if (fault != NULL)
            return refuse(key, value, g_strdup_printf("a host %s", fault), error);
    }
    if (hosts->len > CORDON_SETTINGS_MAX_HOSTS)
        return refuse(key, value,
                      g_strdup_printf("it has more than %u hosts", CORDON_SETTINGS_MAX_HOSTS),
                      error);
    g_ptr_array_unref(*to);
    *to = g_steal_pointer(&hosts);
    return TRUE;
}

gboolean cordon_settings_set(CordonSettings *settings, const char *key, const char *value,
                             GError **error)
{
    const Key *found = find_key(key, error);

    if (found == NULL)
        return FALSE;
    gpointer to = G_STRUCT_MEMBER_P(settings, found->offset);
    switch (found->kind) {
    case VALUE_SWITCH:
        return set_switch(found, value, to, error);
    case VALUE_HOSTS:
        return set_hosts(found, value, to, error);
    case VALUE_SECONDS:
        return set_seconds(found, value, to, error);
    case VALUE_COUNT:
    case VALUE_BYTES:
        return set_limit(found, value, to, error);
    case VALUE_IMAGE: {
        gboolean is_default = strcmp(value, DEFAULT_WORD) == 0;
        return set_text(found, value, is_default ? NULL : cordon_settings_image_fault(value),
                        is_default, to, error);
    }
    case VALUE_BACKEND:
    default:
        return set_text(found, value, cordon_settings_backend_fault(value), FALSE, to, error);
    }
}

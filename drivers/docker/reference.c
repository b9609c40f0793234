/* SPDX-License-Identifier: MIT */
/* The name of an image. */
#include "reference.h"

#include <cordon/image.h>
#include <string.h>

#define DOCKER_HUB_OLD  "index.docker.io"
#define SHA256          "sha256:"
#define SHA256_DIGITS   64
#define MAX_NAME_BYTES  255
#define MAX_TAG_BYTES   128
#define MAX_PORT_DIGITS 5

static gboolean is_name_character(char c)
{
    return g_ascii_islower(c) || g_ascii_isdigit(c);
}

/* Letters and digits; between them, and nowhere else, one ".", one or two "_", or any number of "-". */
static gboolean is_path_component(const char *text, gsize size)
{
    gsize i = 0;

    while (i < size) {
        if (!is_name_character(text[i]))
            return FALSE;
        while (i < size && is_name_character(text[i]))
            i++;
        if (i == size)
            return TRUE;
        char separator = text[i];
        gsize count = 0;
        for (; i < size && text[i] == separator; i++)
            count++;
        gsize most = separator == '.' ? 1 : separator == '_' ? 2 : separator == '-' ? count : 0;
        if (count > most)
            return FALSE;
    }
    return FALSE;
}

static gboolean is_path(const char *text)
{
    for (;;) {
        gsize size = strcspn(text, "/");
        if (!is_path_component(text, size))
            return FALSE;
        if (text[size] == '\0')
            return TRUE;
        text += size + 1;
    }
}

static gboolean is_host_label(const char *text, gsize size)
{
    if (size == 0 || text[0] == '-' || text[size - 1] == '-')
        return FALSE;
    for (gsize i = 0; i < size; i++)
        if (!g_ascii_isalnum(text[i]) && text[i] != '-')
            return FALSE;
    return TRUE;
}

static gboolean is_port(const char *text)
{
    gsize digits = strspn(text, "0123456789");

    return digits > 0 && digits <= MAX_PORT_DIGITS && text[digits] == '\0';
}

/* "[::1]", and what follows it. */
static gboolean is_address(const char *text)
{
    gsize size = strspn(text + 1, "0123456789abcdefABCDEF:");
    const char *end = text + 1 + size;

    return size > 1 && *end == ']' && (end[1] == '\0' || (end[1] == ':' && is_port(end + 2)));
}

static gboolean is_registry(const char *text)
{
    if (*text == '[')
        return is_address(text);
    for (;;) {
        gsize size = strcspn(text, ".:");
        if (!is_host_label(text, size))
            return FALSE;
        text += size;
        if (*text == '\0')
            return TRUE;
        if (*text == ':')
            return is_port(text + 1);
        text++;
    }
}

static gboolean is_tag(const char *text)
{
    gsize size = strlen(text);

    if (size == 0 || size > MAX_TAG_BYTES || text[0] == '.' || text[0] == '-')
        return FALSE;
    for (gsize i = 0; i < size; i++)
        if (!g_ascii_isalnum(text[i]) && strchr("_.-", text[i]) == NULL)
            return FALSE;
    return TRUE;
}

static gboolean is_digits_of_sha256(const char *text)
{
    return strlen(text) == SHA256_DIGITS && strspn(text, "0123456789abcdef") == SHA256_DIGITS;
}

gboolean cordon_digest_is_valid(const char *text)
{
    return g_str_has_prefix(text, SHA256) && is_digits_of_sha256(text + strlen(SHA256));
}

char *cordon_digest_of(const char *bytes, gsize size)
{
    g_autofree char *digits =
        g_compute_checksum_for_data(G_CHECKSUM_SHA256, (const guchar *)bytes, size);
    return g_strconcat(SHA256, digits, NULL);
}

static gboolean refuse(GError **error, const char *text, const char *why)
{
    /* What is not plain text has no place in a message. */
    g_autofree char *shown = g_strescape(text, NULL);

    if (strlen(shown) > 80)
        strcpy(shown + 77, "...");
    g_set_error(error, CORDON_IMAGE_ERROR, CORDON_IMAGE_ERROR_REFERENCE,
                "\"%s\" is no name of an image: %s.  Names look like \"node:22\" or "
                "\"ghcr.io/owner/name:tag\".",
                shown, why);
    return FALSE;
}

/* Whether the part before the first "/" names a registry, and not the owner of an image on Docker Hub. */
static gboolean names_registry(const char *part)
{
    g_autofree char *lower = g_ascii_strdown(part, -1);

    return strpbrk(part, ".:") != NULL || g_str_equal(part, "localhost") ||
           !g_str_equal(lower, part);
}

/* Cuts the name, without tag and digest, in two. */
static void split_registry(const char *name, CordonReference *to)
{
    const char *slash = strchr(name, '/');
    g_autofree char *first = slash != NULL ? g_strndup(name, (gsize)(slash - name)) : NULL;

    if (first != NULL && names_registry(first)) {
        to->registry = g_steal_pointer(&first);
        to->repository = g_strdup(slash + 1);
    } else {
        to->registry = g_strdup(CORDON_DOCKER_HUB);
        to->repository = g_strdup(name);
    }
    if (g_str_equal(to->registry, DOCKER_HUB_OLD)) {
        g_free(to->registry);
        to->registry = g_strdup(CORDON_DOCKER_HUB);
    }
    if (cordon_reference_is_docker_hub(to) && strchr(to->repository, '/') == NULL) {
        g_autofree char *bare = to->repository;
        to->repository = g_strconcat("library/", bare, NULL);
    }
}

/* Takes what stands behind the last mark off the text; NULL when there is none. */
static char *take_behind(char *text, char mark, gboolean not_in_path)
{
    char *at = strrchr(text, mark);

    if (at == NULL || (not_in_path && strchr(at, '/') != NULL))
        return NULL;
    *at = '\0';
    return g_strdup(at + 1);
}

static const char *find_fault(const CordonReference *reference, const char *name)
{
    if (!is_registry(reference->registry))
        return "the registry is no host name";
    if (!is_path(reference->repository))
        return "the name has small letters, digits, and single . _ - between them";
    if (strlen(reference->registry) + 1 + strlen(reference->repository) > MAX_NAME_BYTES)
        return "it is too long";
    if (is_digits_of_sha256(name))
        return "64 digits are the id of an image, not its name";
    if (reference->tag != NULL && !is_tag(reference->tag))
        return "a tag has up to 128 letters, digits, _ . and -";
    if (reference->digest != NULL && !cordon_digest_is_valid(reference->digest))
        return "a digest is sha256: and 64 digits";
    return NULL;
}

gboolean cordon_reference_parse(const char *text, CordonReference *ret, GError **error)
{
    g_auto(CordonReference) found = {0};

    if (*text == '\0')
        return refuse(error, text, "it is empty");
    if (strlen(text) > CORDON_REFERENCE_MAX_BYTES)
        return refuse(error, text, "it is too long");
    g_autofree char *name = g_strdup(text);
    found.digest = take_behind(name, '@', FALSE);
    found.tag = take_behind(name, ':', TRUE);
    if (found.tag == NULL && found.digest == NULL)
        found.tag = g_strdup("latest");
    split_registry(name, &found);
    const char *fault = find_fault(&found, name);
    if (fault != NULL)
        return refuse(error, text, fault);
    *ret = found;
    found = (CordonReference){0};
    return TRUE;
}

void cordon_reference_clear(CordonReference *reference)
{
    g_free(reference->registry);
    g_free(reference->repository);
    g_free(reference->tag);
    g_free(reference->digest);
    *reference = (CordonReference){0};
}

char *cordon_reference_name(const CordonReference *reference)
{
    return g_strconcat(reference->registry, "/", reference->repository, NULL);
}

char *cordon_reference_format(const CordonReference *reference)
{
    const char *tag = reference->tag;
    const char *digest = reference->digest;

    return g_strconcat(reference->registry, "/", reference->repository, tag != NULL ? ":" : "",
                       tag != NULL ? tag : "", digest != NULL ? "@" : "",
                       digest != NULL ? digest : "", NULL);
}

gboolean cordon_reference_is_docker_hub(const CordonReference *reference)
{
    return g_str_equal(reference->registry, CORDON_DOCKER_HUB);
}

char *cordon_reference_host(const CordonReference *reference)
{
    return cordon_reference_is_docker_hub(reference) ? g_strdup(CORDON_DOCKER_HUB_HOST)
                                                     : g_ascii_strdown(reference->registry, -1);
}

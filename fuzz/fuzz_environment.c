/* SPDX-License-Identifier: MIT */
/* The environment of a command: whatever goes in, no secret and nothing that the loader acts on comes
 * out, and each name is there once. */
#include <string.h>

#include "fuzz.h"
#include "model/environment.h"

enum {
    WITH_HOME = 1 << 0,
    WITH_CACHE = 1 << 1,
    WITH_PATH = 1 << 2,
    WITH_GO = 1 << 3,
    WITH_GRADLE = 1 << 4,
    UNSANDBOXED = 1 << 5,
};

/* By letters, without the core's own function. */
static gboolean holds_secret_word(const char *name)
{
    static const char *const WORDS[] = {"KEY",      "SECRET",     "TOKEN",
                                        "PASSWORD", "CREDENTIAL", "PRIVATE"};
    g_autofree char *upper = g_ascii_strup(name, -1);

    for (gsize i = 0; i < G_N_ELEMENTS(WORDS); i++)
        if (strstr(upper, WORDS[i]) != NULL)
            return TRUE;
    return FALSE;
}

static gboolean is_name(const char *name)
{
    if (name[0] == '\0' || g_ascii_isdigit(name[0]))
        return FALSE;
    for (; *name != '\0'; name++)
        if (!g_ascii_isalnum(*name) && *name != '_')
            return FALSE;
    return TRUE;
}

static void check_path(const char *path)
{
    g_auto(GStrv) entries = g_strsplit(path, ":", -1);

    FUZZ_CHECK(entries[0] != NULL);
    for (char **entry = entries; *entry != NULL; entry++)
        FUZZ_CHECK((*entry)[0] == '/');
}

static void check_variable(const char *variable, gboolean unsandboxed)
{
    const char *equals = strchr(variable, '=');

    FUZZ_CHECK(equals != NULL);
    g_autofree char *name = g_strndup(variable, (gsize)(equals - variable));
    FUZZ_CHECK(is_name(name));
    FUZZ_CHECK(!holds_secret_word(name) && !cordon_environment_is_secret(name));
    FUZZ_CHECK(!g_str_has_prefix(name, "LD_") && strcmp(name, "BASH_ENV") != 0);
    FUZZ_CHECK(!g_str_has_prefix(name, "BASH_FUNC_") && !g_str_has_prefix(name, "GIT_CONFIG"));
    if (strcmp(name, "PATH") == 0)
        check_path(equals + 1);
    if (!unsandboxed)
        FUZZ_CHECK(!g_str_has_prefix(name, "SSH_") && !g_str_has_prefix(name, "DBUS_") &&
                   strcmp(name, "DISPLAY") != 0 && strcmp(name, "DOCKER_HOST") != 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    FuzzInput input = {data, data + size};
    guint8 flags = fuzz_take_byte(&input);
    g_autofree char *search_path = fuzz_take_line(&input);
    g_auto(GStrv) base = fuzz_take_lines(&input, 256);
    const CordonEnvironmentOptions options = {
        .home = flags & WITH_HOME ? "/home/u" : NULL,
        .cache = flags & WITH_CACHE ? "/home/u/.cache/cordon/x" : NULL,
        .search_path = flags & WITH_PATH ? search_path : NULL,
        .go_modules = flags & WITH_GO ? "/home/u/go/pkg/mod" : NULL,
        .gradle_cache = flags & WITH_GRADLE ? "/home/u/.gradle/caches" : NULL,
        .unsandboxed = (flags & UNSANDBOXED) != 0,
    };
    g_auto(GStrv) built = cordon_environment_build((const char *const *)base, &options);

    for (gsize i = 0; built[i] != NULL; i++) {
        check_variable(built[i], options.unsandboxed);
        if (i == 0)
            continue;
        gsize length = strcspn(built[i], "=");
        gsize before = strcspn(built[i - 1], "=");
        int order = strncmp(built[i - 1], built[i], MIN(length, before));
        FUZZ_CHECK(order < 0 || (order == 0 && before < length));
    }
    return 0;
}

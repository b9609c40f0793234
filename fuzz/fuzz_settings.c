/* SPDX-License-Identifier: MIT */
/* Settings: what is read keeps its rules, is the same when it is written and read again, and so is what was changed. */
#include <cordon/settings.h>
#include <string.h>

#include "fuzz.h"

static CordonSettings *parse(const char *text, gsize size)
{
    g_autoptr(GError) error = NULL;
    CordonSettings *settings = cordon_settings_parse(text, size, &error);

    fuzz_check_error(settings != NULL, error);
    if (error != NULL)
        FUZZ_CHECK(g_utf8_validate(error->message, -1, NULL));
    return settings;
}

static void check_round_trip(const CordonSettings *settings)
{
    g_autofree char *compact = cordon_settings_to_json(settings, FALSE);

    for (int pretty = 0; pretty < 2; pretty++) {
        g_autofree char *text = cordon_settings_to_json(settings, pretty != 0);
        g_autoptr(CordonSettings) again = parse(text, strlen(text));

        FUZZ_CHECK(again != NULL);
        g_autofree char *compact_again = cordon_settings_to_json(again, FALSE);
        FUZZ_CHECK(strcmp(compact, compact_again) == 0);
    }
}

/* Reading and checking in memory agree, whatever is done to the settings. */
static void check_agreement(const CordonSettings *settings)
{
    g_autoptr(GError) error = NULL;
    gboolean keeps_rules = cordon_settings_check(settings, &error);
    g_autofree char *text = cordon_settings_to_json(settings, TRUE);
    g_autoptr(CordonSettings) again = parse(text, strlen(text));

    fuzz_check_error(keeps_rules, error);
    FUZZ_CHECK(keeps_rules == (again != NULL));
}

static void change(CordonSettings *settings, const char *text)
{
    for (const char *const *key = cordon_settings_keys(); *key != NULL; key++) {
        g_autoptr(GError) error = NULL;
        gboolean set = cordon_settings_set(settings, *key, text, &error);

        fuzz_check_error(set, error);
        g_autofree char *value = cordon_settings_get(settings, *key, NULL);
        FUZZ_CHECK(value != NULL && cordon_settings_set(settings, *key, value, NULL));
        check_agreement(settings);
    }
}

/* One text in every place, as it is: most break a rule. */
static void add(CordonSettings *settings, const char *text)
{
    cordon_settings_add_board(settings, "fuzz-board", text, "/p");
    check_agreement(settings);
    CordonLoop *loop = cordon_settings_add_loop(settings, "fuzz-loop", "fuzz-board", text);
    check_agreement(settings);
    g_free(loop->folder);
    loop->folder = g_strdup("/p/l");
    cordon_settings_add_bubble(settings, text, "Bubble", "fuzz-loop", "coder");
    check_agreement(settings);
    cordon_settings_remove_board(settings, "fuzz-board");
    cordon_settings_remove_bubble(settings, text);
    check_agreement(settings);
}

/* What stands behind a line with "--" is a text to change with; before it, a file. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    g_autofree char *input = g_strndup((const char *)data, size);
    char *split = strstr(input, "\n--\n");
    const char *text = split != NULL ? split + strlen("\n--\n") : "";

    if (split != NULL)
        split[1] = '\0';
    g_autoptr(CordonSettings) settings =
        split != NULL ? parse(input, strlen(input)) : parse((const char *)data, size);
    if (settings == NULL)
        return 0;
    check_round_trip(settings);
    g_autoptr(CordonSettings) copy = cordon_settings_copy(settings);
    check_round_trip(copy);
    /* The writer makes what is not UTF-8 something else, so only the check can see it. */
    if (!g_utf8_validate(text, -1, NULL))
        return 0;
    change(copy, text);
    add(copy, text);
    return 0;
}

/* SPDX-License-Identifier: MIT */
/* Reads a command line by a table of long options. */
#include "args.h"

#include <string.h>

#include "output.h"

/* Longer words are never a slip of the finger, and the distance is quadratic. */
#define NEAREST_MAX_LENGTH 32

/* Levenshtein distance where swapping two neighbours counts as one; both at most
 * NEAREST_MAX_LENGTH bytes. */
static guint edit_distance(const char *a, const char *b)
{
    guint rows[3][NEAREST_MAX_LENGTH + 1];
    gsize a_length = strlen(a);
    gsize b_length = strlen(b);
    guint *before = rows[0];
    guint *above = rows[1];
    guint *row = rows[2];

    memset(rows, 0, sizeof rows);
    for (gsize j = 0; j <= b_length; j++)
        above[j] = (guint)j;
    for (gsize i = 1; i <= a_length; i++) {
        row[0] = (guint)i;
        for (gsize j = 1; j <= b_length; j++) {
            guint change = above[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
            row[j] = MIN(change, MIN(above[j], row[j - 1]) + 1);
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                row[j] = MIN(row[j], before[j - 2] + 1);
        }
        guint *free_row = before;
        before = above;
        above = row;
        row = free_row;
    }
    return above[b_length];
}

const char *cli_nearest(const char *word, const char *const *names)
{
    const char *nearest = NULL;
    guint least = G_MAXUINT;
    gsize length = strlen(word);

    if (length > NEAREST_MAX_LENGTH)
        return NULL;
    for (gsize i = 0; names[i] != NULL; i++) {
        if (strlen(names[i]) > NEAREST_MAX_LENGTH)
            continue;
        guint distance = edit_distance(word, names[i]);
        guint allowed = length <= 3 ? 1 : length <= 6 ? 2 : 3;
        if (distance <= allowed && distance < least) {
            least = distance;
            nearest = names[i];
        }
    }
    return nearest;
}

static char *unknown_option(const CliOption *options, const char *word)
{
    g_autoptr(GPtrArray) names = g_ptr_array_new_with_free_func(g_free);
    g_autofree char *name = NULL;
    g_autofree char *shown = NULL;

    for (const CliOption *option = options; option->id != 0; option++)
        g_ptr_array_add(names, g_strdup(option->name));
    g_ptr_array_add(names, NULL);
    name = g_strndup(word, strcspn(word, "="));
    shown = cli_escape(name);
    const char *bare = name + strspn(name, "-");
    const char *nearest = cli_nearest(bare, (const char *const *)names->pdata);
    if (nearest != NULL)
        return g_strdup_printf("there is no option %s; did you mean --%s?", shown, nearest);
    return g_strdup_printf("there is no option %s", shown);
}

int cli_args_next(CliArgs *args, const char **ret_value, char **ret_error)
{
    const char *word = args->argv[args->next];

    if (word == NULL || word[0] != '-' || word[1] == '\0')
        return CLI_ARGS_END;
    args->next++;
    if (strcmp(word, "--") == 0)
        return CLI_ARGS_END;
    if (word[1] == '-') {
        const char *name = word + 2;
        gsize length = strcspn(name, "=");
        for (const CliOption *option = args->options; option->id != 0; option++) {
            if (strlen(option->name) != length || strncmp(option->name, name, length) != 0)
                continue;
            const char *value = name[length] == '=' ? name + length + 1 : NULL;
            if (option->value == NULL && value != NULL) {
                *ret_error = g_strdup_printf("--%s takes no value", option->name);
                return CLI_ARGS_ERROR;
            }
            if (option->value != NULL && value == NULL) {
                value = args->argv[args->next];
                if (value == NULL) {
                    *ret_error =
                        g_strdup_printf("--%s needs a value: %s", option->name, option->value);
                    return CLI_ARGS_ERROR;
                }
                args->next++;
            }
            *ret_value = value;
            return option->id;
        }
    }
    *ret_error = unknown_option(args->options, word);
    return CLI_ARGS_ERROR;
}

char *cli_args_read_flags(const CliOption *options, char **words, guint *ret_flags)
{
    CliArgs args = {.options = options, .argv = words};
    const char *value;
    char *error = NULL;
    int id;

    *ret_flags = 0;
    while ((id = cli_args_next(&args, &value, &error)) > 0)
        *ret_flags |= 1u << id;
    if (id == CLI_ARGS_END && words[args.next] != NULL) {
        g_autofree char *shown = cli_escape(words[args.next]);
        error = g_strdup_printf("%s: only options are expected here", shown);
    }
    return error;
}

/* SPDX-License-Identifier: MIT */
/* Words quoted for a shell: one line of plain text, from which a reader of the shell's quotes gets the
 * same words again. */
#include <string.h>

#include "base/quote.h"
#include "fuzz.h"

/* One character of $'...', at its backslash. */
static const char *take_escape(const char *at, GString *word)
{
    at++;
    if (*at == '\'' || *at == '\\') {
        g_string_append_c(word, *at);
        return at + 1;
    }
    guint value = 0;
    for (int i = 0; i < 3; i++, at++) {
        FUZZ_CHECK(*at >= '0' && *at <= '7');
        value = value * 8 + (guint)(*at - '0');
    }
    FUZZ_CHECK(value > 0 && value < 256);
    g_string_append_c(word, (char)value);
    return at;
}

/* The word at the begin of the text, and what is behind it. */
static char *take_word(const char **text)
{
    GString *word = g_string_new(NULL);
    const char *at = *text;

    while (*at != '\0' && *at != ' ') {
        if (*at == '\'') {
            const char *end = strchr(at + 1, '\'');

            FUZZ_CHECK(end != NULL);
            g_string_append_len(word, at + 1, end - at - 1);
            at = end + 1;
        } else if (*at == '\\') {
            FUZZ_CHECK(at[1] == '\'');
            g_string_append_c(word, '\'');
            at += 2;
        } else if (*at == '$') {
            FUZZ_CHECK(at[1] == '\'');
            for (at += 2; *at != '\'';) {
                FUZZ_CHECK(*at != '\0');
                if (*at == '\\')
                    at = take_escape(at, word);
                else
                    g_string_append_c(word, *at++);
            }
            at++;
        } else {
            /* Outside of quotes nothing that any shell gives a meaning to. */
            FUZZ_CHECK(g_ascii_isalnum(*at) || strchr("_-./:@%+,=", *at) != NULL);
            g_string_append_c(word, *at++);
        }
    }
    *text = at;
    return g_string_free(word, FALSE);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    FuzzInput input = {data, data + size};
    GPtrArray *argv = g_ptr_array_new_with_free_func(g_free);
    gsize at = 0;

    /* NUL parts the words. */
    while (at <= size && argv->len < 64) {
        g_autofree char *word = g_strndup((const char *)input.next + at, size - at);

        at += strlen(word) + 1;
        g_ptr_array_add(argv, g_steal_pointer(&word));
    }
    guint count = argv->len;
    g_ptr_array_add(argv, NULL);

    g_autofree char *line = cordon_quote_argv((const char *const *)argv->pdata);
    const char *rest = line;
    fuzz_check_plain(line, FALSE);
    for (guint i = 0; i < count; i++) {
        g_autofree char *alone = cordon_quote_word(g_ptr_array_index(argv, i));

        if (i > 0)
            FUZZ_CHECK(*rest++ == ' ');
        FUZZ_CHECK(g_str_has_prefix(rest, alone));
        g_autofree char *word = take_word(&rest);
        FUZZ_CHECK(strcmp(word, g_ptr_array_index(argv, i)) == 0);
    }
    FUZZ_CHECK(*rest == '\0');
    g_ptr_array_unref(argv);
    return 0;
}

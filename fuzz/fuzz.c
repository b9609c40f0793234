/* SPDX-License-Identifier: MIT */
/* What the fuzz targets share. */
#include "fuzz.h"

#include <string.h>

void fuzz_check_error(gboolean success, const GError *error)
{
    FUZZ_CHECK(success == (error == NULL));
    if (error != NULL) {
        FUZZ_CHECK(error->message[0] != '\0');
        FUZZ_CHECK(g_utf8_validate(error->message, -1, NULL));
    }
}

void fuzz_check_plain(const char *text, gboolean lines)
{
    FUZZ_CHECK(g_utf8_validate(text, -1, NULL));
    for (const char *at = text; *at != '\0'; at = g_utf8_next_char(at)) {
        gunichar c = g_utf8_get_char(at);

        FUZZ_CHECK(!g_unichar_iscntrl(c) || (lines && c == '\n'));
    }
}

guint8 fuzz_take_byte(FuzzInput *input)
{
    return input->next < input->end ? *input->next++ : 0;
}

guint64 fuzz_take_number(FuzzInput *input)
{
    guint64 number = 0;

    for (int i = 0; i < 8; i++)
        number = number << 8 | fuzz_take_byte(input);
    return number;
}

static char *take_until(FuzzInput *input, const uint8_t *end)
{
    char *text = g_strndup((const char *)input->next, (gsize)(end - input->next));

    input->next = end;
    return text;
}

char *fuzz_take_line(FuzzInput *input)
{
    gsize left = (gsize)(input->end - input->next);
    const uint8_t *newline = left > 0 ? memchr(input->next, '\n', left) : NULL;
    char *line = take_until(input, newline != NULL ? newline : input->end);

    if (newline != NULL)
        input->next++;
    return line;
}

char *fuzz_take_text(FuzzInput *input)
{
    return take_until(input, input->end);
}

char **fuzz_take_lines(FuzzInput *input, gsize max)
{
    GPtrArray *lines = g_ptr_array_new();

    while (input->next < input->end && lines->len < max) {
        char *line = fuzz_take_line(input);

        if (line[0] == '\0') {
            g_free(line);
            break;
        }
        g_ptr_array_add(lines, line);
    }
    g_ptr_array_add(lines, NULL);
    return (char **)g_ptr_array_free(lines, FALSE);
}

char *fuzz_take_path(FuzzInput *input)
{
    static const char *const NAMES[] = {
        "a",   "b",       "p",       "home", "u",      "usr",  ".git", ".env", "tmp", "proc", "dev",
        "run", "etc",     "secrets", "ab",   "cordon", "var",  "lib",  "bin",  "srv", ".ssh", "x y",
        "'",   "\x1b[2J", "c",       "null", "keys",   "\xff", "-",    ":",    "\n",  "opt",
    };
    GString *path = g_string_new(NULL);

    for (guint parts = 0; parts < 8; parts++) {
        guint8 byte = fuzz_take_byte(input);

        /* The high bits say whether this part is the last. */
        g_string_append_printf(path, "/%s", NAMES[byte % G_N_ELEMENTS(NAMES)]);
        if (byte < 0x60)
            break;
    }
    return g_string_free(path, FALSE);
}

CordonJson *fuzz_parse(const char *text, gsize size)
{
    g_autoptr(GError) error = NULL;
    CordonJson *json = cordon_json_parse(text, size, CORDON_JSON_MAX_BYTES, &error);

    fuzz_check_error(json != NULL, error);
    return json;
}

char *fuzz_write(void (*write)(gconstpointer value, CordonJsonWriter *writer), gconstpointer value)
{
    CordonJsonWriter *writer = cordon_json_writer_new(FALSE);

    cordon_json_begin_object(writer, NULL);
    write(value, writer);
    cordon_json_end_object(writer);
    return cordon_json_writer_finish(writer);
}

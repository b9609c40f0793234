/* SPDX-License-Identifier: MIT */
/* Strict JSON: what is accepted can be walked, written and read again, and is then the same. */
#include <string.h>

#include "fuzz.h"

static void copy_value(CordonJsonWriter *writer, const CordonJsonValue *parent,
                       const CordonJsonValue *value, const char *name);

static void copy_members(CordonJsonWriter *writer, const CordonJsonValue *parent)
{
    guint index = 0;

    for (const CordonJsonValue *value = cordon_json_first(parent); value != NULL;
         value = cordon_json_next(value)) {
        const char *name = cordon_json_name(value);

        FUZZ_CHECK((name != NULL) == cordon_json_is_object(parent));
        FUZZ_CHECK(cordon_json_at(parent, index) == value);
        if (name != NULL) {
            FUZZ_CHECK(cordon_json_find(parent, name) == value);
            FUZZ_CHECK(cordon_json_name_at(parent, index) == name);
        }
        copy_value(writer, parent, value, name);
        index++;
    }
    FUZZ_CHECK(cordon_json_size(parent) == index);
}

static void copy_value(CordonJsonWriter *writer, const CordonJsonValue *parent,
                       const CordonJsonValue *value, const char *name)
{
    gint64 number = 0;
    gboolean flag = FALSE;

    if (cordon_json_is_object(value)) {
        cordon_json_begin_object(writer, name);
        copy_members(writer, value);
        cordon_json_end_object(writer);
    } else if (cordon_json_is_array(value)) {
        cordon_json_begin_array(writer, name);
        copy_members(writer, value);
        cordon_json_end_array(writer);
    } else if (cordon_json_is_null(value)) {
        cordon_json_add_string(writer, name, NULL);
    } else if (cordon_json_string(value) != NULL) {
        FUZZ_CHECK(g_utf8_validate(cordon_json_string(value), -1, NULL));
        cordon_json_add_string(writer, name, cordon_json_string(value));
    } else if (name != NULL && cordon_json_get_bool(parent, name, TRUE, &flag, NULL)) {
        cordon_json_add_bool(writer, name, flag);
    } else if (name != NULL &&
               cordon_json_get_int(parent, name, TRUE, G_MININT64, G_MAXINT64, &number, NULL)) {
        FUZZ_CHECK(ABS(number) < G_GINT64_CONSTANT(1) << 53);
        cordon_json_add_int(writer, name, number);
    } else {
        /* Fractions, and numbers outside an object, have no getter. */
        cordon_json_add_string(writer, name, "number");
    }
}

static char *copy(const CordonJson *json, gboolean pretty)
{
    CordonJsonWriter *writer = cordon_json_writer_new(pretty);

    copy_value(writer, NULL, cordon_json_root(json), NULL);
    return cordon_json_writer_finish(writer);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    g_autoptr(CordonJson) json = fuzz_parse((const char *)data, size);

    if (json == NULL)
        return 0;
    for (int pretty = 0; pretty < 2; pretty++) {
        g_autofree char *text = copy(json, pretty != 0);
        g_autoptr(CordonJson) again = fuzz_parse(text, strlen(text));

        FUZZ_CHECK(again != NULL);
        g_autofree char *text_again = copy(again, pretty != 0);
        FUZZ_CHECK(strcmp(text, text_again) == 0);
    }
    /* The bound holds to the byte. */
    FUZZ_CHECK(cordon_json_parse((const char *)data, size, size - 1, NULL) == NULL);
    return 0;
}

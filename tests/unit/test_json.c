/* SPDX-License-Identifier: MIT */
/* Strict JSON: what is refused, what typed getters say, and that what is written can be read. */
#include <cordon/json.h>

#include <criterion/criterion.h>
#include <string.h>

static CordonJson *parse(const char *text, GError **error)
{
    return cordon_json_parse(text, strlen(text), CORDON_JSON_MAX_BYTES, error);
}

static CordonJson *parse_good(const char *text)
{
    g_autoptr(GError) error = NULL;
    CordonJson *json = parse(text, &error);

    cr_assert_not_null(json, "%s: %s", text, error != NULL ? error->message : "");
    return json;
}

Test(json, accepts_what_the_grammar_allows)
{
    static const char *const texts[] = {
        "null",
        " true\n",
        "\t[ ]\r\n",
        "{}",
        "0",
        "-0",
        "-1.5e+3",
        "1E5",
        "9007199254740991",
        "-9007199254740991",
        "0.1",
        "1e308",
        "\"\"",
        "\"\\\"\\\\\\/\\b\\f\\n\\r\\t\\u00e9\\ud83d\\ude00\"",
        "\"\xf0\x9f\x98\x80\"",
        "\"\x7f\"",
        "{\"a\":{\"a\":[{\"a\":1},{\"a\":2}]},\"b\":[1,\"x\",null,false]}",
    };

    for (gsize i = 0; i < G_N_ELEMENTS(texts); i++) {
        g_autoptr(GError) error = NULL;
        g_autoptr(CordonJson) json = parse(texts[i], &error);
        cr_expect_not_null(json, "%s: %s", texts[i], error != NULL ? error->message : "");
    }
}

Test(json, refuses_what_cjson_lets_through_and_names_the_place)
{
    static const struct {
        const char *text, *message;
    } rows[] = {
        /* twice the same key, also by case and when spelled by an escape */
        {"{\"a\":1,\"a\":2}", "the key \"a\" is there twice (\"a\")"},
        {"{\"enabled\":1,\"Enabled\":2}", "twice"},
        {"{\"a\":1,\"b\":2,\"\\u0061\":3}", "twice"},
        {"[{\"x\":{\"k\":1,\"K\":1}}]", "twice"},
        /* text behind the value */
        {"{} x", "line 1, byte 4: there is text behind the value"},
        {"1 2", "behind"},
        {"null\n\n,", "line 3, byte 1: there is text behind the value"},
        /* not UTF-8 */
        {"\"\xff\"", "line 1, byte 2: a byte that is not UTF-8 text"},
        {"\"\xc0\x80\"", "not UTF-8"},
        {"\"\xed\xa0\x80\"", "not UTF-8"},
        {"\xef\xbb\xbf{}", "a value is expected"},
        /* NUL inside a string */
        {"\"a\\u0000b\"", "a NUL inside a string"},
        {"{\"a\\u0000\":1}", "a NUL inside a string"},
        /* numbers that a double does not hold */
        {"9007199254740993", "a whole number is beyond 2^53 - 1"},
        {"9007199254740992", "beyond"},
        {"-9007199254740993", "beyond"},
        {"123456789012345678901234567890", "beyond"},
        {"1e400", "a number is too large"},
        {"0.0000000000000000000000000000000000000000000000000000000000000000001", "too long"},
        /* spellings */
        {"01", "a number starts with 0"},
        {"+1", "a value is expected"},
        {".5", "a value is expected"},
        {"1.", "a digit is expected"},
        {"1e", "a digit is expected"},
        {"-", "a value is expected"},
        {"NaN", "a value is expected"},
        {"Infinity", "a value is expected"},
        {"nul", "a value is expected"},
        {"True", "a value is expected"},
        {"'a'", "a value is expected"},
        {"", "empty"},
        {"  ", "a value is expected"},
        {"[1,]", "a value is expected"},
        {"[1 2]", "',' or ']' is expected"},
        {"[1", "',' or ']' is expected"},
        {"{\"a\":1,}", "a name in quotes is expected"},
        {"{\"a\" 1}", "':' is expected"},
        {"{\"a\":1 \"b\":2}", "',' or '}' is expected"},
        {"{a:1}", "a name in quotes is expected"},
        {"{1:1}", "a name in quotes is expected"},
        {"\"a", "a string has no end"},
        {"\"a\nb\"", "a control character inside a string"},
        {"\"\\x41\"", "an unknown escape"},
        {"\"\\", "an unknown escape"},
        {"\"\\u12g4\"", "four hexadecimal digits"},
        {"\"\\u12", "four hexadecimal digits"},
        {"\"\\ud83d\"", "half of a surrogate pair"},
        {"\"\\ud83d\\u0041\"", "half of a surrogate pair"},
        {"\"\\ude00\"", "half of a surrogate pair"},
        {"[1] // c", "behind"},
        {"/**/1", "a value is expected"},
        {"\f1", "a value is expected"},
    };

    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autoptr(GError) error = NULL;
        g_autoptr(CordonJson) json = parse(rows[i].text, &error);
        cr_expect_null(json, "row %zu: %s", i, rows[i].text);
        cr_expect(g_error_matches(error, CORDON_ERROR, CORDON_ERROR_PARSE), "row %zu", i);
        cr_expect(error != NULL && strstr(error->message, rows[i].message) != NULL,
                  "row %zu: %s: %s", i, rows[i].text, error != NULL ? error->message : "");
    }
}

Test(json, refuses_a_nul_byte_of_the_text_itself)
{
    g_autoptr(GError) error = NULL;
    static const char text[] = "[1]\0[2]";

    cr_expect_null(cordon_json_parse(text, sizeof text - 1, 100, &error));
    cr_expect(g_error_matches(error, CORDON_ERROR, CORDON_ERROR_PARSE));
}

Test(json, reads_only_the_bytes_it_was_given)
{
    g_autoptr(CordonJson) json = cordon_json_parse("12345", 2, 100, NULL);
    gint64 value = 0;

    cr_assert_not_null(json);
    g_autoptr(CordonJson) object = cordon_json_parse("{\"a\":12}3", 8, 100, NULL);
    cr_assert(cordon_json_get_int(cordon_json_root(object), "a", TRUE, 0, 100, &value, NULL));
    cr_expect_eq(value, 12);
}

static char *nested(guint depth)
{
    GString *text = g_string_new(NULL);

    for (guint i = 0; i < depth; i++)
        g_string_append_c(text, '[');
    for (guint i = 0; i < depth; i++)
        g_string_append_c(text, ']');
    return g_string_free(text, FALSE);
}

Test(json, limits_depth_size_and_number_of_values)
{
    g_autofree char *deep_enough = nested(CORDON_JSON_MAX_DEPTH);
    g_autofree char *too_deep = nested(CORDON_JSON_MAX_DEPTH + 1);
    g_autofree char *far_too_deep = nested(100000);
    cordon_json_free(parse_good(deep_enough));
    cr_expect_null(parse(too_deep, NULL));
    cr_expect_null(parse(far_too_deep, NULL));

    cr_expect_null(cordon_json_parse("[1, 2]", 6, 5, NULL));
    g_autofree char *large = g_malloc(CORDON_JSON_MAX_BYTES + 1);
    memset(large, ' ', CORDON_JSON_MAX_BYTES + 1);
    large[0] = '1';
    cr_expect_null(cordon_json_parse(large, CORDON_JSON_MAX_BYTES + 1, G_MAXSIZE, NULL));

    GString *many = g_string_new("[0");
    for (guint i = 0; i < CORDON_JSON_MAX_VALUES; i++)
        g_string_append(many, ",0");
    g_string_append_c(many, ']');
    g_autofree char *many_text = g_string_free(many, FALSE);
    cr_expect_null(parse(many_text, NULL));
}

Test(json, finds_names_by_exact_bytes)
{
    g_autoptr(CordonJson) json = parse_good("{\"Name\":1,\"b\":[10,20,30],\"c\":null}");
    const CordonJsonValue *root = cordon_json_root(json);

    cr_expect(cordon_json_is_object(root));
    cr_expect_null(cordon_json_find(root, "name"));
    cr_expect_not_null(cordon_json_find(root, "Name"));
    cr_expect_eq(cordon_json_size(root), 3);
    cr_expect_str_eq(cordon_json_name_at(root, 1), "b");
    cr_expect_null(cordon_json_name_at(root, 3));
    const CordonJsonValue *list = cordon_json_at(root, 1);
    cr_expect(cordon_json_is_array(list));
    cr_expect_eq(cordon_json_size(list), 3);
    cr_expect_null(cordon_json_at(list, 3));
    cr_expect_null(cordon_json_find(list, "b"));
    cr_expect(cordon_json_is_null(cordon_json_at(root, 2)));

    guint count = 0;
    for (const CordonJsonValue *value = cordon_json_first(list); value != NULL;
         value = cordon_json_next(value))
        count++;
    cr_expect_eq(count, 3);
    cr_expect_null(cordon_json_first(cordon_json_at(list, 0)));
}

Test(json, typed_getters_name_the_place)
{
    g_autoptr(CordonJson) json = parse_good(
        "{\"s\":\"x\",\"i\":7,\"f\":1.5,\"b\":true,\"l\":[\"a\",\"b\"],\"m\":[\"a\",\"b\",3],"
        "\"n\":null,\"big\":1e300}");
    const CordonJsonValue *root = cordon_json_root(json);
    const char *string = "kept";
    gint64 number = -1;
    gboolean boolean = FALSE;
    char **strings = NULL;

    cr_expect(cordon_json_get_string(root, "s", TRUE, &string, NULL));
    cr_expect_str_eq(string, "x");
    cr_expect(cordon_json_get_int(root, "i", TRUE, 7, 7, &number, NULL));
    cr_expect_eq(number, 7);
    cr_expect(cordon_json_get_bool(root, "b", TRUE, &boolean, NULL));
    cr_expect_eq(boolean, TRUE);
    cr_expect(cordon_json_get_strings(root, "l", TRUE, 2, &strings, NULL));
    cr_expect_eq(g_strv_length(strings), 2);
    cr_expect_str_eq(strings[1], "b");
    g_strfreev(strings);
    strings = NULL;

    /* Absent, or null, and not required: nothing is touched. */
    string = "kept";
    cr_expect(cordon_json_get_string(root, "absent", FALSE, &string, NULL));
    cr_expect(cordon_json_get_string(root, "n", FALSE, &string, NULL));
    cr_expect_str_eq(string, "kept");
    cr_expect(cordon_json_get_strings(root, "absent", FALSE, 1, &strings, NULL));
    cr_expect_null(strings);

#define EXPECT_ERROR(call, text)                                                                   \
    do {                                                                                           \
        g_autoptr(GError) error = NULL;                                                            \
        cr_expect_not(call);                                                                       \
        cr_expect(g_error_matches(error, CORDON_ERROR, CORDON_ERROR_PARSE));                       \
        cr_expect_str_eq(error->message, text);                                                    \
    } while (0)
    EXPECT_ERROR(cordon_json_get_string(root, "absent", TRUE, &string, &error), "absent: missing");
    EXPECT_ERROR(cordon_json_get_string(root, "n", TRUE, &string, &error), "n: missing");
    EXPECT_ERROR(cordon_json_get_string(root, "i", FALSE, &string, &error), "i: not a string");
    EXPECT_ERROR(cordon_json_get_int(root, "s", TRUE, 0, 9, &number, &error), "s: not a number");
    EXPECT_ERROR(cordon_json_get_int(root, "f", TRUE, 0, 9, &number, &error),
                 "f: not a whole number");
    EXPECT_ERROR(cordon_json_get_int(root, "big", TRUE, G_MININT64, G_MAXINT64, &number, &error),
                 "big: not a whole number");
    EXPECT_ERROR(cordon_json_get_int(root, "i", TRUE, 0, 6, &number, &error),
                 "i: not between 0 and 6");
    EXPECT_ERROR(cordon_json_get_bool(root, "i", TRUE, &boolean, &error), "i: not true or false");
    EXPECT_ERROR(cordon_json_get_strings(root, "s", TRUE, 9, &strings, &error), "s: not a list");
    EXPECT_ERROR(cordon_json_get_strings(root, "m", TRUE, 9, &strings, &error),
                 "m[2]: not a string");
    EXPECT_ERROR(cordon_json_get_strings(root, "l", TRUE, 1, &strings, &error),
                 "l: more than 1 elements");
    EXPECT_ERROR(cordon_json_get_string(cordon_json_find(root, "l"), "x", TRUE, &string, &error),
                 "x: not inside an object");
    cr_expect_eq(number, 7);
    cr_expect_null(strings);
}

static void write_sample(CordonJsonWriter *writer)
{
    const char *const words[] = {"a", "b", NULL};

    cordon_json_begin_object(writer, NULL);
    cordon_json_add_string(writer, "quote\"", "a\"\\\n\t\x01\x1f\x7f\xc3\xa9");
    cordon_json_add_string(writer, "none", NULL);
    cordon_json_add_bytes(writer, "bytes", "a\0\xff\xc3", 4);
    cordon_json_add_int(writer, "int", -5);
    cordon_json_add_uint(writer, "uint", G_MAXUINT64);
    cordon_json_add_bool(writer, "yes", TRUE);
    cordon_json_add_strings(writer, "words", words);
    cordon_json_begin_array(writer, "empty");
    cordon_json_end_array(writer);
    cordon_json_begin_object(writer, "object");
    cordon_json_end_object(writer);
    cordon_json_end_object(writer);
}

Test(json, writer_escapes_and_nests)
{
    CordonJsonWriter *writer = cordon_json_writer_new(FALSE);

    write_sample(writer);
    g_autofree char *text = cordon_json_writer_finish(writer);
    cr_expect_str_eq(
        text, "{\"quote\\\"\":\"a\\\"\\\\\\n\\t\\u0001\\u001f\\u007f\xc3\xa9\",\"none\":null,"
              "\"bytes\":\"a\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\",\"int\":-5,"
              "\"uint\":18446744073709551615,\"yes\":true,\"words\":[\"a\",\"b\"],"
              "\"empty\":[],\"object\":{}}");
}

Test(json, writer_indents_on_demand)
{
    CordonJsonWriter *writer = cordon_json_writer_new(TRUE);

    cordon_json_begin_object(writer, NULL);
    cordon_json_add_int(writer, "a", 1);
    cordon_json_begin_array(writer, "b");
    cordon_json_add_bool(writer, NULL, FALSE);
    cordon_json_end_array(writer);
    cordon_json_begin_array(writer, "c");
    cordon_json_end_array(writer);
    cordon_json_end_object(writer);
    g_autofree char *text = cordon_json_writer_finish(writer);
    cr_expect_str_eq(text, "{\n  \"a\": 1,\n  \"b\": [\n    false\n  ],\n  \"c\": []\n}\n");
}

Test(json, reads_back_every_byte_string_it_wrote)
{
    g_autoptr(GRand) random = g_rand_new_with_seed(20240917);

    for (guint round = 0; round < 2000; round++) {
        char bytes[32];
        gsize size = (gsize)g_rand_int_range(random, 0, sizeof bytes);
        for (gsize i = 0; i < size; i++)
            bytes[i] = (char)g_rand_int_range(random, 0, 256);
        CordonJsonWriter *writer = cordon_json_writer_new(round % 2 == 0);
        cordon_json_begin_object(writer, NULL);
        cordon_json_add_bytes(writer, "x", bytes, size);
        cordon_json_end_object(writer);
        g_autofree char *text = cordon_json_writer_finish(writer);
        g_autoptr(CordonJson) json = parse_good(text);
        const char *back = NULL;
        cr_assert(cordon_json_get_string(cordon_json_root(json), "x", TRUE, &back, NULL));
        if (memchr(bytes, '\0', size) == NULL && g_utf8_validate(bytes, (gssize)size, NULL))
            cr_expect(strlen(back) == size && memcmp(back, bytes, size) == 0);
        else
            cr_expect_not_null(strstr(back, "\xef\xbf\xbd"));
    }
}

/* Counts what can be reached: a walk over the whole tree for the sanitizers to watch. */
static guint walk(const CordonJsonValue *value)
{
    guint count = 1;
    const char *text = cordon_json_string(value);

    if (text != NULL)
        cr_assert(g_utf8_validate(text, -1, NULL));
    for (const CordonJsonValue *member = cordon_json_first(value); member != NULL;
         member = cordon_json_next(member))
        count += walk(member);
    return count;
}

Test(json, survives_random_mutations)
{
    static const char *const seeds[] = {
        "{\"manifest\":1,\"id\":\"bwrap\",\"enabled\":false,\"list\":[\"a\",\"b\",null]}",
        "[[[[1.5e-3]]],{\"\\ud83d\\ude00\":\"\\u0041\"},-12,true]",
        "\"\xc3\xa9\xf0\x9f\x98\x80\\n\"",
    };
    static const char alphabet[] = "{}[]\",:\\u0dD8e+-.1aA \n\t\xc3\xff";
    g_autoptr(GRand) random = g_rand_new_with_seed(1);
    guint accepted = 0, refused = 0;

    for (guint round = 0; round < 30000; round++) {
        GString *text = g_string_new(seeds[round % G_N_ELEMENTS(seeds)]);
        for (gint32 edits = g_rand_int_range(random, 0, 4); edits > 0 && text->len > 0; edits--) {
            gsize at = (gsize)g_rand_int_range(random, 0, (gint32)text->len);
            char c = alphabet[g_rand_int_range(random, 0, sizeof alphabet)];
            switch (g_rand_int_range(random, 0, 3)) {
            case 0:
                text->str[at] = c;
                break;
            case 1:
                g_string_insert_c(text, (gssize)at, c);
                break;
            default:
                g_string_erase(text, (gssize)at, 1);
            }
        }
        /* An exact copy, so that a read behind the end is seen. */
        g_autofree char *exact = g_memdup2(text->str, text->len);
        g_autoptr(GError) error = NULL;
        g_autoptr(CordonJson) json = cordon_json_parse(exact, text->len, 4096, &error);
        cr_assert((json != NULL) == (error == NULL));
        if (json != NULL)
            accepted += walk(cordon_json_root(json)) > 0;
        else
            cr_assert(g_error_matches(error, CORDON_ERROR, CORDON_ERROR_PARSE), "%s: %s", text->str,
                      error->message);
        refused += json == NULL;
        g_string_free(text, TRUE);
    }
    cr_expect_gt(accepted, 1000);
    cr_expect_gt(refused, 1000);
}

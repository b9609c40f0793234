/* SPDX-License-Identifier: MIT */
/* The manifest of a backend: what is read, what is refused, and with which words. */
#include "registry/manifest.h"

#include <criterion/criterion.h>
#include <string.h>

static CordonManifest *parse(const char *text, GError **error)
{
    return cordon_manifest_parse(text, strlen(text), error);
}

Test(manifest, gives_every_member)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(CordonManifest) manifest = parse(
        "{\"manifest\": 1, \"id\": \"bwrap\", \"name\": \"Bubblewrap\", \"version\": \"1.0.0\","
        " \"abi\": 1, \"library\": \"../backends/bwrap.so\", \"platforms\": [\"linux\"],"
        " \"priority\": 20, \"guarantees\": [\"net.none/1\", \"org.example.gpu.none/12\"],"
        " \"codes\": [\"bwrap.not-installed\", \"userns.disabled\"],"
        " \"x-anything\": {\"a\": [null]}, \"future\": 7}",
        &error);

    cr_assert_not_null(manifest, "%s", error != NULL ? error->message : "");
    cr_expect_str_eq(manifest->id, "bwrap");
    cr_expect(manifest->enabled);
    cr_expect_str_eq(manifest->name, "Bubblewrap");
    cr_expect_str_eq(manifest->version, "1.0.0");
    cr_expect_str_eq(manifest->library, "../backends/bwrap.so");
    cr_expect_eq(manifest->abi, 1);
    cr_expect_eq(manifest->priority, 20);
    cr_expect_str_eq(manifest->platforms[0], "linux");
    cr_expect_null(manifest->platforms[1]);
    cr_expect_str_eq(manifest->guarantees[1], "org.example.gpu.none/12");
    cr_expect_null(manifest->guarantees[2]);
    cr_expect_str_eq(manifest->unknown[0], "future");
    cr_expect_null(manifest->unknown[1], "x- keys are free");
    cr_expect(cordon_manifest_has_code(manifest, "userns.disabled"));
    cr_expect_not(cordon_manifest_has_code(manifest, "userns"));
}

#define START "{\"manifest\":1,\"id\":\"a\",\"name\":\"A\",\"version\":\"1\",\"abi\":1,"
#define REST  "\"library\":\"a.so\",\"platforms\":[\"linux\"]}"

Test(manifest, may_leave_out_priority_guarantees_and_codes)
{
    g_autoptr(CordonManifest) manifest = parse(START REST, NULL);

    cr_assert_not_null(manifest);
    cr_expect_eq(manifest->priority, 50);
    cr_expect_null(manifest->guarantees[0]);
    cr_expect_null(manifest->codes[0]);
    cr_expect_not(cordon_manifest_has_code(manifest, "a"));
}

Test(manifest, that_masks_needs_only_the_id)
{
    g_autoptr(CordonManifest) manifest = parse("{\"id\":\"docker\",\"enabled\":false}", NULL);

    cr_assert_not_null(manifest);
    cr_expect_str_eq(manifest->id, "docker");
    cr_expect_not(manifest->enabled);
    cr_expect_null(manifest->library);
    cr_expect_not(cordon_manifest_has_code(manifest, "a"));
}

Test(manifest, refuses_what_breaks_its_form_and_says_where)
{
    static const struct {
        const char *text, *message;
    } rows[] = {
        {"[]", "the manifest: not an object"},
        {"{}", "id: missing"},
        {"{\"id\":\"a\"}", "manifest: missing"},
        {"{\"id\":\"a\",\"enabled\":null}", "enabled: null"},
        {"{\"id\":\"a\",\"enabled\":\"no\"}", "enabled: not true or false"},
        {"{\"id\":\"a\",\"enabled\":false,\"manifest\":2}", "manifest: not between 1 and 1"},
        {"{\"id\":\"\",\"enabled\":false}", "id: not a letter"},
        {"{\"id\":\"A\",\"enabled\":false}", "id: not a letter"},
        {"{\"id\":\"1a\",\"enabled\":false}", "id: not a letter"},
        {"{\"id\":\"-a\",\"enabled\":false}", "id: not a letter"},
        {"{\"id\":\"a/b\",\"enabled\":false}", "id: not a letter"},
        {"{\"id\":\"a\\n\",\"enabled\":false}", "id: not a letter"},
        {"{\"id\":\"a23456789012345678901234567890123\",\"enabled\":false}", "id: not a letter"},
        {"{\"id\":\"a\",\"Id\":\"b\",\"enabled\":false}", "is there twice"},
        {"{\"id\":7,\"enabled\":false}", "id: not a string"},
        {"{\"manifest\":2,\"id\":\"a\"}", "manifest: not between 1 and 1"},
        {"{\"manifest\":1,\"id\":\"a\"}", "abi: missing"},
        {"{\"manifest\":1,\"id\":\"a\",\"abi\":0}", "abi: not between"},
        {"{\"manifest\":1,\"id\":\"a\",\"abi\":\"1\"}", "abi: not a number"},
        {"{\"manifest\":1,\"id\":\"a\",\"abi\":1}", "name: missing"},
        {"{\"manifest\":1,\"id\":\"a\",\"abi\":1,\"name\":\"\"}", "name: not one line"},
        {"{\"manifest\":1,\"id\":\"a\",\"abi\":1,\"name\":\"a\\nb\"}", "name: not one line"},
        {"{\"manifest\":1,\"id\":\"a\",\"abi\":1,\"name\":\"a\\u001b[0m\"}", "name: not one line"},
        {"{\"manifest\":1,\"id\":\"a\",\"abi\":1,\"name\":\"a\\u0085b\"}", "name: not one line"},
        {"{\"manifest\":1,\"id\":\"a\",\"abi\":1,\"name\":\"a\\u202eb\"}", "name: not one line"},
        {"{\"manifest\":1,\"id\":\"a\",\"abi\":1,\"name\":\"A\"}", "version: missing"},
        {START "\"platforms\":[\"linux\"]}", "library: missing"},
        {START "\"library\":\"\",\"platforms\":[\"linux\"]}", "library: not one line"},
        {START "\"library\":\"a\\tb\",\"platforms\":[\"linux\"]}", "library: not one line"},
        {START "\"library\":\"a\\u0000b\",\"platforms\":[\"linux\"]}", "NUL"},
        {START "\"library\":\"a.so\"}", "platforms: missing"},
        {START "\"library\":\"a.so\",\"platforms\":\"linux\"}", "platforms: not a list"},
        {START "\"library\":\"a.so\",\"platforms\":[\"Linux\"]}", "platforms[0]: not of the form"},
        {START "\"library\":\"a.so\",\"platforms\":[\"linux\",\"linux\"]}",
         "platforms[1]: there twice"},
        {START "\"library\":\"a.so\",\"platforms\":[\"a\",\"b\",\"c\",\"d\",\"e\",\"f\",\"g\","
               "\"h\",\"i\"]}",
         "platforms: more than 8"},
        {START "\"priority\":-1," REST, "priority: not between"},
        {START "\"priority\":1.5," REST, "priority: not a whole number"},
        {START "\"priority\":null," REST, "priority: null"},
        {START "\"guarantees\":[\"net.none\"]," REST, "guarantees[0]: not of the form"},
        {START "\"guarantees\":[\"net.none/\"]," REST, "guarantees[0]: not of the form"},
        {START "\"guarantees\":[\"net.none/0\"]," REST, "guarantees[0]: not of the form"},
        {START "\"guarantees\":[\"net.none/01\"]," REST, "guarantees[0]: not of the form"},
        {START "\"guarantees\":[\"net.none/1x\"]," REST, "guarantees[0]: not of the form"},
        {START "\"guarantees\":[\"net/1\"]," REST, "guarantees[0]: not of the form"},
        {START "\"guarantees\":[\"net.none/1\",\"net.none/1\"]," REST, "guarantees[1]: there"},
        {START "\"guarantees\":[\"net.none/1\",3]," REST, "guarantees[1]: not a string"},
        {START "\"codes\":[\"a b\"]," REST, "codes[0]: not of the form"},
        {START "\"codes\":[\"\"]," REST, "codes[0]: not of the form"},
        {START "\"codes\":[\"a\",\"b\",\"a\"]," REST, "codes[2]: there twice"},
        {START "\"a\\u001bkey\":1," REST, "a key: not one line"},
        {START REST "x", "there is text behind the value"},
        {"", "the text is empty"},
    };

    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autoptr(GError) error = NULL;
        g_autoptr(CordonManifest) manifest = parse(rows[i].text, &error);
        cr_expect_null(manifest, "row %zu: %s", i, rows[i].text);
        cr_expect(g_error_matches(error, CORDON_ERROR, CORDON_ERROR_PARSE), "row %zu", i);
        cr_expect(error != NULL && strstr(error->message, rows[i].message) != NULL, "row %zu: %s",
                  i, error != NULL ? error->message : "");
    }
}

Test(manifest, bounds_every_count)
{
    static const struct {
        const char *before, *element, *after;
        guint fits;
    } rows[] = {
        {START "\"codes\":[\"z\"", ",\"c%u\"", "]," REST, CORDON_MANIFEST_MAX_CODES - 1},
        {START "\"guarantees\":[\"z.z/1\"", ",\"a.c%u/1\"", "]," REST,
         CORDON_MANIFEST_MAX_GUARANTEES - 1},
        {START "\"k\":1", ",\"k%u\":1", "," REST, 63},
    };

    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        for (guint extra = 0; extra < 2; extra++) {
            g_autoptr(GString) text = g_string_new(rows[i].before);
            for (guint j = 0; j < rows[i].fits + extra; j++) {
                const char *percent = strstr(rows[i].element, "%u");
                g_string_append_len(text, rows[i].element, percent - rows[i].element);
                g_string_append_printf(text, "%u%s", j, percent + 2);
            }
            g_string_append(text, rows[i].after);
            g_autoptr(CordonManifest) manifest = parse(text->str, NULL);
            cr_expect_eq(manifest != NULL, extra == 0, "row %zu, extra %u", i, extra);
        }
    }
    g_autofree char *spaces = g_strnfill(CORDON_MANIFEST_MAX_BYTES, ' ');
    g_autofree char *large = g_strconcat(START REST, spaces, NULL);
    cr_expect_null(parse(large, NULL));
}

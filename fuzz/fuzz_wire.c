/* SPDX-License-Identifier: MIT */
/* The frames between host and worker: however the stream is cut, the same messages come out of it. */
#include <string.h>

#include "engine/wire.h"
#include "fuzz.h"

typedef struct {
    guint messages, members;
    gboolean failed, partial;
} Outcome;

static Outcome read_stream(const uint8_t *bytes, gsize size, gsize chunk)
{
    g_autoptr(CordonWireReader) reader = cordon_wire_reader_new(CORDON_WIRE_MAX_REPLY_BYTES);
    Outcome outcome = {0};

    for (gsize at = 0; at < size && !outcome.failed; at += chunk) {
        g_autoptr(GError) error = NULL;
        gboolean fed = cordon_wire_reader_feed(reader, bytes + at, MIN(chunk, size - at), &error);

        fuzz_check_error(fed, error);
        FUZZ_CHECK(fed);
        while (!outcome.failed) {
            g_autoptr(CordonJson) json = NULL;

            outcome.failed = !cordon_wire_reader_next(reader, &json, &error);
            fuzz_check_error(!outcome.failed, error);
            if (json == NULL)
                break;
            FUZZ_CHECK(!outcome.failed);
            FUZZ_CHECK(cordon_json_is_object(cordon_json_root(json)));
            outcome.messages++;
            outcome.members += cordon_json_size(cordon_json_root(json));
        }
    }
    /* After a failure nothing is asked any more. */
    outcome.partial = !outcome.failed && cordon_wire_reader_is_partial(reader);
    return outcome;
}

static void check_escape(FuzzInput *input)
{
    g_autofree char *bytes = fuzz_take_text(input);
    g_autofree char *text = cordon_wire_escape(bytes);
    g_autofree char *back = cordon_wire_unescape(text);
    g_autofree char *other = cordon_wire_unescape(bytes);

    for (const char *c = text; *c != '\0'; c++)
        FUZZ_CHECK(g_ascii_isprint(*c));
    FUZZ_CHECK(back != NULL && strcmp(back, bytes) == 0);
    FUZZ_CHECK(other == NULL || strlen(other) <= strlen(bytes));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    FuzzInput input = {data, data + size};
    gsize chunk = 1 + (gsize)fuzz_take_byte(&input);
    gsize left = (gsize)(input.end - input.next);
    Outcome whole = read_stream(input.next, left, MAX(left, 1));
    Outcome cut = read_stream(input.next, left, chunk);

    FUZZ_CHECK(whole.messages == cut.messages && whole.members == cut.members);
    FUZZ_CHECK(whole.failed == cut.failed && whole.partial == cut.partial);
    check_escape(&input);
    return 0;
}

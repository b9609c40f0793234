/* SPDX-License-Identifier: MIT */
/* The stream of a container: however it is cut, the same comes out, and nothing that was not in it. */
#include <string.h>

#include "base/protocol.h"
#include "demux.h"
#include "fuzz.h"

/* What came out, in its order; each kind for itself. */
typedef struct {
    GString *output, *errors, *lines;
} Seen;

static void take_output(gboolean is_error, const char *bytes, gsize size, gpointer user_data)
{
    Seen *seen = user_data;

    FUZZ_CHECK(size > 0);
    g_string_append_len(is_error ? seen->errors : seen->output, bytes, (gssize)size);
}

static void take_status(const char *line, gpointer user_data)
{
    Seen *seen = user_data;

    FUZZ_CHECK(strlen(line) <= CORDON_STATUS_LINE_MAX && strchr(line, '\n') == NULL);
    g_string_append_printf(seen->lines, "%s\n", line);
}

/* step: bytes at a time.  Returns whether it was taken for a stream. */
static gboolean split(const char *key, const uint8_t *data, size_t size, size_t step, Seen *ret)
{
    static const CordonDemuxSinks sinks = {take_output, take_status};
    g_autoptr(CordonDemux) demux = cordon_demux_new(key, &sinks, ret);
    g_autoptr(GError) error = NULL;
    gboolean fine = TRUE;

    *ret = (Seen){g_string_new(NULL), g_string_new(NULL), g_string_new(NULL)};
    for (size_t at = 0; at < size && fine; at += step)
        fine = cordon_demux_feed(demux, (const char *)data + at, MIN(step, size - at), &error);
    fuzz_check_error(fine, error);
    cordon_demux_end(demux);
    FUZZ_CHECK(ret->output->len + ret->errors->len + ret->lines->len <= size);
    return fine;
}

static void seen_free(Seen *seen)
{
    g_string_free(seen->output, TRUE);
    g_string_free(seen->errors, TRUE);
    g_string_free(seen->lines, TRUE);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char *const keys[] = {"aabaabaac", "a", "abab", "0123456789abcdef0123456789abcdef",
                                       NULL};
    FuzzInput input = {data, data + size};
    const char *key = keys[fuzz_take_byte(&input) % G_N_ELEMENTS(keys)];
    size_t left = (size_t)(input.end - input.next);
    Seen whole, pieces;

    gboolean fine = split(key, input.next, left, MAX(left, 1), &whole);
    for (size_t step = 1; step < 4; step++) {
        FUZZ_CHECK(split(key, input.next, left, step, &pieces) == fine);
        FUZZ_CHECK(g_string_equal(pieces.output, whole.output));
        FUZZ_CHECK(g_string_equal(pieces.errors, whole.errors));
        FUZZ_CHECK(g_string_equal(pieces.lines, whole.lines));
        seen_free(&pieces);
    }
    seen_free(&whole);
    return 0;
}

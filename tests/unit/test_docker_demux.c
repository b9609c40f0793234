/* SPDX-License-Identifier: MIT */
/* drivers/docker/demux.c: random streams, cut at random places, against a reference that sees each stream whole. */
#include "demux.h"

#include <criterion/criterion.h>
#include <string.h>

#include "base/protocol.h"

enum { OUTPUT = 1, ERRORS = 2, ENGINE = 3, ROUNDS = 1500 };

/* What came out: output, errors, and status lines, each ended by '\n'. */
typedef struct {
    GString *output, *errors, *lines;
    guint calls_with_nothing;
} Seen;

static Seen seen_new(void)
{
    return (Seen){g_string_new(NULL), g_string_new(NULL), g_string_new(NULL), 0};
}

static void seen_free(Seen *seen)
{
    g_string_free(seen->output, TRUE);
    g_string_free(seen->errors, TRUE);
    g_string_free(seen->lines, TRUE);
}

static void take_output(gboolean is_error, const char *bytes, gsize size, gpointer user_data)
{
    Seen *seen = user_data;

    seen->calls_with_nothing += size == 0;
    g_string_append_len(is_error ? seen->errors : seen->output, bytes, (gssize)size);
}

static void take_status(const char *line, gpointer user_data)
{
    Seen *seen = user_data;
    g_string_append_printf(seen->lines, "%s\n", line);
}

static const CordonDemuxSinks sinks = {take_output, take_status};

static void add_frame_of(GString *stream, int type, gsize size)
{
    const char header[] = {(char)type,
                           0,
                           0,
                           0,
                           (char)(size >> 24),
                           (char)(size >> 16 & 0xff),
                           (char)(size >> 8),
                           (char)(size & 0xff)};

    g_string_append_len(stream, header, sizeof header);
}

static void add_frame(GString *stream, int type, const char *bytes, gsize size)
{
    add_frame_of(stream, type, size);
    g_string_append_len(stream, bytes, (gssize)size);
}

static void expect_bytes(const GString *got, const GString *wanted, const char *what, guint round)
{
    cr_assert(g_string_equal(got, wanted), "round %u: %s differs: %zu bytes, not %zu", round, what,
              got->len, wanted->len);
}

/* --- the reference --------------------------------------------------------------------------------- */

/* Splits the whole text of the errors: everything before a key is text, everything behind it up to '\n' a line. */
static void split_errors(const GString *text, const char *key, Seen *ret)
{
    gsize key_size = strlen(key), at = 0;

    while (at < text->len) {
        if (key_size == 0 || text->len - at < key_size ||
            memcmp(text->str + at, key, key_size) != 0) {
            g_string_append_c(ret->errors, text->str[at++]);
            continue;
        }
        const char *line = text->str + at + key_size;
        const char *end = memchr(line, '\n', text->len - at - key_size);
        if (end == NULL)
            return; /* a line without its end is none */
        gsize size = MIN((gsize)(end - line), CORDON_STATUS_LINE_MAX);
        g_string_append_len(ret->lines, line, (gssize)size);
        g_string_append_c(ret->lines, '\n');
        at = (gsize)(end - text->str) + 1;
    }
}

/* --- random streams -------------------------------------------------------------------------------- */

static const char *const keys[] = {
    "aabaabaac", "a", "aa", "ab", "abab", "aaaaab", "abcabcabd", "0123456789abcdef0123456789abcdef",
};

/* Of few letters, so that beginnings of the key are everywhere. */
static void add_noise(GString *text, GRand *random, const char *key)
{
    static const char letters[] = "aabbc\n0";
    int size = g_rand_int_range(random, 0, 12);

    for (int i = 0; i < size; i++)
        g_string_append_c(text, letters[g_rand_int_range(random, 0, sizeof letters - 1)]);
    if (g_rand_boolean(random))
        g_string_append_len(text, key, g_rand_int_range(random, 0, (int)strlen(key) + 1));
    if (g_rand_int_range(random, 0, 3) == 0)
        g_string_append_printf(text, "%sexited %d\n", key, g_rand_int_range(random, 0, 256));
}

/* text, in frames of random sizes, among frames of output and empty ones. */
static void frame_errors(GString *stream, GRand *random, const GString *text, GString *output)
{
    gsize at = 0;

    while (at < text->len || g_rand_int_range(random, 0, 3) == 0) {
        gsize left = text->len - at;
        gsize size = (gsize)g_rand_int_range(random, 0, (int)MIN(left, 9) + 1);
        if (g_rand_int_range(random, 0, 4) == 0) {
            add_frame(stream, OUTPUT, "aab\n", 4);
            g_string_append(output, "aab\n");
        }
        add_frame(stream, g_rand_int_range(random, 0, 8) == 0 ? ENGINE : ERRORS, text->str + at,
                  size);
        at += size;
    }
}

static void feed_in_pieces(CordonDemux *demux, GRand *random, const GString *stream)
{
    int most = g_rand_int_range(random, 1, 40);
    g_autoptr(GError) error = NULL;

    for (gsize at = 0; at < stream->len;) {
        gsize size = (gsize)g_rand_int_range(random, 1, most + 1);
        size = MIN(size, stream->len - at);
        /* In memory of its own, so that reading beyond the end is noticed. */
        g_autofree char *piece = g_memdup2(stream->str + at, size);
        cr_assert(cordon_demux_feed(demux, piece, size, &error), "%s",
                  error != NULL ? error->message : "");
        at += size;
    }
}

static void try_random_stream(GRand *random, guint round)
{
    const char *key = keys[round % G_N_ELEMENTS(keys)];
    g_autoptr(GString) text = g_string_new(NULL);
    g_autoptr(GString) stream = g_string_new(NULL);
    Seen wanted = seen_new(), seen = seen_new();

    for (int i = g_rand_int_range(random, 0, 12); i > 0; i--)
        add_noise(text, random, key);
    frame_errors(stream, random, text, wanted.output);
    split_errors(text, key, &wanted);
    g_autoptr(CordonDemux) demux = cordon_demux_new(key, &sinks, &seen);
    feed_in_pieces(demux, random, stream);
    cordon_demux_end(demux);
    expect_bytes(seen.output, wanted.output, "the output", round);
    expect_bytes(seen.errors, wanted.errors, "the errors", round);
    expect_bytes(seen.lines, wanted.lines, "the lines", round);
    cr_assert_eq(seen.calls_with_nothing, 0);
    seen_free(&wanted);
    seen_free(&seen);
}

Test(docker_demux, random_streams_come_out_as_the_reference_says)
{
    g_autoptr(GRand) random = g_rand_new_with_seed(7);

    for (guint round = 0; round < ROUNDS; round++)
        try_random_stream(random, round);
}

/* --- single cases ---------------------------------------------------------------------------------- */

/* One text on the errors, byte by byte and at once. */
static void expect_split(const char *key, const char *text, const char *errors, const char *lines)
{
    for (int whole = 0; whole < 2; whole++) {
        g_autoptr(GString) stream = g_string_new(NULL);
        Seen seen = seen_new();
        g_autoptr(CordonDemux) demux = cordon_demux_new(key, &sinks, &seen);

        add_frame(stream, ERRORS, text, strlen(text));
        for (gsize i = 0; i < (whole ? 1 : stream->len); i++)
            cr_assert(cordon_demux_feed(demux, stream->str + i, whole ? stream->len : 1, NULL));
        cordon_demux_end(demux);
        cr_expect_str_eq(seen.errors->str, errors, "\"%s\": \"%s\"", text, seen.errors->str);
        cr_expect_str_eq(seen.lines->str, lines, "\"%s\": \"%s\"", text, seen.lines->str);
        seen_free(&seen);
    }
}

Test(docker_demux, keys_that_overlap_themselves)
{
    expect_split("aabaabaac", "aabaabaabaacready\n", "aab", "ready\n");
    expect_split("aabaabaac", "aaabaabaacready\nx", "ax", "ready\n");
    expect_split("aabaabaac", "aabaabaad", "aabaabaad", "");
    expect_split("aa", "aaaready\n", "", "aready\n");
    expect_split("ab", "aaabready\nab\n", "aa", "ready\n\n");
    expect_split("abcabcabd", "abcabcabcabdready\n", "abc", "ready\n");
}

Test(docker_demux, a_key_in_a_line_is_a_part_of_the_line)
{
    expect_split("key", "keyexited keykey\nkeyready\n", "", "exited keykey\nready\n");
}

Test(docker_demux, a_beginning_of_the_key_at_the_end_is_given_out)
{
    expect_split("aabaabaac", "xaabaabaa", "xaabaabaa", "");
    expect_split("aabaabaac", "a", "a", "");
    expect_split("aabaabaac", "aabaabaac", "", ""); /* whole, and nothing behind it */
    expect_split("aabaabaac", "aabaabaacexit", "", "");
}

Test(docker_demux, the_end_gives_out_once)
{
    g_autoptr(GString) stream = g_string_new(NULL);
    Seen seen = seen_new();
    g_autoptr(CordonDemux) demux = cordon_demux_new("key", &sinks, &seen);

    add_frame(stream, ERRORS, "ke", 2);
    cr_assert(cordon_demux_feed(demux, stream->str, stream->len, NULL));
    cr_expect_str_eq(seen.errors->str, "", "it may still become a key");
    cordon_demux_end(demux);
    cordon_demux_end(demux);
    cr_expect_str_eq(seen.errors->str, "ke");
    seen_free(&seen);
}

Test(docker_demux, without_a_key_there_are_no_lines)
{
    expect_split(NULL, "exited 0\nkeyready\n", "exited 0\nkeyready\n", "");
    expect_split("", "exited 0\n", "exited 0\n", "");
}

Test(docker_demux, a_key_in_the_output_is_output)
{
    g_autoptr(GString) stream = g_string_new(NULL);
    Seen seen = seen_new();
    g_autoptr(CordonDemux) demux = cordon_demux_new("key", &sinks, &seen);

    add_frame(stream, ERRORS, "ke", 2);
    add_frame(stream, OUTPUT, "keyexited 0\n", 12);
    add_frame(stream, ERRORS, "yexited 1\n", 10);
    cr_assert(cordon_demux_feed(demux, stream->str, stream->len, NULL));
    cr_expect_str_eq(seen.output->str, "keyexited 0\n");
    cr_expect_str_eq(seen.lines->str, "exited 1\n", "output in between does not tear a line");
    cr_expect_str_eq(seen.errors->str, "");
    seen_free(&seen);
}

Test(docker_demux, a_line_that_is_too_long_is_cut)
{
    g_autoptr(GString) text = g_string_new("key");
    g_autoptr(GString) stream = g_string_new(NULL);
    Seen seen = seen_new();
    g_autoptr(CordonDemux) demux = cordon_demux_new("key", &sinks, &seen);

    for (int i = 0; i < 3 * CORDON_STATUS_LINE_MAX; i++)
        g_string_append_c(text, 'x');
    g_string_append(text, "\nkeyready\nbehind");
    add_frame(stream, ERRORS, text->str, text->len);
    cr_assert(cordon_demux_feed(demux, stream->str, stream->len, NULL));
    cr_expect_eq(strcspn(seen.lines->str, "\n"), CORDON_STATUS_LINE_MAX);
    cr_expect(g_str_has_suffix(seen.lines->str, "x\nready\n"), "the next one is whole");
    cr_expect_str_eq(seen.errors->str, "behind");
    seen_free(&seen);
}

Test(docker_demux, frames_of_no_bytes_are_passed_over)
{
    g_autoptr(GString) stream = g_string_new(NULL);
    Seen seen = seen_new();
    g_autoptr(CordonDemux) demux = cordon_demux_new("key", &sinks, &seen);

    for (int type = OUTPUT; type <= ENGINE; type++)
        add_frame(stream, type, "", 0);
    add_frame(stream, OUTPUT, "a", 1);
    add_frame(stream, ERRORS, "", 0);
    cr_assert(cordon_demux_feed(demux, stream->str, stream->len, NULL));
    cr_assert(cordon_demux_feed(demux, "", 0, NULL));
    cr_expect_str_eq(seen.output->str, "a");
    cr_expect_eq(seen.calls_with_nothing, 0);
    seen_free(&seen);
}

Test(docker_demux, bytes_of_every_value_pass)
{
    g_autoptr(GString) stream = g_string_new(NULL);
    char all[256];
    Seen seen = seen_new();
    g_autoptr(CordonDemux) demux = cordon_demux_new("key", &sinks, &seen);

    for (int i = 0; i < 256; i++)
        all[i] = (char)i;
    add_frame(stream, OUTPUT, all, sizeof all);
    add_frame(stream, ERRORS, all, sizeof all);
    cr_assert(cordon_demux_feed(demux, stream->str, stream->len, NULL));
    cr_expect(seen.output->len == 256 && memcmp(seen.output->str, all, 256) == 0);
    cr_expect(seen.errors->len == 256 && memcmp(seen.errors->str, all, 256) == 0);
    seen_free(&seen);
}

/* The size is a promise about bytes to come; nothing is kept for it. */
Test(docker_demux, a_frame_may_be_as_large_as_it_says)
{
    g_autoptr(GString) stream = g_string_new(NULL);
    Seen seen = seen_new();
    g_autoptr(CordonDemux) demux = cordon_demux_new("key", &sinks, &seen);

    add_frame_of(stream, OUTPUT, 0xffffffffu);
    g_string_append(stream, "abc");
    cr_assert(cordon_demux_feed(demux, stream->str, stream->len, NULL));
    cr_expect_str_eq(seen.output->str, "abc", "given out as it comes");
    cordon_demux_end(demux);
    seen_free(&seen);
}

static const struct {
    const char *name;
    char header[8];
} strange[] = {
    {"type 0", {0, 0, 0, 0, 0, 0, 0, 1}},
    {"type 4", {4, 0, 0, 0, 0, 0, 0, 1}},
    {"type 255", {'\xff', 0, 0, 0, 0, 0, 0, 1}},
    {"second byte", {1, 1, 0, 0, 0, 0, 0, 1}},
    {"third byte", {1, 0, 1, 0, 0, 0, 0, 1}},
    {"fourth byte", {2, 0, 0, 1, 0, 0, 0, 1}},
    {"type 0, empty", {0, 0, 0, 0, 0, 0, 0, 0}},
    {"HTTP", {'H', 'T', 'T', 'P', '/', '1', '.', '1'}},
    {"text", {'h', 'e', 'l', 'l', 'o', ' ', 'y', 'o'}},
};

Test(docker_demux, what_is_no_such_stream_is_refused)
{
    for (gsize i = 0; i < G_N_ELEMENTS(strange); i++) {
        g_autoptr(GString) stream = g_string_new(NULL);
        g_autoptr(GError) error = NULL;
        Seen seen = seen_new();
        g_autoptr(CordonDemux) demux = cordon_demux_new("key", &sinks, &seen);

        add_frame(stream, OUTPUT, "fine", 4);
        g_string_append_len(stream, strange[i].header, 8);
        g_string_append_c(stream, 'x');
        cr_expect_not(cordon_demux_feed(demux, stream->str, stream->len, &error), "%s",
                      strange[i].name);
        cr_assert_not_null(error, "%s", strange[i].name);
        cr_expect(g_error_matches(error, CORDON_ERROR, CORDON_ERROR_PARSE));
        cr_expect_str_eq(seen.output->str, "fine", "what came before is given out");
        cr_expect_str_eq(seen.errors->str, "");
        seen_free(&seen);
    }
}

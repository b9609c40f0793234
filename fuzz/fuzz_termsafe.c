/* SPDX-License-Identifier: MIT */
/* Foreign output on a terminal: nothing but colours and erase-line gets through, however the output is
 * cut, and no colour is left on. */
#include <string.h>

#include "base/termsafe.h"
#include "fuzz.h"

static GString *filter(const uint8_t *bytes, gsize size, gsize chunk)
{
    GString *out = g_string_new(NULL);
    CordonTermsafe state = {0};

    for (gsize at = 0; at < size; at += chunk) {
        gsize length = MIN(chunk, size - at);
        g_autofree char *copy = g_memdup2(bytes + at, length);

        cordon_termsafe_filter(&state, copy, length, out);
    }
    cordon_termsafe_finish(&state, out);
    FUZZ_CHECK(state.held_size == 0 && !state.coloured);
    return out;
}

/* At ESC: the byte behind "ESC [ parameters m" or "ESC [ digit K"; ends the process for others. */
static const char *skip_sequence(const char *at, gboolean *ret_coloured)
{
    const char *parameters = at + 2;
    gsize length;

    FUZZ_CHECK(at[1] == '[');
    length = strspn(parameters, "0123456789;:");
    if (parameters[length] == 'm') {
        *ret_coloured = !(length == 0 || (length == 1 && parameters[0] == '0'));
    } else {
        FUZZ_CHECK(parameters[length] == 'K');
        FUZZ_CHECK(length == 0 || (length == 1 && g_ascii_isdigit(parameters[0])));
    }
    return parameters + length + 1;
}

static void check_safe(const GString *out)
{
    gboolean coloured = FALSE;

    FUZZ_CHECK(strlen(out->str) == out->len); /* no NUL */
    FUZZ_CHECK(g_utf8_validate(out->str, (gssize)out->len, NULL));
    for (const char *at = out->str; *at != '\0';) {
        gunichar c = g_utf8_get_char(at);

        if (c == 0x1b) {
            at = skip_sequence(at, &coloured);
            continue;
        }
        FUZZ_CHECK(!g_unichar_iscntrl(c) || c == '\n' || c == '\r' || c == '\t');
        FUZZ_CHECK((c < 0x202a || c > 0x202e) && (c < 0x2066 || c > 0x2069));
        at = g_utf8_next_char(at);
    }
    FUZZ_CHECK(!coloured);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    FuzzInput input = {data, data + size};
    gsize chunk = 1 + (gsize)fuzz_take_byte(&input) % 64;
    gsize left = (gsize)(input.end - input.next);
    GString *whole = filter(input.next, left, MAX(left, 1));
    GString *cut = filter(input.next, left, chunk);

    check_safe(whole);
    FUZZ_CHECK(g_string_equal(whole, cut));
    g_string_free(whole, TRUE);
    g_string_free(cut, TRUE);
    return 0;
}

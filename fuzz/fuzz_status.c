/* SPDX-License-Identifier: MIT */
/* The status stream from inside a sandbox: however it is cut it says the same, and nothing out of
 * order is believed. */
#include <string.h>

#include "engine/status.h"
#include "fuzz.h"

static CordonStatus read_stream(const uint8_t *bytes, gsize size, gsize chunk)
{
    CordonStatus status = {0};

    for (gsize at = 0; at < size; at += chunk) {
        /* A copy of its own, so that reading beyond its end is noticed. */
        gsize length = MIN(chunk, size - at);
        g_autofree char *copy = g_memdup2(bytes + at, length);

        cordon_status_feed(&status, copy, length);
    }
    return status;
}

static void check_sense(const CordonStatus *status)
{
    gboolean ended =
        status->verdict == CORDON_STATUS_EXITED || status->verdict == CORDON_STATUS_SIGNALED;
    gboolean setup = status->verdict == CORDON_STATUS_SETUP;

    FUZZ_CHECK(!status->started || status->ready);
    FUZZ_CHECK(!ended || status->started);
    FUZZ_CHECK(status->verdict == CORDON_STATUS_NONE || ended || !status->started);
    FUZZ_CHECK(status->limit == NULL || status->started);
    FUZZ_CHECK((status->step != NULL) == setup && (status->text != NULL) == setup);
    FUZZ_CHECK(status->code >= 0 || (setup && status->code == CORDON_STATUS_TEXT_ONLY));
    if (setup) {
        fuzz_check_plain(status->step, FALSE);
        fuzz_check_plain(status->text, FALSE);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    FuzzInput input = {data, data + size};
    gsize chunk = 1 + (gsize)fuzz_take_byte(&input) % 64;
    gsize left = (gsize)(input.end - input.next);
    CordonStatus whole = read_stream(input.next, left, MAX(left, 1));
    CordonStatus cut = read_stream(input.next, left, chunk);

    check_sense(&whole);
    FUZZ_CHECK(whole.ready == cut.ready && whole.started == cut.started);
    FUZZ_CHECK(whole.limit == cut.limit && whole.broken == cut.broken);
    FUZZ_CHECK(whole.verdict == cut.verdict && whole.code == cut.code);
    FUZZ_CHECK(g_strcmp0(whole.step, cut.step) == 0 && g_strcmp0(whole.text, cut.text) == 0);
    cordon_status_clear(&whole);
    cordon_status_clear(&cut);

    g_autofree char *plain = cordon_status_plain((const char *)input.next, left);
    fuzz_check_plain(plain, FALSE);
    return 0;
}

/* SPDX-License-Identifier: MIT */
/* Packets of the supervisor: there is one spelling of each message, and nothing else is one. */
#include <string.h>

#include "engine/status.h"
#include "fuzz.h"

static char *spell(const CordonControlMessage *message)
{
    switch (message->kind) {
    case CORDON_CONTROL_STARTED:
        return g_strdup_printf("started %d", message->a);
    case CORDON_CONTROL_DEADLINE:
        return g_strdup("deadline");
    case CORDON_CONTROL_EXITED:
        return g_strdup_printf("exited %d", message->a);
    case CORDON_CONTROL_SIGNALED:
        return g_strdup_printf("signaled %d", message->a);
    case CORDON_CONTROL_SETUP:
        return g_strdup_printf("setup %s %d", message->step, message->a);
    case CORDON_CONTROL_EXEC:
        return g_strdup_printf("exec %d", message->a);
    case CORDON_CONTROL_DONE:
        return g_strdup_printf("done %d %d", message->a, message->b);
    case CORDON_CONTROL_UNKNOWN:
    default:
        return NULL;
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    CordonControlMessage message = cordon_control_parse((const char *)data, size);
    g_autofree char *text = spell(&message);

    FUZZ_CHECK(memchr(message.step, '\0', sizeof message.step) != NULL);
    if (text != NULL)
        FUZZ_CHECK(strlen(text) == size && memcmp(text, data, size) == 0);
    return 0;
}

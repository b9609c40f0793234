/* SPDX-License-Identifier: MIT */
/* What one call into a backend leaves behind besides its product: a reason, a breach. */
#include "engine/call.h"

#include "engine/text.h"

void cordon_call_clear(CordonCall *call)
{
    g_clear_pointer(&call->failure, g_free);
    g_clear_pointer(&call->violation, g_free);
}

gint32 cordon_call_violate(CordonCall *call, const char *format, ...)
{
    if (call->violation == NULL) {
        va_list arguments;

        va_start(arguments, format);
        g_autofree char *text = g_strdup_vprintf(format, arguments);
        va_end(arguments);
        call->violation = cordon_text_clean(text, CORDON_CALL_MAX_TEXT_BYTES, FALSE);
    }
    return CORDON_E_INVALID;
}

const char *cordon_call_kind_name(CordonCallKind kind)
{
    switch (kind) {
    case CORDON_CALL_OPEN:
        return "open";
    case CORDON_CALL_PROBE:
        return "probe";
    case CORDON_CALL_HINT:
        return "readiness_hint";
    case CORDON_CALL_WRAP:
        return "wrap";
    case CORDON_CALL_SPAWN:
        return "spawn";
    }
    g_assert_not_reached();
}

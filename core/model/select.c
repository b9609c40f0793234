/* SPDX-License-Identifier: MIT */
/* Which backend runs a launch, and the reason of every refusal. */
#include "model/select.h"

#include <string.h>

static gboolean is_usable(const CordonReadiness *readiness)
{
    return readiness->state == CORDON_READINESS_READY ||
           readiness->state == CORDON_READINESS_DEGRADED;
}

/* What of required the candidate cannot keep now, joined by ", "; NULL when nothing. */
static char *list_missing(const CordonReadiness *readiness, const CordonGuarantees *required)
{
    g_autoptr(CordonGuarantees) have = cordon_guarantees_new(readiness->guarantees);
    g_autoptr(CordonGuarantees) missing = cordon_guarantees_minus(required, have);
    GString *text;

    if (cordon_guarantees_size(missing) == 0)
        return NULL;
    text = g_string_new(NULL);
    for (const char *const *id = cordon_guarantees_strv(missing); *id != NULL; id++)
        g_string_append_printf(text, "%s%s", text->len > 0 ? ", " : "", *id);
    return g_string_free(text, FALSE);
}

static const char *state_words(CordonReadinessState state)
{
    switch (state) {
    case CORDON_READINESS_NEEDS_SETUP:
        return "is not set up";
    case CORDON_READINESS_UNSUPPORTED:
        return "cannot work on this machine";
    case CORDON_READINESS_BROKEN:
        return "is broken";
    case CORDON_READINESS_READY:
    case CORDON_READINESS_DEGRADED:
    default:
        return "is ready";
    }
}

/* "bwrap (Bubblewrap) is not set up: TITLE. DETAIL. Run: COMMAND". */
static void append_reason(GString *text, const CordonReadiness *readiness,
                          const CordonGuarantees *required)
{
    g_string_append_printf(text, "\n  %s ", readiness->id);
    if (is_usable(readiness)) {
        g_autofree char *missing = list_missing(readiness, required);

        g_string_append_printf(text, "cannot keep %s now", missing != NULL ? missing : "nothing");
    } else {
        g_string_append(text, state_words(readiness->state));
    }
    if (readiness->code != NULL)
        g_string_append_printf(text, " [%s]", readiness->code);
    if (readiness->step_title != NULL)
        g_string_append_printf(text, ": %s", readiness->step_title);
    if (readiness->detail != NULL)
        g_string_append_printf(text, "%s %s", readiness->step_title != NULL ? "." : ":",
                               readiness->detail);
    if (readiness->step_title == NULL && readiness->detail == NULL && readiness->raw != NULL)
        g_string_append_printf(text, ": %s", readiness->raw);
    if (readiness->command_line != NULL)
        g_string_append_printf(text, "\n    To make it ready, run: %s", readiness->command_line);
}

gint cordon_select(const GPtrArray *candidates, const char *wanted,
                   const CordonGuarantees *required, GError **error)
{
    g_autoptr(GString) reasons = g_string_new(NULL);
    gboolean found = FALSE;

    for (guint i = 0; i < candidates->len; i++) {
        const CordonReadiness *readiness = g_ptr_array_index(candidates, i);

        if (wanted != NULL && strcmp(wanted, readiness->id) != 0)
            continue;
        found = TRUE;
        if (is_usable(readiness)) {
            g_autofree char *missing = list_missing(readiness, required);

            if (missing == NULL)
                return (gint)i;
        }
        append_reason(reasons, readiness, required);
    }
    if (found) {
        g_set_error(error, CORDON_ERROR, CORDON_ERROR_NOT_READY,
                    "The command was not run: no sandbox can hold it.%s", reasons->str);
    } else if (wanted != NULL) {
        g_set_error(error, CORDON_ERROR, CORDON_ERROR_NOT_READY,
                    "The command was not run: there is no backend “%s”. "
                    "`cordon backends` lists those that there are.",
                    wanted);
    } else {
        g_set_error(error, CORDON_ERROR, CORDON_ERROR_NOT_READY,
                    "The command was not run: there is no backend for this platform. "
                    "`cordon backends` lists those that there are, with their reasons.");
    }
    return -1;
}

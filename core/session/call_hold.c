/* SPDX-License-Identifier: MIT */
/* What a call was decided by may not be so any more when it runs. */
#include "session/call.h"

const char *cordon_call_find_outdated(const CordonCall *call, const CordonSettings *settings)
{
    if (settings->sandbox && !call->is_sandboxed && !call->request.sandbox_given)
        return "Nothing ran: the sandbox was switched on after this command was judged. Send it "
               "again, and it runs inside.";
    return NULL;
}

static gboolean is_same_list(const char *const *one, const char *const *other)
{
    if (one == NULL || other == NULL)
        return one == other;
    return g_strv_equal(one, other);
}

/* Without a sandbox nothing but the judgement holds the folders, and links may have been turned since: the loop's folder itself
 * may lead elsewhere. */
static gboolean is_judged_the_same(CordonCall *call, const CordonSettings *settings)
{
    const CordonJudgement *before = call->judgement;
    g_autoptr(CordonJudgement) now = cordon_call_judge(call, settings, &call->error);

    if (now == NULL)
        return FALSE;
    gboolean asks_for_more =
        now->verdict == CORDON_VERDICT_ASK && !is_same_list(now->kinds, before->kinds);
    if (now->verdict <= before->verdict && !asks_for_more && is_same_list(now->argv, before->argv))
        return TRUE;
    g_set_error(&call->error, CORDON_ERROR, CORDON_ERROR_CANCELLED,
                "Nothing ran: the files that the command names are not those that it was judged "
                "by%s%s Look at them, and send it again.",
                now->reason != NULL ? ": " : ".", now->reason != NULL ? now->reason : "");
    return FALSE;
}

/* Between the decision and the run may lie minutes: before an answer, and in line.  Only what makes it stricter counts. */
gboolean cordon_call_holds_still(CordonCall *call)
{
    g_autoptr(CordonSettings) settings =
        cordon_settings_store_read(call->world.settings, &call->error);

    if (settings == NULL)
        return FALSE;
    const char *why = cordon_call_find_outdated(call, settings);
    if (why == NULL && g_strcmp0(call->approval, "session") == 0 && !cordon_call_is_granted(call))
        why = "Nothing ran: what was allowed for this session was taken back before the command "
              "had its turn. Send it again, and the user is asked.";
    if (why == NULL)
        return call->is_sandboxed || is_judged_the_same(call, settings);
    g_set_error_literal(&call->error, CORDON_ERROR, CORDON_ERROR_CANCELLED, why);
    return FALSE;
}

/* SPDX-License-Identifier: MIT */
/* Who may do what. */
#include "who.h"

WhoDecision who_decide(WhoKind kind, Access access)
{
    if (access == ACCESS_OPEN)
        return WHO_MAY;
    switch (kind) {
    case WHO_UNIX:
        return WHO_MAY;
    case WHO_TOKEN:
    case WHO_PANEL:
        return access == ACCESS_UNIX ? WHO_MAY_NOT : WHO_MAY;
    case WHO_AGENT:
        return access == ACCESS_AGENT ? WHO_MAY : WHO_MAY_NOT;
    case WHO_NOBODY:
    default:
        return WHO_UNKNOWN;
    }
}

const char *who_name(WhoKind kind)
{
    return kind == WHO_PANEL ? "panel" : "api";
}

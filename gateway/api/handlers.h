/* SPDX-License-Identifier: MIT */
/* The handlers of all routes, one file a subject. */
#ifndef CORDON_GATEWAY_API_HANDLERS_H
#define CORDON_GATEWAY_API_HANDLERS_H

#include "api/call.h"
#include "api/routes.h"

#define API_DECLARE(method, pattern, access, name) void api_##name(ApiCall *call);
API_ROUTES(API_DECLARE)
#undef API_DECLARE

#endif

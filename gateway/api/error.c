/* SPDX-License-Identifier: MIT */
/* An error of the core -> a status of HTTP and a word. */
#include "api/error.h"

#include <cordon/image.h>
#include <cordon/session.h>

#include "api/call.h"

G_DEFINE_QUARK(cordon - gateway - api - error, api_error)

typedef struct {
    int error;
    ApiFault fault;
} Row;

static const Row session_rows[] = {
    {CORDON_SESSION_ERROR_FULL, {503, "full"}},
    {CORDON_SESSION_ERROR_NOT_FOUND, {404, "not-found"}},
    {CORDON_SESSION_ERROR_STALE, {409, "stale"}},
    {CORDON_SESSION_ERROR_INVALID, {400, "invalid"}},
    {CORDON_SESSION_ERROR_ROLE, {403, "role"}},
    {CORDON_SESSION_ERROR_STOPPING, {503, "stopping"}},
};

/* PARSE and TRUST are about the settings' file: what a client sent is INVALID by then. */
static const Row core_rows[] = {
    {CORDON_ERROR_INVALID, {400, "invalid"}},      {CORDON_ERROR_SYSTEM, {500, "system"}},
    {CORDON_ERROR_PARSE, {409, "settings"}},       {CORDON_ERROR_TRUST, {409, "settings"}},
    {CORDON_ERROR_POLICY, {400, "policy"}},        {CORDON_ERROR_NOT_READY, {503, "not-ready"}},
    {CORDON_ERROR_UNENFORCED, {503, "not-ready"}}, {CORDON_ERROR_BACKEND, {502, "backend"}},
    {CORDON_ERROR_TIMEOUT, {504, "timeout"}},      {CORDON_ERROR_CANCELLED, {409, "cancelled"}},
    {CORDON_ERROR_INTERNAL, {500, "internal"}},
};

static const Row api_rows[] = {
    {API_ERROR_NOT_FOUND, {404, "not-found"}},
    {API_ERROR_INVALID, {400, "invalid"}},
    {API_ERROR_CONFLICT, {409, "conflict"}},
};

static ApiFault find(const Row *rows, gsize count, int error)
{
    for (gsize i = 0; i < count; i++)
        if (rows[i].error == error)
            return rows[i].fault;
    return (ApiFault){500, "internal"};
}

ApiFault api_fault_for(const GError *error)
{
    if (error->domain == CORDON_SESSION_ERROR)
        return find(session_rows, G_N_ELEMENTS(session_rows), error->code);
    if (error->domain == CORDON_ERROR)
        return find(core_rows, G_N_ELEMENTS(core_rows), error->code);
    if (error->domain == API_ERROR)
        return find(api_rows, G_N_ELEMENTS(api_rows), error->code);
    if (error->domain == CORDON_IMAGE_ERROR)
        return (ApiFault){502, cordon_image_error_name((CordonImageError)error->code)};
    return (ApiFault){500, "internal"};
}

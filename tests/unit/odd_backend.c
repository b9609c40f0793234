/* SPDX-License-Identifier: MIT */
/* A backend that does nothing, built once for each oddity of its table (ODD_*). */
#include <cordon/backend.h>
#include <stddef.h>

static int32_t open_backend(const struct cordon_host *host, void **ret_self)
{
    (void)host;
    *ret_self = NULL;
    return CORDON_OK;
}

static void close_backend(void *self)
{
    (void)self;
}

static int32_t probe(void *self, struct cordon_call *call, uint32_t depth)
{
    (void)self, (void)call, (void)depth;
    return CORDON_OK;
}

static int32_t hint(void *self, struct cordon_call *call, const char *code)
{
    (void)self, (void)call, (void)code;
    return CORDON_OK;
}

static int32_t wrap(void *self, struct cordon_call *call, const struct cordon_launch *launch)
{
    (void)self, (void)call, (void)launch;
    return CORDON_E_UNSUPPORTED;
}

#ifndef ODD_SIZE
#define ODD_SIZE sizeof(struct cordon_backend)
#endif
#ifndef ODD_ID
#define ODD_ID "odd"
#endif
#ifndef ODD_PROBE
#define ODD_PROBE probe
#endif

#define TABLE                                                                                      \
    {                                                                                              \
        .struct_size = ODD_SIZE, .abi_minor = CORDON_ABI_MINOR, .id = ODD_ID, .version = "1",      \
        .open = open_backend, .close = close_backend, .probe = ODD_PROBE, .readiness_hint = hint,  \
        .wrap = wrap                                                                               \
    }

#if defined ODD_NO_SYMBOL
extern CORDON_BACKEND_EXPORT const struct cordon_backend cordon_backend_v2;
const struct cordon_backend cordon_backend_v2 = TABLE;
#elif defined ODD_FUNCTION
CORDON_BACKEND_EXPORT void odd_backend_function(void) __asm__("cordon_backend_v1");
void odd_backend_function(void)
{
    (void)&open_backend, (void)&close_backend, (void)&probe, (void)&hint, (void)&wrap;
}
#elif defined ODD_SMALL
extern CORDON_BACKEND_EXPORT const uint64_t odd_small[2] __asm__("cordon_backend_v1");
const uint64_t odd_small[2] = {4096, 0};
const void *odd_unused[] = {&(struct cordon_backend)TABLE};
#elif defined ODD_NEWER
/* Of a later minor, with a member more. */
struct newer_backend {
    struct cordon_backend known;
    const void *more;
};
extern CORDON_BACKEND_EXPORT const struct newer_backend odd_newer __asm__("cordon_backend_v1");
const struct newer_backend odd_newer = {.known = TABLE, .more = "later"};
#elif !defined ODD_BORROWED
const struct cordon_backend cordon_backend_v1 = TABLE;
#endif

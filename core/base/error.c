/* SPDX-License-Identifier: MIT */
/* The error domain and the version of the library. */
#include <cordon/cordon.h>

G_DEFINE_QUARK(cordon - error - quark, cordon_error)

const char *cordon_version(void)
{
    return CORDON_VERSION;
}

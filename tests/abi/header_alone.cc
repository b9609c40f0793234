/* SPDX-License-Identifier: MIT */
/* The plug-in headers need nothing but a C11 or C++11 compiler. */
#include <cordon/backend.h>
#include <cordon/guarantees.h>

int main(void)
{
    const char *guarantee = CORDON_G_NET_NONE;
    const struct cordon_backend table = {
        sizeof(struct cordon_backend), CORDON_ABI_MINOR, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0};

    return CORDON_HAS(&table, extension) && guarantee[0] == 'n' ? 0 : 1;
}

/* SPDX-License-Identifier: MIT */
/* An error of the core -> a status of HTTP and a word.  Pure. */
#ifndef CORDON_GATEWAY_API_ERROR_H
#define CORDON_GATEWAY_API_ERROR_H

#include <glib.h>

typedef struct {
    guint status;
    const char *code;
} ApiFault;

ApiFault api_fault_for(const GError *error);

#endif

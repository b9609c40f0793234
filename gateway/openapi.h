/* SPDX-License-Identifier: MIT */
/* docs/openapi.json, as the build puts it into the program (openapi.cmake). */
#ifndef CORDON_GATEWAY_OPENAPI_H
#define CORDON_GATEWAY_OPENAPI_H

#include <glib.h>

extern const char openapi_document[];
extern const gsize openapi_size;

#endif

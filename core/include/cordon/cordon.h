/* SPDX-License-Identifier: MIT */
/* libcordon: runs commands inside the sandbox that the operating system offers. */
#ifndef CORDON_H
#define CORDON_H

#include <cordon/audit.h>
#include <cordon/call.h>
#include <cordon/catalog.h>
#include <cordon/error.h>
#include <cordon/files.h>
#include <cordon/filter.h>
#include <cordon/image.h>
#include <cordon/json.h>
#include <cordon/launch.h>
#include <cordon/policy.h>
#include <cordon/readiness.h>
#include <cordon/report.h>
#include <cordon/session.h>
#include <cordon/settings.h>
#include <cordon/terminal.h>

G_BEGIN_DECLS

/* "0.1.0" */
CORDON_PUBLIC const char *cordon_version(void);

G_END_DECLS

#endif

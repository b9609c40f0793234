/* SPDX-License-Identifier: MIT */
/* What the host and cordon-worker say to each other: one stream socket, each message a 4-byte length
 * (most significant byte first) and that many bytes of strict JSON.
 *
 * The host sends one request.  The worker sends any number of events, then one of the last four:
 *
 *   {"cordon_wire": 1, "event": "enter", "call": "probe"}       plug-in code is about to run
 *   {..., "event": "leave", "call": "probe"}                    it has returned
 *   {..., "event": "log", "level": 1, "text": "..."}
 *   {..., "event": "breach", "text": "changed the umask"}       noticed after the last call
 *   {..., "event": "failed", "code": N, "contract": true|false, "text": "..."}
 *   {..., "event": "report", "report": {...}}                   of a probe
 *   {..., "event": "plan", "plan": {...}}                       of a wrap
 *
 * What comes from the worker is checked as if the plug-in itself had pushed it: a report and a plan
 * are pushed again, through the host's functions, into the reader's own call.  Paths, arguments and
 * variables are bytes: what is not printable ASCII is spelled %XX, as is '%'. */
#ifndef CORDON_ENGINE_WIRE_H
#define CORDON_ENGINE_WIRE_H

#include "base/deadline.h"
#include "base/trust.h"
#include "engine/call.h"
#include <cordon/json.h>

#define CORDON_WIRE_VERSION           1
#define CORDON_WIRE_MAX_REQUEST_BYTES CORDON_JSON_MAX_BYTES
#define CORDON_WIRE_MAX_REPLY_BYTES   (4u * 1024 * 1024) /* of all events together */

/* The descriptors of a worker, and how it ends. */
#define CORDON_WORKER_WIRE_FD    3   /* this protocol */
#define CORDON_WORKER_CONTROL_FD 4   /* see worker/main.c; packets: "ended STATUS LEFT", "stop" */
#define CORDON_WORKER_EXIT_LOST  113 /* descriptor 3 is no longer what the host gave */

/* Never raises SIGPIPE. */
gboolean cordon_wire_send(int fd, const char *text, const CordonDeadline *deadline, GError **error);

/* Cuts a stream into messages. */
typedef struct CordonWireReader CordonWireReader;
CordonWireReader *cordon_wire_reader_new(gsize max_bytes);
void cordon_wire_reader_free(CordonWireReader *reader);
/* FALSE (CORDON_ERROR_PARSE): more than max_bytes in all. */
gboolean cordon_wire_reader_feed(CordonWireReader *reader, const void *bytes, gsize size,
                                 GError **error);
/* The next message, or NULL in *ret when there is none yet.  FALSE (CORDON_ERROR_PARSE): a message
 * that is not what this file says; nothing more can be read then. */
gboolean cordon_wire_reader_next(CordonWireReader *reader, CordonJson **ret, GError **error);
/* TRUE when bytes of an unfinished message are left. */
gboolean cordon_wire_reader_is_partial(const CordonWireReader *reader);

/* Bytes as JSON text, and back (NULL: not such a text). */
char *cordon_wire_escape(const char *bytes);
char *cordon_wire_unescape(const char *text);

typedef enum { CORDON_JOB_PROBE, CORDON_JOB_WRAP } CordonJob;

/* A request; all of it owned when it was read, all borrowed when it is written. */
typedef struct {
    CordonJob job;
    guint32 depth;               /* PROBE */
    guint32 deadline_ms;         /* G_MAXUINT32: none */
    char *library;               /* absolute real path */
    CordonFileIdentity identity; /* of the file that the host checked */
    CordonManifest *manifest;
    CordonFacts *facts;
    CordonProbeReport *probed; /* WRAP */
    CordonLaunch *launch;      /* WRAP */
} CordonRequest;

char *cordon_request_write(const CordonRequest *request);
CordonRequest *cordon_request_read(const CordonJsonValue *root, GError **error);
void cordon_request_free(CordonRequest *request);

/* The manifest as the JSON that cordon_manifest_parse() reads. */
char *cordon_wire_write_manifest(const CordonManifest *manifest);

/* Push what a worker sent; call is a WRAP or PROBE call with all its members set.  FALSE
 * (CORDON_ERROR_BACKEND or PARSE): something was not accepted, and the message says what. */
gboolean cordon_wire_push_plan(const CordonJsonValue *plan, CordonCall *call, GError **error);
gboolean cordon_wire_push_report(const CordonJsonValue *report, CordonCall *call, GError **error);

/* A writer that has begun an event; the caller adds members and ends the object. */
CordonJsonWriter *cordon_wire_begin_event(const char *event);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(CordonWireReader, cordon_wire_reader_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC(CordonRequest, cordon_request_free)

#endif

/* SPDX-License-Identifier: MIT */
/* The head of a request as it comes over the wire, read byte by byte and to the letter: nothing is repaired, joined or skipped.
 * Pure.
 *
 * The HTTP library reads more than this allows, and some of it without a trace (a NUL ends a value, a bare line feed a line), so
 * no byte of somebody unknown reaches it before this here has accepted the whole head. */
#ifndef CORDON_GATEWAY_HTTP_HEAD_H
#define CORDON_GATEWAY_HTTP_HEAD_H

#include <glib.h>

#define HTTP_HEAD_MAX_BYTES   16384u
#define HTTP_HEAD_MAX_HEADERS 64u
#define HTTP_TARGET_MAX_BYTES 4096u

typedef struct {
    const char *name, *value;
} HttpHeader;

/* A head as plain data; all of it borrowed. */
typedef struct {
    const char *method, *target;
    const char *version; /* "HTTP/1.1" */
    const HttpHeader *headers;
    gsize n_headers;
} HttpHead;

/* A head, and where its headers lie. */
typedef struct {
    HttpHead head;
    HttpHeader headers[HTTP_HEAD_MAX_HEADERS];
} HttpHeadText;

typedef enum {
    HTTP_HEAD_WHOLE = 0,
    HTTP_HEAD_PARTIAL = 1, /* fine so far */
    /* Others are the status to refuse it with: 400, 414, 431, 505. */
} HttpHeadState;

/* Reads the head that bytes begin with.  They are changed (ends of words become NUL), also when it is not whole: give a copy.
 * ret (which points into bytes) and ret_size, the bytes of the head, are written only for HTTP_HEAD_WHOLE. */
guint http_head_read(char *bytes, gsize size, HttpHeadText *ret, gsize *ret_size);

/* The one value, the first of several, or NULL; names without regard to case. */
const char *http_head_find(const HttpHead *head, const char *name);
guint http_head_count(const HttpHead *head, const char *name);
/* A token of RFC 9110, as methods and names of headers are. */
gboolean http_is_token(const char *text);

#endif

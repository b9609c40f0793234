/* SPDX-License-Identifier: MIT */
/* What the fuzz targets share: the entry point, a check, and ways to make data out of the input. */
#ifndef FUZZ_H
#define FUZZ_H

#include <glib.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cordon/json.h>

/* What a target defines, as libFuzzer asks for it.  Returns 0; ends the process at a finding. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* A property that holds for every input; not switched off by NDEBUG. */
#define FUZZ_CHECK(condition)                                                                      \
    do {                                                                                           \
        if (!(condition)) {                                                                        \
            fprintf(stderr, "%s:%d: does not hold: %s\n", __FILE__, __LINE__, #condition);         \
            abort();                                                                               \
        }                                                                                          \
    } while (0)

/* A function either succeeds without an error or fails with one that says something. */
void fuzz_check_error(gboolean success, const GError *error);
/* UTF-8 without control characters; lines: but newlines. */
void fuzz_check_plain(const char *text, gboolean lines);

/* Takes the input apart from its begin. */
typedef struct {
    const uint8_t *next, *end;
} FuzzInput;

/* 0 at the end. */
guint8 fuzz_take_byte(FuzzInput *input);
/* Eight bytes. */
guint64 fuzz_take_number(FuzzInput *input);
/* Up to the next newline or the end; no NUL inside.  Free with g_free(). */
char *fuzz_take_line(FuzzInput *input);
/* All that is left, cut at the first NUL.  Free with g_free(). */
char *fuzz_take_text(FuzzInput *input);
/* The lines up to an empty one, NULL-terminated, at most max.  Free with g_strfreev(). */
char **fuzz_take_lines(FuzzInput *input, gsize max);
/* An absolute clean path of one to eight parts with few different names, so that paths often lie in
 * one another: each byte is a name, until one of them ends the path.  Free with g_free(). */
char *fuzz_take_path(FuzzInput *input);

/* NULL: the text is not JSON, which is no finding. */
CordonJson *fuzz_parse(const char *text, gsize size);
/* The text that the writer makes of the members that write adds; free with g_free(). */
char *fuzz_write(void (*write)(gconstpointer value, CordonJsonWriter *writer), gconstpointer value);

#endif

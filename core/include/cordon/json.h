/* SPDX-License-Identifier: MIT */
/* Strict JSON, for hosts that speak with agents and with pages: what Cordon itself reads and writes with.
 *
 * Reading refuses what cJSON lets through: duplicate keys (also by case), text behind the value, bytes
 * that are not UTF-8, NUL inside a string, whole numbers beyond +-(2^53 - 1), which a double may not
 * hold exactly, and anything above the limits.  Getters are typed and name the place in their error
 * ("guarantees[2]: not a string").  Writing is by a builder whose output is valid by construction. */
#ifndef CORDON_JSON_H
#define CORDON_JSON_H

#include <cordon/error.h>

G_BEGIN_DECLS

#define CORDON_JSON_MAX_BYTES  (16u * 1024 * 1024)
#define CORDON_JSON_MAX_DEPTH  32
#define CORDON_JSON_MAX_VALUES 1000000u /* a value costs about 64 bytes of memory */

typedef struct CordonJson CordonJson; /* a parsed document; owns all its values */
typedef struct cJSON CordonJsonValue; /* a value inside a document, borrowed */

/* bytes need not be NUL-terminated.  max_bytes at most CORDON_JSON_MAX_BYTES. */
CORDON_PUBLIC CordonJson *cordon_json_parse(const char *bytes, gsize size, gsize max_bytes,
                                            GError **error);
CORDON_PUBLIC void cordon_json_free(CordonJson *json);
CORDON_PUBLIC const CordonJsonValue *cordon_json_root(const CordonJson *json);

CORDON_PUBLIC gboolean cordon_json_is_object(const CordonJsonValue *value);
CORDON_PUBLIC gboolean cordon_json_is_array(const CordonJsonValue *value);
CORDON_PUBLIC gboolean cordon_json_is_null(const CordonJsonValue *value);
/* The text of a string, borrowed; NULL for any other value. */
CORDON_PUBLIC const char *cordon_json_string(const CordonJsonValue *value);
/* The member, or NULL when absent. */
CORDON_PUBLIC const CordonJsonValue *cordon_json_find(const CordonJsonValue *object,
                                                      const char *name);
/* Members of any object, elements of any array, in order.  cordon_json_at() walks from the first:
 * go through a long list with cordon_json_first() and cordon_json_next(). */
CORDON_PUBLIC const CordonJsonValue *cordon_json_first(const CordonJsonValue *value); /* or NULL */
CORDON_PUBLIC const CordonJsonValue *cordon_json_next(const CordonJsonValue *value);  /* or NULL */
CORDON_PUBLIC const char *
cordon_json_name(const CordonJsonValue *member); /* NULL outside an object */
CORDON_PUBLIC guint cordon_json_size(const CordonJsonValue *value);
CORDON_PUBLIC const CordonJsonValue *cordon_json_at(const CordonJsonValue *value, guint index);
CORDON_PUBLIC const char *cordon_json_name_at(const CordonJsonValue *object, guint index);

/* Typed members of an object.  required: absent is an error, else *ret is left alone.  null counts
 * as absent, as the builder writes it for a string that is not there.  FALSE only with an error set.
 * Strings are borrowed. */
CORDON_PUBLIC gboolean cordon_json_get_string(const CordonJsonValue *object, const char *name,
                                              gboolean required, const char **ret, GError **error);
CORDON_PUBLIC gboolean cordon_json_get_int(const CordonJsonValue *object, const char *name,
                                           gboolean required, gint64 min, gint64 max, gint64 *ret,
                                           GError **error);
CORDON_PUBLIC gboolean cordon_json_get_bool(const CordonJsonValue *object, const char *name,
                                            gboolean required, gboolean *ret, GError **error);
/* A NULL-terminated copy of an array of strings; free with g_strfreev(). */
CORDON_PUBLIC gboolean cordon_json_get_strings(const CordonJsonValue *object, const char *name,
                                               gboolean required, guint max_count, char ***ret,
                                               GError **error);

/* Builder: writes text at once.  Names and strings are escaped; bytes that are not UTF-8, and NUL,
 * become U+FFFD.  name is NULL inside arrays and at the top.  The caller gives no name twice, and
 * writes numbers beyond +-(2^53 - 1) as strings: the reader above refuses both. */
typedef struct CordonJsonWriter CordonJsonWriter;
CORDON_PUBLIC CordonJsonWriter *cordon_json_writer_new(gboolean pretty);
CORDON_PUBLIC void cordon_json_writer_free(CordonJsonWriter *writer);
/* Ends the document and frees the writer; free the text with g_free(). */
CORDON_PUBLIC char *cordon_json_writer_finish(CordonJsonWriter *writer);
CORDON_PUBLIC void cordon_json_begin_object(CordonJsonWriter *writer, const char *name);
CORDON_PUBLIC void cordon_json_end_object(CordonJsonWriter *writer);
CORDON_PUBLIC void cordon_json_begin_array(CordonJsonWriter *writer, const char *name);
CORDON_PUBLIC void cordon_json_end_array(CordonJsonWriter *writer);
CORDON_PUBLIC void cordon_json_add_string(CordonJsonWriter *writer, const char *name,
                                          const char *value); /* NULL: null */
CORDON_PUBLIC void cordon_json_add_bytes(CordonJsonWriter *writer, const char *name,
                                         const char *bytes, gsize size);
CORDON_PUBLIC void cordon_json_add_int(CordonJsonWriter *writer, const char *name, gint64 value);
CORDON_PUBLIC void cordon_json_add_uint(CordonJsonWriter *writer, const char *name, guint64 value);
CORDON_PUBLIC void cordon_json_add_bool(CordonJsonWriter *writer, const char *name, gboolean value);
CORDON_PUBLIC void cordon_json_add_strings(CordonJsonWriter *writer, const char *name,
                                           const char *const *values);
/* json: one JSON value as text, made by such a builder; it is not looked at. */
CORDON_PUBLIC void cordon_json_add_document(CordonJsonWriter *writer, const char *name,
                                            const char *json);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(CordonJson, cordon_json_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC(CordonJsonWriter, cordon_json_writer_free)

G_END_DECLS

#endif

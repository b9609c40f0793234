/* SPDX-License-Identifier: MIT */
/* Cuts what an engine streams into its JSON objects. */
#include "pull_stream.h"

/* The end of an object is the "}" that closes the first "{"; those in strings do not count. */
static gboolean ends_object(CordonPullStream *stream, char byte)
{
    if (stream->escaped) {
        stream->escaped = FALSE;
        return FALSE;
    }
    if (stream->in_string) {
        stream->escaped = byte == '\\';
        stream->in_string = byte != '"';
        return FALSE;
    }
    if (byte == '"')
        stream->in_string = TRUE;
    else if (byte == '{')
        stream->depth++;
    else if (byte == '}')
        stream->depth--;
    return stream->depth == 0;
}

gboolean cordon_pull_stream_feed(CordonPullStream *stream, const char *bytes, gsize size,
                                 CordonPullObjectFunc take, gpointer user_data, GError **error)
{
    if (stream->object == NULL)
        stream->object = g_string_new(NULL);
    for (gsize i = 0; i < size; i++) {
        char byte = bytes[i];
        if (stream->depth == 0 && g_ascii_isspace(byte))
            continue;
        if (stream->depth == 0 && byte != '{') {
            g_set_error_literal(error, CORDON_ERROR, CORDON_ERROR_PARSE,
                                "the engine's stream is not made of JSON objects");
            return FALSE;
        }
        if (stream->object->len >= CORDON_PULL_OBJECT_MAX_BYTES) {
            g_set_error_literal(error, CORDON_ERROR, CORDON_ERROR_PARSE,
                                "a message of the engine is too long");
            return FALSE;
        }
        g_string_append_c(stream->object, byte);
        if (!ends_object(stream, byte))
            continue;
        gboolean more = take(stream->object->str, stream->object->len, user_data, error);
        g_string_truncate(stream->object, 0);
        if (!more)
            return FALSE;
    }
    return TRUE;
}

gboolean cordon_pull_stream_is_between(const CordonPullStream *stream)
{
    return stream->depth == 0;
}

void cordon_pull_stream_clear(CordonPullStream *stream)
{
    if (stream->object != NULL)
        g_string_free(stream->object, TRUE);
    *stream = (CordonPullStream){0};
}

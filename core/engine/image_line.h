/* SPDX-License-Identifier: MIT */
/* Reads what cordon-docker prints about images (drivers/docker/image.h), and makes of it what
 * <cordon/image.h> gives out.  Strict and bounded.  Pure. */
#ifndef CORDON_ENGINE_IMAGE_LINE_H
#define CORDON_ENGINE_IMAGE_LINE_H

#include <cordon/image.h>

#include <cordon/json.h>

#define CORDON_IMAGE_LINE_MAX_BYTES (256u * 1024)

typedef struct CordonImageLines CordonImageLines;

CordonImageLines *cordon_image_lines_new(CordonImageProgressFunc progress, gpointer user_data);
void cordon_image_lines_free(CordonImageLines *lines);
/* FALSE, CORDON_ERROR_BACKEND: these are no such lines. */
gboolean cordon_image_lines_feed(CordonImageLines *lines, const char *bytes, gsize size,
                                 GError **error);
/* The last line was said. */
gboolean cordon_image_lines_is_done(const CordonImageLines *lines);

/* The last line. */
typedef struct {
    char *text;
    CordonJson *json;
} CordonImageAnswer;

/* wanted: its event.  FALSE with the error that it says, when it is one. */
gboolean cordon_image_lines_finish(CordonImageLines *lines, const char *wanted,
                                   CordonImageAnswer *ret, GError **error);
void cordon_image_answer_clear(CordonImageAnswer *answer);

/* They take over the answer, and leave it empty. */
CordonImageStatus *cordon_image_answer_to_status(CordonImageAnswer *answer, GError **error);
CordonImageSize *cordon_image_answer_to_size(CordonImageAnswer *answer, GError **error);
CordonImagePulled *cordon_image_answer_to_pulled(CordonImageAnswer *answer, GError **error);
/* The line that a size came as, which image-pull reads again; borrowed. */
const char *cordon_image_size_plan(const CordonImageSize *size);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(CordonImageAnswer, cordon_image_answer_clear)
G_DEFINE_AUTOPTR_CLEANUP_FUNC(CordonImageLines, cordon_image_lines_free)

#endif

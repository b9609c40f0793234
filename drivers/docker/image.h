/* SPDX-License-Identifier: MIT */
/* What the image commands of cordon-docker share: their output, their end, and how they are cancelled.
 *
 * Each prints JSON objects, one a line, on stdout.  The member "event" says what it is: "progress" any number of
 * times, then one of "status", "size", "pulled", "error".  They end early, with "error", when standard input
 * ends or becomes readable, and with SIGTERM and SIGINT: whoever started them has gone, or wants no more. */
#ifndef CORDON_DOCKER_IMAGE_H
#define CORDON_DOCKER_IMAGE_H

#include "image_engine.h"
#include "reference.h"
#include <cordon/json.h>

/* Gives a descriptor that becomes readable when the command is to end; -1 with the error set. */
int cordon_image_command_begin(GError **error);
/* Opens an object with its event. */
CordonJsonWriter *cordon_image_event_new(const char *event);
/* Closes the object and prints it.  FALSE: nobody reads any more. */
gboolean cordon_image_event_send(CordonJsonWriter *writer);
/* Prints the error, and gives the exit status. */
int cordon_image_command_fail(const GError *error);
/* The word behind the command, else what cordon_image_chosen() says. */
gboolean cordon_image_command_reference(int argc, char **argv, CordonReference *ret,
                                        GError **error);

#endif

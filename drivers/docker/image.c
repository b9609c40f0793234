/* SPDX-License-Identifier: MIT */
/* What the image commands share, and image-status. */
#define _GNU_SOURCE /* F_DUPFD_CLOEXEC, sigaction(), dup3() */
#include "image.h"

#include <cordon/image.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "commands.h"
#include "image_default.h"

/* A copy of standard input: descriptor 0 counts as none for requests. */
#define FIRST_FD 10

static int cancel_fd = -1, readable_fd = -1;

/* Puts something that is always readable in the place of standard input. */
static void on_signal(int signal)
{
    int saved = errno;

    (void)signal;
    (void)dup3(readable_fd, cancel_fd, O_CLOEXEC);
    errno = saved;
}

int cordon_image_command_begin(GError **error)
{
    struct sigaction action = {.sa_handler = on_signal}, ignore = {.sa_handler = SIG_IGN};

    readable_fd = open("/dev/null", O_RDONLY | O_CLOEXEC);
    cancel_fd = fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, FIRST_FD);
    if (readable_fd < 0 || cancel_fd < 0) {
        g_set_error(error, CORDON_ERROR, CORDON_ERROR_SYSTEM, "Opening standard input failed: %s.",
                    g_strerror(errno));
        return -1;
    }
    sigaction(SIGTERM, &action, NULL);
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGPIPE, &ignore, NULL);
    return cancel_fd;
}

CordonJsonWriter *cordon_image_event_new(const char *event)
{
    CordonJsonWriter *writer = cordon_json_writer_new(FALSE);

    cordon_json_begin_object(writer, NULL);
    cordon_json_add_string(writer, "event", event);
    return writer;
}

gboolean cordon_image_event_send(CordonJsonWriter *writer)
{
    cordon_json_end_object(writer);
    g_autofree char *line = cordon_json_writer_finish(writer);
    return puts(line) >= 0 && fflush(stdout) == 0;
}

int cordon_image_command_fail(const GError *error)
{
    /* What is not about images is about what they are asked with. */
    CordonImageError code = error->domain == CORDON_IMAGE_ERROR ? (CordonImageError)error->code
                                                                : CORDON_IMAGE_ERROR_ENGINE;
    CordonJsonWriter *writer = cordon_image_event_new("error");

    cordon_json_add_string(writer, "code", cordon_image_error_name(code));
    cordon_json_add_string(writer, "message", error->message);
    cordon_image_event_send(writer);
    return 1;
}

gboolean cordon_image_command_reference(int argc, char **argv, CordonReference *ret, GError **error)
{
    return cordon_reference_parse(argc > 1 ? argv[1] : cordon_image_chosen(), ret, error);
}

/* --- image-status ------------------------------------------------------------------------------- */

/* The digest under which the image came from the repository that was asked for, or NULL; free with
 * g_free(). */
static char *find_digest(const CordonLocalImage *image, const CordonReference *reference)
{
    for (char **digest = image->repo_digests; digest != NULL && *digest != NULL; digest++) {
        g_auto(CordonReference) own = {0};

        if (cordon_reference_parse(*digest, &own, NULL) &&
            g_str_equal(own.registry, reference->registry) &&
            g_str_equal(own.repository, reference->repository))
            return g_strdup(own.digest);
    }
    return NULL;
}

static void send_status(const CordonReference *reference, const CordonImageEngineFacts *facts,
                        const CordonLocalImage *image)
{
    CordonJsonWriter *writer = cordon_image_event_new("status");
    g_autofree char *name = cordon_reference_format(reference);
    g_autofree char *engine_platform = cordon_platform_format(&facts->platform);
    g_autofree char *platform = image != NULL ? cordon_platform_format(&image->platform) : NULL;
    g_autofree char *digest = image != NULL ? find_digest(image, reference) : NULL;

    cordon_json_add_string(writer, "reference", name);
    cordon_json_add_bool(writer, "present", image != NULL);
    cordon_json_add_bool(writer, "usable",
                         image != NULL &&
                             cordon_platform_fit(&facts->platform, &image->platform) > 0);
    cordon_json_add_string(writer, "id", image != NULL ? image->id : NULL);
    cordon_json_add_string(writer, "digest", digest);
    cordon_json_add_string(writer, "platform", platform);
    cordon_json_add_uint(writer, "disk_bytes", image != NULL ? image->bytes : 0);
    cordon_json_add_string(writer, "engine", facts->name);
    cordon_json_add_string(writer, "engine_platform", engine_platform);
    cordon_json_add_string(writer, "root_folder", facts->root_folder);
    cordon_json_add_int(writer, "free_bytes", facts->free_bytes);
    cordon_image_event_send(writer);
}

int cordon_docker_image_status(int argc, char **argv)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(CordonImageEngine) engine = NULL;
    g_auto(CordonReference) reference = {0};
    g_auto(CordonLocalImage) image = {0};
    gboolean found = FALSE;
    int cancel = cordon_image_command_begin(&error);

    if (cancel < 0 || !cordon_image_command_reference(argc, argv, &reference, &error))
        return cordon_image_command_fail(error);
    engine = cordon_image_engine_open(cancel, &error);
    g_autofree char *name = cordon_reference_format(&reference);
    if (engine == NULL || !cordon_image_engine_inspect(engine, name, &image, &found, &error))
        return cordon_image_command_fail(error);
    send_status(&reference, cordon_image_engine_facts(engine), found ? &image : NULL);
    return 0;
}

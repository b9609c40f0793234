/* SPDX-License-Identifier: MIT */
/* What the host and cordon-worker say to each other. */
#define _POSIX_C_SOURCE 200809L /* MSG_NOSIGNAL */
#include "engine/wire.h"

#include <errno.h>
#include <poll.h>
#include <string.h>
#include <sys/socket.h>

#include "engine/host.h"

#define HEADER_BYTES 4
#define MAX_STRINGS  100000 /* of one list in a request */

static void set_parse_error(GError **error, const char *text)
{
    g_set_error(error, CORDON_ERROR, CORDON_ERROR_PARSE, "A message of the worker's protocol %s.",
                text);
}

/* --- frames --- */

static gboolean wait_writable(int fd, const CordonDeadline *deadline, GError **error)
{
    struct pollfd fds[2] = {
        {.fd = fd, .events = POLLOUT},
        {.fd = deadline != NULL ? cordon_deadline_get_fd(deadline) : -1, .events = POLLIN},
    };

    while (poll(fds, 2, -1) < 0)
        if (errno != EINTR && errno != EAGAIN)
            break;
    if (fds[1].revents != 0) {
        g_set_error_literal(error, CORDON_ERROR, CORDON_ERROR_TIMEOUT,
                            "The other side of the worker's protocol did not read in time.");
        return FALSE;
    }
    return TRUE;
}

static gboolean send_all(int fd, const char *bytes, gsize size, const CordonDeadline *deadline,
                         GError **error)
{
    while (size > 0) {
        ssize_t sent = send(fd, bytes, size, MSG_NOSIGNAL | MSG_DONTWAIT);

        if (sent >= 0) {
            bytes += sent;
            size -= (gsize)sent;
        } else if (errno == EAGAIN) {
            if (!wait_writable(fd, deadline, error))
                return FALSE;
        } else if (errno != EINTR) {
            g_set_error(error, CORDON_ERROR, CORDON_ERROR_SYSTEM,
                        "Sending a message of the worker's protocol failed: %s.",
                        g_strerror(errno));
            return FALSE;
        }
    }
    return TRUE;
}

gboolean cordon_wire_send(int fd, const char *text, const CordonDeadline *deadline, GError **error)
{
    gsize size = strlen(text);
    unsigned char header[HEADER_BYTES];

    if (size > CORDON_WIRE_MAX_REQUEST_BYTES) {
        set_parse_error(error, "is too long");
        return FALSE;
    }
    for (guint i = 0; i < HEADER_BYTES; i++)
        header[i] = (unsigned char)(size >> (8 * (HEADER_BYTES - 1 - i)));
    return send_all(fd, (const char *)header, HEADER_BYTES, deadline, error) &&
           send_all(fd, text, size, deadline, error);
}

struct CordonWireReader {
    GByteArray *bytes; /* read and not yet given out */
    gsize next;        /* where in bytes the next message begins */
    gsize total, max_bytes;
};

CordonWireReader *cordon_wire_reader_new(gsize max_bytes)
{
    CordonWireReader *reader = g_new0(CordonWireReader, 1);

    reader->bytes = g_byte_array_new();
    reader->max_bytes = max_bytes;
    return reader;
}

void cordon_wire_reader_free(CordonWireReader *reader)
{
    if (reader == NULL)
        return;
    g_byte_array_unref(reader->bytes);
    g_free(reader);
}

gboolean cordon_wire_reader_feed(CordonWireReader *reader, const void *bytes, gsize size,
                                 GError **error)
{
    if (size > reader->max_bytes - reader->total) {
        g_set_error(error, CORDON_ERROR, CORDON_ERROR_PARSE,
                    "The worker's protocol: more than %" G_GSIZE_FORMAT " bytes.",
                    reader->max_bytes);
        return FALSE;
    }
    reader->total += size;
    if (reader->next > 0) {
        g_byte_array_remove_range(reader->bytes, 0, (guint)reader->next);
        reader->next = 0;
    }
    g_byte_array_append(reader->bytes, bytes, (guint)size);
    return TRUE;
}

gboolean cordon_wire_reader_next(CordonWireReader *reader, CordonJson **ret, GError **error)
{
    const guint8 *bytes = reader->bytes->data + reader->next;
    gsize left = reader->bytes->len - reader->next;
    gsize size = 0;
    gint64 version = 0;

    *ret = NULL;
    if (left < HEADER_BYTES)
        return TRUE;
    for (guint i = 0; i < HEADER_BYTES; i++)
        size = size << 8 | bytes[i];
    if (size > reader->max_bytes) {
        set_parse_error(error, "is too long");
        return FALSE;
    }
    if (left - HEADER_BYTES < size)
        return TRUE;

    g_autoptr(CordonJson) json =
        cordon_json_parse((const char *)bytes + HEADER_BYTES, size, reader->max_bytes, error);
    if (json == NULL)
        return FALSE;
    if (!cordon_json_is_object(cordon_json_root(json))) {
        set_parse_error(error, "is not an object");
        return FALSE;
    }
    if (!cordon_json_get_int(cordon_json_root(json), "cordon_wire", TRUE, CORDON_WIRE_VERSION,
                             CORDON_WIRE_VERSION, &version, error))
        return FALSE;
    reader->next += HEADER_BYTES + size;
    *ret = g_steal_pointer(&json);
    return TRUE;
}

gboolean cordon_wire_reader_is_partial(const CordonWireReader *reader)
{
    return reader->bytes->len > reader->next;
}

/* --- values --- */

char *cordon_wire_escape(const char *bytes)
{
    /* All of printable ASCII but '%' stays. */
    return g_uri_escape_string(bytes, " !\"#$&'()*+,/:;<=>?@[\\]^`{|}", FALSE);
}

char *cordon_wire_unescape(const char *text)
{
    return g_uri_unescape_string(text, NULL);
}

static void add_bytes(CordonJsonWriter *writer, const char *name, const char *bytes)
{
    g_autofree char *text = bytes != NULL ? cordon_wire_escape(bytes) : NULL;

    cordon_json_add_string(writer, name, text);
}

static void add_uint64(CordonJsonWriter *writer, const char *name, guint64 value)
{
    char text[24];

    /* As text: JSON's numbers are exact up to 2^53 only. */
    g_snprintf(text, sizeof(text), "%" G_GUINT64_FORMAT, value);
    cordon_json_add_string(writer, name, text);
}

static void add_list(CordonJsonWriter *writer, const char *name, const char *const *list)
{
    cordon_json_begin_array(writer, name);
    for (gsize i = 0; list != NULL && list[i] != NULL; i++)
        add_bytes(writer, NULL, list[i]);
    cordon_json_end_array(writer);
}

static gboolean get_bytes(const CordonJsonValue *object, const char *name, gboolean required,
                          char **ret, GError **error)
{
    const char *text = NULL;

    if (!cordon_json_get_string(object, name, required, &text, error))
        return FALSE;
    if (text == NULL)
        return TRUE;
    char *bytes = cordon_wire_unescape(text);
    if (bytes == NULL) {
        set_parse_error(error, "has a text in it that is not escaped as it should");
        return FALSE;
    }
    *ret = bytes;
    return TRUE;
}

static gboolean get_uint64(const CordonJsonValue *object, const char *name, guint64 *ret,
                           GError **error)
{
    const char *text = NULL;

    return cordon_json_get_string(object, name, TRUE, &text, error) &&
           g_ascii_string_to_unsigned(text, 10, 0, G_MAXUINT64, ret, error);
}

static gboolean get_list(const CordonJsonValue *object, const char *name, char ***ret,
                         GError **error)
{
    g_auto(GStrv) list = NULL;

    if (!cordon_json_get_strings(object, name, TRUE, MAX_STRINGS, &list, error))
        return FALSE;
    for (gsize i = 0; list[i] != NULL; i++) {
        char *bytes = cordon_wire_unescape(list[i]);

        if (bytes == NULL) {
            set_parse_error(error, "has a text in it that is not escaped as it should");
            return FALSE;
        }
        g_free(list[i]);
        list[i] = bytes;
    }
    *ret = g_steal_pointer(&list);
    return TRUE;
}

static const CordonJsonValue *get_member(const CordonJsonValue *object, const char *name,
                                         gboolean array, GError **error)
{
    const CordonJsonValue *member = cordon_json_find(object, name);

    if (member == NULL ||
        (array ? !cordon_json_is_array(member) : !cordon_json_is_object(member))) {
        g_set_error(error, CORDON_ERROR, CORDON_ERROR_PARSE, "%s: not an %s.", name,
                    array ? "array" : "object");
        return NULL;
    }
    return member;
}

/* --- request --- */

char *cordon_wire_write_manifest(const CordonManifest *manifest)
{
    CordonJsonWriter *writer = cordon_json_writer_new(FALSE);

    cordon_json_begin_object(writer, NULL);
    cordon_json_add_int(writer, "manifest", 1);
    cordon_json_add_string(writer, "id", manifest->id);
    cordon_json_add_string(writer, "name", manifest->name);
    cordon_json_add_string(writer, "version", manifest->version);
    cordon_json_add_int(writer, "abi", manifest->abi);
    cordon_json_add_string(writer, "library", manifest->library);
    cordon_json_add_int(writer, "priority", manifest->priority);
    cordon_json_add_strings(writer, "platforms", (const char *const *)manifest->platforms);
    cordon_json_add_strings(writer, "guarantees", (const char *const *)manifest->guarantees);
    cordon_json_add_strings(writer, "codes", (const char *const *)manifest->codes);
    cordon_json_end_object(writer);
    return cordon_json_writer_finish(writer);
}

static void add_fact(const char *key, const char *value, gpointer user_data)
{
    add_bytes(user_data, key, value);
}

static void write_launch(const CordonLaunch *launch, CordonJsonWriter *writer)
{
    cordon_json_begin_object(writer, "launch");
    add_bytes(writer, "instance", launch->instance);
    add_list(writer, "argv", (const char *const *)launch->argv);
    add_list(writer, "env", (const char *const *)launch->env);
    add_bytes(writer, "cwd", launch->cwd);
    cordon_json_add_strings(writer, "guarantees", cordon_guarantees_strv(launch->guarantees));
    add_uint64(writer, "processes", launch->processes);
    add_uint64(writer, "memory_bytes", launch->memory_bytes);
    add_uint64(writer, "open_files", launch->open_files);
    add_uint64(writer, "scratch_bytes", launch->scratch_bytes);
    cordon_json_begin_array(writer, "mounts");
    for (guint i = 0; i < launch->mounts->len; i++) {
        const CordonMount *mount = g_ptr_array_index(launch->mounts, i);

        cordon_json_begin_object(writer, NULL);
        cordon_json_add_uint(writer, "access", mount->access);
        cordon_json_add_uint(writer, "kind", mount->kind);
        cordon_json_add_uint(writer, "role", mount->role);
        add_bytes(writer, "host_path", mount->host_path);
        add_bytes(writer, "guest_path", mount->guest_path);
        add_uint64(writer, "device", mount->device);
        add_uint64(writer, "inode", mount->inode);
        cordon_json_end_object(writer);
    }
    cordon_json_end_array(writer);
    cordon_json_end_object(writer);
}

char *cordon_request_write(const CordonRequest *request)
{
    CordonJsonWriter *writer = cordon_json_writer_new(FALSE);
    g_autofree char *manifest = cordon_wire_write_manifest(request->manifest);

    cordon_json_begin_object(writer, NULL);
    cordon_json_add_int(writer, "cordon_wire", CORDON_WIRE_VERSION);
    cordon_json_add_string(writer, "job", request->job == CORDON_JOB_PROBE ? "probe" : "wrap");
    cordon_json_add_uint(writer, "depth", request->depth);
    cordon_json_add_uint(writer, "deadline_ms", request->deadline_ms);
    add_bytes(writer, "library", request->library);
    add_uint64(writer, "device", request->identity.device);
    add_uint64(writer, "inode", request->identity.inode);
    add_uint64(writer, "size", request->identity.size);
    add_uint64(writer, "mtime_ns", (guint64)request->identity.mtime_ns);
    cordon_json_add_string(writer, "manifest", manifest);
    cordon_json_begin_object(writer, "facts");
    cordon_facts_foreach(request->facts, add_fact, writer);
    cordon_json_end_object(writer);
    if (request->job == CORDON_JOB_WRAP) {
        cordon_json_begin_object(writer, "probed");
        cordon_probe_report_write_json(request->probed, writer);
        cordon_json_end_object(writer);
        write_launch(request->launch, writer);
    }
    cordon_json_end_object(writer);
    return cordon_json_writer_finish(writer);
}

void cordon_request_free(CordonRequest *request)
{
    if (request == NULL)
        return;
    g_free(request->library);
    cordon_manifest_free(request->manifest);
    cordon_facts_free(request->facts);
    cordon_probe_report_free(request->probed);
    cordon_launch_free(request->launch);
    g_free(request);
}

static gboolean get_uint32(const CordonJsonValue *object, const char *name, guint32 *ret,
                           GError **error)
{
    gint64 value = 0;

    if (!cordon_json_get_int(object, name, TRUE, 0, G_MAXUINT32, &value, error))
        return FALSE;
    *ret = (guint32)value;
    return TRUE;
}

static CordonFacts *read_facts(const CordonJsonValue *object, GError **error)
{
    g_autoptr(CordonFacts) facts = cordon_facts_new();

    for (const CordonJsonValue *member = cordon_json_first(object); member != NULL;
         member = cordon_json_next(member)) {
        const char *text = cordon_json_string(member);
        g_autofree char *value = text != NULL ? cordon_wire_unescape(text) : NULL;

        if (value == NULL) {
            set_parse_error(error, "has a fact in it that is no text");
            return NULL;
        }
        cordon_facts_set(facts, cordon_json_name(member), value);
    }
    return g_steal_pointer(&facts);
}

static gboolean read_mounts(const CordonJsonValue *array, GPtrArray *mounts, GError **error)
{
    for (const CordonJsonValue *item = cordon_json_first(array); item != NULL;
         item = cordon_json_next(item)) {
        g_autofree char *host_path = NULL, *guest_path = NULL;
        guint32 access = 0, kind = 0, role = 0;

        if (!get_bytes(item, "host_path", FALSE, &host_path, error) ||
            !get_bytes(item, "guest_path", TRUE, &guest_path, error) ||
            !get_uint32(item, "access", &access, error) ||
            !get_uint32(item, "kind", &kind, error) || !get_uint32(item, "role", &role, error))
            return FALSE;
        CordonMount *mount = cordon_mount_new(role, access, kind, host_path, guest_path);
        g_ptr_array_add(mounts, mount);
        if (!get_uint64(item, "device", &mount->device, error) ||
            !get_uint64(item, "inode", &mount->inode, error))
            return FALSE;
    }
    return TRUE;
}

static CordonLaunch *read_launch(const CordonJsonValue *object, GError **error)
{
    g_autoptr(CordonLaunch) launch = cordon_launch_new();
    g_auto(GStrv) guarantees = NULL;

    if (!get_bytes(object, "instance", TRUE, &launch->instance, error) ||
        !get_list(object, "argv", &launch->argv, error) ||
        !get_list(object, "env", &launch->env, error) ||
        !get_bytes(object, "cwd", TRUE, &launch->cwd, error) ||
        !cordon_json_get_strings(object, "guarantees", TRUE, MAX_STRINGS, &guarantees, error) ||
        !get_uint64(object, "processes", &launch->processes, error) ||
        !get_uint64(object, "memory_bytes", &launch->memory_bytes, error) ||
        !get_uint64(object, "open_files", &launch->open_files, error) ||
        !get_uint64(object, "scratch_bytes", &launch->scratch_bytes, error))
        return NULL;
    for (gsize i = 0; guarantees[i] != NULL; i++)
        cordon_guarantees_add(launch->guarantees, guarantees[i]);
    const CordonJsonValue *mounts = get_member(object, "mounts", TRUE, error);
    if (mounts == NULL || !read_mounts(mounts, launch->mounts, error))
        return NULL;
    return g_steal_pointer(&launch);
}

static gboolean read_job(const CordonJsonValue *root, CordonRequest *request, GError **error)
{
    const char *job = NULL;

    if (!cordon_json_get_string(root, "job", TRUE, &job, error))
        return FALSE;
    if (strcmp(job, "probe") == 0) {
        request->job = CORDON_JOB_PROBE;
        return TRUE;
    }
    if (strcmp(job, "wrap") != 0) {
        set_parse_error(error, "asks for an unknown job");
        return FALSE;
    }
    request->job = CORDON_JOB_WRAP;
    const CordonJsonValue *probed = get_member(root, "probed", FALSE, error);
    const CordonJsonValue *launch =
        probed != NULL ? get_member(root, "launch", FALSE, error) : NULL;
    if (launch == NULL)
        return FALSE;
    request->probed = cordon_probe_report_read_json(probed, error);
    if (request->probed == NULL)
        return FALSE;
    request->launch = read_launch(launch, error);
    return request->launch != NULL;
}

CordonRequest *cordon_request_read(const CordonJsonValue *root, GError **error)
{
    g_autoptr(CordonRequest) request = g_new0(CordonRequest, 1);
    const char *manifest = NULL;
    guint64 mtime_ns = 0;

    if (!get_uint32(root, "depth", &request->depth, error) ||
        !get_uint32(root, "deadline_ms", &request->deadline_ms, error) ||
        !get_bytes(root, "library", TRUE, &request->library, error) ||
        !get_uint64(root, "device", &request->identity.device, error) ||
        !get_uint64(root, "inode", &request->identity.inode, error) ||
        !get_uint64(root, "size", &request->identity.size, error) ||
        !get_uint64(root, "mtime_ns", &mtime_ns, error) ||
        !cordon_json_get_string(root, "manifest", TRUE, &manifest, error))
        return NULL;
    request->identity.mtime_ns = (gint64)mtime_ns;
    request->manifest = cordon_manifest_parse(manifest, strlen(manifest), error);
    if (request->manifest == NULL)
        return NULL;
    if (!request->manifest->enabled) {
        set_parse_error(error, "has a manifest in it that is switched off");
        return NULL;
    }
    const CordonJsonValue *facts = get_member(root, "facts", FALSE, error);
    if (facts == NULL)
        return NULL;
    request->facts = read_facts(facts, error);
    if (request->facts == NULL || !read_job(root, request, error))
        return NULL;
    return g_steal_pointer(&request);
}

/* --- events --- */

CordonJsonWriter *cordon_wire_begin_event(const char *event)
{
    CordonJsonWriter *writer = cordon_json_writer_new(FALSE);

    cordon_json_begin_object(writer, NULL);
    cordon_json_add_int(writer, "cordon_wire", CORDON_WIRE_VERSION);
    cordon_json_add_string(writer, "event", event);
    return writer;
}

/* FALSE with the call's first violation as the error. */
static gboolean accepted(const CordonCall *call, gint32 status, GError **error)
{
    if (status == CORDON_OK)
        return TRUE;
    g_set_error(error, CORDON_ERROR, CORDON_ERROR_BACKEND,
                "The backend '%s' broke its contract in %s: it %s.", call->manifest->id,
                cordon_call_kind_name(call->kind),
                call->violation != NULL ? call->violation : "pushed what the host cannot read");
    return FALSE;
}

static gint32 push_fd(const CordonPlanFd *fd, CordonCall *call)
{
    const struct cordon_host *host = cordon_host_get();
    int32_t number = -1;

    switch (fd->kind) {
    case CORDON_PLAN_FD_DATA: {
        gsize size = 0;
        const void *data = g_bytes_get_data(fd->data, &size);

        return host->put_data(call, data, size, &number);
    }
    case CORDON_PLAN_FD_PATH:
        return host->put_path(call, fd->path, &number);
    case CORDON_PLAN_FD_STATUS:
        return host->put_status(call, fd->format, &number);
    }
    return CORDON_E_INVALID;
}

static gint32 push_variable(const char *variable, CordonCall *call)
{
    const char *equals = strchr(variable, '=');

    if (equals == NULL)
        return CORDON_E_INVALID;
    g_autofree char *name = g_strndup(variable, (gsize)(equals - variable));
    return cordon_host_get()->put_env(call, name, equals + 1);
}

gboolean cordon_wire_push_plan(const CordonJsonValue *plan, CordonCall *call, GError **error)
{
    const struct cordon_host *host = cordon_host_get();
    g_autoptr(CordonPlanData) sent = cordon_plan_data_read_json(plan, error);

    if (sent == NULL)
        return FALSE;
    for (guint i = 0; i < sent->argv->len; i++)
        if (!accepted(call, host->put_arg(call, g_ptr_array_index(sent->argv, i)), error))
            return FALSE;
    for (guint i = 0; i < sent->env->len; i++)
        if (!accepted(call, push_variable(g_ptr_array_index(sent->env, i), call), error))
            return FALSE;
    for (guint i = 0; i < sent->fds->len; i++)
        if (!accepted(call, push_fd(g_ptr_array_index(sent->fds, i), call), error))
            return FALSE;
    for (guint i = 0; i < sent->teardown->len; i++)
        if (!accepted(call, host->put_teardown(call, g_ptr_array_index(sent->teardown, i)), error))
            return FALSE;
    const char *const *enforced = cordon_guarantees_strv(sent->enforced);
    for (gsize i = 0; enforced[i] != NULL; i++)
        if (!accepted(call, host->put_enforced(call, enforced[i]), error))
            return FALSE;
    return TRUE;
}

static gboolean push_findings(const CordonProbeReport *sent, CordonCall *call, GError **error)
{
    for (guint i = 0; i < sent->findings->len; i++) {
        const CordonFinding *finding = g_ptr_array_index(sent->findings, i);
        const struct cordon_finding push = {
            .struct_size = sizeof(push),
            .severity = finding->severity,
            .code = finding->code,
            .guarantee = finding->guarantee,
            .subject = finding->subject,
        };

        if (!accepted(call, cordon_host_get()->put_finding(call, &push), error))
            return FALSE;
    }
    for (guint i = 0; i < sent->offers->len; i++) {
        const CordonOffer *offer = g_ptr_array_index(sent->offers, i);
        const struct cordon_offer push = {
            .struct_size = sizeof(push),
            .strength = offer->strength,
            .guarantee = offer->guarantee,
            .limits = offer->limits,
        };

        if (!accepted(call, cordon_host_get()->put_offer(call, &push), error))
            return FALSE;
    }
    return TRUE;
}

static gboolean push_hint(const CordonHint *hint, const CordonCall *probe, GError **error)
{
    CordonCall call = *probe;
    const struct cordon_hint push = {
        .struct_size = sizeof(push),
        .flags = hint->flags,
        .title = hint->title,
        .detail = hint->detail,
        .command = (const char *const *)hint->command,
        .platform = hint->platform,
        .url = hint->url,
    };

    call.kind = CORDON_CALL_HINT;
    call.hint_code = hint->code;
    call.hinted = FALSE;
    call.violation = NULL;
    gboolean fine = cordon_manifest_has_code(call.manifest, hint->code)
                        ? accepted(&call, cordon_host_get()->put_hint(&call, &push), error)
                        : accepted(&call, CORDON_E_INVALID, error);
    g_clear_pointer(&call.violation, g_free);
    return fine;
}

gboolean cordon_wire_push_report(const CordonJsonValue *report, CordonCall *call, GError **error)
{
    g_autoptr(CordonProbeReport) sent = cordon_probe_report_read_json(report, error);

    if (sent == NULL || !push_findings(sent, call, error))
        return FALSE;
    if (sent->hints->len > CORDON_CALL_MAX_FINDINGS) {
        set_parse_error(error, "has too many hints in it");
        return FALSE;
    }
    for (guint i = 0; i < sent->hints->len; i++)
        if (!push_hint(g_ptr_array_index(sent->hints, i), call, error))
            return FALSE;
    return TRUE;
}

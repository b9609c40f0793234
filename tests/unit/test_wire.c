/* SPDX-License-Identifier: MIT */
/* The worker's protocol: what is written is read back, and what is not so is refused. */
#include <criterion/criterion.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cordon/guarantees.h>

#include "engine/wire.h"

static const char MANIFEST[] =
    "{\"manifest\": 1, \"id\": \"test\", \"name\": \"Test\", \"version\": \"1\", \"abi\": 1,"
    " \"library\": \"/x/test.so\", \"platforms\": [\"linux\"], \"priority\": 50,"
    " \"guarantees\": [\"" CORDON_G_NET_NONE "\"], \"codes\": [\"a.blocked\", \"a.info\"]}";

static CordonRequest *new_request(void)
{
    CordonRequest *request = g_new0(CordonRequest, 1);
    CordonMount *mount = cordon_mount_new(CORDON_ROLE_LOOP, CORDON_ACCESS_WRITE, CORDON_KIND_FOLDER,
                                          "/p/\xff%41", "/p");

    request->job = CORDON_JOB_WRAP;
    request->depth = 1;
    request->deadline_ms = 5000;
    request->library = g_strdup("/x/te st.so");
    request->identity = (CordonFileIdentity){G_MAXUINT64, G_MAXUINT64 - 1, 3, -1};
    request->manifest = cordon_manifest_parse(MANIFEST, strlen(MANIFEST), NULL);
    request->facts = cordon_facts_new();
    cordon_facts_set(request->facts, "os", "linux");
    cordon_facts_set(request->facts, "path", "/usr/bin:/b\xfe");
    request->probed = cordon_probe_report_new();
    cordon_probe_report_add_finding(request->probed, CORDON_SEVERITY_INFO, "a.info", NULL, "/x");
    request->launch = cordon_launch_new();
    request->launch->instance = g_strdup("i-1");
    request->launch->argv = g_strsplit("echo|a\nb|\xff|%|", "|", -1);
    request->launch->env = g_strsplit("A=\x01", "|", -1);
    request->launch->cwd = g_strdup("/p");
    request->launch->memory_bytes = G_MAXUINT64;
    request->launch->processes = G_GUINT64_CONSTANT(9007199254740993);
    cordon_guarantees_add(request->launch->guarantees, CORDON_G_NET_NONE);
    mount->device = G_GUINT64_CONSTANT(9007199254740993);
    mount->inode = G_MAXUINT64;
    g_ptr_array_add(request->launch->mounts, mount);
    g_ptr_array_add(
        request->launch->mounts,
        cordon_mount_new(CORDON_ROLE_CACHE, CORDON_ACCESS_WRITE, CORDON_KIND_FRESH, NULL, "/home"));
    return request;
}

static CordonRequest *read_text(const char *text, gsize size, GError **error)
{
    g_autoptr(CordonJson) json =
        cordon_json_parse(text, size, CORDON_WIRE_MAX_REQUEST_BYTES, error);

    return json != NULL ? cordon_request_read(cordon_json_root(json), error) : NULL;
}

Test(wire, bytes_come_back_as_they_were)
{
    char all[256];

    for (int i = 1; i < 256; i++)
        all[i - 1] = (char)i;
    all[255] = '\0';
    const char *const rows[] = {"",        "plain",    "100%",     "%41", "caf\xc3\xa9",
                                "caf\xe9", "a\nb\x1b", "\xc2\x96", all};
    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autofree char *text = cordon_wire_escape(rows[i]);
        g_autofree char *back = cordon_wire_unescape(text);

        for (const char *c = text; *c != '\0'; c++)
            cr_expect(g_ascii_isprint(*c), "row %zu: '%s'", i, text);
        cr_expect_str_eq(back, rows[i], "row %zu: '%s'", i, text);
    }
    cr_expect_null(cordon_wire_unescape("a%zz"));
    cr_expect_null(cordon_wire_unescape("a%00b"));
    g_autofree char *readable = cordon_wire_escape("/usr/bin/a b");
    cr_expect_str_eq(readable, "/usr/bin/a b");
}

Test(wire, request_comes_back_as_it_was)
{
    g_autoptr(CordonRequest) request = new_request();
    g_autofree char *text = cordon_request_write(request);
    g_autoptr(GError) error = NULL;
    g_autoptr(CordonRequest) back = read_text(text, strlen(text), &error);

    cr_assert_not_null(back, "%s", error->message);
    cr_expect_eq(back->identity.device, G_MAXUINT64);
    cr_expect_eq(back->identity.mtime_ns, -1);
    cr_expect_str_eq(back->library, "/x/te st.so");
    cr_expect_str_eq(back->manifest->id, "test");
    cr_expect(cordon_manifest_has_code(back->manifest, "a.blocked"));
    cr_expect_str_eq(cordon_facts_get(back->facts, "path"), "/usr/bin:/b\xfe");
    cr_expect_eq(back->probed->findings->len, 1);
    cr_expect_str_eq(back->launch->argv[2], "\xff");
    cr_expect_str_eq(back->launch->argv[3], "%");
    cr_expect_str_eq(back->launch->argv[4], "");
    cr_expect_null(back->launch->argv[5]);
    cr_expect_eq(back->launch->memory_bytes, G_MAXUINT64);
    const CordonMount *mount = g_ptr_array_index(back->launch->mounts, 0);
    cr_expect_str_eq(mount->host_path, "/p/\xff%41");
    cr_expect_eq(mount->device, G_GUINT64_CONSTANT(9007199254740993));
    const CordonMount *fresh = g_ptr_array_index(back->launch->mounts, 1);
    cr_expect_null(fresh->host_path);
    g_autofree char *again = cordon_request_write(back);
    cr_expect_str_eq(again, text);
}

/* A small generator of our own: the same mutations everywhere. */
static guint32 state = 20240611;
static guint32 draw(guint32 below)
{
    state = state * 1664525u + 1013904223u;
    return (state >> 8) % below;
}

Test(wire, mutated_request_is_refused_or_whole)
{
    g_autoptr(CordonRequest) request = new_request();
    g_autofree char *text = cordon_request_write(request);
    gsize size = strlen(text);
    guint refused = 0, accepted = 0;

    for (int round = 0; round < 20000; round++) {
        g_autofree char *mutated = g_memdup2(text, size);
        gsize mutated_size = draw(8) == 0 ? draw((guint32)size) : size;
        g_autoptr(GError) error = NULL;

        for (guint i = 0, count = 1 + draw(4); i < count; i++)
            mutated[draw((guint32)size)] = (char)draw(256);
        g_autoptr(CordonRequest) back = read_text(mutated, mutated_size, &error);
        cr_assert_eq(back == NULL, error != NULL, "round %d", round);
        if (back == NULL) {
            refused++;
            continue;
        }
        accepted++;
        /* Whole: it can be written again. */
        g_autofree char *again = cordon_request_write(back);
        cr_assert_not_null(again);
        cr_assert_not_null(back->launch);
    }
    cr_expect_gt(refused, 1000);
    cr_expect_gt(accepted, 100);
}

Test(wire, mutated_stream_never_gives_more_than_was_sent)
{
    const char *const messages[] = {
        "{\"cordon_wire\": 1, \"event\": \"enter\", \"call\": \"probe\"}",
        "{\"cordon_wire\": 1, \"event\": \"report\", \"report\": {}}"};
    g_autoptr(GByteArray) stream = g_byte_array_new();

    for (gsize i = 0; i < G_N_ELEMENTS(messages); i++) {
        guint8 header[4] = {0, 0, 0, (guint8)strlen(messages[i])};

        g_byte_array_append(stream, header, 4);
        g_byte_array_append(stream, (const guint8 *)messages[i], (guint)strlen(messages[i]));
    }
    for (int round = 0; round < 20000; round++) {
        g_autofree guint8 *bytes = g_memdup2(stream->data, stream->len);
        g_autoptr(CordonWireReader) reader = cordon_wire_reader_new(1024);
        gboolean fine = TRUE;
        guint got = 0;

        if (round > 0)
            bytes[draw(stream->len)] = (guint8)draw(256);
        for (gsize at = 0; fine && at < stream->len;) {
            gsize size = 1 + draw(40);

            size = MIN(size, stream->len - at);

            fine = cordon_wire_reader_feed(reader, bytes + at, size, NULL);
            at += size;
            while (fine) {
                g_autoptr(CordonJson) json = NULL;

                fine = cordon_wire_reader_next(reader, &json, NULL);
                if (json == NULL)
                    break;
                got++;
            }
        }
        cr_assert_leq(got, 2);
        if (round == 0)
            cr_assert(fine && got == 2 && !cordon_wire_reader_is_partial(reader));
    }
}

Test(wire, stream_has_a_bound_and_a_version)
{
    static const struct {
        const char *text;
        gboolean fine;
    } ROWS[] = {
        {"{\"cordon_wire\": 1}", TRUE},
        {"{\"cordon_wire\": 2}", FALSE},
        {"{}", FALSE},
        {"[]", FALSE},
        {"{\"cordon_wire\": 1} x", FALSE},
        {"{\"cordon_wire\": \"1\"}", FALSE},
    };
    guint8 bytes[100] = {0};

    for (gsize i = 0; i < G_N_ELEMENTS(ROWS); i++) {
        g_autoptr(CordonWireReader) reader = cordon_wire_reader_new(100);
        g_autoptr(CordonJson) json = NULL;

        bytes[3] = (guint8)strlen(ROWS[i].text);
        memcpy(bytes + 4, ROWS[i].text, strlen(ROWS[i].text));
        cr_assert(cordon_wire_reader_feed(reader, bytes, 4 + strlen(ROWS[i].text), NULL));
        cr_expect_eq(cordon_wire_reader_next(reader, &json, NULL), ROWS[i].fine, "row %zu", i);
        cr_expect_eq(json != NULL, ROWS[i].fine, "row %zu", i);
    }
    g_autoptr(CordonWireReader) reader = cordon_wire_reader_new(100);
    memset(bytes, 0xff, sizeof bytes);
    cr_expect(cordon_wire_reader_feed(reader, bytes, sizeof bytes, NULL));
    cr_expect_not(cordon_wire_reader_feed(reader, bytes, 1, NULL));
    CordonJson *json = NULL;
    cr_expect_not(cordon_wire_reader_next(reader, &json, NULL), "a length beyond the bound");
}

Test(wire, sending_ends_when_nobody_reads)
{
    int fds[2];
    g_autofree char *text = g_strnfill(1024 * 1024, 'x');
    g_autoptr(CordonDeadline) deadline = cordon_deadline_new(G_MAXINT);
    g_autoptr(GError) error = NULL;

    cr_assert_eq(socketpair(AF_UNIX, SOCK_STREAM, 0, fds), 0);
    cordon_deadline_cancel(deadline);
    cr_expect_not(cordon_wire_send(fds[0], text, deadline, &error));
    cr_expect(g_error_matches(error, CORDON_ERROR, CORDON_ERROR_TIMEOUT));
    g_clear_error(&error);
    close(fds[1]);
    cr_expect_not(cordon_wire_send(fds[0], "{}", NULL, &error), "and no SIGPIPE");
    cr_expect(g_error_matches(error, CORDON_ERROR, CORDON_ERROR_SYSTEM));
    close(fds[0]);
}

/* --- what a worker answers is checked like a plug-in --- */

typedef struct {
    CordonManifest *manifest;
    CordonProbeReport *report;
    CordonPlanData *plan;
    CordonLaunch *launch;
    CordonCall call;
} Reader;

static void open_reader(Reader *reader, CordonCallKind kind)
{
    reader->manifest = cordon_manifest_parse(MANIFEST, strlen(MANIFEST), NULL);
    reader->report = cordon_probe_report_new();
    reader->plan = cordon_plan_data_new("test");
    reader->launch = cordon_launch_new();
    CordonMount *mount =
        cordon_mount_new(CORDON_ROLE_LOOP, CORDON_ACCESS_WRITE, CORDON_KIND_FOLDER, "/p", "/p");
    mount->device = 1;
    mount->inode = 2;
    g_ptr_array_add(reader->launch->mounts, mount);
    reader->call = (CordonCall){.kind = kind,
                                .manifest = reader->manifest,
                                .report = reader->report,
                                .plan = reader->plan,
                                .launch = reader->launch};
}

static void close_reader(Reader *reader)
{
    cordon_call_clear(&reader->call);
    cordon_launch_free(reader->launch);
    cordon_plan_data_free(reader->plan);
    cordon_probe_report_free(reader->report);
    cordon_manifest_free(reader->manifest);
}

#define PLAN_OF(argv, fds, enforced)                                                               \
    "{\"backend\": \"test\", \"argv\": [" argv "], \"env\": [], \"fds\": [" fds                    \
    "], \"teardown\": [], \"enforced\": [" enforced "]}"
#define PATH_FD(path, inode)                                                                       \
    "{\"number\": 3, \"kind\": \"path\", \"path\": \"" path                                        \
    "\", \"device\": \"1\", \"inode\": \"" inode "\"}"

Test(wire, plan_of_a_worker_is_checked_like_a_plug_in)
{
    static const struct {
        const char *plan;
        const char *refusal; /* NULL: accepted */
    } ROWS[] = {
        {PLAN_OF("\"/bin/x\"", "", "\"" CORDON_G_NET_NONE "\""), NULL},
        {PLAN_OF("\"/bin/x\"", PATH_FD("/p", "2"), ""), NULL},
        {PLAN_OF("\"/bin/x\"", PATH_FD("/etc", "2"), ""), "does not hold"},
        {PLAN_OF("\"x\"", "", ""), "absolute"},
        {PLAN_OF("\"/bin/x\"", "", "\"" CORDON_G_KILL_TREE "\""), "does not declare"},
        {PLAN_OF("1", "", ""), "argv"},
        {"{}", "backend"},
    };

    for (gsize i = 0; i < G_N_ELEMENTS(ROWS); i++) {
        Reader reader;
        g_autoptr(GError) error = NULL;
        g_autoptr(CordonJson) json =
            cordon_json_parse(ROWS[i].plan, strlen(ROWS[i].plan), 10000, NULL);

        open_reader(&reader, CORDON_CALL_WRAP);
        gboolean fine = cordon_wire_push_plan(cordon_json_root(json), &reader.call, &error);
        cr_expect_eq(fine, ROWS[i].refusal == NULL, "row %zu: %s", i,
                     error != NULL ? error->message : "accepted");
        if (ROWS[i].refusal != NULL)
            cr_expect(error != NULL && strstr(error->message, ROWS[i].refusal) != NULL,
                      "row %zu: %s", i, error != NULL ? error->message : "");
        close_reader(&reader);
    }
}

Test(wire, identity_of_a_path_is_the_launchs_own)
{
    Reader reader;
    const char plan[] = PLAN_OF("\"/bin/x\"", PATH_FD("/p", "99"), "");
    g_autoptr(CordonJson) json = cordon_json_parse(plan, strlen(plan), 10000, NULL);

    open_reader(&reader, CORDON_CALL_WRAP);
    cr_assert(cordon_wire_push_plan(cordon_json_root(json), &reader.call, NULL));
    cr_expect_eq(((const CordonPlanFd *)g_ptr_array_index(reader.plan->fds, 0))->inode, 2);
    close_reader(&reader);
}

#define REPORT_OF(findings, offers, hints)                                                         \
    "{\"findings\": [" findings "], \"offers\": [" offers "], \"hints\": [" hints                  \
    "], \"took_ms\": 1, \"checked_at\": 1}"

Test(wire, report_of_a_worker_is_checked_like_a_plug_in)
{
    static const struct {
        const char *report;
        const char *refusal;
    } ROWS[] = {
        {REPORT_OF("{\"severity\": 0, \"code\": \"a.info\"}", "", ""), NULL},
        {REPORT_OF("{\"severity\": 0, \"code\": \"b.info\"}", "", ""), "does not list"},
        {REPORT_OF("", "{\"strength\": 2, \"guarantee\": \"" CORDON_G_KILL_TREE "\"}", ""),
         "does not declare"},
        {REPORT_OF(
             "", "",
             "{\"code\": \"a.blocked\", \"flags\": 0, \"title\": \"t\", \"platform\": \"linux\"}"),
         NULL},
        {REPORT_OF("", "",
                   "{\"code\": \"a.blocked\", \"flags\": 0, \"title\": \"t\\n\", \"platform\": "
                   "\"linux\"}"),
         "newline"},
        {REPORT_OF(
             "", "",
             "{\"code\": \"b.blocked\", \"flags\": 0, \"title\": \"t\", \"platform\": \"linux\"}"),
         "cannot read"},
        {"{}", "findings"},
    };

    for (gsize i = 0; i < G_N_ELEMENTS(ROWS); i++) {
        Reader reader;
        g_autoptr(GError) error = NULL;
        g_autoptr(CordonJson) json =
            cordon_json_parse(ROWS[i].report, strlen(ROWS[i].report), 10000, NULL);

        open_reader(&reader, CORDON_CALL_PROBE);
        gboolean fine = cordon_wire_push_report(cordon_json_root(json), &reader.call, &error);
        cr_expect_eq(fine, ROWS[i].refusal == NULL, "row %zu: %s", i,
                     error != NULL ? error->message : "accepted");
        if (ROWS[i].refusal != NULL)
            cr_expect(error != NULL && strstr(error->message, ROWS[i].refusal) != NULL,
                      "row %zu: %s", i, error != NULL ? error->message : "");
        close_reader(&reader);
    }
}

/* SPDX-License-Identifier: MIT */
/* GET /v1/audit: the newest lines of the audit log. */
#include "api/handlers.h"

#define DEFAULT_LINES 100u
#define MAX_LINES     10000u

typedef struct {
    guint last;
    GPtrArray *fields; /* of char *, NULL-terminated */
} Wish;

static void wish_free(gpointer data)
{
    Wish *wish = data;

    g_ptr_array_unref(wish->fields);
    g_free(wish);
}

static char *read_lines(ApiCall *call, gpointer data, GError **error)
{
    const Wish *wish = data;
    guint damaged = 0;
    g_autoptr(GPtrArray) lines = cordon_audit_read(
        cordon_session_get_audit(call->session), wish->last,
        wish->fields->len > 1 ? (const char *const *)wish->fields->pdata : NULL, &damaged, error);

    if (lines == NULL)
        return NULL;
    CordonJsonWriter *writer = cordon_json_writer_new(FALSE);
    cordon_json_begin_object(writer, NULL);
    cordon_json_begin_array(writer, "lines");
    for (guint i = 0; i < lines->len; i++)
        cordon_json_add_document(writer, NULL, g_ptr_array_index(lines, i));
    cordon_json_end_array(writer);
    cordon_json_add_uint(writer, "damaged", damaged);
    cordon_json_end_object(writer);
    return cordon_json_writer_finish(writer);
}

void api_audit_get(ApiCall *call)
{
    static const char *const names[] = {"board", "job", "event"};
    guint64 last = DEFAULT_LINES;

    if (!api_query_number(call, "last", MAX_LINES, &last))
        return;
    Wish *wish = g_new0(Wish, 1);
    *wish = (Wish){(guint)last, g_ptr_array_new_with_free_func(g_free)};
    for (gsize i = 0; i < G_N_ELEMENTS(names); i++) {
        const char *value = http_request_query(call->request, names[i]);
        if (value != NULL)
            g_ptr_array_add(wish->fields, g_strdup_printf("%s=%s", names[i], value));
    }
    g_ptr_array_add(wish->fields, NULL);
    api_defer(call, read_lines, wish, wish_free);
}

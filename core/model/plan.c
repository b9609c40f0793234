/* SPDX-License-Identifier: MIT */
/* The plan of a launch as data: built within bounds, written, read back, printed. */
#include "model/plan.h"

#include <cordon/error.h>
#include <string.h>

#include "base/protocol.h"
#include "base/quote.h"
#include "model/strv.h"

static void plan_fd_free(gpointer data)
{
    CordonPlanFd *fd = data;

    if (fd->data != NULL)
        g_bytes_unref(fd->data);
    g_free(fd->path);
    g_free(fd->format);
    g_free(fd);
}

static void strv_free(gpointer strv)
{
    g_strfreev(strv);
}

CordonPlanData *cordon_plan_data_new(const char *backend)
{
    CordonPlanData *plan = g_new0(CordonPlanData, 1);

    plan->backend = g_strdup(backend);
    plan->argv = g_ptr_array_new_with_free_func(g_free);
    plan->env = g_ptr_array_new_with_free_func(g_free);
    plan->fds = g_ptr_array_new_with_free_func(plan_fd_free);
    plan->teardown = g_ptr_array_new_with_free_func(strv_free);
    plan->enforced = cordon_guarantees_new(NULL);
    return plan;
}

void cordon_plan_data_free(CordonPlanData *plan)
{
    if (plan == NULL)
        return;
    g_free(plan->backend);
    g_ptr_array_unref(plan->argv);
    g_ptr_array_unref(plan->env);
    g_ptr_array_unref(plan->fds);
    g_ptr_array_unref(plan->teardown);
    cordon_guarantees_free(plan->enforced);
    g_free(plan);
}

/* Text of others within a message: short, on one line, UTF-8.  Free with g_free(). */
static char *shown(const char *text)
{
    g_autofree char *cut = g_strndup(text, 100);

    return cordon_quote_word(cut);
}

G_GNUC_PRINTF(3, 4)
static gboolean refuse(const CordonPlanData *plan, GError **error, const char *format, ...)
{
    g_autofree char *what = NULL;
    g_autofree char *backend = NULL;
    va_list args;

    va_start(args, format);
    what = g_strdup_vprintf(format, args);
    va_end(args);
    backend = shown(plan->backend);
    g_set_error(error, CORDON_ERROR, CORDON_ERROR_BACKEND,
                "The backend %s made a plan that cannot be run: %s.", backend, what);
    return FALSE;
}

/* Takes size bytes out of what a plan may hold. */
static gboolean account(CordonPlanData *plan, gsize size, GError **error)
{
    if (size > CORDON_PLAN_MAX_TOTAL_BYTES - plan->total_bytes)
        return refuse(plan, error, "it is larger than %u bytes", CORDON_PLAN_MAX_TOTAL_BYTES);
    plan->total_bytes += size;
    return TRUE;
}

static gboolean account_text(CordonPlanData *plan, const char *what, gsize size, GError **error)
{
    if (size > CORDON_PLAN_MAX_ARG_BYTES)
        return refuse(plan, error, "%s is longer than %u bytes", what, CORDON_PLAN_MAX_ARG_BYTES);
    return account(plan, size, error);
}

gboolean cordon_plan_data_add_arg(CordonPlanData *plan, const char *arg, GError **error)
{
    if (arg == NULL)
        return refuse(plan, error, "an argument is NULL");
    /* Without a backend the program is the user's own word, and the supervisor looks for it. */
    if (plan->argv->len == 0 && arg[0] != '/' && strcmp(plan->backend, CORDON_BACKEND_NONE) != 0) {
        g_autofree char *program = shown(arg);

        return refuse(plan, error, "its program %s is not an absolute path", program);
    }
    if (plan->argv->len >= CORDON_PLAN_MAX_ARGS)
        return refuse(plan, error, "it has more than %d arguments", CORDON_PLAN_MAX_ARGS);
    if (!account_text(plan, "an argument", strlen(arg) + 1, error))
        return FALSE;
    g_ptr_array_add(plan->argv, g_strdup(arg));
    return TRUE;
}

static gboolean is_variable_name(const char *name)
{
    if (name == NULL || name[0] == '\0')
        return FALSE;
    for (const char *p = name; *p != '\0'; p++) {
        if (*p == '=' || !g_ascii_isgraph(*p))
            return FALSE;
    }
    return TRUE;
}

gboolean cordon_plan_data_add_env(CordonPlanData *plan, const char *name, const char *value,
                                  GError **error)
{
    gsize length;

    if (!is_variable_name(name) || value == NULL)
        return refuse(plan, error, "a variable has no proper name or no value");
    length = strlen(name);
    for (guint i = 0; i < plan->env->len; i++) {
        const char *pair = g_ptr_array_index(plan->env, i);

        if (strncmp(pair, name, length) == 0 && pair[length] == '=')
            return refuse(plan, error, "the variable %.200s is there twice", name);
    }
    if (!account_text(plan, "a variable", length + strlen(value) + 2, error))
        return FALSE;
    g_ptr_array_add(plan->env, g_strconcat(name, "=", value, NULL));
    return TRUE;
}

static gboolean may_add_fd(const CordonPlanData *plan, GError **error)
{
    if (plan->fds->len >= CORDON_PLAN_MAX_FDS)
        return refuse(plan, error, "it has more than %d descriptors", CORDON_PLAN_MAX_FDS);
    return TRUE;
}

static CordonPlanFd *add_fd(CordonPlanData *plan, CordonPlanFdKind kind)
{
    CordonPlanFd *fd = g_new0(CordonPlanFd, 1);

    fd->kind = kind;
    fd->number = CORDON_PLAN_FIRST_FD + (gint)plan->fds->len;
    g_ptr_array_add(plan->fds, fd);
    return fd;
}

gboolean cordon_plan_data_add_data(CordonPlanData *plan, const void *data, gsize size,
                                   gint *ret_number, GError **error)
{
    CordonPlanFd *fd;

    if (data == NULL && size > 0)
        return refuse(plan, error, "data is NULL");
    if (!may_add_fd(plan, error) || !account(plan, size, error))
        return FALSE;
    fd = add_fd(plan, CORDON_PLAN_FD_DATA);
    fd->data = g_bytes_new(data, size);
    *ret_number = fd->number;
    return TRUE;
}

gboolean cordon_plan_data_add_path(CordonPlanData *plan, const char *path, guint64 device,
                                   guint64 inode, gint *ret_number, GError **error)
{
    CordonPlanFd *fd;

    if (path == NULL || path[0] != '/')
        return refuse(plan, error, "a descriptor is asked for a path that is not absolute");
    if (inode == 0) {
        g_autofree char *name = shown(path);

        return refuse(plan, error, "%s is not a folder or file that this launch holds", name);
    }
    if (!may_add_fd(plan, error) ||
        !account_text(plan, "a descriptor's path", strlen(path) + 1, error))
        return FALSE;
    fd = add_fd(plan, CORDON_PLAN_FD_PATH);
    fd->path = g_strdup(path);
    fd->device = device;
    fd->inode = inode;
    *ret_number = fd->number;
    return TRUE;
}

gboolean cordon_plan_data_add_status(CordonPlanData *plan, const char *format, gint *ret_number,
                                     GError **error)
{
    CordonPlanFd *fd;

    if (format == NULL || strcmp(format, CORDON_STATUS_FORMAT) != 0) {
        g_autofree char *other = shown(format != NULL ? format : "");

        return refuse(plan, error, "its status channel has the format %s, not %s", other,
                      CORDON_STATUS_FORMAT);
    }
    for (guint i = 0; i < plan->fds->len; i++) {
        fd = g_ptr_array_index(plan->fds, i);
        if (fd->kind == CORDON_PLAN_FD_STATUS)
            return refuse(plan, error, "it has two status channels");
    }
    if (!may_add_fd(plan, error))
        return FALSE;
    fd = add_fd(plan, CORDON_PLAN_FD_STATUS);
    fd->format = g_strdup(format);
    *ret_number = fd->number;
    return TRUE;
}

gboolean cordon_plan_data_add_teardown(CordonPlanData *plan, const char *const *argv,
                                       GError **error)
{
    gsize size = 0;

    if (argv == NULL || argv[0] == NULL || argv[0][0] != '/')
        return refuse(plan, error, "a teardown command does not start with an absolute path");
    if (plan->teardown->len >= CORDON_PLAN_MAX_TEARDOWN)
        return refuse(plan, error, "it has more than %d teardown commands",
                      CORDON_PLAN_MAX_TEARDOWN);
    for (gsize i = 0; argv[i] != NULL; i++)
        size += strlen(argv[i]) + 1;
    if (!account_text(plan, "a teardown command", size, error))
        return FALSE;
    g_ptr_array_add(plan->teardown, cordon_strv_copy(argv));
    return TRUE;
}

gboolean cordon_plan_data_add_enforced(CordonPlanData *plan, const char *guarantee, GError **error)
{
    if (!cordon_guarantee_is_valid(guarantee))
        return refuse(plan, error, "“%.100s” is not the id of a guarantee",
                      guarantee != NULL ? guarantee : "(none)");
    if (!account(plan, strlen(guarantee) + 1, error))
        return FALSE;
    cordon_guarantees_add(plan->enforced, guarantee);
    return TRUE;
}

static gboolean is_utf8(const char *text)
{
    return g_utf8_validate(text, -1, NULL);
}

static void write_text(CordonJsonWriter *writer, const char *name, const char *text)
{
    if (is_utf8(text)) {
        cordon_json_add_string(writer, name, text);
    } else {
        g_autofree char *other = g_strconcat(name, "_base64", NULL);
        g_autofree char *encoded = g_base64_encode((const guchar *)text, strlen(text));

        cordon_json_add_string(writer, other, encoded);
    }
}

static void write_texts(CordonJsonWriter *writer, const char *name, char *const *texts, gsize count)
{
    gboolean plain = TRUE;
    g_autofree char *other = g_strconcat(name, "_base64", NULL);

    for (gsize i = 0; i < count; i++)
        plain = plain && is_utf8(texts[i]);
    cordon_json_begin_array(writer, plain ? name : other);
    for (gsize i = 0; i < count; i++) {
        g_autofree char *encoded =
            plain ? NULL : g_base64_encode((const guchar *)texts[i], strlen(texts[i]));

        cordon_json_add_string(writer, NULL, plain ? texts[i] : encoded);
    }
    cordon_json_end_array(writer);
}

static void write_fd(const CordonPlanFd *fd, CordonJsonWriter *writer, gboolean with_data)
{
    cordon_json_begin_object(writer, NULL);
    cordon_json_add_int(writer, "number", fd->number);
    switch (fd->kind) {
    case CORDON_PLAN_FD_DATA: {
        gsize size;
        const guchar *data = g_bytes_get_data(fd->data, &size);
        g_autofree char *text = with_data
                                    ? g_base64_encode(data, size)
                                    : g_compute_checksum_for_bytes(G_CHECKSUM_SHA256, fd->data);

        cordon_json_add_string(writer, "kind", "data");
        cordon_json_add_uint(writer, "size", size);
        cordon_json_add_string(writer, with_data ? "base64" : "sha256", text);
        break;
    }
    case CORDON_PLAN_FD_PATH: {
        /* As text: a number in JSON is exact up to 2^53 only. */
        g_autofree char *device = g_strdup_printf("%" G_GUINT64_FORMAT, fd->device);
        g_autofree char *inode = g_strdup_printf("%" G_GUINT64_FORMAT, fd->inode);

        cordon_json_add_string(writer, "kind", "path");
        write_text(writer, "path", fd->path);
        cordon_json_add_string(writer, "device", device);
        cordon_json_add_string(writer, "inode", inode);
        break;
    }
    case CORDON_PLAN_FD_STATUS:
        cordon_json_add_string(writer, "kind", "status");
        cordon_json_add_string(writer, "format", fd->format);
        break;
    default:
        g_assert_not_reached();
    }
    cordon_json_end_object(writer);
}

void cordon_plan_data_write_json(const CordonPlanData *plan, CordonJsonWriter *writer,
                                 gboolean with_data)
{
    cordon_json_add_string(writer, "backend", plan->backend);
    write_texts(writer, "argv", (char *const *)plan->argv->pdata, plan->argv->len);
    write_texts(writer, "env", (char *const *)plan->env->pdata, plan->env->len);
    cordon_json_begin_array(writer, "fds");
    for (guint i = 0; i < plan->fds->len; i++)
        write_fd(g_ptr_array_index(plan->fds, i), writer, with_data);
    cordon_json_end_array(writer);
    cordon_json_begin_array(writer, "teardown");
    for (guint i = 0; i < plan->teardown->len; i++) {
        char **argv = g_ptr_array_index(plan->teardown, i);

        cordon_json_begin_object(writer, NULL);
        write_texts(writer, "argv", argv, g_strv_length(argv));
        cordon_json_end_object(writer);
    }
    cordon_json_end_array(writer);
    cordon_json_add_strings(writer, "enforced", cordon_guarantees_strv(plan->enforced));
}

static gboolean parse_error(GError **error, const char *what)
{
    g_set_error(error, CORDON_ERROR, CORDON_ERROR_PARSE, "A plan cannot be read: %s.", what);
    return FALSE;
}

/* The bytes of a base64 text; FALSE when it is not base64 as g_base64_encode() writes it. */
static gboolean decode(const char *text, guchar **ret_bytes, gsize *ret_size, GError **error)
{
    g_autofree guchar *bytes = g_base64_decode(text, ret_size);
    g_autofree char *again = g_base64_encode(bytes, *ret_size);

    if (strcmp(again, text) != 0)
        return parse_error(error, "a base64 text in it is not valid");
    *ret_bytes = g_steal_pointer(&bytes);
    return TRUE;
}

/* The same as a string without a NUL inside. */
static char *decode_text(const char *text, GError **error)
{
    g_autofree guchar *bytes = NULL;
    gsize size = 0;

    if (!decode(text, &bytes, &size, error))
        return NULL;
    if (size > 0 && memchr(bytes, '\0', size) != NULL) {
        parse_error(error, "a text in it holds a NUL byte");
        return NULL;
    }
    return g_strndup((const char *)bytes, size);
}

static char *read_text(const CordonJsonValue *object, const char *name, GError **error)
{
    g_autofree char *other = g_strconcat(name, "_base64", NULL);
    const char *text = NULL;

    if (cordon_json_find(object, other) == NULL)
        return cordon_json_get_string(object, name, TRUE, &text, error) ? g_strdup(text) : NULL;
    if (!cordon_json_get_string(object, other, TRUE, &text, error))
        return NULL;
    return decode_text(text, error);
}

static char **read_texts(const CordonJsonValue *object, const char *name, guint max_count,
                         GError **error)
{
    g_autofree char *other = g_strconcat(name, "_base64", NULL);
    g_auto(GStrv) texts = NULL;

    if (cordon_json_find(object, other) == NULL)
        return cordon_json_get_strings(object, name, TRUE, max_count, &texts, error)
                   ? g_steal_pointer(&texts)
                   : NULL;
    if (!cordon_json_get_strings(object, other, TRUE, max_count, &texts, error))
        return NULL;
    for (gsize i = 0; texts[i] != NULL; i++) {
        char *text = decode_text(texts[i], error);

        if (text == NULL)
            return NULL;
        g_free(texts[i]);
        texts[i] = text;
    }
    return g_steal_pointer(&texts);
}

static gboolean read_number(const CordonJsonValue *object, const char *name, guint64 *ret,
                            GError **error)
{
    const char *text = NULL;

    return cordon_json_get_string(object, name, TRUE, &text, error) &&
           g_ascii_string_to_unsigned(text, 10, 0, G_MAXUINT64, ret, error);
}

static gboolean read_fd(CordonPlanData *plan, const CordonJsonValue *object, GError **error)
{
    const char *kind = NULL;
    const char *text = NULL;
    gint64 number = 0;
    gint got = -1;

    if (!cordon_json_get_string(object, "kind", TRUE, &kind, error) ||
        !cordon_json_get_int(object, "number", TRUE, 0, G_MAXINT, &number, error))
        return FALSE;
    if (strcmp(kind, "data") == 0) {
        g_autofree guchar *bytes = NULL;
        gsize size = 0;

        if (!cordon_json_get_string(object, "base64", TRUE, &text, error) ||
            !decode(text, &bytes, &size, error) ||
            !cordon_plan_data_add_data(plan, bytes, size, &got, error))
            return FALSE;
    } else if (strcmp(kind, "path") == 0) {
        g_autofree char *path = read_text(object, "path", error);
        guint64 device;
        guint64 inode;

        if (path == NULL || !read_number(object, "device", &device, error) ||
            !read_number(object, "inode", &inode, error) ||
            !cordon_plan_data_add_path(plan, path, device, inode, &got, error))
            return FALSE;
    } else if (strcmp(kind, "status") == 0) {
        if (!cordon_json_get_string(object, "format", TRUE, &text, error) ||
            !cordon_plan_data_add_status(plan, text, &got, error))
            return FALSE;
    } else {
        return parse_error(error, "a descriptor in it is of an unknown kind");
    }
    if (number != got)
        return parse_error(error, "its descriptors are not numbered 3, 4, ... in order");
    return TRUE;
}

static gboolean read_lists(CordonPlanData *plan, const CordonJsonValue *object, GError **error)
{
    g_auto(GStrv) argv = read_texts(object, "argv", CORDON_PLAN_MAX_ARGS, error);
    g_auto(GStrv) env = NULL;

    if (argv == NULL)
        return FALSE;
    for (gsize i = 0; argv[i] != NULL; i++) {
        if (!cordon_plan_data_add_arg(plan, argv[i], error))
            return FALSE;
    }
    env = read_texts(object, "env", CORDON_PLAN_MAX_ARGS, error);
    if (env == NULL)
        return FALSE;
    for (gsize i = 0; env[i] != NULL; i++) {
        char *equals = strchr(env[i], '=');

        if (equals == NULL)
            return parse_error(error, "a variable in it has no value");
        *equals = '\0';
        if (!cordon_plan_data_add_env(plan, env[i], equals + 1, error))
            return FALSE;
    }
    return TRUE;
}

static gboolean read_rest(CordonPlanData *plan, const CordonJsonValue *object, GError **error)
{
    const CordonJsonValue *fds = cordon_json_find(object, "fds");
    const CordonJsonValue *teardown = cordon_json_find(object, "teardown");
    g_auto(GStrv) enforced = NULL;

    if (fds == NULL || teardown == NULL)
        return parse_error(error, "fds or teardown is missing");
    for (guint i = 0; i < cordon_json_size(fds); i++) {
        if (!read_fd(plan, cordon_json_at(fds, i), error))
            return FALSE;
    }
    for (guint i = 0; i < cordon_json_size(teardown); i++) {
        g_auto(GStrv) argv =
            read_texts(cordon_json_at(teardown, i), "argv", CORDON_PLAN_MAX_ARGS, error);

        if (argv == NULL || !cordon_plan_data_add_teardown(plan, (const char *const *)argv, error))
            return FALSE;
    }
    if (!cordon_json_get_strings(object, "enforced", TRUE, 256, &enforced, error))
        return FALSE;
    for (gsize i = 0; enforced[i] != NULL; i++) {
        if (!cordon_plan_data_add_enforced(plan, enforced[i], error))
            return FALSE;
    }
    return TRUE;
}

CordonPlanData *cordon_plan_data_read_json(const CordonJsonValue *object, GError **error)
{
    g_autoptr(CordonPlanData) plan = NULL;
    const char *backend = NULL;

    if (!cordon_json_get_string(object, "backend", TRUE, &backend, error))
        return NULL;
    plan = cordon_plan_data_new(backend);
    if (!read_lists(plan, object, error) || !read_rest(plan, object, error))
        return NULL;
    return g_steal_pointer(&plan);
}

static void describe_fd(const CordonPlanFd *fd, GString *text)
{
    g_autofree char *quoted = NULL;

    switch (fd->kind) {
    case CORDON_PLAN_FD_DATA:
        g_string_append_printf(text, "# descriptor %d: %" G_GSIZE_FORMAT " bytes of data\n",
                               fd->number, g_bytes_get_size(fd->data));
        break;
    case CORDON_PLAN_FD_PATH:
        quoted = cordon_quote_word(fd->path);
        g_string_append_printf(text, "# descriptor %d: %s\n", fd->number, quoted);
        break;
    case CORDON_PLAN_FD_STATUS:
        g_string_append_printf(text, "# descriptor %d: status channel, %s\n", fd->number,
                               fd->format);
        break;
    default:
        g_assert_not_reached();
    }
}

char *cordon_plan_data_to_text(const CordonPlanData *plan)
{
    GString *text = g_string_new(NULL);

    for (guint i = 0; i < plan->fds->len; i++)
        describe_fd(g_ptr_array_index(plan->fds, i), text);
    g_string_append(text, "env -i");
    for (guint i = 0; i < plan->env->len; i++) {
        g_autofree char *quoted = cordon_quote_word(g_ptr_array_index(plan->env, i));

        g_string_append_printf(text, " \\\n  %s", quoted);
    }
    for (guint i = 0; i < plan->argv->len; i++) {
        const char *arg = g_ptr_array_index(plan->argv, i);
        g_autofree char *quoted = cordon_quote_word(arg);

        g_string_append(text, i == 0 || g_str_has_prefix(arg, "--") ? " \\\n  " : " ");
        g_string_append(text, quoted);
    }
    g_string_append_c(text, '\n');
    return g_string_free(text, FALSE);
}

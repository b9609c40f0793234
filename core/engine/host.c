/* SPDX-License-Identifier: MIT */
/* The one struct cordon_host: what every backend may call. */
#include "engine/host.h"

#include <string.h>

#include "base/protocol.h"
#include "engine/call.h"
#include "engine/text.h"

guint cordon_host_fail_at;

static CordonHostLogFunc log_func;

/* No struct of ours is larger; a size beyond it is no size. */
#define MAX_STRUCT_SIZE 4096
#define EVIDENCE_PREFIX "evidence."
#define PROBED_PREFIX   "probed."
#define MAX_CODE_BYTES  96

/* Sizes as of 1.0: all of these members may be read without CORDON_HAS(). */
#define FINDING_SIZE_1_0 (offsetof(struct cordon_finding, subject) + sizeof(const char *))
#define OFFER_SIZE_1_0   (offsetof(struct cordon_offer, limits) + sizeof(const char *))
#define HINT_SIZE_1_0    (offsetof(struct cordon_hint, url) + sizeof(const char *))

static gboolean fails_now(CordonCall *call)
{
    if (cordon_host_fail_at == 0 || --cordon_host_fail_at > 0)
        return FALSE;
    call->refused = TRUE;
    return TRUE;
}

/* CORDON_OK when function may be called in this call. */
static gint32 enter(CordonCall *call, const char *function, CordonCallKind kind)
{
    if (call == NULL)
        return CORDON_E_INVALID;
    if (call->kind != kind)
        return cordon_call_violate(call, "called %s() outside %s()", function,
                                   cordon_call_kind_name(kind));
    if (fails_now(call))
        return CORDON_E_NOMEM;
    return CORDON_OK;
}

/* CORDON_OK when text, which may not be NULL, can be shown. */
static gint32 check_text(CordonCall *call, const char *what, const char *text, gsize max_bytes,
                         gboolean lines)
{
    if (text == NULL)
        return cordon_call_violate(call, "pushed %s that is NULL", what);
    g_autofree char *fault = cordon_text_find_fault(text, max_bytes, lines);
    if (fault != NULL)
        return cordon_call_violate(call, "pushed %s that %s", what, fault);
    return CORDON_OK;
}

static gint32 check_optional_text(CordonCall *call, const char *what, const char *text,
                                  gboolean lines)
{
    return text == NULL ? CORDON_OK
                        : check_text(call, what, text, CORDON_CALL_MAX_TEXT_BYTES, lines);
}

static gint32 check_size(CordonCall *call, const char *what, guint32 size, gsize minimum)
{
    if (size < minimum || size > MAX_STRUCT_SIZE)
        return cordon_call_violate(call, "pushed %s with a struct_size of %u", what, size);
    return CORDON_OK;
}

static gint32 check_guarantee(CordonCall *call, const char *verb, const char *guarantee)
{
    gint32 status = check_text(call, "a guarantee", guarantee, MAX_CODE_BYTES, FALSE);

    if (status != CORDON_OK)
        return status;
    if (!g_strv_contains((const char *const *)call->manifest->guarantees, guarantee))
        return cordon_call_violate(
            call, "%s the guarantee '%s', which its manifest does not declare", verb, guarantee);
    return CORDON_OK;
}

static gboolean is_evidence(const char *code)
{
    if (!g_str_has_prefix(code, EVIDENCE_PREFIX) || code[sizeof(EVIDENCE_PREFIX) - 1] == '\0')
        return FALSE;
    return strspn(code, "abcdefghijklmnopqrstuvwxyz0123456789.-") == strlen(code);
}

static void host_log(const struct cordon_host *host, uint32_t level, const char *message)
{
    (void)host;
    if (message == NULL)
        return;
    g_autofree char *text = cordon_text_clean(message, CORDON_CALL_MAX_TEXT_BYTES, FALSE);
    if (log_func != NULL)
        log_func(level, text);
    else
        g_log("cordon-backend", G_LOG_LEVEL_DEBUG, "%s%s",
              level >= CORDON_LOG_WARNING ? "warning: " : "", text);
}

void cordon_host_set_log(CordonHostLogFunc func)
{
    log_func = func;
}

static const void *host_extension(const struct cordon_host *host, const char *id)
{
    (void)host;
    (void)id;
    return NULL;
}

static int64_t host_remaining_ms(struct cordon_call *call)
{
    if (call == NULL || call->deadline == NULL)
        return -1;
    return cordon_deadline_remaining_ms(call->deadline);
}

static cordon_fd host_cancel_fd(struct cordon_call *call)
{
    if (call == NULL || call->deadline == NULL)
        return -1;
    return cordon_deadline_get_fd(call->deadline);
}

static int32_t host_fail(struct cordon_call *call, int32_t status, const char *message)
{
    if (call == NULL)
        return CORDON_E_INVALID;
    if (status >= CORDON_OK)
        return cordon_call_violate(call, "called fail() with the status %d", status);
    if (call->failure == NULL && message != NULL)
        call->failure = cordon_text_clean(message, CORDON_CALL_MAX_TEXT_BYTES, FALSE);
    return status;
}

static const char *host_fact(struct cordon_call *call, const char *key)
{
    if (call == NULL || key == NULL)
        return NULL;
    if (!g_str_has_prefix(key, PROBED_PREFIX))
        return call->facts != NULL ? cordon_facts_get(call->facts, key) : NULL;
    if (call->probed == NULL)
        return NULL;

    const char *code = key + sizeof(PROBED_PREFIX) - 1;
    for (guint i = 0; i < call->probed->findings->len; i++) {
        const CordonFinding *finding = g_ptr_array_index(call->probed->findings, i);

        if (strcmp(finding->code, code) == 0)
            return finding->subject != NULL ? finding->subject : "";
    }
    return NULL;
}

static gint32 check_finding(CordonCall *call, const struct cordon_finding *finding)
{
    gint32 status = check_text(call, "a finding code", finding->code, MAX_CODE_BYTES, FALSE);

    if (status != CORDON_OK)
        return status;
    if (finding->severity > CORDON_SEVERITY_BLOCKS)
        return cordon_call_violate(call, "pushed the finding '%s' with the unknown severity %u",
                                   finding->code, finding->severity);
    if (is_evidence(finding->code)) {
        if (finding->severity != CORDON_SEVERITY_INFO || finding->guarantee != NULL)
            return cordon_call_violate(call, "pushed the evidence '%s' as more than INFO",
                                       finding->code);
        return CORDON_OK;
    }
    if (!cordon_manifest_has_code(call->manifest, finding->code))
        return cordon_call_violate(
            call, "pushed the finding code '%s', which its manifest does not list", finding->code);
    status = check_optional_text(call, "a subject", finding->subject, FALSE);
    if (status == CORDON_OK && finding->guarantee != NULL)
        status = check_guarantee(call, "pushed a finding about", finding->guarantee);
    return status;
}

static int32_t host_put_finding(struct cordon_call *call, const struct cordon_finding *finding)
{
    gint32 status = enter(call, "put_finding", CORDON_CALL_PROBE);

    if (status != CORDON_OK)
        return status;
    if (finding == NULL)
        return cordon_call_violate(call, "pushed a finding that is NULL");
    status = check_size(call, "a finding", finding->struct_size, FINDING_SIZE_1_0);
    if (status == CORDON_OK)
        status = check_finding(call, finding);
    if (status != CORDON_OK)
        return status;
    if (call->report->findings->len >= CORDON_CALL_MAX_FINDINGS)
        return cordon_call_violate(call, "pushed more than %d findings", CORDON_CALL_MAX_FINDINGS);

    g_autofree char *subject =
        finding->subject != NULL
            ? cordon_text_clean(finding->subject, CORDON_CALL_MAX_TEXT_BYTES, TRUE)
            : NULL;
    cordon_probe_report_add_finding(call->report, finding->severity, finding->code,
                                    finding->guarantee, subject);
    return CORDON_OK;
}

static int32_t host_put_offer(struct cordon_call *call, const struct cordon_offer *offer)
{
    gint32 status = enter(call, "put_offer", CORDON_CALL_PROBE);

    if (status != CORDON_OK)
        return status;
    if (offer == NULL)
        return cordon_call_violate(call, "pushed an offer that is NULL");
    status = check_size(call, "an offer", offer->struct_size, OFFER_SIZE_1_0);
    if (status == CORDON_OK)
        status = check_guarantee(call, "offered", offer->guarantee);
    if (status == CORDON_OK)
        status = check_optional_text(call, "limits", offer->limits, FALSE);
    if (status != CORDON_OK)
        return status;
    if (offer->strength > CORDON_STRENGTH_ENFORCED)
        return cordon_call_violate(call, "offered '%s' with the unknown strength %u",
                                   offer->guarantee, offer->strength);
    for (guint i = 0; i < call->report->offers->len; i++) {
        const CordonOffer *other = g_ptr_array_index(call->report->offers, i);

        if (strcmp(other->guarantee, offer->guarantee) == 0)
            return cordon_call_violate(call, "offered '%s' twice", offer->guarantee);
    }
    if (call->report->offers->len >= CORDON_CALL_MAX_OFFERS)
        return cordon_call_violate(call, "pushed more than %d offers", CORDON_CALL_MAX_OFFERS);

    cordon_probe_report_add_offer(call->report, offer->strength, offer->guarantee, offer->limits);
    return CORDON_OK;
}

static gint32 check_command(CordonCall *call, const char *const *command)
{
    gsize total = 0;

    if (command == NULL)
        return CORDON_OK;
    if (command[0] == NULL || command[0][0] == '\0')
        return cordon_call_violate(call, "pushed a command without a program");
    for (guint i = 0; command[i] != NULL; i++) {
        if (i >= CORDON_CALL_MAX_COMMAND_WORDS)
            return cordon_call_violate(call, "pushed a command of more than %d words",
                                       CORDON_CALL_MAX_COMMAND_WORDS);
        gint32 status =
            check_text(call, "a command word", command[i], CORDON_CALL_MAX_TEXT_BYTES, FALSE);
        if (status != CORDON_OK)
            return status;
        total += strlen(command[i]) + 1;
        if (total > CORDON_CALL_MAX_TEXT_BYTES)
            return cordon_call_violate(call, "pushed a command of more than %d bytes",
                                       CORDON_CALL_MAX_TEXT_BYTES);
    }
    return CORDON_OK;
}

/* The panel makes a link of it. */
static gint32 check_url(CordonCall *call, const char *url)
{
    gint32 status = check_optional_text(call, "a URL", url, FALSE);

    if (status != CORDON_OK || url == NULL)
        return status;
    if ((!g_str_has_prefix(url, "https://") && !g_str_has_prefix(url, "http://")) ||
        strpbrk(url, " \"'<>\\`") != NULL)
        return cordon_call_violate(call, "pushed a URL that is no web address");
    return CORDON_OK;
}

static gint32 check_hint(CordonCall *call, const struct cordon_hint *hint)
{
    gint32 status = check_text(call, "a title", hint->title, CORDON_CALL_MAX_TITLE_BYTES, FALSE);

    if (status != CORDON_OK)
        return status;
    if (hint->title[0] == '\0')
        return cordon_call_violate(call, "pushed a title that is empty");
    status = check_optional_text(call, "a detail", hint->detail, TRUE);
    if (status == CORDON_OK)
        status = check_text(call, "a platform", hint->platform, MAX_CODE_BYTES, FALSE);
    if (status == CORDON_OK)
        status = check_command(call, hint->command);
    if (status == CORDON_OK)
        status = check_url(call, hint->url);
    return status;
}

static int32_t host_put_hint(struct cordon_call *call, const struct cordon_hint *hint)
{
    const guint32 known = CORDON_HINT_NEEDS_ADMIN | CORDON_HINT_NEEDS_REBOOT |
                          CORDON_HINT_NEEDS_RELOGIN | CORDON_HINT_NEEDS_NETWORK |
                          CORDON_HINT_SYSTEM_WIDE;
    gint32 status = enter(call, "put_hint", CORDON_CALL_HINT);

    if (status != CORDON_OK)
        return status;
    if (hint == NULL)
        return cordon_call_violate(call, "pushed a hint that is NULL");
    if (call->hinted)
        return cordon_call_violate(call, "pushed a second hint for '%s'", call->hint_code);
    status = check_size(call, "a hint", hint->struct_size, HINT_SIZE_1_0);
    if (status == CORDON_OK)
        status = check_hint(call, hint);
    if (status != CORDON_OK)
        return status;

    cordon_probe_report_add_hint(call->report, call->hint_code, hint->flags & known, hint->title,
                                 hint->detail, hint->command, hint->platform, hint->url);
    call->hinted = TRUE;
    return CORDON_OK;
}

/* What the plan refuses is a breach, with the plan's own sentence. */
static gint32 conclude(CordonCall *call, const char *function, gboolean added, GError *error)
{
    gint32 status = CORDON_OK;

    if (!added)
        status = cordon_call_violate(call, "called %s() with what a plan cannot hold: %s", function,
                                     error->message);
    g_clear_error(&error);
    return status;
}

static int32_t host_put_arg(struct cordon_call *call, const char *arg)
{
    GError *error = NULL;
    gint32 status = enter(call, "put_arg", CORDON_CALL_WRAP);

    if (status != CORDON_OK)
        return status;
    gboolean added = cordon_plan_data_add_arg(call->plan, arg, &error);
    return conclude(call, "put_arg", added, error);
}

static int32_t host_put_env(struct cordon_call *call, const char *name, const char *value)
{
    GError *error = NULL;
    gint32 status = enter(call, "put_env", CORDON_CALL_WRAP);

    if (status != CORDON_OK)
        return status;
    gboolean added = cordon_plan_data_add_env(call->plan, name, value, &error);
    return conclude(call, "put_env", added, error);
}

/* The common beginning of what gives a descriptor its number. */
static gint32 enter_fd(CordonCall *call, const char *function, const int32_t *ret_number)
{
    gint32 status = enter(call, function, CORDON_CALL_WRAP);

    if (status == CORDON_OK && ret_number == NULL)
        return cordon_call_violate(call, "called %s() without a place for the number", function);
    return status;
}

static int32_t host_put_data(struct cordon_call *call, const void *data, size_t size,
                             int32_t *ret_number)
{
    GError *error = NULL;
    gint number = -1;
    gint32 status = enter_fd(call, "put_data", ret_number);

    if (status != CORDON_OK)
        return status;
    gboolean added = cordon_plan_data_add_data(call->plan, data, size, &number, &error);
    status = conclude(call, "put_data", added, error);
    if (status == CORDON_OK)
        *ret_number = number;
    return status;
}

static const CordonMount *find_held(const CordonLaunch *launch, const char *host_path)
{
    for (guint i = 0; i < launch->mounts->len; i++) {
        const CordonMount *mount = g_ptr_array_index(launch->mounts, i);

        if (mount->inode != 0 && mount->kind != CORDON_KIND_LINK &&
            g_strcmp0(mount->host_path, host_path) == 0)
            return mount;
    }
    return NULL;
}

static int32_t host_put_path(struct cordon_call *call, const char *host_path, int32_t *ret_number)
{
    GError *error = NULL;
    gint number = -1;
    gint32 status = enter_fd(call, "put_path", ret_number);

    if (status != CORDON_OK)
        return status;
    if (host_path == NULL)
        return cordon_call_violate(call, "asked for a path that is NULL");
    const CordonMount *mount = find_held(call->launch, host_path);
    if (mount == NULL)
        return cordon_call_violate(
            call, "asked for a descriptor of '%.256s', which this launch does not hold", host_path);
    gboolean added = cordon_plan_data_add_path(call->plan, mount->host_path, mount->device,
                                               mount->inode, &number, &error);
    status = conclude(call, "put_path", added, error);
    if (status == CORDON_OK)
        *ret_number = number;
    return status;
}

static int32_t host_put_status(struct cordon_call *call, const char *format, int32_t *ret_number)
{
    GError *error = NULL;
    gint number = -1;
    gint32 status = enter_fd(call, "put_status", ret_number);

    if (status != CORDON_OK)
        return status;
    if (format == NULL)
        return cordon_call_violate(call, "asked for a status channel without a format");
    /* Not a breach: a backend may ask for a newer format first. */
    if (strcmp(format, CORDON_STATUS_FORMAT) != 0)
        return CORDON_E_UNSUPPORTED;
    gboolean added = cordon_plan_data_add_status(call->plan, format, &number, &error);
    status = conclude(call, "put_status", added, error);
    if (status == CORDON_OK)
        *ret_number = number;
    return status;
}

static int32_t host_put_teardown(struct cordon_call *call, const char *const *argv)
{
    GError *error = NULL;
    gint32 status = enter(call, "put_teardown", CORDON_CALL_WRAP);

    if (status != CORDON_OK)
        return status;
    gboolean added = cordon_plan_data_add_teardown(call->plan, argv, &error);
    return conclude(call, "put_teardown", added, error);
}

static int32_t host_put_enforced(struct cordon_call *call, const char *guarantee)
{
    GError *error = NULL;
    gint32 status = enter(call, "put_enforced",
                          call != NULL && call->kind == CORDON_CALL_SPAWN ? CORDON_CALL_SPAWN
                                                                          : CORDON_CALL_WRAP);

    if (status == CORDON_OK)
        status = check_guarantee(call, "acknowledged", guarantee);
    if (status != CORDON_OK)
        return status;
    gboolean added = cordon_plan_data_add_enforced(call->plan, guarantee, &error);
    return conclude(call, "put_enforced", added, error);
}

static int32_t host_may_start(struct cordon_call *call)
{
    gint32 status = enter(call, "may_start", CORDON_CALL_SPAWN);

    if (status != CORDON_OK)
        return status;
    if (call->violation != NULL || call->refused)
        return CORDON_E_UNENFORCED;
    g_autoptr(CordonGuarantees) missing =
        cordon_guarantees_minus(call->launch->guarantees, call->plan->enforced);
    return cordon_guarantees_size(missing) == 0 ? CORDON_OK : CORDON_E_UNENFORCED;
}

static const struct cordon_host host = {
    .struct_size = sizeof(struct cordon_host),
    .abi_minor = CORDON_ABI_MINOR,
    .log = host_log,
    .extension = host_extension,
    .remaining_ms = host_remaining_ms,
    .cancel_fd = host_cancel_fd,
    .fail = host_fail,
    .fact = host_fact,
    .put_finding = host_put_finding,
    .put_offer = host_put_offer,
    .put_hint = host_put_hint,
    .put_arg = host_put_arg,
    .put_env = host_put_env,
    .put_data = host_put_data,
    .put_path = host_put_path,
    .put_status = host_put_status,
    .put_teardown = host_put_teardown,
    .put_enforced = host_put_enforced,
    .may_start = host_may_start,
};

const struct cordon_host *cordon_host_get(void)
{
    return &host;
}

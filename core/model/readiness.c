/* SPDX-License-Identifier: MIT */
/* From what a probe reported to a readiness. */
#include "model/readiness.h"

#include <string.h>

#include "base/quote.h"
#include "model/guarantee.h"
#include "model/strv.h"

#define MAX_ARGV 64 /* of a hint's command */

static void finding_free(gpointer data)
{
    CordonFinding *finding = data;

    g_free(finding->code);
    g_free(finding->guarantee);
    g_free(finding->subject);
    g_free(finding);
}

static void offer_free(gpointer data)
{
    CordonOffer *offer = data;

    g_free(offer->guarantee);
    g_free(offer->limits);
    g_free(offer);
}

static void hint_free(gpointer data)
{
    CordonHint *hint = data;

    g_free(hint->code);
    g_free(hint->title);
    g_free(hint->detail);
    g_free(hint->platform);
    g_free(hint->url);
    g_strfreev(hint->command);
    g_free(hint);
}

CordonProbeReport *cordon_probe_report_new(void)
{
    CordonProbeReport *report = g_new0(CordonProbeReport, 1);

    report->findings = g_ptr_array_new_with_free_func(finding_free);
    report->offers = g_ptr_array_new_with_free_func(offer_free);
    report->hints = g_ptr_array_new_with_free_func(hint_free);
    return report;
}

void cordon_probe_report_free(CordonProbeReport *report)
{
    if (report == NULL)
        return;
    g_ptr_array_unref(report->findings);
    g_ptr_array_unref(report->offers);
    g_ptr_array_unref(report->hints);
    g_free(report->broken);
    g_free(report->raw);
    g_free(report);
}

void cordon_probe_report_add_finding(CordonProbeReport *report, guint32 severity, const char *code,
                                     const char *guarantee, const char *subject)
{
    CordonFinding *finding = g_new0(CordonFinding, 1);

    finding->severity = severity;
    finding->code = g_strdup(code);
    finding->guarantee = g_strdup(guarantee);
    finding->subject = g_strdup(subject);
    g_ptr_array_add(report->findings, finding);
}

void cordon_probe_report_add_offer(CordonProbeReport *report, guint32 strength,
                                   const char *guarantee, const char *limits)
{
    CordonOffer *offer = g_new0(CordonOffer, 1);

    offer->strength = strength;
    offer->guarantee = g_strdup(guarantee);
    offer->limits = g_strdup(limits);
    g_ptr_array_add(report->offers, offer);
}

void cordon_probe_report_add_hint(CordonProbeReport *report, const char *code, guint32 flags,
                                  const char *title, const char *detail, const char *const *command,
                                  const char *platform, const char *url)
{
    CordonHint *hint = g_new0(CordonHint, 1);

    hint->code = g_strdup(code);
    hint->flags = flags;
    hint->title = g_strdup(title);
    hint->detail = g_strdup(detail);
    hint->command = cordon_strv_copy(command);
    hint->platform = g_strdup(platform);
    hint->url = g_strdup(url);
    g_ptr_array_add(report->hints, hint);
}

/* JSON has null for NULL where reading leaves the member out. */
static void add_optional(CordonJsonWriter *writer, const char *name, const char *value)
{
    if (value != NULL)
        cordon_json_add_string(writer, name, value);
}

void cordon_probe_report_write_json(const CordonProbeReport *report, CordonJsonWriter *writer)
{
    cordon_json_begin_array(writer, "findings");
    for (guint i = 0; i < report->findings->len; i++) {
        const CordonFinding *finding = g_ptr_array_index(report->findings, i);

        cordon_json_begin_object(writer, NULL);
        cordon_json_add_uint(writer, "severity", finding->severity);
        cordon_json_add_string(writer, "code", finding->code);
        add_optional(writer, "guarantee", finding->guarantee);
        add_optional(writer, "subject", finding->subject);
        cordon_json_end_object(writer);
    }
    cordon_json_end_array(writer);
    cordon_json_begin_array(writer, "offers");
    for (guint i = 0; i < report->offers->len; i++) {
        const CordonOffer *offer = g_ptr_array_index(report->offers, i);

        cordon_json_begin_object(writer, NULL);
        cordon_json_add_uint(writer, "strength", offer->strength);
        cordon_json_add_string(writer, "guarantee", offer->guarantee);
        add_optional(writer, "limits", offer->limits);
        cordon_json_end_object(writer);
    }
    cordon_json_end_array(writer);
    cordon_json_begin_array(writer, "hints");
    for (guint i = 0; i < report->hints->len; i++) {
        const CordonHint *hint = g_ptr_array_index(report->hints, i);

        cordon_json_begin_object(writer, NULL);
        cordon_json_add_string(writer, "code", hint->code);
        cordon_json_add_uint(writer, "flags", hint->flags);
        cordon_json_add_string(writer, "title", hint->title);
        add_optional(writer, "detail", hint->detail);
        if (hint->command != NULL)
            cordon_json_add_strings(writer, "command", (const char *const *)hint->command);
        cordon_json_add_string(writer, "platform", hint->platform);
        add_optional(writer, "url", hint->url);
        cordon_json_end_object(writer);
    }
    cordon_json_end_array(writer);
    add_optional(writer, "broken", report->broken);
    add_optional(writer, "raw", report->raw);
    cordon_json_add_uint(writer, "took_ms", report->took_ms);
    cordon_json_add_int(writer, "checked_at", report->checked_at);
}

static gboolean read_finding(CordonProbeReport *report, const CordonJsonValue *object,
                             GError **error)
{
    gint64 severity = 0;
    const char *code = NULL;
    const char *guarantee = NULL;
    const char *subject = NULL;

    if (!cordon_json_get_int(object, "severity", TRUE, CORDON_SEVERITY_INFO, CORDON_SEVERITY_BLOCKS,
                             &severity, error) ||
        !cordon_json_get_string(object, "code", TRUE, &code, error) ||
        !cordon_json_get_string(object, "guarantee", FALSE, &guarantee, error) ||
        !cordon_json_get_string(object, "subject", FALSE, &subject, error))
        return FALSE;
    cordon_probe_report_add_finding(report, (guint32)severity, code, guarantee, subject);
    return TRUE;
}

static gboolean read_offer(CordonProbeReport *report, const CordonJsonValue *object, GError **error)
{
    gint64 strength = 0;
    const char *guarantee = NULL;
    const char *limits = NULL;

    if (!cordon_json_get_int(object, "strength", TRUE, CORDON_STRENGTH_NONE,
                             CORDON_STRENGTH_ENFORCED, &strength, error) ||
        !cordon_json_get_string(object, "guarantee", TRUE, &guarantee, error) ||
        !cordon_json_get_string(object, "limits", FALSE, &limits, error))
        return FALSE;
    cordon_probe_report_add_offer(report, (guint32)strength, guarantee, limits);
    return TRUE;
}

static gboolean read_hint(CordonProbeReport *report, const CordonJsonValue *object, GError **error)
{
    gint64 flags = 0;
    const char *code = NULL;
    const char *title = NULL;
    const char *detail = NULL;
    const char *platform = NULL;
    const char *url = NULL;
    g_auto(GStrv) command = NULL;

    if (!cordon_json_get_string(object, "code", TRUE, &code, error) ||
        !cordon_json_get_int(object, "flags", TRUE, 0, G_MAXUINT32, &flags, error) ||
        !cordon_json_get_string(object, "title", TRUE, &title, error) ||
        !cordon_json_get_string(object, "detail", FALSE, &detail, error) ||
        !cordon_json_get_strings(object, "command", FALSE, MAX_ARGV, &command, error) ||
        !cordon_json_get_string(object, "platform", TRUE, &platform, error) ||
        !cordon_json_get_string(object, "url", FALSE, &url, error))
        return FALSE;
    cordon_probe_report_add_hint(report, code, (guint32)flags, title, detail,
                                 (const char *const *)command, platform, url);
    return TRUE;
}

typedef gboolean (*ReadFunc)(CordonProbeReport *report, const CordonJsonValue *object,
                             GError **error);

static gboolean read_list(CordonProbeReport *report, const CordonJsonValue *object,
                          const char *name, ReadFunc read, GError **error)
{
    const CordonJsonValue *list = cordon_json_find(object, name);

    if (list == NULL) {
        g_set_error(error, CORDON_ERROR, CORDON_ERROR_PARSE,
                    "The report of a probe cannot be read: %s is missing.", name);
        return FALSE;
    }
    for (guint i = 0; i < cordon_json_size(list); i++) {
        if (!read(report, cordon_json_at(list, i), error))
            return FALSE;
    }
    return TRUE;
}

CordonProbeReport *cordon_probe_report_read_json(const CordonJsonValue *object, GError **error)
{
    g_autoptr(CordonProbeReport) report = cordon_probe_report_new();
    const char *broken = NULL;
    const char *raw = NULL;
    gint64 took = 0;

    if (!read_list(report, object, "findings", read_finding, error) ||
        !read_list(report, object, "offers", read_offer, error) ||
        !read_list(report, object, "hints", read_hint, error) ||
        !cordon_json_get_string(object, "broken", FALSE, &broken, error) ||
        !cordon_json_get_string(object, "raw", FALSE, &raw, error) ||
        !cordon_json_get_int(object, "took_ms", TRUE, 0, G_MAXUINT32, &took, error) ||
        !cordon_json_get_int(object, "checked_at", TRUE, 0, G_MAXINT64, &report->checked_at, error))
        return NULL;
    report->broken = g_strdup(broken);
    report->raw = g_strdup(raw);
    report->took_ms = (guint)took;
    return g_steal_pointer(&report);
}

/* The public part, and what owns its members. */
typedef struct {
    CordonReadiness shown;
    gatomicrefcount references;
    GPtrArray *owned; /* of char *: every text and list of pointers */
} Readiness;

static const char *own(Readiness *readiness, const char *text)
{
    char *copy = g_strdup(text);

    if (copy != NULL)
        g_ptr_array_add(readiness->owned, copy);
    return copy;
}

static const char *const *own_strv(Readiness *readiness, const char *const *texts)
{
    gsize count = cordon_strv_length(texts);
    const char **copy;

    if (texts == NULL)
        return NULL;
    copy = g_new0(const char *, count + 1);
    g_ptr_array_add(readiness->owned, (gpointer)copy);
    for (gsize i = 0; i < count; i++)
        copy[i] = own(readiness, texts[i]);
    return copy;
}

static Readiness *readiness_new(const char *id, const char *name)
{
    static const char *const NONE[] = {NULL};
    Readiness *readiness = g_new0(Readiness, 1);

    g_atomic_ref_count_init(&readiness->references);
    readiness->owned = g_ptr_array_new_with_free_func(g_free);
    readiness->shown.id = own(readiness, id != NULL ? id : "");
    readiness->shown.name = own(readiness, name != NULL ? name : readiness->shown.id);
    readiness->shown.guarantees = NONE;
    readiness->shown.missing = NONE;
    readiness->shown.limits = NONE;
    return readiness;
}

CordonReadiness *cordon_readiness_ref(CordonReadiness *readiness)
{
    g_atomic_ref_count_inc(&((Readiness *)readiness)->references);
    return readiness;
}

void cordon_readiness_unref(CordonReadiness *readiness)
{
    Readiness *whole = (Readiness *)readiness;

    if (whole == NULL || !g_atomic_ref_count_dec(&whole->references))
        return;
    g_ptr_array_unref(whole->owned);
    g_free(whole);
}

static const struct {
    const char *name, *title;
} STATES[] = {
    [CORDON_READINESS_READY] = {"ready", "ready"},
    [CORDON_READINESS_DEGRADED] = {"degraded", "ready with limits"},
    [CORDON_READINESS_NEEDS_SETUP] = {"needs-setup", "needs setup"},
    [CORDON_READINESS_UNSUPPORTED] = {"unsupported", "not supported here"},
    [CORDON_READINESS_BROKEN] = {"broken", "broken"},
};

const char *cordon_readiness_state_name(CordonReadinessState state)
{
    return (guint)state < G_N_ELEMENTS(STATES) ? STATES[state].name : "broken";
}

static const CordonHint *find_hint(const CordonProbeReport *report, const char *code)
{
    for (guint i = 0; i < report->hints->len; i++) {
        const CordonHint *hint = g_ptr_array_index(report->hints, i);

        if (strcmp(hint->code, code) == 0)
            return hint;
    }
    return NULL;
}

/* The first finding of that severity; with one, one whose loss is among missing comes first. */
static const CordonFinding *find_decisive(const CordonProbeReport *report, guint32 severity,
                                          const CordonGuarantees *missing)
{
    const CordonFinding *first = NULL;

    for (guint i = 0; i < report->findings->len; i++) {
        const CordonFinding *finding = g_ptr_array_index(report->findings, i);

        if (finding->severity != severity)
            continue;
        if (missing == NULL ||
            (finding->guarantee != NULL && cordon_guarantees_contains(missing, finding->guarantee)))
            return finding;
        if (first == NULL)
            first = finding;
    }
    return first;
}

static guint needs_from_flags(guint32 flags)
{
    static const struct {
        guint32 flag;
        guint need;
    } ROWS[] = {
        {CORDON_HINT_NEEDS_ADMIN, CORDON_NEEDS_ADMIN},
        {CORDON_HINT_NEEDS_REBOOT, CORDON_NEEDS_REBOOT},
        {CORDON_HINT_NEEDS_RELOGIN, CORDON_NEEDS_RELOGIN},
        {CORDON_HINT_NEEDS_NETWORK, CORDON_NEEDS_NETWORK},
    };
    guint needs = 0;

    for (gsize i = 0; i < G_N_ELEMENTS(ROWS); i++) {
        if ((flags & ROWS[i].flag) != 0)
            needs |= ROWS[i].need;
    }
    return needs;
}

static void show_step(Readiness *readiness, const CordonFinding *finding, const CordonHint *hint)
{
    CordonReadiness *shown = &readiness->shown;

    shown->code = own(readiness, finding->code);
    shown->subject = own(readiness, finding->subject);
    if (hint == NULL)
        return;
    shown->step_title = own(readiness, hint->title);
    shown->detail = own(readiness, hint->detail);
    if (hint->command != NULL && hint->command[0] != NULL) {
        g_autofree char *line = cordon_quote_argv((const char *const *)hint->command);

        shown->command = own_strv(readiness, (const char *const *)hint->command);
        shown->command_line = own(readiness, line);
    }
    shown->needs = needs_from_flags(hint->flags);
    shown->system_wide = (hint->flags & CORDON_HINT_SYSTEM_WIDE) != 0;
    shown->platform = own(readiness, hint->platform);
    shown->url = own(readiness, hint->url);
}

/* Declared, offered as enforced, taken away by no finding. */
static CordonGuarantees *kept(const CordonGuarantees *declared, const CordonProbeReport *report)
{
    CordonGuarantees *have = cordon_guarantees_new(NULL);

    for (guint i = 0; i < report->offers->len; i++) {
        const CordonOffer *offer = g_ptr_array_index(report->offers, i);

        if (offer->strength == CORDON_STRENGTH_ENFORCED &&
            cordon_guarantees_contains(declared, offer->guarantee))
            cordon_guarantees_add(have, offer->guarantee);
    }
    for (guint i = 0; i < report->findings->len; i++) {
        const CordonFinding *finding = g_ptr_array_index(report->findings, i);

        if (finding->severity != CORDON_SEVERITY_INFO && finding->guarantee != NULL)
            cordon_guarantees_remove(have, finding->guarantee);
    }
    return have;
}

static void show_guarantees(Readiness *readiness, const CordonGuarantees *have,
                            const CordonGuarantees *missing, const CordonProbeReport *report)
{
    g_autoptr(GPtrArray) limits = g_ptr_array_new();

    for (guint i = 0; i < report->offers->len; i++) {
        const CordonOffer *offer = g_ptr_array_index(report->offers, i);

        if (offer->limits != NULL && cordon_guarantees_contains(have, offer->guarantee) &&
            !g_ptr_array_find_with_equal_func(limits, offer->limits, g_str_equal, NULL))
            g_ptr_array_add(limits, offer->limits);
    }
    g_ptr_array_add(limits, NULL);
    readiness->shown.guarantees = own_strv(readiness, cordon_guarantees_strv(have));
    readiness->shown.missing = own_strv(readiness, cordon_guarantees_strv(missing));
    readiness->shown.limits = own_strv(readiness, (const char *const *)limits->pdata);
}

CordonReadiness *cordon_readiness_new_broken(const char *id, const char *name, const char *why)
{
    Readiness *readiness = readiness_new(id, name);

    readiness->shown.state = CORDON_READINESS_BROKEN;
    readiness->shown.detail = own(readiness, why);
    return &readiness->shown;
}

CordonReadiness *cordon_readiness_judge(const char *id, const char *name,
                                        const char *const *declared,
                                        const CordonProbeReport *report)
{
    Readiness *readiness = readiness_new(id, name);
    CordonReadiness *shown = &readiness->shown;
    g_autoptr(CordonGuarantees) all = cordon_guarantees_new(declared);
    const CordonFinding *blocker = find_decisive(report, CORDON_SEVERITY_BLOCKS, NULL);
    const CordonHint *hint = NULL;

    shown->raw = own(readiness, report->raw);
    shown->checked_at = report->checked_at;
    shown->took_ms = report->took_ms;
    shown->cached = report->cached;
    if (report->broken != NULL) {
        g_autoptr(CordonGuarantees) none = cordon_guarantees_new(NULL);

        shown->state = CORDON_READINESS_BROKEN;
        shown->detail = own(readiness, report->broken);
        show_guarantees(readiness, none, all, report);
    } else if (blocker != NULL) {
        g_autoptr(CordonGuarantees) none = cordon_guarantees_new(NULL);

        hint = find_hint(report, blocker->code);
        show_step(readiness, blocker, hint);
        shown->state = hint != NULL && (shown->command != NULL || hint->flags != 0)
                           ? CORDON_READINESS_NEEDS_SETUP
                           : CORDON_READINESS_UNSUPPORTED;
        show_guarantees(readiness, none, all, report);
    } else {
        g_autoptr(CordonGuarantees) have = kept(all, report);
        g_autoptr(CordonGuarantees) missing = cordon_guarantees_minus(all, have);
        const CordonFinding *loss = find_decisive(report, CORDON_SEVERITY_DEGRADES, missing);

        if (loss != NULL)
            show_step(readiness, loss, find_hint(report, loss->code));
        shown->state = loss != NULL || cordon_guarantees_size(missing) > 0
                           ? CORDON_READINESS_DEGRADED
                           : CORDON_READINESS_READY;
        show_guarantees(readiness, have, missing, report);
    }
    return shown;
}

static void write_needs(CordonJsonWriter *writer, guint needs)
{
    static const struct {
        guint need;
        const char *name;
    } ROWS[] = {
        {CORDON_NEEDS_ADMIN, "admin"},
        {CORDON_NEEDS_REBOOT, "reboot"},
        {CORDON_NEEDS_RELOGIN, "logout"},
        {CORDON_NEEDS_NETWORK, "network"},
    };

    cordon_json_begin_array(writer, "needs");
    for (gsize i = 0; i < G_N_ELEMENTS(ROWS); i++) {
        if ((needs & ROWS[i].need) != 0)
            cordon_json_add_string(writer, NULL, ROWS[i].name);
    }
    cordon_json_end_array(writer);
}

void cordon_readiness_write_json(const CordonReadiness *readiness, CordonJsonWriter *writer)
{
    cordon_json_add_string(writer, "id", readiness->id);
    cordon_json_add_string(writer, "title", readiness->name);
    cordon_json_add_string(writer, "state", cordon_readiness_state_name(readiness->state));
    cordon_json_add_string(writer, "code", readiness->code);
    cordon_json_add_string(writer, "subject", readiness->subject);
    cordon_json_add_string(writer, "title_of_step", readiness->step_title);
    cordon_json_add_string(writer, "detail", readiness->detail);
    if (readiness->command != NULL)
        cordon_json_add_strings(writer, "command", readiness->command);
    else
        cordon_json_add_string(writer, "command", NULL);
    cordon_json_add_string(writer, "shell", readiness->command_line);
    write_needs(writer, readiness->needs);
    cordon_json_add_string(writer, "scope", readiness->system_wide ? "system" : "user");
    cordon_json_add_string(writer, "platform", readiness->platform);
    cordon_json_add_string(writer, "url", readiness->url);
    cordon_json_add_strings(writer, "guarantees", readiness->guarantees);
    cordon_json_add_strings(writer, "missing", readiness->missing);
    cordon_json_add_strings(writer, "limits", readiness->limits);
    cordon_json_add_uint(writer, "took_ms", readiness->took_ms);
    cordon_json_add_int(writer, "checked_at", readiness->checked_at);
    cordon_json_add_bool(writer, "cached", readiness->cached);
    cordon_json_begin_object(writer, "evidence");
    cordon_json_add_string(writer, "stderr", readiness->raw);
    cordon_json_end_object(writer);
}

char *cordon_readiness_to_json(const CordonReadiness *readiness)
{
    CordonJsonWriter *writer = cordon_json_writer_new(TRUE);

    cordon_json_begin_object(writer, NULL);
    cordon_readiness_write_json(readiness, writer);
    cordon_json_end_object(writer);
    return cordon_json_writer_finish(writer);
}

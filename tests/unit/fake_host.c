/* SPDX-License-Identifier: MIT */
/* A host for tests of plug-ins. */
#define _GNU_SOURCE /* asprintf */
#include "fake_host.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FACTS_MAX 64
#define LINES_MAX 128

struct pair {
    char *key;
    char *value;
};

struct finding {
    uint32_t severity;
    struct pair text;
};

struct cordon_call {
    struct pair facts[FACTS_MAX];
    size_t fact_count;
    struct finding findings[LINES_MAX];
    size_t finding_count;
    struct pair offers[LINES_MAX];
    size_t offer_count;
    int64_t remaining_ms;
    cordon_fd cancel_fd;
    unsigned fail_in;
    char *message, *title, *detail, *command, *platform;
    uint32_t flags;
};

static char *copy(const char *text)
{
    char *made = text != NULL ? strdup(text) : NULL;
    if (text != NULL && made == NULL)
        abort();
    return made;
}

struct cordon_call *fake_call_new(void)
{
    struct cordon_call *call = calloc(1, sizeof(*call));
    if (call == NULL)
        abort();
    call->remaining_ms = -1;
    call->cancel_fd = -1;
    return call;
}

void fake_call_forget(struct cordon_call *call)
{
    for (size_t i = 0; i < call->finding_count; i++) {
        free(call->findings[i].text.key);
        free(call->findings[i].text.value);
    }
    for (size_t i = 0; i < call->offer_count; i++) {
        free(call->offers[i].key);
        free(call->offers[i].value);
    }
    call->finding_count = call->offer_count = 0;
}

void fake_call_free(struct cordon_call *call)
{
    for (size_t i = 0; i < call->fact_count; i++) {
        free(call->facts[i].key);
        free(call->facts[i].value);
    }
    fake_call_forget(call);
    free(call->message);
    free(call->title);
    free(call->detail);
    free(call->command);
    free(call->platform);
    free(call);
}

/* --- What the plug-in sees ------------------------------------------------------------------------ */

static void host_log(const struct cordon_host *host, uint32_t level, const char *message)
{
    (void)host;
    (void)level;
    (void)message;
}

static int64_t host_remaining_ms(struct cordon_call *call)
{
    return call->remaining_ms;
}

static cordon_fd host_cancel_fd(struct cordon_call *call)
{
    return call->cancel_fd;
}

static int32_t host_fail(struct cordon_call *call, int32_t status, const char *message)
{
    free(call->message);
    call->message = copy(message);
    return status;
}

static const char *host_fact(struct cordon_call *call, const char *key)
{
    for (size_t i = 0; i < call->fact_count; i++)
        if (strcmp(call->facts[i].key, key) == 0)
            return call->facts[i].value;
    return NULL;
}

static int32_t count_down(struct cordon_call *call)
{
    return call->fail_in > 0 && --call->fail_in == 0 ? CORDON_E_NOMEM : CORDON_OK;
}

static int32_t host_put_finding(struct cordon_call *call, const struct cordon_finding *finding)
{
    if (count_down(call) != CORDON_OK)
        return CORDON_E_NOMEM;
    if (call->finding_count == LINES_MAX)
        abort();
    call->findings[call->finding_count++] =
        (struct finding){finding->severity, {copy(finding->code), copy(finding->subject)}};
    return CORDON_OK;
}

static int32_t host_put_offer(struct cordon_call *call, const struct cordon_offer *offer)
{
    if (count_down(call) != CORDON_OK)
        return CORDON_E_NOMEM;
    if (call->offer_count == LINES_MAX || offer->strength != CORDON_STRENGTH_ENFORCED)
        abort();
    call->offers[call->offer_count++] = (struct pair){copy(offer->guarantee), copy(offer->limits)};
    return CORDON_OK;
}

static int32_t host_put_hint(struct cordon_call *call, const struct cordon_hint *hint)
{
    if (count_down(call) != CORDON_OK)
        return CORDON_E_NOMEM;
    if (call->title != NULL)
        abort(); /* one hint a call */
    call->title = copy(hint->title);
    call->detail = copy(hint->detail);
    call->platform = copy(hint->platform);
    call->flags = hint->flags;
    for (size_t i = 0; hint->command != NULL && hint->command[i] != NULL; i++) {
        char *longer;
        if (asprintf(&longer, "%s%s%s", i > 0 ? call->command : "", i > 0 ? "|" : "",
                     hint->command[i]) < 0)
            abort();
        free(call->command);
        call->command = longer;
    }
    return CORDON_OK;
}

const struct cordon_host *fake_host(void)
{
    static const struct cordon_host host = {
        .struct_size = sizeof(host),
        .log = host_log,
        .remaining_ms = host_remaining_ms,
        .cancel_fd = host_cancel_fd,
        .fail = host_fail,
        .fact = host_fact,
        .put_finding = host_put_finding,
        .put_offer = host_put_offer,
        .put_hint = host_put_hint,
    };
    return &host;
}

/* --- What the test sees ----------------------------------------------------------------------------- */

void fake_call_set_fact(struct cordon_call *call, const char *key, const char *value)
{
    for (size_t i = 0; i < call->fact_count; i++) {
        if (strcmp(call->facts[i].key, key) == 0) {
            free(call->facts[i].value);
            call->facts[i].value = copy(value);
            return;
        }
    }
    if (call->fact_count == FACTS_MAX)
        abort();
    call->facts[call->fact_count++] = (struct pair){copy(key), copy(value)};
}

void fake_call_set_remaining(struct cordon_call *call, int64_t ms)
{
    call->remaining_ms = ms;
}

void fake_call_set_cancel_fd(struct cordon_call *call, cordon_fd fd)
{
    call->cancel_fd = fd;
}

void fake_call_fail_at(struct cordon_call *call, unsigned n)
{
    call->fail_in = n;
}

const char *fake_call_blocker(const struct cordon_call *call)
{
    for (size_t i = 0; i < call->finding_count; i++)
        if (call->findings[i].severity == CORDON_SEVERITY_BLOCKS)
            return call->findings[i].text.key;
    return "";
}

unsigned fake_call_blockers(const struct cordon_call *call)
{
    unsigned count = 0;
    for (size_t i = 0; i < call->finding_count; i++)
        count += call->findings[i].severity == CORDON_SEVERITY_BLOCKS;
    return count;
}

const char *fake_call_finding(const struct cordon_call *call, const char *code)
{
    for (size_t i = 0; i < call->finding_count; i++)
        if (strcmp(call->findings[i].text.key, code) == 0)
            return call->findings[i].text.value != NULL ? call->findings[i].text.value : "";
    return NULL;
}

const char *fake_call_offer(const struct cordon_call *call, const char *guarantee)
{
    for (size_t i = 0; i < call->offer_count; i++)
        if (strcmp(call->offers[i].key, guarantee) == 0)
            return call->offers[i].value != NULL ? call->offers[i].value : "";
    return NULL;
}

unsigned fake_call_offers(const struct cordon_call *call)
{
    return (unsigned)call->offer_count;
}

const char *fake_call_message(const struct cordon_call *call)
{
    return call->message != NULL ? call->message : "";
}

const char *fake_call_command(const struct cordon_call *call)
{
    return call->command;
}

const char *fake_call_title(const struct cordon_call *call)
{
    return call->title;
}

const char *fake_call_detail(const struct cordon_call *call)
{
    return call->detail;
}

const char *fake_call_platform(const struct cordon_call *call)
{
    return call->platform;
}

uint32_t fake_call_flags(const struct cordon_call *call)
{
    return call->flags;
}

/* SPDX-License-Identifier: MIT */
/* Reports of the catalogue's backends: cache first, then workers side by side. */
#include "engine/readiness.h"

#include <cordon/backend.h>
#include <string.h>

#include "engine/cache.h"
#include "engine/machine.h"
#include "engine/text.h"
#include "engine/worker.h"
#include "model/select.h"

/* Workers at one time; the rest waits. */
#define MAX_WORKERS 16

/* --- repeat --- */

static const CordonFinding *find_blocker(const CordonProbeReport *report)
{
    for (guint i = 0; i < report->findings->len; i++) {
        const CordonFinding *finding = g_ptr_array_index(report->findings, i);

        if (finding->severity == CORDON_SEVERITY_BLOCKS)
            return finding;
    }
    return NULL;
}

static CordonHint *find_step(const CordonProbeReport *report, const char *code)
{
    for (guint i = 0; i < report->hints->len; i++) {
        CordonHint *hint = g_ptr_array_index(report->hints, i);

        if (strcmp(hint->code, code) == 0)
            return hint->command != NULL ? hint : NULL;
    }
    return NULL;
}

/* The first line of the raw error, from the backend's evidence. */
static char *find_raw(const CordonProbeReport *report)
{
    if (report->raw != NULL)
        return g_strdup(report->raw);
    for (guint i = 0; i < report->findings->len; i++) {
        const CordonFinding *finding = g_ptr_array_index(report->findings, i);

        if (strcmp(finding->code, "evidence.stderr") == 0 && finding->subject != NULL)
            return cordon_text_first_line(finding->subject, strlen(finding->subject), 512);
    }
    return NULL;
}

void cordon_readiness_note_repeat(CordonProbeReport *report, const CordonProbeReport *before)
{
    const CordonFinding *now = find_blocker(report);
    const CordonFinding *then = find_blocker(before);

    if (report->broken != NULL || before->broken != NULL || now == NULL || then == NULL ||
        strcmp(now->code, then->code) != 0)
        return;
    CordonHint *hint = find_step(report, now->code);
    if (hint == NULL || find_step(before, now->code) == NULL)
        return;
    g_autofree char *raw = find_raw(report);
    if (raw == NULL)
        return;
    char *detail = g_strdup_printf("%s%sStill the same after another look. The error was: %s",
                                   hint->detail != NULL ? hint->detail : "",
                                   hint->detail != NULL ? " " : "", raw);
    g_free(hint->detail);
    hint->detail = detail;
}

/* --- probes --- */

static void free_probed(gpointer data)
{
    CordonProbed *probed = data;

    cordon_probe_report_free(probed->report);
    cordon_readiness_unref(probed->readiness);
    g_free(probed);
}

static gboolean is_wanted(const CordonCatalogEntry *entry, const char *only)
{
    if (entry->info.state != CORDON_BACKEND_USABLE && entry->info.state != CORDON_BACKEND_REJECTED)
        return FALSE;
    return only == NULL || g_strcmp0(entry->info.id, only) == 0;
}

/* Takes what the worker brought back. */
static void finish(CordonProbed *probed, CordonWorker *worker, const CordonFacts *facts,
                   CordonProbeFlags flags)
{
    CordonWorkerKeep keep = CORDON_WORKER_FORGET;

    probed->report = cordon_worker_finish_probe(worker, &keep);
    if ((flags & CORDON_PROBE_AGAIN) != 0) {
        g_autoptr(CordonProbeReport) before = cordon_cache_load_last(probed->entry);

        if (before != NULL)
            cordon_readiness_note_repeat(probed->report, before);
    }
    if (keep != CORDON_WORKER_FORGET)
        cordon_cache_store(probed->entry, facts, probed->report,
                           keep == CORDON_WORKER_QUARANTINE && probed->report->broken != NULL);
}

/* The workers for those that have no report yet, side by side. */
static void run_workers(GPtrArray *all, const CordonFacts *facts, CordonProbeFlags flags)
{
    CordonWorker *workers[MAX_WORKERS];
    CordonProbed *waiting[MAX_WORKERS];
    gsize count = 0;

    for (guint i = 0; i <= all->len; i++) {
        CordonProbed *probed = i < all->len ? g_ptr_array_index(all, i) : NULL;

        if (probed != NULL && probed->report == NULL &&
            probed->entry->info.state == CORDON_BACKEND_USABLE) {
            waiting[count] = probed;
            workers[count++] = cordon_worker_start_probe(probed->entry, CORDON_PROBE_FULL, facts,
                                                         CORDON_PROBE_DEADLINE_MS);
        }
        if (count < MAX_WORKERS && probed != NULL)
            continue;
        cordon_worker_wait(workers, count);
        for (gsize j = 0; j < count; j++)
            finish(waiting[j], workers[j], facts, flags);
        count = 0;
    }
}

static CordonReadiness *judge(const CordonProbed *probed)
{
    const CordonBackendInfo *info = &probed->entry->info;

    if (probed->report != NULL)
        return cordon_readiness_judge(info->id, info->name, info->guarantees, probed->report);
    g_autofree char *file = info->id == NULL && info->manifest_path != NULL
                                ? g_path_get_basename(info->manifest_path)
                                : NULL;
    return cordon_readiness_new_broken(info->id != NULL ? info->id : file, info->name,
                                       info->reason);
}

/* Is it, whose report is known, the one that will be chosen? */
static gboolean is_enough(CordonProbed *probed, const CordonGuarantees *required)
{
    g_autoptr(GPtrArray) candidates = g_ptr_array_new();

    if (required == NULL || probed->report == NULL)
        return FALSE;
    probed->readiness = judge(probed);
    g_ptr_array_add(candidates, probed->readiness);
    return cordon_select(candidates, NULL, required, NULL) >= 0;
}

GPtrArray *cordon_catalog_probe_entries(const CordonCatalog *catalog, const CordonFacts *facts,
                                        const char *only, const CordonGuarantees *required,
                                        CordonProbeFlags flags)
{
    GPtrArray *all = g_ptr_array_new_with_free_func(free_probed);
    gboolean known = TRUE; /* of all so far */

    for (gsize i = 0; i < cordon_catalog_get_size(catalog); i++) {
        const CordonCatalogEntry *entry = cordon_catalog_get_entry(catalog, i);

        if (!is_wanted(entry, only))
            continue;
        CordonProbed *probed = g_new0(CordonProbed, 1);
        probed->entry = entry;
        if (entry->info.state == CORDON_BACKEND_USABLE && (flags & CORDON_PROBE_AGAIN) == 0)
            probed->report = cordon_cache_load(entry, facts);
        g_ptr_array_add(all, probed);
        /* Bad news is never remembered: those behind would be asked at each launch. */
        known = known && (probed->report != NULL || entry->info.state != CORDON_BACKEND_USABLE);
        if (known && is_enough(probed, required))
            break;
    }
    run_workers(all, facts, flags);
    for (guint i = 0; i < all->len; i++) {
        CordonProbed *probed = g_ptr_array_index(all, i);

        if (probed->readiness == NULL)
            probed->readiness = judge(probed);
    }
    return all;
}

static void unref_readiness(gpointer readiness)
{
    cordon_readiness_unref(readiness);
}

GPtrArray *cordon_catalog_probe(const CordonCatalog *catalog, CordonProbeFlags flags)
{
    g_autoptr(CordonFacts) facts = cordon_machine_facts_for(NULL);
    g_autoptr(GPtrArray) all = cordon_catalog_probe_entries(catalog, facts, NULL, NULL, flags);
    GPtrArray *readiness = g_ptr_array_new_with_free_func(unref_readiness);

    for (guint i = 0; i < all->len; i++) {
        CordonProbed *probed = g_ptr_array_index(all, i);

        g_ptr_array_add(readiness, g_steal_pointer(&probed->readiness));
    }
    return readiness;
}

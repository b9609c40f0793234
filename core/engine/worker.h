/* SPDX-License-Identifier: MIT */
/* Starts cordon-worker: one plug-in, one job, in a process that may crash, hang, print or exit.
 *
 * Functions that wait block the calling thread only, and leave nothing of the worker behind: neither
 * a process nor a descriptor.  They work in a process with threads, with any disposition of SIGCHLD
 * and SIGPIPE, and with any limits on its own signals. */
#ifndef CORDON_ENGINE_WORKER_H
#define CORDON_ENGINE_WORKER_H

#include "engine/backend.h"
#include "registry/catalog.h"

#define CORDON_PROBE_DEADLINE_MS 10000
#define CORDON_WRAP_DEADLINE_MS  5000
/* Between the deadline, at which the plug-in is asked to return, and SIGKILL. */
#define CORDON_WORKER_GRACE_MS 200

/* A job that runs: start several, wait for all, then finish each. */
typedef struct CordonWorker CordonWorker;

/* Never NULL: a worker that cannot be started is broken when it is finished. */
CordonWorker *cordon_worker_start_probe(const CordonCatalogEntry *entry, guint32 depth,
                                        const CordonFacts *facts, guint deadline_ms);
/* Until each has ended, or was killed; all side by side. */
void cordon_worker_wait(CordonWorker *const *workers, gsize count);
/* Waits for it, and frees it.  Never NULL: what went wrong is the report's `broken`.  *ret_keep
 * (optional): how long that counts. */
typedef enum {
    CORDON_WORKER_FORGET,     /* says nothing about the plug-in: the worker could not be started */
    CORDON_WORKER_REMEMBER,   /* as long as a report is fresh */
    CORDON_WORKER_QUARANTINE, /* it broke its contract: until its file changes */
} CordonWorkerKeep;
CordonProbeReport *cordon_worker_finish_probe(CordonWorker *worker, CordonWorkerKeep *ret_keep);

/* wrap() of a plug-in that did not come with the core. */
CordonPlanData *cordon_worker_wrap(const CordonCatalogEntry *entry, const CordonLaunch *launch,
                                   const CordonFacts *facts, const CordonProbeReport *probed,
                                   GError **error);

/* What was seen of a worker, for the judge. */
typedef struct {
    const char *call;       /* the last call into plug-in code, or NULL before the first */
    gboolean inside;        /* it has not returned from it */
    const char *breach;     /* what the worker itself noticed after that call */
    const char *unreadable; /* why what it sent cannot be read */
    const char *printed;    /* the first line on its standard output or error output */
    gboolean late;          /* the host had to end it */
    guint deadline_ms;
    gboolean ended;    /* its wait status is known */
    int wait_status;   /* as waitpid() gives it */
    gboolean answered; /* with a report, a plan or a reason */
    guint left;        /* processes that it left running */
} CordonWorkerEnd;
/* Pure: why the plug-in is broken ("crashed in probe: SIGSEGV"), and how long that counts; NULL when
 * it ended as it should.  Free with g_free(). */
char *cordon_worker_judge(const CordonWorkerEnd *end, CordonWorkerKeep *ret_keep);

/* Pure: the environment of a worker out of one like environ: the same situation as a launch, in the
 * C locale, without secrets.  Sorted; free with g_strfreev(). */
char **cordon_worker_environment(const char *const *base);
/* For tests: how many workers this process ever started; and a deadline in place of both above, 0:
 * none. */
guint cordon_worker_count(void);
extern guint cordon_worker_test_deadline_ms;

#endif

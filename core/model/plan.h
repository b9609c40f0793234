/* SPDX-License-Identifier: MIT */
/* The plan of a launch: all that has to be done to start it, as data.  Built by what a backend's
 * wrap() pushes; printed, compared and run.  Pure. */
#ifndef CORDON_MODEL_PLAN_H
#define CORDON_MODEL_PLAN_H

#include "model/guarantee.h"
#include <cordon/json.h>

/* A descriptor of the started program.  Numbers are 3, 4, ... in the order of asking. */
typedef enum {
    CORDON_PLAN_FD_DATA,   /* bytes, read once */
    CORDON_PLAN_FD_PATH,   /* O_PATH descriptor of a held folder or file */
    CORDON_PLAN_FD_STATUS, /* one end of a stream socket */
} CordonPlanFdKind;

typedef struct {
    CordonPlanFdKind kind;
    gint number;
    GBytes *data;          /* DATA */
    char *path;            /* PATH: host path */
    guint64 device, inode; /* PATH: what must be found there */
    char *format;          /* STATUS */
} CordonPlanFd;

#define CORDON_PLAN_FIRST_FD        3
#define CORDON_PLAN_MAX_FDS         1024
#define CORDON_PLAN_MAX_ARGS        9000 /* bubblewrap's own bound */
#define CORDON_PLAN_MAX_ARG_BYTES   (128u * 1024)
#define CORDON_PLAN_MAX_TOTAL_BYTES (1536u * 1024)
#define CORDON_PLAN_MAX_TEARDOWN    8

/* In place of a backend's id: no sandbox at all. */
#define CORDON_BACKEND_NONE "none"

typedef struct {
    char *backend;       /* id, or CORDON_BACKEND_NONE */
    GPtrArray *argv;     /* of char *, without a closing NULL while it is built */
    GPtrArray *env;      /* NAME=VALUE */
    GPtrArray *fds;      /* of CordonPlanFd */
    GPtrArray *teardown; /* of char **: commands that remove what a kill leaves behind */
    CordonGuarantees *enforced;
    gsize total_bytes;
} CordonPlanData;

CordonPlanData *cordon_plan_data_new(const char *backend);
void cordon_plan_data_free(CordonPlanData *plan);
/* Each refuses (FALSE, error CORDON_ERROR_BACKEND) what goes beyond the bounds above, a variable twice
 * or without a proper name, a path that is not absolute or not held, a second status channel, a
 * format that the core does not read, and the like.  The plan is unchanged then. */
gboolean cordon_plan_data_add_arg(CordonPlanData *plan, const char *arg, GError **error);
gboolean cordon_plan_data_add_env(CordonPlanData *plan, const char *name, const char *value,
                                  GError **error);
gboolean cordon_plan_data_add_data(CordonPlanData *plan, const void *data, gsize size,
                                   gint *ret_number, GError **error);
gboolean cordon_plan_data_add_path(CordonPlanData *plan, const char *path, guint64 device,
                                   guint64 inode, gint *ret_number, GError **error);
gboolean cordon_plan_data_add_status(CordonPlanData *plan, const char *format, gint *ret_number,
                                     GError **error);
gboolean cordon_plan_data_add_teardown(CordonPlanData *plan, const char *const *argv,
                                       GError **error);
gboolean cordon_plan_data_add_enforced(CordonPlanData *plan, const char *guarantee, GError **error);

/* Writes the members of docs/plan.schema.json into the open object; the same plan gives the same
 * text.  with_data: data as base64, so that the plan can be read back; else its size and SHA-256, to
 * be printed.  A list or path that is not UTF-8 goes as base64 into NAME_base64 in place of NAME. */
void cordon_plan_data_write_json(const CordonPlanData *plan, CordonJsonWriter *writer,
                                 gboolean with_data);
/* Reads a plan written with_data back, within the same bounds; CORDON_ERROR_PARSE or BACKEND. */
CordonPlanData *cordon_plan_data_read_json(const CordonJsonValue *object, GError **error);
/* For people: what each descriptor is, the environment, then one option with its values a line, quoted
 * for a POSIX shell; free with g_free(). */
char *cordon_plan_data_to_text(const CordonPlanData *plan);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(CordonPlanData, cordon_plan_data_free)

#endif

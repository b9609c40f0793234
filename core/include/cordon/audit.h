/* SPDX-License-Identifier: MIT */
/* The audit log: what agents asked for, what was decided, by whom, and how it ended.  One JSON object a line
 * (docs/audit.schema.json), appended only; readable with jq.  By default cordon/audit.jsonl in the user's folder of
 * state.  Programs share it. */
#ifndef CORDON_AUDIT_H
#define CORDON_AUDIT_H

#include <cordon/error.h>

G_BEGIN_DECLS

typedef struct CordonAudit CordonAudit;

/* path NULL: audit.jsonl in $XDG_STATE_HOME/cordon, else ~/.local/state/cordon.  Makes its folder (0700) when it
 * is not there. */
CORDON_PUBLIC CordonAudit *cordon_audit_open(const char *path, GError **error);
CORDON_PUBLIC void cordon_audit_free(CordonAudit *audit);
CORDON_PUBLIC const char *cordon_audit_get_path(const CordonAudit *audit);

/* members: the members of one object, as cordon_json_writer makes them ("{...}"); "time" (RFC 3339, UTC,
 * milliseconds) is put in front.  TRUE: the whole line is with the operating system, and stays when this process is
 * killed.  Lines of several programs never mix; half a line that a crash of the machine left is ended first.  Above
 * 16 MiB the file becomes audit.jsonl.1, and that .2, up to 8.  FALSE: nothing was written.  CORDON_ERROR_INVALID: no object
 * on one line, or above 1 MiB; CORDON_ERROR_TRUST: a file that is a link, another user's, or that others may write;
 * CORDON_ERROR_SYSTEM: a full disk, for one.  Thread-safe. */
CORDON_PUBLIC gboolean cordon_audit_append(CordonAudit *audit, const char *members, GError **error);

/* The newest lines, oldest first: at most max_lines of those that hold all of `fields` (NAME=VALUE, compared with string
 * members at the top; NULL: all), and at most 4 MiB.  Array of char *, which it owns; lines that are no JSON are left
 * out and counted in *ret_damaged (or NULL). */
CORDON_PUBLIC GPtrArray *cordon_audit_read(CordonAudit *audit, guint max_lines,
                                           const char *const *fields, guint *ret_damaged,
                                           GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(CordonAudit, cordon_audit_free)

G_END_DECLS

#endif

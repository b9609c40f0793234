/* SPDX-License-Identifier: MIT */
/* The inside of CordonAudit: what writing and reading share. */
#ifndef CORDON_SESSION_AUDIT_PRIVATE_H
#define CORDON_SESSION_AUDIT_PRIVATE_H

#include <cordon/audit.h>

#define CORDON_AUDIT_MAX_BYTES      (16u * 1024 * 1024) /* of one file */
#define CORDON_AUDIT_MAX_LINE       (1024u * 1024)
#define CORDON_AUDIT_MAX_READ_BYTES (4u * 1024 * 1024) /* of lines that one reading gives */
#define CORDON_AUDIT_N_OLD          8u

struct CordonAudit {
    char *path;
    guint64 max_bytes; /* CORDON_AUDIT_MAX_BYTES, but in tests */
    GMutex mutex;
    int fd; /* the file, or -1; with mutex */
};

/* index 0: the file that is written; 1 to CORDON_AUDIT_N_OLD: old ones, the newest first.  Free with g_free(). */
char *cordon_audit_file_name(const CordonAudit *audit, guint index);

#endif

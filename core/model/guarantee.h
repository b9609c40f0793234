/* SPDX-License-Identifier: MIT */
/* Sets of guarantee ids.  Pure. */
#ifndef CORDON_MODEL_GUARANTEE_H
#define CORDON_MODEL_GUARANTEE_H

#include <glib.h>

/* Sorted by bytes, without repeats; NULL-terminated array inside, so that it serves as a strv. */
typedef struct CordonGuarantees CordonGuarantees;

CordonGuarantees *cordon_guarantees_new(const char *const *ids); /* NULL: empty */
void cordon_guarantees_free(CordonGuarantees *set);
/* area.subject/revision in lower case, at most 96 bytes. */
gboolean cordon_guarantee_is_valid(const char *id);
void cordon_guarantees_add(CordonGuarantees *set, const char *id);
void cordon_guarantees_remove(CordonGuarantees *set, const char *id);
gboolean cordon_guarantees_contains(const CordonGuarantees *set, const char *id);
guint cordon_guarantees_size(const CordonGuarantees *set);
/* Borrowed until the set changes. */
const char *const *cordon_guarantees_strv(const CordonGuarantees *set);
/* What is in a and not in b. */
CordonGuarantees *cordon_guarantees_minus(const CordonGuarantees *a, const CordonGuarantees *b);
/* What every sandboxed launch asks for (all of guarantees.h). */
CordonGuarantees *cordon_guarantees_new_default(void);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(CordonGuarantees, cordon_guarantees_free)

#endif

/* SPDX-License-Identifier: MIT */
/* Facts about this machine, by the keys that backend.h lists under struct cordon_host.fact.
 *
 * A set of facts is plain data: tests make one up, the engine reads the machine's once. */
#ifndef CORDON_BASE_FACTS_H
#define CORDON_BASE_FACTS_H

#include <glib.h>

typedef struct CordonFacts CordonFacts;

CordonFacts *cordon_facts_new(void); /* empty */
void cordon_facts_free(CordonFacts *facts);
void cordon_facts_set(CordonFacts *facts, const char *key, const char *value); /* NULL: removes */
const char *cordon_facts_get(const CordonFacts *facts, const char *key);       /* or NULL */
/* Calls func for each, in the order of the keys' bytes. */
void cordon_facts_foreach(const CordonFacts *facts,
                          void (*func)(const char *key, const char *value, gpointer user_data),
                          gpointer user_data);
CordonFacts *cordon_facts_copy(const CordonFacts *facts);

/* Adds distro, distro.like, distro.version from the text of an os-release file. */
void cordon_facts_add_os_release(CordonFacts *facts, const char *text);
/* Reads the machine: os, arch, kernel, distro*, container, wsl, uid, path (the absolute folders of
 * PATH), sudo ("yes" where a sudo or doas program is on PATH or where shells look anyway, else "no").
 * root: prefix of the files read, "" for the machine itself; it is also the fact "root". */
void cordon_facts_add_machine(CordonFacts *facts, const char *root);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(CordonFacts, cordon_facts_free)

#endif

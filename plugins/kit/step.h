/* SPDX-License-Identifier: MIT */
/* The one step of a hint: a command, and how this user gets the administrator's rights for it.
 * Pure. */
#ifndef KIT_STEP_H
#define KIT_STEP_H

#include "distribution.h"

#include <stdbool.h>
#include <stdint.h>

/* --- What a step is ------------------------------------------------------------------------ */

#define KIT_STEP_WORDS_MAX 10

/* Flags of the usual steps. */
#define KIT_STEP_ADMIN   (CORDON_HINT_NEEDS_ADMIN | CORDON_HINT_SYSTEM_WIDE)
#define KIT_STEP_INSTALL (KIT_STEP_ADMIN | CORDON_HINT_NEEDS_NETWORK)
/* Gets the rights of CORDON_HINT_NEEDS_ADMIN itself: nothing is put before it.  Not for the host. */
#define KIT_STEP_ASKS_ITSELF (UINT32_C(1) << 31)

/* A command without what gives it the administrator's rights. */
struct kit_step {
    const char *words[KIT_STEP_WORDS_MAX]; /* of one program ... */
    const char *script;                    /* ... or a line for sh -c */
    uint32_t flags;                        /* CORDON_HINT_*, KIT_STEP_ASKS_ITSELF */
};

/* --- Words that came from the machine -------------------------------------------------------- */

/* Only what no shell reads as anything but itself, and no program as an option, goes into a
 * command. */
bool kit_word_is_plain(const char *word);
/* The same, below the folder (which ends with '/') and without "..". */
bool kit_word_is_path(const char *path, const char *folder);

/* --- The administrator ----------------------------------------------------------------------- */

enum kit_admin {
    KIT_ADMIN_SUDO = 0, /* also when nobody knows */
    KIT_ADMIN_DOAS = 1,
    KIT_ADMIN_SU = 2,  /* there is no sudo: the password of root is asked for */
    KIT_ADMIN_SELF = 3 /* nothing: this user is the administrator, or opens such a terminal */
};

/* From the facts "os", "sudo" and "uid". */
enum kit_admin kit_admin_read(const struct cordon_host *host, struct cordon_call *call,
                              const struct kit_distribution *distribution);

/* --- The hint -------------------------------------------------------------------------------- */

/* Pushes a hint whose command and flags are those of the step, as this user has to type it; step
 * NULL: there is no command.  hint: title, detail, platform and url.  Adds to the detail what is to
 * be known about su.  Returns a status. */
int32_t kit_step_put_hint(const struct cordon_host *host, struct cordon_call *call,
                          enum kit_admin admin, const struct kit_step *step,
                          const struct cordon_hint *hint);

#endif

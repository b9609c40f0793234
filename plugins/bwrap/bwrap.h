/* SPDX-License-Identifier: MIT */
/* What the files of this backend share.  plugin.c ties them together:
 *   probe.c    evidence -> findings and offers       hints.c   code -> the one step that helps
 *   wrap.c     launch -> bubblewrap command line */
#ifndef CORDON_BWRAP_H
#define CORDON_BWRAP_H

#include <cordon/backend.h>
#include <cordon/guarantees.h>
#include <sink.h>
#include <stdbool.h>

/* Options that not every supported bubblewrap (0.4 to 0.13) knows, as listed by `bwrap --help`.
 * The version number lies (distributions port options back), so only the list counts. */
enum {
    BWRAP_HAS_DISABLE_USERNS = 1u << 0, /* 0.8.0 */
    BWRAP_HAS_BIND_FD = 1u << 1,        /* 0.10.0, 0.6.3, Debian's 0.8.0 */
    BWRAP_HAS_PERMS = 1u << 2,          /* 0.5.0 */
    BWRAP_HAS_SIZE = 1u << 3,           /* 0.7.0 */
};

/* The bubblewrap that a launch uses: what probe() found, and what wrap() gets back as the facts
 * "probed.bwrap.program" and "probed.bwrap.options". */
struct bwrap_program {
    const char *path; /* absolute */
    uint32_t options; /* BWRAP_HAS_* */
    /* Runs as an ordinary user (fact "uid"), whom file modes keep from most of /proc. */
    bool unprivileged;
    /* The host starts it where mounts made later on the machine do not arrive (fact
     * "late-mounts" is "private"): bubblewrap alone makes its mounts slaves of the machine's. */
    bool late_mounts_private;
    /* The host starts it where /dev/null, zero, full, random, urandom and tty are read-only binds
     * of themselves (fact "device-nodes" is "read-only").  bubblewrap passes the machine's own nodes
     * on, and user 0 could change their modes; an ordinary user cannot. */
    bool devices_read_only;
    /* The files of /proc to cover that this kernel has (fact "probed.bwrap.covers"): what
     * bwrap_covers_find() wrote.  NULL: not known, only those that every kernel has. */
    const char *covers;
};

/* Sets what the host's facts say about where the program is started: unprivileged,
 * late_mounts_private, devices_read_only. */
void bwrap_program_add_surroundings(const struct cordon_host *host, struct cordon_call *call,
                                    struct bwrap_program *program);

/* The value of the fact: names of the options without dashes, joined by ',': "bind-fd,perms". */
uint32_t bwrap_options_parse(const char *text);
/* The same from the text that `bwrap --help` prints. */
uint32_t bwrap_options_from_help(const char *help);
/* Writes the value of the fact into text (at least 64 bytes). */
void bwrap_options_format(uint32_t options, char *text, size_t size);

/* Looks which of the files to cover are there; for probe().  root: the fact "root".  Writes the
 * value of the fact into text (at least 256 bytes): names below /proc, joined by ','. */
void bwrap_covers_find(const char *root, char *text, size_t size);

/* Where the view of every launch has cordon-init.  `cordon-init --nothing` ends with 0, so it is
 * also a command that is always there. */
#define BWRAP_INIT_GUEST "/run/cordon/init"

/* The whole command line for a launch.  Pure.  init_path: the host's cordon-init.
 *
 * Refuses, with a sentence through sink->fail:
 *   CORDON_E_UNENFORCED  a network other than none; a mount point that bubblewrap would have to
 *                        create below a writable folder of the host
 *   CORDON_E_INVALID     paths that are not plain and absolute, entries that uncover an earlier
 *                        one, a special file that is not hidden, limits of 0, a broken environment
 *   CORDON_E_UNSUPPORTED no system call filter for this architecture
 *
 * Every entry below the project whose identity the host holds is bound by descriptor where
 * bubblewrap can, and checked from inside by cordon-init always.  The guarantees about folders are
 * acknowledged only when all entries of their roles are held.  Hidden files answer EACCES with
 * every bubblewrap; hidden folders do from --perms on, and are empty and read-only before.
 * The limit guarantees are kept, and acknowledged, when they are asked for. */
int32_t bwrap_plan(const struct bwrap_program *program, const char *init_path,
                   const struct cordon_launch *launch, const struct kit_sink *sink);

int32_t bwrap_probe(const struct cordon_host *host, struct cordon_call *call, uint32_t depth);
int32_t bwrap_hint(const struct cordon_host *host, struct cordon_call *call, const char *code);
int32_t bwrap_wrap(const struct cordon_host *host, struct cordon_call *call,
                   const struct cordon_launch *launch);

#endif

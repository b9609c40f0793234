/* SPDX-License-Identifier: MIT */
/* What the files of cordon-init share.  cordon-init is process 1 of a Linux sandbox: it checks the
 * view from inside, starts the command, reaps, watches the limits and reports.
 *
 *   main.c     options, order of work, the main loop    view.c  are the mounts what was planned?
 *   confine.c  descriptors, limits, Landlock            watch.c processes and memory of all
 *   report.c   the status stream                        hold.c  forks wait until they are counted
 *   relay.c    the command's input and our reports where only descriptors 0, 1 and 2 lead outside
 *
 * Usage: cordon-init [OPTION]... -- COMMAND [ARGUMENT]...
 *        cordon-init [OPTION]... --nothing
 *        cordon-init [OPTION]... --relay
 *
 *   --status FD            report on FD ("cordon.status/1", core/base/protocol.h) and read `stop`
 *                          from it.  Its end ends the sandbox.  Without it failures go to stderr.
 *   --relay                in place of --status: speak "cordon.relay/1" (core/base/protocol.h) on 0 and 2; the command and its
 *                          environment come that way, too
 *   --check MODE:DEV:INO:PATH
 *                          PATH, an absolute path without symbolic links, is a mount point and is
 *                          the object DEV:INO (decimal; 0:0: any).  MODE `ro` or `rw`: what the
 *                          mount allows.  MODE `hidden`: it cannot be read, is covered by nothing
 *                          but emptiness, or does not exist; DEV:INO is what must not be seen.
 *                          Checked before the start, and again when the mounts changed: then
 *                          what does not hold ends the command (`limit view PATH`).
 *   --write PATH           the command may write below PATH, which the host backs
 *   --fresh PATH           the same for a memory-backed folder of this launch: its use counts as
 *                          memory.  With neither option Landlock is not used.  What lies
 *                          below a writable folder is writable to Landlock: there the mounts
 *                          and masks hold alone.
 *   --limit-processes N    processes and threads of the command at one time
 *   --limit-memory BYTES   anonymous and shared memory of the command, fresh folders included
 *   --limit-open-files N   per process
 *   --env NAME=VALUE       one more variable for the command, not for what started cordon-init:
 *                          for variables that the dynamic linker acts on
 *   --nothing              check and report, then `exited 0` without starting anything; the only
 *                          use for which cordon-init need not be process 1
 *
 * Exit status: the command's own; 128+N: killed by signal N; 127, 126: the command was not found,
 * could not be executed; 125: the sandbox is not as planned, nothing ran.
 *
 * It allocates nothing, has a second thread only where forks are held (hold.c), and trusts its arguments: they come from the host.
 * Nothing inside the sandbox can trace it or look into its /proc folder: it is not dumpable. */
#ifndef CORDON_INIT_H
#define CORDON_INIT_H

#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/* Exit statuses of our own; as a shell and timeout(1) have them. */
enum { EXIT_SETUP = 125, EXIT_NOT_EXECUTABLE = 126, EXIT_NOT_FOUND = 127 };

#define NO_LIMIT UINT64_MAX

struct init_limits {
    uint64_t processes;
    uint64_t memory_bytes;
    uint64_t open_files;
};

/* report.c */

/* Reports go to fd; -1: there is no status stream, failures are written to stderr. */
void report_to(int fd);
/* The same, each line behind that key. */
void report_with_key(int fd, const char *key);
/* One line, without its '\n'.  Too long a line is cut; the host being gone is not an error here. */
void report(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* `setup STEP ERRNO TEXT`, then exit status 125.  error is an errno or 0; control characters of
 * the text are shown as '?'. */
_Noreturn void fail(const char *step, int error, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* view.c */

/* Returns only when the object is as spec (MODE:DEV:INO:PATH) says; fails with step `view`. */
void view_check(const char *spec);

/* From here on changes are seen.  Before the first view_check(): none can fall in between. */
void view_watch(void);
/* For poll(), POLLPRI: the kernel tells that the mounts changed. */
int view_descriptor(void);
/* For poll(): milliseconds until the next look, -1 when nothing is checked. */
int view_timeout_ms(void);
/* Did the mounts change, so that every check is due again?  told: poll() said so. */
bool view_is_due(bool told);
/* The same spec as at the start, the index-th: is it still so? */
bool view_still_holds(const char *spec, unsigned index, const char **ret_path);

/* confine.c */

/* Closes every descriptor but 0, 1, 2 and keep (-1: none), which becomes close-on-exec, and opens
 * the null device for those of 0, 1, 2 that are closed. */
void confine_descriptors(int keep);
/* A Landlock ruleset that allows writing below the given paths only, as a close-on-exec
 * descriptor; -1 when the kernel has no Landlock that lets files be renamed between folders. */
int confine_ruleset_new(void);
void confine_ruleset_allow(int ruleset, const char *path);
/* Does the kernel hold RLIMIT_NPROC against this sandbox alone? */
bool confine_processes_are_counted(void);
/* A short slice for this process, and a higher priority where the host's RLIMIT_NICE lets it:
 * with thousands of processes in a fork bomb the watcher must get its turn. */
void confine_priority(void);
/* In the child, before exec; takes back the priority.  Returns 0 or an errno, and in *ret_step what failed. */
int confine_command(const struct init_limits *limits, int ruleset, const char **ret_step);

/* watch.c */

enum watch_verdict { WATCH_FINE, WATCH_PROCESSES, WATCH_MEMORY };
/* A folder whose use counts as memory.  Before watch_start(). */
void watch_fresh(const char *path);
/* Fails with step `limits` when /proc cannot be read. */
void watch_start(const struct init_limits *limits);
/* For poll(): milliseconds until the next look, -1 when nothing is limited. */
int watch_timeout_ms(void);
/* Looks when it is time to. */
enum watch_verdict watch_look(void);

/* May one more process or thread start?  From any thread.  For hold.c, which before tells the
 * watcher that it is exact: then it kills only far above the limit. */
bool watch_may_fork(void);
void watch_is_held(void);

/* Did the kernel kill a process of this control group for want of memory, since watch_start()?  Where an
 * engine keeps the limit of memory. */
bool watch_group_killed(void);

/* hold.c */

/* Is the kernel's own limit of processes not held against this user? */
bool hold_is_needed(void);
/* In the child, before exec; sends the listener through the socket. */
void hold_command(int socket);
/* In this process: the listener, or -1 where the kernel has none. */
int hold_listener(int socket);
/* Starts the thread that answers. */
void hold_start(int listener);

/* relay.c */

/* Reads what descriptor 0 says up to the start, and makes the command's input; from here on reports go to 2.
 * Returns the command. */
char **relay_start(void);
/* In the child: takes the command's input and environment.  Returns 0 or an errno. */
int relay_become(void);
/* In the child, last before exec: the filter.  Returns 0 or an errno. */
int relay_filter(void);
/* In the parent, behind the fork: the command's end of its input is the command's alone. */
void relay_started(void);
/* What to wait for; the two are filled. */
void relay_prepare(struct pollfd polls[2]);
/* For poll(): milliseconds until the client is taken for gone. */
int relay_timeout_ms(void);
/* Moves input on.  Does not return when the client is gone.  After each poll(), whatever it said. */
void relay_turn(const struct pollfd polls[2]);

/* Small and shared. */
int64_t now_ms(void);
/* A whole decimal number, or false. */
bool parse_number(const char *text, size_t length, uint64_t *ret_number);

#endif

/* SPDX-License-Identifier: MIT */
/* What the files of cordon-supervisor share.  It is the parent of every command and of all that the
 * command starts, and it ends only when nothing of that is left.
 *   main.c     arguments, and the loop that waits
 *   wait.c     taking the plan from the control socket
 *   prepare.c  what the process does to itself before it starts anything
 *   mounts.c   the mount namespace in which the program starts
 *   start.c    start of the program
 *   tree.c     the processes below this one: finding, signalling, ending them */
#ifndef CORDON_SUPERVISOR_H
#define CORDON_SUPERVISOR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/* A step that failed, as it is reported.  step is a literal. */
struct failure {
    const char *step;
    int error;
};

/* Leaves the descriptors below keep_below and control, and nothing else.  FALSE: *ret_failure. */
bool prepare_process(int keep_below, struct failure *ret_failure);
/* Closes first and everything above it. */
bool close_from(int first);
/* Waits for a launch packet.  The program's descriptors then have their numbers, *ret_control the one
 * behind them, and nothing else is open.  FALSE: *ret_failure.  Ends the process when the host is
 * gone. */
bool wait_for_launch(int control, char ***ret_argv, char ***ret_env, int *ret_control,
                     struct failure *ret_failure);
/* A folder that the program may write, and what was found there when it was checked. */
struct writable {
    uint64_t device, inode;
    const char *path; /* absolute, without links */
};
#define MAX_WRITABLE 16
/* Moves this process into a mount namespace of its own, where later mounts do not arrive.  FALSE:
 * *ret_failure. */
bool mounts_prepare(struct failure *ret_failure);
/* In that namespace, makes everything read-only but those folders (at most MAX_WRITABLE), which stay as
 * they are, with what is mounted in them. */
bool mounts_allow(const struct writable *writable, size_t count, struct failure *ret_failure);
/* After the above: the files in /proc of a process that is not dumpable belong to root, those for its
 * id maps among them. */
bool prepare_to_watch(struct failure *ret_failure);

/* Starts argv with the search path of this environment; 0 and the process, or the errno of what
 * failed.  *ret_executed tells a failed exec from a failed fork. */
int start_program(char *const *argv, pid_t *ret_pid, bool *ret_executed);

/* Where /proc is kept open, and what is known of the processes below this one. */
struct tree {
    int proc;              /* O_DIRECTORY descriptor of /proc */
    pid_t main_child;      /* the program; 0 once it was reaped */
    int main_status;       /* of waitpid(), valid once main_child is 0 */
    uint64_t *marks;       /* by process id, see tree.c; NULL when memory is short */
    unsigned killed, left; /* as in "done KILLED LEFT" */
};

bool tree_open(struct tree *tree, struct failure *ret_failure);
/* Reaps what has ended.  FALSE when no child is left: then no descendant is left either, because
 * orphans become children of this process. */
bool tree_reap(struct tree *tree);
/* SIGTERM, and SIGCONT so that stopped processes see it, to every descendant. */
void tree_terminate(struct tree *tree);
/* SIGKILL to every descendant until none is left, or only such as cannot be killed.  signals is a
 * descriptor that becomes readable with SIGCHLD. */
void tree_kill(struct tree *tree, int signals);

int64_t now_ms(void);

#endif

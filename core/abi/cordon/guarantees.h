/* SPDX-License-Identifier: MIT */
/*
 * cordon/guarantees.h: the guarantees that a launch can ask for and a backend can keep.
 *
 * An id is area.subject/revision.  A change of meaning is a new revision, so that an older binary
 * can never claim the newer meaning.  Others use their own prefix: "org.example.gpu.none/1".
 * Each sentence says what a tester inside the sandbox must see fail.
 */
#ifndef CORDON_GUARANTEES_H
#define CORDON_GUARANTEES_H

/* Writing, creating, renaming or removing anything in the project outside the loop's folder. */
#define CORDON_G_PROJECT_READ_ONLY "fs.project.read-only/1"
/* The same for the folders of other loops, also where they lie inside the loop's folder, and also
 * by renaming a folder above them. */
#define CORDON_G_SIBLINGS_READ_ONLY "fs.siblings.read-only/1"
/* The same for the application's folder. */
#define CORDON_G_APP_READ_ONLY "fs.app.read-only/1"
/* Changing anything of the host outside the loop's folder and its cache, by any path or
 * descriptor, /proc and /sys included. */
#define CORDON_G_OUTSIDE_READ_ONLY "fs.outside.read-only/1"
/* Reading anything of the user's home but the project and the tools on PATH. */
#define CORDON_G_HOME_HIDDEN "fs.home.hidden/1"
/* Reading files of the project that look like secrets. */
#define CORDON_G_SECRETS_HIDDEN "fs.secrets.hidden/1"
/* Changing what the user's own tools execute later (.git, editor tasks), where it exists. */
#define CORDON_G_PROTECTED_READ_ONLY "fs.protected.read-only/1"
/* Seeing a mount that the host makes below the project while the command runs. */
#define CORDON_G_LATE_MOUNTS_HIDDEN "fs.late-mounts.hidden/1"
/* Reaching any network, the host's loopback and abstract Unix sockets included. */
#define CORDON_G_NET_NONE "net.none/1"
/* Connecting to, or writing into, a Unix socket or FIFO that a host process holds. */
#define CORDON_G_IPC_NONE "ipc.host.none/1"
/* Seeing, signalling or tracing a process of the host; reading its environment or memory. */
#define CORDON_G_PID_NAMESPACE "proc.pid-namespace/1"
/* Leaving any process behind: setsid, double fork, daemon, or the death of the supervisor. */
#define CORDON_G_KILL_TREE "proc.kill-tree/1"
/* Gaining privilege: set-uid programs, capabilities, mounts in a nested namespace. */
#define CORDON_G_NO_NEW_PRIVILEGES "proc.no-new-privileges/1"
/* Using kernel interfaces that no build needs: mount, bpf, keyring, io_uring and the like. */
#define CORDON_G_SYSCALL_FILTERED "syscall.filtered/1"
/* Pushing characters into the user's terminal, or holding a descriptor of it. */
#define CORDON_G_TTY_NO_INJECTION "tty.no-injection/1"
/* Holding any descriptor but 0, 1 and 2. */
#define CORDON_G_FD_STDIO_ONLY "fd.stdio-only/1"
/* Seeing a variable that the launch did not name, also in /proc. */
#define CORDON_G_ENV_CLEAN "env.clean/1"
/* Having more processes, memory or open files than the launch's limits. */
#define CORDON_G_LIMIT_PIDS       "limit.pids/1"
#define CORDON_G_LIMIT_MEMORY     "limit.memory/1"
#define CORDON_G_LIMIT_OPEN_FILES "limit.open-files/1"

/* All of them, as a list of initialisers. */
#define CORDON_G_EVERY                                                                             \
    CORDON_G_PROJECT_READ_ONLY, CORDON_G_SIBLINGS_READ_ONLY, CORDON_G_APP_READ_ONLY,               \
        CORDON_G_OUTSIDE_READ_ONLY, CORDON_G_HOME_HIDDEN, CORDON_G_SECRETS_HIDDEN,                 \
        CORDON_G_PROTECTED_READ_ONLY, CORDON_G_LATE_MOUNTS_HIDDEN, CORDON_G_NET_NONE,              \
        CORDON_G_IPC_NONE, CORDON_G_PID_NAMESPACE, CORDON_G_KILL_TREE, CORDON_G_NO_NEW_PRIVILEGES, \
        CORDON_G_SYSCALL_FILTERED, CORDON_G_TTY_NO_INJECTION, CORDON_G_FD_STDIO_ONLY,              \
        CORDON_G_ENV_CLEAN, CORDON_G_LIMIT_PIDS, CORDON_G_LIMIT_MEMORY, CORDON_G_LIMIT_OPEN_FILES

#endif

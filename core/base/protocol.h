/* SPDX-License-Identifier: MIT */
/* The two line protocols between the programs of the core.  Plain C: the helpers that speak them
 * (cordon-init, cordon-supervisor) link nothing but libc.
 *
 * "cordon.status/1": cordon-init, or any launcher that a backend brings, to the host, on the
 * descriptor that put_status() gave.  One stream socket; lines end with '\n', at most
 * CORDON_STATUS_LINE_MAX bytes.  In order:
 *
 *   ready                 the sandbox is complete and was checked from inside
 *   started               the command runs
 *   limit NAME [TEXT]     the launcher ended it: "processes", "memory", or "view": the host took
 *                         away the cover of a file or folder, which TEXT names
 *   exited N              the command's exit status
 *   signaled N            the signal that ended the command
 * or, in place of ready or started:
 *   setup STEP ERRNO TEXT the sandbox failed before the command ran; TEXT names the object
 *   setup STEP - TEXT     the same, where TEXT is the whole reason
 *   exec ERRNO            the command could not be started (2: not found, 13: not executable)
 *
 * A stream that ends without exited, signaled, setup or exec means "lost".  Members that a reader
 * does not know are to be passed over.  The other way, the host may send:
 *
 *   stop                  send SIGTERM to every process of the command
 *
 * "cordon.control/1": cordon-supervisor and the host.  One SOCK_SEQPACKET socket, a line without
 * '\n' a packet.  To the host, in order:
 *
 *   started PID           the program of the plan was executed
 *   deadline              the hard deadline passed: the supervisor ends the tree by itself
 *   exited N | signaled N how the program of the plan ended
 *   done KILLED LEFT      nothing is left to do; KILLED counts processes that outlived the program
 *                         and were killed, LEFT those that could not be (another user's)
 * or, in place of all that:
 *   setup STEP ERRNO      the supervisor could not do a step of its own; nothing was started
 *   exec ERRNO            the program could not be executed
 *
 * To the supervisor:
 *
 *   term                  SIGTERM to every process of the tree
 *   kill                  SIGKILL to every process of the tree
 *
 * A supervisor that was started with --wait gets one packet before all that, with descriptors
 * (SCM_RIGHTS): a memory file, then those that become 0, 1, 2, 3, ... of the program.
 *
 *   launch ARGC ENVC      the memory file holds that many strings, each ended by NUL: the arguments
 *                         as on its command line, then the environment of the program
 *
 * The end of the stream is to the supervisor the same as kill.  To the host it is the loss of the
 * supervisor when it comes after started and before done. */
/* "cordon.relay/1": cordon-init in a container, which has no descriptors but 0, 1 and 2, and its client.
 *
 * To cordon-init, on 0, frames: one byte that says what it is, the size of what follows in four bytes (the
 * lowest first), and that many bytes, at most CORDON_RELAY_FRAME_MAX.
 *
 *   K KEY       first: the key of the status lines, 32 to 64 hexadecimal digits
 *   A ARGUMENT  the command, a word a frame
 *   V VARIABLE  NAME=VALUE: the command's environment, one a frame
 *   F FILTER    instructions of a seccomp filter for the command, as the kernel takes them
 *   G           start it; from here on only:
 *   D DATA      for the command's input
 *   E           the end of the command's input
 *   P           nothing, every CORDON_RELAY_PING_MS, so that cordon-init knows that there is a client: after
 *               CORDON_RELAY_SILENCE_MS without a frame, with nothing left to give to the command, it ends all
 *
 * From cordon-init, on 2, among what the command writes there: KEY, a line of CORDON_STATUS_FORMAT, '\n'.  The
 * command does not know the key.  The end of 0 is the death of the client: cordon-init ends all. */
#ifndef CORDON_BASE_PROTOCOL_H
#define CORDON_BASE_PROTOCOL_H

/* As much as Linux takes as one word of a command (MAX_ARG_STRLEN). */
#define CORDON_RELAY_FRAME_MAX 131072
#define CORDON_RELAY_KEY_MIN   32
#define CORDON_RELAY_PING_MS   5000
/* Long enough for a machine that is busy with other things. */
#define CORDON_RELAY_SILENCE_MS 40000
#define CORDON_RELAY_KEY_MAX    64

#define CORDON_STATUS_FORMAT   "cordon.status/1"
#define CORDON_STATUS_LINE_MAX 1024

#define CORDON_CONTROL_PACKET_MAX 128
/* Of one launch packet, the memory file included; the kernel takes 253. */
#define CORDON_LAUNCH_FDS_MAX 250

#endif

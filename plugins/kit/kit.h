/* SPDX-License-Identifier: MIT */
/* What any Linux backend wants and no library gives it: finding a program, running one with a
 * deadline, reading a small file, building a bounded text.  libc only.
 *
 * All functions are thread-safe.  None of them changes the process: no working directory, umask,
 * environment, locale, signal handler or resource limit. */
#ifndef KIT_H
#define KIT_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/* --- Programs ------------------------------------------------------------------------------ */

enum kit_found {
    KIT_MISSING = 0,        /* in none of the folders */
    KIT_NOT_EXECUTABLE = 1, /* there, but its mode does not let this user execute it */
    KIT_NOEXEC = 2,         /* there, but on a file system that is mounted noexec */
    KIT_FOUND = 3
};

/* Looks for name in folders, which are absolute and joined by ':'; an empty or relative one is
 * passed over.  The first that can be executed and that only root can change wins; else the first
 * that can be executed, as for a shell; else the first that cannot.
 * What lies in the folder avoid (a real path, or NULL), links followed, is passed over too.
 * ret_path is written unless the answer is KIT_MISSING. */
enum kit_found kit_program_find(const char *folders, const char *name, const char *avoid,
                                char *ret_path, size_t size);

/* A descriptor for the started program. */
struct kit_fd {
    int fd;     /* borrowed */
    int number; /* its number there, 3 or above */
};

#define KIT_FDS_MAX 32

struct kit_run {
    const char *program;     /* absolute */
    const char *const *argv; /* argv[0] included; ends with NULL */
    const char *const *envp; /* the whole environment; ends with NULL */
    const struct kit_fd *fds;
    size_t fd_count;    /* at most KIT_FDS_MAX */
    int64_t timeout_ms; /* negative: none */
    int cancel_fd;      /* the run ends when it becomes readable; -1: none */
    char *output;       /* takes the first bytes of stdout and stderr, in the order written, */
    size_t output_size; /* and a NUL: at least 1 */
};

enum kit_end {
    KIT_END_NOT_STARTED = 0, /* code: the errno of fork or exec */
    KIT_END_EXITED = 1,      /* code: the exit status */
    KIT_END_SIGNALED = 2,    /* code: the signal */
    KIT_END_TIMEOUT = 3,
    KIT_END_CANCELLED = 4
};

struct kit_result {
    enum kit_end end;
    int code;
    size_t output_bytes; /* that are in output */
    size_t cut_bytes;    /* that were thrown away */
};

/* Runs a program to its end: no input, a process group of its own, only the given descriptors,
 * default signals, no ambient capabilities, killed when the calling thread dies.  Waits for the
 * process and never for the end of its output, which a grandchild may hold.  Whatever the end, the
 * process has been reaped, and what is left of its process group has been killed. */
void kit_run(const struct kit_run *run, struct kit_result *ret_result);

/* --- Files --------------------------------------------------------------------------------- */

/* The first size - 1 bytes of a regular file (those of /proc included), and a NUL.  Never waits.
 * Returns the number of bytes, or -errno. */
ssize_t kit_file_read(const char *path, char *ret_text, size_t size);

/* A file that holds one decimal number.  Returns 0 or -errno (EINVAL: something else). */
int kit_file_read_number(const char *path, int64_t *ret_number);

/* --- Text ---------------------------------------------------------------------------------- */

/* A text in memory of the caller.  What does not fit is left out and said in cut, so that the
 * caller decides whether that is an error. */
struct kit_text {
    char *data; /* always ends with NUL */
    size_t size;
    size_t length;
    bool cut;
};

/* size: at least 1. */
void kit_text_init(struct kit_text *text, char *data, size_t size);
void kit_text_add(struct kit_text *text, const char *more);
void kit_text_addf(struct kit_text *text, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Copies a text into size bytes; false when it had to be cut. */
bool kit_text_copy(char *ret_text, size_t size, const char *text);

#endif

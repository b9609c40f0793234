/* SPDX-License-Identifier: MIT */
/*
 * cordon/backend.h: the whole boundary between libcordon (the host) and a sandbox backend
 * (the plug-in).  Needs a C11 or C++11 compiler and nothing else.
 *
 * Four rules hold everywhere in this file:
 *
 *   1. Memory stays with the side that made it.  Input is borrowed until the call
 *      returns; output is pushed through the host, which copies it at once.
 *   2. The side that owns a struct writes its struct_size.  Members are only ever
 *      appended; read a later one only after CORDON_HAS().
 *   3. A zero member is always the tightest setting.
 *   4. What a reader may ignore is never a restriction: a restriction is a guarantee id.
 *
 * Threads.  Each function pointer carries one of two tags:
 *
 *   [not-concurrent]  the host makes no second call into the same backend (or, for a function
 *                     of struct cordon_host, the plug-in makes none with the same call) until
 *                     the first has returned.  The thread may differ from call to call.
 *   [thread-safe]     may be called from any thread at any time.
 *
 * A backend that sets CORDON_BACKEND_CONCURRENT says that all its calls are thread-safe.
 *
 * The process belongs to the host.  A backend never changes the working directory, the umask,
 * the environment, the locale, signal handlers or resource limits, never writes to descriptors
 * 0, 1 and 2, and never calls exit().
 *
 * Strings are NUL-terminated: UTF-8 for text, bytes for paths.  Lists of pointers end with NULL.
 */
#ifndef CORDON_BACKEND_H
#define CORDON_BACKEND_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define CORDON_ABI_MAJOR 1
#define CORDON_ABI_MINOR 0

#ifdef _WIN32
#define CORDON_BACKEND_EXPORT __declspec(dllexport)
#else
#define CORDON_BACKEND_EXPORT __attribute__((visibility("default")))
#endif

/* True when *p, as its owner compiled it, reaches past member m. */
#define CORDON_HAS(p, m)                                                                           \
    ((size_t)((const char *)&(p)->m - (const char *)(p)) + sizeof((p)->m) <= (p)->struct_size)

/* Status: 0 is success, negative is failure.  A number is never reused.  errno carries nothing
 * across this boundary. */
#define CORDON_OK            0
#define CORDON_E_INVALID     (-1) /* the caller broke this contract */
#define CORDON_E_NOMEM       (-2)
#define CORDON_E_UNSUPPORTED (-3) /* this backend never can */
#define CORDON_E_UNAVAILABLE (-4) /* it could, but not on this machine now: probe says why */
#define CORDON_E_UNENFORCED  (-5) /* a requested guarantee cannot be kept for this launch */
#define CORDON_E_TIMEOUT     (-6)
#define CORDON_E_CANCELLED   (-7)
#define CORDON_E_SETUP       (-8) /* the sandbox failed before the command ran */
#define CORDON_E_INTERNAL    (-9)

/* Handles are file descriptors on POSIX, HANDLEs on Windows; -1 is none. */
typedef intptr_t cordon_fd;

struct cordon_call; /* one call in progress: the host's, valid until that call returns */

/* What probe() found out.  A backend states facts; the host draws the readiness from them.
 * The findings of the newest probe are there again for readiness_hint() and wrap(), as the fact
 * "probed.CODE", whose value is the subject.  So what probe() learned at some cost (the path of a
 * program, the options that it knows) reaches a wrap() that does no I/O: push it as an INFO. */
enum { CORDON_SEVERITY_INFO = 0, CORDON_SEVERITY_DEGRADES = 1, CORDON_SEVERITY_BLOCKS = 2 };
struct cordon_finding {
    uint32_t struct_size;
    uint32_t severity;     /* CORDON_SEVERITY_* */
    const char *code;      /* "userns.disabled": listed in the manifest, never reused */
    const char *guarantee; /* the guarantee it takes away, or NULL */
    const char *subject;   /* what was looked at: a path, a sysctl, a version; or NULL */
};

enum { CORDON_STRENGTH_NONE = 0, CORDON_STRENGTH_ADVISORY = 1, CORDON_STRENGTH_ENFORCED = 2 };

/* A guarantee that this machine lets the backend keep.  limits is shown to users. */
struct cordon_offer {
    uint32_t struct_size;
    uint32_t strength; /* CORDON_STRENGTH_* */
    const char *guarantee;
    const char *limits; /* one sentence on what it does not cover, or NULL */
};

/* The one step that helps.  The host quotes the command for display and never runs it. */
#define CORDON_HINT_NEEDS_ADMIN   (UINT32_C(1) << 0)
#define CORDON_HINT_NEEDS_REBOOT  (UINT32_C(1) << 1)
#define CORDON_HINT_NEEDS_RELOGIN (UINT32_C(1) << 2)
#define CORDON_HINT_NEEDS_NETWORK (UINT32_C(1) << 3)
#define CORDON_HINT_SYSTEM_WIDE   (UINT32_C(1) << 4) /* changes more than this user */
struct cordon_hint {
    uint32_t struct_size;
    uint32_t flags;             /* CORDON_HINT_* */
    const char *title;          /* one line, at most 80 bytes */
    const char *detail;         /* why, or NULL */
    const char *const *command; /* argv of the one command to run, or NULL if there is none */
    const char *platform;       /* "linux", "linux/debian", "macos", "windows" */
    const char *url;            /* or NULL */
};

/* One entry of the file system that the command is to see.  Order matters: a later entry covers
 * an earlier one.  What no entry names does not exist for the command, apart from what every
 * backend gives fresh: /dev, /proc, /tmp, /var/tmp, /run. */
enum { CORDON_ACCESS_HIDDEN = 0, CORDON_ACCESS_READ = 1, CORDON_ACCESS_WRITE = 2 };
enum {
    CORDON_KIND_FOLDER = 0,
    CORDON_KIND_FILE = 1,
    CORDON_KIND_LINK = 2,    /* a symbolic link at guest_path, whose text is host_path */
    CORDON_KIND_SPECIAL = 3, /* a socket or FIFO of the host: always CORDON_ACCESS_HIDDEN */
    CORDON_KIND_FRESH = 4    /* an empty folder of this launch's own; host_path is NULL */
};
/* Why an entry is there.  A backend that brings a system of its own (a container image) may pass
 * over SYSTEM entries, and over no others. */
enum {
    CORDON_ROLE_UNKNOWN = 0,
    CORDON_ROLE_SYSTEM = 1,
    CORDON_ROLE_HOME = 2,
    CORDON_ROLE_TOOL = 3,
    CORDON_ROLE_PROJECT = 4,
    CORDON_ROLE_LOOP = 5,
    CORDON_ROLE_PIN = 6, /* a folder on the way to a cover: must not be renamed by the command */
    CORDON_ROLE_SIBLING = 7,
    CORDON_ROLE_APP = 8,
    CORDON_ROLE_PROTECTED = 9, /* what the user's own tools would execute later */
    CORDON_ROLE_SECRET = 10,
    CORDON_ROLE_CACHE = 11,
    CORDON_ROLE_REPOSITORY = 12 /* a copy made for this launch alone, writable, in the place of a
                                   repository; mount points of what lies over it exist in it */
};
struct cordon_mount {
    uint32_t struct_size;
    uint32_t access; /* CORDON_ACCESS_* */
    const char *host_path;
    const char *guest_path;
    uint32_t kind;   /* CORDON_KIND_* */
    uint32_t role;   /* CORDON_ROLE_* */
    uint64_t device; /* identity of host_path when the host resolved it (st_dev, st_ino); */
    uint64_t inode;  /* both 0: not held, the path alone counts */
};

/* What one launch may use.  UINT64_MAX is no limit.  A backend enforces those whose guarantee is
 * asked for; the host enforces time and output itself. */
struct cordon_limits {
    uint32_t struct_size;
    uint32_t flags;         /* none yet */
    uint64_t processes;     /* processes and threads at one time */
    uint64_t memory_bytes;  /* of all processes together */
    uint64_t open_files;    /* per process */
    uint64_t scratch_bytes; /* each fresh folder that lives in memory */
};

enum { CORDON_NET_NONE = 0, CORDON_NET_PROXY = 1, CORDON_NET_HOST = 2 };
struct cordon_launch {
    uint32_t struct_size;
    uint32_t network;        /* CORDON_NET_* */
    const char *instance;    /* unique for this launch, [a-z0-9-], made by the host */
    const char *const *argv; /* the command */
    const char *const *envp; /* NAME=VALUE: the whole environment it is to see */
    const char *cwd;         /* guest path */
    const struct cordon_mount *const *mounts; /* pointers, so that the element may grow */
    const char *const *guarantees;            /* ids this launch must have */
    const struct cordon_limits *limits;
};

/* The command's standard streams; -1 is the null device. */
struct cordon_stdio {
    uint32_t struct_size;
    uint32_t flags;
    cordon_fd in, out, err; /* borrowed: duplicate what must outlive the call */
};

enum {
    CORDON_EXIT_EXITED = 1,   /* code: the command's own exit status */
    CORDON_EXIT_SIGNALED = 2, /* code: the signal */
    CORDON_EXIT_SETUP = 3,    /* the command never ran */
    CORDON_EXIT_LIMIT = 4,    /* killed by a limit: memory, pids, time */
    CORDON_EXIT_LOST = 5      /* the backend can no longer say */
};
struct cordon_exit {
    uint32_t struct_size;
    uint32_t kind; /* CORDON_EXIT_* */
    int32_t code;
};

/* What spawn() gives back.  The backend fills it; the host calls release() exactly once. */
struct cordon_process {
    uint32_t struct_size;
    uint32_t flags;
    void *self;
    int64_t pid;       /* of the outermost process on this machine, or -1 */
    cordon_fd wait_fd; /* readable once wait() will not block, or -1; the backend's */
    /* [thread-safe] Until the end or the deadline; CORDON_E_TIMEOUT leaves it running. */
    int32_t (*wait)(void *self, struct cordon_call *call, struct cordon_exit *ret_exit);
    /* [thread-safe] CORDON_OK only when no process of the launch is left. */
    int32_t (*kill_tree)(void *self, struct cordon_call *call);
    void (*release)(void *self); /* kills what still runs, then frees */
};

#define CORDON_LOG_DEBUG   0
#define CORDON_LOG_WARNING 1

/* What the host offers.  A member that is NULL or lies behind struct_size is not offered. */
struct cordon_host {
    uint32_t struct_size;
    uint32_t abi_minor;
    /* [thread-safe] For developers, never shown to users.  May be called outside a call. */
    void (*log)(const struct cordon_host *host, uint32_t level, const char *message);
    /* [thread-safe] An optional interface by its id, or NULL.  None exist in 1.0. */
    const void *(*extension)(const struct cordon_host *host, const char *id);

    /* The rest is [not-concurrent] and only for the call that was handed in. */

    int64_t (*remaining_ms)(struct cordon_call *call); /* negative: no deadline */
    cordon_fd (*cancel_fd)(struct cordon_call *call);  /* readable when cancelled or late, or -1 */
    /* Says in one sentence why the call fails; returns status, so that `return host->fail(...)`. */
    int32_t (*fail)(struct cordon_call *call, int32_t status, const char *message);
    /* A fact about this machine, or NULL.  Borrowed until the call returns.
     *   os             "linux", "macos", "windows"
     *   arch           as `uname -m`
     *   kernel         as `uname -r`
     *   distro         ID of os-release: "debian"
     *   distro.like    ID_LIKE: "ubuntu debian", or NULL
     *   distro.version VERSION_ID: "12", or NULL
     *   distro.variant "ostree", "transactional", or NULL
     *   container      "docker", "podman", "lxc", ... when inside one, else NULL
     *   wsl            "1" or "2" inside WSL, else NULL
     *   uid            effective user id, decimal
     *   root           prefix for files that describe the machine (/proc/sys): "" but in tests
     *   path           where programs may be searched: absolute folders joined by ':', none of
     *                  which a sandboxed command can write
     *   workspace      in wrap(), and in a probe for a launch: the folder whose content a command
     *                  may have made.  Start nothing from it; else NULL
     *   sudo           "yes" or "no": is there a sudo or doas
     *   late-mounts    "private" when the host starts plans in a mount namespace where mounts that
     *                  the machine makes later do not arrive and (from Linux 5.12 on) where only
     *                  what the launch may write is writable; else NULL
     *   device-nodes   "read-only" when it starts them, as user 0, where the nodes in /dev cannot
     *                  be changed; else NULL
     *   helper.init    the program cordon-init (see docs/backends.md), or NULL
     *   helper.docker  the program cordon-docker, which talks to a container engine, or NULL
     *   probed.CODE    subject of the finding CODE of the probe that this call relies on; ""
     *                  when it has none
     * Codes that begin with "evidence." need not be in the manifest: raw facts for people. */
    const char *(*fact)(struct cordon_call *call, const char *key);

    /* probe() */
    int32_t (*put_finding)(struct cordon_call *call, const struct cordon_finding *finding);
    int32_t (*put_offer)(struct cordon_call *call, const struct cordon_offer *offer);

    /* readiness_hint(), once a call */
    int32_t (*put_hint)(struct cordon_call *call, const struct cordon_hint *hint);

    /* wrap(): the plan, piece by piece.  Descriptors get their number in the started program here
     * (3, 4, ... in order of asking); the host opens them only when it runs the plan. */
    int32_t (*put_arg)(struct cordon_call *call, const char *arg);
    /* The environment of the started program is exactly what is put here. */
    int32_t (*put_env)(struct cordon_call *call, const char *name, const char *value);
    /* A descriptor from which data can be read once. */
    int32_t (*put_data)(struct cordon_call *call, const void *data, size_t size,
                        int32_t *ret_number);
    /* A descriptor (O_PATH on Linux) of a host_path of this launch whose identity the host holds. */
    int32_t (*put_path)(struct cordon_call *call, const char *host_path, int32_t *ret_number);
    /* A channel on which the plan reports; format: "cordon.status/1" (see docs/backends.md). */
    int32_t (*put_status)(struct cordon_call *call, const char *format, int32_t *ret_number);
    /* A command that removes what killing the started program leaves behind. */
    int32_t (*put_teardown)(struct cordon_call *call, const char *const *argv);

    /* wrap() and spawn(): this launch keeps that guarantee. */
    int32_t (*put_enforced)(struct cordon_call *call, const char *guarantee);
    /* spawn(): CORDON_OK or CORDON_E_UNENFORCED; ask before starting anything. */
    int32_t (*may_start)(struct cordon_call *call);
};

#define CORDON_BACKEND_CONCURRENT (UINT64_C(1) << 0) /* else the host serialises calls */

#define CORDON_PROBE_QUICK 0 /* look at files, settings, versions */
#define CORDON_PROBE_FULL  1 /* start a trivial command in a real sandbox, with production options */

/* What a backend exports, const.  All pointers but spawn and extension are required. */
struct cordon_backend {
    uint32_t struct_size; /* sizeof(struct cordon_backend), as compiled there */
    uint32_t abi_minor;   /* CORDON_ABI_MINOR, as compiled there: for messages only */
    uint64_t flags;       /* CORDON_BACKEND_* */
    const char *id;       /* equal to the manifest's */
    const char *version;
    /* First call.  Cheap, without I/O.  host lives until close() returns.  On failure *ret_self is
     * not used and close() is not called.  [not-concurrent] */
    int32_t (*open)(const struct cordon_host *host, void **ret_self);
    void (*close)(void *self); /* last call; takes what open() gave */
    /* What is true on this machine?  Leaves nothing changed, needs no privilege, asks nobody.
     * Returns CORDON_OK when it found out, whatever it found; negative when it could not.
     * Runs in a worker process with a deadline. */
    int32_t (*probe)(void *self, struct cordon_call *call, uint32_t depth);
    /* What should the user do about the finding `code`?  Pure: no I/O, answers from facts alone.
     * Pushes one hint for every code of the manifest that BLOCKS or DEGRADES. */
    int32_t (*readiness_hint)(void *self, struct cordon_call *call, const char *code);
    /* How would this launch be started?  Pure: the same launch and facts give the same plan, byte
     * for byte; opens, starts and writes nothing that outlives the call.  Acknowledges each
     * guarantee that the plan keeps; the host refuses a plan in which one of launch->guarantees is
     * missing.  May run in any process. */
    int32_t (*wrap)(void *self, struct cordon_call *call, const struct cordon_launch *launch);
    /* Starts it.  NULL: the host runs wrap()'s plan (in a session of its own, watched, its whole
     * tree killed at the end), which is all that a backend with a launcher program needs.  The
     * first version of the host always does that, and calls no spawn(). */
    int32_t (*spawn)(void *self, struct cordon_call *call, const struct cordon_launch *launch,
                     const struct cordon_stdio *stdio, struct cordon_process *ret_process);
    const void *(*extension)(void *self, const char *id); /* optional; [thread-safe] */
};

/* The one symbol a backend exports; the major is in its name. */
#define CORDON_BACKEND_SYMBOL "cordon_backend_v1"
extern CORDON_BACKEND_EXPORT const struct cordon_backend cordon_backend_v1;

#ifdef __cplusplus
}
#endif
#endif

/* SPDX-License-Identifier: MIT */
/* What the probe looked at, as plain data, and what follows from it. */
#ifndef CORDON_BWRAP_EVIDENCE_H
#define CORDON_BWRAP_EVIDENCE_H

#include "bwrap.h"
#include "codes.h"

#include <kit.h>
#include <stdbool.h>

#define BWRAP_LINE_MAX 512
#define BWRAP_PATH_MAX 4096

/* One run of the program. */
struct bwrap_try {
    bool made;
    enum kit_end end;
    int code;                  /* as in struct kit_result */
    char line[BWRAP_LINE_MAX]; /* the line of its output that says what went wrong, or "" */
};

/* What cordon-init reported from inside ("cordon.status/1"). */
struct bwrap_report {
    bool ready;   /* the sandbox was checked from inside */
    bool started; /* the command ran */
    bool exited;  /* and came to its end: code */
    int code;
    bool setup; /* the sandbox is not as planned, or the command could not be started: text */
    char text[BWRAP_LINE_MAX];
};

/* The limits of /proc/sys/user, in the order in which the kernel takes them. */
enum bwrap_namespace {
    BWRAP_NS_USER,
    BWRAP_NS_PID,
    BWRAP_NS_NET,
    BWRAP_NS_MNT,
    BWRAP_NS_IPC,
    BWRAP_NS_UTS,
    BWRAP_NS_CGROUP,
    BWRAP_NS_COUNT
};
extern const char *const bwrap_namespace_names[BWRAP_NS_COUNT];

/* The machine, read after a failure and only to explain it: every one of these lies in some
 * situation.  -1 is "not there" or "cannot be read". */
struct bwrap_machine {
    int64_t userns_clone;                   /* kernel.unprivileged_userns_clone */
    int64_t max_namespaces[BWRAP_NS_COUNT]; /* user.max_*_namespaces */
    int64_t apparmor_restrict;              /* kernel.apparmor_restrict_unprivileged_userns */
    uint32_t profile_count;       /* files in /etc/apparmor.d that attach to the program */
    char profile[BWRAP_LINE_MAX]; /* one of them, rather not the distribution's own */
    char label[BWRAP_LINE_MAX];   /* /proc/self/attr/current, or "" */
    int64_t seccomp;              /* Seccomp of /proc/self/status: 2 is a filter */
    int64_t no_new_privs;
    bool ambient_caps;
    bool has_proc;                   /* /proc is mounted */
    bool has_user_namespaces;        /* the kernel has them at all */
    bool in_user_namespace;          /* not the first one of the machine */
    bool sysctl_read_only;           /* /proc/sys is mounted so */
    bool root_is_mount;              /* false: / is a plain folder, as in a chroot */
    char proc_cover[BWRAP_LINE_MAX]; /* a path below /proc with something mounted on it, or "" */
    char container[64];              /* "docker", ..., "unknown", or "" */
    char flatpak[BWRAP_LINE_MAX];    /* id of the Flatpak application around us, or "" */
    char distro[64];
    char wsl_distro[128]; /* name of the distribution inside WSL, or "" */
    bool wsl1;
    unsigned kernel_major, kernel_minor;
};

struct bwrap_evidence {
    enum kit_found search;
    char program[BWRAP_PATH_MAX];   /* unless KIT_MISSING */
    char real_path[BWRAP_PATH_MAX]; /* of program, links resolved */
    bool setuid;
    bool file_caps; /* it carries the attribute security.capability */
    bool has_helper;
    bool no_filter; /* there is no system call filter for this machine */
    uint32_t options;
    char covers[256];      /* what bwrap_covers_find() wrote */
    char version[64];      /* "0.8.0", or "" */
    struct bwrap_try help; /* bwrap --help */
    struct bwrap_try run;  /* the production command line */
    struct bwrap_report report;
    struct bwrap_machine machine;
};

struct bwrap_diagnosis {
    bool blocked;
    enum bwrap_code code; /* when blocked: the one thing to do something about */
    char subject[BWRAP_LINE_MAX];
};

/* Did the production line work, and if not, why not?  Pure. */
void bwrap_explain(const struct bwrap_evidence *evidence, struct bwrap_diagnosis *ret_diagnosis);

/* Did the run prove a whole sandbox?  Pure. */
bool bwrap_run_worked(const struct bwrap_evidence *evidence);

/* The line of an output that names the fault: the first one of bubblewrap, else the first.  Bytes
 * that are not printable ASCII become '?'. */
void bwrap_line_pick(const char *output, char *ret_line, size_t size);

/* Reads a whole "cordon.status/1" stream.  Pure. */
void bwrap_report_parse(const char *lines, struct bwrap_report *ret_report);

/* Reads the machine below the fact "root". */
void bwrap_machine_read(const struct cordon_host *host, struct cordon_call *call,
                        const char *program, struct bwrap_machine *ret_machine);

/* Does a profile in the text of an AppArmor file attach to this program?  Pure. */
bool bwrap_profile_attaches(const char *text, const char *program);

#endif

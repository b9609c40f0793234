/* SPDX-License-Identifier: MIT */
/* The command filter: reads a command line and answers deny, ask or allow. */
#ifndef CORDON_FILTER_H
#define CORDON_FILTER_H

#include <cordon/error.h>

G_BEGIN_DECLS

/* In the order of strictness: over all parts of a line the greatest wins. */
typedef enum {
    CORDON_VERDICT_ALLOW = 0,
    CORDON_VERDICT_ASK = 1,
    CORDON_VERDICT_DENY = 2,
} CordonVerdict;

/* Why.  Each rule has one verdict; the names (cordon_rule_name()) are stable and go into JSON and audit. */
typedef enum {
    CORDON_RULE_NONE = 0,        /* allow */
    CORDON_RULE_GIT_CHANGE,      /* ask: commit, push, merge, checkout, ...; gh pr create */
    CORDON_RULE_DELETE,          /* ask: deletes inside the loop's folder */
    CORDON_RULE_INLINE_CODE,     /* ask: node -e, python -c, psql -c, ... */
    CORDON_RULE_PRIVILEGE,       /* ask: sudo and the like */
    CORDON_RULE_SHELL,           /* deny: starts a shell or changes the one that reads the line */
    CORDON_RULE_REMOTE,          /* deny: ssh, scp, rsync, remote state */
    CORDON_RULE_KILL,            /* deny: stops processes */
    CORDON_RULE_PERMISSIONS,     /* deny: changes permissions or owners */
    CORDON_RULE_GIT_DESTRUCTIVE, /* deny: reset --hard, clean -f, forced push */
    CORDON_RULE_GIT_INTERACTIVE, /* deny: waits for a person */
    CORDON_RULE_PUBLISH,         /* deny: publishes a package */
    CORDON_RULE_OUTSIDE_PROJECT, /* deny: a path outside the project */
    CORDON_RULE_OUTSIDE_LOOP,    /* deny: a path outside the loop's folder */
    CORDON_RULE_SECRET,          /* deny: a file that looks like a secret */
    CORDON_RULE_WEB,             /* deny: an address that is not allowed */
    CORDON_RULE_ENDLESS,         /* deny: never ends */
    CORDON_RULE_ROLE,            /* deny: the role has no such tool */
    CORDON_RULE_UNREADABLE,      /* deny: cannot be read for certain */
    CORDON_N_RULES
} CordonRule;

CORDON_PUBLIC const char *cordon_verdict_name(CordonVerdict verdict); /* "allow", "ask", "deny" */
CORDON_PUBLIC const char *cordon_rule_name(CordonRule rule);          /* "git-change" */
CORDON_PUBLIC CordonVerdict cordon_rule_verdict(CordonRule rule);

/* How the line is read and which names mean what. */
typedef enum {
    CORDON_PLATFORM_LINUX,
    CORDON_PLATFORM_MACOS,
    CORDON_PLATFORM_WINDOWS,
} CordonPlatform;


typedef enum {
    CORDON_LANGUAGE_SHELL, /* sh, with what bash adds where it is harmless */
    CORDON_LANGUAGE_CMD,   /* this and the next: with CORDON_PLATFORM_WINDOWS only */
    CORDON_LANGUAGE_POWERSHELL,
    CORDON_LANGUAGE_OWN, /* the shell's; on Windows nobody said which of both: the stricter verdict */
} CordonLanguage;

G_END_DECLS

#endif

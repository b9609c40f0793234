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

/* That of the machine that this library was built for. */
CORDON_PUBLIC CordonPlatform cordon_platform_own(void);

typedef enum {
    CORDON_LANGUAGE_SHELL, /* sh, with what bash adds where it is harmless */
    CORDON_LANGUAGE_CMD,   /* this and the next: with CORDON_PLATFORM_WINDOWS only */
    CORDON_LANGUAGE_POWERSHELL,
    CORDON_LANGUAGE_OWN, /* the shell's; on Windows nobody said which of both: the stricter verdict */
} CordonLanguage;

/* What a line is judged against.  Not thread-safe: one filter belongs to one thread at a time.  All folders are
 * absolute, and links in them are followed; they need not exist, then paths are judged by their text alone.
 * home: NULL is that of the user.  Fails when a folder is not absolute, or the loop's is not in the project. */
typedef struct CordonFilter CordonFilter;

CORDON_PUBLIC CordonFilter *cordon_filter_new(CordonPlatform platform, const char *project,
                                              const char *loop, const char *home, GError **error);
CORDON_PUBLIC void cordon_filter_free(CordonFilter *filter);
/* Default on: reading inside the project is allowed, and the system refuses writes.  Off: what is outside the
 * loop's folder is outside-loop. */
CORDON_PUBLIC void cordon_filter_set_sandbox(CordonFilter *filter, gboolean is_on);
/* Default off.  On: what would be asked is allowed; nothing else changes. */
CORDON_PUBLIC void cordon_filter_set_full_auto(CordonFilter *filter, gboolean is_on);
/* Default on.  Off: judgements have no argv, script and run_error, which take longer than the verdict. */
CORDON_PUBLIC void cordon_filter_set_wants_argv(CordonFilter *filter, gboolean is_on);
/* An exact name, or "*.suffix".  Adds to the built-in hosts; FALSE with an error when it is neither. */
CORDON_PUBLIC gboolean cordon_filter_add_host(CordonFilter *filter, const char *host,
                                              GError **error);

/* The answer for one line.  Members are borrowed and valid until the judgement is freed. */
typedef struct {
    CordonVerdict verdict;
    CordonRule rule;
    /* One sentence: which part, and why; NULL with CORDON_RULE_NONE. */
    const char *reason;
    /* One sentence: what to do instead, or NULL. */
    const char *hint;
    /* The part of the line that decided, on one line; NULL when it is the whole line, or nothing did. */
    const char *part;
    /* The unit of "Allow always this session": "git commit", "rm", "python -c"; of a line in which several would be
     * asked all of them, "git add + git commit".  NULL unless the verdict is ask (or was, before Full Auto). */
    const char *kind;
    /* The same one by one, NULL-terminated: a grant has to cover each.  Or NULL. */
    const char *const *kinds;
    guint time_limit_s; /* 120 or 600 */
    /* The line is nothing but git commands that change the repository, and such commands as cd and echo: with allow, and
     * with ask once it was approved, it may run with cordon_policy_set_repository_writable(). */
    gboolean changes_repository;
    /* With allow and ask: what to run, as read.  A single command is started as it is, all else is
     * ["/bin/sh", "-c", script].  NULL with deny, and where the platform cannot run it as one process: then
     * run_error says why. */
    const char *const *argv;
    /* The canonical script, or NULL when argv is the command itself. */
    const char *script;
    const char *run_error; /* or NULL */
} CordonJudgement;

/* line: a command line in UTF-8, size bytes.  cwd: where it will run; NULL is the loop's folder.  Never NULL: what
 * cannot be read is a deny. */
CORDON_PUBLIC CordonJudgement *cordon_filter_judge(CordonFilter *filter, CordonLanguage language,
                                                   const char *line, gsize size, const char *cwd);
/* The same for words that are already separate: no shell reads them. */
CORDON_PUBLIC CordonJudgement *cordon_filter_judge_argv(CordonFilter *filter,
                                                        const char *const *argv, const char *cwd);
/* The same for one line of JSON: {"command": "LINE" or ["WORD", ...], "cwd": "DIR", "shell": "sh", "cmd" or "ps"}; all
 * but the command may be left out, other members are passed over.  *ret_json: as cordon_judgement_to_json() with TRUE,
 * {"error": "SENTENCE"} with FALSE, when it is no such request; free with g_free(). */
CORDON_PUBLIC gboolean cordon_filter_judge_request(CordonFilter *filter, const char *json,
                                                   gsize size, char **ret_json);
CORDON_PUBLIC void cordon_judgement_free(CordonJudgement *judgement);
/* docs/verdict.schema.json; one line of text without a newline, free with g_free(). */
CORDON_PUBLIC char *cordon_judgement_to_json(const CordonJudgement *judgement);
/* For people: the tree, the verdict of each part, the canonical script.  Free with g_free(). */
CORDON_PUBLIC char *cordon_filter_explain(CordonFilter *filter, CordonLanguage language,
                                          const char *line, gsize size, const char *cwd);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(CordonFilter, cordon_filter_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC(CordonJudgement, cordon_judgement_free)

G_END_DECLS

#endif

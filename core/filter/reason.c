/* SPDX-License-Identifier: MIT */
/* Rules: their names, verdicts, and what is said where nothing better is known.  One row a rule. */
#include "filter/private.h"

typedef struct {
    const char *name;
    CordonVerdict verdict;
    const char *reason; /* completes "`command` ..." */
    const char *hint;
} Rule;

static const Rule RULES[CORDON_N_RULES] = {
    [CORDON_RULE_NONE] = {"none", CORDON_VERDICT_ALLOW, "is allowed", NULL},
    [CORDON_RULE_GIT_CHANGE] = {"git-change", CORDON_VERDICT_ASK,
                                "changes the repository or what is on its server", NULL},
    [CORDON_RULE_DELETE] = {"delete", CORDON_VERDICT_ASK, "deletes files", NULL},
    [CORDON_RULE_INLINE_CODE] = {"inline-code", CORDON_VERDICT_ASK,
                                 "runs code that stands in the command",
                                 "Code in a file of the loop's folder runs without a question."},
    [CORDON_RULE_PRIVILEGE] = {"privilege", CORDON_VERDICT_ASK, "asks for another user's rights",
                               "Run it without; in the sandbox it has no effect."},
    [CORDON_RULE_SHELL] =
        {"shell", CORDON_VERDICT_DENY, "starts a shell or changes the one that reads the line",
         "Write the commands themselves; a script of the project runs as ./script."},
    [CORDON_RULE_REMOTE] = {"remote", CORDON_VERDICT_DENY, "reaches another machine",
                            "Ask the user to do it in the terminal."},
    [CORDON_RULE_KILL] = {"kill", CORDON_VERDICT_DENY, "stops processes",
                          "What a command started ends with it; for anything else ask the user."},
    [CORDON_RULE_PERMISSIONS] = {"permissions", CORDON_VERDICT_DENY,
                                 "changes permissions, owners or the system",
                                 "Ask the user to do it in the terminal."},
    [CORDON_RULE_GIT_DESTRUCTIVE] = {"git-destructive", CORDON_VERDICT_DENY,
                                     "throws away work or history that git cannot bring back",
                                     "Use git stash, git revert or a new branch."},
    [CORDON_RULE_GIT_INTERACTIVE] = {"git-interactive", CORDON_VERDICT_DENY,
                                     "waits for a person to answer",
                                     "Leave the option out that asks or opens something, and give "
                                     "all answers as options."},
    [CORDON_RULE_PUBLISH] = {"publish", CORDON_VERDICT_DENY,
                             "publishes or sends something to others",
                             "Ask the user to do it in the terminal."},
    [CORDON_RULE_OUTSIDE_PROJECT] =
        {"outside-project", CORDON_VERDICT_DENY, "reaches outside the project",
         "Use files of the project; for scratch files there is $TMPDIR."},
    [CORDON_RULE_OUTSIDE_LOOP] = {"outside-loop", CORDON_VERDICT_DENY,
                                  "reaches outside the folder of this loop",
                                  "Write in the loop's own folder."},
    [CORDON_RULE_SECRET] = {"secret", CORDON_VERDICT_DENY,
                            "touches a file that looks like a secret",
                            "Use a template such as .env.example, or ask the user."},
    [CORDON_RULE_WEB] = {"web", CORDON_VERDICT_DENY, "names an address that is not allowed",
                         "Package registries, GitHub, Docker Hub and the own machine are; the user "
                         "can add hosts in "
                         "Settings."},
    [CORDON_RULE_ENDLESS] =
        {"endless", CORDON_VERDICT_DENY, "never ends by itself",
         "Run the form that ends, or ask the user to start it in the terminal."},
    [CORDON_RULE_ROLE] = {"role", CORDON_VERDICT_DENY, "is no tool of this role", NULL},
    [CORDON_RULE_UNREADABLE] = {"unreadable", CORDON_VERDICT_DENY, "cannot be read for certain",
                                "Write it out plainly, with the words themselves."},
};

const char *cordon_verdict_name(CordonVerdict verdict)
{
    switch (verdict) {
    case CORDON_VERDICT_ALLOW:
        return "allow";
    case CORDON_VERDICT_ASK:
        return "ask";
    case CORDON_VERDICT_DENY:
    default:
        return "deny";
    }
}

/* What is no rule counts as the strictest. */
static const Rule *rule_row(CordonRule rule)
{
    gboolean known = (guint)rule < CORDON_N_RULES;

    return &RULES[known ? rule : CORDON_RULE_UNREADABLE];
}

const char *cordon_rule_name(CordonRule rule)
{
    return rule_row(rule)->name;
}

CordonVerdict cordon_rule_verdict(CordonRule rule)
{
    return rule_row(rule)->verdict;
}

const char *cordon_rule_reason(CordonRule rule)
{
    return rule_row(rule)->reason;
}

const char *cordon_rule_hint(CordonRule rule)
{
    return rule_row(rule)->hint;
}

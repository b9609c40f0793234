/* SPDX-License-Identifier: MIT */
/* Scripts of a package, as the managers of packages and the runners of tasks start them. */
#ifndef CORDON_FILTER_JUDGE_NPM_RUN_H
#define CORDON_FILTER_JUDGE_NPM_RUN_H

#include "filter/programs/package.h"

/* The packages whose scripts a call may start. */
typedef struct {
    const CordonPackage **packages;
    guint count;
    gboolean any_member; /* those that are not known might have the script, too */
} CordonPackages;

/* The package of the call's folders: package.json there or above. */
CordonPackages cordon_packages_here(const CordonJudge *judge, const CordonCall *call,
                                    const char *file);
/* That one and all members of its monorepo. */
CordonPackages cordon_packages_all(const CordonJudge *judge, const CordonCall *call);
/* The members that are meant by a name, a folder or a filter of pnpm ("./packages/a", "web..."). */
CordonPackages cordon_packages_named(const CordonJudge *judge, const CordonCall *call,
                                     const char *name);

/* Those that the options of npm, pnpm or yarn name (-w, --filter, -r), else that of the call's folders.
 * parsed: the words behind the subcommand. */
CordonPackages cordon_packages_of_call(CordonJudge *judge, const CordonCall *call,
                                       const CordonParsed *parsed);

/* npm keeps options before "--" to itself, but whoever writes --watch there wants it. */
void cordon_judge_kept_options(CordonJudge *judge, const CordonCall *call,
                               const CordonParsed *parsed);

/* What is done with a script. */
typedef struct {
    const char *name;
    const CordonArg *extra; /* words that it gets */
    guint extra_count;
    gboolean
        or_program; /* without a script of that name a program of node_modules/.bin is started */
} CordonScriptRun;

/* Judges it in all of the packages. */
void cordon_judge_script_run(CordonJudge *judge, const CordonCall *call,
                             const CordonPackages *packages, const CordonScriptRun *run);
/* Judges only what the name of a script or target says. */
void cordon_judge_script_name(CordonJudge *judge, const CordonCall *call, const char *name);
/* args: the words of a program that was fetched or belongs to the project, and that has no row: "dev", "serve" and
 * "--watch" mean the same to most. */
void cordon_judge_unknown_server(CordonJudge *judge, const CordonCall *call, const char *name,
                                 const CordonArg *args, guint count);
/* A member's folder as the place where a command runs, or NULL (and a finding) when it is not allowed. */
const CordonScope *cordon_packages_enter(CordonJudge *judge, const CordonCall *call,
                                         const CordonPackage *package);

#endif

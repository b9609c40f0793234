/* SPDX-License-Identifier: MIT */
/* package.json and composer.json: the scripts of a project, and the folders of a monorepo. */
#ifndef CORDON_FILTER_PACKAGE_H
#define CORDON_FILTER_PACKAGE_H

#include "filter/judge.h"

/* Folders of a monorepo that are looked into. */
#define CORDON_PACKAGE_MAX_MEMBERS 128u

typedef struct {
    const char *name, *text; /* text: several commands are on lines of their own */
} CordonPackageScript;

typedef struct {
    const char *folder;
    const char *name;     /* or NULL */
    gboolean is_readable; /* it is JSON; else nothing is known of what stands in it */
    const CordonPackageScript *scripts;
    guint script_count;
    const char *const *patterns; /* "packages/x": where the members of a monorepo lie */
    guint pattern_count;
} CordonPackage;

/* The file ("package.json") in the folder, or NULL when there is none or nothing is known of the disk. */
const CordonPackage *cordon_package_read(const CordonJudge *judge, const char *folder,
                                         const char *file);
/* The same in the folder or the nearest above it, up to the project's. */
const CordonPackage *cordon_package_find(const CordonJudge *judge, const char *folder,
                                         const char *file);
/* The text of the script, or NULL. */
const char *cordon_package_script(const CordonPackage *package, const char *name);
/* The members of the monorepo whose root it is. */
const CordonPackage *const *cordon_package_members(const CordonJudge *judge,
                                                   const CordonPackage *root, guint *ret_count);

#endif

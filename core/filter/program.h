/* SPDX-License-Identifier: MIT */
/* What programs do with their words: the language of the tables in table_*.c, one row a program or subcommand.
 *
 * A row says what each option and operand is (a path that is read, an address, code, ...); the judge then knows what
 * to ask of it.  A rule is changed by changing a row, not code.  What a row cannot say has a handler.
 *
 * name     one or more spellings with '|' between alternatives of one word: "grep|egrep", "docker|podman run".
 *          Further words are subcommands; the row with the most words wins.
 * options  items separated by blanks:  NAMES [=K | :K] [!RULE] [+TAG]...
 *          NAMES  spellings with ',' between: "-o,--output", "-name" (with CORDON_PROGRAM_LONG_SINGLE)
 *          =K     takes a value of kind K, glued or as the next word;  :K  a value only when glued
 *          !RULE  the option's presence is that rule (its verdict follows from the rule)
 *          +TAG   one letter, see operands
 *          "--" is always understood.  An option that is not listed is a flag; what is glued to it is judged as 'm'.
 * operands items separated by blanks, each K, K? (maybe), K* (any number): taken from the left; what follows a K* is
 *          taken from the right.  An upper-case letter is the same kind, left out when an option with that +TAG was
 *          seen: grep "T r*" with -e=t+T.  With "+R" seen, 'r' reads whole trees.
 *
 * Kinds of values:
 *   t  text: data that is no path and no address                  e  text that may hold unknown variables (echo)
 *   r  path that is read            y  folder that is read whole (secrets below it count)
 *   w  path that is written         x  path that is deleted       d  folder in which all else is done (-C)
 *   l  file whose content becomes operands: refused               a  path of an allowed toolchain place, or as r (-I)
 *   u  URL (no scheme: http)        h  host, host:port or URL of a proxy
 *   g  git remote: a name, a URL, or a path                       i  image of a container registry
 *   k  package: name, name@version, URL, git+URL, owner/repo, path
 *   c  inline code: rule inline-code                              p  program that will be started, by name or path
 *   s  command line that a shell will read: rule shell            S  the same where the inside may be judged instead
 *   f  curl data: text, @file is read and sent                    F  name=@file, name=<file
 *   v  NAME=VALUE of an environment                               m  not known: judged by what it looks like
 *   o  (operands only, last) the rest is a command of its own; options end at the first operand
 *   q  (operands only, last) the rest is a command or nothing, as o, but run inside a container or remote: shell and
 *      program names count, paths and addresses do not
 */
#ifndef CORDON_FILTER_PROGRAM_H
#define CORDON_FILTER_PROGRAM_H

#include <cordon/filter.h>

typedef struct CordonJudge CordonJudge;
typedef struct CordonCall CordonCall;

/* What a row cannot say.  Runs after the row's options and operands were judged, unless the row has
 * CORDON_PROGRAM_HANDLER_ONLY. */
typedef void (*CordonHandler)(CordonJudge *judge, const CordonCall *call);

typedef enum {
    CORDON_PROGRAM_LONG_TIME = 1 << 0, /* 600 s: package managers, compilers, test runners */
    CORDON_PROGRAM_LONG_SINGLE =
        1 << 1, /* one dash and a word is one option (find, java, go, terraform); no clusters */
    CORDON_PROGRAM_ABBREVIATES = 1 << 2, /* long options may be abbreviated (getopt_long, git) */
    CORDON_PROGRAM_OPTIONS_FIRST =
        1 << 3, /* options end at the first operand; 'o' and 'q' imply it */
    CORDON_PROGRAM_ENDLESS_BARE =
        1 << 4, /* without operands it waits for ever: REPLs, editors, servers */
    CORDON_PROGRAM_READS_STDIN =
        1 << 5, /* ... unless its input is a pipe, a file or a here-document; then what
                                              comes is code (rule inline-code) */
    CORDON_PROGRAM_DATA =
        1 << 6, /* operands are data: the name of a shell among them means nothing */
    CORDON_PROGRAM_HANDLER_ONLY = 1 << 7, /* the handler looks at the words itself */
    CORDON_PROGRAM_GROUP =
        1 << 8, /* has subcommands: a row "name sub" is looked for behind the options; the
                                            options of this row are the global ones */
    CORDON_PROGRAM_STRICT_GROUP =
        1 << 9, /* as GROUP, and a subcommand without a row is refused as unreadable */
    CORDON_PROGRAM_DIGITS = 1 << 10, /* -20 is a number, not options (head, tail, git log) */
    CORDON_PROGRAM_CASE_FOLDED =
        1 << 11, /* Windows cmdlets and commands: options in any case, -name, may be
                                            abbreviated; /x switches for cmd */
    CORDON_PROGRAM_SLASH_OPTIONS = 1 << 12, /* cmd.exe style: /s /q /a:h */
    CORDON_PROGRAM_LISTS_PATHS =
        1 << 13, /* its output is a list of paths below its operands (find, ls, rg -l,
                                             git ls-files): what xargs may hand to readers */
    CORDON_PROGRAM_WRITES_LISTED =
        1 << 14, /* (xargs) changes the files that it is given: sed -i, tee, mv */
    CORDON_PROGRAM_BOUNDS = 1 << 15, /* (timeout) ends what it runs: endless is no fault inside */
    CORDON_PROGRAM_ENDS_WITH_PIPE =
        1 << 16, /* (yes, man) ends when nobody reads any more, or does not page into a pipe */
    CORDON_PROGRAM_WINDOWS =
        1 << 17, /* the words are those of cmd.exe and PowerShell (windows.h): a word with a
                    slash is an option only when it is listed, globs count in quotes, drives of
                    PowerShell such as env: are refused */
    CORDON_PROGRAM_SLASH_LISTED =
        1 << 18, /* (MSBuild) "/name" and "/name:value", in any case of letters, is an option on
                    every system, but only when it is listed; "/etc" is a path */
} CordonProgramFlags;

typedef struct {
    const char *name;
    const char *options;  /* NULL: none */
    const char *operands; /* NULL: none are known; each is judged as m */
    CordonRule rule;      /* of any call of it; NONE: see options and operands */
    guint flags;          /* CordonProgramFlags */
    CordonHandler handler;
    const char
        *reason; /* a clause that completes "NAME ...": "starts a shell"; NULL: that of the rule */
    const char *hint; /* what to do instead; NULL: that of the rule */
} CordonProgram;

typedef struct {
    const CordonProgram *rows;
    guint count;
} CordonProgramTable;

/* The tables.  Programs that exist on Windows only are in the last two. */
extern const CordonProgramTable cordon_programs_files; /* coreutils, findutils, archives */
extern const CordonProgramTable cordon_programs_text;  /* grep, sed, awk, jq, editors, pagers */
extern const CordonProgramTable
    cordon_programs_system; /* shells, wrappers, processes, permissions, schedulers */
extern const CordonProgramTable cordon_programs_network; /* curl, wget, ssh, nc, dig */
extern const CordonProgramTable cordon_programs_git;     /* git, gh, hg, svn */
extern const CordonProgramTable
    cordon_programs_packages; /* npm, pip, cargo, go, mvn, ... and publishing */
extern const CordonProgramTable
    cordon_programs_build; /* compilers, build tools, linters, test runners */
extern const CordonProgramTable
    cordon_programs_languages; /* interpreters: python, node, ruby, ... */
extern const CordonProgramTable
    cordon_programs_servers; /* dev servers, databases and their clients */
extern const CordonProgramTable
    cordon_programs_containers; /* docker, kubectl, terraform, cloud tools */
extern const CordonProgramTable
    cordon_programs_cmd; /* what cmd.exe knows, and programs of Windows */
extern const CordonProgramTable cordon_programs_powershell; /* cmdlets and their aliases */

/* The row of a cmdlet that no table names, by its verb ("stop-vm", in lower case); NULL: no cmdlet, or a harmless verb. */
const CordonProgram *cordon_program_of_verb(const char *name);
/* The row of the program whose base name is name, or of "name sub", or NULL.  is_windows: the last two tables are
 * searched first, in any case of letters. */
const CordonProgram *cordon_program_find(const char *name, gboolean is_windows);
/* Every row that the index holds, for the generated page and for checks. */
const CordonProgramTable *const *cordon_program_tables(guint *ret_count);
/* NULL, or a sentence on what is wrong with the row; free with g_free(). */
char *cordon_program_check(const CordonProgram *row);

#endif

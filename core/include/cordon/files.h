/* SPDX-License-Identifier: MIT */
/* The file tools of agents: reading, listing, searching, writing and editing below one loop's folder, and nowhere
 * else, whatever links, mounts and races lie in the way.
 *
 * Every path is resolved by the kernel below a descriptor of the folder (openat2 with RESOLVE_BENEATH and
 * RESOLVE_NO_MAGICLINKS); where there is no openat2, component by component without following links.  Paths are
 * relative to the loop's folder, or absolute below it; those that are given back are UTF-8 in any case (other bytes are
 * U+FFFD), and may hold control characters.  docs/files.md has the rules.  What looks like a secret is refused by name, before a link and
 * after it; what the user's own tools would execute later (.git, .vscode, ...) can be read but not written; other
 * loops' folders inside this one can be read but not written.  Only regular files; never blocks on a FIFO or a device.
 *
 * Thread-safe: a CordonFiles is immutable. */
#ifndef CORDON_FILES_H
#define CORDON_FILES_H

#include <cordon/error.h>

G_BEGIN_DECLS

#define CORDON_FILES_ERROR (cordon_files_error_quark())

/* Messages are whole sentences for the agent: the path as it was given, why, and what to do instead. */
typedef enum {
    CORDON_FILES_ERROR_OUTSIDE,   /* the path leads out of the loop's folder */
    CORDON_FILES_ERROR_SECRET,    /* it looks like a secret */
    CORDON_FILES_ERROR_PROTECTED, /* it may be read only */
    CORDON_FILES_ERROR_NOT_FOUND,
    CORDON_FILES_ERROR_KIND, /* no regular file, or no folder */
    CORDON_FILES_ERROR_TOO_BIG,
    CORDON_FILES_ERROR_NOT_TEXT, /* holds bytes that are not UTF-8, or NUL */
    CORDON_FILES_ERROR_NO_MATCH, /* the text to replace is not there, or more than once */
    CORDON_FILES_ERROR_CHANGED,  /* another program changed the file meanwhile */
    CORDON_FILES_ERROR_PATTERN,  /* no valid pattern */
    CORDON_FILES_ERROR_SYSTEM,
} CordonFilesError;

CORDON_PUBLIC GQuark cordon_files_error_quark(void);
/* "outside": stable words for JSON.  Static. */
CORDON_PUBLIC const char *cordon_files_error_name(CordonFilesError code);

typedef struct CordonFiles CordonFiles;

/* Holds the loop's folder, which must exist, inside project; both absolute.  siblings: other loops' folders, absolute, or NULL; only
 * those inside this one count.  Needs /proc. */
CORDON_PUBLIC CordonFiles *cordon_files_open(const char *project, const char *loop,
                                             const char *const *siblings, GError **error);
CORDON_PUBLIC void cordon_files_close(CordonFiles *files);

/* What tools may ask for; each has the bounds named beside it. */
typedef struct {
    char *text;       /* UTF-8, NUL-terminated */
    guint64 size;     /* of the whole file in bytes */
    guint first_line; /* 1 for the first */
    guint lines;      /* in text */
    gboolean is_cut;  /* the file goes on */
    guint next_line;  /* where to go on, 0 at the end */
} CordonFileText;

/* first_line: from 1.  max_lines 0: as many as 256 KiB hold, the bound in any case; a line longer than that is cut.  Files up to
 * 64 MiB. */
CORDON_PUBLIC CordonFileText *cordon_files_read(const CordonFiles *files, const char *path,
                                                guint first_line, guint max_lines, GError **error);
CORDON_PUBLIC void cordon_file_text_free(CordonFileText *text);

typedef struct {
    char *path; /* relative to the loop's folder */
    char kind;  /* 'f' file, 'd' folder, 'l' link, 'o' other */
    guint64 size;
    char *target; /* of a link, or NULL */
    gboolean is_secret;
} CordonFileEntry;

typedef struct {
    GPtrArray *entries; /* of CordonFileEntry, by name; a folder before what is in it */
    gboolean is_cut;    /* there are more */
} CordonFileList;

/* path NULL or "": the loop's folder.  depth 1: the folder itself; at most 8.  At most 5,000 entries.  Folders of secrets, and such as
 * .git and node_modules, are named and not entered, unless path leads into the latter. */
CORDON_PUBLIC CordonFileList *cordon_files_list(const CordonFiles *files, const char *path,
                                                guint depth, GError **error);
CORDON_PUBLIC void cordon_file_list_free(CordonFileList *list);

/* struct_size = sizeof(CordonFileSearch). */
typedef struct {
    gsize struct_size;
    const char *
        pattern; /* literal text, or a regular expression (PCRE), at most 1,024 bytes; one line of a file at a time */
    gboolean is_regex, ignore_case;
    const char *path; /* folder or file to begin at; NULL is the loop's folder */
    const char *glob; /* only files whose name, or path when it holds a '/', matches; NULL is all */
    guint max_matches; /* 0: 200; at most 1,000 */
} CordonFileSearch;

typedef struct {
    char *path;
    guint line;
    char *text; /* the line, at most 400 bytes of it, around the match */
} CordonFileMatch;

typedef struct {
    GPtrArray *matches; /* of CordonFileMatch, by path and line */
    guint files;        /* looked at */
    guint skipped;      /* secret, binary, too big, not readable */
    gboolean is_cut;    /* stopped at max_matches, at 200,000 files, at 1 GiB, or after 20 s */
} CordonFileMatches;

/* Folders such as .git and node_modules are passed over, unless path leads into them.  Links are not followed.  Files up to 16 MiB.
 * A regular expression sees the first 64 KiB of a line; one that needs too many steps is CORDON_FILES_ERROR_PATTERN.  glob: "*" and "?" stop
 * at '/', "**" does not; "[a-z]", "{js,ts}".  Paths are those from the loop's folder. */
CORDON_PUBLIC CordonFileMatches *
cordon_files_search(const CordonFiles *files, const CordonFileSearch *search, GError **error);
CORDON_PUBLIC void cordon_file_matches_free(CordonFileMatches *matches);

typedef struct {
    gboolean is_new;  /* there was no such file */
    guint64 size;     /* now, in bytes */
    guint replaced;   /* with edit: how many times */
    guint first_line; /* with edit: of the first change */
} CordonFileChange;

/* Makes or replaces a file whole, in one step, durable; a reader sees the old content or the new.  Missing folders are made.  text: at
 * most 16 MiB of UTF-8.  A file that is there keeps its permission bits; a symbolic link at the end of the path is refused.  Folders that
 * were made stay when the write fails after that.  ret is set on success. */
CORDON_PUBLIC gboolean cordon_files_write(const CordonFiles *files, const char *path,
                                          const char *text, gsize size, CordonFileChange *ret,
                                          GError **error);
/* Replaces old_text, which must be there exactly once, or with replace_all at least once; else nothing changes. */
CORDON_PUBLIC gboolean cordon_files_edit(const CordonFiles *files, const char *path,
                                         const char *old_text, const char *new_text,
                                         gboolean replace_all, CordonFileChange *ret,
                                         GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(CordonFiles, cordon_files_close)
G_DEFINE_AUTOPTR_CLEANUP_FUNC(CordonFileText, cordon_file_text_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC(CordonFileList, cordon_file_list_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC(CordonFileMatches, cordon_file_matches_free)

G_END_DECLS

#endif

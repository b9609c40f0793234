/* SPDX-License-Identifier: MIT */
/* The parts of a git repository. */
#include "model/gitnames.h"

#include <string.h>

enum {
    SHARED = 1, /* of all work trees */
    OWN = 2,    /* of one */
};

static const struct {
    const char *name;
    CordonGitPart part;
    int whose;
} PARTS[] = {
    {"objects", CORDON_GIT_OBJECTS, SHARED},
    {"worktrees", CORDON_GIT_WORKTREES, SHARED},
    {"packed-refs", CORDON_GIT_KEEP, SHARED},
    {"shallow", CORDON_GIT_KEEP, SHARED},
    {"refs", CORDON_GIT_KEEP_TREE, SHARED | OWN},
    {"logs", CORDON_GIT_KEEP_TREE, SHARED | OWN},
    {"HEAD", CORDON_GIT_KEEP, OWN},
    {"index", CORDON_GIT_KEEP, OWN},
    {"ORIG_HEAD", CORDON_GIT_KEEP, OWN},
    {"FETCH_HEAD", CORDON_GIT_KEEP, OWN},
    {"MERGE_HEAD", CORDON_GIT_KEEP, OWN},
    {"MERGE_MODE", CORDON_GIT_KEEP, OWN},
    {"MERGE_MSG", CORDON_GIT_KEEP, OWN},
    {"MERGE_AUTOSTASH", CORDON_GIT_KEEP, OWN},
    {"AUTO_MERGE", CORDON_GIT_KEEP, OWN},
    {"SQUASH_MSG", CORDON_GIT_KEEP, OWN},
    {"COMMIT_EDITMSG", CORDON_GIT_KEEP, OWN},
    {"CHERRY_PICK_HEAD", CORDON_GIT_KEEP, OWN},
    {"REVERT_HEAD", CORDON_GIT_KEEP, OWN},
    {"REBASE_HEAD", CORDON_GIT_KEEP, OWN},
    {"rebase-merge", CORDON_GIT_KEEP_TREE, OWN},
    {"rebase-apply", CORDON_GIT_KEEP_TREE, OWN},
    {"sequencer", CORDON_GIT_KEEP_TREE, OWN},
    {"hooks", CORDON_GIT_COVER, SHARED},
    {"modules", CORDON_GIT_COVER, SHARED},
    {"lfs", CORDON_GIT_COVER, SHARED},
    /* Lent, as renaming and deleting a branch write it: "branch.NAME.remote" is no great loss. */
    {"config", CORDON_GIT_LEND, SHARED},
    {"config.worktree", CORDON_GIT_LEND, OWN},
    {"info", CORDON_GIT_LEND, SHARED | OWN},
    {"description", CORDON_GIT_LEND, SHARED},
    {"branches", CORDON_GIT_LEND, SHARED},
    {"remotes", CORDON_GIT_LEND, SHARED},
    /* The two that say where the rest is. */
    {"commondir", CORDON_GIT_LEND, OWN},
    {"gitdir", CORDON_GIT_LEND, OWN},
    {"locked", CORDON_GIT_LEND, OWN},
};

static const char *const PASSING[] = {"gc.log", "gc.pid",   "gc.pid.lock", "objects",
                                      "info",   "rr-cache", "worktrees",   NULL};

/* Files that hold the names of objects and nothing else. */
static const char *const HASHES[] = {
    "ORIG_HEAD",   "MERGE_HEAD",      "CHERRY_PICK_HEAD", "REVERT_HEAD", "REBASE_HEAD",
    "AUTO_MERGE",  "MERGE_AUTOSTASH", "autostash",        "onto",        "orig-head",
    "squash-onto", "stopped-sha",     "abort-safety",     "shallow",     NULL,
};

/* Commands of a rebase's list that start nothing.  "exec" does. */
static const char *const STEPS[] = {
    "pick",   "p",    "revert", "edit", "e",          "reword", "r",     "fixup", "f",
    "squash", "s",    "label",  "l",    "t",          "reset",  "merge", "m",     "noop",
    "d",      "drop", "break",  "b",    "update-ref", "u",      NULL,
};

/* Would show other content in the place of any object. */
#define REPLACED     "refs/replace/"
#define WHY_REPLACED "replaces an object by another"

static gboolean is_part(const char *name, gsize *ret_index)
{
    for (gsize i = 0; i < G_N_ELEMENTS(PARTS); i++) {
        if (strcmp(PARTS[i].name, name) == 0) {
            *ret_index = i;
            return TRUE;
        }
    }
    return FALSE;
}

CordonGitPart cordon_git_part(const char *name, gboolean linked)
{
    gsize at;

    if (g_str_has_prefix(name, "sharedindex."))
        return linked ? CORDON_GIT_DROP : CORDON_GIT_LEND;
    if (!is_part(name, &at))
        return CORDON_GIT_DROP;
    if (!linked || (PARTS[at].whose & SHARED) != 0)
        return PARTS[at].part;
    /* git asks which branch the main work tree is on. */
    return strcmp(name, "HEAD") == 0 ? CORDON_GIT_LEND : CORDON_GIT_DROP;
}

CordonGitPart cordon_git_part_of_worktree(const char *name)
{
    gsize at;

    if (g_str_has_prefix(name, "sharedindex."))
        return CORDON_GIT_LEND;
    return is_part(name, &at) && (PARTS[at].whose & OWN) != 0 ? PARTS[at].part : CORDON_GIT_DROP;
}

gboolean cordon_git_is_of_main(const char *path)
{
    return strcmp(path, "logs/HEAD") == 0 || g_str_has_prefix(path, "refs/bisect/") ||
           g_str_has_prefix(path, "refs/worktree/") || g_str_has_prefix(path, "refs/rewritten/");
}

gboolean cordon_git_is_passing(const char *name)
{
    return g_strv_contains(PASSING, name) || g_str_has_suffix(name, ".lock") ||
           g_str_has_prefix(name, "index.stash.") || g_str_has_suffix(name, "_EDITMSG") ||
           g_str_has_suffix(name, ".new");
}

static gboolean is_hex(const char *text, gsize size)
{
    for (gsize i = 0; i < size; i++) {
        if (!g_ascii_isdigit(text[i]) && (text[i] < 'a' || text[i] > 'f'))
            return FALSE;
    }
    return TRUE;
}

static gboolean is_hash(const char *text, gsize size)
{
    return (size == 40 || size == 64) && is_hex(text, size);
}

gboolean cordon_git_is_object(const char *folder, const char *name)
{
    gsize length = strlen(name);

    return strlen(folder) == 2 && is_hex(folder, 2) && (length == 38 || length == 62) &&
           is_hex(name, length);
}

/* A name below refs/ as git has it: no part that begins with a dot, no control character, no "..". */
static gboolean is_ref(const char *text, gsize size)
{
    if (size <= 5 || size > 1024 || strncmp(text, "refs/", 5) != 0 || text[size - 1] == '/')
        return FALSE;
    for (gsize i = 0; i < size; i++) {
        guchar c = (guchar)text[i];

        if (c <= ' ' || c == 0x7f || strchr("~^:?*[\\", c) != NULL)
            return FALSE;
        if (c == '/' && (text[i + 1] == '/' || text[i + 1] == '.'))
            return FALSE;
        if (c == '.' && i + 1 < size && text[i + 1] == '.')
            return FALSE;
    }
    return TRUE;
}

/* The next line of the text, without its end; FALSE at the end of the text. */
static gboolean next_line(const char **text, gsize *left, const char **ret_line, gsize *ret_size)
{
    const char *end;

    if (*left == 0)
        return FALSE;
    end = memchr(*text, '\n', *left);
    *ret_line = *text;
    *ret_size = end != NULL ? (gsize)(end - *text) : *left;
    *left -= MIN(*ret_size + 1, *left);
    *text = *ret_line + *ret_size + (end != NULL ? 1 : 0);
    return TRUE;
}

static const char *check_ref_file(const char *text, gsize size)
{
    gsize end = size > 0 && text[size - 1] == '\n' ? size - 1 : size;

    if (is_hash(text, end) ||
        (end > 5 && strncmp(text, "ref: ", 5) == 0 && is_ref(text + 5, end - 5)))
        return NULL;
    return "holds neither an object's name nor a ref's";
}

/* Also cut short, as a rebase writes some. */
static const char *check_hashes(const char *text, gsize size)
{
    const char *line;
    gsize length;

    while (next_line(&text, &size, &line, &length)) {
        if (length > 64 || !is_hex(line, length))
            return "holds something else than names of objects";
    }
    return NULL;
}

static const char *check_packed(const char *text, gsize size)
{
    const char *line;
    gsize length;

    while (next_line(&text, &size, &line, &length)) {
        const char *space = memchr(line, ' ', length);

        if (length > 0 && (line[0] == '#' || (line[0] == '^' && is_hash(line + 1, length - 1))))
            continue;
        if (space == NULL || !is_hash(line, (gsize)(space - line)) ||
            !is_ref(space + 1, length - (gsize)(space + 1 - line)))
            return "is no list of refs";
        if (length - (gsize)(space + 1 - line) > 13 && strncmp(space + 1, REPLACED, 13) == 0)
            return WHY_REPLACED;
    }
    return NULL;
}

/* The user's own git would run the lines "exec ..." when it goes on with the rebase. */
static const char *check_steps(const char *text, gsize size)
{
    const char *line;
    gsize length;

    while (next_line(&text, &size, &line, &length)) {
        gsize start = 0, end;

        while (start < length && g_ascii_isspace(line[start]))
            start++;
        /* Of what begins otherwise only comments are known. */
        if (start == length || !g_ascii_isalnum(line[start]))
            continue;
        end = start;
        while (end < length && !g_ascii_isspace(line[end]))
            end++;
        g_autofree char *word = g_strndup(line + start, end - start);
        if (!g_strv_contains(STEPS, word))
            return "holds a step that starts a program";
    }
    return NULL;
}

/* Older git gives this file to a shell: NAME='value', and a quote in a value is '\''. */
static const char *check_author(const char *text, gsize size)
{
    static const char *const names[] = {"GIT_AUTHOR_NAME='", "GIT_AUTHOR_EMAIL='",
                                        "GIT_AUTHOR_DATE='"};
    gsize at = 0;

    while (at < size) {
        gboolean known = FALSE;

        for (gsize i = 0; i < G_N_ELEMENTS(names) && !known; i++) {
            gsize length = strlen(names[i]);

            known = size - at > length && strncmp(text + at, names[i], length) == 0;
            if (known)
                at += length;
        }
        if (!known)
            return "is not what git writes";
        for (;;) {
            while (at < size && text[at] != '\'')
                at++;
            if (size - at >= 4 &&
                (memcmp(text + at, "'\\''", 4) == 0 || memcmp(text + at, "'\\!'", 4) == 0)) {
                at += 4;
                continue;
            }
            break;
        }
        if (size - at < 1 || (size - at > 1 && text[at + 1] != '\n'))
            return "is not what git writes";
        at += MIN(size - at, 2);
    }
    return NULL;
}

/* git starts "git-merge-STRATEGY": a path there could be one in the work tree. */
static const char *check_no_path(const char *text, gsize size)
{
    for (gsize i = 0; i < size; i++) {
        if (text[i] == '/' || text[i] == '\\' || text[i] == '"')
            return "names a path, which git would start as a program";
    }
    return NULL;
}

static gboolean has_odd_part(const char *path)
{
    for (const char *p = path; *p != '\0'; p++) {
        if ((guchar)*p < ' ' || *p == 0x7f || (*p == '/' && (p[1] == '.' || p[1] == '/')))
            return TRUE;
    }
    return FALSE;
}

const char *cordon_git_check(const char *path, const char *text, gsize size)
{
    const char *inner = path, *name;

    if (has_odd_part(path))
        return "has a name that git gives no file";
    if (g_str_has_prefix(path, "worktrees/") && strchr(path + 10, '/') != NULL)
        inner = strchr(path + 10, '/') + 1;
    name = strrchr(path, '/') != NULL ? strrchr(path, '/') + 1 : path;

    if (g_str_has_prefix(inner, "logs/"))
        return NULL;
    if (size > 0 && memchr(text, '\0', size) != NULL &&
        !g_str_has_prefix(inner, "rebase-apply/")) /* patches of binary files */
        return "holds a zero byte";
    if (strcmp(inner, "HEAD") == 0)
        return check_ref_file(text, size);
    if (g_str_has_prefix(inner, REPLACED))
        return WHY_REPLACED;
    if (g_str_has_prefix(inner, "refs/"))
        return is_ref(inner, strlen(inner)) ? check_ref_file(text, size) : "is no name of a ref";
    if (strcmp(inner, "packed-refs") == 0)
        return check_packed(text, size);
    if (g_strv_contains(HASHES, name))
        return check_hashes(text, size);
    if (g_str_has_prefix(name, "git-rebase-todo") || strcmp(name, "done") == 0 ||
        strcmp(name, "todo") == 0)
        return check_steps(text, size);
    if (strcmp(name, "author-script") == 0)
        return check_author(text, size);
    if (strcmp(name, "strategy") == 0 || strcmp(name, "opts") == 0)
        return check_no_path(text, size);
    return NULL;
}

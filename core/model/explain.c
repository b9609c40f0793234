/* SPDX-License-Identifier: MIT */
/* Was the sandbox the reason of a failure? */
#include "model/explain.h"

#include <string.h>

#include "base/quote.h"
#include "model/policy.h"

#define LOOK_BYTES (64u * 1024) /* of the end of the output */
#define LINE_BYTES 4096u        /* of a line; longer ones are data, not messages */

typedef enum {
    REASON_READ_ONLY,
    REASON_DENIED,
    REASON_BUSY,
    REASON_MISSING,
    REASON_NETWORK,
    REASON_FAMILY,
    REASON_LOCALHOST,
    REASON_DAEMON,
    REASON_PROCESSES,
} Reason;

/* What programs say, in lower case: libc's texts, Go's, node's, Rust's and Python's.  near: what else
 * has to stand in the line, or NULL. */
static const struct {
    const char *text;
    Reason reason;
    const char *near;
} PHRASES[] = {
    {"read-only file system", REASON_READ_ONLY, NULL},
    {"erofs:", REASON_READ_ONLY, NULL},
    {"permission denied", REASON_DENIED, NULL},
    {"eacces:", REASON_DENIED, NULL},
    {"device or resource busy", REASON_BUSY, NULL},
    {"ebusy:", REASON_BUSY, NULL},
    {"no such file or directory", REASON_MISSING, NULL},
    {"enoent:", REASON_MISSING, NULL},
    {"network is unreachable", REASON_NETWORK, NULL},
    {"temporary failure in name resolution", REASON_NETWORK, NULL},
    {"could not resolve host", REASON_NETWORK, NULL},
    {"could not resolve proxy", REASON_NETWORK, NULL},
    {"failed to lookup address information", REASON_NETWORK, NULL},
    {"unknownhostexception", REASON_NETWORK, NULL},
    {"nameresolutionerror", REASON_NETWORK, NULL},
    {"eai_again", REASON_NETWORK, NULL},
    {"enotfound", REASON_NETWORK, NULL},
    {"enetunreach", REASON_NETWORK, NULL},
    {"getaddrinfo failed", REASON_NETWORK, NULL},
    {"but --offline was specified", REASON_NETWORK, NULL},
    {"address family not supported by protocol", REASON_FAMILY, NULL},
    {"eafnosupport", REASON_FAMILY, NULL},
    {"connection refused", REASON_LOCALHOST, "localhost"},
    {"connection refused", REASON_LOCALHOST, "127.0.0.1"},
    {"econnrefused", REASON_LOCALHOST, "127.0.0.1"},
    {"econnrefused", REASON_LOCALHOST, "::1"},
    {"cannot connect to the docker daemon", REASON_DAEMON, NULL},
    {"cannot fork", REASON_PROCESSES, NULL},
    {"resource temporarily unavailable", REASON_PROCESSES, "fork"},
    {"resource temporarily unavailable", REASON_PROCESSES, "thread"},
    {"can't start new thread", REASON_PROCESSES, NULL},
};

/* Ends of the left-hand quotes that programs put around a path, and what closes each. */
static const struct {
    const char *open, *close;
} QUOTES[] = {
    {"'", "'"}, {"\"", "\""}, {"`", "`"}, {"`", "'"}, {"‘", "’"}, {"“", "”"},
};

static gboolean has_suffix(const char *text, gsize size, const char *suffix)
{
    gsize length = strlen(suffix);

    return size >= length && memcmp(text + size - length, suffix, length) == 0;
}

/* The quoted word that ends at the end of text, or NULL. */
static char *quoted_at_end(const char *text, gsize size)
{
    for (gsize i = 0; i < G_N_ELEMENTS(QUOTES); i++) {
        gsize close = strlen(QUOTES[i].close);
        gsize open = strlen(QUOTES[i].open);

        if (!has_suffix(text, size, QUOTES[i].close))
            continue;
        for (gsize at = size - close; at > 0; at--) {
            if (has_suffix(text, at, QUOTES[i].open) && at >= open)
                return g_strndup(text + at, size - close - at);
        }
    }
    return NULL;
}

/* The path that a message names before its phrase: "mkdir: cannot create directory 'x': PHRASE",
 * "tee: src/x: PHRASE", "FileNotFoundException: /p/x (PHRASE)". */
static char *path_before(const char *text, gsize size)
{
    char *quoted;
    gsize start;

    while (size > 0 && strchr(" :(,-", text[size - 1]) != NULL)
        size--;
    if (size == 0)
        return NULL;
    quoted = quoted_at_end(text, size);
    if (quoted != NULL)
        return quoted;
    for (start = size; start > 0 && !g_ascii_isspace(text[start - 1]); start--)
        ;
    return g_strndup(text + start, size - start);
}

/* The first quoted or absolute path that a message names behind its phrase: "PHRASE: '/p/x'",
 * "EROFS: read-only file system, open '/p/x'". */
static char *path_behind(const char *text)
{
    for (const char *p = text; *p != '\0'; p++) {
        for (gsize i = 0; i < G_N_ELEMENTS(QUOTES); i++) {
            const char *close;

            if (!g_str_has_prefix(p, QUOTES[i].open))
                continue;
            close = strstr(p + strlen(QUOTES[i].open), QUOTES[i].close);
            if (close != NULL) {
                p += strlen(QUOTES[i].open);
                return g_strndup(p, (gsize)(close - p));
            }
        }
        if (*p == '/' && (p == text || strchr(" :(=", p[-1]) != NULL))
            return g_strndup(p, strcspn(p, " \t:),"));
    }
    return NULL;
}

typedef struct {
    const CordonLaunch *launch;
    const char *loop;
} Context;

/* A path as it is, or quoted as for a shell when there is something in it that cannot be seen: commands
 * name files as they like, and a terminal would obey.  Free with g_free(). */
static char *show_path(const char *path)
{
    return cordon_word_is_visible(path) ? g_strdup(path) : cordon_quote_word(path);
}

/* How the loop reads best: below the project when it lies there. */
static char *show_loop(const Context *context)
{
    for (guint i = 0; i < context->launch->mounts->len; i++) {
        const CordonMount *mount = g_ptr_array_index(context->launch->mounts, i);

        if (mount->role == CORDON_ROLE_PROJECT && strcmp(mount->guest_path, context->loop) != 0 &&
            cordon_path_is_below(context->loop, mount->guest_path))
            return show_path(context->loop + strlen(mount->guest_path) + 1);
    }
    return show_path(context->loop);
}

static char *explain_read_only(const Context *context, const char *path, const CordonMount *cover)
{
    g_autofree char *shown = show_path(path);
    g_autofree char *loop = show_loop(context);

    if (cover != NULL && cover->access != CORDON_ACCESS_READ)
        return NULL;
    if (strstr(path, "/.git/") != NULL || g_str_has_suffix(path, "/.git"))
        return g_strdup_printf("the sandbox keeps the repository read-only (%s), so this git "
                               "command cannot change it; files can be written in %s",
                               shown, loop);
    return g_strdup_printf("the sandbox keeps %s read-only; write in %s", shown, loop);
}

static char *explain_denied(const CordonMount *cover)
{
    g_autofree char *shown = NULL;

    if (cover == NULL || cover->access != CORDON_ACCESS_HIDDEN)
        return NULL;
    shown = show_path(cover->guest_path);
    if (cover->kind == CORDON_KIND_FOLDER)
        return g_strdup_printf("the sandbox hides %s, because its name is that of secrets, or it "
                               "cannot be searched; go on without it",
                               shown);
    return g_strdup_printf("the sandbox hides %s, because its name is that of a secret or of a "
                           "socket; go on without it",
                           shown);
}

static char *explain_busy(const char *path, const CordonMount *cover)
{
    g_autofree char *shown = show_path(path);

    if (cover == NULL || strcmp(cover->guest_path, path) != 0 ||
        (cover->role != CORDON_ROLE_PIN && cover->access == CORDON_ACCESS_WRITE))
        return NULL;
    return g_strdup_printf("the sandbox holds %s in its place, because it is or holds something "
                           "read-only or hidden; leave it where it is",
                           shown);
}

static char *explain_missing(const char *path, const CordonMount *cover)
{
    g_autofree char *shown = show_path(path);
    g_autofree char *home = NULL;

    if (cover == NULL || cover->kind != CORDON_KIND_FRESH || cover->role != CORDON_ROLE_HOME ||
        strcmp(path, cover->guest_path) == 0)
        return NULL;
    home = show_path(cover->guest_path);
    return g_strdup_printf("the sandbox keeps the home folder %s out of view, so %s is not there",
                           home, shown);
}

/* at, length: where the phrase stands in line. */
static char *explain_path(const Context *context, Reason reason, const char *line, gsize at,
                          gsize length)
{
    char *names[] = {path_behind(line + at + length), path_before(line, at)};
    char *sentence = NULL;

    for (gsize i = 0; i < G_N_ELEMENTS(names); i++) {
        g_autofree char *name = names[i];
        g_autofree char *path = NULL;
        const CordonMount *cover;

        if (sentence != NULL || name == NULL || name[0] == '\0' || !g_utf8_validate(name, -1, NULL))
            continue;
        path = cordon_path_clean(name, context->launch->cwd);
        cover = cordon_mounts_find_cover(context->launch->mounts, path);
        switch (reason) {
        case REASON_READ_ONLY:
            sentence = explain_read_only(context, path, cover);
            break;
        case REASON_DENIED:
            sentence = explain_denied(cover);
            break;
        case REASON_BUSY:
            sentence = explain_busy(path, cover);
            break;
        case REASON_MISSING:
            sentence = explain_missing(path, cover);
            break;
        case REASON_NETWORK:
        case REASON_FAMILY:
        case REASON_LOCALHOST:
        case REASON_DAEMON:
        case REASON_PROCESSES:
        default:
            break;
        }
    }
    return sentence;
}

/* The sentence of a reason that needs no path, or NULL. */
static char *explain_alone(const Context *context, Reason reason)
{
    switch (reason) {
    case REASON_NETWORK:
        return g_strdup("the sandbox has no network; work with what is on this machine already");
    case REASON_FAMILY:
        return g_strdup("the sandbox lets no command open Unix sockets or other special sockets; "
                        "use files or pipes");
    case REASON_LOCALHOST:
        return g_strdup("the sandbox has a localhost of its own, where servers of this machine are "
                        "not; start what you need in the same command");
    case REASON_DAEMON:
        return g_strdup("the sandbox lets no command reach the Docker daemon of this machine");
    case REASON_PROCESSES:
        return g_strdup_printf("the sandbox allows %" G_GUINT64_FORMAT
                               " processes and threads at one time, and the command may have "
                               "reached that; start fewer",
                               context->launch->processes);
    case REASON_READ_ONLY:
    case REASON_DENIED:
    case REASON_BUSY:
    case REASON_MISSING:
    default:
        return NULL;
    }
}

/* Where phrase stands in line as words of its own: "enotfound" is not in "FileNotFoundError". */
static const char *find_phrase(const char *line, const char *phrase)
{
    gsize length = strlen(phrase);

    for (const char *found = strstr(line, phrase); found != NULL;
         found = strstr(found + 1, phrase)) {
        gboolean starts = found == line || !g_ascii_isalpha(found[-1]);
        gboolean ends = !g_ascii_isalpha(phrase[length - 1]) || !g_ascii_isalpha(found[length]);

        if (starts && ends)
            return found;
    }
    return NULL;
}

static char *explain_line(const Context *context, const char *line)
{
    g_autofree char *lower = g_ascii_strdown(line, -1);

    for (gsize i = 0; i < G_N_ELEMENTS(PHRASES); i++) {
        const char *found = find_phrase(lower, PHRASES[i].text);
        char *sentence;

        if (found == NULL || (PHRASES[i].near != NULL && strstr(lower, PHRASES[i].near) == NULL))
            continue;
        sentence = explain_alone(context, PHRASES[i].reason);
        if (sentence != NULL)
            return sentence;
        sentence = explain_path(context, PHRASES[i].reason, line, (gsize)(found - lower),
                                strlen(PHRASES[i].text));
        if (sentence != NULL)
            return sentence;
    }
    return NULL;
}

char *cordon_explain_failure(const CordonLaunch *launch, const char *loop, const char *error_output,
                             gsize size)
{
    Context context = {launch, loop};
    gsize first = size > LOOK_BYTES ? size - LOOK_BYTES : 0;
    gsize end = size;

    while (end > first) {
        gsize start = end;
        char *sentence = NULL;

        while (start > first && error_output[start - 1] != '\n')
            start--;
        if (end - start <= LINE_BYTES) {
            g_autofree char *line = g_strndup(error_output + start, end - start);

            sentence = explain_line(&context, line);
        }
        if (sentence != NULL)
            return sentence;
        end = start > first ? start - 1 : first;
    }
    return NULL;
}

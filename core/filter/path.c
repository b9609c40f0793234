/* SPDX-License-Identifier: MIT */
/* Paths: where they lead, and whether they name a secret. */
#include <fnmatch.h>
#include <string.h>

#include "filter/private.h"
#include "filter/programs/windows.h"
#include "model/names.h"

/* Longer names exist on no file system. */
#define MAX_NAME_BYTES 255u
/* Names of folders that are looked at for one glob. */
#define MAX_MATCHED_NAMES 50000u

static gboolean is_separator(char c, gboolean is_windows)
{
    return c == '/' || (is_windows && c == '\\');
}

static gboolean has_drive(const char *text)
{
    return g_ascii_isalpha(text[0]) && text[1] == ':';
}

gboolean cordon_path_is_absolute(const char *text, gboolean is_windows)
{
    return text[0] == '/' || (is_windows && (text[0] == '\\' || has_drive(text)));
}

/* Appends one component; ".." takes the last one away.  floor: the part that stays ("/", "C:/"). */
static gsize append(char *path, gsize size, gsize floor, const char *name, gsize length)
{
    if (length == 0 || (length == 1 && name[0] == '.'))
        return size;
    if (length == 2 && name[0] == '.' && name[1] == '.') {
        while (size > floor && path[size - 1] != '/')
            size--;
        return size > floor ? size - 1 : floor;
    }
    if (size > 0 && path[size - 1] != '/')
        path[size++] = '/';
    memcpy(path + size, name, length);
    return size + length;
}

/* Windows takes dots and blanks at the end of a name away, and what follows a colon is a stream of the file. */
static gsize windows_name_size(const char *name, gsize length)
{
    const char *colon = memchr(name, ':', length);

    if (colon != NULL)
        length = (gsize)(colon - name);
    if (strspn(name, ".") >= length)
        return length;
    while (length > 0 && (name[length - 1] == '.' || name[length - 1] == ' '))
        length--;
    return length;
}

/* How much of base an absolute text keeps: "C:" of "C:/Users" for "\x". */
static gsize begin(char *path, const char *base, const char **text, gboolean is_windows,
                   gsize *floor)
{
    if (!cordon_path_is_absolute(*text, is_windows)) {
        gsize size = strlen(base);
        memcpy(path, base, size);
        *floor = is_windows && has_drive(base) ? 3 : 1;
        return size > *floor ? size : *floor;
    }
    if (is_windows && has_drive(*text)) {
        path[0] = (*text)[0];
        path[1] = ':';
        *text += 2;
    } else if (is_windows && has_drive(base)) {
        memcpy(path, base, 2);
    } else {
        path[0] = '/';
        *floor = 1;
        return 1;
    }
    path[2] = '/';
    *floor = 3;
    return 3;
}

const char *cordon_path_join(CordonArena *arena, const char *base, const char *text,
                             gboolean is_windows)
{
    char *path = cordon_arena_alloc(arena, strlen(base) + strlen(text) + 8);
    gsize floor = 1;
    gsize size = begin(path, base, &text, is_windows, &floor);

    while (*text != '\0') {
        const char *end = text;
        while (*end != '\0' && !is_separator(*end, is_windows))
            end++;
        gsize length = (gsize)(end - text);
        size =
            append(path, size, floor, text, is_windows ? windows_name_size(text, length) : length);
        text = *end != '\0' ? end + 1 : end;
    }
    path[size] = '\0';
    return path;
}

gboolean cordon_path_is_within(const char *path, const char *folder, gboolean is_windows)
{
    gsize length = strlen(folder);

    if (length > 0 && folder[length - 1] == '/')
        length--;
    gboolean begins = is_windows ? g_ascii_strncasecmp(path, folder, length) == 0
                                 : strncmp(path, folder, length) == 0;
    return begins && (path[length] == '\0' || path[length] == '/');
}

static gboolean is_folder_itself(const char *path, const char *folder)
{
    return strlen(path) <= strlen(folder);
}

/* Calls func for each component, copied to where it may be changed. */
typedef gboolean (*ComponentFunc)(const char *parent, const char *name, gboolean is_last,
                                  gboolean in_bulk);

static gboolean any_component(const char *path, ComponentFunc func)
{
    char names[2][MAX_NAME_BYTES + 1] = {"", ""};
    gboolean in_bulk = FALSE;

    for (guint turn = 0; *path != '\0'; turn++) {
        path += strspn(path, "/");
        gsize length = strcspn(path, "/");
        if (length == 0)
            break;
        char *name = names[turn % 2];
        gsize kept = MIN(length, (gsize)MAX_NAME_BYTES);
        memcpy(name, path, kept);
        name[kept] = '\0';
        path += length;
        if (func(names[(turn + 1) % 2], name, path[strspn(path, "/")] == '\0', in_bulk))
            return TRUE;
        in_bulk = in_bulk || cordon_name_is_bulk_folder(name);
    }
    return FALSE;
}

static gboolean is_secret_component(const char *parent, const char *name, gboolean is_last,
                                    gboolean in_bulk)
{
    if (in_bulk)
        return cordon_name_is_secret_in_bulk(name, !is_last);
    return cordon_name_is_secret_folder_in(parent, name) ||
           (is_last && cordon_name_is_secret_file(name));
}

/* Secret names that begin with a dot or with a word of their own: a glob that matches one of them means it.  What
 * is secret by its end ("*.pem") shows in the glob's own end. */
static const char *const TELLING_NAMES[] = {
    ".env",
    ".env.local",
    ".env.production",
    ".env.development",
    ".env.test",
    ".env.staging",
    ".netrc",
    ".pgpass",
    ".git-credentials",
    ".pypirc",
    ".htpasswd",
    ".dev.vars",
    ".ssh",
    ".aws",
    ".gnupg",
    ".kube",
    ".docker",
    ".azure",
    "id_rsa",
    "id_dsa",
    "id_ecdsa",
    "id_ed25519",
};

static gsize literal_begin(const char *pattern)
{
    return strcspn(pattern, "*?[\\");
}

/* The text behind the last special character. */
static const char *literal_end(const char *pattern)
{
    const char *end = pattern + strlen(pattern);

    while (end > pattern && strchr("*?[]\\", end[-1]) == NULL)
        end--;
    return end;
}

static gboolean matches_telling_name(const char *pattern)
{
    for (gsize i = 0; i < G_N_ELEMENTS(TELLING_NAMES); i++) {
        const char *name = TELLING_NAMES[i];
        /* "*" matches id_rsa, too, and does not mean it. */
        if (name[0] != '.' && literal_begin(pattern) == 0 && literal_end(pattern)[0] == '\0')
            continue;
        if (fnmatch(pattern, name, FNM_PERIOD | FNM_PATHNAME) == 0)
            return TRUE;
    }
    return FALSE;
}

/* "*.pem", "*.e?v": the end as a name of its own, with each special character standing for what would make it one. */
static gboolean ends_like_secret(const char *pattern)
{
    static const char *const ends[] = {".env",      ".pem",  ".key",     ".p12",   ".pfx", ".jks",
                                       ".keystore", ".kdbx", ".crt",     ".cer",   ".der", ".ppk",
                                       ".asc",      ".gpg",  ".tfstate", ".tfvars"};
    const char *dot = strrchr(pattern, '.');

    if (dot == NULL || dot[1] == '*')
        return FALSE;
    for (gsize i = 0; i < G_N_ELEMENTS(ends); i++) {
        if (fnmatch(dot, ends[i], 0) == 0)
            return TRUE;
    }
    return FALSE;
}

static gboolean is_secret_pattern(const char *parent, const char *name, gboolean is_last,
                                  gboolean in_bulk)
{
    if (strpbrk(name, "*?[\\") == NULL)
        return is_secret_component(parent, name, is_last, in_bulk);
    return matches_telling_name(name) || (is_last && !in_bulk && ends_like_secret(name));
}

gboolean cordon_text_names_secret(const char *text, gboolean is_pattern)
{
    return any_component(text, is_pattern ? is_secret_pattern : is_secret_component);
}

static gboolean is_protected_component(const char *parent, const char *name, gboolean is_last,
                                       gboolean in_bulk)
{
    (void)parent;
    (void)is_last;
    return !in_bulk && cordon_name_is_protected(name);
}

/* Descriptors and devices that hold nothing of anybody. */
static gboolean is_harmless_device(const char *path, CordonPathUse use, gboolean is_windows)
{
    static const char *const both[] = {"/dev/null", "/dev/stdin", "/dev/stdout", "/dev/stderr",
                                       "/dev/tty"};
    static const char *const read_only[] = {"/dev/zero", "/dev/urandom", "/dev/random",
                                            "/dev/full"};

    if (is_windows &&
        (g_ascii_strcasecmp(path, "NUL") == 0 || g_ascii_strcasecmp(path, "CON") == 0))
        return TRUE;
    for (gsize i = 0; i < G_N_ELEMENTS(both); i++) {
        if (strcmp(path, both[i]) == 0)
            return use != CORDON_PATH_DELETE;
    }
    if (g_str_has_prefix(path, "/dev/fd/") && path[8 + strspn(path + 8, "0123456789")] == '\0')
        return TRUE;
    for (gsize i = 0; i < G_N_ELEMENTS(read_only); i++) {
        if (use == CORDON_PATH_READ && strcmp(path, read_only[i]) == 0)
            return TRUE;
    }
    return FALSE;
}

/* Where compilers look for what they were installed with; nothing of the user's is there. */
static gboolean is_toolchain(const char *path)
{
    static const char *const roots[] = {
        "/usr/include",
        "/usr/lib",
        "/usr/lib32",
        "/usr/lib64",
        "/usr/libexec",
        "/usr/share",
        "/usr/local/lib",
        "/usr/local/include",
        "/usr/local/share",
        "/opt/homebrew",
        "/Library/Developer",
        "/usr/local/opt",
        "/lib",
        "/lib64",
        "/usr/local/cuda",
        "/Applications/Xcode.app",
    };

    for (gsize i = 0; i < G_N_ELEMENTS(roots); i++) {
        if (cordon_path_is_within(path, roots[i], FALSE))
            return TRUE;
    }
    return FALSE;
}

/* One path that an argument may mean. */
typedef struct {
    CordonJudge *judge;
    const CordonCall *call;
    const CordonArg *arg;
    CordonPathUse use;
} Question;

static gboolean is_writing(CordonPathUse use)
{
    return use == CORDON_PATH_WRITE || use == CORDON_PATH_DELETE;
}

static void find_outside(const Question *question, const char *path, gboolean is_resolved)
{
    const char *tmp_hint = NULL;

    if (cordon_path_is_within(path, "/tmp", FALSE) ||
        cordon_path_is_within(path, "/var/tmp", FALSE))
        tmp_hint = "Use $TMPDIR, the sandbox's own temporary folder, or a folder of the loop.";
    cordon_judge_find(question->judge, question->call, CORDON_RULE_OUTSIDE_PROJECT, tmp_hint,
                      is_resolved ? "%s leads to %s, which is outside the project."
                                  : "%s%s is outside the project.",
                      is_resolved ? question->arg->text : "", path);
}

static void judge_write(const Question *question, const char *path)
{
    const CordonFilterSettings *settings = question->judge->settings;
    gboolean is_windows = cordon_judge_is_windows(question->judge);
    gboolean deletes = question->use == CORDON_PATH_DELETE;

    if (!cordon_path_is_within(path, settings->loop, is_windows)) {
        cordon_judge_find(question->judge, question->call, CORDON_RULE_OUTSIDE_LOOP, NULL,
                          "%s is outside the folder of this loop, and only that one may be %s.",
                          path, deletes ? "deleted from" : "written");
        return;
    }
    if (any_component(path + strlen(settings->loop), is_protected_component)) {
        cordon_judge_find(
            question->judge, question->call, CORDON_RULE_OUTSIDE_LOOP,
            "Ask the user to change it; git itself may change the repository after a question.",
            "%s belongs to what the user's own tools execute, so it may not be changed.", path);
        return;
    }
    if (deletes && is_folder_itself(path, settings->loop))
        cordon_judge_find(question->judge, question->call, CORDON_RULE_OUTSIDE_LOOP,
                          "Name the files in it that shall go.", "%s is the loop's own folder.",
                          path);
    else if (deletes)
        cordon_judge_find(question->judge, question->call, CORDON_RULE_DELETE, NULL, NULL);
}

/* path is absolute and clean. */
static void judge_place(const Question *question, const char *path, gboolean is_resolved)
{
    const CordonFilterSettings *settings = question->judge->settings;
    gboolean is_windows = cordon_judge_is_windows(question->judge);

    if (cordon_path_is_within(path, CORDON_SCRATCH, FALSE)) {
        if (question->use == CORDON_PATH_DELETE)
            cordon_judge_find(question->judge, question->call, CORDON_RULE_DELETE, NULL, NULL);
        return;
    }
    if (question->use == CORDON_PATH_TOOLCHAIN && is_toolchain(path))
        return;
    if (!cordon_path_is_within(path, settings->project, is_windows)) {
        find_outside(question, path, is_resolved);
        return;
    }
    if (is_writing(question->use)) {
        judge_write(question, path);
        return;
    }
    if (!settings->sandbox && !cordon_path_is_within(path, settings->loop, is_windows))
        cordon_judge_find(question->judge, question->call, CORDON_RULE_OUTSIDE_LOOP,
                          "Work in the loop's own folder, or let the user switch the sandbox on.",
                          "%s is outside the folder of this loop.", path);
}

static void find_secret(const Question *question, const char *path)
{
    const char *hint =
        is_writing(question->use) ? "Ask the user to create it, or to change it." : NULL;

    cordon_judge_find(question->judge, question->call, CORDON_RULE_SECRET, hint,
                      "%s looks like a secret.", path);
}

/* Content decides for some names: ".npmrc" with a token. */
static gboolean holds_secret(const CordonJudge *judge, const char *path)
{
    const CordonWorld *world = judge->settings->world;
    const char *slash = strrchr(path, '/');
    const char *name = slash != NULL ? slash + 1 : path;

    if (world == NULL || world->read_text == NULL || !cordon_name_needs_look(name))
        return FALSE;
    const char *text = world->read_text(world->user_data, judge->arena, path, 64 * 1024);
    return text != NULL && cordon_text_holds_secret(name, text, strlen(text));
}

/* The part that is named below the project, or all of it. */
static const char *below_project(const CordonJudge *judge, const char *path)
{
    const char *project = judge->settings->project;

    if (!cordon_path_is_within(path, project, cordon_judge_is_windows(judge)))
        return path;
    return path + strlen(project);
}

static void judge_secret(const Question *question, const char *path, gboolean is_pattern)
{
    if (cordon_text_names_secret(below_project(question->judge, path), is_pattern) ||
        (!is_pattern && holds_secret(question->judge, path)))
        find_secret(question, path);
}

static void judge_tree(const Question *question, const char *path)
{
    const CordonWorld *world = question->judge->settings->world;

    if (question->use != CORDON_PATH_READ_TREE || world == NULL || world->find_secret == NULL)
        return;
    const char *secret = world->find_secret(world->user_data, question->judge->arena, path);
    if (secret != NULL)
        cordon_judge_find(question->judge, question->call, CORDON_RULE_SECRET,
                          "Use rg, which leaves hidden files out, or --exclude='.env*'.",
                          "It reads all of %s, and %s looks like a secret.", path, secret);
}

/* What the kernel will reach, if that is another place. */
static void judge_resolved(const Question *question, const char *folder, const char *text,
                           const char *path)
{
    const CordonJudge *judge = question->judge;
    const CordonWorld *world = judge->settings->world;
    gboolean is_windows = cordon_judge_is_windows(judge);

    if (world == NULL || world->real_path == NULL)
        return;
    const char *raw = cordon_path_is_absolute(text, is_windows)
                          ? text
                          : cordon_arena_concat(judge->arena, folder, "/", text, NULL);
    const char *real = world->real_path(world->user_data, judge->arena, raw);
    if (real == raw || strcmp(real, path) == 0)
        return;
    judge_place(question, real, TRUE);
    judge_secret(question, real, FALSE);
}

static void judge_in(const Question *question, const char *folder, const char *text,
                     gboolean is_pattern)
{
    CordonJudge *judge = question->judge;
    const char *path = cordon_path_join(judge->arena, folder, text, cordon_judge_is_windows(judge));

    judge_place(question, path, FALSE);
    judge_secret(question, path, is_pattern);
    if (!cordon_path_is_within(path, CORDON_SCRATCH, FALSE)) {
        judge_resolved(question, folder, text, path);
        judge_tree(question, path);
    }
}

static void judge_everywhere(const Question *question, const char *text, gboolean is_pattern)
{
    const CordonScope *scope = question->call->scope;

    for (guint i = 0; i < scope->folder_count; i++)
        judge_in(question, scope->folders[i], text, is_pattern);
}

/* The names of a folder that match one component of a glob. */
typedef struct {
    CordonArena *arena;
    const char *pattern;
    const char **names;
    guint count, size;
    guint *budget; /* names that may still be looked at */
} Matches;

static gboolean add_match(const char *name, gpointer user_data)
{
    Matches *matches = user_data;

    if (*matches->budget == 0)
        return FALSE;
    (*matches->budget)--;
    if (fnmatch(matches->pattern, name, FNM_PERIOD) != 0)
        return TRUE;
    if (matches->count == matches->size) {
        guint size = MAX(16, matches->size * 2);
        const char **grown = CORDON_ARENA_ARRAY(matches->arena, const char *, size);
        if (matches->count > 0)
            memcpy(grown, matches->names, sizeof(char *) * matches->count);
        matches->names = grown;
        matches->size = size;
    }
    matches->names[matches->count++] = cordon_arena_strdup(matches->arena, name);
    return TRUE;
}

/* What one of the files that match is, beyond what the glob said: a secret, or a link to elsewhere. */
static void judge_match(const Question *question, const char *path)
{
    const CordonJudge *judge = question->judge;
    const CordonWorld *world = judge->settings->world;

    judge_secret(question, path, FALSE);
    if (world->real_path == NULL)
        return;
    const char *real = world->real_path(world->user_data, judge->arena, path);
    if (strcmp(real, path) == 0)
        return;
    judge_place(question, real, TRUE);
    judge_secret(question, real, FALSE);
}

/* Goes through the components of a glob as the shell will.  folder: absolute and clean. */
static void judge_matches(const Question *question, const char *folder, const char *pattern,
                          guint *budget)
{
    CordonJudge *judge = question->judge;
    const CordonWorld *world = judge->settings->world;

    pattern += strspn(pattern, "/");
    gsize length = strcspn(pattern, "/");
    const char *rest = pattern + length;
    const char *component = cordon_arena_strndup(judge->arena, pattern, length);
    if (length == 0 || *budget == 0)
        return;
    if (strpbrk(component, "*?[\\") == NULL) {
        if (*rest != '\0')
            judge_matches(question, cordon_path_join(judge->arena, folder, component, FALSE), rest,
                          budget);
        else
            judge_match(question, cordon_path_join(judge->arena, folder, component, FALSE));
        return;
    }
    /* A glob outside the project is refused as it is. */
    if (!cordon_path_is_within(folder, judge->settings->project, cordon_judge_is_windows(judge)))
        return;
    Matches matches = {.arena = judge->arena, .pattern = component, .budget = budget};
    world->list(world->user_data, folder, add_match, &matches);
    for (guint i = 0; i < matches.count; i++) {
        const char *path = cordon_path_join(judge->arena, folder, matches.names[i], FALSE);
        if (rest[strspn(rest, "/")] != '\0')
            judge_matches(question, path, rest, budget);
        else
            judge_match(question, path);
    }
}

/* Looks at the files that are there. */
static void judge_present(const Question *question, const char *pattern)
{
    const CordonFilterSettings *settings = question->judge->settings;
    guint budget = MAX_MATCHED_NAMES;

    if (settings->world == NULL || settings->world->list == NULL)
        return;
    for (guint i = 0; i < question->call->scope->folder_count; i++) {
        const char *folder = pattern[0] == '/' ? "/" : question->call->scope->folders[i];
        judge_matches(question, folder, pattern, &budget);
    }
    if (budget == 0)
        cordon_judge_find(question->judge, question->call, CORDON_RULE_UNREADABLE,
                          "Name a narrower set of files.",
                          "%s matches among more files than are looked at.", pattern);
}

static void judge_pattern(const Question *question, const char *pattern)
{
    /* What a glob matches may be a link, and ".." behind it then is no textual matter. */
    const char *special = strpbrk(pattern, "*?[");
    if (special != NULL && (strstr(special, "/../") != NULL || g_str_has_suffix(special, "/.."))) {
        cordon_judge_find(question->judge, question->call, CORDON_RULE_OUTSIDE_PROJECT, NULL,
                          "%s goes up from what a pattern matches.", pattern);
        return;
    }
    judge_everywhere(question, pattern, TRUE);
    judge_present(question, pattern);
}

/* A path from a list: any below that folder. */
static void judge_listed(const Question *question, const char *text)
{
    Question part = *question;
    const char *slash = strrchr(text, '/');
    gboolean has_glob = strpbrk(slash != NULL ? slash + 1 : text, "*?[") != NULL;
    const char *folder = text;

    if (has_glob)
        folder = slash != NULL
                     ? cordon_arena_strndup(question->judge->arena, text, (gsize)(slash - text) + 1)
                     : "";
    if (has_glob && cordon_text_names_secret(slash != NULL ? slash + 1 : text, TRUE))
        find_secret(question, text);
    if (question->use == CORDON_PATH_READ && !has_glob)
        part.use = CORDON_PATH_READ_TREE;
    if (question->use == CORDON_PATH_WRITE || question->use == CORDON_PATH_DELETE) {
        /* Names that nobody has seen: the user decides. */
        part.use = CORDON_PATH_WRITE;
        cordon_judge_find(question->judge, question->call, CORDON_RULE_DELETE, NULL,
                          "`%s` changes files that another command lists.",
                          question->call->full_name);
    }
    judge_everywhere(&part, folder, FALSE);
}

void cordon_judge_path(CordonJudge *judge, const CordonCall *call, const CordonArg *arg,
                       CordonPathUse use)
{
    CordonArg plain = *arg;
    Question question = {judge, call, arg, use};

    if (cordon_judge_is_windows(judge)) {
        if (!cordon_windows_plain_path(judge, call, &plain))
            return;
        arg = &plain;
        question.arg = arg;
    }
    switch (arg->type) {
    case CORDON_ARG_CONSTANT:
        if (arg->text[0] == '\0' || strcmp(arg->text, "-") == 0)
            return;
        if (is_harmless_device(arg->text, use, cordon_judge_is_windows(judge)))
            return;
        judge_everywhere(&question, arg->text, FALSE);
        return;
    case CORDON_ARG_PATTERN:
        judge_pattern(&question, arg->text);
        return;
    case CORDON_ARG_LISTED:
        judge_listed(&question, arg->text);
        return;
    case CORDON_ARG_STREAM:
        return;
    case CORDON_ARG_TAME:
        if (arg->is_number) {
            judge_everywhere(&question, arg->text, FALSE);
            return;
        }
        break;
    case CORDON_ARG_UNKNOWN:
    default:
        break;
    }
    cordon_judge_unknown(judge, call, arg, "a path");
}

gboolean cordon_path_is_in_loop(const CordonJudge *judge, const CordonCall *call,
                                const CordonArg *arg)
{
    gboolean is_windows = cordon_judge_is_windows(judge);

    if (arg->type != CORDON_ARG_CONSTANT && arg->type != CORDON_ARG_PATTERN &&
        arg->type != CORDON_ARG_LISTED)
        return FALSE;
    for (guint i = 0; i < call->scope->folder_count; i++) {
        const char *path =
            cordon_path_join(judge->arena, call->scope->folders[i], arg->text, is_windows);
        if (!cordon_path_is_within(path, judge->settings->loop, is_windows))
            return FALSE;
    }
    return TRUE;
}

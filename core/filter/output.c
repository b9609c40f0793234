/* SPDX-License-Identifier: MIT */
/* What is known of what a command prints: for $(...), and for what is piped into xargs. */
#include <string.h>

#include "filter/private.h"
#include "filter/programs/windows.h"

/* Programs whose output is one short word, or a number. */
static const struct {
    const char *name; /* with its subcommand */
    gboolean is_number;
} TAME_PROGRAMS[] = {
    {"nproc", TRUE},
    {"seq", TRUE},
    {"whoami", FALSE},
    {"uname", FALSE},
    {"arch", FALSE},
    {"hostname", FALSE},
    {"git describe", FALSE},
    {"git merge-base", FALSE},
    {"git rev-list", FALSE},
    {"git hash-object", FALSE},
    {"git write-tree", FALSE},
    {"git branch", FALSE},
    {"git symbolic-ref", FALSE},
};

static CordonArg unknown_output(void)
{
    return (CordonArg){.type = CORDON_ARG_UNKNOWN, .text = ""};
}

static CordonArg tame(gboolean is_number)
{
    return (CordonArg){.type = CORDON_ARG_TAME, .text = "", .is_number = is_number};
}

static gboolean has_word(const CordonCall *call, const char *word)
{
    for (guint i = 1; i < call->count; i++) {
        if (cordon_arg_is(&call->args[i], word))
            return TRUE;
    }
    return FALSE;
}

static gboolean has_word_beginning(const CordonCall *call, const char *begin)
{
    for (guint i = 1; i < call->count; i++) {
        if (cordon_arg_begins(&call->args[i], begin))
            return TRUE;
    }
    return FALSE;
}

/* A format of date whose output is digits and marks only: no names, no letters of its own. */
static gboolean is_number_format(const char *format)
{
    for (; *format != '\0'; format++) {
        if (*format == '%') {
            format++;
            if (*format == '\0' || strchr("YmdHMSsFTNjyCukVUGIlRe%", *format) == NULL)
                return FALSE;
        } else if (strchr("-_:.0123456789TZ", *format) == NULL) {
            return FALSE;
        }
    }
    return TRUE;
}

static CordonArg date_output(const CordonCall *call)
{
    for (guint i = 1; i < call->count; i++) {
        const char *word = cordon_arg_text(&call->args[i]);
        if (word == NULL)
            return unknown_output();
        if (word[0] == '+')
            return is_number_format(word + 1) ? tame(TRUE) : unknown_output();
    }
    return unknown_output();
}

static CordonArg git_output(CordonJudge *judge, const CordonCall *call)
{
    if (strcmp(call->full_name, "git rev-parse") == 0) {
        if (has_word(call, "--show-toplevel"))
            return cordon_arg_constant(judge->settings->project);
        if (has_word_beginning(call, "--show-") || has_word_beginning(call, "--git-") ||
            has_word_beginning(call, "--absolute-") || has_word_beginning(call, "--sq"))
            return unknown_output();
        return tame(FALSE);
    }
    if (strcmp(call->full_name, "git log") == 0 || strcmp(call->full_name, "git show") == 0) {
        gboolean is_hash = has_word(call, "--format=%H") || has_word(call, "--format=%h") ||
                           has_word(call, "--pretty=%H") || has_word(call, "--pretty=%h") ||
                           has_word(call, "--pretty=format:%h") ||
                           has_word(call, "--pretty=format:%H") || has_word(call, "--format=%ct") ||
                           has_word(call, "--format=%at");
        return is_hash ? tame(FALSE) : unknown_output();
    }
    return unknown_output();
}

/* basename of what a glob matches: the last component of the glob, without the suffix that is named. */
static CordonArg base_of_pattern(CordonJudge *judge, const CordonCall *call, const char *name)
{
    const char *suffix = call->count > 2 ? cordon_arg_text(&call->args[2]) : "";
    CordonArg arg = {.type = CORDON_ARG_PATTERN, .text = name};

    if (suffix == NULL || call->count > 3)
        return unknown_output();
    if (suffix[0] != '\0' && g_str_has_suffix(name, suffix) && strlen(suffix) < strlen(name))
        arg.text = cordon_arena_strndup(judge->arena, name, strlen(name) - strlen(suffix));
    return arg;
}

/* basename and dirname of what is known. */
static CordonArg path_piece(CordonJudge *judge, const CordonCall *call, gboolean is_folder)
{
    if (call->count < 2 || cordon_arg_begins(&call->args[1], "-"))
        return unknown_output();
    CordonArg arg = call->args[1];
    const char *slash = strrchr(arg.text, '/');
    if (arg.type == CORDON_ARG_CONSTANT && call->count == 2 && !g_str_has_suffix(arg.text, "/")) {
        if (!is_folder)
            return cordon_arg_constant(slash != NULL ? slash + 1 : arg.text);
        if (slash == NULL)
            return cordon_arg_constant(".");
        return cordon_arg_constant(
            cordon_arena_strndup(judge->arena, arg.text, MAX((gsize)(slash - arg.text), 1)));
    }
    if (arg.type == CORDON_ARG_PATTERN && !is_folder)
        return base_of_pattern(judge, call, slash != NULL ? slash + 1 : arg.text);
    if (arg.type != CORDON_ARG_PATTERN && arg.type != CORDON_ARG_LISTED)
        return unknown_output();
    /* A name alone, which then lies in the current folder; or the folder, which is not above the listed one. */
    arg.type = CORDON_ARG_LISTED;
    const char *special = strpbrk(arg.text, "*?[\\");
    gsize size = special != NULL ? (gsize)(special - arg.text) : strlen(arg.text);
    while (special != NULL && size > 0 && arg.text[size - 1] != '/')
        size--;
    arg.text = is_folder ? cordon_arena_strndup(judge->arena, arg.text, size) : "";
    return arg;
}

/* Variables that say where pkg-config looks, or what it prints. */
static gboolean is_told_where(const CordonCall *call, const CordonScope *scope)
{
    for (const CordonNames *set = call->variables; set != NULL; set = set->next) {
        if (g_str_has_prefix(set->name, "PKG_CONFIG"))
            return TRUE;
    }
    for (const CordonBinding *set = scope->bindings; set != NULL; set = set->next) {
        if (g_str_has_prefix(set->name, "PKG_CONFIG"))
            return TRUE;
    }
    return FALSE;
}

/* "pkg-config --cflags gtk+-3.0", "sdl2-config --libs": options for the compiler, from files of the system.  A file or a
 * folder that the line names might hold any options. */
static gboolean prints_flags(const CordonCall *call, const CordonScope *scope)
{
    static const char *const wanted[] = {"--cflags",
                                         "--cxxflags",
                                         "--cppflags",
                                         "--ldflags",
                                         "--libs",
                                         "--includes",
                                         "--system-libs",
                                         "--cflags-only-I",
                                         "--libs-only-l",
                                         "--cflags-only-other",
                                         "--libs-only-L",
                                         "--libs-only-other",
                                         NULL};
    static const char *const others[] = {"--static",
                                         "--shared",
                                         "--embed",
                                         "--link-static",
                                         "--print-errors",
                                         "--silence-errors",
                                         "--short-errors",
                                         "--keep-system-cflags",
                                         "--keep-system-libs",
                                         NULL};
    gboolean is_wanted = FALSE;

    if (strchr(call->args[0].text, '/') != NULL ||
        (!g_str_has_suffix(call->name, "-config") && !g_str_has_suffix(call->name, "_config") &&
         strcmp(call->name, "pkgconf") != 0) ||
        is_told_where(call, scope))
        return FALSE;
    for (guint i = 1; i < call->count; i++) {
        const char *word = cordon_arg_text(&call->args[i]);
        if (word == NULL || strpbrk(word, "/\\~") != NULL || g_str_has_suffix(word, ".pc"))
            return FALSE;
        if (g_strv_contains(wanted, word))
            is_wanted = TRUE;
        else if (word[0] == '-' && !g_strv_contains(others, word))
            return FALSE;
    }
    return is_wanted;
}

static CordonArg output_of_call(CordonJudge *judge, const CordonCall *call,
                                const CordonScope *scope)
{
    if (strcmp(call->name, "cat") == 0 && call->count == 1 && call->input == CORDON_INPUT_TEXT &&
        call->input_text != NULL) {
        gsize size = strlen(call->input_text);
        while (size > 0 && call->input_text[size - 1] == '\n')
            size--;
        return cordon_arg_constant(cordon_arena_strndup(judge->arena, call->input_text, size));
    }
    if (strcmp(call->name, "pwd") == 0 && call->count == 1 && scope->folder_count == 1)
        return cordon_arg_constant(scope->folders[0]);
    if (strcmp(call->name, "mktemp") == 0 && judge->settings->sandbox && !has_word(call, "-p") &&
        !has_word_beginning(call, "--tmpdir"))
        return cordon_arg_constant(CORDON_SCRATCH "/x");
    if (strcmp(call->name, "date") == 0)
        return date_output(call);
    if (strcmp(call->name, "id") == 0 && call->count == 2 && has_word_beginning(call, "-"))
        return tame(has_word(call, "-u") || has_word(call, "-g"));
    if (strcmp(call->name, "wc") == 0 && call->count == 2 && call->input != CORDON_INPUT_NONE)
        return tame(TRUE);
    if (strcmp(call->name, "getconf") == 0 && has_word(call, "_NPROCESSORS_ONLN"))
        return tame(TRUE);
    if (strcmp(call->name, "basename") == 0)
        return path_piece(judge, call, FALSE);
    if (strcmp(call->name, "dirname") == 0)
        return path_piece(judge, call, TRUE);
    if (prints_flags(call, scope))
        return (CordonArg){.type = CORDON_ARG_UNKNOWN, .text = "", .is_flags = TRUE};
    if (strcmp(call->name, "git") == 0) {
        CordonArg output = git_output(judge, call);
        if (output.type != CORDON_ARG_UNKNOWN)
            return output;
    }
    for (gsize i = 0; i < G_N_ELEMENTS(TAME_PROGRAMS); i++) {
        if (strcmp(TAME_PROGRAMS[i].name, call->full_name) != 0)
            continue;
        CordonArg output = tame(TAME_PROGRAMS[i].is_number);
        output.may_split = strcmp(call->name, "seq") == 0;
        return output;
    }
    return unknown_output();
}

/* Does a word depend on a variable that looks like a secret? */
static gboolean call_smells(const CordonCall *call)
{
    for (guint i = 0; i < call->count; i++) {
        if (call->args[i].smells)
            return TRUE;
    }
    return FALSE;
}

CordonArg cordon_judge_output(CordonJudge *judge, const CordonScope *scope,
                              const CordonShellNode *node)
{
    CordonStdin nothing = {.kind = CORDON_INPUT_NONE};
    CordonOutcome outcome = cordon_judge_node(judge, scope, node, nothing, 0);
    CordonArg output = unknown_output();

    if (outcome.call != NULL)
        output = output_of_call(judge, outcome.call, scope);
    if (outcome.call != NULL && call_smells(outcome.call))
        output.smells = TRUE;
    if (output.type == CORDON_ARG_UNKNOWN && outcome.listed != NULL)
        output = (CordonArg){.type = CORDON_ARG_LISTED, .text = outcome.listed};
    return output;
}

/* Programs that print paths.  options: letters that make it do so, then long options; NULL: it always does.
 * operand: index of the operand that is the folder, or 0 for the current one. */
static const struct {
    const char *name;
    const char *options;
    guint operand;
} LISTERS[] = {
    {"ls", NULL, 1},
    {"fd", NULL, 0},
    {"fdfind", NULL, 0},
    {"git ls-files", NULL, 0},
    {"git diff", " --name-only", 0},
    {"git diff-tree", " --name-only", 0},
    {"git show", " --name-only", 0},
    {"git grep", "lL --files-with-matches --files-without-match --name-only", 0},
    {"rg", "l --files --files-with-matches --files-without-match", 0},
    {"grep", "lL --files-with-matches --files-without-match", 0},
    {"egrep", "lL --files-with-matches --files-without-match", 0},
    {"ag", "lL --files-with-matches --files-without-matches", 0},
};

/* "-rl": letters that take no value, with one of the wanted among them. */
static gboolean is_cluster_with(const char *word, const char *wanted)
{
    return word[0] == '-' && word[1] != '-' && strpbrk(word + 1, wanted) != NULL &&
           word[1 + strspn(word + 1, "lLrRinwvIFEHhsazZ0")] == '\0';
}

static gboolean has_listing_option(const CordonCall *call, const char *options)
{
    for (guint i = 1; i < call->count; i++) {
        const char *word = cordon_arg_text(&call->args[i]);
        if (word == NULL || word[0] != '-')
            continue;
        if (strcmp(word, "--") == 0)
            return FALSE;
        g_auto(GStrv) names = g_strsplit(options, " ", -1);
        if (g_strv_contains((const char *const *)names + 1, word) ||
            is_cluster_with(word, names[0]))
            return TRUE;
    }
    return FALSE;
}

/* git ls-files -o, -co: files that are not tracked, too. */
static gboolean lists_others(const CordonCall *call)
{
    for (guint i = 1; i < call->count; i++) {
        const char *word = cordon_arg_text(&call->args[i]);
        if (word == NULL || g_str_has_prefix(word, "--o") || g_str_has_prefix(word, "--i") ||
            (word[0] == '-' && word[1] != '-' && strpbrk(word, "oi") != NULL))
            return TRUE;
    }
    return FALSE;
}

/* find: the start folders before the first test.  More than one: the project. */
static const char *find_folder(CordonJudge *judge, const CordonCall *call)
{
    guint next = 1;

    while (next < call->count &&
           (cordon_arg_is(&call->args[next], "-L") || cordon_arg_is(&call->args[next], "-H") ||
            cordon_arg_is(&call->args[next], "-P")))
        next++;
    if (next >= call->count || cordon_arg_begins(&call->args[next], "-"))
        return "";
    const char *folder = cordon_arg_text(&call->args[next]);
    if (folder == NULL)
        return NULL;
    if (next + 1 < call->count && !cordon_arg_begins(&call->args[next + 1], "-") &&
        !cordon_arg_is(&call->args[next + 1], "(") && !cordon_arg_is(&call->args[next + 1], "!"))
        return judge->settings->project;
    return folder;
}

/* "src" and "*.ts" -> "src/ *.ts": what find -name leaves over cannot be a secret, and need not be searched for. */
static const char *find_listing(CordonJudge *judge, const CordonCall *call)
{
    static const char *const prints[] = {"-printf", "-fprintf", "-exec", "-execdir",
                                         "-ok",     "-okdir",   "-ls",   "-fls"};
    const char *folder = find_folder(judge, call);
    const char *name = NULL;
    guint names = 0;

    if (folder == NULL)
        return NULL;
    for (guint i = 1; i < call->count; i++) {
        for (gsize j = 0; j < G_N_ELEMENTS(prints); j++) {
            if (cordon_arg_is(&call->args[i], prints[j]))
                return NULL;
        }
        if ((cordon_arg_is(&call->args[i], "-name") || cordon_arg_is(&call->args[i], "-iname")) &&
            i + 1 < call->count && !cordon_arg_is(&call->args[i - 1], "-not") &&
            !cordon_arg_is(&call->args[i - 1], "!")) {
            name = cordon_arg_text(&call->args[i + 1]);
            names++;
            if (name == NULL || cordon_text_names_secret(name, TRUE))
                return folder;
        }
    }
    if (names == 0)
        return folder;
    if (strpbrk(name, "*?[") == NULL)
        name = "*.listed";
    return folder[0] == '\0' ? name : cordon_arena_concat(judge->arena, folder, "/", name, NULL);
}

/* Programs that hand on some of the lines that they get. */
static gboolean passes_on(const CordonCall *call)
{
    static const char *const filters[] = {"sort", "uniq", "head", "tail", "shuf", "tac", NULL};
    guint operands = 0;

    if (call->listed == NULL || call->input != CORDON_INPUT_PIPE)
        return FALSE;
    for (guint i = 1; i < call->count; i++)
        operands += cordon_arg_begins(&call->args[i], "-") ? 0 : 1;
    if (g_strv_contains(filters, call->name)) {
        /* "head -n 5": the number is a word of its own. */
        const char *last = cordon_arg_text(&call->args[call->count - 1]);
        return operands == 0 || (operands == 1 && last != NULL &&
                                 last[strspn(last, "0123456789")] == '\0' && call->count == 3);
    }
    if (strcmp(call->name, "grep") == 0 || strcmp(call->name, "egrep") == 0 ||
        strcmp(call->name, "rg") == 0)
        return operands == 1 && !has_word_beginning(call, "-o") &&
               !has_word_beginning(call, "-f") && !has_word_beginning(call, "-r") &&
               !has_word_beginning(call, "--file") && !has_word_beginning(call, "-n") &&
               !has_word_beginning(call, "-c");
    return FALSE;
}

const char *cordon_call_listing(CordonJudge *judge, const CordonCall *call)
{
    if (cordon_judge_is_windows(judge)) {
        const char *listing = cordon_windows_listing(judge, call);
        if (listing != NULL)
            return listing;
    }
    if (passes_on(call))
        return call->listed;
    if (strcmp(call->name, "find") == 0)
        return find_listing(judge, call);
    for (gsize i = 0; i < G_N_ELEMENTS(LISTERS); i++) {
        if (strcmp(LISTERS[i].name, call->full_name) != 0 ||
            (LISTERS[i].options != NULL && !has_listing_option(call, LISTERS[i].options)))
            continue;
        /* What git does not track may be a file with secrets. */
        if (strcmp(call->full_name, "git ls-files") == 0 && lists_others(call))
            return "";
        if (LISTERS[i].operand == 0)
            return cordon_arena_concat(judge->arena, "*.listed", NULL);
        for (guint j = 1; j < call->count; j++) {
            const char *word = cordon_arg_text(&call->args[j]);
            if (word == NULL)
                return call->args[j].type == CORDON_ARG_PATTERN ? call->args[j].text : NULL;
            if (word[0] != '-')
                return word;
            if (word[0] == '-' && strpbrk(word, "lsinogGaZ") != NULL && word[1] != '-' &&
                strcmp(word, "-a") != 0)
                return NULL;
        }
        return "";
    }
    return NULL;
}

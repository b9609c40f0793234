/* SPDX-License-Identifier: MIT */
/* tar: its letters may stand without a dash, and -C counts for what follows it. */
#include <string.h>

#include "filter/programs/handlers.h"
#include "filter/programs/listed.h"

/* What an option with a value, or one that matters, is. */
typedef enum {
    OPTION_VALUE,   /* judged by its kind */
    OPTION_MODE,    /* letter: c x t r u A d, or D for --delete */
    OPTION_ARCHIVE, /* -f */
    OPTION_FOLDER,  /* -C */
    OPTION_LIST,    /* -T: a file of names */
    OPTION_ACTION,  /* --checkpoint-action */
    OPTION_EXCLUDE,
    OPTION_ABSOLUTE,   /* -P: also names that lead elsewhere are unpacked */
    OPTION_TO_OUTPUT,  /* unpacks to the standard output or a program */
    OPTION_REMOVE,     /* what was packed is deleted */
    OPTION_LOCAL,      /* a colon in a name means nothing */
    OPTION_OTHER_HOST, /* --rsh-command */
    OPTION_ADD,        /* --add-file */
} OptionType;

typedef enum { TAKES_NOTHING, TAKES_WORD, TAKES_GLUED } Takes;

/* Sources: tar --help of GNU tar 1.34, tar(1) of FreeBSD 14. */
static const struct {
    const char *name; /* long, without dashes, or "" */
    char letter;      /* or 0 */
    OptionType type;
    Takes takes;
    char kind; /* or the mode */
} OPTIONS[] = {
    {"absolute-names", 'P', OPTION_ABSOLUTE, TAKES_NOTHING, 0},
    {"absolute-paths", 0, OPTION_ABSOLUTE, TAKES_NOTHING, 0},
    {"add-file", 0, OPTION_ADD, TAKES_WORD, 'y'},
    {"after-date", 0, OPTION_VALUE, TAKES_WORD, 'm'},
    {"append", 'r', OPTION_MODE, TAKES_NOTHING, 'r'},
    {"backup", 0, OPTION_VALUE, TAKES_GLUED, 't'},
    {"blocking-factor", 'b', OPTION_VALUE, TAKES_WORD, 't'},
    {"catenate", 'A', OPTION_MODE, TAKES_NOTHING, 'r'},
    {"checkpoint", 0, OPTION_VALUE, TAKES_GLUED, 't'},
    {"checkpoint-action", 0, OPTION_ACTION, TAKES_WORD, 'S'},
    {"compare", 0, OPTION_MODE, TAKES_NOTHING, 'd'},
    {"concatenate", 0, OPTION_MODE, TAKES_NOTHING, 'r'},
    {"create", 'c', OPTION_MODE, TAKES_NOTHING, 'c'},
    {"delete", 0, OPTION_MODE, TAKES_NOTHING, 'D'},
    {"diff", 'd', OPTION_MODE, TAKES_NOTHING, 'd'},
    {"directory", 'C', OPTION_FOLDER, TAKES_WORD, 'd'},
    {"cd", 0, OPTION_FOLDER, TAKES_WORD, 'd'},
    {"exclude", 0, OPTION_EXCLUDE, TAKES_WORD, 't'},
    {"exclude-from", 'X', OPTION_VALUE, TAKES_WORD, 'r'},
    {"exclude-ignore", 0, OPTION_VALUE, TAKES_WORD, 't'},
    {"exclude-ignore-recursive", 0, OPTION_VALUE, TAKES_WORD, 't'},
    {"exclude-tag", 0, OPTION_VALUE, TAKES_WORD, 't'},
    {"exclude-tag-all", 0, OPTION_VALUE, TAKES_WORD, 't'},
    {"exclude-tag-under", 0, OPTION_VALUE, TAKES_WORD, 't'},
    {"extract", 'x', OPTION_MODE, TAKES_NOTHING, 'x'},
    {"file", 'f', OPTION_ARCHIVE, TAKES_WORD, 0},
    {"files-from", 'T', OPTION_LIST, TAKES_WORD, 'l'},
    {"force-local", 0, OPTION_LOCAL, TAKES_NOTHING, 0},
    {"format", 'H', OPTION_VALUE, TAKES_WORD, 't'},
    {"get", 0, OPTION_MODE, TAKES_NOTHING, 'x'},
    {"group", 0, OPTION_VALUE, TAKES_WORD, 't'},
    {"group-map", 0, OPTION_VALUE, TAKES_WORD, 'r'},
    {"hole-detection", 0, OPTION_VALUE, TAKES_WORD, 't'},
    {"index-file", 0, OPTION_VALUE, TAKES_WORD, 'w'},
    {"info-script", 'F', OPTION_VALUE, TAKES_WORD, 'S'},
    {"label", 'V', OPTION_VALUE, TAKES_WORD, 't'},
    {"level", 0, OPTION_VALUE, TAKES_WORD, 't'},
    {"list", 't', OPTION_MODE, TAKES_NOTHING, 't'},
    {"listed-incremental", 'g', OPTION_VALUE, TAKES_WORD, 'w'},
    {"mode", 0, OPTION_VALUE, TAKES_WORD, 't'},
    {"mtime", 0, OPTION_VALUE, TAKES_WORD, 'm'},
    {"new-volume-script", 0, OPTION_VALUE, TAKES_WORD, 'S'},
    {"newer", 'N', OPTION_VALUE, TAKES_WORD, 'm'},
    {"newer-mtime", 0, OPTION_VALUE, TAKES_WORD, 'm'},
    {"occurrence", 0, OPTION_VALUE, TAKES_GLUED, 't'},
    {"one-top-level", 0, OPTION_VALUE, TAKES_GLUED, 'w'},
    {"options", 0, OPTION_VALUE, TAKES_WORD, 't'},
    {"owner", 0, OPTION_VALUE, TAKES_WORD, 't'},
    {"owner-map", 0, OPTION_VALUE, TAKES_WORD, 'r'},
    {"passphrase", 0, OPTION_VALUE, TAKES_WORD, 't'},
    {"pax-option", 0, OPTION_VALUE, TAKES_WORD, 't'},
    {"quote-chars", 0, OPTION_VALUE, TAKES_WORD, 't'},
    {"quoting-style", 0, OPTION_VALUE, TAKES_WORD, 't'},
    {"record-size", 0, OPTION_VALUE, TAKES_WORD, 't'},
    {"remove-files", 0, OPTION_REMOVE, TAKES_NOTHING, 0},
    {"rmt-command", 0, OPTION_VALUE, TAKES_WORD, 'S'},
    {"rsh-command", 0, OPTION_OTHER_HOST, TAKES_WORD, 'S'},
    {"sort", 0, OPTION_VALUE, TAKES_WORD, 't'},
    {"sparse-version", 0, OPTION_VALUE, TAKES_WORD, 't'},
    {"starting-file", 'K', OPTION_VALUE, TAKES_WORD, 't'},
    {"strip-components", 0, OPTION_VALUE, TAKES_WORD, 't'},
    {"suffix", 0, OPTION_VALUE, TAKES_WORD, 't'},
    {"tape-length", 'L', OPTION_VALUE, TAKES_WORD, 't'},
    {"to-command", 0, OPTION_TO_OUTPUT, TAKES_WORD, 'S'},
    {"to-stdout", 'O', OPTION_TO_OUTPUT, TAKES_NOTHING, 0},
    {"totals", 0, OPTION_VALUE, TAKES_GLUED, 't'},
    {"transform", 0, OPTION_VALUE, TAKES_WORD, 't'},
    {"update", 'u', OPTION_MODE, TAKES_NOTHING, 'r'},
    {"use-compress-program", 'I', OPTION_VALUE, TAKES_WORD, 'S'},
    {"volno-file", 0, OPTION_VALUE, TAKES_WORD, 'w'},
    {"warning", 0, OPTION_VALUE, TAKES_WORD, 't'},
    {"xattrs-exclude", 0, OPTION_VALUE, TAKES_WORD, 't'},
    {"xattrs-include", 0, OPTION_VALUE, TAKES_WORD, 't'},
    {"xform", 0, OPTION_VALUE, TAKES_WORD, 't'},
};

/* An operand, with the folder that -C made current for it. */
typedef struct {
    const CordonScope *scope;
    const CordonArg *arg;
} Member;

typedef struct {
    CordonJudge *judge;
    const CordonCall *call;
    CordonCall here; /* the call in the folder of -C */
    const CordonArg *words;
    guint count, next;
    Member *members;
    guint member_count;
    CordonArgList archives, lists;
    char mode;
    gboolean is_absolute, to_output, removes, is_local, leaves_secrets_out;
} Tar;

static gboolean is_macos(const Tar *tar)
{
    return cordon_judge_settings(tar->judge)->platform == CORDON_PLATFORM_MACOS ||
           strcmp(tar->call->name, "bsdtar") == 0;
}

static void enter(Tar *tar, const CordonArg *folder)
{
    const CordonScope *scope = NULL;

    /* The folders of a container are not ours. */
    if (!tar->call->is_inside_container)
        scope = cordon_judge_enter(tar->judge, &tar->here, folder);
    if (scope != NULL)
        tar->here.scope = scope;
}

/* "exec=CMD" starts one; the other actions print. */
static void judge_action(Tar *tar, const CordonArg *value)
{
    const char *text = cordon_arg_text(value);

    if (text == NULL || strncmp(text, "exec=", 5) == 0) {
        CordonArg command = text != NULL ? cordon_arg_skip(value, 5) : *value;
        cordon_judge_fed_line(tar->judge, tar->call, &command);
    }
}

/* value: NULL when it has none. */
static void apply(Tar *tar, gsize index, const CordonArg *value)
{
    const CordonArg nothing = cordon_arg_constant("");
    const CordonArg *given = value != NULL ? value : &nothing;
    char kind = OPTIONS[index].kind;

    switch (OPTIONS[index].type) {
    case OPTION_MODE:
        tar->mode = kind;
        break;
    case OPTION_ARCHIVE:
        cordon_arg_list_add(tar->judge, &tar->archives, *given);
        break;
    case OPTION_FOLDER:
        enter(tar, given);
        break;
    case OPTION_LIST:
        cordon_arg_list_add(tar->judge, &tar->lists, *given);
        break;
    case OPTION_ACTION:
        judge_action(tar, given);
        break;
    case OPTION_EXCLUDE:
        tar->leaves_secrets_out =
            tar->leaves_secrets_out || cordon_glob_leaves_secrets_out(given->text);
        break;
    case OPTION_ABSOLUTE:
        tar->is_absolute = TRUE;
        break;
    case OPTION_REMOVE:
        tar->removes = TRUE;
        break;
    case OPTION_LOCAL:
        tar->is_local = TRUE;
        break;
    case OPTION_ADD:
        tar->members[tar->member_count++] =
            (Member){tar->here.scope, value != NULL ? value : &tar->words[0]};
        break;
    case OPTION_TO_OUTPUT:
        tar->to_output = TRUE;
        if (value != NULL)
            cordon_judge_fed_line(tar->judge, tar->call, value);
        break;
    case OPTION_OTHER_HOST:
        cordon_judge_find(tar->judge, tar->call, CORDON_RULE_REMOTE, NULL, NULL);
        break;
    case OPTION_VALUE:
    default:
        /* bsdtar: -I is -T. */
        if (OPTIONS[index].letter == 'I' && is_macos(tar))
            cordon_judge_value(tar->judge, &tar->here, given, 'm');
        if (kind == 'S')
            cordon_judge_fed_line(tar->judge, &tar->here, given);
        else
            cordon_judge_value(tar->judge, &tar->here, given, kind);
        break;
    }
}

static const CordonArg *take(Tar *tar)
{
    return tar->next < tar->count ? &tar->words[tar->next++] : NULL;
}

static gssize find_letter(char letter)
{
    for (gsize i = 0; i < G_N_ELEMENTS(OPTIONS); i++) {
        if (OPTIONS[i].letter == letter)
            return (gssize)i;
    }
    return -1;
}

/* By its name or an abbreviation of it; of several, one that takes a word. */
static gssize find_long(const char *name, gsize size)
{
    gssize found = -1;

    for (gsize i = 0; i < G_N_ELEMENTS(OPTIONS); i++) {
        if (strncmp(OPTIONS[i].name, name, size) != 0)
            continue;
        if (OPTIONS[i].name[size] == '\0')
            return (gssize)i;
        if (found < 0 || OPTIONS[i].takes == TAKES_WORD)
            found = (gssize)i;
    }
    return found;
}

static void judge_long(Tar *tar, const CordonArg *word)
{
    gsize size = strcspn(word->text + 2, "=");
    gssize index = size > 0 ? find_long(word->text + 2, size) : -1;
    gboolean is_glued = word->text[2 + size] == '=';
    CordonArg *glued = CORDON_ARENA_NEW(cordon_judge_arena(tar->judge), CordonArg);

    *glued = cordon_arg_skip(word, 2 + size + 1);
    if (index < 0) {
        if (is_glued)
            cordon_judge_value(tar->judge, &tar->here, glued, 'm');
        return;
    }
    apply(tar, (gsize)index,
          is_glued                             ? glued
          : OPTIONS[index].takes == TAKES_WORD ? take(tar)
                                               : NULL);
}

/* Letters behind a dash: the value is glued, or the next word. */
static void judge_cluster(Tar *tar, const CordonArg *word)
{
    for (const char *letter = word->text + 1; *letter != '\0'; letter++) {
        gssize index = find_letter(*letter);
        if (index < 0)
            continue;
        if (OPTIONS[index].takes != TAKES_WORD) {
            apply(tar, (gsize)index, NULL);
            continue;
        }
        CordonArg *glued = CORDON_ARENA_NEW(cordon_judge_arena(tar->judge), CordonArg);
        *glued = cordon_arg_skip(word, (gsize)(letter + 1 - word->text));
        apply(tar, (gsize)index, letter[1] != '\0' ? glued : take(tar));
        return;
    }
}

/* Letters without a dash: the values are the next words, in order. */
static void judge_old_style(Tar *tar, const CordonArg *word)
{
    for (const char *letter = word->text; *letter != '\0'; letter++) {
        gssize index = find_letter(*letter);
        if (index >= 0)
            apply(tar, (gsize)index, OPTIONS[index].takes == TAKES_WORD ? take(tar) : NULL);
    }
}

static void sort_words(Tar *tar)
{
    gboolean ended = FALSE;
    gboolean is_first = TRUE;
    const CordonArg *word;

    while ((word = take(tar)) != NULL) {
        gboolean is_old = is_first && word->type == CORDON_ARG_CONSTANT && word->text[0] != '-';
        gboolean is_option = !ended && cordon_arg_begins(word, "-") && word->text[1] != '\0';
        is_first = FALSE;
        if (is_old)
            judge_old_style(tar, word);
        else if (is_option && strcmp(word->text, "--") == 0)
            ended = TRUE;
        else if (is_option && word->text[1] == '-')
            judge_long(tar, word);
        else if (is_option)
            judge_cluster(tar, word);
        else
            tar->members[tar->member_count++] = (Member){tar->here.scope, word};
    }
}

/* "host:file" is an archive on another machine. */
static gboolean is_on_other_host(const Tar *tar, const CordonArg *archive)
{
    const char *colon = strchr(archive->text, ':');
    const char *slash = strchr(archive->text, '/');

    if (colon == NULL || tar->is_local || (slash != NULL && slash < colon))
        return FALSE;
    return !(cordon_judge_is_windows(tar->judge) && colon == archive->text + 1);
}

static void judge_archives(Tar *tar, gboolean is_written)
{
    for (guint i = 0; i < tar->archives.count; i++) {
        const CordonArg *archive = &tar->archives.args[i];
        if (is_on_other_host(tar, archive))
            cordon_judge_find(tar->judge, tar->call, CORDON_RULE_REMOTE, NULL,
                              "%s is an archive on another machine.", archive->text);
        else
            cordon_judge_value(tar->judge, tar->call, archive, is_written ? 'w' : 'r');
    }
}

static void judge_member(Tar *tar, const CordonScope *scope, const CordonArg *arg, char kind)
{
    CordonCall there = *tar->call;

    there.scope = scope;
    cordon_judge_value(tar->judge, &there, arg, kind);
    /* bsdtar: @archive. */
    if (kind != 't' && arg->text[0] == '@') {
        CordonArg archive = cordon_arg_skip(arg, 1);
        cordon_judge_value(tar->judge, &there, &archive, 'r');
    }
}

static void judge_lists(Tar *tar, char kind, gboolean reads_files)
{
    for (guint i = 0; i < tar->lists.count; i++) {
        CordonArgList items = {0};
        if (!cordon_arg_is(&tar->lists.args[i], "-")) {
            cordon_judge_value(tar->judge, tar->call, &tar->lists.args[i], reads_files ? 'l' : 'r');
            continue;
        }
        cordon_arg_list_add_input(tar->judge, tar->call, TRUE, &items);
        for (guint j = 0; j < items.count; j++)
            judge_member(tar, tar->here.scope, &items.args[j], kind);
    }
}

static void judge_extraction(Tar *tar)
{
    CordonArg folder = cordon_arg_constant(".");

    if (tar->is_absolute && !tar->call->is_inside_container)
        cordon_judge_find(tar->judge, tar->call, CORDON_RULE_OUTSIDE_LOOP, "Leave -P out.",
                          "With -P `%s` writes wherever the archive says.", tar->call->name);
    if (!tar->to_output)
        cordon_judge_value(tar->judge, &tar->here, &folder, 'w');
}

void cordon_handle_tar(CordonJudge *judge, const CordonCall *call)
{
    guint first = MIN(call->first, call->count);
    Tar tar = {.judge = judge,
               .call = call,
               .here = *call,
               .words = call->args + first,
               .count = call->count - first};

    tar.members = CORDON_ARENA_ARRAY(cordon_judge_arena(judge), Member, tar.count + 1);
    sort_words(&tar);
    gboolean is_written = tar.mode == 'c' || tar.mode == 'r' || tar.mode == 'D' || tar.mode == '\0';
    gboolean reads_files = is_written || tar.mode == 'd';
    char kind = tar.leaves_secrets_out ? 'r' : 'y';
    if (tar.mode == 'x')
        kind = tar.to_output ? 'r' : 'w';
    else if (!reads_files || tar.mode == 'D')
        kind = 't';
    judge_archives(&tar, is_written);
    judge_lists(&tar, kind, reads_files);
    for (guint i = 0; i < tar.member_count; i++) {
        judge_member(&tar, tar.members[i].scope, tar.members[i].arg, kind);
        if (tar.removes && reads_files)
            judge_member(&tar, tar.members[i].scope, tar.members[i].arg, 'x');
    }
    if (tar.mode == 'x')
        judge_extraction(&tar);
}

/* SPDX-License-Identifier: MIT */
/* Pictures and films: names with a format or a protocol before them. */
#include <string.h>

#include "filter/programs/handlers.h"
#include "filter/programs/listed.h"

/* "text:/a/b", "caption:@/a/b", "file:x": what stands behind the prefix, or text itself. */
static const char *behind_prefix(const char *text, const char **prefix, gsize *size)
{
    *prefix = text;
    *size = 0;
    for (;;) {
        gsize length = strspn(text, G_CSET_a_2_z G_CSET_A_2_Z G_CSET_DIGITS "-_,+");
        if (length < 2 || text[length] != ':' || strncmp(text + length, "://", 3) == 0)
            break;
        *prefix = text;
        *size = length;
        text += length + 1;
    }
    return text[0] == '@' ? text + 1 : text;
}

static gboolean is_prefix(const char *prefix, gsize size, const char *const *names)
{
    for (; *names != NULL; names++) {
        if (strlen(*names) == size && g_ascii_strncasecmp(*names, prefix, size) == 0)
            return TRUE;
    }
    return FALSE;
}

static void judge_name(CordonJudge *judge, const CordonCall *call, const CordonArg *word, char kind)
{
    static const char *const scripts[] = {"msl", "mvg",  "ephemeral", "vid", "win",
                                          "x",   "show", "print",     NULL};
    const char *prefix;
    gsize size;

    if (cordon_arg_text(word) == NULL) {
        cordon_judge_value(judge, call, word, kind);
        return;
    }
    const char *rest = behind_prefix(word->text, &prefix, &size);
    CordonArg name = cordon_arg_skip(word, (gsize)(rest - word->text));
    if (is_prefix(prefix, size, scripts))
        cordon_judge_find(judge, call, CORDON_RULE_UNREADABLE, NULL, "What %s does is not known.",
                          word->text);
    /* One letter and a colon, or a geometry: no path. */
    cordon_judge_value(judge, call, &name, strstr(rest, "://") != NULL ? 'm' : kind);
    if (rest == word->text && word->text[0] != '@')
        return;
    cordon_judge_value(judge, call, word, 'm');
}

/* ImageMagick: the last name is the result; mogrify changes all of them. */
void cordon_handle_imagemagick(CordonJudge *judge, const CordonCall *call)
{
    gboolean changes_all = strcmp(call->name, "mogrify") == 0;
    gboolean only_shows = strcmp(call->name, "identify") == 0;

    for (guint i = call->first; i < call->count; i++) {
        const CordonArg *word = &call->args[i];
        gboolean is_option = cordon_arg_begins(word, "-") || cordon_arg_begins(word, "+");
        changes_all = changes_all || (i == call->first && cordon_arg_is(word, "mogrify"));
        only_shows = only_shows || (i == call->first && cordon_arg_is(word, "identify"));
        if (cordon_arg_is(word, "-write") && i + 1 < call->count) {
            judge_name(judge, call, &call->args[++i], 'w');
        } else if (cordon_arg_is(word, "-script")) {
            cordon_judge_find(judge, call, CORDON_RULE_UNREADABLE, NULL,
                              "What the script of `%s` does is not known.", call->name);
        } else if (!is_option) {
            gboolean is_written = !only_shows && (i + 1 == call->count ||
                                                  (changes_all && strchr(word->text, '.') != NULL));
            judge_name(judge, call, word, is_written ? 'w' : 'm');
        }
    }
}

/* "a.mp4|[f=mpegts]/x/b.ts": files of the tee muxer, with options before them. */
static void judge_pieces(CordonJudge *judge, const CordonCall *call, const char *text)
{
    g_auto(GStrv) pieces = g_strsplit(text, "|", -1);

    for (gsize i = 0; pieces[i] != NULL && pieces[1] != NULL; i++) {
        const char *end = pieces[i][0] == '[' ? strchr(pieces[i], ']') : NULL;
        CordonArg piece = cordon_arg_constant(
            cordon_arena_strdup(cordon_judge_arena(judge), end != NULL ? end + 1 : pieces[i]));
        cordon_judge_value(judge, call, &piece, 'm');
    }
}

/* ffmpeg: -i is read, all other names are written; a filter may read files, too. */
void cordon_handle_ffmpeg(CordonJudge *judge, const CordonCall *call)
{
    static const char *const writers[] = {"-passlogfile", "-vstats_file", "-progress",
                                          "-dump_attachment"};

    for (guint i = call->first; i < call->count; i++) {
        const CordonArg *word = &call->args[i];
        gboolean has_next = i + 1 < call->count;
        gboolean writes = FALSE;
        for (gsize j = 0; j < G_N_ELEMENTS(writers); j++)
            writes = writes || cordon_arg_is(word, writers[j]);
        if ((cordon_arg_is(word, "-i") || writes) && has_next) {
            word = &call->args[++i];
            judge_name(judge, call, word, writes ? 'w' : 'r');
        } else if (!cordon_arg_begins(word, "-")) {
            judge_name(judge, call, word, i + 1 == call->count ? 'w' : 'm');
        }
        const char *text = cordon_arg_text(word);
        if (text != NULL)
            judge_pieces(judge, call, text);
        if (text != NULL && (strstr(text, "movie=") != NULL || strstr(text, "concat:") != NULL ||
                             strstr(text, "subfile,") != NULL ||
                             strstr(text, "filename=/") != NULL || strstr(text, "crypto:") != NULL))
            cordon_judge_find(judge, call, CORDON_RULE_UNREADABLE, "Name the files with -i.",
                              "Which files `%s` reads is not known.", call->name);
    }
}

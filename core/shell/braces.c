/* SPDX-License-Identifier: MIT */
/* Brace lists: {a,b} and {1..5} make several words of one, before anything else is expanded.
 *
 * Bash expands the text of a word; here the pieces that it was read into are arranged anew.  That is the same as long
 * as no piece changes its meaning by what comes to stand beside it, and as long as the braces are paired the way
 * people read them.  All other words are refused. */
#include "shell/reader.h"

#include <string.h>

#define MAX_GROUPS 64u

typedef enum { GROUP_TEXT, GROUP_LIST, GROUP_SEQUENCE } GroupType;

/* From an opening brace to the closing one. */
typedef struct {
    guint open, close, commas;
    GroupType type;
} Group;

typedef struct {
    CordonReader *reader;
    const CordonPiece *pieces;
    guint count;
    Group *groups;
    guint group_count;
    gint *group_at; /* for each piece: the group that it opens, or -1 */
    gboolean is_paired, has_dots, expands;
} Braces;

/* One word to be: pieces in a row. */
typedef struct {
    const CordonPiece *pieces;
    guint count;
} Strand;

typedef struct {
    Strand *strands;
    guint count;
} Fan;

static gboolean refuse(Braces *braces, const char *construct)
{
    return cordon_scan_fail(braces->reader, construct, "write the words out");
}

static gboolean is_bare_text(const CordonPiece *piece)
{
    return piece->part.type == CORDON_PART_LITERAL && piece->is_bare &&
           piece->brace == CORDON_BRACE_NONE;
}

static gboolean has_dots(const CordonPiece *piece)
{
    return is_bare_text(piece) && strstr(piece->part.text, "..") != NULL;
}

/* Finds pairs; a closing brace without a partner, or an opening one, leaves the word unpaired. */
static gboolean pair(Braces *braces)
{
    guint open[MAX_GROUPS];
    guint depth = 0;

    for (guint i = 0; i < braces->count; i++) {
        const CordonPiece *piece = &braces->pieces[i];
        braces->has_dots |= has_dots(piece);
        if (piece->brace == CORDON_BRACE_OPEN) {
            if (braces->group_count == MAX_GROUPS)
                return refuse(braces, "too many braces in one word");
            braces->group_at[i] = (gint)braces->group_count;
            open[depth++] = braces->group_count;
            braces->groups[braces->group_count++] = (Group){.open = i};
        } else if (piece->brace == CORDON_BRACE_CLOSE && depth > 0) {
            braces->groups[open[--depth]].close = i;
        } else if (piece->brace == CORDON_BRACE_CLOSE) {
            braces->is_paired = FALSE;
        } else if (piece->brace == CORDON_BRACE_COMMA && depth > 0) {
            braces->groups[open[depth - 1]].commas++;
        }
    }
    braces->is_paired &= depth == 0;
    return TRUE;
}

typedef struct {
    gint64 first, last, step;
    gboolean is_letters;
    guint width;
} Sequence;

static gboolean parse_number(const char *text, gsize size, gint64 *ret_number)
{
    gsize sign = size > 0 && *text == '-';
    gint64 number = 0;

    if (size == sign || size > 9)
        return FALSE;
    for (gsize i = sign; i < size; i++) {
        if (!g_ascii_isdigit(text[i]))
            return FALSE;
        number = number * 10 + (text[i] - '0');
    }
    *ret_number = sign ? -number : number;
    return TRUE;
}

static gboolean is_padded(const char *text, gsize size)
{
    gsize sign = size > 0 && *text == '-';

    return size > sign + 1 && text[sign] == '0';
}

static gboolean parse_ends(const char *first, gsize first_size, const char *last, gsize last_size,
                           Sequence *sequence)
{
    if (first_size == 1 && last_size == 1 && g_ascii_isalpha(*first) &&
        g_ascii_isupper(*first) == g_ascii_isupper(*last) && g_ascii_isalpha(*last)) {
        sequence->is_letters = TRUE;
        sequence->first = *first;
        sequence->last = *last;
        return TRUE;
    }
    if (is_padded(first, first_size) || is_padded(last, last_size))
        sequence->width = (guint)MAX(first_size, last_size);
    return parse_number(first, first_size, &sequence->first) &&
           parse_number(last, last_size, &sequence->last);
}

static gboolean parse_sequence(const char *text, Sequence *ret_sequence)
{
    const char *dots = strstr(text, "..");
    const char *more = dots != NULL ? strstr(dots + 2, "..") : NULL;
    gint64 step = 1;

    *ret_sequence = (Sequence){0};
    if (dots == NULL)
        return FALSE;
    const char *last = dots + 2;
    gsize last_size = more != NULL ? (gsize)(more - last) : strlen(last);
    if (more != NULL && !parse_number(more + 2, strlen(more + 2), &step))
        return FALSE;
    ret_sequence->step = MAX(ABS(step), 1);
    return parse_ends(text, (gsize)(dots - text), last, last_size, ret_sequence);
}

static gboolean group_has_dots(const Braces *braces, const Group *group)
{
    for (guint i = group->open + 1; i < group->close; i++)
        if (has_dots(&braces->pieces[i]))
            return TRUE;
    return FALSE;
}

/* What a group without a comma of its own is. */
static gboolean classify_plain(Braces *braces, Group *group)
{
    Sequence sequence;

    if (!group_has_dots(braces, group))
        return TRUE;
    /* Bash has oddities of its own for dots beside quotes, braces or anything that is no sequence. */
    if (group->close != group->open + 2 ||
        !parse_sequence(braces->pieces[group->open + 1].part.text, &sequence))
        return refuse(braces, "brace list with ..");
    group->type = GROUP_SEQUENCE;
    braces->expands = TRUE;
    return TRUE;
}

static gboolean classify(Braces *braces)
{
    gboolean has_comma = FALSE;

    for (guint i = 0; i < braces->count; i++)
        has_comma |= braces->pieces[i].brace == CORDON_BRACE_COMMA;
    if (!braces->is_paired)
        return !has_comma && !braces->has_dots ? TRUE : refuse(braces, "unpaired brace");
    for (guint i = 0; i < braces->group_count; i++) {
        Group *group = &braces->groups[i];
        if (group->commas > 0) {
            group->type = GROUP_LIST;
            braces->expands = TRUE;
        } else if (!classify_plain(braces, group)) {
            return FALSE;
        }
    }
    return TRUE;
}

/* Pieces that would mean something else in a text that is put together anew. */
static gboolean check_pieces(Braces *braces)
{
    for (guint i = 0; i < braces->count; i++) {
        const CordonPiece *piece = &braces->pieces[i];
        gboolean is_before_brace =
            i + 1 < braces->count && braces->pieces[i + 1].brace != CORDON_BRACE_NONE;
        if (is_bare_text(piece) && strpbrk(piece->part.text, "$~[") != NULL)
            return refuse(braces, "brace list beside $, ~ or [");
        if (piece->part.type == CORDON_PART_PROCESS)
            return refuse(braces, "process substitution beside a brace list");
        if (piece->part.type == CORDON_PART_VARIABLE && piece->is_bare && is_before_brace)
            return refuse(braces, "variable without braces before a brace list");
    }
    return TRUE;
}

static gboolean analyse(Braces *braces, CordonReader *reader, const CordonBuilder *builder)
{
    guint count = reader->pieces.count - builder->mark;

    *braces = (Braces){
        .reader = reader,
        .pieces = CORDON_PILE_ITEM(reader->pieces, CordonPiece, builder->mark),
        .count = count,
        .groups = CORDON_ARENA_ARRAY(reader->arena, Group, MIN(count, MAX_GROUPS)),
        .group_at = CORDON_ARENA_ARRAY(reader->arena, gint, count),
        .is_paired = TRUE,
    };
    memset(braces->group_at, -1, count * sizeof(gint));
    return pair(braces) && classify(braces) && (!braces->expands || check_pieces(braces));
}

/* Every way to go on from every strand of a with a strand of b. */
static gboolean cross(Braces *braces, Fan *a, const Fan *b)
{
    CordonArena *arena = braces->reader->arena;
    gsize size = 0;
    guint count = a->count * b->count;

    if (count > CORDON_SHELL_MAX_WORDS)
        return cordon_scan_fail(braces->reader, "too many words", NULL);
    for (guint i = 0; i < a->count; i++)
        size += (gsize)a->strands[i].count * b->count;
    for (guint i = 0; i < b->count; i++)
        size += (gsize)b->strands[i].count * a->count;
    braces->reader->expanded_bytes += size;
    if (braces->reader->expanded_bytes > CORDON_SHELL_MAX_BYTES)
        return cordon_scan_fail(braces->reader, "too many words", NULL);
    Strand *strands = CORDON_ARENA_ARRAY(arena, Strand, count);
    CordonPiece *pieces = CORDON_ARENA_ARRAY(arena, CordonPiece, size);
    for (guint i = 0; i < count; i++) {
        const Strand *left = &a->strands[i / b->count];
        const Strand *right = &b->strands[i % b->count];
        strands[i] = (Strand){.pieces = pieces, .count = left->count + right->count};
        if (left->count > 0)
            memcpy(pieces, left->pieces, left->count * sizeof(CordonPiece));
        if (right->count > 0)
            memcpy(pieces + left->count, right->pieces, right->count * sizeof(CordonPiece));
        pieces += strands[i].count;
    }
    *a = (Fan){.strands = strands, .count = count};
    return TRUE;
}

static gint64 sequence_count(const Sequence *sequence)
{
    return ABS(sequence->last - sequence->first) / sequence->step + 1;
}

static const char *sequence_text(CordonArena *arena, const Sequence *sequence, gint64 value)
{
    char buffer[32];

    if (sequence->is_letters)
        return cordon_arena_strndup(arena, (char[]){(char)value}, 1);
    g_snprintf(buffer, sizeof buffer, "%0*" G_GINT64_FORMAT, (int)sequence->width, value);
    return cordon_arena_strdup(arena, buffer);
}

static gboolean expand_sequence(Braces *braces, const Group *group, Fan *fan)
{
    CordonArena *arena = braces->reader->arena;
    Sequence sequence;

    if (!parse_sequence(braces->pieces[group->open + 1].part.text, &sequence))
        return refuse(braces, "brace list with ..");
    gint64 count = sequence_count(&sequence);
    if (count > CORDON_SHELL_MAX_WORDS)
        return cordon_scan_fail(braces->reader, "too many words", NULL);
    fan->count = (guint)count;
    fan->strands = CORDON_ARENA_ARRAY(arena, Strand, fan->count);
    CordonPiece *pieces = CORDON_ARENA_ARRAY(arena, CordonPiece, fan->count);
    for (guint i = 0; i < fan->count; i++) {
        gint64 way = sequence.step * (gint64)i;
        gint64 value = sequence.first + (sequence.last >= sequence.first ? way : -way);
        pieces[i].part.text = sequence_text(arena, &sequence, value);
        fan->strands[i] = (Strand){.pieces = &pieces[i], .count = 1};
    }
    return TRUE;
}

static gboolean expand(Braces *braces, guint first, guint last, Fan *fan);

static guint find_comma(const Braces *braces, guint first, guint last)
{
    guint i = first;

    while (i < last && braces->pieces[i].brace != CORDON_BRACE_COMMA)
        i = braces->group_at[i] >= 0 ? braces->groups[braces->group_at[i]].close + 1 : i + 1;
    return i;
}

static gboolean expand_list(Braces *braces, const Group *group, Fan *fan)
{
    CordonArena *arena = braces->reader->arena;
    CordonPile strands = CORDON_PILE(Strand);

    for (guint first = group->open + 1; first <= group->close;) {
        guint comma = find_comma(braces, first, group->close);
        Fan part;
        if (!expand(braces, first, comma, &part))
            return FALSE;
        cordon_pile_append(arena, &strands, part.strands, part.count);
        if (strands.count > CORDON_SHELL_MAX_WORDS)
            return cordon_scan_fail(braces->reader, "too many words", NULL);
        first = comma + 1;
    }
    fan->count = strands.count;
    fan->strands = CORDON_PILE_ITEM(strands, Strand, 0);
    return TRUE;
}

static const Group *expanding_group_at(const Braces *braces, guint i)
{
    const Group *group = braces->group_at[i] >= 0 ? &braces->groups[braces->group_at[i]] : NULL;

    return group != NULL && group->type != GROUP_TEXT ? group : NULL;
}

static gboolean expand(Braces *braces, guint first, guint last, Fan *fan)
{
    *fan = (Fan){.strands = CORDON_ARENA_NEW(braces->reader->arena, Strand), .count = 1};
    for (guint i = first; i < last;) {
        const Group *group = expanding_group_at(braces, i);
        Strand run = {.pieces = &braces->pieces[i]};
        Fan next = {.strands = &run, .count = 1};
        if (group == NULL) {
            while (i < last && expanding_group_at(braces, i) == NULL) {
                run.count++;
                i++;
            }
        } else if (!(group->type == GROUP_LIST ? expand_list(braces, group, &next)
                                               : expand_sequence(braces, group, &next))) {
            return FALSE;
        } else {
            i = group->close + 1;
        }
        if (!cross(braces, fan, &next))
            return FALSE;
    }
    return TRUE;
}

/* Bash keeps no word that is empty and has no quotes in it. */
static gboolean is_nothing(const Strand *strand)
{
    for (guint i = 0; i < strand->count; i++)
        if (strand->pieces[i].part.type != CORDON_PART_LITERAL || !strand->pieces[i].is_bare ||
            *strand->pieces[i].part.text != '\0')
            return FALSE;
    return TRUE;
}

static gsize strand_bytes(const Strand *strand)
{
    gsize size = 0;

    for (guint i = 0; i < strand->count; i++)
        size += strand->pieces[i].part.type == CORDON_PART_LITERAL
                    ? strlen(strand->pieces[i].part.text)
                    : 4;
    return size;
}

static gboolean push_words(Braces *braces, const Fan *fan, guint offset)
{
    CordonReader *reader = braces->reader;

    for (guint i = 0; i < fan->count; i++) {
        CordonShellWord word = {.offset = offset};
        if (is_nothing(&fan->strands[i]))
            continue;
        reader->expanded_bytes += strand_bytes(&fan->strands[i]);
        if (reader->expanded_bytes > CORDON_SHELL_MAX_BYTES)
            return cordon_scan_fail(reader, "too many words", NULL);
        cordon_word_join(reader, fan->strands[i].pieces, fan->strands[i].count, &word);
        cordon_pile_append(reader->arena, &reader->words, &word, 1);
    }
    return TRUE;
}

/* {name}>file gives the variable a descriptor. */
static gboolean is_descriptor_name(Braces *braces)
{
    char c = cordon_scan_peek(braces->reader);

    return (c == '<' || c == '>') && braces->count == 3 && braces->group_count == 1 &&
           braces->groups[0].open == 0 && braces->groups[0].close == 2 &&
           is_bare_text(&braces->pieces[1]);
}

gboolean cordon_braces_expand(CordonReader *reader, CordonBuilder *builder)
{
    Braces braces;
    Fan fan;
    CordonShellWord word;

    if (!analyse(&braces, reader, builder))
        return FALSE;
    if (is_descriptor_name(&braces))
        return refuse(&braces, "variable as a descriptor");
    if (!braces.expands) {
        cordon_builder_end(reader, builder, &word);
        cordon_pile_append(reader->arena, &reader->words, &word, 1);
        return TRUE;
    }
    reader->has_bash_only = TRUE;
    if (!expand(&braces, 0, braces.count, &fan) ||
        !push_words(&braces, &fan, cordon_scan_offset(reader, builder->start)))
        return FALSE;
    reader->pieces.count = builder->mark;
    return TRUE;
}

gboolean cordon_braces_check(CordonReader *reader, CordonBuilder *builder)
{
    Braces braces;

    if (!analyse(&braces, reader, builder))
        return FALSE;
    return braces.expands ? refuse(&braces, "brace list where one word is expected") : TRUE;
}

/* SPDX-License-Identifier: MIT */
/* case WORD in PATTERN|PATTERN) LIST ;; esac */
#include "shell/reader.h"

/* In { ...; } bash takes a pattern that is a bare } for the end of the group. */
static gboolean is_brace(const CordonReader *reader)
{
    const CordonSource *source = &reader->source;

    return source->text[source->at] == '}' && cordon_char_ends_word(source->text[source->at + 1]);
}

static gboolean read_patterns(CordonReader *reader, CordonShellArm *arm)
{
    guint mark = reader->words.count;

    do {
        CordonShellWord word;

        cordon_scan_skip_blanks(reader);
        if (!cordon_word_is_next(reader))
            return cordon_read_unexpected(reader);
        if (is_brace(reader))
            return cordon_scan_fail(reader, "} as a pattern", "put it in quotes");
        if (!cordon_read_word(reader, CORDON_WORD_GLOBS, &word))
            return FALSE;
        cordon_pattern_note_match(reader, &word);
        cordon_pile_append(reader->arena, &reader->words, &word, 1);
        cordon_scan_skip_blanks(reader);
    } while (cordon_scan_accept(reader, '|'));
    arm->count = reader->words.count - mark;
    arm->patterns = cordon_pile_take(reader->arena, &reader->words, mark);
    return cordon_scan_accept(reader, ')') || cordon_read_unexpected(reader);
}

/* Behind the commands of an arm: ;; or, after the last arm, nothing. */
static gboolean read_arm_end(CordonReader *reader)
{
    gsize end;

    if (cordon_scan_peek(reader) == ';') {
        cordon_scan_advance(reader);
        if (cordon_scan_accept(reader, '&'))
            return cordon_scan_fail(reader, ";&", NULL);
        if (!cordon_scan_accept(reader, ';'))
            return cordon_read_unexpected(reader);
        if (cordon_scan_peek(reader) == '&')
            return cordon_scan_fail(reader, ";;&", NULL);
        reader->may_be_keyword = TRUE;
        return cordon_read_newlines(reader);
    }
    if (reader->may_be_keyword && cordon_keyword_peek(reader, &end) == CORDON_KEYWORD_ESAC)
        return TRUE;
    return cordon_scan_peek(reader) == '\0' ? cordon_scan_fail(reader, "case without esac", NULL)
                                            : cordon_read_unexpected(reader);
}

static gboolean read_arm(CordonReader *reader, CordonShellArm *arm)
{
    gsize end;

    if (cordon_scan_accept(reader, '(')) {
        cordon_scan_skip_blanks(reader);
        if (cordon_keyword_peek(reader, &end) == CORDON_KEYWORD_ESAC)
            return cordon_read_unexpected(reader);
    }
    return read_patterns(reader, arm) && cordon_read_list(reader, &arm->body) &&
           read_arm_end(reader);
}

static gboolean read_subject(CordonReader *reader, CordonShellNode *node)
{
    CordonShellWord *word = CORDON_ARENA_NEW(reader->arena, CordonShellWord);

    cordon_scan_skip_blanks(reader);
    if (!cordon_word_is_next(reader))
        return cordon_read_unexpected(reader);
    node->words = word;
    node->word_count = 1;
    return cordon_read_word(reader, 0, word) && cordon_word_unsplit(reader, word);
}

gboolean cordon_read_case(CordonReader *reader, CordonShellNode *node)
{
    guint mark = reader->arms.count;

    node->type = CORDON_NODE_CASE;
    if (!read_subject(reader, node))
        return FALSE;
    cordon_scan_skip_blanks(reader);
    if (cordon_scan_peek(reader) == '\n')
        return cordon_scan_fail(reader, "newline before in", NULL);
    if (!cordon_keyword_accept(reader, CORDON_KEYWORD_IN))
        return cordon_scan_fail(reader, "case without in", NULL);
    if (!cordon_read_newlines(reader))
        return FALSE;
    /* bash 5.2 reads a for after it in an odd way. */
    if (cordon_keyword_accept(reader, CORDON_KEYWORD_ESAC))
        return cordon_scan_fail(reader, "case without a branch", NULL);
    while (!cordon_keyword_accept(reader, CORDON_KEYWORD_ESAC)) {
        CordonShellArm arm = {0};
        if (!read_arm(reader, &arm))
            return FALSE;
        cordon_pile_append(reader->arena, &reader->arms, &arm, 1);
    }
    node->arm_count = reader->arms.count - mark;
    node->arms = cordon_pile_take(reader->arena, &reader->arms, mark);
    return TRUE;
}

/* SPDX-License-Identifier: MIT */
/* [...] in a pattern: either a bracket expression that every shell reads alike, or a plain character. */
#include "shell/reader.h"

#include <string.h>

static const char *const CLASSES[] = {
    "[:alnum:]", "[:alpha:]", "[:blank:]", "[:cntrl:]", "[:digit:]", "[:graph:]",
    "[:lower:]", "[:print:]", "[:punct:]", "[:space:]", "[:upper:]", "[:xdigit:]",
};

static gsize class_size(const char *text)
{
    for (gsize i = 0; i < G_N_ELEMENTS(CLASSES); i++)
        if (g_str_has_prefix(text, CLASSES[i]))
            return strlen(CLASSES[i]);
    return 0;
}

static gboolean is_member(char c)
{
    return g_ascii_isalnum(c) || (c != '\0' && strchr("_-.:@%+=!*?#,^", c) != NULL);
}

/* []...] and [!]...]: the first ] is a member, and bash and dash do not agree on all that may follow. */
static gboolean has_second_bracket(const char *text)
{
    while (*text != ']' && (text[0] == '\\' || !cordon_char_ends_word(*text)))
        text += text[0] == '\\' && text[1] != '\0' ? 2 : 1; /* a continued line is one word */
    return *text == ']';
}

/* text: behind [.  The size up to and with the closing bracket; 0: there is none, so [ is a character; -1: shells
 * differ on it. */
static gssize bracket_size(const char *text)
{
    gsize start = *text == '!' ? 1 : 0;
    gsize i = start;

    if (*text == '^')
        return -1;
    if (text[start] == ']')
        return has_second_bracket(text + start + 1) ? -1 : 0;
    for (;; i++) {
        gsize size = text[i] == '[' ? class_size(text + i) : 0;
        if (text[i] == ']')
            return (gssize)i + 1;
        if (size > 0)
            i += size - 1;
        else if (cordon_char_ends_word(text[i]))
            return 0;
        else if (!is_member(text[i]))
            return -1;
    }
}

gboolean cordon_read_bracket(CordonReader *reader, CordonBuilder *builder)
{
    CordonSource *source = &reader->source;
    const char *text = source->text + source->at;
    gssize size = bracket_size(text + 1);

    if (size < 0 || (size > 0 && builder->has_braces))
        return cordon_scan_fail(reader, "bracket pattern", NULL);
    if (size == 0) {
        cordon_builder_add(reader, builder, "[", 1, TRUE);
        cordon_scan_advance(reader);
        return TRUE;
    }
    const char *pattern = cordon_arena_strndup(reader->arena, text, (gsize)size + 1);
    CordonPiece *piece = cordon_builder_piece(reader, builder);
    piece->part.type = CORDON_PART_PATTERN;
    piece->part.text = pattern;
    source->at += (gsize)size + 1;
    return TRUE;
}

/* Does one unit of a pattern match a dot?  Ranges and classes count as if they did. */
static gboolean may_match_dot(const char *unit, gsize size)
{
    gboolean has_dot = memchr(unit, '.', size) != NULL;

    if (*unit != '[')
        return TRUE;
    if (unit[1] == '!')
        return !has_dot;
    return has_dot || memchr(unit + 2, '-', size - 2) != NULL ||
           memchr(unit + 1, '[', size - 1) != NULL;
}

static gsize unit_size(const char *pattern)
{
    return *pattern == '[' ? (gsize)bracket_size(pattern + 1) + 1 : 1;
}

/* One component of a path, as far as it was read. */
typedef struct {
    guint dots;   /* that it starts with */
    guint others; /* units that match exactly one character */
    gboolean has_pattern, has_text;
    gboolean may_be_dot;    /* the one other unit matches a dot */
    gboolean has_value;     /* an expansion, whose value is not known */
    gboolean follows_value; /* of any component before: it would match if the value were a dot */
} Component;

static void add_pattern(Component *component, const char *pattern)
{
    component->has_pattern = TRUE;
    while (*pattern != '\0') {
        gsize size = unit_size(pattern);
        if (*pattern != '*') {
            component->others++;
            component->may_be_dot = may_match_dot(pattern, size);
        }
        pattern += size;
    }
}

static void add_character(Component *component, char c)
{
    if (c == '.' && !component->has_pattern && !component->has_text)
        component->dots++;
    else if (c == '.') {
        component->others++;
        component->may_be_dot = TRUE;
    } else {
        component->has_text = TRUE;
    }
}

/* Would it match "." or ".."?  Bash leaves those out, other shells do not. */
static gboolean matches_dots(const Component *component)
{
    if (!component->has_pattern || component->has_text || component->dots == 0 ||
        component->dots > 2)
        return FALSE;
    return component->others == 0 ||
           (component->dots == 1 && component->others == 1 && component->may_be_dot);
}

/* Would it match them if the value before it were a dot or two? */
static gboolean depends_on_value(const Component *component)
{
    return component->follows_value ||
           (component->has_value && component->has_pattern && !component->has_text);
}

static gboolean add_literal(Component *component, const char *text)
{
    for (; *text != '\0'; text++) {
        if (*text != '/') {
            add_character(component, *text);
            continue;
        }
        if (matches_dots(component))
            return TRUE;
        *component = (Component){.follows_value = depends_on_value(component)};
    }
    return FALSE;
}

/* Its value is split, and may be a pattern. */
static gboolean is_bare(const CordonShellPart *part)
{
    return part->type == CORDON_PART_VARIABLE && !part->is_quoted;
}

/* with_operands: the word of ${x:-word} stands in the place of the variable, else nothing does.  with_patterns: the value of
 * a variable is a pattern. */
static gboolean add_word(Component *component, const CordonShellWord *word, gboolean with_operands,
                         gboolean with_patterns)
{
    for (guint i = 0; i < word->count; i++) {
        const CordonShellPart *part = &word->parts[i];
        if (part->type == CORDON_PART_PATTERN)
            add_pattern(component, part->text);
        else if (part->type == CORDON_PART_LITERAL && add_literal(component, part->text))
            return TRUE;
        if (with_patterns && is_bare(part))
            component->has_pattern |= component->has_value || component->dots > 0;
        component->has_value |= part->type == CORDON_PART_VARIABLE;
        /* What ${x#y} leaves may be a pattern. */
        if (is_bare(part) && part->operation >= CORDON_VARIABLE_CUT_PREFIX)
            component->has_pattern = TRUE;
        if (with_operands && part->operation >= CORDON_VARIABLE_DEFAULT &&
            part->operation <= CORDON_VARIABLE_ALTERNATE &&
            add_word(component, part->inner, TRUE, with_patterns))
            return TRUE;
    }
    return FALSE;
}

gboolean cordon_pattern_matches_dots(CordonReader *reader, const CordonShellWord *word)
{
    for (guint i = 0; i < 2; i++) {
        Component component = {0};
        if (add_word(&component, word, i > 0, FALSE) || matches_dots(&component))
            return TRUE;
        reader->has_pattern_behind_value |= depends_on_value(&component);
    }
    Component component = {0};
    reader->has_value_behind_dots |= add_word(&component, word, TRUE, TRUE) ||
                                     matches_dots(&component) || depends_on_value(&component);
    return FALSE;
}

/* The word, or the end of the path that it is. */
static gboolean ends_in_dots(const CordonShellWord *word)
{
    const CordonShellPart *last = word->count > 0 ? &word->parts[word->count - 1] : NULL;

    if (last == NULL || last->type != CORDON_PART_LITERAL)
        return FALSE;
    const char *slash = strrchr(last->text, '/');
    const char *name = slash != NULL ? slash + 1 : last->text;
    return g_str_equal(name, ".") || g_str_equal(name, "..");
}

/* Text that would be a pattern if it were not quoted: ".*", "a/..?". */
static gboolean holds_pattern_of_dots(const char *text)
{
    while (text != NULL) {
        gsize dots = strspn(text, ".");
        if (dots > 0 && text[dots] != '\0' && strchr("*?[", text[dots]) != NULL)
            return TRUE;
        text = strchr(text, '/');
        text = text != NULL ? text + 1 : NULL;
    }
    return FALSE;
}

/* One of 64: names that share one are taken for each other, which only refuses more. */
static guint64 name_bit(const char *name)
{
    return (guint64)1 << (g_str_hash(name) % 64);
}

void cordon_pattern_note_value(CordonReader *reader, const char *name, const CordonShellWord *word,
                               gboolean is_appended)
{
    reader->has_value_of_dots |= ends_in_dots(word);
    if (is_appended)
        reader->derived_names |= name_bit(name);
    for (guint i = 0; i < word->count; i++) {
        const CordonShellPart *part = &word->parts[i];
        if (part->type != CORDON_PART_LITERAL) {
            reader->derived_names |= name_bit(name);
            continue;
        }
        reader->has_wide_value |= !g_str_is_ascii(part->text);
        if (strpbrk(part->text, "*?[") != NULL) {
            reader->has_value_with_pattern = TRUE;
            reader->glob_names |= name_bit(name);
        }
        /* What stands before it may end in a dot. */
        if (holds_pattern_of_dots(part->text) ||
            ((i > 0 || is_appended) && strpbrk(part->text, "*?[") == part->text))
            reader->pattern_names |= name_bit(name);
    }
}

/* Those in the word of ${x:-$y}, too. */
static guint64 bare_names(const CordonShellWord *word)
{
    guint64 names = 0;

    for (guint i = 0; word != NULL && i < word->count; i++)
        if (is_bare(&word->parts[i]))
            names |= name_bit(word->parts[i].text) | bare_names(word->parts[i].inner);
    return names;
}

void cordon_pattern_note_bare(CordonReader *reader, const CordonShellWord *word)
{
    reader->bare_names |= bare_names(word);
}

void cordon_pattern_note_target(CordonReader *reader, const CordonShellWord *word)
{
    reader->target_names |= bare_names(word);
}

void cordon_pattern_note_unknown(CordonReader *reader, const char *name)
{
    reader->glob_names |= name_bit(name);
}

gboolean cordon_pattern_is_in_target(const CordonReader *reader)
{
    guint64 names = reader->glob_names != 0 ? reader->glob_names | reader->derived_names : 0;

    return (names & reader->target_names) != 0;
}

gboolean cordon_pattern_is_in_value(const CordonReader *reader)
{
    guint64 names = reader->pattern_names != 0 ? reader->pattern_names | reader->derived_names : 0;

    return (names & reader->bare_names) != 0 ||
           (reader->has_value_with_pattern && reader->has_value_behind_dots);
}

void cordon_pattern_note_match(CordonReader *reader, const CordonShellWord *pattern)
{
    for (guint i = 0; i < pattern->count; i++)
        reader->counts_characters |= pattern->parts[i].type == CORDON_PART_PATTERN &&
                                     strpbrk(pattern->parts[i].text, "?[") != NULL;
}

/* SPDX-License-Identifier: MIT */
/* What a person sees of a character. */
#include <cordon/terminal.h>

typedef struct {
    gunichar first, last;
} Range;

/* Letters and marks that leave no trace of their own, whatever Unicode files them under. */
static const Range hidden[] = {
    {0x034f, 0x034f},   /* combining grapheme joiner */
    {0x115f, 0x1160},   /* Hangul fillers */
    {0x17b4, 0x17b5},   /* Khmer inherent vowels */
    {0x180b, 0x180f},   /* Mongolian selectors */
    {0x2800, 0x2800},   /* the empty Braille pattern */
    {0x3164, 0x3164},   /* Hangul filler */
    {0xfe00, 0xfe0f},   /* variation selectors */
    {0xffa0, 0xffa0},   /* halfwidth Hangul filler */
    {0xfff0, 0xfffb},   /* specials */
    {0xe0000, 0xe0fff}, /* tags, and more selectors */
};

static gboolean is_hidden(gunichar character)
{
    for (gsize i = 0; i < G_N_ELEMENTS(hidden); i++)
        if (character >= hidden[i].first && character <= hidden[i].last)
            return TRUE;
    return FALSE;
}

gboolean cordon_character_is_visible(guint32 character)
{
    GUnicodeType type = g_unichar_type(character);

    if (type == G_UNICODE_SPACE_SEPARATOR)
        return character == ' ';
    return type != G_UNICODE_CONTROL && type != G_UNICODE_FORMAT && type != G_UNICODE_UNASSIGNED &&
           type != G_UNICODE_PRIVATE_USE && type != G_UNICODE_SURROGATE &&
           type != G_UNICODE_LINE_SEPARATOR && type != G_UNICODE_PARAGRAPH_SEPARATOR &&
           !is_hidden(character);
}

/* SPDX-License-Identifier: MIT */
/* Texts of bounded length. */
#include "kit.h"

#include <stdio.h>
#include <string.h>

void kit_text_init(struct kit_text *text, char *data, size_t size)
{
    *text = (struct kit_text){.data = data, .size = size};
    data[0] = '\0';
}

void kit_text_add(struct kit_text *text, const char *more)
{
    size_t room = text->size - text->length - 1;
    size_t length = strlen(more);
    if (length > room) {
        length = room;
        text->cut = true;
    }
    memcpy(text->data + text->length, more, length);
    text->length += length;
    text->data[text->length] = '\0';
}

void kit_text_addf(struct kit_text *text, const char *format, ...)
{
    size_t room = text->size - text->length;
    va_list args;
    va_start(args, format);
    int length = vsnprintf(text->data + text->length, room, format, args);
    va_end(args);
    if (length < 0) {
        text->data[text->length] = '\0';
        text->cut = true;
    } else if ((size_t)length >= room) {
        text->length = text->size - 1;
        text->cut = true;
    } else {
        text->length += (size_t)length;
    }
}

bool kit_text_copy(char *ret_text, size_t size, const char *text)
{
    struct kit_text copy;
    kit_text_init(&copy, ret_text, size);
    kit_text_add(&copy, text);
    return !copy.cut;
}

/* SPDX-License-Identifier: MIT */
/* Which of the options that came late does this bubblewrap know? */
#include "bwrap.h"

#include <kit.h>
#include <string.h>

static const struct {
    uint32_t bit;
    const char *name;
} options[] = {
    {BWRAP_HAS_DISABLE_USERNS, "disable-userns"},
    {BWRAP_HAS_BIND_FD, "bind-fd"},
    {BWRAP_HAS_PERMS, "perms"},
    {BWRAP_HAS_SIZE, "size"},
};

#define OPTION_COUNT (sizeof(options) / sizeof(options[0]))

static uint32_t option_bit(const char *name, size_t length)
{
    for (size_t i = 0; i < OPTION_COUNT; i++)
        if (strlen(options[i].name) == length && memcmp(options[i].name, name, length) == 0)
            return options[i].bit;
    return 0;
}

uint32_t bwrap_options_parse(const char *text)
{
    uint32_t found = 0;
    while (*text != '\0') {
        size_t length = strcspn(text, ",");
        found |= option_bit(text, length);
        text += length;
        if (*text == ',')
            text++;
    }
    return found;
}

/* Each option is the first word of a line: "    --perms OCTAL   Set permissions of ...".  A name
 * in the middle of a line is only talked about. */
uint32_t bwrap_options_from_help(const char *help)
{
    uint32_t found = 0;
    while (*help != '\0') {
        const char *word = help + strspn(help, " \t");
        if (word[0] == '-' && word[1] == '-')
            found |= option_bit(word + 2, strcspn(word + 2, " \t\n"));
        help = word + strcspn(word, "\n");
        if (*help == '\n')
            help++;
    }
    return found;
}

void bwrap_options_format(uint32_t set, char *text, size_t size)
{
    struct kit_text out;
    kit_text_init(&out, text, size);
    for (size_t i = 0; i < OPTION_COUNT; i++)
        if ((set & options[i].bit) != 0)
            kit_text_addf(&out, "%s%s", out.length > 0 ? "," : "", options[i].name);
}

/* SPDX-License-Identifier: MIT */
/* plugins/bwrap/options.c: which options does this bubblewrap know? */
#include <bwrap.h>
#include <criterion/criterion.h>

Test(bwrap_options, come_from_the_first_word_of_a_line_of_help)
{
    const char *help = "usage: bwrap [OPTIONS...] [--] COMMAND [ARGS...]\n\n"
                       "    --help                       Print this help\n"
                       "    --ro-bind-fd FD DEST         Bind read-only, as --disable-userns\n"
                       "    --bind-fd FD DEST            Bind open directory\n"
                       "    --perms OCTAL                Set permissions of next argument";
    cr_assert_eq(bwrap_options_from_help(help), BWRAP_HAS_BIND_FD | BWRAP_HAS_PERMS);
    cr_assert_eq(bwrap_options_from_help("    --size-limit X\n    --disable-userns\n"),
                 BWRAP_HAS_DISABLE_USERNS);
    cr_assert_eq(bwrap_options_from_help(""), 0);
}

Test(bwrap_options, survive_being_written_and_read)
{
    for (uint32_t set = 0; set < 16; set++) {
        char text[64];
        bwrap_options_format(set, text, sizeof(text));
        cr_assert_eq(bwrap_options_parse(text), set, "%s", text);
    }
    char text[64];
    bwrap_options_format(BWRAP_HAS_BIND_FD | BWRAP_HAS_PERMS, text, sizeof(text));
    cr_assert_str_eq(text, "bind-fd,perms");
    cr_assert_eq(bwrap_options_parse("later-option,,size"), BWRAP_HAS_SIZE);
}

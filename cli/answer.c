/* SPDX-License-Identifier: MIT */
/* What a person types. */
#define _GNU_SOURCE /* isatty() */
#include "answer.h"

#include <errno.h>
#include <unistd.h>

gboolean cli_answer_is_possible(void)
{
    return isatty(STDIN_FILENO) == 1 && isatty(STDERR_FILENO) == 1;
}

gboolean cli_answer_read(char *answer)
{
    gsize size = 0;

    for (;;) {
        char c;
        ssize_t got = read(STDIN_FILENO, &c, 1);
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            return FALSE;
        if (c == '\n')
            break;
        if (size < CLI_ANSWER_MAX_BYTES)
            answer[size++] = g_ascii_tolower(c);
    }
    answer[size] = '\0';
    g_strstrip(answer);
    return TRUE;
}

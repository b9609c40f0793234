/* SPDX-License-Identifier: MIT */
/* What Cordon itself prints for people. */
#define _GNU_SOURCE /* fileno() */
#include "output.h"

#include <cordon/terminal.h>
#include <errno.h>
#include <signal.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "commands.h"

static const char *const styles[] = {
    [CLI_STYLE_PLAIN] = "",         [CLI_STYLE_GOOD] = "\033[32m",  [CLI_STYLE_WARN] = "\033[33m",
    [CLI_STYLE_BAD] = "\033[1;31m", [CLI_STYLE_STRONG] = "\033[1m", [CLI_STYLE_DIM] = "\033[2m",
};

gboolean cli_is_smart_terminal(int fd)
{
    const char *term = getenv("TERM");

    return isatty(fd) == 1 && term != NULL && term[0] != '\0' && strcmp(term, "dumb") != 0;
}

gboolean cli_has_colour(int fd)
{
    const char *no_colour = getenv("NO_COLOR");

    return (no_colour == NULL || no_colour[0] == '\0') && cli_is_smart_terminal(fd);
}

const char *cli_style_begin(FILE *stream, CliStyle style)
{
    return cli_has_colour(fileno(stream)) ? styles[style] : "";
}

const char *cli_style_end(FILE *stream, CliStyle style)
{
    return style != CLI_STYLE_PLAIN && cli_has_colour(fileno(stream)) ? "\033[m" : "";
}

static void escape_character(GString *to, gunichar character)
{
    if (character == '\n')
        g_string_append(to, "\\n");
    else if (character == '\t')
        g_string_append(to, "\\t");
    else if (character == '\r')
        g_string_append(to, "\\r");
    else if (character < 0x20 || character == 0x7f)
        g_string_append_printf(to, "\\x%02x", character);
    else if (!cordon_character_is_visible(character))
        g_string_append_printf(to, character > 0xffff ? "\\U%08x" : "\\u%04x", character);
    else
        g_string_append_unichar(to, character);
}

char *cli_escape(const char *text)
{
    GString *escaped = g_string_new(NULL);

    while (*text != '\0') {
        gunichar character = g_utf8_get_char_validated(text, -1);
        if (character == (gunichar)-1 || character == (gunichar)-2) {
            g_string_append_printf(escaped, "\\x%02x", (guchar)*text);
            text++;
            continue;
        }
        escape_character(escaped, character);
        text += g_utf8_skip[(guchar)*text];
    }
    return g_string_free(escaped, FALSE);
}

char *cli_quote_argv(const char *const *argv)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                                "%+,-./:=@_";
    g_autoptr(GString) line = g_string_new(NULL);

    for (gsize i = 0; argv[i] != NULL; i++) {
        if (i > 0)
            g_string_append_c(line, ' ');
        if (argv[i][0] != '\0' && argv[i][strspn(argv[i], plain)] == '\0') {
            g_string_append(line, argv[i]);
            continue;
        }
        g_autofree char *quoted = g_shell_quote(argv[i]);
        g_string_append(line, quoted);
    }
    return cli_escape(line->str);
}

guint cli_width(const char *text)
{
    guint width = 0;

    for (; *text != '\0'; text += g_utf8_skip[(guchar)*text]) {
        gunichar character = g_utf8_get_char(text);
        if (!g_unichar_iszerowidth(character))
            width += g_unichar_iswide(character) ? 2 : 1;
    }
    return width;
}

typedef struct {
    CliStyle style;
    char *text;
} Cell;

struct CliTable {
    guint columns;
    GArray *cells;
};

static void cell_clear(gpointer cell)
{
    g_free(((Cell *)cell)->text);
}

CliTable *cli_table_new(guint columns)
{
    CliTable *table = g_new0(CliTable, 1);

    table->columns = columns;
    table->cells = g_array_new(FALSE, FALSE, sizeof(Cell));
    g_array_set_clear_func(table->cells, cell_clear);
    return table;
}

void cli_table_free(CliTable *table)
{
    g_array_unref(table->cells);
    g_free(table);
}

void cli_table_add(CliTable *table, CliStyle style, const char *text)
{
    Cell cell = {.style = style, .text = cli_escape(text != NULL ? text : "")};

    g_array_append_val(table->cells, cell);
}

static void print_row(const CliTable *table, guint first, const guint *widths, FILE *stream)
{
    guint gap = 0; /* printed before the next cell that is not empty */

    for (guint column = 0; column < table->columns; column++) {
        const Cell *cell = &g_array_index(table->cells, Cell, first + column);
        guint width = cli_width(cell->text);
        if (width > 0) {
            fprintf(stream, "%*s%s%s%s", (int)gap, "", cli_style_begin(stream, cell->style),
                    cell->text, cli_style_end(stream, cell->style));
            gap = 0;
        }
        gap += widths[column] - width + 2;
    }
    fputc('\n', stream);
}

void cli_table_print(const CliTable *table, FILE *stream)
{
    g_autofree guint *widths = g_new0(guint, table->columns);

    for (guint i = 0; i < table->cells->len; i++) {
        guint width = cli_width(g_array_index(table->cells, Cell, i).text);
        widths[i % table->columns] = MAX(widths[i % table->columns], width);
    }
    for (guint first = 0; first + table->columns <= table->cells->len; first += table->columns)
        print_row(table, first, widths, stream);
}

void cli_print_text(const char *text)
{
    if (isatty(STDOUT_FILENO) != 1) {
        fputs(text, stdout);
        return;
    }
    g_autoptr(CordonTerminalFilter) filter = cordon_terminal_filter_new();
    g_autoptr(GString) shown = g_string_new(NULL);
    cordon_terminal_filter_feed(filter, text, strlen(text), shown);
    cordon_terminal_filter_finish(filter, shown);
    fputs(shown->str, stdout);
}

void cli_say(const char *format, ...)
{
    g_autofree char *message = NULL;
    g_autofree char *escaped = NULL;
    va_list values;

    va_start(values, format);
    message = g_strdup_vprintf(format, values);
    va_end(values);
    escaped = cli_escape(message);
    fprintf(stderr, "cordon: %s\n", escaped);
    fflush(stderr);
}

int cli_finish(int status)
{
    if (fflush(stdout) == 0 && !ferror(stdout))
        return status;
    if (errno == EPIPE)
        return CLI_STATUS_SIGNAL + SIGPIPE;
    cli_say("standard output could not be written: %s", g_strerror(errno));
    return CLI_STATUS_CORDON;
}

/* SPDX-License-Identifier: MIT */
/* Reads lines, each ended by a NUL, and says in one line of JSON what the reader and the printer make of each:
 *
 *     {"refused": construct, "line": N, "column": N}
 *     {"bash": is bash needed, "script": canonical, "round": is it read back equal, "tree": described, "argv": [..]?}
 *     {"bash": .., "unsaid": what POSIX cannot say, "tree": ..}
 *
 * $HOME is the home folder that the printer puts in.  With --time N each line is read N times and a figure goes to
 * the standard error. */
#define _POSIX_C_SOURCE 200809L /* getdelim() */
#include "shell/print.h"
#include "shell/read.h"

#include <stdio.h>
#include <string.h>

static void add_string(GString *out, const char *text)
{
    g_string_append_c(out, '"');
    for (; *text != '\0'; text++) {
        if ((guchar)*text < 0x20 || *text == '"' || *text == '\\')
            g_string_append_printf(out, "\\u%04x", (guint)(guchar)*text);
        else
            g_string_append_c(out, *text);
    }
    g_string_append_c(out, '"');
}

static void add_member(GString *out, const char *name, const char *text)
{
    g_string_append_printf(out, "%s\"%s\": ", out->len > 1 ? ", " : "", name);
    add_string(out, text);
}

static void add_argv(GString *out, const CordonShellTree *tree)
{
    g_auto(GStrv) argv = cordon_shell_tree_argv(tree);

    if (argv == NULL)
        return;
    g_string_append(out, ", \"argv\": [");
    for (guint i = 0; argv[i] != NULL; i++) {
        if (i > 0)
            g_string_append(out, ", ");
        add_string(out, argv[i]);
    }
    g_string_append_c(out, ']');
}

static void add_script(CordonArena *arena, GString *out, const CordonShellTree *lowered)
{
    g_autofree char *script = cordon_shell_print(lowered);
    CordonShellError error;
    const CordonShellTree *again = cordon_shell_read(arena, script, strlen(script), &error);

    add_member(out, "script", script);
    g_string_append_printf(out, ", \"round\": %s",
                           again != NULL && !again->has_bash_only &&
                                   cordon_shell_tree_equal(again, lowered)
                               ? "true"
                               : "false");
    if (again == NULL)
        add_member(out, "again", error.construct);
}

static void add_tree(CordonArena *arena, GString *out, const CordonShellTree *tree)
{
    const CordonPrintFacts facts = {.home = g_getenv("HOME")};
    const char *construct = NULL;
    const CordonShellTree *lowered = cordon_shell_lower(arena, tree, &facts, &construct);
    g_autofree char *description = cordon_shell_tree_describe(tree);

    if (lowered != NULL) {
        add_script(arena, out, lowered);
        add_argv(out, lowered);
    } else {
        add_member(out, "unsaid", construct);
    }
    add_member(out, "tree", description);
    g_string_append_printf(out, ", \"bash\": %s", tree->has_bash_only ? "true" : "false");
}

static void judge(CordonArena *arena, const char *line, gsize size)
{
    g_autoptr(GString) out = g_string_new("{");
    CordonShellError error;
    const CordonShellTree *tree = cordon_shell_read(arena, line, size, &error);

    if (tree != NULL) {
        add_tree(arena, out, tree);
    } else {
        add_member(out, "refused", error.construct);
        g_string_append_printf(out, ", \"line\": %u, \"column\": %u", error.line, error.column);
    }
    g_string_append(out, "}\n");
    fputs(out->str, stdout);
}

static void measure(CordonArena *arena, const char *line, gsize size, guint count)
{
    CordonShellError error;

    for (guint i = 0; i < count; i++) {
        cordon_arena_reset(arena);
        cordon_shell_read(arena, line, size, &error);
    }
}

int main(int argc, char **argv)
{
    g_autoptr(CordonArena) arena = cordon_arena_new();
    guint count = argc == 3 && strcmp(argv[1], "--time") == 0 ? (guint)atoi(argv[2]) : 0;
    gint64 start = g_get_monotonic_time();
    g_autofree char *line = NULL;
    size_t capacity = 0;
    guint lines = 0;
    ssize_t size;

    while ((size = getdelim(&line, &capacity, '\0', stdin)) > 0) {
        if (line[size - 1] == '\0')
            size--;
        lines++;
        if (count > 0) {
            measure(arena, line, (gsize)size, count);
        } else {
            judge(arena, line, (gsize)size);
            fflush(stdout);
        }
        cordon_arena_reset(arena);
    }
    if (count > 0 && lines > 0)
        fprintf(stderr, "%.0f ns a line\n",
                (double)(g_get_monotonic_time() - start) * 1000 / count / lines);
    return 0;
}

/* SPDX-License-Identifier: MIT */
/* Commands that only a shell can do, those of bash included. */
#include "shell/builtins.h"

#include <string.h>

static const char *const NAMES[] = {
    ".",      ":",         "alias",    "bg",      "bind",    "break",    "builtin", "caller",
    "case",   "cd",        "chdir",    "command", "compgen", "complete", "compopt", "continue",
    "coproc", "declare",   "dirs",     "disown",  "do",      "done",     "elif",    "else",
    "enable", "esac",      "eval",     "exec",    "exit",    "export",   "fc",      "fg",
    "fi",     "for",       "function", "getopts", "hash",    "help",     "history", "if",
    "in",     "jobs",      "let",      "local",   "logout",  "mapfile",  "popd",    "pushd",
    "read",   "readarray", "readonly", "return",  "select",  "set",      "shift",   "shopt",
    "source", "suspend",   "then",     "times",   "trap",    "type",     "typeset", "ulimit",
    "umask",  "unalias",   "unset",    "until",   "wait",    "while",    "{",       "}",
    "!",      "[[",        "]]",
};

gboolean cordon_builtin_is_shell_only(const char *name)
{
    for (gsize i = 0; i < G_N_ELEMENTS(NAMES); i++)
        if (strcmp(NAMES[i], name) == 0)
            return TRUE;
    return FALSE;
}

gboolean cordon_builtin_is_special(const char *name)
{
    static const char *const names[] = {
        ".",        ":",      "break", "continue", "eval",  "exec", "exit",  "export",
        "readonly", "return", "set",   "shift",    "times", "trap", "unset",
    };

    for (gsize i = 0; i < G_N_ELEMENTS(names); i++)
        if (strcmp(names[i], name) == 0)
            return TRUE;
    return FALSE;
}

gboolean cordon_builtin_is_double_equals(const CordonShellNode *node, guint i)
{
    static const char *const before[] = {"!", "(", "-a", "-o", "[", "test", NULL};
    const char *name = cordon_shell_word_literal(&node->words[0]);
    gboolean is_bracket = g_strcmp0(name, "[") == 0;

    /* Something has to stand behind it, before the closing bracket. */
    if ((!is_bracket && g_strcmp0(name, "test") != 0) || i < 2 ||
        i + 1 + (is_bracket ? 1 : 0) >= node->word_count ||
        g_strcmp0(cordon_shell_word_literal(&node->words[i]), "==") != 0)
        return FALSE;
    name = cordon_shell_word_literal(&node->words[i - 2]);
    return name != NULL && g_strv_contains(before, name);
}

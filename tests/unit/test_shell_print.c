/* SPDX-License-Identifier: MIT */
/* Trees lowered to POSIX and printed. */
#include "shell/print.h"
#include "shell/read.h"

#include <criterion/criterion.h>
#include <string.h>

static const CordonPrintFacts FACTS = {.home = "/home/u"};

static const CordonShellTree *read_line(CordonArena *arena, const char *line)
{
    CordonShellError error;
    const CordonShellTree *tree = cordon_shell_read(arena, line, strlen(line), &error);

    if (tree == NULL)
        cr_expect_fail("%s: %s", line, error.construct);
    return tree;
}

static const CordonShellTree *lower_line(CordonArena *arena, const char *line,
                                         const char **ret_construct)
{
    return cordon_shell_lower(arena, read_line(arena, line), &FACTS, ret_construct);
}

typedef struct {
    const char *line, *script;
} Row;

/* Each script is read again, too: it must say what it was printed from. */
static void check_scripts(const Row *rows, gsize count)
{
    g_autoptr(CordonArena) arena = cordon_arena_new();

    for (gsize i = 0; i < count; i++) {
        const char *construct = NULL;
        const CordonShellTree *lowered = lower_line(arena, rows[i].line, &construct);
        if (lowered == NULL) {
            cr_expect_fail("%s: %s", rows[i].line, construct);
            continue;
        }
        g_autofree char *script = cordon_shell_print(lowered);
        cr_expect_str_eq(script, rows[i].script, "%s: %s", rows[i].line, script);
        const CordonShellTree *again = read_line(arena, script);
        cr_expect(again != NULL && cordon_shell_tree_equal(again, lowered), "%s", script);
        cr_expect(again == NULL || !again->has_bash_only, "%s", script);
    }
}

Test(shell_print, quotes_every_text)
{
    static const Row rows[] = {
        {"ls -la", "'ls' '-la'\n"},
        {"echo it\\'s \"\"", "'echo' 'it'\\''s' ''\n"},
        {"echo a$x\"b$y\"*", "'echo' 'a'${x}'b'\"${y}\"*\n"},
        {"A=b C= d e=f", "A='b' C= 'd' 'e=f'\n"},
        {"echo \\{ if \\~", "'echo' '{' 'if' '~'\n"},
        {"echo ${x:-'a b'} \"${x%%.*}\"", "'echo' ${x:-'a b'} \"${x%%.*}\"\n"},
        {"echo $((1+x+$y))", "'echo' $((1+x+${y}))\n"},
    };

    check_scripts(rows, G_N_ELEMENTS(rows));
}

Test(shell_print, puts_each_command_on_a_line)
{
    static const Row rows[] = {
        {"a;b & c", "'a'\n'b' &\n'c'\n"},
        {"a && ! b | c || d", "'a' && ! 'b' | 'c' || 'd'\n"},
        {"(a;b) >f", "(\n'a'\n'b'\n) 1>'f'\n"},
        {"{ a; }", "{\n'a'\n}\n"},
        {"if a; then b; elif c; then d; else e; fi",
         "if\n'a'\nthen\n'b'\nelif\n'c'\nthen\n'd'\nelse\n'e'\nfi\n"},
        {"while a; do b & done", "while\n'a'\ndo\n'b' &\ndone\n"},
        {"for x in a b; do c; done", "for x in 'a' 'b'; do\n'c'\ndone\n"},
        {"for x do c; done", "for x; do\n'c'\ndone\n"},
        {"case $x in a|b*) c;; '') ;; esac",
         "case \"${x}\" in\n('a'|'b'*) 'c'\n;;\n('') \n;;\nesac\n"},
        {"echo $(a; b &) `( c )`", "'echo' $('a'; 'b' &) $( ( 'c' ))\n"},
    };

    check_scripts(rows, G_N_ELEMENTS(rows));
}

Test(shell_print, writes_here_documents)
{
    static const Row rows[] = {
        {"a <<E\nb\nE", "'a' 0<<'CORDON_EOF'\nb\nCORDON_EOF\n"},
        {"a <<E\n$b \\$c\\\\\nE", "'a' 0<<CORDON_EOF\n${b} \\$c\\\\\nCORDON_EOF\n"},
        {"a <<E\nCORDON_EOF\nCORDON_EOF_1\nE",
         "'a' 0<<'CORDON_EOF_2'\nCORDON_EOF\nCORDON_EOF_1\nCORDON_EOF_2\n"},
        {"a <<E | b && c\n1\nE\nd", "'a' 0<<'CORDON_EOF' | 'b' && 'c'\n1\nCORDON_EOF\n'd'\n"},
        {"a \"$(b <<'E'\n$c\nE\n)\"", "'a' \"$('b' 0<<'CORDON_EOF'\n$c\nCORDON_EOF\n)\"\n"},
        {"a <<<$x", "'a' 0<<CORDON_EOF\n${x}\nCORDON_EOF\n"},
        {"if a <<E; then b; fi\n1\nE", "if\n'a' 0<<'CORDON_EOF'\n1\nCORDON_EOF\nthen\n'b'\nfi\n"},
        {"a <<<${b#\"\"*''}", "'a' 0<<CORDON_EOF\n${b#*}\nCORDON_EOF\n"},
        {"a <<E\nC\xc3\xa9lia\nA\xc3\xa9\nE",
         "'a' 0<<'BORDON_EOF'\nC\xc3\xa9lia\nA\xc3\xa9\nBORDON_EOF\n"},
        {"[ a $b == c ]", "'[' 'a' ${b} '==' 'c' ']'\n"},
        {"a <<E\nE", "'a' 0<<'CORDON_EOF'\nCORDON_EOF\n"},
    };

    check_scripts(rows, G_N_ELEMENTS(rows));
}

Test(shell_print, says_in_posix_what_bash_spells_its_own_way)
{
    static const Row rows[] = {
        {"cat ~ ~/a $HOME \"$HOME/b\"", "'cat' '/home/u' '/home/u/a' '/home/u' '/home/u/b'\n"},
        {"HOME=/x; echo ~ $HOME", "HOME='/x'\n'echo' \"${HOME}\" ${HOME}\n"},
        {"a &>f", "'a' 1>'f' 2>&1\n"},
        {"a |& b", "'a' 2>&1 | 'b'\n"},
        {"a+=b", "a=\"${a}\"'b'\n"},
        {"[[ -f a ]]", "'[' '-f' 'a' ']'\n"},
        {"[[ -d == ]]", "'[' '-d' '==' ']'\n"},
        {"[ -f == ]", "'[' '-f' '==' ']'\n"},
        {"[ a == b ] && test a == b", "'[' 'a' '=' 'b' ']' && 'test' 'a' '=' 'b'\n"},
        {"[[ $x == y && z ]]", "{\n'[' \"${x}\" '=' 'y' ']' && '[' '-n' 'z' ']'\n}\n"},
        {"[[ $x != *.c ]]", "case \"${x}\" in\n(*'.c') 'false'\n;;\n(*) 'true'\n;;\nesac\n"},
        {"[[ -d a ]] >f", "{\n'[' '-d' 'a' ']'\n} 1>'f'\n"},
        {"[[ ! -d a ]] >f", "{\n! '[' '-d' 'a' ']'\n} 1>'f'\n"},
        {"[[ $x -gt 3 ]]", "'[' \"${x:-0}\" '-gt' '3' ']'\n"},
        {"a <(b)", "{\n{\n'b'\n} 9>&- | {\n'a' '/dev/fd/8'\n} 8>&0 0<&9 9>&-\n} 9>&0\n"},
        {"a 9>f <(b) <(c)", "{\n{\n'b'\n} 8>&- | {\n{\n'c'\n} 0<&8 8>&- 7>&- | {\n'a' '/dev/fd/7' "
                            "'/dev/fd/6' 9>'f'\n} 6>&0 0<&8 8>&-\n} 7>&0\n} 8>&0\n"},
        {"while read x; do y; done < <(z)", "{\n{\n'z'\n} 9>&- | {\nwhile\n'read' "
                                            "'x'\ndo\n'y'\ndone 0<&8\n} 8>&0 0<&9 9>&-\n} 9>&0\n"},
    };

    check_scripts(rows, G_N_ELEMENTS(rows));
}

Test(shell_print, refuses_a_text_that_no_delimiter_fits)
{
    g_autoptr(CordonArena) arena = cordon_arena_new();
    g_autoptr(GString) line = g_string_new("a <<E\n");
    const char *construct = NULL;

    for (char c = 'A'; c <= 'z'; c++)
        if (g_ascii_isalpha(c) || c == '_')
            g_string_append_printf(line, "%c\xc3\xa9\n", c);
    g_string_append(line, "E\n");
    cr_expect_null(lower_line(arena, line->str, &construct));
    cr_expect_str_eq(construct, "here-document that no delimiter fits");
}

Test(shell_print, refuses_what_posix_cannot_say)
{
    static const Row rows[] = {
        {"echo ${x/a/b}", "${.../...}"},
        {"echo ${x:1}", "${...:...}"},
        {"tee >(cat)", ">(...)"},
        {"echo ~root", "~ with a name"},
        {"a ?\"$HOME/$HOME\"", "two slashes behind a pattern"},
        {"[[ a == $@ ]]", "$@ or $* in [[ ]]"},
        {"case \xc3\xa9 in [!a]) b;; esac", "pattern for a text beyond ASCII"},
        {"read x < <(a); echo $x", "process substitution for a command that sets variables"},
        {"while a; do read x < <(b); done",
         "process substitution for a command that sets variables"},
        {"a > <(b)", "redirection to a process substitution"},
        {"[[ $(a) -gt 1 ]]", "output of a command as a number in [[ ]]"},
        {"a <(1) <(2) <(3) <(4) <(5) <(6) <(7)", "too many process substitutions"},
    };
    g_autoptr(CordonArena) arena = cordon_arena_new();
    const char *construct = NULL;

    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        cr_expect_null(lower_line(arena, rows[i].line, &construct), "%s", rows[i].line);
        cr_expect_str_eq(construct, rows[i].script);
    }
    cr_expect_null(cordon_shell_lower(arena, read_line(arena, "ls ~"), NULL, &construct));
    cr_expect_str_eq(construct, "~ without a home folder");
}

Test(shell_print, shows_people_one_line)
{
    static const Row rows[] = {
        {"if a; then b; else c & fi", "if 'a'; then 'b'; else 'c' & fi"},
        {"for x in a; do b; done", "for x in 'a'; do 'b'; done"},
        {"(a; b)", "( 'a'; 'b' )"},
        {"{ a; }", "{ 'a'; }"},
        {"case a in b) c;; esac", "case 'a' in ('b') 'c' ;; esac"},
        {"[[ a && ! b ]]", "[[ ( -n 'a' ) && ( ! ( -n 'b' ) ) ]]"},
        {"a <(b) ${x//c/d} ~u", "'a' <('b') ${x//'c'/'d'} ~u"},
        {"a <<E; b\n1\nE", "'a' 0<<'CORDON_EOF'\n1\nCORDON_EOF\n'b'"},
    };
    g_autoptr(CordonArena) arena = cordon_arena_new();

    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        const CordonShellTree *tree = read_line(arena, rows[i].line);
        g_autofree char *text = cordon_shell_print_node(tree->root);
        cr_expect_str_eq(text, rows[i].script, "%s", text);
    }
}

Test(shell_print, runs_one_plain_command_without_a_shell)
{
    static const struct {
        const char *line;
        const char *argv[4]; /* none: a shell is needed */
    } rows[] = {
        {"ls -la", {"ls", "-la"}},
        {"echo 'a b'c", {"echo", "a bc"}},
        {"{a,b}", {"a", "b"}},
        {"[ a ]", {"[", "a", "]"}},
        {"/usr/bin/env \"\"", {"/usr/bin/env", ""}},
        {"ls; ls", {NULL}},
        {"ls &", {NULL}},
        {"ls *", {NULL}},
        {"ls $x", {NULL}},
        {"ls >f", {NULL}},
        {"A=b ls", {NULL}},
        {"A=b", {NULL}},
        {"cd x", {NULL}},
        {"'if'", {NULL}},
        {"''", {NULL}},
        {"! ls", {NULL}},
        {"(ls)", {NULL}},
    };
    g_autoptr(CordonArena) arena = cordon_arena_new();

    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_auto(GStrv) argv = cordon_shell_tree_argv(read_line(arena, rows[i].line));
        cr_expect_eq(argv != NULL, rows[i].argv[0] != NULL, "%s", rows[i].line);
        if (argv != NULL)
            cr_expect(g_strv_equal((const char *const *)argv, rows[i].argv), "%s", rows[i].line);
    }
}

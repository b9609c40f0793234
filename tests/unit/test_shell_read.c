/* SPDX-License-Identifier: MIT */
/* Command lines read into trees, or refused by the name of what cannot be read for certain. */
#include "shell/read.h"

#include <criterion/criterion.h>
#include <string.h>

static const CordonShellTree *read_line(CordonArena *arena, const char *line,
                                        CordonShellError *ret_error)
{
    return cordon_shell_read(arena, line, strlen(line), ret_error);
}

typedef struct {
    const char *line, *tree;
} Accepted;

static void check_accepted(const Accepted *rows, gsize count)
{
    g_autoptr(CordonArena) arena = cordon_arena_new();

    for (gsize i = 0; i < count; i++) {
        CordonShellError error;
        const CordonShellTree *tree = read_line(arena, rows[i].line, &error);
        if (tree == NULL) {
            cr_expect_fail("%s: %s in column %u", rows[i].line, error.construct, error.column);
            continue;
        }
        g_autofree char *description = cordon_shell_tree_describe(tree);
        cr_expect_str_eq(description, rows[i].tree, "%s: %s", rows[i].line, description);
        cordon_arena_reset(arena);
    }
}

typedef struct {
    const char *line, *construct;
} Refused;

static void check_refused(const Refused *rows, gsize count)
{
    g_autoptr(CordonArena) arena = cordon_arena_new();

    for (gsize i = 0; i < count; i++) {
        CordonShellError error;
        if (read_line(arena, rows[i].line, &error) != NULL)
            cr_expect_fail("%s was read", rows[i].line);
        else
            cr_expect_str_eq(error.construct, rows[i].construct, "%s: %s", rows[i].line,
                             error.construct);
        cordon_arena_reset(arena);
    }
}

Test(shell_read, takes_words_apart_as_shells_do)
{
    static const Accepted rows[] = {
        {"ls -la", "simple 'ls' '-la'\n"},
        {"'k'i\"ll\" 9", "simple 'kill' '9'\n"},
        {"\\kill 9", "simple 'kill' '9'\n"},
        {"$'\\x6bill' 9", "simple 'kill' '9'\n"},
        {"$'a\\u00e9\\tb\\'c\\101\\cI'", "simple 'a\u00e9\tb'\\''cA\t'\n"},
        {"{kill,-9,99}", "simple 'kill' '-9' '99'\n"},
        {"ki\\\nll 9", "simple 'kill' '9'\n"},
        {"echo \"a\\\nb\" 'a\\\nb'", "simple 'echo' 'ab' 'a\\\nb'\n"},
        {"echo a#b #c", "simple 'echo' 'a#b'\n"},
        {"echo \\#", "simple 'echo' '#'\n"},
        {"# one \\\necho a", "simple 'echo' 'a'\n"},
        {"echo \"$\" $ $% \"$'a'\"", "simple 'echo' '$' '$' '$%' '$'\\''a'\\'''\n"},
        {"echo \"\\a\\$\\`\\\"\\\\\"", "simple 'echo' '\\a$`\"\\'\n"},
        {"echo '' \"\" ''$x", "simple 'echo' '' '' ''${x}\n"},
        {"echo *.ts src/?[!a-z]x [ a[", "simple 'echo' *'.ts' 'src/'?[!a-z]'x' '[' 'a['\n"},
        {"echo [[:alpha:]]* '*'", "simple 'echo' [[:alpha:]]* '*'\n"},
        {"ls ~ ~/x ~u a~ HEAD~1 --x=~/y", "simple 'ls' ~ ~'/x' ~u 'a~' 'HEAD~1' '--x=~/y'\n"},
        {"a=~/x:~ b", "simple a=~'/x:'~ 'b'\n"},
        {"echo h\u00e9", "simple 'echo' 'h\u00e9'\n"},
        {"if=x echo if fi }", "simple if='x' 'echo' 'if' 'fi' '}'\n"},
    };

    check_accepted(rows, G_N_ELEMENTS(rows));
}

Test(shell_read, keeps_what_is_still_to_be_expanded)
{
    static const Accepted rows[] = {
        {"echo $x${y}\"$z\"", "simple 'echo' ${x}${y}\"${z}\"\n"},
        {"a=* b=c d >$b >\"$a\"", "simple a='*' b='c' 'd' 1> \"${b}\" 1> \"${a}\"\n"},
        {"a=1 b=$(c $a >f) d", "simple a='1' b=$('c' ${a} 1>'f') 'd'\n"},
        {"a=$(b >$c) d", "simple a=$('b' 1>\"${c}\") 'd'\n"},
        {"for a in $(b); do c; d $?; done", "for a in $('b')\n  simple 'c'\n  simple 'd' ${?}\n"},
        {"a $(b; c $?)", "simple 'a' $('b'; 'c' ${?})\n"},
        {"a='.*b' grep \"$a\" $c", "simple a='.*b' 'grep' \"${a}\" ${c}\n"},
        {"a='*.c' ls $a", "simple a='*.c' 'ls' ${a}\n"},
        {"a <<<$(b)c", "simple 'a' 0<< \"$('b')\"'c\n'\n"},
        {"echo $1 ${10} $10", "simple 'echo' ${1} ${10} ${1}'0'\n"},
        {"echo $? $# $$ $! \"$@\" $*", "simple 'echo' ${?} ${#} ${$} ${!} \"${@}\" ${*}\n"},
        {"echo ${#x} ${#}", "simple 'echo' ${#x} ${#}\n"},
        {"echo ${x:-w} ${x-'a b'} ${x:=w} ${x:?w} ${x+$y}",
         "simple 'echo' ${x:-'w'} ${x-'a b'} ${x:='w'} ${x:?'w'} ${x+${y}}\n"},
        {"echo \"${x:-a b}\"", "simple 'echo' \"${x:-a b}\"\n"},
        {"echo ${x#*.} \"${x##*/}\" ${x%'*'} \"${x%%$y}\"",
         "simple 'echo' ${x#*'.'} \"${x##*/}\" ${x%'*'} \"${x%%${y}}\"\n"},
        {"echo ${x/a/b} ${x//a*/} ${x:1:2}", "simple 'echo' ${x/'a'/'b'} ${x//'a'*/} ${x:1:2}\n"},
        {"echo $(a; b) `c` \"$(d \"e f\")\"",
         "simple 'echo' $('a'; 'b') $('c') \"$('d' 'e f')\"\n"},
        {"echo `a \\`b\\` \\$x '\\\\'`", "simple 'echo' $('a' $('b') ${x} '\\')\n"},
        {"echo \"`a \"b\"`\"", "simple 'echo' \"$('a' 'b')\"\n"},
        {"echo \"$\\\n(id)\"", "simple 'echo' \"$('id')\"\n"},
        {"echo $( (a) )", "simple 'echo' $( ( 'a' ))\n"},
        {"echo $(case x in (a|b) c;; d) e; esac)",
         "simple 'echo' $(case 'x' in ('a'|'b') 'c' ;; ('d') 'e' ;; esac)\n"},
        {"echo $(a # )\n)", "simple 'echo' $('a')\n"},
        {"echo $((1 + x*(2-$y) << 0x1f ? 3 : ~4))",
         "simple 'echo' $((1 + x*(2-${y}) << 0x1f ? 3 : ~4))\n"},
        {"diff <(sort a) <(sort b)", "simple 'diff' <('sort' 'a') <('sort' 'b')\n"},
        {"tee >(cat)", "simple 'tee' >('cat')\n"},
    };

    check_accepted(rows, G_N_ELEMENTS(rows));
}

Test(shell_read, expands_brace_lists_like_bash)
{
    static const Accepted rows[] = {
        {"e {a,b}c", "simple 'e' 'ac' 'bc'\n"},
        {"e a{b,{c,d}}{1..2}", "simple 'e' 'ab1' 'ab2' 'ac1' 'ac2' 'ad1' 'ad2'\n"},
        {"e {01..10..4} {3..1} {a..e..2} {-1..1}",
         "simple 'e' '01' '05' '09' '3' '2' '1' 'a' 'c' 'e' '-1' '0' '1'\n"},
        {"e {,} x{,} {'',}", "simple 'e' 'x' 'x' ''\n"},
        {"e {} {a} a{b HEAD@{1}~2 {{.Name}}",
         "simple 'e' '{}' '{a}' 'a{b' 'HEAD@{1}~2' '{{.Name}}'\n"},
        {"e {a\\,b} '{a,b}' \"{a,b}\"", "simple 'e' '{a,b}' '{a,b}' '{a,b}'\n"},
        {"e {a,'b c'}*", "simple 'e' 'a'* 'b c'*\n"},
        {"a={b,c} e a={b,c}", "simple a='{b,c}' 'e' 'a=b' 'a=c'\n"},
        {"e {a{b,c}}", "simple 'e' '{ab}' '{ac}'\n"},
    };

    check_accepted(rows, G_N_ELEMENTS(rows));
}

Test(shell_read, reads_lists_and_pipelines)
{
    static const Accepted rows[] = {
        {"a; b", "simple 'a'\nsimple 'b'\n"},
        {"a & b &", "& simple 'a'\n& simple 'b'\n"},
        {"a\n\nb # c\n", "simple 'a'\nsimple 'b'\n"},
        {"a&\\\n& b", "and-or\n  simple 'a'\n  && simple 'b'\n"},
        {"a && b || ! c | d", "and-or\n  simple 'a'\n  && simple 'b'\n  || pipeline !\n    simple "
                              "'c'\n    simple 'd'\n"},
        {"a |\n\nb &&\nc", "and-or\n  pipeline\n    simple 'a'\n    simple 'b'\n  && simple 'c'\n"},
        {"a >f |& b", "pipeline\n  simple 'a' 1> 'f' 2>& 1\n  simple 'b'\n"},
        {"time -p a b=c", "simple 'time' '-p' 'a' 'b=c'\n"},
        {"time a | b", "pipeline\n  simple 'time' 'a'\n  simple 'b'\n"},
    };

    check_accepted(rows, G_N_ELEMENTS(rows));
}

Test(shell_read, reads_compound_commands)
{
    static const Accepted rows[] = {
        {"(a; b) >f", "subshell 1> 'f'\n  simple 'a'\n  simple 'b'\n"},
        {"{ a; } 2>&1", "group 2>& 1\n  simple 'a'\n"},
        {"if a; then b; elif c; then d; else e; fi",
         "if\n  simple 'a'\nthen\n  simple 'b'\nelif\n  simple 'c'\nthen\n  simple 'd'\nelse\n  "
         "simple 'e'\n"},
        {"if (a) then b; fi", "if\n  subshell\n    simple 'a'\nthen\n  simple 'b'\n"},
        {"while a\ndo b; done <f", "while 0< 'f'\n  simple 'a'\ndo\n  simple 'b'\n"},
        {"until a; do b; done", "until\n  simple 'a'\ndo\n  simple 'b'\n"},
        {"for x in a *.c; do b; done", "for x in 'a' *'.c'\n  simple 'b'\n"},
        {"for x in; do b; done", "for x in\n  simple 'b'\n"},
        {"for x do b; done", "for x\n  simple 'b'\n"},
        {"case $x in a|b*) c;; (d) ;; *) e\nesac",
         "case \"${x}\"\narm 'a' 'b'*\n  simple 'c'\narm 'd'\narm *\n  simple 'e'\n"},
        {"[[ -f a && ! ( b == c* || $x -gt 3 ) ]]", "test\n  and\n    -f 'a'\n    not\n      or\n  "
                                                    "      = 'b' 'c'*\n        -gt \"${x}\" '3'\n"},
        {"[[ $x ]]", "test\n  -n \"${x}\"\n"},
    };

    check_accepted(rows, G_N_ELEMENTS(rows));
}

Test(shell_read, reads_redirections)
{
    static const Accepted rows[] = {
        {"a >f 2>>g <h", "simple 'a' 1> 'f' 2>> 'g' 0< 'h'\n"},
        {">f a 3<>g >|h", "simple 'a' 1> 'f' 3<> 'g' 1> 'h'\n"},
        {"a 2>&1 <&3 2>&- <&-", "simple 'a' 2>& 1 0>& 3 2>& -1 0>& -1\n"},
        {"a &>f b &>>g", "simple 'a' 'b' 1> 'f' 2>& 1 1>> 'g' 2>& 1\n"},
        {"a >&f", "simple 'a' 1> 'f' 2>& 1\n"},
        {"a 2\\\n>f", "simple 'a' 2> 'f'\n"},
        {"a2>f", "simple 'a2' 1> 'f'\n"},
        {"a >$x", "simple 'a' 1> \"${x}\"\n"},
        {"a <<<'b c'", "simple 'a' 0<< 'b c\n'\n"},
        {"a < <(b)", "simple 'a' 0< <('b')\n"},
    };

    check_accepted(rows, G_N_ELEMENTS(rows));
}

Test(shell_read, reads_here_documents)
{
    static const Accepted rows[] = {
        {"a <<E\nb $x \\$y\nE\n", "simple 'a' 0<< 'b '\"${x}\"' $y\n'\n"},
        {"a <<'E'\nb $x\nE", "simple 'a' 0<< 'b $x\n'\n"},
        {"a <<\\E\nE", "simple 'a' 0<< ''\n"},
        {"a <<-E\n\tb\n\tE\nc", "simple 'a' 0<< 'b\n'\nsimple 'c'\n"},
        {"a <<E; b <<F\n1\nE\n2\nF", "simple 'a' 0<< '1\n'\nsimple 'b' 0<< '2\n'\n"},
        {"a <<E | b\n1\nE\n", "pipeline\n  simple 'a' 0<< '1\n'\n  simple 'b'\n"},
        {"a <<E 'b\nc'\n1\nE\n", "simple 'a' 'b\nc' 0<< '1\n'\n"},
        {"a <<E\n EE\nE \n\\\\\nE", "simple 'a' 0<< ' EE\nE \n\\\n'\n"},
        {"a <<E\nb\\\nc\nE", "simple 'a' 0<< 'bc\n'\n"},
        {"a <<E\nb\r\nE", "simple 'a' 0<< 'b\r\n'\n"},
        {"a \"$(b <<'E'\nc `d` )\nE\n)\"",
         "simple 'a' \"$('b' 0<<'CORDON_EOF'\nc `d` )\nCORDON_EOF\n)\"\n"},
    };

    check_accepted(rows, G_N_ELEMENTS(rows));
}

Test(shell_read, refuses_what_shells_read_differently_or_not_at_all)
{
    static const Refused rows[] = {
        {"", "empty command"},
        {" # a", "empty command"},
        {"f() { a; }", "function definition"},
        {"f ( ) { a; }", "function definition"},
        {"function f { a; }", "function definition"},
        {"a=(b c)", "array"},
        {"a[0]=b", "array"},
        {"echo ${a[0]}", "array"},
        {"echo ${!x}", "${!x}"},
        {"echo ${x@P}", "${x@}"},
        {"echo ${x^^}", "${x^}"},
        {"echo ${x,}", "${x,}"},
        {"echo $[1]", "$["},
        {"echo $\"a\"", "$\"...\""},
        {"echo @(a|b)", "extended pattern"},
        {"!(a)", "extended pattern"},
        {"coproc a", "coproc"},
        {"select x in a; do b; done", "select"},
        {"((a))", "(("},
        {"for ((;;)); do a; done", "for (("},
        {"case a in a) b;& esac", ";&"},
        {"case a in a) b;;& esac", ";;&"},
        {"[[ a =~ b ]]", "=~ in [[ ]]"},
        {"[[ a < b ]]", "< or > in [[ ]]"},
        {"[[ -v a ]]", "test of an unknown kind"},
        {"[[ x -eq 1 ]]", "number in [[ ]]"},
        {"time (a)", "time before something else than a simple command"},
        {"time a=b c", "time before something else than a simple command"},
        {"echo $x$", "dollar sign beside an expansion"},
        {"echo ${x#$(a)}", "expansion with an effect in the pattern of ${...}"},
        {"a=b >$a", "redirection of an assignment"},
        {"a=$(b) c <d", "substitution in an assignment before a redirection"},
        {"a=x${y:-`b`} c 2>d", "substitution in an assignment before a redirection"},
        {"a=${b:=c} d >e", "substitution in an assignment before a redirection"},
        {"a=$(b) c 0<&3", "substitution in an assignment before a redirection"},
        {"a <<-E\n\t\\\nb\nE\n", "line continuation before a here-document delimiter"},
        {"a >&'b c'", ">& with a quoted name"},
        {"a=b :", "assignment before a special builtin"},
        {"echo `a \\\n b`", "line continuation in backquotes"},
        {"time", "time without a command"},
        {"for x\nin a; do b; done", "newline before in"},
        {"case x\nin a) b;; esac", "newline before in"},
        {"! ! a", "! in the middle of a pipeline"},
        {"a | ! b", "! in the middle of a pipeline"},
        {"12>f", "descriptor above 9"},
        {"a {x}>f", "variable as a descriptor"},
        {"a 2>&f", "descriptor that is not a number"},
        {"a >&2-", "descriptor that is moved"},
        {"a >&$x", "descriptor that is not known"},
        {"a >*.c", "pattern where a single file is expected"},
        {"a >{b,c}", "brace list where one word is expected"},
        {"a >", "redirection without a target"},
        {"x=<(a)", "process substitution where it is not an argument"},
        {"echo a=~", "tilde behind = or :"},
        {"cat <<<a:~", "tilde behind = or :"},
        {"echo ~1", "tilde with a number"},
        {"echo ~$x", "tilde before something else than a name"},
        {"echo [^a]", "bracket pattern"},
        {"echo [\"a\"]", "bracket pattern"},
        {"a \"`b '\"'`\"{3..1}", "braces beside quotes in quoted backquotes"},
        {"a {b,c}\"`d \\\"e`\"", "\\\" in quoted backquotes"},
        {"a {b,\"${c:-`d '\"'`}\"}", "braces beside quotes in quoted backquotes"},
        {"echo $x{a,b}", "variable without braces before a brace list"},
        {"echo {a,b}}", "unpaired brace"},
        {"echo {a..foo}", "brace list with .."},
        {"echo \"${x:-'a'}\"", "quotes in a quoted ${...}"},
        {"echo \"${x:-\"a\"}\"", "quotes in a quoted ${...}"},
        {"echo ${x:-a b}", "unquoted text in ${...} that is not one word"},
        {"echo ${x:-~}", "tilde in ${...}"},
        {"echo ${x:-''}", "empty quotes in ${...}"},
        {"echo a\"$@\"", "$@ or $* beside other text"},
        {"echo $((x=1))", "$(( )) that is not plain arithmetic"},
        {"echo $((x+=1))", "assignment in $(( ))"},
        {"echo $((x++))", "assignment in $(( ))"},
        {"echo $((- -x--))", "assignment in $(( ))"},
        {"echo $(($(a)))", "expansion in $(( )) that is not a plain variable"},
        {"echo $((a);(b))", "$(( )) that is not plain arithmetic"},
        {"echo $((08))", "number in $(( ))"},
        {"echo $(<f)", "$(<file)"},
        {"echo \"`a \\\"b\\\"`\"", "\\\" in quoted backquotes"},
        {"IFS=,; echo ${x:-a,b}", "${...} with unquoted text where IFS is set"},
        {"echo $_", "$_"},
        {"echo $-", "$-"},
        {"echo $'\\z'", "escape in $'...'"},
        {"echo $'\\0'", "escape in $'...'"},
        {"echo $'\\r'", "control character in $'...'"},
        {"echo $'\\377'", "invalid UTF-8 in $'...'"},
    };

    check_refused(rows, G_N_ELEMENTS(rows));
}

Test(shell_read, refuses_what_is_not_complete)
{
    static const Refused rows[] = {
        {"echo 'a", "unterminated single quote"},
        {"echo \"a", "unterminated double quote"},
        {"echo $'a", "unterminated $'...'"},
        {"echo `a", "unterminated backquote"},
        {"echo $(a", "unterminated command substitution"},
        {"echo ${a", "unterminated ${"},
        {"echo $((1", "unterminated $(("},
        {"(a", "unterminated ("},
        {"{ a", "unterminated {"},
        {"[[ a", "test of an unknown kind"},
        {"if a; then b", "if without fi"},
        {"if a; b", "if without then"},
        {"while a; do b", "loop without done"},
        {"for x in a; b", "unexpected word"},
        {"case a in b) c", "case without esac"},
        {"a \\", "backslash at the end"},
        {"a \\\n", "line continuation at the end"},
        {"a <<E\nb\n", "unterminated here-document"},
        {"a <<E", "here-document without a body"},
        {"a $(b <<E)\nE", "here-document without a body"},
        {"a &&", "unexpected end"},
        {"a |", "unexpected end"},
        {"!", "unexpected end"},
        {"()", "empty list of commands"},
        {"{ }", "empty list of commands"},
        {"if a; then fi", "empty list of commands"},
        {"a ;; b", "unexpected ;"},
        {"; a", "unexpected ;"},
        {"a & ; b", "unexpected ;"},
        {"a || | b", "unexpected |"},
        {"a )", "unexpected )"},
        {"then", "unexpected reserved word"},
        {"in", "unexpected reserved word"},
        {"(a) b", "unexpected word"},
        {"{ (a) >f }", "unexpected reserved word"},
        {"for 1x in a; do b; done", "for without a name"},
        {"a (b)", "unexpected ("},
        {"$(a <<E\n1\nE\nb; c)", "here-document deep in a command substitution"},
        {"$(a <<E; b\n1\nE\n)", "here-document deep in a command substitution"},
        {"a b*/<(c)", "process substitution in a pattern"},
        {"a b*//c", "two slashes behind a pattern"},
        {"exit <<<$(a)", "$? beside a command substitution"},
        {"a <<<\"${b##$((3))}\"", "substitution in ${...} in a here-string"},
        {"a <<E\n${b:-${c%$((1+(2)))}}\nE", "substitution in ${...} in a here-document"},
        {"a []!\\\nb]c", "bracket pattern"},
        {"a []\\ b]c", "bracket pattern"},
        {"read", "read without a variable"},
        {"while read -r; do a; done", "read without a variable"},
        {"for a in $(b); do c $?; d; done", "$? beside a command substitution"},
        {"for a in $(b); do ! exit; done", "$? beside a command substitution"},
        {"case `a` in x) { b | c $?; } ;; esac", "$? beside a command substitution"},
        {"a <<<{b}<c", "variable as a descriptor"},
        {"a >{b}>c", "variable as a descriptor"},
        {"a=.*; b ${c-$a}", "value that is a pattern of . and .."},
        {"a $(b) $(c $?)", "$? beside a command substitution"},
        {"a \"$(b)\" `if c; then d \"$?\"; fi`", "$? beside a command substitution"},
        {"a=$(b) c $(d $(exit))", "$? beside a command substitution"},
        {"<a { b", "reserved word as a command name"},
        {"{ case a in (b|}) c;; esac; }", "} as a pattern"},
        {"case a in }) c;; esac", "} as a pattern"},
        {"a |\n\ntime b", "time within a pipeline"},
        {"time -p", "time without a command"},
        {"time -p; a", "time without a command"},
        {"time -- -p <a", "time without a command"},
        {"time -p a=b", "time before something else than a simple command"},
        {"time -- a=b c", "time before something else than a simple command"},
        {"time -p -- { a; }", "time before something else than a simple command"},
        {"time -\\\np if a; then b; fi", "time before something else than a simple command"},
        {"a ..${b#c}", "pattern that matches . and .."},
        {"a .*${b-c}", "pattern that matches . and .."},
        {"a ${b:=.}*", "pattern that matches . and .."},
        {"a \"${b-.}\"?", "pattern that matches . and .."},
        {"a=\xc3\xa9; b ${#a}", "length or pattern of a value beyond ASCII"},
        {"a=\xc3\xa9; case $a in ?) b;; esac", "length or pattern of a value beyond ASCII"},
        {"for a in \xc3\xa9; do b ${a%?}; done", "length or pattern of a value beyond ASCII"},
        {"a=b/..; c $a*", "pattern behind a value that may be . or .."},
        {"for a in . b; do c \"$a\"*/d; done", "pattern behind a value that may be . or .."},
        {": ${a:=.}; c $a[.]", "pattern behind a value that may be . or .."},
        {"a='.*'; c $a", "value that is a pattern of . and .."},
        {"a=b/..? && { c $a | d; }", "value that is a pattern of . and .."},
        {"a=.* b=$a; c d$b", "value that is a pattern of . and .."},
        {"a=$b*; c $a", "value that is a pattern of . and .."},
        {"for a in '.[a.]'; do c $a; done", "value that is a pattern of . and .."},
        {"a=1 b=$(c >$a) d", "redirection to a value behind another assignment"},
        {"a=1 b=\"${e:-`if c; then f <\"$a\"; fi`}\" d",
         "redirection to a value behind another assignment"},
        {"a=1 b=$(case $(c <<<$a) in x) ;; esac) d",
         "redirection to a value behind another assignment"},
        {"for a in '*'; do b >>$a; done", "redirection to a value that may be a pattern"},
        {"a=?; b=$a; c <$b", "redirection to a value that may be a pattern"},
        {"read a <<<b && c >$a", "redirection to a value that may be a pattern"},
        {"a+=*; c $a", "value that is a pattern of . and .."},
        {"a=*; c .$a", "value that is a pattern of . and .."},
        {"a=* b=.; c $b$a", "value that is a pattern of . and .."},
        {"a <<E\n$(b <<F\nc\\\\\nF\n)\nE", "here-document deep in a command substitution"},
        {"a <<<b`c <<<d`", "here-document deep in a command substitution"},
        {"a <<<\"b $(c \"$(d <<<e)\")\"", "here-document deep in a command substitution"},
        {"$(a && b <<E && c\n1\nE\n)", "here-document deep in a command substitution"},
        {"$(if a <<E; then b; fi\n1\nE\n)", "here-document deep in a command substitution"},
        {"$(a | b <<E && c\n1\nE\n)", "here-document deep in a command substitution"},
        {"$(a | b <<E &\n1\nE\n)", "here-document deep in a command substitution"},
        {"a $(b | c <<<d && e)", "here-document deep in a command substitution"},
        {"$(a && b <<E & c\n1\nE\n)", "here-document deep in a command substitution"},
        {"$(a || b | (c) <<E & d\n1\nE\n)", "here-document deep in a command substitution"},
    };

    check_refused(rows, G_N_ELEMENTS(rows));
}

Test(shell_read, refuses_characters_that_people_do_not_see)
{
    static const Refused rows[] = {
        {"a\x01", "control character"},
        {"a\x7f", "control character"},
        {"a\xc2\x85", "control character"},
        {"a\rb", "carriage return"},
        {"echo 'a\r'", "carriage return"},
        {"a <<E\n$(b \r)\nE", "carriage return"},
        {"a\xc2\xa0"
         "b",
         "invisible character"},
        {"a\xe2\x80\x8b", "invisible character"},
        {"a\xe2\x80\xae", "invisible character"},
        {"\xef\xbb\xbf"
         "a",
         "invisible character"},
        {"a\xe3\x85\xa4", "invisible character"},
        {"a\xff", "invalid UTF-8"},
        {"a\xed\xa0\x80", "invalid UTF-8"},
        {"a\xc3", "invalid UTF-8"},
    };
    CordonShellError error;
    g_autoptr(CordonArena) arena = cordon_arena_new();

    check_refused(rows, G_N_ELEMENTS(rows));
    cr_expect_null(cordon_shell_read(arena, "a\0b", 3, &error));
    cr_expect_str_eq(error.construct, "control character");
}

Test(shell_read, says_where_and_what_changes_the_shell)
{
    CordonShellError error;
    g_autoptr(CordonArena) arena = cordon_arena_new();

    cr_expect_null(read_line(arena, "a\nh\u00e9 \"\u00e9\" ${!x}", &error));
    cr_expect_eq(error.line, 2);
    cr_expect_eq(error.column, 10);
    cr_expect_not(error.changes_shell);
    cr_expect_null(read_line(arena, "f() { a; }", &error));
    cr_expect(error.changes_shell);
    cr_expect_eq(error.column, 2);
}

Test(shell_read, knows_where_a_command_stands)
{
    const char *line = "a 'b' ; c $(d e) <<E\n$(f g)\nE\n";
    CordonShellError error;
    g_autoptr(CordonArena) arena = cordon_arena_new();
    const CordonShellTree *tree = read_line(arena, line, &error);

    cr_assert_not_null(tree);
    const CordonShellNode *first = tree->root->children[0], *second = tree->root->children[1];
    cr_expect_eq(first->offset, 0);
    cr_expect_eq(first->end, 5);
    cr_expect_eq(first->words[1].offset, 2);
    cr_expect_eq(second->offset, 8);
    cr_expect_eq(second->end, 20);
    const CordonShellNode *inner = second->words[1].parts[0].body->children[0];
    cr_expect_eq(inner->offset, 12);
    cr_expect_eq(inner->end, 15);
    inner = second->redirects[0].word->parts[0].body->children[0];
    cr_expect_eq(inner->offset, 23);
    cr_expect_eq(inner->end, 26);
    cr_expect_eq(tree->command_count, 4);
}

Test(shell_read, tells_what_only_bash_knows)
{
    static const struct {
        const char *line;
        gboolean has_bash_only;
    } rows[] = {
        {"a | b >f 2>&1", FALSE}, {"a {b}", FALSE},
        {"[ a = b ]", FALSE},     {"[ a == b ]", TRUE},
        {"a {b,c}", TRUE},        {"a <(b)", TRUE},
        {"[[ a ]]", TRUE},        {"a &>f", TRUE},
        {"a >&f", TRUE},          {"a |& b", TRUE},
        {"a <<<b", TRUE},         {"a $'b'", TRUE},
        {"a+=b", TRUE},           {"a ${x/b/c}", TRUE},
        {"a ${x:1}", TRUE},       {"a \"$(b $'c')\"", TRUE},
        {"a ${x:-b}", FALSE},
    };
    g_autoptr(CordonArena) arena = cordon_arena_new();

    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        CordonShellError error;
        const CordonShellTree *tree = read_line(arena, rows[i].line, &error);
        cr_assert_not_null(tree, "%s", rows[i].line);
        cr_expect_eq(tree->has_bash_only, rows[i].has_bash_only, "%s", rows[i].line);
    }
}

static const char *repeated(CordonArena *arena, const char *start, const char *text, guint count,
                            const char *end)
{
    g_autoptr(GString) line = g_string_new(start);

    for (guint i = 0; i < count; i++)
        g_string_append(line, text);
    g_string_append(line, end);
    return cordon_arena_strdup(arena, line->str);
}

Test(shell_read, has_limits)
{
    g_autoptr(CordonArena) arena = cordon_arena_new();
    const struct {
        const char *line, *construct;
    } rows[] = {
        {repeated(arena, "a ", "b", 64 * 1024, ""), "too many bytes"},
        {repeated(arena, "", "a;", 513, ""), "too many commands"},
        /* 512 of them once the lists are written out, and twice as many. */
        {repeated(arena, "", "a {b,c}$(", 8, "d))))))))"), NULL},
        {repeated(arena, "", "a {b,c}$(", 9, "d)))))))))"), "too many commands"},
        {repeated(arena, "", "a;", 512, ""), NULL},
        {repeated(arena, "a", " b", 4096, ""), "too many words"},
        {repeated(arena, "a", " b", 4095, ""), NULL},
        {repeated(arena, "a ", "{b,c}", 13, ""), "too many words"},
        {"a {1..5000}", "too many words"},
        {"a {1..999999999}", "too many words"},
        {repeated(arena, "a ", "$(b ", 70, ""), "too many levels of nesting"},
        {repeated(arena, "", "( ", 70, ""), "too many levels of nesting"},
        {repeated(arena, "a $((", "(", 70, ""), "too many levels of nesting"},
        {repeated(arena, "a ", "${b:-", 70, ""), "too many levels of nesting"},
        {repeated(arena, "[[ ", "! ", 70, "a ]]"), "too many levels of nesting"},
        {"a `b \\`c \\\\\\`d \\\\\\\\\\\\\\`e "
         "\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\`f\\\\\\\\\\\\\\\\\\\\\\\\\\\\\\` "
         "\\\\\\\\\\\\\\`\\\\\\`\\``",
         "too many levels of backquotes"},
    };

    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        CordonShellError error = {0};
        const CordonShellTree *tree = read_line(arena, rows[i].line, &error);
        cr_expect_eq(tree != NULL, rows[i].construct == NULL, "row %zu", i);
        if (tree == NULL)
            cr_expect_str_eq(error.construct, rows[i].construct);
    }
}

Test(shell_read, compares_meaning_not_spelling)
{
    static const struct {
        const char *a, *b;
        gboolean are_equal;
    } rows[] = {
        {"'a'\"b\"c", "abc", TRUE},
        {"a;b", "a\nb", TRUE},
        {"a&>f", "a >f 2>&1", TRUE},
        {"a `b`", "a $(b)", TRUE},
        {"a $x", "a \"$x\"", FALSE},
        {"a *", "a '*'", FALSE},
        {"a;b", "a&b", FALSE},
        {"a&&b", "a||b", FALSE},
        {"a ${x-b}", "a ${x:-b}", FALSE},
        {"a >f", "a 2>f", FALSE},
        {"a=b", "a= b", FALSE},
        {"(a)", "{ a; }", FALSE},
        {"[[ a ]]", "[[ -n a ]]", TRUE},
        {"for x do a; done", "for x in; do a; done", FALSE},
    };
    g_autoptr(CordonArena) arena = cordon_arena_new();

    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        CordonShellError error;
        const CordonShellTree *a = read_line(arena, rows[i].a, &error);
        const CordonShellTree *b = read_line(arena, rows[i].b, &error);
        cr_assert(a != NULL && b != NULL, "%s", rows[i].a);
        cr_expect_eq(cordon_shell_tree_equal(a, b), rows[i].are_equal, "%s", rows[i].a);
    }
}

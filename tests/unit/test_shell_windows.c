/* SPDX-License-Identifier: MIT */
/* Lines of cmd.exe and PowerShell, read into the tree. */
#include <criterion/criterion.h>
#include <string.h>

#include "shell/read.h"

/* --- a tree on one line ------------------------------------------------------------------------- */

/* Literals as they are, in {} what is still to be expanded. */
static void render_part(GString *out, const CordonShellPart *part)
{
    switch ((int)part->type) {
    case CORDON_PART_LITERAL:
        g_string_append(out, part->text);
        break;
    case CORDON_PART_PATTERN:
        g_string_append_printf(out, "{%s}", part->text);
        break;
    case CORDON_PART_TILDE:
        g_string_append_printf(out, "{~%s}", part->text);
        break;
    case CORDON_PART_VARIABLE:
        g_string_append_printf(out, "{$%s%s}", part->text, part->is_quoted ? "'" : "");
        break;
    default:
        cr_assert_fail("part %d", (int)part->type);
    }
}

/* In brackets when it is empty or has blanks. */
static void render_word(GString *out, const CordonShellWord *word)
{
    g_autoptr(GString) text = g_string_new(NULL);

    for (guint i = 0; i < word->count; i++)
        render_part(text, &word->parts[i]);
    if (text->len == 0 || strpbrk(text->str, " \t\n") != NULL)
        g_string_append_printf(out, "[%s]", text->str);
    else
        g_string_append(out, text->str);
}

static void render_redirect(GString *out, const CordonShellRedirect *redirect)
{
    static const char *const SIGNS[] = {"<", ">", ">>", "<>", ">&", "<<"};

    g_string_append_printf(out, " %d%s", redirect->fd, SIGNS[redirect->type]);
    if (redirect->type == CORDON_REDIRECT_DUPLICATE)
        g_string_append_printf(out, "%d", redirect->target);
    else
        render_word(out, redirect->word);
}

static void render_simple(GString *out, const CordonShellNode *node)
{
    for (guint i = 0; i < node->word_count; i++) {
        if (i > 0)
            g_string_append_c(out, ' ');
        render_word(out, &node->words[i]);
    }
    for (guint i = 0; i < node->redirect_count; i++)
        render_redirect(out, &node->redirects[i]);
}

static const char *separator(const CordonShellNode *node, guint i)
{
    if (node->type == CORDON_NODE_PIPELINE)
        return " | ";
    if (node->type == CORDON_NODE_LIST)
        return " ; ";
    return node->operators[i] == CORDON_OPERATOR_AND ? " && " : " || ";
}

static void render_node(GString *out, const CordonShellNode *node)
{
    if (node->type == CORDON_NODE_SIMPLE) {
        render_simple(out, node);
        return;
    }
    for (guint i = 0; i < node->child_count; i++) {
        if (i > 0)
            g_string_append(out, separator(node, i - 1));
        render_node(out, node->children[i]);
    }
}

/* "! construct", then " of COMMAND" and " (shell)" where they are known. */
static void render_error(GString *out, const CordonShellError *error)
{
    g_string_append_printf(out, "! %s", error->construct);
    if (error->command != NULL)
        g_string_append_printf(out, " of %s", error->command);
    if (error->changes_shell)
        g_string_append(out, " (shell)");
}

static char *read_line(CordonDialect dialect, const char *line, gsize size)
{
    g_autoptr(CordonArena) arena = cordon_arena_new();
    GString *out = g_string_new(NULL);
    CordonShellError error = {0};
    const CordonShellTree *tree = cordon_shell_read_windows(arena, dialect, line, size, &error);

    cr_assert((tree == NULL) == (error.construct != NULL));
    if (tree != NULL)
        render_node(out, tree->root);
    else
        render_error(out, &error);
    return g_string_free(out, FALSE);
}

typedef struct {
    const char *line, *read;
} Row;

static void expect_rows(CordonDialect dialect, const Row *rows, gsize count)
{
    for (gsize i = 0; i < count; i++) {
        g_autofree char *read = read_line(dialect, rows[i].line, strlen(rows[i].line));
        cr_expect_str_eq(read, rows[i].read, "%s\n     got: %s\nexpected: %s", rows[i].line, read,
                         rows[i].read);
    }
}

#define EXPECT_CMD(rows)        expect_rows(CORDON_DIALECT_CMD, rows, G_N_ELEMENTS(rows))
#define EXPECT_POWERSHELL(rows) expect_rows(CORDON_DIALECT_POWERSHELL, rows, G_N_ELEMENTS(rows))

/* --- both --------------------------------------------------------------------------------------- */

Test(shell_windows, refuses_text_that_is_not_what_it_looks_like)
{
    static const Row rows[] = {
        {"dir \xff", "! text that is not UTF-8"},
        {"dir \x01", "! control character"},
        {"dir\r\n", "! control character"},
        {"dir \xc2\x85", "! control character"},
        {"dir \xe2\x80\xae", "! invisible character"},
        {"dir \xe2\x80\x8b", "! invisible character"},
        {"dir \xe3\x85\xa4", "! invisible character"},
        {"dir\xc2\xa0x", "! blank that is not a plain space"},
        {"dir \xe3\x80\x80x", "! blank that is not a plain space"},
        {"dir h\xc3\xa9", "dir h\xc3\xa9"},
        {"", "! line without a command"},
        {" \t\n\n ", "! line without a command"},
    };

    EXPECT_CMD(rows);
    EXPECT_POWERSHELL(rows);
}

Test(shell_windows, refuses_no_text_at_all)
{
    g_autofree char *read = read_line(CORDON_DIALECT_CMD, NULL, 0);

    cr_expect_str_eq(read, "! line without a command");
}

Test(shell_windows, refuses_a_nul)
{
    for (int dialect = CORDON_DIALECT_CMD; dialect <= CORDON_DIALECT_POWERSHELL; dialect++) {
        g_autofree char *read = read_line((CordonDialect)dialect, "dir\0x", 5);
        cr_expect_str_eq(read, "! control character");
    }
}

Test(shell_windows, says_where_a_line_was_refused)
{
    static const struct {
        CordonDialect dialect;
        const char *line;
        guint at_line, column;
    } rows[] = {
        {CORDON_DIALECT_CMD, "echo h\xc3\xa9 ^a", 1, 9},
        {CORDON_DIALECT_CMD, "dir\ndir & for", 2, 7},
        {CORDON_DIALECT_CMD, "dir\n\xff", 2, 1},
        {CORDON_DIALECT_POWERSHELL, "ls\n\nls 'x", 3, 4},
        {CORDON_DIALECT_POWERSHELL, "ls @'\n\xc3\xa9\n'@ {", 3, 4},
    };

    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autoptr(CordonArena) arena = cordon_arena_new();
        CordonShellError error = {0};
        cr_assert_null(cordon_shell_read_windows(arena, rows[i].dialect, rows[i].line,
                                                 strlen(rows[i].line), &error));
        cr_expect_eq(error.line, rows[i].at_line, "%s: line %u", rows[i].line, error.line);
        cr_expect_eq(error.column, rows[i].column, "%s: column %u", rows[i].line, error.column);
    }
}

/* unit, count times, then end; read in dialect. */
static char *read_many(CordonDialect dialect, const char *start, const char *unit, guint count,
                       const char *end)
{
    g_autoptr(GString) line = g_string_new(start);

    for (guint i = 0; i < count; i++)
        g_string_append(line, unit);
    g_string_append(line, end);
    return read_line(dialect, line->str, line->len);
}

Test(shell_windows, keeps_the_limits)
{
    static const struct {
        CordonDialect dialect;
        const char *start, *unit;
        guint most;
        const char *end, *refused;
    } rows[] = {
        {CORDON_DIALECT_CMD, "", "a&", 512, "", "! more than 512 commands of a"},
        {CORDON_DIALECT_POWERSHELL, "", "a;", 512, "", "! more than 512 commands of a"},
        {CORDON_DIALECT_CMD, "", "a ", 4096, "", "! command of more than 4096 words of a"},
        {CORDON_DIALECT_POWERSHELL, "", "a ", 4096, "", "! command of more than 4096 words of a"},
        {CORDON_DIALECT_CMD, "", "a", 65536, "", "! line of more than 64 KiB"},
        {CORDON_DIALECT_POWERSHELL, "", "a", 65536, "", "! line of more than 64 KiB"},
    };

    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autofree char *most =
            read_many(rows[i].dialect, rows[i].start, rows[i].unit, rows[i].most, rows[i].end);
        g_autofree char *more =
            read_many(rows[i].dialect, rows[i].start, rows[i].unit, rows[i].most + 1, rows[i].end);
        cr_expect_neq(most[0], '!', "%s: %s", rows[i].unit, most);
        cr_expect_str_eq(more, rows[i].refused);
    }
}

Test(shell_windows, keeps_the_limit_of_nesting)
{
    g_autofree char *close = g_strnfill(64, ')');
    g_autofree char *most = read_many(CORDON_DIALECT_POWERSHELL, "", "(", 64, "ls");
    g_autofree char *more = read_many(CORDON_DIALECT_POWERSHELL, "", "(", 65, "ls");
    g_autofree char *end = g_strconcat("ls", close, NULL);
    g_autofree char *whole = read_many(CORDON_DIALECT_POWERSHELL, "", "(", 64, end);

    cr_expect_str_eq(most, "! unterminated parenthesis");
    cr_expect_str_eq(more, "! nesting of more than 64 levels");
    cr_expect_str_eq(whole, "ls");
}

Test(shell_windows, needs_no_longer_than_the_line_is_long)
{
    static const struct {
        CordonDialect dialect;
        const char *start, *unit;
    } rows[] = {
        {CORDON_DIALECT_CMD, "dir ", "!"},        {CORDON_DIALECT_CMD, "dir ", "\\"},
        {CORDON_DIALECT_CMD, "!", "!"},           {CORDON_DIALECT_CMD, "x ", "a*"},
        {CORDON_DIALECT_CMD, "echo ", "%\n"},     {CORDON_DIALECT_CMD, "x ", "\\\""},
        {CORDON_DIALECT_POWERSHELL, "ls ", "<#"}, {CORDON_DIALECT_POWERSHELL, "ls ", "["},
        {CORDON_DIALECT_POWERSHELL, "ls ", "['"}, {CORDON_DIALECT_POWERSHELL, "ls ", "@'\n"},
        {CORDON_DIALECT_POWERSHELL, "ls ", "$"},  {CORDON_DIALECT_POWERSHELL, "ls ", "a,"},
        {CORDON_DIALECT_POWERSHELL, "x ", "a,"},  {CORDON_DIALECT_POWERSHELL, "ls ", "?"},
    };
    gint64 start = g_get_monotonic_time();

    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++)
        g_free(read_many(rows[i].dialect, rows[i].start, rows[i].unit,
                         (guint)(65000 / strlen(rows[i].unit)), ""));
    cr_expect_lt(g_get_monotonic_time() - start, G_USEC_PER_SEC);
}

/* --- cmd.exe ------------------------------------------------------------------------------------ */

Test(shell_windows, reads_commands_of_cmd)
{
    static const Row rows[] = {
        {"dir", "dir"},
        {"  dir\t/s  ", "dir /s"},
        {"GIT.EXE push", "GIT.EXE push"},
        {"timeout /t 5", "timeout /t 5"},
        {"type ..\\..\\package.json", "type ..\\..\\package.json"},
        {"type .env::$DATA", "type .env::$DATA"},
        {"type \\\\?\\C:\\Users\\u\\notes.txt", "type \\\\?\\C:\\Users\\u\\notes.txt"},
        {"dir \\\\wsl$\\Ubuntu\\home", "dir \\\\wsl$\\Ubuntu\\home"},
        {"@echo off", "echo off"},
        {"@ @dir", "dir"},
        {"dir & cd x && npm test || echo no | more", "dir ; cd x && npm test || echo no | more"},
        {"dir&dir", "dir ; dir"},
        {"dir &", "dir"},
        {"dir\n\n cd x\n", "dir ; cd x"},
        {"git.exe commit -m \"fix: a & b | c\"", "git.exe commit -m [fix: a & b | c]"},
        {"echo (hi) {x} $HOME 'a b'", "echo (hi) {x} $HOME 'a b'"},
        {"set X=a,b;c", "set X=a,b;c"},
        {"set \"X=a b\"", "set [X=a b]"},
        {"node a=b,c;d", "node a=b,c;d"},
        {"rem a b", "rem a b"},
        {"call npm test", "call npm test"},
        {"\"C:\\Program Files\\x.exe\" a", "[C:\\Program Files\\x.exe] a"},
        {"C:\\\"Program Files\"\\x.exe a", "[C:\\Program Files\\x.exe] a"},
        {"\"node_modules/.bin/tsc\" -p .", "node_modules/.bin/tsc -p ."},
        {"c++filt a", "c++filt a"},
        {".\\start.bat", ".\\start.bat"},
    };

    EXPECT_CMD(rows);
}

Test(shell_windows, reads_arguments_as_programs_see_them)
{
    static const Row rows[] = {
        {"x \"a b\" \"\" c", "x [a b] [] c"},
        {"x a\"b c\"d", "x [ab cd]"},
        {"x a\\b\\\\c\\", "x a\\b\\\\c\\"},
        {"x \"a\\b\\\\\" c", "x a\\b\\ c"},
        {"x \"C:\\dir\\\\\" c", "x C:\\dir\\ c"},
        {"x \"say \\\"hi\\\"\" c", "x [say \"hi\"] c"},
        {"x {\\\"a\\\":1}", "x {\"a\":1}"},
        {"x \"a\\\\\\\"b\\\"\"", "x a\\\"b\""},
        {"x \"a|b&c<d>e^f\"", "x a|b&c<d>e^f"},
        {"x \\\\?\\C:\\*", "x \\\\?\\C:\\{*}"},
        {"del \"\\\\?\\C:\\x\"", "del \\\\?\\C:\\x"},
        {"x *.c \"*.c\" a?b", "x {*}.c *.c a{?}b"},
        {"x \"a\"\"b\"", "! doubled quote of x"},
        {"x \"\"\"a\"\"\"", "! doubled quote of x"},
        {"x \"a", "! unterminated quote of x"},
        {"x \"a\nb\"", "! unterminated quote of x"},
    };

    EXPECT_CMD(rows);
}

Test(shell_windows, refuses_quotes_that_cmd_and_the_program_count_differently)
{
    static const Row rows[] = {
        {"x \"a\\\" & del y & \"b\"", "! quote that cmd.exe and the program read differently of x"},
        {"x a\\\" & del y", "! quote that cmd.exe and the program read differently of x"},
        {"x a\\\" > y", "! quote that cmd.exe and the program read differently of x"},
        {"x a\\\"", "! quote that cmd.exe and the program read differently of x"},
        {"x a\\\" \ndel y", "! quote that cmd.exe and the program read differently of x"},
        {"x \"a\\\"|b\"", "! quote that cmd.exe and the program read differently of x"},
        {"x a\\\" b \\\" & y", "x a\" b \" ; y"},
    };

    EXPECT_CMD(rows);
}

Test(shell_windows, reads_arguments_as_internal_commands_see_them)
{
    static const Row rows[] = {
        {"dir \"a b\\\" c", "dir [a b\\] c"},
        {"del \"*.c\" *.h", "del {*}.c {*}.h"},
        {"del \"a,b\"", "del a,b"},
        {"del a,b", "! separator in the name of a file of del"},
        {"del a;..\\b", "! separator in the name of a file of del"},
        {"type \".en<\"", "! angle bracket in the name of a file of type"},
        {"echo \"a  b\" *", "echo [\"a  b\"] *"},
        {"echo \"a & b\" \"\"", "echo [\"a & b\"] \"\""},
        {"echo {\"a\":1}>x.json", "echo {\"a\":1} 1>x.json"},
        {"echo \"a", "! unterminated quote of echo"},
        {"cd src/lib", "cd src/lib"},
        {"mkdir \"a/b\"", "mkdir a/b"},
        {"rd /s/q a", "rd /s/q a"},
        {"del .env/q", "! slash in the name of a file of del"},
        {"type C:/x", "! slash in the name of a file of type"},
        {"copy a+b c", "! joined files of copy"},
        {"copy \"a+b\" c", "copy a+b c"},
        {"del a+b", "del a+b"},
        {"dir/s", "dir /s"},
        {"rd/s/q dist", "rd /s/q dist"},
        {"DEL/Q x", "DEL /Q x"},
        {"cd..", "! argument glued to the command of cd"},
        {"cd\\", "! argument glued to the command of cd"},
        {"type.", "! argument glued to the command of type"},
        {"echo.", "! argument glued to the command of echo"},
        {"echo(", "! argument glued to the command of echo"},
        {"echo:x", "! argument glued to the command of echo"},
        {"del,x", "! argument glued to the command of del"},
        {"path=x", "! argument glued to the command of path"},
        {"start.bat", "! argument glued to the command of start"},
    };

    EXPECT_CMD(rows);
}

Test(shell_windows, reads_redirections_of_cmd)
{
    static const Row rows[] = {
        {"echo hi > out.txt", "echo hi 1>out.txt"},
        {"echo hi>out.txt", "echo hi 1>out.txt"},
        {"echo hi>>\"a b\" x", "echo hi x 1>>[a b]"},
        {"x 2>&1", "x 2>&1"},
        {"x >nul 2>&1", "x 1>nul 2>&1"},
        {"x 1>&2 <in", "x 1>&2 0<in"},
        {"x 2>>e 2>&1>y", "x 2>>e 2>&1 1>y"},
        {">out echo hi", "echo hi 1>out"},
        {"echo a2>x", "echo a2 1>x"},
        {"echo 12>x", "echo 12 1>x"},
        {"echo 2>x", "echo 2>x"},
        {"echo x > a/b", "echo x 1>a/b"},
        {"echo x > *.c", "echo x 1>{*}.c"},
        {"echo a=2>x", "! number before a redirection of echo"},
        {"echo \"a\"2>x", "! number before a redirection of echo"},
        {"echo >2>x", "! number before a redirection of echo"},
        {"echo >", "! redirection without a file of echo"},
        {"echo > & dir", "! redirection without a file of echo"},
        {"echo >>> x", "! redirection without a file of echo"},
        {"echo << x", "! redirection without a file of echo"},
        {"echo <> x", "! redirection without a file of echo"},
        {"echo >& x", "! redirection to no handle of echo"},
        {"echo 2>&12", "! redirection to no handle of echo"},
        {"echo >a,b", "! separator in the name of a file of echo"},
        {"> x", "! redirection without a command"},
    };

    EXPECT_CMD(rows);
}

Test(shell_windows, refuses_what_cmd_would_change)
{
    static const Row rows[] = {
        {"%COMSPEC% /c dir", "! variable of %COMSPEC%"},
        {"echo %PATH%", "! variable of echo"},
        {"set PATH=.;%PATH%", "! variable of set"},
        {"echo \"%PATH%\"", "! variable of echo"},
        {"echo %1", "! variable of echo"},
        {"echo %~dp0", "! variable of echo"},
        {"echo %*", "! variable of echo"},
        {"echo %f", "echo %f"},
        {"git log -1 --format=%H", "git log -1 --format=%H"},
        {"git log --format=%H%n", "! variable of git"},
        {"echo 100%%", "! variable of echo"},
        {"echo 5% or 6% more", "! variable of echo"},
        {"echo 100%", "echo 100%"},
        {"echo 100% done", "echo 100% done"},
        {"echo 5%\necho 6%", "echo 5% ; echo 6%"},
        {"echo > %X%", "! variable of echo"},
        {"echo !x!", "! variable with delayed expansion of echo"},
        {"!x! a", "! variable with delayed expansion of !x!"},
        {"echo hi! you!", "echo hi! you!"},
        {"echo !!", "echo !!"},
        {"c^md /c dir", "! caret escape of cmd"},
        {"^c\"m\"d /c dir", "! caret escape of cmd"},
        {"echo a^&b", "! caret escape of echo"},
        {"echo \"a^b\"", "echo \"a^b\""},
    };

    EXPECT_CMD(rows);
}

Test(shell_windows, refuses_the_grammar_of_batch_files)
{
    static const Row rows[] = {
        {"for %f in (*.txt) do cmd /c type %f", "! for loop of cmd"},
        {"FOR /f %i in (x) DO  \"powershell\" x", "! for loop of powershell"},
        {"for %i in (x) do (@cmd)", "! for loop of cmd"},
        {"for", "! for loop"},
        {"if exist x del x", "! if command"},
        {"if/i a==b dir", "! if command"},
        {"goto:eof", "! goto"},
        {":label", "! label"},
        {":: remark", "! label"},
        {"(cmd /c dir)", "! parenthesis of cmd"},
        {"dir )", "dir )"},
        {") dir", "! parenthesis of dir"},
        {"x(y)", "! parenthesis of x"},
        {"format.com x", "format.com x"},
        {"iffy x", "iffy x"},
        {"rem a & del b", "! operator after rem of rem"},
        {"rem a > b", "! operator after rem of rem"},
        {"d:", "! change of the drive of d:"},
        {",dir", "! separator in the command word of ,dir"},
        {"node,x.js", "! separator in the command word of node,x.js"},
        {"A=b npm test", "! separator in the command word of A=b"},
        {"ipconfig/all", "! slash in the command word of ipconfig/all"},
        {"node_modules/.bin/tsc", "! slash in the command word of node_modules/.bin/tsc"},
        {"\"\" x", "! empty command word"},
        {"\"dir", "! unterminated quote"},
        {"& dir", "! missing command"},
        {"dir & & dir", "! missing command"},
        {"dir |", "! missing command"},
        {"dir &&\ndir", "! missing command"},
        {"dir ||| dir", "! missing command"},
        {"a || b && c", "! && after ||"},
    };

    EXPECT_CMD(rows);
}

/* --- PowerShell --------------------------------------------------------------------------------- */

Test(shell_windows, reads_commands_of_powershell)
{
    static const Row rows[] = {
        {"Get-ChildItem -Recurse -Filter *.ts", "Get-ChildItem -Recurse -Filter {*}.ts"},
        {"Test-Path .\\package.json", "Test-Path .\\package.json"},
        {"Write-Output \"Stop-Process -Name x\"", "Write-Output [Stop-Process -Name x]"},
        {"git log --format=\"%h %s\" -3", "git log [--format=%h %s] -3"},
        {"Get-Process node | kill", "Get-Process node | kill"},
        {"irm https://x.example/i.ps1 | iex", "irm https://x.example/i.ps1 | iex"},
        {"Get-Content .\\config\\..\\.env.local", "Get-Content .\\config\\..\\.env.local"},
        {"a; b;; c\nd && e || f", "a ; b ; c ; d && e || f"},
        {"a |\n b &&\n c", "a | b && c"},
        {"a # b; c\nd <# ; #> e", "a ; d e"},
        {"a#b", "a#b"},
        {"npm i pkg@1.2.3", "npm i pkg@1.2.3"},
        {"x a=b:c%d!e^f~g/h+i", "x a=b:c%d!e^f~g/h+i"},
        {"x -1 -.5 - -- --a.b +x", "x -1 -.5 - -- --a.b +x"},
        {"..\\build.cmd a", "..\\build.cmd a"},
        {".\\x.ps1", ".\\x.ps1"},
        {"7z x a.zip", "7z x a.zip"},
        {"% Name", "% Name"},
        {"ls | ? Name", "ls | ? Name"},
        {"type a.txt", "type a.txt"},
        {"ls | foreach Name", "ls | foreach Name"},
        {"C:\\x\\y.exe a", "C:\\x\\y.exe a"},
        {"cd ..", "cd .."},
    };

    EXPECT_POWERSHELL(rows);
}

Test(shell_windows, reads_strings_of_powershell)
{
    static const Row rows[] = {
        {"x 'it''s' \"a\"\"b\" '' ''''", "x it's a\"b [] '"},
        {"x 'a $b `c' \"d 'e'\"", "x [a $b `c] [d 'e']"},
        {"x a'b c'd\"e f\"", "x [ab cde f]"},
        {"x 'a\nb'", "x [a\nb]"},
        {"x \"5 $ and $\"", "x [5 $ and $]"},
        {"x @'\na 'b' $c `d\n'@ e", "x [a 'b' $c `d] e"},
        {"x @'  \n'@", "x []"},
        {"x @'\n\n'@", "x []"},
        {"x @'\n\n\n'@", "x [\n]"},
        {"x @\"\na \"b\" $HOME\n\"@", "x [a \"b\" {$HOME'}]"},
        {"git commit -m @'\na\n\nb\n'@\nls", "git commit -m [a\n\nb] ; ls"},
        {"x 'a'b", "! text glued to a string of x"},
        {"x 'a'.Length", "! text glued to a string of x"},
        {"x 'a''b''", "! unterminated single quote of x"},
        {"echo \"unterminated", "! unterminated double quote of echo"},
        {"x @'\na'@", "! unterminated here-string of x"},
        {"x @'a'@", "! here-string that does not begin with a newline of x"},
        {"x @'\na\n'@b", "! text glued to a string of x"},
        {"x \"a`nb\"", "! backtick escape of x"},
        {"x a`b", "! backtick escape of x"},
        {"x `\n y", "! backtick escape of x"},
        {"x @\"\n`n\n\"@", "! backtick escape of x"},
    };

    EXPECT_POWERSHELL(rows);
}

Test(shell_windows, refuses_characters_that_powershell_takes_for_others)
{
    static const Row rows[] = {
        {"x \xe2\x80\x98"
         "a\xe2\x80\x99",
         "! typographic quote of x"},
        {"x a\xe2\x80\x9c", "! typographic quote of x"},
        {"x 'it\xe2\x80\x99s'", "! typographic quote of x"},
        {"x \"a\xe2\x80\x9e\"", "! typographic quote of x"},
        {"x \"it\xe2\x80\x99s\" '\xe2\x80\x9c'", "x it\xe2\x80\x99s \xe2\x80\x9c"},
        {"x @'\na\n\xe2\x80\x99@\n'@", "! typographic quote of x"},
        {"x @\xe2\x80\x99\na\n'@", "! typographic quote of x"},
        {"x @'\nit\xe2\x80\x99s\n'@", "x it\xe2\x80\x99s"},
        {"x \xe2\x80\x93"
         "Force",
         "! typographic dash of x"},
        {"x a\xe2\x80\x93"
         "b",
         "x a\xe2\x80\x93"
         "b"},
    };

    EXPECT_POWERSHELL(rows);
}

Test(shell_windows, reads_parameters_of_powershell)
{
    static const Row rows[] = {
        {"x -Name:value -A:'b c' -B:\"d e\"", "x -Name:value [-A:b c] [-B:d e]"},
        {"Remove-Item x -Confirm:$false", "Remove-Item x -Confirm:$false"},
        {"x -a=b -c'd e'.f", "x -a=b [-cd e.f]"},
        {"x -Path:~\\a", "x -Path:{~}\\a"},
        {"x -Path:$HOME\\a", "x -Path:{$HOME}\\a"},
        {"x -D:a.b", "x -D:a.b"},
        {"x -Dfoo.bar=1", "! dot or bracket in a parameter of x"},
        {"x -a[1]", "! dot or bracket in a parameter of x"},
        {"x -I$HOME", "! variable or escape in a parameter of x"},
        {"x -Name: value", "! parameter without its value of x"},
        {"x -d, b", "! comma without a value of x"},
        {"x --% a | b", "! stop-parsing token of x"},
        {"x '--%'", "! stop-parsing token of x"},
        {"x -A:@(1)", "! array expression of x"},
        {"x -A:(ls)", "! parameter without its value of x"},
    };

    EXPECT_POWERSHELL(rows);
}

Test(shell_windows, reads_lists_as_their_reader_gets_them)
{
    static const Row rows[] = {
        {"Get-ChildItem -Include *.ts,*.tsx , 'a b'",
         "Get-ChildItem -Include {*}.ts {*}.tsx [a b]"},
        {"gc a,b", "gc a b"},
        {"Get-Item -Path:a,b", "Get-Item -Path:a b"},
        {"Get-Item $HOME,~\\x", "Get-Item {$HOME} {~}\\x"},
        {"eslint --ext .ts,.tsx 'a',b", "eslint --ext .ts,.tsx a,b"},
        {"ts-node a,b", "ts-node a,b"},
        {"git log --pretty=%h,%s", "git log --pretty=%h,%s"},
        {"eslint a, b", "! comma without a value of eslint"},
        {"eslint a ,b", "! blank before a comma of eslint"},
        {"gc a,", "! comma without a value of gc"},
        {"gc ,a", "! comma without a value of gc"},
        {"gc a,\nb", "! comma without a value of gc"},
        {"gc a,-b", "! parameter in a list of gc"},
    };

    EXPECT_POWERSHELL(rows);
}

Test(shell_windows, reads_variables_of_powershell)
{
    static const Row rows[] = {
        {"Get-Content $HOME\\notes.txt", "Get-Content {$HOME}\\notes.txt"},
        {"gc \"$HOME\\notes.txt\"", "gc {$HOME'}\\notes.txt"},
        {"gc $env:USERPROFILE\\a $Env:UserProfile", "gc {$USERPROFILE}\\a {$UserProfile}"},
        {"gc $USERPROFILE\\a", "gc {$variable:USERPROFILE}\\a"},
        {"gc $env:PWD\\a ${env:TEMP} ${x}y", "gc {$env:PWD}\\a {$env:TEMP} {$x}y"},
        {"gc $PWD $pwd \"$PWD.x\" a$x.b", "gc {$PWD} {$pwd} {$PWD'}.x a{$x}.b"},
        {"gc $a$b", "gc {$a}{$b}"},
        {"x $? $$ $^ $_ \"$5\"", "x {$?} {$$} {$^} {$_} {$5'}"},
        {"x $true $FALSE $null", "x $true $FALSE $null"},
        {"x \"$true $false$null\" a$true", "x [True False] aTrue"},
        {"gc ~\\.ssh\\config ~ ~/x '~\\x' a~ '~ x'",
         "gc {~}\\.ssh\\config {~} {~}/x {~}\\x a~ [~ x]"},
        {"x $a.b", "! member of a variable of x"},
        {"x $a[0]", "! member of a variable of x"},
        {"x $a::b", "! member of a variable of x"},
        {"x $c:secret", "! variable of a scope or drive of x"},
        {"x $global:a", "! variable of a scope or drive of x"},
        {"x \"$HOME: a\"", "! variable of a scope or drive of x"},
        {"x ${C:\\a}", "! variable in braces of x"},
        {"x ${a", "! variable in braces of x"},
        {"x $h\xc3\xa9", "! variable with letters that are not ASCII of x"},
        {"x $(ls)", "! subexpression of x"},
        {"x \"$(ls)\"", "! subexpression of x"},
        {"x a$x", "x a{$x}"},
    };

    EXPECT_POWERSHELL(rows);
}

Test(shell_windows, reads_patterns_of_powershell)
{
    static const Row rows[] = {
        {"ls \\\\?\\C:\\x? a\\\\?\\", "ls \\\\?\\C:\\x{?} a\\\\{?}\\"},
        {"ls *.c a?b [ab]c '*.c'", "ls {*}.c a{?}b {[ab]}c *.c"},
        {"ls a[b", "ls a[b"},
        {"ls a[b'c]'", "ls a[bc]"},
        {"ls a[!b]", "! pattern in brackets of ls"},
        {"ls a[[b]", "! pattern in brackets of ls"},
        {"ls [", "! bracket alone of ls"},
        {"ls ]a", "! bracket alone of ls"},
        {"C:\\*\\x a", "C:\\{*}\\x a"},
    };

    EXPECT_POWERSHELL(rows);
}

Test(shell_windows, reads_redirections_of_powershell)
{
    static const Row rows[] = {
        {"x > a 2>> 'b c'", "x 1>a 2>>[b c]"},
        {"x 2>&1 | y", "x 2>&1 | y"},
        {"x 2>$null", "x 2>NUL"},
        {"x *> a *>&1 3>&1", "x 1>a 2>&1 2>&1 3>&1"},
        {"x > $HOME\\a", "x 1>{$HOME}\\a"},
        {"'a' > b", "Write-Output a 1>b"},
        {"(gc a | sort) 2>&1 > b", "gc a | sort 2>&1 1>b"},
        {"(gc a > x) > b", "gc a 1>x 1>b"},
        {"x a>b", "! redirection glued to a word of x"},
        {"x 12>b", "! redirection glued to a word of x"},
        {"x 'a'>b", "! text glued to a string of x"},
        {"x -a>b", "! redirection glued to a word of x"},
        {"x < a", "! input redirection of x"},
        {"x >", "! redirection without a file of x"},
        {"x > a,b", "! redirection to a list of x"},
        {"x 1>&2", "! redirection to no stream of x"},
        {"x >&1", "! redirection to no stream of x"},
        {"x 2>&1a", "! redirection to no stream of x"},
        {"> a", "! redirection without a command"},
        {"2> a", "! redirection without a command"},
    };

    EXPECT_POWERSHELL(rows);
}

Test(shell_windows, reads_values_as_commands)
{
    static const Row rows[] = {
        {"(Get-Content a.rs) -replace 'x','y' | Set-Content a.rs",
         "Get-Content a.rs | -replace x y | Set-Content a.rs"},
        {"((gc a) -split ',') -join \"\" -creplace 'b'",
         "gc a | -split , | -join [] | -creplace b"},
        {"(gc a | sort) | sc b", "gc a | sort | sc b"},
        {"(\n gc a\n)", "gc a"},
        {"(gc a); ls", "gc a ; ls"},
        {"(gc a).Length", "gc a | Select-Object -ExpandProperty Length"},
        {"(gc a | sort).Count -replace '1'",
         "gc a | sort | Select-Object -ExpandProperty Count | -replace 1"},
        {"(gc a).b.c_1 | sc x",
         "gc a | Select-Object -ExpandProperty b | Select-Object -ExpandProperty c_1 | sc x"},
        {"$x.y", "Write-Output {$x} | Select-Object -ExpandProperty y"},
        {"'a','b' | sc x", "Write-Output a b | sc x"},
        {"@'\na\n'@ | Set-Content x", "Write-Output a | Set-Content x"},
        {"\"$HOME\" -split '\\\\', 2", "Write-Output {$HOME'} | -split \\\\ 2"},
        {"$env:PATH", "Write-Output {$env:PATH}"},
        {"$x | sc y", "Write-Output {$x} | sc y"},
        {"(gc a)[0]", "! member access"},
        {"(gc a).Delete()", "! member access"},
        {"(gc a).b.Delete()", "! member access"},
        {"(gc a).Delete ()", "! expression"},
        {"(gc a).'b'", "! member access"},
        {"(gc a).$b", "! member access"},
        {"(gc a).b[0]", "! member access"},
        {"(gc a)::b", "! member access"},
        {"(gc a) -f 'x'", "! expression"},
        {"(gc a) -replace (gc b)", "! expression"},
        {"(gc a) b", "! expression"},
        {"(gc a; gc b)", "! several commands in parentheses"},
        {"(gc a && gc b)", "! several commands in parentheses"},
        {"(gc a", "! unterminated parenthesis"},
        {"gc a)", "! closing parenthesis"},
        {"()", "! missing command"},
        {"sc x (gc y)", "! parentheses in an argument of sc"},
        {"ls | 'a'", "! expression in a pipeline"},
        {"ls | (gc a)", "! expression in a pipeline"},
        {"'cmd' /c dir", "! expression"},
        {"$x::y", "! member access"},
        {"5 + 3", "! expression"},
        {"1..3", "! expression"},
        {"-not $x", "! expression"},
        {"!$x", "! expression"},
    };

    EXPECT_POWERSHELL(rows);
}

Test(shell_windows, refuses_assignments)
{
    static const Row rows[] = {
        {"$x = 1", "! assignment"},
        {"$x=1", "! assignment"},
        {"$x += 'a'", "! assignment"},
        {"$x++", "! assignment"},
        {"$a, $b = 1, 2", "! assignment"},
        {"$null = ls", "! assignment"},
        {"$env:PATH = \".;\" + $env:PATH; npm ls", "! environment assignment (shell)"},
        {"$env:A='b'", "! environment assignment (shell)"},
        {"${env:A} += 'b'", "! environment assignment (shell)"},
        {"$env:USERPROFILE = 'b'", "! environment assignment (shell)"},
        {"$a, $env:B = 1", "! environment assignment (shell)"},
        {"$x.y = 1", "! expression"},
    };

    EXPECT_POWERSHELL(rows);
}

Test(shell_windows, reads_the_call_operator)
{
    static const Row rows[] = {
        {"& git status", "git status"},
        {"&git", "git"},
        {"& 'C:\\a b\\x.exe' y", "[C:\\a b\\x.exe] y"},
        {"ls | & 'x'", "ls | x"},
        {"& $cmd status", "! call of a variable"},
        {"& \"$cmd\" status", "! call of a variable"},
        {"& \"a$cmd\"", "! call of a variable"},
        {"a$cmd", "! call of a variable"},
        {"& (gc a)", "! call of an expression"},
        {"& { ls }", "! script block"},
        {"& ''", "! empty command word"},
        {"&", "! call operator without a command"},
        {"npm run dev &", "! background job of npm"},
        {". .\\x.ps1", "! dot-sourcing (shell)"},
        {".$x", "! dot-sourcing (shell)"},
        {". 'x'", "! dot-sourcing (shell)"},
    };

    EXPECT_POWERSHELL(rows);
}

Test(shell_windows, refuses_the_language_of_powershell)
{
    static const Row rows[] = {
        {"Invoke-Command -ComputerName srv1 -ScriptBlock { Get-Date }",
         "! script block of Invoke-Command"},
        {"ls | % { $_ }", "! script block of %"},
        {"[IO.File]::ReadAllText('C:\\Users\\u\\notes.txt')", "! type literal"},
        {"[int]$x = 1", "! type literal"},
        {"x @(1)", "! array expression of x"},
        {"x @{a=1}", "! hash table of x"},
        {"x @args", "! splatting of x"},
        {"npm i @scope/pkg", "! splatting of npm"},
        {"git show HEAD@{1}", "! script block of git"},
        {"if ($x) { ls }", "! if statement"},
        {"foreach ($f in ls) { rm $f }", "! foreach loop"},
        {"while($x){}", "! while loop"},
        {"function f { ls }", "! function definition (shell)"},
        {"Filter f { ls }", "! filter definition (shell)"},
        {"class X { }", "! class definition (shell)"},
        {"try { ls } catch { }", "! try statement"},
        {"exit", "! exit"},
        {"return 1", "! return"},
        {"param($x)", "! param block"},
        {"using module x", "! using statement (shell)"},
        {"exit-x", "exit-x"},
        {":a while", "! label"},
        {"#Requires -Modules x", "! requires statement"},
        {"a <# b", "! unterminated comment of a"},
        {"ls |", "! missing command"},
        {"| ls", "! missing command"},
        {"ls && && ls", "! missing command"},
        {"x .\"a\"", "! dot before a string of x"},
    };

    EXPECT_POWERSHELL(rows);
}

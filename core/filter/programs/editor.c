/* SPDX-License-Identifier: MIT */
/* Editors and pagers: they wait for a person, unless they are given commands, which may start programs. */
#include <string.h>

#include "filter/programs/handlers.h"
#include "filter/programs/listed.h"

/* Commands within commands: g/x/g/y/... */
#define MAX_NESTED 8u

static void starts_shell(CordonJudge *judge, const CordonCall *call, const char *what)
{
    cordon_judge_find(judge, call, CORDON_RULE_SHELL, "Use sed, or write the file anew.",
                      "%s in `%s` starts a shell.", what, call->name);
}

static void waits_for_person(CordonJudge *judge, const CordonCall *call)
{
    cordon_judge_find(judge, call, CORDON_RULE_ENDLESS,
                      "Use cat or sed -n to read, and sed -i or cat > FILE to write.",
                      "`%s` waits for a person.", call->name);
}

/* ex commands, as vim and ex read them. */

typedef struct {
    CordonJudge *judge;
    const CordonCall *call;
} Editor;

static gboolean is_one_of(const char *const *names, gsize count, const char *name, gsize size)
{
    for (gsize i = 0; i < count; i++) {
        if (strlen(names[i]) == size && strncmp(names[i], name, size) == 0)
            return TRUE;
    }
    return FALSE;
}

/* Commands that change the text and nothing else. */
static const char *const HARMLESS[] = {
    "",      "d",          "delete", "m",     "move",     "t",      "co",     "copy",
    "j",     "join",       "p",      "print", "nu",       "number", "l",      "list",
    "q",     "quit",       "qa",     "qall",  "quitall",  "sor",    "sort",   "ret",
    "retab", "k",          "ma",     "mark",  "y",        "yank",   "u",      "undo",
    "noh",   "nohlsearch", "syntax", "sy",    "filetype", "redr",   "redraw",
};

static const char *const WRITES[] = {"w",  "write", "wq",  "x",     "xit", "exit", "up",  "update",
                                     "wa", "wall",  "wqa", "wqall", "xa",  "xall", "sav", "saveas"};
static const char *const READS[] = {"r",    "read", "e",      "edit", "n",
                                    "next", "so",   "source", "ru",   "runtime"};

/* Options of vim that are numbers, switches and formats. */
static gboolean sets_harmlessly(const char *rest)
{
    static const char *const options[] = {
        "ff",           "fileformat", "fenc",     "fileencoding", "enc",      "encoding",
        "et",           "expandtab",  "noet",     "noexpandtab",  "ts",       "tabstop",
        "sw",           "shiftwidth", "sts",      "softtabstop",  "nobackup", "nowritebackup",
        "noswapfile",   "nomodeline", "ic",       "ignorecase",   "noic",     "nocp",
        "nocompatible", "nowrap",     "nofixeol", "bomb",         "nobomb",   "nu",
        "number",       "hidden",     "magic",    "gdefault",     "nomore",
    };

    for (rest += strspn(rest, " "); *rest != '\0'; rest += strspn(rest, " ")) {
        gsize size = strcspn(rest, " ");
        gsize name = strcspn(rest, " =:");
        if (!is_one_of(options, G_N_ELEMENTS(options), rest, name))
            return FALSE;
        rest += size;
    }
    return TRUE;
}

/* Over a delimiter, to behind the next one that is not escaped. */
static const char *skip_delimited(const char *text)
{
    char delimiter = *text;

    for (text++; *text != '\0' && *text != delimiter; text++)
        text += *text == '\\' && text[1] != '\0' ? 1 : 0;
    return *text != '\0' ? text + 1 : text;
}

/* "%", "1,$", "/re/,+3", "'a,'b". */
static const char *skip_range(const char *text)
{
    for (;;) {
        if (*text == '/' || *text == '?')
            text = skip_delimited(text);
        else if (*text == '\'' && text[1] != '\0')
            text += 2;
        else if (*text != '\0' && strchr(" :%.$,;+-0123456789", *text) != NULL)
            text++;
        else
            return text;
    }
}

static void judge_ex(Editor *editor, const char *text, guint depth);

/* s/re/text/flags: "\=" in the text is an expression. */
static void judge_ex_substitution(Editor *editor, const char *rest, guint depth)
{
    if (strstr(rest, "\\=") != NULL) {
        cordon_judge_find(editor->judge, editor->call, CORDON_RULE_UNREADABLE, NULL,
                          "An expression in a substitution of `%s` may do anything.",
                          editor->call->name);
        return;
    }
    if (*rest == '\0' || g_ascii_isalnum(*rest) || *rest == ' ')
        return;
    rest = skip_delimited(rest);
    if (*rest == '\0')
        return;
    const char *behind = skip_delimited(rest - 1);
    behind += strspn(behind, "&cegiInp#lr 0123456789");
    if (*behind == '|')
        judge_ex(editor, behind + 1, depth);
    else if (*behind != '\0' && *behind != '"')
        judge_ex(editor, behind, depth);
}

static void judge_ex_file(Editor *editor, const char *rest, char kind)
{
    rest += strspn(rest, "! >+");
    if (*rest == '\0')
        return;
    CordonArg file = cordon_arg_constant(rest);
    cordon_judge_value(editor->judge, editor->call, &file,
                       strstr(rest, "://") != NULL ? 'u' : kind);
}

static gboolean is_word(const char *text, gsize size, const char *a, const char *b)
{
    return (strlen(a) == size && strncmp(a, text, size) == 0) ||
           (strlen(b) == size && strncmp(b, text, size) == 0);
}

/* What its name makes of the words up to the next '|'. */
static void judge_ex_command(Editor *editor, const char *name, gsize size, const char *rest)
{
    gboolean writes = is_one_of(WRITES, G_N_ELEMENTS(WRITES), name, size);
    gboolean reads = is_one_of(READS, G_N_ELEMENTS(READS), name, size);
    gboolean sets = is_word(name, size, "se", "set") || is_word(name, size, "setl", "setlocal");

    if (writes || reads)
        judge_ex_file(editor, rest, writes ? 'w' : 'r');
    else if (!is_one_of(HARMLESS, G_N_ELEMENTS(HARMLESS), name, size) &&
             !(sets && sets_harmlessly(rest)))
        cordon_judge_find(
            editor->judge, editor->call, CORDON_RULE_UNREADABLE, "Use sed, or write the file anew.",
            "What the command `%s` does in `%s` is not known.", name, editor->call->name);
}

/* One command; '|' begins the next, but for those that take it as their own. */
static void judge_ex(Editor *editor, const char *text, guint depth)
{
    text = skip_range(text);
    gsize size = strspn(text, G_CSET_a_2_z G_CSET_A_2_Z);
    const char *rest = text + size;
    gsize bang = *rest == '!' ? 1 : 0;

    /* ":!cmd", ":w !cmd", ":r!cmd"; "q!" and "w! file" only insist. */
    gboolean may_insist = size > 0 && !is_word(text, size, "r", "read");
    if (depth > MAX_NESTED || (bang > 0 && !may_insist) ||
        rest[bang + strspn(rest + bang, " ")] == '!') {
        starts_shell(editor->judge, editor->call, ":!");
        return;
    }
    if (is_word(text, size, "s", "substitute")) {
        judge_ex_substitution(editor, rest, depth + 1);
        return;
    }
    if ((is_word(text, size, "g", "global") || is_word(text, size, "v", "vglobal")) &&
        *rest != '\0') {
        judge_ex(editor, skip_delimited(rest + bang), depth + 1);
        return;
    }
    if (is_word(text, size, "sil", "silent")) {
        judge_ex(editor, rest + strspn(rest, "! "), depth + 1);
        return;
    }
    gsize length = strcspn(rest, "|");
    judge_ex_command(editor, text, size,
                     cordon_arena_strndup(cordon_judge_arena(editor->judge), rest, length));
    if (rest[length] == '|')
        judge_ex(editor, rest + length + 1, depth + 1);
}

static void judge_ex_arg(Editor *editor, const CordonArg *arg)
{
    const char *text = cordon_arg_text(arg);

    if (text != NULL)
        judge_ex(editor, text, 0);
    else
        cordon_judge_value(editor->judge, editor->call, arg, 'S');
}

/* The lines of a here-document, one command each. */
static void judge_ex_input(Editor *editor)
{
    const CordonCall *call = editor->call;

    if (call->input == CORDON_INPUT_PIPE ||
        (call->input == CORDON_INPUT_TEXT && call->input_text == NULL))
        cordon_judge_find(editor->judge, call, CORDON_RULE_UNREADABLE, "Use sed.",
                          "The commands that `%s` gets as input are not known.", call->name);
    if (call->input != CORDON_INPUT_TEXT || call->input_text == NULL)
        return;
    g_auto(GStrv) lines = g_strsplit(call->input_text, "\n", -1);
    for (gsize i = 0; lines[i] != NULL; i++)
        judge_ex(editor, lines[i], 0);
}

/* The words of vim, as far as they matter. */
typedef struct {
    Editor editor;
    guint next;
    gboolean is_ex, is_silent, ended;
    CordonArgList files;
} Vim;

static const CordonArg *take_vim(Vim *vim)
{
    return vim->next < vim->editor.call->count ? &vim->editor.call->args[vim->next++] : NULL;
}

/* Letters behind a dash; some take the rest, or the next word.  Source: vim(1) 9.0, nvim(1) 0.9. */
static void judge_vim_letters(Vim *vim, const CordonArg *word)
{
    const CordonCall *call = vim->editor.call;

    for (const char *letter = word->text + 1; *letter != '\0'; letter++) {
        gboolean is_script = *letter == 's' && !vim->is_ex;
        vim->is_ex = vim->is_ex || *letter == 'e' || *letter == 'E';
        vim->is_silent = vim->is_silent || *letter == 's';
        if (strchr("cSltTuUwWiq", *letter) == NULL && !(is_script && letter[1] == '\0'))
            continue;
        CordonArg rest = cordon_arg_skip(word, (gsize)(letter + 1 - word->text));
        const CordonArg *value = letter[1] != '\0' ? &rest : take_vim(vim);
        if (value == NULL)
            return;
        if (*letter == 'c')
            judge_ex_arg(&vim->editor, value);
        else if (strchr("Sls", *letter) != NULL)
            cordon_judge_find(vim->editor.judge, call, CORDON_RULE_UNREADABLE, NULL,
                              "What the script of `%s` does is not known.", call->name);
        else
            cordon_judge_value(vim->editor.judge, call, value,
                               *letter == 'w' || *letter == 'W' ? 'w' : 'm');
        return;
    }
}

static void judge_vim_word(Vim *vim, const CordonArg *word)
{
    if (vim->ended || cordon_arg_is(word, "-") ||
        !(cordon_arg_begins(word, "-") || cordon_arg_begins(word, "+"))) {
        cordon_arg_list_add(vim->editor.judge, &vim->files, *word);
    } else if (cordon_arg_is(word, "--")) {
        vim->ended = TRUE;
    } else if (cordon_arg_is(word, "--cmd")) {
        const CordonArg *command = take_vim(vim);
        if (command != NULL)
            judge_ex_arg(&vim->editor, command);
    } else if (word->text[0] == '+') {
        CordonArg command = cordon_arg_skip(word, 1);
        judge_ex_arg(&vim->editor, &command);
    } else if (word->text[1] != '-') {
        judge_vim_letters(vim, word);
    }
}

void cordon_handle_vim(CordonJudge *judge, const CordonCall *call)
{
    Vim vim = {
        .editor = {judge, call}, .next = call->first, .is_ex = strcmp(call->name, "ex") == 0};
    const CordonArg *word;

    while ((word = take_vim(&vim)) != NULL)
        judge_vim_word(&vim, word);
    gboolean is_batch = vim.is_ex && vim.is_silent;
    for (guint i = 0; i < vim.files.count; i++)
        cordon_judge_value(judge, call, &vim.files.args[i], is_batch ? 'w' : 'r');
    if (is_batch)
        judge_ex_input(&vim.editor);
    else
        waits_for_person(judge, call);
}

/* ed: lines of commands, and of text up to a dot. */

static void judge_ed_line(CordonJudge *judge, const CordonCall *call, const char *line,
                          gboolean *in_text)
{
    if (*in_text) {
        *in_text = strcmp(line, ".") != 0;
        return;
    }
    line = skip_range(line);
    char letter = line[0];
    if ((letter == 'g' || letter == 'v') && line[1] != '\0') {
        line = skip_range(skip_delimited(line + 1));
        letter = line[0];
    }
    if (letter == '!' || letter == 'G' || letter == 'V') {
        starts_shell(judge, call, "!");
        return;
    }
    *in_text = letter == 'a' || letter == 'i' || letter == 'c';
    if (letter != '\0' && strchr("rwWeEf", letter) != NULL) {
        const char *file = line + 1 + (line[1] == 'q' ? 1 : 0);
        file += strspn(file, " \t");
        if (*file == '!') {
            starts_shell(judge, call, "!");
            return;
        }
        CordonArg path = cordon_arg_constant(cordon_arena_strdup(cordon_judge_arena(judge), file));
        cordon_judge_value(judge, call, &path, strchr("re", letter) != NULL ? 'r' : 'w');
    }
}

void cordon_handle_ed(CordonJudge *judge, const CordonCall *call)
{
    gboolean in_text = FALSE;

    if (call->input == CORDON_INPUT_NONE)
        waits_for_person(judge, call);
    for (guint i = call->first; i < call->count; i++) {
        if (cordon_arg_begins(&call->args[i], "!"))
            starts_shell(judge, call, "!");
    }
    if (call->input == CORDON_INPUT_PIPE ||
        (call->input == CORDON_INPUT_TEXT && call->input_text == NULL))
        cordon_judge_find(judge, call, CORDON_RULE_UNREADABLE, "Use sed, or ed with <<'EOF'.",
                          "The commands that `%s` gets as input are not known.", call->name);
    if (call->input != CORDON_INPUT_TEXT || call->input_text == NULL)
        return;
    g_auto(GStrv) lines = g_strsplit(call->input_text, "\n", -1);
    for (gsize i = 0; lines[i] != NULL; i++)
        judge_ed_line(judge, call, lines[i], &in_text);
}

/* emacs: its row has judged what is loaded and evaluated. */
void cordon_handle_emacs(CordonJudge *judge, const CordonCall *call)
{
    static const char *const starters[] = {"shell-command", "call-process",  "start-process",
                                           "make-process",  "process-lines", "process-file",
                                           "async-shell",   "compile",       "eshell",
                                           "(shell",        "(term"};

    for (guint i = call->first; i < call->count; i++) {
        const char *text = cordon_arg_text(&call->args[i]);
        for (gsize j = 0; j < G_N_ELEMENTS(starters) && text != NULL; j++) {
            gboolean is_code = strchr(text, '(') != NULL || strcmp(text, "shell") == 0 ||
                               strcmp(text, "eshell") == 0;
            if (is_code && strstr(text, starters[j]) != NULL)
                starts_shell(judge, call, starters[j]);
        }
    }
    for (guint i = call->first; i < call->count; i++) {
        const CordonArg *word = &call->args[i];
        if (cordon_arg_is(word, "-batch") || cordon_arg_is(word, "--batch") ||
            cordon_arg_begins(word, "--script") || cordon_arg_is(word, "-script") ||
            cordon_arg_is(word, "-x"))
            return;
    }
    waits_for_person(judge, call);
}

/* Pagers. */

/* less: "+cmd" is typed for each file, "++cmd" for all. */
static void judge_pager_command(CordonJudge *judge, const CordonCall *call, const char *text)
{
    text += strspn(text, "+" G_CSET_DIGITS);
    if (*text == '/' || *text == '?')
        return;
    if (strpbrk(text, "!|v#") != NULL)
        starts_shell(judge, call, "A command behind +");
    else if (strchr(text, 'F') != NULL)
        cordon_judge_find(judge, call, CORDON_RULE_ENDLESS, "Use tail -n.",
                          "`%s` follows the file for ever.", call->name);
    else if (strpbrk(text, "sSoO:E") != NULL)
        cordon_judge_find(judge, call, CORDON_RULE_UNREADABLE, NULL,
                          "What `%s` is told with + is not known.", call->name);
}

void cordon_handle_less(CordonJudge *judge, const CordonCall *call)
{
    for (guint i = call->first; i < call->count; i++) {
        const CordonArg *word = &call->args[i];
        if (cordon_arg_begins(word, "+"))
            judge_pager_command(judge, call, word->text);
    }
    /* Into a pipe they print, as cat does. */
    if (call->input == CORDON_INPUT_NONE && !call->output_is_pipe)
        waits_for_person(judge, call);
}

/* Programs whose --pager is a command line. */
void cordon_handle_with_pager(CordonJudge *judge, const CordonCall *call)
{
    CordonParsed parsed = cordon_call_parse(judge, call, call->row->options, call->row->flags);
    const CordonArg *pager = cordon_parsed_find(&parsed, "--pager");

    if (pager != NULL)
        cordon_judge_fed_line(judge, call, pager);
}

/* man, info: a page, unless they only search or print. */
void cordon_handle_man(CordonJudge *judge, const CordonCall *call)
{
    CordonParsed parsed = cordon_call_parse(judge, call, call->row->options, call->row->flags);
    static const char *const prints[] = {"-P", "-k", "-f", "-w", "-W", "-o", "-t"};
    const CordonArg *pager = cordon_parsed_find(&parsed, "-P");

    if (pager != NULL)
        cordon_judge_fed_line(judge, call, pager);
    for (gsize i = 0; i < G_N_ELEMENTS(prints); i++) {
        if (cordon_parsed_find(&parsed, prints[i]) != NULL)
            return;
    }
    if (!call->output_is_pipe)
        waits_for_person(judge, call);
}

/* Calculators that read commands: dc, where '!' starts a program. */
void cordon_handle_dc(CordonJudge *judge, const CordonCall *call)
{
    CordonParsed parsed = cordon_call_parse(judge, call, call->row->options, call->row->flags);
    const char *script = cordon_arg_text(cordon_parsed_find(&parsed, "-e"));

    if (script == NULL && call->input == CORDON_INPUT_TEXT)
        script = call->input_text;
    if (script == NULL && parsed.operand_count == 0 && cordon_parsed_find(&parsed, "-f") == NULL) {
        if (call->input == CORDON_INPUT_NONE)
            waits_for_person(judge, call);
        else if (call->input != CORDON_INPUT_FILE)
            cordon_judge_find(judge, call, CORDON_RULE_UNREADABLE, "Use $((...)), or dc -e.",
                              "The commands that `dc` gets as input are not known.");
    }
    for (; script != NULL && *script != '\0'; script++) {
        if (*script == '!' && (script[1] == '\0' || strchr("<>=", script[1]) == NULL))
            starts_shell(judge, call, "!");
    }
}

/* Spelling: some ask word by word. */
void cordon_handle_speller(CordonJudge *judge, const CordonCall *call)
{
    CordonParsed parsed = cordon_call_parse(judge, call, call->row->options, call->row->flags);
    gboolean is_aspell = strcmp(call->name, "aspell") == 0;
    gboolean lists =
        is_aspell || cordon_parsed_find(&parsed, "-l") != NULL || call->input != CORDON_INPUT_NONE;

    for (guint i = call->first; i < call->count; i++)
        lists = lists || cordon_arg_begins(&call->args[i], "-a") ||
                cordon_arg_begins(&call->args[i], "-D");
    if ((is_aspell && parsed.operand_count > 0 && cordon_arg_is(&parsed.operands[0], "check")) ||
        !lists)
        waits_for_person(judge, call);
}

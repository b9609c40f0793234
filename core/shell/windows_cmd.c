/* SPDX-License-Identifier: MIT */
/* Lines of cmd.exe.  Two readers look at such a line: cmd.exe finds operators, variables and the command word, and
 * the program splits the rest into arguments.  They count quotes differently, so both counts are kept, and a line
 * where the difference matters is refused. */
#include "shell/windows.h"

#include <string.h>

/* How the arguments of a command are read. */
typedef enum {
    PROGRAM, /* as CommandLineToArgvW() does */
    FILES, /* an internal command with names of files: a backslash is always itself, quotes do not stop * and ? */
    PATHS, /* the same where a slash belongs to the name; elsewhere it begins a switch in the midst of a word */
    SETTING, /* an internal command with something else */
    TEXT,    /* an internal command that shows its argument: quotes are text */
} ArgumentKind;

static const struct {
    const char *name;
    ArgumentKind kind;
} INTERNAL[] = {
    {"assoc", SETTING},  {"break", SETTING}, {"call", PROGRAM},  {"cd", PATHS},
    {"chdir", PATHS},    {"cls", SETTING},   {"color", SETTING}, {"copy", FILES},
    {"date", SETTING},   {"del", FILES},     {"dir", FILES},     {"dpath", FILES},
    {"echo", TEXT},      {"endlocal", TEXT}, {"erase", FILES},   {"exit", SETTING},
    {"ftype", SETTING},  {"keys", SETTING},  {"md", FILES},      {"mkdir", FILES},
    {"mklink", FILES},   {"move", FILES},    {"path", SETTING},  {"pause", TEXT},
    {"popd", FILES},     {"prompt", TEXT},   {"pushd", PATHS},   {"rd", FILES},
    {"rem", TEXT},       {"ren", FILES},     {"rename", FILES},  {"rmdir", FILES},
    {"set", SETTING},    {"setlocal", TEXT}, {"shift", SETTING}, {"start", PROGRAM},
    {"time", SETTING},   {"title", TEXT},    {"type", FILES},    {"ver", SETTING},
    {"verify", SETTING}, {"vol", FILES},
};

/* Commands with a grammar of their own. */
static const struct {
    const char *name, *construct, *rewrite;
} KEYWORDS[] = {
    {"for", "for loop", "write the commands one by one"},
    {"if", "if command", "write the command alone, or use && and ||"},
    {"goto", "goto", "write the commands one by one"},
};

/* What ends the name of an internal command without being a blank.  More than cmd.exe needs, so that every
 * oddity is noticed. */
#define GLUE "/+[].\\:,;=("

#define MISMATCH         "quote that cmd.exe and the program read differently"
#define MISMATCH_REWRITE "leave out \\\" or the operator that follows it"

/* --- variables and other characters ------------------------------------------------------------- */

/* A % is text where it is the only one of its line and no number or modifier follows, for then neither a command line nor
 * a batch file sees a variable: "--format=%H".  The variables of a for loop stand only in its line, which is refused. */
static gboolean is_lone_percent(const char *percent)
{
    gsize left = strcspn(percent, "\n");

    return memchr(percent + 1, '%', left - 1) == NULL && !g_ascii_isdigit(percent[1]) &&
           percent[1] != '*' && percent[1] != '~';
}

/* !name!: a variable where delayed expansion is on. */
static gboolean is_delayed_variable(const char *mark)
{
    gsize length = strcspn(mark + 1, "! \t\n");

    return length > 0 && mark[1 + length] == '!';
}

/* What the variable at next is called, or NULL where there is none. */
static const char *variable_construct(const char *next)
{
    if (*next == '%' && !is_lone_percent(next))
        return "variable";
    if (*next == '!' && is_delayed_variable(next))
        return "variable with delayed expansion";
    return NULL;
}

static gboolean refuse_variable(CordonWindowsReader *reader, const char *construct)
{
    return cordon_windows_refuse(reader, reader->at, construct, "write the value itself");
}

static gboolean is_line_end(char c)
{
    return c == '\0' || c == '\n';
}

/* Means something to cmd.exe outside quotes. */
static gboolean is_special(char c)
{
    return c != '\0' && strchr("&|<>^", c) != NULL;
}

static gboolean is_redirect(const char *next)
{
    return *next == '<' || *next == '>' ||
           (g_ascii_isdigit(*next) && (next[1] == '<' || next[1] == '>'));
}

/* --- the command word --------------------------------------------------------------------------- */

/* A word at offset as people see it: without carets and quotes. */
static const char *visible_word(CordonWindowsReader *reader, gsize offset)
{
    g_autoptr(GString) word = g_string_new(NULL);

    for (const char *p = reader->text + offset; *p != '\0' && strchr(" \t\n&|<>()", *p) == NULL;
         p++) {
        if (*p != '^' && *p != '"')
            g_string_append_c(word, *p);
    }
    return word->len == 0 ? NULL : cordon_arena_strndup(reader->arena, word->str, word->len);
}

static gsize skip_blanks_at(const CordonWindowsReader *reader, gsize offset)
{
    while (cordon_windows_is_blank(reader->text[offset]))
        offset++;
    return offset;
}

/* The command that a for loop repeats: what follows "do" in its line, parentheses aside. */
static const char *command_of_for(CordonWindowsReader *reader)
{
    for (gsize i = reader->at; !is_line_end(reader->text[i]); i++) {
        if (cordon_windows_is_blank(reader->text[i]) &&
            g_ascii_strncasecmp(reader->text + i + 1, "do", 2) == 0 &&
            cordon_windows_is_blank(reader->text[i + 3]))
            return visible_word(reader, i + 3 + strspn(reader->text + i + 3, " \t(@"));
    }
    return NULL;
}

static gboolean refuse_keyword(CordonWindowsReader *reader, guint keyword)
{
    if (keyword == 0)
        reader->command = command_of_for(reader);
    return cordon_windows_refuse(reader, reader->at, KEYWORDS[keyword].construct,
                                 KEYWORDS[keyword].rewrite);
}

/* The letters before a blank, an operator or something glued to them; "" where there is no such end. */
static const char *bare_name(const CordonWindowsReader *reader, char *buffer, gsize size)
{
    const char *start = reader->text + reader->at;
    gsize length = 0;

    while (g_ascii_isalpha(start[length]))
        length++;
    gboolean ends = start[length] == '\0' || strchr(" \t\n&|<>)" GLUE, start[length]) != NULL;
    if (!ends || length >= size)
        length = 0;
    memcpy(buffer, start, length);
    buffer[length] = '\0';
    return buffer;
}

static gboolean check_keyword(CordonWindowsReader *reader, const char *name)
{
    for (guint i = 0; i < G_N_ELEMENTS(KEYWORDS); i++) {
        if (g_ascii_strcasecmp(KEYWORDS[i].name, name) == 0)
            return refuse_keyword(reader, i);
    }
    return TRUE;
}

static gboolean find_internal(const char *name, ArgumentKind *ret_kind)
{
    for (guint i = 0; i < G_N_ELEMENTS(INTERNAL); i++) {
        if (g_ascii_strcasecmp(INTERNAL[i].name, name) == 0) {
            *ret_kind = INTERNAL[i].kind;
            return TRUE;
        }
    }
    return FALSE;
}

/* dir/s is dir /s; with anything else, a file of that name would be run instead, if there is one. */
static gboolean take_internal(CordonWindowsReader *reader, const char *name)
{
    cordon_windows_word_start(reader);
    cordon_windows_word_take(reader, strlen(name));
    reader->command = cordon_arena_strdup(reader->arena, name);
    char next = reader->text[reader->at];
    if (next != '\0' && next != '/' && strchr(GLUE, next) != NULL)
        return cordon_windows_refuse(
            reader, reader->at, "argument glued to the command",
            "put a blank after the command, or .\\ before the name of a file");
    return cordon_windows_command_add(reader, cordon_windows_word_finish(reader));
}

static gboolean refuse_in_command_word(CordonWindowsReader *reader, const char *construct,
                                       const char *rewrite)
{
    reader->command = visible_word(reader, reader->word_start);
    return cordon_windows_refuse(reader, reader->at, construct, rewrite);
}

static gboolean refuse_special_in_command_word(CordonWindowsReader *reader, char c)
{
    switch (c) {
    case '^':
        return refuse_in_command_word(reader, "caret escape", "leave the caret out");
    case '(':
    case ')':
        return refuse_in_command_word(reader, "parenthesis", "leave the parentheses out");
    case '/':
        return refuse_in_command_word(
            reader, "slash in the command word",
            "put a blank before a switch, and backslashes into the path of a program");
    default:
        return refuse_in_command_word(reader, "separator in the command word",
                                      "put the command in quotes");
    }
}

/* One character of the command word; the word has ended where nothing was taken. */
static gboolean take_of_command_word(CordonWindowsReader *reader, gboolean *is_quoted)
{
    char c = reader->text[reader->at];
    const char *variable = variable_construct(reader->text + reader->at);
    gsize stars = cordon_windows_stars(reader);

    if (variable != NULL) {
        reader->command = visible_word(reader, reader->word_start);
        return refuse_variable(reader, variable);
    }
    if (c == '"') {
        *is_quoted = !*is_quoted;
        reader->at++;
    } else if (stars > 0) {
        cordon_windows_word_take_pattern(reader, stars);
    } else if (*is_quoted || strchr("^()/,;=", c) == NULL) {
        cordon_windows_word_take(reader, 1);
    } else {
        return refuse_special_in_command_word(reader, c);
    }
    return TRUE;
}

static gboolean ends_command_word(char c, gboolean is_quoted)
{
    return is_line_end(c) || (!is_quoted && strchr(" \t&|<>", c) != NULL);
}

/* D: alone makes D: the current drive. */
static gboolean check_drive(CordonWindowsReader *reader, const char *command)
{
    if (g_ascii_isalpha(command[0]) && command[1] == ':' && command[2] == '\0')
        return cordon_windows_refuse(reader, reader->word_start, "change of the drive", NULL);
    return TRUE;
}

static gboolean add_command_word(CordonWindowsReader *reader)
{
    CordonShellWord word = cordon_windows_word_finish(reader);
    const char *command = cordon_windows_word_literal(&word);

    if (word.count == 0)
        return cordon_windows_refuse(reader, reader->word_start, "empty command word", NULL);
    reader->command = command;
    if (command != NULL && !check_drive(reader, command))
        return FALSE;
    return cordon_windows_command_add(reader, word);
}

static gboolean take_program(CordonWindowsReader *reader)
{
    gboolean is_quoted = FALSE;

    cordon_windows_word_start(reader);
    while (!ends_command_word(reader->text[reader->at], is_quoted)) {
        if (!take_of_command_word(reader, &is_quoted))
            return FALSE;
    }
    if (is_quoted)
        return cordon_windows_refuse(reader, reader->word_start, "unterminated quote", NULL);
    return add_command_word(reader);
}

static gboolean check_command_start(CordonWindowsReader *reader)
{
    char c = reader->text[reader->at];

    if (c == ':')
        return cordon_windows_refuse(reader, reader->at, "label", NULL);
    if (c == '(' || c == ')') {
        reader->command = visible_word(reader, skip_blanks_at(reader, reader->at + 1));
        return cordon_windows_refuse(reader, reader->at, "parenthesis",
                                     "leave the parentheses out");
    }
    return TRUE;
}

static gboolean read_command_word(CordonWindowsReader *reader, ArgumentKind *ret_kind)
{
    char buffer[16];
    const char *name = bare_name(reader, buffer, sizeof(buffer));

    if (!check_command_start(reader) || !check_keyword(reader, name))
        return FALSE;
    if (find_internal(name, ret_kind))
        return take_internal(reader, name);
    *ret_kind = PROGRAM;
    return take_program(reader);
}

/* --- arguments ---------------------------------------------------------------------------------- */

typedef struct {
    ArgumentKind kind;
    gboolean is_quoted; /* as the program counts; reader->is_in_cmd_quotes: as cmd.exe does */
    gboolean has_ended;
} Argument;

static gboolean has_names(const Argument *argument)
{
    return argument->kind == FILES || argument->kind == PATHS;
}

static void take_literal_quote(CordonWindowsReader *reader)
{
    cordon_windows_word_take(reader, 1);
    reader->is_in_cmd_quotes = !reader->is_in_cmd_quotes;
}

/* Backslashes before a quote: two are one, and one makes the quote a character. */
static void take_backslashes(CordonWindowsReader *reader, const Argument *argument)
{
    const char *next = reader->text + reader->at;
    gsize count = strspn(next, "\\");

    if (argument->kind != PROGRAM || next[count] != '"') {
        cordon_windows_word_take(reader, count);
        return;
    }
    cordon_windows_word_append(reader, next, count / 2);
    reader->at += count;
    if (count % 2 == 1)
        take_literal_quote(reader);
}

static gboolean take_quote(CordonWindowsReader *reader, Argument *argument)
{
    if (argument->kind == TEXT) {
        take_literal_quote(reader);
        argument->is_quoted = reader->is_in_cmd_quotes;
        return TRUE;
    }
    /* One quote and still inside, or one quote and outside: run-time libraries differ. */
    if (argument->is_quoted && reader->text[reader->at + 1] == '"')
        return cordon_windows_refuse(reader, reader->at, "doubled quote",
                                     "write \\\" for a quote inside quotes");
    reader->at++;
    argument->is_quoted = !argument->is_quoted;
    reader->is_in_cmd_quotes = !reader->is_in_cmd_quotes;
    return TRUE;
}

/* The digit in =2> and >2> is the number of a handle for cmd.exe, the one in a2> is text. */
static gboolean is_number_unclear(const CordonWindowsReader *reader)
{
    const char *next = reader->text + reader->at;
    gsize length = reader->at - reader->word_start;

    if (length == 0 || (*next != '<' && *next != '>') || !g_ascii_isdigit(next[-1]))
        return FALSE;
    return length == 1 || strchr(",;=()\"", next[-2]) != NULL;
}

/* Outside quotes, by both counts. */
static gboolean end_at_special(CordonWindowsReader *reader, Argument *argument)
{
    if (reader->text[reader->at] == '^')
        return cordon_windows_refuse(reader, reader->at, "caret escape",
                                     "put the word in quotes instead");
    if (is_number_unclear(reader))
        return cordon_windows_refuse(reader, reader->at, "number before a redirection",
                                     "put a blank before the redirection");
    argument->has_ended = TRUE;
    return TRUE;
}

static gboolean take_special(CordonWindowsReader *reader, Argument *argument)
{
    char c = reader->text[reader->at];

    if (argument->is_quoted != reader->is_in_cmd_quotes)
        return cordon_windows_refuse(reader, reader->at, MISMATCH, MISMATCH_REWRITE);
    if (!argument->is_quoted)
        return end_at_special(reader, argument);
    /* Windows takes them in a name as patterns, like * and ?. */
    if (has_names(argument) && (c == '<' || c == '>'))
        return cordon_windows_refuse(reader, reader->at, "angle bracket in the name of a file",
                                     NULL);
    cordon_windows_word_take(reader, 1);
    return TRUE;
}

static void take_star(CordonWindowsReader *reader, const Argument *argument)
{
    gsize stars = cordon_windows_stars(reader);
    gboolean can_expand =
        has_names(argument) || (argument->kind == PROGRAM && !argument->is_quoted);

    if (can_expand && stars > 0)
        cordon_windows_word_take_pattern(reader, stars);
    else
        cordon_windows_word_take(reader, MAX(stars, 1));
}

static gboolean take_separator(CordonWindowsReader *reader, const Argument *argument)
{
    if (has_names(argument) && !argument->is_quoted)
        return cordon_windows_refuse(reader, reader->at, "separator in the name of a file",
                                     "put blanks between files, and such a name in quotes");
    cordon_windows_word_take(reader, 1);
    return TRUE;
}

/* del x/q is del x /q. */
static gboolean take_slash(CordonWindowsReader *reader, const Argument *argument)
{
    gboolean is_in_name =
        reader->at > reader->word_start && reader->text[reader->word_start] != '/';

    if (argument->kind == FILES && !argument->is_quoted && is_in_name)
        return cordon_windows_refuse(reader, reader->at, "slash in the name of a file",
                                     "write backslashes in paths, and a blank before a switch");
    cordon_windows_word_take(reader, 1);
    return TRUE;
}

/* copy a+b c reads both a and b. */
static gboolean take_plus(CordonWindowsReader *reader, const Argument *argument)
{
    if (argument->kind == FILES && !argument->is_quoted &&
        g_ascii_strcasecmp(reader->command, "copy") == 0)
        return cordon_windows_refuse(reader, reader->at, "joined files", "name one file");
    cordon_windows_word_take(reader, 1);
    return TRUE;
}

static gboolean take_plain(CordonWindowsReader *reader)
{
    const char *variable = variable_construct(reader->text + reader->at);

    if (variable != NULL)
        return refuse_variable(reader, variable);
    cordon_windows_word_take(reader, 1);
    return TRUE;
}

static gboolean take_of_argument(CordonWindowsReader *reader, Argument *argument)
{
    char c = reader->text[reader->at];

    if (is_special(c))
        return take_special(reader, argument);
    switch (c) {
    case '\\':
        take_backslashes(reader, argument);
        return TRUE;
    case '"':
        return take_quote(reader, argument);
    case '*':
    case '?':
        take_star(reader, argument);
        return TRUE;
    case '/':
        return take_slash(reader, argument);
    case '+':
        return take_plus(reader, argument);
    case ',':
    case ';':
    case '=':
        return take_separator(reader, argument);
    default:
        return take_plain(reader);
    }
}

static gboolean check_quotes_at_end(CordonWindowsReader *reader, const Argument *argument)
{
    if (argument->is_quoted)
        return cordon_windows_refuse(reader, reader->word_start, "unterminated quote", NULL);
    if (is_line_end(reader->text[reader->at]) && reader->is_in_cmd_quotes)
        return cordon_windows_refuse(reader, reader->word_start, MISMATCH, MISMATCH_REWRITE);
    return TRUE;
}

static gboolean ends_argument(char c, const Argument *argument)
{
    return argument->has_ended || is_line_end(c) ||
           (!argument->is_quoted && cordon_windows_is_blank(c));
}

static gboolean read_argument(CordonWindowsReader *reader, ArgumentKind kind)
{
    /* For an internal command there is one count only. */
    Argument argument = {
        .kind = kind,
        .is_quoted = kind != PROGRAM && reader->is_in_cmd_quotes,
    };

    cordon_windows_word_start(reader);
    while (!ends_argument(reader->text[reader->at], &argument)) {
        if (!take_of_argument(reader, &argument))
            return FALSE;
    }
    return check_quotes_at_end(reader, &argument);
}

/* --- redirections ------------------------------------------------------------------------------- */

static gboolean read_duplicate(CordonWindowsReader *reader, int fd)
{
    const char *next = reader->text + reader->at + 1;

    if (!g_ascii_isdigit(next[0]) || (next[1] != '\0' && strchr(" \t\n&|<>", next[1]) == NULL))
        return cordon_windows_refuse(reader, reader->at, "redirection to no handle",
                                     "write 2>&1 with a blank behind it");
    cordon_windows_command_duplicate(reader, fd, next[0] - '0');
    reader->at += 2;
    return TRUE;
}

static gboolean read_target(CordonWindowsReader *reader, CordonShellRedirectType type, int fd)
{
    gsize start = reader->at;

    cordon_windows_skip_blanks(reader);
    if (!read_argument(reader, PATHS))
        return FALSE;
    CordonShellWord word = cordon_windows_word_finish(reader);
    if (word.count == 0)
        return cordon_windows_refuse(reader, start, "redirection without a file", NULL);
    cordon_windows_command_redirect(reader, type, fd, word);
    return TRUE;
}

static int take_handle(CordonWindowsReader *reader)
{
    char c = reader->text[reader->at];

    if (!g_ascii_isdigit(c))
        return c == '<' ? 0 : 1;
    reader->at++;
    return c - '0';
}

static CordonShellRedirectType take_direction(CordonWindowsReader *reader)
{
    const char *next = reader->text + reader->at;

    if (next[0] == '>' && next[1] == '>') {
        reader->at += 2;
        return CORDON_REDIRECT_APPEND;
    }
    reader->at++;
    return next[0] == '<' ? CORDON_REDIRECT_READ : CORDON_REDIRECT_WRITE;
}

static gboolean read_redirect(CordonWindowsReader *reader)
{
    if (reader->is_in_cmd_quotes)
        return cordon_windows_refuse(reader, reader->at, MISMATCH, MISMATCH_REWRITE);
    int fd = take_handle(reader);
    CordonShellRedirectType type = take_direction(reader);
    if (reader->text[reader->at] == '&' && type != CORDON_REDIRECT_APPEND)
        return read_duplicate(reader, fd);
    return read_target(reader, type, fd);
}

/* --- the element -------------------------------------------------------------------------------- */

static gboolean read_piece(CordonWindowsReader *reader, ArgumentKind *kind)
{
    if (is_redirect(reader->text + reader->at))
        return read_redirect(reader);
    if (reader->words->len == 0)
        return read_command_word(reader, kind);
    return read_argument(reader, *kind) &&
           cordon_windows_command_add(reader, cordon_windows_word_finish(reader));
}

/* An operator that cmd.exe takes for text belongs to no command: read_argument() refuses it. */
static gboolean is_at_end(const CordonWindowsReader *reader)
{
    char c = reader->text[reader->at];

    return is_line_end(c) || ((c == '&' || c == '|') && !reader->is_in_cmd_quotes);
}

static gboolean check_command(CordonWindowsReader *reader)
{
    if (reader->words->len == 0)
        return cordon_windows_refuse(
            reader, reader->at,
            reader->redirects->len > 0 ? "redirection without a command" : "missing command", NULL);
    if (reader->is_in_cmd_quotes)
        return cordon_windows_refuse(reader, reader->at, MISMATCH, MISMATCH_REWRITE);
    /* What of the line a remark swallows depends on its first word. */
    if (reader->command != NULL && g_ascii_strcasecmp(reader->command, "rem") == 0 &&
        (reader->redirects->len > 0 || !is_line_end(reader->text[reader->at])))
        return cordon_windows_refuse(reader, reader->at, "operator after rem",
                                     "leave the remark out");
    return TRUE;
}

static void skip_at_signs(CordonWindowsReader *reader)
{
    while (reader->text[reader->at] == '@' || cordon_windows_is_blank(reader->text[reader->at]))
        reader->at++;
}

gboolean cordon_windows_cmd_read_element(CordonWindowsReader *reader, GPtrArray *pipeline)
{
    ArgumentKind kind = PROGRAM;

    skip_at_signs(reader);
    cordon_windows_command_start(reader);
    while (!is_at_end(reader)) {
        if (!read_piece(reader, &kind))
            return FALSE;
        cordon_windows_skip_blanks(reader);
    }
    return check_command(reader) && cordon_windows_command_finish(reader, pipeline);
}

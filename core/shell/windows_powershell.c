/* SPDX-License-Identifier: MIT */
/* Lines of PowerShell: commands with literal arguments, and values with a few operators, as far as they are mere
 * data.  The tokens are those of PowerShell 7 (tokenizer.cs): a word ends at white space and at & ( ) , ; { | }
 * only, a word that begins with a quote ends with that quote, and a parameter ends at a dot.
 *
 * What has no command word becomes one: a value at the beginning is "Write-Output VALUE", an operator after it is
 * a command of the pipeline, "-replace x y".  (Get-Content f) is Get-Content f. */
#include "shell/windows.h"

#include <string.h>

/* Words that are no commands at the beginning of a statement. */
static const struct {
    const char *name, *construct;
    gboolean changes_shell;
} KEYWORDS[] = {
    {"begin", "begin block", FALSE},
    {"break", "break", FALSE},
    {"catch", "try statement", FALSE},
    {"class", "class definition", TRUE},
    {"clean", "clean block", FALSE},
    {"configuration", "configuration definition", TRUE},
    {"continue", "continue", FALSE},
    {"data", "data section", FALSE},
    {"define", "reserved word", FALSE},
    {"do", "do loop", FALSE},
    {"dynamicparam", "dynamicparam block", FALSE},
    {"else", "if statement", FALSE},
    {"elseif", "if statement", FALSE},
    {"end", "end block", FALSE},
    {"enum", "enum definition", TRUE},
    {"exit", "exit", FALSE},
    {"filter", "filter definition", TRUE},
    {"finally", "try statement", FALSE},
    {"for", "for loop", FALSE},
    {"foreach", "foreach loop", FALSE},
    {"from", "reserved word", FALSE},
    {"function", "function definition", TRUE},
    {"if", "if statement", FALSE},
    {"in", "reserved word", FALSE},
    {"inlinescript", "inlinescript block", FALSE},
    {"parallel", "parallel block", FALSE},
    {"param", "param block", FALSE},
    {"process", "process block", FALSE},
    {"return", "return", FALSE},
    {"sequence", "sequence block", FALSE},
    {"switch", "switch statement", FALSE},
    {"throw", "throw", FALSE},
    {"trap", "trap statement", TRUE},
    {"try", "try statement", FALSE},
    {"until", "do loop", FALSE},
    {"using", "using statement", TRUE},
    {"var", "reserved word", FALSE},
    {"while", "while loop", FALSE},
    {"workflow", "workflow definition", TRUE},
};

/* Operators whose right side is data; each also with c or i before it. */
static const char *const OPERATORS[] = {
    "replace", "split", "join", "match", "notmatch", "like", "notlike", "contains", "notcontains",
};

/* The verbs of cmdlets. */
static const char *const VERBS[] = {
    "add",     "approve",     "assert",    "backup",     "block",     "build",     "checkpoint",
    "clear",   "close",       "compare",   "complete",   "compress",  "confirm",   "connect",
    "convert", "convertfrom", "convertto", "copy",       "debug",     "deny",      "deploy",
    "disable", "disconnect",  "dismount",  "edit",       "enable",    "enter",     "exit",
    "expand",  "export",      "find",      "foreach",    "format",    "get",       "grant",
    "group",   "hide",        "import",    "initialize", "install",   "invoke",    "join",
    "limit",   "lock",        "measure",   "merge",      "mount",     "move",      "new",
    "open",    "optimize",    "out",       "ping",       "pop",       "protect",   "publish",
    "push",    "read",        "receive",   "redo",       "register",  "remove",    "rename",
    "repair",  "request",     "reset",     "resize",     "resolve",   "restart",   "restore",
    "resume",  "revoke",      "save",      "search",     "select",    "send",      "set",
    "show",    "skip",        "sort",      "split",      "start",     "step",      "stop",
    "submit",  "suspend",     "switch",    "sync",       "tee",       "test",      "trace",
    "unblock", "undo",        "uninstall", "unlock",     "unprotect", "unpublish", "unregister",
    "update",  "use",         "wait",      "watch",      "where",     "write",
};

/* The shell's own names for cmdlets.  curl and wget are programs in PowerShell 7. */
static const char *const ALIASES[] = {
    "%",       "?",    "ac",    "cat",    "cd",      "chdir",   "clc",   "clear", "clhy",  "cli",
    "clp",     "cls",  "clv",   "cnsn",   "compare", "copy",    "cp",    "cpi",   "cpp",   "cvpa",
    "dbp",     "del",  "diff",  "dir",    "dnsn",    "ebp",     "echo",  "epal",  "epcsv", "erase",
    "etsn",    "exsn", "fc",    "fhx",    "fl",      "foreach", "ft",    "fw",    "gal",   "gbp",
    "gc",      "gci",  "gcm",   "gcs",    "gdr",     "gerr",    "ghy",   "gi",    "gin",   "gjb",
    "gl",      "gm",   "gmo",   "gp",     "gps",     "gpv",     "group", "gsn",   "gsv",   "gtz",
    "gu",      "gv",   "gwmi",  "h",      "history", "icm",     "iex",   "ihy",   "ii",    "ipal",
    "ipcsv",   "ipmo", "irm",   "iwmi",   "iwr",     "kill",    "lp",    "ls",    "man",   "md",
    "measure", "mi",   "mkdir", "mount",  "move",    "mp",      "mv",    "nal",   "ndr",   "ni",
    "nmo",     "nsn",  "nv",    "ogv",    "oh",      "popd",    "ps",    "pushd", "pwd",   "r",
    "rbp",     "rcjb", "rcsn",  "rd",     "rdr",     "ren",     "ri",    "rjb",   "rm",    "rmdir",
    "rmo",     "rni",  "rnp",   "rp",     "rsn",     "rv",      "rvpa",  "rwmi",  "sajb",  "sal",
    "saps",    "sasv", "sbp",   "select", "set",     "shcm",    "si",    "sl",    "sleep", "sls",
    "sort",    "sp",   "spjb",  "spps",   "spsv",    "start",   "stz",   "sv",    "swmi",  "tee",
    "trcm",    "type", "where", "wjb",    "write",
};

#define QUOTE_REWRITE "put the word in single quotes"

/* --- characters --------------------------------------------------------------------------------- */

/* Ends any word. */
static gboolean is_end(char c)
{
    return c == '\0' || strchr(" \t\n&(),;{|}", c) != NULL;
}

/* One of the characters of UTF-8 that PowerShell takes for first: U+2010 to U+201F by their last byte. */
static gboolean is_general_punctuation(const char *next, guchar first, guchar last)
{
    return (guchar)next[0] == 0xe2 && (guchar)next[1] == 0x80 && (guchar)next[2] >= first &&
           (guchar)next[2] <= last;
}

static gboolean is_smart_dash(const char *next)
{
    return is_general_punctuation(next, 0x93, 0x95);
}

static gboolean is_smart_quote(const char *next, char quote)
{
    return quote == '\'' ? is_general_punctuation(next, 0x98, 0x9b)
                         : is_general_punctuation(next, 0x9c, 0x9e);
}

static gboolean refuse_smart_quote(CordonWindowsReader *reader)
{
    return cordon_windows_refuse(reader, reader->at, "typographic quote",
                                 "write ' or \" for a quote");
}

static gboolean refuse_backtick(CordonWindowsReader *reader)
{
    return cordon_windows_refuse(reader, reader->at, "backtick escape",
                                 "use single quotes, and one line for one command");
}

/* --- blanks and comments ------------------------------------------------------------------------ */

static gboolean skip_line_comment(CordonWindowsReader *reader)
{
    static const char REQUIRES[] = "#requires";

    if (g_ascii_strncasecmp(reader->text + reader->at, REQUIRES, strlen(REQUIRES)) == 0)
        return cordon_windows_refuse(reader, reader->at, "requires statement", NULL);
    reader->at += strcspn(reader->text + reader->at, "\n");
    return TRUE;
}

static gboolean skip_block_comment(CordonWindowsReader *reader)
{
    const char *start = reader->text + reader->at;
    const char *end = strstr(start + 2, "#>");

    if (end == NULL)
        return cordon_windows_refuse(reader, reader->at, "unterminated comment", NULL);
    reader->at += (gsize)(end - start) + 2;
    return TRUE;
}

gboolean cordon_windows_powershell_skip_blanks(CordonWindowsReader *reader)
{
    for (;;) {
        const char *next = reader->text + reader->at;

        if (cordon_windows_is_blank(next[0]))
            reader->at++;
        else if (next[0] == '`')
            return refuse_backtick(reader);
        else if (next[0] != '#' && !(next[0] == '<' && next[1] == '#'))
            return TRUE;
        else if (!(next[0] == '#' ? skip_line_comment(reader) : skip_block_comment(reader)))
            return FALSE;
    }
}

/* --- variables ---------------------------------------------------------------------------------- */

/* Where a variable stands, as far as it changes what it means. */
typedef enum {
    IN_QUOTES,
    IN_WORD,
    ALONE, /* it began the word: what follows may be a member or an index of it */
    VALUE, /* the same at the beginning of a statement, where the caller looks at what follows */
} VariablePlace;

/* Bytes of a name without braces. */
static gsize name_length(const char *name)
{
    gsize length = 0;

    if (strchr("$?^", name[0]) != NULL)
        return name[0] == '\0' ? 0 : 1;
    while (g_ascii_isalnum(name[length]) || name[length] == '_' || name[length] == '?' ||
           (name[length] == ':' && name[length + 1] != ':'))
        length++;
    return length;
}

static gboolean is_foreign_letter(const char *next)
{
    return (guchar)*next >= 0x80 && g_unichar_isalnum(g_utf8_get_char(next));
}

static gboolean is_name(const char *name, gsize length, const char *other)
{
    return strlen(other) == length && g_ascii_strncasecmp(name, other, length) == 0;
}

/* "env:" NAME: FALSE for other names, which may be those of a drive: $c:x is the content of a file. */
static gboolean is_environment(const char *name, gsize length)
{
    static const char PREFIX[] = "env:";
    gsize prefix = strlen(PREFIX);

    return length > prefix && g_ascii_strncasecmp(name, PREFIX, prefix) == 0 &&
           memchr(name + prefix, ':', length - prefix) == NULL;
}

/* HOME and PWD are the shell's, USERPROFILE is the environment's; "variable:" and "env:" keep the others apart. */
static void add_variable(CordonWindowsReader *reader, const char *name, gsize length,
                         gboolean is_quoted)
{
    static const char PREFIX[] = "variable:";
    static const char PROFILE[] = "env:USERPROFILE";

    if (is_name(name, length, PROFILE)) {
        cordon_windows_word_part(reader, CORDON_PART_VARIABLE, name + strlen("env:"),
                                 length - strlen("env:"), is_quoted);
        return;
    }
    if (!is_name(name, length, PROFILE + strlen("env:"))) {
        cordon_windows_word_part(reader, CORDON_PART_VARIABLE, name, length, is_quoted);
        return;
    }
    g_autofree char *full = g_strdup_printf("%s%.*s", PREFIX, (int)length, name);
    cordon_windows_word_part(reader, CORDON_PART_VARIABLE, full, strlen(full), is_quoted);
}

/* $true, $false and $null: what they become in a text, or NULL. */
static const char *constant_text(const char *name, gsize length)
{
    if (is_name(name, length, "true"))
        return "True";
    if (is_name(name, length, "false"))
        return "False";
    return is_name(name, length, "null") ? "" : NULL;
}

static void add_value(CordonWindowsReader *reader, const char *name, gsize length,
                      VariablePlace place)
{
    const char *constant = constant_text(name, length);
    gboolean is_whole = (place == ALONE || place == VALUE) && is_end(reader->text[reader->at]);

    if (constant == NULL) {
        add_variable(reader, name, length, place == IN_QUOTES);
    } else if (is_whole) {
        cordon_windows_word_append(reader, "$", 1);
        cordon_windows_word_append(reader, name, length);
    } else {
        cordon_windows_word_append(reader, constant, strlen(constant));
    }
}

/* The reader stands behind the name. */
static gboolean finish_variable(CordonWindowsReader *reader, gsize start, const char *name,
                                gsize length, VariablePlace place)
{
    const char *next = reader->text + reader->at;

    if (is_foreign_letter(next))
        return cordon_windows_refuse(reader, reader->at, "variable with letters that are not ASCII",
                                     NULL);
    if (memchr(name, ':', length) != NULL && !is_environment(name, length))
        return cordon_windows_refuse(reader, start, "variable of a scope or drive", NULL);
    if (place == ALONE && (strchr(".[=", *next) != NULL || g_str_has_prefix(next, "::")) &&
        *next != '\0')
        return cordon_windows_refuse(reader, reader->at, "member of a variable", QUOTE_REWRITE);
    add_value(reader, name, length, place);
    return TRUE;
}

/* ${name} */
static gboolean read_braced_variable(CordonWindowsReader *reader, VariablePlace place)
{
    gsize start = reader->at;
    const char *name = reader->text + start + 2;
    gsize length = name_length(name);

    if (length == 0 || name[length] != '}')
        return cordon_windows_refuse(reader, start, "variable in braces", "write $name");
    reader->at += length + 3;
    return finish_variable(reader, start, name, length, place);
}

static gboolean read_variable(CordonWindowsReader *reader, VariablePlace place)
{
    gsize start = reader->at;
    const char *name = reader->text + start + 1;

    if (*name == '(')
        return cordon_windows_refuse(reader, start, "subexpression", "write the value itself");
    if (*name == '{')
        return read_braced_variable(reader, place);
    gsize length = name_length(name);
    if (length == 0 && !is_foreign_letter(name)) {
        cordon_windows_word_take(reader, 1);
        return TRUE;
    }
    reader->at += length + 1;
    return finish_variable(reader, start, name, length, place);
}

/* --- strings ------------------------------------------------------------------------------------ */

/* ~ before a slash or the end.  The providers of PowerShell expand it in quotes, too. */
static void take_tilde(CordonWindowsReader *reader, char quote)
{
    const char *next = reader->text + reader->at;

    if (next[0] != '~')
        return;
    gboolean is_last = quote == '\0' ? is_end(next[1]) : next[1] == quote;
    if (!is_last && next[1] != '/' && next[1] != '\\')
        return;
    cordon_windows_word_part(reader, CORDON_PART_TILDE, "", 0, quote != '\0');
    reader->at++;
}

/* One byte, or what begins with it, of a text in double quotes. */
static gboolean take_expandable(CordonWindowsReader *reader)
{
    switch (reader->text[reader->at]) {
    case '`':
        return refuse_backtick(reader);
    case '$':
        return read_variable(reader, IN_QUOTES);
    default:
        cordon_windows_word_take(reader, 1);
        return TRUE;
    }
}

static gboolean take_quoted(CordonWindowsReader *reader, char quote)
{
    if (is_smart_quote(reader->text + reader->at, quote))
        return refuse_smart_quote(reader);
    if (quote == '"')
        return take_expandable(reader);
    cordon_windows_word_take(reader, 1);
    return TRUE;
}

/* '...' or "..."; a quote is doubled in it. */
static gboolean read_string(CordonWindowsReader *reader)
{
    gsize start = reader->at;
    char quote = reader->text[reader->at++];

    if (start == reader->word_start)
        take_tilde(reader, quote);
    for (;;) {
        const char *next = reader->text + reader->at;

        if (next[0] == '\0')
            return cordon_windows_refuse(
                reader, start,
                quote == '"' ? "unterminated double quote" : "unterminated single quote", NULL);
        if (next[0] == quote) {
            reader->at++;
            if (next[1] != quote)
                return TRUE;
            cordon_windows_word_take(reader, 1);
        } else if (!take_quoted(reader, quote)) {
            return FALSE;
        }
    }
}

/* From the end of the header to the quote that ends the here-string, which stands at the beginning of a line. */
static const char *find_footer(const char *body, char quote, gboolean *ret_is_smart)
{
    for (const char *line = body; line != NULL;) {
        gboolean is_smart = is_smart_quote(line, quote) && line[3] == '@';

        if (is_smart || (line[0] == quote && line[1] == '@')) {
            *ret_is_smart = is_smart;
            return line;
        }
        line = strchr(line, '\n');
        if (line != NULL)
            line++;
    }
    return NULL;
}

static gboolean take_here_body(CordonWindowsReader *reader, char quote, gsize end)
{
    if (quote == '\'')
        cordon_windows_word_take(reader, end - reader->at);
    while (reader->at < end) {
        if (!take_expandable(reader))
            return FALSE;
    }
    return TRUE;
}

/* @' newline, text, newline '@; the last newline is not part of the text. */
static gboolean read_here_string(CordonWindowsReader *reader)
{
    gsize start = reader->at;
    char quote = reader->text[start + 1];
    gboolean is_smart = FALSE;

    reader->at += 2;
    while (cordon_windows_is_blank(reader->text[reader->at]))
        reader->at++;
    if (reader->text[reader->at] != '\n')
        return cordon_windows_refuse(reader, start,
                                     "here-string that does not begin with a newline", NULL);
    reader->at++;
    const char *body = reader->text + reader->at;
    const char *footer = find_footer(body, quote, &is_smart);
    if (footer == NULL)
        return cordon_windows_refuse(reader, start, "unterminated here-string", NULL);
    gsize end = (gsize)(footer - reader->text);
    if (is_smart) {
        reader->at = end;
        return refuse_smart_quote(reader);
    }
    if (footer > body && !take_here_body(reader, quote, end - 1))
        return FALSE;
    reader->at = end + 2;
    return TRUE;
}

static gboolean check_glue(CordonWindowsReader *reader)
{
    if (!is_end(reader->text[reader->at]))
        return cordon_windows_refuse(reader, reader->at, "text glued to a string",
                                     "put the whole word in quotes, or a blank between");
    return TRUE;
}

/* --- words without quotes around them ----------------------------------------------------------- */

/* The length of [...] as a set of characters; 0: the bracket is text; (gsize)-1: a set that is not read. */
static gsize set_length(const char *bracket)
{
    gsize length = 1;

    while (!is_end(bracket[length]) && strchr("]['\"$`\\", bracket[length]) == NULL)
        length++;
    if (bracket[length] == '[' || bracket[length] == '\\')
        return (gsize)-1;
    if (bracket[length] != ']')
        return 0;
    return length == 1 || bracket[1] == '!' || bracket[1] == '^' ? (gsize)-1 : length + 1;
}

static gboolean take_set(CordonWindowsReader *reader)
{
    gsize length = set_length(reader->text + reader->at);

    if (length == (gsize)-1)
        return cordon_windows_refuse(reader, reader->at, "pattern in brackets", QUOTE_REWRITE);
    if (length == 0)
        cordon_windows_word_take(reader, 1);
    else
        cordon_windows_word_take_pattern(reader, length);
    return TRUE;
}

static void take_stars(CordonWindowsReader *reader)
{
    gsize stars = cordon_windows_stars(reader);

    if (stars > 0)
        cordon_windows_word_take_pattern(reader, stars);
    else
        cordon_windows_word_take(reader, 1);
}

static gboolean refuse_angle(CordonWindowsReader *reader)
{
    return cordon_windows_refuse(reader, reader->at, "redirection glued to a word",
                                 "put a blank before the redirection");
}

/* One byte, or what begins with it, of a bare word. */
static gboolean take_bare(CordonWindowsReader *reader)
{
    const char *next = reader->text + reader->at;

    switch (*next) {
    case '`':
        return refuse_backtick(reader);
    case '"':
    case '\'':
        return read_string(reader);
    case '$':
        return read_variable(reader, reader->at == reader->word_start ? ALONE : IN_WORD);
    case '<':
    case '>':
        return refuse_angle(reader);
    case '[':
        return take_set(reader);
    case '*':
    case '?':
        take_stars(reader);
        return TRUE;
    default:
        if (is_smart_quote(next, '\'') || is_smart_quote(next, '"'))
            return refuse_smart_quote(reader);
        cordon_windows_word_take(reader, 1);
        return TRUE;
    }
}

static gboolean read_bare(CordonWindowsReader *reader)
{
    take_tilde(reader, '\0');
    while (!is_end(reader->text[reader->at])) {
        if (!take_bare(reader))
            return FALSE;
    }
    return TRUE;
}

static gboolean refuse_at_sign(CordonWindowsReader *reader)
{
    switch (reader->text[reader->at + 1]) {
    case '(':
        return cordon_windows_refuse(reader, reader->at, "array expression",
                                     "write the values with commas between them");
    case '{':
        return cordon_windows_refuse(reader, reader->at, "hash table", NULL);
    default:
        return cordon_windows_refuse(reader, reader->at, "splatting", QUOTE_REWRITE);
    }
}

/* Beginnings of an argument that PowerShell takes for something else than a word. */
static gboolean check_bare_start(CordonWindowsReader *reader)
{
    const char *next = reader->text + reader->at;

    if (*next == '@')
        return refuse_at_sign(reader);
    if (*next == ']' || (*next == '[' && is_end(next[1])))
        return cordon_windows_refuse(reader, reader->at, "bracket alone", QUOTE_REWRITE);
    if (*next == '.' && next[1] != '\0' && strchr("$\"'", next[1]) != NULL)
        return cordon_windows_refuse(reader, reader->at, "dot before a string", QUOTE_REWRITE);
    if (is_smart_dash(next))
        return cordon_windows_refuse(reader, reader->at, "typographic dash", "write - for a dash");
    return TRUE;
}

static gboolean is_here_string(const char *next)
{
    return next[0] == '@' && (next[1] == '\'' || next[1] == '"' || is_smart_quote(next + 1, '\'') ||
                              is_smart_quote(next + 1, '"'));
}

/* Everything but a parameter. */
static gboolean read_plain_argument(CordonWindowsReader *reader)
{
    const char *next = reader->text + reader->at;

    if (*next == '\'' || *next == '"')
        return read_string(reader) && check_glue(reader);
    if (is_here_string(next)) {
        if (next[1] != '\'' && next[1] != '"')
            return refuse_smart_quote(reader);
        return read_here_string(reader) && check_glue(reader);
    }
    return check_bare_start(reader) && read_bare(reader);
}

/* --- parameters --------------------------------------------------------------------------------- */

static gboolean is_parameter(const char *next)
{
    return next[0] == '-' && (g_ascii_isalpha(next[1]) || next[1] == '_' || next[1] == '?' ||
                              is_foreign_letter(next + 1));
}

/* -Name:value */
static gboolean read_parameter_value(CordonWindowsReader *reader)
{
    cordon_windows_word_take(reader, 1);
    if (is_end(reader->text[reader->at]))
        return cordon_windows_refuse(reader, reader->at, "parameter without its value",
                                     "put the value right after the colon");
    gsize start = reader->word_start;
    /* The value is a word of its own to PowerShell: a variable or ~ may begin it. */
    reader->word_start = reader->at;
    gboolean is_read = read_plain_argument(reader);
    reader->word_start = start;
    return is_read;
}

static gboolean take_of_parameter(CordonWindowsReader *reader)
{
    switch (reader->text[reader->at]) {
    case '.':
    case '[':
        return cordon_windows_refuse(reader, reader->at, "dot or bracket in a parameter",
                                     QUOTE_REWRITE);
    case '$':
    case '`':
        return cordon_windows_refuse(reader, reader->at, "variable or escape in a parameter",
                                     "put the word in double quotes");
    default:
        return take_bare(reader);
    }
}

/* -Name, -Name:value and what programs take: -name=value.  With quotes in it PowerShell goes on as with any word. */
static gboolean read_parameter(CordonWindowsReader *reader, gboolean *ret_has_value)
{
    *ret_has_value = FALSE;
    while (!is_end(reader->text[reader->at])) {
        char c = reader->text[reader->at];

        *ret_has_value = c == ':' || c == '"' || c == '\'';
        if (*ret_has_value)
            return c == ':' ? read_parameter_value(reader) : read_bare(reader);
        if (!take_of_parameter(reader))
            return FALSE;
    }
    return TRUE;
}

/* --- arguments ---------------------------------------------------------------------------------- */

static gboolean add_word(CordonWindowsReader *reader)
{
    CordonShellWord word = cordon_windows_word_finish(reader);
    const char *text = cordon_windows_word_literal(&word);

    if (text != NULL && strcmp(text, "--%") == 0)
        return cordon_windows_refuse(reader, word.offset, "stop-parsing token", NULL);
    return cordon_windows_command_add(reader, word);
}

static gboolean is_cmdlet_name(const char *command, const char *dash)
{
    g_autofree char *verb = g_strndup(command, (gsize)(dash - command));

    for (const char *p = dash + 1; *p != '\0'; p++) {
        if (!g_ascii_isalnum(*p))
            return FALSE;
    }
    return dash[1] != '\0' && cordon_windows_is_one_of(VERBS, G_N_ELEMENTS(VERBS), verb);
}

static gboolean is_cmdlet(const char *command)
{
    if (command == NULL)
        return FALSE;
    const char *dash = strchr(command, '-');
    return dash != NULL ? is_cmdlet_name(command, dash)
                        : cordon_windows_is_one_of(ALIASES, G_N_ELEMENTS(ALIASES), command);
}

/* Behind a comma. */
static gboolean check_list_item(CordonWindowsReader *reader)
{
    const char *next = reader->text + reader->at;

    if (is_end(*next))
        return cordon_windows_refuse(reader, reader->at, "comma without a value", QUOTE_REWRITE);
    if (is_parameter(next))
        return cordon_windows_refuse(reader, reader->at, "parameter in a list", QUOTE_REWRITE);
    return TRUE;
}

/* '-Name' in quotes is a value, and whoever judges the words could not tell it from the parameter. */
static gboolean check_value(CordonWindowsReader *reader)
{
    if (!is_parameter(reader->literal->str) || reader->parts->len > 0)
        return TRUE;
    return cordon_windows_refuse(reader, reader->word_start, "value that looks like a parameter",
                                 "put it behind the name of its parameter: -Path:'-x'");
}

/* A cmdlet gets the values of a list, so each is a word. */
static gboolean read_rest_of_list(CordonWindowsReader *reader)
{
    for (;;) {
        if (!add_word(reader) || !cordon_windows_skip_blanks(reader))
            return FALSE;
        if (reader->text[reader->at] != ',')
            return TRUE;
        reader->at++;
        if (!cordon_windows_skip_blanks(reader) || !check_list_item(reader))
            return FALSE;
        cordon_windows_word_start(reader);
        if (!read_plain_argument(reader) || !check_value(reader))
            return FALSE;
    }
}

/* A program gets the list as it is written, so it is one word. */
static gboolean read_rest_of_word(CordonWindowsReader *reader)
{
    gsize start = reader->word_start;

    while (reader->text[reader->at] == ',') {
        cordon_windows_word_take(reader, 1);
        reader->word_start = reader->at;
        if (!check_list_item(reader) || !read_plain_argument(reader))
            return FALSE;
    }
    reader->word_start = start;
    if (!add_word(reader) || !cordon_windows_skip_blanks(reader))
        return FALSE;
    if (reader->text[reader->at] == ',')
        return cordon_windows_refuse(reader, reader->at, "blank before a comma", QUOTE_REWRITE);
    return TRUE;
}

static gboolean read_argument(CordonWindowsReader *reader, gboolean splits_lists)
{
    gboolean has_value = TRUE;
    gboolean is_value = !is_parameter(reader->text + reader->at);

    cordon_windows_word_start(reader);
    if (!(is_value ? read_plain_argument(reader) : read_parameter(reader, &has_value)))
        return FALSE;
    if (is_value && splits_lists && !check_value(reader))
        return FALSE;
    if (!has_value)
        return add_word(reader);
    return splits_lists ? read_rest_of_list(reader) : read_rest_of_word(reader);
}

/* --- redirections ------------------------------------------------------------------------------- */

static gboolean is_redirect(const char *next)
{
    gboolean is_stream = next[0] == '*' || (next[0] >= '1' && next[0] <= '6');

    return next[0] == '>' || (is_stream && next[1] == '>');
}

/* The stream, 0 for all of them. */
static int take_stream(CordonWindowsReader *reader)
{
    char c = reader->text[reader->at];

    if (c == '>')
        return 1;
    reader->at++;
    return c == '*' ? 0 : c - '0';
}

/* Output can only be merged into the first stream. */
static gboolean read_merge(CordonWindowsReader *reader, int stream)
{
    const char *next = reader->text + reader->at;

    if (stream == 1 || next[1] != '1' || !is_end(next[2]))
        return cordon_windows_refuse(reader, reader->at, "redirection to no stream",
                                     "write 2>&1 with a blank behind it");
    cordon_windows_command_duplicate(reader, stream == 0 ? 2 : stream, 1);
    reader->at += 2;
    return TRUE;
}

static gboolean is_null(const char *next)
{
    return g_ascii_strncasecmp(next, "$null", 5) == 0 && is_end(next[5]);
}

static gboolean read_target_word(CordonWindowsReader *reader)
{
    cordon_windows_word_start(reader);
    if (!is_null(reader->text + reader->at))
        return read_plain_argument(reader);
    cordon_windows_word_append(reader, "NUL", 3);
    reader->at += 5;
    return TRUE;
}

static gboolean read_target(CordonWindowsReader *reader, CordonShellRedirectType type, int stream)
{
    gsize start = reader->at;

    if (!cordon_windows_skip_blanks(reader) || !read_target_word(reader))
        return FALSE;
    CordonShellWord word = cordon_windows_word_finish(reader);
    if (word.count == 0)
        return cordon_windows_refuse(reader, start, "redirection without a file", NULL);
    if (reader->text[reader->at] == ',')
        return cordon_windows_refuse(reader, reader->at, "redirection to a list", QUOTE_REWRITE);
    cordon_windows_command_redirect(reader, type, stream == 0 ? 1 : stream, word);
    if (stream == 0)
        cordon_windows_command_duplicate(reader, 2, 1);
    return TRUE;
}

static gboolean read_redirect(CordonWindowsReader *reader)
{
    int stream = take_stream(reader);
    CordonShellRedirectType type = CORDON_REDIRECT_WRITE;

    reader->at++;
    if (reader->text[reader->at] == '>') {
        type = CORDON_REDIRECT_APPEND;
        reader->at++;
    } else if (reader->text[reader->at] == '&') {
        return read_merge(reader, stream);
    }
    return read_target(reader, type, stream);
}

/* --- commands ----------------------------------------------------------------------------------- */

static gboolean refuse_in_command(CordonWindowsReader *reader)
{
    switch (reader->text[reader->at]) {
    case '(':
        return cordon_windows_refuse(reader, reader->at, "parentheses in an argument",
                                     "write the value itself");
    case '{':
    case '}':
        return cordon_windows_refuse(reader, reader->at, "script block",
                                     "write the commands one by one");
    case '&':
        return cordon_windows_refuse(reader, reader->at, "background job", "leave the & out");
    case '<':
        return cordon_windows_refuse(reader, reader->at, "input redirection",
                                     "use a pipe from Get-Content");
    default: /* , */
        return cordon_windows_refuse(reader, reader->at, "comma without a value", QUOTE_REWRITE);
    }
}

static gboolean read_arguments(CordonWindowsReader *reader)
{
    gboolean splits_lists = is_cmdlet(reader->command);

    for (;;) {
        if (!cordon_windows_skip_blanks(reader))
            return FALSE;
        const char *next = reader->text + reader->at;
        if (cordon_windows_operator(reader) != CORDON_WINDOWS_NO_OPERATOR)
            return TRUE;
        if (is_end(*next) || *next == '<')
            return refuse_in_command(reader);
        if (!(is_redirect(next) ? read_redirect(reader) : read_argument(reader, splits_lists)))
            return FALSE;
    }
}

static gboolean has_variable(const CordonShellWord *word)
{
    for (guint i = 0; i < word->count; i++) {
        if (word->parts[i].type == CORDON_PART_VARIABLE)
            return TRUE;
    }
    return FALSE;
}

static gboolean add_command_word(CordonWindowsReader *reader)
{
    CordonShellWord word = cordon_windows_word_finish(reader);

    if (has_variable(&word))
        return cordon_windows_refuse(reader, word.offset, "call of a variable",
                                     "write the command itself");
    if (word.count == 0)
        return cordon_windows_refuse(reader, word.offset, "empty command word", NULL);
    reader->command = cordon_windows_word_literal(&word);
    return cordon_windows_command_add(reader, word);
}

/* ? is the name of Where-Object, not a pattern. */
static gboolean read_bare_command_word(CordonWindowsReader *reader)
{
    const char *next = reader->text + reader->at;

    if (next[0] == '?' && is_end(next[1])) {
        cordon_windows_word_take(reader, 1);
        return TRUE;
    }
    return check_bare_start(reader) && read_bare(reader);
}

static gboolean read_command(CordonWindowsReader *reader, GPtrArray *pipeline)
{
    cordon_windows_command_start(reader);
    cordon_windows_word_start(reader);
    return read_bare_command_word(reader) && add_command_word(reader) && read_arguments(reader) &&
           cordon_windows_command_finish(reader, pipeline);
}

/* Behind the call operator. */
static gboolean check_called(CordonWindowsReader *reader)
{
    const char *next = reader->text + reader->at;

    switch (*next) {
    case '$':
        return cordon_windows_refuse(reader, reader->at, "call of a variable",
                                     "write the command itself");
    case '(':
        return cordon_windows_refuse(reader, reader->at, "call of an expression",
                                     "write the command itself");
    case '{':
        return cordon_windows_refuse(reader, reader->at, "script block",
                                     "write the commands one by one");
    default:
        if (is_end(*next) || *next == '@' || *next == '-' || is_redirect(next))
            return cordon_windows_refuse(reader, reader->at, "call operator without a command",
                                         NULL);
        return TRUE;
    }
}

/* & 'name' arguments */
static gboolean read_call(CordonWindowsReader *reader, GPtrArray *pipeline)
{
    cordon_windows_command_start(reader);
    reader->at++;
    if (!cordon_windows_skip_blanks(reader) || !check_called(reader))
        return FALSE;
    cordon_windows_word_start(reader);
    return read_plain_argument(reader) && add_command_word(reader) && read_arguments(reader) &&
           cordon_windows_command_finish(reader, pipeline);
}

/* --- values ------------------------------------------------------------------------------------- */

static gboolean is_operator_name(const char *name, gsize length)
{
    for (guint i = 0; i < G_N_ELEMENTS(OPERATORS); i++) {
        gboolean has_prefix = name[0] != '\0' && strchr("cCiI", name[0]) != NULL;

        if (is_name(name, length, OPERATORS[i]) ||
            (has_prefix && is_name(name + 1, length - 1, OPERATORS[i])))
            return TRUE;
    }
    return FALSE;
}

/* The bytes of an operator with its dash, or 0. */
static gsize operator_length(const char *next)
{
    gsize length = 1;

    if (next[0] != '-')
        return 0;
    while (g_ascii_isalpha(next[length]))
        length++;
    return is_operator_name(next + 1, length - 1) ? length : 0;
}

static gboolean read_number(CordonWindowsReader *reader)
{
    cordon_windows_word_take(reader, strspn(reader->text + reader->at, "0123456789"));
    return check_glue(reader);
}

/* A string, a variable or, as the operand of an operator, a number. */
static gboolean read_value(CordonWindowsReader *reader, VariablePlace place)
{
    const char *next = reader->text + reader->at;

    cordon_windows_word_start(reader);
    if (*next == '$')
        return read_variable(reader, place);
    if (g_ascii_isdigit(*next) && place != VALUE)
        return read_number(reader);
    if (*next == '\'' || *next == '"' || is_here_string(next))
        return read_plain_argument(reader);
    return cordon_windows_refuse(reader, reader->at, "expression", NULL);
}

static gboolean read_values(CordonWindowsReader *reader, VariablePlace place)
{
    for (;;) {
        if (!read_value(reader, place) || !add_word(reader) || !cordon_windows_skip_blanks(reader))
            return FALSE;
        if (reader->text[reader->at] != ',')
            return TRUE;
        reader->at++;
        if (!cordon_windows_skip_blanks(reader))
            return FALSE;
    }
}

/* -replace 'x','y' */
static gboolean read_operator(CordonWindowsReader *reader, gsize length, GPtrArray *pipeline)
{
    cordon_windows_command_start(reader);
    cordon_windows_word_start(reader);
    cordon_windows_word_take(reader, length);
    if (!add_word(reader) || !cordon_windows_skip_blanks(reader))
        return FALSE;
    return read_values(reader, ALONE) && cordon_windows_command_finish(reader, pipeline);
}

static gboolean read_operators(CordonWindowsReader *reader, GPtrArray *pipeline)
{
    for (;;) {
        if (!cordon_windows_skip_blanks(reader))
            return FALSE;
        gsize length = operator_length(reader->text + reader->at);
        if (length == 0)
            return TRUE;
        if (!read_operator(reader, length, pipeline))
            return FALSE;
    }
}

/* Redirections behind a value are those of what wrote it: the last command so far. */
static void give_redirects(CordonWindowsReader *reader, CordonShellNode *node)
{
    guint count = node->redirect_count + reader->redirects->len;
    CordonShellRedirect *all = CORDON_ARENA_ARRAY(reader->arena, CordonShellRedirect, count);

    if (node->redirect_count > 0)
        memcpy(all, node->redirects, node->redirect_count * sizeof(*all));
    memcpy(all + node->redirect_count, reader->redirects->data,
           reader->redirects->len * sizeof(*all));
    node->redirects = all;
    node->redirect_count = count;
    node->end = (guint)reader->at;
}

static gboolean read_redirects(CordonWindowsReader *reader, GPtrArray *pipeline)
{
    cordon_windows_command_start(reader);
    while (is_redirect(reader->text + reader->at)) {
        if (!read_redirect(reader) || !cordon_windows_skip_blanks(reader))
            return FALSE;
    }
    if (reader->redirects->len > 0)
        give_redirects(reader, pipeline->pdata[pipeline->len - 1]);
    return TRUE;
}

/* What may follow a value has been read: only an operator between commands is left. */
static gboolean check_value_end(CordonWindowsReader *reader)
{
    if (cordon_windows_operator(reader) != CORDON_WINDOWS_NO_OPERATOR)
        return TRUE;
    return cordon_windows_refuse(reader, reader->at, "expression",
                                 "write a command; after a value only -replace, -split, -join, "
                                 "-match, -like and -contains are known");
}

static gboolean read_value_tail(CordonWindowsReader *reader, GPtrArray *pipeline)
{
    return read_operators(reader, pipeline) && read_redirects(reader, pipeline) &&
           check_value_end(reader);
}

/* ( pipeline ) */
static gboolean read_inner(CordonWindowsReader *reader, GPtrArray *pipeline)
{
    gsize start = reader->at;

    reader->at++;
    if (!cordon_windows_skip_lines(reader) || !cordon_windows_read_pipeline(reader, pipeline) ||
        !cordon_windows_skip_lines(reader))
        return FALSE;
    switch (cordon_windows_operator(reader)) {
    case CORDON_WINDOWS_CLOSE:
        reader->at++;
        return TRUE;
    case CORDON_WINDOWS_END:
        return cordon_windows_refuse(reader, start, "unterminated parenthesis", NULL);
    case CORDON_WINDOWS_NO_OPERATOR:
    case CORDON_WINDOWS_NEWLINE:
    case CORDON_WINDOWS_SEQUENCE:
    case CORDON_WINDOWS_AND:
    case CORDON_WINDOWS_OR:
    case CORDON_WINDOWS_PIPE:
        break;
    }
    return cordon_windows_refuse(reader, reader->at, "several commands in parentheses",
                                 "leave the parentheses out");
}

static gboolean check_member(CordonWindowsReader *reader)
{
    if (strchr(".[:?", reader->text[reader->at]) == NULL || reader->text[reader->at] == '\0')
        return TRUE;
    return cordon_windows_refuse(
        reader, reader->at, "member access",
        "methods and indexes are not read; a property is: (Get-Item a.txt).Length");
}

static gboolean add_text(CordonWindowsReader *reader, const char *text, gsize length)
{
    cordon_windows_word_start(reader);
    cordon_windows_word_append(reader, text, length);
    return cordon_windows_command_add(reader, cordon_windows_word_finish(reader));
}

/* The bytes of ".Length" with its dot, or 0: no name, or a method, which does something. */
static gsize property_length(const char *next)
{
    gsize length = 1;

    if (next[0] != '.' || (!g_ascii_isalpha(next[1]) && next[1] != '_'))
        return 0;
    while (g_ascii_isalnum(next[length]) || next[length] == '_')
        length++;
    if (next[length] == '(')
        return 0;
    return is_end(next[length]) || next[length] == '.' ? length : 0;
}

/* (Get-Item a.txt).Length is what "| Select-Object -ExpandProperty Length" prints: a property is only read. */
static gboolean read_members(CordonWindowsReader *reader, GPtrArray *pipeline)
{
    static const char *const words[] = {"Select-Object", "-ExpandProperty"};

    for (;;) {
        const char *next = reader->text + reader->at;
        gsize length = property_length(next);
        if (length == 0)
            return check_member(reader);
        cordon_windows_command_start(reader);
        for (gsize i = 0; i < G_N_ELEMENTS(words); i++) {
            if (!add_text(reader, words[i], strlen(words[i])))
                return FALSE;
        }
        if (!add_text(reader, next + 1, length - 1))
            return FALSE;
        reader->at += length;
        if (!cordon_windows_command_finish(reader, pipeline))
            return FALSE;
    }
}

static gboolean read_parentheses(CordonWindowsReader *reader, GPtrArray *pipeline)
{
    if (reader->nesting == CORDON_SHELL_MAX_NESTING)
        return cordon_windows_refuse(reader, reader->at, "nesting of more than 64 levels", NULL);
    reader->nesting++;
    if (!read_inner(reader, pipeline))
        return FALSE;
    reader->nesting--;
    return read_members(reader, pipeline) && read_value_tail(reader, pipeline);
}

/* = and its relatives, ++ and -- */
static gboolean is_assignment(const char *next)
{
    if (next[0] == '=' || g_str_has_prefix(next, "++") || g_str_has_prefix(next, "--"))
        return TRUE;
    return (next[0] != '\0' && strchr("+-*/%", next[0]) != NULL && next[1] == '=') ||
           (g_str_has_prefix(next, "??") && next[2] == '=');
}

static gboolean is_environment_part(const CordonShellPart *part)
{
    return part->type == CORDON_PART_VARIABLE &&
           (g_ascii_strncasecmp(part->text, "env:", 4) == 0 ||
            g_ascii_strcasecmp(part->text, "USERPROFILE") == 0);
}

static gboolean has_environment(const GArray *words)
{
    for (guint i = 0; i < words->len; i++) {
        const CordonShellWord *word = &g_array_index(words, CordonShellWord, i);

        if (word->count > 0 && is_environment_part(&word->parts[0]))
            return TRUE;
    }
    return FALSE;
}

static gboolean refuse_assignment(CordonWindowsReader *reader)
{
    gboolean is_environment_changed = has_environment(reader->words);

    reader->error.changes_shell = is_environment_changed;
    return cordon_windows_refuse(reader, reader->command_start,
                                 is_environment_changed ? "environment assignment" : "assignment",
                                 is_environment_changed ? NULL : "write the value itself");
}

/* Values at the beginning: what Write-Output would write. */
static gboolean read_data(CordonWindowsReader *reader, GPtrArray *pipeline)
{
    cordon_windows_command_start(reader);
    if (!add_text(reader, "Write-Output", strlen("Write-Output")) || !read_values(reader, VALUE))
        return FALSE;
    if (is_assignment(reader->text + reader->at))
        return refuse_assignment(reader);
    return cordon_windows_command_finish(reader, pipeline) && read_members(reader, pipeline) &&
           read_value_tail(reader, pipeline);
}

/* --- the element -------------------------------------------------------------------------------- */

/* What a number may be made of; a command word that begins so is none to PowerShell. */
static gboolean is_number(const char *next)
{
    gsize digits = strspn(next, "0123456789");

    if (next[0] == '.')
        return g_ascii_isdigit(next[1]);
    if (digits == 0)
        return FALSE;
    if (digits == 1 && next[0] == '0' && next[1] != '\0' && strchr("xXbB", next[1]) != NULL)
        return TRUE;
    while (g_ascii_isdigit(next[digits]) ||
           (next[digits] != '\0' && strchr("eEuUlLsSyYdDnNkKmMgGtTpPbB", next[digits]) != NULL))
        digits++;
    return !g_ascii_isalpha(next[digits]) && next[digits] != '_';
}

static gboolean is_dot_source(const char *next)
{
    return next[0] == '.' &&
           (is_end(next[1]) || next[1] == '$' || next[1] == '"' || next[1] == '\'');
}

/* .. alone; ..\\x is a path. */
static gboolean is_range(const char *next)
{
    return next[0] == '.' && next[1] == '.' && is_end(next[2]);
}

/* Beginnings of something else than a command. */
static const char *odd_start(const char *next)
{
    switch (*next) {
    case '(':
    case '$':
    case '"':
    case '\'':
        return "expression in a pipeline";
    case '{':
    case '}':
        return "script block";
    case '[':
        return "type literal";
    case ':':
        return "label";
    case '<':
    case '>':
        return "redirection without a command";
    case '-':
    case '+':
    case '!':
    case '=':
    case ',':
    case ']':
    case '*':
        return "expression";
    default:
        if (is_end(*next))
            return "missing command";
        return is_number(next) || is_range(next) ? "expression" : NULL;
    }
}

static gboolean check_keyword(CordonWindowsReader *reader)
{
    const char *next = reader->text + reader->at;
    gsize length = 0;

    while (g_ascii_isalnum(next[length]) || next[length] == '_')
        length++;
    for (guint i = 0; i < G_N_ELEMENTS(KEYWORDS) && is_end(next[length]); i++) {
        if (is_name(next, length, KEYWORDS[i].name)) {
            reader->error.changes_shell = KEYWORDS[i].changes_shell;
            return cordon_windows_refuse(reader, reader->at, KEYWORDS[i].construct,
                                         "write the commands one by one");
        }
    }
    return TRUE;
}

static gboolean check_command_start(CordonWindowsReader *reader)
{
    const char *next = reader->text + reader->at;
    const char *odd = odd_start(next);

    if (is_redirect(next))
        odd = "redirection without a command";
    if (is_dot_source(next)) {
        reader->error.changes_shell = TRUE;
        odd = "dot-sourcing";
    }
    return odd == NULL || cordon_windows_refuse(reader, reader->at, odd, NULL);
}

static gboolean begins_value(const char *next)
{
    return *next == '$' || *next == '\'' || *next == '"' || is_here_string(next);
}

gboolean cordon_windows_powershell_read_element(CordonWindowsReader *reader, GPtrArray *pipeline)
{
    const char *next = reader->text + reader->at;
    gboolean is_first = pipeline->len == 0;

    if (is_first && *next == '(')
        return read_parentheses(reader, pipeline);
    if (is_first && begins_value(next))
        return read_data(reader, pipeline);
    if (next[0] == '&' && next[1] != '&')
        return read_call(reader, pipeline);
    if (!check_command_start(reader) || (is_first && !check_keyword(reader)))
        return FALSE;
    return read_command(reader, pipeline);
}

/* SPDX-License-Identifier: MIT */
/* Lines of cmd.exe and PowerShell: what the two have in common.  A line is a list of chains (&& ||) of pipelines;
 * only the elements of a pipeline differ. */
#include "shell/windows.h"

#include <string.h>

/* --- refusals ----------------------------------------------------------------------------------- */

static void note_position(CordonShellError *error, const char *text, gsize offset)
{
    error->line = 1;
    error->column = 1;
    for (gsize i = 0; i < offset; i++) {
        if (text[i] == '\n') {
            error->line++;
            error->column = 1;
        } else if (((guchar)text[i] & 0xc0) != 0x80) {
            error->column++;
        }
    }
}

gboolean cordon_windows_refuse(CordonWindowsReader *reader, gsize offset, const char *construct,
                               const char *rewrite)
{
    reader->error.construct = construct;
    reader->error.rewrite = rewrite;
    reader->error.command = reader->command;
    note_position(&reader->error, reader->text, offset);
    return FALSE;
}

/* --- characters --------------------------------------------------------------------------------- */

/* Letters by their type, but nobody sees them. */
static gboolean is_filler(gunichar c)
{
    return c == 0x034f || c == 0x115f || c == 0x1160 || c == 0x17b4 || c == 0x17b5 || c == 0x3164 ||
           c == 0xffa0;
}

/* What is wrong with a character wherever it stands, or NULL. */
static const char *odd_character(gunichar c)
{
    if (c == '\n' || c == '\t' || c == ' ')
        return NULL;
    switch ((int)g_unichar_type(c)) {
    case G_UNICODE_CONTROL:
        return "control character";
    case G_UNICODE_FORMAT:
        return "invisible character";
    case G_UNICODE_SPACE_SEPARATOR:
    case G_UNICODE_LINE_SEPARATOR:
    case G_UNICODE_PARAGRAPH_SEPARATOR:
        return "blank that is not a plain space";
    default:
        return is_filler(c) ? "invisible character" : NULL;
    }
}

static gboolean check_size(gsize size, CordonShellError *error)
{
    if (size <= CORDON_SHELL_MAX_BYTES)
        return TRUE;
    *error = (CordonShellError){.construct = "line of more than 64 KiB", .line = 1, .column = 1};
    return FALSE;
}

static gboolean check_encoding(const char *text, gsize size, CordonShellError *error)
{
    const char *end = NULL;

    if (g_utf8_validate_len(text, size, &end))
        return TRUE;
    *error = (CordonShellError){.construct =
                                    *end == '\0' ? "control character" : "text that is not UTF-8"};
    note_position(error, text, (gsize)(end - text));
    return FALSE;
}

static gboolean check_characters(const char *text, gsize size, CordonShellError *error)
{
    for (const char *p = text; p < text + size; p = g_utf8_next_char(p)) {
        const char *odd = odd_character(g_utf8_get_char(p));
        if (odd == NULL)
            continue;
        *error = (CordonShellError){
            .construct = odd,
            .rewrite = *p == '\r' ? "end lines with a line feed alone" : NULL,
        };
        note_position(error, text, (gsize)(p - text));
        return FALSE;
    }
    return TRUE;
}

gboolean cordon_windows_is_blank(char c)
{
    return c == ' ' || c == '\t';
}

gboolean cordon_windows_is_one_of(const char *const *names, gsize count, const char *name)
{
    for (gsize i = 0; i < count; i++) {
        if (g_ascii_strcasecmp(names[i], name) == 0)
            return TRUE;
    }
    return FALSE;
}

/* --- words -------------------------------------------------------------------------------------- */

void cordon_windows_word_start(CordonWindowsReader *reader)
{
    g_string_truncate(reader->literal, 0);
    g_array_set_size(reader->parts, 0);
    reader->word_start = reader->at;
}

void cordon_windows_word_append(CordonWindowsReader *reader, const char *text, gsize size)
{
    g_string_append_len(reader->literal, text, (gssize)size);
}

void cordon_windows_word_take(CordonWindowsReader *reader, gsize size)
{
    cordon_windows_word_append(reader, reader->text + reader->at, size);
    reader->at += size;
}

static void push_literal(CordonWindowsReader *reader)
{
    GString *literal = reader->literal;

    if (literal->len == 0)
        return;
    CordonShellPart part = {
        .type = CORDON_PART_LITERAL,
        .text = cordon_arena_strndup(reader->arena, literal->str, literal->len),
    };
    g_array_append_val(reader->parts, part);
    g_string_truncate(literal, 0);
}

void cordon_windows_word_part(CordonWindowsReader *reader, CordonShellPartType type,
                              const char *text, gsize size, gboolean is_quoted)
{
    push_literal(reader);
    CordonShellPart part = {
        .type = type,
        .text = cordon_arena_strndup(reader->arena, text, size),
        .is_quoted = is_quoted,
    };
    g_array_append_val(reader->parts, part);
}

gsize cordon_windows_stars(const CordonWindowsReader *reader)
{
    const char *next = reader->text + reader->at;
    gboolean is_after_root = reader->parts->len == 0 && strcmp(reader->literal->str, "\\\\") == 0;

    if (is_after_root && g_str_has_prefix(next, "?\\"))
        return 0;
    return strspn(next, "*?");
}

void cordon_windows_word_take_pattern(CordonWindowsReader *reader, gsize size)
{
    cordon_windows_word_part(reader, CORDON_PART_PATTERN, reader->text + reader->at, size, FALSE);
    reader->at += size;
}

static gpointer copy_array(CordonArena *arena, GArray *array)
{
    gsize size = (gsize)array->len * g_array_get_element_size(array);

    return size == 0 ? NULL : memcpy(cordon_arena_alloc(arena, size), array->data, size);
}

CordonShellWord cordon_windows_word_finish(CordonWindowsReader *reader)
{
    push_literal(reader);
    return (CordonShellWord){
        .parts = copy_array(reader->arena, reader->parts),
        .count = reader->parts->len,
        .offset = (guint)reader->word_start,
    };
}

const char *cordon_windows_word_literal(const CordonShellWord *word)
{
    if (word->count == 0)
        return "";
    return word->count == 1 && word->parts[0].type == CORDON_PART_LITERAL ? word->parts[0].text
                                                                          : NULL;
}

/* --- simple commands ---------------------------------------------------------------------------- */

void cordon_windows_command_start(CordonWindowsReader *reader)
{
    g_array_set_size(reader->words, 0);
    g_array_set_size(reader->redirects, 0);
    reader->command = NULL;
    reader->command_start = reader->at;
}

gboolean cordon_windows_command_add(CordonWindowsReader *reader, CordonShellWord word)
{
    if (reader->words->len == CORDON_SHELL_MAX_WORDS)
        return cordon_windows_refuse(reader, word.offset, "command of more than 4096 words", NULL);
    g_array_append_val(reader->words, word);
    return TRUE;
}

void cordon_windows_command_redirect(CordonWindowsReader *reader, CordonShellRedirectType type,
                                     int fd, CordonShellWord word)
{
    CordonShellWord *copy = CORDON_ARENA_NEW(reader->arena, CordonShellWord);

    *copy = word;
    CordonShellRedirect redirect = {.type = type, .fd = fd, .word = copy};
    g_array_append_val(reader->redirects, redirect);
}

void cordon_windows_command_duplicate(CordonWindowsReader *reader, int fd, int target)
{
    CordonShellRedirect redirect = {
        .type = CORDON_REDIRECT_DUPLICATE,
        .fd = fd,
        .target = target,
    };

    g_array_append_val(reader->redirects, redirect);
}

static CordonShellNode *new_node(CordonWindowsReader *reader, CordonShellNodeType type, gsize start)
{
    CordonShellNode *node = CORDON_ARENA_NEW(reader->arena, CordonShellNode);

    node->type = type;
    node->offset = (guint)start;
    node->end = (guint)reader->at;
    return node;
}

gboolean cordon_windows_command_finish(CordonWindowsReader *reader, GPtrArray *pipeline)
{
    if (reader->command_count == CORDON_SHELL_MAX_COMMANDS)
        return cordon_windows_refuse(reader, reader->command_start, "more than 512 commands", NULL);
    reader->command_count++;
    CordonShellNode *node = new_node(reader, CORDON_NODE_SIMPLE, reader->command_start);
    node->words = copy_array(reader->arena, reader->words);
    node->word_count = reader->words->len;
    node->redirects = copy_array(reader->arena, reader->redirects);
    node->redirect_count = reader->redirects->len;
    g_ptr_array_add(pipeline, node);
    reader->command = NULL;
    return TRUE;
}

/* --- operators ---------------------------------------------------------------------------------- */

static CordonWindowsOperator single_operator(CordonDialect dialect, char c)
{
    switch (c) {
    case '\0':
        return CORDON_WINDOWS_END;
    case '\n':
        return CORDON_WINDOWS_NEWLINE;
    case '|':
        return CORDON_WINDOWS_PIPE;
    case '&':
        return dialect == CORDON_DIALECT_CMD ? CORDON_WINDOWS_SEQUENCE : CORDON_WINDOWS_NO_OPERATOR;
    case ';':
        return dialect == CORDON_DIALECT_CMD ? CORDON_WINDOWS_NO_OPERATOR : CORDON_WINDOWS_SEQUENCE;
    case ')':
        return dialect == CORDON_DIALECT_CMD ? CORDON_WINDOWS_NO_OPERATOR : CORDON_WINDOWS_CLOSE;
    default:
        return CORDON_WINDOWS_NO_OPERATOR;
    }
}

CordonWindowsOperator cordon_windows_operator(const CordonWindowsReader *reader)
{
    const char *next = reader->text + reader->at;

    if (next[0] == '&' && next[1] == '&')
        return CORDON_WINDOWS_AND;
    if (next[0] == '|' && next[1] == '|')
        return CORDON_WINDOWS_OR;
    return single_operator(reader->dialect, *next);
}

gboolean cordon_windows_skip_blanks(CordonWindowsReader *reader)
{
    if (reader->dialect == CORDON_DIALECT_POWERSHELL)
        return cordon_windows_powershell_skip_blanks(reader);
    while (cordon_windows_is_blank(reader->text[reader->at]))
        reader->at++;
    return TRUE;
}

gboolean cordon_windows_skip_lines(CordonWindowsReader *reader)
{
    for (;;) {
        if (!cordon_windows_skip_blanks(reader))
            return FALSE;
        if (reader->text[reader->at] != '\n')
            return TRUE;
        reader->at++;
    }
}

/* Between commands: newlines, and in PowerShell also empty statements. */
static gboolean skip_to_command(CordonWindowsReader *reader)
{
    for (;;) {
        if (!cordon_windows_skip_lines(reader))
            return FALSE;
        if (reader->dialect == CORDON_DIALECT_CMD || reader->text[reader->at] != ';')
            return TRUE;
        reader->at++;
    }
}

/* PowerShell goes on in the next line after | && ||; cmd.exe does not. */
static gboolean skip_after_operator(CordonWindowsReader *reader)
{
    return reader->dialect == CORDON_DIALECT_CMD ? cordon_windows_skip_blanks(reader)
                                                 : cordon_windows_skip_lines(reader);
}

/* --- from elements to the tree ------------------------------------------------------------------ */

static gboolean read_element(CordonWindowsReader *reader, GPtrArray *pipeline)
{
    reader->command = NULL;
    return reader->dialect == CORDON_DIALECT_CMD
               ? cordon_windows_cmd_read_element(reader, pipeline)
               : cordon_windows_powershell_read_element(reader, pipeline);
}

gboolean cordon_windows_read_pipeline(CordonWindowsReader *reader, GPtrArray *pipeline)
{
    for (;;) {
        if (!read_element(reader, pipeline) || !cordon_windows_skip_blanks(reader))
            return FALSE;
        if (cordon_windows_operator(reader) != CORDON_WINDOWS_PIPE)
            return TRUE;
        reader->at++;
        if (!skip_after_operator(reader))
            return FALSE;
    }
}

static void set_children(CordonWindowsReader *reader, CordonShellNode *node,
                         const GPtrArray *children)
{
    const CordonShellNode **copy =
        CORDON_ARENA_ARRAY(reader->arena, const CordonShellNode *, children->len);

    for (guint i = 0; i < children->len; i++)
        copy[i] = children->pdata[i];
    node->children = copy;
    node->child_count = children->len;
}

/* The one child itself, or a node of them all. */
static CordonShellNode *node_of(CordonWindowsReader *reader, CordonShellNodeType type, gsize start,
                                const GPtrArray *children)
{
    if (children->len == 1)
        return children->pdata[0];
    CordonShellNode *node = new_node(reader, type, start);
    set_children(reader, node, children);
    return node;
}

static CordonShellNode *read_pipeline_node(CordonWindowsReader *reader)
{
    g_autoptr(GPtrArray) pipeline = g_ptr_array_new();
    gsize start = reader->at;

    if (!cordon_windows_read_pipeline(reader, pipeline))
        return NULL;
    return node_of(reader, CORDON_NODE_PIPELINE, start, pipeline);
}

/* cmd.exe binds && tighter than ||, everybody else binds both alike.  Only this order shows the difference. */
static gboolean check_order(CordonWindowsReader *reader, const GArray *operators,
                            CordonShellOperator next)
{
    if (reader->dialect != CORDON_DIALECT_CMD || next != CORDON_OPERATOR_AND || operators->len == 0)
        return TRUE;
    if (g_array_index(operators, CordonShellOperator, operators->len - 1) == CORDON_OPERATOR_AND)
        return TRUE;
    return cordon_windows_refuse(reader, reader->at, "&& after ||", "write two commands");
}

/* FALSE in *ret_is_there: the chain ends here. */
static gboolean take_chain_operator(CordonWindowsReader *reader, GArray *operators,
                                    gboolean *ret_is_there)
{
    CordonWindowsOperator found = cordon_windows_operator(reader);
    CordonShellOperator next =
        found == CORDON_WINDOWS_AND ? CORDON_OPERATOR_AND : CORDON_OPERATOR_OR;

    *ret_is_there = found == CORDON_WINDOWS_AND || found == CORDON_WINDOWS_OR;
    if (!*ret_is_there)
        return TRUE;
    if (!check_order(reader, operators, next))
        return FALSE;
    g_array_append_val(operators, next);
    reader->at += 2;
    return skip_after_operator(reader);
}

static CordonShellNode *read_chain(CordonWindowsReader *reader)
{
    g_autoptr(GPtrArray) children = g_ptr_array_new();
    g_autoptr(GArray) operators = g_array_new(FALSE, FALSE, sizeof(CordonShellOperator));
    gsize start = reader->at;
    gboolean goes_on = TRUE;

    while (goes_on) {
        CordonShellNode *child = read_pipeline_node(reader);
        if (child == NULL)
            return NULL;
        g_ptr_array_add(children, child);
        if (!take_chain_operator(reader, operators, &goes_on))
            return NULL;
    }
    CordonShellNode *node = node_of(reader, CORDON_NODE_AND_OR, start, children);
    if (children->len > 1)
        node->operators = copy_array(reader->arena, operators);
    return node;
}

static gboolean take_separator(CordonWindowsReader *reader)
{
    switch (cordon_windows_operator(reader)) {
    case CORDON_WINDOWS_END:
        return TRUE;
    case CORDON_WINDOWS_NEWLINE:
    case CORDON_WINDOWS_SEQUENCE:
        reader->at++;
        return TRUE;
    case CORDON_WINDOWS_CLOSE:
        return cordon_windows_refuse(reader, reader->at, "closing parenthesis", NULL);
    case CORDON_WINDOWS_NO_OPERATOR:
    case CORDON_WINDOWS_AND:
    case CORDON_WINDOWS_OR:
    case CORDON_WINDOWS_PIPE:
        break;
    }
    return cordon_windows_refuse(reader, reader->at, "text after a command", NULL);
}

static gboolean read_list(CordonWindowsReader *reader, GPtrArray *children)
{
    for (;;) {
        if (!skip_to_command(reader))
            return FALSE;
        if (reader->text[reader->at] == '\0')
            return TRUE;
        CordonShellNode *child = read_chain(reader);
        if (child == NULL)
            return FALSE;
        g_ptr_array_add(children, child);
        if (!take_separator(reader))
            return FALSE;
    }
}

static const CordonShellNode *read_root(CordonWindowsReader *reader)
{
    g_autoptr(GPtrArray) children = g_ptr_array_new();

    if (!read_list(reader, children))
        return NULL;
    if (children->len == 0) {
        cordon_windows_refuse(reader, 0, "line without a command", NULL);
        return NULL;
    }
    CordonShellNode *root = new_node(reader, CORDON_NODE_LIST, 0);
    set_children(reader, root, children);
    root->backgrounds = CORDON_ARENA_ARRAY(reader->arena, gboolean, children->len);
    return root;
}

/* --- the whole line ----------------------------------------------------------------------------- */

static void reader_init(CordonWindowsReader *reader)
{
    reader->literal = g_string_new(NULL);
    reader->parts = g_array_new(FALSE, FALSE, sizeof(CordonShellPart));
    reader->words = g_array_new(FALSE, FALSE, sizeof(CordonShellWord));
    reader->redirects = g_array_new(FALSE, FALSE, sizeof(CordonShellRedirect));
}

static void reader_clear(CordonWindowsReader *reader)
{
    g_string_free(reader->literal, TRUE);
    g_array_unref(reader->parts);
    g_array_unref(reader->words);
    g_array_unref(reader->redirects);
}

static const CordonShellTree *read_checked(CordonWindowsReader *reader, CordonShellError *ret_error)
{
    const CordonShellNode *root = read_root(reader);

    if (root == NULL) {
        *ret_error = reader->error;
        return NULL;
    }
    CordonShellTree *tree = CORDON_ARENA_NEW(reader->arena, CordonShellTree);
    tree->root = root;
    tree->command_count = reader->command_count;
    return tree;
}

const CordonShellTree *cordon_shell_read_windows(CordonArena *arena, CordonDialect dialect,
                                                 const char *text, gsize size,
                                                 CordonShellError *ret_error)
{
    if (size == 0)
        text = ""; /* it may have been NULL */
    if (!check_size(size, ret_error) || !check_encoding(text, size, ret_error) ||
        !check_characters(text, size, ret_error))
        return NULL;
    CordonWindowsReader reader = {
        .arena = arena,
        .dialect = dialect,
        .text = cordon_arena_strndup(arena, text, size),
    };
    reader_init(&reader);
    const CordonShellTree *tree = read_checked(&reader, ret_error);
    reader_clear(&reader);
    return tree;
}

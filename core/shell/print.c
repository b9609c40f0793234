/* SPDX-License-Identifier: MIT */
/* Commands printed. */
#include "shell/printer.h"

#include <string.h>

#define DELIMITER "CORDON_EOF"

typedef struct {
    const CordonShellWord *word;
    char *delimiter;
    char *text;
} Body;

static void body_free(gpointer data)
{
    Body *body = data;

    g_free(body->delimiter);
    g_free(body->text);
    g_free(body);
}

static void print_node(CordonPrinter *printer, const CordonShellNode *node);

static void print_bodies(CordonPrinter *printer)
{
    for (guint i = 0; i < printer->bodies->len; i++) {
        const Body *body = g_ptr_array_index(printer->bodies, i);
        g_string_append(printer->out, body->text);
        g_string_append(printer->out, body->delimiter);
        g_string_append_c(printer->out, '\n');
    }
    g_ptr_array_set_size(printer->bodies, 0);
}

/* A here-document needs a newline; where none waits, people rather see one line. */
static void print_newline(CordonPrinter *printer)
{
    g_string_append_c(printer->out, '\n');
    print_bodies(printer);
}

static gboolean needs_newline(const CordonPrinter *printer)
{
    return printer->is_script || printer->bodies->len > 0;
}

static void print_separator(CordonPrinter *printer)
{
    if (needs_newline(printer))
        print_newline(printer);
    else
        g_string_append(printer->out, "; ");
}

/* Behind &, |, then and the like, where no semicolon may stand. */
static void print_break(CordonPrinter *printer)
{
    if (needs_newline(printer))
        print_newline(printer);
    else
        g_string_append_c(printer->out, ' ');
}

/* For a line that begins with the stem a number above the one behind that; for others 0. */
static guint next_number(const char *line, const char *stem)
{
    const gsize size = strlen(stem);
    guint number = 0;

    if (strncmp(line, stem, size) != 0)
        return 0;
    for (gsize i = size + 1; line[size] == '_' && i <= size + 9 && g_ascii_isdigit(line[i]); i++)
        number = number * 10 + (guint)(line[i] - '0');
    return number + 1;
}

/* The stem, or the stem with a number that makes it the beginning of no line. */
static char *number_stem(const char *text, const char *stem)
{
    guint number = 0;

    while (*text != '\0') {
        gsize size = strcspn(text, "\n");
        guint next = next_number(text, stem);
        number = MAX(number, next);
        text += size + (text[size] == '\n');
    }
    return number == 0 ? g_strdup(stem) : g_strdup_printf("%s_%u", stem, number);
}

/* dash 0.5.12 loses a byte of a line that begins as the delimiter does and goes on with a byte above 127. */
static gboolean is_kept(const char *text, const char *delimiter)
{
    while (*text != '\0') {
        gsize same = 0, size = strcspn(text, "\n");
        while (same < size && text[same] == delimiter[same] && delimiter[same] != '\0')
            same++;
        if (same > 0 && (guchar)text[same] >= 0x80)
            return FALSE;
        text += size + (text[size] == '\n');
    }
    return TRUE;
}

/* NULL for a text in which each letter begins a line of that sort. */
static char *choose_delimiter(const char *text)
{
    static const char letters[] = "CABDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz";
    char stem[] = DELIMITER;

    for (const char *letter = letters; *letter != '\0'; letter++) {
        stem[0] = *letter;
        char *delimiter = number_stem(text, stem);
        if (is_kept(text, delimiter))
            return delimiter;
        g_free(delimiter);
    }
    return NULL;
}

static char *body_text(const CordonShellWord *word, gboolean is_literal)
{
    CordonPrinter printer = {.out = g_string_new(NULL)};

    if (is_literal)
        g_string_append(printer.out, cordon_shell_word_literal(word));
    else
        cordon_print_body(&printer, word);
    return g_string_free(printer.out, FALSE);
}

static void print_here(CordonPrinter *printer, const CordonShellWord *word)
{
    gboolean is_literal = cordon_shell_word_literal(word) != NULL;
    Body *body = g_new0(Body, 1);

    body->word = word;
    body->text = body_text(word, is_literal);
    body->delimiter = choose_delimiter(body->text);
    if (body->delimiter == NULL) /* was not lowered: for people */
        body->delimiter = g_strdup(DELIMITER);
    g_string_append_printf(printer->out, is_literal ? "<<'%s'" : "<<%s", body->delimiter);
    g_ptr_array_add(printer->bodies, body);
}

gboolean cordon_print_has_delimiter(const CordonShellWord *word)
{
    g_autofree char *text = body_text(word, cordon_shell_word_literal(word) != NULL);
    g_autofree char *delimiter = choose_delimiter(text);

    return delimiter != NULL;
}

static void print_duplicate(CordonPrinter *printer, const CordonShellRedirect *redirect)
{
    g_string_append(printer->out, redirect->fd == 0 ? "<&" : ">&");
    if (redirect->target < 0)
        g_string_append_c(printer->out, '-');
    else
        g_string_append_printf(printer->out, "%d", redirect->target);
}

static void print_redirect(CordonPrinter *printer, const CordonShellRedirect *redirect)
{
    static const char *const operators[] = {
        [CORDON_REDIRECT_READ] = "<",     [CORDON_REDIRECT_WRITE] = ">",
        [CORDON_REDIRECT_APPEND] = ">>",  [CORDON_REDIRECT_READ_WRITE] = "<>",
        [CORDON_REDIRECT_DUPLICATE] = "", [CORDON_REDIRECT_TEXT] = "",
    };

    g_string_append_printf(printer->out, "%d%s", redirect->fd, operators[redirect->type]);
    if (redirect->type == CORDON_REDIRECT_DUPLICATE)
        print_duplicate(printer, redirect);
    else if (redirect->type == CORDON_REDIRECT_TEXT)
        print_here(printer, redirect->word);
    else
        cordon_print_word(printer, redirect->word);
}

static void print_redirects(CordonPrinter *printer, const CordonShellNode *node)
{
    for (guint i = 0; i < node->redirect_count; i++) {
        g_string_append_c(printer->out, ' ');
        print_redirect(printer, &node->redirects[i]);
    }
}

static void print_words(CordonPrinter *printer, const CordonShellWord *words, guint count,
                        const char *between)
{
    for (guint i = 0; i < count; i++) {
        if (i > 0)
            g_string_append(printer->out, between);
        cordon_print_word(printer, &words[i]);
    }
}

static void print_assignment(CordonPrinter *printer, const CordonShellAssignment *assignment)
{
    g_string_append(printer->out, assignment->name);
    g_string_append(printer->out, assignment->is_appended ? "+=" : "=");
    /* Nothing is the same as '' there, and shorter. */
    if (assignment->value->count > 0)
        cordon_print_word(printer, assignment->value);
}

static void print_simple(CordonPrinter *printer, const CordonShellNode *node)
{
    GString *out = printer->out;
    gsize start = out->len;

    for (guint i = 0; i < node->assignment_count; i++) {
        if (i > 0)
            g_string_append_c(out, ' ');
        print_assignment(printer, &node->assignments[i]);
    }
    if (node->assignment_count > 0 && node->word_count > 0)
        g_string_append_c(out, ' ');
    print_words(printer, node->words, node->word_count, " ");
    for (guint i = 0; i < node->redirect_count; i++) {
        if (out->len > start)
            g_string_append_c(out, ' ');
        print_redirect(printer, &node->redirects[i]);
    }
}

static void print_pipeline(CordonPrinter *printer, const CordonShellNode *node)
{
    if (node->is_negated)
        g_string_append(printer->out, "! ");
    for (guint i = 0; i < node->child_count; i++) {
        if (i > 0)
            g_string_append(printer->out, " | ");
        print_node(printer, node->children[i]);
    }
}

static void print_and_or(CordonPrinter *printer, const CordonShellNode *node)
{
    for (guint i = 0; i < node->child_count; i++) {
        if (i > 0)
            g_string_append(printer->out,
                            node->operators[i - 1] == CORDON_OPERATOR_AND ? " && " : " || ");
        print_node(printer, node->children[i]);
    }
}

/* Without anything behind the last command. */
static void print_list(CordonPrinter *printer, const CordonShellNode *list)
{
    for (guint i = 0; i < list->child_count; i++) {
        if (i > 0 && list->backgrounds[i - 1])
            print_break(printer);
        else if (i > 0)
            print_separator(printer);
        print_node(printer, list->children[i]);
        if (list->backgrounds[i])
            g_string_append(printer->out, " &");
    }
}

/* With what has to stand between it and a reserved word. */
static void print_closed_list(CordonPrinter *printer, const CordonShellNode *list)
{
    print_list(printer, list);
    if (list->child_count > 0 && list->backgrounds[list->child_count - 1])
        print_break(printer);
    else
        print_separator(printer);
}

static void print_keyword(CordonPrinter *printer, const char *keyword)
{
    g_string_append(printer->out, keyword);
    print_break(printer);
}

static void print_group(CordonPrinter *printer, const CordonShellNode *node, char open, char close)
{
    const CordonShellNode *list = node->children[0];

    g_string_append_c(printer->out, open);
    print_break(printer);
    if (open == '{')
        print_closed_list(printer, list);
    else
        print_list(printer, list);
    if (open == '(')
        print_break(printer);
    g_string_append_c(printer->out, close);
}

static void print_if(CordonPrinter *printer, const CordonShellNode *node)
{
    for (guint i = 0; i + 1 < node->child_count; i += 2) {
        print_keyword(printer, i == 0 ? "if" : "elif");
        print_closed_list(printer, node->children[i]);
        print_keyword(printer, "then");
        print_closed_list(printer, node->children[i + 1]);
    }
    if (node->child_count % 2 == 1) {
        print_keyword(printer, "else");
        print_closed_list(printer, node->children[node->child_count - 1]);
    }
    g_string_append(printer->out, "fi");
}

static void print_do(CordonPrinter *printer, const CordonShellNode *list)
{
    print_keyword(printer, "do");
    print_closed_list(printer, list);
    g_string_append(printer->out, "done");
}

static void print_while(CordonPrinter *printer, const CordonShellNode *node, const char *keyword)
{
    print_keyword(printer, keyword);
    print_closed_list(printer, node->children[0]);
    print_do(printer, node->children[1]);
}

static void print_for(CordonPrinter *printer, const CordonShellNode *node)
{
    g_string_append(printer->out, "for ");
    g_string_append(printer->out, node->name);
    if (node->has_words) {
        g_string_append(printer->out, node->word_count > 0 ? " in " : " in");
        print_words(printer, node->words, node->word_count, " ");
    }
    /* Not a newline: dash would not look for the body of a here-document there. */
    g_string_append(printer->out, "; ");
    print_do(printer, node->children[0]);
}

static void print_case(CordonPrinter *printer, const CordonShellNode *node)
{
    g_string_append(printer->out, "case ");
    cordon_print_word(printer, &node->words[0]);
    g_string_append(printer->out, " in");
    print_break(printer);
    for (guint i = 0; i < node->arm_count; i++) {
        const CordonShellArm *arm = &node->arms[i];
        g_string_append_c(printer->out, '(');
        print_words(printer, arm->patterns, arm->count, "|");
        g_string_append(printer->out, ") ");
        print_list(printer, arm->body);
        print_break(printer);
        print_keyword(printer, ";;");
    }
    g_string_append(printer->out, "esac");
}

static void print_test(CordonPrinter *printer, const CordonShellTest *test)
{
    GString *out = printer->out;

    switch (test->type) {
    case CORDON_TEST_UNARY:
        g_string_append_printf(out, "%s ", test->name);
        cordon_print_word(printer, test->left);
        break;
    case CORDON_TEST_BINARY:
        cordon_print_word(printer, test->left);
        g_string_append_printf(out, " %s ", test->name);
        cordon_print_word(printer, test->right);
        break;
    case CORDON_TEST_NOT:
        g_string_append(out, "! ( ");
        print_test(printer, test->a);
        g_string_append(out, " )");
        break;
    case CORDON_TEST_AND:
    case CORDON_TEST_OR:
    default:
        g_string_append(out, "( ");
        print_test(printer, test->a);
        g_string_append(out, test->type == CORDON_TEST_AND ? " ) && ( " : " ) || ( ");
        print_test(printer, test->b);
        g_string_append(out, " )");
        break;
    }
}

static void print_compound(CordonPrinter *printer, const CordonShellNode *node)
{
    switch (node->type) {
    case CORDON_NODE_SUBSHELL:
        print_group(printer, node, '(', ')');
        break;
    case CORDON_NODE_GROUP:
        print_group(printer, node, '{', '}');
        break;
    case CORDON_NODE_IF:
        print_if(printer, node);
        break;
    case CORDON_NODE_WHILE:
        print_while(printer, node, "while");
        break;
    case CORDON_NODE_UNTIL:
        print_while(printer, node, "until");
        break;
    case CORDON_NODE_FOR:
        print_for(printer, node);
        break;
    case CORDON_NODE_CASE:
        print_case(printer, node);
        break;
    case CORDON_NODE_TEST:
        g_string_append(printer->out, "[[ ");
        print_test(printer, node->test);
        g_string_append(printer->out, " ]]");
        break;
    case CORDON_NODE_SIMPLE:
    case CORDON_NODE_PIPELINE:
    case CORDON_NODE_AND_OR:
    case CORDON_NODE_LIST:
    default:
        break;
    }
    print_redirects(printer, node);
}

static void print_node(CordonPrinter *printer, const CordonShellNode *node)
{
    switch ((int)node->type) {
    case CORDON_NODE_SIMPLE:
        print_simple(printer, node);
        break;
    case CORDON_NODE_PIPELINE:
        print_pipeline(printer, node);
        break;
    case CORDON_NODE_AND_OR:
        print_and_or(printer, node);
        break;
    case CORDON_NODE_LIST:
        print_list(printer, node);
        break;
    default:
        print_compound(printer, node);
        break;
    }
}

static CordonPrinter printer_new(gboolean is_script)
{
    return (CordonPrinter){
        .out = g_string_new(NULL),
        .is_script = is_script,
        .bodies = g_ptr_array_new_with_free_func(body_free),
    };
}

static char *printer_finish(CordonPrinter *printer, const CordonShellNode *node)
{
    print_node(printer, node);
    if (needs_newline(printer))
        print_newline(printer);
    g_ptr_array_unref(printer->bodies);
    return g_string_free(printer->out, FALSE);
}

void cordon_print_substituted(GString *out, const CordonShellNode *list)
{
    CordonPrinter printer = printer_new(FALSE);
    g_autofree char *text = printer_finish(&printer, list);

    /* $(( would be arithmetic. */
    if (*text == '(')
        g_string_append_c(out, ' ');
    g_string_append(out, text);
}

char *cordon_shell_print(const CordonShellTree *tree)
{
    CordonPrinter printer = printer_new(TRUE);

    return printer_finish(&printer, tree->root);
}

char *cordon_shell_print_node(const CordonShellNode *node)
{
    CordonPrinter printer = printer_new(FALSE);

    return printer_finish(&printer, node);
}

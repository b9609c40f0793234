/* SPDX-License-Identifier: MIT */
/* Strict JSON: the only user of cJSON.
 *
 * cJSON is lenient, so a text is first checked against the whole grammar of RFC 8259 by the scanner
 * below; cJSON then only builds the tree of a text that is known to be right. */
#include <cordon/json.h>

#include <cjson/cJSON.h>
#include <math.h>
#include <string.h>

/* 2^53 - 1: every whole number up to here is exact in a double. */
#define MAX_EXACT        G_GINT64_CONSTANT(9007199254740991)
#define MAX_EXACT_DIGITS 16
/* cJSON copies a number into 64 bytes. */
#define MAX_NUMBER_BYTES 63

struct CordonJson {
    cJSON *root;
};

/* --- the scanner --- */

typedef struct {
    const char *start, *next, *end;
    guint depth, values;
    const char *problem; /* static; NULL while all is well */
} Scanner;

static gboolean fail(Scanner *scanner, const char *problem)
{
    if (scanner->problem == NULL)
        scanner->problem = problem;
    return FALSE;
}

/* The byte at the place, or -1 at the end. */
static int peek(const Scanner *scanner)
{
    return scanner->next < scanner->end ? (guchar)*scanner->next : -1;
}

static void skip_space(Scanner *scanner)
{
    for (int c = peek(scanner); c == ' ' || c == '\t' || c == '\n' || c == '\r'; c = peek(scanner))
        scanner->next++;
}

static gboolean scan_literal(Scanner *scanner, const char *word)
{
    gsize size = strlen(word);

    if ((gsize)(scanner->end - scanner->next) < size || memcmp(scanner->next, word, size) != 0)
        return fail(scanner, "a value is expected");
    scanner->next += size;
    return TRUE;
}

/* Moves over digits and counts them. */
static gsize scan_digits(Scanner *scanner)
{
    const char *first = scanner->next;

    while (g_ascii_isdigit(peek(scanner)))
        scanner->next++;
    return (gsize)(scanner->next - first);
}

static gboolean is_exact(const char *digits, gsize count)
{
    char text[MAX_EXACT_DIGITS + 1];

    if (count > MAX_EXACT_DIGITS)
        return FALSE;
    memcpy(text, digits, count);
    text[count] = '\0';
    return g_ascii_strtoll(text, NULL, 10) <= MAX_EXACT;
}

static gboolean scan_number(Scanner *scanner)
{
    const char *first = scanner->next;
    gboolean whole = TRUE;

    if (peek(scanner) == '-')
        scanner->next++;
    const char *digits = scanner->next;
    gsize count = scan_digits(scanner);
    if (count == 0)
        return fail(scanner, "a value is expected");
    if (count > 1 && *digits == '0')
        return fail(scanner, "a number starts with 0");
    if (peek(scanner) == '.') {
        whole = FALSE;
        scanner->next++;
        if (scan_digits(scanner) == 0)
            return fail(scanner, "a digit is expected");
    }
    if (peek(scanner) == 'e' || peek(scanner) == 'E') {
        whole = FALSE;
        scanner->next++;
        if (peek(scanner) == '+' || peek(scanner) == '-')
            scanner->next++;
        if (scan_digits(scanner) == 0)
            return fail(scanner, "a digit is expected");
    }
    if (scanner->next - first > MAX_NUMBER_BYTES)
        return fail(scanner, "a number is too long");
    if (whole)
        return is_exact(digits, count) || fail(scanner, "a whole number is beyond 2^53 - 1");

    char text[MAX_NUMBER_BYTES + 1];
    gsize size = (gsize)(scanner->next - first);
    memcpy(text, first, size);
    text[size] = '\0';
    return isfinite(g_ascii_strtod(text, NULL)) || fail(scanner, "a number is too large");
}

/* Four hexadecimal digits, or -1. */
static int scan_hex(Scanner *scanner)
{
    int value = 0;

    for (int i = 0; i < 4; i++) {
        int digit = peek(scanner) < 0 ? -1 : g_ascii_xdigit_value(*scanner->next);
        if (digit < 0)
            return -1;
        value = value * 16 + digit;
        scanner->next++;
    }
    return value;
}

/* Behind the backslash. */
static gboolean scan_escape(Scanner *scanner)
{
    int c = peek(scanner);

    if (c < 0 || strchr("\"\\/bfnrtu", c) == NULL || c == '\0')
        return fail(scanner, "an unknown escape");
    scanner->next++;
    if (c != 'u')
        return TRUE;

    int unit = scan_hex(scanner);
    if (unit < 0)
        return fail(scanner, "an escape without four hexadecimal digits");
    if (unit == 0)
        return fail(scanner, "a NUL inside a string");
    if (unit >= 0xdc00 && unit <= 0xdfff)
        return fail(scanner, "half of a surrogate pair");
    if (unit >= 0xd800 && unit <= 0xdbff) {
        if (scanner->end - scanner->next < 2 || memcmp(scanner->next, "\\u", 2) != 0)
            return fail(scanner, "half of a surrogate pair");
        scanner->next += 2;
        int low = scan_hex(scanner);
        if (low < 0xdc00 || low > 0xdfff)
            return fail(scanner, "half of a surrogate pair");
    }
    return TRUE;
}

/* At the opening quote. */
static gboolean scan_string(Scanner *scanner)
{
    scanner->next++;
    for (;;) {
        int c = peek(scanner);
        if (c < 0)
            return fail(scanner, "a string has no end");
        if (c < 0x20)
            return fail(scanner, "a control character inside a string");
        scanner->next++;
        if (c == '"')
            return TRUE;
        if (c == '\\' && !scan_escape(scanner))
            return FALSE;
    }
}

static gboolean scan_value(Scanner *scanner);

/* At the opening bracket.  close: the bracket that ends it. */
static gboolean scan_container(Scanner *scanner, char close)
{
    if (++scanner->depth > CORDON_JSON_MAX_DEPTH)
        return fail(scanner, "nested too deep");
    scanner->next++;
    skip_space(scanner);
    if (peek(scanner) == close) {
        scanner->next++;
        scanner->depth--;
        return TRUE;
    }
    for (;;) {
        skip_space(scanner);
        if (close == '}') {
            if (peek(scanner) != '"')
                return fail(scanner, "a name in quotes is expected");
            if (!scan_string(scanner))
                return FALSE;
            skip_space(scanner);
            if (peek(scanner) != ':')
                return fail(scanner, "':' is expected");
            scanner->next++;
            skip_space(scanner);
        }
        if (!scan_value(scanner))
            return FALSE;
        skip_space(scanner);
        int c = peek(scanner);
        if (c != ',' && c != close)
            return fail(scanner,
                        close == '}' ? "',' or '}' is expected" : "',' or ']' is expected");
        scanner->next++;
        if (c == close) {
            scanner->depth--;
            return TRUE;
        }
    }
}

/* Recursion is bounded by CORDON_JSON_MAX_DEPTH. */
static gboolean scan_value(Scanner *scanner)
{
    if (++scanner->values > CORDON_JSON_MAX_VALUES)
        return fail(scanner, "too many values");
    switch (peek(scanner)) {
    case '{':
        return scan_container(scanner, '}');
    case '[':
        return scan_container(scanner, ']');
    case '"':
        return scan_string(scanner);
    case 't':
        return scan_literal(scanner, "true");
    case 'f':
        return scan_literal(scanner, "false");
    case 'n':
        return scan_literal(scanner, "null");
    default:
        return scan_number(scanner);
    }
}

static void scan_document(Scanner *scanner)
{
    skip_space(scanner);
    if (!scan_value(scanner))
        return;
    skip_space(scanner);
    if (scanner->next != scanner->end)
        fail(scanner, "there is text behind the value");
}

static void set_place_error(GError **error, const char *start, const char *place,
                            const char *problem)
{
    guint line = 1;
    const char *line_start = start;

    for (const char *p = start; p < place; p++) {
        if (*p == '\n') {
            line++;
            line_start = p + 1;
        }
    }
    g_set_error(error, CORDON_ERROR, CORDON_ERROR_PARSE, "line %u, byte %u: %s", line,
                (guint)(place - line_start) + 1, problem);
}

/* --- names --- */

/* A name that is safe to show: one line, not endless. */
static char *show_name(const char *name)
{
    g_autofree char *head = g_strndup(name, 64);
    g_autofree char *valid = g_utf8_make_valid(head, -1);
    char *shown = g_strdup(valid);

    for (char *p = shown; *p != '\0'; p++)
        if (g_ascii_iscntrl(*p))
            *p = '?';
    return shown;
}

static int compare_names(gconstpointer a, gconstpointer b)
{
    return g_ascii_strcasecmp(*(const char *const *)a, *(const char *const *)b);
}

/* Names that differ only by case count as equal: other readers of the same text would see one. */
static gboolean check_names(const cJSON *value, GError **error)
{
    if (cJSON_IsObject(value)) {
        g_autoptr(GPtrArray) names = g_ptr_array_new();
        for (const cJSON *member = value->child; member != NULL; member = member->next)
            g_ptr_array_add(names, member->string);
        g_ptr_array_sort(names, compare_names);
        for (guint i = 1; i < names->len; i++) {
            if (compare_names(&names->pdata[i - 1], &names->pdata[i]) != 0)
                continue;
            g_autofree char *first = show_name(names->pdata[i - 1]);
            g_autofree char *second = show_name(names->pdata[i]);
            g_set_error(error, CORDON_ERROR, CORDON_ERROR_PARSE,
                        "the key \"%s\" is there twice (\"%s\")", first, second);
            return FALSE;
        }
    }
    if (!cJSON_IsObject(value) && !cJSON_IsArray(value))
        return TRUE;
    for (const cJSON *member = value->child; member != NULL; member = member->next)
        if (!check_names(member, error))
            return FALSE;
    return TRUE;
}

/* --- reading --- */

CordonJson *cordon_json_parse(const char *bytes, gsize size, gsize max_bytes, GError **error)
{
    const char *invalid = NULL;
    Scanner scanner = {.start = bytes, .next = bytes, .end = bytes + size};

    if (size > MIN(max_bytes, CORDON_JSON_MAX_BYTES)) {
        g_set_error(error, CORDON_ERROR, CORDON_ERROR_PARSE,
                    "the text has %" G_GSIZE_FORMAT " bytes, more than the %" G_GSIZE_FORMAT
                    " allowed",
                    size, MIN(max_bytes, CORDON_JSON_MAX_BYTES));
        return NULL;
    }
    if (size == 0) {
        g_set_error_literal(error, CORDON_ERROR, CORDON_ERROR_PARSE, "the text is empty");
        return NULL;
    }
    if (!g_utf8_validate_len(bytes, size, &invalid)) {
        set_place_error(error, bytes, invalid, "a byte that is not UTF-8 text");
        return NULL;
    }
    scan_document(&scanner);
    if (scanner.problem != NULL) {
        set_place_error(error, bytes, scanner.next, scanner.problem);
        return NULL;
    }

    cJSON *root = cJSON_ParseWithLength(bytes, size);
    if (root == NULL) {
        g_set_error_literal(error, CORDON_ERROR, CORDON_ERROR_INTERNAL,
                            "memory ran out while reading JSON");
        return NULL;
    }
    if (!check_names(root, error)) {
        cJSON_Delete(root);
        return NULL;
    }
    CordonJson *json = g_new0(CordonJson, 1);
    json->root = root;
    return json;
}

void cordon_json_free(CordonJson *json)
{
    if (json == NULL)
        return;
    cJSON_Delete(json->root);
    g_free(json);
}

const CordonJsonValue *cordon_json_root(const CordonJson *json)
{
    return json->root;
}

gboolean cordon_json_is_object(const CordonJsonValue *value)
{
    return cJSON_IsObject(value) != 0;
}

gboolean cordon_json_is_array(const CordonJsonValue *value)
{
    return cJSON_IsArray(value) != 0;
}

gboolean cordon_json_is_null(const CordonJsonValue *value)
{
    return cJSON_IsNull(value) != 0;
}

const char *cordon_json_string(const CordonJsonValue *value)
{
    return cJSON_IsString(value) ? value->valuestring : NULL;
}

const CordonJsonValue *cordon_json_find(const CordonJsonValue *object, const char *name)
{
    return cJSON_IsObject(object) ? cJSON_GetObjectItemCaseSensitive(object, name) : NULL;
}

const CordonJsonValue *cordon_json_first(const CordonJsonValue *value)
{
    return cJSON_IsObject(value) || cJSON_IsArray(value) ? value->child : NULL;
}

const CordonJsonValue *cordon_json_next(const CordonJsonValue *value)
{
    return value->next;
}

const char *cordon_json_name(const CordonJsonValue *member)
{
    return member->string;
}

guint cordon_json_size(const CordonJsonValue *value)
{
    guint size = 0;

    for (const cJSON *member = cordon_json_first(value); member != NULL; member = member->next)
        size++;
    return size;
}

const CordonJsonValue *cordon_json_at(const CordonJsonValue *value, guint index)
{
    const cJSON *member = cordon_json_first(value);

    while (member != NULL && index-- > 0)
        member = member->next;
    return member;
}

const char *cordon_json_name_at(const CordonJsonValue *object, guint index)
{
    const cJSON *member = cordon_json_at(object, index);

    return member != NULL ? member->string : NULL;
}

/* FALSE with the error set; *ret_member is NULL for an optional member that is absent. */
static gboolean get_member(const CordonJsonValue *object, const char *name, gboolean required,
                           const cJSON **ret_member, GError **error)
{
    if (!cJSON_IsObject(object)) {
        g_set_error(error, CORDON_ERROR, CORDON_ERROR_PARSE, "%s: not inside an object", name);
        return FALSE;
    }
    const cJSON *member = cordon_json_find(object, name);
    if (cJSON_IsNull(member))
        member = NULL;
    if (member == NULL && required) {
        g_set_error(error, CORDON_ERROR, CORDON_ERROR_PARSE, "%s: missing", name);
        return FALSE;
    }
    *ret_member = member;
    return TRUE;
}

static gboolean wrong_type(const char *name, const char *expected, GError **error)
{
    g_set_error(error, CORDON_ERROR, CORDON_ERROR_PARSE, "%s: not %s", name, expected);
    return FALSE;
}

gboolean cordon_json_get_string(const CordonJsonValue *object, const char *name, gboolean required,
                                const char **ret, GError **error)
{
    const cJSON *member = NULL;

    if (!get_member(object, name, required, &member, error))
        return FALSE;
    if (member == NULL)
        return TRUE;
    if (!cJSON_IsString(member))
        return wrong_type(name, "a string", error);
    *ret = member->valuestring;
    return TRUE;
}

gboolean cordon_json_get_int(const CordonJsonValue *object, const char *name, gboolean required,
                             gint64 min, gint64 max, gint64 *ret, GError **error)
{
    const cJSON *member = NULL;

    if (!get_member(object, name, required, &member, error))
        return FALSE;
    if (member == NULL)
        return TRUE;
    if (!cJSON_IsNumber(member))
        return wrong_type(name, "a number", error);
    double number = member->valuedouble;
    if (fabs(number) > (double)MAX_EXACT || fabs(number - trunc(number)) > 0)
        return wrong_type(name, "a whole number", error);
    if ((gint64)number < min || (gint64)number > max) {
        g_set_error(error, CORDON_ERROR, CORDON_ERROR_PARSE,
                    "%s: not between %" G_GINT64_FORMAT " and %" G_GINT64_FORMAT, name, min, max);
        return FALSE;
    }
    *ret = (gint64)number;
    return TRUE;
}

gboolean cordon_json_get_bool(const CordonJsonValue *object, const char *name, gboolean required,
                              gboolean *ret, GError **error)
{
    const cJSON *member = NULL;

    if (!get_member(object, name, required, &member, error))
        return FALSE;
    if (member == NULL)
        return TRUE;
    if (!cJSON_IsBool(member))
        return wrong_type(name, "true or false", error);
    *ret = cJSON_IsTrue(member) != 0;
    return TRUE;
}

gboolean cordon_json_get_strings(const CordonJsonValue *object, const char *name, gboolean required,
                                 guint max_count, char ***ret, GError **error)
{
    const cJSON *member = NULL;

    if (!get_member(object, name, required, &member, error))
        return FALSE;
    if (member == NULL)
        return TRUE;
    if (!cJSON_IsArray(member))
        return wrong_type(name, "a list", error);

    g_autoptr(GPtrArray) strings = g_ptr_array_new_with_free_func(g_free);
    for (const cJSON *element = member->child; element != NULL; element = element->next) {
        if (strings->len == max_count) {
            g_set_error(error, CORDON_ERROR, CORDON_ERROR_PARSE, "%s: more than %u elements", name,
                        max_count);
            return FALSE;
        }
        if (!cJSON_IsString(element)) {
            g_set_error(error, CORDON_ERROR, CORDON_ERROR_PARSE, "%s[%u]: not a string", name,
                        strings->len);
            return FALSE;
        }
        g_ptr_array_add(strings, g_strdup(element->valuestring));
    }
    g_ptr_array_add(strings, NULL);
    *ret = (char **)g_ptr_array_free(g_steal_pointer(&strings), FALSE);
    return TRUE;
}

/* --- writing --- */

struct CordonJsonWriter {
    GString *text;
    GString *open; /* '{' and '[' of what is not closed yet */
    gboolean pretty;
    gboolean empty; /* nothing yet in the innermost */
};

CordonJsonWriter *cordon_json_writer_new(gboolean pretty)
{
    CordonJsonWriter *writer = g_new0(CordonJsonWriter, 1);

    writer->text = g_string_new(NULL);
    writer->open = g_string_new(NULL);
    writer->pretty = pretty;
    writer->empty = TRUE;
    return writer;
}

void cordon_json_writer_free(CordonJsonWriter *writer)
{
    if (writer == NULL)
        return;
    g_string_free(writer->text, TRUE);
    g_string_free(writer->open, TRUE);
    g_free(writer);
}

char *cordon_json_writer_finish(CordonJsonWriter *writer)
{
    g_return_val_if_fail(writer->open->len == 0 && !writer->empty, NULL);

    if (writer->pretty)
        g_string_append_c(writer->text, '\n');
    char *text = g_string_free(g_steal_pointer(&writer->text), FALSE);
    g_string_free(writer->open, TRUE);
    g_free(writer);
    return text;
}

static void append_line(CordonJsonWriter *writer)
{
    if (!writer->pretty)
        return;
    g_string_append_c(writer->text, '\n');
    for (gsize i = 0; i < writer->open->len; i++)
        g_string_append(writer->text, "  ");
}

static void append_quoted(GString *text, const char *bytes, gsize size)
{
    const char *end = bytes + size;

    g_string_append_c(text, '"');
    while (bytes < end) {
        gunichar c = *bytes == '\0' ? (gunichar)-1 : g_utf8_get_char_validated(bytes, end - bytes);
        if (c == (gunichar)-1 || c == (gunichar)-2) {
            g_string_append(text, "\xef\xbf\xbd"); /* U+FFFD */
            bytes++;
            continue;
        }
        if (c == '"' || c == '\\') {
            g_string_append_c(text, '\\');
            g_string_append_c(text, (char)c);
        } else if (c == '\n') {
            g_string_append(text, "\\n");
        } else if (c == '\t') {
            g_string_append(text, "\\t");
        } else if (c < 0x20 || (c >= 0x7f && c < 0xa0)) {
            /* Those from 0x7f on need no escape in JSON, but terminals obey them. */
            g_string_append_printf(text, "\\u%04x", c);
        } else {
            g_string_append_unichar(text, c);
        }
        bytes = g_utf8_next_char(bytes);
    }
    g_string_append_c(text, '"');
}

/* Comma, line and name before a value.  FALSE, with a warning for the developer, for a value that
 * does not fit at this place. */
static gboolean begin_value(CordonJsonWriter *writer, const char *name)
{
    gsize depth = writer->open->len;
    gboolean in_object = depth > 0 && writer->open->str[depth - 1] == '{';

    g_return_val_if_fail(in_object == (name != NULL), FALSE);
    g_return_val_if_fail(depth > 0 || writer->empty, FALSE);

    if (!writer->empty)
        g_string_append_c(writer->text, ',');
    if (depth > 0)
        append_line(writer);
    writer->empty = FALSE;
    if (name != NULL) {
        append_quoted(writer->text, name, strlen(name));
        g_string_append(writer->text, writer->pretty ? ": " : ":");
    }
    return TRUE;
}

static void begin_container(CordonJsonWriter *writer, const char *name, char bracket)
{
    if (!begin_value(writer, name))
        return;
    g_string_append_c(writer->text, bracket);
    g_string_append_c(writer->open, bracket);
    writer->empty = TRUE;
}

static void end_container(CordonJsonWriter *writer, char open, char close)
{
    gsize depth = writer->open->len;

    g_return_if_fail(depth > 0 && writer->open->str[depth - 1] == open);

    g_string_truncate(writer->open, depth - 1);
    if (!writer->empty)
        append_line(writer);
    g_string_append_c(writer->text, close);
    writer->empty = FALSE;
}

void cordon_json_begin_object(CordonJsonWriter *writer, const char *name)
{
    begin_container(writer, name, '{');
}

void cordon_json_end_object(CordonJsonWriter *writer)
{
    end_container(writer, '{', '}');
}

void cordon_json_begin_array(CordonJsonWriter *writer, const char *name)
{
    begin_container(writer, name, '[');
}

void cordon_json_end_array(CordonJsonWriter *writer)
{
    end_container(writer, '[', ']');
}

void cordon_json_add_string(CordonJsonWriter *writer, const char *name, const char *value)
{
    if (value != NULL)
        cordon_json_add_bytes(writer, name, value, strlen(value));
    else if (begin_value(writer, name))
        g_string_append(writer->text, "null");
}

void cordon_json_add_bytes(CordonJsonWriter *writer, const char *name, const char *bytes,
                           gsize size)
{
    if (begin_value(writer, name))
        append_quoted(writer->text, bytes, size);
}

void cordon_json_add_int(CordonJsonWriter *writer, const char *name, gint64 value)
{
    if (begin_value(writer, name))
        g_string_append_printf(writer->text, "%" G_GINT64_FORMAT, value);
}

void cordon_json_add_uint(CordonJsonWriter *writer, const char *name, guint64 value)
{
    if (begin_value(writer, name))
        g_string_append_printf(writer->text, "%" G_GUINT64_FORMAT, value);
}

void cordon_json_add_bool(CordonJsonWriter *writer, const char *name, gboolean value)
{
    if (begin_value(writer, name))
        g_string_append(writer->text, value ? "true" : "false");
}

void cordon_json_add_strings(CordonJsonWriter *writer, const char *name, const char *const *values)
{
    cordon_json_begin_array(writer, name);
    for (gsize i = 0; values != NULL && values[i] != NULL; i++)
        cordon_json_add_string(writer, NULL, values[i]);
    cordon_json_end_array(writer);
}

void cordon_json_add_document(CordonJsonWriter *writer, const char *name, const char *json)
{
    if (begin_value(writer, name))
        g_string_append(writer->text, json);
}

/* SPDX-License-Identifier: MIT */
/* The tools for files: what is told of them, and their work.  All of it runs in threads of the pool. */
#include <string.h>

#include "mcp/text.h"
#include "mcp/tools.h"

/* A line of notes below the text. */
#define NOTE_BYTES 256u
#define TEXT_BYTES (MCP_RESULT_MAX_BYTES - NOTE_BYTES)

#define MAX_PATH_BYTES 4096
#define THE_END                                                                                    \
    {                                                                                              \
        NULL, MCP_TEXT, FALSE, 0, 0, NULL                                                          \
    }

static McpResult *refuse(GError *error)
{
    McpResult *result = mcp_result_new_error("%s", error->message);

    result->error = error;
    return result;
}

/* --- read_file ------------------------------------------------------------------------------------ */

enum { READ_PATH, READ_FIRST_LINE, READ_MAX_LINES };

static const McpParameter read_parameters[] = {
    [READ_PATH] = {"path", MCP_TEXT, TRUE, 0, MAX_PATH_BYTES,
                   "file: relative to your loop's folder, or absolute below it"},
    [READ_FIRST_LINE] = {"first_line", MCP_INTEGER, FALSE, 1, G_MAXINT32,
                         "line to begin at; 1 by default"},
    [READ_MAX_LINES] = {"max_lines", MCP_INTEGER, FALSE, 1, 100000,
                        "how many lines at most; by default as many as fit"},
    THE_END,
};

/* How much of the text fits: whole lines, or a part of the first when that alone is too long.  *ret_lines: how many of them. */
static gsize fit_lines(const char *text, gsize max_bytes, guint *ret_lines)
{
    gsize size = strlen(text), fits = 0;
    guint lines = 0;

    for (const char *at = text; *at != '\0';) {
        const char *end = strchr(at, '\n');
        end = end != NULL ? end + 1 : text + size;
        if ((gsize)(end - text) > max_bytes)
            break;
        fits = (gsize)(end - text);
        lines++;
        at = end;
    }
    if (fits == 0 && size > 0) {
        fits = mcp_utf8_end(text, size, max_bytes);
        lines = 1;
    }
    *ret_lines = lines;
    return fits;
}

static McpResult *read_file(const McpBackend *backend, const CordonFiles *files,
                            const McpArguments *arguments)
{
    GError *error = NULL;
    guint first = (guint)mcp_argument_number(arguments, READ_FIRST_LINE, 1);
    CordonFileText *text =
        backend->files_read(files, arguments->at[READ_PATH].text, first,
                            (guint)mcp_argument_number(arguments, READ_MAX_LINES, 0), &error);
    guint lines;

    if (text == NULL)
        return refuse(error);
    McpResult *result = mcp_result_new();
    gsize size = strlen(text->text), fits = fit_lines(text->text, TEXT_BYTES, &lines);
    mcp_result_take_text(result, g_strndup(text->text, fits));
    if (fits < size || text->is_cut) {
        guint next = fits < size ? text->first_line + lines : text->next_line;
        gboolean is_torn = fits > 0 && fits < size && text->text[fits - 1] != '\n';
        mcp_result_take_text(
            result,
            g_strdup_printf("[lines %u to %u of a file of %" G_GUINT64_FORMAT " bytes%s; "
                            "go on with first_line %u]",
                            text->first_line, text->first_line + MAX(lines, 1) - 1, text->size,
                            is_torn ? "; this line is cut, it is too long" : "", next));
    } else if (size == 0) {
        mcp_result_take_text(result, g_strdup(text->size == 0 ? "[the file is empty]"
                                                              : "[the file has fewer lines]"));
    }
    backend->text_free(text);
    return result;
}

/* --- list_directory --------------------------------------------------------------------------------- */

enum { LIST_PATH, LIST_DEPTH };

static const McpParameter list_parameters[] = {
    [LIST_PATH] = {"path", MCP_TEXT, FALSE, 0, MAX_PATH_BYTES,
                   "folder: relative to your loop's folder, or absolute below it; by default your "
                   "loop's folder"},
    [LIST_DEPTH] = {"depth", MCP_INTEGER, FALSE, 1, 8, "levels of folders; 1 by default"},
    THE_END,
};

static void add_entry(GString *lines, const CordonFileEntry *entry)
{
    g_string_append(lines, entry->path);
    if (entry->kind == 'd')
        g_string_append_c(lines, '/');
    else if (entry->kind == 'f')
        g_string_append_printf(lines, "  %" G_GUINT64_FORMAT, entry->size);
    else if (entry->kind == 'l')
        g_string_append_printf(lines, " -> %s", entry->target != NULL ? entry->target : "?");
    else
        g_string_append(lines, "  (no regular file)");
    if (entry->is_secret)
        g_string_append(lines, "  (looks like a secret: cannot be read)");
    g_string_append_c(lines, '\n');
}

/* Ends a list of lines that may be longer than a result, and says so. */
static McpResult *finish_list(GString *lines, gboolean is_cut, const char *empty,
                              const char *advice)
{
    McpResult *result = mcp_result_new();
    guint kept;
    gsize fits = fit_lines(lines->str, TEXT_BYTES, &kept);

    is_cut = is_cut || fits < lines->len;
    g_string_truncate(lines, fits);
    if (lines->len == 0)
        g_string_append(lines, empty);
    mcp_result_take_text(result, g_string_free(lines, FALSE));
    if (is_cut)
        mcp_result_take_text(result, g_strdup(advice));
    return result;
}

static McpResult *list_directory(const McpBackend *backend, const CordonFiles *files,
                                 const McpArguments *arguments)
{
    GError *error = NULL;
    const char *path = arguments->at[LIST_PATH].text;
    CordonFileList *list =
        backend->files_list(files, path != NULL ? path : ".",
                            (guint)mcp_argument_number(arguments, LIST_DEPTH, 1), &error);

    if (list == NULL)
        return refuse(error);
    GString *lines = g_string_new(NULL);
    for (guint i = 0; i < list->entries->len && lines->len <= MCP_RESULT_MAX_BYTES; i++)
        add_entry(lines, list->entries->pdata[i]);
    McpResult *result =
        finish_list(lines, list->is_cut, "[the folder is empty]",
                    "[there are more: list a folder below, or with a smaller depth]");
    backend->list_free(list);
    return result;
}

/* --- search_files ----------------------------------------------------------------------------------- */

enum { SEARCH_PATTERN, SEARCH_PATH, SEARCH_GLOB, SEARCH_REGEX, SEARCH_IGNORE_CASE, SEARCH_MAX };

static const McpParameter search_parameters[] = {
    [SEARCH_PATTERN] = {"pattern", MCP_TEXT, TRUE, 0, 4096,
                        "text to look for, in one line of a file"},
    [SEARCH_PATH] = {"path", MCP_TEXT, FALSE, 0, MAX_PATH_BYTES,
                     "folder or file to look in; by default your loop's folder"},
    [SEARCH_GLOB] =
        {"glob", MCP_TEXT, FALSE, 0, 1024,
         "only files whose name matches, such as *.c, or whose path does when it holds a /"},
    [SEARCH_REGEX] = {"regex", MCP_FLAG, FALSE, 0, 0, "pattern is a regular expression (PCRE)"},
    [SEARCH_IGNORE_CASE] = {"ignore_case", MCP_FLAG, FALSE, 0, 0, "capitals are no difference"},
    [SEARCH_MAX] = {"max_matches", MCP_INTEGER, FALSE, 1, 1000, "200 by default"},
    /* ends the table */
    THE_END,
};

static McpResult *search_files(const McpBackend *backend, const CordonFiles *files,
                               const McpArguments *arguments)
{
    GError *error = NULL;
    CordonFileSearch search = {
        .struct_size = sizeof search,
        .pattern = arguments->at[SEARCH_PATTERN].text,
        .is_regex = mcp_argument_number(arguments, SEARCH_REGEX, 0) != 0,
        .ignore_case = mcp_argument_number(arguments, SEARCH_IGNORE_CASE, 0) != 0,
        .path = arguments->at[SEARCH_PATH].text,
        .glob = arguments->at[SEARCH_GLOB].text,
        .max_matches = (guint)mcp_argument_number(arguments, SEARCH_MAX, 0),
    };
    CordonFileMatches *matches = backend->files_search(files, &search, &error);

    if (matches == NULL)
        return refuse(error);
    GString *lines = g_string_new(NULL);
    for (guint i = 0; i < matches->matches->len && lines->len <= MCP_RESULT_MAX_BYTES; i++) {
        const CordonFileMatch *match = matches->matches->pdata[i];
        g_string_append_printf(lines, "%s:%u:%s\n", match->path, match->line, match->text);
    }
    g_autofree char *empty =
        g_strdup_printf("[not found: looked at %u files, passed over %u that are "
                        "binary, secret or too big]",
                        matches->files, matches->skipped);
    McpResult *result = finish_list(lines, matches->is_cut, empty,
                                    "[there are more: narrow the search by path or glob]");
    backend->matches_free(matches);
    return result;
}

/* --- write_file and edit_file ------------------------------------------------------------------------ */

enum { WRITE_PATH, WRITE_CONTENT };

static const McpParameter write_parameters[] = {
    [WRITE_PATH] =
        {"path", MCP_TEXT, TRUE, 0, MAX_PATH_BYTES,
         "file: relative to your loop's folder, or absolute below it; missing folders are "
         "made"},
    [WRITE_CONTENT] = {"content", MCP_TEXT, TRUE, 0, 0, "the whole new content"},
    THE_END,
};

static McpResult *write_file(const McpBackend *backend, const CordonFiles *files,
                             const McpArguments *arguments)
{
    GError *error = NULL;
    CordonFileChange change = {0};
    const char *content = arguments->at[WRITE_CONTENT].text;

    if (!backend->files_write(files, arguments->at[WRITE_PATH].text, content, strlen(content),
                              &change, &error))
        return refuse(error);
    McpResult *result = mcp_result_new();
    mcp_result_take_text(result, g_strdup_printf("%s %s: %" G_GUINT64_FORMAT " bytes.",
                                                 change.is_new ? "Made" : "Replaced",
                                                 arguments->at[WRITE_PATH].text, change.size));
    return result;
}

enum { EDIT_PATH, EDIT_OLD, EDIT_NEW, EDIT_ALL };

static const McpParameter edit_parameters[] = {
    [EDIT_PATH] = {"path", MCP_TEXT, TRUE, 0, MAX_PATH_BYTES,
                   "file: relative to your loop's folder, or absolute below it"},
    [EDIT_OLD] = {"old_text", MCP_TEXT, TRUE, 0, 0,
                  "text to replace, exactly as it is in the file; has to be there once"},
    [EDIT_NEW] = {"new_text", MCP_TEXT, TRUE, 0, 0, "text to put in its place"},
    [EDIT_ALL] = {"replace_all", MCP_FLAG, FALSE, 0, 0, "replace it wherever it is"},
    THE_END,
};

static McpResult *edit_file(const McpBackend *backend, const CordonFiles *files,
                            const McpArguments *arguments)
{
    GError *error = NULL;
    CordonFileChange change = {0};

    if (!backend->files_edit(files, arguments->at[EDIT_PATH].text, arguments->at[EDIT_OLD].text,
                             arguments->at[EDIT_NEW].text,
                             mcp_argument_number(arguments, EDIT_ALL, 0) != 0, &change, &error))
        return refuse(error);
    McpResult *result = mcp_result_new();
    mcp_result_take_text(result, g_strdup_printf("Changed %s: %u %s, first in line %u.",
                                                 arguments->at[EDIT_PATH].text, change.replaced,
                                                 change.replaced == 1 ? "place" : "places",
                                                 change.first_line));
    return result;
}

const McpTool mcp_file_tools[] = {
    {
        .name = "read_file",
        .title = "Read a file",
        .description =
            "Reads a text file of your loop's folder: its lines as they are, at most 40 KB in "
            "one call. Files that look like secrets (.env, keys) are refused.",
        .needs = CORDON_TOOL_READ_FILE,
        .deed = MCP_DO_FILES,
        .read_only = TRUE,
        .idempotent = TRUE,
        .parameters = read_parameters,
        .work = read_file,
        .path_index = READ_PATH,
    },
    {
        .name = "list_directory",
        .title = "List a folder",
        .description =
            "Lists a folder of your loop's folder, a line for each entry: folders end with /, "
            "files have their size in bytes, links show where they lead.",
        .needs = CORDON_TOOL_LIST_DIRECTORY,
        .deed = MCP_DO_FILES,
        .read_only = TRUE,
        .idempotent = TRUE,
        .parameters = list_parameters,
        .work = list_directory,
        .path_index = LIST_PATH,
    },
    {
        .name = "search_files",
        .title = "Search in files",
        .description =
            "Looks for text in the files of your loop's folder and gives path:line:text for "
            "each match. .git, node_modules and the like are passed over unless path leads "
            "into them.",
        .needs = CORDON_TOOL_SEARCH_FILES,
        .deed = MCP_DO_FILES,
        .read_only = TRUE,
        .idempotent = TRUE,
        .parameters = search_parameters,
        .work = search_files,
        .path_index = SEARCH_PATH,
    },
    {
        .name = "write_file",
        .title = "Write a file",
        .description =
            "Makes a file of your loop's folder, or replaces the whole content of one. To "
            "change a part of a file use edit_file.",
        .needs = CORDON_TOOL_WRITE_FILE,
        .deed = MCP_DO_FILES,
        .destructive = TRUE,
        .idempotent = TRUE,
        .parameters = write_parameters,
        .work = write_file,
        .path_index = WRITE_PATH,
    },
    {
        .name = "edit_file",
        .title = "Edit a file",
        .description =
            "Replaces text in a file of your loop's folder. old_text has to be there exactly "
            "once, with its spaces and line ends: take enough lines around it. Nothing is "
            "changed when it is not.",
        .needs = CORDON_TOOL_EDIT_FILE,
        .deed = MCP_DO_FILES,
        .destructive = TRUE,
        .parameters = edit_parameters,
        .work = edit_file,
        .path_index = EDIT_PATH,
    },
};
const gsize mcp_n_file_tools = G_N_ELEMENTS(mcp_file_tools);

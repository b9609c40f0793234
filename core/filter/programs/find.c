/* SPDX-License-Identifier: MIT */
/* find and fd: where they look, what their tests match, and what they run for it. */
#include <string.h>

#include "filter/programs/handlers.h"
#include "filter/programs/listed.h"

/* Folders times names times commands that are gone through, and the words of those commands in all. */
#define MAX_TURNS 256u
#define MAX_WORDS 16384u

/* What is found so far of a find or fd. */
typedef struct {
    CordonJudge *judge;
    const CordonCall *call;
    const CordonArg *words;
    guint count, next;
    CordonArgList starts; /* folders to look in */
    CordonArgList globs;  /* what names must match here, as far as that is known; none: any name */
    gboolean *negations;  /* of the groups that are open */
    guint depth;
    gboolean is_negated; /* "!" before the next test */
    guint turns, words_done;
} Search;

static void start_search(Search *search, CordonJudge *judge, const CordonCall *call)
{
    guint first = MIN(call->first, call->count);

    *search = (Search){
        .judge = judge, .call = call, .words = call->args + first, .count = call->count - first};
    search->negations = CORDON_ARENA_ARRAY(cordon_judge_arena(judge), gboolean, search->count + 1);
}

static const CordonArg *take(Search *search)
{
    return search->next < search->count ? &search->words[search->next++] : NULL;
}

static void take_value(Search *search, char kind)
{
    const CordonArg *value = take(search);

    if (value != NULL)
        cordon_judge_value(search->judge, search->call, value, kind);
}

static void too_many(Search *search)
{
    cordon_judge_find(search->judge, search->call, CORDON_RULE_UNREADABLE,
                      "Use fewer folders, tests or commands.",
                      "`%s` has too many combinations of folders, tests and commands.",
                      search->call->name);
}

/* What {} may be: below a start, by the names that pass. */
static CordonArg item_of(Search *search, const CordonArg *start, const char *glob)
{
    CordonArg item = *start;

    if (start->type == CORDON_ARG_UNKNOWN || start->type == CORDON_ARG_STREAM)
        return item;
    item.type = CORDON_ARG_LISTED;
    if (glob != NULL)
        item = cordon_arg_listed(search->judge, start->text, glob);
    return item;
}

typedef void (*ItemFunc)(Search *search, const CordonArg *item, gpointer user_data);

static void each_item(Search *search, ItemFunc func, gpointer user_data)
{
    for (guint i = 0; i < search->starts.count; i++) {
        for (guint j = 0; j < MAX(search->globs.count, 1); j++) {
            const char *glob = search->globs.count > 0 ? search->globs.args[j].text : NULL;
            CordonArg item = item_of(search, &search->starts.args[i], glob);
            if (++search->turns > MAX_TURNS || search->words_done > MAX_WORDS) {
                too_many(search);
                return;
            }
            func(search, &item, user_data);
        }
    }
}

/* A command that is run for each path, or once with all of them. */
typedef struct {
    const CordonArg *words;
    guint count;
    const char *const *marks; /* NULL-terminated: "{}", "{.}", ... */
    gboolean adds_path;       /* without a mark the path goes to the end (fd) */
    gboolean in_folder;       /* it runs in the folder of the path */
} Command;

static gboolean put_marks(Search *search, const Command *command, CordonArg *word,
                          const CordonArg *item)
{
    gboolean found = FALSE;

    for (guint i = 0; command->marks[i] != NULL; i++) {
        if (cordon_arg_put(search->judge, word, command->marks[i], item, word))
            found = TRUE;
    }
    return found;
}

/* Words that lead elsewhere from the folder of the path than from here. */
static void judge_in_folder(Search *search, const CordonArg *item, const CordonArg *args,
                            guint count)
{
    CordonArg folder = cordon_arg_constant(item->text);
    const char *slash = strrchr(item->text, '/');

    if (search->call->is_inside_container || item->type != CORDON_ARG_LISTED ||
        (item->text[0] != '/' && strncmp(item->text, "..", 2) != 0))
        return;
    if (slash != NULL && strpbrk(slash, "*?[") != NULL)
        folder.text = cordon_arena_strndup(cordon_judge_arena(search->judge), item->text,
                                           (gsize)(slash - item->text) + 1);
    const CordonScope *scope = cordon_judge_enter(search->judge, search->call, &folder);
    if (scope != NULL)
        cordon_judge_command_in(search->judge, search->call, scope, args, count);
}

static void run_for_item(Search *search, const CordonArg *item, gpointer user_data)
{
    const Command *command = user_data;
    CordonArgList args = {0};
    gboolean found = FALSE;

    search->words_done += command->count;
    for (guint i = 0; i < command->count; i++) {
        CordonArg word = command->words[i];
        if (put_marks(search, command, &word, item))
            found = TRUE;
        cordon_arg_list_add(search->judge, &args, word);
    }
    if (!found && command->adds_path)
        cordon_arg_list_add(search->judge, &args, *item);
    cordon_judge_command(search->judge, search->call, args.args, args.count);
    if (command->in_folder)
        judge_in_folder(search, item, args.args, args.count);
}

/* find */

typedef enum {
    TEST_VALUE, /* one value of kind */
    TEST_NAME,
    TEST_PATH,
    TEST_REGEX,
    TEST_EXEC,
    TEST_EXEC_DIR,
    TEST_DELETE,
    TEST_FPRINTF, /* file and format */
} TestType;

/* What takes a word, or does something.  Sources: find(1) of GNU findutils 4.9 and of FreeBSD 14. */
static const struct {
    const char *name;
    TestType type;
    char kind;
} TESTS[] = {
    {"-Bmin", TEST_VALUE, 't'},       {"-Bnewer", TEST_VALUE, 'r'},
    {"-Btime", TEST_VALUE, 't'},      {"-amin", TEST_VALUE, 't'},
    {"-anewer", TEST_VALUE, 'r'},     {"-atime", TEST_VALUE, 't'},
    {"-cmin", TEST_VALUE, 't'},       {"-cnewer", TEST_VALUE, 'r'},
    {"-context", TEST_VALUE, 't'},    {"-ctime", TEST_VALUE, 't'},
    {"-delete", TEST_DELETE, 'x'},    {"-exec", TEST_EXEC, 'o'},
    {"-execdir", TEST_EXEC_DIR, 'o'}, {"-files0-from", TEST_VALUE, 'l'},
    {"-flags", TEST_VALUE, 't'},      {"-fls", TEST_VALUE, 'w'},
    {"-fprint", TEST_VALUE, 'w'},     {"-fprint0", TEST_VALUE, 'w'},
    {"-fprintf", TEST_FPRINTF, 'w'},  {"-fstype", TEST_VALUE, 't'},
    {"-gid", TEST_VALUE, 't'},        {"-group", TEST_VALUE, 't'},
    {"-ilname", TEST_VALUE, 't'},     {"-iname", TEST_NAME, 't'},
    {"-inum", TEST_VALUE, 't'},       {"-ipath", TEST_PATH, 't'},
    {"-iregex", TEST_REGEX, 't'},     {"-iwholename", TEST_PATH, 't'},
    {"-links", TEST_VALUE, 't'},      {"-lname", TEST_VALUE, 't'},
    {"-maxdepth", TEST_VALUE, 't'},   {"-mindepth", TEST_VALUE, 't'},
    {"-mmin", TEST_VALUE, 't'},       {"-mnewer", TEST_VALUE, 'r'},
    {"-mtime", TEST_VALUE, 't'},      {"-name", TEST_NAME, 't'},
    {"-newer", TEST_VALUE, 'r'},      {"-ok", TEST_EXEC, 'o'},
    {"-okdir", TEST_EXEC_DIR, 'o'},   {"-path", TEST_PATH, 't'},
    {"-perm", TEST_VALUE, 't'},       {"-printf", TEST_VALUE, 't'},
    {"-regex", TEST_REGEX, 't'},      {"-regextype", TEST_VALUE, 't'},
    {"-samefile", TEST_VALUE, 'r'},   {"-size", TEST_VALUE, 't'},
    {"-type", TEST_VALUE, 't'},       {"-uid", TEST_VALUE, 't'},
    {"-used", TEST_VALUE, 't'},       {"-user", TEST_VALUE, 't'},
    {"-wholename", TEST_PATH, 't'},   {"-xattr", TEST_VALUE, 't'},
    {"-xattrname", TEST_VALUE, 't'},  {"-xtype", TEST_VALUE, 't'},
};

static const char *const FIND_MARKS[] = {"{}", NULL};

static gssize find_test(const char *name)
{
    for (gsize i = 0; i < G_N_ELEMENTS(TESTS); i++) {
        if (strcmp(TESTS[i].name, name) == 0)
            return (gssize)i;
    }
    return -1;
}

/* A test of names that must hold adds what it matches. */
static void take_names(Search *search, TestType type)
{
    const CordonArg *value = take(search);
    const char *text = cordon_arg_text(value);
    gboolean is_negated = search->is_negated;

    if (value == NULL)
        return;
    cordon_judge_value(search->judge, search->call, value, 'e');
    for (guint i = 0; i < search->depth; i++)
        is_negated = is_negated != search->negations[i];
    if (text == NULL || is_negated)
        return;
    if (type == TEST_REGEX) {
        cordon_regex_list_add(search->judge, &search->globs, text, TRUE, TRUE);
        return;
    }
    /* "./src/x" and "src/x" of a start "src" say the same as "x". */
    for (guint i = 0; i < search->starts.count && type == TEST_PATH; i++) {
        const char *start = search->starts.args[i].text;
        gsize size = strlen(start);
        if (size > 0 && strncmp(text, start, size) == 0 && text[size] == '/') {
            text += size + 1;
            break;
        }
    }
    cordon_glob_list_add(search->judge, &search->globs, text, TRUE);
}

/* The command up to ";", or "+" behind "{}". */
static void take_command(Search *search, gboolean in_folder)
{
    Command command = {
        .words = search->words + search->next, .marks = FIND_MARKS, .in_folder = in_folder};

    for (const CordonArg *word = take(search); word != NULL; word = take(search)) {
        gboolean is_plus = cordon_arg_is(word, "+") && command.count > 0 &&
                           cordon_arg_is(&command.words[command.count - 1], "{}");
        if (is_plus || cordon_arg_is(word, ";"))
            break;
        command.count++;
    }
    if (command.count > 0)
        each_item(search, run_for_item, &command);
}

static void delete_item(Search *search, const CordonArg *item, gpointer user_data)
{
    (void)user_data;
    cordon_judge_value(search->judge, search->call, item, 'x');
}

static void judge_delete(Search *search)
{
    cordon_judge_set_kind(search->judge, search->call, "find -delete");
    each_item(search, delete_item, NULL);
    cordon_judge_set_kind(search->judge, search->call, NULL);
}

static void judge_test(Search *search, TestType type, char kind)
{
    switch (type) {
    case TEST_NAME:
    case TEST_PATH:
    case TEST_REGEX:
        take_names(search, type);
        break;
    case TEST_EXEC:
    case TEST_EXEC_DIR:
        take_command(search, type == TEST_EXEC_DIR);
        break;
    case TEST_DELETE:
        judge_delete(search);
        break;
    case TEST_FPRINTF:
        take_value(search, 'w');
        take_value(search, 't');
        break;
    case TEST_VALUE:
    default:
        take_value(search, kind);
        break;
    }
}

/* ( ) ! -o and the comma.  Behind -o, what the left side asked for does not hold. */
static gboolean judge_operator(Search *search, const char *word)
{
    if (strcmp(word, "!") == 0 || strcmp(word, "-not") == 0) {
        search->is_negated = !search->is_negated;
        return TRUE;
    }
    if (strcmp(word, "(") == 0) {
        search->negations[search->depth++] = search->is_negated;
        search->is_negated = FALSE;
        return TRUE;
    }
    if (strcmp(word, ")") == 0) {
        search->depth -= search->depth > 0 ? 1 : 0;
        return TRUE;
    }
    if (strcmp(word, "-o") == 0 || strcmp(word, "-or") == 0 || strcmp(word, ",") == 0) {
        if (search->depth == 0)
            search->globs.count = 0;
        return TRUE;
    }
    return strcmp(word, "-a") == 0 || strcmp(word, "-and") == 0;
}

/* -newerXY FILE, or with Y = t a time. */
static gboolean judge_newer(Search *search, const char *word)
{
    if (strncmp(word, "-newer", 6) != 0 || strlen(word) != 8)
        return FALSE;
    take_value(search, word[7] == 't' ? 't' : 'r');
    return TRUE;
}

static void judge_expression(Search *search)
{
    const CordonArg *word;

    while ((word = take(search)) != NULL) {
        const char *text = cordon_arg_text(word);
        if (text != NULL && (judge_operator(search, text) || judge_newer(search, text)))
            continue;
        if (text == NULL || text[0] != '-') {
            cordon_judge_value(search->judge, search->call, word, 'r');
            continue;
        }
        gssize index = find_test(text);
        if (index >= 0)
            judge_test(search, TESTS[index].type, TESTS[index].kind);
        search->is_negated = FALSE;
    }
}

static gboolean begins_expression(const CordonArg *word)
{
    const char *text = cordon_arg_text(word);

    return text != NULL && (text[0] == '-' || strcmp(text, "(") == 0 || strcmp(text, ")") == 0 ||
                            strcmp(text, "!") == 0 || strcmp(text, ",") == 0);
}

static void take_start(Search *search)
{
    const CordonArg *start = &search->words[search->next++];

    cordon_judge_value(search->judge, search->call, start, 'r');
    cordon_arg_list_add(search->judge, &search->starts, *start);
}

/* -L, -H, -P, -O3, -D exec; BSD: -E, -X, -d, -s, -x, clustered, and -f FILE. */
static gboolean judge_find_option(Search *search)
{
    const char *text = cordon_arg_text(&search->words[search->next]);

    if (text == NULL || text[0] != '-' || text[1] == '\0' || find_test(text) >= 0)
        return FALSE;
    if (strcmp(text, "--") == 0 || text[1] == 'O' ||
        text[strspn(text + 1, "LHPEXdsx") + 1] == '\0') {
        search->next++;
        return TRUE;
    }
    if (strcmp(text, "-D") == 0) {
        search->next++;
        take_value(search, 't');
        return TRUE;
    }
    if (strcmp(text, "-f") == 0 && search->next + 1 < search->count) {
        search->next++;
        take_start(search);
        return TRUE;
    }
    return FALSE;
}

void cordon_handle_find(CordonJudge *judge, const CordonCall *call)
{
    Search search;

    start_search(&search, judge, call);
    while (search.next < search.count && judge_find_option(&search))
        continue;
    while (search.next < search.count && !begins_expression(&search.words[search.next])) {
        take_start(&search);
    }
    if (search.starts.count == 0)
        cordon_arg_list_add(judge, &search.starts, cordon_arg_constant("."));
    judge_expression(&search);
}

/* fd */

/* Source: fd 10.2, --help.  -x and -X take all words up to ";". */
static const char FD_OPTIONS[] = "-H,--hidden,-u,--unrestricted+H -e,--extension=t -t,--type=t "
                                 "-d,--max-depth,--maxdepth=t --min-depth=t "
                                 "--exact-depth=t -E,--exclude=t -S,--size=t "
                                 "--changed-within,--change-newer-than,--newer,--changed-after=m "
                                 "--changed-before,--change-older-than,--older=m -o,--owner=t "
                                 "-c,--color=t -j,--threads=t --max-results=t "
                                 "--path-separator=t --format=t --batch-size=t --ignore-file=r "
                                 "--base-directory=r -C=r --search-path=r --and=t "
                                 "--max-buffer-time=t --strip-cwd-prefix:t --hyperlink:t "
                                 "--gen-completions:t -g,--glob -p,--full-path -x -X";

static const char *const FD_MARKS[] = {"{}", "{/}", "{//}", "{.}", "{/.}", NULL};

/* The index of -x, --exec, -X, --exec-batch, or count. */
static guint find_exec(const Search *search)
{
    for (guint i = 0; i < search->count; i++) {
        const char *text = cordon_arg_text(&search->words[i]);
        if (text == NULL || text[0] != '-' || text[1] == '\0')
            continue;
        if (strcmp(text, "--") == 0)
            return search->count;
        if (g_str_has_prefix(text, "--exec"))
            return i;
        if (text[1] != '-' && strpbrk(text, "xX") != NULL &&
            strcspn(text, "xX") < strcspn(text, "etdESocjC"))
            return i;
    }
    return search->count;
}

/* "-xls", "-x=ls". */
static void add_glued_command(Search *search, CordonArgList *words, const char *text)
{
    cordon_arg_list_add(search->judge, words, cordon_arg_constant(text + (text[0] == '=' ? 1 : 0)));
}

/* The commands from there on, one behind the other. */
static void judge_fd_commands(Search *search)
{
    while (search->next < search->count) {
        const char *text = cordon_arg_text(take(search));
        const char *glued = text != NULL && text[1] == '-' ? strchr(text, '=') : NULL;
        Command command = {
            .words = search->words + search->next, .marks = FD_MARKS, .adds_path = TRUE};
        CordonArgList words = {0};
        if (glued != NULL)
            cordon_arg_list_add(search->judge, &words, cordon_arg_constant(glued + 1));
        else if (text != NULL && text[1] != '-' && text[strcspn(text, "xX") + 1] != '\0')
            add_glued_command(search, &words, text + strcspn(text, "xX") + 1);
        const CordonArg *word = take(search);
        for (; word != NULL && !cordon_arg_is(word, ";"); word = take(search))
            cordon_arg_list_add(search->judge, &words, *word);
        command.words = words.args;
        command.count = words.count;
        if (words.count > 0)
            each_item(search, run_for_item, &command);
    }
}

static void add_fd_pattern(Search *search, const CordonParsed *parsed, const char *pattern)
{
    gboolean with_hidden = cordon_parsed_find(parsed, "-H") != NULL;

    if (pattern == NULL || pattern[0] == '\0' || strcmp(pattern, ".") == 0)
        return;
    if (cordon_parsed_find(parsed, "-g") != NULL)
        cordon_glob_list_add(search->judge, &search->globs, pattern, with_hidden);
    else
        cordon_regex_list_add(search->judge, &search->globs, pattern, FALSE, with_hidden);
}

static void judge_fd_option(Search *search, const CordonParsed *parsed, const CordonOption *option)
{
    static const char *const paths[] = {"--ignore-file", "--base-directory", "-C", "--search-path"};

    if (option->value == NULL)
        return;
    for (gsize i = 0; i < G_N_ELEMENTS(paths); i++) {
        if (strcmp(option->name, paths[i]) == 0) {
            cordon_judge_value(search->judge, search->call, option->value, 'r');
            if (i > 0)
                cordon_arg_list_add(search->judge, &search->starts, *option->value);
            return;
        }
    }
    cordon_judge_value(search->judge, search->call, option->value, 'm');
    const char *text = cordon_arg_text(option->value);
    if (text != NULL && strcmp(option->name, "-e") == 0)
        cordon_glob_list_add(
            search->judge, &search->globs,
            cordon_arena_concat(cordon_judge_arena(search->judge), "*.", text, NULL),
            cordon_parsed_find(parsed, "-H") != NULL);
    if (strcmp(option->name, "--and") == 0)
        add_fd_pattern(search, parsed, text);
}

void cordon_handle_fd(CordonJudge *judge, const CordonCall *call)
{
    Search search;
    CordonCall options_only = *call;

    start_search(&search, judge, call);
    search.next = find_exec(&search);
    options_only.count = MIN(call->first, call->count) + search.next;
    CordonParsed parsed = cordon_call_parse(judge, &options_only, FD_OPTIONS, 0);
    for (guint i = 0; i < parsed.option_count; i++)
        judge_fd_option(&search, &parsed, &parsed.options[i]);
    for (guint i = 0; i < parsed.operand_count; i++) {
        cordon_judge_value(judge, call, &parsed.operands[i], i == 0 ? 't' : 'r');
        if (i > 0)
            cordon_arg_list_add(judge, &search.starts, parsed.operands[i]);
    }
    if (parsed.operand_count > 0)
        add_fd_pattern(&search, &parsed, cordon_arg_text(&parsed.operands[0]));
    if (search.starts.count == 0)
        cordon_arg_list_add(judge, &search.starts, cordon_arg_constant("."));
    judge_fd_commands(&search);
}

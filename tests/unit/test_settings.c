/* SPDX-License-Identifier: MIT */
/* Settings in memory: what is read, what is refused at which place, and values by key. */
#include <cordon/settings.h>

#include <criterion/criterion.h>
#include <string.h>

#define TOKEN "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"

/* A file around members that are written with ' in place of ". */
static char *file_of(const char *members)
{
    char *text = g_strdup_printf("{\"schema\": \"cordon.settings/1\"%s%s}",
                                 members[0] != '\0' ? ", " : "", members);

    return g_strdelimit(text, "'", '"');
}

static CordonSettings *parse(const char *members, GError **error)
{
    g_autofree char *text = file_of(members);

    return cordon_settings_parse(text, strlen(text), error);
}

static void expect_fault(const char *members, const char *message)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(CordonSettings) settings = parse(members, &error);

    cr_expect_null(settings, "accepted: %s", members);
    if (settings != NULL)
        return;
    cr_expect(g_error_matches(error, CORDON_ERROR, CORDON_ERROR_PARSE));
    cr_expect_str_eq(error->message, message);
}

static const char everything[] =
    "'sandbox': true, 'backend': 'bwrap', 'docker_image': 'ghcr.io/a/b:1', "
    "'hosts': ['git.example.org', '*.example.net'], 'time_limit_s': 7, 'long_time_limit_s': 86400, "
    "'approval_timeout_s': 5, 'limits': {'processes': 12, 'memory_bytes': 'unlimited', "
    "'open_files': null, 'scratch_bytes': 9007199254740991}, "
    "'roles': [{'id': 'tester', 'tools': ['run_command', 'read_file']}, {'id': 'none', 'tools': "
    "[]}], "
    "'boards': [{'id': 'b1', 'name': 'One \xc3\xa9', 'project': '/p', 'full_auto': true}, "
    "{'id': 'b2', 'name': 'Two', 'project': '/'}], "
    "'loops': [{'id': 'l1', 'board': 'b1', 'folder': '/p'}, {'id': 'l2', 'board': 'b2', 'folder': "
    "'/q'}], "
    "'bubbles': [{'id': 'u1', 'name': 'Ann', 'loop': 'l1', 'role': 'tester', 'token_sha256': "
    "'" TOKEN
    "'}, {'id': 'u2', 'name': 'Bob', 'loop': 'l2', 'role': 'coder', 'token_sha256': null}, "
    "{'id': 'u3', 'name': 'Bob', 'loop': 'l2', 'role': 'coder'}]";

Test(settings, of_an_empty_file_are_the_defaults)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(CordonSettings) settings = parse("", &error);
    g_autoptr(CordonSettings) defaults = cordon_settings_new();

    cr_assert_not_null(settings, "%s", error != NULL ? error->message : "");
    cr_expect_not(settings->sandbox);
    cr_expect_str_eq(settings->backend, "auto");
    cr_expect_null(settings->docker_image);
    cr_expect_eq(settings->time_limit_s, 120);
    cr_expect_eq(settings->long_time_limit_s, 600);
    cr_expect_eq(settings->approval_timeout_s, 300);
    cr_expect_eq(settings->hosts->len + settings->roles->len + settings->boards->len +
                     settings->loops->len + settings->bubbles->len,
                 0);
    g_autofree char *text = cordon_settings_to_json(settings, FALSE);
    g_autofree char *default_text = cordon_settings_to_json(defaults, FALSE);
    cr_expect_str_eq(text, default_text);
}

Test(settings, of_a_full_file_are_all_read)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(CordonSettings) settings = parse(everything, &error);

    cr_assert_not_null(settings, "%s", error != NULL ? error->message : "");
    cr_expect(settings->sandbox);
    cr_expect_str_eq(settings->backend, "bwrap");
    cr_expect_str_eq(settings->docker_image, "ghcr.io/a/b:1");
    cr_expect_eq(settings->hosts->len, 2);
    cr_expect_str_eq(settings->hosts->pdata[1], "*.example.net");
    cr_expect_eq(settings->time_limit_s, 7);
    cr_expect_eq(settings->long_time_limit_s, 86400);
    cr_expect_eq(settings->approval_timeout_s, 5);
    cr_expect_eq(settings->limits[CORDON_LIMIT_PROCESSES], 12);
    cr_expect_eq(settings->limits[CORDON_LIMIT_MEMORY_BYTES], CORDON_UNLIMITED);
    cr_expect_eq(settings->limits[CORDON_LIMIT_OPEN_FILES], 0);
    cr_expect_eq(settings->limits[CORDON_LIMIT_SCRATCH_BYTES],
                 G_GUINT64_CONSTANT(9007199254740991));
    const CordonBoard *board = cordon_settings_find_board(settings, "b1");
    cr_expect(board != NULL && board->full_auto && strcmp(board->name, "One \xc3\xa9") == 0);
    const CordonLoop *loop = cordon_settings_find_loop(settings, "l2");
    cr_expect(loop != NULL && strcmp(loop->folder, "/q") == 0 && strcmp(loop->board, "b2") == 0);
    const CordonBubble *bubble = cordon_settings_find_bubble(settings, "u1");
    cr_expect(bubble != NULL && strcmp(bubble->token_sha256, TOKEN) == 0);
    guint tools = 0;
    cr_expect(cordon_settings_find_role(settings, "tester", &tools));
    cr_expect_eq(tools, CORDON_TOOL_RUN_COMMAND | CORDON_TOOL_READ_FILE);
}

Test(settings, written_and_read_again_are_the_same_and_so_is_a_copy)
{
    g_autoptr(CordonSettings) settings = parse(everything, NULL);

    for (int pretty = 0; pretty < 2; pretty++) {
        g_autofree char *text = cordon_settings_to_json(settings, pretty != 0);
        g_autoptr(CordonSettings) again = cordon_settings_parse(text, strlen(text), NULL);
        cr_assert_not_null(again);
        g_autoptr(CordonSettings) copy = cordon_settings_copy(again);
        g_autofree char *copy_text = cordon_settings_to_json(copy, pretty != 0);
        cr_expect_str_eq(copy_text, text);
    }
}

Test(settings, a_copy_shares_nothing)
{
    g_autoptr(CordonSettings) settings = parse(everything, NULL);
    g_autofree char *before = cordon_settings_to_json(settings, FALSE);
    CordonSettings *copy = cordon_settings_copy(settings);

    copy->backend[0] = 'x';
    ((CordonBoard *)copy->boards->pdata[0])->name[0] = 'x';
    ((CordonBubble *)copy->bubbles->pdata[0])->token_sha256[0] = 'x';
    cordon_settings_remove_board(copy, "b2");
    cordon_settings_free(copy);
    g_autofree char *after = cordon_settings_to_json(settings, FALSE);
    cr_expect_str_eq(after, before);
}

Test(settings, what_is_wrong_is_named_with_its_place)
{
    static const struct {
        const char *members, *message;
    } rows[] = {
        {"'sandbx': true", "sandbx: is not known to this version of Cordon"},
        {"'sandbox': 1", "sandbox: not true or false"},
        {"'sandbox': null", "sandbox: is null, which means nothing here"},
        {"'backend': 'Auto'", "backend: is neither auto nor the id of a backend (a letter, then up "
                              "to 31 of a-z, 0-9 and -)"},
        {"'backend': ''", "backend: is missing"},
        {"'docker_image': '-v'", "docker_image: does not begin with a letter or a digit"},
        {"'docker_image': 'a b'",
         "docker_image: is not a name such as node:22 or ghcr.io/owner/name:tag"},
        {"'hosts': 'a.b'", "hosts: not a list"},
        {"'hosts': ['a.b', 5]", "hosts[1]: not a string"},
        {"'hosts': ['a.b', '*.com']",
         "hosts[1]: is not a name such as git.example.org, or *.example.org for all below it"},
        {"'hosts': ['https://a.b']",
         "hosts[0]: is not a name such as git.example.org, or *.example.org for all below it"},
        {"'hosts': ['a.b', 'c.d', 'A.b']", "hosts[2]: is the same as that of hosts[0]"},
        {"'time_limit_s': 0", "time_limit_s: not between 1 and 86400"},
        {"'time_limit_s': 1.5", "time_limit_s: not a whole number"},
        {"'long_time_limit_s': 86401", "long_time_limit_s: not between 1 and 86400"},
        {"'approval_timeout_s': 4", "approval_timeout_s: not between 5 and 86400"},
        {"'limits': []", "limits: not an object"},
        {"'limits': {'memory': 5}", "limits.memory: is not known to this version of Cordon"},
        {"'limits': {'processes': 0}", "limits.processes: not between 1 and 9007199254740991"},
        {"'limits': {'processes': '5'}", "limits.processes: is neither a number nor \"unlimited\""},
        {"'roles': [{'id': 'x'}]", "roles[0].tools: missing"},
        {"'roles': [{'id': 'x', 'tools': ['bash']}]", "roles[0].tools[0]: there is no such tool"},
        {"'roles': [{'id': 'x', 'tools': ['read_file', 'read_file']}]",
         "roles[0].tools[1]: read_file is there twice"},
        {"'roles': [{'id': 'coder', 'tools': []}]",
         "roles[0].id: is that of a built-in role, which cannot be changed"},
        {"'roles': [{'id': 'x', 'tools': []}, {'id': 'x', 'tools': []}]",
         "roles[1].id: is the same as that of roles[0]"},
        {"'boards': {}", "boards: not a list"},
        {"'boards': ['b1']", "boards[0]: not an object"},
        {"'boards': [{'id': 'B', 'name': 'B', 'project': '/p'}]",
         "boards[0].id: is not 1 to 64 of a-z, 0-9, - and _"},
        {"'boards': [{'id': '', 'name': 'B', 'project': '/p'}]", "boards[0].id: is missing"},
        {"'boards': [{'id': 'b', 'name': 'B', 'project': '/p'}, {'id': 'c', 'name': 'C', "
         "'project': '/p'}, "
         "{'id': 'd', 'name': 'D', 'project': 'p'}]",
         "boards[2].project: is not an absolute path"},
        {"'boards': [{'id': 'b', 'name': 'B', 'project': '/p/../q'}]",
         "boards[0].project: is not a clean path (no //, no . or .., no / at the end)"},
        {"'boards': [{'id': 'b', 'name': 'B', 'project': '/p/'}]",
         "boards[0].project: is not a clean path (no //, no . or .., no / at the end)"},
        {"'boards': [{'id': 'b', 'name': '  ', 'project': '/p'}]", "boards[0].name: is empty"},
        {"'boards': [{'id': 'b', 'name': 'a\\u202eb', 'project': '/p'}]",
         "boards[0].name: has the invisible character U+202E in it"},
        {"'boards': [{'id': 'b', 'name': 'a\\nb', 'project': '/p'}]",
         "boards[0].name: has a newline in it"},
        {"'boards': [{'id': 'b', 'name': 'B', 'project': '/p', 'auto': true}]",
         "boards[0].auto: is not known to this version of Cordon"},
        {"'boards': [{'id': 'b', 'name': 'B', 'project': '/p', 'full_auto': 'yes'}]",
         "boards[0].full_auto: not true or false"},
        {"'loops': [{'id': 'l', 'board': 'b', 'folder': '/p'}]",
         "loops[0].board: there is no board b"},
        {"'boards': [{'id': 'b', 'name': 'B', 'project': '/p'}], "
         "'loops': [{'id': 'l', 'board': 'b', 'folder': '/pq'}]",
         "loops[0].folder: is not inside the project of its board"},
        {"'bubbles': [{'id': 'u', 'name': 'U', 'loop': 'l', 'role': 'coder'}]",
         "bubbles[0].loop: there is no loop l"},
        {"'boards': [{'id': 'b', 'name': 'B', 'project': '/p'}], "
         "'loops': [{'id': 'l', 'board': 'b', 'folder': '/p/a'}], "
         "'bubbles': [{'id': 'u', 'name': 'U', 'loop': 'l', 'role': 'boss'}]",
         "bubbles[0].role: there is no role boss"},
        {"'boards': [{'id': 'b', 'name': 'B', 'project': '/p'}], "
         "'loops': [{'id': 'l', 'board': 'b', 'folder': '/p/a'}], "
         "'bubbles': [{'id': 'u', 'name': 'U', 'loop': 'l', 'role': 'coder', 'token_sha256': "
         "'AB'}]",
         "bubbles[0].token_sha256: is not 64 digits of 0-9 and a-f"},
        {"'boards': [{'id': 'b', 'name': 'B', 'project': '/p'}], "
         "'loops': [{'id': 'l', 'board': 'b', 'folder': '/p/a'}], "
         "'bubbles': [{'id': 'u', 'name': 'U', 'loop': 'l', 'role': 'coder', 'token_sha256': "
         "'" TOKEN
         "'}, {'id': 'v', 'name': 'V', 'loop': 'l', 'role': 'coder', 'token_sha256': '" TOKEN "'}]",
         "bubbles[1].token_sha256: is the same as that of bubbles[0]"},
    };

    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++)
        expect_fault(rows[i].members, rows[i].message);
}

Test(settings, the_schema_has_to_be_there_and_known)
{
    static const struct {
        const char *text, *message;
    } rows[] = {
        {"{}", "schema: missing"},
        {"{\"schema\": \"cordon.settings/2\", \"new\": 1}",
         "schema: is not \"cordon.settings/1\", which this version of Cordon reads"},
        {"{\"schema\": 1}", "schema: not a string"},
        {"[]", "the whole: not an object"},
        {"", "the text is empty"},
        {"{\"schema\": \"cordon.settings/1\"", "line 1, byte 31: ',' or '}' is expected"},
        {"{\"schema\": \"cordon.settings/1\", \"sandbox\": true, \"sandbox\": false}",
         "the key \"sandbox\" is there twice (\"sandbox\")"},
    };

    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autoptr(GError) error = NULL;

        cr_expect_null(cordon_settings_parse(rows[i].text, strlen(rows[i].text), &error));
        cr_assert_not_null(error);
        cr_expect(g_error_matches(error, CORDON_ERROR, CORDON_ERROR_PARSE));
        cr_expect_str_eq(error->message, rows[i].message);
    }
}

/* --- bounds ------------------------------------------------------------------------------------- */

static CordonSettings *with_boards(guint count)
{
    CordonSettings *settings = cordon_settings_new();

    for (guint i = 0; i < count; i++) {
        g_autofree char *id = g_strdup_printf("b%u", i);
        cordon_settings_add_board(settings, id, "Board", "/p");
    }
    return settings;
}

static void expect_both(const CordonSettings *settings, const char *message)
{
    g_autoptr(GError) checked = NULL, parsed = NULL;
    g_autofree char *text = cordon_settings_to_json(settings, FALSE);
    g_autoptr(CordonSettings) again = cordon_settings_parse(text, strlen(text), &parsed);
    gboolean ok = cordon_settings_check(settings, &checked);

    cr_expect_eq(ok, message == NULL, "%s", checked != NULL ? checked->message : "");
    cr_expect_eq(again != NULL, message == NULL, "%s", parsed != NULL ? parsed->message : "");
    if (message == NULL || ok || again != NULL)
        return;
    cr_expect(g_error_matches(checked, CORDON_ERROR, CORDON_ERROR_INVALID));
    cr_expect_not_null(strstr(checked->message, message), "%s", checked->message);
}

Test(settings, lists_are_bounded)
{
    g_autoptr(CordonSettings) most = with_boards(1000);
    g_autoptr(CordonSettings) more = with_boards(1001);
    g_autoptr(CordonSettings) hosts = cordon_settings_new();
    g_autoptr(CordonSettings) roles = cordon_settings_new();

    expect_both(most, NULL);
    expect_both(more, "boards: has 1001 entries, more than the 1000 allowed");
    for (guint i = 0; i <= 256; i++) {
        expect_both(hosts, NULL);
        g_ptr_array_add(hosts->hosts, g_strdup_printf("h%u.example.org", i));
    }
    expect_both(hosts, "hosts: has 257 entries, more than the 256 allowed");
    for (guint i = 0; i <= 64; i++) {
        g_autofree char *id = g_strdup_printf("r%u", i);
        expect_both(roles, NULL);
        cordon_settings_add_role(roles, id, 0);
    }
    expect_both(roles, "roles: has 65 entries, more than the 64 allowed");
}

static char *long_text(const char *begin, gsize length)
{
    char *text = g_malloc(length + 1);

    memset(text, 'a', length);
    text[length] = '\0';
    memcpy(text, begin, strlen(begin));
    return text;
}

Test(settings, texts_are_bounded)
{
    static const struct {
        const char *begin;
        gsize most;
        const char *message;
    } rows[] = {{"i", 64, "boards[0].id: is not"},
                {"n", 200, "boards[0].name: is longer than 200 bytes"},
                {"/", 4096, "boards[0].project: is longer than 4096 bytes"}};

    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        for (gsize extra = 0; extra < 2; extra++) {
            g_autoptr(CordonSettings) settings = cordon_settings_new();
            g_autofree char *text = long_text(rows[i].begin, rows[i].most + extra);

            cordon_settings_add_board(settings, i == 0 ? text : "b", i == 1 ? text : "B",
                                      i == 2 ? text : "/p");
            expect_both(settings, extra == 0 ? NULL : rows[i].message);
        }
    }
}

Test(settings, that_make_too_large_a_file_are_refused)
{
    g_autoptr(CordonSettings) settings = cordon_settings_new();
    g_autofree char *path = long_text("/", 4096);

    for (guint i = 0; i < 1000; i++) {
        g_autofree char *id = g_strdup_printf("b%u", i);
        cordon_settings_add_board(settings, id, "Board", path);
    }
    expect_both(settings, "all together: would make a file of");
}

Test(settings, in_memory_may_lack_texts_and_are_then_refused)
{
    g_autoptr(CordonSettings) settings = cordon_settings_new();

    cordon_settings_add_board(settings, "b", NULL, "/p");
    expect_both(settings, "boards[0].name: is missing");
    g_clear_pointer(&((CordonBoard *)settings->boards->pdata[0])->project, g_free);
    ((CordonBoard *)settings->boards->pdata[0])->name = g_strdup("B");
    expect_both(settings, "boards[0].project: is missing");
    cordon_settings_remove_board(settings, "b");
    cordon_settings_add_role(settings, "r", 1u << CORDON_N_TOOLS);
    g_autoptr(GError) error = NULL;
    cr_expect_not(cordon_settings_check(settings, &error));
    cr_expect_str_eq(error->message, "roles[0].tools: hold one that is not known");
    cordon_settings_remove_role(settings, "r");
    settings->limits[0] = CORDON_UNLIMITED - 1;
    expect_both(settings, "limits.processes: is above 2^53 - 1");
    settings->limits[0] = 0;
    g_clear_pointer(&settings->backend, g_free);
    g_clear_error(&error);
    cr_expect_not(cordon_settings_check(settings, &error));
    cr_expect_str_eq(error->message, "backend: is missing");
}

Test(settings, bytes_that_are_not_utf_8_are_refused_in_every_text)
{
    static const char *const messages[] = {"boards[0].name: is not UTF-8",
                                           "boards[0].project: is not UTF-8"};

    for (guint i = 0; i < 2; i++) {
        g_autoptr(CordonSettings) settings = cordon_settings_new();
        g_autoptr(GError) error = NULL;

        cordon_settings_add_board(settings, "b", i == 0 ? "B\xff" : "B", i == 1 ? "/\xff" : "/p");
        cr_expect_not(cordon_settings_check(settings, &error));
        cr_expect_str_eq(error->message, messages[i]);
    }
}

/* --- removing ----------------------------------------------------------------------------------- */

Test(settings, removing_takes_what_hangs_on_it)
{
    g_autoptr(CordonSettings) settings = parse(everything, NULL);

    cr_expect_not(cordon_settings_remove_board(settings, "nobody"));
    cr_expect(cordon_settings_remove_board(settings, "b2"));
    cr_expect_eq(settings->boards->len, 1);
    cr_expect_null(cordon_settings_find_loop(settings, "l2"));
    cr_expect_null(cordon_settings_find_bubble(settings, "u2"));
    cr_expect_null(cordon_settings_find_bubble(settings, "u3"));
    cr_expect_not_null(cordon_settings_find_bubble(settings, "u1"));
    cr_expect(cordon_settings_check(settings, NULL));
    /* The argument may be the entry's own text. */
    cr_expect(cordon_settings_remove_loop(settings, ((CordonLoop *)settings->loops->pdata[0])->id));
    cr_expect_eq(settings->loops->len + settings->bubbles->len, 0);
    cr_expect_not(cordon_settings_remove_bubble(settings, "u1"));
    cr_expect(
        cordon_settings_remove_board(settings, ((CordonBoard *)settings->boards->pdata[0])->id));
    cr_expect(cordon_settings_check(settings, NULL));
}

Test(settings, a_role_that_a_bubble_has_cannot_go)
{
    g_autoptr(CordonSettings) settings = parse(everything, NULL);
    g_autoptr(GError) error = NULL;

    cr_expect(cordon_settings_remove_role(settings, "tester"));
    cr_expect_not(cordon_settings_check(settings, &error));
    cr_expect_str_eq(error->message, "bubbles[0].role: there is no role tester");
    cr_expect_not(cordon_settings_remove_role(settings, "coder"));
}

/* --- keys --------------------------------------------------------------------------------------- */

Test(settings, keys_are_those_that_are_documented)
{
    static const char *const names[] = {
        "sandbox",       "backend",           "docker.image",     "hosts",
        "time-limit",    "long-time-limit",   "approval-timeout", "limits.processes",
        "limits.memory", "limits.open-files", "limits.scratch",   NULL};
    const char *const *keys = cordon_settings_keys();

    cr_expect(g_strv_equal(keys, names));
    cr_expect_eq(cordon_settings_keys(), keys);
}

Test(settings, of_a_key_are_set_from_text_and_given_as_text)
{
    static const struct {
        const char *key, *value, *then; /* then NULL: as given */
    } rows[] = {
        {"sandbox", "on", NULL},
        {"sandbox", "off", NULL},
        {"backend", "docker", NULL},
        {"backend", "auto", NULL},
        {"docker.image", "node:22", NULL},
        {"docker.image", "[::1]:5000/a", NULL},
        {"docker.image", "default", NULL},
        {"hosts", "git.example.org,*.Example.net", "git.example.org,*.example.net"},
        {"hosts", " a.b,, A.B  c.d,", "a.b,c.d"},
        {"hosts", "", NULL},
        {"time-limit", "1", NULL},
        {"time-limit", "86400", NULL},
        {"long-time-limit", "0009", "9"},
        {"approval-timeout", "5", NULL},
        {"limits.processes", "100", NULL},
        {"limits.memory", "2G", "2147483648"},
        {"limits.memory", "512m", "536870912"},
        {"limits.scratch", "1T", "1099511627776"},
        {"limits.scratch", "9007199254740991", NULL},
        {"limits.open-files", "unlimited", NULL},
        {"limits.open-files", "default", NULL},
    };
    g_autoptr(CordonSettings) settings = cordon_settings_new();

    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autoptr(GError) error = NULL;

        cr_expect(cordon_settings_set(settings, rows[i].key, rows[i].value, &error), "%s: %s",
                  rows[i].key, error != NULL ? error->message : "");
        g_autofree char *text = cordon_settings_get(settings, rows[i].key, NULL);
        cr_expect_str_eq(text, rows[i].then != NULL ? rows[i].then : rows[i].value);
        expect_both(settings, NULL);
    }
}

Test(settings, every_default_can_be_set_again)
{
    g_autoptr(CordonSettings) settings = cordon_settings_new();
    g_autofree char *before = cordon_settings_to_json(settings, FALSE);

    for (const char *const *key = cordon_settings_keys(); *key != NULL; key++) {
        g_autofree char *text = cordon_settings_get(settings, *key, NULL);

        cr_assert_not_null(text);
        cr_expect(cordon_settings_set(settings, *key, text, NULL), "%s", *key);
    }
    g_autofree char *after = cordon_settings_to_json(settings, FALSE);
    cr_expect_str_eq(after, before);
}

Test(settings, wrong_values_are_refused_and_change_nothing)
{
    static const struct {
        const char *key, *value, *word;
    } rows[] = {
        {"sandbox", "true", "it is on or off"},
        {"sandbox", "", "it is on or off"},
        {"backend", "", "it is missing"},
        {"backend", "no such thing", "auto"},
        {"docker.image", "", "it is empty"},
        {"docker.image", "--rm", "begin"},
        {"hosts", "a.b,*.com", "a host is not a name such as"},
        {"time-limit", "0", "from 1 to 86400"},
        {"time-limit", "-1", "from 1 to 86400"},
        {"time-limit", " 1", "from 1 to 86400"},
        {"time-limit", "1s", "from 1 to 86400"},
        {"time-limit", "99999999999999999999", "from 1 to 86400"},
        {"approval-timeout", "4", "from 5 to 86400"},
        {"limits.processes", "0", "above 0"},
        {"limits.processes", "5K", "above 0"},
        {"limits.memory", "2X", "K, M, G or T"},
        {"limits.memory", "G", "K, M, G or T"},
        {"limits.memory", "2GG", "K, M, G or T"},
        {"limits.memory", "9007199254740991K", "K, M, G or T"},
        {"limits.scratch", "9007199254740992", "above 0"},
    };
    g_autoptr(CordonSettings) settings = parse(everything, NULL);
    g_autofree char *before = cordon_settings_to_json(settings, FALSE);

    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autoptr(GError) error = NULL;

        cr_expect_not(cordon_settings_set(settings, rows[i].key, rows[i].value, &error));
        cr_assert_not_null(error, "%s %s", rows[i].key, rows[i].value);
        cr_expect(g_error_matches(error, CORDON_ERROR, CORDON_ERROR_INVALID));
        cr_expect_not_null(strstr(error->message, rows[i].word), "%s", error->message);
        cr_expect_not_null(strstr(error->message, rows[i].key), "%s", error->message);
    }
    g_autofree char *after = cordon_settings_to_json(settings, FALSE);
    cr_expect_str_eq(after, before);
}

Test(settings, too_many_hosts_are_refused_without_reading_them_all)
{
    g_autoptr(CordonSettings) settings = cordon_settings_new();
    g_autoptr(GString) hosts = g_string_new(NULL);
    g_autoptr(GError) error = NULL;

    for (guint i = 0; i < 256; i++)
        g_string_append_printf(hosts, "h%u.example.org,", i);
    cr_expect(cordon_settings_set(settings, "hosts", hosts->str, NULL));
    cr_expect_eq(settings->hosts->len, 256);
    g_string_append(hosts, "one.more.org");
    cr_expect_not(cordon_settings_set(settings, "hosts", hosts->str, &error));
    cr_expect_not_null(strstr(error->message, "more than 256 hosts"), "%s", error->message);
    cr_expect_lt(strlen(error->message), 400);
}

Test(settings, an_unknown_key_is_answered_with_the_nearest)
{
    static const struct {
        const char *key, *nearest;
    } rows[] = {{"sandbx", "mean sandbox?"},
                {"time_limit", "mean time-limit?"},
                {"memory", "mean limits.memory?"},
                {"image", "mean docker.image?"},
                {"host", "mean hosts?"},
                {"xyz", "`cordon settings` lists them"},
                {"", "`cordon settings` lists them"}};
    g_autoptr(CordonSettings) settings = cordon_settings_new();

    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autoptr(GError) got = NULL, set = NULL;

        cr_expect_null(cordon_settings_get(settings, rows[i].key, &got));
        cr_expect_not(cordon_settings_set(settings, rows[i].key, "on", &set));
        cr_expect_not_null(strstr(got->message, rows[i].nearest), "%s", got->message);
        cr_expect_str_eq(set->message, got->message);
        cr_expect(g_error_matches(got, CORDON_ERROR, CORDON_ERROR_INVALID));
    }
}

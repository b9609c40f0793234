/* SPDX-License-Identifier: MIT */
/* Tools and roles: what is built in, and that nothing changes it. */
#include <cordon/settings.h>

#include <criterion/criterion.h>

enum {
    READING = CORDON_TOOL_READ_FILE | CORDON_TOOL_LIST_DIRECTORY | CORDON_TOOL_SEARCH_FILES,
    WRITING = CORDON_TOOL_WRITE_FILE | CORDON_TOOL_EDIT_FILE,
};

Test(roles, tools_have_the_names_that_agents_see)
{
    static const char *const names[CORDON_N_TOOLS] = {
        "run_command", "read_file", "list_directory", "search_files", "write_file", "edit_file"};

    for (guint i = 0; i < CORDON_N_TOOLS; i++) {
        CordonTool tool = (CordonTool)(1u << i);

        cr_expect_str_eq(cordon_tool_name(tool), names[i]);
        cr_expect_eq(cordon_tool_find(names[i]), tool);
    }
}

Test(roles, what_is_no_tool_is_none)
{
    cr_expect_null(cordon_tool_name((CordonTool)0));
    cr_expect_null(cordon_tool_name((CordonTool)(1u << CORDON_N_TOOLS)));
    cr_expect_null(cordon_tool_name((CordonTool)READING));
    cr_expect_eq(cordon_tool_find("Read_File"), 0);
    cr_expect_eq(cordon_tool_find(""), 0);
    cr_expect_eq(cordon_tool_find(NULL), 0);
}

Test(roles, built_in_roles_have_their_tools)
{
    static const struct {
        const char *id;
        guint tools;
    } rows[] = {
        {"coder", CORDON_TOOL_RUN_COMMAND | READING | WRITING},
        {"reviewer", CORDON_TOOL_RUN_COMMAND | READING},
        {"researcher", READING},
    };
    g_autoptr(CordonSettings) settings = cordon_settings_new();

    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        guint tools = 0;

        cr_expect(cordon_settings_find_role(settings, rows[i].id, &tools));
        cr_expect_eq(tools, rows[i].tools, "%s has %#x", rows[i].id, tools);
    }
}

Test(roles, a_custom_role_is_found_and_an_unknown_one_is_not)
{
    g_autoptr(CordonSettings) settings = cordon_settings_new();
    guint tools = 4711;

    cordon_settings_add_role(settings, "tester", CORDON_TOOL_RUN_COMMAND);
    cr_expect_not(cordon_settings_find_role(settings, "Coder", &tools));
    cr_expect_not(cordon_settings_find_role(settings, "", &tools));
    cr_expect_not(cordon_settings_find_role(settings, NULL, &tools));
    cr_expect_eq(tools, 4711);
    cr_expect(cordon_settings_find_role(settings, "tester", &tools));
    cr_expect_eq(tools, CORDON_TOOL_RUN_COMMAND);
}

Test(roles, a_custom_role_does_not_take_the_place_of_a_built_in_one)
{
    g_autoptr(CordonSettings) settings = cordon_settings_new();
    g_autoptr(GError) error = NULL;
    guint tools = 0;

    cordon_settings_add_role(settings, "researcher", CORDON_TOOL_RUN_COMMAND | WRITING);
    cr_expect(cordon_settings_find_role(settings, "researcher", &tools));
    cr_expect_eq(tools, READING);
    cr_expect_not(cordon_settings_check(settings, &error));
    cr_expect_str_eq(error->message,
                     "roles[0].id: is that of a built-in role, which cannot be changed");
}

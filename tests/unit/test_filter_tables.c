/* SPDX-License-Identifier: MIT */
#include <criterion/criterion.h>
#include <string.h>

#include "filter/program.h"

typedef void (*RowFunc)(const CordonProgram *row, gpointer user_data);

static void each_row(RowFunc func, gpointer user_data)
{
    guint count;
    const CordonProgramTable *const *tables = cordon_program_tables(&count);

    for (guint i = 0; i < count; i++) {
        cr_assert(tables[i]->count > 0, "table %u is empty", i);
        for (guint j = 0; j < tables[i]->count; j++)
            func(&tables[i]->rows[j], user_data);
    }
}

static void check(const CordonProgram *row, gpointer user_data)
{
    g_autofree char *fault = cordon_program_check(row);

    (void)user_data;
    cr_expect_null(fault, "%s", fault);
}

Test(filter_tables, every_row_is_written_in_the_language_of_tables)
{
    each_row(check, NULL);
}

/* "a|b c" is found as "a c", and is the row itself unless an earlier table has that name, too. */
static void find(const CordonProgram *row, gpointer user_data)
{
    g_autofree char *name = g_strdup(row->name);
    guint *hidden = user_data;

    for (char *at = name; *at != '\0'; at++) {
        if (*at == '|')
            memmove(at, at + strcspn(at, " "), strlen(at + strcspn(at, " ")) + 1);
        if (*at == '\0')
            break;
    }
    const CordonProgram *found = cordon_program_find(name, FALSE);
    if (found == NULL)
        found = cordon_program_find(name, TRUE);
    cr_expect_not_null(found, "%s", name);
    if (found != row && cordon_program_find(name, TRUE) != row) {
        (*hidden)++;
        cr_log_warn("%s is in two rows", name);
    }
}

Test(filter_tables, no_row_hides_another)
{
    guint hidden = 0;

    each_row(find, &hidden);
    cr_expect(hidden == 0, "%u rows are never used", hidden);
}

/* A row with subcommands is a group, or they would never be looked for. */
static void check_parent(const CordonProgram *row, gpointer user_data)
{
    const char *last = strrchr(row->name, ' ');

    (void)user_data;
    if (last == NULL)
        return;
    g_autofree char *parent = g_strndup(row->name, (gsize)(last - row->name));
    g_auto(GStrv) words = g_strsplit(parent, " ", -1);
    GString *first = g_string_new(NULL);
    for (guint i = 0; words[i] != NULL; i++) {
        g_string_append(first, i > 0 ? " " : "");
        g_string_append_len(first, words[i], (gssize)strcspn(words[i], "|"));
    }
    const CordonProgram *group = cordon_program_find(first->str, FALSE);
    if (group == NULL)
        group = cordon_program_find(first->str, TRUE);
    cr_expect(group != NULL && (group->flags & (CORDON_PROGRAM_GROUP | CORDON_PROGRAM_STRICT_GROUP |
                                                CORDON_PROGRAM_HANDLER_ONLY)) != 0,
              "%s has the row %s, and is no group", first->str, row->name);
    g_string_free(first, TRUE);
}

Test(filter_tables, subcommands_have_a_group)
{
    each_row(check_parent, NULL);
}

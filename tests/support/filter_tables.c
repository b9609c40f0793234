/* SPDX-License-Identifier: MIT */
/* Prints what the filter's tables hold, as Markdown: the generated parts of docs/filter.md.  Each part begins with a
 * line "@@ NAME". */
#include <stdio.h>
#include <string.h>

#include "filter/hosts.h"
#include "filter/options.h"
#include "filter/program.h"
#include "model/names.h"

/* Names in a table, sorted, each once. */
static GPtrArray *names_new(void)
{
    return g_ptr_array_new_with_free_func(g_free);
}

static int compare(gconstpointer a, gconstpointer b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static void print_names(GPtrArray *names)
{
    const char *last = "";

    g_ptr_array_sort(names, compare);
    for (guint i = 0; i < names->len; i++) {
        const char *name = g_ptr_array_index(names, i);
        if (strcmp(name, last) != 0)
            printf("%s`%s`", last[0] != '\0' ? " " : "", name);
        last = name;
    }
    printf("\n");
    g_ptr_array_unref(names);
}

typedef void (*RowFunc)(const CordonProgram *row, const char *name, gconstpointer wanted,
                        GPtrArray *names);

/* Each row with its first spelling. */
static void collect(RowFunc func, gconstpointer wanted, GPtrArray *names)
{
    guint count;
    const CordonProgramTable *const *tables = cordon_program_tables(&count);

    for (guint i = 0; i < count; i++) {
        for (guint j = 0; j < tables[i]->count; j++) {
            const CordonProgram *row = &tables[i]->rows[j];
            func(row, row->name, wanted, names);
        }
    }
}

/* "a|b c" -> "a c" and "b c".  "python:http.server" is the tables' own name for a module, and nothing to type. */
static void add_spellings(GPtrArray *names, const char *name)
{
    gsize length = strcspn(name, " ");

    if (strchr(name, ':') != NULL)
        return;

    for (gsize at = 0; at < length;) {
        gsize size = strcspn(name + at, "| ");
        g_ptr_array_add(names, g_strdup_printf("%.*s%s", (int)size, name + at, name + length));
        at += size + 1;
    }
}

static void add_of_rule(const CordonProgram *row, const char *name, gconstpointer wanted,
                        GPtrArray *names)
{
    if (row->rule == *(const CordonRule *)wanted)
        add_spellings(names, name);
}

static void add_option_of_rule(const CordonProgram *row, const char *name, gconstpointer wanted,
                               GPtrArray *names)
{
    const char *rule = cordon_rule_name(*(const CordonRule *)wanted);
    const char *cursor = row->options;
    CordonOptionSpec spec;
    gsize length = strcspn(name, "| ");
    const char *rest = name + strcspn(name, " ");

    while (cordon_option_spec_next(&cursor, &spec)) {
        if (spec.rule == NULL || strlen(rule) != spec.rule_size ||
            strncmp(spec.rule, rule, spec.rule_size) != 0)
            continue;
        gsize size = 0;
        while (size < spec.names_size && spec.names[size] != ',')
            size++;
        g_ptr_array_add(
            names, g_strdup_printf("%.*s%s %.*s", (int)length, name, rest, (int)size, spec.names));
    }
}

static void add_wrapper(const CordonProgram *row, const char *name, gconstpointer wanted,
                        GPtrArray *names)
{
    (void)wanted;
    if (row->operands != NULL && strpbrk(row->operands, "oq") != NULL)
        add_spellings(names, name);
}

static void add_long(const CordonProgram *row, const char *name, gconstpointer wanted,
                     GPtrArray *names)
{
    (void)wanted;
    /* One name of each: the others are the same program in another version. */
    if ((row->flags & CORDON_PROGRAM_LONG_TIME) != 0 && strpbrk(name, " :") == NULL)
        g_ptr_array_add(names, g_strndup(name, strcspn(name, "|")));
}

static void print_rules(void)
{
    for (CordonRule rule = CORDON_RULE_GIT_CHANGE; rule < CORDON_N_RULES; rule++) {
        GPtrArray *names = names_new();
        collect(add_of_rule, &rule, names);
        collect(add_option_of_rule, &rule, names);
        if (names->len > 0) {
            printf("\n**%s** (%s): ", cordon_rule_name(rule),
                   cordon_verdict_name(cordon_rule_verdict(rule)));
            print_names(names);
        } else {
            g_ptr_array_unref(names);
        }
    }
}

static void print_hosts(void)
{
    guint count;
    const CordonHost *hosts = cordon_hosts_all(&count);

    printf("| ecosystem | hosts |\n| --- | --- |");
    for (guint i = 0; i < count; i++) {
        if (i == 0 || strcmp(hosts[i].ecosystem, hosts[i - 1].ecosystem) != 0)
            printf("%s\n| %s |", i > 0 ? " |" : "", hosts[i].ecosystem);
        printf(" `%s`", hosts[i].name);
    }
    printf(" |\n");
}

typedef struct {
    const char *list;
    GPtrArray *names;
} SecretList;

static void add_secret(const char *list, const char *name, gpointer user_data)
{
    SecretList *secrets = user_data;

    if (strcmp(list, secrets->list) == 0)
        g_ptr_array_add(secrets->names, g_strdup(name));
}

static void print_secrets(const char *list, const char *title)
{
    SecretList secrets = {list, names_new()};

    cordon_secret_names_each(add_secret, &secrets);
    printf("\n%s: ", title);
    print_names(secrets.names);
}

static void print_collected(RowFunc func)
{
    GPtrArray *names = names_new();

    collect(func, NULL, names);
    print_names(names);
}

int main(void)
{
    printf("@@ programs\n");
    print_rules();
    printf("@@ wrappers\n");
    print_collected(add_wrapper);
    printf("@@ long\n");
    print_collected(add_long);
    printf("@@ hosts\n");
    print_hosts();
    printf("@@ secrets\n");
    print_secrets("files", "Files");
    print_secrets("folders", "Folders");
    print_secrets("templates", "Never secret, whatever stands before");
    return 0;
}

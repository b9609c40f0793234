/* SPDX-License-Identifier: MIT */
/* All rows of all tables, by name. */
#include <string.h>

#include "filter/options.h"
#include "filter/program.h"

#define MAX_NAME_BYTES 128u

static const CordonProgramTable *const TABLES[] = {
    &cordon_programs_files,      &cordon_programs_text,      &cordon_programs_system,
    &cordon_programs_network,    &cordon_programs_git,       &cordon_programs_packages,
    &cordon_programs_build,      &cordon_programs_languages, &cordon_programs_servers,
    &cordon_programs_containers,
};
static const CordonProgramTable *const WINDOWS_TABLES[] = {
    &cordon_programs_cmd,
    &cordon_programs_powershell,
};

/* Made once and never changed. */
typedef struct {
    GHashTable *everywhere; /* name -> row */
    GHashTable *windows;    /* name in lower case -> row */
} Index;

typedef void (*NameFunc)(const char *name, gpointer user_data);

/* Calls func for each spelling of "a|b sub|other". */
static void each_name(const char *pattern, char *buffer, gsize used, NameFunc func,
                      gpointer user_data)
{
    gsize length = strcspn(pattern, " ");
    const char *rest = pattern[length] == ' ' ? pattern + length + 1 : NULL;

    for (gsize at = 0; at < length;) {
        gsize size = strcspn(pattern + at, "| ");
        if (used + size + 2 >= MAX_NAME_BYTES)
            g_error("a row of the table of programs has too long a name: %s", pattern);
        memcpy(buffer + used, pattern + at, size);
        buffer[used + size] = '\0';
        if (rest != NULL) {
            buffer[used + size] = ' ';
            each_name(rest, buffer, used + size + 1, func, user_data);
        } else {
            func(buffer, user_data);
        }
        at += size + 1;
    }
}

typedef struct {
    GHashTable *names;
    const CordonProgram *row;
} Insertion;

static void insert(const char *name, gpointer user_data)
{
    Insertion *insertion = user_data;

    if (!g_hash_table_contains(insertion->names, name))
        g_hash_table_insert(insertion->names, g_strdup(name), (gpointer)(guintptr)insertion->row);
}

static GHashTable *index_tables(const CordonProgramTable *const *tables, gsize count)
{
    GHashTable *names = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    char buffer[MAX_NAME_BYTES];

    for (gsize i = 0; i < count; i++) {
        for (guint j = 0; j < tables[i]->count; j++) {
            Insertion insertion = {names, &tables[i]->rows[j]};
            each_name(insertion.row->name, buffer, 0, insert, &insertion);
        }
    }
    return names;
}

static const Index *get_index(void)
{
    static gsize ready = 0;
    static Index index;

    if (g_once_init_enter(&ready)) {
        index.everywhere = index_tables(TABLES, G_N_ELEMENTS(TABLES));
        index.windows = index_tables(WINDOWS_TABLES, G_N_ELEMENTS(WINDOWS_TABLES));
        g_once_init_leave(&ready, 1);
    }
    return &index;
}

const CordonProgram *cordon_program_find(const char *name, gboolean is_windows)
{
    const Index *index = get_index();

    if (is_windows) {
        char folded[MAX_NAME_BYTES];
        if (g_strlcpy(folded, name, sizeof folded) >= sizeof folded)
            return NULL;
        for (char *c = folded; *c != '\0'; c++)
            *c = g_ascii_tolower(*c);
        const CordonProgram *row = g_hash_table_lookup(index->windows, folded);
        if (row == NULL)
            row = g_hash_table_lookup(index->everywhere, name);
        return row != NULL ? row : cordon_program_of_verb(folded);
    }
    return g_hash_table_lookup(index->everywhere, name);
}

const CordonProgramTable *const *cordon_program_tables(guint *ret_count)
{
    static const CordonProgramTable *all[G_N_ELEMENTS(TABLES) + G_N_ELEMENTS(WINDOWS_TABLES)];
    static gsize ready = 0;

    if (g_once_init_enter(&ready)) {
        memcpy(all, TABLES, sizeof TABLES);
        memcpy(all + G_N_ELEMENTS(TABLES), WINDOWS_TABLES, sizeof WINDOWS_TABLES);
        g_once_init_leave(&ready, 1);
    }
    *ret_count = G_N_ELEMENTS(all);
    return all;
}

static gboolean is_rule_name(const char *name, gsize size)
{
    for (guint rule = 0; rule < CORDON_N_RULES; rule++) {
        const char *known = cordon_rule_name((CordonRule)rule);
        if (strlen(known) == size && strncmp(known, name, size) == 0)
            return TRUE;
    }
    return FALSE;
}

static char *check_option(const CordonProgram *row, const CordonOptionSpec *spec)
{
    static const char kinds[] = "terywxdlauhgikcpsSfFvm";

    /* A word alone is for the handler: "nginx version". */
    gboolean is_word =
        row->handler != NULL && spec->names_size > 0 && g_ascii_isalnum(spec->names[0]);
    if (!is_word && (spec->names_size == 0 || strchr("-/+", spec->names[0]) == NULL))
        return g_strdup_printf("%s: an option begins with a dash: %.20s", row->name, spec->names);
    if (spec->value != CORDON_OPTION_FLAG &&
        (spec->kind == '\0' || strchr(kinds, spec->kind) == NULL))
        return g_strdup_printf("%s: %.20s: %c is no kind of value", row->name, spec->names,
                               spec->kind);
    if (spec->rule != NULL && !is_rule_name(spec->rule, spec->rule_size))
        return g_strdup_printf("%s: %.20s: there is no such rule", row->name, spec->names);
    return NULL;
}

static char *check_operands(const CordonProgram *row)
{
    static const char kinds[] = "terywxdlauhgikcpsSfFvmoq";

    for (const char *at = row->operands; at != NULL && *at != '\0'; at++) {
        gboolean is_known = strchr(kinds, *at) != NULL ||
                            strchr(kinds, g_ascii_tolower(*at)) != NULL ||
                            strchr(" ?*", *at) != NULL;
        if (!is_known)
            return g_strdup_printf("%s: operands: %c is no kind of value", row->name, *at);
    }
    return NULL;
}

char *cordon_program_check(const CordonProgram *row)
{
    const char *cursor = row->options;
    CordonOptionSpec spec;

    if (row->name == NULL || row->name[0] == '\0')
        return g_strdup("a row has no name");
    while (cordon_option_spec_next(&cursor, &spec)) {
        char *fault = check_option(row, &spec);
        if (fault != NULL)
            return fault;
    }
    return check_operands(row);
}

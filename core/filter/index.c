/* SPDX-License-Identifier: MIT */
/* All rows of all tables, by name. */
#include <string.h>

#include "filter/options.h"
#include "filter/program.h"

#define MAX_NAME_BYTES 128u
/* So many are answered without an index. */
#define SCANNED_LOOKUPS 3

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

/* Names are not copied: a row's own pattern says them.  What is built at each start of the program has to be cheap; a
 * GHashTable of all names takes ten times as long. */
typedef struct {
    guint32 hash;
    const CordonProgram *row;
} Slot;

/* Open addressing; of rows with the same name the first is found first.  Made once and never changed. */
typedef struct {
    Slot *slots;
    guint32 mask; /* their number - 1; it is a power of two */
    guint32 count;
} Index;

#define HASH_BEGIN 2166136261u

/* FNV-1a */
static guint32 hash_more(guint32 hash, char c)
{
    return (hash ^ (guint8)c) * 16777619u;
}

static void place(Index *index, Slot slot)
{
    guint32 at = slot.hash & index->mask;

    while (index->slots[at].row != NULL)
        at = (at + 1) & index->mask;
    index->slots[at] = slot;
}

/* Twice the room; rows with the same name stay in their order. */
static void grow(Index *index)
{
    Index bigger = {g_new0(Slot, ((gsize)index->mask + 1) * 2), index->mask * 2 + 1, index->count};
    guint32 begin = 0;

    /* A run of names that goes on behind the end of the table begins before it. */
    while (index->slots[begin].row != NULL)
        begin++;
    for (guint32 i = 0; i <= index->mask; i++) {
        const Slot *slot = &index->slots[(begin + i) & index->mask];
        if (slot->row != NULL)
            place(&bigger, *slot);
    }
    g_free(index->slots);
    *index = bigger;
}

static void insert(Index *index, guint32 hash, const CordonProgram *row)
{
    if (index->count > index->mask / 2)
        grow(index);
    index->count++;
    place(index, (Slot){hash, row});
}

/* Each spelling of "a|b sub|other", whose words before pattern have that hash. */
static void insert_all(Index *index, const CordonProgram *row, const char *pattern, guint32 before)
{
    const char *next = strchr(pattern, ' ');
    guint32 hash = before;

    for (const char *c = pattern;; c++) {
        if (*c != '|' && *c != ' ' && *c != '\0') {
            hash = hash_more(hash, *c);
            continue;
        }
        if (next != NULL)
            insert_all(index, row, next + 1, hash_more(hash, ' '));
        else
            insert(index, hash, row);
        hash = before;
        if (*c != '|')
            return;
    }
}

static void build(Index *index, const CordonProgramTable *const *tables, gsize count,
                  guint32 first_size)
{
    *index = (Index){g_new0(Slot, first_size), first_size - 1, 0};
    for (gsize i = 0; i < count; i++) {
        for (guint j = 0; j < tables[i]->count; j++) {
            const CordonProgram *row = &tables[i]->rows[j];
            insert_all(index, row, row->name, HASH_BEGIN);
        }
    }
}

static gboolean has_word(const char *pattern, gsize length, const char *word, gsize size)
{
    for (gsize at = 0; at < length;) {
        gsize name = strcspn(pattern + at, "| ");
        if (name == size && strncmp(pattern + at, word, size) == 0)
            return TRUE;
        at += name + 1;
    }
    return FALSE;
}

/* Is the name, word by word, one of those that the pattern says? */
static gboolean matches(const char *pattern, const char *name)
{
    for (;;) {
        gsize length = strcspn(pattern, " ");
        gsize size = strcspn(name, " ");
        if (!has_word(pattern, length, name, size))
            return FALSE;
        if (pattern[length] == '\0' || name[size] == '\0')
            return pattern[length] == name[size];
        pattern += length + 1;
        name += size + 1;
    }
}

static const CordonProgram *look_up(const Index *index, const char *name)
{
    guint32 hash = HASH_BEGIN;

    for (const char *c = name; *c != '\0'; c++)
        hash = hash_more(hash, *c);
    for (guint32 at = hash & index->mask; index->slots[at].row != NULL;
         at = (at + 1) & index->mask) {
        if (index->slots[at].hash == hash && matches(index->slots[at].row->name, name))
            return index->slots[at].row;
    }
    return NULL;
}

/* Without an index: for a program that judges one command and ends, building one costs more than it saves. */
static const CordonProgram *scan(const char *name)
{
    for (gsize i = 0; i < G_N_ELEMENTS(TABLES); i++) {
        for (guint j = 0; j < TABLES[i]->count; j++) {
            const CordonProgram *row = &TABLES[i]->rows[j];
            if (matches(row->name, name))
                return row;
        }
    }
    return NULL;
}

static const Index *everywhere(void)
{
    static gsize ready = 0;
    static Index index;

    if (g_once_init_enter(&ready)) {
        build(&index, TABLES, G_N_ELEMENTS(TABLES), 1u << 15);
        g_once_init_leave(&ready, 1);
    }
    return &index;
}

static const Index *on_windows(void)
{
    static gsize ready = 0;
    static Index index; /* names in lower case */

    if (g_once_init_enter(&ready)) {
        build(&index, WINDOWS_TABLES, G_N_ELEMENTS(WINDOWS_TABLES), 1u << 11);
        g_once_init_leave(&ready, 1);
    }
    return &index;
}

static const CordonProgram *find_everywhere(const char *name)
{
    static gint asked = 0;

    if (g_atomic_int_get(&asked) < SCANNED_LOOKUPS) {
        g_atomic_int_inc(&asked);
        return scan(name);
    }
    return look_up(everywhere(), name);
}

const CordonProgram *cordon_program_find(const char *name, gboolean is_windows)
{
    if (is_windows) {
        char folded[MAX_NAME_BYTES];
        if (g_strlcpy(folded, name, sizeof folded) >= sizeof folded)
            return NULL;
        for (char *c = folded; *c != '\0'; c++)
            *c = g_ascii_tolower(*c);
        const CordonProgram *row = look_up(on_windows(), folded);
        if (row == NULL)
            row = find_everywhere(name);
        return row != NULL ? row : cordon_program_of_verb(folded);
    }
    return find_everywhere(name);
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

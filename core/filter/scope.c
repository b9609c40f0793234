/* SPDX-License-Identifier: MIT */
/* The state in which a command runs: its folders and the variables that the line set.  Never changed, only copied, so
 * that every path through a line keeps its own. */
#include "filter/private.h"

#include <string.h>

const CordonScope *cordon_scope_new(CordonArena *arena, const char *folder)
{
    CordonScope *scope = CORDON_ARENA_NEW(arena, CordonScope);
    const char **folders = CORDON_ARENA_ARRAY(arena, const char *, 1);

    folders[0] = folder;
    scope->folders = folders;
    scope->folder_count = 1;
    return scope;
}

static CordonScope *copy(CordonArena *arena, const CordonScope *scope)
{
    CordonScope *made = CORDON_ARENA_NEW(arena, CordonScope);

    *made = *scope;
    return made;
}

const CordonScope *cordon_scope_with_folders(CordonArena *arena, const CordonScope *scope,
                                             const char *const *folders, guint count)
{
    CordonScope *made = copy(arena, scope);

    made->folders = folders;
    made->folder_count = count;
    made->previous = scope->folder_count == 1 ? scope->folders[0] : NULL;
    return made;
}

const char *const *cordon_scope_folders(const CordonScope *scope, guint *ret_count)
{
    *ret_count = scope->folder_count;
    return scope->folders;
}

static const CordonBinding *find_binding(const CordonBinding *bindings, const char *name)
{
    for (; bindings != NULL; bindings = bindings->next) {
        if (strcmp(bindings->name, name) == 0)
            return bindings;
    }
    return NULL;
}

const CordonArg *cordon_scope_lookup(const CordonScope *scope, const char *name)
{
    const CordonBinding *binding = find_binding(scope->bindings, name);

    return binding != NULL ? &binding->value : NULL;
}

/* The bindings without that of name, so that the chain grows with the number of names and not of assignments. */
static const CordonBinding *without(CordonArena *arena, const CordonBinding *bindings,
                                    const char *name)
{
    if (find_binding(bindings, name) == NULL)
        return bindings;
    const CordonBinding *first = NULL;
    for (; bindings != NULL; bindings = bindings->next) {
        if (strcmp(bindings->name, name) == 0)
            continue;
        CordonBinding *made = CORDON_ARENA_NEW(arena, CordonBinding);
        *made = *bindings;
        made->next = first;
        first = made;
    }
    return first;
}

const CordonScope *cordon_scope_bind(CordonArena *arena, const CordonScope *scope, const char *name,
                                     CordonArg value)
{
    CordonScope *made = copy(arena, scope);
    CordonBinding *binding = CORDON_ARENA_NEW(arena, CordonBinding);

    binding->name = name;
    binding->value = value;
    binding->next = without(arena, scope->bindings, name);
    made->bindings = binding;
    return made;
}

static gboolean same_value(const CordonArg *a, const CordonArg *b)
{
    return a->type == b->type && a->smells == b->smells && a->is_number == b->is_number &&
           strcmp(a->text, b->text) == 0;
}

static gboolean has_folder(const CordonScope *scope, const char *folder)
{
    for (guint i = 0; i < scope->folder_count; i++) {
        if (strcmp(scope->folders[i], folder) == 0)
            return TRUE;
    }
    return FALSE;
}

static gboolean includes_folders(const CordonScope *outer, const CordonScope *inner)
{
    for (guint i = 0; i < inner->folder_count; i++) {
        if (!has_folder(outer, inner->folders[i]))
            return FALSE;
    }
    return TRUE;
}

static gboolean includes_bindings(const CordonBinding *outer, const CordonBinding *inner)
{
    for (; inner != NULL; inner = inner->next) {
        const CordonBinding *other = find_binding(outer, inner->name);
        if (other == NULL || !same_value(&other->value, &inner->value))
            return FALSE;
    }
    return TRUE;
}

gboolean cordon_scope_equal(const CordonScope *a, const CordonScope *b)
{
    return a == b ||
           (g_strcmp0(a->previous, b->previous) == 0 && includes_folders(a, b) &&
            includes_folders(b, a) &&
            (a->bindings == b->bindings || (includes_bindings(a->bindings, b->bindings) &&
                                            includes_bindings(b->bindings, a->bindings))));
}

static gboolean join_folders(CordonArena *arena, CordonScope *made, const CordonScope *a,
                             const CordonScope *b)
{
    const char **folders =
        CORDON_ARENA_ARRAY(arena, const char *, a->folder_count + b->folder_count);
    guint count = 0;

    for (guint i = 0; i < a->folder_count; i++)
        folders[count++] = a->folders[i];
    for (guint i = 0; i < b->folder_count; i++) {
        if (!has_folder(a, b->folders[i]))
            folders[count++] = b->folders[i];
    }
    made->folders = folders;
    made->folder_count = count;
    return count <= CORDON_JUDGE_MAX_FOLDERS;
}

static gboolean is_number(const CordonArg *value)
{
    return value->is_number || (value->type == CORDON_ARG_CONSTANT && value->text[0] != '\0' &&
                                value->text[strspn(value->text, "0123456789")] == '\0');
}

/* A value that two states do not share.  A number stays one: counters are numbers on every path. */
static CordonArg unknown_of(const CordonBinding *a, const CordonBinding *b)
{
    CordonArg value = {.type = CORDON_ARG_UNKNOWN, .text = ""};

    value.smells = (a != NULL && a->value.smells) || (b != NULL && b->value.smells);
    if (a != NULL && b != NULL && is_number(&a->value) && is_number(&b->value)) {
        value.type = CORDON_ARG_TAME;
        value.text = "0";
        value.is_number = TRUE;
    }
    return value;
}

static const CordonBinding *join_bindings(CordonArena *arena, const CordonBinding *a,
                                          const CordonBinding *b)
{
    const CordonBinding *joined = NULL;

    for (const CordonBinding *from = a; from != NULL; from = from->next) {
        const CordonBinding *other = find_binding(b, from->name);
        CordonBinding *made = CORDON_ARENA_NEW(arena, CordonBinding);
        *made = *from;
        if (other == NULL || !same_value(&from->value, &other->value))
            made->value = unknown_of(from, other);
        made->next = joined;
        joined = made;
    }
    for (; b != NULL; b = b->next) {
        if (find_binding(a, b->name) != NULL)
            continue;
        CordonBinding *made = CORDON_ARENA_NEW(arena, CordonBinding);
        made->name = b->name;
        made->value = unknown_of(NULL, b);
        made->next = joined;
        joined = made;
    }
    return joined;
}

const CordonScope *cordon_scope_join(CordonArena *arena, const CordonScope *a, const CordonScope *b)
{
    if (cordon_scope_equal(a, b))
        return a;
    CordonScope *made = copy(arena, a);
    if (!join_folders(arena, made, a, b))
        return NULL;
    if (g_strcmp0(a->previous, b->previous) != 0)
        made->previous = NULL;
    if (a->bindings != b->bindings)
        made->bindings = join_bindings(arena, a->bindings, b->bindings);
    return made;
}

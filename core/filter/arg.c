/* SPDX-License-Identifier: MIT */
/* Arguments: words as far as they are known. */
#include "filter/private.h"

#include <string.h>

CordonArg cordon_arg_constant(const char *text)
{
    return (CordonArg){.type = CORDON_ARG_CONSTANT, .text = text};
}

CordonArg cordon_arg_skip(const CordonArg *arg, gsize skip)
{
    CordonArg rest = *arg;

    rest.text += MIN(skip, strlen(arg->text));
    rest.known -= MIN(skip, arg->known);
    return rest;
}

const char *cordon_arg_text(const CordonArg *arg)
{
    return arg != NULL && arg->type == CORDON_ARG_CONSTANT ? arg->text : NULL;
}

gboolean cordon_arg_is(const CordonArg *arg, const char *text)
{
    return arg != NULL && arg->type == CORDON_ARG_CONSTANT && strcmp(arg->text, text) == 0;
}

gboolean cordon_arg_begins(const CordonArg *arg, const char *text)
{
    return arg != NULL && arg->type != CORDON_ARG_LISTED && arg->type != CORDON_ARG_STREAM &&
           strncmp(arg->text, text, strlen(text)) == 0;
}

void cordon_args_add(CordonArena *arena, CordonArgs *args, CordonArg arg)
{
    if (args->count == args->size) {
        guint size = MAX(8, args->size * 2);
        CordonArg *grown = CORDON_ARENA_ARRAY(arena, CordonArg, size);
        if (args->count > 0)
            memcpy(grown, args->args, sizeof(CordonArg) * args->count);
        args->args = grown;
        args->size = size;
    }
    args->args[args->count++] = arg;
}

/* SPDX-License-Identifier: MIT */
/* Words of programs whose options take values without any sign between. */
#include "filter/programs/glued.h"

#include <string.h>

/* How many bytes of the word are the name: 0 when it is not that option. */
static gsize match_name(const char *name, gsize size, const char *word, gboolean takes_value)
{
    gboolean is_long = size > 2 && name[0] == '-' && name[1] == '-';

    for (gsize i = 0; i < size; i++) {
        char c = is_long && i > 1 && word[i] == '_' ? '-' : word[i];
        if (c != name[i])
            return 0;
    }
    if (word[size] == '\0' || word[size] == '=' || word[size] == ':')
        return size;
    return takes_value && !is_long ? size : 0;
}

/* The longest name of the item that the word begins with. */
static gsize match_item(const CordonOptionSpec *spec, const char *word)
{
    const char *name = spec->names;
    const char *end = spec->names + spec->names_size;
    gboolean takes_value = spec->value == CORDON_OPTION_VALUE || spec->value == CORDON_OPTION_GLUED;
    gsize best = 0;

    while (name < end) {
        const char *comma = memchr(name, ',', (gsize)(end - name));
        gsize size = (gsize)((comma != NULL ? comma : end) - name);
        best = MAX(best, match_name(name, size, word, takes_value));
        name += size + 1;
    }
    return best;
}

/* The item that fits best: its name is the whole word, else it is the longest. */
static gsize match_word(const char *options, const char *word, CordonOptionSpec *ret)
{
    CordonOptionSpec spec;
    gsize best = 0;

    while (cordon_option_spec_next(&options, &spec)) {
        gsize size = match_item(&spec, word);
        if (size > best) {
            best = size;
            *ret = spec;
        }
    }
    return best;
}

static void take_value(CordonGluedWalk *walk, CordonGluedWord *ret, gsize size)
{
    const CordonArg *word = ret->word;

    /* What is known of "-I$x" ends with the name. */
    if (word->text[size] != '\0' || word->type != CORDON_ARG_CONSTANT) {
        gsize skip = word->text[size] == '=' || word->text[size] == ':' ? size + 1 : size;
        ret->value = cordon_arg_skip(word, skip);
        ret->has_value = TRUE;
    } else if (ret->spec.value == CORDON_OPTION_VALUE && walk->next < walk->count) {
        ret->value = walk->args[walk->next++];
        ret->has_value = TRUE;
    }
}

gboolean cordon_glued_next(CordonGluedWalk *walk, CordonGluedWord *ret)
{
    if (walk->next < walk->count && !walk->has_ended &&
        cordon_arg_is(&walk->args[walk->next], "--")) {
        walk->has_ended = TRUE;
        walk->next++;
    }
    if (walk->next >= walk->count)
        return FALSE;
    *ret = (CordonGluedWord){.word = &walk->args[walk->next++]};
    const char *text = ret->word->text;
    gboolean is_text = ret->word->type != CORDON_ARG_LISTED && ret->word->type != CORDON_ARG_STREAM;
    ret->is_option = !walk->has_ended && is_text && text[0] == '-' && text[1] != '\0';
    if (!ret->is_option)
        return TRUE;
    gsize size = match_word(walk->options, text, &ret->spec);
    ret->is_known = size > 0;
    if (ret->is_known) {
        take_value(walk, ret, size);
        return TRUE;
    }
    const char *equals = strchr(text, '=');
    ret->has_value = equals != NULL;
    if (equals != NULL)
        ret->value = cordon_arg_skip(ret->word, (gsize)(equals - text) + 1);
    return TRUE;
}

gboolean cordon_glued_is(const CordonGluedWord *word, const char *name)
{
    gsize size = strlen(name);

    if (!word->is_option || !word->is_known)
        return FALSE;
    const char *end = word->spec.names + word->spec.names_size;
    for (const char *each = word->spec.names; each < end;) {
        const char *comma = memchr(each, ',', (gsize)(end - each));
        gsize length = (gsize)((comma != NULL ? comma : end) - each);
        if (length == size && strncmp(each, name, size) == 0)
            return TRUE;
        each += length + 1;
    }
    return FALSE;
}

static CordonRule rule_of(const CordonOptionSpec *spec)
{
    for (guint rule = CORDON_RULE_NONE + 1; rule < CORDON_N_RULES; rule++) {
        const char *name = cordon_rule_name((CordonRule)rule);
        if (strlen(name) == spec->rule_size && strncmp(name, spec->rule, spec->rule_size) == 0)
            return (CordonRule)rule;
    }
    return CORDON_RULE_UNREADABLE;
}

static void find_rule(CordonJudge *judge, const CordonCall *call, const CordonGluedWord *word)
{
    CordonRule rule = rule_of(&word->spec);

    if (rule == CORDON_RULE_ENDLESS)
        cordon_judge_find(judge, call, rule, "Leave the option out.",
                          "`%s %s` never ends by itself.", call->name, word->word->text);
    else
        cordon_judge_find(judge, call, rule, NULL, NULL);
}

static gboolean is_switched_off(const CordonGluedWord *word)
{
    return word->has_value &&
           (cordon_arg_is(&word->value, "false") || cordon_arg_is(&word->value, "0"));
}

void cordon_glued_judge(CordonJudge *judge, const CordonCall *call, const CordonGluedWord *word,
                        char operand_kind)
{
    if (!word->is_option) {
        cordon_judge_value(judge, call, word->word, operand_kind);
        return;
    }
    if (!word->is_known) {
        if (word->has_value)
            cordon_judge_value(judge, call, &word->value, 'm');
        else if (word->word->type != CORDON_ARG_CONSTANT)
            cordon_judge_value(judge, call, word->word, 'm');
        return;
    }
    if (word->spec.rule != NULL && !is_switched_off(word))
        find_rule(judge, call, word);
    if (word->has_value)
        cordon_judge_value(judge, call, &word->value, word->spec.kind);
}

/* SPDX-License-Identifier: MIT */
/* The answer of the command filter as one piece of memory, and as JSON. */
#include "engine/judgement.h"

#include <string.h>

/* Counts in a first turn, copies in a second: block is NULL in the first. */
typedef struct {
    char *block;
    gsize used;
} Copy;

static const char *copy_text(Copy *copy, const char *text)
{
    if (text == NULL)
        return NULL;
    gsize size = strlen(text) + 1;
    char *place = copy->block != NULL ? copy->block + copy->used : NULL;

    copy->used += size;
    return place != NULL ? memcpy(place, text, size) : NULL;
}

/* The pointers come first, where the block is aligned for them. */
static const char *const *copy_list(Copy *pointers, Copy *texts, const char *const *list)
{
    if (list == NULL)
        return NULL;
    gsize count = g_strv_length((char **)(guintptr)list) + 1;
    const char **place = pointers->block != NULL
                             ? (const char **)(gpointer)(pointers->block + pointers->used)
                             : NULL;

    pointers->used += count * sizeof *place;
    for (gsize i = 0; i < count; i++) {
        const char *text = copy_text(texts, list[i]);
        if (place != NULL)
            place[i] = text;
    }
    return place;
}

static void copy_members(Copy *pointers, Copy *texts, const CordonJudgement *model,
                         CordonJudgement *judgement)
{
    judgement->argv = copy_list(pointers, texts, model->argv);
    judgement->kinds = copy_list(pointers, texts, model->kinds);
    judgement->reason = copy_text(texts, model->reason);
    judgement->hint = copy_text(texts, model->hint);
    judgement->part = copy_text(texts, model->part);
    judgement->kind = copy_text(texts, model->kind);
    judgement->script = copy_text(texts, model->script);
    judgement->run_error = copy_text(texts, model->run_error);
}

CordonJudgement *cordon_judgement_new(const CordonJudgement *model)
{
    Copy pointers = {0};
    Copy texts = {0};
    CordonJudgement judgement = *model;

    copy_members(&pointers, &texts, model, &judgement);
    char *block = g_malloc(sizeof judgement + pointers.used + texts.used);
    texts = (Copy){.block = block + sizeof judgement + pointers.used};
    pointers = (Copy){.block = block + sizeof judgement};
    copy_members(&pointers, &texts, model, &judgement);
    return memcpy(block, &judgement, sizeof judgement);
}

void cordon_judgement_free(CordonJudgement *judgement)
{
    g_free(judgement);
}

void cordon_judgement_write_json(const CordonJudgement *judgement, CordonJsonWriter *writer)
{
    cordon_json_add_string(writer, "verdict", cordon_verdict_name(judgement->verdict));
    cordon_json_add_string(writer, "rule", cordon_rule_name(judgement->rule));
    cordon_json_add_string(writer, "reason", judgement->reason);
    cordon_json_add_string(writer, "hint", judgement->hint);
    cordon_json_add_string(writer, "part", judgement->part);
    cordon_json_add_string(writer, "kind", judgement->kind);
    cordon_json_add_uint(writer, "time_limit", judgement->time_limit_s);
    if (judgement->argv != NULL)
        cordon_json_add_strings(writer, "argv", judgement->argv);
    if (judgement->script != NULL)
        cordon_json_add_string(writer, "script", judgement->script);
    if (judgement->run_error != NULL)
        cordon_json_add_string(writer, "run_error", judgement->run_error);
}

char *cordon_judgement_to_json(const CordonJudgement *judgement)
{
    CordonJsonWriter *writer = cordon_json_writer_new(FALSE);

    cordon_json_begin_object(writer, NULL);
    cordon_judgement_write_json(judgement, writer);
    cordon_json_end_object(writer);
    return cordon_json_writer_finish(writer);
}

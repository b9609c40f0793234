/* SPDX-License-Identifier: MIT */
/* The answer of the command filter as one piece of memory, and as JSON. */
#ifndef CORDON_ENGINE_JUDGEMENT_H
#define CORDON_ENGINE_JUDGEMENT_H

#include <cordon/filter.h>

#include <cordon/json.h>

/* A deep copy. */
CordonJudgement *cordon_judgement_new(const CordonJudgement *model);
/* The members of docs/verdict.schema.json, into an object that the caller began. */
void cordon_judgement_write_json(const CordonJudgement *judgement, CordonJsonWriter *writer);

#endif

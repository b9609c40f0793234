/* SPDX-License-Identifier: MIT */
/* What the handlers of web clients share. */
#ifndef CORDON_FILTER_JUDGE_WEB_H
#define CORDON_FILTER_JUDGE_WEB_H

#include "filter/judge.h"

/* Does the address for certain lead to the own machine?  FALSE also where it is not written plainly. */
gboolean cordon_web_is_home(CordonJudge *judge, const CordonArg *url);
/* Some data would leave the machine: refused unless all addresses are at home.  urls: count of them. */
void cordon_web_judge_sending(CordonJudge *judge, const CordonCall *call,
                              const CordonArg *const *urls, guint count);
/* GET, HEAD, OPTIONS: methods that only read. */
gboolean cordon_web_only_reads(const CordonArg *method);
/* "Host: x" makes a server answer as another one.  header: "Name: value". */
void cordon_web_judge_header(CordonJudge *judge, const CordonCall *call, const CordonArg *header);
/* A file is written that is named as the last part of the address; folder: where, or NULL for the current one. */
void cordon_web_judge_saving(CordonJudge *judge, const CordonCall *call, const CordonArg *url,
                             const CordonArg *folder);

#endif

/* SPDX-License-Identifier: MIT */
/* Conditions that always end the same: what makes a loop endless.  Pure. */
#ifndef CORDON_FILTER_TRUTH_H
#define CORDON_FILTER_TRUTH_H

#include "shell/tree.h"

typedef enum { CORDON_TRUTH_UNKNOWN, CORDON_TRUTH_FALSE, CORDON_TRUTH_TRUE } CordonTruth;

/* TRUE: it succeeds each time; FALSE: it fails each time. */
CordonTruth cordon_truth_of(const CordonShellNode *node);

#endif

/* SPDX-License-Identifier: MIT */
/* What is in the way?  Pure. */
#ifndef CORDON_DOCKER_EXPLAIN_H
#define CORDON_DOCKER_EXPLAIN_H

#include <kit.h>

#include "codes.h"
#include "facts.h"

struct docker_evidence {
    struct docker_facts facts;
    bool has_cli;   /* a program docker is on the search path */
    bool in_wsl;    /* this system is inside WSL */
    const char *os; /* "linux", "macos" */
    bool helpers_found;
    bool asked; /* cordon-docker probe came to an end */
    /* The container that was tried. */
    bool tried;
    enum kit_end end;
    struct docker_report report;
    char output[DOCKER_TEXT]; /* the first line that it printed */
};

struct docker_diagnosis {
    bool blocked;
    enum docker_code code; /* when blocked */
    char subject[DOCKER_TEXT];
};

/* One thing, the first in the order of the way: program, endpoint, socket, engine, image, container. */
void docker_explain(const struct docker_evidence *evidence, struct docker_diagnosis *ret_diagnosis);

/* Is a Docker Desktop's or another virtual machine's engine, whose folders have numbers of their own? */
bool docker_is_far(const struct docker_evidence *evidence);
/* amd64 for x86_64 and so on, as images are marked; the name itself when it is not known. */
const char *docker_architecture(const char *machine);

#endif

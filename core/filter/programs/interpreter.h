/* SPDX-License-Identifier: MIT */
/* What the handlers of interpreters share. */
#ifndef CORDON_FILTER_JUDGE_INTERPRETER_H
#define CORDON_FILTER_JUDGE_INTERPRETER_H

#include "filter/judge.h"

/* The path with '/' between its parts, as Windows may not write it. */
const char *cordon_script_path(CordonJudge *judge, const char *text);
/* Is the file standard input, or what another command prints: <(...)? */
gboolean cordon_arg_is_input(const CordonArg *arg);
/* Arguments of a script of the project, which may do what it likes with them. */
void cordon_judge_script_args(CordonJudge *judge, const CordonCall *call, const CordonArg *args,
                              guint count);
/* args[0] is a script that is read and run, the rest its arguments. */
void cordon_judge_script_call(CordonJudge *judge, const CordonCall *call, const CordonArg *args,
                              guint count);
/* Nothing on the command line names the code: it stands on standard input, or the program waits
 * for a person. */
void cordon_judge_code_on_input(CordonJudge *judge, const CordonCall *call);
/* The script is "-": nobody is waited for. */
void cordon_judge_dash(CordonJudge *judge, const CordonCall *call);
/* Judges code that stands in the command; what is not known of it cannot be shown to anybody.
 * option: "-c". */
void cordon_judge_code(CordonJudge *judge, const CordonCall *call, const CordonArg *code,
                       const char *option);
/* Judges "program ARGS"; program may be several words: "jupyter notebook". */
void cordon_judge_as(CordonJudge *judge, const CordonCall *call, const char *program,
                     const CordonArg *args, guint count);
/* The same for a row whose name nobody types ("python:http.server"): a rule of it is told by
 * what was typed. */
void cordon_judge_row(CordonJudge *judge, const CordonCall *call, const char *row_name,
                      const char *spoken, const CordonArg *args, guint count);
/* Does the word ask for the version or for help? */
gboolean cordon_text_asks_about(const char *text);

#endif

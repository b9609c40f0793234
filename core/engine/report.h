/* SPDX-License-Identifier: MIT */
/* Parts of the reports that more than one document has. */
#ifndef CORDON_ENGINE_REPORT_H
#define CORDON_ENGINE_REPORT_H

#include <cordon/json.h>
#include <cordon/launch.h>

/* "exit": kind, code, limit, not_found, cancelled. */
void cordon_result_write_exit(const CordonResult *result, CordonJsonWriter *writer);
/* "stdout", "stderr" as text with a line for what was cut between head and tail, and "stdout_size", "stderr_size". */
void cordon_result_write_output(const CordonResult *result, CordonJsonWriter *writer);
/* Head, a line that counts what was cut, tail. */
void cordon_kept_append(const CordonKept *kept, GString *text);
/* "not-ready": the codes of docs/run.schema.json; "system" for an error of another domain.  Static. */
const char *cordon_error_code_name(const GError *error);

#endif

/* SPDX-License-Identifier: MIT */
/* Words of cmd.exe and PowerShell: what rows with CORDON_PROGRAM_WINDOWS, and the handlers of such rows, share.
 * Private to core/filter. */
#ifndef CORDON_FILTER_JUDGE_WINDOWS_H
#define CORDON_FILTER_JUDGE_WINDOWS_H

#include "filter/programs/listed.h"

/* The words behind the name.  In rows with SLASH_OPTIONS "/s/q" becomes "/s" and "/q", "/ooutput" becomes "/o:output",
 * and a word with a slash that is no option of the row becomes a path, which it is to PowerShell. */
const CordonArg *cordon_windows_words(CordonJudge *judge, const CordonCall *call, guint *ret_count);
/* As cordon_judge_value(); paths are those of PowerShell, too: "env:PATH" is no file. */
void cordon_windows_judge_value(CordonJudge *judge, const CordonCall *call, const CordonArg *arg,
                                char kind);

/* The words sorted by the row of the call. */
CordonParsed cordon_windows_parse(CordonJudge *judge, const CordonCall *call);
/* Is the text, up to a colon, the full name of a parameter in the options? */
gboolean cordon_windows_has_parameter(const char *options, const char *text,
                                      gboolean *ret_takes_value);
/* Notes the rule with the words of the row. */
void cordon_windows_note(CordonJudge *judge, const CordonCall *call, CordonRule rule);
/* Is the text the name, in any case of letters? */
gboolean cordon_windows_is(const char *text, const char *name);
/* What every path on Windows goes through: a pattern becomes one in lower case with '/' between, also where it stood
 * in quotes, since programs expand it themselves.  FALSE and a finding: the short name of a secret. */
gboolean cordon_windows_plain_path(CordonJudge *judge, const CordonCall *call, CordonArg *path);
/* May CreateProcess() start it?  FALSE and a finding for a batch file with words that cmd.exe would read again. */
gboolean cordon_windows_may_start(CordonJudge *judge, const CordonCall *call);
/* "/d" of cd, "-Path" and the like of Set-Location. */
gboolean cordon_windows_is_cd_option(const CordonArg *arg);
/* Does it name one folder for certain: no pattern, no drive of PowerShell, no short name? */
gboolean cordon_windows_is_folder(const CordonArg *arg);
/* The paths that a command lists one by one, for the next in the pipe (see CordonCall.listed), or NULL. */
const char *cordon_windows_listing(CordonJudge *judge, const CordonCall *call);

#endif

/* SPDX-License-Identifier: MIT */
/* Commands and hosts that stand inside of a word: macros, settings of tools, words that a tool joins for a shell. */
#include <string.h>

#include "filter/programs/handlers.h"
#include "filter/programs/interpreter.h"
#include "filter/words.h"

static CordonParsed parse(CordonJudge *judge, const CordonCall *call)
{
    return cordon_call_parse(judge, call, call->row->options, call->row->flags);
}

/* --- m4 --- */

/* Its builtins that start a shell, or that reach the others by name.  Source: the GNU m4 manual. */
static gboolean starts_shell_in_m4(const char *text)
{
    static const char *const names[] = {"syscmd", "builtin", "indir", "defn"};

    for (gsize i = 0; i < G_N_ELEMENTS(names); i++) {
        if (strstr(text, names[i]) != NULL)
            return TRUE;
    }
    return FALSE;
}

/* include(FILE), sinclude(FILE), undivert(FILE) */
static void judge_m4_files(CordonJudge *judge, const CordonCall *call, const char *text)
{
    static const char *const names[] = {"include", "undivert"};

    for (gsize i = 0; i < G_N_ELEMENTS(names); i++) {
        for (const char *at = strstr(text, names[i]); at != NULL; at = strstr(at, names[i])) {
            at += strlen(names[i]);
            if (*at != '(')
                continue;
            const char *path = at + 1 + strspn(at + 1, " \t\n`");
            CordonArg arg = cordon_arg_constant(
                cordon_arena_strndup(cordon_judge_arena(judge), path, strcspn(path, ")',")));
            cordon_judge_value(judge, call, &arg, 'r');
        }
    }
}

/* m4 -DNAME=TEXT: the text is expanded where the name stands. */
void cordon_handle_m4(CordonJudge *judge, const CordonCall *call)
{
    CordonParsed parsed = parse(judge, call);

    for (guint i = 0; i < parsed.option_count; i++) {
        const CordonOption *option = &parsed.options[i];
        if (strcmp(option->name, "-D") != 0 || option->value == NULL)
            continue;
        if (starts_shell_in_m4(option->value->text))
            cordon_judge_find(judge, call, CORDON_RULE_SHELL, "Run the command by itself.",
                              "A macro of `%s` starts a shell.", call->name);
        judge_m4_files(judge, call, option->value->text);
    }
}

/* --- rpm --- */

/* The text up to the bracket that closes it. */
static const char *bracketed(CordonArena *arena, const char *text)
{
    gsize size = 0;

    for (guint depth = 1; text[size] != '\0'; size++) {
        if (text[size] == '(')
            depth++;
        if (text[size] == ')' && --depth == 0)
            break;
    }
    return cordon_arena_strndup(arena, text, size);
}

/* %(COMMAND) is run by a shell, %{lua:CODE} by rpm.  Source: the rpm manual, "Macro syntax". */
static void judge_rpm_macro(CordonJudge *judge, const CordonCall *call, const CordonArg *value)
{
    static const char *const code[] = {"lua:", "load:", "uncompress:"};
    const char *text = cordon_arg_text(value);

    if (text == NULL) {
        cordon_judge_find(judge, call, CORDON_RULE_UNREADABLE, "Write the macro out.",
                          "Which macro `%s` expands is not known.", call->name);
        return;
    }
    for (const char *at = strstr(text, "%("); at != NULL; at = strstr(at + 2, "%(")) {
        CordonArg line = cordon_arg_constant(bracketed(cordon_judge_arena(judge), at + 2));
        cordon_judge_value(judge, call, &line, 'S');
    }
    for (gsize i = 0; i < G_N_ELEMENTS(code); i++) {
        if (strstr(text, code[i]) != NULL)
            cordon_judge_find(judge, call, CORDON_RULE_SHELL, "Run the command by itself.",
                              "A macro of `%s` runs code.", call->name);
    }
}

void cordon_handle_rpm(CordonJudge *judge, const CordonCall *call)
{
    CordonParsed parsed = parse(judge, call);

    for (guint i = 0; i < parsed.option_count; i++) {
        const CordonOption *option = &parsed.options[i];
        if (option->value != NULL && cordon_text_is_listed("-E -D", option->name))
            judge_rpm_macro(judge, call, option->value);
    }
}

/* --- words that are joined for a shell --- */

/* yarn exec, lerna exec, melos exec: a word with blanks or signs in it is read by a shell. */
void cordon_handle_joined(CordonJudge *judge, const CordonCall *call)
{
    CordonParsed parsed = cordon_call_parse(judge, call, call->row->options,
                                            call->row->flags | CORDON_PROGRAM_OPTIONS_FIRST);
    gboolean is_line = FALSE;
    g_autoptr(GString) line = g_string_new(NULL);

    for (guint i = 0; i < parsed.operand_count; i++) {
        const CordonArg *word = &parsed.operands[i];
        const char *text = cordon_arg_text(word);
        if (text == NULL)
            return;
        is_line = is_line || strpbrk(text, " \t\n;&|<>`$()") != NULL;
        g_string_append_printf(line, "%s%s", i > 0 ? " " : "", text);
    }
    if (!is_line)
        return;
    CordonArg arg = cordon_arg_constant(cordon_arena_strdup(cordon_judge_arena(judge), line->str));
    cordon_judge_value(judge, call, &arg, 'S');
}

/* --- tox --- */

/* Settings of tox whose value is one command, or one a line. */
static gboolean is_tox_command(const char *key, gsize size)
{
    static const char *const names[] = {"commands",      "commands_pre",
                                        "commands_post", "install_command",
                                        "package_env",   "list_dependencies_command"};

    for (gsize i = 0; i < G_N_ELEMENTS(names); i++) {
        gsize length = strlen(names[i]);
        if (size >= length && strncmp(key + size - length, names[i], length) == 0)
            return TRUE;
    }
    return FALSE;
}

/* tox exec -- COMMAND; tox -x testenv.commands=COMMAND */
void cordon_handle_tox(CordonJudge *judge, const CordonCall *call)
{
    CordonParsed parsed = parse(judge, call);
    const char *verb = parsed.operand_count > 0 ? cordon_arg_text(&parsed.operands[0]) : NULL;

    for (guint i = 0; i < parsed.option_count; i++) {
        const CordonOption *option = &parsed.options[i];
        const char *equals = option->value != NULL ? strchr(option->value->text, '=') : NULL;
        if (strcmp(option->name, "-x") != 0 || equals == NULL)
            continue;
        gsize size = (gsize)(equals - option->value->text);
        /* "key+=value" adds to it. */
        gsize name = size > 0 && equals[-1] == '+' ? size - 1 : size;
        CordonArg value = cordon_arg_skip(option->value, size + 1);
        if (is_tox_command(option->value->text, name))
            cordon_judge_value(judge, call, &value, 'S');
    }
    if (verb == NULL || !cordon_text_is_listed("exec e", verb))
        return;
    for (guint i = call->first; i < call->count; i++) {
        if (cordon_arg_is(&call->args[i], "--")) {
            if (i + 1 < call->count)
                cordon_judge_command(judge, call, call->args + i + 1, call->count - i - 1);
            return;
        }
    }
}

/* --- java --- */

/* jcmd PROCESS COMMAND: some of them end the process, others write files. */
void cordon_handle_jcmd(CordonJudge *judge, const CordonCall *call)
{
    for (guint i = call->first; i < call->count; i++) {
        const CordonArg *word = &call->args[i];
        const char *equals = strchr(word->text, '=');
        if (strstr(word->text, "VM.exit") != NULL)
            cordon_judge_find(judge, call, CORDON_RULE_KILL, NULL,
                              "`jcmd VM.exit` ends a process.");
        if (strstr(word->text, "ManagementAgent.start") != NULL)
            cordon_judge_find(judge, call, CORDON_RULE_REMOTE, NULL,
                              "`jcmd ManagementAgent.start` opens a process for others.");
        if (equals != NULL && strpbrk(equals, "/\\") != NULL) {
            CordonArg value = cordon_arg_skip(word, (gsize)(equals - word->text) + 1);
            cordon_judge_value(judge, call, &value, 'w');
        } else if (strchr(word->text, '/') != NULL) {
            cordon_judge_value(judge, call, word, 'w');
        }
    }
}

/* jshell FILE reads it, and waits for more. */
void cordon_handle_jshell(CordonJudge *judge, const CordonCall *call)
{
    /* A script has its own "/exit". */
    const char *last = call->count > call->first ? call->args[call->count - 1].text : "";

    if (call->input == CORDON_INPUT_NONE && !g_str_has_suffix(last, ".jsh"))
        cordon_judge_find(judge, call, CORDON_RULE_ENDLESS, "Run the file with `java FILE`.",
                          "`jshell` waits for a person to type.");
    cordon_handle_interpreter(judge, call);
}

/* -Dhttp.proxyHost=HOST, -DsocksProxyHost=HOST.  Source: Java networking and proxies. */
void cordon_handle_java_properties(CordonJudge *judge, const CordonCall *call)
{
    for (guint i = call->first; i < call->count; i++) {
        const CordonArg *word = &call->args[i];
        const char *equals = strchr(word->text, '=');
        if (equals == NULL || word->text[0] != '-')
            continue;
        gsize size = (gsize)(equals - word->text);
        if (size < 9 || g_ascii_strncasecmp(equals - 9, "proxyHost", 9) != 0)
            continue;
        CordonArg host = cordon_arg_skip(word, size + 1);
        cordon_judge_value(judge, call, &host, 'h');
    }
}

/* kotlin, groovy, scala: scripts that run on the Java machine. */
void cordon_handle_jvm_script(CordonJudge *judge, const CordonCall *call)
{
    cordon_handle_java_properties(judge, call);
    cordon_handle_interpreter(judge, call);
}

/* --- tests and compilers --- */

/* pytest --tx ssh=HOST//python=PYTHON: where workers are started. */
void cordon_handle_pytest(CordonJudge *judge, const CordonCall *call)
{
    CordonParsed parsed = parse(judge, call);

    for (guint i = 0; i < parsed.option_count; i++) {
        const CordonOption *option = &parsed.options[i];
        if (strcmp(option->name, "--tx") != 0 || option->value == NULL)
            continue;
        const char *text = option->value->text;
        const char *python = strstr(text, "python=");
        if (strstr(text, "ssh=") != NULL || strstr(text, "vagrant_ssh=") != NULL)
            cordon_judge_find(judge, call, CORDON_RULE_REMOTE, "Run the tests here: -n 4.",
                              "`%s --tx` logs in to another machine.", call->name);
        if (strstr(text, "socket=") != NULL)
            cordon_judge_find(judge, call, CORDON_RULE_WEB, "Run the tests here: -n 4.",
                              "`%s --tx` connects to another machine.", call->name);
        if (python != NULL) {
            CordonArg program = cordon_arg_constant(cordon_arena_strndup(
                cordon_judge_arena(judge), python + 7, strcspn(python + 7, "/")));
            if (program.text[0] != '\0' && !g_str_has_prefix(program.text, "python"))
                cordon_judge_value(judge, call, &program, 'p');
        }
    }
}

/* tsc reads its options in any case, and with one dash or two. */
void cordon_handle_tsc(CordonJudge *judge, const CordonCall *call)
{
    for (guint i = call->first; i < call->count; i++) {
        const char *text = call->args[i].text;
        if (text[0] != '-')
            continue;
        text += strspn(text, "-");
        gboolean watches =
            g_ascii_strcasecmp(text, "w") == 0 || g_ascii_strcasecmp(text, "watch") == 0;
        gboolean is_off = i + 1 < call->count && cordon_arg_is(&call->args[i + 1], "false");
        if (watches && !is_off)
            cordon_judge_find(judge, call, CORDON_RULE_ENDLESS, "Run it without the watch mode.",
                              "`%s %s` watches the files for ever.", call->name,
                              call->args[i].text);
    }
}

/* --- addresses --- */

/* add-apt-repository 'deb https://HOST DISTRIBUTION main' */
void cordon_handle_apt_repository(CordonJudge *judge, const CordonCall *call)
{
    for (guint i = call->first; i < call->count; i++) {
        const char *text = call->args[i].text;
        for (text += strspn(text, " \t"); *text != '\0'; text += strspn(text, " \t")) {
            gsize size = strcspn(text, " \t");
            CordonArg word =
                cordon_arg_constant(cordon_arena_strndup(cordon_judge_arena(judge), text, size));
            if (strstr(word.text, "://") != NULL)
                cordon_judge_value(judge, call, &word, 'm');
            text += size;
        }
    }
}

/* wait-on tcp:HOST:PORT, http-get://HOST, tcp:PORT, file:PATH */
void cordon_handle_wait_on(CordonJudge *judge, const CordonCall *call)
{
    CordonParsed parsed = parse(judge, call);

    for (guint i = 0; i < parsed.operand_count; i++) {
        const CordonArg *word = &parsed.operands[i];
        if (!cordon_arg_begins(word, "tcp:"))
            continue;
        CordonArg host = cordon_arg_skip(word, 4 + strspn(word->text + 4, "/"));
        if (host.text[strspn(host.text, "0123456789")] != '\0')
            cordon_judge_value(judge, call, &host, 'h');
    }
}

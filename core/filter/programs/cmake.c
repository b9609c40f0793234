/* SPDX-License-Identifier: MIT */
/* cmake: configuring, building and installing, and its small tools behind -E. */
#include <string.h>

#include "filter/programs/glued.h"
#include "filter/programs/handlers.h"
#include "filter/programs/interpreter.h"

/* Source: cmake(1), version 3.30. */
static const char CONFIGURE_OPTIONS[] =
    "-S=r -B=w -C=r -D=t -U=t -G=t -T=t -A=t -P=r --preset=t --toolchain=a --install-prefix=m "
    "--graphviz:w "
    "--log-level=t --log-context --debug-find-pkg=t --debug-find-var=t --trace-format:t "
    "--trace-source=t "
    "--trace-redirect=w --profiling-output=w --profiling-format=t --debugger-pipe=h "
    "--debugger-dap-log=w "
    "--check-system-vars --fresh --project-file=t --sarif-output=w --list-presets:t";
static const char BUILD_OPTIONS[] =
    "--preset=t -j,--parallel:t -t,--target=t --config=t --resolve-package-references=t";
static const char INSTALL_OPTIONS[] =
    "--prefix=w --component=t --config=t --default-directory-permissions=t -j,--parallel=t";

static gboolean ends_with_one_of(const char *name, const char *const *ends, gsize count)
{
    for (gsize i = 0; i < count; i++) {
        if (g_str_has_suffix(name, ends[i]))
            return TRUE;
    }
    return FALSE;
}

/* The parts of a list with ';' between. */
static void judge_list(CordonJudge *judge, const CordonCall *call, const CordonArg *value,
                       char kind)
{
    const char *text = cordon_arg_text(value);

    if (text == NULL) {
        cordon_judge_value(judge, call, value, kind);
        return;
    }
    while (*text != '\0') {
        gsize length = strcspn(text, ";");
        CordonArg part =
            cordon_arg_constant(cordon_arena_strndup(cordon_judge_arena(judge), text, length));
        if (length > 0)
            cordon_judge_value(judge, call, &part, kind);
        text += length + (text[length] == ';' ? 1 : 0);
    }
}

/* A program that the build will call: one of the system counts by its name. */
static void judge_executable(CordonJudge *judge, const CordonCall *call, const CordonArg *value)
{
    static const char *const folders[] = {"/usr/bin/", "/bin/", "/usr/local/bin/",
                                          "/opt/homebrew/bin/"};

    for (gsize i = 0; i < G_N_ELEMENTS(folders); i++) {
        const char *base = value->text + strlen(folders[i]);
        if (!cordon_arg_begins(value, folders[i]) || strchr(base, '/') != NULL)
            continue;
        const CordonProgram *row = cordon_program_find(base, FALSE);
        if (row != NULL && row->rule == CORDON_RULE_SHELL)
            cordon_judge_find(judge, call, CORDON_RULE_SHELL, NULL, "`%s` is told to run %s.",
                              call->name, value->text);
        return;
    }
    judge_list(judge, call, value, 'a');
}

/* -DNAME[:TYPE]=VALUE.  Where things are found may be a place of the toolchain. */
static void judge_definition(CordonJudge *judge, const CordonCall *call,
                             const CordonArg *definition)
{
    static const char *const programs[] = {"_COMPILER",
                                           "_COMPILER_LAUNCHER",
                                           "_LINKER_LAUNCHER",
                                           "_LINKER",
                                           "CMAKE_MAKE_PROGRAM",
                                           "_CLANG_TIDY",
                                           "_CPPCHECK",
                                           "_CPPLINT",
                                           "_INCLUDE_WHAT_YOU_USE",
                                           "CMAKE_CROSSCOMPILING_EMULATOR"};
    static const char *const places[] = {
        "_PATH",         "_ROOT", "_DIR", "_DIRS", "_LIBRARY", "_LIBRARIES", "CMAKE_TOOLCHAIN_FILE",
        "CMAKE_SYSROOT", "_HOME"};
    static const char *const written[] = {"_OUTPUT_DIRECTORY"};
    const char *equals = strchr(definition->text, '=');

    if (equals == NULL) {
        cordon_judge_value(judge, call, definition, 'm');
        return;
    }
    gsize size = MIN(strcspn(definition->text, ":="), (gsize)(equals - definition->text));
    const char *name = cordon_arena_strndup(cordon_judge_arena(judge), definition->text, size);
    CordonArg value = cordon_arg_skip(definition, (gsize)(equals - definition->text) + 1);
    if (ends_with_one_of(name, programs, G_N_ELEMENTS(programs)))
        judge_list(judge, call, &value, 'p');
    else if (g_str_has_suffix(name, "_EXECUTABLE"))
        judge_executable(judge, call, &value);
    else if (strstr(name, "_INSTALL_") == NULL &&
             ends_with_one_of(name, places, G_N_ELEMENTS(places)))
        judge_list(judge, call, &value, 'a');
    else if (ends_with_one_of(name, written, G_N_ELEMENTS(written)))
        cordon_judge_value(judge, call, &value, 'w');
    else if (strstr(name, "_FLAGS") != NULL)
        cordon_judge_value(judge, call, &value, 't');
    else
        judge_list(judge, call, &value, 'm');
}

static void judge_configure(CordonJudge *judge, const CordonCall *call)
{
    CordonGluedWalk walk = {.args = call->args,
                            .count = call->count,
                            .next = call->first,
                            .options = CONFIGURE_OPTIONS};
    CordonGluedWord word;
    gboolean is_script = FALSE;

    while (cordon_glued_next(&walk, &word)) {
        is_script = is_script || cordon_glued_is(&word, "-P");
        if ((cordon_glued_is(&word, "-P") || cordon_glued_is(&word, "-C")) && word.has_value &&
            cordon_arg_is_input(&word.value))
            cordon_judge_dash(judge, call);
        if (cordon_glued_is(&word, "-D") && word.has_value)
            judge_definition(judge, call, &word.value);
        else
            cordon_glued_judge(judge, call, &word, is_script ? 'm' : 'r');
    }
}

/* Options of the build tool: on Windows that is mostly MSBuild, whose options begin with a slash. */
static void judge_native(CordonJudge *judge, const CordonCall *call, const CordonArg *args,
                         guint count)
{
    gboolean is_msbuild = FALSE;

    for (guint i = 0; i < count && cordon_judge_is_windows(judge); i++)
        is_msbuild = is_msbuild || cordon_arg_begins(&args[i], "/");
    cordon_judge_as(judge, call, is_msbuild ? "msbuild" : "make", args, count);
}

/* cmake --build FOLDER [OPTIONS] [-- OPTIONS OF THE BUILD TOOL] */
static void judge_build(CordonJudge *judge, const CordonCall *call, guint at)
{
    CordonGluedWalk walk = {
        .args = call->args, .count = call->count, .next = at, .options = BUILD_OPTIONS};
    CordonGluedWord word;

    while (!walk.has_ended && cordon_glued_next(&walk, &word)) {
        if (walk.has_ended) {
            walk.next--;
            break;
        }
        gboolean is_target = cordon_glued_is(&word, "--target");
        if (is_target && word.has_value)
            cordon_judge_target(judge, call, &word.value, FALSE);
        else if (!word.is_option && walk.next > at + 1)
            cordon_judge_target(judge, call, word.word, FALSE);
        cordon_glued_judge(judge, call, &word, walk.next == at + 1 ? 'w' : 'm');
    }
    if (walk.has_ended)
        judge_native(judge, call, call->args + walk.next, call->count - walk.next);
}

static void judge_install(CordonJudge *judge, const CordonCall *call, guint at)
{
    CordonGluedWalk walk = {
        .args = call->args, .count = call->count, .next = at, .options = INSTALL_OPTIONS};
    CordonGluedWord word;

    while (cordon_glued_next(&walk, &word))
        cordon_glued_judge(judge, call, &word, 'r');
}

/* cmake -E TOOL: those that start something are programs of their own here, the rest are rows
 * "cmake:TOOL". */
static void judge_tool(CordonJudge *judge, const CordonCall *call, guint at)
{
    static const struct {
        const char *tool, *program;
    } tools[] = {
        {"cat", "cat"},
        {"copy", "cp"},
        {"echo", "echo"},
        {"env", "env"},
        {"environment", "env"},
        {"make_directory", "mkdir"},
        {"remove", "rm"},
        {"remove_directory", "rm"},
        {"rename", "mv"},
        {"rm", "rm"},
        {"sleep", "sleep"},
        {"tar", "tar"},
        {"touch", "touch"},
        {"create_symlink", "ln -s"},
        {"create_hardlink", "ln"},
    };
    const char *tool = at < call->count ? cordon_arg_text(&call->args[at]) : "";

    if (tool == NULL) {
        cordon_judge_find(judge, call, CORDON_RULE_UNREADABLE, NULL,
                          "Which tool `cmake -E` runs is not known.");
        return;
    }
    if (at >= call->count)
        return;
    const CordonArg *args = call->args + at + 1;
    guint count = call->count - at - 1;
    if (strcmp(tool, "time") == 0) {
        cordon_judge_command(judge, call, args, count);
        return;
    }
    for (gsize i = 0; i < G_N_ELEMENTS(tools); i++) {
        if (strcmp(tools[i].tool, tool) == 0) {
            cordon_judge_as(judge, call, tools[i].program, args, count);
            return;
        }
    }
    cordon_judge_as(judge, call,
                    cordon_arena_concat(cordon_judge_arena(judge), "cmake:", tool, NULL), args,
                    count);
}

/* cmake -E chdir FOLDER COMMAND */
void cordon_handle_cmake_chdir(CordonJudge *judge, const CordonCall *call)
{
    if (call->first + 1 >= call->count)
        return;
    const CordonScope *scope = cordon_judge_enter(judge, call, &call->args[call->first]);
    guint next = call->first + 1;
    if (next < call->count && cordon_arg_is(&call->args[next], "--"))
        next++;
    if (scope != NULL)
        cordon_judge_command_in(judge, call, scope, call->args + next, call->count - next);
}

void cordon_handle_cmake(CordonJudge *judge, const CordonCall *call)
{
    for (guint i = call->first; i < call->count; i++) {
        const char *text = cordon_arg_text(&call->args[i]);
        if (text == NULL)
            continue;
        if (strcmp(text, "-E") == 0) {
            judge_tool(judge, call, i + 1);
            return;
        }
        if (strcmp(text, "--build") == 0) {
            judge_build(judge, call, i + 1);
            return;
        }
        if (strcmp(text, "--install") == 0) {
            judge_install(judge, call, i + 1);
            return;
        }
        if (strcmp(text, "--open") == 0)
            cordon_judge_find(judge, call, CORDON_RULE_ENDLESS, NULL,
                              "`cmake --open` starts a window.");
        if (text[0] != '-' || strcmp(text, "-P") == 0)
            break;
    }
    judge_configure(judge, call);
}

/* Steps of a dashboard that end in sending the results: all of "Experimental", and "ExperimentalSubmit". */
static gboolean submits(const char *text)
{
    static const char *const models[] = {"Nightly", "Experimental", "Continuous"};

    for (gsize i = 0; i < G_N_ELEMENTS(models); i++) {
        if (strcmp(text, models[i]) == 0)
            return TRUE;
    }
    return g_str_has_suffix(text, "Submit");
}

/* ctest --build-and-test ... --test-command COMMAND ARGS, and -D Experimental. */
void cordon_handle_ctest(CordonJudge *judge, const CordonCall *call)
{
    CordonParsed parsed = cordon_call_parse(judge, call, call->row->options, call->row->flags);

    for (guint i = 0; i < parsed.option_count; i++) {
        const CordonOption *option = &parsed.options[i];
        if ((strcmp(option->name, "-D") == 0 || strcmp(option->name, "-T") == 0) &&
            option->value != NULL && submits(option->value->text))
            cordon_judge_find(judge, call, CORDON_RULE_PUBLISH, "Run `ctest` without a dashboard.",
                              "`ctest %s %s` sends the results to a server.", option->name,
                              option->value->text);
    }
    for (guint i = call->first; i + 1 < call->count; i++) {
        if (cordon_arg_is(&call->args[i], "--test-command"))
            cordon_judge_command(judge, call, call->args + i + 1, call->count - i - 1);
    }
}

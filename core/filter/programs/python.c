/* SPDX-License-Identifier: MIT */
/* python, and what "python -m" starts. */
#include <string.h>

#include "filter/programs/glued.h"
#include "filter/programs/handlers.h"
#include "filter/programs/interpreter.h"
#include "filter/words.h"

/* Modules that are programs under another name; those with the name of their program follow. */
static const struct {
    const char *module, *program;
} MODULES[] = {
    {"IPython", "ipython"},
    {"PyInstaller", "pyinstaller"},
    {"alembic.config", "alembic"},
    {"awscli", "aws"},
    {"azure.cli", "az"},
    {"black.__main__", "black"},
    {"cython", "cython"},
    {"Cython", "cython"},
    {"Cython.Build.Cythonize", "cythonize"},
    {"django", "django-admin"},
    {"dotenv", "dotenv"},
    {"fabric", "fab"},
    {"grpc_tools.protoc", "protoc"},
    {"httpie", "http"},
    {"huggingface_hub", "huggingface-cli"},
    {"jupyter_core", "jupyter"},
    {"jupyterlab", "jupyter lab"},
    {"nbconvert", "jupyter nbconvert"},
    {"nbclassic", "jupyter notebook"},
    {"notebook", "jupyter notebook"},
    {"pip3", "pip"},
    {"pip._internal", "pip"},
    {"pip.__main__", "pip"},
    {"pip_audit", "pip-audit"},
    {"piptools", "pip-compile"},
    {"pre_commit", "pre-commit"},
    {"py.test", "pytest"},
    {"pytest_watch", "ptw"},
    {"pytest_watcher", "ptw"},
    {"sphinx", "sphinx-build"},
    {"sphinx.cmd.build", "sphinx-build"},
    {"sphinx_autobuild", "sphinx-autobuild"},
    {"voila", "voila"},
    {"waitress", "waitress-serve"},
    {"watchdog.watchmedo", "watchmedo"},
    {"watchfiles", "watchfiles"},
    {"yt_dlp", "yt-dlp"},
    {"youtube_dl", "youtube-dl"},
};

/* Modules that are programs of the same name. */
static const char SAME_NAME[] = "alembic ansible autoflake autopep8 bandit behave black bpython "
                                "build celery coverage daphne dramatiq duckdb "
                                "flake8 flask flit gradio granian gunicorn hatch hatchling huey "
                                "hupper hypercorn invoke isort jupyter locust maturin "
                                "meson mitmproxy mkdocs mypy nox pdm pip pipenv pipx poetry "
                                "pre-commit ptpython pudb pycodestyle pydocstyle "
                                "pygmentize pylint pyright pytest pyupgrade robot rq ruff safety "
                                "scrapy semgrep sqlite3 streamlit tox twine uv "
                                "uvicorn vulture waitress-serve yamllint yapf";

static const char *program_of(const char *module)
{
    for (gsize i = 0; i < G_N_ELEMENTS(MODULES); i++) {
        if (strcmp(MODULES[i].module, module) == 0)
            return MODULES[i].program;
    }
    return cordon_text_is_listed(SAME_NAME, module) ? module : NULL;
}

/* "pkg.__main__" is what runs with "pkg". */
static const char *without_main(CordonJudge *judge, const char *module)
{
    const char *suffix = ".__main__";

    if (!g_str_has_suffix(module, suffix))
        return module;
    return cordon_arena_strndup(cordon_judge_arena(judge), module, strlen(module) - strlen(suffix));
}

/* python -m MODULE ARGS.  What is known of a module of python itself stands in the row
 * "python:MODULE". */
static void judge_module(CordonJudge *judge, const CordonCall *call, const CordonArg *module,
                         const CordonArg *args, guint count)
{
    const char *text = cordon_arg_text(module);
    CordonArena *arena = cordon_judge_arena(judge);

    if (text == NULL) {
        cordon_judge_find(judge, call, CORDON_RULE_UNREADABLE, NULL,
                          "Which module `%s -m` runs is not known.", call->name);
        return;
    }
    text = without_main(judge, text);
    const char *program = program_of(text);
    const char *row = cordon_arena_concat(arena, "python:", text, NULL);
    if (program != NULL)
        cordon_judge_as(judge, call, program, args, count);
    else if (cordon_program_find(row, FALSE) != NULL)
        cordon_judge_row(judge, call, row,
                         cordon_arena_concat(arena, call->name, " -m ", text, NULL), args, count);
    else
        cordon_judge_script_args(judge, call, args, count);
}

/* What the options said. */
typedef struct {
    const CordonCall *call;
    guint next;
    gboolean is_interactive, asks, is_done;
} Python;

/* The value of a letter: the rest of its word, or the next word. */
static CordonArg take(Python *python, const CordonArg *word, gsize letter)
{
    if (word->text[letter + 1] != '\0' || word->type != CORDON_ARG_CONSTANT)
        return cordon_arg_skip(word, letter + 1);
    if (python->next < python->call->count)
        return python->call->args[python->next++];
    return cordon_arg_constant("");
}

static void judge_rest(CordonJudge *judge, const Python *python)
{
    for (guint i = python->next; i < python->call->count; i++)
        cordon_judge_value(judge, python->call, &python->call->args[i], 'm');
}

/* -c and -m take all that follows with them. */
static void judge_code_letter(CordonJudge *judge, Python *python, const CordonArg *word, gsize at)
{
    const CordonCall *call = python->call;
    gboolean is_module = word->text[at] == 'm';
    CordonArg value = take(python, word, at);

    python->is_done = TRUE;
    if (is_module) {
        judge_module(judge, call, &value, call->args + python->next, call->count - python->next);
        return;
    }
    cordon_judge_code(judge, call, &value, "-c");
    judge_rest(judge, python);
}

/* "-Ic", "-W ignore", "-3.12" (the launcher of Windows); letters that are not named are flags. */
static void judge_letters(CordonJudge *judge, Python *python, const CordonArg *word)
{
    for (gsize i = 1; word->text[i] != '\0' && !python->is_done; i++) {
        char letter = word->text[i];
        if (letter == 'c' || letter == 'm') {
            judge_code_letter(judge, python, word, i);
        } else if (letter == 'W' || letter == 'X') {
            CordonArg value = take(python, word, i);
            cordon_judge_value(judge, python->call, &value, 'm');
            return;
        } else if (letter == 'i') {
            python->is_interactive = TRUE;
        } else if (strchr("hV?", letter) != NULL || (letter == '0' && i == 1)) {
            python->asks = TRUE;
        }
    }
    /* "-$x": an option, but which? */
    if (!python->is_done && word->type != CORDON_ARG_CONSTANT)
        cordon_judge_value(judge, python->call, word, 'm');
}

static void judge_option(CordonJudge *judge, Python *python, const CordonArg *word)
{
    const char *text = word->text;

    if (text[1] != '-' && strncmp(text, "-V:", 3) != 0) {
        judge_letters(judge, python, word);
        return;
    }
    if (word->type != CORDON_ARG_CONSTANT)
        cordon_judge_value(judge, python->call, word, 'm');
    if (strcmp(text, "--check-hash-based-pycs") == 0)
        python->next++;
    python->asks = python->asks || cordon_text_asks_about(text) ||
                   cordon_text_is_listed("--list --list-paths", text);
}

/* The scripts by which frameworks are known. */
static gboolean judge_known_script(CordonJudge *judge, const CordonCall *call,
                                   const CordonArg *args, guint count)
{
    const char *text = cordon_script_path(judge, cordon_arg_text(&args[0]));
    const char *slash = text != NULL ? strrchr(text, '/') : NULL;
    const char *base = slash != NULL ? slash + 1 : text;

    if (base == NULL || !cordon_text_is_listed("manage.py setup.py waf", base))
        return FALSE;
    cordon_judge_value(judge, call, &args[0], 'r');
    cordon_judge_as(judge, call, base, args + 1, count - 1);
    return TRUE;
}

/* "python .venv/bin/pytest": what is installed beside the interpreter. */
static gboolean judge_installed(CordonJudge *judge, const CordonCall *call, const CordonArg *args,
                                guint count)
{
    const char *text = cordon_script_path(judge, cordon_arg_text(&args[0]));
    const char *slash = text != NULL ? strrchr(text, '/') : NULL;

    if (slash == NULL || (!g_str_has_suffix(cordon_arena_strndup(cordon_judge_arena(judge), text,
                                                                 (gsize)(slash - text)),
                                            "env/bin")))
        return FALSE;
    if (cordon_program_find(slash + 1, FALSE) == NULL)
        return FALSE;
    cordon_judge_value(judge, call, &args[0], 'r');
    cordon_judge_as(judge, call, slash + 1, args + 1, count - 1);
    return TRUE;
}

static void judge_script(CordonJudge *judge, const CordonCall *call, const CordonArg *args,
                         guint count)
{
    if (!judge_known_script(judge, call, args, count) && !judge_installed(judge, call, args, count))
        cordon_judge_script_call(judge, call, args, count);
}

void cordon_handle_python(CordonJudge *judge, const CordonCall *call)
{
    Python python = {.call = call, .next = call->first};

    while (python.next < call->count && !python.is_done) {
        const CordonArg *word = &call->args[python.next];
        if (word->type == CORDON_ARG_LISTED || word->text[0] != '-' || word->text[1] == '\0')
            break;
        python.next++;
        if (cordon_arg_is(word, "--"))
            break;
        judge_option(judge, &python, word);
    }
    if (python.is_interactive && call->input == CORDON_INPUT_NONE)
        cordon_judge_find(judge, call, CORDON_RULE_ENDLESS, "Leave -i out.",
                          "`%s -i` waits for a person to type.", call->name);
    if (python.is_done)
        return;
    if (python.next < call->count)
        judge_script(judge, call, call->args + python.next, call->count - python.next);
    else if (!python.asks)
        cordon_judge_code_on_input(judge, call);
}

/* coverage run, python -m cProfile, ...: own options, then "-m MODULE" or a script as python has
 * them. */
void cordon_handle_python_runner(CordonJudge *judge, const CordonCall *call)
{
    CordonGluedWalk walk = {.args = call->args,
                            .count = call->count,
                            .next = call->first,
                            .options = call->row->options};
    CordonGluedWord word;

    while (walk.next < walk.count) {
        guint at = walk.next;
        const CordonArg *arg = &call->args[at];
        gboolean is_module = cordon_arg_is(arg, "-m") || cordon_arg_is(arg, "--module");
        if (is_module || arg->text[0] != '-' || cordon_arg_is(arg, "-")) {
            const CordonArg *rest = is_module ? arg + 1 : arg;
            cordon_judge_as(judge, call, is_module ? "python -m" : "python", rest,
                            call->count - at - (is_module ? 1 : 0));
            return;
        }
        if (!cordon_glued_next(&walk, &word))
            return;
        if (walk.has_ended) {
            cordon_judge_as(judge, call, "python", call->args + walk.next - 1,
                            call->count - walk.next + 1);
            return;
        }
        cordon_glued_judge(judge, call, &word, 'm');
    }
}

/* python -m runpy MODULE */
void cordon_handle_runpy(CordonJudge *judge, const CordonCall *call)
{
    if (call->first < call->count)
        cordon_judge_as(judge, call,
                        strchr(call->args[call->first].text, '/') != NULL ||
                                g_str_has_suffix(call->args[call->first].text, ".py")
                            ? "python"
                            : "python -m",
                        call->args + call->first, call->count - call->first);
}

/* setup.py COMMAND [OPTIONS] COMMAND ... */
void cordon_handle_setup_py(CordonJudge *judge, const CordonCall *call)
{
    CordonParsed parsed = cordon_call_parse(judge, call, call->row->options, call->row->flags);

    for (guint i = 0; i < parsed.operand_count; i++) {
        const char *text = cordon_arg_text(&parsed.operands[i]);
        if (text != NULL && cordon_text_is_listed("upload register upload_docs", text))
            cordon_judge_find(judge, call, CORDON_RULE_PUBLISH, NULL,
                              "`setup.py %s` publishes the package.", text);
    }
}

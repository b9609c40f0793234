/* SPDX-License-Identifier: MIT */
/* Words with a path behind a mark: "@FILE" of programs that take more words from a file, "html:FOLDER",
 * "jsonpath-file=FILE", "file://FILE". */
#include <string.h>

#include "filter/private.h"
#include "filter/words.h"

/* Programs that take "@FILE" for more words.  Source: their manual pages; gcc(1) and the binutils, javac, picocli and
 * JCommander, MSBuild, argparse with fromfile_prefix_chars, LLVM's command lines. */
static const char RESPONSE_PROGRAMS[] =
    "7z 7za 7zr 7zz aapt2 addr2line apksigner ar as basedpyright bazel bazelisk buck buck2 "
    "c++filt checkstyle cl "
    "clang-check clang-cl clang-tidy clippy-driver csc d8 detekt dmypy dotnet dumpbin emar emcc "
    "em++ fsc g++ gcc "
    "glslc gprbuild groovyc ilasm iverilog jar jarsigner java javac javadoc javap jbang jdeps "
    "jlink jmod jpackage "
    "keytool kotlin kotlinc kotlinc-js kotlinc-jvm kotlinc-native ktlint lib link llc llvm-ar "
    "llvm-cov llvm-link "
    "llvm-nm llvm-objcopy llvm-objdump llvm-profdata llvm-readelf llvm-strip lrelease lupdate mcs "
    "ml64 moc msbuild "
    "mypy native-image ngc nm nvcc objcopy objdump opt pdftk pmd prove protoc pylint pyright "
    "pytest pytest-3 py.test "
    "qmake r8 ranlib rcc readelf rustc rustdoc scala scala3 scalac size spotbugs strings strip "
    "stubgen stubtest swift "
    "swiftc tsc tspc uic vbc verilator vstest.console vue-tsc windres xunit.console zig";

#define MARK_ENDS ":="
/* What stands behind the mark; each ends with one of MARK_ENDS. */
static const struct {
    const char *programs; /* blanks between */
    const char *mark;
    char kind;
} MARKS[] = {
    {"kubectl kubecolor oc", "go-template-file=", 'r'},
    {"kubectl kubecolor oc", "jsonpath-file=", 'r'},
    {"kubectl kubecolor oc", "custom-columns-file=", 'r'},
    {"kubectl kubecolor oc", "templatefile=", 'r'},
    {"pytest pytest-3 py.test", "html:", 'w'},
    {"pytest pytest-3 py.test", "xml:", 'w'},
    {"pytest pytest-3 py.test", "json:", 'w'},
    {"pytest pytest-3 py.test", "lcov:", 'w'},
    {"pytest pytest-3 py.test", "markdown:", 'w'},
    {"pytest pytest-3 py.test", "annotate:", 'w'},
    {"golangci-lint", "json:", 'w'},
    {"golangci-lint", "tab:", 'w'},
    {"golangci-lint", "html:", 'w'},
    {"golangci-lint", "sarif:", 'w'},
    {"golangci-lint", "checkstyle:", 'w'},
    {"golangci-lint", "code-climate:", 'w'},
    {"golangci-lint", "junit-xml:", 'w'},
    {"golangci-lint", "line-number:", 'w'},
    {"golangci-lint", "colored-line-number:", 'w'},
    {"golangci-lint", "teamcity:", 'w'},
    {"mocha _mocha", "output=", 'w'},
    {"mocha _mocha", "mochaFile=", 'w'},
    {"mocha _mocha", "reportDir=", 'w'},
    {"pylint", "json:", 'w'},
    {"pylint", "json2:", 'w'},
    {"pylint", "text:", 'w'},
    {"pylint", "colorized:", 'w'},
    {"pylint", "parseable:", 'w'},
    {"pylint", "msvs:", 'w'},
    {"pylint", "github:", 'w'},
    {"cucumber cucumber-js behave", "json:", 'w'},
    {"cucumber cucumber-js behave", "html:", 'w'},
    {"cucumber cucumber-js behave", "junit:", 'w'},
    {"cucumber cucumber-js behave", "message:", 'w'},
    {"cucumber cucumber-js behave", "rerun:", 'w'},
    {"cucumber cucumber-js behave", "usage:", 'w'},
    {"cucumber cucumber-js behave", "summary:", 'w'},
    {"cucumber cucumber-js behave", "progress:", 'w'},
    {"cucumber cucumber-js behave", "progress-bar:", 'w'},
    {"cucumber cucumber-js behave", "pretty:", 'w'},
    {"detekt", "html:", 'w'},
    {"detekt", "txt:", 'w'},
    {"detekt", "xml:", 'w'},
    {"detekt", "sarif:", 'w'},
    {"detekt", "md:", 'w'},
    {"ktlint cypress", "output=", 'w'},
    {"ktlint cypress", "mochaFile=", 'w'},
    {"ktlint cypress", "reportDir=", 'w'},
    {"dotnet vstest.console", "LogFileName=", 'w'},
    {"dotnet vstest.console", "LogFilePath=", 'w'},
};

/* "python -m mypy" is known as "python:mypy". */
static const char *program_name(const CordonCall *call)
{
    const char *name = call->name != NULL ? call->name : "";

    return g_str_has_prefix(name, "python:") ? name + 7 : name;
}

/* Folders of the system: "@/etc/x" is a file, "@/lib/x" and "@/components" are how projects name their own modules. */
static gboolean is_system_path(const char *text)
{
    static const char *const roots[] = {"etc",  "home",    "root", "usr",   "var", "tmp",
                                        "proc", "sys",     "dev",  "Users", "run", "mnt",
                                        "srv",  "private", "boot", "media", NULL};

    if (g_ascii_isalpha(text[0]) && text[1] == ':' && (text[2] == '\\' || text[2] == '/'))
        return TRUE;
    if (text[0] != '/')
        return text[0] == '~' || g_str_has_prefix(text, "../");
    for (gsize i = 0; roots[i] != NULL; i++) {
        gsize size = strlen(roots[i]);
        if (strncmp(text + 1, roots[i], size) == 0 && text[1 + size] == '/')
            return TRUE;
    }
    return FALSE;
}

static gboolean judge_response(CordonJudge *judge, const CordonCall *call, const CordonArg *arg,
                               char kind)
{
    if (arg->text[0] != '@' || arg->text[1] == '\0')
        return FALSE;
    if (!cordon_text_is_listed(RESPONSE_PROGRAMS, program_name(call)) &&
        (kind != 'm' || !is_system_path(arg->text + 1)))
        return FALSE;
    CordonArg file = cordon_arg_skip(arg, 1);
    cordon_judge_path(judge, call, &file, CORDON_PATH_READ);
    return TRUE;
}

static void judge_marks(CordonJudge *judge, const CordonCall *call, const CordonArg *arg)
{
    const char *name = program_name(call);

    /* Most words have none at all. */
    if (strpbrk(arg->text, MARK_ENDS) == NULL)
        return;
    for (gsize i = 0; i < G_N_ELEMENTS(MARKS); i++) {
        const char *found = strstr(arg->text, MARKS[i].mark);
        if (found == NULL || !cordon_text_is_listed(MARKS[i].programs, name))
            continue;
        gsize skip = (gsize)(found - arg->text) + strlen(MARKS[i].mark);
        /* The mark is a word of its own: "html:x", "trx;LogFileName=x", "text,json:x". */
        if (found != arg->text && strchr(";,", found[-1]) == NULL)
            continue;
        CordonArg path = cordon_arg_skip(arg, skip);
        gsize length = strcspn(path.text, ",;");
        if (path.type == CORDON_ARG_CONSTANT && path.text[length] != '\0')
            path.text = cordon_arena_strndup(judge->arena, path.text, length);
        if (path.text[0] != '\0' || path.type != CORDON_ARG_CONSTANT)
            cordon_judge_path(judge, call, &path,
                              MARKS[i].kind == 'w' ? CORDON_PATH_WRITE : CORDON_PATH_READ);
    }
}

gboolean cordon_judge_marked(CordonJudge *judge, const CordonCall *call, const CordonArg *arg,
                             char kind)
{
    if (strchr("tmrywak", kind) == NULL || arg->text == NULL || arg->type == CORDON_ARG_STREAM ||
        arg->type == CORDON_ARG_LISTED)
        return FALSE;
    if (kind == 't' || kind == 'm')
        judge_marks(judge, call, arg);
    return judge_response(judge, call, arg, kind);
}

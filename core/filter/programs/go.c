/* SPDX-License-Identifier: MIT */
/* go: from where modules come, what is built and what is run. */
#include <string.h>

#include "filter/programs/handlers.h"
#include "filter/programs/script_name.h"

/* Hosts of modules that everybody uses.  Their modules come through the proxy like all others, but where the proxy has
 * none, go asks the host in the path; hosts that are not here are taken for such. */
static const char *const MODULE_HOSTS[] = {
    "buf.build",        "cloud.google.com",
    "connectrpc.com",   "cuelang.org",
    "dario.cat",        "entgo.io",
    "filippo.io",       "gioui.org",
    "go.etcd.io",       "go.mongodb.org",
    "go.opencensus.io", "go.opentelemetry.io",
    "go.starlark.net",  "go.temporal.io",
    "go.uber.org",      "go4.org",
    "gocloud.dev",      "golang.org",
    "gonum.org",        "google.golang.org",
    "gopkg.in",         "gorm.io",
    "gotest.tools",     "honnef.co",
    "k8s.io",           "lukechampine.com",
    "modernc.org",      "mvdan.cc",
    "nhooyr.io",        "oras.land",
    "pgregory.net",     "rsc.io",
    "sigs.k8s.io",      "software.sslmate.com",
};

static gboolean is_module_host(const CordonFilterSettings *settings, const char *host)
{
    for (gsize i = 0; i < G_N_ELEMENTS(MODULE_HOSTS); i++) {
        if (strcmp(MODULE_HOSTS[i], host) == 0)
            return TRUE;
    }
    return cordon_host_is_allowed(settings, host);
}

/* "github.com/a/b/...@v1": the first part is a host when it has a dot, except for "./x" and file names. */
static void judge_module(CordonJudge *judge, const CordonCall *call, const CordonArg *module)
{
    const char *text = module->text;
    gsize length = strcspn(text, "/@=");
    const char *host = cordon_arena_strndup(cordon_judge_arena(judge), text, length);

    if (text[0] == '.' || text[0] == '/' || strchr(host, '.') == NULL ||
        g_str_has_suffix(host, ".go"))
        return;
    if (!is_module_host(cordon_judge_settings(judge), host))
        cordon_judge_find(judge, call, CORDON_RULE_WEB,
                          "Use a module from GitHub or golang.org, or let the user add the host.",
                          "The module %s would be fetched from %s.", text, host);
}

/* -ldflags '-o FILE', '-dumpdep=...', '-tmpdir=x', '-cpuprofile x': the linker writes there. */
static void judge_linker_output(CordonJudge *judge, const CordonCall *call, const CordonArg *value)
{
    static const char *const writers[] = {"o",          "tmpdir",          "cpuprofile",
                                          "memprofile", "capturehostobjs", "benchmarkprofile"};

    g_auto(GStrv) words = g_strsplit_set(value->text, " \t\n\"'", -1);
    for (gsize i = 0; words[i] != NULL; i++) {
        const char *name = words[i] + strspn(words[i], "-");
        gsize size = strcspn(name, "=");
        if (words[i][0] != '-')
            continue;
        for (gsize j = 0; j < G_N_ELEMENTS(writers); j++) {
            if (strlen(writers[j]) != size || strncmp(name, writers[j], size) != 0)
                continue;
            const char *path = name[size] == '=' ? name + size + 1 : words[i + 1];
            CordonArg file = cordon_arg_constant(
                cordon_arena_strdup(cordon_judge_arena(judge), path != NULL ? path : ""));
            if (file.text[0] != '\0')
                cordon_judge_value(judge, call, &file, 'w');
        }
    }
}

/* -ldflags '-extld=PROGRAM' starts another linker. */
static void judge_linker_options(CordonJudge *judge, const CordonCall *call,
                                 const CordonParsed *parsed)
{
    for (guint i = 0; i < parsed->option_count; i++) {
        const CordonOption *option = &parsed->options[i];
        if (strcmp(option->name, "-ldflags") != 0 || option->value == NULL)
            continue;
        judge_linker_output(judge, call, option->value);
        const char *at = strstr(option->value->text, "-extld");
        if (at != NULL && (at[6] == '=' || at[6] == ' ' || at[6] == '\0'))
            cordon_judge_find(judge, call, CORDON_RULE_SHELL, "Leave -extld out.",
                              "`-extld` names a program that is started.");
    }
}

static CordonParsed parse(CordonJudge *judge, const CordonCall *call)
{
    CordonParsed parsed = cordon_call_parse(judge, call, call->row->options, call->row->flags);

    judge_linker_options(judge, call, &parsed);
    return parsed;
}

/* go build, go vet, go list: with -m, "go list" asks for modules that the project may not have. */
void cordon_handle_go(CordonJudge *judge, const CordonCall *call)
{
    CordonParsed parsed = parse(judge, call);
    gboolean asks_modules = FALSE;

    for (guint i = 0; i < parsed.option_count; i++)
        asks_modules = asks_modules || strcmp(parsed.options[i].name, "-m") == 0;
    for (guint i = 0; i < parsed.operand_count && asks_modules; i++)
        judge_module(judge, call, &parsed.operands[i]);
}

/* go get, go install, go mod download */
void cordon_handle_go_get(CordonJudge *judge, const CordonCall *call)
{
    CordonParsed parsed = parse(judge, call);
    gboolean is_init = g_str_has_suffix(call->full_name, " init");
    gboolean only_reads = g_str_has_suffix(call->full_name, " why") ||
                          g_str_has_suffix(call->full_name, " edit") ||
                          g_str_has_suffix(call->full_name, " use");

    /* -replace OLD=FOLDER */
    for (guint i = 0; i < parsed.option_count; i++) {
        const CordonArg *value = parsed.options[i].value;
        const char *equals = value != NULL ? strchr(value->text, '=') : NULL;
        if (equals != NULL && (equals[1] == '.' || equals[1] == '/')) {
            CordonArg folder = cordon_arg_skip(value, (gsize)(equals - value->text) + 1);
            cordon_judge_value(judge, call, &folder, 'r');
        }
    }
    for (guint i = 0; i < parsed.operand_count && !is_init && !only_reads; i++)
        judge_module(judge, call, &parsed.operands[i]);
}

/* Into ~/go/bin unless a variable says where. */
void cordon_handle_go_install(CordonJudge *judge, const CordonCall *call)
{
    cordon_handle_go_get(judge, call);
    if (!cordon_call_sets(call, "GOBIN") && !cordon_call_sets(call, "GOPATH"))
        cordon_judge_find(judge, call, CORDON_RULE_OUTSIDE_PROJECT,
                          "Install it into the project: `GOBIN=$PWD/bin go install ./cmd/NAME`, or "
                          "run it with `go run NAME@VERSION`.",
                          "`%s` writes where all projects of the user look.", call->full_name);
}

static void find_server(CordonJudge *judge, const CordonCall *call, const char *word)
{
    cordon_judge_find(judge, call, CORDON_RULE_ENDLESS, "It belongs in a terminal.",
                      "`%s` starts what seems to be a server (%s).", call->full_name, word);
}

/* go run PACKAGE ARGS, or go run FILES ARGS */
void cordon_handle_go_run(CordonJudge *judge, const CordonCall *call)
{
    CordonParsed parsed = parse(judge, call);
    guint files = 0;

    while (files < parsed.operand_count && g_str_has_suffix(parsed.operands[files].text, ".go"))
        files++;
    guint packages = files > 0 ? files : MIN(1, parsed.operand_count);
    for (guint i = 0; i < packages; i++) {
        const CordonArg *package = &parsed.operands[i];
        if (strchr(package->text, '@') == NULL || package->text[0] == '.' || files > 0)
            cordon_judge_value(judge, call, package, 'r');
        judge_module(judge, call, package);
        if (cordon_name_has_server(package->text))
            find_server(judge, call, package->text);
    }
    for (guint i = packages; i < parsed.operand_count; i++) {
        cordon_judge_value(judge, call, &parsed.operands[i], 'm');
        if (i == packages && cordon_word_serves(parsed.operands[i].text))
            find_server(judge, call, parsed.operands[i].text);
    }
}

/* Fuzzing goes on for ever unless a time is given. */
void cordon_handle_go_test(CordonJudge *judge, const CordonCall *call)
{
    gboolean fuzzes = FALSE;
    gboolean is_bounded = FALSE;

    (void)parse(judge, call);
    for (guint i = call->first; i < call->count; i++) {
        const char *text = call->args[i].text;
        text += text[0] == '-' && text[1] == '-' ? 1 : 0;
        fuzzes = fuzzes || strcmp(text, "-fuzz") == 0 || g_str_has_prefix(text, "-fuzz=");
        is_bounded = is_bounded || g_str_has_prefix(text, "-fuzztime");
    }
    if (fuzzes && !is_bounded)
        cordon_judge_find(judge, call, CORDON_RULE_ENDLESS, "Add `-fuzztime=30s`.",
                          "`%s -fuzz` goes on until it finds something.", call->full_name);
}

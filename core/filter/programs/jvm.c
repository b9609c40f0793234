/* SPDX-License-Identifier: MIT */
/* mvn, gradle, sbt, ant, lein, mill: what their goals and tasks are known to do. */
#include <string.h>

#include "filter/programs/handlers.h"

static const char SERVER_HINT[] = "It belongs in a terminal.";

typedef struct {
    const char *name;
    CordonRule rule;
} Task;

static void find_task(CordonJudge *judge, const CordonCall *call, const char *task, CordonRule rule)
{
    if (rule == CORDON_RULE_ENDLESS)
        cordon_judge_find(judge, call, rule, SERVER_HINT, "`%s %s` runs for ever.", call->name,
                          task);
    else if (rule == CORDON_RULE_PUBLISH)
        cordon_judge_find(judge, call, rule, "Build it without sending it anywhere.",
                          "`%s %s` publishes.", call->name, task);
    else
        cordon_judge_find(judge, call, rule, NULL, NULL);
}

static CordonParsed parse(CordonJudge *judge, const CordonCall *call)
{
    return cordon_call_parse(judge, call, call->row->options, call->row->flags);
}

/* --- maven --- */

/* Goals by what follows the plugin's name, phases as they are. */
static const Task GOALS[] = {
    {"deploy", CORDON_RULE_PUBLISH},      {"site-deploy", CORDON_RULE_PUBLISH},
    {"deploy-file", CORDON_RULE_PUBLISH}, {"deploy-staged", CORDON_RULE_PUBLISH},
    {"perform", CORDON_RULE_PUBLISH},     {"prepare", CORDON_RULE_GIT_CHANGE},
    {"release", CORDON_RULE_PUBLISH},     {"publish", CORDON_RULE_PUBLISH},
    {"push", CORDON_RULE_PUBLISH},        {"dev", CORDON_RULE_ENDLESS},
    {"run-forked", CORDON_RULE_ENDLESS},  {"run-war", CORDON_RULE_ENDLESS},
    {"continuous", CORDON_RULE_ENDLESS},  {"devserver", CORDON_RULE_ENDLESS},
    {"undeploy", CORDON_RULE_REMOTE},     {"checkin", CORDON_RULE_GIT_CHANGE},
    {"tag", CORDON_RULE_GIT_CHANGE},      {"watch", CORDON_RULE_ENDLESS},
    {"close", CORDON_RULE_PUBLISH},       {"rc-release", CORDON_RULE_PUBLISH},
};
/* Goals that mean something for one plugin only. */
static const Task FULL_GOALS[] = {
    {"spring-boot:run", CORDON_RULE_ENDLESS},
    {"spring-boot:test-run", CORDON_RULE_ENDLESS},
    {"jetty:run", CORDON_RULE_ENDLESS},
    {"tomcat7:run", CORDON_RULE_ENDLESS},
    {"tomcat:run", CORDON_RULE_ENDLESS},
    {"cargo:run", CORDON_RULE_ENDLESS},
    {"liberty:run", CORDON_RULE_ENDLESS},
    {"mn:run", CORDON_RULE_ENDLESS},
    {"wildfly:run", CORDON_RULE_ENDLESS},
    {"appengine:run", CORDON_RULE_ENDLESS},
    {"payara-micro:start", CORDON_RULE_ENDLESS},
    {"tomee:run", CORDON_RULE_ENDLESS},
    {"hpi:run", CORDON_RULE_ENDLESS},
    {"jib:build", CORDON_RULE_PUBLISH},
    {"wagon:upload", CORDON_RULE_PUBLISH},
    {"wagon:upload-single", CORDON_RULE_PUBLISH},
    {"wagon:merge-maven-repos", CORDON_RULE_PUBLISH},
    {"azure-webapp:deploy", CORDON_RULE_REMOTE},
    {"scm:checkout", CORDON_RULE_GIT_CHANGE},
    {"quarkus:run", CORDON_RULE_ENDLESS},
};

static CordonRule rule_of_goal(const char *goal)
{
    const char *end = strrchr(goal, ':');
    gsize length = strcspn(goal, "@");

    for (gsize i = 0; i < G_N_ELEMENTS(FULL_GOALS); i++) {
        /* "spring-boot:run@id", "org.springframework.boot:spring-boot-maven-plugin:3.1:run" */
        const char *name = FULL_GOALS[i].name;
        const char *colon = strchr(name, ':');
        gsize plugin = (gsize)(colon - name);
        gboolean is_short = strlen(name) == length && strncmp(name, goal, length) == 0;
        g_autofree char *plugin_name = g_strdup_printf(":%.*s-maven-plugin:", (int)plugin, name);
        if (is_short ||
            (strstr(goal, plugin_name) != NULL && end != NULL && g_str_has_prefix(end, colon)))
            return FULL_GOALS[i].rule;
    }
    const char *last = end != NULL ? end + 1 : goal;
    gsize size = strcspn(last, "@");
    for (gsize i = 0; i < G_N_ELEMENTS(GOALS); i++) {
        if (strlen(GOALS[i].name) != size || strncmp(GOALS[i].name, last, size) != 0)
            continue;
        /* "deploy" is a phase; the other words are goals only behind a plugin. */
        if (end != NULL || i < 2)
            return GOALS[i].rule;
    }
    return CORDON_RULE_NONE;
}

/* -Dname=value */
static void judge_property(CordonJudge *judge, const CordonCall *call, const CordonArg *property)
{
    static const char *const paths[] = {"maven.repo.local", "outputDirectory", "output",
                                        "destination", "project.build.directory"};
    const char *equals = strchr(property->text, '=');

    if (equals == NULL)
        return;
    gsize length = (gsize)(equals - property->text);
    CordonArg value = cordon_arg_skip(property, length + 1);
    if (strncmp(property->text, "exec.executable", length) == 0 &&
        length == strlen("exec.executable"))
        cordon_judge_value(judge, call, &value, 'p');
    else if (strncmp(property->text, "remoteRepositories", length) == 0 ||
             strncmp(property->text, "repoUrl", length) == 0)
        cordon_judge_value(judge, call, &value, strstr(value.text, "://") != NULL ? 'u' : 't');
    else if (strncmp(property->text, "altDeploymentRepository", length) == 0)
        find_task(judge, call, "-DaltDeploymentRepository", CORDON_RULE_PUBLISH);
    else if (strncmp(property->text, "maven.ext.class.path", length) == 0)
        cordon_judge_value(judge, call, &value, 'r');
    for (gsize i = 0; i < G_N_ELEMENTS(paths); i++) {
        if (strlen(paths[i]) == length && strncmp(property->text, paths[i], length) == 0)
            cordon_judge_value(judge, call, &value, 'w');
    }
}

void cordon_handle_mvn(CordonJudge *judge, const CordonCall *call)
{
    CordonParsed parsed = parse(judge, call);

    cordon_handle_java_properties(judge, call);
    for (guint i = call->first; i < call->count; i++) {
        const CordonArg *arg = &call->args[i];
        if (cordon_arg_begins(arg, "-D")) {
            CordonArg property = cordon_arg_skip(arg, 2);
            judge_property(judge, call, &property);
        } else if (arg->text[0] == '-' && arg->text[1] != '-' && strchr(arg->text, '/') != NULL) {
            /* "-f../pom.xml": a value may be glued to the letter. */
            CordonArg value = cordon_arg_skip(arg, 2);
            cordon_judge_value(judge, call, &value, 'm');
        }
    }
    for (guint i = 0; i < parsed.option_count; i++) {
        if (strcmp(parsed.options[i].name, "-D") == 0 && parsed.options[i].value != NULL)
            judge_property(judge, call, parsed.options[i].value);
    }
    for (guint i = 0; i < parsed.operand_count; i++) {
        CordonRule rule = rule_of_goal(parsed.operands[i].text);
        if (rule != CORDON_RULE_NONE)
            find_task(judge, call, parsed.operands[i].text, rule);
    }
}

/* --- gradle --- */

static const Task TASKS[] = {
    {"appRun", CORDON_RULE_ENDLESS},
    {"appStart", CORDON_RULE_ENDLESS},
    {"bootRun", CORDON_RULE_ENDLESS},
    {"bootTestRun", CORDON_RULE_ENDLESS},
    {"browserDevelopmentRun", CORDON_RULE_ENDLESS},
    {"closeAndReleaseRepository", CORDON_RULE_PUBLISH},
    {"closeAndReleaseStagingRepositories", CORDON_RULE_PUBLISH},
    {"deploy", CORDON_RULE_PUBLISH},
    {"dev", CORDON_RULE_ENDLESS},
    {"dockerBuildAndPush", CORDON_RULE_PUBLISH},
    {"dockerPush", CORDON_RULE_PUBLISH},
    {"dockerPushImage", CORDON_RULE_PUBLISH},
    {"jettyRun", CORDON_RULE_ENDLESS},
    {"jib", CORDON_RULE_PUBLISH},
    {"jsBrowserDevelopmentRun", CORDON_RULE_ENDLESS},
    {"jsBrowserRun", CORDON_RULE_ENDLESS},
    {"libertyDev", CORDON_RULE_ENDLESS},
    {"publish", CORDON_RULE_PUBLISH},
    {"publishAllPublicationsToMavenCentralRepository", CORDON_RULE_PUBLISH},
    {"publishPlugin", CORDON_RULE_PUBLISH},
    {"publishPlugins", CORDON_RULE_PUBLISH},
    {"publishToMavenCentral", CORDON_RULE_PUBLISH},
    {"publishToSonatype", CORDON_RULE_PUBLISH},
    {"quarkusDev", CORDON_RULE_ENDLESS},
    {"release", CORDON_RULE_PUBLISH},
    {"runClient", CORDON_RULE_ENDLESS},
    {"runIde", CORDON_RULE_ENDLESS},
    {"runServer", CORDON_RULE_ENDLESS},
    {"serve", CORDON_RULE_ENDLESS},
    {"tomcatRun", CORDON_RULE_ENDLESS},
    {"uploadArchives", CORDON_RULE_PUBLISH},
    {"bintrayUpload", CORDON_RULE_PUBLISH},
    {"wasmJsBrowserDevelopmentRun", CORDON_RULE_ENDLESS},
    {"wasmJsBrowserRun", CORDON_RULE_ENDLESS},
    {"watch", CORDON_RULE_ENDLESS},
};

static const char HUMPS[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";

/* Gradle takes "bR" for "bootRun": each hump may be cut short.  Source: the Gradle user guide, "Name abbreviation". */
static gboolean abbreviates(const char *typed, const char *name)
{
    while (*typed != '\0') {
        if (*typed == *name) {
            typed++;
            name++;
            continue;
        }
        if (!g_ascii_isupper(*typed))
            return FALSE;
        while (*name != '\0' && *name != *typed)
            name++;
        if (*name == '\0')
            return FALSE;
    }
    /* All humps are there: "dockerBuild" is no "dockerBuildAndPush". */
    return strpbrk(name, HUMPS) == NULL;
}

static CordonRule rule_of_task(const char *task)
{
    for (gsize i = 0; i < G_N_ELEMENTS(TASKS); i++) {
        if (strcmp(TASKS[i].name, task) == 0)
            return TASKS[i].rule;
    }
    if (g_str_has_prefix(task, "publish") && !g_str_has_suffix(task, "MavenLocal"))
        return CORDON_RULE_PUBLISH;
    /* A short word such as "b" may be the begin of another task, and is an error where it is not clear. */
    for (gsize i = 0; i < G_N_ELEMENTS(TASKS); i++) {
        gboolean has_hump = strpbrk(task, HUMPS) != NULL;
        gboolean is_cut = strlen(task) >= 4 && g_str_has_prefix(TASKS[i].name, task) &&
                          strlen(TASKS[i].name) < 12;
        if (is_cut || (has_hump && abbreviates(task, TASKS[i].name)))
            return TASKS[i].rule;
    }
    return CORDON_RULE_NONE;
}

void cordon_handle_gradle(CordonJudge *judge, const CordonCall *call)
{
    CordonParsed parsed = parse(judge, call);

    cordon_handle_java_properties(judge, call);
    for (guint i = 0; i < parsed.operand_count; i++) {
        const char *task = strrchr(parsed.operands[i].text, ':');
        task = task != NULL ? task + 1 : parsed.operands[i].text;
        CordonRule rule = rule_of_task(task);
        if (rule != CORDON_RULE_NONE)
            find_task(judge, call, task, rule);
    }
}

/* --- sbt, ant, lein, mill --- */

static gboolean is_listed(const char *const *names, const char *text)
{
    return g_strv_contains(names, text);
}

static CordonRule rule_of_word(const char *word)
{
    static const char *const publishing[] = {"deploy",
                                             "publish",
                                             "publishSigned",
                                             "release",
                                             "releaseEarly",
                                             "sonatypeRelease",
                                             "sonatypeBundleRelease",
                                             "upload",
                                             "ci-release",
                                             "publishAll",
                                             "bintrayRelease",
                                             "ghpagesPushSite",
                                             "Docker/publish",
                                             "docker:publish",
                                             NULL};
    static const char *const endless[] = {"auto",
                                          "autotest",
                                          "cljsbuild auto",
                                          "console",
                                          "consoleQuick",
                                          "consoleProject",
                                          "figwheel",
                                          "repl",
                                          "reStart",
                                          "shell",
                                          "test-refresh",
                                          "trampoline repl",
                                          "jetty:start",
                                          "dev",
                                          "serve",
                                          "watch",
                                          NULL};

    if (is_listed(publishing, word))
        return CORDON_RULE_PUBLISH;
    return is_listed(endless, word) ? CORDON_RULE_ENDLESS : CORDON_RULE_NONE;
}

/* The words of ant, lein and mill; mill names tasks as "module.task". */
void cordon_handle_jvm_tasks(CordonJudge *judge, const CordonCall *call)
{
    gboolean is_mill = g_str_has_prefix(call->name, "mill");
    gboolean is_lein = strcmp(call->name, "lein") == 0;
    CordonParsed parsed = parse(judge, call);

    cordon_handle_java_properties(judge, call);
    for (guint i = 0; i < parsed.operand_count; i++) {
        const char *word = parsed.operands[i].text;
        const char *dot = is_mill ? strrchr(word, '.') : NULL;
        /* What follows are words for a program of the project. */
        if (is_lein && strcmp(word, "run") == 0)
            return;
        CordonRule rule = rule_of_word(dot != NULL ? dot + 1 : word);
        /* "lein with-profile dev" names no task. */
        gboolean is_profile =
            is_lein && i > 0 && cordon_arg_is(&parsed.operands[i - 1], "with-profile");
        if (rule != CORDON_RULE_NONE && !is_profile)
            find_task(judge, call, word, rule);
        /* lein ring server, lein cljsbuild auto */
        if (strcmp(word, "ring") == 0 && i + 1 < parsed.operand_count &&
            g_str_has_prefix(parsed.operands[i + 1].text, "server"))
            find_task(judge, call, "ring server", CORDON_RULE_ENDLESS);
    }
}

/* "~compile" repeats; "project/task", "Compile / run"; several commands in one word, with ';' between. */
static void judge_sbt_command(CordonJudge *judge, const CordonCall *call, const char *command)
{
    command += strspn(command, " \t");
    if (command[0] == '~') {
        find_task(judge, call, command, CORDON_RULE_ENDLESS);
        return;
    }
    if (g_str_has_prefix(command, "eval ") || g_str_has_prefix(command, "set ")) {
        cordon_judge_find(judge, call, CORDON_RULE_INLINE_CODE, NULL, "`%s %s` runs code.",
                          call->name, command);
        return;
    }
    if (command[0] == '!') {
        cordon_judge_find(judge, call, CORDON_RULE_UNREADABLE, NULL, NULL);
        return;
    }
    const char *slash = strrchr(command, '/');
    const char *task = slash != NULL ? slash + 1 + strspn(slash + 1, " ") : command;
    g_autofree char *word = g_strndup(task, strcspn(task, " \t"));
    CordonRule rule = rule_of_word(word);
    if (rule != CORDON_RULE_NONE)
        find_task(judge, call, word, rule);
}

void cordon_handle_sbt(CordonJudge *judge, const CordonCall *call)
{
    CordonParsed parsed = parse(judge, call);

    cordon_handle_java_properties(judge, call);
    for (guint i = 0; i < parsed.operand_count; i++) {
        const char *text = parsed.operands[i].text;
        while (*text != '\0') {
            gsize length = strcspn(text, ";");
            judge_sbt_command(judge, call,
                              cordon_arena_strndup(cordon_judge_arena(judge), text, length));
            text += length + (text[length] == ';' ? 1 : 0);
        }
    }
}

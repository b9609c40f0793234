/* SPDX-License-Identifier: MIT */
/* Is a container engine ready here?  Lets cordon-docker ask it, starts one container as production does, and says what it
 * found. */
#include "docker.h"
#include "explain.h"

#include <budget.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <trial.h>
#include <unistd.h>

/* An engine answers within milliseconds, cordon-docker waits two seconds for each of its four answers. */
#define ASK_MS 9000
/* A start takes half a second on an idle machine; a busy one must not be called broken. */
#define RUN_MS     20000
#define LINES_MAX  32768
#define OUTPUT_MAX 4096
/* For people to read; the whole line is in the plan of a launch. */
#define COMMAND_MAX 2048

struct probe {
    const struct cordon_host *host;
    struct cordon_call *call;
    struct docker_evidence *evidence;
    struct docker_engine engine;
    struct docker_helpers helpers;
    char words[128], user[64];
    struct kit_trial *trial; /* NULL until there is one */
};

/* --- saying ------------------------------------------------------------------------------------ */

static int32_t say(const struct probe *probe, enum docker_code code, const char *subject)
{
    return kit_code_put(probe->host, probe->call, &docker_codes[code], NULL, subject);
}

static int32_t say_engine(const struct probe *probe)
{
    const struct docker_facts *facts = &probe->evidence->facts;
    int32_t status = say(probe, DOCKER_CODE_ENDPOINT, facts->endpoint_path);

    if (status == CORDON_OK)
        status = say(probe, DOCKER_CODE_VERSION, facts->info_version);
    if (status == CORDON_OK)
        status = say(probe, DOCKER_CODE_ENGINE, probe->words);
    if (status == CORDON_OK)
        status = say(probe, DOCKER_CODE_USER, probe->user);
    if (status == CORDON_OK)
        status = say(probe, DOCKER_CODE_IMAGE, facts->image_id);
    if (status == CORDON_OK)
        status = say(probe, DOCKER_CODE_IMAGE_NAME, facts->image_name);
    return status;
}

/* The raw words behind a diagnosis, for whoever does not believe it. */
static int32_t say_trial(const struct probe *probe)
{
    const struct docker_evidence *evidence = probe->evidence;
    char command[COMMAND_MAX];

    if (probe->trial == NULL)
        return CORDON_OK;
    kit_trial_print(probe->trial, command, sizeof(command));
    int32_t status = say(probe, DOCKER_CODE_PROBE_COMMAND, command);
    const char *text =
        evidence->report.setup_text[0] != '\0' ? evidence->report.setup_text : evidence->output;
    if (status == CORDON_OK && text[0] != '\0')
        status = say(probe, DOCKER_CODE_PROBE_OUTPUT, text);
    return status;
}

static int32_t offer(const struct probe *probe, const char *guarantee)
{
    static const char *const by_number[] = {
        CORDON_G_PROJECT_READ_ONLY, CORDON_G_SIBLINGS_READ_ONLY,  CORDON_G_APP_READ_ONLY,
        CORDON_G_SECRETS_HIDDEN,    CORDON_G_PROTECTED_READ_ONLY, CORDON_G_OUTSIDE_READ_ONLY,
    };
    struct cordon_offer out = {
        .struct_size = sizeof(out), .strength = CORDON_STRENGTH_ENFORCED, .guarantee = guarantee};

    for (size_t i = 0; i < sizeof by_number / sizeof by_number[0]; i++) {
        if (probe->engine.is_far && strcmp(guarantee, by_number[i]) == 0)
            out.limits =
                "The engine runs in a virtual machine: a folder that another program swaps "
                "while the sandbox starts is not noticed.";
    }
    return probe->host->put_offer(probe->call, &out);
}

static int32_t say_works(const struct probe *probe)
{
    int32_t status = CORDON_OK;

    for (const char *const *kept = kit_trial_enforced(probe->trial);
         status == CORDON_OK && *kept != NULL; kept++)
        status = offer(probe, *kept);
    return status;
}

/* --- looking ----------------------------------------------------------------------------------- */

static bool was_cancelled(enum kit_end end)
{
    return end == KIT_END_CANCELLED;
}

enum { VARIABLES = 6 };

/* The variables that decide where the engine is, and nothing else of this process.  Whole: one that is left out would be
 * one that is not set, and another engine would answer.  False: out of memory; the list is freed all the same. */
static bool read_environment(char *list[VARIABLES + 1])
{
    static const char *const names[VARIABLES] = {
        "HOME",           "XDG_RUNTIME_DIR", "DOCKER_HOST",
        "DOCKER_CONTEXT", "DOCKER_CONFIG",   "CORDON_DOCKER_IMAGE",
    };
    size_t count = 0;

    for (size_t i = 0; i < VARIABLES; i++) {
        const char *value = getenv(names[i]);
        if (value == NULL)
            continue;
        size_t size = strlen(names[i]) + strlen(value) + 2;
        char *text = malloc(size);
        if (text == NULL)
            return false;
        snprintf(text, size, "%s=%s", names[i], value);
        list[count++] = text;
        list[count] = NULL;
    }
    return true;
}

static void free_environment(char *list[VARIABLES + 1])
{
    for (size_t i = 0; list[i] != NULL; i++)
        free(list[i]);
}

static int32_t ask(const struct probe *probe)
{
    struct docker_evidence *evidence = probe->evidence;
    char *envp[VARIABLES + 1] = {NULL};
    const char *const argv[] = {probe->helpers.driver, "probe", NULL};
    struct kit_result result;
    char *lines = malloc(LINES_MAX);

    if (!read_environment(envp) || lines == NULL) {
        free_environment(envp);
        free(lines);
        return probe->host->fail(probe->call, CORDON_E_NOMEM, "out of memory");
    }
    const struct kit_run run = {.program = probe->helpers.driver,
                                .argv = argv,
                                .envp = (const char *const *)envp,
                                .timeout_ms = kit_budget_ms(probe->host, probe->call, ASK_MS),
                                .cancel_fd = (int)probe->host->cancel_fd(probe->call),
                                .output = lines,
                                .output_size = LINES_MAX};
    kit_run(&run, &result);
    free_environment(envp);
    evidence->asked = result.end == KIT_END_EXITED && result.code == 0;
    if (evidence->asked)
        docker_facts_read(lines, &evidence->facts);
    else
        (void)kit_text_copy(evidence->output, sizeof(evidence->output), lines);
    free(lines);
    return was_cancelled(result.end)
               ? probe->host->fail(probe->call, CORDON_E_CANCELLED,
                                   "the probe of the container engine was cancelled")
               : CORDON_OK;
}

/* In a rootless engine user 0 of a container is the user that started the engine. */
static void read_engine(struct probe *probe)
{
    const struct docker_facts *facts = &probe->evidence->facts;
    struct kit_text text;

    kit_text_init(&text, probe->words, sizeof(probe->words));
    kit_text_addf(&text, "%s%s%s%s%s", "linux", facts->info_userns ? " userns" : "",
                  facts->info_memory ? " memory" : "", facts->info_pids ? " processes" : "",
                  docker_is_far(probe->evidence) ? " vm" : "");
    kit_text_init(&text, probe->user, sizeof(probe->user));
    if (facts->info_rootless)
        kit_text_add(&text, "0:0");
    else
        kit_text_addf(&text, "%u:%u", (unsigned)geteuid(), (unsigned)getegid());
    probe->engine = (struct docker_engine){
        .endpoint = facts->endpoint_path, .image = facts->image_id, .user = probe->user};
    docker_engine_parse(&probe->engine, probe->words);
}

/* The command is cordon-init itself, which is inside anyhow: no image has to have a "true". */
static int32_t plan_trial(struct probe *probe)
{
    static const char *const argv[] = {DOCKER_INIT_GUEST, "--nothing", NULL};
    static const struct cordon_mount *const mounts[] = {NULL};
    char instance[64];

    /* Two probes at one time must not meet. */
    snprintf(instance, sizeof(instance), "cordon-probe-%ld", (long)getpid());
    probe->trial = kit_trial_new();
    if (probe->trial == NULL)
        return probe->host->fail(probe->call, CORDON_E_NOMEM, "out of memory");
    const struct cordon_launch launch = kit_trial_launch(instance, argv, mounts);
    const struct kit_sink sink = kit_trial_sink(probe->trial);
    int32_t status = docker_plan(&probe->engine, &probe->helpers, &launch, &sink);
    return status == CORDON_OK
               ? status
               : probe->host->fail(probe->call, status, kit_trial_error(probe->trial));
}

static int32_t try_container(struct probe *probe)
{
    struct docker_evidence *evidence = probe->evidence;
    char output[OUTPUT_MAX], lines[OUTPUT_MAX];
    struct kit_result result;

    int32_t status = plan_trial(probe);
    if (status != CORDON_OK)
        return status;
    kit_trial_run(probe->trial, kit_budget_ms(probe->host, probe->call, RUN_MS),
                  (int)probe->host->cancel_fd(probe->call), output, sizeof(output), &result);
    kit_trial_report(probe->trial, lines, sizeof(lines));
    docker_report_read(lines, &evidence->report);
    output[strcspn(output, "\n")] = '\0';
    (void)kit_text_copy(evidence->output, sizeof(evidence->output), output);
    evidence->tried = true;
    evidence->end = result.end;
    return was_cancelled(result.end)
               ? probe->host->fail(probe->call, CORDON_E_CANCELLED,
                                   "the probe of the container engine was cancelled")
               : CORDON_OK;
}

static void read_host(struct probe *probe)
{
    struct docker_evidence *evidence = probe->evidence;
    const struct cordon_host *host = probe->host;
    const char *os = host->fact(probe->call, "os");
    const char *folders = host->fact(probe->call, "path");
    char program[DOCKER_TEXT];

    probe->helpers.driver = host->fact(probe->call, "helper.docker");
    probe->helpers.init = host->fact(probe->call, "helper.init");
    evidence->helpers_found = probe->helpers.driver != NULL && probe->helpers.init != NULL;
    evidence->os = os != NULL ? os : "linux";
    evidence->in_wsl = host->fact(probe->call, "wsl") != NULL;
    evidence->has_cli = folders != NULL && kit_program_find(folders, "docker", NULL, program,
                                                            sizeof(program)) != KIT_MISSING;
}

static int32_t look(struct probe *probe, uint32_t depth, struct docker_diagnosis *diagnosis)
{
    int32_t status = CORDON_OK;

    read_host(probe);
    if (probe->evidence->helpers_found)
        status = ask(probe);
    if (status != CORDON_OK)
        return status;
    docker_explain(probe->evidence, diagnosis);
    if (diagnosis->blocked)
        return CORDON_OK;
    read_engine(probe);
    if (depth == CORDON_PROBE_FULL)
        status = try_container(probe);
    if (status == CORDON_OK)
        docker_explain(probe->evidence, diagnosis);
    return status;
}

static int32_t report(const struct probe *probe, const struct docker_diagnosis *diagnosis)
{
    int32_t status = CORDON_OK;

    if (!diagnosis->blocked || probe->evidence->tried)
        status = say_engine(probe);
    if (status == CORDON_OK && diagnosis->blocked)
        status =
            say(probe, diagnosis->code, diagnosis->subject[0] != '\0' ? diagnosis->subject : NULL);
    if (status == CORDON_OK && diagnosis->blocked)
        status = say_trial(probe);
    if (status == CORDON_OK && !diagnosis->blocked && probe->evidence->tried)
        status = say_works(probe);
    return status;
}

int32_t docker_probe(const struct cordon_host *host, struct cordon_call *call, uint32_t depth)
{
    struct probe probe = {.host = host, .call = call};
    struct docker_diagnosis diagnosis = {.blocked = false};

    probe.evidence = calloc(1, sizeof(*probe.evidence));
    if (probe.evidence == NULL)
        return host->fail(call, CORDON_E_NOMEM, "out of memory");
    int32_t status = look(&probe, depth, &diagnosis);
    if (status == CORDON_OK)
        status = report(&probe, &diagnosis);
    kit_trial_free(probe.trial);
    free(probe.evidence);
    return status;
}

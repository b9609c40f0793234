/* SPDX-License-Identifier: MIT */
/* Is bubblewrap ready here?  Looks for it, runs the production command line once, and says what it
 * found; files are read only after a failure, and only to explain it. */
#define _GNU_SOURCE /* getxattr, realpath */
#include "evidence.h"
#include "production.h"

#include <budget.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/xattr.h>

/* A run takes 20 ms on an idle machine; a busy one must not be called broken. */
#define RUN_MS   5000
#define ASK_MS   2000
#define HELP_MAX 32768
/* For people to read; the whole line is in the plan of a launch. */
#define COMMAND_MAX 2048

struct probe {
    const struct cordon_host *host;
    struct cordon_call *call;
    struct bwrap_evidence *evidence;
    struct kit_trial *trial; /* NULL until there is one */
};

/* --- Saying ------------------------------------------------------------------------------------- */

static int32_t say(const struct probe *probe, enum bwrap_code code, const char *guarantee,
                   const char *subject)
{
    return kit_code_put(probe->host, probe->call, &bwrap_codes[code], guarantee, subject);
}

static int32_t say_program(const struct probe *probe)
{
    const struct bwrap_evidence *evidence = probe->evidence;
    char options[64];
    bwrap_options_format(evidence->options, options, sizeof(options));
    int32_t status = say(probe, BWRAP_CODE_PROGRAM, NULL, evidence->program);
    if (status == CORDON_OK)
        status = say(probe, BWRAP_CODE_OPTIONS, NULL, options);
    if (status == CORDON_OK)
        status = say(probe, BWRAP_CODE_COVERS, NULL, evidence->covers);
    if (status == CORDON_OK && evidence->version[0] != '\0')
        status = say(probe, BWRAP_CODE_VERSION, NULL, evidence->version);
    return status;
}

/* The raw words behind a diagnosis, for whoever does not believe it. */
static int32_t say_run(const struct probe *probe)
{
    const struct bwrap_evidence *evidence = probe->evidence;
    const struct bwrap_try *tried = evidence->run.made ? &evidence->run : &evidence->help;
    if (!tried->made)
        return CORDON_OK;
    char command[COMMAND_MAX];
    struct kit_text text;
    kit_text_init(&text, command, sizeof(command));
    if (evidence->run.made)
        kit_trial_print(probe->trial, command, sizeof(command));
    else
        kit_text_addf(&text, "%s --help", evidence->program);
    int32_t status = say(probe, BWRAP_CODE_PROBE_COMMAND, NULL, command);

    static const char *const ends[] = {
        [KIT_END_NOT_STARTED] = "errno",   [KIT_END_EXITED] = "exit",
        [KIT_END_SIGNALED] = "signal",     [KIT_END_TIMEOUT] = "timeout",
        [KIT_END_CANCELLED] = "cancelled",
    };
    char result[64];
    kit_text_init(&text, result, sizeof(result));
    kit_text_add(&text, ends[tried->end]);
    if (tried->end != KIT_END_TIMEOUT && tried->end != KIT_END_CANCELLED)
        kit_text_addf(&text, " %d", tried->code);
    if (status == CORDON_OK)
        status = say(probe, BWRAP_CODE_PROBE_RESULT, NULL, result);
    if (status == CORDON_OK && tried->line[0] != '\0')
        status = say(probe, BWRAP_CODE_PROBE_OUTPUT, NULL, tried->line);
    return status;
}

/* What a guarantee does not cover when bubblewrap lacks an option. */
static const struct {
    const char *guarantee;
    uint32_t option;
    const char *limits;
} gaps[] = {
    {CORDON_G_NO_NEW_PRIVILEGES, BWRAP_HAS_DISABLE_USERNS,
     "This bubblewrap cannot switch nested user namespaces off: the system call filter alone "
     "refuses them."},
    {CORDON_G_OUTSIDE_READ_ONLY, BWRAP_HAS_BIND_FD,
     "This bubblewrap finds folders by path: one that is swapped while the sandbox starts is "
     "noticed from inside, and the launch refused."},
    {CORDON_G_SECRETS_HIDDEN, BWRAP_HAS_PERMS,
     "With this bubblewrap a hidden folder looks empty instead of refusing to be read."},
    {CORDON_G_LIMIT_MEMORY, BWRAP_HAS_SIZE,
     "With this bubblewrap a fresh folder that lives in memory has no size of its own: what it "
     "holds is counted, not refused."},
};

static bool keeps(const struct probe *probe, const char *guarantee)
{
    const char *const *kept = kit_trial_enforced(probe->trial);
    while (*kept != NULL && strcmp(*kept, guarantee) != 0)
        kept++;
    return *kept != NULL;
}

static int32_t offer(const struct probe *probe, const char *guarantee)
{
    struct cordon_offer out = {
        .struct_size = sizeof(out), .strength = CORDON_STRENGTH_ENFORCED, .guarantee = guarantee};
    for (size_t i = 0; i < sizeof(gaps) / sizeof(gaps[0]); i++)
        if (strcmp(gaps[i].guarantee, guarantee) == 0 &&
            (probe->evidence->options & gaps[i].option) == 0)
            out.limits = gaps[i].limits;
    return probe->host->put_offer(probe->call, &out);
}

static int32_t say_works(const struct probe *probe)
{
    const struct bwrap_evidence *evidence = probe->evidence;
    int32_t status = CORDON_OK;
    if (evidence->setuid)
        status = say(probe, BWRAP_CODE_SETUID_OLD, NULL, evidence->program);

    /* Without the option it is the filter that refuses nested namespaces; without both, nothing. */
    bool nested = (evidence->options & BWRAP_HAS_DISABLE_USERNS) == 0 &&
                  !keeps(probe, CORDON_G_SYSCALL_FILTERED);
    if (status == CORDON_OK && nested)
        status =
            say(probe, BWRAP_CODE_NO_DISABLE_USERNS, CORDON_G_NO_NEW_PRIVILEGES, evidence->program);

    for (const char *const *kept = kit_trial_enforced(probe->trial);
         status == CORDON_OK && *kept != NULL; kept++) {
        if (!nested || strcmp(*kept, CORDON_G_NO_NEW_PRIVILEGES) != 0)
            status = offer(probe, *kept);
    }
    return status;
}

/* --- Looking --------------------------------------------------------------------------------------- */

/* Runs "bwrap OPTION" and keeps what it prints. */
static void ask(const struct probe *probe, const char *option, char *ret_output, size_t size,
                struct bwrap_try *ret_try)
{
    const char *program = probe->evidence->program;
    const char *const argv[] = {program, option, NULL};
    const char *const envp[] = {"LC_ALL=C", NULL};
    const struct kit_run run = {.program = program,
                                .argv = argv,
                                .envp = envp,
                                .timeout_ms = kit_budget_ms(probe->host, probe->call, ASK_MS),
                                .cancel_fd = (int)probe->host->cancel_fd(probe->call),
                                .output = ret_output,
                                .output_size = size};
    struct kit_result result;
    kit_run(&run, &result);
    *ret_try = (struct bwrap_try){.made = true, .end = result.end, .code = result.code};
    bwrap_line_pick(ret_output, ret_try->line, sizeof(ret_try->line));
}

static void look_at_file(struct bwrap_evidence *evidence)
{
    struct stat st;
    if (stat(evidence->program, &st) == 0)
        evidence->setuid = (st.st_mode & S_ISUID) != 0;
    evidence->file_caps = getxattr(evidence->program, "security.capability", NULL, 0) > 0;
    char *real = realpath(evidence->program, NULL);
    (void)kit_text_copy(evidence->real_path, sizeof(evidence->real_path),
                        real != NULL ? real : evidence->program);
    free(real);
}

static int32_t ask_program(const struct probe *probe)
{
    struct bwrap_evidence *evidence = probe->evidence;
    char *output = malloc(HELP_MAX);
    if (output == NULL)
        return CORDON_E_NOMEM;
    ask(probe, "--help", output, HELP_MAX, &evidence->help);
    if (evidence->help.end == KIT_END_EXITED && evidence->help.code == 0) {
        evidence->options = bwrap_options_from_help(output);
        struct bwrap_try version;
        ask(probe, "--version", output, HELP_MAX, &version);
        /* "bubblewrap 0.8.0" */
        const char *number = strchr(version.line, ' ');
        if (version.end == KIT_END_EXITED && version.code == 0 && number != NULL)
            (void)kit_text_copy(evidence->version, sizeof(evidence->version), number + 1);
    }
    free(output);
    return CORDON_OK;
}

static int32_t run_production(struct probe *probe, const char *init_path)
{
    struct bwrap_evidence *evidence = probe->evidence;
    struct bwrap_program program = {
        .path = evidence->program,
        .options = evidence->options,
        .covers = evidence->covers,
    };
    char error[256];
    bwrap_program_add_surroundings(probe->host, probe->call, &program);
    int32_t status = bwrap_production_new(&program, init_path, &probe->trial, error, sizeof(error));
    if (status == CORDON_E_UNSUPPORTED) {
        evidence->no_filter = true;
        return CORDON_OK;
    }
    if (status != CORDON_OK)
        return probe->host->fail(probe->call, status, error);
    bwrap_production_run(probe->trial, kit_budget_ms(probe->host, probe->call, RUN_MS),
                         (int)probe->host->cancel_fd(probe->call), &evidence->run,
                         &evidence->report);
    return CORDON_OK;
}

static int32_t look(struct probe *probe, uint32_t depth)
{
    const struct cordon_host *host = probe->host;
    struct bwrap_evidence *evidence = probe->evidence;
    const char *folders = host->fact(probe->call, "path");
    const char *init_path = host->fact(probe->call, "helper.init");

    evidence->has_helper = init_path != NULL;
    evidence->search = kit_program_find(folders, "bwrap", host->fact(probe->call, "workspace"),
                                        evidence->program, sizeof(evidence->program));
    if (evidence->search != KIT_FOUND)
        return CORDON_OK;
    look_at_file(evidence);
    const char *root = host->fact(probe->call, "root");
    bwrap_covers_find(root != NULL ? root : "", evidence->covers, sizeof(evidence->covers));
    int32_t status = ask_program(probe);
    if (status != CORDON_OK)
        return host->fail(probe->call, status, "out of memory");
    bool usable = evidence->help.end == KIT_END_EXITED && evidence->help.code == 0;
    if (depth == CORDON_PROBE_FULL && usable && init_path != NULL)
        status = run_production(probe, init_path);
    return status;
}

static bool was_cancelled(const struct bwrap_evidence *evidence)
{
    return (evidence->help.made && evidence->help.end == KIT_END_CANCELLED) ||
           (evidence->run.made && evidence->run.end == KIT_END_CANCELLED);
}

static int32_t report(struct probe *probe)
{
    struct bwrap_evidence *evidence = probe->evidence;
    bool found = evidence->search == KIT_FOUND;
    bool worked = bwrap_run_worked(evidence);
    int32_t status = found ? say_program(probe) : CORDON_OK;
    if (status == CORDON_OK && worked)
        return say_works(probe);

    bwrap_machine_read(probe->host, probe->call, evidence->real_path, &evidence->machine);
    struct bwrap_diagnosis diagnosis;
    bwrap_explain(evidence, &diagnosis);
    if (status == CORDON_OK && diagnosis.blocked)
        status = say(probe, diagnosis.code, NULL,
                     diagnosis.subject[0] != '\0' ? diagnosis.subject : NULL);
    if (status == CORDON_OK && diagnosis.blocked)
        status = say_run(probe);
    return status;
}

int32_t bwrap_probe(const struct cordon_host *host, struct cordon_call *call, uint32_t depth)
{
    struct probe probe = {.host = host, .call = call};
    probe.evidence = calloc(1, sizeof(*probe.evidence));
    if (probe.evidence == NULL)
        return host->fail(call, CORDON_E_NOMEM, "out of memory");
    int32_t status = look(&probe, depth);
    if (status == CORDON_OK && was_cancelled(probe.evidence))
        status = host->fail(call, CORDON_E_CANCELLED,
                            "the probe of bubblewrap was cancelled before it came to an end");
    if (status == CORDON_OK)
        status = report(&probe);
    kit_trial_free(probe.trial);
    free(probe.evidence);
    return status;
}

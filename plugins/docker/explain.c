/* SPDX-License-Identifier: MIT */
/* What is in the way? */
#include "explain.h"

#include "hints.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* The version of the interface that cordon-docker speaks (drivers/docker/api.h). */
enum { API_MAJOR = 1, API_MINOR = 41 };

static bool set(struct docker_diagnosis *diagnosis, enum docker_code code, const char *subject)
{
    diagnosis->blocked = true;
    diagnosis->code = code;
    (void)kit_text_copy(diagnosis->subject, sizeof diagnosis->subject,
                        subject != NULL ? subject : "");
    return true;
}

static bool is(const char *text, const char *other)
{
    return strcmp(text, other) == 0;
}

static bool has(const char *text, const char *part)
{
    return strstr(text, part) != NULL;
}

bool docker_is_far(const struct docker_evidence *evidence)
{
    return has(evidence->facts.info_system, "Docker Desktop") || !is(evidence->os, "linux");
}

const char *docker_architecture(const char *machine)
{
    static const char *const names[][2] = {
        {"x86_64", "amd64"}, {"aarch64", "arm64"}, {"armv7l", "arm"},
        {"armv6l", "arm"},   {"i686", "386"},      {"i386", "386"},
    };

    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        if (is(names[i][0], machine))
            return names[i][1];
    }
    return machine;
}

/* Sets a subject that is about where the engine is: who named it stands before it. */
static bool set_place(struct docker_diagnosis *diagnosis, enum docker_code code,
                      const struct docker_facts *facts, const char *subject)
{
    static const char *const prefixes[][2] = {
        {"host", DOCKER_SUBJECT_HOST},
        {"context", DOCKER_SUBJECT_CONTEXT},
        {"config", DOCKER_SUBJECT_CONFIG},
    };
    char text[DOCKER_TEXT];
    struct kit_text whole;

    kit_text_init(&whole, text, sizeof text);
    for (size_t i = 0; i < sizeof prefixes / sizeof prefixes[0]; i++) {
        if (is(facts->endpoint_from, prefixes[i][0]))
            kit_text_add(&whole, prefixes[i][1]);
    }
    kit_text_add(&whole, subject);
    return set(diagnosis, code, text);
}

/* --- the endpoint ------------------------------------------------------------------------------ */

static bool explain_endpoint(const struct docker_evidence *evidence,
                             struct docker_diagnosis *diagnosis)
{
    static const struct {
        const char *type;
        enum docker_code code;
    } rows[] = {
        {"remote", DOCKER_CODE_REMOTE},
        {"bad-host", DOCKER_CODE_HOST_BAD},
        {"context-missing", DOCKER_CODE_CONTEXT_MISSING},
        {"config-broken", DOCKER_CODE_CONFIG_BROKEN},
    };
    const struct docker_facts *facts = &evidence->facts;

    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        if (is(facts->endpoint_type, rows[i].type))
            return rows[i].code == DOCKER_CODE_CONFIG_BROKEN
                       ? set(diagnosis, rows[i].code, facts->endpoint_text)
                       : set_place(diagnosis, rows[i].code, facts, facts->endpoint_text);
    }
    return false;
}

/* --- the socket -------------------------------------------------------------------------------- */

/* Below a folder of the user's own it is not the system's engine. */
static bool is_of_desktop(const char *path)
{
    static const char *const parts[] = {"/.docker/run/", "/.docker/desktop/", "/.colima/",
                                        "/.orbstack/", "/.rd/"};

    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) {
        if (has(path, parts[i]))
            return true;
    }
    return false;
}

static bool explain_nobody(const struct docker_evidence *evidence,
                           struct docker_diagnosis *diagnosis)
{
    const struct docker_facts *facts = &evidence->facts;
    const char *path = facts->endpoint_path;

    if (!evidence->has_cli && is(facts->endpoint_from, "default") &&
        is(facts->socket_state, "missing"))
        return set(diagnosis,
                   evidence->in_wsl ? DOCKER_CODE_WSL_INTEGRATION : DOCKER_CODE_NOT_INSTALLED,
                   NULL);
    if (is_of_desktop(path) || !is(evidence->os, "linux"))
        return set_place(diagnosis, DOCKER_CODE_DESKTOP_STOPPED, facts, path);
    return set_place(
        diagnosis, docker_socket_is_of_system(path) ? DOCKER_CODE_DOWN : DOCKER_CODE_ROOTLESS_DOWN,
        facts, path);
}

static bool explain_socket(const struct docker_evidence *evidence,
                           struct docker_diagnosis *diagnosis)
{
    const struct docker_facts *facts = &evidence->facts;
    bool denied = facts->socket_errno == EACCES || facts->socket_errno == EPERM;

    if (is(facts->socket_state, "other"))
        return set_place(diagnosis, DOCKER_CODE_NOT_A_SOCKET, facts, facts->endpoint_path);
    if (denied)
        return set_place(diagnosis,
                         is(facts->socket_group, "listed") ? DOCKER_CODE_RELOGIN
                                                           : DOCKER_CODE_PERMISSION,
                         facts, facts->endpoint_path);
    if (is(facts->socket_state, "missing") || facts->socket_errno != 0)
        return explain_nobody(evidence, diagnosis);
    return false;
}

/* --- the engine -------------------------------------------------------------------------------- */

/* Below, at, or above the version that is spoken: "1.41".  False for what is no version. */
static bool compare_api(const char *text, int *ret_order)
{
    static const char digits[] = "0123456789";
    size_t major_size = strspn(text, digits);
    size_t minor_size = text[major_size] == '.' ? strspn(text + major_size + 1, digits) : 0;

    /* Few digits: they have to fit into a number. */
    if (major_size < 1 || major_size > 4 || minor_size < 1 || minor_size > 4 ||
        text[major_size + 1 + minor_size] != '\0')
        return false;
    int major = atoi(text), minor = atoi(text + major_size + 1);
    *ret_order = major != API_MAJOR ? major - API_MAJOR : minor - API_MINOR;
    return true;
}

static bool is_nonsense(const struct docker_facts *facts, struct docker_diagnosis *diagnosis)
{
    return set_place(diagnosis, DOCKER_CODE_NOT_AN_ENGINE, facts, facts->endpoint_path);
}

/* An answer to a question that every engine can answer: 0 is none at all. */
static bool explain_answer(const struct docker_facts *facts, int status,
                           struct docker_diagnosis *diagnosis)
{
    if (status == 0)
        return set_place(diagnosis, DOCKER_CODE_HUNG, facts, facts->endpoint_path);
    if (status >= 500)
        return set(diagnosis, DOCKER_CODE_STARTING, facts->endpoint_path);
    return status != 200 && is_nonsense(facts, diagnosis);
}

static bool explain_engine(const struct docker_evidence *evidence,
                           struct docker_diagnosis *diagnosis)
{
    const struct docker_facts *facts = &evidence->facts;
    int order;

    if (facts->ping_status == 0 && !facts->ping_timeout)
        return is_nonsense(facts, diagnosis);
    if (explain_answer(facts, facts->ping_status, diagnosis))
        return true;
    if (!compare_api(facts->ping_api, &order))
        return is_nonsense(facts, diagnosis);
    if (has(facts->ping_server, "Libpod"))
        return set_place(diagnosis, DOCKER_CODE_PODMAN, facts, facts->endpoint_path);
    if (is(facts->ping_os, "windows"))
        return set(diagnosis, DOCKER_CODE_WINDOWS_CONTAINERS, NULL);
    if (order < 0)
        return set(diagnosis, DOCKER_CODE_TOO_OLD, facts->ping_api);
    if (compare_api(facts->ping_minimum, &order) && order > 0)
        return set(diagnosis, DOCKER_CODE_TOO_NEW, facts->ping_minimum);
    if (explain_answer(facts, facts->info_status, diagnosis))
        return true;
    /* Without it nothing says which images run there. */
    return facts->info_architecture[0] == '\0' && is_nonsense(facts, diagnosis);
}

/* --- the image --------------------------------------------------------------------------------- */

static bool explain_image(const struct docker_evidence *evidence,
                          struct docker_diagnosis *diagnosis)
{
    const struct docker_facts *facts = &evidence->facts;

    if (facts->image_status == 400)
        return set(diagnosis, DOCKER_CODE_IMAGE_BAD, facts->image_name);
    if (facts->image_status == 404)
        return set(diagnosis, DOCKER_CODE_IMAGE_MISSING, facts->image_name);
    /* Loading an image is no step against an engine that has just stopped to answer. */
    if (explain_answer(facts, facts->image_status, diagnosis))
        return true;
    if (facts->image_id[0] == '\0')
        return is_nonsense(facts, diagnosis);
    if (!is(facts->image_os, "linux") ||
        !is(facts->image_architecture, docker_architecture(facts->info_architecture)))
        return set(diagnosis, DOCKER_CODE_IMAGE_PLATFORM, facts->image_name);
    return false;
}

/* --- the container ----------------------------------------------------------------------------- */

/* An end alone proves no sandbox: the view must have been checked from inside before. */
static bool worked(const struct docker_evidence *evidence)
{
    const struct docker_report *report = &evidence->report;

    return evidence->end == KIT_END_EXITED && report->ready && report->started && report->exited &&
           report->exit_status == 0;
}

/* Short stems of what engines say; whole sentences change with every version. */
static bool explain_container(const struct docker_evidence *evidence,
                              struct docker_diagnosis *diagnosis)
{
    static const struct {
        const char *stem;
        enum docker_code code;
    } rows[] = {
        {"ounts denied", DOCKER_CODE_MOUNT_DENIED},
        {"is not shared from the host", DOCKER_CODE_MOUNT_DENIED},
        {"bind source path does not exist", DOCKER_CODE_MOUNT_MISSING},
        {"o such image", DOCKER_CODE_IMAGE_MISSING},
        {"no space left", DOCKER_CODE_DISK_FULL},
        {"exec format error", DOCKER_CODE_IMAGE_PLATFORM},
        {"cgroup", DOCKER_CODE_CGROUP},
        {"OCI runtime", DOCKER_CODE_RUNTIME},
        {"runc ", DOCKER_CODE_RUNTIME}, /* and not "truncated" */
        {"shim", DOCKER_CODE_RUNTIME},
    };
    const struct docker_report *report = &evidence->report;

    if (!evidence->tried || worked(evidence))
        return false;
    if (evidence->end == KIT_END_TIMEOUT)
        return set(diagnosis, DOCKER_CODE_TIMEOUT, NULL);
    if (report->setup_step[0] == '\0')
        return set(diagnosis, DOCKER_CODE_UNKNOWN, evidence->output);
    bool by_engine = is(report->setup_step, "create") || is(report->setup_step, "attach") ||
                     is(report->setup_step, "start");
    for (size_t i = 0; by_engine && i < sizeof rows / sizeof rows[0]; i++) {
        /* The step against a missing image names it. */
        bool of_image =
            rows[i].code == DOCKER_CODE_IMAGE_MISSING || rows[i].code == DOCKER_CODE_IMAGE_PLATFORM;
        if (has(report->setup_text, rows[i].stem))
            return set(diagnosis, rows[i].code,
                       of_image ? evidence->facts.image_name : report->setup_text);
    }
    return set(diagnosis, by_engine ? DOCKER_CODE_UNKNOWN : DOCKER_CODE_SETUP, report->setup_text);
}

void docker_explain(const struct docker_evidence *evidence, struct docker_diagnosis *ret_diagnosis)
{
    memset(ret_diagnosis, 0, sizeof *ret_diagnosis);
    if (!evidence->helpers_found) {
        (void)set(ret_diagnosis, DOCKER_CODE_HELPER_MISSING, NULL);
        return;
    }
    if (!evidence->asked) {
        (void)set(ret_diagnosis, DOCKER_CODE_UNKNOWN, evidence->output);
        return;
    }
    (void)(explain_endpoint(evidence, ret_diagnosis) || explain_socket(evidence, ret_diagnosis) ||
           explain_engine(evidence, ret_diagnosis) || explain_image(evidence, ret_diagnosis) ||
           explain_container(evidence, ret_diagnosis));
}

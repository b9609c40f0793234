/* SPDX-License-Identifier: MIT */
/* What cordon-docker found out, and what trying a container gave: whatever the lines, the answer is one of the known codes,
 * and an engine counts as one that works only when all that has to be true is. */
#include <string.h>

#include "docker/docker.h"
#include "docker/explain.h"
#include "fuzz.h"

static void check_text(const char *text, gsize size)
{
    FUZZ_CHECK(memchr(text, '\0', size) != NULL);
}

static void check_facts(const struct docker_facts *facts)
{
    check_text(facts->endpoint_path, sizeof facts->endpoint_path);
    check_text(facts->endpoint_text, sizeof facts->endpoint_text);
    check_text(facts->ping_api, sizeof facts->ping_api);
    check_text(facts->ping_server, sizeof facts->ping_server);
    check_text(facts->info_architecture, sizeof facts->info_architecture);
    check_text(facts->image_id, sizeof facts->image_id);
    check_text(facts->image_os, sizeof facts->image_os);
}

static void check_works(const struct docker_evidence *evidence)
{
    const struct docker_facts *facts = &evidence->facts;

    FUZZ_CHECK(evidence->helpers_found && evidence->asked);
    FUZZ_CHECK(facts->socket_errno == 0 && strcmp(facts->socket_state, "missing") != 0);
    FUZZ_CHECK(facts->ping_status == 200 && facts->info_status == 200);
    FUZZ_CHECK(facts->image_status == 200 && facts->image_id[0] != '\0');
    FUZZ_CHECK(strcmp(facts->image_os, "linux") == 0 && facts->image_architecture[0] != '\0');
    FUZZ_CHECK(strstr(facts->ping_server, "Libpod") == NULL);
    FUZZ_CHECK(!evidence->tried || (evidence->end == KIT_END_EXITED && evidence->report.exited &&
                                    evidence->report.exit_status == 0));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    FuzzInput input = {data, data + size};
    guint8 flags = fuzz_take_byte(&input);
    g_auto(GStrv) status = fuzz_take_lines(&input, 20);
    g_autofree char *status_text = g_strjoinv("\n", status);
    g_autofree char *lines = fuzz_take_text(&input);
    g_autofree struct docker_evidence *evidence = g_new0(struct docker_evidence, 1);
    struct docker_diagnosis diagnosis;

    evidence->has_cli = flags & 1;
    evidence->in_wsl = flags & 2;
    evidence->os = flags & 4 ? "macos" : "linux";
    evidence->helpers_found = !(flags & 8);
    evidence->asked = !(flags & 16);
    evidence->tried = flags & 32;
    evidence->end = (enum kit_end)((flags >> 6) % (KIT_END_CANCELLED + 1));
    docker_facts_read(lines, &evidence->facts);
    docker_report_read(status_text, &evidence->report);
    check_facts(&evidence->facts);
    check_text(evidence->report.setup_step, sizeof evidence->report.setup_step);
    check_text(evidence->report.setup_text, sizeof evidence->report.setup_text);
    docker_explain(evidence, &diagnosis);
    check_text(diagnosis.subject, sizeof diagnosis.subject);
    if (diagnosis.blocked)
        FUZZ_CHECK((guint)diagnosis.code < DOCKER_CODE_COUNT &&
                   docker_codes[diagnosis.code].severity == CORDON_SEVERITY_BLOCKS);
    else
        check_works(evidence);
    return 0;
}

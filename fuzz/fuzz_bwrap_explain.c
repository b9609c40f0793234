/* SPDX-License-Identifier: MIT */
/* Why did bubblewrap fail?  Any message, any report from inside, any machine: the answer is one of the
 * known codes and a line, and a sandbox counts as proved only if the core's reader agrees. */
#include <string.h>

#include "bwrap/evidence.h"
#include "engine/status.h"
#include "fuzz.h"

static void take_short(FuzzInput *input, char *text, gsize size)
{
    g_autofree char *line = fuzz_take_line(input);

    (void)g_strlcpy(text, line, size);
}

static int64_t take_setting(FuzzInput *input)
{
    return (int64_t)(fuzz_take_byte(input) % 4) - 1;
}

static void take_machine(FuzzInput *input, struct bwrap_machine *machine)
{
    guint8 flags = fuzz_take_byte(input);

    machine->userns_clone = take_setting(input);
    for (gsize i = 0; i < BWRAP_NS_COUNT; i++)
        machine->max_namespaces[i] = take_setting(input);
    machine->apparmor_restrict = take_setting(input);
    machine->profile_count = fuzz_take_byte(input) % 3;
    machine->seccomp = take_setting(input);
    machine->no_new_privs = take_setting(input);
    machine->ambient_caps = flags & 1;
    machine->has_proc = flags & 2;
    machine->has_user_namespaces = flags & 4;
    machine->in_user_namespace = flags & 8;
    machine->sysctl_read_only = flags & 16;
    machine->root_is_mount = flags & 32;
    machine->wsl1 = flags & 64;
    machine->kernel_major = fuzz_take_byte(input) % 8;
    machine->kernel_minor = fuzz_take_byte(input) % 20;
    take_short(input, machine->profile, sizeof machine->profile);
    take_short(input, machine->label, sizeof machine->label);
    take_short(input, machine->proc_cover, sizeof machine->proc_cover);
    take_short(input, machine->container, sizeof machine->container);
    take_short(input, machine->flatpak, sizeof machine->flatpak);
    take_short(input, machine->distro, sizeof machine->distro);
    take_short(input, machine->wsl_distro, sizeof machine->wsl_distro);
}

static void take_try(FuzzInput *input, struct bwrap_try *tried)
{
    guint8 flags = fuzz_take_byte(input);

    tried->made = flags & 1;
    tried->end = (enum kit_end)((flags >> 1) % (KIT_END_CANCELLED + 1));
    tried->code = fuzz_take_byte(input) % 64;
}

static void check_line(const char *line, gsize size)
{
    FUZZ_CHECK(memchr(line, '\0', size) != NULL);
    for (; *line != '\0'; line++)
        FUZZ_CHECK(*line >= ' ' && *line <= '~');
}

static void check_report(const char *text, const struct bwrap_evidence *evidence)
{
    CordonStatus status = {0};

    check_line(evidence->report.text, sizeof evidence->report.text);
    cordon_status_feed(&status, text, strlen(text));
    if (bwrap_run_worked(evidence))
        FUZZ_CHECK(status.ready && status.verdict == CORDON_STATUS_EXITED && status.code == 0);
    cordon_status_clear(&status);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    FuzzInput input = {data, data + size};
    struct bwrap_evidence *evidence = g_new0(struct bwrap_evidence, 1);
    struct bwrap_diagnosis diagnosis;
    guint8 flags = fuzz_take_byte(&input);

    evidence->search = (enum kit_found)(flags % (KIT_FOUND + 1));
    evidence->setuid = flags & 4;
    evidence->file_caps = flags & 8;
    evidence->has_helper = !(flags & 16);
    evidence->no_filter = flags & 32;
    take_try(&input, &evidence->help);
    take_try(&input, &evidence->run);
    take_machine(&input, &evidence->machine);
    take_short(&input, evidence->program, sizeof evidence->program);
    take_short(&input, evidence->real_path, sizeof evidence->real_path);

    g_auto(GStrv) report = fuzz_take_lines(&input, 64);
    g_autofree char *lines = g_strjoinv("\n", report);
    g_autofree char *stream = g_strconcat(lines, "\n", NULL);
    bwrap_report_parse(stream, &evidence->report);
    g_autofree char *output = fuzz_take_text(&input);
    bwrap_line_pick(output, evidence->run.line, sizeof evidence->run.line);
    check_line(evidence->run.line, sizeof evidence->run.line);
    bwrap_line_pick(output, evidence->help.line, sizeof evidence->help.line);
    check_report(stream, evidence);

    bwrap_explain(evidence, &diagnosis);
    FUZZ_CHECK(memchr(diagnosis.subject, '\0', sizeof diagnosis.subject) != NULL);
    if (diagnosis.blocked)
        FUZZ_CHECK(diagnosis.code < BWRAP_CODE_COUNT);
    else
        FUZZ_CHECK(!evidence->run.made || bwrap_run_worked(evidence));
    g_free(evidence);
    return 0;
}

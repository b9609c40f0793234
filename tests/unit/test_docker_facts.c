/* SPDX-License-Identifier: MIT */
/* plugins/docker/facts.c: the lines of cordon-docker and of a status channel, read. */
#include <criterion/criterion.h>
#include <facts.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct docker_facts facts;
static struct docker_report report;

Test(docker_facts, every_key_has_its_member)
{
    docker_facts_read("endpoint.type socket\nendpoint.from host\nendpoint.path /run/a b.sock\n"
                      "endpoint.text tcp://x\nsocket.state there\nsocket.errno 13\n"
                      "socket.group listed\nping.status 200\nping.timeout 1\nping.api 1.47\n"
                      "ping.minimum 1.24\nping.os linux\nping.server Docker/27 (linux)\n"
                      "info.status 500\ninfo.version 27.0\ninfo.system Debian GNU/Linux\n"
                      "info.architecture x86_64\ninfo.os linux\ninfo.rootless 1\ninfo.userns 1\n"
                      "info.memory-limit 1\ninfo.pids-limit 1\nimage.name a/b:1\n"
                      "image.id sha256:1\nimage.architecture amd64\nimage.os linux\n"
                      "image.status 404\n",
                      &facts);
    cr_expect_str_eq(facts.endpoint_type, "socket");
    cr_expect_str_eq(facts.endpoint_from, "host");
    cr_expect_str_eq(facts.endpoint_path, "/run/a b.sock", "a value has blanks");
    cr_expect_str_eq(facts.endpoint_text, "tcp://x");
    cr_expect_str_eq(facts.socket_state, "there");
    cr_expect_str_eq(facts.socket_group, "listed");
    cr_expect_eq(facts.socket_errno, 13);
    cr_expect(facts.ping_status == 200 && facts.info_status == 500 && facts.image_status == 404);
    cr_expect_str_eq(facts.ping_api, "1.47");
    cr_expect_str_eq(facts.ping_minimum, "1.24");
    cr_expect_str_eq(facts.ping_os, "linux");
    cr_expect_str_eq(facts.ping_server, "Docker/27 (linux)");
    cr_expect_str_eq(facts.info_version, "27.0");
    cr_expect_str_eq(facts.info_system, "Debian GNU/Linux");
    cr_expect_str_eq(facts.info_architecture, "x86_64");
    cr_expect_str_eq(facts.info_os, "linux");
    cr_expect(facts.ping_timeout && facts.info_rootless && facts.info_userns && facts.info_memory &&
              facts.info_pids);
    cr_expect_str_eq(facts.image_name, "a/b:1");
    cr_expect_str_eq(facts.image_id, "sha256:1");
    cr_expect_str_eq(facts.image_architecture, "amd64");
    cr_expect_str_eq(facts.image_os, "linux");
}

/* Compared as bytes: one that was read has to be the same as one of nothing. */
static void expect_nothing(const char *lines)
{
    struct docker_facts none;

    memset(&none, 0, sizeof none);
    memset(&facts, 0x5a, sizeof facts);
    docker_facts_read(lines, &facts);
    cr_expect_eq(memcmp(&facts, &none, sizeof none), 0, "\"%s\"", lines);
}

Test(docker_facts, what_is_not_known_is_passed_over)
{
    expect_nothing("");
    expect_nothing("\n\n\n");
    expect_nothing("ping.status");
    expect_nothing(" ping.status 200\n");
    expect_nothing("ping.statuses 200\nPING.STATUS 200\nping.statu 200\n");
    expect_nothing("ping.status\t200\n");
    expect_nothing("\xff\xfe\x01 garbage \x7f\n{\"a\": 1}\n");
}

Test(docker_facts, numbers_and_flags_that_are_none_count_as_nothing)
{
    expect_nothing("ping.status \nsocket.errno x\ninfo.status -\nimage.status  \n");
    expect_nothing("ping.timeout yes\ninfo.rootless 2\ninfo.userns true\ninfo.pids-limit 0\n");
    expect_nothing("info.memory-limit -1\n");
}

Test(docker_facts, the_last_line_needs_no_end_and_the_last_value_counts)
{
    docker_facts_read("ping.status 500\nping.api 1.1\nping.status 200\nping.api 1.47", &facts);
    cr_expect_eq(facts.ping_status, 200);
    cr_expect_str_eq(facts.ping_api, "1.47");
}

Test(docker_facts, what_is_too_long_is_cut_and_hurts_no_neighbour)
{
    enum { LONG = 5000 };
    char *lines = malloc(4 * LONG);
    char *xs = malloc(LONG + 1);

    memset(xs, 'x', LONG);
    xs[LONG] = '\0';
    snprintf(lines, 4 * LONG, "ping.api %s\nendpoint.path /%s\nping.status 200\n%s 1\nimage.os l\n",
             xs, xs, xs);
    docker_facts_read(lines, &facts);
    cr_expect_eq(strlen(facts.ping_api), sizeof facts.ping_api - 1);
    cr_expect_str_eq(facts.ping_minimum, "");
    cr_expect_eq(strlen(facts.endpoint_path), sizeof facts.endpoint_path - 1);
    cr_expect_str_eq(facts.endpoint_text, "");
    cr_expect_eq(facts.ping_status, 200, "the rest of a line is no line");
    cr_expect_str_eq(facts.image_os, "l");
    free(lines);
    free(xs);
}

/* --- the status channel ---------------------------------------------------------------------------- */

static void expect_report(const char *lines, int exit_status, const char *step, const char *text)
{
    memset(&report, 0x5a, sizeof report);
    docker_report_read(lines, &report);
    cr_expect_eq(report.exited ? report.exit_status : -1, exit_status, "\"%s\": %d", lines,
                 report.exit_status);
    cr_expect_str_eq(report.setup_step, step, "\"%s\": \"%s\"", lines, report.setup_step);
    cr_expect_str_eq(report.setup_text, text, "\"%s\": \"%s\"", lines, report.setup_text);
}

Test(docker_facts, a_status_channel_is_read)
{
    expect_report("", -1, "", "");
    expect_report("ready\nstarted\nexited 0\n", 0, "", "");
    cr_expect(report.ready && report.started);
    expect_report("ready\nstarted\nexited 125", 125, "", "");
    expect_report("ready\n", -1, "", "");
    cr_expect(report.ready && !report.started);
    expect_report("setup create - No such image: a b\n", -1, "create", "No such image: a b");
    expect_report("setup mount 13 /p\n", -1, "mount", "/p");
    expect_report("ready\nstarted\nsignaled 9\n", -1, "", "");
    expect_report("limit memory\nready\n", -1, "", "");
}

Test(docker_facts, a_status_channel_of_garbage_says_nothing)
{
    expect_report("exited\n", -1, "", "");
    expect_report("exited x\n", -1, "", "");
    expect_report("EXITED 0\n exited 0\nxexited 0\n", -1, "", "");
    expect_report("ready \nstarted now\n", -1, "", "");
    cr_expect_not(report.ready || report.started);
    expect_report("\xff\x01\n\n\n", -1, "", "");
    expect_report("exited 0 or so\nready\n", -1, "", "");
}

Test(docker_facts, a_step_or_a_text_that_is_too_long_is_cut)
{
    enum { LONG = 5000 };
    char *lines = malloc(LONG + 64);

    strcpy(lines, "setup start - ");
    memset(lines + strlen(lines), 'y', LONG);
    lines[14 + LONG] = '\0';
    docker_report_read(lines, &report);
    cr_expect_str_eq(report.setup_step, "start");
    cr_expect_eq(strlen(report.setup_text), sizeof report.setup_text - 1);
    memset(lines + 6, 's', 100);
    docker_report_read(lines, &report);
    cr_expect_lt(strlen(report.setup_step), sizeof report.setup_step);
    cr_expect_not(report.exited);
    free(lines);
}

/* SPDX-License-Identifier: MIT */
/* What cordon-docker found out, read. */
#include "facts.h"

#include <kit.h>
#include <stdio.h>
#include <string.h>

enum kind { TEXT, NUMBER, FLAG };

struct row {
    const char *key;
    enum kind kind;
    size_t offset, size;
};

#define ROW_TEXT(key, member)                                                                      \
    {                                                                                              \
        key, TEXT, offsetof(struct docker_facts, member),                                          \
            sizeof(((struct docker_facts *)0)->member)                                             \
    }
#define ROW_NUMBER(key, member)                                                                    \
    {                                                                                              \
        key, NUMBER, offsetof(struct docker_facts, member), 0                                      \
    }
#define ROW_FLAG(key, member)                                                                      \
    {                                                                                              \
        key, FLAG, offsetof(struct docker_facts, member), 0                                        \
    }

static const struct row rows[] = {
    ROW_TEXT("endpoint.type", endpoint_type),
    ROW_TEXT("endpoint.from", endpoint_from),
    ROW_TEXT("endpoint.path", endpoint_path),
    ROW_TEXT("endpoint.text", endpoint_text),
    ROW_TEXT("socket.state", socket_state),
    ROW_TEXT("socket.group", socket_group),
    ROW_NUMBER("socket.errno", socket_errno),
    ROW_NUMBER("ping.status", ping_status),
    ROW_FLAG("ping.timeout", ping_timeout),
    ROW_TEXT("ping.api", ping_api),
    ROW_TEXT("ping.minimum", ping_minimum),
    ROW_TEXT("ping.os", ping_os),
    ROW_TEXT("ping.server", ping_server),
    ROW_NUMBER("info.status", info_status),
    ROW_TEXT("info.version", info_version),
    ROW_TEXT("info.system", info_system),
    ROW_TEXT("info.architecture", info_architecture),
    ROW_TEXT("info.os", info_os),
    ROW_FLAG("info.rootless", info_rootless),
    ROW_FLAG("info.userns", info_userns),
    ROW_FLAG("info.memory-limit", info_memory),
    ROW_FLAG("info.pids-limit", info_pids),
    ROW_TEXT("image.name", image_name),
    ROW_TEXT("image.id", image_id),
    ROW_TEXT("image.architecture", image_architecture),
    ROW_TEXT("image.os", image_os),
    ROW_NUMBER("image.status", image_status),
};

bool docker_socket_is_of_system(const char *path)
{
    return strcmp(path, "/var/run/docker.sock") == 0 || strcmp(path, "/run/docker.sock") == 0;
}

static void take(struct docker_facts *facts, const struct row *row, const char *value)
{
    char *member = (char *)facts + row->offset;
    int number = 0;

    (void)sscanf(value, "%9d", &number); /* no more digits than fit */
    bool flag = number == 1;

    if (row->kind == TEXT)
        (void)kit_text_copy(member, row->size, value);
    else if (row->kind == NUMBER)
        memcpy(member, &number, sizeof number);
    else
        memcpy(member, &flag, sizeof flag);
}

static void take_line(struct docker_facts *facts, char *line)
{
    char *space = strchr(line, ' ');

    if (space == NULL)
        return;
    *space = '\0';
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        if (strcmp(rows[i].key, line) == 0)
            take(facts, &rows[i], space + 1);
    }
}

/* Calls use with each line, which it may change. */
static void each_line(const char *lines, void (*use)(void *context, char *line), void *context)
{
    char line[2048];

    while (*lines != '\0') {
        size_t length = strcspn(lines, "\n");
        size_t kept = length < sizeof line - 1 ? length : sizeof line - 1;
        memcpy(line, lines, kept);
        line[kept] = '\0';
        use(context, line);
        lines += length + (lines[length] == '\n');
    }
}

static void use_fact(void *context, char *line)
{
    take_line(context, line);
}

void docker_facts_read(const char *lines, struct docker_facts *ret_facts)
{
    memset(ret_facts, 0, sizeof *ret_facts);
    each_line(lines, use_fact, ret_facts);
}

static void use_status(void *context, char *line)
{
    struct docker_report *report = context;
    int number = 0, used = 0;

    if (strcmp(line, "ready") == 0)
        report->ready = true;
    else if (strcmp(line, "started") == 0)
        report->started = true;
    else if (sscanf(line, "exited %9d%n", &number, &used) == 1 && line[used] == '\0') {
        report->exited = true;
        report->exit_status = number;
    } else if (sscanf(line, "setup %31s %*s %n", report->setup_step, &used) >= 1 && used > 0)
        (void)kit_text_copy(report->setup_text, sizeof report->setup_text, line + used);
}

void docker_report_read(const char *lines, struct docker_report *ret_report)
{
    memset(ret_report, 0, sizeof *ret_report);
    each_line(lines, use_status, ret_report);
}

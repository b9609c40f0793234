/* SPDX-License-Identifier: MIT */
/* What cordon-docker found out about the engine, and what trying a container gave. */
#ifndef CORDON_DOCKER_FACTS_H
#define CORDON_DOCKER_FACTS_H

#include <stdbool.h>
#include <stddef.h>

#define DOCKER_TEXT 512

/* Members are named as the keys of `cordon-docker probe` (drivers/docker/probe.c); texts that are not there are "". */
struct docker_facts {
    char endpoint_type[32], endpoint_from[16], endpoint_path[DOCKER_TEXT],
        endpoint_text[DOCKER_TEXT];
    char socket_state[16], socket_group[16];
    int socket_errno;
    int ping_status;
    bool ping_timeout;
    char ping_api[32], ping_minimum[32], ping_os[32], ping_server[128];
    int info_status;
    char info_version[64], info_system[128], info_architecture[32], info_os[32];
    bool info_rootless, info_userns, info_memory, info_pids;
    char image_name[DOCKER_TEXT], image_id[128], image_architecture[32], image_os[32];
    int image_status;
};

/* Is a socket at that path the engine of the system, and not a user's own? */
bool docker_socket_is_of_system(const char *path);

/* Lines `KEY VALUE`; keys that are not known are passed over. */
void docker_facts_read(const char *lines, struct docker_facts *ret_facts);

/* What the status channel of a tried container said. */
struct docker_report {
    bool ready, started, exited;
    int exit_status;
    char setup_step[32]; /* of `setup STEP ERRNO TEXT`, or "" */
    char setup_text[DOCKER_TEXT];
};
void docker_report_read(const char *lines, struct docker_report *ret_report);

#endif

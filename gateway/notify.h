/* SPDX-License-Identifier: MIT */
/* Tells a service manager how far the gateway is, where there is one that listens (NOTIFY_SOCKET, as systemd has it). */
#ifndef CORDON_GATEWAY_NOTIFY_H
#define CORDON_GATEWAY_NOTIFY_H

/* state: "READY=1". */
void notify_manager(const char *state);

#endif

/* SPDX-License-Identifier: MIT */
/* probe_net.c: every way to a network, the host's loopback and its interfaces included. */
#define _GNU_SOURCE /* IPPROTO_MPTCP, struct ifreq */
#include "probe.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <ifaddrs.h>
#include <linux/if_packet.h>
#include <linux/netlink.h>
#include <linux/rtnetlink.h>
#include <linux/vm_sockets.h>
#include <net/if.h>
#include <netinet/in.h>
#include <netinet/ip_icmp.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

#ifndef IPPROTO_MPTCP
#define IPPROTO_MPTCP 262
#endif

/* Whether the host's listener greets within a second. */
static struct result greeted(const struct world *w, int fd, const char *what)
{
    struct pollfd p = {.fd = fd, .events = POLLIN};
    char text[256];
    if (poll(&p, 1, 1000) != 1) {
        return HELD("%s: no answer", what);
    }
    ssize_t n = recv(fd, text, sizeof text - 1, 0);
    if (n > 0 && bytes_contain(text, (size_t)n, world_get(w, "token"))) {
        return BROKEN("%s: the host's listener answered", what);
    }
    return HELD("%s: %s", what, n < 0 ? strerror(errno) : "another answer");
}

static socklen_t address_fill(struct sockaddr_storage *addr, const char *host, long port)
{
    memset(addr, 0, sizeof *addr);
    struct sockaddr_in v4 = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
    struct sockaddr_in6 v6 = {.sin6_family = AF_INET6, .sin6_port = htons((uint16_t)port)};
    if (inet_pton(AF_INET, host, &v4.sin_addr) == 1) {
        memcpy(addr, &v4, sizeof v4);
        return sizeof v4;
    }
    if (inet_pton(AF_INET6, host, &v6.sin6_addr) == 1) {
        memcpy(addr, &v6, sizeof v6);
        return sizeof v6;
    }
    return 0;
}

/* ARG is "ADDRESS PORT-FACT"; an ADDRESS that begins with @ is a fact too. */
static struct result target_read(const struct world *w, const char *arg,
                                 struct sockaddr_storage *addr, socklen_t *size)
{
    char host[64];
    char port[64];
    if (sscanf(arg, "%63s %63s", host, port) != 2) {
        return SKIP("bad argument %s", arg);
    }
    const char *name = host[0] == '@' ? world_get(w, host + 1) : host;
    if (name[0] == '\0' || world_number(w, port) == 0) {
        return SKIP("the host has no %s", arg);
    }
    *size = address_fill(addr, name, world_number(w, port));
    return *size == 0 ? SKIP("bad address %s", name) : OK("ready");
}

static struct result stream(const struct world *w, const char *arg, int protocol, bool fast)
{
    struct sockaddr_storage addr;
    socklen_t size = 0;
    struct result r = target_read(w, arg, &addr, &size);
    if (r.verdict != VERDICT_OK) {
        return r;
    }
    int fd = socket(addr.ss_family, SOCK_STREAM | SOCK_CLOEXEC, protocol);
    if (fd < 0) {
        return HELD("socket: %s", strerror(errno));
    }
    const struct sockaddr *to = (const struct sockaddr *)&addr;
    ssize_t rc = fast ? sendto(fd, "x", 1, MSG_FASTOPEN, to, size) : connect(fd, to, size);
    if (rc < 0) {
        return HELD("connect: %s", strerror(errno));
    }
    return greeted(w, fd, arg);
}

static struct result tcp(const struct world *w, const char *arg)
{
    return stream(w, arg, 0, false);
}

static struct result tcp_fast_open(const struct world *w, const char *arg)
{
    return stream(w, arg, 0, true);
}

static struct result mptcp(const struct world *w, const char *arg)
{
    return stream(w, arg, IPPROTO_MPTCP, false);
}

/* No listener is needed: a refusal by the host's stack shows that the request reached it. */
static struct result sctp(const struct world *w, const char *arg)
{
    (void)arg;
    struct sockaddr_storage addr;
    socklen_t size = address_fill(&addr, "127.0.0.1", world_number(w, "port.tcp4"));
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, IPPROTO_SCTP);
    return fd < 0 ? HELD("socket: %s", strerror(errno))
                  : result_of_attempt(connect(fd, (const struct sockaddr *)&addr, size), "connect");
}

static struct result udp(const struct world *w, const char *arg)
{
    struct sockaddr_storage addr;
    socklen_t size = 0;
    struct result r = target_read(w, arg, &addr, &size);
    if (r.verdict != VERDICT_OK) {
        return r;
    }
    int fd = socket(addr.ss_family, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    if (fd < 0 || sendto(fd, "hello", 5, 0, (const struct sockaddr *)&addr, size) < 0) {
        return HELD("send: %s", strerror(errno));
    }
    return greeted(w, fd, arg);
}

/* A query for a name to the host's resolver, which answers every datagram. */
static struct result dns(const struct world *w, const char *arg)
{
    static const char query[] = "\x12\x34\x01\x00\x00\x01\x00\x00\x00\x00\x00\x00"
                                "\x06secret\x07"
                                "example\x00\x00\x01\x00\x01";
    struct sockaddr_storage addr;
    socklen_t size = 0;
    struct result r = target_read(w, arg, &addr, &size);
    if (r.verdict != VERDICT_OK) {
        return r;
    }
    int fd = socket(addr.ss_family, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    if (fd < 0 ||
        sendto(fd, query, sizeof query - 1, 0, (const struct sockaddr *)&addr, size) < 0) {
        return HELD("send: %s", strerror(errno));
    }
    return greeted(w, fd, "name server");
}

/* The host's own address answers echo requests; the sandbox's loopback would not count. */
static struct result ping(const struct world *w, const char *arg)
{
    struct sockaddr_storage addr;
    socklen_t size = address_fill(&addr, world_get(w, "hostip"), 0);
    if (size == 0) {
        return SKIP("the host has no address but loopback");
    }
    int type = strcmp(arg, "raw") == 0 ? SOCK_RAW : SOCK_DGRAM;
    int fd = socket(AF_INET, type | SOCK_CLOEXEC, IPPROTO_ICMP);
    if (fd < 0) {
        return HELD("socket: %s", strerror(errno));
    }
    struct icmphdr echo = {.type = ICMP_ECHO};
    echo.checksum = htons(0xf7ff); /* of eight bytes that are zero but the type */
    if (sendto(fd, &echo, sizeof echo, 0, (const struct sockaddr *)&addr, size) < 0) {
        return HELD("send: %s", strerror(errno));
    }
    struct pollfd p = {.fd = fd, .events = POLLIN};
    return poll(&p, 1, 1000) == 1 ? BROKEN("the host answered") : HELD("no answer");
}

static struct result packet(const struct world *w, const char *arg)
{
    (void)w;
    (void)arg;
    int fd = socket(AF_PACKET, SOCK_RAW | SOCK_CLOEXEC, 0);
    if (fd < 0) {
        return HELD("socket: %s", strerror(errno));
    }
    for (unsigned i = 2; i < 64; i++) {
        char name[IF_NAMESIZE];
        struct sockaddr_ll addr = {.sll_family = AF_PACKET, .sll_ifindex = (int)i};
        if (if_indextoname(i, name) != NULL &&
            bind(fd, (const struct sockaddr *)&addr, sizeof addr) == 0) {
            return BROKEN("bound to %s", name);
        }
    }
    return HELD("no interface of the host to bind to");
}

static struct result interfaces(const struct world *w, const char *arg)
{
    (void)w;
    (void)arg;
    struct ifaddrs *list = NULL;
    if (getifaddrs(&list) != 0) {
        return HELD("getifaddrs: %s", strerror(errno));
    }
    struct result r = HELD("only loopback");
    for (const struct ifaddrs *i = list; i != NULL; i = i->ifa_next) {
        if (!(i->ifa_flags & IFF_LOOPBACK) && i->ifa_addr != NULL &&
            (i->ifa_addr->sa_family == AF_INET || i->ifa_addr->sa_family == AF_INET6)) {
            r = BROKEN("interface %s has an address", i->ifa_name);
        }
    }
    freeifaddrs(list);
    return r;
}

static struct result routes(const struct world *w, const char *arg)
{
    (void)w;
    (void)arg;
    struct {
        struct nlmsghdr head;
        struct rtmsg route;
    } ask = {.head = {.nlmsg_len = sizeof ask,
                      .nlmsg_type = RTM_GETROUTE,
                      .nlmsg_flags = NLM_F_REQUEST | NLM_F_DUMP},
             .route = {.rtm_family = AF_INET}};
    int fd = socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC, NETLINK_ROUTE);
    if (fd < 0 || send(fd, &ask, sizeof ask, 0) < 0) {
        return HELD("netlink: %s", strerror(errno));
    }
    union {
        struct nlmsghdr head;
        char bytes[32768];
    } answer;
    ssize_t n = recv(fd, &answer, sizeof answer, 0);
    if (n < (ssize_t)sizeof(struct nlmsghdr)) {
        return HELD("netlink: no answer");
    }
    for (size_t at = 0; at + sizeof(struct nlmsghdr) + sizeof(struct rtmsg) <= (size_t)n;) {
        struct nlmsghdr head;
        struct rtmsg route;
        memcpy(&head, answer.bytes + at, sizeof head);
        memcpy(&route, answer.bytes + at + NLMSG_HDRLEN, sizeof route);
        if (head.nlmsg_type == RTM_NEWROUTE && route.rtm_table == RT_TABLE_MAIN) {
            return BROKEN("a route of the main table");
        }
        if (head.nlmsg_len < sizeof head) {
            break;
        }
        at += NLMSG_ALIGN(head.nlmsg_len);
    }
    return HELD("no route");
}

static struct result proc_net(const struct world *w, const char *arg)
{
    char text[65536];
    char port[16];
    ssize_t n = file_read(arg, text, sizeof text);
    if (n < 0) {
        return HELD("%s: %s", arg, strerror(errno));
    }
    snprintf(port, sizeof port, ":%04lX ", (unsigned long)world_number(w, "port.tcp4"));
    bool found = strcmp(arg, "/proc/net/unix") == 0
                     ? bytes_contain(text, (size_t)n, world_get(w, "abstract"))
                     : bytes_contain(text, (size_t)n, port);
    return found ? BROKEN("%s shows the host's listener", arg) : HELD("%s: not there", arg);
}

static struct result abstract_socket(const struct world *w, const char *arg)
{
    struct sockaddr_un addr = {.sun_family = AF_UNIX};
    int type = strcmp(arg, "dgram") == 0       ? SOCK_DGRAM
               : strcmp(arg, "seqpacket") == 0 ? SOCK_SEQPACKET
                                               : SOCK_STREAM;
    int len = snprintf(addr.sun_path + 1, sizeof addr.sun_path - 1, "%s-%s",
                       world_get(w, "abstract"), arg);
    socklen_t size = (socklen_t)(offsetof(struct sockaddr_un, sun_path) + 1 + (size_t)len);
    int fd = socket(AF_UNIX, type | SOCK_CLOEXEC, 0);
    if (fd < 0 || connect(fd, (const struct sockaddr *)&addr, size) != 0) {
        return HELD("abstract %s: %s", arg, strerror(errno));
    }
    return BROKEN("abstract %s: connected", arg);
}

static struct result vsock(const struct world *w, const char *arg)
{
    (void)w;
    (void)arg;
    int fd = socket(AF_VSOCK, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (fd < 0) {
        return HELD("socket: %s", strerror(errno));
    }
    struct sockaddr_vm addr = {
        .svm_family = AF_VSOCK, .svm_cid = VMADDR_CID_HOST, .svm_port = 0xfffffff0U};
    struct timeval limit = {.tv_usec = 200000};
    setsockopt(fd, AF_VSOCK, SO_VM_SOCKETS_CONNECT_TIMEOUT, &limit, sizeof limit);
    int rc = connect(fd, (const struct sockaddr *)&addr, sizeof addr);
    /* Refused by the peer, or no answer: the request left the sandbox. */
    if (rc == 0 || errno == ECONNRESET || errno == ECONNREFUSED || errno == ETIMEDOUT) {
        return BROKEN("a request went to the hypervisor: %s", strerror(errno));
    }
    return result_of_attempt(rc, "vsock connect");
}

/* The host connects to the port that the probe listens on; see `listen` in the driver. */
static struct result listen_tcp(const struct world *w, const char *arg)
{
    struct sockaddr_storage addr;
    socklen_t size = address_fill(&addr, arg, world_number(w, "port.listen"));
    int fd = socket(addr.ss_family, SOCK_STREAM | SOCK_CLOEXEC, 0);
    int one = 1;
    setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &one, sizeof one);
    if (fd < 0 || bind(fd, (const struct sockaddr *)&addr, size) != 0 || listen(fd, 1) != 0) {
        return HELD("listen: %s", strerror(errno));
    }
    struct pollfd p = {.fd = fd, .events = POLLIN};
    return poll(&p, 1, 700) == 1 ? BROKEN("the host connected") : HELD("nobody connected");
}

static struct result listen_abstract(const struct world *w, const char *arg)
{
    (void)arg;
    struct sockaddr_un addr = {.sun_family = AF_UNIX};
    int len = snprintf(addr.sun_path + 1, sizeof addr.sun_path - 1, "%s-inside",
                       world_get(w, "abstract"));
    socklen_t size = (socklen_t)(offsetof(struct sockaddr_un, sun_path) + 1 + (size_t)len);
    int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (fd < 0 || bind(fd, (const struct sockaddr *)&addr, size) != 0 || listen(fd, 1) != 0) {
        return HELD("listen: %s", strerror(errno));
    }
    struct pollfd p = {.fd = fd, .events = POLLIN};
    return poll(&p, 1, 700) == 1 ? BROKEN("the host connected") : HELD("nobody connected");
}

/* An interface that the agent makes is a first step; without rights the kernel says EPERM. */
static struct result make_interface(const struct world *w, const char *arg)
{
    (void)w;
    (void)arg;
    int fd = open("/dev/net/tun", O_RDWR | O_CLOEXEC);
    if (fd < 0) {
        return HELD("/dev/net/tun: %s", strerror(errno));
    }
    struct ifreq request = {.ifr_flags = IFF_UP};
    request.ifr_flags = 0x0001 | 0x1000; /* IFF_TUN | IFF_NO_PI: goes away with the descriptor */
    return result_of_call(ioctl(fd, 0x400454caUL, &request), "TUNSETIFF");
}

void probes_net(void)
{
    static const struct probe rows[] = {
        {"net-tcp4-loopback", CORDON_G_NET_NONE, 0, NULL, tcp, "127.0.0.1 port.tcp4"},
        {"net-tcp4-any", CORDON_G_NET_NONE, 0, NULL, tcp, "0.0.0.0 port.tcp4"},
        {"net-tcp6-loopback", CORDON_G_NET_NONE, NEED_KERNEL, NULL, tcp, "::1 port.tcp6"},
        {"net-tcp6-mapped", CORDON_G_NET_NONE, NEED_KERNEL, NULL, tcp,
         "::ffff:127.0.0.1 port.tcp4"},
        {"net-tcp4-host-address", CORDON_G_NET_NONE, NEED_KERNEL, NULL, tcp, "@hostip port.hostip"},
        {"net-udp4-loopback", CORDON_G_NET_NONE, 0, NULL, udp, "127.0.0.1 port.udp4"},
        {"net-udp6-loopback", CORDON_G_NET_NONE, NEED_KERNEL, NULL, udp, "::1 port.udp6"},
        {"net-dns", CORDON_G_NET_NONE, 0, NULL, dns, "127.0.0.1 port.udp4"},
        {"net-fast-open", CORDON_G_NET_NONE, NEED_KERNEL, NULL, tcp_fast_open,
         "127.0.0.1 port.tcp4"},
        {"net-mptcp", CORDON_G_NET_NONE, NEED_KERNEL, NULL, mptcp, "127.0.0.1 port.tcp4"},
        {"net-sctp", CORDON_G_NET_NONE, NEED_KERNEL, NULL, sctp, NULL},
        {"net-icmp", CORDON_G_NET_NONE, NEED_KERNEL, NULL, ping, "dgram"},
        {"net-icmp-raw", CORDON_G_NET_NONE, NEED_ROOT | NEED_KERNEL, NULL, ping, "raw"},
        {"net-packet", CORDON_G_NET_NONE, NEED_ROOT | NEED_KERNEL, NULL, packet, NULL},
        {"net-interfaces", CORDON_G_NET_NONE, NEED_KERNEL, NULL, interfaces, NULL},
        {"net-routes", CORDON_G_NET_NONE, NEED_KERNEL, NULL, routes, NULL},
        {"net-proc-tcp", CORDON_G_NET_NONE, 0, NULL, proc_net, "/proc/net/tcp"},
        {"net-proc-unix", CORDON_G_NET_NONE, 0, NULL, proc_net, "/proc/net/unix"},
        {"net-abstract-stream", CORDON_G_NET_NONE, 0, NULL, abstract_socket, "stream"},
        {"net-abstract-dgram", CORDON_G_NET_NONE, 0, NULL, abstract_socket, "dgram"},
        {"net-abstract-seqpacket", CORDON_G_NET_NONE, 0, NULL, abstract_socket, "seqpacket"},
        {"net-vsock", CORDON_G_NET_NONE, NEED_KERNEL, NULL, vsock, NULL},
        {"net-listen-tcp4", CORDON_G_NET_NONE, 0, "listen", listen_tcp, "127.0.0.1"},
        {"net-listen-any", CORDON_G_NET_NONE, 0, "listen", listen_tcp, "0.0.0.0"},
        {"net-listen-abstract", CORDON_G_NET_NONE, 0, "listen", listen_abstract, NULL},
        {"net-tun", CORDON_G_NET_NONE, NEED_ROOT | NEED_KERNEL, NULL, make_interface, NULL},
    };
    PROBES_ADD(rows);
}

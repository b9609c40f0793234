/* SPDX-License-Identifier: MIT */
/* plugins/docker/hints.c: the exact step per code and machine, and nothing strange in any. */
#include "fake_host.h"

#include <codes.h>
#include <criterion/criterion.h>
#include <hints.h>
#include <stdio.h>
#include <string.h>

struct machine {
    const char *distro, *version, *like;
    const char *extra[3][2]; /* more facts; they count for more than "os" = "linux" */
};

struct expectation {
    const char *code;
    struct machine machine;
    const char *subject; /* of the finding, or NULL */
    const char *command; /* words joined by '|'; NULL: there is none */
};

/* clang-format-14 cannot lay braces of macros out. */
/* clang-format off */
#define DEBIAN      {.distro = "debian", .version = "12"}
#define UBUNTU      {.distro = "ubuntu", .version = "24.04", .like = "debian"}
#define FEDORA      {.distro = "fedora", .version = "43"}
#define RHEL(v)     {.distro = "rhel", .version = v, .like = "fedora"}
#define ALPINE      {.distro = "alpine", .version = "3.23"}
#define WITH(d, k, v)           {.distro = d, .extra = {{k, v}}}
#define WITH2(d, k, v, k2, v2)  {.distro = d, .extra = {{k, v}, {k2, v2}}}
#define MACOS       WITH(NULL, "os", "macos")
#define WINDOWS     WITH(NULL, "os", "windows")
#define WSL         WITH("ubuntu", "wsl", "2")
#define CONTAINER(d)    WITH(d, "container", "docker")
#define NO_SUDO(d)      WITH2(d, "sudo", "no", "uid", "1000")
#define ROOT(d)         WITH2(d, "sudo", "no", "uid", "0")
#define OSTREE(d)       WITH(d, "distro.variant", "ostree")
/* clang-format on */

#define SOCKET      "/var/run/docker.sock"
#define ROOTLESS    "/run/user/1000/docker.sock"
#define USE_DEFAULT "docker|context|use|default"
#define UNSET       "unset|DOCKER_HOST"
#define CHECK       "cordon|doctor|--fresh"
#define APT         "sudo|apt-get|install|-y|docker.io"
#define FROM_DOCKER(f)                                                                             \
    "sudo|sh|-c|dnf install -y dnf-plugins-core && dnf config-manager "                            \
    "--add-repo https://download.docker.com/linux/" f                                              \
    "/docker-ce.repo && dnf install -y docker-ce"
#define DELEGATE                                                                                   \
    "sudo|sh|-c|mkdir -p /etc/systemd/system/user@.service.d && printf "                           \
    "\"[Service]\\nDelegate=cpu cpuset io memory pids\\n\" > "                                     \
    "/etc/systemd/system/user@.service.d/delegate.conf && systemctl daemon-reload"
#define IMAGE  "docker.io/library/node:22-bookworm"
#define DIGEST "ghcr.io/o/i@sha256:0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"

static const struct expectation expectations[] = {
    /* The engine's package, every package manager. */
    {"docker.not-installed", DEBIAN, NULL, APT},
    {"docker.not-installed", UBUNTU, NULL, APT},
    {"docker.not-installed", {.distro = "zorin", .like = "ubuntu debian"}, NULL, APT},
    {"docker.not-installed", WSL, NULL, APT},
    {"docker.not-installed", WITH("ubuntu", "wsl", "1"), NULL, NULL},
    {"docker.not-installed", FEDORA, NULL, "sudo|dnf|install|-y|moby-engine"},
    {"docker.not-installed",
     {.distro = "nobara", .like = "fedora"},
     NULL,
     "sudo|dnf|install|-y|moby-engine"},
    {"docker.not-installed", OSTREE("fedora"), NULL, "rpm-ostree|install|--apply-live|moby-engine"},
    {"docker.not-installed", OSTREE("rhel"), NULL, NULL},
    {"docker.not-installed", RHEL("9.4"), NULL, FROM_DOCKER("rhel")},
    {"docker.not-installed",
     {.distro = "rocky", .version = "9", .like = "rhel centos fedora"},
     NULL,
     FROM_DOCKER("rhel")},
    {"docker.not-installed", {.distro = "almalinux", .version = "9"}, NULL, FROM_DOCKER("centos")},
    {"docker.not-installed", {.distro = "ol", .version = "8"}, NULL, FROM_DOCKER("centos")},
    {"docker.not-installed", {.distro = "centos", .version = "7"}, NULL, NULL},
    {"docker.not-installed",
     {.distro = "amzn", .version = "2023", .like = "fedora"},
     NULL,
     "sudo|dnf|install|-y|docker"},
    {"docker.not-installed",
     {.distro = "amzn", .version = "2", .like = "centos rhel fedora"},
     NULL,
     "sudo|amazon-linux-extras|install|-y|docker"},
    {"docker.not-installed", {.distro = "arch"}, NULL, "sudo|pacman|-S|--needed|docker"},
    {"docker.not-installed",
     {.distro = "steamos", .like = "arch"},
     NULL,
     "sudo|sh|-c|steamos-readonly disable && pacman -S --needed --noconfirm docker; "
     "steamos-readonly enable"},
    {"docker.not-installed",
     {.distro = "opensuse-tumbleweed"},
     NULL,
     "sudo|zypper|--non-interactive|install|docker"},
    {"docker.not-installed",
     {.distro = "sles"},
     NULL,
     "sudo|zypper|--non-interactive|install|docker"},
    {"docker.not-installed",
     {.distro = "opensuse-microos"},
     NULL,
     "sudo|transactional-update|-n|pkg|install|docker"},
    {"docker.not-installed", ALPINE, NULL, "doas|apk|add|docker"},
    {"docker.not-installed", WITH("alpine", "sudo", "yes"), NULL, "sudo|apk|add|docker"},
    {"docker.not-installed", {.distro = "void"}, NULL, "sudo|xbps-install|-y|docker"},
    {"docker.not-installed",
     {.distro = "gentoo"},
     NULL,
     "sudo|emerge|--ask=n|app-containers/docker"},
    {"docker.not-installed", {.distro = "nixos"}, NULL, "sudo|nixos-rebuild|switch"},
    {"docker.not-installed",
     {.distro = "guix"},
     NULL,
     "sudo|guix|system|reconfigure|/etc/config.scm"},
    {"docker.not-installed", {.distro = "openwrt"}, NULL, "sudo|opkg|install|dockerd|docker"},
    {"docker.not-installed", NO_SUDO("debian"), NULL, "su|-c|apt-get install -y docker.io"},
    {"docker.not-installed", ROOT("debian"), NULL, "apt-get|install|-y|docker.io"},
    {"docker.not-installed", {.distro = "unheard-of"}, NULL, NULL},
    {"docker.not-installed", {.distro = "vanilla", .like = "debian"}, NULL, NULL},
    {"docker.not-installed", MACOS, NULL, "brew|install|--cask|docker-desktop"},
    {"docker.not-installed", WINDOWS, NULL, "winget|install|-e|--id|Docker.DockerDesktop"},

    {"docker.too-old", DEBIAN, "19.03", "sudo|apt-get|install|--only-upgrade|-y|docker.io"},
    {"docker.too-old", RHEL("9"), "19.03", "sudo|dnf|upgrade|-y|docker-ce"},
    {"docker.too-old", MACOS, "19.03", "brew|upgrade|--cask|docker-desktop"},
    {"docker.too-old", WINDOWS, "19.03", "winget|upgrade|-e|--id|Docker.DockerDesktop"},
    {"docker.too-old", {.distro = NULL}, "19.03", NULL},
    {"docker.too-new", DEBIAN, "1.60", NULL},

    /* Where the engine is said to be. */
    {"docker.context-missing", DEBIAN, "desktop-linux", USE_DEFAULT},
    {"docker.context-missing", WINDOWS, "desktop-linux", USE_DEFAULT},
    {"docker.context-missing", DEBIAN, "DOCKER_CONTEXT=gone", "unset|DOCKER_CONTEXT"},
    {"docker.context-missing", DEBIAN, "currentContext=gone", USE_DEFAULT},
    {"docker.config-broken", DEBIAN, "/home/u/.docker/config.json",
     "mv|-i|/home/u/.docker/config.json|/home/u/.docker/config.json.broken"},
    {"docker.config-broken", DEBIAN, "/home/a b/.docker/config.json", NULL},
    {"docker.config-broken", DEBIAN, "/home/u/../config.json", NULL},
    {"docker.config-broken", WINDOWS, "C:/Users/u/.docker/config.json", NULL},
    {"docker.host-bad", DEBIAN, "bogus", UNSET},
    {"docker.host-bad", DEBIAN, NULL, UNSET},
    {"docker.host-bad", DEBIAN, "DOCKER_HOST=$(reboot)", UNSET},
    {"docker.host-bad", DEBIAN, "currentContext=bogus", USE_DEFAULT},
    {"docker.host-bad", WINDOWS, "bogus", "setx|DOCKER_HOST|"},
    {"docker.remote", DEBIAN, "ssh://u@h", USE_DEFAULT},
    {"docker.remote", MACOS, "currentContext=ssh://u@h", USE_DEFAULT},
    {"docker.remote", DEBIAN, "DOCKER_HOST=tcp://10.0.0.1:2375", UNSET},
    {"docker.remote", DEBIAN, "DOCKER_CONTEXT=ssh://u@h", "unset|DOCKER_CONTEXT"},
    {"docker.remote", WINDOWS, "DOCKER_HOST=tcp://10.0.0.1:2375", "setx|DOCKER_HOST|"},
    {"docker.wsl-integration", WSL, NULL, NULL},

    /* Starting it. */
    {"docker.down", DEBIAN, SOCKET, "sudo|systemctl|enable|--now|docker"},
    {"docker.down", UBUNTU, "unix://" SOCKET, "sudo|systemctl|enable|--now|docker"},
    {"docker.down", FEDORA, NULL, "sudo|systemctl|enable|--now|docker"},
    {"docker.down", {.distro = "arch"}, SOCKET, "sudo|systemctl|enable|--now|docker"},
    {"docker.down",
     {.distro = "amzn", .version = "2"},
     SOCKET,
     "sudo|systemctl|enable|--now|docker"},
    {"docker.down", NO_SUDO("debian"), SOCKET, "su|-c|systemctl enable --now docker"},
    {"docker.down", {.distro = "nixos"}, SOCKET, "sudo|systemctl|start|docker"},
    {"docker.down", ALPINE, SOCKET,
     "doas|sh|-c|rc-update add docker default && rc-service docker start"},
    {"docker.down",
     {.distro = "gentoo"},
     SOCKET,
     "sudo|sh|-c|rc-update add docker default && rc-service docker start"},
    {"docker.down", {.distro = "void"}, SOCKET, "sudo|ln|-s|/etc/sv/docker|/var/service/"},
    {"docker.down", {.distro = "guix"}, SOCKET, "sudo|herd|start|dockerd"},
    {"docker.down",
     {.distro = "openwrt"},
     SOCKET,
     "sudo|sh|-c|/etc/init.d/dockerd enable && /etc/init.d/dockerd start"},
    {"docker.down", {.distro = "devuan", .like = "debian"}, SOCKET, "sudo|service|docker|start"},
    {"docker.down", {.distro = "artix", .like = "arch"}, SOCKET, NULL},
    {"docker.down", {.distro = "unheard-of"}, SOCKET, NULL},
    {"docker.down", WSL, SOCKET, "sudo|service|docker|start"},
    {"docker.down", WITH("ubuntu", "wsl", "1"), SOCKET, NULL},
    {"docker.down", CONTAINER("debian"), SOCKET, "sudo|service|docker|start"},
    {"docker.down", CONTAINER("fedora"), SOCKET, NULL},
    {"docker.down", WITH("debian", "container", "lxc"), SOCKET,
     "sudo|systemctl|enable|--now|docker"},
    {"docker.down", DEBIAN, ROOTLESS, "systemctl|--user|enable|--now|docker"},
    {"docker.down", DEBIAN, "/home/u/.docker/desktop/docker.sock",
     "systemctl|--user|start|docker-desktop"},
    {"docker.down", DEBIAN, "/run/user/1000/podman/podman.sock", APT},
    {"docker.down", DEBIAN, "DOCKER_HOST=unix:///srv/engine.sock", UNSET},
    {"docker.down", DEBIAN, "DOCKER_HOST=unix:///run/user/1000/podman/podman.sock", UNSET},
    {"docker.down", DEBIAN, "/srv/engine.sock", USE_DEFAULT},
    {"docker.down", MACOS, "/Users/u/.docker/run/docker.sock", "open|-a|Docker"},
    {"docker.down", MACOS, SOCKET, "open|-a|Docker"},
    {"docker.down", MACOS, "/Users/u/.colima/default/docker.sock", "colima|start"},
    {"docker.down", MACOS, "/Users/u/.orbstack/run/docker.sock", "open|-a|OrbStack"},
    {"docker.down", MACOS, "/Users/u/.rd/docker.sock", "rdctl|start"},
    {"docker.down", MACOS, "DOCKER_HOST=unix:///tmp/x.sock", UNSET},
    {"docker.down", WINDOWS, NULL, "docker|desktop|start"},
    {"docker.rootless-down", DEBIAN, ROOTLESS, "systemctl|--user|enable|--now|docker"},
    {"docker.rootless-down", DEBIAN, NULL, "systemctl|--user|enable|--now|docker"},
    {"docker.rootless-down", DEBIAN, "/srv/engine.sock", USE_DEFAULT},
    {"docker.rootless-down", DEBIAN, "DOCKER_HOST=/srv/engine.sock", UNSET},
    {"docker.rootless-down", DEBIAN, "/run/user/1000/podman/podman.sock", APT},
    {"docker.desktop-stopped", MACOS, "/Users/u/.colima/default/docker.sock", "colima|start"},
    {"docker.desktop-stopped", DEBIAN, "/home/u/.rd/docker.sock", "rdctl|start"},
    {"docker.rootless-down", ALPINE, ROOTLESS, NULL},
    {"docker.desktop-stopped", DEBIAN, NULL, "systemctl|--user|start|docker-desktop"},
    {"docker.desktop-stopped", MACOS, NULL, "open|-a|Docker"},
    {"docker.desktop-stopped", WINDOWS, NULL, "docker|desktop|start"},
    {"docker.desktop-stopped", WSL, NULL, "docker.exe|desktop|start"},
    {"docker.not-a-socket", DEBIAN, SOCKET,
     "sudo|sh|-c|rmdir /var/run/docker.sock && systemctl restart docker"},
    {"docker.not-a-socket", ALPINE, SOCKET,
     "doas|sh|-c|rmdir /var/run/docker.sock && rc-service docker restart"},
    {"docker.not-a-socket",
     {.distro = "void"},
     SOCKET,
     "sudo|sh|-c|rmdir /var/run/docker.sock && sv restart docker"},
    {"docker.not-a-socket", {.distro = "unheard-of"}, SOCKET, "sudo|rmdir|/var/run/docker.sock"},
    {"docker.not-a-socket", MACOS, SOCKET, "sudo|rmdir|/var/run/docker.sock"},
    {"docker.not-a-socket", DEBIAN, ROOTLESS, "rmdir|" ROOTLESS},
    {"docker.not-a-socket", DEBIAN, "/home/u/a b.sock", NULL},
    {"docker.not-a-socket", DEBIAN, "/home/../etc", NULL},
    {"docker.not-a-socket", DEBIAN, "/etc", NULL},
    {"docker.not-a-socket", DEBIAN, NULL, NULL},

    /* The right to use it. */
    {"docker.permission", DEBIAN, SOCKET, "sh|-c|sudo usermod -aG docker \"$(id -un)\""},
    {"docker.permission", UBUNTU, NULL, "sh|-c|sudo usermod -aG docker \"$(id -un)\""},
    {"docker.permission", NO_SUDO("debian"), SOCKET,
     "sh|-c|su -c \"usermod -aG docker $(id -un)\""},
    {"docker.permission", ROOT("debian"), SOCKET, NULL},
    {"docker.permission", ALPINE, SOCKET, "sh|-c|doas addgroup \"$(id -un)\" docker"},
    {"docker.permission", WITH("alpine", "sudo", "yes"), SOCKET,
     "sh|-c|sudo addgroup \"$(id -un)\" docker"},
    {"docker.permission", {.distro = "nixos"}, SOCKET, "sudo|nixos-rebuild|switch"},
    {"docker.permission",
     {.distro = "guix"},
     SOCKET,
     "sudo|guix|system|reconfigure|/etc/config.scm"},
    {"docker.permission", OSTREE("fedora"), SOCKET, "sh|-c|sudo usermod -aG docker \"$(id -un)\""},
    {"docker.permission", DEBIAN, "/home/other/docker.sock", NULL},
    {"docker.permission", MACOS, SOCKET, NULL},
    {"docker.permission", WINDOWS, NULL, "net|localgroup|docker-users|%USERNAME%|/add"},
    {"docker.relogin", DEBIAN, SOCKET, "newgrp|docker"},
    {"docker.relogin", ALPINE, SOCKET, "sh|-c|exec su -l \"$(id -un)\""},
    {"docker.relogin", WINDOWS, NULL, NULL},

    /* What answers. */
    {"docker.hung", DEBIAN, SOCKET, CHECK},
    {"docker.hung", MACOS, NULL, CHECK},
    {"docker.starting", DEBIAN, SOCKET, CHECK},
    {"docker.timeout", DEBIAN, NULL, CHECK},
    {"docker.not-an-engine", DEBIAN, SOCKET, "sudo|ss|-l|-x|-p"},
    {"docker.not-an-engine", DEBIAN, "DOCKER_HOST=unix:///tmp/s", UNSET},
    {"docker.not-an-engine", MACOS, "/tmp/s", "sudo|lsof|/tmp/s"},
    {"docker.not-an-engine", MACOS, "/tmp/s;reboot", NULL},
    {"docker.podman", DEBIAN, SOCKET, APT},
    {"docker.podman", DEBIAN, "DOCKER_HOST=unix:///run/user/1000/podman/podman.sock", UNSET},
    {"docker.podman", FEDORA, SOCKET, "sudo|dnf|install|-y|moby-engine"},
    {"docker.podman", RHEL("9"), SOCKET, FROM_DOCKER("rhel")},
    {"docker.podman", {.distro = "unheard-of"}, SOCKET, NULL},
    {"docker.podman", MACOS, NULL, "brew|install|--cask|docker-desktop"},
    {"docker.windows-containers", WINDOWS, "windows", "docker|desktop|engine|use|linux"},
    {"docker.windows-containers", WSL, "windows", "docker.exe|desktop|engine|use|linux"},
    {"docker.cgroup", DEBIAN, SOCKET, NULL},
    {"docker.cgroup", DEBIAN, "unix://" ROOTLESS, DELEGATE},
    {"docker.cgroup", WITH("debian", "probed.docker.endpoint", ROOTLESS), "cgroups: denied",
     DELEGATE},
    {"docker.cgroup", ALPINE, ROOTLESS, NULL},
    {"docker.cgroup", MACOS, NULL, NULL},

    /* The image. */
    {"image.missing", DEBIAN, IMAGE, "cordon|image|pull|" IMAGE},
    {"image.missing", MACOS, "localhost:5000/i", "cordon|image|pull|localhost:5000/i"},
    {"image.missing", DEBIAN, DIGEST, "cordon|image|pull|" DIGEST},
    {"image.missing", DEBIAN, NULL, "cordon|image|pull"},
    {"image.missing", DEBIAN, "x; reboot", "cordon|image|pull"},
    {"image.missing", DEBIAN, "--yes", "cordon|image|pull"},
    {"image.wrong-platform", DEBIAN, IMAGE, "cordon|image|pull|" IMAGE},
    {"image.bad-name", DEBIAN, "$(reboot)", "unset|CORDON_DOCKER_IMAGE"},
    {"image.bad-name", WINDOWS, "a b", "setx|CORDON_DOCKER_IMAGE|"},

    /* Nothing that is typed here helps. */
    {"helper.missing", DEBIAN, NULL, NULL},
    {"docker.mount-denied", MACOS, "/private/x", NULL},
    {"docker.mount-missing", DEBIAN, "/home/u/p", NULL},
    {"docker.runtime", DEBIAN, "OCI runtime create failed", NULL},
    {"docker.disk-full", DEBIAN, NULL, "docker|system|df"},
    {"sandbox.setup", DEBIAN, NULL, NULL},
    {"docker.unknown", DEBIAN, "something", NULL},
};

#define EXPECTATIONS (sizeof(expectations) / sizeof(expectations[0]))

static void set_facts(struct cordon_call *call, const struct machine *machine)
{
    fake_call_set_fact(call, "os", "linux");
    fake_call_set_fact(call, "uid", "1000");
    fake_call_set_fact(call, "distro", machine->distro);
    fake_call_set_fact(call, "distro.version", machine->version);
    fake_call_set_fact(call, "distro.like", machine->like);
    for (size_t i = 0; i < 3; i++)
        if (machine->extra[i][0] != NULL)
            fake_call_set_fact(call, machine->extra[i][0], machine->extra[i][1]);
}

static struct cordon_call *ask(const char *code, const struct machine *machine, const char *subject)
{
    struct cordon_call *call = fake_call_new();
    char key[128];
    set_facts(call, machine);
    (void)snprintf(key, sizeof(key), "probed.%s", code);
    fake_call_set_fact(call, key, subject);
    cr_assert_eq(docker_hint(fake_host(), call, code), CORDON_OK);
    return call;
}

Test(docker_hint, is_the_exact_step)
{
    for (size_t i = 0; i < EXPECTATIONS; i++) {
        const struct expectation *e = &expectations[i];
        struct cordon_call *call = ask(e->code, &e->machine, e->subject);
        const char *command = fake_call_command(call);
        cr_expect_str_eq(command != NULL ? command : "(none)",
                         e->command != NULL ? e->command : "(none)", "row %zu: %s on %s: %s", i,
                         e->code, e->machine.distro != NULL ? e->machine.distro : "?",
                         command != NULL ? command : "(none)");
        fake_call_free(call);
    }
}

Test(docker_hint, is_tried_here_for_every_code_that_needs_one)
{
    for (size_t code = 0; code < DOCKER_CODE_COUNT; code++) {
        bool tried = docker_codes[code].severity == CORDON_SEVERITY_INFO;
        for (size_t i = 0; i < EXPECTATIONS; i++)
            tried = tried || strcmp(expectations[i].code, docker_codes[code].text) == 0;
        cr_expect(tried, "%s", docker_codes[code].text);
    }
}

/* Every code, on every machine of the table, with every subject of it. */
Test(docker_hint, exists_for_every_code_with_a_valid_title)
{
    for (size_t code = 0; code < DOCKER_CODE_COUNT; code++) {
        const char *text = docker_codes[code].text;
        for (size_t i = 0; i < EXPECTATIONS; i++) {
            struct cordon_call *call = ask(text, &expectations[i].machine, expectations[i].subject);
            const char *title = fake_call_title(call);
            cr_assert_not_null(title, "%s", text);
            cr_assert(title[0] != '\0' && strlen(title) <= 80 && strchr(title, '\n') == NULL,
                      "%s: %s", text, title);
            if (docker_codes[code].severity != CORDON_SEVERITY_INFO) {
                const char *detail = fake_call_detail(call);
                cr_assert(detail != NULL && strlen(detail) > 20, "%s", text);
                cr_expect(strstr(detail, "  ") == NULL && strchr(detail, '\n') == NULL, "%s: %s",
                          text, detail);
                cr_expect(fake_call_command(call) != NULL || strstr(detail, "he step") == NULL,
                          "%s: there is no step: %s", text, detail);
                /* Two sentences that were glued together. */
                for (const char *p = detail; p[0] != '\0' && p[1] != '\0'; p++)
                    cr_expect(!(p[0] == '.' && p[1] >= 'A' && p[1] <= 'Z'), "%s: %s", text, p);
            }
            fake_call_free(call);
        }
    }
}

Test(docker_hint, takes_only_plain_words_of_the_machine_into_a_command)
{
    static const char *const strange[] = {
        "EVIL; reboot",
        "$(EVIL)",
        "`EVIL`",
        "--EVIL",
        "/tmp/EVIL x",
        "/tmp/$EVIL",
        "EVIL\nreboot",
        "/run/../EVIL",
        "'EVIL",
        "\"EVIL",
        "/home/u/\tEVIL",
        "/home/u/EVIL;",
        "EVIL|x",
        "/Users/EVIL&",
        "/run/user/1/\xc3\xa9"
        "EVIL",
    };
    static const char *const prefixes[] = {"", DOCKER_SUBJECT_HOST, DOCKER_SUBJECT_CONTEXT,
                                           DOCKER_SUBJECT_CONFIG, DOCKER_SUBJECT_HOST "unix://"};
    static const struct machine machines[] = {DEBIAN, ALPINE,  NO_SUDO("debian"),
                                              MACOS,  WINDOWS, WSL};
    for (size_t code = 0; code < DOCKER_CODE_COUNT; code++)
        for (size_t m = 0; m < sizeof(machines) / sizeof(machines[0]); m++)
            for (size_t i = 0; i < sizeof(strange) / sizeof(strange[0]); i++)
                for (size_t p = 0; p < sizeof(prefixes) / sizeof(prefixes[0]); p++) {
                    char subject[128];
                    (void)snprintf(subject, sizeof(subject), "%s%s", prefixes[p], strange[i]);
                    struct cordon_call *call = ask(docker_codes[code].text, &machines[m], subject);
                    const char *command = fake_call_command(call);
                    cr_expect(command == NULL || strstr(command, "EVIL") == NULL, "%s: %s",
                              docker_codes[code].text, command);
                    /* Nor into what is shown around it. */
                    cr_expect(fake_call_detail(call) == NULL ||
                                  strstr(fake_call_detail(call), "EVIL") == NULL,
                              "%s", docker_codes[code].text);
                    fake_call_free(call);
                }
}

Test(docker_hint, leaves_out_a_subject_that_is_too_long)
{
    char subject[4096] = "/home/";
    struct machine machine = DEBIAN;
    memset(subject + 6, 'a', sizeof(subject) - 7);
    subject[sizeof(subject) - 1] = '\0';
    struct cordon_call *call = ask("docker.config-broken", &machine, subject);
    cr_assert_null(fake_call_command(call));
    fake_call_free(call);
}

static void expect_flags(const char *code, const struct machine *machine, const char *subject,
                         uint32_t flags, const char *platform)
{
    struct cordon_call *call = ask(code, machine, subject);
    cr_expect_eq(fake_call_flags(call), flags, "%s: %x", code, fake_call_flags(call));
    cr_expect_str_eq(fake_call_platform(call), platform, "%s", code);
    fake_call_free(call);
}

Test(docker_hint, says_what_the_step_needs)
{
    const uint32_t admin = CORDON_HINT_NEEDS_ADMIN | CORDON_HINT_SYSTEM_WIDE;
    const uint32_t install = admin | CORDON_HINT_NEEDS_NETWORK;
    const struct machine fedora = FEDORA, image = OSTREE("fedora"), debian = DEBIAN, macos = MACOS,
                         windows = WINDOWS, wsl = WSL;

    expect_flags("docker.not-installed", &fedora, NULL, install, "linux/fedora");
    expect_flags("docker.not-installed", &image, NULL, install, "linux/fedora");
    expect_flags("docker.not-installed", &macos, NULL, CORDON_HINT_NEEDS_NETWORK, "macos");
    expect_flags("docker.not-installed", &windows, NULL, install | CORDON_HINT_NEEDS_REBOOT,
                 "windows");
    expect_flags("docker.down", &debian, SOCKET, admin, "linux/debian");
    expect_flags("docker.down", &debian, ROOTLESS, 0, "linux/debian");
    expect_flags("docker.down", &macos, NULL, 0, "macos");
    expect_flags("docker.permission", &debian, SOCKET, admin | CORDON_HINT_NEEDS_RELOGIN,
                 "linux/debian");
    expect_flags("docker.permission", &windows, NULL, admin | CORDON_HINT_NEEDS_RELOGIN, "windows");
    expect_flags("docker.relogin", &debian, NULL, CORDON_HINT_NEEDS_RELOGIN, "linux/debian");
    expect_flags("docker.cgroup", &debian, ROOTLESS, admin | CORDON_HINT_NEEDS_RELOGIN,
                 "linux/debian");
    expect_flags("image.missing", &debian, IMAGE, CORDON_HINT_NEEDS_NETWORK, "linux/debian");
    expect_flags("docker.context-missing", &debian, "x", 0, "linux/debian");
    expect_flags("docker.mount-denied", &macos, NULL, 0, "macos");
    expect_flags("docker.windows-containers", &wsl, NULL, 0, "windows");
}

static void expect_words(const char *code, const struct machine *machine, const char *subject,
                         const char *const *words)
{
    struct cordon_call *call = ask(code, machine, subject);
    for (; *words != NULL; words++)
        cr_expect(strstr(fake_call_detail(call), *words) != NULL, "%s: no '%s' in: %s", code,
                  *words, fake_call_detail(call));
    fake_call_free(call);
}

#define WORDS(...)                                                                                 \
    (const char *const[])                                                                          \
    {                                                                                              \
        __VA_ARGS__, NULL                                                                          \
    }

Test(docker_hint, says_plainly_what_one_has_to_know)
{
    const struct machine debian = DEBIAN, macos = MACOS, no_sudo = NO_SUDO("debian"),
                         rhel = RHEL("9"), windows = WINDOWS;

    expect_words("docker.permission", &debian, SOCKET, WORDS("become root", "rootless", "Undo: "));
    expect_words("docker.permission", &no_sudo, SOCKET, WORDS("become root", "no sudo"));
    expect_words("docker.down", &no_sudo, SOCKET, WORDS("no sudo", "Undo: "));
    expect_words("docker.host-bad", &debian, NULL, WORDS("DOCKER_HOST", ".bashrc", "set -e"));
    expect_words("docker.host-bad", &windows, NULL, WORDS("DOCKER_HOST", "new terminal"));
    expect_words("docker.remote", &debian, "ssh://h", WORDS("not ours", "DOCKER_HOST"));
    expect_words("docker.remote", &debian, "DOCKER_HOST=ssh://h", WORDS("not ours", ".bashrc"));
    expect_words("docker.podman", &debian, NULL, WORDS("Podman", "bubblewrap"));
    expect_words("docker.podman", &rhel, NULL, WORDS("Podman", "Docker, Inc."));
    expect_words("docker.not-installed", &rhel, NULL, WORDS("Docker, Inc.", "Undo: "));
    expect_words("image.missing", &debian, IMAGE, WORDS("size", "asks for a yes"));
    expect_words("docker.mount-denied", &macos, NULL, WORDS("File sharing"));
    expect_words("docker.disk-full", &debian, NULL, WORDS("prune", "deletes", "asks first"));
    expect_words("docker.hung", &debian, SOCKET, WORDS("Wait", "systemctl restart", "containers"));
    expect_words("docker.hung", &debian, ROOTLESS, WORDS("systemctl --user restart docker"));
    expect_words("docker.hung", &macos, NULL, WORDS("docker desktop restart"));
}

Test(docker_hint, refuses_a_code_that_is_not_in_the_list)
{
    struct cordon_call *call = fake_call_new();
    cr_assert_eq(docker_hint(fake_host(), call, "no.such-code"), CORDON_E_INVALID);
    cr_assert(fake_call_message(call)[0] != '\0');
    cr_assert_null(fake_call_title(call));
    fake_call_free(call);
}

Test(docker_hint, passes_on_that_the_host_could_not_take_it)
{
    struct cordon_call *call = fake_call_new();
    fake_call_set_fact(call, "distro", "debian");
    fake_call_fail_at(call, 1);
    cr_assert_eq(docker_hint(fake_host(), call, "docker.down"), CORDON_E_NOMEM);
    fake_call_free(call);
}

Test(docker_codes, are_lower_case_words_and_each_there_once)
{
    for (size_t i = 0; i < DOCKER_CODE_COUNT; i++) {
        const char *text = docker_codes[i].text;
        cr_expect_eq(strspn(text, "abcdefghijklmnopqrstuvwxyz0123456789.-"), strlen(text), "%s",
                     text);
        const char *dot = strchr(text, '.');
        cr_expect(dot != NULL && dot != text && strchr(dot + 1, '.') == NULL, "%s", text);
        for (size_t j = 0; j < i; j++)
            cr_expect_str_neq(text, docker_codes[j].text);
    }
}

/* SPDX-License-Identifier: MIT */
/* plugins/bwrap/hints.c: the exact step per code and distribution; and that the manifest, the
 * codes and the hints are about the same things. */
#include "fake_host.h"

#include <bwrap.h>
#include <codes.h>
#include <criterion/criterion.h>
#include <kit.h>
#include <stdio.h>
#include <string.h>

struct machine {
    const char *distro, *version, *like;
    const char *extra[2][2]; /* two more facts */
};

struct expectation {
    const char *code;
    struct machine machine;
    const char *subject; /* of the finding, or NULL */
    const char *command; /* words joined by '|'; NULL: there is none */
};

#define APT "sudo|apt-get|install|-y|bubblewrap"
#define DNF "sudo|dnf|install|-y|bubblewrap"
#define DEBIAN                                                                                     \
    {                                                                                              \
        .distro = "debian", .version = "12"                                                        \
    }
#define UBUNTU(v)                                                                                  \
    {                                                                                              \
        .distro = "ubuntu", .version = v, .like = "debian"                                         \
    }
#define FEDORA                                                                                     \
    {                                                                                              \
        .distro = "fedora", .version = "43"                                                        \
    }
#define RHEL(v)                                                                                    \
    {                                                                                              \
        .distro = "rhel", .version = v, .like = "fedora"                                           \
    }
#define NO_SUDO                                                                                    \
    {                                                                                              \
        {"sudo", "no"},                                                                            \
        {                                                                                          \
            "uid", "1000"                                                                          \
        }                                                                                          \
    }
#define LOAD_24                                                                                    \
    "sudo|sh|-c|apt-get install -y apparmor-profiles && install -m 0644 "                          \
    "/usr/share/apparmor/extra-profiles/bwrap-userns-restrict /etc/apparmor.d/ && "                \
    "apparmor_parser -r /etc/apparmor.d/bwrap-userns-restrict"
#define LOAD_25                                                                                    \
    "sudo|sh|-c|apt-get install --reinstall -y -o Dpkg::Options::=--force-confmiss apparmor && "   \
    "apparmor_parser -r /etc/apparmor.d/bwrap-userns-restrict"

static const struct expectation expectations[] = {
    /* One package, every package manager. */
    {"bwrap.missing", DEBIAN, NULL, APT},
    {"bwrap.missing", UBUNTU("22.04"), NULL, APT},
    {"bwrap.missing", UBUNTU("24.04"), NULL, APT},
    {"bwrap.missing", UBUNTU("25.04"), NULL, APT},
    {"bwrap.missing", {.distro = "linuxmint", .version = "22", .like = "ubuntu debian"}, NULL, APT},
    {"bwrap.missing", {.distro = "pop", .like = "ubuntu debian"}, NULL, APT},
    {"bwrap.missing", {.distro = "zorin", .like = "ubuntu debian"}, NULL, APT},
    {"bwrap.missing", FEDORA, NULL, DNF},
    {"bwrap.missing", RHEL("9.4"), NULL, DNF},
    {"bwrap.missing", {.distro = "rocky", .version = "9", .like = "rhel centos fedora"}, NULL, DNF},
    {"bwrap.missing", {.distro = "almalinux"}, NULL, DNF},
    {"bwrap.missing", {.distro = "ol", .like = "fedora"}, NULL, DNF},
    {"bwrap.missing", {.distro = "amzn", .version = "2023", .like = "fedora"}, NULL, DNF},
    {"bwrap.missing", {.distro = "amzn", .version = "2", .like = "centos rhel fedora"}, NULL, NULL},
    {"bwrap.missing", {.distro = "arch"}, NULL, "sudo|pacman|-S|--needed|bubblewrap"},
    {"bwrap.missing",
     {.distro = "cachyos", .like = "arch"},
     NULL,
     "sudo|pacman|-S|--needed|bubblewrap"},
    {"bwrap.missing",
     {.distro = "opensuse-tumbleweed", .like = "opensuse suse"},
     NULL,
     "sudo|zypper|--non-interactive|install|bubblewrap"},
    {"bwrap.missing",
     {.distro = "opensuse-leap", .version = "15.6", .like = "suse opensuse"},
     NULL,
     "sudo|zypper|--non-interactive|install|bubblewrap"},
    {"bwrap.missing", {.distro = "sles"}, NULL, "sudo|zypper|--non-interactive|install|bubblewrap"},
    {"bwrap.missing", {.distro = "alpine", .version = "3.23"}, NULL, "doas|apk|add|bubblewrap"},
    {"bwrap.missing",
     {.distro = "alpine", .extra = {{"sudo", "yes"}}},
     NULL,
     "sudo|apk|add|bubblewrap"},
    {"bwrap.missing", {.distro = "alpine", .extra = NO_SUDO}, NULL, "doas|apk|add|bubblewrap"},
    {"bwrap.missing", {.distro = "void"}, NULL, "sudo|xbps-install|-y|bubblewrap"},
    {"bwrap.missing", {.distro = "gentoo"}, NULL, "sudo|emerge|--ask=n|sys-apps/bubblewrap"},
    {"bwrap.missing",
     {.distro = "nixos", .version = "25.05"},
     NULL,
     "nix|profile|install|nixpkgs#bubblewrap"},
    {"bwrap.missing", {.distro = "guix"}, NULL, "guix|install|bubblewrap"},
    {"bwrap.missing", {.distro = "openwrt"}, NULL, "sudo|opkg|install|bubblewrap"},
    {"bwrap.missing",
     {.distro = "steamos", .like = "arch"},
     NULL,
     "sudo|sh|-c|steamos-readonly disable && pacman -S --needed --noconfirm bubblewrap; "
     "steamos-readonly enable"},
    {"bwrap.missing",
     {.distro = "fedora", .extra = {{"distro.variant", "ostree"}}},
     NULL,
     "rpm-ostree|install|--apply-live|bubblewrap"},
    {"bwrap.missing",
     {.distro = "bazzite", .like = "fedora", .extra = {{"distro.variant", "ostree"}}},
     NULL,
     "rpm-ostree|install|--apply-live|bubblewrap"},
    {"bwrap.missing",
     {.distro = "opensuse-microos", .like = "suse", .extra = {{"distro.variant", "transactional"}}},
     NULL,
     "sudo|transactional-update|-n|pkg|install|bubblewrap"},
    {"bwrap.missing", {.distro = "vanilla", .like = "debian"}, NULL, NULL},
    {"bwrap.missing", {.distro = "unheard-of"}, NULL, NULL},
    {"bwrap.missing", {.distro = NULL}, NULL, NULL},

    /* Without sudo. */
    {"bwrap.missing",
     {.distro = "debian", .extra = NO_SUDO},
     NULL,
     "su|-c|apt-get install -y bubblewrap"},
    {"bwrap.missing",
     {.distro = "debian", .extra = {{"sudo", "no"}, {"uid", "0"}}},
     NULL,
     "apt-get|install|-y|bubblewrap"},
    {"userns.sysctl",
     {.distro = "debian", .extra = NO_SUDO},
     NULL,
     "su|-c|echo kernel.unprivileged_userns_clone=1 > /etc/sysctl.d/60-userns.conf && sysctl -p "
     "/etc/sysctl.d/60-userns.conf"},
    {"bwrap.missing",
     {.distro = "nixos", .extra = NO_SUDO},
     NULL,
     "nix|profile|install|nixpkgs#bubblewrap"},

    /* The program is there. */
    {"bwrap.not-executable", DEBIAN, "/usr/bin/bwrap", "sudo|chmod|0755|/usr/bin/bwrap"},
    {"bwrap.not-executable", DEBIAN, "/opt/my bin/bwrap; true", "sudo|chmod|0755|/usr/bin/bwrap"},
    {"bwrap.noexec", UBUNTU("24.04"), "/mnt/bwrap", APT},
    {"bwrap.broken", DEBIAN, "/usr/bin/bwrap", "sudo|apt-get|install|--reinstall|-y|bubblewrap"},
    {"bwrap.broken", FEDORA, "/usr/bin/bwrap", "sudo|dnf|reinstall|-y|bubblewrap"},
    {"bwrap.broken", {.distro = "arch"}, "/usr/bin/bwrap", "sudo|pacman|-S|bubblewrap"},
    {"bwrap.broken",
     {.distro = "sles"},
     "/usr/bin/bwrap",
     "sudo|zypper|--non-interactive|install|-f|bubblewrap"},
    {"bwrap.broken", {.distro = "alpine"}, "/usr/bin/bwrap", "doas|apk|fix|bubblewrap"},
    {"bwrap.broken", DEBIAN, "/home/u/bin/bwrap", NULL},
    {"bwrap.broken",
     {.distro = "debian", .extra = {{"probed.bwrap.program", "/home/u/bin/bwrap"}}},
     "bwrap: error while loading shared libraries",
     NULL},
    {"bwrap.too-old", DEBIAN, "bwrap: Unknown option --x",
     "sudo|apt-get|install|--only-upgrade|-y|bubblewrap"},
    {"bwrap.setuid-refused", DEBIAN, "/usr/bin/bwrap",
     "sudo|sh|-c|dpkg-statoverride --quiet --remove /usr/bin/bwrap; chmod 0755 /usr/bin/bwrap"},
    {"bwrap.setuid-refused",
     {.distro = "arch"},
     "/usr/bin/bwrap",
     "sudo|chmod|0755|/usr/bin/bwrap"},
    {"bwrap.setuid-old", FEDORA, "/usr/bin/bwrap", "sudo|chmod|0755|/usr/bin/bwrap"},
    {"bwrap.file-caps", DEBIAN, "/usr/bin/bwrap", "sudo|setcap|-r|/usr/bin/bwrap"},

    /* Settings of the machine. */
    {"userns.sysctl", DEBIAN, NULL,
     "sudo|sh|-c|echo kernel.unprivileged_userns_clone=1 > /etc/sysctl.d/60-userns.conf && "
     "sysctl -p /etc/sysctl.d/60-userns.conf"},
    {"userns.sysctl", {.distro = "nixos"}, NULL, "sudo|nixos-rebuild|switch"},
    {"userns.max", RHEL("9.4"), NULL,
     "sudo|sh|-c|echo user.max_user_namespaces=15000 > /etc/sysctl.d/90-userns.conf && sysctl -p "
     "/etc/sysctl.d/90-userns.conf"},
    {"userns.max",
     {.distro = "centos", .version = "7", .like = "rhel fedora"},
     NULL,
     "sudo|sh|-c|echo user.max_user_namespaces=15000 > /etc/sysctl.d/90-userns.conf && grubby "
     "--args=user_namespace.enable=1 --update-kernel=\"$(grubby --default-kernel)\""},
    {"container.sysctl", {.distro = "debian", .extra = {{"container", "docker"}}}, NULL, NULL},
    {"namespaces.zero", DEBIAN, "user.max_net_namespaces",
     "sudo|sh|-c|echo user.max_net_namespaces=15000 > /etc/sysctl.d/91-namespaces.conf && sysctl "
     "-p /etc/sysctl.d/91-namespaces.conf"},
    {"namespaces.zero", DEBIAN, "user.max_net$(reboot)", NULL},
    {"namespaces.zero", DEBIAN, NULL, NULL},
    {"namespaces.limit", DEBIAN, NULL, "lsns|-t|user"},
    {"proc.missing", DEBIAN, NULL, "sudo|mount|-t|proc|proc|/proc"},
    {"proc.masked", DEBIAN, "/proc/cpuinfo", "sudo|umount|/proc/cpuinfo"},
    {"proc.masked", DEBIAN, "/proc/../etc", NULL},
    {"userns.lsm-denied", FEDORA, NULL, "sudo|ausearch|-m|AVC,USER_AVC|-ts|recent|-c|bwrap"},

    /* AppArmor: the step of each release, and each state of the profile. */
    {"userns.apparmor", UBUNTU("24.04"), NULL, LOAD_24},
    {"userns.apparmor", UBUNTU("24.10"), NULL, LOAD_24},
    {"userns.apparmor",
     {.distro = "linuxmint", .version = "22", .like = "ubuntu debian"},
     NULL,
     LOAD_24},
    {"userns.apparmor", UBUNTU("25.04"), NULL, LOAD_25},
    {"userns.apparmor", UBUNTU("26.04"), NULL, LOAD_25},
    {"userns.apparmor", {.distro = "opensuse-tumbleweed"}, NULL, NULL},
    {"userns.apparmor-path", UBUNTU("25.04"), "/home/u/.nix-profile/bin/bwrap", APT},
    {"userns.apparmor-profile", UBUNTU("24.04"), "/etc/apparmor.d/bwrap-userns-restrict",
     "sudo|apparmor_parser|-r|/etc/apparmor.d/bwrap-userns-restrict"},
    {"userns.apparmor-conflict", UBUNTU("24.04"), "/etc/apparmor.d/bwrap",
     "sudo|sh|-c|apparmor_parser -R /etc/apparmor.d/bwrap; rm /etc/apparmor.d/bwrap"},
    {"userns.apparmor-conflict", UBUNTU("24.04"), "/etc/apparmor.d/x; reboot", NULL},
    {"userns.apparmor-conflict", UBUNTU("24.04"), "/etc/apparmor.d/../passwd", NULL},

    /* Nothing that is typed here helps. */
    {"container.seccomp", {.distro = "debian", .extra = {{"container", "docker"}}}, NULL, NULL},
    {"container.proc-masked", {.distro = "debian", .extra = {{"container", "podman"}}}, NULL, NULL},
    {"flatpak.parent", FEDORA, "com.example.Editor", NULL},
    {"kernel.no-userns", DEBIAN, NULL, NULL},
    {"bwrap.unknown", DEBIAN, "bwrap: something", NULL},

    /* From Windows. */
    {"wsl.version-1",
     {.distro = "ubuntu", .extra = {{"wsl", "1"}}},
     "Ubuntu-22.04",
     "wsl.exe|--set-version|Ubuntu-22.04|2"},
    {"wsl.version-1",
     {.distro = "ubuntu", .extra = {{"wsl", "1"}}},
     NULL,
     "wsl.exe|--list|--verbose"},
};

static void set_facts(struct cordon_call *call, const struct machine *machine)
{
    fake_call_set_fact(call, "os", "linux");
    fake_call_set_fact(call, "uid", "1000");
    fake_call_set_fact(call, "distro", machine->distro);
    fake_call_set_fact(call, "distro.version", machine->version);
    fake_call_set_fact(call, "distro.like", machine->like);
    for (size_t i = 0; i < 2; i++)
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
    cr_assert_eq(bwrap_hint(fake_host(), call, code), CORDON_OK);
    return call;
}

Test(bwrap_hint, is_the_exact_step)
{
    for (size_t i = 0; i < sizeof(expectations) / sizeof(expectations[0]); i++) {
        const struct expectation *e = &expectations[i];
        struct cordon_call *call = ask(e->code, &e->machine, e->subject);
        const char *command = fake_call_command(call);
        cr_expect_str_eq(command != NULL ? command : "(none)",
                         e->command != NULL ? e->command : "(none)", "row %zu: %s", i, e->code);
        cr_expect(command != NULL || fake_call_detail(call) != NULL,
                  "row %zu: neither a command nor what to do instead", i);
        fake_call_free(call);
    }
}

Test(bwrap_hint, says_what_the_step_needs)
{
    struct machine machine = FEDORA;
    struct cordon_call *call = ask("bwrap.missing", &machine, NULL);
    cr_assert_eq(fake_call_flags(call),
                 CORDON_HINT_NEEDS_ADMIN | CORDON_HINT_SYSTEM_WIDE | CORDON_HINT_NEEDS_NETWORK);
    cr_assert_str_eq(fake_call_platform(call), "linux/fedora");
    fake_call_free(call);

    struct machine microos = {.distro = "opensuse-microos",
                              .extra = {{"distro.variant", "transactional"}}};
    call = ask("bwrap.missing", &microos, NULL);
    cr_assert(fake_call_flags(call) & CORDON_HINT_NEEDS_REBOOT);
    fake_call_free(call);

    struct machine nixos = {.distro = "nixos"};
    call = ask("bwrap.missing", &nixos, NULL);
    cr_assert_eq(fake_call_flags(call), CORDON_HINT_NEEDS_NETWORK);
    fake_call_free(call);

    struct machine wsl = {.distro = "ubuntu", .extra = {{"wsl", "1"}}};
    call = ask("wsl.version-1", &wsl, "Ubuntu");
    cr_assert_str_eq(fake_call_platform(call), "windows");
    fake_call_free(call);

    struct machine old = {.distro = "centos", .version = "7"};
    call = ask("userns.max", &old, NULL);
    cr_assert(fake_call_flags(call) & CORDON_HINT_NEEDS_REBOOT);
    fake_call_free(call);
}

Test(bwrap_hint, says_how_to_undo_what_changes_the_whole_system)
{
    static const char *const codes[] = {"userns.sysctl", "userns.max", "userns.apparmor",
                                        "userns.apparmor-conflict", "bwrap.setuid-refused"};
    for (size_t i = 0; i < sizeof(codes) / sizeof(codes[0]); i++) {
        struct machine machine = UBUNTU("24.04");
        struct cordon_call *call = ask(codes[i], &machine, "/etc/apparmor.d/bwrap");
        cr_expect(strstr(fake_call_detail(call), "Undo: ") != NULL, "%s", codes[i]);
        fake_call_free(call);
    }
}

/* Every code, on every machine of the table. */
Test(bwrap_hint, exists_for_every_code_with_a_valid_title)
{
    for (size_t code = 0; code < BWRAP_CODE_COUNT; code++) {
        for (size_t i = 0; i < sizeof(expectations) / sizeof(expectations[0]); i++) {
            struct cordon_call *call =
                ask(bwrap_codes[code].text, &expectations[i].machine, "/usr/bin/bwrap");
            const char *title = fake_call_title(call);
            cr_assert_not_null(title, "%s", bwrap_codes[code].text);
            cr_assert(title[0] != '\0' && strlen(title) <= 80 && strchr(title, '\n') == NULL,
                      "%s: %s", bwrap_codes[code].text, title);
            if (bwrap_codes[code].severity != CORDON_SEVERITY_INFO)
                cr_assert(fake_call_detail(call) != NULL, "%s", bwrap_codes[code].text);
            fake_call_free(call);
        }
    }
}

Test(bwrap_hint, refuses_a_code_that_is_not_in_the_list)
{
    struct cordon_call *call = fake_call_new();
    cr_assert_eq(bwrap_hint(fake_host(), call, "no.such-code"), CORDON_E_INVALID);
    cr_assert(fake_call_message(call)[0] != '\0');
    cr_assert_null(fake_call_title(call));
    fake_call_free(call);
}

Test(bwrap_hint, passes_on_that_the_host_could_not_take_it)
{
    struct cordon_call *call = fake_call_new();
    fake_call_set_fact(call, "distro", "debian");
    fake_call_fail_at(call, 1);
    cr_assert_eq(bwrap_hint(fake_host(), call, "bwrap.missing"), CORDON_E_NOMEM);
    fake_call_free(call);
}

/* --- The manifest ----------------------------------------------------------------------------------- */

/* The text of the array with that key. */
static void array_of(const char *json, const char *key, char *ret_text, size_t size)
{
    const char *start = strstr(json, key);
    cr_assert_not_null(start);
    size_t length = strcspn(start, "]");
    cr_assert_lt(length, size);
    memcpy(ret_text, start, length);
    ret_text[length] = '\0';
}

static size_t count_strings(const char *text)
{
    size_t quotes = 0;
    for (; *text != '\0'; text++)
        quotes += *text == '"';
    return quotes / 2 - 1; /* without the key */
}

Test(bwrap_manifest, lists_the_codes_and_guarantees_of_the_sources)
{
    static char json[16384];
    static char text[8192];
    cr_assert_gt(kit_file_read(TEST_MANIFEST, json, sizeof(json)), 0, "%s", TEST_MANIFEST);

    array_of(json, "\"codes\"", text, sizeof(text));
    cr_assert_eq(count_strings(text), BWRAP_CODE_COUNT);
    for (size_t i = 0; i < BWRAP_CODE_COUNT; i++) {
        char quoted[128];
        (void)snprintf(quoted, sizeof(quoted), "\"%s\"", bwrap_codes[i].text);
        cr_expect(strstr(text, quoted) != NULL, "%s", quoted);
    }
    array_of(json, "\"guarantees\"", text, sizeof(text));
    cr_assert(strstr(text, "\"" CORDON_G_PROJECT_READ_ONLY "\"") != NULL);
    cr_assert(strstr(text, "\"" CORDON_G_LIMIT_OPEN_FILES "\"") != NULL);
}

Test(bwrap_codes, are_lower_case_words_and_each_there_once)
{
    for (size_t i = 0; i < BWRAP_CODE_COUNT; i++) {
        const char *text = bwrap_codes[i].text;
        cr_expect_eq(strspn(text, "abcdefghijklmnopqrstuvwxyz0123456789.-"), strlen(text), "%s",
                     text);
        const char *dot = strchr(text, '.');
        cr_expect(dot != NULL && dot != text && strchr(dot + 1, '.') == NULL, "%s", text);
        for (size_t j = 0; j < i; j++)
            cr_expect_str_neq(text, bwrap_codes[j].text);
    }
}

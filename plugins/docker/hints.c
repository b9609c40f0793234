/* SPDX-License-Identifier: MIT */
/* The one step that helps, for every finding code, worded for this machine.  Pure: everything
 * comes from facts.  packages.c knows what installs an engine. */
#include "hints.h"

#include "codes.h"
#include "facts.h"
#include "packages.h"

#include <fact.h>
#include <kit.h>
#include <step.h>
#include <string.h>

/* The programs of Docker Desktop and of the user's own engine need no rights. */
#define USER UINT32_C(0)

/* --- The facts ------------------------------------------------------------------------------- */

/* What starts the engine. */
enum init { INIT_UNKNOWN, SYSTEMD, NIXOS, OPENRC, RUNIT, SHEPHERD, PROCD, SERVICE, INIT_COUNT };

struct facts {
    const struct cordon_host *host;
    struct cordon_call *call;
    enum docker_os os;
    struct kit_distribution distribution;
    enum kit_admin admin;
    enum init init;
    const struct docker_package *package; /* NULL: not known */
    bool wsl1, wsl;
    bool container;       /* in one that has no init system */
    const char *subject;  /* of the finding; never NULL */
    const char *variable; /* DOCKER_HOST or DOCKER_CONTEXT, when that named it; else NULL */
    bool by_config;       /* config.json did */
    const char *path;     /* of a socket, from the subject, or "" */
};

static bool is(const char *a, const char *b)
{
    return strcmp(a, b) == 0;
}

static bool begins(const char *text, const char *start)
{
    return strncmp(text, start, strlen(start)) == 0;
}

/* Where the distribution lets its user choose, what it starts with by default. */
static const enum init inits[KIT_PACKAGER_COUNT] = {
    [KIT_PACKAGER_UNKNOWN] = INIT_UNKNOWN,
    [KIT_APT] = SYSTEMD,
    [KIT_DNF] = SYSTEMD,
    [KIT_OSTREE] = SYSTEMD,
    [KIT_PACMAN] = SYSTEMD,
    [KIT_STEAMOS] = SYSTEMD,
    [KIT_ZYPPER] = SYSTEMD,
    [KIT_TRANSACTIONAL] = SYSTEMD,
    [KIT_APK] = OPENRC,
    [KIT_XBPS] = RUNIT,
    [KIT_EMERGE] = OPENRC,
    [KIT_NIX] = NIXOS,
    [KIT_GUIX] = SHEPHERD,
    [KIT_OPKG] = PROCD,
};

static enum init init_find(const struct facts *facts)
{
    const char *id = facts->distribution.id;

    /* Debian's `service` starts the engine with systemd and without any init system. */
    if (facts->wsl || facts->container || is(id, "devuan")) {
        if (facts->distribution.packager == KIT_APT)
            return SERVICE;
        if (facts->container)
            return INIT_UNKNOWN;
    }
    if (is(id, "amzn"))
        return SYSTEMD;
    return is(id, "artix") ? INIT_UNKNOWN : inits[facts->distribution.packager];
}

/* These start an init system; the other containers start one program. */
static bool has_init(const char *container)
{
    return *container == '\0' || begins(container, "lxc") || is(container, "systemd-nspawn") ||
           is(container, "incus");
}

static void subject_read(struct facts *facts, const char *subject)
{
    facts->subject = subject;
    if (begins(subject, DOCKER_SUBJECT_HOST)) {
        facts->variable = "DOCKER_HOST";
        subject += strlen(DOCKER_SUBJECT_HOST);
    } else if (begins(subject, DOCKER_SUBJECT_CONTEXT)) {
        facts->variable = "DOCKER_CONTEXT";
        subject += strlen(DOCKER_SUBJECT_CONTEXT);
    } else if (begins(subject, DOCKER_SUBJECT_CONFIG)) {
        facts->by_config = true;
        subject += strlen(DOCKER_SUBJECT_CONFIG);
    }
    if (begins(subject, "unix://"))
        subject += strlen("unix://");
    facts->path = *subject == '/' ? subject : "";
}

static void facts_read(const struct cordon_host *host, struct cordon_call *call, const char *code,
                       struct facts *ret_facts)
{
    struct facts facts = {.host = host, .call = call};
    const char *os = kit_fact(host, call, "os");
    const char *wsl = kit_fact(host, call, "wsl");

    facts.os = is(os, "macos")     ? DOCKER_OS_MACOS
               : is(os, "windows") ? DOCKER_OS_WINDOWS
                                   : DOCKER_OS_LINUX;
    facts.wsl1 = is(wsl, "1");
    facts.wsl = *wsl != '\0';
    facts.container = !has_init(kit_fact(host, call, "container"));
    kit_distribution_read(host, call, &facts.distribution);
    if (facts.os != DOCKER_OS_LINUX)
        facts.distribution.platform = os;
    facts.admin = kit_admin_read(host, call, &facts.distribution);
    facts.package = docker_package_find(facts.os, &facts.distribution);
    facts.init = init_find(&facts);
    subject_read(&facts, kit_fact_subject(host, call, code));
    *ret_facts = facts;
}

/* The engine of a user without rights, known by where its socket is. */
static bool is_rootless(const struct facts *facts)
{
    return strstr(facts->path, "/run/user/") != NULL ||
           strstr(kit_fact_subject(facts->host, facts->call, "docker.endpoint"), "/run/user/") !=
               NULL;
}

/* --- Steps ----------------------------------------------------------------------------------- */

/* What a builder writes: words that live as long as the call. */
struct builder {
    struct kit_step step;
    bool none;                  /* there is no command here */
    const char *title, *detail; /* in place of the row's, or NULL */
    const char *platform;
    char text[1024]; /* a script, or a word */
    char long_detail[1024];
};

static void none(struct builder *builder, const char *detail)
{
    builder->none = true;
    builder->detail = detail;
}

static void script(struct builder *builder, uint32_t flags, const char *text)
{
    builder->none = !kit_text_copy(builder->text, sizeof(builder->text), text);
    builder->step = (struct kit_step){.script = builder->text, .flags = flags};
}

static void unset(const struct facts *facts, struct builder *builder, const char *variable)
{
    if (facts->os == DOCKER_OS_WINDOWS)
        builder->step = (struct kit_step){{"setx", variable, ""}, NULL, USER};
    else
        builder->step = (struct kit_step){{"unset", variable}, NULL, USER};
}

#define SELECT "Select Docker's engine on this machine"

/* reason: why the variable is to go; a whole sentence. */
static void unset_selecting(const struct facts *facts, struct builder *builder,
                            const char *variable, const char *reason)
{
    struct kit_text text;

    unset(facts, builder, variable);
    kit_text_init(&text, builder->long_detail, sizeof(builder->long_detail));
    kit_text_addf(&text,
                  "%s The variable %s selects it; without it, the engine of this machine is used. ",
                  reason, variable);
    if (facts->os == DOCKER_OS_WINDOWS)
        kit_text_add(&text, "The step empties the user's variable: open a new terminal then. If "
                            "it is one of the system, remove it in the system's settings.");
    else
        kit_text_addf(&text,
                      "It may be set in ~/.profile, ~/.bashrc, ~/.zshrc, ~/.config/environment.d, "
                      "/etc/environment or an .envrc: remove it there too, and start again what "
                      "starts Cordon. In fish: set -e %s",
                      variable);
    builder->detail = builder->long_detail;
    builder->title = SELECT;
}

static void use_default(struct builder *builder)
{
    builder->step = (struct kit_step){{"docker", "context", "use", "default"}, NULL, USER};
}

/* --- Packages -------------------------------------------------------------------------------- */

static void packaged(const struct facts *facts, struct builder *builder, bool upgrade)
{
    builder->none = facts->package == NULL;
    if (!builder->none)
        builder->step = upgrade ? facts->package->upgrade : facts->package->install;
}

#define ADDS_REPOSITORY                                                                            \
    "The distribution has no Docker. The step adds the repository of Docker, Inc. and takes its "  \
    "signing key from there. Without it, choose the bubblewrap backend. Undo: sudo dnf remove "    \
    "docker-ce, and sudo rm /etc/yum.repos.d/docker-ce.repo"

#define WSL_1                                                                                      \
    "WSL 1 cannot run containers. Convert this distribution to WSL 2 first: in Windows, wsl "      \
    "--set-version with its name and 2."

static void build_install(const struct facts *facts, struct builder *builder)
{
    packaged(facts, builder, false);
    if (facts->os == DOCKER_OS_MACOS) {
        builder->detail = "Docker Desktop runs each command in a container. Start it once after "
                          "the installation and accept its terms. Without Homebrew, load it from "
                          "Docker's own page.";
        return;
    }
    if (facts->os == DOCKER_OS_WINDOWS) {
        builder->detail = "Docker Desktop runs each command in a container, with WSL 2. Restart "
                          "Windows after the installation, start Docker Desktop once and accept "
                          "its terms.";
        return;
    }
    if (facts->wsl1)
        none(builder, WSL_1);
    else if (facts->package == NULL)
        builder->detail = "Install Docker's engine with the tool of this distribution, or as "
                          "Docker's own page says. Or choose the bubblewrap backend, which needs "
                          "no service.";
    else if (facts->package->adds_repository)
        builder->detail = ADDS_REPOSITORY;
    else if (facts->distribution.packager == KIT_NIX)
        builder->detail = "First add the line \"virtualisation.docker.enable = true;\" to "
                          "/etc/nixos/configuration.nix. Undo: remove the line and switch again.";
    else if (facts->distribution.packager == KIT_GUIX)
        builder->detail = "First add (service containerd-service-type) and (service "
                          "docker-service-type) to the services in /etc/config.scm. Undo: remove "
                          "them and reconfigure again.";
    else if (facts->distribution.packager == KIT_STEAMOS)
        builder->detail = "Docker's engine runs each command in a container. The next update of "
                          "SteamOS removes what this step installs. The user deck has no password "
                          "at first: set one with passwd.";
    else if (is(facts->distribution.platform, "linux/sles"))
        builder->detail = "Docker's engine runs each command in a container. On SLES it is in the "
                          "Containers Module, which SUSEConnect switches on.";
}

static void build_upgrade(const struct facts *facts, struct builder *builder)
{
    packaged(facts, builder, true);
    if (facts->package == NULL)
        builder->detail = "Cordon needs Docker 20.10 or newer. Update the engine with the tool of "
                          "this distribution.";
    else if (facts->os != DOCKER_OS_LINUX)
        builder->detail = "Cordon needs Docker 20.10 or newer. Docker Desktop can also be updated "
                          "from its own window.";
    else if (facts->distribution.packager == KIT_GUIX)
        builder->detail = "Cordon needs Docker 20.10 or newer. Run guix pull first.";
}

#define PODMAN                                                                                     \
    "What answers is Podman, and Cordon speaks to Docker's engine only: the guarantees hang on "   \
    "answers that Podman gives otherwise."

static void build_podman(const struct facts *facts, struct builder *builder)
{
    if (facts->variable != NULL) {
        unset_selecting(facts, builder, facts->variable,
                        facts->os == DOCKER_OS_LINUX
                            ? PODMAN " If there is no Docker here, install its engine or choose "
                                     "the bubblewrap backend."
                            : PODMAN " If there is no Docker here, install Docker Desktop.");
        return;
    }
    packaged(facts, builder, false);
    if (facts->wsl1)
        builder->none = true;
    if (facts->os != DOCKER_OS_LINUX)
        builder->detail = PODMAN " Install Docker Desktop, which can live beside Podman.";
    else if (builder->none)
        builder->detail =
            PODMAN " Install Docker's engine, or choose the bubblewrap backend, which needs "
                   "neither.";
    else if (facts->package->adds_repository)
        builder->detail = PODMAN " " ADDS_REPOSITORY;
    else if (facts->distribution.packager == KIT_NIX)
        builder->detail = PODMAN " First set virtualisation.docker.enable = true; and "
                                 "virtualisation.podman.dockerCompat and dockerSocket.enable to "
                                 "false in /etc/nixos/configuration.nix. Or choose the bubblewrap "
                                 "backend.";
    else if (facts->distribution.packager == KIT_GUIX)
        builder->detail = PODMAN " First add (service containerd-service-type) and (service "
                                 "docker-service-type) to the services in /etc/config.scm. Or "
                                 "choose the bubblewrap backend.";
}

/* --- Where the engine is --------------------------------------------------------------------- */

static void build_context(const struct facts *facts, struct builder *builder)
{
    if (facts->variable != NULL)
        unset_selecting(facts, builder, facts->variable,
                        "The context does not exist, as after the removal of Docker Desktop.");
    else
        use_default(builder);
}

#define CONFIG_BROKEN                                                                              \
    "The file cannot be read, or is not the JSON that it ought to be. Repair it with an editor; "  \
    "if it belongs to root (after sudo docker), give it back with chown."

static void build_config(const struct facts *facts, struct builder *builder)
{
    struct kit_text text;
    if (facts->os == DOCKER_OS_WINDOWS || !kit_word_is_path(facts->subject, "/")) {
        none(builder, CONFIG_BROKEN);
        return;
    }
    kit_text_init(&text, builder->text, sizeof(builder->text));
    kit_text_addf(&text, "%s.broken", facts->subject);
    if (text.cut)
        none(builder, CONFIG_BROKEN);
    builder->step = (struct kit_step){{"mv", "-i", facts->subject, builder->text}, NULL, USER};
}

static void build_host(const struct facts *facts, struct builder *builder)
{
    const char *reason = "There is no engine at that address, or it is no address.";

    if (facts->by_config) {
        use_default(builder);
        builder->detail = "Docker's current context names an address that is none, or where there "
                          "is no engine. The step selects the engine of this machine. Undo: docker "
                          "context use with the other name.";
        return;
    }
    unset_selecting(facts, builder, facts->variable != NULL ? facts->variable : "DOCKER_HOST",
                    reason);
}

#define REMOTE                                                                                     \
    "The engine is on another machine: the folders that it would show to a command are that "      \
    "machine's, not ours."

static void build_remote(const struct facts *facts, struct builder *builder)
{
    if (facts->variable != NULL)
        unset_selecting(facts, builder, facts->variable, REMOTE);
    else
        use_default(builder);
}

/* --- Starting it ----------------------------------------------------------------------------- */

static const struct kit_step starts[INIT_COUNT] = {
    [SYSTEMD] = {{"systemctl", "enable", "--now", "docker"}, NULL, KIT_STEP_ADMIN},
    /* What starts with the machine is in its configuration. */
    [NIXOS] = {{"systemctl", "start", "docker"}, NULL, KIT_STEP_ADMIN},
    [OPENRC] = {{NULL}, "rc-update add docker default && rc-service docker start", KIT_STEP_ADMIN},
    [RUNIT] = {{"ln", "-s", "/etc/sv/docker", "/var/service/"}, NULL, KIT_STEP_ADMIN},
    [SHEPHERD] = {{"herd", "start", "dockerd"}, NULL, KIT_STEP_ADMIN},
    [PROCD] = {{NULL}, "/etc/init.d/dockerd enable && /etc/init.d/dockerd start", KIT_STEP_ADMIN},
    [SERVICE] = {{"service", "docker", "start"}, NULL, KIT_STEP_ADMIN},
};

static const char *const restarts[INIT_COUNT] = {
    [SYSTEMD] = "systemctl restart docker", [NIXOS] = "systemctl restart docker",
    [OPENRC] = "rc-service docker restart", [RUNIT] = "sv restart docker",
    [SHEPHERD] = "herd restart dockerd",    [PROCD] = "/etc/init.d/dockerd restart",
    [SERVICE] = "service docker restart",
};

#define DESKTOP "Docker Desktop is installed and does not run. "

static void build_desktop(const struct facts *facts, struct builder *builder)
{
    builder->title = "Start Docker Desktop";
    if (facts->os == DOCKER_OS_MACOS) {
        builder->step = (struct kit_step){{"open", "-a", "Docker"}, NULL, USER};
        builder->detail = DESKTOP "It takes up to a minute to start.";
    } else if (facts->os == DOCKER_OS_WINDOWS) {
        builder->step = (struct kit_step){{"docker", "desktop", "start"}, NULL, USER};
        builder->detail = DESKTOP
            "It takes up to a minute to start. Before version 4.37, start it from the Start menu.";
    } else if (facts->wsl) {
        builder->platform = "windows";
        builder->step = (struct kit_step){{"docker.exe", "desktop", "start"}, NULL, USER};
        builder->detail = "Docker Desktop is installed in Windows and does not run. It takes up "
                          "to a minute to start. Before version 4.37, start it from the Start "
                          "menu.";
    } else {
        builder->step =
            (struct kit_step){{"systemctl", "--user", "start", "docker-desktop"}, NULL, USER};
        builder->detail = DESKTOP "It takes up to a minute to start.";
    }
}

static void build_rootless(const struct facts *facts, struct builder *builder)
{
    builder->title = "Start your own Docker engine";
    if (facts->init == SYSTEMD || facts->init == NIXOS || facts->init == SERVICE) {
        builder->step =
            (struct kit_step){{"systemctl", "--user", "enable", "--now", "docker"}, NULL, USER};
        builder->detail = "Your own engine, which needs no administrator, does not run. Undo: "
                          "systemctl --user disable --now docker";
    } else {
        none(builder, "Your own engine, which needs no administrator, does not run. Start "
                      "dockerd-rootless.sh in your session, and keep it running.");
    }
}

/* Programs that bring an engine in a virtual machine, known by where their socket is. */
static bool build_other_engine(const struct facts *facts, struct builder *builder)
{
    if (strstr(facts->path, "/.colima/") != NULL)
        builder->step = (struct kit_step){{"colima", "start"}, NULL, USER};
    else if (strstr(facts->path, "/.orbstack/") != NULL)
        builder->step = (struct kit_step){{"open", "-a", "OrbStack"}, NULL, USER};
    else if (strstr(facts->path, "/.rd/") != NULL)
        builder->step = (struct kit_step){{"rdctl", "start"}, NULL, USER};
    else
        return false;
    builder->title = "Start the program that brings the engine";
    builder->detail = "The program that brings the engine does not run. It takes up to a minute "
                      "to start.";
    return true;
}

/* The engine of the system. */
static void build_service(const struct facts *facts, struct builder *builder)
{
    builder->title = "Start Docker";
    if (facts->wsl1) {
        none(builder, WSL_1);
        return;
    }
    builder->step = starts[facts->init];
    if (facts->init == INIT_UNKNOWN)
        none(builder, facts->container
                          ? "There is no engine in this container, and one that is started here "
                            "works only if the container is privileged. Start Cordon outside of "
                            "the container."
                          : "Docker's engine does not run. Start the service docker with the tool "
                            "of this distribution.");
    else if (facts->container)
        builder->detail = "Docker's engine does not run. In a container it starts only if the "
                          "container is privileged; else start Cordon outside of it.";
    else if (facts->wsl && facts->init == SERVICE)
        builder->detail = "Docker's engine does not run. The step starts it until this "
                          "distribution is stopped; with systemd, systemctl enable docker makes "
                          "it last. If you use Docker Desktop instead, switch its WSL integration "
                          "on.";
    else if (facts->init == RUNIT)
        builder->detail = "Docker's engine does not run. If the link is there already: sudo sv up "
                          "docker. Undo: sudo rm /var/service/docker";
    else if (facts->distribution.packager == KIT_EMERGE)
        builder->detail = "Docker's engine does not run. The step is for OpenRC; with systemd: "
                          "sudo systemctl enable --now docker. Undo: sudo rc-update del docker";
    else if (facts->init == OPENRC)
        builder->detail = "Docker's engine does not run. The step starts it, now and with the "
                          "machine. Undo: sudo rc-update del docker";
    else if (facts->init == SYSTEMD)
        builder->detail = "Docker's engine does not run. The step starts it, now and with the "
                          "machine. Undo: sudo systemctl disable --now docker";
    else
        builder->detail = "Docker's engine does not run.";
}

#define NOTHING_THERE "Nothing answers where Docker's engine is said to be."

static void build_down(const struct facts *facts, struct builder *builder)
{
    if (build_other_engine(facts, builder))
        return;
    if (strstr(facts->path, "/podman/") != NULL && facts->variable == NULL) {
        packaged(facts, builder, false);
        builder->title = "Install Docker's engine, or use bubblewrap";
        builder->detail = "There is no Docker engine here: the only socket is Podman's, and "
                          "Cordon speaks to Docker's engine only. Install that, or choose the "
                          "bubblewrap backend.";
        return;
    }
    bool of_desktop = strstr(facts->path, "/.docker/desktop/") != NULL ||
                      strstr(facts->path, "/.docker/run/") != NULL;
    bool elsewhere = (*facts->path != '\0' || facts->variable != NULL) &&
                     !docker_socket_is_of_system(facts->path);
    if (of_desktop || (facts->os != DOCKER_OS_LINUX && !elsewhere)) {
        build_desktop(facts, builder);
        return;
    }
    if (strstr(facts->path, "/run/user/") != NULL && strstr(facts->path, "/podman/") == NULL) {
        build_rootless(facts, builder);
        return;
    }
    if (elsewhere && facts->variable != NULL) {
        unset_selecting(facts, builder, facts->variable, NOTHING_THERE);
        return;
    }
    if (elsewhere) {
        use_default(builder);
        builder->title = SELECT;
        builder->detail = NOTHING_THERE " The step selects the engine of this machine in place of "
                                        "that one. If DOCKER_HOST is set, unset it too.";
        return;
    }
    build_service(facts, builder);
}

/* A finding may call every socket that is not the system's a user's own. */
static void build_rootless_down(const struct facts *facts, struct builder *builder)
{
    if (*facts->path == '\0')
        build_rootless(facts, builder);
    else
        build_down(facts, builder);
}

static void build_desktop_stopped(const struct facts *facts, struct builder *builder)
{
    if (!build_other_engine(facts, builder))
        build_desktop(facts, builder);
}

#define NOT_A_SOCKET                                                                               \
    "There is a file or a folder in the place of the engine's socket. A container that was given " \
    "a socket that did not exist leaves an empty folder there. Remove it, when you have seen "     \
    "what "                                                                                        \
    "it is, and start Docker again."

static void build_not_a_socket(const struct facts *facts, struct builder *builder)
{
    struct kit_text text;
    bool system = docker_socket_is_of_system(facts->path);

    bool of_user = begins(facts->path, "/run/user/") || begins(facts->path, "/home/") ||
                   begins(facts->path, "/Users/");

    if (!kit_word_is_path(facts->path, "/") || !(system || of_user)) {
        none(builder, NOT_A_SOCKET);
        return;
    }
    if (!system || facts->os == DOCKER_OS_MACOS || restarts[facts->init] == NULL) {
        builder->step =
            (struct kit_step){{"rmdir", facts->path}, NULL, system ? KIT_STEP_ADMIN : USER};
        return;
    }
    kit_text_init(&text, builder->text, sizeof(builder->text));
    kit_text_addf(&text, "rmdir %s && %s", facts->path, restarts[facts->init]);
    builder->step = (struct kit_step){.script = builder->text, .flags = KIT_STEP_ADMIN};
}

/* --- The right to use it --------------------------------------------------------------------- */

#define IS_ROOT                                                                                    \
    "The engine is reserved for the group docker. Whoever is in it can become root on this "       \
    "machine: the group is as good as root's password. Log out and in again after the step. An "   \
    "engine of your own needs no such group: dockerd-rootless-setuptool.sh install. "
#define UNDO_GROUP "Undo: sudo gpasswd -d NAME docker"

/* The name of the user is no fact, so the command asks for it, before it becomes the
 * administrator. */
static void build_permission(const struct facts *facts, struct builder *builder)
{
    static const char *const add_user[] = {
        [KIT_ADMIN_SUDO] = "sudo usermod -aG docker \"$(id -un)\"",
        [KIT_ADMIN_DOAS] = "doas usermod -aG docker \"$(id -un)\"",
        [KIT_ADMIN_SU] = "su -c \"usermod -aG docker $(id -un)\"",
        [KIT_ADMIN_SELF] = NULL,
    };
    const uint32_t flags = KIT_STEP_ADMIN | CORDON_HINT_NEEDS_RELOGIN;

    if (facts->os == DOCKER_OS_WINDOWS) {
        builder->step = (struct kit_step){
            {"net", "localgroup", "docker-users", "%USERNAME%", "/add"}, NULL, flags};
        builder->detail = "Docker Desktop is reserved for the group docker-users, whose members "
                          "can become administrator on this machine. Run the step in a terminal "
                          "that was opened as administrator, then log out and in. Undo: the same "
                          "with /delete.";
        return;
    }
    if (facts->os == DOCKER_OS_MACOS) {
        none(builder, "The socket does not let you in. In Docker Desktop, Settings > Advanced, "
                      "switch the default Docker socket off and on again; it asks for a password. "
                      "Whoever can use the engine can read and change all files that it shares.");
        return;
    }
    if (*facts->path != '\0' && !docker_socket_is_of_system(facts->path)) {
        none(builder, "The socket, or a folder on the way to it, does not let you in, and it is "
                      "not the system's. It may be the engine of another user. Select your own: "
                      "unset DOCKER_HOST, or docker context use default.");
        return;
    }
    if (facts->admin == KIT_ADMIN_SELF) {
        none(builder, "You are root, and the engine's socket refuses you all the same: something "
                      "around Cordon (a security module, a user namespace) does. Start Cordon "
                      "outside of it.");
        return;
    }
    if (facts->distribution.packager == KIT_NIX) {
        builder->step = (struct kit_step){{"nixos-rebuild", "switch"}, NULL, flags};
        builder->detail = IS_ROOT "First add \"docker\" to extraGroups of your user in "
                                  "/etc/nixos/configuration.nix. Undo: remove it and switch again.";
        return;
    }
    if (facts->distribution.packager == KIT_GUIX) {
        builder->step =
            (struct kit_step){{"guix", "system", "reconfigure", "/etc/config.scm"}, NULL, flags};
        builder->detail = IS_ROOT "First add \"docker\" to supplementary-groups of your user in "
                                  "/etc/config.scm. Undo: remove it and reconfigure again.";
        return;
    }
    if (facts->distribution.packager == KIT_APK) { /* BusyBox has no usermod */
        script(builder, flags | KIT_STEP_ASKS_ITSELF,
               facts->admin == KIT_ADMIN_SUDO ? "sudo addgroup \"$(id -un)\" docker"
                                              : "doas addgroup \"$(id -un)\" docker");
        builder->detail = IS_ROOT "Undo, as root: delgroup NAME docker";
        return;
    }
    if (facts->distribution.packager == KIT_OSTREE)
        builder->detail =
            IS_ROOT "If the step says that there is no such group, copy its line first: getent "
                    "group docker | sudo tee -a /etc/group. " UNDO_GROUP;
    script(builder, flags | KIT_STEP_ASKS_ITSELF, add_user[facts->admin]);
    if (facts->admin == KIT_ADMIN_SU)
        builder->detail = IS_ROOT "You have no sudo here: the step asks for the password of root, "
                                  "so you may have to ask your administrator. Undo, as root: "
                                  "gpasswd -d NAME docker";
}

static void build_relogin(const struct facts *facts, struct builder *builder)
{
    if (facts->os != DOCKER_OS_LINUX) {
        none(builder, "You are in the group that may use the engine, but this session is older. "
                      "Log out and in again.");
        return;
    }
    if (facts->distribution.packager == KIT_APK) /* BusyBox has no newgrp */
        script(builder, CORDON_HINT_NEEDS_RELOGIN, "exec su -l \"$(id -un)\"");
    else
        builder->step = (struct kit_step){{"newgrp", "docker"}, NULL, CORDON_HINT_NEEDS_RELOGIN};
}

/* --- The engine ------------------------------------------------------------------------------ */

/* Restarting it would end other containers, so that is only told. */
static void build_check_again(const struct facts *facts, struct builder *builder)
{
    (void)facts;
    builder->step = (struct kit_step){{"cordon", "doctor", "--fresh"}, NULL, USER};
}

#define HUNG                                                                                       \
    "The engine accepts the connection and does not answer. Wait a minute, then check again. If "  \
    "it stays so, restart it, which ends all its containers: "

static void build_hung(const struct facts *facts, struct builder *builder)
{
    static const char *const details[INIT_COUNT] = {
        [SYSTEMD] = HUNG "sudo systemctl restart docker",
        [NIXOS] = HUNG "sudo systemctl restart docker",
        [OPENRC] = HUNG "rc-service docker restart, as root",
        [RUNIT] = HUNG "sudo sv restart docker",
        [SHEPHERD] = HUNG "sudo herd restart dockerd",
        [PROCD] = HUNG "/etc/init.d/dockerd restart",
        [SERVICE] = HUNG "sudo service docker restart",
    };

    build_check_again(facts, builder);
    if (facts->os != DOCKER_OS_LINUX || strstr(facts->path, "/.docker/") != NULL)
        builder->detail = HUNG "docker desktop restart";
    else if (is_rootless(facts))
        builder->detail = HUNG "systemctl --user restart docker";
    else
        builder->detail = details[facts->init];
}

static void build_listener(const struct facts *facts, struct builder *builder)
{
    if (facts->variable != NULL)
        unset_selecting(facts, builder, facts->variable, "What listens there is no Docker engine.");
    else if (facts->os == DOCKER_OS_LINUX)
        builder->step = (struct kit_step){{"ss", "-l", "-x", "-p"}, NULL, CORDON_HINT_NEEDS_ADMIN};
    else if (facts->os == DOCKER_OS_MACOS && kit_word_is_path(facts->path, "/"))
        builder->step = (struct kit_step){{"lsof", facts->path}, NULL, CORDON_HINT_NEEDS_ADMIN};
    else
        none(builder, "Something answers there, but not as Docker's engine does. Stop it, or "
                      "select another engine: docker context use default.");
}

static void build_linux_engine(const struct facts *facts, struct builder *builder)
{
    builder->platform = "windows";
    builder->step = (struct kit_step){
        {facts->wsl ? "docker.exe" : "docker", "desktop", "engine", "use", "linux"}, NULL, USER};
}

/* A user's own engine has only the controllers that systemd hands on to the user. */
static void build_delegate(const struct facts *facts, struct builder *builder)
{
    if (facts->os != DOCKER_OS_LINUX || facts->init != SYSTEMD || !is_rootless(facts)) {
        builder->none = true;
        return;
    }
    script(builder, KIT_STEP_ADMIN | CORDON_HINT_NEEDS_RELOGIN,
           "mkdir -p /etc/systemd/system/user@.service.d && printf \"[Service]\\nDelegate=cpu "
           "cpuset io memory pids\\n\" > /etc/systemd/system/user@.service.d/delegate.conf && "
           "systemctl daemon-reload");
    builder->detail = "Your own engine cannot limit its containers, because systemd hands on no "
                      "controllers to it. The step does that for all users; log out and in again "
                      "after it. Undo: sudo rm "
                      "/etc/systemd/system/user@.service.d/delegate.conf && sudo systemctl "
                      "daemon-reload";
}

/* --- The image ------------------------------------------------------------------------------- */

/* Not yet that it is one: only that it is nothing else. */
static bool is_like_reference(const char *word)
{
    return kit_word_is_plain(word) && strchr("/.+@:=", *word) == NULL &&
           strpbrk(word, "+=") == NULL;
}

static void build_pull(const struct facts *facts, struct builder *builder)
{
    builder->step = (struct kit_step){{"cordon", "image", "pull"}, NULL, CORDON_HINT_NEEDS_NETWORK};
    if (is_like_reference(facts->subject))
        builder->step.words[3] = facts->subject;
}

static void build_unset_image(const struct facts *facts, struct builder *builder)
{
    unset(facts, builder, "CORDON_DOCKER_IMAGE");
}

static void build_disk(const struct facts *facts, struct builder *builder)
{
    (void)facts;
    builder->step = (struct kit_step){{"docker", "system", "df"}, NULL, USER};
}

/* --- What each code means -------------------------------------------------------------------- */

struct row {
    const char *title;
    const char *detail;
    void (*build)(const struct facts *facts, struct builder *builder); /* NULL: no command */
    const char *url;
};

#define GET_DOCKER "https://docs.docker.com/get-started/get-docker/"

static const struct row rows[DOCKER_CODE_COUNT] = {
    [DOCKER_CODE_NOT_INSTALLED] =
        {"Install Docker",
         "Docker's engine runs each command in a container. On a fresh system, refresh the package "
         "lists first. The bubblewrap backend needs no such service.",
         build_install, GET_DOCKER},
    [DOCKER_CODE_CONTEXT_MISSING] =
        {"Select Docker's default context",
         "Docker's configuration names a context that does not exist, as after the removal of "
         "Docker Desktop. If the variable DOCKER_CONTEXT is set, unset it too. Undo: docker "
         "context use with the other name.",
         build_context, NULL},
    [DOCKER_CODE_CONFIG_BROKEN] = {"Repair Docker's configuration file",
                                   CONFIG_BROKEN " The step puts it aside, with the logins to "
                                                 "registries that are in it. Undo: move it back.",
                                   build_config, NULL},
    [DOCKER_CODE_HOST_BAD] = {SELECT, NULL, build_host, NULL},
    [DOCKER_CODE_REMOTE] =
        {SELECT,
         REMOTE " The step selects the local one. If the variable DOCKER_HOST or DOCKER_CONTEXT is "
                "set, it counts for more: unset it. Undo: docker context use with the other name.",
         build_remote, NULL},
    [DOCKER_CODE_WSL_INTEGRATION] =
        {"Switch on Docker Desktop's WSL integration",
         "Docker Desktop in Windows does not serve this distribution. Its Settings > Resources > "
         "WSL integration has a switch for it. Without Docker Desktop, install an engine here, as "
         "on any Linux (the package docker.io), or choose the bubblewrap backend.",
         NULL, NULL},
    [DOCKER_CODE_DOWN] = {"Start Docker", NULL, build_down, NULL},
    [DOCKER_CODE_ROOTLESS_DOWN] = {"Start your own Docker engine", NULL, build_rootless_down, NULL},
    [DOCKER_CODE_DESKTOP_STOPPED] = {"Start Docker Desktop", NULL, build_desktop_stopped, NULL},
    [DOCKER_CODE_NOT_A_SOCKET] =
        {"Remove what lies where Docker's socket should be",
         "There is a file or a folder in the place of the engine's socket. A container that was "
         "given a socket that did not exist leaves an empty folder, which the step removes. A "
         "file it leaves alone: see what it is first. Then start Docker again.",
         build_not_a_socket, NULL},
    [DOCKER_CODE_PERMISSION] = {"Get the right to use Docker", IS_ROOT UNDO_GROUP, build_permission,
                                NULL},
    [DOCKER_CODE_RELOGIN] =
        {"Log out and in again",
         "You are in the group docker, but this session is older than that. Log out and in again. "
         "The step gives the group to one shell at once: start from it what starts Cordon.",
         build_relogin, NULL},
    [DOCKER_CODE_HUNG] = {"Wait a minute, then check again",
                          "The engine accepts the connection and does not answer. Wait a minute, "
                          "then check again. If it stays so, restart it, which ends all its "
                          "containers.",
                          build_hung, NULL},
    [DOCKER_CODE_STARTING] =
        {"Wait until Docker has started, then check again",
         "The engine answers that it cannot serve yet: it is starting, paused or being updated. "
         "If that lasts for minutes, look into the window of Docker Desktop, or restart the "
         "engine.",
         build_check_again, NULL},
    [DOCKER_CODE_NOT_AN_ENGINE] =
        {"See what listens in Docker's place",
         "Something answers on the socket, but not as Docker's engine does. The step shows which "
         "program listens. Stop it, or select another engine: docker context use default.",
         build_listener, NULL},
    [DOCKER_CODE_PODMAN] =
        {"Install Docker's engine, or use bubblewrap",
         PODMAN " Docker's engine can live beside Podman; the package podman-docker gives way to "
                "it. Or choose the bubblewrap backend, which needs neither.",
         build_podman, GET_DOCKER},
    [DOCKER_CODE_WINDOWS_CONTAINERS] =
        {"Switch Docker Desktop to Linux containers",
         "Docker Desktop runs Windows containers, and Cordon needs Linux ones. In older versions "
         "the switch is in the menu of its icon. Undo: docker desktop engine use windows",
         build_linux_engine, NULL},
    [DOCKER_CODE_TOO_OLD] =
        {"Update Docker",
         "Cordon needs Docker 20.10 or newer. If the engine came from Docker's own repository, "
         "its package is docker-ce. A distribution that has nothing newer has to be upgraded "
         "itself; or choose the bubblewrap backend.",
         build_upgrade, GET_DOCKER},
    [DOCKER_CODE_TOO_NEW] = {"Update Cordon",
                             "This engine no longer speaks the version of its interface that this "
                             "Cordon uses. Install a newer Cordon, or an older Docker.",
                             NULL, NULL},
    [DOCKER_CODE_IMAGE_BAD] =
        {"Correct the name of the image",
         "The image is named by the variable CORDON_DOCKER_IMAGE, or by the setting docker.image, "
         "and what is there is no name of an image (registry/name:tag). Without both, Cordon uses "
         "its own choice.",
         build_unset_image, NULL},
    [DOCKER_CODE_IMAGE_MISSING] =
        {"Load the image for the sandbox",
         "The image that commands run in is not on this machine. The step shows its size and asks "
         "for a yes before anything is loaded. Undo: docker image rm with the image's name.",
         build_pull, NULL},
    [DOCKER_CODE_IMAGE_PLATFORM] =
        {"Load the image for this machine's platform",
         "The image was made for another processor or system than the engine's. The step shows the "
         "size of the right one and asks for a yes before anything is loaded. If there is none for "
         "this platform, choose another image.",
         build_pull, NULL},
    [DOCKER_CODE_HELPER_MISSING] = {"Reinstall Cordon",
                                    "A program that belongs to Cordon (cordon-init or "
                                    "cordon-docker) is not where it should be.",
                                    NULL, NULL},
    [DOCKER_CODE_MOUNT_DENIED] =
        {"Let Docker Desktop share the folder",
         "Docker Desktop hands only some folders on to its containers. Add the project's folder, "
         "or one above it, in its Settings > Resources > File sharing, or move the project below "
         "your home folder. macOS may also have to permit the folder: System Settings > Privacy.",
         NULL, NULL},
    [DOCKER_CODE_MOUNT_MISSING] =
        {"Use an engine that sees this machine's folders",
         "A folder that is here is not there for the engine. So it is when Cordon runs in a "
         "container and the engine outside of it, or when the engine is on another machine. Start "
         "Cordon where the engine runs, or, under Linux, choose the bubblewrap backend.",
         NULL, NULL},
    [DOCKER_CODE_RUNTIME] =
        {"See why Docker cannot start a container",
         "The engine answers, but cannot start a container of the kind that Cordon needs. Its own "
         "message is below; the advice in it may be wrong. Try another container: if that fails "
         "too, the engine's installation is damaged.",
         NULL, NULL},
    [DOCKER_CODE_CGROUP] =
        {"Give Docker its control groups",
         "The engine cannot set up the control group of a container. Either /sys/fs/cgroup is not "
         "mounted, or whoever started the engine (a container, a user without systemd) hands none "
         "on to it. Under Debian and Raspberry Pi OS, cgroup_enable=memory swapaccount=1 may be "
         "missing on the kernel's command line.",
         build_delegate, NULL},
    [DOCKER_CODE_DISK_FULL] =
        {"Make room for Docker",
         "The disk on which the engine keeps images and containers is full. The step shows what "
         "takes the room. docker system prune then deletes stopped containers, unused networks "
         "and unnamed images for good; it asks first.",
         build_disk, NULL},
    [DOCKER_CODE_SETUP] = {"Report this to Cordon's developers",
                           "The sandbox was made, but looked at from inside it was not as planned, "
                           "so nothing was run. Please pass on the message below.",
                           NULL, NULL},
    [DOCKER_CODE_TIMEOUT] = {"Check again when the machine is less busy",
                             "A container was started, but did not come to an end in time. The "
                             "first one after the start of the machine may take long.",
                             build_check_again, NULL},
    [DOCKER_CODE_UNKNOWN] = {"See what Docker says",
                             "Docker failed in a way that is not known here. Its own message is "
                             "below; the advice in it may be wrong.",
                             NULL, NULL},
    [DOCKER_CODE_ENDPOINT] = {"Where the engine listens", NULL, NULL, NULL},
    [DOCKER_CODE_VERSION] = {"Its version", NULL, NULL, NULL},
    [DOCKER_CODE_IMAGE] = {"The image in use", NULL, NULL, NULL},
    [DOCKER_CODE_IMAGE_NAME] = {"The name of the image", NULL, NULL, NULL},
    [DOCKER_CODE_ENGINE] = {"What the engine can do", NULL, NULL, NULL},
    [DOCKER_CODE_USER] = {"Who the command is in a container", NULL, NULL, NULL},
    [DOCKER_CODE_PROBE_COMMAND] = {"The command that was tried", NULL, NULL, NULL},
    [DOCKER_CODE_PROBE_OUTPUT] = {"What it printed", NULL, NULL, NULL},
};

/* --- Putting it together --------------------------------------------------------------------- */

int32_t docker_hint(const struct cordon_host *host, struct cordon_call *call, const char *text)
{
    size_t code = kit_code_find(docker_codes, DOCKER_CODE_COUNT, text);
    if (code == DOCKER_CODE_COUNT)
        return host->fail(call, CORDON_E_INVALID, "Docker's backend has no such finding code");

    struct facts facts;
    facts_read(host, call, text, &facts);
    const struct row *row = &rows[code];
    struct builder builder = {.none = row->build == NULL};
    if (row->build != NULL)
        row->build(&facts, &builder);

    struct cordon_hint hint = {.title = builder.title != NULL ? builder.title : row->title,
                               .detail = builder.detail != NULL ? builder.detail : row->detail,
                               .platform = builder.platform != NULL ? builder.platform
                                                                    : facts.distribution.platform,
                               .url = row->url};
    return kit_step_put_hint(host, call, facts.admin, builder.none ? NULL : &builder.step, &hint);
}

/* SPDX-License-Identifier: MIT */
/* The one step that helps, for every finding code, worded for this distribution.  Pure: everything
 * comes from facts.  Two tables: what each package manager is told, and what each code means. */
#include "bwrap.h"
#include "codes.h"

#include <fact.h>
#include <kit.h>
#include <stdio.h>
#include <step.h>
#include <string.h>

/* --- What each package manager is told ------------------------------------------------------- */

struct packager {
    struct kit_step install;
    struct kit_step reinstall;
    struct kit_step upgrade;
};

static const struct packager packagers[KIT_PACKAGER_COUNT] = {
    [KIT_APT] =
        {{{"apt-get", "install", "-y", "bubblewrap"}, NULL, KIT_STEP_INSTALL},
         {{"apt-get", "install", "--reinstall", "-y", "bubblewrap"}, NULL, KIT_STEP_INSTALL},
         {{"apt-get", "install", "--only-upgrade", "-y", "bubblewrap"}, NULL, KIT_STEP_INSTALL}},
    [KIT_DNF] = {{{"dnf", "install", "-y", "bubblewrap"}, NULL, KIT_STEP_INSTALL},
                 {{"dnf", "reinstall", "-y", "bubblewrap"}, NULL, KIT_STEP_INSTALL},
                 {{"dnf", "upgrade", "-y", "bubblewrap"}, NULL, KIT_STEP_INSTALL}},
    /* rpm-ostree asks for the password itself. */
    [KIT_OSTREE] = {{{"rpm-ostree", "install", "--apply-live", "bubblewrap"},
                     NULL,
                     KIT_STEP_INSTALL | KIT_STEP_ASKS_ITSELF},
                    {{"rpm-ostree", "upgrade"},
                     NULL,
                     KIT_STEP_INSTALL | KIT_STEP_ASKS_ITSELF | CORDON_HINT_NEEDS_REBOOT},
                    {{"rpm-ostree", "upgrade"},
                     NULL,
                     KIT_STEP_INSTALL | KIT_STEP_ASKS_ITSELF | CORDON_HINT_NEEDS_REBOOT}},
    [KIT_PACMAN] = {{{"pacman", "-S", "--needed", "bubblewrap"}, NULL, KIT_STEP_INSTALL},
                    {{"pacman", "-S", "bubblewrap"}, NULL, KIT_STEP_INSTALL},
                    {{"pacman", "-Syu", "bubblewrap"}, NULL, KIT_STEP_INSTALL}},
    [KIT_STEAMOS] = {{{NULL},
                      "steamos-readonly disable && pacman -S --needed --noconfirm bubblewrap; "
                      "steamos-readonly enable",
                      KIT_STEP_INSTALL},
                     {{NULL},
                      "steamos-readonly disable && pacman -S --noconfirm bubblewrap; "
                      "steamos-readonly enable",
                      KIT_STEP_INSTALL},
                     {{"steamos-update"}, NULL, KIT_STEP_INSTALL | CORDON_HINT_NEEDS_REBOOT}},
    [KIT_ZYPPER] =
        {{{"zypper", "--non-interactive", "install", "bubblewrap"}, NULL, KIT_STEP_INSTALL},
         {{"zypper", "--non-interactive", "install", "-f", "bubblewrap"}, NULL, KIT_STEP_INSTALL},
         {{"zypper", "--non-interactive", "update", "bubblewrap"}, NULL, KIT_STEP_INSTALL}},
    [KIT_TRANSACTIONAL] = {{{"transactional-update", "-n", "pkg", "install", "bubblewrap"},
                            NULL,
                            KIT_STEP_INSTALL | CORDON_HINT_NEEDS_REBOOT},
                           {{"transactional-update", "-n", "pkg", "install", "-f", "bubblewrap"},
                            NULL,
                            KIT_STEP_INSTALL | CORDON_HINT_NEEDS_REBOOT},
                           {{"transactional-update", "-n", "pkg", "update", "bubblewrap"},
                            NULL,
                            KIT_STEP_INSTALL | CORDON_HINT_NEEDS_REBOOT}},
    [KIT_APK] = {{{"apk", "add", "bubblewrap"}, NULL, KIT_STEP_INSTALL},
                 {{"apk", "fix", "bubblewrap"}, NULL, KIT_STEP_INSTALL},
                 {{"apk", "add", "--upgrade", "bubblewrap"}, NULL, KIT_STEP_INSTALL}},
    [KIT_XBPS] = {{{"xbps-install", "-y", "bubblewrap"}, NULL, KIT_STEP_INSTALL},
                  {{"xbps-install", "-f", "-y", "bubblewrap"}, NULL, KIT_STEP_INSTALL},
                  {{"xbps-install", "-S", "-u", "-y", "bubblewrap"}, NULL, KIT_STEP_INSTALL}},
    [KIT_EMERGE] =
        {{{"emerge", "--ask=n", "sys-apps/bubblewrap"}, NULL, KIT_STEP_INSTALL},
         {{"emerge", "--ask=n", "--oneshot", "sys-apps/bubblewrap"}, NULL, KIT_STEP_INSTALL},
         {{"emerge", "--ask=n", "--update", "sys-apps/bubblewrap"}, NULL, KIT_STEP_INSTALL}},
    /* These two install for one user, without any rights. */
    [KIT_NIX] =
        {{{"nix", "profile", "install", "nixpkgs#bubblewrap"}, NULL, CORDON_HINT_NEEDS_NETWORK},
         {{"nix", "profile", "install", "nixpkgs#bubblewrap"}, NULL, CORDON_HINT_NEEDS_NETWORK},
         {{"nix", "profile", "upgrade", "bubblewrap"}, NULL, CORDON_HINT_NEEDS_NETWORK}},
    [KIT_GUIX] = {{{"guix", "install", "bubblewrap"}, NULL, CORDON_HINT_NEEDS_NETWORK},
                  {{"guix", "install", "bubblewrap"}, NULL, CORDON_HINT_NEEDS_NETWORK},
                  {{"guix", "upgrade", "bubblewrap"}, NULL, CORDON_HINT_NEEDS_NETWORK}},
    [KIT_OPKG] = {{{"opkg", "install", "bubblewrap"}, NULL, KIT_STEP_INSTALL},
                  {{"opkg", "install", "--force-reinstall", "bubblewrap"}, NULL, KIT_STEP_INSTALL},
                  {{"opkg", "upgrade", "bubblewrap"}, NULL, KIT_STEP_INSTALL}},
};

/* --- The facts --------------------------------------------------------------------------------- */

struct facts {
    const struct cordon_host *host;
    struct cordon_call *call;
    struct kit_distribution distribution;
    const struct packager *packager; /* NULL: not known */
    const char *container;           /* never NULL */
    const char *subject;             /* of the finding; never NULL */
};

static void facts_read(const struct cordon_host *host, struct cordon_call *call, const char *code,
                       struct facts *ret_facts)
{
    struct facts facts = {.host = host, .call = call};
    kit_distribution_read(host, call, &facts.distribution);
    if (facts.distribution.packager != KIT_PACKAGER_UNKNOWN)
        facts.packager = &packagers[facts.distribution.packager];
    facts.container = kit_fact(host, call, "container");
    facts.subject = kit_fact_subject(host, call, code);
    *ret_facts = facts;
}

/* The bubblewrap that was looked at. */
static const char *program(const struct facts *facts)
{
    const char *found = kit_fact_subject(facts->host, facts->call, "bwrap.program");
    if (kit_word_is_path(found, "/"))
        return found;
    return kit_word_is_path(facts->subject, "/") ? facts->subject : "/usr/bin/bwrap";
}

static bool is_of_system(const char *path)
{
    return strcmp(path, "/usr/bin/bwrap") == 0 || strcmp(path, "/bin/bwrap") == 0;
}

/* --- The steps that are more than a row of a table -------------------------------------------------- */

/* What a builder writes: words that live as long as the call. */
struct builder {
    struct kit_step step;
    bool none;          /* there is no command here */
    const char *detail; /* in place of the row's, or NULL */
    const char *platform;
    char script[1024];
};

static void script(struct builder *builder, uint32_t flags, const char *text)
{
    (void)kit_text_copy(builder->script, sizeof(builder->script), text);
    builder->step = (struct kit_step){.script = builder->script, .flags = flags};
}

static void packaged(const struct facts *facts, struct builder *builder,
                     const struct kit_step *step, const char *otherwise)
{
    builder->none = facts->packager == NULL;
    if (builder->none)
        builder->detail = otherwise;
    else
        builder->step = *step;
}

static void build_install(const struct facts *facts, struct builder *builder)
{
    packaged(facts, builder, facts->packager != NULL ? &facts->packager->install : NULL,
             "Install the package bubblewrap with the tool of this distribution. If it has none, "
             "choose the Docker backend.");
    if (facts->distribution.packager == KIT_STEAMOS)
        builder->detail =
            "bubblewrap holds the sandbox. SteamOS usually brings it; the next update "
            "of the system removes what this step installs. The user deck has no "
            "password at first: set one with passwd.";
}

/* A file that no package owns is not mended by installing the package again. */
static void build_reinstall(const struct facts *facts, struct builder *builder)
{
    if (!is_of_system(program(facts))) {
        builder->none = true;
        builder->detail = "The first bwrap on PATH cannot be started, and it is not the "
                          "distribution's. Remove it or repair it, or put /usr/bin before its "
                          "folder in PATH.";
        return;
    }
    packaged(facts, builder, facts->packager != NULL ? &facts->packager->reinstall : NULL,
             "Install the package bubblewrap again with the tool of this distribution.");
}

static void build_upgrade(const struct facts *facts, struct builder *builder)
{
    packaged(facts, builder, facts->packager != NULL ? &facts->packager->upgrade : NULL,
             "Update the package bubblewrap with the tool of this distribution.");
}

static void build_chmod(const struct facts *facts, struct builder *builder)
{
    builder->step = (struct kit_step){{"chmod", "0755", program(facts)}, NULL, KIT_STEP_ADMIN};
}

static void build_no_setuid(const struct facts *facts, struct builder *builder)
{
    /* Debian's package manager would bring the mode back. */
    if (facts->distribution.packager == KIT_APT && strcmp(program(facts), "/usr/bin/bwrap") == 0)
        script(builder, KIT_STEP_ADMIN,
               "dpkg-statoverride --quiet --remove /usr/bin/bwrap; chmod 0755 /usr/bin/bwrap");
    else
        build_chmod(facts, builder);
}

static void build_no_file_caps(const struct facts *facts, struct builder *builder)
{
    builder->step = (struct kit_step){{"setcap", "-r", program(facts)}, NULL, KIT_STEP_ADMIN};
}

static void build_sysctl(const struct facts *facts, struct builder *builder, const char *setting,
                         const char *file, const char *nixos)
{
    if (strcmp(facts->distribution.id, "nixos") == 0) {
        builder->step = (struct kit_step){{"nixos-rebuild", "switch"}, NULL, KIT_STEP_ADMIN};
        builder->detail = nixos;
        return;
    }
    struct kit_text text;
    kit_text_init(&text, builder->script, sizeof(builder->script));
    kit_text_addf(&text, "echo %s > /etc/sysctl.d/%s && sysctl -p /etc/sysctl.d/%s", setting, file,
                  file);
    builder->step = (struct kit_step){.script = builder->script, .flags = KIT_STEP_ADMIN};
}

static void build_userns_sysctl(const struct facts *facts, struct builder *builder)
{
    build_sysctl(facts, builder, "kernel.unprivileged_userns_clone=1", "60-userns.conf",
                 "First add the line \"security.unprivilegedUsernsClone = true;\" to "
                 "/etc/nixos/configuration.nix. Undo: remove the line and switch again.");
}

static void build_userns_max(const struct facts *facts, struct builder *builder)
{
    build_sysctl(facts, builder, "user.max_user_namespaces=15000", "90-userns.conf",
                 "First add the line \"boot.kernel.sysctl.\\\"user.max_user_namespaces\\\" = "
                 "15000;\" to /etc/nixos/configuration.nix. Undo: remove the line and switch "
                 "again.");
    /* The kernel of version 7 has them switched off at boot as well. */
    if (facts->distribution.packager == KIT_DNF && builder->step.script != NULL &&
        strcmp(facts->distribution.id, "fedora") != 0 && facts->distribution.version[0] == '7' &&
        (facts->distribution.version[1] == '\0' || facts->distribution.version[1] == '.'))
        script(builder, KIT_STEP_ADMIN | CORDON_HINT_NEEDS_REBOOT,
               "echo user.max_user_namespaces=15000 > /etc/sysctl.d/90-userns.conf && "
               "grubby --args=user_namespace.enable=1 "
               "--update-kernel=\"$(grubby --default-kernel)\"");
}

static void build_namespaces_zero(const struct facts *facts, struct builder *builder)
{
    if (!kit_word_is_plain(facts->subject) || strncmp(facts->subject, "user.max_", 9) != 0) {
        builder->none = true;
        return;
    }
    char setting[128];
    struct kit_text text;
    kit_text_init(&text, setting, sizeof(setting));
    kit_text_addf(&text, "%s=15000", facts->subject);
    build_sysctl(facts, builder, setting, "91-namespaces.conf",
                 "First set the limit that is 0 to 15000 in boot.kernel.sysctl of "
                 "/etc/nixos/configuration.nix. Undo: remove the line and switch again.");
    builder->none = builder->none || text.cut;
}

/* Where is the profile that lets bubblewrap, and nothing else, make user namespaces? */
static void build_apparmor(const struct facts *facts, struct builder *builder)
{
    if (facts->distribution.packager != KIT_APT) {
        builder->none = true;
        builder->detail = "Load an AppArmor profile that lets /usr/bin/bwrap make user namespaces "
                          "(\"bwrap-userns-restrict\" of the AppArmor project), or choose the "
                          "Docker backend.";
        return;
    }
    unsigned year = 0;
    unsigned month = 0;
    bool shipped = strcmp(facts->distribution.id, "ubuntu") == 0 &&
                   sscanf(facts->distribution.version, "%u.%u", &year, &month) == 2 && year >= 25;
    if (shipped) {
        /* Since 25.04 the package apparmor holds it; somebody removed the file. */
        script(builder, KIT_STEP_INSTALL,
               "apt-get install --reinstall -y -o Dpkg::Options::=--force-confmiss apparmor && "
               "apparmor_parser -r /etc/apparmor.d/bwrap-userns-restrict");
        builder->detail = "AppArmor keeps programs from using user namespaces, and the profile "
                          "that exempts /usr/bin/bwrap has been removed. The step puts it back.";
        return;
    }
    script(builder, KIT_STEP_INSTALL,
           "apt-get install -y apparmor-profiles && install -m 0644 "
           "/usr/share/apparmor/extra-profiles/bwrap-userns-restrict /etc/apparmor.d/ && "
           "apparmor_parser -r /etc/apparmor.d/bwrap-userns-restrict");
}

#define PROFILE_FOLDER "/etc/apparmor.d/"

static void build_apparmor_load(const struct facts *facts, struct builder *builder)
{
    const char *file = kit_word_is_path(facts->subject, PROFILE_FOLDER) ? facts->subject
                                                                        : PROFILE_FOLDER
                           "bwrap-userns-restrict";
    builder->step = (struct kit_step){{"apparmor_parser", "-r", file}, NULL, KIT_STEP_ADMIN};
}

static void build_apparmor_conflict(const struct facts *facts, struct builder *builder)
{
    if (!kit_word_is_path(facts->subject, PROFILE_FOLDER)) {
        builder->none = true;
        return;
    }
    struct kit_text text;
    kit_text_init(&text, builder->script, sizeof(builder->script));
    kit_text_addf(&text, "apparmor_parser -R %s; rm %s", facts->subject, facts->subject);
    builder->step = (struct kit_step){.script = builder->script, .flags = KIT_STEP_ADMIN};
    builder->none = text.cut;
}

static void build_lsm(const struct facts *facts, struct builder *builder)
{
    (void)facts;
    builder->step =
        (struct kit_step){{"ausearch", "-m", "AVC,USER_AVC", "-ts", "recent", "-c", "bwrap"},
                          NULL,
                          CORDON_HINT_NEEDS_ADMIN};
}

static void build_lsns(const struct facts *facts, struct builder *builder)
{
    (void)facts;
    builder->step = (struct kit_step){{"lsns", "-t", "user"}, NULL, 0};
}

static void build_mount_proc(const struct facts *facts, struct builder *builder)
{
    (void)facts;
    builder->step =
        (struct kit_step){{"mount", "-t", "proc", "proc", "/proc"}, NULL, KIT_STEP_ADMIN};
}

static void build_unmask_proc(const struct facts *facts, struct builder *builder)
{
    builder->none = !kit_word_is_path(facts->subject, "/proc/");
    if (!builder->none)
        builder->step = (struct kit_step){{"umount", facts->subject}, NULL, KIT_STEP_ADMIN};
}

static void build_wsl(const struct facts *facts, struct builder *builder)
{
    builder->platform = "windows";
    if (kit_word_is_plain(facts->subject))
        builder->step =
            (struct kit_step){{"wsl.exe", "--set-version", facts->subject, "2"}, NULL, 0};
    else
        builder->step = (struct kit_step){{"wsl.exe", "--list", "--verbose"}, NULL, 0};
}

/* How the owner of a container lets a sandbox be made in it; nothing inside can. */
static void build_container(const struct facts *facts, struct builder *builder)
{
    builder->none = true;
    if (strcmp(facts->container, "podman") == 0)
        builder->detail = "Whoever started this container can start it again with: "
                          "podman run --security-opt seccomp=unconfined --security-opt unmask=ALL "
                          "... Nothing that is run inside can change it.";
    else if (strcmp(facts->container, "kubernetes") == 0)
        builder->detail = "Whoever owns this pod can set securityContext.procMount: Unmasked and "
                          "seccompProfile.type: Unconfined. Nothing that is run inside can "
                          "change it.";
    else if (strncmp(facts->container, "lxc", 3) == 0)
        builder->detail = "Whoever owns this container can set security.nesting=true for it. "
                          "Nothing that is run inside can change it.";
}

/* --- What each code means ------------------------------------------------------------------------------ */

struct row {
    const char *title;
    const char *detail;
    void (*build)(const struct facts *facts, struct builder *builder); /* NULL: no command */
};

#define OUTER                                                                                      \
    "Whoever started this container can start it again with: docker run --security-opt "           \
    "seccomp=unconfined --security-opt systempaths=unconfined ... Nothing that is run inside can " \
    "change it."

static const struct row rows[BWRAP_CODE_COUNT] = {
    [BWRAP_CODE_MISSING] = {"Install bubblewrap",
                            "bubblewrap (the program bwrap) holds the sandbox. On a fresh system, "
                            "refresh the package lists first.",
                            build_install},
    [BWRAP_CODE_NOT_EXECUTABLE] = {"Make bwrap executable",
                                   "bwrap is there, but its mode does not let you execute it.",
                                   build_chmod},
    [BWRAP_CODE_NOEXEC] = {"Install the distribution's bubblewrap",
                           "The bwrap that was found lies on a file system that is mounted "
                           "noexec. The distribution's own one does not.",
                           build_install},
    [BWRAP_CODE_BROKEN] = {"Reinstall bubblewrap",
                           "bwrap cannot be started: the file is damaged, built for another "
                           "machine, or a library that it needs is missing.",
                           build_reinstall},
    [BWRAP_CODE_TOO_OLD] = {"Update bubblewrap",
                            "This bubblewrap does not know an option that the sandbox needs.",
                            build_upgrade},
    [BWRAP_CODE_SETUID_REFUSED] = {"Remove the set-uid bit of bwrap",
                                   "bwrap is set-uid and therefore refuses options that the "
                                   "sandbox needs. Undo: chmod 4755 on the same file.",
                                   build_no_setuid},
    [BWRAP_CODE_FILE_CAPS] = {"Remove the file capabilities of bwrap",
                              "bwrap refuses to start with capabilities that it does not expect. "
                              "Undo: reinstall the package bubblewrap.",
                              build_no_file_caps},
    [BWRAP_CODE_HELPER_MISSING] = {"Reinstall Cordon",
                                   "The program cordon-init, which belongs to Cordon, is not where "
                                   "it should be.",
                                   NULL},
    [BWRAP_CODE_FILTER_UNSUPPORTED] = {"This processor is not supported",
                                       "libseccomp has no system call filter for this machine, and "
                                       "without one the sandbox is not offered. Choose the Docker "
                                       "backend.",
                                       NULL},
    [BWRAP_CODE_FLATPAK] = {"Start Cordon outside of Flatpak",
                            "A Flatpak application cannot make a sandbox of this kind. Install the "
                            "application, or Cordon, from the distribution.",
                            NULL},
    [BWRAP_CODE_SNAP] = {"Start Cordon outside of the snap",
                         "The snap around Cordon is confined and cannot make a sandbox. Install "
                         "the application as a package of the distribution, or the snap with "
                         "--classic.",
                         NULL},
    [BWRAP_CODE_CHROOT] = {"Enter the system without chroot",
                           "The kernel permits no user namespaces in a chroot. Enter it with "
                           "systemd-nspawn, or with a tool that uses pivot_root.",
                           NULL},
    [BWRAP_CODE_NESTED_SANDBOX] = {"Start Cordon outside of the other sandbox",
                                   "Something around Cordon (a sandbox, a service with a system "
                                   "call filter, Landlock) refuses what a sandbox needs.",
                                   NULL},
    [BWRAP_CODE_NESTED_NO_USERNS] = {"Start Cordon outside of the other sandbox",
                                     "Cordon runs in a sandbox that permits no further user "
                                     "namespaces.",
                                     NULL},
    [BWRAP_CODE_NESTED_PROC] = {"Start Cordon outside of the other sandbox",
                                "Cordon runs where /proc is read-only. A sandbox around it would "
                                "have to give it a fresh /proc.",
                                NULL},
    [BWRAP_CODE_AMBIENT_CAPS] = {"Start Cordon without ambient capabilities",
                                 "bwrap refuses to start with the ambient capabilities that this "
                                 "process has. In a systemd unit they come from "
                                 "AmbientCapabilities=.",
                                 NULL},
    [BWRAP_CODE_PROCESS_LIMIT] = {"Raise the limit of processes",
                                  "You run as many processes as you may. Stop some, or raise the "
                                  "limit: ulimit -u in a shell, TasksMax= in a systemd unit, the "
                                  "limit of processes of a container.",
                                  NULL},
    [BWRAP_CODE_FD_LIMIT] = {"Raise the limit of open files",
                             "There is no file descriptor left. Raise the limit: ulimit -n in a "
                             "shell, LimitNOFILE= in a systemd unit.",
                             NULL},
    [BWRAP_CODE_USERNS_SYSCTL] = {"Allow user namespaces",
                                  "The setting kernel.unprivileged_userns_clone is 0, so only the "
                                  "administrator may make user namespaces. Undo: sudo rm "
                                  "/etc/sysctl.d/60-userns.conf && sudo sysctl "
                                  "kernel.unprivileged_userns_clone=0",
                                  build_userns_sysctl},
    [BWRAP_CODE_USERNS_MAX] =
        {"Raise the limit of user namespaces",
         "The setting user.max_user_namespaces is too low. Guides for hardened "
         "systems (CIS, STIG) set it to 0 on purpose: ask whoever manages this "
         "machine. Undo: sudo rm /etc/sysctl.d/90-userns.conf && sudo sysctl "
         "user.max_user_namespaces=0",
         build_userns_max},
    [BWRAP_CODE_USERNS_APPARMOR] =
        {"Load the AppArmor profile for bubblewrap",
         "AppArmor keeps programs from using user namespaces. The step lets /usr/bin/bwrap use "
         "them, for the whole system; what runs inside gets no capabilities, so Chromium's own "
         "sandbox or a nested one will fail there, and some Flatpak applications could not save "
         "files with it. Undo: sudo sh -c 'apparmor_parser -R "
         "/etc/apparmor.d/bwrap-userns-restrict; rm /etc/apparmor.d/bwrap-userns-restrict'",
         build_apparmor},
    [BWRAP_CODE_USERNS_APPARMOR_PROFILE] =
        {"Load the AppArmor profile of bubblewrap",
         "AppArmor has a profile for bwrap that is not loaded, or one that does not let it make "
         "user namespaces. The step loads it. Undo: the same with -R in place of -r.",
         build_apparmor_load},
    [BWRAP_CODE_USERNS_APPARMOR_CONFLICT] =
        {"Remove the second AppArmor profile of bwrap",
         "Two files in /etc/apparmor.d are about the same bwrap, so the kernel uses neither. The "
         "step removes the one that does not come from the distribution. Undo: install again what "
         "brought the file.",
         build_apparmor_conflict},
    [BWRAP_CODE_USERNS_APPARMOR_PATH] =
        {"Install the distribution's bubblewrap",
         "AppArmor exempts /usr/bin/bwrap only, and the bwrap that was found is another one. "
         "/usr/bin must come before its folder in PATH.",
         build_install},
    [BWRAP_CODE_USERNS_LSM] = {"See what the security policy refused",
                               "A security module (SELinux, AppArmor) refuses user namespaces to "
                               "bwrap. The step shows its record; the remedy depends on the "
                               "policy.",
                               build_lsm},
    [BWRAP_CODE_NAMESPACES_ZERO] = {"Raise the limit of namespaces",
                                    "One kind of namespace has a limit of 0. Undo: sudo rm "
                                    "/etc/sysctl.d/91-namespaces.conf, then restart the machine.",
                                    build_namespaces_zero},
    [BWRAP_CODE_NAMESPACES_LIMIT] = {"See what holds the namespaces",
                                     "No further namespace can be made, though the limits are not "
                                     "0: too many are in use, or they are nested too deep. The "
                                     "step lists them.",
                                     build_lsns},
    [BWRAP_CODE_PROC_MISSING] = {"Mount /proc",
                                 "bubblewrap needs /proc, which is not mounted here. Undo: sudo "
                                 "umount /proc",
                                 build_mount_proc},
    [BWRAP_CODE_PROC_MASKED] = {"Uncover /proc",
                                "Something is mounted over a part of /proc, so the kernel permits "
                                "no fresh one. The step removes the cover. Undo: restart the "
                                "machine, or the service that made it.",
                                build_unmask_proc},
    [BWRAP_CODE_KERNEL_NO_USERNS] = {"Start a kernel with user namespaces",
                                     "This kernel was built without user namespaces. Start the "
                                     "distribution's own kernel, or choose the Docker backend.",
                                     NULL},
    [BWRAP_CODE_KERNEL_TOO_OLD] = {"Start a newer kernel",
                                   "This bubblewrap needs Linux 5.6 or newer. Update the kernel, "
                                   "or choose the Docker backend.",
                                   NULL},
    [BWRAP_CODE_WSL1] = {"Convert this distribution to WSL 2",
                         "WSL 1 has no namespaces. In Windows, run wsl --set-version with the "
                         "distribution's name and 2. It takes minutes, keeps your files and needs "
                         "virtualization; make a backup first. Undo: the same with 1.",
                         build_wsl},
    [BWRAP_CODE_CHROMEOS] = {"Use the Linux development environment",
                             "ChromeOS itself permits no such sandbox, also not in developer mode.",
                             NULL},
    [BWRAP_CODE_CONTAINER_SECCOMP] = {"Start the container without its system call filter", OUTER,
                                      build_container},
    [BWRAP_CODE_CONTAINER_APPARMOR] =
        {"Start the container with another security profile",
         "The security profile of the container refuses mounts or user namespaces. Whoever started "
         "it can start it again with --security-opt apparmor=PROFILE, a profile that permits both. "
         "Nothing that is run inside can change it.",
         NULL},
    [BWRAP_CODE_CONTAINER_PROC_MASKED] = {"Start the container without masked paths", OUTER,
                                          build_container},
    [BWRAP_CODE_CONTAINER_CAPS] = {"Start the container with fewer restrictions", OUTER,
                                   build_container},
    [BWRAP_CODE_CONTAINER_SYSCTL] = {"Change the setting outside of the container",
                                     "A setting of the kernel keeps the sandbox from being made, "
                                     "and the container cannot change it. Change it on the machine "
                                     "that the container runs on, or choose the Docker backend "
                                     "there.",
                                     NULL},
    [BWRAP_CODE_PROFILE] = {"Report this to Cordon's developers",
                            "bubblewrap could not follow the command line that Cordon made. "
                            "Nothing that you can change here is wrong; please pass on the message "
                            "below.",
                            NULL},
    [BWRAP_CODE_SETUP] = {"Report this to Cordon's developers",
                          "The sandbox was made, but looked at from inside it was not as planned, "
                          "so nothing was run. Please pass on the message below.",
                          NULL},
    [BWRAP_CODE_TIMEOUT] = {"Check again when the machine is less busy",
                            "bubblewrap did not come to an end in time. If it happens again, a "
                            "folder on a network that does not answer may be the cause.",
                            NULL},
    [BWRAP_CODE_UNKNOWN] = {"See what bubblewrap says",
                            "bubblewrap failed in a way that is not known here. Its own message is "
                            "below; the advice in it may be wrong.",
                            NULL},
    [BWRAP_CODE_SETUID_OLD] = {"Remove the set-uid bit of bwrap",
                               "The sandbox works, but an old set-uid bwrap has given other "
                               "programs the administrator's rights before. User namespaces work "
                               "here without it. Undo: chmod 4755 on the same file.",
                               build_no_setuid},
    [BWRAP_CODE_NO_DISABLE_USERNS] = {"Update bubblewrap",
                                      "This bubblewrap cannot switch nested user namespaces off.",
                                      build_upgrade},
    [BWRAP_CODE_PROGRAM] = {"The bubblewrap in use", NULL, NULL},
    [BWRAP_CODE_OPTIONS] = {"Its newer options", NULL, NULL},
    [BWRAP_CODE_COVERS] = {"What it covers in /proc", NULL, NULL},
    [BWRAP_CODE_VERSION] = {"Its version", NULL, NULL},
    [BWRAP_CODE_PROBE_COMMAND] = {"The command that was tried", NULL, NULL},
    [BWRAP_CODE_PROBE_RESULT] = {"How it ended", NULL, NULL},
    [BWRAP_CODE_PROBE_OUTPUT] = {"What it printed", NULL, NULL},
};

/* --- Putting it together --------------------------------------------------------------------------------- */

int32_t bwrap_hint(const struct cordon_host *host, struct cordon_call *call, const char *text)
{
    size_t code = kit_code_find(bwrap_codes, BWRAP_CODE_COUNT, text);
    if (code == BWRAP_CODE_COUNT)
        return host->fail(call, CORDON_E_INVALID, "bubblewrap has no such finding code");

    struct facts facts;
    facts_read(host, call, text, &facts);
    const struct row *row = &rows[code];
    struct builder builder = {.none = row->build == NULL};
    if (row->build != NULL)
        row->build(&facts, &builder);

    struct cordon_hint hint = {.title = row->title,
                               .detail = builder.detail != NULL ? builder.detail : row->detail,
                               .platform = builder.platform != NULL ? builder.platform
                                                                    : facts.distribution.platform};
    return kit_step_put_hint(host, call, kit_admin_read(host, call, &facts.distribution),
                             builder.none ? NULL : &builder.step, &hint);
}

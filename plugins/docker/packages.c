/* SPDX-License-Identifier: MIT */
/* The packages. */
#include "packages.h"

#include <string.h>

/* An engine is a service of the system, so NixOS and Guix change their
 * system for it. */
static const struct docker_package packages[KIT_PACKAGER_COUNT] = {
    [KIT_APT] = {{{"apt-get", "install", "-y", "docker.io"}, NULL, KIT_STEP_INSTALL},
                 {{"apt-get", "install", "--only-upgrade", "-y", "docker.io"},
                  NULL,
                  KIT_STEP_INSTALL},
                 false},
    /* Fedora's; the others below have other names for it. */
    [KIT_DNF] = {{{"dnf", "install", "-y", "moby-engine"}, NULL, KIT_STEP_INSTALL},
                 {{"dnf", "upgrade", "-y", "moby-engine"}, NULL, KIT_STEP_INSTALL},
                 false},
    [KIT_OSTREE] = {{{"rpm-ostree", "install", "--apply-live", "moby-engine"},
                     NULL,
                     KIT_STEP_INSTALL | KIT_STEP_ASKS_ITSELF},
                    {{"rpm-ostree", "upgrade"},
                     NULL,
                     KIT_STEP_INSTALL | KIT_STEP_ASKS_ITSELF | CORDON_HINT_NEEDS_REBOOT},
                    false},
    [KIT_PACMAN] = {{{"pacman", "-S", "--needed", "docker"}, NULL, KIT_STEP_INSTALL},
                    {{"pacman", "-Syu", "docker"}, NULL, KIT_STEP_INSTALL},
                    false},
    [KIT_STEAMOS] = {{{NULL},
                      "steamos-readonly disable && pacman -S --needed --noconfirm docker; "
                      "steamos-readonly enable",
                      KIT_STEP_INSTALL},
                     {{"steamos-update"}, NULL, KIT_STEP_INSTALL | CORDON_HINT_NEEDS_REBOOT},
                     false},
    [KIT_ZYPPER] = {{{"zypper", "--non-interactive", "install", "docker"}, NULL, KIT_STEP_INSTALL},
                    {{"zypper", "--non-interactive", "update", "docker"}, NULL, KIT_STEP_INSTALL},
                    false},
    [KIT_TRANSACTIONAL] = {{{"transactional-update", "-n", "pkg", "install", "docker"},
                            NULL,
                            KIT_STEP_INSTALL | CORDON_HINT_NEEDS_REBOOT},
                           {{"transactional-update", "-n", "pkg", "update", "docker"},
                            NULL,
                            KIT_STEP_INSTALL | CORDON_HINT_NEEDS_REBOOT},
                           false},
    [KIT_APK] = {{{"apk", "add", "docker"}, NULL, KIT_STEP_INSTALL},
                 {{"apk", "add", "--upgrade", "docker"}, NULL, KIT_STEP_INSTALL},
                 false},
    [KIT_XBPS] = {{{"xbps-install", "-y", "docker"}, NULL, KIT_STEP_INSTALL},
                  {{"xbps-install", "-S", "-u", "-y", "docker"}, NULL, KIT_STEP_INSTALL},
                  false},
    [KIT_EMERGE] = {{{"emerge", "--ask=n", "app-containers/docker"}, NULL, KIT_STEP_INSTALL},
                    {{"emerge", "--ask=n", "--update", "app-containers/docker"},
                     NULL,
                     KIT_STEP_INSTALL},
                    false},
    [KIT_NIX] = {{{"nixos-rebuild", "switch"}, NULL, KIT_STEP_INSTALL},
                 {{"nixos-rebuild", "switch", "--upgrade"}, NULL, KIT_STEP_INSTALL},
                 false},
    [KIT_GUIX] = {{{"guix", "system", "reconfigure", "/etc/config.scm"}, NULL, KIT_STEP_INSTALL},
                  {{"guix", "system", "reconfigure", "/etc/config.scm"}, NULL, KIT_STEP_INSTALL},
                  false},
    [KIT_OPKG] = {{{"opkg", "install", "dockerd", "docker"}, NULL, KIT_STEP_INSTALL},
                  {{"opkg", "upgrade", "dockerd", "docker"}, NULL, KIT_STEP_INSTALL},
                  false},
};

static const struct docker_package amazon = {
    {{"dnf", "install", "-y", "docker"}, NULL, KIT_STEP_INSTALL},
    {{"dnf", "upgrade", "-y", "docker"}, NULL, KIT_STEP_INSTALL},
    false};
static const struct docker_package amazon_2 = {
    {{"amazon-linux-extras", "install", "-y", "docker"}, NULL, KIT_STEP_INSTALL},
    {{"yum", "update", "-y", "docker"}, NULL, KIT_STEP_INSTALL},
    false};
/* Red Hat and its kin have no such package: it comes from Docker's own repository. */
#define FROM_DOCKER(folder)                                                                        \
    "dnf install -y dnf-plugins-core && dnf config-manager --add-repo "                            \
    "https://download.docker.com/linux/" folder "/docker-ce.repo && dnf install -y docker-ce"
static const struct docker_package red_hat = {
    .install = {{NULL}, FROM_DOCKER("rhel"), KIT_STEP_INSTALL},
    .upgrade = {{"dnf", "upgrade", "-y", "docker-ce"}, NULL, KIT_STEP_INSTALL},
    .adds_repository = true};
static const struct docker_package centos = {
    .install = {{NULL}, FROM_DOCKER("centos"), KIT_STEP_INSTALL},
    .upgrade = {{"dnf", "upgrade", "-y", "docker-ce"}, NULL, KIT_STEP_INSTALL},
    .adds_repository = true};

static const struct docker_package desktop_macos = {
    {{"brew", "install", "--cask", "docker-desktop"}, NULL, CORDON_HINT_NEEDS_NETWORK},
    {{"brew", "upgrade", "--cask", "docker-desktop"}, NULL, CORDON_HINT_NEEDS_NETWORK},
    false};
static const struct docker_package desktop_windows = {
    {{"winget", "install", "-e", "--id", "Docker.DockerDesktop"},
     NULL,
     KIT_STEP_INSTALL | CORDON_HINT_NEEDS_REBOOT},
    {{"winget", "upgrade", "-e", "--id", "Docker.DockerDesktop"}, NULL, KIT_STEP_INSTALL},
    false};

static bool is(const char *a, const char *b)
{
    return strcmp(a, b) == 0;
}

/* It has no dnf, and there is no Docker for it any more. */
static bool is_version_7(const struct kit_distribution *distribution)
{
    const char *version = distribution->version;
    return version[0] == '7' && (version[1] == '\0' || version[1] == '.');
}

const struct docker_package *docker_package_find(enum docker_os os,
                                                 const struct kit_distribution *distribution)
{
    const char *platform = distribution->platform;

    if (os != DOCKER_OS_LINUX)
        return os == DOCKER_OS_MACOS ? &desktop_macos : &desktop_windows;
    if (distribution->packager == KIT_PACKAGER_UNKNOWN)
        return is(distribution->id, "amzn") ? &amazon_2 : NULL;
    if (is(platform, "linux/fedora") ||
        (distribution->packager != KIT_DNF && distribution->packager != KIT_OSTREE))
        return &packages[distribution->packager];
    if (distribution->packager == KIT_OSTREE)
        return NULL;
    if (is(platform, "linux/amzn"))
        return &amazon;
    if (is_version_7(distribution))
        return NULL;
    return is(platform, "linux/rhel") || is(platform, "linux/rocky") ? &red_hat : &centos;
}

/* SPDX-License-Identifier: MIT */
/* Host facts, read from made-up machines. */
#define _GNU_SOURCE /* setenv() */
#include "base/facts.h"

#include <criterion/criterion.h>
#include <glib/gstdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static void remove_tree(const char *path)
{
    GDir *dir = g_file_test(path, G_FILE_TEST_IS_SYMLINK) ? NULL : g_dir_open(path, 0, NULL);

    if (dir != NULL) {
        for (const char *name = g_dir_read_name(dir); name != NULL; name = g_dir_read_name(dir)) {
            g_autofree char *below = g_build_filename(path, name, NULL);
            remove_tree(below);
        }
        g_dir_close(dir);
    }
    g_remove(path);
}

/* files: path, content, path, content, ..., NULL */
static CordonFacts *read_machine(const char *const *files)
{
    g_autofree char *root = g_dir_make_tmp("cordon-facts-XXXXXX", NULL);

    for (gsize i = 0; files[i] != NULL; i += 2) {
        g_autofree char *path = g_build_filename(root, files[i], NULL);
        g_autofree char *folder = g_path_get_dirname(path);
        cr_assert_eq(g_mkdir_with_parents(folder, 0755), 0);
        cr_assert(g_file_set_contents(path, files[i + 1], -1, NULL));
        cr_assert_eq(chmod(path, 0755), 0);
    }
    CordonFacts *facts = cordon_facts_new();
    cordon_facts_add_machine(facts, root);
    cr_expect_str_eq(cordon_facts_get(facts, "root"), root);
    remove_tree(root);
    return facts;
}

static void expect_fact(const CordonFacts *facts, const char *key, const char *expected,
                        const char *machine)
{
    const char *value = cordon_facts_get(facts, key);

    cr_expect(g_strcmp0(value, expected) == 0, "%s: %s is %s, not %s", machine, key,
              value != NULL ? value : "unknown", expected != NULL ? expected : "unknown");
}

#define OS_RELEASE "/etc/os-release"
#define KERNEL     "/proc/sys/kernel/osrelease"

Test(facts, are_read_from_the_files_of_a_machine)
{
    static const struct {
        const char *machine;
        const char *files[12];
        const char *distro, *like, *version, *variant, *container, *wsl;
    } rows[] = {
        {"Debian",
         {OS_RELEASE,
          "PRETTY_NAME=\"Debian GNU/Linux 12 (bookworm)\"\nVERSION_ID=\"12\"\nID=debian\n", KERNEL,
          "6.1.0-18-amd64\n"},
         "debian",
         NULL,
         "12",
         NULL,
         NULL,
         NULL},
        {"Ubuntu",
         {OS_RELEASE, "# a comment\nID=ubuntu\nID_LIKE=debian\nVERSION_ID='24.04'\n"},
         "ubuntu",
         "debian",
         "24.04",
         NULL,
         NULL,
         NULL},
        {"Linux Mint, several relatives",
         {OS_RELEASE, "ID=linuxmint\nID_LIKE=\"ubuntu debian\"\nVERSION_ID=\"22\""},
         "linuxmint",
         "ubuntu debian",
         "22",
         NULL,
         NULL,
         NULL},
        {"Fedora Workstation",
         {OS_RELEASE, "ID=fedora\nVERSION_ID=40\n", KERNEL, "6.8.5-301.fc40.x86_64\n"},
         "fedora",
         NULL,
         "40",
         NULL,
         NULL,
         NULL},
        {"Fedora Silverblue",
         {OS_RELEASE, "ID=fedora\nVERSION_ID=40\nVARIANT_ID=silverblue\n", "/run/ostree-booted",
          ""},
         "fedora",
         NULL,
         "40",
         "ostree",
         NULL,
         NULL},
        {"Alpine, whose file is elsewhere",
         {"/usr/lib/os-release", "ID=alpine\nVERSION_ID=3.19.1\n"},
         "alpine",
         NULL,
         "3.19.1",
         NULL,
         NULL,
         NULL},
        {"NixOS",
         {OS_RELEASE, "ID=nixos\nVERSION_ID=\"23.11\"\n"},
         "nixos",
         NULL,
         "23.11",
         NULL,
         NULL,
         NULL},
        {"openSUSE MicroOS",
         {OS_RELEASE,
          "ID=\"opensuse-microos\"\nID_LIKE=\"suse opensuse\"\nVERSION_ID=\"20240401\"\n"},
         "opensuse-microos",
         "suse opensuse",
         "20240401",
         "transactional",
         NULL,
         NULL},
        {"openSUSE with transactional updates",
         {OS_RELEASE, "ID=opensuse-leap\n", "/usr/sbin/transactional-update", ""},
         "opensuse-leap",
         NULL,
         NULL,
         "transactional",
         NULL,
         NULL},
        {"Arch, no version",
         {OS_RELEASE, "ID=arch\nVERSION_ID=\n"},
         "arch",
         NULL,
         NULL,
         NULL,
         NULL,
         NULL},
        {"no os-release at all", {KERNEL, "6.1.0\n"}, NULL, NULL, NULL, NULL, NULL, NULL},
        {"Docker",
         {OS_RELEASE, "ID=debian\n", "/.dockerenv", ""},
         "debian",
         NULL,
         NULL,
         NULL,
         "docker",
         NULL},
        {"Podman",
         {"/run/.containerenv", "engine=\"podman-4.3.1\"\nname=\"x\"\n"},
         NULL,
         NULL,
         NULL,
         NULL,
         "podman",
         NULL},
        {"Podman, rootful without content",
         {"/run/.containerenv", ""},
         NULL,
         NULL,
         NULL,
         NULL,
         "podman",
         NULL},
        {"a kin of Podman",
         {"/run/.containerenv", "engine=\"buildah-1.33\"\n"},
         NULL,
         NULL,
         NULL,
         NULL,
         "buildah",
         NULL},
        {"systemd-nspawn",
         {"/run/systemd/container", "systemd-nspawn\n"},
         NULL,
         NULL,
         NULL,
         NULL,
         "systemd-nspawn",
         NULL},
        {"LXC by the environment of process 1",
         {"/proc/1/environ", "container=lxc"},
         NULL,
         NULL,
         NULL,
         NULL,
         "lxc",
         NULL},
        {"a container manager without a sane name",
         {"/proc/1/environ", "container=\x1b[31m"},
         NULL,
         NULL,
         NULL,
         NULL,
         NULL,
         NULL},
        {"Kubernetes by its control groups",
         {"/proc/1/cgroup", "12:pids:/kubepods/besteffort/pod1/abc\n"},
         NULL,
         NULL,
         NULL,
         NULL,
         "kubernetes",
         NULL},
        {"an ordinary control group",
         {"/proc/1/cgroup", "0::/init.scope\n"},
         NULL,
         NULL,
         NULL,
         NULL,
         NULL,
         NULL},
        {"WSL 1", {KERNEL, "4.4.0-19041-Microsoft\n"}, NULL, NULL, NULL, NULL, NULL, "1"},
        {"WSL 2",
         {KERNEL, "5.15.90.1-microsoft-standard-WSL2\n"},
         NULL,
         NULL,
         NULL,
         NULL,
         NULL,
         "2"},
        {"WSL 2 with a kernel of one's own",
         {KERNEL, "6.6.0-mine\n", "/proc/sys/fs/binfmt_misc/WSLInterop", ""},
         NULL,
         NULL,
         NULL,
         NULL,
         NULL,
         "2"},
        {"WSL 2 that says so under systemd too",
         {KERNEL, "5.15.90.1-microsoft-standard-WSL2\n", "/run/systemd/container", "wsl\n"},
         NULL,
         NULL,
         NULL,
         NULL,
         NULL,
         "2"},
    };

    for (gsize i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autoptr(CordonFacts) facts = read_machine(rows[i].files);
        expect_fact(facts, "os", "linux", rows[i].machine);
        expect_fact(facts, "distro", rows[i].distro, rows[i].machine);
        expect_fact(facts, "distro.like", rows[i].like, rows[i].machine);
        expect_fact(facts, "distro.version", rows[i].version, rows[i].machine);
        expect_fact(facts, "distro.variant", rows[i].variant, rows[i].machine);
        expect_fact(facts, "container", rows[i].container, rows[i].machine);
        expect_fact(facts, "wsl", rows[i].wsl, rows[i].machine);
    }
}

Test(facts, tell_the_kernel_of_the_files_read)
{
    const char *const files[] = {KERNEL, "6.1.0-18-amd64\n", NULL};
    g_autoptr(CordonFacts) facts = read_machine(files);

    expect_fact(facts, "kernel", "6.1.0-18-amd64", "");
    cr_expect_not_null(cordon_facts_get(facts, "arch"));
}

Test(facts, keep_absolute_folders_of_path_once)
{
    const char *const none[] = {NULL};

    setenv("PATH", "/usr/bin:.:bin::/opt/x/bin:/usr/bin", 1);
    g_autoptr(CordonFacts) facts = read_machine(none);
    expect_fact(facts, "path", "/usr/bin:/opt/x/bin", "");
    expect_fact(facts, "sudo", "no", "");
}

Test(facts, know_whether_there_is_a_way_to_become_administrator)
{
    const char *const sudo[] = {"/usr/bin/sudo", "", NULL};
    const char *const doas[] = {"/opt/x/bin/doas", "", NULL};
    const char *const elsewhere[] = {"/opt/y/bin/sudo", "", NULL};

    setenv("PATH", "/usr/bin:/opt/x/bin", 1);
    g_autoptr(CordonFacts) with_sudo = read_machine(sudo);
    g_autoptr(CordonFacts) with_doas = read_machine(doas);
    g_autoptr(CordonFacts) without = read_machine(elsewhere);
    setenv("PATH", "/nowhere", 1);
    g_autoptr(CordonFacts) off_path = read_machine(sudo);
    expect_fact(off_path, "sudo", "yes", "");
    expect_fact(with_sudo, "sudo", "yes", "");
    expect_fact(with_doas, "sudo", "yes", "");
    expect_fact(without, "sudo", "no", "");
}

Test(facts, of_this_machine_name_its_user_and_kernel)
{
    g_autoptr(CordonFacts) facts = cordon_facts_new();
    g_autofree char *uid = g_strdup_printf("%u", (unsigned)geteuid());

    cordon_facts_add_machine(facts, "");
    expect_fact(facts, "root", "", "");
    expect_fact(facts, "uid", uid, "");
    cr_expect_not_null(cordon_facts_get(facts, "kernel"));
}

Test(facts, of_os_release_take_the_last_assignment)
{
    g_autoptr(CordonFacts) facts = cordon_facts_new();

    cordon_facts_add_os_release(facts, "ID=a\n  ID=\"b\\$c\"  \nID_LIKE=x\nID_LIKE=\nXID=z\nID\n");
    expect_fact(facts, "distro", "b$c", "");
    expect_fact(facts, "distro.like", NULL, "");
    cordon_facts_add_os_release(facts, "ID=\"\xff\"\n");
    expect_fact(facts, "distro", NULL, "");
}

static void append(const char *key, const char *value, gpointer user_data)
{
    g_string_append_printf(user_data, "%s=%s ", key, value);
}

Test(facts, are_visited_in_the_order_of_their_keys_and_copied)
{
    g_autoptr(CordonFacts) facts = cordon_facts_new();
    g_autoptr(GString) seen = g_string_new(NULL);

    cordon_facts_set(facts, "b", "1");
    cordon_facts_set(facts, "a.b", "2");
    cordon_facts_set(facts, "a", "3");
    cordon_facts_set(facts, "c", "4");
    cordon_facts_set(facts, "b", "5");
    g_autoptr(CordonFacts) copy = cordon_facts_copy(facts);
    cordon_facts_set(facts, "c", NULL);
    cordon_facts_set(facts, "never", NULL);
    cordon_facts_foreach(facts, append, seen);
    cr_expect_str_eq(seen->str, "a=3 a.b=2 b=5 ");
    expect_fact(copy, "c", "4", "the copy");
    expect_fact(copy, "b", "5", "the copy");
}

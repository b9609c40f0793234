/* SPDX-License-Identifier: MIT */
/* drivers/docker/container.c: the words of `cordon-docker run`, and the JSON that the engine gets for them. */
#include "container.h"

#include <criterion/criterion.h>
#include <string.h>

#include <cordon/json.h>

#define HIDDEN "/usr/libexec/cordon/unreadable"
#define NEEDED                                                                                     \
    "--endpoint", "/run/docker.sock", "--name", "cordon-1", "--image", "sha256:1234", "--user",    \
        "1000:100", "--workdir", "/p"
#define COMMAND "--", "/.cordon-init", "--relay", "--", "true"

/* --- reading --------------------------------------------------------------------------------------- */

static const struct {
    const char *name;
    const char *words[32];
    const char *says; /* a part of the sentence */
} mistakes[] = {
    {"nothing", {NULL}, "--endpoint: is missing"},
    {"only the end of the options", {"--"}, "--endpoint: is missing"},
    {"no endpoint",
     {"--name", "a", "--image", "i", "--user", "0:0", "--workdir", "/", COMMAND},
     "--endpoint: is missing"},
    {"no name",
     {"--endpoint", "/s", "--image", "i", "--user", "0:0", "--workdir", "/", COMMAND},
     "--name: is missing"},
    {"no image",
     {"--endpoint", "/s", "--name", "a", "--user", "0:0", "--workdir", "/", COMMAND},
     "--image: is missing"},
    {"no user",
     {"--endpoint", "/s", "--name", "a", "--image", "i", "--workdir", "/", COMMAND},
     "--user: is missing"},
    {"no folder",
     {"--endpoint", "/s", "--name", "a", "--image", "i", "--user", "0:0", COMMAND},
     "--workdir: is missing"},
    {"no command", {NEEDED, "--", "/.cordon-init", "--"}, "--: no command"},
    {"no second end", {NEEDED, "--", "/.cordon-init", "true"}, "--: no command"},
    {"no cordon-init", {NEEDED, "--", "--", "true"}, "--: no cordon-init"},
    {"no end", {NEEDED}, "--: no cordon-init"},
    {"an option that is none", {NEEDED, "--privileged", COMMAND}, "--privileged: not an option"},
    {"a word", {NEEDED, "true", COMMAND}, "true: not an option"},
    {"an empty word", {NEEDED, "", COMMAND}, "not an option"},
    {"a value in one word", {NEEDED, "--bind=ro", COMMAND}, "not an option"},
    {"a value that is missing", {NEEDED, "--status"}, "--status: has too few values"},
    {"an endpoint that is relative", {NEEDED, "--endpoint", "s", COMMAND}, "absolute"},
    {"an endpoint that is empty", {NEEDED, "--endpoint", "", COMMAND}, "absolute"},
    {"a folder that is relative", {NEEDED, "--workdir", "p", COMMAND}, "absolute"},
    {"an empty name", {NEEDED, "--name", "", COMMAND}, "--name: is empty"},
    {"an empty image", {NEEDED, "--image", "", COMMAND}, "--image: is empty"},
    {"an empty user", {NEEDED, "--user", "", COMMAND}, "--user: is empty"},
    {"a name with a slash", {NEEDED, "--name", "a/b", COMMAND}, "small letters"},
    {"a name with more of an address", {NEEDED, "--name", "a&x=1", COMMAND}, "small letters"},
    {"a name with a line", {NEEDED, "--name", "a\nb", COMMAND}, "small letters"},
    {"a name in capitals", {NEEDED, "--name", "A", COMMAND}, "small letters"},
    {"a descriptor of our own", {NEEDED, "--status", "2", COMMAND}, "above 2"},
    {"input", {NEEDED, "--env", "0", COMMAND}, "above 2"},
    {"a descriptor that is none", {NEEDED, "--filter", "x", COMMAND}, "not a number"},
    {"a negative descriptor", {NEEDED, "--status", "-3", COMMAND}, "not a number"},
    {"a descriptor far out", {NEEDED, "--status", "65536", COMMAND}, "not a number"},
    {"a number with more", {NEEDED, "--status", "3 ", COMMAND}, "not a number"},
    {"an empty number", {NEEDED, "--status", "", COMMAND}, "not a number"},
    {"an unknown access", {NEEDED, "--bind", "wo", "/a", "/b", COMMAND}, "unknown value"},
    {"a bind of a relative path", {NEEDED, "--bind", "ro", "a", "/b", COMMAND}, "absolute"},
    {"a bind on a relative path", {NEEDED, "--bind", "ro", "/a", "b", COMMAND}, "absolute"},
    {"half a bind", {NEEDED, "--bind", "ro", "/a"}, "too few"},
    {"a bind of nothing", {NEEDED, "--bind"}, "too few"},
    {"a mode that is none", {NEEDED, "--tmpfs", "rw", "rwx", "/t", COMMAND}, "not a mode"},
    {"a mode with options", {NEEDED, "--tmpfs", "rw", "755,exec", "/t", COMMAND}, "not a mode"},
    {"a mode that is too long", {NEEDED, "--tmpfs", "rw", "001777", "/t", COMMAND}, "not a mode"},
    {"a tmpfs on a relative path", {NEEDED, "--tmpfs", "rw", "755", "t", COMMAND}, "absolute"},
    {"half a tmpfs", {NEEDED, "--tmpfs", "rw"}, "too few"},
    {"hiding what is neither", {NEEDED, "--hide", "link", "/h", COMMAND}, "unknown value"},
    {"hiding a relative path", {NEEDED, "--hide", "file", "h", COMMAND}, "absolute"},
    {"hiding nothing", {NEEDED, "--hide", "file"}, "too few"},
    {"an unknown limit", {NEEDED, "--limit", "cpu", "1", COMMAND}, "unknown limit"},
    {"half a limit", {NEEDED, "--limit", "memory"}, "too few"},
    {"no limit", {NEEDED, "--limit"}, "too few"},
    {"a limit that is no number", {NEEDED, "--limit", "memory", "1G", COMMAND}, "not a number"},
    {"a negative limit", {NEEDED, "--limit", "memory", "-1", COMMAND}, "not a number"},
    {"a limit beyond all numbers",
     {NEEDED, "--limit", "memory", "18446744073709551616", COMMAND},
     "not a number"},
    {"a user that is a name", {NEEDED, "--user", "root", COMMAND}, "--user: not"},
    {"a user without a group", {NEEDED, "--user", "0", COMMAND}, "--user: not"},
    {"a user with an option for tmpfs", {NEEDED, "--user", "0:0,suid", COMMAND}, "--user: not"},
    {"a user with nothing behind it", {NEEDED, "--user", "0:", COMMAND}, "--user: not"},
    {"a user with three parts", {NEEDED, "--user", "0:0:0", COMMAND}, "--user: not"},
    {"a folder that JSON cannot carry", {NEEDED, "--workdir", "/\xff", COMMAND}, "not UTF-8"},
    {"a path that JSON cannot carry",
     {NEEDED, "--bind", "ro", "/a", "/\xc3", COMMAND},
     "not UTF-8"},
    {"an image that JSON cannot carry", {NEEDED, "--image", "\xff", COMMAND}, "not UTF-8"},
    {"a word for cordon-init that JSON cannot carry",
     {NEEDED, "--", "/.cordon-init", "\xff", "--", "true"},
     "not UTF-8"},
    {"an option that is not UTF-8", {NEEDED, "\xff", COMMAND}, "not an option"},
    {"two mounts at one path",
     {NEEDED, "--bind", "ro", "/a", "/t", "--tmpfs", "rw", "755", "/t", COMMAND},
     "--tmpfs: the second one"},
    {"two binds at one path",
     {NEEDED, "--bind", "ro", "/a", "/t", "--bind", "ro", "/b", "/t", COMMAND},
     "--bind: the second one"},
    {"hiding a path twice",
     {NEEDED, "--hide", "file", "/t", "--hide", "folder", "/t", COMMAND},
     "--hide: the second one"},
    {"a mode of nothing", {NEEDED, "--tmpfs", "rw", "", "/t", COMMAND}, "not a mode"},
};

Test(docker_container, every_mistake_is_refused_with_a_sentence)
{
    for (gsize i = 0; i < G_N_ELEMENTS(mistakes); i++) {
        g_auto(CordonContainer) container = {0};
        g_autoptr(GError) error = NULL;

        cr_expect_not(cordon_container_parse(mistakes[i].words, &container, &error), "%s",
                      mistakes[i].name);
        cr_assert_not_null(error, "%s", mistakes[i].name);
        cr_expect(g_error_matches(error, CORDON_ERROR, CORDON_ERROR_INVALID));
        cr_expect(g_str_has_prefix(error->message, "cordon-docker run: "), "%s", error->message);
        cr_expect_not_null(strstr(error->message, mistakes[i].says), "%s: \"%s\"", mistakes[i].name,
                           error->message);
    }
}

Test(docker_container, all_options_are_read)
{
    static const char *const words[] = {
        NEEDED,
        "--status",
        "3",
        "--env",
        "65535",
        "--filter",
        "5",
        "--bind",
        "rw",
        "/h",
        "/g",
        "--bind",
        "ro",
        "/h2",
        "/g2",
        "--tmpfs",
        "rw",
        "1777",
        "/tmp",
        "--hide",
        "file",
        "/.env",
        "--hide",
        "folder",
        "/s",
        "--limit",
        "processes",
        "0",
        "--limit",
        "memory",
        "18446744073709551614",
        "--limit",
        "scratch",
        "4096",
        "--host-users",
        COMMAND,
        "--",
        "--bind",
        "",
        NULL,
    };
    g_auto(CordonContainer) container = {0};
    g_autoptr(GError) error = NULL;

    cr_assert(cordon_container_parse(words, &container, &error), "%s",
              error != NULL ? error->message : "");
    cr_expect_str_eq(container.endpoint, "/run/docker.sock");
    cr_expect_str_eq(container.name, "cordon-1");
    cr_expect_str_eq(container.image, "sha256:1234");
    cr_expect_str_eq(container.user, "1000:100");
    cr_expect_str_eq(container.workdir, "/p");
    cr_expect(container.status_fd == 3 && container.env_fd == 65535 && container.filter_fd == 5);
    cr_expect_eq(container.processes, 0);
    cr_expect_eq(container.memory_bytes, G_MAXUINT64 - 1);
    cr_expect_eq(container.scratch_bytes, 4096);
    cr_expect(container.host_users);
    cr_assert_eq(container.mounts->len, 5);
    cr_expect_str_eq(container.init[0], "/.cordon-init");
    cr_expect_str_eq(container.init[1], "--relay");
    cr_expect_null(container.init[2]);
    /* Behind the second one all is the command's. */
    cr_expect_str_eq(container.argv[0], "true");
    cr_expect_str_eq(container.argv[1], "--");
    cr_expect_str_eq(container.argv[2], "--bind");
    cr_expect_str_eq(container.argv[3], "");
    cr_expect_null(container.argv[4]);
}

Test(docker_container, what_is_not_said_is_no_descriptor_and_no_limit)
{
    static const char *const words[] = {NEEDED, COMMAND, NULL};
    g_auto(CordonContainer) container = {0};

    cr_assert(cordon_container_parse(words, &container, NULL));
    cr_expect(container.status_fd == -1 && container.env_fd == -1 && container.filter_fd == -1);
    cr_expect(container.processes == G_MAXUINT64 && container.memory_bytes == G_MAXUINT64 &&
              container.scratch_bytes == G_MAXUINT64);
    cr_expect_not(container.host_users);
    cr_expect_eq(container.mounts->len, 0);
}

/* --- JSON ------------------------------------------------------------------------------------------ */

static CordonJson *json_of(const char *const *words)
{
    g_auto(CordonContainer) container = {0};
    g_autoptr(GError) error = NULL;

    cr_assert(cordon_container_parse(words, &container, &error), "%s",
              error != NULL ? error->message : "");
    g_autofree char *text = cordon_container_json(&container, HIDDEN);
    CordonJson *json = cordon_json_parse(text, strlen(text), CORDON_JSON_MAX_BYTES, &error);
    cr_assert_not_null(json, "%s: %s", error != NULL ? error->message : "", text);
    return json;
}

static const CordonJsonValue *host_config(const CordonJson *json)
{
    const CordonJsonValue *found = cordon_json_find(cordon_json_root(json), "HostConfig");

    cr_assert_not_null(found);
    return found;
}

static void expect_text(const CordonJsonValue *object, const char *name, const char *wanted)
{
    const char *text = NULL;

    cr_expect(cordon_json_get_string(object, name, TRUE, &text, NULL), "%s", name);
    cr_expect_str_eq(text != NULL ? text : "(none)", wanted, "%s", name);
}

static void expect_flag(const CordonJsonValue *object, const char *name, gboolean wanted)
{
    gboolean flag = !wanted;

    cr_expect(cordon_json_get_bool(object, name, TRUE, &flag, NULL), "%s", name);
    cr_expect_eq(flag, wanted, "%s", name);
}

static void expect_number(const CordonJsonValue *object, const char *name, gint64 wanted)
{
    gint64 number = -2;

    cr_expect(cordon_json_get_int(object, name, TRUE, -1, G_MAXINT64 >> 10, &number, NULL), "%s",
              name);
    cr_expect_eq(number, wanted, "%s: %" G_GINT64_FORMAT, name, number);
}

static char **texts(const CordonJsonValue *object, const char *name)
{
    char **list = NULL;

    cr_assert(cordon_json_get_strings(object, name, TRUE, 100, &list, NULL), "%s", name);
    return list;
}

static void expect_list(const CordonJsonValue *object, const char *name, const char *joined)
{
    g_auto(GStrv) list = texts(object, name);
    g_autofree char *text = g_strjoinv(" ", list);

    cr_expect_str_eq(text, joined, "%s", name);
}

Test(docker_container, takes_away_all_that_a_command_need_not_have)
{
    static const char *const words[] = {NEEDED, COMMAND, NULL};
    g_autoptr(CordonJson) json = json_of(words);
    const CordonJsonValue *config = host_config(json);

    expect_flag(config, "AutoRemove", TRUE);
    expect_flag(config, "Init", FALSE);
    expect_flag(config, "ReadonlyRootfs", TRUE);
    expect_text(config, "NetworkMode", "none");
    expect_text(config, "IpcMode", "private");
    expect_text(config, "CgroupnsMode", "private");
    expect_list(config, "CapDrop", "ALL");
    expect_list(config, "SecurityOpt", "no-new-privileges:true");
    expect_text(cordon_json_find(config, "LogConfig"), "Type", "none");
}

Test(docker_container, has_only_the_members_that_were_thought_about)
{
    static const char *const words[] = {
        NEEDED, "--host-users", "--limit", "processes", "1",     "--limit", "memory",
        "2",    "--limit",      "scratch", "3",         COMMAND, NULL};
    static const char known[] =
        " AutoRemove Init ReadonlyRootfs NetworkMode IpcMode CgroupnsMode UsernsMode CapDrop "
        "MaskedPaths ReadonlyPaths SecurityOpt LogConfig Memory MemorySwap PidsLimit ShmSize "
        "Mounts Tmpfs ";
    g_autoptr(CordonJson) json = json_of(words);

    /* No Privileged, Binds, CapAdd, Devices, PidMode, VolumesFrom, ... whatever the engine learns. */
    for (const CordonJsonValue *member = cordon_json_first(host_config(json)); member != NULL;
         member = cordon_json_next(member)) {
        g_autofree char *word = g_strdup_printf(" %s ", cordon_json_name(member));
        cr_expect_not_null(strstr(known, word), "%s", word);
    }
}

Test(docker_container, is_connected_to_us_and_to_nobody_else)
{
    static const char *const words[] = {NEEDED, COMMAND, NULL};
    static const char *const streams[] = {"AttachStdin", "AttachStdout", "AttachStderr",
                                          "OpenStdin", "StdinOnce"};
    g_autoptr(CordonJson) json = json_of(words);
    const CordonJsonValue *root = cordon_json_root(json);

    for (gsize i = 0; i < G_N_ELEMENTS(streams); i++)
        expect_flag(root, streams[i], TRUE);
    expect_flag(root, "Tty", FALSE);
    expect_text(root, "Image", "sha256:1234");
    expect_text(root, "User", "1000:100");
    expect_text(root, "WorkingDir", "/p");
    expect_text(root, "Hostname", "localhost");
    expect_list(root, "Entrypoint", ""); /* the image's own does not run */
    expect_list(root, "Cmd", "/.cordon-init --relay");
    expect_list(cordon_json_find(root, "Healthcheck"), "Test", "NONE");
    expect_text(cordon_json_find(root, "Labels"), "org.cordon.launch", "cordon-1");
    /* Others on this machine can look at a container. */
    cr_expect_null(cordon_json_find(root, "Env"));
}

static gboolean has_path(const CordonJsonValue *config, const char *name, const char *path)
{
    g_auto(GStrv) list = texts(config, name);
    return g_strv_contains((const char *const *)list, path);
}

Test(docker_container, covers_at_least_what_engines_cover)
{
    /* What an engine covers by itself is not covered any more when a list is given. */
    static const char *const masked[] = {
        "/proc/asound",
        "/proc/acpi",
        "/proc/kcore",
        "/proc/keys",
        "/proc/latency_stats",
        "/proc/timer_list",
        "/proc/timer_stats",
        "/proc/sched_debug",
        "/proc/scsi",
        "/sys/firmware",
        "/sys/devices/virtual/powercap",
    };
    static const char *const read_only[] = {"/proc/bus", "/proc/fs", "/proc/irq", "/proc/sys",
                                            "/proc/sysrq-trigger"};
    static const char *const words[] = {NEEDED, COMMAND, NULL};
    g_autoptr(CordonJson) json = json_of(words);

    for (gsize i = 0; i < G_N_ELEMENTS(masked); i++)
        cr_expect(has_path(host_config(json), "MaskedPaths", masked[i]), "%s", masked[i]);
    for (gsize i = 0; i < G_N_ELEMENTS(read_only); i++)
        cr_expect(has_path(host_config(json), "ReadonlyPaths", read_only[i]), "%s", read_only[i]);
}

Test(docker_container, user_ids_are_mapped_unless_said_otherwise)
{
    static const char *const words[] = {NEEDED, COMMAND, NULL};
    static const char *const host[] = {NEEDED, "--host-users", COMMAND, NULL};
    g_autoptr(CordonJson) json = json_of(words);
    g_autoptr(CordonJson) with = json_of(host);

    cr_expect_null(cordon_json_find(host_config(json), "UsernsMode"));
    expect_text(host_config(with), "UsernsMode", "host");
}

Test(docker_container, limits_are_the_engine_s)
{
    static const char *const words[] = {NEEDED,    "--limit", "processes", "64",
                                        "--limit", "memory",  "1048576",   "--limit",
                                        "scratch", "2097152", COMMAND,     NULL};
    g_autoptr(CordonJson) json = json_of(words);

    expect_number(host_config(json), "PidsLimit", 65); /* cordon-init is one */
    expect_number(host_config(json), "Memory", 1048576);
    expect_number(host_config(json), "MemorySwap", 1048576);
    expect_number(host_config(json), "ShmSize", 2097152);
}

/* To an engine 0 and what is negative mean no limit: a limit must never turn into none. */
Test(docker_container, a_limit_never_turns_into_none)
{
    static const char *const words[] = {NEEDED, "--limit", "processes", "0", COMMAND, NULL};
    static const char *const most[] = {NEEDED,  "--limit", "memory", "9007199254740991",
                                       COMMAND, NULL};
    static const char *const beyond[] = {NEEDED,  "--limit", "memory", "9007199254740992",
                                         COMMAND, NULL};
    g_autoptr(CordonJson) json = json_of(words);
    g_autoptr(CordonJson) large = json_of(most);
    g_autoptr(CordonJson) too_large = json_of(beyond);

    expect_number(host_config(json), "PidsLimit", 1);
    cr_expect_null(cordon_json_find(host_config(json), "Memory"));
    cr_expect_null(cordon_json_find(host_config(json), "ShmSize"));
    expect_number(host_config(large), "Memory", G_GINT64_CONSTANT(9007199254740991));
    cr_expect_null(cordon_json_find(host_config(too_large), "Memory"), "more than any machine has");
}

/* --- entries --------------------------------------------------------------------------------------- */

Test(docker_container, folders_of_the_host_are_mounts_of_their_own)
{
    static const char *const words[] = {NEEDED,   "--bind",  "ro",    "/h \"q\"", "/g,x:rw",
                                        "--bind", "rw",      "/w",    "/w",       "--hide",
                                        "file",   "/p/.env", COMMAND, NULL};
    static const struct {
        const char *source, *target;
        gboolean read_only;
    } wanted[] = {{"/h \"q\"", "/g,x:rw", TRUE}, {"/w", "/w", FALSE}, {HIDDEN, "/p/.env", TRUE}};
    g_autoptr(CordonJson) json = json_of(words);
    const CordonJsonValue *mounts = cordon_json_find(host_config(json), "Mounts");

    cr_assert_eq(cordon_json_size(mounts), 3);
    for (guint i = 0; i < 3; i++) {
        const CordonJsonValue *mount = cordon_json_at(mounts, i);
        expect_text(mount, "Type", "bind");
        expect_text(mount, "Source", wanted[i].source);
        expect_text(mount, "Target", wanted[i].target);
        expect_flag(mount, "ReadOnly", wanted[i].read_only);
        expect_text(cordon_json_find(mount, "BindOptions"), "Propagation", "rprivate");
        /* One that is not there must not be made. */
        cr_expect_null(
            cordon_json_find(cordon_json_find(mount, "BindOptions"), "CreateMountpoint"));
    }
}

Test(docker_container, fresh_and_hidden_folders_live_in_memory)
{
    static const char *const words[] = {
        NEEDED,   "--tmpfs", "rw",         "1777",    "/tmp",    "--tmpfs", "ro",    "755", "/run",
        "--hide", "folder",  "/p/secrets", "--limit", "scratch", "1048576", COMMAND, NULL};
    g_autoptr(CordonJson) json = json_of(words);
    const CordonJsonValue *folders = cordon_json_find(host_config(json), "Tmpfs");

    cr_assert_eq(cordon_json_size(folders), 3);
    expect_text(folders, "/tmp",
                "rw,noatime,nosuid,nodev,mode=1777,exec,uid=1000,gid=100,size=1048576");
    expect_text(folders, "/run",
                "ro,noatime,nosuid,nodev,mode=755,exec,uid=1000,gid=100,size=1048576");
    /* root's, and closed. */
    expect_text(folders, "/p/secrets", "ro,noatime,nosuid,nodev,mode=000,size=4096");
}

Test(docker_container, folders_in_memory_have_a_size_when_there_is_a_limit)
{
    static const char *const none[] = {NEEDED, "--tmpfs", "rw", "755", "/t", COMMAND, NULL};
    static const char *const nothing[] = {NEEDED,    "--tmpfs", "rw", "755",   "/t",
                                          "--limit", "scratch", "0",  COMMAND, NULL};
    g_autoptr(CordonJson) json = json_of(none);
    g_autoptr(CordonJson) small = json_of(nothing);

    expect_text(cordon_json_find(host_config(json), "Tmpfs"), "/t",
                "rw,noatime,nosuid,nodev,mode=755,exec,uid=1000,gid=100");
    /* size=0 would be without a limit, and of /dev/shm 64 MiB. */
    expect_number(host_config(small), "ShmSize", 4096);
    expect_text(cordon_json_find(host_config(small), "Tmpfs"), "/t",
                "rw,noatime,nosuid,nodev,mode=755,exec,uid=1000,gid=100,size=4096");
}

Test(docker_container, is_the_same_each_time)
{
    static const char *const words[] = {NEEDED, "--tmpfs", "rw", "755", "/t", COMMAND, NULL};
    g_auto(CordonContainer) container = {0};

    cr_assert(cordon_container_parse(words, &container, NULL));
    g_autofree char *first = cordon_container_json(&container, NULL);
    g_autofree char *second = cordon_container_json(&container, NULL);
    cr_expect_str_eq(first, second);
}

Test(docker_container, the_command_is_not_in_it)
{
    static const char *const words[] = {NEEDED, "--", "/.cordon-init", "--", "secret-word", NULL};
    g_auto(CordonContainer) container = {0};

    cr_assert(cordon_container_parse(words, &container, NULL));
    g_autofree char *json = cordon_container_json(&container, NULL);
    cr_expect_null(strstr(json, "secret-word"));
}

/* SPDX-License-Identifier: MIT */
/* plugins/docker/explain.c: every way in which an engine is not ready, and what each must not be taken for. */
#include <criterion/criterion.h>
#include <explain.h>
#include <hints.h>
#include <stdio.h>
#include <string.h>

#define SYSTEM "/var/run/docker.sock"

/* An engine that works; what a case adds comes later and counts. */
static const char fine[] =
    "endpoint.type socket\nendpoint.from default\nendpoint.path " SYSTEM "\nsocket.state there\n"
    "socket.errno 0\nsocket.group member\nping.status 200\nping.api 1.47\nping.os linux\n"
    "ping.server Docker/27.0 (linux)\nping.minimum 1.24\ninfo.status 200\ninfo.version 27.0\n"
    "info.system Debian\ninfo.architecture x86_64\ninfo.os linux\nimage.name example/image:1\n"
    "image.status 200\nimage.id sha256:1\nimage.architecture amd64\nimage.os linux\n";

static struct docker_evidence evidence;
static struct docker_diagnosis diagnosis;

/* As after a probe that looked, and tried no container. */
static void look_at(const char *facts)
{
    char lines[8192];

    memset(&evidence, 0, sizeof evidence);
    snprintf(lines, sizeof lines, "%s%s", fine, facts);
    docker_facts_read(lines, &evidence.facts);
    evidence.os = "linux";
    evidence.helpers_found = evidence.asked = evidence.has_cli = true;
}

static const char *code_of(void)
{
    docker_explain(&evidence, &diagnosis);
    return diagnosis.blocked ? docker_codes[diagnosis.code].text : "";
}

static void expect(const char *name, const char *code, const char *subject)
{
    const char *got = code_of();

    cr_expect_str_eq(got, code, "%s: %s instead of %s", name, got, code);
    cr_expect_str_eq(diagnosis.subject, subject, "%s: \"%s\"", name, diagnosis.subject);
    if (diagnosis.blocked)
        cr_expect_eq(docker_codes[diagnosis.code].severity, CORDON_SEVERITY_BLOCKS, "%s", name);
}

/* --- what was found out ------------------------------------------------------------------------ */

#define FROM_HOST    "endpoint.from host\n"
#define FROM_CONTEXT "endpoint.from context\n"
#define FROM_CONFIG  "endpoint.from config\n"
#define AT(path)     "endpoint.path " path "\n"

static const struct {
    const char *name, *facts, *code, *subject;
} rows[] = {
    {"an engine that works", "", "", ""},
    {"nothing is known", "image.name \n", "", ""},
    /* the endpoint */
    {"remote by the variable", FROM_HOST "endpoint.type remote\nendpoint.text tcp://h:1\n",
     "docker.remote", DOCKER_SUBJECT_HOST "tcp://h:1"},
    {"remote by a context", FROM_CONTEXT "endpoint.type remote\nendpoint.text ssh://h\n",
     "docker.remote", DOCKER_SUBJECT_CONTEXT "ssh://h"},
    {"remote by the file", FROM_CONFIG "endpoint.type remote\nendpoint.text ssh://h\n",
     "docker.remote", DOCKER_SUBJECT_CONFIG "ssh://h"},
    {"a bad address", FROM_HOST "endpoint.type bad-host\nendpoint.text bogus\n", "docker.host-bad",
     DOCKER_SUBJECT_HOST "bogus"},
    {"no such context", FROM_CONTEXT "endpoint.type context-missing\nendpoint.text c\n",
     "docker.context-missing", DOCKER_SUBJECT_CONTEXT "c"},
    {"a broken file", FROM_CONFIG "endpoint.type config-broken\nendpoint.text /h/config.json\n",
     "docker.config-broken", "/h/config.json"},
    /* the socket */
    {"the system's is missing", "socket.state missing\nsocket.errno 2\n", "docker.down", SYSTEM},
    {"the system's is stale", "socket.errno 111\n", "docker.down", SYSTEM},
    {"by its other name", AT("/run/docker.sock") "socket.errno 111\n", "docker.down",
     "/run/docker.sock"},
    {"a name that only looks like it", AT("/srv/var/run/docker.sock") "socket.errno 111\n",
     "docker.rootless-down", "/srv/var/run/docker.sock"},
    {"the user's own", AT("/run/user/1000/docker.sock") "socket.errno 111\n",
     "docker.rootless-down", "/run/user/1000/docker.sock"},
    {"named by the variable", FROM_HOST AT("/x.sock") "socket.state missing\nsocket.errno 2\n",
     "docker.rootless-down", DOCKER_SUBJECT_HOST "/x.sock"},
    {"Docker Desktop's", AT("/home/u/.docker/desktop/docker.sock") "socket.errno 111\n",
     "docker.desktop-stopped", "/home/u/.docker/desktop/docker.sock"},
    {"Docker Desktop's on a Mac", AT("/Users/u/.docker/run/docker.sock") "socket.errno 61\n",
     "docker.desktop-stopped", "/Users/u/.docker/run/docker.sock"},
    {"Colima's", AT("/Users/u/.colima/default/docker.sock") "socket.errno 2\n",
     "docker.desktop-stopped", "/Users/u/.colima/default/docker.sock"},
    {"a folder", "socket.state other\n", "docker.not-a-socket", SYSTEM},
    {"a folder that the variable names", FROM_HOST "socket.state other\n", "docker.not-a-socket",
     DOCKER_SUBJECT_HOST SYSTEM},
    {"no permission", "socket.errno 13\nsocket.group none\n", "docker.permission", SYSTEM},
    {"not permitted", "socket.errno 1\nsocket.group none\n", "docker.permission", SYSTEM},
    {"a member without permission", "socket.errno 13\nsocket.group member\n", "docker.permission",
     SYSTEM},
    {"a folder on the way", "socket.state missing\nsocket.errno 13\nsocket.group \n",
     "docker.permission", SYSTEM},
    {"only listed", "socket.errno 13\nsocket.group listed\n", "docker.relogin", SYSTEM},
    {"listed, and down", "socket.errno 111\nsocket.group listed\n", "docker.down", SYSTEM},
    /* the engine */
    {"no answer in time", "ping.status 0\nping.timeout 1\n", "docker.hung", SYSTEM},
    {"no HTTP", "ping.status 0\n", "docker.not-an-engine", SYSTEM},
    {"no HTTP where the variable says", FROM_HOST "ping.status 0\n", "docker.not-an-engine",
     DOCKER_SUBJECT_HOST SYSTEM},
    {"500", "ping.status 500\n", "docker.starting", SYSTEM},
    {"503 without a version", "ping.status 503\nping.api \n", "docker.starting", SYSTEM},
    {"404", "ping.status 404\n", "docker.not-an-engine", SYSTEM},
    {"301", "ping.status 301\n", "docker.not-an-engine", SYSTEM},
    {"204", "ping.status 204\n", "docker.not-an-engine", SYSTEM},
    {"no version", "ping.api \n", "docker.not-an-engine", SYSTEM},
    {"a version of words", "ping.api latest\n", "docker.not-an-engine", SYSTEM},
    {"a version of three parts", "ping.api 1.41.0\n", "docker.not-an-engine", SYSTEM},
    {"a version with a sign", "ping.api 1.-1\n", "docker.not-an-engine", SYSTEM},
    {"a version with a blank", "ping.api 1. 47\n", "docker.not-an-engine", SYSTEM},
    {"half a version", "ping.api 1.\n", "docker.not-an-engine", SYSTEM},
    {"a version beyond all numbers", "ping.api 99999999999.1\n", "docker.not-an-engine", SYSTEM},
    {"Podman", "ping.server Libpod/5.2.0 (linux)\n", "docker.podman", SYSTEM},
    {"an old Podman is Podman", "ping.server Libpod/3.0 (linux)\nping.api 1.40\n", "docker.podman",
     SYSTEM},
    {"Windows containers", "ping.os windows\n", "docker.windows-containers", ""},
    {"no system", "ping.os \n", "", ""},
    {"one version too old", "ping.api 1.40\n", "docker.too-old", "1.40"},
    {"1.5 is older than 1.41", "ping.api 1.5\n", "docker.too-old", "1.5"},
    {"another major number, older", "ping.api 0.99\n", "docker.too-old", "0.99"},
    {"just new enough", "ping.api 1.41\n", "", ""},
    {"1.100 is newer than 1.41", "ping.api 1.100\n", "", ""},
    {"the least is ours", "ping.minimum 1.41\n", "", ""},
    {"the least is above ours", "ping.minimum 1.42\n", "docker.too-new", "1.42"},
    {"another major number, newer", "ping.minimum 2.0\n", "docker.too-new", "2.0"},
    {"a newer engine that still speaks ours", "ping.api 2.3\n", "", ""},
    {"the least is not said", "ping.minimum \n", "", ""},
    {"the least is nonsense", "ping.minimum none\n", "", ""},
    {"hung behind the first answer", "info.status 0\n", "docker.hung", SYSTEM},
    {"starting behind the first answer", "info.status 500\n", "docker.starting", SYSTEM},
    {"no such page", "info.status 404\n", "docker.not-an-engine", SYSTEM},
    {"no processor", "info.architecture \n", "docker.not-an-engine", SYSTEM},
    /* the image */
    {"a bad name", "image.status 400\n", "image.bad-name", "example/image:1"},
    {"no image", "image.status 404\nimage.id \n", "image.missing", "example/image:1"},
    {"no answer about the image", "image.status 0\nimage.id \n", "docker.hung", SYSTEM},
    {"an error about the image", "image.status 500\nimage.id \n", "docker.starting", SYSTEM},
    {"an image without an id", "image.id \n", "docker.not-an-engine", SYSTEM},
    {"another processor", "image.architecture arm64\n", "image.wrong-platform", "example/image:1"},
    {"no processor of the image", "image.architecture \n", "image.wrong-platform",
     "example/image:1"},
    {"another system", "image.os windows\n", "image.wrong-platform", "example/image:1"},
    {"no system of the image", "image.os \n", "image.wrong-platform", "example/image:1"},
    {"the processor by its other name", "info.architecture aarch64\nimage.architecture arm64\n", "",
     ""},
    {"a processor that is not known", "info.architecture riscv64\nimage.architecture riscv64\n", "",
     ""},
    /* One thing: the first on the way. */
    {"all at once",
     FROM_HOST "endpoint.type bad-host\nendpoint.text b\nsocket.state other\n"
               "ping.status 500\nimage.status 404\n",
     "docker.host-bad", DOCKER_SUBJECT_HOST "b"},
    {"the socket before the engine", "socket.state other\nping.status 500\n", "docker.not-a-socket",
     SYSTEM},
    {"the engine before the image", "ping.os windows\nimage.status 404\n",
     "docker.windows-containers", ""},
};

Test(docker_explain, every_row_of_the_decision)
{
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        look_at(rows[i].facts);
        expect(rows[i].name, rows[i].code, rows[i].subject);
    }
}

Test(docker_explain, nothing_at_all_is_never_ready)
{
    memset(&evidence, 0, sizeof evidence);
    evidence.os = "linux";
    expect("no helpers", "helper.missing", "");
    evidence.helpers_found = true;
    strcpy(evidence.output, "cordon-docker: cannot");
    expect("no answer", "docker.unknown", "cordon-docker: cannot");
    evidence.asked = true;
    cr_expect_str_neq(code_of(), "", "no line at all");
}

Test(docker_explain, what_is_not_installed_is_told_from_what_does_not_run)
{
    look_at("socket.state missing\nsocket.errno 2\n");
    evidence.has_cli = false;
    expect("nothing is there", "docker.not-installed", "");
    evidence.in_wsl = true;
    expect("nothing is there, in WSL", "docker.wsl-integration", "");
    evidence.has_cli = true;
    expect("the program is there, in WSL", "docker.down", SYSTEM);

    /* A socket that is there was made by an engine; a variable was set by somebody. */
    look_at("socket.errno 111\n");
    evidence.has_cli = false;
    expect("only a stale socket", "docker.down", SYSTEM);
    look_at(FROM_HOST AT("/x.sock") "socket.state missing\nsocket.errno 2\n");
    evidence.has_cli = false;
    expect("only a variable", "docker.rootless-down", DOCKER_SUBJECT_HOST "/x.sock");
}

Test(docker_explain, on_a_mac_it_is_docker_desktop)
{
    look_at("socket.state missing\nsocket.errno 2\n");
    evidence.os = "macos";
    expect("stopped", "docker.desktop-stopped", SYSTEM);
    evidence.has_cli = false;
    expect("not installed", "docker.not-installed", "");
}

Test(docker_explain, a_subject_that_is_too_long_is_cut)
{
    char facts[3000] = FROM_HOST "endpoint.type bad-host\nendpoint.text ";
    size_t size = strlen(facts);

    memset(facts + size, 'x', 2500);
    look_at(facts);
    cr_expect_str_eq(code_of(), "docker.host-bad");
    cr_expect_eq(strlen(diagnosis.subject), sizeof diagnosis.subject - 1);
}

/* --- a container that was tried ---------------------------------------------------------------- */

static void try_container(const char *status)
{
    look_at("");
    evidence.tried = true;
    evidence.end = KIT_END_EXITED;
    docker_report_read(status, &evidence.report);
}

static const struct {
    const char *name, *status, *code;
} trials[] = {
    {"it worked", "ready\nstarted\nexited 0\n", ""},
    {"an end without a view that was checked", "started\nexited 0\n", "docker.unknown"},
    {"an end without a start", "ready\nexited 0\n", "docker.unknown"},
    {"not shared", "setup create - Mounts denied: \n", "docker.mount-denied"},
    {"not shared, in small letters", "setup start - mounts denied: x\n", "docker.mount-denied"},
    {"not shared, in other words", "setup start - The path /p is not shared from the host\n",
     "docker.mount-denied"},
    {"not there", "setup create - invalid mount config: bind source path does not exist: /p\n",
     "docker.mount-missing"},
    {"not there, and named like a cgroup",
     "setup create - bind source path does not exist: /sys/fs/cgroup\n", "docker.mount-missing"},
    {"removed image", "setup create - No such image: sha256:1\n", "image.missing"},
    {"full", "setup start - mkdir /x: no space left on device\n", "docker.disk-full"},
    {"full, says the runtime",
     "setup start - OCI runtime create failed: write /sys/fs/cgroup/x: no space left on device\n",
     "docker.disk-full"},
    {"another processor", "setup start - OCI runtime: exec /x: exec format error\n",
     "image.wrong-platform"},
    {"control groups", "setup start - OCI runtime create failed: cgroup mountpoint\n",
     "docker.cgroup"},
    {"the runtime", "setup start - OCI runtime create failed\n", "docker.runtime"},
    {"the runtime by name", "setup start - runc did not terminate successfully\n",
     "docker.runtime"},
    {"the shim", "setup start - failed to create shim task\n", "docker.runtime"},
    {"no runtime: truncated", "setup start - the answer was truncated\n", "docker.unknown"},
    {"words that are not known", "setup create - hm\n", "docker.unknown"},
    {"no words", "setup attach - \n", "docker.unknown"},
    {"cordon-init's own step", "setup check 2 /p\n", "sandbox.setup"},
    {"cordon-init's own step with an engine's words", "setup check - no space left\n",
     "sandbox.setup"},
    {"it said nothing", "", "docker.unknown"},
    {"it said only that it was ready", "ready\nstarted\n", "docker.unknown"},
    {"it failed", "ready\nstarted\nexited 1\n", "docker.unknown"},
    {"it was killed", "ready\nstarted\nsignaled 9\n", "docker.unknown"},
};

Test(docker_explain, every_end_of_a_container)
{
    for (size_t i = 0; i < sizeof trials / sizeof trials[0]; i++) {
        try_container(trials[i].status);
        const char *code = code_of();
        cr_expect_str_eq(code, trials[i].code, "%s: %s", trials[i].name, code);
        if (strncmp(code, "image.", 6) == 0)
            cr_expect_str_eq(diagnosis.subject, "example/image:1", "the step names it");
        else if (strncmp(trials[i].status, "setup", 5) == 0)
            cr_expect_str_eq(diagnosis.subject, evidence.report.setup_text, "%s", trials[i].name);
    }
}

Test(docker_explain, only_a_container_that_ended_well_proves_it)
{
    static const enum kit_end ends[] = {KIT_END_NOT_STARTED, KIT_END_SIGNALED, KIT_END_TIMEOUT,
                                        KIT_END_CANCELLED};

    for (size_t i = 0; i < sizeof ends / sizeof ends[0]; i++) {
        try_container("ready\nstarted\nexited 0\n");
        evidence.end = ends[i];
        cr_expect_str_eq(code_of(),
                         ends[i] == KIT_END_TIMEOUT ? "docker.timeout" : "docker.unknown");
    }
}

Test(docker_explain, what_was_printed_stands_for_what_was_not_said)
{
    try_container("");
    strcpy(evidence.output, "cordon-docker run: --user: is empty");
    expect("a refusal", "docker.unknown", "cordon-docker run: --user: is empty");
}

/* --- small things ------------------------------------------------------------------------------ */

Test(docker_explain, processors_have_two_names)
{
    static const char *const names[][2] = {
        {"x86_64", "amd64"}, {"aarch64", "arm64"},   {"armv7l", "arm"}, {"i686", "386"},
        {"amd64", "amd64"},  {"riscv64", "riscv64"}, {"", ""},          {"X86_64", "X86_64"},
    };
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        cr_expect_str_eq(docker_architecture(names[i][0]), names[i][1]);
}

Test(docker_explain, an_engine_in_a_virtual_machine_is_far)
{
    look_at("");
    cr_expect_not(docker_is_far(&evidence));
    look_at("info.system Docker Desktop\n");
    cr_expect(docker_is_far(&evidence));
    look_at("");
    evidence.os = "macos";
    cr_expect(docker_is_far(&evidence));
}

/* SPDX-License-Identifier: MIT */
/* Was the sandbox the reason?  Whatever a command prints, the answer is one line of plain text. */
#include <string.h>

#include "fuzz.h"
#include "model/explain.h"

static void add(CordonLaunch *launch, guint32 role, guint32 access, guint32 kind, const char *path)
{
    g_ptr_array_add(
        launch->mounts,
        cordon_mount_new(role, access, kind, kind == CORDON_KIND_FRESH ? NULL : path, path));
}

static CordonLaunch *new_launch(FuzzInput *input)
{
    CordonLaunch *launch = cordon_launch_new();

    launch->cwd = g_strdup("/home/u/p/a");
    add(launch, CORDON_ROLE_SYSTEM, CORDON_ACCESS_READ, CORDON_KIND_FOLDER, "/usr");
    add(launch, CORDON_ROLE_HOME, CORDON_ACCESS_WRITE, CORDON_KIND_FRESH, "/home/u");
    add(launch, CORDON_ROLE_PROJECT, CORDON_ACCESS_READ, CORDON_KIND_FOLDER, "/home/u/p");
    add(launch, CORDON_ROLE_LOOP, CORDON_ACCESS_WRITE, CORDON_KIND_FOLDER, "/home/u/p/a");
    add(launch, CORDON_ROLE_PIN, CORDON_ACCESS_WRITE, CORDON_KIND_FOLDER, "/home/u/p/a/d");
    add(launch, CORDON_ROLE_SECRET, CORDON_ACCESS_HIDDEN, CORDON_KIND_FILE, "/home/u/p/.env");
    /* One whose name a command may have chosen earlier. */
    g_autofree char *name = fuzz_take_line(input);
    g_autofree char *joined = g_strconcat("/home/u/p/a/", name, NULL);
    add(launch, CORDON_ROLE_SECRET, CORDON_ACCESS_HIDDEN, CORDON_KIND_FILE, joined);
    return launch;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    FuzzInput input = {data, data + size};
    g_autoptr(CordonLaunch) launch = new_launch(&input);
    gsize left = (gsize)(input.end - input.next);
    g_autofree char *bytes = g_memdup2(input.next, left);
    g_autofree char *sentence =
        cordon_explain_failure(launch, "/home/u/p/a", bytes != NULL ? bytes : "", left);

    if (sentence != NULL) {
        FUZZ_CHECK(sentence[0] != '\0');
        fuzz_check_plain(sentence, FALSE);
    }
    return 0;
}

/* SPDX-License-Identifier: MIT */
/* Requests to a worker: what is read is whole, and can be written and read again. */
#include <string.h>

#include "engine/wire.h"
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(CordonJson) json = fuzz_parse((const char *)data, size);

    if (json == NULL)
        return 0;
    g_autoptr(CordonRequest) request = cordon_request_read(cordon_json_root(json), &error);
    fuzz_check_error(request != NULL, error);
    if (request == NULL)
        return 0;
    FUZZ_CHECK(request->manifest->enabled && request->library != NULL && request->facts != NULL);
    if (request->job == CORDON_JOB_WRAP) {
        FUZZ_CHECK(request->probed != NULL);
        CordonLaunchView *view = cordon_launch_view_new(request->launch);
        const struct cordon_launch *launch = cordon_launch_view_get(view);
        guint count = 0;

        while (launch->mounts[count] != NULL) {
            FUZZ_CHECK(launch->mounts[count]->guest_path != NULL);
            count++;
        }
        FUZZ_CHECK(count == request->launch->mounts->len);
        FUZZ_CHECK(launch->argv != NULL && launch->envp != NULL && launch->cwd != NULL);
        cordon_launch_view_free(view);
    }

    g_autofree char *text = cordon_request_write(request);
    g_autoptr(CordonJson) written = fuzz_parse(text, strlen(text));
    FUZZ_CHECK(written != NULL);
    g_autoptr(CordonRequest) again = cordon_request_read(cordon_json_root(written), &error);
    fuzz_check_error(again != NULL, error);
    FUZZ_CHECK(again != NULL);
    g_autofree char *text_again = cordon_request_write(again);
    FUZZ_CHECK(strcmp(text, text_again) == 0);
    return 0;
}

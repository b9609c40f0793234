/* SPDX-License-Identifier: MIT */
/* cordon-gateway: the daemon, and MCP over standard input and output. */
#include <cordon/cordon.h>
#include <stdio.h>

#include "log.h"
#include "place.h"
#include "process.h"
#include "relay.h"
#include "serve.h"

/* Through the gateway that runs, where one does: the user sees and answers there. */
static int serve_mcp(const Options *options)
{
    g_autofree char *error = NULL;
    g_autofree char *folder = place_find(&error);
    int fd = folder != NULL ? relay_connect(folder) : -1;

    return fd >= 0 ? relay_run(fd, &options->hello) : serve_agent(options);
}

int main(int argc, char **argv)
{
    g_auto(Options) options = {.port = 0};
    g_autofree char *wrong = NULL;

    process_prepare();
    wrong = options_read(&options, argc, argv);
    if (wrong != NULL) {
        log_line("%s", wrong);
        return 2;
    }
    if (options.help) {
        options_print_help();
        return 0;
    }
    if (options.version) {
        printf("cordon-gateway %s\n", cordon_version());
        return 0;
    }
    if (options.is_mcp)
        return serve_mcp(&options);
    g_autofree char *error = NULL;
    g_autofree char *folder = place_find(&error);
    if (folder == NULL) {
        log_line("%s", error);
        return 1;
    }
    return serve_gateway(&options, folder);
}

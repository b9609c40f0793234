/* SPDX-License-Identifier: MIT */
/* `cordon-docker remove SOCKET NAME`: what is left of a launch whose cordon-docker was killed. */
#include "commands.h"

#include <stdio.h>

#include "api.h"

int cordon_docker_remove(int argc, char **argv)
{
    enum { REMOVE_MS = 9000 }; /* the host gives ten seconds */
    g_auto(CordonApiFailure) failure = {0};

    if (argc != 3) {
        fputs("usage: cordon-docker remove SOCKET NAME\n", stderr);
        return 2;
    }
    g_autoptr(CordonHttp) http = cordon_http_new_unix(argv[1]);
    g_autofree char *name = g_uri_escape_string(argv[2], NULL, FALSE);
    if (cordon_api_remove(http, name, REMOVE_MS, &failure))
        return 0;
    fprintf(stderr, "cordon-docker: %s cannot be removed: %s\n", argv[2], failure.message);
    return 1;
}

/* SPDX-License-Identifier: MIT */
/* cordon-client: what `cordon status` and `cordon approve` start.  Its words are those that they make; people use those two. */
#define _GNU_SOURCE /* sigaction() */
#include <signal.h>
#include <stdio.h>
#include <string.h>

#include "client/client.h"
#include "place.h"

static const struct {
    const char *name;
    int (*run)(ClientHttp *http, char **words);
} commands[] = {{"status", client_status}, {"approve", client_approve}};

int main(int argc, char **argv)
{
    struct sigaction ignore = {.sa_handler = SIG_IGN};
    g_autofree char *error = NULL;
    g_autofree char *folder = place_find(&error);

    sigaction(SIGPIPE, &ignore, NULL);
    if (folder == NULL) {
        client_say("%s", error);
        return CLIENT_FAILED;
    }
    for (gsize i = 0; argc > 1 && i < G_N_ELEMENTS(commands); i++) {
        if (strcmp(commands[i].name, argv[1]) != 0)
            continue;
        g_autoptr(ClientHttp) http = client_http_new(folder);
        int status = commands[i].run(http, argv + 2);
        if (fflush(stdout) == 0 && !ferror(stdout))
            return status;
        client_say("standard output could not be written");
        return CLIENT_FAILED;
    }
    client_say("`cordon status` and `cordon approve` start this program");
    return CLIENT_USAGE;
}

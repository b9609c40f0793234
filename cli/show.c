/* SPDX-License-Identifier: MIT */
/* Shows a readiness to a person. */
#include "show.h"

#include "output.h"

static CliStyle state_style(CordonReadinessState state)
{
    switch (state) {
    case CORDON_READINESS_READY:
        return CLI_STYLE_GOOD;
    case CORDON_READINESS_DEGRADED:
    case CORDON_READINESS_NEEDS_SETUP:
        return CLI_STYLE_WARN;
    case CORDON_READINESS_UNSUPPORTED:
        return CLI_STYLE_DIM;
    case CORDON_READINESS_BROKEN:
    default:
        return CLI_STYLE_BAD;
    }
}

gboolean cli_readiness_is_usable(const CordonReadiness *readiness)
{
    return readiness->state == CORDON_READINESS_READY ||
           readiness->state == CORDON_READINESS_DEGRADED;
}

static void print_line(FILE *stream, const char *lead, const char *text)
{
    g_autofree char *shown = NULL;

    if (text == NULL || text[0] == '\0')
        return;
    shown = cli_escape(text);
    fprintf(stream, "    %s%s\n", lead, shown);
}

static void print_list(FILE *stream, const char *lead, const char *const *words)
{
    g_autoptr(GString) line = g_string_new(NULL);

    for (gsize i = 0; words != NULL && words[i] != NULL; i++)
        g_string_append_printf(line, "%s%s", i > 0 ? ", " : "", words[i]);
    print_line(stream, lead, line->str);
}

static void print_needs(FILE *stream, const CordonReadiness *readiness)
{
    static const struct {
        guint need;
        const char *text;
    } needs[] = {
        {CORDON_NEEDS_ADMIN, "an administrator"},
        {CORDON_NEEDS_REBOOT, "a restart of the machine"},
        {CORDON_NEEDS_RELOGIN, "logging out and in again"},
        {CORDON_NEEDS_NETWORK, "the network"},
    };
    const char *words[G_N_ELEMENTS(needs) + 1] = {NULL};
    gsize count = 0;

    for (gsize i = 0; i < G_N_ELEMENTS(needs); i++)
        if ((readiness->needs & needs[i].need) != 0)
            words[count++] = needs[i].text;
    print_list(stream, "needs: ", words);
    if (readiness->system_wide)
        print_line(stream, "", "It changes the system, not only your account.");
}

void cli_show_readiness(const CordonReadiness *readiness, FILE *stream)
{
    CliStyle style = state_style(readiness->state);
    g_autofree char *name = cli_escape(readiness->name != NULL ? readiness->name : "");
    g_autofree char *id = cli_escape(readiness->id != NULL ? readiness->id : "?");

    fprintf(stream, "%s%s%s%s%s%s: %s%s%s\n", cli_style_begin(stream, CLI_STYLE_STRONG), id,
            cli_style_end(stream, CLI_STYLE_STRONG), name[0] != '\0' ? " (" : "", name,
            name[0] != '\0' ? ")" : "", cli_style_begin(stream, style),
            cordon_readiness_state_name(readiness->state), cli_style_end(stream, style));
    print_line(stream, "", readiness->step_title);
    print_line(stream, "", readiness->detail);
    if (readiness->command_line != NULL) {
        g_autofree char *command = cli_escape(readiness->command_line);
        fprintf(stream, "\n        %s%s%s\n\n", cli_style_begin(stream, CLI_STYLE_STRONG), command,
                cli_style_end(stream, CLI_STYLE_STRONG));
        print_needs(stream, readiness);
    }
    print_line(stream, "see: ", readiness->url);
    if (readiness->state == CORDON_READINESS_DEGRADED)
        print_list(stream, "cannot keep: ", readiness->missing);
    for (gsize i = 0; readiness->limits != NULL && readiness->limits[i] != NULL; i++)
        print_line(stream, "limit: ", readiness->limits[i]);
    if (!cli_readiness_is_usable(readiness)) {
        print_line(stream, "looked at: ", readiness->subject);
        print_line(stream, "raw error: ", readiness->raw);
    }
}

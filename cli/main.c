/* SPDX-License-Identifier: MIT */
/* cordon: finds the command and runs it. */
#define _GNU_SOURCE /* open() with O_CLOEXEC, sigaction() */
#include <cordon/cordon.h>
#include <fcntl.h>
#include <locale.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

#include "commands.h"
#include "output.h"

static const CliCommand *const commands[] = {
    &cli_command_run,      &cli_command_plan,  &cli_command_check,    &cli_command_doctor,
    &cli_command_backends, &cli_command_image, &cli_command_settings, &cli_command_audit,
    &cli_command_gateway,  &cli_command_mcp,   &cli_command_status,   &cli_command_approve,
};

static const CliOption main_options[] = {
    {.id = 'h', .name = "help", .help = "show this help"},
    {.id = 'v', .name = "version", .help = "show the version"},
    {.id = 0},
};

static void print_options(const CliOption *options)
{
    g_autoptr(CliTable) table = cli_table_new(3);

    for (; options->id != 0; options++) {
        g_autofree char *text = options->value != NULL
                                    ? g_strdup_printf("--%s=%s", options->name, options->value)
                                    : g_strdup_printf("--%s", options->name);
        cli_table_add(table, CLI_STYLE_PLAIN, NULL);
        cli_table_add(table, CLI_STYLE_STRONG, text);
        cli_table_add(table, CLI_STYLE_PLAIN, options->help);
    }
    cli_table_print(table, stdout);
}

void cli_command_help(const CliCommand *command)
{
    printf("usage: cordon %s %s\n\n%s.\n\n", command->name, command->usage, command->summary);
    print_options(command->options);
    if (command->more != NULL)
        printf("\n%s\n", command->more);
}

static void print_main_help(FILE *stream)
{
    g_autoptr(CliTable) table = cli_table_new(3);

    fputs("usage: cordon COMMAND [OPTION]...\n\n"
          "Reads commands before they run, and runs them inside the sandbox that the operating\n"
          "system offers.\n\n",
          stream);
    for (gsize i = 0; i < G_N_ELEMENTS(commands); i++) {
        cli_table_add(table, CLI_STYLE_PLAIN, NULL);
        cli_table_add(table, CLI_STYLE_STRONG, commands[i]->name);
        cli_table_add(table, CLI_STYLE_PLAIN, commands[i]->summary);
    }
    cli_table_add(table, CLI_STYLE_PLAIN, NULL);
    cli_table_add(table, CLI_STYLE_STRONG, "help");
    cli_table_add(table, CLI_STYLE_PLAIN, "Shows the options of a command");
    cli_table_print(table, stream);
    fputs(
        "\n`cordon help COMMAND` shows the options of a command, `cordon --version` the version.\n",
        stream);
}

static int unknown_command(const char *word)
{
    const char *names[G_N_ELEMENTS(commands) + 2] = {NULL};

    for (gsize i = 0; i < G_N_ELEMENTS(commands); i++)
        names[i] = commands[i]->name;
    names[G_N_ELEMENTS(commands)] = "help";
    const char *nearest = cli_nearest(word, names);
    if (nearest != NULL)
        cli_say("there is no command %s; did you mean `cordon %s`?", word, nearest);
    else
        cli_say("there is no command %s; `cordon help` lists them", word);
    return CLI_STATUS_USAGE;
}

static const CliCommand *find_command(const char *name)
{
    for (gsize i = 0; i < G_N_ELEMENTS(commands); i++)
        if (strcmp(commands[i]->name, name) == 0)
            return commands[i];
    return NULL;
}

static int help(char **words)
{
    if (words[0] == NULL) {
        print_main_help(stdout);
        return cli_finish(0);
    }
    const CliCommand *command = find_command(words[0]);
    if (command == NULL)
        return unknown_command(words[0]);
    cli_command_help(command);
    return cli_finish(0);
}

/* A descriptor 0, 1 or 2 that is closed would be given to the next file that is opened. */
static void fill_standard_descriptors(void)
{
    int fd;

    do
        fd = open("/dev/null", O_RDWR | O_CLOEXEC);
    while (fd >= 0 && fd <= STDERR_FILENO);
    if (fd >= 0)
        close(fd);
}

int main(int argc, char **argv)
{
    CliArgs args = {.options = main_options, .argv = argv, .next = 1};
    struct sigaction ignore = {.sa_handler = SIG_IGN};
    const char *value;
    g_autofree char *error = NULL;

    (void)argc;
    fill_standard_descriptors();
    setlocale(LC_CTYPE, "");
    sigaction(SIGPIPE, &ignore, NULL);
    if (argv[0] == NULL || argv[1] == NULL) {
        print_main_help(stderr);
        return CLI_STATUS_USAGE;
    }
    switch (cli_args_next(&args, &value, &error)) {
    case 'h':
        print_main_help(stdout);
        return cli_finish(0);
    case 'v':
        printf("cordon %s\n", cordon_version());
        return cli_finish(0);
    case CLI_ARGS_ERROR:
        cli_say("%s", error);
        return CLI_STATUS_USAGE;
    default:
        break;
    }
    const char *name = argv[args.next];
    if (name == NULL) {
        print_main_help(stderr);
        return CLI_STATUS_USAGE;
    }
    if (strcmp(name, "help") == 0)
        return help(argv + args.next + 1);
    const CliCommand *command = find_command(name);
    return command != NULL ? command->run(argv + args.next + 1) : unknown_command(name);
}

/* SPDX-License-Identifier: MIT */
/* Steps as commands. */
#include "step.h"

#include "fact.h"
#include "kit.h"

#include <string.h>

bool kit_word_is_plain(const char *word)
{
    if (*word == '\0' || *word == '-')
        return false;
    for (; *word != '\0'; word++) {
        bool letter = (*word >= 'a' && *word <= 'z') || (*word >= 'A' && *word <= 'Z') ||
                      (*word >= '0' && *word <= '9');
        if (!letter && strchr("._/+@:=-", *word) == NULL)
            return false;
    }
    return true;
}

bool kit_word_is_path(const char *path, const char *folder)
{
    return kit_word_is_plain(path) && strncmp(path, folder, strlen(folder)) == 0 &&
           strstr(path, "..") == NULL;
}

enum kit_admin kit_admin_read(const struct cordon_host *host, struct cordon_call *call,
                              const struct kit_distribution *distribution)
{
    const char *sudo = kit_fact(host, call, "sudo");
    /* There a terminal has the rights or has them not. */
    if (strcmp(kit_fact(host, call, "os"), "windows") == 0)
        return KIT_ADMIN_SELF;
    /* Alpine has doas where it has anything; the fact tells the two not apart. */
    if (distribution->packager == KIT_APK && (*sudo == '\0' || strcmp(sudo, "no") == 0))
        return KIT_ADMIN_DOAS;
    if (strcmp(sudo, "no") != 0)
        return KIT_ADMIN_SUDO;
    return strcmp(kit_fact(host, call, "uid"), "0") == 0 ? KIT_ADMIN_SELF : KIT_ADMIN_SU;
}

/* --- Putting it together ----------------------------------------------------------------------- */

struct command {
    const char *argv[KIT_STEP_WORDS_MAX + 3];
    size_t count;
    char line[1280]; /* for su -c */
};

static void add(struct command *command, const char *word)
{
    command->argv[command->count++] = word;
}

static void add_step(struct command *command, const struct kit_step *step)
{
    if (step->script != NULL) {
        add(command, "sh");
        add(command, "-c");
        add(command, step->script);
        return;
    }
    for (size_t i = 0; i < KIT_STEP_WORDS_MAX && step->words[i] != NULL; i++)
        add(command, step->words[i]);
}

static void add_su(struct command *command, const struct kit_step *step)
{
    struct kit_text text;
    kit_text_init(&text, command->line, sizeof(command->line));
    if (step->script != NULL)
        kit_text_add(&text, step->script);
    for (size_t i = 0; step->script == NULL && i < KIT_STEP_WORDS_MAX && step->words[i] != NULL;
         i++)
        kit_text_addf(&text, "%s%s", i > 0 ? " " : "", step->words[i]);
    add(command, "su");
    add(command, "-c");
    add(command, command->line);
}

static void command_make(struct command *command, enum kit_admin admin, const struct kit_step *step)
{
    memset(command, 0, sizeof(*command));
    if ((step->flags & CORDON_HINT_NEEDS_ADMIN) == 0 || (step->flags & KIT_STEP_ASKS_ITSELF) != 0)
        admin = KIT_ADMIN_SELF;
    switch (admin) {
    case KIT_ADMIN_SU:
        add_su(command, step);
        return;
    case KIT_ADMIN_SUDO:
        add(command, "sudo");
        break;
    case KIT_ADMIN_DOAS:
        add(command, "doas");
        break;
    case KIT_ADMIN_SELF:
        break;
    }
    add_step(command, step);
}

int32_t kit_step_put_hint(const struct cordon_host *host, struct cordon_call *call,
                          enum kit_admin admin, const struct kit_step *step,
                          const struct cordon_hint *hint)
{
    struct cordon_hint made = {.struct_size = sizeof(made),
                               .title = hint->title,
                               .detail = hint->detail,
                               .platform = hint->platform,
                               .url = hint->url};
    struct command command;
    char detail[1536];
    if (step == NULL)
        return host->put_hint(call, &made);

    command_make(&command, admin, step);
    made.command = command.argv;
    made.flags = step->flags & ~KIT_STEP_ASKS_ITSELF;
    if (command.argv[0] != NULL && strcmp(command.argv[0], "su") == 0) {
        struct kit_text text;
        kit_text_init(&text, detail, sizeof(detail));
        kit_text_addf(&text,
                      "%s%sYou have no sudo here: the step asks for the password of root, so "
                      "you may have to ask your administrator.",
                      made.detail != NULL ? made.detail : "", made.detail != NULL ? " " : "");
        made.detail = detail;
    }
    return host->put_hint(call, &made);
}

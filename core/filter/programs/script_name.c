/* SPDX-License-Identifier: MIT */
/* What the name of a script says.  Source of the list: facts/filter.md, "npm run X" and section 5. */
#include "filter/programs/script_name.h"

#include <string.h>

#include "filter/words.h"

static const char SEPARATORS[] = ":-_./@";
/* A script of just this name goes on for ever. */
static const char ENDLESS_NAMES[] = "dev develop serve watch preview storybook";
/* Parts that mean the same at the begin or the end of a longer name. */
static const char SERVING_PARTS[] =
    "dev develop devserver serve server start storybook preview watch watcher watchers";
/* Parts that say that something is done once, so that "dev:setup" or "build:dev" may end. */
static const char FINISHING_PARTS[] =
    "build builds bundle check checks ci clean codegen compile config coverage db deploy deps docs "
    "e2e fix format gen "
    "generate help info init install kill lint migrate migration once package prepare publish "
    "release reset sbom seed "
    "setup size status stop sync test tests typecheck types update validate verify version";

static gboolean is_watching(const char *part, gsize size)
{
    return cordon_text_part_is_listed("watch watcher watchers", part, size);
}

typedef struct {
    const char *first, *last;
    gsize first_size, last_size;
    gboolean finishes;
} Parts;

static Parts split(const char *name)
{
    Parts parts = {.first = name, .first_size = strcspn(name, SEPARATORS)};

    for (const char *part = name; *part != '\0';) {
        gsize size = strcspn(part, SEPARATORS);
        parts.last = part;
        parts.last_size = size;
        parts.finishes = parts.finishes || cordon_text_part_is_listed(FINISHING_PARTS, part, size);
        part += size;
        part += strspn(part, SEPARATORS);
    }
    return parts;
}

CordonScriptClass cordon_script_class(const char *name)
{
    Parts parts = split(name);

    if (cordon_text_is_listed(ENDLESS_NAMES, name) || g_str_has_suffix(name, ":watch"))
        return CORDON_SCRIPT_ENDLESS;
    if (parts.last == NULL)
        return CORDON_SCRIPT_ENDS;
    if (g_str_has_suffix(name, ":dev"))
        return parts.finishes ? CORDON_SCRIPT_BY_TEXT : CORDON_SCRIPT_ENDLESS;
    if (is_watching(parts.last, parts.last_size))
        return CORDON_SCRIPT_BY_TEXT;
    if (parts.finishes)
        return CORDON_SCRIPT_ENDS;
    if (cordon_text_part_is_listed(SERVING_PARTS, parts.first, parts.first_size) ||
        cordon_text_part_is_listed(SERVING_PARTS, parts.last, parts.last_size))
        return CORDON_SCRIPT_BY_TEXT;
    return CORDON_SCRIPT_ENDS;
}

gboolean cordon_word_serves(const char *word)
{
    return cordon_text_is_listed("daemon listen runserver serve server start-server watch", word);
}

gboolean cordon_name_has_server(const char *name)
{
    for (const char *part = name; *part != '\0';) {
        gsize size = strcspn(part, "/.-_:");
        if (cordon_text_part_is_listed("daemon httpd server webserver", part, size))
            return TRUE;
        part += size;
        part += strspn(part, "/.-_:");
    }
    return FALSE;
}

static gboolean is_code_file(const char *word, gsize size)
{
    static const char *const ends[] = {".js", ".mjs", ".cjs", ".ts", ".mts", ".py", ".rb", ".php"};

    for (gsize i = 0; i < G_N_ELEMENTS(ends); i++) {
        gsize length = strlen(ends[i]);
        if (size > length && strncmp(word + size - length, ends[i], length) == 0)
            return TRUE;
    }
    return FALSE;
}

/* The last component of a path without its ending. */
static gboolean is_server_file(const char *word, gsize size)
{
    gsize begin = size;

    while (begin > 0 && word[begin - 1] != '/')
        begin--;
    for (const char *part = word + begin; part < word + size;) {
        gsize length = 0;
        while (part + length < word + size && strchr(".-_", part[length]) == NULL)
            length++;
        if (cordon_text_part_is_listed("api app bot daemon listen serve server worker www", part,
                                       length))
            return TRUE;
        part += length + 1;
    }
    return FALSE;
}

gboolean cordon_script_serves(const char *text)
{
    static const char runners[] =
        "babel-node bun deno node nodemon php python python3 ruby ts-node tsx";
    static const char blanks[] = " \t\n;&|()\"'";
    gboolean behind_runner = FALSE;

    for (text += strspn(text, blanks); *text != '\0'; text += strspn(text, blanks)) {
        gsize size = strcspn(text, blanks);
        gboolean is_file = behind_runner || is_code_file(text, size);
        if (text[0] != '-' && is_file && is_server_file(text, size))
            return TRUE;
        if (text[0] != '-')
            behind_runner = cordon_text_part_is_listed(runners, text, size);
        text += size;
    }
    return FALSE;
}

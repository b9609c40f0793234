/* SPDX-License-Identifier: MIT */
/* What a verdict costs: over the lines of tests/filter, and over lines that grow.
 *
 * usage: bench-filter CASES.tsv...
 *
 * Prints a table in Markdown.  Time is the processor's time of this process, the best of several rounds, so that other
 * load on the machine falls out. */
#define _POSIX_C_SOURCE 200809L /* clock_gettime() */
#include <cordon/filter.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <cordon/json.h>

#define ROUNDS         15
#define GROWING_ROUNDS 7

static double now_us(void)
{
    struct timespec time;

    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return (double)time.tv_sec * 1e6 + (double)time.tv_nsec / 1e3;
}

static CordonFilter *filter_new(void)
{
    g_autoptr(GError) error = NULL;
    CordonFilter *filter = cordon_filter_new(CORDON_PLATFORM_LINUX, "/home/u/proj",
                                             "/home/u/proj/loops/a", "/home/u", &error);

    if (filter == NULL)
        g_error("%s", error->message);
    return filter;
}

static CordonVerdict judge(CordonFilter *filter, const char *line, gsize size)
{
    g_autoptr(CordonJudgement) judgement =
        cordon_filter_judge(filter, CORDON_LANGUAGE_SHELL, line, size, NULL);

    return judgement->verdict;
}

/* Microseconds, the best of some rounds. */
static double cost(CordonFilter *filter, const char *line, gsize size, guint rounds, guint repeat)
{
    double best = 1e12;

    for (guint round = 0; round < rounds; round++) {
        double begin = now_us();
        for (guint i = 0; i < repeat; i++)
            (void)judge(filter, line, size);
        best = MIN(best, (now_us() - begin) / repeat);
    }
    return best;
}

/* The command of a line "verdict TAB rule TAB context TAB json TAB why"; free with g_free(). */
static char *command_of(const char *line)
{
    g_auto(GStrv) fields = g_strsplit(line, "\t", 5);
    g_autoptr(GError) error = NULL;

    if (g_strv_length(fields) < 5)
        return NULL;
    g_autoptr(CordonJson) json =
        cordon_json_parse(fields[3], strlen(fields[3]), 1024u * 1024, &error);
    if (json == NULL)
        return NULL;
    return g_strdup(cordon_json_string(cordon_json_root(json)));
}

static int compare(const void *a, const void *b)
{
    double left = *(const double *)a;
    double right = *(const double *)b;

    return left < right ? -1 : left > right ? 1 : 0;
}

static void measure_cases(CordonFilter *filter, const char *path)
{
    g_autofree char *text = NULL;
    g_autoptr(GArray) costs = g_array_new(FALSE, FALSE, sizeof(double));

    if (!g_file_get_contents(path, &text, NULL, NULL))
        g_error("%s cannot be read", path);
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
    for (guint i = 0; lines[i] != NULL; i++) {
        g_autofree char *command = command_of(lines[i]);
        if (command == NULL)
            continue;
        double taken = cost(filter, command, strlen(command), ROUNDS, 20);
        g_array_append_val(costs, taken);
    }
    if (costs->len == 0)
        g_error("%s holds no case", path);
    qsort(costs->data, costs->len, sizeof(double), compare);
    g_autofree char *name = g_path_get_basename(path);
    printf("| %s: %u lines | **%.1f µs** | %.1f µs | %.1f µs |\n", name, costs->len,
           g_array_index(costs, double, costs->len / 2),
           g_array_index(costs, double, costs->len * 99 / 100),
           g_array_index(costs, double, costs->len - 1));
}

/* Lines of one shape in any length: the body is repeated. */
#define FILL "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
static const struct {
    const char *name, *head, *body, *tail;
} SHAPES[] = {
    {"one long word", "echo ", "abcdefgh", ""},
    {"many words", "echo", " abcdefghijklmnopqrst", ""},
    {"many paths", "wc -l", " src/folder/another/file.c", ""},
    {"many options", "grep -n x", " --exclude=*.generated.ts", " f"},
    {"many commands", "true", "; ls -la --sort=size " FILL FILL, ""},
    {"quotes", "echo", " 'abcdefgh'\"ijklmnop\"'q'", ""},
    {"a here-document", "cat <<'EOF'\n", "some text of a file that is written\n", "EOF"},
    {"an open here-document", "cat <<EOF\n", "text with \\$ and $(true) in it " FILL FILL "\n",
     "EOF"},
    {"globs", "ls", " src/folder/*.c src/x/?.h", ""},
    {"backslashes", "echo ", "\\a", ""},
    {"a pipeline", "cat f", " | sort -k 1 " FILL FILL, ""},
    {"assignments before a command", "", "A=b ", "true"},
    {"assignments with values", "", "A=$B-$C ", "true"},
    {"one long cluster of options", "ls -", "l", ""},
    {"a long for loop", "for f in", " a" FILL, "; do ls $f; done"},
    {"brace lists", "echo ", "{abcdefghijkl,mnopqrstuvwx} ", ""},
    {"git with many paths", "git diff --", " src/folder/another/file.c", ""},
    {"npm with many words", "npm run build --", " --name=abcdefghijklmnop", ""},
    {"open parentheses", "", "(", ""},
    {"open substitutions", "echo ", "$(", ""},
};

static char *grow(gsize shape, gsize size)
{
    GString *line = g_string_new(SHAPES[shape].head);
    gsize step = strlen(SHAPES[shape].body);
    gsize tail = strlen(SHAPES[shape].tail);

    while (line->len + step + tail <= size)
        g_string_append(line, SHAPES[shape].body);
    g_string_append(line, SHAPES[shape].tail);
    return g_string_free(line, FALSE);
}

static void measure_growth(CordonFilter *filter, gsize shape)
{
    double last = 0;
    double worst = 0;
    CordonVerdict verdict = CORDON_VERDICT_DENY;

    for (gsize size = 4096; size <= 65536; size *= 2) {
        g_autofree char *line = grow(shape, size);
        double taken = cost(filter, line, strlen(line), GROWING_ROUNDS, 3);
        if (last > 0)
            worst = MAX(worst, taken / last);
        last = taken;
        verdict = judge(filter, line, strlen(line));
    }
    printf("| %s | %s | %.2f ms | %.2f |\n", SHAPES[shape].name, cordon_verdict_name(verdict),
           last / 1e3, worst);
}

int main(int argc, char **argv)
{
    g_autoptr(CordonFilter) filter = filter_new();

    printf("| lines | median | 99 of 100 below | slowest |\n| --- | --- | --- | --- |\n");
    for (int i = 1; i < argc; i++)
        measure_cases(filter, argv[i]);
    printf("\n| a line of 64 KiB that is | verdict | costs | at most, when the length doubles "
           "(from 4 KiB) "
           "|\n| --- | --- | --- | --- |\n");
    for (gsize i = 0; i < G_N_ELEMENTS(SHAPES); i++)
        measure_growth(filter, i);
    return EXIT_SUCCESS;
}

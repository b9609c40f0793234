/* SPDX-License-Identifier: MIT */
/* Shows how far a pull is. */
#define _GNU_SOURCE /* ioctl() with TIOCGWINSZ */
#include "bar.h"

#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "output.h"

/* The rate is that of the last ten seconds. */
#define RATE_MS     10000
#define SAMPLES     64
#define USUAL_WIDTH 80
#define MAX_BAR     40
/* Without a terminal: a line for each so many percent. */
#define LINE_PERCENT 10

typedef struct {
    gint64 at_ms;
    guint64 bytes;
} Sample;

struct CliBar {
    gboolean on_terminal, shown;
    Sample samples[SAMPLES]; /* a ring */
    guint first, count;
    gint64 line_percent; /* of the last line, -1: none */
    CordonImagePhase line_phase;
};

CliBar *cli_bar_new(void)
{
    CliBar *bar = g_new0(CliBar, 1);

    bar->on_terminal = cli_is_smart_terminal(STDERR_FILENO);
    bar->line_percent = -1;
    return bar;
}

void cli_bar_free(CliBar *bar)
{
    if (bar->shown)
        fputc('\n', stderr);
    g_free(bar);
}

char *cli_format_bytes(guint64 bytes)
{
    static const char *const units[] = {"kB", "MB", "GB", "TB"};
    double value = (double)bytes / 1000;
    gsize unit = 0;

    if (bytes < 1000)
        return g_strdup_printf("%u B", (guint)bytes);
    for (; value >= 999.95 && unit + 1 < G_N_ELEMENTS(units); unit++)
        value /= 1000;
    return g_strdup_printf("%.1f %s", value, units[unit]);
}

static void add_sample(CliBar *bar, guint64 bytes)
{
    gint64 now_ms = g_get_monotonic_time() / 1000;

    while (bar->count > 1 &&
           (bar->count == SAMPLES || now_ms - bar->samples[bar->first].at_ms > RATE_MS)) {
        bar->first = (bar->first + 1) % SAMPLES;
        bar->count--;
    }
    bar->samples[(bar->first + bar->count) % SAMPLES] = (Sample){.at_ms = now_ms, .bytes = bytes};
    bar->count++;
}

/* Bytes a second; 0: not known yet. */
static double rate(const CliBar *bar)
{
    const Sample *first = &bar->samples[bar->first];
    const Sample *last = &bar->samples[(bar->first + bar->count - 1) % SAMPLES];

    if (last->at_ms - first->at_ms < 500 || last->bytes <= first->bytes)
        return 0;
    return (double)(last->bytes - first->bytes) * 1000 / (double)(last->at_ms - first->at_ms);
}

static gint64 percent(const CordonImageProgress *progress)
{
    if (progress->total_bytes == 0)
        return 100;
    return (gint64)((double)progress->done_bytes * 100 / (double)progress->total_bytes);
}

/* "12.3 MB of 40.0 MB, layers 2 of 5, 3.4 MB/s, 8 s left" */
static char *describe(const CliBar *bar, const CordonImageProgress *progress)
{
    g_autofree char *done = cli_format_bytes(progress->done_bytes);
    g_autofree char *total = cli_format_bytes(progress->total_bytes);
    GString *text = g_string_new(NULL);
    double per_second = rate(bar);

    if (progress->phase == CORDON_IMAGE_PHASE_WAITING)
        g_string_append(text, "waiting for the engine");
    else if (progress->phase == CORDON_IMAGE_PHASE_UNPACKING)
        g_string_append_printf(text, "%s, unpacking", total);
    else
        g_string_append_printf(text, "%s of %s", done, total);
    g_string_append_printf(text, ", layers %u of %u", progress->layers_done, progress->layers);
    if (progress->phase == CORDON_IMAGE_PHASE_DOWNLOADING && per_second > 0) {
        g_autofree char *speed = cli_format_bytes((guint64)per_second);
        double left = (double)(progress->total_bytes - progress->done_bytes) / per_second;
        g_string_append_printf(text, ", %s/s, %.0f s left", speed, left < 1e6 ? left + 0.5 : 1e6);
    }
    return g_string_free(text, FALSE);
}

static guint terminal_width(void)
{
    struct winsize size;

    if (ioctl(STDERR_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0)
        return USUAL_WIDTH;
    return size.ws_col;
}

static void draw(CliBar *bar, const CordonImageProgress *progress, const char *text)
{
    guint room = terminal_width() - 1;
    guint taken = (guint)strlen(text) + 8;
    guint width = room > taken ? MIN(MAX_BAR, room - taken) : 0;
    guint full = (guint)((gint64)width * percent(progress) / 100);
    GString *line = g_string_new("\r\033[K");

    if (width > 2) {
        g_string_append_c(line, '[');
        for (guint i = 0; i < width; i++)
            g_string_append_c(line, i < full ? '#' : '.');
        g_string_append(line, "] ");
    }
    g_string_append_printf(line, "%3d%% ", (int)percent(progress));
    /* A line that is broken in two could not be drawn over. */
    guint left =
        room > 5 + (width > 2 ? width + 3 : 0) ? room - 5 - (width > 2 ? width + 3 : 0) : 0;
    g_string_append_printf(line, "%.*s", (int)left, text);
    fputs(line->str, stderr);
    fflush(stderr);
    g_string_free(line, TRUE);
    bar->shown = TRUE;
}

static void print_line(CliBar *bar, const CordonImageProgress *progress, const char *text)
{
    gint64 step = percent(progress) / LINE_PERCENT;

    if (bar->line_percent == step && bar->line_phase == progress->phase)
        return;
    bar->line_percent = step;
    bar->line_phase = progress->phase;
    cli_say("%d%%: %s", (int)percent(progress), text);
}

void cli_bar_show(const CordonImageProgress *progress, gpointer user_data)
{
    CliBar *bar = user_data;

    add_sample(bar, progress->done_bytes);
    g_autofree char *text = describe(bar, progress);
    if (bar->on_terminal)
        draw(bar, progress, text);
    else
        print_line(bar, progress, text);
}

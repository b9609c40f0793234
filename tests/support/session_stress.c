/* SPDX-License-Identifier: MIT */
/* Many threads on one session at once: they start, cancel, answer, look, follow output, change settings and damage them.
 *
 * session-stress [ROUNDS]: with more rounds it is run by hand, under the thread and address sanitizers.  Afterwards the audit log
 * has to hold one decision for each job that was taken, and an end for each that was let through; states went forward only; no
 * process is left. */
#define _GNU_SOURCE /* waitpid() */
#include <cordon/cordon.h>
#include <errno.h>
#include <glib/gstdio.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#define DEFAULT_ROUNDS 60u
#define N_STARTERS     4u

typedef struct {
    char *top, *project, *loop, *settings, *audit;
    CordonSession *session;
    CordonAgent *shared;
    guint rounds;
    gint is_over, taken; /* atomic */
    GMutex lock;         /* of what follows */
    GHashTable *states;  /* id -> CordonJobState + 1 */
    guint backwards;
} Stress;

typedef struct {
    Stress *stress;
    GRand *random;
} Actor;

static guint pick(Actor *actor, guint end)
{
    return (guint)g_rand_int_range(actor->random, 0, (gint32)end);
}

static G_GNUC_NORETURN void give_up(const char *what, const char *more)
{
    fprintf(stderr, "session-stress: %s%s%s\n", what, more != NULL ? ": " : "",
            more != NULL ? more : "");
    exit(1);
}

/* --- what is listened to -------------------------------------------------------------------- */

static const char *const states[] = {"judging", "asking", "queued", "running", "ended"};

static guint state_number(const char *data)
{
    for (guint i = 0; i < G_N_ELEMENTS(states); i++) {
        g_autofree char *member = g_strdup_printf("\"state\":\"%s\"", states[i]);
        if (strstr(data, member) != NULL)
            return i + 1;
    }
    return 0;
}

static void listen(CordonEventKind kind, const char *id, const char *data, gpointer user_data)
{
    Stress *stress = user_data;

    if (kind != CORDON_EVENT_JOB)
        return;
    guint state = state_number(data);
    g_mutex_lock(&stress->lock);
    guint before = GPOINTER_TO_UINT(g_hash_table_lookup(stress->states, id));
    if (state == 0 || state < before)
        stress->backwards++;
    g_hash_table_insert(stress->states, g_strdup(id), GUINT_TO_POINTER(state));
    g_mutex_unlock(&stress->lock);
}

/* --- settings ------------------------------------------------------------------------------- */

static void write_settings(const Stress *stress, gboolean full_auto, const char *role)
{
    g_autofree char *text = g_strdup_printf(
        "{\"schema\": \"cordon.settings/1\", \"approval_timeout_s\": 5, \"boards\": [{\"id\": "
        "\"b\", "
        "\"name\": \"B\", \"project\": \"%s\", \"full_auto\": %s}], \"loops\": [{\"id\": \"l\", "
        "\"board\": \"b\", \"folder\": \"%s\"}], \"bubbles\": [{\"id\": \"x\", \"name\": \"X\", "
        "\"loop\": \"l\", \"role\": \"%s\"}]}",
        stress->project, full_auto ? "true" : "false", stress->loop, role);

    if (!g_file_set_contents_full(stress->settings, text, -1, G_FILE_SET_CONTENTS_CONSISTENT, 0600,
                                  NULL))
        give_up("the settings cannot be written", NULL);
}

static gboolean flip_full_auto(CordonSettings *settings, gpointer data, GError **error)
{
    CordonBoard *board = cordon_settings_find_board(settings, "b");

    (void)data;
    (void)error;
    if (board != NULL)
        board->full_auto = !board->full_auto;
    return TRUE;
}

static void change_settings(Actor *actor)
{
    Stress *stress = actor->stress;

    switch (pick(actor, 6)) {
    case 0:
        write_settings(stress, FALSE, "researcher");
        break;
    case 1:
        g_file_set_contents(stress->settings, "{", -1, NULL);
        break;
    case 2:
        cordon_session_revoke_grant(stress->session, "b", NULL, "stress");
        break;
    case 3:
        write_settings(stress, pick(actor, 2) == 0, "coder");
        break;
    default:
        cordon_session_change_settings(stress->session, flip_full_auto, NULL, "stress", NULL);
        break;
    }
    g_usleep(2000);
    if (pick(actor, 2) == 0)
        write_settings(stress, FALSE, "coder");
}

/* --- commands ------------------------------------------------------------------------------- */

static CordonAgent *choose_agent(Actor *actor)
{
    const Stress *stress = actor->stress;

    switch (pick(actor, 3)) {
    case 0:
        return cordon_session_find_agent(stress->session, "x", NULL);
    case 1:
        return cordon_session_add_agent(stress->session, stress->project, stress->loop, "coder",
                                        NULL, "visitor", NULL);
    default:
        return cordon_agent_ref(stress->shared);
    }
}

static void start(Actor *actor)
{
    static const char *const lines[] = {
        "true",     "echo x; echo y >&2", "rm -f a.txt", "git commit -m x",
        "rm -rf /", "sleep 0.02",         "echo '",      "touch b.txt && rm b.txt"};
    Stress *stress = actor->stress;
    g_autoptr(CordonAgent) agent = choose_agent(actor);
    g_autoptr(CordonJob) job = NULL;
    const char *line = lines[pick(actor, G_N_ELEMENTS(lines))];
    const CordonJobRequest request = {.struct_size = sizeof request,
                                      .line = line,
                                      .line_size = strlen(line),
                                      .client = "stress",
                                      .source = "http"};

    if (agent != NULL)
        job = cordon_session_start_job(stress->session, agent, &request, NULL);
    /* Settings that cannot be read, or too much at once: others come first. */
    if (job == NULL) {
        g_usleep(2000);
        return;
    }
    g_atomic_int_inc(&stress->taken);
    if (pick(actor, 4) == 0)
        cordon_job_cancel(job);
    if (pick(actor, 3) == 0)
        cordon_job_wait(job, pick(actor, 30));
}

static void cancel(Actor *actor)
{
    g_autoptr(GPtrArray) jobs = cordon_session_list_jobs(actor->stress->session, 20);

    if (jobs->len > 0)
        cordon_job_cancel(g_ptr_array_index(jobs, pick(actor, jobs->len)));
    g_usleep(3000);
}

static void look(Actor *actor)
{
    g_autoptr(GPtrArray) jobs = cordon_session_list_jobs(actor->stress->session, 10);

    for (guint i = 0; i < jobs->len; i++) {
        CordonJob *job = g_ptr_array_index(jobs, i);
        g_autofree char *json = cordon_job_to_json(job, TRUE);
        g_autofree char *text = cordon_job_to_text(job, 1000);
        g_autoptr(GString) output = g_string_new(NULL);
        guint64 offset = 0;
        cordon_job_read_output(job, &offset, 100, output, NULL);
        g_autoptr(CordonJson) document = cordon_json_parse(json, strlen(json), 1 << 20, NULL);
        if (document == NULL)
            give_up("a job is no JSON", json);
    }
    g_autofree char *session = cordon_session_to_json(actor->stress->session);
    g_auto(GStrv) grants = cordon_session_list_grants(actor->stress->session, "b");
    g_usleep(1000);
}

static void answer(Actor *actor)
{
    static const CordonAnswer answers[] = {CORDON_ANSWER_ONCE, CORDON_ANSWER_SESSION,
                                           CORDON_ANSWER_DENY};
    CordonSession *session = actor->stress->session;
    g_autofree char *json = cordon_session_approvals_to_json(session, 10);
    g_autoptr(CordonJson) document = cordon_json_parse(json, strlen(json), 1 << 20, NULL);

    if (document == NULL)
        give_up("the approvals are no JSON", json);
    for (const CordonJsonValue *one = cordon_json_first(cordon_json_root(document)); one != NULL;
         one = cordon_json_next(one)) {
        const char *id = cordon_json_string(cordon_json_find(one, "id"));
        const char *digest = cordon_json_string(cordon_json_find(one, "digest"));
        cordon_session_answer(session, id, digest, answers[pick(actor, 3)], "stress", NULL);
    }
    g_usleep(1000);
}

static void open_and_close(Actor *actor)
{
    cordon_session_add_window(actor->stress->session);
    g_usleep(10000 + pick(actor, 20000));
    cordon_session_remove_window(actor->stress->session);
}

static void use_files(Actor *actor)
{
    const Stress *stress = actor->stress;
    CordonFiles *files =
        cordon_agent_open_files(stress->shared, CORDON_TOOL_LIST_DIRECTORY, ".", "stress", NULL);

    if (files != NULL)
        cordon_files_close(files);
    cordon_agent_get_tools(stress->shared);
    g_usleep(2000);
}

/* --- threads -------------------------------------------------------------------------------- */

static gpointer run_starter(gpointer data)
{
    Actor *actor = data;

    for (guint i = 0; i < actor->stress->rounds; i++)
        start(actor);
    return NULL;
}

static void (*const others[])(Actor *actor) = {cancel, look,           look,      answer,
                                               answer, open_and_close, use_files, change_settings};

typedef struct {
    Actor actor;
    void (*act)(Actor *actor);
} Other;

static gpointer run_other(gpointer data)
{
    Other *other = data;

    while (!g_atomic_int_get(&other->actor.stress->is_over))
        other->act(&other->actor);
    return NULL;
}

static void run_all(Stress *stress)
{
    GThread *starters[N_STARTERS], *threads[G_N_ELEMENTS(others)];
    Actor actors[N_STARTERS];
    Other rest[G_N_ELEMENTS(others)];

    for (guint i = 0; i < G_N_ELEMENTS(others); i++) {
        rest[i] = (Other){{stress, g_rand_new_with_seed(100 + i)}, others[i]};
        threads[i] = g_thread_new("other", run_other, &rest[i]);
    }
    for (guint i = 0; i < N_STARTERS; i++) {
        actors[i] = (Actor){stress, g_rand_new_with_seed(i)};
        starters[i] = g_thread_new("starter", run_starter, &actors[i]);
    }
    for (guint i = 0; i < N_STARTERS; i++) {
        g_thread_join(starters[i]);
        g_rand_free(actors[i].random);
    }
    g_atomic_int_set(&stress->is_over, 1);
    for (guint i = 0; i < G_N_ELEMENTS(others); i++) {
        g_thread_join(threads[i]);
        g_rand_free(rest[i].actor.random);
    }
}

/* --- before and after ------------------------------------------------------------------------ */

static void begin(Stress *stress)
{
    g_autoptr(GError) error = NULL;

    stress->top = g_dir_make_tmp("cordon-stress-XXXXXX", NULL);
    stress->project = g_build_filename(stress->top, "project", NULL);
    stress->loop = g_build_filename(stress->project, "loop", NULL);
    stress->settings = g_build_filename(stress->top, "settings.json", NULL);
    stress->audit = g_build_filename(stress->top, "audit.jsonl", NULL);
    stress->states = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
    if (g_mkdir_with_parents(stress->loop, 0700) < 0)
        give_up("no folder could be made", stress->loop);
    write_settings(stress, FALSE, "coder");
    const CordonSessionOptions options = {.struct_size = sizeof options,
                                          .settings_path = stress->settings,
                                          .audit_path = stress->audit,
                                          .max_running = 4,
                                          .max_waiting = 64,
                                          .max_ended = 8,
                                          .listener = listen,
                                          .user_data = stress};
    stress->session = cordon_session_new(&options, &error);
    if (stress->session == NULL)
        give_up("there is no session", error->message);
    stress->shared = cordon_session_add_agent(stress->session, stress->project, stress->loop,
                                              "coder", "b", "shared", &error);
    if (stress->shared == NULL)
        give_up("there is no agent", error->message);
}

typedef struct {
    guint decisions, runs, ends;
} Counts;

static void count_line(const char *line, Counts *counts)
{
    if (strstr(line, "\"event\":\"decision\"") != NULL) {
        counts->decisions++;
        counts->runs += strstr(line, "\"decision\":\"run\"") != NULL ? 1 : 0;
    }
    counts->ends += strstr(line, "\"event\":\"end\"") != NULL ? 1 : 0;
}

static void check_log(const Stress *stress, Counts *counts)
{
    g_autofree char *text = NULL;

    if (!g_file_get_contents(stress->audit, &text, NULL, NULL))
        give_up("there is no audit log", NULL);
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
    for (guint i = 0; lines[i] != NULL; i++)
        count_line(lines[i], counts);
}

static void remove_tree(const char *path)
{
    g_autoptr(GDir) folder = g_dir_open(path, 0, NULL);
    const char *name;

    while (folder != NULL && (name = g_dir_read_name(folder)) != NULL) {
        g_autofree char *entry = g_build_filename(path, name, NULL);
        remove_tree(entry);
    }
    g_remove(path);
}

static int end(Stress *stress)
{
    guint taken = (guint)g_atomic_int_get(&stress->taken), ended = 0;
    Counts counts = {0};
    GHashTableIter iter;
    gpointer state;

    cordon_agent_unref(stress->shared);
    cordon_session_free(stress->session);
    check_log(stress, &counts);
    g_hash_table_iter_init(&iter, stress->states);
    while (g_hash_table_iter_next(&iter, NULL, &state))
        ended += GPOINTER_TO_UINT(state) == G_N_ELEMENTS(states) ? 1 : 0;
    gboolean has_children = waitpid(-1, NULL, WNOHANG) != -1 || errno != ECHILD;
    gboolean is_right = counts.decisions == taken && counts.runs == counts.ends && ended == taken &&
                        g_hash_table_size(stress->states) == taken && stress->backwards == 0 &&
                        !has_children;
    fprintf(
        is_right ? stdout : stderr,
        "%u jobs: %u decisions, %u let through, %u ends, %u told to have ended, %u steps back%s\n",
        taken, counts.decisions, counts.runs, counts.ends, ended, stress->backwards,
        has_children ? ", a process is left" : "");
    remove_tree(stress->top);
    g_hash_table_unref(stress->states);
    g_free(stress->top);
    g_free(stress->project);
    g_free(stress->loop);
    g_free(stress->settings);
    g_free(stress->audit);
    return is_right ? 0 : 1;
}

int main(int argc, char **argv)
{
    Stress stress = {.rounds = DEFAULT_ROUNDS};
    guint64 rounds;

    if (argc > 1 && g_ascii_string_to_unsigned(argv[1], 10, 1, 1000000, &rounds, NULL))
        stress.rounds = (guint)rounds;
    begin(&stress);
    run_all(&stress);
    return end(&stress);
}

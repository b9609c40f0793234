/* SPDX-License-Identifier: MIT */
#include "mcp_world.h"

#include <string.h>

#define STEP_MS  100
#define ASK_MS   300000
#define KEEP_MAX (256u * 1024)

struct World {
    GHashTable *jobs; /* id -> CordonJob */
    guint count;
    WorldListener listener;
    gpointer user_data;
    GMutex mutex; /* of files and log */
    GHashTable *files;
    GString *log;
};

struct CordonAgent {
    gint refs;
    World *world;
    char *role;
    gint tools;
};

struct CordonJob {
    guint refs;
    World *world;
    CordonAgent *agent;
    char *id, *command;
    CordonJobState state;
    char *outcome, *how, *rule, *message;
    gint64 exit_code, signal;
    GString *both, *out, *err;
    guint step, steps, timer;
};

struct CordonFiles {
    World *world;
};

static void note(World *world, const char *format, ...) G_GNUC_PRINTF(2, 3);

static void note(World *world, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    g_mutex_lock(&world->mutex);
    g_string_append_vprintf(world->log, format, arguments);
    g_string_append_c(world->log, '\n');
    g_mutex_unlock(&world->mutex);
    va_end(arguments);
}

/* --- agents --------------------------------------------------------------------------------------------- */

CordonAgent *world_agent_new(World *world, const char *role, guint tools)
{
    CordonAgent *agent = g_new0(CordonAgent, 1);

    agent->refs = 1;
    agent->world = world;
    agent->role = g_strdup(role);
    agent->tools = (gint)tools;
    return agent;
}

void world_agent_set_tools(CordonAgent *agent, guint tools)
{
    g_atomic_int_set(&agent->tools, (gint)tools);
}

static CordonAgent *agent_ref(CordonAgent *agent)
{
    g_atomic_int_inc(&agent->refs);
    return agent;
}

void world_agent_unref(CordonAgent *agent)
{
    if (!g_atomic_int_dec_and_test(&agent->refs))
        return;
    g_free(agent->role);
    g_free(agent);
}

static guint agent_tools(CordonAgent *agent)
{
    return (guint)g_atomic_int_get(&agent->tools);
}

static const char *agent_project(const CordonAgent *agent)
{
    (void)agent;
    return "/project";
}

static const char *agent_loop(const CordonAgent *agent)
{
    (void)agent;
    return "/project/loops/a";
}

static const char *agent_role(const CordonAgent *agent)
{
    return agent->role;
}

static gboolean agent_is_same(const CordonAgent *one, const CordonAgent *other)
{
    return one == other;
}

/* --- jobs ----------------------------------------------------------------------------------------------- */

static CordonJob *job_ref(CordonJob *job)
{
    job->refs++;
    return job;
}

static void job_unref(CordonJob *job)
{
    if (--job->refs > 0)
        return;
    if (job->timer != 0)
        g_source_remove(job->timer);
    world_agent_unref(job->agent);
    g_free(job->id);
    g_free(job->command);
    g_free(job->outcome);
    g_free(job->how);
    g_free(job->rule);
    g_free(job->message);
    g_string_free(job->both, TRUE);
    g_string_free(job->out, TRUE);
    g_string_free(job->err, TRUE);
    g_free(job);
}

static void tell(const CordonJob *job, CordonEventKind kind)
{
    if (job->world->listener != NULL)
        job->world->listener(kind, job->id, job->world->user_data);
}

static void set_state(CordonJob *job, CordonJobState state)
{
    job->state = state;
    tell(job, CORDON_EVENT_JOB);
}

static void end(CordonJob *job, const char *outcome, const char *how, gint64 code)
{
    if (job->state == CORDON_JOB_ENDED)
        return;
    if (job->timer != 0)
        g_source_remove(job->timer);
    job->timer = 0;
    job->outcome = g_strdup(outcome);
    job->how = g_strdup(how);
    if (g_strcmp0(how, "exited") == 0)
        job->exit_code = code;
    if (g_strcmp0(how, "signaled") == 0)
        job->signal = code;
    note(job->world, "end %s %s", job->command, outcome);
    set_state(job, CORDON_JOB_ENDED);
}

static void refuse(CordonJob *job, const char *outcome, const char *rule, const char *message)
{
    job->rule = g_strdup(rule);
    job->message = g_strdup(message);
    end(job, outcome, NULL, 0);
}

static void put(CordonJob *job, GString *stream, const char *text)
{
    g_string_append(stream, text);
    g_string_append(job->both, text);
    tell(job, CORDON_EVENT_OUTPUT);
}

static gboolean on_step(gpointer user_data)
{
    CordonJob *job = job_ref(user_data);
    g_autofree char *line = g_strdup_printf("step %u\n", ++job->step);
    gboolean goes_on = job->step < job->steps;

    put(job, job->out, line);
    if (!goes_on) {
        job->timer = 0;
        end(job, "ran", "exited", 0);
    }
    goes_on = goes_on && job->state != CORDON_JOB_ENDED;
    job_unref(job);
    return goes_on ? G_SOURCE_CONTINUE : G_SOURCE_REMOVE;
}

static void flood(CordonJob *job, guint64 size)
{
    g_autoptr(GString) text = g_string_new(NULL);

    for (guint line = 1; text->len < MIN(size, KEEP_MAX); line++)
        g_string_append_printf(text, "line %u\n", line);
    put(job, job->out, text->str);
}

/* What the command does once it may. */
static void go(CordonJob *job)
{
    g_auto(GStrv) words = g_strsplit(job->command, " ", 2);
    const char *rest = words[0] != NULL && words[1] != NULL ? words[1] : "";
    g_autofree char *text = g_strcompress(rest);
    const char *verb = words[0] != NULL ? words[0] : "";

    job->state = CORDON_JOB_RUNNING;
    if (strcmp(verb, "steps") == 0) {
        job->steps = (guint)g_ascii_strtoull(rest, NULL, 10);
        job->timer = g_timeout_add(STEP_MS, on_step, job);
        return;
    }
    if (strcmp(verb, "hang") == 0)
        return;
    if (strcmp(verb, "warn") == 0)
        put(job, job->err, text);
    else if (strcmp(verb, "flood") == 0)
        flood(job, g_ascii_strtoull(rest, NULL, 10));
    else
        put(job, job->out, strcmp(verb, "say") == 0 ? text : "");
    if (strcmp(verb, "kill") == 0)
        end(job, "ran", "signaled", (gint64)g_ascii_strtoull(rest, NULL, 10));
    else
        end(job, "ran", "exited",
            strcmp(verb, "fail") == 0 ? (gint64)g_ascii_strtoull(rest, NULL, 10) : 0);
}

static gboolean on_judged(gpointer user_data)
{
    CordonJob *job = job_ref(user_data);

    job->timer = 0;
    if ((agent_tools(job->agent) & CORDON_TOOL_RUN_COMMAND) == 0)
        refuse(job, "denied", "role", "The role has no run_command (rule role).");
    else if (strcmp(job->command, "deny") == 0)
        refuse(job, "denied", "git-destructive", "That throws away work (rule git-destructive).");
    else if (strcmp(job->command, "broken") == 0)
        refuse(job, "failed", NULL, "The sandbox is not ready: run cordon doctor.");
    else if (strcmp(job->command, "ask") == 0)
        set_state(job, CORDON_JOB_ASKING);
    else if (strcmp(job->command, "queue") == 0)
        set_state(job, CORDON_JOB_QUEUED);
    else
        go(job);
    job_unref(job);
    return G_SOURCE_REMOVE;
}

static CordonJob *start_job(gpointer user_data, CordonAgent *agent, const CordonJobRequest *request,
                            GError **error)
{
    World *world = user_data;
    CordonJob *job;

    if (request->line_size == 0) {
        g_set_error_literal(error, CORDON_ERROR, CORDON_ERROR_INVALID, "there is no command.");
        return NULL;
    }
    job = g_new0(CordonJob, 1);
    job->refs = 2;
    job->world = world;
    job->agent = agent_ref(agent);
    job->id = g_strdup_printf("j%u", ++world->count);
    job->command = g_strndup(request->line, request->line_size);
    job->exit_code = job->signal = -1;
    job->both = g_string_new(NULL);
    job->out = g_string_new(NULL);
    job->err = g_string_new(NULL);
    g_hash_table_insert(world->jobs, job->id, job);
    note(world, "start %s client=%s limit=%u cwd=%s", job->command,
         request->client != NULL ? request->client : "", request->time_limit_ms,
         request->cwd != NULL ? request->cwd : "");
    job->timer = g_timeout_add(0, on_judged, job);
    return job;
}

static CordonJob *find_job(gpointer user_data, const char *id)
{
    World *world = user_data;
    CordonJob *job = g_hash_table_lookup(world->jobs, id);

    return job != NULL ? job_ref(job) : NULL;
}

static const char *job_id(const CordonJob *job)
{
    return job->id;
}

static CordonAgent *job_agent(const CordonJob *job)
{
    return job->agent;
}

static CordonJobState job_state(CordonJob *job)
{
    return job->state;
}

static void job_cancel(CordonJob *job)
{
    if (job->state == CORDON_JOB_ENDED)
        return;
    note(job->world, "cancel %s", job->command);
    end(job, job->state == CORDON_JOB_RUNNING ? "ran" : "cancelled",
        job->state == CORDON_JOB_RUNNING ? "signaled" : NULL, 15);
}

static McpJobFacts *job_facts(gpointer user_data, CordonJob *job, gboolean with_output)
{
    McpJobFacts *facts = mcp_job_facts_new();

    (void)user_data;
    facts->state = job->state;
    facts->outcome = g_strdup(job->outcome);
    facts->how = g_strdup(job->how);
    facts->exit_code = job->exit_code;
    facts->signal = job->signal;
    facts->verdict = g_strdup(g_strcmp0(job->outcome, "denied") == 0 ? "deny" : "allow");
    facts->rule = g_strdup(job->rule);
    facts->message = g_strdup(job->message);
    facts->time_limit_s = 120;
    facts->approval_left_ms = job->state == CORDON_JOB_ASKING ? ASK_MS : -1;
    facts->sandboxed = TRUE;
    if (with_output) {
        facts->out = g_strdup(job->out->str);
        facts->err = g_strdup(job->err->str);
    }
    return facts;
}

static char *job_to_text(CordonJob *job, gsize max_bytes)
{
    g_autofree char *text =
        g_strconcat(job->out->str, job->err->str, job->message != NULL ? job->message : "", NULL);

    return g_strndup(text, MIN(strlen(text), max_bytes));
}

static gboolean job_read_output(CordonJob *job, guint64 *offset, gsize max_bytes, GString *to,
                                guint64 *ret_skipped)
{
    gsize from = (gsize)MIN(*offset, job->both->len), size = MIN(max_bytes, job->both->len - from);

    g_string_append_len(to, job->both->str + from, (gssize)size);
    *offset = from + size;
    if (ret_skipped != NULL)
        *ret_skipped = 0;
    return job->state != CORDON_JOB_ENDED || from + size < job->both->len;
}

/* --- files ---------------------------------------------------------------------------------------------- */

static CordonFiles *open_files(CordonAgent *agent, CordonTool tool, const char *path,
                               const char *client, GError **error)
{
    gboolean may = (agent_tools(agent) & (guint)tool) != 0;
    CordonFiles *files;

    note(agent->world, "files %u path=%s client=%s %s", (guint)tool, path != NULL ? path : "",
         client != NULL ? client : "", may ? "opened" : "refused");
    if (!may) {
        g_set_error(error, CORDON_ERROR, CORDON_ERROR_INVALID, "A %s may not do that.",
                    agent->role);
        return NULL;
    }
    files = g_new0(CordonFiles, 1);
    files->world = agent->world;
    return files;
}

static void files_refused(CordonAgent *agent, CordonTool tool, const char *path, const char *client,
                          const GError *error)
{
    (void)client;
    note(agent->world, "files %u path=%s: %s", (guint)tool, path != NULL ? path : "",
         error->message);
}

static void files_close(CordonFiles *files)
{
    g_free(files);
}

static CordonFileText *files_read(const CordonFiles *files, const char *path, guint first_line,
                                  guint max_lines, GError **error)
{
    CordonFileText *text = NULL;

    if (strcmp(path, "slow") == 0)
        g_usleep(300000);
    if (strcmp(path, ".env") == 0) {
        g_set_error_literal(error, CORDON_ERROR, CORDON_ERROR_INVALID,
                            "\".env\" looks like a secret: ask the user for what you need of it.");
        return NULL;
    }
    g_mutex_lock(&files->world->mutex);
    const char *content = g_hash_table_lookup(files->world->files, path);
    if (content == NULL) {
        g_set_error(error, CORDON_ERROR, CORDON_ERROR_INVALID, "There is no file \"%s\".", path);
    } else {
        g_auto(GStrv) lines = g_strsplit(content, "\n", -1);
        guint count = g_strv_length(lines), last = count;
        GString *part = g_string_new(NULL);
        if (max_lines > 0)
            last = MIN(count, first_line - 1 + max_lines);
        for (guint i = first_line - 1; i < last; i++)
            g_string_append_printf(part, "%s%s", lines[i], i + 1 < count ? "\n" : "");
        text = g_new0(CordonFileText, 1);
        text->text = g_string_free(part, FALSE);
        text->size = strlen(content);
        text->first_line = first_line;
        text->lines = last >= first_line ? last - first_line + 1 : 0;
        text->is_cut = last < count;
        text->next_line = text->is_cut ? last + 1 : 0;
    }
    g_mutex_unlock(&files->world->mutex);
    return text;
}

static void text_free(CordonFileText *text)
{
    g_free(text->text);
    g_free(text);
}

static void entry_free(gpointer data)
{
    CordonFileEntry *entry = data;

    g_free(entry->path);
    g_free(entry->target);
    g_free(entry);
}

static int compare_names(gconstpointer one, gconstpointer other)
{
    return strcmp(*(const char *const *)one, *(const char *const *)other);
}

/* Sorted; with the mutex. */
static GPtrArray *list_names(const CordonFiles *files)
{
    GPtrArray *names = g_ptr_array_new();
    GHashTableIter iter;
    gpointer name;

    g_hash_table_iter_init(&iter, files->world->files);
    while (g_hash_table_iter_next(&iter, &name, NULL))
        g_ptr_array_add(names, name);
    g_ptr_array_sort(names, compare_names);
    return names;
}

static CordonFileList *files_list(const CordonFiles *files, const char *path, guint depth,
                                  GError **error)
{
    CordonFileList *list = g_new0(CordonFileList, 1);

    (void)path;
    (void)depth;
    (void)error;
    list->entries = g_ptr_array_new_with_free_func(entry_free);
    g_mutex_lock(&files->world->mutex);
    g_autoptr(GPtrArray) names = list_names(files);
    for (guint i = 0; i < names->len; i++) {
        CordonFileEntry *entry = g_new0(CordonFileEntry, 1);
        entry->path = g_strdup(names->pdata[i]);
        entry->kind = 'f';
        entry->size = strlen(g_hash_table_lookup(files->world->files, names->pdata[i]));
        entry->is_secret = strcmp(entry->path, ".env") == 0;
        g_ptr_array_add(list->entries, entry);
    }
    g_mutex_unlock(&files->world->mutex);
    return list;
}

static void list_free(CordonFileList *list)
{
    g_ptr_array_unref(list->entries);
    g_free(list);
}

static void match_free(gpointer data)
{
    CordonFileMatch *match = data;

    g_free(match->path);
    g_free(match->text);
    g_free(match);
}

static CordonFileMatches *files_search(const CordonFiles *files, const CordonFileSearch *search,
                                       GError **error)
{
    CordonFileMatches *matches;

    if (search->is_regex && strcmp(search->pattern, "(") == 0) {
        g_set_error_literal(error, CORDON_ERROR, CORDON_ERROR_INVALID, "\"(\" is no pattern.");
        return NULL;
    }
    matches = g_new0(CordonFileMatches, 1);
    matches->matches = g_ptr_array_new_with_free_func(match_free);
    g_mutex_lock(&files->world->mutex);
    g_autoptr(GPtrArray) names = list_names(files);
    for (guint i = 0; i < names->len; i++) {
        g_auto(GStrv) lines =
            g_strsplit(g_hash_table_lookup(files->world->files, names->pdata[i]), "\n", -1);
        matches->files++;
        for (guint line = 0; lines[line] != NULL; line++) {
            if (strstr(lines[line], search->pattern) == NULL)
                continue;
            CordonFileMatch *match = g_new0(CordonFileMatch, 1);
            match->path = g_strdup(names->pdata[i]);
            match->line = line + 1;
            match->text = g_strdup(lines[line]);
            g_ptr_array_add(matches->matches, match);
        }
    }
    g_mutex_unlock(&files->world->mutex);
    return matches;
}

static void matches_free(CordonFileMatches *matches)
{
    g_ptr_array_unref(matches->matches);
    g_free(matches);
}

static gboolean files_write(const CordonFiles *files, const char *path, const char *text,
                            gsize size, CordonFileChange *ret, GError **error)
{
    (void)error;
    note(files->world, "write %s %" G_GSIZE_FORMAT, path, size);
    g_mutex_lock(&files->world->mutex);
    ret->is_new = !g_hash_table_contains(files->world->files, path);
    ret->size = size;
    g_hash_table_replace(files->world->files, g_strdup(path), g_strndup(text, size));
    g_mutex_unlock(&files->world->mutex);
    return TRUE;
}

static gboolean files_edit(const CordonFiles *files, const char *path, const char *old_text,
                           const char *new_text, gboolean replace_all, CordonFileChange *ret,
                           GError **error)
{
    gboolean done = FALSE;

    g_mutex_lock(&files->world->mutex);
    const char *content = g_hash_table_lookup(files->world->files, path);
    g_auto(GStrv) parts =
        content != NULL && old_text[0] != '\0' ? g_strsplit(content, old_text, -1) : NULL;
    guint count = parts != NULL && parts[0] != NULL ? g_strv_length(parts) - 1 : 0;
    if (count == 0 || (count > 1 && !replace_all)) {
        g_set_error(error, CORDON_ERROR, CORDON_ERROR_INVALID,
                    "The text is there %u times, not once: take more lines around it.", count);
    } else {
        ret->replaced = count;
        ret->first_line = 1;
        g_hash_table_replace(files->world->files, g_strdup(path), g_strjoinv(new_text, parts));
        done = TRUE;
    }
    g_mutex_unlock(&files->world->mutex);
    return done;
}

/* --- the world ------------------------------------------------------------------------------------------ */

World *world_new(void)
{
    World *world = g_new0(World, 1);

    g_mutex_init(&world->mutex);
    world->jobs = g_hash_table_new_full(g_str_hash, g_str_equal, NULL, (GDestroyNotify)job_unref);
    world->files = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
    world->log = g_string_new(NULL);
    g_hash_table_insert(world->files, g_strdup("hello.txt"), g_strdup("hello\nworld\n"));
    g_hash_table_insert(world->files, g_strdup("slow"), g_strdup("slow\n"));
    g_hash_table_insert(world->files, g_strdup(".env"), g_strdup("KEY=1\n"));
    return world;
}

void world_free(World *world)
{
    g_hash_table_unref(world->jobs);
    g_hash_table_unref(world->files);
    g_string_free(world->log, TRUE);
    g_mutex_clear(&world->mutex);
    g_free(world);
}

void world_set_listener(World *world, WorldListener listener, gpointer user_data)
{
    world->listener = listener;
    world->user_data = user_data;
}

static GList *list_jobs(World *world)
{
    return g_hash_table_get_values(world->jobs);
}

void world_answer(World *world, gboolean allow)
{
    g_autoptr(GList) jobs = list_jobs(world);

    for (GList *item = jobs; item != NULL; item = item->next) {
        CordonJob *job = item->data;
        if (job->state != CORDON_JOB_ASKING && job->state != CORDON_JOB_QUEUED)
            continue;
        if (allow)
            go(job);
        else
            refuse(job, "denied", "delete", "The user said no (rule delete).");
    }
}

char *world_get_log(World *world)
{
    g_mutex_lock(&world->mutex);
    char *log = g_strdup(world->log->str);
    g_mutex_unlock(&world->mutex);
    return log;
}

guint world_count_running(World *world)
{
    g_autoptr(GList) jobs = list_jobs(world);
    guint count = 0;

    for (GList *item = jobs; item != NULL; item = item->next)
        if (((CordonJob *)item->data)->state != CORDON_JOB_ENDED)
            count++;
    return count;
}

McpBackend world_backend(World *world)
{
    return (McpBackend){
        .agent_ref = agent_ref,
        .agent_unref = world_agent_unref,
        .agent_tools = agent_tools,
        .agent_project = agent_project,
        .agent_loop = agent_loop,
        .agent_role = agent_role,
        .agent_is_same = agent_is_same,
        .start_job = start_job,
        .find_job = find_job,
        .job_ref = job_ref,
        .job_unref = job_unref,
        .job_id = job_id,
        .job_agent = job_agent,
        .job_state = job_state,
        .job_cancel = job_cancel,
        .job_facts = job_facts,
        .job_to_text = job_to_text,
        .job_read_output = job_read_output,
        .open_files = open_files,
        .files_refused = files_refused,
        .files_close = files_close,
        .files_read = files_read,
        .text_free = text_free,
        .files_list = files_list,
        .list_free = list_free,
        .files_search = files_search,
        .matches_free = matches_free,
        .files_write = files_write,
        .files_edit = files_edit,
        .user_data = world,
    };
}

/* SPDX-License-Identifier: MIT */
/* Starts cordon-supervisor and speaks with it. */
#define _GNU_SOURCE /* posix_spawn_file_actions_addfchdir_np(), O_PATH */
#include "engine/supervise.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/fdio.h"
#include "base/install.h"
#include "base/protocol.h"

static gboolean fail(GError **error, const char *tried, int number)
{
    g_set_error(error, CORDON_ERROR, CORDON_ERROR_SYSTEM, "%s failed: %s.", tried,
                g_strerror(number));
    return FALSE;
}

static GPtrArray *build_argv(const CordonSuperviseSpec *spec, const char *program)
{
    GPtrArray *argv = g_ptr_array_new_with_free_func(g_free);

    g_ptr_array_add(argv, g_strdup(program));
    g_ptr_array_add(argv, g_strdup("--plan-fds"));
    g_ptr_array_add(argv, g_strdup_printf("%u", spec->fd_count));
    if (spec->private_mounts)
        g_ptr_array_add(argv, g_strdup("--private-mounts"));
    for (guint i = 0; spec->private_mounts && i < spec->writable->len; i++) {
        g_ptr_array_add(argv, g_strdup("--writable"));
        g_ptr_array_add(argv, g_strdup(g_ptr_array_index(spec->writable, i)));
    }
    if (spec->hard_deadline_ms >= 0) {
        g_ptr_array_add(argv, g_strdup("--hard-deadline-ms"));
        g_ptr_array_add(argv, g_strdup_printf("%" G_GINT64_FORMAT, spec->hard_deadline_ms));
    }
    g_ptr_array_add(argv, g_strdup("--"));
    for (const char *const *arg = spec->argv; *arg; arg++)
        g_ptr_array_add(argv, g_strdup(*arg));
    g_ptr_array_add(argv, NULL);
    return argv;
}

static void close_copy(gpointer fd)
{
    close(GPOINTER_TO_INT(fd));
}

/* Gives the descriptor the number target in the child.  Sources are moved above all targets first,
 * so that none is overwritten before it was copied. */
static int map_fd(posix_spawn_file_actions_t *actions, GPtrArray *copies, int source, int target,
                  int above)
{
    int copy = fcntl(source, F_DUPFD_CLOEXEC, above);

    if (copy < 0)
        return errno;
    g_ptr_array_add(copies, GINT_TO_POINTER(copy));
    return posix_spawn_file_actions_adddup2(actions, copy, target);
}

static int map_all(const CordonSuperviseSpec *spec, int control, int cwd,
                   posix_spawn_file_actions_t *actions, GPtrArray *copies)
{
    int first = 3, count = (int)spec->fd_count, above = first + count + 1, error = 0;

    for (int i = 0; i < 3 && error == 0; i++)
        error = map_fd(actions, copies, spec->stdio[i], i, above);
    for (int i = 0; i < count && error == 0; i++)
        error = map_fd(actions, copies, spec->fds[i], first + i, above);
    if (error == 0)
        error = map_fd(actions, copies, control, first + count, above);
    if (error != 0)
        return error;
    int folder = fcntl(cwd, F_DUPFD_CLOEXEC, above);
    if (folder < 0)
        return errno;
    g_ptr_array_add(copies, GINT_TO_POINTER(folder));
    return posix_spawn_file_actions_addfchdir_np(actions, folder);
}

/* argv: with a closing NULL. */
static gboolean spawn(const CordonSuperviseSpec *spec, const GPtrArray *argv, int control, int cwd,
                      pid_t *ret_pid, GError **error)
{
    const char *program = g_ptr_array_index(argv, 0);
    g_autoptr(GPtrArray) copies = g_ptr_array_new_with_free_func(close_copy);
    posix_spawn_file_actions_t actions;
    int number = posix_spawn_file_actions_init(&actions);

    if (number != 0)
        return fail(error, "Preparing the start of the command's supervisor", number);
    number = map_all(spec, control, cwd, &actions, copies);
    if (number != 0) {
        fail(error, "Handing descriptors to the command's supervisor", number);
    } else {
        /* posix_spawn() takes its strings as char *const *, and does not change them. */
        union {
            const char *const *given;
            char *const *wanted;
        } env = {.given = spec->env};

        number =
            posix_spawn(ret_pid, program, &actions, NULL, (char *const *)argv->pdata, env.wanted);
        if (number != 0)
            fail(error, "Starting the command's supervisor", number);
    }
    posix_spawn_file_actions_destroy(&actions);
    return number == 0;
}

static gboolean start_with(const CordonSuperviseSpec *spec, const GPtrArray *argv,
                           CordonSupervisor *ret, GError **error)
{
    const char *folder = spec->cwd ? spec->cwd : "/";
    int pair[2];

    CORDON_AUTO_FD int cwd = open(folder, O_PATH | O_DIRECTORY | O_CLOEXEC);
    if (cwd < 0) {
        g_set_error(error, CORDON_ERROR, CORDON_ERROR_SYSTEM,
                    "The command cannot start in the folder %s: %s.", folder, g_strerror(errno));
        return FALSE;
    }
    if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, pair) < 0)
        return fail(error, "Making a socket for the command's supervisor", errno);
    CORDON_AUTO_FD int ours = pair[0];
    CORDON_AUTO_FD int theirs = pair[1];

    pid_t pid;
    if (!spawn(spec, argv, theirs, cwd, &pid, error))
        return FALSE;
    *ret = (CordonSupervisor){.pid = pid, .control = cordon_fd_steal(&ours)};
    return TRUE;
}

/* --- one that waits ----------------------------------------------------------------------- */

/* With less room a waiting supervisor could not sort its descriptors. */
#define SPARE_FDS_MIN 1024

/* Not more: each is a process. */
static struct {
    GMutex lock;
    CordonSupervisor supervisor; /* pid 0: there is none */
    gboolean private_mounts;
} spare = {.supervisor = {.pid = 0, .control = -1}};

static gboolean has_room(void)
{
    struct rlimit limit;

    return getrlimit(RLIMIT_NOFILE, &limit) == 0 && limit.rlim_cur >= SPARE_FDS_MIN;
}

void cordon_supervisor_warm_up(gboolean private_mounts)
{
    static const char *const no_environment[] = {NULL};
    g_autofree char *program = cordon_install_helper("cordon-supervisor", NULL);
    g_autoptr(GPtrArray) argv = g_ptr_array_new_with_free_func(g_free);
    CORDON_AUTO_FD int null = open("/dev/null", O_RDWR | O_CLOEXEC);
    CordonSuperviseSpec spec = {.env = no_environment, .stdio = {null, null, null}};

    if (!program || null < 0 || !has_room())
        return;
    g_ptr_array_add(argv, g_steal_pointer(&program));
    g_ptr_array_add(argv, g_strdup("--wait"));
    if (private_mounts)
        g_ptr_array_add(argv, g_strdup("--private-mounts"));
    g_ptr_array_add(argv, NULL);
    g_mutex_lock(&spare.lock);
    if (spare.supervisor.pid == 0 && start_with(&spec, argv, &spare.supervisor, NULL))
        spare.private_mounts = private_mounts;
    g_mutex_unlock(&spare.lock);
}

static gboolean take_spare(gboolean private_mounts, CordonSupervisor *ret)
{
    gboolean found;

    g_mutex_lock(&spare.lock);
    found = spare.supervisor.pid != 0 && spare.private_mounts == private_mounts;
    if (found) {
        *ret = spare.supervisor;
        spare.supervisor = (CordonSupervisor){.pid = 0, .control = -1};
    }
    g_mutex_unlock(&spare.lock);
    return found;
}

static gsize append_strings(GString *text, const char *const *strings)
{
    gsize count = 0;

    for (; strings[count] != NULL; count++)
        g_string_append_len(text, strings[count], (gssize)strlen(strings[count]) + 1);
    return count;
}

/* The packet "launch" with its descriptors. */
static gboolean send_launch(int control, const CordonSuperviseSpec *spec, const GPtrArray *argv)
{
    union {
        struct cmsghdr header;
        char bytes[CMSG_SPACE(CORDON_LAUNCH_FDS_MAX * sizeof(int))];
    } ancillary = {.bytes = {0}};
    int fds[CORDON_LAUNCH_FDS_MAX];
    guint count = spec->fd_count + 4;
    g_autoptr(GString) strings = g_string_new(NULL);
    char packet[CORDON_CONTROL_PACKET_MAX];

    gsize argc = append_strings(strings, (const char *const *)argv->pdata);
    gsize envc = append_strings(strings, spec->env);
    CORDON_AUTO_FD int data = cordon_fd_new_data("launch", strings->str, strings->len, NULL);
    if (data < 0)
        return FALSE;
    fds[0] = data;
    memcpy(fds + 1, spec->stdio, 3 * sizeof(int));
    memcpy(fds + 4, spec->fds, spec->fd_count * sizeof(int));
    int length = g_snprintf(packet, sizeof packet, "launch %" G_GSIZE_FORMAT " %" G_GSIZE_FORMAT,
                            argc, envc);
    struct iovec vector = {.iov_base = packet, .iov_len = (gsize)length};
    struct msghdr message = {.msg_iov = &vector,
                             .msg_iovlen = 1,
                             .msg_control = ancillary.bytes,
                             .msg_controllen = CMSG_SPACE(count * sizeof(int))};
    struct cmsghdr *part = CMSG_FIRSTHDR(&message);
    part->cmsg_level = SOL_SOCKET;
    part->cmsg_type = SCM_RIGHTS;
    part->cmsg_len = CMSG_LEN(count * sizeof(int));
    memcpy(CMSG_DATA(part), fds, count * sizeof(int));
    return sendmsg(control, &message, MSG_NOSIGNAL | MSG_DONTWAIT) == length;
}

static gboolean start_spare(const CordonSuperviseSpec *spec, const GPtrArray *argv,
                            CordonSupervisor *ret)
{
    CordonSupervisor found;

    if (spec->cwd != NULL || spec->fd_count + 4 > CORDON_LAUNCH_FDS_MAX ||
        !take_spare(spec->private_mounts, &found))
        return FALSE;
    if (!send_launch(found.control, spec, argv)) {
        cordon_supervisor_close(&found);
        return FALSE;
    }
    *ret = found;
    return TRUE;
}

gboolean cordon_supervisor_start(const CordonSuperviseSpec *spec, CordonSupervisor *ret,
                                 GError **error)
{
    g_autofree char *program = cordon_install_helper("cordon-supervisor", error);
    if (!program)
        return FALSE;
    g_autoptr(GPtrArray) argv = build_argv(spec, program);

    return start_spare(spec, argv, ret) || start_with(spec, argv, ret, error);
}

void cordon_supervisor_send(const CordonSupervisor *supervisor, const char *command)
{
    if (supervisor->control < 0)
        return;
    /* A full socket cannot be: at most a handful of packets are ever sent. */
    (void)send(supervisor->control, command, strlen(command), MSG_NOSIGNAL | MSG_DONTWAIT);
    if (supervisor->pid > 0)
        kill(supervisor->pid, SIGCONT);
}

gboolean cordon_supervisor_receive(const CordonSupervisor *supervisor, CordonControlMessage *ret,
                                   gboolean *ret_end)
{
    char packet[CORDON_CONTROL_PACKET_MAX];
    gssize size = recv(supervisor->control, packet, sizeof packet, MSG_DONTWAIT);

    *ret_end = size == 0 || (size < 0 && errno != EAGAIN && errno != EINTR);
    if (size <= 0)
        return FALSE;
    *ret = cordon_control_parse(packet, (gsize)size);
    return TRUE;
}

void cordon_supervisor_close(CordonSupervisor *supervisor)
{
    cordon_fd_clear(&supervisor->control);
    if (supervisor->pid <= 0)
        return;
    /* It ends by itself once it said done; the signal is for one that does not. */
    kill(supervisor->pid, SIGKILL);
    while (waitpid(supervisor->pid, NULL, 0) < 0 && errno == EINTR)
        ;
    supervisor->pid = 0;
}

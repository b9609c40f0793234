/* SPDX-License-Identifier: MIT */
/* A container engine passes nothing in but descriptors 0, 1 and 2.  So the command's input comes in frames, and what
 * this process has to say goes out among the command's errors, behind a key that the command does not know.
 *
 * The command gets a pipe of its own as input: then the end of descriptor 0 can only mean that the client died,
 * and all ends with it.  A container therefore does not outlive whoever started it. */
#define _GNU_SOURCE /* pipe2(), environ */
#include "init.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <poll.h>
#include <string.h>
#include <sys/prctl.h>
#include <unistd.h>

#include "../base/protocol.h"

enum { HEADER_SIZE = 5 };

static int64_t heard_ms; /* when something came from the client */

static struct {
    unsigned char header[HEADER_SIZE];
    size_t header_size; /* that is known */
    size_t left;        /* of the frame's data, once the header is known */
} frame;

static unsigned char buffer[65536]; /* what the command has still to read */
static size_t buffer_size, buffer_sent;
static int input = -1;       /* we write, */
static int input_other = -1; /* and the command reads here */

static struct sock_filter filter[4096]; /* the most that the kernel takes */
static size_t filter_size;              /* in bytes */

/* Texts one behind the other, and a list of them that ends with NULL. */
struct texts {
    char *list[4096 + 1];
    size_t count;
    char bytes[1024 * 1024];
    size_t size;
};
static struct texts arguments, variables;

static size_t frame_size(void)
{
    size_t size = 0;

    for (size_t i = HEADER_SIZE - 1; i > 0; i--)
        size = size << 8 | frame.header[i];
    return size;
}

/* Descriptor 0 blocks still. */
static void read_exactly(void *data, size_t size)
{
    unsigned char *at = data;

    while (size > 0) {
        ssize_t got = read(STDIN_FILENO, at, size);
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            _exit(EXIT_SETUP); /* the client is gone */
        at += got;
        size -= (size_t)got;
    }
}

static _Noreturn void refuse_client(void)
{
    fail("relay", 0, "the client does not speak cordon.relay/1");
}

/* Returns the type of the next frame; its data is to be read. */
static char read_next(size_t *ret_size)
{
    read_exactly(frame.header, HEADER_SIZE);
    *ret_size = frame_size();
    return (char)frame.header[0];
}

static void read_key(void)
{
    char key[CORDON_RELAY_KEY_MAX + 1];
    size_t size;

    if (read_next(&size) != 'K' || size < CORDON_RELAY_KEY_MIN || size > CORDON_RELAY_KEY_MAX)
        refuse_client();
    read_exactly(key, size);
    key[size] = '\0';
    report_with_key(STDERR_FILENO, key);
    /* The command gets a copy of this process. */
    memset(key, 0, sizeof key);
}

static void read_text(struct texts *texts, size_t size)
{
    enum { MOST = sizeof texts->list / sizeof texts->list[0] - 1 };

    if (texts->count == MOST || size >= sizeof texts->bytes - texts->size)
        fail("relay", E2BIG, "the command is too long");
    char *text = texts->bytes + texts->size;
    read_exactly(text, size);
    text[size] = '\0';
    if (strlen(text) != size)
        refuse_client();
    texts->size += size + 1;
    texts->list[texts->count++] = text;
}

static void read_filter(size_t size)
{
    if (size > sizeof filter - filter_size || size % sizeof filter[0] != 0)
        fail("relay", 0, "the system call filter is not whole, or too long");
    read_exactly((char *)filter + filter_size, size);
    filter_size += size;
}

static void read_set_up(void)
{
    size_t size;
    char type;

    while ((type = read_next(&size)) != 'G') {
        if (type == 'A')
            read_text(&arguments, size);
        else if (type == 'V')
            read_text(&variables, size);
        else if (type == 'F')
            read_filter(size);
        else
            refuse_client();
    }
    if (size != 0 || arguments.count == 0)
        refuse_client();
}

char **relay_start(void)
{
    int pipes[2];

    read_key();
    read_set_up();
    if (pipe2(pipes, O_CLOEXEC) != 0 || fcntl(pipes[1], F_SETFL, O_NONBLOCK) != 0 ||
        fcntl(STDIN_FILENO, F_SETFL, O_NONBLOCK) != 0)
        fail("relay", errno, "cannot make the command's input");
    input_other = pipes[0];
    input = pipes[1];
    heard_ms = now_ms();
    return arguments.list;
}

int relay_become(void)
{
    environ = variables.list;
    return dup2(input_other, STDIN_FILENO) == STDIN_FILENO ? 0 : errno;
}

int relay_filter(void)
{
    struct sock_fprog program = {(unsigned short)(filter_size / sizeof filter[0]), filter};

    if (filter_size == 0)
        return 0;
    return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program, 0, 0) == 0 ? 0 : errno;
}

void relay_started(void)
{
    close(input_other);
    input_other = -1;
}

static void close_input(void)
{
    if (input >= 0)
        close(input);
    input = -1;
    buffer_size = buffer_sent = 0;
}

/* While the command does not read its input, nothing more is read, and silence says nothing. */
static bool is_full(void)
{
    return buffer_sent < buffer_size;
}

int relay_timeout_ms(void)
{
    int64_t left = heard_ms + CORDON_RELAY_SILENCE_MS - now_ms();

    if (is_full())
        return -1;
    return left > 0 ? (int)left : 0;
}

void relay_prepare(struct pollfd polls[2])
{
    bool full = is_full();

    /* The hang-up of a pipe is told in any case. */
    polls[0] = (struct pollfd){.fd = STDIN_FILENO, .events = full ? 0 : POLLIN};
    polls[1] = (struct pollfd){.fd = full ? input : -1, .events = POLLOUT};
}

static void send_buffer(void)
{
    ssize_t sent = write(input, buffer + buffer_sent, buffer_size - buffer_sent);

    if (sent < 0 && (errno == EAGAIN || errno == EINTR))
        return;
    if (sent < 0) {
        close_input(); /* the command does not read any more: what comes is thrown away */
        return;
    }
    buffer_sent += (size_t)sent;
    heard_ms = now_ms(); /* the silence begins when it can be heard */
}

/* Returns what read() gives; ends all when the client is gone. */
static size_t read_some(void *data, size_t size)
{
    ssize_t got = read(STDIN_FILENO, data, size);

    if (got > 0) {
        heard_ms = now_ms();
        return (size_t)got;
    }
    if (got < 0 && (errno == EAGAIN || errno == EINTR))
        return 0;
    _exit(EXIT_SETUP);
}

static void read_header(void)
{
    frame.header_size +=
        read_some(frame.header + frame.header_size, HEADER_SIZE - frame.header_size);
    if (frame.header_size < HEADER_SIZE)
        return;
    frame.left = frame_size();
    bool is_end = frame.header[0] == 'E' && frame.left == 0;
    bool is_ping = frame.header[0] == 'P' && frame.left == 0;
    if (!is_end && !is_ping && (frame.header[0] != 'D' || frame.left > CORDON_RELAY_FRAME_MAX))
        refuse_client();
    if (is_end)
        close_input();
}

static void read_data(void)
{
    size_t got = read_some(buffer, frame.left < sizeof buffer ? frame.left : sizeof buffer);

    frame.left -= got;
    buffer_sent = 0;
    buffer_size = input >= 0 ? got : 0;
    if (buffer_size > 0)
        send_buffer();
}

void relay_turn(const struct pollfd polls[2])
{
    if (polls[1].revents != 0)
        send_buffer();
    bool full = is_full();
    if (!full && now_ms() - heard_ms > CORDON_RELAY_SILENCE_MS && polls[0].revents == 0)
        _exit(EXIT_SETUP);
    if (full && (polls[0].revents & (POLLHUP | POLLERR)) != 0)
        _exit(EXIT_SETUP);
    if (full || polls[0].revents == 0)
        return;
    if (frame.header_size < HEADER_SIZE)
        read_header();
    else
        read_data();
    if (frame.header_size == HEADER_SIZE && frame.left == 0)
        frame.header_size = 0;
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A program that reports to Emberchart: `reporter WHAT`. Strict C11, as the header promises. */
#include "capture/api/emberchart.h"

#include <math.h>
#include <stdio.h>
#include <sys/wait.h>
#include <threads.h>

static const int64_t millisecond = 1000000;

static void rest(int64_t nanoseconds)
{
    const struct timespec time = {nanoseconds / 1000000000, nanoseconds % 1000000000};
    thrd_sleep(&time, 0);
}

static int values(void)
{
    const int64_t time = emberchart_now();
    emberchart_measure_at("queue_length", "", 3, time);
    emberchart_measure_at("queue_length", "", 5, time + 1);
    emberchart_measure("cache", "byte", 1e6);
    return 0;
}

static int frames(void)
{
    const int64_t start = emberchart_now();
    rest(720 * millisecond);
    emberchart_frame(start, start + 5 * millisecond);
    emberchart_frame(start, start + 20 * millisecond);
    emberchart_frame(start, start + 710 * millisecond);
    emberchart_refresh_rate(120);
    emberchart_refresh_rate(120);
    emberchart_frame(start, start + 8 * millisecond);
    emberchart_frame(start, start + 9 * millisecond);
    return 0;
}

/* One behind the other, and the end behind the last one. They are as long on a slow machine. */
static int slowFrames(int count)
{
    for (int i = 0; i < count; ++i) {
        const int64_t start = emberchart_now();
        rest(30 * millisecond);
        emberchart_frame(start, start + 30 * millisecond);
    }
    return 0;
}

static int nestedSpans(void *unused)
{
    struct emberchart_open_span outer = emberchart_begin("outer");
    struct emberchart_open_span inner = emberchart_begin("inner");
    (void)unused;
    rest(millisecond);
    emberchart_end(inner);
    emberchart_end(outer);
    return 0;
}

/* Of the main thread, and of others that end at once behind their last word. */
static int spans(void)
{
    nestedSpans(0);
    for (int i = 0; i < 20; ++i) {
        thrd_t thread;
        if (thrd_create(&thread, nestedSpans, 0) != thrd_success)
            return 1;
        thrd_join(thread, 0);
    }
    return 0;
}

/* Until one gets through with the count of those that did not; says how many it were. */
static int flood(int count)
{
    int calls = 0;
    while (calls < count)
        emberchart_measure("flood", "", ++calls);
    while (emberchart_dropped_ != 0) {
        rest(20 * millisecond);
        emberchart_measure("flood", "", ++calls);
    }
    printf("%d\n", calls);
    return 0;
}

static int sendRaw(const void *bytes, size_t size)
{
    return send(emberchart_socket_ - 1, bytes, size, MSG_NOSIGNAL) < 0;
}

/* Seven packets that are wrong and one that is right. */
static int wrong(void)
{
    char noise[600];
    struct emberchart_message_ message;
    memset(noise, 'x', sizeof noise);
    memset(&message, 0, sizeof message);
    if (!emberchart_is_active())
        return 1;
    message.kind = emberchart_kind_value_;
    if (sendRaw(noise, 3) || sendRaw(noise, 60) || sendRaw(noise, sizeof noise))
        return 1;
    emberchart_measure("value", "", (double)NAN);
    emberchart_measure("", "byte", 1);
    emberchart_span("backwards", emberchart_now(), 1);
    emberchart_measure_at("in the future", "", 1, emberchart_now() + 3600 * 1000 * millisecond);
    emberchart_measure("right", "", 1);
    return 0;
}

static int inChild(const char *program)
{
    pid_t child;
    fflush(stdout);
    child = fork();
    if (child == 0) {
        emberchart_measure("forked", "", 1);
        execl(program, program, "values", (char *)0);
        _exit(127);
    }
    emberchart_measure("parent", "", 1);
    return waitpid(child, 0, 0) < 0;
}

/* Somebody closes all descriptors; the next ones must not get what we report. */
static int closesAll(void)
{
    FILE *file;
    emberchart_measure("before", "", 1);
    for (int descriptor = 3; descriptor < 1024; ++descriptor)
        close(descriptor);
    file = tmpfile();
    for (int i = 0; i < 3; ++i)
        emberchart_measure("after", "", 1);
    fseek(file, 0, SEEK_END);
    printf("%ld %d\n", ftell(file), emberchart_is_active());
    return 0;
}

static int packetsIn(int descriptor)
{
    char bytes[1024];
    int count = 0;
    while (recv(descriptor, bytes, sizeof bytes, MSG_DONTWAIT) >= 0)
        ++count;
    return count;
}

/* The same, and the next ones are sockets, of which one gets the number: says what came there. */
static int reuses(void)
{
    int ends[200];
    int made = 0;
    int packets = 0;
    emberchart_measure("before", "", 1);
    for (int descriptor = 3; descriptor < 1024; ++descriptor)
        close(descriptor);
    while (made < 200 && socketpair(AF_UNIX, SOCK_SEQPACKET, 0, ends + made) == 0)
        made += 2;
    for (int i = 0; i < 3; ++i)
        emberchart_measure("after", "", 1);
    for (int i = 0; i < made; ++i)
        packets += packetsIn(ends[i]);
    printf("%d %d %d\n", made > 10, packets, emberchart_is_active());
    return 0;
}

/* Goes on reporting when nobody listens any more, until the call knows. */
static int outlives(void)
{
    int calls = 0;
    while (emberchart_is_active() && ++calls < 100000) {
        emberchart_measure("alive", "", 1);
        rest(millisecond);
    }
    printf("%d %d\n", calls > 1, emberchart_is_active());
    return 0;
}

int main(int argc, char **argv)
{
    const char *what = argc > 1 ? argv[1] : "";
    errno = 77;
    printf("%d\n", emberchart_is_active());
    if (errno != 77)
        return 3;
    if (strcmp(what, "values") == 0)
        return values();
    if (strcmp(what, "frames") == 0)
        return frames();
    if (strcmp(what, "slow") == 0)
        return slowFrames(argc > 2 ? atoi(argv[2]) : 60);
    if (strcmp(what, "spans") == 0)
        return spans();
    if (strcmp(what, "flood") == 0)
        return flood(argc > 2 ? atoi(argv[2]) : 1000);
    if (strcmp(what, "wrong") == 0)
        return wrong();
    if (strcmp(what, "child") == 0)
        return inChild(argv[0]);
    if (strcmp(what, "closes") == 0)
        return closesAll();
    if (strcmp(what, "reuses") == 0)
        return reuses();
    if (strcmp(what, "outlives") == 0)
        return outlives();
    return 0;
}

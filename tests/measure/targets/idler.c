/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `idler main|thread WAIT`: presents a frame, spends 900 ms in WAIT, and presents another; on its
 * first thread or another one. Says how often it presented. */
#define _GNU_SOURCE
#include "capture/api/emberchart.h"

#include <poll.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>
#include <sys/epoll.h>
#include <sys/select.h>
#include <threads.h>
#include <unistd.h>

void glXSwapBuffers(void *display, unsigned long drawable);
int fakeGlxPresented(void);

static const struct timespec wholePause = {0, 900000000};
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static int isWoken;
static sem_t semaphore;

static struct timespec afterPause(clockid_t clock)
{
    struct timespec time;
    clock_gettime(clock, &time);
    time.tv_sec += 1;
    time.tv_nsec -= 100000000;
    if (time.tv_nsec < 0) {
        time.tv_sec -= 1;
        time.tv_nsec += 1000000000;
    }
    return time;
}

static void *wakeLater(void *unused)
{
    thrd_sleep(&wholePause, 0);
    pthread_mutex_lock(&mutex);
    isWoken = 1;
    pthread_cond_signal(&condition);
    pthread_mutex_unlock(&mutex);
    sem_post(&semaphore);
    return unused;
}

static void awaitFiles(const char *how)
{
    struct timeval time = {0, 900000};
    struct epoll_event event;
    const int poller = epoll_create1(0);
    if (strcmp(how, "poll") == 0)
        poll(0, 0, 900);
    else if (strcmp(how, "ppoll") == 0)
        ppoll(0, 0, &wholePause, 0);
    else if (strcmp(how, "select") == 0)
        select(0, 0, 0, 0, &time);
    else if (strcmp(how, "pselect") == 0)
        pselect(0, 0, 0, 0, &wholePause, 0);
    else if (strcmp(how, "epoll_wait") == 0)
        epoll_wait(poller, &event, 1, 900);
    else if (strcmp(how, "epoll_pwait") == 0)
        epoll_pwait(poller, &event, 1, 900, 0);
    else if (strcmp(how, "epoll_pwait2") == 0
             && epoll_pwait2(poller, &event, 1, &wholePause, 0) < 0)
        poll(0, 0, 900); /* a kernel older than 5.11 */
    close(poller);
}

static void sleepBy(const char *how)
{
    if (strcmp(how, "sleep") == 0)
        sleep(1);
    else if (strcmp(how, "usleep") == 0)
        usleep(900000);
    else if (strcmp(how, "nanosleep") == 0)
        nanosleep(&wholePause, 0);
    else if (strcmp(how, "clock_nanosleep") == 0)
        clock_nanosleep(CLOCK_MONOTONIC, 0, &wholePause, 0);
    else if (strcmp(how, "thrd_sleep") == 0)
        thrd_sleep(&wholePause, 0);
}

static void awaitCondition(const char *how)
{
    const struct timespec realTime = afterPause(CLOCK_REALTIME);
    const struct timespec steadyTime = afterPause(CLOCK_MONOTONIC);
    pthread_mutex_lock(&mutex);
    if (strcmp(how, "pthread_cond_timedwait") == 0)
        pthread_cond_timedwait(&condition, &mutex, &realTime);
    else if (strcmp(how, "pthread_cond_clockwait") == 0)
        pthread_cond_clockwait(&condition, &mutex, CLOCK_MONOTONIC, &steadyTime);
    while (strcmp(how, "pthread_cond_wait") == 0 && !isWoken)
        pthread_cond_wait(&condition, &mutex);
    pthread_mutex_unlock(&mutex);
}

static void awaitSemaphore(const char *how)
{
    const struct timespec realTime = afterPause(CLOCK_REALTIME);
    const struct timespec steadyTime = afterPause(CLOCK_MONOTONIC);
    if (strcmp(how, "sem_wait") == 0)
        sem_wait(&semaphore);
    else if (strcmp(how, "sem_timedwait") == 0)
        sem_timedwait(&semaphore, &realTime);
    else if (strcmp(how, "sem_clockwait") == 0)
        sem_clockwait(&semaphore, CLOCK_MONOTONIC, &steadyTime);
}

static void spin(void)
{
    const int64_t end = emberchart_now() + 900000000;
    while (emberchart_now() < end)
        continue;
}

static void *present(void *wait)
{
    pthread_t waker;
    const char *how = wait;
    const int isWokenByOther =
        strcmp(how, "pthread_cond_wait") == 0 || strcmp(how, "sem_wait") == 0;
    glXSwapBuffers(0, 0);
    if (isWokenByOther)
        pthread_create(&waker, 0, wakeLater, 0);
    awaitFiles(how);
    sleepBy(how);
    awaitCondition(how);
    awaitSemaphore(how);
    if (strcmp(how, "spin") == 0)
        spin();
    glXSwapBuffers(0, 0);
    if (isWokenByOther)
        pthread_join(waker, 0);
    return 0;
}

int main(int argc, char **argv)
{
    pthread_t thread;
    if (argc < 3 || sem_init(&semaphore, 0, 0) != 0)
        return 1;
    if (strcmp(argv[1], "main") == 0) {
        present(argv[2]);
    } else {
        pthread_create(&thread, 0, present, argv[2]);
        pthread_join(thread, 0);
    }
    printf("%d\n", fakeGlxPresented());
    return 0;
}

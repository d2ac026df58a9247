// SPDX-License-Identifier: GPL-3.0-or-later
// Interposes the calls in which programs that draw without a toolkit wait: for input, for the time
// of the next frame, or for another thread.
#include "capture/preload/framewatch.h"
#include "capture/preload/nextsymbol.h"

#include <cerrno>
#include <csignal>
#include <ctime>
#include <poll.h>
#include <pthread.h>
#include <semaphore.h>
#include <sys/epoll.h>
#include <sys/select.h>
#include <unistd.h>

using namespace ember::capture;

namespace {

using PwaitUntil = int(int, epoll_event *, int, const timespec *, const sigset_t *);

NextSymbol<int(pollfd *, nfds_t, int)> nextPoll("poll");
NextSymbol<int(pollfd *, nfds_t, const timespec *, const sigset_t *)> nextPpoll("ppoll");
NextSymbol<int(int, fd_set *, fd_set *, fd_set *, timeval *)> nextSelect("select");
NextSymbol<int(int, fd_set *, fd_set *, fd_set *, const timespec *, const sigset_t *)>
    nextPselect("pselect");
NextSymbol<int(int, epoll_event *, int, int)> nextEpollWait("epoll_wait");
NextSymbol<int(int, epoll_event *, int, int, const sigset_t *)> nextEpollPwait("epoll_pwait");
NextSymbol<PwaitUntil> nextEpollPwait2("epoll_pwait2");

NextSymbol<unsigned(unsigned)> nextSleep("sleep");
NextSymbol<int(useconds_t)> nextUsleep("usleep");
NextSymbol<int(const timespec *, timespec *)> nextNanosleep("nanosleep");
NextSymbol<int(clockid_t, int, const timespec *, timespec *)> nextClockSleep("clock_nanosleep");
NextSymbol<int(const timespec *, timespec *)> nextThreadSleep("thrd_sleep");

// Version of the functions for condition variables: older versions use another layout of these.
constexpr const char *formOfConditions = "GLIBC_2.3.2";
NextSymbol<int(pthread_cond_t *, pthread_mutex_t *)> nextCondition("pthread_cond_wait",
                                                                   formOfConditions);
NextSymbol<int(pthread_cond_t *, pthread_mutex_t *, const timespec *)>
    nextTimedCondition("pthread_cond_timedwait", formOfConditions);
NextSymbol<int(pthread_cond_t *, pthread_mutex_t *, clockid_t, const timespec *)>
    nextClockCondition("pthread_cond_clockwait");
NextSymbol<int(sem_t *)> nextSemaphore("sem_wait");
NextSymbol<int(sem_t *, const timespec *)> nextTimedSemaphore("sem_timedwait");
NextSymbol<int(sem_t *, clockid_t, const timespec *)> nextClockSemaphore("sem_clockwait");

} // namespace

EMBER_SHIM_EXPORT int poll(pollfd *files, nfds_t count, int timeout)
{
    const IdleWait wait;
    return nextPoll.find()(files, count, timeout);
}

EMBER_SHIM_EXPORT int ppoll(pollfd *files, nfds_t count, const timespec *timeout,
                            const sigset_t *signals)
{
    const IdleWait wait;
    return nextPpoll.find()(files, count, timeout, signals);
}

EMBER_SHIM_EXPORT int select(int count, fd_set *readable, fd_set *writable, fd_set *failed,
                             timeval *timeout)
{
    const IdleWait wait;
    return nextSelect.find()(count, readable, writable, failed, timeout);
}

EMBER_SHIM_EXPORT int pselect(int count, fd_set *readable, fd_set *writable, fd_set *failed,
                              const timespec *timeout, const sigset_t *signals)
{
    const IdleWait wait;
    return nextPselect.find()(count, readable, writable, failed, timeout, signals);
}

EMBER_SHIM_EXPORT int epoll_wait(int poller, epoll_event *events, int count, int timeout)
{
    const IdleWait wait;
    return nextEpollWait.find()(poller, events, count, timeout);
}

EMBER_SHIM_EXPORT int epoll_pwait(int poller, epoll_event *events, int count, int timeout,
                                  const sigset_t *signals)
{
    const IdleWait wait;
    return nextEpollPwait.find()(poller, events, count, timeout, signals);
}

// Fails with ENOSYS if the C library lacks the function: programs probe for it and find this one.
EMBER_SHIM_EXPORT int epoll_pwait2(int poller, epoll_event *events, int count,
                                   const timespec *timeout, const sigset_t *signals)
{
    const IdleWait wait;
    if (auto *next = nextEpollPwait2.find())
        return next(poller, events, count, timeout, signals);
    errno = ENOSYS;
    return -1;
}

EMBER_SHIM_EXPORT unsigned sleep(unsigned seconds)
{
    const IdleWait wait;
    return nextSleep.find()(seconds);
}

EMBER_SHIM_EXPORT int usleep(useconds_t microseconds)
{
    const IdleWait wait;
    return nextUsleep.find()(microseconds);
}

EMBER_SHIM_EXPORT int nanosleep(const timespec *time, timespec *left)
{
    const IdleWait wait;
    return nextNanosleep.find()(time, left);
}

EMBER_SHIM_EXPORT int clock_nanosleep(clockid_t clock, int flags, const timespec *time,
                                      timespec *left)
{
    const IdleWait wait;
    return nextClockSleep.find()(clock, flags, time, left);
}

EMBER_SHIM_EXPORT int thrd_sleep(const timespec *time, timespec *left)
{
    const IdleWait wait;
    return nextThreadSleep.find()(time, left);
}

EMBER_SHIM_EXPORT int pthread_cond_wait(pthread_cond_t *condition, pthread_mutex_t *mutex)
{
    const IdleWait wait(IdleWait::For::OtherThreads);
    return nextCondition.find()(condition, mutex);
}

EMBER_SHIM_EXPORT int pthread_cond_timedwait(pthread_cond_t *condition, pthread_mutex_t *mutex,
                                             const timespec *until)
{
    const IdleWait wait(IdleWait::For::OtherThreads);
    return nextTimedCondition.find()(condition, mutex, until);
}

EMBER_SHIM_EXPORT int pthread_cond_clockwait(pthread_cond_t *condition, pthread_mutex_t *mutex,
                                             clockid_t clock, const timespec *until)
{
    const IdleWait wait(IdleWait::For::OtherThreads);
    return nextClockCondition.find()(condition, mutex, clock, until);
}

EMBER_SHIM_EXPORT int sem_wait(sem_t *semaphore)
{
    const IdleWait wait(IdleWait::For::OtherThreads);
    return nextSemaphore.find()(semaphore);
}

EMBER_SHIM_EXPORT int sem_timedwait(sem_t *semaphore, const timespec *until)
{
    const IdleWait wait(IdleWait::For::OtherThreads);
    return nextTimedSemaphore.find()(semaphore, until);
}

EMBER_SHIM_EXPORT int sem_clockwait(sem_t *semaphore, clockid_t clock, const timespec *until)
{
    const IdleWait wait(IdleWait::For::OtherThreads);
    return nextClockSemaphore.find()(semaphore, clock, until);
}

// SPDX-License-Identifier: GPL-3.0-or-later
// The calls in which programs that draw on their own account wait for input.
#include "capture/preload/framewatch.h"
#include "capture/preload/nextsymbol.h"

#include <csignal>
#include <poll.h>
#include <sys/epoll.h>
#include <sys/select.h>

using namespace ember::capture;

namespace {

NextSymbol<int(pollfd *, nfds_t, int)> nextPoll("poll");
NextSymbol<int(pollfd *, nfds_t, const timespec *, const sigset_t *)> nextPpoll("ppoll");
NextSymbol<int(int, fd_set *, fd_set *, fd_set *, timeval *)> nextSelect("select");
NextSymbol<int(int, epoll_event *, int, int)> nextEpollWait("epoll_wait");

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

EMBER_SHIM_EXPORT int epoll_wait(int poller, epoll_event *events, int count, int timeout)
{
    const IdleWait wait;
    return nextEpollWait.find()(poller, events, count, timeout);
}

// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/query/waitkinds.h"

#include "model/profile/waitingfunctions.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace ember::model {

namespace {

struct CallKind {
    std::string_view name;
    WaitKind kind;
};

constexpr std::array waitingCalls{
    // Events.
    CallKind{"poll", WaitKind::Plain},
    CallKind{"ppoll", WaitKind::Plain},
    CallKind{"select", WaitKind::Plain},
    CallKind{"pselect6", WaitKind::Plain},
    CallKind{"epoll_wait", WaitKind::Plain},
    CallKind{"epoll_wait_old", WaitKind::Plain},
    CallKind{"epoll_pwait", WaitKind::Plain},
    CallKind{"epoll_pwait2", WaitKind::Plain},
    CallKind{"io_getevents", WaitKind::Plain},
    CallKind{"io_pgetevents", WaitKind::Plain},
    CallKind{"io_uring_enter", WaitKind::Plain},
    CallKind{"pause", WaitKind::Plain},
    CallKind{"rt_sigsuspend", WaitKind::Plain},
    CallKind{"rt_sigtimedwait", WaitKind::Plain},
    // Time; restart_syscall goes on with a sleep or poll that a stop has interrupted.
    CallKind{"nanosleep", WaitKind::Plain},
    CallKind{"clock_nanosleep", WaitKind::Plain},
    CallKind{"restart_syscall", WaitKind::Plain},
    // Connections and messages.
    CallKind{"accept", WaitKind::Plain},
    CallKind{"accept4", WaitKind::Plain},
    CallKind{"recvfrom", WaitKind::Plain},
    CallKind{"recvmsg", WaitKind::Plain},
    CallKind{"recvmmsg", WaitKind::Plain},
    CallKind{"msgrcv", WaitKind::Plain},
    CallKind{"mq_timedreceive", WaitKind::Plain},
    // Children.
    CallKind{"wait4", WaitKind::Plain},
    CallKind{"waitid", WaitKind::Plain},
    // Pipes and sockets, but files on disks, too.
    CallKind{"read", WaitKind::Unclear},
    CallKind{"readv", WaitKind::Unclear},
    // Told by their callers.
    CallKind{"futex", WaitKind::Unclear},
    CallKind{"futex_wait", WaitKind::Unclear},
    CallKind{"futex_waitv", WaitKind::Unclear},
};

constexpr std::size_t mostCalls = 512; // numbers that names are known of

// How many of the innermost functions are looked at: what calls the functions of a wait may have
// any name.
constexpr int fewInnermost = 10;

WaitKind futexKind(const Profile &profile, StackIndex stack)
{
    bool isSignal = false;
    bool isEither = false;
    for (int depth = 0; depth < fewInnermost && stack != emptyStack; ++depth) {
        const Frame &frame = profile.frame(profile.stack(stack).frame);
        stack = profile.stack(stack).parent;
        if (!frame.function.isValid())
            continue;
        const auto name = profile.text(profile.function(frame.function).name);
        switch (futexMeaning(name)) {
        case FutexMeaning::Unknown: break;
        case FutexMeaning::Lock: return WaitKind::Lock;
        case FutexMeaning::Event:
        case FutexMeaning::CallersTell: isSignal = true; break;
        case FutexMeaning::Either: isEither = true; break;
        }
    }
    return isSignal && !isEither ? WaitKind::Plain : WaitKind::Unclear;
}

} // namespace

WaitKind waitKindOf(SystemCall call)
{
    static const auto kinds = [] {
        std::array<WaitKind, mostCalls> byNumber{};
        for (std::size_t number = 0; number < mostCalls; ++number) {
            const auto name = systemCallName(SystemCall(static_cast<std::uint16_t>(number)));
            const auto *const found = std::ranges::find(waitingCalls, name, &CallKind::name);
            byNumber.at(number) = found == waitingCalls.end() ? WaitKind::None : found->kind;
        }
        return byNumber;
    }();
    const auto number = static_cast<std::size_t>(call);
    return number < kinds.size() ? kinds.at(number) : WaitKind::None;
}

WaitKind waitKind(const Profile &profile, StackIndex stack, SystemCall call)
{
    return isFutexWait(call) ? futexKind(profile, stack) : waitKindOf(call);
}

} // namespace ember::model

// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/query/waitkinds.h"

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

// Parts of names of functions.
constexpr std::array lockNames{
    std::string_view("mutex_lock"), // pthread, g_, uv_, __lll_
    std::string_view("mutex_timedlock"),
    std::string_view("mutex_clocklock"),
    std::string_view("mutex_cond_lock"), // a condition variable takes its mutex again
    std::string_view("lll_lock_wait"),
    std::string_view("pthread_rwlock_"),
    std::string_view("utex::lock"), // std::mutex::lock, QMutex::lock
    std::string_view("utex::Lock"),
    std::string_view("lockInternal"), // QBasicMutex
    std::string_view("QReadWriteLock"),
    std::string_view("lock_slow"), // parking_lot, GLib
    std::string_view("LockSlow"),
    std::string_view("lock_contended"), // Rust
    std::string_view("ObjectMonitor::enter"), // Java
    std::string_view("take_gil"), // Python
    std::string_view("gvl_acquire"), // Ruby
    std::string_view("runtime.lock"), // Go
};
// Locks and signals alike.
constexpr std::array eitherNames{
    std::string_view("PyThread_acquire_lock"),
    std::string_view("Parker::park"), // Java's LockSupport
};
constexpr std::array wakeNames{
    std::string_view("pthread_cond_"),
    std::string_view("condition_variable"),
    std::string_view("QWaitCondition"),
    std::string_view("uv_cond_"),
    std::string_view("sem_wait"),
    std::string_view("sem_timedwait"),
    std::string_view("sem_clockwait"),
    std::string_view("do_futex_wait"), // of glibc's semaphores
    std::string_view("QSemaphore"),
    std::string_view("futexSemaphore"),
    std::string_view("pthread_join"),
    std::string_view("pthread_timedjoin"),
    std::string_view("pthread_clockjoin"),
    std::string_view("thread::join"),
    std::string_view("pthread_barrier_wait"),
    std::string_view("_M_futex_wait"), // std::future
    std::string_view("__atomic_wait"),
    std::string_view("thread::park"), // Rust
    std::string_view("runtime.futexsleep"), // Go
};

// How many of the innermost functions are looked at: what calls the functions of a wait may have
// any name.
constexpr int fewInnermost = 10;

bool hasOneOf(std::string_view name, const auto &parts)
{
    return std::ranges::any_of(
        parts, [&](std::string_view part) { return name.find(part) != std::string_view::npos; });
}

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
        if (hasOneOf(name, lockNames))
            return WaitKind::Lock;
        isSignal = isSignal || hasOneOf(name, wakeNames);
        isEither = isEither || hasOneOf(name, eitherNames);
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

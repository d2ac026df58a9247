// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/profile/profile.h"
#include "model/query/selection.h"

#include <cstdint>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

namespace ember::model {

// A place where a thread waits idly: the stack, and the system call that it is blocked in.
struct IdleWait {
    StackIndex stack;
    SystemCall call = noSystemCall;

    friend bool operator==(const IdleWait &, const IdleWait &) = default;
    friend auto operator<=>(const IdleWait &one, const IdleWait &other)
    {
        return std::pair(one.stack.raw(), one.call) <=> std::pair(other.stack.raw(), other.call);
    }
};

// The idle waits of one thread, sorted; null: there are none.
using ThreadIdleWaits = std::shared_ptr<const std::vector<IdleWait>>;

// The idle waits of a profile: the time in which threads waited for something to do, as pools,
// event loops, timers and a main thread that joins the others do. A sample is part of one if
//
// 1. its thread is blocked. One that has been woken and waits for a CPU is not idle.
// 2. the wait is plain: for events (poll, select, epoll), for time (sleep), for connections or data
//    of sockets, for a child process, or in a futex for another thread: a condition variable, a
//    semaphore, a barrier, a join. The functions that call the futex tell which; those of mutexes,
//    read-write locks and interpreter locks tell a wait for a lock, which is never idle. What
//    cannot be told (other futexes; read(), which may wait for a pipe or for a disk) is plain in
//    threads that wait so in nine tenths of their samples.
// 3. the wait stands at the base of the thread, not within its work. The outermost call around the
//    wait that does hardly anything else (less than a fiftieth) is the waiting. Its caller is the
//    base if it is open in a quarter of the thread's samples at least, and in nine tenths of those
//    from the first in which it is to the last. (A function that is called for each turn of an
//    event loop is taken together with the loop. Samples that begin with a script's function are
//    not among those nine tenths, as they do not tell the interpreter's functions around it.) So
//    the loop of a worker or of events idles, and what it calls again and again, such as a handler
//    of requests that waits for a database, does not. A thread that only waits does so at its base.
//
// Whole threads are judged, whatever range is selected, so that a sample is idle in every range or
// in none. Where files have no states of threads, samples whose innermost call is V8's "(idle)" are
// idle, and no others (busytime.h).
struct IdleWaits {
    std::vector<ThreadIdleWaits> threads; // by thread
    // If two answers of one finder have equal serials, the newer one judges the waits of the older
    // one in the same way.
    std::uint64_t serial = 0;
};

using IdleWaitsPointer = std::shared_ptr<const IdleWaits>;

bool isIdleWait(const ThreadIdleWaits &waits, StackIndex stack, const SampleDetail &detail);

// Finds the idle waits of a profile; of its later snapshots only the new samples are read. Linear
// in samples and in the stacks of threads that wait. For any thread; one question at a time.
class IdleWaitFinder {
public:
    IdleWaitFinder();
    // Makes a finder that returns `known` for any profile: a part of a profile (excerpt.h) idles as
    // the whole does.
    explicit IdleWaitFinder(IdleWaitsPointer known);
    ~IdleWaitFinder();

    IdleWaitsPointer find(const Profile &profile);

private:
    struct Thread;

    void findScripts(const Profile &profile);

    std::mutex m_mutex;
    bool m_isKnown = false; // m_answer holds for any profile
    std::vector<Thread> m_threads;
    // By stack: whether it begins with a script's function. Such a stack does not tell in which
    // function of the interpreter, such as its event loop, the script was called.
    std::vector<bool> m_areOfScripts;
    IdleWaitsPointer m_answer;
};

// What a profile knows about when its threads ran.
enum class KnownStates : std::uint8_t {
    None,
    IdleCalls, // only which calls are V8's "(idle)"
    All, // the states of its threads
};

// Returns what the profile knows. Looks at all functions, unless there are states.
KnownStates knownStates(const Profile &profile);

// Returns the idle waits that the selection leaves out; null unless it counts Counted::Busy.
IdleWaitsPointer idleWaits(const Profile &profile, const Selection &selection);

// The share of the busy time from which on waits for a CPU are much. Views then say so, because
// other programs change the times as much as the code does.
inline constexpr double muchWaiting = 0.3;

// The time of a selection's samples with calls, busy or not, and the idle part of it, whatever the
// selection counts. Call filters make no difference.
struct IdleShare {
    Nanoseconds all{};
    Nanoseconds idle{};
    Nanoseconds runnable{}; // the part of the rest in which threads waited for a CPU

    double share() const { return partOf(idle, all); }
    // The share of the busy time in which threads waited for a CPU.
    double runnableShare() const { return partOf(runnable, all - idle); }

private:
    static double partOf(Nanoseconds part, Nanoseconds whole)
    {
        return whole.count() > 0
            ? static_cast<double>(part.count()) / static_cast<double>(whole.count())
            : 0;
    }
};

// Adds up the IdleShare of a selection. Linear in the samples of the range.
IdleShare idleShare(const Profile &profile, const Selection &selection);

} // namespace ember::model

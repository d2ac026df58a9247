// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/profile/profile.h"
#include "model/profile/waitingfunctions.h"
#include "model/query/selection.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

namespace ember::model {

// Why a thread with this stack waits.
struct WaitCause {
    FutexUse kind = FutexUse::Unknown;
    bool isTimed = false;
    FrameIndex waiting; // the outermost function that is known to wait; invalid: none
    FrameIndex caller; // the code that waits, the user's own if there is some; invalid: none
};

// Finds causes by stack; keeps what it found. For one profile, for one thread at a time.
class WaitCauses {
public:
    explicit WaitCauses(const Profile &profile) : m_profile(profile) { }

    WaitCause of(StackIndex stack);
    // Finds the cause that of() returns, but does not keep it: for a single stack, because of()
    // takes memory for all stacks.
    WaitCause find(StackIndex stack);

private:
    struct Call {
        std::optional<WaitingFunction> waiting;
        bool isOwn = false; // whether it is in the user's own code
        // Whether the function belongs to a language's library of locks and templates, though it
        // may be compiled into the program: such a function is not taken for the caller.
        bool isOfLanguage = false;
    };

    const Call &call(FrameIndex index);
    Call judge(FrameIndex index) const;

    const Profile &m_profile;
    std::unordered_map<FrameIndex, Call> m_calls; // those met so far
    std::vector<std::uint32_t>
        m_places; // by stack: its place in m_found + 1; 0: not looked for yet
    std::vector<WaitCause> m_found;
};

// The part that another thread had in a wait, as far as samples show: likely, never certain.
enum class WaitRole : std::uint8_t {
    Holder, // it was in the function that waits for the lock, and did not wait itself
    Waker, // it was in a function that wakes threads when the wait ended
    Joined, // it ended when the wait did
};

struct LikelyThread {
    WaitRole role = WaitRole::Holder;
    ThreadIndex thread;
};

// A time in which a thread was blocked in a futex and did not run.
struct Wait {
    ThreadIndex thread;
    TimeRange range; // the part of `whole` that is in the range asked for
    TimeRange whole; // first blocked sample to the next sample after the last one
    WaitCause cause;
    std::optional<LikelyThread> likely; // absent: samples do not show one
    // The number of threads that may have held the lock, ended or woken the waiting thread.
    std::size_t candidates = 0;
};

// Sums of all waits for locks in one function.
struct LockWaits {
    FrameIndex caller; // an example
    Nanoseconds time{}; // waiting time of all threads
    std::size_t waits = 0;
    std::vector<ThreadIndex> threads; // threads that waited
    // The likely holder in most of the waiting time that was looked at; invalid: none is.
    ThreadIndex holder;
};

struct WaitsAnswer {
    std::vector<Wait> longest; // longest first
    std::vector<LockWaits> locks; // at most 8, most time first
};

// Finds waits in futexes in a profile with states, of the selection's threads and cut to its range:
// the `most` longest of each kind, and sums of waits for locks by the function that waits. Waits in
// files, sockets and for a time are left out. For the longest waits, the thread that held the lock,
// ended or woke is looked for in the whole wait, among all threads of the process. Linear in the
// samples; looking costs the samples of these threads in those waits.
WaitsAnswer waitsAnswer(const Profile &profile, std::size_t most, const Selection &part = {});

// Finds the wait of a thread in a futex that is the longest within the range, and the thread that
// had a part in it, as waitsAnswer() does; nullopt: there is no wait. Costs the thread's samples in
// the range, and those of all threads of the process in that wait.
std::optional<Wait> longestWait(const Profile &profile, ThreadIndex thread, TimeRange range);

} // namespace ember::model

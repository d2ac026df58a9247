// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/core/time.h"
#include "model/profile/profile.h"
#include "model/profile/sample.h"
#include "model/profile/systemcall.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <vector>

namespace ember::model::perfscript {

// What the kernel says of a thread at a switch between threads. Blocked: it left its CPU to wait
// for something; Preempted: it could have run on.
enum class Switch : std::uint8_t { In, Blocked, Preempted };

// Something that is known of a thread at a moment: a switch, a sample, or, where the switch itself
// was sampled, both.
struct ThreadMoment {
    Nanoseconds time;
    std::optional<Switch> change;
    std::optional<std::size_t> sample; // any number, which its row is given
    StackIndex stack; // of the sample
    bool isOfTimeLine = false; // samples of other events take no time
};

// What a thread did from a moment on, until its next row. Unknown: nothing is known from there on;
// only the last row has that state.
struct StateRow {
    Nanoseconds time;
    StackIndex stack;
    ThreadState state;
    std::optional<std::size_t> sample; // of the moment
};

// Returns what the thread did, from its first moment to its last one, which are sorted by time.
// `tail` is how long it ran on behind a last sample.
//
// Between two switches the stack is not known but for samples. Off the CPU it is that of the
// sampled switch. Else it is the last one of a thread that waits for a CPU; of a blocked one, the
// calls that this shares with the next known stack, for what it called to wait is not known. On the
// CPU it is that of the first sample of the time line
// after the switch; where there is none until the next switch, that of the last such sample, for
// this stands for all of the thread's CPU time until the next one. Samples of other events take no
// time from those: they stand at the end of what the thread did then.
//
// A switch may be missing: a sample of the time line tells that its thread is on a CPU, and a
// switch out of it that it is not.
std::vector<StateRow> stateRows(std::span<const ThreadMoment> moments, Nanoseconds tail,
                                const ProfileTables &tables);

// Tells the system calls in which threads were blocked, by the kernel's function on their stacks:
// "__x64_sys_futex". Its table of stacks must outlive it.
class BlockedCalls {
public:
    explicit BlockedCalls(const ProfileTables &tables) : m_tables(tables) { }

    SystemCall of(StackIndex stack);

private:
    SystemCall named(StringIndex function);

    const ProfileTables &m_tables;
    std::map<StackIndex, SystemCall> m_known;
    std::map<StringIndex, SystemCall> m_named; // by the function's name
};

} // namespace ember::model::perfscript

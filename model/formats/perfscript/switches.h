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
    std::optional<std::size_t> sample; // number of the sample, copied to its row; nullopt: none
    StackIndex stack; // of the sample
    bool isOfTimeLine = false; // samples of other events take no time
};

// What a thread did from a moment on, until its next row. Unknown: nothing is known from there on;
// only the last row has that state.
struct StateRow {
    Nanoseconds time;
    StackIndex stack;
    ThreadState state;
    std::optional<std::size_t> sample; // number of the moment's sample; nullopt: none
};

// Returns what a thread did between its first and last moment. `moments` are sorted by time. `tail`
// is how long the thread still ran after its last sample, if it was on a CPU.
//
// The stack between two switches is known only where a sample was taken. Other rows get these:
// - Off the CPU, the stack of the switch if that was sampled. Otherwise a thread that waits for a
//   CPU keeps its last stack. A blocked thread keeps the calls that its last stack has in common
//   with its next known one, as the calls in which it waits are not known.
// - On the CPU, the stack of the first sample of the time line after the switch. If the next switch
//   comes first, the stack of the last such sample, which stands for all CPU time of the thread
//   until the next one.
// Samples of other events take no time: they stand at the end of what the thread did then.
//
// A switch may be missing: a sample of the time line shows that its thread is on a CPU, a switch
// out shows that it no longer is.
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

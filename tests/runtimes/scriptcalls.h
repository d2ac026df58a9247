// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/profile/profile.h"
#include "model/profile/samplerows.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace ember::tests {

using namespace model;

// A script frame of a stack.
struct Call {
    std::string name;
    std::uint32_t line = 0;
    std::string file;
    std::string platform;
};

using Calls = std::vector<Call>; // leaf first, without native frames

inline Calls callsOf(const Profile &profile, StackIndex stack)
{
    Calls calls;
    for (; stack.isValid() && stack != emptyStack; stack = profile.stack(stack).parent) {
        const auto &frame = profile.frame(profile.stack(stack).frame);
        if (!frame.function.isValid() || !frame.platform.isValid())
            continue;
        const auto &function = profile.function(frame.function);
        const auto text = [&](StringIndex index) {
            return index.isValid() ? std::string(profile.text(index)) : std::string();
        };
        calls.push_back(
            {text(function.name), frame.line, text(function.file), text(frame.platform)});
    }
    return calls;
}

inline bool has(const Calls &calls, std::string_view name)
{
    return std::ranges::any_of(calls, [&](const Call &call) { return call.name == name; });
}

// Calls `use(calls, nanoseconds)` for the samples of a thread, with the CPU time that it used since
// the sample before: on a busy machine it stays in one stack for many samples. The first sample
// behind a gap is left out: its CPU time was used in stacks that nobody has seen.
template<typename Use>
void forEachRun(const Profile &profile, ThreadIndex thread, Use use)
{
    const auto &samples = profile.samples(thread);
    samples.stacks.forEach([&](std::size_t row, StackIndex stack) {
        if (row > 0 && isGapMark(samples, SampleIndex(row - 1)))
            return;
        if (const auto used = samples.details[SampleIndex(row)].cpuNs; used > 0)
            use(callsOf(profile, stack), std::size_t(used));
    });
}

// Adds up the CPU time, in ns, of stacks of a kind, and of all from the first to the last of them:
// an interpreter takes its time to begin and to end.
struct TimeShare {
    std::size_t ofKind = 0;
    std::size_t all = 0;

    void add(bool isOfKind, std::size_t ns)
    {
        behind += isOfKind || ofKind > 0 ? ns : 0U;
        if (!isOfKind)
            return;
        ofKind += ns;
        all += std::exchange(behind, 0U);
    }

    std::size_t behind = 0; // the last of the kind
};

// How many threads have a script function, by its platform and name: "ruby Object#work".
inline std::map<std::string, std::size_t> threadsByFunction(const Profile &profile)
{
    std::map<std::string, std::size_t> threads;
    for (std::size_t row = 0; row < profile.threadCount(); ++row) {
        std::set<std::string> functions;
        profile.samples(ThreadIndex(row)).stacks.forEach([&](std::size_t, StackIndex stack) {
            for (const auto &call : callsOf(profile, stack))
                functions.insert(call.platform + ' ' + call.name);
        });
        for (const auto &function : functions)
            ++threads[function];
    }
    return threads;
}

} // namespace ember::tests

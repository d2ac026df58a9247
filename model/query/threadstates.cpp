// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/query/threadstates.h"

#include <algorithm>
#include <map>

namespace ember::model {

ThreadStates threadStates(const ThreadSamples &samples, SampleIndex first, SampleIndex end)
{
    ThreadStates states;
    std::map<SystemCall, std::uint64_t> calls;
    const auto behind = std::min(end.row(), samples.details.size());
    for (auto row = first.row(); row < behind; ++row) {
        const auto &detail = samples.details[SampleIndex(row)];
        switch (detail.state) {
        case ThreadState::Unknown: break;
        case ThreadState::Running: ++states.running; break;
        case ThreadState::Runnable: ++states.runnable; break;
        case ThreadState::Blocked:
            ++states.blocked;
            ++calls[detail.call];
            break;
        }
    }
    for (const auto &[call, count] : calls)
        states.blockedIn.push_back({call, count});
    std::ranges::stable_sort(states.blockedIn, std::ranges::greater(), &CallCount::samples);
    return states;
}

} // namespace ember::model

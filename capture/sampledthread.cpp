// SPDX-License-Identifier: GPL-3.0-or-later
#include "capture/sampledthread.h"

namespace ember::capture {

bool isUnmoved(SampledThread &thread, const SchedulerCounts &now, Backend &backend)
{
    if (!thread.last)
        return false;
    auto &last = *thread.last;
    // Not on a CPU since it was let go.
    if (now.runs == last.counts.runs)
        return true;
    if (!last.state.blocked)
        return false;
    if (last.returnRun)
        return now.runs == *last.returnRun;
    if (now.runs != last.counts.runs + 1 || !backend.isBlockedAt(thread.tid, last.state.registers))
        return false;
    last.returnRun = now.runs;
    return true;
}

model::ThreadState stateAtTick(const SampledThread::Asked &asked, const SuspendedState &state,
                               const SchedulerCounts &counts, CaptureTime tickStart,
                               CaptureTime seen)
{
    using enum model::ThreadState;
    if (state.blocked)
        return Blocked;
    // On a CPU when asked.
    if (counts.runs == asked.counts.runs)
        return Running;
    // The recorder itself takes CPUs away when it wakes: who has waited only since then was
    // running.
    constexpr auto slack = std::chrono::microseconds(100);
    const auto waited = counts.waiting - asked.counts.waiting;
    if (seen - waited < tickStart - slack)
        return Runnable;
    // Neither running nor waiting for a CPU over whole ticks: asleep where nothing wakes it, in the
    // disk or until a child calls exec.
    return asked.owedTicks > 0 ? Blocked : Running;
}

} // namespace ember::capture

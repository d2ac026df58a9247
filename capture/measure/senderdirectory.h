// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/sampling/recordevents.h"

#include <cstdint>
#include <unordered_map>

namespace ember::capture {

// Maps the pid and thread id of a sender to the recorded process and thread. Follows the sampler's
// events.
class SenderDirectory {
public:
    enum class News : std::uint8_t { No, Yes };

    // Yes: a process or thread became known.
    News on(const RecordEvent &event);

    // Invalid if the process is not known yet, or no longer.
    ProcessNumber process(Pid pid) const;
    ThreadNumber thread(ProcessNumber process, Tid thread) const;

private:
    // Process and thread id: a thread id inside a PID namespace can equal that of another thread.
    using ThreadKey = std::uint64_t;

    static ThreadKey keyOf(ProcessNumber process, Tid thread);

    News on(const ProcessStarted &process);
    News on(const ProcessEnded &process);
    News on(const ThreadStarted &thread);
    News on(const ThreadEnded &thread);

    template<typename Event>
    News on(const Event &)
    {
        return News::No;
    }

    std::unordered_map<int, ProcessNumber> m_processes; // by Pid
    std::unordered_map<ProcessNumber, int> m_pids;
    std::unordered_map<ThreadKey, ThreadNumber> m_threads;
    std::unordered_map<ThreadNumber, ThreadKey> m_keys;
};

} // namespace ember::capture

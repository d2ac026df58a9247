// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/sampling/captureclock.h"
#include "capture/sampling/recordevents.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

namespace ember::capture {

struct SwitchRates {
    double voluntary = 0; // per second: the thread had to wait
    double involuntary = 0; // it was pushed aside
};

// How often the threads of a process lose their CPU. Only those that ran since they were last
// looked at are asked, in rounds: a round is of those that had run when it began, takes as many
// looks as it needs, and ends with the rates of the time since the one before ended. What a thread
// did before its first reading and after its last is left out; of a round of first readings only,
// nothing is known.
class SwitchCounter {
public:
    void addThread(ThreadNumber thread, Tid tid) { m_threads[thread].tid = tid; }

    void removeThread(ThreadNumber thread) { m_threads.erase(thread); }

    // A sample that says that the thread ran. To be suspended is a switch, and back into the wait
    // another: those are not the program's.
    void noteRan(ThreadNumber thread, const CapturedSample &sample);

    // How many threads are to be asked.
    std::size_t waiting() const { return m_round.size() + m_ran.size(); }

    // Asks at most `limit` threads, of which so many were: it is lowered. Absent: threads are left
    // of this round, or nothing is known of it.
    std::optional<SwitchRates> look(Pid process, CaptureTime now, int &limit);

    // What was counted until now is of no interest.
    void restart();

private:
    struct Counts {
        std::uint64_t voluntary = 0;
        std::uint64_t involuntary = 0;
    };

    struct CountedThread {
        Tid tid{};
        bool isWaiting = false; // in m_ran or m_round
        std::uint64_t ours = 0; // switches that the recorder caused, since the last reading
        std::optional<Counts> last;
    };

    void read(Pid process, CountedThread &thread);

    std::unordered_map<ThreadNumber, CountedThread> m_threads;
    std::vector<ThreadNumber> m_ran; // to be asked in the next round
    std::vector<ThreadNumber> m_round; // to be asked in this one
    Counts m_counted; // since the round began
    bool m_hasFirstReadings = false; // the same
    bool m_hasLaterReadings = false;
    std::optional<CaptureTime> m_roundStart;
};

} // namespace ember::capture

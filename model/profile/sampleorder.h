// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/core/time.h"
#include "model/profile/threads.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ember::model {

// A profile has its samples thread by thread. In which order a source had those of one time, which
// are of several threads, is an attribute of it: JSON, a list of [n, thread, thread, …]. From the
// n-th sample in time order on, samples of one time stand in that order of their threads; those of
// the n-th one's time stand in just that order. Threads are counted from 0, in the profile's order,
// those without samples in the source aside; at first that is the order in which they stand. Most
// sources keep one order, so the text is short.
constexpr std::string_view sampleOrderAttribute = "samples.order";

struct TimedThread {
    Timestamp time;
    ThreadIndex thread;
};

// Takes the samples of a source as they stand in it.
class SampleOrderNotes {
public:
    void add(Timestamp time, ThreadIndex thread)
    {
        if (m_run.empty() || time != m_time)
            startRun(time);
        const auto row = static_cast<std::uint32_t>(thread.row());
        while (m_ranks.size() <= row) {
            m_ranks.push_back(static_cast<std::uint32_t>(m_ranks.size()));
            m_hasSamples.push_back(false);
        }
        m_hasSamples[row] = true;
        m_isExpected = m_isExpected && (m_run.empty() || m_ranks[m_run.back()] <= m_ranks[row]);
        m_run.push_back(row);
    }

    // The attribute; "" if there is nothing to say, or times are not in order.
    std::string take();

private:
    struct Change {
        std::size_t first = 0; // sample
        std::size_t end = 0; // of its threads in m_listed
    };

    void startRun(Timestamp time);
    void endRun();

    Timestamp m_time; // of the samples being taken
    std::vector<std::uint32_t> m_run; // their threads
    std::size_t m_before = 0; // samples of earlier times
    bool m_isExpected = true;
    bool m_isByTime = true;
    std::vector<std::uint32_t> m_ranks; // by thread: its place at one time
    std::vector<bool> m_hasSamples;
    std::vector<Change> m_changes;
    std::vector<std::uint32_t> m_listed; // threads of all changes
};

// The places of all samples of a source, given by time and at equal times by thread, in the order
// that its attribute says. What makes no sense in that is passed over.
std::vector<std::uint32_t> inOrderOfSource(std::string_view attribute,
                                           std::span<const TimedThread> samples);

} // namespace ember::model

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

// The thread's first sample at or after `time`; its number of samples if there is none.
SampleIndex firstAtOrAfter(const ThreadSamples &samples, Timestamp time);

// Whether the row is a gap mark, which is no sample: it has the empty stack and no source. It ends
// the calls of the sample before it, where no samples were taken until the thread's next one, or
// where the thread was known to be off its CPU. Files have no such rows, so exporters do not write
// them as samples, and nothing counts them.
inline bool isGapMark(const ThreadSamples &samples, SampleIndex row)
{
    return !samples.sources.isEmpty() && !samples.sources[row].isValid();
}

// The number of samples among the rows [first, end). Linear in them if samples have several
// sources.
std::size_t countSamples(const ThreadSamples &samples, SampleIndex first, SampleIndex end);
std::size_t countSamples(const ThreadSamples &samples);

// The attribute of a source that keeps the order in which the source had samples of equal times,
// because a profile has its samples thread by thread. JSON, a list of [n, thread, thread, …], each
// of which is the order of the samples at the time of sample n (from 0, in time order). At later
// times, up to the next list, threads have the same order. Threads are numbered from 0 in the
// profile's order, without those that have no samples in the source; before the first list, samples
// are in this order. Most sources keep one order, so the text is short.
constexpr std::string_view sampleOrderAttribute = "samples.order";

struct TimedThread {
    Timestamp time;
    ThreadIndex thread;
};

// Makes the sampleOrderAttribute of a source, whose samples are added in the source's order.
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

    // Returns the sampleOrderAttribute; "" if it is not needed, or if times are not in order.
    std::string take();

private:
    struct Change {
        std::size_t first = 0; // number of the first sample at the time of the change
        std::size_t end = 0; // end of the change's threads in m_listed
    };

    void startRun(Timestamp time);
    void endRun();

    Timestamp m_time; // of the samples in m_run
    std::vector<std::uint32_t> m_run; // threads of the samples of the newest time
    std::size_t m_before = 0; // number of samples of earlier times
    bool m_isExpected = true;
    bool m_isByTime = true;
    // By thread: its rank among the threads with samples of one time.
    std::vector<std::uint32_t> m_ranks;
    std::vector<bool> m_hasSamples;
    std::vector<Change> m_changes;
    std::vector<std::uint32_t> m_listed; // threads of all changes, one after the other
};

// Returns the indices of `samples` in the order that the sampleOrderAttribute of their source
// tells. `samples` are all samples of the source, sorted by time and, at equal times, by thread.
// Parts of the attribute that do not fit them are ignored.
std::vector<std::uint32_t> inOrderOfSource(std::string_view attribute,
                                           std::span<const TimedThread> samples);

} // namespace ember::model

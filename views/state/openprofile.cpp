// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/state/openprofile.h"

#include <utility>

namespace ember::views {

using namespace model;

namespace {

// Returns the profile's time range, extended by a period: last samples have no duration, but their
// marks need a width.
TimeRange roomFor(const SpanTable &spans, Nanoseconds period)
{
    const auto range = spans.profile()->timeRange();
    if (spans.profile()->sampleCount() == 0 && range.isEmpty())
        return {};
    return {range.start, range.end + period};
}

bool knowsStates(const SpanTable &spans)
{
    for (std::size_t row = 0; row < spans.threadCount(); ++row) {
        const ThreadSpans &thread = spans.thread(ThreadIndex(row));
        if (!thread.samples || thread.samples->details.isEmpty())
            continue;
        for (std::size_t run = 0; run < thread.activity.size(); ++run) {
            if (thread.activity.activity(ActivityRuns::Run(run)) >= Activity::Running)
                return true;
        }
    }
    return false;
}

} // namespace

void OpenProfile::close()
{
    setChunkRanges({});
    m_gaps = {};
    m_recordings = {};
    m_spans.reset();
    ++m_serial;
}

void OpenProfile::setSpans(SpanTablePointer spans)
{
    m_spans = std::move(spans);
    m_range = {};
    m_recordings = m_spans ? RecordingNames(*m_spans->profile()) : RecordingNames();
    m_hasStates = m_spans && knowsStates(*m_spans);
    if (!m_spans)
        return;
    m_period = samplePeriod(*m_spans->profile());
    m_gaps = Gaps(*m_spans->profile(), 3 * m_period);
    m_range = roomFor(*m_spans, m_period);
}

void OpenProfile::setChunkRanges(std::vector<TimeRange> ranges)
{
    if (ranges == m_chunkRanges)
        return;
    m_chunkRanges = std::move(ranges);
    emit chunkRangesChanged();
}

} // namespace ember::views

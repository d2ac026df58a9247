// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/state/openprofile.h"

#include <utility>

namespace ember::views {

using namespace model;

namespace {

// Extends the time by a period at the end: last samples have no duration, and their marks need
// room.
TimeRange roomFor(const SpanTable &spans, Nanoseconds period)
{
    const auto range = spans.profile()->timeRange();
    if (spans.profile()->sampleCount() == 0 && range.isEmpty())
        return {};
    return {range.start, range.end + period};
}

} // namespace

void OpenProfile::close()
{
    setChunkRanges({});
    m_gaps = {};
    m_spans.reset();
    ++m_serial;
}

void OpenProfile::setSpans(SpanTablePointer spans)
{
    m_spans = std::move(spans);
    m_range = {};
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

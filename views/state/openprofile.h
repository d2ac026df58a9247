// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/spans/spantable.h"
#include "views/state/gaps.h"
#include "views/state/recordings.h"

#include <QObject>

#include <cstdint>
#include <vector>

namespace ember::views {

// The open profile: its newest snapshot, and what depends on that alone. Belongs to the view state,
// which alone changes it, and lives in the UI thread.
class OpenProfile : public QObject {
    Q_OBJECT
public:
    // The newest snapshot; null while no profile is open.
    const model::SpanTablePointer &spans() const { return m_spans; }
    // Changes when another profile is opened or the same is read again, not with its later
    // snapshots; caches compare it.
    std::uint64_t serial() const { return m_serial; }

    // The profile's time range and one period, so that a lone sample has a width; empty without
    // samples and times.
    model::TimeRange range() const { return m_range; }
    // The moment that relative times count from.
    model::Timestamp origin() const { return m_range.start; }
    // Time between two samples of a thread: the capture's rate, otherwise estimated from the
    // samples.
    model::Nanoseconds period() const { return m_period; }
    // Whether it is known when threads ran and waited.
    bool hasStates() const { return m_hasStates; }
    // Times in which nothing was sampled: pauses, missing chunks.
    const Gaps &gaps() const { return m_gaps; }

    // Which recording each thread is of, if there are several.
    const RecordingNames &recordings() const { return m_recordings; }

    // The times of chunks, to be marked on the time axis.
    const std::vector<model::TimeRange> &chunkRanges() const { return m_chunkRanges; }
    void setChunkRanges(std::vector<model::TimeRange> ranges);

signals:
    void opened(); // another profile, or none; emitted after all that depends on it has changed
    void changed(); // another snapshot, also of another profile
    void chunkRangesChanged();

private:
    friend class ViewState;

    void close();
    void setSpans(model::SpanTablePointer spans);

    model::SpanTablePointer m_spans;
    std::uint64_t m_serial = 0;
    model::TimeRange m_range;
    model::Nanoseconds m_period{};
    Gaps m_gaps;
    RecordingNames m_recordings;
    bool m_hasStates = false;
    std::vector<model::TimeRange> m_chunkRanges;
};

} // namespace ember::views

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/query/callweights.h"
#include "model/query/rangestatistics.h"
#include "model/spans/spantable.h"
#include "views/jobs/pacedjob.h"
#include "views/state/openprofile.h"

#include <QObject>
#include <QString>
#include <QWidget>

#include <cstdint>
#include <memory>
#include <vector>

namespace ember::views {

class SumsQuery;
class ViewSelection;

// What the selection that all views of sums have leaves of a thread.
struct ThreadFigures {
    std::uint64_t samples = 0;
    model::Nanoseconds running{}; // CPU time where the capture knows it, else the time with calls
};

// Of all threads, by index; only the range is looked at. Costs the threads.
std::vector<ThreadFigures> figuresInRange(const model::SpanTable &spans, model::TimeRange range);

// Likewise, of what was asked with all of a selection.
std::vector<ThreadFigures> figuresOf(const model::SpanTable &spans,
                                     const model::RangeStatistics &statistics);

// What a range or filters leave of each thread, kept true to the view state while the panel is
// seen. Of all threads, whichever are shown: the list is of all. Lives in the UI thread.
class ThreadFiguresQuestion : public QObject {
    Q_OBJECT
public:
    // All must outlive it.
    ThreadFiguresQuestion(const OpenProfile &profile, const ViewSelection &selection,
                          const SumsQuery &sums, const QWidget &panel);

    // What they are of has changed, or the panel is seen again.
    void ask();

signals:
    // By thread, and what they are of. Both empty: of everything, which the rows know themselves.
    void answered(const std::vector<ThreadFigures> &figures, const QString &scope);

private:
    using Job = PacedJob<std::vector<ThreadFigures>>;

    // Goes on from snapshot to snapshot; only the job touches it, one answer at a time.
    struct Growing {
        std::shared_ptr<model::CallWeigher> weigher; // of the same profile
        std::shared_ptr<model::GrowingRangeStatistics> statistics;
    };

    QString scope() const;
    void followProfile();
    Job::Work work();

    const OpenProfile &m_profile;
    const SumsQuery &m_sums;
    const QWidget &m_panel;
    Growing m_growing;
    std::uint64_t m_profileSerial; // whose figures were answered
    Job m_job;
};

} // namespace ember::views

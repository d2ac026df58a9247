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

// The figures of a thread in the selection that all views of sums share.
struct ThreadFigures {
    std::uint64_t samples = 0;
    model::Nanoseconds running{}; // CPU time if the capture has it, otherwise the time with calls
};

// Returns the figures of all threads in a range, by index. The cost depends on the number of
// threads.
std::vector<ThreadFigures> figuresInRange(const model::SpanTable &spans, model::TimeRange range);

// Returns the figures of all threads from statistics of a whole selection, by index.
std::vector<ThreadFigures> figuresOf(const model::SpanTable &spans,
                                     const model::RangeStatistics &statistics);

// Computes the figures of each thread in a range, or in what filters leave, and keeps them up to
// date with the view state while the panel is visible. Includes threads that are not shown in the
// chart, since the list has all. Lives in the UI thread.
class ThreadFiguresQuestion : public QObject {
    Q_OBJECT
public:
    // All must outlive it.
    ThreadFiguresQuestion(const OpenProfile &profile, const ViewSelection &selection,
                          const SumsQuery &sums, const QWidget &panel);

    // Starts the computation; call when the selection has changed, or the panel becomes visible.
    void ask();

signals:
    // `figures` is by thread, `scope` the name of the selection. Both are empty if it is the whole
    // profile, whose figures the rows have.
    void answered(const std::vector<ThreadFigures> &figures, const QString &scope);

private:
    using Job = PacedJob<std::vector<ThreadFigures>>;

    // Results that continue from snapshot to snapshot; only the job accesses them, one answer at a
    // time.
    struct Growing {
        std::shared_ptr<model::CallWeigher> weigher; // for the same profile
        std::shared_ptr<model::GrowingRangeStatistics> statistics;
    };

    QString scope() const;
    void followProfile();
    Job::Work work();

    const OpenProfile &m_profile;
    const SumsQuery &m_sums;
    const QWidget &m_panel;
    Growing m_growing;
    std::uint64_t m_profileSerial; // of the profile that was answered for
    Job m_job;
};

} // namespace ember::views

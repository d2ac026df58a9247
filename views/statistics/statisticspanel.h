// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/query/functioncalls.h"
#include "model/query/rangestatistics.h"
#include "views/jobs/pacedjob.h"
#include "views/sums/sumspanel.h"

#include <memory>
#include <optional>

class QSplitter;

namespace ember::views {

class FunctionCallsView;
class PropertyView;

// Figures of the selection that all views of sums share: what its threads did, and how long the
// calls of the function pointed at last took. Computed off the UI thread.
class StatisticsPanel : public SumsPanel {
    Q_OBJECT
public:
    explicit StatisticsPanel(ViewState &state, QWidget *parent = nullptr);

protected:
    void askAnew() override { m_job.askAnew(); }
    void refresh() override { m_job.refresh(); }
    void forget() override;
    void resizeEvent(QResizeEvent *event) override;

private:
    struct Answer {
        model::SpanTablePointer spans;
        model::CallWeightsPointer calls;
        model::TimeRange range;
        model::Nanoseconds unseen{}; // part of the range without samples
        model::RangeStatistics statistics;
        std::optional<model::FunctionCalls> function;
    };

    PacedJob<Answer>::Work question();
    void showAnswer(Answer answer);

    // Results that continue from snapshot to snapshot; only the job accesses them, one answer at a
    // time.
    struct Growing {
        std::shared_ptr<model::CallWeigher> weigher; // for the same profile
        std::shared_ptr<model::GrowingRangeStatistics> statistics;
    };

    const Growing &growing();

    QSplitter *m_parts; // the range and the function
    PropertyView *m_range;
    FunctionCallsView *m_function;
    Growing m_growing;
    PacedJob<Answer> m_job;
};

} // namespace ember::views

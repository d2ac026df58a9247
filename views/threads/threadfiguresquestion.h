// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/query/callweights.h"
#include "views/pacedjob.h"
#include "views/threads/threadfigures.h"
#include "views/viewstate.h"

#include <QObject>
#include <QString>
#include <QWidget>

#include <cstdint>
#include <memory>
#include <vector>

namespace ember::views {

// What a range or filters leave of each thread, kept true to the view state while the panel is
// seen. Of all threads, whichever are shown: the list is of all. Lives in the UI thread.
class ThreadFiguresQuestion : public QObject {
    Q_OBJECT
public:
    // Both must outlive it.
    ThreadFiguresQuestion(ViewState &state, const QWidget &panel);

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

    ViewState &m_state;
    const QWidget &m_panel;
    Growing m_growing;
    std::uint64_t m_profileSerial; // whose figures were answered
    Job m_job;
};

} // namespace ember::views

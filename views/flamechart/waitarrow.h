// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/answers/waits.h"
#include "views/flamechart/layout.h"
#include "views/flamechart/painter.h"
#include "views/jobs/pacedjob.h"

#include <QObject>
#include <QPointF>
#include <QSize>
#include <QString>

#include <cstdint>
#include <optional>

class QPainter;

namespace ember::views {

class OpenProfile;
class ThreadChoice;
class ViewAppearance;
class ViewSelection;

// Returns the work that looks for the longest wait in the selected call; empty if no call is
// selected.
PacedJob<std::optional<model::Wait>>::Work longestWaitWork(const OpenProfile &profile,
                                                           const ViewSelection &selection);

// The longest wait in the selected call, and the thread that likely ended it: looked for off the UI
// thread. An arrow leads from that thread to the call. Lives in the UI thread.
class WaitArrow : public QObject {
    Q_OBJECT
public:
    // All must outlive it.
    WaitArrow(const OpenProfile &profile, const ViewSelection &selection,
              const ThreadChoice &threads, const ViewAppearance &appearance,
              QObject *parent = nullptr);

    // The wait of the selected call; empty if it has none, if samples do not show which thread
    // likely ended it, and until the search has ended.
    const std::optional<model::Wait> &wait() const { return m_wait; }
    // Returns "waited 30 ms from +1.20 s on: likely held by worker-3"; empty without a wait.
    QString text() const;

    // Paints the arrow over the chart, whose size is `size`, and its text beside the tail; nothing
    // if the wait's end is not in view or one of the threads has no lane.
    void paint(QPainter &painter, const ChartLayout &layout, const ChartCamera &camera,
               QSize size) const;

signals:
    void changed();

private:
    using Found = std::optional<model::Wait>;

    void ask();
    void paintText(QPainter &painter, QPointF tail, QPointF tip, QSize size) const;

    const OpenProfile &m_profile;
    const ViewSelection &m_selection;
    const ThreadChoice &m_threads;
    const ViewAppearance &m_appearance;
    std::optional<BoxReference> m_box; // the call of m_wait
    std::uint64_t m_serial = 0; // of the profile of m_box
    Found m_wait;
    PacedJob<Found> m_job;
};

} // namespace ember::views

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/jobs/pacedjob.h"
#include "views/state/viewstate.h"

#include <QWidget>

#include <vector>

namespace ember::views {

class TimeScale;

// An overview of the whole profile: how many threads were busy at each time in calls that the
// filters leave, slow and frozen frames, calls that match the search, those of the selected
// function, and a window, the visible range. Dragging the window pans, dragging its edges resizes
// it, a drag outside shows that range, a double click shows all.
class MinimapWidget : public QWidget {
    Q_OBJECT
public:
    explicit MinimapWidget(ViewState &state, QWidget *parent = nullptr);

    QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void mouseReleaseEvent(QMouseEvent *event) override;
    void mouseDoubleClickEvent(QMouseEvent *event) override;
    void wheelEvent(QWheelEvent *event) override;

private:
    enum class Grip : std::uint8_t { None, Window, LeftEdge, RightEdge, NewWindow };

    Grip gripAt(double x) const;
    void followSpans();
    void followFilters();
    void followFiltered();
    // The activity in the whole profile at the time of the request.
    struct Activity {
        model::TimeRange range;
        std::vector<float> shares; // threads busy per bucket, 0 … 1; 1 is the full height
        // Painted paler behind `shares`. With filters: how many threads would be busy without them.
        // Otherwise, if some threads are hidden: the share of the others that existed; else empty.
        std::vector<float> behind;
        bool isFiltered = false;
    };

    // Marks the parts of the range with calls that match the search, or of the selected function.
    struct Ticks {
        model::TimeRange range;
        std::vector<std::uint8_t> matches;
        std::vector<std::uint8_t> chosen; // of the selected function
    };

    void showActivity(Activity activity);
    PacedJob<Activity>::Work question() const;
    PacedJob<Ticks>::Work tickQuestion() const;
    bool isTicked() const;
    void askTicks();
    void paintTicks(QPainter &painter, const TimeScale &whole) const;
    void paintActivity(QPainter &painter, const TimeScale &whole, double base) const;
    void paintColumns(QPainter &painter, const TimeScale &whole, double base,
                      const std::vector<float> &shares, float opacity) const;
    void paintFrames(QPainter &painter, const TimeScale &whole) const;
    void paintBookmarks(QPainter &painter, const TimeScale &whole) const;
    void drag(model::Timestamp time);

    ViewState &m_state;
    PacedJob<Activity> m_job;
    std::uint64_t m_serial = 0; // of the profile asked about
    std::vector<model::CallFilter> m_filters; // asked with last
    bool m_areFiltersNew = false; // the filters have changed, and what they leave is not known yet
    Activity m_activity;
    PacedJob<Ticks> m_tickJob;
    Ticks m_ticks;
    Grip m_grip = Grip::None;
    model::Timestamp m_grabbed;
    model::TimeRange m_grabbedRange;
};

} // namespace ember::views

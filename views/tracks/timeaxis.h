// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/state/viewstate.h"

#include <QWidget>

class QCustomPlot;

namespace ember::views {

// What a drag along the ruler does.
enum class AxisDrag : std::uint8_t { SelectsRange, Slides };

// The ruler: a QCustomPlot strip as wide as the chart. Chunk boundaries are marked on it, selected
// chunks filled. A drag with the left button selects a range, or requests to slide the chart; a
// double click clears the selection or the shift.
class TimeAxis : public QWidget {
    Q_OBJECT
public:
    explicit TimeAxis(ViewState &state, AxisDrag drag = AxisDrag::SelectsRange,
                      QWidget *parent = nullptr);

    QSize sizeHint() const override;

signals:
    // AxisDrag::Slides: the distance since the last signal; right is positive.
    void slid(ember::model::Nanoseconds distance);
    void slidBack();

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    void applyTheme();
    void refresh();
    void applyTicks();
    void applyMarks();
    void dragTo(double x);
    void takeBack();

    ViewState &m_state;
    QCustomPlot *m_plot;
    AxisDrag m_drag;
    std::optional<double> m_dragFrom; // Slides: last position
    std::optional<model::Timestamp> m_dragStart; // SelectsRange
};

} // namespace ember::views

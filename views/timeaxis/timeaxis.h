// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/viewstate.h"

#include <QWidget>

class QCustomPlot;

namespace ember::views {

// The ruler: a QCustomPlot strip as wide as the chart. Chunk boundaries are marked on it, selected
// chunks filled; a drag with the left button selects a range, a double click takes it back.
class TimeAxis : public QWidget {
    Q_OBJECT
public:
    explicit TimeAxis(ViewState &state, QWidget *parent = nullptr);

    QSize sizeHint() const override;

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    void applyTheme();
    void refresh();
    void applyTicks();
    void applyMarks();

    ViewState &m_state;
    QCustomPlot *m_plot;
    std::optional<model::Timestamp> m_dragStart;
};

} // namespace ember::views

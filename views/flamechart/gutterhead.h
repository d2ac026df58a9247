// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/state/viewstate.h"

#include <QWidget>

class QToolButton;

namespace ember::views {

// The head of the list of threads beside the chart, as high as the time axis. Names the columns and
// the order of the threads: a click on "Thread" opens a menu of orders, one on "Running" sorts by
// running time.
class GutterHead : public QWidget {
    Q_OBJECT
public:
    // The state must outlive it.
    explicit GutterHead(ViewState &state, QWidget *parent = nullptr);

    // Call when measurements have come, gone, or been folded: shows the button that folds them.
    void tellTracks(bool areThere, bool areFolded);

signals:
    void foldTracksRequested();

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    void showOrders();
    void sortByRunning();
    void refresh();

    ViewState &m_state;
    QToolButton *m_tracks;
    QToolButton *m_thread;
    QToolButton *m_running;
};

} // namespace ember::views

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QList>
#include <QPointer>
#include <QSize>

class QAbstractItemView;
class QScrollBar;
class QSplitter;
class QWidget;

namespace ember::views {
class FlameChartWidget;
} // namespace ember::views

namespace ember::app {

// Makes a view as high as all that can be scrolled to in it, while it lives: for pictures. Threads
// stay folded as they are. Nothing may run the event loop meanwhile. UI thread.
class WholeView {
public:
    // The most pixels of the screen that a view is made high, and that it has in all.
    static constexpr int mostHeight = 16'000;
    static constexpr int mostPixels = 64'000'000;

    explicit WholeView(QWidget &view);
    ~WholeView();
    WholeView(const WholeView &) = delete;
    WholeView &operator=(const WholeView &) = delete;

    // How much of the view is out of sight still, in logical pixels.
    int hidden() const;

private:
    struct Scrolled {
        QScrollBar *bar = nullptr;
        int value = 0;
    };

    struct Split {
        QSplitter *splitter = nullptr;
        QByteArray state;
    };

    QWidget &m_view;
    QSize m_size; // before
    QList<Scrolled> m_bars;
    QList<Split> m_splits;
    QList<QAbstractItemView *> m_lists; // which scrolled row by row
    QList<views::FlameChartWidget *> m_charts;
};

} // namespace ember::app

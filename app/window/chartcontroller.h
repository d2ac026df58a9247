// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/search/searcher.h"
#include "views/viewstate.h"

#include <QObject>

class QMenu;
class QPoint;
class QWidget;

namespace ember::views {
class FlameChartWidget;
class SearchBar;
} // namespace ember::views

namespace ember::app {

class Actions;
class CaptureController;
class Panels;

// Looking around: the commands of menu and toolbar that move the chart, and the panels that do.
class ChartController : public QObject {
    Q_OBJECT
public:
    ChartController(views::ViewState &state, views::FlameChartWidget &chart,
                    views::SearchBar &search, const CaptureController &captures, QWidget &window);

    void connectTo(Actions &actions, Panels &panels);

    // Another profile, or none: what can be done with it.
    void showDocument();
    void setFollow(views::Follow follow);
    // Of a view of functions.
    void showFunctionMenu(const QPoint &position);

signals:
    // Why a command did nothing, or something else than before.
    void said(const QString &what);

private:
    void connectChart();
    void connectPanels(Panels &panels);
    void showFollow();
    void connectViews(Panels &panels);
    void showDrawingThread();
    void showLeftHeavy(Panels &panels);
    void pinThread();
    void goToFrame(views::Direction direction);
    void showCallersAndCallees(Panels &panels);
    void showMenu(const QPoint &position);
    void addFunctionCommands(QMenu &menu) const;

    views::ViewState &m_state;
    views::FlameChartWidget &m_chart;
    views::SearchBar &m_search;
    const CaptureController &m_captures;
    QWidget &m_window;
    Actions *m_actions = nullptr;
};

} // namespace ember::app

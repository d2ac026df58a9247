// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/search/searcher.h"
#include "views/state/viewstate.h"

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

// Connects the navigation commands of menu, toolbar and panels to the chart.
class ChartController : public QObject {
    Q_OBJECT
public:
    ChartController(views::ViewState &state, views::FlameChartWidget &chart,
                    views::SearchBar &search, const CaptureController &captures, QWidget &window);

    void connectTo(Actions &actions, Panels &panels);

    // Updates the actions after another profile (or none) is shown.
    void showDocument();
    void setFollow(views::Follow follow);
    // Shows the context menu of a function.
    void showFunctionMenu(const QPoint &position);

signals:
    // A message for the user about the effect of a command.
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

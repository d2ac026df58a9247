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

// Performs the commands that go to a place in the chart and the other views, and shows the context
// menus of all views.
class ChartController : public QObject {
    Q_OBJECT
public:
    ChartController(views::ViewState &state, Panels &panels, views::SearchBar &search,
                    const CaptureController &captures, const Actions &actions, QWidget &window);

    // Adapts search, following and keyboard focus to the profile that is shown now, if any.
    void showDocument();
    bool isFollowing() const; // the chart follows the end of what is being recorded
    void setFollow(views::Follow follow);
    void askForRange();
    void searchFunction();
    // Shows the flame graph of the selected call's thread alone, with the largest calls at the
    // left.
    void showLeftHeavy();
    void pinThread();
    void goToFrame(views::Direction direction);
    void showCallersAndCallees();
    // Shows the context menu of a function.
    void showFunctionMenu(const QPoint &position);

signals:
    // Tells the user about the effect of a command.
    void said(const QString &what);

private:
    void connectViews();
    void showDrawingThread();
    void showMenu(const QPoint &position);
    void addFunctionCommands(QMenu &menu) const;

    views::ViewState &m_state;
    Panels &m_panels;
    views::FlameChartWidget &m_chart;
    views::SearchBar &m_search;
    const CaptureController &m_captures;
    const Actions &m_actions;
    QWidget &m_window;
};

} // namespace ember::app

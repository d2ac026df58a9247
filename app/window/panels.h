// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/search/searcher.h"

#include <QHash>
#include <QObject>
#include <QSize>

class QDockWidget;
class QMainWindow;
class QMenu;

namespace ember::views {
class BookmarksPanel;
class CallTreePanel;
class ChunksPanel;
class ComparisonPanel;
class DetailsPanel;
class DisassemblyPanel;
class FlameGraphPanel;
class FramesPanel;
class OutputPanel;
class PropertiesPanel;
class SandwichPanel;
class SourcePanel;
class StatisticsPanel;
class ThreadsPanel;
class TopFunctionsPanel;
class ViewState;
} // namespace ember::views

namespace ember::app {

// Creates and arranges the docks around the chart. Hidden while nothing is open.
class Panels : public QObject {
    Q_OBJECT
public:
    Panels(QMainWindow &window, views::ViewState &state, QMenu &menu);

    views::ThreadsPanel *threads;
    views::DetailsPanel *details;
    views::PropertiesPanel *properties;
    views::ChunksPanel *chunks;
    views::TopFunctionsPanel *functions;
    views::FlameGraphPanel *flameGraph;
    views::CallTreePanel *callTree;
    views::SandwichPanel *sandwich;
    views::SourcePanel *source;
    views::DisassemblyPanel *disassembly;
    views::FramesPanel *frames;
    views::StatisticsPanel *statistics;
    views::ComparisonPanel *comparison;
    views::BookmarksPanel *bookmarks;
    views::OutputPanel *output;

    enum class Shown { No, Yes };
    // Hides all panels, or shows those the user has not closed.
    void setShown(Shown shown);
    void raiseThreads();
    // Raises and focuses a panel; one below the chart gets two fifths of the window's height.
    void raise(QWidget *panel);
    // Shrinks the panels below the charts to their useful minimum.
    void giveRoomToCharts();
    // Restores the height from before giveRoomToCharts(), unless the user has made it higher.
    void takeRoomBack();
    bool contains(const QWidget *widget) const; // true for panels
    // The panel with this object name ("calltree"), or null.
    QWidget *find(const QString &name) const;
    QStringList names() const;
    // Restores QMainWindow::saveState() as saved with all panels shown.
    void restore(const QByteArray &state);

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    // Size of an area's docks before the window became too small for them.
    struct Squeezed {
        int wanted = 0;
        int given = 0;
    };

    int heightBelow() const; // height of the bottom area with tabs; 0: nothing visible
    QDockWidget *frontOf(Qt::DockWidgetArea area) const; // null: no visible dock
    void shareRoom(const QSize &windowBefore);
    void leaveRoomToChart(Qt::Orientation direction);
    void giveRoomBack(Qt::Orientation direction);
    void resizeArea(Qt::DockWidgetArea area, Qt::Orientation direction, int size);
    // The most its docks may take without squeezing the chart.
    int maxExtent(const QDockWidget &dock, Qt::Orientation direction) const;
    Squeezed squeezed(Qt::DockWidgetArea area, int size) const;
    QDockWidget *add(QWidget *panel, const QString &name, const QString &title,
                     Qt::DockWidgetArea area);
    void hideBehindOthers(QDockWidget &dock);
    void arrange();
    void raiseFirst();
    void fitToWindow();

    QMainWindow &m_window;
    QMenu &m_menu;
    QList<QDockWidget *> m_docks;
    QDockWidget *m_threadsDock = nullptr;
    QDockWidget *m_detailsDock = nullptr;
    QDockWidget *m_functionsDock = nullptr;
    QList<QDockWidget *> m_closedByUser;
    Shown m_shown = Shown::Yes;
    QHash<Qt::DockWidgetArea, Squeezed> m_squeezed;
    QSize m_windowBefore; // size of the window when the panels were last shown
    int m_heightBelow = 0; // before the charts got its room
    bool m_isRestored = false;
};

} // namespace ember::app

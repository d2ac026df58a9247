// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/search/searcher.h"
#include "views/viewstate.h"

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
} // namespace ember::views

namespace ember::app {

// The docks around the chart. Hidden as long as nothing is open.
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
    // Hides all, or shows those that the user has not closed.
    void setShown(Shown shown);
    void raiseThreads();
    // Brings a panel to the front, with the keyboard; below the chart it gets two fifths of the
    // window.
    void raise(QWidget *panel);
    // What is below them gets as low as is useful.
    void giveRoomToCharts();
    // It gets the height again that it had then, unless it is higher by now.
    void takeRoomBack();
    bool contains(const QWidget *widget) const; // is one of them
    // The panel of that name ("calltree"); null if there is none.
    QWidget *find(const QString &name) const;
    QStringList names() const;
    // As the user left them: QMainWindow::saveState() with all panels shown.
    void restore(const QByteArray &state);

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    // How wide or high the docks of an area were before the window became too small for them.
    struct Squeezed {
        int wanted = 0;
        int given = 0;
    };

    int heightBelow() const; // of what is below the chart, tabs included; 0: nothing is seen there
    QDockWidget *frontOf(Qt::DockWidgetArea area) const; // null: nothing is seen there
    void shareRoom(const QSize &windowBefore);
    void leaveRoomToChart(Qt::Orientation direction);
    void giveRoomBack(Qt::Orientation direction);
    void resizeArea(Qt::DockWidgetArea area, Qt::Orientation direction, int size);
    // What its docks may have, so that the chart has enough.
    int mostOf(const QDockWidget &dock, Qt::Orientation direction) const;
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
    QSize m_windowBefore; // when they were shown last
    int m_heightBelow = 0; // before the charts got its room
    bool m_isRestored = false;
};

} // namespace ember::app

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/panels.h"

#include "views/code/disassemblypanel.h"
#include "views/code/sourcepanel.h"
#include "views/compare/comparisonpanel.h"
#include "views/details/detailspanel.h"
#include "views/details/propertiespanel.h"
#include "views/graph/flamegraphpanel.h"
#include "views/graph/sandwichpanel.h"
#include "views/lists/bookmarkspanel.h"
#include "views/lists/chunkspanel.h"
#include "views/lists/framespanel.h"
#include "views/lists/outputpanel.h"
#include "views/statistics/statisticspanel.h"
#include "views/tables/calltreepanel.h"
#include "views/tables/topfunctionspanel.h"
#include "views/threads/threadspanel.h"

#include <QAction>
#include <QChildEvent>
#include <QDockWidget>
#include <QLayout>
#include <QMainWindow>
#include <QMenu>
#include <QResizeEvent>
#include <QTabBar>
#include <QToolButton>

#include <algorithm>
#include <array>
#include <utility>

namespace ember::app {

namespace {

// Least height of a panel below the chart without title and tabs. All panels of a stack get the
// height of the highest one, and the chart needs most of a small window.
constexpr int lowestPanel = 84;

// Width of all tabs of the dock's stack; 0: no stack.
int tabsWidth(const QDockWidget &dock)
{
    for (const auto *tabs : dock.parentWidget()->findChildren<QTabBar *>()) {
        if (tabs->count() > 0 && tabs->tabText(0) == dock.windowTitle())
            return tabs->sizeHint().width();
    }
    return 0;
}

// Height of the tab bar that belongs to the front dock; 0: no stack.
int tabsHeight(const QDockWidget &dock)
{
    for (const auto *tabs : dock.parentWidget()->findChildren<QTabBar *>()) {
        if (tabs->isVisible() && tabs->tabText(tabs->currentIndex()) == dock.windowTitle())
            return tabs->height();
    }
    return 0;
}

int along(Qt::Orientation direction, const QSize &size)
{
    return direction == Qt::Horizontal ? size.width() : size.height();
}

std::array<Qt::DockWidgetArea, 2> areasAlong(Qt::Orientation direction)
{
    if (direction == Qt::Horizontal)
        return {Qt::RightDockWidgetArea, Qt::LeftDockWidgetArea};
    return {Qt::BottomDockWidgetArea, Qt::TopDockWidgetArea};
}

// The dock's size in a direction, as QMainWindow::resizeDocks() counts it.
int extentOf(const QDockWidget &dock, Qt::Orientation direction)
{
    return direction == Qt::Horizontal ? dock.width() : dock.height() + tabsHeight(dock);
}

} // namespace

Panels::Panels(QMainWindow &window, views::ViewState &state, QMenu &menu)
    : QObject(&window),
      threads(new views::ThreadsPanel(state)),
      details(new views::DetailsPanel(state)),
      properties(new views::PropertiesPanel(state.profile())),
      chunks(new views::ChunksPanel(state.profile(), state.zoom(), state.selection())),
      functions(new views::TopFunctionsPanel(state)),
      flameGraph(new views::FlameGraphPanel(state)),
      callTree(new views::CallTreePanel(state)),
      sandwich(new views::SandwichPanel(state)),
      source(new views::SourcePanel(state)),
      disassembly(new views::DisassemblyPanel(state)),
      frames(new views::FramesPanel(state)),
      statistics(new views::StatisticsPanel(state)),
      comparison(new views::ComparisonPanel(state)),
      bookmarks(new views::BookmarksPanel(state.profile(), state.bookmarks())),
      output(new views::OutputPanel(state.profile(), state.zoom(), state.selection())),
      m_window(window),
      m_menu(menu)
{
    arrange();
}

void Panels::arrange()
{
    m_window.installEventFilter(this); // before there are tabs
    m_window.setDockNestingEnabled(true);
    m_window.setCorner(Qt::BottomLeftCorner, Qt::LeftDockWidgetArea);
    m_window.setCorner(Qt::BottomRightCorner, Qt::BottomDockWidgetArea); // it has many tabs
    m_threadsDock = add(threads, QStringLiteral("threads"), tr("Threads"), Qt::LeftDockWidgetArea);
    m_detailsDock = add(details, QStringLiteral("details"), tr("Details"), Qt::LeftDockWidgetArea);
    auto *propertiesDock =
        add(properties, QStringLiteral("properties"), tr("Properties"), Qt::LeftDockWidgetArea);
    m_functionsDock =
        add(functions, QStringLiteral("functions"), tr("Top Functions"), Qt::BottomDockWidgetArea);
    m_window.tabifyDockWidget(m_detailsDock, propertiesDock);
    // Tabified one by one as they are added: side by side they would widen the window.
    QDockWidget *last = m_functionsDock;
    const auto addTab = [&](QWidget *panel, const QString &name, const QString &title) {
        auto *dock = add(panel, name, title, Qt::BottomDockWidgetArea);
        m_window.tabifyDockWidget(last, dock);
        last = dock;
    };
    addTab(flameGraph, QStringLiteral("flamegraph"), tr("Flame Graph"));
    addTab(callTree, QStringLiteral("calltree"), tr("Call Tree"));
    addTab(sandwich, QStringLiteral("sandwich"), tr("Callers and Callees"));
    addTab(source, QStringLiteral("source"), tr("Source"));
    addTab(disassembly, QStringLiteral("disassembly"), tr("Disassembly"));
    addTab(frames, QStringLiteral("frames"), tr("Slow Frames"));
    addTab(statistics, QStringLiteral("statistics"), tr("Statistics"));
    addTab(comparison, QStringLiteral("comparison"), tr("Comparison"));
    addTab(bookmarks, QStringLiteral("bookmarks"), tr("Bookmarks"));
    addTab(chunks, QStringLiteral("chunks"), tr("Chunks"));
    addTab(output, QStringLiteral("output"), tr("Output"));
    raiseFirst();
}

QDockWidget *Panels::add(QWidget *panel, const QString &name, const QString &title,
                         Qt::DockWidgetArea area)
{
    auto *dock = new QDockWidget(title, &m_window);
    dock->setObjectName(name);
    if (area == Qt::BottomDockWidgetArea)
        panel->setMinimumHeight(lowestPanel);
    dock->setWidget(panel);
    hideBehindOthers(*dock);
    m_window.addDockWidget(area, dock);
    m_menu.addAction(dock->toggleViewAction());
    m_docks.append(dock);
    return dock;
}

// Hides panels behind another tab from their own point of view: Qt calls them visible, and they
// would keep computing. Panels of a minimized window keep their state, because no event comes when
// it is restored, unless another panel is raised meanwhile.
void Panels::hideBehindOthers(QDockWidget &dock)
{
    QWidget *panel = dock.widget();
    QSizePolicy policy = panel->sizePolicy();
    policy.setRetainSizeWhenHidden(true); // they all have one size
    panel->setSizePolicy(policy);
    connect(&dock, &QDockWidget::visibilityChanged, panel, [this, &dock, panel](bool isSeen) {
        if (!m_window.isMinimized()) {
            panel->setVisible(isSeen);
        } else if (isSeen) {
            panel->show();
            for (const QDockWidget *behind : m_window.tabifiedDockWidgets(&dock))
                behind->widget()->hide();
        }
    });
}

// Makes tab bars scroll instead of cutting titles to their first letters.
bool Panels::eventFilter(QObject *watched, QEvent *event)
{
    if (watched == &m_window && event->type() == QEvent::ChildPolished) {
        if (auto *tabs = qobject_cast<QTabBar *>(static_cast<QChildEvent &>(*event).child())) {
            tabs->setElideMode(Qt::ElideNone);
            // Arrow buttons of tab bars do not take the keyboard focus.
            for (auto *arrow : tabs->findChildren<QToolButton *>())
                arrow->setFocusPolicy(Qt::NoFocus);
        }
    } else if (watched == &m_window && event->type() == QEvent::Resize) {
        if (m_shown == Shown::Yes)
            shareRoom(static_cast<const QResizeEvent &>(*event).oldSize());
    }
    return QObject::eventFilter(watched, event);
}

void Panels::setShown(Shown shown)
{
    if (m_shown == shown)
        return;
    m_shown = shown;
    m_menu.setEnabled(shown == Shown::Yes);
    if (shown == Shown::No) {
        m_closedByUser.clear();
        m_windowBefore = m_window.size();
        for (QDockWidget *dock : m_docks) {
            if (dock->isHidden())
                m_closedByUser.append(dock);
        }
    }
    for (QDockWidget *dock : m_docks)
        dock->setVisible(shown == Shown::Yes && !m_closedByUser.contains(dock));
    if (shown == Shown::No)
        return;
    raiseFirst();
    if (!m_isRestored) {
        fitToWindow();
        return;
    }
    m_window.layout()->activate(); // the restored layout may be that of a larger window
    shareRoom(m_windowBefore);
}

// Shrinks panels so that the chart gets most of a small window, and all of its width but one
// column.
void Panels::fitToWindow()
{
    const int column =
        std::max(std::clamp(m_window.width() / 4, 200, 400), tabsWidth(*m_detailsDock));
    m_window.resizeDocks({m_threadsDock}, {column}, Qt::Horizontal);
    const int height = m_window.height();
    m_window.resizeDocks({m_threadsDock, m_detailsDock}, {height * 3 / 5, height * 2 / 5},
                         Qt::Vertical);
    m_window.resizeDocks({m_functionsDock}, {std::clamp(m_window.height() / 4, 130, 340)},
                         Qt::Vertical);
}

// Shrinks docks with the window; Qt keeps their size until nothing is left of the chart.
void Panels::shareRoom(const QSize &windowBefore)
{
    for (const auto direction : {Qt::Horizontal, Qt::Vertical}) {
        const int before = along(direction, windowBefore);
        const int now = along(direction, m_window.size());
        if (now < before)
            leaveRoomToChart(direction);
        else if (now > before)
            giveRoomBack(direction);
    }
}

void Panels::leaveRoomToChart(Qt::Orientation direction)
{
    for (const auto area : areasAlong(direction)) {
        const QDockWidget *dock = frontOf(area);
        if (dock && maxExtent(*dock, direction) < extentOf(*dock, direction))
            resizeArea(area, direction, maxExtent(*dock, direction));
    }
}

// Restores squeezed docks unless the user has moved the splitter since.
void Panels::giveRoomBack(Qt::Orientation direction)
{
    for (const auto area : areasAlong(direction)) {
        const QDockWidget *dock = frontOf(area);
        if (!dock)
            continue;
        const int now = extentOf(*dock, direction);
        const int wanted = std::min(squeezed(area, now).wanted, maxExtent(*dock, direction));
        if (wanted > now)
            resizeArea(area, direction, wanted);
    }
}

void Panels::resizeArea(Qt::DockWidgetArea area, Qt::Orientation direction, int size)
{
    QDockWidget *dock = frontOf(area);
    Squeezed kept = squeezed(area, extentOf(*dock, direction));
    m_window.resizeDocks({dock}, {size}, direction);
    m_window.layout()->activate(); // otherwise it would get its size later
    kept.given = extentOf(*dock, direction);
    m_squeezed.insert(area, kept);
}

// Limits: two fifths of the window's height, half of its width.
int Panels::maxExtent(const QDockWidget &dock, Qt::Orientation direction) const
{
    const int window = along(direction, m_window.size());
    const int least = direction == Qt::Horizontal ? window / 2 : window * 2 / 5;
    const int chart = along(direction, m_window.centralWidget()->size());
    return std::max(0, extentOf(dock, direction) + chart - least);
}

Panels::Squeezed Panels::squeezed(Qt::DockWidgetArea area, int size) const
{
    const Squeezed kept = m_squeezed.value(area);
    return kept.given == size ? kept : Squeezed{size, size};
}

void Panels::giveRoomToCharts()
{
    m_heightBelow = heightBelow();
    if (m_shown == Shown::Yes && !m_functionsDock->isFloating())
        m_window.resizeDocks({m_functionsDock}, {std::clamp(m_window.height() / 6, 100, 200)},
                             Qt::Vertical);
}

void Panels::takeRoomBack()
{
    const int height = std::exchange(m_heightBelow, 0);
    if (m_shown == Shown::Yes && !m_functionsDock->isFloating() && heightBelow() < height) {
        m_window.resizeDocks({m_functionsDock}, {height}, Qt::Vertical);
        m_window.layout()->activate();
        leaveRoomToChart(Qt::Vertical);
    }
}

int Panels::heightBelow() const
{
    const QDockWidget *front = frontOf(Qt::BottomDockWidgetArea);
    return front ? extentOf(*front, Qt::Vertical) : 0;
}

QDockWidget *Panels::frontOf(Qt::DockWidgetArea area) const
{
    const auto front = std::ranges::find_if(m_docks, [this, area](QDockWidget *dock) {
        return m_window.dockWidgetArea(dock) == area && !dock->isFloating()
            && dock->widget()->isVisible();
    });
    return front == m_docks.end() ? nullptr : *front;
}

void Panels::restore(const QByteArray &state)
{
    const Shown before = m_shown;
    setShown(Shown::Yes);
    m_isRestored = !state.isEmpty() && m_window.restoreState(state);
    setShown(before);
}

// Raises the first tab of each stack; showing the docks in turn left the last one in front.
void Panels::raiseFirst()
{
    m_detailsDock->raise();
    m_functionsDock->raise();
}

void Panels::raiseThreads()
{
    m_threadsDock->show();
    m_threadsDock->raise();
    threads->focusSearch();
}

void Panels::raise(QWidget *panel)
{
    auto *dock = qobject_cast<QDockWidget *>(panel->parentWidget());
    dock->show();
    dock->raise();
    panel->setFocus();
    const int wanted = m_window.height() * 2 / 5;
    const bool isBelow = m_window.dockWidgetArea(dock) == Qt::BottomDockWidgetArea;
    if (isBelow && !dock->isFloating() && dock->height() < wanted) {
        m_window.resizeDocks({dock}, {wanted}, Qt::Vertical);
        m_window.layout()->activate();
        leaveRoomToChart(Qt::Vertical);
    }
}

bool Panels::contains(const QWidget *widget) const
{
    return std::ranges::any_of(m_docks,
                               [&](const QDockWidget *dock) { return dock->widget() == widget; });
}

QWidget *Panels::find(const QString &name) const
{
    const auto found = std::ranges::find_if(
        m_docks, [&](const QDockWidget *dock) { return dock->objectName() == name; });
    return found != m_docks.end() ? (*found)->widget() : nullptr;
}

QStringList Panels::names() const
{
    QStringList names;
    for (const QDockWidget *dock : m_docks)
        names.append(dock->objectName());
    return names;
}

} // namespace ember::app

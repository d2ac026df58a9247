// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/panels.h"

#include "views/chunks/chunkspanel.h"
#include "views/details/detailspanel.h"
#include "views/details/propertiespanel.h"
#include "views/output/outputpanel.h"
#include "views/tables/topfunctionspanel.h"
#include "views/threads/threadspanel.h"

#include <QAction>
#include <QDockWidget>
#include <QMainWindow>
#include <QMenu>

namespace ember::app {

Panels::Panels(QMainWindow &window, views::ViewState &state, QMenu &menu)
    : QObject(&window),
      threads(new views::ThreadsPanel(state)),
      details(new views::DetailsPanel(state)),
      properties(new views::PropertiesPanel(state)),
      chunks(new views::ChunksPanel(state)),
      functions(new views::TopFunctionsPanel(state)),
      output(new views::OutputPanel(state)),
      m_window(window),
      m_menu(menu)
{
    arrange();
}

void Panels::arrange()
{
    m_window.setDockNestingEnabled(true);
    m_window.setCorner(Qt::BottomLeftCorner, Qt::LeftDockWidgetArea);
    m_window.setCorner(Qt::BottomRightCorner, Qt::RightDockWidgetArea);
    m_threadsDock = add(threads, QStringLiteral("threads"), tr("Threads"), Qt::LeftDockWidgetArea);
    auto *detailsDock =
        add(details, QStringLiteral("details"), tr("Details"), Qt::RightDockWidgetArea);
    auto *propertiesDock =
        add(properties, QStringLiteral("properties"), tr("Properties"), Qt::RightDockWidgetArea);
    auto *chunksDock =
        add(chunks, QStringLiteral("chunks"), tr("Chunks"), Qt::BottomDockWidgetArea);
    auto *functionsDock =
        add(functions, QStringLiteral("functions"), tr("Top Functions"), Qt::BottomDockWidgetArea);
    auto *outputDock =
        add(output, QStringLiteral("output"), tr("Output"), Qt::BottomDockWidgetArea);
    m_window.tabifyDockWidget(detailsDock, propertiesDock);
    m_window.tabifyDockWidget(functionsDock, chunksDock);
    m_window.tabifyDockWidget(chunksDock, outputDock);
    detailsDock->raise();
    functionsDock->raise();
    m_window.resizeDocks({m_threadsDock, detailsDock}, {300, 300}, Qt::Horizontal);
    m_window.resizeDocks({functionsDock}, {210}, Qt::Vertical);
}

QDockWidget *Panels::add(QWidget *panel, const QString &name, const QString &title,
                         Qt::DockWidgetArea area)
{
    auto *dock = new QDockWidget(title, &m_window);
    dock->setObjectName(name);
    dock->setWidget(panel);
    m_window.addDockWidget(area, dock);
    m_menu.addAction(dock->toggleViewAction());
    m_docks.append(dock);
    return dock;
}

void Panels::setShown(Shown shown)
{
    if (m_shown == shown)
        return;
    m_shown = shown;
    m_menu.setEnabled(shown == Shown::Yes);
    if (shown == Shown::No) {
        m_closedByUser.clear();
        for (QDockWidget *dock : m_docks) {
            if (dock->isHidden())
                m_closedByUser.append(dock);
        }
    }
    for (QDockWidget *dock : m_docks)
        dock->setVisible(shown == Shown::Yes && !m_closedByUser.contains(dock));
}

void Panels::raiseThreads()
{
    m_threadsDock->show();
    m_threadsDock->raise();
    threads->focusSearch();
}

} // namespace ember::app

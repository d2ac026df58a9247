// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/core/result.h"
#include "views/tables/tablecopy.h"
#include "views/viewstate.h"

#include <QObject>
#include <QPagedPaintDevice>
#include <QPointer>
#include <QString>

namespace ember::app {

class Actions;
class MessageBar;
class Panels;

// Takes views out of the window: tables as text, any view as a picture or printed, graphs as SVG
// with a title for each call.
class ViewExport : public QObject {
    Q_OBJECT
public:
    ViewExport(views::ViewState &state, Panels &panels, QWidget &chart, QWidget &window);

    void connectTo(Actions &actions, MessageBar &messages);

    // The view with the keyboard; the chart where no panel has it.
    QWidget &current() const;
    // To the clipboard, in a while if it takes long, the newest wins: the table with the keyboard,
    // else the first one. False: there is none in the view, or it is empty.
    bool copy(QWidget &view, views::TextKind kind);
    // By the name's ending: SVG, PDF, else a picture of pixels.
    model::Result<void> save(QWidget &view, const QString &path) const;
    // On one page, as large as it allows. False: nothing came of it.
    static bool print(QWidget &view, QPagedPaintDevice &paper);

private:
    void choosePath();
    void choosePrinter();
    model::Result<void> saveSvg(QWidget &view, const QString &path) const;

    views::ViewState &m_state;
    Panels &m_panels;
    QWidget &m_chart;
    QWidget &m_window;
    MessageBar *m_messages = nullptr;
    QPointer<views::TableCopy> m_copy; // null: done
};

} // namespace ember::app

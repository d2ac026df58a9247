// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/core/result.h"
#include "views/widgets/tabletext.h"

#include <QByteArray>
#include <QImage>
#include <QList>
#include <QObject>
#include <QPagedPaintDevice>
#include <QPointer>
#include <QSize>
#include <QString>
#include <QStringList>

#include <functional>

class QAbstractItemView;
class QScrollBar;
class QSplitter;
class QWidget;

namespace ember::views {
class FlameChartWidget;
} // namespace ember::views

namespace ember::app {

// Makes a view as high as everything that can be scrolled to in it, within the limits, until this
// object is destroyed; for pictures. Folded threads stay folded. Nothing may run the event loop
// meanwhile. UI thread.
class WholeView {
public:
    // Limits of the view in pixels of the screen: its height, and height × width.
    static constexpr int mostHeight = 16'000;
    static constexpr int mostPixels = 64'000'000;

    explicit WholeView(QWidget &view);
    ~WholeView();
    WholeView(const WholeView &) = delete;
    WholeView &operator=(const WholeView &) = delete;

    // Returns how much of the view is still out of sight, in logical pixels.
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
    QSize m_size; // before the change
    QList<Scrolled> m_bars;
    QList<Split> m_splits;
    QList<QAbstractItemView *> m_lists; // lists that scrolled row by row before
    QList<views::FlameChartWidget *> m_charts;
};

} // namespace ember::app

namespace ember::views {

class ViewState;

} // namespace ember::views

namespace ember::app {

class MessageBar;
class Panels;

// Copies the name of the selected function to the clipboard; nothing if there is none.
void copyName(const views::ViewState &state);
// Copies the selected call and its callers, one a line, the call first.
void copyStack(const views::ViewState &state);

// Exports views: tables as text, any view as a picture or to a printer, graphs as SVG with tool
// tips.
class ViewExport : public QObject {
    Q_OBJECT
public:
    // `shownFiles` returns the files that a picture must not replace.
    ViewExport(views::ViewState &state, Panels &panels, std::function<QStringList()> shownFiles,
               MessageBar &messages, QWidget &window);

    // The focused panel, otherwise the view that had the keyboard focus last.
    QWidget &current() const;
    // Copies the selected rows, or all if none is selected, of the focused table (otherwise of the
    // view's first one) to the clipboard; a long table is copied in the background, and a newer
    // copy cancels it. Returns false if the view has no table, or it is empty.
    bool copy(QWidget &view, views::TextKind kind);
    // Copies the name of the selected function; if there is none, or a table has the keyboard
    // focus, the rows that copy() copies.
    void copyCurrent();
    // Writes the view in light colours, with all that can be scrolled to, and a caption below: what
    // is shown, its command, its date and what the colours mean. The extension decides the format:
    // SVG, PDF, otherwise a bitmap. `cut`: set to a sentence about what did not fit; "" if it is
    // whole. Errors: FileNotWritable also if `path` is a shown file.
    model::Result<void> save(QWidget &view, const QString &path, QString *cut = nullptr) const;
    // Prints what save() writes, as large as possible on one page; what would be too small on one
    // page is divided among several. Returns false on failure.
    bool print(QWidget &view, QPagedPaintDevice &paper) const;

    // Ask for a file or printer for the view that has the keyboard focus.
    void choosePath();
    void choosePrinter();

private:
    model::Result<void> checkPath(const QString &path) const;
    model::Result<QImage> paint(QWidget &view, const QString &path, QString *cut) const;
    // Saves and reports the result on the message bar; a bitmap is packed on the pool.
    void saveChosen(QWidget &view, const QString &path);
    void say(const model::Result<void> &saved, const QString &path, const QString &cut);

    views::ViewState &m_state;
    Panels &m_panels;
    std::function<QStringList()> m_shownFiles;
    QWidget &m_window;
    MessageBar &m_messages;
    QPointer<views::TableCopy> m_copy; // null: no copy in progress
};

} // namespace ember::app

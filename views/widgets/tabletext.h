// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QModelIndex>
#include <QObject>
#include <QString>
#include <QTimer>

#include <chrono>
#include <optional>
#include <vector>

class QAbstractItemView;

namespace ember::views {

enum class TextKind : std::uint8_t { Plain, Markdown };

// Makes a text of the selected rows of a table or tree, or of all if none is selected, with the
// visible columns in their order: with tabs between the cells, or as a Markdown table. Made row by
// row; valid while the table's rows do not change. Titles of columns that the view does not show
// are left out. Rows below closed rows of a tree are left out, deeper ones are indented. After ten
// thousand rows a note tells how many follow (for a tree, that some do).
class TableText {
public:
    // The view must outlive it.
    TableText(const QAbstractItemView &view, TextKind kind);

    bool isComplete() const { return !m_row.isValid(); }

    void addRow(); // may be called until the text is complete

    const QString &text() const { return m_text; }

private:
    const QAbstractItemView &m_view;
    TextKind m_kind;
    std::vector<int> m_columns;
    QModelIndex m_row; // the next row to add
    void skipUnselected();

    bool m_isOfSelection = false; // only selected rows are added
    int m_count = 0;
    QString m_text;
};

// Copies a table's text to the clipboard, a few milliseconds at a time: cells may have to be
// computed first. Short texts are copied at once. If rows change meanwhile, the copy starts again,
// each time with longer steps. Deletes itself when it is done; deleted with the view.
class TableCopy : public QObject {
    Q_OBJECT
public:
    static constexpr std::chrono::milliseconds usualStep{20};

    // `step`: how long rows are added before the event loop continues.
    TableCopy(QAbstractItemView &view, TextKind kind, std::chrono::milliseconds step = usualStep);

private:
    void startOver();
    void copyNext();

    QAbstractItemView &m_view;
    TextKind m_kind;
    std::optional<TableText> m_text;
    std::chrono::milliseconds m_step;
    QTimer m_timer;
};

} // namespace ember::views

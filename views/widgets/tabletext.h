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

// The rows of a table or tree as text, in the order of its columns, without those that are hidden:
// with tabs between the cells, or as a Markdown table. Rows of a tree that are closed are left out,
// deeper ones are indented; behind the first ten thousand rows it says how many follow (of a tree,
// that some do).
QString tableText(const QAbstractItemView &view, TextKind kind);

// The same row by row, as long as the table's rows stay what they are.
class TableText {
public:
    // The view outlives it.
    TableText(const QAbstractItemView &view, TextKind kind);

    bool isComplete() const { return !m_row.isValid(); }

    void addRow(); // while it is not complete

    const QString &text() const { return m_text; }

private:
    const QAbstractItemView &m_view;
    TextKind m_kind;
    std::vector<int> m_columns;
    QModelIndex m_row; // the next one
    int m_count = 0;
    QString m_text;
};

// Puts a table's text on the clipboard, a few milliseconds of it at a time: cells may have to be
// computed first. What is short is there at once. A table whose rows change meanwhile is copied
// from its start once more, each time in longer steps. Goes when it is done, or with the view.
class TableCopy : public QObject {
    Q_OBJECT
public:
    static constexpr std::chrono::milliseconds usualStep{20};

    // `step`: for how long rows are taken before the window has its turn.
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

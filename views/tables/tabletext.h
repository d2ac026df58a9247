// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QModelIndex>
#include <QString>

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

} // namespace ember::views

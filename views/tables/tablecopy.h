// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/tables/tabletext.h"

#include <QObject>
#include <QTimer>

#include <chrono>
#include <optional>

class QAbstractItemView;

namespace ember::views {

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

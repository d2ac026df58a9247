// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/search/searcher.h"
#include "views/source/sourceanswer.h"

#include <QAbstractTableModel>

namespace ember::views {

// Lines of source with what was spent at each.
class SourceModel : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Column { Line, Self, Total, Text, ColumnCount };
    // Self and Total have a heatRole.

    using QAbstractTableModel::QAbstractTableModel;

    void setAnswer(SourceAnswer answer);
    const SourceAnswer &answer() const { return m_answer; }

    std::uint32_t lineAt(int row) const;
    // -1: it is not here.
    int rowOf(std::uint32_t line) const;
    // The next row below or above where a hundredth of the largest total or more was spent, around
    // the ends; -1: there is none.
    int nextHotRow(int row, Direction direction) const;
    // What was spent where no line is known, and at lines that are not here.
    model::Weight atNoLine() const { return m_atNoLine; }
    std::uint32_t firstLineBehindEnd() const { return m_firstBehindEnd; } // 0: none

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation,
                        int role = Qt::DisplayRole) const override;

private:
    const model::LineWeight *weightAt(int row) const;
    QString amountAt(const model::Weight &weight) const;
    QString toolTip(const model::LineWeight &weight) const;
    QVariant heat(const model::Weight &weight, const model::Weight &most) const;

    SourceAnswer m_answer;
    model::LineWeight m_most; // of each, of whichever line
    model::Weight m_atNoLine;
    std::uint32_t m_firstBehindEnd = 0;
};

} // namespace ember::views

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/disassembly/disassemblyanswer.h"
#include "views/search/searcher.h"
#include "views/viewstate.h"

#include <QAbstractTableModel>

namespace ember::views {

// Instructions with what was spent at each, and the lines they come from.
class DisassemblyModel : public QAbstractTableModel {
    Q_OBJECT
public:
    // Self and Total have a heatRole.
    enum Column { Address, Self, Total, Text, ColumnCount };

    DisassemblyModel(const ViewState &state, QObject *parent);

    void setAnswer(DisassemblyAnswer answer);
    const DisassemblyAnswer &answer() const { return m_answer; }

    // The next row below or above where a hundredth of the largest total or more was spent, around
    // the ends; -1: there is none.
    int nextHotRow(int row, Direction direction) const;
    // Where the row's instruction jumps to; -1: it does not, or not to one that is shown.
    int targetOf(int row) const;

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation,
                        int role = Qt::DisplayRole) const override;

private:
    const model::InstructionWeight *weightAt(std::size_t row) const;
    QString textAt(std::size_t row) const;
    QVariant look(std::size_t row, int role) const;
    QString toolTip(std::size_t row, const model::InstructionWeight &weight) const;
    QVariant figure(const model::Weight &weight, const model::Weight &most, int role) const;

    const ViewState &m_state;
    DisassemblyAnswer m_answer;
    model::InstructionWeight m_most; // of each, of whichever row
};

} // namespace ember::views

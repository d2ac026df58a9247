// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/code/codemodel.h"
#include "views/disassembly/disassemblyanswer.h"
#include "views/viewstate.h"

namespace ember::views {

// Instructions with what was spent at each, and the lines they come from.
class DisassemblyModel : public CodeModel {
    Q_OBJECT
public:
    DisassemblyModel(const ViewState &state, QObject *parent);

    void setAnswer(DisassemblyAnswer answer);
    const DisassemblyAnswer &answer() const { return m_answer; }

    // Where the row's instruction jumps to; -1: it does not, or not to one that is shown.
    int targetOf(int row) const;

    int rowCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation,
                        int role = Qt::DisplayRole) const override;

protected:
    std::vector<int> hotRows() const override;

private:
    const model::InstructionWeight *weightAt(std::size_t row) const;
    QString textAt(std::size_t row) const;
    QVariant look(std::size_t row, int role) const;

    const ViewState &m_state;
    DisassemblyAnswer m_answer;
};

} // namespace ember::views

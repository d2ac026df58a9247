// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/code/codemodel.h"
#include "views/source/sourceanswer.h"

namespace ember::views {

// Lines of source with what was spent at each.
class SourceModel : public CodeModel {
    Q_OBJECT
public:
    using CodeModel::CodeModel;

    void setAnswer(SourceAnswer answer);
    const SourceAnswer &answer() const { return m_answer; }

    std::uint32_t lineAt(int row) const;
    // -1: it is not here.
    int rowOf(std::uint32_t line) const;
    // What was spent where no line is known, and at lines that are not here.
    model::Weight atNoLine() const { return m_atNoLine; }
    std::uint32_t firstLineBehindEnd() const { return m_firstBehindEnd; } // 0: none

    int rowCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation,
                        int role = Qt::DisplayRole) const override;

protected:
    std::vector<int> hotRows() const override;

private:
    const model::LineWeight *weightAt(int row) const;

    SourceAnswer m_answer;
    model::Weight m_atNoLine;
    std::uint32_t m_firstBehindEnd = 0;
};

} // namespace ember::views

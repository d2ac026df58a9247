// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/query/instructionvisits.h"
#include "views/code/codemodel.h"
#include "views/code/machinecode.h"

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace ember::views {

// What was spent at a row of a listing.
struct RowWeight {
    std::size_t row = 0;
    model::InstructionWeight weight;
};

// What was spent in the function where there are no instructions to show.
struct MissingCode {
    CodeFault fault = CodeFault::None;
    std::string binary; // at fault
    model::InstructionWeight weight;
};

// The instructions of a function, and what was spent at each: `rows` and `missing` sum up to what
// the function spent itself.
struct DisassemblyAnswer {
    model::FrameIndex frame; // invalid: nothing was asked
    model::CallWeightsPointer calls;
    ListingPointer listing; // never null in an answer; may have no rows
    std::vector<model::InstructionPlace> places; // that the listing is of
    std::vector<RowWeight> rows; // in their order
    std::vector<MissingCode> missing; // the largest first
    std::optional<std::size_t> hottestRow;
};

// What the disassembly view asks; owns all it touches.
struct DisassemblyQuestion {
    model::ProfilePointer profile;
    model::FrameIndex frame; // whose function
    model::Selection selection;
    std::shared_ptr<model::CallWeigher> weigher; // by instructions
    std::shared_ptr<model::GrowingStackWeights> sums; // of one question at a time
    std::shared_ptr<CodeSource> code;
    SourcePlaces places;
    // Of the answer shown last, empty if that was about another function: what is shown stays.
    std::vector<model::InstructionPlace> knownPlaces;
    ListingPointer known; // likewise; null
};

// Takes as long as reading the binary and weighing the calls: not for the UI thread.
DisassemblyAnswer answer(const DisassemblyQuestion &question);

// Instructions with what was spent at each, and the lines they come from.
class DisassemblyModel : public CodeModel {
    Q_OBJECT
public:
    DisassemblyModel(const ViewAppearance &appearance, QObject *parent);

    void setAnswer(DisassemblyAnswer answer);
    const DisassemblyAnswer &answer() const { return m_answer; }

    // Where the row's instruction jumps to; -1: it does not, or not to one that is shown.
    int targetOf(int row) const;

    int rowCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;

protected:
    std::vector<int> hotRows() const override;

private:
    const model::InstructionWeight *weightAt(std::size_t row) const;
    QString textAt(std::size_t row) const;
    QVariant look(std::size_t row, int role) const;

    const ViewAppearance &m_appearance;
    DisassemblyAnswer m_answer;
};

} // namespace ember::views

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

// The weight of a row of a listing.
struct RowWeight {
    std::size_t row = 0;
    model::InstructionWeight weight;
};

// The weight of the function's samples at places without instructions.
struct MissingCode {
    CodeFault fault = CodeFault::None;
    std::string binary; // the binary whose code is missing
    model::InstructionWeight weight;
};

// The instructions of a function, and the weight of each: `rows` and `missing` sum up to the
// function's own weight.
struct DisassemblyAnswer {
    model::FrameIndex frame; // invalid: none of the hottest functions has code
    model::CallWeightsPointer calls;
    ListingPointer listing; // null without a function; may have no rows
    std::vector<model::InstructionPlace> places; // places of samples that the listing was made for
    std::vector<RowWeight> rows; // in the listing's order
    std::vector<MissingCode> missing; // the largest first
    std::optional<std::size_t> hottestRow;
};

// The question of the disassembly view; owns all it touches.
struct DisassemblyQuestion {
    model::ProfilePointer profile;
    model::FrameIndex frame; // of the function; invalid: the hottest whose code is there
    model::Selection selection;
    std::shared_ptr<model::CallWeigher> weigher; // by instructions
    std::shared_ptr<model::GrowingStackWeights> sums; // for one question at a time
    std::shared_ptr<CodeSource> code;
    SourcePlaces places;
    // The places of the previous answer, so that what is shown stays; empty if that was about
    // another function.
    std::vector<model::InstructionPlace> knownPlaces;
    ListingPointer known; // from the previous answer, or null
};

// Reads the binary and weighs the calls: not for the UI thread.
DisassemblyAnswer answer(const DisassemblyQuestion &question);

// Instructions with their weights, and the lines they come from.
class DisassemblyModel : public CodeModel {
    Q_OBJECT
public:
    DisassemblyModel(const ViewAppearance &appearance, QObject *parent);

    void setAnswer(DisassemblyAnswer answer);
    const DisassemblyAnswer &answer() const { return m_answer; }

    // Returns the row that the row's instruction jumps to; -1 if it does not jump, or to no row.
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

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/query/lineweights.h"
#include "views/code/codemodel.h"
#include "views/code/sourcefile.h"
#include "views/code/sourceplaces.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace ember::views {

// What the source view asks; owns all it touches.
struct SourceQuestion {
    model::ProfilePointer profile;
    model::FrameIndex frame; // whose function
    model::Selection selection;
    std::shared_ptr<model::CallWeigher> weigher; // by lines
    SourcePlaces places;
    SourceFilePointer known; // that was shown last
};

// The source of a function's file, and what was spent where in it.
struct SourceAnswer {
    model::FrameIndex frame;
    SourceFilePointer file;
    // The file's; where there is none to be read, the lines that the profile brings or has samples
    // of.
    std::shared_ptr<const SourceText> text;
    bool hasContext = false; // some of them are the profile's
    model::CallWeightsPointer calls;
    std::vector<model::LineWeight> lines; // of the file
    std::uint32_t hottestLine = 0; // of the function; 0: none
};

// Takes as long as reading the file and weighing the calls: not for the UI thread.
SourceAnswer answer(const SourceQuestion &question);

// Lines of source with what was spent at each.
class SourceModel : public CodeModel {
    Q_OBJECT
public:
    explicit SourceModel(QObject *parent = nullptr);

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

protected:
    std::vector<int> hotRows() const override;

private:
    const model::LineWeight *weightAt(int row) const;

    SourceAnswer m_answer;
    model::Weight m_atNoLine;
    std::uint32_t m_firstBehindEnd = 0;
};

} // namespace ember::views

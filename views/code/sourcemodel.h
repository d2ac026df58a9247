// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/query/lineweights.h"
#include "views/code/codemodel.h"
#include "views/code/sourcefile.h"
#include "views/code/sourceplaces.h"
#include "views/code/syntax.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace ember::views {

// The question of the source view; owns all it touches.
struct SourceQuestion {
    model::ProfilePointer profile;
    model::FrameIndex frame; // of the function; invalid: the hottest that has source
    model::Selection selection;
    std::shared_ptr<model::CallWeigher> weigher; // by lines
    SourcePlaces places;
    SourceFilePointer known; // the file shown last
};

// The source file of a function, and the weights of its lines.
struct SourceAnswer {
    model::FrameIndex frame; // invalid: no function was asked for, and none has source
    SourceFilePointer file;
    // The file's text; if it cannot be read, the lines that the profile contains or has samples of.
    std::shared_ptr<const SourceText> text;
    std::shared_ptr<const Syntax> syntax; // of the text; null: there is none
    bool hasContext = false; // some lines are the profile's
    model::CallWeightsPointer calls;
    std::vector<model::LineWeight> lines; // of the whole file
    std::uint32_t hottestLine = 0; // of the function; 0: none
};

// Reads the file and weighs the calls: not for the UI thread.
SourceAnswer answer(const SourceQuestion &question);

// Source lines with their weights.
class SourceModel : public CodeModel {
    Q_OBJECT
public:
    explicit SourceModel(QObject *parent = nullptr);

    void setAnswer(SourceAnswer answer);
    const SourceAnswer &answer() const { return m_answer; }

    std::uint32_t lineAt(int row) const;
    // Returns the row of a line; -1 if the line is not shown.
    int rowOf(std::uint32_t line) const;
    // Returns the comments, strings, numbers and keywords of the line in the row.
    std::vector<SyntaxPart> syntaxAt(int row) const;
    // The weight of samples whose line is not known.
    model::Weight atNoLine() const { return m_atNoLine; }
    // The first line with weight that is not shown; 0: none.
    std::uint32_t firstLineBehindEnd() const { return m_firstBehindEnd; }

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

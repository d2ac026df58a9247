// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/code/codepanel.h"
#include "views/code/disassemblymodel.h"
#include "views/jobs/pacedjob.h"

#include <QString>

#include <memory>

class QLabel;

namespace ember::views {

class DisassemblyModel;
struct DisassemblyAnswer;

// Returns notes on the instructions shown, or why there are none, a line each; empty if there is
// nothing to note.
QString disassemblyNotice(const DisassemblyAnswer &answer);

// The machine code of the function pointed at last, or before there is one, of the hottest function
// whose code is there, with the selection's weight of each instruction. Found, read and weighed off
// the UI thread.
class DisassemblyPanel : public CodePanel {
    Q_OBJECT
public:
    explicit DisassemblyPanel(ViewState &state, QWidget *parent = nullptr);

    // Sets the source of machine code. Null, as at first: nothing is shown.
    void setCode(std::shared_ptr<CodeSource> code);
    // Sets the places to look for source files.
    void setPlaces(const SourcePlaces &places);

    const DisassemblyAnswer &answer() const;

protected:
    void askAnew() override { m_job.askAnew(); }
    void refresh() override { m_job.refresh(); }
    void forget() override;

private:
    DisassemblyPanel(ViewState &state, DisassemblyModel &model, QWidget *parent);

    PacedJob<DisassemblyAnswer>::Work question();
    void showAnswer(DisassemblyAnswer answer);
    void showTexts();
    void goToTarget();

    DisassemblyModel &m_model;
    QLabel *m_notice;
    std::shared_ptr<model::GrowingStackWeights> m_sums =
        std::make_shared<model::GrowingStackWeights>(); // only the job touches it
    std::shared_ptr<CodeSource> m_code;
    SourcePlaces m_places;
    model::FrameIndex m_function; // whose hottest row was scrolled to
    PacedJob<DisassemblyAnswer> m_job;
};

} // namespace ember::views

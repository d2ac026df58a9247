// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/disassembly/disassemblyanswer.h"
#include "views/pacedjob.h"
#include "views/search/searcher.h"
#include "views/tables/sumspanel.h"

#include <memory>

class QAction;
class QHBoxLayout;
class QLabel;
class QTableView;

namespace ember::views {

class DisassemblyModel;

// The machine code of the function pointed at last, and what the selection spent at each of its
// instructions. Read and weighed off the UI thread.
class DisassemblyPanel : public SumsPanel {
    Q_OBJECT
public:
    explicit DisassemblyPanel(ViewState &state, QWidget *parent = nullptr);

    // Where code comes from. Null, as at first: nothing is shown.
    void setCode(std::shared_ptr<CodeSource> code);
    // Where to look for the files of source.
    void setPlaces(const SourcePlaces &places);
    // As a button above the instructions; not owned.
    void addTool(QAction *action);

    const DisassemblyAnswer &answer() const;

public slots:
    // To the next instruction where much was spent.
    void stepToHotInstruction(ember::views::Direction direction);

protected:
    void askAnew() override { m_job.askAnew(); }
    void refresh() override { m_job.refresh(); }
    void forget() override;

private:
    void createView();
    QWidget *createTitleLine();
    PacedJob<DisassemblyAnswer>::Work question();
    void showAnswer(DisassemblyAnswer answer);
    void showTexts();
    void fitColumns();
    void goTo(int row);
    void goToTarget();

    DisassemblyModel *m_model;
    QTableView *m_view;
    QLabel *m_title;
    QHBoxLayout *m_tools;
    QLabel *m_notice;
    std::shared_ptr<CodeSource> m_code;
    SourcePlaces m_places;
    model::FrameIndex m_function; // whose instructions were gone to
    PacedJob<DisassemblyAnswer> m_job;
};

} // namespace ember::views

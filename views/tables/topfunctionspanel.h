// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/jobs/pacedjob.h"
#include "views/sums/sumspanel.h"
#include "views/tables/functionmodel.h"

class QTableView;

namespace ember::views {

class ChosenRow;
class SumColumnWidths;
class NothingSeen;

// Functions by self or total time, for the selected range and the shown threads; for running
// threads only if the user wants that and the profile has thread states. Computed off the UI
// thread.
class TopFunctionsPanel : public SumsPanel {
    Q_OBJECT
public:
    explicit TopFunctionsPanel(ViewState &state, QWidget *parent = nullptr);

protected:
    void askAnew() override { m_job.askAnew(); }
    void refresh() override { m_job.refresh(); }
    void forget() override;

private:
    void createView();
    PacedJob<FunctionRows>::Work question();
    void showFunctions(FunctionRows functions);

    FunctionModel *m_model;
    QTableView *m_view;
    ChosenRow *m_chosen;
    SumColumnWidths *m_columns;
    NothingSeen *m_nothing;
    bool m_isOther = false; // the rows to come answer another question than those shown
    PacedJob<FunctionRows> m_job;
};

} // namespace ember::views

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/query/functionstatistics.h"
#include "views/pacedjob.h"
#include "views/tables/sumspanel.h"

#include <optional>
#include <vector>

class QTableView;

namespace ember::views {

class ChosenRow;
class FunctionModel;

// Functions by self or total time, of the selected range and the shown threads; where the profile
// tells who ran, of running threads only if the reader wants. Computed off the UI thread.
class TopFunctionsPanel : public SumsPanel {
    Q_OBJECT
public:
    explicit TopFunctionsPanel(ViewState &state, QWidget *parent = nullptr);

signals:
    void functionActivated(const QString &name); // double click: search for it

protected:
    void askAnew() override { m_job.askAnew(); }
    void refresh() override { m_job.refresh(); }
    void forget() override;

private:
    struct Functions {
        std::vector<model::FunctionStatistics> rows;
        std::optional<QString> unit; // of the values they are weighed by; none: time
        model::Accuracy accuracy;
    };

    void createView();
    PacedJob<Functions>::Work question();
    void showFunctions(Functions functions);

    FunctionModel *m_model;
    QTableView *m_view;
    ChosenRow *m_chosen;
    PacedJob<Functions> m_job;
};

} // namespace ember::views

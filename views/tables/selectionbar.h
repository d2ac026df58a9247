// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/query/callweights.h"
#include "views/pacedjob.h"
#include "views/viewstate.h"

#include <QWidget>

class QHBoxLayout;
class QLabel;

namespace ember::views {

// The line above a view of sums: what they are of, and what they are weighed by, which is the same
// for all such views.
class SelectionBar : public QWidget {
    Q_OBJECT
public:
    explicit SelectionBar(ViewState &state, QWidget *parent = nullptr);

    // Behind the scope, before the weight.
    void addTool(QWidget *tool);

protected:
    void showEvent(QShowEvent *event) override;

private:
    using Calls = model::CallWeightsPointer;

    void showChange();
    void showGrowth();
    void showScope();
    PacedJob<Calls>::Work question();
    void showLeft(const Calls &calls);

    ViewState &m_state;
    QLabel *m_scope;
    QHBoxLayout *m_tools;
    QString m_left; // what filters of calls leave, if it is known
    PacedJob<Calls> m_job; // asks what the view below asks: one of them computes
};

} // namespace ember::views

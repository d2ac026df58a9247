// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

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

private:
    void showScope();

    ViewState &m_state;
    QLabel *m_scope;
    QHBoxLayout *m_tools;
};

} // namespace ember::views

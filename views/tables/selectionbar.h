// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/viewstate.h"

#include <QWidget>

class QCheckBox;
class QHBoxLayout;
class QLabel;

namespace ember::views {

// The line above a view of sums: what they are of, what they are weighed by, and, where the profile
// tells who ran, whether waiting counts. The choices are those of all such views.
class SelectionBar : public QWidget {
    Q_OBJECT
public:
    explicit SelectionBar(ViewState &state, QWidget *parent = nullptr);

    // Behind the scope, before the weight.
    void addTool(QWidget *tool);

private:
    void showScope();
    void showProfile();

    ViewState &m_state;
    QLabel *m_scope;
    QCheckBox *m_runningOnly;
    QHBoxLayout *m_tools;
};

} // namespace ember::views

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QToolBar>

class QComboBox;

namespace ember::app {

class Actions;

// The commands used most, the choice between the profiles of what is open, and the search.
class ToolBar : public QToolBar {
    Q_OBJECT
public:
    // Takes `search`.
    ToolBar(const Actions &actions, QWidget *search, QWidget *parent = nullptr);

    // The choice is shown only where there is one.
    void setProfiles(const QStringList &titles, qsizetype current);

signals:
    void profileChosen(int place);

private:
    QComboBox *m_profiles;
    QAction *m_profilesAction;
};

} // namespace ember::app

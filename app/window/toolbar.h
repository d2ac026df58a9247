// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QToolBar>

class QComboBox;

namespace ember::app {

class Actions;

// Toolbar: frequent commands, the choice between the profiles of a file, the search field.
class ToolBar : public QToolBar {
    Q_OBJECT
public:
    // Takes ownership of `search`.
    ToolBar(const Actions &actions, QWidget *search, QWidget *parent = nullptr);

    // Sets the profiles to choose from; hidden with fewer than two.
    void setProfiles(const QStringList &titles, qsizetype current);

signals:
    void profileChosen(int place);

private:
    QComboBox *m_profiles;
    QAction *m_profilesAction;
};

} // namespace ember::app

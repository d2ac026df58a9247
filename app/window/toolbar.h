// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/core/time.h"
#include "model/profile/profile.h"

#include <QToolBar>

#include <chrono>

class QComboBox;
class QToolButton;

namespace ember::views {
class ElidedLabel;
class OpenProfile;
} // namespace ember::views

namespace ember::app {

class Actions;

// The toolbar: recording, what is open, the search field, the palette, export and sending.
// Everything else is in the menus and in the palette.
class ToolBar : public QToolBar {
    Q_OBJECT
public:
    // Takes ownership of `search`.
    ToolBar(const Actions &actions, QWidget *search, QWidget *parent = nullptr);

    // Shows the name of what is open; empty: nothing is.
    void setTitle(const QString &title);
    // Shows length, threads and rate of the profile.
    void setProfile(const views::OpenProfile &profile);
    // Sets the profiles to choose from; hidden with fewer than two.
    void setProfiles(const QStringList &titles, qsizetype current);

signals:
    void profileChosen(int place);

private:
    void addRecording(const Actions &actions);
    void addStop(QAction &stop);
    void showStop();
    void addTitle();
    void showFigures(const model::Profile &tables);
    QAction *addButton(QAction &action, const QString &text);

    QToolButton *m_stop = nullptr;
    std::chrono::seconds m_length{0}; // of the profile
    views::ElidedLabel *m_title;
    views::ElidedLabel *m_figures;
    QComboBox *m_profiles;
    QAction *m_profilesAction = nullptr;
};

} // namespace ember::app

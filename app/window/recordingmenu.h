// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/state/recordings.h"

#include <QObject>

namespace ember::views {

class OpenProfile;
class ThreadChoice;

} // namespace ember::views

namespace ember::app {

class Actions;

// The menu that shows and hides the threads of each recording. If the profile has fewer than two,
// the menu is hidden, and the colour mode by recording too.
class RecordingMenu : public QObject {
    Q_OBJECT
public:
    RecordingMenu(const views::OpenProfile &profile, views::ThreadChoice &threads, Actions &actions,
                  QObject *parent);

private:
    void update();
    void add(const views::Recording &recording);

    const views::OpenProfile &m_profile;
    views::ThreadChoice &m_threads;
    Actions &m_actions;
};

} // namespace ember::app

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "views/state/recordings.h"
#include "views/state/viewstate.h"

#include <QObject>

namespace ember::app {

class Actions;

// The menu that shows and hides the threads of each recording, where the profile has several; else
// it is hidden, with the colours by recording.
class RecordingMenu : public QObject {
    Q_OBJECT
public:
    RecordingMenu(views::ViewState &state, Actions &actions, QObject *parent);

private:
    void update();
    void add(const views::Recording &recording);

    views::ViewState &m_state;
    Actions &m_actions;
};

} // namespace ember::app

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/recordingmenu.h"

#include "app/window/actions.h"
#include "views/state/openprofile.h"
#include "views/state/threadchoice.h"
#include "views/text/plaintexts.h"

#include <QAction>
#include <QMenu>

#include <algorithm>

namespace ember::app {

RecordingMenu::RecordingMenu(const views::OpenProfile &profile, views::ThreadChoice &threads,
                             Actions &actions, QObject *parent)
    : QObject(parent),
      m_profile(profile),
      m_threads(threads),
      m_actions(actions)
{
    connect(&profile, &views::OpenProfile::opened, this, &RecordingMenu::update);
    connect(actions.menu("recordings"), &QMenu::aboutToShow, this, &RecordingMenu::update);
    update();
}

void RecordingMenu::update()
{
    QMenu &menu = *m_actions.menu("recordings");
    menu.clear();
    if (m_profile.spans()) {
        for (const views::Recording &recording : views::recordingsOf(*m_profile.spans()->profile()))
            add(recording);
    }
    const bool areSeveral = !menu.isEmpty();
    menu.menuAction()->setVisible(areSeveral);
    m_actions.at("coloursByRecording")->setVisible(areSeveral);
    if (!areSeveral)
        return;
    menu.addSeparator();
    QAction *all = menu.addAction(tr("Show &All"));
    connect(all, &QAction::triggered, &m_threads, [this] { m_threads.showOnly(m_threads.all()); });
}

// Adds a recording. An & in a file name is shown, and does not become a mnemonic.
void RecordingMenu::add(const views::Recording &recording)
{
    QString name = views::oneLine(views::shortened(recording.name));
    QAction *action = m_actions.menu("recordings")
                          ->addAction(name.replace(QLatin1Char('&'), QLatin1String("&&")));
    action->setCheckable(true);
    action->setChecked(std::ranges::any_of(recording.threads, [this](model::ThreadIndex thread) {
        return m_threads.isShown(thread);
    }));
    connect(action, &QAction::triggered, this, [this, threads = recording.threads](bool isOn) {
        m_threads.setShown(threads, isOn ? views::Shown::Yes : views::Shown::No);
    });
}

} // namespace ember::app

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/session/launchcommand.h"

#include <QFrame>

#include <optional>

class QLabel;
class QPushButton;

namespace ember::app {

// Returns the command that records the demo, a program beside this one or in PATH; empty if it is
// not installed.
std::optional<LaunchCommand> demoCommand();

// A guide through a recording of the demo in five steps: a small pane in a corner of the window,
// which stays usable. Each step tells what to look at, and may have a button that does it. Deletes
// itself when it is closed.
class DemoTour : public QFrame {
    Q_OBJECT
public:
    // `actions` has the actions of the window as children, which are found by their names.
    DemoTour(const QObject &actions, QWidget &window);

    static constexpr int stepCount = 5;

    int step() const { return m_step; } // the current step, from 0

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    bool isRecording() const;
    void showStep(int step);
    void place();

    const QObject &m_actions;
    QWidget &m_window;
    int m_step = 0;
    QLabel *m_title;
    QLabel *m_text;
    QPushButton *m_do;
    QPushButton *m_back;
    QPushButton *m_next;
};

} // namespace ember::app

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/session/launchsettings.h"

#include <QWidget>

class QCheckBox;
class QComboBox;
class QLabel;
class QLineEdit;
class QPlainTextEdit;
class QPushButton;
class QSpinBox;

namespace ember::app {

class MachineFields;

// What to launch and how. Remembers nothing itself: see LaunchSettings.
class LaunchForm : public QWidget {
    Q_OBJECT
public:
    explicit LaunchForm(QWidget *parent = nullptr);

    LaunchCommand command() const;
    void setCommand(const LaunchCommand &command);
    // Offered in the command field, newest first; the newest fills an empty form.
    void setRecent(const QList<LaunchCommand> &commands);
    void focusCommand();

signals:
    void launchRequested(const ember::app::LaunchCommand &command);

private:
    QWidget *createCommandRow();
    QWidget *createOptions();
    QWidget *createRateRow();
    void showRateWarning();
    void showJitHint();
    void takeRecent(int place);
    void request();

    QList<LaunchCommand> m_recent;
    QComboBox *m_command;
    QLineEdit *m_arguments;
    QLineEdit *m_directory;
    QPlainTextEdit *m_environment;
    QLineEdit *m_stdin;
    MachineFields *m_machine;
    QSpinBox *m_rate;
    QPushButton *m_usePrime;
    QLabel *m_rateWarning;
    QCheckBox *m_followChildren;
    QCheckBox *m_reports;
    QCheckBox *m_frames;
    QCheckBox *m_nameJitFrames;
    QLabel *m_jitHint;
    QPushButton *m_launch;
};

} // namespace ember::app

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/session/launchcommand.h"

#include <QWidget>

class QCheckBox;
class QComboBox;
class QLabel;
class QLineEdit;
class QPlainTextEdit;
class QPushButton;

namespace ember::app {

class MachineFields;
class OptionsField;
class RateFields;
class RingFields;

// Form to enter a command and its recording options. Stateless between runs: see LaunchSettings.
class LaunchForm : public QWidget {
    Q_OBJECT
public:
    explicit LaunchForm(QWidget *parent = nullptr);

    LaunchCommand command() const;
    void setCommand(const LaunchCommand &command);
    // Sets the commands offered in the command field, newest first; the newest fills an empty form.
    void setRecent(const QList<LaunchCommand> &commands);
    void focusCommand();

signals:
    void launchRequested(const ember::app::LaunchCommand &command);

private:
    QWidget *createCommandRow();
    QWidget *createOptions();
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
    RingFields *m_ring;
    RateFields *m_rate;
    OptionsField *m_options;
    QCheckBox *m_followChildren;
    QCheckBox *m_reports;
    QCheckBox *m_frames;
    QCheckBox *m_nameJitFrames;
    QLabel *m_jitHint;
    QCheckBox *m_sentryData;
    QPushButton *m_launch;
};

} // namespace ember::app

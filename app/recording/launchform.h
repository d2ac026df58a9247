// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/session/commandtext.h"
#include "app/session/launchcommand.h"

#include <QDialog>
#include <QWidget>

class QCheckBox;
class QComboBox;
class QLabel;
class QLineEdit;
class QPlainTextEdit;
class QPushButton;
class QScrollArea;
class QToolButton;

namespace ember::app {

class MachineFields;
class OptionsField;
class RateFields;
class RingFields;

// Form to enter a command line as in a shell; the options of its recording are said in one line and
// unfold under it. Stateless between runs: see LaunchSettings.
class LaunchForm : public QWidget {
    Q_OBJECT
public:
    explicit LaunchForm(QWidget *parent = nullptr);

    LaunchCommand command() const;
    void setCommand(const LaunchCommand &command);
    // Sets the commands offered in the command field, newest first; the newest fills an empty form.
    void setRecent(const QList<LaunchCommand> &commands);
    void focusCommand();
    void focusMachine(); // puts the keyboard focus into the field for the host
    // Shows the key of attaching to a process beside its button.
    void showAttachKey(const QString &key);

signals:
    void attachRequested();
    void launchRequested(const ember::app::LaunchCommand &command);

private:
    // A command that is too long for its field, and what the field shows of it.
    struct LongCommand {
        QString shown; // "": the field has all
        CommandWords words;
    };

    // The words of the command that the field shows, or shows the start of.
    CommandWords words() const;
    // Whether the field still shows the start of a long command, which the user has not edited.
    bool isShortened() const;
    void createCommandLine();
    QWidget *createFooter();
    QWidget *createOptions();
    QWidget *createDirectoryRow();
    QWidget *createStdinRow();
    QWidget *createSwitches();
    void describeSwitches();
    void showJitHint();
    // Says what is wrong with the command line, if anything, and whether it can be launched.
    void showCommand();
    // Says in one line what the folded fields contain.
    void showSummary();
    void takeRecent(int place);
    void request();

    QList<LaunchCommand> m_recent;
    LongCommand m_long;
    QComboBox *m_command;
    QLabel *m_problem;
    QLabel *m_summary;
    QToolButton *m_more;
    QPushButton *m_attach;
    QWidget *m_rare; // the rarely used fields, which m_more unfolds
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
    QCheckBox *m_nameJit;
    QLabel *m_jitHint;
    QCheckBox *m_sentryData;
    QPushButton *m_launch;
};

// Dialog with the launch form, for a window that already shows something. As high as the unfolded
// fields, but no higher than the window; the form scrolls then.
class LaunchDialog : public QDialog {
    Q_OBJECT
public:
    explicit LaunchDialog(QWidget &window);

    LaunchForm &form() { return *m_form; }

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;
    void showEvent(QShowEvent *event) override;

private:
    void fit();

    LaunchForm *m_form;
    QScrollArea *m_scroll;
};

} // namespace ember::app

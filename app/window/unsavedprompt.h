// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/settings/settings.h"

#include <QDialog>

class QCheckBox;
class QDialogButtonBox;
class QLineEdit;

namespace ember::app {

// Whether recording continues while the dialog asks, and what happens to the program when it stops.
enum class StillRecording { No, ProgramRunsOn, ProgramEnds };

// Asks what to do with a capture without a name. Says that the library has it and may delete it,
// and offers a name. Escape is Cancel.
class UnsavedPrompt : public QDialog {
    Q_OBJECT
public:
    enum class Choice { Cancel, Keep, SaveAs, Discard };

    UnsavedPrompt(const QString &title, StillRecording recording, qint64 libraryLimitBytes,
                  QWidget *parent = nullptr);

    Choice choice() const { return m_choice; }
    QString name() const; // name for the library
    AskAboutUnnamed askAgain() const;

private:
    void addButton(QDialogButtonBox &box, const QString &name, const QString &text, Choice choice);

    Choice m_choice = Choice::Cancel;
    QLineEdit *m_name;
    QCheckBox *m_doNotAsk;
};

} // namespace ember::app

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/settings/settings.h"

#include <QDialog>

class QCheckBox;
class QDialogButtonBox;
class QLineEdit;

namespace ember::app {

// What is recorded while one asks, and what becomes of the program when that stops.
enum class StillRecording { No, ProgramRunsOn, ProgramEnds };

// What is to become of a capture that nobody has named. The library has it already and may delete
// it some day: says so, and offers a name. Escape is Cancel.
class UnsavedPrompt : public QDialog {
    Q_OBJECT
public:
    enum class Choice { Cancel, Keep, SaveAs, Discard };

    UnsavedPrompt(const QString &title, StillRecording recording, qint64 libraryLimitBytes,
                  QWidget *parent = nullptr);

    Choice choice() const { return m_choice; }
    QString name() const; // to keep it under
    AskAboutUnnamed askAgain() const;

private:
    void addButton(QDialogButtonBox &box, const QString &name, const QString &text, Choice choice);

    Choice m_choice = Choice::Cancel;
    QLineEdit *m_name;
    QCheckBox *m_doNotAsk;
};

} // namespace ember::app

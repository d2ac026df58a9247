// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/session/recorderprocess.h"
#include "model/profile/profile.h"

#include <QString>
#include <QWidget>

#include <optional>

class QLabel;

namespace ember::app {

// "exited with 3", "ended by signal 6 (Aborted)".
QString endText(const model::ExitStatus &end);

// Shows a capture's state, length, samples and losses in the status bar. Hidden if nothing is open.
class CaptureStatus : public QWidget {
    Q_OBJECT
public:
    explicit CaptureStatus(QWidget *parent = nullptr);

    // Hides the status.
    void clear();
    void setState(RecorderProcess::State state);
    // Sets how the launched command ended.
    void setEnd(const model::ExitStatus &end);
    // `profile` may be null: no sample yet.
    void setProfile(const model::ProfilePointer &profile);

    QString text() const;

private:
    void showState(const QString &state);
    void showParts();

    QString m_stateText;
    QLabel *m_state;
    QLabel *m_figures;
    QLabel *m_loss; // a badge; hidden while nothing is lost
};

} // namespace ember::app

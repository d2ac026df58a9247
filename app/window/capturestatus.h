// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/session/recorderprocess.h"
#include "model/profile/profile.h"

#include <QWidget>

class QLabel;

namespace ember::app {

// What is shown, in one line of the status bar: a capture's state, length, samples, and what was
// lost. Hidden while there is nothing.
class CaptureStatus : public QWidget {
    Q_OBJECT
public:
    explicit CaptureStatus(QWidget *parent = nullptr);

    // Nothing is shown.
    void clear();
    void setState(RecorderProcess::State state);
    // The launched command has ended like this.
    void setEnd(const model::ExitStatus &end);
    // `profile` may be null: no sample yet.
    void setProfile(const model::ProfilePointer &profile);

    QString text() const;

private:
    QLabel *m_state;
    QLabel *m_figures;
    QLabel *m_loss; // a badge; hidden while nothing is lost
};

} // namespace ember::app

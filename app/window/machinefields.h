// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/session/remotemachine.h"

#include <QWidget>

class QLineEdit;

namespace ember::app {

// On which machine a command runs: this one, as long as there is no host.
class MachineFields : public QWidget {
    Q_OBJECT
public:
    explicit MachineFields(QWidget *parent = nullptr);

    RemoteMachine machine() const;
    void setMachine(const RemoteMachine &machine);

signals:
    void changed();

private:
    QLineEdit *m_host;
    QLineEdit *m_recorder; // only shown where there is a host
};

} // namespace ember::app

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/session/remotemachine.h"

#include <QWidget>

class QLineEdit;

namespace ember::app {

// Fields for the machine to run a command on; without a host, this one.
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
    QLineEdit *m_recorder; // shown only with a host
};

} // namespace ember::app

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window/machinefields.h"

#include <QHBoxLayout>
#include <QLineEdit>

namespace ember::app {

MachineFields::MachineFields(QWidget *parent)
    : QWidget(parent),
      m_host(new QLineEdit),
      m_recorder(new QLineEdit)
{
    m_host->setObjectName(QStringLiteral("host"));
    m_host->setAccessibleName(tr("Host"));
    m_host->setPlaceholderText(tr("This machine"));
    m_host->setToolTip(tr("HOST or USER@HOST, reached by ssh: with a key or ssh-agent, or with the "
                          "password that SSH_ASKPASS asks for. All paths are those of that "
                          "machine, and names come from there."));
    m_recorder->setObjectName(QStringLiteral("remoteRecorder"));
    m_recorder->setAccessibleName(tr("Recorder on that machine"));
    m_recorder->setPlaceholderText(tr("emberchart-record in its PATH"));
    m_recorder->setToolTip(tr("Path of emberchart-record on that machine"));
    m_recorder->setVisible(false);
    connect(m_host, &QLineEdit::textChanged, this, [this] {
        m_recorder->setVisible(!machine().host.isEmpty());
        emit changed();
    });

    setFocusProxy(m_host);
    auto *row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->addWidget(m_host);
    row->addWidget(m_recorder);
}

RemoteMachine MachineFields::machine() const
{
    const QString host = m_host->text().trimmed();
    return {host, host.isEmpty() ? QString() : m_recorder->text().trimmed()};
}

void MachineFields::setMachine(const RemoteMachine &machine)
{
    m_host->setText(machine.host);
    m_recorder->setText(machine.recorder);
}

} // namespace ember::app

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/linefollower.h"

#include <QFile>

namespace ember::app {

QByteArrayList LineFollower::newLines()
{
    QFile file(m_path);
    if (!file.open(QIODevice::ReadOnly) || file.size() <= m_read || !file.seek(m_read))
        return {};
    const QByteArray bytes = file.readAll();
    m_read += bytes.size();
    QByteArrayList lines = QByteArray(m_begun + bytes).split('\n');
    m_begun = lines.takeLast();
    return lines;
}

} // namespace ember::app

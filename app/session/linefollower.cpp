// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/linefollower.h"

#include <QFile>

namespace ember::app {

namespace {

constexpr qint64 maxPerCall = 16 << 20;

} // namespace

QByteArrayList LineFollower::newLines()
{
    QFile file(m_path);
    if (!file.open(QIODevice::ReadOnly) || file.size() <= m_read || !file.seek(m_read))
        return {};
    const QByteArray bytes = file.read(maxPerCall);
    m_read += bytes.size();
    QByteArrayList lines = QByteArray(m_begun + bytes).split('\n');
    m_begun = lines.takeLast();
    m_begun.truncate(maxLineBytes);
    for (QByteArray &line : lines)
        line.truncate(maxLineBytes);
    return lines;
}

} // namespace ember::app

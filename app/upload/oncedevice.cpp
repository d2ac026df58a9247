// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/upload/oncedevice.h"

#include <algorithm>
#include <utility>

namespace ember::app {

OnceDevice::OnceDevice(QByteArray bytes, QObject *parent)
    : QIODevice(parent),
      m_bytes(std::move(bytes))
{
    open(QIODevice::ReadOnly | QIODevice::Unbuffered);
}

qint64 OnceDevice::readData(char *data, qint64 size)
{
    const auto count = std::min(size, m_bytes.size() - m_position);
    std::copy_n(m_bytes.constData() + m_position, count, data);
    m_position += count;
    return count == 0 && size > 0 ? -1 : count;
}

qint64 OnceDevice::writeData(const char *, qint64)
{
    return -1;
}

} // namespace ember::app

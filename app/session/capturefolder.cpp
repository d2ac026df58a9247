// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/capturefolder.h"

#include <QFile>
#include <QFileInfo>

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>
#include <utility>

namespace ember::app {

namespace {

int openLock(const CaptureFolder &folder)
{
    const QByteArray path = QFile::encodeName(folder.lockPath());
    return ::open(path.constData(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
}

} // namespace

QString CaptureFolder::id() const
{
    return QFileInfo(m_path).fileName();
}

QString CaptureFolder::logPath() const
{
    return m_path % QLatin1String("/capture.ember");
}

QString CaptureFolder::controlPath() const
{
    return m_path % QLatin1String("/control");
}

QString CaptureFolder::statusPath() const
{
    return m_path % QLatin1String("/status");
}

QString CaptureFolder::messagesPath() const
{
    return m_path % QLatin1String("/messages");
}

QString CaptureFolder::outputPath() const
{
    return m_path % QLatin1String("/output");
}

QString CaptureFolder::infoPath() const
{
    return m_path % QLatin1String("/info.json");
}

QString CaptureFolder::lockPath() const
{
    return m_path % QLatin1String("/lock");
}

bool CaptureFolder::isRecording() const
{
    const QByteArray path = QFile::encodeName(controlPath());
    const int control = ::open(path.constData(), O_WRONLY | O_NONBLOCK | O_CLOEXEC);
    if (control < 0)
        return false;
    ::close(control);
    return true;
}

bool CaptureFolder::isOpen() const
{
    const int lock = openLock(*this);
    if (lock < 0)
        return false;
    const bool isHeld = ::flock(lock, LOCK_EX | LOCK_NB) != 0;
    ::close(lock);
    return isHeld;
}

CaptureUse::CaptureUse(const CaptureFolder &folder) : m_lock(openLock(folder))
{
    if (m_lock >= 0)
        ::flock(m_lock, LOCK_SH | LOCK_NB);
}

CaptureUse::~CaptureUse()
{
    if (m_lock >= 0)
        ::close(m_lock);
}

CaptureUse::CaptureUse(CaptureUse &&other) noexcept : m_lock(std::exchange(other.m_lock, -1)) { }

CaptureUse &CaptureUse::operator=(CaptureUse &&other) noexcept
{
    std::swap(m_lock, other.m_lock);
    return *this;
}

} // namespace ember::app

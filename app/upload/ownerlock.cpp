// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/upload/ownerlock.h"

#include <QFile>
#include <QUuid>

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/file.h>

namespace ember::app {

namespace {

QString pathOf(const QString &folder, const QString &name)
{
    return folder % QLatin1Char('/') % name % QLatin1String(".owner");
}

} // namespace

model::Result<OwnerLock> OwnerLock::create(const QString &folder)
{
    OwnerLock lock;
    const QString name = QUuid::createUuid().toString(QUuid::Id128);
    const QByteArray path = QFile::encodeName(pathOf(folder, name));
    constexpr mode_t ownerOnly = 0600;
    lock.m_file = capture::FileDescriptor(
        ::open(path.constData(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, ownerOnly));
    if (!lock.m_file.isOpen() || ::flock(lock.m_file.number(), LOCK_EX | LOCK_NB) != 0)
        return model::Error{errno == ENOSPC ? model::ErrorCode::DiskFull
                                            : model::ErrorCode::FileNotWritable,
                            path.toStdString(), std::strerror(errno)};
    lock.m_folder = folder;
    lock.m_name = name;
    return lock;
}

OwnerLock::~OwnerLock()
{
    if (m_file.isOpen())
        QFile::remove(pathOf(m_folder, m_name));
}

bool OwnerLock::isAlive(const QString &folder, const QString &name)
{
    const QString path = pathOf(folder, name);
    const capture::FileDescriptor file(
        ::open(QFile::encodeName(path).constData(), O_RDWR | O_CLOEXEC));
    if (!file.isOpen())
        return errno != ENOENT;
    if (::flock(file.number(), LOCK_EX | LOCK_NB) != 0)
        return true;
    QFile::remove(path);
    return false;
}

} // namespace ember::app

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QSaveFile>

#include <sys/stat.h>

namespace ember::app {

// Creates a folder of this program, and its missing parents, with owner-only permissions: names and
// behaviour of recorded programs are private. If the folder exists and its path contains
// "/emberchart", it is made private. Returns false, with errno, if it does not exist afterwards.
inline bool makePrivateFolder(const QString &path)
{
    constexpr mode_t othersMode = S_IRWXG | S_IRWXO;
    constexpr mode_t ownerMode = S_IRWXU;
    const QByteArray name = QFile::encodeName(path);
    struct stat status { };

    if (::stat(name.constData(), &status) == 0 && S_ISDIR(status.st_mode)) {
        const bool isOurs = path.contains(QLatin1String("/emberchart"));
        if (isOurs && (status.st_mode & othersMode) != 0)
            // Fails for another user's folder.
            ::chmod(name.constData(), status.st_mode & ownerMode);
        return true;
    }
    const QString above = QFileInfo(path).path();
    if (above != path && !QFileInfo::exists(above) && !makePrivateFolder(above))
        return false;
    return ::mkdir(name.constData(), ownerMode) == 0 || QFileInfo(path).isDir();
}

// Atomically replaces a file of this program by one with owner-only permissions, so that several
// processes may write at once. Creates its folder. On failure the old file stays; returns false.
inline bool replacePrivateFile(const QString &path, const QByteArray &content)
{
    makePrivateFolder(QFileInfo(path).path());
    QSaveFile file(path);
    if (!file.open(QIODevice::WriteOnly))
        return false;
    file.setPermissions(QFileDevice::ReadOwner | QFileDevice::WriteOwner);
    file.write(content);
    return file.commit();
}

} // namespace ember::app

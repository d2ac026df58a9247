// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QSaveFile>

#include <sys/stat.h>

namespace ember::app {

// Makes a folder of our own, and those above it that are missing, so that nobody else can look into
// them: what a user's program is called and does is that user's. One that is there and is called
// after us becomes private. False, with errno, if there is none then.
inline bool makePrivateFolder(const QString &path)
{
    constexpr mode_t othersMode = S_IRWXG | S_IRWXO;
    constexpr mode_t ownerMode = S_IRWXU;
    const QByteArray name = QFile::encodeName(path);
    struct stat status { };

    if (::stat(name.constData(), &status) == 0 && S_ISDIR(status.st_mode)) {
        const bool isOurs = path.contains(QLatin1String("/emberchart"));
        if (isOurs && (status.st_mode & othersMode) != 0)
            ::chmod(name.constData(), status.st_mode & ownerMode); // somebody else's: stays so
        return true;
    }
    const QString above = QFileInfo(path).path();
    if (above != path && !QFileInfo::exists(above) && !makePrivateFolder(above))
        return false;
    return ::mkdir(name.constData(), ownerMode) == 0 || QFileInfo(path).isDir();
}

// Replaces a file of our own that nobody else may read, all or nothing: two programs may write at
// once. Makes its folder. Where it cannot be written, it stays as it was.
inline void replacePrivateFile(const QString &path, const QByteArray &content)
{
    makePrivateFolder(QFileInfo(path).path());
    QSaveFile file(path);
    if (!file.open(QIODevice::WriteOnly))
        return;
    file.setPermissions(QFileDevice::ReadOwner | QFileDevice::WriteOwner);
    file.write(content);
    file.commit();
}

} // namespace ember::app

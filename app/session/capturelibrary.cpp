// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/session/capturelibrary.h"

#include "app/privatefolder.h"

#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QFileInfo>
#include <QJsonDocument>
#include <QSaveFile>
#include <QStandardPaths>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

namespace ember::app {

namespace {

int openLock(const CaptureFolder &folder)
{
    const QByteArray path = QFile::encodeName(folder.lockPath());
    return ::open(path.constData(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
}

using model::Error;
using model::ErrorCode;
using model::Result;

constexpr QLatin1String nameKey("name");
constexpr QLatin1String pinnedKey("pinned");
constexpr QLatin1String commandKey("command");
constexpr QLatin1String startedKey("started");

Error systemError(ErrorCode code, const QString &path)
{
    return {code, path.toStdString(), std::strerror(errno)};
}

qint64 sizeOf(const QString &path)
{
    qint64 bytes = 0;
    QDirIterator files(path, QDir::Files, QDirIterator::Subdirectories);
    while (files.hasNext()) {
        files.next();
        bytes += files.fileInfo().size();
    }
    return bytes;
}

QJsonObject readInfo(const CaptureFolder &folder)
{
    QFile file(folder.infoPath());
    if (!file.open(QIODevice::ReadOnly))
        return {};
    return QJsonDocument::fromJson(file.readAll()).object();
}

Result<void> writeInfo(const CaptureFolder &folder, const QJsonObject &info)
{
    QSaveFile file(folder.infoPath());
    if (!file.open(QIODevice::WriteOnly))
        return systemError(ErrorCode::FileNotWritable, folder.infoPath());
    file.setPermissions(QFileDevice::ReadOwner | QFileDevice::WriteOwner);
    file.write(QJsonDocument(info).toJson());
    if (!file.commit())
        return Error{ErrorCode::FileNotWritable, folder.infoPath().toStdString(),
                     file.errorString().toStdString()};
    return {};
}

QJsonObject newInfo(const LaunchCommand &command)
{
    return {{commandKey, toJson(command)},
            {startedKey, QDateTime::currentDateTimeUtc().toString(Qt::ISODateWithMs)}};
}

// Creates a folder named by the start time, so that names sort by time; a number is added if two
// captures start within a second.
Result<QString> makeUniqueFolder(const QDir &root)
{
    const QString stem = QDateTime::currentDateTime().toString(u"yyyy-MM-dd'T'HH-mm-ss");
    QString name = stem;
    for (int i = 2;; ++i) {
        const QString path = root.filePath(name);
        if (::mkdir(QFile::encodeName(path).constData(), 0700) == 0)
            return path;
        if (errno != EEXIST)
            return systemError(ErrorCode::FileNotWritable, path);
        name = stem % QLatin1Char('-') % QString::number(i);
    }
}

} // namespace

QString CaptureFolder::id() const
{
    return QFileInfo(m_path).fileName();
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

QString CaptureInfo::title() const
{
    return name.isEmpty() ? command.commandLine() : name;
}

CaptureLibrary::CaptureLibrary(QString root) : m_root(std::move(root)) { }

QString CaptureLibrary::defaultRoot()
{
    return QStandardPaths::writableLocation(QStandardPaths::GenericDataLocation)
        % QLatin1String("/emberchart/captures");
}

Result<CaptureFolder> CaptureLibrary::create(const LaunchCommand &command) const
{
    if (!makePrivateFolder(m_root))
        return systemError(ErrorCode::FileNotWritable, m_root);
    EMBER_ASSIGN_OR_RETURN(const QString path, makeUniqueFolder(QDir(m_root)));
    const CaptureFolder folder(path);
    if (::mkdir(QFile::encodeName(folder.outputPath()).constData(), 0700) != 0
        || ::mkfifo(QFile::encodeName(folder.controlPath()).constData(), 0600) != 0)
        return systemError(ErrorCode::FileNotWritable, folder.path());
    EMBER_RETURN_IF_ERROR(writeInfo(folder, newInfo(command)));
    return folder;
}

Result<CaptureFolder> CaptureLibrary::adopt(const QString &logPath, const LaunchCommand &command,
                                            const QString &name) const
{
    EMBER_ASSIGN_OR_RETURN(const QString path, makeUniqueFolder(QDir(m_root)));
    const CaptureFolder folder(path);
    if (::rename(QFile::encodeName(logPath).constData(),
                 QFile::encodeName(folder.logPath()).constData())
        != 0) {
        const Error error = systemError(ErrorCode::FileNotWritable, logPath);
        QDir().rmdir(path);
        return error;
    }
    QJsonObject info = newInfo(command);
    info.insert(nameKey, name);
    info.insert(pinnedKey, true);
    EMBER_RETURN_IF_ERROR(writeInfo(folder, info));
    return folder;
}

QList<CaptureInfo> CaptureLibrary::list() const
{
    QList<CaptureInfo> captures = folders();
    captures.removeIf([](const CaptureInfo &capture) {
        return !capture.isRecording && !QFileInfo::exists(capture.folder.logPath());
    });
    return captures;
}

// Returns all captures whose folder has the file infoPath(), newest first.
QList<CaptureInfo> CaptureLibrary::folders() const
{
    QList<CaptureInfo> captures;
    const QDir root(m_root);
    const QStringList names = root.entryList(QDir::Dirs | QDir::NoDotAndDotDot);
    for (const QString &name : names) {
        const CaptureFolder folder(root.filePath(name));
        if (QFileInfo::exists(folder.infoPath()))
            captures.append(info(folder));
    }
    std::ranges::sort(captures, std::ranges::greater{}, [](const CaptureInfo &capture) {
        return std::pair(capture.started, capture.folder.id());
    });
    return captures;
}

CaptureInfo CaptureLibrary::info(const CaptureFolder &folder) const
{
    const QJsonObject json = readInfo(folder);
    CaptureInfo info;
    info.folder = folder;
    info.name = json.value(nameKey).toString();
    // Older versions had no pins: they kept captures that had a name.
    info.isPinned = json.value(pinnedKey).toBool(!info.name.isEmpty());
    info.command = launchCommandFromJson(json.value(commandKey).toObject());
    info.started =
        QDateTime::fromString(json.value(startedKey).toString(), Qt::ISODateWithMs).toLocalTime();
    info.bytes = sizeOf(folder.path());
    info.isRecording = folder.isRecording();
    info.isOpen = folder.isOpen();
    return info;
}

Result<void> CaptureLibrary::rename(const CaptureFolder &folder, const QString &name) const
{
    QJsonObject info = readInfo(folder);
    info.insert(nameKey, name.trimmed());
    info.insert(pinnedKey, !name.trimmed().isEmpty());
    return writeInfo(folder, info);
}

Result<void> CaptureLibrary::pin(const CaptureFolder &folder, Pinned pinned) const
{
    QJsonObject info = readInfo(folder);
    info.insert(pinnedKey, pinned == Pinned::Yes);
    return writeInfo(folder, info);
}

Result<void> CaptureLibrary::remove(const CaptureFolder &folder) const
{
    if (folder.isRecording() || folder.isOpen())
        return Error{ErrorCode::FileInUse, folder.path().toStdString(), {}};
    if (!QDir(folder.path()).removeRecursively())
        return systemError(ErrorCode::FileNotWritable, folder.path());
    return {};
}

void CaptureLibrary::discard(const CaptureFolder &folder) const
{
    if (!folder.isEmpty())
        QDir(folder.path()).removeRecursively();
}

QStringList CaptureLibrary::enforceLimit(qint64 bytes) const
{
    QList<CaptureInfo> captures = folders();
    qint64 total = 0;
    for (const CaptureInfo &capture : captures)
        total += capture.bytes;
    QStringList removed;
    for (auto capture = captures.crbegin(); capture != captures.crend() && total > bytes;
         ++capture) {
        const bool isFree = !capture->isPinned && !capture->isRecording && !capture->isOpen;
        if (!isFree || !remove(capture->folder))
            continue;
        total -= capture->bytes;
        removed.append(capture->folder.id());
    }
    return removed;
}

CaptureFolder CaptureLibrary::folderOf(const QString &logPath) const
{
    const QFileInfo log(logPath);
    const CaptureFolder folder(log.absolutePath());
    const bool isOurs =
        QFileInfo(folder.path()).absolutePath() == QFileInfo(m_root).absoluteFilePath()
        && folder.logPath() == log.absoluteFilePath();
    return isOurs ? folder : CaptureFolder();
}

} // namespace ember::app

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/session/launchcommand.h"
#include "model/core/result.h"

#include <QDateTime>
#include <QList>
#include <QString>
#include <QStringList>

namespace ember::app {

// The files of one capture. The folder is the whole of it: whoever finds one can go on with it,
// also after the window that started it is gone.
class CaptureFolder {
public:
    CaptureFolder() = default;

    explicit CaptureFolder(QString path) : m_path(std::move(path)) { }

    bool isEmpty() const { return m_path.isEmpty(); }

    QString path() const { return m_path; }

    QString id() const; // the folder's name
    QString logPath() const; // the capture log itself
    // A FIFO the recorder reads commands from, as long as it lives: to write into it is to reach
    // the recorder, to find no reader is to know that it is gone.
    QString controlPath() const;
    QString statusPath() const; // lines of the recorder's --status-fd
    QString messagesPath() const; // the recorder's stderr
    QString outputPath() const; // folder of the target's stdout and stderr
    QString infoPath() const; // name and command, JSON
    QString lockPath() const; // flock: shared by every window that shows it

    bool isRecording() const;

    friend bool operator==(const CaptureFolder &, const CaptureFolder &) = default;

private:
    QString m_path;
};

// Held by a window as long as it shows a capture: the library does not delete it meanwhile.
class CaptureUse {
public:
    CaptureUse() = default;
    explicit CaptureUse(const CaptureFolder &folder);
    ~CaptureUse();
    CaptureUse(CaptureUse &&other) noexcept;
    CaptureUse &operator=(CaptureUse &&other) noexcept;
    CaptureUse(const CaptureUse &) = delete;
    CaptureUse &operator=(const CaptureUse &) = delete;

private:
    int m_lock = -1;
};

struct CaptureInfo {
    CaptureFolder folder;
    QString name; // given by the user; "" as long as it is not to be kept
    LaunchCommand command;
    QDateTime started;
    qint64 bytes = 0;
    bool isRecording = false;
    bool isOpen = false; // in some window, perhaps this one

    QString title() const; // the name, else the command
};

// The captures of the windows, in the XDG data folder. A capture with a name is kept until the user
// deletes it; others go, oldest first, when the library grows over its limit.
// Any thread; two windows may work on one library.
class CaptureLibrary {
public:
    explicit CaptureLibrary(QString root = defaultRoot());

    static QString defaultRoot();

    // A new folder with its control FIFO, ready for a recorder.
    model::Result<CaptureFolder> create(const LaunchCommand &command) const;
    // A log that lies on the library's disk, as a capture of its own that is to be kept; it is
    // moved.
    model::Result<CaptureFolder> adopt(const QString &logPath, const LaunchCommand &command,
                                       const QString &name) const;
    QList<CaptureInfo> list() const; // newest first
    CaptureInfo info(const CaptureFolder &folder) const;
    model::Result<void> rename(const CaptureFolder &folder, const QString &name) const;
    // Refuses what is open or being recorded.
    model::Result<void> remove(const CaptureFolder &folder) const;
    // Deletes it whatever holds it: its user wants it gone, and a recorder that still writes into
    // it goes on without a name for its files until it ends.
    void discard(const CaptureFolder &folder) const;
    // Deletes the oldest captures without a name, until the rest fits; never one that is open or
    // being recorded. Returns the ids of those deleted.
    QStringList enforceLimit(qint64 bytes) const;
    // The folder a log lies in, if it is one of this library's.
    CaptureFolder folderOf(const QString &logPath) const;

private:
    QString m_root;
};

} // namespace ember::app

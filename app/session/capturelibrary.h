// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/session/launchcommand.h"
#include "model/core/result.h"

#include <QDateTime>
#include <QList>
#include <QString>
#include <QStringList>

#include <utility>

namespace ember::app {

// Paths of the files of one capture. Everything about a capture is in its folder, so any window can
// take it over, even after the window that started it is gone.
class CaptureFolder {
public:
    CaptureFolder() = default;

    explicit CaptureFolder(QString path) : m_path(std::move(path)) { }

    bool isEmpty() const { return m_path.isEmpty(); }

    QString path() const { return m_path; }

    QString id() const; // the folder's name
    // The capture log.
    QString logPath() const { return m_path % QLatin1String("/capture.ember"); }
    // The FIFO from which the recorder reads commands. A FIFO without a reader means that the
    // recorder has ended.
    QString controlPath() const { return m_path % QLatin1String("/control"); }
    // The lines that the recorder writes to its --status-fd.
    QString statusPath() const { return m_path % QLatin1String("/status"); }
    // The recorder's standard error.
    QString messagesPath() const { return m_path % QLatin1String("/messages"); }
    // Folder of the target's standard output and error.
    QString outputPath() const { return m_path % QLatin1String("/output"); }
    // The capture's name and command, as JSON.
    QString infoPath() const { return m_path % QLatin1String("/info.json"); }
    // Locked (flock, shared) by every window that shows the capture.
    QString lockPath() const { return m_path % QLatin1String("/lock"); }

    bool isRecording() const;
    // Whether a window shows this capture. Takes the lock for a moment only.
    bool isOpen() const;

    friend bool operator==(const CaptureFolder &, const CaptureFolder &) = default;

private:
    QString m_path;
};

// Lock that a window holds while it shows a capture: remove() and enforceLimit() of the library do
// not delete the folder meanwhile.
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
    QString name; // given by the user; "": none
    LaunchCommand command;
    QDateTime started;
    qint64 bytes = 0;
    bool isPinned = false; // kept until the user deletes it
    bool isRecording = false;
    bool isOpen = false; // in any window, including this one

    QString title() const; // the name, else the command
};

// Whether a capture is kept however large the library grows.
enum class Pinned { No, Yes };

// The captures recorded by windows, in the XDG data folder. A pinned capture is kept until the user
// deletes it; the others are deleted, oldest first, when the library exceeds its limit. Any thread;
// several windows may use one library.
class CaptureLibrary {
public:
    explicit CaptureLibrary(QString root = defaultRoot());

    static QString defaultRoot();

    // Creates a folder with its control FIFO, ready for a recorder.
    model::Result<CaptureFolder> create(const LaunchCommand &command) const;
    // Moves a log on the same disk into the library as a pinned capture.
    model::Result<CaptureFolder> adopt(const QString &logPath, const LaunchCommand &command,
                                       const QString &name) const;
    // Returns the captures, newest first. One without a log is left out unless it is being
    // recorded.
    QList<CaptureInfo> list() const;
    CaptureInfo info(const CaptureFolder &folder) const;
    // Names a capture and pins it; without a name it is unpinned.
    model::Result<void> rename(const CaptureFolder &folder, const QString &name) const;
    model::Result<void> pin(const CaptureFolder &folder, Pinned pinned) const;
    // Deletes a capture; an error if it is open or being recorded.
    model::Result<void> remove(const CaptureFolder &folder) const;
    // Deletes a capture even if it is in use, because the user asked for it. A recorder that still
    // writes into it continues with unlinked files until it ends.
    void discard(const CaptureFolder &folder) const;
    // Deletes the oldest captures that are not pinned until the rest is within the limit, but none
    // that is open or being recorded. Returns the ids of the deleted ones.
    QStringList enforceLimit(qint64 bytes) const;
    // Returns the capture folder that contains the log; empty if it is not in this library.
    CaptureFolder folderOf(const QString &logPath) const;

private:
    QList<CaptureInfo> folders() const;

    QString m_root;
};

} // namespace ember::app

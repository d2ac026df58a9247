// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/session/capturefolder.h"
#include "app/session/launchcommand.h"
#include "model/core/result.h"

#include <QDateTime>
#include <QList>
#include <QString>
#include <QStringList>

namespace ember::app {

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

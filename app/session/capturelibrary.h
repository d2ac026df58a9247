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
    bool isOpen = false; // in any window, including this one

    QString title() const; // the name, else the command
};

// The captures recorded by windows, in the XDG data folder. A capture with a name is kept until the
// user deletes it; those without are deleted, oldest first, when the library exceeds its limit. Any
// thread; several windows may use one library.
class CaptureLibrary {
public:
    explicit CaptureLibrary(QString root = defaultRoot());

    static QString defaultRoot();

    // Creates a folder with its control FIFO, ready for a recorder.
    model::Result<CaptureFolder> create(const LaunchCommand &command) const;
    // Moves a log on the same disk into the library as a capture with a name.
    model::Result<CaptureFolder> adopt(const QString &logPath, const LaunchCommand &command,
                                       const QString &name) const;
    QList<CaptureInfo> list() const; // newest first
    CaptureInfo info(const CaptureFolder &folder) const;
    model::Result<void> rename(const CaptureFolder &folder, const QString &name) const;
    // Deletes a capture; an error if it is open or being recorded.
    model::Result<void> remove(const CaptureFolder &folder) const;
    // Deletes a capture even if it is in use, because the user asked for it. A recorder that still
    // writes into it continues with unlinked files until it ends.
    void discard(const CaptureFolder &folder) const;
    // Deletes the oldest captures without a name until the rest is within the limit, but none that
    // is open or being recorded. Returns the ids of the deleted ones.
    QStringList enforceLimit(qint64 bytes) const;
    // The capture folder that contains the log; empty if it is not in this library.
    CaptureFolder folderOf(const QString &logPath) const;

private:
    QString m_root;
};

} // namespace ember::app

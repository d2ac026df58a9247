// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/session/capturelibrary.h"
#include "app/session/document.h"
#include "app/settings/settings.h"
#include "model/core/result.h"

#include <QObject>
#include <QString>

#include <functional>
#include <stop_token>

class QWidget;

namespace ember::app {

// Copies a file, replacing `to` atomically. Call on a background thread. Errors: FileUnreadable,
// FileNotWritable, Cancelled soon after `stop`.
model::Result<void> copyFile(const QString &from, const QString &to, const std::stop_token &stop);

class MessageBar;
class WorkProgress;

// Copies captures out of the library, and moves snapshots of the recorder into it.
class CaptureSaver : public QObject {
    Q_OBJECT
public:
    CaptureSaver(Document &document, const CaptureLibrary &library, Settings &settings,
                 MessageBar &messages, WorkProgress &progress, QWidget &window);

    // Asks for a path and copies the log of a finished capture. Calls `proceed` on success.
    void save(const std::function<void()> &proceed);
    void saveTo(const QString &path, const std::function<void()> &proceed);
    // Moves into the library a snapshot that the recorder has written. Does nothing if it is gone.
    void adopt(const QString &logPath, const LaunchCommand &command);

private:
    void showSaved(const QString &path);
    void showNote(const QString &text);

    Document &m_document;
    const CaptureLibrary &m_library;
    Settings &m_settings;
    MessageBar &m_messages;
    WorkProgress &m_progress;
    QWidget &m_window;
};

} // namespace ember::app

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/session/capturelibrary.h"
#include "app/session/document.h"
#include "app/settings/settings.h"
#include "app/window/unsavedprompt.h"

#include <QObject>

#include <functional>

class QWidget;

namespace ember::app {

class MessageBar;
class WorkProgress;

// What becomes of a capture: it gets a name in the library, or a copy elsewhere.
class CaptureSaver : public QObject {
    Q_OBJECT
public:
    CaptureSaver(Document &document, const CaptureLibrary &library, Settings &settings,
                 QWidget &window);

    void connectTo(MessageBar &messages, WorkProgress &progress);

    // `answered` is called later, from the event loop, with any choice but Cancel; when Keep was
    // chosen the capture has its name by then.
    void ask(StillRecording recording, std::function<void(UnsavedPrompt::Choice)> answered);
    // Copies the log of a capture that has ended; asks where to. `proceed` follows if that went
    // well.
    void save(const std::function<void()> &proceed);
    void saveTo(const QString &path, const std::function<void()> &proceed);
    // Gives it a name in the library, its title if `name` is empty.
    void keep(const QString &name);
    // The recorder has written a part of the capture to a log of its own: it goes to the library.
    void adopt(const QString &logPath, const LaunchCommand &command);

private:
    void showSaved(const QString &path);
    void showNote(const QString &text);

    Document &m_document;
    const CaptureLibrary &m_library;
    Settings &m_settings;
    QWidget &m_window;
    MessageBar *m_messages = nullptr;
    WorkProgress *m_progress = nullptr;
};

} // namespace ember::app

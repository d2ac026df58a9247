// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/session/capturelibrary.h"
#include "app/session/document.h"
#include "app/session/launchsettings.h"
#include "app/session/livecapture.h"
#include "app/settings/settings.h"
#include "app/window/capturesaver.h"

#include <QObject>

#include <functional>
#include <memory>
#include <optional>

class QAction;
class QWidget;

namespace ember::app {

class Actions;
class CaptureStatus;
class MessageBar;
class WorkProgress;

// Recording as the window's user has it: start, pause, stop, run again, take over what another
// window left; and the question that comes before an unsaved capture is dropped. Keeps the
// document, the status line and the actions true to the recorder.
class CaptureController : public QObject {
    Q_OBJECT
public:
    CaptureController(Document &document, const CaptureLibrary &library, Settings &settings,
                      QWidget &window);

    void connectTo(Actions &actions, CaptureStatus &status, MessageBar &messages,
                   WorkProgress &progress);

    bool isRecording() const;

    // Launches at once, or attaches: askBeforeDropping() first.
    void launch(const LaunchCommand &command);
    // The last command once more; asks, and calls `launched` once it runs.
    void runAgain(const std::function<void()> &launched = [] {});
    std::optional<LaunchCommand> lastCommand() const;
    void takeOver(const CaptureFolder &folder);
    // Says so, a moment later, when captures of windows that are gone are still being recorded.
    void offerRunningCaptures();

    // Whether the user is to be asked before what is shown is dropped.
    bool mustAsk() const;
    // Calls `proceed` when what is shown may be dropped: at once, or after the user was asked.
    void askBeforeDropping(const std::function<void()> &proceed);
    // Stops recording and forgets about it; the document is closed by the caller.
    void detach();
    // Asks where to, and copies the capture's log there, once it is whole; `proceed` follows if
    // that went well.
    void saveLog(const std::function<void()> &proceed);

    CaptureSaver &saver() { return m_saver; }

signals:
    void begun(); // the document shows a capture that has just begun
    void ended(); // the document has all of it

private:
    StillRecording stillRecording() const;
    void follow(std::unique_ptr<LiveCapture> capture);
    void takeUpdate();
    void complete();
    void tellWhyEmpty(const LiveUpdate &update);
    void tellEnd(const model::Profile &profile);
    void tellFetchFailures(const QStringList &failures);
    void showState();
    void showFetching(const FetchReport &report);
    void endFetching();
    void showMessage(const RecorderMessage &message);
    void showLack(const model::Error &what);
    void offerFirstOf(const QList<CaptureInfo> &captures);
    void discard(const CaptureFolder &folder);
    void enforceLimit();

    Document &m_document;
    const CaptureLibrary &m_library;
    Settings &m_settings;
    CaptureSaver m_saver;
    LaunchSettings m_commands;
    std::unique_ptr<LiveCapture> m_capture;
    std::function<void()> m_afterCompletion;
    Actions *m_actions = nullptr;
    CaptureStatus *m_status = nullptr;
    MessageBar *m_messages = nullptr;
    WorkProgress *m_progress = nullptr;
    bool m_isFetching = false;
};

} // namespace ember::app

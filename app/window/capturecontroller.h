// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/look/messagebar.h"
#include "app/recording/capturesaver.h"
#include "app/session/capturelibrary.h"
#include "app/session/document.h"
#include "app/session/launchcommand.h"
#include "app/session/livefeed.h"
#include "app/session/processlist.h"
#include "app/settings/settings.h"

#include <QObject>
#include <QStringList>

#include <functional>
#include <memory>
#include <optional>
#include <utility>

class QAction;
class QWidget;

namespace ember::app {

class CaptureStatus;
class WorkProgress;

// Controls recording in the window: start, pause, stop, run again, taking over a recorder of
// another window, and what becomes of a program that runs on after its recording. Updates the
// document and the status line from the recorder.
class CaptureController : public QObject {
    Q_OBJECT
public:
    CaptureController(Document &document, const CaptureLibrary &library, Settings &settings,
                      CaptureStatus &status, MessageBar &messages, WorkProgress &progress,
                      QWidget &window);

    bool isRecording() const;
    // Whether the recorder takes commands.
    bool isControllable() const;
    bool isPaused() const;
    bool canKeepPart() const; // the recording keeps only its newest part (a ring)
    bool canSaveLog() const; // a complete capture of the library is shown
    bool endsProgram() const; // the recorder ends the program when recording ends
    void stop();
    void setPaused(bool isPaused);
    void keepPart();

    // Sets how the running capture shows cut stacks from now on.
    void setStackChoice(model::StackChoice stacks);

    // Sets a function that returns further environment variables for a launched command; they are
    // not remembered with it.
    using Variables = std::function<QStringList(const LaunchCommand &)>;
    void setVariables(Variables variables) { m_variables = std::move(variables); }

    // Launches or attaches. Replaces what is shown; what was recorded stays in the library.
    void launch(const LaunchCommand &command);
    // Launches the last command again, then calls `launched`. If there is none, commandWanted().
    void runAgain(const std::function<void()> &launched = [] {});
    const std::optional<LaunchCommand> &lastCommand() const { return m_lastCommand; }
    void takeOver(const CaptureFolder &folder);
    // Shows beside the running capture what a Sentry SDK has sent, if it arrived during the
    // recording.
    void addEnvelope(const ArrivedEnvelope &envelope, const QDateTime &arrived);
    // Looks in the background for a capture that is still being recorded for a window that is gone,
    // and offers to take over the first one found.
    void offerRunningCaptures();

    // Whether closing the window leaves a program running that this window launched.
    bool leavesProgram() const;
    // Whether closing the window stops a recording, or leaves a program running that this window
    // launched.
    bool isLeftUnfinished() const;
    // Tells the user that recording stops, asks what should become of the launched program, and
    // calls `proceed` unless the user cancels. Calls it at once if nothing is left unfinished.
    void askBeforeClosing(const std::function<void()> &proceed);
    // Stops recording and releases the capture. The caller closes the document.
    void detach();
    // Stops recording, asks for a path when the capture is complete, and copies its log there.
    // Calls `proceed` on success.
    void saveLog(const std::function<void()> &proceed);

    CaptureSaver &saver() { return m_saver; }

signals:
    void begun(); // a capture has started and the document shows it
    void ended(); // the document has the complete capture
    void leaving(); // the capture is about to be released; the document still shows it
    void discarded(); // a capture without samples was deleted from the library
    void stateChanged(); // the recorder's state: other commands are possible
    void commandWanted(); // runAgain() has no last command: the user has to enter one
    void outputWanted(); // the user wants to see the recorded program's output

private:
    // Tells the user that the program of a stopped capture still runs, and offers to end it or to
    // record it again.
    void offerProgram(const LaunchCommand &stopped);
    void hold(qint64 pid);
    void askAboutProgram(const std::function<void()> &proceed);
    void askAboutRecording(const std::function<void()> &proceed);
    void endProgram(const std::shared_ptr<HeldProcess> &program);
    void say(qint64 pid, Importance importance, const QString &text,
             const QList<QAction *> &actions);
    void follow(std::unique_ptr<LiveCapture> capture);
    void takeUpdate();
    void complete();
    void reportWhyEmpty(const LiveUpdate &update);
    void reportEnd(const model::Profile &profile);
    void reportFetchFailures(const QStringList &failures);
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
    QWidget &m_window;
    CaptureSaver m_saver;
    LaunchSettings m_commands;
    std::optional<LaunchCommand> m_lastCommand; // newest of m_commands, read when they change
    std::unique_ptr<LiveCapture> m_capture;
    // The recorded program of this or the last capture, if on this machine.
    std::shared_ptr<HeldProcess> m_program;
    LaunchCommand m_programCommand;
    qint64 m_saidOf = 0; // the process that the last message was about
    QString m_saidOfProgram;
    std::function<void()> m_afterCompletion;
    Variables m_variables;
    CaptureStatus &m_status;
    MessageBar &m_messages;
    WorkProgress &m_progress;
    bool m_isFetching = false;
};

} // namespace ember::app

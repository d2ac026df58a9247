// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/session/capturelibrary.h"
#include "app/session/recorderstatus.h"
#include "app/session/remotemachine.h"
#include "model/core/result.h"

#include <QObject>
#include <QTimer>

#include <memory>
#include <optional>
#include <sys/types.h>

namespace ember::app {

// Controls the recorder of a capture folder. The recorder runs in a session of its own and reads
// commands from a named FIFO: if the window dies, the capture continues and another window can
// attach(). Lives in the UI thread. Destroying this does not end the recorder.
class RecorderProcess : public QObject {
    Q_OBJECT
public:
    enum class State { Recording, Paused, Stopping, Ended };
    Q_ENUM(State)

    // Starts `emberchart-record`, or the ssh that runs it on another machine, for a folder made by
    // CaptureLibrary::create(). Errors of the recorder or of ssh are reported later by failed().
    // Error: CaptureFailed (the program is not installed, or cannot be started).
    static model::Result<std::unique_ptr<RecorderProcess>> start(const LaunchCommand &command,
                                                                 const CaptureFolder &folder);
    // Takes over a running recorder.
    static std::unique_ptr<RecorderProcess> attach(const LaunchCommand &command,
                                                   const CaptureFolder &folder);
    // A recorder that still runs goes on; it is reaped when it has ended.
    ~RecorderProcess() override;

    // Path of the recorder: beside this program, else in PATH, else empty.
    static QString programPath();

    State state() const { return m_state; }

    bool isActive() const { return m_state != State::Ended; }

    const CaptureFolder &folder() const { return m_folder; }

    void pause();
    void resume();
    void stop(); // the target keeps running
    void keep(); // saves a snapshot of the ring; kept() follows

signals:
    void started(qint64 targetPid);
    void stateChanged();
    void messageArrived(const ember::app::RecorderMessage &message);
    void kept(const QString &path);
    void lacked(const ember::model::Error &what); // the capture continues without `what`
    void failed(const ember::model::Error &error);
    void ended(); // the log is complete; emitted once, after all other signals

private:
    RecorderProcess(const LaunchCommand &command, const CaptureFolder &folder);

    bool send(const char *command);
    void setState(State state);
    void poll();
    void readStatus();
    void readMessages();
    bool isGone();
    bool hasLog() const;
    std::optional<model::Error> failure() const;
    void take(const RecorderReport &report);
    // One overload for each kind of RecorderReport: a new kind needs one here.
    void on(const TargetStarted &report);
    void on(const TargetHalted &) { }
    void on(const TargetContinued &) { }
    void on(const TargetKilled &) { }
    void on(const CaptureStopped &) { }
    void on(const SamplingPaused &);
    void on(const SamplingResumed &);
    void on(const TargetEnded &report);
    void on(const CaptureLacks &report) { emit lacked(report.what); }
    void on(const PartKept &report) { emit kept(report.path); }
    void on(const model::Error &report);

    CaptureFolder m_folder;
    State m_state = State::Recording;
    pid_t m_pid = 0; // 0: the recorder is not our child
    std::optional<RemoteReport> m_remote; // only for a recorder on another machine
    LineFollower m_status;
    LineFollower m_messages;
    std::optional<int> m_targetStatus;
    std::optional<model::ExitStatus> m_exit;
    bool m_hasFailed = false;
    QTimer m_timer;
};

} // namespace ember::app

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/session/capturelibrary.h"
#include "app/session/linefollower.h"
#include "app/session/recorderstatus.h"
#include "app/session/remotereport.h"
#include "model/core/result.h"

#include <QObject>
#include <QTimer>

#include <memory>
#include <optional>
#include <sys/types.h>

namespace ember::app {

// The recorder at work in a capture folder. It is a process of its own in a session of its own and
// reads its commands from a FIFO with a name: when the window dies, the capture goes on, and the
// next window takes it over with attach().
//
// Lives in the UI thread. Its end never ends the recorder.
class RecorderProcess : public QObject {
    Q_OBJECT
public:
    enum class State { Recording, Paused, Stopping, Ended };
    Q_ENUM(State)

    // Starts `emberchart-record`, or the ssh that runs it on another machine, for a folder that
    // CaptureLibrary::create() made. What the recorder finds wrong with the command, and what keeps
    // ssh from running it, comes as failed().
    // Errors: CaptureFailed (the program itself cannot be started), FileNotWritable, DiskFull.
    static model::Result<std::unique_ptr<RecorderProcess>> start(const LaunchCommand &command,
                                                                 const CaptureFolder &folder);
    // Takes over one that runs already.
    static std::unique_ptr<RecorderProcess> attach(const LaunchCommand &command,
                                                   const CaptureFolder &folder);

    // The recorder beside this program, else the one in PATH, else an empty string.
    static QString programPath();

    State state() const { return m_state; }

    bool isActive() const { return m_state != State::Ended; }

    const CaptureFolder &folder() const { return m_folder; }

    // The target's status, once it has ended by itself: 128 + N for signal N.
    std::optional<int> targetStatus() const { return m_targetStatus; }

    void pause();
    void resume();
    void stop(); // the target runs on
    void keep(); // the last part of a ring, as a log of its own: kept() follows

signals:
    void started(qint64 targetPid);
    void stateChanged();
    void messageArrived(const ember::app::RecorderMessage &message);
    void kept(const QString &path);
    void lacked(const ember::model::Error &what); // the capture goes on without it
    void failed(const ember::model::Error &error);
    void ended(); // the log is complete; comes once, after all other signals

private:
    RecorderProcess(const LaunchCommand &command, const CaptureFolder &folder);

    bool send(const char *command);
    void setState(State state);
    void look();
    void readStatus();
    void readMessages();
    bool isGone();
    bool hasLog() const;
    std::optional<model::Error> failure() const;
    void take(const RecorderReport &report);
    void take(const TargetStarted &report);
    void take(const TargetHalted &) { }

    void take(const TargetContinued &) { }

    void take(const TargetKilled &) { }

    void take(const TargetEnded &report);
    void take(const CaptureStopped &) { }

    void take(const CaptureLacks &report) { emit lacked(report.what); }

    void take(const PartKept &report) { emit kept(report.path); }

    void take(const model::Error &report);

    CaptureFolder m_folder;
    State m_state = State::Recording;
    pid_t m_pid = 0; // 0: not our child
    std::optional<RemoteReport> m_remote; // of a recorder on another machine
    LineFollower m_status;
    LineFollower m_messages;
    std::optional<int> m_targetStatus;
    std::optional<model::ExitStatus> m_exit;
    bool m_hasFailed = false;
    QTimer m_timer;
};

} // namespace ember::app

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/session/recorderstatus.h"
#include "app/session/remotemachine.h"
#include "model/core/error.h"
#include "model/profile/threads.h"

#include <QByteArray>

#include <optional>
#include <string>

namespace ember::app {

// What comes on the standard error of an ssh that runs a recorder: the recorder's status lines and
// messages, and ssh's own words. Tells from it, and from ssh's exit status, what went wrong.
class RemoteReport {
public:
    explicit RemoteReport(RemoteMachine machine) : m_machine(std::move(machine)) { }

    // A line without its end. Returns what it says of the capture; every other line is for people.
    std::optional<RecorderReport> take(const QByteArray &line);

    // The target runs over there, or has run.
    bool hasStarted() const { return m_hasStarted; }

    // Why the capture is not what was asked for: nothing if it is, or if the recorder itself has
    // said why. `exit` is ssh's own; absent: not known.
    // Errors: NetworkError (not connected), CommandNotFound (there is no recorder that could be
    // run), CaptureFailed (it is none, or it began and did not end: then what arrived is of use,
    // and the target runs on).
    std::optional<model::Error> failure(std::optional<model::ExitStatus> exit) const;

    // The recorder, or whoever receives from it, has told an error.
    bool hasSaidWhy() const { return m_hasSaidWhy; }

    // For who has no log although nothing has failed: what answers there is no recorder.
    model::Error nothingCame() const;

private:
    void note(const TargetStarted &) { m_hasStarted = true; }

    void note(const TargetHalted &) { }

    void note(const TargetContinued &) { }

    void note(const TargetKilled &) { }

    void note(const TargetEnded &end) { m_expectedStatus = end.status; }

    void note(const CaptureStopped &) { m_expectedStatus = 0; }

    void note(const PartKept &) { }

    void note(const CaptureLacks &) { }

    void note(const model::Error &) { m_hasSaidWhy = true; }

    model::Error neverStarted(std::optional<model::ExitStatus> exit) const;
    std::string whatEnded(std::optional<model::ExitStatus> exit) const;
    std::string lastWords() const;

    RemoteMachine m_machine;
    bool m_hasStarted = false;
    bool m_hasSaidWhy = false;
    std::optional<int> m_expectedStatus; // the capture has its end; ssh hands on this status
    QByteArray m_recorderError;
    QByteArray m_lastWords;
};

} // namespace ember::app

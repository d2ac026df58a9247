// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/session/recorderstatus.h"
#include "model/core/result.h"
#include "model/profile/threads.h"

#include <QByteArray>
#include <QString>
#include <QStringList>

#include <optional>
#include <string>

namespace ember::app {

// A machine to reach by the user's OpenSSH client, and the recorder's path there.
struct RemoteMachine {
    QString host; // in ssh's syntax: host, user@host, ssh://user@host:port, or an alias
    QString recorder; // path; "": emberchart-record in the PATH there

    QString recorderProgram() const;

    friend bool operator==(const RemoteMachine &, const RemoteMachine &) = default;
};

// Checks a host name. It becomes an argument of ssh and possibly of commands in the user's ssh
// config, so names that look like an option or have a meaning to a shell are refused. Errors:
// InvalidArgument.
model::Result<void> checkHost(const QString &host);

// Quotes a word for the user's login shell on the other machine, whichever that is (sh, bash, zsh,
// fish, …).
QString shellQuoted(const QString &word);

// Returns the arguments for ssh (without its name) that run emberchart-record on the machine with
// `arguments`, a log on standard output and commands on standard input.
QStringList sshArguments(const RemoteMachine &machine, const QStringList &arguments);

// Returns the recorder's arguments for use over a connection: the log with names on standard
// output, commands on standard input, status lines on standard error (see RemoteReport). The
// recorded command reads nothing, unless another --stdin follows.
QStringList streamArguments();

// Path of ssh; "" if it is not in PATH.
QString sshProgram();

// Parses the standard error of an ssh that runs a recorder: status lines and messages of the
// recorder, and ssh's own text. Derives from these and ssh's exit status what went wrong.
class RemoteReport {
public:
    explicit RemoteReport(RemoteMachine machine) : m_machine(std::move(machine)) { }

    // Takes a line without its line feed. Returns the recorder's report if it is one; other lines
    // are text for the user.
    std::optional<RecorderReport> take(const QByteArray &line);

    // Whether the target was started.
    bool hasStarted() const { return m_hasStarted; }

    // The error of the capture; empty if there is none or the recorder reported it itself. `exit`:
    // ssh's exit status, if known. Errors: NetworkError (not connected), CommandNotFound (no
    // recorder there), CaptureFailed (it is not a recorder, or it did not finish; what arrived is
    // usable then, and the target keeps running).
    std::optional<model::Error> failure(std::optional<model::ExitStatus> exit) const;

    // Whether the recorder or the log's receiver has reported an error.
    bool hasSaidWhy() const { return m_hasSaidWhy; }

    // Returns the error for the case that no log arrived although nothing failed: the program there
    // is not a recorder.
    model::Error nothingCame() const;

private:
    // One overload for each kind of RecorderReport: a new kind needs one here.
    void note(const TargetHalted &) { }
    void note(const TargetContinued &) { }
    void note(const TargetKilled &) { }
    void note(const SamplingPaused &) { }
    void note(const SamplingResumed &) { }
    void note(const PartKept &) { }
    void note(const CaptureLacks &) { }
    void note(const TargetStarted &) { m_hasStarted = true; }
    void note(const TargetEnded &end) { m_expectedStatus = end.status; }
    void note(const CaptureStopped &) { m_expectedStatus = 0; }
    void note(const model::Error &) { m_hasSaidWhy = true; }

    model::Error neverStarted(std::optional<model::ExitStatus> exit) const;
    std::string whatEnded(std::optional<model::ExitStatus> exit) const;
    std::string lastWords() const;

    RemoteMachine m_machine;
    bool m_hasStarted = false;
    bool m_hasSaidWhy = false;
    // The exit status that ssh returns if all went well; set when the capture is complete.
    std::optional<int> m_expectedStatus;
    QByteArray m_recorderError;
    QByteArray m_lastWords;
};

} // namespace ember::app

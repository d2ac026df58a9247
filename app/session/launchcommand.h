// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/session/remotemachine.h"
#include "capture/control/recordoptions.h"

#include <QJsonObject>
#include <QList>
#include <QString>
#include <QStringList>

namespace ember::app {

using capture::FollowChildren;
using capture::Measurements;
using capture::NameJit;
// Whether a launched command is given the DSN of the local endpoint for Sentry SDKs.
enum class SentryData { No, Yes };

// The ring settings in the recorder's syntax (--ring, --keep-last, --trigger): whether the log
// keeps the whole capture or only its newest part, and when a snapshot of that part is saved.
struct RingChoice {
    QString limit; // "10min", "2GB"; "": the whole capture
    QString keepLast; // "": a minute
    QStringList triggers; // "frozen-frame", "cpu>150"

    bool isOn() const { return !limit.isEmpty(); }

    friend bool operator==(const RingChoice &, const RingChoice &) = default;
};

// A command to launch, or a process to attach to, with the options of its recording.
struct LaunchCommand {
    QString program;
    QStringList arguments;
    QString directory; // "": the window's own
    QStringList environment; // NAME=VALUE, added to the window's own environment
    QString stdinFile; // "": /dev/null
    int rateHz = capture::defaultRate;
    FollowChildren followChildren = FollowChildren::Yes;
    Measurements measurements = Measurements::Off;
    NameJit nameJit = NameJit::No;
    SentryData sentryData = SentryData::No; // Yes: the launching window sets SENTRY_DSN
    // Not 0: attach to this process. `program` is then its name; arguments, directory, environment,
    // input and measurements are ignored.
    qint64 pid = 0;

    // The machine to run on; without a host, this one. Paths are those of that machine.
    RemoteMachine machine{};

    RingChoice ring{}; // for a log on this machine

    QStringList options{}; // further recorder options as given: -d, --kill, --max-size, …
    QString output{}; // file that gets a copy of the complete log; "": none. Not remembered

    bool isRemote() const { return !machine.host.isEmpty(); }

    // Whether the recorder ends the program when the capture ends before it.
    bool endsWithCapture() const { return options.contains(QLatin1String("--kill")); }

    bool isEmpty() const { return program.isEmpty() && pid == 0; }

    // Returns program and arguments as typed in a shell, after the host if remote; for a running
    // process its name and pid.
    QString commandLine() const;

    friend bool operator==(const LaunchCommand &, const LaunchCommand &) = default;
};

LaunchCommand attachCommand(qint64 pid, const QString &name);

QJsonObject toJson(const LaunchCommand &command);
LaunchCommand launchCommandFromJson(const QJsonObject &json);

// The last launched commands, at most `limit`, newest first, without duplicates. Stored in the XDG
// configuration folder.
class LaunchSettings {
public:
    static constexpr qsizetype limit = 20;

    QList<LaunchCommand> recent() const;
    // Ignores commands that attach to a pid, as pids are not stable.
    void remember(const LaunchCommand &command);
};

} // namespace ember::app

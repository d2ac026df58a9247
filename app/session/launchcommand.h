// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/session/remotemachine.h"

#include <QJsonObject>
#include <QString>
#include <QStringList>

namespace ember::app {

enum class FollowChildren { No, Yes };
// What the program may report of itself; WithFrames: and what is seen of its frames. As
// --measurements and --frames of the recorder.
enum class Measurements { Off, On, WithFrames };
enum class NameJitFrames { No, Yes };

// Which part of the capture its log keeps, in the recorder's own words (--ring, --keep-last,
// --trigger): all of it, or its newest. Of that the last minute is kept for good when somebody asks
// for it, or something happens.
struct RingChoice {
    QString limit; // "10min", "2GB"; "": all of it
    QString keepLast; // "": a minute
    QStringList triggers; // "frozen-frame", "cpu>150"

    bool isOn() const { return !limit.isEmpty(); }

    friend bool operator==(const RingChoice &, const RingChoice &) = default;
};

constexpr int lowestRate = 1;
constexpr int highestRate = 4000;
constexpr int defaultRate = 101;

// What to launch, or to attach to, and how to record it.
struct LaunchCommand {
    QString program;
    QStringList arguments;
    QString directory; // "": that of the window
    QStringList environment; // NAME=VALUE, on top of the window's own
    QString stdinFile; // "": /dev/null
    int rateHz = defaultRate;
    FollowChildren followChildren = FollowChildren::Yes;
    Measurements measurements = Measurements::Off;
    NameJitFrames nameJitFrames = NameJitFrames::No; // see jitEnvironment()
    // Not 0: a process that runs already; `program` is its name, and only rate and children matter.
    qint64 pid = 0;

    // Where it runs; without a host, here. Paths are those of that machine.
    RemoteMachine machine{};

    RingChoice ring{}; // of a log on this machine

    QStringList options{}; // others of the recorder, in its own words: -d, --kill, --max-size, …
    QString output{}; // this file gets a copy of the log at its end; "": none. Not remembered

    bool isRemote() const { return !machine.host.isEmpty(); }

    // Whether the recorder ends the program when the capture ends before it.
    bool endsWithCapture() const { return options.contains(QLatin1String("--kill")); }

    bool isEmpty() const { return program.isEmpty() && pid == 0; }

    // Program and arguments as one would type them, behind the host where it is another; a running
    // process by name and number.
    QString commandLine() const;

    friend bool operator==(const LaunchCommand &, const LaunchCommand &) = default;
};

LaunchCommand attachCommand(qint64 pid, const QString &name);

QJsonObject toJson(const LaunchCommand &command);
LaunchCommand launchCommandFromJson(const QJsonObject &json);

// Sampling in step with periodic work hides it or shows nothing else; a prime rate has no common
// divisor with the usual periods. Returns the next higher prime, or the rate itself if it is prime.
int nextPrimeRate(int rateHz);

} // namespace ember::app

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/session/remotemachine.h"

#include <QJsonObject>
#include <QList>
#include <QString>
#include <QStringList>

namespace ember::app {

enum class FollowChildren { No, Yes };
// What the program may report of itself; WithFrames: and what is seen of its frames. As
// --measurements and --frames of the recorder.
enum class Measurements { Off, On, WithFrames };
enum class NameJitFrames { No, Yes };

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

    bool isRemote() const { return !machine.host.isEmpty(); }

    bool isEmpty() const { return program.isEmpty() && pid == 0; }

    // Program and arguments as one would type them, behind the host where it is another; a running
    // process by name and number.
    QString commandLine() const;

    friend bool operator==(const LaunchCommand &, const LaunchCommand &) = default;
};

LaunchCommand attachCommand(qint64 pid, const QString &name);

QJsonObject toJson(const LaunchCommand &command);
LaunchCommand launchCommandFromJson(const QJsonObject &json);

// What `emberchart --launch [record options] -- CMD ARGS…` takes: the same options as the recorder.
// An empty program means that the arguments could not be understood; `error` says which.
struct ParsedLaunch {
    LaunchCommand command;
    QString error;
};

ParsedLaunch parseLaunchArguments(const QStringList &arguments);

// The last commands, newest first, each program line once. Kept in the XDG configuration folder.
class LaunchSettings {
public:
    static constexpr qsizetype limit = 20;

    QList<LaunchCommand> recent() const;
    // Processes that were attached to are not remembered: their numbers mean nothing tomorrow.
    void remember(const LaunchCommand &command);
};

// Sampling in step with periodic work hides it or shows nothing else; a prime rate has no common
// divisor with the usual periods. Returns the next higher prime, or the rate itself if it is prime.
int nextPrimeRate(int rateHz);

} // namespace ember::app

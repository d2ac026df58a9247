// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/session/capturelibrary.h"
#include "app/session/launchcommand.h"
#include "capture/control/commandline.h"
#include "model/core/result.h"

#include <QCommandLineParser>
#include <QStringList>

namespace ember::app {

// Returns the options for a parser of `emberchart-cli record` or `emberchart --launch`: those of
// the recorder's table whose OptionUse is at most `use`, and those for the machine to run on. The
// first positional argument starts the command.
QList<QCommandLineOption> recordOptions(capture::OptionUse use);

// Returns the options given on a command line, in the recorder's syntax: those of the recorder's
// table whose OptionUse is at most `use`.
QStringList givenRecordOptions(const QCommandLineParser &parser, capture::OptionUse use);

// Returns the options for which the launch form has no field of their own: "--jitter, -d SECONDS,
// …".
QString otherLaunchOptions();

// Checks arguments by the recorder's own parser, before it is started or a connection is made.
// Error: InvalidArgument with the argument as subject.
model::Result<capture::RecordOptions> checkRecorderArguments(const QStringList &arguments);

// Numbers of the descriptors that the recorder gets, as its command line names them.
constexpr int recorderControlFd = 3;
constexpr int recorderStatusFd = 4;

// Returns the arguments for emberchart-record, without the program's name. Depends only on its
// parameters.
QStringList recorderArguments(const LaunchCommand &command, const CaptureFolder &folder);

// Returns the recorder's arguments for a command on another machine; log and messages come over the
// connection.
QStringList remoteArguments(const LaunchCommand &command);

// Result of parsing what follows `emberchart --launch`: recording options, --, and the command. If
// help is asked for, the rest counts for nothing; if `error` is not empty, `command` does.
struct ParsedLaunch {
    LaunchCommand command;
    QString error; // a sentence
    bool asksForHelp = false;
};

ParsedLaunch parseLaunchArguments(const QStringList &arguments);

// Returns the help text of the options of `emberchart --launch`.
QString launchOptionsHelp();

} // namespace ember::app

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/session/capturelibrary.h"
#include "app/session/launchcommand.h"
#include "capture/control/recordoptions.h"
#include "model/core/result.h"

#include <QCommandLineParser>
#include <QStringList>

namespace ember::app {

// Adds the recording options of `emberchart-cli record` and `emberchart --launch` to a parser:
// those of the recorder that are meant for users, and the machine to run on. The first positional
// argument starts the command.
void addRecordOptions(QCommandLineParser &parser);

// Names of the options that are passed to the recorder unchanged: all except --stdin and those of
// the machine.
QStringList recorderOptions();
// The given options among `names` with their values, in the recorder's syntax.
QStringList givenOptions(const QCommandLineParser &parser, const QStringList &names);

// Checks arguments by the recorder's own parser, before it is started or a connection is made.
// Error: InvalidArgument with the argument as subject.
model::Result<capture::RecordOptions> checkRecorderArguments(const QStringList &arguments);

// Numbers of the descriptors that the recorder gets, as its command line names them.
constexpr int recorderControlFd = 3;
constexpr int recorderStatusFd = 4;

// Arguments for emberchart-record, without the program's name. Depends on nothing but its
// parameters and the environment variables that jitEnvironment() extends.
QStringList recorderArguments(const LaunchCommand &command, const CaptureFolder &folder);

// The same for a command on another machine; log and messages come over the connection.
QStringList remoteArguments(const LaunchCommand &command);

// Result of parsing what follows `emberchart --launch`: recording options, --, and the command.
// Exactly one member is set.
struct ParsedLaunch {
    LaunchCommand command;
    QString error; // a sentence
    bool asksForHelp = false;
};

ParsedLaunch parseLaunchArguments(const QStringList &arguments);

// Help text of the options.
QString launchOptionsHelp();

} // namespace ember::app

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

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

} // namespace ember::app

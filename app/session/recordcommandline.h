// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/control/recordoptions.h"
#include "model/core/result.h"

#include <QCommandLineParser>
#include <QStringList>

namespace ember::app {

// The options of a recording, by `emberchart-cli record` and by `emberchart --launch`: those of the
// recorder that concern people, and where it runs. Behind the first other word comes the command.
void addRecordOptions(QCommandLineParser &parser);

// Names of those that go to the recorder as they are: all but --stdin, and where it runs.
QStringList recorderOptions();
// Those of `names` that were given, with their values, as the recorder takes them.
QStringList givenOptions(const QCommandLineParser &parser, const QStringList &names);

// Asks the recorder's own rules before it is started, or a connection made. Error: InvalidArgument
// with the argument as subject.
model::Result<capture::RecordOptions> checkRecorderArguments(const QStringList &arguments);

} // namespace ember::app

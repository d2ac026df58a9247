// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/session/capturelibrary.h"
#include "app/session/launchcommand.h"

#include <QStringList>

namespace ember::app {

// The descriptors the recorder gets from us, as its command line names them.
constexpr int recorderControlFd = 3;
constexpr int recorderStatusFd = 4;

// What emberchart-record is called with, without its own name. Pure, but for the variables of ours
// that jitEnvironment() adds to.
QStringList recorderArguments(const LaunchCommand &command, const CaptureFolder &folder);

// The same for a command on another machine, whose log and messages come over a connection.
QStringList remoteArguments(const LaunchCommand &command);

} // namespace ember::app

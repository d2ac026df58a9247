// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/session/capturelibrary.h"
#include "app/session/launchcommand.h"

#include <QStringList>

namespace ember::app {

// Numbers of the descriptors that the recorder gets, as its command line names them.
constexpr int recorderControlFd = 3;
constexpr int recorderStatusFd = 4;

// Arguments for emberchart-record, without the program's name. Depends on nothing but its
// parameters and the environment variables that jitEnvironment() extends.
QStringList recorderArguments(const LaunchCommand &command, const CaptureFolder &folder);

// The same for a command on another machine; log and messages come over the connection.
QStringList remoteArguments(const LaunchCommand &command);

} // namespace ember::app

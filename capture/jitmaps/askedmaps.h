// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/sampling/recordevents.h"

#include <span>
#include <string>
#include <vector>

// --name-jit: runtimes are made to write the names of the code that they compile. Each function
// returns sentences for the user: what was done, and what there is to do.
namespace ember::capture {

// Sets the variables of mapVariables() for a command that will be launched.
std::string setMapVariables(std::vector<std::string> &environment);

// Asks the process that is to be recorded, before it is traced.
std::string askBeforeAttach(Pid process);

// Asks the Java machines among processes that run on after the capture. Takes 5 s at most.
std::vector<std::string> askAtEnd(std::span<const Pid> processes);

} // namespace ember::capture

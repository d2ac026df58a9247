// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/sampling/recordevents.h"

#include <span>
#include <string>
#include <vector>

// --name-jit: runtimes are made to write the names of the code that they compile. Each function
// returns sentences for the user: what was done, and what there is to do.

namespace ember::capture {

// Variables, NAME=VALUE, that make the runtimes in a program write the names of the code that they
// compile to /tmp/perf-PID.map. `environment` is what the program would have: options in such a
// variable are kept in front; of several entries of a name the first one counts, as for getenv.
//
// NODE_OPTIONS           --perf-basic-prof; V8 writes as it compiles
// DOTNET_PerfMapEnabled  1; as it compiles
// PYTHONPERFSUPPORT      1; Python 3.12 and later, as it compiles
// JAVA_TOOL_OPTIONS      -XX:+DumpPerfMapAtExit, a diagnostic option of Java 17 and later; a
//                        machine that runs on after the capture is asked, see javaattach.h.
//                        -XX:+PreserveFramePointer, without which native stacks do not lead through
//                        compiled code. Virtual machines ignore what they do not know.
std::vector<std::string> mapVariables(std::span<const std::string> environment);

// Sets the variables of mapVariables() for a command that will be launched.
std::string setMapVariables(std::vector<std::string> &environment);

// Asks the process that is to be recorded, before it is traced, for the names of the code that it
// has compiled. Only Java machines can be asked.
std::string askBeforeAttach(Pid process);

// Asks the Java machines among `processes`, which run on after the capture, for the names of their
// compiled code. Takes 5 s at most in all.
std::vector<std::string> askAtEnd(std::span<const Pid> processes);

} // namespace ember::capture

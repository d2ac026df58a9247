// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/core/result.h"

#include <chrono>
#include <string>
#include <sys/types.h>

// Asks a running Java machine to write the names of the code that it has compiled, by the attach
// protocol of HotSpot (jdk.attach: a file .attach_pidN, SIGQUIT, a socket .java_pidN): what
// `jcmd PID Compiler.perfmap` does, without starting a Java machine for it.
namespace ember::capture {

// Whether the process has the library of a Java machine mapped, be it HotSpot's or OpenJ9's.
bool hasJavaMachine(pid_t process);

struct WrittenPerfMap {
    std::string path; // as the process sees it: /tmp/perf-N.map
    std::chrono::milliseconds took{};
};

// Waits `patience` at most for the answer; the process runs on meanwhile. SIGQUIT, which ends a
// process that does not expect it, is sent only to one that was just seen to take it; that the
// process runs another program (exec) between the look and the signal is not excluded. The process
// may be hostile: nothing is created in or read from places that it could point elsewhere.
//
// Errors: ProcessGone; TimedOut; TraceNotPermitted: another user's, or it refuses to be asked;
// UnsupportedVersion: its Java cannot do it; FileNotWritable: it has written nothing, though it
// says so; CaptureFailed with the system's reason.
model::Result<WrittenPerfMap>
askForPerfMap(pid_t process, std::chrono::milliseconds patience = std::chrono::seconds(3));

} // namespace ember::capture

// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/control/recordoptions.h"
#include "model/core/result.h"

#include <string>
#include <string_view>
#include <vector>

namespace ember::capture {

// A command that exec should be able to run, and all it needs.
struct ResolvedCommand {
    std::string path; // of the program: as found in PATH, relative to `directory` where it is so
    std::vector<std::string> arguments; // [0] as typed
    std::vector<std::string> environment; // NAME=VALUE
    std::string directory; // empty: unchanged
    bool hasLeakSanitizer = false; // it will fail under ptrace
};

// Finds the program as execvp would, in the target's own PATH and directory, and refuses what could
// not be captured before anything is started. Errors: CommandNotFound, CommandNotExecutable,
// SetuidTarget (its privileges would be lost under a tracer that is not root),
// UnsupportedArchitecture, InvalidArgument.
model::Result<ResolvedCommand> resolveCommand(const LaunchOptions &options);

// The recorder's own environment with the changes applied.
std::vector<std::string> changedEnvironment(const std::vector<EnvironmentChange> &changes);

} // namespace ember::capture

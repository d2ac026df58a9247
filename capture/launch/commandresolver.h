// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/control/recordoptions.h"
#include "model/core/result.h"

#include <string>
#include <string_view>
#include <vector>

namespace ember::capture {

// A command that passed all checks, with everything exec needs.
struct ResolvedCommand {
    std::string path; // of the program, as found in PATH; may be relative to `directory`
    std::vector<std::string> arguments; // [0] as typed
    std::vector<std::string> environment; // NAME=VALUE
    std::string directory; // empty: unchanged
    bool hasLeakSanitizer = false; // LeakSanitizer fails under ptrace
};

// Finds the program as execvp would, in the target's PATH and directory, and refuses programs that
// cannot be captured before anything is started. Errors: CommandNotFound, CommandNotExecutable,
// SetuidTarget (only a root tracer keeps its privileges), UnsupportedArchitecture, InvalidArgument.
model::Result<ResolvedCommand> resolveCommand(const LaunchOptions &options);

// The recorder's own environment with the changes applied.
std::vector<std::string> changedEnvironment(const std::vector<EnvironmentChange> &changes);

} // namespace ember::capture

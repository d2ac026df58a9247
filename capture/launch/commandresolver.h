// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "capture/control/recordoptions.h"
#include "model/core/result.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ember::capture {

enum class LeakSanitizer : std::uint8_t { Absent, Present };

// Checks a program before it is run (of a script: its interpreter) and returns whether it was built
// with LeakSanitizer, which does not work under ptrace. A file that cannot be read is left for exec
// to judge. Errors: CommandNotExecutable, SetuidTarget, UnsupportedArchitecture.
model::Result<LeakSanitizer> checkTarget(const std::string &path);

// Returns the privileges ("setuid", …) that the program at `path` gets when it is not traced, but
// not under the recorder. Empty if none, and always for root.
std::string_view withheldPrivileges(const std::string &path);

// A command that passed all checks, with everything exec needs.
struct ResolvedCommand {
    std::string path; // the program, as found in PATH; may be relative to `directory`
    std::vector<std::string> arguments; // arguments[0] is the program as typed
    std::vector<std::string> environment; // NAME=VALUE
    std::string directory; // empty: unchanged
    bool hasLeakSanitizer = false; // LeakSanitizer fails under ptrace
};

// Finds the program as execvp would, in the target's PATH and directory, and refuses programs that
// cannot be captured before anything is started. Errors: CommandNotFound, CommandNotExecutable,
// SetuidTarget (only a root tracer keeps its privileges), UnsupportedArchitecture, InvalidArgument.
model::Result<ResolvedCommand> resolveCommand(const LaunchOptions &options);

// Returns the value of a variable; "" if it is not there. Entries of an environment are NAME=VALUE;
// of several with one name the first counts, as for getenv.
std::string_view valueIn(std::span<const std::string> environment, std::string_view name);
// Sets a variable: at the place of its first entry, or at the end, and removes its other entries.
// Removes the variable if no value is given.
void setVariable(std::vector<std::string> &environment, std::string_view name,
                 const std::optional<std::string> &value);

// The recorder's own environment with the changes applied.
std::vector<std::string> changedEnvironment(const std::vector<EnvironmentChange> &changes);

} // namespace ember::capture

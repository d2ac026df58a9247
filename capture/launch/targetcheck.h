// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/core/result.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace ember::capture {

enum class LeakSanitizer : std::uint8_t { Absent, Present };

// Looks into a program before it is run; of a script, into its interpreter. Says whether it was
// built with LeakSanitizer, which cannot work under ptrace. Errors: CommandNotExecutable,
// SetuidTarget, UnsupportedArchitecture. What cannot be read is left to exec.
model::Result<LeakSanitizer> checkTarget(const std::string &path);

// What a program at `path` would gain by being run, "setuid" and so on, and does not because we
// trace it. Empty: nothing, and always so for root.
std::string_view withheldPrivileges(const std::string &path);

} // namespace ember::capture

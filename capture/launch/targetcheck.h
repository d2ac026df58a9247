// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "model/core/result.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace ember::capture {

enum class LeakSanitizer : std::uint8_t { Absent, Present };

// Checks a program before it is run (of a script: its interpreter) and returns whether it was built
// with LeakSanitizer, which does not work under ptrace. A file that cannot be read is left for exec
// to judge. Errors: CommandNotExecutable, SetuidTarget, UnsupportedArchitecture.
model::Result<LeakSanitizer> checkTarget(const std::string &path);

// The privileges ("setuid", …) that the program at `path` would get if it were not traced. Empty if
// none, and always for root.
std::string_view withheldPrivileges(const std::string &path);

} // namespace ember::capture
